//! A NATS of its own, for notices among servers.

use crate::{free_port, program};
use std::io::{self, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// Runs NATS until its input ends. A line of the input kills it; it comes up again after so many seconds.
const KEEPER: &str = r#"
serve() { "$1" -a 127.0.0.1 -p "$2" >/dev/null 2>&1 </dev/null & nats=$!; }
serve "$1" "$2"
while read -r down; do kill -9 $nats; wait $nats; sleep "$down"; serve "$1" "$2"; done
kill $nats
"#;

/// A running NATS. It ends when this is dropped, or with the program.
pub struct Nats {
    port: u16,
    keeper: Child,
    orders: Option<ChildStdin>,
}

impl Nats {
    /// A NATS, or `None` with a word about it where there is none; `KLAXON_NATS=required` says that there must be.
    pub fn or_skip() -> Option<Nats> {
        let why = match Nats::start() {
            Ok(nats) => return Some(nats),
            Err(error) => error,
        };
        assert!(std::env::var("KLAXON_NATS").as_deref() != Ok("required"), "NATS is required: {why}");
        eprintln!("SKIPPED, without NATS: {why} (`cargo xtask test` installs it)");
        None
    }

    /// Starts one and waits until it answers.
    pub fn start() -> io::Result<Nats> {
        let server =
            program("nats-server").ok_or_else(|| io::Error::other("nats-server is not installed"))?;
        let port = free_port()?;
        let mut keeper = Command::new("sh");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        let mut keeper = keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(server)
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let orders = keeper.stdin.take();
        let nats = Nats { port, keeper, orders };
        nats.wait_until_up()?;
        Ok(nats)
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it without a word. It comes up again after the time and knows nothing of before.
    pub fn crash(&mut self, down: Duration) -> io::Result<()> {
        let orders = self.orders.as_mut().expect("it runs");
        writeln!(orders, "{:.1}", down.as_secs_f64())?;
        std::thread::sleep(down / 2);
        self.wait_until_up()
    }

    fn wait_until_up(&self) -> io::Result<()> {
        let begun = Instant::now();
        while let Err(error) = TcpStream::connect(("127.0.0.1", self.port)) {
            if begun.elapsed() > Duration::from_secs(20) {
                return Err(error);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
        Ok(())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        drop(self.orders.take());
        drop(self.keeper.wait());
    }
}
