//! Above the map: the round, its phases, the event deck, and what all play for.

use super::{Table, figures::sign};
use klaxon_core::Seat;
use klaxon_starcraft::{EventOrder, Frame};
use maud::{Markup, html};

/// A phase of the round, or what comes before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Factions, galaxy, forces.
    SetUp,
    /// Orders are placed.
    Planning,
    /// Orders are executed.
    Execution,
    /// The ten steps.
    Regrouping,
    /// The game is over.
    Over,
}

impl Table<'_> {
    /// Where the round stands, by what is asked.
    pub(super) fn phase(&self) -> Phase {
        let view = self.view;
        if view.ending.is_some() {
            return Phase::Over;
        }
        if view.turn.is_some() {
            return Phase::Execution;
        }
        match view.question {
            Frame::Draft(_)
            | Frame::PlacePlanet(_)
            | Frame::StartBase(..)
            | Frame::ZMajor(_)
            | Frame::ZMinor(..)
            | Frame::Forces => Phase::SetUp,
            Frame::Plan { .. } => Phase::Planning,
            Frame::Idle
            | Frame::Do(_)
            | Frame::Turn(_)
            | Frame::Revealed
            | Frame::EndTurn
            | Frame::Scrap(_)
            | Frame::ScrapSure(..)
            | Frame::Build
            | Frame::Mobilize
            | Frame::ResearchDraw
            | Frame::ResearchTech
            | Frame::ResearchSpecial(_)
            | Frame::StartAbility(_)
            | Frame::StartLose { .. }
            | Frame::Sacrifice { .. }
            | Frame::CallOff
            | Frame::Surplus(_)
            | Frame::Front(_)
            | Frame::Pair
            | Frame::Support(_)
            | Frame::Standard { .. }
            | Frame::Reinforce { .. }
            | Frame::NextSkirmish
            | Frame::Victim(_)
            | Frame::Bury
            | Frame::EndVictim { .. }
            | Frame::Splash(_)
            | Frame::Excess(_)
            | Frame::RetreatTo(_)
            | Frame::Overflow { .. } => Phase::Execution,
            // Outside a turn, purchases are those of event cards.
            Frame::Pay { .. }
            | Frame::MineSure { .. }
            | Frame::ChooseEvents
            | Frame::EndBenefit(_)
            | Frame::Deploy { .. }
            | Frame::Transports { .. }
            | Frame::EventBuy { .. }
            | Frame::TakeTech(_)
            | Frame::ZEnd { .. }
            | Frame::ZTo { .. }
            | Frame::Peek(_)
            | Frame::PeekCard { .. }
            | Frame::Bombard(_)
            | Frame::BombardLose(_)
            | Frame::Deplete(_)
            | Frame::Discard => Phase::Regrouping,
        }
    }

    /// Who still chooses an event card in regrouping step 8, where that goes clockwise (SC-13.2): the next one first.
    pub(super) fn events_in_turn(&self) -> Vec<Seat> {
        let in_turn = self.view.event_order == EventOrder::Clockwise && self.phase() == Phase::Regrouping;
        self.view.events_to_come().filter(|_| in_turn).collect()
    }

    /// Who chooses an event card now or next, and who after him.
    pub(super) fn event_turns(&self) -> Markup {
        let seats = self.events_in_turn();
        let Some((next, after)) = seats.split_first() else {
            return html! { section #sc-queue .panel hidden {} };
        };
        let now = self.view.question == Frame::ChooseEvents;
        html! {
            section #sc-queue .panel aria-label="Who chooses an event card" { p #sc-event-turns {
                (self.emblem(*next)) " "
                strong { (self.seat_name(*next)) } (if now { " chooses an event card" } else { " is the next to choose an event card" })
                @for seat in after { span.soft { ", then " (self.seat_name(*seat)) } }
            } }
        }
    }

    /// How everybody stands and what the viewer has left, always in sight.
    pub(super) fn stock(&self) -> Markup {
        let view = self.view;
        if matches!(self.phase(), Phase::SetUp | Phase::Over) {
            return html! { section #sc-stock .panel hidden {} };
        }
        let mine = view.seats.iter().find(|sheet| view.me == Some(sheet.seat));
        html! {
            section #sc-stock .panel aria-label="Points and stock" {
                // SC-15.11: nothing is won by points in Galactic Conquest.
                @if !view.galactic { p.sc-standing { @for sheet in &view.seats {
                    span data-piece=[sheet.faction.map(|f| format!("points:{f}"))] title={ (self.seat_name(sheet.seat)) ": conquest points" } {
                        (self.emblem(sheet.seat)) span.hidden { (self.seat_name(sheet.seat)) " " } strong { (sheet.cp) } span.soft { " of " (sheet.target) }
                    }
                } } }
                @if let Some(sheet) = mine {
                    @let most = sheet.means.map(|n| n.min(sheet.pool));
                    p.sc-left title="Force mining included" {
                        span { strong { (sheet.pool) } (if sheet.pool == 1 { " worker pays" } else { " workers pay" }) }
                        span { "up to " strong { (most[0]) } (sign("minerals")) span.hidden { " minerals" } }
                        span { strong { (most[1]) } (sign("gas")) span.hidden { " gas" } }
                    }
                }
            }
        }
    }

    pub(super) fn turn_panel(&self) -> Markup {
        let view = self.view;
        let phase = self.phase();
        let planning = match view.question {
            Frame::Plan { cycle, .. } => format!("Planning {} of 4", cycle + 1),
            _ => "Planning".into(),
        };
        let steps = [
            (Phase::Planning, planning.as_str()),
            (Phase::Execution, if view.battle.is_some() { "Execution: battle" } else { "Execution" }),
            (Phase::Regrouping, "Regrouping"),
        ];
        let stage = ["I", "II", "III"][usize::from(view.stage.clamp(1, 3)) - 1];
        html! {
            section #sc-turn .panel.sc-panel.over[phase == Phase::Over] aria-label="Round" {
                p.sc-round data-round=(view.round) {
                    @if phase == Phase::SetUp { strong { "Setting up" } }
                    @else {
                        strong { "Round " (view.round) }
                        @if view.round_limit > 0 { span.soft { " of " (view.round_limit) } }
                    }
                }
                @if !matches!(phase, Phase::SetUp | Phase::Over) {
                    ol.sc-steps { @for (at, name) in steps {
                        li.done[at < phase] aria-current=[(at == phase).then_some("step")] { (name) }
                    } }
                }
                @if !matches!(phase, Phase::SetUp | Phase::Over) { p.sc-events title="The stage of the game is that of the top event card (SC-1.20)" {
                    "Event deck: stage " strong { (stage) } ", " (view.events) (if view.events == 1 { " card" } else { " cards" })
                    @if !view.galactic { " · End cards " strong { (view.ends) } " of 2" }
                } }
            }
        }
    }
}
