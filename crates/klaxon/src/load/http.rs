//! As much of HTTP/1.1 as a load generator needs: one connection, kept alive, answers with a length.

use anyhow::{Context, Result, bail};
use std::{
    net::{IpAddr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpSocket, TcpStream, tcp::OwnedWriteHalf},
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
        Connection::over(stream, addr)
    }

    /// The same from another address of this machine: so the server sees another peer.
    pub async fn open_from(addr: SocketAddr, from: IpAddr) -> Result<Connection> {
        let socket = if from.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.bind(SocketAddr::new(from, 0)).with_context(|| format!("cannot speak from {from}"))?;
        let stream = socket.connect(addr).await.with_context(|| format!("cannot connect to {addr}"))?;
        Connection::over(stream, addr)
    }

    fn over(stream: TcpStream, addr: SocketAddr) -> Result<Connection> {
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream: BufReader::with_capacity(4096, stream),
            host: addr.to_string(),
            out: Vec::new(),
        })
    }

    /// Sends whatever it is.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.stream.get_mut().write_all(bytes).await?)
    }

    /// Reads whatever comes until the line ends.
    pub async fn drain(mut self) -> Result<()> {
        let mut sink = vec![0; 16 << 10];
        while self.stream.read(&mut sink).await? > 0 {}
        Ok(())
    }

    /// Presses a button of a page as a new guest: the cookie and the address that it leads to.
    pub async fn press(&mut self, path: &str) -> Result<(String, String)> {
        let form = "sec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\n";
        self.send("POST", path, form, "").await?;
        let head = self.head().await?;
        let mut body = vec![0; head.length.unwrap_or(0)];
        self.stream.read_exact(&mut body).await?;
        let cookie = head.cookie.with_context(|| format!("{path} gave no cookie ({})", head.status))?;
        Ok((cookie, head.location.context("nowhere to go")?))
    }

    /// Sends a form of a page; the cookie that comes back.
    pub async fn send_form(&mut self, path: &str, form: &str) -> Result<String> {
        let kind = "sec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\n";
        self.send("POST", path, kind, form).await?;
        let head = self.head().await?;
        let mut body = vec![0; head.length.unwrap_or(0)];
        self.stream.read_exact(&mut body).await?;
        head.cookie.with_context(|| format!("{path} gave no cookie ({})", head.status))
    }

    /// A page as whoever has the cookie sees it.
    pub async fn page(&mut self, path: &str, cookie: &str) -> Result<(u16, Vec<u8>)> {
        let cookie = if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
        self.send("GET", path, &cookie, "").await?;
        self.answer().await
    }

    /// Sends a text up a page's line.
    pub async fn wish(&mut self, text: &str) -> Result<()> {
        self.write(&frame(text.as_bytes())).await
    }

    /// Splits a page's line into what can be wished on and what comes down.
    pub fn split(self) -> (Wishing, impl Future<Output = ()> + Send) {
        let (mut down, up) = self.stream.into_inner().into_split();
        let reading = async move {
            let mut sink = vec![0; 16 << 10];
            while down.read(&mut sink).await.is_ok_and(|n| n > 0) {}
        };
        (Wishing(up), reading)
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
        let Head { status, .. } = self.head().await?;
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
        self.watch_as(path, "").await
    }

    /// The same as the guest of a cookie.
    pub async fn watch_as(&mut self, path: &str, cookie: &str) -> Result<()> {
        let cookie = if cookie.is_empty() { String::new() } else { format!("cookie: {cookie}\r\n") };
        let upgrade = format!(
            "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: a2xheG9uIGxvYWQgcGFnZQ==\r\n{cookie}"
        );
        self.send("GET", path, &upgrade, "").await?;
        let Head { status, .. } = self.head().await?;
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

    async fn head(&mut self) -> Result<Head> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.with_context(|| format!("the server answered `{}`", line.trim()))?;
        let mut head = Head { status, length: None, cookie: None, location: None };
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                bail!("the server hung up");
            }
            let header = line.trim();
            if header.is_empty() {
                return Ok(head);
            }
            let Some((name, value)) = header.split_once(':') else { continue };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => head.length = value.parse().ok(),
                "set-cookie" => head.cookie = value.split(';').next().map(Into::into),
                "location" => head.location = Some(value.into()),
                _ => {}
            }
        }
    }

    async fn answer(&mut self) -> Result<(u16, Vec<u8>)> {
        let Head { status, length, .. } = self.head().await?;
        let mut body = vec![0; length.context("the server gave no length")?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}

/// The head of an answer, as far as it matters here.
struct Head {
    status: u16,
    length: Option<usize>,
    cookie: Option<String>,
    location: Option<String>,
}

/// The half of a page's line on which wishes go up.
pub struct Wishing(OwnedWriteHalf);

impl Wishing {
    pub async fn wish(&mut self, text: &str) -> Result<()> {
        Ok(self.0.write_all(&frame(text.as_bytes())).await?)
    }
}

/// A text frame, masked with zeros as a client's must be.
fn frame(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x81];
    match text.len() {
        n @ 0..126 => frame.push(0x80 | n as u8),
        n @ 126..65536 => {
            frame.push(0x80 | 126);
            frame.extend((n as u16).to_be_bytes());
        }
        n => {
            frame.push(0x80 | 127);
            frame.extend((n as u64).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(text);
    frame
}

fn bearer(token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") }
}
