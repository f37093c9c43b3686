//! The end of a game of StarCraft: points, the special objective, or what breaks a tie.

use super::{Moment, Sheet, Side, Tale, heading, side_of};
use crate::error::sentence;
use klaxon_core::{Known, Outcome, Words, count};
use klaxon_starcraft::{
    Event, SeatView, StarCraft, View,
    ids::Faction,
    words::{aims, area_name, name},
};
use std::cmp::Reverse;

/// What breaks ties, most important first (SC-14.13).
const TIES: [&str; 5] = ["points", "total resources", "areas", "bases", "workers in the pool"];

pub fn tale(known: &Known<'_, StarCraft>, sides: &[Side], outcome: &Outcome) -> Tale {
    let view = &known.view;
    let reader = Reader { view, sides };
    let (moments, turns) = reader.read(known);
    Tale {
        together: None,
        names: Vec::new(),
        cause: cause(view, sides, outcome),
        scores: sides.iter().map(|side| standing(view, side)[0].to_string()).collect(),
        unit: "conquest points",
        moments,
        turns,
        luck: Vec::new(),
        sheet: sheet(view, outcome),
    }
}

/// What a side is ranked by.
fn standing(view: &View, side: &Side) -> [u32; 5] {
    let mut sum = [0; 5];
    for seat in side.seats.iter().filter_map(|seat| view.seats.get(seat.index())) {
        sum[0] += u32::from(seat.cp);
        // SC-15.17: the other values of an eliminated member count 0.
        if !seat.out {
            let others = [seat.resources, seat.areas, seat.bases, seat.pool];
            for (sum, value) in sum[1..].iter_mut().zip(others) {
                *sum += u32::from(value);
            }
        }
    }
    sum
}

/// The reason, with the tiebreaker where it decided.
fn cause(view: &View, sides: &[Side], outcome: &Outcome) -> String {
    let text = sentence(outcome.text.split(" (SC-").next().unwrap_or(&outcome.text));
    let won = |side: &&Side| side.seats.iter().any(|seat| outcome.winners.has(seat));
    let winner = sides.iter().find(won).map(|side| standing(view, side));
    let beaten = sides.iter().filter(|side| !won(side)).map(|side| standing(view, side));
    let decided = winner.filter(|_| text.contains("points")).and_then(|w| tiebreaker(w, beaten));
    match decided {
        Some(how) => format!("{text} {how}"),
        None => text,
    }
}

/// What decided between sides with as many points (SC-14.13).
fn tiebreaker(winner: [u32; 5], beaten: impl Iterator<Item = [u32; 5]>) -> Option<String> {
    let best = beaten.filter(|other| other[0] == winner[0]).max()?;
    let i = (1..5).find(|i| winner[*i] != best[*i])?;
    Some(format!("Points were level: {} decided it, {} to {}.", TIES[i], winner[i], best[i]))
}

fn sheet(view: &View, outcome: &Outcome) -> Sheet {
    let mut seats: Vec<&SeatView> = view.seats.iter().collect();
    let worth = |s: &SeatView| (s.cp, s.resources, s.areas, s.bases, s.pool);
    seats.sort_by_key(|s| (!outcome.winners.has(s.seat), s.out, Reverse(worth(s))));
    let rows = seats.into_iter().map(|s| {
        let aim = aims::aim(view, s.seat).filter(|aim| !view.galactic && aim.have >= aim.need);
        let mut who = StarCraft::seat_name(view, s.seat);
        if view.teams {
            who.push_str(&format!(", team {}", s.team + 1));
        }
        if aim.is_some() {
            who.push_str(", objective met");
        }
        if s.out {
            who.push_str(", eliminated");
        }
        let cells = [s.cp, s.resources, s.areas, s.bases, s.pool].map(|n| n.to_string());
        (who, cells.to_vec(), outcome.winners.has(s.seat))
    });
    Sheet {
        title: "Final standing",
        head: ["Points", "Res.", "Areas", "Bases", "Pool"].map(String::from).to_vec(),
        rows: rows.collect(),
        note: "Ties are broken from left to right: points, resources, areas, bases, workers in the pool."
            .into(),
    }
}

struct Reader<'a> {
    view: &'a View,
    sides: &'a [Side],
}

impl Reader<'_> {
    fn side(&self, who: Faction) -> Option<usize> {
        let seat = self.view.seats.iter().position(|s| s.faction == Some(who))?;
        side_of(self.sides, seat)
    }

    /// Another side than this one, where there are only two.
    fn other(&self, who: Faction) -> Option<usize> {
        if self.sides.len() == 2 { self.side(who).map(|side| 1 - side) } else { None }
    }

    fn read(&self, known: &Known<'_, StarCraft>) -> (Vec<Moment>, Vec<(u32, String)>) {
        let (mut moments, mut turns) = (Vec::new(), Vec::new());
        let (mut round, mut fight) = (0, None);
        for (step, event) in known.heard.iter().copied() {
            let mut put = |title: String, text: String, gains: Option<usize>, weight: i32| {
                let when = format!("Round {round}");
                moments.push(Moment { step, when, title: heading(&title), text, gains, weight });
            };
            match event {
                Event::RoundBegins { round: n, .. } => {
                    round = *n;
                    turns.push((step, format!("round {n}")));
                }
                Event::BattleBegins { who, against, .. } => fight = Some((*who, *against)),
                Event::BattleEnds { area, winner: Some(winner) } => {
                    let loser = fight.map(|(a, b)| if a == *winner { b } else { a });
                    let whom = loser.map_or(String::new(), |f| format!(" against {}", name(f)));
                    let title = format!("{} wins at {}", name(*winner), area_name(*area));
                    put(title, format!("A battle{whom}"), self.side(*winner), 0);
                }
                Event::BaseDestroyed { who, area } => {
                    put(format!("{} loses a base", name(*who)), area_name(*area), self.other(*who), 20);
                }
                Event::CardLost { who, area, .. } => {
                    put(
                        format!("{} loses {}", name(*who), area_name(*area)),
                        String::new(),
                        self.other(*who),
                        0,
                    );
                }
                Event::Points { who, n, total } if *n > 1 => {
                    let title = format!("{} scores {}", name(*who), count(*n, "point"));
                    put(title, format!("{total} in all"), self.side(*who), 8 * i32::from(*n));
                }
                Event::Eliminated { who } => {
                    put(format!("{} is eliminated", name(*who)), String::new(), self.other(*who), 60);
                }
                Event::Conceded { who, .. } => {
                    put(format!("{} gives up", name(*who)), String::new(), self.other(*who), 60);
                }
                _ => {}
            }
        }
        (moments, turns)
    }
}

#[cfg(test)]
mod tests {
    use crate::ending::Story;

    fn story(log: &str) -> Story {
        let path = format!("{}/../games/starcraft/tests/logs/{log}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(String::from);
        let header = lines.next().unwrap();
        Story::of(&header, &lines.collect::<Vec<_>>()).unwrap().unwrap()
    }

    #[test]
    fn sc_14_13_the_end_shows_everybodys_standing() {
        for log in ["finished-points", "finished-limit", "finished-teams", "finished-the-end"] {
            let story = story(log);
            let rows = &story.tale.sheet.rows;
            assert_eq!(rows.len(), story.sides.iter().map(|side| side.seats.len()).sum::<usize>(), "{log}");
            assert!(rows[0].2 && rows[0].1.len() == 5, "the winner comes first: {rows:?}");
        }
    }

    #[test]
    fn sc_14_13_a_tiebreaker_is_told_where_it_decided() {
        let told = |others: &[[u32; 5]]| super::tiebreaker([12, 9, 4, 2, 1], others.iter().copied());
        assert_eq!(told(&[[11, 20, 0, 0, 0]]), None);
        let resources = told(&[[12, 7, 9, 9, 9], [12, 3, 0, 0, 0]]);
        assert_eq!(resources.unwrap(), "Points were level: total resources decided it, 9 to 7.");
        assert_eq!(told(&[[12, 9, 4, 1, 5]]).unwrap(), "Points were level: bases decided it, 2 to 1.");
    }
}
