//! The whole suite. What a program, a browser or a database of its own has to do with can fail because the machine is busy: such
//! a test is tried once more, alone, and named when it passes then. The rules know no time: their tests have no second try.

use crate::command;
use anyhow::{Context, Result, bail, ensure};
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::Stdio,
    thread,
};

/// The crates whose tests wait for others: browsers, servers, databases.
const IN_THE_WORLD: [&str; 4] = ["klaxon", "klaxon-e2e", "klaxon-store", "klaxon-web"];
/// More than these are no accident.
const MOST: usize = 4;

/// Runs tests; rule tests write down what they try in a folder.
pub fn run(args: &[&str], examples: &Path) -> Result<()> {
    let (args, own) = args.split_at(args.iter().position(|a| *a == "--").unwrap_or(args.len()));
    let all: &[&str] = if args.contains(&"--no-fail-fast") { &[] } else { &["--no-fail-fast"] };
    let first = cargo(&[args, all, own].concat(), examples)?;
    if first.passed {
        return Ok(());
    }
    let said = args.join(" ");
    let targets = failed_targets(&first.errors);
    let names = failed_tests(&first.output);
    ensure!(!targets.is_empty() && !names.is_empty(), "cargo {said} failed");
    ensure!(names.len() <= MOST, "cargo {said} failed: {} tests", names.len());
    for target in &targets {
        let crate_name = target.iter().skip_while(|w| *w != "-p").nth(1).map_or("", String::as_str);
        ensure!(IN_THE_WORLD.contains(&crate_name), "cargo {said} failed: {}", target.join(" "));
        println!("\nonce more, alone: {}", target.join(" "));
        // With the whole workspace, as before: with one crate alone others would be built anew, with fewer of their features.
        let mut again = vec!["test", "--workspace"];
        again.extend(target.iter().map(String::as_str).filter(|w| *w != "-p" && *w != crate_name));
        again.extend(["--", "--exact", "--test-threads=1"]);
        again.extend(names.iter().map(String::as_str));
        let second = cargo(&again, examples)?;
        ensure!(second.passed && ran(&second.output) > 0, "{} failed twice", target.join(" "));
    }
    println!(
        "\npassed alone, and not beside others: {}",
        names.iter().cloned().collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// What came of a run of cargo.
struct Run {
    passed: bool,
    output: String,
    errors: String,
}

fn cargo(args: &[&str], examples: &Path) -> Result<Run> {
    let mut child = command(args)
        .env("KLAXON_EXAMPLES", examples)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run cargo {}", args.join(" ")))?;
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else { bail!("no output") };
    let (output, errors) = thread::scope(|scope| {
        let output = scope.spawn(|| pass_on(out, std::io::stdout()));
        let errors = pass_on(err, std::io::stderr());
        (output.join().expect("it reads"), errors)
    });
    Ok(Run { passed: child.wait()?.success(), output: output?, errors: errors? })
}

/// Shows each line as it comes, and keeps it.
fn pass_on(from: impl Read, mut to: impl Write) -> Result<String> {
    let (mut from, mut kept, mut line) = (BufReader::new(from), String::new(), Vec::new());
    while from.read_until(b'\n', &mut line)? > 0 {
        to.write_all(&line)?;
        to.flush()?;
        kept += &String::from_utf8_lossy(&line);
        line.clear();
    }
    Ok(kept)
}

/// Cargo names what failed at its end: "    `-p klaxon-e2e --test flows`".
fn failed_targets(errors: &str) -> Vec<Vec<String>> {
    let named = errors.lines().filter_map(|line| line.strip_prefix("    `")?.strip_suffix('`'));
    named.map(|words| words.split(' ').map(str::to_owned).collect()).collect()
}

/// Below "failures:" each failed test has a line of its own.
fn failed_tests(output: &str) -> BTreeSet<String> {
    let (mut names, mut listed) = (BTreeSet::new(), false);
    for line in output.lines() {
        match line.strip_prefix("    ") {
            Some(name) if listed && !name.contains(' ') => _ = names.insert(name.to_owned()),
            _ => listed = line == "failures:",
        }
    }
    names
}

/// How many tests passed.
fn ran(output: &str) -> usize {
    let counts = output.lines().filter_map(|line| line.strip_prefix("test result: ok. ")?.split(' ').next());
    counts.filter_map(|n| n.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "test stage::a ... FAILED\ntest b ... ok\n\nfailures:\n\n---- stage::a stdout ----\nError: no\n\n\
        failures:\n    stage::a\n    table::c\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n";
    const ERRORS: &str = "error: test failed, to rerun pass `-p klaxon-e2e --test flows`\nerror: 2 targets failed:\n    \
        `-p klaxon-e2e --test flows`\n    `-p klaxon-core --doc`\n";

    #[test]
    fn what_failed_is_read_from_what_cargo_says() {
        assert_eq!(failed_tests(OUTPUT).into_iter().collect::<Vec<_>>(), ["stage::a", "table::c"]);
        assert_eq!(failed_tests("failures:\n\n---- a stdout ----\n    not a name\n").len(), 0);
        let targets = failed_targets(ERRORS);
        assert_eq!(
            targets,
            [vec!["-p", "klaxon-e2e", "--test", "flows"], vec!["-p", "klaxon-core", "--doc"]]
        );
    }

    #[test]
    fn a_second_try_that_runs_nothing_is_none() {
        assert_eq!(ran("test result: ok. 0 passed; 0 failed\n"), 0);
        assert_eq!(ran("test result: ok. 2 passed; 0 failed\ntest result: ok. 1 passed\n"), 3);
        assert_eq!(ran(OUTPUT), 0);
    }
}
