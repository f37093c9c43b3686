//! Can a scenario be played? A bad one is refused with the reason before anybody sits down to it.

use super::Data;
use super::scenario::{Goal, GoalTeam, Restriction, Scenario, Side, Special, TerrainSpec, Victory, Zone};
use crate::effect::ObstacleKind;
use crate::kinds::{CUBE_RADIUS, Keyword, OBSTACLE_RADIUS, Round, Size};
use klaxon_geometry::plane::{End, Point, Table};

/// Most terrain disks on a table.
pub(crate) const MAX_TERRAIN: usize = 16;
/// Most obstacles that a scenario brings or lets be placed.
const MAX_SCENARIO_OBSTACLES: usize = 60;
/// Most conditions of victory.
pub(crate) const MAX_VICTORY: usize = 10;

impl Scenario {
    pub(crate) fn check(&self, data: &Data) -> Result<(), String> {
        self.check_frame()?;
        for players in self.sizes() {
            let (w, h) = self.table_for(players);
            self.check_table(data, Table::new(w, h), players)?;
        }
        self.check_specials(data)?;
        self.check_victory(data)
    }

    fn check_frame(&self) -> Result<(), String> {
        let say = |text: &str| Err(text.to_string());
        if self.id.is_empty()
            || !self.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            return say("`id` is made of small letters, digits and dashes");
        }
        let threat = self.special.iter().any(|s| matches!(s, Special::Threat { .. }));
        let least = if threat { 1 } else { 2 };
        if self.players[0] < least || self.players[1] > 6 || self.players[0] > self.players[1] {
            return say("the number of players lies between 2 and 6, or 1 and 6 with a threat");
        }
        let teams = self.teams.len();
        if self.ffa && teams != 1 {
            return say("a free-for-all has one team, used for all");
        }
        if teams == 0 || teams > 6 || (!self.ffa && teams == 1 && !threat) {
            return say("there are 2 to 6 teams, or one against a threat");
        }
        if self.sizes().is_empty() {
            return say("no number of players fits the teams and zones");
        }
        if !(1..=50).contains(&self.turn_limit) {
            return say("the turn limit lies between 1 and 50");
        }
        if self.terrain.len() > MAX_TERRAIN || self.victory.len() > MAX_VICTORY {
            return Err(format!(
                "at most {MAX_TERRAIN} terrain disks and {MAX_VICTORY} conditions of victory"
            ));
        }
        if self.victory.is_empty() {
            return say("a scenario needs a condition of victory");
        }
        for team in &self.teams {
            if !(20..=300).contains(&team.points_per_player) {
                return Err(format!("{}: points per player lie between 20 and 300", team.name));
            }
            if team.factions.is_empty() {
                return Err(format!("{} needs a faction, or any", team.name));
            }
            if team.deploy.is_empty() == team.deploy_by_players.is_empty() {
                return Err(format!("{} needs a zone to deploy in", team.name));
            }
            if !self.ffa && !team.deploy_by_players.is_empty() {
                return say("`deploy_by_players` is for a free-for-all");
            }
            for (n, zones) in &team.deploy_by_players {
                if n.parse() != Ok(zones.len()) {
                    return Err(format!("`deploy_by_players` for {n} players needs {n} zones"));
                }
            }
        }
        Ok(())
    }

    fn check_table(&self, data: &Data, table: Table, players: usize) -> Result<(), String> {
        if ![table.width, table.height].iter().all(|side| (24_000..=96_000).contains(side)) {
            return Err("a table measures 24 to 96 inches a side (24000 to 96000 mils)".into());
        }
        let mut pieces: Vec<(String, Round)> = Vec::new();
        for terrain in &self.terrain {
            if !(500..=10_000).contains(&terrain.radius()) {
                let name = self.terrain_name(terrain);
                return Err(format!("{name}: a radius is 0.5 to 10 inches (500 to 10000 mils)"));
            }
            if self.terrain.iter().filter(|t| t.id == terrain.id).count() > 1 {
                return Err(format!("two terrain disks have the id `{}`", terrain.id));
            }
            pieces.push((self.terrain_name(terrain), Round::new(terrain.at(), terrain.radius())));
        }
        for (i, obstacle) in self.obstacles.iter().enumerate() {
            if obstacle.kind == ObstacleKind::Custom && obstacle.hits.is_none() {
                return Err(format!("obstacle {}: a custom obstacle needs its hits", i + 1));
            }
            let at = Point::new(obstacle.x, obstacle.y);
            pieces.push((
                format!("obstacle {} ({})", i + 1, obstacle.kind.name()),
                Round::new(at, OBSTACLE_RADIUS),
            ));
        }
        for special in &self.special {
            match special {
                Special::ScenarioShip { ship, x, y, .. } => {
                    let name = data.ship(ship).map_or(ship, |s| &data.ships[usize::from(s.0)].name);
                    pieces.push((name.clone(), Round::new(Point::new(*x, *y), Size::Small.radius())));
                }
                Special::Threat { x, y, .. } => {
                    pieces.push(("the threat".into(), Round::new(Point::new(*x, *y), CUBE_RADIUS)));
                }
                Special::Garrison { .. }
                | Special::Prisoners { .. }
                | Special::Vip { .. }
                | Special::MayExit { .. }
                | Special::PlaceObstacles { .. }
                | Special::Pulse { .. } => {}
            }
        }
        for (i, (name, piece)) in pieces.iter().enumerate() {
            if !table.holds(*piece) {
                return Err(format!("{name} does not lie wholly on the table"));
            }
            if let Some((other, _)) = pieces[..i].iter().find(|(_, p)| p.overlaps(*piece)) {
                return Err(format!("{name} overlaps {other}"));
            }
        }
        let taken: Vec<Round> = pieces.into_iter().map(|(_, p)| p).collect();
        for team in &self.teams {
            let by_players = team.deploy_by_players.get(&players.to_string());
            let zones: Vec<&[Zone]> = match by_players {
                Some(zones) => zones.iter().map(std::slice::from_ref).collect(),
                None => vec![&team.deploy],
            };
            for zone in zones {
                self.check_room(table, zone, &taken).map_err(|why| format!("{}: {why}", team.name))?;
            }
        }
        Ok(())
    }

    /// A terrain disk as a person calls it; its id too where another has the same name.
    fn terrain_name(&self, terrain: &TerrainSpec) -> String {
        let alike = self.terrain.iter().filter(|t| t.name == terrain.name).count();
        if alike > 1 || terrain.name.is_empty() {
            format!("{} ({})", terrain.name, terrain.id).trim().into()
        } else {
            terrain.name.clone()
        }
    }

    /// Each zone must have room for three large ships.
    fn check_room(&self, table: Table, zones: &[Zone], taken: &[Round]) -> Result<(), String> {
        for zone in zones {
            self.check_zone(zone)?;
        }
        let radius = Size::Large.radius();
        let mut placed: Vec<Round> = Vec::new();
        let mut y = radius;
        while y <= table.height - radius {
            let mut x = radius;
            while x <= table.width - radius {
                let disk = Round::new(Point::new(x, y), radius);
                let free = !taken.iter().chain(&placed).any(|p| p.overlaps(disk));
                if free && zones.iter().any(|z| self.within(table, z, disk)) {
                    placed.push(disk);
                    if placed.len() == 3 {
                        return Ok(());
                    }
                }
                x += 250;
            }
            y += 250;
        }
        Err("a zone has no room for three large ships".into())
    }

    fn check_zone(&self, zone: &Zone) -> Result<(), String> {
        match zone {
            Zone::Terrain { of, .. } => self.check_ref(of),
            Zone::End { .. } | Zone::Point { .. } | Zone::Rect { .. } => Ok(()),
        }
    }

    fn check_ref(&self, of: &str) -> Result<(), String> {
        self.terrain_ix(of).map(|_| ()).ok_or_else(|| format!("there is no terrain `{of}`"))
    }

    /// ST-2.11: is the disk within the zone?
    pub(crate) fn within(&self, table: Table, zone: &Zone, disk: Round) -> bool {
        match zone {
            Zone::End { end, range } => near_side(table, disk, *end, u32::from(*range)),
            Zone::Point { x, y, range } => {
                disk.in_range(Round::new(Point::new(*x, *y), 0), u32::from(*range))
            }
            Zone::Terrain { of, range } => self.terrain_ix(of).is_some_and(|i| {
                let terrain = &self.terrain[i];
                disk.in_range(Round::new(terrain.at(), terrain.radius()), u32::from(*range))
            }),
            Zone::Rect { x0, y0, x1, y1 } => {
                (*x0..=*x1).contains(&disk.at.x) && (*y0..=*y1).contains(&disk.at.y)
            }
        }
    }

    fn check_specials(&self, data: &Data) -> Result<(), String> {
        let disk = |id: &String| data.disk(id).map(|_| ()).ok_or_else(|| format!("there is no disk `{id}`"));
        let ship = |id: &String| data.ship(id).map(|_| ()).ok_or_else(|| format!("there is no ship `{id}`"));
        let team = |n: u8| {
            let known = if self.ffa { usize::from(self.players[0]) } else { self.teams.len() };
            if usize::from(n) < known {
                Ok(())
            } else {
                Err(format!("there is no team {n}; teams count from 0"))
            }
        };
        let mut threats = 0;
        let mut placed = 0;
        let (mut ships, mut people) = (0, 0);
        for special in &self.special {
            match special {
                Special::Garrison { of, team: t, crew } | Special::Prisoners { of, team: t, crew } => {
                    self.check_ref(of)?;
                    team(*t)?;
                    crew.iter().try_for_each(disk)?;
                    people += crew.len();
                }
                Special::Vip { crew, team: t, on } => {
                    people += 1;
                    disk(crew)?;
                    team(*t)?;
                    if on != "most_expensive_ship" {
                        self.check_ref(on)?;
                    }
                    if data.disk(crew).is_some_and(|d| !data.disks[usize::from(d.0)].has(Keyword::Vip)) {
                        return Err(format!("`{crew}` is no VIP"));
                    }
                }
                Special::ScenarioShip { ship: s, team: t, .. } => {
                    ships += 1;
                    ship(s)?;
                    team(*t)?;
                    if data.ship(s).is_some_and(|s| !data.ships[usize::from(s.0)].is_scenario()) {
                        return Err(format!("`{s}` can be bought and so cannot come with a scenario"));
                    }
                }
                Special::MayExit { ships, .. } => ships.iter().try_for_each(ship)?,
                Special::PlaceObstacles { team: t, kind, count_base, count_per_player, .. } => {
                    team(*t)?;
                    placed += usize::from(*count_base) + 6 * usize::from(*count_per_player);
                    if *kind == ObstacleKind::Custom {
                        return Err("a team places obstacles of a named kind".into());
                    }
                }
                Special::Pulse { of, .. } => self.check_ref(of)?,
                Special::Threat { towards, .. } => {
                    self.check_ref(towards)?;
                    threats += 1;
                }
            }
        }
        if threats > 1 {
            return Err("there is at most one threat".into());
        }
        if ships > 8 || people > 16 {
            return Err("a scenario brings at most 8 ships and 16 people".into());
        }
        if self.obstacles.len() + placed > MAX_SCENARIO_OBSTACLES {
            return Err(format!("at most {MAX_SCENARIO_OBSTACLES} obstacles"));
        }
        for restriction in &self.restrictions {
            if let Restriction::ForbidDisk { id } = restriction
                && data.ship(id).is_none()
                && data.disk(id).is_none()
            {
                return Err(format!("there is no disk `{id}` to forbid"));
            }
        }
        Ok(())
    }

    fn check_victory(&self, data: &Data) -> Result<(), String> {
        let disk = |id: &String| data.disk(id).map(|_| ()).ok_or_else(|| format!("there is no disk `{id}`"));
        let ship = |id: &String| data.ship(id).map(|_| ()).ok_or_else(|| format!("there is no ship `{id}`"));
        for victory in &self.victory {
            let Victory::Goal { team, goal, .. } = victory else { continue };
            if let GoalTeam::Team(n) = team
                && usize::from(*n)
                    >= self.teams.len().max(usize::from(self.players[0]) * usize::from(self.ffa))
            {
                return Err(format!("there is no team {n}; teams count from 0"));
            }
            match goal {
                Goal::HoldTerrain { of, .. } | Goal::ThreatReaches { of } => self.check_ref(of)?,
                Goal::CrewInZone { crew, zone, .. } => {
                    disk(crew)?;
                    self.check_zone(zone)?;
                }
                Goal::CrewDead { crew, .. } | Goal::VipHeld { crew, .. } => disk(crew)?,
                Goal::ShipExits { ships, .. } | Goal::ShipLost { ships } => {
                    ships.iter().try_for_each(ship)?
                }
                Goal::ShipInZoneAtEnd { zone } => self.check_zone(zone)?,
                Goal::ControlShip { ship: s, .. } => ship(s)?,
                Goal::ThreatDestroyed | Goal::TurnLimit => {}
            }
        }
        Ok(())
    }
}

/// ST-2.11: is the disk within range `n` of a side of the table?
pub(crate) fn near_side(table: Table, disk: Round, side: Side, n: u32) -> bool {
    match side {
        Side::W => table.near_end(disk, End::West, n),
        Side::E => table.near_end(disk, End::East, n),
        // The long sides, for scenarios of one's own: the same test with the axes exchanged.
        Side::S => turned(table).near_end(across(disk), End::West, n),
        Side::N => turned(table).near_end(across(disk), End::East, n),
    }
}

fn turned(table: Table) -> Table {
    Table::new(table.height, table.width)
}

fn across(disk: Round) -> Round {
    Round::new(Point::new(disk.at.y, disk.at.x), disk.radius)
}
