//! How a bot plans. It flies the mission in its head: the threats announced, its own cards, what the others have laid
//! and told, and for all that it does not know what a redeal imagines. The planner fills the whole crew's spaces; the bot
//! lays its own part of that on its board, tells the crew, and waits for news.

use crate::{
    Act, Berth, CREW, Half, Kind, Placed, TURNS, Voyage, phase_of,
    questions::{
        Action, Advance, Android, Asked, Data, EndRound, NextPhase, Pause, Program, Say, Solo, Wait,
    },
    saying,
    script::Moment,
    solve::{Card, Group, Heat, Heroic, Problem, Programs, Search, Supply, worth},
    state::{Clock, Mood, Planning, SpaceAlert, Stage},
    turns_of,
};
use klaxon_core::{Chance, Game, Instinct, Seat};

/// Evaluations for one unit of effort.
const EVALUATIONS: u32 = 1000;
/// A plan that the crew knows is changed only for so much, in hundredths of a point.
const WORTH_A_CHANGE: i32 = 80;

impl SpaceAlert {
    pub(crate) fn think_up(&self, seat: Seat, effort: u32, chance: &mut Chance) -> Option<Vec<Action>> {
        let plan = match &self.stage {
            Stage::Planning(plan) => plan,
            // The crew follows its flight step by step.
            Stage::Flight(flight) if flight.asking.is_none() => return Some(vec![Advance::Advance.into()]),
            Stage::Levels { .. }
            | Stage::OnlySquad { .. }
            | Stage::Flight(_)
            | Stage::GoOn { .. }
            | Stage::Repairs(_)
            | Stage::Over { .. } => {
                let best = self.choices(seat).into_iter().max_by_key(|a| self.lean(seat, a))?;
                return Some(vec![best]);
            }
        };
        let asked = Asked::of(self, seat);
        let may = |action: Action| action.judge(asked).is_ok();
        match plan.clock {
            Clock::Off | Clock::Running { .. } => {}
            Clock::Gathering(_) | Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => {
                return None;
            }
            // A pause that a person asked for lasts until a person wants to go on.
            Clock::Paused { resume, .. } => {
                let stay = Action::from(Pause::Pause(true));
                let stays = resume.is_empty() && may(stay);
                return Some(vec![if stays { stay } else { Pause::Pause(false).into() }]);
            }
        }
        let desk = &plan.desks[seat.index()];
        if desk.mood != Mood::Awake {
            return None;
        }
        if may(Data::Draw.into()) {
            return Some(vec![Data::Draw.into()]);
        }
        if self.setup.pause && !desk.pause && plan.desks.iter().any(|d| d.pause) {
            return Some(vec![Pause::Pause(true).into()]);
        }
        if desk.gives > 0
            && let Some(give) = Thinking::new(self, plan, seat).gift(effort, chance).filter(|g| may(*g))
        {
            return Some(vec![give]);
        }
        let mut series = Vec::new();
        let me = self.place_of(seat);
        let phase = usize::from(desk.phase.max(1)) - 1;
        let idle =
            me.is_some_and(|me| turns_of(phase).all(|t| plan.boards[me][usize::from(t) - 1].is_none()));
        if plan.clock == Clock::Off || plan.has_news(desk.roused, idle) {
            let thought = Thinking::new(self, plan, seat);
            let mut programs =
                thought.plan(if desk.roused > 0 { effort.div_ceil(2) } else { effort }, chance);
            thought.drop_idle(&mut programs);
            thought.carry_out(&programs, &mut series);
            let mut after = self.clone();
            // The last decisions depend on what the first ones did: play them through.
            series.retain(|action| after.follow(seat, action));
            if after.follow(seat, &Say::Say.into()) {
                series.push(Say::Say.into());
            }
            if series.is_empty() && plan.clock == Clock::Off {
                series.push(if may(NextPhase::NextPhase.into()) {
                    NextPhase::NextPhase.into()
                } else {
                    EndRound::EndRound(true).into()
                });
                return Some(series);
            }
        }
        if plan.clock != Clock::Off {
            if series.is_empty() && may(Say::Say.into()) {
                series.push(Say::Say.into());
            }
            // Somebody wants to see what comes of it, and there is nothing left to do.
            let agree = Action::from(EndRound::EndRound(true));
            let others = plan.desks.iter().any(|d| d.mood == Mood::Done);
            let ends = others && may(agree);
            series.push(if ends { agree } else { Wait::Wait.into() });
        }
        (!series.is_empty()).then_some(series)
    }

    /// What the seat would still change of what lies on its boards, whether there is news or not. Whoever waits wakes up first.
    pub(crate) fn mended(&self, seat: Seat, effort: u32, chance: &mut Chance) -> Vec<Action> {
        let mut game = self.clone();
        let mut series: Vec<Action> = Vec::new();
        if game.follow(seat, &Wait::Wake.into()) {
            series.push(Wait::Wake.into());
        }
        let Stage::Planning(plan) = &game.stage else { return Vec::new() };
        if !matches!(plan.clock, Clock::Off | Clock::Running { .. }) || plan.threats.is_empty() {
            return Vec::new();
        }
        let thought = Thinking::new(&game, plan, seat);
        let programs = thought.plan(effort, chance);
        let mut changes = Vec::new();
        thought.carry_out(&programs, &mut changes);
        let mut after = game.clone();
        // The last decisions depend on what the first ones did: play them through.
        changes.retain(|action| after.follow(seat, action));
        if changes.is_empty() {
            return Vec::new();
        }
        series.extend(changes);
        series
    }

    /// Carries a decision out if it is allowed; nobody listens.
    pub(crate) fn follow(&mut self, seat: Seat, action: &Action) -> bool {
        let allowed = self.check(seat, action).is_ok();
        if allowed {
            self.apply(seat, action, &mut Chance::quick(0), &mut klaxon_core::Tell::muted());
        }
        allowed
    }
}

impl Planning {
    /// Is there anything to think about since the last announcement? In a breakdown nobody can be told of a new
    /// plan, so nobody makes one. When a phase begins everybody tells of the new hand first.
    fn has_news(&self, roused: u8, idle: bool) -> bool {
        if self.silent || self.threats.is_empty() {
            return false;
        }
        if roused > 0 {
            return roused == 1;
        }
        match self.next.checked_sub(1).map(|n| self.cues[n].what) {
            Some(Moment::Alert | Moment::PhaseEnds(_) | Moment::MissionComplete) => false,
            Some(
                Moment::IncomingData
                | Moment::TransferBegins
                | Moment::TransferCountdown
                | Moment::TransferEnds
                | Moment::CommunicationDown
                | Moment::CommunicationRestored,
            ) => idle,
            Some(Moment::Warning { seconds, .. }) => seconds == 60 || (seconds == 20 && self.has_androids()),
            Some(Moment::Threat { .. }) => true,
            None => false,
        }
    }

    fn has_androids(&self) -> bool {
        self.boards.len() > self.desks.len()
    }

    /// An android's card can never be moved again: it is laid when the phase is about to end.
    fn is_late(&self) -> bool {
        self.clock == Clock::Off
            || matches!(
                self.next.checked_sub(1).map(|n| self.cues[n].what),
                Some(Moment::Warning { seconds: ..=20, .. })
            )
    }
}

/// What a bot has in mind.
struct Thinking<'a> {
    game: &'a SpaceAlert,
    plan: &'a Planning,
    seat: Seat,
    /// Crew members that this seat plans for, as bits.
    own: u8,
    /// Spaces that can be decided now, by this seat.
    open: [[bool; TURNS]; CREW],
    problem: Problem,
}

impl<'a> Thinking<'a> {
    fn new(game: &'a SpaceAlert, plan: &'a Planning, seat: Seat) -> Thinking<'a> {
        let crew = &game.setup.crew;
        let last = plan.lesson.last_turn();
        let (mut free, mut open) = ([[false; TURNS]; CREW], [[false; TURNS]; CREW]);
        let mut own = 0;
        for (place, berth) in crew.iter().enumerate() {
            let keeper = berth.keeper();
            let mine = keeper == seat;
            own |= u8::from(mine) << place;
            let phase = usize::from(plan.desks[keeper.index()].phase.max(1)) - 1;
            // Whoever has laid something in a phase means the gaps in it too.
            let laid =
                |phase: usize| turns_of(phase).any(|t| plan.boards[place][usize::from(t) - 1].is_some());
            for turn in 1..=last {
                let t = usize::from(turn) - 1;
                let empty = plan.boards[place][t].is_none();
                if game.setup.is_solo() {
                    let may = phase_of(turn) >= usize::from(plan.phases_over);
                    (free[place][t], open[place][t]) = (may, may);
                    continue;
                }
                let here = phase_of(turn) == phase;
                let later = phase_of(turn) > phase;
                open[place][t] = mine && here && (empty || !berth.is_android());
                free[place][t] = open[place][t]
                    || (empty && later)
                    || (empty && here && !mine && (berth.is_android() || !laid(phase)));
            }
        }
        let world = Voyage::begin(&game.mission(plan));
        let supply = if game.setup.is_solo() {
            Supply::Deck(std::array::from_fn(|i| solo_heroic(plan, i)))
        } else {
            Supply::Hands((0..plan.desks.len()).map(|s| group(game, plan, s, &free)).collect())
        };
        Thinking { game, plan, seat, own, open, problem: Problem { worlds: vec![world], free, supply } }
    }

    /// The whole crew's programs, as this seat would have them.
    fn plan(&self, effort: u32, chance: &mut Chance) -> Programs {
        let evaluations = effort.max(1) * EVALUATIONS;
        let seed = u64::from(chance.below(u32::MAX));
        let laid = (0..CREW).any(|i| {
            (0..TURNS).any(|t| self.open[i][t] && self.problem.worlds[0].program[i][t].up != Act::Empty)
        });
        const HEAT: Heat = Heat { from: 200, to: 10 };
        if !laid {
            let mut search = Search::new(&self.problem, seed);
            search.anneal(evaluations * 2 / 3, HEAT);
            search.anneal(evaluations / 3, Heat::WARM);
            return *search.best();
        }
        // First: how good can it become if what lies here stays? Then: is there something clearly better?
        let mut keep = self.problem.clone();
        for (free, open) in keep.free.iter_mut().flatten().zip(self.open.iter().flatten()) {
            *free &= !open;
        }
        // Cards that stay are not there for anything else.
        if let Supply::Hands(groups) = &mut keep.supply {
            *groups =
                (0..self.plan.desks.len()).map(|s| group(self.game, self.plan, s, &keep.free)).collect();
        }
        let mut kept = Search::new(&keep, seed);
        kept.anneal(evaluations / 3, HEAT);
        kept.anneal(evaluations / 6, Heat::WARM);
        let mut changed = Search::from(&self.problem, *kept.best(), seed ^ 1);
        changed.anneal(evaluations / 3, HEAT);
        changed.anneal(evaluations / 6, Heat::WARM);
        if changed.worth() > kept.worth() + WORTH_A_CHANGE { *changed.best() } else { *kept.best() }
    }

    /// A card that does nothing stays in hand: it may be wanted later, or by somebody else.
    fn drop_idle(&self, programs: &mut Programs) {
        let mut before = worth(&self.problem.resolve(programs).voyage);
        for i in (0..CREW).filter(|i| self.own >> i & 1 == 1) {
            for t in (0..TURNS).rev().filter(|&t| self.problem.free[i][t]) {
                let idle = saying::idle(&programs[i], self.plan.lesson)[t];
                let act = std::mem::replace(&mut programs[i][t], Act::Empty);
                if act == Act::Empty {
                    continue;
                }
                let without = worth(&self.problem.resolve(programs).voyage);
                if idle || without > before { before = without } else { programs[i][t] = act }
            }
        }
    }

    /// The card to give in a data transfer (SA-3.24): of those that the own plan does not need, the one with which somebody else
    /// can do most; where nobody can do anything with them yet, one goes to who has fewest.
    fn gift(&self, effort: u32, chance: &mut Chance) -> Option<Action> {
        let Supply::Hands(groups) = &self.problem.supply else { return None };
        let (me, hand) = (self.seat.index(), &self.plan.desks[self.seat.index()].hand);
        let evaluations = effort.max(1) * EVALUATIONS / 4;
        let seed = u64::from(chance.below(u32::MAX));
        let mut search = Search::new(&self.problem, seed);
        search.anneal(evaluations, Heat::WARM);
        let mut programs = *search.best();
        self.drop_idle(&mut programs);
        let used = groups[me].assign(&groups[me].wanted(&programs, &self.problem.free), 0)?;
        let mut spare: Vec<Kind> = (0..hand.len()).filter(|n| !used.contains(n)).map(|n| hand[n]).collect();
        spare.retain(|kind| !kind.is_heroic());
        spare.sort_unstable();
        spare.dedup();
        let others: Vec<usize> = (0..groups.len()).filter(|s| *s != me).collect();
        let each = (evaluations / (spare.len() * others.len()).max(1) as u32).max(40);
        let with = |kind: Kind, to: usize| {
            let mut problem = self.problem.clone();
            if let Supply::Hands(groups) = &mut problem.supply {
                let at = groups[me].cards.iter().position(|c| c.kind == kind).expect("it is in the hand");
                let mut cards = groups[me].cards.clone();
                cards.remove(at);
                groups[me] = Group::new(groups[me].members, cards);
                let phase = self.plan.desks[to].phase.max(1) - 1;
                let mut cards = groups[to].cards.clone();
                cards.push(Card { kind, phase, only: None });
                groups[to] = Group::new(groups[to].members, cards);
            }
            let mut search = Search::from(&problem, programs, seed);
            search.anneal(each, Heat::WARM);
            search.worth()
        };
        let tried = spare.iter().flat_map(|&kind| others.iter().map(move |&to| (kind, to)));
        let best = tried.map(|(kind, to)| (with(kind, to), kind, to)).max_by_key(|(worth, ..)| *worth);
        if let Some((gain, card, to)) = best
            && gain > search.worth() + WORTH_A_CHANGE
        {
            return Some(Data::Give { card, to: Seat(to as u8) }.into());
        }
        // Nothing is gained by it yet; a hand that is nearly empty can make more of a card than one that is full.
        let size = |s: usize| self.plan.desks[s].hand.len();
        let to = others.into_iter().min_by_key(|&s| size(s)).filter(|&s| size(s) + 2 <= hand.len())?;
        let card = spare.into_iter().find(|k| k.act(Half::Action) != Act::Empty)?;
        Some(Data::Give { card, to: Seat(to as u8) }.into())
    }

    /// The decisions that lay a plan on the boards.
    fn carry_out(&self, programs: &Programs, series: &mut Vec<Action>) {
        if self.game.setup.is_solo() {
            return self.carry_out_solo(programs, series);
        }
        let Supply::Hands(groups) = &self.problem.supply else { return };
        let group = &groups[self.seat.index()];
        // A card that already shows what is wanted stays.
        let mut kept = 0u64;
        let mut wanted = Vec::new();
        for i in (0..CREW).filter(|i| self.own >> i & 1 == 1) {
            for t in (0..TURNS).filter(|&t| self.problem.free[i][t] && programs[i][t] != Act::Empty) {
                let lies = self.plan.boards[i][t]
                    .filter(|p| self.open[i][t] && p.card.act(p.half) == programs[i][t]);
                let there = lies.and_then(|p| {
                    (0..group.cards.len()).find(|&n| kept >> n & 1 == 0 && group.cards[n].kind == p.card)
                });
                match there {
                    Some(n) => kept |= 1 << n,
                    None => wanted.push((i, t, programs[i][t])),
                }
            }
        }
        // What lies there may be in the way of a plan that needs that very card elsewhere.
        let assigned = group.assign(&wanted, kept).or_else(|| {
            wanted = group.wanted(programs, &self.problem.free);
            group.assign(&wanted, 0)
        });
        let Some(cards) = assigned else { return };
        let me = self.game.place_of(self.seat);
        let mut places = Vec::new();
        for (&(i, t, act), &n) in wanted.iter().zip(&cards) {
            if !self.open[i][t] {
                continue;
            }
            let card = group.cards[n].kind;
            let half = if card.act(Half::Action) == act { Half::Action } else { Half::Movement };
            let turn = t as u8 + 1;
            if Some(i) == me {
                places.push((turn, card, half));
            } else if self.plan.is_late() {
                series.push(Android::Android { android: i as u8, turn, card, half }.into());
            }
        }
        let Some(me) = me else { return };
        for t in (0..TURNS).filter(|&t| self.open[me][t]) {
            let turn = t as u8 + 1;
            let Some(lies) = self.plan.boards[me][t] else { continue };
            let new = places.iter().find(|p| p.0 == turn);
            let stays = match new {
                Some(&(_, card, half)) => lies == (Placed { card, half }),
                None => programs[me][t] == lies.card.act(lies.half),
            };
            if !stays {
                series.push(Program::TakeBack(turn).into());
            }
        }
        let laid = places.into_iter().map(|(turn, card, half)| Program::Place { turn, card, half });
        series.extend(laid.map(Action::from));
    }

    /// Alone: every card lies open, and any android may have it.
    fn carry_out_solo(&self, programs: &Programs, series: &mut Vec<Action>) {
        let mut deck = self.plan.deck.clone();
        let mut back: Vec<Action> = Vec::new();
        let mut places = Vec::new();
        for (i, row) in programs.iter().enumerate().take(self.game.setup.crew.len()) {
            for t in (0..TURNS).filter(|&t| self.open[i][t]) {
                let lies = self.plan.boards[i][t];
                if lies.map_or(Act::Empty, |p| p.card.act(p.half)) == row[t] {
                    continue;
                }
                if let Some(old) = lies {
                    back.push(Solo::SoloTakeBack { android: i as u8, turn: t as u8 + 1 }.into());
                    deck.push(old.card);
                }
                if row[t] != Act::Empty {
                    places.push((i, t, row[t]));
                }
            }
        }
        series.extend(back);
        for (i, t, act) in places {
            let own = self.plan.heroics[i].into_iter();
            let mut cards: Vec<Kind> = own.chain(deck.iter().copied()).collect();
            cards.retain(|k| Half::ALL.iter().any(|&half| k.act(half) == act));
            let Some(&card) = cards.first() else { continue };
            if let Some(at) = deck.iter().position(|&k| k == card) {
                deck.remove(at);
            }
            let half = if card.act(Half::Action) == act { Half::Action } else { Half::Movement };
            let turn = t as u8 + 1;
            series.push(Solo::SoloPlace { android: i as u8, turn, card, half }.into());
        }
    }
}

/// The heroic card that an android may use, alone.
fn solo_heroic(plan: &Planning, i: usize) -> Heroic {
    let laid = plan.boards.get(i).into_iter().flatten().flatten().map(|p| p.card).find(|k| k.is_heroic());
    match plan.heroics.get(i).copied().flatten().or(laid) {
        Some(kind) => Heroic::Card(kind),
        None => Heroic::None,
    }
}

/// The cards of a seat: its hand, what lies on spaces that it may still change, and the packets to come, as imagined.
fn group(game: &SpaceAlert, plan: &Planning, s: usize, free: &[[bool; TURNS]; CREW]) -> Group {
    let seat = Seat(s as u8);
    let desk = &plan.desks[s];
    let phase = desk.phase.max(1) - 1;
    let person = game.place_of(seat).map(|p| p as u8);
    let card = |kind: Kind, phase: u8| Card { kind, phase, only: person.filter(|_| kind.is_heroic()) };
    let mut cards: Vec<Card> = desk.hand.iter().map(|&k| card(k, phase)).collect();
    let mut members = 0u8;
    for (place, berth) in game.setup.crew.iter().enumerate().filter(|(_, b)| b.keeper() == seat) {
        members |= 1 << place;
        match berth {
            Berth::Person(_) => {
                let laid = plan.boards[place].iter().enumerate().filter(|(t, _)| free[place][*t]);
                cards.extend(laid.filter_map(|(_, c)| c.map(|c| card(c.card, phase))));
            }
            Berth::Android(_) => {
                let own = plan.heroics[place].map(|kind| Card { kind, phase: 0, only: Some(place as u8) });
                cards.extend(own);
            }
        }
    }
    for (n, packet) in desk.packets.iter().enumerate() {
        let from = if desk.phase == 0 { n as u8 } else { desk.phase + n as u8 };
        cards.extend(packet.iter().map(|&k| card(k, from)));
    }
    Group::new(members, cards)
}
