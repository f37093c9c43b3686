//! Results, ratings and the lobby: two who meet, what counts, what others may see, and those who would like it otherwise.

use crate::{
    Client, config,
    line::{Server, connect, next, say, start},
    pages::encode,
};
use klaxon_store::{GameResult, NewTable, Rating, TableState};
use klaxon_web::{AppState, results};
use serde_json::json;
use std::time::Duration;

const PASSWORD: &str = "nine horses by the shore";

pub async fn account(client: &Client, name: &str) -> Client {
    let mut client = client.stranger();
    let fields = format!("name={}&password={}", encode(name), encode(PASSWORD));
    client.form("/account/new", &fields).await.ok();
    client
}

/// A token of an account for programs.
pub async fn token(client: &mut Client) -> String {
    let page = client.form("/account/token", "label=x&read=yes&play=yes&account=yes").await.ok().body;
    page.split("klx_")
        .nth(1)
        .map(|rest| format!("klx_{}", rest.split('<').next().unwrap()))
        .expect("a token is shown")
}

pub fn table_of(answer: &crate::Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").strip_prefix("/t/").unwrap().to_owned()
}

/// Opens a rated table of Red Alert for two.
async fn rated(client: &mut Client) -> String {
    table_of(&client.form("/open/red-alert", "s-0=me&s-1=link&rated=yes&public=yes&clock=300").await)
}

async fn quick(client: &mut Client, rated: bool) -> String {
    let fields = format!("game=red-alert&pace=live{}", if rated { "&rated=yes" } else { "" });
    table_of(&client.form("/lobby/quick", &fields).await)
}

async fn sit(client: &mut Client, table: &str, seat: u8) -> crate::Answer {
    client.fetch(&format!("/t/{table}/claim"), &json!({ "seat": seat })).await
}

/// Gives up.
pub async fn concede(server: &Server, table: &str, client: &Client) {
    let mut line = connect(server, table, client.cookie()).await;
    next(&mut line, |t| t.contains("Yes: Give up")).await;
    say(&mut line, json!({ "t": "any", "words": "concede" })).await;
    next(&mut line, |t| t.contains("gives up")).await;
}

pub async fn result(client: &Client, table: &str) -> GameResult {
    client.state.store.results().result(table.into()).await.unwrap().expect("a result is kept")
}

async fn ratings(client: &Client, name: &str) -> Vec<Rating> {
    let account = client.state.store.accounts().named(name.to_lowercase()).await.unwrap().unwrap();
    client.state.store.results().ratings(account.person).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_press_quick_match_at_once_meet_and_are_rated() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let (mut a, mut b) = (ada.clone(), bob.clone());
    let (one, other) = tokio::join!(quick(&mut a, true), quick(&mut b, true));
    assert_eq!(one, other, "both are at one table");
    assert_eq!(quick(&mut ada.clone(), true).await.len(), one.len(), "a table of its own: the first is full");
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    concede(&server, &one, &ada).await;
    let kept = result(&client, &one).await;
    assert!(kept.rated && kept.linked && kept.players.iter().map(|p| p.outcome).sum::<i8>() == 0);
    let (lost, won) = (&ratings(&client, "Ada").await[0], &ratings(&client, "Bob").await[0]);
    assert_eq!((lost.rating / 1000, won.rating / 1000), (1337, 1662));
    assert!(!won.settled && won.pool.name == "live");
    // The profile has it, with a mark that it is provisional.
    let page = ada.get("/p/Bob").await.ok().body;
    assert!(
        page.contains("1662?") && page.contains("Provisional") && page.contains(&format!("/t/{one}\"")),
        "{page}"
    );
    // What is kept is what the results come to, also when it is all made anew.
    assert_eq!(results::audit(&client.state.store).await.unwrap().wrong, Vec::<String>::new());
    let before = ratings(&client, "Bob").await;
    results::recompute(&client.state.store).await.unwrap();
    assert_eq!(ratings(&client, "Bob").await, before);
    // The end stands: it is not taken back.
    let mut line = connect(&server, &one, ada.cookie()).await;
    next(&mut line, |t| t.contains("gives up")).await;
    say(&mut line, json!({ "t": "undo" })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(result(&client, &one).await, kept_with_ratings(&client, &one, kept).await);
    // It is in what Bob may take along, and nobody can tell that it was his when his account is gone.
    assert!(bob.get("/account/export").await.ok().body.contains(&one));
    bob.form("/account/delete", &format!("name=Bob&password={}", encode(PASSWORD))).await;
    let anonymous = result(&client, &one).await;
    assert!(anonymous.players.iter().all(|p| p.name.as_deref() != Some("Bob")), "{anonymous:?}");
    assert!(ada.get("/p/Ada").await.ok().body.contains("a former player"));
    assert_eq!(results::audit(&client.state.store).await.unwrap().wrong, Vec::<String>::new());
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// The result with the ratings that were made of it.
async fn kept_with_ratings(client: &Client, table: &str, kept: GameResult) -> GameResult {
    let now = result(client, table).await;
    let players = kept.players.into_iter().zip(&now.players).map(|(mut p, n)| {
        p.rating = n.rating;
        p
    });
    GameResult { players: players.collect(), ..kept }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_rated_against_himself_or_with_a_guest() {
    let client = Client::new().await;
    let mut ada = account(&client, "Ada").await;
    let mut guest = client.stranger();
    // Guests neither open rated tables nor sit down at them, nor are matched.
    for (path, fields) in [
        ("/open/red-alert", "s-0=me&s-1=link&rated=yes&public=yes"),
        ("/lobby/quick", "game=red-alert&pace=live&rated=yes"),
    ] {
        let refused = guest.form(path, fields).await;
        assert_eq!(refused.status, 409, "{path}: {}", refused.body);
    }
    // Nor with two seats, behind closed doors, alone, with a coach's scenario of one's own, or with a program.
    for (game, fields) in [
        ("red-alert", "s-0=me&s-1=me&rated=yes"),
        ("red-alert", "s-0=link&s-1=link&rated=yes"),
        ("red-alert", "s-0=me&s-1=api&rated=yes"),
        ("red-alert", "s-0=me&s-1=link&rated=yes&public=closed"),
        ("federation", "s-0=me&rated=yes"),
    ] {
        let refused = ada.form(&format!("/open/{game}"), fields).await;
        assert_eq!(refused.status, 409, "{fields}: {}", refused.body);
    }
    let table = rated(&mut ada).await;
    for (who, code) in [(&mut guest, "rated"), (&mut ada.clone(), "rated")] {
        let refused = sit(who, &table, 1).await;
        assert_eq!(
            (refused.status.as_u16(), refused.json()["code"].as_str()),
            (409, Some(code)),
            "{}",
            refused.body
        );
    }
    let program =
        guest.api_post(&format!("/tables/{table}/claim"), "", json!({ "seat": 1, "name": "x" })).await;
    assert_eq!(program.status, 409);
    // Nor with one's own bot.
    let page = ada.form("/account/bot", "name=Adabot").await.ok().body;
    let bot =
        format!("klx_{}", page.split("klx_").nth(1).expect("its token is shown").split('<').next().unwrap());
    let refused = guest.api_post(&format!("/tables/{table}/claim"), &bot, json!({ "seat": 1 })).await;
    assert_eq!(refused.json()["code"], "rated", "{}", refused.body);
    // One does not meet oneself.
    let first = quick(&mut ada, true).await;
    assert_eq!(quick(&mut ada, true).await, first);
    // Nobody brings a result along.
    for path in ["/results", "/ratings", &format!("/tables/{table}/result")] {
        let forged = guest.api_post(path, &bot, json!({ "winners": [0] })).await;
        assert!(forged.status.is_client_error());
    }
    assert!(client.state.store.results().result(table).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_has_no_hints_and_its_seats_stay() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let table = rated(&mut ada).await;
    assert!(
        bob.get(&format!("/t/{table}")).await.ok().body.contains("whoever sits down agrees"),
        "told before"
    );
    sit(&mut bob, &table, 1).await.ok();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &table, ada.cookie()).await;
    let first = next(&mut line, |t| t.contains("id=\"undo\"")).await;
    assert!(!first.contains("id=\"hint\""));
    for wish in [json!({ "t": "hint" }), json!({ "t": "coach", "on": true })] {
        say(&mut line, wish).await;
        next(&mut line, |t| t.contains("rated game")).await;
    }
    // Once the game has begun leaving it is losing it. The first decision is whoever's it is.
    let (ada_token, bob_token) = (token(&mut ada).await, token(&mut bob).await);
    let mut program = client.stranger();
    for bearer in [&ada_token, &bob_token] {
        program.play_on(&table, bearer, 1).await;
    }
    for change in [
        json!({ "do": "bot", "level": "hard" }),
        json!({ "do": "stand-in", "level": "hard" }),
        json!({ "do": "stand-up" }),
    ] {
        let refused = program
            .api_post(&format!("/tables/{table}/seat"), &ada_token, json!({ "seat": 0, "change": change }))
            .await;
        assert_eq!(refused.json()["code"], "rated", "{}", refused.body);
    }
    let forfeit = json!({ "seat": 1, "change": { "do": "forfeit" } });
    let early = program.api_post(&format!("/tables/{table}/seat"), &ada_token, forfeit.clone()).await;
    assert_eq!(early.json()["code"], "here", "{}", early.body);
    let watcher = program.api_post(&format!("/tables/{table}/seat"), "", forfeit).await;
    assert!(watcher.status.is_client_error());
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// Whoever opens a rated table has the link of its free seat, and is not the one who will sit there.
#[tokio::test]
async fn a_free_seat_of_a_rated_game_is_nobodys_to_look_at_or_to_play() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let table = rated(&mut ada).await;
    let (ada_token, bob_token) = (token(&mut ada).await, token(&mut bob).await);
    let mut program = client.stranger();
    let seat = format!("/tables/{table}/seat");
    let renew = json!({ "seat": 1, "change": { "do": "renew" } });
    let renewed = program.api_post(&seat, &ada_token, renew).await.ok().json();
    let link = renewed["token"].as_str().unwrap().to_owned();
    for bearer in [link.clone(), format!("{ada_token},{link}")] {
        let heard = program.api_get(&format!("/tables/{table}/choices?seat=1"), &bearer).await;
        assert_eq!(heard.status, 403, "{}", heard.body);
        let seen = program.api_get(&format!("/tables/{table}/view?seat=1"), &bearer).await;
        assert_eq!(seen.status, 403, "{}", seen.body);
        let deed = json!({ "seat": 1, "choice": 0 });
        let played = program.api_post(&format!("/tables/{table}/act"), &bearer, deed).await;
        assert_eq!(played.status, 403, "{}", played.body);
    }
    // No bot stands in either, not even before the game has begun.
    let stand_in = json!({ "seat": 0, "change": { "do": "stand-in", "level": "hard" } });
    let refused = program.api_post(&seat, &ada_token, stand_in).await;
    assert_eq!(refused.json()["code"], "rated", "{}", refused.body);
    // The link is still good for whoever comes by it.
    let by_link = format!("{bob_token},{link}");
    program.api_post(&format!("/tables/{table}/claim"), &by_link, json!({ "seat": 1 })).await.ok();
    program.api_get(&format!("/tables/{table}/view?seat=1"), &bob_token).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_counts_only_when_both_have_decided_something() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let answer = ada.form("/p/Bob/invite", "game=red-alert&rated=yes").await;
    let table = table_of(&answer);
    assert!(bob.get("/").await.ok().body.contains(&table), "it is one of his tables");
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    concede(&server, &table, &ada).await;
    assert!(!result(&client, &table).await.rated, "Bob was not asked");
    assert!(ratings(&client, "Bob").await.is_empty());
    // Who is blocked is neither invited nor met.
    bob.form("/p/Ada/tie", "tie=block&on=yes").await;
    assert_eq!(ada.form("/p/Bob/invite", "game=red-alert").await.status, 409);
    let (one, other) = (quick(&mut ada, false).await, quick(&mut bob, false).await);
    assert_ne!(one, other);
    assert_eq!(sit(&mut bob, &one, 0).await.status, 409);
    assert_eq!(
        client.stranger().form("/p/Ada/tie", "tie=follow&on=yes").await.status,
        403,
        "guests follow nobody"
    );
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_was_not_kept_is_made_from_the_log() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let table = rated(&mut ada).await;
    sit(&mut bob, &table, 1).await.ok();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    concede(&server, &table, &ada).await;
    // The same table once more, as if the server had died before it could keep anything of its end.
    let store = &client.state.store;
    let whole = store.table(&table).await.unwrap().unwrap();
    let mut meta: serde_json::Value = serde_json::from_str(&whole.meta).unwrap();
    meta.as_object_mut().unwrap().remove("finish");
    let copy = "abcdefghij";
    let new = NewTable {
        id: copy.into(),
        game: whole.game,
        created_at: whole.created_at,
        header: whole.header,
        meta: meta.to_string(),
        state: TableState::Playing,
        owner: whole.owner,
        listed: true,
    };
    store.create(new).await.unwrap();
    let entries = store.entries(&table, 0).await.unwrap();
    store.append_all(copy, 1, entries, Some(TableState::Over)).await.unwrap();
    let second = AppState::over(config(), store.clone()).await.unwrap();
    for _ in 0..200 {
        if second
            .store
            .results()
            .result(copy.into())
            .await
            .unwrap()
            .is_some_and(|r| r.players[0].rating.is_some())
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let (first, made) = (result(&client, &table).await, result(&client, copy).await);
    assert!(made.rated && made.number > first.number);
    assert_eq!(ratings(&client, "Ada").await[0].games, 2);
    assert_eq!(results::audit(store).await.unwrap().wrong, Vec::<String>::new());
    // Once more changes nothing.
    let third = AppState::over(config(), store.clone()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(ratings(&client, "Ada").await[0].games, 2);
    assert_eq!(third.store.results().after(0, 99).await.unwrap().len(), 2);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_what_is_public_and_nothing_else() {
    let client = Client::new().await;
    let mut ada = account(&client, "Ada").await;
    let public = table_of(&ada.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await);
    let private = table_of(&ada.form("/open/red-alert", "s-0=me&s-1=link").await);
    let closed = table_of(&ada.form("/open/star-trek", "s-0=me&s-1=link&public=closed").await);
    let daily = ada.form("/daily/federation", "").await.header("location").to_owned();
    let mut guest = client.stranger();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let page = guest.get("/lobby").await.ok().body;
    assert!(page.contains(&public) && page.contains("free seat"));
    for hidden in [&private, &closed, &daily.trim_start_matches("/t/").to_owned()] {
        assert!(!page.contains(hidden.as_str()), "{hidden}");
    }
    assert!(!guest.get("/lobby?game=starcraft").await.ok().body.contains(&public));
    assert!(!guest.get("/lobby?rated=yes").await.ok().body.contains(&public));
    assert!(guest.get("/").await.ok().body.contains("1 table waits for players"));
    let lobby = guest.api_get("/lobby?pace=days", "").await.ok().json();
    assert_eq!(lobby["waiting"][0]["id"], public.as_str());
    assert_eq!(guest.api_get("/lobby?pace=never", "").await.status, 400);
    for game in ["red-alert", "star-trek", "federation", "starcraft", "space-alert"] {
        guest.get(&format!("/ranking/{game}")).await.ok();
        guest.api_get(&format!("/ranking/{game}"), "").await.ok();
    }
    assert_eq!(guest.get("/ranking/chess").await.status, 404);
}

#[tokio::test]
async fn the_lobby_is_filtered_by_language_and_rating() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let open = "s-0=me&s-1=link&public=yes&language=";
    let german = table_of(&ada.form("/open/red-alert", &format!("{open}de")).await);
    let silent = table_of(&bob.form("/open/red-alert", open).await);
    assert_eq!(ada.form("/open/red-alert", &format!("{open}klingon")).await.status, 400);
    // Ada is rated, Bob is not.
    let person = client.state.store.accounts().named("ada".into()).await.unwrap().unwrap().person;
    let pool = klaxon_web::ratings::pool("red-alert", klaxon_web::ratings::Pace::Days, true);
    let rating = Rating {
        person,
        pool: pool.clone(),
        rating: 1_700_000,
        deviation: 90_000,
        volatility: 60_000_000,
        games: 9,
        settled: true,
    };
    let rate = klaxon_store::ResultChange::Rate { number: 1, after: 0, pool, ratings: vec![(0, rating)] };
    client.state.store.results().write(rate).await.unwrap();
    let waiting = async |query: &str| -> Vec<String> {
        let lobby = client.clone().api_get(&format!("/lobby?{query}"), "").await.ok().json();
        let mut ids: Vec<String> = lobby["waiting"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["id"].as_str().unwrap().to_owned())
            .collect();
        ids.sort();
        ids
    };
    let mut both = vec![german.clone(), silent.clone()];
    both.sort();
    assert_eq!(waiting("").await, both);
    assert_eq!(waiting("language=de").await, std::slice::from_ref(&german));
    assert!(waiting("language=fr").await.is_empty());
    assert_eq!(
        waiting("least=1600").await,
        std::slice::from_ref(&german),
        "whoever is unknown is not above it"
    );
    assert_eq!(waiting("least=1600&most=1800").await, std::slice::from_ref(&german));
    assert!(waiting("most=1600").await.is_empty());
    assert_eq!(client.clone().api_get("/lobby?language=xx", "").await.status, 400);
    let page = client.stranger().get("/lobby?language=de&least=1600&most=x").await.ok().body;
    assert!(
        page.contains(&german) && !page.contains(&format!("/t/{silent}")) && page.contains("Deutsch"),
        "{page}"
    );
    assert_eq!(client.clone().api_get(&format!("/tables/{german}"), "").await.ok().json()["language"], "de");
}
