//! Games on the bench: tables that are in no store, played by the same choices every time.

use crate::{
    ending::Story,
    scene::{Look, Scene},
    table::{Chair, Holder, Live, Loaded, Meta},
    ui::{Eyes, Ui},
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Seat, SeatSet, Seed, TableOrder};
use maud::Markup;
use std::time::Duration;

/// Steps after which a game that is shown ends at the latest.
const LONGEST: usize = 4000;

/// A game on the bench.
pub struct Bench {
    live: Live,
    /// What is on the table.
    pub loaded: Loaded,
    /// Its log so far.
    pub lines: Vec<String>,
}

impl Bench {
    /// A game with Ada on the first seat and bots on the others.
    pub fn new(game: &str, scenario: &str, luck: u64) -> Bench {
        let seats = if scenario.is_empty() { 0 } else { 2 };
        let order = TableOrder { scenario: scenario.into(), seats, ..TableOrder::default() };
        let table = Table::open(game, &order, Seed::small(luck)).expect("a scenario of the menu opens");
        let holder = |i: usize| match i {
            0 => Holder::person(&crate::person::Person::guest("ada", "Ada")),
            _ => Holder::Bot { level: "normal".into() },
        };
        let chair = |i: usize| Chair::new(table.seat_name(Seat(i as u8)), holder(i));
        let chairs: Vec<Chair> = (0..table.seats()).map(chair).collect();
        let menu = shelf::menu(game).map_or(&[][..], |menu| &menu.scenarios);
        let title = menu.iter().find(|s| scenario.is_empty() || s.id == scenario).map(|s| s.name.clone());
        let meta = Meta { created: 0, ..Meta::new(title.unwrap_or_default(), chairs) };
        let live = Live::new("design2345", 0, Duration::ZERO);
        Bench { live, loaded: Loaded::new(table, meta, Vec::new()), lines: Vec::new() }
    }

    /// Plays on until something holds, or the game is over.
    pub fn until(mut self, holds: impl Fn(&Bench) -> bool) -> Bench {
        let mut salt: u64 = 7;
        for _ in 0..LONGEST {
            let table = &mut self.loaded.table;
            let Some(seat) = table.to_act().iter().next().filter(|_| table.outcome().is_none()) else {
                // Only time goes on.
                match table.alarm().and_then(|at| table.clock(at, at)) {
                    Some(put) => self.lines.push(put.line),
                    None => break,
                }
                continue;
            };
            if !self.lines.is_empty() && holds(&self) {
                break;
            }
            let table = &mut self.loaded.table;
            salt = salt.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let n = table.count_choices(seat).max(1);
            match table.choose(seat, None, (salt >> 33) as usize % n, 0) {
                Ok(put) => self.lines.push(put.line),
                Err(_) => break,
            }
        }
        self
    }

    /// The seat that is asked.
    pub fn asked(&self) -> Seat {
        self.loaded.table.to_act().iter().next().unwrap_or(Seat(0))
    }

    /// The same with something changed about it.
    pub fn with(mut self, change: impl FnOnce(&mut Loaded)) -> Bench {
        change(&mut self.loaded);
        self
    }

    /// Draws it for whoever holds these seats.
    pub fn scene<T>(&self, held: SeatSet, ui: &Ui, draw: impl FnOnce(Scene, &Look<'_>) -> T) -> T {
        let eyes = Eyes::new(&self.loaded, held, ui);
        let token = |_: Seat| "example".to_owned();
        let (live, loaded) = (&self.live, &self.loaded);
        let look = Look {
            live,
            loaded,
            person: Some("ada"),
            eyes,
            ui,
            token: &token,
            phrase: None,
            after: None,
            lesson: None,
        };
        draw(Scene::draw(&look), &look)
    }

    /// What the asked seat sees.
    pub fn mine(&self, ui: &Ui) -> Scene {
        self.scene(SeatSet::only(self.asked()), ui, |scene, _| scene)
    }

    /// The whole page of the asked seat.
    pub fn mine_page(&self) -> Markup {
        self.scene(SeatSet::only(self.asked()), &Ui::default(), |scene, look| scene.page(look))
    }

    /// The finished game looked back upon.
    pub fn story(&self) -> Option<Story> {
        Story::of(&self.loaded.table.sealed_header(), &self.lines).ok().flatten()
    }
}
