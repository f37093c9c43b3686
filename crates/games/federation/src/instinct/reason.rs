//! What speaks for a decision, in the words of the game: the *why* of a hint, as far as several questions share it.

use crate::{
    nouns::{Marker, Resource, Unit},
    state::Table,
};

impl Table {
    pub(crate) fn why_want(&self, what: Resource) -> String {
        let coming: u8 = self.track.iter().flatten().map(|cell| cell.of(what)).sum();
        let have = self.stored.of(what) + coming;
        let none = if have == 0 { ", and none is on its way" } else { "" };
        let use_of = match what {
            Resource::Build => "Build settles and constructs",
            Resource::Maneuver => "Maneuver brings ships to new worlds and adds dice to battles",
            Resource::Research => "Research brings lasting advantages",
            Resource::Espionage => "Espionage throws bad dice again",
            Resource::Morale => "Morale keeps the Federation together",
            Resource::Diplomacy => "Diplomacy holds angry neighbours back",
            Resource::Warp => "Warp brings Ally Ships",
        };
        format!("{use_of}{none}")
    }

    pub(crate) fn why_build(&self, what: Unit) -> String {
        if self.sol_is_lost() {
            return "aliens are in Sol: what is built there fights at once".into();
        }
        match what {
            Unit::Flagship => "every world needs a Flagship of its own to be settled".into(),
            Unit::SolDefense if self.nears_sol() => "aliens are near Sol, and it stands almost alone".into(),
            Unit::SolDefense => "Sol should not stand alone when the Flagships leave".into(),
            Unit::Mine => "a Mine Field can be lost instead of something dear".into(),
        }
    }

    pub(crate) fn why_calm(&self, marker: Marker) -> String {
        match marker {
            Marker::Stability => format!("Stability is only {}, and at 0 all is lost", self.stability),
            Marker::Expansion => "the next wish to expand would cost Stability".into(),
            Marker::Losses => format!("Military Losses stand at {}: soon each costs Stability", self.losses),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Federation, Setup};
    use klaxon_core::{Chance, Game, Instinct, Seat, Tell};

    #[test]
    fn reasons_are_sentences_without_an_end() {
        let mut said = 0;
        for seed in 0..12 {
            let mut luck = Chance::quick(seed);
            let mut game = Federation::start(&Setup::default(), &mut luck, &mut Tell::muted()).unwrap();
            while game.outcome().is_none() {
                let choices = game.choices(Seat(0));
                for reason in choices.iter().filter_map(|a| game.reason(Seat(0), a)) {
                    said += 1;
                    assert!(!reason.ends_with('.') && !reason.contains("  "), "{reason}");
                }
                let any = *luck.pick(&choices).unwrap();
                game.apply(Seat(0), &any, &mut luck, &mut Tell::muted());
            }
        }
        assert!(said > 1000);
    }
}
