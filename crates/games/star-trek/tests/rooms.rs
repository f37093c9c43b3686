//! What no compiler checks: the README's list of rooms is true, and no list of alternatives stands for all the others.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { list.extend(files(&path)) } else { list.push(path) }
    }
    list
}

#[test]
fn the_readme_names_files_that_are_there() {
    let readme = fs::read_to_string(src().join("../README.md")).unwrap();
    let rooms = readme.split("## Things to know").next().unwrap();
    let ticked = rooms.split('`').skip(1).step_by(2);
    let names: Vec<&str> = ticked.filter(|n| n.ends_with(".rs") && !n.starts_with("tests/")).collect();
    assert!(names.len() > 30, "the README lists the files to read: {names:?}");
    for name in names {
        let path = name.trim_start_matches("src/");
        let there = [src().join(path), src().join("questions").join(path)];
        assert!(there.iter().any(|p| p.is_file()), "the README names {name}, which is not there");
    }
}

#[test]
fn rooms_of_the_plan_hold_their_files() {
    for room in ["data", "instinct", "questions", "situation", "state", "view", "words"] {
        assert!(src().join(room).is_dir(), "there is no room {room}");
    }
}

#[test]
fn no_list_of_alternatives_stands_for_all_the_others() {
    for file in files(&src()) {
        let mut alternatives = 1;
        for (n, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            alternatives = if line.trim_start().starts_with("| ") { alternatives + 1 } else { 1 };
            assert!(alternatives < 8, "{}:{}: eight alternatives in a row", file.display(), n + 1);
        }
    }
}
