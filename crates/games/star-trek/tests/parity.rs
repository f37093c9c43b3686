//! The page's ghosts stand where the rules put things. What its scripts repeat of the geometry, and what they say of a torpedo's
//! course, is compared with the rules over thousands of random cases: Rust writes them with its answers, Node.js runs the
//! scripts over them (`parity.mjs`). A script that differs by one mil or a tenth of a degree fails.

use klaxon_core::{Chance, Game, Seat, Seed, Situation, Tell};
use klaxon_geometry::plane::{Disk, Heading, Point, TURN, Table, heading_to, leg};
use klaxon_star_trek::{Event, Mark, StarTrek, TorpedoEnd};
use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const TORPEDO: i64 = 500;
/// The sheet's table.
const TABLE: Table = Table::new(36_000, 24_000);

/// Cases of each kind.
const CASES: usize = 6000;
const FLIGHTS: usize = 3000;
const LAUNCHES: usize = 1000;

/// Small and always the same.
struct Dice(u64);

impl Dice {
    /// From `low` to `high`, both included.
    fn roll(&mut self, low: i64, high: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (self.0 >> 11).cast_signed() % (high - low + 1)
    }

    fn point(&mut self) -> Point {
        Point::new(self.roll(0, TABLE.width), self.roll(0, TABLE.height))
    }

    fn heading(&mut self) -> Heading {
        Heading::new(self.roll(0, i64::from(TURN) - 1))
    }

    fn disk(&mut self) -> Disk {
        Disk::new(self.point(), [0, 500, 750, 1250, 2000][self.roll(0, 4) as usize])
    }
}

fn point(at: Point) -> String {
    format!("{{\"x\":{},\"y\":{}}}", at.x, at.y)
}

fn disk(of: Disk) -> String {
    format!("{{\"x\":{},\"y\":{},\"r\":{}}}", of.at.x, of.at.y, of.radius)
}

/// Sines and cosines of all headings, and random measurements.
fn geometry(dice: &mut Dice) -> String {
    let mut out = String::from("\"headings\":[");
    for tenths in 0..i64::from(TURN) {
        let heading = Heading::new(tenths);
        let _ = write!(out, "{}[{},{}]", if tenths == 0 { "" } else { "," }, heading.sin(), heading.cos());
    }
    out.push_str("],\"measures\":[");
    for i in 0..CASES {
        let (a, mut b, heading) = (dice.disk(), dice.disk(), dice.heading());
        match i % 4 {
            // Right beside each other, where touching and ranges are decided.
            0 => b.at = a.at.ahead(heading, a.radius + b.radius + dice.roll(-2, 2)),
            1 => {
                let range = dice.roll(1, 4);
                b.at = a.at.ahead(heading, a.radius + b.radius + 3250 * range + dice.roll(-2, 2));
            }
            // So near that a mil changes the direction.
            2 => b.at = Point::new(a.at.x + dice.roll(-40, 40), a.at.y + dice.roll(-40, 40)),
            _ => {}
        }
        let (radius, hops) = ([500, 1250][dice.roll(0, 1) as usize], dice.roll(1, 9) as u32);
        let to = heading_to(a.at, b.at).map_or("null".into(), |h| h.to_string());
        let _ = write!(
            out,
            "{}{{\"a\":{},\"b\":{},\"heading\":{heading},\"radius\":{radius},\"hops\":{hops},\"leg\":{},\"to\":{to},\"square\":{},\"overlaps\":{},\"contacts\":{},\"range\":{}}}",
            if i == 0 { "" } else { "," },
            disk(a),
            disk(b),
            point(leg(a.at, heading, radius, hops)),
            a.at.distance_sq(b.at),
            a.overlaps(b),
            a.contacts(b),
            a.range_to(b),
        );
    }
    out.push(']');
    out
}

/// What the rules make of a torpedo: where each hop ended, and what ended it.
#[derive(Default)]
struct Flown {
    hops: Vec<Point>,
    end: Option<String>,
}

/// Plays a decision and notes what the torpedo did.
fn play(game: &mut StarTrek, words: &str, chance: &mut Chance, flown: &mut Flown) {
    let seat = Seat(0);
    let action = game.action(seat, words).unwrap_or_else(|e| panic!("{words}: {e}"));
    game.check(seat, &action).unwrap_or_else(|e| panic!("{words}: {e}"));
    let mut tell = Tell::aloud();
    game.apply(seat, &action, chance, &mut tell);
    for told in tell.take() {
        match told.event {
            Event::TorpedoMoved { at, .. } => flown.hops.push(at),
            Event::Explodes { target: Mark::Ship(ship), .. } => flown.end = Some(format!("ship {}", ship.id)),
            Event::TorpedoGone { why: TorpedoEnd::OffTable, .. } => flown.end = Some("off".into()),
            _ => {}
        }
    }
}

fn chance(case: usize) -> Chance {
    Chance::of_step(Seed([7; 32]), case as u64)
}

/// Two ships that are near enough to be met.
fn ships(dice: &mut Dice, near: Point) -> [(Point, Heading); 2] {
    [0, 1].map(|_| {
        let at = near.ahead(dice.heading(), dice.roll(1600, 6000));
        let inside = |n: i64, side: i64| n.clamp(1300, side - 1300);
        (Point::new(inside(at.x, TABLE.width), inside(at.y, TABLE.height)), dice.heading())
    })
}

fn pieces(all: &[(Point, Heading)]) -> String {
    let one = |(i, (at, heading)): (usize, &(Point, Heading))| {
        let n = i + 1;
        format!(
            "{{\"k\":\"ship\",\"id\":{n},\"n\":\"ship {n}\",\"x\":{},\"y\":{},\"r\":1250,\"heading\":{heading},\"speed\":0}}",
            at.x, at.y
        )
    };
    all.iter().enumerate().map(one).collect::<Vec<_>>().join(",")
}

/// Two later moves straight on: each a leg of its own, from where the one before it ended (ST-12.4).
fn later(flown: &Flown, heading: Heading) -> Vec<Point> {
    let Some(mut start) = flown.hops.last().copied() else { return Vec::new() };
    let mut out = Vec::new();
    for _ in 0..2 {
        out.extend((1..=4).map(|hops| leg(start, heading, TORPEDO, hops)));
        start = *out.last().expect("four hops");
    }
    out
}

fn flight(kind: &str, plan: &str, turns: &[Heading], flown: &Flown) -> String {
    let hops = flown.hops.iter().map(|at| point(*at)).collect::<Vec<_>>().join(",");
    let last = turns.last().copied().unwrap_or_default();
    let turns = turns.iter().map(Heading::to_string).collect::<Vec<_>>().join(",");
    let on = later(flown, last).iter().map(|at| point(*at)).collect::<Vec<_>>().join(",");
    let end = flown.end.as_ref().map_or("null".into(), |e| format!("\"{e}\""));
    format!(
        "{{\"kind\":\"{kind}\",{plan},\"turns\":[{turns}],\"hops\":[{hops}],\"on\":[{on}],\"end\":{end}}}"
    )
}

/// A torpedo at the end of a phase, steered once (ST-12.4), among ships.
fn steered(dice: &mut Dice, case: usize) -> Option<String> {
    let (at, heading, turn) = (dice.point(), dice.heading(), dice.heading());
    let turn = if dice.roll(0, 2) == 0 { heading } else { turn };
    let all = ships(dice, at.ahead(turn, 2000));
    let [(one, way), (two, back)] = all;
    let clauses = [
        "stage steer".to_owned(),
        "phase 2".into(),
        format!("ship 1 ROM-S02 of p1 at {one} heading {way}"),
        format!("ship 2 FED-S01 of p2 at {two} heading {back}"),
        format!("torpedo 1 of p1 from 1 at {at} heading {heading} damage 5 movement 4 life 3"),
    ];
    let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
    // Ships on top of each other, for one, are no position.
    let mut game = StarTrek::given(&clauses).ok()?;
    let mut flown = Flown::default();
    play(&mut game, &format!("steer 1 {turn}"), &mut chance(case), &mut flown);
    let plan = format!(
        "\"pieces\":[{}],\"flight\":{{\"id\":1,\"ship\":1,\"x\":{},\"y\":{},\"r\":{TORPEDO},\"heading\":{heading},\"leg\":null,\"flown\":0,\"first\":1,\"hops\":4,\"each\":false,\"later\":2,\"movement\":4,\"life\":3,\"damage\":5}}",
        pieces(&all),
        at.x,
        at.y
    );
    Some(flight("steered", &plan, &[turn], &flown))
}

/// A torpedo from the bay, steered before every hop but the first (ST-12.3).
fn launched(dice: &mut Dice, case: usize) -> Option<String> {
    let (at, heading) = (dice.point(), dice.heading());
    let [(other, back), _] = ships(dice, at.ahead(heading, 3500));
    let clauses = [
        "phase 1".to_owned(),
        format!("ship 1 ROM-S02 of p1 at {at} heading {heading}"),
        format!("ship 2 FED-S01 of p2 at {other} heading {back}"),
        "acting 1 owes AT".into(),
    ];
    let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
    let mut game = StarTrek::given(&clauses).ok()?;
    let (mut flown, mut chance) = (Flown::default(), chance(case));
    play(&mut game, "launch", &mut chance, &mut flown);
    // The page plans from the second hop on.
    if flown.end.is_some() {
        return None;
    }
    let first = flown.hops.pop().expect("the first hop goes straight on");
    let mut turns = Vec::new();
    for _ in 0..3 {
        let turn =
            if dice.roll(0, 1) == 0 { turns.last().copied().unwrap_or(heading) } else { dice.heading() };
        turns.push(turn);
        if flown.end.is_none() {
            play(&mut game, &format!("steer 1 {turn}"), &mut chance, &mut flown);
        }
    }
    let bay = Disk::new(at, 1250).bay(heading, TORPEDO);
    let plan = format!(
        "\"pieces\":[{}],\"flight\":{{\"id\":null,\"ship\":1,\"x\":{},\"y\":{},\"r\":{TORPEDO},\"heading\":{heading},\"leg\":{},\"flown\":1,\"first\":2,\"hops\":3,\"each\":true,\"later\":3,\"movement\":4,\"life\":3,\"damage\":5}}",
        pieces(&[(at, heading), (other, back)]),
        first.x,
        first.y,
        point(bay),
    );
    Some(flight("launched", &plan, &turns, &flown))
}

/// So many cases; not every roll is a position.
fn cases(dice: &mut Dice, n: usize, make: fn(&mut Dice, usize) -> Option<String>) -> Vec<String> {
    (0..20 * n).filter_map(|case| make(dice, case)).take(n).collect()
}

/// The scripts in a folder where Node.js takes them for modules, as browsers do.
fn scripts(to: &Path) {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/assets");
    fs::create_dir_all(to.join("boards")).unwrap();
    fs::write(to.join("package.json"), "{ \"type\": \"module\" }").unwrap();
    for folder in ["", "boards"] {
        for entry in fs::read_dir(assets.join(folder)).unwrap().map(Result::unwrap) {
            if entry.path().extension().is_some_and(|e| e == "js") {
                fs::copy(entry.path(), to.join(folder).join(entry.file_name())).unwrap();
            }
        }
    }
}

#[test]
fn the_page_reckons_as_the_rules_do() {
    if Command::new("node").arg("--version").output().is_err() {
        assert!(env::var("KLAXON_NODE").as_deref() != Ok("required"), "there is no node");
        eprintln!("SKIPPED: no node here; `cargo xtask test` installs it");
        return;
    }
    let dice = &mut Dice(0x5eed_0016);
    let flights = [cases(dice, FLIGHTS, steered), cases(dice, LAUNCHES, launched)].concat();
    assert_eq!(flights.len(), FLIGHTS + LAUNCHES, "too few positions");
    let struck = flights.iter().filter(|f| f.contains("\"end\":\"ship")).count();
    let off = flights.iter().filter(|f| f.contains("\"end\":\"off")).count();
    assert!(struck > 300 && off > 100, "{struck} strike and {off} leave the table: too few to compare");
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parity");
    scripts(&folder);
    let file = folder.join("cases.json");
    let json = format!(
        "{{{},\"table\":[{},{}],\"flights\":[{}]}}",
        geometry(dice),
        TABLE.width,
        TABLE.height,
        flights.join(",")
    );
    fs::write(&file, json).unwrap();
    fs::write(folder.join("parity.mjs"), include_str!("parity.mjs")).unwrap();
    let out = Command::new("node").arg(folder.join("parity.mjs")).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    let wanted = format!("{} cases", usize::from(TURN) + CASES + FLIGHTS + LAUNCHES);
    assert!(said.contains(&wanted), "{said}");
}
