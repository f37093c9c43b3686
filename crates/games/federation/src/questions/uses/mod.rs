//! Phase 3 (SF-8.15): which token is used, and what for? A use is a [`Deed`], of which the files beside this one hold
//! those of one resource each, and settling; a deed more is a type with its `impl`, a line in `uses!` and one in [`offer`].

mod build;
mod diplomacy;
mod espionage;
mod maneuver;
mod morale;
mod opportunity;
mod research;
mod settle;
mod warp;

pub use build::{Construct, ForwardDeploy, Target, Upgrade};
pub use diplomacy::{Embassy, Envoy, Parley};
pub use espionage::{Attache, Sabotage, SlowResearch};
pub use maneuver::{Bypass, Move};
pub use morale::{Expand, Propaganda, Reclaim};
pub use opportunity::{Deal, Opportunity};
pub use research::{Conduct, Focus, Initiate};
pub use settle::Settle;
pub use warp::{AdvancedTech, AllyShip, FoldSpace};

use super::{
    About, Action, Asked, Spot,
    asked::{Verdict, no},
};
use crate::{
    Federation, Short, View, coach,
    data::Pays,
    nouns::{FedTech, Race, Resource},
    query::Advantages,
    situation::spell,
    state::{Table, Task},
    turn::Play,
    words::{ids, label::mark, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, RuleId, Tip, rule};
use serde::{Deserialize, Serialize};

/// A token of yours and what it is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Use {
    /// The token that pays. None pays for the free Move of the MilSpecOps Engines (SF-14.5), and for nothing else.
    pub pay: Option<Spot>,
    /// What for.
    pub what: What,
}

/// How a use stands among those of `data/resources.toml`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// The resource that pays.
    pub resource: Resource,
    /// Spend, deploy or sacrifice.
    pub pays: Pays,
    /// The rule that grants it.
    pub rule: RuleId,
}

/// One thing that a token can do: chapter 9. Paying is not its business.
pub(crate) trait Deed: Copy {
    /// Where the rulebook lists it.
    fn listed(self) -> Listed;

    /// What can be done now, for the token and the race that are looked at.
    fn offer(o: &mut Offer<'_>);

    /// May it be done, once this token has paid?
    fn judge(self, t: &Table, pay: Option<Spot>) -> Verdict;

    /// Does it; the token is paid.
    fn take(self, play: &mut Play<'_>);

    /// The button's words, and the clicks after the one on the token.
    fn label(self, t: &Table) -> (String, Vec<String>);

    /// The words of logs and situations, without the token.
    fn words(self) -> String;

    /// The deed by its words, of which the first is read already.
    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Self>, String>;

    /// How much a sensible player leans towards it.
    fn lean(self, t: &Table, pay: Option<Spot>) -> u32;

    /// What speaks for it.
    fn reason(self, t: &Table) -> String;

    /// The deeds that could be meant, legal or not.
    fn think(about: About<'_>, out: &mut Vec<What>);
}

/// Makes [`What`], the sum of all deeds, and hands every call on to the deed in it.
macro_rules! uses {
    ($($name:ident)+) => {
        /// What a token is used for (chapter 9).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum What { $($name($name)),+ }

        /// A use as JSON has it: the name of the deed, and the token among its parts.
        #[derive(Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum Written { $($name(Paid<$name>)),+ }

        impl From<Written> for Use {
            fn from(written: Written) -> Use {
                match written { $(Written::$name(Paid { pay, deed }) => Use { pay, what: What::$name(deed) }),+ }
            }
        }

        impl From<Use> for Written {
            fn from(Use { pay, what }: Use) -> Written {
                match what { $(What::$name(deed) => Written::$name(Paid { pay, deed })),+ }
            }
        }

        $(impl From<$name> for What {
            fn from(deed: $name) -> What {
                What::$name(deed)
            }
        })+

        impl What {
            /// Where the rulebook lists it.
            pub fn listed(self) -> Listed {
                match self { $(What::$name(deed) => deed.listed()),+ }
            }

            fn judge(self, t: &Table, pay: Option<Spot>) -> Verdict {
                match self { $(What::$name(deed) => deed.judge(t, pay)),+ }
            }

            fn take(self, play: &mut Play<'_>) {
                match self { $(What::$name(deed) => deed.take(play)),+ }
            }

            fn label(self, t: &Table) -> (String, Vec<String>) {
                match self { $(What::$name(deed) => deed.label(t)),+ }
            }

            fn words(self) -> String {
                match self { $(What::$name(deed) => deed.words()),+ }
            }

            fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<What>, String> {
                $(if let Some(deed) = $name::read(verb, r)? {
                    return Ok(Some(What::$name(deed)));
                })+
                Ok(None)
            }

            fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
                match self { $(What::$name(deed) => deed.lean(t, pay)),+ }
            }

            fn reason(self, t: &Table) -> String {
                match self { $(What::$name(deed) => deed.reason(t)),+ }
            }

            fn think(about: About<'_>) -> Vec<What> {
                let mut out = Vec::new();
                $($name::think(about, &mut out);)+
                out
            }
        }
    };
}

uses! {
    Construct Settle Upgrade ForwardDeploy
    Move Bypass
    Conduct Focus Initiate
    Sabotage SlowResearch Attache
    Propaganda Expand Reclaim
    Embassy Envoy Parley
    AllyShip AdvancedTech FoldSpace
    Opportunity
}

/// The order in which uses are offered. Bots draw from the list, so their luck depends on it.
fn offer(t: &Table, out: &mut Vec<Action>) {
    let mut offer = Offer {
        t,
        adv: t.advantages(),
        spots: Resource::ALL.map(|r| t.spots(r)),
        pay: None,
        race: Race::default(),
        out,
    };
    let o = &mut offer;
    o.paid(Resource::Build, |o| {
        Construct::offer(o);
        Settle::offer(o);
        Upgrade::offer(o);
        ForwardDeploy::offer(o);
    });
    // SF-14.5: the free Move, as often a turn as the Engines grant it.
    if t.free_moves < o.adv.free_moves {
        o.pay = None;
        Move::offer(o);
    }
    o.paid(Resource::Maneuver, Move::offer);
    o.paid(Resource::Maneuver, Bypass::offer);
    o.paid(Resource::Research, |o| {
        Initiate::offer(o);
        Conduct::offer(o);
        Focus::offer(o);
    });
    o.paid_by_race(Resource::Espionage, |o| {
        Sabotage::offer(o);
        SlowResearch::offer(o);
        Attache::offer(o);
    });
    o.paid(Resource::Morale, |o| {
        Propaganda::offer(o);
        Expand::offer(o);
        Reclaim::offer(o);
    });
    o.paid_by_race(Resource::Diplomacy, |o| {
        Embassy::offer(o);
        Envoy::offer(o);
        Parley::offer(o);
    });
    o.paid(Resource::Warp, |o| {
        AllyShip::offer(o);
        AdvancedTech::offer(o);
        FoldSpace::offer(o);
    });
    Opportunity::offer(o);
}

/// Uses in the making: the table, and the token and the race that are looked at.
pub(crate) struct Offer<'a> {
    t: &'a Table,
    adv: Advantages,
    /// The tokens that can pay, by resource.
    spots: [Short<Spot, 12>; 7],
    pay: Option<Spot>,
    race: Race,
    out: &'a mut Vec<Action>,
}

impl Offer<'_> {
    /// The token that is looked at can do this.
    fn put(&mut self, what: impl Into<What>) {
        self.out.push(Action::Use(Use { pay: self.pay, what: what.into() }));
    }

    /// For each token of a resource.
    fn paid(&mut self, what: Resource, deeds: impl Fn(&mut Self)) {
        let spots = self.spots[what as usize];
        for &spot in spots.iter() {
            self.pay = Some(spot);
            deeds(self);
        }
    }

    /// For each token of a resource and each race.
    fn paid_by_race(&mut self, what: Resource, deeds: impl Fn(&mut Self)) {
        self.paid(what, |o| {
            for race in Race::ALL {
                o.race = race;
                deeds(o);
            }
        });
    }
}

#[derive(Serialize, Deserialize)]
struct Paid<D> {
    pay: Option<Spot>,
    #[serde(flatten)]
    deed: D,
}

impl Answer<Federation> for Use {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Actions = view.table.top()? else { return None };
        let turn = view.table.turn;
        let text = format!("Federation turn {turn}: take actions with your tokens, or end the turn.");
        Some(Ask::new("actions", Line::new(text, rule!("SF-8.15"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Actions)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        offer(a.t, out);
    }

    /// The deed first, then the token that pays for it (SF-0.5).
    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only_in_phase3()?;
        self.what.judge(a.t, self.pay)?;
        match self.pay {
            Some(spot) => a.t.check_pay(self.what.listed().resource, spot),
            None if matches!(self.what, What::Move(_)) => maneuver::check_free_move(a.t),
            None => no(rule!("SF-0.5"), "a token must pay for it"),
        }
    }

    /// SF-13.1: combats that it causes follow at once.
    fn take(self, play: &mut Play<'_>) {
        play.push(Task::Actions);
        play.clear_round();
        play.push(Task::Combats);
        match self.pay {
            Some(spot) => {
                let Listed { resource, pays, .. } = self.what.listed();
                play.pay(resource, spot, pays);
            }
            None => play.t.free_moves += 1,
        }
        self.what.take(play);
    }

    fn label(&self, view: &View) -> Label {
        let t = &view.table;
        let Listed { resource, pays, rule, .. } = self.what.listed();
        let (text, clicks) = self.what.label(t);
        let (first, mark, text, rule) = match self.pay {
            Some(spot) => {
                let text = format!("{text} ({} {})", mark(pays), phrase::paying(spot));
                (ids::spot(resource, spot, t.columns), mark(pays), text, rule)
            }
            None => (engines(t), "free", format!("{text} (free)"), rule!("SF-14.5")),
        };
        let clicks = std::iter::once(first).chain(clicks).collect();
        Label { text, group: resource.name().into(), clicks, mark, rule: Some(rule) }
    }

    fn words(&self) -> String {
        format!("{} {}", self.what.words(), self.pay.map_or("free".into(), spell::with))
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Use>, String> {
        let Some(what) = What::read(verb, r)? else { return Ok(None) };
        let free = matches!(what, What::Move(_)) && r.takes("free");
        let pay = if free { None } else { Some(spell::pay(a.t, what.listed().resource, r)?) };
        Ok(Some(Use { pay, what }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        self.what.lean(a.t, self.pay)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        Some(self.what.reason(a.t))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::Actions) { coach::of_actions(&view.table) } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let all = What::think(about);
        let moves = all.iter().filter(|what| matches!(what, What::Move(_)));
        out.extend(moves.map(|&what| Action::Use(Use { pay: None, what })));
        for &pay in about.spots {
            out.extend(all.iter().map(|&what| Action::Use(Use { pay: Some(pay), what })));
        }
    }
}

/// The card of the MilSpecOps Engines, which is clicked for the free Move.
fn engines(t: &Table) -> String {
    let card = t.cards.iter().position(|c| c.tech == Some(FedTech::Engines));
    card.map_or("engines".into(), |c| ids::card(c as u8))
}

/// Was the token free to be used, and not deployed for something?
fn is_loose(pay: Option<Spot>) -> bool {
    pay.is_none_or(Spot::is_loose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{data::data, nouns::Space};

    /// What the code says of a use and what the data say are the same.
    #[test]
    fn every_use_stands_in_the_data() {
        let table = crate::setup::fresh_table(&crate::Setup::default());
        let spaces: Vec<Space> = Space::all().collect();
        let all = What::think(About { t: &table, spots: &[Spot::Tray], spaces: &spaces });
        let mut seen = Vec::new();
        for Listed { name, resource, pays, rule } in all.into_iter().map(What::listed) {
            let info = data().uses.iter().find(|u| u.name == name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((info.resource, info.pays, info.rule), (resource, pays, rule), "{name}");
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        // Out Maneuver and the re-roll are answers to questions of their own.
        assert_eq!(seen.len() + 2, data().uses.len());
    }
}
