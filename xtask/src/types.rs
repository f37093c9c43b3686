//! `cargo xtask types`: the page's scripts under TypeScript's checker. It reads the types in their comments and in
//! `crates/web/types.d.ts`, and translates nothing: what lies in `assets` is what browsers run. npm installs it into the target
//! folder, in the version and with the checksum of `xtask/node/package-lock.json`.

use crate::{dist::target, packages, root};
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Checks the scripts of a folder with a `tsconfig.json`.
pub fn types(project: &Path) -> Result<()> {
    packages::install(&packages::FOR_SCRIPTS, "the page's scripts")?;
    let checker = checker(&target().join("node"))?;
    let status = Command::new("node")
        .arg(checker)
        .arg("--project")
        .arg(project)
        .status()
        .context("cannot run node; please install Node.js")?;
    ensure!(status.success(), "the page's scripts do not fit their types");
    Ok(())
}

/// Where the checker lies; it is installed unless it is the one of the lock file.
fn checker(folder: &Path) -> Result<PathBuf> {
    let lock = root().join("xtask/node/package-lock.json");
    let wanted = fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let program = folder.join("node_modules/typescript/bin/tsc");
    // Written last: where it is the same, everything is there.
    let seal = folder.join("installed.json");
    if program.exists() && fs::read(&seal).is_ok_and(|installed| installed == wanted) {
        return Ok(program);
    }
    println!("installing TypeScript's checker for the page's scripts");
    fs::create_dir_all(folder)?;
    for name in ["package.json", "package-lock.json"] {
        fs::copy(root().join("xtask/node").join(name), folder.join(name))?;
    }
    let status = Command::new("npm")
        .args(["ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"])
        .current_dir(folder)
        .status()
        .context("cannot run npm; please install it")?;
    ensure!(status.success(), "npm ci failed in {}", folder.display());
    fs::write(seal, wanted)?;
    Ok(program)
}
