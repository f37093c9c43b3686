//! One line per open page: changed regions go down, wishes come up. A new line gets everything, so that coming back
//! after a lost connection or a restart needs nothing special.

use crate::{
    assets,
    error::Fault,
    guard::{Peer, is_limited, same_origin},
    person::{Person, Who, is_trick},
    scene::{Look, Region, Scene},
    shares::{Extra, Page},
    state::{Admitted, AppState},
    table::{Deed, Holder, Live, Sitting},
    thinkers::Answer,
    ui::{Click, Eyes, Hint, Note, Reach, Ui, click},
};
use axum::{
    Extension,
    extract::{
        Path, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use klaxon_bots::Level;
use klaxon_catalog::Choice;
use klaxon_core::{Edition, Refusal, Seat, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The longest message from a page.
const LONGEST_WISH: usize = 16 << 10;
/// A page that takes nothing for so long is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest thing said, in characters.
const LONGEST_SAYING: usize = 400;

/// What a page may wish. Read as hostile input.
#[derive(Deserialize, Debug)]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
enum Wish {
    /// A click on the board.
    Click { id: String },
    /// Lets go of clicks, notes, odds and hints.
    Clear,
    /// A choice by its number.
    Pick {
        q: u32,
        i: usize,
        /// The odds have been seen.
        #[serde(default)]
        sure: bool,
        /// The choice in words: where several decide at once, the list may have changed since it was shown.
        #[serde(default)]
        w: String,
    },
    /// A decision in full: on a continuous table the choices are only a sample.
    Act {
        #[serde(default)]
        q: Option<u32>,
        action: Value,
    },
    /// A decision that is open at any time.
    Any { words: String },
    /// Takes the last decision back.
    Undo,
    /// Odds of a choice; without a number, no odds.
    Odds { q: u32, i: Option<usize> },
    /// Show odds before a choice that has some is made, or not.
    OddsFirst { on: bool },
    /// Odds of what a click would choose.
    Peek { id: String },
    /// What would a bot do?
    Hint,
    /// The device has been passed to this seat.
    Lift { seat: u8 },
    /// Says something.
    Say {
        text: String,
        #[serde(default)]
        team: bool,
    },
    /// Answer questions that leave one choice, or not.
    Auto { on: bool },
    /// Do not ask this again: decline it.
    Quiet { q: u32 },
    /// Ask again what was declined by itself.
    Ask { words: String },
    /// A coach, or none.
    Coach { on: bool },
    /// The coach's tip has been read.
    GotIt { tip: String },
    /// A seat goes to a bot.
    Bot { seat: u8, level: String },
    /// A bot's seat becomes free for a person.
    Free { seat: u8 },
    /// Go on by a newer edition of the rules, or by this one after all.
    Edition { to: Option<Edition> },
}

/// `GET /t/{table}/ws`
pub async fn upgrade(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Extension(Peer(peer)): Extension<Peer>,
    who: Who,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    // Programs send no origin; a browser always does.
    if headers.contains_key("origin") && !same_origin(&headers) {
        return Err(Fault::forbidden("this page is not from here"));
    }
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit(&state).await?;
    sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    drop(sitting);
    let place =
        state.admit(peer).ok_or_else(|| Fault::busy("too many pages are open; close one and try again"))?;
    let upgrade = upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_message_size(LONGEST_WISH)
        .max_frame_size(LONGEST_WISH);
    let asker = state.shares.asker(peer, is_limited(&state, peer));
    let page = state.shares.page(&asker);
    let line = Line::new(state, live, who.0, page);
    Ok(upgrade
        .on_upgrade(move |socket| async move { asker.on_behalf(line.run(socket, place)).await })
        .into_response())
}

/// One open page.
struct Line {
    state: AppState,
    live: Arc<Live>,
    person: Option<Person>,
    ui: Ui,
    /// Regions as last sent, by their hashes.
    sent: Vec<(Box<str>, u64)>,
    hint: Option<(Seat, u32, Vec<Choice>, oneshot::Receiver<Answer>)>,
    /// The rest of a plan from which hints are given, until what is asked changes.
    scheme: Option<Scheme>,
    page: Page,
}

impl Line {
    fn new(state: AppState, live: Arc<Live>, person: Option<Person>, page: Page) -> Line {
        let ui = Ui::default();
        Line { state, live, person, ui, sent: Vec::new(), hint: None, scheme: None, page }
    }

    fn person_id(&self) -> Option<&str> {
        self.person.as_ref().map(|p| p.id.as_str())
    }

    async fn run(mut self, mut socket: WebSocket, _place: Admitted) {
        let mut version = self.live.version.subscribe();
        let beat = self.state.config.heartbeat;
        let mut beats = tokio::time::interval_at(tokio::time::Instant::now() + beat, beat);
        let mut heard = Instant::now();
        let closing = self.state.closing.clone();
        let held = match self.live.sit(&self.state).await {
            Ok(sitting) => sitting.meta.seats_of(self.person_id()),
            Err(_) => return,
        };
        let _presence = self.live.arrive(self.person_id(), !held.is_empty());
        // The clock waits until somebody is there.
        let Ok(mut sitting) = self.live.sit(&self.state).await else { return };
        sitting.wind();
        let now = sitting.now();
        drop(sitting);
        let hello = json!({ "t": "hello", "build": *assets::BUILD, "now": now }).to_string();
        if !send(&mut socket, text(hello)).await {
            return;
        }
        loop {
            version.mark_unchanged();
            let patch = match self.draw().await {
                Ok(patch) => patch,
                Err(fault) => json!({ "t": "fault", "text": fault.sentence() }).to_string(),
            };
            if !patch.is_empty() && !send(&mut socket, text(patch)).await {
                break;
            }
            // Several wishes and beats may pass without anything to draw.
            let mut draw = false;
            while !draw {
                tokio::select! {
                    changed = version.changed() => {
                        if changed.is_err() { return; }
                        draw = true;
                    }
                    message = socket.recv() => {
                        heard = Instant::now();
                        match message {
                            Some(Ok(Message::Text(wish))) => {
                                self.page.wish().await;
                                self.handle(&wish).await;
                                draw = true;
                            }
                            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                                return;
                            }
                        }
                    }
                    answer = hint_of(&mut self.hint) => {
                        self.hint_came(answer);
                        draw = true;
                    }
                    _ = beats.tick() => {
                        if heard.elapsed() > beat * 3 { return; }
                        let beat = json!({ "t": "beat" }).to_string();
                        if !send(&mut socket, Message::Ping(Default::default())).await || !send(&mut socket, text(beat)).await {
                            return;
                        }
                    }
                    () = closing.cancelled() => {
                        // The page comes back by itself; nothing more can be said.
                        send(&mut socket, text(json!({ "t": "bye" }).to_string())).await;
                        send(&mut socket, Message::Close(None)).await;
                        return;
                    }
                }
            }
        }
    }

    /// Draws what this viewer sees, and returns what has changed since it was last sent.
    async fn draw(&mut self) -> Result<String, Fault> {
        let _turn = self.state.shares.turn().await;
        let mut sitting = self.live.sit(&self.state).await?;
        let (ui, live, state) = (&mut self.ui, &self.live, &self.state);
        let person = self.person.as_ref().map(|p| p.id.as_str());
        let idle_watcher =
            ui.is_untouched() && sitting.meta.seats_of(person).is_empty() && !sitting.meta.is_owner(person);
        if idle_watcher && let Some(regions) = live.drawn_for_watchers() {
            drop(sitting);
            return Ok(self.patch(&regions));
        }
        let version = *live.version.borrow();
        let regions = sitting.careful(|loaded| {
            let eyes = Eyes::new(loaded, loaded.meta.seats_of(person), ui);
            // What was touched belongs to one question of one seat.
            let asked = eyes.seat.map_or((u8::MAX, 0), |s| (s.0, loaded.table.question(s)));
            if ui.question != asked {
                ui.question = asked;
                (ui.clicks, ui.odds, ui.pending, ui.hint) = (Vec::new(), None, None, None);
            }
            // Where time is real, the question may stay while what was begun on the board no longer leads anywhere.
            if let Some(seat) = eyes.seat.filter(|_| !ui.clicks.is_empty())
                && Reach::new(&loaded.table.choices(seat), &ui.clicks).open.is_empty()
            {
                ui.clicks.clear();
            }
            if let (Some(seat), Some(Hint::Here { words, .. })) = (eyes.seat, &ui.hint)
                && !loaded.table.choices(seat).iter().any(|c| c.words == *words)
            {
                ui.hint = None;
            }
            let token =
                |seat: Seat| state.keys.seat_token(&live.id, seat, &loaded.meta.chairs[seat.index()].nonce);
            Scene::draw(&Look { live, loaded, person, eyes, ui, token: &token }).regions()
        })?;
        let regions = Arc::new(regions);
        if idle_watcher {
            live.keep_for_watchers(version, regions.clone());
        }
        drop(sitting);
        Ok(self.patch(&regions))
    }

    /// The regions whose hash is not the one last sent, and the names of those that are gone.
    fn patch(&mut self, regions: &[Region]) -> String {
        let (mut html, mut svg) = (String::new(), String::new());
        let mut now: Vec<(Box<str>, u64)> = Vec::with_capacity(regions.len());
        for region in regions {
            let known = self.sent.iter().find(|(id, _)| **id == *region.id).map(|(_, h)| *h);
            if known != Some(region.hash) {
                if region.svg { svg.push_str(&region.html) } else { html.push_str(&region.html) }
            }
            now.push((region.id.as_str().into(), region.hash));
        }
        for (id, _) in &self.sent {
            if !now.iter().any(|(new, _)| new == id) {
                html.push_str(&format!("<div id=\"{id}\" data-gone></div>"));
            }
        }
        self.sent = now;
        if !svg.is_empty() {
            html.push_str("<svg data-frag>");
            html.push_str(&svg);
            html.push_str("</svg>");
        }
        html
    }

    async fn handle(&mut self, text: &str) {
        self.ui.note = None;
        let wish: Wish = match serde_json::from_str(text) {
            Ok(wish) => wish,
            Err(_) => {
                self.ui.note =
                    Some(Note { text: "This page sent something unreadable; reload it.".into(), rule: None });
                return;
            }
        };
        let granted = match self.afford(&wish) {
            Ok(()) => self.grant(wish).await,
            over => over,
        };
        if let Err(fault) = granted {
            self.ui.note = Some(Note::from(&fault));
        }
    }

    /// Decisions are always free; what else a page may wish for, it has a purse.
    fn afford(&mut self, wish: &Wish) -> Result<(), Fault> {
        let asked = |(seat, question, ..): &(Seat, u32, _, _)| self.ui.question == (seat.0, *question);
        match wish {
            Wish::Hint if self.hint.as_ref().is_some_and(asked) => {
                Err(Fault::busy("one hint at a time: this one is still being thought about"))
            }
            Wish::Hint => self.page.extra(Extra::Hint),
            Wish::Odds { i: Some(_), .. } | Wish::Peek { .. } => self.page.extra(Extra::Odds),
            Wish::Click { .. }
            | Wish::Clear
            | Wish::Pick { .. }
            | Wish::Act { .. }
            | Wish::Any { .. }
            | Wish::Undo
            | Wish::Odds { i: None, .. }
            | Wish::OddsFirst { .. }
            | Wish::Lift { .. }
            | Wish::Say { .. }
            | Wish::Auto { .. }
            | Wish::Quiet { .. }
            | Wish::Ask { .. }
            | Wish::Coach { .. }
            | Wish::GotIt { .. }
            | Wish::Bot { .. }
            | Wish::Free { .. }
            | Wish::Edition { .. } => Ok(()),
        }
    }

    async fn grant(&mut self, wish: Wish) -> Result<(), Fault> {
        let mut sitting = self.live.sit(&self.state).await?;
        let held = sitting.meta.seats_of(self.person_id());
        let eyes = sitting.careful(|loaded| Eyes::new(loaded, held, &self.ui))?;
        let seat = eyes.seat.ok_or_else(|| Fault::forbidden("you are watching: only players decide"));
        match wish {
            Wish::Click { id } => {
                let seat = seat?;
                let ui = &self.ui;
                let read = sitting.careful(|loaded| {
                    let choices =
                        if loaded.table.to_act().has(seat) { loaded.table.choices(seat) } else { Vec::new() };
                    match click(&choices, &ui.clicks, &id) {
                        Click::Nothing(tries) => {
                            Err(tries.iter().find_map(|path| loaded.table.why_not(seat, path)))
                        }
                        other => Ok(other),
                    }
                })?;
                match read {
                    Ok(Click::Chosen(index)) => {
                        let question = sitting.table.question(seat);
                        if self.hold_for_odds(&mut sitting, seat, index)? {
                            return Ok(());
                        }
                        self.ui.clicks.clear();
                        sitting.act(seat, Some(question), Deed::Choice(index)).await?;
                    }
                    Ok(Click::Held(clicks)) => {
                        (self.ui.clicks, self.ui.odds, self.ui.pending) = (clicks, None, None);
                    }
                    Ok(Click::Nothing(_)) => {}
                    Err(why) => {
                        self.ui.clicks.clear();
                        return why.map_or(Ok(()), |why: Refusal| Err(why.into()));
                    }
                }
            }
            Wish::Clear => {
                (self.ui.clicks, self.ui.odds, self.ui.pending, self.ui.hint) =
                    (Vec::new(), None, None, None);
            }
            Wish::Pick { q, i, sure, w } => {
                let seat = seat?;
                let fresh = sitting.table.to_act().has(seat) && sitting.table.question(seat) == q;
                let i = if fresh && !w.is_empty() {
                    let choices = sitting.careful(|loaded| loaded.table.choices(seat))?;
                    let same = choices
                        .get(i)
                        .filter(|c| c.words == w)
                        .or_else(|| choices.iter().find(|c| c.words == w));
                    same.ok_or_else(|| Fault::conflict("stale", "this is no longer open"))?.index
                } else {
                    i
                };
                if fresh && !sure && self.hold_for_odds(&mut sitting, seat, i)? {
                    return Ok(());
                }
                self.ui.clicks.clear();
                sitting.act(seat, Some(q), Deed::Choice(i)).await?;
            }
            Wish::Act { q, action } => {
                let seat = seat?;
                self.ui.clicks.clear();
                sitting.act(seat, q, Deed::Action(action)).await?;
            }
            Wish::OddsFirst { on } => self.ui.odds_first = on,
            Wish::Any { words } => sitting.act(seat?, None, Deed::Anytime(words)).await?,
            Wish::Undo => sitting.act(seat?, None, Deed::Undo).await?,
            Wish::Edition { to } => sitting.want_edition(held, to).await?,
            Wish::Odds { q, i } => {
                let seat = seat?;
                if self.ui.pending.is_some() {
                    return Ok(());
                }
                self.ui.odds = match i {
                    Some(i) if sitting.table.question(seat) == q && sitting.table.to_act().has(seat) => {
                        sitting.careful(|loaded| loaded.table.odds(seat, i))?.map(|odds| (i, odds))
                    }
                    Some(_) | None => None,
                };
            }
            Wish::Peek { id } => {
                let Ok(seat) = seat else { return Ok(()) };
                if !sitting.table.to_act().has(seat) || self.ui.pending.is_some() {
                    return Ok(());
                }
                let ui = &self.ui;
                self.ui.odds = sitting.careful(|loaded| {
                    let choices = loaded.table.choices(seat);
                    let mut clicks = ui.clicks.clone();
                    clicks.push(id);
                    match Reach::new(&choices, &clicks).full[..] {
                        [only] => loaded.table.odds(seat, only).map(|odds| (only, odds)),
                        _ => None,
                    }
                })?;
            }
            Wish::Hint => {
                let seat = seat?;
                if !sitting.table.to_act().has(seat) {
                    return Err(Fault::conflict("not-asked", "nothing is asked of you now"));
                }
                let question = sitting.table.question(seat);
                let prompt = sitting.table.prompt(Viewer::Seat(seat)).text;
                let choices = sitting.careful(|loaded| loaded.table.choices(seat))?;
                let scheme = self.scheme.take().filter(|s| s.seat == seat && s.prompt == prompt);
                if let Some((scheme, choice)) = scheme.and_then(|s| s.go_on(question, &choices)) {
                    self.ui.hint = Some(hint(choice, &choices, scheme.why.clone(), scheme.worth));
                    self.scheme = Some(scheme);
                    return Ok(());
                }
                let answer = sitting.hint(seat).ok_or_else(|| Fault::busy("all bots are busy; try again"))?;
                self.hint = Some((seat, question, choices, answer));
                let (then, why, worth) = (Vec::new(), String::new(), 0);
                self.scheme = Some(Scheme { seat, prompt, question, then, why, worth });
                self.ui.hint = Some(Hint::Coming);
            }
            Wish::Lift { seat } => {
                let seat = sitting.seat(seat)?;
                if held.has(seat) {
                    self.ui.lifted = Some(seat);
                    sitting.lift(seat);
                }
            }
            Wish::Say { text, team } => {
                let text: String = text
                    .trim()
                    .chars()
                    .filter(|c| !c.is_control() && !is_trick(*c))
                    .take(LONGEST_SAYING)
                    .collect();
                if let Some(line) = sitting.careful(|loaded| loaded.table.hushed())? {
                    self.ui.note = Some(Note { text: line.text, rule: line.rule.map(|r| r.as_str().into()) });
                    return Ok(());
                }
                let Some(person) = self.person.as_ref().filter(|_| !text.is_empty()) else {
                    return Err(Fault::forbidden("take a name on the first page to speak here"));
                };
                let from = match eyes.seat {
                    Some(seat) => format!("{} · {}", person.name, sitting.table.seat_name(seat)),
                    None => person.name.clone(),
                };
                let audience = match eyes.seat.filter(|_| team) {
                    Some(seat) => format!("team-{seat}"),
                    None if team => return Err(Fault::forbidden("you have no team")),
                    None => "all".into(),
                };
                sitting.chat(from, audience, text).await?;
            }
            Wish::Auto { on } => sitting.set_auto(seat?, on).await?,
            Wish::Quiet { q } => sitting.set_quiet(seat?, q).await?,
            Wish::Ask { words } => sitting.set_asked(seat?, &words).await?,
            Wish::Coach { on } => sitting.set_coached(seat?, on).await?,
            Wish::GotIt { tip } => sitting.tip_read(seat?, &tip).await?,
            Wish::Bot { seat, level } => {
                let seat = sitting.seat(seat)?;
                let free = sitting.meta.chairs[seat.index()].holder == Holder::Open;
                let owner = sitting.meta.is_owner(self.person_id());
                let away = self.live.is_missed(&sitting.table, &sitting.meta.chairs[seat.index()].holder);
                let may_give = held.has(seat) || free && owner || away && (owner || !held.is_empty());
                if !may_give {
                    return Err(Fault::forbidden("this seat is not yours to give"));
                }
                let level: Level = level.parse().map_err(Fault::malformed)?;
                sitting.give_to_bot(seat, level).await?;
            }
            Wish::Free { seat } => {
                let seat = sitting.seat(seat)?;
                let is_bot = sitting.meta.chairs[seat.index()].holder.level().is_some();
                if !is_bot || !sitting.meta.is_owner(self.person_id()) {
                    return Err(Fault::forbidden("only the table's owner may send a bot away"));
                }
                sitting.set_free(seat).await?;
            }
        }
        Ok(())
    }

    /// A viewer who wants to see odds first sees them; the choice waits for a "go ahead".
    fn hold_for_odds(&mut self, sitting: &mut Sitting, seat: Seat, index: usize) -> Result<bool, Fault> {
        if !self.ui.odds_first || self.ui.pending == Some(index) {
            return Ok(false);
        }
        let Some(odds) = sitting.careful(|loaded| loaded.table.odds(seat, index))? else { return Ok(false) };
        (self.ui.odds, self.ui.pending) = (Some((index, odds)), Some(index));
        Ok(true)
    }

    fn hint_came(&mut self, answer: Option<(Seat, u32, Vec<Choice>, Answer)>) {
        self.hint = None;
        self.ui.hint = match answer {
            Some((seat, question, choices, Answer { thought: Some(thought), .. }))
                if self.ui.question == (seat.0, question) =>
            {
                if let Some(scheme) = &mut self.scheme {
                    (scheme.why, scheme.worth) = (thought.why.clone(), thought.worth);
                    scheme.then = thought.then.into_iter().rev().collect();
                }
                choices.get(thought.index).map(|c| hint(c, &choices, thought.why, thought.worth))
            }
            Some(_) | None => None,
        };
    }
}

/// A plan of several decisions that a hint was the first of.
struct Scheme {
    seat: Seat,
    /// What was asked.
    prompt: String,
    /// The question at which the last hint was given.
    question: u32,
    /// What comes after it, the next one last.
    then: Vec<Value>,
    why: String,
    worth: i32,
}

impl Scheme {
    /// The next decision of the plan that can still be made, if the last one was.
    fn go_on(mut self, question: u32, choices: &[Choice]) -> Option<(Scheme, &Choice)> {
        if self.question == question {
            return None;
        }
        self.question = question;
        while let Some(action) = self.then.pop() {
            if let Some(choice) = choices.iter().find(|c| c.action == action) {
                return Some((self, choice));
            }
        }
        None
    }
}

fn hint(choice: &Choice, choices: &[Choice], why: String, worth: i32) -> Hint {
    let label = &choice.label;
    let twice = choices.iter().filter(|c| c.label.text == label.text).count() > 1;
    let text = if twice { format!("{}, {}", label.group, label.text) } else { label.text.clone() };
    Hint::Here { words: choice.words.clone(), text, why, worth }
}

/// Waits for a bot's hint, or for ever when none was asked.
async fn hint_of(
    asked: &mut Option<(Seat, u32, Vec<Choice>, oneshot::Receiver<Answer>)>,
) -> Option<(Seat, u32, Vec<Choice>, Answer)> {
    let answer = match asked {
        Some((_, _, _, receiver)) => receiver.await.ok()?,
        None => std::future::pending().await,
    };
    asked.take().map(|(seat, question, choices, _)| (seat, question, choices, answer))
}

/// Sends, but waits for no dead line. False when the line is broken.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}

fn text(text: String) -> Message {
    Message::Text(Utf8Bytes::from(text))
}
