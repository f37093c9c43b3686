//! War Opportunities (SF-9.46 to SF-9.53): an Embassy uses a war between two races.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    data::Pays,
    event::{Cause, Event},
    nouns::{Pair, Race, Relation, Resource},
    situation::spell,
    state::{FleetAt, Table, Task},
    turn::Play,
    words::{ids, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// War Opportunity (SF-9.46).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Opportunity {
    /// Does External Arbitration pay for it, with Warp (SF-9.52)?
    pub warp: bool,
    pub pair: Pair,
    pub deal: Deal,
}

/// What it brings besides peace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// This race goes to Peace, the other 1 down.
    ArmsDealing(Race),
    /// All fleets of both retreat 1 space.
    ImpartialArbitration,
    /// This race's other relationship goes a step towards War.
    FalsifiedIntel(Race),
    /// Both lose the technology in space 6.
    Disarmament,
    /// Both War Efforts 1 up.
    PeaceTalks,
}

impl Deal {
    /// How it is listed, unless Warp pays.
    const fn listed(self) -> Listed {
        let (name, resource, rule) = match self {
            Deal::ArmsDealing(_) => ("Arms Dealing", Resource::Build, rule!("SF-9.47")),
            Deal::ImpartialArbitration => ("Impartial Arbitration", Resource::Maneuver, rule!("SF-9.48")),
            Deal::FalsifiedIntel(_) => ("Falsified Intel", Resource::Espionage, rule!("SF-9.49")),
            Deal::Disarmament => ("Disarmament", Resource::Research, rule!("SF-9.50")),
            Deal::PeaceTalks => ("Peace Talks", Resource::Diplomacy, rule!("SF-9.51")),
        };
        Listed { name, resource, pays: Pays::Spend, rule }
    }

    /// The deal's name.
    pub const fn name(self) -> &'static str {
        self.listed().name
    }
}

impl Deed for Opportunity {
    fn listed(self) -> Listed {
        if !self.warp {
            return self.deal.listed();
        }
        Listed {
            name: "External Arbitration",
            resource: Resource::Warp,
            pays: Pays::Spend,
            rule: rule!("SF-9.52"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        let t = o.t;
        if !t.relations.contains(&Relation::War) || t.embassies.is_empty() {
            return;
        }
        for pair in Pair::all().filter(|p| t.relations[p.index()] == Relation::War) {
            let [a, b] = pair.races();
            for deal in [
                Deal::ArmsDealing(a),
                Deal::ArmsDealing(b),
                Deal::ImpartialArbitration,
                Deal::FalsifiedIntel(a),
                Deal::FalsifiedIntel(b),
                Deal::Disarmament,
                Deal::PeaceTalks,
            ] {
                for warp in [false, true] {
                    let what = Opportunity { warp, pair, deal };
                    o.paid(what.listed().resource, |o| {
                        // SF-9.46: an Embassy must be left after paying.
                        let left = |r: Race| t.embassies.has(r) && o.pay != Some(Spot::Embassy(r));
                        if left(a) || left(b) {
                            o.put(what);
                        }
                    });
                }
            }
        }
    }

    fn judge(self, t: &Table, pay: Option<Spot>) -> Verdict {
        let Opportunity { pair, deal, .. } = self;
        if t.relations[pair.index()] != Relation::War {
            return no(rule!("SF-9.46"), format!("{} are not at war with each other", pair.name()));
        }
        if let Deal::ArmsDealing(race) | Deal::FalsifiedIntel(race) = deal
            && !pair.has(race)
        {
            return no(rule!("SF-9.46"), format!("the {} are not in this war", race.name()));
        }
        let mut embassies = t.embassies;
        if let Some(Spot::Embassy(race)) = pay {
            embassies.remove(race);
        }
        if !pair.races().into_iter().any(|r| embassies.has(r)) {
            let text = if embassies == t.embassies {
                "you need an Embassy with one of the two"
            } else {
                "after paying with that Embassy you have none left with either of the two"
            };
            return no(rule!("SF-9.46"), text);
        }
        Ok(())
    }

    /// SF-9.46 to SF-9.53: the war ends and the deal has its effect. Attachés do not contest your own acts.
    fn take(self, play: &mut Play<'_>) {
        let Opportunity { pair, deal, warp } = self;
        play.tell.all(Event::Dealt { pair, deal, warp });
        play.set_relation(pair, Relation::Neutral);
        let [a, b] = pair.races();
        match deal {
            // SF-9.47.
            Deal::ArmsDealing(race) => {
                play.set_war(race, 0, Cause::ArmsDealing);
                let other = if race == a { b } else { a };
                play.push(Task::WarDown { race: other, steps: 1, after_combat: false });
            }
            // SF-9.48.
            Deal::ImpartialArbitration => {
                for fleet in play.t.in_play(a).or(play.t.in_play(b)).iter() {
                    let FleetAt::Map { at, .. } = play.t.fleets[fleet.index()] else { continue };
                    match play.t.retreat_path(fleet, 1).first() {
                        Some(&to) => {
                            play.t.fleets[fleet.index()] = FleetAt::Map { at: to, from: None };
                            play.tell.all(Event::Retreated { fleet, from: at, to });
                        }
                        None => play.tell.all(Event::FleetStays { fleet, at }),
                    }
                }
            }
            // SF-9.49.
            Deal::FalsifiedIntel(race) => {
                let other =
                    Pair::all().find(|&p| p != pair && p.has(race)).expect("each race has two neighbours");
                let to = match play.t.relations[other.index()] {
                    Relation::Alliance => Relation::Neutral,
                    Relation::Neutral | Relation::War => Relation::War,
                };
                play.set_relation(other, to);
            }
            // SF-9.50.
            Deal::Disarmament => {
                for race in [a, b] {
                    if !play.t.techs[race.index()].is_empty() {
                        play.remove_tech(race, 0);
                    }
                }
            }
            // SF-9.51.
            Deal::PeaceTalks => {
                play.war_up(a, Cause::PeaceTalks);
                play.war_up(b, Cause::PeaceTalks);
            }
        }
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let effect = match self.deal {
            Deal::ArmsDealing(r) => format!("Arms Dealing, {} to Peace", phrase::the(r)),
            Deal::ImpartialArbitration => "Impartial Arbitration, their fleets retreat".into(),
            Deal::FalsifiedIntel(r) => format!("Falsified Intel about {}", phrase::the(r)),
            Deal::Disarmament => "Disarmament, both lose space 6".into(),
            Deal::PeaceTalks => "Peace Talks, both War Efforts 1 up".into(),
        };
        (format!("End the war of {}: {effect}", self.pair.name()), vec![ids::pair(self.pair)])
    }

    fn words(self) -> String {
        let deal = match self.deal {
            Deal::ArmsDealing(race) => format!("arms {}", race.id()),
            Deal::ImpartialArbitration => "arbitration".into(),
            Deal::FalsifiedIntel(race) => format!("intel {}", race.id()),
            Deal::Disarmament => "disarmament".into(),
            Deal::PeaceTalks => "peace-talks".into(),
        };
        let by = if self.warp { " by-warp" } else { "" };
        format!("opportunity {} {deal}{by}", self.pair.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Opportunity>, String> {
        if verb != "opportunity" {
            return Ok(None);
        }
        let pair = spell::pair(r)?;
        let deal = match r.word("a deal")? {
            "arms" => Deal::ArmsDealing(spell::race(r)?),
            "arbitration" => Deal::ImpartialArbitration,
            "intel" => Deal::FalsifiedIntel(spell::race(r)?),
            "disarmament" => Deal::Disarmament,
            "peace-talks" => Deal::PeaceTalks,
            other => return Err(format!("`{other}` is no War Opportunity")),
        };
        Ok(Some(Opportunity { warp: r.takes("by-warp"), pair, deal }))
    }

    fn lean(self, _: &Table, _: Option<Spot>) -> u32 {
        12
    }

    fn reason(self, _: &Table) -> String {
        match self.deal {
            Deal::ArmsDealing(race) => format!("the {} go to Peace", race.name()),
            Deal::ImpartialArbitration => "all fleets of both retreat".into(),
            Deal::FalsifiedIntel(_) => "two neighbours are kept busy with each other".into(),
            Deal::Disarmament => "both lose their technology in space 6".into(),
            Deal::PeaceTalks => "both go a step towards Peace".into(),
        }
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        for pair in Pair::all() {
            let mut deals = vec![Deal::ImpartialArbitration, Deal::Disarmament, Deal::PeaceTalks];
            deals.extend(Race::ALL.map(Deal::ArmsDealing));
            deals.extend(Race::ALL.map(Deal::FalsifiedIntel));
            for deal in deals {
                out.extend([false, true].map(|warp| What::from(Opportunity { warp, pair, deal })));
            }
        }
    }
}
