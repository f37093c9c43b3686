//! Mission scripts: what the computer announces and when; and the maker of new ones.

use crate::Zone;
use klaxon_core::Chance;
use serde::{Deserialize, Serialize};

/// What a script's crew has learnt: each level adds rules (SA-16.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lesson {
    /// Two phases, common external threats, nothing else.
    TestRun,
    /// Three phases, serious threats, computer maintenance, rockets.
    Simulation,
    /// Internal threats, battlebots, interceptors.
    Advanced,
    /// Heroic cards and visual confirmation: the full game.
    Mission,
}

impl Lesson {
    /// The last turn in which the crew acts (SA-16.2).
    pub const fn last_turn(self) -> u8 {
        match self {
            Lesson::TestRun => 7,
            Lesson::Simulation | Lesson::Advanced | Lesson::Mission => 12,
        }
    }

    /// Number of phases.
    pub const fn phases(self) -> usize {
        match self {
            Lesson::TestRun => 2,
            Lesson::Simulation | Lesson::Advanced | Lesson::Mission => 3,
        }
    }

    /// Must the computer be maintained?
    pub const fn maintenance(self) -> bool {
        !matches!(self, Lesson::TestRun)
    }

    /// Are there rockets?
    pub const fn rockets(self) -> bool {
        !matches!(self, Lesson::TestRun)
    }

    /// Are there battlebots, interceptors and internal threats?
    pub const fn battlebots(self) -> bool {
        matches!(self, Lesson::Advanced | Lesson::Mission)
    }

    /// Are there heroic cards?
    pub const fn heroics(self) -> bool {
        matches!(self, Lesson::Mission)
    }

    /// Does looking out of the window count?
    pub const fn visual(self) -> bool {
        matches!(self, Lesson::Mission)
    }

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Lesson::TestRun => "test run",
            Lesson::Simulation => "simulation",
            Lesson::Advanced => "advanced simulation",
            Lesson::Mission => "mission",
        }
    }

    /// By its words, generous in spelling.
    pub fn parse(word: &str) -> Option<Lesson> {
        let bare: String =
            word.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
        match bare.as_str() {
            "testrun" | "test" => Some(Lesson::TestRun),
            "simulation" => Some(Lesson::Simulation),
            "advanced" | "advancedsimulation" => Some(Lesson::Advanced),
            "mission" | "fullmission" | "full" => Some(Lesson::Mission),
            _ => None,
        }
    }
}

/// Where a threat appears.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On the red trajectory.
    Red,
    /// On the white trajectory.
    White,
    /// On the blue trajectory.
    Blue,
    /// On the internal trajectory.
    Internal,
}

impl Place {
    /// All four, in the order of the trajectories.
    pub const ALL: [Place; 4] = [Place::Red, Place::White, Place::Blue, Place::Internal];

    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The zone of an external trajectory.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Place::Red => Some(Zone::Red),
            Place::White => Some(Zone::White),
            Place::Blue => Some(Zone::Blue),
            Place::Internal => None,
        }
    }

    /// In lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Place::Red => "red",
            Place::White => "white",
            Place::Blue => "blue",
            Place::Internal => "internal",
        }
    }
}

impl From<Zone> for Place {
    fn from(zone: Zone) -> Place {
        Place::ALL[zone.index()]
    }
}

/// What a script announces of itself; warnings and ends are added by [`Script::cues`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Announcement {
    /// SA-3.20, SA-3.21
    Threat {
        /// T+n.
        turn: u8,
        /// Where.
        place: Place,
        /// From the serious deck.
        serious: bool,
        /// Only for a crew of five (SA-3.22).
        unconfirmed: bool,
    },
    /// SA-3.23
    IncomingData,
    /// SA-3.24
    DataTransfer,
    /// SA-3.26
    CommunicationDown {
        /// How long.
        ms: u32,
    },
}

/// Something that happens at a moment of the Action Round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cue {
    /// Since the start of the script.
    pub at: u32,
    /// What.
    pub what: Moment,
}

/// What happens at a moment of the Action Round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// A transfer window closes: the beep (SA-3.24).
    TransferEnds,
    /// Communication is restored (SA-3.26).
    CommunicationRestored,
    /// A phase ends for everyone (SA-3.9). Phases count from 0.
    PhaseEnds(u8),
    /// The opening alert (SA-3.1).
    Alert,
    /// A threat.
    Threat {
        /// T+n.
        turn: u8,
        /// Where.
        place: Place,
        /// From the serious deck.
        serious: bool,
        /// Only for a crew of five (SA-3.22).
        unconfirmed: bool,
    },
    /// Incoming data (SA-3.23).
    IncomingData,
    /// A transfer window opens (SA-3.24).
    TransferBegins,
    /// Communication breaks down (SA-3.26).
    CommunicationDown,
    /// A warning so many seconds before the end of a phase: 60, 20, then 5 for the countdown (SA-3.27).
    Warning {
        /// The phase, from 0.
        phase: u8,
        /// Seconds left.
        seconds: u8,
    },
    /// The last five seconds of a transfer window are counted down.
    TransferCountdown,
    /// The Action Round is over (SA-3.10).
    MissionComplete,
}

impl Moment {
    /// At the same instant what ends comes before what begins.
    const fn rank(self) -> u8 {
        match self {
            Moment::TransferEnds => 0,
            Moment::CommunicationRestored => 1,
            Moment::PhaseEnds(_) => 2,
            Moment::MissionComplete => 3,
            Moment::Alert => 4,
            Moment::Threat { .. } => 5,
            Moment::IncomingData => 6,
            Moment::TransferBegins => 7,
            Moment::CommunicationDown => 8,
            Moment::TransferCountdown => 9,
            Moment::Warning { .. } => 10,
        }
    }
}

/// How long a transfer window is open (SA-3.24).
pub const TRANSFER_MS: u32 = 15_000;

/// A mission script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Such as `S2-3`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rules its crew has learnt.
    pub lesson: Lesson,
    /// Where it comes from.
    pub source: String,
    /// When each phase ends, in milliseconds.
    pub phase_ends: Vec<u32>,
    /// Announcements with their times.
    pub events: Vec<(u32, Announcement)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScript {
    id: String,
    name: String,
    lesson: Lesson,
    source: String,
    phase_ends: Vec<String>,
    events: Vec<String>,
}

impl Script {
    /// Reads a script file.
    pub fn parse(text: &str) -> Result<Script, String> {
        let raw: RawScript = toml::from_str(text).map_err(|e| format!("a script: {e}"))?;
        let phase_ends = raw.phase_ends.iter().map(|t| time(t)).collect::<Result<Vec<_>, _>>()?;
        let events = raw.events.iter().map(|line| event(line)).collect::<Result<Vec<_>, _>>()?;
        if phase_ends.len() != raw.lesson.phases() {
            return Err(format!("{}: a {} has {} phases", raw.id, raw.lesson.word(), raw.lesson.phases()));
        }
        if !phase_ends.is_sorted() || !events.is_sorted_by_key(|(at, _)| *at) {
            return Err(format!("{}: times must rise", raw.id));
        }
        Ok(Script { id: raw.id, name: raw.name, lesson: raw.lesson, source: raw.source, phase_ends, events })
    }

    /// The script's events as lines of a script file.
    pub fn lines(&self) -> Vec<String> {
        self.events.iter().map(|(at, what)| format!("{} {}", clock(*at), words(what))).collect()
    }

    /// Everything that happens, in order: announcements, the ends of windows and breakdowns, warnings, phases.
    pub fn cues(&self) -> Vec<Cue> {
        let mut cues = vec![Cue { at: 0, what: Moment::Alert }];
        let mut put = |at: u32, what| cues.push(Cue { at, what });
        for &(at, what) in &self.events {
            match what {
                Announcement::Threat { turn, place, serious, unconfirmed } => {
                    put(at, Moment::Threat { turn, place, serious, unconfirmed });
                }
                Announcement::IncomingData => put(at, Moment::IncomingData),
                Announcement::DataTransfer => {
                    put(at, Moment::TransferBegins);
                    put(at + TRANSFER_MS - 5_000, Moment::TransferCountdown);
                    put(at + TRANSFER_MS, Moment::TransferEnds);
                }
                Announcement::CommunicationDown { ms } => {
                    put(at, Moment::CommunicationDown);
                    put(at + ms, Moment::CommunicationRestored);
                }
            }
        }
        for (phase, &end) in self.phase_ends.iter().enumerate() {
            let last = phase + 1 == self.phase_ends.len();
            let phase = phase as u8;
            for seconds in [60, 20, 5] {
                put(end - u32::from(seconds) * 1000, Moment::Warning { phase, seconds });
            }
            put(end, if last { Moment::MissionComplete } else { Moment::PhaseEnds(phase) });
        }
        cues.sort_by_key(|cue| (cue.at, cue.what.rank()));
        cues
    }
}

/// `m:ss`.
pub fn clock(ms: u32) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
}

/// Reads `m:ss`.
pub fn time(text: &str) -> Result<u32, String> {
    let wrong = || format!("`{text}` is not a time such as 3:45");
    let (m, s) = text.trim().split_once(':').ok_or_else(wrong)?;
    let (m, s): (u32, u32) = (m.parse().map_err(|_| wrong())?, s.parse().map_err(|_| wrong())?);
    if s < 60 { Ok((m * 60 + s) * 1000) } else { Err(wrong()) }
}

fn event(line: &str) -> Result<(u32, Announcement), String> {
    let wrong = |what: &str| format!("`{line}`: {what}");
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() < 2 {
        return Err(wrong("a time and an announcement"));
    }
    let at = time(words.remove(0))?;
    let unconfirmed = words[0] == "unconfirmed";
    if unconfirmed {
        words.remove(0);
    }
    let what = match words.as_slice() {
        ["incoming", "data"] => Announcement::IncomingData,
        ["data", "transfer"] => Announcement::DataTransfer,
        ["communication", "down", seconds] => Announcement::CommunicationDown {
            ms: seconds.parse::<u32>().map_err(|_| wrong("how many seconds?"))? * 1000,
        },
        [number, rest @ ..] => {
            let turn = number.strip_prefix("T+").and_then(|n| n.parse().ok()).ok_or_else(|| wrong("T+n?"))?;
            let (serious, rest) = match rest {
                ["serious", rest @ ..] => (true, rest),
                rest => (false, rest),
            };
            let place = match rest {
                ["internal", "threat"] => Place::Internal,
                ["threat", zone] => Zone::parse(zone).map(Place::from).ok_or_else(|| wrong("which zone?"))?,
                _ => return Err(wrong("a threat has a zone or is internal")),
            };
            Announcement::Threat { turn, place, serious, unconfirmed }
        }
        [] => return Err(wrong("an announcement")),
    };
    Ok((at, what))
}

fn words(what: &Announcement) -> String {
    match *what {
        Announcement::IncomingData => "incoming data".into(),
        Announcement::DataTransfer => "data transfer".into(),
        Announcement::CommunicationDown { ms } => format!("communication down {}", ms / 1000),
        Announcement::Threat { turn, place, serious, unconfirmed } => {
            let unconfirmed = if unconfirmed { "unconfirmed " } else { "" };
            let serious = if serious { "serious " } else { "" };
            match place.zone() {
                None => format!("{unconfirmed}T+{turn} {serious}internal threat"),
                Some(zone) => format!("{unconfirmed}T+{turn} {serious}threat {zone}"),
            }
        }
    }
}

/// Bounds within which scripts are generated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are the words of the data file.
pub struct GeneratorBounds {
    pub source: String,
    pub weight_crew_of_five: u8,
    pub weight_crew_of_four: u8,
    pub serious_external_turns: [u8; 2],
    pub common_external_turns: [u8; 2],
    pub common_internal_turns: [u8; 2],
    pub serious_internal_turns: [u8; 2],
    pub most_internal_threats: u8,
    pub internal_weight: [u8; 2],
    pub phase_seconds: [[u32; 2]; 3],
    pub data_operations: [[u32; 2]; 3],
    pub least_incoming_data: usize,
    pub least_transfers: usize,
    pub breakdown_total_seconds: [u32; 2],
    pub breakdown_seconds: [u32; 2],
}

impl GeneratorBounds {
    /// Makes a script for a full mission: the weight for a crew of five, of which one common threat is an
    /// unconfirmed report, as in the printed ones.
    pub fn generate(&self, chance: &mut Chance) -> Script {
        loop {
            if let Some(script) = self.attempt(chance) {
                return script;
            }
        }
    }

    /// One throw of the dice; `None` if the pieces do not fit together.
    fn attempt(&self, chance: &mut Chance) -> Option<Script> {
        let threats = self.threats(chance)?;
        let lengths: Vec<u32> =
            self.phase_seconds.iter().map(|&[a, b]| between(chance, a, b) * 1000).collect();
        let ends: Vec<u32> = lengths
            .iter()
            .scan(0, |sum, len| {
                *sum += len;
                Some(*sum)
            })
            .collect();
        let mut operations: Vec<(usize, Announcement)> = Vec::new();
        for (phase, &[a, b]) in self.data_operations.iter().enumerate() {
            for _ in 0..between(chance, a, b) {
                let incoming = chance.below(5) < 2;
                let what = if incoming { Announcement::IncomingData } else { Announcement::DataTransfer };
                operations.push((phase, what));
            }
        }
        let count = |what| operations.iter().filter(|(_, o)| *o == what).count();
        if count(Announcement::IncomingData) < self.least_incoming_data
            || count(Announcement::DataTransfer) < self.least_transfers
        {
            return None;
        }
        for seconds in self.breakdowns(chance) {
            let phase = chance.below(3) as usize;
            operations.push((phase, Announcement::CommunicationDown { ms: seconds * 1000 }));
        }
        // Threats come in the order of their numbers in the first two phases, early enough to be planned for:
        // numbers of phase 1 before its end, all others before the end of phase 2.
        let mut phases: [Vec<Announcement>; 3] = [Vec::new(), Vec::new(), Vec::new()];
        for &threat in &threats {
            let Announcement::Threat { turn, .. } = threat else { continue };
            phases[usize::from(turn > 4)].push(threat);
        }
        for (phase, what) in operations {
            // Data and breakdowns are strewn among the threats; the order of the threats stays.
            let list = &mut phases[phase];
            let at = chance.below(list.len() as u32 + 1) as usize;
            list.insert(at, what);
        }
        let mut events = Vec::new();
        for (phase, list) in phases.iter().enumerate() {
            let begin = if phase == 0 { 0 } else { ends[phase - 1] };
            // Five seconds at the start; nothing begins in the last minute of a phase but transfers and silence.
            let need: u32 = list.iter().map(length).sum();
            let room = (ends[phase] - begin).checked_sub(need + 25_000)?;
            let mut gaps: Vec<u32> = list.iter().map(|_| chance.below(room / 5_000 + 1) * 5_000).collect();
            gaps.sort_unstable();
            let mut used = 0;
            for (what, gap) in list.iter().zip(gaps) {
                events.push((begin + 10_000 + gap + used, *what));
                used += length(what);
            }
        }
        Some(Script {
            id: "generated".into(),
            name: "generated mission".into(),
            lesson: Lesson::Mission,
            source: self.source.clone(),
            phase_ends: ends,
            events,
        })
    }

    /// Lengths of breakdowns that add up to a total within its bounds.
    fn breakdowns(&self, chance: &mut Chance) -> Vec<u32> {
        let [least, most] = self.breakdown_seconds;
        let total = between(chance, self.breakdown_total_seconds[0], self.breakdown_total_seconds[1]);
        let n = between(chance, total.div_ceil(most), total / least);
        let mut lengths = vec![least; n as usize];
        for _ in 0..total - n * least {
            let free: Vec<usize> = (0..lengths.len()).filter(|&i| lengths[i] < most).collect();
            if let Some(&i) = chance.pick(&free) {
                lengths[i] += 1;
            }
        }
        lengths
    }

    /// Threats of the full weight with numbers that differ, in order of their numbers.
    fn threats(&self, chance: &mut Chance) -> Option<Vec<Announcement>> {
        let mut weight = self.weight_crew_of_five;
        let mut kinds: Vec<(bool, bool)> = Vec::new();
        let inner = between(chance, self.internal_weight[0].into(), self.internal_weight[1].into()) as u8;
        let mut inside = inner;
        while inside > 0 {
            let serious = inside >= 2 && chance.below(2) == 0;
            kinds.push((true, serious));
            inside -= 1 + u8::from(serious);
        }
        if kinds.len() > usize::from(self.most_internal_threats) {
            return None;
        }
        weight -= inner;
        while weight > 0 {
            let serious = weight >= 2 && chance.below(5) < 2;
            kinds.push((false, serious));
            weight -= 1 + u8::from(serious);
        }
        // The weight for four is reached by dropping one common threat.
        let spare = self.weight_crew_of_five - self.weight_crew_of_four;
        let commons: Vec<usize> = (0..kinds.len()).filter(|&i| !kinds[i].1).collect();
        let unconfirmed = if spare == 1 { Some(*chance.pick(&commons)?) } else { None };
        let mut taken = [false; 13];
        let mut threats = Vec::new();
        for (i, &(internal, serious)) in kinds.iter().enumerate() {
            let [from, to] = match (internal, serious) {
                (false, false) => self.common_external_turns,
                (false, true) => self.serious_external_turns,
                (true, false) => self.common_internal_turns,
                (true, true) => self.serious_internal_turns,
            };
            let free: Vec<u8> = (from..=to).filter(|&t| !taken[usize::from(t)]).collect();
            let turn = *chance.pick(&free)?;
            taken[usize::from(turn)] = true;
            let place =
                if internal { Place::Internal } else { Place::from(Zone::ALL[chance.below(3) as usize]) };
            let unconfirmed = unconfirmed == Some(i);
            threats.push(Announcement::Threat { turn, place, serious, unconfirmed });
        }
        threats.sort_by_key(|t| match t {
            Announcement::Threat { turn, .. } => *turn,
            Announcement::IncomingData
            | Announcement::DataTransfer
            | Announcement::CommunicationDown { .. } => 0,
        });
        Some(threats)
    }
}

/// How long an announcement takes, for the spacing.
fn length(what: &Announcement) -> u32 {
    match what {
        Announcement::Threat { .. } => 15_000,
        Announcement::IncomingData => 10_000,
        Announcement::DataTransfer => TRANSFER_MS,
        Announcement::CommunicationDown { ms } => ms + 5_000,
    }
}

fn between(chance: &mut Chance, from: u32, to: u32) -> u32 {
    from + chance.below(to - from + 1)
}
