//! The start of a battle (D13): one ability a side, a play-area technology or a held event card (SC-9.4, SC-10.14).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    board::areas_of,
    data::{EventCard, Tech, data},
    effect::Sum,
    event::Event,
    situation::spell,
    state::{Frame, Splash, StarCraft},
    turn::Play,
    view::View,
    why::{need, no, not_asked},
    words::{label::draft, spots::Spot, text::event_text, warnings::start_warning},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// A technology.
    UseTech(Tech),
    /// A held event card.
    UseEvent(EventCard),
    /// Nothing.
    NoAbility,
}

impl May for Ability {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::StartAbility(side) = a.question else {
            return Err(not_asked());
        };
        let (game, seat) = (a.game, a.seat);
        let sum = match *self {
            Ability::NoAbility => return Ok(()),
            Ability::UseTech(tech) => {
                let known = data().techs.get(usize::from(tech.0));
                let known =
                    known.filter(|t| t.race == game.race(seat) && t.cards & game.player(seat).play != 0);
                let known = known.ok_or(no(rule!("SC-9.4"), "that technology is not in your play area"))?;
                Sum::of(&known.effect, &game.scene(side, None))
            }
            Ability::UseEvent(kind) => {
                let held = usize::from(kind.0) < data().events.len() && game.held_card(seat, kind).is_some();
                need(held, rule!("SC-9.4"), "you do not hold that event card")?;
                Sum::of(&kind.data().effect, &game.scene(side, None))
            }
        };
        need(sum.start, rule!("SC-13.15"), "its condition does not hold in this battle")?;
        if sum.call_off {
            let room = areas_of(game.fight().area.planet()).any(|a| game.judge_refuge(a).is_ok());
            need(room, rule!("SC-13.12"), "no friendly or empty area of the planet has room for your units")?;
        }
        Ok(())
    }
}

impl Answer<StarCraft> for Ability {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Use one ability at the start of the battle, or none.", rule!("SC-9.4"));
        matches!(view.question, Frame::StartAbility(_)).then(|| Ask::new("ability", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::StartAbility(_) = a.question else {
            return;
        };
        let (player, race) = (a.game.player(a.seat), a.game.race(a.seat));
        let techs = Tech::all().filter(|t| t.data().race == race && player.play & t.data().cards != 0);
        let mut held: Vec<EventCard> = player.held.iter().map(|card| data().event(card)).collect();
        held.dedup();
        a.offer([Ability::NoAbility], out);
        a.offer(techs.map(Ability::UseTech), out);
        a.offer(held.into_iter().map(Ability::UseEvent), out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::StartAbility(side) = play.question else { unreachable!("judged") };
        let (game, seat, cx) = (&mut *play.game, play.seat, &mut play.cx);
        let who = game.faction(seat);
        let sum = match self {
            Ability::NoAbility => return,
            Ability::UseTech(tech) => {
                cx.tell.all(Event::Used { who, tech });
                Sum::of(&tech.data().effect, &game.scene(side, None))
            }
            Ability::UseEvent(kind) => {
                cx.tell.all(Event::UsedEvent { who, card: kind });
                let sum = Sum::of(&kind.data().effect, &game.scene(side, None));
                let card = game.held_card(seat, kind).expect("judged");
                game.player_mut(seat).held.remove(card);
                game.event_discard.insert(card);
                sum
            }
        };
        let (me, enemy) = (usize::from(side), usize::from(1 - side));
        let battle = game.fight_mut();
        battle.bonus[me].0 += sum.all_a;
        battle.bonus[me].1 += sum.all_h;
        battle.extra_draw[me] += sum.extra_draw;
        battle.face_up[enemy] |= sum.face_up;
        if let Some(filter) = sum.auto_splash {
            battle.splash.push(Splash { side: enemy as u8, filter });
        }
        if let Some(filter) = sum.start_lose {
            game.push(Frame::StartLose { side: enemy as u8, filter });
        }
        if sum.start_draw > 0 {
            game.push(Frame::Sacrifice { side, n: sum.start_draw });
        }
        if sum.peek {
            game.look_at_hand(seat, game.side_seat(enemy as u8), cx);
        }
        if sum.call_off {
            game.push(Frame::CallOff);
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Ability::UseTech(tech) => {
                let warning = start_warning(view, &tech.data().effect);
                draft(format!("{}{warning}", tech.name()), "Start of battle", rule!("SC-9.4"))
                    .click(format!("tech:{tech}"))
                    .into()
            }
            Ability::UseEvent(card) => {
                let text = format!("{} ({card}): {}", card.name(), event_text(card));
                draft(text, "Start of battle", rule!("SC-9.4")).click(format!("event:{card}")).into()
            }
            Ability::NoAbility => draft("Use nothing", "Start of battle", rule!("SC-9.4")).into(),
        }
    }

    fn words(&self) -> String {
        match *self {
            Ability::UseTech(tech) => format!("use {tech}"),
            Ability::UseEvent(card) => format!("use {card}"),
            Ability::NoAbility => "no ability".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Ability>, String> {
        if verb == "no" && r.takes("ability") {
            return Ok(Some(Ability::NoAbility));
        }
        if verb != "use" {
            return Ok(None);
        }
        if let Some(tech) = spell::taken(r, |word| word.parse().ok()) {
            return Ok(Some(Ability::UseTech(tech)));
        }
        Ok(Some(Ability::UseEvent(spell::parsed(r, "an event card")?)))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Ability::UseTech(tech) => a.game.idle_ability(a.seat, &tech.data().effect),
            Ability::UseEvent(card) => a.game.idle_ability(a.seat, &card.data().effect),
            Ability::NoAbility => None,
        }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Ability::UseTech(tech) => a.game.lean_ability(a.seat, &tech.data().effect),
            Ability::UseEvent(card) => a.game.lean_ability(a.seat, &card.data().effect),
            Ability::NoAbility => 16,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_ability(a.seat, *self != Ability::NoAbility)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::StartAbility(_) = about.view.question else {
            return;
        };
        if let [Spot::Tech(tech)] = about.spots {
            out.push(Ability::UseTech(*tech).into());
        } else if let [Spot::Event(event)] = about.spots {
            out.push(Ability::UseEvent(*event).into());
        }
    }
}
