//! A combat under way: its kind, its steps and what cards have made of it.

use crate::board::{Hex, NONE};
use crate::state::UnitId;
use serde::{Deserialize, Serialize};

/// What kind of combat it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatKind {
    /// The combat of an ordered unit.
    Plain,
    /// After a pursuit (RA-14.2).
    Bonus,
    /// By the card Second Volley.
    Volley,
    /// Against the attacker (RA-13.1).
    BattleBack,
    /// Before the attacker (RA-17.11).
    Preempt,
}

/// How far a combat has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// D15 of the attacker.
    AttackerCard,
    /// D15, D16 of the attacked.
    DefenderCard,
    /// Dice, hits, stars.
    Roll,
    /// D15 against red alerts.
    AlertCard,
    /// D17 of the Fleet Commander who controls the stars.
    AlertRepair,
    /// D17, D18.
    Alert,
    /// D15 to battle back.
    BattleBackCard,
    /// D19.
    BattleBack,
    /// D15 to pursue.
    PursuitCard,
    /// D20.
    Pursuit,
    /// D21.
    Bonus,
    /// D15 for another combat.
    AfterCard,
    /// The target of that combat.
    Volley,
    /// D22.
    SecondMove,
    /// Nothing is left to do.
    Done,
}

/// What is true of a combat, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Twists(pub u16);

impl Twists {
    /// Stars hit.
    pub const STARS_HIT: Twists = Twists(1);
    /// The target ignores no Blasts.
    pub const NO_SHIELDS: Twists = Twists(1 << 1);
    /// All Blasts are ignored.
    pub const ALL_SHIELDS: Twists = Twists(1 << 2);
    /// It was pre-empted (RA-17.8).
    pub const PREEMPTED: Twists = Twists(1 << 3);
    /// The attacked unit may not battle back.
    pub const NO_BATTLE_BACK: Twists = Twists(1 << 4);
    /// Nothing was rolled, or the dice are dealt with: steps 6 to 9 are over.
    pub const ROLLED: Twists = Twists(1 << 5);
    /// The target was eliminated or had to leave its hex (RA-14.1).
    pub const SUCCESS: Twists = Twists(1 << 6);
    /// The target has left its hex.
    pub const VACATED: Twists = Twists(1 << 7);

    /// Is it set?
    pub fn has(self, twist: Twists) -> bool {
        self.0 & twist.0 != 0
    }

    pub(crate) fn set(&mut self, twist: Twists) {
        self.0 |= twist.0;
    }

    pub(crate) fn clear(&mut self, twist: Twists) {
        self.0 &= !twist.0;
    }
}

/// A combat under way (chapter 11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Combat {
    /// Who attacks.
    pub attacker: UnitId,
    /// Who is attacked.
    pub target: UnitId,
    /// Where the attacker stood.
    pub from: Hex,
    /// Where the target stood.
    pub at: Hex,
    /// What kind it is.
    pub kind: CombatKind,
    /// How far it has come.
    pub step: Step,
    /// Close quarters.
    pub close: bool,
    /// Dice by combat cards.
    pub card_dice: i8,
    /// What is true of it.
    pub twists: Twists,
    /// The fighter unit that takes hits, or [`NONE`].
    pub(crate) screen: u8,
    /// How many hits it takes.
    pub(crate) screen_hits: u8,
    /// Hits scored on the target (RA-12.2).
    pub hits: u8,
    /// Red alerts to be resolved.
    pub alerts: u8,
}

impl Combat {
    pub(crate) const EMPTY: Combat = Combat {
        attacker: UnitId(0),
        target: UnitId(0),
        from: Hex::raw(0),
        at: Hex::raw(0),
        kind: CombatKind::Plain,
        step: Step::Done,
        close: false,
        card_dice: 0,
        twists: Twists(0),
        screen: NONE,
        screen_hits: 0,
        hits: 0,
        alerts: 0,
    };

    pub(crate) fn new(attacker: UnitId, from: Hex, target: UnitId, at: Hex, kind: CombatKind) -> Combat {
        let close = from.distance(at) == 1;
        Combat { attacker, target, from, at, kind, step: Step::AttackerCard, close, ..Combat::EMPTY }
    }
}
