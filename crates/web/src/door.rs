//! The door: connections come in here, a task each, until the house closes.

use crate::{app::app, state::AppState};
use axum::{
    Router,
    extract::{ConnectInfo, Request},
    http,
};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
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
        let (line, app, closing) = (line.clone(), app.clone(), state.closing.clone());
        let (tls, patience) = (state.config.tls.clone(), state.config.line_idle);
        open.spawn(async move {
            let stream = prompt(stream);
            match tls {
                None => talk(&line, app, stream, peer, closing).await,
                Some(tls) => match tokio::time::timeout(patience, tls.greet(stream)).await {
                    Ok(Ok(stream)) => talk(&line, app, stream, peer, closing).await,
                    Ok(Err(error)) => tracing::debug!(%peer, %error, "a line was not encrypted"),
                    Err(_) => tracing::debug!(%peer, "a line took too long to be encrypted"),
                },
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

/// Answers what comes by one line until it ends or the house closes.
async fn talk(
    line: &http1::Builder,
    app: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    closing: CancellationToken,
) {
    let service = app.map_request(move |request| with_peer(request, peer));
    let talk = line.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
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
