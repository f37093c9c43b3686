//! Chapter 8: the Research order, and technologies bought in any way.

use crate::{
    data::{Price, Tech, data},
    effect::Kind,
    ids::Res,
    questions::Purchase,
    state::{Frame, Item, StarCraft, Task},
    why::{No, need, no, not_asked},
};
use klaxon_core::{Seat, rule};

impl StarCraft {
    /// Technologies of the seat's race; `offs` are the kinds of discount that may be named.
    pub(crate) fn tech_list(&self, seat: Seat, offs: &[Option<Res>]) -> impl Iterator<Item = Purchase> {
        let race = self.race(seat);
        let techs = Tech::all().filter(move |t| t.data().race == race);
        techs.flat_map(|tech| offs.iter().map(move |off| Purchase::BuyTech { tech, off: *off }))
    }

    /// What a technology costs with a discount of `n`; `u8::MAX` makes it free.
    fn tech_price(&self, tech: Tech, off: Option<Res>, n: u8) -> Result<Price, No> {
        let price = tech.data().price;
        match (off, n) {
            (None, 0) => Ok(price),
            (None, u8::MAX) => Ok(Price::default()),
            (Some(res), 1..) if n < u8::MAX && price.of(res) > 0 => Ok(price.less(off, n)),
            _ => Err(no(rule!("SC-5.1"), "the discount is taken off a resource of the price")),
        }
    }

    /// What a technology costs the seat with a discount of `n`, or why it is not for sale.
    pub(crate) fn sold_tech(&self, seat: Seat, n: u8, purchase: Purchase) -> Result<Price, No> {
        let Purchase::BuyTech { tech, off } = purchase else {
            return Err(not_asked());
        };
        let known = data().techs.get(usize::from(tech.0));
        let known = known.ok_or(no(rule!("SC-8.3"), "there is no such technology"))?;
        need(known.race == self.race(seat), rule!("SC-8.3"), "that is a technology of another race")?;
        need(
            self.player(seat).tech_deck & known.cards == known.cards,
            rule!("SC-8.8"),
            "you own that technology already",
        )?;
        self.tech_price(tech, off, n)
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
}
