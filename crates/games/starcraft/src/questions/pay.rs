//! Paying (D9): one worker after the other, or all the rest the plain way.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::{Price, data},
    ids::{Area, Res},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        aims::{only_by_force, plain_payment, proposal},
        area_name, coach,
        label::{draft, mined},
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Seat, Tip, rule};
use serde::{Deserialize, Serialize};

/// Where workers go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pay {
    /// One worker to a permanent resource.
    PayPermanent(Res),
    /// One worker to a resource card.
    PayCard(Area),
    /// One worker too many to a full resource card (SC-5.10).
    ForceMine(Area),
    /// The rest: permanent resources first, then cards in order, force mining last.
    PayRest,
}

/// What is paid first.
fn owed(m: u8) -> Res {
    if m > 0 { Res::Minerals } else { Res::Gas }
}

/// Where the next worker can go.
fn ways(game: &StarCraft, seat: Seat, m: u8) -> impl Iterator<Item = Pay> {
    let res = owed(m);
    let race = data().race(game.race(seat));
    let permanent = [race.minerals, race.gas][res.index()] > game.player(seat).permanent[res.index()];
    let cards = game.all_areas().filter(move |area| game.ground(*area).card == Some(seat));
    let cards = cards.filter_map(move |area| {
        let (kind, n) = data().area(area).and_then(|a| a.content.resource())?;
        let way = if game.ground(area).workers < n { Pay::PayCard(area) } else { Pay::ForceMine(area) };
        (kind == res).then_some(way)
    });
    permanent.then_some(Pay::PayPermanent(res)).into_iter().chain(cards)
}

impl May for Pay {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Pay { seat, m, .. } = a.question else {
            return Err(not_asked());
        };
        let (game, owed) = (a.game, owed(m));
        let full = |area: Area| {
            need(game.exists(area), rule!("SC-5.2"), "there is no such area in this game")?;
            let ground = game.ground(area);
            need(
                ground.card == Some(seat),
                rule!("SC-5.2"),
                "you do not hold the resource card of that area",
            )?;
            let (res, n) =
                data().area(area).and_then(|a| a.content.resource()).expect("a card has a resource");
            need(res == owed, rule!("SC-5.1"), "the other resource is to be paid now")?;
            Ok(ground.workers >= n)
        };
        match *self {
            Pay::PayPermanent(res) => {
                need(res == owed, rule!("SC-5.1"), "the other resource is to be paid now")?;
                let race = data().race(game.race(seat));
                let full = [race.minerals, race.gas][res.index()] <= game.player(seat).permanent[res.index()];
                need(!full, rule!("SC-5.7"), "your permanent resource is full and cannot be force mined")
            }
            Pay::PayCard(area) => {
                need(!full(area)?, rule!("SC-5.3"), "the card is full: one more worker would be force mining")
            }
            Pay::ForceMine(area) => {
                need(full(area)?, rule!("SC-5.15"), "only a card that is full of workers can be force mined")
            }
            Pay::PayRest => {
                need(ways(game, seat, m).nth(1).is_some(), rule!("SC-5.21"), "there is only one way to pay")
            }
        }
    }
}

/// One worker goes.
fn spend(play: &mut Play<'_>, seat: Seat, way: Pay) {
    match way {
        Pay::PayPermanent(res) => play.game.pay_permanent(seat, res),
        Pay::PayCard(area) => play.game.pay_card(seat, area),
        Pay::ForceMine(area) => play.game.force_mine(seat, area, &mut play.cx),
        Pay::PayRest => unreachable!("that is many"),
    }
}

/// The plain way: what renews itself before what is lost.
fn plain(way: &Pay) -> u8 {
    match way {
        Pay::PayPermanent(_) => 0,
        Pay::PayCard(_) => 1,
        Pay::ForceMine(_) | Pay::PayRest => 2,
    }
}

impl Answer<StarCraft> for Pay {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Pay { seat, m, g, item } = view.question else {
            return None;
        };
        let (left, item) = (Price { m, g }, item.name());
        // Renewable places come first: where none is left, what is taken now is lost.
        let line = if only_by_force(view, seat, m) {
            Line::new(
                format!("Pay for {item}: {left} to go, and only force mining is left."),
                rule!("SC-5.10"),
            )
        } else {
            let where_to = "Choose where the next worker goes.";
            Line::new(format!("Pay for {item}: {left} to go. {where_to}"), rule!("SC-5.1"))
        };
        Some(Ask::new("pay", line))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Pay { seat, m, .. } = a.question {
            // Where there is a choice at all, the plain way is one click.
            a.offer(ways(a.game, seat, m).chain([Pay::PayRest]), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Pay { seat, mut m, mut g, item } = play.question else { unreachable!("judged") };
        loop {
            let way = match self {
                Pay::PayRest => ways(play.game, seat, m).min_by_key(plain).expect("the price can be paid"),
                Pay::PayPermanent(_) | Pay::PayCard(_) | Pay::ForceMine(_) => self,
            };
            spend(play, seat, way);
            if m > 0 {
                m -= 1
            } else {
                g -= 1
            }
            if self != Pay::PayRest || m + g == 0 {
                break;
            }
        }
        play.game.push(Frame::Pay { seat, m, g, item });
    }

    fn label(&self, view: &View) -> Label {
        let mark = if plain_payment(view) == Some(*self) { "obvious" } else { "pay" };
        match *self {
            Pay::PayPermanent(res) => draft(format!("Permanent {res}"), "Pay", rule!("SC-5.6"))
                .click(format!("permanent:{res}"))
                .mark(mark)
                .into(),
            Pay::PayCard(area) => draft(format!("Card of {}", area_name(area)), "Pay", rule!("SC-5.1"))
                .click(format!("resource:{area}"))
                .mark(mark)
                .into(),
            Pay::ForceMine(area) => {
                let text = format!("Force mine {}: {}", area_name(area), mined(view, area, 1));
                draft(text, "Pay", rule!("SC-5.10")).click(format!("resource:{area}")).mark("force").into()
            }
            Pay::PayRest => {
                let how = if let Frame::Pay { seat, m, g, .. } = view.question {
                    proposal(view, seat, m, g)
                } else {
                    String::new()
                };
                draft(format!("Pay all the rest: {how}"), "Proposal", rule!("SC-5.21")).mark(mark).into()
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Pay::PayPermanent(res) => format!("pay {res}"),
            Pay::PayCard(area) => format!("pay {area}"),
            Pay::ForceMine(area) => format!("force {area}"),
            Pay::PayRest => "pay rest".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Pay>, String> {
        if verb == "force" {
            return Ok(Some(Pay::ForceMine(spell::area(r)?)));
        }
        if verb != "pay" {
            return Ok(None);
        }
        if r.takes("rest") {
            return Ok(Some(Pay::PayRest));
        }
        if let Some(res) = spell::taken(r, Res::parse) {
            return Ok(Some(Pay::PayPermanent(res)));
        }
        Ok(Some(Pay::PayCard(spell::area(r)?)))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Pay::PayPermanent(_) | Pay::PayCard(_) => 8,
            Pay::ForceMine(_) => 1,
            Pay::PayRest => 512,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match self {
            Pay::PayPermanent(_) => Some("what is permanent never runs dry".into()),
            Pay::PayCard(_) => None,
            Pay::ForceMine(_) => None,
            Pay::PayRest => {
                Some("permanent resources come first, and nothing is force mined that need not be".into())
            }
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Pay { .. } = view.question { vec![&coach::PAYING] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::Pay { .. } = about.view.question else {
            return;
        };
        if let [Spot::Permanent(res)] = about.spots {
            out.push(Pay::PayPermanent(*res).into());
        } else if let [Spot::Resource(area)] = about.spots {
            let ground = about.view.area(*area);
            let full = ground.is_some_and(|a| a.content.resource().is_some_and(|(_, n)| a.workers >= n));
            out.push(if full { Pay::ForceMine(*area) } else { Pay::PayCard(*area) }.into());
        }
    }
}
