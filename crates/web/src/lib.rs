//! The server of Klaxon: pages, boards, the line to each open page, and the API for programs.
//!
//! [`app`] is the whole server as a router that tests call without a port; [`serve`] puts it on one. Everything is
//! drawn from what a viewer may know ([`klaxon_catalog::Play`]), so that pages could not betray a secret if they tried.
//!
//! What happens to a click: the page's script sends it up its one WebSocket (`ws`), where it is read as hostile
//! input and matched with the seat's choices (`ui`); the table's lock is taken and the rules judge (`table`); the log
//! line goes to the store, and when it is durable the table's version rises; every open page draws its own view again
//! (`scene`, `boards`) and sends the regions that changed, which the browser morphs into place.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! use axum::{body::Body, http::Request};
//! use klaxon_web::{AppState, Config, app};
//! use tower::ServiceExt;
//!
//! let state = AppState::open(Config::default()).await.unwrap();
//! let answer = app(state).oneshot(Request::get("/healthz").body(Body::empty()).unwrap()).await.unwrap();
//! assert_eq!(answer.status(), 200);
//! # }
//! ```

mod academy;
mod accounts;
mod achievements;
mod address;
mod api;
mod app;
mod assets;
pub mod boards;
mod carry;
mod clubs;
mod company;
mod config;
mod door;
pub mod drawing;
mod ending;
mod errands;
mod error;
#[doc(hidden)]
pub mod fuzz;
mod guard;
mod keys;
mod lines;
mod lobby;
mod markdown;
mod metrics;
mod moderation;
mod notes;
mod opponents;
mod pages;
mod person;
mod phrase;
mod puzzlers;
pub mod ratings;
pub mod results;
mod review;
mod ringing;
mod scene;
#[cfg(test)]
mod secrecy;
mod shares;
mod show;
mod stage;
mod standings;
mod state;
mod studies;
mod table;
mod thinkers;
mod time;
mod tls;
mod tournament;
mod ui;
mod vacation;
mod wish;
mod ws;

pub use accounts::{SignUp, names::fold};
pub use address::{PublicUrl, network_address};
pub use app::app;
pub use config::Config;
pub use door::serve;
pub use errands::{SOCKET, ask, listen};
pub use error::Fault;
pub use moderation::{
    Order as ModerationOrder, reports::Context as ReportContext, until as imposed_until, words::Words,
};
pub use ringing::{Post, Settings as RingingSettings};
pub use state::{AppState, Shared};
pub use table::{
    check,
    host::{Errand, Seat as SeatSketch, Sketch, run},
    import,
};
pub use time::Wall;
pub use tls::Tls;
