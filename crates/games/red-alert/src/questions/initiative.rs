//! The command card that decides who goes first (D6), chosen in secret.

use super::asked::Verdict;
use super::command::lean_orders;
use super::{About, Action, Asked};
use crate::coach;
use crate::data::CommandId;
use crate::event::Event;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Initiative(pub CommandId);

impl Answer<RedAlert> for Initiative {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Choose a command card: fewer orders go first, and it will be your first card.";
        (view.question == Question::Initiative)
            .then(|| Ask::new("initiative", Line::new(text, rule!("RA-5.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Initiative
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let hand = a.game.secret.command[a.side.index()].kinds();
        out.extend(hand.map(|card| Action::Initiative(Initiative(CommandId(card)))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Initiative)?;
        a.check_held(a.side, self.0)
    }

    fn take(self, play: &mut Play<'_>) {
        let (side, team, card) = (play.side, play.team(), self.0);
        play.game.take_from_hand(side, card.0);
        play.game.secret.sealed[side.index()] = card.0;
        play.cx.secret(
            team,
            false,
            || Event::InitiativeChosen { side, card: Some(card) },
            || Event::InitiativeChosen { side, card: None },
        );
    }

    fn label(&self, _: &View) -> Label {
        let card = self.0.card();
        let text = format!("Go by {} ({})", card.name, card.initiative);
        button(text, "Initiative", vec![format!("card:{}", self.0)], "card", rule!("RA-5.1"))
    }

    fn words(&self) -> String {
        format!("initiative {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Initiative>, String> {
        Ok(if verb == "initiative" { Some(Initiative(spell::command(r)?)) } else { None })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        // RA-5.5: what is chosen here must be played as a command card.
        a.open().idle_command(a.side, self.0)
    }

    /// A card that orders many, and a little for going first.
    fn lean(&self, a: Asked<'_>) -> u32 {
        let card = self.0.card();
        lean_orders(a.open(), a.side, card.plan) + 2 * u32::from(6u8.saturating_sub(card.initiative))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Initiative { vec![&coach::INITIATIVE] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::Initiative, Some(card)) = (about.question(), about.command()) {
            out.push(Action::Initiative(Initiative(card)));
        }
    }
}
