//! States that a seat could not tell from the true one.

use crate::board::{Hex, NONE, Side};
use crate::data::Kind;
use crate::state::{Hand, RedAlert, Stage};
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
        let stage = self.open.stage;
        if matches!(stage, Stage::Buy | Stage::Deploy | Stage::HeldBack | Stage::JumpPoints) {
            game.redeal_purchases(foe, luck);
        }
        if matches!(stage, Stage::Deploy | Stage::HeldBack) {
            game.redeal_deployment(foe, luck);
        }
        if stage == Stage::JumpPoints {
            game.redeal_jump_points(foe, luck);
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
}
