//! Tournaments and clubs: the contract for every engine.

#[allow(dead_code, reason = "each test uses its part")]
mod common;

use common::Scratch;
use klaxon_store::{
    Account, AccountChange, Belongings, Club, ClubChange, ClubLine, ClubList, Entrant, Held, Member, Pairing,
    Postgres, Role, Spread, Store, Study, StudyChange, Taking, Tournament, TournamentChange, TournamentList,
};
use tokio::task::JoinSet;

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
    a_tournament_comes_back_with_all_who_play_and_all_games
    of_many_who_change_a_tournament_one_has_his_way
    a_tournament_that_is_due_is_taken_by_one
    tournaments_are_found_by_those_whom_they_are_for
    whoever_goes_leaves_his_games_and_no_name
    a_club_has_members_and_an_owner_as_long_as_anybody_is_there
    a_club_keeps_what_its_members_said_last
    a_name_of_a_club_is_taken_once
    studies_are_shown_to_a_club
    tables_of_a_club_go_with_it
]);

async fn account(store: &Store, person: &str, name: &str) {
    let account = Account {
        person: person.into(),
        name: name.into(),
        folded: name.to_lowercase(),
        created_at: 1,
        password: None,
        owner: None,
        settings: "{}".into(),
    };
    let make = AccountChange::Make(Box::new(Belongings::of(account)));
    store.accounts().change(make).await.unwrap();
}

fn tournament(id: &str, created_at: u64) -> Tournament {
    Tournament {
        id: id.into(),
        owner: Some("ada".into()),
        club: None,
        title: "Ünder the ☄".into(),
        game: "red-alert".into(),
        state: Held::Open,
        public: true,
        created_at,
        due: 100,
        rev: 1,
        body: r#"{"method":"swiss"}"#.into(),
    }
}

fn entrant(person: &str, number: u32, state: Taking) -> Entrant {
    Entrant { person: person.into(), number, state, at: 5, name: None }
}

fn pairing(round: u32, board: u32, one: u32, two: Option<u32>) -> Pairing {
    Pairing { round, board, one, two, table: None, ended: None, decided_at: 0 }
}

async fn put(store: &Store, tournament: &Tournament) -> bool {
    put_all(store, tournament, Vec::new(), Vec::new(), Vec::new()).await
}

async fn put_all(
    store: &Store,
    tournament: &Tournament,
    entrants: Vec<Entrant>,
    gone: Vec<String>,
    pairings: Vec<Pairing>,
) -> bool {
    let change = TournamentChange::Put { tournament: tournament.clone(), entrants, gone, pairings };
    store.tournaments().write(change).await.unwrap()
}

async fn ids(store: &Store, list: TournamentList) -> Vec<String> {
    store.tournaments().tournaments(list, 9).await.unwrap().into_iter().map(|one| one.id).collect()
}

async fn a_tournament_comes_back_with_all_who_play_and_all_games(store: Store) {
    let all = store.tournaments();
    account(&store, "ada", "Ada").await;
    let one = tournament("t1", 10);
    let (ada, bob) = (entrant("ada", 0, Taking::In), entrant("bob", 0, Taking::Invited));
    assert!(put_all(&store, &one, vec![ada, bob], Vec::new(), Vec::new()).await);
    assert_eq!(all.tournament("t1".into()).await.unwrap(), Some(one.clone()));
    assert_eq!(all.tournament("t2".into()).await.unwrap(), None);
    let there = all.entrants("t1".into()).await.unwrap();
    let named = |name: &str| there.iter().find(|e| e.person == name).unwrap().clone();
    assert_eq!(named("ada"), Entrant { name: Some("Ada".into()), ..entrant("ada", 0, Taking::In) });
    assert_eq!(named("bob"), entrant("bob", 0, Taking::Invited));
    // It begins: numbers, a round, and whoever did not answer is off the list.
    let club = Some("c".to_owned());
    let next =
        Tournament { state: Held::Running, rev: 2, due: u64::MAX >> 1, owner: None, club, ..one.clone() };
    let games = vec![pairing(1, 2, 3, None), pairing(1, 1, 1, Some(2))];
    let players = vec![entrant("cyd", 2, Taking::In), entrant("ada", 1, Taking::In)];
    assert!(put_all(&store, &next, players, vec!["bob".into()], games).await);
    assert_eq!(all.tournament("t1".into()).await.unwrap(), Some(next.clone()));
    let people: Vec<String> =
        all.entrants("t1".into()).await.unwrap().into_iter().map(|e| e.person).collect();
    assert_eq!(people, ["ada", "cyd"], "by their numbers");
    assert_eq!(all.pairings("t1".into()).await.unwrap(), [pairing(1, 1, 1, Some(2)), pairing(1, 2, 3, None)]);
    // A game is decided.
    let decided = Pairing {
        table: Some("abc".into()),
        ended: Some("one".into()),
        decided_at: 77,
        ..pairing(1, 1, 1, Some(2))
    };
    let more = Tournament { rev: 3, body: "{}".into(), ..next };
    assert!(put_all(&store, &more, Vec::new(), Vec::new(), vec![decided.clone()]).await);
    assert_eq!(all.pairings("t1".into()).await.unwrap()[0], decided);
    assert!(all.pairings("t2".into()).await.unwrap().is_empty());
}

async fn of_many_who_change_a_tournament_one_has_his_way(store: Store) {
    let one = tournament("t1", 10);
    assert!(put(&store, &one).await);
    assert!(put(&store, &one).await, "the same attempt may come again");
    assert!(
        !put(&store, &Tournament { title: "another".into(), ..one.clone() }).await,
        "an id is taken once"
    );
    assert!(!put(&store, &Tournament { rev: 3, ..one.clone() }).await);
    let mut tasks = JoinSet::new();
    for i in 0..8 {
        let (store, one) = (store.clone(), one.clone());
        tasks.spawn(async move {
            let next = Tournament { rev: 2, body: format!("{{\"n\":{i}}}"), ..one };
            put_all(&store, &next, vec![entrant(&format!("p{i}"), 0, Taking::In)], Vec::new(), Vec::new())
                .await
        });
    }
    let won = tasks.join_all().await.into_iter().filter(|won| *won).count();
    assert_eq!(won, 1);
    // Of those who lost nothing is left.
    assert_eq!(store.tournaments().entrants("t1".into()).await.unwrap().len(), 1);
}

async fn a_tournament_that_is_due_is_taken_by_one(store: Store) {
    put(&store, &tournament("t1", 10)).await;
    put(&store, &Tournament { due: 50, state: Held::Running, ..tournament("t2", 10) }).await;
    put(&store, &Tournament { due: 1, state: Held::Over, ..tournament("t3", 10) }).await;
    put(&store, &Tournament { due: 1, state: Held::Off, ..tournament("t4", 10) }).await;
    assert_eq!(ids(&store, TournamentList::Due(99)).await, ["t2"]);
    assert_eq!(ids(&store, TournamentList::Due(100)).await, ["t2", "t1"], "the longest first");
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let store = store.clone();
        tasks.spawn(async move {
            let take = TournamentChange::Take { id: "t2".into(), due: 50, until: 500 };
            store.tournaments().write(take).await.unwrap()
        });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|won| *won).count(), 1);
    assert_eq!(ids(&store, TournamentList::Due(100)).await, ["t1"]);
    let kept = store.tournaments().tournament("t2".into()).await.unwrap().unwrap();
    assert_eq!((kept.due, kept.rev), (500, 1), "whoever looks changes nothing");
}

async fn tournaments_are_found_by_those_whom_they_are_for(store: Store) {
    put(&store, &tournament("t1", 10)).await;
    let private = Tournament { public: false, club: Some("c".into()), ..tournament("t2", 20) };
    let bob = Tournament { owner: Some("bob".into()), ..tournament("t3", 30) };
    put_all(&store, &private, vec![entrant("cyd", 0, Taking::Invited)], Vec::new(), Vec::new()).await;
    put(&store, &bob).await;
    assert_eq!(ids(&store, TournamentList::Public).await, ["t3", "t1"]);
    assert_eq!(ids(&store, TournamentList::Of("ada".into())).await, ["t2", "t1"]);
    assert_eq!(ids(&store, TournamentList::Of("cyd".into())).await, ["t2"]);
    assert_eq!(ids(&store, TournamentList::Club("c".into())).await, ["t2"]);
    assert_eq!(ids(&store, TournamentList::After("t1".into())).await, ["t2", "t3"]);
    assert_eq!(store.tournaments().tournaments(TournamentList::Public, 1).await.unwrap().len(), 1);
}

async fn whoever_goes_leaves_his_games_and_no_name(store: Store) {
    let players = vec![entrant("ada", 1, Taking::In), entrant("bob", 2, Taking::In)];
    put_all(&store, &tournament("t1", 10), players, Vec::new(), vec![pairing(1, 1, 1, Some(2))]).await;
    put_all(&store, &tournament("t2", 20), vec![entrant("ada", 0, Taking::In)], Vec::new(), Vec::new()).await;
    let forget = TournamentChange::Forget { person: "ada".into(), alias: "gone-1".into() };
    assert!(store.tournaments().write(forget).await.unwrap());
    let all = store.tournaments();
    assert_eq!(
        all.entrants("t1".into()).await.unwrap(),
        [entrant("gone-1", 1, Taking::Out), entrant("bob", 2, Taking::In)]
    );
    assert!(all.entrants("t2".into()).await.unwrap().is_empty(), "whoever had not begun was never there");
    assert!(all.tournament("t1".into()).await.unwrap().unwrap().owner.is_none());
    assert!(ids(&store, TournamentList::Of("ada".into())).await.is_empty());
    assert_eq!(all.pairings("t1".into()).await.unwrap().len(), 1);
}

fn club(id: &str, name: &str, open: bool, created_at: u64) -> Club {
    Club {
        id: id.into(),
        name: name.into(),
        folded: name.to_lowercase(),
        about: "Thursdays ☄".into(),
        open,
        created_at,
    }
}

async fn tell(store: &Store, change: ClubChange) -> Option<String> {
    store.clubs().write(change).await.unwrap()
}

async fn make(store: &Store, club: Club, owner: &str) -> Option<String> {
    tell(store, ClubChange::Make { club, owner: owner.into() }).await
}

async fn add(store: &Store, club: &str, person: &str, role: Role, at: u64) -> Option<String> {
    let member = Member { person: person.into(), role, at, name: None };
    tell(store, ClubChange::Add { club: club.into(), member }).await
}

async fn part(store: &Store, club: &str, person: &str) -> Option<String> {
    tell(store, ClubChange::Part { club: club.into(), person: person.into() }).await
}

async fn say(store: &Store, club: &str, person: &str, at: u64, text: &str) -> Option<String> {
    let line = ClubLine { id: 0, person: person.into(), at, text: text.into(), name: None };
    tell(store, ClubChange::Say { club: club.into(), line, keep: 3 }).await
}

/// Who belongs to a club, and as what.
async fn members(store: &Store, club: &str) -> Vec<(String, Role)> {
    let members = store.clubs().members(club.into()).await.unwrap();
    members.into_iter().map(|member| (member.person, member.role)).collect()
}

async fn names(store: &Store, list: ClubList) -> Vec<String> {
    store.clubs().clubs(list, 9).await.unwrap().into_iter().map(|club| club.name).collect()
}

async fn a_club_has_members_and_an_owner_as_long_as_anybody_is_there(store: Store) {
    account(&store, "ada", "Ada").await;
    let one = club("c1", "Rockets", false, 10);
    assert!(make(&store, one.clone(), "ada").await.is_some());
    assert!(make(&store, one.clone(), "ada").await.is_some(), "the same attempt may come again");
    assert_eq!(store.clubs().club("c1".into()).await.unwrap(), Some(one));
    add(&store, "c1", "bob", Role::Invited, 20).await;
    add(&store, "c1", "cyd", Role::Member, 30).await;
    add(&store, "c1", "bob", Role::Member, 40).await;
    add(&store, "c1", "ada", Role::Invited, 50).await;
    assert!(add(&store, "c9", "bob", Role::Member, 40).await.is_none(), "there is no such club");
    let everybody = [("ada".into(), Role::Owner), ("cyd".into(), Role::Member), ("bob".into(), Role::Member)];
    assert_eq!(members(&store, "c1").await, everybody);
    assert_eq!(store.clubs().members("c1".into()).await.unwrap()[0].name.as_deref(), Some("Ada"));
    let set = ClubChange::Set { club: "c1".into(), about: "Fridays".into(), open: true };
    tell(&store, set).await;
    make(&store, club("c2", "Anchors", true, 20), "bob").await;
    make(&store, club("c3", "Hidden", false, 30), "cyd").await;
    assert_eq!(names(&store, ClubList::Open).await, ["Anchors", "Rockets"]);
    assert_eq!(names(&store, ClubList::Of("bob".into())).await, ["Anchors", "Rockets"]);
    assert_eq!(names(&store, ClubList::After("c1".into())).await, ["Anchors", "Hidden"]);
    // Whoever has been there longest has it next, and the last one turns off the light.
    add(&store, "c1", "dan", Role::Invited, 1).await;
    assert!(part(&store, "c1", "nobody").await.is_none());
    part(&store, "c1", "ada").await;
    assert_eq!(members(&store, "c1").await[1], ("cyd".into(), Role::Owner));
    part(&store, "c1", "bob").await;
    part(&store, "c1", "cyd").await;
    assert_eq!(
        store.clubs().club("c1".into()).await.unwrap(),
        None,
        "somebody who was asked does not keep it"
    );
    assert!(members(&store, "c1").await.is_empty());
}

async fn a_club_keeps_what_its_members_said_last(store: Store) {
    account(&store, "ada", "Ada").await;
    make(&store, club("c1", "Rockets", true, 10), "ada").await;
    make(&store, club("c2", "Anchors", true, 10), "ada").await;
    add(&store, "c1", "bob", Role::Member, 11).await;
    add(&store, "c1", "cyd", Role::Invited, 12).await;
    let first = say(&store, "c1", "ada", 20, "hello ☄").await.unwrap();
    assert_eq!(say(&store, "c1", "ada", 20, "hello ☄").await, Some(first), "the same attempt may come again");
    assert!(
        say(&store, "c1", "cyd", 21, "x").await.is_none()
            && say(&store, "c1", "eve", 22, "x").await.is_none()
    );
    say(&store, "c2", "ada", 20, "elsewhere").await;
    for i in 0..3 {
        say(&store, "c1", "bob", 30 + i, &format!("line {i}")).await;
    }
    let lines = store.clubs().lines("c1".into(), 9).await.unwrap();
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts, ["line 2", "line 1", "line 0"], "three are kept");
    assert_eq!(store.clubs().lines("c2".into(), 9).await.unwrap()[0].name.as_deref(), Some("Ada"));
    let unsay = |club: &str, line: u64| tell(&store, ClubChange::Unsay { club: club.into(), line });
    assert!(unsay("c2", lines[0].id).await.is_none(), "a line of another club");
    assert!(unsay("c1", lines[0].id).await.is_some());
    assert_eq!(store.clubs().lines("c1".into(), 1).await.unwrap()[0].text, "line 1");
    assert_eq!(store.clubs().said_by("bob".into()).await.unwrap().len(), 2);
    part(&store, "c1", "bob").await;
    assert!(store.clubs().said_by("bob".into()).await.unwrap().is_empty(), "what he said goes along");
    assert_eq!(store.clubs().said_by("ada".into()).await.unwrap()[0].0, "c2");
}

async fn a_name_of_a_club_is_taken_once(store: Store) {
    let mut tasks = JoinSet::new();
    for i in 0..6 {
        let store = store.clone();
        tasks.spawn(async move {
            make(&store, club(&format!("c{i}"), "Rockets", true, 1), &format!("p{i}")).await
        });
    }
    assert_eq!(tasks.join_all().await.into_iter().flatten().count(), 1);
    assert!(make(&store, club("c9", "ROCKETS", true, 1), "eve").await.is_none());
}

/// Only its owner shows a study, only where he belongs, and it goes when he leaves, when it is deleted, and with the club.
async fn studies_are_shown_to_a_club(store: Store) {
    make(&store, club("c1", "Rockets", true, 10), "ada").await;
    add(&store, "c1", "bob", Role::Member, 20).await;
    add(&store, "c1", "cyd", Role::Invited, 20).await;
    for (id, person) in [("s1", "ada"), ("s2", "bob"), ("s3", "bob"), ("s4", "cyd")] {
        let study = Study {
            id: id.into(),
            person: person.into(),
            game: "red-alert".into(),
            title: format!("Study {id}"),
            public: false,
            created_at: 1,
            changed_at: 1,
            rev: 1,
            body: "text".into(),
        };
        assert!(store.studies().change_study(StudyChange::Put(study)).await.unwrap());
    }
    let share = |study: &str, person: &str, at, most| {
        let (club, study, person) = ("c1".to_owned(), study.to_owned(), person.to_owned());
        tell(&store, ClubChange::Share { club, study, person, at, most })
    };
    assert_eq!(share("s1", "ada", 5, 3).await.as_deref(), Some("s1"));
    assert_eq!(share("s2", "bob", 6, 3).await.as_deref(), Some("s2"));
    assert_eq!(share("s2", "bob", 7, 3).await.as_deref(), Some("s2"), "it is there already");
    assert_eq!(share("s3", "ada", 7, 3).await, None, "it is another's");
    assert_eq!(share("s4", "cyd", 7, 3).await, None, "who is only asked shows nothing");
    assert_eq!(share("s3", "bob", 7, 2).await, None, "there is no room");
    assert_eq!(share("s3", "bob", 8, 3).await.as_deref(), Some("s3"));
    let shown = || async {
        let all = store.clubs().studies("c1".into()).await.unwrap();
        all.into_iter().map(|(study, at)| (study.id, study.person, at)).collect::<Vec<_>>()
    };
    let row = |study: &str, person: &str, at: u64| (study.to_owned(), person.to_owned(), at);
    assert_eq!(shown().await, [row("s3", "bob", 8), row("s2", "bob", 6), row("s1", "ada", 5)]);
    let unshare = |study: &str| ClubChange::Unshare { club: "c1".into(), study: study.into() };
    assert_eq!(tell(&store, unshare("s2")).await.as_deref(), Some("s2"));
    assert_eq!(tell(&store, unshare("s2")).await, None);
    let gone = |id: &str, person: &str| StudyChange::Delete { id: id.into(), person: person.into() };
    assert!(!store.studies().change_study(gone("s1", "bob")).await.unwrap(), "it is another's");
    assert_eq!(shown().await.len(), 2, "and is shown still");
    assert!(store.studies().change_study(gone("s1", "ada")).await.unwrap());
    assert_eq!(shown().await, [row("s3", "bob", 8)]);
    part(&store, "c1", "bob").await;
    assert!(shown().await.is_empty(), "what he showed goes along");
    assert!(store.studies().study("s3".into()).await.unwrap().is_some(), "and stays his");
    add(&store, "c1", "bob", Role::Member, 30).await;
    share("s3", "bob", 9, 3).await;
    tell(&store, ClubChange::Delete { club: "c1".into() }).await;
    assert!(shown().await.is_empty() && store.clubs().club("c1".into()).await.unwrap().is_none());
}

async fn tables_of_a_club_go_with_it(store: Store) {
    make(&store, club("c1", "Rockets", true, 10), "ada").await;
    let table = |club: &str, table: &str, at| {
        tell(&store, ClubChange::Table { club: club.into(), table: table.into(), at })
    };
    table("c1", "one", 5).await;
    table("c1", "two", 6).await;
    table("c1", "two", 7).await;
    assert!(table("c9", "three", 5).await.is_none());
    let tables = |limit| store.clubs().tables("c1".into(), limit);
    assert_eq!(tables(9).await.unwrap(), [("two".to_owned(), 6), ("one".to_owned(), 5)]);
    assert_eq!(tables(1).await.unwrap().len(), 1);
    tell(&store, ClubChange::Delete { club: "c1".into() }).await;
    assert!(tables(9).await.unwrap().is_empty());
    assert_eq!(store.clubs().club("c1".into()).await.unwrap(), None);
}
