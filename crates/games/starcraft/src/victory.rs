//! Chapter 14 and the team rules of chapter 15: who is out, who has won.

use crate::{
    board::areas_of,
    data::{Content, Objective, data},
    event::Event,
    ids::{Area, Faction},
    state::{Ending, Frame, How, Pick, StarCraft},
    turn::Cx,
};
use klaxon_core::{Seat, SeatSet};

/// What ties are broken by, most important first (SC-14.13).
pub(crate) type Standing = [u32; 5];

impl StarCraft {
    /// Seats that play together with this one.
    pub(crate) fn mates(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.all_seats().filter(move |s| self.team_of(*s) == self.team_of(seat))
    }

    /// One seat of each team.
    fn teams(&self) -> impl Iterator<Item = Seat> {
        self.all_seats().filter(|s| self.mates(*s).next() == Some(*s))
    }

    /// Is Aldaris playing and not eliminated?
    fn aldaris(&self) -> Option<Seat> {
        let his = |s: &Seat| {
            let victory = self.player(*s).faction.map(|f| data().faction(f).victory);
            victory == Some(Objective::EndDrawsNear) && !self.player(*s).out
        };
        self.all_seats().find(his)
    }

    /// Conquest points of a seat's team (SC-15.5, SC-15.17: those of an eliminated member still count).
    pub(crate) fn team_points(&self, seat: Seat) -> u32 {
        self.mates(seat).map(|s| u32::from(self.player(s).cp)).sum()
    }

    /// SC-14.1, SC-15.5: the points that the seat's team needs.
    pub(crate) fn target(&self, seat: Seat) -> u32 {
        let each = match self.aldaris() {
            // SC-14.2: 20 for all but Aldaris.
            Some(aldaris) if self.team_of(aldaris) != self.team_of(seat) => 20,
            _ => 15,
        };
        if self.rules.teams { each * 2 } else { each }
    }

    /// SC-14.13: conquest points, total resources, areas controlled, bases, workers in the pool.
    fn rank(&self, seat: Seat) -> Standing {
        let mut sum = [self.team_points(seat), 0, 0, 0, 0];
        // SC-15.17: the other values of an eliminated member count 0.
        for seat in self.mates(seat).filter(|s| !self.player(*s).out) {
            sum[1] += u32::from(self.total_resources(seat));
            sum[2] += u32::from(self.controlled(seat));
            sum[3] += u32::from(self.bases(seat));
            sum[4] += u32::from(self.player(seat).pool);
        }
        sum
    }

    /// The best of some teams; several share the victory when all five values are equal.
    fn best(&self, teams: &[Seat]) -> SeatSet {
        let top = teams.iter().map(|s| self.rank(*s)).max();
        let winners = teams.iter().filter(|s| Some(self.rank(**s)) == top);
        winners.flat_map(|s| self.mates(*s)).collect()
    }

    pub(crate) fn finish(&mut self, winners: SeatSet, how: How, cx: &mut Cx<'_>) {
        self.ending = Some(Ending { winners, how });
        if cx.tell.is_aloud() {
            let names: Vec<Faction> = winners.iter().map(|s| self.faction(s)).collect();
            cx.tell.all(Event::Over { winners: names, how });
        }
    }

    /// Teams with a member still in the game.
    pub(crate) fn teams_left(&self) -> Vec<Seat> {
        self.teams().filter(|t| self.mates(*t).any(|s| !self.player(s).out)).collect()
    }

    /// SC-14.20: the game ends now and the players are ranked, without Aldaris' privilege.
    pub(crate) fn finish_ranked(&mut self, how: How, cx: &mut Cx<'_>) {
        let winners = self.best(&self.teams_left());
        self.finish(winners, how, cx);
    }

    /// Two End cards lie on the table: the game ends with step 8 (SC-14.10), but not Galactic Conquest (SC-15.14).
    pub(crate) fn end_has_come(&self) -> bool {
        self.ends >= 2 && !self.rules.galactic
    }

    /// Who wins if the end comes as things stand: SC-14.10, SC-14.11, and SC-15.7 for teams.
    pub(crate) fn winners_at_the_end(&self) -> (SeatSet, How) {
        match self.aldaris() {
            Some(aldaris) => (self.mates(aldaris).collect(), How::Aldaris),
            None => (self.best(&self.teams_left()), How::EndGame),
        }
    }

    /// Step 6, SC-14.1, SC-14.3, SC-14.4: of those who reached their own target, the one with most points.
    pub(crate) fn check_normal_victory(&mut self, cx: &mut Cx<'_>) {
        if self.rules.galactic {
            return;
        }
        let there: Vec<Seat> =
            self.teams_left().into_iter().filter(|t| self.team_points(*t) >= self.target(*t)).collect();
        if !there.is_empty() {
            let winners = self.best(&there);
            self.finish(winners, How::Normal, cx);
        }
    }

    /// Step 7, SC-14.5, SC-14.6: of those who meet theirs, the one with most points.
    pub(crate) fn check_special_victory(&mut self, cx: &mut Cx<'_>) {
        // SC-14.5: objectives count only in stage III; SC-15.14: Galactic Conquest has none.
        if self.rules.galactic || self.stage() < 3 {
            return;
        }
        // SC-15.6: one member is enough for the team.
        let met = |t: &Seat| self.mates(*t).any(|s| !self.player(s).out && self.objective_met(s));
        let there: Vec<Seat> = self.teams_left().into_iter().filter(met).collect();
        if !there.is_empty() {
            let winners = self.best(&there);
            self.finish(winners, How::Special, cx);
        }
    }

    /// Is the seat's special objective met on the board now?
    pub(crate) fn objective_met(&self, seat: Seat) -> bool {
        let content = |a: Area| data().area(a).expect("an area of the game").content;
        // SC-14.8: if the galaxy holds fewer areas of the kind, all of them are enough.
        let areas = |kind: fn(Content) -> bool, n: u8| {
            let all = self.all_areas().filter(|a| kind(content(*a)));
            // SC-15.4: a teammate's areas are not his.
            let (total, mine) =
                all.fold((0, 0), |(total, mine), a| (total + 1, mine + u8::from(self.controls(seat, a))));
            total > 0 && mine >= n.min(total)
        };
        match data().faction(self.faction(seat)).victory {
            // SC-14.7, SC-5.16: fully depleted areas still count by their printed symbol.
            Objective::ControlResources(n) => areas(|c| c.resource().is_some(), n),
            Objective::ControlConquest(n) => areas(|c| c.resource().is_none(), n),
            Objective::ControlPlanets(n) => {
                let whole = self.planets().filter(|p| areas_of(*p).all(|a| self.controls(seat, a)));
                whole.count() >= usize::from(n)
            }
            // SC-14.9, SC-15.17: strictly more than each other single player, teammates included.
            Objective::MostAreas => {
                let mine = self.controlled(seat);
                self.all_seats().filter(|s| *s != seat).all(|s| self.controlled(s) < mine)
            }
            Objective::BasesOnPlanets(n) => {
                self.planets().filter(|p| self.has_base_on(seat, *p)).count() >= usize::from(n)
            }
            Objective::EndDrawsNear => false,
        }
    }

    /// The end of step 8, SC-14.10, SC-14.11.
    pub(crate) fn events_over(&mut self, cx: &mut Cx<'_>) {
        for seat in self.all_seats() {
            self.player_mut(seat).looked = false;
        }
        if self.end_has_come() {
            let (winners, how) = self.winners_at_the_end();
            self.finish(winners, how, cx);
        }
    }

    /// Has the seat a base or a unit, on the board, on the move or in battle?
    fn has_pieces(&self, seat: Seat) -> bool {
        // SC-14.17: units alone keep him in.
        self.areas.iter().flatten().any(|g| g.base == Some(seat) || g.owner == Some(seat))
            || self.battle.is_some_and(|b| b.side(seat).is_some_and(|side| b.alive(side).next().is_some()))
    }

    /// SC-14.14 to SC-14.19: players without base and unit are out; the last player or team wins.
    pub(crate) fn eliminate(&mut self, cx: &mut Cx<'_>) {
        let fallen: Vec<Seat> =
            self.all_seats().filter(|s| !self.player(*s).out && !self.has_pieces(*s)).collect();
        if fallen.is_empty() {
            return;
        }
        // SC-14.19: should nobody be left, those who fall now are ranked as they stand.
        let together = self.best(&self.teams_left());
        for seat in &fallen {
            cx.tell.all(Event::Eliminated { who: self.faction(*seat) });
            self.leave_game(*seat, cx);
        }
        let left = self.teams_left();
        match left[..] {
            [] => self.finish(together, How::Together, cx),
            // SC-14.16, SC-15.8: the last player or team.
            [last] => {
                let winners = self.mates(last).collect();
                self.finish(winners, How::Last, cx);
            }
            _ => {
                // SC-4.13: the active player's turn is over.
                let active = self
                    .turn
                    .map(|t| t.seat)
                    .or(if let Some(Frame::Turn(seat)) = self.stack.last() { Some(*seat) } else { None });
                if active.is_some_and(|seat| fallen.contains(&seat)) {
                    self.skip_rest_of_turn();
                }
            }
        }
    }

    /// SC-14.15, SC-13.10: transports, resource cards and event cards go; orders go when they are on top.
    pub(crate) fn leave_game(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        for way in self.routes.iter_mut() {
            way.transports = way.transports.without(seat);
        }
        let held: Vec<Area> = self.all_areas().filter(|a| self.ground(*a).card == Some(seat)).collect();
        for area in held {
            self.lose_card(area, cx);
        }
        let player = self.player_mut(seat);
        player.out = true;
        player.pick = Pick::Open;
        // What he holds lies open and simply stays out of play.
        for card in std::mem::take(&mut player.drawn).iter() {
            self.event_removed.insert(card);
        }
    }
}
