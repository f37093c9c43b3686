//! The shared board (plan.sandbox): figures, pointing and markers, of which nothing comes but words (SA-3.13, SA-3.35).

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::data::data;
use crate::event::Plan;
use crate::ship::Station;
use crate::situation::{place_word, spell};
use crate::state::{Beacon, SpaceAlert, Spot};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, figure, plain};
use klaxon_core::{Answer, Ask, Label, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// What is shown to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sandbox {
    /// A figure is put somewhere (SA-3.13).
    Figure {
        /// Whose, by the place in the crew order, from 0.
        member: u8,
        /// Where.
        at: Spot,
    },
    /// Points at a station.
    Ping(Station),
    /// Puts one's marker somewhere, or takes it away (SA-3.35). Open at any time, and never among the choices.
    Mark(Option<Beacon>),
}

impl Answer<SpaceAlert> for Sandbox {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.round.is_none() {
            return;
        }
        for member in 0..a.game.setup.crew.len() as u8 {
            a.offer(Station::ALL.map(|at| Sandbox::Figure { member, at: Spot::Station(at) }), out);
            a.offer([Sandbox::Figure { member, at: Spot::Space }], out);
        }
        a.offer(Station::ALL.map(Sandbox::Ping), out);
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        a.check_open_channel(plan)?;
        match *self {
            Sandbox::Figure { member, at } => match plan.figures.get(usize::from(member)) {
                Some(&now) if now != at => Ok(()),
                Some(_) => no(rule!("SA-3.13"), "the figure stands there already"),
                None => Err(Refusal::malformed("there is no such crew member")),
            },
            Sandbox::Ping(_) => Ok(()),
            Sandbox::Mark(at) if plan.marks[a.seat.index()] == at => {
                no(rule!("SA-3.35"), "your marker lies like that already")
            }
            Sandbox::Mark(None | Some(Beacon::Station(_))) => Ok(()),
            Sandbox::Mark(Some(Beacon::Square(place, square))) => {
                let track = &data().trajectories[usize::from(plan.tracks[place.index()])];
                if (1..=track.length).contains(&square) {
                    return Ok(());
                }
                Err(Refusal::malformed(format!("that trajectory has squares 1 to {}", track.length)))
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (who, seat) = (play.who(), play.seat);
        match self {
            Sandbox::Figure { member, at } => {
                // SA-1.4: the figure moves and nothing else; only programmed cards count.
                play.plan().figures[usize::from(member)] = at;
                let figure = play.game.figure(usize::from(member));
                play.say(Plan::Figure { who, figure, at });
            }
            Sandbox::Ping(station) => play.say(Plan::Ping { who, station }),
            Sandbox::Mark(at) => {
                play.plan().marks[seat.index()] = at;
                play.say(Plan::Mark { who, at });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Sandbox::Figure { member, at } => {
                let (name, id) = match at {
                    Spot::Station(station) => (station.name(), station.word()),
                    Spot::Space => ("space", "space"),
                };
                let who = figure(view, member);
                let clicks = vec![who.id(), id.into()];
                button(format!("Show {who} at {name}"), "Shared board", rule!("SA-3.13"), clicks)
            }
            Sandbox::Ping(station) => {
                let clicks = vec!["ping".into(), station.word().into()];
                button(format!("Point at {}", station.name()), "Shared board", rule!("SA-3.13"), clicks)
            }
            Sandbox::Mark(at) => {
                let text = at.map_or("Take your marker away".into(), |at| format!("Mark {at}"));
                Label { mark: "board", ..plain(text, "Shared board", rule!("SA-3.35")) }
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Sandbox::Figure { member, at: Spot::Space } => format!("figure {} space", member + 1),
            Sandbox::Figure { member, at: Spot::Station(at) } => format!("figure {} {at}", member + 1),
            Sandbox::Ping(at) => format!("ping {at}"),
            Sandbox::Mark(None) => "mark none".into(),
            Sandbox::Mark(Some(Beacon::Station(at))) => format!("mark {at}"),
            Sandbox::Mark(Some(Beacon::Square(track, square))) => format!("mark {} {square}", track.word()),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Sandbox>, String> {
        Ok(match verb {
            "figure" => {
                let member = spell::member(r)?;
                let at = if r.takes("space") { Spot::Space } else { Spot::Station(spell::station(r)?) };
                Some(Sandbox::Figure { member, at })
            }
            "ping" => Some(Sandbox::Ping(spell::station(r)?)),
            "mark" if r.takes("none") => Some(Sandbox::Mark(None)),
            "mark" => Some(Sandbox::Mark(Some(match r.peek().and_then(place_word) {
                Some(place) => {
                    r.word("a trajectory")?;
                    Beacon::Square(place, spell::turn(r)?)
                }
                None => Beacon::Station(spell::station(r)?),
            }))),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        1
    }
}
