//! Before the first decision: scenario, seats, factions, points (ST-1.8, ST-1.20, ST-22).

use crate::data::data;
use crate::data::scenario::{Restriction, Special};
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{CUBE_RADIUS, Faction};
use crate::state::played::Played;
use crate::state::{Fight, NOBODY, Options, Player, Pulse, Stage, StarTrek, Threat};
use klaxon_core::{Chance, Refusal, Seat, SeatSet, Short, Tell, rule};
use klaxon_geometry::plane::{Point, Table};
use serde::{Deserialize, Serialize};

/// Scenario, seats, options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The id of an installed scenario, or the text of the players' own.
    pub scenario: String,
    /// The seats in order.
    pub seats: Vec<SeatSetup>,
    /// Options.
    #[serde(default)]
    pub options: Options,
    /// For each team the seat that shares out its points; teams without one share evenly (ST-1.20).
    #[serde(default)]
    pub captains: Vec<Option<Seat>>,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    /// Its team, from 0.
    pub team: u8,
    /// Its faction.
    pub faction: Faction,
    /// Its fleet.
    #[serde(default)]
    pub fleet: FleetChoice,
}

/// How a seat gets its fleet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FleetChoice {
    /// A ready-made fleet that fits.
    #[default]
    Quick,
    /// The one of the rulebook's worked game for the faction, where that fits; else a ready-made one.
    Rulebook,
    /// The player builds it.
    Build,
    /// This ready-made fleet.
    Ready(String),
}

impl Setup {
    /// A game of the usual kind: everybody's faction as the scenario says, ready-made fleets.
    pub fn quick(scenario: &str, players: usize) -> Result<Setup, Refusal> {
        Setup::ordered(scenario, players, &[None; 6], false, FleetChoice::Quick)
    }

    /// The same with wishes for factions, which are granted where the scenario allows them.
    pub fn ordered(
        scenario: &str,
        players: usize,
        wishes: &[Option<Faction>; 6],
        any: bool,
        fleet: FleetChoice,
    ) -> Result<Setup, Refusal> {
        let played = Played::new(scenario).map_err(Refusal::malformed)?;
        let sizes = played.sizes();
        if !sizes.contains(&players) {
            let text = format!("this scenario is played with {sizes:?} players");
            return Err(Refusal::illegal(rule!("ST-22.3"), text));
        }
        let teams = if played.ffa { players } else { played.teams.len() };
        let once = played.restricts(&Restriction::OnePlayerPerFaction);
        let once_in_team = played.restricts(&Restriction::OnePlayerPerFactionInTeam);
        let mut seats: Vec<SeatSetup> = Vec::new();
        for (i, wish) in wishes.iter().enumerate().take(players) {
            let team = (i % teams) as u8;
            let spec = played.team(usize::from(team));
            let mates = || seats.iter().filter(|s| s.team == team);
            let clash = |f: Faction| {
                (once && seats.iter().any(|s| s.faction == f))
                    || (once_in_team && mates().any(|s| s.faction == f))
            };
            // Without a wish: a faction that nobody has yet, else the one that fewest have.
            let fits = |f: &Faction| spec.allows(*f) && !clash(*f);
            let least = Faction::ALL
                .into_iter()
                .filter(fits)
                .min_by_key(|f| seats.iter().filter(|s| s.faction == *f).count());
            let granted = wish.filter(|f| (any && !clash(*f)) || fits(f));
            let Some(faction) = granted.or(least) else {
                return Err(Refusal::illegal(rule!("ST-22.4"), "no faction is left for a seat"));
            };
            seats.push(SeatSetup { team, faction, fleet: fleet.clone() });
        }
        Ok(Setup { scenario: scenario.into(), seats, options: Options::default(), captains: Vec::new() })
    }

    /// Sets the table up.
    pub(crate) fn open(&self, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<StarTrek, Refusal> {
        let scenario = Played::new(&self.scenario).map_err(Refusal::malformed)?;
        self.check(&scenario)?;
        let players = self.seats.len();
        let (w, h) = scenario.table_for(players);
        let teams = if scenario.ffa { players } else { scenario.teams.len() } as u8;
        let seat = |(i, s): (usize, &SeatSetup)| Player {
            team: s.team,
            faction: s.faction,
            captain: self.captains.contains(&Some(Seat(i as u8))),
            ..Player::default()
        };
        let mut game = StarTrek {
            scenario,
            options: self.options,
            table: Table::new(w, h),
            seats: self.seats.iter().enumerate().map(seat).collect(),
            teams,
            players: players as u8,
            stage: Stage::Split,
            turn: 0,
            phase: 0,
            asked: SeatSet::NONE,
            draw: SeatSet::NONE,
            ships: Short::new(),
            disks: Short::new(),
            torpedoes: Short::new(),
            launched: 0,
            terrain: Short::new(),
            obstacles: Short::new(),
            obstacles_placed: 0,
            to_place: 0,
            threat: None,
            initiative: Short::new(),
            cursor: 0,
            act: None,
            passed: SeatSet::NONE,
            stack: Short::new(),
            fight: Fight::default(),
            pulse: Pulse::default(),
            drafts: StarTrek::no_drafts(),
            standing: SeatSet::NONE,
            score: [0; 6],
            held: [[0; 6]; 10],
            reached: [0; 10],
            vip_killer: NOBODY,
            ending: None,
        };
        game.split_evenly();
        game.lay_out();
        game.put_threat();
        game.check_all_can_build()?;
        for (i, seat) in self.seats.iter().enumerate() {
            let s = i as u8;
            let draft = match &seat.fleet {
                FleetChoice::Build => continue,
                FleetChoice::Quick => game.beside_earlier(s).quick_draft(s)?,
                FleetChoice::Rulebook => game.beside_earlier(s).rulebook_draft(s)?,
                FleetChoice::Ready(id) => {
                    let text = || Refusal::malformed(format!("there is no ready-made fleet {id}"));
                    game.ready_draft(s, data().fleet(id).ok_or_else(text)?)?
                }
            };
            game.drafts[i] = draft;
        }
        let mut fate = Fate { chance, tell };
        game.enter_split();
        game.run(&mut fate);
        Ok(game)
    }

    /// ST-22.3, ST-22.4: players, teams and factions fit the scenario.
    fn check(&self, scenario: &Played) -> Result<(), Refusal> {
        let no = |rule, text: String| Err(Refusal::illegal(rule, text));
        let players = self.seats.len();
        let sizes = scenario.sizes();
        let within = (usize::from(scenario.players[0])..=usize::from(scenario.players[1])).contains(&players);
        if !within || (scenario.ffa && !sizes.contains(&players)) {
            return no(rule!("ST-22.3"), format!("this scenario is played with {sizes:?} players"));
        }
        let teams = if scenario.ffa { players } else { scenario.teams.len() };
        let size = |t: usize| self.seats.iter().filter(|s| usize::from(s.team) == t).count();
        for team in 0..teams {
            if size(team) == 0 {
                return no(rule!("ST-22.3"), format!("team {} has no player", team + 1));
            }
            if scenario.ffa && size(team) != 1 {
                return no(rule!("ST-23.4"), "in a free-for-all each player is his own team".into());
            }
        }
        if self.seats.iter().any(|s| usize::from(s.team) >= teams) {
            return no(rule!("ST-22.3"), format!("there are {teams} teams"));
        }
        for (i, seat) in self.seats.iter().enumerate() {
            let spec = scenario.team(usize::from(seat.team));
            if !spec.allows(seat.faction) && !self.options.any_faction {
                let text =
                    format!("{} does not play the {} in this scenario", spec.name, seat.faction.name());
                return no(rule!("ST-22.4"), text);
            }
            let earlier = &self.seats[..i];
            for restriction in &scenario.restrictions {
                let broken = match restriction {
                    Restriction::OnePlayerPerFaction => earlier.iter().any(|s| s.faction == seat.faction),
                    Restriction::OnePlayerPerFactionInTeam => {
                        earlier.iter().any(|s| s.faction == seat.faction && s.team == seat.team)
                    }
                    Restriction::EqualTeamSizes => (0..teams).any(|t| size(t) != size(0)),
                    Restriction::MinShips { .. }
                    | Restriction::MaxShips { .. }
                    | Restriction::ShipRequires { .. }
                    | Restriction::ForbidDisk { .. }
                    | Restriction::ForbidKeyword { .. }
                    | Restriction::MaxStartSpeed { .. }
                    | Restriction::NoTorpedoes => false,
                };
                if broken {
                    let text = "the scenario's restriction on teams and factions is not kept".into();
                    return no(rule!("ST-1.22"), text);
                }
            }
        }
        for (team, captain) in self.captains.iter().enumerate() {
            if let Some(seat) = captain
                && self.seats.get(seat.index()).is_none_or(|s| usize::from(s.team) != team)
            {
                return no(rule!("ST-1.20"), "a captain belongs to his team".into());
            }
        }
        if self.options.turn_limit > 50 {
            return no(rule!("ST-20.6"), "the turn limit lies between 1 and 50".into());
        }
        if self.options.points_per_player > 300 {
            return no(rule!("ST-23.1"), "points per player lie between 20 and 300".into());
        }
        Ok(())
    }
}

impl StarTrek {
    /// The game in which the seat builds a fleet that takes no Unique disk of an earlier seat.
    fn beside_earlier(&self, seat: u8) -> StarTrek {
        let mut other = self.clone();
        other.stage = Stage::Build;
        other.standing =
            (0..seat).filter(|s| !self.drafts[usize::from(*s)].ships.is_empty()).map(Seat).collect();
        other
    }

    /// Components §9: what the cube's hull is at the start.
    pub(crate) fn cube_hull(&self) -> u16 {
        15 * (u16::from(self.players) + 1)
    }

    /// Components §9: the cube, by the number of players at the start.
    fn put_threat(&mut self) {
        for i in 0..self.scenario.special.len() {
            if let Special::Threat { kind: _, x, y, heading, towards } = &self.scenario.special[i] {
                let max_shields = (2 * self.players + 2).min(10);
                let at = Point::new(*x, *y);
                debug_assert!(self.table.holds(crate::kinds::Round::new(at, CUBE_RADIUS)));
                self.threat = Some(Threat {
                    start: at,
                    hops: 0,
                    at,
                    heading: *heading,
                    towards: self.terrain_named(towards),
                    shields: max_shields,
                    max_shields,
                    hull: self.cube_hull(),
                    reached: false,
                    targets: Short::new(),
                    fired: 0,
                    hopped: false,
                });
            }
        }
    }
}
