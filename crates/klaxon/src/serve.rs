//! `klaxon serve`.

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_web::{AppState, Config};
use std::{net::SocketAddr, path::PathBuf, process::ExitCode, time::Duration};
use tracing_subscriber::EnvFilter;

/// Serve the table.
#[derive(Args)]
pub struct Serve {
    /// Address to listen on; port 0 takes any free port
    #[arg(long, env = "KLAXON_ADDR", default_value = "127.0.0.1:7777")]
    addr: SocketAddr,
    /// Folder of the store; made if it is not there
    #[arg(long, env = "KLAXON_DATA", default_value = "klaxon-data")]
    data: PathBuf,
    #[command(flatten)]
    packs: crate::pack::Packs,
    /// How long a bot lets its decision wait, in milliseconds, so that people can follow
    #[arg(long, env = "KLAXON_BOT_PAUSE", default_value_t = 450)]
    bot_pause: u64,
    /// Count peers on this machine like all others, each address of it for itself
    #[arg(long, env = "KLAXON_LIMIT_LOOPBACK")]
    limit_loopback: bool,
    /// Give `/metrics` to other machines, too, and through a proxy
    #[arg(long, env = "KLAXON_METRICS_ANYWHERE")]
    metrics_anywhere: bool,
    /// What to log, such as `info` or `klaxon_web=debug`
    #[arg(long, env = "KLAXON_LOG", default_value = "warn")]
    log: String,
    /// Log as JSON lines
    #[arg(long)]
    log_json: bool,
}

impl Serve {
    pub fn run(self) -> Result<ExitCode> {
        let filter =
            EnvFilter::try_new(&self.log).with_context(|| format!("`{}` is no log filter", self.log))?;
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
        if self.log_json {
            log.json().init()
        } else {
            log.init()
        }
        self.packs.install()?;
        tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(self.serve())?;
        Ok(ExitCode::SUCCESS)
    }

    async fn serve(self) -> Result<()> {
        let listener = tokio::net::TcpListener::bind(self.addr).await.with_context(|| {
            format!(
                "cannot listen on {}: is Klaxon running already? `--addr` takes another address",
                self.addr
            )
        })?;
        let addr = listener.local_addr()?;
        let files = crate::files::raise();
        let config = Config {
            loopback_unlimited: !self.limit_loopback,
            max_lines: Config::default().max_lines.min(crate::files::lines(files)),
            data: Some(self.data.clone()),
            bot_pause: Duration::from_millis(self.bot_pause),
            metrics_anywhere: self.metrics_anywhere,
            ..Config::default()
        };
        let state = AppState::open(config)
            .await
            .with_context(|| format!("cannot open the store in {}", self.data.display()))?;
        for warning in state.store.warnings() {
            out::line(format!("Warning: {warning}."))?;
        }
        out::line(format!("Klaxon is at http://{addr} (Ctrl-C stops it)"))?;
        klaxon_web::serve(listener, state, stop()).await?;
        out::line("Klaxon has stopped; every game is stored.")
    }
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
