//! Forecasts of queue tokens, all uses of a resource, and what clicks seem to mean.

use super::{ids, line::line, odds, phrase};
use crate::{
    data::{Pays, UseInfo, data},
    event::Event,
    nouns::{Race, Relation, Resource, Space, TokenFx},
    questions::{Action, Asked, Judge, Opportunity, Spot, Throw, Use, What},
    quiet::Stop,
    state::{FleetAt, Purpose, Table},
    view::View,
};
use klaxon_core::{Ask, Line, Odds, Refusal, RuleId, rule};
use serde::Serialize;

/// What a token of the queue would do if it were resolved now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forecast {
    /// The token's name.
    pub name: String,
    /// What would happen for certain, step by step, and what would then be left to luck or to you.
    pub lines: Vec<Line>,
    /// The odds of the first throw it would lead to.
    pub odds: Option<Odds>,
}

/// A use of a resource, possible now or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Usage {
    /// Its name, such as "Construction".
    pub name: &'static str,
    /// Spend, deploy or sacrifice.
    pub pays: Pays,
    /// What it does.
    pub text: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
    /// The choices that are open now.
    pub choices: Vec<Action>,
    /// Why there are none.
    pub refusal: Option<Refusal>,
}

impl View {
    /// What the token in a queue space would do if it were resolved now; 0 is the rightmost. `None` for an empty space,
    /// and once the game is over (SF-3.7).
    pub fn forecast(&self, slot: usize) -> Option<Forecast> {
        let table = &self.table;
        if table.end.is_some() {
            return None;
        }
        let token = *table.queue.get(slot)?;
        let name = token.name();
        if let TokenFx::Federation { rolls, minus } = token.what() {
            let n = phrase::n_dice(table.resource_dice());
            let text = match (rolls, minus) {
                (1, 0) => format!("Your turn: a Resource Roll with {n}."),
                (1, m) => format!("Your turn: a Resource Roll with {n}, −{m} on each."),
                (r, _) => format!("Your turn: {r} Resource Rolls with {n} each."),
            };
            let odds = odds::of_roll(table, Purpose::Resource { minus });
            return Some(Forecast { name, lines: vec![Line::new(text, rule!("SF-8.2"))], odds });
        }
        let certain = self.resolved(slot)?;
        let shown = certain.events.iter().filter(|e| !matches!(e, Event::TokenUp { .. }));
        let mut lines: Vec<Line> = shown.map(line).collect();
        let odds = match certain.stop {
            Stop::Roll(purpose) => {
                let (what, rule) = super::line::purpose(purpose);
                lines.push(Line::new(format!("Then dice are thrown for {what}."), rule));
                odds::of_roll(&certain.table, purpose)
            }
            Stop::Draw => {
                if let Some(crate::state::Task::DrawTech(race)) = certain.table.top() {
                    lines.push(tech_draw(&certain.table, race));
                } else {
                    lines.push(chit_draw(&certain.table));
                }
                None
            }
            Stop::Ask => {
                let then = View { table: certain.table, ..self.clone() };
                if let Some(Ask { line, .. }) = Action::ask(&then) {
                    lines.push(Line { text: format!("Then you are asked: {}", line.text), ..line });
                }
                None
            }
            Stop::Done | Stop::Over => None,
        };
        if lines.is_empty() {
            lines.push(Line::new("Nothing would happen.", rule!("SF-5.1")));
        }
        Some(Forecast { name, lines, odds })
    }

    /// Every use of a resource: what can be done with it now, and why the rest cannot.
    pub fn uses(&self, what: Resource) -> Vec<Usage> {
        let table = &self.table;
        let choices = table.choices();
        data().uses.iter().filter(|u| u.resource == what).map(|info| use_of(table, info, &choices)).collect()
    }
}

fn tech_draw(table: &Table, race: Race) -> Line {
    let names: Vec<String> = table.tech_pile(race).map(|t| t.name().to_string()).collect();
    let text = format!("Then {} draw one of {}.", phrase::the(race), phrase::list(&names));
    Line::new(text, rule!("SF-5.15")).about(ids::tech(race))
}

fn chit_draw(table: &Table) -> Line {
    let names: Vec<String> = table.chits_left().map(|c| c.name().to_string()).collect();
    Line::new(format!("Then an Event chit is drawn: {}.", phrase::list(&names)), rule!("SF-6.2"))
}

fn use_of(table: &Table, info: &'static UseInfo, choices: &[Action]) -> Usage {
    let open: Vec<Action> =
        choices.iter().copied().filter(|a| name_of(*a) == Some(info.name.as_str())).collect();
    let refusal = if open.is_empty() { Some(why_none(table, info)) } else { None };
    Usage {
        name: info.name.as_str(),
        pays: info.pays,
        text: info.text.as_str(),
        rule: info.rule,
        choices: open,
        refusal,
    }
}

/// The reason why a use is closed: no token, or what the judge says to every attempt. Where he says different things
/// to different attempts, their sum is said, under the rule that most of them break.
fn why_none(table: &Table, info: &UseInfo) -> Refusal {
    let what = info.resource;
    let spots = table.spots(what);
    let Some(&pay) = spots.first() else {
        return Refusal::illegal(rule!("SF-0.5"), format!("no {} token is available", what.name()));
    };
    let spaces: Vec<Space> = Space::all().collect();
    let mut attempts = table.universe(&[pay], &spaces);
    attempts.retain(|a| name_of(*a) == Some(info.name.as_str()));
    // Where there is a war, what hinders is said of that war and not of peaceful pairs.
    let at_war = |a: &Action| {
        matches!(a, Action::Use(Use { what: What::Opportunity(Opportunity { pair, .. }), .. })
            if table.relations[pair.index()] == Relation::War)
    };
    if attempts.iter().any(at_war) {
        attempts.retain(at_war);
    }
    let mut refusals: Vec<(Refusal, usize)> = Vec::new();
    for action in attempts {
        if let Err(refusal) = action.judge(Asked::of(table)) {
            match refusals.iter_mut().find(|(r, _)| *r == refusal) {
                Some((_, n)) => *n += 1,
                None => refusals.push((refusal, 1)),
            }
        }
    }
    let alone = refusals.len() == 1;
    match refusals.into_iter().rev().max_by_key(|(_, n)| *n) {
        None => Refusal::not_asked("that is not what is asked now"),
        Some((refusal, _)) if alone => refusal,
        Some((refusal, _)) => match refusal.rule {
            Some(rule) => Refusal::illegal(rule, info.closed.clone()),
            None => refusal,
        },
    }
}

/// Which use of a resource a decision is.
fn name_of(action: Action) -> Option<&'static str> {
    if let Action::Use(Use { pay: Some(_), what }) = action {
        Some(what.listed().name)
    } else if let Action::Throw(Throw::OutManeuver(_)) = action {
        Some("Out Maneuver")
    } else if let Action::Judge(Judge::Reroll(_)) = action {
        Some("Re-roll")
    } else {
        None
    }
}

/// The decision that clicks seem to mean. A click on a token comes first; without one, any token that could pay is
/// thought of, so that a click on a ship and a space is understood too. Legal decisions come before illegal ones,
/// finished ones before those that more clicks would finish.
pub fn intend(view: &View, clicks: &[String]) -> Option<Action> {
    let table = &view.table;
    if clicks.is_empty() {
        return None;
    }
    if let Some(action) = meant(view, clicks, table.choices()) {
        return Some(action);
    }
    let space = |id: &String| Space::from_id(id.rsplit('-').next()?);
    let mut spaces: Vec<Space> = clicks.iter().filter_map(space).collect();
    if spaces.is_empty() {
        spaces.push(Space::SOL);
    }
    let mut spots: Vec<Spot> = clicks.iter().filter_map(|c| ids::parse_spot(c)).collect();
    if spots.is_empty() {
        spots = vec![Spot::Tray, Spot::Stored];
    }
    meant(view, clicks, table.universe(&spots, &spaces))
}

fn meant(view: &View, clicks: &[String], actions: Vec<Action>) -> Option<Action> {
    let mut begun = None;
    for action in actions {
        let full = action.label(view).clicks;
        let tail = full.get(1..).unwrap_or_default();
        if full == clicks || (!tail.is_empty() && tail == clicks) {
            return Some(action);
        }
        if begun.is_none() && (full.starts_with(clicks) || tail.starts_with(clicks)) {
            begun = Some(action);
        }
    }
    begun
}

/// The boards as text, for terminals.
pub fn picture(table: &Table) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let contents = |s: Space| {
        let mut parts: Vec<String> = table.fleets_at(s).iter().map(|f| f.id().to_string()).collect();
        let mut assets = Vec::new();
        for i in 0..table.pieces.len() {
            if table.pieces[i].at == crate::nouns::PieceAt::Map(s) {
                let up = if table.pieces[i].upgraded { "+" } else { "" };
                let asset = table.asset_of(i);
                // The picture says by a plus what the name of an upgraded Mine Field says by a word.
                let mine = matches!(asset, crate::nouns::Asset::Mine(_));
                let name = if mine { "Mine Field".into() } else { asset.name() };
                assets.push(format!("{name}{up}"));
            }
        }
        parts.extend(assets);
        if parts.is_empty() { "·".into() } else { parts.join(", ") }
    };
    let _ = writeln!(text, "Sol: {}", contents(Space::SOL));
    for race in Race::ALL {
        let _ = write!(text, "{:<12}{:<11}", race.name(), table.level_name(race));
        for &space in &data().tracks[race.index()] {
            let _ = write!(text, " {}[{}]", space.number(), contents(space));
        }
        for space in Space::of_bits(data().named & data().territories[race.index()]) {
            let _ = write!(text, "  {}[{}]", space.name(), contents(space));
        }
        let waiting: Vec<&str> = (0..3)
            .map(|slot| {
                let at = FleetAt::Spawn(slot);
                crate::nouns::Fleet::all()
                    .find(|f| f.race() == race && table.fleets[f.index()] == at)
                    .map_or("–", |f| f.id())
            })
            .collect();
        let _ = write!(text, "  waiting {}", waiting.join("|"));
        let techs: Vec<&str> = table.techs[race.index()].iter().map(|t| t.name()).collect();
        if !techs.is_empty() {
            let _ = write!(text, "  tech {}", techs.join(", "));
        }
        for (set, word) in [(table.spies, "spy"), (table.attaches, "Attaché"), (table.embassies, "Embassy")]
        {
            if set.has(race) {
                let _ = write!(text, "  {word}");
            }
        }
        text.push('\n');
    }
    for pair in crate::nouns::Pair::all() {
        let _ = write!(text, "{}: {}   ", pair.id(), table.relations[pair.index()].name());
    }
    let _ = writeln!(
        text,
        "\nExpansion Desire {}   Military Losses {}   Stability {}",
        table.expansion, table.losses, table.stability
    );
    let queue: Vec<String> = table.queue.iter().rev().map(|t| t.name()).collect();
    let _ = writeln!(text, "queue: {}   (pool {})", queue.join(" → "), table.pool.total());
    for row in (0..7).rev() {
        let cells: Vec<String> =
            (0..3).map(|c| format!("{:<10}", phrase::resource_letters(table.track[row][c]))).collect();
        let _ = writeln!(text, "row {row}: {}", cells.join("|"));
    }
    let _ = writeln!(text, "stored: {}", phrase::resource_letters(table.stored));
    let _ = writeln!(text, "pools: {}", phrase::resource_letters(table.pools));
    for (card, column) in table.projects() {
        let _ = writeln!(text, "research: {} at {}", phrase::card(table, card), phrase::percent(column));
    }
    let done: Vec<&str> = (table.cards.iter())
        .filter(|c| c.at == crate::state::CardAt::Done)
        .filter_map(|c| c.tech.map(|t| t.name()))
        .collect();
    if !done.is_empty() {
        let _ = writeln!(text, "advantages: {}", done.join(", "));
    }
    text
}
