//! The five games on the shelf: their covers, menus, ledgers and packs.

use klaxon_core::{Code, Game, Menu, Refusal, Revision, Words, ledger::Ledger};
use klaxon_red_alert::RedAlert;
use std::sync::LazyLock;

/// A game on the shelf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Short name.
    pub id: &'static str,
    /// Name.
    pub name: &'static str,
    /// Its nature in a line.
    pub blurb: &'static str,
    /// How many play it.
    pub players: &'static str,
    /// The prefix of its rule ids.
    pub prefix: &'static str,
}

/// The five games, in the order of the shelf.
pub const COVERS: [Cover; 5] = [
    Cover {
        id: RedAlert::ID,
        name: "Red Alert: Space Fleet Warfare",
        blurb: "Hex fleet battles driven by command cards, dice and star tokens.",
        players: "2, or 2–3 a side",
        prefix: "RA",
    },
    Cover {
        id: "star-trek",
        name: "Star Trek: Red Alert!",
        blurb: "Ship disks flip across an open table under secret orders.",
        players: "2–6, teams",
        prefix: "ST",
    },
    Cover {
        id: "federation",
        name: "Space Infantry: Federation",
        blurb: "Hold Sol against five alien races, alone.",
        players: "1",
        prefix: "SF",
    },
    Cover {
        id: "starcraft",
        name: "StarCraft: The Board Game",
        blurb: "Conquer a galaxy with hidden order stacks and skirmish battles.",
        players: "2–6, teams",
        prefix: "SC",
    },
    Cover {
        id: "space-alert",
        name: "Space Alert",
        blurb: "A crew plans against the clock, then fate is resolved step by step.",
        players: "1–5, together",
        prefix: "SA",
    },
];

/// A game on the shelf by its id.
pub fn cover(id: &str) -> Option<&'static Cover> {
    COVERS.iter().find(|c| c.id == id)
}

/// What can be ordered of a game.
pub fn menu(id: &str) -> Option<Menu> {
    crate::by_id!(id, G => Some(G::menu()), else None)
}

/// How a game's rules have changed since their first edition, oldest first.
pub fn revisions(id: &str) -> &'static [Revision] {
    crate::by_id!(id, G => G::REVISIONS, else &[])
}

/// The ledger of a game.
pub fn ledger(id: &str) -> Option<&'static Ledger> {
    static LEDGERS: LazyLock<[(&str, Ledger); 5]> = LazyLock::new(|| {
        [
            ("red-alert", Ledger::parse(include_str!("../../../docs/rules/red-alert.md"))),
            ("star-trek", Ledger::parse(include_str!("../../../docs/rules/star-trek.md"))),
            ("federation", Ledger::parse(include_str!("../../../docs/rules/federation.md"))),
            ("starcraft", Ledger::parse(include_str!("../../../docs/rules/starcraft.md"))),
            ("space-alert", Ledger::parse(include_str!("../../../docs/rules/space-alert.md"))),
        ]
    });
    LEDGERS.iter().find(|(game, _)| *game == id).map(|(_, ledger)| ledger)
}

/// How positions and decisions of a game are written down, in markdown.
pub fn language(id: &str) -> &'static str {
    by_game(
        id,
        [
            include_str!("../../../docs/situations/red-alert.md"),
            include_str!("../../../docs/situations/star-trek.md"),
            include_str!("../../../docs/situations/federation.md"),
            include_str!("../../../docs/situations/starcraft.md"),
            include_str!("../../../docs/situations/space-alert.md"),
        ],
    )
}

/// A situation of a game, to begin with.
pub fn example(id: &str) -> &'static str {
    by_game(
        id,
        [
            include_str!("../../../docs/situations/red-alert.try"),
            include_str!("../../../docs/situations/star-trek.try"),
            include_str!("../../../docs/situations/federation.try"),
            include_str!("../../../docs/situations/starcraft.try"),
            include_str!("../../../docs/situations/space-alert.try"),
        ],
    )
}

/// What stands in the place of a game on the shelf.
fn by_game(id: &str, texts: [&'static str; 5]) -> &'static str {
    COVERS.iter().position(|c| c.id == id).map_or("", |i| texts[i])
}

/// The game whose ledger has the rule.
pub fn game_of_rule(rule: &str) -> Option<&'static Cover> {
    let prefix = rule.split('-').next()?;
    COVERS.iter().find(|c| c.prefix.eq_ignore_ascii_case(prefix))
}

/// A refusal for a game that is not there, with the ones that are.
pub fn no_such_game(id: &str) -> Refusal {
    let ids = COVERS.map(|c| c.id).join(", ");
    Refusal::other(Code::Malformed, format!("there is no game `{id}`; there is {ids}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::Edition;

    /// The ledger says of the same rules that they read differently as the program does.
    #[test]
    fn the_ledgers_have_the_words_of_every_edition() {
        for cover in COVERS {
            let ledger = ledger(cover.id).unwrap();
            let since = |edition: u8| -> Vec<&str> {
                let changed =
                    |r: &klaxon_core::ledger::Rule| r.editions().iter().any(|(e, _)| e.number() == edition);
                ledger.rules().filter(|r| changed(r)).map(|r| r.id.as_str()).collect()
            };
            let mut newest = Edition::FIRST.number();
            for revision in revisions(cover.id) {
                newest += 1;
                let said: Vec<&str> = revision.rules.iter().map(|r| r.as_str()).collect();
                assert_eq!(since(newest), said, "{} edition {newest}", cover.id);
            }
            assert_eq!(since(newest + 1), [""; 0], "{} has words of an edition to come", cover.id);
        }
    }
}
