//! D11: the ship that acts reveals its panel order (ST-8.17).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::instinct::SURE;
use crate::state::StarTrek;
use crate::state::frame::Frame;
use crate::turn::Play;
use crate::view::{Asked as Question, OrderView, View};
use crate::words::label::{acting, button};
use klaxon_core::{Answer, Ask, Label, Reader, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// There is one order to reveal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RevealOrder {
    /// It.
    RevealOrder,
}

impl Answer<StarTrek> for RevealOrder {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.acting().is_some_and(|act| !act.revealed) {
            out.push(Action::RevealOrder(RevealOrder::RevealOrder));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.activation()?.revealed {
            return no(rule!("ST-8.17"), "the ship has no order to reveal in this phase");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let ship = play.ship();
        let order = play.game.slot(ship).down().expect("checked: it has an order");
        play.game.turn_order_up(ship, order, &mut play.fate);
        let act = play.act();
        act.revealed = true;
        act.orders[order as usize] += 1;
        play.game.stack.push(Frame::Revealed { ship, order, passed: SeatSet::NONE });
    }

    fn label(&self, view: &View) -> Label {
        let place = view.phase;
        let ship = acting(view);
        let order = ship.map(|s| s.orders[usize::from(place.max(1)) - 1]);
        let what = match order {
            Some(OrderView::Known(order)) => format!(": {}", order.name()),
            Some(OrderView::Empty | OrderView::Hidden | OrderView::Revealed(_) | OrderView::Removed)
            | None => String::new(),
        };
        let click = ship.map_or_else(String::new, |s| format!("order:{}:{place}", s.id));
        button("Order", format!("reveal the order{what}"), vec![click], "order", rule!("ST-8.17"))
    }

    fn words(&self) -> String {
        "reveal".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<RevealOrder>, String> {
        Ok((verb == "reveal").then_some(RevealOrder::RevealOrder))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        SURE
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("an order is executed only when it is revealed".into())
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let ("order", Question::Activation { .. }) = (about.kind, about.view.asked) {
            out.push(Action::RevealOrder(RevealOrder::RevealOrder));
        }
    }
}
