//! Every printed script run on the clock, to the millisecond, against the tables of `docs/components/space-alert.md`:
//! not against the data that the program itself reads.

use crate::{act, script, table};
use klaxon_core::{Chance, Game, Tell, Words};
use klaxon_space_alert::{Event, Pace, Plan, Ready, Setup, SpaceAlert};
use std::collections::BTreeMap;

const COMPONENTS: &str = include_str!("../../../../../docs/components/space-alert.md");

/// A row of the tables of scripts: its id, when its phases end, and what is announced when.
struct Printed {
    id: &'static str,
    ends: Vec<u64>,
    events: Vec<(u64, &'static str)>,
}

/// `m:ss` in milliseconds.
fn ms(text: &str) -> u64 {
    let (m, s) = text.trim().split_once(':').unwrap_or_else(|| panic!("`{text}` is no time"));
    (m.parse::<u64>().unwrap() * 60 + s.parse::<u64>().unwrap()) * 1000
}

fn printed() -> Vec<Printed> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let events = *cells.last()?;
        // Other tables speak of scripts too; only these list many events.
        if !cells[0].starts_with('S') || events.matches(';').count() < 5 {
            return None;
        }
        Some(Printed {
            id: cells[0],
            ends: cells[cells.len() - 2].split(',').map(ms).collect(),
            events: events
                .split(';')
                .map(|e| e.trim().split_once(' ').unwrap())
                .map(|(t, e)| (ms(t), e))
                .collect(),
        })
    };
    COMPONENTS.lines().filter_map(row).collect()
}

/// What is said when, in the words of the page; a threat without its name.
type Said = BTreeMap<u64, Vec<String>>;

fn expected(row: &Printed, five: bool) -> Said {
    let mut said = Said::new();
    let mut put = |at: u64, text: &str| said.entry(at).or_default().push(text.to_owned());
    put(0, "Alert! Enemy activity: phase 1 begins.");
    for &(at, event) in &row.events {
        let words: Vec<&str> = event.split_whitespace().collect();
        let (unconfirmed, words) = match words.as_slice() {
            ["(U)", rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let threat = match *words {
            ["ID"] => {
                put(at, "Incoming data: everyone may draw a card.");
                continue;
            }
            ["DT"] => {
                put(at, "Data transfer: everyone may give one card to another player.");
                put(at + 10_000, "Data transfer ends in five seconds.");
                put(at + 15_000, "Data transfer complete.");
                continue;
            }
            ["CD", seconds] => {
                put(at, "Communication system down.");
                put(at + 1000 * seconds.parse::<u64>().unwrap(), "Communication restored.");
                continue;
            }
            [turn, "T", zone] => format!("{turn}, threat in the {zone} zone"),
            [turn, "ST", zone] => format!("{turn}, serious threat in the {zone} zone"),
            [turn, "IT"] => format!("{turn}, internal threat"),
            [turn, "SIT"] => format!("{turn}, serious internal threat"),
            _ => panic!("{}: what is `{event}`?", row.id),
        };
        match (unconfirmed, five) {
            (false, _) => put(at, &format!("Time {threat}")),
            (true, true) => put(at, &format!("Unconfirmed report: Time {threat}")),
            (true, false) => {
                put(at, &format!("Unconfirmed report: time {threat}; a crew of four ignores it."))
            }
        }
    }
    for (phase, &end) in (1..).zip(&row.ends) {
        let last = phase == row.ends.len();
        let what = if last { "The operation".to_owned() } else { format!("Phase {phase}") };
        put(end - 60_000, &format!("{what} ends in one minute."));
        put(end - 20_000, &format!("{what} ends in twenty seconds."));
        put(end - 5_000, &format!("{what} ends in five seconds."));
        let over = format!("Phase {phase} has ended. Phase {} begins.", phase + 1);
        put(end, if last { "Mission complete: the Action Round is over." } else { &over });
    }
    said.values_mut().for_each(|lines| lines.sort());
    said
}

/// What the clock announces of an event, if anything.
fn announced(event: &Event) -> Option<String> {
    let Event::Plan(plan) = event else { return None };
    let text = SpaceAlert::line(event).text;
    match plan {
        Plan::Threat { foe, place, serious, .. } => {
            let card = foe.card.card();
            assert_eq!((card.serious, card.internal), (*serious, place.zone().is_none()), "{}", card.id);
            Some(text.strip_suffix(&format!(": {}.", card.name)).expect("its name is told").to_owned())
        }
        Plan::Alert
        | Plan::Unconfirmed { .. }
        | Plan::NoThreatLeft { .. }
        | Plan::IncomingData
        | Plan::TransferBegins
        | Plan::TransferCountdown
        | Plan::TransferEnds
        | Plan::Silence { .. }
        | Plan::Warning { .. }
        | Plan::PhaseEnds { .. }
        | Plan::MissionComplete => Some(text),
        Plan::PickedUp { .. } => None,
        other => panic!("the clock does not do this: {other:?}"),
    }
}

/// Runs the Action Round by its alarms alone and writes down what is said when.
fn run(setup: &Setup) -> Said {
    let mut game = table(setup, 11);
    for seat in 0..game.seats() as u8 {
        act(&mut game, seat, Ready::Ready);
    }
    let mut said = Said::new();
    let mut last = None;
    while let Some(now) = game.alarm() {
        let mut tell = Tell::aloud();
        if let Some(before) = now.checked_sub(1).filter(|before| last.is_none_or(|last| *before > last)) {
            game.on_clock(before, &mut Chance::quick(1), &mut tell);
            assert!(tell.take().is_empty(), "nothing is said a millisecond early, at {before}");
        }
        game.on_clock(now, &mut Chance::quick(1), &mut tell);
        for told in tell.take() {
            said.entry(now).or_default().extend(announced(&told.event));
        }
        last = Some(now);
    }
    said.values_mut().for_each(|lines| lines.sort());
    said
}

#[test]
fn every_script_announces_on_the_clock_what_is_printed() {
    let scripts = printed();
    assert_eq!(scripts.len(), 16, "eight for training, eight missions");
    for row in &scripts {
        for people in [4, 5] {
            let said = run(&script(row.id, people));
            assert_eq!(said, expected(row, people == 5), "{} with {people} people", row.id);
        }
        // Twice as fast: everything at half its time.
        let fast = run(&Setup { pace: Pace::Fast, ..script(row.id, 4) });
        let halved: Said = expected(row, false).into_iter().map(|(at, lines)| (at / 2, lines)).collect();
        assert_eq!(fast, halved, "{} at double pace", row.id);
    }
}

#[test]
fn the_table_of_scripts_is_read_as_it_is_printed() {
    let scripts = printed();
    let mission = scripts.iter().find(|row| row.id == "S2-8").unwrap();
    let said = expected(mission, false);
    assert_eq!(said[&10_000], ["Time T+3, internal threat"]);
    assert_eq!(said[&50_000], ["Communication restored."]);
    assert_eq!(said[&580_000], ["Mission complete: the Action Round is over."]);
    assert_eq!(
        said[&380_000],
        ["Unconfirmed report: time T+8, threat in the blue zone; a crew of four ignores it."]
    );
}
