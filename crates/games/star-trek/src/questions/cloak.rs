//! D8: cloaks are raised and dropped at the start of an Orders phase (ST-16.7).

use super::asked::{Verdict, named, no, only};
use super::done::Finish;
use super::{About, Action, Asked};
use crate::coach;
use crate::effect::Effect;
use crate::kinds::DiskId;
use crate::situation::spell;
use crate::state::{Face, Place, Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::disk_name;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};

/// Raise or drop this cloak, or not after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cloak {
    /// The cloak's disk.
    pub disk: DiskId,
}

named!(Cloak { disk: DiskId });

impl Answer<StarTrek> for Cloak {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Raise or drop your cloaks, or leave them as they are.";
        (view.asked == Question::Cloak).then(|| Ask::new("cloak", Line::new(text, rule!("ST-16.7"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::CloakWindow) {
            return;
        }
        let may = a.game.cloaks().filter(|id| a.game.may_change_cloak(a.seat, *id).is_ok());
        let open = may.filter(|id| picked(a, *id).is_some_and(|pick| !pick.is_some()));
        out.extend(open.map(|disk| Action::Cloak(Cloak { disk })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::CloakWindow))?;
        a.game.may_change_cloak(a.seat, self.disk)?;
        if picked(a, self.disk).is_some_and(|pick| pick.is_some() && pick != self.disk) {
            return no(rule!("ST-16.7"), "one change per ship in a window");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        if let Place::Ship(ship) = play.game.disk(self.disk).place {
            let pick = &mut play.game.ship_mut(ship).cloak_pick;
            *pick = if *pick == self.disk { DiskId::NONE } else { self.disk };
        }
    }

    fn label(&self, view: &View) -> Label {
        let disk = self.disk;
        let raised = view.disk(disk).is_some_and(|d| d.face == Face::Flipped);
        let verb = if raised { "drop" } else { "raise" };
        let text = format!("{verb} {}{}", disk_name(view, disk), shields_after(view, disk, raised));
        button("Cloaks", text, vec![format!("disk:{disk}")], "cloak", rule!("ST-16.7"))
    }

    fn words(&self) -> String {
        format!("cloak {}", self.disk)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Cloak>, String> {
        Ok(if verb == "cloak" { Some(Cloak { disk: spell::disk(r)? }) } else { None })
    }

    /// A hurt ship hides, and one that means to attack comes out.
    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_cloak(self.disk)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_cloak(self.disk)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Cloak { vec![&coach::CLOAK] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Cloak, Some(disk)) = (about.view.asked, about.disk()) {
            out.push(Action::Cloak(Cloak { disk }));
        }
    }
}

/// The cloak that was chosen already on the ship of this one.
fn picked(a: Asked<'_>, disk: DiskId) -> Option<DiskId> {
    let Place::Ship(ship) = a.game.disk(disk).place else { return None };
    Some(a.game.ship(ship).cloak_pick)
}

/// ST-16.3 to ST-16.6: what becomes of the shields when a cloak is raised or dropped.
fn shields_after(view: &View, disk: DiskId, raised: bool) -> String {
    let printed = view.disk(disk).and_then(|d| d.known.as_ref()).and_then(|k| k.kind.of().cloak());
    let ship = view.ships.iter().find(|s| s.disks.iter().any(|d| d.id == disk));
    // A Type I may work as a better one.
    let aboard = ship.iter().flat_map(|s| &s.disks).filter(|d| d.face != Face::Concealed);
    let known = aboard.filter_map(|d| d.known.as_ref()?.kind.of().ability.as_ref());
    let better = known
        .flat_map(|a| &a.effect)
        .find_map(|e| if let Effect::CloakAs(kind) = e { Some(*kind) } else { None });
    let kind = if printed == Some(1) { better.or(printed) } else { printed };
    match (raised, kind, ship) {
        (false, ..) => " (shields to 0)".into(),
        (true, Some(3), Some(ship)) => format!(" (shields to {})", ship.max_shields),
        (true, ..) => " (shields stay 0)".into(),
    }
}

/// The cloaks are as they should be.
pub(super) const FINISH: Finish = Finish {
    lean: |_| 64,
    why: |_| Some("the cloaks are as they should be for the orders that lie".into()),
    ..Finish::of(Stage::CloakWindow)
};
