//! What the game says to people: menu, prompts, labels. Sentences of events are in `lines.rs`, chances in `odds.rs`,
//! the words on disks in `text.rs`.

use crate::action::{Action, Means, Pick};
use crate::data::data;
use crate::frame::{Piece, Source, Target};
use crate::kinds::{DiskId, Faction, ShipId};
use crate::lines::{count, degrees};
use crate::played::Played;
use crate::setup::{FleetChoice, Setup};
use crate::state::{Place, StarTrek};
use crate::view::{Asked, View};
use klaxon_core::{
    Beat, Chance, Label, Line, Luck, Menu, Odds, OptionItem, Refusal, RuleId, ScenarioItem, Seat, TableOrder,
    Tell, Tip, Viewer, Words, rule,
};
use klaxon_geometry::plane::Heading;

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
        let (text, rule) = question(view);
        if mine {
            return Line::new(text, rule);
        }
        let who: Vec<String> = view.to_act.iter().map(|s| StarTrek::seat_name(view, s)).collect();
        Line::new(format!("Waiting for {}.", who.join(" and ")), rule)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        crate::coach::tips(view)
    }

    fn anytime(_view: &View, _seat: Seat) -> Vec<Action> {
        vec![Action::OfferDraw, Action::Concede]
    }

    fn label(view: &View, action: &Action) -> Label {
        crate::labels::label(view, action)
    }

    fn picture(view: &View) -> String {
        picture(view)
    }

    fn line(event: &crate::event::Event) -> Line {
        crate::lines::line(event)
    }

    fn beats(event: &crate::event::Event) -> Vec<Beat> {
        crate::beats::beats(event)
    }

    fn outcome_line(events: &[&crate::event::Event]) -> Option<String> {
        crate::beats::outcome(events)
    }

    fn luck(event: &crate::event::Event) -> Option<Luck> {
        crate::lines::luck(event)
    }

    fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
        intend(view, seat, clicks)
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        crate::odds::odds(view, action)
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

/// What is asked, as a sentence with its rule.
fn question(view: &View) -> (String, RuleId) {
    let name = |id: ShipId| ship_name(view, id);
    match view.asked {
        Asked::Nothing => ("Nothing is asked now.".into(), rule!("ST-4.1")),
        Asked::Split => ("Share out the points of your team, then press done.".into(), rule!("ST-1.20")),
        Asked::Build { again: false } => {
            ("Build your fleet: buy ships, then crew and tech for them.".into(), rule!("ST-1.11"))
        }
        Asked::Build { again: true } => {
            ("Rebuild your fleet without the Unique disk that you lost.".into(), rule!("ST-1.21"))
        }
        Asked::PlaceObstacle { left } => {
            (format!("Place your obstacles: {} left.", count(left, "piece")), rule!("ST-3.9"))
        }
        Asked::Deploy => {
            ("Place your ships in their zone, with heading and speed, in secret.".into(), rule!("ST-3.3"))
        }
        Asked::Reveal => {
            ("Step 1: reveal or conceal crew and tech, then press done.".into(), rule!("ST-5.1"))
        }
        Asked::Assign => {
            ("Step 2: place three orders for each of your ships, face down.".into(), rule!("ST-6.1"))
        }
        Asked::Cloak => ("Raise or drop your cloaks, or leave them as they are.".into(), rule!("ST-16.7")),
        Asked::PhaseStart => {
            ("Use a disk at the start of the Orders phase, or pass.".into(), rule!("ST-4.3"))
        }
        Asked::ActOrDefer { ship } => {
            (format!("{} has the option: act with it now, or defer.", name(ship)), rule!("ST-7.5"))
        }
        Asked::Activation { ship } => {
            let moved = view.acting.is_some_and(|a| a.moved);
            let text = if moved {
                format!("{} has moved: execute what is left, or end.", name(ship))
            } else if view.acting.is_some_and(|a| a.revealed) {
                format!("{} acts: execute its orders and move, in either sequence.", name(ship))
            } else {
                format!("{} acts: reveal its order and move, in either sequence.", name(ship))
            };
            (text, rule!("ST-8.1"))
        }
        Asked::BeamDeclared { target, counters, .. } => {
            let n = counters.max(0) as u8;
            let text = format!(
                "A beam is aimed at {} with {}: react?",
                target_name(view, target),
                count(n, "counter")
            );
            (text, rule!("ST-13.7"))
        }
        Asked::BeamDropped { hits, misses, .. } => {
            (format!("The beam made {} and {misses} missed: react?", count(hits, "hit")), rule!("ST-13.7"))
        }
        Asked::FireAgain { ship } => {
            (format!("{} may fire its beam again: at whom?", name(ship)), rule!("ST-15.4"))
        }
        Asked::HitsIncoming { ship, source, shields, hull } => {
            let cause = match source {
                Source::Beam => "a beam",
                Source::Torpedo => "a torpedo",
                Source::Obstruction => "an obstruction",
                Source::Terrain | Source::Collision => "a collision",
                Source::Ram => "a ramming prow",
                Source::Pulse => "a pulse",
            };
            let text = format!(
                "{} is about to lose {shields} shields and {hull} hull to {cause}: prevent any?",
                name(ship)
            );
            (text, rule!("ST-13.7"))
        }
        Asked::Critical { ship, crit } => (
            format!("The {} critical is about to strike {}: react?", crit.name(), name(ship)),
            rule!("ST-14.11"),
        ),
        Asked::LaunchAgain { ship } => {
            (format!("{} may launch a second torpedo with the same order.", name(ship)), rule!("ST-15.3"))
        }
        Asked::Guide { torpedo, hop, of } => {
            (format!("Torpedo {torpedo}: choose the heading of hop {hop} of {of}."), rule!("ST-12.3"))
        }
        Asked::Transport { ship, to } => {
            let text = format!("{} transports: whom between it and {}?", name(ship), place_name(view, to));
            (text, rule!("ST-11.1"))
        }
        Asked::OrderRevealed { ship, order } => {
            (format!("{} reveals {}: stop it?", name(ship), order.name()), rule!("ST-8.17"))
        }
        Asked::PlaceShip { ship, beside } => match beside {
            Piece::Ship(other) => {
                let text = format!("{} struck {}: place it beside, or leave it.", name(ship), name(other));
                (text, rule!("ST-9.3"))
            }
            Piece::Terrain(_) | Piece::Threat => {
                (format!("Place {} beside what it struck.", name(ship)), rule!("ST-9.5"))
            }
        },
        Asked::Steer => ("Choose a heading for each of your torpedoes.".into(), rule!("ST-12.4")),
        Asked::BoardingStart => ("A fight begins: use a disk, or pass.".into(), rule!("ST-17.2")),
        Asked::BoardingSegment => ("Before this segment: use a disk, or pass.".into(), rule!("ST-17.3")),
        Asked::Lose => {
            let text = view.fight.as_ref().map_or("Choose the crew that is lost.".into(), |f| {
                let place = place_name(view, f.place);
                let sides = f.losers.count_ones();
                let why = if sides > 1 { "is lost by several sides" } else { "is lost" };
                format!("Segment {} of the fight on {place} {why}: choose the crew that falls.", f.segment)
            });
            (text, rule!("ST-17.4"))
        }
        Asked::Save { disk } => {
            (format!("{} is about to be lost: save it?", disk_name(view, disk)), rule!("ST-17.4"))
        }
        Asked::Keep => {
            ("Step 5: keep disks with Constant flipped, or let them be readied.".into(), rule!("ST-19.2"))
        }
    }
}

/// What these clicks seem to mean.
fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
    let last = clicks.last()?;
    let (kind, rest) = last.split_once(':').unwrap_or((last.as_str(), ""));
    let number = || rest.split(':').next().and_then(|n| n.parse::<u8>().ok());
    let disk = || number().map(DiskId);
    match (kind, view.asked) {
        ("disk", Asked::Reveal) => disk().map(|disk| Action::TurnDisk { disk }),
        ("disk", Asked::Cloak) => disk().map(|disk| Action::Cloak { disk }),
        ("disk", Asked::Transport { .. }) => disk().map(|disk| Action::Beam { disk }),
        ("disk", Asked::Lose) => disk().map(|disk| Action::Lose { disk }),
        ("disk", Asked::Keep) => disk().map(|disk| Action::Keep { disk }),
        ("disk", _) => disk().map(|disk| Action::Use { what: Means::Disk(disk), pick: Pick::None }),
        ("ship", Asked::Activation { ship }) => {
            let target = number().map(ShipId).filter(|id| *id != ship)?;
            let over = clicks.iter().any(|c| c == "transport");
            Some(if over {
                Action::Transport { to: Place::Ship(target) }
            } else {
                Action::Fire { at: Target::Ship(target) }
            })
        }
        ("ship", Asked::FireAgain { .. }) => number().map(|n| Action::Fire { at: Target::Ship(ShipId(n)) }),
        ("ship", Asked::ActOrDefer { .. }) => Some(Action::Act),
        ("threat", Asked::Activation { .. } | Asked::FireAgain { .. }) => {
            Some(Action::Fire { at: Target::Threat })
        }
        ("terrain", Asked::Activation { .. }) => {
            number().map(|n| Action::Transport { to: Place::Terrain(crate::kinds::TerrainId(n)) })
        }
        ("heading", Asked::Activation { ship }) => {
            let heading = rest.parse().ok()?;
            let stopped = view.ship(ship).and_then(|s| s.speed) == Some(0);
            Some(if stopped { Action::Turn { heading } } else { Action::ChangeHeading { heading } })
        }
        ("heading", Asked::Guide { torpedo, .. }) => {
            rest.parse().ok().map(|heading| Action::Steer { torpedo, heading })
        }
        ("heading", Asked::Steer) => {
            let next = view.torpedoes.iter().find(|t| t.owner == seat.0 && t.chosen.is_none())?;
            rest.parse().ok().map(|heading| Action::Steer { torpedo: next.id, heading })
        }
        ("move", Asked::Activation { .. }) => Some(Action::Move),
        ("end", Asked::Activation { .. }) => Some(Action::End),
        ("done", _) => Some(Action::Done),
        ("defer", Asked::ActOrDefer { .. }) => Some(Action::Defer),
        ("buy-ship", Asked::Build { .. }) => data().ship(rest).map(|ship| Action::BuyShip { ship }),
        ("buy", Asked::Build { .. }) => {
            let mut parts = rest.split(':');
            let disk = data().disk(parts.next()?)?;
            let (ship, pool) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some(Action::Buy { disk, ship, pool })
        }
        ("sell", Asked::Build { .. }) => number().map(|disk| Action::Sell { disk }),
        ("sell-ship", Asked::Build { .. }) => number().map(|ship| Action::SellShip { ship }),
        ("fleet", Asked::Build { .. }) => {
            let place = data().fleets.iter().position(|f| f.id == rest)?;
            Some(Action::TakeFleet { fleet: place as u8 })
        }
        ("launch", Asked::Activation { .. }) => Some(Action::Launch),
        ("speed", Asked::Activation { .. }) => number().map(|speed| Action::ChangeSpeed { speed }),
        ("shields", Asked::Activation { .. }) => number().map(|shields| Action::RaiseShields { shields }),
        ("order", Asked::Activation { .. }) => Some(Action::RevealOrder),
        ("spot", Asked::PlaceObstacle { .. }) => rest.parse().ok().map(|at| Action::PlaceObstacle { at }),
        ("spot", Asked::Deploy) => {
            let at = rest.parse().ok()?;
            let own = |s: &&crate::view::ShipView| s.controller == seat.0 && s.at.is_none();
            let ship = view.ships.iter().find(own).map(|s| s.id)?;
            Some(Action::Deploy { ship, at, heading: Heading::EAST, speed: 0 })
        }
        _ => None,
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
        put(terrain.at, if terrain.kind == crate::scenario::TerrainKind::Nebula { '~' } else { 'O' });
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
