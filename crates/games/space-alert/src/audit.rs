//! What must always hold.

use crate::{
    Kind, Voyage,
    data::data,
    state::{Planning, SpaceAlert, Stage},
};

impl SpaceAlert {
    pub(crate) fn audit_all(&self) -> Result<(), String> {
        match &self.stage {
            Stage::Planning(plan) => self.audit_planning(plan),
            Stage::Flight(flight) => audit_voyage(&flight.voyage),
            Stage::GoOn { voyage, .. } | Stage::Over { voyage, .. } => audit_voyage(voyage),
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::Repairs(_) => Ok(()),
        }
    }

    /// Every card lies in one place only.
    fn audit_planning(&self, plan: &Planning) -> Result<(), String> {
        let mut count = [0u8; crate::KINDS as usize];
        let desks = plan.desks.iter().flat_map(|d| d.hand.iter().chain(d.packets.iter().flatten()));
        let boards = plan.boards.iter().flatten().flatten().map(|p| &p.card);
        let rest = plan.deck.iter().chain(&plan.aside).chain(plan.heroics.iter().flatten());
        for card in desks.chain(boards).chain(rest) {
            count[usize::from(card.0)] += 1;
        }
        for kind in Kind::actions().chain(Kind::heroics()) {
            let n = count[usize::from(kind.0)];
            // Without heroic cards they all lie aside.
            if n != kind.copies() {
                return Err(format!("{n} cards {kind} instead of {}", kind.copies()));
            }
        }
        if plan.desks.iter().any(|d| !d.hand.is_sorted()) {
            return Err("hands are kept in order".into());
        }
        Ok(())
    }
}

/// Ranges that hold in every voyage.
fn audit_voyage(voyage: &Voyage) -> Result<(), String> {
    let fail = |why: &str| Err(why.to_string());
    for (z, stack) in voyage.ship.stacks.iter().enumerate() {
        let left = stack.left();
        let tiles: crate::Tiles = left.iter().copied().collect();
        if usize::from(tiles.len()) != left.len() || tiles.0 & voyage.ship.tiles[z].0 != 0 {
            return fail("each damage tile of a zone exists once");
        }
    }
    if voyage.ship.fuel > data().ship.fuel || voyage.ship.rockets > data().ship.rockets {
        return fail("fuel and rockets are never made");
    }
    for threat in voyage.threats() {
        let length = voyage.track(threat.place).length;
        if threat.status == crate::Status::OnTrack && !(1..=length).contains(&threat.square) {
            return fail("a threat on its trajectory stands on one of its squares");
        }
    }
    for squad in &voyage.ship.squads {
        if let crate::SquadPlace::Led(i) = squad.place
            && i >= voyage.crew_size
        {
            return fail("a squad follows a crew member");
        }
    }
    let in_space: Vec<u8> = (0..voyage.crew_size).filter(|&i| voyage.crew[usize::from(i)].in_space).collect();
    if voyage.ship.space.into_iter().collect::<Vec<u8>>() != in_space {
        return fail("at most one crew member is in space");
    }
    Ok(())
}
