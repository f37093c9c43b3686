//! The vocabulary of threat cards: every card's behaviour is data in these words. The words on a card's face are
//! made from the same data, so that text and behaviour cannot drift apart.

use crate::{Station, Stations, Zone};
use serde::{Deserialize, Serialize};

/// A marked square of a trajectory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// First.
    X,
    /// In the middle; some trajectories have none or two.
    Y,
    /// Last.
    Z,
}

impl Mark {
    /// As text.
    pub const fn word(self) -> &'static str {
        match self {
            Mark::X => "X",
            Mark::Y => "Y",
            Mark::Z => "Z",
        }
    }
}

/// Which zones an effect concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The zone of its trajectory, or of its token.
    #[default]
    Own,
    /// All three.
    All,
    /// The two that are not its own.
    Others,
    /// Red alone.
    Red,
    /// White alone.
    White,
    /// Blue alone.
    Blue,
    /// Each token's zone, once for each token.
    PerToken,
}

impl Scope {
    fn text(self) -> &'static str {
        match self {
            Scope::Own => "",
            Scope::All => " on all zones",
            Scope::Others => " on the other two zones",
            Scope::Red => " on red",
            Scope::White => " on white",
            Scope::Blue => " on blue",
            Scope::PerToken => " for each token in its zone",
        }
    }
}

/// How much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "RawAmount")]
pub enum Amount {
    /// A fixed number.
    N(u8),
    /// Everything that is there.
    All,
    /// So many times the remaining hit points (SA-7.11).
    RemainingHp(u8),
    /// The energy in the central reactor (SA-13.30).
    WhiteEnergy,
    /// The crew members in its station (SA-13.35).
    CrewHere,
    /// So many times the rockets in the station less the red blocks (SA-13.12).
    RocketsLeft(u8),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawAmount {
    N(u8),
    Words(String),
}

impl TryFrom<RawAmount> for Amount {
    type Error = String;
    fn try_from(raw: RawAmount) -> Result<Amount, String> {
        let words = match raw {
            RawAmount::N(n) => return Ok(Amount::N(n)),
            RawAmount::Words(words) => words,
        };
        let (times, what) = match words.split_once(" x ") {
            Some((n, what)) => (n.parse().map_err(|_| format!("`{n}` is not a number"))?, what),
            None => (1, words.as_str()),
        };
        match what {
            "remaining hp" => Ok(Amount::RemainingHp(times)),
            "rockets left" => Ok(Amount::RocketsLeft(times)),
            "energy in the white reactor" if times == 1 => Ok(Amount::WhiteEnergy),
            "crew here" if times == 1 => Ok(Amount::CrewHere),
            "all" if times == 1 => Ok(Amount::All),
            _ => Err(format!("`{words}` is not an amount")),
        }
    }
}

impl Amount {
    fn text(self) -> String {
        match self {
            Amount::N(n) => n.to_string(),
            Amount::All => "all".into(),
            Amount::RemainingHp(1) => "equal to its remaining hit points".into(),
            Amount::RemainingHp(n) => format!("equal to {n} times its remaining hit points"),
            Amount::WhiteEnergy => "equal to the energy in the central reactor".into(),
            Amount::CrewHere => "1 for each crew member in its station".into(),
            Amount::RocketsLeft(n) => format!("{n} for each rocket not yet secured"),
        }
    }

    /// So much damage, as one says it.
    fn damage(self) -> String {
        match self {
            Amount::N(_) | Amount::All => format!("{} damage", self.text()),
            Amount::RemainingHp(_) | Amount::WhiteEnergy => format!("damage {}", self.text()),
            Amount::CrewHere => "1 damage for each crew member in its station".into(),
            Amount::RocketsLeft(n) => format!("{n} damage for each rocket not yet secured"),
        }
    }
}

/// How an attack meets the shield.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The shield stops what it can (SA-8.1).
    #[default]
    Normal,
    /// Two tiles for each point that passes (SA-12.5).
    Double,
    /// The shield does not help (SA-12.10).
    IgnoreShield,
}

/// On which condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// Always.
    #[default]
    Always,
    /// With at least one red block.
    Damaged,
    /// Without a red block.
    Undamaged,
    /// Unless it has at least so many red blocks (SA-12.17).
    UnlessBlocks(u8),
}

impl When {
    /// Does it hold with so many red blocks?
    pub const fn holds(self, blocks: u8) -> bool {
        match self {
            When::Always => true,
            When::Damaged => blocks > 0,
            When::Undamaged => blocks == 0,
            When::UnlessBlocks(n) => blocks < n,
        }
    }

    fn text(self) -> String {
        match self {
            When::Always => String::new(),
            When::Damaged => "if damaged: ".into(),
            When::Undamaged => "if undamaged: ".into(),
            When::UnlessBlocks(n) => format!("with fewer than {n} damage: "),
        }
    }
}

/// Which crew members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Those in the zone of its trajectory.
    Zone,
    /// Those on the ship.
    Ship,
    /// Those in the stations of its tokens.
    Stations,
    /// Those who lead an active squad.
    ActiveSquadLeaders,
    /// Those on the ship but not on the bridge.
    NotAtBridge,
    /// Those in its station who lead no active squad.
    HereWithoutActiveSquad,
}

impl Who {
    fn text(self) -> &'static str {
        match self {
            Who::Zone => "everyone in this zone",
            Who::Ship => "everyone on the ship",
            Who::Stations => "everyone in its station",
            Who::ActiveSquadLeaders => "everyone leading active battlebots",
            Who::NotAtBridge => "everyone on the ship who is not on the bridge",
            Who::HereWithoutActiveSquad => "everyone in its station without active battlebots",
        }
    }
}

/// Where a token goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Towards red.
    Left,
    /// Towards blue.
    Right,
    /// To the other deck.
    Deck,
}

impl Way {
    /// The station it leads to; none at the edge (SA-7.15).
    pub const fn from(self, station: Station) -> Option<Station> {
        match self {
            Way::Left => station.left(),
            Way::Right => station.right(),
            Way::Deck => Some(station.other_deck()),
        }
    }
}

/// One thing that a threat does on X, Y or Z.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)] // The fields are the words of the data files.
pub enum Effect {
    /// An attack; shields apply (SA-7.9).
    Attack {
        amount: Amount,
        #[serde(default)]
        scope: Scope,
        #[serde(default)]
        mode: Mode,
        #[serde(default)]
        when: When,
    },
    /// Internal damage; shields do not help (SA-7.12).
    Damage {
        amount: Amount,
        #[serde(default)]
        scope: Scope,
        #[serde(default)]
        when: When,
    },
    /// Removes red blocks (SA-7.14).
    Heal { amount: u8 },
    /// Removes half of the red blocks, rounded down (SA-12.12).
    HealHalf,
    /// Puts red blocks on itself, shields aside (SA-12.20).
    SelfDamage { amount: u8 },
    /// Changes its speed for good (SA-7.13).
    Speed { change: i8 },
    /// Changes its shield points for good.
    ShieldChange { by: i8 },
    /// Sets its shield points.
    ShieldSet { to: i8 },
    /// Weapons see it from now on (SA-12.2).
    Reveal,
    /// Fights back from now on (SA-13.35).
    StartFightingBack,
    /// Remembers the square it passed (SA-12.21).
    CountPass,
    /// All other external threats attack more strongly (SA-12.8).
    AuraAttack { amount: u8 },
    /// All external threats have more shield points (SA-12.13).
    AuraShield { amount: u8 },
    /// All other external threats advance (SA-12.9).
    AdvanceOthers { squares: u8 },
    /// Takes energy from shields.
    DrainShield { scope: Scope, amount: Amount },
    /// Takes energy from reactors.
    DrainReactor { scope: Scope, amount: Amount },
    /// Takes energy from the reactor of its zone, or deals damage if that is empty (SA-13.2).
    DrainReactorOrDamage { amount: u8 },
    /// Fuel capsules are lost (SA-13.30).
    LoseFuel { amount: u8 },
    /// Rockets in the station are destroyed (SA-13.21).
    DestroyRocket { amount: u8 },
    /// The energy of reactors leaks: it is lost and each block deals 1 damage (SA-13.47).
    LeakReactor { scope: Scope },
    /// The same with shields.
    LeakShield { scope: Scope },
    /// The reactor's energy goes to the shield; what does not fit leaks (SA-13.47).
    ReactorToShieldThenLeak { zone: Zone },
    /// A squad that nobody has taken is disabled (SA-13.22).
    DisableStoredSquad { station: Station },
    /// The token moves (SA-7.15).
    Move {
        to: Way,
        #[serde(default)]
        when: When,
    },
    /// Goes where strictly the most crew members are (SA-13.50).
    Seek,
    /// Each token puts one into the next station (SA-13.23).
    Spread { to: Way },
    /// Delays crew members (SA-7.16).
    Delay { who: Who },
    /// Knocks crew members out (SA-7.17).
    KnockOut { who: Who },
    /// Damage to these zones is doubled until it is repaired (SA-13.42).
    DoubleDamage { scope: Scope },
    /// The mission is lost at once (SA-7.17).
    LoseMission,
}

impl Effect {
    /// What it does, in our own words.
    pub fn text(&self) -> String {
        let way = |way: Way| match way {
            Way::Left => "moves left",
            Way::Right => "moves right",
            Way::Deck => "changes decks",
        };
        match *self {
            Effect::Attack { amount, scope, mode, when } => {
                let mode = match mode {
                    Mode::Normal => "",
                    Mode::Double => ", two tiles for each point that passes the shield",
                    Mode::IgnoreShield => ", shields do not help",
                };
                format!("{}attack {}{}{mode}", when.text(), amount.text(), scope.text())
            }
            Effect::Damage { amount, scope, when } => {
                format!("{}{}{}", when.text(), amount.damage(), scope.text())
            }
            Effect::Heal { amount } => format!("repairs {amount}"),
            Effect::HealHalf => "repairs half of its damage".into(),
            Effect::SelfDamage { amount } => format!("takes {amount} damage itself"),
            Effect::Speed { change } => format!("{change:+} speed"),
            Effect::ShieldChange { by } => format!("{by:+} shield"),
            Effect::ShieldSet { to } => format!("shield becomes {to}"),
            Effect::Reveal => "becomes visible".into(),
            Effect::StartFightingBack => "fights back from now on".into(),
            Effect::CountPass => "gathers force".into(),
            Effect::AuraAttack { amount } => format!("all other external threats attack with +{amount}"),
            Effect::AuraShield { amount } => format!("all external threats have +{amount} shield"),
            Effect::AdvanceOthers { squares } => format!("all other external threats advance {squares}"),
            Effect::DrainShield { scope, amount } => match amount {
                Amount::All => format!("empties the shields{}", scope.text()),
                Amount::N(_)
                | Amount::RemainingHp(_)
                | Amount::WhiteEnergy
                | Amount::CrewHere
                | Amount::RocketsLeft(_) => {
                    format!("{} energy from the shields{}", amount.text(), scope.text())
                }
            },
            Effect::DrainReactor { scope, amount } => match amount {
                Amount::All => format!("empties the reactor{}", scope.text()),
                Amount::N(_)
                | Amount::RemainingHp(_)
                | Amount::WhiteEnergy
                | Amount::CrewHere
                | Amount::RocketsLeft(_) => {
                    format!("{} energy from the reactor{}", amount.text(), scope.text())
                }
            },
            Effect::DrainReactorOrDamage { amount } => {
                format!("{amount} energy from the reactor here, or {amount} damage if it is empty")
            }
            Effect::LoseFuel { amount } => format!("{amount} fuel capsule is lost"),
            Effect::DestroyRocket { amount } => format!("{amount} rocket is destroyed"),
            Effect::LeakReactor { scope } => format!("the reactors' energy leaks{}", scope.text()),
            Effect::LeakShield { scope } => format!("the shield's energy leaks{}", scope.text()),
            Effect::ReactorToShieldThenLeak { zone } => {
                format!("the {zone} reactor's energy goes to the shield; what does not fit leaks")
            }
            Effect::DisableStoredSquad { station } => {
                format!("disables battlebots stored at {}", station.name())
            }
            Effect::Move { to, when } => format!("{}{}", when.text(), way(to)),
            Effect::Seek => "goes to the neighbouring station with most crew members".into(),
            Effect::Spread { to } => {
                format!("spreads {}", if to == Way::Left { "to the left" } else { "to the right" })
            }
            Effect::Delay { who } => format!("delays {}", who.text()),
            Effect::KnockOut { who } => format!("knocks out {}", who.text()),
            Effect::DoubleDamage { scope } => format!("doubles damage{}", scope.text()),
            Effect::LoseMission => "the ship is lost".into(),
        }
    }
}

/// What removes an internal threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Remedy {
    /// Battlebots: it is an intruder.
    #[serde(rename = "BOTS")]
    Bots,
    /// Repairs of the A system.
    A,
    /// Repairs of the B system.
    B,
    /// Repairs of the C system.
    C,
    /// Attacks with the interceptors.
    #[serde(rename = "INTERCEPTORS")]
    Interceptors,
}

/// A lasting quality of a threat card, as the data writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)] // Each stands with its rule in [`Traits`].
pub enum Trait {
    HiddenUntilX,
    NoRockets,
    NoHeavyLaser,
    RocketDecoy,
    RocketMagnet,
    ShieldPerRocket(u8),
    #[serde(rename = "untargetable-at-3")]
    UntargetableAt3,
    Cryoshield,
    PulseZeroesShield,
    MaxDamagePerTurn(u8),
    SuicideInterceptors(u8),
    DeathAttackPerPass(u8),
    DeathBlast(u8),
    Retaliate(u8),
    FightsBack,
    KillerKnockedOut,
    TokenPerHit,
    Slime,
    LethalEntryAfterZ,
    MultiStationBonus(u8),
    NeedsSimultaneous(u8),
    HpFromRockets,
    OnRepairKnockOut([Station; 2]),
}

impl Trait {
    /// What it means, in our own words.
    pub fn text(&self) -> String {
        match self {
            Trait::HiddenUntilX => "weapons ignore it until its X".into(),
            Trait::NoRockets => "rockets ignore it".into(),
            Trait::NoHeavyLaser => "heavy lasers ignore it".into(),
            Trait::RocketDecoy => "rockets that target it do no damage".into(),
            Trait::RocketMagnet => "every rocket targets it, at any distance".into(),
            Trait::ShieldPerRocket(n) => format!("+{n} shield after each rocket"),
            Trait::UntargetableAt3 => "weapons ignore it at distance 3".into(),
            Trait::Cryoshield => "the first hit does nothing but break its cryoshield".into(),
            Trait::PulseZeroesShield => "no shield in a turn in which the pulse cannon hits it".into(),
            Trait::MaxDamagePerTurn(n) => format!("at most {n} damage a turn"),
            Trait::SuicideInterceptors(n) => {
                format!("interceptors that attack it alone have strength {n}; their pilot is knocked out")
            }
            Trait::DeathAttackPerPass(n) => {
                format!("when destroyed: attack {n} for each X and Y it has reached")
            }
            Trait::DeathBlast(n) => format!("when destroyed: {n} damage to every other external threat"),
            Trait::Retaliate(n) => format!("whenever damaged: attack {n} on all zones"),
            Trait::FightsBack => "fights back".into(),
            Trait::KillerKnockedOut => "whoever destroys it is knocked out".into(),
            Trait::TokenPerHit => "each hit clears the station it was dealt in".into(),
            Trait::Slime => "delays everyone who enters; offspring has 1 hit point".into(),
            Trait::LethalEntryAfterZ => "after Z, entering its stations knocks out".into(),
            Trait::MultiStationBonus(n) => {
                format!("repairs at all its stations in one turn: {n} more")
            }
            Trait::NeedsSimultaneous(n) => format!("needs {n} repairs in the same turn"),
            Trait::HpFromRockets => "one hit point for each rocket in the station".into(),
            Trait::OnRepairKnockOut([a, b]) => {
                format!("its last repair knocks out everyone at {} and {}", a.name(), b.name())
            }
        }
    }
}

/// The traits of a card, laid out for the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    /// SA-12.2
    pub hidden_until_x: bool,
    /// SA-12.1
    pub no_rockets: bool,
    /// SA-12.7
    pub no_heavy_laser: bool,
    /// SA-12.3
    pub rocket_decoy: bool,
    /// SA-12.18
    pub rocket_magnet: bool,
    /// SA-12.18
    pub shield_per_rocket: u8,
    /// SA-12.15
    pub untargetable_at_3: bool,
    /// SA-12.4
    pub cryoshield: bool,
    /// SA-12.6
    pub pulse_zeroes_shield: bool,
    /// SA-12.11; 0 for no limit.
    pub max_damage_per_turn: u8,
    /// SA-12.16; 0 for ordinary.
    pub suicide_interceptors: u8,
    /// SA-12.21
    pub death_attack_per_pass: u8,
    /// SA-12.14
    pub death_blast: u8,
    /// SA-12.19
    pub retaliate: u8,
    /// SA-13.1
    pub fights_back: bool,
    /// SA-13.51
    pub killer_knocked_out: bool,
    /// SA-13.52
    pub token_per_hit: bool,
    /// SA-13.20
    pub slime: bool,
    /// SA-13.54
    pub lethal_entry_after_z: bool,
    /// SA-13.45
    pub multi_station_bonus: u8,
    /// SA-13.55; 0 for ordinary.
    pub needs_simultaneous: u8,
    /// SA-13.10
    pub hp_from_rockets: bool,
    /// SA-13.31
    pub on_repair_knock_out: Stations,
}

impl Traits {
    /// Lays the data's list out.
    pub fn of(list: &[Trait]) -> Traits {
        let mut t = Traits::default();
        for &one in list {
            match one {
                Trait::HiddenUntilX => t.hidden_until_x = true,
                Trait::NoRockets => t.no_rockets = true,
                Trait::NoHeavyLaser => t.no_heavy_laser = true,
                Trait::RocketDecoy => t.rocket_decoy = true,
                Trait::RocketMagnet => t.rocket_magnet = true,
                Trait::ShieldPerRocket(n) => t.shield_per_rocket = n,
                Trait::UntargetableAt3 => t.untargetable_at_3 = true,
                Trait::Cryoshield => t.cryoshield = true,
                Trait::PulseZeroesShield => t.pulse_zeroes_shield = true,
                Trait::MaxDamagePerTurn(n) => t.max_damage_per_turn = n,
                Trait::SuicideInterceptors(n) => t.suicide_interceptors = n,
                Trait::DeathAttackPerPass(n) => t.death_attack_per_pass = n,
                Trait::DeathBlast(n) => t.death_blast = n,
                Trait::Retaliate(n) => t.retaliate = n,
                Trait::FightsBack => t.fights_back = true,
                Trait::KillerKnockedOut => t.killer_knocked_out = true,
                Trait::TokenPerHit => t.token_per_hit = true,
                Trait::Slime => t.slime = true,
                Trait::LethalEntryAfterZ => t.lethal_entry_after_z = true,
                Trait::MultiStationBonus(n) => t.multi_station_bonus = n,
                Trait::NeedsSimultaneous(n) => t.needs_simultaneous = n,
                Trait::HpFromRockets => t.hp_from_rockets = true,
                Trait::OnRepairKnockOut(stations) => t.on_repair_knock_out = stations.into_iter().collect(),
            }
        }
        t
    }
}
