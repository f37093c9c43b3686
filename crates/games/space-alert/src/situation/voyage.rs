//! Positions of the Resolution Round, read and printed.

use super::{begin, find, number, place, same, track_number, waiting};
use crate::{
    Act, Lesson, Loss, Setup, Slot, Squad, SquadPlace, Stack, Station, Stations, Status, Step, THREATS,
    Threat, ThreatId, Tile, Tiles, Voyage, Zone, data::data,
};

/// Reads a position.
pub(crate) fn read(setup: &Setup, clauses: &[&str]) -> Result<Voyage, String> {
    let lesson = match find(clauses, "lesson") {
        Some(word) => Lesson::parse(word).ok_or_else(|| format!("`{word}` is no level of training"))?,
        None => Lesson::Mission,
    };
    let mut v = begin(setup, lesson);
    if let Some(words) = find(clauses, "tracks") {
        let list: Vec<u8> = words
            .split_whitespace()
            .map(|w| track_number(w).ok_or_else(|| format!("`{w}` is not one of T1 to T7")))
            .collect::<Result<_, _>>()?;
        v.tracks = list.try_into().map_err(|_| "four trajectories: red, white, blue, internal")?;
    }
    // The ship comes before the threats, for the Warheads count its rockets.
    let mut rest = Vec::new();
    for clause in clauses {
        let words: Vec<&str> = clause.split_whitespace().collect();
        if !read_ship(&mut v, &words).map_err(|why| format!("`{clause}`: {why}"))? {
            rest.push((clause, words));
        }
    }
    for (clause, words) in rest {
        read_rest(&mut v, &words).map_err(|why| format!("`{clause}`: {why}"))?;
    }
    // Stacks that are not given hold what does not lie on the ship.
    for zone in Zone::ALL {
        let given = clauses.iter().any(|c| {
            let words: Vec<&str> = c.split_whitespace().collect();
            matches!(words.as_slice(), ["stack", z, ..] if Zone::parse(z) == Some(zone))
        });
        if !given {
            let lying = v.ship.tiles[zone.index()];
            let rest: Vec<Tile> = Tile::ALL.into_iter().filter(|&t| !lying.has(t)).collect();
            v.ship.stacks[zone.index()] = Stack::of(&rest);
        }
    }
    check(&v)?;
    Ok(v)
}

/// More of anything is in no box, and would only break sums.
const MOST: u8 = 30;

/// Can a ship and its threats be like that?
fn check(v: &Voyage) -> Result<(), String> {
    let ship = &v.ship;
    let counts = ship.shield.iter().chain(&ship.reactor).chain(&ship.visual);
    if counts.chain([&ship.interceptors, &ship.at_window]).any(|n| *n > MOST) {
        return Err(format!("a ship has at most {MOST} of anything"));
    }
    for t in v.threats() {
        let counts = [t.turn, t.hp, t.blocks, t.speed, t.passes, t.aura_attack, t.aura_shield, t.together];
        if counts.iter().any(|n| *n > MOST) || !(-10..=MOST as i8).contains(&t.shield) {
            return Err(format!("a threat has at most {MOST} of anything"));
        }
    }
    Ok(())
}

fn triple(words: &[&str]) -> Result<[u8; 3], String> {
    match words {
        [r, w, b] => Ok([number(r)?, number(w)?, number(b)?]),
        _ => Err("three numbers: red, white, blue".into()),
    }
}

fn zone(word: &str) -> Result<Zone, String> {
    Zone::parse(word).ok_or_else(|| format!("`{word}` is not red, white or blue"))
}

fn station(word: &str) -> Result<Station, String> {
    Station::parse(word).ok_or_else(|| format!("`{word}` is no station"))
}

fn tiles(words: &[&str]) -> Result<Vec<Tile>, String> {
    let one = |w: &&str| Tile::parse(w).ok_or_else(|| format!("`{w}` is no damage tile"));
    words.iter().filter(|w| **w != "-").map(one).collect()
}

/// Reads a clause about the ship; false if it is about something else.
fn read_ship(v: &mut Voyage, words: &[&str]) -> Result<bool, String> {
    let ship = &mut v.ship;
    match words {
        ["shields", list @ ..] => ship.shield = triple(list)?,
        ["reactors", list @ ..] => ship.reactor = triple(list)?,
        ["shield", z, n] => ship.shield[zone(z)?.index()] = number(n)?,
        ["reactor", z, n] => ship.reactor[zone(z)?.index()] = number(n)?,
        ["fuel", n] => ship.fuel = number(n)?,
        ["rockets", n] => ship.rockets = number(n)?,
        ["rocket-track", list @ ..] => {
            for n in list {
                *ship.rocket_track.get_mut(place(n)?).ok_or("the rocket track has two spaces")? = true;
            }
        }
        ["damage", z, list @ ..] => ship.tiles[zone(z)?.index()] = tiles(list)?.into_iter().collect(),
        ["stack", z, list @ ..] => {
            let list = tiles(list)?;
            if list.len() > 6 {
                return Err("a zone has six tiles".into());
            }
            ship.stacks[zone(z)?.index()] = Stack::of(&list);
        }
        ["old-structural", list @ ..] => {
            for z in list {
                ship.old_structural[zone(z)?.index()] = true;
            }
        }
        ["squad", n, rest @ ..] => {
            let squad = ship.squads.get_mut(place(n)?).ok_or("there are two squads")?;
            let (at, disabled) = match rest {
                [at @ .., "disabled"] => (at, true),
                at => (at, false),
            };
            let place = match at {
                ["stored", at] => SquadPlace::Stored(station(at)?),
                ["led", who] => SquadPlace::Led(place(who)? as u8),
                ["left-out"] => SquadPlace::LeftOut,
                _ => return Err("stored, led or left-out?".into()),
            };
            *squad = Squad { place, disabled };
        }
        ["fired", list @ ..] => {
            for w in list {
                let heroic = w.ends_with('+');
                ship.fired[station(w.trim_end_matches('+'))?.index()] = 1 + u8::from(heroic);
            }
        }
        ["interceptors", n] => ship.interceptors = number(n)?,
        ["lifts", list @ ..] => {
            for z in list {
                ship.lift_used[zone(z)?.index()] = true;
            }
        }
        ["maintained", list @ ..] => {
            for n in list {
                *ship.maintained.get_mut(place(n)?).ok_or("three phases")? = true;
            }
        }
        ["window", n] => ship.at_window = number(n)?,
        ["visual", list @ ..] => ship.visual = triple(list)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn read_rest(v: &mut Voyage, words: &[&str]) -> Result<(), String> {
    let crew = usize::from(v.crew_size);
    let member = |w: &str| match place(w)? {
        i if i < crew => Ok(i),
        _ => Err(format!("there is no crew member {w}")),
    };
    match words {
        ["turn", n, rest @ ..] => {
            v.turn = number(n)?;
            if v.turn < 1 || v.turn > v.lesson.last_turn() + 1 {
                return Err("there is no such turn".into());
            }
            v.step = match rest {
                [] | ["appear"] => Step::Appear,
                ["actions"] => Step::Actions { next: 0 },
                ["actions", next] | ["actions", next, "asked"] => Step::Actions { next: member(next)? as u8 },
                ["damage"] => Step::Damage,
                ["threats"] => Step::Threats,
                ["computer"] => Step::Computer,
                ["rockets"] => Step::Rockets,
                ["return"] => Step::Return,
                _ => return Err("which step?".into()),
            };
        }
        ["member", n, at, rest @ ..] => {
            let i = member(n)?;
            if *at == "space" {
                v.crew[i].in_space = true;
                v.crew[i].at = Station::UR;
                v.ship.space = Some(i as u8);
            } else {
                v.crew[i].at = station(at)?;
            }
            match rest {
                [] => {}
                ["out"] => v.crew[i].out = true,
                _ => return Err("only `out` may follow".into()),
            }
        }
        ["program", n, list @ ..] => {
            let i = member(n)?;
            if list.len() > usize::from(v.lesson.last_turn()) {
                return Err(format!("at most {} cards", v.lesson.last_turn()));
            }
            for (t, w) in list.iter().enumerate() {
                v.program[i][t] = slot(w)?;
            }
        }
        ["threat", card, turn, track, rest @ ..] => {
            if v.threats().len() >= THREATS {
                return Err(format!("a mission has at most {THREATS} threats"));
            }
            let mut threat = waiting(card, turn, track)?;
            read_threat(v, &mut threat, rest)?;
            v.add_threat(threat);
        }
        ["lost", turn, card, number_word, z] => {
            let threat = ThreatId::parse(card).ok_or("which threat?")?;
            let zone = if *z == "-" { None } else { Some(zone(z)?) };
            let number = super::turn_word(number_word).ok_or("which number?")?;
            v.loss = Some(Loss { turn: number_of(turn)?, threat, number, zone });
        }
        // Read before.
        ["crew" | "options" | "campaign" | "tracks" | "lesson", ..]
        | ["levels" | "officers", _, _]
        | ["script", _]
        | ["auto"] => {}
        _ => return Err("this is no clause of Space Alert".into()),
    }
    Ok(())
}

fn number_of(word: &str) -> Result<u8, String> {
    number(word)
}

fn slot(word: &str) -> Result<Slot, String> {
    let shown = word.ends_with('!');
    let bare = word.trim_end_matches('!');
    let (up, under) = bare.split_once('/').unwrap_or((bare, "."));
    let act = |w: &str| Act::parse(w).ok_or_else(|| format!("`{w}` is no symbol"));
    Ok(Slot { up: act(up)?, under: act(under)?, shown })
}

fn slot_word(slot: Slot) -> String {
    let under = if slot.under == Act::Empty { String::new() } else { format!("/{}", slot.under) };
    let shown = if slot.shown { "!" } else { "" };
    format!("{}{under}{shown}", slot.up)
}

const STATUS: [(&str, Status); 4] = [
    ("waiting", Status::Waiting),
    ("on-track", Status::OnTrack),
    ("destroyed", Status::Destroyed),
    ("survived", Status::Survived),
];

fn read_threat(v: &Voyage, threat: &mut Threat, words: &[&str]) -> Result<(), String> {
    let mut words = words.iter();
    let status = words.next().ok_or("waiting, on-track, destroyed or survived?")?;
    threat.status = STATUS.iter().find(|(w, _)| w == status).map(|(_, s)| *s).ok_or("which status?")?;
    *threat = on_appearing(v, *threat);
    while let Some(key) = words.next() {
        match *key {
            "seen" => threat.revealed = true,
            "hidden" => threat.revealed = false,
            key => {
                let value = *words.next().ok_or_else(|| format!("`{key}` has no value"))?;
                match key {
                    "square" => threat.square = number(value)?,
                    "blocks" => threat.blocks = number(value)?,
                    "hp" => threat.hp = number(value)?,
                    "speed" => threat.speed = number(value)?,
                    "shield" => threat.shield = number(value)?,
                    "cryo" => threat.cryo_down = one_of(value, "down", "up")?,
                    "fights" => threat.fights_back = one_of(value, "yes", "no")?,
                    "passes" => threat.passes = number(value)?,
                    "lends-attack" => threat.aura_attack = number(value)?,
                    "lends-shield" => threat.aura_shield = number(value)?,
                    "doubles" => {
                        threat.doubles = 0;
                        for z in value.split(',').filter(|z| *z != "-") {
                            threat.doubles |= 1 << zone(z)?.index();
                        }
                    }
                    "at" => threat.tokens = stations(value)?,
                    "repaired" => threat.repaired_at = stations(value)?,
                    "together" => threat.together = number(value)?,
                    other => return Err(format!("`{other}` says nothing of a threat")),
                }
            }
        }
    }
    Ok(())
}

/// Is it the first of two words?
fn one_of(word: &str, yes: &str, no: &str) -> Result<bool, String> {
    if word == yes || word == no { Ok(word == yes) } else { Err(format!("`{word}` is not {yes} or {no}")) }
}

fn stations(list: &str) -> Result<Stations, String> {
    list.split(',').filter(|w| *w != "-").map(station).collect()
}

fn list<T>(items: impl Iterator<Item = T>, word: impl Fn(T) -> &'static str) -> String {
    let words: Vec<&str> = items.map(word).collect();
    if words.is_empty() { "-".into() } else { words.join(",") }
}

/// What a threat of this status is like unless the clause says otherwise.
fn on_appearing(v: &Voyage, threat: Threat) -> Threat {
    let mut usual =
        Threat { status: threat.status, ..Threat::waiting(threat.card, threat.turn, threat.place) };
    if usual.status == Status::OnTrack {
        usual.square = v.track(usual.place).length;
        usual.tokens = usual.face().at;
        if usual.face().traits.hp_from_rockets {
            usual.hp = v.ship.rockets;
        }
    }
    usual
}

/// Everything that can be said of a threat after its status.
fn facts(t: &Threat) -> Vec<(&'static str, String)> {
    let zones = Zone::ALL.into_iter().filter(|z| t.doubles >> z.index() & 1 == 1);
    let yes = |b: bool, y: &str, n: &str| if b { y.to_string() } else { n.to_string() };
    vec![
        ("square", t.square.to_string()),
        ("blocks", t.blocks.to_string()),
        ("hp", t.hp.to_string()),
        ("speed", t.speed.to_string()),
        ("shield", t.shield.to_string()),
        ("sight", yes(t.revealed, "seen", "hidden")),
        ("cryo", yes(t.cryo_down, "down", "up")),
        ("fights", yes(t.fights_back, "yes", "no")),
        ("passes", t.passes.to_string()),
        ("lends-attack", t.aura_attack.to_string()),
        ("lends-shield", t.aura_shield.to_string()),
        ("doubles", list(zones, Zone::word)),
        ("at", list(t.tokens.iter(), Station::word)),
        ("repaired", list(t.repaired_at.iter(), Station::word)),
        ("together", t.together.to_string()),
    ]
}

fn threat_clause(v: &Voyage, t: &Threat) -> String {
    let status = STATUS.iter().find(|(_, s)| *s == t.status).map_or("", |(w, _)| *w);
    let mut text = format!("threat {} T+{} {} {status}", t.card, t.turn, t.place.word());
    let usual = facts(&on_appearing(v, *t));
    for ((key, value), (_, expected)) in facts(t).into_iter().zip(usual) {
        if value != expected {
            let said = if key == "sight" { value } else { format!("{key} {value}") };
            text.push(' ');
            text.push_str(&said);
        }
    }
    text
}

/// `damage red heavy lift`
pub(crate) fn damage(zone: Zone, tiles: Tiles) -> String {
    let words: Vec<&str> = tiles.iter().map(Tile::word).collect();
    format!("damage {zone} {}", if words.is_empty() { "-".into() } else { words.join(" ") })
}

fn triple_clause(key: &str, n: [u8; 3]) -> String {
    format!("{key} {} {} {}", n[0], n[1], n[2])
}

fn step_clause(v: &Voyage, asked: bool) -> String {
    let step = match v.step {
        Step::Appear => "appear".into(),
        Step::Actions { next: 0 } if !asked => "actions".into(),
        Step::Actions { next } => format!("actions {}{}", next + 1, if asked { " asked" } else { "" }),
        Step::Damage => "damage".into(),
        Step::Threats => "threats".into(),
        Step::Computer => "computer".into(),
        Step::Rockets => "rockets".into(),
        Step::Return => "return".into(),
        Step::Over => "over".into(),
    };
    format!("turn {} {step}", v.turn)
}

/// Prints a position that is not over.
pub(crate) fn print(v: &Voyage, asked: bool) -> Vec<String> {
    let ship = &v.ship;
    let tracks: Vec<&str> =
        v.tracks.iter().map(|&t| data().trajectories[usize::from(t)].id.as_str()).collect();
    let mut out = vec![
        format!("lesson {}", v.lesson.word()),
        format!("tracks {}", tracks.join(" ")),
        step_clause(v, asked),
        triple_clause("shields", ship.shield),
        triple_clause("reactors", ship.reactor),
        format!("fuel {}", ship.fuel),
        format!("rockets {}", ship.rockets),
    ];
    for zone in Zone::ALL {
        let left: Vec<&str> = ship.stacks[zone.index()].left().iter().map(|t| t.word()).collect();
        out.push(damage(zone, ship.tiles[zone.index()]));
        out.push(format!("stack {zone} {}", if left.is_empty() { "-".into() } else { left.join(" ") }));
    }
    for (i, squad) in ship.squads.iter().enumerate() {
        let at = match squad.place {
            SquadPlace::Stored(station) => format!("stored {station}"),
            SquadPlace::Led(who) => format!("led {}", who + 1),
            SquadPlace::LeftOut => "left-out".into(),
        };
        out.push(format!("squad {} {at}{}", i + 1, if squad.disabled { " disabled" } else { "" }));
    }
    out.extend(optional(v));
    for (i, member) in v.members().iter().enumerate() {
        let at = if member.in_space { "space" } else { member.at.word() };
        out.push(format!("member {} {at}{}", i + 1, if member.out { " out" } else { "" }));
        let last = usize::from(v.lesson.last_turn());
        let words: Vec<String> = v.program[i][..last].iter().map(|s| slot_word(*s)).collect();
        out.push(format!("program {} {}", i + 1, words.join(" ")));
    }
    out.extend(v.threats().iter().map(|t| threat_clause(v, t)));
    if let Some(loss) = &v.loss {
        let zone = loss.zone.map_or("-", Zone::word);
        out.push(format!("lost {} {} T+{} {zone}", loss.turn, loss.threat, loss.number));
    }
    out
}

/// What is only said when it is there.
fn optional(v: &Voyage) -> Vec<String> {
    let ship = &v.ship;
    let mut out = Vec::new();
    let mut say = |key: &str, words: Vec<String>| {
        if !words.is_empty() {
            out.push(format!("{key} {}", words.join(" ")));
        }
    };
    let zones = |which: [bool; 3]| -> Vec<String> {
        Zone::ALL.into_iter().filter(|z| which[z.index()]).map(|z| z.word().into()).collect()
    };
    let numbers = |which: &[bool]| -> Vec<String> {
        (0..which.len()).filter(|&i| which[i]).map(|i| (i + 1).to_string()).collect()
    };
    say("rocket-track", numbers(&ship.rocket_track));
    say("old-structural", zones(ship.old_structural));
    let fired = Station::ALL.into_iter().filter(|s| ship.fired[s.index()] > 0);
    say("fired", fired.map(|s| format!("{s}{}", if ship.fired[s.index()] > 1 { "+" } else { "" })).collect());
    say("interceptors", (ship.interceptors > 0).then(|| ship.interceptors.to_string()).into_iter().collect());
    say("lifts", zones(ship.lift_used));
    say("maintained", numbers(&ship.maintained));
    say("window", (ship.at_window > 0).then(|| ship.at_window.to_string()).into_iter().collect());
    if ship.visual != [0; 3] {
        say("visual", ship.visual.iter().map(ToString::to_string).collect());
    }
    out
}

/// Does a clause hold?
pub(crate) fn holds(v: &Voyage, asked: bool, words: &[&str]) -> Result<(), String> {
    let ship = &v.ship;
    let clause = words.join(" ");
    match words {
        ["shield", z, n] => same(n, &ship.shield[zone(z)?.index()].to_string()),
        ["reactor", z, n] => same(n, &ship.reactor[zone(z)?.index()].to_string()),
        ["tiles", z, n] => same(n, &ship.tiles[zone(z)?.index()].len().to_string()),
        ["damage", z, ..] => {
            // The order in which tiles are named does not matter.
            let wanted: Tiles = tiles(&words[2..])?.into_iter().collect();
            let zone = zone(z)?;
            same(&damage(zone, wanted), &damage(zone, ship.tiles[zone.index()]))
        }
        ["turn", n] => same(n, &v.turn.to_string()),
        ["turn", ..] => same(&clause, &step_clause(v, asked)),
        ["threat", card, rest @ ..] => holds_threat(v, card, rest),
        ["member", n, rest @ ..] => {
            let i = place(n)?;
            let member = v.members().get(i).ok_or("there is no such crew member")?;
            let at = if member.in_space { "space" } else { member.at.word() };
            let there = if member.out { vec![at, "out"] } else { vec![at] };
            same(&rest.join(" "), &there.join(" "))
        }
        ["program", n, list @ ..] => {
            let i = place(n)?;
            let program = v.program.get(i).ok_or("there is no such crew member")?;
            let there: Vec<String> = program.iter().map(|s| slot_word(*s)).collect();
            for (t, word) in list.iter().enumerate() {
                let (wanted, slot) = (slot(word)?, program.get(t).ok_or("twelve turns")?);
                let under = wanted.under == Act::Empty || wanted.under == slot.under;
                if wanted.up != slot.up || !under || (wanted.shown && !slot.shown) {
                    return Err(format!("the program is {}", there.join(" ")));
                }
            }
            Ok(())
        }
        ["not-lost"] => match v.loss {
            None => Ok(()),
            Some(loss) => Err(format!("lost to {} in turn {}", loss.threat, loss.turn)),
        },
        ["lost", card] => {
            let there = v.loss.map_or("not lost".into(), |l| l.threat.to_string());
            same(card, &there)
        }
        ["visual", ..] => same(&clause, &triple_clause("visual", ship.visual)),
        ["points", n] => same(n, &v.score().total().to_string()),
        ["penalty", n] => same(n, &v.score().penalty().to_string()),
        ["rocket-track", "empty"] => {
            same("false false", &format!("{} {}", ship.rocket_track[0], ship.rocket_track[1]))
        }
        [key @ ("maintained" | "lifts" | "fired" | "old-structural"), "none"] => {
            let there = print(v, asked).into_iter().find(|c| c.starts_with(key));
            same("none", there.as_deref().unwrap_or("none"))
        }
        [
            "lesson" | "tracks" | "shields" | "reactors" | "fuel" | "rockets" | "rocket-track" | "stack"
            | "squad" | "fired" | "interceptors" | "lifts" | "maintained" | "window" | "lost"
            | "old-structural",
            ..,
        ] => {
            let head = match words {
                [key @ ("stack" | "squad"), which, ..] => format!("{key} {which} "),
                [key, ..] => format!("{key} "),
                [] => String::new(),
            };
            let there = print(v, asked).into_iter().find(|c| format!("{c} ").starts_with(&head));
            same(&clause, there.as_deref().unwrap_or("not said"))
        }
        _ => Err(format!("`{clause}` is no clause of Space Alert")),
    }
}

fn holds_threat(v: &Voyage, card: &str, words: &[&str]) -> Result<(), String> {
    let id = ThreatId::parse(card).ok_or_else(|| format!("no threat is called `{card}`"))?;
    let threat = v.threats().iter().find(|t| t.card == id).ok_or("it is not in this mission")?;
    let there = threat_clause(v, threat);
    let facts = facts(threat);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let ok = match *word {
            "seen" => threat.revealed,
            "hidden" => !threat.revealed,
            w if super::place_word(w).is_some() => super::place_word(w) == Some(threat.place),
            w if w.starts_with("T+") => super::turn_word(w) == Some(threat.turn),
            w => match STATUS.iter().find(|(s, _)| *s == w) {
                Some((_, status)) => *status == threat.status,
                None => {
                    let value = words.next().ok_or_else(|| format!("`{w}` has no value"))?;
                    let fact = facts.iter().find(|(key, _)| *key == w);
                    let (_, is) = fact.ok_or_else(|| format!("`{w}` says nothing of a threat"))?;
                    is == value
                }
            },
        };
        if !ok {
            return Err(format!("it is `{there}`"));
        }
    }
    Ok(())
}
