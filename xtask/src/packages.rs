//! Chromium and its driver, for the browser flows.

use anyhow::{Context, Result, bail};
use std::{env, path::Path, process::Command};

/// Installs Chromium and its driver where they are missing.
pub fn install() -> Result<()> {
    let missing: Vec<&str> = [("chromium", "chromium"), ("chromedriver", "chromium-driver")]
        .into_iter()
        .filter(|(program, _)| !on_path(program))
        .map(|(_, package)| package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing {} for the browser flows", missing.join(" and "));
    if !on_path("apt-get") {
        bail!("please install {}: this system has no apt-get", missing.join(" and "));
    }
    apt(&["update", "-qq"])?;
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(missing);
    apt(&install)
}

fn apt(args: &[&str]) -> Result<()> {
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "apt-get"]);
        sudo
    };
    let status = command
        .args(args)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .context("cannot run apt-get; please install chromium and chromium-driver")?;
    if !status.success() {
        bail!("apt-get {} failed; please install chromium and chromium-driver", args.join(" "));
    }
    Ok(())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

fn on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|dir| Path::new(&dir).join(program).is_file()))
}
