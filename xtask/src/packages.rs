//! Programs of the system that tests and builds need: installed where they are missing.

use anyhow::{Context, Result, bail};
use std::process::Command;

/// What the tests need: Chromium and its driver for the browser flows, nginx for the flow through a proxy, PostgreSQL,
/// NATS and HAProxy for several servers on one store, PyTorch for the bots' lessons.
pub const FOR_TESTS: [(&str, &str); 8] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("nginx", "nginx-light"),
    ("initdb", "postgresql"),
    ("nats-server", "nats-server"),
    ("haproxy", "haproxy"),
    // libFuzzer is C++.
    ("c++", "g++"),
    (TORCH, "python3-torch"),
];

/// No program, but a part of Python.
const TORCH: &str = "torch";

/// What a cluster to try out needs: a database, a balancer and somebody who carries notices.
pub const FOR_CLUSTER: [(&str, &str); 3] =
    [("initdb", "postgresql"), ("haproxy", "haproxy"), ("nats-server", "nats-server")];

/// What checks and compares the page's scripts: Node.js, and npm for TypeScript's checker.
pub const FOR_SCRIPTS: [(&str, &str); 2] = [("node", "nodejs"), ("npm", "npm")];

/// Installs the packages of programs that are missing.
pub fn install(programs: &[(&str, &str)], what_for: &str) -> Result<()> {
    let missing: Vec<&str> =
        programs.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {} for {what_for}", missing.join(" and "));
    if !on_path("apt-get") {
        bail!("please install {}: this system has no apt-get", missing.join(" and "));
    }
    apt(&["update", "-qq"], &missing)?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(&missing);
    apt(&install, &missing)
}

fn apt(args: &[&str], missing: &[&str]) -> Result<()> {
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "apt-get"]);
        sudo
    };
    let please = || format!("please install {}", missing.join(" and "));
    let status = command
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .with_context(|| format!("cannot run apt-get; {}", please()))?;
    if !status.success() {
        bail!("apt-get {} failed; {}", args.join(" "), please());
    }
    Ok(())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

fn is_there(program: &str) -> bool {
    if program == TORCH { xtask::train::python().is_some() } else { on_path(program) }
}

/// Daemons such as nginx lie where only the administrator's path leads, and PostgreSQL's programs where none does.
fn on_path(program: &str) -> bool {
    klaxon_testdb::program(program).is_some()
        || klaxon_testdb::programs().is_some_and(|bin| bin.join(program).is_file())
}
