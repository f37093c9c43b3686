//! What a host may set.

use crate::{accounts::SignUp, address::PublicUrl, time::Wall, tls::Tls};
use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

/// What a host may set. [`Config::default`] suits one person on one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database; `None` keeps everything in memory and forgets it at the end.
    pub data: Option<PathBuf>,
    /// A database in place of the folder; several servers may share a PostgreSQL.
    pub store: Option<klaxon_store::At>,
    /// How long a bot lets its decision wait, so that people can follow.
    pub bot_pause: Duration,
    /// Bots among themselves play on for so long after somebody has looked; then they sleep until somebody looks again.
    pub bots_play_on: Duration,
    /// Threads for bots; 0 for one less than the machine has cores. One more is kept in reserve, so that nobody's quick bot
    /// waits for somebody else's slow one.
    pub bot_threads: usize,
    /// Seconds of bots' thinking a minute that one peer's tables may use for long; who has used more has one bot thinking
    /// at a time.
    pub bot_seconds_a_minute: u32,
    /// Rounds of the deeper look of a review: fewer are faster and find less.
    pub review_rounds: u32,
    /// Requests a second that one peer may make for long; and so much work, of which a page takes 2, a new table 10, and a
    /// replay, a situation or a mission 20.
    pub requests_per_second: u32,
    /// Requests that one peer may make at once, and work in the same way.
    pub request_burst: u32,
    /// Wishes a second from all pages of one peer; who sends more is read more slowly. One page may have a quarter of it.
    pub wishes_per_second: u32,
    /// Wishes that all pages of one peer may send at once.
    pub wish_burst: u32,
    /// Hints a second for all pages of one peer, and ten times as many at once. One page may have a quarter of it.
    pub hints_per_second: u32,
    /// Odds a second for all pages of one peer, and five times as many at once. One page may have a quarter of it.
    pub odds_per_second: u32,
    /// Peers on this machine are not counted.
    pub loopback_unlimited: bool,
    /// A proxy in front is trusted to say who the peer is (`X-Forwarded-For`), how it came (`X-Forwarded-Proto`) and by
    /// which name it asked (`X-Forwarded-Host`).
    pub behind_proxy: bool,
    /// How many proxies stand in front, one behind the other. What the outermost of them wrote is believed.
    pub proxies: usize,
    /// The address by which people come. Links lead there, and only its pages may act.
    pub public_url: Option<PublicUrl>,
    /// The address that is listened on, as far as it is known.
    pub listening: Option<SocketAddr>,
    /// The certificate with which the server encrypts by itself.
    pub tls: Option<Tls>,
    /// `/metrics` answers peers on other machines, too.
    pub metrics_anywhere: bool,
    /// The most tables in memory at a time.
    pub max_live_tables: usize,
    /// The most open lines. When there are more, the one that has waited longest without asking for anything is closed.
    pub max_lines: usize,
    /// The most open lines of one peer, and never more than half of all; not counted behind a proxy.
    pub max_lines_per_peer: usize,
    /// The most open pages and streams.
    pub max_connections: usize,
    /// The most open pages and streams of one peer.
    pub max_connections_per_peer: usize,
    /// A request that takes longer is given up.
    pub request_timeout: Duration,
    /// A line that takes longer to say what it wants is closed.
    pub header_timeout: Duration,
    /// A line that says nothing for so long between two requests is closed.
    pub line_idle: Duration,
    /// A table that nobody touches for so long leaves the memory.
    pub table_idle: Duration,
    /// A whisper down each open page, so that both ends notice a dead line.
    pub heartbeat: Duration,
    /// Who may make an account.
    pub accounts: SignUp,
    /// How people are rung who are not at the table.
    pub ringing: crate::ringing::Settings,
    /// Days a year on which a person's time may stand still at tables over days.
    pub vacation_days: u32,
    /// Words that nobody says here.
    pub words: Option<Arc<crate::moderation::words::Words>>,
    /// The clock on the wall; tests set it.
    pub wall: Wall,
}

impl Config {
    /// The same with a store in a folder.
    pub fn at(data: impl Into<PathBuf>) -> Config {
        Config { data: Some(data.into()), ..Config::default() }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            data: None,
            store: None,
            bot_pause: Duration::from_millis(450),
            bots_play_on: Duration::from_secs(60),
            bot_threads: 0,
            bot_seconds_a_minute: 60,
            review_rounds: klaxon_bots::review::Depth::USUAL.again.0.rounds,
            requests_per_second: 200,
            request_burst: 1000,
            wishes_per_second: 60,
            wish_burst: 240,
            hints_per_second: 4,
            odds_per_second: 40,
            loopback_unlimited: true,
            behind_proxy: false,
            proxies: 1,
            public_url: None,
            listening: None,
            tls: None,
            metrics_anywhere: false,
            max_live_tables: 20_000,
            max_lines: 50_000,
            max_lines_per_peer: 1000,
            max_connections: 50_000,
            max_connections_per_peer: 20_000,
            request_timeout: Duration::from_secs(20),
            header_timeout: Duration::from_secs(10),
            line_idle: Duration::from_secs(60),
            table_idle: Duration::from_secs(15 * 60),
            heartbeat: Duration::from_secs(20),
            accounts: SignUp::Open,
            ringing: crate::ringing::Settings::default(),
            vacation_days: 21,
            words: None,
            wall: Wall::default(),
        }
    }
}
