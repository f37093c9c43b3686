#![doc = include_str!("../../../../docs/situations/space-alert.md")]

mod plan;
pub(crate) mod spell;
mod voyage;

use crate::questions::{Action, Asked};
use crate::state::{Campaign, Flight, SpaceAlert, Stage};
use crate::{Berth, Level, Levels, Pace, Play, Setup};
use crate::{Carried, Lesson, Mission, Place, Slot, TURNS, Threat, ThreatId, Tile, Voyage, data::data};
use klaxon_core::{Game, Seat, Situation};

impl Situation for SpaceAlert {
    fn given(clauses: &[&str]) -> Result<SpaceAlert, String> {
        if let Some(script) = find(clauses, "planning") {
            return plan::given(&read_setup(clauses, Play::Script(script.to_string()))?, clauses);
        }
        let script = find(clauses, "script").unwrap_or("S2-1").to_string();
        let mut campaign = Campaign { mission: 1, carried: Carried::default(), threats: 0, visual: 0 };
        let play = match find(clauses, "campaign").map(|c| c.split_whitespace().collect::<Vec<_>>()) {
            None => Play::Script(script.clone()),
            Some(words) => {
                let [mission, threats, visual] = words[..] else {
                    return Err("`campaign` has the mission, threat points and visual points so far".into());
                };
                campaign.mission = number(mission)?;
                (campaign.threats, campaign.visual) = (number(threats)?, number(visual)?);
                Play::Campaign
            }
        };
        let setup = read_setup(clauses, play)?;
        let voyage = voyage::read(&setup, clauses)?;
        let levels = setup.levels;
        let asking = match find(clauses, "turn").map(|t| t.split_whitespace().collect::<Vec<_>>()) {
            Some(words) if words.last() == Some(&"asked") => {
                let crate::Step::Actions { next } = voyage.step else {
                    return Err("only in the player actions step is somebody asked".into());
                };
                Some(next)
            }
            Some(_) | None => None,
        };
        let auto = clauses.iter().any(|c| c.trim() == "auto");
        let stage = Stage::Flight(Box::new(Flight { script, levels, voyage, auto, asking }));
        let game = SpaceAlert { setup, stage, campaign, log: Vec::new() };
        game.audit()?;
        Ok(game)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        let Stage::Flight(flight) = &self.stage else { return None };
        let mut list = self.setup_clauses();
        match self.setup.play {
            Play::Script(_) => {}
            Play::Campaign => {
                let c = &self.campaign;
                list.push(format!("campaign {} {} {}", c.mission, c.threats, c.visual));
            }
            // Nobody knows which script it is.
            Play::Random | Play::Generated => return None,
        }
        list.push(format!("script {}", flight.script));
        list.extend(voyage::print(&flight.voyage, flight.asking.is_some()));
        if flight.auto {
            list.push("auto".into());
        }
        Some(list)
    }

    fn seat(name: &str) -> Option<Seat> {
        match name.trim().parse::<u8>() {
            Ok(n @ 1..=5) => Some(Seat(n - 1)),
            Ok(_) | Err(_) => None,
        }
    }

    fn seat_word(seat: Seat) -> String {
        (seat.0 + 1).to_string()
    }

    fn face(_word: &str) -> Option<u32> {
        // No dice are rolled in Space Alert.
        None
    }

    fn action(&self, seat: Seat, words: &str) -> Result<Action, String> {
        Action::read(Asked::of(self, seat), words)
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        let words: Vec<&str> = clause.split_whitespace().collect();
        if let [key @ ("crew" | "levels" | "officers" | "options" | "script" | "campaign"), ..] =
            words.as_slice()
        {
            let mut facts = self.setup_clauses();
            let c = &self.campaign;
            facts.push(format!("campaign {} {} {}", c.mission, c.threats, c.visual));
            if let Stage::Flight(flight) = &self.stage {
                facts.push(format!("script {}", flight.script));
            }
            let fact = facts.iter().find(|f| f.split_whitespace().next() == Some(key));
            return same(clause, fact.map_or("", String::as_str));
        }
        match words.as_slice() {
            ["stage", name] => return same(name, self.stage_name()),
            ["auto"] => {
                let auto = matches!(&self.stage, Stage::Flight(flight) if flight.auto);
                return if auto { Ok(()) } else { Err("it waits for its captain".into()) };
            }
            ["score", points] => {
                let score = self.outcome().and_then(|o| o.score);
                return same(points, &score.map_or("none".into(), |n| n.to_string()));
            }
            _ => {}
        }
        match &self.stage {
            Stage::Planning(plan) => plan::holds(self, plan, &words),
            Stage::Flight(_) | Stage::GoOn { .. } | Stage::Over { .. } => {
                let voyage = self.voyage().expect("there is one");
                let asked = matches!(&self.stage, Stage::Flight(flight) if flight.asking.is_some());
                voyage::holds(voyage, asked, &words)
            }
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::Repairs(_) => {
                let carried = &self.campaign.carried;
                match words.as_slice() {
                    ["damage", zone, ..] => {
                        let zone = crate::Zone::parse(zone).ok_or("which zone?")?;
                        same(&words.join(" "), &voyage::damage(zone, carried.tiles[zone.index()]))
                    }
                    ["mission", n] => same(n, &self.campaign.mission.to_string()),
                    _ => Err(format!("between missions `{clause}` says nothing")),
                }
            }
        }
    }
}

/// Equal, or what is there instead.
fn same(wanted: &str, there: &str) -> Result<(), String> {
    if wanted == there { Ok(()) } else { Err(format!("it is `{there}`")) }
}

/// What follows a keyword.
fn find<'a>(clauses: &[&'a str], key: &str) -> Option<&'a str> {
    clauses.iter().find_map(|c| match c.trim().split_once(char::is_whitespace) {
        Some((word, rest)) if word == key => Some(rest.trim()),
        Some(_) | None => None,
    })
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

/// A crew member or seat counted from 1.
fn place(word: &str) -> Result<usize, String> {
    usize::from(number::<u8>(word)?).checked_sub(1).ok_or_else(|| "crew members count from 1".into())
}

fn read_setup(clauses: &[&str], play: Play) -> Result<Setup, String> {
    let crew: Vec<Berth> = match find(clauses, "crew") {
        None => (0..4).map(|i| Berth::Person(Seat(i))).collect(),
        Some(words) => words
            .split_whitespace()
            .map(|w| match w.strip_prefix('a') {
                Some(keeper) => Ok(Berth::Android(Seat(place(keeper)? as u8))),
                None => Ok(Berth::Person(Seat(place(w)? as u8))),
            })
            .collect::<Result<_, String>>()?,
    };
    let people = crew.iter().filter(|b| !b.is_android()).count().max(1) as u8;
    let mut setup = Setup {
        play,
        levels: Levels { common: Level::White, serious: Level::White },
        crew,
        communications: Seat(1 % people),
        security: Seat(2 % people),
        trips: false,
        clock: false,
        pause: false,
        pace: Pace::Normal,
        tracks: [None; 4],
    };
    for clause in clauses {
        let words: Vec<&str> = clause.split_whitespace().collect();
        match words.as_slice() {
            ["levels", common, serious] => {
                let level = |w: &str| Level::parse(w).ok_or_else(|| format!("`{w}` is no level"));
                setup.levels = Levels { common: level(common)?, serious: level(serious)? };
            }
            ["officers", a, b] => {
                (setup.communications, setup.security) = (Seat(place(a)? as u8), Seat(place(b)? as u8));
            }
            ["options", list @ ..] => {
                for option in list {
                    match *option {
                        "trips" => setup.trips = true,
                        "clock" => setup.clock = true,
                        "pause" => setup.pause = true,
                        "none" => {}
                        other => match (Pace::parse(other), chosen_track(other)) {
                            (Some(pace), _) => setup.pace = pace,
                            (None, Some((place, track))) => setup.tracks[place.index()] = Some(track),
                            (None, None) => {
                                return Err(format!(
                                    "`{other}` is not one of trips, clock, pause, slow, fast, drill, red=T1"
                                ));
                            }
                        },
                    }
                }
            }
            _ => {}
        }
    }
    setup.check().map_err(|r| r.to_string())?;
    Ok(setup)
}

impl SpaceAlert {
    fn setup_clauses(&self) -> Vec<String> {
        let setup = &self.setup;
        let crew: Vec<String> = setup
            .crew
            .iter()
            .map(|b| match b {
                Berth::Person(seat) => format!("{}", seat.0 + 1),
                Berth::Android(seat) => format!("a{}", seat.0 + 1),
            })
            .collect();
        let paced = setup.pace != Pace::Normal;
        let known = [
            ("trips", setup.trips),
            ("clock", setup.clock),
            ("pause", setup.pause),
            (setup.pace.word(), paced),
        ];
        let mut options: Vec<String> =
            known.into_iter().filter(|(_, on)| *on).map(|(word, _)| word.to_owned()).collect();
        for (place, track) in Place::ALL.into_iter().zip(setup.tracks) {
            options.extend(track.map(|track| format!("{}=T{}", place.word(), track + 1)));
        }
        vec![
            format!("crew {}", crew.join(" ")),
            format!("levels {} {}", setup.levels.common.word(), setup.levels.serious.word()),
            format!("officers {} {}", setup.communications.0 + 1, setup.security.0 + 1),
            format!("options {}", if options.is_empty() { "none".into() } else { options.join(" ") }),
        ]
    }

    fn stage_name(&self) -> &'static str {
        match &self.stage {
            Stage::Levels { .. } => "levels",
            Stage::OnlySquad { .. } => "only-squad",
            Stage::Planning(_) => "planning",
            Stage::Flight(_) => "flight",
            Stage::GoOn { .. } => "go-on",
            Stage::Repairs(_) => "repairs",
            Stage::Over { .. } => "over",
        }
    }
}

/// A mission with nothing in it but a crew, for positions.
fn bare_mission(setup: &Setup, lesson: Lesson) -> Mission {
    Mission {
        lesson,
        tracks: [0, 1, 2, 3],
        threats: Vec::new(),
        crew: vec![[Slot::EMPTY; TURNS]; setup.crew.len()],
        androids: setup.crew.iter().map(|b| b.is_android()).collect(),
        stacks: [0, 1, 2].map(|_| Tile::ALL.to_vec()),
        carried: Carried::default(),
    }
}

/// A trajectory by id, counted from 0.
pub(crate) fn track_number(word: &str) -> Option<u8> {
    let bare = word.trim().trim_start_matches(['T', 't']);
    let n: usize = bare.parse().ok()?;
    (1..=data().trajectories.len()).contains(&n).then(|| n as u8 - 1)
}

/// A trajectory that the table chose, such as `red=T3`.
fn chosen_track(word: &str) -> Option<(Place, u8)> {
    let (place, track) = word.split_once('=')?;
    Some((place_word(place)?, track_number(track)?))
}

/// A trajectory by place word.
pub(crate) fn place_word(word: &str) -> Option<Place> {
    match word.trim().to_ascii_lowercase().as_str() {
        "internal" | "inside" | "i" => Some(Place::Internal),
        other => crate::Zone::parse(other).map(Place::from),
    }
}

/// `T+3`, `t3` or `3`.
pub(crate) fn turn_word(word: &str) -> Option<u8> {
    word.trim().trim_start_matches(['T', 't']).trim_start_matches('+').parse().ok()
}

/// A threat that waits.
fn waiting(card: &str, turn: &str, place: &str) -> Result<Threat, String> {
    let id = ThreatId::parse(card).ok_or_else(|| format!("no threat is called `{card}`"))?;
    let turn = turn_word(turn).ok_or_else(|| format!("`{turn}` is not a number such as T+3"))?;
    let place = place_word(place).ok_or_else(|| format!("`{place}` is not red, white, blue or internal"))?;
    if (place == Place::Internal) != id.card().internal {
        return Err(format!("{id} does not belong on that trajectory"));
    }
    Ok(Threat::waiting(id, turn, place))
}

/// The whole voyage as it would begin.
fn begin(setup: &Setup, lesson: Lesson) -> Voyage {
    Voyage::begin(&bare_mission(setup, lesson))
}
