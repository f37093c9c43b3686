//! Shorter lists: what differs only in how it is paid for is one line, and what gives something up for good comes last.

use klaxon_catalog::Choice;

/// Of the choices in this order, those that are shown. Two that differ in nothing but their first click, the token that pays,
/// are one line: the first of them, or the one that a hint speaks of. The others are had by clicking their token.
pub(super) fn shorter(choices: &[Choice], order: Vec<usize>, hinted: Option<usize>) -> Vec<usize> {
    let mut shown: Vec<usize> = Vec::new();
    for i in order {
        let Some(choice) = choices.get(i) else { continue };
        match shown.iter_mut().find(|other| same_deed(&choices[**other], choice)) {
            Some(other) if hinted == Some(i) => *other = i,
            Some(_) => {}
            None => shown.push(i),
        }
    }
    shown.sort_by_key(|i| choices[*i].label.mark == "sacrifice");
    shown
}

fn same_deed(a: &Choice, b: &Choice) -> bool {
    let (a, b) = (&a.label, &b.label);
    let deed = |text: &str| text.rsplit_once(" (").map(|(deed, _)| deed.to_owned());
    a.group == b.group
        && a.mark == b.mark
        && a.clicks.len() > 1
        && a.clicks.len() == b.clicks.len()
        && a.clicks[1..] == b.clicks[1..]
        && deed(&a.text).is_some()
        && deed(&a.text) == deed(&b.text)
}

#[cfg(test)]
mod tests {
    use super::shorter;
    use klaxon_catalog::Choice;
    use klaxon_core::Label;

    fn choice(index: usize, text: &str, mark: &'static str, clicks: &str) -> Choice {
        let clicks = clicks.split(' ').map(Into::into).collect();
        let label = Label { text: text.into(), group: "Maneuver".into(), clicks, mark, rule: None };
        Choice { index, action: serde_json::Value::Null, words: String::new(), label }
    }

    #[test]
    fn ways_to_pay_are_one_line_and_sacrifices_come_last() {
        let list = [
            choice(0, "Bypass the Raider (sacrifice stored token)", "sacrifice", "stored-M queue-1"),
            choice(1, "Move a Flagship to Sol (spend stored token)", "spend", "stored-M space-SOL"),
            choice(2, "Move a Flagship to Sol (spend token of row 0)", "spend", "tray-M space-SOL"),
            choice(3, "Move a Flagship to FE1 (spend stored token)", "spend", "stored-M space-FE1"),
        ];
        assert_eq!(shorter(&list, vec![0, 1, 2, 3], None), [1, 3, 0]);
        assert_eq!(shorter(&list, vec![0, 1, 2, 3], Some(2)), [2, 3, 0]);
    }
}
