//! The guard, limits, and what every answer carries.

use crate::{Client, config};
use axum::{body::Body, http::Request};
use klaxon_web::Config;
use serde_json::json;

#[tokio::test]
async fn every_answer_carries_the_policy() {
    let mut client = Client::new().await;
    for path in [
        "/",
        "/rules",
        "/nothing",
        "/api/v1/games",
        "/healthz",
        "/metrics",
        "/try",
        "/resolve",
        "/api/v1/nothing",
    ] {
        let answer = client.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(!answer.header("x-request-id").is_empty());
    }
}

#[tokio::test]
async fn no_page_needs_inline_script_or_style() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    for path in [
        "/",
        "/rules/red-alert",
        "/open/red-alert",
        "/try",
        "/resolve",
        "/ships-log",
        "/api",
        &format!("/t/{id}"),
        &format!("/t/{id}/replay"),
    ] {
        let page = client.get(path).await.ok().body;
        assert!(!page.contains(" style="), "{path}");
        assert!(!page.contains("<style"), "{path}");
        assert!(!page.contains("<script>"), "{path}");
        assert!(!page.contains(" onclick="), "{path}");
    }
}

#[tokio::test]
async fn strange_pages_cannot_act_for_a_person() {
    let mut client = Client::new().await;
    let request = |headers: &[(&str, &str)]| {
        let mut builder = Request::post("/play/red-alert").header("host", "klaxon.test");
        for (name, value) in headers {
            builder = builder.header(*name, *value);
        }
        builder.body(Body::empty()).unwrap()
    };
    assert_eq!(client.send(request(&[("sec-fetch-site", "cross-site")])).await.status, 403);
    assert_eq!(client.send(request(&[("origin", "https://evil.test")])).await.status, 403);
    assert_eq!(client.send(request(&[])).await.status, 403);
    assert_eq!(client.send(request(&[("origin", "http://klaxon.test")])).await.status, 303);
    // A program without a browser may use the API, a strange page may not.
    let api = Request::post("/api/v1/tables")
        .header("host", "klaxon.test")
        .header("origin", "https://evil.test")
        .header("content-type", "application/json")
        .body(Body::from(json!({ "game": "red-alert" }).to_string()))
        .unwrap();
    assert_eq!(client.send(api).await.refusal(), (403, "forbidden".into()));
}

#[tokio::test]
async fn large_bodies_are_refused() {
    let mut client = Client::new().await;
    let big = "x".repeat(100_000);
    let answer = client.api_post("/try", "", json!({ "script": big })).await;
    assert_eq!(answer.refusal(), (413, "too-big".into()));
    assert_eq!(client.form("/try", &format!("script={big}")).await.status, 413);
}

#[tokio::test]
async fn who_comes_too_often_must_wait() {
    let slow = Config { loopback_unlimited: false, requests_per_second: 1, request_burst: 5, ..config() };
    let mut client = Client::with(slow).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(client.get("/healthz").await.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    let answer = client.get("/api/v1/games").await;
    assert_eq!(answer.refusal(), (429, "too-fast".into()));
    assert_eq!(answer.header("retry-after"), "1");
}

#[tokio::test]
async fn loopback_may_come_as_often_as_it_likes() {
    let mut client = Client::with(Config { requests_per_second: 1, request_burst: 1, ..config() }).await;
    for _ in 0..20 {
        assert_eq!(client.get("/healthz").await.status, 200);
    }
}

#[tokio::test]
async fn a_full_house_turns_tables_away() {
    let mut client = Client::with(Config { max_live_tables: 2, ..config() }).await;
    let (first, _) = client.api_table().await;
    client.api_table().await;
    let answer =
        client.api_post("/tables", "", json!({ "game": "red-alert", "seats": ["api", "api"] })).await;
    assert_eq!(answer.refusal(), (503, "busy".into()));
    // Those inside play on.
    client.api_get(&format!("/tables/{first}"), "").await.ok();
}

#[tokio::test]
async fn figures_are_for_this_machine_unless_the_host_opens_them() {
    let from_afar =
        || Request::get("/metrics").header("x-forwarded-for", "203.0.113.9").body(Body::empty()).unwrap();
    for behind_proxy in [false, true] {
        let mut client = Client::with(Config { behind_proxy, ..config() }).await;
        assert_eq!(client.send(from_afar()).await.status, 403);
        assert_eq!(client.get("/metrics").await.status, 200);
        let mut open = Client::with(Config { behind_proxy, metrics_anywhere: true, ..config() }).await;
        assert_eq!(open.send(from_afar()).await.status, 200);
    }
}

#[tokio::test]
async fn metrics_count_what_happens() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 3).await;
    let text = client.get("/metrics").await.ok().body;
    let value = |name: &str| {
        let line = text
            .lines()
            .find(|l| l.starts_with(&format!("{name} ")))
            .unwrap_or_else(|| panic!("{name}: {text}"));
        line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(value("klaxon_moves_total"), 3.0);
    assert_eq!(value("klaxon_tables_live"), 1.0);
    assert_eq!(value("klaxon_tables_opened_total"), 1.0);
    assert_eq!(value("klaxon_append_seconds_count"), 3.0);
    assert!(value("klaxon_requests_total{status=\"2xx\"}") >= 5.0);
    assert!(value("klaxon_store_appends_total") >= 3.0);
}

#[tokio::test]
async fn a_forged_cookie_is_nobody() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let honest = client.cookie().unwrap().to_owned();
    let (head, tail) = honest.split_at(honest.len() - 1);
    let forged = format!("{head}{}", if tail == "0" { "1" } else { "0" });
    let get =
        |cookie: &str| Request::get(format!("/t/{id}")).header("cookie", cookie).body(Body::empty()).unwrap();
    assert!(client.stranger().send(get(&honest)).await.body.contains("(you)"));
    assert!(!client.stranger().send(get(&forged)).await.body.contains("(you)"));
}
