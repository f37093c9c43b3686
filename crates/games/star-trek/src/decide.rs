//! What may be decided: the only judge of legality. Changes nothing.

use crate::action::{Action, Means, Pick};
use crate::data::data;
use crate::frame::{Frame, Piece};
use crate::kinds::{DiskId, Order, ShipId, TorpedoId};
use crate::state::{Activation, Bought, Face, FightStep, Place, Slot, Stage, StarTrek};
use klaxon_core::{Code, Refusal, Seat, SeatSet, rule};

type Verdict = Result<(), Refusal>;

fn other_question() -> Verdict {
    Err(Refusal::not_asked("another decision is asked now"))
}

impl StarTrek {
    pub(crate) fn judge_action(&self, seat: Seat, action: &Action) -> Verdict {
        if self.ending.is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        if seat.index() >= self.seats.len() {
            return Err(Refusal::malformed("there is no such seat at this table"));
        }
        let s = seat.0;
        if self.seats[seat.index()].out {
            return Err(Refusal::not_asked("this player has conceded"));
        }
        match action {
            // D25: at any time.
            Action::Concede => return Ok(()),
            Action::OfferDraw => {
                let again = self.draw.has(seat);
                let text = "the offer stands until the end of the turn";
                return if again { Err(Refusal::illegal(rule!("ST-20.9"), text)) } else { Ok(()) };
            }
            _ => {}
        }
        if !self.asked.has(seat) {
            return Err(Refusal::not_asked("nothing is asked of this seat now"));
        }
        match *action {
            Action::Share { seat: to, points } => {
                self.in_stage(Stage::Split, || self.check_share(s, to, points))
            }
            Action::BuyShip { ship } => {
                self.in_stage(Stage::Build, || self.check_buy_ship(s, &self.drafts[seat.index()], ship))
            }
            Action::Buy { disk, ship, pool } => self.in_stage(Stage::Build, || {
                self.check_buy(s, &self.drafts[seat.index()], Bought { disk, ship, pool })
            }),
            Action::SellShip { ship } => self.in_stage(Stage::Build, || {
                let known = ship > 0 && usize::from(ship) <= self.drafts[seat.index()].ships.len();
                if known { Ok(()) } else { Err(Refusal::malformed("there is no such ship in the fleet")) }
            }),
            Action::Sell { disk } => self.in_stage(Stage::Build, || self.check_sell(s, disk)),
            Action::TakeFleet { fleet } => self.in_stage(Stage::Build, || {
                let missing = || Refusal::malformed("there is no such ready-made fleet");
                let fleet = data().fleets.get(usize::from(fleet)).ok_or_else(missing)?;
                self.ready_draft(s, fleet).map(|_| ())
            }),
            Action::TakeFaction { faction } => self.in_stage(Stage::Build, || self.check_faction(s, faction)),
            Action::Done => self.check_done(s),
            Action::PlaceObstacle { at } => {
                self.in_stage(Stage::PlaceObstacles, || self.check_place_obstacle(at))
            }
            Action::Deploy { ship, at, heading: _, speed } => {
                self.in_stage(Stage::Deploy, || self.check_deploy(s, ship, at, speed))
            }
            Action::CarryVip { ship } => self.in_stage(Stage::Deploy, || {
                if self.chooses_vip_ship(s) && self.vip_choices().contains(&ship) {
                    return Ok(());
                }
                Err(Refusal::illegal(rule!("ST-3.9"), "the VIP starts on the most expensive ship"))
            }),
            Action::TurnDisk { disk } => self.in_stage(Stage::Reveal, || self.check_turn_disk(s, disk)),
            Action::RevealAll => self.in_stage(Stage::Reveal, || Ok(())),
            Action::Assign { ship, place, order: _ } => self.in_stage(Stage::Assign, || {
                self.check_own_ship(s, ship)?;
                let text = "a ship has three order places, 1 to 3";
                if (1..=3).contains(&place) { Ok(()) } else { Err(Refusal::illegal(rule!("ST-6.1"), text)) }
            }),
            Action::ClearOrders { ship } => self.in_stage(Stage::Assign, || self.check_own_ship(s, ship)),
            Action::Cloak { disk } => self.in_stage(Stage::CloakWindow, || self.check_cloak_pick(s, disk)),
            Action::Act | Action::Defer => {
                if self.optioned().is_some() {
                    Ok(())
                } else {
                    other_question()
                }
            }
            Action::RevealOrder
            | Action::Move
            | Action::Evade { .. }
            | Action::MoveTurning { .. }
            | Action::Turn { .. }
            | Action::ChangeSpeed { .. }
            | Action::ChangeHeading { .. }
            | Action::RaiseShields { .. }
            | Action::Launch
            | Action::Transport { .. }
            | Action::UseRow { .. }
            | Action::End => match self.activation() {
                Some(act) => self.check_ship_action(act, action),
                None => other_question(),
            },
            Action::Fire { at } => match (self.stack.last(), self.activation()) {
                (Some(Frame::Again { ship }), _) => self.check_fire(*ship, at),
                (None, Some(act)) => {
                    has_order(act, Order::Attack)?;
                    self.check_fire(act.ship, at)
                }
                _ => other_question(),
            },
            Action::Beam { disk } => match self.stack.last() {
                Some(Frame::Transport { ship, to }) => self.check_beam(*ship, *to, disk),
                _ => other_question(),
            },
            Action::Use { what, pick } => self.check_use(s, what, pick),
            Action::Pass => self.check_pass(),
            Action::PlaceShip { angle, heading: _ } => match self.stack.last() {
                Some(Frame::Placing { ship, beside }) => self.check_angle(*ship, *beside, angle),
                _ => other_question(),
            },
            Action::Steer { torpedo, heading: _ } => self.check_steer(s, torpedo),
            Action::Lose { disk } => self.check_lose(s, disk),
            Action::Keep { disk } => self.in_stage(Stage::Keep, || {
                let known = disk.is_some() && disk.ix() < self.disks.len();
                let text = "only a flipped disk with Constant can stay flipped";
                if known && self.may_keep(s, disk) {
                    Ok(())
                } else {
                    Err(Refusal::illegal(rule!("ST-19.2"), text))
                }
            }),
            Action::Concede | Action::OfferDraw => Ok(()),
        }
    }

    fn in_stage(&self, stage: Stage, check: impl FnOnce() -> Verdict) -> Verdict {
        if self.stage == stage && self.stack.is_empty() { check() } else { other_question() }
    }

    /// The ship that acts, if its player is asked what it does.
    pub(crate) fn activation(&self) -> Option<&Activation> {
        if self.stage == Stage::Act && self.stack.is_empty() { self.act.as_ref() } else { None }
    }

    fn check_own_ship(&self, seat: u8, ship: ShipId) -> Verdict {
        let known = ship.is_some() && ship.ix() < self.ships.len() && self.ship(ship).in_play();
        if known && self.ship(ship).controller == seat {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("ST-6.1"), "orders are placed by the player who controls the ship"))
    }

    /// May the simultaneous decision be finished?
    fn check_done(&self, seat: u8) -> Verdict {
        if !self.stack.is_empty() {
            return other_question();
        }
        match self.stage {
            Stage::Split | Stage::Reveal | Stage::CloakWindow | Stage::Keep => Ok(()),
            Stage::Build => self.check_fleet(seat, &self.drafts[usize::from(seat)]),
            Stage::Deploy => {
                let text = "every ship must be placed first";
                if self.owes_deployment(seat) { Err(Refusal::illegal(rule!("ST-3.3"), text)) } else { Ok(()) }
            }
            Stage::Assign => {
                let own = self.ships_in_play().filter(|(_, ship)| ship.controller == seat);
                let full = own.map(|(_, ship)| ship.orders).all(|o| !o.contains(&Slot::Empty));
                let text = "every ship gets exactly three orders";
                if full { Ok(()) } else { Err(Refusal::illegal(rule!("ST-6.1"), text)) }
            }
            Stage::PlaceObstacles
            | Stage::PhaseStart
            | Stage::Act
            | Stage::Steer
            | Stage::Flight { .. }
            | Stage::Threat
            | Stage::Boarding
            | Stage::TurnEnd
            | Stage::Over => other_question(),
        }
    }

    fn check_turn_disk(&self, seat: u8, id: DiskId) -> Verdict {
        if !id.is_some() || id.ix() >= self.disks.len() {
            return Err(Refusal::malformed("there is no such disk"));
        }
        let disk = self.disk(id);
        if !self.may_turn(seat, id) {
            let (rule, text) = match disk.place {
                Place::Terrain(_) => (rule!("ST-5.9"), "crew on a terrain disk are always revealed"),
                Place::Ship(ship) if !self.ship(ship).in_play() => {
                    (rule!("ST-5.1"), "it has left the table with its ship")
                }
                Place::Ship(_) if disk.owner == seat && !disk.kind.of().tech => {
                    (rule!("ST-5.7"), "crew aboard a ship their player does not control cannot be concealed")
                }
                Place::Ship(_) | Place::Threat | Place::Out => {
                    (rule!("ST-5.1"), "each player turns his own crew and the tech of his ships")
                }
            };
            return Err(Refusal::illegal(rule, text));
        }
        let Place::Ship(ship) = disk.place else { return Ok(()) };
        // After the turn it would be face up: then no other commander of the player may be.
        let comes_up = (disk.face == Face::Concealed) != disk.turning;
        if comes_up && disk.kind.of().commands() && self.commander_up(ship, disk.owner, id) {
            let text =
                "at most one Captain or Admiral of a player is revealed on a ship: conceal the other first";
            return Err(Refusal::illegal(rule!("ST-1.15"), text));
        }
        Ok(())
    }

    /// Will another commander of the player be face up on the ship after this step 1?
    pub(crate) fn commander_up(&self, ship: ShipId, owner: u8, but: DiskId) -> bool {
        self.disks_at(Place::Ship(ship)).any(|(id, d)| {
            id != but && d.owner == owner && d.kind.of().commands() && d.revealed() != d.turning
        })
    }

    fn check_cloak_pick(&self, seat: u8, id: DiskId) -> Verdict {
        self.may_change_cloak(seat, id)?;
        let Place::Ship(ship) = self.disk(id).place else { return Ok(()) };
        let pick = self.ship(ship).cloak_pick;
        if pick.is_some() && pick != id {
            return Err(Refusal::illegal(rule!("ST-16.7"), "one change per ship in a window"));
        }
        Ok(())
    }

    fn check_ship_action(&self, act: &Activation, action: &Action) -> Verdict {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let id = act.ship;
        let ship = self.ship(id);
        match *action {
            Action::RevealOrder => {
                if act.revealed {
                    no(rule!("ST-8.17"), "the ship has no order to reveal in this phase")
                } else {
                    Ok(())
                }
            }
            Action::Move | Action::Evade { .. } | Action::MoveTurning { .. } => {
                if act.moved {
                    return no(rule!("ST-8.1"), "the ship has moved in this phase");
                }
                if ship.speed == 0 {
                    return no(rule!("ST-8.5"), "at speed 0 the ship does not move");
                }
                match *action {
                    Action::Evade { after, .. } => self.check_evade(id, after),
                    Action::MoveTurning { after, .. } => {
                        if !self.turns_anytime(id) {
                            let text = "orders are executed before or after the movement, not on the way";
                            return no(rule!("ST-8.3"), text);
                        }
                        if after > ship.speed {
                            return no(rule!("ST-15.10"), "the turn comes after 0 hops to the last one");
                        }
                        has_order(act, Order::ChangeHeading)
                    }
                    _ => Ok(()),
                }
            }
            Action::Turn { .. } => {
                if ship.speed == 0 {
                    return Ok(());
                }
                no(rule!("ST-8.9"), "only a ship at speed 0 turns without an order")
            }
            Action::ChangeSpeed { speed } => {
                has_order(act, Order::ChangeSpeed)?;
                let (step, most) = (self.speed_step(id), self.max_speed(id));
                if speed > most {
                    return no(rule!("ST-8.7"), &format!("the maximum speed is {most}"));
                }
                let change = speed.abs_diff(ship.speed);
                if change == 0 || change > step {
                    let text = format!("the speed changes by 1 to {step}, and is {} now", ship.speed);
                    return no(rule!("ST-8.7"), &text);
                }
                Ok(())
            }
            Action::ChangeHeading { .. } => has_order(act, Order::ChangeHeading),
            Action::RaiseShields { shields } => {
                has_order(act, Order::RaiseShields)?;
                let most = self.max_shields(id);
                if shields > most {
                    return no(rule!("ST-8.10"), &format!("shields are set from 0 to their maximum, {most}"));
                }
                Ok(())
            }
            Action::Launch => {
                has_order(act, Order::Attack)?;
                self.check_launch(id)
            }
            Action::Transport { to } => {
                has_order(act, Order::Attack)?;
                self.check_transport(id, to)?;
                if !self.anybody_to_beam(id, to) {
                    return no(
                        rule!("ST-11.1"),
                        "there is nobody to beam: only ready crew go, and no Security",
                    );
                }
                Ok(())
            }
            Action::UseRow { disk, row } => self.check_row(act, disk, row),
            Action::End => {
                if act.moved || ship.speed == 0 {
                    return Ok(());
                }
                no(rule!("ST-8.15"), "the ship must move its current speed first")
            }
            _ => other_question(),
        }
    }

    /// ST-8.12, ST-15.6, ST-15.7: one row of a ready crew of the ship's player.
    fn check_row(&self, act: &Activation, id: DiskId, row: u8) -> Verdict {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        has_order(act, Order::Activate)?;
        if !id.is_some() || id.ix() >= self.disks.len() || !self.disk(id).aboard(act.ship) {
            return no(rule!("ST-15.6"), "only crew aboard the acting ship give it orders");
        }
        let disk = self.disk(id);
        if disk.owner != self.ship(act.ship).controller {
            return no(rule!("ST-15.13"), "crew work for their owner");
        }
        if !disk.ready() {
            return no(rule!("ST-15.1"), "only a revealed and ready disk can be flipped");
        }
        if row == 0 || usize::from(row) > disk.kind.of().rows.len() {
            return no(rule!("ST-15.7"), "the crew has no such row of order icons");
        }
        Ok(())
    }

    fn check_use(&self, seat: u8, what: Means, pick: Pick) -> Verdict {
        let Some((holder, ability)) = self.usable(seat, what) else {
            return Err(Refusal::illegal(rule!("ST-15.3"), self.why_unusable(seat, what)));
        };
        if self.picks(&holder, ability).contains(&pick) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("ST-15.11"), "that is no possible target or choice for this ability"))
    }

    fn why_unusable(&self, seat: u8, what: Means) -> &'static str {
        let Means::Disk(id) = what else { return "this ship's ability cannot be used now" };
        if !id.is_some() || id.ix() >= self.disks.len() || self.disk(id).place == Place::Out {
            return "that disk is not in play";
        }
        let disk = self.disk(id);
        match disk.face {
            Face::Concealed => "a concealed disk has no effect",
            Face::Flipped => "a flipped disk is out of use until it is readied",
            Face::Held => "a prisoner does nothing",
            Face::Ready if self.user(disk) != seat => "it works for another player",
            Face::Ready => "this is not the moment for its ability",
        }
    }

    /// May the moment be let pass?
    fn check_pass(&self) -> Verdict {
        let fine = match self.stack.last() {
            Some(
                Frame::Shot(_)
                | Frame::Again { .. }
                | Frame::Hits(_)
                | Frame::Critical(_)
                | Frame::Launched { .. }
                | Frame::Revealed { .. }
                | Frame::Transport { .. },
            ) => true,
            Some(Frame::Placing { beside, .. }) => match beside {
                Piece::Ship(_) => true,
                Piece::Terrain(_) | Piece::Threat => {
                    let text = "the ship must be put beside the terrain";
                    return Err(Refusal::illegal(rule!("ST-9.5"), text));
                }
            },
            Some(Frame::Moving(_) | Frame::Checks { .. } | Frame::Collision { .. } | Frame::Guide { .. }) => {
                false
            }
            None => match self.stage {
                Stage::PhaseStart => true,
                Stage::Boarding => match self.fight.step {
                    FightStep::Start | FightStep::Segment | FightStep::Save { .. } => true,
                    FightStep::Idle | FightStep::Losses => false,
                },
                Stage::Split
                | Stage::Build
                | Stage::PlaceObstacles
                | Stage::Deploy
                | Stage::Reveal
                | Stage::Assign
                | Stage::CloakWindow
                | Stage::Act
                | Stage::Steer
                | Stage::Flight { .. }
                | Stage::Threat
                | Stage::Keep
                | Stage::TurnEnd
                | Stage::Over => false,
            },
        };
        if fine { Ok(()) } else { other_question() }
    }

    fn check_steer(&self, seat: u8, id: TorpedoId) -> Verdict {
        match self.stack.last() {
            Some(Frame::Guide { torpedo, .. }) if *torpedo == id => Ok(()),
            Some(Frame::Guide { .. }) => {
                Err(Refusal::illegal(rule!("ST-12.3"), "the torpedo just launched is steered now"))
            }
            None if self.stage == Stage::Steer => match self.torpedo(id) {
                Some(torpedo) if torpedo.owner == seat => Ok(()),
                Some(_) => Err(Refusal::illegal(
                    rule!("ST-12.12"),
                    "a torpedo is steered by the player who launched it",
                )),
                None => Err(Refusal::malformed("there is no such torpedo")),
            },
            _ => other_question(),
        }
    }

    fn check_lose(&self, seat: u8, id: DiskId) -> Verdict {
        let no = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if self.stage != Stage::Boarding || self.fight.step != FightStep::Losses || !self.stack.is_empty() {
            return other_question();
        }
        if !id.is_some() || id.ix() >= self.disks.len() {
            return Err(Refusal::malformed("there is no such disk"));
        }
        let side = self.team_of(self.disk(id).owner);
        let open = self.fight.losers >> side & 1 == 1 && !self.fight.losses[usize::from(side)].is_some();
        if !open || self.loss_chooser(side) != seat {
            return no(rule!("ST-17.9"), "it is not for this player to choose that crew");
        }
        if !self.losable(side).contains(&id) {
            return no(rule!("ST-17.4"), "a revealed crew of that side in this place must be chosen");
        }
        Ok(())
    }

    /// Seats that have not conceded.
    pub(crate) fn playing(&self) -> SeatSet {
        self.seats_that(|_| true)
    }
}

/// Is such an order there to be executed?
fn has_order(act: &Activation, order: Order) -> Verdict {
    if act.orders[order as usize] > 0 {
        return Ok(());
    }
    let how = if act.revealed { "" } else { ": reveal the panel order first, if it is one" };
    Err(Refusal::illegal(rule!("ST-8.1"), format!("there is no {} order to execute{how}", order.name())))
}
