//! The curve of the standing with its numbered marks, and the shapes of the marks: each side has a shape and a line style
//! of its own, so that nobody needs the colours.

use super::{Mark, Story};
use maud::{Markup, html};

/// Points of a curve.
const POINTS: usize = 160;
/// Labels below it.
const LABELS: usize = 8;
/// Marks are at least so far from each other, in thousandths.
const NEXT_TO: i64 = 28;
/// Where the curve lies in its drawing, in thousandths: left, top, width, height.
const BOX: (i64, i64, i64, i64) = (35, 130, 930, 640);

/// How it stood, from the first step to the last.
pub fn curve(story: &Story, table: &str) -> Markup {
    let last = story.course.len().max(2) - 1;
    let across = |step: usize| (step.min(last) * 1000 / last) as i64;
    let line = |side: usize| {
        let every = story.course.len().div_ceil(POINTS);
        let shown = (0..story.course.len()).filter(|i| i % every == 0 || *i == last);
        let point = |i: usize| format!("{},{}", across(i), 1000 - story.course[i][side]);
        shown.map(point).collect::<Vec<_>>().join(" ")
    };
    let x = |step: usize| percent(BOX.0 + across(step) * BOX.2 / 1000);
    let y = |value: i32| percent(BOX.1 + i64::from(1000 - value) * BOX.3 / 1000);
    html! {
        svg.curve role="group" aria-label=(label(story)) {
            @for (step, name) in labels(&story.tale.turns, last) {
                line.turn x1=(x(step)) x2=(x(step)) y1=(percent(BOX.1)) y2=(percent(BOX.1 + BOX.3)) {}
                text.turn x=(x(step)) y="94%" { (name) }
            }
            svg x=(percent(BOX.0)) y=(percent(BOX.1)) width=(percent(BOX.2)) height=(percent(BOX.3)) viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible" aria-hidden="true" {
                path.half d="M0,500H1000" {}
                @for (side, of) in story.sides.iter().enumerate().rev() { polyline class={ "line-" (side) " " (of.class) } points=(line(side)) {} }
            }
            @for (i, (mark, at)) in story.marks.iter().zip(apart(story, &across)).enumerate() {
                @let value = story.course.get(mark.moment.step as usize).and_then(|sides| sides.get(mark.side.unwrap_or(0))).copied().unwrap_or(500);
                svg x=(percent(BOX.0 + at * BOX.2 / 1000)) y=(y(value)) overflow="visible" {
                    a href=(moment(table, mark)) aria-label={ (i + 1) ": " (mark.moment.title) } { (shape(story, mark, i + 1)) }
                }
            }
        }
    }
}

/// Where the marks lie, from left to right: never on each other, and never beyond the end.
fn apart(story: &Story, across: &dyn Fn(usize) -> i64) -> Vec<i64> {
    let mut at: Vec<i64> = story.marks.iter().map(|mark| across(mark.moment.step as usize)).collect();
    for i in 1..at.len() {
        at[i] = at[i].max(at[i - 1] + NEXT_TO);
    }
    let mut limit = 1000;
    for place in at.iter_mut().rev() {
        *place = (*place).min(limit);
        limit = *place - NEXT_TO;
    }
    at
}

/// The address of a moment.
pub fn moment(table: &str, mark: &Mark) -> String {
    format!("/t/{table}/replay?step={}", mark.moment.step)
}

fn percent(thousandths: i64) -> String {
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

fn label(story: &Story) -> String {
    let end = story.course.last();
    let each = |(i, side): (usize, &super::Side)| {
        let start = story.course.first().and_then(|sides| sides.get(i)).copied().unwrap_or(0) / 10;
        let last = end.and_then(|sides| sides.get(i)).copied().unwrap_or(0) / 10;
        format!("{} from {start} to {last} %", side.name)
    };
    let sides: Vec<String> = story.sides.iter().enumerate().map(each).collect();
    format!("How it stood, by a bot's judgement: {}", sides.join(", "))
}

/// A few of the turns, evenly.
fn labels(turns: &[(u32, String)], last: usize) -> Vec<(usize, &str)> {
    let every = turns.len().div_ceil(LABELS).max(1);
    let shown = turns.iter().enumerate().filter(|(i, _)| i % every == 0).map(|(_, turn)| turn);
    let mut apart: Vec<(usize, &str)> = Vec::new();
    for (step, name) in shown {
        let step = *step as usize;
        // Two labels never lie on each other.
        if apart.last().is_none_or(|(before, _)| (step - before) * 9 >= last) {
            apart.push((step, name));
        }
    }
    apart
}

/// A numbered mark: by side, or a gain and a loss where all play together.
pub fn shape(story: &Story, mark: &Mark, number: usize) -> Markup {
    let (which, class) = match (story.is_together(), mark.side) {
        (true, Some(_)) => (0, "gain".to_owned()),
        (true, None) => (2, "loss".to_owned()),
        (false, side) => {
            let side = side.unwrap_or(0);
            (side, story.sides.get(side).map_or(String::new(), |s| s.class.clone()))
        }
    };
    numbered(which, &class, number)
}

/// A number on the shape of a side.
pub fn numbered(which: usize, class: &str, number: usize) -> Markup {
    html! {
        g class={ "numbered " (class) } aria-hidden="true" {
            @match which {
                0 => circle r="11" {},
                1 => path d="M0,-14L14,0L0,14L-14,0Z" {},
                2 => rect x="-10.5" y="-10.5" width="21" height="21" rx="4" {},
                3 => path d="M0,-15L15,10H-15Z" {},
                4 => { circle r="12" {} circle.inner r="9.5" {} }
                _ => path d="M0,-13L12.4,-4L7.6,10.5H-7.6L-12.4,-4Z" {},
            }
            text y="4" { (number) }
        }
    }
}
