//! Pages for people.

use crate::Client;
use serde_json::json;

#[tokio::test]
async fn home_shows_five_games_and_which_can_be_played() {
    let home = Client::new().await.get("/").await.ok().body;
    for cover in klaxon_catalog::shelf::games() {
        assert!(home.contains(cover.name), "{}", cover.name);
        assert!(home.contains(&format!("action=\"/play/{}\"", cover.id)), "{}", cover.id);
        assert!(home.contains(&format!("/rules/{}", cover.id)));
    }
    assert_eq!(home.matches("<svg class=\"cover\"").count(), 5);
}

#[tokio::test]
async fn a_newcomer_presses_play_now_and_is_asked_something() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("(you)"));
    assert!(page.contains("bot"));
    assert!(page.contains("id=\"prompt\""));
    // It is one of my tables from now on, and nobody else's.
    assert!(client.get("/").await.ok().body.contains(&format!("/t/{id}")));
    assert!(!client.stranger().get("/").await.ok().body.contains(&format!("/t/{id}")));
}

#[tokio::test]
async fn a_game_that_cannot_be_played_says_so() {
    let mut client = Client::new().await;
    let answer = client.form("/play/no-such-game", "").await;
    assert_eq!(answer.status, 400);
    assert!(answer.body.contains("no-such-game"));
    assert_eq!(client.get("/open/no-such-game").await.status, 404);
}

#[tokio::test]
async fn a_guest_takes_a_name_and_keeps_it() {
    let mut client = Client::new().await;
    let answer = client.form("/me", "name=Ada%20%3Cb%3E").await;
    assert_eq!(answer.status, 303);
    let cookie = answer.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let home = client.get("/").await.body;
    assert!(home.contains("Ada &lt;b&gt;"));
    assert!(!home.contains("Ada <b>"));
}

#[tokio::test]
async fn open_a_table_lists_scenarios_seats_and_options() {
    let mut client = Client::new().await;
    let menu = klaxon_catalog::shelf::menu("red-alert").unwrap();
    let page = client.get("/open/red-alert").await.ok().body;
    for scenario in &menu.scenarios {
        assert!(page.contains(&maud::html! { (scenario.name) }.into_string()), "{}", scenario.name);
    }
    // Only options that the scenario allows: jump points need hidden deployment (RA-24.2).
    let mustered = client.get("/open/red-alert?scenario=twin-sisters&seats=4").await.ok().body;
    for option in &menu.options {
        assert!(mustered.contains(&format!("name=\"o-{}\"", option.id)), "{}", option.id);
    }
    assert!(!page.contains("name=\"o-jump-points\""));
    assert!(page.contains("name=\"s-0\"") && page.contains("name=\"s-1\""));
    for scenario in &menu.scenarios {
        client.get(&format!("/open/red-alert?scenario={}", scenario.id)).await.ok();
    }
    // Sides that are dealt by luck are not named beforehand.
    let page = client.get("/open/starcraft").await.ok().body;
    assert!(page.contains(">Seat 1</label>") && !page.contains("Jim Raynor</label>"));
}

#[tokio::test]
async fn rules_have_pages_anchors_search_and_a_drawer() {
    let mut client = Client::new().await;
    let index = client.get("/rules").await.ok().body;
    assert!(index.contains("/rules/space-alert"));
    let page = client.get("/rules/red-alert").await.ok().body;
    assert!(page.contains("id=\"RA-7.4\""));
    let answer = client.get("/rules/RA-7.4").await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/rules/red-alert#RA-7.4"));
    let answer = client.get("/rules/ra-7.4").await;
    assert_eq!(answer.header("location"), "/rules/red-alert#RA-7.4");
    let part = client.get("/rules/RA-7.4?part=1").await.ok().body;
    assert!(part.starts_with("<article") && part.contains("RA-7.4"), "{part}");
    let found = client.get("/rules?q=asteroid").await.ok().body;
    assert!(found.contains("RA-") && found.to_lowercase().contains("asteroid"));
    assert!(client.get("/rules?q=%3Cxylophone%3E").await.ok().body.contains("No rule speaks of this"));
    for missing in ["/rules/nothing", concat!("/rules/RA-", "99.99"), "/rules/ZZ-1.1"] {
        assert_eq!(client.get(missing).await.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn every_ledger_is_a_page() {
    let mut client = Client::new().await;
    for cover in klaxon_catalog::shelf::games() {
        let page = client.get(&format!("/rules/{}", cover.id)).await.ok().body;
        let ledger = klaxon_catalog::shelf::ledger(cover.id).unwrap();
        for rule in ledger.rules() {
            assert!(page.contains(&format!("id=\"{}\"", rule.id)), "{}", rule.id);
        }
    }
}

#[tokio::test]
async fn try_runs_its_own_example_and_explains_mistakes() {
    let mut client = Client::new().await;
    let page = client.get("/try").await.ok().body;
    let example = page
        .split("<textarea")
        .nth(1)
        .unwrap()
        .split_once('>')
        .unwrap()
        .1
        .split("</textarea>")
        .next()
        .unwrap();
    let example = example.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">");
    let result = client.form("/try", &format!("script={}", encode(&example))).await.ok().body;
    assert!(result.contains("Everything came out as written"), "{result}");
    let mistake =
        client.form("/try", &format!("script={}", encode("game red-alert\nnonsense"))).await.ok().body;
    assert!(mistake.contains("line 2"), "{mistake}");
    // A clause that cannot be is told with its own line.
    let script = "game red-alert\ngiven\n  cw D4 HC\n  cw Z99 HC\ndo cw: end";
    let mistake = client.form("/try", &format!("script={}", encode(script))).await.ok().body;
    assert!(mistake.contains("line 4"), "{mistake}");
    assert_eq!(client.form("/try", "nothing=1").await.status, 422);
}

#[tokio::test]
async fn unknown_pages_and_tables_are_404() {
    let mut client = Client::new().await;
    for path in
        ["/nothing", "/t/aaaaaaaaaa", "/t/x", "/t/aaaaaaaaaa/replay", "/t/aaaaaaaaaa/log", "/t/../etc/passwd"]
    {
        let answer = client.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.body.contains("Nothing is here"), "{path}");
    }
    let answer = client.get("/assets/x/../Cargo.toml").await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn assets_may_be_kept_forever_and_say_when_they_are_known() {
    let mut client = Client::new().await;
    let home = client.get("/").await.body;
    let css =
        home.split("href=\"").find(|s| s.contains(".css")).unwrap().split('"').next().unwrap().to_owned();
    let answer = client.get(&css).await.ok();
    assert!(answer.header("cache-control").contains("immutable"));
    assert!(answer.header("content-type").starts_with("text/css"));
    let tag = answer.header("etag").to_owned();
    let again =
        axum::http::Request::get(&css).header("if-none-match", tag).body(axum::body::Body::empty()).unwrap();
    assert_eq!(client.send(again).await.status, 304);
}

#[tokio::test]
async fn the_api_is_described() {
    let mut client = Client::new().await;
    let spec = client.get("/api/openapi.json").await.ok().json();
    assert_eq!(spec["openapi"], "3.1.0");
    let paths = spec["paths"].as_object().unwrap();
    for path in ["/api/v1/tables", "/api/v1/tables/{id}/act", "/api/v1/tables/{id}/stream", "/api/v1/try"] {
        assert!(paths.contains_key(path), "{path}");
    }
    let page = client.get("/api").await.ok().body;
    for path in paths.keys() {
        assert!(page.contains(path), "{path}");
    }
}

#[tokio::test]
async fn small_pieces_look_as_they_should() {
    let mut client = Client::new().await;
    let missing = client.get("/nothing").await.body;
    let main = missing.split("<main").nth(1).unwrap().split("</main>").next().unwrap();
    insta::assert_snapshot!(main, @r#" id="main" tabindex="-1"><div class="narrow"><h1>Nothing is here</h1><p class="lead">There is no such page.</p><p><a class="button" href="/">To the games</a></p></div>"#);
    let part = client.get("/rules/RA-1.2?part=1").await.body;
    insta::assert_snapshot!(part.replace("><", ">\n<"));
    let refusal = client.fetch("/t/aaaaaaaaaa/claim", &json!({ "seat": 0 })).await.body;
    insta::assert_snapshot!(refusal, @r#"{"code":"missing","rule":null,"text":"there is no such table"}"#);
}

/// What is allowed and what is not stands under the rules, with boards that are drawn when somebody looks.
#[tokio::test]
async fn rules_have_examples_with_boards() {
    let mut client = Client::new().await;
    for (game, rule) in [
        ("red-alert", "RA-9.5"),
        ("star-trek", "ST-5.1"),
        ("federation", "SF-5.3"),
        ("starcraft", "SC-6.3"),
        ("space-alert", "SA-3.3"),
    ] {
        let page = client.get(&format!("/rules/{game}")).await.ok().body;
        assert!(page.contains(&format!("src=\"/rules/{rule}/0/before.svg\"")), "{rule}");
        let picture = client.get(&format!("/rules/{rule}/0/before.svg")).await.ok();
        assert_eq!(picture.header("content-type"), "image/svg+xml; charset=utf-8");
        assert!(picture.body.contains("<svg") && !picture.body.contains("<script"), "{rule}");
        let tried = client.get(&format!("/try?rule={rule}&n=0")).await.ok().body;
        assert!(tried.contains(&format!("game {game}")), "{rule}");
    }
    for nothing in ["/rules/RA-9.5/9/before.svg", "/rules/RA-9.5/0/other.svg", "/rules/nothing/0/before.svg"]
    {
        assert_eq!(client.get(nothing).await.status, 404, "{nothing}");
    }
}

/// Percent-encoding of everything but letters and digits.
pub fn encode(text: &str) -> String {
    let byte =
        |b: u8| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(byte).collect()
}
