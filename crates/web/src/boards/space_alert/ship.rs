//! The ship: three zones, two decks; weapons, energy, special devices and what is broken.

use super::{
    Grip, Table,
    chart::{COLUMN, DECK, LEFT, ROOM, SPACE, room},
    icons::{special, weapon},
};
use klaxon_space_alert::{
    Lesson, Remedy, SquadPlace, Station, Status, Threat, Tile, Zone, data::data, phase_of,
};
use maud::{Markup, html};

/// The whole ship.
pub fn ship(table: &Table<'_>) -> Markup {
    let (x, y) = (LEFT - 6, DECK - 8);
    let (w, h) = (3 * COLUMN + 8, 2 * ROOM.1 + 30);
    let hull = format!(
        "M{},{y}h{}q16,2 22,{}v{}q-6,{} -22,{}h-{}q-16,-2 -22,-{}v-{}q6,-{} 22,-{}Z",
        x + 16,
        w - 32,
        h / 4,
        h / 2,
        h / 4,
        h / 4,
        w - 32,
        h / 4,
        h / 2,
        h / 4,
        h / 4
    );
    html! {
        g #sa-ship {
            path.sa-hull d=(hull) {}
            @for zone in Zone::ALL { (zone_plate(table, zone)) }
            @for station in Station::ALL { (station_room(table, station)) }
            @for zone in Zone::ALL { (lift(table, zone)) }
            @for (left, right) in [(Station::UR, Station::UW), (Station::UW, Station::UB), (Station::LR, Station::LW), (Station::LW, Station::LB)] {
                (door(left, right))
            }
            (space(table))
            (status(table))
        }
    }
}

/// A zone's background, which shows where it is hit, and its damage below.
fn zone_plate(table: &Table<'_>, zone: Zone) -> Markup {
    let (x, y) = room(zone.upper());
    let tiles = &table.deck.ship.damage[zone.index()];
    let n = tiles.len();
    html! {
        g class={ "sa-zone " (zone.word()) } data-id={ "zone-" (zone.word()) } role="img" aria-label={ "The " (zone.word()) " zone, " (n) " of 6 damage" } {
            rect x=(x - 2) y=(y - 3) width=(ROOM.0 + 4) height=(2 * ROOM.1 + 10) rx="8" {}
            g.sa-pips transform={ "translate(" (x + 64) " " (y + 2 * ROOM.1 + 12) ")" } {
                @for i in 0..6usize { rect.on[i < n] x=(i as i32 * 14) y="-3" width="11" height="5" rx="1.5" {} }
            }
        }
    }
}

fn door(left: Station, right: Station) -> Markup {
    let ((x, y), (to, _)) = (room(left), room(right));
    html! { rect.sa-door x=(x + ROOM.0 - 2) y=(y + 62) width=(to - x - ROOM.0 + 4) height="26" rx="2" {} }
}

fn lift(table: &Table<'_>, zone: Zone) -> Markup {
    let (x, y) = room(zone.upper());
    let broken = table.deck.ship.damage[zone.index()].contains(&Tile::Lift);
    html! {
        g.sa-lift.broken[broken] transform={ "translate(" (x + 122) " " (y + ROOM.1 + 2) ")" } role="img"
            aria-label={ "Gravolift of " (zone.word()) (if broken { ", damaged: whoever uses it is delayed" } else { "" }) } {
            rect x="-9" y="-13" width="18" height="26" rx="4" {}
            path d="M0,-10l4,5h-2.6v10h2.6l-4,5l-4,-5h2.6v-10h-2.6Z" {}
            @if broken { (crack(table, zone, Tile::Lift, 0, 0)) }
        }
    }
}

/// A damage tile where it lies; between missions it can be clicked to be repaired.
fn crack(table: &Table<'_>, zone: Zone, tile: Tile, x: i32, y: i32) -> Markup {
    let grip = Grip::of(table.touch, format!("tile-{zone}-{}", tile.word()));
    let label = format!("The {zone} {} is damaged", tile.part(zone));
    html! {
        g class={ "sa-tile " (grip.class) } transform={ "translate(" (x) " " (y) ")" } data-id=(grip.id) data-click=[grip.click()]
            role=(grip.role()) tabindex=[grip.tab()] aria-label=(label) {
            title { (label) }
            circle r="8" {} use href="#sa-crack" {}
        }
    }
}

/// One station with its systems A, B and C.
fn station_room(table: &Table<'_>, station: Station) -> Markup {
    let (x, y) = room(station);
    let (zone, deck) = (station.zone(), &table.deck);
    let grip = Grip::of(table.touch, station.word());
    let broken = |tile: Tile| deck.ship.damage[zone.index()].contains(&tile);
    let fired = deck.ship.fired[station.index()];
    let gun = if station.is_upper() { Tile::Heavy } else { Tile::Light };
    let energy = if station.is_upper() { Tile::Shield } else { Tile::Reactor };
    html! {
        g id={ "sa-room-" (station.word()) } class={ "sa-room " (zone.word()) (grip.class) } data-id=(grip.id)
            role="group" aria-label=(describe(table, station)) transform={ "translate(" (x) " " (y) ")" } {
            rect.floor width=(ROOM.0) height=(ROOM.1) rx="6" {}
            g aria-hidden=[grip.can.then_some("true")] {
            text.name x="8" y="14" { (station.word()) tspan dx="5" { (if station == Station::UW { "bridge" } else { "" }) } }
            g.sa-system.fired[fired > 0] transform="translate(0 30)" {
                (key(table, station, "A")) text x="29" y="4.4" { (weapon_words(station)) }
                (strength(station, broken(gun)))
                @if broken(gun) { (crack(table, zone, gun, 130, 0)) }
            }
            g.sa-system transform="translate(0 56)" {
                (key(table, station, "B")) (gauge(table, station))
                @if broken(energy) { (crack(table, zone, energy, 130, 0)) }
            }
            g.sa-system transform="translate(0 82)" { (key(table, station, "C")) (device(table, station)) }
            @if station == Station::LW {
                g.sa-fuel transform="translate(30 103)" role="img" aria-label={ (deck.ship.fuel) " fuel capsules" } {
                    @for i in 0..data().ship.fuel { rect.on[i < deck.ship.fuel] x=(i32::from(i) * 18) y="-6" width="14" height="10" rx="4.5" {} }
                    text x="56" y="3" { "fuel" }
                }
            }
            @if !station.is_upper() && broken(Tile::Structural) { (crack(table, zone, Tile::Structural, 14, 102)) }
            }
            (grip.hit_box(&format!("sa-room-{}", station.word()), &describe(table, station), [0, 0, ROOM.0, ROOM.1]))
        }
    }
}

/// The letter of a system, under the token of whatever covers it (SA-4.4).
fn key(table: &Table<'_>, station: Station, letter: &str) -> Markup {
    let covered = malfunction(table, station, letter);
    html! {
        g.sa-key {
            circle cx="15" r="9.5" {} text x="15" y="4.4" { (letter) }
            @if let Some(threat) = covered {
                g.sa-fault data-id={ "threat-" (threat.card) } role="img" aria-label={ (threat.face().name) " covers " (letter) } {
                    title { (threat.face().name) " covers " (letter) " at " (station.name()) }
                    path d="M15,-12l11,19.5h-22Z" {} text x="15" y="5" { (threat.turn) }
                }
            }
        }
    }
}

fn malfunction<'t>(table: &'t Table<'_>, station: Station, letter: &str) -> Option<&'t Threat> {
    table.deck.threats.iter().find(|t| {
        let on = match t.face().by {
            Some(Remedy::A) => letter == "A",
            Some(Remedy::B) => letter == "B",
            Some(Remedy::C) => letter == "C",
            Some(Remedy::Bots | Remedy::Interceptors) | None => false,
        };
        on && t.tokens.has(station) && matches!(t.status, Status::OnTrack | Status::Survived)
    })
}

fn weapon_words(station: Station) -> &'static str {
    match station {
        Station::UR | Station::UW | Station::UB => "heavy laser",
        Station::LR | Station::LB => "light laser",
        Station::LW => "pulse",
    }
}

/// A weapon's strength; the pulse cannon, which does not reach as far as the others, with its range.
fn strength(station: Station, worn: bool) -> Markup {
    let n = &data().ship;
    let worn_by = u8::from(worn);
    let (strength, range) = match station {
        Station::UR | Station::UW | Station::UB => (n.heavy_laser[station.zone().index()] - worn_by, None),
        Station::LR | Station::LB => (n.light_laser - worn_by, None),
        Station::LW => (n.pulse_cannon, Some(n.pulse_range - worn_by)),
    };
    html! {
        text.n x=(if range.is_some() { 80 } else { 120 }) y="4.4" { (strength) }
        @if let Some(range) = range { text.soft x="86" y="4" { "range " (range) } }
    }
}

/// Energy in a shield or reactor: full blocks, free ones, and what is above capacity.
fn gauge(table: &Table<'_>, station: Station) -> Markup {
    let (ship, z) = (&table.deck.ship, station.zone().index());
    let (full, room) = if station.is_upper() {
        (ship.shields[z], ship.shield_capacity[z])
    } else {
        (ship.reactors[z], ship.reactor_capacity[z])
    };
    html! {
        g class=(if station.is_upper() { "sa-gauge shield" } else { "sa-gauge reactor" }) {
            @if station.is_upper() { path.sign d="M29,-6l6,-2l6,2q0,9 -6,12q-6,-3 -6,-12Z" {} }
            @else { path.sign d="M37,-8l-8,9h5l-2,7l8,-9h-5Z" {} }
            @for i in 0..full.max(room) {
                rect.on[i < full].over[i >= room] x=(48 + i32::from(i) * 12) y="-7" width="10" height="14" rx="2" {}
            }
        }
    }
}

/// The special device of a station.
fn device(table: &Table<'_>, station: Station) -> Markup {
    let ship = &table.deck.ship;
    let lesson = table.deck.lesson;
    html! {
        @match station {
            Station::UW => {
                @if lesson.maintenance() {
                    text x="29" y="4.4" { "computer" }
                    @for (i, on) in ship.maintained.iter().enumerate() {
                        circle.sa-lamp.on[*on] cx=(103 + i as i32 * 12) r="4.4" {}
                    }
                } @else { (not_yet()) }
            }
            Station::UR => {
                @if lesson.battlebots() {
                    g.sa-wing.away[ship.space.is_some()] transform="translate(39 0)" { use href="#sa-wing" {} }
                    text x="53" y="4.4" { "interceptors" }
                } @else { (not_yet()) }
            }
            Station::UB | Station::LR => {
                @if lesson.battlebots() {
                    @let here: Vec<bool> = ship.squads.iter().filter(|s| s.place == SquadPlace::Stored(station)).map(|s| s.disabled).collect();
                    @for (i, disabled) in here.iter().enumerate() {
                        g.sa-squad.disabled[*disabled] transform={ "translate(" (38 + 17 * i as i32) " 0)" } { use href="#sa-squad" {} }
                    }
                    text x=(if here.is_empty() { 29 } else { 36 + 17 * here.len() as i32 }) y="4.4" { (if here.is_empty() { "bots gone" } else { "battlebots" }) }
                } @else { (not_yet()) }
            }
            Station::LW => {
                @if lesson.visual() {
                    rect.sa-window x="29" y="-7" width="18" height="14" rx="6.5" {} text x="53" y="4.4" { "window" }
                } @else { (not_yet()) }
            }
            Station::LB => {
                @if lesson.rockets() {
                    @for i in 0..data().ship.rockets {
                        g.sa-rocket.gone[i >= ship.rockets] transform={ "translate(" (37 + 15 * i32::from(i)) " 0)" } { use href="#sa-rocket" {} }
                    }
                    text x="82" y="4.4" { "rockets" }
                } @else { (not_yet()) }
            }
        }
    }
}

/// SA-16.5: a device that the lesson does not have yet.
fn not_yet() -> Markup {
    html! { text.off x="29" y="4.4" { "not in this lesson" } }
}

/// Space beside the ship, where the interceptors fly.
fn space(table: &Table<'_>) -> Markup {
    let grip = Grip::of(table.touch, "space");
    let (x, y) = SPACE;
    html! {
        g #sa-space class={ "sa-space " (grip.class) } data-id=(grip.id) data-click=[grip.click()] role=(grip.role()) tabindex=[grip.tab()] aria-label="Space" transform={ "translate(" (x) " " (y) ")" } {
            circle r="19" {}
            text y="32" { "space" }
        }
    }
}

/// Beside the ship: rockets under way, the computer, what the window has seen, and the damage. Two rows, for the threats lie below.
fn status(table: &Table<'_>) -> Markup {
    let (x, y) = (LEFT + 3 * COLUMN + 26, DECK);
    let (ship, lesson) = (&table.deck.ship, table.deck.lesson);
    html! {
        g.sa-status transform={ "translate(" (x) " " (y) ")" } {
            @if lesson.rockets() {
                g {
                    title { "Rockets hit one turn after launch" }
                    text y="12" { "Rocket track" }
                    @for (i, on) in ship.rocket_track.iter().enumerate() {
                        g transform={ "translate(" (15 + 36 * i as i32) " 34)" } {
                            rect.cell x="-14" y="-14" width="28" height="28" rx="5" {}
                            @if *on { g.sa-rocket { use href="#sa-rocket" {} } }
                        }
                    }
                }
            }
            @if lesson.maintenance() {
                text x=(SECOND) y="12" { "Computer served" }
                @for (i, on) in ship.maintained.iter().enumerate().take(lesson.phases()) {
                    (phase_box(SECOND, i, 20, if *on { "✓" } else { "·" }, *on))
                }
            }
            @if lesson.visual() {
                text y="68" { "Visual points" }
                @for (i, n) in ship.visual.iter().enumerate() {
                    (phase_box(0, i, 76, &data().ship.visual_points[usize::from(*n)].to_string(), *n > 0))
                }
            }
            @let (left, top) = if lesson == Lesson::TestRun { (0, 12) } else { (SECOND, 68) };
            text x=(left) y=(top) { "Damage of 6" }
            @for zone in Zone::ALL {
                g class={ "sa-tally " (zone.word()) } transform={ "translate(" (left + zone.index() as i32 * 34) " " (top + 22) ")" } {
                    circle cx="6" cy="-4" r="5" {} text x="15" { (ship.damage[zone.index()].len()) }
                }
            }
        }
    }
}

/// Where the second column of what stands beside the ship begins.
const SECOND: i32 = 108;

fn phase_box(x: i32, i: usize, y: i32, text: &str, on: bool) -> Markup {
    html! {
        g.sa-phase-box.on[on] transform={ "translate(" (x + i as i32 * 33) " " (y) ")" } {
            rect width="29" height="26" rx="5" {} text x="14.5" y="18" { (text) }
        }
    }
}

/// A station in words: who is there, what it has.
fn describe(table: &Table<'_>, station: Station) -> String {
    let (ship, z) = (&table.deck.ship, station.zone().index());
    let energy = if station.is_upper() {
        format!("shield {} of {}", ship.shields[z], ship.shield_capacity[z])
    } else {
        format!("reactor {} of {}", ship.reactors[z], ship.reactor_capacity[z])
    };
    let crew: Vec<String> =
        table.crew_at(station).into_iter().map(|i| table.view.crew[i].figure.to_string()).collect();
    let who = if crew.is_empty() { "nobody".into() } else { crew.join(", ") };
    format!("{}: {}, {energy}, {}; {who} there", station.name(), weapon(station), special(station))
}

/// The phase of a turn, from 1.
pub fn phase(turn: u8) -> usize {
    phase_of(turn) + 1
}
