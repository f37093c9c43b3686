//! Reads a mission that somebody wrote down: generous in spelling, every mistake pointed out by its place.

use super::{Case, Mistake};
use crate::{
    Act, CREW, Carried, Lesson, Mission, Place, Slot, THREATS, TURNS, ThreatId, Tile, Voyage, Zone,
    situation::{place_word, track_number, turn_word},
};
use serde_json::{Map, Value};

/// Collects mistakes while reading.
pub(super) struct Reader {
    pub(super) mistakes: Vec<Mistake>,
    pub(super) notes: Vec<String>,
    /// Programs may be left out: they are what is looked for.
    pub(super) crew_optional: bool,
}

pub(super) fn case(text: &str) -> Result<Case, Vec<Mistake>> {
    let value = parse(text).map_err(|mistake| vec![mistake])?;
    let mut reader = Reader { mistakes: Vec::new(), notes: Vec::new(), crew_optional: false };
    let case = reader.case(&value);
    match case {
        Some(case) if reader.mistakes.is_empty() => Ok(case),
        Some(_) | None => Err(reader.mistakes),
    }
}

/// TOML, or JSON if it begins with a brace.
pub(super) fn parse(text: &str) -> Result<Map<String, Value>, Mistake> {
    let value: Value = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).map_err(|e| {
            Mistake::new(
                format!("line {}, column {}", e.line(), e.column()),
                format!("this is not JSON: {e}"),
            )
        })?
    } else {
        toml::from_str(text).map_err(|e| {
            let at = e.span().map_or(0, |span| span.start);
            let line = text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
            Mistake::new(format!("line {line}"), format!("this is not TOML: {}", e.message()))
        })?
    };
    match value {
        Value::Object(map) => Ok(map),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(Mistake::new("", "a mission has tracks, threats, crew and tiles"))
        }
    }
}

/// A key without case, blanks, dashes and underscores.
pub(super) fn bare(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

pub(super) fn get<'a>(map: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    map.iter().find(|(key, _)| names.contains(&bare(key).as_str())).map(|(_, value)| value)
}

/// A scalar as text.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        Value::Bool(b) => Some(b.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A list of words: an array of scalars, or one string parted by blanks or commas.
pub(super) fn words_of(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(items) => {
            items.iter().map(|v| if v.is_null() { Some(".".into()) } else { text_of(v) }).collect()
        }
        Value::String(s) => {
            Some(s.split([' ', ',', '\t', '\n', '|']).filter(|w| !w.is_empty()).map(Into::into).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

const TRACKS: [&str; 4] = ["tracks", "track", "trajectories", "boards"];
pub(super) const CREWS: [&str; 4] = ["crew", "programs", "players", "program"];
const TILES: [&str; 4] = ["tiles", "stacks", "stack", "damagestack"];
pub(super) const HANDS: [&str; 3] = ["hands", "hand", "cards"];
pub(super) const MEMBERS: [&str; 3] = ["members", "crewsize", "size"];
/// What a threat says: card, turn, zone.
const THREAT_KEYS: [&[&str]; 3] = [
    &["card", "id", "threat", "name"],
    &["turn", "time", "t", "number"],
    &["zone", "place", "track", "trajectory"],
];

impl Reader {
    pub(super) fn wrong(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.mistakes.push(Mistake::new(place, text));
    }

    pub(super) fn case(&mut self, map: &Map<String, Value>) -> Option<Case> {
        let known = [
            &TRACKS[..],
            &CREWS,
            &TILES,
            &HANDS,
            &MEMBERS,
            &["threats", "lesson", "start", "trips", "name", "title", "comment"],
        ];
        for key in map.keys() {
            if !known.iter().any(|names| names.contains(&bare(key).as_str())) {
                let text =
                    "unknown: a mission has tracks, threats, crew, tiles, and maybe lesson, trips, start";
                self.wrong(key, text);
            }
        }
        let lesson = self.lesson(map);
        let tracks = self.tracks(map);
        let threats = self.threats(map, lesson);
        let crew = self.crew(map, lesson);
        let stacks = self.stacks(map);
        let trips = self.trips(map, crew.as_ref().map_or(0, Vec::len), lesson);
        let mission = Mission {
            lesson,
            tracks: tracks?,
            threats: threats?,
            crew: crew?,
            androids: Vec::new(),
            stacks: stacks?,
            carried: Carried::default(),
        };
        let mut voyage = Voyage::begin(&mission);
        match get(map, &["start"]) {
            None => {}
            Some(Value::Object(start)) => self.start(&mut voyage, start),
            Some(_) => self.wrong("start", "a table with turn, ship, crew and threats"),
        }
        Some(Case { voyage, trips, notes: std::mem::take(&mut self.notes) })
    }

    fn lesson(&mut self, map: &Map<String, Value>) -> Lesson {
        let Some(value) = get(map, &["lesson"]) else { return Lesson::Mission };
        let lesson = text_of(value).and_then(|w| Lesson::parse(&w));
        if lesson.is_none() {
            self.wrong("lesson", "one of mission, advanced simulation, simulation, test run");
        }
        lesson.unwrap_or(Lesson::Mission)
    }

    fn tracks(&mut self, map: &Map<String, Value>) -> Option<[u8; 4]> {
        let Some(value) = get(map, &TRACKS) else {
            self.wrong(
                "tracks",
                "missing: tracks = { red = \"T1\", white = \"T2\", blue = \"T3\", internal = \"T4\" }",
            );
            return None;
        };
        let words: Vec<Option<String>> = match value {
            Value::Object(tracks) => {
                for key in tracks.keys() {
                    if place_word(key).is_none() {
                        self.wrong(format!("tracks.{key}"), "trajectories are red, white, blue and internal");
                    }
                }
                let of = |p: Place| tracks.iter().find(|(key, _)| place_word(key) == Some(p)).map(|(_, v)| v);
                Place::ALL.iter().map(|&p| of(p).and_then(text_of)).collect()
            }
            other => match words_of(other) {
                Some(list) => (0..4).map(|i| list.get(i).cloned()).collect(),
                None => vec![None; 4],
            },
        };
        let mut tracks = [0; 4];
        let mut laid: Vec<(u8, Place)> = Vec::new();
        let mut fine = true;
        for (place, word) in Place::ALL.into_iter().zip(words) {
            let at = format!("tracks.{}", place.word());
            match word.as_deref().map(track_number) {
                Some(Some(n)) => {
                    // SA-2.6: four different boards.
                    if let Some((_, other)) = laid.iter().find(|(board, _)| *board == n) {
                        let text = format!(
                            "T{} already lies at {}, and each trajectory board exists once",
                            n + 1,
                            other.word()
                        );
                        self.wrong(at, text);
                        fine = false;
                    }
                    laid.push((n, place));
                    tracks[place.index()] = n;
                }
                Some(None) => {
                    self.wrong(at, format!("`{}` is not one of T1 to T7", word.unwrap_or_default()));
                    fine = false;
                }
                None if place == Place::Internal => {
                    // Without internal threats nobody needs it.
                    tracks[place.index()] = 0;
                    if let Some(Value::Array(list)) = get(map, &["threats"])
                        && list.iter().any(|t| threat_card(t).is_some_and(|id| id.card().internal))
                    {
                        self.wrong(at, "missing: one of T1 to T7");
                        fine = false;
                    }
                }
                None => {
                    self.wrong(at, "missing: one of T1 to T7");
                    fine = false;
                }
            }
        }
        fine.then_some(tracks)
    }

    fn threats(&mut self, map: &Map<String, Value>, lesson: Lesson) -> Option<Vec<(ThreatId, u8, Place)>> {
        let list = match get(map, &["threats"]) {
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.wrong("threats", "a list of { card, turn, zone }");
                return None;
            }
            None => return Some(Vec::new()),
        };
        if list.len() > THREATS {
            self.wrong("threats", format!("at most {THREATS}"));
            return None;
        }
        let mut out: Vec<(ThreatId, u8, Place)> = Vec::new();
        for (i, value) in list.iter().enumerate() {
            let at = format!("threats[{}]", i + 1);
            if let Some(threat) = self.threat(&at, value, lesson) {
                if out.iter().any(|(id, _, _)| *id == threat.0) {
                    self.wrong(&at, format!("{} is there twice, and each card exists once", threat.0));
                }
                out.push(threat);
            }
        }
        (out.len() == list.len()).then_some(out)
    }

    fn threat(&mut self, at: &str, value: &Value, lesson: Lesson) -> Option<(ThreatId, u8, Place)> {
        let Value::Object(map) = value else {
            self.wrong(at, "a threat is { card = \"E1-07\", turn = 2, zone = \"red\" }");
            return None;
        };
        let word = get(map, THREAT_KEYS[0]).and_then(text_of).unwrap_or_default();
        let card = ThreatId::parse(&word);
        if card.is_none() {
            let text =
                if word.is_empty() { "missing: the card, such as E1-07".into() } else { no_threat(&word) };
            self.wrong(format!("{at}.card"), text);
        }
        for key in map.keys().filter(|key| !THREAT_KEYS.concat().contains(&bare(key).as_str())) {
            self.wrong(format!("{at}.{key}"), "unknown: a threat has card, turn and zone");
        }
        let last = lesson.last_turn();
        let word = get(map, THREAT_KEYS[1]).and_then(text_of);
        let turn = word.as_deref().and_then(turn_word).filter(|t| (1..=last).contains(t));
        if turn.is_none() {
            let text = match word {
                Some(word) => format!("`{word}` is not a turn from 1 to {last}"),
                None => format!("missing: the turn in which it appears, 1 to {last}"),
            };
            self.wrong(format!("{at}.turn"), text);
        }
        let zone = get(map, THREAT_KEYS[2]).and_then(text_of);
        let place = zone.as_deref().map(place_word);
        let place = match (card, place) {
            (_, Some(None)) => {
                self.wrong(format!("{at}.zone"), format!("`{}` is not red, white, blue or internal", zone?));
                None
            }
            (Some(id), None) if id.card().internal => Some(Place::Internal),
            (Some(_), None) => {
                self.wrong(format!("{at}.zone"), "missing: red, white or blue");
                None
            }
            (Some(id), Some(Some(place))) if id.card().internal != (place == Place::Internal) => {
                let kind = if id.card().internal { "an internal" } else { "an external" };
                self.wrong(format!("{at}.zone"), format!("{id} {} is {kind} threat", id.card().name));
                None
            }
            (_, Some(Some(place))) => Some(place),
            (None, None) => None,
        };
        Some((card?, turn?, place?))
    }

    fn crew(&mut self, map: &Map<String, Value>, lesson: Lesson) -> Option<Vec<[Slot; TURNS]>> {
        let list = match get(map, &CREWS) {
            Some(Value::Array(list)) if !list.is_empty() => list,
            Some(Value::Number(_)) | None if self.crew_optional => {
                return Some(vec![[Slot::EMPTY; TURNS]; self.members(map)?]);
            }
            Some(_) => {
                self.wrong("crew", "one program per crew member, captain first");
                return None;
            }
            None => {
                self.wrong("crew", "missing: one program per crew member, captain first");
                return None;
            }
        };
        if list.len() > CREW {
            self.wrong("crew", "at most five crew members");
            return None;
        }
        let before = self.mistakes.len();
        let mut programs = Vec::new();
        for (i, value) in list.iter().enumerate() {
            let at = format!("crew[{}]", i + 1);
            let value = match value {
                Value::Object(map) => get(map, &["program", "actions", "cards", "slots"]).unwrap_or(value),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => value,
            };
            let Some(words) = words_of(value) else {
                self.wrong(at, "a program is a list of symbols, one for each turn");
                continue;
            };
            let last = usize::from(lesson.last_turn());
            if words.len() > last {
                self.wrong(&at, format!("{} symbols, but there are only {last} turns", words.len()));
            }
            let mut slots = [Slot::EMPTY; TURNS];
            let mut heroics = 0;
            for (t, word) in words.iter().enumerate().take(last) {
                match Act::parse(word) {
                    Some(act) => {
                        slots[t] = Slot::showing(act);
                        heroics += usize::from(act.is_heroic());
                    }
                    None => {
                        let text = format!(
                            "`{word}` is not one of . RED BLUE LIFT A B C BOTS H_A H_B H_BOTS, or M: with a station (M:UR M:UW M:UB M:LR M:LW M:LB)"
                        );
                        self.wrong(format!("{at}, turn {}", t + 1), text);
                    }
                }
            }
            if heroics > 1 {
                self.notes
                    .push(format!("{at} has {heroics} heroic symbols, though everyone has one heroic card"));
            }
            programs.push(slots);
        }
        (self.mistakes.len() == before).then_some(programs)
    }

    /// How many crew members there are where no programs say it: told, or as many as there are hands, or four.
    fn members(&mut self, map: &Map<String, Value>) -> Option<usize> {
        let word = get(map, &MEMBERS).or_else(|| get(map, &CREWS)).and_then(text_of);
        let n = match (word, get(map, &HANDS)) {
            (Some(word), _) => word.trim().parse().unwrap_or(0),
            (None, Some(Value::Array(hands))) => hands.len(),
            (None, _) => 4,
        };
        if !(1..=CREW).contains(&n) {
            self.wrong("crew", "1 to 5 crew members");
            return None;
        }
        Some(n)
    }

    fn stacks(&mut self, map: &Map<String, Value>) -> Option<[Vec<Tile>; 3]> {
        let mut stacks = [Vec::new(), Vec::new(), Vec::new()];
        let mut fine = true;
        match get(map, &TILES) {
            None => {}
            Some(Value::Object(zones)) => {
                for (key, value) in zones {
                    let at = format!("tiles.{key}");
                    match Zone::parse(key) {
                        None => {
                            self.wrong(at, "zones are red, white and blue");
                            fine = false;
                        }
                        Some(zone) => match self.tile_list(&at, value) {
                            Some(list) => stacks[zone.index()] = list,
                            None => fine = false,
                        },
                    }
                }
            }
            Some(_) => {
                self.wrong("tiles", "tiles = { red = [\"heavy\", …], white = […], blue = […] }");
                fine = false;
            }
        }
        for zone in Zone::ALL {
            let stack = &mut stacks[zone.index()];
            if stack.len() < 6 {
                let n = stack.len();
                let rest: Vec<Tile> = Tile::ALL.into_iter().filter(|t| !stack.contains(t)).collect();
                stack.extend(rest);
                self.notes
                    .push(format!("the {zone} stack names {n} tiles; the others follow in printed order"));
            }
        }
        fine.then_some(stacks)
    }

    pub(super) fn tile_list(&mut self, at: &str, value: &Value) -> Option<Vec<Tile>> {
        let Some(words) = words_of(value) else {
            self.wrong(at, "a list of heavy, light, shield, reactor, lift, structural");
            return None;
        };
        let mut list = Vec::new();
        for (i, word) in words.iter().enumerate() {
            match Tile::parse(word) {
                Some(tile) if list.contains(&tile) => {
                    self.wrong(format!("{at}[{}]", i + 1), format!("{} is there twice", tile.word()));
                }
                Some(tile) => list.push(tile),
                None => {
                    let text = format!("`{word}` is not heavy, light, shield, reactor, lift or structural");
                    self.wrong(format!("{at}[{}]", i + 1), text);
                }
            }
        }
        (list.len() == words.len()).then_some(list)
    }

    fn trips(&mut self, map: &Map<String, Value>, crew: usize, lesson: Lesson) -> Vec<(usize, u8)> {
        let mut trips = Vec::new();
        let Some(value) = get(map, &["trips"]) else { return trips };
        let Value::Array(list) = value else {
            self.wrong("trips", "a list of { crew = 1, turn = 3 }");
            return trips;
        };
        for (i, value) in list.iter().enumerate() {
            let at = format!("trips[{}]", i + 1);
            let Value::Object(trip) = value else {
                self.wrong(at, "a trip is { crew = 1, turn = 3 }");
                continue;
            };
            let number = |names: &[&str]| get(trip, names).and_then(text_of).and_then(|w| turn_word(&w));
            match (number(&["crew", "member", "who"]), number(&["turn", "time"])) {
                (Some(who), Some(turn))
                    if who >= 1 && usize::from(who) <= crew && turn >= 1 && turn <= lesson.last_turn() =>
                {
                    trips.push((usize::from(who) - 1, turn));
                }
                _ => self.wrong(at, "a crew member counted from 1, captain first, and a turn"),
            }
        }
        trips
    }
}

pub(super) fn threat_card(value: &Value) -> Option<ThreatId> {
    let Value::Object(map) = value else { return None };
    get(map, THREAT_KEYS[0]).and_then(text_of).and_then(|w| ThreatId::parse(&w))
}

/// No such card; says which ones bear that name.
fn no_threat(word: &str) -> String {
    let named: Vec<String> =
        ThreatId::all().filter(|id| bare(&id.card().name) == bare(word)).map(|id| id.to_string()).collect();
    if named.is_empty() {
        format!("no threat is called `{word}`: ids are like E1-07, SE2-03, I1-05, SI2-02")
    } else {
        format!("several cards are called `{word}`: {}", named.join(", "))
    }
}
