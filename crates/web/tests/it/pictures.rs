//! Painted pictures: that there is one for every game, whom it shows what, and what many who ask cost.

use crate::{Client, config, endings::taken_in};
use axum::{
    body::{Body, to_bytes},
    http::Request,
};
use klaxon_web::Config;
use std::time::{Duration, Instant};
use tower::ServiceExt;

struct Picture {
    status: u16,
    tag: String,
    cache: String,
    kind: String,
    bytes: Vec<u8>,
}

async fn picture(client: &Client, path: &str, known: Option<&str>, from: &str) -> Picture {
    let mut request = Request::get(path).header("host", "klaxon.test").header("x-forwarded-for", from);
    if let Some(cookie) = client.cookie() {
        request = request.header("cookie", cookie);
    }
    if let Some(known) = known {
        request = request.header("if-none-match", known);
    }
    let answer = client.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = answer.into_parts();
    let bytes = to_bytes(body, 4 << 20).await.unwrap().to_vec();
    let header = |name| parts.headers.get(name).map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
    let (tag, cache, kind) = (header("etag"), header("cache-control"), header("content-type"));
    let status = parts.status.as_u16();
    Picture { status, tag, cache, kind, bytes }
}

/// How many pictures the server has painted.
fn painted(client: &Client) -> u64 {
    client.state.metrics.picture_times.count()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_painted_in_the_size_that_chats_want() {
    let client = Client::new().await;
    for (game, name) in [
        ("red-alert", "finished-normal-bots"),
        ("star-trek", "finished-normal-bots"),
        ("federation", "finished-normal-bot"),
        ("starcraft", "finished-normal-bots"),
        ("space-alert", "finished-normal-bots"),
    ] {
        let id = taken_in(&client, game, name).await;
        let path = format!("/t/{id}/picture.png");
        let first = picture(&client, &path, None, "").await;
        assert_eq!((first.status, first.kind.as_str()), (200, "image/png"), "{game}");
        assert_eq!(&first.bytes[..8], b"\x89PNG\r\n\x1a\n", "{game}");
        let size = |at: usize| u32::from_be_bytes(first.bytes[at..at + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (1200, 630), "{game}");
        // Neither an empty night nor more than a chat would fetch.
        assert!((20_000..600_000).contains(&first.bytes.len()), "{game}: {}", first.bytes.len());
        assert_eq!(first.cache, "public, max-age=3600");
        let again = picture(&client, &path, Some(&first.tag), "").await;
        assert_eq!((again.status, again.bytes.len()), (304, 0), "{game}");
    }
    assert_eq!(painted(&client), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_gets_what_a_spectator_sees() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "name=Ada&scenario=uneasy-truce&s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    for kind in ["svg", "png"] {
        let path = format!("/t/{id}/picture.{kind}");
        let (own, others) =
            (picture(&ada, &path, None, "").await, picture(&ada.stranger(), &path, None, "").await);
        assert!(own.status == 200 && own.bytes == others.bytes, "{kind}: a player's picture shows more");
        assert_eq!(own.cache, "public, max-age=20");
    }
}

/// The client that cheats: many at once for one picture, and one peer again and again.
#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_many_want_is_painted_once_and_nobody_waits_for_it() {
    let client = Client::with(Config { behind_proxy: true, loopback_unlimited: false, ..config() }).await;
    let id = taken_in(&client, "red-alert", "finished-normal-bots").await;
    let path = format!("/t/{id}/picture.png");
    let crowd = (0..60).map(|i| {
        let (client, path) = (client.clone(), path.clone());
        tokio::spawn(async move { picture(&client, &path, None, &format!("203.0.113.{i}")).await })
    });
    let crowd: Vec<_> = crowd.collect();
    // Somebody else looks at something else meanwhile.
    let begun = Instant::now();
    let other = picture(&client, "/healthz", None, "198.51.100.7").await;
    assert!(other.status == 200 && begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    let mut first: Option<Picture> = None;
    for one in crowd {
        let one = one.await.unwrap();
        assert_eq!(one.status, 200);
        assert!(first.as_ref().is_none_or(|first| first.tag == one.tag && first.bytes == one.bytes));
        first.get_or_insert(one);
    }
    let mut statuses = Vec::new();
    for _ in 0..60 {
        statuses.push(picture(&client, &path, None, "203.0.113.200").await.status);
    }
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(painted(&client), 1, "painted once");
}
