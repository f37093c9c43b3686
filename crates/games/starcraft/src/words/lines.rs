//! One sentence for every event, with the rule behind it.

use crate::{
    event::Event,
    ids::{Area, Planet},
    state::How,
    words::{
        a_unit, and_list, area_name, big_a_unit,
        label::{face_name, order_name},
        name, planet_name, reasons, unit_list, unit_name,
    },
};
use klaxon_core::{Line, RuleId, count, rule};

/// A sentence about an area.
fn at(area: Area, text: String, rule: RuleId) -> Line {
    Line::new(text, rule).about(format!("area:{area}"))
}

/// A sentence about a planet.
fn on(planet: Planet, text: String, rule: RuleId) -> Line {
    Line::new(text, rule).about(format!("planet:{planet}"))
}

fn ends(planets: [Planet; 2]) -> String {
    format!("{} to {}", planet_name(planets[0]), planet_name(planets[1]))
}

fn cards(faces: &[crate::data::Face]) -> String {
    and_list(&faces.iter().map(|f| face_name(*f)).collect::<Vec<_>>())
}

fn events(kinds: &[crate::data::EventCard]) -> String {
    and_list(&kinds.iter().map(|k| k.name().to_string()).collect::<Vec<_>>())
}

/// The sentence, and how deep it lies within something larger, so that the log groups orders, battles and the regrouping: 0
/// stands by itself, 1 belongs to an order or to the regrouping, 2 to a battle or an event card, 3 to a skirmish.
pub(crate) fn line(event: &Event) -> Line {
    match *event {
        Event::FirstPlayer { seat } => {
            Line::new(format!("Seat {} takes the first-player token.", seat.0 + 1), rule!("SC-2.2"))
        }
        Event::Chose { seat, faction } => {
            Line::new(format!("Seat {} chooses {}.", seat.0 + 1, name(faction)), rule!("SC-2.3"))
        }
        Event::Dealt { seat, faction } => {
            Line::new(format!("Seat {} is dealt {}.", seat.0 + 1, name(faction)), rule!("SC-2.3"))
        }
        Event::TeamOf { faction, mate } => {
            Line::new(format!("{} and {} are a team.", name(faction), name(mate)), rule!("SC-15.1"))
        }
        Event::DrewPlanets { who, planets } => Line::new(
            format!("{} draws {} and {}.", name(who), planet_name(planets[0]), planet_name(planets[1])),
            rule!("SC-2.8"),
        ),
        Event::ReadyGalaxy { ref id } => {
            Line::new(format!("The ready-made galaxy {id} is laid out."), rule!("SC-15.15"))
        }
        Event::PlanetPlaced { who, planet, x, y } => {
            on(planet, format!("{} lays {} at {x},{y}.", name(who), planet_name(planet)), rule!("SC-2.10"))
        }
        Event::BasePlaced { who, area } => at(
            area,
            format!("{} founds the starting base in {}.", name(who), area_name(area)),
            rule!("SC-2.13"),
        ),
        Event::BaseKept { who } => {
            Line::new(format!("{} keeps the base for the second planet.", name(who)), rule!("SC-2.13"))
        }
        Event::ZRoute { who, ends: [a, b] } => Line::new(
            format!(
                "{} joins {} and {} by a z-axis route.",
                name(who),
                planet_name(a.planet),
                planet_name(b.planet)
            ),
            rule!("SC-2.17"),
        ),
        Event::NoZRoute { who } => {
            Line::new(format!("No slots are left for a z-axis route of {}.", name(who)), rule!("SC-2.19"))
        }
        Event::UnitPlaced { who, unit, area } => at(
            area,
            format!("{} places {} in {}.", name(who), a_unit(unit), area_name(area)),
            rule!("SC-2.22"),
        ),
        Event::TransportPlaced { who, route, planets } => Line::new(
            format!("{} puts a transport on the route {}.", name(who), ends(planets)),
            rule!("SC-6.9"),
        )
        .about(format!("route:{route}")),
        Event::TookHome { who, planet } => on(
            planet,
            format!("{} takes the resource cards of {}.", name(who), planet_name(planet)),
            rule!("SC-2.21"),
        ),
        Event::StartingHand { who, cards: ref faces } => {
            Line::new(format!("{} begins with {}.", name(who), cards(faces)), rule!("SC-2.27"))
        }
        Event::StartingHandHidden { who, n } => Line::new(
            format!("{} draws {} to begin with.", name(who), count(n, "combat card")),
            rule!("SC-2.27"),
        ),

        Event::RoundBegins { round, first } => {
            Line::new(format!("Round {round} begins; {} is first player.", name(first)), rule!("SC-3.1"))
        }
        Event::OrderPlaced { who, order, planet } => on(
            planet,
            format!("{} places a {} order on {}.", name(who), order_name(order), planet_name(planet)),
            rule!("SC-3.2"),
        )
        .within(1),
        Event::OrderHidden { who, planet } => {
            on(planet, format!("{} places an order on {}.", name(who), planet_name(planet)), rule!("SC-3.8"))
                .within(1)
        }
        Event::ExecutionBegins => Line::new("All orders lie; the Execution Phase begins.", rule!("SC-4.1")),
        Event::Obstructed { who } => {
            Line::new(format!("All orders of {} are covered.", name(who)), rule!("SC-4.6"))
        }
        Event::OrderRemoved { who, planet } => on(
            planet,
            format!("An order of {} leaves {} without effect.", name(who), planet_name(planet)),
            rule!("SC-4.9"),
        ),
        Event::Revealed { who, order, planet } => on(
            planet,
            format!("{} reveals a {} order on {}.", name(who), order_name(order), planet_name(planet)),
            rule!("SC-4.1"),
        ),
        Event::Executes { who, order, planet } => on(
            planet,
            format!("{} executes the {} order on {}.", name(who), order_name(order), planet_name(planet)),
            rule!("SC-4.3"),
        )
        .within(1),
        Event::InsteadEvent { who } => {
            Line::new(format!("{} takes an event card instead.", name(who)), rule!("SC-4.3")).within(1)
        }
        Event::NoEffect { who, order, planet } => on(
            planet,
            format!(
                "The {} order of {} on {} has no effect.",
                order_name(order),
                name(who),
                planet_name(planet)
            ),
            rule!("SC-4.12"),
        )
        .within(1),
        Event::EventDrawn { who, stage } => Line::new(
            format!(
                "{} draws an event card of stage {}, unseen.",
                name(who),
                ["I", "II", "III"][usize::from(stage) - 1]
            ),
            rule!("SC-4.4"),
        )
        .within(1),
        Event::EventDeckEmpty { who } => {
            Line::new(format!("The event deck is empty: {} draws nothing.", name(who)), rule!("SC-4.10"))
                .within(1)
        }
        Event::EventDeckRenewed { n } => Line::new(
            format!("{} of stage III are shuffled into a new event deck.", count(n, "card")),
            rule!("SC-15.13"),
        )
        .within(1),
        Event::SurplusSpecial { who, card } => Line::new(
            format!("{} has used up {} for a special order.", name(who), card.name()),
            rule!("SC-3.12"),
        )
        .within(1),
        Event::ScrappedUnit { who, unit, area } => at(
            area,
            format!("{} destroys a {} of their own in {}.", name(who), unit_name(unit), area_name(area)),
            rule!("SC-1.15"),
        )
        .within(1),
        Event::ScrappedBase { who, area } => at(
            area,
            format!("{} destroys their own base in {}.", name(who), area_name(area)),
            rule!("SC-1.15"),
        )
        .within(1),
        Event::ScrappedTransport { who, planets } => Line::new(
            format!("{} destroys a transport of their own, {}.", name(who), ends(planets)),
            rule!("SC-1.15"),
        )
        .within(1),

        Event::ForceMined { who, area } => {
            at(area, format!("{} force mines {}.", name(who), area_name(area)), rule!("SC-5.10")).within(1)
        }
        Event::Exhausted { who, area, workers } => at(
            area,
            format!(
                "{} loses the card of {}; {} become unavailable.",
                name(who),
                area_name(area),
                count(workers, "worker")
            ),
            rule!("SC-5.12"),
        )
        .within(1),
        Event::BoughtWorker { who } => {
            Line::new(format!("{} builds a worker.", name(who)), rule!("SC-6.3")).within(1)
        }
        Event::BoughtTransport { who, route, planets } => {
            Line::new(format!("{} builds a transport, {}.", name(who), ends(planets)), rule!("SC-6.9"))
                .about(format!("route:{route}"))
                .within(1)
        }
        Event::BoughtUnit { who, unit, area } => at(
            area,
            format!("{} builds {} in {}.", name(who), a_unit(unit), area_name(area)),
            rule!("SC-6.7"),
        )
        .within(1),
        Event::Morphed { who, unit, area, consumed, n } => at(
            area,
            format!(
                "{} turns {n} {} into {} in {}.",
                name(who),
                unit_name(consumed),
                a_unit(unit),
                area_name(area)
            ),
            rule!("SC-6.20"),
        )
        .within(1),
        Event::BoughtBuilding { who, building, level } => Line::new(
            format!("{} builds {} {level}.", name(who), crate::data::data().building_name(building)),
            rule!("SC-6.11"),
        )
        .within(1),
        Event::BoughtModule { who, module } => Line::new(
            format!("{} builds the module {}.", name(who), crate::data::data().module(module).name),
            rule!("SC-6.12"),
        )
        .within(1),
        Event::BoughtBase { who, area } => {
            at(area, format!("{} founds a base in {}.", name(who), area_name(area)), rule!("SC-6.16"))
                .within(1)
        }
        Event::BoughtTech { who, tech } => {
            Line::new(format!("{} announces the technology {}.", name(who), tech.name()), rule!("SC-8.3"))
                .within(1)
        }
        Event::ShuffledIn { who, tech, n } => Line::new(
            format!(
                "{} shuffles {} of {} and the discard pile into the deck.",
                name(who),
                count(n, "card"),
                tech.name()
            ),
            rule!("SC-8.4"),
        )
        .within(1),
        Event::TookTechCard { who, tech } => {
            Line::new(format!("{} takes a copy of {} into hand.", name(who), tech.name()), rule!("SC-8.9"))
                .within(1)
        }

        Event::Drew { who, cards: ref faces } => {
            Line::new(format!("{} draws {}.", name(who), cards(faces)), rule!("SC-8.12")).within(2)
        }
        Event::DrewHidden { who, n } => {
            Line::new(format!("{} draws {}.", name(who), count(n, "combat card")), rule!("SC-8.12")).within(2)
        }
        Event::Reshuffled { who } => {
            Line::new(format!("{} shuffles the discard pile into a new deck.", name(who)), rule!("SC-8.11"))
                .within(2)
        }

        Event::Moved { who, unit, from, to } => at(
            to,
            format!("{} moves {} from {} to {}.", name(who), a_unit(unit), area_name(from), area_name(to)),
            rule!("SC-7.2"),
        )
        .within(1),
        Event::Recalled { who, unit, from, to } => at(
            to,
            format!("{} recalls {} from {} to {}.", name(who), a_unit(unit), area_name(from), area_name(to)),
            rule!("SC-7.18"),
        )
        .within(1),
        Event::LiftedOff { who, to } => {
            at(to, format!("The base of {} lifts off for {}.", name(who), area_name(to)), rule!("SC-7.14"))
                .within(1)
        }

        Event::BattleBegins { who, against, area, ref units, ref enemies } => at(
            area,
            format!(
                "{} attacks {} in {}: {} against {}.",
                name(who),
                name(against),
                area_name(area),
                unit_list(units),
                unit_list(enemies)
            ),
            rule!("SC-9.1"),
        )
        .within(1),
        Event::Used { who, tech } => Line::new(
            format!("{} uses {} at the start of the battle.", name(who), tech.name()),
            rule!("SC-9.4"),
        )
        .within(2),
        Event::UsedEvent { who, card } => {
            Line::new(format!("{} uses the event {}.", name(who), card.name()), rule!("SC-9.4")).within(2)
        }
        Event::SawHand { who, of, cards: ref faces } => Line::new(
            format!("{} sees the hand of {}: {}.", name(who), name(of), cards(faces)),
            rule!("SC-9.4"),
        )
        .within(2),
        Event::SawHandHidden { who, of } => {
            Line::new(format!("{} looks at the hand of {}.", name(who), name(of)), rule!("SC-9.4")).within(2)
        }
        Event::Sacrificed { who, unit } => {
            let what = unit.map_or("a worker".into(), a_unit);
            Line::new(format!("{} consumes {what}.", name(who)), rule!("SC-9.4")).within(2)
        }
        Event::Paired { skirmish, who, unit, against, enemy } => Line::new(
            format!(
                "Skirmish {}: the {} of {} against the {} of {}.",
                skirmish + 1,
                unit_name(unit),
                name(who),
                unit_name(enemy),
                name(against)
            ),
            rule!("SC-9.7"),
        )
        .about(format!("skirmish:{skirmish}"))
        .within(2),
        Event::Supports { who, unit, skirmish } => Line::new(
            format!("{}: {} supports skirmish {}.", name(who), a_unit(unit), skirmish + 1),
            rule!("SC-9.11"),
        )
        .about(format!("skirmish:{skirmish}"))
        .within(2),
        Event::Placed { who, skirmish, standard, deck, reinforcement } => {
            let first = match (standard, deck) {
                (Some(face), true) => format!("the deck top {}", face_name(face)),
                (Some(face), false) => face_name(face),
                (None, true) => "the unseen deck top".into(),
                (None, false) => "nothing".into(),
            };
            let second = reinforcement.map_or(String::new(), |f| format!(" with {}", face_name(f)));
            Line::new(
                format!("{} lays {first}{second} in skirmish {}.", name(who), skirmish + 1),
                rule!("SC-9.12"),
            )
            .about(format!("skirmish:{skirmish}"))
            .within(2)
        }
        Event::PlacedHidden { who, skirmish, deck, cards } => {
            let what = if deck { "the deck top".into() } else { count(cards, "card") };
            Line::new(
                format!("{} lays {what} face down in skirmish {}.", name(who), skirmish + 1),
                rule!("SC-9.13"),
            )
            .about(format!("skirmish:{skirmish}"))
            .within(2)
        }
        Event::SkirmishBegins { skirmish, area } => {
            at(area, format!("Skirmish {} is resolved.", skirmish + 1), rule!("SC-9.17")).within(2)
        }
        Event::Shows { who, standard, reinforcement, shields } => {
            let first = standard.map_or("no card".into(), face_name);
            let second = match reinforcement {
                Some(_) if shields => " and Shields".into(),
                Some(face) => format!(" and {}", face_name(face)),
                None => String::new(),
            };
            Line::new(format!("{} shows {first}{second}.", name(who)), rule!("SC-9.17")).within(3)
        }
        Event::Replaced { who, face } => {
            let what = face.map_or("a blank card, for no standard card is left".into(), face_name);
            Line::new(format!("{} uses {what} instead.", name(who)), rule!("SC-9.18")).within(3)
        }
        Event::DoesNotCount { who, face } => Line::new(
            format!("{} of {} matches no unit and is discarded.", face_name(face), name(who)),
            rule!("SC-9.19"),
        )
        .within(3),
        Event::Cancelled { who, face } => {
            Line::new(format!("{} of {} is cancelled.", face_name(face), name(who)), rule!("SC-10.7"))
                .within(3)
        }
        Event::Strength { who, unit, attack, health, ref parts } => Line::new(
            format!(
                "The {} of {} has attack {attack} and health {health}: {}.",
                unit_name(unit),
                name(who),
                reasons::sum_words(parts)
            ),
            rule!("SC-9.24"),
        )
        .within(3),
        Event::Strikes { who, enough } => {
            let text = if enough { "has" } else { "lacks" };
            Line::new(format!("{} {text} sufficient strength.", name(who)), rule!("SC-9.28")).within(3)
        }
        Event::Destroyed { who, unit, .. } => {
            Line::new(format!("{} of {} is destroyed.", big_a_unit(unit), name(who)), rule!("SC-9.29"))
                .within(3)
        }
        Event::Withdrew { who, unit, area } => at(
            area,
            format!("The cloaked {} of {} withdraws to {}.", unit_name(unit), name(who), area_name(area)),
            rule!("SC-10.1"),
        )
        .within(3),
        Event::SelfDestructed { who } => {
            Line::new(format!("The Scourge of {} destroys itself.", name(who)), rule!("SC-9.34")).within(3)
        }
        Event::EndOfStep { who, face } => Line::new(
            format!("{} of {} strikes at the end of the step.", face_name(face), name(who)),
            rule!("SC-9.34"),
        )
        .within(3),
        Event::ReturnedToTech { who, tech } => Line::new(
            format!("{} returns to the technology deck of {}.", tech.name(), name(who)),
            rule!("SC-10.10"),
        )
        .within(3),
        Event::SplashTriggered { who, face } => Line::new(
            format!("The splash of {} of {} is triggered.", face_name(face), name(who)),
            rule!("SC-9.37"),
        )
        .within(3),
        Event::Splashed { who, unit, .. } => {
            Line::new(format!("{} loses {} to splash.", name(who), a_unit(unit)), rule!("SC-9.40")).within(2)
        }
        Event::CalledOff { who, area } => at(
            area,
            format!("{} calls the battle off and leaves for {}.", name(who), area_name(area)),
            rule!("SC-13.12"),
        )
        .within(2),
        Event::Retreated { who, ref units, area, .. } => at(
            area,
            format!("{} retreats to {}: {}.", name(who), area_name(area), unit_list(units)),
            rule!("SC-9.51"),
        )
        .within(2),
        Event::LostInRetreat { who, unit, .. } => Line::new(
            format!("{} of {} finds no room and is destroyed.", big_a_unit(unit), name(who)),
            rule!("SC-9.52"),
        )
        .within(2),
        Event::BattleEnds { area, winner } => {
            let text = match winner {
                Some(winner) => format!("{} holds {} after the battle.", name(winner), area_name(area)),
                None => format!("Nobody is left in {} after the battle.", area_name(area)),
            };
            at(area, text, rule!("SC-9.54")).within(2)
        }
        Event::Regenerates { who } => {
            Line::new(format!("{} regenerates.", name(who)), rule!("SC-11.13")).within(2)
        }

        Event::Regrouping => Line::new("The Regrouping Phase begins.", rule!("SC-12.1")),
        Event::BaseDestroyed { who, area } => at(
            area,
            format!("The base of {} in {} is destroyed.", name(who), area_name(area)),
            rule!("SC-12.2"),
        )
        .within(1),
        Event::TransportDestroyed { who, planets } => Line::new(
            format!("A cut-off transport of {} is lost, {}.", name(who), ends(planets)),
            rule!("SC-12.3"),
        )
        .within(1),
        Event::CardLost { who, area, workers } => {
            let with =
                if workers > 0 { format!(" with {}", count(workers, "worker")) } else { String::new() };
            at(area, format!("{} loses the card of {}{with}.", name(who), area_name(area)), rule!("SC-12.6"))
                .within(1)
        }
        Event::CardGained { who, area } => {
            at(area, format!("{} gains the card of {}.", name(who), area_name(area)), rule!("SC-12.8"))
                .within(1)
        }
        Event::WorkersBack { who, n } => {
            Line::new(format!("{} retrieves {}.", name(who), count(n, "worker")), rule!("SC-12.12")).within(1)
        }
        Event::Points { who, n, total } => Line::new(
            format!("{} gains {} and has {total}.", name(who), count(n, "conquest point")),
            rule!("SC-12.13"),
        )
        .within(1),
        Event::LooksAtEvents { who, cards: ref kinds } => {
            Line::new(format!("{} looks at {}.", name(who), events(kinds)), rule!("SC-13.1")).within(1)
        }
        Event::PlaysEvent { who, card } => {
            Line::new(format!("{} plays {}.", name(who), card.name()), rule!("SC-13.2")).within(1)
        }
        Event::HoldsEvent { who, card } => {
            Line::new(format!("{} puts {} into the play area.", name(who), card.name()), rule!("SC-13.3"))
                .within(2)
        }
        Event::PlaysNone { who } => {
            Line::new(format!("{} plays no event card.", name(who)), rule!("SC-13.4")).within(1)
        }
        Event::EventsDiscarded { who, cards: ref kinds } => {
            Line::new(format!("{} shows and discards {}.", name(who), events(kinds)), rule!("SC-13.2"))
                .within(1)
        }
        Event::EndDrawsNear { who, n } => Line::new(
            format!("{} plays {}: the end draws near.", name(who), count(n, "End card")),
            rule!("SC-13.5"),
        )
        .within(1),
        Event::Workers { who, n } => Line::new(
            format!("{} puts {} into the pool.", name(who), count(n, "new worker")),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::Deployed { who, unit, area } => at(
            area,
            format!("{} deploys {} in {}.", name(who), a_unit(unit), area_name(area)),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::ZMoved { who, from, to } => Line::new(
            format!(
                "{} moves a z-axis end from {} to {}.",
                name(who),
                planet_name(from.planet),
                planet_name(to.planet)
            ),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::LostToObservers { who, of, face } => Line::new(
            format!("{} makes {} discard {}.", name(who), name(of), face_name(face)),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::Bombarded { who, area, victim } => at(
            area,
            format!("{} bombards {} in {}.", name(who), name(victim), area_name(area)),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::UnitLost { who, unit, area } => at(
            area,
            format!("{} loses {} in {}.", name(who), a_unit(unit), area_name(area)),
            rule!("SC-13.2"),
        )
        .within(2),
        Event::Depleted { area, full } => {
            let how = if full { "fully" } else { "partly" };
            at(area, format!("{} is {how} depleted.", area_name(area)), rule!("SC-5.17")).within(2)
        }
        Event::EventWithoutEffect { card } => {
            Line::new(format!("{} finds nothing to do.", card.name()), rule!("SC-13.13")).within(2)
        }
        Event::WillPlay { who, card } => {
            let what = card.map_or("no event", |card| card.name());
            Line::new(format!("{} will play {what}.", name(who)), rule!("SC-13.2")).within(1)
        }
        Event::WillDiscard { who, face } => {
            Line::new(format!("{} will discard {}.", name(who), face_name(face)), rule!("SC-12.16")).within(1)
        }
        Event::Discarded { who, cards: ref faces } => {
            Line::new(format!("{} discards {}.", name(who), cards(faces)), rule!("SC-12.16")).within(1)
        }
        Event::TokenPassed { to } => {
            Line::new(format!("The first-player token goes to {}.", name(to)), rule!("SC-12.17")).within(1)
        }

        Event::Eliminated { who } => Line::new(format!("{} is eliminated.", name(who)), rule!("SC-14.14")),
        Event::Conceded { who, leaves } => {
            let leaves = if leaves { " All bases and units leave the board." } else { "" };
            Line::new(format!("{} gives up.{leaves}", name(who)), rule!("SC-14.21"))
        }
        Event::Over { ref winners, how } => {
            let names: Vec<String> = winners.iter().map(|w| name(*w).to_string()).collect();
            let (why, rule) = match how {
                How::Normal => ("by conquest points", rule!("SC-14.1")),
                How::Special => ("by the special objective", rule!("SC-14.5")),
                How::EndGame => ("as the end draws near", rule!("SC-14.10")),
                How::Aldaris => ("as the end draws near with Aldaris in the game", rule!("SC-14.11")),
                How::Last => ("as the last one standing", rule!("SC-14.16")),
                How::Together => ("though all fell at once", rule!("SC-14.19")),
                How::Limit => ("at the round limit", rule!("SC-14.20")),
                How::Conceded => ("because nobody else goes on", rule!("SC-14.21")),
            };
            let wins = if names.len() == 1 { "wins" } else { "win" };
            Line::new(format!("{} {wins} {why}.", and_list(&names)), rule)
        }
    }
}
