//! The door: connections come in here, a task each, until the house closes.

use crate::{app::app, state::AppState};
use axum::{
    extract::{ConnectInfo, Request},
    http,
};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, pin::pin, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// How long open requests may take after the end was asked for.
const GRACE: Duration = Duration::from_secs(10);
/// When nobody can be let in, for want of file handles perhaps, the next try waits so long.
const FULL_HOUSE: Duration = Duration::from_millis(200);

/// Serves until `shutdown` is done; then open pages are told, requests finish, and the store closes.
pub async fn serve(
    listener: TcpListener,
    state: AppState,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let app = app(state.clone()).await;
    let mut line = http1::Builder::new();
    line.timer(TokioTimer::new()).header_read_timeout(state.config.line_idle);
    let open = TaskTracker::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut shutdown => break,
            came = listener.accept() => match came {
                Ok(came) => came,
                Err(error) => {
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(FULL_HOUSE).await;
                    continue;
                }
            },
        };
        let service = app.clone().map_request(move |request| with_peer(request, peer));
        let talk = line.serve_connection(TokioIo::new(prompt(stream)), TowerToHyperService::new(service));
        let closing = state.closing.clone();
        open.spawn(async move {
            let mut talk = pin!(talk.with_upgrades());
            let end = tokio::select! {
                end = &mut talk => end,
                () = closing.cancelled() => {
                    talk.as_mut().graceful_shutdown();
                    talk.await
                }
            };
            if let Err(error) = end {
                tracing::debug!(%peer, %error, "a line broke");
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
