//! As much of HTTP/1.1 as a load generator needs: one connection, kept alive, answers with a length.

use anyhow::{Context, Result, bail};
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// One connection to the server.
pub struct Connection {
    stream: BufReader<TcpStream>,
    host: String,
    out: Vec<u8>,
}

impl Connection {
    pub async fn open(addr: SocketAddr) -> Result<Connection> {
        let stream = TcpStream::connect(addr).await.with_context(|| format!("cannot connect to {addr}"))?;
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream: BufReader::with_capacity(4096, stream),
            host: addr.to_string(),
            out: Vec::new(),
        })
    }

    /// Sends JSON and reads the answer: status and body.
    pub async fn post(&mut self, path: &str, token: &str, body: &str) -> Result<(u16, Vec<u8>)> {
        let bearer = bearer(token);
        self.send("POST", path, &format!("{bearer}content-type: application/json\r\n"), body).await?;
        self.answer().await
    }

    pub async fn get(&mut self, path: &str, token: &str) -> Result<(u16, Vec<u8>)> {
        self.send("GET", path, &bearer(token), "").await?;
        self.answer().await
    }

    /// Opens an event stream and reads its head; the events stay unread.
    pub async fn stream(&mut self, path: &str) -> Result<()> {
        self.stream_for(path, "").await
    }

    /// The same for the holder of a token.
    pub async fn stream_for(&mut self, path: &str, token: &str) -> Result<()> {
        let bearer = bearer(token);
        self.send("GET", path, &format!("{bearer}accept: text/event-stream\r\n"), "").await?;
        let (status, _) = self.head().await?;
        if status != 200 {
            bail!("the stream at {path} was answered with {status}");
        }
        Ok(())
    }

    /// The body of the next event on an open stream.
    pub async fn event(&mut self) -> Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("the stream broke off");
            }
            if let Some(body) = line.strip_prefix("data: ") {
                return Ok(body.trim_end().to_string());
            }
        }
    }

    /// Opens a page's line as a browser would, to have the page drawn; what comes is not looked at.
    pub async fn watch(&mut self, path: &str) -> Result<()> {
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
            sec-websocket-key: a2xheG9uIGxvYWQgcGFnZQ==\r\n";
        self.send("GET", path, upgrade, "").await?;
        let (status, _) = self.head().await?;
        if status != 101 {
            bail!("the page's line at {path} was answered with {status}");
        }
        Ok(())
    }

    /// Keeps a page's line open until then.
    pub async fn look_until(mut self, end: Instant) -> Result<()> {
        /// An empty pong, masked with zeros: whoever sends one now and then is still there.
        const HERE: [u8; 6] = [0x8a, 0x80, 0, 0, 0, 0];
        let mut beats = tokio::time::interval(Duration::from_secs(5));
        let mut sink = vec![0; 16 << 10];
        loop {
            tokio::select! {
                () = tokio::time::sleep_until(end.into()) => return Ok(()),
                _ = beats.tick() => self.stream.get_mut().write_all(&HERE).await?,
                read = self.stream.read(&mut sink) => if read? == 0 {
                    bail!("a page's line broke off");
                },
            }
        }
    }

    async fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> Result<()> {
        use std::io::Write;
        self.out.clear();
        write!(
            self.out,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )?;
        self.stream.get_mut().write_all(&self.out).await?;
        Ok(())
    }

    async fn head(&mut self) -> Result<(u16, Option<usize>)> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.with_context(|| format!("the server answered `{}`", line.trim()))?;
        let mut length = None;
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("the server hung up");
            }
            let header = line.trim();
            if header.is_empty() {
                return Ok((status, length));
            }
            if let Some((name, value)) = header.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
    }

    async fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
        let (status, length) = self.head().await?;
        let mut body = vec![0; length.context("the server gave no length")?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}

fn bearer(token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") }
}
