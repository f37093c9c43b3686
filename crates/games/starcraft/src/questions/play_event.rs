//! Event cards (D21): which of those drawn in this round is executed.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::{EventCard, data},
    edition::EventOrder,
    effect::{Deed, Scene, Sum},
    event::Event,
    instinct::lean_last_deed,
    setup::is_end_card,
    situation::spell,
    state::{Frame, Pick, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{and_list, coach, label::draft, seat_name, spots::Spot, text::event_text},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayEvent {
    /// It is executed.
    PlayEvent(EventCard),
    /// None is.
    NoEvent,
}

impl May for PlayEvent {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::ChooseEvents = a.question else {
            return Err(not_asked());
        };
        let card = match *self {
            PlayEvent::NoEvent => None,
            PlayEvent::PlayEvent(kind) => {
                let card = a.game.drawn_card(a.seat, kind);
                need(card.is_some(), rule!("SC-13.2"), "you did not draw that card this round")?;
                card
            }
        };
        let must = a.game.player(a.seat).drawn.iter().any(is_end_card);
        need(!must || card.is_some_and(is_end_card), rule!("SC-13.5"), "The End Draws Near must be played")
    }
}

fn prompt(view: &View) -> String {
    let choose = "Choose the event card that you execute, or none.";
    let after: Vec<String> = view.events_to_come().skip(1).map(|s| seat_name(view, s)).collect();
    // SC-14.10: whoever chooses after the second End card knows that the game ends now.
    let end =
        if view.ends < 2 { "" } else { " Two End cards lie on the table: the game ends with this step." };
    match (view.event_order, &after[..]) {
        (EventOrder::AtOnce, _) => format!("{choose} All choose at once."),
        (EventOrder::Clockwise, []) => format!("{choose} Nobody decides after this.{end}"),
        (EventOrder::Clockwise, [one]) => {
            format!("{choose} It is carried out before {one} decides.{end}")
        }
        (EventOrder::Clockwise, more) => {
            format!("{choose} It is carried out before {} decide.{end}", and_list(more))
        }
    }
}

impl Answer<StarCraft> for PlayEvent {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::ChooseEvents = view.question else {
            return None;
        };
        Some(Ask::new("event", Line::new(prompt(view), rule!("SC-13.2"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::ChooseEvents = a.question else {
            return;
        };
        let mut kinds: Vec<EventCard> =
            a.game.player(a.seat).drawn.iter().map(|card| data().event(card)).collect();
        kinds.dedup();
        a.offer([PlayEvent::NoEvent], out);
        a.offer(kinds.into_iter().map(PlayEvent::PlayEvent), out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, seat) = (&mut *play.game, play.seat);
        let who = game.faction(seat);
        let (pick, card) = match self {
            PlayEvent::PlayEvent(kind) => {
                (Pick::Card(game.drawn_card(seat, kind).expect("judged")), Some(kind))
            }
            PlayEvent::NoEvent => (Pick::Nothing, None),
        };
        game.push(Frame::ChooseEvents);
        match game.later.events {
            EventOrder::AtOnce => {
                game.player_mut(seat).pick = pick;
                play.cx.tell.only(SeatSet::only(seat), Event::WillPlay { who, card });
            }
            EventOrder::Clockwise => game.carry_out_events(seat, pick, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        let PlayEvent::PlayEvent(card) = *self else {
            return draft("Execute none", "Events", rule!("SC-13.4")).into();
        };
        let sum = Sum::of(&card.data().effect, &Scene::default());
        let points = sum.deeds.iter().flatten().any(|d| matches!(d, Deed::Points(_)));
        let warning = if points && view.galactic {
            " (no points in Galactic Conquest)"
        } else if view.idle_events.contains(&card) {
            " (no effect as things stand)"
        } else {
            ""
        };
        let text = format!("{} ({card}): {}{warning}", card.name(), event_text(card));
        draft(text, "Events", rule!("SC-13.2")).click(format!("event:{card}")).warned(warning).into()
    }

    fn words(&self) -> String {
        match *self {
            PlayEvent::PlayEvent(card) => format!("play {card}"),
            PlayEvent::NoEvent => "no event".into(),
        }
    }

    /// The ids of events and cards differ, so the word alone decides.
    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<PlayEvent>, String> {
        if verb == "no" && r.takes("event") {
            return Ok(Some(PlayEvent::NoEvent));
        }
        let card = |word: &str| word.parse().ok();
        Ok(if verb == "play" { spell::taken(r, card).map(PlayEvent::PlayEvent) } else { None })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        let PlayEvent::PlayEvent(card) = *self else { return None };
        a.game.idle_event(a.seat, card)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let PlayEvent::PlayEvent(card) = *self else {
            return 2;
        };
        let sum = Sum::of(&card.data().effect, &Scene::default());
        match sum.deeds.iter().flatten().next() {
            Some(deed) if a.game.end_has_come() => lean_last_deed(*deed),
            Some(deed) => a.game.lean_deed(a.seat, *deed),
            None if a.game.end_has_come() => 4,
            None => 48,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match self {
            PlayEvent::PlayEvent(_) => {
                Some("one of those that you have drawn can be executed in a round".into())
            }
            PlayEvent::NoEvent => None,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let Frame::ChooseEvents = view.question else {
            return Vec::new();
        };
        match view.event_order {
            EventOrder::Clockwise => vec![&coach::EVENTS, &coach::IN_TURN],
            EventOrder::AtOnce => vec![&coach::EVENTS],
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::ChooseEvents, [Spot::Event(event)]) = (about.view.question, about.spots) {
            out.push(PlayEvent::PlayEvent(*event).into());
        }
    }
}
