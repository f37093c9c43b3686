//! On the internet: behind a proxy, by a public address, encrypted, and looked after by its host.

use crate::{
    Client, config,
    line::{connect, next, start},
};
use axum::{
    body::Body,
    http::{Request, header},
};
use futures_util::StreamExt;
use klaxon_web::{Config, Errand, Tls};
use serde_json::json;
use std::{fs, path::PathBuf, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, pki_types::CertificateDer, pki_types::pem::PemObject},
};
use tokio_tungstenite::{client_async, connect_async, tungstenite::client::IntoClientRequest};

fn public() -> Config {
    Config { public_url: Some("https://klaxon.example".parse().unwrap()), ..config() }
}

#[tokio::test]
async fn a_public_address_is_in_links_cookies_and_the_description_for_programs() {
    let mut client = Client::with(public()).await;
    let opened = client.form("/open/red-alert", "s-0=me&s-1=link").await;
    let cookie = opened.header("set-cookie");
    assert!(cookie.starts_with("__Host-klaxon=") && cookie.contains("; Secure"), "{cookie}");
    let page = client.get(opened.header("location")).await.ok().body;
    assert!(page.contains("data-base=\"https://klaxon.example\""));
    assert!(page.contains("(you)"), "the cookie is understood");
    let spec = client.get("/api/openapi.json").await.ok().json();
    assert_eq!(spec["servers"][0]["url"], "https://klaxon.example");
    assert!(client.get("/api").await.ok().body.contains("curl -s https://klaxon.example/api/v1/tables"));
    // At home nothing changes.
    let mut home = Client::new().await;
    let opened = home.form("/open/red-alert", "s-0=me&s-1=link").await;
    assert!(
        opened.header("set-cookie").starts_with("klaxon=") && !opened.header("set-cookie").contains("Secure")
    );
    assert!(!home.get(opened.header("location")).await.ok().body.contains("data-base"));
}

#[tokio::test]
async fn whoever_has_a_cookie_from_before_stays_who_he_was() {
    let data = scratch("cookie");
    let mut before = Client::with(Config { data: Some(data.clone()), ..config() }).await;
    let table = before.play_now().await;
    let plain = before.cookie().unwrap().to_owned();
    before.state.close().await;
    let mut after = Client::with(Config { data: Some(data.clone()), ..public() }).await;
    let get = |cookie: &str| {
        let request = Request::get(format!("/t/{table}")).header("host", "klaxon.example");
        request.header(header::COOKIE, cookie).body(Body::empty()).unwrap()
    };
    assert!(after.send(get(&plain)).await.body.contains("(you)"));
    // A neighbour under the same domain may set a plain cookie, but not the one with the prefix, and that one counts.
    let own = plain.replacen("klaxon=", "__Host-klaxon=", 1);
    let mut stranger = after.stranger();
    stranger.play_now().await;
    let tossed = stranger.cookie().unwrap().replacen("__Host-klaxon=", "klaxon=", 1);
    assert!(after.send(get(&format!("{tossed}; {own}"))).await.body.contains("(you)"));
    after.state.close().await;
    fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn only_pages_of_the_public_address_may_act() {
    let mut client = Client::with(public()).await;
    let post = |origin: &str, host: &str| {
        Request::post("/play/red-alert")
            .header("host", host)
            .header("origin", origin)
            .body(Body::empty())
            .unwrap()
    };
    assert_eq!(client.send(post("https://klaxon.example", "127.0.0.1:7777")).await.status, 303);
    assert_eq!(client.send(post("http://127.0.0.1:7777", "127.0.0.1:7777")).await.status, 303);
    let refused = client.send(post("https://evil.example", "evil.example")).await;
    assert_eq!(refused.refusal(), (403, "forbidden".into()));
}

#[tokio::test]
async fn behind_a_proxy_each_guest_is_counted_by_the_address_that_the_proxy_saw() {
    let limited = Config {
        behind_proxy: true,
        loopback_unlimited: false,
        requests_per_second: 1,
        request_burst: 2,
        ..config()
    };
    let mut client = Client::with(limited).await;
    let from =
        |chain: &str| Request::get("/healthz").header("x-forwarded-for", chain).body(Body::empty()).unwrap();
    for lie in ["198.51.100.1", "198.51.100.2"] {
        assert_eq!(client.send(from(&format!("{lie}, 203.0.113.9"))).await.status, 200);
    }
    // A new lie is no new guest.
    assert_eq!(client.send(from("198.51.100.3, 203.0.113.9")).await.status, 429);
    assert_eq!(client.send(from("203.0.113.10")).await.status, 200);
    let https = Request::post("/play/red-alert")
        .header("sec-fetch-site", "same-origin")
        .header("x-forwarded-for", "203.0.113.11")
        .header("x-forwarded-proto", "https");
    let answer = client.send(https.body(Body::empty()).unwrap()).await;
    assert!(answer.header("set-cookie").contains("; Secure"), "{}", answer.header("set-cookie"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_refused_its_line_learns_why() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut request = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://klaxon.example".parse().unwrap());
    assert!(connect_async(request).await.is_err());
    let why = |origin: &str| {
        Request::post(format!("/t/{id}/why"))
            .header("host", "127.0.0.1:7777")
            .header("origin", origin)
            .header("sec-fetch-site", "same-origin")
            .body(Body::empty())
            .unwrap()
    };
    let answer = client.send(why("https://klaxon.example")).await;
    assert_eq!(answer.refusal(), (403, "origin".into()));
    let text = answer.json()["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("--public-url https://klaxon.example") && text.contains("http://127.0.0.1:7777"),
        "{text}"
    );
    // When nothing speaks against it here, it is the proxy.
    let answer = client.send(why("http://127.0.0.1:7777")).await.ok();
    assert!(answer.json()["text"].as_str().unwrap().contains("WebSockets"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn open_a_table_says_whether_friends_can_come() {
    let form = |host: &str| Request::get("/open/red-alert").header("host", host).body(Body::empty()).unwrap();
    let listening = |at: &str| Config { listening: Some(at.parse().unwrap()), ..config() };
    let mut here = Client::with(listening("127.0.0.1:7777")).await;
    let page = here.send(form("127.0.0.1:7777")).await.ok().body;
    assert!(page.contains("Friends cannot reach this server") && page.contains("--addr 0.0.0.0:7777"));
    // Somebody came through a tunnel or a proxy: then others can, too.
    assert!(!here.send(form("klaxon.example")).await.ok().body.contains("cannot reach"));
    let mut network = Client::with(listening("192.168.1.5:7777")).await;
    let page = network.send(form("localhost:7777")).await.ok().body;
    assert!(page.contains("http://192.168.1.5:7777") && !page.contains("cannot reach"), "{page}");
    let mut alone = Client::with(listening("127.0.0.1:7777")).await;
    let request =
        Request::get("/open/federation").header("host", "127.0.0.1:7777").body(Body::empty()).unwrap();
    assert!(!alone.send(request).await.ok().body.contains("cannot reach"), "a game for one needs no friends");
}

// ---- Encryption ---------------------------------------------------------------------------------------------------

pub fn scratch(what: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("klaxon-hosting-{what}-{}", std::process::id()));
    drop(fs::remove_dir_all(&dir));
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Writes a fresh certificate for a name and its key. Returns the certificate.
pub fn certify(dir: &std::path::Path, name: &str) -> CertificateDer<'static> {
    let made = rcgen::generate_simple_self_signed(vec![name.to_owned()]).unwrap();
    fs::write(dir.join("cert.pem"), made.cert.pem()).unwrap();
    fs::write(dir.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    CertificateDer::from_pem_file(dir.join("cert.pem")).unwrap()
}

/// A line to a server of a name, of whom one certificate is trusted.
pub async fn encrypted(
    address: std::net::SocketAddr,
    name: &str,
    trusted: &CertificateDer<'static>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let provider = tokio_rustls::rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(Arc::new(provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    TlsConnector::from(Arc::new(config)).connect(name.to_owned().try_into().unwrap(), stream).await
}

#[tokio::test(flavor = "multi_thread")]
async fn it_encrypts_by_itself_and_takes_a_renewed_certificate_without_a_restart() {
    let dir = scratch("tls");
    let first = certify(&dir, "localhost");
    let tls = Tls::open(dir.join("cert.pem"), dir.join("key.pem")).unwrap();
    let mut client = Client::with(Config { tls: Some(tls.clone()), ..config() }).await;
    let id = client.play_now().await;
    assert!(client.cookie().unwrap().starts_with("__Host-klaxon="));
    let server = start(client.state.clone(), "127.0.0.1:0").await;

    let mut stream = encrypted(server.address, "localhost", &first).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    assert!(
        String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"),
        "{}",
        String::from_utf8_lossy(&answer)
    );

    // A page's line, encrypted like everything else.
    let stream = encrypted(server.address, "localhost", &first).await.unwrap();
    let mut request = format!("wss://localhost/t/{id}/ws").into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://localhost".parse().unwrap());
    request.headers_mut().insert("cookie", client.cookie().unwrap().parse().unwrap());
    let (mut line, _) = client_async(request, stream).await.unwrap();
    let hello = line.next().await.unwrap().unwrap().into_text().unwrap();
    assert!(hello.contains("\"hello\""), "{hello}");

    // Renewed on disk, and asked to look (SIGHUP): who comes now sees the new one; the open line stays.
    let second = certify(&dir, "localhost");
    let (ask, asked) = tokio::sync::mpsc::channel(1);
    let fresh = tokio::spawn(tls.clone().keep_fresh(asked));
    ask.send(()).await.unwrap();
    tokio::time::timeout(Duration::from_secs(10), async {
        while encrypted(server.address, "localhost", &second).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("the new certificate is shown");
    assert!(encrypted(server.address, "localhost", &first).await.is_err());
    // What cannot be read changes nothing.
    fs::write(dir.join("cert.pem"), "half a certif").unwrap();
    assert!(tls.reload().is_err());
    assert!(encrypted(server.address, "localhost", &second).await.is_ok());
    assert!(line.next().await.unwrap().is_ok());
    fresh.abort();

    // Whoever speaks plainly, or says nothing, holds nobody up.
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    drop(plain.read_to_end(&mut answer).await);
    assert!(!answer.starts_with(b"HTTP"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_certificate_without_its_key_is_refused_with_the_file_at_fault() {
    let (one, other) = (scratch("tls-one"), scratch("tls-other"));
    certify(&one, "localhost");
    certify(&other, "localhost");
    let text = Tls::open(one.join("cert.pem"), other.join("key.pem")).unwrap_err().to_string();
    assert!(text.contains("key.pem") && text.contains("not the key of the certificate"), "{text}");
    let text = Tls::open(one.join("none.pem"), one.join("key.pem")).unwrap_err().to_string();
    assert!(text.contains("none.pem"), "{text}");
    let text = Tls::open(one.join("key.pem"), one.join("key.pem")).unwrap_err().to_string();
    assert!(text.contains("no certificate"), "{text}");
    for dir in [one, other] {
        fs::remove_dir_all(dir).unwrap();
    }
}

// ---- The host's errands ---------------------------------------------------------------------------------------------

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_says_why_and_nothing_happens_there_until_it_is_reopened() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 3).await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, None).await;
    next(&mut line, |t| t.contains("id=\"ask\"")).await;
    let close = Errand::Close { table: id.clone(), reason: "a test is over.".into() };
    klaxon_web::run(&client.state, close).await.unwrap();
    let told = next(&mut line, |t| t.contains("id=\"ask\"")).await;
    assert!(told.contains("the host has closed this table (a test is over)"), "{told}");
    let before = client.state.entries_of(&id).await;
    let choices = client.api_get(&format!("/tables/{id}/choices"), &token).await;
    let act = client.api_post(&format!("/tables/{id}/act"), &token, json!({ "seat": 0, "choice": 0 })).await;
    assert!(!act.status.is_success(), "{act:?}");
    let act = client.api_post(&format!("/tables/{id}/act"), &token, json!({ "seat": 1, "choice": 0 })).await;
    assert!(!act.status.is_success(), "{act:?}");
    let chat = client.api_post(&format!("/tables/{id}/chat"), &token, json!({ "text": "hello" })).await;
    assert!(!chat.status.is_success(), "{chat:?}");
    assert_eq!(client.state.entries_of(&id).await, before);
    drop(choices);
    assert_eq!(client.get(&format!("/t/{id}/log")).await.ok().body.lines().count(), 4, "the log is kept");
    klaxon_web::run(&client.state, Errand::Reopen { table: id.clone() }).await.unwrap();
    client.play_on(&id, &token, 2).await;
    assert_eq!(client.state.entries_of(&id).await, Some(5));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn the_link_to_a_table_without_an_owner_works_once() {
    let mut ada = Client::new().await;
    let opened = ada.form("/open/red-alert", "s-0=me&s-1=link").await;
    let id = opened.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert!(ada.get(&format!("/t/{id}")).await.ok().body.contains("Copy seat link of"));
    let mut ben = ada.stranger();
    let guess = ben.fetch(&format!("/t/{id}/owner"), &json!({ "token": "heir-00" })).await;
    assert_eq!(guess.refusal(), (403, "forbidden".into()));
    let link = |client: &Client| {
        let state = client.state.clone();
        let errand = Errand::Owner { table: id.clone() };
        async move { klaxon_web::run(&state, errand).await.unwrap()["link"].as_str().unwrap().to_owned() }
    };
    let old = link(&ada).await;
    let new = link(&ada).await;
    let token = |link: &str| json!({ "token": link.split_once("#owner=").unwrap().1 });
    assert_eq!(ben.fetch(&format!("/t/{id}/owner"), &token(&old)).await.status, 403, "an earlier link");
    ben.fetch(&format!("/t/{id}/owner"), &token(&new)).await.ok();
    assert!(ben.get(&format!("/t/{id}")).await.ok().body.contains("Copy seat link of"));
    assert!(!ada.get(&format!("/t/{id}")).await.ok().body.contains("Copy seat link of"));
    let mut eve = ada.stranger();
    assert_eq!(eve.fetch(&format!("/t/{id}/owner"), &token(&new)).await.status, 403, "spent");
}

#[tokio::test]
async fn a_table_is_deleted_only_if_nothing_has_happened_there_since() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 2).await;
    let delete = |unless_since| Errand::Delete { table: id.clone(), unless_since };
    let refused = klaxon_web::run(&client.state, delete(1)).await.unwrap_err();
    assert_eq!(refused.code, "changed");
    client.api_get(&format!("/tables/{id}"), "").await.ok();
    klaxon_web::run(&client.state, delete(u64::MAX)).await.unwrap();
    assert_eq!(client.api_get(&format!("/tables/{id}"), "").await.status, 404);
    assert_eq!(client.get(&format!("/t/{id}")).await.status, 404);
}

// ---- The dice proof -----------------------------------------------------------------------------------------------------

#[tokio::test]
async fn the_commitment_is_on_the_page_from_the_first_moment_and_the_luck_only_after_the_end() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let header = client.api_get(&format!("/tables/{id}"), "").await.ok().json()["header"].clone();
    let commitment = header["luck"][0]["commitment"].as_str().unwrap().to_owned();
    assert!(client.get(&format!("/t/{id}")).await.ok().body.contains(&commitment));
    client.play_on(&id, &token, 4).await;
    let proof = client.get(&format!("/t/{id}/proof")).await.ok().body;
    assert!(proof.contains(&commitment) && proof.contains("Sealed, still running"));
    let log = client.get(&format!("/t/{id}/log")).await.ok().body;
    for line in log.lines().skip(1) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(proof.contains(line["sealed"].as_str().unwrap()), "each entry's seal is shown");
    }
    assert_eq!(client.get(&format!("/t/{id}/proof.json")).await.refusal(), (409, "running".into()));
    let stored = client.state.store.table(&id).await.unwrap().unwrap();
    let sealed: serde_json::Value = serde_json::from_str(&stored.header).unwrap();
    let seed = sealed["luck"][0]["seed"].as_str().unwrap();
    assert!(!proof.contains(seed));

    client.play_on(&id, &token, 100_000).await;
    let proof = client.get(&format!("/t/{id}/proof")).await.ok().body;
    assert!(
        proof.contains(seed)
            && proof.contains("Check it yourself")
            && proof.contains("klaxon verify klaxon-")
    );
    let facts = client.get(&format!("/t/{id}/proof.json")).await.ok().json();
    let entries = client.state.entries_of(&id).await.unwrap() as usize;
    assert_eq!(facts["facts"].as_array().unwrap().len(), entries + 1);
    assert!(!facts["facts"][0]["drawn"].as_array().unwrap().is_empty(), "the set-up shuffles");
    assert!(facts["facts"][entries]["over"].is_object());
}

#[tokio::test]
async fn the_luck_of_a_game_of_the_day_waits_for_the_end_of_the_day() {
    let mut ada = Client::new().await;
    let id =
        ada.form("/daily/federation", "").await.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut ben = ada.stranger();
    assert_eq!(ben.get(&format!("/t/{id}/proof")).await.status, 403);
    assert!(ada.get(&format!("/t/{id}/proof")).await.ok().body.contains("Sealed, still running"));
    assert_eq!(ada.get(&format!("/t/{id}/proof.json")).await.status, 409);
}

#[tokio::test]
async fn the_page_for_hosts_names_figures_that_are_there() {
    let mut client = Client::new().await;
    let figures = client.get("/metrics").await.ok().body;
    let hosting = include_str!("../../../../docs/hosting.md");
    let named: Vec<&str> = hosting
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.starts_with("klaxon_"))
        .filter(|w| !w.contains('*'))
        .collect();
    assert!(named.len() > 5, "{named:?}");
    for name in named {
        assert!(figures.contains(name), "docs/hosting.md names {name}, which /metrics has not");
    }
}
