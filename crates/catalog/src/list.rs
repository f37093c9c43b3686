//! The list of games. A game that is to be added stands here, in one place; its board stands in the server's list of boards.

use crate::shelf::Cover;

/// Makes the covers of the list. What is written about a game lies in files named after its id.
macro_rules! list {
    ($($home:ident, $id:literal, $prefix:literal {
        name: $name:literal,
        blurb: $blurb:literal,
        players: $players:literal,
    })*) => {
        /// The games, in the order of the shelf.
        pub(crate) static GAMES: [Cover; [$($id),*].len()] = [$(Cover {
            id: $id,
            name: $name,
            blurb: $blurb,
            players: $players,
            prefix: $prefix,
            rules: include_str!(concat!("../../../docs/rules/", $id, ".md")),
            language: include_str!(concat!("../../../docs/situations/", $id, ".md")),
            example: include_str!(concat!("../../../docs/situations/", $id, ".try")),
            rulebook: $home::RULEBOOK,
        }),*];
    };
}

list! {
    klaxon_red_alert, "red-alert", "RA" {
        name: "Red Alert: Space Fleet Warfare",
        blurb: "Hex fleet battles driven by command cards, dice and star tokens.",
        players: "2, or 2–3 a side",
    }
    klaxon_star_trek, "star-trek", "ST" {
        name: "Star Trek: Red Alert!",
        blurb: "Ship disks flip across an open table under secret orders.",
        players: "2–6, teams",
    }
    klaxon_federation, "federation", "SF" {
        name: "Space Infantry: Federation",
        blurb: "Hold Sol against five alien races, alone.",
        players: "1",
    }
    klaxon_starcraft, "starcraft", "SC" {
        name: "StarCraft: The Board Game",
        blurb: "Conquer a galaxy with hidden order stacks and skirmish battles.",
        players: "2–6, teams",
    }
    klaxon_space_alert, "space-alert", "SA" {
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
    fn every_game_stands_under_its_own_id() {
        for cover in &GAMES {
            assert_eq!(cover.rulebook.id(), cover.id);
        }
    }
}
