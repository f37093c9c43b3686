//! A table as one viewer sees it: the regions of its page. The page is made of them at first, and later each is sent
//! again when it has changed.

use crate::{
    boards::{self, Board, Touch, seat_class},
    markdown::rule_link,
    person::GUEST,
    table::{Holder, Live, Loaded},
    ui::{Eyes, Hint, Reach, Ui},
};
use klaxon_bots::Level;
use klaxon_catalog::{Choice, Said, shelf};
use klaxon_core::{Edition, Millis, Outcome, Seat, SeatSet, Viewer};
use klaxon_store::Message;
use maud::{Markup, html};
use serde_json::json;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Log lines in one region; only the last regions change.
const LINES_A_CHUNK: usize = 30;
/// A group of more choices than this that can all be clicked on the board is folded.
const FOLD_ABOVE: usize = 8;
/// A folded list longer than this is shown only once a first click has made it shorter.
const LONGEST_LIST: usize = 240;
/// Throws of one step that the table shows.
const ROLLS_SHOWN: usize = 4;
/// Steps after which a roll is no longer shown.
const ROLL_STAYS: u32 = 10;

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

impl Region {
    fn new(id: &str, html: Markup, svg: bool) -> Region {
        let html = html.into_string();
        let mut hasher = DefaultHasher::new();
        html.hash(&mut hasher);
        Region { id: id.into(), hash: hasher.finish(), html, svg }
    }
}

/// A table as one viewer sees it.
pub struct Scene {
    turn: Markup,
    clock: Markup,
    who: Markup,
    coach: Markup,
    ask: Markup,
    note: Markup,
    odds: Markup,
    dice: Markup,
    latest: Markup,
    more: Markup,
    curtain: Markup,
    chat: Markup,
    /// The board.
    pub board: Board,
    log: Vec<(String, Markup)>,
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
        let hinted: Vec<String> = match &look.ui.hint {
            Some(Hint::Here { words, .. }) => {
                choices.iter().find(|c| c.words == *words).map(|c| c.label.clicks.clone()).unwrap_or_default()
            }
            Some(Hint::Coming) | None => Vec::new(),
        };
        let touch = Touch { reach: &reach, clicks: &look.ui.clicks, hinted: &hinted };
        let said = table.said(look.eyes.viewer, 0);
        Scene {
            turn: turn(look),
            clock: clock(look.loaded),
            who: who(look),
            coach: coach(look),
            ask: ask(look, &choices, &reach),
            note: note(look.ui),
            odds: odds(look),
            dice: dice(table.game_id(), &said),
            latest: latest(&said),
            more: more(look),
            curtain: curtain(look),
            chat: chat(look),
            board: boards::board(&look.live.id, table, look.eyes.viewer, &touch),
            log: log(table.game_id(), &look.live.id, &said, table.outcome().is_some()),
        }
    }

    /// The middle of the page.
    pub fn page(&self, look: &Look<'_>) -> Markup {
        let game = look.loaded.table.game_id();
        let name = shelf::cover(game).map_or(game, |c| c.name);
        let has_team = look.eyes.seat.is_some_and(|s| look.loaded.table.team(s).len() > 1);
        html! {
            div.play data-table=(look.live.id) data-edition=[older_edition(look)] {
                div.headline {
                    h1 { (name) " " span.soft { (look.loaded.meta.title) } }
                    p #line .line role="status" { "connecting …" }
                }
                (self.turn)
                (self.clock)
                (self.who)
                div.grid {
                    div.stage {
                        @if !self.board.view_box.is_empty() {
                            div.frame tabindex="0" role="region" aria-label="Board" {
                                svg #board viewBox=(self.board.view_box) role="group" aria-label=(self.board.label) {
                                    @if let Some(defs) = &self.board.defs { (defs) }
                                    @for (_, layer) in &self.board.layers { (layer) }
                                }
                            }
                        }
                        div #panels .panels { @for (_, panel) in self.board.panels.iter().filter(|(id, _)| !boards::stands_aside(id)) { (panel) } }
                    }
                    div.side {
                        (self.coach)
                        (self.ask)
                        (self.note)
                        (self.odds)
                        (self.dice)
                        (self.latest)
                        @for (_, panel) in self.board.panels.iter().filter(|(id, _)| boards::stands_aside(id)) { (panel) }
                        details.fold open {
                            summary { h2 { "Log" } }
                            div #log .log tabindex="0" role="region" aria-label="Log" { @for (_, chunk) in &self.log { (chunk) } }
                        }
                        details.fold #chat-fold open[!look.loaded.chat.is_empty()] {
                            summary { h2 { "Chat" } }
                            (self.chat)
                            form #say .row {
                                label.hidden for="say-text" { "Say something" }
                                input #say-text name="text" maxlength="400" autocomplete="off" placeholder="Say something";
                                @if has_team { label.radio { input type="checkbox" name="team"; span { "team only" } } }
                                button type="submit" { "Send" }
                            }
                        }
                        (self.more)
                    }
                }
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
    pub fn regions(self) -> Vec<Region> {
        let mut out: Vec<Region> = Vec::with_capacity(24);
        let mut put = |id: &str, svg: bool, html: Markup| out.push(Region::new(id, html, svg));
        put("turn", false, self.turn);
        put("clock", false, self.clock);
        for (id, layer) in self.board.layers {
            put(&id, true, layer);
        }
        for (id, panel) in self.board.panels {
            put(&id, false, panel);
        }
        put("who", false, self.who);
        put("coach", false, self.coach);
        put("ask", false, self.ask);
        put("note", false, self.note);
        put("odds", false, self.odds);
        put("dice", false, self.dice);
        for (id, chunk) in self.log {
            put(&id, false, chunk);
        }
        put("latest", false, self.latest);
        put("chat", false, self.chat);
        put("more", false, self.more);
        put("curtain", false, self.curtain);
        out
    }
}

/// What a button sends.
fn wish(value: &serde_json::Value) -> String {
    value.to_string()
}

/// For the script: is it my turn, what is the window's title, which sound fits.
fn turn(look: &Look<'_>) -> Markup {
    let table = &look.loaded.table;
    let mine = table.to_act().0 & look.eyes.held.0 != 0;
    let name = shelf::cover(table.game_id()).map_or(table.game_id(), |c| c.name);
    let over = table.outcome().is_some();
    let title = if over {
        format!("Over · {name}")
    } else if mine {
        format!("● Your turn · {name}")
    } else {
        name.to_owned()
    };
    html! { div #turn hidden data-mine=(mine) data-over=(over) data-title={ (title) " · Klaxon" } data-step=(table.step()) {} }
}

/// When time next matters; the script counts down to it.
fn clock(loaded: &Loaded) -> Markup {
    let shown = loaded.table.outcome().is_none() && !boards::has_own_clock(loaded.table.game_id());
    let due = loaded.table.alarm().filter(|_| shown).map(|at| loaded.meta.created + at);
    html! { p #clock .clock role="timer" hidden[due.is_none()] data-due=[due] {} }
}

fn who(look: &Look<'_>) -> Markup {
    let (table, meta) = (&look.loaded.table, &look.loaded.meta);
    let owner = meta.is_owner(look.person);
    let watching = look.live.spectators();
    html! {
        section #who .who aria-label="Players" {
            ul {
                @for (i, chair) in meta.chairs.iter().enumerate() {
                    @let seat = Seat(i as u8);
                    @let acts = table.to_act().has(seat);
                    li.seat.acts[acts].mine[look.eyes.held.has(seat)] {
                        span class={ "swatch " (seat_class(table, seat)) } {}
                        span.names {
                            strong { (table.seat_name(seat)) }
                            span.holder {
                                (chair.holder.name())
                                @if look.eyes.held.has(seat) { " (you)" }
                                @if let Holder::Person { ids, .. } = &chair.holder {
                                    @if look.live.is_present(ids) { span.dot.on title="at the table" { span.hidden { ", at the table" } } }
                                    @else { span.dot title="away" { span.hidden { ", away" } } }
                                }
                            }
                        }
                        @if acts { span.badge { @if chair.holder.level().is_some() { "thinks" } @else { "decides" } } }
                        (time(look.loaded.due(seat), chair.overdue))
                        @if chair.holder == Holder::Open { (free_seat(look, seat, owner)) }
                        @if (owner || !look.eyes.held.is_empty()) && look.live.is_missed(table, &chair.holder) {
                            button.small type="button" data-do=(wish(&json!({ "t": "bot", "seat": seat, "level": "normal" })))
                                aria-label={ "Let a bot play on for " (table.seat_name(seat)) } { "bot plays on" }
                        }
                    }
                }
            }
            @if let Some(name) = name_among_others(look).filter(|name| name == GUEST) { (naming(look, &name)) }
            @if watching > 0 { p.soft.watching { (watching) (if watching == 1 { " spectator" } else { " spectators" }) } }
        }
    }
}

/// By what name the others know the viewer, where other people sit or may yet sit down.
fn name_among_others(look: &Look<'_>) -> Option<String> {
    let chairs = &look.loaded.meta.chairs;
    let mut others = chairs.iter().enumerate().filter(|(i, _)| !look.eyes.held.has(Seat(*i as u8)));
    let company = others.any(|(_, chair)| matches!(chair.holder, Holder::Open | Holder::Person { .. }));
    let seat = look.eyes.held.iter().next().filter(|_| company)?;
    Some(chairs[seat.index()].holder.name())
}

/// Tells the others one's name. Somebody who came by a link was never asked for it.
fn naming(look: &Look<'_>, name: &str) -> Markup {
    html! {
        form #naming .naming data-seat=[look.eyes.held.iter().next()] {
            label for="own-name" { "Your name" }
            input #own-name name="name" required maxlength="24" autocomplete="nickname" placeholder=(GUEST) value=(if name == GUEST { "" } else { name });
            button.small { "Tell the others" }
        }
    }
}

/// The time that a seat has left for its decision, which the script counts down, and how often it was out.
fn time(due: Option<Millis>, overdue: u32) -> Markup {
    html! {
            @if due.is_some() { span.time role="timer" data-due=[due] title="Time for this decision" {} }
            @if overdue > 0 {
    span.late title="Decisions that a quick bot made because time was out" { (overdue) " late" span.hidden { ", made by a quick bot" } }
            }
        }
}

fn free_seat(look: &Look<'_>, seat: Seat, owner: bool) -> Markup {
    let name = look.loaded.table.seat_name(seat);
    html! {
        span.invite {
            @if owner || look.loaded.meta.public {
                button.small type="button" data-claim=(seat) aria-label={ "Sit here as " (name) } { "Sit here" }
            }
            @if owner {
                button.small type="button" data-copy={ "/t/" (look.live.id) "#seat=" ((look.token)(seat)) } aria-label={ "Copy the seat link of " (name) } { "Copy seat link" }
                @for level in [Level::Easy, Level::Normal, Level::Hard] {
                    button.small type="button" data-do=(wish(&json!({ "t": "bot", "seat": seat, "level": level.to_string() }))) aria-label={ "Let a " (level) " bot play " (name) } { (level) " bot" }
                }
            }
        }
    }
}

fn ask(look: &Look<'_>, choices: &[Choice], reach: &Reach) -> Markup {
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
            @if mine && let Some(due) = look.eyes.seat.and_then(|s| look.loaded.due(s)) {
                p.pace {
                    @if look.eyes.seat.is_some_and(|s| look.loaded.was_late(s)) { strong { "Time was out: a quick bot made your last decision. " } "There is less time until you decide yourself: " }
                    span.time role="timer" data-due=(due) {} " left; then a quick bot makes this decision"
                }
            }
            p #prompt .prompt aria-live="polite" { (prompt.text) @if let Some(rule) = prompt.rule { " " (rule_link(rule.as_str())) } }
            @if mine && table.step() == 0 {
                p.tip { "Press a button, or click what glows on the board. Press " kbd { "?" } " for the keys." }
            }
            @if !look.ui.clicks.is_empty() && mine {
                p.path {
                    "Chosen so far: " (chosen(table.game_id(), &look.ui.clicks)) " "
                    button.small type="button" data-do=(wish(&json!({ "t": "clear" }))) { "Let go" kbd { "Esc" } }
                }
            }
            (buttons(look, choices, reach, question))
            @if mine { (quiet(choices, question)) }
            @if look.eyes.seat.is_some() { (tools(look, mine)) }
            @if look.eyes.held.is_empty() { p.soft { (watching(look)) } }
        }
    }
}

/// What somebody without a seat can do.
fn watching(look: &Look<'_>) -> &'static str {
    let meta = &look.loaded.meta;
    let free = meta.chairs.iter().any(|chair| chair.holder == Holder::Open);
    match (free, meta.is_owner(look.person), meta.public) {
        (true, true, _) => {
            "You are watching. To play, take a free seat above; links and bots are for the others."
        }
        (true, false, true) => "You are watching. To play, take a free seat above.",
        (true, false, false) | (false, ..) => "You are watching.",
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
                    button.small type="button" id="got-it" data-do=(wish(&json!({ "t": "got-it", "tip": tip.id }))) { "Got it" }
                    button.small.quiet type="button" id="no-tips" data-do=(wish(&json!({ "t": "coach", "on": false }))) { "No more tips" }
                }
            }
        }
    }
}

/// A question that can be declined plainly need not be asked every time.
fn quiet(choices: &[Choice], question: u32) -> Markup {
    let Some(pass) = choices.iter().find(|c| c.label.mark == "pass") else { return html! {} };
    html! {
        button.switch type="button" id="quiet" role="switch" aria-checked="false"
            title={ "From now on: " (pass.label.text) }
            data-do=(wish(&json!({ "t": "quiet", "q": question }))) { "Don't ask me this again at this table" }
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
    for choice in full.chain(rest).filter_map(|i| choices.get(i)) {
        match groups.iter_mut().find(|group| group.name == choice.label.group) {
            Some(group) => group.members.push(choice),
            None => groups.push(Group { name: &choice.label.group, members: vec![choice], first_key: None }),
        }
    }
    // Number keys press what is in sight.
    let mut key = 1;
    for group in groups.iter_mut().filter(|group| !group.is_folded()) {
        group.first_key = Some(key);
        key += group.members.len();
    }
    let hinted = match &look.ui.hint {
        Some(Hint::Here { words, .. }) => choices.iter().find(|c| c.words == *words).map(|c| c.index),
        Some(Hint::Coming) | None => None,
    };
    html! {
        @for group in &groups {
            @if group.is_folded() {
                details.group.folded id={ "group-" (slug(group.name)) } {
                    summary { h3 { (group.name) } span.soft { " " (group.members.len()) " ways, on the board or in this list" } }
                    @if group.is_endless() { p.soft { "Begin on the board: the list shows what is left after the first click." } }
                    @else { (group.draw(reach, question, hinted)) }
                }
            } @else {
                div.group { @if !group.name.is_empty() { h3 { (group.name) } } (group.draw(reach, question, hinted)) }
            }
        }
    }
}

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

    fn draw(&self, reach: &Reach, question: u32, hinted: Option<usize>) -> Markup {
        let key = |i: usize| self.first_key.map(|first| first + i).filter(|key| *key < 10);
        html! { div.choices {
            @for (i, choice) in self.members.iter().enumerate() {
                button.pick.full[reach.full.contains(&choice.index)].hinted[hinted == Some(choice.index)] type="button"
                    id={ "pick-" (choice.index) }
                    data-do=(wish(&json!({ "t": "pick", "q": question, "i": choice.index, "w": choice.words })))
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

fn tools(look: &Look<'_>, mine: bool) -> Markup {
    let Some(seat) = look.eyes.seat else { return html! {} };
    let undo = look.loaded.table.can_undo(seat);
    // Always in sight, however long the list of choices is.
    html! {
        div.foot {
            div.tools {
                @match &undo {
                    Ok(()) => { button type="button" id="undo" data-do=(wish(&json!({ "t": "undo" }))) { "Undo" } }
                    Err(no) => { button type="button" id="undo" aria-disabled="true" title=(crate::error::sentence(&no.text)) data-do=(wish(&json!({ "t": "undo" }))) { "Undo" } }
                }
                @if mine { button type="button" id="hint" data-do=(wish(&json!({ "t": "hint" }))) { "Hint" } }
            }
            @let adviser = boards::adviser(look.loaded.table.game_id());
            @match &look.ui.hint {
                Some(Hint::Coming) => { p.hint role="status" { (adviser) " is thinking about it …" } }
                Some(Hint::Here { text, why, worth, .. }) => {
                    p.hint role="status" {
                        (adviser) " would choose " strong { (text) } ": " (why)
                        ". It expects to win with " (worth / 10) "." (worth % 10) " %."
                    }
                }
                None => {}
            }
        }
    }
}

fn ended(look: &Look<'_>, outcome: &Outcome) -> Markup {
    let table = &look.loaded.table;
    let names = |set: SeatSet| set.iter().map(|s| table.seat_name(s)).collect::<Vec<_>>().join(" and ");
    // Whoever plays both sides on one device has not beaten himself.
    let held = look.eyes.held;
    let won = !held.is_empty() && held.iter().all(|seat| outcome.winners.has(seat));
    let scenario = shelf::menu(table.game_id())
        .and_then(|menu| menu.scenarios.into_iter().find(|s| s.name == look.loaded.meta.title).map(|s| s.id));
    html! {
        section #ask .ask.ended aria-label="How it ended" {
            p #prompt .prompt aria-live="polite" {
                @if outcome.draw { strong { "A draw. " } }
                @else if outcome.winners.is_empty() { strong { "Lost. " } }
                @else if won { strong { "You win! " } }
                // Most reasons name the winner themselves.
                @else if !outcome.text.starts_with(&names(outcome.winners)) { strong { (names(outcome.winners)) (if outcome.winners.len() == 1 { " wins. " } else { " win. " }) } }
                (crate::error::sentence(&outcome.text))
                @if let Some(score) = outcome.score { " Score: " (score) "." }
            }
            div.tools {
                a.button.primary href={ "/t/" (look.live.id) "/replay" } { "Replay" }
                a.button href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "Log" }
                a.button href={ "/t/" (look.live.id) "/proof" } { "Dice proof" }
                a.button href={ "/open/" (table.game_id()) "?seats=" (table.seats()) @if let Some(id) = scenario { "&scenario=" (id) } } { "Play again" }
            }
        }
    }
}

fn note(ui: &Ui) -> Markup {
    html! {
        div #note .note role="status" aria-live="assertive" {
            @if let Some(note) = &ui.note {
                p { (note.text) @if let Some(rule) = &note.rule { " " (rule_link(rule)) } }
                button.small type="button" data-do=(wish(&json!({ "t": "clear" }))) aria-label="Close the note" { "×" }
            }
        }
    }
}

/// What may come of a choice, as rows with bars; with a "go ahead" when the choice waits for it.
fn odds(look: &Look<'_>) -> Markup {
    let shown = look.ui.odds.as_ref();
    let pending = look.eyes.seat.zip(look.ui.pending).filter(|_| shown.is_some());
    html! {
        div #odds .odds aria-live=(if pending.is_some() { "polite" } else { "off" }) {
            @if let Some((_, odds)) = shown {
                h3 { (odds.title) }
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
                        button.primary type="button" data-focus data-do=(wish(&json!({ "t": "pick", "q": question, "i": index, "sure": true }))) { "Go ahead" }
                        button type="button" data-do=(wish(&json!({ "t": "clear" }))) { "Let go" }
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
                        div.faces role="img" aria-label=(luck.dice.join(", ")) {
                            @for face in &luck.dice { (boards::die(game, face)) }
                        }
                    }
                }
            }
        }
    }
}

fn latest(said: &[Said]) -> Markup {
    let text = said.last().map_or("", |s| s.line.text.as_str());
    html! { p #latest .hidden aria-live="polite" { (text) } }
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
                span.faces.small role="img" aria-label=(luck.dice.join(", ")) { @for face in &luck.dice { (boards::die(game, face)) } }
            }
            @if let Some(rule) = said.line.rule { " " (rule_link(rule.as_str())) }
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
    let lines: Vec<&Message> = look.loaded.chat.iter().filter(hears).collect();
    let from = lines.len().saturating_sub(60);
    let hushed = look.loaded.table.hushed();
    html! {
        ol #chat .chat tabindex="0" aria-label="What was said" data-hushed=[hushed.is_some().then_some("1")] {
            @for message in &lines[from..] {
                li id={ "said-" (message.id) } { strong { (message.from) } @if message.audience != "all" { " (team)" } ": " (message.text) }
            }
            @if let Some(line) = hushed { li.hushed { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } } }
        }
    }
}

fn more(look: &Look<'_>) -> Markup {
    let table = &look.loaded.table;
    let seat = look.eyes.seat;
    let over = table.outcome().is_some();
    let mut anytime = seat.map(|s| table.anytime(s)).unwrap_or_default();
    // The board has buttons of its own for these.
    anytime.retain(|choice| choice.label.mark != "board");
    html! {
        section #more .more aria-label="More" {
            @if let Some(seat) = seat.filter(|_| !over) {
                @let chair = &look.loaded.meta.chairs[seat.index()];
                button.switch type="button" id="auto" role="switch" aria-checked=(chair.auto)
                    data-do=(wish(&json!({ "t": "auto", "on": !chair.auto }))) { "Answer for me when there is only one choice" }
                button.switch type="button" id="odds-first" role="switch" aria-checked=(look.ui.odds_first)
                    data-do=(wish(&json!({ "t": "odds-first", "on": !look.ui.odds_first }))) { "Show me the odds before dice fall" }
                button.switch type="button" id="coached" role="switch" aria-checked=(chair.coached)
                    data-do=(wish(&json!({ "t": "coach", "on": !chair.coached }))) { "Explain each rule when it first matters" }
                @if !chair.quiet.is_empty() {
                    ul #quiet-list .quiet-list aria-label="Questions that are not asked" {
                        @for (text, rule) in &chair.quiet {
                            li {
                                span { "Always: " (text) " " (rule_link(rule)) }
                                button.small type="button" data-do=(wish(&json!({ "t": "ask", "words": text })))
                                    aria-label={ "Ask me again: " (text) ", " (rule) } { "Ask me again" }
                            }
                        }
                    }
                }
                details #more-fold .fold {
                    summary { "More" }
                    @if let Some(name) = name_among_others(look).filter(|name| name != GUEST) { (naming(look, &name)) }
                    @for choice in anytime.iter().filter(|choice| choice.label.mark == "open") {
                        button.small type="button" data-do=(wish(&json!({ "t": "any", "words": choice.words }))) { (choice.label.text) }
                    }
                    @for (i, choice) in anytime.iter().enumerate().filter(|(_, choice)| choice.label.mark != "open") {
                        details.sure id={ "sure-" (i) } {
                            summary { (choice.label.text) }
                            p { "This cannot be taken back. Are you sure?" }
                            button.bad type="button" data-do=(wish(&json!({ "t": "any", "words": choice.words }))) { "Yes: " (choice.label.text) }
                        }
                    }
                    details.sure #sure-bot {
                        summary { "Give my seat to a bot" }
                        p { "The bot plays on in your place." }
                        @for level in [Level::Easy, Level::Normal, Level::Hard] {
                            button type="button" data-do=(wish(&json!({ "t": "bot", "seat": seat, "level": level.to_string() }))) { (level) " bot" }
                        }
                    }
                    details.sure #sure-device {
                        summary { "Play on another device" }
                        p { "This link gives your seat to whoever opens it first: keep it to yourself." }
                        button type="button" data-copy={ "/t/" (look.live.id) "#seat=" ((look.token)(seat)) } { "Copy my seat link" }
                    }
                }
            }
            @if look.loaded.meta.is_owner(look.person) && !over {
                @for (i, chair) in look.loaded.meta.chairs.iter().enumerate().filter(|(_, c)| c.holder.level().is_some()) {
                    button.small type="button" data-do=(wish(&json!({ "t": "free", "seat": i }))) { "Invite a person to replace the " (chair.holder.name()) " (" (chair.name) ")" }
                }
            }
            (edition(look))
            details #luck .fold data-commitment=(table.commitment()) {
                summary { "Dice proof" }
                p.small { "The dice were sealed before the first card, by this commitment: " code.commitment { (table.commitment()) } }
                p { a href={ "/t/" (look.live.id) "/proof" } { @if over { "Check it yourself" } @else { "The seal of each step" } } }
            }
            p.links {
                a href={ "/t/" (look.live.id) "/replay" } { "Replay" }
                a href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "Log as a file" }
                a href={ "/rules/" (table.game_id()) @if let Some(edition) = older_edition(look) { "?edition=" (edition) } } { "Rules" }
                @if let Some((from, step)) = &look.loaded.meta.branch { a href={ "/t/" (from) "/replay?step=" (step) } { "Branched from step " (step) } }
            }
        }
    }
}

/// The edition that the table is played by, where the game has a newer one.
fn older_edition(look: &Look<'_>) -> Option<Edition> {
    let table = &look.loaded.table;
    Some(table.edition()).filter(|edition| *edition < table.newest_edition())
}

/// What a newer edition of the rules changes, and whether all who play want it here.
fn edition(look: &Look<'_>) -> Markup {
    let (table, newest) = (&look.loaded.table, look.loaded.table.newest_edition());
    let Some(edition) = older_edition(look) else { return html! {} };
    let since = &shelf::revisions(table.game_id())[usize::from(edition.number()) - 1..];
    let wish_for = |to: Option<Edition>| wish(&json!({ "t": "edition", "to": to }));
    let (agreed, asked) = look.loaded.consent();
    let mine = look.eyes.held.iter().any(|seat| agreed.has(seat));
    html! {
        details #edition .fold open[!agreed.is_empty()] {
            summary { "Played by edition " (edition) " of the rules" @if !agreed.is_empty() { " · " (agreed.len()) " of " (asked.len()) " would go over to " (newest) } }
            p { "Since then:" }
            ul { @for revision in since { li { (revision.text) @for rule in revision.rules { " " (rule_link(rule.as_str())) } } } }
            @if table.outcome().is_none() && !look.eyes.held.is_empty() {
                @if mine {
                    p { "You would like to go over to edition " (newest) ". It happens when all who play agree." }
                    button.small type="button" data-do=(wish_for(None)) { "Rather not" }
                } @else {
                    button.small type="button" data-do=(wish_for(Some(newest))) {
                        @if agreed.is_empty() { "Go on by edition " (newest) } @else { "Agree to edition " (newest) }
                    }
                }
            }
        }
    }
}

fn curtain(look: &Look<'_>) -> Markup {
    html! {
        div #curtain .curtain hidden[look.eyes.curtain.is_none()] {
            @if let Some(seat) = look.eyes.curtain {
                div role="dialog" aria-modal="true" aria-labelledby="curtain-title" {
                    h2 #curtain-title { "Pass the device to " (look.loaded.table.seat_name(seat)) }
                    p { "Secret hands are covered." }
                    button.primary type="button" id="lift" data-focus data-do=(wish(&json!({ "t": "lift", "seat": seat }))) { "I am " (look.loaded.table.seat_name(seat)) }
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
