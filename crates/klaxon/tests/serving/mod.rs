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
        let few = ["--store-connections", "4", "--bot-pause", "10"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_klaxon"));
        Server::run(command.args(["serve", "--store", url]).args(few).args(flags).stderr(Stdio::null()))
    }

    /// The number of its process.
    #[allow(dead_code, reason = "each test uses its part")]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    fn run(command: &mut Command) -> Server {
        let mut child = command
            .args(["--addr", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // After a kill it may first tell what the killed one has left.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let line = lines.find(|line| line.contains("http://")).expect("the program says where it serves");
        let addr = line.split("http://").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        Server { child, addr }
    }

    /// No warning, no shutdown.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
