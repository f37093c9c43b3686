//! The router.

use crate::{
    api, assets,
    error::Fault,
    guard, metrics,
    pages::{self, api::Spec},
    state::AppState,
    ws,
};
use axum::{
    Extension, Router,
    body::Body,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    middleware,
    response::IntoResponse,
    routing::{get, post},
};
use klaxon_core::panic_text;
use std::{any::Any, sync::Arc};
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer};

/// The largest request body.
const LARGEST_BODY: usize = 64 << 10;

/// The whole server as a router. Needs no port: tests call it directly.
pub fn app(state: AppState) -> Router {
    let (api, mut description) = api::router();
    if let Some(url) = &state.config.public_url {
        description.servers = Some(vec![utoipa::openapi::Server::new(url.to_string())]);
    }
    let spec = Spec(Arc::new(serde_json::to_value(&description).expect("a description serialises")));
    let limit = guard::limit(&state);
    // Only what holds no secrets is compressed (files are so already): sizes of the rest must not depend on what repeats in it.
    let open = Router::new()
        .route("/design", get(pages::design::page))
        .route("/rules", get(pages::rules::index))
        .route("/rules/{name}", get(pages::rules::show))
        .route("/rules/{rule}/{n}/{picture}", get(pages::examples::picture))
        .route("/assets/{build}/{*path}", get(assets::serve))
        .route("/manifest.webmanifest", get(pages::installed::manifest))
        .route("/icon-192.png", get(|| pages::installed::icon(192)))
        .route("/icon-512.png", get(|| pages::installed::icon(512)))
        .route("/sw.js", get(pages::installed::worker))
        .route("/offline", get(pages::installed::offline))
        .route("/api", get(pages::api::page))
        .route("/api/openapi.json", get(pages::api::spec))
        .layer(CompressionLayer::new());
    Router::new()
        .route("/", get(pages::home::home))
        .route("/me", get(pages::me::page).post(pages::home::rename))
        .route("/me/phrase", post(pages::me::show))
        .route("/me/phrase/new", post(pages::me::renew))
        .route("/me/back", post(pages::me::back))
        .route("/me/notices", get(pages::notices::page))
        .route("/me/notices/mail", post(pages::notices::mail))
        .route("/me/notices/webhook", post(pages::notices::webhook))
        .route("/me/notices/push", post(pages::notices::push))
        .route("/me/notices/feed", post(pages::notices::feed))
        .route("/me/notices/set", post(pages::notices::set))
        .route("/me/notices/remove", post(pages::notices::remove))
        .route("/me/notices/test", post(pages::notices::test))
        .route("/me/notices/mute", post(pages::notices::mute))
        .route("/notices/confirm/{token}", get(pages::notices::ask_confirm).post(pages::notices::confirm))
        .route("/notices/stop/{token}", get(pages::notices::ask_stop).post(pages::notices::stop))
        .route("/feed/{secret}", get(pages::feed::feed))
        .route("/me/vacation", post(pages::vacation::begin))
        .route("/me/vacation/end", post(pages::vacation::end))
        .route("/account", get(pages::account::page))
        .route("/account/new", post(pages::account::new))
        .route("/account/in", post(pages::account::sign_in))
        .route("/account/out", post(pages::account::sign_out))
        .route("/account/recover", post(pages::account::recover))
        .route("/account/codes", post(pages::account::codes))
        .route("/account/name", post(pages::account::rename))
        .route("/account/password", post(pages::account::password))
        .route("/account/passkey/new", post(pages::account::passkey_new))
        .route("/account/passkey/made", post(pages::account::passkey_made))
        .route("/account/passkey/ask", post(pages::account::passkey_ask))
        .route("/account/passkey/in", post(pages::account::passkey_in))
        .route("/account/passkey/remove", post(pages::account::remove_passkey))
        .route("/account/device/end", post(pages::account::end_device))
        .route("/account/devices/end", post(pages::account::end_devices))
        .route("/account/token", post(pages::account::token))
        .route("/account/token/end", post(pages::account::end_token))
        .route("/account/bot", post(pages::account::bot))
        .route("/account/bot/token", post(pages::account::bot_token))
        .route("/account/bot/delete", post(pages::account::bot_delete))
        .route("/account/export", get(pages::account::export))
        .route("/account/delete", post(pages::account::delete))
        .route("/account/privacy", get(pages::account::privacy))
        .route("/p/{name}", get(pages::profile::page))
        .route("/p/{name}/challenge", post(pages::profile::challenge))
        .route("/p/{name}/tie", post(pages::profile::tie))
        .route("/p/{name}/invite", post(pages::profile::invite))
        .route("/lobby", get(pages::lobby::page))
        .route("/lobby/quick", post(pages::lobby::quick))
        .route("/ranking/{game}", get(pages::ranking::page))
        .route("/play/{game}", post(pages::home::play_now))
        .route("/daily/{game}", get(pages::daily::page).post(pages::daily::play))
        .route("/statistics/{game}", get(pages::daily::statistics))
        .route("/learn", get(pages::learn::index))
        .route("/learn/{game}", get(pages::learn::page))
        .route("/learn/{game}/{lesson}", post(pages::learn::begin))
        .route("/puzzles", get(pages::puzzles::index))
        .route("/puzzles/{game}", get(pages::puzzles::page))
        .route("/puzzles/{game}/{puzzle}", post(pages::puzzles::begin))
        .route("/open/{game}", get(pages::open::form).post(pages::open::submit))
        .route("/edit/{game}", get(pages::edit::form).post(pages::edit::check))
        .route("/edit/{game}/test", post(pages::edit::test))
        .route("/t/{table}", get(pages::table::page))
        .route("/t/{table}/claim", post(pages::table::claim))
        .route("/t/{table}/owner", post(pages::table::inherit))
        .route("/t/{table}/log", get(pages::table::log))
        .route("/t/{table}/picture.svg", get(pages::picture::svg))
        .route("/t/{table}/picture.png", get(pages::picture::png))
        .route("/t/{table}/proof", get(pages::proof::page))
        .route("/t/{table}/proof.json", get(pages::proof::facts))
        .route("/t/{table}/replay", get(pages::replay::page))
        .route("/t/{table}/try", get(pages::trial::of_table))
        .route("/t/{table}/review", get(pages::review::panel).post(pages::review::begin))
        .route("/t/{table}/branch", post(pages::replay::branch))
        .route("/t/{table}/again", post(pages::table::again))
        .route("/t/{table}/ws", get(ws::upgrade))
        .route("/t/{table}/why", post(ws::why))
        .route("/try", get(pages::trial::form).post(pages::trial::run))
        .merge(pages::study::routes())
        .merge(pages::tournaments::routes())
        .merge(pages::clubs::routes())
        .merge(pages::moderation::routes())
        .route("/resolve", get(pages::resolve::form).post(pages::resolve::run))
        .route("/ships-log", get(pages::ships_log::page))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics_page))
        .merge(open)
        .merge(api)
        .fallback(nothing_here)
        .layer(Extension(spec))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, state.config.request_timeout))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state((state.clone(), limit), guard::guard))
        .with_state(state)
}

async fn nothing_here(request: axum::extract::Request) -> axum::response::Response {
    let fault = Fault::missing("there is no such page");
    if request.uri().path().starts_with("/api/") {
        fault.into_response()
    } else {
        crate::error::PageFault(fault).into_response()
    }
}

/// Alive, and the store answers.
async fn healthz(State(state): State<AppState>) -> axum::response::Response {
    match state.store.setting("key").await {
        // Whatever was found at the start is told until the next one.
        Ok(_) => {
            let told = state.store.warnings().iter().map(|warning| format!("warning: {warning}\n"));
            std::iter::once("ok\n".to_owned()).chain(told).collect::<String>().into_response()
        }
        Err(error) => Fault::from(error).into_response(),
    }
}

/// Figures are for whoever runs the machine: asked from elsewhere, or through a proxy, they are refused unless the host
/// has opened them.
async fn metrics_page(
    State(state): State<AppState>,
    Extension(guard::Peer(peer)): Extension<guard::Peer>,
    headers: HeaderMap,
) -> axum::response::Response {
    let here =
        peer.is_loopback() && !headers.contains_key("x-forwarded-for") && !headers.contains_key("forwarded");
    if !here && !state.config.metrics_anywhere {
        return Fault::forbidden("figures are given to this machine only; `--metrics-anywhere` opens them")
            .into_response();
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], metrics::print(&state)).into_response()
}

/// A panic in a handler is our fault, and only that request's.
fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response<Body> {
    let mut response = Fault::ours(panic_text(&*panic)).into_response();
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
