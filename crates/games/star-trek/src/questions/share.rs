//! D2: the captain of a team shares out its points.

use super::asked::{Verdict, named, only};
use super::done::Finish;
use super::{Action, Asked};
use crate::coach;
use crate::event::Event;
use crate::situation::spell;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Seat, Tip, Words as _, count, rule};

/// So many points for a team-mate; the rest is shared by the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// To whom.
    pub seat: u8,
    /// How many.
    pub points: u16,
}

named!(Share { seat: u8, points: u16 });

impl Answer<StarTrek> for Share {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Share out the points of your team, then press done.";
        (view.asked == Question::Split).then(|| Ask::new("split", Line::new(text, rule!("ST-1.20"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Split) {
            return;
        }
        let team = a.game.seats[usize::from(a.seat)].team;
        for seat in a.game.mates(team) {
            let now = a.game.seats[usize::from(seat)].share;
            for points in [now.saturating_sub(10), now.saturating_sub(1), now + 1, now + 10] {
                if points != now && a.game.check_share(a.seat, seat, points).is_ok() {
                    out.push(Action::Share(Share { seat, points }));
                }
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Split))?;
        a.game.check_share(a.seat, self.seat, self.points)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.share(self.seat, self.points);
        let who = play.game.seat_tag(self.seat);
        play.fate.all(Event::Shared { who, points: self.points });
    }

    fn label(&self, view: &View) -> Label {
        let name = StarTrek::seat_name(view, Seat(self.seat));
        button("Points", format!("{name} gets {}", count(self.points, "point")), vec![], "", rule!("ST-1.20"))
    }

    fn words(&self) -> String {
        format!("share {} {}", self.seat + 1, self.points)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Share>, String> {
        if verb != "share" {
            return Ok(None);
        }
        let seat: u8 = spell::number(r, "seat")?;
        let seat = seat.checked_sub(1).ok_or("seats count from 1")?;
        Ok(Some(Share { seat, points: spell::number(r, "points")? }))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        4
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.asked == Question::Split { vec![&coach::SPLIT] } else { Vec::new() }
    }
}

/// The points are shared.
pub(super) const FINISH: Finish = Finish::of(Stage::Split);
