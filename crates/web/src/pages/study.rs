//! Studies: a game with notes, variations and marks, on the stage of a replay. Whoever has the link reads one; its owner
//! changes it.

mod list;
mod panes;

use super::{Frame, Page, home::remember, theme_icon};
use crate::{
    assets,
    boards::{self, Board, Place as Spot, Touch},
    drawing,
    error::{Fault, PageFault},
    markdown::rule_link,
    person::Who,
    scene, show,
    stage::Stage,
    state::AppState,
    studies::{self, Found, Source},
    ui::Reach,
};
use axum::{
    Form, Router,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use klaxon_catalog::{
    Said, Table,
    study::{Edit, LARGEST, Mark, Place},
};
use klaxon_core::{Seat, SeatSet, Viewer};
use maud::{Markup, html};
use serde::Deserialize;
use utoipa::ToSchema;

/// Decisions that are offered for a variation, of each seat.
const MOST_OFFERED: usize = 300;

/// The pages of studies.
pub fn routes() -> Router<AppState> {
    // A file comes as a field of a form, where a quote is three characters.
    let files = post(list::import).layer(DefaultBodyLimit::max(3 * LARGEST));
    Router::new()
        .route("/studies", get(list::page))
        .route("/study/new", post(new))
        .route("/study/import", files)
        .route("/study/{id}", get(page).post(change))
        .route("/study/{id}/file", get(file))
        .route("/study/{id}/copy", post(copy))
        .route("/study/{id}/delete", post(delete))
}

/// What a new study is made of.
#[derive(Deserialize, Default, Debug)]
pub struct NewForm {
    /// A finished table.
    #[serde(default)]
    table: String,
    /// Or a situation.
    #[serde(default)]
    script: String,
    #[serde(default)]
    title: String,
    /// The step that is looked at first.
    #[serde(default)]
    step: u32,
}

/// `POST /study/new`
pub async fn new(
    State(state): State<AppState>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<NewForm>,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let source = match (form.table.as_str(), form.script.trim()) {
        ("", "") => return Err(Fault::malformed("a study is of a finished game or of a situation").into()),
        ("", _) => Source::Situation(form.script),
        (table, _) => Source::Table(table.into(), Some(person.id.clone()), SeatSet::NONE),
    };
    let id = studies::make(&state, &person, &form.title, source).await?;
    let to = format!("/study/{id}?step={}", form.step);
    Ok(remember(&state, &headers, &person, Redirect::to(&to)))
}

/// What the address says.
#[derive(Deserialize, Default, Debug)]
pub struct Asked {
    #[serde(default)]
    line: u32,
    #[serde(default)]
    step: u32,
    #[serde(default, rename = "as")]
    eyes: String,
    #[serde(default)]
    pane: String,
}

/// A seat, by number and name, with the words and labels of what it may decide.
type Offer = (Seat, String, Vec<(String, String)>);

/// A study at a place, as one page shows it.
struct View<'a> {
    found: &'a Found,
    at: Place,
    viewer: Viewer,
    own: bool,
    table: &'a Table,
    /// The last step of the line.
    last: u32,
    /// The last step of the game as it was played.
    played: u32,
    /// What could be decided here.
    offers: Vec<Offer>,
    pane: Option<&'static str>,
    show: Option<String>,
}

/// `GET /study/{id}`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    who: Who,
) -> Result<Page, PageFault> {
    let found = studies::find(&state, &id).await?;
    let own = found.is_of(who.id());
    let study = found.study.clone();
    let look = move || {
        let played = study.played()?;
        let last = study.last(asked.line, played).ok_or("there is no such variation")?;
        let at = Place { line: asked.line, step: asked.step.min(last) };
        let table = study.table_at(at)?;
        let offers = if own { offers(&table) } else { Vec::new() };
        Ok::<_, String>((at, last, played, table, offers))
    };
    let looked = studies::long(&state, look).await?;
    let (at, last, played, table, offers) = looked.map_err(|why| Fault::conflict("frozen", why))?;
    let viewer = eyes(&asked.eyes, table.seats())?;
    let pane = ["notes", "lines", "study", "log"].into_iter().find(|pane| *pane == asked.pane);
    let mut now = table.chapters(viewer, 0);
    now.retain(|chapter| chapter.step == at.step);
    let show = show::json(table.game_id(), now);
    let view = View { found: &found, at, viewer, own, table: &table, last, played, offers, pane, show };
    let reach = Reach::default();
    let board = drawing::board(&table, viewer, &Touch { reach: &reach, clicks: &[], hinted: &[] });
    let middle = view.draw(&table.said(viewer, 0), &board);
    let script = assets::of_board(table.game_id());
    let scripts: Vec<&str> =
        ["page.js", "replay.js", "study.js", "marks.js"].into_iter().chain(script.as_deref()).collect();
    let base = crate::address::base(&state.config, &headers);
    let window = format!("{} · a study", found.study.title);
    let game = Some(table.game_id());
    Ok(Frame { game, scripts: &scripts, base, ..Frame::new(&window, "replay", who.0.as_ref()) }.html(&middle))
}

/// As whom it is looked at. Everything in a study is open.
fn eyes(word: &str, seats: usize) -> Result<Viewer, Fault> {
    match word {
        "" | "all" => Ok(Viewer::Everything),
        "watcher" => Ok(Viewer::Watcher),
        seat => match seat.parse().ok().filter(|s: &u8| usize::from(*s) < seats) {
            Some(seat) => Ok(Viewer::Seat(Seat(seat))),
            None => Err(Fault::malformed("look as a seat's number, as watcher, or as all")),
        },
    }
}

fn offers(table: &Table) -> Vec<Offer> {
    let offer = |seat: Seat| {
        let choices = table.choices(seat).into_iter().take(MOST_OFFERED);
        (seat, table.seat_name(seat), choices.map(|choice| (choice.words, choice.label.text)).collect())
    };
    table.to_act().iter().map(offer).collect()
}

impl View<'_> {
    fn id(&self) -> &str {
        &self.found.kept.id
    }

    fn eyes(&self) -> String {
        match self.viewer {
            Viewer::Seat(seat) => seat.to_string(),
            Viewer::Watcher => "watcher".into(),
            Viewer::Everything => "all".into(),
        }
    }

    /// The address of a place.
    fn link(&self, at: Place, pane: &str) -> String {
        format!("/study/{}?line={}&step={}&as={}&pane={pane}", self.id(), at.line, at.step, self.eyes())
    }

    fn to(&self, step: u32) -> String {
        self.link(Place { step, ..self.at }, self.pane.unwrap_or("notes"))
    }

    fn marks(&self) -> Vec<&Mark> {
        self.found.study.marks.iter().filter(|mark| mark.at == self.at).collect()
    }

    fn line_name(&self) -> String {
        match self.found.study.variation(self.at.line) {
            None => "The game".into(),
            Some(v) if v.name.is_empty() => format!("Variation {}", v.id),
            Some(v) => v.name.clone(),
        }
    }

    fn draw(&self, said: &[Said], board: &Board) -> Markup {
        let game = self.table.game_id();
        let now: Vec<&Said> = said.iter().filter(|s| s.step == self.at.step).collect();
        let note = self.found.study.notes.iter().find(|note| note.at == self.at);
        let asked = html! {
            section.ask #ask aria-label="This step" {
                p.soft { (self.line_name()) ", step " (self.at.step) }
                @if let Some(note) = note { div.study-note { (panes::text(&note.text)) } }
                @for said in &now {
                    p.prompt data-about=(said.line.about.join(" ")) {
                        (said.line.text)
                        @if let Some(luck) = &said.luck { span.faces { @for face in &luck.dice { (boards::die(game, face)) } } }
                        @if let Some(rule) = said.line.rule { " " (rule_link(rule.as_str())) }
                    }
                }
                (self.branches())
                (self.seats())
            }
        };
        let log = html! { div #log .log tabindex="0" role="region" aria-label="Log so far" { @for (_, chunk) in scene::log(game, "", said, false) { (chunk) } } };
        let tabs = vec![
            ("notes", "Notes", self.notes(board)),
            ("lines", "Lines", self.lines()),
            ("study", "Study", self.about()),
            ("log", "Log", log),
            ("game", boards::tab(game), html! { div #panels .panels { (board.at(Spot::Tab)) } }),
        ];
        let stage = Stage {
            game,
            name: "Study",
            title: &self.found.study.title,
            board,
            who: html! { a.button.small href="/studies" { "All studies" } },
            tools: html! { button.icon type="button" data-theme-toggle aria-label="Light or dark" title="Light or dark" { (theme_icon()) } },
            asked: ("Step", asked),
            pins: html! {},
            sill: self.controls(),
            tip: html! {},
            tabs,
        };
        let marks: Vec<_> =
            self.marks().iter().map(|m| serde_json::json!({ "from": m.from, "to": m.to })).collect();
        html! {
            div.play.replaying.studying data-table=(self.id()) data-game=(game) data-pane=[self.pane] {
                (stage.draw())
                div #marks hidden data-marks=(serde_json::Value::from(marks)) {}
                dialog #drawer aria-label="Rule" { div #drawer-text {} form method="dialog" { button type="submit" { "Close" } } }
            }
        }
    }

    fn seats(&self) -> Markup {
        let seat = |i: usize| (i.to_string(), self.table.seat_name(Seat(i as u8)));
        let mut ways = vec![("all".to_owned(), "everything".to_owned())];
        ways.extend((0..self.table.seats()).map(seat));
        ways.push(("watcher".into(), "spectator".into()));
        html! {
            nav.as aria-label="Seen as" {
                "Seen as "
                @for (word, name) in &ways {
                    a.pill href={ "/study/" (self.id()) "?line=" (self.at.line) "&step=" (self.at.step) "&as=" (word) } aria-current=[(*word == self.eyes()).then_some("true")] { (name) }
                }
            }
        }
    }

    fn controls(&self) -> Markup {
        let step = self.at.step;
        let link = |label: &str, sign: &str, to: Option<u32>, key: &str| {
            html! {
                @match to.filter(|to| *to != step && *to <= self.last) {
                    Some(to) => { a.button href=(self.to(to)) aria-label=(label) title=(label) data-go=(key) { (sign) } }
                    None => { span.button aria-hidden="true" { (sign) } }
                }
            }
        };
        let noted = |after: bool| {
            let here = self.found.study.notes.iter().filter(|n| n.at.line == self.at.line).map(|n| n.at.step);
            if after { here.filter(|s| *s > step).min() } else { here.filter(|s| *s < step).max() }
        };
        html! {
            nav.controls aria-label="Steps" {
                div data-beats=[self.show.as_deref()] hidden {}
                button type="button" id="autoplay" aria-pressed="false" aria-label="Play" title="Play by itself" { "▶" }
                (link("First", "|◂", Some(0), "Home"))
                (link("Last note", "◂✎", noted(false), "PageUp"))
                (link("One step back", "◂", step.checked_sub(1), "ArrowLeft"))
                form method="get" action={ "/study/" (self.id()) } {
                    input type="hidden" name="line" value=(self.at.line);
                    label { span.hidden { "Step" } input type="range" name="step" min="0" max=(self.last) value=(step) aria-label="Step"; }
                    input type="hidden" name="as" value=(self.eyes());
                    output { (step) " / " (self.last) }
                    button.hidden type="submit" { "Go" }
                }
                (link("One step on", "▸", Some(step + 1), "ArrowRight"))
                (link("Next note", "✎▸", noted(true), "PageDown"))
                (link("End", "▸|", Some(self.last), "End"))
                @if self.own { button type="button" id="marking" aria-pressed="false" aria-label="Draw marks on the board" title="Draw marks on the board: tap for a ring, drag for an arrow" { "◎" } }
                span.pacing { (show::pace()) }
            }
        }
    }
}

/// A change to a study, from the page's forms or as JSON.
#[derive(Deserialize, ToSchema, Clone, Default, Debug)]
#[serde(default)]
pub struct EditForm {
    /// The number of the text that is changed, as it was read.
    pub rev: u64,
    /// `note`, `mark`, `move`, `wait`, `name`, `shorten`, `remove`, `head`, `public` or `private`.
    pub what: String,
    /// 0 for the game as it was played, else a variation.
    pub line: u32,
    /// The step.
    pub step: u32,
    /// The text of a note, or about the whole; none takes a note away.
    pub text: String,
    /// The title, or the name of a variation.
    pub title: String,
    /// What a mark is on, by its id on the board. The same mark again takes it away.
    pub from: String,
    /// Where an arrow leads.
    pub to: String,
    /// A decision: the seat's number, a space, and its words.
    pub decision: String,
    /// The tab that is open.
    pub pane: String,
}

impl EditForm {
    /// What is to be changed.
    pub fn edit(&self) -> Result<Edit, Fault> {
        let at = Place { line: self.line, step: self.step };
        Ok(match self.what.as_str() {
            "note" => Edit::Note { at, text: self.text.clone() },
            "mark" => {
                let to = Some(self.to.trim().to_owned()).filter(|to| !to.is_empty());
                Edit::Mark(Mark { at, from: self.from.trim().into(), to })
            }
            "move" => {
                let unreadable = || Fault::malformed("a decision is a seat's number, a space, and its words");
                let (seat, words) = self.decision.trim().split_once(' ').ok_or_else(unreadable)?;
                let seat = seat.parse().map(Seat).map_err(|_| unreadable())?;
                Edit::Move { at, what: Some((seat, words.trim().into())) }
            }
            "wait" => Edit::Move { at, what: None },
            "name" => Edit::Name { line: self.line, name: self.title.clone() },
            "shorten" => Edit::Shorten { line: self.line },
            "remove" => Edit::Remove { line: self.line },
            "head" => Edit::Head { title: self.title.clone(), about: self.text.clone() },
            _ => return Err(Fault::malformed("there is no such change")),
        })
    }
}

/// Carries out a change. Returns where to look then, and the number of the new text.
pub async fn carry_out(
    state: &AppState,
    person: Option<&str>,
    id: &str,
    form: &EditForm,
) -> Result<(Place, u64), Fault> {
    let here = Place { line: form.line, step: form.step };
    match form.what.as_str() {
        "public" | "private" => {
            let rev = studies::publish(state, person, id, form.rev, form.what == "public").await?;
            Ok((here, rev))
        }
        // The title belongs to the whole: whoever changes it stays where he is.
        "head" => studies::edit(state, person, id, form.rev, form.edit()?).await.map(|(_, rev)| (here, rev)),
        _ => studies::edit(state, person, id, form.rev, form.edit()?).await,
    }
}

/// `POST /study/{id}`
pub async fn change(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
    Form(form): Form<EditForm>,
) -> Result<Redirect, PageFault> {
    let (at, _) = carry_out(&state, who.id(), &id, &form).await?;
    let pane = if form.pane.chars().all(|c| c.is_ascii_lowercase()) { form.pane.as_str() } else { "" };
    Ok(Redirect::to(&format!("/study/{id}?line={}&step={}&pane={pane}", at.line, at.step)))
}

/// `POST /study/{id}/copy`
pub async fn copy(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let person = who.or_new(None);
    let new = studies::copy(&state, &person, &id).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/study/{new}?pane=study"))))
}

/// `POST /study/{id}/delete`
pub async fn delete(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Redirect, PageFault> {
    studies::delete(&state, who.id(), &id).await?;
    Ok(Redirect::to("/studies"))
}

/// `GET /study/{id}/file`
pub async fn file(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, PageFault> {
    let text = studies::find(&state, &id).await?.kept.body;
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/jsonl; charset=utf-8"));
    let name = format!("attachment; filename=\"klaxon-study-{id}.jsonl\"");
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_str(&name).map_err(Fault::ours)?);
    Ok(response)
}
