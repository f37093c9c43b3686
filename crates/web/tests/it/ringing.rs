//! "Your turn" elsewhere, with a mail server, a push service and webhooks of its own: once for a turn, not while present, and nothing that
//! somebody could misuse to reach or to bother others.

use crate::{
    Client, config,
    line::{connect, next, start},
    pages::encode,
};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, Request, StatusCode, Uri},
    response::IntoResponse,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use klaxon_store::ChannelChange;
use klaxon_web::{AppState, Config, Post, RingingSettings, Wall};
use ring::{aead, agreement, hkdf, hmac, rand::SystemRandom};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    time::sleep,
};

/// Who is away for so long is rung.
const AFTER: Duration = Duration::from_millis(300);
/// What has not come after this does not come.
const SILENCE: Duration = Duration::from_millis(1200);

/// A server that takes requests and keeps them.
#[derive(Clone)]
struct Sink {
    at: SocketAddr,
    got: Arc<Mutex<Vec<(String, HeaderMap, Bytes)>>>,
    status: Arc<AtomicU16>,
}

async fn take(State(sink): State<Sink>, uri: Uri, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    sink.got.lock().unwrap().push((uri.path().to_owned(), headers, body));
    let status = StatusCode::from_u16(sink.status.load(Relaxed)).unwrap();
    (status, [("location", format!("http://{}/elsewhere", sink.at))])
}

impl Sink {
    async fn new() -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let sink = Sink { at, got: Arc::default(), status: Arc::new(AtomicU16::new(200)) };
        let router = Router::new().fallback(take).with_state(sink.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        sink
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.at)
    }

    /// How many requests came to a path.
    fn count(&self, path: &str) -> usize {
        self.got.lock().unwrap().iter().filter(|(at, ..)| at.trim_start_matches('/') == path).count()
    }

    async fn wait(&self, path: &str, n: usize) {
        until(|| self.count(path) >= n, &format!("{n} requests to {path}")).await;
    }
}

/// A mail server that keeps what it gets.
async fn mailbox() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (at, mails) = (listener.local_addr().unwrap(), Arc::<Mutex<Vec<String>>>::default());
    let kept = mails.clone();
    tokio::spawn(async move {
        while let Ok((line, _)) = listener.accept().await {
            let kept = kept.clone();
            tokio::spawn(async move {
                let (read, mut write) = line.into_split();
                let mut lines = BufReader::new(read).lines();
                write.write_all(b"220 sink\r\n").await.unwrap();
                let (mut mail, mut data) = (String::new(), false);
                while let Ok(Some(text)) = lines.next_line().await {
                    let answer: &[u8] = match text.as_str() {
                        "." if data => {
                            kept.lock().unwrap().push(std::mem::take(&mut mail));
                            data = false;
                            b"250 kept\r\n"
                        }
                        text if data => {
                            mail += text;
                            mail += "\n";
                            continue;
                        }
                        "DATA" => {
                            data = true;
                            b"354 go on\r\n"
                        }
                        "QUIT" => b"221 bye\r\n",
                        text => {
                            if text.starts_with("RCPT") {
                                mail = format!("{text}\n");
                            }
                            b"250 good\r\n"
                        }
                    };
                    if write.write_all(answer).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (at, mails)
}

async fn until(done: impl Fn() -> bool, what: &str) {
    for _ in 0..600 {
        if done() {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{what} did not come");
}

/// A mail as it is read: lines that were broken are whole again.
fn plain(mail: &str) -> String {
    mail.replace("=\n", "").replace("=3D", "=").replace("\n ", " ")
}

/// The link in a mail that leads to a part of the server.
fn link(mail: &str, part: &str) -> String {
    let text = plain(mail);
    let begin =
        text.find(&format!("http://klaxon.test/{part}")).unwrap_or_else(|| panic!("{part} in {text}"));
    let rest = &text[begin + "http://klaxon.test".len()..];
    rest.split(|c: char| c.is_whitespace() || c == '>').next().unwrap().to_owned()
}

fn ringing() -> RingingSettings {
    RingingSettings { after: AFTER, pace: Duration::from_millis(30), private: true, post: None }
}

fn config_with(ringing: RingingSettings) -> Config {
    Config { ringing, public_url: Some("http://klaxon.test".parse().unwrap()), ..config() }
}

/// Somebody with an account and a token for all that it may do.
struct Player {
    client: Client,
    token: String,
}

impl Player {
    async fn new(client: &Client, name: &str) -> Player {
        let mut client = client.stranger();
        client.form("/account/new", &format!("name={name}&password=nine+horses+by+the+shore")).await.ok();
        let page = client.form("/account/token", "label=t&read=yes&play=yes&account=yes").await.ok().body;
        let once = page.split("id=\"once\"").nth(1).unwrap();
        let token = once.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
        Player { client, token }
    }

    async fn is_asked(&mut self, id: &str) -> bool {
        let choices =
            self.client.api_get(&format!("/tables/{id}/choices?brief=true"), &self.token).await.ok().json();
        choices["asks"].as_array().is_some_and(|asks| !asks.is_empty())
    }

    /// Makes one decision.
    async fn decide(&mut self, id: &str) {
        self.client.play_on(id, &self.token, 1).await;
    }

    async fn add(&mut self, body: Value) -> Value {
        self.client.api_post("/account/channels", &self.token, body).await.ok().json()
    }

    async fn webhook(&mut self, sink: &Sink, path: &str) -> Value {
        self.add(json!({ "kind": "webhook", "url": sink.url(path) })).await
    }

    async fn channels(&mut self) -> Value {
        self.client.api_get("/account/channels", &self.token).await.ok().json()
    }
}

/// A table of two; the first is asked, the second not yet.
async fn table(ada: &mut Player, bob: &mut Player) -> String {
    let begun = ada.client.form("/open/red-alert", "s-0=me&s-1=link&public=closed").await;
    let id = begun.header("location").strip_prefix("/t/").unwrap().to_owned();
    let page = ada.client.get(&format!("/t/{id}")).await.ok().body;
    let secret = page.split("#seat=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    bob.client.fetch(&format!("/t/{id}/claim"), &json!({ "token": secret })).await.ok();
    id
}

/// One plays until the other is asked and he himself is not.
async fn hand_over(one: &mut Player, other: &mut Player, id: &str) {
    for _ in 0..400 {
        if !one.is_asked(id).await && other.is_asked(id).await {
            return;
        }
        one.decide(id).await;
    }
    panic!("the turn does not pass");
}

/// One decides until he is not asked any more.
async fn finish(one: &mut Player, id: &str) {
    for _ in 0..400 {
        if !one.is_asked(id).await {
            return;
        }
        one.decide(id).await;
    }
}

async fn two(config: Config) -> (AppState, Player, Player) {
    let client = Client::with(config).await;
    let (ada, bob) = (Player::new(&client, "Ada").await, Player::new(&client, "Bob").await);
    (client.state, ada, bob)
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Reads a push message as a browser does (RFC 8291).
fn unseal(own: agreement::EphemeralPrivateKey, public: &[u8], auth: &[u8], body: &[u8]) -> Value {
    let (salt, theirs, sealed) = (&body[..16], &body[21..86], &body[86..]);
    let derive = |salt: &[u8], key: &[u8], info: &[&[u8]], n: usize| {
        let mut out = vec![0; n];
        let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(key);
        prk.expand(info, Length(n)).unwrap().fill(&mut out).unwrap();
        out
    };
    let peer = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, theirs);
    let key = agreement::agree_ephemeral(own, &peer, |shared| {
        derive(auth, shared, &[b"WebPush: info\0", public, theirs], 32)
    })
    .unwrap();
    let content = derive(salt, &key, &[b"Content-Encoding: aes128gcm\0"], 16);
    let nonce: [u8; 12] = derive(salt, &key, &[b"Content-Encoding: nonce\0"], 12).try_into().unwrap();
    let opening = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &content).unwrap());
    let mut text = sealed.to_vec();
    let text = opening
        .open_in_place(aead::Nonce::assume_unique_for_key(nonce), aead::Aad::empty(), &mut text)
        .unwrap();
    assert_eq!(text.last(), Some(&2));
    serde_json::from_slice(&text[..text.len() - 1]).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_here_rings_by_push_mail_and_webhook_there_once() {
    let (mail, mails) = mailbox().await;
    let post = Post::new(&format!("smtp://{mail}"), "Klaxon <klaxon@example.org>").unwrap();
    let (_state, mut ada, mut bob) =
        two(config_with(RingingSettings { post: Some(post), ..ringing() })).await;
    let id = table(&mut ada, &mut bob).await;
    let sink = Sink::new().await;
    let secret = bob.webhook(&sink, "hook").await["secret"].as_str().unwrap().to_owned();
    bob.add(json!({ "kind": "webhook", "url": sink.url("discord"), "form": "discord" })).await;
    // A browser.
    let own = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new()).unwrap();
    let (public, auth) = (own.compute_public_key().unwrap().as_ref().to_vec(), [7_u8; 16]);
    let keys = json!({ "p256dh": BASE64.encode(&public), "auth": BASE64.encode(auth) });
    bob.client.fetch("/me/notices/push", &json!({ "endpoint": sink.url("push"), "keys": keys })).await.ok();
    // A mailbox, which is asked first.
    bob.add(json!({ "kind": "mail", "address": "Bob@example.org" })).await;
    until(|| mails.lock().unwrap().len() == 1, "the letter that asks").await;
    let letter = mails.lock().unwrap().remove(0);
    assert!(
        letter.contains("RCPT TO:<bob@example.org>") && letter.contains("From: Klaxon <klaxon@example.org>")
    );
    let confirm = link(&letter, "notices/confirm/");
    assert!(ada.client.get(&confirm).await.ok().body.contains("Yes, ring me here"));
    assert_eq!(bob.channels().await.as_array().unwrap().iter().filter(|c| c["rings"] == true).count(), 3);
    ada.client.form(&confirm, "").await.ok();
    assert_eq!(bob.channels().await.as_array().unwrap().iter().filter(|c| c["rings"] == true).count(), 4);

    hand_over(&mut ada, &mut bob, &id).await;
    for path in ["hook", "discord", "push"] {
        sink.wait(path, 1).await;
    }
    until(|| mails.lock().unwrap().len() == 1, "the mail").await;
    // The webhook is signed, and says nothing of what is asked.
    let got = sink.got.lock().unwrap().clone();
    let (_, headers, body) = got.iter().find(|(path, ..)| path == "/hook").unwrap();
    let stamp = headers["klaxon-timestamp"].to_str().unwrap();
    let signed = [stamp.as_bytes(), b".", body].concat();
    let right = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()), &signed);
    let hex: String = right.as_ref().iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(headers["klaxon-signature"].to_str().unwrap(), format!("v1={hex}"));
    let said: Value = serde_json::from_slice(body).unwrap();
    assert_eq!(
        (said["event"].as_str(), said["turns"][0]["table"].as_str()),
        (Some("your-turn"), Some(id.as_str()))
    );
    let question = format!("http://klaxon.test/t/{id}#ask");
    assert_eq!(said["turns"][0]["link"], question.as_str());
    let (_, headers, body) = got.iter().find(|(path, ..)| path == "/push").unwrap();
    assert!(headers["authorization"].to_str().unwrap().starts_with("vapid t="));
    let message = unseal(own, &public, &auth, body);
    assert_eq!(message["link"], question.as_str());
    assert!(message["title"].as_str().unwrap().starts_with("Your turn: Red Alert"), "{message}");
    let (_, _, body) = got.iter().find(|(path, ..)| path == "/discord").unwrap();
    assert!(serde_json::from_slice::<Value>(body).unwrap()["content"].as_str().unwrap().ends_with(&question));
    let mail = mails.lock().unwrap()[0].clone();
    assert!(mail.contains("Subject: Your turn: Red Alert") && plain(&mail).contains(&question), "{mail}");
    assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
    // The link opens the table at the question.
    let page = bob.client.get(&link(&mail, &format!("t/{id}")).replace("#ask", "")).await.ok().body;
    assert!(
        page.contains("id=\"ask\" class=\"ask mine\"") || page.contains("class=\"ask mine\" id=\"ask\""),
        "the question is his"
    );

    // A decision that leaves him asked is the same turn; so is a page that was opened and closed.
    bob.decide(&id).await;
    sleep(SILENCE).await;
    let still = bob.is_asked(&id).await;
    for path in ["hook", "discord", "push"] {
        assert_eq!(sink.count(path), 1, "{path}, still asked: {still}");
    }
    assert_eq!(mails.lock().unwrap().len(), 1);
    // The next turn rings again.
    finish(&mut bob, &id).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sink.wait("hook", 2).await;
    until(|| mails.lock().unwrap().len() == 2, "the second mail").await;

    // The link in the mail stops it without signing in, by a mail program that says nothing of itself; twice is no mistake.
    let stop = link(&mails.lock().unwrap()[1].clone(), "notices/stop/");
    assert!(ada.client.stranger().get(&stop).await.ok().body.contains("Stop them"));
    for _ in 0..2 {
        let one_click = Request::builder()
            .method(Method::POST)
            .uri(&stop)
            .header("host", "klaxon.test")
            .header("content-type", "application/x-www-form-urlencoded")
            .body("List-Unsubscribe=One-Click".into())
            .unwrap();
        ada.client.send(one_click).await.ok();
    }
    assert!(bob.channels().await.as_array().unwrap().iter().all(|channel| channel["kind"] != "mail"));
    assert_eq!(ada.client.form(&confirm, "").await.status, 404, "what is stopped is not confirmed again");
    finish(&mut bob, &id).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sink.wait("hook", 3).await;
    sleep(SILENCE).await;
    assert_eq!(mails.lock().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_rung_who_is_at_the_table() {
    let (state, mut ada, mut bob) = two(config_with(ringing())).await;
    let id = table(&mut ada, &mut bob).await;
    let sink = Sink::new().await;
    bob.webhook(&sink, "hook").await;
    let server = start(state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, bob.client.cookie()).await;
    next(&mut line, |t| t.contains("id=\"who\"")).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sleep(SILENCE).await;
    assert_eq!(sink.count("hook"), 0, "he sees it himself");
    // He goes, and is rung when he has been away for a while.
    drop(line);
    sink.wait("hook", 1).await;
    sleep(SILENCE).await;
    assert_eq!(sink.count("hook"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_channels_are_quiet_when_told_so() {
    let (_state, mut ada, mut bob) = two(config_with(ringing())).await;
    let id = table(&mut ada, &mut bob).await;
    let sink = Sink::new().await;
    let (one, two) = (bob.webhook(&sink, "one").await, bob.webhook(&sink, "two").await);
    let path = |channel: &Value| format!("/account/channels/{}", channel["id"].as_str().unwrap());
    bob.client.api_post(&path(&one), &bob.token, json!({ "on": false })).await.ok();
    hand_over(&mut ada, &mut bob, &id).await;
    sink.wait("two", 1).await;
    assert_eq!(sink.count("one"), 0, "switched off");
    // Muted by the page, and heard again by the API.
    assert!(bob.client.get(&format!("/me/notices?table={id}")).await.ok().body.contains("Keep quiet"));
    assert_eq!(bob.client.form("/me/notices/mute", &format!("table={id}&muted=yes")).await.status, 303);
    assert_eq!(bob.client.api_get("/account/muted", &bob.token).await.ok().json(), json!([id]));
    finish(&mut bob, &id).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sleep(SILENCE).await;
    assert_eq!(sink.count("two"), 1, "muted");
    bob.client.api_post(&format!("/account/muted/{id}"), &bob.token, json!({ "muted": false })).await.ok();
    bob.client.api(Method::DELETE, &path(&one), &bob.token, None).await.ok();
    finish(&mut bob, &id).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sink.wait("two", 2).await;
    // Others' tables and channels are none of his business.
    assert_eq!(ada.client.api(Method::DELETE, &path(&two), &ada.token, None).await.status, 404);
    assert_eq!(ada.client.api_post(&path(&two), &ada.token, json!({ "on": false })).await.status, 404);
    assert_eq!(ada.client.api_post(&format!("{}/test", path(&two)), &ada.token, json!({})).await.status, 404);
    let foreign = format!("id={}", two["id"].as_str().unwrap());
    for what in ["remove", "set", "test"] {
        assert_eq!(ada.client.form(&format!("/me/notices/{what}"), &foreign).await.status, 404, "{what}");
        assert_eq!(ada.client.stranger().form(&format!("/me/notices/{what}"), &foreign).await.status, 404);
    }
    let mut eve = Player::new(&ada.client, "Eve").await;
    let mute =
        eve.client.api_post(&format!("/account/muted/{id}"), &eve.token, json!({ "muted": true })).await;
    assert_eq!(mute.status, 404);
    assert_eq!(eve.client.api_get("/account/channels", "").await.status, 403);
    // What is kept is exported, and goes with the account.
    let data = bob.client.api_get("/account/export", &bob.token).await.ok().json();
    assert!(data["channels"]["channels"].to_string().contains(&sink.url("two")), "{data}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_gathers_what_comes_within_its_hour() {
    let later = Arc::new(AtomicU64::new(0));
    let clock = later.clone();
    let wall = Wall::by(move || Wall::default().now() + clock.load(Relaxed));
    let (_state, mut ada, mut bob) = two(Config { wall, ..config_with(ringing()) }).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(table(&mut ada, &mut bob).await);
    }
    let sink = Sink::new().await;
    bob.add(json!({ "kind": "webhook", "url": sink.url("hook"), "digest": "hour" })).await;
    hand_over(&mut ada, &mut bob, &ids[0]).await;
    sink.wait("hook", 1).await;
    hand_over(&mut ada, &mut bob, &ids[1]).await;
    hand_over(&mut ada, &mut bob, &ids[2]).await;
    sleep(SILENCE).await;
    assert_eq!(sink.count("hook"), 1, "within the hour");
    // What he has done meanwhile is not told any more.
    finish(&mut bob, &ids[2]).await;
    sleep(Duration::from_millis(200)).await;
    later.fetch_add(3_700_000, Relaxed);
    sink.wait("hook", 2).await;
    let got = sink.got.lock().unwrap().clone();
    let said: Value = serde_json::from_slice(&got[1].2).unwrap();
    let told: Vec<&str> =
        said["turns"].as_array().unwrap().iter().map(|turn| turn["table"].as_str().unwrap()).collect();
    assert!(told.contains(&ids[1].as_str()) && !told.contains(&ids[0].as_str()), "{said}");
    let asked = bob.is_asked(&ids[2]).await;
    assert!(asked || !told.contains(&ids[2].as_str()), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_rings_when_it_is_back() {
    let scratch = std::env::temp_dir().join(format!("klaxon-ringing-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&scratch);
    let slow = RingingSettings { after: Duration::from_secs(3600), ..ringing() };
    let sink = Sink::new().await;
    let (id, person) = {
        let (state, mut ada, mut bob) =
            two(Config { data: Some(scratch.clone()), ..config_with(slow) }).await;
        let id = table(&mut ada, &mut bob).await;
        bob.webhook(&sink, "hook").await;
        hand_over(&mut ada, &mut bob, &id).await;
        sleep(Duration::from_millis(300)).await;
        let people = state.store.channels().people(String::new(), 9).await.unwrap();
        // What was to be told is lost, as when the machine loses its power.
        let lost = ChannelChange::Asked {
            table: id.clone(),
            n: u32::MAX >> 1,
            asked: vec![],
            fresh: vec![],
            due: 0,
        };
        state.store.channels().change(lost).await.unwrap();
        assert!(state.store.channels().calls(u64::MAX >> 1, 9).await.unwrap().is_empty());
        state.close().await;
        (id, people[0].clone())
    };
    assert_eq!(sink.count("hook"), 0);
    let again = Config { data: Some(scratch.clone()), ..config_with(ringing()) };
    let state = AppState::open(again.clone()).await.unwrap();
    sink.wait("hook", 1).await;
    sleep(Duration::from_millis(300)).await;
    state.close().await;
    // What was rung is known after the next start, too.
    let state = AppState::open(again).await.unwrap();
    sleep(SILENCE).await;
    assert_eq!(sink.count("hook"), 1);
    assert!(!person.is_empty() && !id.is_empty());
    state.close().await;
    let _ = std::fs::remove_dir_all(&scratch);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_fails_is_tried_again_and_then_given_up_with_a_word() {
    let later = Arc::new(AtomicU64::new(0));
    let clock = later.clone();
    let wall = Wall::by(move || Wall::default().now() + clock.load(Relaxed));
    let (_state, mut ada, mut bob) = two(Config { wall, ..config_with(ringing()) }).await;
    let id = table(&mut ada, &mut bob).await;
    let sink = Sink::new().await;
    let channel = bob.webhook(&sink, "hook").await;
    // A redirect is not followed, wherever it leads.
    sink.status.store(302, Relaxed);
    hand_over(&mut ada, &mut bob, &id).await;
    for n in 1..=8 {
        sink.wait("hook", n).await;
        sleep(Duration::from_millis(100)).await;
        later.fetch_add(7 * 3_600_000, Relaxed);
    }
    sleep(SILENCE).await;
    assert_eq!((sink.count("hook"), sink.count("elsewhere")), (8, 0));
    let told = bob.channels().await;
    assert_eq!((&told[0]["rings"], &told[0]["failures"]), (&json!(false), &json!(8)));
    assert!(told[0]["trouble"].as_str().unwrap().contains("redirects are not followed"), "{told}");
    let page = bob.client.get("/me/notices").await.ok().body;
    assert!(page.contains("switched off, because nothing went out any more"), "its owner is told");
    // Switched on it has another chance.
    sink.status.store(204, Relaxed);
    let which = format!("id={}", channel["id"].as_str().unwrap());
    assert_eq!(bob.client.form("/me/notices/set", &format!("{which}&on=yes")).await.status, 303);
    let tested = bob.client.form("/me/notices/test", &which).await.ok();
    assert!(tested.body.contains("The test was taken"));
    assert_eq!(sink.count("hook"), 9);
    // A browser that is gone is forgotten.
    sink.status.store(410, Relaxed);
    let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    let keys = json!({ "p256dh": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg" });
    bob.client.fetch("/me/notices/push", &json!({ "endpoint": sink.url("push"), "keys": keys })).await.ok();
    assert_eq!(bob.channels().await.as_array().unwrap().len(), 2);
    finish(&mut bob, &id).await;
    hand_over(&mut ada, &mut bob, &id).await;
    sink.wait("push", 1).await;
    sleep(Duration::from_millis(300)).await;
    assert_eq!(bob.channels().await.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reaches_what_only_the_server_reaches() {
    let (_state, _ada, mut bob) = two(config_with(RingingSettings { private: false, ..ringing() })).await;
    let sink = Sink::new().await;
    let port = sink.at.port();
    for place in [
        format!("http://127.0.0.1:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://0x7f.1:{port}/"),
        format!("http://0177.0.0.1:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://0.0.0.0:{port}/"),
        "http://169.254.169.254/latest/meta-data/".into(),
        "http://192.168.1.1/".into(),
        "http://100.64.0.1/".into(),
        "http://[fd00::1]/".into(),
        "http://[64:ff9b::7f00:1]/".into(),
        "file:///etc/passwd".into(),
        "http://user:pass@example.org/".into(),
        "http://example.org/\r\nX-Evil: 1".into(),
        "gopher://127.0.0.1/".into(),
        format!("http://example.org/{}", "x".repeat(2000)),
    ] {
        let body = json!({ "kind": "webhook", "url": place });
        let refused = bob.client.api_post("/account/channels", &bob.token, body).await;
        assert_eq!(refused.status, 400, "{place}: {}", refused.body);
        let keys = json!({ "p256dh": "x", "auth": "y" });
        let pushed = bob.client.fetch("/me/notices/push", &json!({ "endpoint": place, "keys": keys })).await;
        assert_eq!(pushed.status, 400, "{place}: {}", pushed.body);
        assert_eq!(
            bob.client.form("/me/notices/webhook", &format!("url={}", encode(&place))).await.status,
            400
        );
    }
    assert_eq!(bob.channels().await, json!([]));
    assert!(sink.got.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobodys_mailbox_is_flooded() {
    let (mail, mails) = mailbox().await;
    let post = Post::new(&format!("smtp://{mail}"), "klaxon@example.org").unwrap();
    let config = config_with(RingingSettings { post: Some(post), ..ringing() });
    let (state, _ada, mut bob) = two(config).await;
    for bad in [
        "a@b.c\r\nBcc: eve@example.org",
        "a@b.c,eve@example.org",
        "Eve <eve@example.org>",
        "eve",
        "eve@localhost",
    ] {
        let refused = bob
            .client
            .api_post("/account/channels", &bob.token, json!({ "kind": "mail", "address": bad }))
            .await;
        assert_eq!(refused.status, 400, "{bad:?}");
    }
    assert!(mails.lock().unwrap().is_empty());
    // One address is asked twice a day, whoever wants it to be and however often.
    for n in 0..6 {
        let mut guest = bob.client.stranger();
        let answer = guest.form("/me/notices/mail", "address=victim%40example.org").await;
        assert_eq!(answer.status.as_u16(), if n < 2 { 200 } else { 429 }, "{n}");
    }
    assert_eq!(mails.lock().unwrap().len(), 2);
    // One peer asks few addresses.
    let mut refused = 0;
    for n in 0..8 {
        let mut guest = bob.client.stranger();
        let answer = guest.form("/me/notices/mail", &format!("address=a{n}%40example.org")).await;
        refused += usize::from(answer.status == 429);
    }
    assert!(refused >= 5 && mails.lock().unwrap().len() <= 5, "{refused}");
    // What is not confirmed rings nobody, and is not tested either.
    let mut guest = bob.client.stranger();
    let id = {
        let people = state.store.channels().people(String::new(), 99).await.unwrap();
        state.store.channels().of(people[0].clone()).await.unwrap()[0].id.clone()
    };
    assert_eq!(guest.form("/me/notices/test", &format!("id={id}")).await.status, 404);
    for forged in [format!("{id}.00"), id.clone(), format!("{id}."), "..".into(), "x.y".into()] {
        assert_eq!(guest.form(&format!("/notices/confirm/{forged}"), "").await.status, 404, "{forged}");
        assert_eq!(guest.form(&format!("/notices/stop/{forged}"), "").await.status, 404, "{forged}");
    }
    // A token for stopping does not confirm.
    let letter = mails.lock().unwrap()[0].clone();
    let swapped = link(&letter, "notices/stop/").replace("stop", "confirm");
    assert_eq!(guest.form(&swapped, "").await.status, 404);
    // So many channels, and no more.
    let sink = Sink::new().await;
    for _ in 0..12 {
        bob.webhook(&sink, "x").await;
    }
    let body = json!({ "kind": "webhook", "url": sink.url("x") });
    assert_eq!(bob.client.api_post("/account/channels", &bob.token, body).await.status, 409);
    // And so many tests.
    let which = format!("id={}", bob.channels().await[0]["id"].as_str().unwrap());
    let mut taken = 0;
    for _ in 0..15 {
        taken += usize::from(bob.client.form("/me/notices/test", &which).await.status == 200);
    }
    assert_eq!((taken, sink.count("x")), (10, 10));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_has_ones_tables_at_an_address_of_its_own() {
    let (_state, mut ada, mut bob) = two(config_with(ringing())).await;
    let id = table(&mut ada, &mut bob).await;
    hand_over(&mut ada, &mut bob, &id).await;
    let made = bob.add(json!({ "kind": "feed" })).await;
    let at = made["secret"].as_str().unwrap().strip_prefix("http://klaxon.test").unwrap().to_owned();
    let mut reader = ada.client.stranger();
    let feed = reader.get(&at).await.ok();
    assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
    assert!(feed.body.contains("<title>Your turn: Red Alert"), "{}", feed.body);
    assert!(feed.body.contains(&format!("<link href=\"http://klaxon.test/t/{id}#ask\"/>")));
    assert_eq!(reader.get("/feed/0000").await.status, 404);
    // The id that its owner sees does not open it.
    let channel = made["id"].as_str().unwrap();
    assert_eq!(reader.get(&format!("/feed/{channel}")).await.status, 404);
    bob.client.form("/me/notices/remove", &format!("id={channel}")).await;
    assert_eq!(reader.get(&at).await.status, 404, "removed");
}

#[tokio::test(flavor = "multi_thread")]
async fn klaxon_can_be_installed_and_says_kindly_when_it_is_offline() {
    let mut client = Client::new().await;
    let manifest = client.get("/manifest.webmanifest").await.ok();
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    for icon in manifest.json()["icons"].as_array().unwrap() {
        let picture = client.get(icon["src"].as_str().unwrap()).await.ok();
        assert_eq!(picture.header("content-type"), "image/png");
    }
    let worker = client.get("/sw.js").await.ok();
    assert!(worker.header("content-type").starts_with("text/javascript"));
    assert!(worker.body.contains("const BUILD = \"") && worker.body.contains("notificationclick"));
    clicked(&worker.body);
    assert!(client.get("/offline").await.ok().body.contains("You are offline"));
    let home = client.get("/").await.ok();
    assert!(home.body.contains("rel=\"manifest\""));
    let policy = home.header("content-security-policy").to_owned();
    assert!(policy.contains("worker-src 'self'") && policy.contains("manifest-src 'self'"), "{policy}");
    // A guest's page, without and with a channel.
    assert!(client.get("/me/notices").await.ok().body.contains("This server sends no mail"));
}

/// A table of two over days; the first is asked.
async fn days_table(ada: &mut Player, bob: &mut Player) -> String {
    let begun = ada.client.form("/open/red-alert", "s-0=me&s-1=link&public=yes&clock=days-86400").await;
    let id = begun.header("location").strip_prefix("/t/").unwrap().to_owned();
    bob.client.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await.ok();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_little_time_left_is_reminded_once() {
    const HOUR: u64 = 3_600_000;
    let scratch = std::env::temp_dir().join(format!("klaxon-reminders-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&scratch);
    let (ahead, sink) = (Arc::new(AtomicU64::new(0)), Sink::new().await);
    let (mail_at, mails) = mailbox().await;
    let at = || {
        let (ahead, data) = (ahead.clone(), Some(scratch.clone()));
        let wall = Wall::by(move || Wall::default().now() + ahead.load(Relaxed));
        let post = Some(Post::new(&format!("smtp://{mail_at}"), "klaxon@klaxon.test").unwrap());
        Config { data, wall, ..config_with(RingingSettings { post, ..ringing() }) }
    };
    let (state, mut ada, mut bob) = two(at()).await;
    let id = days_table(&mut ada, &mut bob).await;
    // Whoever sits down late has little time for his first question: the next turn is a whole one.
    hand_over(&mut ada, &mut bob, &id).await;
    hand_over(&mut bob, &mut ada, &id).await;
    bob.webhook(&sink, "hook").await;
    // One that rings rarely, and one without reminders.
    bob.add(json!({ "kind": "webhook", "url": sink.url("rare"), "digest": "day" })).await;
    let quiet = bob.webhook(&sink, "quiet").await;
    let path = format!("/account/channels/{}", quiet["id"].as_str().unwrap());
    let set = bob.client.api_post(&path, &bob.token, json!({ "on": true, "remind": false })).await;
    assert_eq!(set.status, 204, "{}", set.body);
    bob.add(json!({ "kind": "mail", "address": "bob@klaxon.test" })).await;
    until(|| mails.lock().unwrap().len() == 1, "the letter that asks").await;
    let confirm = link(&mails.lock().unwrap()[0].clone(), "notices/confirm/");
    bob.client.form(&confirm, "").await.ok();
    hand_over(&mut ada, &mut bob, &id).await;
    for path in ["hook", "rare", "quiet"] {
        sink.wait(path, 1).await;
    }
    until(|| mails.lock().unwrap().len() == 2, "the mail of the turn").await;
    state.close().await;
    // A quarter of the day is left, while nobody has the table open.
    ahead.fetch_add(19 * HOUR, Relaxed);
    let state = AppState::open(at()).await.unwrap();
    sink.wait("hook", 2).await;
    sink.wait("rare", 2).await;
    until(|| mails.lock().unwrap().len() == 3, "the reminder by mail").await;
    sleep(SILENCE).await;
    assert_eq!(
        (sink.count("hook"), sink.count("rare"), sink.count("quiet")),
        (2, 2, 1),
        "once, and not where unwanted"
    );
    let got = sink.got.lock().unwrap().clone();
    let said: Vec<Value> = (got.iter().filter(|(path, ..)| path == "/hook"))
        .map(|(_, _, body)| serde_json::from_slice(body).unwrap())
        .collect();
    assert_eq!((&said[0]["event"], &said[1]["event"]), (&json!("your-turn"), &json!("time-is-short")));
    assert!(said[1]["text"].as_str().unwrap().starts_with("Time is short: "), "{}", said[1]);
    assert!(said[0]["turns"][0]["until"].is_null() && said[1]["turns"][0]["until"].is_u64());
    assert_ne!(said[0]["id"], said[1]["id"], "it is another message");
    let mail = plain(&mails.lock().unwrap()[2].clone());
    assert!(mail.contains("Time is short") && mail.contains("Time is out on 20"), "{mail}");
    state.close().await;
    // Nor is it told again by the next server.
    let state = AppState::open(at()).await.unwrap();
    sleep(SILENCE).await;
    assert_eq!(sink.count("hook"), 2);
    state.close().await;
    let _ = std::fs::remove_dir_all(&scratch);
}

/// What a click on a notification does: the worker runs in Node, where there are only as many pages as the case says.
fn clicked(worker: &str) {
    use std::{io::Write, process};
    if process::Command::new("node").arg("--version").output().is_err() {
        assert!(std::env::var("KLAXON_NODE").as_deref() != Ok("required"), "there is no Node.js");
        eprintln!("SKIPPED the worker's clicks: there is no Node.js here");
        return;
    }
    let around = r#"
        const heard = {};
        globalThis.location = { origin: "https://k.example" };
        globalThis.caches = {};
        let pages = [], done = [];
        const page = (url) => ({ url, focus() { done.push(`focus ${url}`); return Promise.resolve(this); }, postMessage: (said) => done.push(said.go) });
        globalThis.self = {
          addEventListener: (name, listener) => { heard[name] = listener; },
          registration: { showNotification: (title, options) => { done.push([title, options.body, options.data.link].join(" ")); } },
          clients: { matchAll: () => Promise.resolve(pages), openWindow: (link) => { done.push(`open ${link}`); } },
        };
    "#;
    let cases = r#"
        const click = async (link, open) => {
          [pages, done] = [open.map(page), []];
          let waits, closed = false;
          heard.notificationclick({ notification: { data: { link }, close: () => { closed = true; } }, waitUntil: (promise) => { waits = promise; } });
          await waits;
          console.log(closed, done.join(", "));
        };
        const push = async (data) => {
          done = [];
          let waits;
          heard.push({ data, waitUntil: (promise) => { waits = promise; } });
          await waits;
          console.log(done.join(", "));
        };
        await click("https://k.example/t/abc#ask", []);
        await click("https://k.example/t/abc#ask", ["https://k.example/lobby", "https://k.example/t/abc"]);
        await click("https://evil.example/t/abc#ask", []);
        await click(undefined, []);
        await push({ json: () => ({ title: "Your turn", body: "Orders", link: "/t/abc#ask" }) });
        await push({ json: () => { throw new Error("no JSON"); } });
        await push(null);
    "#;
    let mut node = process::Command::new("node")
        .args(["--input-type=module", "-"])
        .stdin(process::Stdio::piped())
        .stdout(process::Stdio::piped())
        .spawn()
        .unwrap();
    let text = format!("{around}\n{worker}\n{cases}");
    node.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let out = node.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let wanted = [
        "true open https://k.example/t/abc#ask",
        "true focus https://k.example/t/abc, #ask",
        "true open https://k.example/t/abc#ask",
        "true open https://k.example/",
        "Your turn Orders /t/abc#ask",
        "Your turn  ",
        "Your turn  ",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), wanted);
}
