//! The ending, drawn: over the board, which stays and dims towards the words. The same order on wide screens and phones:
//! verdict, cause, turning points, luck, points, and what can be done now, which is always in sight.

use super::{Mark, Next, Record, Side, Story, Throws, curve};
use klaxon_core::SeatSet;
use maud::{Markup, html};

/// What can be done after the end.
pub struct Actions<'a> {
    /// The table.
    pub table: &'a str,
    /// *Play again*, where it can be.
    pub again: Markup,
    /// *Review*, where somebody's decisions can be looked back upon.
    pub review: Markup,
    /// What could come next.
    pub next: &'a [Next],
}

/// While the game runs: nothing, but its place is there.
pub fn hidden() -> Markup {
    html! { section #ending .ending hidden {} }
}

/// Draws it for whoever holds these seats.
pub fn draw(story: &Story, held: SeatSet, record: Option<&Record>, actions: &Actions<'_>) -> Markup {
    html! {
        section #ending .ending aria-labelledby="verdict" {
            div.title {
                h2 #verdict tabindex="-1" { (verdict(story, held)) }
                @if !story.tale.scores.is_empty() { p.score { (score(story, held)) span.unit { (story.tale.unit) } } }
                p.cause { (story.tale.cause) }
                @if let Some(record) = record { (facts(record)) }
                button.small.look type="button" data-ending="shut" { "Look at the board" }
            }
            div.strip { (curve::curve(story, actions.table)) (legend(story, held)) }
            div.body tabindex="0" role="region" aria-label="Looking back" {
                (turning_points(story, actions.table))
                (luck(story, held))
                (sheet(story))
            }
            div.acts {
                (actions.again)
                div.row {
                    a.button href={ "/t/" (actions.table) "/replay" } { "Replay" }
                    (actions.review)
                    @if !actions.next.is_empty() {
                        details #what-next .next {
                            summary.button { "What next" }
                            ul { @for next in actions.next { li { a href=(next.href) { (next.text) } } } }
                        }
                    }
                    a.button #picture href={ "/t/" (actions.table) "/picture.png" } download={ "klaxon-" (actions.table) ".png" } { "Picture" }
                }
            }
        }
    }
}

/// How it ended for whoever holds these seats, in a word or two.
pub fn verdict(story: &Story, held: SeatSet) -> String {
    if let Some(words) = story.tale.together {
        return words.into();
    }
    if story.outcome.draw {
        return "A draw".into();
    }
    let won = story.outcome.winners;
    // Whoever plays both sides on one device has neither won nor lost.
    match (held.iter().any(|seat| won.has(seat)), held.iter().any(|seat| !won.has(seat))) {
        (true, false) => "Victory".into(),
        (false, true) => "Defeat".into(),
        (true, true) | (false, false) => {
            let winner = |side: &&Side| side.seats.iter().any(|seat| won.has(seat));
            let names: Vec<&str> = story.sides.iter().filter(winner).map(|side| side.name.as_str()).collect();
            if names.is_empty() { "Nobody has won".into() } else { format!("{} won", names.join(" and ")) }
        }
    }
}

/// The sides, the viewer's own first.
fn ordered(story: &Story, held: SeatSet) -> Vec<usize> {
    let mut order: Vec<usize> = (0..story.sides.len()).collect();
    order.sort_by_key(|side| !story.sides[*side].seats.iter().any(|seat| held.has(seat)));
    order
}

/// What a side is called on this page.
fn called(story: &Story, side: usize, held: SeatSet) -> String {
    let Some(of) = story.sides.get(side) else { return String::new() };
    let all_mine = !held.is_empty() && held.iter().all(|seat| of.seats.has(seat));
    if all_mine && !story.is_together() { "You".into() } else { of.name.clone() }
}

fn score(story: &Story, held: SeatSet) -> Markup {
    let scores = &story.tale.scores;
    let shown: Vec<&String> = if story.is_together() || scores.len() > 4 {
        // Of many, the own one, or the winner's.
        let winner =
            story.sides.iter().position(|s| s.seats.iter().any(|seat| story.outcome.winners.has(seat)));
        let own = ordered(story, held).first().copied().filter(|_| !held.is_empty());
        scores.get(own.or(winner).unwrap_or(0)).into_iter().collect()
    } else {
        ordered(story, held).into_iter().filter_map(|side| scores.get(side)).collect()
    };
    html! { @for (i, score) in shown.iter().enumerate() { @if i > 0 { i { " : " } } (score) } }
}

fn facts(record: &Record) -> Markup {
    html! {
        @if !record.facts.is_empty() { ul.facts { @for fact in &record.facts { li { (fact) } } } }
    }
}

fn turning_points(story: &Story, table: &str) -> Markup {
    html! {
        @if !story.marks.is_empty() {
            h3 { "Turning points" }
            ol.turns { @for (i, mark) in story.marks.iter().enumerate() {
                li { a href=(curve::moment(table, mark)) {
                    svg viewBox="-16 -16 32 32" width="28" height="28" aria-hidden="true" focusable="false" { (curve::shape(story, mark, i + 1)) }
                    span { strong { (mark.moment.title) } span.soft { (detail(story, mark)) } }
                    span.go aria-hidden="true" { "▸" }
                } }
            } }
        }
    }
}

/// When it was, what it brought, and what it did to the chances of whoever gained.
fn detail(story: &Story, mark: &Mark) -> String {
    let mut text = mark.moment.when.clone();
    if !mark.moment.text.is_empty() {
        text.push_str(&format!(": {}", mark.moment.text));
    }
    let now = story.course.get(mark.moment.step as usize).and_then(|sides| sides.get(mark.side.unwrap_or(0)));
    if let Some(now) = now.filter(|now| mark.swing != 0 && **now / 10 != (**now - mark.swing) / 10) {
        text.push_str(&format!(", chances from {} to {} %", (now - mark.swing) / 10, now / 10));
    }
    text
}

fn luck(story: &Story, held: SeatSet) -> Markup {
    let most = story.tale.luck.iter().map(|t| t.expected.max(u64::from(t.hits) * 1000)).max().unwrap_or(0);
    let order = ordered(story, held);
    let rows: Vec<&Throws> =
        order.iter().filter_map(|side| story.tale.luck.iter().find(|t| t.side == *side)).collect();
    html! {
        @if !rows.is_empty() {
            h3 { "Luck" }
            table.luck {
                caption.hidden { "Hits against what so many dice score on average" }
                tbody { @for throws in rows {
                    tr {
                        th scope="row" { (called(story, throws.side, held)) }
                        td.gauge { (bar(story, throws, most)) }
                        td { strong { (throws.hits) (if throws.hits == 1 { " hit" } else { " hits" }) } " " span.soft { (tenths(throws.expected)) " expected" span.of { " of " (throws.thrown) } } }
                    }
                } }
            }
        }
    }
}

/// Hits as a bar, with a line where the average is.
fn bar(story: &Story, throws: &Throws, most: u64) -> Markup {
    let long = |thousandths: u64| thousandths * 960 / most.max(1);
    html! {
        svg class=(story.sides.get(throws.side).map_or("", |s| s.class.as_str())) viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect.hits width=(long(u64::from(throws.hits) * 1000)) height="10" {}
            rect.mean x=(long(throws.expected)) width="10" height="10" {}
        }
    }
}

/// Thousandths with one decimal.
fn tenths(thousandths: u64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn sheet(story: &Story) -> Markup {
    let sheet = &story.tale.sheet;
    html! {
        @if !sheet.rows.is_empty() {
            h3 { (sheet.title) }
            table.sheet {
                caption.hidden { (sheet.title) }
                @if !sheet.head.is_empty() {
                    thead { tr { td {} @for name in &sheet.head { th scope="col" { (name) } } } }
                }
                tbody { @for (name, cells, total) in &sheet.rows {
                    tr.total[*total] { th scope="row" { (name) } @for cell in cells { td { (cell) } } }
                } }
            }
            @if !sheet.note.is_empty() { p.soft.remark { (sheet.note) } }
        }
    }
}

/// Whose line is whose.
fn legend(story: &Story, held: SeatSet) -> Markup {
    html! {
        ul.legend aria-label="Lines" { @for side in ordered(story, held) {
            li {
                svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true" focusable="false" { path class={ "line-" (side) " " (story.sides[side].class) } d="M0,4H30" {} }
                (called(story, side, held))
            }
        } }
        p.soft.judged { "A bot's judgement of each position, all cards open" }
    }
}
