//! Which hexes a straight line between two hex centres crosses, and which it only grazes along a side.

use crate::hex::Hex;

/// What a line of sight meets on its way; both ends left out. Each list is in the order of reading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SightLine {
    /// Hexes that the line crosses: any one that is obstructed blocks it.
    pub through: Vec<Hex>,
    /// Hexes on the left hand that the line grazes along a side.
    pub left: Vec<Hex>,
    /// Hexes on the right hand that the line grazes along a side.
    pub right: Vec<Hex>,
}

impl SightLine {
    /// Is sight open? RA-11.8: blocked if a crossed hex is obstructed, or if there is an obstruction on each side,
    /// which need not face each other (RA-11.9).
    pub fn is_open(&self, obstructed: impl Fn(Hex) -> bool) -> bool {
        let any = |hexes: &[Hex]| hexes.iter().any(|&h| obstructed(h));
        let blocked = any(&self.through) || (any(&self.left) && any(&self.right));
        !blocked
    }
}

/// The line of sight between any two hexes, hexes off the board such as half-hexes included.
///
/// ```
/// use klaxon_geometry::sight_line;
///
/// let line = sight_line("G6".parse().unwrap(), "E6".parse().unwrap());
/// assert!(line.through.is_empty());
/// assert_eq!((line.left[0].to_string(), line.right[0].to_string()), ("F5".into(), "F6".into()));
/// ```
pub fn sight_line(a: Hex, b: Hex) -> SightLine {
    let mut line = SightLine::default();
    let range = a.distance(b);
    if range < 2 {
        return line;
    }
    let ((ax, ay), (bx, by)) = (a.centre(), b.centre());
    let radius = u8::try_from(range - 1).expect("hexes of one board are near each other");
    for hex in a.disk(radius).filter(|&h| h != a && h.distance(b) < range) {
        // On which side of the line each corner lies; y runs down, so that the right hand is positive.
        let sides = hex.corners().map(|(x, y)| ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).signum());
        let on = |side: i32| sides.iter().filter(|&&s| s == side).count();
        match (on(-1), on(0), on(1)) {
            (l, _, r) if l > 0 && r > 0 => line.through.push(hex),
            (_, 2, 0) => line.left.push(hex),
            (0, 2, _) => line.right.push(hex),
            // Touched at a corner or not at all.
            _ => {}
        }
    }
    line
}
