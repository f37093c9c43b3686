//! `/design`: every part of the screen in every state, in both themes, drawn by the functions that draw tables. What looks
//! wrong here looks wrong at a table. The games on it are played by the same choices every time, so that a browser test
//! can compare its picture with the one that was looked at.

mod bench;

use super::{Frame, Page};
use crate::{
    boards::{Place, die, place},
    ending::{self, Actions, Next},
    person::Who,
    table::Holder,
    ui::{Hint, Note, Ui},
};
use bench::Bench;
use klaxon_core::{Seat, SeatSet, Viewer};
use klaxon_store::Message;
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// The page's own style, and that of tables.
pub const CLASS: &str = "table design";

/// `GET /design`
pub async fn page(who: Who) -> Page {
    static MIDDLE: LazyLock<String> = LazyLock::new(|| middle().into_string());
    Frame::new("Design", CLASS, who.0.as_ref()).html(&PreEscaped(MIDDLE.clone()))
}

/// One part in one state.
struct Part {
    name: &'static str,
    markup: Markup,
    /// The place that it stands in at a table.
    inside: &'static str,
}

fn part(name: &'static str, inside: &'static str, markup: Markup) -> Part {
    Part { name, markup, inside }
}

fn middle() -> Markup {
    let sections: [(&str, Vec<Part>); 8] = [
        ("Colours and type", tokens()),
        ("Buttons and marks", buttons()),
        ("Seats", seats()),
        ("The question", questions()),
        ("Over the board", over_the_board()),
        ("What happened, and what was said", told()),
        ("What one holds", docks()),
        ("Endings", endings()),
    ];
    let mut n = 0;
    let mut next = || {
        n += 1;
        n
    };
    html! {
        div.gallery {
            h1 { "Design" }
            p.lead { "Every part of a table in every state, drawn by the functions that draw tables; left in the light theme, right in the dark one. Nothing here can be pressed." }
            @for (title, parts) in &sections {
                section {
                    h2 { (title) }
                    @for part in parts {
                        h3 { (part.name) }
                        div.pair { @for theme in ["light", "dark"] {
                            div class={ "specimen " (theme) } inert { div class=(part.inside) { (apart(&part.markup, next())) } }
                        } }
                    }
                }
            }
            section {
                h2 { "The stage" }
                p { "In the theme that is chosen above. On a phone the rail is a sheet." }
                @for (name, markup) in stages() {
                    h3 { (name) }
                    div.specimen.whole inert { (apart(&markup, next())) }
                }
            }
        }
    }
}

/// Ids that something on the page refers to must be there once.
fn apart(markup: &Markup, n: usize) -> Markup {
    let mut html = markup.clone().into_string();
    let mut named: Vec<String> = Vec::new();
    for reference in ["aria-labelledby=\"", "aria-controls=\"", "aria-describedby=\"", " for=\""] {
        for rest in html.split(reference).skip(1) {
            if let Some(id) = rest.split('"').next().filter(|id| !named.iter().any(|known| known == id)) {
                named.push(id.to_owned());
            }
        }
    }
    for id in named {
        html = html.replace(&format!("\"{id}\""), &format!("\"{id}-{n}\""));
    }
    PreEscaped(html)
}

fn tokens() -> Vec<Part> {
    let colours = ["bg", "surface", "raised", "line", "text", "soft", "accent", "accent-tint", "good", "bad"];
    vec![
        part(
            "Colours",
            "swatches",
            html! { @for name in colours { span class={ "tone tone-" (name) } { span { (name) } } } },
        ),
        part(
            "Seats",
            "swatches",
            html! { @for i in 0..6 { span.chip { span class={ "swatch seat-" (i) } {} "seat " (i) } } },
        ),
        part(
            "Type",
            "plain",
            html! {
                h2 { "A title" } p.prompt { "A question stands in seventeen" } p { "Text stands in fourteen, numerals are tabular: 1 234" } p.soft { "What matters less is soft" }
            },
        ),
    ]
}

fn buttons() -> Vec<Part> {
    vec![
        part(
            "Buttons",
            "row",
            html! {
                button.primary type="button" { "Primary" } button type="button" { "Plain" } button.small type="button" { "Small" } button.bad type="button" { "Harm" }
                button type="button" aria-disabled="true" { "Not now" } a.button href="/" { "Link" }
                button.icon type="button" aria-label="Keys" { "?" } button.switch type="button" role="switch" aria-checked="true" { "Switch, on" } button.switch type="button" role="switch" aria-checked="false" { "Switch, off" }
            },
        ),
        part(
            "Dice",
            "row faces",
            html! {
                @for face in ["circle", "triangle", "square", "blast", "star", "red-alert"] { (die("red-alert", face)) }
                @for face in ["1", "6"] { (die("federation", face)) }
                @for face in ["hit", "miss"] { (die("star-trek", face)) }
            },
        ),
        part(
            "Numbered marks of six sides",
            "row",
            html! {
                @for i in 0..6 { svg viewBox="-16 -16 32 32" width="32" height="32" { (ending::numbered(i, &format!("seat-{i}"), i + 1)) } }
            },
        ),
    ]
}

fn seats() -> Vec<Part> {
    let bench = Bench::new("star-trek", "", 3).until(|b| b.lines.len() > 6);
    let held = SeatSet::only(Seat(0));
    let plain = bench.scene(held, &Ui::default(), |scene, _| scene.who);
    let open = bench.with(|loaded| {
        for (i, chair) in loaded.meta.chairs.iter_mut().enumerate().skip(1) {
            if i % 2 == 1 {
                chair.holder = Holder::Open;
            } else {
                chair.holder = Holder::person(&crate::person::Person::guest("bob", "Bob"));
                chair.overdue = 2;
            }
        }
        loaded.meta.owner = Some("ada".into());
    });
    let open = open.scene(held, &Ui::default(), |scene, _| scene.who);
    vec![part("One's own seat and a bot", "bar", plain), part("A free seat, seen by the owner", "bar", open)]
}

/// A position of Red Alert in which something can be clicked in two steps.
fn position() -> Bench {
    let two = |b: &Bench| b.loaded.table.choices(b.asked()).iter().any(|c| c.label.clicks.len() > 1);
    Bench::new("red-alert", "uneasy-truce", 5).until(two)
}

fn questions() -> Vec<Part> {
    let plain = Ui::default();
    let bench = position();
    let choices = bench.loaded.table.choices(bench.asked());
    let first = choices.iter().find(|c| c.label.clicks.len() > 1).or(choices.first());
    let clicks: Vec<String> =
        first.map(|c| c.label.clicks.iter().take(1).cloned().collect()).unwrap_or_default();
    let question = (bench.asked().0, bench.loaded.table.question(bench.asked()));
    let hint = first.map(|c| Hint::Here {
        words: c.words.clone(),
        text: c.label.text.clone(),
        reason: Some("it brings the most figures to bear".into()),
        plan: vec!["End movement".into()],
        worth: Some(614),
        next: choices.last().map(|c| (c.label.text.clone(), 552)),
    });
    let others = SeatSet(SeatSet::first(bench.loaded.table.seats()).0 & !SeatSet::only(bench.asked()).0);
    let path = Ui { clicks, question, ..Ui::default() };
    let thinking = Ui { hint: Some(Hint::Coming), question, ..Ui::default() };
    let advised = Ui { hint, question, ..Ui::default() };
    let waiting = bench.scene(others, &plain, |scene, _| scene.ask);
    let watching = bench.scene(SeatSet::NONE, &plain, |scene, _| scene.ask);
    let (asked, path) = (bench.mine(&plain).ask, bench.mine(&path).ask);
    let (thinking, advised) = (bench.mine(&thinking).ask, bench.mine(&advised).ask);
    let seat = bench.asked();
    let away = bench.with(|loaded| loaded.meta.chairs[seat.index()].stand_in = Some("normal".into()));
    let away_ask = away.mine(&plain).ask;
    let shut = away.with(|loaded| {
        loaded.meta.chairs[seat.index()].stand_in = None;
        loaded.meta.closed = Some("its host has closed it".into());
    });
    let long = Bench::new("starcraft", "", 2).until(|b| b.loaded.table.count_choices(b.asked()) > 12);
    vec![
        part("Asked: choices, groups, folds", "asked", asked),
        part("Chosen so far", "asked", path),
        part("A bot thinks about a hint", "asked", thinking),
        part("A hint", "asked", advised),
        part("Many choices", "asked", long.mine(&plain).ask),
        part("Waiting for somebody else", "asked", waiting),
        part("Watching", "asked", watching),
        part("A bot stands in", "asked", away_ask),
        part("A table that stopped", "asked", shut.mine(&plain).ask),
    ]
}

fn over_the_board() -> Vec<Part> {
    let with_odds = |b: &Bench| {
        let seat = b.asked();
        (0..b.loaded.table.count_choices(seat).min(12)).any(|i| b.loaded.table.odds(seat, i).is_some())
    };
    let bench = Bench::new("red-alert", "uneasy-truce", 5).until(with_odds);
    let seat = bench.asked();
    let question = (seat.0, bench.loaded.table.question(seat));
    let shown = (0..12).find_map(|i| Some((i, bench.loaded.table.odds(seat, i)?)));
    let pending = shown.as_ref().map(|(i, _)| *i);
    let odds = Ui { odds: shown, pending, odds_first: true, question, ..Ui::default() };
    let text = "The target is out of range: five hexes, and the cruisers reach four.".into();
    let note = Ui { note: Some(Note { text, rule: Some("RA-11.3".into()) }), question, ..Ui::default() };
    let coached = Bench::new("red-alert", "uneasy-truce", 5).with(|loaded| {
        for chair in &mut loaded.meta.chairs {
            chair.coached = true;
        }
    });
    let both = bench.scene(SeatSet::first(2), &Ui::default(), |scene, _| scene.curtain);
    vec![
        part("Odds, which wait for a \u{201c}go ahead\u{201d}", "board", bench.mine(&odds).odds),
        part("A refusal", "board", bench.mine(&note).note),
        part(
            "A tip",
            "plain",
            coached.until(|b| !b.loaded.table.tips(b.asked()).is_empty()).mine(&Ui::default()).coach,
        ),
        part("The curtain of a device that is passed around", "board", both),
        part("The line is lost", "plain", html! { p.line data-state="off" { "offline, reconnecting …" } }),
    ]
}

fn told() -> Vec<Part> {
    let thrown = |b: &Bench| {
        b.lines.len() > 60 && b.loaded.table.said(Viewer::Watcher, 0).last().is_some_and(|s| s.luck.is_some())
    };
    let bench = Bench::new("red-alert", "uneasy-truce", 5).until(thrown).with(|loaded| {
        let said = [
            ("Ada", "all", "Good luck!"),
            ("Bob", "all", "And to you. That planet is mine."),
            ("Ada", "team-0", "Left wing first"),
        ];
        loaded.chat = said
            .iter()
            .enumerate()
            .map(|(i, (from, audience, text))| Message {
                id: i as u64 + 1,
                at: 0,
                by: None,
                from: (*from).into(),
                audience: (*audience).into(),
                text: (*text).into(),
            })
            .collect();
    });
    let scene = bench.mine(&Ui::default());
    let last = scene.log.last().map(|(_, chunk)| chunk.clone()).unwrap_or_default();
    vec![
        part(
            "The last throw and what came of it, on the sill",
            "board low",
            html! { div.sill { (scene.dice) (scene.latest) } },
        ),
        part("The log", "pane short", html! { div.log { (last) } }),
        part("The chat", "pane", scene.chat),
        part("The table", "pane", scene.more),
    ]
}

fn docks() -> Vec<Part> {
    let held = |name: &'static str, game: &str, steps: usize| {
        let bench = Bench::new(game, "", 5).until(|b| b.lines.len() >= steps);
        let scene = bench.mine(&Ui::default());
        let panels = scene.board.panels.into_iter().filter(|(id, _)| place(id) == Place::Dock);
        part(name, "dock", html! { @for (_, panel) in panels { (panel) } })
    };
    vec![
        held("Red Alert: cards", "red-alert", 30),
        held("Star Trek: the ship", "star-trek", 12),
        held("StarCraft: cards", "starcraft", 60),
        held("Federation: resources", "federation", 20),
        held("Space Alert: the action board", "space-alert", 12),
    ]
}

fn endings() -> Vec<Part> {
    let next = [Next { text: "The same with a hard bot".into(), href: "/".into() }];
    let one = |name: &'static str, game: &str, scenario: &str, luck: u64| {
        let bench = Bench::new(game, scenario, luck).until(|_| false);
        let again = html! { form.again { button.primary type="button" { "Play again" } } };
        let review = super::review::button("design2345", Seat(0), "Review", "button");
        let actions = Actions { table: "design2345", again, review, next: &next };
        let panel = match bench.story() {
            Some(story) => ending::draw(&story, SeatSet::only(Seat(0)), None, &actions),
            None => html! {},
        };
        part(name, "end", panel)
    };
    vec![
        one("A battle decided by points", "red-alert", "uneasy-truce", 5),
        one("One alone", "federation", "", 5),
    ]
}

fn stages() -> Vec<(&'static str, Markup)> {
    let whole = |game: &str, steps: usize, watching: bool| {
        let bench = Bench::new(game, "", 5).until(|b| b.lines.len() >= steps);
        let held = if watching { SeatSet::NONE } else { SeatSet::only(bench.asked()) };
        bench.scene(held, &Ui::default(), |scene, look| scene.page(look))
    };
    // A page's script says which tab of the sheet is open; none runs here.
    let sheet = |page: Markup, height: &str| {
        let open = format!("class=\"play\" data-tab=\"act\" data-sheet=\"{height}\"");
        PreEscaped(page.into_string().replacen("class=\"play\"", &open, 1))
    };
    let whole = |game: &str, steps: usize, watching: bool| sheet(whole(game, steps, watching), "");
    vec![
        ("Red Alert, asked", whole("red-alert", 40, false)),
        ("Red Alert, watching", whole("red-alert", 40, true)),
        ("Red Alert, the sheet at its full height", sheet(position().mine_page(), "full")),
        ("Star Trek", whole("star-trek", 12, false)),
        ("StarCraft", whole("starcraft", 60, false)),
        ("Federation", whole("federation", 20, false)),
        ("Space Alert", whole("space-alert", 12, false)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_are_referred_to_are_there_once() {
        let markup = html! { label for="name" { "Name" } input #name; p #other {} };
        let html = apart(&markup, 3).into_string();
        assert!(
            html.contains("for=\"name-3\"")
                && html.contains("id=\"name-3\"")
                && html.contains("id=\"other\""),
            "{html}"
        );
    }

    #[test]
    fn the_page_is_the_same_every_time_and_shows_every_state() {
        let (once, twice) = (middle().into_string(), middle().into_string());
        assert!(once == twice, "a picture of it could not be compared");
        for what in [
            "Chosen so far",
            "is thinking about it",
            "would choose",
            "You are watching",
            "A normal bot plays for you",
            "This table cannot go on",
            "Go ahead",
            "Pass the device",
            "Turning points",
            "Got it",
        ] {
            assert!(once.contains(what), "{what}");
        }
    }
}
