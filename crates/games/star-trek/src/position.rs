//! Positions in words: reads clauses, writes them, and says whether one holds. The language is described at the top
//! of `situation.rs`.

use crate::data::data;
use crate::effect::ObstacleKind;
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{Crit, DiskId, Faction, ObstacleId, Order, ShipId, TerrainId, TorpedoId};
use crate::setup::Setup;
use crate::situation::{Reader, crit_of, order_of, place_of, place_word, seat_of};
use crate::state::{
    Activation, Disk, Face, NOBODY, Obstacle, Place, Ship, Slot, Stage, StarTrek, Status, THREAT, Torpedo,
};
use crate::torpedo::STANDARD;
use klaxon_core::{Chance, Seat, SeatSet, Situation, Tell, Viewer};

const STAGES: [(&str, Stage); 7] = [
    ("reveal", Stage::Reveal),
    ("assign", Stage::Assign),
    ("cloak", Stage::CloakWindow),
    ("start", Stage::PhaseStart),
    ("act", Stage::Act),
    ("steer", Stage::Steer),
    ("keep", Stage::Keep),
];

const STATUSES: [(&str, Status); 5] = [
    ("aside", Status::Aside),
    ("placed", Status::Placed),
    ("destroyed", Status::Destroyed),
    ("exited", Status::Exited),
    ("removed", Status::Removed),
];

const FACES: [(&str, Face); 4] = [
    ("concealed", Face::Concealed),
    ("ready", Face::Ready),
    ("flipped", Face::Flipped),
    ("held", Face::Held),
];

const KINDS: [(&str, ObstacleKind); 5] = [
    ("mine", ObstacleKind::Mine),
    ("asteroid", ObstacleKind::Asteroid),
    ("debris", ObstacleKind::Debris),
    ("gravitic-mine", ObstacleKind::GraviticMine),
    ("custom", ObstacleKind::Custom),
];

fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], wanted: T) -> Option<&'static str> {
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
            "scenario" => {
                while r.next().is_some() {}
                Ok(())
            }
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
    settle(&mut game, waits)?;
    game.audit_position()?;
    Ok(game)
}

/// Scenario, seats and an empty table.
fn frame_of(clauses: &[&str]) -> Result<StarTrek, String> {
    let mut id = "balance-of-terror".to_string();
    let mut players = 0;
    for clause in clauses {
        let mut r = Reader::new(clause);
        if r.takes("scenario") {
            id = r.word("a scenario")?.into();
            if r.takes("players") {
                players = r.number("number of players")?;
            }
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

/// Works out who is asked. A position that would go on by luck is set up a step too late.
fn settle(game: &mut StarTrek, waits: Option<SeatSet>) -> Result<(), String> {
    let owing = match game.stage {
        Stage::Reveal => game.seats_that(|s| (0..game.disks.len()).any(|i| game.may_turn(s, DiskId::at(i)))),
        Stage::Assign => game.seats_that(|s| game.ships_in_play().any(|(_, ship)| ship.controller == s)),
        Stage::CloakWindow => game
            .seats_that(|s| (0..game.disks.len()).any(|i| game.may_change_cloak(s, DiskId::at(i)).is_ok())),
        Stage::Steer => {
            game.seats_that(|s| game.torpedoes.iter().any(|t| t.owner == s && t.chosen.is_none()))
        }
        Stage::Keep => game.seats_that(|s| (0..game.disks.len()).any(|i| game.may_keep(s, DiskId::at(i)))),
        _ => SeatSet::NONE,
    };
    game.asked = waits.unwrap_or(owing);
    if matches!(game.stage, Stage::Reveal | Stage::Assign | Stage::Keep) {
        game.phase = 0;
    }
    let mut chance = Chance::quick(0);
    let mut tell: Tell<Event> = Tell::muted();
    game.run(&mut Fate { chance: &mut chance, tell: &mut tell });
    if chance.draws() > 0 {
        return Err("this position goes on by itself and drops counters: set it up a step earlier".into());
    }
    Ok(())
}

fn read_seats(r: &mut Reader<'_>) -> Result<SeatSet, String> {
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
    if usize::from(ship.controller) >= game.seats.len() {
        return Err("there is no such seat at this table".into());
    }
    ship.owner = owner.unwrap_or(ship.controller);
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

fn write_orders(orders: &[Slot; 3]) -> String {
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

fn usual_seen(game: &StarTrek, face: Face) -> [u8; 7] {
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
                            act.orders[order_of(code)? as usize] += 1;
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

type Facts = Vec<(&'static str, String)>;

fn ship_facts(game: &StarTrek, id: ShipId) -> Facts {
    let s = game.ship(id);
    let mut facts: Facts = vec![
        ("of", StarTrek::seat_word(Seat(s.controller))),
        ("at", s.at.to_string()),
        ("heading", s.heading.to_string()),
        ("speed", s.speed.to_string()),
        ("shields", s.shields.to_string()),
        ("hull", s.hull.to_string()),
        ("torps", s.torps.to_string()),
    ];
    let mut number = |name, n: u8| {
        if n > 0 {
            facts.push((name, n.to_string()));
        }
    };
    number("hull-bonus", s.hull_bonus);
    number("ignores", s.ignores);
    number("adapted", s.adapted);
    number("cloak-pick", s.cloak_pick.0);
    if s.owner != s.controller {
        facts.push(("owner", StarTrek::seat_word(Seat(s.owner))));
    }
    if s.built_by != game.team_of(s.owner) {
        facts.push(("builder", (s.built_by + 1).to_string()));
    }
    for crit in Crit::ALL.into_iter().filter(|c| s.has_crit(*c)) {
        facts.push(("crit", crit.name().into()));
    }
    if s.orders != [Slot::Empty; 3] {
        facts.push(("orders", write_orders(&s.orders)));
    }
    let marks = [
        ("acted", s.marks.acted),
        ("dropped-cloak", s.marks.dropped_cloak),
        ("fired", s.marks.fired),
        ("used", s.marks.used),
    ];
    facts.extend(marks.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name, String::new())));
    if let Some(word) = word_of(&STATUSES, s.status) {
        facts.push((word, String::new()));
    }
    facts
}

fn disk_facts(game: &StarTrek, id: DiskId) -> Facts {
    let d = game.disk(id);
    let owner = if d.owner == THREAT { "borg".to_string() } else { StarTrek::seat_word(Seat(d.owner)) };
    let mut facts: Facts = vec![("on", place_word(d.place)), ("of", owner)];
    facts.push((word_of(&FACES, d.face).unwrap_or("ready"), String::new()));
    if d.home.is_some() {
        facts.push(("home", d.home.to_string()));
    }
    if d.uses > 0 {
        facts.push(("uses", d.uses.to_string()));
    }
    if d.seen != usual_seen(game, d.face) {
        let turns: Vec<String> = d.seen.iter().map(ToString::to_string).collect();
        facts.push(("seen", turns.join(",")));
    }
    let marks = [("turning", d.turning), ("picked", d.picked), ("garrison", d.garrison)];
    facts.extend(marks.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name, String::new())));
    facts
}

fn torpedo_facts(t: &Torpedo) -> Facts {
    let mut facts: Facts = vec![
        ("of", StarTrek::seat_word(Seat(t.owner))),
        ("from", t.ship.to_string()),
        ("at", t.at.to_string()),
        ("heading", t.heading.to_string()),
        ("damage", t.damage.to_string()),
        ("movement", t.movement.to_string()),
        ("life", t.life.to_string()),
    ];
    if let Some(heading) = t.chosen {
        facts.push(("chosen", heading.to_string()));
    }
    facts
}

fn acting_facts(act: &Activation) -> Facts {
    let mut facts: Facts = Vec::new();
    let marks = [("revealed", act.revealed), ("moved", act.moved), ("turned", act.turned)];
    facts.extend(marks.into_iter().filter(|(_, on)| *on).map(|(name, _)| (name, String::new())));
    let owed: Vec<&str> = Order::ALL
        .into_iter()
        .flat_map(|o| std::iter::repeat_n(o.code(), usize::from(act.orders[o as usize])))
        .collect();
    if !owed.is_empty() {
        facts.push(("owes", owed.join(",")));
    }
    facts
}

fn sentence(subject: String, facts: &Facts) -> String {
    let mut text = subject;
    for (name, value) in facts {
        text.push(' ');
        text.push_str(name);
        if !value.is_empty() {
            text.push(' ');
            text.push_str(value);
        }
    }
    text
}

fn seats_text(set: SeatSet) -> String {
    set.iter().map(StarTrek::seat_word).collect::<Vec<_>>().join(" ")
}

/// The clauses that describe the position; `None` in the middle of something.
pub(crate) fn clauses(game: &StarTrek) -> Option<Vec<String>> {
    let stage = word_of(&STAGES, game.stage)?;
    if !game.stack.is_empty() || game.scenario.key().contains('\n') || game.ending.is_some() {
        return None;
    }
    let mut list = vec![format!("scenario {} players {}", game.scenario.id, game.seats.len())];
    for (i, p) in game.seats.iter().enumerate() {
        let out = if p.out { " out" } else { "" };
        let (team, code) = (p.team + 1, p.faction.code());
        list.push(format!("seat {} {code} team {team} share {} spent {}{out}", i + 1, p.share, p.spent));
    }
    let o = &game.options;
    let flags = [
        ("initiative-per-turn", o.initiative_per_turn),
        ("open-fleets", o.open_fleets),
        ("no-friendly-fire", !o.friendly_fire),
        ("any-faction", o.any_faction),
    ];
    list.extend(flags.into_iter().filter(|(_, on)| *on).map(|(name, _)| format!("option {name}")));
    if o.turn_limit > 0 {
        list.push(format!("option turn-limit {}", o.turn_limit));
    }
    if o.points_per_player > 0 {
        list.push(format!("option points {}", o.points_per_player));
    }
    list.push(format!("turn {}", game.turn));
    list.push(format!("phase {}", game.phase));
    list.push(format!("stage {stage}"));
    for (i, ship) in game.ships.iter().enumerate() {
        let id = ShipId::at(i);
        list.push(sentence(format!("ship {id} {}", ship.kind.of().id), &ship_facts(game, id)));
    }
    for (i, disk) in game.disks.iter().enumerate() {
        let id = DiskId::at(i);
        list.push(sentence(format!("disk {id} {}", disk.kind.of().id), &disk_facts(game, id)));
    }
    for t in game.torpedoes.iter() {
        list.push(sentence(format!("torpedo {}", t.id), &torpedo_facts(t)));
    }
    list.push("obstacles none".into());
    for o in game.obstacles.iter() {
        let kind = word_of(&KINDS, o.kind).unwrap_or("mine");
        list.push(format!("obstacle {} {kind} at {} hits {}", o.id, o.at, o.hits));
    }
    if let Some(t) = &game.threat {
        let reached = if t.reached { " reached" } else { "" };
        list.push(format!(
            "threat at {} hops {} shields {} hull {}{reached}",
            t.at, t.hops, t.shields, t.hull
        ));
    }
    for (i, t) in game.terrain.iter().enumerate().filter(|(_, t)| t.holder != NOBODY) {
        list.push(format!("holder {} {}", i + 1, t.holder + 1));
    }
    for t in (0..6).filter(|t| game.score[*t] != 0) {
        list.push(format!("score {} {}", t + 1, game.score[t]));
    }
    for c in 0..game.held.len() {
        for t in 0..6 {
            if game.held[c][t] > 0 {
                list.push(format!("held {} {} {}", c + 1, t + 1, game.held[c][t]));
            }
            if game.reached[c] >> t & 1 == 1 {
                list.push(format!("reached {} {}", c + 1, t + 1));
            }
        }
    }
    if game.vip_killer != NOBODY {
        list.push(format!("vip-killer {}", game.vip_killer + 1));
    }
    let ships: Vec<String> = game.initiative.iter().map(ToString::to_string).collect();
    list.push(format!("initiative {}", if ships.is_empty() { "none".into() } else { ships.join(" ") }));
    list.push(format!("cursor {}", game.cursor));
    if let Some(act) = &game.act {
        list.push(sentence(format!("acting {}", act.ship), &acting_facts(act)));
    }
    if !game.passed.is_empty() && game.stage == Stage::PhaseStart {
        list.push(format!("passed {}", seats_text(game.passed)));
    }
    if !game.draw.is_empty() {
        list.push(format!("draw {}", seats_text(game.draw)));
    }
    if matches!(game.stage, Stage::Reveal | Stage::Assign | Stage::CloakWindow | Stage::Steer | Stage::Keep) {
        list.push(format!("waits {}", seats_text(game.asked)));
    }
    Some(list)
}

impl StarTrek {
    /// The invariants of a position that was set up by hand.
    fn audit_position(&self) -> Result<(), String> {
        self.check_invariants()
    }

    /// Facts that are worked out rather than stored.
    fn derived(&self, id: ShipId) -> Facts {
        let mut facts: Facts = vec![
            ("max-shields", self.max_shields(id).to_string()),
            ("max-hull", self.max_hull(id).to_string()),
            ("max-speed", self.max_speed(id).to_string()),
            ("command", self.command_total(id).to_string()),
            ("beam", {
                let scene = crate::values::Scene::default();
                let bonus = self.bonus(id, crate::values::Stat::Beam, &scene);
                (i32::from(self.ship(id).kind.of().beam) + bonus).to_string()
            }),
        ];
        if self.cloaked(id) {
            facts.push(("cloaked", String::new()));
        }
        if self.ship(id).crits == 0 {
            facts.push(("intact", String::new()));
        }
        if !self.ship(id).in_play() {
            facts.push(("gone", String::new()));
        }
        facts
    }
}

/// Words without a value.
const FLAGS: [&str; 28] = [
    "acted",
    "dropped-cloak",
    "fired",
    "used",
    "aside",
    "placed",
    "destroyed",
    "exited",
    "removed",
    "concealed",
    "ready",
    "flipped",
    "held",
    "turning",
    "picked",
    "garrison",
    "revealed",
    "moved",
    "turned",
    "cloaked",
    "intact",
    "gone",
    "over",
    "defeat",
    "reached",
    "none",
    "out",
    "captain",
];

/// Do all the words of a clause agree with the facts?
fn agree(r: &mut Reader<'_>, facts: &Facts) -> Result<(), String> {
    let there = || facts.iter().map(|(n, v)| format!("{n} {v}")).collect::<Vec<_>>().join(", ");
    while let Some(name) = r.next() {
        if FLAGS.contains(&name) {
            if !facts.iter().any(|(n, _)| *n == name) {
                return Err(format!("not {name}; it is {}", there()));
            }
            continue;
        }
        let value = r.word("a value")?;
        let mut known = facts.iter().filter(|(n, _)| *n == name).peekable();
        let unset = known.peek().is_none() && value == "0";
        if !unset && !known.any(|(_, v)| v == value) {
            return Err(format!("{name} is not {value}; there is {}", there()));
        }
    }
    Ok(())
}

/// Does the clause hold?
pub(crate) fn holds(game: &StarTrek, clause: &str) -> Result<(), String> {
    let mut r = Reader::new(clause);
    match r.word("a clause")? {
        "ship" => {
            let id = ShipId(r.number("ship")?);
            if !id.is_some() || id.ix() >= game.ships.len() {
                return Err("there is no such ship".into());
            }
            let mut facts = ship_facts(game, id);
            facts.extend(game.derived(id));
            let kind = &game.ship(id).kind.of().id;
            r.takes(kind);
            agree(&mut r, &facts)
        }
        "disk" => {
            let id = DiskId(r.number("disk")?);
            if !id.is_some() || id.ix() >= game.disks.len() {
                return Err("there is no such disk".into());
            }
            let mut facts = disk_facts(game, id);
            facts.push(("combat", game.combat(id, game.fight.segment).to_string()));
            facts.push(("command", game.command(id).to_string()));
            r.takes(&game.disk(id).kind.of().id);
            agree(&mut r, &facts)
        }
        "torpedo" => {
            let id = TorpedoId(r.number("torpedo")?);
            match game.torpedo(id) {
                Some(t) if r.takes("gone") => {
                    Err(format!("it flies: {}", sentence(String::new(), &torpedo_facts(t))))
                }
                Some(t) => agree(&mut r, &torpedo_facts(t)),
                None if r.takes("gone") => Ok(()),
                None => Err("it does not fly".into()),
            }
        }
        "torpedoes" => equal(r.number("count")?, game.torpedoes.len()),
        "obstacles" if r.takes("none") => {
            // As a clause of a position it only clears the scenario's own.
            Ok(())
        }
        "obstacles" => equal(r.number("count")?, game.obstacles.len()),
        "obstacle" => {
            let n: u16 = r.number("obstacle")?;
            let Some(o) = game.obstacles.iter().find(|o| o.id.0 == n) else {
                return if r.takes("gone") { Ok(()) } else { Err("it is not there".into()) };
            };
            let kind = word_of(&KINDS, o.kind).unwrap_or("mine");
            r.takes(kind);
            agree(&mut r, &vec![("at", o.at.to_string()), ("hits", o.hits.to_string())])
        }
        "acting" => {
            let id = ShipId(r.number("ship")?);
            match &game.act {
                Some(act) if act.ship == id => agree(&mut r, &acting_facts(act)),
                Some(act) => Err(format!("ship {} acts", act.ship)),
                None => Err("no ship acts".into()),
            }
        }
        "option-of" => {
            let id = ShipId(r.number("ship")?);
            equal(Some(id), game.optioned())
        }
        "turn" => equal(r.number("turn")?, game.turn),
        "phase" => equal(r.number("phase")?, game.phase),
        "stage" => equal(r.word("a stage")?, word_of(&STAGES, game.stage).unwrap_or("none that has a name")),
        "asked" => equal(read_seats(&mut r)?, game.asked),
        "waits" => equal(read_seats(&mut r)?, game.asked),
        "passed" => equal(read_seats(&mut r)?, game.passed),
        "draw" if game.ending.is_some() => equal(true, game.ending.is_some_and(|e| e.draw)),
        "draw" => equal(read_seats(&mut r)?, game.draw),
        "over" => equal(true, game.ending.is_some()),
        "defeat" => equal(true, game.ending.is_some_and(|e| !e.draw && e.winners.is_empty())),
        "winner" => {
            let seats = read_seats(&mut r)?;
            equal(Some(seats), game.ending.map(|e| e.winners))
        }
        "score" => {
            let t: usize = r.number("team")?;
            equal(r.number("points")?, game.score.get(t.wrapping_sub(1)).copied().unwrap_or(0))
        }
        "total" => {
            let t: u8 = r.number("team")?;
            equal(r.number("points")?, game.total_score(t.saturating_sub(1)))
        }
        "holder" => {
            let id: usize = r.number("terrain")?;
            let team: u8 = r.number("team")?;
            let holder = game.terrain.get(id.wrapping_sub(1)).map_or(NOBODY, |t| t.holder);
            equal(team.checked_sub(1), Some(holder).filter(|h| *h != NOBODY))
        }
        "held" => {
            let (c, t): (usize, usize) = (r.number("condition")?, r.number("team")?);
            equal(r.number("turns")?, game.held[c.wrapping_sub(1)][t.wrapping_sub(1)])
        }
        "reached" => {
            let (c, t): (usize, usize) = (r.number("condition")?, r.number("team")?);
            equal(true, game.reached[c.wrapping_sub(1)] >> t.wrapping_sub(1) & 1 == 1)
        }
        "vip-killer" => equal(r.number("team")?, game.vip_killer.wrapping_add(1)),
        "initiative" => {
            let mut ships = Vec::new();
            r.takes("none");
            while let Some(word) = r.next() {
                ships.push(word.to_string());
            }
            let there: Vec<String> = game.initiative.iter().map(ToString::to_string).collect();
            equal(ships, there)
        }
        "cursor" => equal(r.number("place")?, game.cursor),
        "threat" => match &game.threat {
            None => Err("there is no threat".into()),
            Some(t) => {
                let mut facts: Facts = vec![
                    ("at", t.at.to_string()),
                    ("hops", t.hops.to_string()),
                    ("shields", t.shields.to_string()),
                    ("hull", t.hull.to_string()),
                ];
                if t.reached {
                    facts.push(("reached", String::new()));
                }
                if t.hull == 0 {
                    facts.push(("gone", String::new()));
                }
                agree(&mut r, &facts)
            }
        },
        "knows" => {
            let seat = seat_of(r.word("a seat")?)?;
            r.key("disk")?;
            let id = DiskId(r.number("disk")?);
            let eyes = game.eyes(Viewer::Seat(Seat(seat)));
            equal(true, id.is_some() && id.ix() < game.disks.len() && game.knows_disk(eyes, game.disk(id)))
        }
        "scenario" => {
            let id = r.word("a scenario")?;
            equal(id, game.scenario.id.as_str())
        }
        "seat" => {
            let n: usize = r.number("seat")?;
            let p = game.seats.get(n.wrapping_sub(1)).ok_or("there is no such seat")?;
            r.takes(p.faction.code());
            let mut facts: Facts = vec![
                ("team", (p.team + 1).to_string()),
                ("share", p.share.to_string()),
                ("spent", p.spent.to_string()),
            ];
            if p.out {
                facts.push(("out", String::new()));
            }
            agree(&mut r, &facts)
        }
        "option" => {
            let o = &game.options;
            let on = match r.word("an option")? {
                "initiative-per-turn" => o.initiative_per_turn,
                "open-fleets" => o.open_fleets,
                "no-friendly-fire" => !o.friendly_fire,
                "any-faction" => o.any_faction,
                "turn-limit" => o.turn_limit == r.number::<u8>("turns")?,
                "points" => o.points_per_player == r.number::<u16>("points")?,
                other => return Err(format!("there is no option {other}")),
            };
            equal(true, on)
        }
        other => Err(format!("`{other}` begins no clause of this game")),
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(wanted: T, there: T) -> Result<(), String> {
    if wanted == there { Ok(()) } else { Err(format!("it is {there:?}")) }
}
