//! D7, step 2: three orders for each ship, face down (ST-6).

use super::asked::{Verdict, no, only};
use super::done::Finish;
use super::{Action, Asked};
use crate::coach;
use crate::instinct::SILLY;
use crate::kinds::{Order, ShipId};
use crate::situation::spell;
use crate::state::{Slot, Stage, StarTrek, Status};
use crate::turn::Play;
use crate::view::{Asked as Question, OrderView, ShipView, View};
use crate::words::label::button;
use crate::words::ship_name;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// An order, or none after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Assign {
    /// Put an order face down.
    Assign {
        /// Which ship.
        ship: ShipId,
        /// Which place, 1 to 3.
        place: u8,
        /// Which order.
        order: Order,
    },
    /// Take a ship's orders back.
    ClearOrders {
        /// Which ship.
        ship: ShipId,
    },
}

impl Answer<StarTrek> for Assign {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Step 2: place three orders for each of your ships, face down.";
        (view.asked == Question::Assign).then(|| Ask::new("assign", Line::new(text, rule!("ST-6.1"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Assign) {
            return;
        }
        let own = || a.game.ships_in_play().filter(|(_, s)| s.controller == a.seat);
        for (ship, s) in own() {
            if let Some(place) = s.orders.iter().position(|slot| *slot == Slot::Empty) {
                let place = place as u8 + 1;
                let all = Order::ALL.into_iter();
                out.extend(all.map(|order| Action::Assign(Assign::Assign { ship, place, order })));
                return;
            }
        }
        out.extend(own().map(|(ship, _)| Action::Assign(Assign::ClearOrders { ship })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Assign))?;
        let (Assign::Assign { ship, .. } | Assign::ClearOrders { ship }) = *self;
        let known = ship.is_some() && ship.ix() < a.game.ships.len() && a.game.ship(ship).in_play();
        if !known || a.game.ship(ship).controller != a.seat {
            return no(rule!("ST-6.1"), "orders are placed by the player who controls the ship");
        }
        match *self {
            Assign::Assign { place, .. } if !(1..=3).contains(&place) => {
                no(rule!("ST-6.1"), "a ship has three order places, 1 to 3")
            }
            Assign::Assign { .. } | Assign::ClearOrders { .. } => Ok(()),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Assign::Assign { ship, place, order } => {
                let slot = Slot::Down { order, known: 0 };
                play.game.ship_mut(ship).orders[usize::from(place) - 1] = slot;
            }
            Assign::ClearOrders { ship } => play.game.ship_mut(ship).orders = [Slot::Empty; 3],
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Assign::Assign { ship, place, order } => {
                let placed = view.ship(ship).map_or_else(String::new, placed);
                let group = format!("Order {place} of {}{placed}", ship_name(view, ship));
                let clicks = vec![format!("order:{ship}:{place}"), format!("order:{}", order.code())];
                button(group, order.name(), clicks, "order", rule!("ST-6.1"))
            }
            Assign::ClearOrders { ship } => {
                let text = format!("take the orders of {} back", ship_name(view, ship));
                button("Ready", text, vec![], "", rule!("ST-6.1"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Assign::Assign { ship, place, order } => format!("assign {ship} {place} {}", order.code()),
            Assign::ClearOrders { ship } => format!("clear {ship}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Assign>, String> {
        Ok(match verb {
            "assign" => Some(Assign::Assign {
                ship: spell::ship(r)?,
                place: spell::number(r, "place")?,
                order: spell::order(r)?,
            }),
            "clear" => Some(Assign::ClearOrders { ship: spell::ship(r)? }),
            _ => None,
        })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Assign::Assign { ship, place, order } => a.game.idle_order(ship, place, order),
            Assign::ClearOrders { .. } => None,
        }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Assign::Assign { ship, place, order } => a.game.lean_order(ship, place, order),
            Assign::ClearOrders { .. } => SILLY,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Assign { vec![&coach::ORDERS, &coach::COURSE] } else { Vec::new() }
    }
}

/// The order in a place, if it lies there known to the viewer.
fn known(order: &OrderView) -> Option<Order> {
    if let OrderView::Known(order) = order { Some(*order) } else { None }
}

/// The orders that a ship already has: " (1: Attack)".
fn placed(ship: &ShipView) -> String {
    let orders = ship.orders.iter().enumerate();
    let all: Vec<String> =
        orders.filter_map(|(i, o)| Some(format!("{}: {}", i + 1, known(o)?.name()))).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// All orders lie.
pub(super) const FINISH: Finish = Finish {
    may: |a| {
        let mut own = a.game.ships_in_play().filter(|(_, ship)| ship.controller == a.seat);
        if own.all(|(_, ship)| !ship.orders.contains(&Slot::Empty)) {
            return Ok(());
        }
        no(rule!("ST-6.1"), "every ship gets exactly three orders")
    },
    settles: |view| {
        if view.asked != Question::Assign {
            return String::new();
        }
        let mine = |s: &&ShipView| view.seat == Some(s.controller) && s.status == Status::InPlay;
        let own: Vec<&ShipView> = view.ships.iter().filter(mine).collect();
        let orders =
            |s: &ShipView| s.orders.iter().filter_map(known).map(Order::name).collect::<Vec<_>>().join(", ");
        let texts: Vec<String> = match own.as_slice() {
            [only] => vec![orders(only)],
            _ => own.iter().map(|s| format!("{} {}", s.name, orders(s))).collect(),
        };
        format!(": {}", texts.join("; "))
    },
    why: |_| Some("every ship has its three orders".into()),
    ..Finish::of(Stage::Assign)
};
