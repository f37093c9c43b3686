//! *Open a table*: scenarios, options, and what an order for a table means.

use crate::{
    edition::{EventOrder, THIRD, Terms},
    ids::Faction,
    setup::{Factions, Galaxy, Setup},
    state::StarCraft,
};
use klaxon_core::{Code, Edition, Game, Menu, OptionItem, Refusal, ScenarioItem, TableOrder, rule};

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
                    ("usual", "none; in Galactic Conquest 40 rounds, 60 with more than two"),
                    ("6", "6 rounds"),
                    ("10", "10 rounds"),
                    ("40", "40 rounds"),
                    ("none", "none at all, Galactic Conquest included"),
                ],
            ),
            option(
                "events",
                "Event cards",
                // SC-13.2.
                vec![
                    ("clockwise", "chosen in turn, each shown before the next"),
                    ("at-once", "chosen by all at once, in secret"),
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
    let terms = Terms::usual(order.edition.unwrap_or_else(StarCraft::newest));
    let mut setup = Setup {
        seats: seats as u8,
        factions: Factions::Deal,
        galaxy,
        teams: false,
        galactic: false,
        round_limit: 0,
        edition: terms.edition,
        events: terms.events,
    };
    let mut endless = false;
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
            ("limit", "none") => endless = true,
            // Edition 1 took 0 for the usual limit.
            ("limit", "0") if setup.edition >= Edition::SECOND => {
                return malformed("a limit is at least one round; `none` plays without one".into());
            }
            ("limit", n) if n.parse::<u16>().is_ok() => setup.round_limit = n.parse().expect("looked"),
            ("events", "clockwise") => setup.events = EventOrder::Clockwise,
            ("events", "at-once") => setup.events = EventOrder::AtOnce,
            _ => {
                return malformed(format!("there is no option `{id}` with the value `{value}`"));
            }
        }
    }
    Terms { edition: setup.edition, events: setup.events }.judge()?;
    // SC-14.20: none at all is a choice since edition 2.
    if setup.galactic && endless && setup.edition < Edition::SECOND {
        let text = "in edition 1 of the rules Galactic Conquest has a round limit; to play without one needs edition 2";
        return Err(Refusal::illegal(rule!("SC-14.20"), text));
    }
    if setup.galactic && setup.round_limit == 0 && !endless {
        // SC-14.20: by the number of players since edition 3.
        setup.round_limit = match setup.seats {
            _ if setup.edition < THIRD => 20,
            2 => 40,
            _ => 60,
        };
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
