//! Pairs everybody at the least cost, when not everybody may meet everybody and some pairs are dearer than others: Edmonds' method with prices.
//! Everybody has a price, and so has every ring of odd length that is looked at as one; a pair is found once its prices come to what it is worth.

use std::collections::VecDeque;

/// Who meets whom at the least cost, and what it comes to. Nothing where all cannot be paired.
pub fn cheapest(n: usize, cost: impl Fn(usize, usize) -> Option<u128>) -> Option<(u128, Vec<usize>)> {
    let costs: Vec<Vec<Option<u128>>> = (0..n)
        .map(|a| (0..n).map(|b| if a == b { None } else { cost(a.min(b), a.max(b)) }).collect())
        .collect();
    let dearest = costs.iter().flatten().flatten().max().copied().unwrap_or(0);
    // So much that one pair more is worth whatever it costs.
    let worth = (dearest as i128 + 1) * (n as i128 + 1);
    let mut market = Market::new(n, |a, b| costs[a][b].map_or(0, |cost| worth - cost as i128));
    while market.pair_two_more() {}
    let mates: Vec<usize> = (1..=n).map(|one| market.mate[one].checked_sub(1)).collect::<Option<_>>()?;
    let twice: u128 = (0..n).map(|one| costs[one][mates[one]].unwrap_or(0)).sum();
    Some((twice / 2, mates))
}

/// Two people who may meet, and what that is worth; nothing where they may not. Between rings: by whom of theirs they would.
#[derive(Clone, Copy, Default)]
struct Edge {
    one: usize,
    two: usize,
    worth: i128,
}

/// Where a person or a ring stands in a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Not reached yet.
    Away,
    /// At an even distance from whoever has nobody.
    Outer,
    /// At an odd one.
    Inner,
}

/// People are counted from 1, rings come after them, and 0 is nobody.
struct Market {
    people: usize,
    /// The last ring.
    last: usize,
    edges: Vec<Vec<Edge>>,
    /// Twice what they would pay, so that it stays whole.
    price: Vec<i128>,
    mate: Vec<usize>,
    /// The person outside by whom it is reached most cheaply.
    nearest: Vec<usize>,
    /// The outermost ring that they are in; themselves if in none; nobody for a ring that is no more.
    within: Vec<usize>,
    /// Whence a search came.
    from: Vec<usize>,
    /// Of a ring, in which of its parts each person is.
    part: Vec<Vec<usize>>,
    side: Vec<Side>,
    ring: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    passed: Vec<usize>,
    search: usize,
}

impl Market {
    fn new(people: usize, worth: impl Fn(usize, usize) -> i128) -> Market {
        // Rings within rings: there are never more than half as many as people.
        let all = people + people / 2 + 2;
        let mut edges = vec![vec![Edge::default(); all]; all];
        for (one, row) in edges.iter_mut().enumerate() {
            for (two, edge) in row.iter_mut().enumerate() {
                let both = (1..=people).contains(&one) && (1..=people).contains(&two);
                let worth = if both && one != two { worth(one - 1, two - 1) } else { 0 };
                *edge = Edge { one, two, worth };
            }
        }
        let most = edges.iter().flatten().map(|edge| edge.worth).max().unwrap_or(0);
        let mut part = vec![vec![0; people + 1]; all];
        (1..=people).for_each(|one| part[one][one] = one);
        Market {
            people,
            last: people,
            edges,
            price: (0..all).map(|i| if (1..=people).contains(&i) { most } else { 0 }).collect(),
            mate: vec![0; all],
            nearest: vec![0; all],
            within: (0..all).map(|i| if i <= people { i } else { 0 }).collect(),
            from: vec![0; all],
            part,
            side: vec![Side::Away; all],
            ring: vec![Vec::new(); all],
            queue: VecDeque::new(),
            passed: vec![0; all],
            search: 0,
        }
    }

    /// What two lack until they may be paired.
    fn lacks(&self, edge: Edge) -> i128 {
        self.price[edge.one] + self.price[edge.two] - 2 * self.edges[edge.one][edge.two].worth
    }

    fn note_nearest(&mut self, person: usize, to: usize) {
        let known = self.nearest[to];
        if known == 0 || self.lacks(self.edges[person][to]) < self.lacks(self.edges[known][to]) {
            self.nearest[to] = person;
        }
    }

    fn look_for_nearest(&mut self, to: usize) {
        self.nearest[to] = 0;
        for person in 1..=self.people {
            let outer = self.within[person] != to && self.side[self.within[person]] == Side::Outer;
            if self.edges[person][to].worth > 0 && outer {
                self.note_nearest(person, to);
            }
        }
    }

    /// All people of a part wait to be looked at.
    fn wait(&mut self, part: usize) {
        if part <= self.people {
            self.queue.push_back(part);
        } else {
            for inner in self.ring[part].clone() {
                self.wait(inner);
            }
        }
    }

    fn put_within(&mut self, part: usize, ring: usize) {
        self.within[part] = ring;
        if part > self.people {
            for inner in self.ring[part].clone() {
                self.put_within(inner, ring);
            }
        }
    }

    /// At which place of a ring a part stands, the way round it that has an even length.
    fn even_place(&mut self, ring: usize, part: usize) -> usize {
        let place = self.ring[ring].iter().position(|inner| *inner == part).expect("it is in the ring");
        if place % 2 == 0 {
            return place;
        }
        self.ring[ring][1..].reverse();
        self.ring[ring].len() - place
    }

    fn pair_up(&mut self, one: usize, two: usize) {
        let edge = self.edges[one][two];
        self.mate[one] = edge.two;
        if one <= self.people {
            return;
        }
        let part = self.part[one][edge.one];
        let place = self.even_place(one, part);
        for i in 0..place {
            let (a, b) = (self.ring[one][i], self.ring[one][i ^ 1]);
            self.pair_up(a, b);
        }
        self.pair_up(part, two);
        self.ring[one].rotate_left(place);
    }

    /// Changes who is with whom, from here back to whoever had nobody.
    fn change_back(&mut self, mut one: usize, mut two: usize) {
        loop {
            let before = self.within[self.mate[one]];
            self.pair_up(one, two);
            if before == 0 {
                return;
            }
            let further = self.within[self.from[before]];
            self.pair_up(before, further);
            (one, two) = (further, before);
        }
    }

    /// Where two ways back come together; nobody if they do not.
    fn common(&mut self, mut one: usize, mut two: usize) -> usize {
        self.search += 1;
        while one != 0 || two != 0 {
            if one != 0 {
                if self.passed[one] == self.search {
                    return one;
                }
                self.passed[one] = self.search;
                one = self.within[self.mate[one]];
                if one != 0 {
                    one = self.within[self.from[one]];
                }
            }
            std::mem::swap(&mut one, &mut two);
        }
        0
    }

    /// From here on a ring is looked at as one.
    fn close_ring(&mut self, one: usize, common: usize, two: usize) {
        let free = (self.people + 1..=self.last).find(|ring| self.within[*ring] == 0);
        let ring = free.unwrap_or(self.last + 1);
        self.last = self.last.max(ring);
        self.price[ring] = 0;
        self.side[ring] = Side::Outer;
        self.mate[ring] = self.mate[common];
        let mut parts = vec![common];
        for (i, start) in [one, two].into_iter().enumerate() {
            let mut at = start;
            while at != common {
                let with = self.within[self.mate[at]];
                parts.extend([at, with]);
                self.wait(with);
                at = self.within[self.from[with]];
            }
            if i == 0 {
                parts[1..].reverse();
            }
        }
        self.ring[ring].clone_from(&parts);
        self.put_within(ring, ring);
        for other in 1..=self.last {
            self.edges[ring][other].worth = 0;
            self.edges[other][ring].worth = 0;
        }
        self.part[ring].fill(0);
        for part in parts {
            for other in 1..=self.last {
                let nearer = self.edges[ring][other].worth == 0
                    || self.lacks(self.edges[part][other]) < self.lacks(self.edges[ring][other]);
                if nearer {
                    self.edges[ring][other] = self.edges[part][other];
                    self.edges[other][ring] = self.edges[other][part];
                }
            }
            for person in 1..=self.people {
                if self.part[part][person] != 0 {
                    self.part[ring][person] = part;
                }
            }
        }
        self.look_for_nearest(ring);
    }

    /// A ring that pays nothing any more is its parts again.
    fn open_ring(&mut self, ring: usize) {
        let parts = self.ring[ring].clone();
        for part in &parts {
            self.put_within(*part, *part);
        }
        let entered = self.part[ring][self.edges[ring][self.from[ring]].one];
        let place = self.even_place(ring, entered);
        let parts = self.ring[ring].clone();
        for i in (0..place).step_by(2) {
            let (inner, outer) = (parts[i], parts[i + 1]);
            self.from[inner] = self.edges[outer][inner].one;
            (self.side[inner], self.side[outer]) = (Side::Inner, Side::Outer);
            self.nearest[inner] = 0;
            self.look_for_nearest(outer);
            self.wait(outer);
        }
        self.side[entered] = Side::Inner;
        self.from[entered] = self.from[ring];
        for part in &parts[place + 1..] {
            self.side[*part] = Side::Away;
            self.look_for_nearest(*part);
        }
        self.within[ring] = 0;
    }

    /// Two who may be paired by their prices. True where that makes one pair more.
    fn found(&mut self, edge: Edge) -> bool {
        let (one, two) = (self.within[edge.one], self.within[edge.two]);
        match self.side[two] {
            Side::Away => {
                self.from[two] = edge.one;
                self.side[two] = Side::Inner;
                let next = self.within[self.mate[two]];
                (self.nearest[two], self.nearest[next]) = (0, 0);
                self.side[next] = Side::Outer;
                self.wait(next);
                false
            }
            Side::Outer => {
                let common = self.common(one, two);
                if common == 0 {
                    self.change_back(one, two);
                    self.change_back(two, one);
                    return true;
                }
                self.close_ring(one, common, two);
                false
            }
            Side::Inner => false,
        }
    }

    fn outermost(&self, part: usize) -> bool {
        self.within[part] == part
    }

    /// Looks from all who have nobody for a way to pair two more.
    fn pair_two_more(&mut self) -> bool {
        self.side.fill(Side::Away);
        self.nearest.fill(0);
        self.queue.clear();
        for part in 1..=self.last {
            if self.outermost(part) && self.mate[part] == 0 {
                self.from[part] = 0;
                self.side[part] = Side::Outer;
                self.wait(part);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(person) = self.queue.pop_front() {
                if self.side[self.within[person]] == Side::Inner {
                    continue;
                }
                for other in 1..=self.people {
                    let edge = self.edges[person][other];
                    if edge.worth > 0 && self.within[person] != self.within[other] {
                        if self.lacks(edge) > 0 {
                            self.note_nearest(person, self.within[other]);
                        } else if self.found(edge) {
                            return true;
                        }
                    }
                }
            }
            if !self.change_prices() {
                return false;
            }
            for part in 1..=self.last {
                let near = self.nearest[part];
                if self.outermost(part) && near != 0 && self.within[near] != part {
                    let edge = self.edges[near][part];
                    if self.lacks(edge) == 0 && self.found(edge) {
                        return true;
                    }
                }
            }
            for ring in self.people + 1..=self.last {
                if self.outermost(ring) && self.side[ring] == Side::Inner && self.price[ring] == 0 {
                    self.open_ring(ring);
                }
            }
        }
    }

    /// Those outside pay less and those inside more, until something can be done again. False where nobody would pay anything.
    fn change_prices(&mut self) -> bool {
        let outer = (1..=self.last).filter(|part| self.outermost(*part));
        let steps = outer.filter_map(|part| {
            let near = self.nearest[part];
            let lacks = (near != 0).then(|| self.lacks(self.edges[near][part]));
            match self.side[part] {
                Side::Inner => (part > self.people).then(|| self.price[part] / 2),
                Side::Away => lacks,
                Side::Outer => lacks.map(|lacks| lacks / 2),
            }
        });
        let step = steps.min();
        let poorest = (1..=self.people).filter(|one| self.side[self.within[*one]] == Side::Outer);
        let poorest = poorest.map(|one| self.price[one]).min();
        let Some(step) = step.filter(|step| poorest.is_none_or(|poorest| poorest > *step)) else {
            return false;
        };
        for one in 1..=self.people {
            match self.side[self.within[one]] {
                Side::Outer => self.price[one] -= step,
                Side::Inner => self.price[one] += step,
                Side::Away => {}
            }
        }
        for ring in self.people + 1..=self.last {
            if self.outermost(ring) {
                match self.side[ring] {
                    Side::Outer => self.price[ring] += 2 * step,
                    Side::Inner => self.price[ring] -= 2 * step,
                    Side::Away => {}
                }
            }
        }
        self.queue.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries everything.
    fn least(costs: &[Vec<Option<u128>>], left: u32) -> Option<u128> {
        if left == 0 {
            return Some(0);
        }
        let a = left.trailing_zeros() as usize;
        let with = |b: usize| Some(costs[a][b]? + least(costs, left & !(1 << a) & !(1 << b))?);
        (0..costs.len()).filter(|b| *b != a && left >> b & 1 == 1).filter_map(with).min()
    }

    #[test]
    fn nobody_pairs_everybody_for_less() {
        let mut luck: u64 = 3;
        let mut below = |n: u64| {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (luck >> 33) % n
        };
        let (mut found, mut none) = (0, 0);
        for case in 0..4000 {
            let n = 2 + 2 * below(6) as usize;
            let (often, dear) = (2 + case % 5, [1, 2, 3, 40, 1 << 50][case as usize / 5 % 5]);
            let mut costs = vec![vec![None; n]; n];
            for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let cost = (below(often) > 0).then(|| u128::from(below(dear)));
                (costs[a][b], costs[b][a]) = (cost, cost);
            }
            let told = cheapest(n, |a, b| costs[a][b]);
            assert_eq!(told.as_ref().map(|(cost, _)| *cost), least(&costs, (1 << n) - 1), "{costs:?}");
            let Some((cost, mates)) = told else {
                none += 1;
                continue;
            };
            found += 1;
            assert!((0..n).all(|one| mates[one] != one && mates[mates[one]] == one));
            let sum: u128 = (0..n).map(|one| costs[one][mates[one]].unwrap()).sum();
            assert_eq!(sum, 2 * cost);
        }
        assert!(found > 1000 && none > 300, "{found} {none}");
    }
}
