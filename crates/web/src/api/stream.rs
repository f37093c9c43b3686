//! A stream of what a seat hears, for programs: numbered, and resumed where it broke off.

use super::{Asked, At, Bearer, RefusalAnswer, SeatQuery, asks, events};
use crate::{
    accounts,
    error::Fault,
    guard::{Peer, is_limited},
    shares::Asker,
    state::{Admitted, AppState},
    table::{Listening, Live},
};
use axum::{
    Extension,
    extract::State,
    http::HeaderMap,
    response::sse::{Event as Sse, KeepAlive, Sse as Answer},
};
use futures_util::{Stream, StreamExt, stream};
use klaxon_core::{SeatSet, Viewer};
use serde_json::json;
use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};
use tokio::sync::watch;

/// What your seat hears, as it happens
///
/// Server-sent events. `step`: one step with what your seat heard of it, perhaps nothing, and the table's `clock` in
/// milliseconds where time itself made the step. `undo`: everything after this
/// step was taken back. `asks`: what is asked of your seats now. Send the last id as `Last-Event-ID` to go on after a
/// break. Without a token you hear what spectators hear.
#[utoipa::path(get, path = "/tables/{id}/stream", tag = "play", params(("id" = String, Path, description = "The table's id"), SeatQuery),
    security((), ("seat" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn stream(
    State(state): State<AppState>,
    At(live): At,
    Extension(Peer(peer)): Extension<Peer>,
    bearer: Bearer,
    Asked(asked): Asked<SeatQuery>,
    headers: HeaderMap,
) -> Result<Answer<impl Stream<Item = Result<Sse, Infallible>>>, Fault> {
    let mut sitting = live.sit(&state).await?;
    let held = bearer.may_look(&state, &sitting)?;
    sitting.note_seen(held, bearer.is_owner(&state, &sitting)).await?;
    let viewer = match (held.len(), asked.seat) {
        (0, None) => Viewer::Watcher,
        (0, Some(_)) => {
            return Err(Fault::forbidden("a seat's token is needed: Authorization: Bearer <token>"));
        }
        (_, named) => {
            Viewer::Seat(bearer.seat(&state, &sitting, named.or(held.iter().next().map(|s| s.0)))?)
        }
    };
    drop(sitting);
    let place = state.admit(peer).ok_or_else(|| Fault::busy("too many streams are open"))?;
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok()).and_then(Mark::read);
    let version = live.version.subscribe();
    let listening = live.listen();
    let watched = bearer.account().map(|account| state.sessions.watch(&account.person.id));
    let asker = state.shares.asker(peer, is_limited(&state, peer));
    let listener = Listener {
        state,
        live,
        version,
        viewer,
        held,
        bearer,
        watched,
        brief: asked.brief,
        at: last,
        ready: VecDeque::new(),
        begun: false,
        asker,
        _place: place,
        _listening: listening,
    };
    let stream = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Answer::new(stream.boxed()).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// Where a listener is: steps in force and log entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    step: u32,
    n: u32,
}

impl Mark {
    fn read(text: &str) -> Option<Mark> {
        let (step, n) = text.split_once('-')?;
        Some(Mark { step: step.parse().ok()?, n: n.parse().ok()? })
    }

    fn print(self) -> String {
        format!("{}-{}", self.step, self.n)
    }

    /// The last step that certainly still stands, when the table has come from `self` to `now`.
    fn stands(self, now: Mark) -> u32 {
        let entries = i64::from(now.n) - i64::from(self.n);
        let steps = i64::from(now.step) - i64::from(self.step);
        // Each entry adds a step or takes one back.
        let undone = (entries - steps) / 2;
        (i64::from(self.step) - undone.max(0)).max(0).min(i64::from(now.step)) as u32
    }
}

/// Something about the account has changed.
async fn news(watched: &mut Option<accounts::Watched>) {
    match watched {
        Some(watched) => watched.changed().await,
        None => std::future::pending().await,
    }
}

struct Listener {
    state: AppState,
    live: Arc<Live>,
    version: watch::Receiver<u64>,
    viewer: Viewer,
    held: SeatSet,
    bearer: Bearer,
    /// News of whoever the account's token is for.
    watched: Option<accounts::Watched>,
    brief: bool,
    at: Option<Mark>,
    ready: VecDeque<Sse>,
    begun: bool,
    asker: Asker,
    _place: Admitted,
    _listening: Listening,
}

impl Listener {
    async fn next(&mut self) -> Option<Sse> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let first = !self.begun;
            if !first {
                let closing = self.state.closing.clone();
                tokio::select! {
                    changed = self.version.changed() => changed.ok()?,
                    () = closing.cancelled() => return None,
                    () = news(&mut self.watched) => {
                        // Revoked: there is nothing more to hear.
                        let account = self.bearer.account()?;
                        self.state.store.accounts().token(account.mark.clone()).await.ok().flatten()?;
                        crate::moderation::check_ban(&self.state, &account.person.id).ok()?;
                        continue;
                    }
                }
            }
            self.begun = true;
            let _turn = self.state.shares.turn_of(&self.asker).await;
            self.version.mark_unchanged();
            self.catch_up(first).await.ok()?;
        }
    }

    async fn catch_up(&mut self, first: bool) -> Result<(), Fault> {
        let mut sitting = self.live.sit(&self.state).await?;
        // A seat whose link was renewed has nothing more to hear, nor has a watcher at a closed table.
        if self.bearer.may_look(&self.state, &sitting)? != self.held {
            return Err(Fault::forbidden("this token gives no seat at this table"));
        }
        let now = Mark { step: sitting.table.step(), n: sitting.table.n() };
        if self.at == Some(now) && !first {
            return Ok(());
        }
        let from = match self.at {
            None => None,
            Some(at) if at.n > now.n => None,
            Some(at) => Some(at.stands(now)),
        };
        if let (Some(from), Some(at)) = (from, self.at)
            && from < at.step
        {
            self.ready.push_back(sse("undo", Some(Mark { step: from, n: now.n }), &json!({ "step": from })));
        }
        let heard = events(&mut sitting, self.viewer, from.unwrap_or(0))?;
        let opening = if from.is_none() {
            let said = sitting.careful(|loaded| loaded.table.said(self.viewer, 0))?;
            said.into_iter().filter(|s| s.step == 0).map(super::Event::from).collect()
        } else {
            Vec::new()
        };
        let mut heard: VecDeque<super::Event> = heard.into();
        let first = from.map_or(0, |f| f + 1);
        let mut opening = Some(opening);
        for step in first..=now.step {
            let mut of_step = if step == 0 { opening.take().unwrap_or_default() } else { Vec::new() };
            while heard.front().is_some_and(|e| e.step == step) {
                of_step.extend(heard.pop_front());
            }
            // The entry of a past step is unknown after undos; counting back from now never claims too much.
            let n = now.n - (now.step - step).min(now.n);
            let mut body = json!({ "step": step, "events": of_step });
            if let Some(clock) = sitting.table.time_of(step) {
                body["clock"] = clock.into();
            }
            self.ready.push_back(sse("step", Some(Mark { step, n }), &body));
        }
        let asks = asks(&mut sitting, self.held, self.brief)?;
        let outcome = sitting.table.outcome().map(super::OutcomeAnswer::from);
        let body = json!({ "n": now.n, "step": now.step, "asks": asks, "outcome": outcome });
        self.ready.push_back(sse("asks", Some(now), &body));
        self.at = Some(now);
        Ok(())
    }
}

fn sse(kind: &str, mark: Option<Mark>, body: &serde_json::Value) -> Sse {
    let event = Sse::default().event(kind).data(body.to_string());
    match mark {
        Some(mark) => event.id(mark.print()),
        None => event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listener_knows_what_still_stands() {
        let mark = |step, n| Mark { step, n };
        assert_eq!(mark(5, 5).stands(mark(7, 7)), 5);
        assert_eq!(mark(5, 5).stands(mark(4, 6)), 4);
        // One taken back, another made instead.
        assert_eq!(mark(5, 5).stands(mark(5, 7)), 4);
        assert_eq!(mark(5, 5).stands(mark(5, 5)), 5);
        assert_eq!(mark(1, 1).stands(mark(0, 10)), 0);
        assert_eq!(Mark::read("5-7"), Some(mark(5, 7)));
        assert_eq!(Mark::read("x"), None);
        assert_eq!(Mark::read(&mark(3, 4).print()), Some(mark(3, 4)));
    }
}
