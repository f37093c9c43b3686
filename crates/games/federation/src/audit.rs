//! Invariants: piece counts and ranges.

use crate::{
    data::data,
    nouns::{AlienTech, Asset, Base, Fleet, FleetSet, Marker, PieceAt, Race, Resource, Space},
    setup::CARDS_IN_ORDER,
    state::{CardAt, FleetAt, Sealed, Table},
};

/// What must hold at every moment.
pub(crate) fn audit(t: &Table, sealed: &Sealed) -> Result<(), String> {
    let ensure = |ok: bool, why: &str| if ok { Ok(()) } else { Err(why.to_string()) };
    let mut all = t.pools;
    for bundle in t.track.iter().flatten().chain([&t.stored, &t.sacrificed]) {
        all.pour(*bundle);
    }
    all.pour(t.deployed());
    all.pour(t.locked());
    for what in Resource::ALL {
        let want = data().resources[what as usize].total;
        ensure(all.of(what) == want, &format!("{} of {want} tokens of {}", all.of(what), what.name()))?;
    }
    ensure(t.stored.total() <= data().sizes.stored, "more than five stored")?;
    let mut tokens = t.pool;
    tokens.pour(t.holding);
    for &token in t.queue.iter().chain(t.drawn.iter()) {
        tokens.put(token, 1);
    }
    ensure(tokens == data().mix(t.difficulty), "Activation tokens are missing or too many")?;
    ensure(t.war.iter().all(|&w| w <= 4), "a War Effort out of range")?;
    for marker in Marker::ALL {
        let most = data().markers[marker as usize].maximum;
        ensure(t.marker(marker) <= most, &format!("{} out of range", marker.name()))?;
    }
    ensure(t.columns <= 2, "too many columns")?;
    for column in 1 + usize::from(t.columns)..3 {
        ensure(t.track.iter().all(|row| row[column].is_empty()), "tokens in a locked column")?;
    }
    for race in Race::ALL {
        let r = race.index();
        let mut slots = [false; 3];
        for fleet in FleetSet::of_race(race).iter() {
            match t.fleets[fleet.index()] {
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
                FleetAt::Wreck => ensure(t.battle.destroyed.has(fleet), "a wreck without a battle")?,
            }
        }
        ensure(t.techs[r].len() <= data().races[r].spaces.len(), "a technology track overflows")?;
        for (i, tech) in t.techs[r].iter().enumerate() {
            let own = data().races[r].tokens.contains(tech) && *tech != AlienTech::DoomFleet;
            ensure(own && !t.techs[r][..i].contains(tech), "a foreign or double technology")?;
        }
        let full = t.techs[r].len() == data().races[r].spaces.len();
        ensure(!(full && t.spies.has(race)), "a spy on a full track")?;
        ensure(!(t.embassies.has(race) && t.war[r] == 4), "an Embassy at Total War")?;
    }
    ensure(!t.attaches.has(Race::Mercenaries), "an Attaché with the Mercenaries")?;
    for (i, piece) in t.pieces.iter().enumerate() {
        let ok = match t.asset_of(i) {
            Asset::Flagship => !piece.upgraded && piece.at != PieceAt::Aside,
            Asset::Ally => !piece.upgraded && piece.at != PieceAt::Locked,
            Asset::Mine(_) => !matches!(piece.at, PieceAt::Locked | PieceAt::Aside),
            Asset::SolDefense => matches!(piece.at, PieceAt::Unbuilt | PieceAt::Map(Space::SOL)),
            Asset::Base(base) => match piece.at {
                PieceAt::Locked => !t.is_unlocked(base) && !piece.upgraded,
                PieceAt::Unbuilt => t.is_unlocked(base) && !piece.upgraded,
                PieceAt::Map(at) => t.is_unlocked(base) && at.is_named(),
                PieceAt::Aside => false,
            },
        };
        let waits = piece.upgraded && !matches!(piece.at, PieceAt::Map(_));
        ensure(ok && !waits, &format!("piece {i} is in the wrong place"))?;
    }
    for space in Space::of_bits(data().named) {
        let bases = Base::ALL.iter().filter(|&&b| t.base(b).at == PieceAt::Map(space)).count();
        ensure(bases <= 1, "two Bases in one space")?;
    }
    for (i, card) in t.cards.iter().enumerate() {
        ensure(card.tech.is_none_or(|tech| tech == sealed.cards[i]), "a card shows another technology")?;
        let open = matches!(card.at, CardAt::Column(_) | CardAt::Done);
        ensure(!open || card.tech.is_some(), "a project nobody has seen")?;
        ensure(!matches!(card.at, CardAt::Column(4..)), "a project beyond 75 %")?;
    }
    let mut cards = sealed.cards;
    cards[..5].sort_unstable();
    cards[6..].sort_unstable();
    ensure(cards == CARDS_IN_ORDER.cards, "technology cards are missing or too many")?;
    ensure(t.end.is_some() || !t.tasks.is_empty(), "nothing to do and nobody asked")
}
