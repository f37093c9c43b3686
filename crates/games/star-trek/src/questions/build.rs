//! D3, D4: a fleet is built in secret, out of ships, crew and tech, or a ready-made one is taken.

use super::asked::{Verdict, only};
use super::done::Finish;
use super::{About, Action, Asked};
use crate::coach;
use crate::data::{DiskTypeId, ShipTypeId, data};
use crate::event::Event;
use crate::kinds::Faction;
use crate::situation::spell;
use crate::state::{Bought, SCENARIO_BERTH, Stage, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, DraftView, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// One purchase, or one taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Build {
    /// Buy a ship.
    BuyShip {
        /// Which.
        ship: ShipTypeId,
    },
    /// Buy a crew or tech disk.
    Buy {
        /// Which.
        disk: DiskTypeId,
        /// For which ship of the fleet list, from 1; scenario ships from 101.
        ship: u8,
        /// Out of whose Start pool: the giver's place among the bought disks, from 1; 0 for ordinary points.
        pool: u8,
    },
    /// Give a ship back, with everything on it.
    SellShip {
        /// Its place in the fleet list, from 1.
        ship: u8,
    },
    /// Give a disk back.
    Sell {
        /// Its place among the bought disks, from 1.
        disk: u8,
    },
    /// Take a ready-made fleet instead of what was bought.
    TakeFleet {
        /// Its place in the data.
        fleet: u8,
    },
    /// No legal fleet is left in this faction, so take another (ST-1.21).
    TakeFaction {
        /// Which.
        faction: Faction,
    },
}

impl Answer<StarTrek> for Build {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Build { again } = view.asked else { return None };
        let line = if again {
            Line::new("Rebuild your fleet without the Unique disk that you lost.", rule!("ST-1.21"))
        } else {
            Line::new("Build your fleet: buy ships, then crew and tech for them.", rule!("ST-1.11"))
        };
        Some(Ask::new("build", line))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if !a.at(Stage::Build) {
            return;
        }
        let (game, seat, draft) = (a.game, a.seat, a.draft());
        let mut add = |build: Build| out.push(Action::Build(build));
        if draft.ships.is_empty() && draft.disks.is_empty() {
            for (i, fleet) in data().fleets.iter().enumerate() {
                if game.ready_draft(seat, fleet).is_ok() {
                    add(Build::TakeFleet { fleet: i as u8 });
                }
            }
        }
        // Nothing of another faction can be bought: that is not tried one by one.
        let faction = Some(game.seats[usize::from(seat)].faction);
        for (ship, _) in data().ship_types().filter(|(_, kind)| kind.faction == faction) {
            if game.check_buy_ship(seat, draft, ship).is_ok() {
                add(Build::BuyShip { ship });
            }
        }
        let scenario_ships = game.scenario_ships(seat).len() as u8;
        let berths = (1..=draft.ships.len() as u8).chain(SCENARIO_BERTH..SCENARIO_BERTH + scenario_ships);
        let pools: Vec<u8> = (1..=draft.disks.len() as u8).filter(|g| draft.pool_left(*g) > 0).collect();
        for ship in berths {
            for (disk, _) in data().disk_types().filter(|(_, kind)| kind.faction == faction) {
                for pool in [0].into_iter().chain(pools.iter().copied()) {
                    if game.check_buy(seat, draft, Bought { disk, ship, pool }).is_ok() {
                        add(Build::Buy { disk, ship, pool });
                    }
                }
            }
        }
        for disk in 1..=draft.disks.len() as u8 {
            if game.check_sell(seat, disk).is_ok() {
                add(Build::Sell { disk });
            }
        }
        (1..=draft.ships.len() as u8).for_each(|ship| add(Build::SellShip { ship }));
        // ST-1.21: only who has nothing may find that he can no longer build.
        if draft.ships.is_empty() {
            let others = Faction::ALL.into_iter().filter(|f| game.check_faction(seat, *f).is_ok());
            others.for_each(|faction| add(Build::TakeFaction { faction }));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        only(a.at(Stage::Build))?;
        let (game, seat, draft) = (a.game, a.seat, a.draft());
        match *self {
            Build::BuyShip { ship } => game.check_buy_ship(seat, draft, ship),
            Build::Buy { disk, ship, pool } => game.check_buy(seat, draft, Bought { disk, ship, pool }),
            Build::SellShip { ship } => {
                let known = ship > 0 && usize::from(ship) <= draft.ships.len();
                if known { Ok(()) } else { Err(Refusal::malformed("there is no such ship in the fleet")) }
            }
            Build::Sell { disk } => game.check_sell(seat, disk),
            Build::TakeFleet { fleet } => {
                let missing = || Refusal::malformed("there is no such ready-made fleet");
                let fleet = data().fleets.get(usize::from(fleet)).ok_or_else(missing)?;
                game.ready_draft(seat, fleet).map(|_| ())
            }
            Build::TakeFaction { faction } => game.check_faction(seat, faction),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let seat = play.seat;
        let draft = &mut play.game.drafts[seat.index()];
        match self {
            Build::BuyShip { ship } => draft.ships.push(ship),
            Build::Buy { disk, ship, pool } => draft.disks.push(Bought { disk, ship, pool }),
            Build::SellShip { ship } => draft.sell_ship(ship),
            Build::Sell { disk } => draft.sell(disk),
            Build::TakeFleet { fleet } => {
                let fleet = &data().fleets[usize::from(fleet)];
                play.game.drafts[seat.index()] = play.game.ready_draft(seat.0, fleet).expect("checked");
            }
            Build::TakeFaction { faction } => {
                *draft = Default::default();
                play.game.seats[seat.index()].faction = faction;
                let who = play.game.seat_tag(seat.0);
                play.fate.all(Event::NewFaction { who });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Build::BuyShip { ship } => {
                let kind = ship.of();
                let text = format!("{} ({}, {}) for {}", kind.name, kind.class, kind.size.name(), kind.cost);
                button("Buy ships", text, vec![format!("buy-ship:{}", kind.id)], "buy", rule!("ST-1.11"))
            }
            Build::Buy { disk, ship, pool } => {
                let kind = disk.of();
                let draft = own(view);
                let berth =
                    draft.and_then(|d| d.berths.iter().find(|(n, ..)| *n == ship)).map_or("a ship", |b| &b.1);
                let giver = draft.and_then(|d| d.draft.disks.get(usize::from(pool).checked_sub(1)?));
                let pay = giver.map_or(format!("for {}", kind.cost), |g| {
                    format!("out of the points of {} (#{pool})", g.disk.of().name)
                });
                let group = format!("{} for {berth}", if kind.tech { "Tech" } else { "Crew" });
                let clicks = vec![format!("buy:{}:{ship}:{pool}", kind.id)];
                button(group, format!("{} {pay}", kind.name), clicks, "buy", rule!("ST-1.17"))
            }
            Build::SellShip { ship } => {
                let known = own(view).and_then(|d| d.draft.ships.get(usize::from(ship) - 1));
                let name = known.map_or("the ship", |s| &s.of().name);
                let text = format!("{name} with everything on it");
                button("Give back", text, vec![format!("sell-ship:{ship}")], "sell", rule!("ST-1.11"))
            }
            Build::Sell { disk } => {
                let bought = own(view).and_then(|d| d.draft.disks.get(usize::from(disk) - 1));
                let name = bought.map_or("the disk", |b| &b.disk.of().name);
                let clicks = vec![format!("sell:{disk}")];
                button("Give back", format!("{name} (#{disk})"), clicks, "sell", rule!("ST-1.11"))
            }
            Build::TakeFleet { fleet } => {
                let known = data().fleets.get(usize::from(fleet));
                let text = known.map_or_else(String::new, |f| format!("{}: {}", f.id, f.in_words()));
                let clicks = known.map(|f| format!("fleet:{}", f.id)).into_iter().collect();
                button("Ready-made fleets", text, clicks, "fleet", rule!("ST-1.8"))
            }
            Build::TakeFaction { faction } => {
                button("Faction", format!("play the {}", faction.name()), vec![], "", rule!("ST-1.21"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Build::BuyShip { ship } => format!("buy {}", ship.of().id),
            Build::Buy { disk, ship, pool: 0 } => format!("buy {} for {ship}", disk.of().id),
            Build::Buy { disk, ship, pool } => format!("buy {} for {ship} pool {pool}", disk.of().id),
            Build::SellShip { ship } => format!("sell-ship {ship}"),
            Build::Sell { disk } => format!("sell {disk}"),
            Build::TakeFleet { fleet } => {
                let id = data().fleets.get(usize::from(fleet)).map_or("?", |f| f.id.as_str());
                format!("take {id}")
            }
            Build::TakeFaction { faction } => format!("faction {}", faction.code()),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Build>, String> {
        Ok(Some(match verb {
            "buy" => {
                let id = r.word("a disk")?;
                if let Some(ship) = data().ship(id) {
                    return Ok(Some(Build::BuyShip { ship }));
                }
                let disk = data().disk(id).ok_or_else(|| format!("there is no disk {id}"))?;
                if !r.takes("for") {
                    return Err("say for which ship: `buy FED-C04 for 1`".into());
                }
                let ship = spell::number(r, "ship")?;
                let pool = if r.takes("pool") { spell::number(r, "pool")? } else { 0 };
                Build::Buy { disk, ship, pool }
            }
            "sell" => Build::Sell { disk: spell::positive(r, "disk")? },
            "sell-ship" => Build::SellShip { ship: spell::positive(r, "ship")? },
            "take" => {
                let fleet = |id: &str| data().fleets.iter().position(|f| f.id == id);
                Build::TakeFleet { fleet: r.id("fleet", fleet)? as u8 }
            }
            "faction" => Build::TakeFaction { faction: r.id("faction", Faction::by_code)? },
            _ => return Ok(None),
        }))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        match *self {
            Build::TakeFleet { .. } => 200,
            Build::BuyShip { .. } => 24,
            Build::Buy { disk, .. } => 8 + u32::from(disk.of().cost),
            Build::Sell { .. } | Build::SellShip { .. } => 1,
            Build::TakeFaction { .. } => 8,
        }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        match *self {
            Build::TakeFleet { .. } => Some("its ships and crew go together".into()),
            Build::BuyShip { .. } | Build::TakeFaction { .. } => None,
            Build::Buy { disk, .. } => Some(format!("it has {} in combat", disk.of().combat)),
            Build::Sell { .. } | Build::SellShip { .. } => Some("its points buy something else".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::Build { .. } = view.asked { vec![&coach::FLEET] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let Question::Build { .. } = about.view.asked {
            out.extend(pointed(about).map(Action::Build));
        }
    }
}

/// What is clicked while a fleet is built.
fn pointed(about: About<'_>) -> Option<Build> {
    match about.kind {
        "buy-ship" => data().ship(about.which).map(|ship| Build::BuyShip { ship }),
        "buy" => {
            let mut parts = about.which.split(':');
            let disk = data().disk(parts.next()?)?;
            let (ship, pool) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some(Build::Buy { disk, ship, pool })
        }
        "sell" => about.number().map(|disk| Build::Sell { disk }),
        "sell-ship" => about.number().map(|ship| Build::SellShip { ship }),
        "fleet" => {
            let place = data().fleets.iter().position(|f| f.id == about.which)?;
            Some(Build::TakeFleet { fleet: place as u8 })
        }
        _ => None,
    }
}

/// The viewer's own fleet.
fn own(view: &View) -> Option<&DraftView> {
    view.drafts.iter().find(|d| Some(d.seat) == view.seat)
}

/// The fleet is built.
pub(super) const FINISH: Finish =
    Finish { may: |a| a.game.check_fleet(a.seat, a.draft()), lean: |_| 64, ..Finish::of(Stage::Build) };
