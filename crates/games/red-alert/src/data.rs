//! Units, cards, task forces and scenarios: read once from `data/`, checked, and held for the whole process.
//!
//! A host may add or override cards, task forces and scenarios with packs: files of the same form. Call
//! [`Data::with_packs`] and [`install`] before anything else is asked of this crate.

use crate::board::Side;
use crate::effect::{CombatEffect, CommandEffect, Plan, Reach, Turn, Window};
use crate::scenario::{Scenario, ScenarioFile};
use klaxon_core::RuleId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, sync::OnceLock};

/// Different command cards, and different combat cards, at most.
pub const KINDS: usize = 40;
/// Cards of one deck at most.
pub const DECK: usize = 80;

/// The three classes (RA-1.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Circle.
    Fighter,
    /// Triangle.
    Strike,
    /// Square.
    Capital,
}

impl Class {
    /// All three, lightest first.
    pub const ALL: [Class; 3] = [Class::Fighter, Class::Strike, Class::Capital];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Class::Fighter => "fighter",
            Class::Strike => "strike",
            Class::Capital => "capital",
        }
    }

    /// The die symbol that hits it (RA-11.21).
    pub fn face(self) -> Face {
        match self {
            Class::Fighter => Face::Circle,
            Class::Strike => Face::Triangle,
            Class::Capital => Face::Square,
        }
    }

    /// How many Blasts of an attacker it ignores (RA-11.22).
    pub fn shields(self, attacker: Class) -> u8 {
        match (self, attacker) {
            (Class::Capital, Class::Strike) => 1,
            (Class::Capital, Class::Fighter) => 2,
            (Class::Strike, Class::Fighter) => 1,
            (Class::Fighter, Class::Capital) => 1,
            (Class::Capital, Class::Capital)
            | (Class::Strike, Class::Strike | Class::Capital)
            | (Class::Fighter, Class::Fighter | Class::Strike) => 0,
        }
    }
}

/// A face of the battle die (RA-1.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Hits any class minus what it ignores.
    Blast,
    /// Hits fighters.
    Circle,
    /// Hits strike ships.
    Triangle,
    /// Hits capital ships.
    Square,
    /// Brings a star.
    Star,
    /// Makes the target retire.
    RedAlert,
}

impl Face {
    /// In the order of the die.
    pub const ALL: [Face; 6] =
        [Face::Blast, Face::Circle, Face::Triangle, Face::Square, Face::Star, Face::RedAlert];

    /// Its name in situations and on screen.
    pub fn word(self) -> &'static str {
        match self {
            Face::Blast => "blast",
            Face::Circle => "circle",
            Face::Triangle => "triangle",
            Face::Square => "square",
            Face::Star => "star",
            Face::RedAlert => "red-alert",
        }
    }
}

/// The nine unit types (RA-1.4), by their codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Flagship.
    FL,
    /// Heavy battleships.
    HB,
    /// Standard battleships.
    SB,
    /// Heavy cruisers.
    HC,
    /// Standard cruisers.
    SC,
    /// Heavy destroyers.
    HD,
    /// Standard destroyers.
    SD,
    /// Heavy fighters.
    HF,
    /// Standard fighters.
    SF,
}

impl Kind {
    /// All nine, in the order of the unit table.
    pub const ALL: [Kind; 9] =
        [Kind::FL, Kind::HB, Kind::SB, Kind::HC, Kind::SC, Kind::HD, Kind::SD, Kind::HF, Kind::SF];

    /// The two-letter code.
    pub fn code(self) -> &'static str {
        match self {
            Kind::FL => "FL",
            Kind::HB => "HB",
            Kind::SB => "SB",
            Kind::HC => "HC",
            Kind::SC => "SC",
            Kind::HD => "HD",
            Kind::SD => "SD",
            Kind::HF => "HF",
            Kind::SF => "SF",
        }
    }

    /// By code or by name with dashes, such as `SC` or `standard-cruiser`.
    pub fn parse(word: &str) -> Option<Kind> {
        let names = [
            "flagship",
            "heavy-battleship",
            "standard-battleship",
            "heavy-cruiser",
            "standard-cruiser",
            "heavy-destroyer",
            "standard-destroyer",
            "heavy-fighter",
            "standard-fighter",
        ];
        Kind::ALL.into_iter().find(|k| k.code() == word || names[*k as usize] == word)
    }

    /// Its row of the unit table.
    pub fn stats(self) -> &'static UnitStats {
        &get().units[self as usize]
    }

    /// Its class.
    pub fn class(self) -> Class {
        self.stats().class
    }

    /// Its name in a sentence, such as "heavy cruisers".
    pub fn words(self) -> &'static str {
        &self.stats().plural
    }
}

/// What kind of figures a unit has: they are limited by the box (RA-4.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hull {
    /// One, with three cap fighters.
    Flagship,
    /// Six a side.
    Battleship,
    /// Twelve a side.
    Cruiser,
    /// Twelve a side.
    Destroyer,
    /// Twelve a side.
    Fighter,
}

impl Hull {
    /// Figures of one side in the box.
    pub fn figures_in_box(self) -> u8 {
        match self {
            Hull::Flagship => 4,
            Hull::Battleship => 6,
            Hull::Cruiser | Hull::Destroyer | Hull::Fighter => 12,
        }
    }

    /// In a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Hull::Flagship => "flagship",
            Hull::Battleship => "battleship",
            Hull::Cruiser => "cruiser",
            Hull::Destroyer => "destroyer",
            Hull::Fighter => "fighter",
        }
    }
}

/// A row of the unit table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnitStats {
    /// The unit.
    pub code: Kind,
    /// Its full name.
    pub name: String,
    /// Its name in a sentence.
    pub plural: String,
    /// Its class.
    pub class: Class,
    /// Its figures.
    pub hull: Hull,
    /// Starting figures.
    pub figures: u8,
    /// Points to buy it.
    pub price: u8,
    /// Can it be bought?
    pub for_sale: bool,
    /// Victory points.
    pub points: u8,
    /// Sub-light movement.
    pub speed: u8,
    /// Dice at range 1 to 4.
    pub dice: [u8; 4],
    /// Unit markers of one side in the box.
    pub markers: u8,
    /// Where this comes from.
    pub source: String,
}

/// A command card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandCard {
    /// Such as `CM-07`.
    pub id: String,
    /// Title.
    pub name: String,
    /// Copies in the deck.
    pub copies: u8,
    /// Number that decides who goes first (RA-5.3).
    pub initiative: u8,
    /// The rule that it lives by.
    pub rule: String,
    /// Where this comes from.
    pub source: String,
    /// What it does.
    pub effect: Vec<CommandEffect>,
    /// The same, compiled.
    #[serde(skip)]
    pub plan: Plan,
}

/// A combat card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CombatCard {
    /// Such as `CB-07`.
    pub id: String,
    /// Title.
    pub name: String,
    /// Copies in the deck.
    pub copies: u8,
    /// Stars.
    pub cost: u8,
    /// In whose turn.
    pub turn: Turn,
    /// When.
    pub window: Window,
    /// Ranged or close.
    #[serde(default)]
    pub combat: Reach,
    /// Classes of the player's unit; `None` for any.
    #[serde(default, deserialize_with = "class_filter", serialize_with = "write_filter")]
    pub unit: Option<[bool; 3]>,
    /// Classes of the enemy unit; `None` for any.
    #[serde(default, deserialize_with = "class_filter", serialize_with = "write_filter")]
    pub enemy: Option<[bool; 3]>,
    /// The rule that it lives by.
    pub rule: String,
    /// Where this comes from.
    pub source: String,
    /// What it does.
    pub effect: Vec<CombatEffect>,
}

impl CombatCard {
    /// Does the player's unit fit?
    pub fn fits_unit(&self, class: Class) -> bool {
        self.unit.is_none_or(|f| f[class as usize])
    }

    /// Does the enemy's unit fit?
    pub fn fits_enemy(&self, class: Class) -> bool {
        self.enemy.is_none_or(|f| f[class as usize])
    }
}

fn class_filter<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[bool; 3]>, D::Error> {
    let classes = Vec::<Class>::deserialize(from)?;
    let mut filter = [false; 3];
    for class in classes {
        filter[class as usize] = true;
    }
    Ok(Some(filter))
}

fn write_filter<S: Serializer>(filter: &Option<[bool; 3]>, to: S) -> Result<S::Ok, S::Error> {
    let classes: Option<Vec<Class>> =
        filter.map(|f| Class::ALL.into_iter().filter(|c| f[*c as usize]).collect());
    classes.serialize(to)
}

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

/// A mistake in a pack, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackError {
    /// The file.
    pub file: String,
    /// The line, counted from 1; 0 where no line is to blame.
    pub line: usize,
    /// What is wrong and what would be right.
    pub text: String,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

impl std::error::Error for PackError {}

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

/// Puts packs in force, once and before first use. Gives the data back when other data is in force already.
pub fn install(data: Data) -> Result<(), Box<Data>> {
    DATA.set(data).map_err(Box::new)
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

/// May one side field these units: markers and figures of the box (RA-4.7).
pub(crate) fn fleet_fits(stats: &[UnitStats], units: &[u8; 9]) -> Result<(), String> {
    for (stat, &n) in stats.iter().zip(units) {
        if n > stat.markers {
            return Err(format!(
                "the box has only {} unit markers for {} (RA-4.7)",
                stat.markers, stat.plural
            ));
        }
    }
    for hull in [Hull::Battleship, Hull::Cruiser, Hull::Destroyer, Hull::Fighter] {
        let figures: u8 =
            stats.iter().zip(units).filter(|(s, _)| s.hull == hull).map(|(s, n)| s.figures * n).sum();
        if figures > hull.figures_in_box() {
            return Err(format!(
                "{figures} {} figures are needed, the box has {} (RA-4.7)",
                hull.name(),
                hull.figures_in_box()
            ));
        }
    }
    Ok(())
}

fn check_card(id: &str, name: &str, copies: u8, rule: &str, prefix: &str) -> Result<(), String> {
    let tail = id.strip_prefix(prefix).unwrap_or("");
    if tail.is_empty() || !tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(format!(
            "the id `{id}` should begin with {prefix} and go on with letters, digits or dashes"
        ));
    }
    if name.trim().is_empty() {
        return Err("a card needs a name".into());
    }
    if copies == 0 {
        return Err("a card needs at least one copy".into());
    }
    if parse_rule(rule).is_none() {
        return Err(format!("`{rule}` is no rule id; write one like RA-7.2"));
    }
    Ok(())
}

fn check_command(card: &CommandCard) -> Result<(), String> {
    let plan = Plan::of(&card.effect);
    let ways = [
        plan.sector,
        plan.tactic,
        plan.group.is_some(),
        plan.order_roll,
        plan.repair_roll,
        plan.copy,
        plan.preempt.is_some(),
    ];
    if ways.iter().filter(|w| **w).count() != 1 {
        return Err(
            "a command card needs exactly one of orders, any, flagship-group, order-roll, repair-roll, \
                    copy-last and preempt"
                .into(),
        );
    }
    if (plan.order_roll || plan.repair_roll || plan.copy || plan.group.is_some()) && !plan.fallback {
        return Err("this card needs a fallback for the case that it can order nothing".into());
    }
    Ok(())
}

/// A combat card's effects must make sense in its window.
fn check_combat(card: &CombatCard) -> Result<(), String> {
    if card.effect.is_empty() {
        return Err("a combat card needs an effect".into());
    }
    for effect in &card.effect {
        let windows: &[Window] = match effect {
            CombatEffect::Preempt { .. } | CombatEffect::Parley { .. } | CombatEffect::Redirect { .. } => {
                &[Window::DeclareAgainst]
            }
            CombatEffect::ExtraOrders { max } => {
                if !(1..=2).contains(max) {
                    return Err("extra-orders takes max = 1 or 2".into());
                }
                &[Window::OwnOrders]
            }
            CombatEffect::Cloak => &[Window::OwnOrders],
            CombatEffect::LightSpeed { hexes } => {
                if !(1..=6).contains(hexes) {
                    return Err("light-speed takes hexes from 1 to 6".into());
                }
                &[Window::OwnMove]
            }
            CombatEffect::Slingshot { .. } | CombatEffect::Helmsman => &[Window::OwnMove],
            CombatEffect::Dice(_) | CombatEffect::AllShields => &[Window::DeclareOwn, Window::DeclareAgainst],
            CombatEffect::DicePerFriend { .. } | CombatEffect::StarsHit | CombatEffect::NoShields => {
                &[Window::DeclareOwn]
            }
            CombatEffect::Pursuit => &[Window::CloseSuccess],
            CombatEffect::SecondVolley => &[Window::AfterOwnCombat],
            CombatEffect::IgnoreAlerts => &[Window::RedAlertStep],
            CombatEffect::BattleBack { .. } => &[Window::AfterAttacked],
            CombatEffect::Boarding { .. } => &[Window::MovementDone],
            CombatEffect::Cancel => &[Window::OppCardPlayed],
            CombatEffect::Pin { range } => {
                if !(1..=6).contains(range) {
                    return Err("pin takes a range from 1 to 6".into());
                }
                &[Window::OppOrdersAnnounced]
            }
            CombatEffect::Restore => &[Window::OwnEndOfTurn],
            CombatEffect::GainStars(_) => {
                &[Window::OwnEndOfTurn, Window::OwnTurnStart, Window::OwnOrders, Window::OppTurnStart]
            }
            CombatEffect::Intercept => &[Window::OppTurnStart],
        };
        if !windows.contains(&card.window) {
            return Err(format!("the effect {effect:?} cannot be used in this window"));
        }
    }
    let picks = |e: &&CombatEffect| {
        matches!(
            e,
            CombatEffect::ExtraOrders { .. }
                | CombatEffect::Cloak
                | CombatEffect::LightSpeed { .. }
                | CombatEffect::Slingshot { .. }
                | CombatEffect::Helmsman
                | CombatEffect::Boarding { .. }
                | CombatEffect::Redirect { .. }
                | CombatEffect::Pin { .. }
                | CombatEffect::Restore
        )
    };
    if card.effect.iter().filter(picks).count() > 1 {
        return Err("only one effect of a card may choose a unit".into());
    }
    let turn_fits = match card.window {
        Window::OwnTurnStart
        | Window::OwnOrders
        | Window::OwnMove
        | Window::DeclareOwn
        | Window::CloseSuccess
        | Window::AfterOwnCombat
        | Window::OwnEndOfTurn => card.turn == Turn::Own,
        Window::OppTurnStart | Window::OppOrdersAnnounced | Window::AfterAttacked => card.turn == Turn::Opp,
        Window::MovementDone | Window::DeclareAgainst | Window::RedAlertStep | Window::OppCardPlayed => true,
    };
    if !turn_fits {
        return Err("this window does not open in that turn".into());
    }
    Ok(())
}

/// A rule id as the core knows it; leaked once for each card, since data lives as long as the process.
pub(crate) fn parse_rule(id: &str) -> Option<RuleId> {
    let (chapter, number) = id.strip_prefix("RA-")?.split_once('.')?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    (digits(chapter) && digits(number)).then(|| RuleId::new(Box::leak(id.to_string().into_boxed_str())))
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

macro_rules! card_id {
    ($name:ident, $card:ident, $list:ident, $find:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name(pub(crate) u8);

        impl $name {
            /// The card itself.
            pub fn card(self) -> &'static $card {
                &get().$list[usize::from(self.0)]
            }

            /// Its place in the data.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// Every card, in the order of the data.
            pub fn all() -> impl Iterator<Item = $name> {
                (0..get().$list.len() as u8).map($name)
            }

            /// The rule that it lives by.
            pub fn rule(self) -> RuleId {
                static RULES: OnceLock<Vec<RuleId>> = OnceLock::new();
                let rules = RULES.get_or_init(|| {
                    get().$list.iter().map(|c| parse_rule(&c.rule).expect("checked when read")).collect()
                });
                rules[self.index()]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.card().id)
            }
        }

        /// By id in JSON, as one small number in packed formats.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() {
                    to.serialize_str(&self.card().id)
                } else {
                    to.serialize_u8(self.0)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                if from.is_human_readable() {
                    let id = String::deserialize(from)?;
                    get().$find(&id).ok_or_else(|| D::Error::custom(format!("there is no card `{id}`")))
                } else {
                    let index = u8::deserialize(from)?;
                    let known = usize::from(index) < get().$list.len();
                    if known { Ok($name(index)) } else { Err(D::Error::custom("there is no such card")) }
                }
            }
        }
    };
}

card_id!(CommandId, CommandCard, command, find_command, "A kind of command card, such as `CM-07`.");
card_id!(CombatId, CombatCard, combat, find_combat, "A kind of combat card, such as `CB-07`.");

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
