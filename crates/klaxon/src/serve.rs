//! `klaxon serve`.

use crate::out;
use anyhow::{Context, Result, bail};
use clap::Args;
use klaxon_web::{AppState, Config, Post, PublicUrl, RingingSettings, SignUp, Tls, Wall, Words};
use std::{net::SocketAddr, path::PathBuf, process::ExitCode, sync::Arc, time::Duration};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Serve the table.
#[derive(Args)]
pub struct Serve {
    /// Address to listen on; port 0 takes any free port
    #[arg(long, env = "KLAXON_ADDR", default_value = "127.0.0.1:7777")]
    addr: SocketAddr,
    #[command(flatten)]
    place: crate::place::Place,
    #[command(flatten)]
    packs: crate::pack::Packs,
    #[command(flatten)]
    internet: Internet,
    /// Who may make an account: `off` (nobody, and nobody can sign in), `invite` (whoever has a code of `klaxon admin invite`) or
    /// `open` (everybody). Guests play all the same
    #[arg(long, env = "KLAXON_ACCOUNTS", default_value_t = SignUp::Open, value_name = "WHO", help_heading = "Accounts")]
    accounts: SignUp,
    /// A file of words that nobody says here, one in each line: lines of the chat and names with one of them are refused. They are
    /// whole words, whatever their case and whatever letters are put for those that look alike
    #[arg(long, env = "KLAXON_WORDS", value_name = "FILE", help_heading = "Accounts")]
    words: Option<PathBuf>,
    /// Days of vacation a year: on them a person's time stands still at tables that are played over days
    #[arg(long, env = "KLAXON_VACATION_DAYS", default_value_t = Config::default().vacation_days, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(..=366), help_heading = "Clocks")]
    vacation_days: u32,
    #[command(flatten)]
    ringing: Ringing,
    #[command(flatten)]
    limits: Limits,
    /// Give `/metrics` to other machines, too, and through a proxy
    #[arg(long, env = "KLAXON_METRICS_ANYWHERE", help_heading = "Watching it")]
    metrics_anywhere: bool,
    /// What to log, such as `info` or `klaxon_web=debug`
    #[arg(long, env = "KLAXON_LOG", default_value = "warn", help_heading = "Watching it")]
    log: String,
    /// Log as JSON lines
    #[arg(long, env = "KLAXON_LOG_JSON", help_heading = "Watching it")]
    log_json: bool,
}

/// How people come from elsewhere; docs/hosting.md shows whole set-ups.
#[derive(Args)]
#[command(next_help_heading = "On the internet")]
struct Internet {
    /// The address by which people come, such as `https://klaxon.example`: links lead there, cookies are for it, and only
    /// its pages may act
    #[arg(long, env = "KLAXON_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// A proxy stands in front, and what it says of a request is believed (`X-Forwarded-For`, `-Proto`, `-Host`); nobody
    /// else may reach the address then
    #[arg(long, env = "KLAXON_BEHIND_PROXY")]
    behind_proxy: bool,
    /// How many proxies stand in front of each other; what the outermost wrote is believed
    #[arg(long, env = "KLAXON_PROXIES", default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=16))]
    proxies: u16,
    /// Certificate with its chain, as a PEM file: the server encrypts by itself. The files are read again when they change,
    /// or on SIGHUP
    #[arg(long, env = "KLAXON_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate, as a PEM file
    #[arg(long, env = "KLAXON_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

/// How people are rung when it is their turn and they are not at the table.
#[derive(Args)]
#[command(next_help_heading = "Ringing")]
struct Ringing {
    /// The mail server, such as `smtps://name:password@mail.example`, or `smtp://mail.example?tls=required`; no mail without it.
    /// Needs `--public-url`, where its links lead
    #[arg(
        long,
        env = "KLAXON_SMTP_URL",
        value_name = "URL",
        requires = "mail_from",
        requires = "public_url",
        hide_env_values = true
    )]
    smtp_url: Option<String>,
    /// The sender of mail, such as `Klaxon <klaxon@example.org>`
    #[arg(long, env = "KLAXON_MAIL_FROM", value_name = "ADDRESS", requires = "smtp_url")]
    mail_from: Option<String>,
    /// Whoever is asked and away is rung after so many seconds
    #[arg(long, env = "KLAXON_RING_AFTER", default_value_t = RingingSettings::default().after.as_secs(), value_name = "S")]
    ring_after: u64,
    /// Let webhooks and push lead into private networks, such as your own at home. Whoever may use the server can then make it
    /// send requests there
    #[arg(long, env = "KLAXON_RING_PRIVATE")]
    ring_private: bool,
}

impl Ringing {
    fn settings(&self) -> Result<RingingSettings> {
        let post = match (&self.smtp_url, &self.mail_from) {
            (Some(url), Some(from)) => Some(Post::new(url, from).map_err(anyhow::Error::msg)?),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => bail!("`--smtp-url` and `--mail-from` go together"),
        };
        Ok(RingingSettings {
            after: Duration::from_secs(self.ring_after),
            private: self.ring_private,
            post,
            ..RingingSettings::default()
        })
    }
}

/// What keeps one guest from using up what is there for all. One peer is one address, or one network of IPv6.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
struct Limits {
    /// How long a bot lets its decision wait, in milliseconds, so that people can follow
    #[arg(long, env = "KLAXON_BOT_PAUSE", default_value_t = 450, value_name = "MS")]
    bot_pause: u64,
    /// Bots among themselves play on for so long after somebody has looked, in seconds; then they sleep
    #[arg(long, env = "KLAXON_BOTS_PLAY_ON", default_value_t = Config::default().bots_play_on.as_secs(), value_name = "S")]
    bots_play_on: u64,
    /// Threads for bots; 0 for one less than the machine has cores. One more is kept in reserve
    #[arg(long, env = "KLAXON_BOT_THREADS", default_value_t = 0, value_name = "N")]
    bot_threads: usize,
    /// Seconds of bots' thinking a minute that one peer's tables may use for long; whoever has used more has one bot
    /// thinking at a time
    #[arg(long, env = "KLAXON_BOT_SECONDS_A_MINUTE", default_value_t = Config::default().bot_seconds_a_minute, value_name = "S")]
    bot_seconds_a_minute: u32,
    /// Wishes a second from all pages of one peer; whoever sends more is read more slowly
    #[arg(long, env = "KLAXON_WISHES_PER_SECOND", default_value_t = Config::default().wishes_per_second, value_name = "N")]
    wishes_per_second: u32,
    /// Wishes that all pages of one peer may send at once
    #[arg(long, env = "KLAXON_WISH_BURST", default_value_t = Config::default().wish_burst, value_name = "N")]
    wish_burst: u32,
    /// Rounds of the deeper look of a review: fewer are faster and find less
    #[arg(long, env = "KLAXON_REVIEW_ROUNDS", default_value_t = Config::default().review_rounds, value_name = "N")]
    review_rounds: u32,
    /// Hints a second for all pages of one peer
    #[arg(long, env = "KLAXON_HINTS_PER_SECOND", default_value_t = Config::default().hints_per_second, value_name = "N")]
    hints_per_second: u32,
    /// Odds a second for all pages of one peer
    #[arg(long, env = "KLAXON_ODDS_PER_SECOND", default_value_t = Config::default().odds_per_second, value_name = "N")]
    odds_per_second: u32,
    /// Requests a second that one peer may make for long; what costs more counts more
    #[arg(long, env = "KLAXON_REQUESTS_PER_SECOND", default_value_t = Config::default().requests_per_second, value_name = "N")]
    requests_per_second: u32,
    /// Requests that one peer may make at once
    #[arg(long, env = "KLAXON_REQUEST_BURST", default_value_t = Config::default().request_burst, value_name = "N")]
    request_burst: u32,
    /// Count peers on this machine like all others, each address of it for itself
    #[arg(long, env = "KLAXON_LIMIT_LOOPBACK")]
    limit_loopback: bool,
    /// The most tables in memory at a time
    #[arg(long, env = "KLAXON_MAX_LIVE_TABLES", default_value_t = Config::default().max_live_tables, value_name = "N")]
    max_live_tables: usize,
    /// The most open lines; fewer where the system gives fewer file handles
    #[arg(long, env = "KLAXON_MAX_LINES", default_value_t = Config::default().max_lines, value_name = "N")]
    max_lines: usize,
    /// The most open lines of one peer; not counted behind a proxy
    #[arg(long, env = "KLAXON_MAX_LINES_PER_PEER", default_value_t = Config::default().max_lines_per_peer, value_name = "N")]
    max_lines_per_peer: usize,
    /// The most open pages and streams
    #[arg(long, env = "KLAXON_MAX_CONNECTIONS", default_value_t = Config::default().max_connections, value_name = "N")]
    max_connections: usize,
    /// The most open pages and streams of one peer
    #[arg(long, env = "KLAXON_MAX_CONNECTIONS_PER_PEER", default_value_t = Config::default().max_connections_per_peer, value_name = "N")]
    max_connections_per_peer: usize,
    /// A request that takes longer is given up, in seconds
    #[arg(long, env = "KLAXON_REQUEST_TIMEOUT", default_value_t = Config::default().request_timeout.as_secs(), value_name = "S")]
    request_timeout: u64,
    /// A line that takes longer to say what it wants is closed, in seconds
    #[arg(long, env = "KLAXON_HEADER_TIMEOUT", default_value_t = Config::default().header_timeout.as_secs(), value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    header_timeout: u64,
    /// A line that says nothing for so long between two requests is closed, in seconds
    #[arg(long, env = "KLAXON_LINE_IDLE", default_value_t = Config::default().line_idle.as_secs(), value_name = "S")]
    line_idle: u64,
    /// A table that nobody touches for so long leaves the memory, in seconds
    #[arg(long, env = "KLAXON_TABLE_IDLE", default_value_t = Config::default().table_idle.as_secs(), value_name = "S")]
    table_idle: u64,
    /// How often a whisper goes down each open page, in seconds; a proxy must have more patience than this
    #[arg(long, env = "KLAXON_HEARTBEAT", default_value_t = Config::default().heartbeat.as_secs(), value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    heartbeat: u64,
}

/// Idle tables should cost what they hold: without this the allocator's memory comes in pieces of two megabytes.
fn small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::info!(%error, "memory stays in huge pages");
    }
}

impl Serve {
    pub fn run(self) -> Result<ExitCode> {
        let wanted: Targets = self.log.parse().with_context(|| format!("`{}` is no log filter", self.log))?;
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        let lines = if self.log_json { lines.json().boxed() } else { lines.boxed() };
        tracing_subscriber::registry().with(lines.with_filter(wanted)).init();
        small_pages();
        self.packs.install()?;
        tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(self.serve())?;
        Ok(ExitCode::SUCCESS)
    }

    async fn serve(self) -> Result<()> {
        let tls = match (&self.internet.tls_cert, &self.internet.tls_key) {
            (Some(certificate), Some(key)) => {
                Some(Tls::open(certificate, key).context("the certificate cannot be used")?)
            }
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => bail!("`--tls-cert` and `--tls-key` go together"),
        };
        let listener = tokio::net::TcpListener::bind(self.addr).await.with_context(|| {
            format!(
                "cannot listen on {}: is Klaxon running already? `--addr` takes another address",
                self.addr
            )
        })?;
        let addr = listener.local_addr()?;
        let config =
            Config { words: self.words()?, ..self.config(addr, tls.clone(), self.ringing.settings()?) };
        let at = match &config.public_url {
            Some(url) => format!("{url}, listening on {addr}"),
            None => {
                let scheme = if tls.is_some() { "https" } else { "http" };
                let lan = klaxon_web::network_address().filter(|_| addr.ip().is_unspecified());
                let lan = lan
                    .map(|ip| format!(", in your network {scheme}://{}", SocketAddr::new(ip, addr.port())));
                format!("{scheme}://{addr}{}", lan.unwrap_or_default())
            }
        };
        let state = AppState::open(config)
            .await
            .with_context(|| format!("cannot open the store in {}", self.place.at()))?;
        for warning in state.store.warnings() {
            out::line(format!("Warning: {warning}."))?;
        }
        if let Some(tls) = tls {
            tokio::spawn(tls.keep_fresh(hang_ups()));
        }
        klaxon_web::listen(&state);
        if self.internet.behind_proxy && !addr.ip().is_loopback() {
            tracing::warn!(%addr, "whoever reaches this address without the proxy can say that he is anybody: let only the proxy reach it");
        }
        out::line(format!("Klaxon is at {at} (Ctrl-C stops it)"))?;
        klaxon_web::serve(listener, state, stop()).await?;
        out::line("Klaxon has stopped; every game is stored.")
    }

    fn words(&self) -> Result<Option<Arc<Words>>> {
        let Some(path) = &self.words else { return Ok(None) };
        let words =
            Words::load(path).with_context(|| format!("the words in {} cannot be read", path.display()))?;
        Ok(Some(Arc::new(words)))
    }

    fn config(&self, listening: SocketAddr, tls: Option<Tls>, ringing: RingingSettings) -> Config {
        let (internet, limits) = (&self.internet, &self.limits);
        Config {
            data: self.place.at().path().map(Into::into),
            store: Some(self.place.at()),
            bot_pause: Duration::from_millis(limits.bot_pause),
            bots_play_on: Duration::from_secs(limits.bots_play_on),
            bot_threads: limits.bot_threads,
            bot_seconds_a_minute: limits.bot_seconds_a_minute,
            review_rounds: limits.review_rounds,
            wishes_per_second: limits.wishes_per_second,
            wish_burst: limits.wish_burst,
            hints_per_second: limits.hints_per_second,
            odds_per_second: limits.odds_per_second,
            requests_per_second: limits.requests_per_second,
            request_burst: limits.request_burst,
            loopback_unlimited: !limits.limit_loopback,
            behind_proxy: internet.behind_proxy,
            proxies: internet.proxies.into(),
            public_url: internet.public_url.clone(),
            listening: Some(listening),
            tls,
            metrics_anywhere: self.metrics_anywhere,
            max_live_tables: limits.max_live_tables,
            max_lines: limits.max_lines.min(crate::files::lines(crate::files::raise())),
            max_lines_per_peer: limits.max_lines_per_peer,
            max_connections: limits.max_connections,
            max_connections_per_peer: limits.max_connections_per_peer,
            request_timeout: Duration::from_secs(limits.request_timeout),
            header_timeout: Duration::from_secs(limits.header_timeout),
            line_idle: Duration::from_secs(limits.line_idle),
            table_idle: Duration::from_secs(limits.table_idle),
            heartbeat: Duration::from_secs(limits.heartbeat),
            accounts: self.accounts,
            ringing,
            vacation_days: self.vacation_days,
            words: None,
            wall: Wall::default(),
        }
    }
}

/// Says when the system asks the program to read its files again.
fn hang_ups() -> tokio::sync::mpsc::Receiver<()> {
    let (tell, told) = tokio::sync::mpsc::channel(1);
    #[cfg(unix)]
    tokio::spawn(async move {
        let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()) else {
            return;
        };
        while signal.recv().await.is_some() && tell.send(()).await.is_ok() {}
    });
    #[cfg(not(unix))]
    drop(tell);
    told
}

/// Comes when somebody presses Ctrl-C or the system asks the program to end.
async fn stop() {
    let ctrl_c = async { tokio::signal::ctrl_c().await.unwrap_or(()) };
    #[cfg(unix)]
    let term = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let term = std::future::pending::<()>();
    tokio::select! {
        () = ctrl_c => {}
        () = term => {}
    }
}
