#![doc = include_str!("../../../../docs/situations/red-alert.md")]

use crate::board::{Hex, NONE, Side};
use crate::data::Objective;
use crate::data::{self, CombatId, CommandId, Face, Kind};
use crate::event::Cx;
use crate::questions::{Action, Asked};
use crate::state::{Hand, Marks, Open, OrderMode, RedAlert, Secret, Stage, UnitId};
use crate::team::roles;
use klaxon_core::{Chance, Seat, SeatSet, Situation, Tell};

mod position;
pub(crate) mod spell;

impl Situation for RedAlert {
    fn given(clauses: &[&str]) -> Result<RedAlert, String> {
        let mut draft = Draft::new(clauses)?;
        for clause in clauses {
            draft.take(clause).map_err(|why| format!("`{clause}`: {why}"))?;
        }
        draft.finish()
    }

    fn clauses(&self) -> Option<Vec<String>> {
        position::clauses(self)
    }

    fn seat(name: &str) -> Option<Seat> {
        let words = ["cw", "cf", "cw-left", "cf-left", "cw-right", "cf-right"];
        let plain = name.strip_prefix("seat-").and_then(|n| n.parse::<u8>().ok()).filter(|n| *n < 6);
        let wings = ["", "", "cw-wings", "cf-wings"];
        words
            .iter()
            .position(|w| *w == name)
            .or_else(|| wings.iter().position(|w| !w.is_empty() && *w == name))
            .map(|i| Seat(i as u8))
            .or(plain.map(Seat))
    }

    fn seat_word(seat: Seat) -> String {
        let words = ["cw", "cf", "cw-left", "cf-left", "cw-right", "cf-right"];
        words.get(seat.index()).map_or_else(|| format!("seat-{seat}"), |w| (*w).into())
    }

    fn face(word: &str) -> Option<u32> {
        Face::ALL.iter().position(|f| f.word() == word).map(|i| i as u32)
    }

    fn action(&self, seat: Seat, words: &str) -> Result<Action, String> {
        Action::read(Asked::of(self, seat), words)
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        position::holds(self, clause)
    }
}

/// The phases that situations can name.
pub(crate) const PHASES: [(&str, Stage); 13] = [
    ("task-force", Stage::PickTaskForce),
    ("buy", Stage::Buy),
    ("deploy", Stage::Deploy),
    ("jump", Stage::JumpPoints),
    ("held-back", Stage::HeldBack),
    ("initiative", Stage::Initiative),
    ("command", Stage::Command),
    ("orders", Stage::Orders),
    ("markers", Stage::Markers),
    ("movement", Stage::Movement),
    ("combat", Stage::Combat),
    ("discard", Stage::Discard),
    ("end-choice", Stage::EndChoice),
];

pub(crate) fn side(word: &str) -> Result<Side, String> {
    Side::BOTH.into_iter().find(|s| s.word() == word).ok_or_else(|| format!("`{word}` is no side: cw or cf"))
}

pub(crate) fn hex(word: &str) -> Result<Hex, String> {
    word.parse()
}

pub(crate) fn kind(word: &str) -> Result<Kind, String> {
    Kind::parse(word).ok_or_else(|| format!("`{word}` is no unit: FL HB SB HC SC HD SD HF SF"))
}

pub(crate) fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("`{word}` is no small number"))
}

pub(crate) fn command(word: &str) -> Result<CommandId, String> {
    data::get().find_command(word).ok_or_else(|| format!("there is no command card `{word}`"))
}

pub(crate) fn combat(word: &str) -> Result<CombatId, String> {
    data::get().find_combat(word).ok_or_else(|| format!("there is no combat card `{word}`"))
}

pub(crate) fn seat(word: &str) -> Result<Seat, String> {
    RedAlert::seat(word).ok_or_else(|| format!("there is no seat called `{word}`"))
}

/// The words of a clause that is about features: their hexes and what follows.
pub(crate) fn feature<'a>(words: &[&'a str]) -> Option<(Vec<Hex>, &'a str, Option<&'a str>)> {
    let n = words.iter().take_while(|w| w.parse::<Hex>().is_ok()).count();
    let what = *words.get(n)?;
    if n == 0 || !["asteroid", "planet", "debris"].contains(&what) || words.len() > n + 2 {
        return None;
    }
    let hexes = words[..n].iter().filter_map(|w| w.parse().ok()).collect();
    Some((hexes, what, words.get(n + 1).copied()))
}

/// How many words may follow the head of a clause; `None` where it takes a list, or begins none.
fn most_words(head: &str) -> Option<usize> {
    Some(match head {
        "as-printed" | "lively" | "fallback" | "with-jump-points" => 0,
        "scenario" | "target" | "eliminations" | "time-pressure" | "star-control" | "draw-offer" | "used"
        | "done" | "banned" | "owed" | "rating" | "turn" | "quiet" => 1,
        "players" | "time" | "aside" | "last" | "sealed" | "phase" | "mustered" => 2,
        "card" => 4,
        _ => return None,
    })
}

/// Refuses words that would be ignored.
pub(crate) fn no_more_words(head: &str, rest: &[&str], most: Option<usize>) -> Result<(), String> {
    match most.and_then(|most| rest.get(most..)) {
        Some(more @ [_, ..]) => Err(format!("`{}` is too much after `{head}`", more.join(" "))),
        Some([]) | None => Ok(()),
    }
}

/// Counts one more of a kind.
fn one_more(n: &mut u8) -> Result<(), String> {
    *n += 1;
    if *n <= MOST { Ok(()) } else { Err(format!("at most {MOST} of a kind")) }
}

/// More of a kind are in no box.
const MOST: u8 = 60;

/// A position in the making.
struct Draft {
    game: RedAlert,
    points: [Option<u8>; 2],
    decks: [Vec<u8>; 2],
    phase: Stage,
    rating: Option<u8>,
    fallback: bool,
    copy: bool,
    names: Vec<(Hex, usize)>,
    ctrls: Vec<(UnitId, Option<Seat>)>,
    orderers: Vec<Seat>,
}

impl Draft {
    fn new(clauses: &[&str]) -> Result<Draft, String> {
        let id = clauses.iter().find_map(|c| c.strip_prefix("scenario ")).map_or("uneasy-truce", str::trim);
        let (index, scenario) =
            data::get().scenario(id).ok_or_else(|| format!("there is no scenario `{id}`"))?;
        let mut open = Open::new();
        open.scenario = index as u8;
        (open.roles, open.seats) = roles([1, 1]);
        open.target = scenario.victory_points;
        open.eliminations = scenario.eliminations.unwrap_or(0);
        open.objectives = scenario.objectives;
        open.time_pressure = scenario.time_pressure;
        open.turn = 1;
        Ok(Draft {
            game: RedAlert { open, secret: Secret::new() },
            points: [None; 2],
            decks: [Vec::new(), Vec::new()],
            phase: Stage::Command,
            rating: None,
            fallback: false,
            copy: false,
            names: Vec::new(),
            ctrls: Vec::new(),
            orderers: Vec::new(),
        })
    }

    fn take(&mut self, clause: &str) -> Result<(), String> {
        let words: Vec<&str> = clause.split_whitespace().collect();
        if let Some((hexes, what, name)) = feature(&words) {
            return self.feature(&hexes, what, name);
        }
        let (Some(&head), rest) = (words.first(), words.get(1..).unwrap_or(&[])) else {
            return Err("an empty clause".into());
        };
        if let Ok(whose) = side(head) {
            return self.unit(whose, rest);
        }
        let one = || rest.first().copied().ok_or_else(|| format!("`{head}` needs more words"));
        no_more_words(head, rest, most_words(head))?;
        let open = &mut self.game.open;
        let secret = &mut self.game.secret;
        match head {
            "scenario" => {}
            "as-printed" => self.printed()?,
            "target" => open.target = number(one()?)?,
            "eliminations" => open.eliminations = number(one()?)?,
            "objectives" => {
                let s = side(one()?)?.index();
                open.objectives[s] = 0;
                for word in rest[1..].iter().filter(|w| **w != "none") {
                    let objective = Objective::ALL
                        .into_iter()
                        .find(|o| objective_word(*o) == *word)
                        .ok_or_else(|| {
                            format!("`{word}` is no objective: planet-control, clear-sector, breakthrough")
                        })?;
                    open.objectives[s] |= objective.bit();
                }
            }
            "time-pressure" => open.time_pressure = if one()? == "none" { None } else { Some(side(one()?)?) },
            "players" => {
                let sizes = [number(one()?)?, number(rest.get(1).copied().unwrap_or("1"))?];
                if sizes.iter().any(|n| !(1..=3).contains(n)) {
                    return Err("one to three players on each side".into());
                }
                (open.roles, open.seats) = roles(sizes);
            }
            "star-control" => open.star_control[side(one()?)?.index()] = true,
            "draw-offer" => open.draw_offer[side(one()?)?.index()] = true,
            "used" => open.used[side(one()?)?.index()] = true,
            "done" => open.done[side(one()?)?.index()] = true,
            "lively" => open.lively = true,
            "fallback" => self.fallback = true,
            "stars" => {
                for pair in rest.chunks(2) {
                    open.stars[side(pair[0])?.index()] = number(pair.get(1).unwrap_or(&""))?;
                }
            }
            "points" => {
                for pair in rest.chunks(2) {
                    self.points[side(pair[0])?.index()] = Some(number(pair.get(1).unwrap_or(&""))?);
                }
            }
            "taken" | "exited" | "waiting" | "bought" => {
                let s = side(one()?)?.index();
                for word in &rest[1..] {
                    let kind = kind(word)? as usize;
                    match head {
                        "taken" => one_more(&mut open.tally[s].taken[kind])?,
                        "exited" => one_more(&mut open.tally[s].exited[kind])?,
                        "waiting" => {
                            one_more(&mut open.waiting[s][kind])?;
                            open.jump = true;
                        }
                        _ => one_more(&mut secret.bought[s][kind])?,
                    }
                }
            }
            "sectors" => {
                let s = side(one()?)?.index();
                for word in &rest[1..] {
                    let i = ["W", "C", "E"]
                        .iter()
                        .position(|l| word.starts_with(l))
                        .ok_or("write W2, C1 or E3")?;
                    open.tally[s].sectors[i] = number(&word[1..])?;
                }
            }
            "time" => {
                let s = side(one()?)?.index();
                open.tally[s].time = number(rest.get(1).copied().unwrap_or(""))?;
            }
            "markers" => {
                let s = side(one()?)?.index();
                for pair in rest[1..].chunks(2) {
                    let hex = hex(pair[0])?;
                    if !open.planets.has(hex) {
                        return Err(format!("{hex} is no planet hex; name the planet first"));
                    }
                    let rank = open.planets.rank(hex);
                    open.markers[s][rank] = number(pair.get(1).unwrap_or(&"1"))?;
                }
            }
            "hand" | "known" => {
                let s = side(one()?)?.index();
                for word in &rest[1..] {
                    let hand = if head == "hand" { &mut secret.command[s] } else { &mut secret.known[s] };
                    one_more(&mut hand.0[command(word)?.index()])?;
                }
            }
            "combat" => {
                let s = side(one()?)?.index();
                for word in &rest[1..] {
                    one_more(&mut secret.combat[s].0[combat(word)?.index()])?;
                }
            }
            "deck" => {
                for word in rest {
                    self.decks[0].push(command(word)?.0);
                }
            }
            "combat-deck" => {
                for word in rest {
                    self.decks[1].push(combat(word)?.0);
                }
            }
            "discards" => {
                for word in rest {
                    one_more(&mut open.command_discard[command(word)?.index()])?;
                }
            }
            "combat-discards" => {
                for word in rest {
                    one_more(&mut open.combat_discard[combat(word)?.index()])?;
                }
            }
            "aside" | "last" | "sealed" => {
                let s = side(one()?)?.index();
                let card = command(rest.get(1).copied().unwrap_or(""))?.0;
                match head {
                    "aside" => open.aside[s] = card,
                    "last" => open.last[s] = card,
                    _ => secret.sealed[s] = card,
                }
            }
            "banned" => open.banned = command(one()?)?.0,
            "owed" => open.owed = number(one()?)?,
            "task-force" => {
                for pair in rest.chunks(2) {
                    let n = number(pair.get(1).unwrap_or(&""))?;
                    if data::get().task_force(n).is_none() {
                        return Err(format!("there is no task force {n}"));
                    }
                    open.task_force[side(pair[0])?.index()] = n;
                }
            }
            "hidden" => {
                let whose = side(one()?)?;
                let deploy = open.scenario().deploy[whose.index()];
                for pair in rest[1..].chunks(2) {
                    let at = hex(pair[0])?;
                    if !deploy.has(at) {
                        return Err(format!("{at} is no deployment hex of that side"));
                    }
                    secret.hidden[whose.index()][deploy.rank(at)] = kind(pair.get(1).unwrap_or(&""))? as u8;
                }
            }
            "jump-points" => {
                let s = side(one()?)?.index();
                open.jump = true;
                no_more_words(head, &rest[1..], Some(open.jump_points[s].len()))?;
                for (slot, word) in open.jump_points[s].iter_mut().zip(&rest[1..]) {
                    *slot = hex(word)?.number();
                }
            }
            "phase" => {
                let (_, stage) = PHASES
                    .iter()
                    .find(|(w, _)| Some(*w) == rest.first().copied())
                    .ok_or_else(|| format!("a phase is one of {}", PHASES.map(|p| p.0).join(" ")))?;
                self.phase = *stage;
                if let Some(word) = rest.get(1) {
                    let whose = side(word)?;
                    if matches!(stage, Stage::PickTaskForce | Stage::HeldBack) {
                        open.placer = whose;
                    } else {
                        open.active = whose;
                    }
                }
            }
            "card" => {
                open.active = side(one()?)?;
                open.card = command(rest.get(1).copied().unwrap_or(""))?.0;
                open.acts_as = open.card;
                if let Some(word) = rest.get(2) {
                    if *word != "as" {
                        return Err(format!("`{word}` is not `as`"));
                    }
                    self.copy = true;
                    let other = rest.get(3).copied().unwrap_or("");
                    open.acts_as = if other == "none" { NONE } else { command(other)?.0 };
                }
            }
            "rating" => self.rating = Some(number(one()?)?),
            "rolled" => {
                for word in rest {
                    let face =
                        RedAlert::face(word).ok_or_else(|| format!("no die face is called `{word}`"))?;
                    one_more(&mut open.rolled[face as usize])?;
                }
            }
            "orderers" => {
                for word in rest {
                    self.orderers.push(seat(word)?);
                }
            }
            "with-jump-points" => open.jump = true,
            "turn" => open.turn = one()?.parse().map_err(|_| "a turn is a number".to_string())?,
            "quiet" => open.quiet = number(one()?)?,
            "mustered" => {
                let n = number(rest.get(1).copied().unwrap_or(""))?;
                if usize::from(n) > crate::state::FLEET {
                    return Err("a side has at most 25 units".into());
                }
                open.mustered[side(one()?)?.index()] = n;
            }
            "passed" => {
                for word in rest {
                    open.passed = open.passed.with(seat(word)?);
                }
            }
            other => return Err(format!("no clause begins with `{other}`")),
        }
        Ok(())
    }

    fn feature(&mut self, hexes: &[Hex], what: &str, name: Option<&str>) -> Result<(), String> {
        let open = &mut self.game.open;
        for &hex in hexes {
            match what {
                "asteroid" => open.asteroids.insert(hex),
                "debris" => open.debris.insert(hex),
                _ => open.planets.insert(hex),
            }
        }
        if open.planets.len() > 18 {
            return Err("a map has at most 18 feature tiles".into());
        }
        open.find_groups();
        if let Some(name) = name {
            let index = data::get().planet_names.iter().position(|n| n == name);
            let known = data::get().planet_names.join(", ");
            self.names.push((hexes[0], index.ok_or_else(|| format!("known planet names are {known}"))?));
        }
        Ok(())
    }

    fn unit(&mut self, whose: Side, words: &[&str]) -> Result<(), String> {
        let open = &mut self.game.open;
        let at = hex(words.first().copied().unwrap_or(""))?;
        let unit = kind(words.get(1).copied().unwrap_or(""))?;
        if open.unit_at(at).is_some() {
            return Err(format!("there is a unit on {at} already"));
        }
        let mut rest = words[2..].iter();
        let (mut figures, mut marks, mut ctrl, mut no) = (unit.stats().figures, Marks(0), None, None);
        while let Some(word) = rest.next() {
            if let Some(n) = word.strip_prefix('x').and_then(|n| n.parse::<u8>().ok()) {
                if n == 0 || n > 20 {
                    return Err("a unit has 1 to 20 figures".into());
                }
                figures = n;
            } else if *word == "by" {
                ctrl = Some(seat(rest.next().copied().unwrap_or(""))?);
            } else if *word == "no" {
                no = Some(number(rest.next().copied().unwrap_or(""))?);
            } else {
                let (mark, _) = Marks::NAMES
                    .into_iter()
                    .find(|(_, name)| name == word)
                    .ok_or_else(|| format!("`{word}` is neither a mark nor figures such as x2"))?;
                marks.set(mark);
            }
        }
        if let Some(n) = no {
            if n >= crate::state::FLEET as u8 || n < open.mustered[whose.index()] {
                return Err("unit numbers go up, from 0 to 24".into());
            }
            open.mustered[whose.index()] = n;
        }
        if usize::from(open.mustered[whose.index()]) >= crate::state::FLEET {
            return Err("a side has at most 25 units".into());
        }
        let id = open.muster(whose, unit, at);
        open.units[id.index()].figures = figures;
        open.units[id.index()].marks = marks;
        if marks.has(Marks::CLOAKED) {
            open.cloak(id);
        }
        self.ctrls.push((id, ctrl));
        Ok(())
    }

    fn printed(&mut self) -> Result<(), String> {
        let open = &mut self.game.open;
        let scenario = open.scenario();
        open.asteroids = scenario.asteroids;
        for planet in &scenario.planets {
            open.planets = open.planets.or(planet.hexes);
            let name =
                planet.name.as_ref().and_then(|n| data::get().planet_names.iter().position(|m| m == n));
            if let (Some(name), Some(hex)) = (name, planet.hexes.iter().next()) {
                self.names.push((hex, name));
            }
        }
        open.find_groups();
        for &(whose, at, kind) in &scenario.units {
            if open.unit_at(at).is_some() {
                return Err(format!("there is a unit on {at} already"));
            }
            if usize::from(open.mustered[whose.index()]) >= crate::state::FLEET {
                return Err("a side has at most 25 units".into());
            }
            open.muster(whose, kind, at);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<RedAlert, String> {
        let game = &mut self.game;
        for (hex, name) in &self.names {
            game.open.name_planet(*hex, *name);
        }
        for (id, ctrl) in &self.ctrls {
            let unit = *game.open.unit(*id);
            if unit.is(Marks::ORDERED) {
                let usual = game.open.sector_seat(id.side(), unit.hex().sector());
                game.open.units[id.index()].ctrl = ctrl.unwrap_or(usual).0;
            }
        }
        let open = &mut game.open;
        let spent = u16::from(open.stars[0]) + u16::from(open.stars[1]);
        if spent > 36 {
            return Err("there are only 36 stars".into());
        }
        open.pool = 36 - spent as u8;
        if open.cloaked.len() > 3 {
            return Err("there are only three cloaking markers (RA-19.2)".into());
        }
        if let Some(hex) = open.occupied().and(open.debris).iter().next() {
            return Err(format!("a unit cannot be on the debris at {hex}"));
        }
        for whose in Side::BOTH {
            let s = whose.index();
            let tally = &open.tally[s];
            let worth = |units: &[u8; 9]| {
                let points = |k: &Kind| u16::from(units[*k as usize]) * u16::from(k.stats().points);
                Kind::ALL.iter().map(points).sum::<u16>()
            };
            let known = worth(&tally.taken)
                + worth(&tally.exited)
                + tally.sectors.iter().map(|n| u16::from(*n)).sum::<u16>()
                + u16::from(tally.time)
                + u16::from(open.planet_points(whose));
            let known = u8::try_from(known).ok().filter(|n| *n <= 200).ok_or("nobody has so many points")?;
            let total = self.points[s].unwrap_or(known);
            if total < known {
                return Err(format!("the other clauses give the {} {known} points already", whose.name()));
            }
            open.tally[s].given = total - known;
            open.tally[s].total = total;
            open.command_cards[s] = game.secret.command[s].len();
            open.combat_cards[s] = game.secret.combat[s].len();
        }
        let setting_up = matches!(
            self.phase,
            Stage::PickTaskForce | Stage::Buy | Stage::Deploy | Stage::JumpPoints | Stage::HeldBack
        );
        if setting_up {
            open.turn = 0;
        } else {
            stack(game, &self.decks, self.phase)?;
        }
        self.enter_phase()?;
        Ok(self.game)
    }

    fn enter_phase(&mut self) -> Result<(), String> {
        let game = &mut self.game;
        let open = &mut game.open;
        let s = open.active.index();
        open.stage = self.phase;
        if open.card != NONE {
            open.rating = self.rating.unwrap_or(open.command_cards[s] + 1);
            open.mirrored = self.copy && open.acts_as != NONE;
        }
        // The other phases begin with the position as it was written.
        if self.phase == Stage::Initiative {
            open.turn = 0;
        } else if self.phase == Stage::Orders {
            if open.card == NONE {
                return Err("phase orders needs a command card: card cw CM-08".into());
            }
            let rolled = open.rolled;
            open.rolled = [0; 6];
            game.open.orders = game.open.order_mode(rolled);
            if self.fallback || game.open.acts_as == NONE {
                game.open.orders = OrderMode::Fallback;
            }
            game.begin_orders();
            if !self.orderers.is_empty() {
                game.open.orderers = [NONE; 3];
                for (slot, seat) in game.open.orderers.iter_mut().zip(&self.orderers) {
                    *slot = seat.0;
                }
            }
        } else if matches!(self.phase, Stage::Deploy | Stage::JumpPoints) {
            for whose in Side::BOTH {
                open.done[whose.index()] |= open.scenario().deploy[whose.index()].is_empty();
            }
            open.jump |= self.phase == Stage::JumpPoints;
        } else if self.phase == Stage::Buy {
            for whose in Side::BOTH {
                open.done[whose.index()] |= open.scenario().muster[whose.index()].support.is_none();
            }
        } else if self.phase == Stage::HeldBack {
            for whose in Side::BOTH {
                let left = game.held_left(whose).iter().sum();
                game.open.held[whose.index()] = left;
            }
        }
        let mut tell = Tell::muted();
        let mut luck = Chance::quick(1);
        game.advance(&mut Cx { luck: &mut luck, tell: &mut tell });
        debug_assert!(game.open.asked != SeatSet::NONE || game.open.is_over());
        Ok(())
    }
}

/// Puts the cards that no clause names under those that one does.
fn stack(game: &mut RedAlert, named: &[Vec<u8>; 2], phase: Stage) -> Result<(), String> {
    let (open, secret) = (&mut game.open, &mut game.secret);
    // In the last step of a turn the card that was played lies on the discards already.
    let played = if phase == Stage::EndChoice { NONE } else { open.card };
    let loose: Vec<u8> =
        open.aside.iter().chain(&secret.sealed).chain([&played]).copied().filter(|&c| c != NONE).collect();
    let used = |hands: &[Hand; 2], discard: &[u8], i: usize| hands[0].0[i] + hands[1].0[i] + discard[i];
    let pile = |copies: Vec<u8>, taken: Vec<u8>, top: &[u8], ids: Vec<&str>| -> Result<Vec<u8>, String> {
        let mut deck: Vec<u8> = Vec::new();
        for i in (0..copies.len()).rev() {
            let named = top.iter().filter(|&&c| usize::from(c) == i).count() as u8;
            let rest = i16::from(copies[i]) - i16::from(taken[i]) - i16::from(named);
            if rest < 0 {
                return Err(format!("{} is named more often than the {} times it exists", ids[i], copies[i]));
            }
            deck.extend(std::iter::repeat_n(i as u8, rest as usize));
        }
        deck.extend(top.iter().rev());
        Ok(deck)
    };
    let data = data::get();
    let taken = (0..data.command.len())
        .map(|i| {
            used(&secret.command, &open.command_discard, i)
                + loose.iter().filter(|&&c| usize::from(c) == i).count() as u8
        })
        .collect();
    let deck = pile(
        data.command.iter().map(|c| c.copies).collect(),
        taken,
        &named[0],
        data.command.iter().map(|c| c.id.as_str()).collect(),
    )?;
    secret.command_deck[..deck.len()].copy_from_slice(&deck);
    open.command_left = deck.len() as u8;
    let taken = (0..data.combat.len()).map(|i| used(&secret.combat, &open.combat_discard, i)).collect();
    let deck = pile(
        data.combat.iter().map(|c| c.copies).collect(),
        taken,
        &named[1],
        data.combat.iter().map(|c| c.id.as_str()).collect(),
    )?;
    secret.combat_deck[..deck.len()].copy_from_slice(&deck);
    open.combat_left = deck.len() as u8;
    Ok(())
}

pub(crate) fn objective_word(objective: Objective) -> &'static str {
    match objective {
        Objective::PlanetControl => "planet-control",
        Objective::ClearSector => "clear-sector",
        Objective::Breakthrough => "breakthrough",
    }
}
