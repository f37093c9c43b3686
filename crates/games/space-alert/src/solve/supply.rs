//! Which cards there are for a plan: hands and packets, or the whole deck.

use super::Programs;
use crate::{Act, CREW, Half, Kind, TURNS, data::data, phase_of};

/// The heroic symbols that a crew member may use without cards being known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heroic {
    /// None: the mission has no heroic cards, or this one is used up.
    None,
    /// Any one of the six cards that nobody else uses.
    Any,
    /// This card.
    Card(Kind),
}

/// A card that somebody has or will have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Which.
    pub kind: Kind,
    /// The phase, from 0, from which on it can be played.
    pub phase: u8,
    /// The only crew member that may use it; heroic cards.
    pub only: Option<u8>,
}

/// Crew members whose spaces are filled from the same cards: a person and the androids that the person looks after.
#[derive(Clone, Debug)]
pub struct Group {
    /// Crew members, as bits.
    pub members: u8,
    /// At most 64.
    pub cards: Vec<Card>,
    /// Cards with a symbol, as bits, by symbol.
    with: [u64; SYMBOLS],
    /// Cards that can be played in a phase, as bits.
    by_phase: [u64; 3],
    /// Cards that a member may use, as bits.
    of_member: [u64; CREW],
}

impl Group {
    /// A group and its cards; more than 64 are left out.
    pub fn new(members: u8, mut cards: Vec<Card>) -> Group {
        cards.truncate(64);
        let mut group =
            Group { members, with: [0; SYMBOLS], by_phase: [0; 3], of_member: [0; CREW], cards: Vec::new() };
        for (n, card) in cards.iter().enumerate() {
            for half in Half::ALL {
                group.with[symbol(card.kind.act(half))] |= 1 << n;
            }
            for (phase, bits) in group.by_phase.iter_mut().enumerate() {
                *bits |= u64::from(phase >= usize::from(card.phase)) << n;
            }
            for (i, bits) in group.of_member.iter_mut().enumerate() {
                *bits |= u64::from(card.only.is_none_or(|m| usize::from(m) == i)) << n;
            }
        }
        group.cards = cards;
        group
    }

    fn candidates(&self, i: usize, t: usize, act: Act) -> u64 {
        self.with[symbol(act)] & self.by_phase[phase_of(t as u8 + 1)] & self.of_member[i]
    }

    /// A card for each of these spaces, or none if there are not enough. `kept` are cards that lie where they should.
    pub fn assign(&self, wanted: &[(usize, usize, Act)], kept: u64) -> Option<Vec<usize>> {
        let mut holder = [usize::MAX; 64];
        for (n, &(i, t, act)) in wanted.iter().enumerate() {
            if self.candidates(i, t, act) & !kept == 0 {
                return None;
            }
            let mut seen = kept;
            if !self.augment(wanted, n, &mut seen, &mut holder) {
                return None;
            }
        }
        let mut cards = vec![usize::MAX; wanted.len()];
        for (card, &space) in holder.iter().enumerate().filter(|(_, s)| **s != usize::MAX) {
            cards[space] = card;
        }
        Some(cards)
    }

    /// Finds a card for a space, moving other spaces to other cards where needed.
    fn augment(
        &self,
        wanted: &[(usize, usize, Act)],
        n: usize,
        seen: &mut u64,
        holder: &mut [usize; 64],
    ) -> bool {
        let (i, t, act) = wanted[n];
        let all = self.candidates(i, t, act);
        loop {
            let open = all & !*seen;
            if open == 0 {
                return false;
            }
            let card = open.trailing_zeros() as usize;
            *seen |= 1 << card;
            if holder[card] == usize::MAX || self.augment(wanted, holder[card], seen, holder) {
                holder[card] = n;
                return true;
            }
        }
    }

    /// The spaces of its members that need a card.
    pub fn wanted(&self, programs: &Programs, free: &[[bool; TURNS]; CREW]) -> Vec<(usize, usize, Act)> {
        let mut wanted = Vec::with_capacity(24);
        for i in (0..CREW).filter(|i| self.members >> i & 1 == 1) {
            for t in 0..TURNS {
                if free[i][t] && programs[i][t] != Act::Empty {
                    wanted.push((i, t, programs[i][t]));
                }
            }
        }
        wanted
    }
}

/// The cards for a plan.
#[derive(Clone, Debug)]
pub enum Supply {
    /// The whole action deck lies open; heroic cards by crew member.
    Deck([Heroic; CREW]),
    /// Everybody has cards in hand or will have them.
    Hands(Vec<Group>),
}

/// Symbols, heroic moves by station among them.
const SYMBOLS: usize = 17;

const fn symbol(act: Act) -> usize {
    match act {
        Act::Empty => 0,
        Act::Red => 1,
        Act::Blue => 2,
        Act::Lift => 3,
        Act::A => 4,
        Act::B => 5,
        Act::C => 6,
        Act::Bots => 7,
        Act::HeroA => 8,
        Act::HeroB => 9,
        Act::HeroBots => 10,
        Act::HeroMove(station) => 11 + station.index(),
    }
}

/// The symbols of the action deck.
const PLAIN: [Act; 7] = [Act::Red, Act::Blue, Act::Lift, Act::A, Act::B, Act::C, Act::Bots];

impl Supply {
    /// Are there cards for these programs? Only the members that changed are looked at.
    pub fn allows(&self, programs: &Programs, free: &[[bool; TURNS]; CREW], members: u8) -> bool {
        match self {
            Supply::Hands(groups) => groups
                .iter()
                .filter(|g| g.members & members != 0)
                .all(|g| g.assign(&g.wanted(programs, free), 0).is_some()),
            Supply::Deck(heroics) => deck_allows(heroics, programs, free),
        }
    }

    /// Symbols worth trying in a space.
    pub(super) fn symbols(&self, i: usize, t: usize) -> Vec<Act> {
        let mut symbols: Vec<Act> = match self {
            Supply::Deck(heroics) => {
                let cards: Vec<Kind> = match heroics[i] {
                    Heroic::None => Vec::new(),
                    Heroic::Any => Kind::heroics().collect(),
                    Heroic::Card(kind) => vec![kind],
                };
                let heroic = cards.iter().flat_map(|k| Half::ALL.map(|half| k.act(half)));
                PLAIN.into_iter().chain(heroic).collect()
            }
            Supply::Hands(groups) => {
                let here = groups.iter().filter(|g| g.members >> i & 1 == 1);
                let cards = here.flat_map(|g| g.cards.iter());
                let open = |c: &&Card| {
                    usize::from(c.phase) <= phase_of(t as u8 + 1)
                        && c.only.is_none_or(|m| usize::from(m) == i)
                };
                cards.filter(open).flat_map(|c| Half::ALL.map(|half| c.kind.act(half))).collect()
            }
        };
        symbols.sort_unstable_by_key(|a| symbol(*a));
        symbols.dedup();
        symbols
    }
}

/// The deck has only so many of each symbol, everybody has one heroic card, and each of the six exists once.
fn deck_allows(heroics: &[Heroic; CREW], programs: &Programs, free: &[[bool; TURNS]; CREW]) -> bool {
    let mut count = [0u8; SYMBOLS];
    for i in 0..CREW {
        let mut used = 0;
        for t in 0..TURNS {
            let act = programs[i][t];
            count[symbol(act)] += 1;
            if !free[i][t] || !act.is_heroic() {
                continue;
            }
            used += 1;
            let fits = match heroics[i] {
                Heroic::None => false,
                Heroic::Any => true,
                Heroic::Card(kind) => Half::ALL.iter().any(|&half| kind.act(half) == act),
            };
            if !fits || used > 1 {
                return false;
            }
        }
    }
    let cards = &data().cards;
    let copies = |act: Act| -> u8 {
        cards.iter().filter(|c| c.action == act || c.movement == act).map(|c| c.copies).sum()
    };
    static COPIES: std::sync::OnceLock<[u8; SYMBOLS]> = std::sync::OnceLock::new();
    let most = COPIES.get_or_init(|| {
        let mut most = [u8::MAX; SYMBOLS];
        for act in PLAIN.into_iter().chain(Kind::heroics().flat_map(|k| Half::ALL.map(|half| k.act(half)))) {
            most[symbol(act)] = copies(act);
        }
        most
    });
    if count.iter().zip(most).any(|(n, most)| n > most) {
        return false;
    }
    // Two cards share each heroic action; whoever moves with one does not act with it.
    let pairs = [(Act::HeroA, 0), (Act::HeroB, 2), (Act::HeroBots, 4)];
    pairs.into_iter().all(|(act, n)| {
        let moves = Kind::heroics().skip(n).take(2).map(|k| count[symbol(k.act(Half::Movement))]);
        count[symbol(act)] + moves.sum::<u8>() <= 2
    })
}
