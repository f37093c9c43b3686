//! The list of games. A game that is to be added stands here, in one place, and everywhere else what follows is made from it.

use crate::shelf::{Cover, Texts};
use klaxon_core::Session;

/// Makes of the list: [`Table`], [`games`], [`each!`], [`by_id!`], the covers and the texts.
macro_rules! list {
    ($d:tt $($variant:ident in $home:ident, $id:literal, $prefix:literal {
        name: $name:literal,
        blurb: $blurb:literal,
        players: $players:literal,
    })*) => {
        /// A table with any of the games on it.
        // States are flat, so that bots copy them in a stroke; tables are few and stay where they are.
        #[expect(clippy::large_enum_variant)]
        #[derive(Clone, Debug)]
        pub enum Table {
            $(#[doc = $name] $variant(Session<games::$variant>),)*
        }

        $(impl From<Session<games::$variant>> for Table {
            fn from(session: Session<games::$variant>) -> Table {
                Table::$variant(session)
            }
        })*

        /// The games themselves, for [`each!`] and [`by_id!`].
        pub mod games {
            pub use klaxon_core::Game;
            $(pub use $home::$variant;)*
        }

        /// Runs an expression on a table's session, whatever the game.
        #[macro_export]
        macro_rules! each {
            ($d table:expr, $d session:ident => $d run:expr) => {
                match $d table {
                    $($crate::Table::$variant($d session) => $d run,)*
                }
            };
        }

        /// Runs an expression with the type of the game that an id names.
        #[macro_export]
        macro_rules! by_id {
            ($d id:expr, $d game:ident => $d run:expr, else $d no:expr) => {
                match $d id {
                    $(<$crate::games::$variant as $crate::games::Game>::ID => {
                        type $d game = $crate::games::$variant;
                        $d run
                    })*
                    _ => $d no,
                }
            };
        }

        /// The games, in the order of the shelf.
        pub const COVERS: [Cover; [$($id),*].len()] =
            [$(Cover { id: $id, name: $name, blurb: $blurb, players: $players, prefix: $prefix }),*];

        /// What is written about them, in the same order.
        pub(crate) const TEXTS: [Texts; COVERS.len()] = [$(Texts {
            ledger: include_str!(concat!("../../../docs/rules/", $id, ".md")),
            language: include_str!(concat!("../../../docs/situations/", $id, ".md")),
            example: include_str!(concat!("../../../docs/situations/", $id, ".try")),
        }),*];
    };
}

list! { $
    RedAlert in klaxon_red_alert, "red-alert", "RA" {
        name: "Red Alert: Space Fleet Warfare",
        blurb: "Hex fleet battles driven by command cards, dice and star tokens.",
        players: "2, or 2–3 a side",
    }
    StarTrek in klaxon_star_trek, "star-trek", "ST" {
        name: "Star Trek: Red Alert!",
        blurb: "Ship disks flip across an open table under secret orders.",
        players: "2–6, teams",
    }
    Federation in klaxon_federation, "federation", "SF" {
        name: "Space Infantry: Federation",
        blurb: "Hold Sol against five alien races, alone.",
        players: "1",
    }
    StarCraft in klaxon_starcraft, "starcraft", "SC" {
        name: "StarCraft: The Board Game",
        blurb: "Conquer a galaxy with hidden order stacks and skirmish battles.",
        players: "2–6, teams",
    }
    SpaceAlert in klaxon_space_alert, "space-alert", "SA" {
        name: "Space Alert",
        blurb: "A crew plans against the clock, then fate is resolved step by step.",
        players: "1–5, together",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The id in the list is the game's own.
    #[test]
    fn every_game_is_found_by_its_id() {
        for cover in COVERS {
            assert_eq!(by_id!(cover.id, G => <G as games::Game>::ID, else ""), cover.id);
        }
    }
}
