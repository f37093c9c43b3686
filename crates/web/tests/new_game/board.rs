//! The board of Nim: two rows of stones.

use crate::nim::{Heap, Nim};
use klaxon_core::{Known, Outcome, Seat};
use klaxon_web::boards::{Board, Drawn, Place, Tally, Touch};
use maud::html;

impl Drawn for Nim {
    fn board(known: &Known<'_, Nim>, touch: &Touch<'_>) -> Board {
        let row = |heap: Heap| {
            let id = format!("ni-heap-{}", heap.word());
            let stones = known.view.stones(heap);
            let drawn = html! {
                g id=(id) aria-label=(format!("{stones} stones")) {
                    @for n in 1..=stones {
                        @let stone = format!("ni-stone-{}-{n}", heap.word());
                        circle class=(touch.class(&stone)) data-id=(stone) cx=(20 * u32::from(n)) cy=(20 + 40 * heap as u32) r="8" {}
                    }
                }
            };
            (id, drawn)
        };
        Board {
            view_box: "0 0 120 80".into(),
            label: "Two heaps of stones".into(),
            layers: Heap::ALL.map(row).to_vec(),
            ..Board::default()
        }
    }

    fn place(_panel: &str) -> Place {
        Place::Tab
    }

    fn tally(_view: &Nim, outcome: &Outcome, seats: usize) -> Tally {
        let won = |i: usize| i32::from(outcome.winners.has(Seat(i as u8)));
        Tally { scores: (0..seats).map(won).collect(), ..Tally::default() }
    }
}
