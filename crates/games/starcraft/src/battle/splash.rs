//! Step 8: splash damage (SC-9.37 to SC-9.44).

use crate::{
    ids::Unit,
    state::{Frame, StarCraft},
    turn::Cx,
};

impl StarCraft {
    /// SC-9.42: can the units that died of splash so far, and one more, each be given a card of its own? A set of
    /// units for which this holds can always be extended to the highest possible number of losses.
    pub(crate) fn splash_fits(&self, side: u8, more: Unit) -> bool {
        let battle = self.fight();
        let fighters = &battle.fighters[usize::from(side)];
        let died = |i: usize| battle.splashed[usize::from(side)] >> i & 1 == 1;
        let units: Vec<Unit> =
            (0..fighters.len()).filter(|i| died(*i)).map(|i| fighters[i].unit).chain([more]).collect();
        let marks: Vec<_> = battle.splash.iter().filter(|s| s.side == side).collect();
        // Kuhn's way to a matching: each unit looks for a card, pushing others on where needed.
        let mut taken: Vec<Option<usize>> = vec![None; marks.len()];
        fn place(
            unit: usize,
            fits: &dyn Fn(usize, usize) -> bool,
            tried: &mut [bool],
            taken: &mut [Option<usize>],
        ) -> bool {
            for mark in 0..taken.len() {
                if tried[mark] || !fits(unit, mark) {
                    continue;
                }
                tried[mark] = true;
                if taken[mark].is_none_or(|other| place(other, fits, tried, taken)) {
                    taken[mark] = Some(unit);
                    return true;
                }
            }
            false
        }
        let fits = |unit: usize, mark: usize| marks[mark].filter.fits(units[unit]);
        (0..units.len()).all(|unit| place(unit, &fits, &mut vec![false; marks.len()], &mut taken))
    }

    pub(crate) fn open_splash(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        // Nobody is asked when no card is left or no unit fits one (SC-9.43).
        if self.fight().splash.iter().all(|s| s.side != side) {
            return self.task(|_, _| {}, cx);
        }
        self.ask_or_force(Frame::Splash(side), cx)
    }
}
