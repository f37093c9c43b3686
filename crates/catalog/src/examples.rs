//! Situations that show a rule: what is allowed, and what is not. They are what the rule tests try (`cargo xtask examples`), and
//! each of them can be tried again.

use crate::shelf;
use std::{collections::BTreeMap, sync::LazyLock};

/// A situation that shows a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The rule.
    pub rule: &'static str,
    /// What it shows, in a few words without a capital; may be empty.
    pub title: &'static str,
    /// The situation.
    pub script: &'static str,
}

impl Example {
    /// Does it show what is not allowed?
    pub fn is_refused(&self) -> bool {
        self.script.lines().any(|line| line.starts_with("refuses "))
    }

    /// The position before the last decision, as a situation; nothing where nobody decides.
    pub fn before(&self) -> Option<String> {
        let decides = |line: &str| line.starts_with("do ") || line.starts_with("refuses ");
        let lines: Vec<&str> = self.script.lines().collect();
        let last = lines.iter().rposition(|line| decides(line))?;
        // The dice of that decision have not fallen yet.
        let dice = lines[..last].iter().rev().take_while(|line| line.starts_with("dice ")).count();
        Some(lines[..last - dice].iter().map(|line| format!("{line}\n")).collect())
    }
}

static ALL: LazyLock<BTreeMap<&'static str, Vec<Example>>> = LazyLock::new(|| {
    let mut all: BTreeMap<&str, Vec<Example>> = BTreeMap::new();
    for cover in shelf::games() {
        for part in cover.examples.split("\n== ").skip(1) {
            let Some((head, script)) = part.split_once('\n') else { continue };
            let Some((rule, title)) = head.split_once(':') else { continue };
            all.entry(rule).or_default().push(Example { rule, title: title.trim(), script });
        }
    }
    all
});

/// The examples of a rule, what is allowed first.
pub fn of(rule: &str) -> &'static [Example] {
    ALL.get(rule).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::try_script;

    #[test]
    fn all_come_out_as_written_and_most_rules_have_one() {
        for cover in shelf::games() {
            let rules: Vec<String> = shelf::ledger(cover.id).unwrap().rules().map(|r| r.id.clone()).collect();
            for example in rules.iter().flat_map(|rule| of(rule)) {
                let report = try_script(example.script, None).unwrap_or_else(|e| panic!("{example:?}: {e}"));
                assert!(report.passed && report.game == cover.id, "{example:?}: {:#?}", report.steps);
                assert_eq!(report.steps.iter().any(|row| !row.accepted), example.is_refused(), "{example:?}");
                if let Some(before) = example.before() {
                    let report = try_script(&before, None).unwrap_or_else(|e| panic!("{before}: {e}"));
                    // Dice for what comes then may lie ready.
                    let fine = report.steps.iter().all(|row| row.failure.is_none() || row.words == "dice");
                    assert!(fine, "{before}: {:#?}", report.steps);
                }
            }
            let shown = rules.iter().filter(|rule| !of(rule).is_empty()).count();
            assert!(shown * 100 >= rules.len() * 60, "{}: {shown} of {}", cover.id, rules.len());
        }
        let known: usize = shelf::games().iter().map(|cover| cover.examples.matches("\n== ").count()).sum();
        assert_eq!(known, ALL.values().map(Vec::len).sum::<usize>());
    }
}
