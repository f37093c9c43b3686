//! `cargo xtask fuzz`: the targets of `fuzz/` under libFuzzer, each with limits of memory and time.
//!
//! It works with the stable compiler: our own crates, and only they, are compiled with the compiler's coverage pass, so
//! that the dependencies of the other builds serve here, too. This program is the wrapper around the compiler that
//! does it.

use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::Mutex,
    thread,
};

/// Set while this program stands in for the compiler.
const WRAPPING: &str = "KLAXON_COVERAGE";
/// What libFuzzer looks at: a counter for each branch.
const COVERAGE: [&str; 4] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
];
/// The targets, as in `fuzz/src/lib.rs`.
const TARGETS: [&str; 6] = ["situations", "scenarios", "packs", "logs", "missions", "wishes"];
/// An input that takes longer is a finding, in seconds.
const SLOW: u32 = 5;
/// An input that takes more memory is a finding, in MiB.
const MEMORY: u32 = 2048;
/// The longest input, in bytes.
const LONGEST: u32 = 4096;

/// How it is run.
pub struct Fuzz {
    /// How long each target runs.
    pub seconds: u32,
    /// Which targets; all of them without one.
    pub targets: Vec<String>,
    /// Where the search begins; by chance without it.
    pub seed: Option<u32>,
    /// Stop after as many inputs as fit into a minute on a slow machine, so that a fast one looks at the same ones.
    pub short: bool,
}

/// How many inputs of a target fit into a minute on a slow machine.
fn in_a_minute(target: &str) -> u32 {
    match target {
        "missions" => 30_000,
        "situations" | "scenarios" => 6_000,
        "packs" => 2_000,
        "logs" => 1_000,
        _ => 150,
    }
}

/// Stands in for the compiler if cargo called this program as such.
pub fn wrap() -> Option<ExitCode> {
    env::var_os(WRAPPING)?;
    let mut args = env::args_os().skip(1);
    let compiler = args.next()?;
    let args: Vec<_> = args.collect();
    let ours =
        args.windows(2).any(|w| w[0] == "--crate-name" && w[1].to_string_lossy().starts_with("klaxon"));
    let status = Command::new(compiler).args(&args).args(COVERAGE.iter().filter(|_| ours)).status();
    Some(match status {
        Ok(status) => ExitCode::from(status.code().map_or(1, |c| c as u8)),
        Err(error) => {
            eprintln!("cannot run the compiler: {error}");
            ExitCode::FAILURE
        }
    })
}

impl Fuzz {
    /// Builds the targets and runs them, two at a time.
    pub fn run(self, root: &Path) -> Result<()> {
        if !cfg!(target_os = "linux") {
            println!("fuzz: only on Linux, skipped");
            return Ok(());
        }
        for name in &self.targets {
            ensure!(TARGETS.contains(&name.as_str()), "there is no target `{name}`: {}", TARGETS.join(" "));
        }
        let program = build(root)?;
        let wanted = |t: &&str| self.targets.is_empty() || self.targets.iter().any(|name| name == t);
        let queue: Mutex<Vec<&str>> = Mutex::new(TARGETS.into_iter().rev().filter(wanted).collect());
        let failed: Mutex<Vec<String>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some(target) = queue.lock().ok().and_then(|mut q| q.pop()) {
                        if let Err(error) = self.one(root, &program, target)
                            && let Ok(mut failed) = failed.lock()
                        {
                            failed.push(format!("{error:#}"));
                        }
                    }
                });
            }
        });
        let failed = failed.into_inner().unwrap_or_default();
        ensure!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    }

    /// Runs one target.
    fn one(&self, root: &Path, program: &Path, target: &str) -> Result<()> {
        let folder = program.with_file_name("fuzz").join(target);
        let (found, faults) = (folder.join("corpus"), folder.join("faults"));
        for dir in [&found, &faults] {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let log = folder.join("log");
        let out = fs::File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let before = files(&faults);
        println!("fuzz {target}: at most {} s", self.seconds);
        let status = Command::new(program)
            .arg(&found)
            .arg(root.join("fuzz/corpus").join(target))
            .arg(format!("-max_total_time={}", self.seconds))
            .arg(format!("-runs={}", if self.short { i64::from(in_a_minute(target)) } else { -1 }))
            .arg(format!("-seed={}", self.seed.unwrap_or(0)))
            .arg(format!("-timeout={SLOW}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            .arg(format!("-max_len={LONGEST}"))
            .arg(format!("-artifact_prefix={}/", faults.display()))
            .args(["-len_control=0", "-reload=0", "-detect_leaks=0", "-print_final_stats=1"])
            .env("KLAXON_FUZZ", target)
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::null())
            .stdout(out.try_clone().context("cannot write the log")?)
            .stderr(out)
            .status()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let text = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
        if status.success() {
            let number = |name: &str| {
                text.lines().rev().find_map(|l| l.strip_prefix(name)).map_or("?", str::trim).to_owned()
            };
            let runs = number("stat::number_of_executed_units:");
            println!("fuzz {target}: {runs} inputs, no fault");
            return Ok(());
        }
        let fresh: Vec<PathBuf> = files(&faults).into_iter().filter(|f| !before.contains(f)).collect();
        let said = |l: &&str| l.contains("panicked at") || l.contains("ERROR: libFuzzer");
        let mut report = format!("fuzz {target}: a fault; the whole of it is in {}", log.display());
        for (i, line) in text.lines().enumerate().filter(|(_, l)| said(l)).take(3) {
            report.push_str(&format!("\n  {line}"));
            if let Some(next) = text.lines().nth(i + 1).filter(|_| line.contains("panicked")) {
                report.push_str(&format!("\n    {next}"));
            }
        }
        for file in fresh {
            let (file, keep) = (file.display(), root.join("fuzz/corpus").join(target));
            report.push_str(&format!("\n  again: KLAXON_FUZZ={target} {} {file}", program.display()));
            report.push_str(&format!("\n  once mended: cp {file} {}", keep.display()));
        }
        bail!("{report}")
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    entries.filter_map(|e| e.ok()).map(|e| e.path()).collect()
}

/// Where this program lies. The tests before may have built it anew: then its file is another one, and the
/// system names the old one with a mark behind it.
fn this_program() -> Result<PathBuf> {
    let path = env::current_exe().context("cannot find this program")?.with_file_name("xtask");
    if !path.exists() {
        fs::copy("/proc/self/exe", &path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(path)
}

/// Compiles the targets and returns the program.
fn build(root: &Path) -> Result<PathBuf> {
    let this = this_program()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        // With the features of the whole workspace, so that the dependencies are those of its tests.
        .args(["build", "--workspace", "--bin", "klaxon-fuzz", "--features", "klaxon-fuzz/engine"])
        .current_dir(root)
        .env("RUSTC_WORKSPACE_WRAPPER", &this)
        .env(WRAPPING, "1")
        .status()
        .context("cannot run cargo build")?;
    ensure!(
        status.success(),
        "the fuzz targets do not compile; libFuzzer needs a C++ compiler: apt install g++"
    );
    Ok(this.with_file_name("klaxon-fuzz"))
}
