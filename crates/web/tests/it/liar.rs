//! A standing adversary: a whole game of each kind is played at a table where one player, the table's owner and a
//! stranger lie at every turn. Nothing they do changes anything, and nothing they are told is more than they may know.

use crate::{
    Answer, Client,
    line::{Server, connect, start},
};
use axum::{
    body::Body,
    http::{Method, Request, header},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Decisions between two rounds of lies, and how many decisions a game may have.
const ROUND: usize = 60;
const LONGEST_GAME: usize = 6_000;

/// A game with every seat held by somebody else.
struct Story {
    client: Client,
    server: Server,
    id: String,
    owner: String,
    /// The token of each seat; the last one's holder is the liar.
    tokens: Vec<String>,
    /// A token that was good until its seat was claimed, and one of another table.
    worthless: Vec<String>,
}

#[tokio::test(flavor = "multi_thread")]
async fn red_alert_is_not_lied_to() {
    Story::open(json!({ "game": "red-alert" }), 2).await.play().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn star_trek_is_not_lied_to() {
    Story::open(json!({ "game": "star-trek" }), 2).await.play().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn federation_is_not_lied_to() {
    Story::open(json!({ "game": "federation" }), 1).await.play().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn starcraft_is_not_lied_to() {
    Story::open(json!({ "game": "starcraft" }), 2).await.play().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn space_alert_is_not_lied_to() {
    let order =
        json!({ "game": "space-alert", "scenario": "S1-1", "size": 4, "options": { "clock": "off" } });
    Story::open(order, 4).await.play().await;
}

impl Story {
    async fn open(mut order: Value, seats: usize) -> Story {
        let mut client = Client::new().await;
        order["seats"] = (0..seats).map(|_| "link").collect();
        order["public"] = true.into();
        let table = client.api_post("/tables", "", order).await.ok().json();
        let id = table["id"].as_str().unwrap().to_owned();
        let owner = table["owner"].as_str().unwrap().to_owned();
        let links: Vec<String> =
            table["seats"].as_array().into_iter().flatten().filter_map(token_in).collect();
        let mut tokens = Vec::new();
        for seat in 0..seats {
            let claim = client.api_post(&format!("/tables/{id}/claim"), "", json!({ "seat": seat })).await;
            tokens.push(claim.ok().json()["token"].as_str().unwrap().to_owned());
        }
        let (_, elsewhere) = client.api_table().await;
        let mut worthless: Vec<String> = links.into_iter().filter(|link| !tokens.contains(link)).collect();
        worthless.extend([elsewhere, "s0-".into(), "own-".into(), "s0-0000".into(), "x".repeat(3000)]);
        worthless.push(tokens[0].replace("s0-", "s7-"));
        let server = start(client.state.clone(), "127.0.0.1:0").await;
        Story { client, server, id, owner, tokens, worthless }
    }

    async fn play(mut self) {
        let mut pick: u64 = 11;
        let mut over = Value::Null;
        let mut lies = 0;
        for decision in 0..LONGEST_GAME {
            let mut asked = None;
            for seat in (0..self.tokens.len()).map(|i| (i + decision) % self.tokens.len()) {
                let path = format!("/tables/{}/choices?seat={seat}&brief=true", self.id);
                let token = self.tokens[seat].clone();
                let ask = self.client.api_get(&path, &token).await.ok().json()["asks"][0].clone();
                if ask.is_object() {
                    asked = Some((seat, ask));
                    break;
                }
            }
            let Some((seat, ask)) = asked else { break };
            if decision % ROUND == 0 {
                lies += self.lie(seat, &ask).await;
            }
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (pick >> 33) % ask["count"].as_u64().unwrap();
            let body = json!({ "question": ask["question"], "choice": choice });
            let path = format!("/tables/{}/act?brief=true", self.id);
            over = self.client.api_post(&path, &self.tokens[seat].clone(), body).await.ok().json()["outcome"]
                .clone();
        }
        assert!(over.is_object(), "the game is played to its end in spite of all lies");
        assert!(lies > 60, "{lies} lies are few");
        // After the end the log tells everything, and it is the log of the game that was played.
        let log = self.client.api_get(&format!("/tables/{}/log", self.id), "").await.ok().body;
        let (header, entries) = log.split_once('\n').unwrap();
        let entries: Vec<String> = entries.lines().map(str::to_owned).collect();
        let again = klaxon_catalog::Table::resume(header, None, &entries).unwrap();
        assert!(again.outcome().is_some() && header.contains("\"seed\""));
        let late = self
            .client
            .api_post(&format!("/tables/{}/act", self.id), &self.tokens[0].clone(), json!({ "choice": 0 }))
            .await;
        assert!(late.status.is_client_error(), "{}", late.body);
        self.server.stop.send(()).unwrap();
        self.server.done.await.unwrap();
    }

    /// One round of lies at a moment when `asked` must answer `ask`. Returns how many were told.
    async fn lie(&mut self, asked: usize, ask: &Value) -> usize {
        let liar = self.tokens.len() - 1;
        let mine = self.tokens[liar].clone();
        let secrets = self.secrets(liar).await;
        let before = self.client.state.store.entries(&self.id, 0).await.unwrap();
        let meta = self.client.state.store.table(&self.id).await.unwrap().unwrap().meta;
        let mut answers: Vec<(String, Answer)> = Vec::new();
        let act = format!("/tables/{}/act", self.id);
        let question = &ask["question"];
        let choice = json!({ "seat": asked, "question": question, "choice": 0 });

        // For a seat that is not theirs: with nothing, with worthless tokens, with the owner's, with another seat's.
        let mut wrong = self.worthless.clone();
        wrong.extend([String::new(), self.owner.clone()]);
        if asked != liar {
            wrong.push(mine.clone());
        }
        for token in &wrong {
            answers.push((
                format!("act with {token:.40}"),
                self.client.api_post(&act, token, choice.clone()).await,
            ));
            for path in ["choices", "view", "odds", "stream"] {
                let asks = format!("/tables/{}/{path}?seat={asked}&choice=0", self.id);
                answers.push((format!("{path} with {token:.40}"), self.client.api_get(&asks, token).await));
            }
            for (path, body) in [
                ("undo", json!({ "seat": asked })),
                ("chat", json!({ "seat": asked, "text": "it is me" })),
                ("edition", json!({ "edition": 9 })),
                ("claim", json!({ "seat": asked })),
            ] {
                let answer = self.client.api_post(&format!("/tables/{}/{path}", self.id), token, body).await;
                answers.push((format!("{path} with {token:.40}"), answer));
            }
        }
        // For his own seat: what was not offered, in every shape.
        let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
        let mut odd = vec![
            json!({ "choice": 4_000_000_000u64 }),
            json!({ "choice": -1 }),
            json!({ "choice": 0.5 }),
            json!({ "choice": "0" }),
            json!({ "choice": null }),
            json!({}),
            json!([]),
            json!({ "choice": 0, "action": "end" }),
            json!({ "choice": 0, "question": 1, "seat": liar }),
            json!({ "choice": 0, "seat": 200 }),
            json!({ "choice": 0, "extra": true }),
            json!({ "action": { "win": true } }),
            json!({ "action": deep }),
            json!({ "action": "x".repeat(9000) }),
            json!({ "action": "\u{202e}\u{0}\u{feff}🚀" }),
            json!({ "action": i64::MIN }),
        ];
        if asked != liar {
            // What another seat may do now, this one may not.
            let theirs = format!("/tables/{}/choices?seat={asked}", self.id);
            let theirs = self.client.api_get(&theirs, &self.tokens[asked].clone()).await.ok().json();
            for choice in theirs["asks"][0]["choices"].as_array().unwrap().iter().take(4) {
                if !self.may(liar, &choice["words"]).await {
                    odd.push(json!({ "action": choice["action"] }));
                }
            }
        }
        for body in odd {
            let what = format!("{body:.60}");
            answers.push((what, self.client.api_post(&act, &mine, body).await));
        }
        // In other ways than one asks.
        let (id, bearer) = (self.id.clone(), format!("Bearer {mine}"));
        for (method, path, origin) in [
            (Method::PUT, format!("/api/v1{act}"), None),
            (Method::DELETE, format!("/api/v1/tables/{id}"), None),
            (Method::PATCH, format!("/t/{id}"), None),
            (Method::POST, format!("/t/{id}/claim"), Some("https://evil.test")),
            (Method::POST, format!("/api/v1{act}"), Some("https://evil.test")),
            (Method::POST, format!("/api/v1{act}"), Some("null")),
            (Method::GET, format!("/t/{id}/replay?as=all"), None),
            (Method::GET, format!("/t/{id}/replay?as={asked}&step=1"), None),
            (Method::GET, "/t/..%2f..%2fetc%2fpasswd".into(), None),
            (Method::GET, format!("/t/{}", "a".repeat(5000)), None),
            (Method::GET, format!("/api/v1/tables/{}/view", id.to_uppercase()), None),
        ] {
            let mut request =
                Request::builder().method(method.clone()).uri(&path).header("host", "klaxon.test");
            request = request
                .header(header::AUTHORIZATION, &bearer)
                .header(header::CONTENT_TYPE, "application/json");
            if let Some(origin) = origin {
                request = request.header(header::ORIGIN, origin);
            }
            let request = request.body(Body::from(choice.to_string())).unwrap();
            answers.push((format!("{method} {path:.60}"), self.client.stranger().send(request).await));
        }
        let lies = answers.len();
        for (what, answer) in answers {
            assert!(answer.status.is_client_error(), "{what}: {} {}", answer.status, answer.body);
            quiet(&what, &answer.body, &secrets);
        }
        let log = self.client.api_get(&format!("/tables/{}/log", self.id), &mine).await.ok().body;
        assert!(!log.contains("\"do\"") && !log.contains("\"seed\""), "{log}");
        quiet("the running log", &log, &secrets);
        let heard = self.whisper(ask, &secrets).await;
        let after = self.client.state.store.entries(&self.id, 0).await.unwrap();
        assert_eq!(before, after, "a lie changed the game");
        let stored = self.client.state.store.table(&self.id).await.unwrap().unwrap().meta;
        assert_eq!(meta, stored, "a lie changed who sits where");
        lies + heard
    }

    /// A stranger opens a page of the table and wishes for everything that a page can wish.
    async fn whisper(&mut self, ask: &Value, secrets: &[String]) -> usize {
        let seat = ask["seat"].clone();
        let question = ask["question"].as_u64().unwrap_or(0) >> klaxon_catalog::LIST_BITS;
        let wishes = [
            json!({ "t": "pick", "q": question, "i": 0, "sure": true }),
            json!({ "t": "pick", "q": question, "i": 0, "sure": true, "w": "end" }),
            json!({ "t": "act", "action": "end" }),
            json!({ "t": "act", "q": question, "action": {} }),
            json!({ "t": "any", "words": "concede" }),
            json!({ "t": "undo" }),
            json!({ "t": "odds", "q": question, "i": 0 }),
            json!({ "t": "hint" }),
            json!({ "t": "lift", "seat": seat }),
            json!({ "t": "bot", "seat": seat, "level": "easy" }),
            json!({ "t": "free", "seat": seat }),
            json!({ "t": "edition", "to": 9 }),
            json!({ "t": "auto", "on": true }),
            json!({ "t": "quiet", "q": question }),
            json!({ "t": "say", "text": "hello", "team": true }),
            json!({ "t": "say", "text": "hello" }),
            json!({ "t": "click", "id": "'><script>" }),
            json!({ "t": "coach", "on": true }),
            json!({ "t": "got-it", "tip": "x" }),
            json!({ "t": 1 }),
            json!(null),
        ];
        let mut line = connect(&self.server, &self.id, None).await;
        for wish in &wishes {
            line.send(Message::text(wish.to_string())).await.unwrap();
        }
        // The page answers in order: when this one is through, all were.
        line.send(Message::text(json!({ "t": "no-more" }).to_string())).await.unwrap();
        let mut told = String::new();
        // Long for a busy machine to answer at all, and short for what else comes.
        let patience =
            |told: &str| Duration::from_millis(if told.contains("id=\"note\"") { 400 } else { 8000 });
        while let Ok(Some(Ok(message))) = timeout(patience(&told), line.next()).await {
            if let Message::Text(text) = message {
                told.push_str(&text);
            }
        }
        assert!(told.contains("id=\"note\""), "a stranger is told why not");
        quiet("a stranger's page", &told, secrets);
        let mut foreign =
            format!("ws://{}/t/{}/ws", self.server.address, self.id).into_client_request().unwrap();
        foreign.headers_mut().insert("origin", "https://evil.test".parse().unwrap());
        match connect_async(foreign).await {
            Err(refused) => quiet("another site's page", &refused.to_string(), secrets),
            Ok((mut line, _)) => {
                let mut told = String::new();
                while let Ok(Some(Ok(message))) = timeout(Duration::from_secs(2), line.next()).await {
                    told.push_str(&message.to_string());
                }
                assert!(!told.contains("id=\"ask\""), "another site's page is drawn: {told}");
            }
        }
        wishes.len()
    }

    /// May the seat decide this now?
    async fn may(&mut self, seat: usize, words: &Value) -> bool {
        let path = format!("/tables/{}/choices?seat={seat}", self.id);
        let own = self.client.api_get(&path, &self.tokens[seat].clone()).await.ok().json();
        own["asks"][0]["choices"].as_array().into_iter().flatten().any(|c| c["words"] == *words)
    }

    /// What other seats may do that neither the liar nor a spectator knows of.
    async fn secrets(&mut self, liar: usize) -> Vec<String> {
        let id = self.id.clone();
        let mut known = self.client.stranger().get(&format!("/t/{id}")).await.ok().body;
        for path in ["view", "choices"] {
            let own = format!("/tables/{id}/{path}?seat={liar}");
            known.push_str(&self.client.api_get(&own, &self.tokens[liar].clone()).await.ok().body);
        }
        let mut secrets = Vec::new();
        for seat in (0..self.tokens.len()).filter(|&seat| seat != liar) {
            let path = format!("/tables/{id}/choices?seat={seat}");
            let theirs = self.client.api_get(&path, &self.tokens[seat].clone()).await.ok().json();
            let choices = theirs["asks"][0]["choices"].as_array().cloned().unwrap_or_default();
            // A decision of one word is no secret: any program may know what decisions there are.
            let words =
                choices.iter().filter_map(|c| c["words"].as_str()).filter(|words| words.contains(' '));
            secrets.extend(words.map(str::to_owned));
        }
        secrets.extend(
            self.tokens.iter().enumerate().filter(|(i, _)| *i != liar).map(|(_, token)| token.clone()),
        );
        secrets.retain(|secret| secret.len() > 7 && !known.contains(secret.as_str()));
        secrets
    }
}

/// A seat's token in what the opener of a table is told.
fn token_in(seat: &Value) -> Option<String> {
    let link = seat["token"].as_str().or_else(|| seat["link"].as_str())?;
    Some(link.rsplit(['=', '#']).next()?.to_owned())
}

#[track_caller]
fn quiet(what: &str, told: &str, secrets: &[String]) {
    if let Some(secret) = secrets.iter().find(|secret| told.contains(secret.as_str())) {
        panic!("{what} is told `{secret}`: {told:.2000}");
    }
}
