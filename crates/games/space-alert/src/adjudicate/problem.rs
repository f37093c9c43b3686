//! A mission to be solved: the same file, in which the programs may be missing and hands may be known.

use super::{
    Case, Mistake, Report, judge,
    read::{CREWS, HANDS, MEMBERS, Reader, bare, get, parse, words_of},
};
use crate::{
    Act, CREW, Kind, Slot, TURNS, Voyage,
    solve::{Card, Group, Heroic, Problem, Programs, Supply},
};
use serde_json::{Map, Value};

/// A mission to be solved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What is known and what may be planned.
    pub problem: Problem,
    /// Were programs written down? They are in the problem's world.
    pub written: bool,
    /// The mission as it was written.
    pub case: Case,
    /// What was filled in for the writer.
    pub notes: Vec<String>,
}

/// A mission with its programs filled in.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The programs, captain first.
    pub crew: Vec<String>,
    /// The whole file, as TOML.
    pub toml: String,
}

/// What comes of a plan, step by step.
pub fn judge_plan(problem: &Problem, programs: &Programs) -> Report {
    let mut voyage = problem.worlds[0];
    for (row, acts) in voyage.program.iter_mut().zip(programs) {
        *row = acts.map(Slot::showing);
    }
    judge(&Case { voyage, trips: Vec::new(), notes: Vec::new() })
}

/// The file that was read, with the programs of a plan in it.
pub fn fill_in(text: &str, problem: &Problem, programs: &Programs) -> Result<Filled, Mistake> {
    let mut map = parse(text)?;
    map.retain(|key, _| !CREWS.contains(&bare(key).as_str()) && !MEMBERS.contains(&bare(key).as_str()));
    let world = &problem.worlds[0];
    let last = usize::from(world.lesson.last_turn());
    let programs = programs.iter().take(usize::from(world.crew_size));
    let words = |row: &[Act; TURNS]| row[..last].iter().map(|act| act.word()).collect::<Vec<_>>().join(" ");
    let crew: Vec<String> = programs.map(words).collect();
    map.insert("crew".into(), crew.clone().into());
    let toml = toml::to_string(&map).map_err(|e| Mistake::new("", e.to_string()))?;
    Ok(Filled { crew, toml })
}

/// Reads a mission to be solved: the format of [`crate::read_case`], in which `crew` may be missing, be the number of
/// crew members, or be programs to improve on. `hands` may say which cards everybody gets: one list of card ids for
/// the whole mission, or three lists for the three phases. All mistakes are found, not only the first.
pub fn read_puzzle(text: &str) -> Result<Puzzle, Vec<Mistake>> {
    let map = parse(text).map_err(|mistake| vec![mistake])?;
    let mut reader = Reader { mistakes: Vec::new(), notes: Vec::new(), crew_optional: true };
    let case = reader.case(&map);
    let hands = reader.hands(&map);
    match case {
        Some(case) if reader.mistakes.is_empty() => {
            let voyage = case.voyage;
            let written = voyage.program.iter().flatten().any(|slot| !slot.is_empty());
            let supply = hands.map_or_else(|| whole_deck(&voyage), Supply::Hands);
            if let Supply::Hands(groups) = &supply
                && groups.len() != usize::from(voyage.crew_size)
            {
                let text = format!("{} hands for {} crew members", groups.len(), voyage.crew_size);
                return Err(vec![Mistake::new("hands", text)]);
            }
            if !case.trips.is_empty() {
                return Err(vec![Mistake::new("trips", "a plan that is looked for has no trips in it")]);
            }
            let notes = case.notes.clone();
            Ok(Puzzle { problem: Problem::known(&voyage, supply), written, case, notes })
        }
        Some(_) | None => Err(reader.mistakes),
    }
}

/// Nobody knows the hands: the deck has enough for everybody.
fn whole_deck(voyage: &Voyage) -> Supply {
    Supply::Deck([if voyage.lesson.heroics() { Heroic::Any } else { Heroic::None }; CREW])
}

impl Reader {
    /// One entry for each crew member: card ids for the whole mission, or three lists.
    fn hands(&mut self, map: &Map<String, Value>) -> Option<Vec<Group>> {
        let list = match get(map, &HANDS)? {
            Value::Array(list) => list,
            _ => {
                self.wrong("hands", "one list of cards per crew member, captain first");
                return None;
            }
        };
        let mut groups = Vec::new();
        let mut count = vec![0u8; usize::from(crate::KINDS)];
        for (i, value) in list.iter().enumerate().take(CREW) {
            let at = format!("hands[{}]", i + 1);
            let packets: Vec<&Value> = match value {
                Value::Array(packets)
                    if packets.len() <= 3
                        && packets
                            .iter()
                            .all(|p| words_of(p).is_some_and(|w| p.is_array() || w.len() > 1)) =>
                {
                    packets.iter().collect()
                }
                other => vec![other],
            };
            let mut cards = Vec::new();
            for (phase, packet) in packets.into_iter().enumerate() {
                let Some(words) = words_of(packet) else {
                    self.wrong(&at, "a list of cards such as A-RED, C-LIFT, H3, or three of them");
                    continue;
                };
                for (n, word) in words.iter().enumerate() {
                    match Kind::parse(word) {
                        Some(kind) => {
                            count[usize::from(kind.0)] += 1;
                            if count[usize::from(kind.0)] == kind.copies() + 1 {
                                let text = format!("there are only {} cards {kind}", kind.copies());
                                self.wrong(format!("{at}, card {}", n + 1), text);
                            }
                            let only = kind.is_heroic().then_some(i as u8);
                            cards.push(Card { kind, phase: phase as u8, only });
                        }
                        None => {
                            let text = format!(
                                "no card is called `{word}`: A-RED, B-BLUE, C-LIFT, BOTS-RED, H1 to H6"
                            );
                            self.wrong(format!("{at}, card {}", n + 1), text);
                        }
                    }
                }
            }
            groups.push(Group::new(1 << i, cards));
        }
        Some(groups)
    }
}
