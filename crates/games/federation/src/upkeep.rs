//! Paying with tokens, moving the Federation's markers, putting pieces down (chapters 0 and 7).

use crate::{
    data::{Pays, data},
    event::Event,
    nouns::{Asset, Bundle, Marker, Piece, PieceAt, Resource, Space},
    questions::Spot,
    state::End,
    turn::Play,
};

impl Play<'_> {
    // ---- paying (chapter 0) -------------------------------------------------------------------------------------

    /// Takes the token that pays. Deployed tokens end their effect at once (SF-0.6).
    pub fn pay(&mut self, what: Resource, from: Spot, how: Pays) {
        self.tell.all(Event::Paid { what, from, how });
        self.lift(what, from);
        match how {
            Pays::Spend => self.t.pools.add(what, 1),
            Pays::Sacrifice => self.t.sacrificed.add(what, 1),
            Pays::Deploy => {}
        }
    }

    /// A token goes back to its pool by an event or Plunder.
    pub fn return_token(&mut self, what: Resource, from: Spot) {
        self.tell.all(Event::Returned { what, from });
        self.lift(what, from);
        self.t.pools.add(what, 1);
    }

    /// Takes a token from where it lies. SF-12.5: a spy or Embassy that pays or is taken was not killed. SF-8.18: a
    /// stored token leaves only so.
    pub fn lift(&mut self, what: Resource, from: Spot) {
        match from {
            Spot::Tray => self.take_from_tray(what),
            Spot::Stored => self.t.stored.take(what),
            Spot::Spy(race) => self.t.spies.remove(race),
            Spot::Attache(race) => self.t.attaches.remove(race),
            Spot::Embassy(race) => self.t.embassies.remove(race),
            Spot::Column => self.lock_column(),
            Spot::Track { row, column } => self.t.track[usize::from(row)][usize::from(column)].take(what),
        }
    }

    /// SF-9.33: the rightmost open column is locked and its tokens, row 0 among them, go to the pools.
    fn lock_column(&mut self) {
        let column = usize::from(self.t.columns);
        self.t.columns -= 1;
        let mut lost = Bundle::default();
        for row in &mut self.t.track {
            lost.pour(std::mem::take(&mut row[column]));
        }
        self.t.pools.pour(lost);
        self.tell.all(Event::ColumnLocked { column: column as u8, lost });
    }

    // ---- markers ------------------------------------------------------------------------------------------------

    pub fn set_marker(&mut self, marker: Marker, to: u8) {
        let from = self.t.marker(marker);
        match marker {
            Marker::Expansion => self.t.expansion = to,
            Marker::Losses => self.t.losses = to,
            Marker::Stability => self.t.stability = to,
        }
        if from != to {
            self.tell.all(Event::Moved { marker, from, to });
        }
    }

    /// SF-7.4: Expansion Desire goes up, or Stability down.
    pub fn expansion_desire(&mut self) {
        self.raise(Marker::Expansion);
    }

    /// SF-7.8: Military Losses go up, or Stability down.
    pub fn military_loss(&mut self) {
        self.raise(Marker::Losses);
    }

    fn raise(&mut self, marker: Marker) {
        if self.t.marker(marker) < data().markers[marker as usize].maximum {
            self.set_marker(marker, self.t.marker(marker) + 1);
        } else {
            // SF-3.4: Stability 0 loses at once.
            self.set_marker(Marker::Stability, self.t.stability - 1);
            if self.t.stability == 0 {
                self.finish(End::Unstable);
            }
        }
    }

    /// An asset from Unbuilt Assets to Sol (SF-9.1), with the combat that causes (SF-9.2).
    pub fn construct(&mut self, unit: crate::nouns::Unit) {
        let index = self.t.unbuilt_index(unit).expect("an unbuilt asset");
        self.put_down(index, Space::SOL);
    }

    /// A piece comes into a space, basic side up; alien fleets there fight.
    pub fn put_down(&mut self, index: usize, at: Space) {
        self.t.pieces[index] = Piece { at: PieceAt::Map(at), upgraded: false };
        let what: Asset = self.t.asset_of(index);
        self.tell.all(Event::Constructed { what, at });
        self.t.engaged = self.t.engaged.or(self.t.fleets_at(at));
    }
}
