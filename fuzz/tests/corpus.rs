//! Every input kept: those from which the search starts, and those that once led to a fault.

use klaxon_fuzz::{LONGEST, TARGETS, Vocabulary};

fn run(name: &str) {
    let target = klaxon_fuzz::target(name).unwrap();
    let corpus = target.corpus();
    assert!(corpus.len() >= 5, "{name} has hardly any inputs");
    for (file, input) in corpus {
        assert!(input.len() <= LONGEST, "{name}/{file} is longer than {LONGEST} bytes");
        let done = std::panic::catch_unwind(|| (target.run)(&input));
        assert!(done.is_ok(), "{name}/{file} leads to a fault");
    }
}

#[test]
fn situations() {
    run("situations");
}

#[test]
fn scenarios() {
    run("scenarios");
}

#[test]
fn packs() {
    run("packs");
}

#[test]
fn logs() {
    run("logs");
}

#[test]
fn missions() {
    run("missions");
}

#[test]
fn wishes() {
    run("wishes");
}

#[test]
fn the_corpus_is_small_and_of_known_targets() {
    let size: usize = TARGETS.iter().flat_map(|t| t.corpus()).map(|(_, input)| input.len()).sum();
    assert!(size < 1 << 20, "the corpus has {size} bytes");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(klaxon_fuzz::target(&name).is_some(), "corpus/{name} belongs to no target");
    }
}

#[test]
fn changes_keep_an_input_a_text_and_are_the_same_for_the_same_seed() {
    let corpus = klaxon_fuzz::target("situations").unwrap().corpus();
    let words = Vocabulary::of(&corpus);
    let mut changed = 0;
    for (seed, (_, input)) in (0..200).zip(corpus.iter().cycle()) {
        let out = words.change(input, seed);
        assert_eq!(out, words.change(input, seed));
        assert!(String::from_utf8(out.clone()).is_ok());
        changed += usize::from(out != *input);
    }
    assert!(changed > 150, "{changed} of 200");
}
