//! D22: the crew that the loser of a segment removes (ST-17.4).

use super::asked::{Verdict, named, no, only};
use super::{About, Action, Asked};
use crate::coach;
use crate::kinds::DiskId;
use crate::situation::spell;
use crate::state::{FightStep, Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::{disk_name, place_name};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, count, rule};

/// A crew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lose {
    /// Who.
    pub disk: DiskId,
}

named!(Lose { disk: DiskId });

impl Answer<StarTrek> for Lose {
    fn ask(view: &View) -> Option<Ask> {
        if view.asked != Question::Lose {
            return None;
        }
        let text = view.fight.as_ref().map_or("Choose the crew that is lost.".into(), |f| {
            let place = place_name(view, f.place);
            let sides = f.losers.count_ones();
            let why = if sides > 1 { "is lost by several sides" } else { "is lost" };
            format!("Segment {} of the fight on {place} {why}: choose the crew that falls.", f.segment)
        });
        Some(Ask::new("lose", Line::new(text, rule!("ST-17.4"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !loses(a) {
            return;
        }
        let sides = (0..7u8).filter(|side| chooses(a, *side));
        let crew = sides.flat_map(|side| a.game.losable(side));
        out.extend(crew.map(|disk| Action::Lose(Lose { disk })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(loses(a))?;
        if !a.has_disk(self.disk) {
            return Err(Refusal::malformed("there is no such disk"));
        }
        let side = a.game.team_of(a.game.disk(self.disk).owner);
        if !chooses(a, side) {
            return no(rule!("ST-17.9"), "it is not for this player to choose that crew");
        }
        if !a.game.losable(side).contains(&self.disk) {
            return no(rule!("ST-17.4"), "a revealed crew of that side in this place must be chosen");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let side = play.game.team_of(play.game.disk(self.disk).owner);
        play.game.fight.losses[usize::from(side)] = self.disk;
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("lose {}", disk_name(view, self.disk));
        button("Loss", text, vec![format!("disk:{}", self.disk)], "", rule!("ST-17.4"))
    }

    fn words(&self) -> String {
        format!("lose {}", self.disk)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Lose>, String> {
        Ok(if verb == "lose" { Some(Lose { disk: spell::disk(r)? }) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let kind = a.game.disk(self.disk).kind.of();
        let worth = u32::from(kind.cost) * 3 + u32::from(kind.combat);
        40u32.saturating_sub(worth).max(2)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let kind = a.game.disk(self.disk).kind.of();
        Some(format!("it cost {} and has {} in combat", count(u32::from(kind.cost), "point"), kind.combat))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Lose { vec![&coach::BOARDING, &coach::LOSE] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Lose, Some(disk)) = (about.view.asked, about.disk()) {
            out.push(Action::Lose(Lose { disk }));
        }
    }
}

/// Do losers choose now?
fn loses(a: Asked<'_>) -> bool {
    a.at(Stage::Boarding) && a.game.fight.step == FightStep::Losses
}

/// Does the seat choose what this side still has to lose?
fn chooses(a: Asked<'_>, side: u8) -> bool {
    let fight = &a.game.fight;
    fight.losers >> side & 1 == 1
        && !fight.losses[usize::from(side)].is_some()
        && a.game.loss_chooser(side) == a.seat
}
