//! *Edit*: a scenario of the players' own, drawn and checked while it is written. The page works as a plain form around
//! the scenario's text; the script adds fields and dragging, and asks the server to draw and check each change.

use super::{Frame, Page, home::remember, open::chair};
use crate::{
    boards::star_trek,
    error::{Fault, PageFault},
    person::Who,
    state::AppState,
    table::NewTableOrder,
};
use axum::{
    Form,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use klaxon_core::TableOrder;
use klaxon_star_trek::{Faction, Scenario, data::data};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

/// The game that has an editor.
pub const GAME: &str = "star-trek";
/// Numbers beyond this are no lengths of a table, and nothing is drawn of them.
const FARTHEST: i64 = 1_000_000;
/// ST-22.6: about what a ship with its crew and tech comes to.
const A_SHIP: u16 = 50;

/// What the page's address may say.
#[derive(Deserialize, Default, Debug)]
pub struct Wanted {
    #[serde(default)]
    from: String,
}

/// The fields of the form.
#[derive(Deserialize, Debug)]
pub struct Draft {
    text: String,
    /// Only the result is wanted.
    #[serde(default)]
    part: String,
    #[serde(default)]
    seats: usize,
    #[serde(default)]
    rivals: String,
}

fn known(game: &str) -> Result<(), Fault> {
    if game == GAME { Ok(()) } else { Err(Fault::missing("this game has no editor for scenarios")) }
}

/// `GET /edit/{game}`
pub async fn form(
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
    who: Who,
) -> Result<Page, PageFault> {
    known(&game)?;
    let (scenario, text) = data().scenario(&wanted.from).unwrap_or(&data().scenarios[0]);
    // A copy of its own, so that it never stands for the built-in one.
    let text = text.replace(&format!("id = \"{}\"", scenario.id), &format!("id = \"my-{}\"", scenario.id));
    Ok(draw(&who, &text, Some(&scenario.id), ""))
}

/// `POST /edit/{game}`
pub async fn check(
    Path(game): Path<String>,
    who: Who,
    Form(draft): Form<Draft>,
) -> Result<Response, PageFault> {
    known(&game)?;
    if draft.part.is_empty() {
        return Ok(draw(&who, &draft.text, None, &draft.rivals).into_response());
    }
    Ok(axum::response::Html(result(&draft.text).into_string()).into_response())
}

/// `POST /edit/{game}/test`
pub async fn test(
    State(state): State<AppState>,
    Path(game): Path<String>,
    headers: HeaderMap,
    who: Who,
    Form(draft): Form<Draft>,
) -> Result<Response, PageFault> {
    known(&game)?;
    let text = own_text(&draft.text);
    // What cannot be played yet comes back with its mistake, and nothing that was written is lost.
    let Ok(scenario) = Scenario::parse(&text) else {
        let page = draw(&who, &draft.text, None, &draft.rivals);
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let sizes = scenario.sizes();
    let seats = if sizes.contains(&draft.seats) { draft.seats } else { sizes[0] };
    let rival = if draft.rivals.is_empty() { "easy" } else { draft.rivals.as_str() };
    let chairs =
        (0..seats).map(|i| chair(if i == 0 { "me" } else { rival })).collect::<Result<Vec<_>, _>>()?;
    let order = TableOrder { scenario: text, seats, ..TableOrder::default() };
    let person = who.or_new(None);
    let order = NewTableOrder::new(game, order, chairs);
    let id = crate::table::open(&state, Some(&person), order).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{id}"))))
}

/// Browsers send other line ends, and a scenario's text is known by having several lines.
fn own_text(text: &str) -> String {
    format!("{}\n", text.replace("\r\n", "\n").trim_end())
}

/// The page around a text. `from` is the scenario that it still is; none for what somebody has written.
fn draw(who: &Who, text: &str, from: Option<&str>, rivals: &str) -> Page {
    let sizes = sizes(text);
    let others = [("easy", "easy bots"), ("normal", "normal bots"), ("me", "me too, on this device")];
    let middle = html! {
        div.st-edit {
            p.crumb { a href="/" { "Games" } " / " a href="/open/star-trek" { "Star Trek: Red Alert!" } " / Scenario editor" }
            h1 { "A scenario of your own" }
            p.lead { "Table, terrain, obstacles, zones, points, factions and how it is won. Drag pieces on the map; every change is drawn and checked at once." }
            p.st-from { "Begin with "
                @for (scenario, _) in &data().scenarios { a.pill href={ "/edit/star-trek?from=" (scenario.id) } { (scenario.name) } }
            }
            p #edit-kept .note hidden { span {} " " button.small type="button" {} }
            form #edit method="post" action="/edit/star-trek" data-from=[from] {
                div #edit-fields .st-fields data-crew=(names(true)) data-ships=(names(false)) data-factions=(factions()) {}
                div.st-drawn {
                    (result(text))
                    details #edit-source open {
                        summary { "As a pack file" }
                        p.soft { "Save it as " code { "my-pack/star-trek/scenario.toml" } " to serve it with " code { "--packs" } ", or keep it to paste it here again." }
                        label.hidden for="edit-text" { "The scenario as TOML" }
                        textarea #edit-text name="text" rows="18" spellcheck="false" maxlength="30000" { (text) }
                        div.tools { button type="submit" { "Check" } button #edit-copy type="button" hidden { "Copy" } button #edit-save type="button" hidden { "Save as a file" } }
                    }
                    fieldset.st-test {
                        legend { "Test" }
                        label { span { "Players" } select name="seats" { @for n in &sizes { option value=(n) { (n) } } } }
                        label { span { "The others" } select name="rivals" { @for (value, words) in others { option value=(value) selected[value == rivals] { (words) } } } }
                        button #edit-test .primary type="submit" disabled[sizes.is_empty()] formaction="/edit/star-trek/test" { "Open a table with it" }
                    }
                }
            }
        }
    };
    Frame {
        scripts: &["page.js", "star-trek-edit.js"],
        ..Frame::new("Scenario editor", "edit", who.0.as_ref())
    }
    .html(&middle)
}

fn sizes(text: &str) -> Vec<usize> {
    Scenario::parse(&own_text(text)).map(|s| s.sizes()).unwrap_or_default()
}

/// Ids with names, for lists in the fields.
fn names(crew: bool) -> String {
    let list: Vec<(&str, &str)> = if crew {
        data().disks.iter().map(|d| (d.id.as_str(), d.name.as_str())).collect()
    } else {
        data().ships.iter().map(|s| (s.id.as_str(), s.name.as_str())).collect()
    };
    serde_json::to_string(&list).expect("names serialise")
}

fn factions() -> String {
    serde_json::to_string(&Faction::ALL.map(|f| (f.code(), f.name()))).expect("names serialise")
}

/// What the text says, whether it can be played, and its map.
pub(crate) fn result(text: &str) -> Markup {
    let text = own_text(text);
    let model = toml::from_str::<toml::Table>(&text).ok().and_then(|table| serde_json::to_value(table).ok());
    let read = Scenario::read(&text);
    let verdict = Scenario::parse(&text);
    let drawable = model.as_ref().is_some_and(is_near) && read.as_ref().is_ok_and(has_room);
    html! {
        section #edit-result aria-live="polite" data-model=[model.as_ref().map(Value::to_string)] data-sizes=[verdict.as_ref().ok().map(|s| serde_json::to_string(&s.sizes()).unwrap_or_default())] {
            @match &verdict {
                Ok(scenario) => { p.good #edit-verdict { strong { "It can be played" } " with " (list(&scenario.sizes())) " players." } }
                Err(why) => { p.bad #edit-verdict role="alert" { strong { "Not yet: " } (why) } }
            }
            @if let Some(scenario) = read.as_ref().ok().filter(|_| drawable) {
                (star_trek::picture_of_scenario(scenario, scenario.sizes().first().copied().unwrap_or(2)))
                ul.st-guide {
                    @for line in scenario.victory_text() { li { (line) } }
                    // Only where a ship may not come to everything it wants is that worth a line.
                    @for team in scenario.teams.iter().filter(|t| t.points_per_player < A_SHIP) {
                        li.soft { (team.name) ": " (team.points_per_player) " points a player; a manned and equipped ship comes to nearly 50 " (crate::markdown::rule_link("ST-22.6")) }
                    }
                }
            }
        }
    }
}

/// "2, 3 and 4".
fn list(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

/// Is there a table to draw on?
fn has_room(scenario: &Scenario) -> bool {
    let (w, h) = scenario.table_for(scenario.sizes().first().copied().unwrap_or(2));
    w > 0 && h > 0
}

/// Are all numbers such that a drawing makes sense?
fn is_near(value: &Value) -> bool {
    match value {
        Value::Number(n) => n.as_i64().is_some_and(|n| n.abs() <= FARTHEST),
        Value::Array(items) => items.iter().all(is_near),
        Value::Object(fields) => fields.values().all(is_near),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_scenario_can_be_edited_and_is_drawn() {
        for (scenario, text) in &data().scenarios {
            let html = result(text).into_string();
            assert!(html.contains("It can be played"), "{}: {html}", scenario.id);
            assert_eq!(
                html.matches("data-piece=\"terrain/").count(),
                scenario.terrain.len(),
                "{}",
                scenario.id
            );
            assert_eq!(
                html.matches("data-piece=\"obstacles/").count(),
                scenario.obstacles.len(),
                "{}",
                scenario.id
            );
            for line in scenario.victory_text() {
                assert!(html.contains(&html! { (line) }.into_string()), "{line}");
            }
        }
        assert!(crate::assets::at("star-trek-edit.js").ends_with("star-trek-edit.js"));
    }

    #[test]
    fn a_bad_scenario_is_told_why_and_still_drawn_where_it_can_be() {
        let (_, text) = &data().scenarios[0];
        let crowded = format!("{text}\n[[obstacles]]\ntype = \"mine\"\nx = 100\ny = 12000\n");
        let html = result(&crowded).into_string();
        assert!(html.contains("obstacle 1 (mine) does not lie wholly on the table"), "{html}");
        assert!(html.contains("st-map"), "{html}");
        let far = text.replace("w = 36000", "w = 36000000000");
        let html = result(&far).into_string();
        assert!(html.contains("24000 to 96000") && !html.contains("st-map"), "{html}");
        assert!(result(text).into_string().contains("30 points a player; a manned and equipped ship"));
        let rich = text.replace("points_per_player = 30", "points_per_player = 50");
        assert!(!result(&rich).into_string().contains("comes to nearly 50"), "fifty are enough");
        let html = result("this is no scenario").into_string();
        assert!(html.contains("Not yet") && !html.contains("st-map"), "{html}");
    }
}
