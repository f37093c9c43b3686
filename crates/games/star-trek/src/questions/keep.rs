//! D23, step 5: disks with Constant stay flipped, or are readied (ST-19.2).

use super::asked::{Verdict, named, no, only};
use super::done::Finish;
use super::{About, Action, Asked};
use crate::coach;
use crate::instinct::IDLE;
use crate::kinds::DiskId;
use crate::situation::spell;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::disk_name;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};

/// A disk that stays flipped, or not after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// Which.
    pub disk: DiskId,
}

named!(Keep { disk: DiskId });

impl Answer<StarTrek> for Keep {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Step 5: keep disks with Constant flipped, or let them be readied.";
        (view.asked == Question::Keep).then(|| Ask::new("keep", Line::new(text, rule!("ST-19.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Keep) {
            return;
        }
        let open = (0..a.game.disks.len()).map(DiskId::at).filter(|id| a.game.may_keep(a.seat, *id));
        let fresh = open.filter(|id| !a.game.disk(*id).picked);
        out.extend(fresh.map(|disk| Action::Keep(Keep { disk })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Keep))?;
        if a.has_disk(self.disk) && a.game.may_keep(a.seat, self.disk) {
            return Ok(());
        }
        no(rule!("ST-19.2"), "only a flipped disk with Constant can stay flipped")
    }

    fn take(self, play: &mut Play<'_>) {
        let d = play.game.disk_mut(self.disk);
        d.picked = !d.picked;
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("keep {} flipped", disk_name(view, self.disk));
        button("Constant", text, vec![format!("disk:{}", self.disk)], "", rule!("ST-19.2"))
    }

    fn words(&self) -> String {
        format!("keep {}", self.disk)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Keep>, String> {
        Ok(if verb == "keep" { Some(Keep { disk: spell::disk(r)? }) } else { None })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        IDLE
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("what it does lasts as long as it stays flipped".into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Keep { vec![&coach::KEEP] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Keep, Some(disk)) = (about.view.asked, about.disk()) {
            out.push(Action::Keep(Keep { disk }));
        }
    }
}

/// What is to stay is chosen.
pub(super) const FINISH: Finish = Finish {
    lean: |_| 64,
    why: |_| Some("what is readied can be used again next turn".into()),
    ..Finish::of(Stage::Keep)
};
