//! Chapter 3 and 14: programming. What may be decided in the Action Round and what comes of it.

use super::{Action, Beacon, Clock, Event, Flight, Gift, Mood, Plan, Planning, SpaceAlert, Spot, Stage};
use crate::{Half, Kind, Mission, Placed, Slot, Station, TURNS, Voyage, data::data, phase_of, turns_of};
use klaxon_core::{Refusal, Seat, SeatSet, Tell, rule};

impl Planning {
    /// Who may decide now.
    pub(super) fn to_act(&self) -> SeatSet {
        let seats = |wanted: &dyn Fn(Seat) -> bool| -> SeatSet {
            (0..self.desks.len() as u8).map(Seat).filter(|&s| wanted(s)).collect()
        };
        match self.clock {
            Clock::Gathering(ready) => seats(&|s| !ready.has(s)),
            Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => SeatSet::NONE,
            Clock::Paused { resume, content, .. } => seats(&|s| !resume.has(s) && !content.has(s)),
            Clock::Off | Clock::Running { .. } => seats(&|s| self.desks[s.index()].mood == Mood::Awake),
        }
    }

    /// The last phase.
    pub(super) fn last_phase(&self) -> u8 {
        self.lesson.phases() as u8
    }

    /// May a space be programmed by somebody in this phase (SA-3.5)?
    fn in_phase(&self, turn: u8, phase: u8) -> bool {
        phase > 0 && turn >= 1 && turn <= self.lesson.last_turn() && phase_of(turn) + 1 == usize::from(phase)
    }

    /// Solo: is the space's phase still open (SA-14.13)?
    fn solo_open(&self, turn: u8) -> bool {
        let begun = self.next > 0;
        begun
            && turn >= 1
            && turn <= self.lesson.last_turn()
            && phase_of(turn) >= usize::from(self.phases_over)
    }

    fn placed(&self, place: usize, turn: u8) -> Option<Placed> {
        self.boards[place][usize::from(turn) - 1]
    }
}

impl SpaceAlert {
    /// Everything that could be meant; `check` judges.
    pub(super) fn planning_choices(&self, plan: &Planning, seat: Seat, all: &mut Vec<Action>) {
        match plan.clock {
            Clock::Gathering(_) => return all.push(Action::Ready),
            Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => return,
            Clock::Paused { .. } => return all.extend([Action::Pause(false), Action::Pause(true)]),
            Clock::Off | Clock::Running { .. } => {}
        }
        let desk = &plan.desks[seat.index()];
        let mut kinds = desk.hand.clone();
        kinds.dedup();
        if self.setup.is_solo() {
            self.solo_choices(plan, all);
        } else {
            let turns = turns_of(usize::from(desk.phase.max(1)) - 1);
            for turn in turns.clone() {
                for &card in &kinds {
                    all.extend(Half::ALL.map(|half| Action::Place { turn, card, half }));
                }
                all.extend([Action::Flip(turn), Action::TakeBack(turn)]);
                all.extend((turn + 1..=*turns.end()).map(|other| Action::Swap(turn, other)));
            }
            for android in 0..self.setup.crew.len() as u8 {
                let own = plan.heroics[usize::from(android)];
                for turn in turns.clone() {
                    for &card in kinds.iter().chain(own.as_ref()) {
                        all.extend(Half::ALL.map(|half| Action::Android { android, turn, card, half }));
                    }
                }
            }
            all.push(Action::NextPhase);
            all.push(Action::Draw);
            for &card in &kinds {
                all.extend((0..self.setup.people() as u8).map(|to| Action::Give { card, to: Seat(to) }));
            }
        }
        all.push(Action::EndRound(true));
        all.extend([Action::Pause(true), Action::Pause(false), Action::Wait]);
        for member in 0..self.setup.crew.len() as u8 {
            all.extend(Station::ALL.map(|at| Action::Figure { member, at: Spot::Station(at) }));
            all.push(Action::Figure { member, at: Spot::Space });
        }
        all.extend(Station::ALL.map(Action::Ping));
        all.push(Action::Say);
    }

    fn solo_choices(&self, plan: &Planning, all: &mut Vec<Action>) {
        let mut kinds = plan.deck.clone();
        kinds.dedup();
        for android in 0..self.setup.crew.len() as u8 {
            let own = plan.heroics[usize::from(android)];
            for turn in 1..=plan.lesson.last_turn() {
                // The card that lies there may be turned around even if it was the last of its kind.
                let here = plan.placed(usize::from(android), turn).map(|p| p.card);
                let here = here.filter(|card| !kinds.contains(card));
                for &card in kinds.iter().chain(own.as_ref()).chain(here.as_ref()) {
                    all.extend(Half::ALL.map(|half| Action::SoloPlace { android, turn, card, half }));
                }
                all.push(Action::SoloTakeBack { android, turn });
            }
        }
    }

    /// The only judge of the Action Round.
    pub(super) fn check_planning(&self, plan: &Planning, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let waits = |text: &str| Err(Refusal::not_asked(text));
        let desk = &plan.desks[seat.index()];
        match (plan.clock, action) {
            (Clock::Gathering(ready), Action::Ready) if !ready.has(seat) => return Ok(()),
            (Clock::Gathering(_), _) => return waits("the clock starts when everybody is ready"),
            (Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. }, _) => {
                return waits("the clock is being set");
            }
            (Clock::Paused { resume, .. }, Action::Pause(false)) if !resume.has(seat) => return Ok(()),
            (Clock::Paused { .. }, Action::Pause(true)) => return self.check_content(plan, seat),
            (Clock::Paused { .. }, _) => {
                return Err(Refusal::illegal(rule!("SA-3.32"), "the clock is stopped: vote to let it run"));
            }
            (Clock::Off | Clock::Running { .. }, _) => {}
        }
        match (desk.mood, action) {
            (Mood::Done, Action::EndRound(false)) | (Mood::Waiting, Action::Wake) => return Ok(()),
            (Mood::Done, _) => return waits("you have agreed to end the round: withdraw first"),
            (Mood::Waiting, _) => return waits("you are waiting for the next announcement: wake first"),
            (Mood::Awake, _) => {}
        }
        let running = matches!(plan.clock, Clock::Running { .. });
        match *action {
            Action::Place { turn, card, half } => {
                self.check_own_space(plan, seat, turn)?;
                self.check_in_hand(plan, seat, card)?;
                let place = self.place_of(seat).expect("not solo");
                if plan.placed(place, turn) == Some(Placed { card, half }) {
                    return Err(Refusal::illegal(
                        rule!("SA-3.6"),
                        "such a card already lies there like that",
                    ));
                }
                Ok(())
            }
            Action::Flip(turn) | Action::TakeBack(turn) => {
                self.check_own_space(plan, seat, turn)?;
                let place = self.place_of(seat).expect("not solo");
                match plan.placed(place, turn) {
                    Some(_) => Ok(()),
                    None => Err(Refusal::illegal(rule!("SA-3.4"), "that space is empty")),
                }
            }
            Action::Swap(a, b) => {
                self.check_own_space(plan, seat, a)?;
                self.check_own_space(plan, seat, b)?;
                let place = self.place_of(seat).expect("not solo");
                if a >= b {
                    return Err(Refusal::malformed("name the earlier turn first"));
                }
                if plan.placed(place, a) == plan.placed(place, b) {
                    return Err(Refusal::illegal(rule!("SA-3.6"), "that would change nothing"));
                }
                Ok(())
            }
            Action::NextPhase => {
                self.check_not_solo()?;
                if desk.phase == 0 || desk.phase >= plan.last_phase() {
                    return Err(Refusal::illegal(rule!("SA-3.7"), "there is no further phase"));
                }
                Ok(())
            }
            Action::Android { android, turn, card, .. } => {
                self.check_android(plan, seat, android, turn, card)
            }
            Action::Draw => {
                self.check_not_solo()?;
                if desk.draws == 0 {
                    return Err(Refusal::illegal(
                        rule!("SA-3.23"),
                        "no incoming data is left for you to draw",
                    ));
                }
                if plan.deck.is_empty() {
                    return Err(Refusal::illegal(rule!("SA-3.23"), "the action deck is empty"));
                }
                Ok(())
            }
            Action::Give { card, to } => {
                self.check_not_solo()?;
                if desk.gives == 0 {
                    return Err(Refusal::illegal(
                        rule!("SA-3.24"),
                        "cards are given only in a data transfer, one by each player",
                    ));
                }
                if to == seat || to.index() >= self.setup.people() {
                    return Err(Refusal::illegal(rule!("SA-3.24"), "a card is given to another player"));
                }
                if card.is_heroic() {
                    return Err(Refusal::illegal(rule!("SA-3.25"), "heroic cards cannot be transferred"));
                }
                self.check_in_hand(plan, seat, card)
            }
            Action::EndRound(true) => self.check_end_round(plan, seat),
            Action::EndRound(false) => waits("you have not agreed to end the round"),
            Action::Pause(yes) => {
                if !self.setup.pause || !running {
                    return Err(Refusal::illegal(rule!("SA-3.32"), "this table's clock cannot be stopped"));
                }
                if desk.pause == yes {
                    return waits("you have voted like that already");
                }
                Ok(())
            }
            Action::Figure { member, at } => {
                self.check_open_channel(plan)?;
                match plan.figures.get(usize::from(member)) {
                    Some(&now) if now != at => Ok(()),
                    Some(_) => Err(Refusal::illegal(rule!("SA-3.13"), "the figure stands there already")),
                    None => Err(Refusal::malformed("there is no such crew member")),
                }
            }
            Action::Ping(_) => self.check_open_channel(plan),
            Action::Mark(at) => {
                self.check_open_channel(plan)?;
                if plan.marks[seat.index()] == at {
                    return Err(Refusal::illegal(rule!("SA-3.35"), "your marker lies like that already"));
                }
                match at {
                    None | Some(Beacon::Station(_)) => Ok(()),
                    Some(Beacon::Square(place, square)) => {
                        let track = &data().trajectories[usize::from(plan.tracks[place.index()])];
                        if (1..=track.length).contains(&square) {
                            return Ok(());
                        }
                        Err(Refusal::malformed(format!("that trajectory has squares 1 to {}", track.length)))
                    }
                }
            }
            Action::Say => self.check_say(plan, seat),
            Action::Wait if running => Ok(()),
            Action::Wait => {
                Err(Refusal::illegal(rule!("SA-3.33"), "without a clock there is nothing to wait for"))
            }
            Action::Wake => waits("you are awake"),
            Action::SoloPlace { android, turn, card, half } => {
                self.check_solo_space(plan, android, turn)?;
                let here = plan.placed(usize::from(android), turn);
                if here == Some(Placed { card, half }) {
                    return Err(Refusal::illegal(rule!("SA-14.13"), "the card already lies there like that"));
                }
                let own = plan.heroics[usize::from(android)] == Some(card);
                if own || plan.deck.contains(&card) || here.is_some_and(|p| p.card == card) {
                    Ok(())
                } else if card.is_heroic() {
                    Err(Refusal::illegal(rule!("SA-14.6"), "only an android itself can use its heroic card"))
                } else {
                    Err(Refusal::illegal(rule!("SA-14.12"), "all cards of that kind are in use"))
                }
            }
            Action::SoloTakeBack { android, turn } => {
                self.check_solo_space(plan, android, turn)?;
                match plan.placed(usize::from(android), turn) {
                    Some(_) => Ok(()),
                    None => Err(Refusal::illegal(rule!("SA-3.4"), "that space is empty")),
                }
            }
            Action::Levels(_)
            | Action::SquadAt(_)
            | Action::Ready
            | Action::Advance
            | Action::RunToEnd
            | Action::Trip(_)
            | Action::GoOn(_)
            | Action::Repair(_) => waits("this belongs to another part of the game"),
        }
    }

    /// SA-3.32: whoever leaves the clock stopped is asked again when somebody wants it to run; the last one to be
    /// asked has to want that some day.
    fn check_content(&self, plan: &Planning, seat: Seat) -> Result<(), Refusal> {
        let others = plan.to_act().without(seat);
        if !plan.to_act().has(seat) {
            return Err(Refusal::not_asked("you have answered already"));
        }
        if others.is_empty() {
            let text = "everybody else has answered: the clock waits for you";
            return Err(Refusal::illegal(rule!("SA-3.32"), text));
        }
        Ok(())
    }

    pub(super) fn check_not_solo(&self) -> Result<(), Refusal> {
        if self.setup.is_solo() {
            return Err(Refusal::illegal(rule!("SA-14.12"), "alone, all cards lie open for the androids"));
        }
        Ok(())
    }

    /// SA-3.5, SA-3.7: only spaces of one's current phase.
    fn check_own_space(&self, plan: &Planning, seat: Seat, turn: u8) -> Result<(), Refusal> {
        self.check_not_solo()?;
        let phase = plan.desks[seat.index()].phase;
        if plan.in_phase(turn, phase) {
            return Ok(());
        }
        if turn < 1 || turn > plan.lesson.last_turn() {
            return Err(Refusal::malformed(format!("turns are 1 to {}", plan.lesson.last_turn())));
        }
        if phase_of(turn) + 1 < usize::from(phase) {
            return Err(Refusal::illegal(
                rule!("SA-3.7"),
                "that phase is over for you: its cards are locked",
            ));
        }
        Err(Refusal::illegal(rule!("SA-3.5"), "that space belongs to a later phase"))
    }

    fn check_in_hand(&self, plan: &Planning, seat: Seat, card: Kind) -> Result<(), Refusal> {
        if plan.desks[seat.index()].hand.contains(&card) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("SA-2.8"), format!("you have no {card} in hand")))
    }

    /// SA-14.5 – SA-14.7
    fn check_android(
        &self,
        plan: &Planning,
        seat: Seat,
        android: u8,
        turn: u8,
        card: Kind,
    ) -> Result<(), Refusal> {
        let place = usize::from(android);
        if !self.setup.crew.get(place).is_some_and(|b| b.is_android()) {
            return Err(Refusal::illegal(rule!("SA-14.5"), "that is no android"));
        }
        self.check_not_solo()?;
        if !plan.in_phase(turn, plan.desks[seat.index()].phase) {
            return Err(Refusal::illegal(rule!("SA-14.7"), "only spaces of the phase that you are in"));
        }
        if plan.placed(place, turn).is_some() {
            let text = "once placed, an android's card stays where it is";
            return Err(Refusal::illegal(rule!("SA-14.5"), text));
        }
        if plan.heroics[place] == Some(card) {
            return Ok(());
        }
        if card.is_heroic() {
            return Err(Refusal::illegal(rule!("SA-14.6"), "an android uses only its own heroic card"));
        }
        self.check_in_hand(plan, seat, card)
    }

    /// SA-3.10, SA-14.15, SA-16.2
    fn check_end_round(&self, plan: &Planning, seat: Seat) -> Result<(), Refusal> {
        let illegal = |text: &str| Err(Refusal::illegal(rule!("SA-3.10"), text));
        if plan.clock == Clock::Off {
            let phase = plan.desks[seat.index()].phase;
            if phase < plan.last_phase() && !self.setup.is_solo() {
                let text = "go on to the last phase first";
                return Err(Refusal::illegal(rule!("SA-14.15"), text));
            }
            return Ok(());
        }
        if plan.last_phase() < 3 {
            return Err(Refusal::illegal(rule!("SA-16.2"), "a test run cannot be ended early"));
        }
        if plan.phases_over < 2 {
            return illegal("the round can be ended only after the announced end of phase 2");
        }
        Ok(())
    }

    /// SA-3.26: no talking while communication is down.
    pub(super) fn check_open_channel(&self, plan: &Planning) -> Result<(), Refusal> {
        if plan.silent {
            return Err(Refusal::illegal(rule!("SA-3.26"), "communication is down"));
        }
        Ok(())
    }

    fn check_solo_space(&self, plan: &Planning, android: u8, turn: u8) -> Result<(), Refusal> {
        if !self.setup.is_solo() {
            return Err(Refusal::illegal(rule!("SA-14.12"), "only who plays alone does this"));
        }
        if usize::from(android) >= self.setup.crew.len() {
            return Err(Refusal::malformed("there is no such android"));
        }
        if plan.solo_open(turn) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("SA-14.13"), "that phase has been announced over, or not begun"))
    }

    /// Carries a decision of the Action Round out.
    pub(super) fn apply_planning(&mut self, seat: Seat, action: &Action, tell: &mut Tell<Event>) {
        let who = self.figure_of(seat);
        let me = SeatSet::only(seat);
        let own_place = self.place_of(seat);
        let crew = self.setup.crew.clone();
        let people = self.setup.people();
        let Stage::Planning(plan) = &mut self.stage else { unreachable!("checked") };
        let desk = seat.index();
        match *action {
            Action::Ready => {
                let Clock::Gathering(ready) = plan.clock else { unreachable!("checked") };
                let ready = ready.with(seat);
                tell.all(Event::Plan(Plan::Ready { who }));
                plan.clock = if ready.len() == people { Clock::Starting } else { Clock::Gathering(ready) };
            }
            Action::Place { turn, card, half } => {
                let place = own_place.expect("not solo");
                plan.desks[desk].take(card);
                let old = plan.boards[place][usize::from(turn) - 1].replace(Placed { card, half });
                if let Some(old) = old {
                    plan.desks[desk].put(old.card);
                }
                plan.unsay(place, turn);
                let heroic = card.is_heroic();
                tell.only(me, Event::Plan(Plan::Placed { who, turn, card, half }));
                tell.others(me, Event::Plan(Plan::Laid { who, turn, half, heroic }));
            }
            Action::Flip(turn) => {
                let place = own_place.expect("not solo");
                let space = plan.boards[place][usize::from(turn) - 1].as_mut().expect("checked");
                space.half = space.half.other();
                let half = space.half;
                plan.unsay(place, turn);
                tell.all(Event::Plan(Plan::Flipped { who, turn, half }));
            }
            Action::TakeBack(turn) => {
                let place = own_place.expect("not solo");
                let old = plan.boards[place][usize::from(turn) - 1].take().expect("checked");
                plan.desks[desk].put(old.card);
                plan.unsay(place, turn);
                tell.all(Event::Plan(Plan::TookBack { who, turn }));
            }
            Action::Swap(a, b) => {
                let place = own_place.expect("not solo");
                plan.boards[place].swap(usize::from(a) - 1, usize::from(b) - 1);
                plan.unsay(place, a);
                plan.unsay(place, b);
                tell.all(Event::Plan(Plan::Swapped { who, a, b }));
            }
            Action::NextPhase => {
                plan.desks[desk].pick_up();
                let phase = plan.desks[desk].phase;
                tell.others(me, Event::Plan(Plan::NextPhase { who, phase }));
                tell.reveal_to(me, Event::Plan(Plan::PickedUp { who, phase }));
            }
            Action::Android { android, turn, card, half } => {
                let place = usize::from(android);
                if plan.heroics[place] == Some(card) {
                    plan.heroics[place] = None;
                } else {
                    plan.desks[desk].take(card);
                    // Everybody sees the card: whoever gave one like it no longer knows where that is.
                    plan.forget_gift(seat, card);
                }
                plan.boards[place][usize::from(turn) - 1] = Some(Placed { card, half });
                let android = crate::Figure { place: android, android: true };
                tell.reveal(Event::Plan(Plan::AndroidCard { who, android, turn, card, half }));
            }
            Action::Draw => {
                let card = plan.deck.pop().expect("checked");
                plan.desks[desk].draws -= 1;
                plan.desks[desk].put(card);
                tell.reveal_to(me, Event::Plan(Plan::DrewCard { who, card }));
                tell.others(me, Event::Plan(Plan::Drew { who }));
            }
            Action::Give { card, to } => {
                plan.desks[desk].take(card);
                plan.desks[desk].gives -= 1;
                plan.desks[to.index()].put(card);
                if plan.desks[to.index()].mood == Mood::Waiting {
                    plan.desks[to.index()].mood = Mood::Awake;
                }
                // Nobody who gave me a card knows any more whether I still have it.
                plan.gifts.retain(|g| g.to != seat);
                plan.gifts.push(Gift { from: seat, to, card });
                let both = me.with(to);
                let receiver = crew.iter().position(|b| *b == super::Berth::Person(to)).unwrap_or(0);
                let to = crate::Figure { place: receiver as u8, android: false };
                tell.reveal_to(both, Event::Plan(Plan::GaveCard { who, to, card }));
                tell.others(both, Event::Plan(Plan::Gave { who, to }));
            }
            Action::EndRound(yes) => {
                plan.desks[desk].mood = if yes { Mood::Done } else { Mood::Awake };
                for other in plan.desks.iter_mut().filter(|d| yes && d.mood == Mood::Waiting) {
                    other.mood = Mood::Awake;
                }
                tell.all(Event::Plan(Plan::EndsRound { who, yes }));
                if plan.desks.iter().all(|d| d.mood == Mood::Done) {
                    // SA-3.10: agreement means everyone.
                    tell.all(Event::Plan(Plan::RoundOver));
                    self.take_off();
                }
            }
            Action::Pause(yes) => {
                let stays = yes && matches!(plan.clock, Clock::Paused { .. });
                self.vote_pause(seat, yes);
                if !stays {
                    tell.all(Event::Plan(Plan::PauseVote { who, yes }));
                }
            }
            Action::Figure { member, at } => {
                // SA-1.4: the figure moves and nothing else; only programmed cards count.
                plan.figures[usize::from(member)] = at;
                let figure = crate::Figure { place: member, android: crew[usize::from(member)].is_android() };
                tell.all(Event::Plan(Plan::Figure { who, figure, at }));
            }
            Action::Ping(station) => tell.all(Event::Plan(Plan::Ping { who, station })),
            Action::Mark(at) => {
                plan.marks[desk] = at;
                tell.all(Event::Plan(Plan::Mark { who, at }));
            }
            Action::Say => self.say(seat, tell),
            Action::Wait => plan.desks[desk].mood = Mood::Waiting,
            Action::Wake => plan.desks[desk].mood = Mood::Awake,
            Action::SoloPlace { android, turn, card, half } => {
                let place = usize::from(android);
                plan.solo_lift(place, turn);
                if plan.heroics[place] == Some(card) {
                    plan.heroics[place] = None;
                } else {
                    let at = plan.deck.iter().position(|&k| k == card).expect("checked");
                    plan.deck.remove(at);
                }
                plan.boards[place][usize::from(turn) - 1] = Some(Placed { card, half });
                let android = crate::Figure { place: android, android: true };
                tell.all(Event::Plan(Plan::AndroidCard { who, android, turn, card, half }));
            }
            Action::SoloTakeBack { android, turn } => {
                plan.solo_lift(usize::from(android), turn);
                let android = crate::Figure { place: android, android: true };
                tell.all(Event::Plan(Plan::TookBack { who: android, turn }));
            }
            Action::Levels(_)
            | Action::SquadAt(_)
            | Action::Advance
            | Action::RunToEnd
            | Action::Trip(_)
            | Action::GoOn(_)
            | Action::Repair(_) => unreachable!("checked"),
        }
    }

    /// The Action Round is over: programs and announced threats go into the Resolution Round (SA-4.1).
    pub(super) fn take_off(&mut self) {
        let Stage::Planning(plan) = &self.stage else { unreachable!("only from the Action Round") };
        let voyage = Voyage::begin(&self.mission(plan));
        let (script, levels) = (plan.script.clone(), plan.levels);
        self.stage = Stage::Flight(Box::new(Flight { script, levels, voyage, auto: false, asking: None }));
    }

    /// The mission as it would be flown with the boards as they lie.
    pub(super) fn mission(&self, plan: &Planning) -> Mission {
        let crew = self.setup.crew.iter().zip(&plan.boards).map(|(berth, board)| {
            let mut slots = [Slot::EMPTY; TURNS];
            for (slot, placed) in slots.iter_mut().zip(board) {
                if let Some(placed) = placed {
                    // SA-14.5: an android's cards lie face up.
                    *slot = Slot { shown: berth.is_android(), ..placed.slot() };
                }
            }
            slots
        });
        Mission {
            lesson: plan.lesson,
            tracks: plan.tracks,
            threats: plan.threats.clone(),
            crew: crew.collect(),
            androids: self.setup.crew.iter().map(|b| b.is_android()).collect(),
            stacks: plan.stacks.clone(),
            carried: self.campaign.carried,
        }
    }

    /// Every card lies in one place only.
    pub(super) fn audit_planning(&self, plan: &Planning) -> Result<(), String> {
        let mut count = [0u8; crate::KINDS as usize];
        let desks = plan.desks.iter().flat_map(|d| d.hand.iter().chain(d.packets.iter().flatten()));
        let boards = plan.boards.iter().flatten().flatten().map(|p| &p.card);
        let rest = plan.deck.iter().chain(&plan.aside).chain(plan.heroics.iter().flatten());
        for card in desks.chain(boards).chain(rest) {
            count[usize::from(card.0)] += 1;
        }
        for kind in Kind::actions().chain(Kind::heroics()) {
            let n = count[usize::from(kind.0)];
            // Without heroic cards they all lie aside.
            if n != kind.copies() {
                return Err(format!("{n} cards {kind} instead of {}", kind.copies()));
            }
        }
        if plan.desks.iter().any(|d| !d.hand.is_sorted()) {
            return Err("hands are kept in order".into());
        }
        Ok(())
    }
}

impl super::Desk {
    /// Takes a card out of the hand.
    fn take(&mut self, card: Kind) {
        let at = self.hand.iter().position(|&k| k == card).expect("the card is in hand");
        self.hand.remove(at);
        // Nobody knows which card that was, so what was told of the hand is worth nothing now.
        self.told.clear();
    }

    /// Puts a card into the hand, in order.
    pub(super) fn put(&mut self, card: Kind) {
        let at = self.hand.partition_point(|&k| k <= card);
        self.hand.insert(at, card);
    }

    /// SA-3.7: the next phase begins by picking up its packet; unplayed cards join it.
    pub(super) fn pick_up(&mut self) {
        self.phase += 1;
        if !self.packets.is_empty() {
            for card in self.packets.remove(0) {
                self.put(card);
            }
        }
    }
}

impl Planning {
    /// Solo: a card goes back to the open deck or, if heroic, to its android.
    fn solo_lift(&mut self, place: usize, turn: u8) {
        if let Some(old) = self.boards[place][usize::from(turn) - 1].take() {
            if old.card.is_heroic() {
                self.heroics[place] = Some(old.card);
            } else {
                let at = self.deck.partition_point(|&k| k <= old.card);
                self.deck.insert(at, old.card);
            }
        }
    }

    /// A card of this kind left the receiver's hand in the open.
    fn forget_gift(&mut self, to: Seat, card: Kind) {
        if let Some(at) = self.gifts.iter().position(|g| g.to == to && g.card == card) {
            self.gifts.remove(at);
        }
    }
}
