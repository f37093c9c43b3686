//! Missions that begin in the middle: the ship, the crew and the threats as they stand.

use super::{
    Mistake,
    read::{Reader, bare, get, text_of, threat_card, words_of},
};
use crate::{
    Effect, Mark, Remedy, Scope, Squad, SquadPlace, Stack, Station, Stations, Status, Step, Threat, Tile,
    Tiles, Voyage, Zone, situation::turn_word,
};
use serde_json::{Map, Value};

impl Reader {
    /// A mission that begins in the middle.
    pub(super) fn start(&mut self, v: &mut Voyage, start: &Map<String, Value>) {
        for key in start.keys() {
            if !["turn", "step", "ship", "crew", "threats"].contains(&bare(key).as_str()) {
                self.wrong(format!("start.{key}"), "unknown: start has turn, step, ship, crew and threats");
            }
        }
        let word = get(start, &["turn"]).and_then(text_of).unwrap_or_else(|| "1".into());
        match turn_word(&word).filter(|&t| t >= 1 && t <= v.lesson.last_turn() + 1) {
            Some(turn) => v.turn = turn,
            None => self.wrong("start.turn", format!("`{word}` is not a turn of this mission")),
        }
        v.step = if v.turn > v.lesson.last_turn() { Step::Rockets } else { Step::Appear };
        if let Some(step) = get(start, &["step"]).and_then(text_of) {
            match bare(&step).as_str() {
                "appear" | "threatappears" => v.step = Step::Appear,
                "actions" | "playeractions" => v.step = Step::Actions { next: 0 },
                "damage" | "computedamage" => v.step = Step::Damage,
                "threats" | "threatactions" => v.step = Step::Threats,
                "computer" | "computermaintenancecheck" => v.step = Step::Computer,
                "rockets" | "rocketresolution" => v.step = Step::Rockets,
                _ => self.wrong(
                    "start.step",
                    format!("`{step}` is not appear, actions, damage, threats or computer"),
                ),
            }
        }
        match get(start, &["ship"]) {
            None => {}
            Some(Value::Object(ship)) => self.ship(v, ship),
            Some(_) => self.wrong("start.ship", "a table"),
        }
        match get(start, &["crew"]) {
            None => {}
            Some(Value::Array(list)) => {
                if list.len() > usize::from(v.crew_size) {
                    self.wrong("start.crew", "more members than programs");
                }
                for (i, value) in list.iter().enumerate().take(usize::from(v.crew_size)) {
                    self.member(v, i, value);
                }
            }
            Some(_) => self.wrong("start.crew", "one entry per crew member, captain first"),
        }
        match get(start, &["threats"]) {
            None => {}
            Some(Value::Array(list)) => {
                for (i, value) in list.iter().enumerate() {
                    self.threat_state(v, &format!("start.threats[{}]", i + 1), value);
                }
            }
            Some(_) => self.wrong("start.threats", "a list of { card, square, blocks }"),
        }
        let turn = v.turn;
        let appeared = v.step != Step::Appear;
        for threat in v.threats() {
            let due = threat.turn < turn || (threat.turn == turn && appeared);
            if due && threat.status == Status::Waiting {
                let text = format!("{} appeared in turn {}: say where it is now", threat.card, threat.turn);
                self.mistakes.push(Mistake::new("start.threats", text));
            }
        }
    }

    fn small(&mut self, at: &str, value: &Value, most: u8) -> Option<u8> {
        let n = text_of(value).and_then(|w| w.trim().parse::<u8>().ok()).filter(|&n| n <= most);
        if n.is_none() {
            self.wrong(at, format!("a number from 0 to {most}"));
        }
        n
    }

    /// Three numbers: a list or a table by zone.
    fn by_zone(&mut self, at: &str, value: &Value, most: u8, into: &mut [u8; 3]) {
        match value {
            Value::Array(list) if list.len() == 3 => {
                for (i, value) in list.iter().enumerate() {
                    if let Some(n) = self.small(&format!("{at}[{}]", i + 1), value, most) {
                        into[i] = n;
                    }
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    let at = format!("{at}.{key}");
                    match Zone::parse(key) {
                        Some(zone) => {
                            if let Some(n) = self.small(&at, value, most) {
                                into[zone.index()] = n;
                            }
                        }
                        None => self.wrong(at, "zones are red, white and blue"),
                    }
                }
            }
            _ => self.wrong(at, "three numbers: red, white, blue"),
        }
    }

    fn ship(&mut self, v: &mut Voyage, ship: &Map<String, Value>) {
        for (key, value) in ship {
            let at = format!("start.ship.{key}");
            match bare(key).as_str() {
                "shields" | "shield" => self.by_zone(&at, value, 9, &mut v.ship.shield),
                "reactors" | "reactor" => self.by_zone(&at, value, 9, &mut v.ship.reactor),
                "fuel" => v.ship.fuel = self.small(&at, value, 3).unwrap_or(0),
                "rockets" => v.ship.rockets = self.small(&at, value, 3).unwrap_or(0),
                "rockettrack" => match words_of(value) {
                    Some(words) if words.iter().all(|w| w == "1" || w == "2") => {
                        v.ship.rocket_track =
                            [words.iter().any(|w| w == "1"), words.iter().any(|w| w == "2")];
                    }
                    Some(_) | None => self.wrong(at, "a list of the occupied squares 1 and 2"),
                },
                "damage" | "tiles" => match value {
                    Value::Object(zones) => {
                        for (key, value) in zones {
                            let at = format!("{at}.{key}");
                            let Some(zone) = Zone::parse(key) else {
                                self.wrong(at, "zones are red, white and blue");
                                continue;
                            };
                            if let Some(list) = self.tile_list(&at, value) {
                                let z = zone.index();
                                v.ship.tiles[z] = list.into_iter().collect::<Tiles>();
                                let lying = v.ship.tiles[z];
                                // What lies on the ship is not in the stack any more.
                                let left = v.ship.stacks[z].left().iter().copied().filter(|t| !lying.has(*t));
                                let left: Vec<Tile> = left.collect();
                                v.ship.stacks[z] = Stack::of(&left);
                            }
                        }
                    }
                    _ => self.wrong(at, "damage = { red = [\"heavy\"], … }"),
                },
                "computer" | "maintained" => match words_of(value) {
                    Some(words) if words.iter().all(|w| ["1", "2", "3"].contains(&w.as_str())) => {
                        for w in words {
                            v.ship.maintained[usize::from(w.as_bytes()[0] - b'1')] = true;
                        }
                    }
                    Some(_) | None => self.wrong(at, "a list of the phases in which the computer was served"),
                },
                "visual" => self.by_phase(&at, value, &mut v.ship.visual),
                "storage" | "squads" => self.wrong(at, "say of each crew member which squad it leads"),
                _ => {
                    let text =
                        "unknown: shields, reactors, fuel, rockets, rocket_track, damage, computer, visual";
                    self.wrong(at, text);
                }
            }
        }
    }

    fn by_phase(&mut self, at: &str, value: &Value, into: &mut [u8; 3]) {
        let Value::Array(list) = value else {
            return self.wrong(at, "crew members at the window in the best turn of each phase");
        };
        for (i, value) in list.iter().enumerate().take(3) {
            if let Some(n) = self.small(&format!("{at}[{}]", i + 1), value, 5) {
                into[i] = n;
            }
        }
    }

    /// `{ at = "UR", knocked_out = true, squad = "UB disabled" }`, or only the station.
    fn member(&mut self, v: &mut Voyage, i: usize, value: &Value) {
        let at = format!("start.crew[{}]", i + 1);
        let empty = Map::new();
        let (place, map) = match value {
            Value::Object(map) => (get(map, &["at", "station", "place"]).and_then(text_of), map),
            other => (text_of(other), &empty),
        };
        match place.as_deref() {
            None => {}
            Some(word) if bare(word) == "space" => {
                v.crew[i].in_space = true;
                v.crew[i].at = Station::UR;
                if v.ship.space.replace(i as u8).is_some() {
                    self.wrong(&at, "only one crew member can be in space");
                }
            }
            Some(word) => match Station::parse(word) {
                Some(station) => v.crew[i].at = station,
                None => {
                    self.wrong(format!("{at}.at"), format!("`{word}` is not UR, UW, UB, LR, LW, LB or space"))
                }
            },
        }
        for (key, value) in map {
            let at = format!("{at}.{key}");
            match bare(key).as_str() {
                "at" | "station" | "place" => {}
                "knockedout" | "out" => match text_of(value).as_deref() {
                    Some("true" | "yes") => v.crew[i].out = true,
                    Some("false" | "no") => {}
                    Some(_) | None => self.wrong(at, "true or false"),
                },
                "squad" | "battlebots" => self.squad(v, i, &at, value),
                _ => self.wrong(at, "unknown: at, knocked_out, squad"),
            }
        }
    }

    fn squad(&mut self, v: &mut Voyage, i: usize, at: &str, value: &Value) {
        let words = words_of(value).unwrap_or_default();
        let words: Vec<String> = words.iter().map(|w| bare(w)).collect();
        let disabled = words.iter().any(|w| w == "disabled");
        let which = words.iter().find_map(|w| match w.as_str() {
            "ub" => Some(0),
            "lr" => Some(1),
            _ => None,
        });
        let free = (0..2).find(|&s| matches!(v.ship.squads[s].place, SquadPlace::Stored(_)));
        match words.first().map(String::as_str) {
            Some("none" | "no" | "false") => {}
            Some("active" | "disabled" | "yes" | "true" | "ub" | "lr") => match which.or(free) {
                Some(s) => v.ship.squads[s] = Squad { place: SquadPlace::Led(i as u8), disabled },
                None => self.wrong(at, "there are only two squads"),
            },
            Some(_) | None => self.wrong(at, "none, active or disabled; UB or LR says which"),
        }
    }

    fn threat_state(&mut self, v: &mut Voyage, at: &str, value: &Value) {
        let Value::Object(map) = value else {
            return self.wrong(at, "a threat is { card, square, blocks }");
        };
        let Some(id) = threat_card(value) else { return self.wrong(format!("{at}.card"), "which card?") };
        let Some(k) = v.threats().iter().position(|t| t.card == id) else {
            return self
                .wrong(format!("{at}.card"), format!("{id} is not among the threats of this mission"));
        };
        let length = v.track(v.threats[k].place).length;
        let rockets = v.ship.rockets;
        let threat = &mut v.threats[k];
        threat.status = Status::OnTrack;
        threat.square = length;
        threat.tokens = threat.face().at;
        if threat.face().traits.hp_from_rockets {
            threat.hp = rockets;
        }
        // First where it stands and how it fares; from that follows what X and Y have made of it; then whatever
        // else the writer says.
        let known =
            |key: &str| ["square", "blocks", "damage", "state", "status"].contains(&bare(key).as_str());
        for (key, value) in map.iter().filter(|(key, _)| known(key)) {
            self.threat_field(&mut v.threats[k], length, &format!("{at}.{key}"), key, value);
        }
        recall(v, k);
        for (key, value) in map.iter().filter(|(key, _)| !known(key)) {
            self.threat_field(&mut v.threats[k], length, &format!("{at}.{key}"), key, value);
        }
    }

    fn threat_field(&mut self, threat: &mut Threat, length: u8, at: &str, key: &str, value: &Value) {
        let word = text_of(value).unwrap_or_default();
        let mut number = |least: i16, most: i16| {
            let n = word.trim().parse::<i16>().ok().filter(|n| (least..=most).contains(n));
            if n.is_none() {
                self.wrong(at, format!("a number from {least} to {most}"));
            }
            n
        };
        match bare(key).as_str() {
            "card" | "id" | "threat" | "name" => {}
            "square" => threat.square = number(1, i16::from(length)).unwrap_or(1) as u8,
            "blocks" | "damage" => threat.blocks = number(0, 20).unwrap_or(0) as u8,
            "hitpoints" | "hp" => threat.hp = number(0, 20).unwrap_or(1) as u8,
            "speed" => threat.speed = number(0, 9).unwrap_or(1) as u8,
            "shield" => threat.shield = number(-9, 9).unwrap_or(0) as i8,
            "passes" => threat.passes = number(0, 9).unwrap_or(0) as u8,
            "revealed" => threat.revealed = word == "true",
            "cryoshield" => threat.cryo_down = word == "false" || word == "down",
            "fightsback" => threat.fights_back = word == "true",
            "at" => {
                let words = words_of(value).unwrap_or_default();
                let list: Option<Stations> = words.iter().map(|w| Station::parse(w)).collect();
                match list {
                    Some(list) => threat.tokens = list,
                    None => self.wrong(at, "a list of stations"),
                }
            }
            "state" | "status" => match bare(&word).as_str() {
                "ontrack" => {}
                "waiting" => *threat = Threat::waiting(threat.card, threat.turn, threat.place),
                "destroyed" | "repaired" => {
                    threat.status = Status::Destroyed;
                    threat.tokens = Stations::NONE;
                }
                "survived" => threat.status = Status::Survived,
                _ => self.wrong(at, "on track, destroyed, survived or waiting"),
            },
            _ => {
                let text = "unknown: card, square, blocks, state, speed, shield, hp, at, passes, revealed, \
                            cryoshield, fights_back";
                self.wrong(at, text);
            }
        }
    }
}

/// What X and Y have made of a threat that has passed them, as far as that follows from where it stands: speed,
/// shield points, bonuses lent to others, tokens that moved. What depends on the crew (the Seeker) must be said.
fn recall(v: &mut Voyage, k: usize) {
    let track = v.track(v.threats[k].place);
    let threat = &mut v.threats[k];
    if !matches!(threat.status, Status::OnTrack | Status::Survived) {
        return;
    }
    let gone = threat.status == Status::Survived;
    let reached = if gone { 1 } else { threat.square };
    for square in (reached..track.length).rev() {
        let Some(mark) = track.marks[usize::from(square)].filter(|m| *m != Mark::Z) else { continue };
        for effect in threat.face().on(mark) {
            shaped(threat, *effect);
        }
    }
    let traits = &threat.face().traits;
    if gone && threat.face().by == Some(Remedy::Bots) && !traits.slime && !traits.lethal_entry_after_z {
        threat.tokens = Stations::NONE;
    }
}

/// What an effect leaves on the threat itself; what it does to the ship is told in the case.
fn shaped(threat: &mut Threat, effect: Effect) {
    if let Effect::Speed { change } = effect {
        threat.speed = threat.speed.saturating_add_signed(change);
    } else if let Effect::ShieldChange { by } = effect {
        threat.shield += by;
    } else if let Effect::ShieldSet { to } = effect {
        threat.shield = to;
    } else if let Effect::Reveal = effect {
        threat.revealed = true;
    } else if let Effect::StartFightingBack = effect {
        threat.fights_back = true;
    } else if let Effect::CountPass = effect {
        threat.passes += 1;
    } else if let Effect::AuraAttack { amount } = effect {
        threat.aura_attack = amount;
    } else if let Effect::AuraShield { amount } = effect {
        threat.aura_shield = amount;
    } else if let Effect::DoubleDamage { scope } = effect {
        threat.doubles |= if scope == Scope::All { 0b111 } else { 0b001 };
    } else if let Effect::Move { to, when } = effect {
        if let Some(at) = threat.tokens.first().filter(|_| when.holds(threat.blocks)) {
            threat.tokens = Stations::only(to.from(at).unwrap_or(at));
        }
    } else if let Effect::Spread { to } = effect {
        for at in threat.tokens.iter() {
            threat.tokens = to.from(at).map_or(threat.tokens, |next| threat.tokens.with(next));
        }
    }
}
