//! What processes use while a load runs, as Linux tells it. Processes that others have started count with them: a
//! PostgreSQL is one process for each connection.

use anyhow::{Context, Result, bail};
use std::{collections::BTreeMap, fs, str::FromStr};

/// Processes to be watched, by what they are: `servers=12+13,database=14`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Watched(BTreeMap<String, Vec<u32>>);

impl FromStr for Watched {
    type Err = String;

    fn from_str(text: &str) -> Result<Watched, String> {
        let wrong = || "processes are named so: `servers=12+13,database=14`".to_owned();
        let mut watched = Watched::default();
        for part in text.split(',') {
            let (name, processes) = part.split_once('=').ok_or_else(wrong)?;
            let processes: Result<Vec<u32>, _> = processes.split('+').map(str::parse).collect();
            watched.0.insert(name.into(), processes.map_err(|_| wrong())?);
        }
        Ok(watched)
    }
}

/// A process as the system tells of it: what started it, and its time in the system's ticks, with that of those it has
/// outlived.
struct Process {
    parent: u32,
    ticks: u64,
}

impl Watched {
    /// Seconds of processor time so far, by what the processes are, and of this program.
    pub fn used(&self) -> Result<BTreeMap<String, f64>> {
        let all = processes()?;
        // Linux counts for programs in hundredths of a second, whatever its own clock does.
        let ticks = 100.0;
        let mut used = BTreeMap::new();
        for (name, roots) in &self.0 {
            if let Some(gone) = roots.iter().find(|root| !all.contains_key(root)) {
                bail!("process {gone} is gone");
            }
            let sum: u64 =
                all.iter().filter(|(id, _)| is_of(&all, **id, roots)).map(|(_, process)| process.ticks).sum();
            used.insert(name.clone(), sum as f64 / ticks);
        }
        let own = all.get(&std::process::id()).map_or(0, |process| process.ticks);
        used.insert("load".into(), own as f64 / ticks);
        Ok(used)
    }
}

fn is_of(all: &BTreeMap<u32, Process>, mut id: u32, roots: &[u32]) -> bool {
    loop {
        if roots.contains(&id) {
            return true;
        }
        match all.get(&id) {
            Some(process) if process.parent > 1 => id = process.parent,
            Some(_) | None => return false,
        }
    }
}

fn processes() -> Result<BTreeMap<u32, Process>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir("/proc").context("processes can be watched on Linux alone")?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // One that has just ended is not there any more.
        let Ok(text) = fs::read_to_string(entry.path().join("stat")) else { continue };
        all.extend(read(&text).map(|process| (id, process)));
    }
    Ok(all)
}

/// The program's name stands in brackets and may hold anything; the fields are counted from behind it.
fn read(stat: &str) -> Option<Process> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |i: usize| fields.get(i)?.parse::<u64>().ok();
    let ticks = number(11)? + number(12)? + number(13)? + number(14)?;
    Some(Process { parent: number(1)?.try_into().ok()?, ticks })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_named_and_their_time_is_read() {
        let watched: Watched = "servers=12+13,database=14".parse().unwrap();
        assert_eq!(watched.0["servers"], [12, 13]);
        for wrong in ["", "servers", "servers=x", "servers=1+,database=2"] {
            assert!(wrong.parse::<Watched>().is_err(), "{wrong}");
        }
        let process = read("7 (a (strange) name) S 3 7 7 0 -1 1 0 0 0 0 100 20 3 4 20 0 1 0 5").unwrap();
        assert_eq!((process.parent, process.ticks), (3, 127));
        let me = std::process::id();
        let mut mine = Watched::default();
        mine.0.insert("me".into(), vec![me]);
        let before = mine.used().unwrap()["me"];
        let begun = std::time::Instant::now();
        while begun.elapsed() < std::time::Duration::from_millis(300) {
            std::hint::black_box(begun);
        }
        assert!(mine.used().unwrap()["me"] > before);
    }
}
