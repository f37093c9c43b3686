//! Which units are ordered (D9, chapter 8), and which come through a jump point.

use super::asked::Verdict;
use super::{About, Action, Asked};
use crate::board::{Hex, Side, Wing};
use crate::coach;
use crate::data::Kind;
use crate::event::Event;
use crate::situation::spell;
use crate::state::{Marks, Open, OrderMode, Question, RedAlert, UnitId};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, plain, unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// One more, one fewer, or enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orders {
    /// Order a unit.
    Order(Hex),
    /// Order it not.
    Unorder(Hex),
    /// RA-24.1: bring a waiting unit onto a jump point with an order.
    Bring {
        /// The unit.
        unit: Kind,
        /// The jump point.
        at: Hex,
    },
    /// All orders are given.
    DoneOrdering,
}

impl Answer<RedAlert> for Orders {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Orders(mode) = view.question else { return None };
        let text = format!("Order your units: {}.", order_words(mode, view.open.active));
        Some(Ask::new("orders", Line::new(text, rule!("RA-8.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Orders(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let open = a.open();
        for hex in open.fleets[open.active.index()].iter() {
            if open.check_order(a.seat, hex).is_ok() {
                out.push(Action::Orders(Orders::Order(hex)));
            } else if open.check_unorder(a.seat, hex).is_ok() {
                out.push(Action::Orders(Orders::Unorder(hex)));
            }
        }
        out.extend(open.bringable(a.seat).map(|(unit, at)| Action::Orders(Orders::Bring { unit, at })));
        out.push(Action::Orders(Orders::DoneOrdering));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(matches!(a.question, Question::Orders(_)))?;
        match *self {
            Orders::Order(hex) => a.open().check_order(a.seat, hex),
            Orders::Unorder(hex) => a.open().check_unorder(a.seat, hex),
            Orders::Bring { unit, at } => a.open().check_bring(a.seat, unit, at),
            Orders::DoneOrdering => Ok(()),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (seat, side) = (play.seat, play.side);
        match self {
            Orders::Order(hex) => play.game.apply_order(seat, hex, &mut play.cx),
            Orders::Unorder(hex) => play.game.apply_unorder(hex, &mut play.cx),
            Orders::Bring { unit, at } => play.game.apply_bring(seat, unit, at, &mut play.cx),
            Orders::DoneOrdering => {
                play.game.next_orderer();
                let units = play.game.open.ordered().len() as u8;
                play.cx.say(|| Event::OrdersDone { side, units });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Orders::Order(at) => {
                let text = format!("Order {}", unit(&view.open, at));
                button(text, "Orders", vec![at.to_string()], "order", rule!("RA-8.1"))
            }
            Orders::Unorder(at) => {
                let text = format!("Take back the order of {}", unit(&view.open, at));
                button(text, "Orders", vec![at.to_string()], "unorder", rule!("RA-8.1"))
            }
            Orders::Bring { unit, at } => {
                let clicks = vec![format!("unit:{}", unit.code()), at.to_string()];
                let text = format!("Bring {} in at {at}", unit.words());
                button(text, "Jump points", clicks, "jump", rule!("RA-24.1"))
            }
            Orders::DoneOrdering => plain("Orders are given", "Done", "done", rule!("RA-8.1")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Orders::Order(at) => format!("order {at}"),
            Orders::Unorder(at) => format!("unorder {at}"),
            Orders::Bring { unit, at } => format!("bring {} {at}", unit.code()),
            Orders::DoneOrdering => "done-ordering".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Orders>, String> {
        Ok(match verb {
            "order" => Some(Orders::Order(spell::hex(r)?)),
            "unorder" => Some(Orders::Unorder(spell::hex(r)?)),
            "bring" => Some(Orders::Bring { unit: spell::kind(r)?, at: spell::hex(r)? }),
            "done-ordering" => Some(Orders::DoneOrdering),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let open = a.open();
        match *self {
            Orders::Order(hex) => open.own_at(a.side, hex).map_or(8, |id| use_of(open, id)),
            Orders::Unorder(_) => 1,
            Orders::Bring { unit, .. } => 12 + u32::from(unit.stats().points) * 2,
            Orders::DoneOrdering => {
                // Orders are worth giving while there are any.
                let more =
                    open.units_of(a.side).any(|id| open.check_order(a.seat, open.unit(id).hex()).is_ok());
                if more { 2 } else { 200 }
            }
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let open = a.open();
        match *self {
            Orders::Order(hex) => {
                let id = open.own_at(a.side, hex)?;
                let targets = open.targets(id).len();
                if targets > 0 && !open.unit(id).is(Marks::CLOAKED) {
                    let many = if targets == 1 { "1 enemy".to_owned() } else { format!("{targets} enemies") };
                    return Some(format!("it can battle {many} from where it stands"));
                }
                let near = open.seen_enemies(a.side).iter().map(|h| h.distance(hex)).min()?;
                Some(format!("it is {near} hexes from the nearest enemy"))
            }
            Orders::Unorder(_) => None,
            Orders::Bring { unit, .. } => {
                Some(format!("a unit more, worth {} points to the enemy", unit.stats().points))
            }
            Orders::DoneOrdering => {
                let more =
                    open.units_of(a.side).any(|id| open.check_order(a.seat, open.unit(id).hex()).is_ok());
                (!more).then(|| "no further unit can be ordered".into())
            }
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let Question::Orders(_) = view.question else { return Vec::new() };
        let open = &view.open;
        let dotted = open.units_of(open.active).any(|id| open.unit(id).hex().is_dotted());
        if dotted { vec![&coach::ORDERS, &coach::DOTTED] } else { vec![&coach::ORDERS] }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Orders(_), Some((unit, at))) = (about.question(), about.unit()) {
            out.push(Action::Orders(Orders::Bring { unit, at }));
        }
        let own = |hex: &Hex| about.view.open.own_at(about.side, *hex).is_some();
        let fits = matches!(about.question(), Question::Orders(_)) || about.astray;
        out.extend(about.spot().filter(own).filter(|_| fits).map(|at| Action::Orders(Orders::Order(at))));
    }
}

/// Can something be shot now, or after a move?
fn use_of(open: &Open, id: UnitId) -> u32 {
    let unit = open.unit(id);
    if !unit.is(Marks::CLOAKED) && !open.targets(id).is_empty() {
        return 60;
    }
    let near = open.seen_enemies(id.side()).iter().map(|h| h.distance(unit.hex())).min().unwrap_or(12);
    if unit.is(Marks::ALERT) { 4 } else { 40u32.saturating_sub(u32::from(near) * 4).max(6) }
}

/// What may be ordered. Sectors are named as the player sees them (RA-2.7).
fn order_words(mode: OrderMode, side: Side) -> String {
    match mode {
        OrderMode::None => "none".into(),
        OrderMode::Sectors(caps) => {
            let parts: Vec<String> = Wing::ALL
                .into_iter()
                .map(|wing| (wing, caps[wing.sector(side) as usize]))
                .filter(|(_, cap)| *cap > 0)
                .map(|(wing, cap)| format!("{cap} {}", wing.place()))
                .collect();
            format!("up to {}", parts.join(", "))
        }
        OrderMode::Any(max) => format!("up to {max}"),
        OrderMode::Group(max) => format!("your flagship and up to {max} units adjacent to it"),
        OrderMode::Rolled([fighter, strike, capital], any) => {
            format!("{fighter} fighter, {strike} strike, {capital} capital class and {any} of any class")
        }
        OrderMode::Fallback => "one, without bonus".into(),
    }
}
