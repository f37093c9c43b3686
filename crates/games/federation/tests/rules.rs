//! Every rule of the ledger has a test whose name begins with its id; one file per chapter.

use klaxon_federation::Federation;
use klaxon_testkit::Given;

#[path = "rules/agreement.rs"]
mod agreement;
#[path = "rules/ch00_words.rs"]
mod ch00_words;
#[path = "rules/ch01_setup.rs"]
mod ch01_setup;
#[path = "rules/ch03_end.rs"]
mod ch03_end;
#[path = "rules/ch04_queue.rs"]
mod ch04_queue;
#[path = "rules/ch05_aliens.rs"]
mod ch05_aliens;
#[path = "rules/ch06_universal.rs"]
mod ch06_universal;
#[path = "rules/ch07_events.rs"]
mod ch07_events;
#[path = "rules/ch08_turn.rs"]
mod ch08_turn;
#[path = "rules/ch09_actions.rs"]
mod ch09_actions;
#[path = "rules/ch09_bounds.rs"]
mod ch09_bounds;
#[path = "rules/ch09_politics.rs"]
mod ch09_politics;
#[path = "rules/ch10_war_effort.rs"]
mod ch10_war_effort;
#[path = "rules/ch11_relations.rs"]
mod ch11_relations;
#[path = "rules/ch13_combat.rs"]
mod ch13_combat;
#[path = "rules/ch14_technology.rs"]
mod ch14_technology;
#[path = "rules/tables.rs"]
mod tables;
#[path = "rules/throws.rs"]
mod throws;

/// A position; the game waits before the next token unless the clauses say otherwise.
#[track_caller]
fn given(clauses: &str) -> Given<Federation> {
    klaxon_testkit::given(clauses).offering(|_| false)
}

/// A position whose decisions become no example of the pages of rules: they are tried for what is asked, not for a rule alone.
#[track_caller]
fn untold(clauses: &str) -> Given<Federation> {
    Given::of(given(clauses).game().clone()).offering(|_| false)
}

/// Phase 3 of a Federation turn.
#[track_caller]
fn phase3(clauses: &str) -> Given<Federation> {
    given(&format!("moment actions; queue FED1; {clauses}"))
}

/// This token is next.
#[track_caller]
fn token(id: &str, clauses: &str) -> Given<Federation> {
    given(&format!("queue {id}; {clauses}"))
}

/// A Random Event on the table of this chit: all others are used, so it is drawn for certain and all go back after.
#[track_caller]
fn event(chit: &str, clauses: &str) -> Given<Federation> {
    let others: Vec<String> = (1..=6).map(|n| format!("EV{n}")).filter(|c| c != chit).collect();
    given(&format!("queue RND; chits {}; {clauses}", others.join(" ")))
}
