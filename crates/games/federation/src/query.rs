//! What follows from the position: effective levels, who is where, copies of technologies, dice to throw.
//! Nothing here changes anything.

use crate::{
    Short,
    data::{FedFx, Icon, SideInfo, TechFx, data},
    event::Band,
    nouns::{
        AlienTech, Asset, Base, Chit, EventFx, FedTech, Fleet, FleetKind, FleetSet, Pair, Piece, PieceAt,
        Race, Relation, Resource, Ship, Side, Space, Unit,
    },
    questions::Spot,
    state::{BASES, CardAt, FleetAt, PIECES, Purpose, SOL_DEFENSE, Table},
};
use klaxon_core::Edition;

/// What the completed technologies add up to (chapter 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Advantages {
    /// Added to each combat die.
    pub combat_die: u8,
    /// A combat die of this much or more hits twice.
    pub double_hit_at: Option<u8>,
    /// More combat dice.
    pub combat_dice: u8,
    /// Added to each Sabotage die.
    pub sabotage_die: u8,
    /// Dice for a spy's contest.
    pub spy_dice: u8,
    /// Free moves a turn.
    pub free_moves: u8,
    /// Steps of one Move.
    pub steps: u8,
    /// Numbered spaces up to this number touch each other for Moves.
    pub patrol: u8,
}

/// How the number of combat dice came about (SF-13.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiceCount {
    /// The fleet with the highest Combat Value.
    pub strongest: Fleet,
    /// Its Combat Value.
    pub value: u8,
    /// Other fleets in the space.
    pub others: u8,
    /// Dice taken by Advanced Defensive Systems.
    pub defenses: u8,
    /// Dice from icons in the space.
    pub here: u8,
    /// Dice from three swords in adjacent spaces.
    pub near: u8,
    /// Dice from technologies.
    pub technology: u8,
    /// Dice to throw before Out Maneuver.
    pub dice: u8,
}

impl Table {
    /// Wars the race is in.
    pub fn wars(&self, race: Race) -> u8 {
        Pair::all().filter(|&p| self.relations[p.index()] == Relation::War && p.has(race)).count() as u8
    }

    /// SF-10.4, SF-10.5: the effective level is the real one less one for each war, no higher than the logo (−1).
    /// SF-10.3: wars are counted when asked, so nothing is left behind when one ends.
    pub fn level(&self, race: Race) -> i8 {
        (self.war[race.index()] as i8 - self.wars(race) as i8).max(-1)
    }

    /// At War or Total War, effectively.
    pub fn is_at_war(&self, race: Race) -> bool {
        self.level(race) >= 3
    }

    /// Where a fleet is on the map.
    pub fn fleet_space(&self, fleet: Fleet) -> Option<Space> {
        match self.fleets[fleet.index()] {
            FleetAt::Map { at, .. } => Some(at),
            FleetAt::Spawn(_) | FleetAt::Pile | FleetAt::Wreck => None,
        }
    }

    /// The alien fleets in a space.
    pub fn fleets_at(&self, space: Space) -> FleetSet {
        let mut set = FleetSet::default();
        for (i, at) in self.fleets.iter().enumerate() {
            if matches!(at, FleetAt::Map { at, .. } if *at == space) {
                set.add(Fleet(i as u8));
            }
        }
        set
    }

    /// SF-0.12: the race's fleets on the map.
    pub fn in_play(&self, race: Race) -> FleetSet {
        let mut set = FleetSet::default();
        for fleet in FleetSet::of_race(race).iter().filter(|&f| self.fleet_space(f).is_some()) {
            set.add(fleet);
        }
        set
    }

    /// The spaces with alien fleets, as bits.
    pub fn alien_spaces(&self) -> u32 {
        self.fleets.iter().fold(0, |bits, at| match at {
            FleetAt::Map { at, .. } => bits | at.bit(),
            FleetAt::Spawn(_) | FleetAt::Pile | FleetAt::Wreck => bits,
        })
    }

    /// Is one of the Federation's assets there (SF-0.7)?
    pub fn has_asset(&self, space: Space) -> bool {
        self.pieces.iter().any(|p| p.at == PieceAt::Map(space))
    }

    /// Would an alien fleet meet resistance there? Sol itself counts.
    pub fn is_guarded(&self, space: Space) -> bool {
        space == Space::SOL || self.has_asset(space)
    }

    /// The different assets in a space, each kind once.
    pub fn assets_at(&self, space: Space) -> Short<Asset, PIECES> {
        let mut list = Short::default();
        for i in 0..PIECES {
            if self.pieces[i].at == PieceAt::Map(space) {
                let asset = self.asset_of(i);
                if !list.contains(&asset) {
                    list.push(asset);
                }
            }
        }
        list
    }

    /// The Base in a space.
    pub fn base_at(&self, space: Space) -> Option<Base> {
        Base::ALL.into_iter().find(|&b| self.base(b).at == PieceAt::Map(space))
    }

    /// The Bases in a race's territory (SF-0.9).
    pub fn bases_in(&self, race: Race) -> impl Iterator<Item = Base> + use<> {
        let (land, pieces) = (data().territories[race.index()], self.pieces);
        Base::ALL.into_iter().filter(move |&b| match pieces[BASES + b as usize].at {
            PieceAt::Map(at) => land & at.bit() != 0,
            PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => false,
        })
    }

    /// Named spaces that hold a Base.
    pub fn settled(&self) -> u8 {
        Base::ALL.into_iter().filter(|&b| matches!(self.base(b).at, PieceAt::Map(_))).count() as u8
    }

    /// What the side of a piece that is up shows.
    pub(crate) fn side(&self, index: usize) -> SideInfo {
        let up = self.pieces[index].upgraded;
        let unit = |i: usize| {
            let unit = &data().units[i];
            if up { unit.upgraded.unwrap_or(unit.basic) } else { unit.basic }
        };
        match index {
            0..5 => unit(0),
            5..7 => unit(1),
            7..10 => unit(2),
            SOL_DEFENSE => unit(3),
            n => {
                let base = &data().bases[n - BASES];
                if up { base.upgraded } else { base.basic }
            }
        }
    }

    /// SF-8.3: one die for each resource icon in play.
    pub fn resource_dice(&self) -> u8 {
        let icons = |i: usize| match self.pieces[i].at {
            PieceAt::Map(_) => self.side(i).resource_icons,
            PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => 0,
        };
        data().sol_icons + (0..PIECES).map(icons).sum::<u8>()
    }

    /// How often a race has a technology: the one function that all effects of alien technology go through.
    /// Own track, doubled beside Enhanced Tech (SF-15.12); stolen copies (SF-15.10); space 6 of each ally (SF-11.6).
    pub fn copies(&self, race: Race, tech: AlienTech) -> u8 {
        let own = &self.techs[race.index()];
        let enhanced = |i: usize| own.get(i).is_some_and(|&t| t == AlienTech::Enhanced);
        let mut n = 0;
        for (i, &t) in own.iter().enumerate() {
            let counts = if enhanced(i + 1) || (i > 0 && enhanced(i - 1)) { 2 } else { 1 };
            if t == tech {
                n += counts;
            } else if let TechFx::CopyOf(from) = data().alien[t as usize].effect
                && self.techs[from.index()].first() == Some(&tech)
            {
                n += counts;
            }
        }
        // SF-11.7: a shared Enhanced Tech does nothing; shared copies are not enhanced.
        if tech != AlienTech::Enhanced {
            n += self.allies_of(race).filter(|ally| self.techs[ally.index()].first() == Some(&tech)).count()
                as u8;
        }
        n
    }

    /// The races allied with this one.
    pub fn allies_of(&self, race: Race) -> impl Iterator<Item = Race> + use<> {
        let relations = self.relations;
        Pair::all().filter(move |p| relations[p.index()] == Relation::Alliance).filter_map(move |p| {
            let [a, b] = p.races();
            if a == race { Some(b) } else { (b == race).then_some(a) }
        })
    }

    /// Does the race have the technology at all?
    pub fn has_tech(&self, race: Race, tech: AlienTech) -> bool {
        self.copies(race, tech) > 0
    }

    /// How many spaces a Fast Scouts or Fast Raiders token moves a fleet of the race; 0 without the technology.
    pub fn fast_steps(&self, race: Race, tech: AlienTech, edition: Edition) -> u8 {
        let copies = self.copies(race, tech);
        // SF-6.6, SF-6.7: one for each copy, but since edition 2 only one for Fast Raiders.
        if tech == AlienTech::FastRaiders && edition >= Edition::SECOND { copies.min(1) } else { copies }
    }

    /// Is the technology track full (SF-3.5)?
    pub fn track_is_full(&self, race: Race) -> bool {
        self.techs[race.index()].len() == data().races[race.index()].spaces.len()
    }

    /// The number of the highest empty space of a technology track: where a spy is.
    pub fn empty_tech_space(&self, race: Race) -> Option<u8> {
        data().races[race.index()].spaces.get(self.techs[race.index()].len()).copied()
    }

    /// SF-5.8, SF-15.3: does the fleet follow the Raider rules?
    pub fn is_raider(&self, fleet: Fleet) -> bool {
        match fleet.kind() {
            FleetKind::Raider => true,
            FleetKind::Scout => self.has_tech(fleet.race(), AlienTech::RaiderProtocols),
            FleetKind::Battle | FleetKind::Doom => false,
        }
    }

    /// SF-13.13, SF-15.5: hits and blocked steps above this destroy the fleet.
    pub fn toughness(&self, fleet: Fleet) -> u8 {
        let copies = self.copies(fleet.race(), AlienTech::Durability);
        data().fleets[fleet.index()].combat_value + data().per_copy.durability * copies
    }

    /// The completed technologies, added up.
    pub fn advantages(&self) -> Advantages {
        let mut sum = Advantages { spy_dice: 1, steps: 1, ..Advantages::default() };
        for tech in self.cards.iter().filter(|c| c.at == CardAt::Done).filter_map(|c| c.tech) {
            for &fx in &data().federation[tech as usize].effect {
                match fx {
                    FedFx::CombatDie(n) => sum.combat_die += n,
                    FedFx::DoubleHitAt(n) => sum.double_hit_at = Some(n),
                    FedFx::CombatDice(n) => sum.combat_dice += n,
                    FedFx::SabotageDie(n) => sum.sabotage_die += n,
                    FedFx::SpyContestDice(n) => sum.spy_dice = sum.spy_dice.max(n),
                    FedFx::FreeMoves(n) => sum.free_moves += n,
                    FedFx::UnlockWarp => {}
                    FedFx::StepsPerMove(n) => sum.steps = sum.steps.max(n),
                    FedFx::Patrol(n) => sum.patrol += n,
                }
            }
        }
        sum
    }

    /// Is a technology completed?
    pub fn is_done(&self, tech: FedTech) -> bool {
        self.cards.iter().any(|c| c.at == CardAt::Done && c.tech == Some(tech))
    }

    /// SF-13.6 to SF-13.8, SF-13.10: the combat dice in a space against these fleets, before Out Maneuver.
    pub fn combat_dice(&self, space: Space, fleets: FleetSet) -> DiceCount {
        let value = |f: Fleet| data().fleets[f.index()].combat_value;
        let mut count = DiceCount::default();
        for fleet in fleets.iter() {
            if value(fleet) > count.value {
                (count.strongest, count.value) = (fleet, value(fleet));
            }
        }
        count.others = fleets.len().saturating_sub(1);
        for race in Race::ALL {
            // SF-15.4: once per race, not per fleet.
            if !fleets.and(FleetSet::of_race(race)).is_empty() {
                count.defenses += data().per_copy.defense * self.copies(race, AlienTech::DefensiveSystems);
            }
        }
        let near = space.neighbours();
        for i in 0..PIECES {
            if let PieceAt::Map(at) = self.pieces[i].at {
                match self.side(i).icon {
                    Icon::Sword1 => {}
                    Icon::Sword2 | Icon::Shield => count.here += u8::from(at == space),
                    Icon::Sword3 => {
                        count.here += u8::from(at == space);
                        count.near += u8::from(near & at.bit() != 0);
                    }
                }
            }
        }
        count.technology = self.advantages().combat_dice;
        let c = &data().combat;
        let sum = c.dice + count.here + count.near + count.technology;
        let minus = count.value + count.others + count.defenses;
        count.dice = sum.saturating_sub(minus).clamp(c.minimum, c.maximum);
        count
    }

    /// SF-13.9, SF-14.1: the hits of one combat die.
    pub fn die_hits(&self, face: u8) -> u8 {
        let add = self.advantages();
        let die = face + add.combat_die;
        if die < data().combat.hit_at {
            0
        } else if add.double_hit_at.is_some_and(|n| die >= n) {
            2
        } else {
            1
        }
    }

    /// SF-13.17: one step back from a space; `None` where the track ends.
    pub fn step_back(&self, fleet: Fleet, at: Space, from: Option<Space>) -> Option<Space> {
        if at.number() > 0 {
            return data().spaces[at.index()].outward;
        }
        let unknown = || {
            if at == Space::SOL {
                data().tracks[fleet.race().index()].first().copied()
            } else {
                data().spaces[at.index()].outward
            }
        };
        from.or_else(unknown)
    }

    /// The spaces through which a fleet on the map retreats, at most `n` of them.
    pub fn retreat_path(&self, fleet: Fleet, n: u8) -> Short<Space, 16> {
        let mut path = Short::default();
        let FleetAt::Map { mut at, mut from } = self.fleets[fleet.index()] else { return path };
        for _ in 0..n.min(16) {
            let Some(next) = self.step_back(fleet, at, from) else { break };
            path.push(next);
            (at, from) = (next, None);
        }
        path
    }

    /// Where an Advance takes a fleet (SF-5.7, SF-5.8): several spaces where the player must choose, none in Sol.
    pub fn advance_targets(&self, fleet: Fleet, at: Space) -> Short<Space, 3> {
        let mut list = Short::default();
        if at == Space::SOL {
            return list;
        }
        // SF-5.8: a Raider in a numbered space away from Sol turns aside to a named space that you hold.
        if at.number() > 0 && at.neighbours() & Space::SOL.bit() == 0 && self.is_raider(fleet) {
            for named in Space::of_bits(at.neighbours() & data().named).filter(|&s| self.has_asset(s)) {
                list.push(named);
            }
        }
        if list.is_empty() {
            list.push(data().spaces[at.index()].exit);
        }
        list
    }

    /// SF-5.21: the unoccupied named spaces beside a space.
    pub fn free_named(&self, at: Space) -> Short<Space, 3> {
        let free = |s: &Space| !self.has_asset(*s) && self.fleets_at(*s).is_empty();
        Space::of_bits(at.neighbours() & data().named).filter(free).collect()
    }

    /// The spaces that a Move can reach in one step (SF-9.12, SF-14.9).
    pub fn move_targets(&self, from: Space, patrol: u8) -> u32 {
        let mut bits = from.neighbours();
        if patrol > 0 && (1..=patrol).contains(&from.number()) {
            for track in &data().tracks {
                for space in track.iter().take(usize::from(patrol)) {
                    bits |= space.bit();
                }
            }
            bits &= !from.bit();
        }
        bits
    }

    /// The spots from which a token of this type can pay (SF-0.5).
    pub fn spots(&self, what: Resource) -> Short<Spot, 12> {
        let mut list = Short::default();
        if self.track[0].iter().any(|cell| cell.has(what)) {
            list.push(Spot::Tray);
        }
        if self.stored.has(what) {
            list.push(Spot::Stored);
        }
        match what {
            Resource::Espionage => {
                for race in self.spies.iter() {
                    list.push(Spot::Spy(race));
                }
                for race in self.attaches.iter() {
                    list.push(Spot::Attache(race));
                }
            }
            Resource::Diplomacy => {
                for race in self.embassies.iter() {
                    list.push(Spot::Embassy(race));
                }
            }
            Resource::Morale => {
                if self.columns > 0 {
                    list.push(Spot::Column);
                }
            }
            Resource::Build | Resource::Maneuver | Resource::Research | Resource::Warp => {}
        }
        list
    }

    /// Does a token lie there from which can be paid?
    pub(crate) fn has_token(&self, what: Resource, spot: Spot) -> bool {
        self.spots(what).contains(&spot)
    }

    /// The cards on the Research Progress Track.
    pub fn projects(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let cards = self.cards;
        (0..cards.len() as u8).filter_map(move |i| match cards[usize::from(i)].at {
            CardAt::Column(column) => Some((i, column)),
            CardAt::Locked | CardAt::Aside | CardAt::Pile | CardAt::Box | CardAt::Done => None,
        })
    }

    /// The projects that Conduct rolls for: all but the Warp Research token without its Base (SF-9.22).
    pub fn conducted(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let warp = matches!(self.base(Base::WarpResearch).at, PieceAt::Map(_));
        self.projects().filter(move |&(card, _)| card != crate::state::GATE || warp)
    }

    /// Cards in the Un-researched box.
    pub fn boxed(&self) -> impl Iterator<Item = u8> + use<> {
        let cards = self.cards;
        (0..cards.len() as u8).filter(move |&i| cards[usize::from(i)].at == CardAt::Box)
    }

    /// The races of a pair that have one of your Attachés.
    pub(crate) fn attaches_of(&self, pair: Pair) -> impl Iterator<Item = Race> + use<> {
        let set = self.attaches;
        pair.races().into_iter().filter(move |&r| set.has(r))
    }

    /// The spaces with a ship of this kind, as bits.
    pub(crate) fn ship_spaces(&self, ship: Ship) -> u32 {
        let ships = match ship {
            Ship::Flagship => self.flagships(),
            Ship::Ally => self.allies(),
        };
        ships.iter().filter_map(Piece::on_map).fold(0, |bits, at| bits | at.bit())
    }

    /// Units that Construction could place.
    pub(crate) fn buildable(&self) -> impl Iterator<Item = Unit> {
        Unit::ALL.into_iter().filter(|&u| self.unbuilt_index(u).is_some())
    }

    /// Event chits still face down.
    pub fn chits_left(&self) -> impl Iterator<Item = Chit> + use<> {
        let used = self.chits_used;
        Chit::all().filter(move |c| used >> c.0 & 1 == 0)
    }

    /// Does a ship of this kind stand there?
    pub fn has_ship(&self, ship: Ship, at: Space) -> bool {
        self.ship_index(ship, at).is_some()
    }

    /// Does a Mine Field with this side up lie there?
    pub fn has_mine(&self, side: Side, at: Space) -> bool {
        self.mine_index(side, at).is_some()
    }

    /// Sabotage: what is added to the die against a race (SF-14.3, SF-14.8, SF-15.6).
    pub fn sabotage_modifier(&self, race: Race) -> i8 {
        let copies = self.copies(race, AlienTech::AntiEspionage);
        self.advantages().sabotage_die as i8 - (data().per_copy.anti_espionage * copies) as i8
    }

    /// SF-9.24: the place on the track of the technology that a Sabotage die removes.
    pub fn sabotage_target(&self, race: Race, face: u8) -> Option<usize> {
        let number = (face as i8 + self.sabotage_modifier(race)).min(6);
        let spaces = &data().races[race.index()].spaces;
        let mut place = spaces.iter().position(|&n| n as i8 == number)?;
        // The spy's own space stands for the next higher number.
        if self.spies.has(race) && place == self.techs[race.index()].len() {
            place = place.checked_sub(1)?;
        }
        (place < self.techs[race.index()].len()).then_some(place)
    }

    /// Does this event move alien fleets or markers of a race that the FACTION die must name?
    pub(crate) fn faction_of(fx: EventFx) -> Option<crate::nouns::Who> {
        if let EventFx::GainTech(who) | EventFx::WarEffort(who) | EventFx::SpawnAdvance { who, .. } = fx {
            Some(who)
        } else {
            None
        }
    }

    /// Do the dice on the table cost something at once: a battle, or a spy, Attaché or Embassy (D7)?
    pub fn roll_costs(&self) -> bool {
        let mut dice = self.roll.dice.iter();
        if self.roll.purpose == Purpose::Combat {
            dice.all(|&face| self.die_hits(face) == 0)
        } else if let Purpose::Contest(_) = self.roll.purpose {
            dice.all(|&face| Table::band(face) != Band::Stays)
        } else {
            false
        }
    }
}
