//! Espionage (SF-9.23 to SF-9.28): Sabotage, Slow Research, the Attaché. The re-roll is an answer to dice on the table
//! (`questions/judge.rs`).

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, is_loose, no};
use crate::{
    data::{Pays, data},
    event::Event,
    nouns::{Race, Resource},
    situation::spell,
    state::{Purpose, Table, Task},
    turn::Play,
    words::{ids, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Sabotage (SF-9.23).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Sabotage {
    pub race: Race,
}

impl Deed for Sabotage {
    fn listed(self) -> Listed {
        Listed { name: "Sabotage", resource: Resource::Espionage, pays: Pays::Spend, rule: rule!("SF-9.23") }
    }

    fn offer(o: &mut Offer<'_>) {
        if !o.t.techs[o.race.index()].is_empty() {
            o.put(Sabotage { race: o.race });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.techs[self.race.index()].is_empty() {
            let text = format!("the {} have no technology to sabotage", self.race.name());
            return no(rule!("SF-9.23"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.push(Task::Roll(Purpose::Sabotage(self.race)));
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        (format!("Sabotage {}", phrase::the(self.race)), vec![ids::tech(self.race)])
    }

    fn words(self) -> String {
        format!("sabotage {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Sabotage>, String> {
        if verb == "sabotage" { Ok(Some(Sabotage { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        if is_loose(pay) { 30 * t.techs[self.race.index()].len() as u32 } else { 1 }
    }

    fn reason(self, t: &Table) -> String {
        let techs = match t.techs[self.race.index()].len() {
            1 => "a technology".into(),
            n => format!("{n} technologies"),
        };
        format!("the {} have {techs}, and one of them may go", self.race.name())
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(Sabotage { race })));
    }
}

impl Play<'_> {
    /// SF-9.23, SF-9.24.
    pub fn sabotage_result(&mut self, race: Race, face: u8) {
        match self.t.sabotage_target(race, face) {
            Some(place) => self.remove_tech(race, place),
            None => {
                let number = face as i8 + self.t.sabotage_modifier(race);
                self.tell.all(Event::SabotageFailed { race, number });
            }
        }
    }

    /// SF-9.25: the others and the spy move up.
    pub fn remove_tech(&mut self, race: Race, place: usize) {
        let space = data().races[race.index()].spaces[place];
        let tech = self.t.techs[race.index()].remove(place);
        self.tell.all(Event::TechRemoved { race, tech, space });
    }
}

/// Slow Research (SF-9.26): a spy in the technology track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SlowResearch {
    pub race: Race,
}

impl Deed for SlowResearch {
    fn listed(self) -> Listed {
        Listed {
            name: "Slow Research",
            resource: Resource::Espionage,
            pays: Pays::Deploy,
            rule: rule!("SF-9.26"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        if !o.t.spies.has(o.race) && !o.t.track_is_full(o.race) {
            o.put(SlowResearch { race: o.race });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.spies.has(self.race) {
            let text = format!("a spy works in the technology track of the {} already", self.race.name());
            return no(rule!("SF-9.26"), text);
        }
        if t.track_is_full(self.race) {
            return no(rule!("SF-9.26"), format!("the technology track of the {} is full", self.race.name()));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.t.spies.add(self.race);
        let space = play.t.empty_tech_space(self.race).expect("room on the track");
        play.tell.all(Event::SpyPlaced { race: self.race, space });
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let race = self.race;
        let id = t.empty_tech_space(race).map_or(ids::tech(race), |n| ids::tech_space(race, n));
        (format!("Slow Research of {}", phrase::the(race)), vec![id])
    }

    fn words(self) -> String {
        format!("slow {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<SlowResearch>, String> {
        if verb == "slow" { Ok(Some(SlowResearch { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, _: &Table, pay: Option<Spot>) -> u32 {
        // A spy that goes from place to place gains nothing by it, and could go on for ever.
        if is_loose(pay) { 12 } else { 0 }
    }

    fn reason(self, _: &Table) -> String {
        format!("the next technology of the {} can then be contested", self.race.name())
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(SlowResearch { race })));
    }
}

/// Diplomatic Attaché (SF-9.28): a spy at a court.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Attache {
    pub race: Race,
}

impl Deed for Attache {
    fn listed(self) -> Listed {
        Listed {
            name: "Diplomatic Attaché",
            resource: Resource::Espionage,
            pays: Pays::Deploy,
            rule: rule!("SF-9.28"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        if o.race != Race::Mercenaries && !o.t.attaches.has(o.race) {
            o.put(Attache { race: o.race });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if self.race == Race::Mercenaries {
            return no(rule!("SF-9.28"), "the Mercenaries have no relationships");
        }
        if t.attaches.has(self.race) {
            let text = format!("you have an Attaché with the {} already", self.race.name());
            return no(rule!("SF-9.28"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.t.attaches.add(self.race);
        play.tell.all(Event::AttachePlaced { race: self.race });
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let text = format!("Diplomatic Attaché to {}", phrase::the(self.race));
        (text, vec![format!("attache-{}", self.race.id())])
    }

    fn words(self) -> String {
        format!("attache {}", self.race.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Attache>, String> {
        if verb == "attache" { Ok(Some(Attache { race: spell::race(r)? })) } else { Ok(None) }
    }

    fn lean(self, _: &Table, pay: Option<Spot>) -> u32 {
        u32::from(is_loose(pay))
    }

    fn reason(self, _: &Table) -> String {
        format!("a change among the neighbours of the {} would hurt", self.race.name())
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Race::ALL.map(|race| What::from(Attache { race })));
    }
}
