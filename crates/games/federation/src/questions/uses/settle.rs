//! Settling (SF-9.3 to SF-9.9): a Flagship becomes a Base. It is how the game is won, and what angers the neighbours.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    data::{Pays, Unlock, data},
    event::Event,
    nouns::{Base, Marker, Piece, PieceAt, Race, Resource, Ship, Space},
    situation::spell,
    state::{BASES, CardAt, End, GATE, Table, Task},
    turn::Play,
    words::ids,
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Settle a Base (SF-9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Settle {
    pub at: Space,
    pub base: Base,
}

impl Deed for Settle {
    fn listed(self) -> Listed {
        Listed { name: "Settle a Base", resource: Resource::Build, pays: Pays::Spend, rule: rule!("SF-9.3") }
    }

    fn offer(o: &mut Offer<'_>) {
        let t = o.t;
        let mut spaces = t.ship_spaces(Ship::Flagship) & data().named;
        if spaces == 0 {
            return;
        }
        spaces &= !t.alien_spaces();
        for at in Space::of_bits(spaces).filter(|&s| t.base_at(s).is_none()) {
            for base in Base::ALL.into_iter().filter(|&b| !matches!(t.base(b).at, PieceAt::Map(_))) {
                o.put(Settle { at, base });
            }
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        let Settle { at, base } = self;
        if !at.is_named() {
            return no(rule!("SF-9.3"), format!("{} is not one of the six named spaces", at.name()));
        }
        if let Some(base) = t.base_at(at) {
            return no(rule!("SF-9.4"), format!("the {} stands there already", base.name()));
        }
        if !t.fleets_at(at).is_empty() {
            return no(rule!("SF-9.4"), format!("an alien fleet is at {}", at.name()));
        }
        // SF-9.42: an Ally Ship cannot settle.
        if !t.has_ship(Ship::Flagship, at) {
            return no(rule!("SF-9.3"), format!("no Flagship of yours is at {}", at.name()));
        }
        if let PieceAt::Map(there) = t.base(base).at {
            let text = format!("the {} stands at {} already", base.name(), there.name());
            return no(rule!("SF-9.3"), text);
        }
        Ok(())
    }

    /// SF-9.3 to SF-9.9: Base down, unlock, Expansion Desire to 0, win check, then War Effort step by step.
    fn take(self, play: &mut Play<'_>) {
        let Settle { at, base } = self;
        let flagship = play.t.ship_index(Ship::Flagship, at).expect("a Flagship to convert");
        play.t.pieces[flagship].at = PieceAt::Unbuilt;
        play.t.pieces[BASES + base as usize] = Piece { at: PieceAt::Map(at), upgraded: false };
        play.tell.all(Event::Settled { base, at });
        unlock(play, base);
        // SF-9.5.
        play.set_marker(Marker::Expansion, 0);
        // SF-3.1, SF-3.2: six of them win, before War Effort has a word.
        if play.t.settled() == 6 {
            return play.finish(End::Settled);
        }
        // SF-9.6: as many steps as the space is moves from Sol.
        let race = at.race().expect("named spaces lie in a territory");
        play.push(Task::WarDown { race, steps: at.distance(), after_combat: false });
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = format!("Settle the {} at {}", self.base.name(), self.at.name());
        (text, vec![ids::base(self.base), ids::space(self.at)])
    }

    fn words(self) -> String {
        format!("settle {} {}", self.at.id(), self.base.word())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Settle>, String> {
        if verb != "settle" {
            return Ok(None);
        }
        Ok(Some(Settle { at: spell::space(r)?, base: spell::base(r)? }))
    }

    /// A step of War Effort that cannot be taken costs nothing; a Base with a resource icon pays.
    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        // SF-3.1: the sixth wins.
        if t.settled() == 5 {
            return 4_000_000;
        }
        let first = match self.base {
            Base::Build | Base::Maneuver => 40_000,
            Base::Research | Base::Espionage => 20_000,
            Base::WarpResearch => 1_500,
            Base::Defense => 1_000,
        };
        first + 100 * u32::from(4 - self.at.distance().min(4))
    }

    fn reason(self, t: &Table) -> String {
        const NUMBERS: [&str; 7] =
            ["no", "the first", "the second", "the third", "the fourth", "the fifth", "the last"];
        let n = usize::from(t.settled()) + 1;
        let pays = data().bases[self.base as usize].basic.resource_icons > 0 && !t.is_unlocked(self.base);
        let gift = if pays { "; the Base gives a die in every Resource Roll" } else { "" };
        let anger = match self.at.race() {
            Some(Race::Mercenaries) => "; the Mercenaries are at Total War anyway",
            Some(Race::FleshEaters | Race::Cthonians | Race::Mutants | Race::Cybers) | None => "",
        };
        format!("{} is {} of six worlds{gift}{anger}", self.at.name(), NUMBERS[n.min(6)])
    }

    fn think(about: About<'_>, out: &mut Vec<What>) {
        for &at in about.spaces {
            out.extend(Base::ALL.map(|base| What::from(Settle { at, base })));
        }
    }
}

/// SF-9.7, SF-9.8: what lies with the Base, the first time.
fn unlock(play: &mut Play<'_>, base: Base) {
    if play.t.is_unlocked(base) {
        return;
    }
    let info = &data().bases[base as usize];
    play.t.unlocked |= 1 << base as u8;
    play.t.pools.pour(info.resources);
    if info.flagships > 0 {
        // Flagships 1 to 4 lie with the four resource Bases.
        let flagship = &mut play.t.pieces[1 + base as usize];
        if flagship.at == PieceAt::Locked {
            flagship.at = PieceAt::Unbuilt;
        }
    }
    match info.technology {
        Some(Unlock::Federation) => play.t.cards[base as usize].at = CardAt::Box,
        Some(Unlock::WarpGates) => play.t.cards[usize::from(GATE)].at = CardAt::Column(0),
        None => {}
    }
    play.tell.all(Event::Unlocked { base });
}
