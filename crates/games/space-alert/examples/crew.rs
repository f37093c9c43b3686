//! How often a crew of bots comes home, with nothing but the rules: for whoever works on the planner. `klaxon sim
//! space-alert` measures the same with everything around it.
//! `cargo run --release -p klaxon-space-alert --example crew -- yellow 100 12 4`: level, missions, effort, people.

use klaxon_core::{Chance, Game, Instinct, Tell, Words};
use klaxon_space_alert::{
    Carried, Lesson, Mission, Slot, SpaceAlert, TURNS, Voyage,
    solve::{Heat, Heroic, Problem, Search, Supply},
};
use std::time::Instant;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, or: &str| words.get(n).cloned().unwrap_or_else(|| or.into());
    let level = word(0, "white");
    let number = |n: usize, or: &str| word(n, or).parse::<u32>().expect("a number");
    let (missions, effort, people) = (number(1, "100"), number(2, "12"), number(3, "4"));
    let options = [("common", level.clone()), ("serious", level.clone()), ("trips", "off".into())];
    let order = klaxon_core::TableOrder {
        scenario: word(4, "random"),
        seats: people as usize,
        options: options.into_iter().map(|(k, v)| (k.to_string(), v)).collect(),
        ..klaxon_core::TableOrder::default()
    };
    let setup = SpaceAlert::setup(&order).expect("a sound order");
    let first = number(5, "1");
    let (mut home, mut points, mut steps, start) = (0, 0, 0u64, Instant::now());
    for seed in first..first + missions {
        let mut tell = Tell::muted();
        let mut chance = Chance::quick(u64::from(seed));
        let mut game = SpaceAlert::start(&setup, &mut chance, &mut tell).expect("a sound set-up");
        let mut luck = Chance::quick(u64::from(seed) << 20);
        while game.outcome().is_none() {
            let Some(seat) = game.to_act().iter().next() else {
                let now = game.alarm().expect("time goes on");
                game.on_clock(now, &mut chance, &mut tell);
                continue;
            };
            let series = match game.choices(seat).as_slice() {
                [only] => vec![*only],
                _ => game
                    .redeal(seat, &mut luck)
                    .scheme(seat, effort, &mut luck)
                    .expect("a planner has a plan"),
            };
            for action in series {
                if game.check(seat, &action).is_err() {
                    break;
                }
                steps += 1;
                game.apply(seat, &action, &mut chance, &mut tell);
            }
        }
        let outcome = game.outcome().expect("it is over");
        home += u32::from(outcome.score.is_some());
        points += outcome.score.unwrap_or(0);
        if word(6, "") == "verbose" {
            println!("{seed}: {} ({})", outcome.text, game.log()[0].script);
            if outcome.score.is_none() {
                explain(&game, u64::from(seed));
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{level}: {home} of {missions} came home, {:.1} points on average; {:.2} s and {} decisions a mission",
        f64::from(points) / f64::from(home.max(1)),
        seconds / f64::from(missions),
        steps / u64::from(missions)
    );
}

/// What was planned, and whether anybody could have saved the ship.
fn explain(game: &SpaceAlert, seed: u64) {
    let end = game.voyage().expect("it was flown");
    for t in end.threats() {
        println!(
            "    T+{} {} {:?} {:?} {}/{} on {}",
            t.turn,
            t.face().name,
            t.place,
            t.status,
            t.blocks,
            t.hp,
            t.square
        );
    }
    for row in &end.program[..usize::from(end.crew_size)] {
        println!("    {}", row.map(|slot| slot.up.word()).join(" "));
    }
    let voyage = Voyage::begin(&Mission {
        lesson: Lesson::Mission,
        tracks: end.tracks,
        threats: end.threats().iter().map(|t| (t.card, t.turn, t.place)).collect(),
        crew: vec![[Slot::EMPTY; TURNS]; usize::from(end.crew_size)],
        androids: Vec::new(),
        stacks: end.ship.stacks.map(|s| s.tiles[..usize::from(s.len)].to_vec()),
        carried: Carried::default(),
    });
    let problem = Problem::known(&voyage, Supply::Deck([Heroic::Any; 5]));
    for n in [5_000, 20_000, 80_000] {
        let mut search = Search::new(&problem, seed);
        search.anneal(n / 2, Heat::HOT);
        search.anneal(n / 2, Heat::WARM);
        println!("    with everything known, after {n}: {}", search.worth());
    }
}
