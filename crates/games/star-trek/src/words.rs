//! What the game says to people: menu, prompts, names. Sentences of events are in `words/line.rs`, chances in
//! `words/odds.rs`, the words on disks in `words/text.rs`; what is asked and the buttons are in `questions/`.

use crate::data::data;
use crate::kinds::{DiskId, Faction, ShipId};
use crate::questions::{About, Action, Anytime};
use crate::setup::{FleetChoice, Setup};
use crate::state::frame::Target;
use crate::state::played::Played;
use crate::state::{Place, StarTrek};
use crate::view::View;
use klaxon_core::{
    Beat, Chance, Label, Line, Luck, Menu, Odds, OptionItem, Refusal, ScenarioItem, Seat, TableOrder, Tell,
    Tip, Viewer, Words, rule,
};
use line::degrees;

pub mod bearing;
mod beats;
pub(crate) mod label;
pub(crate) mod line;
mod odds;
mod text;

impl Words for StarTrek {
    fn menu() -> Menu {
        let scenarios = data().scenarios.iter().map(|(s, _)| {
            let sizes = s.sizes();
            let seats = Setup::quick(&s.id, sizes[0]).map(|setup| names(&setup)).unwrap_or_default();
            let story = s.victory_text().first().cloned().unwrap_or_default();
            ScenarioItem {
                id: s.id.clone(),
                name: if s.quoted { format!("“{}”", s.name) } else { s.name.clone() },
                blurb: format!("{} {story}", s.mission),
                seats,
                sizes,
            }
        });
        Menu {
            id: "star-trek",
            name: "Star Trek: Red Alert!",
            blurb: "Ship disks flip across an open table under secret orders.",
            scenarios: scenarios.collect(),
            options: options(),
        }
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        let known = options();
        for (id, value) in &order.options {
            let Some(option) = known.iter().find(|o| o.id == id) else {
                return Err(Refusal::malformed(format!("there is no option `{id}`")));
            };
            if !option.values.iter().any(|(v, _)| v == value) {
                return Err(Refusal::malformed(format!("option `{id}` has no value `{value}`")));
            }
        }
        let option = |id: &str| order.options.get(id).map(String::as_str);
        let id = if order.scenario.is_empty() {
            data().scenarios[0].0.id.as_str()
        } else {
            order.scenario.as_str()
        };
        // ST-1.8: an installed scenario by its id, or the players' own as text.
        let scenario = Played::new(id).map_err(Refusal::malformed)?;
        let seats = if order.seats == 0 { scenario.sizes()[0] } else { order.seats };
        let any = option("factions") == Some("any");
        let mut wishes = [None; 6];
        for (i, wish) in wishes.iter_mut().enumerate() {
            *wish = option(FACTION_OPTIONS[i].0).and_then(Faction::by_code);
        }
        let fleet = match option("fleets") {
            Some("build") => FleetChoice::Build,
            Some("rulebook") => FleetChoice::Rulebook,
            Some(_) | None => FleetChoice::Quick,
        };
        let mut setup = Setup::ordered(id, seats, &wishes, any, fleet)?;
        setup.options.any_faction = any;
        setup.options.initiative_per_turn = option("initiative") == Some("turn");
        setup.options.open_fleets = option("open-fleets") == Some("yes");
        setup.options.friendly_fire = option("friendly-fire") != Some("off");
        setup.options.turn_limit = option("turn-limit").and_then(|n| n.parse().ok()).unwrap_or(0);
        setup.options.points_per_player = option("points").and_then(|n| n.parse().ok()).unwrap_or(0);
        if option("split") == Some("captain") {
            // The first seat of each team shares out its points.
            let teams = setup.seats.iter().map(|s| s.team).max().unwrap_or(0);
            let first = |t: u8| setup.seats.iter().position(|s| s.team == t).map(|i| Seat(i as u8));
            setup.captains = (0..=teams).map(first).collect();
        }
        // What cannot be opened is refused now, not at the table.
        setup.open(&mut Chance::quick(0), &mut Tell::muted())?;
        Ok(setup)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        view.seats.get(seat.index()).map_or_else(|| format!("seat {}", seat.0 + 1), |s| s.name.clone())
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        if let Some(result) = &view.result {
            return Line::plain(format!("The game is over: {result}."));
        }
        let mine = matches!(viewer, Viewer::Seat(seat) if view.to_act.has(seat));
        let line = match Action::ask(view) {
            Some(ask) => ask.line,
            None => Line::new("Nothing is asked now.", rule!("ST-4.1")),
        };
        if mine {
            return line;
        }
        let who: Vec<String> = view.to_act.iter().map(|s| StarTrek::seat_name(view, s)).collect();
        Line { text: format!("Waiting for {}.", who.join(" and ")), ..line }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        crate::coach::tips(view)
    }

    fn anytime(_view: &View, _seat: Seat) -> Vec<Action> {
        [Anytime::OfferDraw, Anytime::Concede].map(Action::Anytime).to_vec()
    }

    fn label(view: &View, action: &Action) -> Label {
        action.label(view)
    }

    fn picture(view: &View) -> String {
        picture(view)
    }

    fn line(event: &crate::event::Event) -> Line {
        line::line(event)
    }

    fn beats(event: &crate::event::Event) -> Vec<Beat> {
        beats::beats(event)
    }

    fn outcome_line(events: &[&crate::event::Event]) -> Option<String> {
        beats::outcome(events)
    }

    fn luck(event: &crate::event::Event) -> Option<Luck> {
        line::luck(event)
    }

    fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
        let last = clicks.last()?;
        let (kind, which) = last.split_once(':').unwrap_or((last.as_str(), ""));
        let mut out = Vec::new();
        Action::think(About { view, seat: seat.0, clicks, kind, which }, &mut out);
        out.first().copied()
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        odds::odds(view, action)
    }
}

const FACTION_OPTIONS: [(&str, &str); 6] = [
    ("faction-1", "Faction of the first seat, where the scenario leaves the choice"),
    ("faction-2", "Faction of the second seat, where the scenario leaves the choice"),
    ("faction-3", "Faction of the third seat, where the scenario leaves the choice"),
    ("faction-4", "Faction of the fourth seat, where the scenario leaves the choice"),
    ("faction-5", "Faction of the fifth seat, where the scenario leaves the choice"),
    ("faction-6", "Faction of the sixth seat, where the scenario leaves the choice"),
];

fn options() -> Vec<OptionItem> {
    let mut list = vec![
        OptionItem {
            id: "fleets",
            label: "Fleets",
            values: vec![
                ("ready", "ready-made, for a quick start"),
                ("rulebook", "ready-made, the rulebook's own where it has one"),
                ("build", "everybody builds in secret"),
            ],
        },
        OptionItem {
            id: "initiative",
            label: "Initiative",
            values: vec![("phase", "anew in each Orders phase"), ("turn", "once per turn")],
        },
        OptionItem {
            id: "open-fleets",
            label: "Concealed disks",
            values: vec![("no", "hidden"), ("yes", "open, for learning")],
        },
        OptionItem {
            id: "friendly-fire",
            label: "Beams at the own team",
            values: vec![("on", "allowed"), ("off", "not allowed")],
        },
        OptionItem {
            id: "turn-limit",
            label: "Turn limit",
            values: vec![
                ("scenario", "as the scenario says"),
                ("5", "5 turns"),
                ("10", "10 turns"),
                ("15", "15 turns"),
                ("20", "20 turns"),
                ("30", "30 turns"),
            ],
        },
        OptionItem {
            id: "points",
            label: "Points per player",
            values: vec![
                ("scenario", "as the scenario says"),
                ("30", "30"),
                ("40", "40"),
                ("50", "50"),
                ("75", "75"),
                ("100", "100"),
                ("150", "150"),
            ],
        },
        OptionItem {
            id: "factions",
            label: "Factions",
            values: vec![("scenario", "as the scenario says"), ("any", "any faction for anybody")],
        },
        OptionItem {
            id: "split",
            label: "Points within a team",
            values: vec![("even", "shared evenly"), ("captain", "the first seat of a team decides")],
        },
    ];
    for (id, label) in FACTION_OPTIONS {
        let mut values = vec![("fits", "whichever fits")];
        values.extend(Faction::ALL.map(|f| (f.code(), f.name())));
        list.push(OptionItem { id, label, values });
    }
    list
}

/// Names of the seats of a set-up.
fn names(setup: &Setup) -> Vec<String> {
    match setup.open(&mut Chance::quick(0), &mut Tell::muted()) {
        Ok(game) => (0..setup.seats.len() as u8).map(|s| game.name_of_seat(s)).collect(),
        Err(_) => Vec::new(),
    }
}

pub(crate) fn ship_name(view: &View, id: ShipId) -> &str {
    view.ship(id).map_or("a ship", |s| s.name.as_str())
}

pub(crate) fn disk_name(view: &View, id: DiskId) -> String {
    let Some(known) = view.disk(id).and_then(|d| d.known.as_ref()) else {
        return format!("a concealed disk (#{id})");
    };
    // Only of several alike does the number say something.
    let alike = view.disks().filter(|d| d.known.as_ref().is_some_and(|k| k.name == known.name)).count();
    if alike > 1 { format!("{} (#{id})", known.name) } else { known.name.clone() }
}

pub(crate) fn target_name(view: &View, target: Target) -> &str {
    match target {
        Target::Ship(id) => ship_name(view, id),
        Target::Threat => "the Borg cube",
    }
}

pub(crate) fn place_name(view: &View, place: Place) -> String {
    match place {
        Place::Ship(id) => ship_name(view, id).into(),
        Place::Terrain(id) => {
            view.terrain.get(id.0 as usize - 1).map_or_else(|| format!("terrain {id}"), |t| t.name.clone())
        }
        Place::Threat => "the Borg cube".into(),
        Place::Out => "nowhere".into(),
    }
}

/// The table as letters: ships by number, torpedoes `*`, terrain `O`, obstacles `o`, the cube `#`.
fn picture(view: &View) -> String {
    const WIDTH: usize = 72;
    let [w, h] = view.table;
    let rows = ((WIDTH as i64 * h / w / 2).max(8)) as usize;
    let mut grid = vec![vec![' '; WIDTH]; rows];
    let mut put = |at: klaxon_geometry::plane::Point, mark: char| {
        let x = (at.x * WIDTH as i64 / (w + 1)).clamp(0, WIDTH as i64 - 1) as usize;
        let y = (at.y * rows as i64 / (h + 1)).clamp(0, rows as i64 - 1) as usize;
        grid[rows - 1 - y][x] = mark;
    };
    for terrain in &view.terrain {
        put(terrain.at, if terrain.kind == crate::data::scenario::TerrainKind::Nebula { '~' } else { 'O' });
    }
    for obstacle in &view.obstacles {
        put(obstacle.at, 'o');
    }
    for torpedo in &view.torpedoes {
        put(torpedo.at, '*');
    }
    if let Some(threat) = &view.threat {
        put(threat.at, '#');
    }
    let in_play = || view.ships.iter().filter(|s| s.status == crate::state::Status::InPlay);
    for ship in in_play() {
        if let Some(at) = ship.at {
            put(at, char::from_digit(u32::from(ship.id.0), 36).unwrap_or('S'));
        }
    }
    let edge = format!("+{}+", "-".repeat(WIDTH));
    let mut text = format!("turn {} phase {}\n{edge}\n", view.turn, view.phase);
    for row in grid {
        text.push_str(&format!("|{}|\n", row.into_iter().collect::<String>()));
    }
    text.push_str(&edge);
    text.push('\n');
    for s in in_play() {
        let orders: Vec<&str> = s.orders.iter().map(order_mark).collect();
        let crits: Vec<&str> = s.crits.iter().map(|c| c.name()).collect();
        let cloaked = if s.cloaked { " cloaked" } else { "" };
        let (at, heading) =
            (s.at.map_or_else(String::new, |p| p.to_string()), s.heading.map_or_else(String::new, degrees));
        text.push_str(&format!(
            "{} {} (seat {}): {at} {heading} speed {}/{} shields {}/{} hull {}/{} torps {} orders {} {}{cloaked}\n",
            char::from_digit(u32::from(s.id.0), 36).unwrap_or('S'),
            s.name,
            s.controller + 1,
            s.speed.unwrap_or(0),
            s.max_speed,
            s.shields,
            s.max_shields,
            s.hull,
            s.max_hull,
            s.torps,
            orders.join(" "),
            crits.join(" "),
        ));
    }
    text
}

fn order_mark(order: &crate::view::OrderView) -> &'static str {
    match order {
        crate::view::OrderView::Empty | crate::view::OrderView::Removed => "-",
        crate::view::OrderView::Hidden => "??",
        crate::view::OrderView::Known(order) | crate::view::OrderView::Revealed(order) => order.code(),
    }
}
