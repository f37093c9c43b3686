//! What a bot may see.

use klaxon_core::{Chance, Game, Seat, Viewer};

/// A position through the eyes of one seat. The state inside is private to this module: all that comes out of it is
/// the seat's view, the seat's choices, and states that the seat could not tell from the true one.
#[derive(Debug)]
pub struct Blind<'a, G: Game> {
    seat: Seat,
    game: &'a G,
    asked: &'a [(Seat, String)],
}

impl<'a, G: Game> Blind<'a, G> {
    /// Blindfolds a bot.
    pub fn new(game: &'a G, seat: Seat) -> Blind<'a, G> {
        Blind { seat, game, asked: &[] }
    }

    /// The same with what others have asked of the seat.
    #[must_use]
    pub fn asked(self, asked: &'a [(Seat, String)]) -> Blind<'a, G> {
        Blind { asked, ..self }
    }

    /// What others have asked of the seat.
    pub fn requests(&self) -> &'a [(Seat, String)] {
        self.asked
    }

    /// Whose eyes these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(Viewer::Seat(self.seat))
    }

    /// What the seat may decide; empty when nothing is asked of it.
    pub fn choices(&self) -> Vec<G::Action> {
        if self.game.to_act().has(self.seat) { self.game.choices(self.seat) } else { Vec::new() }
    }

    /// A state that the seat could not tell from the true one.
    pub fn redeal(&self, chance: &mut Chance) -> G {
        self.game.redeal(self.seat, chance)
    }
}
