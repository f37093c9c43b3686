//! How a purchase is written down in a state: as the variant of all decisions that it was in release 0.1.0, so that stored
//! tables open and hashes stay. A hidden one is written as `done` was.

use crate::{
    ids::Res,
    questions::{Action, Finish, Purchase},
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};
use std::fmt;

pub(super) fn serialize<S: Serializer>(buy: &Option<Purchase>, to: S) -> Result<S::Ok, S::Error> {
    if to.is_human_readable() {
        return buy.map_or(Action::Finish(Finish::Done), Action::Purchase).serialize(to);
    }
    // In bytes a variant is its number and its fields.
    match *buy {
        Some(Purchase::BuyWorker) => 22u32.serialize(to),
        Some(Purchase::BuyTransport { route, off }) => (23u32, route, off).serialize(to),
        Some(Purchase::BuyUnit { unit, area, off }) => (24u32, unit, area, off).serialize(to),
        Some(Purchase::Morph { unit, area, other, off }) => (25u32, unit, area, other, off).serialize(to),
        Some(Purchase::BuyBuilding { building, off }) => (26u32, building, off).serialize(to),
        Some(Purchase::BuyModule { module, off }) => (27u32, module, off).serialize(to),
        Some(Purchase::BuyBase { area, off }) => (28u32, area, off).serialize(to),
        Some(Purchase::BuyTech { tech, off }) => (29u32, tech, off).serialize(to),
        None => 30u32.serialize(to),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Purchase>, D::Error> {
    if from.is_human_readable() {
        let action = Action::deserialize(from)?;
        if action == Action::Finish(Finish::Done) {
            return Ok(None);
        }
        let Action::Purchase(buy) = action else {
            return Err(D::Error::custom(format!("{action:?} buys nothing")));
        };
        return Ok(Some(buy));
    }
    from.deserialize_tuple(5, Fields)
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Option<Purchase>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a purchase")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Option<Purchase>, A::Error> {
        fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(seq: &mut A) -> Result<T, A::Error> {
            seq.next_element()?.ok_or_else(|| A::Error::custom("a purchase ends too early"))
        }
        let s = &mut seq;
        let number: u32 = next(s)?;
        Ok(match number {
            22 => Some(Purchase::BuyWorker),
            23 => Some(Purchase::BuyTransport { route: next(s)?, off: next::<Option<Res>, A>(s)? }),
            24 => Some(Purchase::BuyUnit { unit: next(s)?, area: next(s)?, off: next(s)? }),
            25 => Some(Purchase::Morph { unit: next(s)?, area: next(s)?, other: next(s)?, off: next(s)? }),
            26 => Some(Purchase::BuyBuilding { building: next(s)?, off: next(s)? }),
            27 => Some(Purchase::BuyModule { module: next(s)?, off: next(s)? }),
            28 => Some(Purchase::BuyBase { area: next(s)?, off: next(s)? }),
            29 => Some(Purchase::BuyTech { tech: next(s)?, off: next(s)? }),
            30 => None,
            other => return Err(A::Error::custom(format!("decision {other} buys nothing"))),
        })
    }
}
