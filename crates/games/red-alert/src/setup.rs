//! Chapters 3, 4 and 5: setting up, task forces, purchases, deployment and the first player.

use crate::board::{Hex, HexSet, NONE, Sector, Side};
use crate::data::{self, Class, CombatId, CommandId, Face, Kind, fleet_fits};
use crate::data::{Scenario, TaskForces};
use crate::event::{Cx, Event, Ship};
use crate::state::{Open, RedAlert, Secret, Stage};
use crate::team::{commander, roles};
use klaxon_core::{Refusal, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// What is chosen before a battle (D1).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The scenario's id.
    pub scenario: String,
    /// Players of the Commonwealth and of the Confederation, one to three each (RA-22.1).
    pub players: [u8; 2],
    /// Jump points instead of hidden deployment (RA-24.1).
    #[serde(default)]
    pub jump_points: bool,
}

impl RedAlert {
    /// Sets the table up (RA-3.2, RA-3.3, RA-3.8).
    pub(crate) fn set_up(setup: &Setup, cx: &mut Cx) -> Result<RedAlert, Refusal> {
        let data = data::get();
        let Some((index, scenario)) = data.scenario(&setup.scenario) else {
            return Err(Refusal::malformed(format!("there is no scenario `{}`", setup.scenario)));
        };
        if setup.players.iter().any(|n| !(1..=3).contains(n)) {
            return Err(Refusal::illegal(rule!("RA-22.1"), "one to three players on each side"));
        }
        if setup.jump_points && !scenario.is_mustered() {
            let text = "jump points replace hidden deployment, which this scenario does not have";
            return Err(Refusal::illegal(rule!("RA-24.2"), text));
        }
        if scenario.task_forces != TaskForces::None && data.task_forces.len() < 2 {
            return Err(Refusal::illegal(rule!("RA-4.1"), "this scenario needs two task force cards"));
        }
        let mut game = RedAlert { open: Open::new(), secret: Secret::new() };
        game.lay_out(index, setup);
        cx.say(|| Event::Battle { scenario: scenario.id.clone(), name: scenario.name.clone() });
        for &(side, hex, kind) in &scenario.units {
            game.open.muster(side, kind, hex);
        }
        game.open.stage = Stage::Buy;
        match scenario.task_forces {
            TaskForces::None => {}
            TaskForces::Random => {
                let mut cards: Vec<u8> = data.task_forces.iter().map(|f| f.number).collect();
                cx.luck.shuffle(&mut cards);
                for side in Side::BOTH {
                    game.give_task_force(side, cards[side.index()], cx);
                }
            }
            TaskForces::Choose => {
                // RA-23.10: most Stars of five dice selects first.
                let side = game.star_off(cx);
                cx.say(|| Event::PicksFirst { side });
                game.open.placer = side;
                game.open.stage = Stage::PickTaskForce;
            }
        }
        game.open.done = Side::BOTH.map(|side| !game.buys(side));
        game.advance(cx);
        Ok(game)
    }

    /// Features, numbers and seats of the scenario.
    fn lay_out(&mut self, index: usize, setup: &Setup) {
        let scenario = &data::get().scenarios[index];
        let open = &mut self.open;
        open.scenario = index as u8;
        (open.roles, open.seats) = roles(setup.players);
        open.target = scenario.victory_points;
        open.eliminations = scenario.eliminations.unwrap_or(0);
        open.objectives = scenario.objectives;
        open.time_pressure = scenario.time_pressure;
        open.jump = setup.jump_points;
        open.asteroids = scenario.asteroids;
        for planet in &scenario.planets {
            open.planets = open.planets.or(planet.hexes);
        }
        open.find_groups();
        for planet in &scenario.planets {
            if let Some(name) = &planet.name {
                let hex = planet.hexes.iter().next().expect("a planet has hexes");
                open.name_planet(
                    hex,
                    data::get().planet_names.iter().position(|n| n == name).expect("collected"),
                );
            }
        }
    }

    /// Five dice each until one has more Stars (RA-5.4, RA-4.20, RA-23.10). They bring no star tokens (RA-16.5).
    fn star_off(&mut self, cx: &mut Cx) -> Side {
        loop {
            let mut stars = [0; 2];
            for side in Side::BOTH {
                let (count, dice) = cx.roll(5);
                cx.say(|| Event::StarRoll { side, dice });
                stars[side.index()] = count[Face::Star as usize];
            }
            if stars[0] != stars[1] {
                return if stars[0] > stars[1] { Side::Cw } else { Side::Cf };
            }
        }
    }

    pub(crate) fn give_task_force(&mut self, side: Side, number: u8, cx: &mut Cx) {
        self.open.task_force[side.index()] = number;
        let name = data::get().task_force(number).expect("checked").name.clone();
        cx.say(|| Event::TaskForce { side, number, name });
    }

    fn buys(&self, side: Side) -> bool {
        self.open.scenario().muster[side.index()].support.is_some()
    }

    /// The Fleet Commanders who are not done with a step of setting up that both take at once.
    fn not_done(&self) -> Option<SeatSet> {
        let waiting: SeatSet =
            Side::BOTH.into_iter().filter(|s| !self.open.done[s.index()]).map(commander).collect();
        (!waiting.is_empty()).then_some(waiting)
    }

    /// D2: task force cards in turn.
    pub(crate) fn task_force_step(&mut self) -> Option<SeatSet> {
        if self.open.task_force.contains(&NONE) {
            return Some(SeatSet::only(commander(self.open.placer)));
        }
        self.open.placer = Side::Cw;
        self.open.stage = Stage::Buy;
        None
    }

    /// D3: both buy.
    pub(crate) fn buy_step(&mut self) -> Option<SeatSet> {
        let waiting = self.not_done();
        if waiting.is_none() {
            self.begin_deployment();
        }
        waiting
    }

    /// D4, RA-24.1: both deploy, or choose jump points.
    pub(crate) fn deploy_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let waiting = self.not_done();
        if waiting.is_none() {
            self.begin_held_back(cx);
        }
        waiting
    }

    /// D6: both choose a card.
    pub(crate) fn initiative_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let open: SeatSet =
            Side::BOTH.into_iter().filter(|s| self.secret.sealed[s.index()] == NONE).map(commander).collect();
        if !open.is_empty() {
            return Some(open);
        }
        self.reveal_initiative(cx);
        None
    }

    fn begin_deployment(&mut self) {
        self.open.stage = if self.open.jump { Stage::JumpPoints } else { Stage::Deploy };
        // A side that bought nothing is asked too, or the silence would betray it.
        self.open.done = Side::BOTH.map(|side| self.open.scenario().deploy[side.index()].is_empty());
    }

    /// Units that a side deploys: task force and purchases (RA-4.15).
    pub(crate) fn fleet_to_deploy(&self, side: Side) -> [u8; 9] {
        let mut units = self.secret.bought[side.index()];
        if let Some(force) = data::get().task_force(self.open.task_force[side.index()]) {
            for (n, more) in units.iter_mut().zip(force.units) {
                *n += more;
            }
        }
        units
    }

    /// Units of a side that are not assigned to a deployment hex yet.
    pub(crate) fn undeployed(&self, side: Side) -> [u8; 9] {
        let mut units = self.fleet_to_deploy(side);
        for kind in self.secret.hidden[side.index()].iter().filter(|&&k| k != NONE) {
            units[usize::from(*kind)] -= 1;
        }
        units
    }

    fn begin_held_back(&mut self, cx: &mut Cx) {
        if self.open.jump {
            self.reveal_jump_points(cx);
            self.deal(cx);
            return;
        }
        self.open.stage = Stage::HeldBack;
        self.open.held = Side::BOTH.map(|side| self.undeployed(side).iter().sum());
        if self.open.held.iter().all(|&n| n > 0) {
            let [cw, cf] = self.open.task_force;
            // RA-4.17: the higher task force number places first; RA-4.20: without cards the dice decide.
            self.open.placer = if cw == NONE || cf == NONE {
                self.star_off(cx)
            } else if cw > cf {
                Side::Cw
            } else {
                Side::Cf
            };
            let side = self.open.placer;
            cx.say(|| Event::PicksFirst { side });
        } else {
            self.open.placer = if self.open.held[0] > 0 { Side::Cw } else { Side::Cf };
        }
    }

    pub(crate) fn held_back_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let side = self.open.placer;
        let s = side.index();
        if self.open.held[s] > 0 {
            if !self.open.held_hexes(side).is_empty() {
                return Some(SeatSet::only(commander(side)));
            }
            let units = self.open.held[s];
            cx.say(|| Event::LeftOut { side, units });
            // RA-4.22: a map without room for a held-back unit leaves it out of the battle.
            self.open.held[s] = 0;
            return None;
        }
        if self.open.held[1 - s] > 0 {
            self.open.placer = side.other();
            return None;
        }
        self.reveal_fleets(cx);
        self.deal(cx);
        None
    }

    pub(crate) fn apply_place_held(&mut self, side: Side, kind: Kind, at: Hex, cx: &mut Cx) {
        let s = side.index();
        let id = Some(self.open.muster(side, kind, at));
        self.open.held[s] -= 1;
        self.secret.placed_held[s][kind as usize] += 1;
        cx.reveal(|| Event::HeldPlaced { ship: Ship { side, kind, at, id } });
    }

    /// Held-back units of a side that are still to be placed, by kind.
    pub(crate) fn held_left(&self, side: Side) -> [u8; 9] {
        let mut units = self.undeployed(side);
        for (n, placed) in units.iter_mut().zip(self.secret.placed_held[side.index()]) {
            *n -= placed;
        }
        units
    }

    /// RA-4.19: markers off, units up.
    fn reveal_fleets(&mut self, cx: &mut Cx) {
        for side in Side::BOTH {
            let s = side.index();
            let spots: Vec<Hex> = self.open.scenario().deploy[s].iter().collect();
            let mut ships = Vec::new();
            for (i, at) in spots.into_iter().enumerate() {
                let unit = self.secret.hidden[s][i];
                if unit != NONE {
                    let kind = Kind::ALL[usize::from(unit)];
                    let id = Some(self.open.muster(side, kind, at));
                    ships.push(Ship { side, kind, at, id });
                }
            }
            if !ships.is_empty() {
                cx.reveal(|| Event::Fleet { side, ships });
            }
        }
    }

    fn reveal_jump_points(&mut self, cx: &mut Cx) {
        for side in Side::BOTH {
            let s = side.index();
            self.open.jump_points[s] = self.secret.jump[s];
            self.open.waiting[s] = self.fleet_to_deploy(side);
            let at: Vec<Hex> =
                self.secret.jump[s].iter().filter(|&&h| h != NONE).map(|&h| Hex::raw(h)).collect();
            let units = self.open.waiting[s];
            cx.reveal(|| {
                let waiting = Kind::ALL
                    .into_iter()
                    .flat_map(|k| std::iter::repeat_n(k, usize::from(units[k as usize])))
                    .collect();
                Event::JumpPoints { side, at, waiting }
            });
        }
    }

    /// RA-3.4, RA-3.5, RA-3.6: hands and stars, once the fleets are known.
    fn deal(&mut self, cx: &mut Cx) {
        let data = data::get();
        let fill = |deck: &mut [u8], copies: &mut dyn Iterator<Item = u8>| {
            let mut n = 0;
            for (card, count) in copies.enumerate() {
                for _ in 0..count {
                    deck[n] = card as u8;
                    n += 1;
                }
            }
            n
        };
        let n = fill(&mut self.secret.command_deck, &mut data.command.iter().map(|c| c.copies));
        cx.luck.shuffle(&mut self.secret.command_deck[..n]);
        self.open.command_left = n as u8;
        let n = fill(&mut self.secret.combat_deck, &mut data.combat.iter().map(|c| c.copies));
        cx.luck.shuffle(&mut self.secret.combat_deck[..n]);
        self.open.combat_left = n as u8;
        for side in Side::BOTH {
            let s = side.index();
            let muster = self.open.scenario().muster[s];
            for _ in 0..muster.command {
                self.open.command_left -= 1;
                let card = std::mem::replace(
                    &mut self.secret.command_deck[usize::from(self.open.command_left)],
                    NONE,
                );
                self.secret.command[s].0[usize::from(card)] += 1;
            }
            for _ in 0..muster.combat {
                self.open.combat_left -= 1;
                let card =
                    std::mem::replace(&mut self.secret.combat_deck[usize::from(self.open.combat_left)], NONE);
                self.secret.combat[s].0[usize::from(card)] += 1;
            }
            self.open.command_cards[s] = muster.command;
            self.open.combat_cards[s] = muster.combat;
            let command: Vec<CommandId> = self.secret.command[s].cards().map(CommandId).collect();
            let combat: Vec<CombatId> = self.secret.combat[s].cards().map(CombatId).collect();
            let team = self.open.team(side);
            cx.secret(
                team,
                true,
                || Event::Dealt { side, command, combat },
                || Event::DealtHidden { side, command: muster.command, combat: muster.combat },
            );
        }
        for side in Side::BOTH {
            let change = self.star_change(side);
            let stars =
                (i16::from(self.open.scenario().muster[side.index()].stars) + i16::from(change)).max(0) as u8;
            let stars = stars.min(self.open.pool);
            self.open.pool -= stars;
            self.open.stars[side.index()] = stars;
            cx.say(|| Event::Stars { side, stars, change });
        }
        // What was hidden lies open now or is spent.
        self.secret.bought = [[0; 9]; 2];
        self.secret.hidden = [[NONE; 16]; 2];
        self.secret.placed_held = [[0; 9]; 2];
        self.secret.jump = [[NONE; 3]; 2];
        self.open.done = [false; 2];
        self.open.placer = Side::Cw;
        match self.open.scenario().first.side() {
            // RA-5.7: the scenario says who moves first.
            Some(side) => {
                cx.say(|| Event::First { side });
                self.begin_turn(side, cx);
            }
            None => self.open.stage = Stage::Initiative,
        }
    }

    /// RA-4.12: points over or under the allowance change the stars.
    pub(crate) fn star_change(&self, side: Side) -> i8 {
        let Some(allowance) = self.allowance(side) else { return 0 };
        let spent = self.spent(side);
        match i16::from(spent) - i16::from(allowance) {
            over if over > 0 => -(over as i8),
            0 => 0,
            -1 => 1,
            _ => 2,
        }
    }

    /// RA-4.4: the scenario's allowance and what the task force card left.
    pub(crate) fn allowance(&self, side: Side) -> Option<u8> {
        let support = self.open.scenario().muster[side.index()].support?;
        let rest = data::get().task_force(self.open.task_force[side.index()]).map_or(0, |f| f.remaining);
        Some(support + rest)
    }

    pub(crate) fn spent(&self, side: Side) -> u8 {
        Kind::ALL.iter().map(|k| self.secret.bought[side.index()][*k as usize] * k.stats().price).sum()
    }

    /// Everything a side will field: printed units, task force and purchases (RA-4.11).
    fn whole_fleet(&self, side: Side) -> [u8; 9] {
        let mut units = self.fleet_to_deploy(side);
        for (n, more) in units.iter_mut().zip(self.open.scenario().fixed(side)) {
            *n += more;
        }
        units
    }

    pub(crate) fn check_buy(&self, side: Side, kind: Kind) -> Result<(), Refusal> {
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        if !kind.stats().for_sale {
            return illegal(rule!("RA-4.5"), "a flagship cannot be bought".into());
        }
        let allowance = self.allowance(side).unwrap_or(0);
        let (spent, price) = (self.spent(side), kind.stats().price);
        // RA-4.10: at most two points too much.
        if spent + price > allowance + 2 {
            let left = i16::from(allowance) + 2 - i16::from(spent);
            let text =
                format!("{} cost {price} points, and {left} are left counting 2 of overdraft", kind.words());
            return illegal(rule!("RA-4.10"), text);
        }
        let mut fleet = self.whole_fleet(side);
        fleet[kind as usize] += 1;
        if let Err(text) = fleet_fits(&data::get().units, &fleet) {
            return illegal(rule!("RA-4.7"), text.replace(" (RA-4.7)", ""));
        }
        Ok(())
    }

    pub(crate) fn check_done_buying(&self, side: Side) -> Result<(), Refusal> {
        let fleet = self.whole_fleet(side);
        let fighters: u8 =
            Kind::ALL.iter().filter(|k| k.class() == Class::Fighter).map(|k| fleet[*k as usize]).sum();
        let others = fleet.iter().sum::<u8>() - fighters;
        if fighters > others {
            let text = format!("{fighters} fighter class units are more than the {others} other units");
            return Err(Refusal::illegal(rule!("RA-4.6"), text));
        }
        if fleet.iter().sum::<u8>() == 0 {
            // RA-4.9: nothing need be bought, but something must be there.
            return Err(Refusal::illegal(rule!("RA-21.5"), "a fleet needs at least one unit"));
        }
        Ok(())
    }

    pub(crate) fn check_deploy(&self, side: Side, kind: Kind, at: Hex) -> Result<(), Refusal> {
        let s = side.index();
        let deploy = self.open.scenario().deploy[s];
        if !deploy.has(at) {
            let names: Vec<String> = deploy.iter().map(|h| h.to_string()).collect();
            let text = format!("your deployment hexes are {}", names.join(" "));
            return Err(Refusal::illegal(rule!("RA-4.14"), text));
        }
        if self.secret.hidden[s][deploy.rank(at)] != NONE {
            let text = format!("a unit lies under {at} already; take it back first");
            return Err(Refusal::illegal(rule!("RA-4.15"), text));
        }
        if self.undeployed(side)[kind as usize] == 0 {
            let text = format!("you have no more {} to deploy", kind.words());
            return Err(Refusal::illegal(rule!("RA-4.15"), text));
        }
        Ok(())
    }

    pub(crate) fn check_done_deploying(&self, side: Side) -> Result<(), Refusal> {
        let s = side.index();
        let free = self.open.scenario().deploy[s].len()
            - self.secret.hidden[s].iter().filter(|&&k| k != NONE).count();
        let left: u8 = self.undeployed(side).iter().sum();
        // RA-4.21.
        if free > 0 && left > 0 {
            let text = format!("{left} units are left and {free} hexes are empty: no unit is held back then");
            return Err(Refusal::illegal(rule!("RA-4.21"), text));
        }
        Ok(())
    }

    /// RA-5.1 to 5.4.
    fn reveal_initiative(&mut self, cx: &mut Cx) {
        let cards = self.secret.sealed.map(CommandId);
        self.open.aside = std::mem::replace(&mut self.secret.sealed, [NONE; 2]);
        cx.reveal(|| Event::Initiative { cards });
        let [cw, cf] = cards.map(|c| c.card().initiative);
        let side = match cw.cmp(&cf) {
            std::cmp::Ordering::Less => Side::Cw,
            std::cmp::Ordering::Greater => Side::Cf,
            std::cmp::Ordering::Equal => self.star_off(cx),
        };
        cx.say(|| Event::First { side });
        self.begin_turn(side, cx);
    }

    pub(crate) fn apply_jump_point(&mut self, side: Side, at: Hex, cx: &mut Cx) {
        let s = side.index();
        let slot = self.secret.jump[s].iter().position(|&h| h == NONE).expect("checked");
        self.secret.jump[s][slot] = at.number();
        let team = self.open.team(side);
        cx.whisper(team, || Event::JumpPoint { side, at });
        if self.next_jump_sector(side).is_none() {
            self.open.done[s] = true;
            cx.say(|| Event::JumpPointsDone { side });
        }
    }

    /// The sector whose jump point a side chooses next, west to east.
    pub(crate) fn next_jump_sector(&self, side: Side) -> Option<Sector> {
        let n = self.secret.jump[side.index()].iter().filter(|&&h| h != NONE).count();
        Sector::ALL.get(n).copied()
    }
}

impl Open {
    /// RA-4.18: empty hexes next to any of a side's faction markers. The markers' own hexes are not empty.
    pub(crate) fn held_hexes(&self, side: Side) -> HexSet {
        let scenario: &Scenario = self.scenario();
        let marked = scenario.deploy[0].or(scenario.deploy[1]);
        scenario.deploy[side.index()].around().minus(marked).minus(self.occupied()).minus(self.debris)
    }

    /// RA-18.11: connected planet hexes form a group.
    pub(crate) fn find_groups(&mut self) {
        assert!(self.planets.len() <= 18, "a map has at most 18 feature tiles");
        self.groups = [NONE; 18];
        let mut next = 0;
        for start in self.planets.iter() {
            if self.groups[self.planets.rank(start)] != NONE {
                continue;
            }
            let mut group: HexSet = [start].into_iter().collect();
            loop {
                let more = group.or(group.around().and(self.planets));
                if more == group {
                    break;
                }
                group = more;
            }
            for hex in group.iter() {
                self.groups[self.planets.rank(hex)] = next;
            }
            next += 1;
        }
    }

    pub(crate) fn name_planet(&mut self, hex: Hex, name: usize) {
        let group = self.group(hex).expect("a planet hex");
        self.planet_names[usize::from(group)] = name as u8;
    }

    /// The name of a planet group.
    pub fn planet_name(&self, group: u8) -> Option<&'static str> {
        let index = self.planet_names[usize::from(group)];
        (index != NONE).then(|| data::get().planet_names[usize::from(index)].as_str())
    }
}
