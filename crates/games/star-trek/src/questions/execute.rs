//! D13: an order of the ship that acts is executed on itself: Change Speed, Change Heading, Raise Shields.

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::event::Event;
use crate::kinds::Order;
use crate::situation::spell;
use crate::state::StarTrek;
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::{acting, button, turn_text};
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use klaxon_geometry::plane::Heading;
use serde::{Deserialize, Serialize};

/// The order, and what is set by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Execute {
    /// Change Speed.
    ChangeSpeed {
        /// The new speed.
        speed: u8,
    },
    /// Change Heading.
    ChangeHeading {
        /// To this heading.
        heading: Heading,
    },
    /// Raise Shields.
    RaiseShields {
        /// The new shields.
        shields: u8,
    },
}

impl Execute {
    fn order(self) -> Order {
        match self {
            Execute::ChangeSpeed { .. } => Order::ChangeSpeed,
            Execute::ChangeHeading { .. } => Order::ChangeHeading,
            Execute::RaiseShields { .. } => Order::RaiseShields,
        }
    }
}

impl Answer<StarTrek> for Execute {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(act) = a.acting() else { return };
        let (game, id) = (a.game, act.ship);
        let ship = game.ship(id);
        if act.has(Order::ChangeSpeed) {
            let (step, most) = (game.speed_step(id), game.max_speed(id));
            let speeds = ship.speed.saturating_sub(step)..=(ship.speed + step).min(most);
            let others = speeds.filter(|n| *n != ship.speed);
            out.extend(others.map(|speed| Action::Execute(Execute::ChangeSpeed { speed })));
        }
        if act.has(Order::ChangeHeading) {
            let fan = game.fan(ship.at, ship.heading, a.seat, id);
            out.extend(fan.iter().map(|h| Action::Execute(Execute::ChangeHeading { heading: *h })));
        }
        if act.has(Order::RaiseShields) {
            let most = game.max_shields(id);
            let none = (most > 0).then_some(0);
            let values = [most].into_iter().chain(none).chain((1..most).rev());
            out.extend(values.map(|shields| Action::Execute(Execute::RaiseShields { shields })));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let act = a.activation()?;
        act.check_order(self.order())?;
        let (game, ship) = (a.game, a.game.ship(act.ship));
        match *self {
            Execute::ChangeSpeed { speed } => {
                let (step, most) = (game.speed_step(act.ship), game.max_speed(act.ship));
                if speed > most {
                    return no(rule!("ST-8.7"), format!("the maximum speed is {most}"));
                }
                let change = speed.abs_diff(ship.speed);
                if change == 0 || change > step {
                    let text = format!("the speed changes by 1 to {step}, and is {} now", ship.speed);
                    return no(rule!("ST-8.7"), text);
                }
                Ok(())
            }
            Execute::ChangeHeading { .. } => Ok(()),
            Execute::RaiseShields { shields } => {
                let most = game.max_shields(act.ship);
                if shields > most {
                    return no(rule!("ST-8.10"), format!("shields are set from 0 to their maximum, {most}"));
                }
                Ok(())
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let id = play.spend(self.order());
        let ship = play.game.ship_tag(id);
        match self {
            Execute::ChangeSpeed { speed } => {
                play.game.ship_mut(id).speed = speed;
                play.fate.all(Event::Speed { ship, speed });
            }
            Execute::ChangeHeading { heading } => play.turn_ship(heading),
            Execute::RaiseShields { shields } => {
                // ST-16.9: no effect while cloaked.
                if !play.game.cloaked(id) {
                    play.game.ship_mut(id).shields = shields;
                }
                play.fate.all(Event::Shields { ship, shields: play.game.ship(id).shields });
                if play.game.ship(id).adapted > 0 {
                    // Components §9: new frequencies.
                    play.game.ship_mut(id).adapted = 0;
                    play.fate.all(Event::Adapted { ship, markers: 0 });
                }
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Execute::ChangeSpeed { speed } => {
                let clicks = vec![format!("speed:{speed}")];
                button("Change Speed", format!("speed {speed}"), clicks, "", rule!("ST-8.7"))
            }
            Execute::ChangeHeading { heading } => {
                let clicks = vec![format!("heading:{heading}")];
                button("Change Heading", turn_text(view, heading), clicks, "turn", rule!("ST-8.8"))
            }
            Execute::RaiseShields { shields } => {
                let clicks = vec![format!("shields:{shields}")];
                button("Raise Shields", format!("shields {shields}"), clicks, "", rule!("ST-8.10"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Execute::ChangeSpeed { speed } => format!("speed {speed}"),
            Execute::ChangeHeading { heading } => format!("heading {heading}"),
            Execute::RaiseShields { shields } => format!("shields {shields}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Execute>, String> {
        Ok(match verb {
            "speed" => Some(Execute::ChangeSpeed { speed: spell::number(r, "speed")? }),
            "heading" => Some(Execute::ChangeHeading { heading: spell::number(r, "heading")? }),
            "shields" => Some(Execute::RaiseShields { shields: spell::number(r, "shields")? }),
            _ => None,
        })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Execute::RaiseShields { shields } => a.game.idle_shields(shields),
            Execute::ChangeSpeed { .. } | Execute::ChangeHeading { .. } => None,
        }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Execute::ChangeSpeed { speed } => a.game.lean_speed(speed),
            Execute::ChangeHeading { heading } => a.game.lean_heading(heading),
            Execute::RaiseShields { shields } => a.game.lean_shields(shields),
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Question::Activation { .. } = about.view.asked else { return };
        let stopped = acting(about.view).and_then(|s| s.speed) == Some(0);
        let meant = match about.kind {
            "speed" => about.number().map(|speed| Execute::ChangeSpeed { speed }),
            "shields" => about.number().map(|shields| Execute::RaiseShields { shields }),
            // At full stop a turn needs no order.
            "heading" if !stopped => {
                about.which.parse().ok().map(|heading| Execute::ChangeHeading { heading })
            }
            _ => None,
        };
        out.extend(meant.map(Action::Execute));
    }
}
