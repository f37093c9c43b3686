//! *Open a table*: scenarios, options, and what an order for a table means.

use crate::{
    ids::Faction,
    setup::{Factions, Galaxy, Setup},
};
use klaxon_core::{Code, Menu, OptionItem, Refusal, ScenarioItem, TableOrder, rule};

pub(crate) fn menu() -> Menu {
    let scenario = |id: &str, name: &str, blurb: &str| ScenarioItem {
        id: id.into(),
        name: name.into(),
        blurb: blurb.into(),
        seats: (1..=2).map(|n| format!("Player {n}")).collect(),
        sizes: vec![2, 3, 4, 5, 6],
    };
    let option = |id, label, values| OptionItem { id, label, values };
    Menu {
        id: "starcraft",
        name: "StarCraft: The Board Game",
        blurb: "Galaxy conquest with hidden order stacks, workers, technology and skirmish battles.",
        scenarios: vec![
            scenario(
                "quick",
                "Quick start",
                "A ready-made balanced galaxy, forces in place: the first decision is an order.",
            ),
            scenario(
                "galaxy",
                "Build the galaxy",
                "Planets are drawn and laid by the players, as in the rulebook.",
            ),
        ],
        options: vec![
            option("factions", "Factions", vec![("deal", "dealt at random"), ("draft", "chosen in turn")]),
            option(
                "teams",
                "Teams",
                vec![("no", "each for himself"), ("yes", "teams of two (4 or 6 players)")],
            ),
            option(
                "variant",
                "Victory",
                vec![
                    ("standard", "conquest points and objectives"),
                    ("conquest", "Galactic Conquest: the last one"),
                ],
            ),
            option(
                "limit",
                "Round limit",
                // SC-14.20: the rules have none, but Galactic Conquest may go on for ever.
                vec![
                    ("usual", "none; 20 rounds in Galactic Conquest"),
                    ("6", "6 rounds"),
                    ("10", "10 rounds"),
                    ("40", "40 rounds"),
                ],
            ),
        ],
    }
}

pub(crate) fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
    let malformed = |text: String| Err(Refusal::other(Code::Malformed, text));
    let galaxy = match order.scenario.as_str() {
        "" | "quick" => Galaxy::Ready,
        "galaxy" => Galaxy::Build,
        other => return malformed(format!("there is no scenario `{other}`: quick or galaxy")),
    };
    let seats = if order.seats == 0 { 2 } else { order.seats };
    if !(2..=6).contains(&seats) {
        return Err(Refusal::illegal(rule!("SC-1.1"), "the game is for 2 to 6 players"));
    }
    let mut setup = Setup {
        seats: seats as u8,
        factions: Factions::Deal,
        galaxy,
        teams: false,
        galactic: false,
        round_limit: 0,
    };
    for (id, value) in &order.options {
        match (id.as_str(), value.as_str()) {
            ("factions", "deal") => setup.factions = Factions::Deal,
            ("factions", "draft") => setup.factions = Factions::Draft,
            // For trials of the balance: `raynor-overmind` gives them to the seats in order.
            ("factions", list) if given(list, seats).is_some() => {
                setup.factions = Factions::Given(given(list, seats).expect("looked"));
            }
            ("teams", "no") => setup.teams = false,
            ("teams", "yes") => setup.teams = true,
            ("variant", "standard") => setup.galactic = false,
            ("variant", "conquest") => setup.galactic = true,
            ("limit", "usual") => {}
            ("limit", n) if n.parse::<u16>().is_ok() => setup.round_limit = n.parse().expect("looked"),
            _ => return malformed(format!("there is no option `{id}` with the value `{value}`")),
        }
    }
    if setup.galactic && setup.round_limit == 0 {
        setup.round_limit = 20;
    }
    if setup.teams && !matches!(setup.seats, 4 | 6) {
        return Err(Refusal::illegal(rule!("SC-1.1"), "teams of two need 4 or 6 players"));
    }
    Ok(setup)
}

/// One faction for each seat, joined by hyphens.
fn given(list: &str, seats: usize) -> Option<Vec<Faction>> {
    let factions: Vec<Faction> = list.split('-').map(Faction::parse).collect::<Option<_>>()?;
    let twice = (1..factions.len()).any(|i| factions[..i].contains(&factions[i]));
    (factions.len() == seats && !twice).then_some(factions)
}
