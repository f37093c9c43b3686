//! Between missions: fly another one with this ship (camp.continue, SA-15.2)?

use super::asked::Verdict;
use super::{Action, Asked};
use crate::event::Event;
use crate::situation::spell;
use crate::state::{SpaceAlert, Stage};
use crate::turn::Play;
use crate::view::{StageView, View};
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoOn(pub bool);

fn is_asked(a: Asked<'_>) -> bool {
    matches!(a.game.stage, Stage::GoOn { .. })
}

impl Answer<SpaceAlert> for GoOn {
    fn ask(view: &View) -> Option<Ask> {
        let StageView::GoOn { votes, .. } = &view.stage else { return None };
        let text = if view.seat.is_some_and(|seat| votes[seat.index()].is_none()) {
            "The mission is survived. Fly another one with this ship?"
        } else {
            "The crew decides whether to go on."
        };
        Some(Ask::new("go-on", Line::new(text, rule!("SA-15.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if is_asked(a) {
            out.extend([true, false].map(|yes| Action::GoOn(GoOn(yes))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(is_asked(a))
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat, yes) = (play.who(), play.seat, self.0);
        let Stage::GoOn { votes, .. } = &mut play.game.stage else { unreachable!("checked") };
        votes[seat.index()] = Some(yes);
        let all = votes.iter().all(Option::is_some);
        play.tell.all(Event::WantsToGoOn { who, yes });
        if all {
            play.game.count_votes(play.tell);
        }
    }

    fn label(&self, _: &View) -> Label {
        let text = if self.0 { "Go on" } else { "Stop here" };
        Label { mark: "vote", ..plain(text, "Campaign", rule!("SA-15.2")) }
    }

    fn words(&self) -> String {
        format!("go-on {}", spell::yes_word(self.0))
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<GoOn>, String> {
        Ok(if verb == "go-on" { Some(GoOn(spell::yes(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Stage::GoOn { voyage, votes } = &a.game.stage else { return 1 };
        // With the others, where they have voted; else a ship with little damage flies on.
        let voted = votes.iter().any(Option::is_some);
        let flies = if voted { !votes.contains(&Some(false)) } else { voyage.score().tiles < 8 };
        if self.0 == flies { 64 } else { 1 }
    }
}
