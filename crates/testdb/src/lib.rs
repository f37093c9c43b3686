//! A PostgreSQL of its own for tests and for people who try things out: no service is expected to run.
//!
//! A cluster lives in a temporary folder, belongs to an unprivileged user and goes with the program that started it,
//! however that ends: a small shell waits at the other end of a pipe. The same for NATS and PgBouncer.

mod nats;
mod pooler;

pub use nats::Nats;
pub use pooler::Pooler;

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Runs the database until its input ends, and again whenever it has died, unless it is to be down.
const KEEPER: &str = r#"
dir=$1; bin=$2; port=$3
( while [ ! -e "$dir/stop" ]; do
    if [ ! -e "$dir/down" ]; then "$bin/postgres" -D "$dir/data" -k "$dir" -p "$port" >>"$dir/log" 2>&1 </dev/null; fi
    sleep 0.1
  done ) &
cat >/dev/null
touch "$dir/stop"
[ -e "$dir/data/postmaster.pid" ] && kill -INT "$(head -1 "$dir/data/postmaster.pid")"
wait
rm -rf "$dir"
"#;

/// A running cluster. It ends when this is dropped, or with the program.
pub struct Cluster {
    dir: PathBuf,
    bin: PathBuf,
    port: u16,
    user: Option<String>,
    keeper: Child,
    databases: AtomicU32,
}

/// The one cluster of this program. `None`, and said so, where there is no PostgreSQL; then a test has nothing to do,
/// unless `KLAXON_POSTGRES=required` says that it must run.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(Cluster::or_skip).as_ref()
}

impl Cluster {
    /// A cluster, or `None` with a word about it: see [`shared`].
    pub fn or_skip() -> Option<Cluster> {
        let why = match programs() {
            Some(bin) => match Cluster::start(&bin) {
                Ok(cluster) => return Some(cluster),
                Err(error) => error.to_string(),
            },
            None => "PostgreSQL is not installed".into(),
        };
        assert!(
            std::env::var("KLAXON_POSTGRES").as_deref() != Ok("required"),
            "PostgreSQL is required: {why}"
        );
        eprintln!("SKIPPED, without PostgreSQL: {why} (`cargo xtask test` installs it)");
        None
    }

    /// Makes a cluster and waits until it answers.
    pub fn start(bin: &Path) -> io::Result<Cluster> {
        let user = unprivileged();
        let dir = folder(user.as_deref())?;
        let data = dir.join("data");
        run(as_user(user.as_deref(), bin.join("initdb"))
            .args(["--auth=trust", "--username=klaxon", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data))?;
        let settings = "listen_addresses = '127.0.0.1'\nmax_connections = 400\nshared_buffers = 64MB\n\
                        max_wal_size = 2GB\nlog_checkpoints = off\n";
        run(as_user(user.as_deref(), "sh")
            .args(["-c", "printf '%s' \"$1\" >> \"$2\"", "sh", settings])
            .arg(data.join("postgresql.conf")))?;
        Cluster::keep(dir, bin, user)
    }

    /// A second cluster that follows this one and has every commit before it is acknowledged. It takes over when it is
    /// [promoted](Cluster::promote).
    pub fn standby(&self) -> io::Result<Cluster> {
        let user = self.user.clone();
        let dir = folder(user.as_deref())?;
        run(as_user(user.as_deref(), self.bin.join("pg_basebackup"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "klaxon"])
            .args(["-X", "stream", "-c", "fast", "-R", "--no-sync", "-D"])
            .arg(dir.join("data")))?;
        let standby = Cluster::keep(dir, &self.bin, user)?;
        // Said after the copy was made: whoever takes over waits for nobody.
        self.psql("postgres", "alter system set synchronous_standby_names = '*'")?;
        self.psql("postgres", "select pg_reload_conf()")?;
        let begun = Instant::now();
        while self.psql("postgres", "select sync_state from pg_stat_replication")? != "sync" {
            if begun.elapsed() > Duration::from_secs(30) {
                return Err(io::Error::other("the standby does not follow"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(standby)
    }

    /// A standby takes over: it takes writes from now on.
    pub fn promote(&self) -> io::Result<()> {
        self.psql("postgres", "select pg_promote()").map(drop)
    }

    fn keep(dir: PathBuf, bin: &Path, user: Option<String>) -> io::Result<Cluster> {
        let port = free_port()?;
        let mut keeper = as_user(user.as_deref(), "sh");
        // Ctrl-C is for the program; the keeper ends with it, in good order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        let keeper = keeper
            .args(["-c", KEEPER, "keeper"])
            .arg(&dir)
            .arg(bin)
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let cluster = Cluster { dir, bin: bin.into(), port, user, keeper, databases: AtomicU32::new(0) };
        cluster.wait_until_up()?;
        Ok(cluster)
    }

    /// The port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process that all others of the database come from.
    pub fn process(&self) -> Option<u32> {
        let out = as_user(self.user.as_deref(), "head")
            .arg("-1")
            .arg(self.dir.join("data/postmaster.pid"))
            .output()
            .ok()?;
        String::from_utf8(out.stdout).ok()?.trim().parse().ok()
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let name = format!("klaxon{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("create database {name}")).expect("a database is made");
        self.url(&name)
    }

    /// The address of a database.
    pub fn url(&self, name: &str) -> String {
        self.url_at(self.port, name)
    }

    /// The same by another port, as through a proxy.
    pub fn url_at(&self, port: u16, name: &str) -> String {
        format!("postgres://klaxon@127.0.0.1:{port}/{name}?sslmode=disable")
    }

    /// Runs a statement; returns what it prints.
    pub fn psql(&self, database: &str, statement: &str) -> io::Result<String> {
        let port = self.port.to_string();
        let out = run(Command::new(self.bin.join("psql"))
            .args(["-h", "127.0.0.1", "-p", &port, "-U", "klaxon", "-d", database])
            .args(["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", statement]))?;
        Ok(String::from_utf8_lossy(&out.stdout).trim().to_owned())
    }

    /// Kills the database without a word. It comes up again after the time, and finds out what was committed.
    pub fn crash(&self, down: Duration) -> io::Result<()> {
        self.kill()?;
        std::thread::sleep(down);
        run(as_user(self.user.as_deref(), "rm").arg("-f").arg(self.dir.join("down")))?;
        self.wait_until_up()
    }

    /// Kills the database without a word, for good.
    pub fn kill(&self) -> io::Result<()> {
        run(as_user(self.user.as_deref(), "touch").arg(self.dir.join("down")))?;
        if let Some(process) = self.process() {
            run(as_user(self.user.as_deref(), "kill").args(["-9", &process.to_string()]))?;
        }
        Ok(())
    }

    fn wait_until_up(&self) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            match self.psql("postgres", "select 1") {
                Ok(_) => return Ok(()),
                Err(error) if begun.elapsed() > Duration::from_secs(60) => {
                    let log = as_user(self.user.as_deref(), "tail").arg(self.dir.join("log")).output()?;
                    let log = String::from_utf8_lossy(&log.stdout).into_owned();
                    return Err(io::Error::other(format!("PostgreSQL does not come up: {error}\n{log}")));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        drop(self.keeper.wait());
    }
}

/// A folder of its own for the user of the database.
fn folder(user: Option<&str>) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("klaxon-pg-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let dir = std::env::temp_dir().join(name);
    run(as_user(user, "mkdir").arg("-m").arg("700").arg(&dir))?;
    Ok(dir)
}

/// Where the newest PostgreSQL's programs are.
pub fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let mut versions: Vec<PathBuf> = debian.map(|entry| entry.path()).collect();
    versions.sort_by_key(|path| path.file_name().and_then(|n| n.to_str()?.parse::<u32>().ok()));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = versions.into_iter().rev().map(|path| path.join("bin")).chain(std::env::split_paths(&path));
    places.into_iter().find(|bin| bin.join("initdb").is_file() && bin.join("postgres").is_file())
}

/// Where a program is. Daemons lie where only the administrator's path leads.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
    places.map(|dir| dir.join(name)).find(|program| program.is_file())
}

/// PostgreSQL does not run as root: then as this user.
fn unprivileged() -> Option<String> {
    let me = Command::new("id").arg("-u").output().ok()?;
    if me.stdout.trim_ascii() != b"0" {
        return None;
    }
    let there = |user: &&str| Command::new("id").arg(user).output().is_ok_and(|out| out.status.success());
    ["postgres", "nobody"].iter().find(|user| there(user)).map(ToString::to_string)
}

fn as_user(user: Option<&str>, program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = match user {
        None => Command::new(program),
        Some(user) => {
            let mut command = Command::new("runuser");
            command.args(["-u", user, "--"]).arg(program);
            command
        }
    };
    command.current_dir("/");
    command
}

fn run(command: &mut Command) -> io::Result<Output> {
    let out = command.stdin(Stdio::null()).output()?;
    if out.status.success() {
        return Ok(out);
    }
    let said = String::from_utf8_lossy(&out.stderr).trim().to_owned();
    Err(io::Error::other(format!("{:?} failed: {said}", command.get_program())))
}

/// A port that nobody listens on now. Ports that outgoing connections may take by themselves are left alone.
pub fn free_port() -> io::Result<u16> {
    let start = 20_000 + (std::process::id() % 97) as u16 * 100;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let port = start + (NEXT.fetch_add(1, Ordering::Relaxed) % 2000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
}
