//! The contract, the same for every engine: each case is a function over a store, and each engine runs them all.

mod common;
#[allow(dead_code, reason = "each test uses its part")]
mod newer;

use common::{Scratch, line, table};
use klaxon_store::{
    Account, AccountChange, AppendError, Belongings, Channel, ChannelChange, Code, Device, Filter,
    LIMIT_BYTES, Listed, Message, NewMessage, NewTable, Passkey, Person, Postgres, Ring, Spread, Store,
    StoreError, Study, StudyChange, StudyList, Table, TableState, Ticket, Token,
};
use klaxon_testdb::Pooler;
use newer::{Beside, step_in_database, step_in_file};
use std::sync::OnceLock;
use tokio::task::JoinSet;

/// An engine under test.
trait Bench {
    /// A new, empty store, and whatever must live as long as it. None where the database is not installed.
    async fn fresh() -> Option<(Store, Option<Scratch>)>;
}

struct SqliteFile;
impl Bench for SqliteFile {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        let scratch = Scratch::new();
        Some((Store::open(scratch.path()).await.expect("opens"), Some(scratch)))
    }
}

struct SqliteMemory;
impl Bench for SqliteMemory {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        Some((Store::memory().await.expect("opens"), None))
    }
}

struct InPostgres;
impl Bench for InPostgres {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        let url = klaxon_testdb::shared()?.database();
        Some((Store::over(Postgres::open(&url, 3).await.expect("opens")), None))
    }
}

/// Behind a pooler that gives each transaction another session.
struct InPooled;
impl Bench for InPooled {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        static POOLER: OnceLock<Option<Pooler>> = OnceLock::new();
        let cluster = klaxon_testdb::shared()?;
        let pooler = POOLER.get_or_init(|| Pooler::or_skip(cluster)).as_ref()?;
        let url = cluster.url_at(pooler.port(), newer::name(&cluster.database()));
        Some((Store::over(Postgres::open(&url, 3).await.expect("opens")), None))
    }
}

/// Tables spread over three databases.
struct InSeveral;
impl Bench for InSeveral {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        let cluster = klaxon_testdb::shared()?;
        let urls = [cluster.database(), cluster.database(), cluster.database()];
        let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
        Some((Store::over(Spread::open(&urls, 2, None).await.expect("opens")), None))
    }
}

/// Beside a newer program, which has taken a step that this one does not know.
struct InNewerFile;
impl Bench for InNewerFile {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        let scratch = Scratch::new();
        Store::open(scratch.path()).await.expect("opens").close().await.expect("closes");
        step_in_file(scratch.path(), Beside::ThoseBefore).await;
        Some((Store::open(scratch.path()).await.expect("opens"), Some(scratch)))
    }
}

/// The same in a database, where the step is taken under a program that runs.
struct InNewerPostgres;
impl Bench for InNewerPostgres {
    async fn fresh() -> Option<(Store, Option<Scratch>)> {
        let cluster = klaxon_testdb::shared()?;
        let url = cluster.database();
        let store = Store::over(Postgres::open(&url, 3).await.expect("opens"));
        step_in_database(cluster, &url, Beside::ThoseBefore);
        Some((store, None))
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
                    let Some((store, _keep)) = super::$engine::fresh().await else { return };
                    super::$case(store).await;
                }
            )*
        }
    };
}

contract!(SqliteFile as sqlite_file, SqliteMemory as sqlite_memory, InPostgres as postgres, InSeveral as several_databases,
          InPooled as pooled, InNewerFile as newer_file, InNewerPostgres as newer_postgres => [
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
    people_and_settings_are_listed
    lists_filter_and_page
    what_is_listed_tells_what_has_changed
    my_tables_are_those_i_am_a_member_of
    stats_count
    a_caller_who_leaves_harms_nobody
    a_closed_store_says_so
    a_deleted_table_leaves_nothing_and_one_that_changed_stays
    an_account_comes_back_with_all_that_hangs_on_it
    a_name_and_a_person_have_one_account
    of_many_who_want_a_name_one_gets_it
    a_name_changes_hands_only_when_it_is_free
    passkeys_are_somebodys_and_only_his_to_remove
    a_recovery_code_works_once
    a_device_is_out_when_it_is_ended
    a_token_is_good_until_it_is_removed
    a_ticket_is_good_once_and_for_a_while
    a_deleted_account_leaves_nothing_and_takes_its_bots_along
    what_has_no_account_has_nothing_of_one
    what_somebody_said_follows_his_name_or_goes
    settings_are_found_by_how_they_begin
    a_study_changes_only_in_its_owners_hands_and_goes_with_him
    channels_are_somebodys_and_only_his_to_change
    a_turn_is_rung_once_whatever_is_told_again
    a_turn_that_ends_and_begins_again_is_another_one
    of_many_who_take_one_gets_it
    what_goes_out_is_counted_and_what_does_not_is_tried_again
    channels_go_with_whoever_has_them
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
    let NewMessage { at, from, audience, text, by } = message("one");
    assert_eq!(first[0], Message { id: ids[0], at, from, audience, text, by });
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

async fn people_and_settings_are_listed(store: Store) {
    assert!(store.people("", 10).await.unwrap().is_empty() && store.settings().await.unwrap().is_empty());
    for id in ["cyd", "ada", "bob", "Zoe", "élan"] {
        let person = Person { id: id.into(), name: "x".into(), settings: "{}".into(), created_at: 1 };
        store.upsert_person(person).await.unwrap();
    }
    let ids = |people: Vec<Person>| people.into_iter().map(|p| p.id).collect::<Vec<_>>();
    assert_eq!(ids(store.people("", 3).await.unwrap()), ["Zoe", "ada", "bob"], "by their bytes");
    assert_eq!(ids(store.people("bob", 9).await.unwrap()), ["cyd", "élan"]);
    for key in ["key", "b", "\u{0}"] {
        store.set_setting_once(key, key.as_bytes()).await.unwrap();
    }
    let settings = store.settings().await.unwrap();
    assert_eq!(settings.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["\u{0}", "b", "key"]);
    assert!(settings.iter().all(|(key, value)| key.as_bytes() == value));
}

async fn what_is_listed_tells_what_has_changed(store: Store) {
    for i in 0..240 {
        let id = format!("t{i:03}");
        let state = if i % 2 == 0 { TableState::Open } else { TableState::Playing };
        store.create(NewTable { state, listed: i % 3 > 0, ..table(&id) }).await.unwrap();
    }
    let ids = |tables: &[Listed]| tables.iter().map(|t| t.id.clone()).collect::<Vec<_>>();
    let of = |tables: &[Listed], id: &str| tables.iter().find(|t| t.id == id).map(|t| t.rev);
    let listed = store.listed().await.unwrap();
    let wanted: Vec<String> = (0..240).rev().filter(|i| i % 3 > 0).map(|i| format!("t{i:03}")).collect();
    assert_eq!(ids(&listed), wanted, "all of them, newest first");
    // The number rises with the meta data and the state, and with nothing else.
    store.append("t001", 1, "x").await.unwrap();
    assert_eq!(store.listed().await.unwrap(), listed);
    store.set_meta("t001", "{}", TableState::Playing, true).await.unwrap();
    store.append_all("t002", 1, vec!["x".into()], Some(TableState::Playing)).await.unwrap();
    let after = store.listed().await.unwrap();
    for id in ["t001", "t002"] {
        assert!(of(&after, id) > of(&listed, id), "{id}");
    }
    assert_eq!(of(&after, "t004"), of(&listed, "t004"));
    // What is over, frozen or hidden is not listed any more.
    store.append_all("t004", 1, vec!["x".into()], Some(TableState::Over)).await.unwrap();
    store.set_meta("t005", "{}", TableState::Frozen, true).await.unwrap();
    store.set_meta("t007", "{}", TableState::Playing, false).await.unwrap();
    let left = store.listed().await.unwrap();
    assert_eq!((left.len(), listed.len()), (157, 160));
    assert!(["t004", "t005", "t007"].iter().all(|id| of(&left, id).is_none()));
    // Many are read at once, and those that are not there are left out.
    let mut asked = ids(&left);
    asked.push("nowhere".into());
    let mut read = store.tables(asked).await.unwrap();
    read.sort_by_key(|table| std::cmp::Reverse(table.seq));
    assert_eq!(read.iter().map(|t| t.id.clone()).collect::<Vec<_>>(), ids(&left));
    assert_eq!(Some(&read[0]), store.table(&read[0].id).await.unwrap().as_ref());
    assert!(store.tables(Vec::new()).await.unwrap().is_empty());
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
    NewMessage {
        at: 12,
        from: "ada".into(),
        audience: "all".into(),
        text: text.into(),
        by: Some("a1".into()),
    }
}

async fn a_deleted_table_leaves_nothing_and_one_that_changed_stays(store: Store) {
    for id in ["t1", "t2"] {
        store.create(table(id)).await.unwrap();
        store.append(id, 1, line(id, 1)).await.unwrap();
        store.set_members(id, &["ada"]).await.unwrap();
        store.put_snapshot(id, 1, vec![1]).await.unwrap();
        let message =
            NewMessage { at: 1, from: "ada".into(), audience: "all".into(), text: "hello".into(), by: None };
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

fn account(person: &str, name: &str) -> Account {
    Account {
        person: person.into(),
        name: name.into(),
        folded: name.to_lowercase(),
        created_at: 5,
        password: Some(format!("hash of {name}")),
        owner: None,
        settings: "{}".into(),
    }
}

fn passkey(id: &str, person: &str) -> Passkey {
    let (label, body) = ("phone".into(), "{}".into());
    Passkey { id: id.into(), person: person.into(), label, body, created_at: 6, used_at: 6 }
}

fn device(mark: &str, person: &str, at: u64) -> Device {
    Device { mark: mark.into(), person: person.into(), label: "x".into(), created_at: at, seen_at: at }
}

fn token(mark: &str, person: &str, at: u64) -> Token {
    let (label, scopes) = ("my bot".into(), "read play".into());
    Token { mark: mark.into(), person: person.into(), label, scopes, created_at: at, used_at: 0 }
}

fn code(mark: &str) -> Code {
    Code { mark: mark.into(), spent: None }
}

/// Ada with one of each, and Bob with nothing.
async fn ada_and_bob(store: &Store) -> Belongings {
    let ada = Belongings {
        account: account("ada", "Ada"),
        passkeys: vec![passkey("key", "ada")],
        codes: vec![code("c1"), code("c2")],
        devices: vec![device("d1", "ada", 7), device("d2", "ada", 8)],
        tokens: vec![token("t1", "ada", 9)],
    };
    change(store, AccountChange::Make(Box::new(ada.clone()))).await.unwrap();
    let bob = Account { password: None, ..account("bob", "Bob") };
    change(store, AccountChange::Make(Box::new(Belongings::of(bob)))).await.unwrap();
    ada
}

async fn change(store: &Store, change: AccountChange) -> Result<Option<String>, StoreError> {
    store.accounts().change(change).await
}

async fn an_account_comes_back_with_all_that_hangs_on_it(store: Store) {
    let ada = ada_and_bob(&store).await;
    let accounts = store.accounts();
    assert_eq!(accounts.belongings("ada".into()).await.unwrap(), Some(ada.clone()));
    assert_eq!(accounts.account("ada".into()).await.unwrap().as_ref(), Some(&ada.account));
    assert_eq!(accounts.named("ada".into()).await.unwrap().as_ref(), Some(&ada.account));
    assert_eq!(accounts.named("Ada".into()).await.unwrap(), None, "names are looked for as they look");
    assert_eq!(accounts.passkey("key".into()).await.unwrap(), Some(ada.passkeys[0].clone()));
    let both = Some((ada.devices[1].clone(), ada.account.clone()));
    assert_eq!(accounts.device("d2".into()).await.unwrap(), both);
    let both = Some((ada.tokens[0].clone(), ada.account.clone()));
    assert_eq!(accounts.token("t1".into()).await.unwrap(), both);
    assert!(!format!("{:?}", ada.account).contains("hash of"), "no hash in debug output");
    let people = async |after: &str, limit| {
        let page = accounts.accounts(after.into(), limit).await.unwrap();
        page.into_iter().map(|account| account.person).collect::<Vec<_>>()
    };
    assert_eq!(people("", 9).await, ["ada", "bob"]);
    assert_eq!(people("", 1).await, ["ada"]);
    assert_eq!(people("ada", 9).await, ["bob"]);
    assert_eq!(accounts.account("bob".into()).await.unwrap().unwrap().password, None);
    let new = AccountChange::Password { person: "bob".into(), password: Some("h\u{0}".into()) };
    change(&store, new).await.unwrap();
    assert_eq!(accounts.account("bob".into()).await.unwrap().unwrap().password.as_deref(), Some("h\u{0}"));
    change(&store, AccountChange::Password { person: "bob".into(), password: None }).await.unwrap();
    assert_eq!(accounts.account("bob".into()).await.unwrap().unwrap().password, None);
}

async fn a_name_and_a_person_have_one_account(store: Store) {
    ada_and_bob(&store).await;
    let make = |new: Account| AccountChange::Make(Box::new(Belongings::of(new)));
    let same_person = change(&store, make(account("ada", "Other"))).await;
    assert!(matches!(same_person, Err(StoreError::AccountExists)), "{same_person:?}");
    let same_name = change(&store, make(Account { name: "ADA".into(), ..account("cyd", "Ada") })).await;
    assert!(matches!(same_name, Err(StoreError::NameTaken { name }) if name == "ADA"));
    // A passkey that is somebody's spoils the whole account.
    let mut thief = Belongings::of(account("eve", "Eve"));
    (thief.passkeys, thief.devices) = (vec![passkey("key", "eve")], vec![device("d9", "eve", 1)]);
    let stolen = change(&store, AccountChange::Make(Box::new(thief))).await;
    assert!(matches!(stolen, Err(StoreError::AccountExists)), "{stolen:?}");
    assert_eq!(store.accounts().named("ada".into()).await.unwrap().unwrap().person, "ada");
    assert_eq!(store.accounts().account("cyd".into()).await.unwrap(), None);
}

async fn of_many_who_want_a_name_one_gets_it(store: Store) {
    let mut tasks = JoinSet::new();
    for i in 0..20 {
        let store = store.clone();
        let new = AccountChange::Make(Box::new(Belongings::of(account(&format!("p{i}"), "Ada"))));
        tasks.spawn(async move { store.accounts().change(new).await });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().flat_map(|a| a.as_ref().err()).all(|e| matches!(e, StoreError::NameTaken { .. })));
    assert_eq!(store.accounts().accounts(String::new(), 99).await.unwrap().len(), 1);
}

async fn a_name_changes_hands_only_when_it_is_free(store: Store) {
    ada_and_bob(&store).await;
    let rename = |person: &str, name: &str| {
        let (name, folded) = (name.to_owned(), name.to_lowercase());
        change(&store, AccountChange::Rename { person: person.into(), name, folded })
    };
    let taken = rename("bob", "ADA").await;
    assert!(matches!(taken, Err(StoreError::NameTaken { name }) if name == "ADA"));
    rename("ada", "ADA").await.unwrap();
    rename("ada", "Augusta").await.unwrap();
    rename("bob", "Ada").await.unwrap();
    assert_eq!(store.accounts().named("ada".into()).await.unwrap().unwrap().person, "bob");
    assert_eq!(store.accounts().named("augusta".into()).await.unwrap().unwrap().name, "Augusta");
    assert_eq!(store.accounts().named("bob".into()).await.unwrap(), None);
}

async fn passkeys_are_somebodys_and_only_his_to_remove(store: Store) {
    ada_and_bob(&store).await;
    let again = change(&store, AccountChange::AddPasskey(passkey("key", "bob"))).await;
    assert!(matches!(again, Err(StoreError::AccountExists)));
    change(&store, AccountChange::AddPasskey(passkey("key2", "ada"))).await.unwrap();
    let used = AccountChange::UsedPasskey { id: "key2".into(), body: "counter 2".into(), at: 90 };
    change(&store, used).await.unwrap();
    let now = store.accounts().passkey("key2".into()).await.unwrap().unwrap();
    assert_eq!((now.body.as_str(), now.used_at, now.created_at), ("counter 2", 90, 6));
    let remove = |person: &str, id: &str| {
        change(&store, AccountChange::RemovePasskey { person: person.into(), id: id.into() })
    };
    remove("bob", "key").await.unwrap();
    assert!(store.accounts().passkey("key".into()).await.unwrap().is_some());
    remove("ada", "key").await.unwrap();
    assert!(store.accounts().passkey("key".into()).await.unwrap().is_none());
}

async fn a_recovery_code_works_once(store: Store) {
    ada_and_bob(&store).await;
    let spend =
        |mark: &str, by: &str| change(&store, AccountChange::SpendCode { mark: mark.into(), by: by.into() });
    assert_eq!(spend("c9", "a").await.unwrap(), None);
    let mut tasks = JoinSet::new();
    for i in 0..10 {
        let store = store.clone();
        let spend = AccountChange::SpendCode { mark: "c1".into(), by: format!("attempt {i}") };
        tasks.spawn(async move { store.accounts().change(spend).await.unwrap() });
    }
    let answers: Vec<String> = tasks.join_all().await.into_iter().flatten().collect();
    assert_eq!(answers, ["ada"], "one of ten gets in");
    // The attempt that got in may ask again: its first answer may have been lost.
    assert_eq!(spend("c2", "b").await.unwrap().as_deref(), Some("ada"));
    assert_eq!(spend("c2", "b").await.unwrap().as_deref(), Some("ada"));
    assert_eq!(spend("c2", "c").await.unwrap(), None);
    let all = store.accounts().belongings("ada".into()).await.unwrap().unwrap();
    assert!(all.codes.iter().all(|code| code.spent.is_some()));
    // New ones take the place of all.
    let new = AccountChange::Codes { person: "ada".into(), marks: vec!["n1".into()] };
    change(&store, new).await.unwrap();
    let all = store.accounts().belongings("ada".into()).await.unwrap().unwrap();
    assert_eq!(all.codes, [code("n1")]);
}

async fn a_device_is_out_when_it_is_ended(store: Store) {
    ada_and_bob(&store).await;
    let is_in = async |mark: &str| store.accounts().device(mark.into()).await.unwrap().is_some();
    let end = |person: &str, mark: &str| {
        change(&store, AccountChange::EndDevice { person: person.into(), mark: mark.into() })
    };
    end("bob", "d1").await.unwrap();
    assert!(is_in("d1").await, "nobody ends the devices of others");
    end("ada", "d1").await.unwrap();
    assert!(!is_in("d1").await && is_in("d2").await);
    change(&store, AccountChange::SeenDevice { mark: "d2".into(), at: 50 }).await.unwrap();
    change(&store, AccountChange::SeenDevice { mark: "d2".into(), at: 40 }).await.unwrap();
    assert_eq!(store.accounts().device("d2".into()).await.unwrap().unwrap().0.seen_at, 50);
    change(&store, AccountChange::AddDevice(device("d3", "ada", 9))).await.unwrap();
    change(&store, AccountChange::AddDevice(device("d4", "bob", 9))).await.unwrap();
    let but = AccountChange::EndDevices { person: "ada".into(), but: Some("d3".into()) };
    change(&store, but).await.unwrap();
    assert!(!is_in("d2").await && is_in("d3").await && is_in("d4").await);
    change(&store, AccountChange::EndDevices { person: "ada".into(), but: None }).await.unwrap();
    assert!(!is_in("d3").await && is_in("d4").await);
}

async fn a_token_is_good_until_it_is_removed(store: Store) {
    ada_and_bob(&store).await;
    change(&store, AccountChange::AddToken(token("t2", "bob", 3))).await.unwrap();
    change(&store, AccountChange::UsedToken { mark: "t2".into(), at: 44 }).await.unwrap();
    let (found, whose) = store.accounts().token("t2".into()).await.unwrap().unwrap();
    assert_eq!((found.used_at, whose.person.as_str()), (44, "bob"));
    let remove = |person: &str| {
        change(&store, AccountChange::RemoveToken { person: person.into(), mark: "t2".into() })
    };
    remove("ada").await.unwrap();
    assert!(store.accounts().token("t2".into()).await.unwrap().is_some());
    remove("bob").await.unwrap();
    assert!(store.accounts().token("t2".into()).await.unwrap().is_none());
    assert!(store.accounts().token("t1".into()).await.unwrap().is_some());
}

async fn a_ticket_is_good_once_and_for_a_while(store: Store) {
    let issue = |mark: &str, until, now| {
        let ticket = Ticket { mark: mark.into(), body: format!("for {mark}"), until };
        change(&store, AccountChange::Issue { ticket, now })
    };
    let take = |mark: &str, by: &str, now| {
        change(&store, AccountChange::Take { mark: mark.into(), by: by.into(), now })
    };
    issue("x", 100, 0).await.unwrap();
    assert_eq!(store.accounts().ticket("x".into(), 100).await.unwrap().as_deref(), Some("for x"));
    assert_eq!(store.accounts().ticket("x".into(), 101).await.unwrap(), None);
    assert_eq!(take("x", "a", 101).await.unwrap(), None, "too late");
    assert_eq!(take("x", "a", 99).await.unwrap().as_deref(), Some("for x"));
    assert_eq!(take("x", "a", 99).await.unwrap().as_deref(), Some("for x"), "the same attempt again");
    assert_eq!(take("x", "b", 99).await.unwrap(), None);
    assert_eq!(store.accounts().ticket("x".into(), 99).await.unwrap(), None, "it is used");
    // An id that is in use is not given out again, and what is no longer good goes.
    issue("x", 500, 50).await.unwrap();
    assert_eq!(take("x", "b", 60).await.unwrap(), None);
    issue("y", 900, 300).await.unwrap();
    issue("x", 900, 300).await.unwrap();
    assert_eq!(take("x", "b", 310).await.unwrap().as_deref(), Some("for x"));
}

async fn a_deleted_account_leaves_nothing_and_takes_its_bots_along(store: Store) {
    ada_and_bob(&store).await;
    let bot = Account { owner: Some("ada".into()), password: None, ..account("bot", "Robby") };
    let bot = Belongings { tokens: vec![token("t5", "bot", 1)], ..Belongings::of(bot) };
    change(&store, AccountChange::Make(Box::new(bot))).await.unwrap();
    let bots = store.accounts().bots("ada".into()).await.unwrap();
    assert_eq!(bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>(), ["Robby"]);
    assert!(store.accounts().bots("bob".into()).await.unwrap().is_empty());
    for id in ["ada", "bob"] {
        let person = Person { id: id.into(), name: "x".into(), settings: "{}".into(), created_at: 1 };
        store.upsert_person(person).await.unwrap();
        store.set_setting_once(&format!("phrase of {id}"), id).await.unwrap();
    }
    change(&store, AccountChange::Delete { person: "ada".into() }).await.unwrap();
    let accounts = store.accounts();
    assert!(accounts.belongings("ada".into()).await.unwrap().is_none());
    assert!(accounts.belongings("bot".into()).await.unwrap().is_none());
    assert!(accounts.device("d1".into()).await.unwrap().is_none());
    assert!(accounts.token("t1".into()).await.unwrap().is_none());
    assert!(accounts.token("t5".into()).await.unwrap().is_none());
    assert!(accounts.passkey("key".into()).await.unwrap().is_none());
    assert_eq!(
        change(&store, AccountChange::SpendCode { mark: "c1".into(), by: "a".into() }).await.unwrap(),
        None
    );
    assert!(store.person("ada").await.unwrap().is_none() && store.person("bob").await.unwrap().is_some());
    let settings = store.settings().await.unwrap();
    assert_eq!(settings.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["phrase of bob"]);
    // The name is free again, and a second time there is nothing to delete.
    change(&store, AccountChange::Make(Box::new(Belongings::of(account("new", "Ada"))))).await.unwrap();
    change(&store, AccountChange::Delete { person: "ada".into() }).await.unwrap();
    assert!(accounts.belongings("bob".into()).await.unwrap().is_some());
}

async fn what_has_no_account_has_nothing_of_one(store: Store) {
    let who = || "nobody".to_owned();
    let changes = [
        AccountChange::Rename { person: who(), name: "N".into(), folded: "n".into() },
        AccountChange::Password { person: who(), password: None },
        AccountChange::AddPasskey(passkey("key", "nobody")),
        AccountChange::Codes { person: who(), marks: vec!["c".into()] },
        AccountChange::AddDevice(device("d", "nobody", 1)),
        AccountChange::AddToken(token("t", "nobody", 1)),
    ];
    for wrong in changes {
        let answer = change(&store, wrong.clone()).await;
        assert!(matches!(answer, Err(StoreError::UnknownAccount)), "{wrong:?}: {answer:?}");
    }
    let harmless = [
        AccountChange::UsedPasskey { id: who(), body: "b".into(), at: 1 },
        AccountChange::RemovePasskey { person: who(), id: who() },
        AccountChange::SeenDevice { mark: who(), at: 1 },
        AccountChange::EndDevice { person: who(), mark: who() },
        AccountChange::EndDevices { person: who(), but: None },
        AccountChange::UsedToken { mark: who(), at: 1 },
        AccountChange::RemoveToken { person: who(), mark: who() },
        AccountChange::Delete { person: who() },
    ];
    for nothing in harmless {
        assert_eq!(change(&store, nothing).await.unwrap(), None);
    }
    assert!(store.accounts().belongings(who()).await.unwrap().is_none());
    // A refused change harms nobody else in its batch.
    let store_in = store.clone();
    let (bad, good) = tokio::join!(
        change(&store, AccountChange::AddDevice(device("d", "nobody", 1))),
        store_in.create(table("t1")),
    );
    assert!(bad.is_err());
    good.unwrap();
}

async fn what_somebody_said_follows_his_name_or_goes(store: Store) {
    for id in ["t1", "t2"] {
        store.create(table(id)).await.unwrap();
        for from in ["@Ada", "@Ada · Blue", "@Adam", "@Adam · Red", "Ada", "x @Ada"] {
            let words = NewMessage {
                at: 1,
                from: from.into(),
                audience: "all".into(),
                text: "hello".into(),
                by: None,
            };
            store.say(id, words).await.unwrap();
        }
    }
    store.set_members("t1", &["ada"]).await.unwrap();
    let resay = |to: Option<&str>, from: &str| {
        let (person, from, to) = ("ada".into(), from.into(), to.map(Into::into));
        change(&store, AccountChange::Resay { person, from, to })
    };
    let said = async |id: &str| {
        let lines = store.messages(id, 0, 99).await.unwrap();
        lines.into_iter().map(|line| line.from).collect::<Vec<_>>()
    };
    resay(Some("@Łucja"), "@Ada").await.unwrap();
    assert_eq!(said("t1").await, ["@Łucja", "@Łucja · Blue", "@Adam", "@Adam · Red", "Ada", "x @Ada"]);
    resay(None, "@Łucja").await.unwrap();
    assert_eq!(said("t1").await, ["@Adam", "@Adam · Red", "Ada", "x @Ada"]);
    assert_eq!(said("t2").await.len(), 6, "only where he is a member");
}

async fn settings_are_found_by_how_they_begin(store: Store) {
    for key in ["lesson ada x", "lesson ada y", "lesson adam z", "lesson bob x", "lessor", "les"] {
        store.set_setting_once(key, key).await.unwrap();
    }
    let keys = |all: Vec<(String, Vec<u8>)>| all.into_iter().map(|(key, _)| key).collect::<Vec<_>>();
    let adas = store.settings_under("lesson ada ").await.unwrap();
    assert_eq!(adas[0].1, b"lesson ada x");
    assert_eq!(keys(adas), ["lesson ada x", "lesson ada y"]);
    assert_eq!(keys(store.settings_under("lesson ").await.unwrap()).len(), 4);
    assert!(store.settings_under("nothing").await.unwrap().is_empty());
}

fn study(id: &str, person: &str, changed_at: u64) -> Study {
    Study {
        id: id.into(),
        person: person.into(),
        game: "red-alert".into(),
        title: "A \u{1f680} study".into(),
        public: false,
        created_at: 1,
        changed_at,
        rev: 1,
        body: "{\"study\":1}\nmore text".into(),
    }
}

async fn a_study_changes_only_in_its_owners_hands_and_goes_with_him(store: Store) {
    let all = store.studies();
    let put = |study: &Study| all.change_study(StudyChange::Put(study.clone()));
    let ids = |list: Vec<Study>| list.into_iter().map(|study| study.id).collect::<Vec<_>>();
    ada_and_bob(&store).await;
    let one = study("s1", "ada", 10);
    assert!(put(&one).await.unwrap());
    assert!(put(&one).await.unwrap(), "the same attempt may come again");
    assert!(!put(&study("s1", "bob", 11)).await.unwrap(), "an id is taken once");
    assert_eq!(all.study("s1".into()).await.unwrap(), Some(one.clone()));
    // Only its owner, and only who knows the newest text.
    let next = Study {
        rev: 2,
        public: true,
        title: "Other".into(),
        body: "new".into(),
        changed_at: 30,
        ..one.clone()
    };
    assert!(!put(&Study { person: "bob".into(), ..next.clone() }).await.unwrap());
    assert!(!put(&Study { rev: 3, ..next.clone() }).await.unwrap());
    assert!(put(&next).await.unwrap() && put(&next).await.unwrap());
    assert!(!put(&Study { body: "another".into(), ..next.clone() }).await.unwrap(), "of two one wins");
    assert_eq!(all.study("s1".into()).await.unwrap(), Some(next));
    assert!(put(&study("s2", "ada", 20)).await.unwrap() && put(&study("s3", "bob", 40)).await.unwrap());
    assert_eq!(ids(all.studies(StudyList::Of("ada".into()), 9).await.unwrap()), ["s1", "s2"]);
    assert_eq!(ids(all.studies(StudyList::Public, 9).await.unwrap()), ["s1"]);
    assert_eq!(ids(all.studies(StudyList::After("s1".into()), 9).await.unwrap()), ["s2", "s3"]);
    assert_eq!(all.studies(StudyList::Public, 9).await.unwrap()[0].body, "", "lists come without the texts");
    let delete = |id: &str, person: &str| {
        all.change_study(StudyChange::Delete { id: id.into(), person: person.into() })
    };
    assert!(!delete("s2", "bob").await.unwrap() && delete("s2", "ada").await.unwrap());
    assert!(all.study("s2".into()).await.unwrap().is_none());
    // An account takes its studies along.
    change(&store, AccountChange::Delete { person: "ada".into() }).await.unwrap();
    assert_eq!(ids(all.studies(StudyList::After(String::new()), 9).await.unwrap()), ["s3"]);
}

fn channel(id: &str, person: &str) -> Channel {
    Channel {
        id: id.into(),
        person: person.into(),
        kind: "mail".into(),
        body: "{\"a\":\"ä\"}".into(),
        created_at: 5,
        told_at: 0,
        failures: 0,
        trouble: String::new(),
    }
}

async fn tell(store: &Store, change: ChannelChange) -> bool {
    store.channels().change(change).await.unwrap().is_some()
}

async fn asked(store: &Store, n: u32, asked: &[&str], fresh: &[&str]) {
    let all = |people: &[&str]| people.iter().map(|p| (*p).to_owned()).collect();
    let change =
        ChannelChange::Asked { table: "t".into(), n, asked: all(asked), fresh: all(fresh), due: 100 };
    tell(store, change).await;
}

/// Who waits to be rung, and since which entry.
async fn calls(store: &Store) -> Vec<(String, u32)> {
    let calls = store.channels().calls(100, 99).await.unwrap();
    let mut calls: Vec<_> = calls.into_iter().map(|call| (call.person, call.turn)).collect();
    calls.sort();
    calls
}

fn ring(channel: &str, person: &str, turn: u32) -> Ring {
    Ring { channel: channel.into(), table: "t".into(), person: person.into(), turn, due: 100, tries: 0 }
}

async fn channels_are_somebodys_and_only_his_to_change(store: Store) {
    let channels = store.channels();
    tell(&store, ChannelChange::Put(channel("c1", "ada"))).await;
    tell(&store, ChannelChange::Put(channel("c2", "ada"))).await;
    tell(&store, ChannelChange::Put(channel("c3", "bob"))).await;
    assert_eq!(channels.of("ada".into()).await.unwrap(), [channel("c1", "ada"), channel("c2", "ada")]);
    assert!(!format!("{:?}", channel("c1", "ada")).contains("ä"), "no address in debug output");
    // Somebody else's id changes nothing.
    tell(&store, ChannelChange::Put(Channel { body: "x".into(), ..channel("c3", "ada") })).await;
    tell(&store, ChannelChange::Remove { person: "ada".into(), id: "c3".into() }).await;
    assert_eq!(channels.channel("c3".into()).await.unwrap(), Some(channel("c3", "bob")));
    let other = Channel { body: "y".into(), created_at: 9, ..channel("c1", "ada") };
    tell(&store, ChannelChange::Put(other)).await;
    let now = channels.channel("c1".into()).await.unwrap().unwrap();
    assert_eq!((now.body.as_str(), now.created_at), ("y", 5));
    tell(&store, ChannelChange::Remove { person: "ada".into(), id: "c1".into() }).await;
    assert_eq!(channels.channel("c1".into()).await.unwrap(), None);
    for table in ["t2", "t1", "t1"] {
        tell(&store, ChannelChange::Mute { person: "cyd".into(), table: table.into(), muted: true }).await;
    }
    assert_eq!(channels.mutes("cyd".into()).await.unwrap(), ["t1", "t2"]);
    tell(&store, ChannelChange::Mute { person: "cyd".into(), table: "t1".into(), muted: false }).await;
    assert_eq!(channels.mutes("cyd".into()).await.unwrap(), ["t2"]);
    assert_eq!(channels.people(String::new(), 9).await.unwrap(), ["ada", "bob", "cyd"]);
    assert_eq!(channels.people("ada".into(), 1).await.unwrap(), ["bob"]);
}

async fn a_turn_is_rung_once_whatever_is_told_again(store: Store) {
    tell(&store, ChannelChange::Put(channel("c", "ada"))).await;
    asked(&store, 5, &["ada", "bob"], &["ada"]).await;
    asked(&store, 7, &["ada"], &[]).await;
    assert_eq!(calls(&store).await, [("ada".into(), 5)], "a turn is what it was while something is asked");
    assert!(store.channels().calls(99, 9).await.unwrap().is_empty(), "not due");
    let call = store.channels().calls(100, 9).await.unwrap().remove(0);
    assert!(tell(&store, ChannelChange::Rung { call: call.clone(), rings: vec![ring("c", "ada", 5)] }).await);
    assert!(!tell(&store, ChannelChange::Rung { call, rings: vec![ring("c", "ada", 5)] }).await);
    assert!(calls(&store).await.is_empty());
    // After a death the same is told again.
    asked(&store, 5, &["ada"], &["ada"]).await;
    asked(&store, 8, &["ada"], &[]).await;
    assert!(calls(&store).await.is_empty());
    assert_eq!(store.channels().rings(100, 9).await.unwrap(), [ring("c", "ada", 5)]);
    assert!(store.channels().rings(99, 9).await.unwrap().is_empty());
    // Whoever has decided need not be told any more.
    asked(&store, 9, &[], &[]).await;
    assert!(store.channels().waiting("c".into()).await.unwrap().is_empty());
}

async fn a_turn_that_ends_and_begins_again_is_another_one(store: Store) {
    asked(&store, 5, &["ada"], &["ada"]).await;
    // Of two servers the later entry is told first.
    asked(&store, 8, &["ada"], &["ada"]).await;
    asked(&store, 7, &[], &[]).await;
    assert_eq!(calls(&store).await, [("ada".into(), 8)]);
    asked(&store, 6, &["ada"], &["ada"]).await;
    assert_eq!(calls(&store).await, [("ada".into(), 8)]);
    asked(&store, 9, &["bob"], &["bob"]).await;
    assert_eq!(calls(&store).await, [("bob".into(), 9)]);
}

async fn of_many_who_take_one_gets_it(store: Store) {
    tell(&store, ChannelChange::Put(channel("c", "ada"))).await;
    asked(&store, 5, &["ada"], &["ada"]).await;
    let call = store.channels().calls(100, 9).await.unwrap().remove(0);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (store, call) = (store.clone(), call.clone());
        tasks.spawn(async move {
            let take = ChannelChange::Take { channel: "c".into(), now: 100, until: 160 };
            let call = tell(&store, ChannelChange::TakeCall { call, until: 160 }).await;
            (call, tell(&store, take).await)
        });
    }
    let taken = tasks.join_all().await;
    assert_eq!(taken.iter().filter(|(call, _)| *call).count(), 1);
    assert_eq!(taken.iter().filter(|(_, channel)| *channel).count(), 1);
    assert!(store.channels().calls(159, 9).await.unwrap().is_empty());
    assert_eq!(store.channels().calls(160, 9).await.unwrap().len(), 1, "whoever took it may have died");
    assert!(!tell(&store, ChannelChange::Take { channel: "c".into(), now: 160, until: 170 }).await);
    assert!(tell(&store, ChannelChange::Take { channel: "c".into(), now: 161, until: 170 }).await);
    assert!(!tell(&store, ChannelChange::Take { channel: "none".into(), now: 1, until: 2 }).await);
}

async fn what_goes_out_is_counted_and_what_does_not_is_tried_again(store: Store) {
    tell(&store, ChannelChange::Put(channel("c", "ada"))).await;
    asked(&store, 5, &["ada"], &["ada"]).await;
    let call = store.channels().calls(100, 9).await.unwrap().remove(0);
    let rings = vec![ring("c", "ada", 5)];
    tell(&store, ChannelChange::Rung { call, rings: rings.clone() }).await;
    tell(&store, ChannelChange::Take { channel: "c".into(), now: 100, until: 999 }).await;
    let failed = ChannelChange::Failed { channel: "c".into(), trouble: "no".into(), again: 300, rings };
    tell(&store, failed).await;
    let now = store.channels().channel("c".into()).await.unwrap().unwrap();
    assert_eq!((now.failures, now.trouble.as_str(), now.told_at), (1, "no", 0));
    assert!(store.channels().rings(299, 9).await.unwrap().is_empty());
    let again = store.channels().rings(300, 9).await.unwrap();
    assert_eq!(again, [Ring { due: 300, tries: 1, ..ring("c", "ada", 5) }]);
    assert!(tell(&store, ChannelChange::Take { channel: "c".into(), now: 300, until: 999 }).await);
    tell(&store, ChannelChange::Told { channel: "c".into(), at: 301, rings: again }).await;
    let now = store.channels().channel("c".into()).await.unwrap().unwrap();
    assert_eq!((now.failures, now.trouble.as_str(), now.told_at), (0, "", 301));
    assert!(store.channels().waiting("c".into()).await.unwrap().is_empty());
}

async fn channels_go_with_whoever_has_them(store: Store) {
    ada_and_bob(&store).await;
    for (id, person) in [("c1", "ada"), ("c2", "bob"), ("c3", "guest")] {
        tell(&store, ChannelChange::Put(channel(id, person))).await;
        tell(&store, ChannelChange::Mute { person: person.into(), table: "t".into(), muted: true }).await;
    }
    tell(&store, ChannelChange::Move { from: "guest".into(), to: "bob".into() }).await;
    let bobs = store.channels().of("bob".into()).await.unwrap();
    assert_eq!(bobs.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["c2", "c3"]);
    asked(&store, 5, &["ada", "bob"], &[]).await;
    change(&store, AccountChange::Delete { person: "ada".into() }).await.unwrap();
    assert!(store.channels().of("ada".into()).await.unwrap().is_empty());
    assert!(store.channels().mutes("ada".into()).await.unwrap().is_empty());
    assert_eq!(calls(&store).await, [("bob".into(), 5)]);
    assert_eq!(store.channels().people(String::new(), 9).await.unwrap(), ["bob"]);
}
