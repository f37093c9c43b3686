//! Tournaments. Who meets whom ([`swiss`], [`rounds`], [`ladder`]), what a result is worth ([`placing`]) and what becomes of a table that is
//! late ([`End::of_late`]) are pure functions of what has been played, so every server comes to the same, and after a restart again. Around
//! them [`deeds`] is what people do about a tournament, and [`run`] lets it go on by itself. docs/adr says why it is made like this.

mod cheapest;
pub mod deeds;
pub mod ladder;
mod matching;
pub mod placing;
pub mod plan;
pub mod rounds;
pub mod run;
pub mod swiss;

use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, fmt, str::FromStr};
use utoipa::ToSchema;

/// A player: his place in the order of strength, from 1.
pub type Number = u32;

/// By which method people are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Everybody meets everybody, by the tables of Berger.
    RoundRobin,
    /// Whoever has as many points, and nobody twice.
    Swiss,
    /// Whoever loses is out.
    KnockOut,
    /// Whoever beats somebody above takes his place.
    Ladder,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 4] = [Method::RoundRobin, Method::Swiss, Method::KnockOut, Method::Ladder];

    /// For the screen.
    pub fn name(self) -> &'static str {
        match self {
            Method::RoundRobin => "Round robin",
            Method::Swiss => "Swiss",
            Method::KnockOut => "Knock-out",
            Method::Ladder => "Ladder",
        }
    }

    /// What it is, as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Method::RoundRobin => "Everybody meets everybody once.",
            Method::Swiss => "A few rounds; whoever has as many points meets, and nobody meets twice.",
            Method::KnockOut => "Whoever loses is out; the strongest meet last.",
            Method::Ladder => {
                "Challenge somebody up to three places above you; whoever wins has the higher place."
            }
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::RoundRobin => "round-robin",
            Method::Swiss => "swiss",
            Method::KnockOut => "knock-out",
            Method::Ladder => "ladder",
        })
    }
}

impl FromStr for Method {
    type Err = String;
    fn from_str(word: &str) -> Result<Method, String> {
        let found = Method::ALL.into_iter().find(|known| known.to_string() == word);
        found.ok_or_else(|| format!("`{word}` is not one of round-robin, swiss, knock-out, ladder"))
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = HowItEnded)]
pub enum End {
    /// The first seat won.
    One,
    /// The second seat won.
    Two,
    /// Nobody won.
    Drawn,
    /// The first seat won, for the other never came.
    OneAlone,
    /// The second seat won, for the other never came.
    TwoAlone,
    /// Neither came: no points to either.
    Nobody,
    /// There was nobody to meet: a point without a game.
    Bye,
}

impl End {
    /// All of them.
    pub const ALL: [End; 7] =
        [End::One, End::Two, End::Drawn, End::OneAlone, End::TwoAlone, End::Nobody, End::Bye];

    /// As the store writes it.
    pub fn word(self) -> &'static str {
        match self {
            End::One => "one",
            End::Two => "two",
            End::Drawn => "drawn",
            End::OneAlone => "one-alone",
            End::TwoAlone => "two-alone",
            End::Nobody => "nobody",
            End::Bye => "bye",
        }
    }

    /// Reads it.
    pub fn read(word: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.word() == word)
    }

    /// What the first and the second seat get, in half points.
    pub fn halves(self) -> (u32, u32) {
        match self {
            End::One | End::OneAlone | End::Bye => (2, 0),
            End::Two | End::TwoAlone => (0, 2),
            End::Drawn => (1, 1),
            End::Nobody => (0, 0),
        }
    }

    /// Was there a game?
    pub fn is_played(self) -> bool {
        match self {
            End::One | End::Two | End::Drawn => true,
            End::OneAlone | End::TwoAlone | End::Nobody | End::Bye => false,
        }
    }

    /// What a table comes to that is not over when its round is: whether each seat has decided anything, and whether it is asked
    /// something. Whoever never came has lost; if neither came, neither gets anything; else whoever lets the other wait has lost.
    pub fn of_late(came: (bool, bool), asked: (bool, bool)) -> End {
        match (came, asked) {
            ((false, false), _) => End::Nobody,
            ((true, false), _) => End::OneAlone,
            ((false, true), _) => End::TwoAlone,
            ((true, true), (true, false)) => End::Two,
            ((true, true), (false, true)) => End::One,
            // Both are asked, or a bot is: nobody waits for the other.
            ((true, true), (true, true) | (false, false)) => End::Drawn,
        }
    }
}

/// A game of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The round, from 1.
    pub round: u32,
    /// Whoever has the first seat.
    pub one: Number,
    /// The other; nobody for a bye.
    pub two: Option<Number>,
    /// How it ended, once it has.
    pub end: Option<End>,
}

impl Game {
    /// Does this player play in it?
    pub fn has(&self, player: Number) -> bool {
        self.one == player || self.two == Some(player)
    }

    /// Whom a player meets in it.
    pub fn other(&self, player: Number) -> Option<Number> {
        if self.one == player { self.two } else { Some(self.one).filter(|_| self.two == Some(player)) }
    }

    /// What a player has from it, in half points.
    pub fn halves(&self, player: Number) -> u32 {
        let Some((one, two)) = self.end.map(End::halves) else { return 0 };
        if self.one == player {
            one
        } else if self.two == Some(player) {
            two
        } else {
            0
        }
    }

    /// Was it played, by this player?
    pub fn is_played_by(&self, player: Number) -> bool {
        self.two.is_some() && self.has(player) && self.end.is_some_and(End::is_played)
    }
}

/// Who has the first seat and who the second; one who has nobody to meet has a bye.
pub type Pair = (Number, Option<Number>);

/// A player's half points.
pub fn halves(games: &[Game], player: Number) -> u32 {
    games.iter().map(|game| game.halves(player)).sum()
}

/// Which seat a player should have next, by the games that he has played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    /// How much more often he had the first seat than the second.
    more_first: i32,
    /// Did he have the first seat the last time, and how often in a row?
    last: Option<(bool, u32)>,
}

impl Wish {
    pub(crate) fn of(games: &[Game], player: Number) -> Wish {
        let mut wish = Wish { more_first: 0, last: None };
        for first in seats_of(games, player) {
            wish.more_first += if first { 1 } else { -1 };
            wish.last = match wish.last {
                Some((before, n)) if before == first => Some((first, n + 1)),
                Some(_) | None => Some((first, 1)),
            };
        }
        wish
    }

    /// The first seat, the second, or whichever.
    pub(crate) fn seat(self) -> Option<bool> {
        match self.more_first {
            0 => self.last.map(|(first, _)| !first),
            more => Some(more < 0),
        }
    }

    /// The seat that he must have: nobody has one two times more often than the other, or three times in a row.
    pub(crate) fn must(self) -> Option<bool> {
        let row = self.last.is_some_and(|(_, n)| n >= 2);
        match (self.more_first, self.last) {
            (2.., _) => Some(false),
            (..=-2, _) => Some(true),
            (_, Some((first, _))) if row => Some(!first),
            (_, Some(_) | None) => None,
        }
    }

    /// Does it matter to him, beyond that seats change?
    pub(crate) fn is_strong(self) -> bool {
        self.more_first != 0 || self.must().is_some()
    }

    /// How much it matters to him.
    fn weight(self) -> (bool, u32) {
        (self.must().is_some(), self.more_first.unsigned_abs())
    }
}

/// Seats for two who meet, the higher of them first: to whom it matters more has what he wishes. Where it matters to both as much, they change what
/// they had when the one last had the first seat and the other the second; else the higher has what he wishes. Where nobody wishes anything yet, he
/// has the first seat by `first`.
pub(crate) fn seats(games: &[Game], above: Number, below: Number, first: bool) -> Pair {
    let (own, other) = (Wish::of(games, above), Wish::of(games, below));
    let above_first = match (own.seat(), other.seat()) {
        (None, None) => first,
        (Some(wish), None) => wish,
        (None, Some(wish)) => !wish,
        (Some(wish), Some(others)) if wish != others => wish,
        (Some(wish), Some(_)) => match own.weight().cmp(&other.weight()) {
            Ordering::Greater => wish,
            Ordering::Less => !wish,
            Ordering::Equal => {
                let [own, other] = [above, below].map(|player| seats_of(games, player));
                let mut backwards = own.iter().rev().zip(other.iter().rev());
                backwards.find(|(own, other)| own != other).map_or(wish, |(own, _)| !own)
            }
        },
    };
    if above_first { (above, Some(below)) } else { (below, Some(above)) }
}

/// Whether a player had the first seat, game by game.
fn seats_of(games: &[Game], player: Number) -> Vec<bool> {
    let mut own: Vec<&Game> = games.iter().filter(|game| game.is_played_by(player)).collect();
    own.sort_by_key(|game| game.round);
    own.iter().map(|game| game.one == player).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_late_is_decided_by_who_came_and_who_lets_wait() {
        for (came, asked, end) in [
            ((false, false), (true, false), End::Nobody),
            ((false, false), (true, true), End::Nobody),
            ((true, false), (true, false), End::OneAlone),
            ((false, true), (false, true), End::TwoAlone),
            ((true, true), (true, false), End::Two),
            ((true, true), (false, true), End::One),
            ((true, true), (true, true), End::Drawn),
        ] {
            assert_eq!(End::of_late(came, asked), end, "{came:?} {asked:?}");
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for end in End::ALL {
            assert_eq!(End::read(end.word()), Some(end));
            assert_eq!(serde_json::to_value(end).unwrap(), end.word());
            let (one, two) = end.halves();
            assert!(one + two == 2 || end == End::Nobody);
        }
        for method in Method::ALL {
            assert_eq!(method.to_string().parse::<Method>(), Ok(method));
            assert_eq!(serde_json::to_value(method).unwrap(), method.to_string().as_str());
        }
        assert!(End::read("won").is_none() && "chess".parse::<Method>().is_err());
    }

    fn game(round: u32, one: Number, two: Number) -> Game {
        Game { round, one, two: Some(two), end: Some(End::One) }
    }

    #[test]
    fn seats_change_hands() {
        // Nobody has played: as it is said, for the stronger.
        assert_eq!(seats(&[], 2, 5, true), (2, Some(5)));
        assert_eq!(seats(&[], 2, 5, false), (5, Some(2)));
        // Both had the first seat: the stronger gets the second.
        let games = [game(1, 1, 3), game(1, 2, 4)];
        assert_eq!(seats(&games, 1, 2, true), (2, Some(1)));
        // One had it twice: it matters more to him.
        let games = [game(1, 1, 3), game(1, 2, 4), game(2, 2, 3), game(2, 4, 1)];
        assert_eq!(Wish::of(&games, 2).must(), Some(false));
        assert_eq!(seats(&games, 1, 2, true), (1, Some(2)));
        // A game that was not played is no seat.
        let unplayed = [Game { end: Some(End::OneAlone), ..game(1, 1, 3) }];
        assert_eq!(Wish::of(&unplayed, 1), Wish::of(&[], 1));
    }
}
