//! The Research order (D12): three combat cards, or none.

use super::{
    Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{coach, label::draft},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// Three combat cards.
    Draw,
    /// None.
    NoDraw,
}

impl May for Draw {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if a.question == Frame::ResearchDraw { Ok(()) } else { Err(not_asked()) }
    }
}

impl Answer<StarCraft> for Draw {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Draw 3 combat cards?", rule!("SC-8.2"));
        (view.question == Frame::ResearchDraw).then(|| Ask::new("draw", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([Draw::Draw, Draw::NoDraw], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        if self == Draw::Draw {
            play.game.draw_cards(play.seat, 3, &mut play.cx);
        }
        play.game.push(Frame::ResearchTech);
    }

    fn label(&self, _: &View) -> Label {
        match self {
            Draw::Draw => draft("Draw 3 combat cards", "Research", rule!("SC-8.2")).into(),
            Draw::NoDraw => draft("Draw none", "Research", rule!("SC-8.2")).into(),
        }
    }

    fn words(&self) -> String {
        match self {
            Draw::Draw => "draw".into(),
            Draw::NoDraw => "no draw".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Draw>, String> {
        if verb == "no" && r.takes("draw") {
            return Ok(Some(Draw::NoDraw));
        }
        Ok((verb == "draw").then_some(Draw::Draw))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match self {
            Draw::Draw => 256,
            Draw::NoDraw => 1,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match self {
            Draw::Draw => Some("cards win battles".into()),
            Draw::NoDraw => None,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Frame::ResearchDraw { vec![&coach::RESEARCH] } else { Vec::new() }
    }
}
