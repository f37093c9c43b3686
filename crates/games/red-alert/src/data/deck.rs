//! Command and combat cards as they are written down, and their ids.

use crate::data::Class;
use crate::data::get;
use crate::effect::{CombatEffect, CommandEffect, Plan, Reach, Turn, Window};
use klaxon_core::RuleId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, sync::OnceLock};

/// A command card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandCard {
    /// Such as `CM-07`.
    pub id: String,
    /// Title.
    pub name: String,
    /// Copies in the deck.
    pub copies: u8,
    /// Number that decides who goes first (RA-5.3).
    pub initiative: u8,
    /// The rule that it lives by.
    pub rule: String,
    /// Where this comes from.
    pub source: String,
    /// What it does.
    pub effect: Vec<CommandEffect>,
    /// The same, compiled.
    #[serde(skip)]
    pub plan: Plan,
}

/// A combat card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatCard {
    /// Such as `CB-07`.
    pub id: String,
    /// Title.
    pub name: String,
    /// Copies in the deck.
    pub copies: u8,
    /// Stars.
    pub cost: u8,
    /// In whose turn.
    pub turn: Turn,
    /// When.
    pub window: Window,
    /// Ranged or close.
    #[serde(default)]
    pub combat: Reach,
    /// Classes of the player's unit; `None` for any.
    #[serde(default, deserialize_with = "class_filter", serialize_with = "write_filter")]
    pub unit: Option<[bool; 3]>,
    /// Classes of the enemy unit; `None` for any.
    #[serde(default, deserialize_with = "class_filter", serialize_with = "write_filter")]
    pub enemy: Option<[bool; 3]>,
    /// The rule that it lives by.
    pub rule: String,
    /// Where this comes from.
    pub source: String,
    /// What it does.
    pub effect: Vec<CombatEffect>,
}

impl CombatCard {
    /// Does the player's unit fit?
    pub fn fits_unit(&self, class: Class) -> bool {
        self.unit.is_none_or(|f| f[class as usize])
    }

    /// Does the enemy's unit fit?
    pub fn fits_enemy(&self, class: Class) -> bool {
        self.enemy.is_none_or(|f| f[class as usize])
    }
}

fn class_filter<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[bool; 3]>, D::Error> {
    let classes = Vec::<Class>::deserialize(from)?;
    let mut filter = [false; 3];
    for class in classes {
        filter[class as usize] = true;
    }
    Ok(Some(filter))
}

fn write_filter<S: Serializer>(filter: &Option<[bool; 3]>, to: S) -> Result<S::Ok, S::Error> {
    let classes: Option<Vec<Class>> =
        filter.map(|f| Class::ALL.into_iter().filter(|c| f[*c as usize]).collect());
    classes.serialize(to)
}

/// A rule id as the core knows it; leaked once for each card, since data lives as long as the process.
pub(crate) fn parse_rule(id: &str) -> Option<RuleId> {
    let (chapter, number) = id.strip_prefix("RA-")?.split_once('.')?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    (digits(chapter) && digits(number)).then(|| RuleId::new(Box::leak(id.to_string().into_boxed_str())))
}

macro_rules! card_id {
    ($name:ident, $card:ident, $list:ident, $find:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u8);

        impl $name {
            /// The card itself.
            pub fn card(self) -> &'static $card {
                &get().$list[usize::from(self.0)]
            }

            /// Its place in the data.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// Every card, in the order of the data.
            pub fn all() -> impl Iterator<Item = $name> {
                (0..get().$list.len() as u8).map($name)
            }

            /// The rule that it lives by.
            pub fn rule(self) -> RuleId {
                static RULES: OnceLock<Vec<RuleId>> = OnceLock::new();
                let rules = RULES.get_or_init(|| {
                    get().$list.iter().map(|c| parse_rule(&c.rule).expect("checked when read")).collect()
                });
                rules[self.index()]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.card().id)
            }
        }

        /// By id in JSON, as one small number in packed formats.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() {
                    to.serialize_str(&self.card().id)
                } else {
                    to.serialize_u8(self.0)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                if from.is_human_readable() {
                    let id = String::deserialize(from)?;
                    get().$find(&id).ok_or_else(|| D::Error::custom(format!("there is no card `{id}`")))
                } else {
                    let index = u8::deserialize(from)?;
                    let known = usize::from(index) < get().$list.len();
                    if known { Ok($name(index)) } else { Err(D::Error::custom("there is no such card")) }
                }
            }
        }
    };
}

card_id!(CommandId, CommandCard, command, find_command, "A kind of command card, such as `CM-07`.");
card_id!(CombatId, CombatCard, combat, find_combat, "A kind of combat card, such as `CB-07`.");
