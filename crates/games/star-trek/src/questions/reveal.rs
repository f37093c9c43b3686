//! D6, step 1: crew and tech are revealed and concealed (ST-5).

use super::asked::{Verdict, no, only};
use super::done::Finish;
use super::{About, Action, Asked};
use crate::coach;
use crate::instinct::{GOOD, IDLE, SILLY};
use crate::kinds::DiskId;
use crate::situation::spell;
use crate::state::{Face, Place, Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, DiskView, View};
use crate::words::disk_name;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is turned over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reveal {
    /// A disk, to revealed or concealed.
    TurnDisk {
        /// Which.
        disk: DiskId,
    },
    /// Everything that may be revealed.
    RevealAll,
}

impl Answer<StarTrek> for Reveal {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Step 1: reveal or conceal crew and tech, then press done.";
        (view.asked == Question::Reveal).then(|| Ask::new("reveal", Line::new(text, rule!("ST-5.1"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Reveal) {
            return;
        }
        let own = || (0..a.game.disks.len()).map(DiskId::at).filter(|id| a.game.may_turn(a.seat, *id));
        // Where nothing is left to reveal, that is not offered.
        if own().any(|id| a.game.could_reveal(id)) {
            out.push(Action::Reveal(Reveal::RevealAll));
        }
        let turns = own().filter(|id| check_commander(a, *id).is_ok());
        out.extend(turns.map(|disk| Action::Reveal(Reveal::TurnDisk { disk })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Reveal))?;
        let Reveal::TurnDisk { disk } = *self else { return Ok(()) };
        if !a.has_disk(disk) {
            return Err(Refusal::malformed("there is no such disk"));
        }
        if a.game.may_turn(a.seat, disk) { check_commander(a, disk) } else { why_not(a, disk) }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Reveal::TurnDisk { disk } => {
                let d = play.game.disk_mut(disk);
                d.turning = !d.turning;
            }
            Reveal::RevealAll => play.game.reveal_all(play.seat.0),
        }
    }

    fn label(&self, view: &View) -> Label {
        let Reveal::TurnDisk { disk } = *self else {
            return button("Crew and tech", "reveal all", vec![], "", rule!("ST-5.1"));
        };
        let seen = view.disk(disk);
        let up = seen.is_some_and(|d| d.face != Face::Concealed);
        let turning = seen.and_then(|d| d.known.as_ref()).is_some_and(|k| k.turning);
        let verb = match (up, turning) {
            (false, false) => "reveal",
            (true, false) => "conceal",
            (false, true) => "leave concealed",
            (true, true) => "leave revealed",
        };
        let text = format!("{verb} {}", disk_name(view, disk));
        button("Crew and tech", text, vec![format!("disk:{disk}")], "turn", rule!("ST-5.1"))
    }

    fn words(&self) -> String {
        match *self {
            Reveal::TurnDisk { disk } => format!("flip {disk}"),
            Reveal::RevealAll => "reveal-all".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Reveal>, String> {
        Ok(match verb {
            "flip" => Some(Reveal::TurnDisk { disk: spell::disk(r)? }),
            "reveal-all" => Some(Reveal::RevealAll),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Reveal::TurnDisk { .. } => 2,
            Reveal::RevealAll if a.game.has_more_to_reveal(a.seat) => GOOD,
            Reveal::RevealAll => SILLY,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match *self {
            Reveal::TurnDisk { .. } => None,
            Reveal::RevealAll => Some("whoever is revealed can be flipped for orders".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Reveal { vec![&coach::REVEAL] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Reveal, Some(disk)) = (about.view.asked, about.disk()) {
            out.push(Action::Reveal(Reveal::TurnDisk { disk }));
        }
    }
}

/// Why the player may not turn a disk.
fn why_not(a: Asked<'_>, id: DiskId) -> Verdict {
    let disk = a.game.disk(id);
    match disk.place {
        Place::Terrain(_) => no(rule!("ST-5.9"), "crew on a terrain disk are always revealed"),
        Place::Ship(ship) if !a.game.ship(ship).in_play() => {
            no(rule!("ST-5.1"), "it has left the table with its ship")
        }
        Place::Ship(_) if disk.owner == a.seat && !disk.kind.of().tech => {
            no(rule!("ST-5.7"), "crew aboard a ship their player does not control cannot be concealed")
        }
        Place::Ship(_) | Place::Threat | Place::Out => {
            no(rule!("ST-5.1"), "each player turns his own crew and the tech of his ships")
        }
    }
}

/// After the turn the disk would be face up: then no other commander of the player may be.
fn check_commander(a: Asked<'_>, id: DiskId) -> Verdict {
    let disk = a.game.disk(id);
    let Place::Ship(ship) = disk.place else { return Ok(()) };
    let comes_up = (disk.face == Face::Concealed) != disk.turning;
    if comes_up && disk.kind.of().commands() && a.game.commander_up(ship, disk.owner, id) {
        let text =
            "at most one Captain or Admiral of a player is revealed on a ship: conceal the other first";
        return no(rule!("ST-1.15"), text);
    }
    Ok(())
}

/// Everything lies as it should.
pub(super) const FINISH: Finish = Finish {
    settles: |view| {
        if view.asked != Question::Reveal {
            return String::new();
        }
        let own = view.disks().filter(|d| view.seat == Some(d.owner));
        // What is being turned over ends on its other side.
        let up = |d: &&DiskView| (d.face != Face::Concealed) != d.known.as_ref().is_some_and(|k| k.turning);
        let (up, down): (Vec<_>, Vec<_>) = own.partition(up);
        match (up.len(), down.len()) {
            (0, 0) => String::new(),
            (0, 1) => ": 1 stays concealed".into(),
            (1, 0) => ": 1 is revealed".into(),
            (0, n) => format!(": all {n} stay concealed"),
            (n, 0) => format!(": all {n} are revealed"),
            (up, down) => format!(": {up} revealed, {down} concealed"),
        }
    },
    lean: |a| if a.game.has_more_to_reveal(a.seat) { IDLE } else { GOOD },
    why: |a| {
        let more = a.game.has_more_to_reveal(a.seat);
        Some(
            if more {
                "what is concealed can be shown in a later turn"
            } else {
                "nothing that may be revealed is concealed"
            }
            .into(),
        )
    },
    ..Finish::of(Stage::Reveal)
};
