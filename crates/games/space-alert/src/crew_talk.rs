//! Requests among the crew (SA-3.11): what one may ask of another, what a bot answers, and how it keeps to it. They are words
//! and nothing more: no rule knows them, and while communication is down nobody speaks (SA-3.26).

use crate::{
    Act, Half, Kind, Placed, Station, Zone, phase_of,
    questions::{Action, Data, EndRound, Program, Sandbox, Say, Wait},
    resolve, saying,
    state::{Beacon, Planning, SpaceAlert, Stage},
    turns_of,
    view::{StageView, View},
};
use klaxon_core::{Heed, Request, Seat};

/// What somebody may be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// The computer, in a phase from 0.
    Serve(usize),
    /// The heavy laser of a zone, in a turn.
    Shoot(Zone, u8),
    /// To be somewhere when a phase ends, from 0.
    Go(Station, usize),
    /// A card with this symbol, in a data transfer.
    Give(Act),
}

/// Symbols that one may ask for.
const SYMBOLS: [(Act, &str); 7] = [
    (Act::A, "an A"),
    (Act::B, "a B"),
    (Act::C, "a C"),
    (Act::Bots, "a battlebots card"),
    (Act::Red, "a red arrow"),
    (Act::Blue, "a blue arrow"),
    (Act::Lift, "a gravolift"),
];

impl Wanted {
    fn read(words: &str) -> Option<Wanted> {
        let mut parts = words.split_whitespace();
        let (verb, what) = (parts.next()?, parts.next()?);
        let zone = |word: &str| Zone::ALL.into_iter().find(|zone| zone.to_string() == word);
        let phase = |word: &str| word.parse::<usize>().ok()?.checked_sub(1).filter(|phase| *phase < 3);
        let wanted = match verb {
            "serve" => Wanted::Serve(phase(what)?),
            "shoot" => {
                let turn = parts.next()?.parse().ok().filter(|turn| (1..=12).contains(turn))?;
                Wanted::Shoot(zone(what)?, turn)
            }
            "go" => {
                let at = Station::ALL.into_iter().find(|at| at.word() == what)?;
                Wanted::Go(at, phase(parts.next()?)?)
            }
            "give" => Wanted::Give(Act::parse(what).filter(|act| SYMBOLS.iter().any(|(of, _)| of == act))?),
            _ => return None,
        };
        parts.next().is_none().then_some(wanted)
    }

    fn request(self) -> Request {
        let (words, text, group) = match self {
            Wanted::Serve(phase) => {
                let n = phase + 1;
                (format!("serve {n}"), format!("Serve the computer in phase {n}"), "Computer")
            }
            Wanted::Shoot(zone, turn) => {
                (format!("shoot {zone} {turn}"), format!("Shoot {zone} on {turn}"), "Fire")
            }
            Wanted::Go(at, phase) => {
                (format!("go {} {}", at.word(), phase + 1), format!("Go to {}", at.name()), "Places")
            }
            Wanted::Give(act) => {
                let name = SYMBOLS.iter().find(|(of, _)| *of == act).map_or("a card", |(_, name)| name);
                (format!("give {}", act.word()), format!("Give me {name}"), "Cards")
            }
        };
        Request { words, text, group: group.into() }
    }
}

/// What the viewer may ask of the crew: only while he plans with others and can speak.
pub(crate) fn requests(view: &View) -> Vec<Request> {
    let StageView::Planning(plan) = &view.stage else { return Vec::new() };
    let Some(own) = view.own().filter(|_| !view.solo && !plan.silent && view.crew.len() > 1) else {
        return Vec::new();
    };
    let phase = usize::from(own.phase.max(1)) - 1;
    let mut wanted: Vec<Wanted> = (phase..3)
        .filter(|phase| plan.lesson.maintenance() && *turns_of(*phase).start() <= plan.lesson.last_turn())
        .map(Wanted::Serve)
        .collect();
    let threatened = |zone: Zone| plan.threats.iter().any(|(_, _, place)| place.zone() == Some(zone));
    for zone in Zone::ALL.into_iter().filter(|zone| threatened(*zone)) {
        wanted.extend(turns_of(phase).map(|turn| Wanted::Shoot(zone, turn)));
    }
    wanted.extend(SYMBOLS.map(|(act, _)| Wanted::Give(act)));
    wanted.extend(Station::ALL.map(|at| Wanted::Go(at, phase)));
    wanted.into_iter().map(Wanted::request).collect()
}

/// A marker asks for somebody to be in its station, or to shoot at its trajectory (SA-3.35).
pub(crate) fn requested(view: &View, action: &Action) -> Option<Request> {
    let Action::Sandbox(Sandbox::Mark(Some(at))) = *action else { return None };
    let own = view.own()?;
    let phase = usize::from(own.phase.max(1)) - 1;
    let wanted = match at {
        Beacon::Station(at) => Wanted::Go(at, phase),
        Beacon::Square(place, _) => {
            let zone = place.zone()?;
            Wanted::Shoot(zone, *turns_of(phase).end())
        }
    };
    Some(wanted.request())
}

/// Of the ways to do what is asked so many are flown in the head.
const MOST_FLOWN: u32 = 6000;

/// Cards laid on the spaces of one crew member.
type Laid = Vec<(u8, Option<Placed>)>;

impl SpaceAlert {
    /// What a bot does about a request.
    pub(crate) fn heeded(&self, seat: Seat, by: Seat, words: &str) -> Option<Heed<Action>> {
        let wanted = Wanted::read(words)?;
        let Stage::Planning(plan) = &self.stage else { return None };
        let place = self.place_of(seat)?;
        let no = |says: String| Some(Heed { follows: false, series: Vec::new(), says });
        let later = |says: String| Some(Heed { follows: true, series: Vec::new(), says });
        let phase = usize::from(plan.desks[seat.index()].phase.max(1)) - 1;
        let asked_in = match wanted {
            Wanted::Serve(phase) | Wanted::Go(_, phase) => phase,
            Wanted::Shoot(_, turn) => phase_of(turn),
            Wanted::Give(_) => phase,
        };
        if matches!(wanted, Wanted::Serve(_)) && !plan.lesson.maintenance() {
            return no("There is no computer to serve in this lesson.".into());
        }
        if asked_in < phase {
            return no(format!("Phase {} is over.", asked_in + 1));
        }
        if asked_in > phase {
            return later(format!("Phase {} has not begun: I keep it in mind.", asked_in + 1));
        }
        if let Wanted::Give(act) = wanted {
            return Some(self.gift(seat, by, act, plan));
        }
        if self.is_met(plan, place, wanted) {
            return later("That is on my board already.".into());
        }
        match self.way(seat, place, plan, wanted) {
            Some(mut series) => {
                let mut after = self.clone();
                series.retain(|action| after.follow(seat, action));
                if after.follow(seat, &Say::Say.into()) {
                    series.push(Say::Say.into());
                }
                let Stage::Planning(then) = &after.stage else { return None };
                if !after.is_met(then, place, wanted) {
                    return no(self.why_not(plan, seat, place, wanted));
                }
                let (program, before) = (then.to_tell(place), plan.to_tell(place));
                let news = std::array::from_fn(|t| program[t] != before[t]);
                let says = saying::phrase(&program, &news, &[]);
                Some(Heed { follows: true, series, says: format!("Yes. {says}") })
            }
            None => no(self.why_not(plan, seat, place, wanted)),
        }
    }

    /// A card for somebody: now, if cards can be given, else in the next data transfer.
    fn gift(&self, seat: Seat, by: Seat, act: Act, plan: &Planning) -> Heed<Action> {
        let name = SYMBOLS.iter().find(|(of, _)| *of == act).map_or("a card", |(_, name)| name);
        let desk = &plan.desks[seat.index()];
        let fits = |card: &Kind| !card.is_heroic() && Half::ALL.iter().any(|half| card.act(*half) == act);
        if plan.gifts.iter().any(|gift| gift.from == seat && gift.to == by && fits(&gift.card)) {
            return Heed { follows: true, series: Vec::new(), says: "You have one from me.".into() };
        }
        let Some(card) = desk.hand.iter().copied().find(fits) else {
            return Heed {
                follows: false,
                series: Vec::new(),
                says: format!("I cannot: I hold no card with {name}."),
            };
        };
        let give = Action::from(Data::Give { card, to: by });
        let mut after = self.clone();
        let mut series = reopen();
        series.retain(|action| after.follow(seat, action));
        if after.follow(seat, &give) {
            series.push(give);
            return Heed { follows: true, series, says: format!("Here is {name}.") };
        }
        let says = format!("I keep {name} for you until the next data transfer.");
        Heed { follows: true, series: Vec::new(), says }
    }

    /// Does the crew member do what is asked, as its board lies?
    fn is_met(&self, plan: &Planning, place: usize, wanted: Wanted) -> bool {
        let program = plan.to_tell(place);
        match wanted {
            // The check comes after the second turn of a phase, or the first two of it (SA-10.1).
            Wanted::Serve(phase) => {
                let first = *turns_of(phase).start();
                (first..first + 2).any(|turn| does(&program, turn, Station::UW, Act::C))
            }
            Wanted::Shoot(zone, turn) => {
                [Act::A, Act::HeroA].iter().any(|act| does(&program, turn, upper(zone), *act))
            }
            Wanted::Go(at, phase) => stands(&program, *turns_of(phase).end()) == at,
            Wanted::Give(_) => false,
        }
    }

    /// The decisions that lay what is asked: of all ways with the cards at hand the one that harms the mission least.
    fn way(&self, seat: Seat, place: usize, plan: &Planning, wanted: Wanted) -> Option<Vec<Action>> {
        let phase = usize::from(plan.desks[seat.index()].phase.max(1)) - 1;
        let turns: Vec<u8> = turns_of(phase).filter(|turn| *turn <= plan.lesson.last_turn()).collect();
        let laid = |turn: u8| plan.boards[place][usize::from(turn) - 1];
        let mut cards = plan.desks[seat.index()].hand.clone();
        cards.extend(turns.iter().filter_map(|turn| laid(*turn).map(|placed| placed.card)));
        let mut best: Option<(i32, Laid)> = None;
        let mut left = MOST_FLOWN;
        let mut mission = self.mission(plan);
        let mut trial = plan.clone();
        each_way(&turns, &mut cards, &mut Vec::new(), &mut |way: &Laid| {
            for (turn, placed) in way {
                trial.boards[place][usize::from(*turn) - 1] = *placed;
            }
            if left == 0 || !self.is_met(&trial, place, wanted) {
                return;
            }
            left -= 1;
            for (turn, placed) in way {
                mission.crew[place][usize::from(*turn) - 1] = placed.map_or(crate::Slot::EMPTY, Placed::slot);
            }
            // What lies already is better left alone.
            let moved = way.iter().filter(|(turn, placed)| laid(*turn) != *placed).count() as i32;
            let worth = crate::instinct::worth(&resolve(&mission)) * 4 - moved;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, way.clone()));
            }
        });
        let (_, way) = best?;
        let mut series = reopen();
        let changed = || way.iter().filter(|(turn, placed)| laid(*turn) != *placed);
        let taken = changed().filter(|(turn, _)| laid(*turn).is_some());
        series.extend(taken.map(|(turn, _)| Action::from(Program::TakeBack(*turn))));
        series.extend(changed().filter_map(|(turn, placed)| {
            let Placed { card, half } = (*placed)?;
            Some(Action::from(Program::Place { turn: *turn, card, half }))
        }));
        Some(series)
    }

    fn why_not(&self, plan: &Planning, seat: Seat, place: usize, wanted: Wanted) -> String {
        let phase = usize::from(plan.desks[seat.index()].phase.max(1)) - 1;
        let laid =
            turns_of(phase).filter_map(|turn| plan.boards[place][usize::from(turn) - 1]).map(|p| p.card);
        let mut cards = plan.desks[seat.index()].hand.iter().copied().chain(laid);
        let mut has = |act: Act| cards.any(|card| Half::ALL.iter().any(|half| card.act(*half) == act));
        match wanted {
            Wanted::Serve(_) if !has(Act::C) => "I cannot: I hold no C.".into(),
            Wanted::Shoot(..) if !has(Act::A) => "I cannot: I hold no A.".into(),
            Wanted::Serve(_) | Wanted::Shoot(..) | Wanted::Go(..) | Wanted::Give(_) => {
                "I cannot: my cards do not take me there in time.".into()
            }
        }
    }

    /// A plan that keeps to what others have asked, as far as that goes: what it leaves out is laid after it.
    pub(crate) fn keep_to(&self, seat: Seat, series: Vec<Action>, asked: &[(Seat, String)]) -> Vec<Action> {
        let ends = |action: &Action| {
            [Action::from(Say::Say), Wait::Wait.into(), EndRound::EndRound(true).into()].contains(action)
        };
        let cut = series.iter().position(ends).unwrap_or(series.len());
        let (first, last) = series.split_at(cut);
        let mut after = self.clone();
        let mut kept: Vec<Action> =
            first.iter().copied().filter(|action| after.follow(seat, action)).collect();
        for (by, words) in asked {
            let Some(heed) = after.heeded(seat, *by, words) else { continue };
            for action in heed.series.iter().filter(|action| !ends(action)) {
                if after.follow(seat, action) {
                    kept.push(*action);
                }
            }
        }
        if kept.len() > cut && !last.contains(&Say::Say.into()) && after.follow(seat, &Say::Say.into()) {
            kept.push(Say::Say.into());
        }
        kept.extend_from_slice(last);
        kept
    }
}

/// Whoever waits, or has agreed to end the round, plans on for it (SA-3.10).
fn reopen() -> Vec<Action> {
    vec![Wait::Wake.into(), EndRound::EndRound(false).into()]
}

/// The upper station of a zone.
fn upper(zone: Zone) -> Station {
    Station::ALL.into_iter().find(|at| at.is_upper() && at.zone() == zone).unwrap_or(Station::UW)
}

/// Where somebody stands after a turn, if nothing gets in the way.
fn stands(program: &[Act; 12], turn: u8) -> Station {
    program.iter().take(usize::from(turn)).fold(Station::UW, |at, &act| saying::after(at, act))
}

fn does(program: &[Act; 12], turn: u8, at: Station, act: Act) -> bool {
    program[usize::from(turn) - 1] == act && stands(program, turn) == at
}

/// Every way to lay cards on these spaces, empty spaces included.
fn each_way(turns: &[u8], cards: &mut Vec<Kind>, way: &mut Laid, found: &mut dyn FnMut(&Laid)) {
    let Some((turn, rest)) = turns.split_first() else { return found(way) };
    way.push((*turn, None));
    each_way(rest, cards, way, found);
    way.pop();
    for i in 0..cards.len() {
        let card = cards[i];
        // The same card twice is the same way.
        if cards[..i].contains(&card) {
            continue;
        }
        cards.remove(i);
        for half in Half::ALL {
            way.push((*turn, Some(Placed { card, half })));
            each_way(rest, cards, way, found);
            way.pop();
        }
        cards.insert(i, card);
    }
}
