//! Which end of a z-axis route an event card moves (D21).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    finish::Finishing,
};
use crate::{
    ids::Route,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        coach,
        label::{draft, route_name},
        planet_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// The end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ZEnd {
    /// Of a route: 0 major, 1 minor.
    ZEnd {
        /// The route.
        route: Route,
        /// Which end.
        end: u8,
    },
}

/// Both ends of every z-axis route.
fn ends(game: &StarCraft) -> impl Iterator<Item = ZEnd> {
    let routes = (0..game.routes.len()).filter(|r| game.routes[*r].z);
    routes.flat_map(|r| [0, 1].map(|end| ZEnd::ZEnd { route: Route(r as u8), end }))
}

impl May for ZEnd {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::ZEnd { moved, .. } = a.question else {
            return Err(not_asked());
        };
        let ZEnd::ZEnd { route, end } = *self;
        let way = a.game.routes.get(usize::from(route.0)).filter(|w| w.z && end < 2);
        need(way.is_some(), rule!("SC-2.17"), "that is not an end of a z-axis route")?;
        need(moved != Some((route, end)), rule!("SC-13.2"), "that end was moved already")?;
        let free = a.game.free_slots().any(|s| a.game.judge_z_move(route, end, s).is_ok());
        need(free, rule!("SC-2.18"), "no free slot on another planet is left for that end")
    }
}

impl Answer<StarCraft> for ZEnd {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose the end of a z-axis route that moves.", rule!("SC-13.2"));
        matches!(view.question, Frame::ZEnd { .. }).then(|| Ask::new("z-end", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::ZEnd { .. } = a.question {
            a.offer(ends(a.game), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::ZEnd { seat, n, up_to, .. } = play.question else { unreachable!("judged") };
        let ZEnd::ZEnd { route, end } = self;
        play.game.push(Frame::ZTo { seat, n, up_to, route, end });
    }

    fn label(&self, view: &View) -> Label {
        let ZEnd::ZEnd { route, end } = *self;
        let place = view.routes.get(usize::from(route.0)).map(|r| r.ends[usize::from(end.min(1))]);
        let place = place.map_or(String::new(), |s| format!(" at {}", planet_name(s.planet)));
        let which = if end == 0 { "major" } else { "minor" };
        let text = format!("The {which} end{place} of {}", route_name(view, route));
        draft(text, "Z-axis", rule!("SC-2.17")).click(format!("end:{route}:{end}")).into()
    }

    fn words(&self) -> String {
        let ZEnd::ZEnd { route, end } = *self;
        format!("end {route} {}", if end == 0 { "major" } else { "minor" })
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<ZEnd>, String> {
        if verb != "end" || r.peek().is_none() {
            return Ok(None);
        }
        let route = spell::route(a.game, r)?;
        let end = match r.word("the major or minor end")? {
            "major" => 0,
            "minor" => 1,
            other => return Err(format!("`{other}` is not the major or minor end")),
        };
        Ok(Some(ZEnd::ZEnd { route, end }))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::ZEnd { .. } = view.question { vec![&coach::ZAXIS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::ZEnd { .. }, [Spot::End(route, end)]) = (about.view.question, about.spots) {
            out.push(ZEnd::ZEnd { route: *route, end: *end }.into());
        }
    }
}

/// Where one end must move, it is only enough when none can.
pub(super) fn finishing(question: Frame) -> Option<Finishing> {
    let Frame::ZEnd { .. } = question else {
        return None;
    };
    Some(Finishing { may, ..Finishing::plain() })
}

fn may(a: Asked<'_>) -> Verdict {
    let up_to = matches!(a.question, Frame::ZEnd { up_to: true, .. });
    need(up_to || !ends(a.game).any(|end| end.may(a).is_ok()), rule!("SC-13.2"), "one end must be moved")
}
