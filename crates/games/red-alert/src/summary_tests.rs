use super::*;
use crate::{CombatKind, Hex, Kind, RedAlert};
use klaxon_core::{Chance, Game, Instinct, Seed, Session, TableOrder, Viewer, Words};

fn ship(side: Side, kind: Kind, at: &str) -> Ship {
    Ship { side, kind, at: at.parse::<Hex>().unwrap(), id: None }
}

fn roll(by: Ship, on: Ship, dice: &[Face], hits: u8) -> Event {
    let alerts = dice.iter().filter(|f| **f == Face::RedAlert).count() as u8;
    Event::Roll { by, on, kind: CombatKind::Plain, dice: dice.to_vec(), hits, alerts, twists: Twists(0) }
}

#[test]
fn ra_11_22_averages_are_those_of_all_cases() {
    for (attacker, target) in Class::ALL.into_iter().flat_map(|a| Class::ALL.map(|t| (a, t))) {
        for twists in [Twists(0), Twists::NO_SHIELDS, Twists::ALL_SHIELDS, Twists::STARS_HIT] {
            for dice in 0..=5u8 {
                let whole = 6u64.pow(u32::from(dice));
                let mut combat = crate::Combat::EMPTY;
                combat.twists = twists;
                let hits = |case: u64| {
                    let mut count = [0u8; 6];
                    (0..u32::from(dice)).for_each(|d| count[(case / 6u64.pow(d) % 6) as usize] += 1);
                    u64::from(crate::combat::count_hits(&combat, attacker, target, &count))
                };
                let share = expected_hits(dice, attacker, target, twists);
                let part = (0..whole).map(hits).sum();
                assert_eq!(share, Share { part, whole }, "{dice} dice of {attacker:?} on {target:?}");
            }
        }
    }
    // Two faces of six, and with the most dice nothing overflows.
    assert_eq!(expected_hits(12, Class::Capital, Class::Capital, Twists(0)).per_mille(), 4000);
    assert_eq!(expected_hits(20, Class::Capital, Class::Capital, Twists::STARS_HIT).per_mille(), 10_000);
}

#[test]
fn dice_and_losses_are_counted_for_the_side_they_belong_to() {
    let (cruisers, destroyers) = (ship(Side::Cw, Kind::SC, "F8"), ship(Side::Cf, Kind::SD, "F7"));
    let events = [
        (1, Event::Turn { side: Side::Cw, turn: 1 }),
        (5, roll(cruisers, destroyers, &[Face::Blast, Face::Triangle, Face::Star], 2)),
        (5, Event::Hit { ship: destroyers, hits: 2, left: 1 }),
        (6, roll(destroyers, cruisers, &[Face::Circle, Face::RedAlert, Face::Star], 0)),
        (9, roll(cruisers, destroyers, &[Face::Circle, Face::Circle, Face::Square], 0)),
    ];
    let summary = Summary::of(events.iter().map(|(step, event)| (*step, event)));
    let cw = summary.of_side(Side::Cw);
    assert_eq!((cw.attacks, cw.dice, cw.hits, cw.expected_hits), (2, 6, 2, 2000));
    assert_eq!((cw.stars_rolled, cw.red_alerts, cw.figures_lost), (1, 0, 0));
    assert_eq!(cw.luck_words(), "just as lucky as average");
    assert_eq!(cw.best.unwrap().step, 5);
    assert_eq!(cw.worst.unwrap().step, 9);
    assert_eq!(
        cw.best.unwrap().text(),
        format!("{} at F8 against F7: 2 hits with 3 dice, 1.0 on average", Kind::SC.words())
    );
    let cf = summary.of_side(Side::Cf);
    assert_eq!((cf.attacks, cf.hits, cf.stars_rolled, cf.red_alerts), (1, 0, 1, 1));
    assert_eq!((cf.figures_lost, cf.units_lost), (2, 0));
    assert_eq!((cf.luck(), cf.best), (-1000, None));
    assert_eq!(cf.luck_words(), "1.0 hit less lucky than average");
}

#[test]
fn a_flagship_lost_is_a_turning_point_and_a_lone_figure_is_not() {
    let flagship = ship(Side::Cf, Kind::FL, "B7");
    let fighters = ship(Side::Cw, Kind::SF, "C7");
    let events = [
        (1, Event::Turn { side: Side::Cf, turn: 5 }),
        (2, Event::PlanetPoint { ship: flagship }),
        (3, Event::Hit { ship: fighters, hits: 1, left: 2 }),
        (4, Event::Turn { side: Side::Cw, turn: 6 }),
        (7, Event::Hit { ship: flagship, hits: 1, left: 1 }),
        (7, Event::Confirm { ship: flagship, dice: vec![Face::Blast], lost: true }),
        (7, Event::Eliminated { ship: flagship, points: 8 }),
    ];
    let summary = Summary::of(events.iter().map(|(step, event)| (*step, event)));
    let told: Vec<(u32, &str, u16)> =
        summary.turning_points.iter().map(|p| (p.step, p.text.as_str(), p.swing)).collect();
    assert_eq!(
        told,
        [
            (2, "Turn 5: the Confederation scores 1 point for planets; it leads 1 to 0.", 2),
            (
                7,
                "Turn 6: the Confederation flagship at B7 is eliminated, 8 points for the Commonwealth; it leads 8 to 1.",
                18
            ),
        ]
    );
    let cf = summary.of_side(Side::Cf);
    assert_eq!((cf.figures_lost, cf.units_lost), (2, 1));
}

#[test]
fn only_the_weightiest_are_told_in_order_of_play() {
    let hit = |at: &str, hits| Event::Hit { ship: ship(Side::Cw, Kind::SC, at), hits, left: 1 };
    let hits = [2, 3, 2, 4, 5, 3, 2, 3];
    let hexes = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"];
    let events: Vec<Event> = hexes.iter().zip(hits).map(|(at, n)| hit(at, n)).collect();
    let summary = Summary::of((1..).zip(&events));
    let steps: Vec<(u32, u16)> = summary.turning_points.iter().map(|p| (p.step, p.swing)).collect();
    assert_eq!(steps, [(2, 3), (4, 4), (5, 5), (6, 3), (8, 3)]);
    assert!(Summary::of([]).turning_points.is_empty());
}

#[test]
fn points_scored_in_one_step_are_one_moment_and_one_change_of_the_lead() {
    let planet = |side, at| Event::PlanetPoint { ship: ship(side, Kind::SC, at) };
    let events =
        [planet(Side::Cf, "A1"), planet(Side::Cw, "B1"), planet(Side::Cw, "B2"), planet(Side::Cw, "B3")];
    let summary = Summary::of([1, 2, 2, 2].into_iter().zip(&events));
    let last = summary.turning_points.last().unwrap();
    assert_eq!(last.text, "Turn 0: the Commonwealth scores 3 points for planets; it leads 3 to 1.");
}

#[test]
fn a_whole_game_adds_up() {
    let order = TableOrder::default();
    let mut session = Session::<RedAlert>::start(RedAlert::setup(&order).unwrap(), Seed::small(11)).unwrap();
    let mut luck = Chance::quick(11);
    while let Some(seat) = session.game().to_act().iter().next() {
        let choices = session.game().choices(seat);
        let weights: Vec<u32> = choices.iter().map(|a| session.game().lean(seat, a)).collect();
        let mut at = luck.below(weights.iter().sum());
        let pick = weights.iter().position(|w| {
            let here = at < *w;
            at = at.saturating_sub(*w);
            here
        });
        session.act(seat, None, choices[pick.unwrap()], 0).unwrap();
    }
    let summary = Summary::of(session.heard(Viewer::Watcher));
    assert_eq!(summary, Summary::of(session.heard(Viewer::Everything)), "it rests on what everybody heard");
    let open = session.game().open();
    for side in Side::BOTH {
        let report = summary.of_side(side);
        assert!(report.attacks > 0 && report.dice >= report.attacks && report.hits <= report.dice);
        let lost = open.tally[side.other().index()].eliminations();
        assert_eq!(report.units_lost, u16::from(lost));
        assert!(report.figures_lost >= report.units_lost);
    }
    let steps: Vec<u32> = summary.turning_points.iter().map(|p| p.step).collect();
    assert!((1..=5).contains(&steps.len()) && steps.is_sorted(), "{steps:?}");
}
