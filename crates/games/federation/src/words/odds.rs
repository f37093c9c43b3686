//! What may come of a throw, exactly: before it is decided on, and before dice are thrown again.

use super::{ids, phrase};
use crate::{
    data::data,
    event::Band,
    nouns::{FleetSet, Race, Space},
    questions::{Action, Judge, Use, What},
    quiet::Stop,
    state::{Contest, Purpose, Shift, Table, Task},
    view::View,
};
use klaxon_core::{Line, Odds, Share, rule};

pub fn odds(view: &View, action: &Action) -> Option<Odds> {
    let table = &view.table;
    if matches!(action, Action::Judge(Judge::Reroll(_))) && table.top() == Some(Task::Judge) {
        return of_roll(table, table.roll.purpose);
    }
    if matches!(action, Action::Use(Use { what: What::Bypass(_), .. })) {
        return Some(of_bypass(table));
    }
    // Accepting and choosing among dice leaves nothing to luck; what comes after is another question.
    if matches!(action, Action::Judge(Judge::Accept) | Action::Die(_)) {
        return None;
    }
    let certain = view.after(*action)?;
    match certain.stop {
        Stop::Roll(purpose) => of_roll(&certain.table, purpose),
        Stop::Draw | Stop::Ask | Stop::Done | Stop::Over => None,
    }
}

/// The odds of a throw about to be made on this table.
pub fn of_roll(table: &Table, purpose: Purpose) -> Option<Odds> {
    match purpose {
        Purpose::Combat => Some(of_combat(table)),
        Purpose::Contest(contest) => Some(of_contest(table, contest)),
        Purpose::Sabotage(race) => Some(of_sabotage(table, race)),
        Purpose::Conduct => Some(of_conduct(table)),
        // Every row is as likely as the others: six equal bars say nothing.
        Purpose::Setup => None,
        Purpose::Resource { minus } => Some(of_resources(table.dice_for(purpose), minus)),
        Purpose::Event(chit) => Some(table_of(
            format!("Event table {}", chit.name()),
            data().chits[chit.index()].table.map(phrase::event),
        )),
        Purpose::Faction(_) => Some(table_of(
            "FACTION die".into(),
            data().faction_die.map(|r| r.map_or("your choice".into(), phrase::the)),
        )),
        Purpose::Conflict => Some(table_of(
            "Galactic Conflict".into(),
            data().conflict.map(|k| k.map_or("War".into(), |k| format!("Alliance ({})", k.name()))),
        )),
        Purpose::Pair(shift) => {
            let title = match shift {
                Shift::War => "War between".into(),
                Shift::Alliance(k) => format!("Alliance ({}) between", k.name()),
            };
            Some(table_of(title, data().pair_die.map(|p| p.name())))
        }
    }
}

/// One die on a table of six: equal lines are added up.
fn table_of(title: String, faces: [String; 6]) -> Odds {
    let mut rows: Vec<(String, Share)> = Vec::new();
    for face in faces {
        match rows.iter_mut().find(|(text, _)| *text == face) {
            Some((_, share)) => share.part += 1,
            None => rows.push((face, Share { part: 1, whole: 6 })),
        }
    }
    Odds { title, because: Vec::new(), rows }
}

/// SF-13.6, SF-13.9: the distribution of hits and what each does to the fleets.
fn of_combat(table: &Table) -> Odds {
    let battle = table.battle;
    let dice = usize::from(battle.dice);
    let mut faces = [0u64; 3];
    for face in 1..=6 {
        faces[usize::from(table.die_hits(face))] += 1;
    }
    let mut ways = vec![1u64];
    for _ in 0..dice {
        let mut next = vec![0u64; ways.len() + 2];
        for (hits, &n) in ways.iter().enumerate() {
            for (more, &f) in faces.iter().enumerate() {
                next[hits + more] += n * f;
            }
        }
        ways = next;
    }
    let whole = 6u64.pow(dice as u32);
    let rows = ways
        .iter()
        .enumerate()
        .filter(|&(_, &part)| part > 0)
        .map(|(hits, &part)| {
            (combat_row(table, battle.space, battle.fleets, hits as u8), Share { part, whole })
        })
        .collect();
    let mut because = dice_reasons(table, battle.space, battle.fleets);
    let counted = table.combat_dice(battle.space, battle.fleets).dice;
    if battle.dice > counted {
        because.push(Line::new(format!("+{} by Out Maneuver", battle.dice - counted), rule!("SF-9.16")));
    }
    let add = table.advantages().combat_die;
    if add > 0 {
        because.push(Line::new(format!("+{add} to each die"), rule!("SF-14.1")));
    }
    Odds {
        title: format!("Combat at {} with {}", battle.space.name(), phrase::n_dice(battle.dice)),
        because,
        rows,
    }
}

fn combat_row(table: &Table, space: Space, fleets: FleetSet, hits: u8) -> String {
    if hits == 0 {
        let cost = if table.has_asset(space) { "a Military Loss and an asset" } else { "a Military Loss" };
        return format!("no hit: {cost}");
    }
    let parts: Vec<String> = fleets
        .iter()
        .map(|fleet| {
            let fate = table.fate(fleet, hits);
            if fate.destroyed {
                format!("{} destroyed", fleet.name())
            } else {
                format!("{} to {}", fleet.name(), fate.to.name())
            }
        })
        .collect();
    let noun = if hits == 1 { "hit" } else { "hits" };
    format!("{hits} {noun}: {}", parts.join(", "))
}

/// How the number of dice came about, one modifier a line.
pub fn dice_reasons(table: &Table, space: Space, fleets: FleetSet) -> Vec<Line> {
    let count = table.combat_dice(space, fleets);
    let c = &data().combat;
    let mut lines = vec![Line::new(format!("{} dice to begin with", c.dice), rule!("SF-13.6"))];
    let strongest = format!("−{} for the {}", count.value, count.strongest.name());
    lines.push(Line::new(strongest, rule!("SF-13.6")).about(ids::fleet(count.strongest)));
    for (n, sign, text, rule) in [
        (count.others, '−', "for other fleets", rule!("SF-13.6")),
        (count.defenses, '−', "for Advanced Defensive Systems", rule!("SF-15.4")),
        (count.here, '+', "for icons in the space", rule!("SF-13.7")),
        (count.near, '+', "for three swords nearby", rule!("SF-13.7")),
        (count.technology, '+', "for Missile Swarms", rule!("SF-14.2")),
    ] {
        if n > 0 {
            lines.push(Line::new(format!("{sign}{n} {text}"), rule));
        }
    }
    let text = format!("at least {}, at most {}: {}", c.minimum, c.maximum, count.dice);
    lines.push(Line::new(text, rule!("SF-13.6")));
    lines
}

/// SF-12.1, SF-12.4: with two dice the better one is taken.
fn of_contest(table: &Table, contest: Contest) -> Odds {
    let dice = table.dice_for(Purpose::Contest(contest));
    let mut best = [0u64; 3];
    for a in 1..=6 {
        for b in 1..=6 {
            let face = if dice > 1 { a.max(b) } else { a };
            best[Table::band(face) as usize] += 1;
        }
    }
    let killed = matches!(contest, Contest::Spy { .. } | Contest::Attache { .. });
    let dead = if killed { "the spy is killed" } else { "the Embassy closes" };
    let what = phrase::contested(contest);
    let rows = [
        (format!("{what} is stopped and the token stays"), best[Band::Stays as usize]),
        (format!("{what} is stopped, but {dead}"), best[Band::Returned as usize]),
        (format!("{what} happens and {dead}"), best[Band::Happens as usize]),
    ];
    let mut because = Vec::new();
    if dice > 1 {
        because.push(Line::new("two dice, of which the better is counted here", rule!("SF-12.4")));
    }
    Odds {
        title: format!("Contest of {}", phrase::contester(contest)),
        because,
        rows: rows.into_iter().map(|(text, part)| (text, Share { part, whole: 36 })).collect(),
    }
}

fn of_sabotage(table: &Table, race: Race) -> Odds {
    let faces = [1, 2, 3, 4, 5, 6].map(|face| match table.sabotage_target(race, face) {
        Some(place) => format!("{} is removed", table.techs[race.index()][place].name()),
        None => "nothing is found".into(),
    });
    let mut odds = table_of(format!("Sabotage against {}", phrase::the(race)), faces);
    let own = table.advantages().sabotage_die;
    if own > 0 {
        odds.because.push(Line::new(format!("+{own} by your technology"), rule!("SF-14.3")));
    }
    let theirs = own as i8 - table.sabotage_modifier(race);
    if theirs > 0 {
        odds.because.push(Line::new(format!("−{theirs} by Anti-Espionage Protocols"), rule!("SF-15.6")));
    }
    odds
}

/// SF-9.19: each project by itself.
fn of_conduct(table: &Table) -> Odds {
    let mut rows = Vec::new();
    for (card, column) in table.conducted() {
        let name = phrase::card(table, card);
        let faces = [0, 1, 2, 3, 4, 5].map(|face: usize| {
            let to = (column as i8 + data().research[face][usize::from(column)]).clamp(0, 4) as u8;
            match to {
                4 => format!("{name} is completed"),
                to if to == column => format!("{name} stays at {}", phrase::percent(to)),
                to => format!("{name} to {}", phrase::percent(to)),
            }
        });
        rows.extend(table_of(String::new(), faces).rows);
    }
    Odds { title: "Research, each project with its own die".into(), because: Vec::new(), rows }
}

/// The chance of each row to get something.
fn of_resources(dice: u8, minus: u8) -> Odds {
    let whole = 6u64.pow(u32::from(dice));
    let missed = 5u64.pow(u32::from(dice));
    let mut because =
        vec![Line::new(format!("{}, one for each resource icon", phrase::n_dice(dice)), rule!("SF-8.3"))];
    if minus > 0 {
        because.push(Line::new(format!("−{minus} on every die; 0 places nothing"), rule!("SF-8.4")));
    }
    let row = |face: u8| match face - minus {
        0 => "a die is lost".to_string(),
        result => format!("something for row {result}"),
    };
    let rows = (1..=6).map(|face| (row(face), Share { part: whole - missed, whole })).collect();
    Odds { title: "Resource Roll".into(), because, rows }
}

/// The three tokens drawn by a Bypass.
fn of_bypass(table: &Table) -> Odds {
    let total = u64::from(table.pool.total());
    let own = table.pool.iter().filter(|t| t.is_federation()).count() as u64;
    let drawn = u64::from(data().sizes.bypass_draw).min(total);
    let (mut whole, mut none) = (1, 1);
    for i in 0..drawn {
        whole *= total - i;
        none *= (total - own).saturating_sub(i);
    }
    Odds {
        title: format!("{drawn} tokens drawn from {total}"),
        because: vec![Line::new(format!("{own} of them are Federation tokens"), rule!("SF-9.17"))],
        rows: vec![
            ("a Federation token is among them".into(), Share { part: whole - none, whole }),
            ("none is".into(), Share { part: none, whole }),
        ],
    }
}
