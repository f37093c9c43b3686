//! No game ever dies: tables of an older program, tables that cannot go on, and tables that go over to a newer edition.

use crate::{Client, config};
use klaxon_store::{Filter, NewTable, Store, Table, TableState};
use klaxon_web::Config;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::PathBuf};

/// Tables that programs play in the store that release 0.1.0 wrote, with the tokens of their owners.
const PLAYED_BY_PROGRAMS: [(&str, &str); 8] = [
    ("8t89p33uks", "own-21519806068864d2b60a3397c9ea6c7e68888160"),
    ("u348dm6iir", "own-4c43bc14083cfc80b655612842ceb627eb497707"),
    ("pddjyeunnp", "own-2f83a2731ef324ed307835ab6a93e26eaed59133"),
    ("38td74m7yp", "own-bd4506873a30bc4243c93b125f2820185adc98c8"),
    ("jntx6jxupt", "own-aa279e1d40f2a1e6e06a6c3a72b3b3cc19467530"),
    ("zdk2w64iun", "own-5027ea7ba88f89246b19505955f96476b284286c"),
    ("nv97j8m55g", "own-0fe38a63e78977a21aa54f28e33960b31476d5ee"),
    ("bfti7apr5r", "own-49d7fdcc4742b6e350511e1842a5df1aa08f460c"),
];

/// A copy of the store of release 0.1.0, in a folder of its own.
fn old_store(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("klaxon-upgrade-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let from = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/stores/release-0.1.0.sqlite");
    std::fs::copy(from, folder.join("klaxon.db")).unwrap();
    folder
}

async fn all(store: &Store) -> Vec<Table> {
    store.list(Filter { limit: 1_000, ..Filter::default() }).await.unwrap()
}

/// The log of a table as `klaxon export` writes it.
async fn export(store: &Store, id: &str) -> Vec<String> {
    let header = store.table(id).await.unwrap().unwrap().header;
    [vec![header], store.entries(id, 0).await.unwrap()].concat()
}

#[tokio::test]
async fn a_store_of_release_0_1_0_is_served_played_on_and_verified() {
    let folder = old_store("served");
    let store = Store::open_read_only(&folder).await.unwrap();
    let mut games: BTreeMap<String, usize> = BTreeMap::new();
    for table in all(&store).await {
        *games.entry(table.game.clone()).or_default() += 1;
        let proof = klaxon_web::check(&table, &store.entries(&table.id, 0).await.unwrap());
        let proof = proof.unwrap_or_else(|e| panic!("{} ({}): {e}", table.id, table.game));
        assert_eq!((proof.exact, proof.by_rules), (table.n, 0), "{}: every position is compared", table.id);
    }
    assert!(games.len() == 5 && games.values().all(|n| *n >= 6), "{games:?}");
    let mut client = Client::with(Config { data: Some(folder.clone()), ..config() }).await;
    for table in all(&store).await {
        let (id, game) = (&table.id, &table.game);
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert!(page.contains("id=\"ask\"") && !page.contains("cannot go on"), "{id} ({game})");
        client.get(&format!("/t/{id}/replay?step=3")).await.ok();
        let log = client.get(&format!("/t/{id}/log")).await.ok().body;
        let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        if table.state == TableState::Over {
            klaxon_catalog::verify(&log).unwrap_or_else(|e| panic!("{id} ({game}): {e}"));
        } else {
            // The hash of a hidden deal has no key in this format: it waits for the end like the seed.
            assert!(header["start"].is_null() && header["luck"][0]["seed"].is_null(), "{header}");
        }
    }
    for (id, token) in PLAYED_BY_PROGRAMS {
        client.play_on(id, token, 4).await;
        let lines = export(&client.state.store, id).await;
        let verdict = klaxon_catalog::verify(&lines.join("\n")).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(verdict.proof.exact as usize, lines.len() - 1, "{id}: old and new entries");
        assert_eq!(verdict.edition.number(), 1, "{id}: an old table keeps its rules");
        for (what, changed) in tampered(&lines) {
            assert!(klaxon_catalog::verify(&changed.join("\n")).is_err(), "{id}: another {what} is accepted");
        }
    }
    client.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

/// The same log with one thing changed.
fn tampered(lines: &[String]) -> Vec<(&'static str, Vec<String>)> {
    let change = |at: usize, with: &dyn Fn(&mut Value)| {
        let mut changed = lines.to_vec();
        let mut line: Value = serde_json::from_str(&changed[at]).unwrap();
        with(&mut line);
        changed[at] = line.to_string();
        changed
    };
    let seed = "0707070707070707070707070707070707070707070707070707070707070707";
    let (old, new) = (2, lines.len() - 1);
    let mut swapped = lines.to_vec();
    swapped.remove(old);
    vec![
        ("seed", change(0, &|h| h["luck"][0]["seed"] = seed.into())),
        ("position", change(old, &|e| e["hash"] = "0123456789abcdef".into())),
        ("new position", change(new, &|e| e["hash"] = "0123456789abcdef".into())),
        ("digest", change(new, &|e| e["digest"] = "01234567".into())),
        ("question", change(new, &|e| e["q"] = 999.into())),
        ("decision", change(new, &|e| e["do"] = "no such thing".into())),
        ("length", swapped),
    ]
}

/// Puts a table into the store as it is.
async fn put(client: &Client, like: &str, id: &str, lines: &[String]) {
    let store = &client.state.store;
    let old = store.table(like).await.unwrap().unwrap();
    let table = NewTable {
        id: id.into(),
        game: old.game,
        created_at: 1,
        header: lines[0].clone(),
        meta: old.meta,
        state: TableState::Playing,
        owner: None,
        listed: true,
    };
    store.create(table).await.unwrap();
    store.append_all(id, 1, lines[1..].to_vec(), None).await.unwrap();
}

#[tokio::test]
async fn a_table_that_cannot_go_on_shows_its_last_position_and_why() {
    let mut client = Client::new().await;
    let (good, token) = client.api_table().await;
    client.play_on(&good, &token, 12).await;
    let mut lines = export(&client.state.store, &good).await;
    let mut entry: Value = serde_json::from_str(&lines[9]).unwrap();
    entry["hash"] = "0123456789abcdef".into();
    lines[9] = entry.to_string();
    put(&client, &good, "abcdefghij", &lines).await;
    let page = client.get("/t/abcdefghij").await.ok().body;
    assert!(
        page.contains("This table cannot go on") && page.contains("entry 9 parts from the rules"),
        "{page}"
    );
    assert!(page.contains("id=\"board\"") && page.contains("href=\"/t/abcdefghij/log\""), "{page}");
    assert!(!page.contains("data-do=\"{&quot;t&quot;:&quot;pick&quot;"), "nothing can be decided any more");
    let table = client.api_get("/tables/abcdefghij", "").await.ok().json();
    assert_eq!((&table["state"], &table["n"]), (&json!("frozen"), &json!(8)));
    client.get("/t/abcdefghij/replay?step=8").await.ok();
    // Its log is there in full, sealed as that of any running game.
    let log = client.get("/t/abcdefghij/log").await.ok().body;
    assert_eq!(log.lines().count(), lines.len());
    assert!(!log.contains("0123456789abcdef") && log.contains("\"sealed\""), "{log}");
    // Nothing in the store has changed.
    assert_eq!(export(&client.state.store, "abcdefghij").await, lines);
}

/// What stands still asks nobody to sit down.
#[tokio::test]
async fn no_seat_is_offered_at_a_table_that_cannot_go_on() {
    let mut client = Client::new().await;
    let (good, token) = client.api_table().await;
    client.play_on(&good, &token, 12).await;
    let mut lines = export(&client.state.store, &good).await;
    let goes_on = lines.clone();
    let mut entry: Value = serde_json::from_str(&lines[9]).unwrap();
    entry["hash"] = "0123456789abcdef".into();
    lines[9] = entry.to_string();
    for (id, lines, offered) in [("abcdefghij", goes_on, true), ("abcdefghik", lines, false)] {
        put(&client, &good, id, &lines).await;
        let stored = client.state.store.table(id).await.unwrap().unwrap();
        let mut meta: Value = serde_json::from_str(&stored.meta).unwrap();
        meta["public"] = true.into();
        meta["chairs"][1]["holder"] = "open".into();
        client.state.store.set_meta(id, meta.to_string(), stored.state, true).await.unwrap();
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert_eq!(page.contains("Sit here"), offered, "{id}");
        assert_eq!(page.contains("take a free seat"), offered, "{id}");
        let claim = client.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await;
        assert_eq!(claim.status.is_success(), offered, "{id}: {}", claim.body);
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_opened_says_so_and_gives_its_log() {
    let mut client = Client::new().await;
    let (good, token) = client.api_table().await;
    client.play_on(&good, &token, 5).await;
    let lines = export(&client.state.store, &good).await;
    let header = |old: &str, new: &str| {
        assert!(lines[0].contains(old), "{}", lines[0]);
        [vec![lines[0].replacen(old, new, 1)], lines[1..].to_vec()].concat()
    };
    let cases = [
        ("bbbbbbbbbb", header("\"edition\":1", "\"edition\":77"), "played by edition 77 of the rules"),
        ("cccccccccc", header("\"klaxon\":2", "\"klaxon\":9"), "its log is of format 9"),
        (
            "dddddddddd",
            header("\"layout\"", "\"packs\":\"abcd\",\"layout\""),
            "packs that are not in force here",
        ),
        ("eeeeeeeeee", header("\"order\":{", "\"order\":7,\"was\":{"), "cannot be opened"),
    ];
    for (id, lines, why) in cases {
        put(&client, &good, id, &lines).await;
        for path in [format!("/t/{id}"), format!("/t/{id}/replay")] {
            let page = client.get(&path).await.ok().body;
            assert!(page.contains(why) && page.contains("Nothing is lost"), "{path}: {page}");
            assert!(page.contains(&format!("href=\"/t/{id}/log\"")), "{path}");
        }
        let log = client.get(&format!("/t/{id}/log")).await.ok().body;
        assert!(log.lines().count() == lines.len() && !log.contains("\"seed\""), "{log}");
        assert_eq!(client.api_get(&format!("/tables/{id}"), "").await.refusal(), (409, "closed".into()));
    }
}

/// A table of the first edition, whose two seats belong to two programs. Returns its id and the seats' tokens.
async fn two_programs(client: &mut Client, game: &str) -> (String, String, String) {
    let order = json!({ "game": game, "edition": 1, "seats": ["link", "link"], "public": true });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap().to_owned();
    let mut tokens = Vec::new();
    for seat in 0..2 {
        let claimed = client.api_post(&format!("/tables/{id}/claim"), "", json!({ "seat": seat })).await;
        tokens.push(claimed.ok().json()["token"].as_str().unwrap().to_owned());
    }
    (id, tokens.remove(0), tokens.remove(0))
}

#[tokio::test]
async fn those_who_play_go_over_to_the_newest_edition_by_common_consent() {
    let mut client = Client::new().await;
    let (id, one, two) = two_programs(&mut client, "starcraft").await;
    let edition = format!("/tables/{id}/edition");
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!((&table["edition"], &table["header"]["edition"]), (&json!(1), &json!(1)));
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(
        page.contains("Played by edition 1 of the rules") && page.contains("data-edition=\"1\""),
        "{page}"
    );
    assert!(page.contains("/rules/starcraft?edition=1"), "the rules are shown as they read at this table");
    // Watchers have no say, and there is no ninth edition.
    assert_eq!(client.api_post(&edition, "", json!({ "edition": 3 })).await.refusal().0, 403);
    assert_eq!(client.api_post(&edition, &one, json!({ "edition": 9 })).await.refusal().0, 400);
    // One wants it and takes it back; then both want it.
    let answer = client.api_post(&edition, &one, json!({ "edition": 3 })).await.ok().json();
    assert_eq!(answer, json!({ "edition": 1, "newest": 3, "agreed": [0], "asked": [0, 1] }));
    let answer = client.api_post(&edition, &one, json!({ "edition": null })).await.ok().json();
    assert_eq!(answer["agreed"], json!([]));
    client.api_post(&edition, &one, json!({ "edition": 3 })).await.ok();
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("1 of 2 would go over to 3"), "{page}");
    let answer = client.api_post(&edition, &two, json!({ "edition": 3 })).await.ok().json();
    assert_eq!((&answer["edition"], &answer["agreed"]), (&json!(3), &json!([])));
    // It is an entry of the log like any other, and the game goes on.
    client.play_on(&id, &format!("{one}, {two}"), 6).await;
    let lines = export(&client.state.store, &id).await;
    assert!(lines.iter().any(|l| l.contains("\"edition\":3,\"hash\"")), "{lines:#?}");
    let verdict = klaxon_catalog::verify(&lines.join("\n")).unwrap();
    assert_eq!(verdict.edition.number(), 3);
    let said = client.api_get(&format!("/tables/{id}/chat"), "").await.ok().json();
    assert!(said.to_string().contains("played by edition 3 of the rules"), "{said}");
    assert_eq!(client.api_post(&edition, &one, json!({ "edition": 3 })).await.refusal().0, 400);
}

#[tokio::test]
async fn old_and_new_editions_live_in_one_store_and_can_be_ordered() {
    let mut client = Client::new().await;
    for (game, newest) in [("federation", 2), ("starcraft", 3)] {
        for (wanted, played) in [(json!(1), 1), (json!(2), 2), (Value::Null, newest)] {
            let seats = if game == "federation" { json!(["api"]) } else { json!(["api", "api"]) };
            let order = json!({ "game": game, "edition": wanted, "seats": seats });
            let table = client.api_post("/tables", "", order).await.ok().json();
            let (id, owner) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
            client.play_on(id, owner, 8).await;
            let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
            assert_eq!(table["edition"], played, "{game}");
            let verdict = klaxon_catalog::verify(&export(&client.state.store, id).await.join("\n")).unwrap();
            assert_eq!(verdict.edition.number(), played, "{game}");
        }
        let order = json!({ "game": game, "edition": 0, "seats": ["api"] });
        assert_eq!(client.api_post("/tables", "", order).await.refusal().0, 400);
        let form = client.get(&format!("/open/{game}")).await.ok().body;
        let said = format!("Edition {newest}, the newest");
        assert!(form.contains(&said) && form.contains("name=\"edition\""), "{form}");
    }
    let opened = client.form("/open/federation", "scenario=easy&seats=1&s-0=me&edition=1&public=no").await;
    let page = client.get(opened.header("location")).await.ok().body;
    assert!(page.contains("Played by edition 1 of the rules"), "{page}");
    assert!(!client.get("/open/red-alert").await.ok().body.contains("name=\"edition\""), "it has only one");
    let games = client.api_get("/games", "").await.ok().json();
    let federation = games.as_array().unwrap().iter().find(|g| g["id"] == "federation").unwrap();
    assert_eq!((&federation["editions"], federation["revisions"].as_array().unwrap().len()), (&json!(2), 1));
}

#[tokio::test]
async fn a_rule_reads_as_it_does_at_the_table_one_comes_from() {
    let mut client = Client::new().await;
    let newest = client.get("/rules/federation").await.ok().body;
    let first = client.get("/rules/federation?edition=1").await.ok().body;
    assert!(newest.contains("by which new tables are played") && !first.contains("by which new tables"));
    assert!(first.contains("Your table is played by edition 1"), "{first}");
    let rule =
        |page: &str| page.split("id=\"SF-6.7\"").nth(1).unwrap().split("</div>").next().unwrap().to_owned();
    assert!(rule(&newest).contains("Edition 1: ") && !rule(&newest).contains("Since edition 2: "));
    assert!(rule(&first).contains("Since edition 2: ") && !rule(&first).contains("Edition 1: "));
    let drawer = client.get("/rules/SF-6.7?part=1&edition=1").await.ok().body;
    assert!(
        drawer.contains("Since edition 2: ") && drawer.contains("/rules/federation?edition=1#SF-6.7"),
        "{drawer}"
    );
    let words = client.api_get("/rules/SF-6.7", "").await.ok().json();
    assert_eq!(words["editions"].as_array().unwrap().len(), 2, "{words}");
    assert_eq!(words["text"], words["editions"][1]["text"]);
}
