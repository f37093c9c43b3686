//! One sentence for every event, with its rule and the pieces it speaks of.

use crate::event::{
    Agent, DiskTag, Event, Loss, Mark, SeatTag, ShipTag, Spot, Struck, TeamTag, TorpedoEnd, Unique,
};
use crate::kinds::{Crit, Order};
use crate::state::frame::Source;
use crate::state::{THREAT, Why};
use crate::words::bearing::place;
use klaxon_core::{Fell, Line, Luck, count, rule};

impl ShipTag {
    pub(crate) fn name(&self) -> &'static str {
        &self.kind.of().name
    }
}

impl DiskTag {
    pub(crate) fn name(&self) -> &'static str {
        &self.kind.of().name
    }
}

impl SeatTag {
    fn name(&self) -> String {
        format!("the {} player (seat {})", self.faction.name(), self.seat + 1)
    }
}

impl TeamTag {
    /// The team with a verb: "Federation wins", "The Borg win".
    fn does(&self, verb: &str) -> String {
        let s = if self.team == THREAT { "" } else { "s" };
        format!("{} {verb}{s}", capital(&self.name))
    }
}

/// What a ship overlaps, and its id on the board.
fn struck(with: &Struck) -> (&str, String) {
    match with {
        Struck::Ship(other) => (other.name(), ship_id(other)),
        Struck::Terrain(terrain) => (&terrain.name, format!("terrain:{}", terrain.id)),
        Struck::Cube => ("the Borg cube", "threat".into()),
    }
}

/// "a mine", "an asteroid".
pub(crate) fn an(thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

pub(crate) fn mark(mark: &Mark) -> &'static str {
    match mark {
        Mark::Ship(ship) => ship.name(),
        Mark::Cube => "the Borg cube",
    }
}

fn spot(spot: &Spot) -> String {
    match spot {
        Spot::Ship(ship) => format!("aboard {}", ship.name()),
        Spot::Terrain(terrain) => format!("on {}", terrain.name),
        Spot::Cube => "aboard the Borg cube".into(),
    }
}

pub(crate) fn agent(agent: &Agent) -> &'static str {
    match agent {
        Agent::Disk(disk) => disk.name(),
        Agent::Ship(ship) => ship.name(),
    }
}

fn ship_id(ship: &ShipTag) -> String {
    format!("ship:{}", ship.id)
}

fn disk_id(disk: &DiskTag) -> String {
    format!("disk:{}", disk.id)
}

pub(crate) fn mark_id(mark: &Mark) -> String {
    match mark {
        Mark::Ship(ship) => ship_id(ship),
        Mark::Cube => "threat".into(),
    }
}

pub(crate) fn spot_id(spot: &Spot) -> String {
    match spot {
        Spot::Ship(ship) => ship_id(ship),
        Spot::Terrain(terrain) => format!("terrain:{}", terrain.id),
        Spot::Cube => "threat".into(),
    }
}

/// Tenths of a degree as degrees.
pub(crate) fn degrees(heading: klaxon_geometry::plane::Heading) -> String {
    format!("{}.{}°", heading.tenths() / 10, heading.tenths() % 10)
}

/// A critical with its article.
fn a_crit(crit: Crit) -> String {
    format!("{} critical", an(crit.name()))
}

/// Why a drop of five makes a critical or none, with the chance it had: "bridge and helm show, two after hull damage:
/// both strike (15 in 32)".
fn verdict(showing: u8, hull: bool) -> String {
    let names: Vec<&str> = Crit::ALL.iter().filter(|c| showing & c.bit() != 0).map(|c| c.name()).collect();
    let shown = match names.split_last() {
        None => "no counter shows its critical".into(),
        Some((only, [])) => format!("only {only} shows"),
        Some((last, first)) => format!("{} and {last} show", first.join(", ")),
    };
    let (needed, chance) = if hull {
        ("after hull damage one or two of five must show", "15 in 32")
    } else {
        ("after hits on shields exactly one of five must show", "5 in 32")
    };
    let strikes = names.len() == 1 || (hull && names.len() == 2);
    let what = match (strikes, names.len()) {
        (true, 1) => "it strikes",
        (true, _) => "both strike",
        (false, _) => "nothing happens",
    };
    format!("{shown}: {what}, for {needed} ({chance})")
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The sentence of an event.
pub(crate) fn line(event: &Event) -> Line {
    match event {
        Event::Shared { who, points } => {
            Line::new(format!("{} gets {}.", capital(&who.name()), count(*points, "point")), rule!("ST-1.20"))
        }
        Event::Finished { who } => Line::plain(format!("{} is ready.", capital(&who.name()))),
        Event::Clash { what, keeper, losers } => {
            let name = match what {
                Unique::Ship(ship) => &ship.of().name,
                Unique::Disk(disk) => &disk.of().name,
            };
            let text =
                format!("{name} is Unique and in {} fleets: {} keeps it.", losers.len() + 1, keeper.name());
            Line::new(text, rule!("ST-1.21"))
        }
        Event::NewFaction { who } => {
            let text = format!("Seat {} now plays the {}.", who.seat + 1, who.faction.name());
            Line::new(text, rule!("ST-1.21"))
        }
        Event::FleetShown { who, ships, spent } => {
            let text = format!(
                "{} brings {} for {}.",
                capital(&who.name()),
                count(*ships, "ship"),
                count(*spent, "point")
            );
            Line::new(text, rule!("ST-1.11"))
        }
        Event::ObstaclePlaced { kind, at } => {
            Line::new(format!("{} is placed at {}.", capital(&an(kind.name())), place(*at)), rule!("ST-3.9"))
        }
        Event::Deployed { ship, at, heading, speed } => {
            let text = format!(
                "{} starts at {}, heading {}, speed {speed}.",
                ship.name(),
                place(*at),
                degrees(*heading)
            );
            Line::new(text, rule!("ST-3.3")).about(ship_id(ship))
        }
        Event::PlacedAgain { ship } => {
            let text = format!("{} overlaps a ship and is placed again.", ship.name());
            Line::new(text, rule!("ST-3.9")).about(ship_id(ship))
        }
        Event::Turn { turn } => Line::new(format!("Turn {turn} begins."), rule!("ST-4.1")),
        Event::Revealed { disk, at } => {
            let text = format!("Revealed {}: {}.", spot(at), disk.name());
            Line::new(text, rule!("ST-5.5")).about(disk_id(disk)).about(spot_id(at))
        }
        Event::Concealed { disk, at } => {
            let text = format!("Concealed {}: {}.", spot(at), disk.name());
            Line::new(text, rule!("ST-5.2")).about(spot_id(at))
        }
        Event::Phase { phase } => Line::new(format!("Orders phase {phase} begins."), rule!("ST-4.2")),
        Event::Cloaked { ship } => {
            Line::new(format!("{} cloaks; its shields are down.", ship.name()), rule!("ST-16.3"))
                .about(ship_id(ship))
        }
        Event::Uncloaked { ship, shields } => {
            let text = format!("{} is uncloaked, with shields {shields}.", ship.name());
            Line::new(text, rule!("ST-16.4")).about(ship_id(ship))
        }
        Event::InitiativeDrop { ship, hits } => {
            let text = format!("{} ties for initiative and drops {}.", ship.name(), count(*hits, "hit"));
            Line::new(text, rule!("ST-7.3")).about(ship_id(ship))
        }
        Event::First { ship, command } => {
            let text = format!("{} has the first option, with command {command}.", ship.name());
            Line::new(text, rule!("ST-7.1")).about(ship_id(ship))
        }
        Event::Defers { ship } => {
            Line::new(format!("{} defers.", ship.name()), rule!("ST-7.5")).about(ship_id(ship))
        }
        Event::Acts { ship } => {
            Line::new(format!("{} acts.", ship.name()), rule!("ST-7.5")).about(ship_id(ship))
        }
        Event::OrderRevealed { ship, order } => {
            let text = format!("{} reveals {}.", ship.name(), order.name());
            Line::new(text, rule!("ST-8.17")).about(ship_id(ship))
        }
        Event::OrderCancelled { ship, order, by } => {
            let text = format!("{} stops the {} order of {}.", by.name(), order.name(), ship.name());
            Line::new(text, rule!("ST-8.17")).about(ship_id(ship)).about(disk_id(by))
        }
        Event::Moved { ship, hops, to } => {
            let text = format!("{} moves {} to {}.", ship.name(), count(*hops, "hop"), place(*to));
            Line::new(text, rule!("ST-8.5")).about(ship_id(ship))
        }
        Event::Evades { ship, heading } => {
            let text = format!("{} takes evasive action, heading {}.", ship.name(), degrees(*heading));
            Line::new(text, rule!("ST-9.10")).about(ship_id(ship))
        }
        Event::Turned { ship, heading } => {
            let text = format!("{} turns to heading {}.", ship.name(), degrees(*heading));
            Line::new(text, rule!("ST-8.8")).about(ship_id(ship))
        }
        Event::Speed { ship, speed } => {
            let text = format!("The speed of {} is now {speed}.", ship.name());
            Line::new(text, rule!("ST-8.7")).about(ship_id(ship))
        }
        Event::Shields { ship, shields } => {
            let text = format!("The shields of {} are now {shields}.", ship.name());
            Line::new(text, rule!("ST-8.10")).about(ship_id(ship))
        }
        Event::Hull { ship, hull } => {
            let text = format!("The hull of {} is now {hull}.", ship.name());
            Line::new(text, rule!("ST-15.3")).about(ship_id(ship))
        }
        Event::LeftTable { ship } => {
            let text = format!("{} leaves the play area and is lost.", ship.name());
            Line::new(text, rule!("ST-8.14")).about(ship_id(ship))
        }
        Event::Exited { ship } => {
            Line::new(format!("{} leaves safely.", ship.name()), rule!("ST-22.7")).about(ship_id(ship))
        }
        Event::OrdersRemoved { ship } => {
            let text = format!("The remaining orders of {} are removed.", ship.name());
            Line::new(text, rule!("ST-9.11")).within(1).about(ship_id(ship))
        }
        Event::CollisionDrop { ship, with, showing, collides } => {
            let (other, id) = struck(with);
            let how = if *collides { "they collide" } else { "nothing happens" };
            let n = count(showing.count_ones() as u8, "critical");
            let text = format!("{} overlaps {other}: {n} of five, {how}.", ship.name());
            Line::new(text, rule!("ST-9.2")).about(ship_id(ship)).about(id)
        }
        Event::Obstruction { ship, kind, hits } => {
            let text = format!("{} runs into {}: {}.", ship.name(), an(kind.name()), count(*hits, "hit"));
            Line::new(text, rule!("ST-9.6")).about(ship_id(ship))
        }
        Event::Beside { ship, at, heading } => {
            let text = format!("{} is placed at {}, heading {}.", ship.name(), place(*at), degrees(*heading));
            Line::new(text, rule!("ST-9.9")).within(1).about(ship_id(ship))
        }
        Event::Left { ship } => Line::new(format!("{} is left where it is.", ship.name()), rule!("ST-9.3"))
            .within(1)
            .about(ship_id(ship)),
        Event::Fires { ship, target, counters } => {
            let text = format!(
                "{} fires at {} with {}.",
                capital(mark(ship)),
                mark(target),
                count(*counters, "counter")
            );
            Line::new(text, rule!("ST-10.3")).about(mark_id(ship)).about(mark_id(target))
        }
        Event::Dropped { counters, hits, .. } => {
            Line::new(format!("{} of {counters}.", capital(&count(*hits, "hit"))), rule!("ST-13.2")).within(1)
        }
        Event::DroppedAgain { by, counters, hits } => {
            let text = format!("{} drops {counters} again: {} more.", agent(by), count(*hits, "hit"));
            Line::new(text, rule!("ST-13.7")).within(1)
        }
        Event::Launched { ship, torpedo, .. } => {
            let text = format!("{} launches torpedo {torpedo}.", ship.name());
            Line::new(text, rule!("ST-12.1")).about(ship_id(ship)).about(format!("torpedo:{torpedo}"))
        }
        Event::TorpedoMoved { torpedo, at } => {
            let text = format!("Torpedo {torpedo} moves to {}.", place(*at));
            Line::new(text, rule!("ST-12.5")).about(format!("torpedo:{torpedo}"))
        }
        Event::TorpedoGone { torpedo, why } => match why {
            TorpedoEnd::OffTable => {
                Line::new(format!("Torpedo {torpedo} leaves the table."), rule!("ST-2.13"))
            }
            TorpedoEnd::Expired => Line::new(format!("Torpedo {torpedo} expires."), rule!("ST-12.2")),
            TorpedoEnd::Blocked => Line::new(format!("Torpedo {torpedo} is blocked."), rule!("ST-12.10")),
            TorpedoEnd::Conceded => Line::new(format!("Torpedo {torpedo} is removed."), rule!("ST-20.9")),
        },
        Event::Explodes { torpedo, target, counters, hits } => {
            let hits = count(*hits, "hit");
            let text = format!("Torpedo {torpedo} explodes against {}: {hits} of {counters}.", mark(target));
            Line::new(text, rule!("ST-12.7")).about(mark_id(target))
        }
        Event::Prevented { by, hits } => {
            Line::new(format!("{} prevents {}.", agent(by), count(*hits, "hit")), rule!("ST-13.7")).within(1)
        }
        Event::Damage { target, source, shields, hull } => {
            let cause = match source {
                Source::Beam => "the beam",
                Source::Torpedo => "the torpedo",
                Source::Obstruction => "the obstruction",
                Source::Terrain | Source::Collision => "the collision",
                Source::Ram => "the ramming prow",
                Source::Pulse => "the pulse",
            };
            let what = match (shields, hull) {
                (s, 0) => format!("{s} of its shields"),
                (0, h) => format!("{h} of its hull"),
                (s, h) => format!("{s} of its shields and {h} of its hull"),
            };
            let text = format!("{} loses {what} to {cause}.", capital(mark(target)));
            Line::new(text, rule!("ST-13.3")).within(1).about(mark_id(target))
        }
        Event::CritDrop { target, showing, hull } => {
            let text = format!("Critical on {}? {}.", mark(target), capital(&verdict(*showing, *hull)));
            let rule = if *hull { rule!("ST-14.3") } else { rule!("ST-14.2") };
            Line::new(text, rule).about(mark_id(target)).within(1)
        }
        Event::CritChanged { by, from, to } => {
            let text = format!("{} makes the {} critical {}.", by.name(), from.name(), a_crit(*to));
            Line::new(text, rule!("ST-14.10")).within(1).about(disk_id(by))
        }
        Event::CritCancelled { by, crit } => {
            let text = format!("{} cancels the {} critical.", by.name(), crit.name());
            Line::new(text, rule!("ST-14.11")).within(1).about(disk_id(by))
        }
        Event::Crit { ship, crit } => {
            let text = format!("{} suffers {}.", ship.name(), a_crit(*crit));
            let rule = match crit {
                Crit::Bridge => rule!("ST-14.6"),
                Crit::Engineering => rule!("ST-14.7"),
                Crit::Helm | Crit::Shields | Crit::Weapons => rule!("ST-14.8"),
            };
            Line::new(text, rule).within(1).about(ship_id(ship))
        }
        Event::CubeCrit { hull } => {
            Line::new(format!("The cube's critical costs it {hull} more hull."), rule!("ST-22.8"))
                .within(1)
                .about("threat")
        }
        Event::CritRemoved { ship, crit } => {
            let text = format!("The {} critical of {} is repaired.", crit.name(), ship.name());
            Line::new(text, rule!("ST-14.8")).about(ship_id(ship))
        }
        Event::Lost { disk, why } => {
            let (cause, rule) = match why {
                Loss::BridgeCrit => ("dies on the bridge", rule!("ST-14.6")),
                Loss::EngineeringCrit => ("is destroyed", rule!("ST-14.7")),
                Loss::Fight => ("falls in the fight", rule!("ST-17.4")),
                Loss::Sacrifice => ("is sacrificed", rule!("ST-21.9")),
                Loss::Conceded => ("leaves the game", rule!("ST-20.9")),
            };
            Line::new(format!("{} {cause}.", disk.name()), rule).within(1).about(disk_id(disk))
        }
        Event::Destroyed { ship, twice } => match twice {
            Some(crit) => {
                let text =
                    format!("{} suffers its second {} critical and is destroyed.", ship.name(), crit.name());
                Line::new(text, rule!("ST-14.5")).about(ship_id(ship))
            }
            None => {
                let text = format!("{} is destroyed with everything aboard.", ship.name());
                Line::new(text, rule!("ST-13.5")).about(ship_id(ship))
            }
        },
        Event::CubeDestroyed => Line::new("The Borg cube is destroyed.", rule!("ST-22.8")).about("threat"),
        Event::Scored { team, points } => {
            Line::new(format!("{} {points}.", team.does("score")), rule!("ST-20.3"))
        }
        Event::Row { disk, row } => {
            let orders: Vec<&str> = row.iter().flatten().map(|o| o.name()).collect();
            let text = format!("{} is flipped for {}.", disk.name(), orders.join(" and "));
            Line::new(text, rule!("ST-15.7")).about(disk_id(disk))
        }
        Event::Used { by } => Line::new(format!("{} is used.", agent(by)), rule!("ST-15.3")),
        Event::PeekedOrders { by, ship, orders } => {
            let seen: Vec<String> = orders
                .iter()
                .enumerate()
                .filter_map(|(i, o)| o.map(|o: Order| format!("{} {}", i + 1, o.name())))
                .collect();
            let seen = if seen.is_empty() { "nothing face down".to_string() } else { seen.join(", ") };
            let text = format!("{} looks at the orders of {}: {seen}.", by.name(), ship.name());
            Line::new(text, rule!("ST-21.7")).about(ship_id(ship))
        }
        Event::PeekedDisk { ship, disk } => {
            let text = format!("{} is concealed aboard {}.", disk.name(), ship.name());
            Line::new(text, rule!("ST-21.7")).about(ship_id(ship)).about(disk_id(disk))
        }
        Event::Peeked { by, ship } => {
            let text = format!("{} has a secret look at {}.", by.name(), ship.name());
            Line::new(text, rule!("ST-21.7")).about(ship_id(ship))
        }
        Event::Swapped { ship, places: [a, b] } => {
            let text = format!("Orders {a} and {b} of {} change places unseen.", ship.name());
            Line::new(text, rule!("ST-6.2")).about(ship_id(ship))
        }
        Event::Replaced { ship, order } => {
            let by = order.map_or(String::new(), |o| format!(" by {}", o.name()));
            let text = format!("The face-down order of {} is replaced{by}.", ship.name());
            Line::new(text, rule!("ST-6.2")).about(ship_id(ship))
        }
        Event::Flipped { disk } => {
            Line::new(format!("{} is flipped.", disk.name()), rule!("ST-15.1")).about(disk_id(disk))
        }
        Event::Readied { disk } => {
            Line::new(format!("{} is ready again.", disk.name()), rule!("ST-15.1")).about(disk_id(disk))
        }
        Event::Stolen { disk, to } => {
            let text = format!("{} is stolen and now aboard {}.", disk.name(), to.name());
            Line::new(text, rule!("ST-15.11")).about(disk_id(disk)).about(ship_id(to))
        }
        Event::Converted { disk, to } => {
            let text = format!("{} changes sides to {}.", disk.name(), to.name());
            Line::new(text, rule!("ST-21.3")).about(disk_id(disk))
        }
        Event::Beamed { disk, to } => {
            let text = format!("{} beams: now {}.", disk.name(), spot(to));
            Line::new(text, rule!("ST-11.1")).about(disk_id(disk)).about(spot_id(to))
        }
        Event::NotRevealed { ship } => {
            let text = format!("A second commander aboard {} stays concealed.", ship.name());
            Line::new(text, rule!("ST-1.15")).about(ship_id(ship))
        }
        Event::Fight { at } => {
            Line::new(format!("Crew fight {}.", spot(at)), rule!("ST-17.2")).about(spot_id(at))
        }
        Event::FightDrop { segment, side, counters, hits, .. } => {
            let text =
                format!("Segment {segment}: {} {} of {counters}.", side.does("drop"), count(*hits, "hit"));
            Line::new(text, rule!("ST-17.3")).within(1)
        }
        Event::Segment { segment, winner } => match winner {
            Some(team) => {
                Line::new(format!("{} segment {segment}.", team.does("win")), rule!("ST-17.4")).within(1)
            }
            None => {
                Line::new(format!("Segment {segment} is a tie: every side loses a crew."), rule!("ST-17.5"))
                    .within(1)
            }
        },
        Event::Saved { disk, by } => {
            let text = format!("{} saves {}.", by.name(), disk.name());
            Line::new(text, rule!("ST-17.4")).within(1).about(disk_id(disk)).about(disk_id(by))
        }
        Event::CubeBoarded { hull } => {
            Line::new(format!("Boarders cost the cube {hull} hull."), rule!("ST-22.8")).about("threat")
        }
        Event::Captured { ship, by } => {
            let text = format!("{} takes control of {}.", capital(&by.name()), ship.name());
            Line::new(text, rule!("ST-18.1")).about(ship_id(ship))
        }
        Event::Assimilated { ship } => {
            Line::new(format!("{} is assimilated.", ship.name()), rule!("ST-22.8")).about(ship_id(ship))
        }
        Event::Freed { disk } => {
            Line::new(format!("{} is freed.", disk.name()), rule!("ST-22.8")).about(disk_id(disk))
        }
        Event::VipTaken { disk, team } => {
            let text = format!("{} is now in the hands of {}.", disk.name(), team.name);
            Line::new(text, rule!("ST-20.4")).about(disk_id(disk))
        }
        Event::Drones { ship } => {
            Line::new(format!("Two Borg Drones board {}.", ship.name()), rule!("ST-22.8"))
                .about(ship_id(ship))
        }
        Event::CubeMoved { at } => {
            Line::new(format!("The Borg cube moves on to {}.", place(*at)), rule!("ST-22.8")).about("threat")
        }
        Event::CubeArrived => {
            Line::new("The Borg cube has reached its goal.", rule!("ST-20.4")).about("threat")
        }
        Event::Adapted { ship, markers } => {
            let text = match markers {
                0 => format!("{} remodulates its beam.", ship.name()),
                n => format!("The Borg adapt to {}: beam −{n} against the cube.", ship.name()),
            };
            Line::new(text, rule!("ST-22.8")).about(ship_id(ship))
        }
        Event::Pulse { ship, counters, hits } => {
            let text = format!("A pulse strikes {}: {} of {counters}.", ship.name(), count(*hits, "hit"));
            Line::new(text, rule!("ST-20.7")).about(ship_id(ship))
        }
        Event::Kept { disk } => {
            Line::new(format!("{} stays flipped.", disk.name()), rule!("ST-19.2")).about(disk_id(disk))
        }
        Event::Goal { team, words, .. } => {
            let text = format!("{} a condition of the scenario: {words}.", team.does("meet"));
            Line::new(text, rule!("ST-20.4"))
        }
        Event::Conceded { who, heir } => {
            let after =
                heir.map_or("the ships are removed".to_string(), |h| format!("{} takes over", h.name()));
            Line::new(format!("{} concedes; {after}.", capital(&who.name())), rule!("ST-20.9"))
        }
        Event::DrawOffered { who } => {
            Line::new(format!("{} offers a draw.", capital(&who.name())), rule!("ST-20.9"))
        }
        Event::Over { names, draw, why, .. } => {
            let what = match (draw, names.as_slice()) {
                (true, _) => "a draw".to_string(),
                (false, []) => "defeat".into(),
                (false, [one]) => format!("{one} wins"),
                (false, [first @ .., last]) => format!("{} and {last} win", first.join(", ")),
            };
            let (cause, rule) = match why {
                Why::Fleet => ("the opposing fleet is destroyed", rule!("ST-20.2")),
                Why::Goal => ("the goal is reached", rule!("ST-20.4")),
                Why::Points => ("points decide", rule!("ST-20.3")),
                Why::Hull => ("remaining hull decides", rule!("ST-20.6")),
                Why::Limit => ("the turn limit is reached", rule!("ST-20.6")),
                Why::Together => ("conditions were met together", rule!("ST-20.5")),
                Why::Conceded => ("everybody else has conceded", rule!("ST-20.9")),
                Why::Agreed => ("all agreed", rule!("ST-20.9")),
                Why::Defeat => ("the mission has failed", rule!("ST-20.8")),
            };
            Line::new(format!("The game is over: {what}; {cause}."), rule)
        }
    }
}

/// Counters to show with an event, with what they come to.
pub(crate) fn luck(event: &Event) -> Option<Luck> {
    let counters = |title: &str, n: u8, hits: u8| {
        let faces = (0..n).map(|i| if i < hits { "hit".to_string() } else { "miss".into() });
        let fell = (0..n).map(|i| if i < hits { Fell::Hit } else { Fell::Plain }).collect();
        let title = format!("{title}: {} of {n}", count(hits, "hit"));
        (n > 0).then(|| Luck { fell, ..Luck::new(title, faces) })
    };
    // Of the five different counters only the critical sides matter.
    let five = |title: String, showing: u8| {
        let face = |c: &Crit| if showing & c.bit() != 0 { c.name().to_string() } else { "miss".into() };
        Some(Luck::new(title, Crit::ALL.iter().map(face)))
    };
    if let Event::Dropped { ship, target, counters: n, hits } = event {
        return counters(&format!("beam of {} against {}", mark(ship), mark(target)), *n, *hits);
    }
    if let Event::DroppedAgain { by, counters: n, hits } = event {
        return counters(&format!("dropped again by {}", agent(by)), *n, *hits);
    }
    if let Event::Explodes { counters: n, hits, target, .. } = event {
        return counters(&format!("torpedo against {}", mark(target)), *n, *hits);
    }
    if let Event::Pulse { ship, counters: n, hits } = event {
        return counters(&format!("pulse against {}", ship.name()), *n, *hits);
    }
    if let Event::FightDrop { at, side, counters: n, hits, .. } = event {
        return counters(&format!("crew combat {}, {}", spot(at), side.name), *n, *hits);
    }
    if let Event::InitiativeDrop { ship, hits } = event {
        return counters(&format!("initiative of {}", ship.name()), 5, *hits);
    }
    if let Event::CritDrop { target, showing, hull } = event {
        return five(format!("critical on {}? {}", mark(target), verdict(*showing, *hull)), *showing);
    }
    if let Event::CollisionDrop { ship, with, showing, collides } = event {
        let what = if *collides {
            "exactly one shows, they collide"
        } else {
            "not exactly one shows, nothing happens"
        };
        let pair = format!("{} with {}", ship.name(), struck(with).0);
        return five(format!("collision of {pair}? {what} (5 in 32)"), *showing);
    }
    None
}
