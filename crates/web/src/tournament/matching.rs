//! Can all of some people be paired, when not everybody may meet everybody? Edmonds' method: a pairing grows along paths, and rings of odd length are
//! looked at as one.

/// People with those whom each may meet, and a pairing of them.
#[derive(Clone, Debug)]
pub struct Matching {
    may: Vec<Vec<bool>>,
    mate: Vec<Option<usize>>,
}

impl Matching {
    /// Pairs as many as can be: `may` says who may meet whom.
    pub fn new(n: usize, may: impl Fn(usize, usize) -> bool) -> Matching {
        let may = (0..n).map(|a| (0..n).map(|b| a != b && may(a, b)).collect()).collect();
        let mut all = Matching { may, mate: vec![None; n] };
        for person in 0..n {
            if all.mate[person].is_none() {
                all.grow(person);
            }
        }
        all
    }

    /// Has everybody somebody?
    pub fn is_perfect(&self) -> bool {
        self.mate.iter().all(Option::is_some)
    }

    /// How many have nobody?
    pub fn without(&self) -> usize {
        self.mate.iter().filter(|mate| mate.is_none()).count()
    }

    /// Finds somebody for whoever has nobody, others changing theirs. False if that cannot be.
    fn grow(&mut self, root: usize) -> bool {
        let n = self.may.len();
        let mut search = Search { from: vec![None; n], base: (0..n).collect(), seen: vec![false; n] };
        search.seen[root] = true;
        let mut queue = vec![root];
        let mut next = 0;
        while next < queue.len() {
            let person = queue[next];
            next += 1;
            for to in 0..n {
                let same = search.base[person] == search.base[to];
                if !self.may[person][to] || same || self.mate[person] == Some(to) {
                    continue;
                }
                let outer = self.mate[to].is_some_and(|mate| search.from[mate].is_some());
                if to == root || outer {
                    search.fold(&self.mate, person, to, &mut queue);
                } else if search.from[to].is_none() {
                    search.from[to] = Some(person);
                    match self.mate[to] {
                        Some(mate) => {
                            search.seen[mate] = true;
                            queue.push(mate);
                        }
                        None => {
                            self.change_along(&search.from, to);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn change_along(&mut self, from: &[Option<usize>], end: usize) {
        let mut at = Some(end);
        while let Some(person) = at {
            let before = from[person].expect("the path leads back to its root");
            at = self.mate[before];
            (self.mate[person], self.mate[before]) = (Some(before), Some(person));
        }
    }
}

/// A search from one person.
struct Search {
    from: Vec<Option<usize>>,
    base: Vec<usize>,
    seen: Vec<bool>,
}

impl Search {
    /// A ring of odd length becomes one.
    fn fold(&mut self, mate: &[Option<usize>], a: usize, b: usize, queue: &mut Vec<usize>) {
        let common = self.common(mate, a, b);
        let mut ring = vec![false; mate.len()];
        self.mark(mate, a, common, b, &mut ring);
        self.mark(mate, b, common, a, &mut ring);
        for person in 0..mate.len() {
            if ring[self.base[person]] {
                self.base[person] = common;
                if !self.seen[person] {
                    self.seen[person] = true;
                    queue.push(person);
                }
            }
        }
    }

    /// Where the ways from two people to the root come together.
    fn common(&self, mate: &[Option<usize>], a: usize, b: usize) -> usize {
        let mut passed = vec![false; mate.len()];
        let mut at = a;
        loop {
            at = self.base[at];
            passed[at] = true;
            match mate[at].and_then(|mate| self.from[mate]) {
                Some(before) => at = before,
                None => break,
            }
        }
        at = self.base[b];
        while !passed[at] {
            let before = mate[at].and_then(|mate| self.from[mate]);
            at = self.base[before.expect("both ways lead to the root")];
        }
        at
    }

    fn mark(&mut self, mate: &[Option<usize>], start: usize, common: usize, child: usize, ring: &mut [bool]) {
        let (mut at, mut child) = (start, child);
        while self.base[at] != common {
            let with = mate[at].expect("whoever is in a ring has somebody");
            ring[self.base[at]] = true;
            ring[self.base[with]] = true;
            self.from[at] = Some(child);
            child = with;
            at = self.from[with].expect("the ring leads back");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries everything: how many have nobody at least.
    fn without(may: &[Vec<bool>], left: u32) -> u32 {
        if left == 0 {
            return 0;
        }
        let a = left.trailing_zeros() as usize;
        let rest = left & !(1 << a);
        let with = (0..may.len()).filter(|b| rest >> b & 1 == 1 && may[a][*b]);
        with.map(|b| without(may, rest & !(1 << b))).chain([1 + without(may, rest)]).min().unwrap_or(0)
    }

    #[test]
    fn as_many_are_paired_as_can_be() {
        let mut luck: u64 = 5;
        let mut below = |n: u64| {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (luck >> 33) % n
        };
        let (mut found, mut none) = (0, 0);
        for case in 0..600 {
            let n = 1 + below(10) as usize;
            let often = 2 + case % 4;
            let mut may = vec![vec![false; n]; n];
            for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let meets = below(often) == 0;
                (may[a][b], may[b][a]) = (meets, meets);
            }
            let matching = Matching::new(n, |a, b| may[a][b]);
            assert_eq!(matching.without(), without(&may, (1u32 << n) - 1) as usize, "{may:?}");
            assert_eq!(matching.is_perfect(), matching.without() == 0);
            let count = if matching.is_perfect() { &mut found } else { &mut none };
            *count += 1;
        }
        assert!(found > 50 && none > 100, "{found} {none}");
    }
}
