//! Rule tests that read like the rulebook: a position, dice, decisions, and what should come of them.

use crate::story::Story;
use klaxon_core::{
    Beat, Chance, Chapter, Code, Outcome, Refusal, Seat, Situation, Tell, Told, Viewer, Words,
};

/// A position to try decisions in. Every method panics with the position and the reason when the rules disagree.
#[derive(Debug)]
pub struct Given<G: Situation + Words> {
    game: G,
    /// The dice laid ready.
    chance: Chance,
    /// What the last decision or tick told.
    told: Vec<Told<G::Event>>,
    /// What was done so far, for the message of a failure.
    done: Vec<String>,
    /// Decisions that may be taken without being offered; where it is missing, all may.
    beyond: Option<fn(&G::Action) -> bool>,
    /// The same for the pages of rules.
    story: Story,
}

/// Sets a position up from clauses parted by `;` or line ends.
#[track_caller]
pub fn given<G: Situation + Words>(clauses: &str) -> Given<G> {
    match G::given(&split(clauses)) {
        Ok(game) => {
            let mut given = Given::of(game);
            given.story = Story::of(&split(clauses));
            given.sound()
        }
        Err(why) => panic!("this position cannot be set up: {why}\n  given {clauses}"),
    }
}

impl<G: Situation + Words> Given<G> {
    /// A position made otherwise, to go on from.
    pub fn of(game: G) -> Given<G> {
        let (chance, story) = (Chance::scripted(&[]), Story::untold());
        Given { game, chance, told: Vec::new(), done: Vec::new(), beyond: None, story }
    }

    /// From here on every decision that is accepted must have been among the choices, but for those that are legal
    /// without being offered. Not for continuous tables, whose choices are examples.
    #[must_use]
    pub fn offering(mut self, but: fn(&G::Action) -> bool) -> Given<G> {
        self.beyond = Some(but);
        self
    }

    /// Lays dice ready for the next decisions, by the names of their faces.
    #[track_caller]
    pub fn dice(mut self, faces: &str) -> Given<G> {
        for word in faces.split([' ', ',']).filter(|w| !w.is_empty()) {
            let Some(face) = G::face(word) else { self.fail(&format!("no die has a face called `{word}`")) };
            self.chance.script(&[face]);
        }
        self.story.line("dice", faces, false);
        self
    }

    /// A decision that is accepted, such as `cw: move C5 D5`.
    #[track_caller]
    pub fn play(mut self, decision: &str) -> Given<G> {
        let (seat, action) = self.read(decision);
        self.accepted(decision, seat, &action);
        let mut tell = Tell::aloud();
        self.game.apply(seat, &action, &mut self.chance, &mut tell);
        self.story.line("do", decision, self.chance.left() == 0);
        self.happened(decision.into(), tell)
    }

    /// Several decisions one after the other, parted by `;` or line ends.
    #[track_caller]
    pub fn plays(self, decisions: &str) -> Given<G> {
        split(decisions).into_iter().fold(self, Given::play)
    }

    /// Time comes to `now`.
    #[track_caller]
    pub fn clock(mut self, now: u64) -> Given<G> {
        self.story.close();
        let mut tell = Tell::aloud();
        self.game.on_clock(now, &mut self.chance, &mut tell);
        self.happened(format!("clock {now}"), tell)
    }

    /// Clauses that hold now, parted by `;` or line ends.
    #[track_caller]
    pub fn then(mut self, clauses: &str) -> Given<G> {
        for clause in split(clauses) {
            if let Err(why) = self.game.holds(clause) {
                self.fail(&format!("`{clause}` does not hold: {why}"));
            }
            self.story.line("expect", clause, self.chance.left() == 0);
        }
        self
    }

    /// Clauses none of which holds now.
    #[track_caller]
    pub fn then_not(self, clauses: &str) -> Given<G> {
        for clause in split(clauses) {
            if self.game.holds(clause).is_ok() {
                self.fail(&format!("`{clause}` holds, but should not"));
            }
        }
        self
    }

    /// A decision that is refused by the rule.
    #[track_caller]
    pub fn refuses(mut self, decision: &str, rule: &str) -> Given<G> {
        let refusal = self.refusal(decision);
        if refusal.rule.is_none_or(|r| r.as_str() != rule) {
            self.fail(&format!("`{decision}` is refused, but not by {rule}: {refusal}"));
        }
        self.story.line(&format!("refuses {rule}"), decision, self.chance.left() == 0);
        self
    }

    /// A decision that answers another question than the one that is asked.
    #[track_caller]
    pub fn not_asked(self, decision: &str) -> Given<G> {
        let refusal = self.refusal(decision);
        if refusal.code != Code::NotAsked {
            self.fail(&format!("`{decision}` is refused, but not because it is not asked: {refusal}"));
        }
        self
    }

    /// A decision that no rule speaks of, because there is no such thing at this table.
    #[track_caller]
    pub fn makes_no_sense(self, decision: &str) -> Given<G> {
        let refusal = self.refusal(decision);
        if refusal.code != Code::Malformed {
            self.fail(&format!("`{decision}` is refused, but not because it makes no sense: {refusal}"));
        }
        self
    }

    /// A decision that comes too late: the game is over.
    #[track_caller]
    pub fn too_late(self, decision: &str) -> Given<G> {
        let refusal = self.refusal(decision);
        if refusal.code != Code::Over {
            self.fail(&format!("`{decision}` is refused, but not because the game is over: {refusal}"));
        }
        self
    }

    /// A decision that is refused with these words in the reason.
    #[track_caller]
    pub fn refuses_saying(self, decision: &str, rule: &str, words: &str) -> Given<G> {
        let refusal = self.refusal(decision);
        if !refusal.text.contains(words) {
            self.fail(&format!("`{decision}` is refused without saying `{words}`: {refusal}"));
        }
        self.refuses(decision, rule)
    }

    /// A decision that would be accepted; it is not taken.
    #[track_caller]
    pub fn allows(mut self, decision: &str) -> Given<G> {
        let (seat, action) = self.read(decision);
        self.accepted(decision, seat, &action);
        // What throws dice can be shown only with them.
        if self.story.is_told() {
            let (mut game, mut chance) = (self.game.clone(), Chance::scripted(&[]));
            game.apply(seat, &action, &mut chance, &mut Tell::aloud());
            let whole = chance.wrong().is_none() && self.chance.left() == 0;
            self.story.line("allows", decision, whole);
        }
        self
    }

    /// The decision is among the choices offered.
    #[track_caller]
    pub fn choices_include(self, decision: &str) -> Given<G> {
        let (seat, action) = self.read(decision);
        if !self.game.choices(seat).contains(&action) {
            self.fail(&format!("`{decision}` is not among the choices: {}", self.offered(seat)));
        }
        self
    }

    /// The decision is not among the choices offered.
    #[track_caller]
    pub fn choices_exclude(self, decision: &str) -> Given<G> {
        let (seat, action) = self.read(decision);
        if self.game.choices(seat).contains(&action) {
            self.fail(&format!("`{decision}` is among the choices: {}", self.offered(seat)));
        }
        self
    }

    /// These seats, parted by spaces, and no others are asked now; empty when nobody is.
    #[track_caller]
    pub fn asks(self, seats: &str) -> Given<G> {
        let names: Vec<String> = self.game.to_act().iter().map(G::seat_word).collect();
        let mut wanted: Vec<&str> = seats.split_whitespace().collect();
        wanted.sort_by_key(|name| G::seat(name));
        if names != wanted {
            self.fail(&format!("asked are [{}], not [{seats}]", names.join(" ")));
        }
        self
    }

    /// The last decision told somebody a sentence with these words.
    #[track_caller]
    pub fn events_say(self, words: &str) -> Given<G> {
        if !self.said(|_| true).iter().any(|line| line.contains(words)) {
            self.fail(&format!(
                "nothing says `{words}`; told was:\n    {}",
                self.said(|_| true).join("\n    ")
            ));
        }
        self
    }

    /// The beats that an onlooker sees of the last decision, by their kinds; those of one group are joined by `+`.
    #[track_caller]
    pub fn shows(self, beats: &str) -> Given<G> {
        let chapter = self.chapter();
        let kind = |beat: &Beat| {
            serde_json::to_value(beat).expect("a beat serialises")["b"].as_str().map(str::to_owned)
        };
        let group = |group: &Vec<Beat>| group.iter().filter_map(kind).collect::<Vec<_>>().join("+");
        let seen = chapter.beats.iter().map(group).collect::<Vec<_>>().join(" ");
        if seen != beats {
            self.fail(&format!("shown is\n    {seen}\n  and not\n    {beats}\n  {:?}", chapter.beats));
        }
        self
    }

    /// What the last decision has come to, in a line.
    #[track_caller]
    pub fn comes_to(self, line: &str) -> Given<G> {
        let chapter = self.chapter();
        if chapter.line.as_deref() != Some(line) {
            self.fail(&format!("it comes to {:?} and not to {line:?}", chapter.line));
        }
        self
    }

    /// What an onlooker sees of the last decision.
    pub fn chapter(&self) -> Chapter {
        let heard = self.told.iter().filter(|t| t.to.reaches(Viewer::Watcher)).map(|t| &t.event);
        let events: Vec<&G::Event> = heard.collect();
        let beats: Vec<Beat> = events.iter().flat_map(|event| G::beats(event)).collect();
        Chapter::new(1, beats, G::outcome_line(&events))
    }

    /// The last decision told nobody a sentence with these words.
    #[track_caller]
    pub fn events_do_not_say(self, words: &str) -> Given<G> {
        if let Some(line) = self.said(|_| true).iter().find(|line| line.contains(words)) {
            self.fail(&format!("`{words}` is said: {line}"));
        }
        self
    }

    /// This seat, or `watcher`, heard a sentence with these words.
    #[track_caller]
    pub fn hears(self, who: &str, words: &str) -> Given<G> {
        let viewer = self.viewer(who);
        let heard = self.said(|told| told.to.reaches(viewer));
        if !heard.iter().any(|line| line.contains(words)) {
            self.fail(&format!("{who} does not hear `{words}` but:\n    {}", heard.join("\n    ")));
        }
        self
    }

    /// This seat, or `watcher`, heard no sentence with these words.
    #[track_caller]
    pub fn does_not_hear(self, who: &str, words: &str) -> Given<G> {
        let viewer = self.viewer(who);
        if let Some(line) = self.said(|told| told.to.reaches(viewer)).iter().find(|line| line.contains(words))
        {
            self.fail(&format!("{who} hears: {line}"));
        }
        self
    }

    /// The game is over.
    #[track_caller]
    pub fn ends(&self) -> Outcome {
        self.game.outcome().unwrap_or_else(|| self.fail("the game is not over"))
    }

    /// The words of a seat's choices, in their order.
    #[track_caller]
    pub fn choices_of(&self, seat: &str) -> Vec<String> {
        let Some(seat) = G::seat(seat) else { self.fail(&format!("there is no seat called `{seat}`")) };
        self.game.choices(seat).iter().map(G::words).collect()
    }

    /// The position now.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What the last decision told.
    pub fn told(&self) -> &[Told<G::Event>] {
        &self.told
    }

    /// The end: no laid die may be left. Dropping says the same.
    #[track_caller]
    pub fn done(self) {
        self.no_die_left();
    }

    #[track_caller]
    fn happened(mut self, what: String, mut tell: Tell<G::Event>) -> Given<G> {
        self.told = tell.take();
        self.done.push(what);
        if let Some(wrong) = self.chance.wrong() {
            let wrong = wrong.to_owned();
            self.fail(&wrong);
        }
        if let Err(why) = self.game.audit() {
            self.fail(&format!("the position is broken: {why}"));
        }
        self.sound()
    }

    /// Whoever is asked has a choice, each of them is legal, and none is offered twice.
    #[track_caller]
    fn sound(self) -> Given<G> {
        for seat in self.game.to_act().iter() {
            let choices = self.game.choices(seat);
            if choices.is_empty() {
                self.fail(&format!("{} is asked and offered nothing", G::seat_word(seat)));
            }
            for (i, action) in choices.iter().enumerate() {
                if let Err(refusal) = self.game.check(seat, action) {
                    self.fail(&format!("`{}` is offered and refused: {refusal}", G::words(action)));
                }
                if choices[..i].contains(action) {
                    self.fail(&format!("`{}` is offered twice", G::words(action)));
                }
            }
        }
        self
    }

    #[track_caller]
    fn accepted(&self, decision: &str, seat: Seat, action: &G::Action) {
        if let Err(refusal) = self.game.check(seat, action) {
            self.fail(&format!("`{decision}` is refused: {refusal}"));
        }
        let owed = self.beyond.is_some_and(|beyond| !beyond(action));
        if owed && !self.game.choices(seat).contains(action) {
            self.fail(&format!("`{decision}` is legal and not offered: {}", self.offered(seat)));
        }
    }

    #[track_caller]
    fn no_die_left(&self) {
        let left = self.chance.left();
        if left > 0 {
            self.fail(&format!("{left} of the dice laid ready did not fall"));
        }
    }

    #[track_caller]
    fn read(&self, decision: &str) -> (Seat, G::Action) {
        let Some((seat, words)) = decision.split_once(':') else {
            self.fail(&format!("`{decision}` names no seat: write `seat: decision`"))
        };
        let Some(seat) = G::seat(seat.trim()) else {
            self.fail(&format!("there is no seat called `{seat}`"))
        };
        match self.game.action(seat, words.trim()) {
            Ok(action) => (seat, action),
            Err(why) => self.fail(&format!("`{decision}` cannot be read: {why}")),
        }
    }

    #[track_caller]
    fn refusal(&self, decision: &str) -> Refusal {
        let (seat, action) = self.read(decision);
        match self.game.check(seat, &action) {
            Ok(()) => self.fail(&format!("`{decision}` is accepted, but should be refused")),
            Err(refusal) => refusal,
        }
    }

    fn offered(&self, seat: Seat) -> String {
        let words: Vec<String> = self.game.choices(seat).iter().map(G::words).collect();
        words.join("; ")
    }

    fn said(&self, heard: impl Fn(&Told<G::Event>) -> bool) -> Vec<String> {
        self.told.iter().filter(|t| heard(t)).map(|t| G::line(&t.event).text).collect()
    }

    #[track_caller]
    fn viewer(&self, who: &str) -> Viewer {
        match (who, G::seat(who)) {
            ("watcher", _) => Viewer::Watcher,
            (_, Some(seat)) => Viewer::Seat(seat),
            (_, None) => self.fail(&format!("there is no seat called `{who}`")),
        }
    }

    #[track_caller]
    fn fail(&self, why: &str) -> ! {
        let position = match self.game.clauses() {
            Some(clauses) => clauses.join("\n    "),
            None => format!("{:?}", self.game),
        };
        panic!("{why}\n  after: {}\n  position:\n    {position}\n", self.done.join("; "));
    }
}

impl<G: Situation + Words> Drop for Given<G> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.no_die_left();
            self.story.write(G::ID);
        }
    }
}

fn split(text: &str) -> Vec<&str> {
    text.split([';', '\n']).map(str::trim).filter(|c| !c.is_empty()).collect()
}
