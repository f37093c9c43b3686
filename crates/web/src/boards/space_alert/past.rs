//! What the viewer has heard: when the script started, what the last step brought, which cards did nothing.

use klaxon_core::{Known, Line, Millis, Words};
use klaxon_space_alert::{Event, Happening, Plan, SpaceAlert, Station, Why};

/// What the viewer has heard.
#[derive(Default)]
pub struct Past {
    /// The table's clock when it was opened, on the world's clock.
    pub opened: Option<Millis>,
    /// The last step's time on the table's clock.
    pub now: Option<Millis>,
    /// What happened on the ship in the last step.
    pub last: Vec<Happening>,
    /// The sentences of the last step.
    pub lines: Vec<Line>,
    /// The number of the last step.
    pub step: u32,
    /// Cards that did nothing: whose (place in the crew order), in which turn, why.
    pub wasted: Vec<(u8, u8, Why)>,
    /// Announcements, newest last, with their step.
    pub captions: Vec<(u32, Line)>,
    /// Who points where, in the last few steps.
    pub pings: Vec<(u32, u8, Station)>,
}

/// Older pings are forgotten.
const PINGS_LAST: u32 = 6;

impl Past {
    /// What a viewer of a table has heard.
    pub fn of(known: &Known<'_, SpaceAlert>) -> Past {
        let mut past = Past { step: known.step, opened: known.opened, now: known.now, ..Past::default() };
        let mut turn = 0;
        for &(step, event) in &known.heard {
            if step == past.step && step > 0 {
                past.lines.push(SpaceAlert::line(event));
            }
            match event {
                Event::Ship(happening) => {
                    if let Happening::TurnBegins { turn: now } = happening {
                        turn = *now;
                    } else if let Happening::Wasted { who, why, .. } = happening {
                        past.wasted.push((who.place, turn, *why));
                    }
                    if step == past.step {
                        past.last.push(*happening);
                    }
                }
                Event::Plan(plan) => past.planned(step, plan, event),
                // A new mission of a campaign begins with clean boards.
                Event::LevelsAre(_) => {
                    past.wasted.clear();
                    past.captions.clear();
                }
                Event::Revealed { .. }
                | Event::Logged(_)
                | Event::Proposes { .. }
                | Event::SquadAt(_)
                | Event::WantsToGoOn { .. }
                | Event::Recovers(_)
                | Event::RepairsTile { .. }
                | Event::RepairsSquad(_)
                | Event::RepairsNothing(_) => {}
            }
        }
        past
    }

    fn planned(&mut self, step: u32, plan: &Plan, event: &Event) {
        match plan {
            Plan::Alert
            | Plan::Threat { .. }
            | Plan::Unconfirmed { .. }
            | Plan::NoThreatLeft { .. }
            | Plan::IncomingData
            | Plan::TransferBegins
            | Plan::TransferCountdown
            | Plan::TransferEnds
            | Plan::Silence { .. }
            | Plan::Warning { .. }
            | Plan::PhaseEnds { .. }
            | Plan::MissionComplete
            | Plan::RoundOver
            | Plan::Paused { .. } => self.captions.push((step, SpaceAlert::line(event))),
            Plan::Ping { who, station } if step + PINGS_LAST > self.step => {
                self.pings.push((step, who.place, *station));
            }
            Plan::Ready { .. }
            | Plan::Placed { .. }
            | Plan::Laid { .. }
            | Plan::Flipped { .. }
            | Plan::TookBack { .. }
            | Plan::Swapped { .. }
            | Plan::NextPhase { .. }
            | Plan::PickedUp { .. }
            | Plan::AndroidCard { .. }
            | Plan::DrewCard { .. }
            | Plan::Drew { .. }
            | Plan::GaveCard { .. }
            | Plan::Gave { .. }
            | Plan::EndsRound { .. }
            | Plan::PauseVote { .. }
            | Plan::Figure { .. }
            | Plan::Ping { .. }
            | Plan::Mark { .. }
            | Plan::Says { .. } => {}
        }
    }
}
