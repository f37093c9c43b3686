//! The habits of a seat: what is answered without asking, a coach, and by which edition of the rules it would rather play.

use super::{Chair, Holder, Meta, Sitting, deeds::declining};
use crate::error::Fault;
use klaxon_core::{Edition, Seat, SeatSet, Tip};
use std::collections::BTreeMap;

impl Sitting {
    /// Somebody would like the table to go on by a newer edition of the rules, or by this one after all. When all people and
    /// programs who play agree, it does.
    pub async fn want_edition(&mut self, seats: SeatSet, to: Option<Edition>) -> Result<(), Fault> {
        if seats.is_empty() {
            return Err(Fault::forbidden("you are watching: only players decide"));
        }
        let Some(to) = to else {
            return self.change_meta(|meta| meta.revising = None).await;
        };
        self.careful(|loaded| loaded.table.can_revise(to))??;
        let agreed = match self.meta.revising {
            Some((wanted, agreed)) if wanted == to => agreed.or(seats),
            Some(_) | None => seats,
        };
        self.change_meta(move |meta| meta.revising = Some((to, agreed))).await?;
        let (agreed, asked) = self.consent();
        let name = |sitting: &Sitting| {
            let seat = seats.iter().next().expect("just looked");
            sitting.meta.chairs[seat.index()].holder.name()
        };
        if agreed != asked {
            let text =
                format!("would like to go on by edition {to} of the rules. All who play must agree (More).");
            return self.chat(name(self), "all".into(), text).await.map(drop);
        }
        let at = self.now();
        let put = self.careful(|loaded| loaded.table.revise(to, at))??;
        self.keep(put).await?;
        self.change_meta(|meta| meta.revising = None).await?;
        let text = format!("From now on this game is played by edition {to} of the rules.");
        self.chat("Table".into(), "all".into(), text).await?;
        self.carry_on().await
    }

    /// Whether the server answers questions that leave only one choice.
    pub async fn set_auto(&mut self, seat: Seat, on: bool) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta: &mut Meta| meta.chairs[seat.index()].auto = on).await?;
        self.carry_on().await
    }

    /// The seat is asked this no more: the server declines, now and from now on.
    pub async fn set_quiet(&mut self, seat: Seat, question: u32) -> Result<(), Fault> {
        self.set_declined(seat, question, |chair| &mut chair.quiet).await
    }

    async fn set_declined(
        &mut self,
        seat: Seat,
        question: u32,
        kept: impl FnOnce(&mut Chair) -> &mut BTreeMap<String, String> + Send,
    ) -> Result<(), Fault> {
        self.check_open()?;
        self.chair(seat)?;
        if self.meta.is_study() {
            return Err(Fault::conflict(
                "study",
                "in a lesson or a puzzle every question is answered by itself",
            ));
        }
        if self.table.question(seat) != question {
            return Err(Fault::conflict("stale", "the table has moved on since this was asked"));
        }
        let declined = self.careful(|loaded| declining(&loaded.table, seat))?;
        let (rule, choice) = declined
            .ok_or_else(|| Fault::conflict("not-asked", "there is no plain way to decline this question"))?;
        // It is a decision like any other.
        self.pace.is_back(seat);
        self.back(seat).await?;
        self.agree(seat).await?;
        self.change_meta(move |meta| {
            kept(&mut meta.chairs[seat.index()]).insert(choice.label.text, rule.as_str().into());
        })
        .await?;
        // Whoever came back here by undoing has now said what to do.
        if self.held == Some((seat, question)) {
            self.held = None;
        }
        self.carry_on().await
    }

    /// Asked this again, the seat passes, until it is asked something that it cannot decline.
    pub async fn set_passing(&mut self, seat: Seat, question: u32) -> Result<(), Fault> {
        self.set_declined(seat, question, |chair| &mut chair.passing).await
    }

    /// Whoever is asked something that he cannot decline is not passed over any more. Only the server that runs the table keeps
    /// that, and another would find the same.
    pub(super) async fn end_passing(&mut self) -> Result<(), Fault> {
        let passing = |loaded: &mut super::Loaded| -> SeatSet {
            let asked = loaded.table.to_act().iter();
            let set = asked.filter(|seat| !loaded.meta.chairs[seat.index()].passing.is_empty());
            set.filter(|seat| declining(&loaded.table, *seat).is_none()).collect()
        };
        let over = self.careful(passing)?;
        if over.is_empty() || !self.runs_here() {
            return Ok(());
        }
        let kept = self.change_meta(|meta| {
            for seat in over.iter() {
                meta.chairs[seat.index()].passing.clear();
            }
        });
        match kept.await {
            Err(fault) if self.is_race(&fault) => Ok(()),
            kept => kept,
        }
    }

    /// The words of declining what a seat is asked now, if there is a plain way.
    pub fn declines(&mut self, seat: Seat) -> Result<Option<String>, Fault> {
        let declined = self.careful(|loaded| declining(&loaded.table, seat))?;
        Ok(declined.map(|(_, choice)| choice.label.text))
    }

    /// The seat wants to be asked again.
    pub async fn set_asked(&mut self, seat: Seat, words: &str) -> Result<(), Fault> {
        let chair = self.chair(seat)?;
        if !chair.quiet.contains_key(words) && !chair.passing.contains_key(words) {
            return Ok(());
        }
        self.change_meta(|meta| {
            let chair = &mut meta.chairs[seat.index()];
            chair.quiet.remove(words);
            chair.passing.remove(words);
        })
        .await
    }

    /// The seat wants a coach, from the beginning, or no more of him.
    pub async fn set_coached(&mut self, seat: Seat, on: bool) -> Result<(), Fault> {
        self.chair(seat)?;
        self.change_meta(move |meta| {
            let chair = &mut meta.chairs[seat.index()];
            (chair.coached, chair.read) = (on, Vec::new());
        })
        .await
    }

    /// The seat has read the tip that it is shown; any other is left alone.
    pub async fn tip_read(&mut self, seat: Seat, id: &str) -> Result<(), Fault> {
        self.chair(seat)?;
        let shown = self.careful(|loaded| loaded.tip(seat))?;
        if let Some(tip) = shown.filter(|tip| tip.id == id) {
            self.change_meta(move |meta| meta.chairs[seat.index()].read.push(tip.id.into())).await?;
        }
        Ok(())
    }
}

impl super::Loaded {
    /// Of those whose consent a newer edition needs, who has given it; and all of them. Bots go along with anything.
    pub fn consent(&self) -> (SeatSet, SeatSet) {
        let chairs = self.meta.chairs.iter().enumerate();
        let asked: SeatSet = chairs
            .filter(|(_, chair)| matches!(chair.holder, Holder::Person { .. } | Holder::Program { .. }))
            .map(|(i, _)| Seat(i as u8))
            .collect();
        let agreed = self.meta.revising.map_or(SeatSet::NONE, |(_, agreed)| agreed);
        (agreed.iter().filter(|&seat| asked.has(seat)).collect(), asked)
    }

    /// What the coach tells a seat now, if it has one.
    pub fn tip(&self, seat: Seat) -> Option<&'static Tip> {
        let chair = &self.meta.chairs[seat.index()];
        if !chair.coached || !self.table.to_act().has(seat) {
            return None;
        }
        self.table.tips(seat).into_iter().find(|tip| !chair.read.iter().any(|id| id == tip.id))
    }
}
