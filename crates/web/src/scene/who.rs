//! Who sits at the table: chips in the bar, and under the question what there is to do about seats.

use super::{Look, seat_change};
use crate::{
    drawing::seat_class,
    opponents,
    pages::me,
    person::{GUEST, Standing},
    table::{Chair, Holder, SeatChange, absence, clock, daily::Day},
    wish::Wish,
};
use klaxon_bots::Level;
use klaxon_core::Seat;
use maud::{Markup, html};

/// The chips in the bar.
pub(super) fn who(look: &Look<'_>) -> Markup {
    let (table, meta) = (&look.loaded.table, &look.loaded.meta);
    let watching = look.live.spectators();
    html! {
        section #who .who aria-label="Players" {
            ul {
                @for (i, chair) in meta.chairs.iter().enumerate() {
                    @let seat = Seat(i as u8);
                    @let (name, acts, mine) = (table.seat_name(seat), table.to_act().has(seat), look.eyes.held.has(seat));
                    li.seat.acts[acts].mine[mine] title={ (name) ": " (meta.player(chair)) } {
                        span class={ "swatch " (seat_class(table, seat)) } {}
                        span.names {
                            strong { (chip_name(look, seat, chair)) }
                            span.hidden { ", " (name) ", " (chair.holder.name()) @if mine { " (you)" } }
                            @if meta.marks_guest(chair) && !mine { span.holder { "guest" } }
                            @if chair.holder.standing() == Some(Standing::Bot) { span.holder { "bot" } }
                            @if let Some(until) = look.loaded.on_vacation(seat) { span.holder { "on vacation until " (Day::of(until).date()) } }
                            @if let Some(level) = &chair.stand_in { span.holder { (level) " bot stands in" } }
                        }
                        @if let Holder::Person { ids, .. } = &chair.holder && !mine {
                            @if look.live.is_present(ids) { span.dot.on title="at the table" { span.hidden { ", at the table" } } }
                            @else { span.dot title="away" { span.hidden { ", away" } } }
                        }
                        @if acts { span.badge { @if chair.bot().is_some() { "thinks" } @else { "decides" } } }
                        (time(look, seat))
                    }
                }
            }
            @if let Some(tournament) = &meta.tournament { p.watching { a href={ "/tournaments/" (tournament) } { "tournament" } } }
            @if meta.rated { p.soft.watching title="It counts for the ratings of all who play" { "rated" } }
            @if watching > 0 { p.soft.watching { (watching) (if watching == 1 { " spectator" } else { " spectators" }) } }
        }
    }
}

/// What a chip calls a seat: *You*, the person's name, or the seat's own where a bot or nobody has it.
fn chip_name(look: &Look<'_>, seat: Seat, chair: &Chair) -> String {
    let held = look.eyes.held;
    match &chair.holder {
        Holder::Person { .. } if held.has(seat) && held.len() == 1 => "You".into(),
        Holder::Person { .. } if !held.has(seat) => chair.holder.name(),
        Holder::Person { .. } | Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => {
            look.loaded.table.seat_name(seat)
        }
    }
}

/// What there is to do about seats before and while one plays: free ones, links, one's name, whoever is missed. It stands under
/// the question.
pub(super) fn seating(look: &Look<'_>) -> Markup {
    let (table, meta) = (&look.loaded.table, &look.loaded.meta);
    let owner = meta.is_owner(look.person);
    let rules = owner || !look.eyes.held.is_empty();
    html! {
        section #seating .seating aria-label="Seats" {
            @if !look.loaded.is_done() {
                @if meta.rated && look.eyes.held.is_empty() { p.soft.small { "This game is rated: whoever sits down agrees to that, and needs an account." } }
                @for (i, chair) in meta.chairs.iter().enumerate() {
                    @let (seat, name) = (Seat(i as u8), table.seat_name(Seat(i as u8)));
                    @let missed = rules && chair.stand_in.is_none() && look.live.is_missed(table, &chair.holder);
                    @if chair.holder == Holder::Open { (line(look, seat, "free", &free_seat(look, seat, owner))) }
                    @else if chair.awaits_link() && look.may_rule(seat) { (line(look, seat, "waits for its link", &seat_link(look, seat))) }
                    @else if meta.rated && !look.eyes.held.is_empty() && !look.eyes.held.has(seat) && look.loaded.is_gone(look.live, seat) {
                        (line(look, seat, "gone", &html! {
                            button.small type="button" data-do=(seat_change(seat, SeatChange::Forfeit)) aria-label={ (name) " has abandoned the game: claim it" } { "claim the game" }
                        }))
                    }
                    @else if missed && !meta.rated {
                        (line(look, seat, "away", &html! {
                            button.small type="button" data-do=(seat_change(seat, SeatChange::StandIn { level: "normal".into() }))
                                aria-label={ "A bot plays on for " (name) " until they are back" } { "bot plays on" }
                        }))
                    }
                }
            }
            @if let Some(name) = name_among_others(look).filter(|name| name == GUEST) { (naming(look, &name)) }
            (phrase(look))
            (waiting(look))
        }
    }
}

/// A seat that something can be done about.
fn line(look: &Look<'_>, seat: Seat, state: &str, deeds: &Markup) -> Markup {
    let table = &look.loaded.table;
    html! {
        div.vacant {
            p { span class={ "swatch " (seat_class(table, seat)) } {} strong { (table.seat_name(seat)) } span.soft { (state) } }
            div.tools { (deeds) }
        }
    }
}

/// By what name the others know the viewer, where other people sit or may yet sit down.
pub(super) fn name_among_others(look: &Look<'_>) -> Option<String> {
    let chairs = &look.loaded.meta.chairs;
    let mut others = chairs.iter().enumerate().filter(|(i, _)| !look.eyes.held.has(Seat(*i as u8)));
    let company = others.any(|(_, chair)| matches!(chair.holder, Holder::Open | Holder::Person { .. }));
    let seat = look.eyes.held.iter().next().filter(|_| company)?;
    Some(chairs[seat.index()].holder.name())
}

/// Tells the others one's name. Somebody who came by a link was never asked for it.
pub(super) fn naming(look: &Look<'_>, name: &str) -> Markup {
    html! {
        form #naming .naming aria-label="Your name" data-seat=[look.eyes.held.iter().next()] {
            label for="own-name" { "Your name" }
            input #own-name name="name" required maxlength="24" autocomplete="nickname" placeholder=(GUEST) value=(if name == GUEST { "" } else { name });
            button.small { "Tell the others" }
        }
    }
}

/// The time that a seat has left, which the script counts down where it runs, and how often it was out.
fn time(look: &Look<'_>, seat: Seat) -> Markup {
    let (due, overdue) = (look.loaded.due(seat), look.loaded.meta.chairs[seat.index()].overdue);
    let saved = look.loaded.saved(seat);
    html! {
        @if due.is_some() { span.time role="timer" data-due=[due] title="Time that is left" {} }
        @else if let Some(left) = saved.filter(|_| !look.loaded.is_done()) {
            span.time.waits title="Time that is left, while it does not run" { span.hidden { ", has left " } (clock::left_words(left)) }
        }
        @if overdue > 0 {
            span.late title="Decisions that a quick bot made because time was out" { (overdue) " late" span.hidden { ", made by a quick bot" } }
        }
    }
}

fn free_seat(look: &Look<'_>, seat: Seat, owner: bool) -> Markup {
    let name = look.loaded.table.seat_name(seat);
    html! {
        @if owner || look.loaded.meta.public {
            button.small type="button" data-claim=(seat) aria-label={ "Sit here as " (name) } { "Sit here" }
        }
        @if look.may_rule(seat) {
            (seat_link(look, seat))
            details id={ "bots-" (seat.0) } .fold.bots {
                summary { "A bot" span.hidden { " for " (name) } }
                div.tools {
                    @for level in Level::WORTHY {
                        button.small type="button" data-do=(Wish::Bot { seat: seat.0, level: level.to_string() }.text()) aria-label={ "Let a " (opponents::bot(look.loaded.table.game_id(), level)) " play " (name) } title=[opponents::meaning(look.loaded.table.game_id(), level)] { (opponents::bot(look.loaded.table.game_id(), level)) }
                    }
                }
            }
        }
    }
}

/// The link that gives a seat.
fn seat_link(look: &Look<'_>, seat: Seat) -> Markup {
    html! {
        button.small type="button" data-copy={ "/t/" (look.live.id) "#seat=" ((look.token)(seat)) } aria-label={ "Copy seat link of " (look.loaded.table.seat_name(seat)) } { "Copy seat link" }
    }
}

/// Whoever plays with others is told once how to get the seat back, and nobody has to read it.
fn phrase(look: &Look<'_>) -> Markup {
    let Some(phrase) = look.phrase.filter(|_| !look.eyes.held.is_empty()) else { return html! {} };
    html! {
        details #keep-seat .fold.keep-seat {
            summary { "Keep your seat, should this browser forget you" }
            p { "These eight words give you all your seats back, here or on another device, under " a href="/me" { "Play on another device" } ". Write them down and keep them to yourself." }
            (me::words(phrase))
            button.small type="button" data-do=(Wish::PhraseKept.text()) { "I have written them down" }
        }
    }
}

/// Tells those who play that they need not wait any longer.
fn waiting(look: &Look<'_>) -> Markup {
    let loaded = look.loaded;
    if look.eyes.held.is_empty() || loaded.is_done() || loaded.meta.is_study() {
        return html! {};
    }
    let gone = |(i, chair): (usize, &Chair)| {
        let seat = Seat(i as u8);
        let mine = look.eyes.held.has(seat) || chair.stand_in.is_some();
        (!mine && loaded.is_gone(look.live, seat) && look.may_rule(seat))
            .then(|| format!("{} ({})", chair.holder.name(), loaded.table.seat_name(seat)))
    };
    let names: Vec<String> = loaded.meta.chairs.iter().enumerate().filter_map(gone).collect();
    html! {
        @if !names.is_empty() {
            p.waiting role="status" {
                (names.join(", ")) " has been away for more than " (absence::words(loaded.meta.patience(loaded.table.game_id())))
                ". Under " a href="#seats-fold" { "Seats" } " you can let a bot play until then, or send a new link."
            }
        }
    }
}

/// What somebody without a seat can do.
pub(super) fn watching(look: &Look<'_>) -> &'static str {
    let meta = &look.loaded.meta;
    let free = !look.loaded.is_done() && meta.chairs.iter().any(|chair| chair.holder == Holder::Open);
    match (free, meta.is_owner(look.person), meta.public) {
        (true, true, _) => {
            "You are watching. To play, take a free seat below; links and bots are for the others."
        }
        (true, false, true) => "You are watching. To play, take a free seat below.",
        (true, false, false) | (false, ..) => "You are watching.",
    }
}
