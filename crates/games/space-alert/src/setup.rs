//! Chapter 2: who sits where, how hard it will be, and the shuffling of everything that is shuffled.

use crate::state::{Campaign, Clock, Desk, Mood, Planning, SpaceAlert, Stage};
use crate::{
    Kind, Lesson, Shade, ThreatId, Tile,
    data::data,
    script::{Cue, Moment, Script},
};
use klaxon_core::{Chance, Code, Millis, Refusal, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// How hard threats of one sort are (SA-2.1, SA-2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The white cards.
    White,
    /// Both shuffled together.
    Mixed,
    /// The yellow cards.
    Yellow,
}

impl Level {
    /// From the most careful to the boldest (SA-15.2).
    pub const ALL: [Level; 3] = [Level::White, Level::Mixed, Level::Yellow];

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Level::White => "white",
            Level::Mixed => "mixed",
            Level::Yellow => "yellow",
        }
    }

    /// As the ship's log writes it (SA-11.7).
    pub const fn logged(self) -> &'static str {
        match self {
            Level::White => "1",
            Level::Mixed => "1+2",
            Level::Yellow => "2",
        }
    }

    /// By its word.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|l| l.word().eq_ignore_ascii_case(word.trim()))
    }

    const fn takes(self, shade: Shade) -> bool {
        match (self, shade) {
            (Level::White, Shade::White) | (Level::Yellow, Shade::Yellow) | (Level::Mixed, _) => true,
            (Level::White, Shade::Yellow) | (Level::Yellow, Shade::White) => false,
        }
    }
}

/// The levels of common and serious threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Levels {
    /// Common external and internal threats.
    pub common: Level,
    /// Serious external and internal threats.
    pub serious: Level,
}

/// How fast the script's clock runs (SA-3.34).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// As printed: a second of the script is a second.
    #[default]
    Normal,
    /// Half as fast: twice the time to think.
    Slow,
    /// Twice as fast.
    Fast,
    /// Ten times as fast: a drill, or a look at what a script does.
    Drill,
}

impl Pace {
    /// All of them, the printed one first.
    pub const ALL: [Pace; 4] = [Pace::Normal, Pace::Slow, Pace::Fast, Pace::Drill];

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Normal => "normal",
            Pace::Slow => "slow",
            Pace::Fast => "fast",
            Pace::Drill => "drill",
        }
    }

    /// By its word.
    pub fn parse(word: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|p| p.word() == word.trim())
    }

    /// Seconds of the script in ten seconds of the table.
    pub const fn script_in_ten(self) -> Millis {
        match self {
            Pace::Normal => 10,
            Pace::Slow => 5,
            Pace::Fast => 20,
            Pace::Drill => 100,
        }
    }

    /// When a moment of the script comes, in milliseconds of the table's clock.
    pub const fn table_ms(self, script_ms: u32) -> Millis {
        script_ms as Millis * 10 / self.script_in_ten()
    }

    /// How far the script is after so many milliseconds of the table's clock.
    pub const fn script_ms(self, table_ms: Millis) -> Millis {
        table_ms * self.script_in_ten() / 10
    }
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play {
    /// One mission with a script that everybody knows by name.
    Script(String),
    /// One mission with one of the eight full scripts.
    Random,
    /// One mission with a script made for it.
    Generated,
    /// Up to three missions in a row with the same ship (SA-15.1).
    Campaign,
}

/// A place in the crew order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Berth {
    /// A person.
    Person(Seat),
    /// An android, and who answers for it (SA-14.8).
    Android(Seat),
}

impl Berth {
    /// The seat that decides.
    pub const fn keeper(self) -> Seat {
        match self {
            Berth::Person(seat) | Berth::Android(seat) => seat,
        }
    }

    /// Is it an android?
    pub const fn is_android(self) -> bool {
        matches!(self, Berth::Android(_))
    }
}

/// The set-up of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// What is played.
    pub play: Play,
    /// Threat levels; a campaign agrees on them before each mission.
    pub levels: Levels,
    /// The crew in order, captain first (SA-2.5).
    pub crew: Vec<Berth>,
    /// The communications officer; only for the log (SA-2.4).
    pub communications: Seat,
    /// The chief of security; only for the log.
    pub security: Seat,
    /// May cards be tripped over (SA-5.4)?
    pub trips: bool,
    /// Does the clock run (SA-14.15)?
    pub clock: bool,
    /// May the clock be stopped by vote (SA-3.32)?
    pub pause: bool,
    /// How fast the clock runs (SA-3.34).
    #[serde(default)]
    pub pace: Pace,
    /// Trajectories T1 to T7, counted from 0, that the table chose for red, white, blue and the internal threats; the
    /// others are drawn (SA-2.15).
    #[serde(default)]
    pub tracks: [Option<u8>; 4],
}

impl Setup {
    /// Persons at the table.
    pub fn people(&self) -> usize {
        self.crew.iter().filter(|b| !b.is_android()).count().max(1)
    }

    /// One person with androids only (SA-14.12).
    pub fn is_solo(&self) -> bool {
        self.crew.iter().all(|b| b.is_android())
    }

    /// The usual arrangement: `people` seats clockwise from the captain's, then the androids.
    pub fn usual(play: Play, people: usize, fifth: bool) -> Setup {
        Setup::seated(play, people, fifth, Seat(0))
    }

    /// The same with the captain in another seat.
    pub fn seated(play: Play, people: usize, fifth: bool, captain: Seat) -> Setup {
        let around = |i: usize| Seat(((captain.index() + i) % people.max(1)) as u8);
        let size = if fifth { 5 } else { people.max(4) };
        let persons = if people == 1 { 0 } else { people };
        let mut crew: Vec<Berth> = (0..persons).map(|i| Berth::Person(around(i))).collect();
        crew.extend((persons..size).map(|i| Berth::Android(around(i - persons))));
        Setup {
            play,
            levels: Levels { common: Level::White, serious: Level::White },
            crew,
            communications: around(1),
            security: around(2),
            trips: true,
            clock: true,
            pause: false,
            pace: Pace::Normal,
            tracks: [None; 4],
        }
    }

    /// Is this a table that the rules know?
    pub fn check(&self) -> Result<(), Refusal> {
        let people = self.people();
        let androids = self.crew.iter().filter(|b| b.is_android()).count();
        // SA-1.5: four or five crew members, each led by a person or, with fewer people, an android.
        if self.deal().is_none() {
            let text = format!("no crew has {people} persons and {androids} androids");
            return Err(Refusal::illegal(rule!("SA-14.1"), text));
        }
        let mut seen = SeatSet::NONE;
        for berth in &self.crew {
            let seat = berth.keeper();
            if seat.index() >= people {
                return Err(Refusal::malformed(format!("there is no seat {seat} for {people} persons")));
            }
            if let Berth::Person(seat) = *berth {
                if seen.has(seat) {
                    return Err(Refusal::malformed(format!("seat {seat} is in the crew twice")));
                }
                seen = seen.with(seat);
            }
        }
        if !self.is_solo() && self.crew[0].is_android() {
            return Err(Refusal::illegal(rule!("SA-2.4"), "the captain is a player"));
        }
        if self.communications.index() >= people || self.security.index() >= people {
            return Err(Refusal::malformed("the officers are players"));
        }
        for (i, track) in self.tracks.iter().enumerate() {
            let Some(n) = *track else { continue };
            if usize::from(n) >= data().trajectories.len() {
                return Err(Refusal::malformed("there are seven trajectories, T1 to T7"));
            }
            if self.tracks[..i].contains(track) {
                let text = format!("there is only one {}", data().trajectories[usize::from(n)].id);
                return Err(Refusal::illegal(rule!("SA-2.15"), text));
            }
        }
        match &self.play {
            Play::Script(id) if data().script(id).is_none() => {
                Err(Refusal::illegal(rule!("SA-2.12"), format!("there is no script {id}")))
            }
            Play::Script(_) | Play::Random | Play::Generated | Play::Campaign => Ok(()),
        }
    }

    /// Cards per phase (SA-2.8, SA-14.3, SA-14.10).
    fn deal(&self) -> Option<[u8; 3]> {
        let androids = self.crew.iter().filter(|b| b.is_android()).count();
        let fits = |d: &&crate::data::Deal| {
            usize::from(d.people) == self.people() && usize::from(d.androids) == androids
        };
        data().ship.deal.iter().find(fits).map(|d| d.cards)
    }
}

impl SpaceAlert {
    /// Sets the table up; a campaign begins with its levels.
    pub(crate) fn set_up(setup: &Setup, chance: &mut Chance) -> Result<SpaceAlert, Refusal> {
        setup.check()?;
        let campaign = Campaign { mission: 1, carried: Default::default(), threats: 0, visual: 0 };
        let proposals = vec![None; setup.people()];
        let mut game = SpaceAlert {
            setup: setup.clone(),
            stage: Stage::Levels { proposals },
            campaign,
            log: Vec::new(),
        };
        if setup.play != Play::Campaign {
            let levels = setup.levels;
            game.stage = Stage::Planning(Box::new(game.deal(levels, chance)?));
        }
        Ok(game)
    }

    /// Shuffles and deals everything for one mission. All luck of a mission falls here.
    pub(crate) fn deal(&self, levels: Levels, chance: &mut Chance) -> Result<Planning, Refusal> {
        let setup = &self.setup;
        let script = choose_script(&setup.play, chance)?;
        let lesson = script.lesson;
        let mut threat_deck = |serious: bool, internal: bool, level: Level| {
            let fits = |id: &ThreatId| {
                let card = id.card();
                card.serious == serious && card.internal == internal && level.takes(card.shade)
            };
            let mut deck: Vec<ThreatId> = ThreatId::all().filter(fits).collect();
            chance.shuffle(&mut deck);
            deck
        };
        // SA-2.3
        let decks = [
            threat_deck(false, false, levels.common),
            threat_deck(false, true, levels.common),
            threat_deck(true, false, levels.serious),
            threat_deck(true, true, levels.serious),
        ];
        // SA-2.8
        let mut deck: Vec<Kind> =
            Kind::actions().flat_map(|k| std::iter::repeat_n(k, usize::from(k.copies()))).collect();
        chance.shuffle(&mut deck);
        // SA-2.9
        let mut heroics: Vec<Kind> = Kind::heroics().collect();
        chance.shuffle(&mut heroics);
        // SA-2.6
        let mut boards: Vec<u8> = (0..7).collect();
        chance.shuffle(&mut boards);
        // SA-2.15: what was chosen is not drawn.
        let mut drawn = boards.into_iter().filter(|board| !setup.tracks.contains(&Some(*board)));
        let tracks = setup.tracks.map(|chosen| chosen.or_else(|| drawn.next()).expect("seven boards"));
        // SA-2.7; in a campaign what lies on the ship is not in the stack (SA-15.8).
        let carried = self.campaign.carried;
        let mut stack = |zone: usize| {
            let mut tiles: Vec<Tile> =
                Tile::ALL.into_iter().filter(|&t| !carried.tiles[zone].has(t)).collect();
            chance.shuffle(&mut tiles);
            tiles
        };
        let stacks = [stack(0), stack(1), stack(2)];

        let solo = setup.is_solo();
        let sizes = setup.deal().expect("the set-up was checked");
        let mut desks = Vec::new();
        for _ in 0..setup.people() {
            let mut packets: Vec<Vec<Kind>> = Vec::new();
            for (phase, &size) in sizes.iter().enumerate().take(lesson.phases()) {
                // SA-16.4: without heroic cards the first packet has an action card instead.
                let heroic = phase == 0 && lesson.heroics() && !solo;
                let n = usize::from(size) - usize::from(heroic);
                let mut packet: Vec<Kind> = deck.split_off(deck.len() - n);
                packet.extend(if heroic { heroics.pop() } else { None });
                packet.sort_unstable();
                packets.push(packet);
            }
            let desk = Desk {
                phase: 0,
                hand: Vec::new(),
                packets,
                draws: 0,
                gives: 0,
                mood: Mood::Awake,
                pause: false,
                told: Vec::new(),
                roused: 0,
            };
            desks.push(desk);
        }
        let own =
            setup.crew.iter().map(|b| if b.is_android() && lesson.heroics() { heroics.pop() } else { None });
        let android_heroics: Vec<Option<Kind>> = own.collect();
        if solo {
            deck.sort_unstable();
        }
        heroics.sort_unstable();
        let cues = cues_for(&script, solo);
        Ok(Planning {
            script: script.id.clone(),
            lesson,
            levels,
            cues,
            next: 0,
            // SA-14.14: for practice there is none.
            clock: if setup.clock { Clock::Gathering(SeatSet::NONE) } else { Clock::Off },
            now: 0,
            phases_over: 0,
            desks,
            boards: vec![[None; 12]; setup.crew.len()],
            heroics: android_heroics,
            aside: heroics,
            deck,
            decks,
            threats: Vec::new(),
            tracks,
            stacks,
            silent: false,
            gifts: Vec::new(),
            figures: vec![crate::Spot::Station(crate::Station::UW); setup.crew.len()],
            marks: vec![None; setup.people()],
            told: vec![[crate::Act::Empty; 12]; setup.crew.len()],
        })
    }
}

/// The script of the next mission.
fn choose_script(play: &Play, chance: &mut Chance) -> Result<Script, Refusal> {
    match play {
        Play::Script(id) => data()
            .script(id)
            .cloned()
            .ok_or_else(|| Refusal::other(Code::Malformed, format!("there is no script {id}"))),
        Play::Random | Play::Campaign => Ok((*chance.pick(&full_scripts()).expect("eight scripts")).clone()),
        Play::Generated => Ok(data().generator.generate(chance)),
    }
}

/// The scripts among which a random one is drawn (SA-2.12).
pub(crate) fn full_scripts() -> Vec<&'static Script> {
    data().scripts.iter().filter(|s| s.lesson == Lesson::Mission).collect()
}

/// What of a script concerns this crew: solo ignores data and breakdowns (SA-14.13). Unconfirmed reports stay, for
/// they are heard, and are ignored when they come (SA-3.22).
pub(crate) fn cues_for(script: &Script, solo: bool) -> Vec<Cue> {
    let mut cues = script.cues();
    if solo {
        cues.retain(|cue| match cue.what {
            Moment::IncomingData
            | Moment::TransferBegins
            | Moment::TransferCountdown
            | Moment::TransferEnds
            | Moment::CommunicationDown
            | Moment::CommunicationRestored => false,
            Moment::Alert
            | Moment::Threat { .. }
            | Moment::PhaseEnds(_)
            | Moment::Warning { .. }
            | Moment::MissionComplete => true,
        });
    }
    cues
}
