//! The own action board (plan.place, plan.flip, plan.take_back): what is done on which turn of one's current phase?

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::card::{Act, Half, Kind, Placed, Slot};
use crate::coach;
use crate::event::{Event, Plan};
use crate::instinct::improves;
use crate::saying;
use crate::ship::{phase_of, turns_of};
use crate::situation::spell;
use crate::state::{Planning, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::words::label::{button, hand_click, own_slot, upper};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// A card laid, or a change of what lies there. Turns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// plan.place: a card that lies there goes back to the hand.
    Place {
        /// Where.
        turn: u8,
        /// From the hand.
        card: Kind,
        /// On top.
        half: Half,
    },
    /// plan.flip
    Flip(u8),
    /// plan.take_back
    TakeBack(u8),
    /// Two spaces of one's own phase change contents (SA-3.6); the earlier turn first.
    Swap(u8, u8),
}

/// SA-3.5, SA-3.7: only spaces of one's current phase.
fn check_own_space(a: Asked<'_>, plan: &Planning, turn: u8) -> Result<usize, Refusal> {
    a.check_not_solo()?;
    let phase = plan.desks[a.seat.index()].phase;
    if plan.in_phase(turn, phase) {
        return Ok(a.place().expect("not solo"));
    }
    if turn < 1 || turn > plan.lesson.last_turn() {
        return Err(Refusal::malformed(format!("turns are 1 to {}", plan.lesson.last_turn())));
    }
    if phase_of(turn) + 1 < usize::from(phase) {
        return no(rule!("SA-3.7"), "that phase is over for you: its cards are locked");
    }
    no(rule!("SA-3.5"), "that space belongs to a later phase")
}

impl Answer<SpaceAlert> for Program {
    fn ask(view: &View) -> Option<Ask> {
        let plan = view.planning().filter(|_| !view.solo)?;
        let (ClockView::Off | ClockView::Running { .. }) = plan.clock else { return None };
        let me = view.own().filter(|me| !me.waiting && !me.agreed)?;
        let turns = turns_of(usize::from(me.phase.max(1)) - 1);
        let last = plan.lesson.last_turn().min(*turns.end());
        let silence = if plan.silent { " Communication is down: do not talk." } else { "" };
        let text = format!("Phase {}: plan turns {} to {last}.{silence}", me.phase, turns.start());
        Some(Ask::new("program", Line::new(text, rule!("SA-3.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(plan) = a.round.filter(|_| !a.game.setup.is_solo()) else { return };
        let kinds = plan.kinds_in_hand(a.seat);
        let turns = turns_of(usize::from(plan.desks[a.seat.index()].phase.max(1)) - 1);
        for turn in turns.clone() {
            for &card in &kinds {
                a.offer(Half::ALL.map(|half| Program::Place { turn, card, half }), out);
            }
            a.offer([Program::Flip(turn), Program::TakeBack(turn)], out);
            a.offer((turn + 1..=*turns.end()).map(|other| Program::Swap(turn, other)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        match *self {
            Program::Place { turn, card, half } => {
                let place = check_own_space(a, plan, turn)?;
                a.check_in_hand(plan, card)?;
                if plan.placed(place, turn) == Some(Placed { card, half }) {
                    return no(rule!("SA-3.6"), "such a card already lies there like that");
                }
                Ok(())
            }
            Program::Flip(turn) | Program::TakeBack(turn) => {
                let place = check_own_space(a, plan, turn)?;
                match plan.placed(place, turn) {
                    Some(_) => Ok(()),
                    None => no(rule!("SA-3.4"), "that space is empty"),
                }
            }
            Program::Swap(first, second) => {
                check_own_space(a, plan, first)?;
                let place = check_own_space(a, plan, second)?;
                if first >= second {
                    return Err(Refusal::malformed("name the earlier turn first"));
                }
                if plan.placed(place, first) == plan.placed(place, second) {
                    return no(rule!("SA-3.6"), "that would change nothing");
                }
                Ok(())
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, me) = (play.who(), SeatSet::only(play.seat));
        let place = play.game.place_of(play.seat).expect("not solo");
        let desk = play.seat.index();
        let plan = play.plan();
        match self {
            Program::Place { turn, card, half } => {
                plan.desks[desk].take(card);
                let old = plan.boards[place][usize::from(turn) - 1].replace(Placed { card, half });
                if let Some(old) = old {
                    plan.desks[desk].put(old.card);
                }
                plan.unsay(place, turn);
                let heroic = card.is_heroic();
                play.tell.only(me, Event::Plan(Plan::Placed { who, turn, card, half }));
                play.tell.others(me, Event::Plan(Plan::Laid { who, turn, half, heroic }));
            }
            Program::Flip(turn) => {
                let space = plan.boards[place][usize::from(turn) - 1].as_mut().expect("checked");
                space.half = space.half.other();
                let half = space.half;
                plan.unsay(place, turn);
                play.say(Plan::Flipped { who, turn, half });
            }
            Program::TakeBack(turn) => {
                let old = plan.boards[place][usize::from(turn) - 1].take().expect("checked");
                plan.desks[desk].put(old.card);
                plan.unsay(place, turn);
                play.say(Plan::TookBack { who, turn });
            }
            Program::Swap(a, b) => {
                plan.boards[place].swap(usize::from(a) - 1, usize::from(b) - 1);
                plan.unsay(place, a);
                plan.unsay(place, b);
                play.say(Plan::Swapped { who, a, b });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Program::Place { turn, card, half } => {
                let clicks = vec![hand_click(card, half), own_slot(view, turn)];
                button(format!("{} on turn {turn}", upper(card, half)), "Program", rule!("SA-3.3"), clicks)
            }
            Program::Flip(turn) => {
                let clicks = vec![own_slot(view, turn), "flip".into()];
                button(format!("Turn the card of turn {turn} around"), "Change", rule!("SA-3.6"), clicks)
            }
            Program::TakeBack(turn) => {
                let clicks = vec![own_slot(view, turn), "hand".into()];
                button(format!("Take back the card of turn {turn}"), "Change", rule!("SA-3.6"), clicks)
            }
            Program::Swap(a, b) => {
                let clicks = vec![own_slot(view, a), own_slot(view, b)];
                button(format!("Exchange turns {a} and {b}"), "Change", rule!("SA-3.6"), clicks)
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Program::Place { turn, card, half } => format!("place {card} {turn} {}", half.word()),
            Program::Flip(turn) => format!("flip {turn}"),
            Program::TakeBack(turn) => format!("take-back {turn}"),
            Program::Swap(a, b) => format!("swap {a} {b}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Program>, String> {
        Ok(match verb {
            "place" => {
                let (card, turn, half) = (spell::card(r)?, spell::turn(r)?, spell::half(r)?);
                Some(Program::Place { turn, card, half })
            }
            "flip" => Some(Program::Flip(spell::turn(r)?)),
            "take-back" => Some(Program::TakeBack(spell::turn(r)?)),
            "swap" => Some(Program::Swap(spell::turn(r)?, spell::turn(r)?)),
            _ => None,
        })
    }

    /// A symbol that the lesson has no use for, or battlebots that nobody has fetched so far.
    fn idle(&self, a: Asked<'_>) -> Option<String> {
        let Program::Place { turn, card, half } = *self else { return None };
        let (plan, place) = (a.round?, a.place()?);
        let mut program = plan.to_tell(place);
        let space = usize::from(turn).checked_sub(1).filter(|t| *t < program.len())?;
        program[space] = card.act(half);
        let bots = matches!(card.act(half), Act::Bots | Act::HeroBots);
        let why = if bots {
            "no battlebots have been fetched by then"
        } else {
            "this lesson has no use for it there"
        };
        saying::idle(&program, plan.lesson)[space].then(|| why.into())
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let (Some(plan), Some(place)) = (a.round, a.place()) else { return 1 };
        match *self {
            Program::Place { turn, card, half } => {
                a.game.lean_space(plan, place, turn, Placed { card, half }, &plan.actions_in_hand(a.seat))
            }
            Program::Flip(turn) => plan.placed(place, turn).map_or(1, |card| {
                let turned = Placed { half: card.half.other(), ..card };
                improves(a.game.gain(plan, place, turn, turned.slot()))
            }),
            Program::TakeBack(turn) => improves(a.game.gain(plan, place, turn, Slot::EMPTY)),
            Program::Swap(..) => 1,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        view.planning().map_or(Vec::new(), |plan| coach::planning(view, plan))
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if about.view.solo {
            return;
        }
        let mine = |member: u8| about.view.crew[usize::from(member)].seat == about.seat;
        let android = |member: u8| about.view.crew[usize::from(member)].figure.android;
        if let Some((card, half, member, turn)) = about.card_on_space()
            && mine(member)
            && !android(member)
        {
            out.push(Program::Place { turn, card, half }.into());
        }
        if let Some((member, turn)) = about.space()
            && mine(member)
        {
            out.push(Program::TakeBack(turn).into());
        }
    }
}
