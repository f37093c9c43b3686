//! The same games have the same hashes in every build: debug, release, 32 bit. The example `hashes` prints them where
//! tests are not run. `UPDATE_GOLDEN=1` writes them anew.

#[path = "../examples/hashes.rs"]
mod hashes;

#[test]
fn fixed_games_end_in_the_states_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hashes.txt");
    let text = hashes::table();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1") {
        std::fs::write(path, &text).expect("the golden file can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file is there");
    assert_eq!(golden, text, "run again with UPDATE_GOLDEN=1 and read the difference");
}
