//! Serves on a port for looking at pages: `cargo run -p klaxon-web --example dev -- 7788 [data folder]`.

use klaxon_web::{AppState, Config, serve};
use std::time::Duration;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let port: u16 = args.next().and_then(|p| p.parse().ok()).unwrap_or(7788);
    let config = Config {
        data: args.next().map(Into::into),
        bot_pause: Duration::from_millis(150),
        ..Config::default()
    };
    let state = AppState::open(config).await?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    let stop = async { drop(tokio::signal::ctrl_c().await) };
    serve(listener, state, stop).await?;
    Ok(())
}
