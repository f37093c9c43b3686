//! What cards say: symbols, halves, kinds of cards, and one space of an action board.

use crate::{Station, data::data};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// What a crew member does in a turn: one half of a card, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// An empty space (SA-3.4), or a half that nobody knows.
    Empty,
    /// Through the door towards red.
    Red,
    /// Through the door towards blue.
    Blue,
    /// To the other deck.
    Lift,
    /// The station's weapon.
    A,
    /// The station's energy system.
    B,
    /// The station's special system.
    C,
    /// The battlebots attack.
    Bots,
    /// Heroic shot or repair.
    HeroA,
    /// Heroic energy transfer or repair.
    HeroB,
    /// Heroic battlebot attack.
    HeroBots,
    /// Heroic movement to a station.
    HeroMove(Station),
}

impl Act {
    /// The symbol as it is written in programs.
    pub fn word(self) -> String {
        match self {
            Act::Empty => ".".into(),
            Act::Red => "RED".into(),
            Act::Blue => "BLUE".into(),
            Act::Lift => "LIFT".into(),
            Act::A => "A".into(),
            Act::B => "B".into(),
            Act::C => "C".into(),
            Act::Bots => "BOTS".into(),
            Act::HeroA => "H_A".into(),
            Act::HeroB => "H_B".into(),
            Act::HeroBots => "H_BOTS".into(),
            Act::HeroMove(s) => format!("M:{s}"),
        }
    }

    /// Reads a symbol, generous in spelling.
    pub fn parse(word: &str) -> Option<Act> {
        let upper = word.trim().to_ascii_uppercase();
        let bare: String =
            upper.chars().filter(|c| !matches!(c, '_' | '-' | ' ' | '(' | ')' | ':' | '=')).collect();
        Some(match bare.as_str() {
            "" | "." | "NONE" | "EMPTY" | "NOTHING" | "0" | "–" => Act::Empty,
            "RED" | "LEFT" | "R" | "<" => Act::Red,
            "BLUE" | "RIGHT" | ">" => Act::Blue,
            "LIFT" | "GRAVOLIFT" | "DECK" | "L" | "CHANGEDECK" => Act::Lift,
            "A" => Act::A,
            "B" => Act::B,
            "C" => Act::C,
            "BOTS" | "BOT" | "BATTLEBOTS" | "SQUAD" => Act::Bots,
            "HA" | "HEROA" | "HEROICA" => Act::HeroA,
            "HB" | "HEROB" | "HEROICB" => Act::HeroB,
            "HBOTS" | "HBOT" | "HEROBOTS" | "HEROICBOTS" | "HEROICBATTLEBOTS" => Act::HeroBots,
            other => {
                let place = ["HEROICMOVE", "HEROMOVE", "HMOVE", "MOVE", "HM", "M"]
                    .iter()
                    .find_map(|prefix| other.strip_prefix(prefix))?;
                Act::HeroMove(Station::parse(place)?)
            }
        })
    }

    /// Which half of a card it stands on; none for an empty space.
    pub const fn half(self) -> Option<Half> {
        match self {
            Act::Empty => None,
            Act::Red | Act::Blue | Act::Lift | Act::HeroMove(_) => Some(Half::Movement),
            Act::A | Act::B | Act::C | Act::Bots | Act::HeroA | Act::HeroB | Act::HeroBots => {
                Some(Half::Action)
            }
        }
    }

    /// Is it on the heroic card?
    pub const fn is_heroic(self) -> bool {
        matches!(self, Act::HeroA | Act::HeroB | Act::HeroBots | Act::HeroMove(_))
    }

    /// The other arrow, for whoever mixed them up (SA-5.3).
    pub const fn opposite_arrow(self) -> Option<Act> {
        if matches!(self, Act::Red) {
            Some(Act::Blue)
        } else if matches!(self, Act::Blue) {
            Some(Act::Red)
        } else {
            None
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word())
    }
}

/// Which half of a card lies on top (SA-3.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The action half.
    Action,
    /// The movement half.
    Movement,
}

impl Half {
    /// Both.
    pub const ALL: [Half; 2] = [Half::Action, Half::Movement];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Half {
        match self {
            Half::Action => Half::Movement,
            Half::Movement => Half::Action,
        }
    }

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Half::Action => "action",
            Half::Movement => "movement",
        }
    }
}

/// A kind of card: twelve of the action deck, then the six heroic cards. Copies of a kind are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub u8);

/// Kinds of the action deck.
pub const ACTION_KINDS: u8 = 12;
/// All kinds.
pub const KINDS: u8 = 18;

impl Kind {
    /// The kinds of the action deck.
    pub fn actions() -> impl Iterator<Item = Kind> {
        (0..ACTION_KINDS).map(Kind)
    }

    /// The heroic cards.
    pub fn heroics() -> impl Iterator<Item = Kind> {
        (ACTION_KINDS..KINDS).map(Kind)
    }

    /// Is it a heroic card?
    pub const fn is_heroic(self) -> bool {
        self.0 >= ACTION_KINDS
    }

    /// Its id, such as `A-RED` or `H3`.
    pub fn id(self) -> &'static str {
        &data().cards[usize::from(self.0)].id
    }

    /// A kind by id, in any case.
    pub fn parse(word: &str) -> Option<Kind> {
        let word = word.trim().replace('/', "-");
        data().cards.iter().position(|c| c.id.eq_ignore_ascii_case(&word)).map(|i| Kind(i as u8))
    }

    /// What a half says.
    pub fn act(self, half: Half) -> Act {
        let card = &data().cards[usize::from(self.0)];
        match half {
            Half::Action => card.action,
            Half::Movement => card.movement,
        }
    }

    /// How many there are.
    pub fn copies(self) -> u8 {
        data().cards[usize::from(self.0)].copies
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(self.id()) } else { s.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Kind, D::Error> {
        if d.is_human_readable() {
            let id = String::deserialize(d)?;
            Kind::parse(&id).ok_or_else(|| D::Error::custom(format!("no card is called `{id}`")))
        } else {
            let n = u8::deserialize(d)?;
            if n < KINDS { Ok(Kind(n)) } else { Err(D::Error::custom("no such card")) }
        }
    }
}

/// A card on an action board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// The card.
    pub card: Kind,
    /// The half on top.
    pub half: Half,
}

impl Placed {
    /// The space as the Resolution Round sees it.
    pub fn slot(self) -> Slot {
        Slot { up: self.card.act(self.half), under: self.card.act(self.half.other()), shown: false }
    }
}

/// One space of a program: the half on top, and the one that a trip would bring up (SA-5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// What counts.
    pub up: Act,
    /// The other half; [`Act::Empty`] where it is not known.
    pub under: Act,
    /// Lies face up: an android's card, or one of a turn that has been revealed. Says who knows it, changes nothing.
    pub shown: bool,
}

impl Slot {
    /// No card.
    pub const EMPTY: Slot = Slot { up: Act::Empty, under: Act::Empty, shown: false };

    /// A card of which only the upper half is known.
    pub const fn showing(up: Act) -> Slot {
        Slot { up, under: Act::Empty, shown: false }
    }

    /// Is there no card?
    pub fn is_empty(self) -> bool {
        self.up == Act::Empty
    }
}
