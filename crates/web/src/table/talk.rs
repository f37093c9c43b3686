//! What players ask of each other: a line of the chat, which the game has words for. Bots that are meant answer, and do it if
//! they can; what they have promised they keep in mind as long as the table is in memory.

use super::{Deed, Holder, Live, Sitting, Speaker};
use crate::{error::Fault, state::AppState, thinkers::Class};
use klaxon_core::{Heed, Request, Seat};
use serde_json::Value;
use std::sync::Arc;

/// What somebody is to keep in mind, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub whom: Seat,
    pub by: Seat,
    pub words: String,
}

/// At most so much is kept in mind; the oldest is forgotten first.
const KEPT_IN_MIND: usize = 24;

impl Sitting {
    /// A seat asks something of another, or of whoever can do it.
    pub async fn request(&mut self, by: Seat, whom: Option<Seat>, words: &str) -> Result<(), Fault> {
        let known = self.careful(|loaded| loaded.table.requests(by))?;
        // SA-3.26: in a communications breakdown there is nothing to ask for; the refusal says why.
        let request = known.into_iter().find(|request| request.words == words);
        self.check_talk()?;
        if self.is_muted(Speaker::Program(by)) {
            return Err(Fault::forbidden("whoever opened this table has asked you not to speak here"));
        }
        crate::moderation::check_mute(
            &self.state,
            self.speaks(Speaker::Program(by)).iter().map(String::as_str),
        )?;
        let request = request.ok_or_else(|| Fault::conflict("not-open", "that cannot be asked for now"))?;
        if whom == Some(by) {
            return Err(Fault::malformed("one asks others"));
        }
        let name = self.meta.chairs[by.index()].holder.name();
        let place = self.table.seat_name(by);
        let text = match whom {
            Some(whom) => format!("{}: {}!", self.table.seat_name(whom), request.text),
            None => format!("{}!", request.text),
        };
        self.chat(format!("{name} · {place}"), "all".into(), text).await?;
        self.ask_bots(by, whom, request);
        Ok(())
    }

    /// A decision of a person that asks for something by itself, such as a marker on the board.
    pub(super) fn heed_decision(&mut self, by: Seat, words: &str) -> Result<(), Fault> {
        if matches!(self.meta.chairs[by.index()].holder, Holder::Bot { .. }) {
            return Ok(());
        }
        if let Some(request) = self.careful(|loaded| loaded.table.requested(by, words))? {
            self.ask_bots(by, None, request);
        }
        Ok(())
    }

    /// Lets the bots that are meant think about it, one after the other, until one of them does it.
    fn ask_bots(&self, by: Seat, whom: Option<Seat>, request: Request) {
        let is_bot = |seat: &Seat| self.meta.chairs[seat.index()].bot().is_some();
        let all = (0..self.meta.chairs.len()).map(|i| Seat(i as u8)).filter(|seat| *seat != by);
        let bots: Vec<Seat> =
            all.filter(|seat| whom.is_none_or(|whom| whom == *seat)).filter(is_bot).collect();
        if bots.is_empty() {
            return;
        }
        let (live, state) = (self.live.clone(), self.state.clone());
        tokio::spawn(async move {
            if let Err(fault) = answer(&live, &state, by, &bots, &request).await {
                tracing::warn!(table = live.id, ?fault, "a request was not answered");
            }
        });
    }

    /// What a seat keeps in mind.
    pub(super) fn kept_in_mind(&self, seat: Seat) -> Vec<(Seat, String)> {
        let of = self.asked.iter().filter(|asked| asked.whom == seat);
        of.map(|asked| (asked.by, asked.words.clone())).collect()
    }

    fn keep_in_mind(&mut self, asked: Asked) {
        self.asked.retain(|old| *old != asked);
        self.asked.push(asked);
        let over = self.asked.len().saturating_sub(KEPT_IN_MIND);
        self.asked.drain(..over);
    }

    /// A bot does what it has said.
    async fn follow(&mut self, seat: Seat, by: Seat, words: &str, heed: Heed<Value>) -> Result<(), Fault> {
        for action in heed.series {
            // The table may have moved on; what is not allowed any more is left out.
            drop(self.put_down(seat, &Deed::Action(action)).await);
        }
        if heed.follows {
            self.keep_in_mind(Asked { whom: seat, by, words: words.to_owned() });
        }
        if self.check_talk().is_ok() {
            let from =
                format!("{} · {}", self.meta.chairs[seat.index()].holder.name(), self.table.seat_name(seat));
            self.chat(from, "all".into(), heed.says).await?;
        }
        self.carry_on().await
    }
}

/// Asks bots one after the other. Whoever can do it says so and does it; if nobody can, the last one says why.
async fn answer(
    live: &Arc<Live>,
    state: &AppState,
    by: Seat,
    bots: &[Seat],
    request: &Request,
) -> Result<(), Fault> {
    /// The bot that is asked may go on with its own plans meanwhile; then it thinks about it again, but not for ever.
    const AGAIN: u32 = 8;
    let (mut i, mut again) = (0, AGAIN);
    while let Some(&seat) = bots.get(i) {
        let sitting = live.sit(state).await?;
        let (account, table, n) = (sitting.account_of_asker(), sitting.table.clone(), sitting.table.n());
        drop(sitting);
        let words = request.words.clone();
        let look = state.thinkers.look(&account, Class::Opponent, move || table.heed(seat, by, &words));
        let Some(look) = look else { return Ok(()) };
        let heed = look.await.ok().flatten();
        let Some(heed) = heed.filter(|heed| heed.follows || i + 1 == bots.len()) else {
            i += 1;
            continue;
        };
        let mut sitting = live.sit(state).await?;
        if sitting.table.n() == n || again == 0 {
            return sitting.follow(seat, by, &request.words, heed).await;
        }
        again -= 1;
    }
    Ok(())
}
