//! The server, tried through its router and over real ports.

mod accounts;
mod api;
mod beats;
mod cheats;
mod clocks;
mod clubs;
mod company;
mod editor;
mod endings;
mod fair;
mod games;
mod habits;
mod holes;
mod hosting;
mod lessons;
mod liar;
mod line;
mod lobby;
mod moderation;
mod notes;
mod pace;
mod pages;
mod pictures;
mod proxy;
mod puzzles;
mod ratings;
mod reviews;
mod ringing;
mod safety;
mod seats;
mod studies;
mod tables;
mod tables_after;
mod tournaments;
mod upgrade;
mod watching;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use klaxon_web::{AppState, Config, app};
use serde_json::{Value, json};
use std::time::Duration;
use tower::ServiceExt;

/// A host for tests: everything in memory, bots without pauses.
pub fn config() -> Config {
    Config { bot_pause: Duration::ZERO, bot_threads: 1, ..Config::default() }
}

/// A browser or a program in front of a router.
#[derive(Clone)]
pub struct Client {
    pub state: AppState,
    router: Router,
    cookie: Option<String>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    #[track_caller]
    pub fn ok(self) -> Answer {
        assert!(self.status.is_success(), "{}: {}", self.status, self.body);
        self
    }

    /// The status and the refusal's word.
    #[track_caller]
    pub fn refusal(&self) -> (u16, String) {
        (self.status.as_u16(), self.json()["code"].as_str().unwrap_or_default().to_owned())
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default()
    }
}

impl Client {
    pub async fn new() -> Client {
        Client::with(config()).await
    }

    pub async fn with(config: Config) -> Client {
        Client::over(AppState::open(config).await.unwrap()).await
    }

    pub async fn over(state: AppState) -> Client {
        Client { router: app(state.clone()), state, cookie: None }
    }

    /// Another browser at the same server.
    pub fn stranger(&self) -> Client {
        Client { cookie: None, ..self.clone() }
    }

    pub async fn send(&mut self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookie = Some(cookie.to_owned());
        }
        let body = to_bytes(body, 16 << 20).await.unwrap();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let mut builder = Request::builder().method(method).uri(path).header("host", "klaxon.test");
        if let Some(cookie) = &self.cookie {
            builder = builder.header(header::COOKIE, cookie);
        }
        builder
    }

    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path).body(Body::empty()).unwrap();
        self.send(request).await
    }

    /// A form, sent by one of our own pages.
    pub async fn form(&mut self, path: &str, fields: &str) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(fields.to_owned()))
            .unwrap();
        self.send(request).await
    }

    /// JSON, sent by the script of one of our own pages.
    pub async fn fetch(&mut self, path: &str, body: &Value) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.send(request).await
    }

    /// A program's request: no cookie, perhaps a token.
    pub async fn api(&mut self, method: Method, path: &str, token: &str, body: Option<&Value>) -> Answer {
        let mut builder = Request::builder().method(method).uri(format!("/api/v1{path}"));
        if !token.is_empty() {
            builder = builder.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(body) => {
                builder = builder.header(header::CONTENT_TYPE, "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.send(builder.body(body).unwrap()).await
    }

    pub async fn api_get(&mut self, path: &str, token: &str) -> Answer {
        self.api(Method::GET, path, token, None).await
    }

    pub async fn api_post(&mut self, path: &str, token: &str, body: Value) -> Answer {
        self.api(Method::POST, path, token, Some(&body)).await
    }

    /// Presses *Play now* and returns the table's id.
    pub async fn play_now(&mut self) -> String {
        let answer = self.form("/play/red-alert", "").await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.header("location").strip_prefix("/t/").unwrap().to_owned()
    }

    /// A table whose seats all belong to one program. Returns its id and the owner's token.
    pub async fn api_table(&mut self) -> (String, String) {
        let answer = self
            .api_post("/tables", "", json!({ "game": "red-alert", "seats": ["api", "api"] }))
            .await
            .ok()
            .json();
        (answer["id"].as_str().unwrap().into(), answer["owner"].as_str().unwrap().into())
    }

    /// Plays by always taking a choice, for so many steps or to the end. Returns the last answer.
    pub async fn play_on(&mut self, id: &str, token: &str, steps: usize) -> Value {
        let mut last = self.api_get(&format!("/tables/{id}/choices?brief=true"), token).await.ok().json();
        // Another pick at each step of the game: one that is always the same can go in circles.
        let mut pick: u64 = 7 + last["n"].as_u64().unwrap();
        for _ in 0..steps {
            let Some(ask) = last["asks"].get(0).cloned() else { break };
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (pick >> 33) % ask["count"].as_u64().unwrap();
            let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": choice });
            last = self.api_post(&format!("/tables/{id}/act?brief=true"), token, body).await.ok().json();
        }
        last
    }
}
