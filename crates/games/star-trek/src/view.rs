//! What one viewer may know. Every field is put in by hand here: nothing reaches a view by being in the state.

use crate::action::Means;
use crate::data::{DiskTypeId, ShipTypeId};
use crate::effect::ObstacleKind;
use crate::frame::{Frame, Piece, Source, Target};
use crate::kinds::{Crit, DiskId, Faction, ObstacleId, Order, Round, ShipId, TerrainId, TorpedoId};
use crate::scenario::TerrainKind;
use crate::state::{
    Disk, Draft, Ending, Face, FightStep, NOBODY, Place, Ship, Slot, Stage, StarTrek, Status, THREAT, Why,
};
use crate::values::{Scene, Stat};
use klaxon_core::{SeatSet, Viewer};
use klaxon_geometry::plane::{Heading, Point};
use serde::Serialize;

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// The viewer's seat; none for spectators and the all-seeing eye.
    pub seat: Option<u8>,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// Its story.
    pub mission: String,
    /// How it is won, a sentence each.
    pub victory: Vec<String>,
    /// The last turn.
    pub turn_limit: u8,
    /// The table's sides.
    pub table: [i64; 2],
    /// Where the game stands.
    pub stage: Stage,
    /// The turn, from 1.
    pub turn: u8,
    /// The Orders phase, 1 to 3; 0 outside step 3.
    pub phase: u8,
    /// Who owes a decision.
    pub to_act: SeatSet,
    /// What is asked of them.
    pub asked: Asked,
    /// Who offers a draw.
    pub draw: SeatSet,
    /// The players.
    pub seats: Vec<SeatView>,
    /// Scores by team.
    pub scores: Vec<i16>,
    /// Names of the teams.
    pub teams: Vec<String>,
    /// The ships.
    pub ships: Vec<ShipView>,
    /// Terrain disks.
    pub terrain: Vec<TerrainView>,
    /// Obstacles.
    pub obstacles: Vec<ObstacleView>,
    /// Torpedoes.
    pub torpedoes: Vec<TorpedoView>,
    /// The threat.
    pub threat: Option<ThreatView>,
    /// Ships in order of initiative.
    pub initiative: Vec<ShipId>,
    /// The ship that acts.
    pub acting: Option<ActingView>,
    /// The fight that is on.
    pub fight: Option<FightView>,
    /// Fleets in the making that the viewer may see.
    pub drafts: Vec<DraftView>,
    /// Unique disks that the viewer, rebuilding, is told are taken.
    pub taken: Vec<String>,
    /// What the acting ship's beam would do to each target: for odds.
    pub aims: Vec<Aim>,
    /// Zones in which the viewer places ships or obstacles, as pictures for the board.
    pub zones: Vec<ZoneView>,
    /// Once over: who won and why.
    pub result: Option<String>,
    /// Winners, once over.
    pub winners: Option<SeatSet>,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// D2.
    Split,
    /// D3, D4.
    Build {
        /// After a clash.
        again: bool,
    },
    /// D5.
    PlaceObstacle {
        /// How many are left.
        left: u8,
    },
    /// D5.
    Deploy,
    /// D6.
    Reveal,
    /// D7.
    Assign,
    /// D8.
    Cloak,
    /// D9.
    PhaseStart,
    /// D10.
    ActOrDefer {
        /// Which ship.
        ship: ShipId,
    },
    /// D11.
    Activation {
        /// Which ship.
        ship: ShipId,
    },
    /// D16.
    BeamDeclared {
        /// The firing ship; none for the threat.
        from: ShipId,
        /// The target.
        target: Target,
        /// Counters so far.
        counters: i8,
    },
    /// D16.
    BeamDropped {
        /// The firing ship.
        from: ShipId,
        /// Hits so far.
        hits: u8,
        /// Misses so far.
        misses: u8,
    },
    /// The beam may be fired again.
    FireAgain {
        /// Which ship.
        ship: ShipId,
    },
    /// D16.
    HitsIncoming {
        /// On which ship.
        ship: ShipId,
        /// Of what.
        source: Source,
        /// On shields.
        shields: u8,
        /// On hull.
        hull: u8,
    },
    /// D18.
    Critical {
        /// On which ship.
        ship: ShipId,
        /// Which.
        crit: Crit,
    },
    /// A second torpedo?
    LaunchAgain {
        /// Which ship.
        ship: ShipId,
    },
    /// D14: the next hop of a launched torpedo.
    Guide {
        /// Which.
        torpedo: TorpedoId,
        /// The hop that comes, from 2.
        hop: u8,
        /// Of how many.
        of: u8,
    },
    /// D14: whom to beam.
    Transport {
        /// Which ship.
        ship: ShipId,
        /// To where.
        to: Place,
    },
    /// D17.
    OrderRevealed {
        /// Whose.
        ship: ShipId,
        /// Which.
        order: Order,
    },
    /// D19.
    PlaceShip {
        /// Which ship.
        ship: ShipId,
        /// Beside what.
        beside: Piece,
    },
    /// D20.
    Steer,
    /// D21.
    BoardingStart,
    /// D21.
    BoardingSegment,
    /// D22.
    Lose,
    /// D22: a doctor may save this crew.
    Save {
        /// Who.
        disk: DiskId,
    },
    /// D23.
    Keep,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    /// His seat.
    pub seat: u8,
    /// What he is called.
    pub name: String,
    /// His team.
    pub team: u8,
    /// His faction.
    pub faction: Faction,
    /// Points he may spend.
    pub share: u16,
    /// Points he spent, once fleets are shown.
    pub spent: Option<u16>,
    /// He conceded.
    pub out: bool,
}

/// A ship.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShipView {
    /// Its number.
    pub id: ShipId,
    /// What it is.
    pub kind: ShipTypeId,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Printed faction.
    pub faction: Option<Faction>,
    /// The team that controls it.
    pub team: u8,
    /// Who bought it.
    pub owner: u8,
    /// Who controls it.
    pub controller: u8,
    /// Where it is.
    pub status: Status,
    /// Its radius.
    pub radius: i64,
    /// Its centre, where the viewer may know it.
    pub at: Option<Point>,
    /// Its heading, where the viewer may know it.
    pub heading: Option<Heading>,
    /// Current speed, where the viewer may know it.
    pub speed: Option<u8>,
    /// Maximum speed.
    pub max_speed: u8,
    /// Shields.
    pub shields: u8,
    /// Maximum shields.
    pub max_shields: u8,
    /// Hull.
    pub hull: u8,
    /// Maximum hull.
    pub max_hull: u8,
    /// Beam with bonuses that depend on no target.
    pub beam: i32,
    /// Beam range.
    pub beam_range: u32,
    /// Torpedoes left.
    pub torps: u8,
    /// Critical markers.
    pub crits: Vec<Crit>,
    /// The three order places.
    pub orders: [OrderView; 3],
    /// Is it cloaked?
    pub cloaked: bool,
    /// Command total with initiative bonuses.
    pub command: i32,
    /// It has acted in this phase.
    pub acted: bool,
    /// Adaptation markers.
    pub adapted: u8,
    /// The cloak that the viewer's team chose to change.
    pub cloak_pick: Option<DiskId>,
    /// Where it would end, moving straight on.
    pub straight: Option<Point>,
    /// Does that end threaten a collision?
    pub threatened: bool,
    /// Its ability in words.
    pub ability: Option<String>,
    /// Crew and tech aboard.
    pub disks: Vec<DiskView>,
}

/// An order place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderView {
    /// Nothing lies there, as far as the viewer may know.
    Empty,
    /// An order lies face down.
    Hidden,
    /// It lies face down, and the viewer knows it.
    Known(Order),
    /// It was revealed.
    Revealed(Order),
    /// It was removed face down.
    Removed,
}

/// A crew or tech disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiskView {
    /// Its number.
    pub id: DiskId,
    /// How it lies.
    pub face: Face,
    /// Its player; 6 for the threat. Of a hidden disk: the player of its ship.
    pub owner: u8,
    /// What it is, where the viewer may know it.
    pub known: Option<KnownDisk>,
}

/// What a viewer knows of a disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KnownDisk {
    /// What it is.
    pub kind: DiskTypeId,
    /// Its name.
    pub name: String,
    /// Tech or crew.
    pub tech: bool,
    /// Command with bonuses.
    pub command: i32,
    /// Combat with bonuses, outside a fight.
    pub combat: i32,
    /// Keywords.
    pub keywords: Vec<&'static str>,
    /// Rows of order icons.
    pub rows: Vec<String>,
    /// Its ability in words.
    pub ability: Option<String>,
    /// Its home ship.
    pub home: ShipId,
    /// Concealed, but seen in this turn.
    pub seen: Option<u8>,
    /// The viewer's team turns it over in this step 1.
    pub turning: bool,
    /// The viewer's team keeps it flipped.
    pub kept: bool,
}

/// A terrain disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TerrainView {
    /// Its number.
    pub id: TerrainId,
    /// What it is.
    pub kind: TerrainKind,
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// Its radius.
    pub radius: i64,
    /// The team that held it after the last step 4.
    pub holder: Option<u8>,
    /// Crew there.
    pub disks: Vec<DiskView>,
}

/// An obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ObstacleView {
    /// Its number.
    pub id: ObstacleId,
    /// What it is.
    pub kind: ObstacleKind,
    /// Its hits.
    pub hits: u8,
    /// Its centre.
    pub at: Point,
}

/// A torpedo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TorpedoView {
    /// Its number.
    pub id: TorpedoId,
    /// Whose it is.
    pub owner: u8,
    /// Its centre.
    pub at: Point,
    /// Its heading.
    pub heading: Heading,
    /// Counters.
    pub damage: u8,
    /// Hops per move.
    pub movement: u8,
    /// End-of-phase moves left.
    pub life: u8,
    /// The heading that the viewer's team chose.
    pub chosen: Option<Heading>,
}

/// The Borg cube.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreatView {
    /// Its centre.
    pub at: Point,
    /// Its heading.
    pub heading: Heading,
    /// Its radius.
    pub radius: i64,
    /// Shields.
    pub shields: u8,
    /// Maximum shields.
    pub max_shields: u8,
    /// Hull.
    pub hull: u16,
    /// The terrain it is on its way to.
    pub towards: TerrainId,
    /// It has arrived.
    pub reached: bool,
    /// Crew aboard.
    pub disks: Vec<DiskView>,
}

/// The ship that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ActingView {
    /// Which.
    pub ship: ShipId,
    /// Its order of the phase was revealed, or it has none.
    pub revealed: bool,
    /// It has moved.
    pub moved: bool,
    /// Orders that may still be executed: CS, CH, RS, AT, AC.
    pub orders: [u8; 5],
}

/// The fight that is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FightView {
    /// Where.
    pub place: Place,
    /// The segment, 1 to 3.
    pub segment: u8,
    /// Sides that must remove a crew, as a set.
    pub losers: u8,
}

/// A fleet in the making.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DraftView {
    /// Whose.
    pub seat: u8,
    /// Points left.
    pub left: u16,
    /// What is in it.
    pub draft: Draft,
    /// Numbers, names, load and capacity of its ships, scenario ships last.
    pub berths: Vec<(u8, String, u8, u8)>,
}

/// What a beam would do to a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Aim {
    /// The target.
    pub target: Target,
    /// Counters.
    pub counters: u8,
    /// Shields of the target.
    pub shields: u8,
    /// Hull of the target.
    pub hull: u16,
    /// Markers of the target.
    pub crits: u8,
    /// Hits that go past shields.
    pub ignores: u8,
    /// How the counters came about.
    pub because: Vec<(String, i32)>,
}

/// A zone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneView {
    /// South-west corner of the rectangle around it.
    pub from: Point,
    /// North-east corner.
    pub to: Point,
}

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
        let orders = ship.orders.map(|slot| match slot {
            _ if assigning => OrderView::Empty,
            Slot::Empty => OrderView::Empty,
            Slot::Down { order, known } if self.knows_slot(eyes, ship, known) => OrderView::Known(order),
            Slot::Down { .. } => OrderView::Hidden,
            Slot::Up { order } => OrderView::Revealed(order),
            Slot::Removed => OrderView::Removed,
        });
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

    fn aims(&self) -> Vec<Aim> {
        let ship = match (self.stack.last(), &self.act) {
            (Some(Frame::Again { ship }), _) => *ship,
            (None, Some(act)) if self.stage == Stage::Act => act.ship,
            _ => return Vec::new(),
        };
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
            (None, _) => "a draw: several conditions were met in the same turn".into(),
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
            }),
            fight: fighting.then(|| FightView {
                place: game.fight.place,
                segment: game.fight.segment,
                losers: game.fight.losers,
            }),
            drafts: View::drafts_for(game, eyes),
            taken,
            aims: game.aims(),
            zones: View::zones_for(game, seat),
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
            let numbers = (1..=draft.ships.len() as u8)
                .chain(crate::state::SCENARIO_BERTH..crate::state::SCENARIO_BERTH + scenario);
            let berths = numbers.filter_map(|n| {
                let kind = game.berth(s, &draft, n)?;
                Some((n, kind.of().name.clone(), draft.load(n), game.capacity(s, &draft, n)))
            });
            let left = game.seats[usize::from(s)].share.saturating_sub(draft.cost());
            DraftView { seat: s, left, draft, berths: berths.collect() }
        };
        (0..game.seats.len() as u8).filter(may_see).map(view).collect()
    }

    /// Where the viewer places ships or obstacles.
    fn zones_for(game: &StarTrek, seat: Option<u8>) -> Vec<ZoneView> {
        let Some(seat) = seat else { return Vec::new() };
        match game.stage {
            Stage::Deploy => game
                .zones_of(seat)
                .iter()
                .map(|z| {
                    let (x0, y0, x1, y1) = game.zone_bounds(z);
                    ZoneView { from: Point::new(x0, y0), to: Point::new(x1, y1) }
                })
                .collect(),
            Stage::PlaceObstacles => match game.obstacles_to_place() {
                Some((_, _, _, [x0, y0, x1, y1], _)) => {
                    vec![ZoneView { from: Point::new(x0, y0), to: Point::new(x1, y1) }]
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// A ship by its number.
    pub fn ship(&self, id: ShipId) -> Option<&ShipView> {
        self.ships.get(id.0.checked_sub(1)? as usize)
    }

    /// A disk by its number, wherever it is.
    pub fn disk(&self, id: DiskId) -> Option<&DiskView> {
        let aboard = self.ships.iter().flat_map(|s| &s.disks);
        let ashore = self.terrain.iter().flat_map(|t| &t.disks);
        let cube = self.threat.iter().flat_map(|t| &t.disks);
        aboard.chain(ashore).chain(cube).find(|d| d.id == id)
    }
}

/// A ship's disk for geometry on views.
impl ShipView {
    /// The ship as a round piece, where the viewer knows its place.
    pub fn round(&self) -> Option<Round> {
        self.at.map(|at| Round::new(at, self.radius))
    }
}
