//! Warp (SF-9.41 to SF-9.45): Ally Ship, Advanced Technology, Fold Space.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    data::{Pays, data},
    event::Event,
    nouns::{Base, PieceAt, Resource, Ship, Space},
    situation::spell,
    state::{ALLIES, CardAt, Table},
    turn::Play,
    words::{ids, label::fight},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Ally Ship (SF-9.41).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AllyShip {}

impl Deed for AllyShip {
    fn listed(self) -> Listed {
        Listed { name: "Ally Ship", resource: Resource::Warp, pays: Pays::Sacrifice, rule: rule!("SF-9.41") }
    }

    fn offer(o: &mut Offer<'_>) {
        if unbuilt_ally(o.t).is_some() {
            o.put(AllyShip {});
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if unbuilt_ally(t).is_none() {
            return no(rule!("SF-9.41"), "no Ally Ship is in Unbuilt Assets");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let index = unbuilt_ally(play.t).expect("an Ally Ship in Unbuilt Assets");
        play.put_down(index, Space::SOL);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let text = format!("Ally Ship to Sol{}", fight(t, Space::SOL));
        (text, vec!["unbuilt-ally".into(), ids::space(Space::SOL)])
    }

    fn words(self) -> String {
        "ally-ship".into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Option<AllyShip>, String> {
        Ok((verb == "ally-ship").then_some(AllyShip {}))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        if t.sol_is_lost() { 30_000 } else { 800 }
    }

    fn reason(self, _: &Table) -> String {
        "an Ally Ship adds a die in Sol and in every space beside it".into()
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.push(AllyShip {}.into());
    }
}

/// An Ally Ship in Unbuilt Assets.
fn unbuilt_ally(t: &Table) -> Option<usize> {
    ALLIES.into_iter().find(|&i| t.pieces[i].at == PieceAt::Unbuilt)
}

/// Advanced Technology (SF-9.44).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvancedTech {}

impl Deed for AdvancedTech {
    fn listed(self) -> Listed {
        Listed {
            name: "Advanced Technology",
            resource: Resource::Warp,
            pays: Pays::Sacrifice,
            rule: rule!("SF-9.44"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        if o.t.cards.iter().any(|c| c.at == CardAt::Pile) {
            o.put(AdvancedTech {});
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if !t.cards.iter().any(|c| c.at == CardAt::Pile) {
            return no(rule!("SF-9.44"), "the pile of Warp technologies is empty");
        }
        Ok(())
    }

    /// SF-9.44: two Warp technologies, face down. Their order was shuffled at the start, so the first two will do.
    fn take(self, play: &mut Play<'_>) {
        let mut n = 0;
        for card in play.t.cards.iter_mut().filter(|c| c.at == CardAt::Pile).take(2) {
            card.at = CardAt::Box;
            n += 1;
        }
        play.tell.all(Event::WarpTechs { n });
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = "Advanced Technology: 2 Warp technologies to the Un-researched box";
        (text.into(), vec!["warp-pile".into()])
    }

    fn words(self) -> String {
        "advanced-tech".into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Option<AdvancedTech>, String> {
        Ok((verb == "advanced-tech").then_some(AdvancedTech {}))
    }

    fn lean(self, _: &Table, _: Option<Spot>) -> u32 {
        200
    }

    fn reason(self, _: &Table) -> String {
        "two Warp technologies can then be researched".into()
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.push(AdvancedTech {}.into());
    }
}

/// Fold Space (SF-9.45).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct FoldSpace {
    pub ship: Ship,
    pub from: Space,
    pub to: Space,
}

impl Deed for FoldSpace {
    fn listed(self) -> Listed {
        Listed { name: "Fold Space", resource: Resource::Warp, pays: Pays::Sacrifice, rule: rule!("SF-9.45") }
    }

    fn offer(o: &mut Offer<'_>) {
        let t = o.t;
        let harbours = data().named | Space::SOL.bit();
        let bases = Base::ALL.into_iter().filter_map(|b| t.base(b).on_map());
        let bases = bases.fold(0, |bits, at| bits | at.bit());
        let held = t.ship_spaces(Ship::Flagship) | t.ship_spaces(Ship::Ally) | bases | Space::SOL.bit();
        for ship in Ship::ALL {
            for from in Space::of_bits(t.ship_spaces(ship) & harbours) {
                for to in Space::of_bits(held & harbours & !from.bit()) {
                    o.put(FoldSpace { ship, from, to });
                }
            }
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        let FoldSpace { ship, from, to } = self;
        let harbour = |s: Space| s == Space::SOL || s.is_named();
        if !harbour(from) || !harbour(to) || from == to {
            return no(rule!("SF-9.45"), "space folds only from a named space or Sol to another");
        }
        if !t.has_ship(ship, from) {
            return no(rule!("SF-9.45"), format!("no {} of yours is at {}", ship.name(), from.name()));
        }
        let held = Ship::ALL.into_iter().any(|s| t.has_ship(s, to)) || t.base_at(to).is_some();
        if to != Space::SOL && !held {
            let text = format!("no Flagship, Ally Ship or Base of yours is at {}", to.name());
            return no(rule!("SF-9.45"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let FoldSpace { ship, from, to } = self;
        let index = play.t.ship_index(ship, from).expect("a ship to fold");
        play.t.pieces[index].at = PieceAt::Map(to);
        play.tell.all(Event::ShipFolded { ship, from, to });
        play.t.engaged = play.t.fleets_at(to);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let FoldSpace { ship, from, to } = self;
        let battle = fight(t, to);
        let text = format!("Fold Space: {} from {} to {}{battle}", ship.name(), from.name(), to.name());
        (text, vec![ids::space(from), ids::space(to)])
    }

    fn words(self) -> String {
        format!("fold {} {} {}", self.ship.word(), self.from.id(), self.to.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<FoldSpace>, String> {
        if verb != "fold" {
            return Ok(None);
        }
        Ok(Some(FoldSpace { ship: spell::ship(r)?, from: spell::space(r)?, to: spell::space(r)? }))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        if self.to == Space::SOL && t.sol_is_lost() { 3_000 } else { 1 }
    }

    fn reason(self, _: &Table) -> String {
        format!("{} needs a ship at once", self.to.name())
    }

    fn think(about: About<'_>, out: &mut Vec<What>) {
        for &from in about.spaces {
            for ship in Ship::ALL {
                out.extend(about.spaces.iter().map(|&to| What::from(FoldSpace { ship, from, to })));
            }
        }
    }
}
