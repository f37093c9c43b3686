//! Really? Asked before what cannot be taken back: own pieces are destroyed (SC-1.15), mines are lost (SC-5.21). And whoever
//! was to point at a piece may keep all of them.

use super::{
    Action, Asked,
    asked::{May, Verdict},
    scrap,
};
use crate::{
    data::Price,
    state::{Frame, Piece, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{
        aims::forced,
        area_name, coach,
        label::{draft, losses, me},
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// No or yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sure {
    /// Destroy nothing, buy nothing.
    Keep,
    /// Do it.
    Really,
}

impl May for Sure {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let keeps = *self == Sure::Keep && matches!(a.question, Frame::Scrap(_));
        let asks = keeps || matches!(a.question, Frame::ScrapSure(..) | Frame::MineSure { .. });
        if asks { Ok(()) } else { Err(not_asked()) }
    }
}

fn piece_name(piece: Piece) -> String {
    match piece {
        Piece::Unit(unit, area) => format!("your {} in {}", unit_name(unit), area_name(area)),
        Piece::Base(area) => format!("your base in {}", area_name(area)),
        Piece::Transport(route) => format!("your transport on route {route}"),
    }
}

impl Answer<StarCraft> for Sure {
    fn ask(view: &View) -> Option<Ask> {
        if let Frame::ScrapSure(_, piece) = view.question {
            let text = format!("Really destroy {}? Nothing is gained by it.", piece_name(piece));
            return Some(Ask::new("sure", Line::new(text, rule!("SC-1.15"))));
        }
        let Frame::MineSure { seat, m, g, buy } = view.question else {
            return None;
        };
        let lack = forced(view, seat, Price { m, g }).map_or([0; 2], |forced| forced.lack);
        let (price, lack) = (Price { m, g }, Price { m: lack[0], g: lack[1] });
        let what = buy.map_or("the purchase".into(), |buy| buy.item().name());
        let text =
            format!("Buy {what} for {price}? What renews itself is not enough: {lack} must be force mined.");
        Some(Ask::new("mine", Line::new(text, rule!("SC-5.10"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        a.offer([Sure::Keep, Sure::Really], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        if self == Sure::Keep {
            return;
        }
        if let Frame::ScrapSure(_, piece) = play.question {
            scrap::destroy(play, piece);
        } else if let Frame::MineSure { buy: Some(buy), .. } = play.question {
            // SC-5.21: he buys in spite of what is lost.
            play.question = play.game.stack.pop().expect("what was asked before lies below");
            buy.buy(play);
        }
    }

    fn label(&self, view: &View) -> Label {
        let Frame::MineSure { m, g, .. } = view.question else {
            let destroy = |text| draft(text, "Destroy", rule!("SC-1.15"));
            return match self {
                Sure::Keep => destroy("Destroy nothing").into(),
                Sure::Really => destroy("Destroy it").mark("destroy").into(),
            };
        };
        match self {
            Sure::Keep => draft("Leave it and lose nothing", "Force mining", rule!("SC-5.21")).into(),
            Sure::Really => {
                let text = format!("Buy it: {}", losses(view, me(view), Price { m, g }));
                draft(text, "Force mining", rule!("SC-5.10")).mark("force").into()
            }
        }
    }

    fn words(&self) -> String {
        match self {
            Sure::Keep => "keep".into(),
            Sure::Really => "really".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Sure>, String> {
        Ok(match verb {
            "keep" => Some(Sure::Keep),
            "really" => Some(Sure::Really),
            _ => None,
        })
    }

    /// What was chosen to be bought was worth its price; nothing of one's own is worth destroying.
    fn lean(&self, a: Asked<'_>) -> u32 {
        // A card that is force mined once yields as before; the second time it is gone.
        let yes = if let Frame::MineSure { seat, m, g, .. } = a.question {
            !a.game.spares_mines(seat, Price { m, g })
        } else {
            false
        };
        if yes == (*self == Sure::Really) { 256 } else { 0 }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let mines = matches!(a.question, Frame::MineSure { .. });
        let why = match (*self, mines) {
            (Sure::Keep, true) => "a card that is force mined twice is lost for good",
            (Sure::Keep, false) => "what is destroyed does not come back",
            (Sure::Really, true) => "a card that is force mined once yields as before",
            (Sure::Really, false) => return None,
        };
        Some(why.into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::MineSure { .. } = view.question { vec![&coach::PAYING] } else { Vec::new() }
    }
}
