//! The list of choices and the judge agree over everything a player could think of, and invariants hold.

use klaxon_core::{Chance, Game, Instinct, Seat, Tell};
use klaxon_federation::{Action, Difficulty, Federation, Setup, Spot, nouns::*, questions::Plunder};

fn spots() -> Vec<Spot> {
    let mut spots = vec![Spot::Tray, Spot::Stored, Spot::Column, Spot::Track { row: 1, column: 0 }];
    for race in Race::ALL {
        spots.extend([Spot::Spy(race), Spot::Attache(race), Spot::Embassy(race)]);
    }
    spots
}

#[test]
fn choices_are_exactly_what_the_judge_allows() {
    let (spots, spaces) = (spots(), Space::all().collect::<Vec<_>>());
    let mut seen = 0;
    for seed in 0..36u64 {
        let difficulty = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard][seed as usize % 3];
        let setup = Setup { difficulty, ..Setup::default() };
        let (mut luck, mut pick, mut tell) = (Chance::quick(seed), Chance::quick(seed + 1000), Tell::muted());
        let mut game = Federation::start(&setup, &mut luck, &mut tell).unwrap();
        let mut step = 0;
        while game.outcome().is_none() {
            game.audit().unwrap_or_else(|why| panic!("seed {seed} step {step}: {why}"));
            let choices = game.choices(Seat(0));
            // The universe is large, so it is held against every seventh position.
            if step % 11 == seed % 11 {
                seen += 1;
                let mut universe = game.table().universe(&spots, &spaces);
                for (row, column) in (1..7).flat_map(|row| (0..3).map(move |column| (row, column))) {
                    let from = Spot::Track { row, column };
                    universe.extend(Resource::ALL.map(|what| Action::Plunder(Plunder { what, from })));
                }
                for choice in &choices {
                    assert!(universe.contains(choice), "{choice:?} is not in the universe");
                }
                for action in &universe {
                    let legal = game.check(Seat(0), action).is_ok();
                    let known = choices.contains(action);
                    assert_eq!(
                        legal,
                        known,
                        "seed {seed} step {step}: {action:?} at {:?}",
                        game.table().top()
                    );
                }
            }
            // Every other game is played by leanings, which lead deeper.
            let weight = |a: &Action| if seed % 2 == 0 { 1 } else { game.lean(Seat(0), a).min(500) };
            let mut left = pick.below(choices.iter().map(weight).sum());
            let drawn = choices.iter().find(|a| match left.checked_sub(weight(a)) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            });
            let action = *drawn.unwrap();
            game.apply(Seat(0), &action, &mut luck, &mut tell);
            step += 1;
        }
    }
    assert!(seen > 200, "only {seen} positions were looked at");
}
