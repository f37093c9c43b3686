//! The lobby with many tables, those of friends, people who are asked to a seat by their names, and what programs may know of
//! somebody's games.

use crate::{
    Client,
    line::start,
    ratings::{account, concede, result, table_of, token},
};
use klaxon_store::{NewTable, Rating, ResultChange, TableState};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Lists are made anew after a second.
async fn a_second() {
    tokio::time::sleep(Duration::from_millis(1100)).await;
}

/// The ids of a list of the API's lobby.
fn ids(lobby: &Value, list: &str) -> Vec<String> {
    lobby[list].as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

/// A town of public tables, made like one that a page has opened.
struct Town {
    pattern: klaxon_store::Table,
}

impl Town {
    async fn new(client: &mut Client, game: &str) -> Town {
        let id = table_of(&client.form(&format!("/open/{game}"), "s-0=me&s-1=link&public=yes").await);
        Town { pattern: client.state.store.table(&id).await.unwrap().unwrap() }
    }

    async fn put(&self, client: &Client, id: &str, state: TableState, sits: Option<(&str, &str)>) {
        let mut meta: Value = serde_json::from_str(&self.pattern.meta).unwrap();
        if let Some((person, name)) = sits {
            let holder = json!({ "person": { "ids": [person], "name": name, "standing": "account" } });
            meta["chairs"][0]["holder"] = holder;
        }
        let table = NewTable {
            id: id.into(),
            game: self.pattern.game.clone(),
            created_at: self.pattern.created_at,
            header: self.pattern.header.clone(),
            meta: meta.to_string(),
            state,
            owner: None,
            listed: true,
        };
        client.state.store.create(table).await.unwrap();
    }
}

async fn rate(client: &Client, person: &str, rating: i64, number: u64) {
    let pool = klaxon_web::ratings::pool("red-alert", klaxon_web::ratings::Pace::Days, true);
    let rating = Rating {
        person: person.into(),
        pool: pool.clone(),
        rating: rating * 1000,
        deviation: 90_000,
        volatility: 60_000_000,
        games: 9,
        settled: true,
    };
    let rate = ResultChange::Rate { number, after: number - 1, pool, ratings: vec![(0, rating)] };
    client.state.store.results().write(rate).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_knows_all_public_tables_however_many_there_are() {
    let client = Client::new().await;
    let mut ada = account(&client, "Ada").await;
    let rare = table_of(&ada.form("/open/starcraft", "s-0=me&s-1=link&public=yes").await);
    let town = Town::new(&mut ada, "red-alert").await;
    let best = client.state.store.accounts().named("ada".into()).await.unwrap().unwrap().person;
    rate(&client, &best, 2200, 1).await;
    // The best plays at the oldest table of all.
    town.put(&client, "best", TableState::Playing, Some((&best, "@Ada"))).await;
    for i in 0..160 {
        town.put(&client, &format!("open{i:03}"), TableState::Open, Some(("x", "@Xenia"))).await;
        town.put(&client, &format!("play{i:03}"), TableState::Playing, Some(("x", "@Xenia"))).await;
    }
    let mut guest = client.stranger();
    let lobby = guest.api_get("/lobby", "").await.ok().json();
    assert_eq!((lobby["all_waiting"].as_u64(), lobby["all_running"].as_u64()), (Some(162), Some(161)));
    assert_eq!(ids(&lobby, "waiting").len(), 100);
    assert_eq!(ids(&lobby, "waiting")[0], "open159", "newest first");
    assert_eq!(ids(&lobby, "running")[0], "best", "whatever its age");
    assert_eq!(lobby["running"][0]["players"][0]["rating"], 2200);
    // The rest is there, in order and once each.
    let rest = guest.api_get("/lobby?skip=100", "").await.ok().json();
    assert_eq!((ids(&rest, "waiting").len(), ids(&rest, "running").len()), (62, 61));
    let mut all = [ids(&lobby, "waiting"), ids(&rest, "waiting")].concat();
    assert_eq!(all[161], rare);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 162);
    // A rare game is found behind all the others.
    let found = guest.api_get("/lobby?game=starcraft", "").await.ok().json();
    assert_eq!(ids(&found, "waiting"), std::slice::from_ref(&rare));
    assert!(guest.get("/lobby?game=starcraft").await.ok().body.contains(&rare));
    // The page shows them by and by.
    let first = guest.get("/lobby?pace=days").await.ok().body;
    assert!(first.contains("/t/open159") && !first.contains("/t/open100\""), "{first}");
    assert!(
        first.contains("Page 1 of 4, 162 tables") && first.contains("The best rated 20 of 161"),
        "{first}"
    );
    assert!(first.contains("href=\"/lobby?pace=days&amp;page=2#waiting\""), "{first}");
    let last = guest.get("/lobby?pace=days&page=99").await.ok().body;
    assert!(last.contains(&rare) && last.contains("Newer tables") && !last.contains("Older tables"));
    assert!(guest.get("/").await.ok().body.contains("162 tables wait for players · 161 games to watch"));
    // What changes is read again, and what is over or hidden is gone.
    let store = &client.state.store;
    let meta = store.table("open000").await.unwrap().unwrap().meta;
    store.set_meta("open000", meta.clone(), TableState::Playing, true).await.unwrap();
    store.set_meta("open001", meta, TableState::Open, false).await.unwrap();
    store.append_all("play000", 1, vec!["{}".into()], Some(TableState::Over)).await.unwrap();
    rate(&client, &best, 900, 2).await;
    // Lists that take long to make, as on a busy machine, are made more seldom.
    let mut lobby = Value::Null;
    for _ in 0..20 {
        a_second().await;
        lobby = guest.api_get("/lobby", "").await.ok().json();
        if lobby["all_waiting"].as_u64() == Some(160) {
            break;
        }
    }
    assert_eq!((lobby["all_waiting"].as_u64(), lobby["all_running"].as_u64()), (Some(160), Some(161)));
    assert_eq!(lobby["running"][0]["players"][0]["rating"], 900);
}

/// Where there are very many tables, somebody who looks is not kept waiting while the lists are made.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_lists_of_very_many_tables() {
    let client = Client::new().await;
    let mut ada = account(&client, "Ada").await;
    let town = Town::new(&mut ada, "red-alert").await;
    for i in 0..600 {
        town.put(&client, &format!("open{i:03}"), TableState::Open, Some(("x", "@Xenia"))).await;
    }
    let mut guest = client.stranger();
    guest.api_get("/lobby", "").await.ok();
    town.put(&client, "latecomer", TableState::Open, None).await;
    a_second().await;
    let stale = guest.api_get("/lobby", "").await.ok().json();
    assert_ne!(ids(&stale, "waiting")[0], "latecomer", "the last list is good enough for a moment");
    let begun = Instant::now();
    while ids(&guest.api_get("/lobby", "").await.ok().json(), "waiting")[0] != "latecomer" {
        assert!(begun.elapsed() < Duration::from_secs(20), "and then comes the next");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn tables_of_those_whom_one_follows_are_shown_before_others() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let (mut cyd, mut eve) = (account(&client, "Cyd").await, account(&client, "Eve").await);
    let bobs = table_of(&bob.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await);
    let runs = table_of(&bob.form("/open/star-trek", "s-0=me&s-1=easy&public=yes").await);
    let private = table_of(&bob.form("/open/red-alert", "s-0=me&s-1=link").await);
    let closed = table_of(&bob.form("/open/red-alert", "s-0=me&s-1=link&public=closed").await);
    let cyds = table_of(&cyd.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await);
    let eves = table_of(&eve.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await);
    for friend in ["Bob", "Cyd"] {
        ada.form(&format!("/p/{friend}/tie"), "tie=follow&on=yes").await;
    }
    let (key, bobs_key) = (token(&mut ada).await, token(&mut bob).await);
    let section = |page: &str| {
        page.split_once("id=\"followed\"")
            .map(|(_, rest)| rest.split("</section>").next().unwrap().to_owned())
    };
    let mut program = client.stranger();
    let page = ada.get("/lobby").await.ok().body;
    let followed = section(&page).expect("there are friends");
    assert!([&bobs, &runs, &cyds].iter().all(|id| followed.contains(id.as_str())), "{followed}");
    assert!(!followed.contains(&eves) && page.contains(&eves));
    // Private tables of friends are betrayed to nobody.
    for hidden in [&private, &closed] {
        assert!(!page.contains(hidden.as_str()), "{hidden}");
        assert!(!program.api_get("/lobby?followed=true", &key).await.ok().body.contains(hidden.as_str()));
    }
    let only = ada.get("/lobby?followed=yes").await.ok().body;
    assert!(!only.contains(&eves) && section(&only).unwrap().contains(&runs) && only.contains("No others."));
    let told = program.api_get("/lobby?followed=true", &key).await.ok().json();
    let mut waiting = ids(&told, "waiting");
    waiting.sort();
    let mut both = vec![bobs.clone(), cyds.clone()];
    both.sort();
    assert_eq!((waiting, ids(&told, "running")), (both, vec![runs.clone()]));
    let all = program.api_get("/lobby", &key).await.ok().json();
    let marks = |lobby: &Value| -> Vec<(String, bool)> {
        let table = |t: &Value| (t["id"].as_str().unwrap().to_owned(), t["followed"].as_bool().unwrap());
        lobby["waiting"].as_array().unwrap().iter().map(table).collect()
    };
    assert!(marks(&all).contains(&(bobs.clone(), true)) && marks(&all).contains(&(eves.clone(), false)));
    // Guests, and those who follow nobody, see the same lobby without it.
    for page in [client.stranger().get("/lobby").await.ok().body, bob.get("/lobby").await.ok().body] {
        assert!(section(&page).is_none() && page.contains(&eves) && page.contains(&cyds));
    }
    assert!(!client.stranger().get("/lobby").await.ok().body.contains("name=\"followed\""));
    assert!(ids(&program.api_get("/lobby?followed=true", "").await.ok().json(), "waiting").is_empty());
    assert!(ids(&program.api_get("/lobby?followed=true", &bobs_key).await.ok().json(), "waiting").is_empty());
    // Whoever is blocked is not shown to who blocks him. The other sees a stranger's table.
    cyd.form("/p/Ada/tie", "tie=block&on=yes").await;
    ada.form("/p/Eve/tie", "tie=block&on=yes").await;
    let page = ada.get("/lobby").await.ok().body;
    assert!(!section(&page).unwrap().contains(&cyds) && page.contains(&cyds), "as if she did not follow him");
    assert!(!page.contains(&eves));
    assert!(eve.get("/lobby").await.ok().body.contains(&bobs));
    assert_eq!(marks(&program.api_get("/lobby", &key).await.ok().json()).len(), 2);
}

#[tokio::test]
async fn accounts_are_asked_to_any_seat_by_their_names() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let (mut cyd, mut eve) = (account(&client, "Cyd").await, account(&client, "Eve").await);
    ada.form("/p/Cyd/tie", "tie=follow&on=yes").await;
    let form = ada.get("/open/starcraft?seats=3&with=Bob").await.ok().body;
    assert!(form.contains("<option value=\"account\" selected>Somebody here, by name</option>"), "{form}");
    assert!(form.contains("name=\"n-1\" list=\"friends\"") && form.contains("value=\"Bob\""), "{form}");
    assert!(form.contains("<datalist id=\"friends\"><option value=\"@Cyd\">"), "{form}");
    assert!(ada.get("/p/Bob").await.ok().body.contains("/open/starcraft?with=Bob"));
    assert!(!client.stranger().get("/open/starcraft?with=Bob").await.ok().body.contains("by-name"));
    // Two friends at a game for three, over days.
    let seats = "seats=3&s-0=me&s-1=account&n-1=@bob&s-2=account&n-2=Cyd&clock=days-259200";
    let asked = ada.form("/open/starcraft", seats).await;
    let table = table_of(&asked);
    for friend in [&mut bob, &mut cyd] {
        assert!(friend.get("/").await.ok().body.contains(&table), "it is one of their tables");
    }
    let told = client.stranger().api_get(&format!("/tables/{table}"), "").await.ok().json();
    assert_eq!(told["state"], "playing");
    let names: Vec<&str> =
        told["seats"].as_array().unwrap().iter().map(|s| s["player"].as_str().unwrap()).collect();
    assert_eq!(names, ["@Ada", "@Bob", "@Cyd"]);
    assert!(told["clock"]["days"].is_object(), "{told}");
    // With a seat left free it waits, and the friend has his seat all the same.
    let waits = table_of(&ada.form("/open/starcraft", "seats=3&s-0=me&s-1=link&s-2=account&n-2=Bob").await);
    assert_eq!(client.stranger().api_get(&format!("/tables/{waits}"), "").await.ok().json()["state"], "open");
    assert!(bob.get("/").await.ok().body.contains(&waits));
    // What cannot be, kindly.
    bob.form("/p/Eve/tie", "tie=block&on=yes").await;
    eve.form("/p/Ada/tie", "tie=block&on=yes").await;
    for (name, status, words) in [
        ("", 400, "say whom to ask"),
        ("Nobody", 404, "nobody here has this name"),
        ("Ada", 409, "that is you"),
        ("Eve", 409, "you do not play with each other"),
    ] {
        let refused = ada.form("/open/red-alert", &format!("s-0=me&s-1=account&n-1={name}")).await;
        assert_eq!(refused.status, status, "{name}: {}", refused.body);
        assert!(refused.body.to_lowercase().contains(words), "{name}: {}", refused.body);
    }
    // Whoever blocks and whoever is blocked are told the same, and the same as by the invitation of a profile.
    let told = async |mut who: Client, path: &str, fields: &str| {
        who.form(path, fields).await.body.contains("You do not play with each other")
    };
    for (who, name) in [(&ada, "Eve"), (&eve, "Ada")] {
        assert!(told(who.clone(), "/open/red-alert", &format!("s-0=me&s-1=account&n-1={name}")).await);
        assert!(told(who.clone(), &format!("/p/{name}/invite"), "game=red-alert").await);
    }
    let guest = client.stranger().form("/open/red-alert", "s-0=me&s-1=account&n-1=Bob").await;
    assert_eq!(guest.status, 403, "{}", guest.body);
    // The same for programs.
    let (key, cyds_key) = (token(&mut ada).await, token(&mut cyd).await);
    let mut program = client.stranger();
    let order = |seats: Value| json!({ "game": "starcraft", "size": 4, "seats": seats, "clock": 90 });
    let opened = program.api_post("/tables", &cyds_key, order(json!(["me", "@Ada", "easy", "@Bob"]))).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let id = opened.json()["id"].as_str().unwrap().to_owned();
    assert!(
        opened.json()["seats"]
            .as_array()
            .unwrap()
            .iter()
            .all(|seat| seat.get("token").is_none_or(Value::is_null))
    );
    assert!(program.api_get("/account/tables", &key).await.ok().body.contains(&id));
    for (key, seats, code) in [
        (&key, json!(["me", "@nobody"]), "missing"),
        (&key, json!(["me", "@Ada"]), "itself"),
        (&key, json!(["me", "@Eve"]), "apart"),
        (&key, json!(["me", "@Bob", "@bob"]), "twice"),
        (&cyds_key, json!(["me", "@Bob", "@Eve"]), "apart"),
        (&String::new(), json!(["api", "@Bob"]), "forbidden"),
    ] {
        let refused = program.api_post("/tables", key, order(seats.clone())).await;
        assert_eq!(refused.json()["code"], code, "{seats}: {}", refused.body);
    }
}

/// What can be declined in a plain way, a program can decline for the rest of a turn. In the two other games the few questions of this kind
/// do not come in so many decisions by luck: they are about crew and cards that few ships have, and about the end of a mission.
#[tokio::test(flavor = "multi_thread")]
async fn programs_pass_for_the_rest_of_a_turn() {
    let mut client = Client::new().await;
    for (game, seats) in [("red-alert", 2), ("federation", 1), ("starcraft", 2)] {
        let order = json!({ "game": game, "size": seats, "seats": vec!["api"; seats] });
        let opened = client.api_post("/tables", "", order).await;
        assert_eq!(opened.status, 201, "{game}: {}", opened.body);
        let (id, owner) = (opened.json()["id"].clone(), opened.json()["owner"].clone());
        let (id, owner) = (id.as_str().unwrap().to_owned(), owner.as_str().unwrap().to_owned());
        assert!(passes(&mut client, &id, &owner).await, "{game} asks nothing that can be declined");
    }
}

/// Plays at random until a seat can pass, and tries it. False if that never happens.
async fn passes(client: &mut Client, id: &str, owner: &str) -> bool {
    for _ in 0..400 {
        let asked = client.api_get(&format!("/tables/{id}/choices?brief=true"), owner).await.ok().json();
        let Some(ask) = asked["asks"].get(0).cloned() else { return false };
        let (seat, question) = (ask["seat"].as_u64().unwrap(), ask["question"].clone());
        let path = format!("/tables/{id}/habits?seat={seat}");
        let habits = client.api_get(&path, owner).await.ok().json();
        let Some(words) = habits["declines"].as_str().map(str::to_owned) else {
            client.play_on(id, owner, 1).await;
            continue;
        };
        let pass = json!({ "seat": seat, "question": question });
        assert_eq!(client.api_post(&format!("/tables/{id}/pass"), "", pass.clone()).await.status, 403);
        let done =
            client.api_post(&format!("/tables/{id}/pass?brief=true"), owner, pass.clone()).await.ok().json();
        assert!(done["n"].as_u64() > asked["n"].as_u64(), "it is declined at once: {done}");
        let stale = client.api_post(&format!("/tables/{id}/pass"), owner, pass).await;
        assert_eq!(stale.json()["code"], "stale", "{}", stale.body);
        // As long as it holds the seat is not asked this again.
        for _ in 0..200 {
            let now = client.api_get(&path, owner).await.ok().json();
            let holds = now["passing"].as_array().unwrap().iter().any(|row| row["words"] == words.as_str());
            if !holds {
                return true;
            }
            assert_ne!(now["declines"], words.as_str(), "asked again: {now}");
            let step = client.api_get(&format!("/tables/{id}/choices?brief=true"), owner).await.ok().json();
            if step["asks"].as_array().is_none_or(Vec::is_empty) {
                return true;
            }
            client.play_on(id, owner, 1).await;
        }
        return true;
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_silence_a_question_for_good_and_ask_for_it_again() {
    let mut client = Client::new().await;
    let (id, owner) = client.api_table().await;
    let path = |seat: u64| format!("/tables/{id}/habits?seat={seat}");
    for _ in 0..400 {
        let asked = client.api_get(&format!("/tables/{id}/choices?brief=true"), &owner).await.ok().json();
        let ask = asked["asks"][0].clone();
        let seat = ask["seat"].as_u64().unwrap();
        let habits = client.api_get(&path(seat), &owner).await.ok().json();
        let body = json!({ "seat": seat, "question": ask["question"], "always": true });
        if habits["declines"].is_null() {
            let refused = client.api_post(&format!("/tables/{id}/pass"), &owner, body).await;
            assert_eq!(refused.json()["code"], "not-asked", "{}", refused.body);
            client.play_on(&id, &owner, 1).await;
            continue;
        }
        client.api_post(&format!("/tables/{id}/pass"), &owner, body).await.ok();
        let kept = client.api_get(&path(seat), &owner).await.ok().json();
        assert_eq!(kept["quiet"][0]["words"], habits["declines"]);
        assert!(kept["quiet"][0]["rule"].as_str().unwrap().starts_with("RA-"), "{kept}");
        // Nobody else is told, and nobody else may ask.
        assert_eq!(client.stranger().api_get(&path(seat), "").await.status, 403);
        let again = json!({ "seat": seat, "words": habits["declines"] });
        assert_eq!(client.api_post(&format!("/tables/{id}/ask"), "", again.clone()).await.status, 403);
        client.api_post(&format!("/tables/{id}/ask"), &owner, again).await.ok();
        let kept = client.api_get(&path(seat), &owner).await.ok().json();
        assert!(kept["quiet"].as_array().unwrap().is_empty(), "{kept}");
        return;
    }
    panic!("no question could be declined");
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_know_of_somebodys_games_what_his_profile_shows_and_no_more() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    // A rated game that everybody may look at, and one behind closed doors.
    let open =
        table_of(&ada.form("/open/red-alert", "s-0=me&s-1=account&n-1=Bob&rated=yes&public=yes").await);
    let closed = table_of(&ada.form("/open/red-alert", "s-0=me&s-1=account&n-1=Bob&public=closed").await);
    let (key, bobs_key) = (token(&mut ada).await, token(&mut bob).await);
    let mut program = client.stranger();
    for key in [&key, &bobs_key] {
        program.play_on(&open, key, 1).await;
    }
    for table in [&open, &closed] {
        concede(&server, table, &ada).await;
        result(&client, table).await;
    }
    for _ in 0..200 {
        if !client.state.store.results().curves(person(&client, "ada").await, 9).await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let mine = program.api_get("/players/ada/standings", &key).await.ok().json();
    let theirs = program.api_get("/players/Ada/standings", &bobs_key).await.ok().json();
    let anybody = program.api_get("/players/@Ada/standings", "").await.ok().json();
    assert_eq!(mine["name"], "@Ada");
    assert_eq!(theirs, anybody, "another account knows no more than anybody");
    assert_eq!((mine["last"].as_array().unwrap().len(), mine["results"][0]["lost"].as_u64()), (2, Some(2)));
    assert_eq!(mine["last"][0]["with"][0], "@Bob");
    assert_eq!(anybody["curves"][0]["game"], "red-alert");
    let point = &anybody["curves"][0]["points"][0];
    assert!(point["rating"].as_i64().unwrap() < 1500 && point["deviation"].as_i64() > Some(0), "{point}");
    // What the page hides the API hides.
    let page = client.stranger().get("/p/Ada").await.ok().body;
    assert!(page.contains(&open) && !page.contains(&closed));
    let text = anybody.to_string();
    assert!(text.contains(&open) && !text.contains(&closed), "{text}");
    assert!(mine.to_string().contains(&closed));
    let rows = page.matches("class=\"line\"").count();
    assert!(anybody["last"].as_array().unwrap().len() <= rows, "{page}");
    let won =
        |all: &Value| all["achievements"].as_array().unwrap().iter().all(|one| one["done"] == one["of"]);
    assert!(won(&anybody), "what is only begun is his own business: {anybody}");
    assert_eq!(program.api_get("/players/nobody/standings", "").await.status, 404);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

async fn person(client: &Client, folded: &str) -> String {
    client.state.store.accounts().named(folded.into()).await.unwrap().unwrap().person
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_read_the_results_of_the_day_and_are_not_told_what_would_spoil_it() {
    let client = Client::new().await;
    let (mut ada, mut bob) = (account(&client, "Ada").await, account(&client, "Bob").await);
    let table =
        ada.form("/daily/federation", "").await.header("location").trim_start_matches("/t/").to_owned();
    let (key, bobs_key) = (token(&mut ada).await, token(&mut bob).await);
    let mut program = client.stranger();
    let empty = program.api_get("/daily/federation", "").await.ok().json();
    assert!(
        empty["results"].as_array().unwrap().is_empty() && empty["commitment"].as_str().unwrap().len() > 20
    );
    let store = &client.state.store;
    let mut meta: Value = serde_json::from_str(&store.table(&table).await.unwrap().unwrap().meta).unwrap();
    meta["finish"] = json!({ "at": 5, "won": true, "turns": 12, "settled": 4, "text": "Earth holds." });
    store.set_meta(&table, meta.to_string(), TableState::Over, false).await.unwrap();
    let told = async |key: &str| client.stranger().api_get("/daily/federation", key).await.ok().json();
    let row = |own: bool, table: Value| json!({ "player": "@Ada", "own": own, "won": true, "turns": 12, "settled": 4, "table": table });
    assert_eq!(told(&key).await["results"], json!([row(true, json!(table))]));
    for key in ["", &bobs_key] {
        let mut hidden = row(false, Value::Null);
        hidden.as_object_mut().unwrap().remove("table");
        assert_eq!(told(key).await["results"], json!([hidden]), "he has yet to play it");
    }
    for (path, status) in [
        ("/daily/red-alert", 404),
        ("/daily/federation?day=yesterday", 400),
        ("/daily/federation?day=2999-01-01", 400),
        ("/daily/federation?day=2026-01-01", 200),
    ] {
        assert_eq!(program.api_get(path, "").await.status, status, "{path}");
    }
}
