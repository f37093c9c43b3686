//! *Resolve*: for owners of the box. A mission of Space Alert as it lay on the table, resolved step by step.

use super::{Frame, Page};
use crate::{
    drawing,
    error::{Fault, PageFault},
    markdown::rule_link,
    person::Who,
    state::AppState,
};
use axum::{Form, extract::State};
use klaxon_core::{Chance, Game, TableOrder, Tell, Viewer, Words};
use klaxon_space_alert::{
    Act, ByZone, Carried, Checkpoint, FlightView, Mission, Mistake, Report, Sentence, SpaceAlert, StageView,
    Station, Threat, ThreatId, Tile, View, Voyage, Zone, adjudicate, read_case,
};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use std::panic::catch_unwind;

/// What is filled in at first.
const EXAMPLE: &str = include_str!("../../../../docs/space-alert/gunship.toml");

/// The keys, for the page.
const LANGUAGE: [(&str, &str); 6] = [
    ("tracks", "the trajectory boards T1 to T7 at red, white, blue and internal"),
    ("threats", "card, turn and zone of each threat; internal threats need no zone"),
    ("crew", "one program per crew member, captain first: . RED BLUE LIFT A B C BOTS H_A H_B H_BOTS M:UR"),
    ("tiles", "the damage stacks, first drawn first: heavy light shield reactor lift structural"),
    ("trips", "who tripped when: { crew = 1, turn = 3 }; the program shows what was meant"),
    ("start", "begin in the middle: turn, ship, crew, threats with square and blocks"),
];

/// The form's one field.
#[derive(Deserialize, Debug)]
pub struct ResolveForm {
    mission: String,
}

/// `GET /resolve`
pub async fn form(who: Who) -> Page {
    draw(&who, EXAMPLE, &html! {})
}

/// `POST /resolve`
pub async fn run(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<ResolveForm>,
) -> Result<Page, PageFault> {
    let result = match judged(&state, form.mission.clone()).await? {
        Ok(report) => outcome(&report),
        Err(mistakes) => faults(&form.mission, &mistakes),
    };
    Ok(draw(&who, &form.mission, &result))
}

/// Resolves a mission away from the threads that serve pages. A panic of the rules is an answer, too.
pub async fn judged(state: &AppState, text: String) -> Result<Result<Report, Vec<Mistake>>, Fault> {
    let run = state.shares.long(move || catch_unwind(|| adjudicate(&text)));
    Ok(match run.await? {
        Some(Ok(result)) => result,
        Some(Err(_)) | None => Err(vec![Mistake {
            place: String::new(),
            text: "the rules could not carry this out: a fault in the program".into(),
        }]),
    })
}

fn draw(who: &Who, mission: &str, result: &Markup) -> Page {
    let middle = html! {
        div.trying {
            p.crumb { a href="/rules/space-alert" { "Space Alert" } " / Resolve" }
            h1 { "Resolve a mission from the box" }
            p.lead { "You have planned with the cards on your own table? Write down what lay there, and see step by step what happens and why." }
            details {
                summary { "How to write it" }
                dl.language { @for (word, text) in LANGUAGE { div { dt { code { (word) } } dd { (text) } } } }
                p.soft { "TOML or JSON with the same keys; card ids are in the " a href="/rules/space-alert" { "rules" }
                    ". The same in a terminal: " code { "klaxon resolve FILE" } ", for programs: " code { "POST /api/v1/resolve" } "." }
            }
            form method="post" action="/resolve#result" {
                details.sa-fill open {
                    summary { h2 { "Fill it in" } }
                    div #resolve-fields data-lists=(lists()) data-model=(model(mission)) {
                        p.soft { "Without scripts: change the text below." }
                    }
                }
                label for="mission" { "The mission as text" }
                textarea #mission name="mission" rows="20" spellcheck="false" maxlength="20000" { (mission) }
                button.primary type="submit" { "Resolve" }
            }
            (result)
        }
    };
    let scripts = ["page.js", "space-alert-resolve.js"];
    Frame { game: Some("space-alert"), scripts: &scripts, ..Frame::new("Resolve", "resolve", who.0.as_ref()) }
        .html(&middle)
}

/// What can be chosen in the fields.
fn lists() -> String {
    let card = |id: ThreatId| json!({ "id": id.to_string(), "name": id.card().name, "internal": id.card().internal });
    let acts = [Act::Empty, Act::Red, Act::Blue, Act::Lift, Act::A, Act::B, Act::C, Act::Bots];
    let heroic = [Act::HeroA, Act::HeroB, Act::HeroBots];
    let leaps = Station::ALL.map(Act::HeroMove);
    let symbols: Vec<String> = acts.into_iter().chain(heroic).chain(leaps).map(Act::word).collect();
    let tiles = Tile::ALL.map(Tile::word);
    json!({ "cards": ThreatId::all().map(card).collect::<Vec<_>>(), "symbols": symbols, "tiles": tiles })
        .to_string()
}

/// The mission for the fields; `null` where it cannot be read, or says more than the fields can: trips, or a beginning
/// in the middle.
fn model(mission: &str) -> String {
    let read = read_case(mission).ok().filter(|case| {
        let v = &case.voyage;
        let from_the_start = Voyage::begin(&Mission {
            lesson: v.lesson,
            tracks: v.tracks,
            threats: v.threats().iter().map(|t| (t.card, t.turn, t.place)).collect(),
            crew: v.program[..usize::from(v.crew_size)].to_vec(),
            androids: v.members().iter().map(|m| m.android).collect(),
            stacks: v.ship.stacks.map(|stack| stack.left().to_vec()),
            carried: Carried::default(),
        });
        case.trips.is_empty() && from_the_start == *v
    });
    let Some(case) = read else { return "null".into() };
    let v = &case.voyage;
    let threat = |t: &Threat| json!({ "card": t.card.to_string(), "turn": t.turn, "zone": t.place.word() });
    let name = mission.lines().find_map(|line| line.trim().strip_prefix("name")?.trim().strip_prefix('='));
    json!({
        "name": name.map(|name| name.trim().trim_matches('"')),
        "lesson": v.lesson.word(),
        "tracks": v.tracks.map(|t| format!("T{}", t + 1)),
        "threats": v.threats().iter().map(threat).collect::<Vec<_>>(),
        "crew": v.program[..usize::from(v.crew_size)].iter().map(|p| p.map(|slot| slot.up.word())).collect::<Vec<_>>(),
        "tiles": Zone::ALL.map(|z| v.ship.stacks[z.index()].tiles.map(Tile::word)),
    })
    .to_string()
}

/// Every mistake at its place, with the line it is in where that can be found.
fn faults(text: &str, mistakes: &[Mistake]) -> Markup {
    html! {
        section.result #result {
            h2 { "This cannot be resolved yet" }
            ul.mistakes role="alert" {
                @for mistake in mistakes {
                    li {
                        @if !mistake.place.is_empty() { code { (mistake.place) } " " }
                        span { (mistake.text) }
                        @if let Some((n, line)) = line_of(text, &mistake.place) {
                            p.soft { "line " (n) ": " code { (line) } }
                        }
                    }
                }
            }
        }
    }
}

/// The line that a place such as `threats[2].zone`, `crew[1], turn 3` or `tracks.red` means, as well as it can be told.
fn line_of<'a>(text: &'a str, place: &str) -> Option<(usize, &'a str)> {
    let lines = || text.lines().enumerate();
    if let Some(n) = place.strip_prefix("line ") {
        let n: usize = n.split(',').next()?.parse().ok()?;
        return text.lines().nth(n.checked_sub(1)?).map(|line| (n, line.trim()));
    }
    let key: String = place.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if key.is_empty() {
        return None;
    }
    let nth = place.split(['[', ']']).nth(1).and_then(|n| n.parse::<usize>().ok());
    let (start, first) =
        lines().find(|(_, line)| line.trim_start_matches(['[', '"', ' ']).starts_with(&key))?;
    let entries = |line: &str| match key.as_str() {
        "threats" => line.matches("card").count().max(line.matches("turn").count()).min(1) > 0,
        _ => line.trim_start().starts_with(['"', '[']),
    };
    match nth {
        Some(n) if !first.trim_end().ends_with(']') => {
            let mut list = lines().skip(start + 1).filter(|(_, line)| entries(line));
            list.nth(n - 1).map(|(i, line)| (i + 1, line.trim()))
        }
        Some(_) | None => Some((start + 1, first.trim())),
    }
}

fn outcome(report: &Report) -> Markup {
    html! {
        section.result #result {
            h2 { (report.end.sentence()) }
            (drawn(report))
            @for note in &report.notes { p.soft { "Note: " (note) "." } }
            @for turn in &report.turns {
                details.turn open[turn.turn <= 1] {
                    summary { h3 { "Turn " (turn.turn) } }
                    ol.steps {
                        @for step in turn.steps.iter().filter(|s| !s.events.is_empty()) {
                            li { p.words { (step.step) } @for event in &step.events { (sentence(event)) } }
                        }
                    }
                }
            }
            h2 { "The ship at the end of each turn" }
            div.scroll tabindex="0" role="region" aria-label="Checkpoints" {
                table.checkpoints {
                    thead { tr {
                        th scope="col" { "Turn" } th scope="col" { "Damage" } th scope="col" { "Shields" }
                        th scope="col" { "Reactors" } th scope="col" { "Fuel" } th scope="col" { "Rockets" }
                        th scope="col" { "Crew" } th scope="col" { "Threats" }
                    } }
                    tbody {
                        @for turn in &report.turns {
                            @if let Some(step) = turn.steps.last() { (checkpoint(turn.turn, &step.after)) }
                        }
                    }
                }
            }
        }
    }
}

/// A voyage that no table has seen, as a watcher would.
fn seen(voyage: &Voyage) -> View {
    let order = TableOrder { seats: 5, ..TableOrder::default() };
    let setup = SpaceAlert::setup(&order).expect("the menu's own table");
    let game =
        SpaceAlert::start(&setup, &mut Chance::quick(0), &mut Tell::muted()).expect("it can be set up");
    let mut view = game.view(Viewer::Watcher);
    view.crew.truncate(usize::from(voyage.crew_size));
    for (crew, member) in view.crew.iter_mut().zip(voyage.members()) {
        crew.figure.android = member.android;
    }
    view.stage = StageView::Over { flight: Box::new(FlightView::of(voyage)), score: None };
    view
}

/// The ship as it stands at the end, with its damage, its crew and what is left of the threats.
fn drawn(report: &Report) -> Markup {
    let board = drawing::of_view::<SpaceAlert>(seen(&report.ship), Viewer::Watcher);
    html! {
        figure.sa-drawn {
            div.frame tabindex="0" role="region" aria-label="The ship" {
                svg #board viewBox=(board.view_box) role="img" aria-label=(board.label) {
                    @if let Some(defs) = &board.defs { (defs) }
                    @for (_, layer) in &board.layers { (layer) }
                }
            }
            figcaption.soft { "The ship at the end: " (report.end.sentence()) }
        }
    }
}

fn sentence(event: &Sentence) -> Markup {
    html! { p.event { (event.text) @if let Some(rule) = event.rule { " " (rule_link(rule.as_str())) } } }
}

fn zones<T>(zones: &ByZone<T>, show: impl Fn(&T) -> String) -> String {
    [&zones.red, &zones.white, &zones.blue].map(show).join(" · ")
}

fn checkpoint(turn: u8, after: &Checkpoint) -> Markup {
    let tiles = |list: &Vec<Tile>| list.len().to_string();
    let crew = after.crew.iter().map(|c| {
        let bots = match c.squad.as_str() {
            "active" => "+",
            "disabled" => "−",
            _ => "",
        };
        format!("{}{bots}{}", c.at, if c.knocked_out { " out" } else { "" })
    });
    let threats = after.threats.iter().filter(|t| t.state != "waiting").map(|t| match t.state.as_str() {
        "on track" => format!("{} on {}, {}/{}", t.name, t.square, t.blocks, t.hit_points),
        state => format!("{} {state}", t.name),
    });
    html! {
        tr {
            th scope="row" { (turn) }
            td { (zones(&after.damage, tiles)) }
            td { (zones(&after.shields, u8::to_string)) }
            td { (zones(&after.reactors, u8::to_string)) }
            td { (after.fuel) } td { (after.rockets) }
            td { (crew.collect::<Vec<_>>().join(", ")) }
            td { @for threat in threats { span.threat { (threat) } " " } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{line_of, model};

    #[test]
    fn the_fields_hold_what_the_text_says() {
        let read: serde_json::Value = serde_json::from_str(&model(super::EXAMPLE)).unwrap();
        assert_eq!(read["tracks"], serde_json::json!(["T3", "T1", "T2", "T4"]));
        assert_eq!(read["threats"][1], serde_json::json!({ "card": "I1-03", "turn": 2, "zone": "internal" }));
        assert_eq!(read["crew"][2][0], "BLUE");
        assert_eq!(
            (read["tiles"][0][5].as_str(), read["name"].as_str()),
            (Some("structural"), Some("A Gunship and a Saboteur"))
        );
        // What the fields cannot say is left to the text.
        for more in [
            include_str!("../../../../docs/space-alert/from-turn-5.toml"),
            include_str!("../../../../docs/space-alert/in-space.toml"),
            "tracks = [",
        ] {
            assert_eq!(model(more), "null");
        }
    }

    #[test]
    fn mistakes_are_found_in_the_text() {
        let text = super::EXAMPLE;
        assert_eq!(
            line_of(text, "threats[2].zone").unwrap().1,
            "{ card = \"I1-03\", turn = 2, zone = \"internal\" },"
        );
        assert!(line_of(text, "crew[3], turn 2").unwrap().1.contains("BLUE C"));
        assert!(line_of(text, "tracks.red").unwrap().1.starts_with("tracks"));
        assert_eq!(line_of(text, "line 1").unwrap().0, 1);
        assert_eq!(line_of(text, "nothing"), None);
    }
}
