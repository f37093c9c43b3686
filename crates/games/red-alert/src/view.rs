//! What one viewer may know: everything open, and the secrets of his own side. Made by picking, never by deleting.

use crate::board::{Hex, NONE, Side};
use crate::data::Objective;
use crate::data::{Class, CombatId, CommandId, Kind};
use crate::state::Question;
use crate::state::{CombatKind, Hand, Marks, Open, Post, RedAlert, Stage, Step, Tally, UnitId};
use klaxon_core::{Outcome, Seat, Viewer};
use serde::Serialize;

/// What one viewer may know.
///
/// The lists are for pages and programs. [`View::open`] holds the same in the engine's own form; it is not written
/// to JSON, since it says nothing more, but all questions of geometry, reach, sight and dice can be asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub name: String,
    /// The viewer's side; `None` for watchers and the all-seeing eye.
    pub side: Option<Side>,
    /// Seats and their posts.
    pub posts: Vec<(Side, Post)>,
    /// Number of the turn, from 1; 0 while setting up.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// Where the game stands.
    pub stage: Stage,
    /// What is asked.
    pub question: Question,
    /// Who is asked.
    pub asked: Vec<Seat>,
    /// Points that win.
    pub target: u8,
    /// Eliminated units that win; `None` where they do not.
    pub eliminations: Option<u8>,
    /// Objectives of each side.
    pub objectives: [Vec<Objective>; 2],
    /// Asteroid hexes.
    pub asteroids: Vec<Hex>,
    /// Debris hexes.
    pub debris: Vec<Hex>,
    /// Planet groups.
    pub planets: Vec<PlanetView>,
    /// Units on the battlefield, in hex order.
    pub units: Vec<UnitView>,
    /// Both sides, Commonwealth first.
    pub sides: [SideView; 2],
    /// Star tokens in the common pool.
    pub pool: u8,
    /// Decks and discards.
    pub decks: DecksView,
    /// The command card in play.
    pub card: Option<CommandId>,
    /// The card that it acts as, where that is another one.
    pub acts_as: Option<CommandId>,
    /// The command rating at which it was played.
    pub rating: u8,
    /// Combats under way, the top one last.
    pub combats: Vec<CombatView>,
    /// The combat card that waits for its effect.
    pub played: Option<CombatId>,
    /// Symbols of Damage Control still to be used, by face.
    pub rolled: [u8; 6],
    /// The card that may not be played this turn.
    pub banned: Option<CommandId>,
    /// Player-turns without a loss or a point (RA-21.6).
    pub quiet_turns: u8,
    /// The battle is over.
    pub outcome: Option<Outcome>,
    /// Everything open in the engine's own form.
    #[serde(skip)]
    pub open: Open,
}

/// A planet group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlanetView {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its hexes, with faction markers of each side.
    pub hexes: Vec<(Hex, [u8; 2])>,
}

/// A unit on the battlefield.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct UnitView {
    /// Its number, the same all game long.
    pub id: UnitId,
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: Kind,
    /// Its class.
    pub class: Class,
    /// Where.
    pub hex: Hex,
    /// Figures left, cap fighters included. RA-1.6: all of a unit is public once it lies open.
    pub figures: u8,
    /// Figures at the start.
    pub full: u8,
    /// Cap fighters left, for a flagship.
    pub caps: u8,
    /// What is true of it: `alert`, `cloaked`, `ordered`, `moved`, `fought` …
    pub marks: Vec<&'static str>,
    /// The seat that decides for it.
    pub seat: Seat,
}

/// Cards of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CardsView {
    /// Command cards held.
    pub command: u8,
    /// Combat cards held.
    pub combat: u8,
    /// The command hand, for those who may know it: the whole side (RA-22.2).
    pub command_hand: Option<Vec<CommandId>>,
    /// The combat hand, for those who may know it.
    pub combat_hand: Option<Vec<CombatId>>,
    /// Command cards of this hand that the viewer has seen (Intercepted Orders).
    pub known: Vec<CommandId>,
    /// The initiative card laid open.
    pub aside: Option<CommandId>,
    /// Has the side chosen its initiative card?
    pub sealed: bool,
    /// The initiative card chosen, for those who may know it.
    pub sealed_card: Option<CommandId>,
    /// The two cards of a Scout, for those who may know them.
    pub scouted: Vec<CommandId>,
    /// Has it played its combat card of this turn?
    pub used: bool,
    /// The command card of its last turn.
    pub last: Option<CommandId>,
}

/// Units of a side that are not on the battlefield yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FleetView {
    /// Deployment hexes, while they matter.
    pub deploy: Vec<Hex>,
    /// Jump points.
    pub jump_points: Vec<Hex>,
    /// Units waiting at them, by kind.
    pub waiting: Vec<(Kind, u8)>,
    /// Held-back units still to be placed.
    pub held: u8,
    /// Is the side done with the present step of setting up?
    pub done: bool,
}

/// The secret set-up of the viewer's own side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MusterView {
    /// Points to spend; `None` where the side may not buy.
    pub allowance: Option<u8>,
    /// Points spent.
    pub spent: u8,
    /// Stars that this will bring or cost.
    pub star_change: i8,
    /// Bought so far.
    pub bought: Vec<(Kind, u8)>,
    /// The whole fleet to deploy.
    pub fleet: Vec<(Kind, u8)>,
    /// Not assigned to a hex yet, or held back.
    pub left: Vec<(Kind, u8)>,
    /// Assigned to deployment hexes.
    pub hidden: Vec<(Hex, Kind)>,
    /// Jump points chosen.
    pub jump_points: Vec<Hex>,
}

/// One side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SideView {
    /// Which.
    pub side: Side,
    /// Star tokens.
    pub stars: u8,
    /// Victory points.
    pub points: u8,
    /// Enemy units eliminated.
    pub eliminated: u8,
    /// Where the points come from.
    pub tally: Tally,
    /// Points on planets.
    pub planet_points: u8,
    /// Its cards.
    pub cards: CardsView,
    /// Its task force card.
    pub task_force: Option<u8>,
    /// Units not on the battlefield yet.
    pub fleet: FleetView,
    /// Its secret set-up, for those who may know it.
    pub muster: Option<MusterView>,
    /// Does the Fleet Commander hold the stars (RA-22.7)?
    pub star_control: bool,
    /// Does its offer of a draw stand?
    pub offers_draw: bool,
}

/// Decks and discards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DecksView {
    /// Command cards in the deck.
    pub command: u8,
    /// Combat cards in the deck.
    pub combat: u8,
    /// Discarded command cards.
    pub command_discards: Vec<(CommandId, u8)>,
    /// Discarded combat cards.
    pub combat_discards: Vec<(CombatId, u8)>,
}

/// A combat under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CombatView {
    /// The attacker's hex when it was declared.
    pub from: Hex,
    /// The target's hex.
    pub at: Hex,
    /// Who attacks.
    pub side: Side,
    /// What kind of combat it is.
    pub kind: CombatKind,
    /// How far it has come.
    pub step: Step,
    /// Close quarters?
    pub close: bool,
    /// Dice by combat cards.
    pub card_dice: i8,
    /// Hits scored.
    pub hits: u8,
    /// Red alerts to be resolved.
    pub alerts: u8,
}

impl View {
    pub(crate) fn of(game: &RedAlert, viewer: Viewer) -> View {
        let open = &game.open;
        let side = match viewer {
            Viewer::Seat(seat) => open.side_of(seat),
            Viewer::Watcher | Viewer::Everything => None,
        };
        let knows = |whose: Side| viewer == Viewer::Everything || side == Some(whose);
        let scenario = open.scenario();
        let card = |c: u8| (c != NONE).then_some(CommandId(c));
        View {
            scenario: scenario.id.clone(),
            name: scenario.name.clone(),
            side,
            posts: open.roles[..usize::from(open.seats)].iter().map(|r| (r.side, r.post)).collect(),
            turn: open.turn,
            active: open.active,
            stage: open.stage,
            question: open.question(),
            asked: open.asked.iter().collect(),
            target: open.target,
            eliminations: (open.eliminations > 0).then_some(open.eliminations),
            objectives: open
                .objectives
                .map(|bits| Objective::ALL.into_iter().filter(|o| bits & o.bit() != 0).collect()),
            asteroids: open.asteroids.iter().collect(),
            debris: open.debris.iter().collect(),
            planets: planets(open),
            units: open
                .occupied()
                .iter()
                .filter_map(|h| open.unit_at(h))
                .map(|id| unit_view(open, id))
                .collect(),
            sides: Side::BOTH.map(|s| side_view(game, s, knows(s), side.is_some_and(|me| me != s))),
            pool: open.pool,
            decks: DecksView {
                command: open.command_left,
                combat: open.combat_left,
                // RA-15.6: discards lie open.
                command_discards: counts(&open.command_discard).map(|(c, n)| (CommandId(c), n)).collect(),
                combat_discards: counts(&open.combat_discard).map(|(c, n)| (CombatId(c), n)).collect(),
            },
            card: card(open.card),
            acts_as: card(open.acts_as).filter(|c| c.0 != open.card),
            rating: open.rating,
            combats: open.combats[..usize::from(open.depth)]
                .iter()
                .map(|c| CombatView {
                    from: c.from,
                    at: c.at,
                    side: c.attacker.side(),
                    kind: c.kind,
                    step: c.step,
                    close: c.close,
                    card_dice: c.card_dice,
                    hits: c.hits,
                    alerts: c.alerts,
                })
                .collect(),
            played: open.played.map(|p| p.card),
            rolled: open.rolled,
            banned: card(open.banned),
            quiet_turns: open.quiet,
            outcome: open.end.map(|end| open.outcome(end)),
            open: *open,
        }
    }

    /// One side.
    pub fn of_side(&self, side: Side) -> &SideView {
        &self.sides[side.index()]
    }
}

fn counts(cards: &[u8]) -> impl Iterator<Item = (u8, u8)> + '_ {
    cards.iter().enumerate().filter(|(_, n)| **n > 0).map(|(c, n)| (c as u8, *n))
}

fn kinds(units: [u8; 9]) -> Vec<(Kind, u8)> {
    Kind::ALL.into_iter().map(|k| (k, units[k as usize])).filter(|(_, n)| *n > 0).collect()
}

fn planets(open: &Open) -> Vec<PlanetView> {
    let mut planets: Vec<PlanetView> = Vec::new();
    for (rank, hex) in open.planets.iter().enumerate() {
        let group = open.groups[rank];
        while planets.len() <= usize::from(group) {
            let name = open.planet_name(planets.len() as u8).map(Into::into);
            planets.push(PlanetView { name, hexes: Vec::new() });
        }
        planets[usize::from(group)].hexes.push((hex, [open.markers[0][rank], open.markers[1][rank]]));
    }
    planets
}

fn unit_view(open: &Open, id: UnitId) -> UnitView {
    let unit = open.unit(id);
    UnitView {
        id,
        side: id.side(),
        kind: unit.kind,
        class: unit.class(),
        hex: unit.hex(),
        figures: unit.figures,
        full: unit.kind.stats().figures,
        caps: unit.caps(),
        marks: Marks::NAMES.into_iter().filter(|(m, _)| unit.is(*m)).map(|(_, name)| name).collect(),
        seat: open.unit_seat(id),
    }
}

fn side_view(game: &RedAlert, side: Side, knows: bool, rival: bool) -> SideView {
    let (open, secret, s) = (&game.open, &game.secret, side.index());
    let command = |hand: &Hand| hand.cards().map(CommandId).collect::<Vec<_>>();
    let held = |c: u8| (c != NONE).then_some(CommandId(c));
    let setting_up = matches!(
        open.stage,
        Stage::PickTaskForce | Stage::Buy | Stage::Deploy | Stage::JumpPoints | Stage::HeldBack
    );
    let hexes = |list: &[u8]| list.iter().filter(|&&h| h != NONE).map(|&h| Hex::raw(h)).collect::<Vec<_>>();
    let deploy = open.scenario().deploy[s];
    SideView {
        side,
        // RA-16.1: public.
        stars: open.stars[s],
        points: open.tally[s].total,
        eliminated: open.tally[s].eliminations(),
        tally: open.tally[s],
        planet_points: open.planet_points(side),
        cards: CardsView {
            command: open.command_cards[s],
            combat: open.combat_cards[s],
            command_hand: knows.then(|| command(&secret.command[s])),
            combat_hand: knows.then(|| secret.combat[s].cards().map(CombatId).collect()),
            known: if rival { command(&secret.known[s]) } else { Vec::new() },
            aside: held(open.aside[s]),
            sealed: secret.sealed[s] != NONE,
            sealed_card: held(secret.sealed[s]).filter(|_| knows),
            scouted: secret
                .scouted
                .iter()
                .filter_map(|&c| held(c))
                .filter(|_| knows && open.active == side)
                .collect(),
            used: open.used[s],
            last: held(open.last[s]),
        },
        task_force: (open.task_force[s] != NONE).then_some(open.task_force[s]),
        fleet: FleetView {
            deploy: if setting_up { deploy.iter().collect() } else { Vec::new() },
            jump_points: hexes(&open.jump_points[s]),
            waiting: kinds(open.waiting[s]),
            held: open.held[s],
            done: open.done[s],
        },
        muster: (knows && setting_up).then(|| MusterView {
            allowance: game.allowance(side),
            spent: game.spent(side),
            star_change: game.star_change(side),
            bought: kinds(secret.bought[s]),
            fleet: kinds(game.fleet_to_deploy(side)),
            left: kinds(game.held_left(side)),
            hidden: deploy
                .iter()
                .zip(secret.hidden[s])
                .filter(|(_, k)| *k != NONE)
                .map(|(h, k)| (h, Kind::ALL[usize::from(k)]))
                .collect(),
            jump_points: hexes(&secret.jump[s]),
        }),
        star_control: open.star_control[s],
        offers_draw: open.draw_offer[s],
    }
}
