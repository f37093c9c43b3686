//! What the game says to people: the menu, prompts, buttons. All but the menu is made from a view.

use super::{
    Action, Beacon, Berth, Event, Level, Levels, Pace, Play, Repair, Setup, SpaceAlert, Spot, StageView,
    View, beats, coach, view::ClockView,
};
use crate::{Declared, Figure, Half, Kind, Lesson, Place, Script, Station, Step, data::data};
use klaxon_core::{
    Beat, Label, Line, Menu, OptionItem, Refusal, RuleId, ScenarioItem, Seat, TableOrder, Tip, Viewer, Words,
    rule,
};

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
        setup.tracks = tracks.map(|id| super::track_number(chosen(id)));
        setup.check()?;
        Ok(setup)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        person(view, seat).to_string()
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher | Viewer::Everything => None,
        };
        prompt(view, seat)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        coach::tips(view)
    }

    fn anytime(view: &View, seat: Seat) -> Vec<Action> {
        anytime(view, seat)
    }

    fn hushed(view: &View) -> Option<Line> {
        let StageView::Planning(plan) = &view.stage else { return None };
        let text = "Communication is down: nobody can talk until it is restored.";
        plan.silent.then(|| Line::new(text, rule!("SA-3.26")))
    }

    fn label(view: &View, action: &Action) -> Label {
        label(view, action)
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
        let words: Vec<&str> = clicks.iter().map(String::as_str).collect();
        match words.as_slice() {
            [card, slot] => {
                let (card, half) = hand_id(card)?;
                let (member, turn) = slot_id(slot)?;
                let figure = view.crew.get(usize::from(member))?.figure;
                if view.solo {
                    return Some(Action::SoloPlace { android: member, turn, card, half });
                }
                if figure.android {
                    return Some(Action::Android { android: member, turn, card, half });
                }
                (view.crew[usize::from(member)].seat == seat).then_some(Action::Place { turn, card, half })
            }
            [slot] => {
                let (member, turn) = slot_id(slot)?;
                if view.solo {
                    return Some(Action::SoloTakeBack { android: member, turn });
                }
                (view.crew.get(usize::from(member))?.seat == seat).then_some(Action::TakeBack(turn))
            }
            _ => None,
        }
    }
}

/// Scripts of one lesson are told apart by their number: what is in them is a secret.
fn numbered_blurb(script: &Script) -> String {
    let alike = || data().scripts.iter().filter(|other| other.lesson == script.lesson);
    let n = alike().position(|other| other.id == script.id).map_or(1, |n| n + 1);
    format!("Number {n} of {}. {}", alike().count(), blurb(script.lesson))
}

/// "1 point", "7 points".
pub(super) fn points(n: i32) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}

fn blurb(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::TestRun => "Seven turns, common threats from outside: lasers, shields and reactors.",
        Lesson::Simulation => "Twelve turns, serious threats, computer maintenance and rockets.",
        Lesson::Advanced => "Internal threats, battlebots and interceptors join in.",
        Lesson::Mission => "A full mission with heroic cards and visual confirmation.",
    }
}

/// A person's figure; the solo player is the captain.
fn person(view: &View, seat: Seat) -> Figure {
    let own = view.crew.iter().find(|c| !c.figure.android && c.seat == seat);
    own.map_or(Figure { place: 0, android: false }, |c| c.figure)
}

fn prompt(view: &View, seat: Option<Seat>) -> Line {
    let captain = view.crew.first().map_or(Seat(0), |c| c.seat);
    match &view.stage {
        StageView::Levels { proposals, .. } => match seat {
            Some(seat) if proposals[seat.index()].is_none() => {
                Line::new("Which threat levels do you propose for the next mission?", rule!("SA-15.2"))
            }
            Some(_) | None => Line::new("The crew discusses threat levels.", rule!("SA-15.2")),
        },
        StageView::OnlySquad { .. } if seat == Some(captain) => {
            Line::new("Where is the only battlebot squad stored?", rule!("SA-15.11"))
        }
        StageView::OnlySquad { .. } => Line::new("The captain stores the only squad.", rule!("SA-15.11")),
        StageView::Planning(plan) => plan_prompt(view, plan, seat),
        StageView::Flight(flight) => match flight.asking {
            Some((who, _)) => {
                let mine = view.crew.get(usize::from(who.place)).is_some_and(|c| Some(c.seat) == seat);
                if mine {
                    Line::new(
                        format!("{who}: is the card as you meant it, or did you trip?"),
                        rule!("SA-5.4"),
                    )
                } else {
                    Line::new(format!("{who} looks at the card."), rule!("SA-5.4"))
                }
            }
            None => {
                let text = match flight.step {
                    Step::Appear => format!("Turn {}: next, what is due appears.", flight.turn),
                    step => format!("Turn {}: next is {}.", flight.turn, step.word()),
                };
                Line::new(text, rule!("SA-4.2"))
            }
        },
        StageView::GoOn { votes, .. } => match seat {
            Some(seat) if votes[seat.index()].is_none() => {
                Line::new("The mission is survived. Fly another one with this ship?", rule!("SA-15.2"))
            }
            Some(_) | None => Line::new("The crew decides whether to go on.", rule!("SA-15.2")),
        },
        StageView::Repairs { next, .. } => {
            let mine = view.crew.get(usize::from(next.place)).is_some_and(|c| Some(c.seat) == seat);
            if mine {
                Line::new(format!("{next}: repair a damage tile, a squad, or nothing?"), rule!("SA-15.5"))
            } else {
                Line::new(format!("{next} repairs something."), rule!("SA-15.5"))
            }
        }
        StageView::Over { flight, score } => match (score, flight.loss) {
            (Some(score), _) => {
                Line::new(format!("The ship is home with {}.", points(*score)), rule!("SA-11.1"))
            }
            (None, Some(loss)) => {
                Line::new(format!("The ship is lost to {}.", loss.threat.card().name), rule!("SA-1.3"))
            }
            (None, None) => Line::new("The ship is lost.", rule!("SA-1.3")),
        },
    }
}

fn plan_prompt(view: &View, plan: &super::PlanView, seat: Option<Seat>) -> Line {
    match plan.clock {
        ClockView::Gathering { ready } => {
            return match seat {
                Some(seat) if !ready.has(seat) => {
                    Line::new("The clock starts when everybody is ready. Are you?", rule!("SA-3.31"))
                }
                Some(_) | None => Line::new("Waiting until everybody is ready.", rule!("SA-3.31")),
            };
        }
        ClockView::Starting => return Line::new("The script starts.", rule!("SA-3.1")),
        ClockView::Paused { .. } => {
            return Line::new("The clock is stopped. Vote to let it run.", rule!("SA-3.32"));
        }
        ClockView::Off | ClockView::Running { .. } => {}
    }
    let Some(seat) = seat else { return Line::new("The crew plans its actions.", rule!("SA-1.2")) };
    if view.solo {
        let from = crate::turns_of(usize::from(plan.phases_over)).start().to_owned();
        let text = format!("Plan the androids' actions from turn {from} on.");
        return Line::new(text, rule!("SA-14.13"));
    }
    let Some(me) = view.crew.iter().find(|c| !c.figure.android && c.seat == seat) else {
        return Line::new("The crew plans its actions.", rule!("SA-1.2"));
    };
    if me.waiting {
        let text = "You wait for the next announcement. You may plan on at any time.";
        return Line::new(text, rule!("SA-3.33"));
    }
    if me.agreed {
        return Line::new("You have agreed to end the round; others still plan.", rule!("SA-3.10"));
    }
    let turns = crate::turns_of(usize::from(me.phase.max(1)) - 1);
    let last = plan.lesson.last_turn().min(*turns.end());
    let silence = if plan.silent { " Communication is down: do not talk." } else { "" };
    let text = format!("Phase {}: plan turns {} to {last}.{silence}", me.phase, turns.start());
    Line::new(text, rule!("SA-3.2"))
}

/// What waits for nobody's question: planning on, and the markers of the shared board.
fn anytime(view: &View, seat: Seat) -> Vec<Action> {
    let StageView::Planning(plan) = &view.stage else { return Vec::new() };
    let mut open = vec![Action::Wake, Action::EndRound(false), Action::Mark(None)];
    if matches!(plan.clock, ClockView::Paused { .. }) {
        open.push(Action::Pause(false));
    }
    open.extend(Station::ALL.map(|at| Action::Mark(Some(Beacon::Station(at)))));
    for (place, id) in Place::ALL.into_iter().zip(&plan.tracks) {
        let track = data().trajectories.iter().find(|t| t.id == *id);
        let squares = 1..=track.map_or(0, |t| t.length);
        open.extend(squares.map(|square| Action::Mark(Some(Beacon::Square(place, square)))));
    }
    // Somebody who waits can point at things all the same, but the engine asks him to wake first.
    open.retain(|action| plan.marks.get(seat.index()).is_some_and(|now| *action != Action::Mark(*now)));
    open
}

/// The id of a half of a card in hand.
fn hand_click(card: Kind, half: Half) -> String {
    format!("hand-{card}-{}", half.word())
}

/// The id of a space of an action board.
fn slot_click(member: u8, turn: u8) -> String {
    format!("slot-{}-{turn}", member + 1)
}

fn hand_id(id: &str) -> Option<(Kind, Half)> {
    let (card, half) = id.strip_prefix("hand-")?.rsplit_once('-')?;
    let half = Half::ALL.into_iter().find(|h| h.word() == half)?;
    Some((Kind::parse(card)?, half))
}

fn slot_id(id: &str) -> Option<(u8, u8)> {
    let (member, turn) = id.strip_prefix("slot-")?.split_once('-')?;
    Some((member.parse::<u8>().ok()?.checked_sub(1)?, turn.parse().ok()?))
}

fn label(view: &View, action: &Action) -> Label {
    let me = view.seat.map_or(Figure { place: 0, android: false }, |seat| person(view, seat));
    let figure =
        |place: u8| view.crew.get(usize::from(place)).map_or(Figure { place, android: false }, |c| c.figure);
    let up = |card: Kind, half: Half| format!("{} of {card}", card.act(half));
    let make = |text: String, group: &str, rule: RuleId, clicks: Vec<String>| Label {
        text,
        group: group.into(),
        clicks,
        mark: "",
        rule: Some(rule),
    };
    match *action {
        Action::Levels(Levels { common, serious }) => {
            let text = format!("{} common, {} serious threats", common.word(), serious.word());
            Label { mark: "vote", ..make(text, "Propose", rule!("SA-15.2"), Vec::new()) }
        }
        Action::SquadAt(at) => make(
            format!("Store it at {}", at.name()),
            "Battlebots",
            rule!("SA-15.11"),
            vec![at.word().into()],
        ),
        // The clock is started by whoever presses it, never by the server.
        Action::Ready => {
            let label =
                make("Ready: start the clock".into(), "Clock", rule!("SA-3.31"), vec!["ready".into()]);
            Label { mark: "self", ..label }
        }
        Action::Place { turn, card, half } => {
            let clicks = vec![hand_click(card, half), slot_click(me.place, turn)];
            make(format!("{} on turn {turn}", up(card, half)), "Program", rule!("SA-3.3"), clicks)
        }
        Action::Flip(turn) => {
            let clicks = vec![slot_click(me.place, turn), "flip".into()];
            make(format!("Turn the card of turn {turn} around"), "Change", rule!("SA-3.6"), clicks)
        }
        Action::TakeBack(turn) => {
            let clicks = vec![slot_click(me.place, turn), "hand".into()];
            make(format!("Take back the card of turn {turn}"), "Change", rule!("SA-3.6"), clicks)
        }
        Action::Swap(a, b) => {
            let clicks = vec![slot_click(me.place, a), slot_click(me.place, b)];
            make(format!("Exchange turns {a} and {b}"), "Change", rule!("SA-3.6"), clicks)
        }
        Action::NextPhase => make(
            "Go on to the next phase (final)".into(),
            "Phase",
            rule!("SA-3.8"),
            vec!["next-phase".into()],
        ),
        Action::Android { android, turn, card, half } => {
            let clicks = vec![hand_click(card, half), slot_click(android, turn)];
            let text = format!("{} on turn {turn} of {} (final)", up(card, half), figure(android));
            make(text, "Androids", rule!("SA-14.5"), clicks)
        }
        Action::Draw => make("Draw a card".into(), "Data", rule!("SA-3.23"), vec!["deck".into()]),
        Action::Give { card, to } => {
            let to = person(view, to);
            let clicks = vec![format!("hand-{card}-action"), to.id()];
            make(format!("Give {card} to {to}"), "Give", rule!("SA-3.24"), clicks)
        }
        Action::EndRound(true) => {
            make("End the round".into(), "Phase", rule!("SA-3.10"), vec!["end-round".into()])
        }
        Action::EndRound(false) => {
            Label { mark: "board", ..make("Plan on".into(), "Phase", rule!("SA-3.10"), Vec::new()) }
        }
        Action::Pause(true) => {
            let stands = matches!(&view.stage, StageView::Planning(plan) if matches!(plan.clock, ClockView::Paused { .. }));
            let (text, id) = if stands {
                ("Leave it stopped", "stay-paused")
            } else {
                ("Vote to stop the clock", "pause")
            };
            make(text.into(), "Clock", rule!("SA-3.32"), vec![id.into()])
        }
        Action::Pause(false) => {
            let text = "Vote to let the clock run".into();
            Label { mark: "self", ..make(text, "Clock", rule!("SA-3.32"), vec!["pause".into()]) }
        }
        Action::Figure { member, at } => {
            let (name, id) = match at {
                Spot::Station(station) => (station.name(), station.word()),
                Spot::Space => ("space", "space"),
            };
            let who = figure(member);
            make(format!("Show {who} at {name}"), "Shared board", rule!("SA-3.13"), vec![who.id(), id.into()])
        }
        Action::Ping(station) => make(
            format!("Point at {}", station.name()),
            "Shared board",
            rule!("SA-3.13"),
            vec!["ping".into(), station.word().into()],
        ),
        Action::Mark(at) => {
            let text = at.map_or("Take your marker away".into(), |at| format!("Mark {at}"));
            Label { mark: "board", ..make(text, "Shared board", rule!("SA-3.35"), Vec::new()) }
        }
        Action::Say => {
            let text = "Tell the crew your plan and your hand".into();
            make(text, "Shared board", rule!("SA-3.36"), vec!["say".into()])
        }
        Action::Wait => {
            make("Wait for the next announcement".into(), "Phase", rule!("SA-3.33"), vec!["wait".into()])
        }
        Action::Wake => {
            Label { mark: "board", ..make("Plan on".into(), "Phase", rule!("SA-3.33"), Vec::new()) }
        }
        Action::SoloPlace { android, turn, card, half } => {
            let clicks = vec![hand_click(card, half), slot_click(android, turn)];
            let group = figure(android).to_string();
            make(format!("{} on turn {turn}", up(card, half)), &group, rule!("SA-14.12"), clicks)
        }
        Action::SoloTakeBack { android, turn } => {
            let clicks = vec![slot_click(android, turn), "hand".into()];
            let group = figure(android).to_string();
            make(format!("Take back the card of turn {turn}"), &group, rule!("SA-14.13"), clicks)
        }
        Action::Advance => make("Next step".into(), "Resolution", rule!("SA-4.2"), vec!["step".into()]),
        Action::RunToEnd => make("Run to the end".into(), "Resolution", rule!("SA-4.2"), vec!["run".into()]),
        Action::Trip(declared) => {
            let text = match declared {
                Declared::Fine => "As planned".into(),
                Declared::OtherHalf => format!("Tripped: I meant the other half{}", meant(view, 0)),
                Declared::OppositeArrow => format!("Tripped: I meant the other arrow{}", meant(view, 1)),
                Declared::AsWritten => "Tripped".into(),
            };
            let rule = if declared == Declared::Fine { rule!("SA-5.1") } else { rule!("SA-5.3") };
            // Whoever never trips need not be asked each time.
            let (mark, id) = match declared {
                Declared::Fine => ("pass", "trip-no"),
                Declared::OtherHalf => ("", "trip-half"),
                Declared::OppositeArrow => ("", "trip-arrow"),
                Declared::AsWritten => ("", "trip"),
            };
            Label { mark, ..make(text, "Card", rule, vec![id.into()]) }
        }
        Action::GoOn(yes) => {
            let text = if yes { "Go on" } else { "Stop here" };
            Label { mark: "vote", ..make(text.into(), "Campaign", rule!("SA-15.2"), Vec::new()) }
        }
        Action::Repair(Repair::Tile(zone, tile)) => {
            let clicks = vec![format!("tile-{zone}-{}", tile.word())];
            make(format!("Repair the {zone} {}", tile.part(zone)), "Repair", rule!("SA-15.5"), clicks)
        }
        Action::Repair(Repair::Squad(squad)) => {
            let home = [Station::UB, Station::LR][usize::from(squad) % 2];
            make(
                format!("Repair the squad of {}", home.name()),
                "Repair",
                rule!("SA-15.5"),
                vec![home.word().into()],
            )
        }
        Action::Repair(Repair::Nothing) => {
            make("Repair nothing".into(), "Repair", rule!("SA-15.5"), Vec::new())
        }
    }
}

/// To what a trip would lead.
fn meant(view: &View, which: usize) -> String {
    match &view.stage {
        StageView::Flight(flight) => match flight.asking {
            Some((_, acts)) => acts[which].map_or(String::new(), |act| format!(" ({act})")),
            None => String::new(),
        },
        StageView::Levels { .. }
        | StageView::OnlySquad { .. }
        | StageView::Planning(_)
        | StageView::GoOn { .. }
        | StageView::Repairs { .. }
        | StageView::Over { .. } => String::new(),
    }
}
