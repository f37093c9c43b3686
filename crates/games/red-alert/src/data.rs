//! Units, cards, task forces and scenarios: read once from `data/`, checked, and held for the whole process.
//!
//! A host may add or override cards, task forces and scenarios with packs: files of the same form. Call
//! [`Data::with_packs`] and [`install`] before anything else is asked of this crate.

use crate::board::Side;
use crate::effect::Plan;
use klaxon_core::PackError;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

mod deck;
mod scenario;
mod units;
mod validate;

pub(crate) use deck::parse_rule;
pub use deck::{CombatCard, CombatId, CommandCard, CommandId};
use scenario::ScenarioFile;
pub(crate) use scenario::connected;
pub use scenario::{Objective, Planet, Scenario, TaskForces};
pub use units::{Class, Face, Hull, Kind, UnitStats};
pub(crate) use validate::fleet_fits;
use validate::{check_card, check_combat, check_command};

/// Different command cards, and different combat cards, at most.
pub const KINDS: usize = 40;
/// Cards of one deck at most.
pub const DECK: usize = 80;

/// A task force card (RA-4.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TaskForce {
    /// Its number, which decides RA-4.17.
    pub number: u8,
    /// Title.
    pub name: String,
    /// Units by kind.
    pub units: [u8; 9],
    /// Points left for purchases.
    pub remaining: u8,
    /// Where this comes from.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct TaskForceFile {
    number: u8,
    name: String,
    units: std::collections::BTreeMap<String, u8>,
    total: u16,
    remaining: u8,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    unit: Vec<UnitStats>,
}

/// A file of `data/` or of a pack.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PackFile {
    #[serde(default)]
    command: Vec<CommandCard>,
    #[serde(default)]
    combat: Vec<CombatCard>,
    #[serde(default)]
    task_force: Vec<TaskForceFile>,
    #[serde(default)]
    scenario: Vec<ScenarioFile>,
}

/// Everything that is not a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Data {
    /// The unit table, by [`Kind`].
    pub units: Vec<UnitStats>,
    /// Command cards.
    pub command: Vec<CommandCard>,
    /// Combat cards.
    pub combat: Vec<CombatCard>,
    /// Task force cards, by number.
    pub task_forces: Vec<TaskForce>,
    /// Scenarios, the recommended order.
    pub scenarios: Vec<Scenario>,
    /// Names of planets in any scenario; a situation may use these.
    pub planet_names: Vec<String>,
    /// A fingerprint of the packs' text; empty for the built-in data alone.
    pub hash: String,
    /// Combat cards by their window.
    #[serde(skip)]
    pub(crate) by_window: [Vec<CombatId>; 14],
    /// Command cards that are reactions.
    #[serde(skip)]
    pub(crate) preempts: Vec<CommandId>,
}

const BUILT_IN: [(&str, &str); 13] = [
    ("cards/command.toml", include_str!("../data/cards/command.toml")),
    ("cards/combat.toml", include_str!("../data/cards/combat.toml")),
    ("task-forces.toml", include_str!("../data/task-forces.toml")),
    // RA-3.9: the first two are for newcomers.
    ("scenarios/01-uneasy-truce.toml", include_str!("../data/scenarios/01-uneasy-truce.toml")),
    ("scenarios/02-declaration-of-war.toml", include_str!("../data/scenarios/02-declaration-of-war.toml")),
    ("scenarios/03-cardinals-belt.toml", include_str!("../data/scenarios/03-cardinals-belt.toml")),
    (
        "scenarios/04-uncharted-supply-base.toml",
        include_str!("../data/scenarios/04-uncharted-supply-base.toml"),
    ),
    ("scenarios/05-the-supply-base.toml", include_str!("../data/scenarios/05-the-supply-base.toml")),
    ("scenarios/06-triangulum.toml", include_str!("../data/scenarios/06-triangulum.toml")),
    ("scenarios/07-triangulum-2.toml", include_str!("../data/scenarios/07-triangulum-2.toml")),
    ("scenarios/08-cardinals-belt-2.toml", include_str!("../data/scenarios/08-cardinals-belt-2.toml")),
    ("scenarios/09-cardinals-belt-3.toml", include_str!("../data/scenarios/09-cardinals-belt-3.toml")),
    ("scenarios/10-twin-sisters.toml", include_str!("../data/scenarios/10-twin-sisters.toml")),
];

static DATA: OnceLock<Data> = OnceLock::new();

/// The data in force.
pub fn get() -> &'static Data {
    DATA.get_or_init(Data::built_in)
}

/// Looks for mistakes in packs.
pub fn check(files: &[(String, String)]) -> Result<(), PackError> {
    Data::with_packs(files).map(drop)
}

/// Puts packs in force for the whole process; too late once a game has asked for its data.
pub fn install(files: &[(String, String)]) -> Result<(), PackError> {
    DATA.set(Data::with_packs(files)?).map_err(|_| PackError::late(files))
}

/// A fingerprint of the packs in force; empty for the built-in data alone.
pub fn hash() -> &'static str {
    &get().hash
}

impl Data {
    /// The data of this crate alone.
    pub fn built_in() -> Data {
        Data::with_packs(&[]).unwrap_or_else(|e| panic!("the built-in data is wrong: {e}"))
    }

    /// The built-in data with packs over it, in the order given: a card, task force or scenario with a known id (or
    /// number) replaces the one before it, any other is added.
    pub fn with_packs(files: &[(String, String)]) -> Result<Data, PackError> {
        let units_file = ("units.toml", include_str!("../data/units.toml"));
        let units: UnitsFile = read(units_file.0, units_file.1)?;
        let mut data = Data {
            units: units.unit,
            command: Vec::new(),
            combat: Vec::new(),
            task_forces: Vec::new(),
            scenarios: Vec::new(),
            planet_names: Vec::new(),
            hash: fingerprint(files),
            by_window: Default::default(),
            preempts: Vec::new(),
        };
        if data.units.iter().map(|u| u.code).ne(Kind::ALL) {
            return Err(at(units_file.0, units_file.1, "[[unit]]", "the unit table has nine rows, FL to SF"));
        }
        for (file, text) in BUILT_IN {
            data.take(file, text)?;
        }
        for (file, text) in files {
            data.take(file, text)?;
        }
        data.check_decks(files)?;
        for (i, card) in data.combat.iter().enumerate() {
            data.by_window[card.window as usize].push(CombatId(i as u8));
        }
        let reactions = data.command.iter().enumerate().filter(|(_, c)| c.plan.preempt.is_some());
        data.preempts = reactions.map(|(i, _)| CommandId(i as u8)).collect();
        Ok(data)
    }

    fn take(&mut self, file: &str, text: &str) -> Result<(), PackError> {
        let pack: PackFile = read(file, text)?;
        for mut card in pack.command {
            let wrong = |why: String| at(file, text, &card.id, why);
            check_card(&card.id, &card.name, card.copies, &card.rule, "CM-").map_err(wrong)?;
            check_command(&card).map_err(wrong)?;
            card.plan = Plan::of(&card.effect);
            put(&mut self.command, card, |a, b| a.id == b.id);
        }
        for card in pack.combat {
            let wrong = |why: String| at(file, text, &card.id, why);
            check_card(&card.id, &card.name, card.copies, &card.rule, "CB-").map_err(wrong)?;
            check_combat(&card).map_err(wrong)?;
            put(&mut self.combat, card, |a, b| a.id == b.id);
        }
        for force in pack.task_force {
            let name = force.name.clone();
            let force = self.check_force(force).map_err(|why| at(file, text, &name, why))?;
            put(&mut self.task_forces, force, |a, b| a.number == b.number);
            self.task_forces.sort_by_key(|f| f.number);
        }
        for scenario in pack.scenario {
            let id = scenario.id.clone();
            let scenario = scenario.read(&self.units).map_err(|(word, why)| {
                let line = line_of(text, &format!("\"{id}\""));
                let line = if word.is_empty() { line } else { line_after(text, line, &word) };
                PackError { file: file.into(), line, text: format!("scenario {id}: {why}") }
            })?;
            for name in scenario.planets.iter().filter_map(|p| p.name.clone()) {
                if !self.planet_names.contains(&name) {
                    self.planet_names.push(name);
                }
            }
            put(&mut self.scenarios, scenario, |a, b| a.id == b.id);
        }
        Ok(())
    }

    fn check_force(&self, force: TaskForceFile) -> Result<TaskForce, String> {
        let mut units = [0; 9];
        for (code, n) in &force.units {
            let kind = Kind::parse(code)
                .ok_or_else(|| format!("`{code}` is no unit: FL HB SB HC SC HD SD HF SF"))?;
            units[kind as usize] = *n;
        }
        let sum: u16 = Kind::ALL
            .iter()
            .map(|k| u16::from(units[*k as usize]) * u16::from(self.units[*k as usize].price))
            .sum();
        if sum != force.total {
            return Err(format!("the units cost {sum} points, the card says {} (RA-4.2)", force.total));
        }
        fleet_fits(&self.units, &units)?;
        if force.number == 0 || force.number == 255 {
            return Err("a task force card has a number from 1 to 254".into());
        }
        let TaskForceFile { number, name, remaining, source, .. } = force;
        Ok(TaskForce { number, name, units, remaining, source })
    }

    /// Decks must fit the state, hands must be deal-able, and scenarios must find their task forces.
    fn check_decks(&self, files: &[(String, String)]) -> Result<(), PackError> {
        let file = files.last().map_or("data", |(f, _)| f.as_str());
        let wrong = |text: String| Err(PackError { file: file.into(), line: 0, text });
        for (what, kinds, cards) in [
            ("command", self.command.len(), self.command.iter().map(|c| u32::from(c.copies)).sum::<u32>()),
            ("combat", self.combat.len(), self.combat.iter().map(|c| u32::from(c.copies)).sum::<u32>()),
        ] {
            if kinds > KINDS || cards > DECK as u32 {
                return wrong(format!(
                    "the {what} deck has {kinds} different cards and {cards} in all; at most {KINDS} and {DECK} fit"
                ));
            }
            if cards < 20 {
                return wrong(format!("the {what} deck has only {cards} cards; 20 are needed"));
            }
        }
        if self.scenarios.len() > 250 || self.task_forces.len() > 60 || self.planet_names.len() > 200 {
            return wrong("at most 250 scenarios, 60 task forces and 200 planet names fit".into());
        }
        Ok(())
    }

    /// The card with this id.
    pub fn find_command(&self, id: &str) -> Option<CommandId> {
        self.command.iter().position(|c| c.id == id).map(|i| CommandId(i as u8))
    }

    /// The card with this id.
    pub fn find_combat(&self, id: &str) -> Option<CombatId> {
        self.combat.iter().position(|c| c.id == id).map(|i| CombatId(i as u8))
    }

    /// The card with this number.
    pub fn task_force(&self, number: u8) -> Option<&TaskForce> {
        self.task_forces.iter().find(|f| f.number == number)
    }

    /// The scenario with this id and its place on the menu.
    pub fn scenario(&self, id: &str) -> Option<(usize, &Scenario)> {
        self.scenarios.iter().enumerate().find(|(_, s)| s.id == id)
    }
}

fn put<T>(list: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    match list.iter_mut().find(|old| same(old, &item)) {
        Some(old) => *old = item,
        None => list.push(item),
    }
}

fn read<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        PackError { file: file.into(), line, text: e.message().replace('\n', " ") }
    })
}

fn at(file: &str, text: &str, word: &str, why: impl Into<String>) -> PackError {
    PackError { file: file.into(), line: line_of(text, word), text: format!("{word}: {}", why.into()) }
}

fn line_of(text: &str, word: &str) -> usize {
    text.find(word).map_or(0, |i| text[..i].matches('\n').count() + 1)
}

/// The first line after `line` that begins with a word: a row of a map.
fn line_after(text: &str, line: usize, word: &str) -> usize {
    let found = text.lines().enumerate().skip(line).find(|(_, l)| l.split_whitespace().next() == Some(word));
    found.map_or(line, |(i, _)| i + 1)
}

/// Twice 64-bit FNV-1a: enough to tell packs apart.
fn fingerprint(files: &[(String, String)]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut hash = [0xcbf2_9ce4_8422_2325_u64, 0x9ae1_6a3b_2f90_404f];
    for (file, text) in files {
        for byte in file.bytes().chain([0]).chain(text.bytes()).chain([1]) {
            for h in &mut hash {
                *h = (*h ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    format!("{:016x}{:016x}", hash[0], hash[1])
}

/// A side's start in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Muster {
    /// Command cards dealt.
    pub command: u8,
    /// Combat cards dealt.
    pub combat: u8,
    /// Stars.
    pub stars: u8,
    /// Purchase allowance; `None` where the side may not purchase (RA-4.13).
    #[serde(default)]
    pub support: Option<u8>,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Command cards decide (chapter 5).
    Initiative,
    /// The Commonwealth (RA-5.7).
    Cw,
    /// The Confederation (RA-5.7).
    Cf,
}

impl First {
    /// The named side.
    pub fn side(self) -> Option<Side> {
        match self {
            First::Initiative => None,
            First::Cw => Some(Side::Cw),
            First::Cf => Some(Side::Cf),
        }
    }
}
