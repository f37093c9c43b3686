//! The set-up (chapter 1): what is ordered, and the table as the boxes come out of the bag.

use crate::{
    Difficulty, Federation, Pace, Short,
    data::data,
    event::Event,
    nouns::{Bundle, FLEETS, FedTech, FleetSet, Marker, Piece, PieceAt, Relation, Resource, Space},
    questions::Take,
    state::{
        ALLIES, Bag, Battle, CARDS, Card, CardAt, FleetAt, GATE, MINES, PIECES, Roll, SOL_DEFENSE, Sealed,
        Table, Task,
    },
};
use klaxon_core::{Answer, Chance, Edition, Game, Later, Refusal, Tell, no_edition};
use serde::{Deserialize, Serialize};

/// Difficulty, comforts and the edition of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The token mix (SF-1.5).
    #[serde(default)]
    pub difficulty: Difficulty,
    /// Who chooses the first five tokens.
    #[serde(default)]
    pub opening: Opening,
    /// Does the game wait before each token?
    #[serde(default)]
    pub pace: Pace,
    /// By which edition of the rules it is played; the set-ups of release 0.1.0 name none and are of the first.
    #[serde(default)]
    pub edition: Edition,
}

impl Default for Setup {
    /// A table that is set up today is played by the newest edition.
    fn default() -> Setup {
        Setup {
            difficulty: Difficulty::default(),
            opening: Opening::default(),
            pace: Pace::default(),
            edition: Federation::newest(),
        }
    }
}

/// The first five tokens (SF-1.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// The player takes any five.
    #[default]
    Choose,
    /// Build, Maneuver, Research, Espionage and Morale, as suggested for a first game.
    Suggested,
}

/// Sets the table up, as far as it goes without the player.
pub(crate) fn start(
    setup: &Setup,
    chance: &mut Chance,
    tell: &mut Tell<Event>,
) -> Result<Federation, Refusal> {
    if setup.edition > Federation::newest() {
        return Err(no_edition::<Federation>(setup.edition));
    }
    let edition = Later(setup.edition);
    let mut game = Federation { table: fresh_table(setup), sealed: CARDS_IN_ORDER, edition };
    // SF-1.10, SF-1.11: Federation and Warp technologies are shuffled face down.
    chance.shuffle(&mut game.sealed.cards[..5]);
    chance.shuffle(&mut game.sealed.cards[6..]);
    tell.all(Event::Began { difficulty: setup.difficulty });
    let mut play = game.play(chance, tell);
    match setup.opening {
        Opening::Choose => play.push(Task::TakeTokens),
        Opening::Suggested => {
            for what in [
                Resource::Build,
                Resource::Maneuver,
                Resource::Research,
                Resource::Espionage,
                Resource::Morale,
            ] {
                Take(what).take(&mut play);
                play.t.tasks.clear();
            }
            play.push(Task::TakeTokens);
        }
    }
    play.run();
    Ok(game)
}

/// The table as the boxes come out of the bag (SF-1.2 to SF-1.17), before the player takes his tokens.
pub(crate) fn fresh_table(setup: &Setup) -> Table {
    let d = data();
    let mut pieces = [Piece::default(); PIECES];
    // SF-1.8, SF-1.9, SF-1.11, SF-1.12: one Flagship on Sol, four with their Bases, Ally Ships aside.
    pieces[0].at = PieceAt::Map(Space::SOL);
    for i in ALLIES {
        pieces[i].at = PieceAt::Aside;
    }
    for i in MINES.chain([SOL_DEFENSE]) {
        pieces[i].at = PieceAt::Unbuilt;
    }
    let mut cards = [Card::default(); CARDS];
    cards[4].at = CardAt::Box;
    cards[usize::from(GATE)].tech = Some(FedTech::WarpGates);
    for card in &mut cards[6..] {
        card.at = CardAt::Aside;
    }
    let mut pools = Bundle::default();
    for what in Resource::ALL {
        pools.add(what, d.resources[what as usize].pool);
    }
    let mut fleets = [FleetAt::Pile; FLEETS];
    for (at, info) in fleets.iter_mut().zip(&d.fleets) {
        if let Some(slot) = info.slot {
            *at = FleetAt::Spawn(slot);
        }
    }
    Table {
        difficulty: setup.difficulty,
        pace: setup.pace,
        turn: 0,
        war: d.war_start,
        relations: [Relation::Neutral; 4],
        expansion: d.markers[Marker::Expansion as usize].start,
        losses: d.markers[Marker::Losses as usize].start,
        stability: d.markers[Marker::Stability as usize].start,
        queue: Short::default(),
        pool: d.mix(setup.difficulty),
        holding: Bag::default(),
        drawn: Short::default(),
        fleets,
        techs: Default::default(),
        pieces,
        unlocked: 0,
        cards,
        pools,
        stored: Bundle::default(),
        sacrificed: Bundle::default(),
        track: [[Bundle::default(); 3]; 7],
        columns: 0,
        spies: Default::default(),
        attaches: Default::default(),
        embassies: Default::default(),
        chits_used: 0,
        free_moves: 0,
        calmed: false,
        tasks: Short::default(),
        roll: Roll::default(),
        results: [0; 7],
        battle: Battle::default(),
        moved: FleetSet::default(),
        halted: FleetSet::default(),
        engaged: FleetSet::default(),
        owed: [0; 5],
        end: None,
    }
}

/// The technology cards in ledger order, for set-ups and situations.
pub(crate) const CARDS_IN_ORDER: Sealed = {
    // One of each kind, and Patrol Routes twice.
    let mut cards = [FedTech::PatrolRoutes; CARDS];
    let mut i = 0;
    while i < FedTech::ALL.len() {
        cards[i] = FedTech::ALL[i];
        i += 1;
    }
    Sealed { cards }
};
