//! What a seat may ask of the table beside the game: not to be asked again, and to be coached.

use crate::{
    Client,
    line::{Socket, connect, next, say, start},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Everything that the buttons of a patch send.
fn wishes(patch: &str, kind: &str) -> Vec<Value> {
    let all = patch.split("data-do=\"").skip(1);
    let read = |p: &str| serde_json::from_str(&p.split('"').next().unwrap().replace("&quot;", "\"")).unwrap();
    all.map(read).filter(|wish: &Value| wish["t"] == kind).collect()
}

/// The words by which the question of a patch can be declined for good.
fn declining(patch: &str) -> Option<String> {
    Some(patch.split("From now on: ").nth(1)?.split('"').next()?.to_owned())
}

/// A person at both sides of a hot seat, who lifts curtains and chooses at random.
struct Player {
    line: Socket,
    luck: u64,
    seat: Value,
}

impl Player {
    fn new(line: Socket) -> Player {
        Player { line, luck: 5, seat: Value::Null }
    }

    /// Plays on until a question of a seat fits, and returns the patch that asks it.
    async fn until(&mut self, fits: impl Fn(&Value, &str) -> bool) -> Option<String> {
        for _ in 0..400 {
            let patch =
                next(&mut self.line, |t| t.contains("id=\"ask\"") || t.contains("id=\"curtain\"")).await;
            if patch.contains("data-over=\"true\"") {
                return None;
            }
            if let Some(lift) = wishes(&patch, "lift").pop() {
                self.seat = lift["seat"].clone();
                say(&mut self.line, lift).await;
                continue;
            }
            let picks = wishes(&patch, "pick");
            if picks.is_empty() {
                continue;
            }
            if fits(&self.seat, &patch) {
                return Some(patch);
            }
            self.pick(&picks).await;
        }
        None
    }

    async fn pick(&mut self, picks: &[Value]) {
        // A page may not send more than a person could.
        tokio::time::sleep(Duration::from_millis(18)).await;
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        say(&mut self.line, picks[(self.luck >> 33) as usize % picks.len()].clone()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_can_be_declined_need_not_be_asked_again() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let patch = player
        .until(|_, patch| patch.contains("Don't ask me this again") && patch.contains("Play no card"))
        .await
        .expect("a battle has windows for combat cards");
    let (words, muted) = (declining(&patch).unwrap(), player.seat.clone());
    let before = ada.state.entries_of(&id).await;
    // A question that is long gone cannot be silenced.
    say(&mut player.line, json!({ "t": "quiet", "q": 0 })).await;
    next(&mut player.line, |t| t.contains("moved on")).await;
    assert_eq!(ada.state.entries_of(&id).await, before);
    say(&mut player.line, wishes(&patch, "quiet").remove(0)).await;
    let shown = next(&mut player.line, |t| t.contains("id=\"turn\"")).await;
    assert!(ada.state.entries_of(&id).await > before, "it is declined at once");
    // Taking it back, where that is possible, comes to rest.
    say(&mut player.line, json!({ "t": "undo" })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let rest = ada.state.entries_of(&id).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(ada.state.entries_of(&id).await, rest);
    drop((shown, player));
    // The seat that wants quiet is never asked again, the other one is.
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let asks = |patch: &str| declining(patch).is_some_and(|w| w == words);
    let heard = player.until(|seat, patch| asks(patch) && *seat != muted).await;
    let heard = heard.expect("the other seat still has its windows");
    assert!(!heard.contains("Ask me again"), "each seat has its own habits");
    let picks = wishes(&heard, "pick");
    player.pick(&picks).await;
    let none = player.until(|seat, patch| asks(patch) && *seat == muted).await;
    assert!(none.is_none(), "asked again: {none:?}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// "If I am asked this again this turn, pass" holds until the seat is asked something that is its own to decide.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_can_pass_for_the_rest_of_its_turn() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let patch = player.until(|_, patch| !wishes(patch, "pass").is_empty()).await.expect("there are windows");
    let (words, passing) = (declining(&patch).unwrap(), player.seat.clone());
    let chair = passing.as_u64().unwrap() as usize;
    let before = ada.state.entries_of(&id).await;
    // A question that is long gone cannot be passed on, and what cannot be declined cannot either.
    say(&mut player.line, json!({ "t": "pass", "q": 0 })).await;
    next(&mut player.line, |t| t.contains("moved on")).await;
    assert_eq!(ada.state.entries_of(&id).await, before);
    say(&mut player.line, wishes(&patch, "pass").remove(0)).await;
    next(&mut player.line, |t| t.contains("id=\"turn\"")).await;
    assert!(ada.state.entries_of(&id).await > before, "it is declined at once");
    // Nobody else is told.
    let watched = ada.stranger().get(&format!("/t/{id}")).await.ok().body;
    assert!(!watched.contains("This turn:") && !watched.contains("passing-list"));
    drop(player);
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let own = |seat: &Value, patch: &str| *seat == passing && wishes(patch, "pass").is_empty();
    let asks = |seat: &Value, patch: &str| *seat == passing && declining(patch).is_some_and(|w| w == words);
    let next_asked = player.until(|seat, patch| own(seat, patch) || asks(seat, patch)).await;
    let next_asked = next_asked.expect("the game goes on");
    assert!(!asks(&player.seat, &next_asked), "asked again in the same turn: {next_asked}");
    let table = ada.state.store.table(&id).await.unwrap().unwrap();
    let meta: Value = serde_json::from_str(&table.meta).unwrap();
    assert!(meta["chairs"][chair].get("passing").is_none(), "and then it is over: {meta}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// Whoever plays against bots is not asked to press the one button of a window for cards: a pause would betray nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_window_with_one_button_answers_itself_against_bots() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=easy").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let asked =
        player.until(|_, patch| wishes(patch, "pick").len() == 1 && patch.contains("Play no card")).await;
    assert!(asked.is_none(), "asked to press the only button: {asked:?}");
    assert!(ada.state.entries_of(&id).await > Some(60), "a battle was played");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silenced_question_can_be_asked_again() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let silenced = player.until(|_, patch| !wishes(patch, "quiet").is_empty()).await.unwrap();
    let muted = player.seat.clone();
    say(&mut player.line, wishes(&silenced, "quiet").remove(0)).await;
    drop(player);
    let mut player = Player::new(connect(&server, &id, ada.cookie()).await);
    let asked = player.until(|seat, patch| *seat == muted && patch.contains("id=\"ask\"")).await.unwrap();
    assert!(asked.contains("Ask me again"), "{asked}");
    say(&mut player.line, json!({ "t": "ask", "words": declining(&silenced).unwrap() })).await;
    let list = next(&mut player.line, |t| t.contains("id=\"more\"")).await;
    assert!(!list.contains("Ask me again"), "{list}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_coached_until_he_has_read_it_all_or_wants_no_more() {
    let mut ada = Client::new().await;
    let id = ada.play_now().await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("Who goes first") && page.contains("data-rule=\"RA-5.2\""), "{page}");
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    let all = next(&mut line, |t| t.contains("id=\"coach\"")).await;
    let got_it = wishes(&all, "got-it").remove(0);
    // What is not shown cannot be read.
    say(&mut line, json!({ "t": "got-it", "tip": "pursuit" })).await;
    say(&mut line, got_it.clone()).await;
    let read = next(&mut line, |t| t.contains("id=\"coach\"")).await;
    assert!(!read.contains("Who goes first"), "a tip that was read is gone: {read}");
    // It stays read when the page comes back, and the coach has more to say at the next question.
    drop(line);
    let mut line = connect(&server, &id, ada.cookie()).await;
    let all = next(&mut line, |t| t.contains("id=\"coach\"")).await;
    assert!(!all.contains("Who goes first"));
    say(&mut line, wishes(&all, "pick").remove(0)).await;
    let more = next(&mut line, |t| !wishes(t, "got-it").is_empty()).await;
    assert_ne!(wishes(&more, "got-it")[0], got_it);
    say(&mut line, json!({ "t": "coach", "on": false })).await;
    let quiet = next(&mut line, |t| t.contains("id=\"coach\"")).await;
    assert!(wishes(&quiet, "got-it").is_empty() && quiet.contains("aria-checked=\"false\""), "{quiet}");
    // A watcher is never coached, nor is whoever opens a table by the form.
    let page = ada.stranger().get(&format!("/t/{id}")).await.ok().body;
    assert!(!page.contains("Got it"));
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link").await;
    let page = ada.get(answer.header("location")).await.ok().body;
    assert!(!page.contains("Got it") && page.contains("Explain each rule"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
