//! Every lesson is solved along its solution, and each of its mistakes gets its message.
//! `LESSON=words cargo test -p klaxon-catalog --test lessons` tries those with these words in their path.

use klaxon_catalog::{
    academy::{check_lesson, lessons},
    shelf, verify,
};
use std::{env, fs, path::PathBuf};

fn files() -> Vec<(String, PathBuf)> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games");
    let mut files = Vec::new();
    for cover in shelf::games() {
        let folder = games.join(cover.id).join("lessons");
        let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        files.extend(paths.map(|path| (cover.id.to_owned(), path)));
    }
    files.sort();
    files
}

#[test]
fn every_lesson_can_be_solved_and_knows_its_mistakes() {
    let only = env::var("LESSON").unwrap_or_default();
    let mut wrong = Vec::new();
    for (game, path) in files().iter().filter(|(_, path)| path.to_string_lossy().contains(&only)) {
        let name = path.file_name().unwrap().to_string_lossy();
        match check_lesson(&fs::read_to_string(path).unwrap()) {
            Err(mistake) => wrong.push(format!("{game}/{name}, {mistake}")),
            Ok((lesson, _)) if lesson.game != *game => {
                wrong.push(format!("{game}/{name} is of {}", lesson.game))
            }
            Ok((_, checked)) if checked.decisions == 0 => {
                wrong.push(format!("{game}/{name}: nothing is to be done"))
            }
            Ok(_) => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_lesson_has_a_name_of_its_own() {
    for cover in shelf::games() {
        assert_eq!(lessons(cover.id).len(), cover.lessons.len(), "{}: all are read", cover.id);
        let mut ids: Vec<_> = lessons(cover.id).iter().map(|taught| taught.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), cover.lessons.len(), "{}", cover.id);
    }
}

/// The table of a lesson is like any other: its log opens again and verifies, from whichever step it was begun.
#[test]
fn the_log_of_every_lesson_verifies() {
    for cover in shelf::games() {
        for taught in lessons(cover.id) {
            let (whole, at) =
                taught.begin(usize::MAX).unwrap_or_else(|e| panic!("{}/{}: {e}", cover.id, taught.id));
            assert_eq!(at.step, taught.lesson.steps.len(), "{}/{}", cover.id, taught.id);
            let log = format!("{}\n{}\n", whole.header, whole.entries.join("\n"));
            let verdict = verify(&log).unwrap_or_else(|e| panic!("{}/{}: {e}", cover.id, taught.id));
            assert_eq!(verdict.entries as usize, whole.entries.len());
            for step in 0..taught.lesson.steps.len() {
                assert_eq!(taught.begin(step).unwrap().1.step, step, "{}/{}", cover.id, taught.id);
            }
        }
    }
}
