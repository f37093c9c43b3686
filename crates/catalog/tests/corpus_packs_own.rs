//! Logs that release 0.1.0 wrote with packs in force. Packs hold for a whole process, so each folder of them is a test of its own.

mod packs;

#[test]
fn corpus_with_the_packs_of_a_host_opens_verifies_and_plays_on() {
    packs::corpus("own");
}
