//! D5: a piece of the scenario is placed before the ships (ST-3.9).

use super::asked::{Verdict, named, only};
use super::{About, Action, Asked};
use crate::coach;
use crate::situation::spell;
use crate::state::{Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::bearing;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, count, rule};
use klaxon_geometry::plane::Point;

/// A place for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceObstacle {
    /// Where.
    pub at: Point,
}

named!(PlaceObstacle { at: Point });

impl Answer<StarTrek> for PlaceObstacle {
    fn ask(view: &View) -> Option<Ask> {
        let Question::PlaceObstacle { left } = view.asked else { return None };
        let text = format!("Place your obstacles: {} left.", count(left, "piece"));
        Some(Ask::new("place-obstacle", Line::new(text, rule!("ST-3.9"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.at(Stage::PlaceObstacles) {
            let spots = a.game.obstacle_spots();
            out.extend(spots.into_iter().map(|at| Action::PlaceObstacle(PlaceObstacle { at })));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::PlaceObstacles))?;
        a.game.check_place_obstacle(self.at)
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.place_obstacle(self.at, &mut play.fate);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("at {}", bearing::spot(self.at));
        button("Place", text, vec![format!("spot:{}", self.at)], "place", rule!("ST-3.9"))
    }

    fn words(&self) -> String {
        format!("obstacle {}", self.at)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlaceObstacle>, String> {
        Ok(if verb == "obstacle" { Some(PlaceObstacle { at: spell::number(r, "point")? }) } else { None })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::PlaceObstacle { .. } = view.asked { vec![&coach::OBSTACLES] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let ("spot", Question::PlaceObstacle { .. }) = (about.kind, about.view.asked) {
            let at = about.which.parse().ok();
            out.extend(at.map(|at| Action::PlaceObstacle(PlaceObstacle { at })));
        }
    }
}
