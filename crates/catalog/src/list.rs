//! The list of games. A game that is to be added stands here, in one place; its board stands in the server's list of boards.

use crate::shelf::Cover;

/// Makes the covers of the list. What is written about a game lies in files named after its id.
macro_rules! list {
    ($($home:ident, $id:literal, $prefix:literal {
        name: $name:literal,
        blurb: $blurb:literal,
        players: $players:literal,
        themes: $themes:expr,
        lessons: [$($lesson:literal),* $(,)?],
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
            examples: include_str!(concat!("../../../docs/examples/", $id, ".txt")),
            lessons: &[$(($lesson, include_str!(concat!("../../games/", $id, "/lessons/", $lesson, ".lesson")))),*],
            puzzles: include_str!(concat!("../../games/", $id, "/puzzles.jsonl")),
            themes: $themes,
            rulebook: &$home::RULEBOOK,
        }),*];
    };
}

list! {
    klaxon_red_alert, "red-alert", "RA" {
        name: "Red Alert: Space Fleet Warfare",
        blurb: "Hex fleet battles driven by command cards, dice and star tokens.",
        players: "2, or 2–3 a side",
        themes: ["Win the battle", "Turn the battle", "Save the fleet", "Press the advantage"],
        lessons: [
            "01-sectors-and-orders",
            "02-sight",
            "03-dice-by-class",
            "04-red-alerts-and-retiring",
            "05-stars",
            "06-battle-back",
            "07-combat-cards",
            "08-terrain",
            "09-planets-and-victory",
            "10-deployment",
        ],
    }
    klaxon_star_trek, "star-trek", "ST" {
        name: "Star Trek: Red Alert!",
        blurb: "Ship disks flip across an open table under secret orders.",
        players: "2–6, teams",
        themes: ["Win the encounter", "Turn the encounter", "Save the ship", "Press the advantage"],
        lessons: [
            "01-end-over-end",
            "02-headings-and-edges",
            "03-orders",
            "04-initiative",
            "05-beams",
            "06-criticals",
            "07-torpedoes",
            "08-cloaks",
            "09-boarding",
            "10-fleets",
        ],
    }
    klaxon_federation, "federation", "SF" {
        name: "Space Infantry: Federation",
        blurb: "Hold Sol against five alien races, alone.",
        players: "1",
        themes: ["Secure Sol", "Turn the war", "Hold on", "Build on the lead"],
        lessons: [
            "01-the-queue",
            "02-resources",
            "03-building",
            "04-moving",
            "05-settling",
            "06-a-battle",
            "07-diplomacy",
            "08-research",
        ],
    }
    klaxon_starcraft, "starcraft", "SC" {
        name: "StarCraft: The Board Game",
        blurb: "Conquer a galaxy with hidden order stacks and skirmish battles.",
        players: "2–6, teams",
        themes: ["Win the galaxy", "Turn the war", "Hold the line", "Extend the lead"],
        lessons: [
            "01-orders-and-stacks",
            "02-workers-and-payment",
            "03-building",
            "04-research",
            "05-transports",
            "06-a-battle",
            "07-support-and-cards",
            "08-cloak-and-splash",
            "09-events",
            "10-victories",
        ],
    }
    klaxon_space_alert, "space-alert", "SA" {
        name: "Space Alert",
        blurb: "A crew plans against the clock, then fate is resolved step by step.",
        players: "1–5, together",
        themes: ["A perfect flight", "Bring the ship home", "Last longer", "A better mission"],
        lessons: [
            "01-laying-cards",
            "02-changing-your-mind",
            "03-what-comes-of-it",
            "04-guns-and-energy",
            "05-lifts-and-delays",
            "06-the-computer",
            "07-rockets",
            "08-battlebots",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever writes a lesson puts its name here, too.
    #[test]
    fn every_lesson_that_lies_beside_a_game_is_in_the_list() {
        for cover in &GAMES {
            let folder = format!("{}/../games/{}/lessons", env!("CARGO_MANIFEST_DIR"), cover.id);
            let files =
                std::fs::read_dir(&folder).into_iter().flatten().map(|file| file.unwrap().file_name());
            let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
            files.sort();
            let listed: Vec<String> =
                cover.lessons.iter().map(|(name, _)| format!("{name}.lesson")).collect();
            assert_eq!(listed, files, "{}", cover.id);
        }
    }

    /// The id in the list is the game's own.
    #[test]
    fn every_game_stands_under_its_own_id() {
        for cover in &GAMES {
            assert_eq!(cover.rulebook.id(), cover.id);
        }
    }
}
