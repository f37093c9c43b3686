//! Decisions in hindsight, and what players ask of each other.

use crate::{Client, config};
use klaxon_bots::Level;
use klaxon_catalog::Table;
use klaxon_core::{Seat, Seed, TableOrder};
use klaxon_web::Config;
use serde_json::{Value, json};
use std::time::Duration;

/// A host whose reviews are quick.
async fn quick() -> Client {
    Client::with(Config { review_rounds: 120, ..config() }).await
}

/// A game that began with a position, with what was said in it, taken in.
async fn begun_with(client: &Client, game: &str, position: &str, said: &[(u8, &str)]) -> String {
    let position = position.split(';').map(|clause| clause.trim().to_owned()).collect();
    let order = TableOrder { position, ..TableOrder::default() };
    let mut table = Table::open(game, &order, Seed::small(1)).unwrap();
    let mut log = vec![table.sealed_header()];
    for (seat, words) in said {
        log.push(table.say(Seat(*seat), words, 0).unwrap().line);
    }
    // Quick bots play the rest to its end.
    while let Some(seat) = table.to_act().iter().next() {
        let thought = table.think(seat, Level::Easy, 1).unwrap();
        log.push(table.choose(seat, None, thought.index, 0).unwrap().line);
        log.extend(thought.then.iter().map_while(|action| Some(table.act(seat, None, action, 0).ok()?.line)));
    }
    klaxon_web::import(&client.state.store, &log.join("\n")).await.unwrap()
}

/// Waits until a review is done.
async fn done(client: &mut Client, id: &str, seat: u8) -> Value {
    for _ in 0..600 {
        let answer = client.api_get(&format!("/tables/{id}/review?seat={seat}"), "").await.ok().json();
        if answer["state"] == "done" {
            return answer;
        }
        assert_eq!(answer["state"], "coming", "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the review does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_a_planted_blunder_and_is_kept() {
    let mut client = quick().await;
    // Both are a point short of the target. The fighters could leave the map for it, and stay; later the others give up.
    let close = "cw A6 SF ordered; cw I6 SC; cf C2 SC; cf C9 SC; hand cw CM-08 CM-05; hand cf CM-08 CM-05; \
                 objectives cw breakthrough; points cw 20 cf 20; target 21; phase movement cw";
    let id = begun_with(&client, "red-alert", close, &[(0, "end-movement"), (1, "concede")]).await;
    let path = format!("/tables/{id}/review");
    let before = client.api_get(&format!("{path}?seat=0"), "").await.ok().json();
    assert_eq!(before["state"], "unasked");
    assert_eq!(client.api_post(&path, "", json!({ "seat": 9 })).await.status, 404);
    assert_eq!(client.api_post(&path, "", json!({ "seat": 0 })).await.status, 202);
    let review = done(&mut client, &id, 0).await;
    let last = review["remarks"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["mark"], &last["sign"]), (&json!("blunder"), &json!("??")), "{review}");
    // What was better, what that would have come to, and why.
    assert!(last["other"][0].as_str().unwrap().contains("over the baseline"), "{last}");
    assert!(last["other_worth"] == 1000 && last["worth"].as_i64().unwrap() < 840, "{last}");
    assert_eq!(last["why"], "a unit that breaks through scores", "{last}");
    // The page has it: the list, the curve and the timeline, with a way to try again.
    let page = client.get(&format!("/t/{id}/replay?as=0&pane=review")).await.ok().body;
    assert!(page.contains("class=\"remark blunder\"") && page.contains("Try again from here"), "no remark");
    assert!(
        page.contains("data-pane=\"review\"")
            && page.contains("class=\"signs\"")
            && page.contains("class=\"ticks\"")
    );
    // It is made once: the same words, also from the store.
    let table = klaxon_web::AppState::clone(&client.state);
    assert!(table.store.setting(&format!("review/{id}/0/2/1-120")).await.unwrap().is_some());
    assert_eq!(done(&mut client, &id, 0).await, review);
    // A new table from before the blunder, with the same luck.
    let wish = json!({ "step": last["from"], "seats": [0], "others": "random", "same_luck": true });
    let again = client.api_post(&format!("/tables/{id}/branch"), "", wish).await;
    assert_eq!(again.status, 201, "{}", again.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_is_not_reviewed() {
    let mut client = quick().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "easy"] });
    let opened = client.api_post("/tables", "", order).await.json();
    let id = opened["id"].as_str().unwrap();
    let refused = client.api_post(&format!("/tables/{id}/review"), "", json!({ "seat": 0 })).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("running")));
}

/// One asks, a bot answers and lays the card; in other games there is nothing to ask for.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_does_what_it_is_asked_for_and_says_so() {
    // The bot is asked before it has laid its cards for something else.
    let mut client = Client::with(Config { bot_pause: Duration::from_secs(2), ..config() }).await;
    // The other one is in its last phase and holds two cards with a C; a bot sits down there, the programs' seat is the first.
    let crew = "crew 1 2 a1 a2; planning S2-1; phase 2 3; hand 2 C-LIFT C-RED A-RED B-BLUE";
    let over = begun_with(&client, "space-alert", crew, &[]).await;
    let wish = json!({ "step": 0, "seats": [0], "others": "easy" });
    let opened = client.api_post(&format!("/tables/{over}/branch"), "", wish).await.ok().json();
    let (id, token) = (opened["id"].as_str().unwrap(), opened["seats"][0]["token"].as_str().unwrap());
    let path = format!("/tables/{id}/requests");
    let list = client.api_get(&path, token).await.ok().json();
    let words: Vec<&str> = list.as_array().unwrap().iter().filter_map(|r| r["words"].as_str()).collect();
    assert!(words.contains(&"serve 3") && words.contains(&"give C"), "{words:?}");
    let wrong = client.api_post(&path, token, json!({ "words": "dance" })).await;
    assert_eq!(wrong.status, 409, "{}", wrong.body);
    client.api_post(&path, token, json!({ "words": "serve 3", "whom": 1 })).await;
    let mut chat = Value::Null;
    for _ in 0..300 {
        chat = client.api_get(&format!("/tables/{id}/chat"), token).await.ok().json();
        if chat.as_array().unwrap().len() > 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let lines: Vec<&str> = chat.as_array().unwrap().iter().filter_map(|l| l["text"].as_str()).collect();
    assert!(lines[0].ends_with("Serve the computer in phase 3!"), "{lines:?}");
    let answer = lines.get(1).copied().unwrap_or_default();
    // It may have planned to do it before it was asked.
    let yes = answer.starts_with("Yes. ") && answer.contains("serve the computer on ");
    assert!(yes || answer.starts_with("That is on my board"), "{lines:?}");
    // Either way the card lies there, and the crew has been told.
    let view = client.api_get(&format!("/tables/{id}/view?seat=0"), token).await.ok().json();
    let told = &view["view"]["crew"][1]["told"];
    assert!([7, 8].iter().any(|turn| told[turn] == "c"), "{told}");
}

/// Between the missions of a campaign bots wait for the people's votes, and then vote as they did, not as another bot would.
#[tokio::test(flavor = "multi_thread")]
async fn bots_vote_after_people_and_with_them() {
    let mut client = quick().await;
    let survived = "crew 1 2 3 a1; campaign 1 0 0; turn 13 threats";
    let over = begun_with(&client, "space-alert", survived, &[]).await;
    let wish = json!({ "step": 0, "seats": [0], "others": "easy" });
    let opened = client.api_post(&format!("/tables/{over}/branch"), "", wish).await.ok().json();
    let (id, token) = (opened["id"].as_str().unwrap(), opened["seats"][0]["token"].as_str().unwrap());
    let mut vote = None;
    for _ in 0..300 {
        let asks = client.api_get(&format!("/tables/{id}/choices"), token).await.ok().json();
        let ask = asks["asks"][0].clone();
        let words = |i: usize| ask["choices"][i]["words"].as_str().unwrap_or_default().to_owned();
        if words(0).starts_with("go-on") {
            vote = Some((ask["question"].clone(), usize::from(words(0) == "go-on yes")));
            break;
        }
        if words(0) == "advance" {
            let body = json!({ "seat": 0, "question": ask["question"], "choice": 0 });
            client.api_post(&format!("/tables/{id}/act"), token, body).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (question, no) = vote.expect("the crew is asked whether it goes on");
    // A ship without damage would fly on, if it were for bots; and they have time enough to say so.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let votes = |log: &str| ["go-on yes", "go-on no"].map(|vote| log.matches(vote).count());
    let log = client.get(&format!("/t/{id}/log")).await.ok().body;
    assert_eq!(votes(&log), [0, 0], "{log}");
    let body = json!({ "seat": 0, "question": question, "choice": no });
    client.api_post(&format!("/tables/{id}/act"), token, body).await.ok();
    for _ in 0..300 {
        if client.api_get(&format!("/tables/{id}"), token).await.ok().json()["state"] == "over" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let log = client.get(&format!("/t/{id}/log")).await.ok().body;
    assert_eq!(votes(&log), [0, 3], "{log}");
}
