//! A pooler of its own in front of a cluster, in transaction mode, set as `deploy/pgbouncer.ini` sets it.

use crate::{Cluster, as_user, folder, free_port, program, run};
use std::io::{self, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// What a host is given.
const SETTINGS: &str = include_str!("../../../deploy/pgbouncer.ini");
/// The first that keeps prepared statements in transaction mode.
const SINCE: (u32, u32) = (1, 21);

/// Runs the pooler until its input ends. A line of the input kills it; it comes up again after so many seconds.
const KEEPER: &str = r#"
serve() { "$1" -q "$2/pgbouncer.ini" >/dev/null 2>&1 </dev/null & pooler=$!; }
serve "$1" "$2"
while read -r down; do kill -9 $pooler; wait $pooler; sleep "$down"; serve "$1" "$2"; done
kill -9 $pooler
rm -rf "$2"
"#;

/// A running PgBouncer. It ends when this is dropped, or with the program.
pub struct Pooler {
    port: u16,
    keeper: Child,
    orders: Option<ChildStdin>,
}

impl Pooler {
    /// A pooler, or `None` with a word about it where there is none that can do it; `KLAXON_PGBOUNCER` may say where one is, and
    /// with `required` there must be one.
    pub fn or_skip(cluster: &Cluster) -> Option<Pooler> {
        let why = match Pooler::start(cluster) {
            Ok(pooler) => return Some(pooler),
            Err(error) => error,
        };
        let required = std::env::var("KLAXON_PGBOUNCER").is_ok();
        assert!(!required, "PgBouncer is required: {why}");
        eprintln!("SKIPPED, without PgBouncer 1.21 or later: {why}");
        None
    }

    /// Starts one and waits until it answers. Six connections to the database have to do for all who come.
    pub fn start(cluster: &Cluster) -> io::Result<Pooler> {
        let pgbouncer = installed()?;
        let (port, dir) = (free_port()?, folder(cluster.user.as_deref())?);
        let settings = SETTINGS
            .replace("host=db.example port=5432", &format!("host=127.0.0.1 port={}", cluster.port()))
            .replace("listen_port = 6432", &format!("listen_port = {port}"))
            .replace("/etc/pgbouncer/", &format!("{}/", dir.display()))
            .replace("auth_type = scram-sha-256", "auth_type = trust")
            .replace("default_pool_size = 20", "default_pool_size = 6");
        for (name, text) in [("pgbouncer.ini", settings.as_str()), ("userlist.txt", "\"klaxon\" \"\"\n")] {
            run(as_user(cluster.user.as_deref(), "sh")
                .args(["-c", "printf '%s' \"$1\" > \"$2\"", "sh", text])
                .arg(dir.join(name)))?;
        }
        let mut keeper = as_user(cluster.user.as_deref(), "sh");
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        let mut keeper = keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(pgbouncer)
            .arg(&dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let orders = keeper.stdin.take();
        let pooler = Pooler { port, keeper, orders };
        pooler.wait_until_up()?;
        Ok(pooler)
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills it without a word. It comes up again after the time.
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

/// Where a PgBouncer is that can do it.
fn installed() -> io::Result<PathBuf> {
    let told = std::env::var_os("KLAXON_PGBOUNCER").filter(|told| told != "required").map(PathBuf::from);
    let missing = || io::Error::other("it is not installed");
    let pgbouncer = told.or_else(|| program("pgbouncer")).ok_or_else(missing)?;
    let out = run(Command::new(&pgbouncer).arg("--version"))?;
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let version = said.split_whitespace().nth(1).unwrap_or_default();
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    if (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) < SINCE {
        return Err(io::Error::other(format!("{} is version {version}", pgbouncer.display())));
    }
    Ok(pgbouncer)
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.orders.take());
        drop(self.keeper.wait());
    }
}
