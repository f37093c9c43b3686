//! Any sequence of requests has the same answers from every engine: SQLite is held against PostgreSQL.

#[allow(dead_code, reason = "each test uses its part")]
mod common;

use common::table;
use klaxon_store::{AppendError, Filter, NewMessage, Person, Postgres, Store, StoreError, TableState};

/// Numbers from a seed.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// What an answer comes to, without what differs by the clock.
fn plain<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> String {
    match answer {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("refused: {error}"),
    }
}

/// Carries out what the number says; the answer in words.
async fn one(store: &Store, luck: &mut Luck, heads: &mut [u32; 4]) -> String {
    let t = luck.below(4) as usize;
    let id = format!("t{t}");
    let state = TableState::ALL[luck.below(4) as usize];
    match luck.below(14) {
        0 => plain(store.create(table(&id)).await),
        1 => {
            let meta = format!("{{\"m\":{}}}", luck.below(99));
            plain(store.set_meta(&id, meta, state, luck.below(2) == 0).await)
        }
        2 => plain(store.set_members(&id, &["a", "b", "c"][..luck.below(4) as usize]).await),
        3 => plain(store.put_snapshot(&id, luck.below(12) as u32, vec![luck.below(250) as u8]).await),
        4 => plain(store.delete_snapshot(&id).await),
        5 => {
            let text = format!("words {}", luck.below(9));
            let said = NewMessage { at: 5, from: "a".into(), audience: "all".into(), text, by: None };
            // Their ids may have gaps, which differ.
            plain(store.say(&id, said).await.map(|_| ()))
        }
        6 if luck.below(3) == 0 => {
            let outcome = plain(store.delete(&id, u64::MAX).await);
            if outcome == "()" {
                heads[t] = 0;
            }
            outcome
        }
        7 => {
            let person = Person {
                id: id.clone(),
                name: format!("n{}", luck.below(9)),
                settings: "{}".into(),
                created_at: luck.below(9),
            };
            plain(store.upsert_person(person).await)
        }
        8 => plain(store.set_setting_once(&id, vec![luck.below(200) as u8]).await),
        _ => {
            let lines: Vec<String> =
                (0..luck.below(4)).map(|i| format!("line {i} \u{0} {}", luck.below(1000))).collect();
            let n = (heads[t] + 1 + luck.below(5) as u32)
                .saturating_sub(u32::from(luck.below(3) == 0) * 2)
                .min(heads[t] + 1 + luck.below(2) as u32);
            let count = lines.len() as u32;
            let turned = (luck.below(4) == 0).then_some(state);
            match store.append_all(&id, n, lines, turned).await {
                Ok(()) => {
                    heads[t] = n + count - 1;
                    "appended".into()
                }
                Err(AppendError::Conflict { have }) => format!("conflict: {have}"),
                Err(AppendError::Store(error)) => format!("refused: {error}"),
            }
        }
    }
}

/// Everything that can be read, without keys and clocks.
async fn all(store: &Store) -> String {
    let mut text = String::new();
    for id in ["t0", "t1", "t2", "t3"] {
        let table = store.table(id).await.unwrap();
        text += &format!(
            "{id} {:?}\n",
            table.map(|t| (t.id, t.game, t.created_at, t.header, t.meta, t.state, t.n, t.owner, t.listed))
        );
        text += &format!("{}\n", plain(store.entries(id, 0).await));
        text += &format!("{}\n", plain(store.entries(id, 2).await));
        text += &format!("{}\n", plain(store.members(id).await));
        text += &format!("{}\n", plain(store.snapshot(id).await));
        let messages = store
            .messages(id, 0, 99)
            .await
            .map(|m| m.into_iter().map(|m| (m.at, m.from, m.text)).collect::<Vec<_>>());
        text += &format!("{}\n", plain(messages));
    }
    for filter in [
        Filter::default(),
        Filter { state: Some(TableState::Over), ..Filter::default() },
        Filter { person: Some("a".into()), listed: Some(true), ..Filter::default() },
    ] {
        let ids = store.list(filter).await.map(|tables| tables.into_iter().map(|t| t.id).collect::<Vec<_>>());
        text += &format!("{}\n", plain(ids));
    }
    text += &format!("{}\n{}\n", plain(store.people("", 99).await), plain(store.settings().await));
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_sequence_of_requests_has_the_same_answers_from_every_engine() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    for seed in 1..=4 {
        let sqlite = Store::memory().await.unwrap();
        let postgres = Store::over(Postgres::open(&cluster.database(), 2).await.unwrap());
        let (mut one_luck, mut other_luck) = (Luck(seed), Luck(seed));
        let (mut one_heads, mut other_heads) = ([0; 4], [0; 4]);
        for step in 0..150 {
            let a = one(&sqlite, &mut one_luck, &mut one_heads).await;
            let b = one(&postgres, &mut other_luck, &mut other_heads).await;
            assert_eq!(a, b, "seed {seed}, step {step}");
        }
        assert_eq!(all(&sqlite).await, all(&postgres).await, "seed {seed}");
        postgres.close().await.unwrap();
    }
}
