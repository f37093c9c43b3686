//! What happens at the table, one sentence each with its rule.

use crate::saying;
use crate::{
    Act, Beacon, Figure, Foe, Half, Happening, Kind, Level, Levels, LogLine, Place, Spot, Station, Tile, Zone,
};
use klaxon_core::{Line, rule};
use serde::Serialize;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// In the Action Round.
    Plan(Plan),
    /// In the Resolution Round.
    Ship(Happening),
    /// The cards of a turn are turned up together, with those who have one.
    Revealed {
        /// The turn.
        turn: u8,
        /// Cards in crew order; none for an empty space.
        cards: Vec<(Figure, crate::Act)>,
    },
    /// A mission is over and stands in the log.
    Logged(LogLine),
    /// A proposal before a mission of a campaign.
    Proposes {
        /// Who.
        who: Figure,
        /// What.
        levels: Levels,
    },
    /// The most careful proposal wins.
    LevelsAre(Levels),
    /// Where the only squad stands.
    SquadAt(Station),
    /// Somebody wants to go on, or to stop.
    WantsToGoOn {
        /// Who.
        who: Figure,
        /// On or not.
        yes: bool,
    },
    /// Knocked out, now well again.
    Recovers(Figure),
    /// A tile is repaired.
    RepairsTile {
        /// Who.
        who: Figure,
        /// Where.
        zone: Zone,
        /// Which.
        tile: Tile,
    },
    /// A squad is repaired.
    RepairsSquad(Figure),
    /// Repairs nothing.
    RepairsNothing(Figure),
}

/// What happened in the Action Round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // Each has its sentence below.
pub enum Plan {
    Ready { who: Figure },
    Alert,
    Threat { foe: Foe, place: Place, serious: bool, unconfirmed: bool },
    Unconfirmed { turn: u8, place: Place, serious: bool },
    NoThreatLeft { turn: u8, place: Place, serious: bool },
    IncomingData,
    TransferBegins,
    TransferCountdown,
    TransferEnds,
    Silence { begins: bool },
    Warning { phase: u8, seconds: u8, last: bool },
    PhaseEnds { phase: u8 },
    MissionComplete,
    RoundOver,
    Placed { who: Figure, turn: u8, card: Kind, half: Half },
    Laid { who: Figure, turn: u8, half: Half, heroic: bool },
    Flipped { who: Figure, turn: u8, half: Half },
    TookBack { who: Figure, turn: u8 },
    Swapped { who: Figure, a: u8, b: u8 },
    NextPhase { who: Figure, phase: u8 },
    PickedUp { who: Figure, phase: u8 },
    AndroidCard { who: Figure, android: Figure, turn: u8, card: Kind, half: Half },
    DrewCard { who: Figure, card: Kind },
    Drew { who: Figure },
    GaveCard { who: Figure, to: Figure, card: Kind },
    Gave { who: Figure, to: Figure },
    EndsRound { who: Figure, yes: bool },
    PauseVote { who: Figure, yes: bool },
    Paused { yes: bool },
    Figure { who: Figure, figure: Figure, at: Spot },
    Ping { who: Figure, station: Station },
    Mark { who: Figure, at: Option<Beacon> },
    Says { who: Figure, program: [Act; 12], news: [bool; 12], hand: Vec<Kind> },
}

/// "serious internal threat", "threat in the red zone".
fn threat_words(place: Place, serious: bool) -> String {
    let serious = if serious { "serious " } else { "" };
    match place.zone() {
        Some(zone) => format!("{serious}threat in the {zone} zone"),
        None => format!("{serious}internal threat"),
    }
}

impl Plan {
    fn line(&self) -> Line {
        match self {
            Plan::Ready { who } => Line::new(format!("{who} is ready."), rule!("SA-3.31")),
            Plan::Alert => Line::new("Alert! Enemy activity: phase 1 begins.", rule!("SA-3.1")),
            Plan::Threat { foe, place, serious, unconfirmed } => {
                let report = if *unconfirmed { "Unconfirmed report: " } else { "" };
                let what = threat_words(*place, *serious);
                let text = format!("{report}Time T+{}, {what}: {}.", foe.turn, foe.card.card().name);
                let rule = if place.zone().is_some() { rule!("SA-3.20") } else { rule!("SA-3.21") };
                Line::new(text, rule).about(foe.id())
            }
            Plan::Unconfirmed { turn, place, serious } => {
                let what = threat_words(*place, *serious);
                let text = format!("Unconfirmed report: time T+{turn}, {what}; a crew of four ignores it.");
                Line::new(text, rule!("SA-3.22"))
            }
            Plan::NoThreatLeft { turn, place, serious } => {
                let what = threat_words(*place, *serious);
                let text = format!("Time T+{turn}, {what}: no such card is left, so nothing comes.");
                Line::new(text, rule!("SA-3.28"))
            }
            // SA-2.13: every announcement can be read.
            Plan::IncomingData => Line::new("Incoming data: everyone may draw a card.", rule!("SA-3.23")),
            Plan::TransferBegins => {
                Line::new("Data transfer: everyone may give one card to another player.", rule!("SA-3.24"))
            }
            Plan::TransferCountdown => Line::new("Data transfer ends in five seconds.", rule!("SA-3.24")),
            Plan::TransferEnds => Line::new("Data transfer complete.", rule!("SA-3.24")),
            Plan::Silence { begins: true } => Line::new("Communication system down.", rule!("SA-3.26")),
            Plan::Silence { begins: false } => Line::new("Communication restored.", rule!("SA-3.26")),
            Plan::Warning { phase, seconds, last } => {
                let what = if *last { "The operation".into() } else { format!("Phase {phase}") };
                let when = match seconds {
                    60 => "one minute".into(),
                    20 => "twenty seconds".into(),
                    5 => "five seconds".into(),
                    n => format!("{n} seconds"),
                };
                Line::new(format!("{what} ends in {when}."), rule!("SA-3.27"))
            }
            Plan::PhaseEnds { phase } => {
                Line::new(format!("Phase {phase} has ended. Phase {} begins.", phase + 1), rule!("SA-3.9"))
            }
            Plan::MissionComplete => {
                Line::new("Mission complete: the Action Round is over.", rule!("SA-3.10"))
            }
            Plan::RoundOver => Line::new("All agree: the Action Round is over.", rule!("SA-3.10")),
            Plan::Placed { who, turn, card, half } => {
                let (up, down) = (card.act(*half), card.act(half.other()));
                Line::new(format!("{who} plans {up} (over {down}) for turn {turn}."), rule!("SA-3.3"))
            }
            Plan::Laid { who, turn, half, heroic } => {
                let heroic = if *heroic { "heroic " } else { "" };
                let what = half.word();
                Line::new(
                    format!("{who} lays a {heroic}card with its {what} half up on turn {turn}."),
                    rule!("SA-3.12"),
                )
            }
            Plan::Flipped { who, turn, half } => {
                let what = half.word();
                Line::new(format!("{who} turns the card of turn {turn}: {what} half up."), rule!("SA-3.6"))
            }
            Plan::TookBack { who, turn } => {
                Line::new(format!("The card of {who} on turn {turn} is taken back."), rule!("SA-3.6"))
            }
            Plan::Swapped { who, a, b } => {
                Line::new(format!("{who} changes turns {a} and {b}."), rule!("SA-3.6"))
            }
            Plan::NextPhase { who, phase } => {
                Line::new(format!("{who} goes on to phase {phase}."), rule!("SA-3.8"))
            }
            Plan::PickedUp { who, phase } => {
                Line::new(format!("{who} picks up the cards of phase {phase}."), rule!("SA-3.7"))
            }
            Plan::AndroidCard { who, android, turn, card, half } => {
                let up = card.act(*half);
                let text = format!("{who} plans {up} ({card}) for {android} on turn {turn}.");
                Line::new(text, rule!("SA-14.5")).about(android.id())
            }
            Plan::DrewCard { who, card } => Line::new(format!("{who} draws {card}."), rule!("SA-3.23")),
            Plan::Drew { who } => Line::new(format!("{who} draws a card."), rule!("SA-3.23")),
            Plan::GaveCard { who, to, card } => {
                Line::new(format!("{who} gives {card} to {to}."), rule!("SA-3.24"))
            }
            Plan::Gave { who, to } => Line::new(format!("{who} gives a card to {to}."), rule!("SA-3.24")),
            Plan::EndsRound { who, yes } => {
                let what = if *yes { "agrees to end the round" } else { "wants to plan on" };
                Line::new(format!("{who} {what}."), rule!("SA-3.10"))
            }
            Plan::PauseVote { who, yes } => {
                let what = if *yes { "stop" } else { "run" };
                Line::new(format!("{who} votes to let the clock {what}."), rule!("SA-3.32"))
            }
            Plan::Paused { yes } => {
                Line::new(if *yes { "The clock is stopped." } else { "The clock runs on." }, rule!("SA-3.32"))
            }
            Plan::Figure { who, figure, at } => {
                let (place, id) = match at {
                    Spot::Station(station) => (station.name(), station.word()),
                    Spot::Space => ("space", "space"),
                };
                Line::new(format!("{who} shows {figure} at {place}."), rule!("SA-3.13"))
                    .about(figure.id())
                    .about(id)
            }
            Plan::Ping { who, station } => {
                Line::new(format!("{who} points at {}.", station.name()), rule!("SA-3.13"))
                    .about(station.word())
            }
            Plan::Mark { who, at: Some(at) } => {
                Line::new(format!("{who} marks {at}."), rule!("SA-3.35")).about(at.id())
            }
            Plan::Mark { who, at: None } => {
                Line::new(format!("{who} takes the marker away."), rule!("SA-3.35"))
            }
            Plan::Says { who, program, news, hand } => {
                let text = format!("{who}: “{}”", saying::phrase(program, news, hand));
                saying::stations(program, news)
                    .fold(Line::new(text, rule!("SA-3.36")), |line, at| line.about(at.word()))
            }
        }
    }
}

impl Event {
    /// The sentence with its rule.
    pub fn line(&self) -> Line {
        match self {
            Event::Plan(plan) => plan.line(),
            Event::Ship(happening) => happening.line(),
            Event::Revealed { turn, cards } => {
                let list: Vec<String> = cards.iter().map(|(who, act)| format!("{who} {act}")).collect();
                let text = if list.is_empty() {
                    format!("Nobody has a card on turn {turn}.")
                } else {
                    format!("The cards of turn {turn}: {}.", list.join(", "))
                };
                Line::new(text, rule!("SA-5.1"))
            }
            Event::Logged(line) => {
                let level = |l: Level| l.logged();
                let head =
                    format!("{} (levels {}, {})", line.script, level(line.common), level(line.serious));
                let text = match (&line.score, line.lost_to) {
                    (Some(score), _) => {
                        let total = line.total.map_or(String::new(), |n| format!("; total {n}"));
                        let penalty = line.penalty.map_or(String::new(), |n| format!(", penalty {n}"));
                        format!(
                            "Log: {head}: survived {}, destroyed {}{penalty}, visual confirmation {}{total}.",
                            score.survived, score.destroyed, score.visual
                        )
                    }
                    (None, Some(threat)) => format!("Log: {head}: lost to {}.", threat.card().name),
                    (None, None) => format!("Log: {head}: lost."),
                };
                Line::new(text, rule!("SA-11.7"))
            }
            Event::Proposes { who, levels } => {
                let text = format!(
                    "{who} proposes {} common and {} serious threats.",
                    levels.common.word(),
                    levels.serious.word()
                );
                Line::new(text, rule!("SA-15.2"))
            }
            Event::LevelsAre(levels) => {
                let text = format!(
                    "The next mission has {} common and {} serious threats.",
                    levels.common.word(),
                    levels.serious.word()
                );
                Line::new(text, rule!("SA-15.2"))
            }
            Event::SquadAt(station) => {
                Line::new(format!("The only squad is stored at {}.", station.name()), rule!("SA-15.11"))
            }
            Event::WantsToGoOn { who, yes } => {
                let what = if *yes { "go on" } else { "stop" };
                Line::new(format!("{who} wants to {what}."), rule!("SA-15.2"))
            }
            Event::Recovers(who) => Line::new(format!("{who} recovers."), rule!("SA-15.5")),
            Event::RepairsTile { who, zone, tile } => {
                Line::new(format!("{who} repairs the {zone} {}.", tile.part(*zone)), rule!("SA-15.5"))
            }
            Event::RepairsSquad(who) => {
                Line::new(format!("{who} repairs a battlebot squad."), rule!("SA-15.5"))
            }
            Event::RepairsNothing(who) => Line::new(format!("{who} repairs nothing."), rule!("SA-15.5")),
        }
    }
}
