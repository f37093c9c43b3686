//! The ends of z-axis routes (D3, D21): the major and the minor end of a new one, or where an end moves to.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::Slot,
    situation::spell,
    state::{Frame, StarCraft, Way},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        coach,
        label::{draft, side_name},
        planet_name,
        spots::Spot,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// The slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZSlot(pub Slot);

fn asks(question: Frame) -> bool {
    matches!(question, Frame::ZMajor(_) | Frame::ZMinor(..) | Frame::ZTo { .. })
}

impl May for ZSlot {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if let Frame::ZTo { route, end, .. } = a.question {
            return a.game.judge_z_move(route, end, self.0);
        }
        let major = if let Frame::ZMinor(_, major) = a.question { Some(major) } else { None };
        if major.is_none() && !matches!(a.question, Frame::ZMajor(_)) {
            return Err(not_asked());
        }
        need(major != Some(self.0), rule!("SC-2.17"), "the major end lies there")?;
        a.game.judge_z_end(self.0, major.map(|m| m.planet))
    }
}

impl Answer<StarCraft> for ZSlot {
    fn ask(view: &View) -> Option<Ask> {
        let ask = |word, text: String| Some(Ask::new(word, Line::new(text, rule!("SC-2.17"))));
        if let Frame::ZMinor(_, major) = view.question {
            let planet = planet_name(major.planet);
            return ask(
                "minor",
                format!("Choose a free slot of another planet than {planet} for the minor end."),
            );
        }
        if let Frame::ZTo { .. } = view.question {
            return ask("z-to", "Choose the free slot to which the end moves.".into());
        }
        let Frame::ZMajor(_) = view.question else {
            return None;
        };
        ask("major", "Choose a free slot for the major end of your z-axis route.".into())
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if asks(a.question) {
            a.offer(a.game.free_slots().map(ZSlot), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let game = &mut *play.game;
        if let Frame::ZMajor(i) = play.question {
            game.push(Frame::ZMinor(i, self.0));
        } else if let Frame::ZMinor(i, major) = play.question {
            game.routes.push(Way { ends: [major, self.0], z: true, transports: SeatSet::NONE });
            play.cx.tell.all(Event::ZRoute { who: game.faction(play.seat), ends: [major, self.0] });
            game.next_z(i, &mut play.cx);
        } else if let Frame::ZTo { seat, n, up_to, route, end } = play.question {
            let ends = &mut game.routes[usize::from(route.0)].ends;
            let from = std::mem::replace(&mut ends[usize::from(end)], self.0);
            play.cx.tell.all(Event::ZMoved { who: game.faction(seat), from, to: self.0 });
            if n > 1 {
                game.push(Frame::ZEnd { seat, n: n - 1, up_to, moved: Some((route, end)) });
            }
        }
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{}, {} side", planet_name(self.0.planet), side_name(self.0.side));
        draft(text, "Free slots", rule!("SC-2.17")).click(format!("slot:{}", self.0)).into()
    }

    fn words(&self) -> String {
        format!("slot {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<ZSlot>, String> {
        Ok(if verb == "slot" { Some(ZSlot(spell::parsed(r, "a slot")?)) } else { None })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if asks(view.question) { vec![&coach::ZAXIS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (true, [Spot::Slot(slot)]) = (asks(about.view.question), about.spots) {
            out.push(ZSlot(*slot).into());
        }
    }
}
