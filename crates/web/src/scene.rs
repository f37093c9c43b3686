//! A table as one viewer sees it: the regions of its page. The page is made of them at first, and later each is sent
//! again when it has changed.

mod ended;
mod lesson;
mod more;
mod pace;
mod puzzle;
mod shorter;
mod who;

use crate::{
    boards::{self, Board, Place, Touch},
    drawing,
    ending::{self, LookBack},
    markdown::rule_link,
    pages::theme_icon,
    phrase::Phrase,
    show::{self, ROLL_STAYS},
    stage::Stage,
    table::{Asker, HouseChange, Live, Loaded, SeatChange},
    ui::{Eyes, Hint, Reach, Ui},
    wish::Wish,
};
use ended::{ended, ending};
use klaxon_catalog::{Choice, Said, academy::Taught, shelf};
use klaxon_core::{Request, Seat, Viewer};
use klaxon_store::Message;
use maud::{Markup, html};
use more::{more, older_edition};
use std::hash::{DefaultHasher, Hash, Hasher};
use who::{seating, watching, who};

/// Log lines in one region; only the last regions change.
const LINES_A_CHUNK: usize = 30;
/// A group of more choices than this that can all be clicked on the board is folded.
const FOLD_ABOVE: usize = 8;
/// A folded list longer than this is shown only once a first click has made it shorter.
const LONGEST_LIST: usize = 240;
/// Throws of one step that the table shows.
const ROLLS_SHOWN: usize = 4;

/// One region of the page.
#[derive(Debug)]
pub struct Region {
    /// The id of its element.
    pub id: String,
    /// The element.
    pub html: String,
    /// It belongs into an SVG drawing.
    pub svg: bool,
    /// Tells it from what was sent before.
    pub hash: u64,
}

/// A table as one viewer sees it, part by part.
pub struct Scene {
    turn: Markup,
    clock: Markup,
    /// The seats.
    pub who: Markup,
    /// What there is to do about seats.
    pub seating: Markup,
    /// The coach's tip.
    pub coach: Markup,
    /// The lesson that is learned here.
    pub lesson: Markup,
    /// What is asked.
    pub ask: Markup,
    /// A refusal.
    pub note: Markup,
    /// What may come of a choice.
    pub odds: Markup,
    /// The last throw.
    pub dice: Markup,
    /// What came of the last throw.
    pub outcome: Markup,
    /// The last sentence.
    pub latest: Markup,
    /// What can be done about the table.
    pub more: Markup,
    /// Covers all on a device that is passed around.
    pub curtain: Markup,
    /// How it ended.
    pub ending: Markup,
    /// What was said.
    pub chat: Markup,
    /// What may be asked of the others.
    pub requests: Markup,
    /// The board.
    pub board: Board,
    /// The log in chunks.
    pub log: Vec<(String, Markup)>,
}

/// Who looks at what.
pub struct Look<'a> {
    /// The table.
    pub live: &'a Live,
    /// What is on it.
    pub loaded: &'a Loaded,
    /// The browser's id.
    pub person: Option<&'a str>,
    /// As whom.
    pub eyes: Eyes,
    /// What is touched.
    pub ui: &'a Ui,
    /// Makes the tokens of seats.
    pub token: &'a dyn Fn(Seat) -> String,
    /// The viewer's recovery phrase, until he has written it down.
    pub phrase: Option<&'a Phrase>,
    /// The game looked back upon, once it is over and that is done.
    pub after: Option<&'a LookBack>,
    /// The lesson that comes next for the viewer, once a game is over that he has played.
    pub lesson: Option<&'static Taught>,
}

impl Look<'_> {
    /// The viewer as somebody who would change something about seats.
    fn asker(&self) -> Asker {
        let owner = self.loaded.meta.is_owner(self.person);
        Asker { owner, held: self.eyes.held, name: String::new() }
    }

    /// May the viewer say who sits on a seat that is not his own?
    fn may_rule(&self, seat: Seat) -> bool {
        self.loaded.may_rule(self.live, &self.asker(), seat).is_ok()
    }
}

impl Scene {
    /// Draws it.
    pub fn draw(look: &Look<'_>) -> Scene {
        let table = &look.loaded.table;
        let choices = match look.eyes.seat {
            Some(seat) if table.to_act().has(seat) && look.loaded.stopped().is_none() => table.choices(seat),
            _ => Vec::new(),
        };
        let reach = Reach::new(&choices, &look.ui.clicks);
        let hinted: Vec<String> =
            hinted(look.ui, &choices).map(|c| c.label.clicks.clone()).unwrap_or_default();
        let anytime = match look.eyes.seat {
            Some(seat) if look.loaded.stopped().is_none() => table.anytime(seat),
            _ => Vec::new(),
        };
        let touch = Touch { reach: &reach, clicks: &look.ui.clicks, hinted: &hinted };
        let said = table.said(look.eyes.viewer, 0);
        Scene {
            turn: turn(look),
            clock: clock(look.loaded),
            who: who(look),
            seating: seating(look),
            coach: coach(look),
            lesson: lesson::lesson(look),
            ask: ask(look, &choices, &reach, &anytime),
            note: note(look.ui),
            odds: odds(look, &choices),
            dice: dice(table.game_id(), &said),
            outcome: show::outcome(&said),
            latest: show::latest(&said),
            more: more(look, &anytime),
            curtain: curtain(look),
            ending: if table.outcome().is_some() { ending(look) } else { ending::hidden() },
            chat: chat(look),
            requests: requests(look),
            board: drawing::board(table, look.eyes.viewer, &touch),
            log: log(table.game_id(), &look.live.id, &said, table.outcome().is_some()),
        }
    }

    /// The middle of the page.
    pub fn page(&self, look: &Look<'_>) -> Markup {
        let game = look.loaded.table.game_id();
        let has_team = look.eyes.seat.is_some_and(|s| look.loaded.table.team(s).len() > 1);
        let stage = Stage {
            game,
            name: shelf::game(game).map_or(game, |c| c.name),
            title: &look.loaded.meta.title,
            board: &self.board,
            who: html! { (self.turn) (self.who) (self.clock) },
            tools: tools_of_the_bar(),
            asked: ("Act", html! { (self.lesson) (self.ask) (self.seating) }),
            pins: html! { (self.odds) (self.note) },
            sill: html! { (self.dice) (self.outcome) (self.latest) },
            tip: self.coach.clone(),
            tabs: vec![
                (
                    "log",
                    "Log",
                    html! { div #log .log tabindex="0" role="region" aria-label="Log" { @for (_, chunk) in &self.log { (chunk) } } },
                ),
                ("chat", "Chat", html! { (self.chat) (self.requests) (say(has_team)) }),
                ("game", boards::tab(game), html! { div #panels .panels { (self.board.at(Place::Tab)) } }),
                ("table", "Table", html! { (show::habits()) (self.more) }),
            ],
        };
        html! {
            div.play data-table=(look.live.id) data-game=(game) data-edition=[older_edition(look)] data-drawn=(self.marks()) {
                (stage.draw())
                (self.ending)
                (self.curtain)
                (help())
                dialog #drawer aria-label="Rule" {
                    div #drawer-text {}
                    form method="dialog" { button type="submit" { "Close" } }
                }
            }
        }
    }

    /// The regions, each an element with an id.
    pub fn regions(&self) -> Vec<Region> {
        self.parts()
            .map(|(id, svg, html)| Region { id: id.into(), hash: mark(html), html: html.0.clone(), svg })
            .collect()
    }

    /// The marks of all regions, so that the line of a page that was just drawn need not draw it again.
    fn marks(&self) -> String {
        let all: Vec<String> = self.parts().map(|(id, _, html)| format!("{id}:{:x}", mark(html))).collect();
        all.join(" ")
    }

    /// Every region: its id, whether it belongs into an SVG drawing, and its element.
    fn parts(&self) -> impl Iterator<Item = (&str, bool, &Markup)> {
        [("turn", &self.turn), ("clock", &self.clock)]
            .map(plain)
            .into_iter()
            .chain(self.board.layers.iter().map(|(id, html)| (id.as_str(), true, html)))
            .chain(self.board.panels.iter().map(|(id, html)| (id.as_str(), false, html)))
            .chain(
                [
                    ("who", &self.who),
                    ("seating", &self.seating),
                    ("coach", &self.coach),
                    ("lesson", &self.lesson),
                    ("ask", &self.ask),
                    ("note", &self.note),
                    ("odds", &self.odds),
                    ("dice", &self.dice),
                ]
                .map(plain),
            )
            .chain(self.log.iter().map(|(id, html)| (id.as_str(), false, html)))
            .chain(
                [
                    ("outcome", &self.outcome),
                    ("latest", &self.latest),
                    ("chat", &self.chat),
                    ("requests", &self.requests),
                    ("more", &self.more),
                    ("ending", &self.ending),
                    ("curtain", &self.curtain),
                ]
                .map(plain),
            )
    }
}

fn plain<'a>((id, html): (&'a str, &'a Markup)) -> (&'a str, bool, &'a Markup) {
    (id, false, html)
}

/// Tells a region from what it was before.
fn mark(html: &Markup) -> u64 {
    let mut hasher = DefaultHasher::new();
    html.0.hash(&mut hasher);
    hasher.finish()
}

/// The field for what one says.
fn say(has_team: bool) -> Markup {
    html! {
        form #say .row {
            label.hidden for="say-text" { "Say something" }
            input #say-text name="text" maxlength="400" autocomplete="off" placeholder="Say something";
            @if has_team { label.radio { input type="checkbox" name="team"; span { "team only" } } }
            button type="submit" { "Send" }
        }
    }
}

/// Sound, keys and theme.
fn tools_of_the_bar() -> Markup {
    html! {
        button.icon type="button" id="sound" aria-pressed="false" aria-label="Sound" title="Sound (S)" {
            svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" {
                path d="M4,9 h4 l5,-4 v14 l-5,-4 h-4 Z" {}
                path.line.waves d="M16,9 a4,4 0 0 1 0,6 M18.5,6.5 a8,8 0 0 1 0,11" {}
            }
        }
        button.icon.keyed type="button" id="keys" aria-label="Keys" title="Keys (?)" { "?" }
        button.icon type="button" data-theme-toggle aria-label="Light or dark" title="Light or dark" { (theme_icon()) }
    }
}

/// The wish about a seat, as a button sends it.
fn seat_change(seat: Seat, change: SeatChange) -> String {
    Wish::Seat { seat: seat.0, change }.text()
}

/// For the script: is it my turn, what is the window's title, which sound fits.
fn turn(look: &Look<'_>) -> Markup {
    let table = &look.loaded.table;
    let mine = table.to_act().0 & look.eyes.held.0 != 0;
    let name = shelf::game(table.game_id()).map_or(table.game_id(), |c| c.name);
    let over = table.outcome().is_some();
    let title = if over {
        format!("Over · {name}")
    } else if mine {
        format!("● Your turn · {name}")
    } else {
        name.to_owned()
    };
    // What is asked here, by the seat's number and its question's.
    let asked = look.eyes.seat.map(|seat| format!("{}:{}", seat.0, table.question(seat)));
    html! { div #turn hidden data-q=[asked] data-mine=(mine) data-over=(over) data-title={ (title) " · Klaxon" } data-step=(table.step()) data-n=(table.n()) {} }
}

/// When time next matters; the script counts down to it.
fn clock(loaded: &Loaded) -> Markup {
    let shown = loaded.table.outcome().is_none() && !boards::has_own_clock(loaded.table.game_id());
    let due = loaded.table.alarm().filter(|_| shown).map(|at| loaded.meta.created + at);
    html! { p #clock .clock role="timer" hidden[due.is_none()] data-due=[due] {} }
}

fn ask(look: &Look<'_>, choices: &[Choice], reach: &Reach, anytime: &[Choice]) -> Markup {
    let table = &look.loaded.table;
    let mine = !choices.is_empty();
    if let Some(outcome) = table.outcome() {
        return ended(look, &outcome);
    }
    let prompt = table.prompt(look.eyes.viewer);
    let question = look.eyes.seat.map_or(0, |s| table.question(s));
    html! {
        section #ask .ask.mine[mine] aria-label="What is asked" {
            @if let Some(why) = look.loaded.stopped() {
                p.stopped role="alert" {
                    strong { "This table cannot go on" } ": " (why) ". It stands here as it stood last. Nothing is lost: "
                    a href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "its log" } " is kept as it is."
                }
            }
            (stand_in(look))
            (offers(anytime))
            @if mine { (pace::pace(look)) }
            p #prompt .prompt tabindex="-1" aria-live="polite" { (prompt.text) @if let Some(rule) = prompt.rule { " " (rule_link(rule.as_str())) } }
            @if mine && table.step() == 0 {
                p.tip { "Press a button, or click what glows on the board." span.keyed { " Press " kbd { "?" } " for the keys." } }
            }
            @if !look.ui.clicks.is_empty() && mine {
                p.path {
                    "Chosen so far: " (chosen(table.game_id(), &look.ui.clicks)) " "
                    button.small type="button" data-do=(Wish::Clear.text()) { "Let go" kbd { "Esc" } }
                }
            }
            (buttons(look, choices, reach, question))
            @if look.eyes.seat.is_some() && look.loaded.may_skip() {
                button.pick type="button" id="skip" data-do=(Wish::Skip.text()) { span { "Skip to the next announcement" } }
            }
            @if mine && !look.loaded.meta.is_study() { (quiet(choices, question)) }
            @if look.eyes.seat.is_some() { (tools(look, choices, question, mine)) }
            @if look.eyes.held.is_empty() { p.soft { (watching(look)) } }
        }
    }
}

/// A bot plays for the viewer, until he says that he is back.
fn stand_in(look: &Look<'_>) -> Markup {
    let seat = look.eyes.held.iter().find(|seat| look.loaded.meta.chairs[seat.index()].stand_in.is_some());
    let Some(seat) = seat else { return html! {} };
    let level = look.loaded.meta.chairs[seat.index()].stand_in.as_deref().unwrap_or_default();
    html! {
        p #stand-in .offer role="status" {
            span { "A " (level) " bot plays for you." }
            button.primary type="button" data-do=(seat_change(seat, SeatChange::Back)) { "I'm back" }
        }
    }
}

/// What somebody else has offered and waits for, such as a draw. It may be answered at any time, so it stands by the question.
fn offers(anytime: &[Choice]) -> Markup {
    html! {
        @for choice in anytime.iter().filter(|choice| choice.label.mark == "offered") {
            div.offer role="status" {
                p { (choice.label.group) @if let Some(rule) = choice.label.rule { " " (rule_link(rule.as_str())) } }
                (sure(choice, &format!("offer-{}", slug(&choice.words))))
            }
        }
    }
}

/// A decision that cannot be taken back is asked about once more, in its place.
fn sure(choice: &Choice, id: &str) -> Markup {
    html! {
        details.sure id=(id) {
            summary { (choice.label.text) }
            p { "This cannot be taken back. Are you sure?" @if let Some(rule) = choice.label.rule { " " (rule_link(rule.as_str())) } }
            button.bad type="button" data-do=(Wish::any(&choice.words)) { "Yes: " (choice.label.text) }
        }
    }
}

/// One idea of the game, for a seat that wants a coach and is asked something.
fn coach(look: &Look<'_>) -> Markup {
    let tip = look.eyes.seat.and_then(|seat| look.loaded.tip(seat));
    html! {
        div #coach .coach role="status" aria-live="polite" {
            @if let Some(tip) = tip {
                h2 { (tip.title) }
                p { (tip.text) " " (rule_link(tip.rule.as_str())) }
                div.tools {
                    button.small type="button" id="got-it" data-do=(Wish::GotIt { tip: tip.id.into() }.text()) { "Got it" }
                    button.small.quiet type="button" id="no-tips" data-do=(Wish::Coach { on: false }.text()) { "No more tips" }
                }
            }
        }
    }
}

/// A question that can be declined plainly need not be asked every time.
fn quiet(choices: &[Choice], question: u32) -> Markup {
    let Some(pass) = choices.iter().find(|c| c.label.declines()) else { return html! {} };
    html! {
        button.switch type="button" id="pass-on" role="switch" aria-checked="false"
            title={ "Until you are asked something else that is yours to decide: " (pass.label.text) }
            data-do=(Wish::Pass { q: question }.text()) { "If I am asked this again this turn, pass" }
        button.switch type="button" id="quiet" role="switch" aria-checked="false"
            title={ "From now on: " (pass.label.text) }
            data-do=(Wish::Quiet { q: question }.text()) { "Don't ask me this again at this table" }
    }
}

/// The clicks so far in words.
fn chosen(game: &str, clicks: &[String]) -> String {
    clicks.iter().map(|id| boards::click_words(game, id)).collect::<Vec<_>>().join(" → ")
}

fn buttons(look: &Look<'_>, choices: &[Choice], reach: &Reach, question: u32) -> Markup {
    // Choices that the clicks say in full come first, as a small menu.
    let full = reach.full.iter().copied();
    let rest = reach.open.iter().copied().filter(|i| !reach.full.contains(i));
    let mut groups: Vec<Group<'_>> = Vec::new();
    let hinted = hinted(look.ui, choices).map(|c| c.index);
    let all: Vec<usize> = full.chain(rest).collect();
    // Once something was clicked, every way that is left is shown.
    let all = if look.ui.clicks.is_empty() { shorter::shorter(choices, all, hinted) } else { all };
    for choice in all.into_iter().filter_map(|i| choices.get(i)) {
        match groups.iter_mut().find(|group| group.name == choice.label.group) {
            Some(group) => group.members.push(choice),
            None => groups.push(Group { name: &choice.label.group, members: vec![choice], first_key: None }),
        }
    }
    // What leads on comes before what leads back.
    groups.sort_by_key(|group| BACKWARDS.contains(&group.name));
    // Number keys press what is in sight.
    let mut key = 1;
    for group in groups.iter_mut().filter(|group| !group.is_folded()) {
        group.first_key = Some(key);
        key += group.members.len();
    }
    html! {
        @for group in &groups {
            @if group.is_folded() {
                // A hint opens the group that it speaks of; on a page that is open the script does so.
                @let told = hinted.filter(|i| group.members.iter().any(|choice| choice.index == *i));
                details.group.folded id={ "group-" (slug(group.name)) } open[told.is_some()] {
                    summary { h2 { (group.name) } span.soft { " " (group.members.len()) " ways, on the board or in this list" } }
                    @if group.is_endless() {
                        p.soft { "Begin on the board: the list shows what is left after the first click." }
                        @if told.is_some() { (group.only(told).draw(reach, question, hinted)) }
                    }
                    @else { (group.draw(reach, question, hinted)) }
                }
            } @else {
                div.group { @if !group.name.is_empty() { h2 { (group.name) } } (group.draw(reach, question, hinted)) }
            }
        }
    }
}

/// Headings of choices that take something back.
const BACKWARDS: [&str; 2] = ["Take back", "Give back"];

/// Choices under one heading.
struct Group<'a> {
    name: &'a str,
    members: Vec<&'a Choice>,
    first_key: Option<usize>,
}

impl Group<'_> {
    /// Many ways that the board shows better are a list to be opened.
    fn is_folded(&self) -> bool {
        self.members.len() > FOLD_ABOVE && self.members.iter().all(|c| !c.label.clicks.is_empty())
    }

    /// Nobody reads so long a list, and it would be sent with every change.
    fn is_endless(&self) -> bool {
        self.is_folded() && self.members.len() > LONGEST_LIST
    }

    /// The group with one choice.
    fn only(&self, index: Option<usize>) -> Group<'_> {
        let members = self.members.iter().copied().filter(|choice| Some(choice.index) == index).collect();
        Group { name: self.name, members, first_key: None }
    }

    fn draw(&self, reach: &Reach, question: u32, hinted: Option<usize>) -> Markup {
        let key = |i: usize| self.first_key.map(|first| first + i).filter(|key| *key < 10);
        html! { div.choices {
            @for (i, choice) in self.members.iter().enumerate() {
                button.pick.full[reach.full.contains(&choice.index)].hinted[hinted == Some(choice.index)] type="button"
                    id={ "pick-" (choice.index) }
                    data-do=(pick(choice, question))
                    data-odds=(choice.index) data-q=(question)
                    data-about=(choice.label.clicks.join(" "))
                    data-key=[key(i)] {
                    @if let Some(key) = key(i) { kbd aria-hidden="true" { (key) } }
                    span { (choice.label.text) }
                }
            }
        } }
    }
}

/// Letters and digits only, for ids.
fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// The choice that the hint is about, if it is still there.
fn hinted<'a>(ui: &Ui, choices: &'a [Choice]) -> Option<&'a Choice> {
    match &ui.hint {
        Some(Hint::Here { words, .. }) => choices.iter().find(|c| c.words == *words),
        Some(Hint::Coming) | None => None,
    }
}

/// Presses a choice.
fn pick(choice: &Choice, question: u32) -> String {
    Wish::Pick { q: question, i: choice.index, sure: false, w: choice.words.clone() }.text()
}

fn tools(look: &Look<'_>, choices: &[Choice], question: u32, mine: bool) -> Markup {
    let Some(seat) = look.eyes.seat else { return html! {} };
    let undo = look.loaded.table.can_undo(seat);
    // Always in sight, however long the list of choices is.
    html! {
        div.foot {
            div.tools {
                @match &undo {
                    Ok(()) => { button type="button" id="undo" data-do=(Wish::Undo.text()) { "Undo" } }
                    Err(no) => { button type="button" id="undo" aria-disabled="true" title=(crate::error::sentence(&no.text)) data-do=(Wish::Undo.text()) { "Undo" } }
                }
                @if mine && !look.loaded.meta.is_contest() && look.loaded.meta.puzzle.is_none() { button type="button" id="hint" data-do=(Wish::Hint.text()) { "Hint" } }
            }
            @let adviser = boards::adviser(look.loaded.table.game_id());
            @match &look.ui.hint {
                Some(Hint::Coming) => { p.hint role="status" { (adviser) " is thinking about it …" } }
                Some(Hint::Here { text, reason, plan, worth, next, .. }) => {
                    p.hint role="status" {
                        (adviser) " would choose " strong { (text) } @if let Some(reason) = reason { ": " (reason) } "."
                        @if !plan.is_empty() { " Then: " (shortened(plan)) "." }
                        @if let Some(worth) = worth {
                            " It expects " (worth / 10) " %"
                            @if let Some((text, less)) = next.as_ref().filter(|(_, less)| less / 10 < worth / 10) { ", and " (less / 10) " % of " em { (text) } }
                            "."
                        }
                    }
                    @if let Some(choice) = hinted(look.ui, choices) {
                        button.small type="button" id="do-hint" data-do=(pick(choice, question)) data-odds=(choice.index) data-q=(question) { "Do this" }
                    }
                }
                None => {}
            }
        }
    }
}

/// Of a long plan its beginning is told.
const PLANNED: usize = 4;

fn shortened(plan: &[String]) -> String {
    let more = if plan.len() > PLANNED { " …" } else { "" };
    format!("{}{more}", plan[..plan.len().min(PLANNED)].join(", then "))
}

fn note(ui: &Ui) -> Markup {
    html! {
        div #note .note role="status" aria-live="assertive" {
            @if let Some(note) = &ui.note {
                p { (note.text) @if let Some(rule) = &note.rule { " " (rule_link(rule)) } }
                button.small type="button" data-do=(Wish::Clear.text()) aria-label="Close the note" { "×" }
            }
        }
    }
}

/// What may come of a choice, as rows with bars; with a "go ahead" when the choice waits for it.
fn odds(look: &Look<'_>, choices: &[Choice]) -> Markup {
    let shown = look.ui.odds.as_ref();
    // They stand beside what they are about.
    let at = shown.and_then(|(i, _)| choices.get(*i)).and_then(|choice| choice.label.clicks.last());
    let pending = look.eyes.seat.zip(look.ui.pending).filter(|_| shown.is_some());
    html! {
        div #odds .odds data-at=[at] aria-live=(if pending.is_some() { "polite" } else { "off" }) {
            @if let Some((_, odds)) = shown {
                h2 { (odds.title) }
                @if !odds.because.is_empty() {
                    ul.because { @for line in &odds.because {
                        li { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } }
                    } }
                }
                table {
                    caption.hidden { (odds.title) }
                    tbody { @for (text, share) in &odds.rows {
                        tr {
                            th scope="row" { (text) }
                            td.bar { svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" { rect width=(share.per_mille()) height="10" {} } }
                            td.share { (share) }
                        }
                    } }
                }
                @if let Some((seat, index)) = pending {
                    @let question = look.loaded.table.question(seat);
                    div.tools {
                        button.primary type="button" data-focus data-do=(Wish::Pick { q: question, i: index, sure: true, w: String::new() }.text()) { "Go ahead" }
                        button type="button" data-do=(Wish::Clear.text()) { "Let go" }
                    }
                }
            }
        }
    }
}

fn dice(game: &str, said: &[Said]) -> Markup {
    // The last roll stays on the table until the next one, but not for ever.
    let now = said.last().map_or(0, |s| s.step);
    let last = said.iter().rev().find(|s| s.luck.is_some()).filter(|s| s.step + ROLL_STAYS >= now);
    let of_step: Vec<&Said> = match last {
        Some(last) => said.iter().filter(|s| s.step == last.step && s.luck.is_some()).collect(),
        None => Vec::new(),
    };
    // A row of ties may be long; the last throws are what matters, and the log has them all.
    let hidden = of_step.len().saturating_sub(ROLLS_SHOWN);
    html! {
        div #dice .dice {
            @if hidden > 0 { p.soft.small { "After " (hidden) " more, in the log:" } }
            @for (i, said) in of_step.iter().enumerate().skip(hidden) {
                @if let Some(luck) = &said.luck {
                    div.roll id={ "roll-" (said.step) "-" (i) } {
                        p { (luck.title) }
                        div.faces role="img" aria-label=(show::words(luck)) { (show::faces(game, luck)) }
                    }
                }
            }
        }
    }
}

/// Log lines in chunks.
pub fn log(game: &str, table: &str, said: &[Said], linked: bool) -> Vec<(String, Markup)> {
    let chunk = |(k, lines): (usize, &[Said])| {
        let id = format!("log-{k}");
        let markup = html! {
            ol.chunk id=(id) data-into="log" { @for said in lines { (log_line(game, table, said, linked)) } }
        };
        (id, markup)
    };
    said.chunks(LINES_A_CHUNK).enumerate().map(chunk).collect()
}

fn log_line(game: &str, table: &str, said: &Said, linked: bool) -> Markup {
    html! {
        li class=[(said.line.depth > 0).then(|| format!("in-{}", said.line.depth.min(3)))] data-about=[(!said.line.about.is_empty()).then(|| said.line.about.join(" "))] data-step=(said.step) {
            (said.line.text)
            @if let Some(luck) = &said.luck {
                span.faces.small role="img" aria-label=(show::words(luck)) { (show::faces(game, luck)) }
            }
            @if let Some(rule) = said.line.rule { " " (rule_link(rule.as_str())) }
            @if let Some(outcome) = said.outcome.as_ref().filter(|o| **o != said.line.text) { span.outcome { (outcome) } }
            @if linked { " " a.moment href={ "/t/" (table) "/replay?step=" (said.step) } aria-label={ "Replay step " (said.step) } { "↺" } }
        }
    }
}

fn chat(look: &Look<'_>) -> Markup {
    let hears = |message: &&Message| match message.audience.strip_prefix("team-") {
        None => true,
        Some(seat) => match (seat.parse(), look.eyes.viewer) {
            (Ok(speaker), Viewer::Seat(own)) => look.loaded.table.team(Seat(speaker)).has(own),
            (Ok(_) | Err(_), _) => false,
        },
    };
    let meta = &look.loaded.meta;
    let stands = |message: &&Message| !meta.removed.contains(&message.id);
    let lines: Vec<&Message> = look.loaded.chat.iter().filter(hears).filter(stands).collect();
    let owner = meta.is_owner(look.person);
    let from = lines.len().saturating_sub(60);
    let hushed = look.loaded.table.hushed();
    html! {
        ol #chat .chat tabindex="0" aria-label="What was said" data-hushed=[hushed.is_some().then_some("1")] {
            @for message in &lines[from..] {
                li id={ "said-" (message.id) } { strong { (message.from) } @if message.audience != "all" { " (team)" } ": " (message.text) @if owner { (moderate(look, message)) } @else { (report(look, message)) } }
            }
            @if let Some(line) = hushed { li.hushed { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } } }
        }
    }
}

/// What the viewer may ask of the others with one press, by headings; to whom is chosen above them.
fn requests(look: &Look<'_>) -> Markup {
    let open =
        look.eyes.seat.filter(|_| look.loaded.stopped().is_none() && look.loaded.table.outcome().is_none());
    let Some((seat, list)) =
        open.map(|seat| (seat, look.loaded.table.requests(seat))).filter(|(_, l)| !l.is_empty())
    else {
        return html! { div #requests hidden {} };
    };
    let mut groups: Vec<(&str, Vec<&Request>)> = Vec::new();
    for request in &list {
        match groups.iter_mut().find(|(name, _)| *name == request.group) {
            Some((_, members)) => members.push(request),
            None => groups.push((&request.group, vec![request])),
        }
    }
    let others = (0..look.loaded.meta.chairs.len()).map(|i| Seat(i as u8)).filter(|other| *other != seat);
    html! {
        div #requests .requests role="group" aria-label="Ask the others" {
            div.whom {
                label for="whom" { "Ask" }
                select #whom {
                    option value="" { "anybody" }
                    @for other in others { option value=(other) { (look.loaded.table.seat_name(other)) } }
                }
                span.soft { "to …" }
            }
            @for (name, members) in &groups {
                details.asks id={ "asks-" (slug(name)) } {
                    summary { (name) }
                    div.choices { @for request in members {
                        button.small type="button" data-request=(request.words) { (request.text) }
                    } }
                }
            }
        }
    }
}

/// What the owner may do about a line of the chat.
fn moderate(look: &Look<'_>, message: &Message) -> Markup {
    let loaded = look.loaded;
    let house = |change| Wish::House { change }.text();
    html! {
        " "
        details.moderate id={ "moderate-" (message.id) } {
            summary aria-label={ "About this line of " (message.from) } { "⋯" }
            button.small type="button" data-do=(house(HouseChange::Remove { line: message.id })) { "Remove this line" }
            @if loaded.knows_who_said(message.id) {
                button.small type="button" data-do=(house(HouseChange::Mute { line: Some(message.id), seat: None })) { "Mute " (message.from) }
            }
            (report(look, message))
        }
    }
}

/// The way to tell moderators of a line that somebody else has said.
fn report(look: &Look<'_>, message: &Message) -> Markup {
    let others = message.by.as_deref().is_some_and(|by| Some(by) != look.person);
    html! {
        @if others { " " a.report href={ "/t/" (look.live.id) "/report?line=" (message.id) } aria-label={ "Report this line of " (message.from) } title="Report" { "⚑" } }
    }
}

fn curtain(look: &Look<'_>) -> Markup {
    html! {
        div #curtain .curtain hidden[look.eyes.curtain.is_none()] {
            @if let Some(seat) = look.eyes.curtain {
                div role="dialog" aria-modal="true" aria-labelledby="curtain-title" {
                    h2 #curtain-title { "Pass the device to " (look.loaded.table.seat_name(seat)) }
                    p { "Secret hands are covered." }
                    button.primary type="button" id="lift" data-focus data-do=(Wish::Lift { seat: seat.0 }.text()) { "I am " (look.loaded.table.seat_name(seat)) }
                }
            }
        }
    }
}

fn help() -> Markup {
    let keys = [
        ("Tab, Enter", "go from one thing to the next, press it"),
        ("1 – 9", "press a choice"),
        ("Esc", "let go of what you clicked, close what is open"),
        ("B", "to the board: the first thing that can be clicked"),
        ("U", "undo"),
        ("H", "what would a bot do?"),
        ("O", "odds of the choice in focus"),
        ("G", "got it: the coach's tip is read"),
        ("L", "to the log"),
        ("C", "to the chat"),
        ("Space", "skip what is being shown"),
        ("P", "show what happens slower, faster or not at all"),
        ("S", "sound on or off"),
        ("?", "this list"),
    ];
    html! {
        dialog #help aria-labelledby="help-title" {
            h2 #help-title { "Keys" }
            dl { @for (key, text) in keys { div { dt { kbd { (key) } } dd { (text) } } } }
            form method="dialog" { button type="submit" { "Close" } }
        }
    }
}
