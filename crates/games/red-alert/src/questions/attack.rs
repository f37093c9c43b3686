//! A unit battles another: in the combat phase (D14), after a pursuit (D21) and in a second volley.

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::board::Hex;
use crate::coach;
use crate::situation::spell;
use crate::state::{Open, Question, RedAlert, Step, UnitId};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{agreed, button, unit, your_unit};
use crate::words::{cap, odds};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, count, rule};
use serde::{Deserialize, Serialize};

/// What a unit does in its combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// It battles another.
    Attack {
        /// The attacker.
        from: Hex,
        /// The target.
        at: Hex,
    },
    /// It declines its combat for its second move.
    Decline(Hex),
}

impl Answer<RedAlert> for Attack {
    fn ask(view: &View) -> Option<Ask> {
        let once_more = |hex| format!("{} may battle once more.", cap(&your_unit(&view.open, hex)));
        if let Question::BonusCombat(hex) = view.question {
            let line = Line::new(once_more(hex), rule!("RA-14.7")).about(hex.to_string());
            return Some(Ask::new("bonus-combat", line));
        }
        if let Question::SecondVolley(hex) = view.question {
            let line = Line::new(once_more(hex), rule!("RA-10.3")).about(hex.to_string());
            return Some(Ask::new("second-volley", line));
        }
        let text = "Battle with your ordered units one at a time, or end combat.";
        (view.question == Question::Combat).then(|| Ask::new("combat", Line::new(text, rule!("RA-10.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Combat | Question::BonusCombat(_) | Question::SecondVolley(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let open = a.open();
        if let Some(from) = once_more(a.question) {
            let id = open.unit_at(from).expect("the attacker");
            out.extend(open.targets(id).iter().map(|at| Action::Attack(Attack::Attack { from, at })));
        }
        if a.question != Question::Combat {
            return;
        }
        for id in open.units_of(open.active).filter(|&id| open.unit_seat(id) == a.seat) {
            let from = open.unit(id).hex();
            if open.may_fight(id) {
                out.extend(open.targets(id).iter().map(|at| Action::Attack(Attack::Attack { from, at })));
            }
            if open.check_decline(id).is_ok() {
                out.push(Action::Attack(Attack::Decline(from)));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let open = a.open();
        let own = |id: UnitId| {
            if open.unit_seat(id) == a.seat {
                return Ok(());
            }
            no(rule!("RA-22.5"), "another player of your side controls this unit")
        };
        match *self {
            Attack::Attack { from, at } => {
                if let Some(hex) = once_more(a.question) {
                    if hex != from {
                        return no(rule!("RA-10.1"), format!("the unit at {hex} battles now"));
                    }
                    return open.check_target(a.own_unit(from)?, at);
                }
                a.only(a.question == Question::Combat)?;
                let id = a.own_unit(from)?;
                open.check_fighter(id)?;
                own(id)?;
                open.check_target(id, at)
            }
            Attack::Decline(hex) => {
                a.only(a.question == Question::Combat)?;
                let id = a.own_unit(hex)?;
                own(id)?;
                open.check_decline(id)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Attack::Attack { from, at } => play.game.apply_attack(from, at, &mut play.cx),
            Attack::Decline(hex) => play.game.apply_decline(hex, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        let open = &view.open;
        match *self {
            Attack::Attack { from, at } => {
                let dice = odds::attack(open, from, at).map_or(0, |d| d.total());
                let dice = if dice == 1 { "1 die".into() } else { format!("{dice} dice") };
                let rule = if from.distance(at) == 1 { rule!("RA-10.7") } else { rule!("RA-10.6") };
                let text = format!("{} [attack|attacks] {} ({dice})", cap(&unit(open, from)), unit(open, at));
                let clicks = vec![from.to_string(), at.to_string()];
                button(agreed(open, from, &text), "Attacks", clicks, "attack", rule)
            }
            Attack::Decline(at) => {
                let text = format!("{} [battle|battles] nobody and [move|moves] again", cap(&unit(open, at)));
                let clicks = vec![at.to_string()];
                button(agreed(open, at, &text), "Second moves", clicks, "decline", rule!("RA-10.2"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Attack::Attack { from, at } => format!("attack {from} {at}"),
            Attack::Decline(at) => format!("decline {at}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Attack>, String> {
        Ok(match verb {
            "attack" => Some(Attack::Attack { from: spell::hex(r)?, at: spell::hex(r)? }),
            "decline" => Some(Attack::Decline(spell::hex(r)?)),
            _ => None,
        })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        let Attack::Attack { from, at } = *self else { return None };
        let open = a.open();
        let (attacker, target) = (open.own_at(a.side, from)?, open.own_at(a.side.other(), at)?);
        let dice = open.dice(attacker, target, 0).total();
        (dice == 0).then(|| "the attacker would roll no die".into())
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let open = a.open();
        match *self {
            Attack::Attack { from, at } => match (open.own_at(a.side, from), open.own_at(a.side.other(), at))
            {
                (Some(attacker), Some(target)) => promise(open, attacker, target),
                (None | Some(_), None | Some(_)) => 16,
            },
            Attack::Decline(_) => 6,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let open = a.open();
        let Attack::Attack { from, at } = *self else { return Some("it moves once more instead".into()) };
        let (attacker, target) = (open.own_at(a.side, from)?, open.own_at(a.side.other(), at)?);
        let (hits, foe) = (odds::expected_hits(open, attacker, target), open.unit(target));
        let points = count(foe.kind.stats().points, "point");
        let on = match foe.figures {
            1 => format!("its last figure, worth {points}"),
            n => format!("its {n} figures, worth {points} when all are gone"),
        };
        Some(format!("{}.{} hits are to be expected on {on}", hits / 1000, hits % 1000 / 100))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Combat {
            return vec![&coach::RANGE, &coach::FACES, &coach::SIGHT, &coach::SHIELDS];
        }
        if once_more(view.question).is_some() { vec![&coach::BONUS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let moving = matches!(about.question(), Question::Movement | Question::SecondMove(_));
        if let Some((from, at)) = about.way()
            && about.view.open.own_at(about.side.other(), at).is_some()
            && !moving
        {
            out.push(Action::Attack(Attack::Attack { from, at }));
        }
    }
}

/// The unit that battles once more, where that is the question.
fn once_more(question: Question) -> Option<Hex> {
    if let Question::BonusCombat(hex) | Question::SecondVolley(hex) = question { Some(hex) } else { None }
}

/// An officer is done with his units (RA-22.11), or there is no further combat.
pub(super) fn passing(question: Question) -> Option<Passing> {
    let enough = |text, rule, take: fn(&mut Play<'_>)| Passing { lean: 2, ..Passing::no(text, rule, take) };
    if let Question::BonusCombat(_) = question {
        return Some(enough("No further combat", rule!("RA-14.2"), |play| play.step(Step::AfterCard)));
    }
    if let Question::SecondVolley(_) = question {
        return Some(enough("No further combat", rule!("RA-14.2"), |play| play.step(Step::SecondMove)));
    }
    (question == Question::Combat).then(|| Passing {
        mark: "done",
        may: |a| a.check_officer(a.open().fighters()),
        ..Passing::no("I am done with my units", rule!("RA-22.11"), |play| play.done())
    })
}

/// Hits to be expected, by what they hit.
fn promise(open: &Open, attacker: UnitId, target: UnitId) -> u32 {
    let hits = odds::expected_hits(open, attacker, target);
    let foe = open.unit(target);
    let value = u32::from(foe.kind.stats().points);
    // Worth more where the unit may fall.
    let kill = if hits >= u32::from(foe.figures) * 700 { 4 } else { 1 };
    let base = 8 + hits * value * kill / 100;
    base / (1 + u32::from(foe.figures) / 3)
}
