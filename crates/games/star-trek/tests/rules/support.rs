//! What rule tests are written with.

use klaxon_core::{Chance, Game, Refusal, Seat, Tell, Viewer, Words};
use klaxon_star_trek::data::data;
use klaxon_star_trek::{Faction, FleetChoice, Setup, StarTrek, View};
use klaxon_testkit::{Given, given};

/// A position from clauses.
#[track_caller]
pub fn at(clauses: &str) -> Given<StarTrek> {
    given::<StarTrek>(clauses)
}

/// The sheet's duel: T'deret (p1) and Yamato (p2), nose to nose and far apart.
pub const DUEL: &str = "ship 1 ROM-S01 of p1 at 3875,12000 heading 0 speed 3; \
                        ship 2 FED-S01 of p2 at 32000,12000 heading 1800 speed 3";

/// Two standard ships in beam range of each other, both stopped.
pub const CLOSE: &str =
    "ship 1 ROM-S02 of p1 at 10000,12000 heading 0; ship 2 FED-S01 of p2 at 14000,12000 heading 1800";

/// Five counters of which none shows a critical.
pub const NO_CRIT: &str = "hit hit hit hit hit";

/// A table at which everybody builds.
#[track_caller]
pub fn building(scenario: &str, factions: &[Faction]) -> Given<StarTrek> {
    opened(build_setup(scenario, factions))
}

pub fn build_setup(scenario: &str, factions: &[Faction]) -> Setup {
    let mut wishes = [None; 6];
    for (wish, faction) in wishes.iter_mut().zip(factions) {
        *wish = Some(*faction);
    }
    let mut setup = Setup::ordered(scenario, factions.len(), &wishes, true, FleetChoice::Build).unwrap();
    setup.options.any_faction = true;
    setup
}

/// Two players with the fleets of the sheet's worked game, where the scenario has room for them.
pub fn with_sheets_fleets(scenario: &str) -> Setup {
    Setup::ordered(scenario, 2, &[None; 6], false, FleetChoice::Rulebook).unwrap()
}

/// A table from its set-up.
#[track_caller]
pub fn opened(setup: Setup) -> Given<StarTrek> {
    Given::of(start(&setup).unwrap())
}

pub fn start(setup: &Setup) -> Result<StarTrek, Refusal> {
    StarTrek::start(setup, &mut Chance::scripted(&[]), &mut Tell::muted())
}

/// What a seat sees.
pub fn seen(game: &StarTrek, seat: u8) -> View {
    game.view(Viewer::Seat(Seat(seat)))
}

/// What the buttons of a seat say, each after the heading of its group.
pub fn buttons(game: &StarTrek, seat: u8) -> Vec<String> {
    let view = seen(game, seat);
    let words = |action| {
        let label = StarTrek::label(&view, action);
        format!("{}: {}", label.group, label.text)
    };
    game.choices(Seat(seat)).iter().map(words).collect()
}

/// One of the buttons says exactly this.
#[track_caller]
pub fn offers(game: &Given<StarTrek>, seat: u8, button: &str) {
    let all = buttons(game.game(), seat);
    assert!(all.iter().any(|b| b == button), "no button says `{button}`:\n    {}", all.join("\n    "));
}

/// A scenario of one's own: both teams start in the same rectangle. `more` is added before the teams.
pub fn own_scenario(more: &str) -> String {
    let team = |name: &str| {
        format!(
            "[[teams]]\nname = \"{name}\"\nfactions = [\"ANY\"]\npoints_per_player = 50\n\
             deploy = [{{ zone = \"rect\", x0 = 10000, y0 = 4000, x1 = 26000, y1 = 20000 }}]\n"
        )
    };
    let victory = if more.contains("victory") { "" } else { "victory = [{ v = \"destroy_fleet\" }]\n" };
    format!(
        "id = \"own\"\nname = \"Own\"\nmission_type = \"Test\"\nmission = \"Try something.\"\nplayers = [2, 2]\n\
         table = {{ w = 36000, h = 24000 }}\n{victory}{more}\n{}{}",
        team("Here"),
        team("There")
    )
}

/// A position at a table whose players have altered an installed scenario (ST-23.1): another list stands in its file, such as
/// `victory`.
#[track_caller]
pub fn altered(scenario: &str, list: &str, entries: &str, clauses: &str) -> Given<StarTrek> {
    let printed = &data().scenario(scenario).expect("an installed scenario").1;
    let head = format!("\n{list} = [");
    let rest = printed.split_once(&head).map(|(before, rest)| (before, rest.split_once("\n]\n").unwrap().1));
    let (before, after) = rest.unwrap_or_else(|| printed.split_at(printed.find("\nvictory = [").unwrap()));
    let text = format!("{before}{head}\n{entries}\n]\n{after}");
    let mut state = serde_json::to_value(at(&format!("scenario {scenario}; {clauses}")).game()).unwrap();
    state["scenario"] = text.into();
    Given::of(serde_json::from_value(state).unwrap())
}
