//! Errands of the host while the server runs: a socket beside the store, for whoever may read the store. One line of JSON
//! goes in, one comes back.

use crate::{
    error::Fault,
    state::AppState,
    table::host::{Errand, run},
};
use serde_json::{Value, json};
use std::{io, path::Path};

/// The socket's name in the folder of the store.
pub const SOCKET: &str = "klaxon.sock";
/// The longest errand.
#[cfg(unix)]
const LONGEST: u64 = 16 << 10;

/// Takes errands until the server closes. Where that is not possible the server does without: errands then wait until it
/// stands still.
#[cfg(unix)]
pub fn listen(state: &AppState) {
    use std::os::unix::fs::MetadataExt;
    let Some(path) = state.config.data.as_ref().map(|data| data.join(SOCKET)) else { return };
    let opened = open(&path).and_then(|socket| Ok((socket, std::fs::metadata(&path)?.uid())));
    let (socket, owner) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            tracing::warn!(%error, path = %path.display(), "errands of `klaxon admin` cannot be taken while the server runs");
            return;
        }
    };
    let state = state.clone();
    tokio::spawn(async move {
        loop {
            let came = tokio::select! {
                came = socket.accept() => came,
                () = state.closing.cancelled() => break,
            };
            let Ok((stream, _)) = came else { continue };
            // Whoever may write the store's files may also give errands, and nobody else.
            if !stream.peer_cred().is_ok_and(|peer| peer.uid() == owner || peer.uid() == 0) {
                continue;
            }
            tokio::spawn(serve(state.clone(), stream));
        }
        drop(std::fs::remove_file(&path));
    });
}

/// Elsewhere errands wait until the server stands still.
#[cfg(not(unix))]
pub fn listen(_: &AppState) {}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<tokio::net::UnixListener> {
    use std::os::unix::{fs::PermissionsExt, net::UnixStream};
    if UnixStream::connect(path).is_ok() {
        return Err(io::Error::other("another server answers here"));
    }
    // What a server left behind that was killed.
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let socket = tokio::net::UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(socket)
}

#[cfg(unix)]
async fn serve(state: AppState, stream: tokio::net::UnixStream) {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    if BufReader::new(read.take(LONGEST)).read_line(&mut line).await.is_err() {
        return;
    }
    let answer = match serde_json::from_str::<Errand>(&line) {
        Ok(errand) => {
            tracing::info!(?errand, "an errand of the host");
            run(&state, errand).await
        }
        Err(error) => Err(Fault::malformed(format!("this is no errand: {error}"))),
    };
    let answer = match answer {
        Ok(done) => json!({ "done": done }),
        Err(fault) => json!({ "refused": fault.text }),
    };
    drop(write.write_all(format!("{answer}\n").as_bytes()).await);
}

/// Asks the server that runs over a store. `None` when none does; the inner error is its refusal.
#[cfg(unix)]
pub async fn ask(data: &Path, errand: &Errand) -> io::Result<Option<Result<Value, String>>> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = match tokio::net::UnixStream::connect(data.join(SOCKET)).await {
        Ok(stream) => stream,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            return Ok(None);
        }
        // A name too long for a socket: no server can have made one.
        Err(e) if e.kind() == io::ErrorKind::InvalidInput => return Ok(None),
        Err(error) => return Err(error),
    };
    stream.write_all(format!("{}\n", json!(errand)).as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let mut answer: Value = serde_json::from_str(&text).map_err(io::Error::other)?;
    Ok(Some(match answer["refused"].as_str() {
        Some(refused) => Err(refused.to_owned()),
        None => Ok(answer["done"].take()),
    }))
}

/// Elsewhere no server takes errands.
#[cfg(not(unix))]
pub async fn ask(_: &Path, _: &Errand) -> io::Result<Option<Result<Value, String>>> {
    Ok(None)
}
