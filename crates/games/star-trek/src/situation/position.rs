//! Positions in words: reads their clauses. Writing them and saying whether one holds is `facts.rs`; the language is described
//! at the top of `situation.rs`.

use super::check::{self, room};
use super::spell::{crit_of, order_of, place_of};
use super::{Reader, seat_of};
use crate::data::data;
use crate::effect::ObstacleKind;
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{DiskId, Faction, ObstacleId, ShipId, TerrainId, TorpedoId};
use crate::setup::Setup;
use crate::state::{
    Activation, Disk, Face, Obstacle, Place, Ship, Slot, Stage, StarTrek, Status, THREAT, Torpedo,
};
use crate::torpedo::STANDARD;
use klaxon_core::{Chance, Seat, SeatSet, Tell};

pub(crate) const STAGES: [(&str, Stage); 7] = [
    ("reveal", Stage::Reveal),
    ("assign", Stage::Assign),
    ("cloak", Stage::CloakWindow),
    ("start", Stage::PhaseStart),
    ("act", Stage::Act),
    ("steer", Stage::Steer),
    ("keep", Stage::Keep),
];

pub(crate) const STATUSES: [(&str, Status); 5] = [
    ("aside", Status::Aside),
    ("placed", Status::Placed),
    ("destroyed", Status::Destroyed),
    ("exited", Status::Exited),
    ("removed", Status::Removed),
];

pub(crate) const FACES: [(&str, Face); 4] = [
    ("concealed", Face::Concealed),
    ("ready", Face::Ready),
    ("flipped", Face::Flipped),
    ("held", Face::Held),
];

pub(crate) const KINDS: [(&str, ObstacleKind); 5] = [
    ("mine", ObstacleKind::Mine),
    ("asteroid", ObstacleKind::Asteroid),
    ("debris", ObstacleKind::Debris),
    ("gravitic-mine", ObstacleKind::GraviticMine),
    ("custom", ObstacleKind::Custom),
];

pub(crate) fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], wanted: T) -> Option<&'static str> {
    table.iter().find(|(_, t)| *t == wanted).map(|(word, _)| *word)
}

fn of_word<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    table.iter().find(|(w, _)| *w == word).map(|(_, t)| *t)
}

/// What was said about a ship, so that the rest can be filled in.
#[derive(Clone, Copy, Default)]
struct Said {
    shields: bool,
    hull: bool,
}

/// The position that the clauses describe.
pub(crate) fn given(clauses: &[&str]) -> Result<StarTrek, String> {
    let wrong = |clause: &str, why: String| format!("`{clause}`: {why}");
    let mut game = frame_of(clauses)?;
    let mut said: Vec<Said> = Vec::new();
    let mut waits = None;
    let mut initiative = false;
    // The turn is the default for when a disk was seen, so it comes first.
    let order = |c: &&&str| u8::from(!c.starts_with("turn "));
    let mut sorted: Vec<&&str> = clauses.iter().collect();
    sorted.sort_by_key(order);
    for clause in sorted {
        let mut r = Reader::new(clause);
        let subject = r.word("a clause").map_err(|why| wrong(clause, why))?;
        let result = match subject {
            // Read before everything else.
            "scenario" => read_scenario(&mut r).map(|_| ()),
            "ship" => read_ship(&mut game, &mut r).map(|s| said.push(s)),
            "disk" => read_disk(&mut game, &mut r),
            "torpedo" => read_torpedo(&mut game, &mut r),
            "initiative" => {
                initiative = true;
                read_initiative(&mut game, &mut r)
            }
            "waits" => read_seats(&mut r).map(|set| waits = Some(set)),
            _ => read_fact(&mut game, subject, &mut r),
        };
        result.and_then(|()| r.end()).map_err(|why| wrong(clause, why))?;
    }
    // Which ships there are is known by now; what they come to is asked next.
    for disk in game.disks.iter() {
        if disk.home.is_some() && disk.home.ix() >= game.ships.len() {
            return Err("`home` names a ship that is not there".into());
        }
    }
    for (i, said) in said.iter().enumerate() {
        let id = ShipId::at(i);
        if !said.shields {
            game.ships[i].shields = if game.cloaked(id) { 0 } else { game.max_shields(id) };
        }
        if !said.hull {
            game.ships[i].hull = game.max_hull(id);
        }
    }
    if !initiative {
        let mut list: Vec<(i32, u8, ShipId)> =
            game.ships_in_play().map(|(id, s)| (-game.command_total(id), s.speed, id)).collect();
        list.sort_unstable();
        game.initiative = list.into_iter().map(|(_, _, id)| id).collect();
    }
    check::check(&game)?;
    if waits.is_some_and(|set| set.iter().any(|s| s.index() >= game.seats.len())) {
        return Err("`waits`: there is no such seat at this table".into());
    }
    settle(&mut game, waits)?;
    game.check_invariants()?;
    Ok(game)
}

/// Scenario, seats and an empty table.
fn frame_of(clauses: &[&str]) -> Result<StarTrek, String> {
    let mut id = "balance-of-terror".to_string();
    let mut players = 0;
    for clause in clauses {
        let mut r = Reader::new(clause);
        if r.takes("scenario") {
            let (said, n) = read_scenario(&mut r)?;
            (id, players) = (said.into(), n.unwrap_or(players));
        }
    }
    if players == 0 {
        let (scenario, _) = data().scenario(&id).ok_or_else(|| format!("there is no scenario {id}"))?;
        players = scenario.sizes()[0];
    }
    let setup = Setup::quick(&id, players).map_err(|r| r.to_string())?;
    let mut game = setup.open(&mut Chance::quick(0), &mut Tell::muted()).map_err(|r| r.to_string())?;
    game.ships.clear();
    game.disks.clear();
    game.drafts = StarTrek::no_drafts();
    game.stage = Stage::Act;
    game.to_place = 0;
    (game.turn, game.phase) = (1, 1);
    game.asked = SeatSet::NONE;
    for player in game.seats.iter_mut() {
        player.spent = 0;
    }
    Ok(game)
}

/// A scenario's id, and for how many players.
fn read_scenario<'a>(r: &mut Reader<'a>) -> Result<(&'a str, Option<usize>), String> {
    let id = r.word("a scenario")?;
    let players = if r.takes("players") { Some(r.number("number of players")?) } else { None };
    Ok((id, players))
}

/// Works out who is asked. A position that would go on by luck is set up a step too late.
fn settle(game: &mut StarTrek, waits: Option<SeatSet>) -> Result<(), String> {
    let disks = || (0..game.disks.len()).map(DiskId::at);
    let at = |stage: Stage| game.stage == stage;
    let owing = game.seats_that(|s| {
        (at(Stage::Reveal) && disks().any(|id| game.may_turn(s, id)))
            || (at(Stage::Assign) && game.ships_in_play().any(|(_, ship)| ship.controller == s))
            || (at(Stage::CloakWindow) && disks().any(|id| game.may_change_cloak(s, id).is_ok()))
            || (at(Stage::Steer) && game.torpedoes.iter().any(|t| t.owner == s && t.chosen.is_none()))
            || (at(Stage::Keep) && disks().any(|id| game.may_keep(s, id)))
    });
    game.asked = waits.unwrap_or(owing);
    if matches!(game.stage, Stage::Reveal | Stage::Assign | Stage::Keep) {
        game.phase = 0;
    }
    if let Some(act) = game.act
        && game.slot(act.ship).down().is_none()
        && let Some(act) = &mut game.act
    {
        // Nothing lies face down in this phase, so there is nothing to reveal.
        act.revealed = true;
    }
    let mut chance = Chance::quick(0);
    let mut tell: Tell<Event> = Tell::muted();
    game.run(&mut Fate { chance: &mut chance, tell: &mut tell });
    if chance.draws() > 0 {
        return Err("this position goes on by itself and drops counters: set it up a step earlier".into());
    }
    Ok(())
}

pub(crate) fn read_seats(r: &mut Reader<'_>) -> Result<SeatSet, String> {
    let mut set = SeatSet::NONE;
    while let Some(word) = r.next() {
        set = set.with(Seat(seat_of(word)?));
    }
    Ok(set)
}

fn read_initiative(game: &mut StarTrek, r: &mut Reader<'_>) -> Result<(), String> {
    game.initiative.clear();
    if r.takes("none") {
        return Ok(());
    }
    while let Some(word) = r.next() {
        let n: u8 = word.parse().map_err(|_| format!("`{word}` is no ship"))?;
        room(&game.initiative)?;
        game.initiative.push(ShipId(n));
    }
    Ok(())
}

fn read_ship(game: &mut StarTrek, r: &mut Reader<'_>) -> Result<Said, String> {
    let n: usize = r.number("number")?;
    if n != game.ships.len() + 1 {
        return Err(format!(
            "ships count from 1 in the order written: this is ship {}",
            game.ships.len() + 1
        ));
    }
    let id = r.word("a ship's id")?;
    let kind = data().ship(id).ok_or_else(|| format!("there is no ship {id}"))?;
    let printed = kind.of();
    let mut ship = Ship {
        kind,
        status: Status::InPlay,
        shields: printed.shields,
        hull: printed.hull,
        torps: printed.torps,
        at: klaxon_geometry::plane::Point::new(2000 * n as i64, 2000),
        ..Ship::default()
    };
    let mut said = Said::default();
    let mut owner = None;
    let mut builder = None;
    while let Some(word) = r.next() {
        match word {
            "of" => {
                ship.controller = seat_of(r.word("a seat")?)?;
            }
            "owner" => owner = Some(seat_of(r.word("a seat")?)?),
            "builder" => builder = Some(r.number::<u8>("team")?.saturating_sub(1)),
            "at" => ship.at = r.number("point")?,
            "heading" => ship.heading = r.number("heading")?,
            "speed" => ship.speed = r.number("speed")?,
            "shields" => {
                ship.shields = r.number("shields")?;
                said.shields = true;
            }
            "hull" => {
                ship.hull = r.number("hull")?;
                said.hull = true;
            }
            "torps" => ship.torps = r.number("torps")?,
            "hull-bonus" => ship.hull_bonus = r.number("bonus")?,
            "crit" => ship.crits |= crit_of(r.word("a critical")?)?.bit(),
            "orders" => ship.orders = read_orders(r.word("orders")?)?,
            "cloak-pick" => ship.cloak_pick = DiskId(r.number("disk")?),
            "ignores" => ship.ignores = r.number("hits")?,
            "adapted" => ship.adapted = r.number("markers")?,
            "acted" => ship.marks.acted = true,
            "dropped-cloak" => ship.marks.dropped_cloak = true,
            "fired" => ship.marks.fired = true,
            "used" => ship.marks.used = true,
            other => match of_word(&STATUSES, other) {
                Some(status) => ship.status = status,
                None => return Err(format!("`{other}` is nothing that a ship has")),
            },
        }
    }
    ship.owner = owner.unwrap_or(ship.controller);
    if usize::from(ship.controller.max(ship.owner)) >= game.seats.len() {
        return Err("there is no such seat at this table".into());
    }
    room(&game.ships)?;
    ship.built_by = builder.unwrap_or(game.team_of(ship.owner));
    if ship.status == Status::Destroyed {
        (ship.hull, ship.shields) = (0, 0);
        said = Said { shields: true, hull: true };
    }
    game.ships.push(ship);
    Ok(said)
}

fn read_orders(word: &str) -> Result<[Slot; 3], String> {
    let mut orders = [Slot::Empty; 3];
    let parts: Vec<&str> = word.split(',').collect();
    if parts.len() != 3 {
        return Err("three order places are parted by commas: CH,AT,-".into());
    }
    for (slot, part) in orders.iter_mut().zip(parts) {
        *slot = match part {
            "-" => Slot::Empty,
            "x" => Slot::Removed,
            _ => match (part.strip_suffix('^'), part.split_once('?')) {
                (Some(code), _) => Slot::Up { order: order_of(code)? },
                (None, Some((code, teams))) => {
                    let bit = |c: char| c.to_digit(10).map_or(0, |n| 1u8 << (n.max(1) - 1));
                    Slot::Down { order: order_of(code)?, known: teams.chars().fold(0, |set, c| set | bit(c)) }
                }
                (None, None) => Slot::Down { order: order_of(part)?, known: 0 },
            },
        };
    }
    Ok(orders)
}

pub(crate) fn write_orders(orders: &[Slot; 3]) -> String {
    let slot = |s: &Slot| match *s {
        Slot::Empty => "-".to_string(),
        Slot::Removed => "x".into(),
        Slot::Up { order } => format!("{}^", order.code()),
        Slot::Down { order, known: 0 } => order.code().into(),
        Slot::Down { order, known } => {
            let teams: String =
                (0..6u8).filter(|t| known >> t & 1 == 1).map(|t| (b'1' + t) as char).collect();
            format!("{}?{teams}", order.code())
        }
    };
    orders.iter().map(slot).collect::<Vec<_>>().join(",")
}

pub(crate) fn usual_seen(game: &StarTrek, face: Face) -> [u8; 7] {
    match face {
        Face::Concealed => [0; 7],
        Face::Ready | Face::Flipped | Face::Held => [game.turn; 7],
    }
}

fn read_disk(game: &mut StarTrek, r: &mut Reader<'_>) -> Result<(), String> {
    let n: usize = r.number("number")?;
    if n != game.disks.len() + 1 {
        return Err(format!(
            "disks count from 1 in the order written: this is disk {}",
            game.disks.len() + 1
        ));
    }
    let id = r.word("a disk's id")?;
    let kind = data().disk(id).ok_or_else(|| format!("there is no disk {id}"))?;
    let mut disk = Disk { kind, face: Face::Ready, ..Disk::default() };
    let (mut owner, mut home, mut seen) = (None, None, None);
    while let Some(word) = r.next() {
        match word {
            "on" => disk.place = place_of(r.word("a place")?)?,
            "of" if r.takes("borg") => owner = Some(THREAT),
            "of" => owner = Some(seat_of(r.word("a seat")?)?),
            "home" => home = Some(ShipId(r.number("ship")?)),
            "uses" => disk.uses = r.number("uses")?,
            "seen" => seen = Some(read_seen(r.word("turns")?)?),
            "turning" => disk.turning = true,
            "picked" => disk.picked = true,
            "garrison" => disk.garrison = true,
            other => match of_word(&FACES, other) {
                Some(face) => disk.face = face,
                None => return Err(format!("`{other}` is nothing that a disk has")),
            },
        }
    }
    let aboard = match disk.place {
        Place::Ship(ship) if !ship.is_some() || ship.ix() >= game.ships.len() => {
            return Err("write the ship before what is aboard".into());
        }
        Place::Ship(ship) => ship,
        Place::Terrain(t) if !t.is_some() || t.ix() >= game.terrain.len() => {
            return Err("the scenario has no such terrain".into());
        }
        Place::Terrain(_) | Place::Threat | Place::Out => ShipId::NONE,
    };
    let borg = kind.of().has(crate::kinds::Keyword::Borg);
    let usual = if aboard.is_some() { game.ship(aboard).controller } else { 0 };
    disk.owner = owner.unwrap_or(if borg { THREAT } else { usual });
    let homeless = kind.of().has(crate::kinds::Keyword::Scenario);
    disk.home = home.unwrap_or(if homeless { ShipId::NONE } else { aboard });
    disk.seen = seen.unwrap_or(usual_seen(game, disk.face));
    if usize::from(disk.owner) >= game.seats.len() && disk.owner != THREAT {
        return Err("there is no such seat at this table".into());
    }
    room(&game.disks)?;
    game.disks.push(disk);
    Ok(())
}

fn read_seen(word: &str) -> Result<[u8; 7], String> {
    let turns: Vec<u8> = word.split(',').filter_map(|n| n.parse().ok()).collect();
    turns.try_into().map_err(|_| "seven turns, for the six teams and everybody".into())
}

fn read_torpedo(game: &mut StarTrek, r: &mut Reader<'_>) -> Result<(), String> {
    let (damage, movement, life) = STANDARD;
    let mut torpedo = Torpedo {
        id: TorpedoId(r.number("number")?),
        damage: damage as u8,
        movement: movement as u8,
        life: life as u8,
        ..Torpedo::default()
    };
    while let Some(word) = r.next() {
        match word {
            "of" => torpedo.owner = seat_of(r.word("a seat")?)?,
            "from" => torpedo.ship = ShipId(r.number("ship")?),
            "at" => torpedo.at = r.number("point")?,
            "heading" => torpedo.heading = r.number("heading")?,
            "damage" => torpedo.damage = r.number("damage")?,
            "movement" => torpedo.movement = r.number("movement")?,
            "life" => torpedo.life = r.number("life")?,
            "chosen" => torpedo.chosen = Some(r.number("heading")?),
            other => return Err(format!("`{other}` is nothing that a torpedo has")),
        }
    }
    torpedo.leg = torpedo.at;
    game.launched = game.launched.max(torpedo.id.0);
    room(&game.torpedoes)?;
    game.torpedoes.push(torpedo);
    Ok(())
}

/// Everything that is not a ship, a disk or a torpedo.
fn read_fact(game: &mut StarTrek, subject: &str, r: &mut Reader<'_>) -> Result<(), String> {
    let team = |n: u8| n.checked_sub(1).filter(|t| *t < 6).ok_or("teams count from 1".to_string());
    match subject {
        "seat" => {
            let n: usize = r.number("seat")?;
            let index = n.checked_sub(1).filter(|i| *i < game.seats.len()).ok_or("there is no such seat")?;
            while let Some(word) = r.next() {
                let player = &mut game.seats[index];
                match word {
                    "team" => player.team = team(r.number("team")?)?,
                    "share" => player.share = r.number("points")?,
                    "spent" => player.spent = r.number("points")?,
                    "out" => player.out = true,
                    code => {
                        player.faction =
                            Faction::by_code(code).ok_or_else(|| format!("`{code}` is no faction"))?;
                    }
                }
            }
        }
        "option" => match r.word("an option")? {
            "initiative-per-turn" => game.options.initiative_per_turn = true,
            "open-fleets" => game.options.open_fleets = true,
            "no-friendly-fire" => game.options.friendly_fire = false,
            "any-faction" => game.options.any_faction = true,
            "turn-limit" => game.options.turn_limit = r.number("turns")?,
            "points" => game.options.points_per_player = r.number("points")?,
            other => return Err(format!("there is no option {other}")),
        },
        "turn" => game.turn = r.number("turn")?,
        "phase" => game.phase = r.number("phase")?,
        "stage" => {
            let word = r.word("a stage")?;
            let known = || format!("`{word}` is none of reveal, assign, cloak, start, act, steer, keep");
            game.stage = of_word(&STAGES, word).ok_or_else(known)?;
        }
        "cursor" => game.cursor = r.number("place")?,
        "acting" => {
            let ship = ShipId(r.number("ship")?);
            let mut act = Activation { ship, revealed: false, moved: false, turned: false, orders: [0; 5] };
            while let Some(word) = r.next() {
                match word {
                    "revealed" => act.revealed = true,
                    "moved" => act.moved = true,
                    "turned" => act.turned = true,
                    "owes" => {
                        for code in r.word("orders")?.split(',') {
                            let owed = &mut act.orders[order_of(code)? as usize];
                            *owed = owed.saturating_add(1);
                        }
                    }
                    other => return Err(format!("`{other}` is nothing that an activation has")),
                }
            }
            game.act = Some(act);
        }
        "passed" => game.passed = read_seats(r)?,
        "draw" => game.draw = read_seats(r)?,
        "obstacles" => {
            r.key("none")?;
            game.obstacles.clear();
        }
        "obstacle" => {
            let id = ObstacleId(r.number("number")?);
            if id.0 == 1 {
                game.obstacles.clear();
            }
            let word = r.word("a kind")?;
            let kind = of_word(&KINDS, word).ok_or_else(|| format!("`{word}` is no obstacle"))?;
            r.key("at")?;
            let at = r.number("point")?;
            let hits = if r.takes("hits") { r.number("hits")? } else { kind.hits().unwrap_or(1) };
            if game.obstacles.iter().any(|o| o.id >= id) {
                // The first one named clears what the scenario brought.
                game.obstacles.clear();
            }
            room(&game.obstacles)?;
            game.obstacles.push(Obstacle { id, kind, hits, at });
            game.obstacles_placed = game.obstacles_placed.max(id.0);
        }
        "threat" => {
            let gone = r.takes("gone");
            let threat = game.threat.as_mut().ok_or("the scenario has no threat")?;
            if gone {
                threat.hull = 0;
            }
            while let Some(word) = r.next() {
                match word {
                    "at" => threat.at = r.number("point")?,
                    "hops" => threat.hops = r.number("hops")?,
                    "shields" => threat.shields = r.number("shields")?,
                    "hull" => threat.hull = r.number("hull")?,
                    "reached" => threat.reached = true,
                    other => return Err(format!("`{other}` is nothing that a threat has")),
                }
            }
            // Its leg began where these hops lead to where it is.
            let back =
                klaxon_geometry::plane::leg(threat.at, threat.heading.astern(), 2500, u32::from(threat.hops));
            threat.start = back;
        }
        "score" => {
            let t = team(r.number("team")?)?;
            game.score[usize::from(t)] = r.number("points")?;
        }
        "holder" => {
            let id = TerrainId(r.number("terrain")?);
            let t = team(r.number("team")?)?;
            if !id.is_some() || id.ix() >= game.terrain.len() {
                return Err("the scenario has no such terrain".into());
            }
            game.terrain[id.ix()].holder = t;
        }
        "held" => {
            let c: usize = r.number("condition")?;
            let t = team(r.number("team")?)?;
            *game
                .held
                .get_mut(c.wrapping_sub(1))
                .ok_or("there is no such condition")?
                .get_mut(usize::from(t))
                .ok_or("no team")? = r.number("turns")?;
        }
        "reached" => {
            let c: usize = r.number("condition")?;
            let t = team(r.number("team")?)?;
            *game.reached.get_mut(c.wrapping_sub(1)).ok_or("there is no such condition")? |= 1 << t;
        }
        "vip-killer" => game.vip_killer = team(r.number("team")?)?,
        other => return Err(format!("`{other}` begins no clause of this game")),
    }
    Ok(())
}
