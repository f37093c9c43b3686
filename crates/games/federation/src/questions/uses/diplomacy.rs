//! Diplomacy (SF-9.35 to SF-9.40): Embassy, Envoy, Parley.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, is_loose, no};
use crate::{
    data::Pays,
    event::{Cause, Event},
    nouns::{Race, Resource},
    situation::spell,
    state::Table,
    turn::Play,
    words::{ids, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Embassy (SF-9.35).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Embassy {
    pub race: Race,
}

impl Deed for Embassy {
    fn listed(self) -> Listed {
        Listed { name: "Embassy", resource: Resource::Diplomacy, pays: Pays::Deploy, rule: rule!("SF-9.35") }
    }

    fn offer(o: &mut Offer<'_>) {
        if !o.t.embassies.has(o.race) && o.t.war[o.race.index()] < 4 {
            o.put(Embassy { race: o.race });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.embassies.has(self.race) {
            let text = format!("you have an Embassy with the {} already", self.race.name());
            return no(rule!("SF-9.35"), text);
        }
        if t.war[self.race.index()] == 4 {
            let text = format!("the {} are at Total War: no space below", self.race.name());
            return no(rule!("SF-9.35"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.t.embassies.add(self.race);
        play.tell.all(Event::EmbassyPlaced { race: self.race });
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = format!("Open an Embassy with {}", phrase::the(self.race));
        (text, vec![format!("embassy-{}", self.race.id())])
    }

    fn words(self) -> String {
        format!("embassy {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Embassy>, String> {
        if verb == "embassy" { Ok(Some(Embassy { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        let war = t.war[self.race.index()];
        // From court to court and back a token could go for ever.
        if let Some(Spot::Embassy(from)) = pay {
            return u32::from(t.war[from.index()] < war);
        }
        match war {
            1..=3 => 500,
            _ if self.race == Race::Mercenaries => 40,
            _ => 300,
        }
    }

    fn reason(self, _: &Table) -> String {
        format!("the next steps of the {} towards Total War can be stopped", self.race.name())
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(Embassy { race })));
    }
}

/// SF-9.40: who is at Peace needs no calming.
fn check_not_at_peace(t: &Table, race: Race) -> Verdict {
    if t.war[race.index()] > 0 {
        return Ok(());
    }
    no(rule!("SF-9.40"), format!("the {} are at Peace already", race.name()))
}

fn why_calm(t: &Table, race: Race) -> String {
    let level = t.level_name(race);
    format!("the {} stand at {level}: a step towards Peace takes tokens away from them", race.name())
}

/// Envoy (SF-9.38): a step up, by an Embassy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Envoy {
    pub race: Race,
}

impl Deed for Envoy {
    fn listed(self) -> Listed {
        Listed { name: "Envoy", resource: Resource::Diplomacy, pays: Pays::Spend, rule: rule!("SF-9.38") }
    }

    fn offer(o: &mut Offer<'_>) {
        let race = o.race;
        let other = o.pay != Some(Spot::Embassy(race));
        if o.t.embassies.has(race) && o.t.war[race.index()] > 0 && other {
            o.put(Envoy { race });
        }
    }

    fn judge(self, t: &Table, pay: Option<Spot>) -> Verdict {
        if !t.embassies.has(self.race) {
            let text = format!("an Envoy needs an Embassy with the {}", self.race.name());
            return no(rule!("SF-9.38"), text);
        }
        if pay == Some(Spot::Embassy(self.race)) {
            return no(rule!("SF-9.38"), "the Embassy itself cannot be spent for its Envoy");
        }
        check_not_at_peace(t, self.race)
    }

    fn take(self, play: &mut Play<'_>) {
        play.war_up(self.race, Cause::Envoy);
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = format!("Envoy to {}: War Effort 1 up", phrase::the(self.race));
        (text, vec![ids::war(self.race)])
    }

    fn words(self) -> String {
        format!("envoy {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Envoy>, String> {
        if verb == "envoy" { Ok(Some(Envoy { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        let war = u32::from(t.war[self.race.index()]);
        if is_loose(pay) { 60 * war * war } else { 1 }
    }

    fn reason(self, t: &Table) -> String {
        why_calm(t, self.race)
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(Envoy { race })));
    }
}

/// Parley (SF-9.39): a step up, for a token that leaves the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Parley {
    pub race: Race,
}

impl Deed for Parley {
    fn listed(self) -> Listed {
        Listed {
            name: "Parley",
            resource: Resource::Diplomacy,
            pays: Pays::Sacrifice,
            rule: rule!("SF-9.39"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        if o.t.war[o.race.index()] > 0 {
            o.put(Parley { race: o.race });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        check_not_at_peace(t, self.race)
    }

    fn take(self, play: &mut Play<'_>) {
        play.war_up(self.race, Cause::Parley);
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = format!("Parley with {}: War Effort 1 up", phrase::the(self.race));
        (text, vec![ids::war(self.race)])
    }

    fn words(self) -> String {
        format!("parley {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Parley>, String> {
        if verb == "parley" { Ok(Some(Parley { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        let war = u32::from(t.war[self.race.index()]);
        if is_loose(pay) && war >= 3 { 25 * war } else { 1 }
    }

    fn reason(self, t: &Table) -> String {
        why_calm(t, self.race)
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(Parley { race })));
    }
}
