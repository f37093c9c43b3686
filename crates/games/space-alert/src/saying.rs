//! Talking about the plan (SA-3.11, SA-3.36): what a crew member tells the others of its board, in few words.

use crate::{Act, Kind, Station, Zone, script::Lesson};

/// The stations that the news speak of.
pub(crate) fn stations(program: &[Act; 12], news: &[bool; 12]) -> impl Iterator<Item = Station> {
    let deeds = deeds(program, news);
    Station::ALL.into_iter().filter(move |at| deeds.iter().any(|d| d.at == *at))
}

/// Something to be done, and in which turns.
struct Deed {
    at: Station,
    what: String,
    turns: Vec<usize>,
}

/// The actions among the news, each with the turns in which it is done one after the other.
fn deeds(program: &[Act; 12], news: &[bool; 12]) -> Vec<Deed> {
    let mut at = Station::UW;
    let mut deeds: Vec<Deed> = Vec::new();
    for (t, &act) in program.iter().enumerate() {
        at = after(at, act);
        let Some(what) = words(act, at).filter(|_| news[t]) else { continue };
        match deeds.iter_mut().find(|d| d.at == at && d.what == what) {
            Some(deed) => deed.turns.push(t + 1),
            None => deeds.push(Deed { at, what, turns: vec![t + 1] }),
        }
    }
    deeds
}

/// The actions of a program that do nothing as far as its owner can tell: a symbol that the lesson has no use for, or battlebots
/// that nobody has fetched. There is nothing to be told of them.
pub(crate) fn idle(program: &[Act; 12], lesson: Lesson) -> [bool; 12] {
    let (mut at, mut squad) = (Station::UW, false);
    program.map(|act| {
        at = after(at, act);
        if act == Act::C {
            squad |= lesson.battlebots() && matches!(at, Station::UB | Station::LR);
            return match at {
                Station::UW => !lesson.maintenance(),
                Station::LB => !lesson.rockets(),
                Station::UB | Station::LR | Station::UR => !lesson.battlebots(),
                Station::LW => !lesson.visual(),
            };
        }
        matches!(act, Act::Bots | Act::HeroBots) && !squad
    })
}

/// Where a movement leads, if nothing comes in between.
pub(crate) fn after(at: Station, act: Act) -> Station {
    if let Act::HeroMove(to) = act {
        to
    } else if act == Act::Red {
        at.left().unwrap_or(at)
    } else if act == Act::Blue {
        at.right().unwrap_or(at)
    } else if act == Act::Lift {
        at.other_deck()
    } else {
        at
    }
}

/// What an action does in a station, as somebody would say it; nothing for movements.
fn words(act: Act, at: Station) -> Option<String> {
    let zone = at.zone();
    let plain = match act {
        Act::Empty | Act::Red | Act::Blue | Act::Lift | Act::HeroMove(_) => return None,
        Act::A | Act::HeroA => match (at.is_upper(), zone) {
            (true, _) => format!("fire the {zone} laser"),
            (false, Zone::White) => "fire the pulse cannon".into(),
            (false, Zone::Red | Zone::Blue) => format!("fire the light {zone} laser"),
        },
        Act::B | Act::HeroB => match (at.is_upper(), zone) {
            (true, _) => format!("raise the {zone} shield"),
            (false, Zone::White) => "refuel".into(),
            (false, Zone::Red | Zone::Blue) => format!("fill the {zone} reactor"),
        },
        Act::C => match at {
            Station::UR => "take off".into(),
            Station::UW => "serve the computer".into(),
            Station::UB | Station::LR => "see to the battlebots".into(),
            Station::LW => "look out of the window".into(),
            Station::LB => "launch a rocket".into(),
        },
        Act::Bots | Act::HeroBots => "send the battlebots".into(),
    };
    Some(if act.is_heroic() { format!("heroically {plain}") } else { plain })
}

/// The news in a sentence, or the hand if nothing else is new: *I fire the red laser on 3 and 4, and raise the red shield on 5.*
pub(crate) fn phrase(program: &[Act; 12], news: &[bool; 12], hand: &[Kind]) -> String {
    if !news.contains(&true) {
        let cards: Vec<&str> = hand.iter().map(|card| card.id()).collect();
        return if cards.is_empty() {
            "My hand is empty.".into()
        } else {
            format!("I hold {}.", cards.join(", "))
        };
    }
    let deeds = deeds(program, news);
    if deeds.is_empty() {
        // Only steps: where they lead is what matters.
        let end = (0..12).rev().find(|&t| news[t]);
        let at = program.iter().take(end.map_or(0, |t| t + 1)).fold(Station::UW, |at, &act| after(at, act));
        return match end {
            Some(t) => format!("I am at {} on {}.", at.name(), t + 1),
            None => "I have changed my plan.".into(),
        };
    }
    let parts: Vec<String> = deeds.iter().map(|d| format!("{} on {}", d.what, list(&d.turns))).collect();
    match parts.split_last() {
        Some((last, [])) => format!("I {last}."),
        Some((last, rest)) => format!("I {}, and {last}.", rest.join(", ")),
        None => String::new(),
    }
}

fn list(turns: &[usize]) -> String {
    let words: Vec<String> = turns.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(program: &str, news: &[usize]) -> String {
        let mut acts = [Act::Empty; 12];
        for (slot, word) in acts.iter_mut().zip(program.split_whitespace()) {
            *slot = Act::parse(word).unwrap();
        }
        let mut flags = [false; 12];
        news.iter().for_each(|&t| flags[t - 1] = true);
        phrase(&acts, &flags, &[])
    }

    #[track_caller]
    fn nothing(program: &str, lesson: Lesson) -> Vec<usize> {
        let mut acts = [Act::Empty; 12];
        for (slot, word) in acts.iter_mut().zip(program.split_whitespace()) {
            *slot = Act::parse(word).unwrap();
        }
        let idle = idle(&acts, lesson);
        (1..=12).filter(|t| idle[t - 1]).collect()
    }

    #[test]
    fn what_does_nothing_is_not_told() {
        assert_eq!(nothing("C A C", Lesson::TestRun), [1, 3], "no computer in a test run");
        assert_eq!(nothing("C A C", Lesson::Simulation), [0; 0]);
        assert_eq!(nothing("BLUE BOT BOT", Lesson::Advanced), [2, 3], "nobody has fetched a squad");
        assert_eq!(nothing("BLUE C BOT", Lesson::Advanced), [0; 0]);
        assert_eq!(nothing("BLUE C BOT", Lesson::Simulation), [2, 3], "no battlebots in a simulation");
    }

    #[test]
    fn plans_are_told_in_few_words() {
        assert_eq!(
            says("RED . A A B", &[1, 3, 4, 5]),
            "I fire the red laser on 3 and 4, and raise the red shield on 5."
        );
        assert_eq!(says("LIFT BLUE C . C C", &[3, 5, 6]), "I launch a rocket on 3, 5 and 6.");
        assert_eq!(says("RED LIFT", &[1, 2]), "I am at lower red on 2.");
        assert_eq!(says("M:LW H_A", &[1, 2]), "I heroically fire the pulse cannon on 2.");
        assert_eq!(says("A C", &[2]), "I serve the computer on 2.");
    }
}
