#![doc = include_str!("../../../../docs/situations/star-trek.md")]

use crate::action::{Action, Means, Pick};
use crate::data::data;
use crate::frame::Target;
use crate::kinds::{Crit, DiskId, Faction, Order, ShipId, TerrainId, TorpedoId};
use crate::state::{Place, StarTrek};
use klaxon_core::{Seat, Situation};
use std::str::FromStr;

impl Situation for StarTrek {
    fn given(clauses: &[&str]) -> Result<StarTrek, String> {
        crate::position::given(clauses)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        crate::facts::clauses(self)
    }

    fn seat(name: &str) -> Option<Seat> {
        let n: u8 = name.strip_prefix('p')?.parse().ok()?;
        (1..=6).contains(&n).then(|| Seat(n - 1))
    }

    fn seat_word(seat: Seat) -> String {
        format!("p{}", seat.0 + 1)
    }

    fn face(word: &str) -> Option<u32> {
        match word {
            "hit" => Some(1),
            "miss" | "crit" => Some(0),
            _ => None,
        }
    }

    fn action(&self, _seat: Seat, words: &str) -> Result<Action, String> {
        read_action(words)
    }

    fn words(action: &Action) -> String {
        write_action(action)
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        crate::facts::holds(self, clause)
    }
}

/// The words of a clause or decision, one after the other.
pub(crate) struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_whitespace().peekable() }
    }

    pub fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    pub fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("{what} is missing"))
    }

    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let word = self.word(what)?;
        word.parse().map_err(|_| format!("`{word}` is no {what}"))
    }

    /// Takes the word if it comes next.
    pub fn takes(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    /// The word must come next.
    pub fn key(&mut self, word: &str) -> Result<(), String> {
        if self.takes(word) { Ok(()) } else { Err(format!("`{word}` is missing")) }
    }

    pub fn end(&mut self) -> Result<(), String> {
        match self.words.next() {
            Some(word) => Err(format!("`{word}` is not expected here")),
            None => Ok(()),
        }
    }
}

pub(crate) fn seat_of(word: &str) -> Result<u8, String> {
    StarTrek::seat(word).map(|s| s.0).ok_or_else(|| format!("`{word}` is no seat: p1 to p6"))
}

pub(crate) fn order_of(word: &str) -> Result<Order, String> {
    Order::by_code(word).ok_or_else(|| format!("`{word}` is no order: CS, CH, RS, AT or AC"))
}

pub(crate) fn crit_of(word: &str) -> Result<Crit, String> {
    Crit::by_name(word)
        .ok_or_else(|| format!("`{word}` is no critical: bridge, engineering, helm, shields, weapons"))
}

/// `ship:2`, `terrain:1`, `threat` or `out`.
pub(crate) fn place_of(word: &str) -> Result<Place, String> {
    let no = || format!("`{word}` is no place: ship:N, terrain:N, threat or out");
    match word.split_once(':') {
        Some(("ship", n)) => n.parse().map(|n| Place::Ship(ShipId(n))).map_err(|_| no()),
        Some(("terrain", n)) => n.parse().map(|n| Place::Terrain(TerrainId(n))).map_err(|_| no()),
        None if word == "threat" => Ok(Place::Threat),
        None if word == "out" => Ok(Place::Out),
        _ => Err(no()),
    }
}

pub(crate) fn place_word(place: Place) -> String {
    match place {
        Place::Ship(id) => format!("ship:{id}"),
        Place::Terrain(id) => format!("terrain:{id}"),
        Place::Threat => "threat".into(),
        Place::Out => "out".into(),
    }
}

fn read_action(words: &str) -> Result<Action, String> {
    let mut r = Reader::new(words);
    let verb = r.word("a decision")?;
    let action = match verb {
        "share" => {
            let seat: u8 = r.number("seat")?;
            Action::Share {
                seat: seat.checked_sub(1).ok_or("seats count from 1")?,
                points: r.number("points")?,
            }
        }
        "buy" => {
            let id = r.word("a disk")?;
            if let Some(ship) = data().ship(id) {
                Action::BuyShip { ship }
            } else {
                let disk = data().disk(id).ok_or_else(|| format!("there is no disk {id}"))?;
                if !r.takes("for") {
                    return Err("say for which ship: `buy FED-C04 for 1`".into());
                }
                let ship = r.number("ship")?;
                let pool = if r.takes("pool") { r.number("pool")? } else { 0 };
                Action::Buy { disk, ship, pool }
            }
        }
        "sell" => Action::Sell { disk: positive(r.number("disk")?)? },
        "sell-ship" => Action::SellShip { ship: positive(r.number("ship")?)? },
        "take" => {
            let id = r.word("a fleet")?;
            let fleet = data().fleets.iter().position(|f| f.id == id);
            Action::TakeFleet { fleet: fleet.ok_or_else(|| format!("there is no fleet {id}"))? as u8 }
        }
        "faction" => {
            let code = r.word("a faction")?;
            let faction = Faction::by_code(code).ok_or_else(|| format!("`{code}` is no faction"))?;
            Action::TakeFaction { faction }
        }
        "done" => Action::Done,
        "obstacle" => Action::PlaceObstacle { at: r.number("point")? },
        "deploy" => {
            let ship = ShipId(r.number("ship")?);
            r.key("at")?;
            let at = r.number("point")?;
            r.key("heading")?;
            let heading = r.number("heading")?;
            r.key("speed")?;
            Action::Deploy { ship, at, heading, speed: r.number("speed")? }
        }
        "vip" => Action::CarryVip { ship: ShipId(r.number("ship")?) },
        "flip" => Action::TurnDisk { disk: DiskId(r.number("disk")?) },
        "reveal-all" => Action::RevealAll,
        "assign" => Action::Assign {
            ship: ShipId(r.number("ship")?),
            place: r.number("place")?,
            order: order_of(r.word("an order")?)?,
        },
        "clear" => Action::ClearOrders { ship: ShipId(r.number("ship")?) },
        "cloak" => Action::Cloak { disk: DiskId(r.number("disk")?) },
        "act" => Action::Act,
        "defer" => Action::Defer,
        "reveal" => Action::RevealOrder,
        "move" => Action::Move,
        "evade" => Action::Evade { after: r.number("hop")?, heading: r.number("heading")? },
        "curve" => Action::MoveTurning { after: r.number("hop")?, heading: r.number("heading")? },
        "turn" => Action::Turn { heading: r.number("heading")? },
        "speed" => Action::ChangeSpeed { speed: r.number("speed")? },
        "heading" => Action::ChangeHeading { heading: r.number("heading")? },
        "shields" => Action::RaiseShields { shields: r.number("shields")? },
        "fire" => Action::Fire {
            at: if r.takes("threat") { Target::Threat } else { Target::Ship(ShipId(r.number("ship")?)) },
        },
        "launch" => Action::Launch,
        "transport" => Action::Transport { to: place_of(r.word("a place")?)? },
        "beam" => Action::Beam { disk: DiskId(r.number("disk")?) },
        "row" => Action::UseRow { disk: DiskId(r.number("disk")?), row: r.number("row")? },
        "use" => {
            let word = r.word("a disk")?;
            let what = match word.strip_prefix("ship:") {
                Some(n) => Means::Ship(ShipId(n.parse().map_err(|_| format!("`{word}` is no ship"))?)),
                None => Means::Disk(DiskId(word.parse().map_err(|_| format!("`{word}` is no disk"))?)),
            };
            Action::Use { what, pick: read_pick(&mut r)? }
        }
        "pass" => Action::Pass,
        "end" => Action::End,
        "place" => Action::PlaceShip { angle: r.number("angle")?, heading: r.number("heading")? },
        "steer" => Action::Steer { torpedo: TorpedoId(r.number("torpedo")?), heading: r.number("heading")? },
        "lose" => Action::Lose { disk: DiskId(r.number("disk")?) },
        "keep" => Action::Keep { disk: DiskId(r.number("disk")?) },
        "concede" => Action::Concede,
        "draw" => Action::OfferDraw,
        other => return Err(format!("`{other}` is no decision of this game")),
    };
    r.end()?;
    Ok(action)
}

fn positive(n: u8) -> Result<u8, String> {
    if n == 0 { Err("counts from 1".into()) } else { Ok(n) }
}

fn read_pick(r: &mut Reader<'_>) -> Result<Pick, String> {
    Ok(match r.next() {
        None => Pick::None,
        Some("on") => Pick::Ship(ShipId(r.number("ship")?)),
        Some("disk") => Pick::Disk(DiskId(r.number("disk")?)),
        Some("orders") => {
            Pick::Orders { ship: ShipId(r.number("ship")?), places: [r.number("place")?, r.number("place")?] }
        }
        Some("for") => Pick::Order(order_of(r.word("an order")?)?),
        Some("crit") => Pick::Crit(crit_of(r.word("a critical")?)?),
        Some("count") => Pick::Count(r.number("count")?),
        Some(other) => return Err(format!("`{other}` is no choice: on, disk, orders, for, crit or count")),
    })
}

fn write_action(action: &Action) -> String {
    match *action {
        Action::Share { seat, points } => format!("share {} {points}", seat + 1),
        Action::BuyShip { ship } => format!("buy {}", ship.of().id),
        Action::Buy { disk, ship, pool: 0 } => format!("buy {} for {ship}", disk.of().id),
        Action::Buy { disk, ship, pool } => format!("buy {} for {ship} pool {pool}", disk.of().id),
        Action::SellShip { ship } => format!("sell-ship {ship}"),
        Action::Sell { disk } => format!("sell {disk}"),
        Action::TakeFleet { fleet } => {
            let id = data().fleets.get(usize::from(fleet)).map_or("?", |f| f.id.as_str());
            format!("take {id}")
        }
        Action::TakeFaction { faction } => format!("faction {}", faction.code()),
        Action::Done => "done".into(),
        Action::PlaceObstacle { at } => format!("obstacle {at}"),
        Action::Deploy { ship, at, heading, speed } => {
            format!("deploy {ship} at {at} heading {heading} speed {speed}")
        }
        Action::CarryVip { ship } => format!("vip {ship}"),
        Action::TurnDisk { disk } => format!("flip {disk}"),
        Action::RevealAll => "reveal-all".into(),
        Action::Assign { ship, place, order } => format!("assign {ship} {place} {}", order.code()),
        Action::ClearOrders { ship } => format!("clear {ship}"),
        Action::Cloak { disk } => format!("cloak {disk}"),
        Action::Act => "act".into(),
        Action::Defer => "defer".into(),
        Action::RevealOrder => "reveal".into(),
        Action::Move => "move".into(),
        Action::Evade { after, heading } => format!("evade {after} {heading}"),
        Action::MoveTurning { after, heading } => format!("curve {after} {heading}"),
        Action::Turn { heading } => format!("turn {heading}"),
        Action::ChangeSpeed { speed } => format!("speed {speed}"),
        Action::ChangeHeading { heading } => format!("heading {heading}"),
        Action::RaiseShields { shields } => format!("shields {shields}"),
        Action::Fire { at: Target::Ship(id) } => format!("fire {id}"),
        Action::Fire { at: Target::Threat } => "fire threat".into(),
        Action::Launch => "launch".into(),
        Action::Transport { to } => format!("transport {}", place_word(to)),
        Action::Beam { disk } => format!("beam {disk}"),
        Action::UseRow { disk, row } => format!("row {disk} {row}"),
        Action::Use { what, pick } => {
            let what = match what {
                Means::Disk(id) => id.to_string(),
                Means::Ship(id) => format!("ship:{id}"),
            };
            let with = match pick {
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
        Action::Pass => "pass".into(),
        Action::End => "end".into(),
        Action::PlaceShip { angle, heading } => format!("place {angle} {heading}"),
        Action::Steer { torpedo, heading } => format!("steer {torpedo} {heading}"),
        Action::Lose { disk } => format!("lose {disk}"),
        Action::Keep { disk } => format!("keep {disk}"),
        Action::Concede => "concede".into(),
        Action::OfferDraw => "draw".into(),
    }
}
