//! Where things stand: hexes on a staggered grid, and disks on a continuous table.
//!
//! Integers only, so that every machine agrees on every line of sight and every collision. [`hex`] is the board of
//! Red Alert, [`plane`] the table of Star Trek: Red Alert!. What is deliberately not here: units, features and the
//! rules about them; a game asks these modules questions and owns the answers' meaning.
//!
//! ```
//! use klaxon_geometry::hex::Hex;
//! use klaxon_geometry::plane::{Heading, Point, heading_to};
//!
//! let e6: Hex = "E6".parse().unwrap();
//! assert_eq!(e6.distance("G6".parse().unwrap()), 2);
//!
//! let here = Point::new(10_000, 10_000);
//! assert_eq!(heading_to(here, Point::new(20_000, 20_000)), Some(Heading::new(450)));
//! ```

#![warn(missing_docs)]

pub mod hex;
pub mod plane;
mod sight;
mod sine;

pub use hex::{Hex, HexBoard};
pub use plane::{Disk, Heading, Point, Table};
pub use sight::{SightLine, sight_line};
