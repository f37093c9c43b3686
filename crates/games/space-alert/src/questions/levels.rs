//! Before a mission of a campaign: which threat levels does everybody propose (setup.levels, SA-15.2)?

use super::asked::Verdict;
use super::{Action, Asked};
use crate::event::Event;
use crate::setup::{Level, Levels};
use crate::situation::spell;
use crate::state::{SpaceAlert, Stage};
use crate::turn::Play;
use crate::view::{StageView, View};
use crate::words::label::plain;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Propose(pub Levels);

fn proposals<'a>(a: Asked<'a>) -> Option<&'a [Option<Levels>]> {
    if let Stage::Levels { proposals } = &a.game.stage { Some(proposals) } else { None }
}

impl Answer<SpaceAlert> for Propose {
    fn ask(view: &View) -> Option<Ask> {
        let StageView::Levels { proposals, .. } = &view.stage else { return None };
        let open = view.seat.is_some_and(|seat| proposals[seat.index()].is_none());
        let text = if open {
            "Which threat levels do you propose for the next mission?"
        } else {
            "The crew discusses threat levels."
        };
        Some(Ask::new("levels", Line::new(text, rule!("SA-15.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if proposals(a).is_none() {
            return;
        }
        for common in Level::ALL {
            out.extend(Level::ALL.map(|serious| Action::Levels(Propose(Levels { common, serious }))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(proposals(a).is_some())
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat, levels) = (play.who(), play.seat, self.0);
        let Stage::Levels { proposals } = &mut play.game.stage else { unreachable!("checked") };
        proposals[seat.index()] = Some(levels);
        let all: Option<Vec<Levels>> = proposals.iter().copied().collect();
        play.tell.all(Event::Proposes { who, levels });
        let Some(all) = all else { return };
        // SA-15.2: the most careful proposal wins, for each sort of threats.
        let common = all.iter().map(|l| l.common).min().expect("somebody is here");
        let serious = all.iter().map(|l| l.serious).min().expect("somebody is here");
        play.game.levels_agreed(Levels { common, serious }, play.luck, play.tell);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{} common, {} serious threats", self.0.common.word(), self.0.serious.word());
        Label { mark: "vote", ..plain(text, "Propose", rule!("SA-15.2")) }
    }

    fn words(&self) -> String {
        format!("levels {} {}", self.0.common.word(), self.0.serious.word())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Propose>, String> {
        if verb != "levels" {
            return Ok(None);
        }
        Ok(Some(Propose(Levels { common: spell::level(r)?, serious: spell::level(r)? })))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        // SA-15.2: the most careful wins, so whoever goes along with what others want proposes nothing more careful.
        // Without others it is what whoever opened the table wished for.
        let others = || proposals(a).into_iter().flatten().flatten();
        let careful = others().map(|l| l.common).min().zip(others().map(|l| l.serious).min());
        let wish = careful.map_or(a.game.setup.levels, |(common, serious)| Levels { common, serious });
        if self.0 == wish { 48 } else { 1 }
    }
}
