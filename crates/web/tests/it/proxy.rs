//! Through real proxies, with the configurations that hosts are given: only ports and the files of the certificate are
//! put in. A page is opened, its line goes up, and moves are made over it.

use crate::{
    Client, config,
    hosting::{certify, encrypted, scratch},
    line::start,
};
use futures_util::{SinkExt, StreamExt};
use klaxon_web::Config;
use serde_json::Value;
use std::{
    env, fs,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_tungstenite::{
    client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const NAME: &str = "klaxon.example";

/// A proxy that is gone when the test is.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut dirs = env::split_paths(&path).chain(["/usr/sbin".into()]);
    dirs.find_map(|dir| Some(dir.join(program)).filter(|p| p.is_file()))
}

fn shipped(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file)).unwrap()
}

fn free_port() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

async fn is_up(at: SocketAddr) {
    let up = async {
        while TcpStream::connect(at).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), up).await.expect("the proxy starts");
}

/// The server as the documents tell hosts to start it.
async fn host() -> Client {
    let url = format!("https://{NAME}").parse().unwrap();
    Client::with(Config { behind_proxy: true, public_url: Some(url), ..config() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_go_through_nginx_with_the_shipped_configuration() {
    let Some(nginx) = find("nginx") else {
        assert!(
            env::var("KLAXON_NGINX").as_deref() != Ok("required"),
            "nginx is missing: `cargo xtask test` installs it"
        );
        eprintln!("SKIPPED: no nginx here; `cargo xtask test` installs it");
        return;
    };
    let client = host().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let (dir, at, plain) = (scratch("nginx"), free_port(), free_port());
    let trusted = certify(&dir, NAME);
    let files = "/etc/letsencrypt/live/klaxon.example";
    let site: String = shipped("nginx.conf")
        .replace("127.0.0.1:7777", &server.address.to_string())
        .replace("listen 443 ", &format!("listen {at} "))
        .replace("listen 80;", &format!("listen {plain};"))
        .replace(&format!("{files}/fullchain.pem"), &dir.join("cert.pem").display().to_string())
        .replace(&format!("{files}/privkey.pem"), &dir.join("key.pem").display().to_string())
        .lines()
        // Not every machine that runs tests has IPv6.
        .filter(|line| !line.contains("listen [::]"))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(dir.join("site.conf"), site).unwrap();
    let temp: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|kind| format!("{kind}_temp_path {}/{kind};\n", dir.display()))
        .collect();
    let whole = format!(
        "daemon off;\nmaster_process off;\nuser root;\npid {0}/nginx.pid;\nerror_log {0}/error.log;\nevents {{ worker_connections 64; }}\n\
         http {{\naccess_log off;\n{temp}include {0}/site.conf;\n}}\n",
        dir.display()
    );
    fs::write(dir.join("nginx.conf"), whole).unwrap();
    let child = Command::new(nginx)
        .args(["-p", &dir.display().to_string(), "-e", &dir.join("error.log").display().to_string(), "-c"])
        .arg(dir.join("nginx.conf"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let proxy = Proxy(child);
    is_up(at).await;
    play_through(at, &trusted, &client).await;
    // Whoever comes without encryption is sent on.
    let mut stream = TcpStream::connect(plain).await.unwrap();
    stream
        .write_all(format!("GET /rules HTTP/1.1\r\nhost: {NAME}\r\nconnection: close\r\n\r\n").as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains(&format!("Location: https://{NAME}/rules")), "{answer}");
    drop(proxy);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
    fs::remove_dir_all(dir).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_go_through_caddy_with_the_shipped_configuration() {
    let Some(caddy) = find("caddy") else {
        eprintln!("SKIPPED: no caddy here");
        return;
    };
    let client = host().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let (dir, at) = (scratch("caddy"), free_port());
    let trusted = certify(&dir, NAME);
    // A certificate of our own: nobody would give one for this name.
    let site = shipped("Caddyfile").replace("127.0.0.1:7777", &server.address.to_string()).replace(
        &format!("\n{NAME} {{"),
        &format!(
            "\nhttps://{NAME}:{} {{\n\tbind 127.0.0.1\n\ttls {1}/cert.pem {1}/key.pem",
            at.port(),
            dir.display()
        ),
    );
    fs::write(dir.join("Caddyfile"), format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}"))
        .unwrap();
    let child = Command::new(caddy)
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(dir.join("Caddyfile"))
        .env("XDG_DATA_HOME", &dir)
        .env("XDG_CONFIG_HOME", &dir)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let proxy = Proxy(child);
    is_up(at).await;
    play_through(at, &trusted, &client).await;
    drop(proxy);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
    fs::remove_dir_all(dir).unwrap();
}

/// A request through the proxy, as a browser sends it. Returns the whole answer.
async fn send(at: SocketAddr, trusted: &CertificateDer<'static>, head: &str) -> String {
    let mut stream = encrypted(at, NAME, trusted).await.unwrap();
    let text = format!("{head}host: {NAME}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}

fn header<'a>(answer: &'a str, name: &str) -> &'a str {
    let line = answer.lines().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}:")));
    line.unwrap_or_else(|| panic!("no {name}: {answer}")).split_once(':').unwrap().1.trim()
}

async fn play_through(at: SocketAddr, trusted: &CertificateDer<'static>, client: &Client) {
    let opened =
        send(at, trusted, &format!("POST /play/red-alert HTTP/1.1\r\norigin: https://{NAME}\r\n")).await;
    assert!(opened.starts_with("HTTP/1.1 303"), "{opened}");
    let cookie = header(&opened, "set-cookie").to_owned();
    assert!(cookie.starts_with("__Host-klaxon=") && cookie.contains("; Secure"), "{cookie}");
    let (cookie, path) = (cookie.split(';').next().unwrap(), header(&opened, "location").to_owned());
    let strange =
        send(at, trusted, "POST /play/red-alert HTTP/1.1\r\norigin: https://evil.example\r\n").await;
    assert!(strange.starts_with("HTTP/1.1 403"), "{strange}");
    // Figures stay at home, whatever a guest says of himself.
    let figures = send(at, trusted, "GET /metrics HTTP/1.1\r\nx-forwarded-for: 127.0.0.1\r\n").await;
    assert!(figures.starts_with("HTTP/1.1 403"), "{figures}");

    let stream = encrypted(at, NAME, trusted).await.unwrap();
    let mut request = format!("wss://{NAME}{path}/ws").into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("https://{NAME}").parse().unwrap());
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let (mut line, _) = client_async(request, stream).await.expect("the line goes up through the proxy");
    let id = path.strip_prefix("/t/").unwrap();
    let mut made = 0;
    let play = async {
        while made < 5 {
            let Some(Ok(message)) = line.next().await else { panic!("the line broke after {made} moves") };
            let Message::Text(text) = message else { continue };
            let Some(wish) = text.split("data-do=\"").find(|part| part.contains("&quot;pick&quot;")) else {
                continue;
            };
            let wish: Value =
                serde_json::from_str(&wish.split('"').next().unwrap().replace("&quot;", "\"")).unwrap();
            line.send(Message::text(wish.to_string())).await.unwrap();
            made += 1;
        }
    };
    timeout(Duration::from_secs(30), play).await.expect("moves are made in time");
    let moved = async {
        while client.state.entries_of(id).await < Some(5) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(30), moved).await.expect("the moves are stored");
}
