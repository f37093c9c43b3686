//! Beats: what happened, for the eye. A game turns its events into a small common vocabulary, and one performer in the page
//! plays it on any board. A beat is made of an event alone, which says no more than its viewer may know: it cannot show
//! what the view does not, and how long it takes depends on nothing that is hidden.

use crate::Luck;
use serde::Serialize;

/// One thing to be seen. Names are those of the board: the `id`, the `data-piece` or the `data-id` of an element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "b", rename_all = "kebab-case")]
pub enum Beat {
    /// A piece goes from place to place; without a path straight from where it stood.
    Move {
        /// The piece, as it is called where it arrives.
        piece: String,
        /// The places it passes, from the first to the last.
        path: Vec<String>,
    },
    /// Somebody fires.
    Shot {
        /// The one who fires.
        from: String,
        /// The one fired at.
        to: String,
        /// A torpedo or the like: lower and longer.
        heavy: bool,
    },
    /// Dice, counters or the like fall.
    Throw(Luck),
    /// Something is hit, or would have been.
    Hit {
        /// What.
        on: String,
        /// How much, or by what it was stopped.
        text: String,
        /// It was stopped.
        stopped: bool,
    },
    /// Something is lost.
    Loss {
        /// What.
        piece: String,
        /// Only a part of it: a figure of a squadron.
        part: bool,
    },
    /// A card is played.
    Card {
        /// The card where its holder sees it; empty for others.
        id: String,
        /// What it is.
        name: String,
    },
    /// Something that was covered is turned up; several at once are compared.
    Reveal {
        /// Whose.
        whose: String,
        /// What it comes to.
        text: String,
        /// It holds; nothing where that is not decided by it.
        holds: Option<bool>,
    },
    /// A piece shows another face.
    Flip {
        /// The piece.
        piece: String,
    },
    /// Something runs from space to space.
    Spread {
        /// The spaces, in order.
        over: Vec<String>,
        /// It does harm.
        harm: bool,
    },
    /// A number changes.
    Score {
        /// Where it stands.
        gauge: String,
        /// By how much.
        by: i16,
        /// What it comes from; empty where that has no place.
        from: String,
    },
    /// A new part of the game begins: one line over the board.
    Banner {
        /// The line.
        text: String,
        /// What begins.
        of: Part,
    },
}

/// What a banner announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Somebody's turn, or a round of turns.
    Turn,
    /// A phase of it.
    Phase,
    /// A battle.
    Battle,
    /// Danger.
    Alarm,
    /// Nothing more: it is over.
    End,
}

/// What became of a die.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fell {
    /// It means nothing here, or something other than a hit.
    #[default]
    Plain,
    /// It hit.
    Hit,
    /// It would have hit, but for this: "ignored by shields".
    Stopped(String),
}

/// What is seen of one input: the beats in order, those that happen at once in one group.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chapter {
    /// The step.
    pub step: u32,
    /// Groups of beats.
    pub beats: Vec<Vec<Beat>>,
    /// What came of it, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

impl Beat {
    /// A piece goes from place to place.
    pub fn go(piece: impl Into<String>, path: impl IntoIterator<Item = String>) -> Beat {
        Beat::Move { piece: piece.into(), path: path.into_iter().collect() }
    }

    /// A shot from one to another.
    pub fn shot(from: impl Into<String>, to: impl Into<String>, heavy: bool) -> Beat {
        Beat::Shot { from: from.into(), to: to.into(), heavy }
    }

    /// A hit, with how much.
    pub fn hit(on: impl Into<String>, text: impl Into<String>) -> Beat {
        Beat::Hit { on: on.into(), text: text.into(), stopped: false }
    }

    /// A hit that was stopped, with what stopped it.
    pub fn stopped(on: impl Into<String>, by: impl Into<String>) -> Beat {
        Beat::Hit { on: on.into(), text: by.into(), stopped: true }
    }

    /// A piece is lost.
    pub fn loss(piece: impl Into<String>) -> Beat {
        Beat::Loss { piece: piece.into(), part: false }
    }

    /// A piece shows another face.
    pub fn flip(piece: impl Into<String>) -> Beat {
        Beat::Flip { piece: piece.into() }
    }

    /// Something runs from space to space.
    pub fn spread(over: impl IntoIterator<Item = String>, harm: bool) -> Beat {
        Beat::Spread { over: over.into_iter().collect(), harm }
    }

    /// A card is played.
    pub fn card(id: impl Into<String>, name: impl Into<String>) -> Beat {
        Beat::Card { id: id.into(), name: name.into() }
    }

    /// A number changes.
    pub fn score(gauge: impl Into<String>, by: i16, from: impl Into<String>) -> Beat {
        Beat::Score { gauge: gauge.into(), by, from: from.into() }
    }

    /// A line over the board.
    pub fn banner(of: Part, text: impl Into<String>) -> Beat {
        Beat::Banner { text: text.into(), of }
    }

    /// Does it happen together with the one before? Things of one kind that are told one right after the other do, as long
    /// as they are about different things.
    fn joins(&self, before: &Beat) -> bool {
        match (self, before) {
            (Beat::Move { piece: a, .. }, Beat::Move { piece: b, .. })
            | (Beat::Loss { piece: a, .. }, Beat::Loss { piece: b, .. })
            | (Beat::Flip { piece: a }, Beat::Flip { piece: b })
            | (Beat::Hit { on: a, .. }, Beat::Hit { on: b, .. })
            | (Beat::Score { gauge: a, .. }, Beat::Score { gauge: b, .. })
            | (Beat::Reveal { whose: a, .. }, Beat::Reveal { whose: b, .. }) => a != b,
            (
                Beat::Move { .. }
                | Beat::Shot { .. }
                | Beat::Throw(_)
                | Beat::Hit { .. }
                | Beat::Loss { .. }
                | Beat::Card { .. }
                | Beat::Reveal { .. }
                | Beat::Flip { .. }
                | Beat::Spread { .. }
                | Beat::Score { .. }
                | Beat::Banner { .. },
                _,
            ) => false,
        }
    }
}

impl Chapter {
    /// Groups beats in the order in which they were told.
    pub fn new(step: u32, beats: impl IntoIterator<Item = Beat>, line: Option<String>) -> Chapter {
        let mut groups: Vec<Vec<Beat>> = Vec::new();
        for beat in beats {
            match groups.last_mut() {
                Some(group) if group.iter().all(|before| beat.joins(before)) => group.push(beat),
                Some(_) | None => groups.push(vec![beat]),
            }
        }
        Chapter { step, beats: groups, line }
    }
}

/// Clauses as one line: the first says what was thrown, the others what it did.
pub fn outcome_line(head: &str, clauses: &[String]) -> String {
    let mut line = head.to_owned();
    if let [first, rest @ ..] = clauses {
        line.push_str(": ");
        line.push_str(first);
        for clause in rest {
            // What begins with a capital is a sentence of its own.
            line.push_str(if clause.starts_with(char::is_uppercase) { ". " } else { ", " });
            line.push_str(clause);
        }
    }
    line.push('.');
    let mut chars = line.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A line for a narrow place: whole sentences as long as they fit, else whole words.
pub fn shortened(line: &str, most: usize) -> String {
    if line.chars().count() <= most {
        return line.into();
    }
    let end = line.char_indices().nth(most - 1).map_or(line.len(), |(at, _)| at);
    let head = &line[..end];
    match (head.rfind(". "), head.rfind([',', ' '])) {
        (Some(stop), _) if stop * 2 > most => head[..=stop].into(),
        (_, Some(word)) => format!("{}…", head[..word].trim_end_matches([',', ':', ';', '.'])),
        (_, None) => format!("{head}…"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_at_once_is_one_group() {
        let gone = |n: u8| Beat::loss(format!("unit-{n}"));
        let beats = [
            Beat::banner(Part::Battle, "Battle"),
            Beat::hit("a", "−1"),
            Beat::hit("b", "−1"),
            gone(1),
            gone(2),
            gone(1),
        ];
        let groups: Vec<usize> = Chapter::new(3, beats, None).beats.iter().map(Vec::len).collect();
        assert_eq!(groups, [1, 2, 2, 1], "the same piece cannot be lost twice at once");
    }

    #[test]
    fn a_beat_is_written_with_its_kind() {
        let json = |beat: Beat| serde_json::to_value(beat).unwrap();
        let expected = serde_json::json!({ "b": "move", "piece": "unit-3", "path": ["A1", "B2"] });
        assert_eq!(json(Beat::go("unit-3", ["A1".into(), "B2".into()])), expected);
        let luck = Luck::new("Parley", ["star".into()]);
        assert_eq!(json(Beat::Throw(luck))["b"], "throw");
    }

    #[test]
    fn a_line_is_cut_at_a_sentence_or_a_word() {
        assert_eq!(shortened("No hit.", 110), "No hit.");
        assert_eq!(shortened("Two hits: it is gone. And so on and on.", 30), "Two hits: it is gone.");
        assert_eq!(shortened("one two three four", 12), "one two…");
        let clauses = ["Flagship lost".to_owned(), "losses 2".into()];
        assert_eq!(outcome_line("no hit", &clauses), "No hit: Flagship lost, losses 2.");
    }
}
