//! A house option: votes to stop the clock, and to let it run again (SA-3.32).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::Plan;
use crate::instinct::ORDINARY;
use crate::situation::spell;
use crate::state::{Clock, Planning, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// A vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pause {
    /// Stop, or run.
    Pause(bool),
}

/// SA-3.32: whoever leaves the clock stopped is asked again when somebody wants it to run; the last one to be asked has to
/// want that some day.
fn check_content(a: Asked<'_>, plan: &Planning) -> Verdict {
    if !plan.asked().has(a.seat) {
        return Err(Refusal::not_asked("you have answered already"));
    }
    if plan.asked().without(a.seat).is_empty() {
        return no(rule!("SA-3.32"), "everybody else has answered: the clock waits for you");
    }
    Ok(())
}

impl Answer<SpaceAlert> for Pause {
    fn ask(view: &View) -> Option<Ask> {
        let ClockView::Paused { .. } = view.planning()?.clock else { return None };
        let text = "The clock is stopped. Vote to let it run.";
        Some(Ask::new("pause", Line::new(text, rule!("SA-3.32"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.is_paused() {
            a.offer([Pause::Pause(false), Pause::Pause(true)], out);
        } else if a.round.is_some() {
            a.offer([Pause::Pause(true), Pause::Pause(false)], out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Pause::Pause(yes) = *self;
        if let Some(plan) = a.planning()
            && let Clock::Paused { resume, .. } = plan.clock
        {
            if yes {
                return check_content(a, plan);
            }
            if !resume.has(a.seat) {
                return Ok(());
            }
        }
        let plan = a.check_round()?;
        if !a.game.setup.pause || plan.clock == Clock::Off {
            return no(rule!("SA-3.32"), "this table's clock cannot be stopped");
        }
        if plan.desks[a.seat.index()].pause == yes {
            return Err(Refusal::not_asked("you have voted like that already"));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let Pause::Pause(yes) = self;
        let who = play.who();
        let stays = yes && matches!(play.plan().clock, Clock::Paused { .. });
        play.game.vote_pause(play.seat, yes);
        if !stays {
            play.say(Plan::PauseVote { who, yes });
        }
    }

    fn label(&self, view: &View) -> Label {
        let Pause::Pause(yes) = *self;
        if !yes {
            let label = button("Vote to let the clock run", "Clock", rule!("SA-3.32"), vec!["pause".into()]);
            return Label { mark: "self", ..label };
        }
        let stands = view.planning().is_some_and(|plan| matches!(plan.clock, ClockView::Paused { .. }));
        let (text, id) =
            if stands { ("Leave it stopped", "stay-paused") } else { ("Vote to stop the clock", "pause") };
        button(text, "Clock", rule!("SA-3.32"), vec![id.into()])
    }

    fn words(&self) -> String {
        let Pause::Pause(yes) = *self;
        format!("pause {}", spell::yes_word(yes))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Pause>, String> {
        Ok(if verb == "pause" { Some(Pause::Pause(spell::yes(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Pause::Pause(yes) = *self;
        if let Some(plan) = a.planning()
            && let Clock::Paused { resume, .. } = plan.clock
            && yes == resume.is_empty()
        {
            return 4 * ORDINARY;
        }
        1
    }
}
