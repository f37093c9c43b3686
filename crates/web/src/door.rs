//! The door: connections come in here, a task each, until the house closes.

use crate::{
    app::app,
    guard::{is_limited, network},
    lines::{Answering, Line, Place, Wire},
    state::AppState,
};
use axum::{
    Router,
    extract::{ConnectInfo, Request},
    http::{self, StatusCode},
};
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long open requests may take after the end was asked for.
const GRACE: Duration = Duration::from_secs(10);
/// When nobody can be let in, for want of file handles perhaps, the next try waits so long.
const FULL_HOUSE: Duration = Duration::from_millis(200);
/// What is said to whoever has no place, before he has asked anything.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n\
    content-type: text/plain\r\ncontent-length: 51\r\n\r\ntoo many lines are open here; try again in a moment";

/// Serves until `shutdown` is done, or the server cannot go on; then open pages are told, requests finish, and the store closes.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    boxed(listener, state, Box::pin(shutdown)).await
}

type Shutdown = Pin<Box<dyn Future<Output = ()> + Send>>;

/// In a box the server is compiled here, once, and not again with whoever starts it.
fn boxed(
    listener: TcpListener,
    state: AppState,
    shutdown: Shutdown,
) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send>> {
    Box::pin(until(listener, state, shutdown))
}

async fn until(listener: TcpListener, state: AppState, mut shutdown: Shutdown) -> io::Result<()> {
    let app = app(state.clone());
    let mut line = http1::Builder::new();
    line.timer(TokioTimer::new()).header_read_timeout(state.config.line_idle);
    let open = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut shutdown => break,
            // Nothing can be done here any more.
            () = state.closing.cancelled() => break,
            came = listener.accept() => match came {
                Ok(came) => came,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    if !state.lines.make_room() {
                        tokio::time::sleep(FULL_HOUSE).await;
                    }
                    continue;
                }
            },
        };
        let Some(place) = find_place(&state, peer) else {
            // Whoever does not read it does not have it.
            let _ = stream.try_write(NO_ROOM);
            continue;
        };
        let (line, app, state) = (line.clone(), app.clone(), state.clone());
        open.spawn(async move {
            let here = place.line.clone();
            let wire = Wire::new(prompt(stream), place);
            let talk = async {
                match &state.config.tls {
                    None => talk(&line, app, wire, peer, &here, &state).await,
                    Some(tls) => match tls.greet(wire).await {
                        Ok(wire) => talk(&line, app, wire, peer, &here, &state).await,
                        Err(error) => tracing::debug!(%peer, %error, "a line was not encrypted"),
                    },
                }
            };
            tokio::select! {
                () = talk => {}
                () = state.lines.time_is_up(&here) => tracing::debug!(%peer, "a line took too long"),
            }
        });
    }
    drop(listener);
    state.closing.cancel();
    open.close();
    if tokio::time::timeout(GRACE, open.wait()).await.is_err() {
        tracing::warn!("requests were still open at the end");
    }
    state.close().await;
    Ok(())
}

/// A place for a new line. Behind a proxy all lines are the proxy's: there only all together are counted here, and
/// requests and pages by whoever the proxy says has sent them.
fn find_place(state: &AppState, peer: SocketAddr) -> Option<Place> {
    let peer = network(peer.ip());
    let counted = is_limited(state, peer) && !state.config.behind_proxy;
    let place = state.lines.enter(peer, counted);
    if place.is_none() {
        tracing::debug!(%peer, "a connection was turned away");
        state.metrics.turned_away.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
    place
}

/// Answers what comes by one line until it ends or the house closes.
async fn talk(
    line: &http1::Builder,
    app: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    here: &Arc<Line>,
    state: &AppState,
) {
    let (asked, answered) = (here.clone(), here.clone());
    let service = app
        .map_request(move |request: http::Request<Incoming>| {
            asked.asked(request.body().is_end_stream());
            with_peer(request, peer)
        })
        .map_response(move |response: axum::response::Response| {
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                answered.is_page();
            }
            response.map(|body| Answering::new(body, answered.clone()))
        });
    let talk = line.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let mut talk = pin!(talk.with_upgrades());
    let end = tokio::select! {
        end = &mut talk => end,
        () = state.closing.cancelled() => {
            talk.as_mut().graceful_shutdown();
            talk.await
        }
    };
    if let Err(error) = end {
        tracing::debug!(%peer, %error, "a line broke");
    }
}

/// Small patches must not wait for bigger ones.
fn prompt(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no delay could not be set");
    }
    stream
}

/// Whoever answers knows who asks.
fn with_peer(mut request: http::Request<Incoming>, peer: SocketAddr) -> Request<Incoming> {
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_refusal_has_the_length_that_it_says() {
        let text = std::str::from_utf8(super::NO_ROOM).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
