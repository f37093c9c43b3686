//! D14, D20: the heading of a torpedo, hop by hop at its launch (ST-12.3), then one for each move (ST-12.4).

use super::asked::{Verdict, named, no, not_asked};
use super::{About, Action, Asked};
use crate::coach;
use crate::kinds::{ShipId, TorpedoId};
use crate::situation::spell;
use crate::state::frame::Frame;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::{button, towards};
use crate::words::line::degrees;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use klaxon_geometry::plane::Heading;

/// A heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steer {
    /// Of which torpedo.
    pub torpedo: TorpedoId,
    /// To this heading.
    pub heading: Heading,
}

named!(Steer { torpedo: TorpedoId, heading: Heading });

impl Answer<StarTrek> for Steer {
    fn ask(view: &View) -> Option<Ask> {
        if let Question::Guide { torpedo, hop, of } = view.asked {
            let text = format!("Torpedo {torpedo}: choose the heading of hop {hop} of {of}.");
            return Some(Ask::new("guide", Line::new(text, rule!("ST-12.3"))));
        }
        let text = "Choose a heading for each of your torpedoes.";
        (view.asked == Question::Steer).then(|| Ask::new("steer", Line::new(text, rule!("ST-12.4"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let next = if let Some(id) = launched(a) {
            a.game.torpedo(id)
        } else if a.at(Stage::Steer) {
            a.game.torpedoes.iter().find(|t| t.owner == a.seat && t.chosen.is_none())
        } else {
            None
        };
        let Some(t) = next else { return };
        let fan = a.game.fan(t.at, t.heading, a.seat, ShipId::NONE);
        out.extend(fan.iter().map(|h| Action::Steer(Steer { torpedo: t.id, heading: *h })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Some(id) = launched(a) {
            if id == self.torpedo {
                return Ok(());
            }
            return no(rule!("ST-12.3"), "the torpedo just launched is steered now");
        }
        if !a.at(Stage::Steer) {
            return not_asked();
        }
        match a.game.torpedo(self.torpedo) {
            Some(torpedo) if torpedo.owner == a.seat => Ok(()),
            Some(_) => no(rule!("ST-12.12"), "a torpedo is steered by the player who launched it"),
            None => Err(Refusal::malformed("there is no such torpedo")),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        if let Some(t) = play.game.torpedo_mut(self.torpedo) {
            t.chosen = Some(self.heading);
        }
        let game = &play.game;
        let waits = game.torpedoes.iter().any(|t| t.owner == play.seat.0 && t.chosen.is_none());
        if game.stage == Stage::Steer && game.stack.is_empty() && !waits {
            play.rest();
        }
    }

    fn label(&self, view: &View) -> Label {
        let seen = view.torpedoes.iter().find(|t| t.id == self.torpedo);
        let (at, now) = seen.map_or((None, None), |t| (Some(t.at), Some(t.heading)));
        let text = format!("{}{}", degrees(self.heading), towards(view, at, now, self.heading));
        let clicks = vec![format!("heading:{}", self.heading)];
        button(format!("Torpedo {}", self.torpedo), text, clicks, "turn", rule!("ST-12.4"))
    }

    fn words(&self) -> String {
        format!("steer {} {}", self.torpedo, self.heading)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Steer>, String> {
        if verb != "steer" {
            return Ok(None);
        }
        let torpedo = TorpedoId(spell::number(r, "torpedo")?);
        Ok(Some(Steer { torpedo, heading: spell::number(r, "heading")? }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_steer(self.torpedo, self.heading)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_steer(self.torpedo, self.heading)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::Guide { .. } = view.asked {
            return vec![&coach::TORPEDO];
        }
        if view.asked == Question::Steer { vec![&coach::STEER] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if about.kind != "heading" {
            return;
        }
        let own = || about.view.torpedoes.iter().find(|t| t.owner == about.seat && t.chosen.is_none());
        let next = if let Question::Guide { torpedo, .. } = about.view.asked {
            Some(torpedo)
        } else if about.view.asked == Question::Steer {
            own().map(|t| t.id)
        } else {
            None
        };
        if let (Some(torpedo), Ok(heading)) = (next, about.which.parse()) {
            out.push(Action::Steer(Steer { torpedo, heading }));
        }
    }
}

/// The torpedo that makes its launch move.
fn launched(a: Asked<'_>) -> Option<TorpedoId> {
    if let Some(Frame::Guide { torpedo, .. }) = a.frame { Some(*torpedo) } else { None }
}
