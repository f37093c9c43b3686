//! One line per open page: changed regions go down, wishes come up. A new line gets everything, so that coming back
//! after a lost connection or a restart needs nothing special.

use crate::{
    academy::next_lesson,
    accounts,
    address::check_origin,
    assets,
    ending::look_back_soon,
    error::Fault,
    guard::{Peer, is_limited},
    moderation,
    person::{GUEST, Person, Who},
    phrase::{self, Phrase},
    scene::{Look, Region, Scene},
    shares::{Extra, Page},
    show,
    state::{Admitted, AppState, now},
    table::{Asker, Deed, Guest, Leave, Live, SeatChange, Sitting, Speaker, grant},
    thinkers::Answer,
    ui::{Click, Eyes, Hint, Note, Reach, Ui, click},
    wish::Wish,
};
use axum::{
    Extension, Json,
    extract::{
        Path, Query, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use klaxon_catalog::Choice;
use klaxon_core::{Millis, Refusal, Seat, SeatSet, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The longest message from a page.
const LONGEST_WISH: usize = 16 << 10;
/// A page that takes nothing for so long is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// A page looks no oftener than this whether somebody is gone.
const SHORTEST_WAIT: Duration = Duration::from_millis(250);

/// What a page says of itself when it opens its line.
#[derive(Deserialize, Default, Debug)]
pub struct Had {
    /// The log entry up to which it was drawn before: what happened since can be shown.
    n: Option<u32>,
    /// The regions as they were just drawn, with their marks: what still is so need not be sent.
    #[serde(default)]
    drawn: String,
}

impl Had {
    /// At most so many regions are believed; a page has a tenth of them.
    const REGIONS: usize = 1000;

    fn regions(&self) -> Vec<(Box<str>, u64)> {
        let read = |part: &str| {
            let (id, mark) = part.rsplit_once(':')?;
            Some((id.into(), u64::from_str_radix(mark, 16).ok()?))
        };
        self.drawn.split(' ').take(Had::REGIONS).filter_map(read).collect()
    }
}

/// `GET /t/{table}/ws`
pub async fn upgrade(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(had): Query<Had>,
    Extension(Peer(peer)): Extension<Peer>,
    who: Who,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    let live = let_in(&state, &id, &who, &headers).await?;
    let place =
        state.admit(peer).ok_or_else(|| Fault::busy("too many pages are open; close one and try again"))?;
    let upgrade = upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_message_size(LONGEST_WISH)
        .max_frame_size(LONGEST_WISH);
    let asker = state.shares.asker(peer, is_limited(&state, peer));
    let page = state.shares.page(&asker);
    let mut line = Line::new(state, live, who.0, page);
    line.seen = had.n;
    line.sent = had.regions();
    Ok(upgrade
        .on_upgrade(move |socket| async move { asker.on_behalf(line.run(socket, place)).await })
        .into_response())
}

/// May this page have a line to the table?
async fn let_in(state: &AppState, id: &str, who: &Who, headers: &HeaderMap) -> Result<Arc<Live>, Fault> {
    // Programs send no origin; a browser always does.
    check_origin(&state.config, headers).map_err(|strange| {
        tracing::warn!(
            table = id,
            origin = strange.origin,
            here = strange.here,
            "a page of another origin was refused its line"
        );
        Fault::new(StatusCode::FORBIDDEN, "origin", strange.text())
    })?;
    let live = state.tables.get(state, id)?;
    let sitting = live.sit_now(state).await?;
    sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    Ok(live)
}

/// `POST /t/{table}/why`: a browser does not tell a page why its line was refused, so the page asks. When nothing speaks
/// against a line, whatever stands between is to blame.
pub async fn why(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Extension(Peer(peer)): Extension<Peer>,
    who: Who,
    headers: HeaderMap,
) -> Result<Json<Value>, Fault> {
    let_in(&state, &id, &who, &headers).await?;
    state.admit(peer).ok_or_else(|| Fault::busy("too many pages are open; close one and try again"))?;
    let text = "this page is served, but its live line does not get through; if a proxy stands in front, it must pass \
                WebSockets on, as docs/hosting.md shows";
    Ok(Json(json!({ "text": text })))
}

/// The page is no longer for whoever opened it: it asks again, and finds out.
async fn shut(socket: &mut WebSocket) {
    send(socket, text(json!({ "t": "shut" }).to_string())).await;
    send(socket, Message::Close(None)).await;
}

/// Something about the person has changed.
async fn news(watched: &mut Option<accounts::Watched>) {
    match watched {
        Some(watched) => watched.changed().await,
        None => std::future::pending().await,
    }
}

/// One open page.
pub(crate) struct Line {
    state: AppState,
    live: Arc<Live>,
    person: Option<Person>,
    ui: Ui,
    /// Regions as last sent, by their hashes.
    sent: Vec<(Box<str>, u64)>,
    /// The log entry up to which the page has been shown what happened.
    seen: Option<u32>,
    hint: Option<(Seat, u32, Vec<Choice>, oneshot::Receiver<Answer>)>,
    /// The rest of a plan from which hints are given, until what is asked changes.
    scheme: Option<Scheme>,
    page: Page,
    /// The person's recovery phrase, until he has written it down.
    phrase: Option<Phrase>,
    /// When it is next noted that the person is here.
    next_note: Millis,
    /// When somebody else is gone, so that the page looks different.
    next_gone: Option<Millis>,
}

impl Line {
    pub(crate) fn new(state: AppState, live: Arc<Live>, person: Option<Person>, page: Page) -> Line {
        let ui = Ui::default();
        Line {
            state,
            live,
            person,
            ui,
            sent: Vec::new(),
            seen: None,
            hint: None,
            scheme: None,
            page,
            phrase: None,
            next_note: 0,
            next_gone: None,
        }
    }

    /// The person as somebody who would change something about seats.
    fn asker(&self, sitting: &Sitting) -> Asker {
        let meta = &sitting.meta;
        let name = self.person.as_ref().map_or(GUEST, |p| p.name.as_str()).to_owned();
        Asker { owner: meta.is_owner(self.person_id()), held: meta.seats_of(self.person_id()), name }
    }

    /// The person is here: the table keeps that for when he is not.
    async fn note_seen(&mut self) {
        // Of those who only watch nothing is kept.
        self.next_note = Millis::MAX;
        let Some(id) = self.person_id() else { return };
        let Ok(mut sitting) = self.live.sit(&self.state).await else { return };
        let (held, owner) = (sitting.meta.seats_of(Some(id)), sitting.meta.is_owner(Some(id)));
        if held.is_empty() && !owner {
            return;
        }
        if let Err(fault) = sitting.note_seen(held, owner).await {
            tracing::warn!(table = self.live.id, ?fault, "it was not noted that somebody is here");
        }
        self.next_note = now() + sitting.grain();
    }

    fn person_id(&self) -> Option<&str> {
        self.person.as_ref().map(|p| p.id.as_str())
    }

    async fn run(mut self, mut socket: WebSocket, _place: Admitted) {
        let mut version = self.live.version.subscribe();
        let beat = self.state.config.heartbeat;
        let mut beats = tokio::time::interval_at(tokio::time::Instant::now() + beat, beat);
        let mut heard = Instant::now();
        let mut watched = self.person_id().map(|id| self.state.sessions.watch(id));
        // Signed out between the request and now?
        if !self.is_still_here().await {
            shut(&mut socket).await;
            return;
        }
        let closing = self.state.closing.clone();
        let (held, company) = match self.live.sit(&self.state).await {
            Ok(sitting) => {
                let held = sitting.meta.seats_of(self.person_id());
                (held, sitting.meta.has_company_for(held))
            }
            Err(_) => return,
        };
        // On a device that is passed around nobody knows who has seen what before.
        self.seen = self.seen.filter(|_| held.len() < 2);
        self.note_seen().await;
        if let Some(person) = self.person.as_ref().filter(|_| company) {
            self.phrase = phrase::to_show(&self.state, person).await;
        }
        // A live clock ceased to run when the last page was closed.
        if let Ok(mut sitting) = self.live.sit(&self.state).await
            && let Err(fault) = sitting.wind().await
        {
            tracing::warn!(table = self.live.id, ?fault, "time was not kept");
        }
        let _presence = self.live.arrive(self.person_id(), !held.is_empty());
        // The clock waits until somebody is there.
        let Ok(mut sitting) = self.live.sit(&self.state).await else { return };
        if let Err(fault) = sitting.wind().await {
            tracing::warn!(table = self.live.id, ?fault, "time was not kept");
        }
        let clock = sitting.now();
        drop(sitting);
        let hello = json!({ "t": "hello", "build": *assets::BUILD, "now": clock }).to_string();
        if !send(&mut socket, text(hello)).await {
            return;
        }
        let mut skips = self.live.skips.load(Relaxed);
        let (mut first, mut done) = (true, false);
        loop {
            version.mark_unchanged();
            // The clock was set on: the page must know what it says now.
            let set_on = self.live.skips.load(Relaxed);
            if std::mem::replace(&mut skips, set_on) != set_on {
                let Ok(sitting) = self.live.sit(&self.state).await else { return };
                let clock = sitting.now();
                drop(sitting);
                let hello = json!({ "t": "hello", "build": *assets::BUILD, "now": clock }).to_string();
                if !send(&mut socket, text(hello)).await {
                    return;
                }
            }
            let patch = match self.draw().await {
                Ok(patch) => patch,
                // Closed to watchers while this one watched: there is a page that says so.
                Err(fault) if fault.status == StatusCode::FORBIDDEN => {
                    shut(&mut socket).await;
                    return;
                }
                Err(fault) => json!({ "t": "fault", "text": fault.sentence() }).to_string(),
            };
            // The first one comes even if nothing has changed: then the page knows that it is up to date.
            if (!patch.is_empty() || std::mem::take(&mut first)) && !send(&mut socket, text(patch)).await {
                break;
            }
            first = false;
            // What is drawn shows what came of the wish: the page need not keep it any longer.
            if std::mem::take(&mut done) && !send(&mut socket, text(json!({ "t": "done" }).to_string())).await
            {
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
                                (draw, done) = (true, true);
                            }
                            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                            Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                                return;
                            }
                        }
                    }
                    () = news(&mut watched) => {
                        if !self.is_still_here().await {
                            shut(&mut socket).await;
                            return;
                        }
                        draw = true;
                    }
                    answer = hint_of(&mut self.hint) => {
                        self.hint_came(answer);
                        draw = true;
                    }
                    _ = beats.tick() => {
                        if heard.elapsed() > beat * 3 { return; }
                        // A notice of another server may be lost.
                        if self.is_signed_in() && !self.is_still_here().await {
                            shut(&mut socket).await;
                            return;
                        }
                        let beat = json!({ "t": "beat" }).to_string();
                        if !send(&mut socket, Message::Ping(Default::default())).await || !send(&mut socket, text(beat)).await {
                            return;
                        }
                    }
                    () = until(self.next_note.min(self.next_gone.unwrap_or(Millis::MAX))) => {
                        if self.next_note <= now() {
                            self.note_seen().await;
                        }
                        draw = self.next_gone.is_some_and(|at| at <= now());
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

    fn is_signed_in(&self) -> bool {
        self.person.as_ref().is_some_and(|person| !person.standing.is_guest())
    }

    /// Is the person still who he was when the page was opened? While the store does not answer he is.
    async fn is_still_here(&mut self) -> bool {
        let Some(person) = &self.person else { return true };
        match accounts::still(&self.state, person).await {
            Ok(Some(now)) => {
                let may = moderation::check_ban(&self.state, &now.id).is_ok();
                self.person = Some(now);
                may
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(%error, "it is not known whether somebody is still signed in");
                true
            }
        }
    }

    /// Draws what this viewer sees, and returns what has changed since it was last sent.
    pub(crate) async fn draw(&mut self) -> Result<String, Fault> {
        let _turn = self.state.shares.turn().await;
        let mut sitting = self.live.sit(&self.state).await?;
        let (ui, live, state) = (&mut self.ui, &self.live, &self.state);
        let person = self.person.as_ref().map(|p| p.id.as_str());
        sitting.meta.may_look(person, sitting.meta.seats_of(person))?;
        let phrase = self.phrase.as_ref();
        let idle_watcher =
            ui.is_untouched() && sitting.meta.seats_of(person).is_empty() && !sitting.meta.is_owner(person);
        let seen = self.seen;
        if idle_watcher && let Some(regions) = live.drawn_for_watchers() {
            let (seen, beats) = sitting
                .careful(|loaded| show::unseen(loaded, &Eyes::new(loaded, SeatSet::NONE, ui), seen))?;
            drop(sitting);
            self.seen = seen;
            return Ok(beats + &self.patch(&regions));
        }
        self.next_gone = if idle_watcher { None } else { sitting.next_gone(live) };
        let version = *live.version.borrow();
        let after = if sitting.table.outcome().is_some() { live.ended.of(sitting.table.n()) } else { None };
        if after.is_none() && sitting.table.outcome().is_some() {
            look_back_soon(state, live);
        }
        let after = after.flatten();
        let lesson = next_lesson(state, &sitting, person).await?;
        let (regions, (seen, beats)) = sitting.careful(|loaded| {
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
            let beats = show::unseen(loaded, &eyes, seen);
            let after = after.as_deref();
            let look = Look { live, loaded, person, eyes, ui, token: &token, phrase, after, lesson };
            (Scene::draw(&look).regions(), beats)
        })?;
        self.seen = seen;
        let regions = Arc::new(regions);
        if idle_watcher {
            live.keep_for_watchers(version, regions.clone());
        }
        drop(sitting);
        // Before what has changed, so that the page can look at what will be gone.
        Ok(beats + &self.patch(&regions))
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

    /// A message from the page, read as hostile input.
    pub(crate) async fn handle(&mut self, text: &str) {
        self.ui.note = None;
        let wish: Wish = match serde_json::from_str(text) {
            Ok(wish) => wish,
            Err(_) => {
                self.ui.note =
                    Some(Note { text: "This page sent something unreadable; reload it.".into(), rule: None });
                return;
            }
        };
        let wish = match wish {
            Wish::Again { seat, q, wish } => match self.is_still_asked(seat, q).await {
                true => *wish,
                // It was heard the first time, or is too late.
                false => return,
            },
            wish => wish,
        };
        let granted = match self.afford(&wish) {
            Ok(()) => self.grant(wish).await,
            over => over,
        };
        if let Err(fault) = granted {
            self.ui.note = Some(Note::from(&fault));
        }
    }

    /// Is the seat that this page shows asked the same as when something was wished?
    async fn is_still_asked(&self, seat: u8, q: u32) -> bool {
        let Ok(mut sitting) = self.live.sit_now(&self.state).await else { return false };
        let held = sitting.meta.seats_of(self.person_id());
        let eyes = sitting.careful(|loaded| Eyes::new(loaded, held, &self.ui)).ok();
        let shown = eyes.and_then(|eyes| eyes.seat);
        shown.is_some_and(|shown| shown.0 == seat && sitting.table.question(shown) == q)
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
            | Wish::Skip
            | Wish::Odds { i: None, .. }
            | Wish::OddsFirst { .. }
            | Wish::Lift { .. }
            | Wish::Say { .. }
            | Wish::Request { .. }
            | Wish::Auto { .. }
            | Wish::Quiet { .. }
            | Wish::Pass { .. }
            | Wish::Ask { .. }
            | Wish::Coach { .. }
            | Wish::GotIt { .. }
            | Wish::Bot { .. }
            | Wish::Free { .. }
            | Wish::Seat { .. }
            | Wish::House { .. }
            | Wish::PhraseKept
            | Wish::ShowMe
            | Wish::ReadOn
            | Wish::Edition { .. }
            | Wish::Again { .. } => Ok(()),
        }
    }

    async fn grant(&mut self, wish: Wish) -> Result<(), Fault> {
        let mut sitting = self.live.sit(&self.state).await?;
        let held = sitting.meta.seats_of(self.person_id());
        let eyes = sitting.careful(|loaded| Eyes::new(loaded, held, &self.ui))?;
        let guest = Guest {
            seat: eyes.seat,
            holds: !held.is_empty(),
            owner: sitting.meta.is_owner(self.person_id()),
            named: self.person.is_some(),
        };
        let leave = grant(&guest, &wish)?;
        if leave == Leave::Nothing {
            return Ok(());
        }
        let seat = leave.seat();
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
                        return why.map_or(Ok(()), |why: Refusal| Err(sitting.lesson_explains(why.into())));
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
            Wish::Skip => {
                seat?;
                sitting.skip().await?;
            }
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
                let seat = seat?;
                if !sitting.table.to_act().has(seat) || self.ui.pending.is_some() {
                    return Ok(());
                }
                let ui = &self.ui;
                self.ui.odds = sitting.careful(|loaded| {
                    let choices = loaded.table.choices(seat);
                    let mut clicks = ui.clicks.clone();
                    let end = Reach::new(&choices, &clicks).ends.get(&id).copied();
                    clicks.push(id);
                    let only = match Reach::new(&choices, &clicks).full[..] {
                        [only] => Some(only),
                        _ => end,
                    };
                    only.and_then(|only| loaded.table.odds(seat, only).map(|odds| (only, odds)))
                })?;
            }
            Wish::Hint => {
                let seat = seat?;
                if sitting.meta.is_contest() {
                    return Err(Fault::conflict(
                        crate::table::RATED,
                        "there are no hints in a rated game or a tournament",
                    ));
                }
                if sitting.meta.puzzle.is_some() {
                    return Err(Fault::conflict(
                        "puzzle",
                        "a puzzle gives no hints: try, or let it be shown",
                    ));
                }
                if !sitting.table.to_act().has(seat) {
                    return Err(Fault::conflict("not-asked", "nothing is asked of you now"));
                }
                let question = sitting.table.question(seat);
                let prompt = sitting.table.prompt(Viewer::Seat(seat)).text;
                let choices = sitting.careful(|loaded| loaded.table.choices(seat))?;
                let scheme = self.scheme.take().filter(|s| s.seat == seat && s.prompt == prompt);
                if let Some((scheme, choice)) = scheme.and_then(|s| s.go_on(question, &choices)) {
                    let (reason, plan) = (scheme.reason.clone(), scheme.told.clone());
                    self.ui.hint = Some(hint(choice, &choices, reason, plan));
                    self.scheme = Some(scheme);
                    return Ok(());
                }
                let answer = sitting.hint(seat).ok_or_else(|| Fault::busy("all bots are busy; try again"))?;
                self.hint = Some((seat, question, choices, answer));
                let (then, told, reason) = (Vec::new(), Vec::new(), None);
                self.scheme = Some(Scheme { seat, prompt, question, then, told, reason });
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
                let Some(person) = &self.person else {
                    return Err(Fault::forbidden("take a name on the first page to speak here"));
                };
                sitting.say(Speaker::Person(person, eyes.seat), &text, team).await?;
            }
            Wish::Request { seat: whom, words } => {
                let whom = whom.map(|number| sitting.seat(number)).transpose()?;
                sitting.request(seat?, whom, &words).await?;
            }
            Wish::Auto { on } => sitting.set_auto(seat?, on).await?,
            Wish::Quiet { q } => sitting.set_quiet(seat?, q).await?,
            Wish::Pass { q } => sitting.set_passing(seat?, q).await?,
            Wish::Ask { words } => sitting.set_asked(seat?, &words).await?,
            Wish::Coach { on: true } if sitting.meta.is_contest() => {
                return Err(Fault::conflict(
                    crate::table::RATED,
                    "nobody is coached in a rated game or a tournament",
                ));
            }
            Wish::Coach { on } => sitting.set_coached(seat?, on).await?,
            Wish::GotIt { tip } => sitting.tip_read(seat?, &tip).await?,
            Wish::Bot { seat, level } => {
                let (seat, asker) = (sitting.seat(seat)?, self.asker(&sitting));
                sitting.change_seat(&asker, seat, SeatChange::Bot { level }).await?;
            }
            Wish::Free { seat } => {
                let (seat, asker) = (sitting.seat(seat)?, self.asker(&sitting));
                sitting.change_seat(&asker, seat, SeatChange::Free).await?;
            }
            Wish::Seat { seat, change } => {
                let (seat, asker) = (sitting.seat(seat)?, self.asker(&sitting));
                sitting.change_seat(&asker, seat, change).await?;
            }
            Wish::House { change } => sitting.change_house(change).await?,
            Wish::ShowMe => sitting.show_me(seat?).await?,
            Wish::ReadOn => sitting.read_on_in_lesson().await?,
            Wish::PhraseKept => {
                if let Some(person) = &self.person {
                    phrase::kept(&self.state, person).await?;
                }
                self.phrase = None;
            }
            Wish::Again { .. } => {}
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
            Some((seat, question, choices, Answer { thought: Some(thought), plan, .. }))
                if self.ui.question == (seat.0, question) =>
            {
                if let Some(scheme) = &mut self.scheme {
                    (scheme.reason, scheme.told) = (thought.reason.clone(), plan.clone());
                    scheme.then = thought.then.into_iter().rev().collect();
                }
                choices.get(thought.index).map(|choice| {
                    let mut hint = hint(choice, &choices, thought.reason, plan);
                    if let Hint::Here { worth, next, .. } = &mut hint {
                        *worth = thought.worth;
                        *next = thought
                            .next
                            .and_then(|(i, worth)| Some((words(choices.get(i)?, &choices), worth)));
                    }
                    hint
                })
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
    /// The same as buttons read, the next one first.
    told: Vec<String>,
    reason: Option<String>,
}

impl Scheme {
    /// The next decision of the plan that can still be made, if the last one was.
    fn go_on(mut self, question: u32, choices: &[Choice]) -> Option<(Scheme, &Choice)> {
        if self.question == question {
            return None;
        }
        self.question = question;
        while let Some(action) = self.then.pop() {
            if !self.told.is_empty() {
                self.told.remove(0);
            }
            if let Some(choice) = choices.iter().find(|c| c.action == action) {
                return Some((self, choice));
            }
        }
        None
    }
}

fn hint(choice: &Choice, choices: &[Choice], reason: Option<String>, plan: Vec<String>) -> Hint {
    let text = words(choice, choices);
    Hint::Here { words: choice.words.clone(), text, reason, plan, worth: None, next: None }
}

/// A choice as its button reads, with its group where others read the same.
fn words(choice: &Choice, choices: &[Choice]) -> String {
    let label = &choice.label;
    let twice = choices.iter().filter(|c| c.label.text == label.text).count() > 1;
    if twice { format!("{}, {}", label.group, label.text) } else { label.text.clone() }
}

/// Waits for a moment, but for no less than a while; for ever where there is none.
async fn until(at: Millis) {
    match at {
        Millis::MAX => std::future::pending().await,
        at => tokio::time::sleep(Duration::from_millis(at.saturating_sub(now())).max(SHORTEST_WAIT)).await,
    }
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

/// What a page without a socket wishes, one wish after the other; after each it is drawn.
pub(crate) async fn wishes(state: &AppState, live: Arc<Live>, person: &Person, wishes: &[&str]) {
    let asker = state.shares.asker(std::net::Ipv4Addr::LOCALHOST.into(), false);
    let page = state.shares.page(&asker);
    let mut line = Line::new(state.clone(), live, Some(person.clone()), page);
    let _ = line.draw().await;
    for wish in wishes {
        line.handle(wish).await;
        let _ = line.draw().await;
    }
}
