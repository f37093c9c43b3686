//! The contract, the same for every engine: each case is a function over a store, and each engine runs them all.

mod common;

use common::{Scratch, line, table};
use klaxon_store::{
    AppendError, Filter, LIMIT_BYTES, Message, NewMessage, NewTable, Person, Store, StoreError, Table,
    TableState,
};
use tokio::task::JoinSet;

/// An engine under test.
trait Bench {
    /// A new, empty store, and whatever must live as long as it.
    async fn fresh() -> (Store, Option<Scratch>);
}

struct SqliteFile;
impl Bench for SqliteFile {
    async fn fresh() -> (Store, Option<Scratch>) {
        let scratch = Scratch::new();
        (Store::open(scratch.path()).await.expect("opens"), Some(scratch))
    }
}

struct SqliteMemory;
impl Bench for SqliteMemory {
    async fn fresh() -> (Store, Option<Scratch>) {
        (Store::memory().await.expect("opens"), None)
    }
}

macro_rules! contract {
    ($($engine:ident as $name:ident),* => $cases:tt) => { $(contract!(@ $engine $name $cases);)* };
    (@ $engine:ident $name:ident [$($case:ident)*]) => {
        mod $name {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    use super::Bench;
                    let (store, _keep) = super::$engine::fresh().await;
                    super::$case(store).await;
                }
            )*
        }
    };
}

contract!(SqliteFile as sqlite_file, SqliteMemory as sqlite_memory => [
    a_table_comes_back_as_it_was_created
    an_id_is_taken_once
    meta_state_and_listing_change_together
    unknown_tables_are_refused_everywhere
    entries_come_back_in_order
    a_number_that_is_not_the_next_changes_nothing
    several_lines_go_in_together_or_not_at_all
    an_append_can_end_the_game
    any_text_survives
    what_is_too_big_is_refused_alone
    a_hundred_tasks_append_to_a_hundred_tables
    appends_in_flight_to_one_table_keep_their_order
    create_and_append_in_flight_keep_their_order
    of_two_writers_one_wins
    a_snapshot_is_a_cache
    messages_are_read_on
    people_are_kept
    the_first_setting_wins
    lists_filter_and_page
    my_tables_are_those_i_am_a_member_of
    stats_count
    a_caller_who_leaves_harms_nobody
    a_closed_store_says_so
    a_deleted_table_leaves_nothing_and_one_that_changed_stays
]);

async fn a_table_comes_back_as_it_was_created(store: Store) {
    let new = table("t1");
    store.create(new.clone()).await.unwrap();
    let got = store.table("t1").await.unwrap().unwrap();
    let NewTable { id, game, created_at, header, meta, state, owner, listed } = new;
    let want = Table {
        seq: got.seq,
        id,
        game,
        created_at,
        updated_at: created_at,
        header,
        meta,
        state,
        n: 0,
        owner,
        listed,
    };
    assert_eq!(got, want);
    assert!(!format!("{got:?}").contains("klaxon"), "the header, with its seed, stays out of debug output");

    store.create(NewTable { owner: None, listed: false, ..table("t2") }).await.unwrap();
    let other = store.table("t2").await.unwrap().unwrap();
    assert_eq!((other.owner, other.listed), (None, false));
    assert!(other.seq > want.seq);
    assert!(store.table("t3").await.unwrap().is_none());
}

async fn an_id_is_taken_once(store: Store) {
    store.create(table("t1")).await.unwrap();
    let again = store.create(NewTable { meta: "other".into(), ..table("t1") }).await;
    assert!(matches!(again, Err(StoreError::TableExists { table }) if table == "t1"));
    assert_eq!(store.table("t1").await.unwrap().unwrap().meta, table("t1").meta);
}

async fn meta_state_and_listing_change_together(store: Store) {
    for state in TableState::ALL {
        let id = state.as_str();
        store.create(table(id)).await.unwrap();
        store.set_meta(id, "{}", state, false).await.unwrap();
        let got = store.table(id).await.unwrap().unwrap();
        assert_eq!((got.meta.as_str(), got.state, got.listed), ("{}", state, false));
        assert!(got.updated_at > got.created_at);
        assert_eq!(got.header, table(id).header);
    }
}

async fn unknown_tables_are_refused_everywhere(store: Store) {
    fn unknown<T>(result: Result<T, StoreError>) -> bool {
        matches!(result, Err(StoreError::UnknownTable { table }) if table == "nowhere")
    }
    let t = "nowhere";
    let append = store.append(t, 1, "x").await;
    assert!(matches!(append, Err(AppendError::Store(StoreError::UnknownTable { .. }))));
    assert!(unknown(store.entries(t, 0).await));
    assert!(unknown(store.set_meta(t, "{}", TableState::Over, true).await));
    assert!(unknown(store.set_members(t, &["ada"]).await));
    assert!(unknown(store.members(t).await));
    assert!(unknown(store.put_snapshot(t, 0, [1]).await));
    assert!(unknown(store.delete_snapshot(t).await));
    assert!(unknown(store.say(t, message("hello")).await));
    assert!(unknown(store.messages(t, 0, 10).await));
    assert!(unknown(store.messages(t, 0, 0).await));
    assert_eq!(store.snapshot(t).await.unwrap(), None);
    assert!(store.table(t).await.unwrap().is_none());
}

async fn entries_come_back_in_order(store: Store) {
    store.create(table("t1")).await.unwrap();
    store.create(table("t2")).await.unwrap();
    assert!(store.entries("t1", 0).await.unwrap().is_empty());
    for n in 1..=20 {
        store.append("t1", n, line("t1", n)).await.unwrap();
        store.append("t2", n, line("t2", n)).await.unwrap();
    }
    let all: Vec<_> = (1..=20).map(|n| line("t1", n)).collect();
    assert_eq!(store.entries("t1", 0).await.unwrap(), all);
    assert_eq!(store.entries("t1", 15).await.unwrap(), all[15..]);
    assert!(store.entries("t1", 20).await.unwrap().is_empty());
    assert!(store.entries("t1", u32::MAX).await.unwrap().is_empty());
    let got = store.table("t1").await.unwrap().unwrap();
    assert_eq!((got.n, got.state), (20, TableState::Playing));
    assert!(got.updated_at > got.created_at);
}

async fn a_number_that_is_not_the_next_changes_nothing(store: Store) {
    store.create(table("t1")).await.unwrap();
    for n in [0, 2, u32::MAX] {
        assert!(matches!(store.append("t1", n, "x").await, Err(AppendError::Conflict { have: 0 })), "{n}");
    }
    store.append("t1", 1, "one").await.unwrap();
    store.append("t1", 2, "two").await.unwrap();
    let before = store.table("t1").await.unwrap();
    for n in [0, 1, 2, 4] {
        let append = store.append_all("t1", n, vec!["x".into()], Some(TableState::Over)).await;
        assert!(matches!(append, Err(AppendError::Conflict { have: 2 })), "{n}");
    }
    assert_eq!(store.table("t1").await.unwrap(), before);
    assert_eq!(store.entries("t1", 0).await.unwrap(), ["one", "two"]);
    store.append("t1", 3, "three").await.unwrap();
}

async fn several_lines_go_in_together_or_not_at_all(store: Store) {
    store.create(table("t1")).await.unwrap();
    let lines = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
    store.append_all("t1", 1, lines("a b c"), None).await.unwrap();
    let overlap = store.append_all("t1", 3, lines("x y"), None).await;
    assert!(matches!(overlap, Err(AppendError::Conflict { have: 3 })));
    store.append_all("t1", 4, lines("d e"), None).await.unwrap();
    assert_eq!(store.entries("t1", 0).await.unwrap(), lines("a b c d e"));
    assert_eq!(store.table("t1").await.unwrap().unwrap().n, 5);
}

async fn an_append_can_end_the_game(store: Store) {
    store.create(table("t1")).await.unwrap();
    store.append_all("t1", 1, vec!["the end".into()], Some(TableState::Over)).await.unwrap();
    let got = store.table("t1").await.unwrap().unwrap();
    assert_eq!((got.n, got.state), (1, TableState::Over));
    store.append("t1", 2, "an afterthought").await.unwrap();
    assert_eq!(store.table("t1").await.unwrap().unwrap().state, TableState::Over);
}

async fn any_text_survives(store: Store) {
    let odd = [
        "",
        "\u{0}",
        "a\u{0}b",
        "'; drop table entries; --",
        "\"[{\\",
        "line\nbreak\r\t",
        "☄️ \u{10FFFF}",
        "null",
        "1",
    ];
    for id in odd {
        store.create(NewTable { id: id.into(), ..table("x") }).await.unwrap();
        let mut n = 0;
        for text in odd {
            n += 1;
            store.append(id, n, text).await.unwrap();
        }
        assert_eq!(store.entries(id, 0).await.unwrap(), odd);
        store.set_members(id, &odd).await.unwrap();
        let mut sorted = odd.to_vec();
        sorted.sort_unstable();
        assert_eq!(store.members(id).await.unwrap(), sorted);
    }
}

async fn what_is_too_big_is_refused_alone(store: Store) {
    store.create(table("t1")).await.unwrap();
    let big = "x".repeat(LIMIT_BYTES);
    let (too_big, fits, small) = tokio::join!(
        store.append("t1", 1, format!("{big}x")),
        store.append("t1", 1, big.clone()),
        store.say("t1", message("hello")),
    );
    assert!(
        matches!(too_big, Err(AppendError::Store(StoreError::TooBig { bytes, .. })) if bytes == LIMIT_BYTES + 1)
    );
    fits.unwrap();
    small.unwrap();
    assert!(matches!(
        store.put_snapshot("t1", 1, vec![0; LIMIT_BYTES + 1]).await,
        Err(StoreError::TooBig { .. })
    ));
    assert!(store.entries("t1", 0).await.unwrap() == [big]);
}

async fn a_hundred_tasks_append_to_a_hundred_tables(store: Store) {
    let mut tasks = JoinSet::new();
    for t in 0..100 {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("t{t}");
            store.create(table(&id)).await.unwrap();
            for n in 1..=20 {
                store.append(&id, n, line(&id, n)).await.unwrap();
                if n % 7 == 0 {
                    store.say(&id, message("well played")).await.unwrap();
                    store.put_snapshot(&id, n, n.to_be_bytes()).await.unwrap();
                }
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        task.unwrap();
    }
    for t in 0..100 {
        let id = format!("t{t}");
        let want: Vec<_> = (1..=20).map(|n| line(&id, n)).collect();
        assert_eq!(store.entries(&id, 0).await.unwrap(), want);
        assert_eq!(store.messages(&id, 0, 10).await.unwrap().len(), 2);
        assert_eq!(store.snapshot(&id).await.unwrap(), Some((14, 14_u32.to_be_bytes().to_vec())));
    }
    let stats = store.stats();
    assert_eq!(stats.appends, 2_000);
    assert!(stats.batches < 1_250, "2500 requests shared {} commits", stats.batches);
}

async fn appends_in_flight_to_one_table_keep_their_order(store: Store) {
    store.create(table("t1")).await.unwrap();
    // All are asked, in order, before the first is answered: they meet in one batch and must all go in.
    let (one, two, talk, three, four) = tokio::join!(
        biased;
        store.append("t1", 1, "1"),
        store.append("t1", 2, "2"),
        store.put_snapshot("t1", 2, [2]),
        store.append("t1", 3, "3"),
        store.append_all("t1", 4, vec!["4".into()], Some(TableState::Over)),
    );
    talk.unwrap();
    for append in [one, two, three, four] {
        append.unwrap();
    }
    assert_eq!(store.entries("t1", 0).await.unwrap(), ["1", "2", "3", "4"]);
    assert_eq!(store.table("t1").await.unwrap().unwrap().state, TableState::Over);
}

async fn create_and_append_in_flight_keep_their_order(store: Store) {
    let (create, append, meta, second) = tokio::join!(
        biased;
        store.create(table("t1")),
        store.append_all("t1", 1, vec!["1".into()], Some(TableState::Over)),
        store.set_meta("t1", "{}", TableState::Frozen, true),
        store.append("t1", 2, "2"),
    );
    create.unwrap();
    append.unwrap();
    meta.unwrap();
    second.unwrap();
    let got = store.table("t1").await.unwrap().unwrap();
    assert_eq!((got.n, got.state), (2, TableState::Frozen));
}

async fn of_two_writers_one_wins(store: Store) {
    store.create(table("t1")).await.unwrap();
    for n in 1..=50 {
        let mut tasks = JoinSet::new();
        for writer in 0..4 {
            let store = store.clone();
            tasks.spawn(async move { (writer, store.append("t1", n, format!("{n} by {writer}")).await) });
        }
        let mut winners = Vec::new();
        for (writer, result) in tasks.join_all().await {
            match result {
                Ok(()) => winners.push(writer),
                Err(AppendError::Conflict { have }) => assert_eq!(have, n),
                Err(AppendError::Store(e)) => panic!("{e}"),
            }
        }
        assert_eq!(winners.len(), 1, "entry {n}");
        assert_eq!(store.entries("t1", n - 1).await.unwrap(), [format!("{n} by {}", winners[0])]);
    }
    assert_eq!(store.stats().conflicts, 150);
}

async fn a_snapshot_is_a_cache(store: Store) {
    store.create(table("t1")).await.unwrap();
    assert_eq!(store.snapshot("t1").await.unwrap(), None);
    store.put_snapshot("t1", 0, *b"start").await.unwrap();
    store.append_all("t1", 1, vec![String::new(); 9], None).await.unwrap();
    for (n, bytes, newest) in
        [(5, "five", "five"), (3, "three", "five"), (5, "anew", "anew"), (9, "nine", "nine")]
    {
        store.put_snapshot("t1", n, bytes).await.unwrap();
        assert_eq!(store.snapshot("t1").await.unwrap().unwrap().1, newest.as_bytes());
    }
    let ahead = store.put_snapshot("t1", 10, "ten").await;
    assert!(matches!(ahead, Err(StoreError::SnapshotAhead { n: 10, have: 9, .. })));
    assert_eq!(store.snapshot("t1").await.unwrap(), Some((9, b"nine".to_vec())));
    store.delete_snapshot("t1").await.unwrap();
    store.delete_snapshot("t1").await.unwrap();
    assert_eq!(store.snapshot("t1").await.unwrap(), None);
    assert_eq!(store.entries("t1", 0).await.unwrap().len(), 9);
    store.put_snapshot("t1", 4, "four").await.unwrap();
    assert_eq!(store.snapshot("t1").await.unwrap(), Some((4, b"four".to_vec())));
}

async fn messages_are_read_on(store: Store) {
    store.create(table("t1")).await.unwrap();
    store.create(table("t2")).await.unwrap();
    assert!(store.messages("t1", 0, 10).await.unwrap().is_empty());
    let mut ids = Vec::new();
    for text in ["one", "two", "three"] {
        ids.push(store.say("t1", message(text)).await.unwrap());
        store.say("t2", message("elsewhere")).await.unwrap();
    }
    assert!(ids.is_sorted() && ids[0] > 0);
    let texts = |messages: Vec<Message>| messages.into_iter().map(|m| m.text).collect::<Vec<_>>();
    let first = store.messages("t1", 0, 2).await.unwrap();
    let NewMessage { at, from, audience, text } = message("one");
    assert_eq!(first[0], Message { id: ids[0], at, from, audience, text });
    assert_eq!(texts(first), ["one", "two"]);
    assert_eq!(texts(store.messages("t1", ids[1], 2).await.unwrap()), ["three"]);
    assert!(store.messages("t1", ids[2], 2).await.unwrap().is_empty());
    assert!(store.messages("t1", 0, 0).await.unwrap().is_empty());
}

async fn people_are_kept(store: Store) {
    assert_eq!(store.person("ada").await.unwrap(), None);
    let ada = Person { id: "ada".into(), name: "Ada".into(), settings: "{}".into(), created_at: 7 };
    store.upsert_person(ada.clone()).await.unwrap();
    assert_eq!(store.person("ada").await.unwrap(), Some(ada.clone()));
    let later = Person { name: "Ada L.".into(), settings: r#"{"sound":true}"#.into(), created_at: 99, ..ada };
    store.upsert_person(later.clone()).await.unwrap();
    assert_eq!(store.person("ada").await.unwrap(), Some(Person { created_at: 7, ..later }));
}

async fn the_first_setting_wins(store: Store) {
    assert_eq!(store.setting("key").await.unwrap(), None);
    let mut tasks = JoinSet::new();
    for i in 0..20_u8 {
        let store = store.clone();
        tasks.spawn(async move { store.set_setting_once("key", [i; 32]).await.unwrap() });
    }
    let answers = tasks.join_all().await;
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(store.setting("key").await.unwrap(), Some(answers[0].clone()));
    assert_eq!(store.set_setting_once("other", []).await.unwrap(), Vec::<u8>::new());
    assert_eq!(store.setting("other").await.unwrap(), Some(Vec::new()));
}

async fn lists_filter_and_page(store: Store) {
    for i in 0..40 {
        let id = format!("t{i:02}");
        let game = if i % 2 == 0 { "red-alert" } else { "starcraft" };
        // Several share a creation time; the order is that of creation all the same.
        let new = NewTable { game: game.into(), created_at: i / 10, listed: i % 4 < 2, ..table(&id) };
        store.create(new).await.unwrap();
        if i % 5 == 0 {
            store.set_meta(&id, "{}", TableState::Over, i % 4 < 2).await.unwrap();
        }
    }
    let ids = |tables: &[Table]| tables.iter().map(|t| t.id.clone()).collect::<Vec<_>>();
    let wanted =
        |keep: fn(&u32) -> bool| (0..40).rev().filter(keep).map(|i| format!("t{i:02}")).collect::<Vec<_>>();
    let game = || Some("starcraft".to_string());
    let over = Some(TableState::Over);
    type Keep = fn(&u32) -> bool;
    let all: Keep = |_| true;
    let cases: [(Filter, Keep); 8] = [
        (Filter::default(), all),
        (Filter { game: game(), ..Filter::default() }, |i| i % 2 == 1),
        (Filter { state: over, ..Filter::default() }, |i| i % 5 == 0),
        (Filter { listed: Some(true), ..Filter::default() }, |i| i % 4 < 2),
        (Filter { listed: Some(false), ..Filter::default() }, |i| i % 4 >= 2),
        (Filter { game: game(), state: over, ..Filter::default() }, |i| i % 10 == 5),
        (Filter { game: game(), state: over, listed: Some(true), ..Filter::default() }, |i| i % 20 == 5),
        (Filter { game: Some("chess".into()), ..Filter::default() }, |_| false),
    ];
    for (filter, keep) in cases {
        assert_eq!(ids(&store.list(filter.clone()).await.unwrap()), wanted(keep), "{filter:?}");
        // The same in pages, while new tables arrive.
        let mut pages = Vec::new();
        let mut before = store.table("t39").await.unwrap().map(|newest| newest.seq + 1);
        loop {
            let page = store.list(Filter { limit: 3, before, ..filter.clone() }).await.unwrap();
            assert!(page.len() <= 3);
            let Some(last) = page.last() else { break };
            before = Some(last.seq);
            pages.extend(ids(&page));
        }
        assert_eq!(pages, wanted(keep), "{filter:?} in pages");
    }
    assert!(store.list(Filter { limit: 0, ..Filter::default() }).await.unwrap().is_empty());
    assert!(store.list(Filter { before: Some(0), ..Filter::default() }).await.unwrap().is_empty());
    assert_eq!(store.list(Filter { before: Some(u64::MAX), ..Filter::default() }).await.unwrap().len(), 40);
}

async fn my_tables_are_those_i_am_a_member_of(store: Store) {
    for i in 0..10 {
        let id = format!("t{i}");
        store.create(table(&id)).await.unwrap();
        let people: &[&str] = if i % 3 == 0 { &["bob", "cyd", "bob"] } else { &["bob"] };
        store.set_members(&id, people).await.unwrap();
    }
    store.set_meta("t6", "{}", TableState::Over, false).await.unwrap();
    let mine = async |person: &str, state| {
        let filter = Filter { person: Some(person.into()), state, ..Filter::default() };
        store.list(filter).await.unwrap().into_iter().map(|t| t.id).collect::<Vec<_>>()
    };
    assert_eq!(mine("cyd", None).await, ["t9", "t6", "t3", "t0"]);
    assert_eq!(mine("cyd", Some(TableState::Over)).await, ["t6"]);
    assert_eq!(mine("bob", None).await.len(), 10);
    assert!(mine("ada", None).await.is_empty(), "owning is not sitting");
    assert_eq!(store.members("t3").await.unwrap(), ["bob", "cyd"]);

    store.set_members("t3", &["ada"]).await.unwrap();
    assert_eq!(mine("cyd", None).await, ["t9", "t6", "t0"]);
    assert_eq!(mine("ada", None).await, ["t3"]);
    store.set_members("t3", &[] as &[&str]).await.unwrap();
    assert!(store.members("t3").await.unwrap().is_empty());
    assert!(mine("ada", None).await.is_empty());
    let cursor = store.table("t6").await.unwrap().unwrap().seq;
    let page = Filter { person: Some("cyd".into()), before: Some(cursor), limit: 1, ..Filter::default() };
    assert_eq!(store.list(page).await.unwrap()[0].id, "t0");
}

async fn stats_count(store: Store) {
    assert_eq!(store.stats(), klaxon_store::Stats::default());
    store.create(table("t1")).await.unwrap();
    store.append_all("t1", 1, vec!["a".into(), "b".into()], None).await.unwrap();
    store.append("t1", 1, "x").await.unwrap_err();
    store.set_members("nowhere", &["ada"]).await.unwrap_err();
    let stats = store.stats();
    assert_eq!((stats.appends, stats.conflicts, stats.writes), (2, 1, 4));
    assert_eq!((stats.batches, stats.failures, stats.queue), (4, 0, 0));
    assert_eq!(stats.commit_buckets.iter().sum::<u64>(), 4);
}

async fn a_caller_who_leaves_harms_nobody(store: Store) {
    store.create(table("t1")).await.unwrap();
    for n in 1..=20 {
        // Asked and abandoned at once: it may or may not have happened, and the log tells which.
        let hurried = tokio::time::timeout(std::time::Duration::ZERO, store.append("t1", n, "hurried")).await;
        match hurried {
            Ok(result) => result.unwrap(),
            Err(_) => match store.append("t1", n, "again").await {
                Ok(()) => {}
                Err(AppendError::Conflict { have }) => assert_eq!(have, n),
                Err(AppendError::Store(e)) => panic!("{e}"),
            },
        }
    }
    assert_eq!(store.entries("t1", 0).await.unwrap().len(), 20);
}

async fn a_closed_store_says_so(store: Store) {
    store.create(table("t1")).await.unwrap();
    let clone = store.clone();
    let (last, close, late) = tokio::join!(biased; store.append("t1", 1, "in time"), store.close(), store.append("t1", 2, "too late"));
    last.unwrap();
    close.unwrap();
    assert!(matches!(late, Err(AppendError::Store(StoreError::Closed))));
    assert!(matches!(clone.append("t1", 2, "x").await, Err(AppendError::Store(StoreError::Closed))));
    assert!(matches!(clone.table("t1").await, Err(StoreError::Closed)));
    assert!(matches!(clone.entries("t1", 0).await, Err(StoreError::Closed)));
    assert!(matches!(clone.close().await, Err(StoreError::Closed)));
}

fn message(text: &str) -> NewMessage {
    NewMessage { at: 12, from: "ada".into(), audience: "all".into(), text: text.into() }
}

async fn a_deleted_table_leaves_nothing_and_one_that_changed_stays(store: Store) {
    for id in ["t1", "t2"] {
        store.create(table(id)).await.unwrap();
        store.append(id, 1, line(id, 1)).await.unwrap();
        store.set_members(id, &["ada"]).await.unwrap();
        store.put_snapshot(id, 1, vec![1]).await.unwrap();
        let message = NewMessage { at: 1, from: "ada".into(), audience: "all".into(), text: "hello".into() };
        store.say(id, message).await.unwrap();
    }
    let changed = store.table("t1").await.unwrap().unwrap().updated_at;
    let refused = store.delete("t1", changed).await;
    assert!(matches!(refused, Err(StoreError::Changed { table }) if table == "t1"));
    assert_eq!(store.entries("t1", 0).await.unwrap().len(), 1);
    store.delete("t1", changed + 1).await.unwrap();
    assert!(store.table("t1").await.unwrap().is_none());
    assert!(matches!(store.entries("t1", 0).await, Err(StoreError::UnknownTable { .. })));
    assert!(matches!(store.delete("t1", u64::MAX).await, Err(StoreError::UnknownTable { .. })));
    let mine = store.list(Filter { person: Some("ada".into()), ..Filter::default() }).await.unwrap();
    assert_eq!(mine.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["t2"]);
    // The id is free again, and nothing of the old table hangs on it.
    store.create(table("t1")).await.unwrap();
    assert!(store.entries("t1", 0).await.unwrap().is_empty());
    assert!(store.messages("t1", 0, 9).await.unwrap().is_empty());
    assert!(store.snapshot("t1").await.unwrap().is_none());
    assert_eq!(store.entries("t2", 0).await.unwrap().len(), 1);
}
