//! What a host may set.

use crate::{address::PublicUrl, tls::Tls};
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// What a host may set. [`Config::default`] suits one person on one machine.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database; `None` keeps everything in memory and forgets it at the end.
    pub data: Option<PathBuf>,
    /// How long a bot lets its decision wait, so that people can follow.
    pub bot_pause: Duration,
    /// Threads for bots; 0 for one less than the machine has cores.
    pub bot_threads: usize,
    /// Requests a second that one peer may make for long.
    pub requests_per_second: u32,
    /// Requests that one peer may make at once.
    pub request_burst: u32,
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
    /// The most open pages and streams.
    pub max_connections: usize,
    /// The most open pages and streams of one peer.
    pub max_connections_per_peer: usize,
    /// A request that takes longer is given up.
    pub request_timeout: Duration,
    /// A line that says nothing for so long, or takes longer to say what it wants, is closed.
    pub line_idle: Duration,
    /// A table that nobody touches for so long leaves the memory.
    pub table_idle: Duration,
    /// A whisper down each open page, so that both ends notice a dead line.
    pub heartbeat: Duration,
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
            bot_pause: Duration::from_millis(450),
            bot_threads: 0,
            requests_per_second: 200,
            request_burst: 1000,
            loopback_unlimited: true,
            behind_proxy: false,
            proxies: 1,
            public_url: None,
            listening: None,
            tls: None,
            metrics_anywhere: false,
            max_live_tables: 20_000,
            max_connections: 50_000,
            max_connections_per_peer: 20_000,
            request_timeout: Duration::from_secs(20),
            line_idle: Duration::from_secs(60),
            table_idle: Duration::from_secs(15 * 60),
            heartbeat: Duration::from_secs(20),
        }
    }
}
