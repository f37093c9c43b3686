//! The lines that are open: how many, whose, and what each is doing. A line costs a file handle before a single word is
//! said on it, so they are counted at the door.
//!
//! When a peer, or everybody together, has too many, the line that has waited longest without asking for anything goes,
//! and the new one comes in; when all are at work the new one is turned away.

use crate::{config::Config, time::uptime};
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use klaxon_core::Millis;
use std::{
    collections::HashMap,
    io,
    net::IpAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Notify,
};

/// A line that takes nothing of what it asked for is closed after so long.
const STALLED: Duration = Duration::from_secs(20);

/// All open lines.
pub struct Lines {
    book: Mutex<HashMap<IpAddr, Vec<Arc<Line>>>>,
    entered: AtomicU64,
    most: usize,
    most_of_a_peer: usize,
    /// A request must be whole after so long.
    header: Duration,
    /// Between two requests.
    idle: Duration,
}

/// What a line is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Doing {
    /// Nothing was asked on it yet.
    New,
    /// Something was said, and it is not a whole request.
    Reading,
    /// A request is answered.
    Answering,
    /// Everything is answered.
    Idle,
    /// It belongs to a page now.
    Page,
}

impl Doing {
    const ALL: [Doing; 5] = [Doing::New, Doing::Reading, Doing::Answering, Doing::Idle, Doing::Page];

    /// Does it only wait for the other end to ask for something?
    fn waits(self) -> bool {
        match self {
            Doing::New | Doing::Reading | Doing::Idle => true,
            Doing::Answering | Doing::Page => false,
        }
    }
}

/// One open line.
#[derive(Debug)]
pub struct Line {
    /// Later ones have higher numbers.
    number: u64,
    doing: AtomicU8,
    since: AtomicU64,
    /// Since when the other end takes nothing; 0 when it does.
    stalled: AtomicU64,
    /// The request has no body: whatever is heard while it is answered is the next one.
    bare: AtomicBool,
    /// Something of the next request was heard.
    more: AtomicBool,
    goes: Notify,
}

impl Line {
    fn new(number: u64) -> Line {
        Line {
            number,
            doing: AtomicU8::new(Doing::New as u8),
            since: AtomicU64::new(uptime()),
            stalled: AtomicU64::new(0),
            bare: AtomicBool::new(false),
            more: AtomicBool::new(false),
            goes: Notify::new(),
        }
    }

    fn doing(&self) -> Doing {
        Doing::ALL[usize::from(self.doing.load(Relaxed))]
    }

    fn begins(&self, what: Doing) {
        self.since.store(uptime(), Relaxed);
        self.doing.store(what as u8, Relaxed);
    }

    /// A whole request has come; `bare` if without a body.
    pub fn asked(&self, bare: bool) {
        self.bare.store(bare, Relaxed);
        self.more.store(false, Relaxed);
        self.begins(Doing::Answering);
    }

    /// The answer makes it a page's line.
    pub fn is_page(&self) {
        self.begins(Doing::Page);
    }

    fn answered(&self) {
        if self.doing() == Doing::Answering {
            let more = self.more.load(Relaxed);
            self.begins(if more { Doing::Reading } else { Doing::Idle });
        }
    }

    fn heard(&self) {
        match self.doing() {
            // The time of a new line runs from its beginning.
            Doing::New => self.doing.store(Doing::Reading as u8, Relaxed),
            Doing::Idle => self.begins(Doing::Reading),
            Doing::Answering if self.bare.load(Relaxed) => self.more.store(true, Relaxed),
            Doing::Reading | Doing::Answering | Doing::Page => {}
        }
    }

    fn flows(&self, flows: bool) {
        match (flows, self.stalled.load(Relaxed)) {
            (true, 0) => {}
            (true, _) => self.stalled.store(0, Relaxed),
            (false, 0) => self.stalled.store(uptime().max(1), Relaxed),
            (false, _) => {}
        }
    }
}

impl Lines {
    /// The limits that the configuration asks for. One peer never has more than half of all.
    pub fn new(config: &Config) -> Lines {
        Lines {
            book: Mutex::default(),
            entered: AtomicU64::new(0),
            most: config.max_lines.max(2),
            most_of_a_peer: config.max_lines_per_peer.clamp(1, (config.max_lines / 2).max(1)),
            header: config.header_timeout,
            idle: config.line_idle,
        }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.lock().values().map(Vec::len).sum()
    }

    /// A new line of a peer, who is counted or not. `None` when there is no room for it.
    pub fn enter(self: &Arc<Lines>, peer: IpAddr, counted: bool) -> Option<Place> {
        let mut book = self.lock();
        if counted && book.get(&peer).is_some_and(|lines| lines.len() >= self.most_of_a_peer) {
            send_away(&mut book, Some(peer))?;
        }
        if book.values().map(Vec::len).sum::<usize>() >= self.most {
            send_away(&mut book, None)?;
        }
        let line = Arc::new(Line::new(self.entered.fetch_add(1, Relaxed)));
        book.entry(peer).or_default().push(line.clone());
        drop(book);
        Some(Place { lines: self.clone(), peer, line })
    }

    /// Nobody can be let in for want of file handles: whoever waits longest goes.
    pub fn make_room(&self) -> bool {
        send_away(&mut self.lock(), None).is_some()
    }

    /// Comes when a line should be closed: it takes too long to ask, to take its answer, or others need its place.
    pub async fn time_is_up(&self, line: &Line) {
        loop {
            let now = uptime();
            let after = |since: &AtomicU64, time: Duration| since.load(Relaxed) + millis(time);
            let end = match line.doing() {
                Doing::New | Doing::Reading => Some(after(&line.since, self.header)),
                Doing::Idle => Some(after(&line.since, self.idle)),
                Doing::Answering => None,
                // Pages look after themselves.
                Doing::Page => return std::future::pending().await,
            };
            let stalled = (line.stalled.load(Relaxed) > 0).then(|| after(&line.stalled, STALLED));
            let end = end.into_iter().chain(stalled).min();
            if end.is_some_and(|end| end <= now) {
                return;
            }
            // What it does may change meanwhile.
            let look = (self.header / 2).min(STALLED);
            let wait = end.map_or(look, |end| look.min(Duration::from_millis(end - now)));
            tokio::select! {
                () = tokio::time::sleep(wait.max(Duration::from_millis(5))) => {}
                () = line.goes.notified() => return,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Arc<Line>>>> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(time: Duration) -> Millis {
    time.as_millis() as u64
}

/// Sends the line away that has waited longest, of one peer or of all.
fn send_away(book: &mut HashMap<IpAddr, Vec<Arc<Line>>>, of: Option<IpAddr>) -> Option<()> {
    let lines = book.iter().filter(|(peer, _)| of.is_none_or(|of| of == **peer));
    let all = lines.flat_map(|(peer, lines)| lines.iter().enumerate().map(|(i, line)| (*peer, i, line)));
    let waiting = all.filter(|(_, _, line)| line.doing().waits());
    let (peer, i, line) = waiting.min_by_key(|(_, _, line)| (line.since.load(Relaxed), line.number))?;
    line.goes.notify_one();
    book.get_mut(&peer)?.swap_remove(i);
    Some(())
}

/// A line's place in the book, until it is dropped.
pub struct Place {
    lines: Arc<Lines>,
    peer: IpAddr,
    /// What it is doing.
    pub line: Arc<Line>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut book = self.lines.lock();
        if let Some(lines) = book.get_mut(&self.peer) {
            // It may have been sent away already.
            if let Some(i) = lines.iter().position(|line| Arc::ptr_eq(line, &self.line)) {
                lines.swap_remove(i);
            }
            if lines.is_empty() {
                book.remove(&self.peer);
            }
        }
    }
}

/// A stream that notes what goes over it, and keeps its place as long as it is open.
pub struct Wire<S> {
    stream: S,
    place: Place,
}

impl<S> Wire<S> {
    /// The stream of a line.
    pub fn new(stream: S, place: Place) -> Wire<S> {
        Wire { stream, place }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            self.place.line.heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.place.line.flows(written.is_ready());
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.place.line.flows(written.is_ready());
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// An answer on its way: when it is gone the line waits for the next request.
pub struct Answering {
    body: Body,
    line: Arc<Line>,
}

impl Answering {
    /// The answer to what was asked on a line.
    pub fn new(body: Body, line: Arc<Line>) -> Answering {
        Answering { body, line }
    }
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.line.answered();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const EVIL: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 66));
    const ADA: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 10));

    fn lines(most: usize, of_a_peer: usize) -> Arc<Lines> {
        Arc::new(Lines::new(&Config {
            max_lines: most,
            max_lines_per_peer: of_a_peer,
            header_timeout: Duration::from_millis(40),
            line_idle: Duration::from_millis(200),
            ..Config::default()
        }))
    }

    #[test]
    fn one_peer_takes_nobody_elses_place() {
        let lines = lines(20, 5);
        let mut evil: Vec<Place> = (0..50).filter_map(|_| lines.enter(EVIL, true)).collect();
        // Its own oldest lines went for its newer ones.
        assert_eq!((evil.len(), lines.count()), (50, 5));
        let ada = lines.enter(ADA, true).unwrap();
        ada.line.asked(true);
        for place in &evil[45..] {
            place.line.asked(true);
        }
        assert!(lines.enter(EVIL, true).is_none(), "all its lines are at work");
        evil.truncate(45);
        assert_eq!(lines.count(), 1);
        drop((evil, ada));
        assert_eq!(lines.count(), 0);
    }

    #[test]
    fn a_full_house_sends_away_whoever_waits_longest() {
        let lines = lines(4, 9);
        let places: Vec<Place> =
            (0..4u8).map(|i| lines.enter(IpAddr::V4(Ipv4Addr::new(10, 0, 0, i)), true).unwrap()).collect();
        for place in [&places[0], &places[1]] {
            place.line.asked(true);
        }
        places[1].line.is_page();
        places[2].line.since.store(0, Relaxed);
        let ada = lines.enter(ADA, true).unwrap();
        ada.line.asked(true);
        assert!(lines.lock().values().flatten().all(|line| !Arc::ptr_eq(line, &places[2].line)));
        places[3].line.asked(true);
        assert!(lines.enter(EVIL, true).is_none(), "nobody waits");
        assert!(!lines.make_room());
    }

    #[tokio::test]
    async fn time_is_up_for_half_a_request_sooner_than_for_a_silent_line() {
        let lines = lines(9, 9);
        let up = async |line: &Line, ms: u64| {
            tokio::time::timeout(Duration::from_millis(ms), lines.time_is_up(line)).await.is_ok()
        };
        let place = lines.enter(ADA, true).unwrap();
        assert!(up(&place.line, 100).await, "nothing was asked");
        place.line.asked(true);
        assert!(!up(&place.line, 100).await, "it is answered");
        place.line.answered();
        assert!(!up(&place.line, 100).await, "it may ask again");
        place.line.heard();
        assert!(up(&place.line, 100).await, "half a request");
        place.line.asked(true);
        place.line.heard();
        place.line.answered();
        assert!(up(&place.line, 100).await, "half a request, begun before the last was answered");
        place.line.asked(true);
        let later = async {
            tokio::time::sleep(Duration::from_millis(30)).await;
            place.line.answered();
            place.line.heard();
        };
        assert!(tokio::join!(up(&place.line, 300), later).0, "half a request, begun while nobody looked");
        place.line.is_page();
        assert!(!up(&place.line, 300).await, "it is a page");
    }
}
