//! A decision as a puzzle: what is right, what is wrong, and how it is refuted, in the words of the game.

use crate::{play::by_odds, review::text};
use klaxon_bots::{
    Blind,
    puzzle::{Weighed, reply, weigh},
};
use klaxon_core::{Chance, Instinct, Seat, Session, Situation, Tell, Viewer, Words};
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

/// Redeals in which the reply that was found is looked for.
const MOST_DEALS: u32 = 24;

/// Weighs what a seat may decide now.
pub(crate) fn weighed<G: Instinct>(game: &G, seat: Seat, times: u32, salt: u64) -> Option<Weighed> {
    let blind = Blind::new(game, seat);
    weigh(&blind, &blind.choices(), times, &mut Chance::quick(salt))
}

/// What speaks for a choice.
pub(crate) fn speaks<G: Words + Instinct>(game: &G, seat: Seat, index: usize, salt: u64) -> String {
    let blind = Blind::new(game, seat);
    let Some(action) = blind.choices().into_iter().nth(index) else { return String::new() };
    let imagined = blind.redeal(&mut Chance::quick(salt));
    imagined.reason(seat, &action).or_else(|| by_odds(&blind, index)).unwrap_or_default()
}

/// How a choice is refuted, by what the seat knows.
pub(crate) fn refuted<G: Words + Situation + Instinct>(
    session: &Session<G>,
    seat: Seat,
    index: usize,
    salt: u64,
) -> Refutation {
    let blind = Blind::new(session.game(), seat);
    let mut chance = Chance::quick(salt);
    let Some(action) = blind.choices().into_iter().nth(index) else { return Refutation::default() };
    if blind.redeal(&mut chance).part(seat).is_some() {
        // A plan has no reply: it is flown.
        return Refutation::default();
    }
    let reply = reply(&blind, &action, 1, &mut chance);
    for _ in 0..MOST_DEALS {
        let mut game = blind.redeal(&mut chance);
        let mut told = Tell::aloud();
        game.apply(seat, &action, &mut chance, &mut told);
        let mut says = String::new();
        if let Some((who, answer)) = &reply {
            // What the seat does before the others answer is passed over as a look ahead does.
            for _ in 0..MOST_DEALS {
                if let [only] = &game.choices(seat)[..] {
                    game.apply(seat, only, &mut chance, &mut told);
                }
            }
            if !game.to_act().has(*who) || game.check(*who, answer).is_err() {
                continue;
            }
            let view = game.view(Viewer::Seat(*who));
            let label = text::<G>(&view, &game.choices(*who), answer);
            says = format!("{}: {label}", G::seat_name(&view, *who));
            told = Tell::aloud();
            game.apply(*who, answer, &mut chance, &mut told);
        }
        let heard = told.take();
        let lines = heard.iter().filter(|t| t.to.reaches(Viewer::Seat(seat))).map(|t| G::line(&t.event));
        let last = lines.filter(|line| line.rule.is_some()).last();
        let (then, rule) = last.map_or_else(Default::default, |line| {
            (line.text, line.rule.map(|rule| rule.as_str().to_owned()).unwrap_or_default())
        });
        return Refutation { reply: says, then, rule };
    }
    Refutation::default()
}
