//! Studies: what is kept, what the rules refuse, and what a forged file meets.

use klaxon_catalog::{
    shelf,
    study::{Edit, LARGEST, LONGEST_NOTE, Mark, Place, Study},
};
use klaxon_core::{Seat, Seed};

fn log(game: &str, name: &str) -> Study {
    let path = format!("{}/../games/{game}/tests/logs/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(String::from);
    Study::of_log("A game", lines.next().unwrap(), lines.collect())
}

fn at(line: u32, step: u32) -> Place {
    Place { line, step }
}

/// The first choices of whoever is asked at a place.
fn choices(study: &Study, place: Place) -> (Seat, Vec<String>) {
    let table = study.table_at(place).unwrap();
    let seat = table.to_act().iter().next().unwrap();
    (seat, table.choices(seat).into_iter().map(|choice| choice.words).collect())
}

fn go_on(study: &mut Study, place: Place, which: usize) -> Place {
    let (seat, words) = choices(study, place);
    study.edit(Edit::Move { at: place, what: Some((seat, words[which % words.len()].clone())) }).unwrap()
}

#[test]
fn variations_branch_go_on_and_come_back_from_the_file_as_they_were() {
    for (game, name) in [("red-alert", "finished-normal-bots"), ("federation", "finished-normal-bot")] {
        let mut study = log(game, name);
        let one = go_on(&mut study, at(0, 12), 1);
        assert_eq!(one, at(1, 13), "{game}");
        let two = go_on(&mut study, one, 0);
        assert_eq!(two, at(1, 14), "the end of a variation goes on");
        let other = go_on(&mut study, at(1, 13), 1);
        assert_eq!(other.line, if choices(&study, at(1, 13)).1.len() > 1 { 2 } else { 1 });
        // The same step from the same place is the same variation.
        assert_eq!(go_on(&mut study, at(0, 12), 1), one);
        study.edit(Edit::Note { at: two, text: " Now *this*.\r\n\u{202e}It turns. ".into() }).unwrap();
        study.edit(Edit::Mark(Mark { at: two, from: "I5".into(), to: Some("H5".into()) })).unwrap();
        study.edit(Edit::Name { line: 1, name: "Hold\nback".into() }).unwrap();
        assert_eq!(
            (study.notes[0].text.as_str(), study.variations[0].name.as_str()),
            ("Now *this*.\nIt turns.", "Hold back")
        );
        let checked = study.check().unwrap();
        assert_eq!((checked.game, checked.notes, checked.marks), (game, 1, 1));
        let read = Study::parse(&study.print()).unwrap();
        assert_eq!(read, study);
        assert_eq!(
            read.table_at(two).unwrap().state_json(),
            study.table_at(two).unwrap().state_json(),
            "the same luck in the same step"
        );
        // A mark that is given twice is taken away.
        study.edit(Edit::Mark(study.marks[0].clone())).unwrap();
        assert!(study.marks.is_empty());
        // What hangs on a variation goes with it.
        assert_eq!(study.edit(Edit::Remove { line: 1 }).unwrap(), at(0, 12));
        assert!(study.variations.is_empty() && study.notes.is_empty());
        study.check().unwrap();
    }
}

#[test]
fn the_rules_judge_every_step() {
    let mut study = log("red-alert", "finished-normal-bots");
    let before = study.clone();
    let (seat, _) = choices(&study, at(0, 12));
    let foul = |study: &mut Study, what| study.edit(Edit::Move { at: at(0, 12), what }).unwrap_err();
    assert!(!foul(&mut study, Some((seat, "win the game".into()))).is_empty());
    assert!(!foul(&mut study, Some((Seat(7), "end".into()))).is_empty());
    assert_eq!(foul(&mut study, None), "no time passes here");
    let far = Edit::Note { at: at(0, 1_000_000), text: "x".into() };
    assert!(study.edit(far).unwrap_err().contains("only"));
    assert!(study.edit(Edit::Note { at: at(9, 0), text: "x".into() }).is_err());
    assert!(study.edit(Edit::Head { title: "x".repeat(81), about: String::new() }).is_err());
    assert!(study.edit(Edit::Head { title: " \n".into(), about: String::new() }).is_err());
    assert!(study.edit(Edit::Note { at: at(0, 1), text: "x".repeat(LONGEST_NOTE + 1) }).is_err());
    assert!(study.edit(Edit::Mark(Mark { at: at(0, 1), from: String::new(), to: None })).is_err());
    assert_eq!(study, before, "what is refused changes nothing");
}

#[test]
fn forged_files_are_refused_with_a_reason() {
    let good = log("red-alert", "finished-normal-bots");
    let with = |line: &str| Study::parse(&format!("{}{line}\n", good.print())).and_then(|s| s.check());
    for (line, why) in [
        (
            "{\"variation\":{\"id\":1,\"from\":0,\"step\":12,\"moves\":[{\"seat\":0,\"do\":\"win\"}]}}",
            "variation 1",
        ),
        (
            "{\"variation\":{\"id\":1,\"from\":1,\"step\":12,\"moves\":[{\"seat\":0,\"do\":\"end\"}]}}",
            "a line before it",
        ),
        (
            "{\"variation\":{\"id\":0,\"from\":0,\"step\":12,\"moves\":[{\"seat\":0,\"do\":\"end\"}]}}",
            "a number of its own",
        ),
        (
            "{\"variation\":{\"id\":1,\"from\":0,\"step\":99999,\"moves\":[{\"seat\":0,\"do\":\"end\"}]}}",
            "no step 99999",
        ),
        (
            "{\"variation\":{\"id\":1,\"from\":0,\"step\":12,\"moves\":[{\"seat\":200,\"do\":\"end\"}]}}",
            "no seat 200",
        ),
        ("{\"variation\":{\"id\":1,\"from\":0,\"step\":12,\"moves\":[]}}", "no steps"),
        ("{\"note\":{\"line\":3,\"step\":0,\"text\":\"x\"}}", "no step 0 in line 3"),
        ("{\"mark\":{\"line\":0,\"step\":0,\"from\":\"\\n\"}}", "names nothing"),
        ("nonsense", "line"),
    ] {
        let said = with(line).unwrap_err();
        assert!(said.contains(why), "{line}: {said}");
    }
    // A log that was tampered with, one that has not ended, and one without its luck.
    let mut forged = good.clone();
    forged.entries.swap(3, 4);
    assert!(forged.check().is_err());
    let mut running = good.clone();
    running.entries.truncate(20);
    assert!(running.check().unwrap_err().contains("not over"));
    assert!(Study::parse("").is_err() && Study::parse("{\"study\":2,\"title\":\"x\"}\n{}").is_err());
    assert!(Study::parse(&"x".repeat(LARGEST + 1)).is_err());
}

#[test]
fn a_study_begins_with_a_position() {
    for cover in shelf::games() {
        let text = cover.example;
        let study = Study::of_situation("A position", text, Seed::small(3));
        let mut study = study.unwrap_or_else(|why| panic!("{}: {why}", cover.id));
        assert_eq!(study.check().unwrap().steps, 0);
        if study.table_at(at(0, 0)).unwrap().to_act().is_empty() {
            continue;
        }
        assert_eq!(go_on(&mut study, at(0, 0), 0), at(1, 1), "{}", cover.id);
        assert_eq!(Study::parse(&study.print()).unwrap(), study);
    }
    assert!(Study::of_situation("x", "game red-alert\n", Seed::small(1)).is_err());
    assert!(Study::of_situation("x", "nonsense", Seed::small(1)).is_err());
}
