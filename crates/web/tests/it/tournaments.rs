//! Tournaments: one that runs itself, what happens to tables that are late, servers that die or are two, and those who would like it otherwise.

use crate::{Client, config};
use axum::http::Method;
use klaxon_store::{Account, AccountChange, Belongings, Postgres, Store, Token};
use klaxon_web::{AppState, Config, Wall, results};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::task::JoinSet;

/// Makes an account with a token for programs, without the work of a password. Returns the token.
pub async fn account(store: &Store, name: &str, owner: Option<&str>) -> String {
    let person = format!("person-{}", name.to_lowercase());
    let secret = format!("klx_{name}");
    let mark = blake3::derive_key("klaxon 2026 account secret", secret.as_bytes());
    let mark: String = mark[..20].iter().map(|byte| format!("{byte:02x}")).collect();
    let account = Account {
        person: person.clone(),
        name: name.into(),
        folded: name.to_lowercase(),
        created_at: 1,
        password: None,
        owner: owner.map(|owner| format!("person-{}", owner.to_lowercase())),
        settings: "{}".into(),
    };
    let token = Token {
        mark,
        person,
        label: "x".into(),
        scopes: "account play read".into(),
        created_at: 1,
        used_at: u64::MAX >> 2,
    };
    let all = Belongings { tokens: vec![token], ..Belongings::of(account) };
    store.accounts().change(AccountChange::Make(Box::new(all))).await.unwrap();
    secret
}

/// Bots of as many people. Their names fold to themselves.
async fn bots(store: &Store, n: usize) -> Vec<String> {
    let mut tokens = Vec::new();
    for i in 0..n {
        let letter = char::from(b'a' + i as u8);
        account(store, &format!("owner{letter}"), None).await;
        tokens.push(account(store, &format!("bot{letter}"), Some(&format!("owner{letter}"))).await);
    }
    tokens
}

fn new(method: &str) -> Value {
    json!({ "title": "Thursday", "game": "red-alert", "method": method, "clock": 300, "rated": true, "round_seconds": 3600 })
}

fn with(mut body: Value, more: Value) -> Value {
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn make(client: &mut Client, token: &str, body: Value) -> String {
    let made = client.api_post("/tournaments", token, body).await.ok().json();
    made["id"].as_str().unwrap().to_owned()
}

async fn deed(client: &mut Client, token: &str, id: &str, deed: &str) -> crate::Answer {
    client.api(Method::POST, &format!("/tournaments/{id}/{deed}"), token, None).await
}

async fn show(client: &mut Client, token: &str, id: &str) -> Value {
    client.api_get(&format!("/tournaments/{id}"), token).await.ok().json()
}

/// Looks until it is as it should be.
async fn until(client: &mut Client, token: &str, id: &str, is: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..400 {
        last = show(client, token, id).await;
        if is(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it does not come to it: {last:#}");
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The games of a round as pairs of numbers.
fn pairs(shown: &Value, round: u64) -> String {
    let games = shown["games"].as_array().unwrap().iter().filter(|game| game["round"] == round);
    let words = games.map(|game| match game["two"].as_u64() {
        Some(two) => format!("{}-{two}", game["one"]),
        None => format!("{} bye", game["one"]),
    });
    words.collect::<Vec<_>>().join(" ")
}

async fn concede(client: &mut Client, table: &str, token: &str) -> crate::Answer {
    let choices = client.api_get(&format!("/tables/{table}/choices?brief=true"), token).await.ok().json();
    let any = choices["anytime"].as_array().unwrap();
    let give_up = any.iter().find(|choice| choice["words"] == "concede").expect("one can give up");
    let body = json!({ "action": give_up["action"] });
    client.api_post(&format!("/tables/{table}/act?brief=true"), token, body).await
}

/// Both decide something, so that both have come.
async fn come(client: &mut Client, table: &str, tokens: [&str; 2]) {
    let mut done = [false; 2];
    for turn in 0..40 {
        let i = turn % 2;
        if done == [true; 2] {
            return;
        }
        let path = format!("/tables/{table}/choices?brief=true");
        let asked = client.api_get(&path, tokens[i]).await.ok().json();
        if asked["asks"].get(0).is_some() && (!done[i] || turn > 1) {
            client.play_on(table, tokens[i], 1).await;
            done[i] = true;
        }
    }
    panic!("both are asked at the beginning");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_tournament_of_sixteen_bots_runs_itself_to_its_end() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let host = account(&store, "Host", None).await;
    let tokens = bots(&store, 16).await;
    let id = make(&mut client, &host, with(new("swiss"), json!({ "rounds": 4, "most": 16 }))).await;
    // All come at once; the last one makes it begin.
    let mut coming = JoinSet::new();
    for token in tokens.clone() {
        let (mut client, id) = (client.clone(), id.clone());
        coming.spawn(async move { deed(&mut client, &token, &id, "enter").await.status });
    }
    assert!(coming.join_all().await.into_iter().all(|status| status == 200));
    let begun = until(&mut client, "", &id, |shown| shown["state"] == "running").await;
    assert_eq!((begun["round"].as_u64(), begun["rounds"].as_u64()), (Some(1), Some(4)));
    let number = |name: &str, shown: &Value| {
        let players = shown["players"].as_array().unwrap();
        players.iter().find(|p| p["name"] == format!("@{name}").as_str()).unwrap()["number"].as_u64().unwrap()
    };
    let mut by_number = BTreeMap::new();
    for (i, token) in tokens.iter().enumerate() {
        by_number.insert(number(&format!("bot{}", char::from(b'a' + i as u8)), &begun), token.as_str());
    }
    assert_eq!(by_number.keys().copied().collect::<Vec<_>>(), (1..=16).collect::<Vec<_>>());
    // Whoever has the smaller number wins. The pairings were made by hand.
    for (round, line) in [
        "1-9 10-2 3-11 12-4 5-13 14-6 7-15 16-8",
        "6-1 2-5 8-3 4-7 9-14 13-10 11-16 15-12",
        "1-4 3-2 5-9 10-6 7-11 12-8 16-13 14-15",
        "2-1 6-3 4-5 8-7 9-12 11-10 13-14 15-16",
    ]
    .into_iter()
    .enumerate()
    {
        let round = round as u64 + 1;
        let shown = until(&mut client, "", &id, |shown| shown["round"] == round).await;
        assert_eq!(pairs(&shown, round), line, "round {round}");
        for game in shown["games"].as_array().unwrap().iter().filter(|game| game["round"] == round) {
            let (one, two, table) =
                (game["one"].as_u64().unwrap(), game["two"].as_u64().unwrap(), text(&game["table"]));
            // A bot finds its table by itself.
            let own =
                until(&mut client, by_number[&one], &id, |shown| shown["my_table"] == table.as_str()).await;
            assert_eq!(own["my_table"], table.as_str());
            for _ in 0..200 {
                if store.table(&table).await.unwrap().is_some() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            come(&mut client, &table, [by_number[&one], by_number[&two]]).await;
            concede(&mut client, &table, by_number[&one.max(two)]).await.ok();
        }
    }
    let over = until(&mut client, "", &id, |shown| shown["state"] == "over").await;
    // Standings, computed once more from the games that are told.
    let games: Vec<(u64, u64, u64)> = over["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| {
            let (one, two) = (game["one"].as_u64().unwrap(), game["two"].as_u64().unwrap());
            (one, two, if game["end"] == "one" { one } else { two })
        })
        .collect();
    assert_eq!(games.len(), 32);
    assert!(games.iter().all(|(one, two, won)| won == one.min(two)));
    let met: BTreeSet<(u64, u64)> =
        games.iter().map(|(one, two, _)| (*one.min(two), *one.max(two))).collect();
    assert_eq!(met.len(), 32, "nobody meets twice");
    let points = |player: u64| games.iter().filter(|(_, _, won)| *won == player).count() as f64;
    let other = |game: &(u64, u64, u64), player: u64| if game.0 == player { game.1 } else { game.0 };
    let own = |player: u64| games.iter().filter(move |game| game.0 == player || game.1 == player);
    let buchholz = |player: u64| own(player).map(|game| points(other(game, player))).sum::<f64>();
    let beaten = |player: u64| {
        own(player).filter(|game| game.2 == player).map(|game| points(other(game, player))).sum::<f64>()
    };
    let lines = over["standings"].as_array().unwrap();
    let mut expected: Vec<u64> = (1..=16).collect();
    expected.sort_by(|a, b| {
        let key = |player: u64| (points(player), buchholz(player), beaten(player));
        key(*b).partial_cmp(&key(*a)).unwrap().then(a.cmp(b))
    });
    assert_eq!(lines.iter().map(|line| line["number"].as_u64().unwrap()).collect::<Vec<_>>(), expected);
    for line in lines {
        let player = line["number"].as_u64().unwrap();
        assert_eq!(line["points"], points(player), "{player}");
        assert_eq!(line["buchholz"], buchholz(player), "{player}");
        assert_eq!(line["sonneborn_berger"], beaten(player), "{player}");
    }
    // Every game counted, and the ratings are what the results come to.
    let audit = results::audit(&store).await.unwrap();
    assert_eq!((audit.results, audit.ratings, audit.wrong), (32, 16, Vec::new()));
    let best = store.results().ratings("person-bota".into()).await.unwrap();
    results::recompute(&store).await.unwrap();
    assert_eq!(store.results().ratings("person-bota".into()).await.unwrap(), best);
    // The page tells it.
    let page = client.get(&format!("/tournaments/{id}")).await.ok().body;
    assert!(page.contains("has won") && page.contains("Round 4") && page.contains("Buchholz"));
    assert!(client.get("/tournaments").await.ok().body.contains("Thursday"));
}

fn clock(ahead: &Arc<AtomicU64>) -> Wall {
    let ahead = ahead.clone();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    Wall::by(move || now() + ahead.load(Relaxed))
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_are_late_are_decided_by_rule_also_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("klaxon-tournament-{}", std::process::id()));
    let ahead = Arc::new(AtomicU64::new(0));
    let settings = || Config { data: Some(folder.clone()), wall: clock(&ahead), ..config() };
    let mut client = Client::with(settings()).await;
    let tokens = bots(&client.state.store, 6).await;
    let id = make(&mut client, &tokens[0], with(new("round-robin"), json!({ "rated": false }))).await;
    for token in &tokens {
        deed(&mut client, token, &id, "enter").await.ok();
    }
    deed(&mut client, &tokens[0], &id, "start").await.ok();
    let shown = until(&mut client, "", &id, |shown| shown["round"] == 1).await;
    let token_of = |number: u64, shown: &Value| {
        let name = text(
            &shown["players"].as_array().unwrap().iter().find(|p| p["number"] == number).unwrap()["name"],
        );
        format!("klx_{}", name.trim_start_matches('@'))
    };
    // At the first table both come, at the second one, at the third nobody.
    let games = shown["games"].as_array().unwrap().clone();
    let at = |i: usize| {
        (text(&games[i]["table"]), games[i]["one"].as_u64().unwrap(), games[i]["two"].as_u64().unwrap())
    };
    let (first, one, two) = at(0);
    for table in [&first, &at(1).0] {
        for _ in 0..200 {
            if client.state.store.table(table).await.unwrap().is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    let both = [token_of(one, &shown), token_of(two, &shown)];
    come(&mut client, &first, [&both[0], &both[1]]).await;
    let mut asked = Vec::new();
    for token in &both {
        let choices = client.api_get(&format!("/tables/{first}/choices?brief=true"), token).await.ok().json();
        asked.push(choices["asks"].get(0).is_some());
    }
    let (second, three, four) = at(1);
    let mut came = "nobody";
    for (number, word) in [(three, "one-alone"), (four, "two-alone")] {
        let token = token_of(number, &shown);
        let choices =
            client.api_get(&format!("/tables/{second}/choices?brief=true"), &token).await.ok().json();
        if choices["asks"].get(0).is_some() {
            client.play_on(&second, &token, 1).await;
            came = word;
            break;
        }
    }
    // The server goes down, and comes up when the round is over.
    client.state.close().await;
    drop(client);
    ahead.store(2 * 3_600_000, Relaxed);
    let mut client = Client::with(settings()).await;
    let shown = until(&mut client, "", &id, |shown| shown["round"] == 2).await;
    let ends: Vec<String> =
        shown["games"].as_array().unwrap().iter().take(3).map(|game| text(&game["end"])).collect();
    let rule = match asked[..] {
        [true, false] => "two",
        [false, true] => "one",
        _ => "drawn",
    };
    assert_eq!(ends, [rule, came, "nobody"]);
    // What was decided is the end of the table, too; where nobody came it is closed.
    let closed = client.state.store.table(&at(2).0).await.unwrap().unwrap();
    assert!(closed.meta.contains("decided by rule"), "{}", closed.meta);
    let kept = client.state.store.results().result(first).await.unwrap();
    assert_eq!(kept.is_some(), rule != "drawn");
    // Nobody comes any more: round after round ends by itself, and nobody has a point from it.
    for round in 3..=6u64 {
        ahead.fetch_add(2 * 3_600_000, Relaxed);
        until(&mut client, "", &id, |shown| shown["round"] == round || shown["state"] == "over").await;
    }
    let over = show(&mut client, "", &id).await;
    let points: f64 =
        over["standings"].as_array().unwrap().iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert_eq!((over["state"].as_str(), points), (Some("over"), 2.0));
    client.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_run_a_tournament_once() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let mut servers = Vec::new();
    for _ in 0..2 {
        let store = Store::over(Postgres::open(&url, 4).await.unwrap());
        servers.push(Client::over(AppState::among(config(), store).await.unwrap()).await);
    }
    let tokens = bots(&servers[0].state.store, 4).await;
    let id = make(&mut servers[0], &tokens[0], with(new("knock-out"), json!({ "most": 4 }))).await;
    let mut coming = JoinSet::new();
    for (i, token) in tokens.clone().into_iter().enumerate() {
        let (mut client, id) = (servers[i % 2].clone(), id.clone());
        coming.spawn(async move { deed(&mut client, &token, &id, "enter").await.status });
    }
    assert!(coming.join_all().await.into_iter().all(|status| status == 200));
    for round in 1..=2u64 {
        let shown = until(&mut servers[1], "", &id, |shown| shown["round"] == round).await;
        for (i, game) in
            shown["games"].as_array().unwrap().iter().filter(|game| game["round"] == round).enumerate()
        {
            let table = text(&game["table"]);
            for _ in 0..400 {
                if servers[0].state.store.table(&table).await.unwrap().is_some() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            // Each game ends at another server.
            let loser = game["two"].as_u64().unwrap();
            let players = shown["players"].as_array().unwrap();
            let name = text(&players.iter().find(|p| p["number"] == loser).unwrap()["name"]);
            concede(&mut servers[i % 2], &table, &format!("klx_{}", &name[1..])).await.ok();
        }
    }
    let over = until(&mut servers[0], "", &id, |shown| shown["state"] == "over").await;
    assert_eq!(over["games"].as_array().unwrap().len(), 3, "{over:#}");
    let tables =
        servers[0].state.store.list(klaxon_store::Filter { limit: 99, ..Default::default() }).await.unwrap();
    assert_eq!(tables.len(), 3, "each game has one table");
    for server in servers {
        server.state.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_goes_by_challenges() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let tokens = bots(&store, 5).await;
    let soon = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64 + 86_400_000;
    let body = with(new("ladder"), json!({ "ends_at": soon, "rated": false }));
    assert_eq!(
        client.api_post("/tournaments", &tokens[0], new("ladder")).await.status,
        400,
        "it ends at some time"
    );
    let id = make(&mut client, &tokens[0], body).await;
    for token in &tokens {
        deed(&mut client, token, &id, "enter").await.ok();
    }
    let dare = |mut client: Client, token: String, whom: &'static str, id: String| async move {
        client.api_post(&format!("/tournaments/{id}/challenge"), &token, json!({ "name": whom })).await
    };
    let refused = dare(client.clone(), tokens[4].clone(), "bota", id.clone()).await;
    assert_eq!(refused.refusal(), (409, "not-now".into()), "four places up are too many");
    assert_eq!(
        dare(client.clone(), tokens[0].clone(), "botb", id.clone()).await.refusal().0,
        409,
        "nor down"
    );
    assert_eq!(
        dare(client.clone(), tokens[4].clone(), "ownera", id.clone()).await.refusal().0,
        409,
        "nor outside"
    );
    let table = text(&dare(client.clone(), tokens[4].clone(), "botb", id.clone()).await.ok().json()["id"]);
    assert_eq!(
        dare(client.clone(), tokens[4].clone(), "botc", id.clone()).await.refusal().0,
        409,
        "one at a time"
    );
    concede(&mut client, &table, &tokens[1]).await.ok();
    let shown = until(&mut client, "", &id, |shown| shown["games"][0]["end"].is_string()).await;
    let order: Vec<String> =
        shown["standings"].as_array().unwrap().iter().map(|line| text(&line["name"])).collect();
    assert_eq!(order, ["@bota", "@bote", "@botb", "@botc", "@botd"]);
    assert_eq!(deed(&mut client, &tokens[1], &id, "end").await.status, 403);
    deed(&mut client, &tokens[0], &id, "end").await.ok();
    until(&mut client, "", &id, |shown| shown["state"] == "over").await;
    assert!(client.get(&format!("/tournaments/{id}")).await.ok().body.contains("Ladder"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_loses_and_whoever_is_gone_leaves_no_name() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let tokens = bots(&store, 4).await;
    let id = make(&mut client, &tokens[0], with(new("swiss"), json!({ "most": 4, "rounds": 2 }))).await;
    for token in &tokens {
        deed(&mut client, token, &id, "enter").await.ok();
    }
    let shown = until(&mut client, &tokens[3], &id, |shown| shown["my_table"].is_string()).await;
    let number =
        shown["players"].as_array().unwrap().iter().find(|p| p["name"] == "@botd").unwrap()["number"].clone();
    deed(&mut client, &tokens[3], &id, "withdraw").await.ok();
    let lost = |shown: &Value| {
        let game = shown["games"]
            .as_array()
            .unwrap()
            .iter()
            .find(|g| g["one"] == number || g["two"] == number)
            .unwrap();
        let alone = if game["one"] == number { "two-alone" } else { "one-alone" };
        game["end"] == alone
    };
    until(&mut client, "", &id, lost).await;
    assert!(
        client.api_get("/account/export", &tokens[3]).await.ok().json()["tournaments"][0]["takes_part"]
            == "out"
    );
    // An account that is deleted leaves its games.
    let mut maker = client.stranger();
    maker.form("/account/new", "name=Deleter&password=nine+horses+by+the+shore").await.ok();
    let mut page = maker.form("/account/token", "label=x&read=yes&play=yes&account=yes").await.ok().body;
    let token = format!("klx_{}", page.split_off(page.find("klx_").unwrap() + 4).split('<').next().unwrap());
    let other =
        make(&mut client, &token, with(new("round-robin"), json!({ "most": 2, "rated": false }))).await;
    deed(&mut client, &token, &other, "enter").await.ok();
    deed(&mut client, &tokens[0], &other, "enter").await.ok();
    until(&mut client, "", &other, |shown| shown["state"] == "running").await;
    maker.form("/account/delete", "name=Deleter&password=nine+horses+by+the+shore").await;
    let over = until(&mut client, "", &other, |shown| shown["state"] == "over").await;
    assert!(over["players"].to_string().contains("a former player"), "{over:#}");
    assert!(!over.to_string().contains("Deleter"));
    let winner = &over["standings"][0];
    assert_eq!((winner["name"].as_str(), winner["points"].as_f64()), (Some("@bota"), Some(1.0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_decides_what_is_not_his() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let host = account(&store, "Host", None).await;
    let tokens = bots(&store, 3).await;
    let twin = account(&store, "twin", Some("ownera")).await;
    // Games that nobody plays against anybody, and what makes no sense.
    for (more, why) in [
        (json!({ "game": "federation" }), "played together"),
        (json!({ "game": "space-alert" }), "played together"),
        (json!({ "game": "red-alert", "scenario": "chess" }), "choose another"),
        (json!({ "title": "\u{202e} x" }), "three letters"),
        (json!({ "most": 1 }), "can play"),
        (json!({ "most": 100_000 }), "can play"),
        (json!({ "round_seconds": 1 }), "a round takes"),
        (json!({ "rounds": 4_000_000_000_u32 }), "at most"),
        (json!({ "starts_at": 5 }), "passed"),
        (json!({ "clock": 0 }), "a clock gives"),
    ] {
        let refused = client.api_post("/tournaments", &host, with(new("swiss"), more.clone())).await;
        assert!(refused.status == 400 && refused.body.contains(why), "{more}: {}", refused.body);
    }
    assert_eq!(
        client.api_post("/tournaments", &host, with(new("swiss"), json!({ "game": "chess" }))).await.status,
        404
    );
    let long = with(new("swiss"), json!({ "title": "x".repeat(50_000), "about": "y".repeat(9_000) }));
    let id = make(&mut client, &host, long).await;
    let shown = show(&mut client, "", &id).await;
    assert_eq!((text(&shown["title"]).len(), text(&shown["about"]).len()), (60, 600));
    // Coming twice is coming once; guests do not come, nor two who are one.
    for _ in 0..3 {
        deed(&mut client, &tokens[0], &id, "enter").await.ok();
    }
    assert_eq!(show(&mut client, "", &id).await["players"].as_array().unwrap().len(), 1);
    assert_eq!(deed(&mut client, "", &id, "enter").await.status, 403);
    assert_eq!(client.stranger().form(&format!("/tournaments/{id}/enter"), "").await.status, 403);
    assert_eq!(deed(&mut client, &twin, &id, "enter").await.refusal(), (409, "rated".into()));
    // Only its owner lets it begin, asks others or calls it off; nobody leaves for another.
    for what in ["start", "end"] {
        assert_eq!(deed(&mut client, &tokens[0], &id, what).await.status, 403, "{what}");
    }
    let ask = |name: &str| json!({ "name": name });
    let forged = client.api_post(&format!("/tournaments/{id}/invite"), &tokens[0], ask("botb")).await;
    assert_eq!(forged.status, 403);
    assert_eq!(deed(&mut client, &tokens[1], &id, "withdraw").await.status, 409);
    assert_eq!(deed(&mut client, &host, &id, "start").await.refusal(), (409, "too-few".into()));
    deed(&mut client, &tokens[1], &id, "enter").await.ok();
    deed(&mut client, &host, &id, "start").await.ok();
    assert_eq!(deed(&mut client, &tokens[2], &id, "enter").await.refusal(), (409, "shut".into()));
    for what in ["start", "end"] {
        assert_eq!(deed(&mut client, &host, &id, what).await.status, 409, "{what}");
    }
    let shown = until(&mut client, &tokens[0], &id, |shown| shown["my_table"].is_string()).await;
    let table = text(&shown["my_table"]);
    until(&mut client, &tokens[0], &id, |_| true).await;
    for _ in 0..200 {
        if store.table(&table).await.unwrap().is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Nobody says how a game ended, changes seats, or plays for another.
    for path in [
        format!("/tournaments/{id}/games"),
        format!("/tournaments/{id}/result"),
        format!("/tables/{table}/result"),
    ] {
        let forged = client.api_post(&path, &host, json!({ "round": 1, "board": 1, "end": "one" })).await;
        assert!(forged.status.is_client_error(), "{path}");
    }
    for (token, change) in [
        (&host, json!({ "do": "free" })),
        (&tokens[0], json!({ "do": "bot", "level": "hard" })),
        (&tokens[0], json!({ "do": "stand-in", "level": "hard" })),
        (&tokens[0], json!({ "do": "stand-up" })),
        (&tokens[0], json!({ "do": "forfeit" })),
    ] {
        for seat in [0, 1] {
            let body = json!({ "seat": seat, "change": change });
            let refused = client.api_post(&format!("/tables/{table}/seat"), token, body).await;
            assert!(refused.status.is_client_error(), "{change}: {}", refused.body);
        }
    }
    let action = client.api_get(&format!("/tables/{table}/choices?brief=true"), &tokens[0]).await.ok().json();
    let action = json!({ "action": action["anytime"][0]["action"] });
    for stranger in ["", host.as_str(), tokens[2].as_str()] {
        let forged = client.api_post(&format!("/tables/{table}/act"), stranger, action.clone()).await;
        assert!(forged.status.is_client_error(), "{}", forged.body);
    }
    assert!(store.results().result(table).await.unwrap().is_none());
    // Ten at a time, and no more.
    for i in 0..10 {
        let made = client.api_post("/tournaments", &tokens[2], new("swiss")).await;
        assert_eq!(made.status, 201, "{i}");
    }
    assert_eq!(
        client.api_post("/tournaments", &tokens[2], new("swiss")).await.refusal(),
        (409, "too-many".into())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn by_invitation_means_nobody_else() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let host = account(&store, "Host", None).await;
    let tokens = bots(&store, 2).await;
    let id = make(
        &mut client,
        &host,
        with(new("knock-out"), json!({ "invited": true, "title": "Secret circle" })),
    )
    .await;
    let ask = json!({ "name": "@bota" });
    client.api_post(&format!("/tournaments/{id}/invite"), &host, ask).await.ok();
    // Others neither see it nor learn that it is there.
    for stranger in ["", tokens[1].as_str()] {
        assert_eq!(client.api_get(&format!("/tournaments/{id}"), stranger).await.status, 404);
        assert!(!client.api_get("/tournaments", stranger).await.ok().body.contains("Secret"));
    }
    assert_eq!(client.get(&format!("/tournaments/{id}")).await.status, 404);
    assert!(!client.get("/tournaments").await.ok().body.contains("Secret"));
    assert_eq!(deed(&mut client, &tokens[1], &id, "enter").await.status, 404);
    let list = client.api_get("/tournaments", &tokens[0]).await.ok().json();
    assert_eq!(list["mine"][0]["title"], "Secret circle");
    deed(&mut client, &tokens[0], &id, "enter").await.ok();
    deed(&mut client, &tokens[0], &id, "withdraw").await.ok();
    assert_eq!(
        deed(&mut client, &tokens[0], &id, "enter").await.status,
        404,
        "he would have to be asked again"
    );
    deed(&mut client, &host, &id, "end").await.ok();
    assert_eq!(show(&mut client, &host, &id).await["state"], "off");
}
