//! What the line tells a page to show.

use crate::{
    Client,
    line::{Server, Socket, next, say, start},
};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// A line of a page that was drawn before, up to a log entry.
async fn again(server: &Server, table: &str, cookie: Option<&str>, n: u32) -> Socket {
    line_of(server, table, cookie, &format!("n={n}")).await
}

async fn line_of(server: &Server, table: &str, cookie: Option<&str>, had: &str) -> Socket {
    let mut request = format!("ws://{}/t/{table}/ws?{had}", server.address).into_client_request().unwrap();
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
    }
    connect_async(request).await.unwrap().0
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The chapters in a patch.
fn chapters(patch: &str) -> Vec<Value> {
    let Some((_, rest)) = patch.split_once("data-beats=\"") else { return Vec::new() };
    serde_json::from_str(&unescaped(rest.split('"').next().unwrap())).unwrap()
}

/// Wishes for the choices in a patch.
fn choices(patch: &str) -> Vec<Value> {
    let wishes = patch.split("data-do=\"").filter(|p| p.contains("&quot;pick&quot;"));
    wishes.map(|p| serde_json::from_str(&unescaped(p.split('"').next().unwrap())).unwrap()).collect()
}

/// Everything that comes within a while, as one text.
async fn all(socket: &mut Socket) -> String {
    let mut text = String::new();
    while let Ok(Some(Ok(message))) = timeout(Duration::from_millis(250), socket.next()).await {
        if let Message::Text(more) = message
            && more.starts_with('<')
        {
            text.push_str(&more);
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_shown_what_happens_after_it_was_drawn() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = again(&server, &id, client.cookie(), u32::MAX).await;
    let first = next(&mut line, |t| t.contains("id=\"turn\"")).await;
    assert!(chapters(&first).is_empty(), "a page that is drawn whole has nothing to catch up with");
    let mut patch = first;
    let mut seen: Vec<Value> = Vec::new();
    for _ in 0..12 {
        let Some(choice) = choices(&patch).into_iter().next() else { break };
        say(&mut line, choice).await;
        let mut one = next(&mut line, |t| t.starts_with('<')).await;
        one.push_str(&all(&mut line).await);
        seen.extend(chapters(&one));
        patch = one;
    }
    let kinds: Vec<&str> = seen
        .iter()
        .flat_map(|c| c["beats"].as_array().unwrap())
        .flat_map(|group| group.as_array().unwrap())
        .filter_map(|beat| beat["b"].as_str())
        .collect();
    assert!(kinds.contains(&"card") || kinds.contains(&"move"), "a turn has its beats: {kinds:?}");
    let steps: Vec<u64> = seen.iter().map(|c| c["step"].as_u64().unwrap()).collect();
    assert!(
        steps.is_sorted() && steps.windows(2).all(|w| w[0] < w[1]),
        "each input is shown once: {steps:?}"
    );

    // A page that was away is shown what it missed, as far as that is bounded; a new one nothing.
    let mut back = again(&server, &id, client.cookie(), 0).await;
    let missed = chapters(&next(&mut back, |t| t.contains("id=\"turn\"")).await);
    assert!(!missed.is_empty() && missed.len() <= 24, "{}", missed.len());
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// On a device that is passed around nothing is shown behind the curtain; whoever lifts it sees what he may.
#[tokio::test(flavor = "multi_thread")]
async fn behind_a_curtain_nothing_is_shown() {
    let mut client = Client::new().await;
    let answer = client.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = again(&server, &id, client.cookie(), 0).await;
    let mut patch = next(&mut line, |t| t.contains("id=\"turn\"")).await;
    let mut lifts = 0;
    for _ in 0..150 {
        if patch.contains("aria-modal") {
            assert!(chapters(&patch).is_empty(), "the curtain hides what happened");
            let wish = patch.split("data-do=\"").find(|w| w.contains("&quot;lift&quot;")).unwrap();
            let seat = wish.split("seat&quot;:").nth(1).and_then(|s| s.get(..1)).unwrap();
            let seat: u8 = seat.parse().unwrap();
            say(&mut line, json!({ "t": "lift", "seat": seat })).await;
            lifts += 1;
        } else if let Some(choice) = choices(&patch).into_iter().next() {
            say(&mut line, choice).await;
        } else {
            // Only a part came: a new line tells everything.
            line = again(&server, &id, client.cookie(), 0).await;
        }
        let came = all(&mut line).await;
        if !came.is_empty() {
            patch = came;
        }
        if lifts > 1 {
            break;
        }
    }
    assert!(lifts > 1, "the device was passed around");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replayed_step_has_its_beats() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = again(&server, &id, client.cookie(), 0).await;
    let mut patch = all(&mut line).await;
    for _ in 0..8 {
        let Some(choice) = choices(&patch).into_iter().next() else { break };
        say(&mut line, choice).await;
        patch = all(&mut line).await;
    }
    let page = client.get(&format!("/t/{id}/replay")).await.ok().body;
    assert!(page.contains("id=\"autoplay\"") && page.contains("beats.css"));
    let mut any = 0;
    for step in 1..8 {
        let page = client.get(&format!("/t/{id}/replay?step={step}")).await.ok().body;
        for chapter in chapters(&page) {
            assert_eq!(chapter["step"], step, "a step shows what happened in it");
            any += 1;
        }
    }
    assert!(any > 0, "some step of a battle can be seen");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_just_drawn_is_not_drawn_again() {
    let mut client = Client::new().await;
    let answer = client.form("/open/red-alert", "s-0=me&s-1=link").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let page = client.get(&format!("/t/{id}")).await.body;
    let drawn = page.split("data-drawn=\"").nth(1).unwrap().split('"').next().unwrap().replace(' ', "+");
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = line_of(&server, &id, client.cookie(), &format!("drawn={drawn}")).await;
    let first = all(&mut line).await;
    assert!(!first.contains("id=\"ask\"") && first.len() < page.len() / 4, "{first}");
    // Marks that nobody gave, or none that can be read, get everything.
    for strange in ["drawn=ask:0+turn:ffff+:+x", "drawn=%00:zz", "drawn="] {
        let mut line = line_of(&server, &id, client.cookie(), strange).await;
        let whole = all(&mut line).await;
        assert!(whole.contains("id=\"ask\"") && whole.contains("id=\"turn\""), "{strange}");
    }
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
