//! What was found so far, so that no kind of puzzle takes up all the room.

use super::{
    Puzzle, Theme,
    look::{CHOICES, EASY},
};
use std::collections::BTreeMap;

/// Of a hundred puzzles so many may be of one theme.
const OF_A_THEME: usize = 50;
/// So many may be answered by one kind of decision.
const OF_A_KIND: usize = 30;
/// So many by one that is always the same, such as passing.
const OF_A_WORD: usize = 8;
/// So many by a win that lies at hand.
const PLAIN_WINS: usize = 10;

/// How many there are of what.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    all: usize,
    themes: BTreeMap<Theme, usize>,
    kinds: BTreeMap<String, usize>,
    plain_wins: usize,
}

/// The kind of a decision: its first word. Where there are more choices than a list shows, a plan is laid, and all its decisions begin alike:
/// then it is what they say without numbers.
pub(super) fn kind(words: &str, choices: usize) -> String {
    let is_plan = choices > *CHOICES.end();
    let told = |word: &&str| is_plan && !word.contains(|c: char| c.is_ascii_digit());
    let mut all = words.split_whitespace();
    let first = all.next().unwrap_or_default().to_owned();
    let bare = all.clone().next().is_none();
    let rest: Vec<&str> = all.filter(told).collect();
    if bare { format!("{first}.") } else { format!("{first} {}", rest.join(" ")) }
}

impl Tally {
    /// How many there are.
    pub(super) fn all(&self) -> usize {
        self.all
    }

    /// Is there room for one more?
    pub(super) fn has_room(&self, theme: Theme, kind: &str, wins: bool, count: usize) -> bool {
        let share = |percent: usize| (count * percent).div_ceil(100);
        let of = |many: Option<&usize>| many.copied().unwrap_or(0);
        let most = if kind.ends_with('.') { OF_A_WORD } else { OF_A_KIND };
        of(self.themes.get(&theme)) < share(OF_A_THEME)
            && of(self.kinds.get(kind)) < share(most)
            && (!wins || self.plain_wins < share(PLAIN_WINS))
    }

    /// The same for a puzzle.
    pub(super) fn wants(&self, puzzle: &Puzzle, count: usize) -> bool {
        self.has_room(puzzle.theme, &kind_of(puzzle), is_plain_win(puzzle), count)
    }

    /// Counts one.
    pub(super) fn note(&mut self, puzzle: &Puzzle) {
        self.all += 1;
        *self.themes.entry(puzzle.theme).or_default() += 1;
        *self.kinds.entry(kind_of(puzzle)).or_default() += 1;
        self.plain_wins += usize::from(is_plain_win(puzzle));
    }
}

fn kind_of(puzzle: &Puzzle) -> String {
    kind(&puzzle.line[0].right[0], puzzle.line[0].choices)
}

fn is_plain_win(puzzle: &Puzzle) -> bool {
    puzzle.line[0].worth >= 990 && puzzle.rating <= EASY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_told_apart_by_their_kind() {
        assert_eq!(kind("move G7 F8 impulse", 14), "move ");
        assert_eq!(kind("pass", 3), "pass.");
        assert_eq!(kind("place A-RED 6 action", 88), "place A-RED action");
    }

    #[test]
    fn no_kind_takes_up_all_the_room() {
        let mut tally = Tally::default();
        let room = |tally: &Tally, theme, kind, wins| tally.has_room(theme, kind, wins, 10);
        assert!(room(&tally, Theme::Win, "pass.", true));
        tally.kinds.insert("pass.".into(), 1);
        tally.kinds.insert("move ".into(), 3);
        tally.themes.insert(Theme::Win, 5);
        tally.plain_wins = 1;
        assert!(!room(&tally, Theme::Gain, "pass.", false) && !room(&tally, Theme::Gain, "move ", false));
        assert!(!room(&tally, Theme::Win, "play ", false) && !room(&tally, Theme::Gain, "play ", true));
        assert!(room(&tally, Theme::Gain, "play ", false));
    }
}
