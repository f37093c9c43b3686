//! How many stones, and from which heap? NI-1.2.

use super::Action;
use crate::nim::{Heap, Nim, Play};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Stones from a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Take {
    /// The heap.
    pub heap: Heap,
    /// How many of its stones.
    pub stones: u8,
}

impl Answer<Nim> for Take {
    fn ask(nim: &Nim) -> Option<Ask> {
        (!nim.is_over()).then(|| Ask::new("take", Line::new("Take stones from a heap.", rule!("NI-1.2"))))
    }

    fn offer(nim: &Nim, out: &mut Vec<Action>) {
        for heap in Heap::ALL {
            out.extend((1..=nim.stones(heap)).map(|stones| Action::Take(Take { heap, stones })));
        }
    }

    fn judge(&self, nim: &Nim) -> Result<(), Refusal> {
        let most = nim.stones(self.heap);
        if (1..=most).contains(&self.stones) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("NI-1.2"), format!("1 to {most} stones can be taken there")))
    }

    fn take(self, play: &mut Play<'_>) {
        play.nim.heaps[self.heap as usize] -= self.stones;
        play.done(self.words());
    }

    fn label(&self, _view: &Nim) -> Label {
        let text = format!("Take {} on the {}", self.stones, self.heap.word());
        let clicks = vec![format!("ni-stone-{}-{}", self.heap.word(), self.stones)];
        Label { text, group: "Take".into(), clicks, mark: "", rule: Some(rule!("NI-1.2")) }
    }

    fn words(&self) -> String {
        format!("take {} {}", self.heap.word(), self.stones)
    }

    fn read(_: &Nim, verb: &str, words: &mut Reader<'_>) -> Result<Option<Take>, String> {
        if verb != "take" {
            return Ok(None);
        }
        let heap = words.id("a heap", Heap::named)?;
        Ok(Some(Take { heap, stones: words.number("stones", 99)? as u8 }))
    }
}
