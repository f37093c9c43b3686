//! Invariants: piece counts and ranges.

use super::{CardAt, FleetAt, Sealed, Table};
use crate::{
    data::data,
    nouns::{AlienTech, Asset, Base, FedTech, Fleet, FleetSet, Marker, PieceAt, Race, Resource, Space},
};

impl Table {
    /// What must hold at every moment.
    pub(crate) fn audit(&self, sealed: &Sealed) -> Result<(), String> {
        let ensure = |ok: bool, why: &str| if ok { Ok(()) } else { Err(why.to_string()) };
        let mut all = self.pools;
        for bundle in self.track.iter().flatten().chain([&self.stored, &self.sacrificed]) {
            all.pour(*bundle);
        }
        all.pour(self.deployed());
        all.pour(self.locked());
        for what in Resource::ALL {
            let want = data().resources[what as usize].total;
            ensure(all.of(what) == want, &format!("{} of {want} tokens of {}", all.of(what), what.name()))?;
        }
        ensure(self.stored.total() <= data().sizes.stored, "more than five stored")?;
        let mut tokens = self.pool;
        tokens.pour(self.holding);
        for &token in self.queue.iter().chain(self.drawn.iter()) {
            tokens.put(token, 1);
        }
        ensure(tokens == data().mix(self.difficulty), "Activation tokens are missing or too many")?;
        ensure(self.war.iter().all(|&w| w <= 4), "a War Effort out of range")?;
        for marker in Marker::ALL {
            let most = data().markers[marker as usize].maximum;
            ensure(self.marker(marker) <= most, &format!("{} out of range", marker.name()))?;
        }
        ensure(self.columns <= 2, "too many columns")?;
        for column in 1 + usize::from(self.columns)..3 {
            ensure(self.track.iter().all(|row| row[column].is_empty()), "tokens in a locked column")?;
        }
        for race in Race::ALL {
            let r = race.index();
            let mut slots = [false; 3];
            for fleet in FleetSet::of_race(race).iter() {
                match self.fleets[fleet.index()] {
                    FleetAt::Spawn(slot) => {
                        ensure(
                            fleet != Fleet::DOOM && slot < 3 && !slots[usize::from(slot)],
                            "Spawn Order Track",
                        )?;
                        slots[usize::from(slot)] = true;
                    }
                    FleetAt::Map { at, .. } => {
                        let home = at == Space::SOL || at.race() == Some(race);
                        ensure(home, &format!("{} strayed to {}", fleet.id(), at.id()))?;
                    }
                    FleetAt::Pile => ensure(fleet == Fleet::DOOM, "a fleet in a pile")?,
                    FleetAt::Wreck => ensure(self.battle.destroyed.has(fleet), "a wreck without a battle")?,
                }
            }
            ensure(self.techs[r].len() <= data().races[r].spaces.len(), "a technology track overflows")?;
            for (i, t) in self.techs[r].iter().enumerate() {
                let own = data().races[r].tokens.contains(t) && *t != AlienTech::DoomFleet;
                ensure(own && !self.techs[r][..i].contains(t), "a foreign or double technology")?;
            }
            let full = self.techs[r].len() == data().races[r].spaces.len();
            ensure(!(full && self.spies.has(race)), "a spy on a full track")?;
            ensure(!(self.embassies.has(race) && self.war[r] == 4), "an Embassy at Total War")?;
        }
        ensure(!self.attaches.has(Race::Mercenaries), "an Attaché with the Mercenaries")?;
        for (i, piece) in self.pieces.iter().enumerate() {
            let ok = match self.asset_of(i) {
                Asset::Flagship => !piece.upgraded && piece.at != PieceAt::Aside,
                Asset::Ally => !piece.upgraded && piece.at != PieceAt::Locked,
                Asset::Mine(_) => !matches!(piece.at, PieceAt::Locked | PieceAt::Aside),
                Asset::SolDefense => matches!(piece.at, PieceAt::Unbuilt | PieceAt::Map(Space::SOL)),
                Asset::Base(base) => match piece.at {
                    PieceAt::Locked => !self.is_unlocked(base) && !piece.upgraded,
                    PieceAt::Unbuilt => self.is_unlocked(base) && !piece.upgraded,
                    PieceAt::Map(at) => self.is_unlocked(base) && at.is_named(),
                    PieceAt::Aside => false,
                },
            };
            let waits = piece.upgraded && !matches!(piece.at, PieceAt::Map(_));
            ensure(ok && !waits, &format!("piece {i} is in the wrong place"))?;
        }
        for space in Space::of_bits(data().named) {
            let bases = Base::ALL.iter().filter(|&&b| self.base(b).at == PieceAt::Map(space)).count();
            ensure(bases <= 1, "two Bases in one space")?;
        }
        for (i, card) in self.cards.iter().enumerate() {
            ensure(card.tech.is_none_or(|t| t == sealed.cards[i]), "a card shows another technology")?;
            let open = matches!(card.at, CardAt::Column(_) | CardAt::Done);
            ensure(!open || card.tech.is_some(), "a project nobody has seen")?;
            ensure(!matches!(card.at, CardAt::Column(4..)), "a project beyond 75 %")?;
        }
        let mut cards = sealed.cards;
        cards[..5].sort_unstable();
        cards[6..].sort_unstable();
        let want = [
            FedTech::Targeting,
            FedTech::MissileSwarms,
            FedTech::Toolkit,
            FedTech::Translator,
            FedTech::Engines,
            FedTech::WarpGates,
            FedTech::WarpBubble,
            FedTech::DistortionField,
            FedTech::PatrolRoutes,
            FedTech::PatrolRoutes,
        ];
        ensure(cards == want, "technology cards are missing or too many")?;
        ensure(self.end.is_some() || !self.tasks.is_empty(), "nothing to do and nobody asked")
    }
}
