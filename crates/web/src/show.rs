//! What is shown of what happens: beats for the performer in the page (`assets/beats.js`), dice with what became of them, and
//! the line that says what came of it all.

use crate::{boards, table::Loaded, ui::Eyes};
use klaxon_catalog::Said;
use klaxon_core::{Beat, Chapter, Fell, Luck, shortened};
use maud::{Markup, html};

/// Characters of an outcome line on the sill; the log has all of it.
const LINE: usize = 110;
/// Steps after which a throw is no longer shown.
pub const ROLL_STAYS: u32 = 10;
/// Groups of beats that are sent at once: whoever is further behind sees no more.
const MOST_BEATS: usize = 160;

/// What the viewer has not been shown since a log entry, for the page. Behind a curtain nothing is shown: whoever lifts it
/// sees what he may know of it then. The number is the entry up to which all is shown now.
pub fn unseen(loaded: &Loaded, eyes: &Eyes, seen: Option<u32>) -> (Option<u32>, String) {
    if eyes.curtain.is_some() {
        return (seen, String::new());
    }
    let table = &loaded.table;
    let chapters = match seen {
        Some(seen) if seen < table.n() => table.chapters(eyes.viewer, seen),
        Some(_) | None => Vec::new(),
    };
    let told = json(table.game_id(), chapters);
    (Some(table.n()), told.map_or_else(String::new, |json| html! { div data-beats=(json) {} }.into_string()))
}

/// Chapters as the performer reads them: the dice of a throw are drawn here. Nothing where there is nothing to show.
pub fn json(game: &str, mut chapters: Vec<Chapter>) -> Option<String> {
    let mut beats = 0;
    let mut enough = |chapter: &&Chapter| {
        beats += chapter.beats.len();
        beats > MOST_BEATS
    };
    if let Some(last) = chapters.iter().rev().position(|c| enough(&c)) {
        // The newest one is shown whatever its length.
        chapters.drain(..chapters.len() - last.max(1));
    }
    if chapters.is_empty() {
        return None;
    }
    let mut value = serde_json::to_value(&chapters).ok()?;
    for (c, chapter) in chapters.iter().enumerate() {
        for (g, group) in chapter.beats.iter().enumerate() {
            for (b, beat) in group.iter().enumerate() {
                if let Beat::Throw(luck) = beat {
                    value[c]["beats"][g][b]["html"] = faces(game, luck).into_string().into();
                }
            }
        }
    }
    Some(value.to_string())
}

/// Dice, with hits and what was stopped marked.
pub fn faces(game: &str, luck: &Luck) -> Markup {
    html! {
        @for (i, face) in luck.dice.iter().enumerate() {
            @match luck.fell(i) {
                Fell::Plain => { (boards::die(game, face)) }
                Fell::Hit => { span.fell.hit title="hit" { (boards::die(game, face)) } }
                Fell::Stopped(by) => { span.fell.stopped title=(by) { (boards::die(game, face)) } }
            }
        }
    }
}

/// The same in words.
pub fn words(luck: &Luck) -> String {
    let word = |(i, face): (usize, &String)| match luck.fell(i) {
        Fell::Plain => face.clone(),
        // A counter that reads "hit" needs no second word.
        Fell::Hit if face == "hit" => face.clone(),
        Fell::Hit => format!("{face} (hit)"),
        Fell::Stopped(by) => format!("{face} ({by})"),
    };
    luck.dice.iter().enumerate().map(word).collect::<Vec<_>>().join(", ")
}

/// What the last throw or token has come to, on the sill until the next one. Readers hear it as the latest line.
pub fn outcome(said: &[Said]) -> Markup {
    let now = said.last().map_or(0, |s| s.step);
    let last = said.iter().rev().find_map(|s| Some((s.step, s.outcome.as_ref()?)));
    let line = last.filter(|(step, _)| step + ROLL_STAYS >= now).map(|(_, line)| line);
    html! {
        p #outcome aria-hidden="true" title=[line] { @if let Some(line) = line { (shortened(line, LINE)) } }
    }
}

/// The last thing that happened, for readers: what a step came to where it has such a line.
pub fn latest(said: &[Said]) -> Markup {
    let text = said.last().map_or("", |s| s.outcome.as_ref().unwrap_or(&s.line.text));
    html! { p #latest .hidden aria-live="polite" { (text) } }
}

/// How fast things are shown and how loud: habits of the person, kept in the browser.
pub fn habits() -> Markup {
    html! {
        div.shows role="group" aria-label="What is shown and heard" {
            (pace())
            label for="loud" { "Sound" }
            select #loud { option value="on" { "on" } option value="quiet" { "quiet" } option value="off" { "off" } }
        }
    }
}

/// How fast things are shown.
pub fn pace() -> Markup {
    html! {
        label for="pace" { "What happens is shown" }
        select #pace { option value="slow" { "slowly" } option value="normal" selected { "at normal pace" } option value="fast" { "fast" } option value="off" { "not at all" } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{boards::Touch, drawing::board, ui::Reach};
    use klaxon_catalog::{Table, shelf};
    use klaxon_core::{Chance, Part, Seat, Seed, TableOrder, Viewer};
    use std::collections::BTreeMap;

    /// What the boards call by these names: as it is drawn for an onlooker.
    fn drawn(table: &Table) -> String {
        let touch = Touch { reach: &Reach::default(), clicks: &[], hinted: &[] };
        let board = board(table, Viewer::Watcher, &touch);
        board.layers.into_iter().chain(board.panels).map(|(_, part)| part.into_string()).collect()
    }

    fn names(beat: &Beat) -> Vec<&str> {
        match beat {
            Beat::Move { piece, path } => path.iter().chain([piece]).map(String::as_str).collect(),
            Beat::Shot { from, to, .. } => vec![from, to],
            Beat::Hit { on, .. } => vec![on],
            Beat::Loss { piece, .. } | Beat::Flip { piece } => vec![piece],
            Beat::Spread { over, .. } => over.iter().map(String::as_str).collect(),
            Beat::Score { gauge, .. } => vec![gauge],
            Beat::Throw(_) | Beat::Card { .. } | Beat::Reveal { .. } | Beat::Banner { .. } => Vec::new(),
        }
    }

    /// A beat speaks of what the board draws, before or after it.
    #[test]
    fn boards_draw_what_beats_speak_of() {
        for cover in shelf::games() {
            let (mut found, mut missing) = (0, BTreeMap::<String, u32>::new());
            for game in 0..2 {
                let mut luck = Chance::quick(game);
                let mut table = Table::open(cover.id, &TableOrder::default(), Seed::small(game)).unwrap();
                let mut before = drawn(&table);
                for _ in 0..260 {
                    let asked: Vec<Seat> = table.to_act().iter().collect();
                    let n = table.n();
                    match (luck.pick(&asked), table.alarm()) {
                        (Some(&seat), _) => {
                            let choice = luck.below(table.count_choices(seat) as u32) as usize;
                            table.choose(seat, None, choice, 1).unwrap();
                        }
                        (None, Some(alarm)) => drop(table.clock(alarm, 1)),
                        (None, None) => break,
                    }
                    let chapters = table.chapters(Viewer::Watcher, n);
                    if chapters.is_empty() {
                        continue;
                    }
                    let after = drawn(&table);
                    for name in chapters.iter().flat_map(|c| c.beats.iter().flatten()).flat_map(names) {
                        let called = ["id", "data-piece", "data-id"].map(|key| format!("{key}=\"{name}\""));
                        if called.iter().any(|call| before.contains(call) || after.contains(call)) {
                            found += 1;
                        } else {
                            *missing.entry(name.to_owned()).or_default() += 1;
                        }
                    }
                    before = after;
                }
            }
            let lost: u32 = missing.values().sum();
            assert!(found > 20 && lost * 10 <= found, "{}: {found} found, not {missing:?}", cover.id);
        }
    }

    #[test]
    fn dice_say_what_became_of_them() {
        let fell = vec![Fell::Stopped("ignored by shields".into()), Fell::Hit, Fell::Plain];
        let luck = Luck { fell, ..Luck::new("Attack", ["blast".into(), "square".into(), "star".into()]) };
        assert_eq!(words(&luck), "blast (ignored by shields), square (hit), star");
        let html = faces("red-alert", &luck).into_string();
        assert!(
            html.contains("stopped\" title=\"ignored by shields") && html.matches("fell").count() == 2,
            "{html}"
        );
    }

    #[test]
    fn whoever_is_far_behind_gets_the_newest() {
        let chapter = |step| {
            let beats = (0..100).map(|n| Beat::banner(Part::Turn, format!("{step}.{n}")));
            Chapter::new(step, beats, None)
        };
        assert_eq!(json("red-alert", Vec::new()), None);
        let told = json("red-alert", vec![chapter(1), chapter(2), chapter(3)]).unwrap();
        let steps: Vec<serde_json::Value> = serde_json::from_str(&told).unwrap();
        assert_eq!(steps.iter().map(|c| c["step"].as_u64()).collect::<Vec<_>>(), [Some(3)]);
    }
}
