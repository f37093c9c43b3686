#![doc = include_str!("parley.md")]

use klaxon_core::*;
use serde::{Deserialize, Serialize};

/// The whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parley {
    places: Vec<Place>,
    /// The top card is the last.
    deck: Vec<u8>,
    spent: Vec<u8>,
    round: u8,
    rounds: u8,
    leader: Option<Seat>,
    /// Seats that may still object, the next one last: an interrupt on top of the round.
    pending: Vec<Seat>,
    deadline: Option<Millis>,
    /// Lets [`Action::Faint`] through, for tests of what a broken rule does to a table.
    faulty: bool,
    edition: Later<Edition>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Place {
    hand: Vec<u8>,
    bid: Bid,
    score: u8,
    may_object: bool,
    peeked: bool,
    knows_top: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Bid {
    None,
    Held(u8),
    Sealed(u8),
    Shown(u8),
}

/// Rounds, seats, clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Two or three.
    pub seats: u8,
    /// One to three.
    pub rounds: u8,
    /// Milliseconds for the bids of a round.
    pub clock: Option<Millis>,
    /// Lets [`Action::Faint`] through, and `check` panics at a card that no game has.
    pub faulty: bool,
    /// The edition of the rules.
    #[serde(default)]
    pub edition: Edition,
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Picks a card up.
    Pick(u8),
    /// Makes the picked card the bid.
    Seal,
    /// Looks at the top card.
    Peek,
    /// Objects to the leader.
    Object,
    /// Does not.
    Pass,
    /// A fault in the rules: passes `check` at a faulty table and panics in `apply`. Never among the choices.
    Faint,
}

/// What happened. A card is left out for those who may not see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub enum Event {
    Drew { who: Seat, card: Option<u8> },
    Picked { who: Seat, card: u8 },
    Sealed { who: Seat },
    Peeked { who: Seat, card: Option<u8> },
    TimeIsUp,
    Shown { bids: Vec<u8>, leader: Seat },
    Objected { who: Seat, against: Seat, face: u32, struck: bool },
    Passed { who: Seat },
    Scored { who: Seat, points: u8 },
}

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)]
pub struct View {
    pub round: u8,
    pub rounds: u8,
    /// The first die face, from 0, that strikes a bid.
    pub strikes: u32,
    pub scores: Vec<u8>,
    pub may_object: Vec<bool>,
    pub peeked: Vec<bool>,
    /// How many cards each seat holds that are not sealed.
    pub cards: Vec<usize>,
    pub hands: Vec<Option<Vec<u8>>>,
    pub bids: Vec<Option<u8>>,
    pub sealed: Vec<bool>,
    pub top: Option<u8>,
    pub deck: usize,
    pub spent: Vec<u8>,
    pub leader: Option<Seat>,
    pub to_act: SeatSet,
    pub deadline: Option<Millis>,
    pub end: Option<String>,
}

const NAMES: [&str; 3] = ["Ada", "Ben", "Cleo"];

impl Parley {
    fn is_over(&self) -> bool {
        self.round > self.rounds
    }

    /// PY-3.2: a die face from here on strikes the bid (counted from 0).
    fn strikes(&self) -> u32 {
        if *self.edition >= Edition::SECOND { 3 } else { 4 }
    }

    fn place(&self, seat: Seat) -> &Place {
        &self.places[seat.index()]
    }

    fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.places.len() as u8).map(Seat)
    }

    fn draw(&mut self, who: Seat, tell: &mut Tell<Event>) {
        let Some(card) = self.deck.pop() else { return };
        self.places.iter_mut().for_each(|p| p.knows_top = false);
        let hand = &mut self.places[who.index()].hand;
        hand.push(card);
        hand.sort_unstable();
        tell.reveal_to(SeatSet::only(who), Event::Drew { who, card: Some(card) });
        tell.others(SeatSet::only(who), Event::Drew { who, card: None });
    }

    fn show_when_sealed(&mut self, chance: &mut Chance, tell: &mut Tell<Event>) {
        let sealed = |p: &Place| if let Bid::Sealed(card) = p.bid { Some(card) } else { None };
        let Some(bids) = self.places.iter().map(sealed).collect::<Option<Vec<u8>>>() else { return };
        let top = *bids.iter().max().expect("a table has seats");
        let tied: Vec<Seat> = self.all_seats().filter(|s| bids[s.index()] == top).collect();
        // PY-3.1: six faces part evenly among two or three.
        let leader = if tied.len() == 1 { tied[0] } else { tied[chance.roll(6) as usize % tied.len()] };
        for (place, &card) in self.places.iter_mut().zip(&bids) {
            place.bid = Bid::Shown(card);
        }
        self.leader = Some(leader);
        self.pending =
            self.all_seats().filter(|&s| s != leader && self.place(s).may_object).collect::<Vec<_>>();
        self.pending.reverse();
        tell.reveal(Event::Shown { bids, leader });
        if self.pending.is_empty() {
            self.end_round(tell);
        }
    }

    fn end_round(&mut self, tell: &mut Tell<Event>) {
        if let Some(who) = self.leader.take()
            && let Bid::Shown(points) = self.place(who).bid
        {
            self.places[who.index()].score += points;
            tell.all(Event::Scored { who, points });
        }
        for place in &mut self.places {
            if let Bid::Shown(card) = std::mem::replace(&mut place.bid, Bid::None) {
                self.spent.push(card);
            }
        }
        self.spent.sort_unstable();
        for seat in self.all_seats() {
            self.draw(seat, tell);
        }
        self.round += 1;
        self.deadline = self.deadline.map(|d| d + 60_000);
    }
}

impl Game for Parley {
    const ID: &'static str = "parley";
    const REVISIONS: &'static [Revision] =
        &[Revision { rules: &[rule!("PY-3.2")], text: "An objection strikes on a 4 as well." }];
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<Parley, Refusal> {
        if !(2..=3).contains(&setup.seats) || !(1..=3).contains(&setup.rounds) {
            return Err(Refusal::illegal(rule!("PY-1.1"), "two or three seats play one to three rounds"));
        }
        let mut deck: Vec<u8> = (0..20).map(|i| i % 5 + 1).collect();
        chance.shuffle(&mut deck);
        let (hand, bid) = (Vec::new(), Bid::None);
        let place = Place { hand, bid, score: 0, may_object: true, peeked: false, knows_top: false };
        let mut game = Parley {
            places: vec![place; usize::from(setup.seats)],
            deck,
            spent: Vec::new(),
            round: 1,
            rounds: setup.rounds,
            leader: None,
            pending: Vec::new(),
            deadline: setup.clock,
            faulty: setup.faulty,
            edition: Later(setup.edition),
        };
        for seat in game.all_seats().flat_map(|s| [s; 3]) {
            game.draw(seat, tell);
        }
        Ok(game)
    }

    fn edition(&self) -> Edition {
        *self.edition
    }

    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        self.edition = Later(to);
        Ok(())
    }

    fn seats(&self) -> usize {
        self.places.len()
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::NONE;
        }
        match self.pending.last() {
            Some(&seat) => SeatSet::only(seat),
            None => {
                self.all_seats().filter(|&s| matches!(self.place(s).bid, Bid::None | Bid::Held(_))).collect()
            }
        }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if !self.to_act().has(seat) {
            return Vec::new();
        }
        if !self.pending.is_empty() {
            return vec![Action::Object, Action::Pass];
        }
        let place = self.place(seat);
        if let Bid::Held(_) = place.bid {
            return vec![Action::Seal];
        }
        let mut choices: Vec<Action> = place.hand.iter().map(|&card| Action::Pick(card)).collect();
        choices.dedup();
        if !place.peeked && !self.deck.is_empty() {
            choices.push(Action::Peek);
        }
        choices
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.to_act().has(seat) {
            return Err(Refusal::not_asked("it is not your turn"));
        }
        let (place, objecting) = (self.place(seat), !self.pending.is_empty());
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        match action {
            Action::Pick(u8::MAX) if self.faulty => panic!("a judge of Parley is broken"),
            Action::Pick(_) | Action::Peek | Action::Seal if objecting => {
                no(rule!("PY-3.1"), "the bids are shown: object or pass")
            }
            Action::Object | Action::Pass if !objecting => {
                no(rule!("PY-3.1"), "there is no bid to object to yet")
            }
            Action::Pick(_) | Action::Peek if place.bid != Bid::None => {
                no(rule!("PY-2.2"), "seal the card that you picked")
            }
            Action::Pick(card) if !place.hand.contains(card) => {
                no(rule!("PY-2.1"), "that card is not in your hand")
            }
            Action::Peek if place.peeked => no(rule!("PY-2.3"), "you have peeked already"),
            Action::Peek if self.deck.is_empty() => no(rule!("PY-2.3"), "the deck is empty"),
            Action::Seal if place.bid == Bid::None => no(rule!("PY-2.2"), "pick a card first"),
            Action::Faint if !self.faulty => Err(Refusal::malformed("nobody faints at this table")),
            Action::Pick(_) | Action::Peek | Action::Seal | Action::Object | Action::Pass | Action::Faint => {
                Ok(())
            }
        }
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        let (who, only) = (seat, SeatSet::only(seat));
        let top = self.deck.last().copied();
        let place = &mut self.places[seat.index()];
        match action {
            Action::Pick(card) => {
                place.hand.remove(place.hand.iter().position(|c| c == card).expect("checked"));
                place.bid = Bid::Held(*card);
                tell.only(only, Event::Picked { who, card: *card });
            }
            Action::Seal => {
                let Bid::Held(card) = place.bid else { panic!("checked") };
                place.bid = Bid::Sealed(card);
                tell.all(Event::Sealed { who });
                self.show_when_sealed(chance, tell);
            }
            Action::Peek => {
                (place.peeked, place.knows_top) = (true, true);
                tell.reveal_to(only, Event::Peeked { who, card: top });
                tell.others(only, Event::Peeked { who, card: None });
            }
            Action::Object => {
                place.may_object = false;
                self.pending.pop();
                let (face, against) = (chance.roll(6), self.leader.expect("somebody leads"));
                let struck = face >= self.strikes();
                tell.all(Event::Objected { who, against, face, struck });
                if struck {
                    self.pending.clear();
                    self.leader = None;
                }
                if self.pending.is_empty() {
                    self.end_round(tell);
                }
            }
            Action::Pass => {
                self.pending.pop();
                tell.all(Event::Passed { who });
                if self.pending.is_empty() {
                    self.end_round(tell);
                }
            }
            Action::Faint => panic!("a rule of Parley is broken"),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let sees = |seat: Seat| match viewer {
            Viewer::Seat(me) => me == seat,
            Viewer::Watcher => false,
            Viewer::Everything => true,
        };
        let of = |f: &dyn Fn(Seat, &Place) -> Option<u8>| {
            self.all_seats().map(|s| f(s, self.place(s))).collect::<Vec<_>>()
        };
        let sees_top =
            self.all_seats().any(|s| sees(s) && self.place(s).knows_top) || viewer == Viewer::Everything;
        View {
            round: self.round,
            rounds: self.rounds,
            strikes: self.strikes(),
            scores: self.places.iter().map(|p| p.score).collect(),
            may_object: self.places.iter().map(|p| p.may_object).collect(),
            peeked: self.places.iter().map(|p| p.peeked).collect(),
            cards: self
                .places
                .iter()
                .map(|p| p.hand.len() + usize::from(matches!(p.bid, Bid::Held(_))))
                .collect(),
            hands: self.all_seats().map(|s| sees(s).then(|| self.place(s).hand.clone())).collect(),
            bids: of(&|seat, place| match place.bid {
                Bid::None => None,
                Bid::Held(card) | Bid::Sealed(card) => sees(seat).then_some(card),
                Bid::Shown(card) => Some(card),
            }),
            sealed: self.places.iter().map(|p| matches!(p.bid, Bid::Sealed(_) | Bid::Shown(_))).collect(),
            top: self.deck.last().copied().filter(|_| sees_top),
            deck: self.deck.len(),
            spent: self.spent.clone(),
            leader: self.leader,
            to_act: self.to_act(),
            deadline: self.alarm(),
            end: self.outcome().map(|o| o.text),
        }
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> Parley {
        let mut game = self.clone();
        let known_top = if self.place(seat).knows_top { game.deck.pop() } else { None };
        let deck = game.deck.len();
        let mut pool = std::mem::take(&mut game.deck);
        for other in self.all_seats().filter(|&s| s != seat) {
            let place = &mut game.places[other.index()];
            pool.append(&mut place.hand);
            if let Bid::Held(card) | Bid::Sealed(card) = place.bid {
                pool.push(card);
            }
        }
        chance.shuffle(&mut pool);
        for other in self.all_seats().filter(|&s| s != seat) {
            let (old, place) = (self.place(other), &mut game.places[other.index()]);
            place.hand = pool.split_off(pool.len() - old.hand.len());
            match old.bid {
                // Whether an unsealed card is picked up already is a secret too.
                Bid::Held(_) if chance.below(2) == 0 => {
                    place.hand.push(pool.pop().expect("as many as before"));
                    place.bid = Bid::None;
                }
                Bid::None if self.to_act().has(other) && self.pending.is_empty() && chance.below(2) == 0 => {
                    place.bid = Bid::Held(place.hand.pop().expect("a bidder has cards"));
                }
                Bid::Held(_) => place.bid = Bid::Held(pool.pop().expect("as many as before")),
                Bid::Sealed(_) => place.bid = Bid::Sealed(pool.pop().expect("as many as before")),
                Bid::None | Bid::Shown(_) => {}
            }
            place.hand.sort_unstable();
        }
        assert_eq!(pool.len(), deck, "what is left is the deck");
        game.deck = pool;
        game.deck.extend(known_top);
        game
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let best = self.places.iter().map(|p| p.score).max()?;
        let first: SeatSet = self.all_seats().filter(|&s| self.place(s).score == best).collect();
        let draw = first.len() > 1;
        let text = match first.iter().next() {
            Some(seat) if !draw => format!("{} wins with {best} points", NAMES[seat.index()]),
            _ => format!("a draw at {best} points"),
        };
        Some(Outcome { winners: if draw { SeatSet::NONE } else { first }, draw, text, score: None })
    }

    fn alarm(&self) -> Option<Millis> {
        self.deadline.filter(|_| !self.is_over() && self.pending.is_empty())
    }

    fn on_clock(&mut self, now: Millis, chance: &mut Chance, tell: &mut Tell<Event>) {
        if self.alarm().is_none_or(|alarm| alarm > now) {
            return;
        }
        tell.all(Event::TimeIsUp);
        for place in &mut self.places {
            place.bid = match place.bid {
                Bid::None => Bid::Sealed(place.hand.remove(0)),
                Bid::Held(card) => Bid::Sealed(card),
                Bid::Sealed(card) | Bid::Shown(card) => Bid::Sealed(card),
            };
        }
        self.show_when_sealed(chance, tell);
    }

    fn audit(&self) -> Result<(), String> {
        let mut cards: Vec<u8> = [self.deck.clone(), self.spent.clone()].concat();
        for place in &self.places {
            cards.extend(&place.hand);
            if let Bid::Held(card) | Bid::Sealed(card) | Bid::Shown(card) = place.bid {
                cards.push(card);
            }
        }
        cards.sort_unstable();
        let whole: Vec<u8> = (1..=5).flat_map(|value| [value; 4]).collect();
        let knowers = self.places.iter().filter(|p| p.knows_top && !p.peeked).count();
        match () {
            () if cards != whole => Err(format!("the cards are {cards:?}")),
            () if knowers > 0 => Err("a seat knows the top card without having peeked".into()),
            () => Ok(()),
        }
    }
}

impl Instinct for Parley {
    fn appraise(&self, seat: Seat) -> i32 {
        if let Some(outcome) = self.outcome() {
            return outcome.worth(seat);
        }
        let rivals = self.all_seats().filter(|&s| s != seat).map(|s| self.place(s).score).max().unwrap_or(0);
        (500 + 40 * (i32::from(self.place(seat).score) - i32::from(rivals))).clamp(0, 1000)
    }

    fn lean(&self, _seat: Seat, action: &Action) -> u32 {
        match action {
            Action::Pick(card) => 8 + 4 * u32::from(*card),
            Action::Seal | Action::Object | Action::Pass => 16,
            Action::Peek => 8,
            Action::Faint => 1,
        }
    }
}

mod speech;
