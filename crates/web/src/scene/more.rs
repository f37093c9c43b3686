//! *More*: habits of the viewer's seat, what is open at any time, and what can be done about seats and the table.

use super::{
    Look, seat_change, sure,
    who::{name_among_others, naming},
};
use crate::{
    boards::around,
    markdown::rule_link,
    opponents,
    person::GUEST,
    table::{Chair, Holder, HouseChange, SeatChange, absence},
    wish::Wish,
};
use klaxon_bots::Level;
use klaxon_catalog::{Choice, shelf};
use klaxon_core::{Edition, Seat};
use maud::{Markup, html};

/// The section at the end of the page.
pub(super) fn more(look: &Look<'_>, anytime: &[Choice]) -> Markup {
    let (table, meta) = (&look.loaded.table, &look.loaded.meta);
    html! {
        section #more .more aria-label="More" {
            (super::pace::agreed(look))
            @if let Some(seat) = look.eyes.seat.filter(|_| table.outcome().is_none()) {
                (habits(look, seat))
                details #more-fold .fold {
                    summary { "More" }
                    @if let Some(name) = name_among_others(look).filter(|name| name != GUEST) { (naming(look, &name)) }
                    (open_now(anytime))
                    (own_seat(look, seat))
                }
            }
            @if !look.loaded.is_done() { (seats(look)) }
            @if meta.is_owner(look.person) && meta.daily.is_none() { (house(look)) }
            (edition(look))
            details #luck .fold data-commitment=(table.commitment()) {
                summary { "Dice proof" }
                p.small { "The dice were sealed before the first card, by this commitment: " code.commitment { (table.commitment()) } }
                p { a href={ "/t/" (look.live.id) "/proof" } { @if table.outcome().is_some() { "Check it yourself" } @else { "The seal of each step" } } }
            }
            p.links {
                @if !look.eyes.held.is_empty() && look.person.is_some() && !look.loaded.is_done() { a href={ "/me/notices?table=" (look.live.id) } { "Ring me here" } }
                a href={ "/t/" (look.live.id) "/replay" } { "Replay" }
                @if has_words(look) && (table.outcome().is_some() || look.eyes.seat.is_some()) {
                    a href={ "/t/" (look.live.id) "/try" @if let Some(seat) = look.eyes.seat { "?seat=" (seat) } } { "Try this position" }
                }
                a href={ "/t/" (look.live.id) "/log" } download={ "klaxon-" (look.live.id) ".jsonl" } { "Log as a file" }
                a href={ "/rules/" (table.game_id()) @if let Some(edition) = older_edition(look) { "?edition=" (edition) } } { "Rules" }
                @if plays_by_account(look) { a href={ "/t/" (look.live.id) "/note" } { "Your note" } }
                @if has_others(look) { a href={ "/t/" (look.live.id) "/report" } { "Report somebody" } }
                @if let Some((from, step)) = &meta.branch { a href={ "/t/" (from) "/replay?step=" (step) } { "Branched from step " (step) } }
            }
        }
    }
}

/// Does the viewer sit here with an account, which keeps notes?
fn plays_by_account(look: &Look<'_>) -> bool {
    let own = |chair: &&Chair| look.person.is_some_and(|person| chair.held_by(person));
    let chairs = look.loaded.meta.chairs.iter().filter(own);
    chairs.filter_map(|chair| chair.holder.standing()).any(|standing| !standing.is_guest())
}

/// Does somebody else sit here who could be reported?
fn has_others(look: &Look<'_>) -> bool {
    let own = |chair: &Chair| look.person.is_some_and(|person| chair.held_by(person));
    let somebody = |chair: &&Chair| matches!(&chair.holder, Holder::Person { ids, .. } if !ids.is_empty());
    look.person.is_some() && look.loaded.meta.chairs.iter().filter(somebody).any(|chair| !own(chair))
}

/// Can positions of this game be written as situations?
pub(super) fn has_words(look: &Look<'_>) -> bool {
    around(look.loaded.table.game_id()).has_words
}

fn habits(look: &Look<'_>, seat: Seat) -> Markup {
    let chair = &look.loaded.meta.chairs[seat.index()];
    html! {
        button.switch type="button" id="auto" role="switch" aria-checked=(chair.auto)
            data-do=(Wish::Auto { on: !chair.auto }.text()) { "Answer for me when there is only one choice" }
        button.switch type="button" id="odds-first" role="switch" aria-checked=(look.ui.odds_first)
            data-do=(Wish::OddsFirst { on: !look.ui.odds_first }.text()) { "Show me the odds before dice fall" }
        button.switch type="button" id="coached" role="switch" aria-checked=(chair.coached)
            data-do=(Wish::Coach { on: !chair.coached }.text()) { "Explain each rule when it first matters" }
        button.switch.wide type="button" id="mirror" role="switch" aria-checked="false" { "The question on the left" }
        @if !chair.passing.is_empty() {
            ul #passing-list .quiet-list aria-label="Questions that are passed on this turn" {
                @for (text, rule) in &chair.passing {
                    li {
                        span { "This turn: " (text) " " (rule_link(rule)) }
                        button.small type="button" data-do=(Wish::Ask { words: text.clone() }.text())
                            aria-label={ "Ask me again this turn: " (text) ", " (rule) } { "Ask me again" }
                    }
                }
            }
        }
        @if !chair.quiet.is_empty() {
            ul #quiet-list .quiet-list aria-label="Questions that are not asked" {
                @for (text, rule) in &chair.quiet {
                    li {
                        span { "Always: " (text) " " (rule_link(rule)) }
                        button.small type="button" data-do=(Wish::Ask { words: text.clone() }.text())
                            aria-label={ "Ask me again: " (text) ", " (rule) } { "Ask me again" }
                    }
                }
            }
        }
    }
}

/// What is open at any time besides what is asked. The board has buttons of its own for some of it, and what somebody else has
/// offered stands by the question.
fn open_now(anytime: &[Choice]) -> Markup {
    let mut rest: Vec<&Choice> = anytime.iter().collect();
    rest.retain(|choice| choice.label.mark != "board" && choice.label.mark != "offered");
    let plain = |choice: &Choice| matches!(choice.label.mark, "open" | "table");
    html! {
        @if rest.iter().any(|choice| plain(choice)) {
            div.tools {
                @for choice in rest.iter().filter(|choice| plain(choice)) {
                    button.small type="button" data-do=(Wish::any(&choice.words)) { (choice.label.text) }
                }
            }
        }
        @for choice in rest.iter().filter(|choice| !plain(choice)) { (sure(choice, &format!("sure-{}", super::slug(&choice.words)))) }
    }
}

/// What can be done with one's own seat.
fn own_seat(look: &Look<'_>, seat: Seat) -> Markup {
    let loaded = look.loaded;
    let daily = loaded.meta.daily.is_some();
    html! {
        @if !daily && loaded.meta.chairs[seat.index()].stand_in.is_none() {
            details.sure #sure-stand-in {
                summary { "Let a bot play until I am back" }
                p { "The seat stays yours: press " em { "I'm back" } ", or decide something, and the bot stops at once." }
                @for level in Level::WORTHY {
                    button type="button" data-do=(seat_change(seat, SeatChange::StandIn { level: level.to_string() })) title=[opponents::meaning(look.loaded.table.game_id(), level)] { (opponents::bot(look.loaded.table.game_id(), level)) }
                }
            }
        }
        details.sure #sure-bot {
            summary { "Give my seat to a bot" }
            p { "The bot plays on in your place, for good." }
            @for level in Level::WORTHY {
                button type="button" data-do=(Wish::Bot { seat: seat.0, level: level.to_string() }.text()) title=[opponents::meaning(look.loaded.table.game_id(), level)] { (opponents::bot(look.loaded.table.game_id(), level)) }
            }
        }
        @if !daily {
            details.sure #sure-stand-up {
                summary { "Stand up" }
                p { "For whoever sat down by mistake: the seat becomes free for somebody else, with a new link." }
                button.bad type="button" data-do=(seat_change(seat, SeatChange::StandUp)) { "Yes: stand up" }
            }
        }
        details.sure #sure-device {
            summary { "Play on another device" }
            p { "This link gives your seat to whoever opens it first: keep it to yourself. " a href="/me" { "Your recovery phrase" } " gives all your seats." }
            button type="button" data-copy={ "/t/" (look.live.id) "#seat=" ((look.token)(seat)) } { "Copy my seat link" }
        }
    }
}

/// What the owner, or the others when he is gone, can do about the seats of others.
fn seats(look: &Look<'_>) -> Markup {
    let chairs = look.loaded.meta.chairs.iter().enumerate().map(|(i, chair)| (Seat(i as u8), chair));
    let theirs: Vec<(Seat, &Chair)> = chairs
        .filter(|(seat, chair)| {
            chair.holder != Holder::Open && !look.eyes.held.has(*seat) && look.may_rule(*seat)
        })
        .collect();
    if theirs.is_empty() {
        return html! {};
    }
    html! {
        details #seats-fold .fold {
            summary { "Seats" }
            @for (seat, chair) in theirs { (others_seat(look, seat, chair)) }
        }
    }
}

fn others_seat(look: &Look<'_>, seat: Seat, chair: &Chair) -> Markup {
    let (name, place) = (chair.holder.name(), look.loaded.table.seat_name(seat));
    let here = matches!(&chair.holder, Holder::Person { ids, .. } if look.live.is_present(ids));
    html! {
        details.sure id={ "seat-" (seat) } {
            summary { (name) " (" (place) ")" }
            @if chair.holder.level().is_some() {
                p { "The seat becomes free, for you or for whoever gets its link." }
                button type="button" data-do=(seat_change(seat, SeatChange::Free)) { "Invite a person instead" }
            } @else {
                @if let Some(level) = &chair.stand_in {
                    p { "A " (level) " bot plays until " (name) " is back." }
                    button type="button" data-do=(seat_change(seat, SeatChange::Back)) { "Send the bot away" }
                } @else if !here {
                    p { "A bot can play until " (name) " is back; the seat stays theirs, and nobody else sees the hand." }
                    @for level in Level::WORTHY {
                        button type="button" data-do=(seat_change(seat, SeatChange::StandIn { level: level.to_string() })) title=[opponents::meaning(look.loaded.table.game_id(), level)] { (opponents::bot(look.loaded.table.game_id(), level)) }
                    }
                }
                p { "Whoever has lost the seat gets it back by a new link; what gave it before no longer does. Everybody is told." }
                button type="button" data-do=(seat_change(seat, SeatChange::Renew)) { "Renew the link" }
                button.bad type="button" data-do=(seat_change(seat, SeatChange::Free)) { "Free the seat" }
            }
        }
    }
}

/// The rules of the house, for the owner.
fn house(look: &Look<'_>) -> Markup {
    let (meta, game) = (&look.loaded.meta, look.loaded.table.game_id());
    let house = |change| Wish::House { change }.text();
    let patience = meta.patience(game);
    html! {
        details #house-fold .fold {
            summary { "This table" }
            button.switch type="button" id="watchers" role="switch" aria-checked=(!meta.players_only)
                data-do=(house(HouseChange::Watchers { allowed: meta.players_only })) { "Whoever has the address may watch" }
            @if meta.chairs.len() > 1 && !look.loaded.is_done() {
                div.patience role="group" aria-label="How long the table waits for whoever is away" {
                    p.soft { "Should you be away, those who play may go on without whoever the table has waited for this long:" }
                    @for seconds in absence::OFFERED {
                        button.small type="button" aria-pressed=(seconds == patience) data-do=(house(HouseChange::Patience { seconds })) { (absence::words(seconds)) }
                    }
                }
            }
            @if !meta.muted.is_empty() {
                ul.quiet-list aria-label="Muted" {
                    @for name in meta.muted.values() {
                        li { span { (name) " may not speak" } button.small type="button" data-do=(house(HouseChange::Unmute { name: name.clone() })) aria-label={ "Let speak again: " (name) } { "Let speak again" } }
                    }
                }
            }
        }
    }
}

/// The edition that the table is played by, where the game has a newer one.
pub(super) fn older_edition(look: &Look<'_>) -> Option<Edition> {
    let table = &look.loaded.table;
    Some(table.edition()).filter(|edition| *edition < table.newest_edition())
}

/// What a newer edition of the rules changes, and whether all who play want it here.
fn edition(look: &Look<'_>) -> Markup {
    let (table, newest) = (&look.loaded.table, look.loaded.table.newest_edition());
    let Some(edition) = older_edition(look) else { return html! {} };
    let since = &shelf::revisions(table.game_id())[usize::from(edition.number()) - 1..];
    let wish_for = |to: Option<Edition>| Wish::Edition { to }.text();
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
