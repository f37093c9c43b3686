//! What the game says to people: the menu, prompts, buttons. All but the menu is made from a view.

use crate::{
    Beacon, Berth, ClockView, Event, Lesson, Level, Levels, Pace, Place, Play, Script, Setup, SpaceAlert,
    StageView, Station, View, crew_talk,
    data::data,
    questions::{About, Action, EndRound, Pause, Sandbox, Wait},
};
use klaxon_core::{
    Beat, Label, Line, Menu, OptionItem, Refusal, Request, ScenarioItem, Seat, TableOrder, Tip, Viewer,
    Words, count, rule,
};

mod beats;
pub(crate) mod label;

const LEVELS: [(&str, &str); 3] = [
    ("white", "white: the easier cards"),
    ("yellow", "yellow: the harder cards"),
    ("mixed", "mixed: both shuffled together"),
];

/// SA-2.15
const TRACKS: [(&str, &str); 8] = [
    ("random", "drawn at random"),
    ("T1", "T1: 10 squares, no Y"),
    ("T2", "T2: 11 squares, no Y"),
    ("T3", "T3: 12 squares, one Y"),
    ("T4", "T4: 13 squares, one Y"),
    ("T5", "T5: 14 squares, one Y"),
    ("T6", "T6: 15 squares, two Y"),
    ("T7", "T7: 16 squares, two Y"),
];

impl Words for SpaceAlert {
    fn menu() -> Menu {
        let seats = || vec!["Captain".into(), "Crew 2".into(), "Crew 3".into(), "Crew 4".into()];
        let mut scenarios: Vec<ScenarioItem> = data()
            .scripts
            .iter()
            .map(|script| ScenarioItem {
                id: script.id.clone(),
                name: format!("{}: {}", script.id, script.name),
                blurb: numbered_blurb(script),
                seats: seats(),
                sizes: vec![1, 2, 3, 4, 5],
            })
            .collect();
        for (id, name, blurb) in [
            ("random", "Random mission", "One of the eight full missions; nobody knows which."),
            ("generated", "New mission", "A full mission with a script that nobody has heard before."),
            (
                "campaign",
                "Exploration campaign",
                "Up to three missions in a row with the same ship and little repair.",
            ),
        ] {
            let (id, name, blurb) = (id.into(), name.into(), blurb.into());
            scenarios.push(ScenarioItem { id, name, blurb, seats: seats(), sizes: vec![1, 2, 3, 4, 5] });
        }
        let on_off = |on: &'static str, off: &'static str| vec![("on", on), ("off", off)];
        let off_on = |off: &'static str, on: &'static str| vec![("off", off), ("on", on)];
        Menu {
            id: "space-alert",
            name: "Space Alert",
            blurb: "A crew plans against the clock, then the ship's fate is resolved step by step.",
            scenarios,
            options: vec![
                OptionItem { id: "common", label: "Common threats", values: LEVELS.to_vec() },
                OptionItem { id: "serious", label: "Serious threats", values: LEVELS.to_vec() },
                OptionItem {
                    id: "fifth",
                    label: "Androids",
                    values: off_on(
                        "fill a crew of fewer than four up to four; alone you lead four",
                        "one more android makes the crew five",
                    ),
                },
                OptionItem {
                    id: "captain",
                    label: "Captain",
                    values: vec![
                        ("1", "first seat"),
                        ("2", "second seat"),
                        ("3", "third seat"),
                        ("4", "fourth seat"),
                        ("5", "fifth seat"),
                    ],
                },
                OptionItem {
                    id: "androids",
                    label: "Androids in the crew order",
                    values: vec![("last", "after all players"), ("second", "right after the captain")],
                },
                OptionItem {
                    id: "trips",
                    label: "Tripping",
                    values: on_off(
                        "misplayed cards may be mended at the price of a delay",
                        "cards are played as they lie",
                    ),
                },
                OptionItem {
                    id: "clock",
                    label: "Clock",
                    values: on_off("the script runs in real time", "practice: plan without time limit"),
                },
                OptionItem {
                    id: "pause",
                    label: "Pause",
                    values: off_on("the clock never stops", "a majority may stop the clock"),
                },
                OptionItem {
                    id: "pace",
                    label: "Pace",
                    values: vec![
                        ("normal", "as printed: some ten minutes for a full mission"),
                        ("slow", "half as fast: twice the time to plan"),
                        ("fast", "twice as fast"),
                        ("drill", "ten times as fast: a drill"),
                    ],
                },
                OptionItem { id: "track-red", label: "Red trajectory", values: TRACKS.to_vec() },
                OptionItem { id: "track-white", label: "White trajectory", values: TRACKS.to_vec() },
                OptionItem { id: "track-blue", label: "Blue trajectory", values: TRACKS.to_vec() },
                OptionItem { id: "track-internal", label: "Internal trajectory", values: TRACKS.to_vec() },
            ],
        }
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        let menu = SpaceAlert::menu();
        let scenario = if order.scenario.is_empty() { "S1-1" } else { order.scenario.as_str() };
        let play = match scenario {
            "random" => Play::Random,
            "generated" => Play::Generated,
            "campaign" => Play::Campaign,
            id => match data().script(id) {
                Some(script) => Play::Script(script.id.clone()),
                None => return Err(Refusal::illegal(rule!("SA-2.12"), format!("there is no script {id}"))),
            },
        };
        for (id, value) in &order.options {
            let Some(option) = menu.options.iter().find(|o| o.id == id) else {
                return Err(Refusal::malformed(format!("there is no option {id}")));
            };
            if !option.values.iter().any(|(v, _)| v == value) {
                return Err(Refusal::malformed(format!("option {id} has no value {value}")));
            }
        }
        let chosen = |id: &str| {
            let default = menu.options.iter().find(|o| o.id == id).map_or("", |o| o.values[0].0);
            order.options.get(id).map_or(default, String::as_str)
        };
        let people = if order.seats == 0 { 4 } else { order.seats };
        if people > 5 {
            return Err(Refusal::illegal(rule!("SA-1.1"), "1 to 5 people play"));
        }
        let fifth = chosen("fifth") == "on";
        if fifth && people == 5 {
            return Err(Refusal::illegal(rule!("SA-14.10"), "five players are a crew of five"));
        }
        if fifth && people == 1 {
            return Err(Refusal::illegal(rule!("SA-14.12"), "alone you lead four androids"));
        }
        let captain = chosen("captain").parse::<u8>().expect("a value of the menu") - 1;
        if usize::from(captain) >= people {
            return Err(Refusal::illegal(rule!("SA-2.4"), "the captain sits at the table"));
        }
        let mut setup = Setup::seated(play, people, fifth, Seat(captain));
        if chosen("androids") == "second" && !setup.is_solo() {
            // SA-14.4: places are fixed before the mission.
            let (people, androids): (Vec<Berth>, Vec<Berth>) =
                setup.crew.iter().partition(|b| !b.is_android());
            setup.crew = [&people[..1], &androids[..], &people[1..]].concat();
        }
        let level = |id: &str| Level::parse(chosen(id)).expect("a value of the menu");
        setup.levels = Levels { common: level("common"), serious: level("serious") };
        setup.trips = chosen("trips") == "on";
        setup.clock = chosen("clock") == "on";
        setup.pause = chosen("pause") == "on";
        setup.pace = Pace::parse(chosen("pace")).expect("a value of the menu");
        let tracks = ["track-red", "track-white", "track-blue", "track-internal"];
        setup.tracks = tracks.map(|id| crate::situation::track_number(chosen(id)));
        setup.check()?;
        Ok(setup)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        label::person(view, seat).to_string()
    }

    fn prompt(view: &View, _: Viewer) -> Line {
        Action::ask(view).map_or_else(|| nothing_asked(view), |ask| ask.line)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        Action::tips(view)
    }

    fn anytime(view: &View, seat: Seat) -> Vec<Action> {
        anytime(view, seat)
    }

    fn hushed(view: &View) -> Option<Line> {
        let StageView::Planning(plan) = &view.stage else { return None };
        let text = "Communication is down: nobody can talk until it is restored.";
        plan.silent.then(|| Line::new(text, rule!("SA-3.26")))
    }

    fn requests(view: &View) -> Vec<Request> {
        crew_talk::requests(view)
    }

    fn requested(view: &View, action: &Action) -> Option<Request> {
        crew_talk::requested(view, action)
    }

    fn label(view: &View, action: &Action) -> Label {
        action.label(view)
    }

    fn line(event: &Event) -> Line {
        event.line()
    }

    fn beats(event: &Event) -> Vec<Beat> {
        beats::beats(event)
    }

    fn outcome_line(events: &[&Event]) -> Option<String> {
        beats::outcome(events)
    }

    fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
        let mut out = Vec::new();
        Action::think(About { view, seat, clicks }, &mut out);
        out.first().copied()
    }
}

/// Scripts of one lesson are told apart by their number: what is in them is a secret.
fn numbered_blurb(script: &Script) -> String {
    let alike = || data().scripts.iter().filter(|other| other.lesson == script.lesson);
    let n = alike().position(|other| other.id == script.id).map_or(1, |n| n + 1);
    format!("Number {n} of {}. {}", alike().count(), blurb(script.lesson))
}

fn blurb(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::TestRun => "Seven turns, common threats from outside: lasers, shields and reactors.",
        Lesson::Simulation => "Twelve turns, serious threats, computer maintenance and rockets.",
        Lesson::Advanced => "Internal threats, battlebots and interceptors join in.",
        Lesson::Mission => "A full mission with heroic cards and visual confirmation.",
    }
}

/// What is said where nobody is asked, or a watcher looks on.
fn nothing_asked(view: &View) -> Line {
    let StageView::Over { flight, score } = &view.stage else {
        return match view.planning().map(|plan| plan.clock) {
            Some(ClockView::Starting) => Line::new("The script starts.", rule!("SA-3.1")),
            Some(
                ClockView::Off
                | ClockView::Gathering { .. }
                | ClockView::Running { .. }
                | ClockView::Paused { .. },
            )
            | None => Line::new("The crew plans its actions.", rule!("SA-1.2")),
        };
    };
    match (score, flight.loss) {
        (Some(score), _) => {
            Line::new(format!("The ship is home with {}.", count(*score, "point")), rule!("SA-11.1"))
        }
        (None, Some(loss)) => {
            Line::new(format!("The ship is lost to {}.", loss.threat.card().name), rule!("SA-1.3"))
        }
        (None, None) => Line::new("The ship is lost.", rule!("SA-1.3")),
    }
}

/// What waits for nobody's question: planning on, and the markers of the shared board.
fn anytime(view: &View, seat: Seat) -> Vec<Action> {
    let Some(plan) = view.planning() else { return Vec::new() };
    let mark = |at: Option<Beacon>| Action::from(Sandbox::Mark(at));
    let mut open: Vec<Action> = vec![Wait::Wake.into(), EndRound::EndRound(false).into(), mark(None)];
    if matches!(plan.clock, ClockView::Paused { .. }) {
        open.push(Pause::Pause(false).into());
    }
    open.extend(Station::ALL.map(|at| mark(Some(Beacon::Station(at)))));
    for (place, id) in Place::ALL.into_iter().zip(&plan.tracks) {
        let track = data().trajectories.iter().find(|t| t.id == *id);
        let squares = 1..=track.map_or(0, |t| t.length);
        open.extend(squares.map(|square| mark(Some(Beacon::Square(place, square)))));
    }
    // Somebody who waits can point at things all the same, but the engine asks him to wake first.
    open.retain(|action| plan.marks.get(seat.index()).is_some_and(|now| *action != mark(*now)));
    open
}
