//! A battle lost (SF-13.20): which asset in the space goes with it?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    event::Event,
    nouns::{Asset, Piece, PieceAt, Side},
    situation::spell,
    state::{Battle, FleetAt, Task},
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The asset that is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lose(pub Asset);

impl Answer<Federation> for Lose {
    fn ask(view: &View) -> Option<Ask> {
        let Task::LoseAsset = view.table.top()? else { return None };
        let at = view.table.battle.space.name();
        let text = format!("The battle at {at} is lost. Which asset do you lose?");
        Some(Ask::new("lose", Line::new(text, rule!("SF-13.20"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::LoseAsset)
    }

    /// SF-13.22: only what stands in the space. SF-13.23: be it a lone Base.
    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(a.t.assets_at(a.t.battle.space).iter().map(|&asset| Action::Lose(Lose(asset))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::LoseAsset = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-13.20"), "an asset in the space of the combat must be lost")
    }

    /// SF-13.20, SF-13.21: upgraded to basic, basic to Unbuilt Assets; then the fleets are pushed back.
    fn take(self, play: &mut Play<'_>) {
        let Battle { space, fleets, .. } = play.t.battle;
        let index = play.t.asset_index(self.0, space).expect("an asset in the space");
        let flipped = play.t.pieces[index].upgraded;
        // SF-9.43: an Ally Ship, too.
        let at = if flipped { PieceAt::Map(space) } else { PieceAt::Unbuilt };
        play.t.pieces[index] = Piece { at, upgraded: false };
        play.tell.all(Event::AssetLost { what: self.0, at: space, flipped });
        for fleet in fleets.iter() {
            // A push does no damage; at the end of the track the fleet stays.
            match play.t.retreat_path(fleet, 1).first() {
                Some(&to) => {
                    play.t.fleets[fleet.index()] = FleetAt::Map { at: to, from: None };
                    play.t.halted.remove(fleet);
                    play.tell.all(Event::Pushed { fleet, from: space, to });
                }
                None => play.tell.all(Event::FleetStays { fleet, at: space }),
            }
        }
        play.t.battle = Battle::default();
    }

    fn label(&self, view: &View) -> Label {
        let id = ids::asset(self.0, view.table.battle.space);
        answer(format!("Lose the {}", self.0.name()), vec![id], rule!("SF-13.20"))
    }

    fn words(&self) -> String {
        match self.0 {
            Asset::Flagship => "lose flagship".into(),
            Asset::Ally => "lose ally".into(),
            Asset::Mine(side) => format!("lose mine {}", side.word()),
            Asset::SolDefense => "lose sol-defense".into(),
            Asset::Base(base) => format!("lose base {}", base.word()),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Lose>, String> {
        if verb != "lose" {
            return Ok(None);
        }
        Ok(Some(Lose(match r.word("an asset")? {
            "flagship" => Asset::Flagship,
            "ally" => Asset::Ally,
            "mine" => Asset::Mine(spell::side(r)?),
            "sol-defense" => Asset::SolDefense,
            "base" => Asset::Base(spell::base(r)?),
            other => return Err(format!("`{other}` is no asset")),
        })))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match self.0 {
            Asset::Mine(Side::Basic) => 400,
            Asset::Mine(Side::Upgraded) => 900,
            Asset::SolDefense if a.t.sol_defense().upgraded => 900,
            Asset::SolDefense => 90,
            Asset::Flagship => 100,
            Asset::Ally => 20,
            Asset::Base(base) if a.t.base(base).upgraded => 900,
            Asset::Base(_) => 1,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("it is the cheapest thing to lose here".into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::LoseAsset) { vec![&coach::LOSING] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let t = about.t;
        out.extend((0..t.pieces.len()).map(|i| Action::Lose(Lose(t.asset_of(i)))));
    }
}
