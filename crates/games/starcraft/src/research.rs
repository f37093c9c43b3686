//! Chapter 8: the Research order, and technologies bought in any way.

use crate::{
    action::Action,
    data::{Price, Tech, data},
    effect::Kind,
    event::Event,
    ids::{Order, Res},
    state::{Frame, Item, StarCraft, Task},
    turn::Cx,
    why::{No, need, no, not_asked},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    pub(crate) fn take_research_draw(&mut self, action: Action, cx: &mut Cx<'_>) {
        if action == Action::Draw {
            self.draw_cards(self.active().seat, 3, cx);
        }
        self.push(Frame::ResearchTech);
    }

    /// Technologies of the seat's race; `offs` are the kinds of discount that may be named.
    pub(crate) fn offer_tech(&self, seat: Seat, offs: &[Option<Res>], out: &mut Vec<Action>) {
        out.push(Action::Done);
        for tech in Tech::all().filter(|t| t.data().race == self.race(seat)) {
            out.extend(offs.iter().map(|off| Action::BuyTech { tech, off: *off }));
        }
    }

    /// What a technology costs with a discount of `n`; `u8::MAX` makes it free.
    pub(crate) fn tech_price(&self, tech: Tech, off: Option<Res>, n: u8) -> Result<Price, No> {
        let price = tech.data().price;
        match (off, n) {
            (None, 0) => Ok(price),
            (None, u8::MAX) => Ok(Price::default()),
            (Some(res), 1..) if n < u8::MAX && price.of(res) > 0 => Ok(price.less(off, n)),
            _ => Err(no(rule!("SC-5.1"), "the discount is taken off a resource of the price")),
        }
    }

    pub(crate) fn judge_tech(&self, seat: Seat, n: u8, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::BuyTech { tech, off } => {
                let known = data().techs.get(usize::from(tech.0));
                let known = known.ok_or(no(rule!("SC-8.3"), "there is no such technology"))?;
                need(known.race == self.race(seat), rule!("SC-8.3"), "that is a technology of another race")?;
                need(
                    self.player(seat).tech_deck & known.cards == known.cards,
                    rule!("SC-8.8"),
                    "you own that technology already",
                )?;
                self.afford(seat, self.tech_price(tech, off, n)?)
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_research_tech(&mut self, action: Action, cx: &mut Cx<'_>) {
        let turn = self.active();
        let special = turn.order == Order::SpecialResearch;
        match action {
            Action::BuyTech { tech, .. } => {
                self.buy_tech(turn.seat, tech, tech.data().price, special);
            }
            // SC-8.10: without a purchase only the event card is left.
            _ if special => self.draw_event(turn.seat, cx),
            _ => {}
        }
    }

    /// Payment, then the choice of a special Research, then the shuffle.
    pub(crate) fn buy_tech(&mut self, seat: Seat, tech: Tech, price: Price, special: bool) {
        // SC-8.5: the deck is shuffled only when something enters it. SC-8.7: from then on it is a card like the others.
        if tech.data().kind != Kind::Play {
            self.push(Task::ShuffleIn(seat, tech));
        }
        if special {
            let copies = (tech.data().kind != Kind::Play).then_some(tech);
            self.push(Frame::ResearchSpecial(copies));
        }
        self.buy(seat, price, Item::Tech(tech));
    }

    pub(crate) fn offer_special(&self, tech: Option<Tech>, out: &mut Vec<Action>) {
        out.push(Action::TakeEvent);
        if let Some(tech) = tech {
            out.extend(tech.data().faces.iter().map(|face| Action::TakeCard(*face)));
        }
    }

    pub(crate) fn judge_special(&self, tech: Option<Tech>, action: Action) -> Result<(), No> {
        match action {
            Action::TakeEvent => Ok(()),
            Action::TakeCard(face) => need(
                tech.is_some_and(|t| t.data().faces.contains(&face)),
                rule!("SC-8.9"),
                "only a copy of the technology just bought for the deck can be taken",
            ),
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_special(&mut self, tech: Option<Tech>, action: Action, cx: &mut Cx<'_>) {
        let seat = self.active().seat;
        let who = self.faction(seat);
        match (action, tech) {
            (Action::TakeCard(face), Some(tech)) => {
                let player = self.player(seat);
                let card = self.card_with(seat, player.tech_deck, face).expect("judged");
                let player = self.player_mut(seat);
                player.tech_deck &= !card.bit();
                player.hand |= card.bit();
                // The purchase was announced, so everybody knows where this copy is.
                for other in self.all_seats().filter(|s| *s != seat) {
                    if tech.data().faces.len() == 1 {
                        self.player_mut(other).seen[seat.index()] |= card.bit();
                    }
                }
                cx.tell.all(Event::TookTechCard { who, tech });
            }
            _ => {
                self.draw_event(seat, cx);
            }
        }
    }
}
