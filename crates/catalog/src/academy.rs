//! The lessons of all games.

use crate::{
    Opened, Table,
    lesson::{At, Checked, Guide, check, order, seed},
    shelf::{self, Cover},
    trial::quietly,
};
use klaxon_core::{lesson::Lesson, script::Mistake};
use std::sync::LazyLock;

/// Decisions on the way to a step of a lesson.
const MOST_BY_ITSELF: usize = 400;

/// A lesson of the program's own.
#[derive(Debug)]
pub struct Taught {
    /// Its name in addresses: that of its file without the number.
    pub id: &'static str,
    /// Its place in the game's lessons, from 1.
    pub number: usize,
    /// The file's name, without its ending.
    pub file: &'static str,
    /// The lesson.
    pub lesson: Lesson,
    /// A mark of the text: a table that was begun with another text cannot go on with this one.
    pub mark: String,
}

impl Taught {
    /// The lesson at a learner's place.
    pub fn guide(&'static self, at: At) -> Option<Guide<'static>> {
        let cover = shelf::game(&self.lesson.game)?;
        Some(Guide { rulebook: *cover.rulebook, lesson: &self.lesson, at })
    }

    /// A table that stands as a step of the lesson begins, with where the learner is.
    ///
    /// # Errors
    /// Where the lesson does not go there: one that was checked does.
    pub fn begin(&self, step: usize) -> Result<(Opened, At), Mistake> {
        let (lesson, wrong) = (&self.lesson, |line: usize, text: String| Mistake { line, text });
        let unknown = || wrong(1, shelf::no_such_game(&lesson.game).text);
        let cover = shelf::game(&lesson.game).ok_or_else(unknown)?;
        let table = cover.rulebook.open(&order(lesson), seed(lesson));
        let mut table = Table::of(table.map_err(|refusal| wrong(lesson.given[0].0, refusal.text))?);
        let (header, mut entries) = (table.sealed_header(), Vec::new());
        let mut guide = Guide { rulebook: *cover.rulebook, lesson, at: At::default() };
        for _ in 0..MOST_BY_ITSELF {
            if let Some(at) = guide.advances(&*table) {
                guide.at = at;
                continue;
            }
            let by_itself = guide.by_itself(&*table);
            let (seat, words) =
                match (by_itself, guide.step().filter(|_| guide.at.step < step), guide.learner()) {
                    (Some(reply), ..) => reply,
                    (None, None, _) | (None, _, None) => break,
                    (None, Some(now), Some(_)) if now.goal.is_empty() => {
                        guide.at = At { step: guide.at.step + 1, begun: table.step() };
                        continue;
                    }
                    (None, Some(now), Some(learner)) => match guide.solution(&*table) {
                        Some(words) => (learner, words.to_owned()),
                        None => return Err(wrong(now.line, "the solution does not reach the goal".into())),
                    },
                };
            let put = table.say(seat, &words, 0).map_err(|refusal| wrong(1, refusal.to_string()))?;
            entries.push(put.line);
        }
        Ok((Opened { table, header, entries }, guide.at))
    }
}

/// The lessons of a game, in order. One that cannot be read is left out; a test holds that there is none.
pub fn lessons(game: &str) -> &'static [Taught] {
    static ALL: LazyLock<Vec<Vec<Taught>>> = LazyLock::new(|| shelf::games().iter().map(read).collect());
    let place = shelf::games().iter().position(|cover| cover.id == game);
    place.and_then(|i| ALL.get(i)).map_or(&[], Vec::as_slice)
}

fn read(cover: &Cover) -> Vec<Taught> {
    let read = |(i, (file, text)): (usize, &(&'static str, &'static str))| {
        let lesson = Lesson::parse(text).ok()?;
        let id = file.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let mark = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
        Some(Taught { id, number: i + 1, file, lesson, mark })
    };
    cover.lessons.iter().enumerate().filter_map(read).collect()
}

/// A lesson by its name.
pub fn lesson(game: &str, id: &str) -> Option<&'static Taught> {
    lessons(game).iter().find(|taught| taught.id == id)
}

/// The lesson after another one.
pub fn after(game: &str, id: &str) -> Option<&'static Taught> {
    let all = lessons(game);
    all.get(all.iter().position(|taught| taught.id == id)? + 1)
}

/// Reads a lesson, goes through it by its solution and tries each of its mistakes.
pub fn check_lesson(text: &str) -> Result<(Lesson, Checked), Mistake> {
    let lesson = Lesson::parse(text)?;
    let line_of = |word: &str| {
        text.lines().position(|l| l.split_whitespace().next() == Some(word)).map_or(1, |i| i + 1)
    };
    let cover = shelf::game(&lesson.game)
        .ok_or_else(|| Mistake { line: line_of("game"), text: shelf::no_such_game(&lesson.game).text })?;
    let known =
        |id: &str| shelf::ledger(cover.id).is_some_and(|ledger| ledger.rules().any(|rule| rule.id == id));
    let unknown =
        |line: usize, id: &str| Mistake { line, text: format!("no rule of {} has the id {id}", cover.name) };
    if let Some((line, id)) = lesson.rules.iter().find(|(_, id)| !known(id)) {
        return Err(unknown(*line, id));
    }
    let cited = |text: &str| {
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.'))
            .map(|w| w.trim_end_matches('.').to_owned())
            .filter(|w| w.starts_with(&format!("{}-", cover.prefix)))
            .collect::<Vec<_>>()
    };
    for (i, line) in text.lines().enumerate() {
        if let Some(id) = cited(line).iter().find(|id| !known(id)) {
            // Cards of some games are named alike.
            if id.contains('.') {
                return Err(unknown(i + 1, id));
            }
        }
    }
    let checked = quietly(|| check(*cover.rulebook, &lesson)).unwrap_or_else(|why| {
        let text =
            format!("the rules broke down over this ({why}): a fault of the program, please report it");
        Err(Mistake { line: line_of("given"), text })
    })?;
    Ok((lesson, checked))
}
