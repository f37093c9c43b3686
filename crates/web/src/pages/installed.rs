//! Klaxon as an app of one's own: what the system must know of it, its icon, and the worker that rings and says kindly when there
//! is no network. The worker keeps files of the build and the one page that says so, and never a page of anybody.

use super::Frame;
use crate::{assets, ending::picture};
use axum::{
    http::{HeaderName, header},
    response::{Html, IntoResponse, Response},
};
use maud::html;
use serde_json::{Value, json};

/// `GET /manifest.webmanifest`
pub async fn manifest() -> Response {
    let icon = |size: u32, purpose: &str| json!({ "src": format!("/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose });
    let manifest: Value = json!({
        "name": "Klaxon", "short_name": "Klaxon", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
        "description": "Five space board games on one table in a web browser.",
        "background_color": "#10161e", "theme_color": "#10161e", "categories": ["games"],
        "icons": [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
    });
    let kind = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (kind, manifest.to_string()).into_response()
}

/// `GET /icon-192.png`, `GET /icon-512.png`
pub async fn icon(size: u32) -> Response {
    // To the edge, so that a system may cut it as it likes.
    let drawing = assets::text("icon.svg").replacen(" rx=\"5\"", "", 1);
    match picture::paint_square(&drawing, size) {
        Ok(bytes) => {
            let kind =
                [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=86400")];
            (kind, bytes).into_response()
        }
        Err(why) => crate::error::Fault::ours(why).into_response(),
    }
}

/// `GET /sw.js`: at the root, so that it serves all pages.
pub async fn worker() -> Response {
    let files = ["klaxon.css", "icon.svg", "theme.js"].map(assets::at);
    let head = format!("const BUILD = {};\nconst FILES = {};\n", json!(*assets::BUILD), json!(files));
    let kind = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("service-worker-allowed"), "/"),
    ];
    (kind, head + &assets::text("worker.js")).into_response()
}

/// `GET /offline`: what is shown when the server cannot be reached. The same for everybody.
pub async fn offline() -> Response {
    let middle = html! {
        div.narrow {
            h1 { "You are offline" }
            p.lead { "The table cannot be reached just now. Your games are safe at the server, and every decision that was taken is kept." }
            p { "Look whether you have a network, then try again." }
            p { a.button.primary href="" { "Try again" } }
        }
    };
    let page = Frame::new("You are offline", "fault", None).page(&middle).into_string();
    ([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response()
}
