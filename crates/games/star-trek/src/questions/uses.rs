//! D9, D11, D15 to D18, D21, D22: an ability is used, in the activation of its ship or in a window that is open for it.
//! Which abilities fit a moment, and with what choice, is in `react.rs`; what they do in `perform.rs`.

use super::asked::{Verdict, named, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::coach;
use crate::effect::{Effect, When};
use crate::instinct::{GOOD, IDLE};
use crate::kinds::{Crit, DiskId, Order, ShipId};
use crate::situation::spell;
use crate::state::frame::Source;
use crate::state::{Face, FightStep, Place, Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use crate::words::{disk_name, ship_name, target_name};
use klaxon_core::{Answer, Ask, Label, Line, Reader, SeatSet, Tip, count, rule};
use serde::{Deserialize, Serialize};

/// An ability, with the choice that goes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Whose.
    pub what: Means,
    /// With what choice.
    pub pick: Pick,
}

named!(Use {
    what: Means,
    #[serde(default)]
    pick: Pick
});

/// What has the ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A crew or tech disk.
    Disk(DiskId),
    /// A ship.
    Ship(ShipId),
}

/// The choice that goes with an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// None.
    #[default]
    None,
    /// A target ship.
    Ship(ShipId),
    /// A disk.
    Disk(DiskId),
    /// Two order places of a ship.
    Orders {
        /// Which ship.
        ship: ShipId,
        /// Which two places, 1 to 3.
        places: [u8; 2],
    },
    /// An order.
    Order(Order),
    /// A critical marker.
    Crit(Crit),
    /// How many counters.
    Count(u8),
}

impl Answer<StarTrek> for Use {
    fn ask(view: &View) -> Option<Ask> {
        window(view).map(|(word, line, _)| Ask::new(word, line))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.acting().is_some() || is_window(a) {
            a.game.uses(a.seat, out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Some((holder, ability)) = a.game.usable(a.seat, self.what) else {
            return no(rule!("ST-15.3"), why_unusable(a, self.what));
        };
        if a.game.picks(&holder, ability).contains(&self.pick) {
            return Ok(());
        }
        no(rule!("ST-15.11"), "that is no possible target or choice for this ability")
    }

    fn take(self, play: &mut Play<'_>) {
        let (holder, ability) = play.game.usable(play.seat.0, self.what).expect("checked");
        play.game.use_ability(&holder, ability, self.pick, &mut play.fate);
        if play.game.stage == Stage::PhaseStart {
            // ST-4.3 (c): until all pass.
            play.game.passed = SeatSet::NONE;
        }
    }

    fn label(&self, view: &View) -> Label {
        let (name, click) = match self.what {
            Means::Disk(id) => (disk_name(view, id), format!("disk:{id}")),
            Means::Ship(id) => (ship_name(view, id).to_string(), format!("ship:{id}")),
        };
        let mut clicks = vec![click];
        let with = match self.pick {
            Pick::None => String::new(),
            Pick::Ship(id) => {
                clicks.push(format!("ship:{id}"));
                format!(" on {}", ship_name(view, id))
            }
            Pick::Disk(id) => {
                clicks.push(format!("disk:{id}"));
                format!(" on {}", disk_name(view, id))
            }
            Pick::Orders { ship, places: [a, b] } => {
                clicks.extend([format!("order:{ship}:{a}"), format!("order:{ship}:{b}")]);
                format!(": exchange orders {a} and {b} of {}", ship_name(view, ship))
            }
            Pick::Order(order) => {
                clicks.push(format!("order:{}", order.code()));
                format!(" for {}", order.name())
            }
            Pick::Crit(crit) => format!(": remove the {} marker", crit.name()),
            Pick::Count(n) => format!(": drop {n} again"),
        };
        button("Use a disk", format!("use {name}{with}"), clicks, "use", rule!("ST-15.3"))
    }

    fn words(&self) -> String {
        let what = match self.what {
            Means::Disk(id) => id.to_string(),
            Means::Ship(id) => format!("ship:{id}"),
        };
        let with = match self.pick {
            Pick::None => String::new(),
            Pick::Ship(id) => format!(" on {id}"),
            Pick::Disk(id) => format!(" disk {id}"),
            Pick::Orders { ship, places: [a, b] } => format!(" orders {ship} {a} {b}"),
            Pick::Order(order) => format!(" for {}", order.code()),
            Pick::Crit(crit) => format!(" crit {}", crit.name()),
            Pick::Count(n) => format!(" count {n}"),
        };
        format!("use {what}{with}")
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Use>, String> {
        if verb != "use" {
            return Ok(None);
        }
        let word = r.word("a disk")?;
        let what = match word.strip_prefix("ship:") {
            Some(n) => Means::Ship(ShipId(n.parse().map_err(|_| format!("`{word}` is no ship"))?)),
            None => Means::Disk(DiskId(word.parse().map_err(|_| format!("`{word}` is no disk"))?)),
        };
        let pick = match r.maybe() {
            None => Pick::None,
            Some("on") => Pick::Ship(spell::ship(r)?),
            Some("disk") => Pick::Disk(spell::disk(r)?),
            Some("orders") => {
                let (ship, places) =
                    (spell::ship(r)?, [spell::number(r, "place")?, spell::number(r, "place")?]);
                Pick::Orders { ship, places }
            }
            Some("for") => Pick::Order(spell::order(r)?),
            Some("crit") => Pick::Crit(spell::crit_of(r.word("a critical")?)?),
            Some("count") => Pick::Count(spell::number(r, "count")?),
            Some(other) => {
                return Err(format!("`{other}` is no choice: on, disk, orders, for, crit or count"));
            }
        };
        Ok(Some(Use { what, pick }))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        let game = a.game;
        let (ship, ability) = match self.what {
            Means::Disk(id) => (game.disk(id).place, game.disk(id).kind.of().ability.as_ref()),
            Means::Ship(id) => (Place::Ship(id), game.ship(id).kind.of().ability.as_ref()),
        };
        let Place::Ship(ship) = ship else { return None };
        game.idle_ability(ship, ability?)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let game = a.game;
        let ability = match self.what {
            Means::Disk(id) => game.disk(id).kind.of().ability.as_ref(),
            Means::Ship(id) => game.ship(id).kind.of().ability.as_ref(),
        };
        let Some(ability) = ability else { return IDLE };
        if let Pick::Order(order) = self.pick
            && let Means::Disk(id) = self.what
            && let Place::Ship(ship) = game.disk(id).place
        {
            // Another order for this phase only if it is clearly better.
            let now = game.slot(ship).down().map_or(0, |o| game.lean_order(ship, game.phase, o));
            return if game.lean_order(ship, game.phase, order) > now * 3 { GOOD } else { 2 };
        }
        match ability.when {
            // Reactions are there to be used.
            When::Flip(_) | When::OncePerTurn(_) | When::CritInflict | When::BoardingAt(_) => GOOD,
            When::Activate => {
                let cloak = ability.effect.iter().any(|e| matches!(e, Effect::Cloak(_)));
                let worn = game.act.is_some_and(|act| game.ship(act.ship).shields == 0);
                if cloak && !worn { 8 } else { 200 }
            }
            When::Start | When::Continuous | When::OnOrder(_) | When::Boarding => IDLE,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let ability = match self.what {
            Means::Disk(id) => a.game.disk(id).kind.of().ability.as_ref(),
            Means::Ship(id) => a.game.ship(id).kind.of().ability.as_ref(),
        };
        ability.map(|ability| format!("what it does: {}", ability.text().trim_end_matches('.')))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        window(view).map_or_else(Vec::new, |(_, _, tips)| tips)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let means = about.disk().map(Means::Disk);
        out.extend(means.map(|what| Action::Use(Use { what, pick: Pick::None })));
    }
}

/// The window that is open: its word, what is asked in it, and what a coach would say.
fn window(view: &View) -> Option<(&'static str, Line, Vec<&'static Tip>)> {
    let name = |id: ShipId| ship_name(view, id);
    let react = || vec![&coach::REACT];
    let fight = || vec![&coach::BOARDING];
    if view.asked == Question::PhaseStart {
        let text = "Use a disk at the start of the Orders phase, or pass.";
        return Some(("phase-start", Line::new(text, rule!("ST-4.3")), react()));
    }
    if let Question::BeamDeclared { target, counters, .. } = view.asked {
        let n = count(counters.max(0) as u8, "counter");
        let text = format!("A beam is aimed at {} with {n}: react?", target_name(view, target));
        return Some(("beam-declared", Line::new(text, rule!("ST-13.7")), react()));
    }
    if let Question::BeamDropped { hits, misses, .. } = view.asked {
        let text = format!("The beam made {} and {misses} missed: react?", count(hits, "hit"));
        return Some(("beam-dropped", Line::new(text, rule!("ST-13.7")), react()));
    }
    if let Question::HitsIncoming { ship, source, shields, hull } = view.asked {
        let (cause, tips) = match source {
            Source::Beam => ("a beam", vec![&coach::REACT, &coach::CRITICALS]),
            Source::Torpedo => ("a torpedo", vec![&coach::REACT, &coach::CRITICALS]),
            Source::Obstruction => ("an obstruction", vec![&coach::REACT, &coach::CRITICALS]),
            Source::Terrain | Source::Collision => ("a collision", react()),
            Source::Ram => ("a ramming prow", vec![&coach::REACT, &coach::CRITICALS]),
            Source::Pulse => ("a pulse", vec![&coach::REACT, &coach::CRITICALS]),
        };
        let text = format!(
            "{} is about to lose {shields} shields and {hull} hull to {cause}: prevent any?",
            name(ship)
        );
        return Some(("hits-incoming", Line::new(text, rule!("ST-13.7")), tips));
    }
    if let Question::Critical { ship, crit } = view.asked {
        let text = format!("The {} critical is about to strike {}: react?", crit.name(), name(ship));
        let tips = vec![&coach::CRITICALS, &coach::REACT];
        return Some(("critical", Line::new(text, rule!("ST-14.11")), tips));
    }
    if let Question::LaunchAgain { ship } = view.asked {
        let text = format!("{} may launch a second torpedo with the same order.", name(ship));
        return Some(("launch-again", Line::new(text, rule!("ST-15.3")), react()));
    }
    if let Question::OrderRevealed { ship, order } = view.asked {
        let text = format!("{} reveals {}: stop it?", name(ship), order.name());
        return Some(("order-revealed", Line::new(text, rule!("ST-8.17")), react()));
    }
    if view.asked == Question::BoardingStart {
        let line = Line::new("A fight begins: use a disk, or pass.", rule!("ST-17.2"));
        return Some(("boarding-start", line, fight()));
    }
    if view.asked == Question::BoardingSegment {
        let line = Line::new("Before this segment: use a disk, or pass.", rule!("ST-17.3"));
        return Some(("boarding-segment", line, fight()));
    }
    if let Question::Save { disk } = view.asked {
        let text = format!("{} is about to be lost: save it?", disk_name(view, disk));
        return Some(("save", Line::new(text, rule!("ST-17.4")), fight()));
    }
    None
}

/// Is a window open, in which those who can may reply until they have passed?
fn is_window(a: Asked<'_>) -> bool {
    if let Some(frame) = a.frame {
        return frame.is_window();
    }
    a.at(Stage::PhaseStart) || a.at(Stage::Boarding) && a.game.fight.step.is_window()
}

fn why_unusable(a: Asked<'_>, what: Means) -> &'static str {
    let Means::Disk(id) = what else { return "this ship's ability cannot be used now" };
    if !a.has_disk(id) || a.game.disk(id).place == Place::Out {
        return "that disk is not in play";
    }
    let disk = a.game.disk(id);
    match disk.face {
        Face::Concealed => "a concealed disk has no effect",
        Face::Flipped => "a flipped disk is out of use until it is readied",
        Face::Held => "a prisoner does nothing",
        Face::Ready if a.game.user(disk) != a.seat => "it works for another player",
        Face::Ready => "this is not the moment for its ability",
    }
}

/// No disk in reply.
pub(super) const PASSING: Passing = Passing {
    may: |a| is_window(a).then_some(Ok(())),
    take: |play| {
        let game = &mut *play.game;
        let passed = match game.stack.last_mut() {
            Some(frame) => frame.passed().expect("checked: a window is open"),
            None if game.stage == Stage::PhaseStart => &mut game.passed,
            None => {
                debug_assert!(game.fight.step != FightStep::Idle);
                &mut game.fight.passed
            }
        };
        StarTrek::passed_by(passed, play.seat);
    },
    text: |_| None,
    why: |_| Some("what could be used now is kept for later".into()),
};
