//! A decision as a puzzle: what is right, what is wrong, and how it is refuted, in the words of the game.

use crate::{play::by_odds, review::text};
use klaxon_bots::{
    Blind,
    puzzle::{Glance, Weighed, glance, reply, weigh},
};
use klaxon_core::{Beat, Chance, Instinct, Line, RuleId, Seat, Session, Situation, Tell, Viewer, Words};
use serde::{Deserialize, Serialize};

/// What comes of a wrong decision.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Refutation {
    /// What somebody would probably answer, such as "Rebels: fire at J5"; empty where nobody is asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reply: String,
    /// What comes of it for instance: a sentence of the log, as the seat would hear it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub then: String,
    /// The rule behind that sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
}

/// Courses that the game may take after a decision: the middle one is neither lucky nor unlucky.
const COURSES: u32 = 9;
/// Decisions of such a course at most; where nothing has been lost by then, it is looked further.
const LONGEST: [u32; 2] = [24, 96];
/// From this weight on a beat is worth telling where nothing is lost: a card, a shot, something turned up.
const TOLD: u32 = 2;
/// From this weight on a beat says how the game goes: something is hit, lost or gained.
const TELLING: u32 = 4;

/// Weighs what a seat may decide now.
pub(crate) fn weighed<G: Instinct>(game: &G, seat: Seat, times: u32, salt: u64) -> Option<Weighed> {
    let blind = Blind::new(game, seat);
    weigh(&blind, &blind.choices(), times, &mut Chance::quick(salt))
}

/// A short look at what a seat may decide now.
pub(crate) fn glanced<G: Instinct>(game: &G, seat: Seat, salt: u64) -> Option<Glance> {
    let blind = Blind::new(game, seat);
    glance(&blind, &blind.choices(), &mut Chance::quick(salt))
}

/// What speaks for a choice: its reason, its odds, or what comes of it for instance.
pub(crate) fn speaks<G: Words + Instinct>(game: &G, seat: Seat, index: usize, salt: u64) -> String {
    let blind = Blind::new(game, seat);
    let Some(action) = blind.choices().into_iter().nth(index) else { return String::new() };
    let mut chance = Chance::quick(salt);
    let imagined = blind.redeal(&mut chance);
    let follows = || {
        let course = middle(&blind, &action, None, &mut chance)?;
        let good = course.into_iter().filter(|deed| deed.weight >= TELLING && deed.change > 0);
        let best = good.max_by_key(|deed| deed.change)?;
        best.line.map(|line| {
            format!("this may well come of it: \u{201c}{}\u{201d}", line.text.trim_end_matches('.'))
        })
    };
    imagined.reason(seat, &action).or_else(|| by_odds(&blind, index)).or_else(follows).unwrap_or_default()
}

/// How a choice is refuted, by what the seat knows: why it does nothing, what becomes of the plan with it, or what others answer and
/// what comes of that. Empty where there is nothing to tell.
pub(crate) fn refuted<G: Words + Situation + Instinct>(
    session: &Session<G>,
    seat: Seat,
    index: usize,
    salt: u64,
) -> Refutation {
    let blind = Blind::new(session.game(), seat);
    let mut chance = Chance::quick(salt);
    let Some(action) = blind.choices().into_iter().nth(index) else { return Refutation::default() };
    let imagined = blind.redeal(&mut chance);
    if let Some(why) = imagined.idle(seat, &action) {
        let rule = G::prompt(&blind.view(), Viewer::Seat(seat)).rule;
        return Refutation {
            then: format!("It does nothing here: {why}."),
            rule: id(rule),
            ..Refutation::default()
        };
    }
    if imagined.part(seat).is_some() {
        // A plan has no reply: it is flown.
        let told = imagined.mishap(seat, &action);
        return told.map_or_else(Refutation::default, |line| Refutation {
            reply: String::new(),
            rule: id(line.rule),
            then: line.text,
        });
    }
    let reply = reply(&blind, &action, 1, &mut chance);
    let mut played = Vec::new();
    for longest in LONGEST {
        played = unlucky(&blind, &action, reply.as_ref(), longest, &mut chance);
        if played.iter().flatten().any(Deed::costs) {
            break;
        }
    }
    // A loss is told, from the course nearest to the middle where there is one. Where none is seen coming, what changes most is told, rather
    // than who moves where.
    let hurt = played.iter().find(|course| course.iter().any(Deed::costs));
    let Some(course) = hurt.or(played.first()) else { return Refutation::default() };
    let told = course.iter().filter(|deed| deed.line.is_some());
    let worst = told.min_by_key(|deed| (!deed.costs(), deed.weight < TOLD, deed.change));
    let Some(worst) = worst else { return Refutation::default() };
    let answer = course.iter().take_while(|deed| !std::ptr::eq(*deed, worst)).chain([worst]);
    let answer = answer.filter(|deed| deed.by != seat && !deed.says.is_empty()).last();
    let line = worst.line.clone().expect("it is told");
    Refutation {
        reply: answer.map_or_else(String::new, |deed| deed.says.clone()),
        rule: id(line.rule),
        then: line.text,
    }
}

fn id(rule: Option<RuleId>) -> String {
    rule.map_or_else(String::new, |rule| rule.as_str().to_owned())
}

/// A decision in the course of a game.
struct Deed {
    by: Seat,
    /// Who decides what, as "Rebels: fire at J5"; empty where there was no choice.
    says: String,
    /// What it changed for the seat whose decision began the course.
    change: i32,
    /// What came of it, as that seat would hear it.
    line: Option<Line>,
    /// How much that says.
    weight: u32,
}

impl Deed {
    /// Has it visibly cost the seat something?
    fn is_bad(&self) -> bool {
        self.weight >= TELLING && self.change < 0
    }

    /// Can that be told?
    fn costs(&self) -> bool {
        self.is_bad() && self.line.is_some()
    }
}

/// What follows a decision in a game that is neither lucky nor unlucky.
fn middle<G: Words + Instinct>(
    blind: &Blind<'_, G>,
    action: &G::Action,
    reply: Option<&(Seat, G::Action)>,
    chance: &mut Chance,
) -> Option<Vec<Deed>> {
    unlucky(blind, action, reply, LONGEST[0], chance).into_iter().next()
}

/// Courses that the game may take after a decision: the middle one, then those that go worse and worse.
fn unlucky<G: Words + Instinct>(
    blind: &Blind<'_, G>,
    action: &G::Action,
    reply: Option<&(Seat, G::Action)>,
    longest: u32,
    chance: &mut Chance,
) -> Vec<Vec<Deed>> {
    let mut courses: Vec<(i32, Vec<Deed>)> =
        (0..COURSES).map(|_| course(blind, action, reply, longest, chance)).collect();
    courses.sort_by_key(|(worth, _)| *worth);
    courses.into_iter().take(COURSES as usize / 2 + 1).rev().map(|(_, deeds)| deeds).collect()
}

/// One such game, until something has visibly gone wrong and others have had their say, and what it is worth then. Others give the reply if they
/// can; all else is decided by rule of thumb.
fn course<G: Words + Instinct>(
    blind: &Blind<'_, G>,
    action: &G::Action,
    reply: Option<&(Seat, G::Action)>,
    longest: u32,
    chance: &mut Chance,
) -> (i32, Vec<Deed>) {
    let seat = blind.seat();
    let mut game = blind.redeal(chance);
    let worth_of =
        |game: &G| game.outcome().map_or_else(|| game.appraise(seat), |outcome| outcome.worth(seat));
    let (mut worth, mut deeds, mut answered) = (worth_of(&game), Vec::new(), false);
    for n in 0..longest {
        if game.outcome().is_some() {
            break;
        }
        let Some(by) = (if n == 0 { Some(seat) } else { game.to_act().iter().next() }) else { break };
        if by == seat && answered && deeds.iter().any(Deed::is_bad) {
            break;
        }
        let choices = game.choices(by);
        let given = if n == 0 { Some(action) } else { None };
        let replied = reply.filter(|(who, answer)| !answered && *who == by && choices.contains(answer));
        let deed = match given.or(replied.map(|(_, answer)| answer)) {
            Some(deed) => deed.clone(),
            None => likeliest(&game, by, &choices),
        };
        let is_choice = choices.len() > 1;
        let view = game.view(Viewer::Seat(by));
        let says = if is_choice {
            format!("{}: {}", G::seat_name(&view, by), text::<G>(&view, &choices, &deed))
        } else {
            String::new()
        };
        let mut tell = Tell::aloud();
        game.apply(by, &deed, chance, &mut tell);
        answered |= by != seat && is_choice;
        let all = tell.take();
        let heard: Vec<&G::Event> =
            all.iter().filter(|told| told.to.reaches(Viewer::Seat(seat))).map(|told| &told.event).collect();
        let after = worth_of(&game);
        let told = telling::<G>(&heard);
        let (weight, line) = told.map_or((0, None), |(weight, line)| (weight, Some(line)));
        deeds.push(Deed { by, says, change: after - worth, line, weight });
        worth = after;
    }
    (worth, deeds)
}

fn likeliest<G: Instinct>(game: &G, seat: Seat, choices: &[G::Action]) -> G::Action {
    let mut leans = Vec::with_capacity(choices.len());
    game.leans(seat, choices, &mut leans);
    let best =
        (0..choices.len()).rev().max_by_key(|i| leans[*i]).expect("somebody who is asked has a choice");
    choices[best].clone()
}

/// What the events of one decision have come to, with the rule behind the weightiest of them and its weight.
fn telling<G: Words>(events: &[&G::Event]) -> Option<(u32, Line)> {
    let weight = |event: &G::Event| G::beats(event).iter().map(weight).max().unwrap_or(0);
    let ruled =
        events.iter().map(|event| (weight(event), G::line(event))).filter(|(_, line)| line.rule.is_some());
    let (weight, line) = ruled.max_by_key(|(weight, _)| *weight)?;
    let text = G::outcome_line(events).unwrap_or_else(|| line.text.clone());
    Some((weight, Line { text, ..line }))
}

/// How much a beat tells of how the game goes.
fn weight(beat: &Beat) -> u32 {
    match beat {
        Beat::Loss { part: false, .. } => 6,
        Beat::Loss { part: true, .. } | Beat::Score { .. } => 5,
        Beat::Hit { stopped: false, .. } | Beat::Spread { harm: true, .. } => TELLING,
        Beat::Hit { stopped: true, .. } | Beat::Reveal { .. } | Beat::Flip { .. } => 3,
        Beat::Shot { .. } | Beat::Card { .. } | Beat::Spread { harm: false, .. } => 2,
        Beat::Move { .. } => 1,
        Beat::Throw(_) | Beat::Banner { .. } => 0,
    }
}
