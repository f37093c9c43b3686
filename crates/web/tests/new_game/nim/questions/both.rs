//! As many stones from both heaps? NI-1.4.

use super::Action;
use crate::nim::{Nim, Play};
use klaxon_core::{Answer, Ask, Label, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// So many stones from each heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Both(pub u8);

impl Answer<Nim> for Both {
    fn ask(_: &Nim) -> Option<Ask> {
        // The question is Take's; this is another answer to it.
        None
    }

    fn offer(nim: &Nim, out: &mut Vec<Action>) {
        out.extend((1..=most(nim)).map(|n| Action::Both(Both(n))));
    }

    fn judge(&self, nim: &Nim) -> Result<(), Refusal> {
        let most = most(nim);
        if (1..=most).contains(&self.0) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("NI-1.4"), format!("1 to {most} stones can be taken from both")))
    }

    fn take(self, play: &mut Play<'_>) {
        for heap in &mut play.nim.heaps {
            *heap -= self.0;
        }
        play.done(self.words());
    }

    fn label(&self, _view: &Nim) -> Label {
        let text = format!("Take {} from both", self.0);
        Label { text, group: "Take".into(), clicks: Vec::new(), mark: "", rule: Some(rule!("NI-1.4")) }
    }

    fn words(&self) -> String {
        format!("both {}", self.0)
    }

    fn read(_: &Nim, verb: &str, words: &mut Reader<'_>) -> Result<Option<Both>, String> {
        if verb == "both" { Ok(Some(Both(words.number("stones", 99)? as u8))) } else { Ok(None) }
    }
}

/// What the smaller heap has.
fn most(nim: &Nim) -> u8 {
    nim.heaps[0].min(nim.heaps[1])
}
