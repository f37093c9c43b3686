//! What a panic said.

use std::any::Any;

/// What a caught panic said, for the log of whoever runs the program. It may speak of what is hidden, so it is not for players.
///
/// ```
/// let panic = std::panic::catch_unwind(|| panic!("seat {} is empty", 2)).unwrap_err();
/// assert_eq!(klaxon_core::panic_text(&*panic), "seat 2 is empty");
/// ```
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a fault in the program").to_owned()
}
