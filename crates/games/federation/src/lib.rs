//! Space Infantry: Federation.
mod action;
mod actions;
mod aliens;
mod combat;
pub mod data;
mod dice;
mod event;
mod game;
pub mod nouns;
mod politics;
mod query;
mod short;
mod state;
mod turn;
mod universal;
mod view;

pub use action::{Action, Deal, Spot, Target};
pub use combat::Fate;
pub use event::{Band, Cause, Event, LostResult, Twist};
pub use game::{Opening, Setup};
pub use politics::level_name;
pub use query::{Advantages, DiceCount};
pub use short::Short;
pub use state::{
    Bag, Battle, CARDS, Card, CardAt, Contest, Difficulty, End, Federation, FleetAt, GATE, PIECES, Pace,
    Purpose, Roll, Sealed, Shift, Table, Task,
};
pub use view::View;
