//! Cards that can do nothing: why one has no target, and why one that may be played would change nothing here. Looks only
//! at what lies open, so that no word betrays a hand.

use crate::board::{Hex, Side, Wing};
use crate::data::{CombatCard, CombatId, CommandId};
use crate::effect::{CombatEffect, OrderFilter, Plan, Window, classes};
use crate::movement::Mode;
use crate::state::{Marks, Open, OrderMode, Question, UnitId};

impl Open {
    /// Why a card of the current window cannot be aimed at these hexes, or at anything, where more can be said than the
    /// card says itself.
    pub(crate) fn no_target(&self, side: Side, id: CombatId, spots: &[Hex]) -> Option<String> {
        let card = id.card();
        if !self.situation_fits(side, card) {
            return None;
        }
        card.effect
            .iter()
            .find_map(|effect| self.no_aim(side, card, *effect, spots))
            // Aimed wrongly where there are targets: those say more.
            .filter(|_| spots.len() == 2 || !self.each_target(side, id, &mut |_| true))
    }

    fn no_aim(&self, side: Side, card: &CombatCard, effect: CombatEffect, spots: &[Hex]) -> Option<String> {
        if let CombatEffect::Boarding { .. } = effect {
            return Some(self.no_boarding(side, card, spots));
        }
        if let CombatEffect::Redirect { .. } = effect {
            return Some("no uncloaked fighter unit of yours is next to the attacked unit".into());
        }
        if let CombatEffect::Slingshot { .. } = effect {
            return Some("no ordered unit of yours that may still move is next to a planet".into());
        }
        if let CombatEffect::Pin { range } = effect {
            return Some(format!(
                "no enemy {} is within {range} hexes of one of your {} without a red alert marker",
                classes(card.enemy, "unit"),
                classes(card.unit, "units")
            ));
        }
        let CombatEffect::ExtraOrders { .. } = effect else { return None };
        Some(format!("you have no uncloaked {} without orders", classes(card.unit, "unit")))
    }

    /// CB-02: cruisers, next to an enemy of the right class with two figures or more.
    fn no_boarding(&self, side: Side, card: &CombatCard, spots: &[Hex]) -> String {
        let enemy = classes(card.enemy, "unit");
        if let [from, at] = *spots {
            let cruisers = self.own_at(side, from).is_some_and(|id| self.can_board(id));
            let foe = self.own_at(side.other(), at).filter(|_| !self.cloaked.has(at));
            return match foe.map(|id| self.unit(id)) {
                _ if !cruisers => format!("only uncloaked cruisers board, and none of yours are at {from}"),
                None => format!("no enemy that can be seen is at {at}"),
                Some(_) if from.distance(at) != 1 => format!("{at} is not next to {from}"),
                Some(foe) if !card.fits_enemy(foe.class()) => {
                    format!("the {} at {at} are no {enemy}", foe.kind.words())
                }
                Some(foe) => {
                    format!("the {} at {at} are down to 1 figure; a boarded unit has 2", foe.kind.words())
                }
            };
        }
        let boarders: Vec<Hex> =
            self.units_of(side).filter(|&id| self.can_board(id)).map(|id| self.unit(id).hex()).collect();
        if boarders.is_empty() {
            return "you have no uncloaked cruisers to board with".into();
        }
        let enemies = self.seen_enemies(side);
        let near: Vec<UnitId> = boarders
            .iter()
            .flat_map(|hex| hex.neighbours().and(enemies).iter().collect::<Vec<_>>())
            .filter_map(|at| self.unit_at(at))
            .collect();
        if near.is_empty() {
            "none of your cruisers is next to an enemy".into()
        } else if !near.iter().any(|&id| card.fits_enemy(self.unit(id).class())) {
            format!("no enemy {enemy} is next to your cruisers")
        } else {
            format!("no enemy {enemy} next to your cruisers has 2 or more figures")
        }
    }

    /// Why a combat card that may be played at these targets would change nothing.
    pub(crate) fn idle_at(&self, side: Side, id: CombatId, spots: &[Hex]) -> Option<String> {
        let card = id.card();
        let own = spots.first().and_then(|&h| self.own_at(side, h));
        card.effect.iter().find_map(|effect| {
            if let CombatEffect::DicePerFriend { .. } = *effect {
                let near = self.friends_near(side, self.combat()?);
                return near.is_empty().then(|| "no other unit of yours is next to the target".into());
            }
            if let CombatEffect::NoShields = *effect {
                let combat = self.combat()?;
                let (attacker, target) = (self.unit(combat.attacker), self.unit(combat.target));
                let none = target.class().shields(attacker.class()) == 0;
                return none.then(|| "the target ignores no Blasts of this attacker anyway".into());
            }
            if let CombatEffect::Dice(i8::MIN..0) = *effect {
                let combat = self.combat()?;
                let total = self.dice(combat.attacker, combat.target, combat.card_dice).total();
                return (total == 0).then(|| "the attacker rolls no die anyway".into());
            }
            if let CombatEffect::AllShields = *effect {
                let combat = self.combat()?;
                let total = self.dice(combat.attacker, combat.target, combat.card_dice).total();
                return (total == 0).then(|| "the attacker rolls no die anyway".into());
            }
            if let CombatEffect::IgnoreAlerts = *effect {
                let combat = self.combat()?;
                if combat.hits == 0 {
                    return Some("the unit was not hit and may stay anyway".into());
                }
                let free = self.check_disregard(combat).is_ok();
                return free.then(|| "the flagship lets the unit disregard it anyway".into());
            }
            if let CombatEffect::Cancel = *effect {
                let played = self.played?;
                let aims: Vec<Hex> = played.on.into_iter().filter_map(|at| Hex::new(at.into())).collect();
                let idle = self.idle_at(side.other(), played.card, &aims);
                return idle.map(|why| format!("the card changes nothing anyway: {why}"));
            }
            if let CombatEffect::Parley { .. } = *effect {
                return (self.stars(side) <= card.cost)
                    .then(|| "once it is paid you have no star left to give".into());
            }
            if let CombatEffect::GainStars(_) = *effect {
                return (self.pool + card.cost == 0).then(|| "no star is left in the pool".into());
            }
            if let CombatEffect::Pin { .. } = *effect {
                let enemy = self.own_at(side.other(), *spots.first()?)?;
                return (!self.unit(enemy).is(Marks::ORDERED))
                    .then(|| "it has no orders and does not move anyway".into());
            }
            if let CombatEffect::LightSpeed { .. } = *effect {
                let fast = self.marked(own?, Marks::LIGHT_SPEED);
                return fast
                    .reach(own?, Mode::LightSpeed)
                    .is_empty()
                    .then(|| "no free hex is in reach".into());
            }
            if let CombatEffect::Slingshot { .. } = *effect {
                let unit = own?;
                let far = self.marked(unit, Marks::SLINGSHOT).reach(unit, Mode::SubLight);
                let more = far.minus(self.reach(unit, Mode::SubLight));
                return more.is_empty().then(|| "it leads to no hex that is out of reach without it".into());
            }
            if let CombatEffect::Helmsman = *effect {
                let (unit, mut reach) = (own?, crate::board::HexSet::EMPTY);
                for mode in Mode::ALL {
                    reach = reach.or(self.reach(unit, mode));
                }
                return reach.and(self.asteroids).is_empty().then(|| "no asteroids are in its reach".into());
            }
            None
        })
    }

    /// Is next to nothing at stake in the combat at hand: one die of the enemy that cannot eliminate the unit?
    pub(crate) fn is_trifle(&self, side: Side) -> bool {
        let Some(combat) = self.combat().filter(|c| c.target.side() == side) else { return false };
        // In other windows one of the two may be gone.
        if self.question() != Question::Card(Window::DeclareAgainst) || self.unit(combat.target).figures < 2 {
            return false;
        }
        self.dice(combat.attacker, combat.target, combat.card_dice).total() == 1
    }

    /// The same position with one more mark on a unit.
    fn marked(&self, id: UnitId, mark: Marks) -> Open {
        let mut open = *self;
        open.units[id.index()].marks.set(mark);
        open
    }

    /// Will the card never do anything in this battle? Units of a class do not come back.
    pub(crate) fn is_dead(&self, side: Side, id: CombatId) -> bool {
        self.dead_combat(side, id).is_some()
    }

    /// Why a combat card in a hand can do nothing as things stand: now, if this is its moment, or at all.
    pub fn idle_combat(&self, side: Side, id: CombatId) -> Option<String> {
        let card = id.card();
        if let Some(why) = self.dead_combat(side, id) {
            return Some(why);
        }
        if self.window(side) != Some(card.window)
            || !self.turn_fits(side, card.turn)
            || self.used[side.index()]
        {
            return None;
        }
        let mut why: Vec<Option<String>> = Vec::new();
        self.each_target(side, id, &mut |route| {
            why.push(self.idle_at(side, id, route.hexes()));
            false
        });
        match why.first() {
            None => self.no_target(side, id, &[]),
            Some(first) => first.clone().filter(|_| why.iter().all(Option::is_some)),
        }
    }

    /// Why a combat card can do nothing at all in this battle.
    fn dead_combat(&self, side: Side, id: CombatId) -> Option<String> {
        let card = id.card();
        let fits = |side: Side, fits: &dyn Fn(UnitId) -> bool| self.units_of(side).any(fits);
        if card.unit.is_some() && !fits(side, &|id| card.fits_unit(self.unit(id).class())) {
            return Some(format!("you have no {}", classes(card.unit, "unit")));
        }
        if card.enemy.is_some() && !fits(side.other(), &|id| card.fits_enemy(self.unit(id).class())) {
            return Some(format!("the enemy has no {}", classes(card.enemy, "unit")));
        }
        let does = |what: fn(&CombatEffect) -> bool| card.effect.iter().any(what);
        if does(|e| matches!(e, CombatEffect::Slingshot { .. })) && self.planets.is_empty() {
            return Some("there is no planet".into());
        }
        if does(|e| matches!(e, CombatEffect::Helmsman)) && self.asteroids.is_empty() {
            return Some("there are no asteroids".into());
        }
        if does(|e| matches!(e, CombatEffect::Boarding { .. })) && !fits(side, &|id| self.can_board(id)) {
            return Some("you have no cruisers".into());
        }
        None
    }

    /// Why a command card would order nobody if it were played now (RA-7.3).
    pub fn idle_command(&self, side: Side, id: CommandId) -> Option<String> {
        let mut open = *self;
        let mut plan = id.card().plan;
        (open.active, open.rating) = (side, open.command_cards[side.index()].max(1));
        (open.card, open.acts_as, open.mirrored) = (id.0, id.0, false);
        if plan.copy {
            // Without a card to copy it orders one unit.
            let (last, copied) = open.copied(side)?;
            (open.acts_as, open.mirrored, plan) = (last.0, true, copied);
        }
        if plan.preempt.is_some() {
            // RA-7.5: it is a reaction.
            return Some("played as the turn's card it orders nobody; it answers an attack".into());
        }
        if plan.fallback || plan.order_roll {
            return None;
        }
        if plan.repair_roll {
            let mends = |id: UnitId| {
                let unit = self.unit(id);
                unit.figures < unit.kind.stats().figures || unit.is(Marks::ALERT)
            };
            let none = !self.units_of(side).any(mends);
            return none.then(|| "no unit of yours is damaged or has a red alert marker".into());
        }
        open.orders = open.order_mode([0; 6]);
        if open.orders == OrderMode::None || open.team(side).iter().any(|seat| open.has_orders(seat)) {
            return None;
        }
        Some(open.nobody(side, plan))
    }

    /// Whom an order does not find.
    fn nobody(&self, side: Side, plan: Plan) -> String {
        match (self.orders, plan.filter) {
            (OrderMode::Sectors(caps), _) => {
                let open = |wing: &Wing| caps[wing.sector(side) as usize] > 0;
                let places: Vec<&str> = Wing::ALL.into_iter().filter(open).map(Wing::place).collect();
                format!("no unit of yours stands {}", places.join(" or "))
            }
            (OrderMode::Group(_), _) => "your flagship is lost".into(),
            (_, OrderFilter::Class(class)) => format!("you have no {} class unit", class.name()),
            (_, OrderFilter::NearEnemy) => "no unit of yours is next to an enemy".into(),
            (_, OrderFilter::AwayFromEnemy) => "every unit of yours is next to an enemy".into(),
            (_, OrderFilter::All | OrderFilter::Chain) => "it orders no unit of yours".into(),
        }
    }
}
