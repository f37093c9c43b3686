//! D15: a crew is flipped for one row of its orders (ST-15.6, ST-15.7).

use super::asked::{Verdict, named, no};
use super::{Action, Asked};
use crate::event::Event;
use crate::kinds::{DiskId, Order};
use crate::situation::spell;
use crate::state::{Face, Place, StarTrek};
use crate::turn::Play;
use crate::view::View;
use crate::words::disk_name;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, rule};

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UseRow {
    /// Whose.
    pub disk: DiskId,
    /// Which, from 1.
    pub row: u8,
}

named!(UseRow { disk: DiskId, row: u8 });

impl Answer<StarTrek> for UseRow {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(act) = a.acting().filter(|act| act.has(Order::Activate)) else { return };
        let controller = a.game.ship(act.ship).controller;
        for (disk, d) in a.game.disks_at(Place::Ship(act.ship)) {
            if d.owner == controller && d.face == Face::Ready {
                let rows = 1..=d.kind.of().rows.len() as u8;
                out.extend(rows.map(|row| Action::UseRow(UseRow { disk, row })));
            }
        }
    }

    /// ST-8.12, ST-15.6, ST-15.7: one row of a ready crew of the ship's player.
    fn judge(&self, a: Asked<'_>) -> Verdict {
        let act = a.activation()?;
        act.check_order(Order::Activate)?;
        if !a.has_disk(self.disk) || !a.game.disk(self.disk).aboard(act.ship) {
            return no(rule!("ST-15.6"), "only crew aboard the acting ship give it orders");
        }
        let disk = a.game.disk(self.disk);
        if disk.owner != a.game.ship(act.ship).controller {
            return no(rule!("ST-15.13"), "crew work for their owner");
        }
        if !disk.ready() {
            return no(rule!("ST-15.1"), "only a revealed and ready disk can be flipped");
        }
        if self.row == 0 || usize::from(self.row) > disk.kind.of().rows.len() {
            return no(rule!("ST-15.7"), "the crew has no such row of order icons");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.spend(Order::Activate);
        // ST-15.8: flipped for a row, it has no ability left to use.
        // ST-15.16: flipped first.
        play.game.disk_mut(self.disk).face = Face::Flipped;
        let orders = &play.game.disk(self.disk).kind.of().rows[usize::from(self.row) - 1];
        // ST-8.4, ST-15.9: like orders of the panel, before or after the movement.
        for order in orders {
            play.act().orders[*order as usize] += 1;
        }
        let row = [orders.first().copied(), orders.get(1).copied()];
        play.fate.all(Event::Row { disk: play.game.disk_tag(self.disk), row });
    }

    fn label(&self, view: &View) -> Label {
        let known = view.disk(self.disk).and_then(|d| d.known.as_ref());
        let orders = known.and_then(|k| k.rows.get(usize::from(self.row) - 1)).cloned().unwrap_or_default();
        let orders: Vec<&str> =
            orders.split('+').map(|code| Order::by_code(code).map_or(code, |o| o.name())).collect();
        let text = format!("flip {} for {}", disk_name(view, self.disk), orders.join(" and "));
        button("Activate", text, vec![format!("disk:{}", self.disk)], "activate", rule!("ST-15.7"))
    }

    fn words(&self) -> String {
        format!("row {} {}", self.disk, self.row)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<UseRow>, String> {
        if verb != "row" {
            return Ok(None);
        }
        Ok(Some(UseRow { disk: spell::disk(r)?, row: spell::number(r, "row")? }))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        let rows = &a.game.disk(self.disk).kind.of().rows;
        let row = rows.get(usize::from(self.row).checked_sub(1)?)?;
        a.game.idle_row(a.game.act.as_ref()?.ship, row)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_row(self.disk, self.row)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_row(self.disk, self.row)
    }
}
