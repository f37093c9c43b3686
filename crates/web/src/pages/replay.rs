//! Replay: any step, as any seat that may be known, with a link to the moment; after the end also branches.

use super::{
    Frame, Page, Preview,
    home::remember,
    review::{self as review_page, Panel},
    theme_icon,
};
use crate::{
    assets,
    boards::{self, Board, Place, Touch},
    drawing::{self, seat_class},
    error::{Fault, PageFault},
    markdown::rule_link,
    person::Who,
    review::{self, Stand},
    scene, show,
    stage::Stage,
    state::AppState,
    table::{Branch, CLOSED},
    ui::Reach,
};
use axum::{
    Form,
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_bots::Level;
use klaxon_catalog::{Remark, Said, Table, shelf};
use klaxon_core::{
    Seat, SeatSet, Viewer,
    log::{Entry, Input, Parting},
};
use maud::{Markup, html};
use serde::Deserialize;

/// What the address says.
#[derive(Deserialize, Default, Debug)]
pub struct Asked {
    step: Option<u32>,
    #[serde(default, rename = "as")]
    eyes: String,
    /// The tab that is to be open.
    #[serde(default)]
    pane: String,
}

/// `GET /t/{table}/replay`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    who: Who,
) -> Result<Page, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = match live.sit(&state).await {
        Err(fault) if fault.code == CLOSED => return super::table::closed(&state, &id, &fault, &who).await,
        sat => sat?,
    };
    let good = sitting.table.n();
    let (last, over) = (sitting.table.step(), sitting.table.outcome().is_some());
    let held = sitting.meta.seats_of(who.id());
    sitting.meta.may_look(who.id(), held)?;
    let title = sitting.meta.title.clone();
    let is_open_book = sitting.is_open_book().is_ok();
    let people = sitting.meta.chairs.iter().filter(|chair| chair.holder.level().is_none()).count();
    let viewer = eyes(&asked.eyes, held, over, sitting.table.seats())?;
    let whole = sitting.table.said(viewer, 0);
    // The story is there once somebody has looked at the end.
    let after = live.ended.of(good).flatten().filter(|_| over);
    let preview = Some(Preview::of(&state, &headers, &id, &sitting, after.as_deref()));
    drop(sitting);
    let step = asked.step.unwrap_or(if over { 0 } else { last }).min(last);
    let Past { table, turns, course } = as_of(&state, &id, step, good, over).await?;
    let own = match viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Watcher | Viewer::Everything => held.iter().next().unwrap_or(Seat(0)),
    };
    let review = if over { Some(review::stand(&state, &live, own, good).await?) } else { None };
    let said = table.said(viewer, 0);
    let mut now = table.chapters(viewer, 0);
    now.retain(|chapter| chapter.step == step);
    let reach = Reach::default();
    let board = drawing::board(&table, viewer, &Touch { reach: &reach, clicks: &[], hinted: &[] });
    let view = View {
        id: &id,
        title: &title,
        table: &table,
        viewer,
        held,
        people,
        over,
        is_open_book,
        step,
        last,
        turns: &turns,
        whole: &whole,
        show: show::json(table.game_id(), now),
        course: &course,
        own,
        review,
        pane: (asked.pane == "review").then_some("review"),
    };
    let middle = view.draw(&said, &board);
    let name = shelf::game(table.game_id()).map_or("", |c| c.name);
    let window = format!("Replay of {name}");
    let own = assets::of_board(table.game_id());
    let scripts: Vec<&str> = ["page.js", "replay.js"].into_iter().chain(own.as_deref()).collect();
    let base = crate::address::base(&state.config, &headers);
    let game = Some(table.game_id());
    let frame =
        Frame { game, scripts: &scripts, base, preview, ..Frame::new(&window, "replay", who.0.as_ref()) };
    Ok(frame.html(&middle))
}

/// As whom the game may be looked at: while it runs only as oneself or as a spectator.
fn eyes(word: &str, held: SeatSet, over: bool, seats: usize) -> Result<Viewer, Fault> {
    match word {
        "" if over => Ok(Viewer::Everything),
        "" => Ok(held.iter().next().map_or(Viewer::Watcher, Viewer::Seat)),
        "watcher" => Ok(Viewer::Watcher),
        "all" if over => Ok(Viewer::Everything),
        "all" => Err(Fault::forbidden("all is shown only once the game is over")),
        seat => match seat.parse().ok().filter(|s: &u8| usize::from(*s) < seats).map(Seat) {
            None => Err(Fault::malformed("look as a seat's number, as watcher, or as all")),
            Some(seat) if over || held.has(seat) => Ok(Viewer::Seat(seat)),
            Some(_) => Err(Fault::forbidden("this seat's secrets are shown only once the game is over")),
        },
    }
}

/// A game as it was.
struct Past {
    /// The table after a step.
    table: Table,
    /// The seat that decided each step.
    turns: Vec<Option<u8>>,
    /// How good each position of a finished game looked for each seat, from 0 to 1000.
    course: Vec<Vec<i32>>,
}

/// The table as it was after a step; only the first entries of the log are good, all but those of a frozen table.
async fn as_of(state: &AppState, id: &str, step: u32, good: u32, over: bool) -> Result<Past, Fault> {
    let stored = state.store.table(id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let mut entries = state.store.entries(id, 0).await?;
    entries.truncate(good as usize);
    let turns = deciders(&entries);
    let look = move || {
        let table = Table::as_of(&stored.header, &entries, step)?;
        // While a game runs, a judgement of it would tell what is hidden.
        let course = if over { Table::course(&stored.header, &entries)? } else { Vec::new() };
        Ok::<_, Parting>(Past { table, turns, course })
    };
    let past = state.shares.long(look).await?.ok_or_else(|| Fault::ours("a replay could not be drawn"))?;
    past.map_err(|p| Fault::conflict("frozen", p.to_string()))
}

/// Who decided each step in force; `None` for the clock.
fn deciders(entries: &[String]) -> Vec<Option<u8>> {
    let mut seats = Vec::new();
    for line in entries {
        match serde_json::from_str::<Entry>(line).map(|entry| entry.input) {
            Ok(Input::Undo { .. }) => drop(seats.pop()),
            Ok(Input::Act { seat, .. }) => seats.push(Some(seat.0)),
            Ok(Input::Clock { .. } | Input::Edition { .. }) => seats.push(None),
            // The log ends here; whoever plays it again says why.
            Err(_) => break,
        }
    }
    seats
}

struct View<'a> {
    id: &'a str,
    title: &'a str,
    table: &'a Table,
    viewer: Viewer,
    held: SeatSet,
    /// Seats that no bot had.
    people: usize,
    over: bool,
    /// It is over, and nobody else can still play the same luck.
    is_open_book: bool,
    step: u32,
    last: u32,
    turns: &'a [Option<u8>],
    whole: &'a [Said],
    /// What the step looks like, for the performer.
    show: Option<String>,
    course: &'a [Vec<i32>],
    /// Whose decisions are looked back upon.
    own: Seat,
    /// How far that is, once the game is over.
    review: Option<Stand>,
    /// The tab that is open at first.
    pane: Option<&'static str>,
}

impl View<'_> {
    fn word(&self) -> String {
        match self.viewer {
            Viewer::Seat(seat) => seat.to_string(),
            Viewer::Watcher => "watcher".into(),
            Viewer::Everything => "all".into(),
        }
    }

    fn at(&self, step: u32) -> String {
        let pane = self.pane.map_or(String::new(), |pane| format!("&pane={pane}"));
        format!("/t/{}/replay?step={step}&as={}{pane}", self.id, self.word())
    }

    /// What a review has found.
    fn remarks(&self) -> &[Remark] {
        match &self.review {
            Some(Stand::Done(review)) => &review.remarks,
            Some(Stand::Unasked | Stand::Coming(..) | Stand::Failed(_)) | None => &[],
        }
    }

    /// The step before which another seat takes over.
    fn next_turn(&self) -> u32 {
        let from = self.step as usize + 1;
        (from..self.turns.len()).find(|&k| self.turns[k] != self.turns[k - 1]).map_or(self.last, |k| k as u32)
    }

    fn last_turn(&self) -> u32 {
        let from = (self.step as usize).min(self.turns.len());
        (1..from).rev().find(|&k| self.turns[k] != self.turns[k - 1]).unwrap_or(0) as u32
    }

    fn next_roll(&self) -> Option<u32> {
        self.whole.iter().find(|s| s.step > self.step && s.luck.is_some()).map(|s| s.step)
    }

    fn last_roll(&self) -> Option<u32> {
        self.whole.iter().rev().find(|s| s.step < self.step && s.luck.is_some()).map(|s| s.step)
    }

    fn draw(&self, said: &[Said], board: &Board) -> Markup {
        let game = self.table.game_id();
        let now: Vec<&Said> = said.iter().filter(|s| s.step == self.step).collect();
        let asked = html! {
            section.ask #ask aria-label="This step" {
                @if self.step == 0 { p.prompt { "The set-up." } }
                @for said in &now {
                    p.prompt data-about=(said.line.about.join(" ")) {
                        (said.line.text)
                        @if let Some(luck) = &said.luck { span.faces { @for face in &luck.dice { (boards::die(game, face)) } } }
                        @if let Some(rule) = said.line.rule { " " (rule_link(rule.as_str())) }
                    }
                }
                @if now.is_empty() && self.step > 0 { p.soft { "Nothing that may be known from here." } }
                (self.seats())
                @if !self.over { p.soft { "The game runs: only what you may know is shown." } }
            }
        };
        let log = html! { div #log .log tabindex="0" role="region" aria-label="Log so far" { @for (_, chunk) in scene::log(game, self.id, said, true) { (chunk) } } };
        let branch = html! {
            section.more {
                @if self.over && self.step < self.last { (self.play_on()) }
                button type="button" data-copy=(self.at(self.step)) { "Copy a link to this moment" }
                @if self.is_open_book {
                    a.button href={ "/t/" (self.id) "/try?step=" (self.step) } { "Try this position" }
                    form method="post" action="/study/new" {
                        input type="hidden" name="table" value=(self.id);
                        input type="hidden" name="step" value=(self.step);
                        button type="submit" { "Make a study of this game" }
                    }
                }
            }
        };
        let mut tabs = vec![("moment", "Play on", branch)];
        if let Some(stand) = &self.review {
            let names = review_page::names(self.table);
            let (id, seat, held, people) = (self.id, self.own, self.held, self.people);
            let panel = review_page::draw(&Panel { id, seat, held, names: &names, stand, people });
            tabs.push(("review", "Review", html! { (panel) (self.standing()) }));
        }
        tabs.push(("log", "Log", log));
        tabs.push(("game", boards::tab(game), html! { div #panels .panels { (board.at(Place::Tab)) } }));
        let stage = Stage {
            game,
            name: "Replay",
            title: self.title,
            board,
            who: html! { a.button.small href={ "/t/" (self.id) } { "Back to the table" } },
            tools: html! { button.icon type="button" data-theme-toggle aria-label="Light or dark" title="Light or dark" { (theme_icon()) } },
            asked: ("Step", asked),
            pins: html! {},
            sill: self.controls(),
            tip: html! {},
            tabs,
        };
        html! {
            div.play.replaying data-table=(self.id) data-game=(game) data-pane=[self.pane] {
                (stage.draw())
                dialog #drawer aria-label="Rule" { div #drawer-text {} form method="dialog" { button type="submit" { "Close" } } }
            }
        }
    }

    /// A new table that goes on from here. Whoever asks sits where he looks from, bots where bots sat.
    fn play_on(&self) -> Markup {
        let own = match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher | Viewer::Everything => self.held.iter().next(),
        };
        html! {
            form.play-on method="post" action={ "/t/" (self.id) "/branch" } {
                input type="hidden" name="step" value=(self.step);
                div.field {
                    label for="branch-seat" { "I play" }
                    select #branch-seat name="seat" {
                        @for i in 0..self.table.seats() {
                            @let seat = Seat(i as u8);
                            option value=(seat) selected[own == Some(seat)] { (self.table.seat_name(seat)) }
                        }
                        option value="none" selected[own.is_none()] { "nobody yet" }
                    }
                }
                @if self.people > 1 {
                    div.field {
                        label for="branch-others" { "The other people's seats" }
                        select #branch-others name="others" {
                            option value="link" { "by link" }
                            @for level in Level::WORTHY { option value=(level) { (level) " bots" } }
                        }
                    }
                }
                button.primary type="submit" { "Play on from here" }
            }
        }
    }

    fn controls(&self) -> Markup {
        let link = |label: &str, sign: &str, to: Option<u32>, key: &str| {
            html! {
                @match to.filter(|to| *to != self.step) {
                    Some(to) => { a.button href=(self.at(to)) aria-label=(label) title=(label) data-go=(key) { (sign) } }
                    None => { span.button aria-hidden="true" { (sign) } }
                }
            }
        };
        html! {
            nav.controls aria-label="Steps" {
                div data-beats=[self.show.as_deref()] hidden {}
                button type="button" id="autoplay" aria-pressed="false" aria-label="Play" title="Play by itself" { "▶" }
                (link("First", "|◂", Some(0), "Home"))
                (link("Last turn", "◂◂", Some(self.last_turn()), "PageUp"))
                (link("Last roll", "◂⚄", self.last_roll(), "["))
                (link("One step back", "◂", self.step.checked_sub(1), "ArrowLeft"))
                form method="get" action={ "/t/" (self.id) "/replay" } {
                    label { span.hidden { "Step" } input type="range" name="step" min="0" max=(self.last) value=(self.step) aria-label="Step"; (self.ticks()) }
                    input type="hidden" name="as" value=(self.word());
                    @if let Some(pane) = self.pane { input type="hidden" name="pane" value=(pane); }
                    output { (self.step) " / " (self.last) }
                    button.hidden type="submit" { "Go" }
                }
                (link("One step on", "▸", (self.step < self.last).then_some(self.step + 1), "ArrowRight"))
                (link("Next roll", "⚄▸", self.next_roll(), "]"))
                (link("Next turn", "▸▸", Some(self.next_turn()), "PageDown"))
                (link("End", "▸|", Some(self.last), "End"))
                span.pacing { (show::pace()) }
            }
        }
    }

    fn seats(&self) -> Markup {
        let mut ways: Vec<(String, String)> = Vec::new();
        if self.over {
            ways.push(("all".into(), "everything".into()));
        }
        for i in 0..self.table.seats() {
            let seat = Seat(i as u8);
            if self.over || self.held.has(seat) {
                ways.push((seat.to_string(), self.table.seat_name(seat)));
            }
        }
        ways.push(("watcher".into(), "spectator".into()));
        html! {
            nav.as aria-label="Seen as" {
                "Seen as "
                @for (word, name) in &ways {
                    a.pill href={ "/t/" (self.id) "/replay?step=" (self.step) "&as=" (word) @if let Some(pane) = self.pane { "&pane=" (pane) } } aria-current=[(*word == self.word()).then_some("true")] { (name) }
                }
            }
        }
    }
}

/// Points of a curve in a finished game's course.
const CURVE: usize = 160;

impl View<'_> {
    /// How the game stood, as a bot judges it that sees everything: a curve for each side, and where this step lies.
    fn standing(&self) -> Markup {
        let Some(now) = self.course.get(self.step as usize) else { return html! {} };
        let last = self.course.len().max(2) - 1;
        let x = |step: usize| step * 1000 / last;
        let every = self.course.len().div_ceil(CURVE);
        let curve = |seat: usize| {
            let shown = (0..self.course.len()).filter(|i| i % every == 0 || *i == last);
            shown.map(|i| format!("{},{}", x(i), 1000 - self.course[i][seat])).collect::<Vec<_>>().join(" ")
        };
        // Team-mates stand or fall together: the first of them speaks for all.
        let sides: Vec<usize> = (0..self.table.seats())
            .filter(|s| self.table.team(Seat(*s as u8)).iter().next() == Some(Seat(*s as u8)))
            .collect();
        html! {
            section.standing aria-label="How it stood" {
                h2 { "How it stood" }
                svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                    path.half d="M0,500 H1000" {}
                    @for side in &sides { polyline class=(seat_class(self.table, Seat(*side as u8))) points=(curve(*side)) {} }
                    path.now d={ "M" (x(self.step as usize)) ",0 V1000" } {}
                }
                (self.signs(&x))
                ul { @for side in &sides {
                    @let seat = Seat(*side as u8);
                    li { span class={ "swatch " (seat_class(self.table, seat)) } {} " " (self.table.seat_name(seat)) " " strong { (now[*side] / 10) " %" } }
                } }
                p.soft { "A bot's judgement of the position after this step, all cards open." }
            }
        }
    }
}

impl View<'_> {
    /// What a review has found, on the curve: links to the moments.
    fn signs(&self, x: &dyn Fn(usize) -> usize) -> Markup {
        let side = self.own.index();
        let height =
            |step: usize| self.course.get(step).and_then(|seats| seats.get(side)).copied().unwrap_or(500);
        html! {
            @if !self.remarks().is_empty() {
                svg.signs role="group" aria-label="What the review found" {
                    @for remark in self.remarks() {
                        @let at = remark.step as usize;
                        svg x={ (x(at) / 10) "%" } y={ ((1000 - height(at)) / 10) "%" } overflow="visible" {
                            a.moment href={ "/t/" (self.id) "/replay?step=" (remark.from) "&as=" (self.own) "&pane=review" }
                                aria-label={ (remark.mark.word()) ", step " (remark.step) } { text class=(remark.mark.id()) { (remark.mark.sign()) } }
                        }
                    }
                }
            }
        }
    }

    /// The same on the timeline. The list has the links, so that nobody has to hit a line.
    fn ticks(&self) -> Markup {
        html! {
            @if !self.remarks().is_empty() {
                svg.ticks viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                    @for remark in self.remarks() {
                        @let at = u64::from(remark.step) * 1000 / u64::from(self.last.max(1));
                        path class=(remark.mark.id()) d={ "M" (at) ",0V10" } {}
                    }
                }
            }
        }
    }
}

/// What the branch form says.
#[derive(Deserialize, Debug)]
pub struct BranchForm {
    step: u32,
    /// The seat of whoever asks; without it those that he had.
    #[serde(default)]
    seat: String,
    /// Who plays the seats of the others: `link`, or a bot's level.
    #[serde(default)]
    others: String,
    /// `same` for the luck of the game that was played.
    #[serde(default)]
    luck: String,
}

/// `POST /t/{table}/branch`: a new table that goes on from a step of a finished game.
pub async fn branch(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
    Form(form): Form<BranchForm>,
) -> Result<Response, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let mut old = live.sit(&state).await?;
    let held = old.meta.seats_of(who.id());
    old.meta.may_look(who.id(), held)?;
    let seats = match form.seat.as_str() {
        "" => held,
        "none" => SeatSet::NONE,
        number => {
            let number = number.parse().map_err(|_| Fault::malformed("a seat is a number"))?;
            SeatSet::only(old.seat(number)?)
        }
    };
    let person = who.or_new(None);
    let others = form.others.parse()?;
    let wish = Branch { step: form.step, seats, others, same_luck: form.luck == "same" };
    let new = crate::table::branch(&state, &mut old, Some(&person), wish).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{new}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undone_steps_have_no_decider() {
        let lines = [
            r#"{"n":1,"at":1,"in":{"act":{"seat":0,"q":1,"do":"Pass"}},"hash":"0000000000000001"}"#,
            r#"{"n":2,"at":1,"in":{"act":{"seat":0,"q":2,"do":"Pass"}},"hash":"0000000000000001"}"#,
            r#"{"n":3,"at":1,"in":{"undo":{"seat":0}},"hash":"0000000000000001"}"#,
            r#"{"n":4,"at":1,"clock":5,"hash":"0000000000000001","digest":"00000001"}"#,
            r#"{"n":5,"at":1,"seat":1,"q":1,"do":"pass","hash":"0000000000000001","digest":"00000001"}"#,
        ];
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(deciders(&lines), [Some(0), None, Some(1)]);
    }

    #[test]
    fn secrets_are_shown_only_to_their_holder_while_the_game_runs() {
        let mine = SeatSet::only(Seat(1));
        assert_eq!(eyes("", mine, false, 2), Ok(Viewer::Seat(Seat(1))));
        assert_eq!(eyes("1", mine, false, 2), Ok(Viewer::Seat(Seat(1))));
        assert_eq!(eyes("", SeatSet::NONE, false, 2), Ok(Viewer::Watcher));
        assert!(eyes("0", mine, false, 2).is_err());
        assert!(eyes("all", mine, false, 2).is_err());
        assert!(eyes("7", mine, true, 2).is_err());
        assert_eq!(eyes("0", mine, true, 2), Ok(Viewer::Seat(Seat(0))));
        assert_eq!(eyes("", mine, true, 2), Ok(Viewer::Everything));
    }
}
