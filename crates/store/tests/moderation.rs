//! Moderation and notes: the contract for every engine.

#[allow(dead_code, reason = "each test uses its part")]
mod common;

use common::{Scratch, table};
use klaxon_store::{
    Account, AccountChange, Belongings, Deed, FOR_GOOD, Measure, ModerationChange, NewMessage, Note, NoteOn,
    Postgres, Report, Reports, Sanction, Spread, Store, StoreError,
};

macro_rules! contract {
    ([$($case:ident)*]) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let scratch = super::Scratch::new();
                super::$case(super::Store::open(scratch.path()).await.unwrap()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let Some(cluster) = klaxon_testdb::shared() else { return };
                super::$case(super::Store::over(super::Postgres::open(&cluster.database(), 3).await.unwrap())).await;
            })*
        }
        mod several_databases {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let Some(cluster) = klaxon_testdb::shared() else { return };
                let urls = [cluster.database(), cluster.database()];
                let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
                super::$case(super::Store::over(super::Spread::open(&urls, 2, None).await.unwrap())).await;
            })*
        }
    };
}

contract!([
    a_report_comes_once_and_is_closed_once
    what_is_imposed_holds_until_its_end_or_until_it_is_lifted
    moderators_have_accounts
    every_deed_is_written_down_in_order
    notes_are_their_writers
    whoever_goes_leaves_nothing_of_his
    lines_know_who_said_them
]);

fn report(reporter: &str, about: &str) -> Report {
    Report {
        number: 0,
        at: 5,
        reporter: reporter.into(),
        person: Some("eve".into()),
        table: "t1".into(),
        about: about.into(),
        body: r#"{"lines":["ü"]}"#.into(),
        closed: None,
    }
}

fn deed(at: u64, words: &str) -> Deed {
    Deed {
        number: 0,
        at,
        moderator: "mo".into(),
        name: "@Mo".into(),
        deed: "close".into(),
        person: "eve".into(),
        whom: "@Eve".into(),
        words: words.into(),
    }
}

async fn moderate(store: &Store, change: ModerationChange) -> Option<String> {
    store.moderation().moderate(change).await.unwrap()
}

async fn add(store: &Store, report: Report, forget: u64) -> Option<u64> {
    let change = ModerationChange::Report { report, most: 2, forget };
    moderate(store, change).await.map(|number| number.parse().unwrap())
}

async fn account(store: &Store, name: &str) {
    let account = Account {
        person: name.into(),
        name: name.to_uppercase(),
        folded: name.into(),
        created_at: 1,
        password: None,
        owner: None,
        settings: "{}".into(),
    };
    store.accounts().change(AccountChange::Make(Box::new(Belongings::of(account)))).await.unwrap();
}

async fn numbers(store: &Store, which: Reports) -> Vec<u64> {
    store.moderation().reports(which, 9).await.unwrap().iter().map(|report| report.number).collect()
}

async fn a_report_comes_once_and_is_closed_once(store: Store) {
    let one = add(&store, report("ada", "line 1"), 0).await.unwrap();
    assert_eq!(add(&store, report("ada", "line 1"), 0).await, Some(one), "the same is one report");
    let other = add(&store, report("bob", "line 1"), 0).await.unwrap();
    let two = add(&store, report("ada", "seat 2"), 0).await.unwrap();
    assert_eq!(add(&store, report("ada", "seat 3"), 0).await, None, "two of one person may wait");
    assert!(one < other && other < two);
    assert_eq!(numbers(&store, Reports::Open).await, [one, other, two]);
    assert_eq!(numbers(&store, Reports::By("ada".into())).await, [one, two]);
    assert_eq!(numbers(&store, Reports::After(one)).await, [other, two]);
    assert_eq!(store.moderation().waiting().await.unwrap(), 3);
    let all = store.moderation().reports(Reports::Open, 1).await.unwrap();
    assert_eq!(all, [Report { number: one, ..report("ada", "line 1") }]);

    let close = |number| ModerationChange::Close { number, deed: deed(20, "fine") };
    assert_eq!(moderate(&store, close(one)).await, Some(one.to_string()));
    assert_eq!(moderate(&store, close(one)).await, None, "it is closed");
    assert_eq!(moderate(&store, close(99)).await, None);
    assert_eq!(store.moderation().deeds(u64::MAX, 9).await.unwrap().len(), 1, "nothing was done twice");
    assert_eq!(numbers(&store, Reports::Closed(u64::MAX)).await, [one]);
    assert_eq!(numbers(&store, Reports::Closed(one)).await, [0; 0]);
    let closed = store.moderation().reports(Reports::Closed(u64::MAX), 1).await.unwrap();
    assert_eq!(closed[0].closed, Some((20, "@Mo".into())));
    // What was closed long ago goes when something new comes.
    assert!(add(&store, report("ada", "seat 3"), 20).await.is_some());
    assert_eq!(numbers(&store, Reports::Closed(u64::MAX)).await, [one]);
    assert!(add(&store, report("bob", "seat 3"), 21).await.is_some());
    assert_eq!(numbers(&store, Reports::Closed(u64::MAX)).await, [0; 0]);
    // As it is, under its number: so stores are copied, and names taken out.
    moderate(&store, ModerationChange::PutReport(Report { number: 50, ..report("", "line 7") })).await;
    moderate(&store, ModerationChange::PutReport(Report { number: 50, ..report("", "line 8") })).await;
    assert_eq!(numbers(&store, Reports::After(40)).await, [50]);
    moderate(&store, ModerationChange::DropReport { number: two }).await;
    moderate(&store, ModerationChange::DropReport { number: two }).await;
    assert!(add(&store, report("ada", "seat 9"), 0).await > Some(50), "numbers go on after it");
}

async fn what_is_imposed_holds_until_its_end_or_until_it_is_lifted(store: Store) {
    let sanction = |person: &str, measure, until, reason: &str| Sanction {
        person: person.into(),
        measure,
        until,
        reason: reason.into(),
        at: 9,
    };
    let impose = |sanction| ModerationChange::Impose { sanction, deed: deed(9, "") };
    moderate(&store, impose(sanction("eve", Measure::Mute, 100, "shouting"))).await;
    moderate(&store, impose(sanction("eve", Measure::Ban, FOR_GOOD, "cheating"))).await;
    moderate(&store, impose(sanction("bob", Measure::Mute, 50, "spam"))).await;
    let kept = store.moderation();
    assert_eq!(kept.sanctions(49).await.unwrap().len(), 3);
    assert_eq!(kept.sanctions(50).await.unwrap().len(), 2, "one has ended");
    assert_eq!(kept.sanctions(100).await.unwrap(), [sanction("eve", Measure::Ban, FOR_GOOD, "cheating")]);
    moderate(&store, impose(sanction("eve", Measure::Mute, 200, "again"))).await;
    let of_eve = kept.sanctions_of("eve".into()).await.unwrap();
    assert_eq!(
        of_eve.iter().map(|s| (s.measure, s.until)).collect::<Vec<_>>(),
        [(Measure::Ban, FOR_GOOD), (Measure::Mute, 200)]
    );
    let lift =
        || ModerationChange::Lift { person: "eve".into(), measure: Measure::Ban, deed: deed(10, "sorry") };
    assert_eq!(moderate(&store, lift()).await.as_deref(), Some("eve"));
    assert_eq!(moderate(&store, lift()).await, None, "there is nothing to lift any more");
    assert_eq!(kept.sanctions_of("eve".into()).await.unwrap().len(), 1);
    assert_eq!((Measure::parse("ban"), Measure::parse("x")), (Some(Measure::Ban), None));
}

async fn moderators_have_accounts(store: Store) {
    account(&store, "mo").await;
    let appoint = |person: &str| ModerationChange::Appoint { person: person.into(), deed: deed(3, person) };
    let refused = store.moderation().moderate(appoint("nobody")).await;
    assert!(matches!(refused, Err(StoreError::UnknownAccount)));
    moderate(&store, appoint("mo")).await;
    moderate(&store, ModerationChange::Appoint { person: "mo".into(), deed: deed(7, "again") }).await;
    assert_eq!(store.moderation().moderators().await.unwrap(), [("mo".to_owned(), 3)]);
    moderate(&store, ModerationChange::Dismiss { person: "mo".into(), deed: deed(8, "bye") }).await;
    assert!(store.moderation().moderators().await.unwrap().is_empty());
    assert_eq!(store.moderation().deeds(u64::MAX, 9).await.unwrap().len(), 3);
}

async fn every_deed_is_written_down_in_order(store: Store) {
    account(&store, "mo").await;
    for at in 1..=5 {
        moderate(&store, ModerationChange::Appoint { person: "mo".into(), deed: deed(at, "x") }).await;
    }
    let times = |deeds: Vec<Deed>| deeds.into_iter().map(|deed| deed.at).collect::<Vec<_>>();
    let newest = store.moderation().deeds(u64::MAX, 2).await.unwrap();
    let before = newest[1].number;
    assert_eq!(times(newest), [5, 4]);
    assert_eq!(times(store.moderation().deeds(before, 9).await.unwrap()), [3, 2, 1]);
    // An attempt whose end was not heard comes again: it is written down once.
    moderate(&store, ModerationChange::Appoint { person: "mo".into(), deed: deed(5, "x") }).await;
    assert_eq!(store.moderation().deeds(u64::MAX, 9).await.unwrap().len(), 5);
    let copied = Deed { number: 40, ..deed(9, "copied") };
    moderate(&store, ModerationChange::PutDeed(copied.clone())).await;
    moderate(&store, ModerationChange::PutDeed(Deed { words: "other".into(), ..copied.clone() })).await;
    assert_eq!(store.moderation().deeds(u64::MAX, 1).await.unwrap(), [copied]);
}

async fn notes_are_their_writers(store: Store) {
    let note = |person: &str, on, about: &str, text: &str| Note {
        person: person.into(),
        on,
        about: about.into(),
        text: text.into(),
        changed_at: 4,
    };
    let put = |note| ModerationChange::Note(note);
    moderate(&store, put(note("ada", NoteOn::Game, "t1", "first"))).await;
    moderate(&store, put(note("ada", NoteOn::Game, "t1", "he opens on the left ☄"))).await;
    moderate(&store, put(note("ada", NoteOn::Person, "bob", "kind"))).await;
    moderate(&store, put(note("bob", NoteOn::Person, "ada", "slow"))).await;
    let kept = store.moderation();
    let own = kept.notes("ada".into()).await.unwrap();
    assert_eq!(
        own,
        [
            note("ada", NoteOn::Game, "t1", "he opens on the left ☄"),
            note("ada", NoteOn::Person, "bob", "kind")
        ]
    );
    assert_eq!(kept.note("bob".into(), NoteOn::Game, "t1".into()).await.unwrap(), None);
    assert_eq!(kept.note("ada".into(), NoteOn::Person, "bob".into()).await.unwrap().unwrap().text, "kind");
    assert_eq!(kept.writers(String::new(), 9).await.unwrap(), ["ada", "bob"]);
    assert_eq!(kept.writers("ada".into(), 9).await.unwrap(), ["bob"]);
    moderate(&store, put(note("ada", NoteOn::Person, "bob", ""))).await;
    assert_eq!(kept.notes("ada".into()).await.unwrap().len(), 1);
}

async fn whoever_goes_leaves_nothing_of_his(store: Store) {
    account(&store, "eve").await;
    let eve = || "eve".to_owned();
    add(&store, report("ada", "line 1"), 0).await;
    let own = Report { person: Some("bob".into()), ..report("eve", "line 2") };
    let own = add(&store, own, 0).await.unwrap();
    let sanction = Sanction { person: eve(), measure: Measure::Mute, until: 9, reason: "x".into(), at: 1 };
    moderate(&store, ModerationChange::Impose { sanction, deed: deed(1, "") }).await;
    moderate(
        &store,
        ModerationChange::Appoint { person: eve(), deed: Deed { moderator: eve(), ..deed(2, "") } },
    )
    .await;
    for (person, about) in [("eve", "ada"), ("ada", "eve"), ("ada", "bob")] {
        let note = Note {
            person: person.into(),
            on: NoteOn::Person,
            about: about.into(),
            text: "x".into(),
            changed_at: 1,
        };
        moderate(&store, ModerationChange::Note(note)).await;
    }
    moderate(&store, ModerationChange::Forget { person: eve(), called: "Former player".into() }).await;
    let kept = store.moderation();
    let left = kept.reports(Reports::After(0), 9).await.unwrap();
    assert_eq!(left.iter().map(|r| (r.number, r.reporter.as_str())).collect::<Vec<_>>(), [(own, "")]);
    assert!(
        kept.sanctions_of(eve()).await.unwrap().is_empty() && kept.moderators().await.unwrap().is_empty()
    );
    let deeds = kept.deeds(u64::MAX, 9).await.unwrap();
    assert!(
        deeds.iter().all(|deed| deed.person != "eve" && deed.moderator != "eve" && deed.whom != "@Eve"),
        "{deeds:?}"
    );
    assert_eq!(deeds[0].name, "Former player");
    assert!(kept.notes(eve()).await.unwrap().is_empty());
    assert_eq!(kept.notes("ada".into()).await.unwrap().len(), 1, "what was noted about others stays");
}

async fn lines_know_who_said_them(store: Store) {
    store.create(table("t1")).await.unwrap();
    let said = |by: Option<&str>| NewMessage {
        at: 1,
        from: "Ada".into(),
        audience: "all".into(),
        text: "hm".into(),
        by: by.map(Into::into),
    };
    for by in [Some("ada"), None, Some("eve")] {
        store.say("t1", said(by)).await.unwrap();
    }
    let by = |lines: Vec<klaxon_store::Message>| lines.into_iter().map(|m| m.by).collect::<Vec<_>>();
    let all = by(store.messages("t1", 0, 9).await.unwrap());
    assert_eq!(all, [Some("ada".to_owned()), None, Some("eve".to_owned())]);
    // Whoever goes takes his words along, whatever he was called and wherever he said them.
    let resay = AccountChange::Resay { person: "eve".into(), from: "@Eve".into(), to: None };
    store.accounts().change(resay).await.unwrap();
    assert_eq!(by(store.messages("t1", 0, 9).await.unwrap()), [Some("ada".to_owned()), None]);
}
