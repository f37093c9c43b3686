//! On which occasions a unit is lost by its owner's choice (`lose.rs`), and what each of them asks, allows and does.

use super::{Asked, asked::Verdict};
use crate::{
    event::Event,
    ids::Unit,
    state::{Fate, Frame},
    turn::Play,
    view::View,
    why::need,
    words::area_name,
};
use klaxon_core::{RuleId, rule};

/// What losing a unit means on one occasion.
pub(super) struct Losing {
    /// The word for it in situations.
    pub word: &'static str,
    /// The question.
    pub text: fn(&View) -> String,
    /// The rule that asks.
    pub rule: RuleId,
    /// May it be this unit?
    pub may: fn(Asked<'_>, Unit) -> Verdict,
    /// What comes of it.
    pub take: fn(&mut Play<'_>, Unit),
}

const OCCASIONS: [fn(Frame) -> Option<Losing>; 8] =
    [start, sacrifice, surplus, victim, end_victim, splash, overflow, bombardment];

impl Losing {
    /// What it means at this question, if it asks for a loss.
    pub(super) fn at(question: Frame) -> Option<Losing> {
        OCCASIONS.iter().find_map(|of| of(question))
    }

    /// The side of the battle that loses.
    pub(super) fn side(question: Frame) -> Option<u8> {
        if let Frame::StartLose { side, .. } | Frame::Sacrifice { side, .. } | Frame::Surplus(side) = question
        {
            return Some(side);
        }
        if let Frame::Victim(side) | Frame::EndVictim { side, .. } = question {
            return Some(side);
        }
        if let Frame::Splash(side) | Frame::Overflow { side, .. } = question { Some(side) } else { None }
    }
}

/// The side that loses at a question of the battle.
fn loser(question: Frame) -> u8 {
    Losing::side(question).expect("a loss of the battle")
}

/// Any unit of the side that is left may be lost.
fn any(a: Asked<'_>, unit: Unit) -> Verdict {
    let there = a.game.pick(loser(a.question), unit, |_, _| true).is_some();
    need(there, rule!("SC-9.2"), "no such unit of yours is in the battle")
}

/// It dies before anybody is cloaked (SC-10.2).
fn fall(play: &mut Play<'_>, unit: Unit) {
    let (game, side) = (&mut *play.game, loser(play.question));
    let at = game.pick(side, unit, |_, _| true).expect("judged");
    game.kill(side, at);
    let (who, area) = (game.faction(game.side_seat(side)), game.fight().area);
    play.cx.tell.all(Event::Destroyed { who, unit, area });
}

/// An ability at the start of the battle.
fn start(question: Frame) -> Option<Losing> {
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        any(a, unit)?;
        let fits = matches!(a.question, Frame::StartLose { filter, .. } if filter.fits(unit));
        need(fits, rule!("SC-9.4"), "the ability does not hit that kind of unit")
    }
    let text = |_: &View| "Choose a unit that you lose before the battle.".into();
    matches!(question, Frame::StartLose { .. }).then_some(Losing {
        word: "start-loss",
        text,
        rule: rule!("SC-9.4"),
        may,
        take: fall,
    })
}

/// A unit, or a worker of the pool, for cards.
fn sacrifice(question: Frame) -> Option<Losing> {
    fn text(view: &View) -> String {
        let n = if let Frame::Sacrifice { n, .. } = view.question { n } else { 0 };
        format!("Destroy a unit of this battle or a worker of your pool, then draw {n} cards.")
    }
    fn take(play: &mut Play<'_>, unit: Unit) {
        let Frame::Sacrifice { side, n } = play.question else { unreachable!("judged") };
        let (game, seat) = (&mut *play.game, play.seat);
        let at = game.pick(side, unit, |_, _| true).expect("judged");
        let unit = Some(game.kill(side, at));
        play.cx.tell.all(Event::Sacrificed { who: game.faction(seat), unit });
        game.draw_cards(seat, n, &mut play.cx);
    }
    matches!(question, Frame::Sacrifice { .. }).then_some(Losing {
        word: "sacrifice",
        text,
        rule: rule!("SC-9.4"),
        may: any,
        take,
    })
}

/// The battle is called off, and too many stay.
fn surplus(question: Frame) -> Option<Losing> {
    let text = |_: &View| "Your units exceed the unit limit: choose one to lose.".into();
    let take = |play: &mut Play<'_>, unit: Unit| {
        fall(play, unit);
        play.game.push(play.question);
    };
    matches!(question, Frame::Surplus(_)).then_some(Losing {
        word: "surplus",
        text,
        rule: rule!("SC-9.4"),
        may: any,
        take,
    })
}

/// Strength that cannot hit the front.
fn victim(question: Frame) -> Option<Losing> {
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        need(
            a.game.victims(loser(a.question)).any(|(_, u)| u == unit),
            rule!("SC-9.30"),
            "a supporting unit of this skirmish that the enemy front-line unit can hit must be lost",
        )
    }
    let text = |_: &View| "Choose the supporting unit that you lose.".into();
    let take = |play: &mut Play<'_>, unit: Unit| {
        let side = loser(play.question);
        let at = play.game.victims(side).find(|(_, u)| *u == unit).map(|(i, _)| i);
        play.game.doom(side, at.expect("judged"), true);
    };
    matches!(question, Frame::Victim(_)).then_some(Losing {
        word: "victim",
        text,
        rule: rule!("SC-9.30"),
        may,
        take,
    })
}

/// An ability at the end of the destroy step.
fn end_victim(question: Frame) -> Option<Losing> {
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        let battle = a.game.fight();
        let mut here = battle.of_skirmish(loser(a.question), battle.clash.skirmish);
        let here = here.any(|(_, f)| f.fate == Fate::In && f.unit == unit);
        let fits = matches!(a.question, Frame::EndVictim { filter, .. } if filter.fits(unit));
        need(here && fits, rule!("SC-9.34"), "the ability does not hit such a unit of yours in this skirmish")
    }
    fn take(play: &mut Play<'_>, unit: Unit) {
        let (side, battle) = (loser(play.question), play.game.fight());
        // SC-9.35: a cloaked one may be chosen; one that is not at the front goes first.
        let of = || {
            let here = battle.of_skirmish(side, battle.clash.skirmish);
            here.filter(|(_, f)| f.unit == unit && f.fate == Fate::In)
        };
        let at = of().find(|(_, f)| !f.front).or_else(|| of().next()).map(|(i, _)| i);
        play.game.doom(side, at.expect("judged"), false);
    }
    let text = |_: &View| "Choose the unit that you lose to the ability.".into();
    matches!(question, Frame::EndVictim { .. }).then_some(Losing {
        word: "end-victim",
        text,
        rule: rule!("SC-9.34"),
        may,
        take,
    })
}

/// Splash damage.
fn splash(question: Frame) -> Option<Losing> {
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        any(a, unit)?;
        need(
            a.game.splash_fits(loser(a.question), unit),
            rule!("SC-9.42"),
            "as many units as possible must be lost: limited splash comes first",
        )
    }
    fn take(play: &mut Play<'_>, unit: Unit) {
        let (game, side) = (&mut *play.game, loser(play.question));
        let at = game.pick(side, unit, |_, _| true).expect("judged");
        game.kill(side, at);
        game.fight_mut().splashed[usize::from(side)] |= 1 << at;
        let (who, area) = (game.faction(game.side_seat(side)), game.fight().area);
        play.cx.tell.all(Event::Splashed { who, unit, area });
        game.push(Frame::Splash(side));
    }
    let text = |_: &View| "Splash damage: choose a unit that you lose.".into();
    matches!(question, Frame::Splash(_)).then_some(Losing {
        word: "splash",
        text,
        rule: rule!("SC-9.40"),
        may,
        take,
    })
}

/// SC-9.52: a retreat for which there is not enough room.
fn overflow(question: Frame) -> Option<Losing> {
    fn text(view: &View) -> String {
        let area =
            if let Frame::Overflow { area, .. } = view.question { area_name(area) } else { String::new() };
        format!("Not all units fit into {area}: choose one to lose.")
    }
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        let side = loser(a.question);
        let leaves = a.game.pick(side, unit, |i, _| a.game.leaves(side, i)).is_some();
        need(leaves, rule!("SC-9.52"), "no such unit of yours retreats")
    }
    fn take(play: &mut Play<'_>, unit: Unit) {
        let (game, side) = (&mut *play.game, loser(play.question));
        let at = game.pick(side, unit, |i, _| game.leaves(side, i)).expect("judged");
        game.kill(side, at);
        let (who, area) = (game.faction(game.side_seat(side)), game.fight().area);
        play.cx.tell.all(Event::LostInRetreat { who, unit, area });
        game.push(play.question);
    }
    matches!(question, Frame::Overflow { .. }).then_some(Losing {
        word: "overflow",
        text,
        rule: rule!("SC-9.52"),
        may,
        take,
    })
}

/// A bombardment by an event card.
fn bombardment(question: Frame) -> Option<Losing> {
    fn text(view: &View) -> String {
        let area = if let Frame::BombardLose(area) = view.question { area_name(area) } else { String::new() };
        format!("{area} is bombarded: choose the unit that you lose.")
    }
    fn may(a: Asked<'_>, unit: Unit) -> Verdict {
        let there = matches!(a.question, Frame::BombardLose(area) if a.game.count_in(a.seat, area, unit) > 0);
        need(there, rule!("SC-13.2"), "no such unit of yours is there")
    }
    fn take(play: &mut Play<'_>, unit: Unit) {
        let Frame::BombardLose(area) = play.question else { unreachable!("judged") };
        play.game.destroy_unit(play.seat, area, unit);
        play.cx.tell.all(Event::UnitLost { who: play.game.faction(play.seat), unit, area });
        play.game.eliminate(&mut play.cx);
    }
    matches!(question, Frame::BombardLose(_)).then_some(Losing {
        word: "bombard-loss",
        text,
        rule: rule!("SC-13.2"),
        may,
        take,
    })
}
