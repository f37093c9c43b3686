//! States that a seat could not tell from the true one, and the invariants of all states.

use crate::board::{Hex, NONE, Side};
use crate::data::{self, Kind};
use crate::state::{FLEET, Hand, Marks, RedAlert, Stage};
use klaxon_core::{Chance, Seat};

impl RedAlert {
    /// Everything that a seat's side cannot know, dealt anew: the other hand, both decks, a sealed card, the two cards
    /// of a Scout, purchases and hidden deployment.
    pub(crate) fn reshuffled(&self, seat: Seat, luck: &mut Chance) -> RedAlert {
        let mut game = *self;
        let me = self.side(seat);
        let foe = me.other();
        game.redeal_command(foe, luck);
        game.redeal_combat(foe, luck);
        match self.open.stage {
            Stage::Buy => game.redeal_purchases(foe, luck),
            Stage::Deploy | Stage::HeldBack => {
                game.redeal_purchases(foe, luck);
                game.redeal_deployment(foe, luck);
            }
            Stage::JumpPoints => {
                game.redeal_purchases(foe, luck);
                game.redeal_jump_points(foe, luck);
            }
            Stage::PickTaskForce
            | Stage::Initiative
            | Stage::Upkeep
            | Stage::OwnTurnStart
            | Stage::OppTurnStart
            | Stage::Ban
            | Stage::Command
            | Stage::Repairs
            | Stage::Orders
            | Stage::OrdersCard
            | Stage::Markers
            | Stage::OrdersAnnounced
            | Stage::Movement
            | Stage::MovementDone
            | Stage::MovementDoneOther
            | Stage::Combat
            | Stage::SecondMove
            | Stage::EndCards
            | Stage::Discard
            | Stage::TimePressure
            | Stage::ScoutKeep
            | Stage::EndChoice
            | Stage::Over => {}
        }
        game
    }

    fn redeal_command(&mut self, foe: Side, luck: &mut Chance) {
        let f = foe.index();
        let left = usize::from(self.open.command_left);
        let known = self.secret.known[f];
        let mut unseen: Vec<u8> = self.secret.command_deck[..left].to_vec();
        let mut hand = self.secret.command[f];
        for (n, seen) in hand.0.iter_mut().zip(known.0) {
            *n -= seen;
        }
        let in_hand = usize::from(hand.len());
        unseen.extend(hand.cards());
        let sealed = self.secret.sealed[f];
        let scouts = self.open.stage == Stage::ScoutKeep && self.open.active == foe;
        if sealed != NONE {
            unseen.push(sealed);
        }
        if scouts {
            unseen.extend(self.secret.scouted);
        }
        luck.shuffle(&mut unseen);
        let mut next = unseen.into_iter();
        for slot in &mut self.secret.command_deck[..left] {
            *slot = next.next().expect("as many as before");
        }
        let mut hand = known;
        for card in next.by_ref().take(in_hand) {
            hand.0[usize::from(card)] += 1;
        }
        self.secret.command[f] = hand;
        if sealed != NONE {
            self.secret.sealed[f] = next.next().expect("as many as before");
        }
        if scouts {
            self.secret.scouted = [next.next().expect("as many"), next.next().expect("as many")];
        }
    }

    fn redeal_combat(&mut self, foe: Side, luck: &mut Chance) {
        let f = foe.index();
        let left = usize::from(self.open.combat_left);
        let mut unseen: Vec<u8> = self.secret.combat_deck[..left].to_vec();
        unseen.extend(self.secret.combat[f].cards());
        luck.shuffle(&mut unseen);
        self.secret.combat_deck[..left].copy_from_slice(&unseen[..left]);
        let mut hand = Hand::EMPTY;
        for &card in &unseen[left..] {
            hand.0[usize::from(card)] += 1;
        }
        self.secret.combat[f] = hand;
    }

    /// Other purchases that fit what is public: any while buying; once all is bought, as many units as before, with
    /// the held-back units that were seen. The true ones stay where nothing else is found.
    fn redeal_purchases(&mut self, foe: Side, luck: &mut Chance) {
        let f = foe.index();
        if self.allowance(foe).is_none() {
            return;
        }
        let truth = self.secret.bought[f];
        let buying = self.open.stage == Stage::Buy;
        let exactly = self.open.stage == Stage::HeldBack;
        let finished = !buying || self.open.done[f];
        for _ in 0..20 {
            self.secret.bought[f] = [0; 9];
            let tries = 1 + luck.below(12);
            for _ in 0..tries {
                let kind = Kind::ALL[1 + luck.below(8) as usize];
                if self.check_buy(foe, kind).is_ok() {
                    self.secret.bought[f][kind as usize] += 1;
                }
            }
            let same = self.secret.bought[f].iter().sum::<u8>() == truth.iter().sum::<u8>();
            let fleet = self.fleet_to_deploy(foe);
            let shown = fleet.iter().zip(self.secret.placed_held[f]).all(|(n, seen)| *n >= seen);
            if (!finished || self.check_done_buying(foe).is_ok()) && (!exactly || same) && shown {
                return;
            }
        }
        self.secret.bought[f] = truth;
    }

    /// Another assignment of the fleet to the deployment hexes. Held-back units that lie open stay what they are.
    fn redeal_deployment(&mut self, foe: Side, luck: &mut Chance) {
        let f = foe.index();
        let spots = self.open.scenario().deploy[f].len();
        let mut pool = Vec::new();
        let fleet = self.fleet_to_deploy(foe);
        for kind in Kind::ALL {
            let free = fleet[kind as usize] - self.secret.placed_held[f][kind as usize];
            pool.extend(std::iter::repeat_n(kind as u8, usize::from(free)));
        }
        luck.shuffle(&mut pool);
        // Done, or past deployment: as many hexes are filled as can be. Before that the number is anybody's guess.
        let finished = self.open.stage == Stage::HeldBack || self.open.done[f];
        let full = pool.len().min(spots);
        let n = if finished { full } else { luck.below(full as u32 + 1) as usize };
        let mut slots: Vec<u8> = vec![NONE; spots];
        slots[..n].copy_from_slice(&pool[..n]);
        luck.shuffle(&mut slots);
        self.secret.hidden[f] = [NONE; 16];
        self.secret.hidden[f][..spots].copy_from_slice(&slots);
    }

    fn redeal_jump_points(&mut self, foe: Side, luck: &mut Chance) {
        let f = foe.index();
        let n = if self.open.done[f] { 3 } else { luck.below(3) as usize };
        self.secret.jump[f] = [NONE; 3];
        for _ in 0..n {
            let sector = self.next_jump_sector(foe).expect("three sectors");
            let hexes: Vec<Hex> = self.open.jump_hexes(foe, sector).iter().collect();
            let slot = self.secret.jump[f].iter().position(|&h| h == NONE).expect("room");
            self.secret.jump[f][slot] = luck.pick(&hexes).expect("a hex").number();
        }
    }

    /// Invariants: pieces, cards and stars are all there, tables agree, numbers are in range.
    pub(crate) fn audit_all(&self) -> Result<(), String> {
        let (open, secret) = (&self.open, &self.secret);
        let check = |fine: bool, text: &str| if fine { Ok(()) } else { Err(text.to_string()) };
        // RA-1.8: 36 stars.
        check(
            u16::from(open.pool) + u16::from(open.stars[0]) + u16::from(open.stars[1]) == 36,
            "the 36 stars do not add up",
        )?;
        for side in Side::BOTH {
            let s = side.index();
            for i in 0..FLEET {
                let id = crate::state::UnitId((s * FLEET + i) as u8);
                let unit = open.unit(id);
                if unit.is_on_map() {
                    let hex = unit.hex();
                    check(unit.figures > 0, "a unit without figures is on the map")?;
                    check(open.unit_at(hex) == Some(id), "the hex table does not know a unit")?;
                    check(open.fleets[s].has(hex), "the fleet does not know a unit")?;
                    check(!open.debris.has(hex), "a unit lies in debris")?;
                    check(unit.is(Marks::CLOAKED) == open.cloaked.has(hex), "a cloak is lost")?;
                }
            }
            let on_map = (0..FLEET).filter(|i| open.units[s * FLEET + i].is_on_map()).count();
            check(on_map == open.fleets[s].len(), "the fleet has a ghost")?;
            check(secret.command[s].len() == open.command_cards[s], "command cards are miscounted")?;
            check(secret.combat[s].len() == open.combat_cards[s], "combat cards are miscounted")?;
            check(
                secret.known[s].0.iter().zip(secret.command[s].0).all(|(k, n)| *k <= n),
                "a known card is not in the hand",
            )?;
            let tally = open.tally[s];
            let worth = |units: &[u8; 9]| -> u16 {
                Kind::ALL.iter().map(|k| u16::from(units[*k as usize]) * u16::from(k.stats().points)).sum()
            };
            let sum = worth(&tally.taken)
                + worth(&tally.exited)
                + u16::from(tally.sectors.iter().sum::<u8>())
                + u16::from(tally.time)
                + u16::from(tally.given)
                + u16::from(open.planet_points(side));
            check(sum == u16::from(tally.total), "the points do not add up")?;
        }
        check(open.cloaked.len() <= 3, "more than three cloaks (RA-19.2)")?;
        check(
            open.at.iter().filter(|&&u| u != NONE).count() == open.occupied().len(),
            "the hex table has a ghost",
        )?;
        self.audit_cards()
    }

    fn audit_cards(&self) -> Result<(), String> {
        let (open, secret) = (&self.open, &self.secret);
        let setting_up = matches!(
            open.stage,
            Stage::PickTaskForce | Stage::Buy | Stage::Deploy | Stage::JumpPoints | Stage::HeldBack
        );
        if setting_up || open.is_over() {
            return Ok(());
        }
        for (i, card) in data::get().command.iter().enumerate() {
            let c = i as u8;
            let in_deck =
                secret.command_deck[..usize::from(open.command_left)].iter().filter(|&&d| d == c).count();
            let loose =
                open.aside.iter().chain(&secret.sealed).chain(&secret.scouted).filter(|&&d| d == c).count();
            // The card in play counts until it is discarded in phase 5.
            let in_play =
                usize::from(open.card == c && !matches!(open.stage, Stage::ScoutKeep | Stage::EndChoice));
            let n = in_deck
                + loose
                + in_play
                + usize::from(open.command_discard[i])
                + usize::from(secret.command[0].0[i] + secret.command[1].0[i]);
            if n != usize::from(card.copies) {
                return Err(format!("{} is there {n} times, not {}", card.id, card.copies));
            }
        }
        for (i, card) in data::get().combat.iter().enumerate() {
            let in_deck = secret.combat_deck[..usize::from(open.combat_left)]
                .iter()
                .filter(|&&d| usize::from(d) == i)
                .count();
            let n = in_deck
                + usize::from(open.combat_discard[i])
                + usize::from(secret.combat[0].0[i] + secret.combat[1].0[i]);
            if n != usize::from(card.copies) {
                return Err(format!("{} is there {n} times, not {}", card.id, card.copies));
            }
        }
        Ok(())
    }
}
