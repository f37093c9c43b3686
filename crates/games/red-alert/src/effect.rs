//! The card vocabulary: what command and combat cards can say, and their words on screen.
//!
//! The behaviour of a command card is compiled once into a [`Plan`]; that of a combat card is carried out by the one
//! `match` in [`crate::cards`]. Words and behaviour both come from the effect, so they cannot drift apart.

use crate::board::Wing;
use crate::data::{Class, CombatCard, CommandCard};
use serde::{Deserialize, Serialize};

/// A number on a card, or the command rating (RA-7.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    /// So many.
    Fixed(u8),
    /// As many as the command rating.
    Rating(Rating),
}

/// The word `rating`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rating {
    /// The command rating.
    Rating,
}

impl Amount {
    /// The number at a given rating.
    pub fn at(self, rating: u8) -> u8 {
        match self {
            Amount::Fixed(n) => n,
            Amount::Rating(Rating::Rating) => rating,
        }
    }

    fn words(self) -> String {
        match self {
            Amount::Fixed(n) => n.to_string(),
            Amount::Rating(Rating::Rating) => "your command rating of".into(),
        }
    }
}

/// Orders in one of the player's wings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Where.
    pub wing: Wing,
    /// How many units.
    pub max: Amount,
}

/// Which units a tactic card may order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderFilter {
    /// Any unit.
    #[default]
    All,
    /// Units of one class.
    Class(Class),
    /// Units adjacent to an enemy.
    NearEnemy,
    /// Units not adjacent to an enemy.
    AwayFromEnemy,
    /// Units that form one connected chain.
    Chain,
}

/// What a command card does to the units it orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Mod {
    /// More dice.
    Dice {
        /// At range 2 and more.
        ranged: i8,
        /// In close quarters.
        close: i8,
    },
    /// More hexes of sub-light movement, in place of full impulse.
    Faster(u8),
    /// No movement in phase 3.
    Still {
        /// A pursuit move stays possible.
        pursuit: bool,
    },
    /// A second move directly after the unit's combat.
    SecondMove,
}

/// What a command card does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum CommandEffect {
    /// A sector card: orders by wing.
    Orders {
        /// The orders of each wing.
        slots: Vec<Slot>,
    },
    /// A tactic card: orders anywhere.
    Any {
        /// How many units.
        max: Amount,
        /// Which.
        #[serde(default)]
        filter: OrderFilter,
        /// What they gain.
        #[serde(default)]
        mods: Vec<Mod>,
    },
    /// The flagship and units adjacent to it.
    FlagshipGroup {
        /// How many besides the flagship.
        max: Amount,
        /// What they gain.
        mods: Vec<Mod>,
    },
    /// Dice order units by their class.
    OrderRoll {
        /// What they gain.
        mods: Vec<Mod>,
    },
    /// Dice repair units, which are then ordered.
    RepairRoll,
    /// Acts as the opponent's last command card.
    CopyLast,
    /// Where no unit fits: one unit anywhere, without the card's bonuses (RA-8.7).
    Fallback,
    /// A reaction: the attacked unit battles first.
    Preempt {
        /// Dice more.
        dice: i8,
        /// It may still battle back afterwards.
        battle_back: bool,
    },
    /// Draw two cards at the end of the turn and keep one (RA-15.3).
    Scout,
    /// Shuffle the command discards into the deck at the end of the turn.
    ReshuffleAtEnd,
}

/// In whose turn a combat card is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// The player's own.
    Own,
    /// The opponent's.
    Opp,
    /// Any.
    Either,
}

/// When a combat card is played (RA-17.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// The start of the player's turn.
    OwnTurnStart,
    /// The start of the opponent's turn.
    OppTurnStart,
    /// After the player's orders.
    OwnOrders,
    /// After the opponent announced his orders.
    OppOrdersAnnounced,
    /// Before one of the player's units moves.
    OwnMove,
    /// After all movement.
    MovementDone,
    /// When the player's unit declares a combat.
    DeclareOwn,
    /// When the player's unit is attacked.
    DeclareAgainst,
    /// When the player's unit faces red alerts.
    RedAlertStep,
    /// After the player's unit was attacked.
    AfterAttacked,
    /// After a successful close quarters combat.
    CloseSuccess,
    /// After a combat of the player's unit.
    AfterOwnCombat,
    /// In the player's phase 5.
    OwnEndOfTurn,
    /// When the opponent plays a combat card.
    OppCardPlayed,
}

/// Which combats a card fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Both.
    #[default]
    Any,
    /// At range 2 and more.
    Ranged,
    /// Adjacent.
    Close,
}

/// What a combat card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum CombatEffect {
    /// The attacked unit battles first.
    Preempt {
        /// Dice more.
        dice: i8,
        /// It may still battle back afterwards.
        battle_back: bool,
    },
    /// Units not ordered are ordered too.
    ExtraOrders {
        /// How many, at most two.
        max: u8,
    },
    /// A cloaking marker (chapter 19).
    Cloak,
    /// Light speed instead of the unit's move, and no combat.
    LightSpeed {
        /// How far, at most six.
        hexes: u8,
    },
    /// More sub-light movement next to a planet.
    Slingshot {
        /// How much more.
        hexes: u8,
    },
    /// Asteroids neither stop nor endanger the unit.
    Helmsman,
    /// Dice more or less.
    Dice(i8),
    /// A die for each other friend adjacent to the target.
    DicePerFriend {
        /// At most so many.
        max: u8,
    },
    /// Stars hit too.
    StarsHit,
    /// The target ignores no Blasts.
    NoShields,
    /// All Blasts are ignored.
    AllShields,
    /// Pursuit and bonus combat without the two stars.
    Pursuit,
    /// One combat more for a unit that did not move.
    SecondVolley,
    /// The red alerts of this combat are ignored.
    IgnoreAlerts,
    /// Battle back without the two stars.
    BattleBack {
        /// Dice more.
        dice: i8,
    },
    /// Cruisers try to take an enemy figure.
    Boarding {
        /// Dice besides one for each figure.
        dice: u8,
    },
    /// Stars may buy the attack off.
    Parley {
        /// Dice.
        dice: u8,
    },
    /// The card just played has no effect.
    Cancel,
    /// An adjacent fighter unit takes the first hits.
    Redirect {
        /// How many.
        hits: u8,
    },
    /// An enemy unit may not move.
    Pin {
        /// How near it must be.
        range: u8,
    },
    /// A lost figure comes back.
    Restore,
    /// Stars from the pool.
    GainStars(u8),
    /// See the opponent's command hand and ban one card of it.
    Intercept,
}

/// A command card, compiled for play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// Orders in the left, centre and right of the player; 255 stands for the rating.
    pub slots: [u8; 3],
    /// It is a sector card.
    pub sector: bool,
    /// Orders anywhere; 255 stands for the rating.
    pub any: u8,
    /// It is a tactic card with orders anywhere.
    pub tactic: bool,
    /// Whom it may order.
    pub filter: OrderFilter,
    /// The flagship and so many units next to it.
    pub group: Option<u8>,
    /// Dice order units.
    pub order_roll: bool,
    /// Dice repair units.
    pub repair_roll: bool,
    /// It copies the opponent's card.
    pub copy: bool,
    /// It has a fallback.
    pub fallback: bool,
    /// It is a reaction: dice more, and whether a battle back stays possible.
    pub preempt: Option<(i8, bool)>,
    /// It draws two and keeps one.
    pub scout: bool,
    /// It reshuffles.
    pub reshuffle: bool,
    /// Dice more at range.
    pub ranged: i8,
    /// Dice more in close quarters.
    pub close: i8,
    /// Hexes more.
    pub faster: u8,
    /// No move in phase 3.
    pub still: bool,
    /// No pursuit either.
    pub no_pursuit: bool,
    /// A second move.
    pub second_move: bool,
}

/// The rating in a [`Plan`].
pub const RATING: u8 = 255;

impl Plan {
    /// Compiles the effects of a card.
    pub fn of(effects: &[CommandEffect]) -> Plan {
        let amount = |a: Amount| match a {
            Amount::Fixed(n) => n,
            Amount::Rating(Rating::Rating) => RATING,
        };
        let mut plan = Plan::default();
        for effect in effects {
            match effect {
                CommandEffect::Orders { slots } => {
                    plan.sector = true;
                    for slot in slots {
                        plan.slots[slot.wing as usize] = amount(slot.max);
                    }
                }
                CommandEffect::Any { max, filter, mods } => {
                    (plan.tactic, plan.any, plan.filter) = (true, amount(*max), *filter);
                    plan.take(mods);
                }
                CommandEffect::FlagshipGroup { max, mods } => {
                    plan.group = Some(amount(*max));
                    plan.take(mods);
                }
                CommandEffect::OrderRoll { mods } => {
                    plan.order_roll = true;
                    plan.take(mods);
                }
                CommandEffect::RepairRoll => plan.repair_roll = true,
                CommandEffect::CopyLast => plan.copy = true,
                CommandEffect::Fallback => plan.fallback = true,
                CommandEffect::Preempt { dice, battle_back } => plan.preempt = Some((*dice, *battle_back)),
                CommandEffect::Scout => plan.scout = true,
                CommandEffect::ReshuffleAtEnd => plan.reshuffle = true,
            }
        }
        plan
    }

    fn take(&mut self, mods: &[Mod]) {
        for one in mods {
            match *one {
                Mod::Dice { ranged, close } => (self.ranged, self.close) = (ranged, close),
                Mod::Faster(hexes) => self.faster = hexes,
                Mod::Still { pursuit } => (self.still, self.no_pursuit) = (true, !pursuit),
                Mod::SecondMove => self.second_move = true,
            }
        }
    }
}

/// The words of a command card.
pub fn command_words(card: &CommandCard) -> String {
    let parts: Vec<String> = card.effect.iter().map(command_effect_words).collect();
    parts.join(" ")
}

fn units(max: Amount) -> String {
    match max {
        Amount::Fixed(1) => "1 unit".into(),
        Amount::Fixed(n) => format!("up to {n} units"),
        Amount::Rating(Rating::Rating) => "up to as many units as your command rating".into(),
    }
}

fn command_effect_words(effect: &CommandEffect) -> String {
    match effect {
        CommandEffect::Orders { slots } => {
            let parts: Vec<String> = slots
                .iter()
                .map(|slot| format!("{} {}", units(slot.max), slot.wing.place()))
                .collect();
            format!("Order {}.", list(&parts))
        }
        CommandEffect::Any { max, filter, mods } => {
            let of = match filter {
                OrderFilter::All => " anywhere".into(),
                OrderFilter::Class(class) => format!(" of {} class", class.name()),
                OrderFilter::NearEnemy => " adjacent to an enemy".into(),
                OrderFilter::AwayFromEnemy => " not adjacent to an enemy".into(),
                OrderFilter::Chain => " that form one connected chain".into(),
            };
            format!("Order {}{of}.{}", units(*max), mods_words(mods))
        }
        CommandEffect::FlagshipGroup { max, mods } => {
            format!("Order your flagship and up to {} units adjacent to it.{}", max.words(), mods_words(mods))
        }
        CommandEffect::OrderRoll { mods } => format!(
            "Roll as many dice as your command rating: each class symbol orders 1 unit of that class, each Blast \
             1 unit of any class, each Star brings 1 star.{}",
            mods_words(mods)
        ),
        CommandEffect::RepairRoll => "Roll as many dice as your command rating: each class symbol returns 1 lost \
             figure to a damaged unit of that class, each Blast to any damaged unit, each Red Alert removes 1 red \
             alert marker. Units that benefit are ordered."
            .into(),
        CommandEffect::CopyLast => "Acts as the command card that the opponent played in his last turn, on the \
             same part of the battlefield."
            .into(),
        CommandEffect::Fallback => "If no unit fits, order 1 unit without any bonus.".into(),
        CommandEffect::Preempt { dice, battle_back } => {
            format!("In the opponent's turn, when he declares close quarters combat: {}", preempt_words(*dice, *battle_back))
        }
        CommandEffect::Scout => "At the end of the turn draw 2 command cards and keep 1.".into(),
        CommandEffect::ReshuffleAtEnd => {
            "At the end of the turn, after drawing, shuffle the command discards into the deck.".into()
        }
    }
}

fn preempt_words(dice: i8, battle_back: bool) -> String {
    let dice = if dice == 0 { String::new() } else { format!(" with {}", signed(dice)) };
    let back = if battle_back { "" } else { " Your unit may not battle back against that attack." };
    format!(
        "your unit battles the attacker first{dice}; if he survives on his hex he battles as announced.{back} No \
         pursuit."
    )
}

fn signed(dice: i8) -> String {
    let die = if dice.abs() == 1 { "die" } else { "dice" };
    if dice < 0 { format!("{} {die} fewer", -dice) } else { format!("{dice} {die} more") }
}

fn mods_words(mods: &[Mod]) -> String {
    let mut text = String::new();
    for one in mods {
        text.push(' ');
        text.push_str(&match *one {
            Mod::Dice { ranged, close } if ranged == close => format!("They roll {}.", signed(close)),
            Mod::Dice { ranged, close: 0 } => format!("They roll {} in ranged combat.", signed(ranged)),
            Mod::Dice { ranged: 0, close } => format!("They roll {} in close quarters.", signed(close)),
            Mod::Dice { ranged, close } => {
                format!("They roll {} at range and {} in close quarters.", signed(ranged), signed(close))
            }
            Mod::Faster(hexes) => format!(
                "They move {hexes} hex{} further at sub-light and cannot use full impulse; destroyers may warp instead.",
                if hexes == 1 { "" } else { "es" }
            ),
            Mod::Still { pursuit: true } => "They may not move in phase 3; pursuit as usual.".into(),
            Mod::Still { pursuit: false } => "They may not move this turn.".into(),
            Mod::SecondMove => "Each may move again directly after its combat or after declining it.".into(),
        });
    }
    text
}

pub(crate) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// The words of a combat card.
pub fn combat_words(card: &CombatCard) -> String {
    let parts: Vec<String> = card.effect.iter().map(|e| combat_effect_words(card, e)).collect();
    format!("{} {}", when(card), parts.join(" "))
}

/// The timing of a combat card in words.
fn when(card: &CombatCard) -> String {
    let reach = match card.combat {
        Reach::Any => "",
        Reach::Ranged => " at range",
        Reach::Close => " in close quarters",
    };
    let own = classes(card.unit, "unit");
    let turn = match card.turn {
        Turn::Own => "In your turn",
        Turn::Opp => "In the opponent's turn",
        Turn::Either => "In any turn",
    };
    let moment = match card.window {
        Window::OwnTurnStart | Window::OppTurnStart => "before the command card".into(),
        Window::OwnOrders => "after giving orders".into(),
        Window::OppOrdersAnnounced => "after orders are announced".into(),
        Window::OwnMove => "before an ordered unit moves".into(),
        Window::MovementDone => "after all movement".into(),
        Window::DeclareOwn => format!("when your {own} attacks{reach}"),
        Window::DeclareAgainst => format!("when your {own} is attacked{reach}"),
        Window::RedAlertStep => format!("when your {own} was hit and faces red alerts"),
        Window::AfterAttacked => format!("after your {own} was attacked"),
        Window::CloseSuccess => format!("after your {own} won a close quarters combat"),
        Window::AfterOwnCombat => format!("after a combat of your {own}"),
        Window::OwnEndOfTurn => "at the end of the turn".into(),
        Window::OppCardPlayed => "when the opponent plays a combat card".into(),
    };
    let declared = matches!(card.window, Window::DeclareOwn | Window::DeclareAgainst);
    let enemy = if declared && card.enemy.is_some() {
        format!(" against a {}", classes(card.enemy, "unit"))
    } else {
        String::new()
    };
    format!("{turn}, {moment}{enemy}:")
}

pub(crate) fn classes(filter: Option<[bool; 3]>, noun: &str) -> String {
    match filter {
        None => noun.into(),
        Some(allowed) => {
            let names: Vec<&str> =
                Class::ALL.into_iter().filter(|c| allowed[*c as usize]).map(Class::name).collect();
            format!("{} {noun}", names.join(" or "))
        }
    }
}

fn combat_effect_words(card: &CombatCard, effect: &CombatEffect) -> String {
    match *effect {
        CombatEffect::Preempt { dice, battle_back } => preempt_words(dice, battle_back),
        CombatEffect::ExtraOrders { max: 1 } => {
            format!("1 more {} is ordered, without the command card's bonuses.", classes(card.unit, "unit"))
        }
        CombatEffect::ExtraOrders { max } => {
            format!(
                "up to {max} more {} are ordered, without the command card's bonuses.",
                classes(card.unit, "units")
            )
        }
        CombatEffect::Cloak => {
            "an ordered unit without a red alert marker, not a flagship and not your last \
             uncloaked unit, is cloaked: it can be neither attacked nor battle."
                .into()
        }
        CombatEffect::LightSpeed { hexes } => format!(
            "an ordered unit without a red alert marker moves up to {hexes} hexes past anything, to an empty hex \
             without a space feature, and may not battle this turn."
        ),
        CombatEffect::Slingshot { hexes } => format!(
            "an ordered unit adjacent to a planet hex moves {hexes} hexes further at sub-light; no full impulse, no \
             warp."
        ),
        CombatEffect::Helmsman => {
            "an ordered unit need not stop on asteroid hexes this turn and rolls no die for entering them."
                .into()
        }
        CombatEffect::Dice(dice) => format!("the attacker rolls {}.", signed(dice)),
        CombatEffect::DicePerFriend { max } => {
            format!("1 die more for each other unit of yours adjacent to the target, at most {max}.")
        }
        CombatEffect::StarsHit => "each Star rolled also hits.".into(),
        CombatEffect::NoShields => "the target ignores no Blasts.".into(),
        CombatEffect::AllShields => "all Blasts of this combat are ignored.".into(),
        CombatEffect::Pursuit => {
            "an ordered unit other than a flagship may pursue and battle again without paying 2 stars.".into()
        }
        CombatEffect::SecondVolley => {
            "an ordered unit that has not moved and is still on its hex may battle once more.".into()
        }
        CombatEffect::IgnoreAlerts => "all red alerts of this combat are ignored.".into(),
        CombatEffect::BattleBack { dice } => {
            format!("it battles back without paying 2 stars and rolls {}.", signed(dice))
        }
        CombatEffect::Boarding { dice } => format!(
            "your cruisers and an adjacent enemy {} of 2 or more figures each roll {dice} dice and 1 for each figure; \
             with more Stars you take over one enemy figure.",
            classes(card.enemy, "unit")
        ),
        CombatEffect::Parley { dice } => format!(
            "roll {dice} dice; if Stars fall and you can give the attacker as many stars, there is no battle."
        ),
        CombatEffect::Cancel => "it has no effect, and its stars stay spent.".into(),
        CombatEffect::Redirect { hits } => {
            format!("one of your fighter units adjacent to it takes the first {hits} hits instead.")
        }
        CombatEffect::Pin { range } => format!(
            "an enemy {} within {range} hexes of one of your {} without a red alert marker may not move this turn, \
             except to retire.",
            classes(card.enemy, "unit"),
            classes(card.unit, "units")
        ),
        CombatEffect::Restore => {
            "one of your damaged units, not adjacent to an enemy and without a red alert \
             marker, gets 1 lost figure back."
                .into()
        }
        CombatEffect::GainStars(stars) => format!("take {stars} stars."),
        CombatEffect::Intercept => {
            "look at his command hand and name one card in it that he may not play this turn.".into()
        }
    }
}
