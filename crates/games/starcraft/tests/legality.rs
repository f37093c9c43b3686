//! The list of choices and the judge agree over everything a player could think of.

use klaxon_core::{Chance, Game, Instinct, Seat, TableOrder, Tell, Viewer, Words};
use klaxon_starcraft::{
    Ability, Action, Benefit, Bombard, Choose, Deplete, Deploy, Discard, Draft, Draw, EndTurn, Execute,
    Finish, Frame, Front, Lose, March, NextSkirmish, Pair, Pay, Peek, PlaceOrder, PlacePlanet, PlayEvent,
    Purchase, Reinforce, RetreatTo, RetreatUnit, Scrap, Standard, StarCraft, StartBase, StartUnit, Support,
    Sure, TakeCard, TakeEvent, Transport, Withdraw, ZEnd, ZSlot, areas_of,
    data::{EventCard, Face, Tech},
    ids::{Area, Building, Faction, Module, Order, Planet, Race, Res, Route, Side, Slot, Unit},
};

/// Everything that could be said at this table by this seat, sensible or not.
fn universe(game: &StarCraft, seat: Seat) -> Vec<Action> {
    let view = game.view(Viewer::Seat(seat));
    let planets: Vec<Planet> = view.planets.iter().map(|p| p.planet).collect();
    let mut areas: Vec<Area> = planets.iter().flat_map(|p| areas_of(*p)).collect();
    // An area that its planet lacks, and one of a planet that may not be in the game.
    areas.extend([Area::new(Planet::Abaddon, 3), Area::new(Planet::Vyctor, 0)]);
    let race = view.seat(seat).race.unwrap_or(Race::Terran);
    let mut units: Vec<Unit> = race.units().to_vec();
    units.extend([Unit::Marine, Unit::Zealot, Unit::Zergling]);
    let routes: Vec<Route> = (0..view.routes.len() as u8 + 1).map(Route).collect();
    let offs = [None, Some(Res::Minerals), Some(Res::Gas)];
    use Action as A;
    let mut all = vec![
        A::StartBase(StartBase::BaseLater),
        A::Execute(Execute::Execute),
        A::TakeEvent(TakeEvent::TakeEvent),
        A::EndTurn(EndTurn::EndTurn),
        A::Scrap(Scrap::Scrap),
        A::Sure(Sure::Really),
        A::Sure(Sure::Keep),
        A::Pay(Pay::PayRest),
        A::Purchase(Purchase::BuyWorker),
        A::Finish(Finish::Done),
        A::Draw(Draw::Draw),
        A::Draw(Draw::NoDraw),
        A::Ability(Ability::NoAbility),
        A::Lose(Lose::LoseWorker),
        A::Standard(Standard::DeckTop),
        A::Reinforce(Reinforce::NoReinforcement),
        A::PlayEvent(PlayEvent::NoEvent),
        A::Benefit(Benefit::TakePoint),
        A::Benefit(Benefit::TakeCards),
    ];
    all.extend(Faction::ALL.iter().map(|f| A::Faction(Draft(*f))));
    for planet in Planet::ALL {
        all.push(A::Choose(Choose(*planet)));
        all.extend(Order::ALL.iter().map(|order| A::Order(PlaceOrder { order: *order, planet: *planet })));
        all.extend(Side::ALL.iter().map(|side| A::ZSlot(ZSlot(Slot { planet: *planet, side: *side }))));
        if let Frame::PlacePlanet(_) = view.question {
            for turn in 0..5 {
                for x in -5..6 {
                    all.extend((-5..6).map(|y| A::PlacePlanet(PlacePlanet { planet: *planet, x, y, turn })));
                }
            }
        }
    }
    for route in &routes {
        all.extend([
            A::PutTransport(Transport::PutTransport(*route)),
            A::Scrap(Scrap::ScrapTransport(*route)),
        ]);
        all.extend((0..3).map(|end| A::ZEnd(ZEnd::ZEnd { route: *route, end })));
        all.extend(offs.map(|off| A::Purchase(Purchase::BuyTransport { route: *route, off })));
    }
    all.extend(Res::ALL.iter().map(|res| A::Pay(Pay::PayPermanent(*res))));
    for off in offs {
        all.extend(
            Building::ALL
                .iter()
                .map(|building| A::Purchase(Purchase::BuyBuilding { building: *building, off })),
        );
        all.extend(
            Module::ALL.iter().map(|module| A::Purchase(Purchase::BuyModule { module: *module, off })),
        );
        all.extend(Tech::all().map(|tech| A::Purchase(Purchase::BuyTech { tech, off })));
        all.extend(areas.iter().map(|area| A::Purchase(Purchase::BuyBase { area: *area, off })));
        for unit in &units {
            all.extend(
                areas.iter().map(|area| A::Purchase(Purchase::BuyUnit { unit: *unit, area: *area, off })),
            );
        }
        if view.question == Frame::Build {
            for unit in [Unit::Archon, Unit::Guardian] {
                for area in &areas {
                    all.extend(
                        areas.iter().map(|other| {
                            A::Purchase(Purchase::Morph { unit, area: *area, other: *other, off })
                        }),
                    );
                }
            }
        }
    }
    for area in &areas {
        all.extend([
            A::StartBase(StartBase::StartBase(*area)),
            A::Scrap(Scrap::ScrapBase(*area)),
            A::Pay(Pay::PayCard(*area)),
            A::Pay(Pay::ForceMine(*area)),
            A::March(March::LiftOff(*area)),
            A::RetreatTo(RetreatTo(*area)),
            A::Bombard(Bombard(*area)),
            A::Deplete(Deplete(*area)),
        ]);
        for unit in &units {
            let (unit, area) = (*unit, *area);
            all.extend([
                A::StartUnit(StartUnit { unit, area }),
                A::Scrap(Scrap::ScrapUnit { unit, area }),
                A::Withdraw(Withdraw { unit, area }),
                A::Deploy(Deploy::Deploy { unit, area }),
            ]);
            if view.question == Frame::Mobilize {
                all.extend(areas.iter().map(|to| A::March(March::Move { unit, from: area, to: *to })));
                all.extend(areas.iter().map(|to| A::March(March::Recall { unit, from: area, to: *to })));
            }
        }
    }
    for unit in Unit::ALL {
        all.extend([A::Lose(Lose::Lose(*unit)), A::Front(Front(*unit)), A::RetreatUnit(RetreatUnit(*unit))]);
        if view.question == Frame::Pair {
            all.extend(Unit::ALL.iter().map(|theirs| A::Pair(Pair { mine: *unit, theirs: *theirs })));
        }
    }
    for face in Face::all() {
        all.extend([
            A::TakeCard(TakeCard::TakeCard(face)),
            A::Standard(Standard::Standard(face)),
            A::Reinforce(Reinforce::Reinforce(face)),
            A::Reinforce(Reinforce::Shields(face)),
            A::Discard(Discard(face)),
        ]);
    }
    all.extend(Tech::all().map(|tech| A::Ability(Ability::UseTech(tech))));
    all.extend(
        EventCard::all()
            .flat_map(|card| [A::Ability(Ability::UseEvent(card)), A::PlayEvent(PlayEvent::PlayEvent(card))]),
    );
    all.extend((0..5).flat_map(|n| [A::Support(Support(n)), A::Skirmish(NextSkirmish(n))]));
    all.extend((0..7).map(|n| A::PeekAt(Peek(Seat(n)))));
    all
}

#[test]
fn choices_are_exactly_what_the_judge_allows() {
    let mut frames: Vec<String> = Vec::new();
    for luck in 0..24u64 {
        let order = TableOrder {
            scenario: ["quick", "galaxy"][luck as usize % 2].into(),
            seats: 2 + luck as usize % 5,
            ..TableOrder::default()
        };
        let mut chance = Chance::quick(luck);
        let setup = StarCraft::setup(&order).unwrap();
        let mut game = StarCraft::start(&setup, &mut chance, &mut Tell::muted()).unwrap();
        let mut step = 0u64;
        while let Some(seat) = game.to_act().iter().next() {
            let choices = game.choices(seat);
            let name = format!("{:?}", game.view(Viewer::Watcher).question);
            let name = name.split(['(', ' ']).next().unwrap().to_string();
            // Every kind of question in its first positions, and now and then later.
            let seen = frames.iter().filter(|f| **f == name).count();
            if seen < 12 || (step + luck).is_multiple_of(97) {
                frames.push(name);
                let allowed: Vec<Action> =
                    universe(&game, seat).into_iter().filter(|a| game.check(seat, a).is_ok()).collect();
                let anytime = StarCraft::anytime(&game.view(Viewer::Seat(seat)), seat);
                for action in &allowed {
                    assert!(
                        choices.contains(action) || anytime.contains(action),
                        "luck {luck} step {step}: {action:?} is legal but not offered"
                    );
                }
                for (i, action) in choices.iter().enumerate() {
                    assert!(
                        !choices[..i].contains(action),
                        "luck {luck} step {step}: {action:?} is offered twice"
                    );
                    assert!(game.check(seat, action).is_ok(), "luck {luck} step {step}: {action:?}");
                }
            }
            // The leanings lead deep into the game, plain chance into its corners.
            let i = if luck % 3 == 0 {
                chance.below(choices.len() as u32) as usize
            } else {
                let weights: Vec<u32> = choices.iter().map(|c| game.lean(seat, c)).collect();
                let mut left = chance.below(weights.iter().sum());
                weights
                    .iter()
                    .position(|w| {
                        let here = left < *w;
                        left = left.saturating_sub(*w);
                        here
                    })
                    .unwrap()
            };
            game.apply(seat, &choices[i], &mut chance, &mut Tell::muted());
            step += 1;
        }
    }
    frames.sort();
    frames.dedup();
    assert!(frames.len() > 35, "only these questions came up: {frames:?}");
}
