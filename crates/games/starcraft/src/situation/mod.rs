#![doc = include_str!("../../../../../docs/situations/starcraft.md")]

mod read;
pub(crate) mod spell;
mod write;

use crate::{
    data::{Face, data},
    ids::{Area, Card, Planet, Race, Route, Slot, Unit, cards},
    questions::{Action, Asked},
    state::StarCraft,
};
use klaxon_core::{Game, Seat, Situation, Viewer};

impl Situation for StarCraft {
    fn given(clauses: &[&str]) -> Result<StarCraft, String> {
        read::read(clauses)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        let phase = self.phase_clause()?;
        let mut lines = self.lines();
        lines.push(phase);
        Some(lines)
    }

    fn seat(name: &str) -> Option<Seat> {
        read_seat(name).ok()
    }

    fn seat_word(seat: Seat) -> String {
        format!("p{}", seat.0 + 1)
    }

    fn face(_word: &str) -> Option<u32> {
        // The game has no dice.
        None
    }

    fn action(&self, seat: Seat, words: &str) -> Result<Action, String> {
        Action::read(Asked::of(self, seat), words)
            .map_err(|why| format!("{why}; asked is: {}", self.ask_word()))
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        let clause = clause.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = self.lines();
        lines.extend(self.phase_clause());
        if lines.contains(&clause) {
            return Ok(());
        }
        let words: Vec<&str> = clause.split(' ').collect();
        if let Some(verdict) = self.query(&words)? {
            return verdict.map_err(|found| format!("there is {found}"));
        }
        // Say what is written there instead: lines that begin alike.
        let shared = |line: &String| line.split(' ').zip(&words).take_while(|(a, b)| a == *b).count();
        let best = lines.iter().map(shared).max().unwrap_or(0);
        let near: Vec<&String> = lines.iter().filter(|l| best > 0 && shared(l) == best).collect();
        Err(match near[..] {
            [] => "nothing of the kind is there".into(),
            _ => format!("there is {near:?}"),
        })
    }
}

impl StarCraft {
    /// Clauses that only ask: the answer, with what is found when it is no.
    fn query(&self, words: &[&str]) -> Result<Option<Result<(), String>>, String> {
        fn same<T: PartialEq + std::fmt::Display>(found: T, wanted: T) -> Option<Result<(), String>> {
            Some(if found == wanted { Ok(()) } else { Err(found.to_string()) })
        }
        let verdict = |holds: bool, found: String| Some(if holds { Ok(()) } else { Err(found) });
        Ok(match *words {
            [area, "empty"] => {
                let area = read_area(area)?;
                verdict(self.is_empty_area(area), format!("{:?}", self.ground(area)))
            }
            [area, "fresh"] => {
                let area = read_area(area)?;
                let depletion = self.ground(area).depletion;
                verdict(depletion == crate::state::Depletion::None, format!("{depletion:?}"))
            }
            ["nobody", "card", area] => {
                let card = self.ground(read_area(area)?).card;
                verdict(card.is_none(), format!("{card:?}"))
            }
            [seat, "card", area] => {
                let card = self.ground(read_area(area)?).card;
                verdict(card == Some(read_seat(seat)?), format!("{card:?}"))
            }
            [seat, "controls", area] => {
                let area = read_area(area)?;
                verdict(self.controls(read_seat(seat)?, area), format!("{:?}", self.ground(area)))
            }
            [seat, ..] if read_seat(seat).is_ok_and(|s| s.0 >= self.n) => {
                return Err("that seat does not play".into());
            }
            [seat, "holds", n] => same(self.player(read_seat(seat)?).hand.count_ones(), number(n)?),
            [seat, "decksize", n] => same(self.player(read_seat(seat)?).deck.len() as u32, number(n)?),
            [seat, "drew", n] => same(self.player(read_seat(seat)?).drawn.len() as u32, number(n)?),
            [seat, "limit", n] => same(u32::from(self.hand_limit(read_seat(seat)?)), number(n)?),
            [seat, "resources", n] => same(u32::from(self.total_resources(read_seat(seat)?)), number(n)?),
            [seat, "cp", n] => same(u32::from(self.player(read_seat(seat)?).cp), number(n)?),
            [seat, "in"] => verdict(!self.player(read_seat(seat)?).out, "out".into()),
            [seat, "supply", unit, n] => {
                let unit = read_unit(unit)?;
                same(u32::from(self.player(read_seat(seat)?).supply[unit.slot()]), number(n)?)
            }
            [seat, "transport", route] => {
                let route = self.read_route(route)?;
                let there = self.routes[usize::from(route.0)].transports;
                verdict(there.has(read_seat(seat)?), format!("{there:?}"))
            }
            ["adjacent", a, b] => {
                let (a, b) = (read_planet(a)?, read_planet(b)?);
                verdict(self.adjacent(a, b), "no route".into())
            }
            ["stage", n] => same(u32::from(self.stage()), number(n)?),
            ["asks", what, ref seats @ ..] => {
                let found = self.ask_word();
                let asked = self.asked();
                let wanted = seats.iter().map(|s| read_seat(s)).collect::<Result<Vec<Seat>, _>>()?;
                let there = found == what && wanted.iter().all(|seat| asked.has(*seat));
                verdict(there, format!("{found} {asked:?}"))
            }
            ["over", ref winners @ ..] => {
                let wanted =
                    winners.iter().map(|w| read_seat(w)).collect::<Result<klaxon_core::SeatSet, _>>()?;
                let found = self.ending.map(|e| e.winners);
                verdict(found == Some(wanted), format!("{:?}", self.ending))
            }
            _ => None,
        })
    }

    /// A word for what is asked.
    fn ask_word(&self) -> &'static str {
        Action::ask(&self.view(Viewer::Everything)).map_or("nothing", |ask| ask.word)
    }

    fn read_route(&self, word: &str) -> Result<Route, String> {
        if let Ok(route) = word.parse::<Route>() {
            return Some(route)
                .filter(|r| usize::from(r.0) < self.routes.len())
                .ok_or_else(|| format!("there is no route {word}"));
        }
        let slot: Slot = word.parse()?;
        let found = self.routes.iter().position(|r| r.ends.contains(&slot));
        found.map(|r| Route(r as u8)).ok_or_else(|| format!("there is no route at {word}"))
    }
}

/// More figures of a kind are in no box.
const MOST_UNITS: usize = 40;

fn read_seat(word: &str) -> Result<Seat, String> {
    let n = word.strip_prefix('p').and_then(|n| n.parse::<u8>().ok()).filter(|n| (1..=6).contains(n));
    n.map(|n| Seat(n - 1)).ok_or_else(|| format!("`{word}` is not a seat: p1 to p6"))
}

fn read_area(word: &str) -> Result<Area, String> {
    word.parse()
}

/// A cell of the plane on which planets are laid. A dozen of them never reach farther than this.
fn read_cell(word: &str) -> Result<(i8, i8), String> {
    let coordinate = |text: &str| text.parse::<i8>().ok().filter(|n| (-50..=50).contains(n));
    let cell = word.split_once(',').and_then(|(x, y)| Some((coordinate(x)?, coordinate(y)?)));
    cell.ok_or_else(|| "a cell reads like 1,0".into())
}

fn read_planet(word: &str) -> Result<Planet, String> {
    Planet::parse(word).ok_or_else(|| format!("there is no planet `{word}`"))
}

fn read_unit(word: &str) -> Result<Unit, String> {
    Unit::parse(word).ok_or_else(|| format!("there is no unit `{word}`"))
}

fn number(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

/// A number of pieces, rounds or turns.
fn small(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number up to 255"))
}

/// `marine x2 firebat`: units with their numbers.
fn read_units(words: &[&str]) -> Result<Vec<Unit>, String> {
    let mut units: Vec<Unit> = Vec::new();
    for word in words {
        match (word.strip_prefix('x').and_then(|n| n.parse::<usize>().ok()), units.last()) {
            (Some(n @ 1..=MOST_UNITS), Some(last)) => units.extend(std::iter::repeat_n(*last, n - 1)),
            (Some(_), Some(_)) => return Err(format!("`{word}` is not x1 to x{MOST_UNITS}")),
            _ => units.push(read_unit(word)?),
        }
    }
    Ok(units)
}

fn write_units(counts: impl Iterator<Item = (Unit, u8)>) -> Vec<String> {
    let mut words = Vec::new();
    for (unit, n) in counts.filter(|(_, n)| *n > 0) {
        words.push(unit.id().to_string());
        if n > 1 {
            words.push(format!("x{n}"));
        }
    }
    words
}

/// The word for a card of a race: its face, and the number of the copy from the second on.
fn card_word(race: Race, card: Card) -> String {
    let face = data().face(race, card);
    let copy = (0..card.0).filter(|c| data().face(race, Card(*c)) == face).count() + 1;
    if copy > 1 { format!("{face}/{copy}") } else { face.to_string() }
}

fn read_card(race: Race, word: &str) -> Result<Card, String> {
    let all = data().deck(race);
    let found = cards(all.combat | all.technology).find(|c| card_word(race, *c) == word);
    found.ok_or_else(|| match word.parse::<Face>() {
        Ok(_) => format!("`{word}` is a card of another race"),
        Err(why) => why,
    })
}

/// The word for an event card.
fn event_word(card: u8) -> String {
    let kind = data().event(card);
    let copy = (0..card).filter(|c| data().event(*c) == kind).count() + 1;
    if copy > 1 { format!("{kind}/{copy}") } else { kind.to_string() }
}

fn read_event(word: &str) -> Result<u8, String> {
    (0..data().event_count())
        .find(|c| event_word(*c) == word)
        .ok_or_else(|| format!("there is no event card `{word}`"))
}
