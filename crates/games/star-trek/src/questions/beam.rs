//! D14: through an open transporter beam crew go over one by one, to the target or from it (ST-11).

use super::asked::{Verdict, named, not_asked};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::instinct::IDLE;
use crate::kinds::{DiskId, ShipId};
use crate::situation::spell;
use crate::state::frame::Frame;
use crate::state::{Place, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::{disk_name, place_name, ship_name};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};

/// One crew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    /// Who.
    pub disk: DiskId,
}

named!(Beam { disk: DiskId });

impl Answer<StarTrek> for Beam {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Transport { ship, to } = view.asked else { return None };
        let (name, place) = (ship_name(view, ship), place_name(view, to));
        let text = format!("{name} transports: whom between it and {place}?");
        Some(Ask::new("transport", Line::new(text, rule!("ST-11.1"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some((ship, to)) = open(a) else { return };
        let all = (0..a.game.disks.len()).map(DiskId::at);
        let may = all.filter(|id| a.game.check_beam(ship, to, *id).is_ok());
        out.extend(may.map(|disk| Action::Beam(Beam { disk })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match open(a) {
            Some((ship, to)) => a.game.check_beam(ship, to, self.disk),
            None => not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        if let Some(Frame::Transport { ship, to }) = play.game.stack.last().copied() {
            play.game.beam_over(ship, to, self.disk, &mut play.fate);
        }
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("beam {}", disk_name(view, self.disk));
        button("Transport", text, vec![format!("disk:{}", self.disk)], "transport", rule!("ST-11.1"))
    }

    fn words(&self) -> String {
        format!("beam {}", self.disk)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Beam>, String> {
        Ok(if verb == "beam" { Some(Beam { disk: spell::disk(r)? }) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        open(a).map_or(IDLE, |(ship, to)| a.game.lean_beam(a.seat, ship, to, self.disk))
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let (ship, _) = open(a)?;
        a.game.why_beam(a.seat, ship, self.disk)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Transport { .. }, Some(disk)) = (about.view.asked, about.disk()) {
            out.push(Action::Beam(Beam { disk }));
        }
    }
}

/// The transporter beam that is open: from which ship, and to where.
fn open(a: Asked<'_>) -> Option<(ShipId, Place)> {
    if let Some(Frame::Transport { ship, to }) = a.frame { Some((*ship, *to)) } else { None }
}

/// Nobody more.
pub(super) const PASSING: Passing = Passing {
    may: |a| open(a).map(|_| Ok(())),
    take: |play| play.game.close_transport(),
    text: |view| matches!(view.asked, Question::Transport { .. }).then_some("that is all"),
    why: |_| Some("whoever should be there is there".into()),
};
