//! What a host installs: one static program, and a Debian package around it. `--try` installs and starts both.

use crate::{cargo, packages, root};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Static programs need another C library than Debian's own.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// Builds the program and the package into `target/dist`, and tries them if asked to.
pub fn dist(attempt: bool) -> Result<()> {
    prepare()?;
    cargo(&["build", "--release", "--locked", "--package", "klaxon", "--target", TARGET])?;
    let built = target().join(TARGET).join("release/klaxon");
    let out = target().join("dist");
    fs::create_dir_all(&out)?;
    for old in fs::read_dir(&out)? {
        fs::remove_file(old?.path())?;
    }
    let program = out.join(format!("klaxon-{}-x86_64-linux", version()?));
    fs::copy(&built, &program).with_context(|| format!("cannot copy {}", built.display()))?;
    cargo(&[
        "deb",
        "--no-build",
        "--package",
        "klaxon",
        "--target",
        TARGET,
        "--output",
        &out.display().to_string(),
    ])?;
    let package = package(&out)?;
    for file in [&program, &package] {
        println!("{}  {:.1} MB", file.display(), fs::metadata(file)?.len() as f64 / 1e6);
    }
    if attempt { try_out(&program, &package) } else { Ok(()) }
}

/// Installs what the build needs and lacks.
fn prepare() -> Result<()> {
    packages::install(&[("musl-gcc", "musl-tools")], "a static program")?;
    let targets = text(Command::new("rustup").args(["target", "list", "--installed"]))?;
    if !targets.lines().any(|line| line == TARGET) {
        run(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    if text(Command::new("cargo").args(["deb", "--version"])).is_err() {
        println!("installing cargo-deb for the Debian package");
        run(Command::new("cargo").args(["install", "--locked", "cargo-deb"]))?;
    }
    Ok(())
}

pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn version() -> Result<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \"")).context("no version")?;
    Ok(line.trim_end_matches('"').to_owned())
}

fn package(out: &Path) -> Result<PathBuf> {
    let files = fs::read_dir(out)?.filter_map(|entry| entry.ok().map(|e| e.path()));
    files
        .into_iter()
        .find(|path| path.extension().is_some_and(|e| e == "deb"))
        .context("cargo-deb made no package")
}

/// Installs the package into a folder of its own, and starts both programs as a host would.
fn try_out(program: &Path, package: &Path) -> Result<()> {
    let dir = env::temp_dir().join(format!("klaxon-dist-{}", std::process::id()));
    drop(fs::remove_dir_all(&dir));
    let done = try_in(&dir, program, package);
    drop(fs::remove_dir_all(&dir));
    done
}

fn try_in(dir: &Path, program: &Path, package: &Path) -> Result<()> {
    let system = dir.join("root");
    fs::create_dir_all(&system)?;
    let info = text(Command::new("dpkg-deb").arg("--info").arg(package))?;
    ensure!(info.contains("Package: klaxon") && info.contains("Architecture: amd64"), "{info}");
    ensure!(!info.contains("libc6"), "a static program needs no C library: {info}");
    run(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&system))?;
    for file in [
        "usr/bin/klaxon",
        "lib/systemd/system/klaxon.service",
        "etc/default/klaxon",
        "usr/lib/sysusers.d/klaxon.conf",
        "usr/share/doc/klaxon/hosting.md",
        "usr/share/doc/klaxon/copyright",
        "usr/share/doc/klaxon/examples/nginx.conf",
        "usr/share/doc/klaxon/examples/Caddyfile",
    ] {
        // Debian has merged /lib into /usr/lib, and packages may have either.
        let there = system.join(file).exists() || system.join("usr").join(file).exists();
        ensure!(there || system.join(format!("{file}.gz")).exists(), "the package has no {file}");
    }
    check_unit(&system)?;
    for klaxon in [program, &system.join("usr/bin/klaxon")] {
        ensure!(is_static(klaxon)?, "{} is not static", klaxon.display());
        let said = text(Command::new(klaxon).arg("--version"))?;
        ensure!(said.trim() == format!("klaxon {}", version()?), "{said}");
        serve(klaxon, &dir.join("data"))?;
        // What was stored is there, and goes on in the next program.
        let checked = text(Command::new(klaxon).arg("check").arg(dir.join("data")))?;
        ensure!(checked.contains("all go on"), "{checked}");
        println!("{} serves, stores and stops", klaxon.display());
    }
    Ok(())
}

/// The unit names a program that is there, and nothing that systemd does not know.
fn check_unit(system: &Path) -> Result<()> {
    let unit =
        ["lib/systemd/system", "usr/lib/systemd/system"].map(|dir| system.join(dir).join("klaxon.service"));
    let unit = unit.iter().find(|path| path.exists()).context("no unit")?;
    // Named as the service will name it, but found where it was unpacked.
    let here = fs::read_to_string(unit)?
        .replace("/usr/bin/klaxon", &system.join("usr/bin/klaxon").display().to_string());
    let copy = system.join("klaxon.service");
    fs::write(&copy, here)?;
    match Command::new("systemd-analyze").arg("verify").arg(&copy).output() {
        Ok(out) => ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr)),
        Err(_) => println!("systemd-analyze is not here: the unit was not verified"),
    }
    Ok(())
}

fn is_static(program: &Path) -> Result<bool> {
    // The loader has nothing to do for a static program, and says so one way or the other.
    let out = Command::new("ldd").arg(program).output().context("cannot run ldd")?;
    let said = [out.stdout, out.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Ok(said.contains("statically linked") || said.contains("not a dynamic executable"))
}

/// A program that serves; it is gone when the attempt is.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn serve(klaxon: &Path, data: &Path) -> Result<()> {
    let mut child = Command::new(klaxon)
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", klaxon.display()))?;
    let mut said = BufReader::new(child.stdout.take().context("it has an output")?);
    let serving = Serving(child);
    let mut line = String::new();
    said.read_line(&mut line)?;
    let addr = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
    let addr = addr.with_context(|| format!("no address in {line:?}"))?.to_owned();
    ensure!(request(&addr, "GET", "/healthz", "")?.contains("ok"), "it is not well");
    let opened = request(&addr, "POST", "/api/v1/tables", r#"{"game":"red-alert","seats":["easy","easy"]}"#)?;
    ensure!(opened.contains(" 201 "), "{opened}");
    ensure!(request(&addr, "GET", "/", "")?.contains("Red Alert"), "the page is not there");
    // As systemd stops it.
    run(Command::new("kill").arg(serving.0.id().to_string()))?;
    let mut rest = String::new();
    said.read_to_string(&mut rest)?;
    ensure!(rest.contains("every game is stored"), "{rest}");
    Ok(())
}

fn request(addr: &str, method: &str, path: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(addr)?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

fn text(command: &mut Command) -> Result<String> {
    let out = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !out.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&out.stderr));
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}
