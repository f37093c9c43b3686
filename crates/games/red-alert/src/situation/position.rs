//! Positions written down as clauses, and clauses held against positions. The language is described in `situation.rs`.

use crate::board::{Hex, NONE, Side};
use crate::data::Objective;
use crate::data::{CombatId, CommandId, Face, Kind};
use crate::situation::{
    PHASES, combat, command, feature, hex, kind, no_more_words, number, objective_word, seat, side,
};
use crate::state::{FLEET, Hand, Marks, Open, OrderMode, RedAlert, Stage, UnitId};
use crate::team::roles;
use klaxon_core::{Seat, Situation};
use std::fmt;

/// The clauses of a position at a quiet moment; `None` while a window or a combat is open, or after the end.
pub(crate) fn clauses(game: &RedAlert) -> Option<Vec<String>> {
    let (open, secret) = (&game.open, &game.secret);
    if open.depth > 0 || open.played.is_some() || open.is_over() {
        return None;
    }
    let (phase, _) = PHASES.iter().find(|(_, stage)| *stage == open.stage)?;
    if open.stage == Stage::HeldBack || open.stage == Stage::JumpPoints {
        return None;
    }
    let mut list = vec![format!("scenario {}", open.scenario().id)];
    notes(open, &mut list);
    features(open, &mut list);
    for whose in Side::BOTH {
        let mut next = 0;
        for i in 0..open.mustered[whose.index()] {
            let id = UnitId((whose.index() * FLEET) as u8 + i);
            if open.unit(id).is_on_map() {
                let mut text = unit_clause(open, id);
                if i != next {
                    text.push_str(&format!(" no {i}"));
                }
                list.push(text);
                next = i + 1;
            }
        }
        if next != open.mustered[whose.index()] {
            list.push(format!("mustered {} {}", whose.word(), open.mustered[whose.index()]));
        }
    }
    if open.stars != [0; 2] {
        list.push(format!("stars cw {} cf {}", open.stars[0], open.stars[1]));
    }
    scores(open, &mut list);
    let setting_up = matches!(open.stage, Stage::PickTaskForce | Stage::Buy | Stage::Deploy);
    if !setting_up {
        cards(game, &mut list);
    }
    for whose in Side::BOTH {
        let (s, w) = (whose.index(), whose.word());
        if open.task_force[s] != NONE {
            list.push(format!("task-force {w} {}", open.task_force[s]));
        }
        push_kinds(&mut list, "bought", w, &secret.bought[s]);
        let hidden: Vec<String> = open.scenario().deploy[s]
            .iter()
            .zip(secret.hidden[s])
            .filter(|(_, k)| *k != NONE)
            .map(|(h, k)| format!("{h} {}", Kind::ALL[usize::from(k)].code()))
            .collect();
        if !hidden.is_empty() {
            list.push(format!("hidden {w} {}", hidden.join(" ")));
        }
        let jump: Vec<String> =
            open.jump_points[s].iter().filter(|&&h| h != NONE).map(|&h| Hex::raw(h).to_string()).collect();
        if !jump.is_empty() {
            list.push(format!("jump-points {w} {}", jump.join(" ")));
        }
        push_kinds(&mut list, "waiting", w, &open.waiting[s]);
        for (flag, word) in [
            (open.done[s], "done"),
            (open.used[s], "used"),
            (open.star_control[s], "star-control"),
            (open.draw_offer[s], "draw-offer"),
        ] {
            if flag {
                list.push(format!("{word} {w}"));
            }
        }
    }
    turn(open, &mut list);
    let whose = if open.stage == Stage::PickTaskForce { open.placer } else { open.active };
    list.push(format!("phase {phase} {}", whose.word()));
    Some(list)
}

fn notes(open: &Open, list: &mut Vec<String>) {
    let scenario = open.scenario();
    let sizes = Side::BOTH.map(|s| open.team_size(s) as u8);
    debug_assert_eq!(roles(sizes).0, open.roles);
    if sizes != [1, 1] {
        list.push(format!("players {} {}", sizes[0], sizes[1]));
    }
    if open.target != scenario.victory_points {
        list.push(format!("target {}", open.target));
    }
    if open.eliminations != scenario.eliminations.unwrap_or(0) {
        list.push(format!("eliminations {}", open.eliminations));
    }
    for whose in Side::BOTH {
        let bits = open.objectives[whose.index()];
        if bits != scenario.objectives[whose.index()] {
            let mut names: Vec<&str> =
                Objective::ALL.into_iter().filter(|o| bits & o.bit() != 0).map(objective_word).collect();
            if names.is_empty() {
                names.push("none");
            }
            list.push(format!("objectives {} {}", whose.word(), names.join(" ")));
        }
    }
    if open.time_pressure != scenario.time_pressure {
        list.push(format!("time-pressure {}", open.time_pressure.map_or("none", Side::word)));
    }
    if open.jump {
        list.push("with-jump-points".into());
    }
}

fn features(open: &Open, list: &mut Vec<String>) {
    let names = |hexes: Vec<Hex>| hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if !open.asteroids.is_empty() {
        list.push(format!("{} asteroid", names(open.asteroids.iter().collect())));
    }
    let groups = open.groups.iter().filter(|&&g| g != NONE).max().map_or(0, |&g| g + 1);
    for group in 0..groups {
        let name = open.planet_name(group).map_or(String::new(), |n| format!(" {n}"));
        list.push(format!("{} planet{name}", names(open.group_hexes(group).iter().collect())));
    }
    if !open.debris.is_empty() {
        list.push(format!("{} debris", names(open.debris.iter().collect())));
    }
}

fn unit_clause(open: &Open, id: UnitId) -> String {
    let unit = open.unit(id);
    let mut text = format!("{} {} {}", id.side().word(), unit.hex(), unit.kind.code());
    if unit.figures != unit.kind.stats().figures {
        text.push_str(&format!(" x{}", unit.figures));
    }
    for (mark, name) in Marks::NAMES {
        if unit.is(mark) {
            text.push(' ');
            text.push_str(name);
        }
    }
    if unit.is(Marks::ORDERED) && unit.ctrl != open.sector_seat(id.side(), unit.hex().sector()).0 {
        text.push_str(&format!(" by {}", RedAlert::seat_word(Seat(unit.ctrl))));
    }
    text
}

fn push_kinds(list: &mut Vec<String>, word: &str, whose: &str, units: &[u8; 9]) {
    let codes: Vec<&str> = Kind::ALL
        .into_iter()
        .flat_map(|k| std::iter::repeat_n(k.code(), usize::from(units[k as usize])))
        .collect();
    if !codes.is_empty() {
        list.push(format!("{word} {whose} {}", codes.join(" ")));
    }
}

fn scores(open: &Open, list: &mut Vec<String>) {
    for whose in Side::BOTH {
        let (tally, w) = (&open.tally[whose.index()], whose.word());
        push_kinds(list, "taken", w, &tally.taken);
        push_kinds(list, "exited", w, &tally.exited);
        if tally.sectors != [0; 3] {
            let [a, b, c] = tally.sectors;
            list.push(format!("sectors {w} W{a} C{b} E{c}"));
        }
        if tally.time > 0 {
            list.push(format!("time {w} {}", tally.time));
        }
        let markers: Vec<String> = open
            .planets
            .iter()
            .enumerate()
            .filter(|(i, _)| open.markers[whose.index()][*i] > 0)
            .map(|(i, h)| format!("{h} {}", open.markers[whose.index()][i]))
            .collect();
        if !markers.is_empty() {
            list.push(format!("markers {w} {}", markers.join(" ")));
        }
    }
    if open.tally[0].total + open.tally[1].total > 0 {
        list.push(format!("points cw {} cf {}", open.tally[0].total, open.tally[1].total));
    }
}

fn command_words(cards: impl Iterator<Item = u8>) -> String {
    cards.map(|c| CommandId(c).to_string()).collect::<Vec<_>>().join(" ")
}

fn combat_words(cards: impl Iterator<Item = u8>) -> String {
    cards.map(|c| CombatId(c).to_string()).collect::<Vec<_>>().join(" ")
}

fn cards(game: &RedAlert, list: &mut Vec<String>) {
    let (open, secret) = (&game.open, &game.secret);
    for whose in Side::BOTH {
        let (s, w) = (whose.index(), whose.word());
        for (word, text) in [
            ("hand", command_words(secret.command[s].cards())),
            ("known", command_words(secret.known[s].cards())),
            ("combat", combat_words(secret.combat[s].cards())),
        ] {
            if !text.is_empty() {
                list.push(format!("{word} {w} {text}"));
            }
        }
        for (word, card) in [("aside", open.aside[s]), ("last", open.last[s]), ("sealed", secret.sealed[s])] {
            if card != NONE {
                list.push(format!("{word} {w} {}", CommandId(card)));
            }
        }
    }
    let deck = secret.command_deck[..usize::from(open.command_left)].iter().rev().copied();
    let combat_deck = secret.combat_deck[..usize::from(open.combat_left)].iter().rev().copied();
    for (word, text) in [
        ("deck", command_words(deck)),
        ("discards", command_words(Hand(open.command_discard).cards())),
        ("combat-deck", combat_words(combat_deck)),
        ("combat-discards", combat_words(Hand(open.combat_discard).cards())),
    ] {
        if !text.is_empty() {
            list.push(format!("{word} {text}"));
        }
    }
}

fn turn(open: &Open, list: &mut Vec<String>) {
    if open.turn > 1 {
        list.push(format!("turn {}", open.turn));
    }
    if open.quiet > 0 {
        list.push(format!("quiet {}", open.quiet));
    }
    if open.lively {
        list.push("lively".into());
    }
    if open.owed > 0 {
        list.push(format!("owed {}", open.owed));
    }
    if open.banned != NONE {
        list.push(format!("banned {}", CommandId(open.banned)));
    }
    if !open.passed.is_empty() {
        let seats: Vec<String> = open.passed.iter().map(RedAlert::seat_word).collect();
        list.push(format!("passed {}", seats.join(" ")));
    }
    if open.card == NONE {
        return;
    }
    let mut text = format!("card {} {}", open.active.word(), CommandId(open.card));
    if open.acts_as == NONE {
        text.push_str(" as none");
    } else if open.acts_as != open.card {
        text.push_str(&format!(" as {}", CommandId(open.acts_as)));
    }
    list.push(text);
    list.push(format!("rating {}", open.rating));
    if open.stage != Stage::Orders {
        return;
    }
    match open.orders {
        OrderMode::Fallback => list.push("fallback".into()),
        OrderMode::Rolled(caps, any) => {
            let mut faces = vec![Face::Blast.word(); usize::from(any)];
            for (i, face) in [Face::Circle, Face::Triangle, Face::Square].into_iter().enumerate() {
                faces.extend(std::iter::repeat_n(face.word(), usize::from(caps[i])));
            }
            if !faces.is_empty() {
                list.push(format!("rolled {}", faces.join(" ")));
            }
        }
        OrderMode::None | OrderMode::Sectors(_) | OrderMode::Any(_) | OrderMode::Group(_) => {}
    }
    let seats: Vec<String> =
        open.orderers.iter().filter(|&&s| s != NONE).map(|&s| RedAlert::seat_word(Seat(s))).collect();
    if open.seats > 2 {
        list.push(format!("orderers {}", seats.join(" ")));
    }
}

/// How many words may follow the head of an expectation; `None` where it takes a list, or begins none.
fn most_expected(head: &str) -> Option<usize> {
    Some(match head {
        "lively" | "over" | "drawn" => 0,
        "pool" | "target" | "eliminations" | "turn" | "quiet" | "rating" | "owed" | "alerts" | "hits"
        | "winner" | "empty" | "question" | "window" => 1,
        "phase" | "sees" | "blocked" | "aside" | "last" | "sealed" => 2,
        "dice" => 3,
        _ => return None,
    })
}

/// Does a clause hold? The error says what is there instead.
pub(crate) fn holds(game: &RedAlert, clause: &str) -> Result<(), String> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let open = &game.open;
    if let Some((hexes, what, name)) = feature(&words) {
        return holds_feature(open, &hexes, what, name);
    }
    let (Some(&head), rest) = (words.first(), words.get(1..).unwrap_or(&[])) else {
        return Err("an empty clause".into());
    };
    if let Ok(whose) = side(head) {
        return holds_unit(open, whose, rest);
    }
    let word = |i: usize| rest.get(i).copied().ok_or_else(|| format!("`{head}` needs more words"));
    no_more_words(head, rest, most_expected(head))?;
    let same = |what: &str, is: String, wanted: String| {
        if is == wanted { Ok(()) } else { Err(format!("{what}: {is}, not {wanted}")) }
    };
    let pairs = |of: &dyn Fn(Side) -> u8| -> Result<(), String> {
        for pair in rest.chunks(2) {
            let whose = side(pair[0])?;
            let wanted = number(pair.get(1).unwrap_or(&""))?;
            same(&format!("{head} {}", whose.word()), of(whose).to_string(), wanted.to_string())?;
        }
        Ok(())
    };
    let yes = |fine: bool, instead: &str| if fine { Ok(()) } else { Err(instead.to_string()) };
    let hexes = || -> Result<(Hex, Hex), String> { Ok((hex(word(0)?)?, hex(word(1)?)?)) };
    match head {
        "stars" => pairs(&|s| open.stars(s)),
        "points" => pairs(&|s| open.points(s)),
        "task-force" => pairs(&|s| open.task_force[s.index()]),
        "hand-size" => pairs(&|s| open.command_cards[s.index()]),
        "combat-size" => pairs(&|s| open.combat_cards[s.index()]),
        "time" => pairs(&|s| open.tally[s.index()].time),
        "mustered" => pairs(&|s| open.mustered[s.index()]),
        "pool" => same("pool", open.pool.to_string(), word(0)?.into()),
        "target" => same("target", open.target.to_string(), word(0)?.into()),
        "eliminations" => same("eliminations", open.eliminations.to_string(), word(0)?.into()),
        "turn" => same("turn", open.turn.to_string(), word(0)?.into()),
        "quiet" => same("quiet", open.quiet.to_string(), word(0)?.into()),
        "rating" => same("rating", open.rating.to_string(), word(0)?.into()),
        "owed" => same("owed", open.owed.to_string(), word(0)?.into()),
        "alerts" => same("alerts", open.combat().map_or(0, |c| c.alerts).to_string(), word(0)?.into()),
        "hits" => same("hits", open.combat().map_or(0, |c| c.hits).to_string(), word(0)?.into()),
        "lively" => yes(open.lively, "nothing was lost or gained this turn"),
        "over" => yes(open.is_over(), "it is not over"),
        "drawn" => yes(open.end.is_some_and(|e| e.winner().is_none()), "it is not drawn"),
        "winner" => {
            let is = open.end.and_then(|e| e.winner()).map_or("nobody", Side::word);
            same("winner", is.into(), side(word(0)?)?.word().into())
        }
        "empty" => {
            let at = hex(word(0)?)?;
            match open.unit_at(at) {
                None => Ok(()),
                Some(id) => Err(format!("there is: {}", unit_clause(open, id))),
            }
        }
        "asked" => {
            let names: Vec<String> = open.asked.iter().map(RedAlert::seat_word).collect();
            let fine = rest.iter().all(|w| seat(w).is_ok_and(|s| open.asked.has(s)));
            yes(fine && rest.len() == names.len(), &format!("asked: {}", names.join(" ")))
        }
        "question" => {
            let json = open.question().words();
            let name = format!("{:?}", open.question());
            let plain: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
            let wanted = word(0)?.replace('-', "");
            yes(plain.eq_ignore_ascii_case(&wanted), &format!("what is asked is {plain}: {json}"))
        }
        "window" => {
            let windows: Vec<String> =
                Side::BOTH.iter().filter_map(|s| open.window(*s)).map(|w| format!("{w:?}")).collect();
            let wanted = word(0)?.replace('-', "");
            yes(
                windows.iter().any(|w| w.eq_ignore_ascii_case(&wanted)),
                &format!("open: {}", windows.join(" ")),
            )
        }
        "phase" => {
            let stage = PHASES.iter().find(|(_, s)| *s == open.stage).map(|(w, _)| *w);
            let whose = if open.stage == Stage::PickTaskForce { open.placer } else { open.active };
            let is =
                format!("{} {}", stage.map_or_else(|| format!("{:?}", open.stage), Into::into), whose.word());
            let wanted =
                if rest.len() > 1 { rest.join(" ") } else { format!("{} {}", word(0)?, whose.word()) };
            let quiet = open.depth == 0 && open.played.is_none() && !open.is_over();
            yes(
                quiet && is == wanted,
                &format!("phase {is}{}", if quiet { "" } else { ", amid a combat or after the end" }),
            )
        }
        "sees" => {
            let (a, b) = hexes()?;
            yes(open.sees(a, b), &format!("blocked by {:?}", open.blockers(a, b)))
        }
        "blocked" => {
            let (a, b) = hexes()?;
            yes(!open.sees(a, b), "sight is open")
        }
        "dice" => {
            let (a, b) = hexes()?;
            let dice = crate::words::odds::attack(open, a, b).ok_or("there are no two units")?;
            same("dice", dice.total().to_string(), word(2)?.into())
        }
        "discarded" => {
            for word in rest {
                let n = match command(word) {
                    Ok(card) => open.command_discard[card.index()],
                    Err(_) => open.combat_discard[combat(word)?.index()],
                };
                yes(n > 0, &format!("{word} is not in the discards"))?;
            }
            Ok(())
        }
        "deck" | "combat-deck" => {
            let (deck, left) = if head == "deck" {
                (&game.secret.command_deck, open.command_left)
            } else {
                (&game.secret.combat_deck, open.combat_left)
            };
            let is = deck[..usize::from(left)].iter().rev().take(rest.len()).copied();
            let is = if head == "deck" { command_words(is) } else { combat_words(is) };
            same(head, is, rest.join(" "))
        }
        "known-to" => {
            let s = side(word(0)?)?.other().index();
            same("known", command_words(game.secret.known[s].cards()), sorted(&rest[1..], false)?)
        }
        "hand" | "known" | "combat" => {
            let whose = side(word(0)?)?.index();
            let (is, fights) = match head {
                "hand" => (command_words(game.secret.command[whose].cards()), false),
                "known" => (command_words(game.secret.known[whose].cards()), false),
                _ => (combat_words(game.secret.combat[whose].cards()), true),
            };
            same(clause, is, sorted(&rest[1..], fights)?)
        }
        "discards" => same(head, command_words(Hand(open.command_discard).cards()), sorted(rest, false)?),
        "combat-discards" => same(head, combat_words(Hand(open.combat_discard).cards()), sorted(rest, true)?),
        "taken" | "exited" | "waiting" | "bought" => {
            let whose = side(word(0)?)?.index();
            let units = match head {
                "taken" => open.tally[whose].taken,
                "exited" => open.tally[whose].exited,
                "waiting" => open.waiting[whose],
                _ => game.secret.bought[whose],
            };
            let mut wanted = [0; 9];
            for word in &rest[1..] {
                wanted[kind(word)? as usize] += 1;
            }
            let mut list = Vec::new();
            push_kinds(&mut list, head, "", &units);
            yes(units == wanted, &format!("there is: {}", list.join("")))
        }
        "markers" => {
            let whose = side(word(0)?)?.index();
            for pair in rest[1..].chunks(2) {
                let at = hex(pair[0])?;
                let is = if open.planets.has(at) { open.markers[whose][open.planets.rank(at)] } else { 0 };
                same(pair[0], is.to_string(), pair.get(1).copied().unwrap_or("1").into())?;
            }
            Ok(())
        }
        "aside" | "last" | "sealed" => {
            let whose = side(word(0)?)?.index();
            let card = match head {
                "aside" => open.aside[whose],
                "last" => open.last[whose],
                _ => game.secret.sealed[whose],
            };
            let is = if card == NONE { "none".into() } else { CommandId(card).to_string() };
            same(clause, is, word(1)?.into())
        }
        "scenario" | "as-printed" | "players" | "objectives" | "time-pressure" | "sectors" | "card"
        | "banned" | "rolled" | "fallback" | "passed" | "orderers" | "hidden" | "jump-points"
        | "with-jump-points" | "done" | "used" | "star-control" | "draw-offer" => {
            let all = everything(game);
            let here: Vec<&String> =
                all.iter().filter(|c| c.split_whitespace().next() == Some(head)).collect();
            yes(all.iter().any(|c| c == &words.join(" ")), &format!("there is: {here:?}"))
        }
        other => Err(format!("no clause begins with `{other}`")),
    }
}

/// The clauses of the position, what is asked, and the combats under way: what a person can read.
impl fmt::Debug for RedAlert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = &self.open;
        writeln!(f, "RedAlert: {:?} of {:?}, stage {:?}", open.question(), open.asked, open.stage)?;
        for combat in &open.combats[..usize::from(open.depth)] {
            writeln!(f, "  {combat:?}")?;
        }
        if let Some(played) = open.played {
            writeln!(f, "  {played:?}")?;
        }
        for clause in everything(self).iter().filter(|c| !c.contains("deck ")) {
            writeln!(f, "  {clause}")?;
        }
        Ok(())
    }
}

/// The clauses of any position, quiet or not.
fn everything(game: &RedAlert) -> Vec<String> {
    let mut calm = *game;
    calm.open.depth = 0;
    calm.open.played = None;
    calm.open.end = None;
    if PHASES.iter().all(|(_, stage)| *stage != calm.open.stage)
        || matches!(calm.open.stage, Stage::HeldBack | Stage::JumpPoints)
    {
        calm.open.stage = Stage::Movement;
    }
    clauses(&calm).unwrap_or_default()
}

/// Cards in the order of the data.
fn sorted(words: &[&str], fights: bool) -> Result<String, String> {
    let mut hand = Hand::EMPTY;
    for word in words {
        let i = if fights { combat(word)?.index() } else { command(word)?.index() };
        hand.0[i] += 1;
    }
    Ok(if fights { combat_words(hand.cards()) } else { command_words(hand.cards()) })
}

fn holds_feature(open: &Open, hexes: &[Hex], what: &str, name: Option<&str>) -> Result<(), String> {
    for &hex in hexes {
        let set = match what {
            "asteroid" => open.asteroids,
            "debris" => open.debris,
            _ => open.planets,
        };
        if !set.has(hex) {
            return Err(format!("there is no {what} on {hex}"));
        }
        let is = open.group(hex).and_then(|g| open.planet_name(g));
        if name.is_some() && is != name {
            return Err(format!("the planet on {hex} is called {}", is.unwrap_or("nothing")));
        }
    }
    Ok(())
}

fn holds_unit(open: &Open, whose: Side, words: &[&str]) -> Result<(), String> {
    let at = hex(words.first().copied().unwrap_or(""))?;
    let Some(id) = open.unit_at(at) else { return Err(format!("there is no unit on {at}")) };
    let unit = open.unit(id);
    let there = || Err(format!("there is: {}", unit_clause(open, id)));
    if id.side() != whose {
        return there();
    }
    let mut rest = words[1..].iter();
    let mut full = true;
    if let Some(word) = rest.next()
        && unit.kind != kind(word)?
    {
        return there();
    }
    while let Some(word) = rest.next() {
        let fine = if let Some(n) = word.strip_prefix('x').and_then(|n| n.parse::<u8>().ok()) {
            full = false;
            unit.figures == n
        } else if *word == "by" {
            open.unit_seat(id) == seat(rest.next().copied().unwrap_or(""))?
        } else if *word == "no" {
            id.index() % FLEET == usize::from(number(rest.next().copied().unwrap_or(""))?)
        } else {
            let (plain, wanted) = word.strip_prefix('-').map_or((*word, true), |w| (w, false));
            let known = Marks::NAMES.into_iter().find(|(_, name)| *name == plain);
            let (mark, _) =
                known.ok_or_else(|| format!("`{plain}` is neither a mark nor figures such as x2"))?;
            unit.is(mark) == wanted
        };
        if !fine {
            return there();
        }
    }
    // Figures that are not named are all there.
    if full && words.len() > 1 && unit.figures != unit.kind.stats().figures {
        return there();
    }
    Ok(())
}

/// Every command card is known by its id.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_positions_read_back() {
        let text = [
            "scenario declaration-of-war",
            "as-printed",
            "hand cw CM-07 CM-16",
            "stars cw 3 cf 2",
            "phase command cw",
        ];
        let game = RedAlert::given(&text).unwrap();
        let clauses = game.clauses().unwrap();
        let list: Vec<&str> = clauses.iter().map(String::as_str).collect();
        assert_eq!(RedAlert::given(&list).unwrap(), game);
    }
}
