//! What one viewer may know: an allow-list, built field by field from the state.

use crate::{
    board::areas_of,
    data::{Content, EventCard, Face, Tech, data},
    edition::EventOrder,
    galaxy::SlotState,
    ids::{Area, Faction, Order, Planet, Race, Route, Side, Slot, Unit},
    state::{Battle, Depletion, Ending, Fate, Frame, Moves, Pick, Placed, Site, StarCraft, Turn},
};
use klaxon_core::{Seat, SeatSet, Viewer};
use serde::Serialize;

/// A table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Whose eyes; `None` for a spectator or the all-seeing eye.
    pub me: Option<Seat>,
    pub teams: bool,
    pub galactic: bool,
    pub round: u16,
    /// The game is ranked after so many rounds; 0 for never (SC-14.20).
    pub round_limit: u16,
    /// In which order event cards are chosen (SC-13.2).
    pub event_order: EventOrder,
    /// I, II or III, by the top card of the event deck (SC-1.20).
    pub stage: u8,
    /// Who holds the first-player token.
    pub first: Seat,
    pub seats: Vec<SeatView>,
    pub planets: Vec<PlanetView>,
    pub routes: Vec<RouteView>,
    /// Cards in the event deck.
    pub events: u8,
    /// Event cards that were shown.
    pub event_discard: Vec<EventCard>,
    /// The End Draws Near cards on the table.
    pub ends: u8,
    /// The order being resolved.
    pub turn: Option<Turn>,
    /// What a Build order has done so far.
    pub site: Site,
    /// Moves that wait to be made.
    pub moves: Option<Moves>,
    pub battle: Option<BattleView>,
    /// Who is asked, and what.
    pub asked: SeatSet,
    pub question: Frame,
    /// Event cards of the viewer's that would do nothing as things stand, while he chooses among them (SC-13.13).
    pub idle_events: Vec<EventCard>,
    /// Cells beside the galaxy, while planets are placed.
    pub cells: Vec<(i8, i8)>,
    pub ending: Option<Ending>,
}

/// A player's sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatView {
    pub seat: Seat,
    pub faction: Option<Faction>,
    pub race: Option<Race>,
    pub team: u8,
    pub out: bool,
    pub cp: u8,
    /// Points that his team needs.
    pub target: u32,
    pub pool: u8,
    pub away: u8,
    pub permanent: [u8; 2],
    /// Workers in play.
    pub workers: u8,
    /// Figures left, by unit of the race.
    pub supply: Vec<(Unit, u8)>,
    pub levels: [u8; 3],
    pub modules: [u8; 3],
    pub bases: u8,
    pub transports: u8,
    /// Areas controlled.
    pub areas: u8,
    /// Total resources (SC-5.20).
    pub resources: u8,
    /// Points that his areas would bring now.
    pub income: u8,
    /// Is his special objective met on the board?
    pub objective: bool,
    pub build_limit: u8,
    pub special_orders: u8,
    pub hand_limit: u8,
    pub deck: u8,
    pub hand: u8,
    /// The faces in hand, for those who may know them.
    pub cards: Option<Vec<Face>>,
    /// Cards that the viewer saw in this hand and that are still there or lie face down in the battle.
    pub known: Vec<Face>,
    /// Cards of the viewer's own that he has not seen: deck and unseen deck tops, sorted.
    pub unseen: Vec<Face>,
    pub discard: Vec<Face>,
    /// Technologies that can still be bought.
    pub tech_deck: Vec<Tech>,
    /// Technologies in play.
    pub play: Vec<Tech>,
    /// Event cards in the play area.
    pub held: Vec<EventCard>,
    /// Event cards drawn this round.
    pub drawn: u8,
    /// Their faces, once the viewer may look at them.
    pub events: Option<Vec<EventCard>>,
    /// The event card that the viewer has chosen to execute.
    pub pick: Option<EventCard>,
    /// Cards that the viewer has chosen to discard.
    pub dropping: Vec<Face>,
    /// Planets still to be placed.
    pub planets: Vec<Planet>,
    pub home: Option<Planet>,
    /// Starting units still to be placed.
    pub to_place: Vec<(Unit, u8)>,
    /// Orders that he has revealed this round, by kind.
    pub shown: [u8; 6],
    /// What he could pay with force mining.
    pub means: [u8; 2],
}

/// A planet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlanetView {
    pub planet: Planet,
    pub x: i8,
    pub y: i8,
    pub turn: u8,
    /// Sides with a free slot.
    pub free: Vec<Side>,
    /// Sides whose slot is blocked.
    pub blocked: Vec<Side>,
    pub areas: Vec<AreaView>,
    /// Its order stack, top last.
    pub orders: Vec<OrderView>,
}

/// An area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AreaView {
    pub area: Area,
    pub content: Content,
    pub limit: u8,
    pub owner: Option<Seat>,
    pub units: Vec<(Unit, u8)>,
    pub base: Option<Seat>,
    /// Who controls it (SC-1.6).
    pub control: Option<Seat>,
    /// Who holds its resource card.
    pub card: Option<Seat>,
    pub workers: u8,
    pub depletion: Depletion,
}

/// An order on a stack; the face for those who may know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct OrderView {
    pub seat: Seat,
    pub order: Option<Order>,
}

/// A route.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RouteView {
    pub route: Route,
    pub ends: [Slot; 2],
    pub z: bool,
    pub transports: Vec<Seat>,
}

/// A battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BattleView {
    pub area: Area,
    pub seats: [Seat; 2],
    pub special: bool,
    pub fighters: [Vec<FighterView>; 2],
    pub skirmishes: Vec<SkirmishView>,
    pub bonus: [(u8, u8); 2],
    /// The skirmish being resolved, its attack and health.
    pub clash: Option<(u8, [u8; 2], [u8; 2])>,
    pub called_off: bool,
}

/// A unit in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FighterView {
    pub unit: Unit,
    pub skirmish: Option<u8>,
    pub front: bool,
    pub fate: Fate,
    /// Its Cloaking works in the skirmish being resolved.
    pub cloaked: bool,
}

/// A skirmish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SkirmishView {
    pub done: bool,
    /// By side: the standard and the reinforcement card.
    pub standard: [CardView; 2],
    pub reinforcement: [CardView; 2],
}

/// A card that lies in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardView {
    /// No card.
    None,
    /// Face down.
    Back {
        /// It came from the deck top.
        deck: bool,
    },
    /// Face up, or known to the viewer.
    Face(Face),
}

impl StarCraft {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher | Viewer::Everything => None,
        };
        let eyes = Eyes { me, all: viewer == Viewer::Everything };
        View {
            me,
            teams: self.rules.teams,
            galactic: self.rules.galactic,
            round: self.round,
            round_limit: self.rules.round_limit,
            event_order: self.later.events,
            stage: self.stage(),
            first: self.first,
            seats: self.all_seats().map(|seat| self.seat_view(seat, eyes)).collect(),
            planets: self.planets().map(|planet| self.planet_view(planet, eyes)).collect(),
            routes: self.route_views(),
            events: self.events.len() as u8,
            event_discard: self.event_discard.iter().map(|c| data().event(c)).collect(),
            ends: self.ends,
            turn: self.turn,
            site: self.site,
            moves: matches!(self.stack.last(), Some(Frame::Mobilize)).then_some(self.moves),
            battle: self.battle.as_ref().map(|b| self.battle_view(b, eyes)),
            asked: self.asked(),
            question: self.question_for(eyes),
            idle_events: if let (Some(me), Some(Frame::ChooseEvents)) = (me, self.stack.last())
                // SC-4.4: nobody knows his cards before he has looked, not even where the game ended before that.
                && self.player(me).looked
                && self.must_choose_event(me)
            {
                self.idle_events(me)
            } else {
                Vec::new()
            },
            cells: if let Some(Frame::PlacePlanet(_)) = self.stack.last() {
                self.cells()
            } else {
                Vec::new()
            },
            ending: self.ending,
        }
    }

    /// SC-8.3: a technology is announced when it is bought, not when it is thought about.
    fn question_for(&self, eyes: Eyes) -> Frame {
        let question = self.stack.last().copied().unwrap_or_default();
        if let Frame::MineSure { seat, m, g, .. } = question
            && !eyes.sees(seat)
        {
            return Frame::MineSure { seat, m, g, buy: None };
        }
        question
    }

    fn seat_view(&self, seat: Seat, eyes: Eyes) -> SeatView {
        let player = self.player(seat);
        let faces = |set: u64| match player.faction {
            Some(_) => self.faces_of(seat, set),
            None => Vec::new(),
        };
        let own = eyes.sees(seat);
        let race = player.faction.map(|f| data().faction(f).race);
        let techs = |set: u64| -> Vec<Tech> {
            let of_race = Tech::all().filter(|t| Some(t.data().race) == race);
            of_race.filter(|t| t.data().cards & set != 0).collect()
        };
        let events = |set: crate::ids::EventSet| set.iter().map(|c| data().event(c)).collect::<Vec<_>>();
        let known = eyes.me.map_or(0, |me| self.player(me).seen[seat.index()]);
        let started = race.is_some();
        SeatView {
            seat,
            faction: player.faction,
            race,
            team: self.team_of(seat),
            out: player.out,
            cp: player.cp,
            target: self.target(seat),
            pool: player.pool,
            away: player.away,
            permanent: player.permanent,
            workers: self.workers(seat),
            supply: race
                .map_or(Vec::new(), |r| r.units().iter().map(|u| (*u, player.supply[u.slot()])).collect()),
            levels: player.levels,
            modules: player.modules,
            bases: self.bases(seat),
            transports: self.transports(seat),
            areas: self.controlled(seat),
            resources: if started { self.total_resources(seat) } else { 0 },
            income: self.point_income(seat),
            objective: started && self.objective_met(seat),
            build_limit: if started { self.build_limit(seat, Order::Build) } else { 0 },
            special_orders: if started { self.special_allowance(seat) } else { 0 },
            hand_limit: if started { self.hand_limit(seat) } else { 0 },
            deck: player.deck.len() as u8,
            hand: player.hand.count_ones() as u8,
            cards: own.then(|| faces(player.hand)),
            known: faces(known),
            unseen: if own { faces(self.unseen(seat)) } else { Vec::new() },
            discard: faces(player.discard),
            tech_deck: techs(player.tech_deck),
            play: techs(player.play),
            held: events(player.held),
            drawn: player.drawn.len() as u8,
            // SC-4.4, SC-13.1: not even the owner knows them before step 8.
            events: (eyes.all || own && player.looked).then(|| events(player.drawn)),
            pick: if let (Pick::Card(card), true) = (player.pick, own) {
                Some(data().event(card))
            } else {
                None
            },
            dropping: if own { faces(player.dropping) } else { Vec::new() },
            planets: player.planets.into_iter().flatten().collect(),
            home: player.home,
            to_place: race.map_or(Vec::new(), |r| {
                let left = r.units().iter().map(|u| (*u, player.to_place[u.slot()]));
                left.filter(|(_, n)| *n > 0).collect()
            }),
            shown: player.shown,
            means: if started { self.means(seat) } else { [0; 2] },
        }
    }

    /// The cards of a seat that nobody has seen: its deck and its unseen deck tops.
    pub(crate) fn unseen(&self, seat: Seat) -> u64 {
        let deck = self.player(seat).deck.iter().fold(0, |set, c| set | c.bit());
        let tops = self.battle.as_ref().and_then(|b| b.side(seat).map(|side| (b, usize::from(side))));
        let tops = tops.map_or(0, |(b, side)| {
            let hidden = b.skirmishes.iter().filter(|s| s.deck_top[side] && !s.shown[side]);
            hidden.filter_map(|s| s.standard[side]).fold(0, |set, c| set | c.bit())
        });
        deck | tops
    }

    fn planet_view(&self, planet: Planet, eyes: Eyes) -> PlanetView {
        let tile = self.tile(planet).expect("a planet of this game");
        let sides = |state: SlotState| -> Vec<Side> {
            let of = |side: &Side| self.slot_state(Slot { planet, side: *side });
            Side::ALL.iter().copied().filter(|s| of(s) == state).collect()
        };
        PlanetView {
            planet,
            x: tile.x,
            y: tile.y,
            turn: tile.turn,
            free: sides(SlotState::Free),
            blocked: sides(SlotState::Blocked),
            areas: areas_of(planet).map(|a| self.area_view(a)).collect(),
            orders: self.orders.iter().filter(|o| o.planet == planet).map(|o| order_view(o, eyes)).collect(),
        }
    }

    fn area_view(&self, area: Area) -> AreaView {
        let (g, print) = (self.ground(area), data().area(area).expect("an area of this game"));
        AreaView {
            area,
            content: print.content,
            limit: print.limit,
            owner: g.owner,
            units: g.owner.map_or(Vec::new(), |owner| {
                let units = self.race(owner).units().iter();
                units.map(|u| (*u, g.units[u.slot()])).filter(|(_, n)| *n > 0).collect()
            }),
            base: g.base,
            control: self.all_seats().find(|s| self.controls(*s, area)),
            card: g.card,
            workers: g.workers,
            depletion: g.depletion,
        }
    }

    fn route_views(&self) -> Vec<RouteView> {
        let all = self.routes.iter().enumerate();
        all.map(|(i, r)| RouteView {
            route: Route(i as u8),
            ends: r.ends,
            z: r.z,
            transports: r.transports.iter().collect(),
        })
        .collect()
    }

    fn battle_view(&self, battle: &Battle, eyes: Eyes) -> BattleView {
        let fighters = |side: usize| {
            let all = battle.fighters[side].iter().enumerate();
            all.map(|(i, f)| FighterView {
                unit: f.unit,
                skirmish: f.skirmish,
                front: f.front,
                fate: f.fate,
                cloaked: battle.clash.cloaked[side] >> i & 1 == 1,
            })
            .collect::<Vec<_>>()
        };
        let resolving = battle.clash.attack != [0; 2] || battle.clash.health != [0; 2];
        BattleView {
            area: battle.area,
            seats: battle.seats,
            special: battle.special,
            fighters: [fighters(0), fighters(1)],
            skirmishes: battle
                .skirmishes
                .iter()
                .map(|s| {
                    let card = |side: usize, reinforcement: bool| {
                        let seat = battle.seats[side];
                        let row = if reinforcement { s.reinforcement } else { s.standard };
                        let deck = s.deck_top[side] && !reinforcement;
                        match row[side] {
                            None => CardView::None,
                            // A deck top is hidden from its owner too.
                            Some(c) if s.shown[side] || eyes.all || eyes.sees(seat) && !deck => {
                                CardView::Face(self.face(seat, c))
                            }
                            Some(_) => CardView::Back { deck },
                        }
                    };
                    SkirmishView {
                        done: s.done,
                        standard: [card(0, false), card(1, false)],
                        reinforcement: [card(0, true), card(1, true)],
                    }
                })
                .collect(),
            bonus: battle.bonus,
            clash: resolving.then_some((battle.clash.skirmish, battle.clash.attack, battle.clash.health)),
            called_off: battle.called_off,
        }
    }
}

/// Who looks.
#[derive(Clone, Copy)]
struct Eyes {
    me: Option<Seat>,
    all: bool,
}

impl Eyes {
    fn sees(self, seat: Seat) -> bool {
        // SC-15.10: a teammate sees no more than anybody.
        self.all || self.me == Some(seat)
    }
}

/// SC-3.8, SC-3.9: owner and place of an order are public, the face is the owner's secret; he may look at it.
fn order_view(placed: &Placed, eyes: Eyes) -> OrderView {
    OrderView { seat: placed.seat, order: eyes.sees(placed.seat).then_some(placed.order) }
}

impl View {
    /// A seat's sheet.
    pub fn seat(&self, seat: Seat) -> &SeatView {
        &self.seats[seat.index()]
    }

    /// A planet of this game.
    pub fn planet(&self, planet: Planet) -> Option<&PlanetView> {
        self.planets.iter().find(|p| p.planet == planet)
    }

    /// An area of this game.
    pub fn area(&self, area: Area) -> Option<&AreaView> {
        self.planet(area.planet())?.areas.get(area.n())
    }

    /// Who still has event cards to choose from, in turn order: the first of them now and the others after him where
    /// event cards are chosen clockwise (SC-13.2).
    pub fn events_to_come(&self) -> impl Iterator<Item = Seat> + '_ {
        let n = self.seats.len();
        (0..n).map(move |i| &self.seats[(self.first.index() + i) % n]).filter(|s| s.drawn > 0).map(|s| s.seat)
    }

    /// Has the seat a base on the planet?
    pub fn base_on(&self, seat: Seat, planet: Planet) -> bool {
        self.planet(planet).is_some_and(|p| p.areas.iter().any(|a| a.base == Some(seat)))
    }

    /// Has the seat a unit on the planet?
    pub fn unit_on(&self, seat: Seat, planet: Planet) -> bool {
        self.planet(planet).is_some_and(|p| p.areas.iter().any(|a| a.owner == Some(seat)))
    }
}
