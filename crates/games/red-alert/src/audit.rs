//! Invariants: pieces, cards and stars are all there, tables agree, numbers are in range.

use crate::board::{NONE, Side};
use crate::data::{self, Kind};
use crate::state::{FLEET, Marks, RedAlert, Stage, UnitId};

impl RedAlert {
    /// What must hold at every moment.
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
                let id = UnitId((s * FLEET + i) as u8);
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
