//! The flows that only a browser can break, in Chromium against the real program.

#[path = "flows/accounts.rs"]
mod accounts;
#[path = "flows/advice.rs"]
mod advice;
#[path = "flows/beats.rs"]
mod beats;
#[path = "flows/clocks.rs"]
mod clocks;
#[path = "flows/company.rs"]
mod company;
#[path = "flows/design.rs"]
mod design;
#[path = "flows/endings.rs"]
mod endings;
#[path = "flows/federation.rs"]
mod federation;
#[path = "flows/frames.rs"]
mod frames;
#[path = "flows/hand.rs"]
mod hand;
#[path = "flows/harness.rs"]
mod harness;
#[path = "flows/hosting.rs"]
mod hosting;
#[path = "flows/learn.rs"]
mod learn;
#[path = "flows/lobby.rs"]
mod lobby;
#[path = "flows/pages.rs"]
mod pages;
#[path = "flows/play.rs"]
mod play;
#[path = "flows/questions.rs"]
mod questions;
#[path = "flows/red_alert.rs"]
mod red_alert;
#[path = "flows/ringing.rs"]
mod ringing;
#[path = "flows/scenario_8.rs"]
mod scenario_8;
#[path = "flows/seats.rs"]
mod seats;
#[path = "flows/space_alert.rs"]
mod space_alert;
#[path = "flows/stage.rs"]
mod stage;
#[path = "flows/star_trek.rs"]
mod star_trek;
#[path = "flows/starcraft.rs"]
mod starcraft;
#[path = "flows/studies.rs"]
mod studies;
#[path = "flows/table.rs"]
mod table;
#[path = "flows/tournaments.rs"]
mod tournaments;
