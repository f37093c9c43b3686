//! The program as it serves, for tests from outside.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// A folder of its own, gone at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(what: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("klaxon-{what}-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program, serving on a free port.
pub struct Server {
    child: Child,
    pub addr: String,
}

/// A test that fails leaves nothing running.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub fn start(data: &Path) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_klaxon")).arg("serve").arg("--data").arg(data))
    }

    /// Over a database, which other servers may share.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn share(url: &str) -> Server {
        Server::share_with(url, &[])
    }

    /// The same with more flags.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn share_with(url: &str, flags: &[&str]) -> Server {
        Server::share_at("127.0.0.1:0", url, flags)
    }

    /// The same at an address of its own.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn share_at(addr: &str, url: &str, flags: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_klaxon"));
        command.args(["serve", "--store", url, "--store-connections", "4"]).args(flags);
        if !flags.contains(&"--bot-pause") {
            command.args(["--bot-pause", "10"]);
        }
        Server::run_at(addr, command.stderr(Stdio::null()))
    }

    /// The number of its process.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    fn run(command: &mut Command) -> Server {
        Server::run_at("127.0.0.1:0", command)
    }

    fn run_at(addr: &str, command: &mut Command) -> Server {
        let mut child =
            command.args(["--addr", addr]).stdout(Stdio::piped()).spawn().expect("the program starts");
        // After a kill it may first tell what the killed one has left.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let line = lines.find(|line| line.contains("http://")).expect("the program says where it serves");
        let addr = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        Server { child, addr }
    }

    /// Asks it to end, as a service manager does, and waits until it has; how long that took.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn end(mut self) -> std::time::Duration {
        let begun = std::time::Instant::now();
        let asked = Command::new("kill").args(["-TERM", &self.process().to_string()]).status();
        assert!(asked.is_ok_and(|asked| asked.success()));
        assert!(self.child.wait().unwrap().success(), "it ends in good order");
        begun.elapsed()
    }

    /// No warning, no shutdown.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
