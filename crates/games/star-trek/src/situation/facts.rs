//! The facts of a position, one attribute after the other: to write clauses and to see whether one holds. Reading them is
//! `position.rs`; the language is described at the top of `situation.rs`.

use super::position::{FACES, KINDS, STAGES, STATUSES, read_seats, usual_seen, word_of, write_orders};
use super::spell::place_word;
use super::{Reader, seat_of};
use crate::kinds::{Crit, DiskId, Order, ShipId, TorpedoId};
use crate::state::{Activation, MAX_SEATS, NOBODY, Slot, Stage, StarTrek, THREAT, Torpedo};
use klaxon_core::{Seat, SeatSet, Situation, Viewer};

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
    fact(game, &mut r)?;
    r.end()
}

fn fact(game: &StarTrek, r: &mut Reader<'_>) -> Result<(), String> {
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
            agree(r, &facts)
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
            agree(r, &facts)
        }
        "torpedo" => {
            let id = TorpedoId(r.number("torpedo")?);
            match game.torpedo(id) {
                Some(t) if r.takes("gone") => {
                    Err(format!("it flies: {}", sentence(String::new(), &torpedo_facts(t))))
                }
                Some(t) => agree(r, &torpedo_facts(t)),
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
            agree(r, &vec![("at", o.at.to_string()), ("hits", o.hits.to_string())])
        }
        "acting" => {
            let id = ShipId(r.number("ship")?);
            match &game.act {
                Some(act) if act.ship == id => agree(r, &acting_facts(act)),
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
        "asked" => equal(read_seats(r)?, game.asked),
        "waits" => equal(read_seats(r)?, game.asked),
        "passed" => equal(read_seats(r)?, game.passed),
        "draw" if game.ending.is_some() => equal(true, game.ending.is_some_and(|e| e.draw)),
        "draw" => equal(read_seats(r)?, game.draw),
        "over" => equal(true, game.ending.is_some()),
        "defeat" => equal(true, game.ending.is_some_and(|e| !e.draw && e.winners.is_empty())),
        "winner" => {
            let seats = read_seats(r)?;
            equal(Some(seats), game.ending.map(|e| e.winners))
        }
        "score" => {
            let t: usize = r.number("team")?;
            let score = game.score.get(t.wrapping_sub(1)).ok_or("there is no such team")?;
            equal(r.number("points")?, *score)
        }
        "total" => {
            let t: u8 = r.number("team")?;
            let team = t.checked_sub(1).filter(|t| *t < game.teams).ok_or("there is no such team")?;
            equal(r.number("points")?, game.total_score(team))
        }
        "holder" => {
            let id: usize = r.number("terrain")?;
            let team: u8 = r.number("team")?;
            let holder = game.terrain.get(id.wrapping_sub(1)).map_or(NOBODY, |t| t.holder);
            equal(team.checked_sub(1), Some(holder).filter(|h| *h != NOBODY))
        }
        "held" => {
            let (c, t): (usize, usize) = (r.number("condition")?, r.number("team")?);
            let held = game.held.get(c.wrapping_sub(1)).ok_or("there is no such condition")?;
            equal(r.number("turns")?, *held.get(t.wrapping_sub(1)).ok_or("there is no such team")?)
        }
        "reached" => {
            let (c, t): (usize, usize) = (r.number("condition")?, r.number("team")?);
            let reached = game.reached.get(c.wrapping_sub(1)).ok_or("there is no such condition")?;
            let team = t.checked_sub(1).filter(|t| *t < MAX_SEATS).ok_or("there is no such team")?;
            equal(true, reached >> team & 1 == 1)
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
                agree(r, &facts)
            }
        },
        "knows" => {
            let seat = seat_of(r.word("a seat")?)?;
            if usize::from(seat) >= game.seats.len() {
                return Err("there is no such seat at this table".into());
            }
            r.key("disk")?;
            let id = DiskId(r.number("disk")?);
            let eyes = game.eyes(Viewer::Seat(Seat(seat)));
            equal(true, id.is_some() && id.ix() < game.disks.len() && game.knows_disk(eyes, game.disk(id)))
        }
        "scenario" => {
            let id = r.word("a scenario")?;
            if r.takes("players") {
                equal(r.number("number of players")?, game.seats.len())?;
            }
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
            agree(r, &facts)
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
