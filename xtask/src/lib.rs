//! What the chores are made of, where tests look into it.

pub mod matches;
pub mod mutants;
pub mod train;
