//! Incoming data and data transfers: a card drawn (plan.draw, SA-3.23), a card given (plan.give, SA-3.24).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::card::Kind;
use crate::event::{Event, Plan};
use crate::instinct::ORDINARY;
use crate::situation::spell;
use crate::state::{Gift, Mood, SpaceAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, person};
use klaxon_core::{Answer, Ask, Label, Reader, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// From the deck, or to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Data {
    /// plan.draw
    Draw,
    /// plan.give
    Give {
        /// From the hand.
        card: Kind,
        /// To whom.
        to: Seat,
    },
}

impl Answer<SpaceAlert> for Data {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(plan) = a.round else { return };
        a.offer([Data::Draw], out);
        if plan.desks[a.seat.index()].gives > 0 {
            for card in plan.kinds_in_hand(a.seat) {
                a.offer((0..a.game.setup.people() as u8).map(|to| Data::Give { card, to: Seat(to) }), out);
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        a.check_not_solo()?;
        let desk = &plan.desks[a.seat.index()];
        match *self {
            Data::Draw => {
                if desk.draws == 0 {
                    return no(rule!("SA-3.23"), "no incoming data is left for you to draw");
                }
                if plan.deck.is_empty() {
                    return no(rule!("SA-3.23"), "the action deck is empty");
                }
                Ok(())
            }
            Data::Give { card, to } => {
                if desk.gives == 0 {
                    let text = "cards are given only in a data transfer, one by each player";
                    return no(rule!("SA-3.24"), text);
                }
                if to == a.seat || to.index() >= a.game.setup.people() {
                    return no(rule!("SA-3.24"), "a card is given to another player");
                }
                if card.is_heroic() {
                    return no(rule!("SA-3.25"), "heroic cards cannot be transferred");
                }
                a.check_in_hand(plan, card)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat, me) = (play.who(), play.seat, SeatSet::only(play.seat));
        match self {
            Data::Draw => {
                let plan = play.plan();
                let card = plan.deck.pop().expect("checked");
                plan.desks[seat.index()].draws -= 1;
                plan.desks[seat.index()].put(card);
                play.tell.reveal_to(me, Event::Plan(Plan::DrewCard { who, card }));
                play.tell.others(me, Event::Plan(Plan::Drew { who }));
            }
            Data::Give { card, to } => {
                let receiver = play.game.figure_of(to);
                let plan = play.plan();
                plan.desks[seat.index()].take(card);
                plan.desks[seat.index()].gives -= 1;
                plan.desks[to.index()].put(card);
                if plan.desks[to.index()].mood == Mood::Waiting {
                    plan.desks[to.index()].mood = Mood::Awake;
                }
                // Nobody who gave me a card knows any more whether I still have it.
                plan.gifts.retain(|g| g.to != seat);
                plan.gifts.push(Gift { from: seat, to, card });
                let both = me.with(to);
                play.tell.reveal_to(both, Event::Plan(Plan::GaveCard { who, to: receiver, card }));
                play.tell.others(both, Event::Plan(Plan::Gave { who, to: receiver }));
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Data::Draw => button("Draw a card", "Data", rule!("SA-3.23"), vec!["deck".into()]),
            Data::Give { card, to } => {
                let to = person(view, to);
                let clicks = vec![format!("hand-{card}-action"), to.id()];
                button(format!("Give {card} to {to}"), "Give", rule!("SA-3.24"), clicks)
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Data::Draw => "draw".into(),
            Data::Give { card, to } => format!("give {card} {}", to.0 + 1),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Data>, String> {
        Ok(match verb {
            "draw" => Some(Data::Draw),
            "give" => Some(Data::Give { card: spell::card(r)?, to: Seat(spell::member(r)?) }),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Data::Draw => 200 * ORDINARY,
            Data::Give { .. } => 1,
        }
    }
}
