//! How choices are shown: a button's words, and the board ids to click instead.
//!
//! Board ids: `ship:3`, `disk:5`, `torpedo:2`, `terrain:1`, `threat`, `order:3:1` (place 1 of ship 3), `order:AT`,
//! `heading:900`, `angle:900`, `spot:X,Y`, `speed:3`, `shields:5`, `hop:2`, `evade:2`, the words `move`, `launch`,
//! `transport`, `end`, `defer`, `done`, and while a fleet is built `buy-ship:FED-S01`, `buy:FED-C04:1:0` (for ship 1 of the
//! list, with ordinary points), `sell-ship:1`, `sell:3`, `fleet:FED-30`. The ship that acts is understood.

use crate::action::{Action, Means, Pick};
use crate::bearing;
use crate::data::data;
use crate::effect::Effect;
use crate::frame::Target;
use crate::kinds::{DiskId, OBSTACLE_RADIUS, Order, Round};
use crate::lines::{an, count, degrees};
use crate::scenario::{Collision, CollisionMode};
use crate::state::{Face, Place, StarTrek, Status};
use crate::view::{Asked, DiskView, OrderView, ShipView, View};
use crate::words::{disk_name, place_name, ship_name, target_name};
use klaxon_core::{Label, RuleId, Seat, Words as _, rule};
use klaxon_geometry::plane::{Heading, Point, heading_to};

/// What a heading points at, for labels.
fn towards(view: &View, from: Option<Point>, now: Option<Heading>, heading: Heading) -> String {
    if now == Some(heading) {
        return " (straight on)".into();
    }
    let Some(from) = from else { return String::new() };
    let ships = view.ships.iter().filter_map(|s| Some((s.name.as_str(), s.at?)));
    let cube = view.threat.iter().map(|t| ("the Borg cube", t.at));
    let mut faced = ships.chain(cube).filter(|(_, at)| heading_to(from, *at) == Some(heading));
    if let Some((name, _)) = faced.next() {
        return format!(" (towards {name})");
    }
    let safest = view.acting.is_some_and(|a| a.safest == Some(heading));
    if safest { " (safest)".into() } else { String::new() }
}

/// Where a target lies as seen from the ship that acts: "2.1 inches, ahead left, in range".
fn seen_from(view: &View, target: Target) -> Option<String> {
    let ship = match view.asked {
        Asked::FireAgain { ship } => ship,
        _ => view.acting?.ship,
    };
    let me = view.ship(ship)?;
    let to = match target {
        Target::Ship(id) => view.ship(id)?.round()?,
        Target::Threat => view.threat.as_ref().map(|t| Round::new(t.at, t.radius))?,
    };
    Some(bearing::spoken(me.round()?, me.heading?, to, me.beam_range))
}

pub(crate) fn label(view: &View, action: &Action) -> Label {
    let make = |group: &str, text: String, clicks: Vec<String>, mark: &'static str, rule: RuleId| Label {
        text,
        group: group.into(),
        clicks,
        mark,
        rule: Some(rule),
    };
    let acting = view.acting.and_then(|a| view.ship(a.ship));
    let turn_text = |heading: Heading| {
        let (at, now) = acting.map_or((None, None), |s| (s.at, s.heading));
        format!("{}{}", degrees(heading), towards(view, at, now, heading))
    };
    match *action {
        Action::Share { seat, points } => {
            let name = StarTrek::seat_name(view, Seat(seat));
            make("Points", format!("{name} gets {points} points"), vec![], "", rule!("ST-1.20"))
        }
        Action::BuyShip { ship } => {
            let kind = ship.of();
            let text = format!("{} ({}, {}) for {}", kind.name, kind.class, kind.size.name(), kind.cost);
            make("Buy ships", text, vec![format!("buy-ship:{}", kind.id)], "buy", rule!("ST-1.11"))
        }
        Action::Buy { disk, ship, pool } => {
            let kind = disk.of();
            let draft = view.drafts.iter().find(|d| Some(d.seat) == view.seat);
            let berth =
                draft.and_then(|d| d.berths.iter().find(|(n, ..)| *n == ship)).map_or("a ship", |b| &b.1);
            let giver = draft.and_then(|d| d.draft.disks.get(usize::from(pool).checked_sub(1)?));
            let pay = giver.map_or(format!("for {}", kind.cost), |g| {
                format!("out of the points of {} (#{pool})", g.disk.of().name)
            });
            let group = format!("{} for {berth}", if kind.tech { "Tech" } else { "Crew" });
            let clicks = vec![format!("buy:{}:{ship}:{pool}", kind.id)];
            make(&group, format!("{} {pay}", kind.name), clicks, "buy", rule!("ST-1.17"))
        }
        Action::SellShip { ship } => {
            let draft = view.drafts.iter().find(|d| Some(d.seat) == view.seat);
            let name = draft
                .and_then(|d| d.draft.ships.get(usize::from(ship) - 1))
                .map_or("the ship", |s| &s.of().name);
            let text = format!("{name} with everything on it");
            make("Give back", text, vec![format!("sell-ship:{ship}")], "sell", rule!("ST-1.11"))
        }
        Action::Sell { disk } => {
            let draft = view.drafts.iter().find(|d| Some(d.seat) == view.seat);
            let bought = draft.and_then(|d| d.draft.disks.get(usize::from(disk) - 1));
            let name = bought.map_or("the disk", |b| &b.disk.of().name);
            let clicks = vec![format!("sell:{disk}")];
            make("Give back", format!("{name} (#{disk})"), clicks, "sell", rule!("ST-1.11"))
        }
        Action::TakeFleet { fleet } => {
            let known = data().fleets.get(usize::from(fleet));
            let text = known.map_or_else(String::new, |f| format!("{}: {}", f.id, f.in_words()));
            let clicks = known.map(|f| format!("fleet:{}", f.id)).into_iter().collect();
            make("Ready-made fleets", text, clicks, "fleet", rule!("ST-1.8"))
        }
        Action::TakeFaction { faction } => {
            make("Faction", format!("play the {}", faction.name()), vec![], "", rule!("ST-1.21"))
        }
        Action::Done => {
            let text = format!("done{}", meaning_of_done(view));
            make("Ready", text, vec!["done".into()], "done", rule!("ST-4.1"))
        }
        Action::PlaceObstacle { at } => {
            let text = format!("at {}", bearing::spot(at));
            make("Place", text, vec![format!("spot:{at}")], "place", rule!("ST-3.9"))
        }
        Action::Deploy { ship, at, heading, speed } => {
            let (name, place) = (ship_name(view, ship), bearing::spot(at));
            let text = format!("{name} at {place}, heading {}, speed {speed}", degrees(heading));
            let clicks = vec![format!("spot:{at}"), format!("speed:{speed}")];
            make("Deploy", text, clicks, "place", rule!("ST-3.3"))
        }
        Action::CarryVip { ship } => {
            let text = format!("{} carries the VIP", ship_name(view, ship));
            make("Deploy", text, vec![format!("ship:{ship}")], "", rule!("ST-3.9"))
        }
        Action::TurnDisk { disk } => {
            let seen = view.disk(disk);
            let up = seen.is_some_and(|d| d.face != Face::Concealed);
            let turning = seen.and_then(|d| d.known.as_ref()).is_some_and(|k| k.turning);
            let verb = match (up, turning) {
                (false, false) => "reveal",
                (true, false) => "conceal",
                (false, true) => "leave concealed",
                (true, true) => "leave revealed",
            };
            let text = format!("{verb} {}", disk_name(view, disk));
            make("Crew and tech", text, vec![format!("disk:{disk}")], "turn", rule!("ST-5.1"))
        }
        Action::RevealAll => make("Crew and tech", "reveal all".into(), vec![], "", rule!("ST-5.1")),
        Action::Assign { ship, place, order } => {
            let placed = view.ship(ship).map_or_else(String::new, placed_orders);
            let group = format!("Order {place} of {}{placed}", ship_name(view, ship));
            let clicks = vec![format!("order:{ship}:{place}"), format!("order:{}", order.code())];
            make(&group, order.name().into(), clicks, "order", rule!("ST-6.1"))
        }
        Action::ClearOrders { ship } => {
            let text = format!("take the orders of {} back", ship_name(view, ship));
            make("Ready", text, vec![], "", rule!("ST-6.1"))
        }
        Action::Cloak { disk } => {
            let raised = view.disk(disk).is_some_and(|d| d.face == Face::Flipped);
            let verb = if raised { "drop" } else { "raise" };
            let text = format!("{verb} {}{}", disk_name(view, disk), shields_after(view, disk, raised));
            make("Cloaks", text, vec![format!("disk:{disk}")], "cloak", rule!("ST-16.7"))
        }
        Action::Act => make("Option", "act".into(), option_click(view), "act", rule!("ST-7.5")),
        Action::Defer => make("Option", "defer".into(), vec!["defer".into()], "", rule!("ST-7.5")),
        Action::RevealOrder => {
            let place = view.phase;
            let order = acting.map(|s| s.orders[usize::from(place.max(1)) - 1]);
            let what = match order {
                Some(crate::view::OrderView::Known(order)) => format!(": {}", order.name()),
                _ => String::new(),
            };
            let click = acting.map_or_else(String::new, |s| format!("order:{}:{place}", s.id));
            make("Order", format!("reveal the order{what}"), vec![click], "order", rule!("ST-8.17"))
        }
        Action::Move => {
            let warning = match acting {
                Some(s) if s.straight.is_some_and(|p| !on_table(view, p)) => {
                    ", off the table: the ship is lost".into()
                }
                Some(s) if s.threatened => ends_on(view, s),
                _ => String::new(),
            };
            let hops = acting.and_then(|s| s.speed).unwrap_or(0);
            let text = format!("move straight on, {}{warning}", count(hops, "hop"));
            make("Move", text, vec!["move".into()], "move", rule!("ST-8.5"))
        }
        Action::Evade { after, heading } => {
            let text = format!("evasive action after {}: {}", count(after, "hop"), turn_text(heading));
            let clicks = vec![format!("evade:{after}"), format!("heading:{heading}")];
            make("Evasive action", text, clicks, "evade", rule!("ST-9.10"))
        }
        Action::MoveTurning { after, heading } => {
            let text = format!("move and turn after {}: {}", count(after, "hop"), turn_text(heading));
            let clicks = vec![format!("hop:{after}"), format!("heading:{heading}")];
            make("Move", text, clicks, "turn", rule!("ST-15.10"))
        }
        Action::Turn { heading } => {
            let clicks = vec![format!("heading:{heading}")];
            make(
                "Turn at full stop",
                format!("turn to {}", turn_text(heading)),
                clicks,
                "turn",
                rule!("ST-8.9"),
            )
        }
        Action::ChangeSpeed { speed } => make(
            "Change Speed",
            format!("speed {speed}"),
            vec![format!("speed:{speed}")],
            "",
            rule!("ST-8.7"),
        ),
        Action::ChangeHeading { heading } => {
            let clicks = vec![format!("heading:{heading}")];
            make("Change Heading", turn_text(heading), clicks, "turn", rule!("ST-8.8"))
        }
        Action::RaiseShields { shields } => {
            let clicks = vec![format!("shields:{shields}")];
            make("Raise Shields", format!("shields {shields}"), clicks, "", rule!("ST-8.10"))
        }
        Action::Fire { at } => {
            let id = match at {
                Target::Ship(id) => format!("ship:{id}"),
                Target::Threat => "threat".into(),
            };
            let where_to = seen_from(view, at).map_or_else(String::new, |seen| format!(", {seen}"));
            let aim = view.aims.iter().find(|a| a.target == at);
            let with = aim.map_or_else(String::new, |a| format!(" with {}", count(a.counters, "counter")));
            let text = format!("fire at {}{with}{where_to}", target_name(view, at));
            make("Attack", text, vec![id], "fire", rule!("ST-10.1"))
        }
        Action::Launch => {
            make("Attack", "launch a torpedo".into(), vec!["launch".into()], "launch", rule!("ST-12.1"))
        }
        Action::Transport { to } => {
            let id = match to {
                Place::Ship(id) => format!("ship:{id}"),
                Place::Terrain(id) => format!("terrain:{id}"),
                Place::Threat | Place::Out => "threat".into(),
            };
            let text = format!("transport to or from {}", place_name(view, to));
            make("Attack", text, vec!["transport".into(), id], "transport", rule!("ST-11.1"))
        }
        Action::Beam { disk } => {
            let text = format!("beam {}", disk_name(view, disk));
            make("Transport", text, vec![format!("disk:{disk}")], "transport", rule!("ST-11.1"))
        }
        Action::UseRow { disk, row } => {
            let known = view.disk(disk).and_then(|d| d.known.as_ref());
            let orders = known.and_then(|k| k.rows.get(usize::from(row) - 1)).cloned().unwrap_or_default();
            let orders: Vec<&str> =
                orders.split('+').map(|code| Order::by_code(code).map_or(code, |o| o.name())).collect();
            let text = format!("flip {} for {}", disk_name(view, disk), orders.join(" and "));
            make("Activate", text, vec![format!("disk:{disk}")], "activate", rule!("ST-15.7"))
        }
        Action::Use { what, pick } => use_label(view, what, pick),
        Action::Pass => {
            let text = match view.asked {
                Asked::Transport { .. } => "that is all",
                Asked::PlaceShip { .. } => "leave it where it is",
                Asked::FireAgain { .. } => "hold fire",
                _ => "pass",
            };
            // What is plainly declined need not be asked every time.
            let mark = if text == "pass" { "pass" } else { "" };
            make("Pass", text.into(), vec![], mark, rule!("ST-15.12"))
        }
        Action::End => make("End", "end the activation".into(), vec!["end".into()], "done", rule!("ST-8.15")),
        Action::PlaceShip { angle, heading } => {
            let text = format!("at {}, heading {}", degrees(angle), degrees(heading));
            let clicks = vec![format!("angle:{angle}"), format!("heading:{heading}")];
            make("Place the ship", text, clicks, "place", rule!("ST-9.9"))
        }
        Action::Steer { torpedo, heading } => {
            let seen = view.torpedoes.iter().find(|t| t.id == torpedo);
            let (at, now) = seen.map_or((None, None), |t| (Some(t.at), Some(t.heading)));
            let text = format!("{}{}", degrees(heading), towards(view, at, now, heading));
            let clicks = vec![format!("heading:{heading}")];
            make(&format!("Torpedo {torpedo}"), text, clicks, "turn", rule!("ST-12.4"))
        }
        Action::Lose { disk } => {
            let text = format!("lose {}", disk_name(view, disk));
            make("Loss", text, vec![format!("disk:{disk}")], "", rule!("ST-17.4"))
        }
        Action::Keep { disk } => {
            let text = format!("keep {} flipped", disk_name(view, disk));
            make("Constant", text, vec![format!("disk:{disk}")], "", rule!("ST-19.2"))
        }
        Action::Concede => make("Game", "concede".into(), vec![], "", rule!("ST-20.9")),
        Action::OfferDraw => {
            let text = if view.draw.is_empty() { "offer a draw" } else { "agree to a draw" };
            make("Game", text.into(), vec![], "", rule!("ST-20.9"))
        }
    }
}

/// What pressing done settles: what stays concealed, or which orders are given.
fn meaning_of_done(view: &View) -> String {
    let mine = |seat: u8| view.seat == Some(seat);
    match view.asked {
        Asked::Reveal => {
            let own = view.disks().filter(|d| mine(d.owner));
            // What is being turned over ends on its other side.
            let up =
                |d: &&DiskView| (d.face != Face::Concealed) != d.known.as_ref().is_some_and(|k| k.turning);
            let (up, down): (Vec<_>, Vec<_>) = own.partition(up);
            match (up.len(), down.len()) {
                (0, 0) => String::new(),
                (0, 1) => ": 1 stays concealed".into(),
                (1, 0) => ": 1 is revealed".into(),
                (0, n) => format!(": all {n} stay concealed"),
                (n, 0) => format!(": all {n} are revealed"),
                (up, down) => format!(": {up} revealed, {down} concealed"),
            }
        }
        Asked::Assign => {
            let own: Vec<_> =
                view.ships.iter().filter(|s| mine(s.controller) && s.status == Status::InPlay).collect();
            let orders = |s: &ShipView| {
                let known = s.orders.iter().filter_map(|o| match o {
                    OrderView::Known(order) => Some(order.name()),
                    _ => None,
                });
                known.collect::<Vec<_>>().join(", ")
            };
            let texts: Vec<String> = match own.as_slice() {
                [only] => vec![orders(only)],
                _ => own.iter().map(|s| format!("{} {}", s.name, orders(s))).collect(),
            };
            format!(": {}", texts.join("; "))
        }
        _ => String::new(),
    }
}

/// The orders that a ship already has: " (1: Attack)".
fn placed_orders(ship: &ShipView) -> String {
    let known = ship.orders.iter().enumerate().filter_map(|(i, o)| match o {
        OrderView::Known(order) => Some(format!("{}: {}", i + 1, order.name())),
        _ => None,
    });
    let all: Vec<String> = known.collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// ST-16.3 to ST-16.6: what becomes of the shields when a cloak is raised or dropped.
fn shields_after(view: &View, disk: DiskId, raised: bool) -> String {
    let printed = view.disk(disk).and_then(|d| d.known.as_ref()).and_then(|k| k.kind.of().cloak());
    let ship = view.ships.iter().find(|s| s.disks.iter().any(|d| d.id == disk));
    // A Type I may work as a better one.
    let aboard = ship.iter().flat_map(|s| &s.disks).filter(|d| d.face != Face::Concealed);
    let known = aboard.filter_map(|d| d.known.as_ref()?.kind.of().ability.as_ref());
    let better = known.flat_map(|a| &a.effect).find_map(|e| match e {
        Effect::CloakAs(kind) => Some(*kind),
        _ => None,
    });
    let kind = if printed == Some(1) { better.or(printed) } else { printed };
    match (raised, kind, ship) {
        (false, ..) => " (shields to 0)".into(),
        (true, Some(3), Some(ship)) => format!(" (shields to {})", ship.max_shields),
        (true, ..) => " (shields stay 0)".into(),
    }
}

/// What a straight move ends on, and what that costs (ST-9.2 to ST-9.6).
fn ends_on(view: &View, ship: &ShipView) -> String {
    let Some(end) = ship.straight.map(|at| Round::new(at, ship.radius)) else { return String::new() };
    let rocks = view.obstacles.iter().filter(|o| Round::new(o.at, OBSTACLE_RADIUS).overlaps(end));
    let mut all: Vec<String> =
        rocks.map(|o| format!("{} ({})", an(o.kind.name()), count(o.hits, "hit"))).collect();
    for t in view.terrain.iter().filter(|t| Round::new(t.at, t.radius).overlaps(end)) {
        all.extend(collision(&t.name, t.collision));
    }
    let drop = |hull_hits| Collision { mode: CollisionMode::Drop, hull_hits };
    if view.threat.as_ref().is_some_and(|t| Round::new(t.at, t.radius).overlaps(end)) {
        all.extend(collision("the Borg cube", drop(2)));
    }
    let ships = view.ships.iter().filter(|s| s.id != ship.id && s.status == Status::InPlay);
    for other in ships.filter(|s| s.round().is_some_and(|r| r.overlaps(end))) {
        all.extend(collision(&other.name, drop(1)));
    }
    format!(", ending on {}", if all.is_empty() { "something".into() } else { all.join(" and ") })
}

fn collision(name: &str, Collision { mode, hull_hits }: Collision) -> Option<String> {
    match mode {
        CollisionMode::Drop => Some(format!("{name} (5 in 32 to collide for {hull_hits} hull)")),
        CollisionMode::Auto => Some(format!("{name} (collides for {hull_hits} hull)")),
        CollisionMode::None => None,
    }
}

fn option_click(view: &View) -> Vec<String> {
    match view.asked {
        Asked::ActOrDefer { ship } => vec![format!("ship:{ship}")],
        _ => Vec::new(),
    }
}

fn on_table(view: &View, at: klaxon_geometry::plane::Point) -> bool {
    klaxon_geometry::plane::Table::new(view.table[0], view.table[1]).has(at)
}

fn use_label(view: &View, what: Means, pick: Pick) -> Label {
    let (name, click) = match what {
        Means::Disk(id) => (disk_name(view, id), format!("disk:{id}")),
        Means::Ship(id) => (ship_name(view, id).to_string(), format!("ship:{id}")),
    };
    let mut clicks = vec![click];
    let with = match pick {
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
    Label {
        text: format!("use {name}{with}"),
        group: "Use a disk".into(),
        clicks,
        mark: "use",
        rule: Some(rule!("ST-15.3")),
    }
}
