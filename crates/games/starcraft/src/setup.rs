//! Chapter 2: first player, factions, event deck, galaxy, starting forces, starting hands.

use crate::{
    board::areas_of,
    data::{GalaxyData, data},
    edition::{EventOrder, Terms},
    event::Event,
    ids::{Area, Faction, Planet, Route, Unit},
    state::{Frame, Rules, SEATS, StarCraft, Task, Tile, Way},
    turn::Cx,
};
use klaxon_core::{Code, Edition, Refusal, Seat, SeatSet, rule};
use serde::{Deserialize, Serialize};

/// How a table is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// 2 to 6 players.
    pub seats: u8,
    /// How the factions are found.
    pub factions: Factions,
    /// How the galaxy is found.
    pub galaxy: Galaxy,
    /// Teams of two, with 4 or 6 players (SC-15.1).
    pub teams: bool,
    /// Galactic Conquest (SC-15.11).
    pub galactic: bool,
    /// Rank the players after so many rounds; 0 for never (SC-14.20).
    pub round_limit: u16,
    /// The edition of the rules.
    #[serde(default)]
    pub edition: Edition,
    /// In which order event cards are chosen (SC-13.2).
    #[serde(default)]
    pub events: EventOrder,
}

/// How the factions are found (SC-2.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Factions {
    /// Each player picks one in turn.
    Draft,
    /// A random deal.
    Deal,
    /// Fixed, by seat.
    Given(Vec<Faction>),
}

/// How the galaxy is found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Galaxy {
    /// The players build it (SC-2.8 to SC-2.25).
    Build,
    /// One of the ready-made ones.
    Ready,
    /// The ready-made one with this id.
    Named(String),
}

impl StarCraft {
    pub(crate) fn set_up(setup: &Setup, cx: &mut Cx<'_>) -> Result<StarCraft, Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        // SC-15.16: nobody plays alone.
        if !(2..=SEATS as u8).contains(&setup.seats) {
            return illegal(rule!("SC-1.1"), "the game is for 2 to 6 players");
        }
        if setup.teams && !matches!(setup.seats, 4 | 6) {
            return illegal(rule!("SC-1.1"), "teams of two need 4 or 6 players");
        }
        let terms = Terms { edition: setup.edition, events: setup.events };
        terms.judge()?;
        let ready = match &setup.galaxy {
            Galaxy::Build => None,
            Galaxy::Ready => {
                // SC-15.15: with a free slot since edition 3.
                let all = data().galaxies(setup.seats, setup.edition);
                Some(*cx.chance.pick(&all).expect("there is a galaxy for every number of players"))
            }
            Galaxy::Named(id) => {
                let found = data().galaxy(id).filter(|g| g.players == setup.seats);
                Some(found.ok_or_else(|| {
                    Refusal::other(Code::Malformed, format!("no galaxy `{id}` for {} players", setup.seats))
                })?)
            }
        };
        let rules = Rules {
            teams: setup.teams,
            galactic: setup.galactic,
            ready: ready.is_some(),
            round_limit: setup.round_limit,
        };
        let mut game = StarCraft::bare(setup.seats, rules, terms);
        // SC-2.2: the first player is chosen at random.
        game.first = Seat(cx.chance.below(u32::from(setup.seats)) as u8);
        cx.tell.all(Event::FirstPlayer { seat: game.first });
        match &setup.factions {
            // SC-15.1: with teams the factions are dealt.
            Factions::Draft if !setup.teams => {
                // The galaxy is drawn now and laid once the factions are known.
                if let Some(ready) = ready {
                    game.lay_galaxy(ready, cx);
                }
                game.push(Frame::Draft(0));
            }
            Factions::Draft | Factions::Deal => {
                let mut all = Faction::ALL.to_vec();
                cx.chance.shuffle(&mut all);
                game.deal_factions(&all, cx);
                if let Some(ready) = ready {
                    game.lay_galaxy(ready, cx);
                }
                game.factions_known(cx);
            }
            Factions::Given(list) => {
                let twice = (1..list.len()).any(|i| list[..i].contains(&list[i]));
                if list.len() != usize::from(setup.seats) || twice {
                    return illegal(rule!("SC-2.3"), "each player has one faction of his own");
                }
                game.deal_factions(list, cx);
                if let Some(ready) = ready {
                    game.lay_galaxy(ready, cx);
                }
                game.factions_known(cx);
            }
        }
        game.settle(cx);
        Ok(game)
    }

    fn deal_factions(&mut self, list: &[Faction], cx: &mut Cx<'_>) {
        for seat in self.all_seats() {
            let faction = list[seat.index()];
            self.player_mut(seat).faction = Some(faction);
            cx.tell.all(Event::Dealt { seat, faction });
        }
    }

    /// The seat that picks or places as number `i` (SC-1.18).
    pub(crate) fn nth(&self, i: u8) -> Seat {
        Seat((self.first.0 + i) % self.n)
    }

    /// SC-2.12: the order of placing is 1…n, n…1.
    pub(crate) fn placer(&self, i: u8) -> Seat {
        self.nth(if i < self.n { i } else { 2 * self.n - 1 - i })
    }

    /// SC-2.1: what comes after the factions: pieces, event deck, galaxy, hands.
    pub(crate) fn factions_known(&mut self, cx: &mut Cx<'_>) {
        for seat in self.all_seats() {
            self.take_sheet(seat);
            if self.rules.teams && seat.0 < self.n / 2 {
                let mate = self.faction(Seat(seat.0 + self.n / 2));
                cx.tell.all(Event::TeamOf { faction: self.faction(seat), mate });
            }
        }
        self.make_event_deck(cx);
        for seat in self.all_seats() {
            let player = self.player_mut(seat);
            cx.chance.shuffle(&mut player.deck);
        }
        if self.rules.ready {
            self.take_homes(cx);
            self.spread_forces(cx);
            self.deal_hands(cx);
        } else {
            // SC-2.8: two planet tokens each, open to all; SC-2.9: the others leave the game.
            let mut tokens = Planet::ALL.to_vec();
            cx.chance.shuffle(&mut tokens);
            for i in 0..self.n {
                let (seat, pair) = (self.nth(i), &tokens[usize::from(i) * 2..]);
                self.player_mut(seat).planets = [Some(pair[0]), Some(pair[1])];
                cx.tell.all(Event::DrewPlanets { who: self.faction(seat), planets: [pair[0], pair[1]] });
            }
            self.push(Frame::PlacePlanet(0));
        }
    }

    /// SC-2.4: all pieces of the faction, on its sheet.
    pub(crate) fn take_sheet(&mut self, seat: Seat) {
        let faction = data().faction(self.faction(seat));
        let race = data().race(faction.race);
        let deck = data().deck(faction.race);
        let player = self.player_mut(seat);
        // SC-2.24: starting workers go to the pool.
        player.pool = faction.workers;
        for unit in faction.race.units() {
            player.supply[unit.slot()] = data().unit(*unit).count;
        }
        for (unit, n) in &faction.start {
            player.to_place[unit.slot()] = *n;
        }
        player.transport_to_place = faction.transports > 0;
        // SC-6.11: the printed level I is owned from the start.
        player.levels[race.printed.slot()] = 1;
        // SC-2.26: technology cards apart, the other 18 are the combat deck.
        player.tech_deck = deck.technology;
        player.deck = crate::ids::cards(deck.combat).collect();
    }

    /// SC-2.6: stage I on stage II on stage III, thinned for fewer players.
    fn make_event_deck(&mut self, cx: &mut Cx<'_>) {
        let thin = usize::from(6 - self.n) * 5;
        for stage in (1..=3u8).rev() {
            let of_stage = (0..data().event_count()).filter(|c| data().event(*c).data().stage == stage);
            // SC-15.12: Galactic Conquest is played without the End cards.
            let mut cards: Vec<u8> = of_stage.filter(|c| !(self.rules.galactic && is_end_card(*c))).collect();
            cx.chance.shuffle(&mut cards);
            if stage < 3 {
                for card in cards.drain(..thin) {
                    self.event_removed.insert(card);
                }
            }
            cards.into_iter().for_each(|card| self.events.push(card));
        }
        if self.rules.galactic {
            (0..data().event_count()).filter(|c| is_end_card(*c)).for_each(|c| self.event_removed.insert(c));
        }
    }

    fn lay_galaxy(&mut self, galaxy: &GalaxyData, cx: &mut Cx<'_>) {
        cx.tell.all(Event::ReadyGalaxy { id: galaxy.id.clone() });
        for spot in &galaxy.planets {
            self.lay_tile(spot.planet, Tile { x: spot.x, y: spot.y, turn: spot.turn });
        }
        for (major, minor) in &galaxy.z {
            self.routes.push(Way { ends: [*major, *minor], z: true, transports: SeatSet::NONE });
        }
        for (i, home) in galaxy.homes.iter().enumerate() {
            let seat = self.nth(i as u8);
            self.ground_mut(*home).base = Some(seat);
            self.player_mut(seat).home = Some(home.planet());
        }
    }

    pub(crate) fn next_planet(&mut self, i: u8) {
        self.push(if i + 1 < 2 * self.n { Frame::PlacePlanet(i + 1) } else { Frame::ZMajor(0) });
    }

    /// Free slots on at least two planets are what a z-axis route needs.
    fn z_possible(&self) -> bool {
        let mut first = None;
        self.free_slots().any(|s| *first.get_or_insert(s.planet) != s.planet)
    }

    /// SC-2.17 to SC-2.20, or nothing where no pair of slots is left.
    pub(crate) fn open_z(&mut self, i: u8, cx: &mut Cx<'_>) -> bool {
        if self.z_possible() {
            return true;
        }
        cx.tell.all(Event::NoZRoute { who: self.faction(self.nth(i)) });
        self.next_z(i, cx);
        false
    }

    pub(crate) fn next_z(&mut self, i: u8, cx: &mut Cx<'_>) {
        if i + 1 < self.n {
            self.push(Frame::ZMajor(i + 1));
        } else {
            self.take_homes(cx);
            self.push(Frame::Forces);
        }
    }

    /// SC-2.21: all resource cards of the planet with the base.
    fn take_homes(&mut self, cx: &mut Cx<'_>) {
        for i in 0..self.n {
            let seat = self.nth(i);
            let home = self.home(seat);
            for area in areas_of(home) {
                if data().area(area).is_some_and(|a| a.content.resource().is_some()) {
                    self.ground_mut(area).card = Some(seat);
                }
            }
            cx.tell.all(Event::TookHome { who: self.faction(seat), planet: home });
        }
    }

    /// The planet with the seat's starting base.
    pub(crate) fn home(&self, seat: Seat) -> Planet {
        self.player(seat).home.expect("every player has a base")
    }

    /// The next starting unit to place.
    pub(crate) fn next_starter(&self, seat: Seat) -> Option<Unit> {
        let left = &self.player(seat).to_place;
        self.race(seat).units().iter().copied().find(|u| left[u.slot()] > 0)
    }

    /// Has the seat forces left to place?
    pub(crate) fn has_forces(&self, seat: Seat) -> bool {
        self.player(seat).transport_to_place || self.next_starter(seat).is_some()
    }

    /// SC-2.22: all place at the same time, each on a planet of his own; what has one place only is put there.
    pub(crate) fn open_forces(&mut self, cx: &mut Cx<'_>) -> bool {
        for seat in self.all_seats() {
            while self.has_forces(seat) {
                let [only] = self.two_answers(seat)[..] else {
                    break;
                };
                self.answer(seat, only, cx);
            }
        }
        if self.all_seats().any(|seat| self.has_forces(seat)) {
            return true;
        }
        self.task(Self::deal_hands, cx)
    }

    pub(crate) fn place_starter(&mut self, seat: Seat, unit: Unit, area: Area, cx: &mut Cx<'_>) {
        self.player_mut(seat).to_place[unit.slot()] -= 1;
        self.build_unit(seat, area, unit);
        cx.tell.all(Event::UnitPlaced { who: self.faction(seat), unit, area });
    }

    pub(crate) fn place_first_transport(&mut self, seat: Seat, route: Route, cx: &mut Cx<'_>) {
        self.player_mut(seat).transport_to_place = false;
        self.put_transport(seat, route);
        let planets = self.ends_of(route);
        cx.tell.all(Event::TransportPlaced { who: self.faction(seat), route, planets });
    }

    /// The quick set-up's forces: one unit to hold each area beside the base, the rest with the base.
    fn spread_forces(&mut self, cx: &mut Cx<'_>) {
        for i in 0..self.n {
            let seat = self.nth(i);
            let home = self.home(seat);
            let base = self.base_on(seat, home).expect("the base is at home");
            let mut empty: Vec<Area> = areas_of(home).filter(|a| *a != base).collect();
            empty.reverse();
            while let Some(unit) = self.next_starter(seat) {
                let fits = |a: &Area| self.room(seat, *a) > 0;
                let area =
                    empty.pop().or_else(|| Some(base).filter(fits)).or_else(|| areas_of(home).find(fits));
                self.place_starter(seat, unit, area.expect("every planet holds all starting units"), cx);
            }
            let route = (0..self.routes.len()).find(|r| self.routes[*r].touches(home));
            self.place_first_transport(seat, Route(route.expect("every planet has a route") as u8), cx);
        }
    }

    /// SC-2.27: the starting hands; then the first round begins.
    fn deal_hands(&mut self, cx: &mut Cx<'_>) {
        for i in 0..self.n {
            let seat = self.nth(i);
            let n = data().race(self.race(seat)).hand;
            for _ in 0..n {
                let card = self.draw_card(seat, cx).expect("the deck holds 18 cards");
                self.player_mut(seat).hand |= card.bit();
            }
            let who = self.faction(seat);
            if cx.tell.is_aloud() {
                let cards = self.faces_of(seat, self.player(seat).hand);
                cx.tell.reveal_to(SeatSet::only(seat), Event::StartingHand { who, cards });
                cx.tell.others(SeatSet::only(seat), Event::StartingHandHidden { who, n });
            }
        }
        self.push(Task::Round);
    }
}

/// Is it The End Draws Near?
pub(crate) fn is_end_card(card: u8) -> bool {
    data().event(card).data().timing == crate::data::Timing::Forced
}
