//! The viewer's cards: combat cards to be read at a glance, event cards, and what lies open to him alone.

use super::{Table, also, figures};
use klaxon_core::Seat;
use klaxon_starcraft::{
    Frame, SeatView,
    data::{EventCard, Face, data},
    effect::Kind,
    ids::Unit,
    words::{
        text::{effect_text, event_text},
        unit_name,
    },
};
use maud::{Markup, html};

impl Table<'_> {
    pub(super) fn hand_panel(&self) -> Markup {
        let shown: Vec<&SeatView> = self.view.seats.iter().filter(|s| s.cards.is_some()).collect();
        let empty = shown.iter().all(|s| {
            s.cards.as_ref().is_none_or(Vec::is_empty) && s.events.as_ref().is_none_or(Vec::is_empty)
        });
        let copies = self.copies();
        html! {
            section #sc-hand .panel.sc-panel aria-label="Cards" hidden[empty && copies.is_empty()] {
                @if let Some(me) = self.view.me.filter(|_| !copies.is_empty()) {
                    h2 { "A copy of what you bought" }
                    div.sc-cards { @for (i, face) in copies.iter().enumerate() { (self.card(&format!("copy-{i}"), *face, me)) } }
                }
                @for sheet in &shown { (self.hand(sheet)) }
                @for sheet in self.view.seats.iter().filter(|s| s.cards.is_none() && !s.known.is_empty()) {
                    h2 { "Seen in the hand of " (self.seat_name(sheet.seat)) }
                    div.sc-cards { @for (i, face) in sheet.known.iter().enumerate() { (self.card(&format!("known-{}-{i}", sheet.seat.0), *face, sheet.seat)) } }
                }
            }
        }
    }

    /// Copies of the technology just bought, of which one may be taken into hand (SC-8.9).
    fn copies(&self) -> Vec<Face> {
        let Frame::ResearchSpecial(Some(tech)) = self.view.question else { return Vec::new() };
        tech.data().faces.iter().copied().filter(|face| self.touch.can(&format!("card:{face}"))).collect()
    }

    fn hand(&self, sheet: &SeatView) -> Markup {
        let mine = self.view.me == Some(sheet.seat);
        let titled = |what: &str| match mine {
            true => what.to_owned(),
            false => format!("{}: {}", self.seat_name(sheet.seat), what.to_lowercase()),
        };
        let mut cards = sheet.cards.clone().unwrap_or_default();
        // While a card is laid, those that show the unit come first, the strongest of them before the others.
        if let Some(unit) = self.fighter().filter(|_| mine) {
            let worth = |face: &Face| {
                let (a, h) =
                    if face.data().pictured.has(unit) { face.data().major } else { face.data().minor };
                (!face.data().pictured.has(unit), std::cmp::Reverse(a + h))
            };
            cards.sort_by_key(worth);
        }
        let events = sheet.events.as_deref().unwrap_or_default();
        let chosen = events.iter().position(|event| sheet.pick == Some(*event));
        html! {
            @if !events.is_empty() {
                h2 { (titled("Event cards")) @if let Some(when) = self.event_turn(sheet.seat).filter(|_| mine) { " " span.soft { (when) } } }
                div.sc-cards { @for (i, event) in events.iter().enumerate() { (self.event(&format!("event-{}-{i}", sheet.seat.0), *event, chosen == Some(i))) } }
            }
            @if mine && !sheet.held.is_empty() {
                h2 { "Events in play" }
                div.sc-cards { @for (i, event) in sheet.held.iter().enumerate() { (self.event(&format!("held-{}-{i}", sheet.seat.0), *event, false)) } }
            }
            @if !cards.is_empty() {
                h2 { (titled("Combat cards")) " " span.soft { (cards.len()) " of " (sheet.hand_limit) } }
                div.sc-cards {
                    @for (i, face) in cards.iter().enumerate() { (self.card(&format!("card-{}-{i}", sheet.seat.0), *face, sheet.seat)) }
                    @if mine && self.touch.can("deck") { (self.deck_top(sheet)) }
                }
            }
        }
    }

    /// When the viewer's turn to choose an event card comes, where that goes clockwise (SC-13.2).
    fn event_turn(&self, me: Seat) -> Option<String> {
        let seats = self.events_in_turn();
        Some(match seats.iter().position(|seat| *seat == me)? {
            0 if self.view.asked.has(me) => "your turn to choose".into(),
            0 => "you choose next".into(),
            i => format!("you choose after {}", self.seat_name(seats[i - 1])),
        })
    }

    /// The unit for which a card is being laid.
    fn fighter(&self) -> Option<Unit> {
        let (Frame::Standard { side, skirmish } | Frame::Reinforce { side, skirmish }) = self.view.question
        else {
            return None;
        };
        let battle = self.view.battle.as_ref()?;
        let side = usize::from(side);
        if self.view.me != Some(battle.seats[side]) {
            return None;
        }
        battle.fighters[side].iter().find(|f| f.front && f.skirmish == Some(skirmish)).map(|f| f.unit)
    }

    fn deck_top(&self, sheet: &SeatView) -> Markup {
        html! {
            div #sc-deck class={ "sc-face back" (self.touch.class("deck")) } data-id="deck" data-click="deck" role="button" tabindex="0" {
                span.title { "Top of your deck" }
                span.text { "Unseen; " (sheet.deck) (if sheet.deck == 1 { " card" } else { " cards" }) }
            }
        }
    }

    /// A combat card.
    pub(super) fn card(&self, dom: &str, face: Face, of: Seat) -> Markup {
        let print = face.data();
        let id = format!("card:{face}");
        let can = self.touch.can(&id);
        let faction = self.faction(of);
        let dropped = self.view.seat(of).dropping.contains(&face);
        let kind = match print.kind {
            Kind::Standard => "standard",
            Kind::Reinforcement => "reinforcement",
            Kind::Play => "play",
        };
        let fits = self.fighter().map(|unit| print.pictured.has(unit));
        let text = print.effect.iter().map(effect_text).collect::<Vec<_>>().join("; ");
        // A card that shows most units of the race shows none by picture.
        let pictured: Vec<Unit> = print.pictured.iter().filter(|u| u.race() == print.race).collect();
        let all = pictured.len() == print.race.units().len();
        let title = if all {
            format!("Any {} unit", data().race(print.race).name)
        } else {
            pictured.iter().map(|u| unit_name(*u)).collect::<Vec<_>>().join(", ")
        };
        html! {
            div id={ "sc-" (dom) } class={ "sc-face " (kind) (self.touch.class(&id)) (also("dropped", dropped)) (also("tech", print.tech.is_some())) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                @let named = print.name != print.id;
                span.title { @if named { (print.name) } @else { (title) } span.soft { " " (print.id) } }
                span.pictured {
                    @if all { @if named { span.soft { (title) } } }
                    @else { @for unit in &pictured {
                        span title=(unit_name(*unit)) { (figures::portrait(*unit, faction)) @if named { span.hidden { (unit_name(*unit)) " " } } }
                    } }
                    @if print.specialty { span.sc-diamond title="Works for supporting units too (SC-9.19)" { "◆" } }
                }
                @if print.kind == Kind::Standard {
                    span.values {
                        span.major.now[fits == Some(true)] title="Attack and health of the units shown" { (print.major.0) "/" (print.major.1) }
                        span.minor.now[fits == Some(false)] title="Attack and health of other units" { "else " (print.minor.0) "/" (print.minor.1) }
                    }
                } @else { span.kind { "reinforcement" } }
                @if !text.is_empty() { span.text { (text) } }
            }
        }
    }

    /// An event card.
    pub(super) fn event(&self, dom: &str, event: EventCard, chosen: bool) -> Markup {
        let id = format!("event:{event}");
        let can = self.touch.can(&id);
        html! {
            div id={ "sc-" (dom) } class={ "sc-face event" (self.touch.class(&id)) (also("chosen", chosen)) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                span.title { (event.name()) }
                span.kind { "event, stage " (["I", "II", "III"][usize::from(event.data().stage.clamp(1, 3)) - 1]) }
                span.text { (event_text(event)) }
                @if chosen { span.kind { "chosen; shown when all have chosen" } }
            }
        }
    }
}
