//! The factions (D1): each player picks one in turn.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::data,
    event::Event,
    ids::Faction,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{coach, label::draft, name, spots::Spot},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// The faction that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draft(pub Faction);

impl May for Draft {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Draft(_) = a.question else {
            return Err(not_asked());
        };
        let taken = a.game.all_seats().any(|s| a.game.player(s).faction == Some(self.0));
        need(!taken, rule!("SC-2.3"), "somebody else has that faction")
    }
}

impl Answer<StarCraft> for Draft {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Choose your faction.", rule!("SC-2.3"));
        matches!(view.question, Frame::Draft(_)).then(|| Ask::new("draft", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Draft(_) = a.question {
            a.offer(Faction::ALL.iter().map(|f| Draft(*f)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Draft(i) = play.question else { unreachable!("judged") };
        let (game, seat) = (&mut *play.game, play.seat);
        game.player_mut(seat).faction = Some(self.0);
        play.cx.tell.all(Event::Chose { seat, faction: self.0 });
        if i + 1 < game.n {
            game.push(Frame::Draft(i + 1));
        } else {
            game.factions_known(&mut play.cx);
        }
    }

    fn label(&self, _: &View) -> Label {
        let sheet = data().faction(self.0);
        let text = format!("{} ({})", name(self.0), data().race(sheet.race).name);
        draft(text, "Factions", rule!("SC-2.3")).click(format!("faction:{}", self.0)).into()
    }

    fn words(&self) -> String {
        format!("take {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Draft>, String> {
        Ok(if verb == "take" { spell::taken(r, Faction::parse).map(Draft) } else { None })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Draft(_) = view.question { vec![&coach::FACTION] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Draft(_), [Spot::Faction(faction)]) = (about.view.question, about.spots) {
            out.push(Draft(*faction).into());
        }
    }
}
