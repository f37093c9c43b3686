//! The command card of the turn (D8, chapter 7).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::board::{Side, Wing};
use crate::coach;
use crate::data::CommandId;
use crate::effect::{OrderFilter, Plan, RATING, command_words};
use crate::situation::spell;
use crate::state::{Open, Question, RedAlert, Unit};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, no_effect};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Command(pub CommandId);

impl Answer<RedAlert> for Command {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Play a command card.", rule!("RA-7.1"));
        (view.question == Question::Command).then(|| Ask::new("command", line()))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Command
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let hand = &a.game.secret.command[a.side.index()];
        let free = |card: &u8| *card != a.open().banned || hand.0[usize::from(*card)] > 1;
        out.extend(hand.kinds().filter(free).map(|card| Action::Play(Command(CommandId(card)))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Command)?;
        a.check_held(a.side, self.0)?;
        let held = a.game.secret.command[a.side.index()].0[self.0.index()];
        if a.open().banned == self.0.0 && held == 1 {
            return no(rule!("RA-17.4"), "the opponent intercepted this order: not this turn");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.take_from_hand(play.side, self.0.0);
        play.game.play_command(self.0, &mut play.cx);
    }

    fn label(&self, view: &View) -> Label {
        let card = self.0.card();
        let idle = view.open.idle_command(view.open.active, self.0).map(no_effect).unwrap_or_default();
        let text = format!("Play {}: {idle}{}", card.name, command_words(card));
        button(text, "Command cards", vec![format!("card:{}", self.0)], "card", rule!("RA-7.1"))
    }

    fn words(&self) -> String {
        format!("play {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Command>, String> {
        Ok(if verb == "play" { Some(Command(spell::command(r)?)) } else { None })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        a.open().idle_command(a.side, self.0)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        lean_orders(a.open(), a.side, self.0.card().plan)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let (orders, battles) = could_order(a.open(), a.side, self.0.card().plan)?;
        let units = if orders == 1 { "1 unit".to_owned() } else { format!("{orders} units") };
        Some(match battles {
            0 => format!("it can order {units}"),
            n if n >= orders => format!("it can order {units}, with an enemy in range of each"),
            n => format!("it can order {units}, and {n} have an enemy in range"),
        })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question != Question::Command {
            return Vec::new();
        }
        let scored = Side::BOTH.iter().any(|side| view.open.points(*side) > 0);
        if scored { vec![&coach::VICTORY, &coach::COMMAND] } else { vec![&coach::COMMAND] }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let fits = about.question() == Question::Command || about.astray;
        out.extend(about.command().filter(|_| fits).map(|card| Action::Play(Command(card))));
    }
}

/// How many units a command card would order, those with something to shoot at counted twice.
pub(super) fn lean_orders(open: &Open, side: Side, plan: Plan) -> u32 {
    if plan.preempt.is_some() {
        return 1;
    }
    let rating = open.command_cards[side.index()];
    let amount = |n: u8| u32::from(if n == RATING { rating } else { n });
    let mut count = [0u32; 3];
    let mut all = 0;
    for id in open.units_of(side) {
        let unit = open.unit(id);
        let fits = fits(open, side, plan.filter, unit);
        let weight = if open.targets(id).is_empty() { 1 } else { 3 };
        if fits {
            all += weight;
        }
        for wing in Wing::ALL {
            if unit.hex().is_in(wing.sector(side)) {
                count[wing as usize] += weight;
            }
        }
    }
    let total: u32 = if plan.sector {
        (0..3).map(|w| count[w].min(3 * amount(plan.slots[w]))).sum()
    } else if plan.tactic {
        all.min(3 * amount(plan.any))
    } else {
        3 + u32::from(rating)
    };
    1 + total * 6
}

/// How many units a command card could order, and how many of the units that fit it have somebody to battle. `None` for cards
/// that order by other means.
fn could_order(open: &Open, side: Side, plan: Plan) -> Option<(u32, u32)> {
    if plan.preempt.is_some() || !plan.sector && !plan.tactic {
        return None;
    }
    let rating = open.command_cards[side.index()];
    let amount = |n: u8| u32::from(if n == RATING { rating } else { n });
    let (mut fit, mut battles) = ([0u32; 4], [0u32; 4]);
    for id in open.units_of(side) {
        let unit = open.unit(id);
        let fits = fits(open, side, plan.filter, unit);
        let mut count = |at: usize| {
            fit[at] += 1;
            battles[at] += u32::from(!open.targets(id).is_empty());
        };
        if plan.sector {
            Wing::ALL
                .into_iter()
                .filter(|w| unit.hex().is_in(w.sector(side)))
                .for_each(|w| count(w as usize));
        } else if fits {
            count(3);
        }
    }
    let most = |at: usize| if at == 3 { amount(plan.any) } else { amount(plan.slots[at]) };
    let places = if plan.sector { 0..3 } else { 3..4 };
    Some(places.fold((0, 0), |(orders, with), at| {
        (orders + fit[at].min(most(at)), with + battles[at].min(most(at)))
    }))
}

/// Is it one of the units that a card speaks of? RA-7.2 asks the same of an order; a chain may begin anywhere.
fn fits(open: &Open, side: Side, filter: OrderFilter, unit: &Unit) -> bool {
    match filter {
        OrderFilter::Class(class) => unit.class() == class,
        OrderFilter::NearEnemy => open.is_near_enemy(side, unit.hex()),
        OrderFilter::AwayFromEnemy => !open.is_near_enemy(side, unit.hex()),
        OrderFilter::All | OrderFilter::Chain => true,
    }
}
