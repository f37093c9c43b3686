//! Who sits where: sitting down and standing up, bots that stand in, links that are renewed. Whenever a seat goes to
//! somebody else while the game runs, everybody at the table is told: nobody looks into a hand in secret.

use super::{Asker, Holder, Sitting, grant, nonce};
use crate::{
    error::Fault,
    person::{GUEST, Person},
};
use klaxon_bots::Level;
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// Who tells the table of such things.
const TELLER: &str = "Table";

/// What can be done with a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatChange {
    /// The old link and the holder's browsers or program lose the seat; the new link gives it.
    Renew,
    /// The seat is free, and its link is new.
    Free,
    /// The seat goes to a bot for good.
    Bot {
        /// Its level: `random`, `easy`, `normal` or `hard`.
        level: String,
    },
    /// A bot plays until the holder is back. The seat stays the holder's.
    StandIn {
        /// Its level: `random`, `easy`, `normal` or `hard`.
        level: String,
    },
    /// The holder is back: the bot that stood in stops at once.
    Back,
    /// The holder stands up: the seat is free, and its link is new.
    StandUp,
    /// Whoever was away for too long at a rated table has lost.
    Forfeit,
}

impl Sitting {
    /// Somebody changes something about a seat, if he may.
    pub async fn change_seat(&mut self, asker: &Asker, seat: Seat, change: SeatChange) -> Result<(), Fault> {
        if self.meta.puzzle.is_some() {
            return Err(Fault::conflict("puzzle", "a puzzle is for whoever began it, and for nobody else"));
        }
        let holder = self.chair(seat)?.holder.clone();
        grant::change(asker, seat, &self.ground(&self.live, seat), &change)?;
        let level = |word: String| word.parse::<Level>().map_err(Fault::malformed);
        match change {
            SeatChange::Renew => self.renew(asker, seat).await,
            SeatChange::Free => {
                self.set_free(seat).await?;
                let text = format!("{} has freed the seat of {}.", asker.name, self.whose(seat, &holder));
                self.tell(text).await
            }
            SeatChange::Bot { level: word } => self.give_to_bot(seat, level(word)?).await,
            SeatChange::StandIn { level: word } => {
                let level = level(word)?;
                self.change_meta(|meta| meta.chairs[seat.index()].stand_in = Some(level.to_string())).await?;
                let whose = self.whose(seat, &holder);
                self.tell(format!("A {level} bot plays for {whose} until they are back.")).await?;
                self.carry_on().await
            }
            SeatChange::Back => {
                self.back(seat).await?;
                self.carry_on().await
            }
            SeatChange::Forfeit => {
                self.forfeit(seat).await?;
                let text = format!("{} has abandoned the game.", self.whose(seat, &holder));
                self.tell(text).await
            }
            SeatChange::StandUp => {
                self.set_free(seat).await?;
                let text = format!("{} has stood up.", self.whose(seat, &holder));
                self.tell(text).await
            }
        }
    }

    /// The link of a seat is made anew: nobody who had the seat before has it now. It stays the seat of whoever it was,
    /// with his name and habits, for he is most often the one who gets the link.
    async fn renew(&mut self, asker: &Asker, seat: Seat) -> Result<(), Fault> {
        let holder = self.chair(seat)?.holder.clone();
        if holder.level().is_some() {
            return Err(Fault::conflict("taken", "a bot sits there: free the seat to invite somebody"));
        }
        self.change_meta(|meta| {
            let chair = &mut meta.chairs[seat.index()];
            chair.nonce = nonce();
            match &mut chair.holder {
                Holder::Person { ids, .. } => ids.clear(),
                Holder::Program { .. } => (chair.holder, chair.claimed) = (Holder::Open, false),
                Holder::Open | Holder::Bot { .. } => {}
            }
        })
        .await?;
        match holder {
            Holder::Person { .. } | Holder::Program { .. } => {
                let whose = self.whose(seat, &holder);
                self.tell(format!("{} has renewed the link to the seat of {whose}.", asker.name)).await
            }
            Holder::Open | Holder::Bot { .. } => Ok(()),
        }
    }

    /// The holder is back: a bot that stood in stops, whatever it was thinking.
    pub(super) async fn back(&mut self, seat: Seat) -> Result<(), Fault> {
        if self.chair(seat)?.stand_in.is_none() {
            return Ok(());
        }
        self.change_meta(|meta| meta.chairs[seat.index()].stand_in = None).await?;
        let whose = self.whose(seat, &self.meta.chairs[seat.index()].holder.clone());
        self.tell(format!("{whose} is back.")).await
    }

    /// A person sits down: with the seat's token, or on a free seat of a public table or of one's own. Whoever sits there
    /// already may have changed his name.
    pub async fn claim(&mut self, seat: Seat, person: &Person, by_token: bool) -> Result<(), Fault> {
        self.check_open()?;
        crate::moderation::check_guest(&self.state, person)?;
        let chair = self.chair(seat)?;
        if chair.held_by(&person.id) {
            let person = person.clone();
            return self.change_meta(move |meta| meta.rename(&person)).await;
        }
        if self.stopped().is_some() {
            return Err(Fault::conflict(
                "frozen",
                "this table cannot go on: there is nothing to sit down for",
            ));
        }
        let welcome = by_token || self.meta.public || self.meta.is_owner(Some(&person.id));
        match &chair.holder {
            Holder::Open if welcome => {}
            Holder::Open => {
                return Err(Fault::forbidden(
                    "this table is private: ask whoever opened it for the seat's link",
                ));
            }
            // A second device of the same person, or the person again by a new link.
            Holder::Person { .. } if by_token => {}
            Holder::Person { name, .. } | Holder::Program { name } => {
                return Err(Fault::conflict("taken", format!("{name} sits there already")));
            }
            Holder::Bot { .. } => return Err(Fault::conflict("taken", "a bot sits there")),
        }
        self.check_company(person, by_token).await?;
        let newcomer = person.clone();
        self.change_meta(move |meta| {
            // Whoever sits down now has not been asked.
            meta.revising = None;
            let chair = &mut meta.chairs[seat.index()];
            // The link has done its work: whoever else knows it must not see this hand.
            chair.nonce = nonce();
            match &mut chair.holder {
                Holder::Person { ids, name, standing } => {
                    // Nobody plays on under the name of somebody else's account.
                    let other = *standing != newcomer.standing;
                    if other || ids.is_empty() && newcomer.name != GUEST {
                        name.clone_from(&newcomer.name);
                        *standing = newcomer.standing;
                    }
                    ids.push(newcomer.id);
                    chair.seen = crate::state::now();
                }
                Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => {
                    chair.holder = Holder::person(&newcomer);
                    chair.forget_habits();
                    chair.agreed = meta.rated;
                }
            }
        })
        .await?;
        self.tell_seated(seat).await?;
        self.carry_on().await
    }

    /// A program sits down; returns the seat's new token.
    pub async fn claim_for_program(
        &mut self,
        seat: Seat,
        name: String,
        by_token: bool,
    ) -> Result<String, Fault> {
        self.check_open()?;
        if self.meta.rated {
            return Err(Fault::conflict(
                super::RATED,
                "this game is rated: a program needs an account of its own",
            ));
        }
        match &self.chair(seat)?.holder {
            Holder::Open if by_token || self.meta.public => {}
            Holder::Open => {
                return Err(Fault::forbidden("this table is private: the seat's token is needed"));
            }
            Holder::Program { .. } if by_token => {}
            Holder::Person { ids, .. } if by_token && ids.is_empty() => {}
            Holder::Person { name, .. } | Holder::Program { name } => {
                return Err(Fault::conflict("taken", format!("{name} sits there already")));
            }
            Holder::Bot { .. } => return Err(Fault::conflict("taken", "a bot sits there")),
        }
        if self.stopped().is_some() {
            return Err(Fault::conflict(
                "frozen",
                "this table cannot go on: there is nothing to sit down for",
            ));
        }
        self.change_meta(move |meta| {
            meta.revising = None;
            let chair = &mut meta.chairs[seat.index()];
            chair.forget_habits();
            (chair.nonce, chair.auto) = (nonce(), false);
            (chair.holder, chair.claimed) = (Holder::Program { name }, true);
        })
        .await?;
        self.tell_seated(seat).await?;
        Ok(self.state.keys.seat_token(&self.live.id, seat, &self.meta.chairs[seat.index()].nonce))
    }

    /// A seat goes to a bot for good.
    pub(super) async fn give_to_bot(&mut self, seat: Seat, level: Level) -> Result<(), Fault> {
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            chair.forget_habits();
            (chair.nonce, chair.holder) = (nonce(), Holder::bot(level));
        })
        .await?;
        self.carry_on().await
    }

    /// A seat becomes free again; its link is new.
    async fn set_free(&mut self, seat: Seat) -> Result<(), Fault> {
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            chair.forget_habits();
            (chair.nonce, chair.holder) = (nonce(), Holder::Open);
        })
        .await
    }

    /// Once the game has begun everybody is told who has got a seat.
    async fn tell_seated(&mut self, seat: Seat) -> Result<(), Fault> {
        let holder = self.meta.chairs[seat.index()].holder.clone();
        let place = self.table.seat_name(seat);
        let text = match &holder {
            Holder::Person { ids, name, .. } if ids.len() > 1 => {
                format!("{name} plays {place} on another device.")
            }
            other => format!("{} has sat down as {place}.", other.name()),
        };
        self.tell(text).await
    }

    /// Tells everybody at the table something about its seats; before the first move nobody needs to know.
    pub(super) async fn tell(&mut self, text: String) -> Result<(), Fault> {
        if self.table.step() == 0 {
            return Ok(());
        }
        self.chat(TELLER.into(), "all".into(), text).await.map(drop)
    }

    /// "Bob (Commonwealth)".
    pub(super) fn whose(&self, seat: Seat, holder: &Holder) -> String {
        format!("{} ({})", holder.name(), self.table.seat_name(seat))
    }

    /// A seat by a number from outside.
    pub fn seat(&self, number: u8) -> Result<Seat, Fault> {
        self.chair(Seat(number)).map(|_| Seat(number))
    }

    pub(super) fn chair(&self, seat: Seat) -> Result<&super::Chair, Fault> {
        self.meta
            .chairs
            .get(seat.index())
            .ok_or_else(|| Fault::missing("there is no such seat at this table"))
    }
}
