//! Situations for `klaxon try` and the page *Try*.

use crate::{TrialReport, shelf};
use klaxon_core::{
    Edition, Seat, panic_text,
    script::{Mistake, Script},
};
use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

/// Runs a situation script, by an edition of the rules or by the one that the script says. Where the rules break down over a
/// position that no game comes to, that is a mistake like any other, and nothing but the answer is printed.
pub fn try_script(text: &str, edition: Option<Edition>) -> Result<TrialReport, Mistake> {
    quietly(|| try_openly(text, edition)).unwrap_or_else(|why| {
        let text =
            format!("the rules broke down over this ({why}): a fault of the program, please report it");
        Err(Mistake { line: 1, text })
    })
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs something and catches its panic without a word about it on standard error.
pub(crate) fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    QUIET.set(before);
    result.map_err(|panic| panic_text(&*panic))
}

/// The same, but a panic of the rules is one: for those who look for them.
pub fn try_openly(text: &str, edition: Option<Edition>) -> Result<TrialReport, Mistake> {
    let mut script = Script::parse(text)?;
    if let Some(edition) = edition {
        script.edition = Some((1, edition));
    }
    let game = match script.game.as_str() {
        "" => shelf::games().first(),
        named => shelf::game(named),
    };
    let game = game.ok_or_else(|| Mistake { line: 1, text: shelf::no_such_game(&script.game).text })?;
    game.rulebook.try_out(&script)
}

/// The name of a seat in a game's situations.
pub fn seat_word(game: &str, seat: Seat) -> String {
    shelf::game(game).map_or_else(|| seat.to_string(), |game| game.rulebook.seat_word(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_each_game_comes_out_as_written() {
        for cover in shelf::games() {
            let report = try_script(cover.example, None).unwrap_or_else(|e| panic!("{}: {e}", cover.id));
            assert_eq!((report.game, report.passed), (cover.id, true), "{:#?}", report.steps);
            assert!(!cover.language.is_empty());
        }
    }
}
