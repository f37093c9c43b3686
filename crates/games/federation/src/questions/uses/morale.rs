//! Morale (SF-9.31 to SF-9.34): Propaganda, Expand, Reclaim.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, is_loose, no};
use crate::{
    data::{Pays, data},
    event::Event,
    nouns::{Marker, Resource},
    situation::spell,
    state::Table,
    turn::Play,
    words::{ids, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Propaganda (SF-9.31).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Propaganda {
    pub marker: Marker,
}

impl Deed for Propaganda {
    fn listed(self) -> Listed {
        Listed { name: "Propaganda", resource: Resource::Morale, pays: Pays::Spend, rule: rule!("SF-9.31") }
    }

    fn offer(o: &mut Offer<'_>) {
        for marker in o.t.propagandas() {
            o.put(Propaganda { marker });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        t.check_propaganda(self.marker)
    }

    fn take(self, play: &mut Play<'_>) {
        play.propaganda(self.marker);
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        (format!("Propaganda: {}", phrase::propaganda(self.marker)), vec![ids::marker(self.marker)])
    }

    fn words(self) -> String {
        format!("propaganda {}", self.marker.word())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Propaganda>, String> {
        if verb == "propaganda" { Ok(Some(Propaganda { marker: spell::marker(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        let urge = t.urge(self.marker);
        if is_loose(pay) { urge } else { urge / 40 }
    }

    fn reason(self, t: &Table) -> String {
        t.why_calm(self.marker)
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Marker::ALL.map(|marker| What::from(Propaganda { marker })));
    }
}

impl Table {
    /// Markers that Propaganda could move (SF-9.31).
    pub(crate) fn propagandas(&self) -> impl Iterator<Item = Marker> {
        Marker::ALL.into_iter().filter(|&m| match m {
            Marker::Expansion | Marker::Losses => self.marker(m) > 0,
            Marker::Stability => self.stability < data().markers[Marker::Stability as usize].maximum,
        })
    }

    pub(crate) fn check_propaganda(&self, marker: Marker) -> Verdict {
        if self.propagandas().any(|m| m == marker) {
            return Ok(());
        }
        let text = match marker {
            Marker::Expansion => "Expansion Desire is at 0 already",
            Marker::Losses => "Military Losses are at 0 already",
            Marker::Stability => "Federation Stability is at its maximum",
        };
        no(rule!("SF-9.31"), text)
    }
}

impl Play<'_> {
    /// SF-9.31: hearts and losses down, Stability up.
    pub fn propaganda(&mut self, marker: Marker) {
        let now = self.t.marker(marker);
        let to = match marker {
            Marker::Expansion | Marker::Losses => now - 1,
            Marker::Stability => now + 1,
        };
        self.set_marker(marker, to);
    }
}

/// Expand (SF-9.32): a column more of the Resource Track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expand {}

impl Deed for Expand {
    fn listed(self) -> Listed {
        Listed { name: "Expand", resource: Resource::Morale, pays: Pays::Deploy, rule: rule!("SF-9.32") }
    }

    fn offer(o: &mut Offer<'_>) {
        if o.t.columns < 2 && o.pay != Some(Spot::Column) {
            o.put(Expand {});
        }
    }

    fn judge(self, t: &Table, pay: Option<Spot>) -> Verdict {
        if t.columns == 2 {
            return no(rule!("SF-9.32"), "both columns are open already");
        }
        if pay == Some(Spot::Column) {
            return no(rule!("SF-9.32"), "that Morale is deployed there already");
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.t.columns += 1;
        play.tell.all(Event::ColumnOpened { column: play.t.columns });
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let column = (t.columns + 1).min(2);
        let text = format!("Expand: open the {} column", phrase::column_name(column));
        (text, vec![ids::column(column)])
    }

    fn words(self) -> String {
        "expand".into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Option<Expand>, String> {
        Ok((verb == "expand").then_some(Expand {}))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        match (t.columns, t.resource_dice()) {
            (0, 1) => 400,
            (0, 2..) => 3_500,
            (_, 3..) => 1_500,
            (_, _) => 100,
        }
    }

    fn reason(self, t: &Table) -> String {
        let n = t.resource_dice();
        format!("{n} dice are rolled for resources, and one column cannot take them all")
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.push(Expand {}.into());
    }
}

/// Reclaim (SF-9.34): a token that was sacrificed before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Reclaim {
    pub what: Resource,
}

impl Deed for Reclaim {
    fn listed(self) -> Listed {
        Listed { name: "Reclaim", resource: Resource::Morale, pays: Pays::Sacrifice, rule: rule!("SF-9.34") }
    }

    fn offer(o: &mut Offer<'_>) {
        for what in o.t.sacrificed.types() {
            o.put(Reclaim { what });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if !t.sacrificed.has(self.what) {
            return no(rule!("SF-9.34"), format!("no {} token was sacrificed before", self.what.name()));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.t.sacrificed.take(self.what);
        play.t.pools.add(self.what, 1);
        play.tell.all(Event::Reclaimed { what: self.what });
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        (format!("Reclaim a sacrificed {} token", self.what.name()), vec![ids::sacrificed(self.what)])
    }

    fn words(self) -> String {
        format!("reclaim {}", self.what.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Reclaim>, String> {
        if verb == "reclaim" { Ok(Some(Reclaim { what: spell::resource(r)? })) } else { Ok(None) }
    }

    fn lean(self, _: &Table, _: Option<Spot>) -> u32 {
        4
    }

    fn reason(self, _: &Table) -> String {
        format!("there are too few {} tokens left to win", self.what.name())
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Resource::ALL.map(|what| What::from(Reclaim { what })));
    }
}
