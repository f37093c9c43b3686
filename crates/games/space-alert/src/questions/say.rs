//! Telling the crew what lies on one's own board and what one holds (plan.say, SA-3.11, SA-3.36). Bots coordinate by
//! nothing else.

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::{Event, Plan};
use crate::saying;
use crate::state::{Mood, SpaceAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// There is one way to do so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Say {
    /// Plan and hand, as they are.
    Say,
}

/// How often words may end somebody's wait between two announcements (SA-3.36).
const MOST_ROUSED: u8 = 3;

impl Answer<SpaceAlert> for Say {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.round.is_some() {
            a.offer([Say::Say], out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        a.check_not_solo()?;
        a.check_open_channel(plan)?;
        let place = a.place().expect("not solo");
        let desk = &plan.desks[a.seat.index()];
        if plan.to_tell(place) == plan.told[place] && desk.hand == desk.told {
            return no(rule!("SA-3.36"), "the crew knows that already");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat) = (play.who(), play.seat);
        let place = play.game.place_of(seat).expect("not solo");
        let plan = play.plan();
        let (program, before) = (plan.to_tell(place), plan.told[place]);
        let mut news = [false; 12];
        for (t, new) in news.iter_mut().enumerate() {
            *new = program[t] != before[t];
        }
        plan.told[place] = program;
        let hand = plan.desks[seat.index()].hand.clone();
        plan.desks[seat.index()].told = hand.clone();
        for (i, desk) in plan.desks.iter_mut().enumerate() {
            // Whoever waits may have to think again about a new plan, but not for ever.
            if news.contains(&true)
                && i != seat.index()
                && desk.mood == Mood::Waiting
                && desk.roused < MOST_ROUSED
            {
                desk.mood = Mood::Awake;
                desk.roused += 1;
            }
        }
        // Of what does nothing there is nothing to be told; a change it is, all the same.
        let idle = saying::idle(&program, plan.lesson);
        news.iter_mut().zip(idle).for_each(|(new, idle)| *new &= !idle);
        play.tell.reveal(Event::Plan(Plan::Says { who, program, news, hand }));
    }

    fn label(&self, _: &View) -> Label {
        let text = "Tell the crew your plan and your hand";
        button(text, "Shared board", rule!("SA-3.36"), vec!["say".into()])
    }

    fn words(&self) -> String {
        "say".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Say>, String> {
        Ok((verb == "say").then_some(Say::Say))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        1
    }
}
