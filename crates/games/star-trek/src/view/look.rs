//! Makes views: what one viewer may know of a state, put in by hand field by field.

use super::{
    ActingView, Aim, Asked, DiskView, DraftView, FightView, KnownDisk, ObstacleView, OrderView, Progress,
    SeatView, ShipView, Stall, TerrainView, ThreatView, TorpedoView, View, Ware, ZoneView,
};
use crate::data::data;
use crate::data::scenario::{Victory, Zone};
use crate::kinds::{Crit, DiskId, Order, ShipId, TerrainId};
use crate::questions::Means;
use crate::state::frame::{Frame, Target};
use crate::state::{
    Bought, Disk, Ending, Face, FightStep, NOBODY, Place, SCENARIO_BERTH, Ship, Slot, Stage, StarTrek,
    Status, THREAT, Why,
};
use crate::values::{Scene, Stat};
use klaxon_core::Viewer;
use klaxon_geometry::plane::{Point, TEMPLATE};

/// Through whose eyes.
#[derive(Clone, Copy)]
pub(crate) struct Eyes {
    team: u8,
    all: bool,
}

impl StarTrek {
    pub(crate) fn eyes(&self, viewer: Viewer) -> Eyes {
        match viewer {
            Viewer::Seat(seat) => Eyes { team: self.team_of(seat.0), all: false },
            Viewer::Watcher => Eyes { team: NOBODY, all: false },
            Viewer::Everything => Eyes { team: NOBODY, all: true },
        }
    }

    /// May the eyes know what this disk is? Face up, their own, open fleets, or seen before.
    pub(crate) fn knows_disk(&self, eyes: Eyes, disk: &Disk) -> bool {
        if eyes.all || disk.face != Face::Concealed || self.options.open_fleets {
            return true;
        }
        // ST-5.2: team-mates see which; ST-5.7: tech goes with the ship.
        let own = self.team_of(self.user(disk)) == eyes.team;
        own || self.seen_turn(eyes, disk) > 0
    }

    fn seen_turn(&self, eyes: Eyes, disk: &Disk) -> u8 {
        let place = if usize::from(eyes.team) < 6 { usize::from(eyes.team) } else { 6 };
        disk.seen[place]
    }

    /// ST-6.3: team-mates see face-down orders, opponents do not.
    fn knows_slot(&self, eyes: Eyes, ship: &Ship, known: u8) -> bool {
        let own = self.team_of(ship.controller) == eyes.team;
        eyes.all || own || (usize::from(eyes.team) < 6 && known >> eyes.team & 1 == 1)
    }

    fn disk_view(&self, eyes: Eyes, id: DiskId, disk: &Disk) -> DiskView {
        let known = self.knows_disk(eyes, disk).then(|| {
            let kind = disk.kind.of();
            let own = eyes.all || self.team_of(self.user(disk)) == eyes.team;
            KnownDisk {
                kind: disk.kind,
                name: kind.name.clone(),
                tech: kind.tech,
                command: self.command(id),
                combat: self.combat(id, 0),
                keywords: kind.keywords.iter().map(|k| k.name()).collect(),
                rows: kind.rows.iter().map(|r| row_text(r)).collect(),
                ability: kind.ability.as_ref().map(|a| a.text()),
                home: disk.home,
                seen: (disk.face == Face::Concealed && !own)
                    .then(|| self.seen_turn(eyes, disk))
                    .filter(|turn| *turn > 0),
                turning: own && disk.turning,
                kept: own && disk.picked && self.stage == Stage::Keep,
            }
        });
        // A hidden disk of a stack looks like any other: only how many there are is known (ST-5.2).
        let owner = match disk.place {
            Place::Ship(ship) if known.is_none() => self.ship(ship).controller,
            Place::Ship(_) | Place::Terrain(_) | Place::Threat | Place::Out => disk.owner,
        };
        DiskView { id, face: disk.face, owner, known }
    }

    fn disks_view(&self, eyes: Eyes, place: Place) -> Vec<DiskView> {
        self.disks_at(place).map(|(id, d)| self.disk_view(eyes, id, d)).collect()
    }

    fn ship_view(&self, eyes: Eyes, id: ShipId) -> ShipView {
        let ship = self.ship(id);
        let kind = ship.kind.of();
        let own = eyes.all || self.team_of(ship.controller) == eyes.team;
        // ST-3.3: positions are secret until all are shown; scenario ships stand openly.
        let shown = match ship.status {
            Status::Aside => false,
            Status::Placed => own || kind.is_scenario(),
            Status::InPlay | Status::Destroyed | Status::Exited | Status::Removed => true,
        };
        let assigning = self.stage == Stage::Assign && !own;
        let order = |slot: Slot| match slot {
            Slot::Empty => OrderView::Empty,
            Slot::Down { order, known } if self.knows_slot(eyes, ship, known) => OrderView::Known(order),
            Slot::Down { .. } => OrderView::Hidden,
            Slot::Up { order } => OrderView::Revealed(order),
            Slot::Removed => OrderView::Removed,
        };
        let orders = ship.orders.map(|slot| if assigning { OrderView::Empty } else { order(slot) });
        let straight = (ship.in_play() && ship.speed > 0).then(|| self.straight_end(id, ship.heading));
        ShipView {
            id,
            kind: ship.kind,
            name: kind.name.clone(),
            class: kind.class.clone(),
            faction: kind.faction,
            team: self.team_of(ship.controller),
            owner: ship.owner,
            controller: ship.controller,
            status: if ship.status == Status::Placed && !shown { Status::Aside } else { ship.status },
            radius: kind.size.radius(),
            at: shown.then_some(ship.at),
            heading: shown.then_some(ship.heading),
            speed: shown.then_some(ship.speed),
            max_speed: self.max_speed(id),
            max_start_speed: own.then(|| self.max_start_speed(id)),
            shields: ship.shields,
            max_shields: self.max_shields(id),
            hull: ship.hull,
            max_hull: self.max_hull(id),
            beam: i32::from(kind.beam) + self.bonus(id, Stat::Beam, &Scene::default()),
            beam_range: self.beam_range(id),
            torps: ship.torps,
            crits: Crit::ALL.into_iter().filter(|c| ship.has_crit(*c)).collect(),
            orders,
            cloaked: self.cloaked(id),
            command: self.command_total(id),
            acted: ship.marks.acted,
            adapted: ship.adapted,
            cloak_pick: Some(ship.cloak_pick).filter(|p| own && p.is_some()),
            straight,
            threatened: straight.is_some_and(|end| self.threatens(id, end)),
            ability: kind.ability.as_ref().map(|a| a.text()),
            disks: self.disks_view(eyes, Place::Ship(id)),
        }
    }

    /// What is asked, for everybody to see.
    pub(crate) fn question(&self) -> Asked {
        if self.asked.is_empty() {
            return Asked::Nothing;
        }
        match self.stack.last() {
            Some(Frame::Shot(shot)) if !shot.dropped => {
                Asked::BeamDeclared { from: shot.from, target: shot.target, counters: shot.counters }
            }
            Some(Frame::Shot(shot)) => {
                Asked::BeamDropped { from: shot.from, hits: shot.hits, misses: shot.misses }
            }
            Some(Frame::Again { ship }) => Asked::FireAgain { ship: *ship },
            Some(Frame::Hits(hits)) => {
                let (shields, hull) = self.split_hits(hits);
                let ship = if let Target::Ship(id) = hits.target { id } else { ShipId::NONE };
                Asked::HitsIncoming { ship, source: hits.source, shields, hull }
            }
            Some(Frame::Critical(c)) => Asked::Critical { ship: c.ship, crit: c.crit },
            Some(Frame::Launched { ship, .. }) => Asked::LaunchAgain { ship: *ship },
            Some(Frame::Guide { torpedo, hop }) => {
                let of = self.torpedo(*torpedo).map_or(0, |t| t.movement);
                Asked::Guide { torpedo: *torpedo, hop: hop + 1, of }
            }
            Some(Frame::Transport { ship, to }) => Asked::Transport { ship: *ship, to: *to },
            Some(Frame::Revealed { ship, order, .. }) => Asked::OrderRevealed { ship: *ship, order: *order },
            Some(Frame::Placing { ship, beside }) => Asked::PlaceShip { ship: *ship, beside: *beside },
            Some(Frame::Moving(_) | Frame::Checks { .. } | Frame::Collision { .. }) => Asked::Nothing,
            None => match self.stage {
                Stage::Split => Asked::Split,
                Stage::Build => Asked::Build { again: !self.standing.is_empty() },
                Stage::PlaceObstacles => Asked::PlaceObstacle { left: self.to_place },
                Stage::Deploy => Asked::Deploy,
                Stage::Reveal => Asked::Reveal,
                Stage::Assign => Asked::Assign,
                Stage::CloakWindow => Asked::Cloak,
                Stage::PhaseStart => Asked::PhaseStart,
                Stage::Act => match (&self.act, self.optioned()) {
                    (Some(act), _) => Asked::Activation { ship: act.ship },
                    (None, Some(ship)) => Asked::ActOrDefer { ship },
                    (None, None) => Asked::Nothing,
                },
                Stage::Steer => Asked::Steer,
                Stage::Boarding => match self.fight.step {
                    FightStep::Start => Asked::BoardingStart,
                    FightStep::Segment => Asked::BoardingSegment,
                    FightStep::Losses => Asked::Lose,
                    FightStep::Save { side } => Asked::Save { disk: self.fight.losses[usize::from(side)] },
                    FightStep::Idle => Asked::Nothing,
                },
                Stage::Keep => Asked::Keep,
                Stage::Flight { .. } | Stage::Threat | Stage::TurnEnd | Stage::Over => Asked::Nothing,
            },
        }
    }

    /// The name of a seat: its faction, and a number where several have it.
    pub(crate) fn name_of_seat(&self, seat: u8) -> String {
        let faction = self.seats[usize::from(seat)].faction;
        let same = self.seats.iter().filter(|p| p.faction == faction).count();
        let nth = self.seats[..=usize::from(seat)].iter().filter(|p| p.faction == faction).count();
        if same > 1 { format!("{} {nth}", faction.name()) } else { faction.name().into() }
    }

    /// The name of a team.
    pub(crate) fn name_of_team(&self, team: u8) -> String {
        if team == THREAT {
            return "the Borg".into();
        }
        if self.scenario.ffa {
            return self.team_seats(team).iter().next().map_or_else(String::new, |s| self.name_of_seat(s.0));
        }
        self.scenario.team(usize::from(team)).name.clone()
    }

    /// ST-20.4: what has been done for some turns of several.
    fn progress(&self) -> Vec<Progress> {
        let mut list = Vec::new();
        for (condition, victory) in self.scenario.victory.iter().enumerate() {
            let Victory::Goal { goal, .. } = victory else { continue };
            let Some((of, _)) = goal.turns().filter(|(of, _)| *of > 1) else { continue };
            for t in 0..self.teams {
                let turns = self.held[condition][usize::from(t)];
                if turns > 0 {
                    list.push(Progress { condition, team: self.name_of_team(t), turns, of });
                }
            }
        }
        list
    }

    fn aims(&self) -> Vec<Aim> {
        let acts = self.stage == Stage::Act && self.stack.is_empty();
        let acting = self.act.filter(|_| acts).map(|act| act.ship);
        let again = if let Some(Frame::Again { ship }) = self.stack.last() { Some(*ship) } else { None };
        let Some(ship) = again.or(acting) else { return Vec::new() };
        if !self.ship(ship).in_play() {
            return Vec::new();
        }
        let aim = |target: Target| {
            let (hull, crits) = match target {
                Target::Ship(id) => (u16::from(self.ship(id).hull), self.ship(id).crits),
                Target::Threat => (self.threat.as_ref().map_or(0, |t| t.hull), 0),
            };
            Aim {
                target,
                counters: self.beam(ship, target).max(0) as u8,
                shields: self.target_shields(target),
                hull,
                crits,
                ignores: self.ship(ship).ignores,
                because: self.because(ship, target),
            }
        };
        self.beam_targets(ship).into_iter().map(aim).collect()
    }

    /// How the counters of a beam came about.
    fn because(&self, ship: ShipId, target: Target) -> Vec<(String, i32)> {
        let s = self.ship(ship);
        let scene = Scene { target: Some(target), ..Scene::default() };
        let mut list = vec![(format!("beam of {}", s.kind.of().name), i32::from(s.kind.of().beam))];
        for (means, plus) in self.bonuses(ship, Stat::Beam, &scene) {
            let name = match means {
                Means::Disk(id) => &self.disk(id).kind.of().name,
                Means::Ship(id) => &self.ship(id).kind.of().name,
            };
            list.push((name.clone(), plus));
        }
        let before: i32 = list.iter().map(|(_, n)| n).sum();
        if s.has_crit(Crit::Weapons) && before > 0 {
            list.push(("weapons critical".into(), (before - 2).max(1) - before));
        }
        if self.beam_in_nebula(s.round(), target) {
            list.push(("nebula".into(), -2));
        }
        if target == Target::Threat && s.adapted > 0 {
            list.push(("adaptation".into(), -i32::from(s.adapted)));
        }
        list
    }

    pub(crate) fn ending_text(&self, ending: &Ending) -> String {
        let winner = ending.winners.iter().next().map(|s| self.name_of_team(self.team_of(s.0)));
        match (winner, ending.why) {
            (Some(w), Why::Fleet) => format!("{w} wins: the opposing fleet is destroyed"),
            (Some(w), Why::Goal) => format!("{w} wins: the goal of the mission is reached"),
            (Some(w), Why::Points) => format!("{w} wins on points"),
            (Some(w), Why::Hull) => format!("{w} wins at the turn limit with more hull left"),
            (Some(w), Why::Limit) => format!("{w} wins: the turn limit is reached"),
            (Some(w), Why::Conceded) => format!("{w} wins: everybody else has conceded"),
            (Some(w), Why::Together | Why::Agreed | Why::Defeat) => format!("{w} wins"),
            (None, Why::Agreed) => "a draw, agreed by all".into(),
            (None, Why::Defeat) => "defeat: the mission has failed".into(),
            (None, Why::Limit) => "a draw at the turn limit".into(),
            (None, Why::Fleet | Why::Goal | Why::Points | Why::Hull | Why::Together | Why::Conceded) => {
                "a draw: several conditions were met in the same turn".into()
            }
        }
    }
}

/// A row of order icons in letters.
pub(crate) fn row_text(row: &[Order]) -> String {
    row.iter().map(|o| o.code()).collect::<Vec<_>>().join("+")
}

impl View {
    pub(crate) fn of(game: &StarTrek, viewer: Viewer) -> View {
        let eyes = game.eyes(viewer);
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat.0) } else { None };
        let building = matches!(game.stage, Stage::Split | Stage::Build);
        let seats = (0..game.seats.len() as u8).map(|s| {
            let p = &game.seats[usize::from(s)];
            SeatView {
                seat: s,
                name: game.name_of_seat(s),
                team: p.team,
                faction: p.faction,
                share: p.share,
                spent: (!building).then_some(p.spent),
                out: p.out,
            }
        });
        let ships = (0..game.ships.len()).map(|i| game.ship_view(eyes, ShipId::at(i)));
        let terrain = game.terrain.iter().enumerate().map(|(i, t)| TerrainView {
            id: TerrainId::at(i),
            kind: t.kind,
            name: game.scenario.terrain[i].name.clone(),
            at: t.at,
            radius: t.radius,
            collision: t.collision,
            holder: Some(t.holder).filter(|h| *h != NOBODY),
            disks: game.disks_view(eyes, Place::Terrain(TerrainId::at(i))),
        });
        let torpedoes = game.torpedoes.iter().map(|t| TorpedoView {
            id: t.id,
            owner: t.owner,
            at: t.at,
            heading: t.heading,
            damage: t.damage,
            movement: t.movement,
            life: t.life,
            chosen: t.chosen.filter(|_| eyes.all || game.team_of(t.owner) == eyes.team),
        });
        let threat = game.living_threat().map(|t| ThreatView {
            at: t.at,
            heading: t.heading,
            radius: t.round().radius,
            shields: t.shields,
            max_shields: t.max_shields,
            hull: t.hull,
            towards: t.towards,
            reached: t.reached,
            disks: game.disks_view(eyes, Place::Threat),
        });
        let fighting = game.stage == Stage::Boarding && game.fight.step != FightStep::Idle;
        let taken = match seat {
            Some(s) => {
                let (ships, disks) = game.taken_for(s);
                let ships = ships.iter().map(|t| t.of().id.clone());
                ships.chain(disks.iter().map(|t| t.of().id.clone())).collect()
            }
            None => Vec::new(),
        };
        View {
            seat,
            scenario: game.scenario.id.clone(),
            title: game.scenario.name.clone(),
            mission: game.scenario.mission.clone(),
            victory: game.scenario.victory_text(),
            progress: game.progress(),
            turn_limit: game.turn_limit(),
            table: [game.table.width, game.table.height],
            stage: game.stage,
            turn: game.turn,
            phase: game.phase,
            to_act: game.asked,
            asked: game.question(),
            draw: game.draw,
            seats: seats.collect(),
            scores: (0..game.teams).map(|t| game.total_score(t)).collect(),
            teams: (0..game.teams).map(|t| game.name_of_team(t)).collect(),
            ships: ships.collect(),
            terrain: terrain.collect(),
            obstacles: game
                .obstacles
                .iter()
                .map(|o| ObstacleView { id: o.id, kind: o.kind, hits: o.hits, at: o.at })
                .collect(),
            torpedoes: torpedoes.collect(),
            threat,
            initiative: game.initiative.iter().copied().filter(|id| game.ship(*id).in_play()).collect(),
            acting: game.act.map(|a| ActingView {
                ship: a.ship,
                revealed: a.revealed,
                moved: a.moved,
                orders: a.orders,
                evades: !a.moved && game.ship(a.ship).in_play() && game.can_evade(a.ship),
                turns_moving: !a.moved
                    && a.orders[Order::ChangeHeading as usize] > 0
                    && game.turns_anytime(a.ship),
                safest: game.ship(a.ship).in_play().then(|| game.safest(a.ship)).flatten(),
                torpedo: (game.ship(a.ship).in_play()
                    && a.orders[Order::Attack as usize] > 0
                    && game.check_launch(a.ship).is_ok())
                .then(|| game.warhead(a.ship)),
            }),
            fight: fighting.then_some(FightView {
                place: game.fight.place,
                segment: game.fight.segment,
                losers: game.fight.losers,
            }),
            drafts: View::drafts_for(game, eyes),
            taken,
            aims: game.aims(),
            zones: View::zones_for(game, seat),
            market: game.market(seat),
            result: game.ending.map(|e| game.ending_text(&e)),
            winners: game.ending.map(|e| e.winners),
        }
    }

    /// Fleets in the making: the own team's.
    fn drafts_for(game: &StarTrek, eyes: Eyes) -> Vec<DraftView> {
        if !matches!(game.stage, Stage::Split | Stage::Build) {
            return Vec::new();
        }
        let may_see = |s: &u8| eyes.all || game.team_of(*s) == eyes.team;
        let view = |s: u8| {
            let draft = game.drafts[usize::from(s)];
            let scenario = game.scenario_ships(s).len() as u8;
            let numbers = (1..=draft.ships.len() as u8).chain(SCENARIO_BERTH..SCENARIO_BERTH + scenario);
            let berths = numbers.filter_map(|n| {
                let kind = game.berth(s, &draft, n)?;
                Some((n, kind.of().name.clone(), draft.load(n), game.capacity(s, &draft, n)))
            });
            let left = game.seats[usize::from(s)].share.saturating_sub(draft.cost());
            DraftView { seat: s, left, draft, berths: berths.collect() }
        };
        (0..game.seats.len() as u8).filter(may_see).map(view).collect()
    }

    /// Where fleets start, while they are built and deployed; where the viewer places obstacles.
    fn zones_for(game: &StarTrek, seat: Option<u8>) -> Vec<ZoneView> {
        let mut zones: Vec<ZoneView> = Vec::new();
        if matches!(game.stage, Stage::Split | Stage::Build | Stage::Deploy) {
            for s in 0..game.seats.len() as u8 {
                for zone in game.zones_of(s) {
                    let view = game.zone_view(&zone, game.team_of(s));
                    let own = game.stage == Stage::Deploy && seat == Some(s);
                    match zones.iter_mut().find(|z| ZoneView { own: false, ..**z } == view) {
                        Some(same) => same.own |= own,
                        None => zones.push(ZoneView { own, ..view }),
                    }
                }
            }
        }
        if game.stage == Stage::PlaceObstacles
            && let Some((team, _, _, [x0, y0, x1, y1], _)) = game.obstacles_to_place()
        {
            let own = seat.is_some_and(|s| game.asked.has(klaxon_core::Seat(s)));
            let (from, to) = (Point::new(x0, y0), Point::new(x1, y1));
            zones.push(ZoneView { team, own, round: None, from, to });
        }
        zones
    }
}

impl StarTrek {
    /// A zone as a picture.
    fn zone_view(&self, zone: &Zone, team: u8) -> ZoneView {
        let (x0, y0, x1, y1) = self.zone_bounds(zone);
        let reach = |range: u8| i64::from(range) * TEMPLATE;
        let round = match zone {
            Zone::Point { x, y, range } => Some((Point::new(*x, *y), reach(*range))),
            Zone::Terrain { of, range } => self.scenario.terrain_ix(of).map(|i| {
                let terrain = &self.scenario.terrain[i];
                (terrain.at(), terrain.radius() + reach(*range))
            }),
            Zone::End { .. } | Zone::Rect { .. } => None,
        };
        ZoneView { team, own: false, round, from: Point::new(x0, y0), to: Point::new(x1, y1) }
    }

    /// What a builder can buy, and why not: every disk of his faction for every ship of his list (ST-1.22).
    fn market(&self, seat: Option<u8>) -> Vec<Stall> {
        let Some(s) = seat.filter(|s| self.stage == Stage::Build && self.asked.has(klaxon_core::Seat(*s)))
        else {
            return Vec::new();
        };
        let draft = &self.drafts[usize::from(s)];
        let faction = Some(self.seats[usize::from(s)].faction);
        let why = |no: klaxon_core::Refusal| (no.rule, no.text);
        let mut stalls = Vec::new();
        for (id, _) in data().ship_types().filter(|(_, kind)| kind.faction == faction) {
            let no = self.check_buy_ship(s, draft, id).err().map(why);
            stalls.push(Stall { ware: Ware::Ship(id), ship: 0, pool: 0, why: no });
        }
        let scenario = self.scenario_ships(s).len() as u8;
        let berths = (1..=draft.ships.len() as u8).chain(SCENARIO_BERTH..SCENARIO_BERTH + scenario);
        for ship in berths {
            for (disk, _) in data().disk_types().filter(|(_, kind)| kind.faction == faction) {
                let check = |pool: u8| self.check_buy(s, draft, Bought { disk, ship, pool });
                // Every way to pay; where there is none, why not with ordinary points.
                let givers = (1..=draft.disks.len() as u8).filter(|g| draft.pool_left(*g) > 0);
                let mut pools: Vec<u8> = givers.filter(|g| check(*g).is_ok()).collect();
                let no = check(0).err().map(why);
                if no.is_none() || pools.is_empty() {
                    pools.push(0);
                }
                let stall = |pool| Stall {
                    ware: Ware::Disk(disk),
                    ship,
                    pool,
                    why: no.clone().filter(|_| pool == 0),
                };
                stalls.extend(pools.into_iter().map(stall));
            }
        }
        stalls
    }
}
