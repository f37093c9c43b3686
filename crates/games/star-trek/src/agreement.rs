//! What players agree upon before they build (ST-1.13, ST-1.20, ST-1.21): points and Unique ships are shared out so
//! that everybody can build, and who cannot any more takes another faction.

use crate::data::scenario::Restriction;
use crate::data::{DiskType, ShipTypeId, data};
use crate::kinds::Faction;
use crate::state::{MAX_SEATS, StarTrek};
use klaxon_core::{Refusal, Seat, SeatSet, count, rule};

/// What a builder still needs for a legal fleet: so many more ships, out of so many points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    points: u16,
    ships: usize,
}

/// Can everybody have his ships? The poorest gets the cheapest.
fn suffice(costs: &[u16], mut needs: Vec<Need>) -> bool {
    needs.sort_unstable();
    let mut left = costs.iter();
    needs.into_iter().all(|need| {
        let own: Vec<u16> = left.by_ref().take(need.ships).copied().collect();
        own.len() == need.ships && own.iter().sum::<u16>() <= need.points
    })
}

impl StarTrek {
    /// The points of a team (ST-1.20).
    pub(crate) fn point_value(&self, team: u8) -> u16 {
        let spec = self.scenario.team(usize::from(team));
        let each = if self.options.points_per_player > 0 {
            self.options.points_per_player
        } else {
            spec.points_per_player
        };
        let largest = (0..self.teams).map(|t| self.team_seats(t).len() as u16).max().unwrap_or(1);
        each * largest
    }

    /// ST-1.20: an even split, the rest to the lowest seats.
    pub(crate) fn split_evenly(&mut self) {
        for team in 0..self.teams {
            let points = self.point_value(team);
            let mates: Vec<Seat> = self.team_seats(team).iter().collect();
            let (each, rest) = (points / mates.len() as u16, usize::from(points) % mates.len());
            for (i, seat) in mates.iter().enumerate() {
                self.seats[seat.index()].share = each + u16::from(i < rest);
            }
        }
    }

    /// D2: may the captain give a team-mate so many points?
    pub(crate) fn check_share(&self, captain: u8, seat: u8, points: u16) -> Result<(), Refusal> {
        let no = |text: String| Err(Refusal::illegal(rule!("ST-1.20"), text));
        let team = self.seats[usize::from(captain)].team;
        if !self.mates(team).any(|s| s == seat) {
            return no("only the points of the own team are shared".into());
        }
        let total = u32::from(self.point_value(team));
        let others = self.mates(team).filter(|&s| s != seat);
        let need: u32 = others.map(|s| u32::from(self.cheapest_fleet(s))).sum();
        let least = self.cheapest_fleet(seat);
        if points < least || u32::from(points) + need > total {
            return no(format!(
                "between {least} and {} points, so that everybody can build",
                total.saturating_sub(need)
            ));
        }
        let shares = self.shares_with(seat, points);
        if !self
            .mates(team)
            .map(|s| self.seats[usize::from(s)].faction)
            .all(|f| self.all_can_build(team, f, &shares))
        {
            return no(
                "there are too few cheap ships for such shares: everybody must be able to build".into()
            );
        }
        Ok(())
    }

    /// D2: the captain gives a team-mate so many points.
    pub(crate) fn share(&mut self, seat: u8, points: u16) {
        let shares = self.shares_with(seat, points);
        for (player, share) in self.seats.iter_mut().zip(shares) {
            player.share = share;
        }
    }

    /// The shares of all seats when one of them gets so many points: its team-mates share the rest evenly, but none
    /// gets less than the cheapest fleet he could build.
    fn shares_with(&self, seat: u8, points: u16) -> [u16; MAX_SEATS] {
        let mut shares = self.shares();
        shares[usize::from(seat)] = points;
        let team = self.seats[usize::from(seat)].team;
        let others: Vec<u8> = self.mates(team).filter(|&s| s != seat).collect();
        let mut left = self.point_value(team) - points;
        for (i, &mate) in others.iter().enumerate() {
            let later: u16 = others[i + 1..].iter().map(|&s| self.cheapest_fleet(s)).sum();
            let rest = (others.len() - i) as u16;
            let fair = left.div_ceil(rest).max(self.cheapest_fleet(mate)).min(left - later);
            shares[usize::from(mate)] = fair;
            left -= fair;
        }
        shares
    }

    /// The cost of the cheapest legal fleet of the seat's faction, if nobody else builds.
    pub(crate) fn cheapest_fleet(&self, seat: u8) -> u16 {
        let costs = self.ship_costs(self.seats[usize::from(seat)].faction, SeatSet::NONE, None);
        let number = self.least_ships();
        if costs.len() < number { u16::MAX } else { costs[..number].iter().sum() }
    }

    /// How many ships a fleet needs at least.
    fn least_ships(&self) -> usize {
        let mut least = 1;
        for restriction in &self.scenario.restrictions {
            if let Restriction::MinShips { n } = restriction {
                least = least.max(usize::from(*n));
            }
        }
        least
    }

    /// What each ship of the faction needs aboard, in points.
    fn equipment(&self, faction: Faction) -> u16 {
        let mut points = 0;
        for restriction in &self.scenario.restrictions {
            if let Restriction::ShipRequires { faction: f, keyword } = restriction
                && *f == faction
            {
                let fits = |d: &&DiskType| d.faction == Some(faction) && d.has(*keyword);
                points += data().disks.iter().filter(fits).map(|d| u16::from(d.cost)).min().unwrap_or(1000);
            }
        }
        points
    }

    /// The costs of the faction's ships that are in none of those fleets, with what each needs aboard, cheapest
    /// first.
    fn ship_costs(&self, faction: Faction, taken_by: SeatSet, but: Option<ShipTypeId>) -> Vec<u16> {
        let equipment = self.equipment(faction);
        let free =
            |id: ShipTypeId| but != Some(id) && !taken_by.iter().any(|s| self.drafts[s.index()].has_ship(id));
        let ships = data().ship_types().filter(|(id, s)| {
            s.faction == Some(faction) && free(*id) && self.check_allowed(&s.id, None).is_ok()
        });
        let mut costs: Vec<u16> = ships.map(|(_, s)| u16::from(s.cost) + equipment).collect();
        costs.sort_unstable();
        costs
    }

    /// What builders of a faction in a team still need, but for one of them. Crew and tech can be given back, so
    /// only ships count as spent.
    fn needs(&self, team: u8, faction: Faction, but: Option<u8>, shares: &[u16; MAX_SEATS]) -> Vec<Need> {
        let (least, equipment) = (self.least_ships(), self.equipment(faction));
        let builders = self.mates(team).filter(|&m| {
            let player = &self.seats[usize::from(m)];
            Some(m) != but && player.faction == faction && self.drafts[usize::from(m)].ships.len() < least
        });
        builders
            .map(|m| {
                let ships = &self.drafts[usize::from(m)].ships;
                let spent: u16 = ships.iter().map(|s| u16::from(s.of().cost) + equipment).sum();
                Need { points: shares[usize::from(m)].saturating_sub(spent), ships: least - ships.len() }
            })
            .collect()
    }

    fn shares(&self) -> [u16; MAX_SEATS] {
        let mut shares = [0; MAX_SEATS];
        for (share, player) in shares.iter_mut().zip(self.seats.iter()) {
            *share = player.share;
        }
        shares
    }

    /// Can all of a team who build with a faction have a legal fleet side by side?
    fn all_can_build(&self, team: u8, faction: Faction, shares: &[u16; MAX_SEATS]) -> bool {
        let costs = self.ship_costs(faction, self.standing.or(self.team_seats(team)), None);
        suffice(&costs, self.needs(team, faction, None, shares))
    }

    /// At the start: can everybody build (ST-1.22)?
    pub(crate) fn check_all_can_build(&self) -> Result<(), Refusal> {
        let shares = self.shares();
        for (i, player) in self.seats.iter().enumerate() {
            if !self.all_can_build(player.team, player.faction, &shares) {
                let text = format!(
                    "seat {} cannot build a legal fleet with {}",
                    i + 1,
                    count(player.share, "point")
                );
                return Err(Refusal::illegal(rule!("ST-1.22"), text));
            }
        }
        Ok(())
    }

    /// ST-1.13: does the purchase leave team-mates of the same faction the ships they need? Where they could not
    /// build before, there is nothing to be left.
    pub(crate) fn leaves_mates_enough(&self, seat: u8, ship: ShipTypeId) -> bool {
        let player = &self.seats[usize::from(seat)];
        let needs = self.needs(player.team, player.faction, Some(seat), &self.shares());
        if needs.is_empty() {
            return true;
        }
        let taken = self.standing.or(self.team_seats(player.team));
        let costs = |but: Option<ShipTypeId>| self.ship_costs(player.faction, taken, but);
        suffice(&costs(Some(ship)), needs.clone()) || !suffice(&costs(None), needs)
    }

    /// Can the seat build a legal fleet of the faction from nothing, beside what team-mates and standing fleets hold
    /// and what team-mates need?
    fn can_build(&self, seat: u8, faction: Faction) -> bool {
        let player = &self.seats[usize::from(seat)];
        let taken = self.standing.or(self.team_seats(player.team)).without(Seat(seat));
        let costs = self.ship_costs(faction, taken, None);
        let others = self.needs(player.team, faction, Some(seat), &self.shares());
        let own = Need { points: player.share, ships: self.least_ships() };
        let together = others.iter().copied().chain([own]).collect();
        suffice(&costs, together) || (!suffice(&costs, others) && suffice(&costs, vec![own]))
    }

    /// ST-1.21: may the seat take another faction? Only if it can no longer make a legal fleet of its own.
    pub(crate) fn check_faction(&self, seat: u8, faction: Faction) -> Result<(), Refusal> {
        let no = |text: &str| Err(Refusal::illegal(rule!("ST-1.21"), text));
        if self.can_build(seat, self.seats[usize::from(seat)].faction) {
            return no("a legal fleet of the present faction is still possible");
        }
        let rank = self.faction_rank(seat, faction);
        if rank == 0 {
            return no("no legal fleet of that faction is possible either");
        }
        // What the scenario allows comes first; if nothing of that is left, any faction that can build.
        if Faction::ALL.into_iter().any(|f| self.faction_rank(seat, f) > rank) {
            return no("the scenario does not allow that faction");
        }
        Ok(())
    }

    /// How well a faction suits the scenario: its restrictions kept, at least named for the team, or neither; 0 if
    /// no fleet can be built of it.
    fn faction_rank(&self, seat: u8, faction: Faction) -> u8 {
        if !self.can_build(seat, faction) {
            return 0;
        }
        let team = self.seats[usize::from(seat)].team;
        let others =
            || self.seats.iter().enumerate().filter(|(i, _)| *i != usize::from(seat)).map(|(_, p)| p);
        let once = self.scenario.restricts(&Restriction::OnePlayerPerFaction)
            && others().any(|p| p.faction == faction);
        let once_in_team = self.scenario.restricts(&Restriction::OnePlayerPerFactionInTeam)
            && others().any(|p| p.faction == faction && p.team == team);
        let named = self.options.any_faction || self.scenario.team(usize::from(team)).allows(faction);
        match (named, once || once_in_team) {
            (true, false) => 3,
            (true, true) => 2,
            (false, _) => 1,
        }
    }

    /// ST-1.21: no faction at all has a fleet left for the seat, so it starts without a ship.
    pub(crate) fn is_without_fleet(&self, seat: u8) -> bool {
        Faction::ALL.into_iter().all(|f| !self.can_build(seat, f))
    }
}
