//! Changes that keep an input a text: words from others of its kind, lines moved and doubled, numbers turned up.

use std::collections::BTreeSet;

/// Words and lines of the inputs known so far.
#[derive(Clone, Default, Debug)]
pub struct Vocabulary {
    words: Vec<String>,
    lines: Vec<String>,
}

/// Numbers that are odd somewhere.
const NUMBERS: [&str; 14] =
    ["0", "1", "2", "6", "7", "9", "10", "32", "127", "255", "256", "65536", "-1", "99999999999999999999"];

/// A small stream of numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn pick<'a>(&mut self, list: &'a [String]) -> &'a str {
        list.get(self.below(list.len())).map_or("", String::as_str)
    }
}

impl Vocabulary {
    /// The words and lines of some inputs.
    pub fn of(inputs: &[(String, Vec<u8>)]) -> Vocabulary {
        let (mut words, mut lines) = (BTreeSet::new(), BTreeSet::new());
        for (_, input) in inputs {
            let text = String::from_utf8_lossy(input);
            words.extend(text.split(is_gap).filter(|w| !w.is_empty() && w.len() < 40).map(String::from));
            lines.extend(text.lines().filter(|l| l.len() < 400).map(String::from));
        }
        Vocabulary { words: words.into_iter().collect(), lines: lines.into_iter().collect() }
    }

    /// One or a few changes, by a seed.
    pub fn change(&self, input: &[u8], seed: u32) -> Vec<u8> {
        let mut dice = Dice(u64::from(seed) ^ 0x9E37_79B9_7F4A_7C15);
        let text = String::from_utf8_lossy(input);
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        for _ in 0..=dice.below(3) {
            let at = dice.below(lines.len());
            match dice.below(8) {
                0 if lines.len() > 1 => {
                    lines.remove(at);
                }
                1 => lines.insert(at.min(lines.len()), dice.pick(&self.lines).into()),
                2 if !lines.is_empty() => {
                    let line = lines[at].clone();
                    lines.insert(dice.below(lines.len()), line);
                }
                3 if lines.len() > 1 => {
                    let other = dice.below(lines.len());
                    lines.swap(at, other);
                }
                _ => {
                    if let Some(line) = lines.get_mut(at) {
                        *line = self.change_line(line, &mut dice);
                    }
                }
            }
        }
        let mut out = lines.join("\n");
        out.push('\n');
        out.into_bytes()
    }

    /// Another word for one of a line, one more, or one less.
    fn change_line(&self, line: &str, dice: &mut Dice) -> String {
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut from = None;
        for (i, c) in line.char_indices().chain([(line.len(), ' ')]) {
            match (is_gap(c), from) {
                (false, None) => from = Some(i),
                (true, Some(start)) => {
                    places.push((start, i));
                    from = None;
                }
                _ => {}
            }
        }
        let Some(&(start, end)) = places.get(dice.below(places.len())) else {
            return format!("{line}{}", dice.pick(&self.words));
        };
        let (head, word, tail) = (&line[..start], &line[start..end], &line[end..]);
        match dice.below(6) {
            0 => format!("{head}{}", tail.trim_start()),
            1 => format!("{head}{word} {}{tail}", dice.pick(&self.words)),
            2 => format!("{head}{}{tail}", NUMBERS[dice.below(NUMBERS.len())]),
            3 if word.bytes().any(|b| b.is_ascii_digit()) => {
                let digit =
                    |c: char| if c.is_ascii_digit() { char::from(b'0' + dice.below(10) as u8) } else { c };
                let word: String = word.chars().map(digit).collect();
                format!("{head}{word}{tail}")
            }
            _ => format!("{head}{}{tail}", dice.pick(&self.words)),
        }
    }
}

/// What parts words in scripts, TOML and JSON.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '"' | '{' | '}' | '[' | ']' | '=')
}
