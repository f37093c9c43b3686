//! Numbers with all their bonuses: what a ship can do now, and what its crew are worth.
//!
//! [`adds`] is the one table of what each effect adds to which number.

use crate::data::scenario::TerrainKind;
use crate::effect::{Ability, Bulk, Condition, Effect, Foe, Scope, Tag, When};
use crate::kinds::{Crit, DiskId, Keyword, Round, STATUS_CAP, ShipId};
use crate::questions::Means;
use crate::state::frame::Target;
use crate::state::{Disk, Face, Place, StarTrek, Status};

/// A number of a ship that disks can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stat {
    MaxShields,
    MaxHull,
    MaxSpeed,
    Beam,
    BeamRange,
    TransportRange,
    TorpDamage,
    TorpMovement,
    TorpLife,
    Initiative,
}

/// What an effect adds to a number of a ship.
fn adds(effect: &Effect, stat: Stat) -> i8 {
    if let (Stat::MaxShields, Effect::MaxShields(n))
    | (Stat::MaxHull, Effect::MaxHull(n))
    | (Stat::MaxSpeed, Effect::MaxSpeed(n))
    | (Stat::Beam, Effect::Beam(n))
    | (Stat::BeamRange, Effect::BeamRange(n))
    | (Stat::TransportRange, Effect::TransportRange(n))
    | (Stat::Initiative, Effect::Initiative(n)) = (stat, effect)
    {
        return *n;
    }
    if let (Stat::TorpDamage, Effect::Torp { damage: n, .. })
    | (Stat::TorpMovement, Effect::Torp { movement: n, .. })
    | (Stat::TorpLife, Effect::Torp { life: n, .. }) = (stat, effect)
    {
        return *n;
    }
    0
}

/// What a condition is asked about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scene {
    pub target: Option<Target>,
    pub hits: u8,
    pub segment: u8,
}

/// A disk or ship with an ability, and whom it works for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder {
    pub means: Means,
    pub seat: u8,
    pub ship: ShipId,
    pub place: Place,
}

/// ST-15.14: disks whose name was counted already.
#[derive(Default)]
struct Namesakes([u64; 4]);

impl Namesakes {
    fn first(&mut self, name: u8) -> bool {
        let (word, bit) = (usize::from(name / 64), 1u64 << (name % 64));
        let first = self.0[word] & bit == 0;
        self.0[word] |= bit;
        first
    }
}

impl StarTrek {
    /// ST-15.13: for whom a disk works. Tech works for whoever controls its ship, crew for their owner.
    pub(crate) fn user(&self, disk: &Disk) -> u8 {
        match disk.place {
            Place::Ship(ship) if disk.kind.of().tech => self.ship(ship).controller,
            Place::Ship(_) | Place::Terrain(_) | Place::Threat | Place::Out => disk.owner,
        }
    }

    /// The holder of a disk's ability, if the disk is revealed and ready (ST-15.2).
    pub(crate) fn disk_holder(&self, id: DiskId) -> Option<(Holder, &'static Ability)> {
        let disk = self.disk(id);
        // Most disks lie concealed: that is seen before anything is looked up.
        if !disk.ready() || disk.place == Place::Out {
            return None;
        }
        let ability = disk.kind.of().ability.as_ref()?;
        let ship = match disk.place {
            // Who left the table with a ship is out of play with it (components §14, `may_exit`).
            Place::Ship(ship) if self.ship(ship).status == Status::Exited => return None,
            Place::Ship(ship) => ship,
            Place::Terrain(_) | Place::Threat | Place::Out => ShipId::NONE,
        };
        Some((Holder { means: Means::Disk(id), seat: self.user(disk), ship, place: disk.place }, ability))
    }

    /// The holder of a ship's ability.
    pub(crate) fn ship_holder(&self, id: ShipId) -> Option<(Holder, &'static Ability)> {
        let ship = self.ship(id);
        let ability = ship.kind.of().ability.as_ref()?;
        let holder =
            Holder { means: Means::Ship(id), seat: ship.controller, ship: id, place: Place::Ship(id) };
        ship.in_play().then_some((holder, ability))
    }

    /// All abilities at work, ships first.
    pub(crate) fn holders(&self) -> impl Iterator<Item = (Holder, &'static Ability)> {
        let ships = (0..self.ships.len()).filter_map(|i| self.ship_holder(ShipId::at(i)));
        let disks = (0..self.disks.len()).filter_map(|i| self.disk_holder(DiskId::at(i)));
        ships.chain(disks)
    }

    /// The name that counts once (ST-15.14): `None` for ships, which are all Unique.
    fn name_of(&self, holder: &Holder) -> Option<u8> {
        match holder.means {
            Means::Disk(id) => Some(self.disk(id).kind.of().namesake),
            Means::Ship(_) => None,
        }
    }

    /// Does the ability reach this ship by its scope?
    pub(crate) fn reaches(&self, holder: &Holder, scope: Scope, ship: ShipId) -> bool {
        let controller = self.ship(ship).controller;
        match scope {
            // ST-15.11, ST-15.13: the ship it is on, while its player controls it.
            Scope::Ship => holder.ship == ship && holder.seat == controller,
            // ST-1.10: a fleet is one player's, an armada one team's.
            Scope::Fleet => holder.ship.is_some() && holder.seat == controller,
            Scope::FleetOthers => holder.ship.is_some() && holder.ship != ship && holder.seat == controller,
            Scope::Armada => holder.ship.is_some() && self.team_of(holder.seat) == self.team_of(controller),
            Scope::Personal => false,
        }
    }

    /// Do all conditions of an ability hold?
    pub(crate) fn conditions_hold(&self, holder: &Holder, ability: &Ability, scene: &Scene) -> bool {
        ability.conditions.iter().all(|condition| match condition {
            Condition::Speed(n) => holder.ship.is_some() && self.ship(holder.ship).speed >= *n,
            Condition::Hits(n) => scene.hits >= *n,
            Condition::TargetShieldsDown => scene.target.is_some_and(|t| self.target_shields(t) == 0),
            Condition::RevealedDisk(id) => {
                self.disks_at(holder.place).any(|(_, d)| d.revealed() && d.kind.of().id == *id)
            }
            Condition::RevealedKeyword(keyword) => {
                let own = |d: &Disk| d.owner == holder.seat && d.revealed() && d.kind.of().has(*keyword);
                self.disks_at(holder.place).any(|(_, d)| own(d))
            }
            Condition::DroppedCloakThisPhase => {
                holder.ship.is_some() && self.ship(holder.ship).marks.dropped_cloak
            }
            Condition::FirstBeam => holder.ship.is_some() && !self.ship(holder.ship).marks.fired,
            Condition::Segment(n) => scene.segment == *n,
            Condition::Vs(foe) => self.faces(holder.seat, *foe),
        })
    }

    /// ST-21.16: an opposing ship of that printed faction, whoever built it, or the threat.
    fn faces(&self, seat: u8, foe: Foe) -> bool {
        match foe {
            Foe::Borg => self.living_threat().is_some(),
            Foe::Faction(faction) => self
                .ships_in_play()
                .any(|(id, s)| !self.friendly(seat, id) && s.kind.of().faction == Some(faction)),
        }
    }

    /// All bonuses to a number of a ship.
    pub(crate) fn bonus(&self, ship: ShipId, stat: Stat, scene: &Scene) -> i32 {
        let mut counted = Namesakes::default();
        let mut sum = 0;
        for (holder, ability) in self.holders() {
            if ability.when != When::Continuous || !self.reaches(&holder, ability.scope, ship) {
                continue;
            }
            let plus: i32 = ability.effect.iter().map(|e| i32::from(adds(e, stat))).sum();
            if plus != 0
                && self.conditions_hold(&holder, ability, scene)
                && self.name_of(&holder).is_none_or(|n| counted.first(n))
            {
                sum += plus;
            }
        }
        sum
    }

    /// Bonuses one by one, for the odds: who gives how much.
    pub(crate) fn bonuses(&self, ship: ShipId, stat: Stat, scene: &Scene) -> Vec<(Means, i32)> {
        let mut counted = Namesakes::default();
        let mut list = Vec::new();
        for (holder, ability) in self.holders() {
            let plus: i32 = ability.effect.iter().map(|e| i32::from(adds(e, stat))).sum();
            if plus != 0
                && ability.when == When::Continuous
                && self.reaches(&holder, ability.scope, ship)
                && self.conditions_hold(&holder, ability, scene)
                && self.name_of(&holder).is_none_or(|n| counted.first(n))
            {
                list.push((holder.means, plus));
            }
        }
        list
    }

    /// Does a passive effect of this kind work for the ship?
    pub(crate) fn enjoys(&self, ship: ShipId, wanted: impl Fn(&Effect) -> bool) -> bool {
        self.holders().any(|(holder, ability)| {
            matches!(ability.when, When::Continuous | When::OnOrder(_))
                && ability.effect.iter().any(&wanted)
                && self.reaches(&holder, ability.scope, ship)
                && self.conditions_hold(&holder, ability, &Scene::default())
        })
    }

    pub(crate) fn max_shields(&self, ship: ShipId) -> u8 {
        let s = self.ship(ship);
        let base = i32::from(s.kind.of().shields) + self.bonus(ship, Stat::MaxShields, &Scene::default());
        // ST-14.8: a shields crit takes 2 off the maximum, not below 0.
        let base = if s.has_crit(Crit::Shields) { (base - 2).max(0) } else { base };
        base.clamp(0, STATUS_CAP) as u8
    }

    pub(crate) fn max_hull(&self, ship: ShipId) -> u8 {
        let s = self.ship(ship);
        let base = i32::from(s.kind.of().hull) + i32::from(s.hull_bonus);
        (base + self.bonus(ship, Stat::MaxHull, &Scene::default())).clamp(1, STATUS_CAP) as u8
    }

    pub(crate) fn max_speed(&self, ship: ShipId) -> u8 {
        let s = self.ship(ship);
        let base =
            i32::from(s.kind.of().printed_speed()) + self.bonus(ship, Stat::MaxSpeed, &Scene::default());
        // ST-14.8: a helm crit takes 2 off the maximum, not below 1.
        let base = if s.has_crit(Crit::Helm) { (base - 2).max(1) } else { base };
        base.clamp(0, STATUS_CAP) as u8
    }

    /// ST-8.7: by how much one Change Speed may change the speed.
    pub(crate) fn speed_step(&self, ship: ShipId) -> u8 {
        let mut step = 2;
        for (holder, ability) in self.holders() {
            if ability.when == When::Continuous && self.reaches(&holder, ability.scope, ship) {
                for effect in &ability.effect {
                    if let Effect::SpeedStep(n) = effect {
                        step = step.max(*n);
                    }
                }
            }
        }
        step
    }

    pub(crate) fn beam_range(&self, ship: ShipId) -> u32 {
        (1 + self.bonus(ship, Stat::BeamRange, &Scene::default())).max(0) as u32
    }

    pub(crate) fn transport_range(&self, ship: ShipId) -> u32 {
        (1 + self.bonus(ship, Stat::TransportRange, &Scene::default())).max(0) as u32
    }

    /// The rating of a ship's beam against a target, before reactions: printed value and bonuses, then the weapons
    /// crit (ST-14.8), then nebulae (components §10) and adaptation (components §9). May be below 0.
    pub(crate) fn beam(&self, ship: ShipId, target: Target) -> i32 {
        let s = self.ship(ship);
        let scene = Scene { target: Some(target), ..Scene::default() };
        let mut beam = i32::from(s.kind.of().beam) + self.bonus(ship, Stat::Beam, &scene);
        if s.has_crit(Crit::Weapons) && beam > 0 {
            beam = (beam - 2).max(1);
        }
        if self.beam_in_nebula(s.round(), target) {
            beam -= 2;
        }
        if target == Target::Threat {
            beam -= i32::from(s.adapted);
        }
        beam
    }

    /// Does a beam start or end in a nebula?
    pub(crate) fn beam_in_nebula(&self, from: Round, target: Target) -> bool {
        let Some(to) = self.target_round(target) else { return false };
        let hazy = |disk: Round| {
            self.terrain.iter().any(|t| t.kind == TerrainKind::Nebula && t.round().overlaps(disk))
        };
        hazy(from) || hazy(to)
    }

    pub(crate) fn target_round(&self, target: Target) -> Option<Round> {
        match target {
            Target::Ship(id) => Some(self.ship(id).round()),
            Target::Threat => self.living_threat().map(|t| t.round()),
        }
    }

    pub(crate) fn target_shields(&self, target: Target) -> u8 {
        match target {
            Target::Ship(id) => self.ship(id).shields,
            Target::Threat => self.living_threat().map_or(0, |t| t.shields),
        }
    }

    /// ST-16.2: a ship is cloaked while a cloak of it is flipped.
    pub(crate) fn cloaked(&self, ship: ShipId) -> bool {
        self.raised_cloak(ship).is_some()
    }

    pub(crate) fn raised_cloak(&self, ship: ShipId) -> Option<DiskId> {
        self.disks_at(Place::Ship(ship))
            .find(|(_, d)| d.face == Face::Flipped && d.kind.of().cloak().is_some())
            .map(|(id, _)| id)
    }

    /// The type of a cloak as it works now: a Type I may work as a better one.
    pub(crate) fn cloak_type(&self, disk: DiskId) -> u8 {
        let d = self.disk(disk);
        let printed = d.kind.of().cloak().unwrap_or(0);
        let Place::Ship(ship) = d.place else { return printed };
        let mut kind = printed;
        for (holder, ability) in self.holders() {
            if ability.when == When::Continuous && self.reaches(&holder, ability.scope, ship) {
                for effect in &ability.effect {
                    if let Effect::CloakAs(better) = effect
                        && printed == 1
                    {
                        kind = kind.max(*better);
                    }
                }
            }
        }
        kind
    }

    pub(crate) fn ignores_collision(&self, ship: ShipId, bulk: Bulk) -> bool {
        self.enjoys(ship, |e| matches!(e, Effect::IgnoreCollision(kinds) if kinds.contains(&bulk)))
    }

    pub(crate) fn intel_immune(&self, ship: ShipId) -> bool {
        self.enjoys(ship, |e| matches!(e, Effect::IntelImmune))
    }

    /// ST-7.1, ST-7.4: Command of the controller's revealed crew aboard, 0 without any, and initiative bonuses.
    pub(crate) fn command_total(&self, ship: ShipId) -> i32 {
        let controller = self.ship(ship).controller;
        let crew = self.disks_at(Place::Ship(ship));
        let command: i32 = crew
            .filter(|(_, d)| d.owner == controller && d.revealed() && d.counts_as_crew())
            .map(|(id, _)| self.command(id))
            .sum();
        command + self.bonus(ship, Stat::Initiative, &Scene::default())
    }

    /// The Command of a crew with its bonuses.
    pub(crate) fn command(&self, crew: DiskId) -> i32 {
        let base = i32::from(self.disk(crew).kind.of().command);
        base + self.crew_bonus(crew, &Scene::default(), |e| {
            if let Effect::Command { who, plus } = e { Some((who, *plus)) } else { None }
        })
    }

    /// The Combat of a crew with its bonuses, in a segment of a fight.
    pub(crate) fn combat(&self, crew: DiskId, segment: u8) -> i32 {
        let base = i32::from(self.disk(crew).kind.of().combat);
        let scene = Scene { segment, ..Scene::default() };
        let plus = self.crew_bonus(crew, &scene, |e| {
            if let Effect::Combat { who, plus } = e { Some((who, *plus)) } else { None }
        });
        (base + plus).max(0)
    }

    fn crew_bonus(
        &self,
        crew: DiskId,
        scene: &Scene,
        wanted: impl Fn(&'static Effect) -> Option<(&'static crate::effect::Who, i8)>,
    ) -> i32 {
        let mut counted = Namesakes::default();
        let mut sum = 0;
        for (holder, ability) in self.holders() {
            if !matches!(ability.when, When::Continuous | When::Boarding) {
                continue;
            }
            for (who, plus) in ability.effect.iter().filter_map(&wanted) {
                if self.matches(&holder, who, crew)
                    && self.conditions_hold(&holder, ability, scene)
                    && self.name_of(&holder).is_none_or(|n| counted.first(n))
                {
                    sum += i32::from(plus);
                }
            }
        }
        sum
    }

    fn matches(&self, holder: &Holder, who: &crate::effect::Who, crew: DiskId) -> bool {
        let disk = self.disk(crew);
        let fits = |tag: &Tag| match tag {
            Tag::Itself => holder.means == Means::Disk(crew),
            // ST-21.12, ST-15.13: for crew of the player who controls the ship.
            Tag::HomeCrew => disk.home == holder.ship && holder.ship.is_some() && disk.owner == holder.seat,
            Tag::AboardHere => holder.ship.is_some() && disk.aboard(holder.ship),
            Tag::SamePlace => disk.place == holder.place,
            Tag::Own => disk.owner == holder.seat,
            Tag::OtherOwn => disk.owner == holder.seat && holder.means != Means::Disk(crew),
            Tag::OwnTeam => self.team_of(disk.owner) == self.team_of(holder.seat),
            Tag::Keyword(keyword) => disk.kind.of().has(*keyword),
            Tag::Disk(id) => disk.kind.of().id == *id,
        };
        who.iter().any(|all| all.iter().all(fits))
    }

    /// ST-1.15: would one more revealed commander of this player on the ship be one too many?
    pub(crate) fn command_taken(&self, ship: ShipId, owner: u8, but: DiskId) -> bool {
        self.disks_at(Place::Ship(ship))
            .any(|(id, d)| id != but && d.owner == owner && d.revealed() && d.kind.of().commands())
    }

    /// Is it a disk that a player may use, move or choose like any other? Scenario people are left alone.
    pub(crate) fn ordinary(&self, disk: &Disk) -> bool {
        let kind = disk.kind.of();
        disk.face != Face::Held && !kind.has(Keyword::Vip) && !kind.has(Keyword::Borg)
    }
}
