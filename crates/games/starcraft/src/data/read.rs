//! Reads the files and holds them to the box: what is missing or too much is refused with the file's name.

use super::{
    Data, EventCard, EventData, Face, FaceData, FactionData, GalaxyData, LevelData, ModuleData, PlanetData,
    Price, Prices, RaceData, Tech, TechData, UnitData,
};
use crate::{
    effect::{Effect, Kind},
    ids::{Card, Faction, Module, Planet, Race, Unit, UnitSet},
};
use serde::Deserialize;
use std::fmt;

impl Data {
    /// Reads and checks the files of the box; the error names the file and the line.
    pub fn parse(files: &[(&str, &str)]) -> Result<Data, String> {
        fn read<T: for<'a> Deserialize<'a>>(files: &[(&str, &str)], name: &str) -> Result<T, String> {
            let (_, text) =
                files.iter().find(|(n, _)| *n == name).ok_or_else(|| format!("{name} is missing"))?;
            toml::from_str(text).map_err(|e| format!("{name}: {e}"))
        }
        let sheets: Sheets = read(files, "factions.toml")?;
        let mut units: Units = read(files, "units.toml")?;
        let buildings: Buildings = read(files, "buildings.toml")?;
        let planets: Planets = read(files, "planets.toml")?;
        let combat: Combat = read(files, "combat.toml")?;
        let technologies: Technologies = read(files, "technology.toml")?;
        let events: Events = read(files, "events.toml")?;
        let galaxies: Galaxies = read(files, "galaxies.toml")?;

        for unit in &mut units.unit {
            // A unit that consumes nothing costs what its price says.
            if unit.total_cost == 0 {
                unit.total_cost = unit.m + unit.g;
            }
        }
        let mut data = Data {
            races: sheets.race,
            factions: sheets.faction,
            units: units.unit,
            levels: buildings.level,
            modules: buildings.module,
            planets: planets.planet,
            faces: Vec::new(),
            techs: Vec::new(),
            event_cards: Vec::new(),
            events: events.event,
            galaxies: galaxies.galaxy,
            decks: Default::default(),
            prices: sheets.prices,
        };
        data.print_cards(&combat.card, &technologies.technology)?;
        for (n, event) in data.events.iter().enumerate() {
            data.event_cards.extend(std::iter::repeat_n(EventCard(n as u8), usize::from(event.copies)));
        }
        data.validate()?;
        Ok(data)
    }

    /// Makes the faces and the cards of each race.
    fn print_cards(&mut self, combat: &[CombatCard], technologies: &[Technology]) -> Result<(), String> {
        for card in combat {
            let race = match card.id.as_bytes()[0] {
                b'T' => Race::Terran,
                b'P' => Race::Protoss,
                _ => Race::Zerg,
            };
            let face = Face(self.faces.len() as u8);
            self.faces.push(FaceData {
                id: card.id.clone(),
                name: card.id.clone(),
                race,
                kind: Kind::Standard,
                pictured: card.pictured,
                specialty: false,
                major: card.major,
                minor: card.minor,
                effect: card.effect.clone(),
                tech: None,
            });
            self.deal(race, face, Kind::Standard, false);
        }
        for technology in technologies {
            let tech = Tech(self.techs.len() as u8);
            let values: Vec<(u8, u8)> = match technology.kind {
                Kind::Standard => technology.faces.clone(),
                Kind::Reinforcement | Kind::Play => vec![(0, 0); usize::from(technology.copies)],
            };
            if values.len() != usize::from(technology.copies) {
                return Err(format!("technology.toml: {} has not one face per copy", technology.id));
            }
            let mut kinds = values.clone();
            kinds.dedup();
            let (mut faces, mut cards) = (Vec::new(), 0);
            for (n, value) in kinds.iter().enumerate() {
                let letter = if kinds.len() > 1 { ["a", "b", "c", "d"][n] } else { "" };
                let face = Face(self.faces.len() as u8);
                self.faces.push(FaceData {
                    id: format!("{}{letter}", technology.id),
                    name: technology.name.clone(),
                    race: technology.race,
                    kind: technology.kind,
                    pictured: technology.pictured,
                    specialty: technology.specialty,
                    major: *value,
                    minor: technology.minor,
                    effect: technology.effect.clone(),
                    tech: Some(tech),
                });
                faces.push(face);
                for _ in values.iter().filter(|v| *v == value) {
                    cards |= self.deal(technology.race, face, technology.kind, true).bit();
                }
            }
            self.techs.push(TechData {
                id: technology.id.clone(),
                name: technology.name.clone(),
                race: technology.race,
                kind: technology.kind,
                price: Price { m: technology.m, g: technology.g },
                copies: technology.copies,
                faces,
                cards,
                pictured: technology.pictured,
                effect: technology.effect.clone(),
                source: technology.source.clone(),
            });
        }
        Ok(())
    }

    fn deal(&mut self, race: Race, face: Face, kind: Kind, technology: bool) -> Card {
        let deck = &mut self.decks[race.index()];
        let card = Card(deck.faces.len() as u8);
        deck.faces.push(face);
        match kind {
            Kind::Standard => deck.standard |= card.bit(),
            Kind::Reinforcement => deck.reinforcement |= card.bit(),
            Kind::Play => {}
        }
        *(if technology { &mut deck.technology } else { &mut deck.combat }) |= card.bit();
        card
    }

    /// The counts of components §1 and the order of the ledger.
    fn validate(&self) -> Result<(), String> {
        fn same<T: PartialEq + fmt::Debug>(what: &str, found: T, printed: T) -> Result<(), String> {
            if found == printed { Ok(()) } else { Err(format!("{what}: {found:?} instead of {printed:?}")) }
        }
        same("races", &self.races.iter().map(|r| r.id).collect::<Vec<_>>()[..], Race::ALL)?;
        same("factions", &self.factions.iter().map(|f| f.id).collect::<Vec<_>>()[..], Faction::ALL)?;
        same("units", &self.units.iter().map(|u| u.id).collect::<Vec<_>>()[..], Unit::ALL)?;
        same("modules", &self.modules.iter().map(|m| m.id).collect::<Vec<_>>()[..], Module::ALL)?;
        same("planets", &self.planets.iter().map(|p| p.id).collect::<Vec<_>>()[..], Planet::ALL)?;
        for (race, units, tokens, modules, technology) in
            [(Race::Terran, 30, 8, 8, 21), (Race::Protoss, 27, 6, 7, 20), (Race::Zerg, 33, 6, 4, 22)]
        {
            let figures = race.units().iter().map(|u| u32::from(self.unit(*u).count)).sum::<u32>();
            same(&format!("figures of {race}"), figures, units)?;
            let levels = self.levels.iter().filter(|l| l.building.race() == race && !l.printed).count();
            same(&format!("building tokens of {race}"), levels, tokens)?;
            let copies = self.modules.iter().map(|m| m.copies.of(race)).sum::<u8>();
            same(&format!("module tokens of {race}"), copies, modules)?;
            let deck = self.deck(race);
            same(&format!("combat cards of {race}"), deck.combat.count_ones(), 18)?;
            same(&format!("technology cards of {race}"), deck.technology.count_ones(), technology)?;
        }
        for stage in 1..=3u8 {
            let copies = self.events.iter().filter(|e| e.stage == stage).map(|e| e.copies).sum::<u8>();
            same(&format!("events of stage {stage}"), copies, [25, 25, 20][usize::from(stage) - 1])?;
        }
        same("events in the order of their stages", self.events.is_sorted_by_key(|e| e.stage), true)?;
        let areas = self.planets.iter().flat_map(|p| &p.areas);
        same("resource cards", areas.filter(|a| a.content.resource().is_some()).count(), 26)?;
        for planet in &self.planets {
            same(&format!("areas of {}", planet.name), (2..=4).contains(&planet.areas.len()), true)?;
        }
        for (what, source) in self.sources() {
            same(&format!("a source for {what}"), source.is_empty(), false)?;
        }
        Ok(())
    }

    /// Every entry with its source.
    fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let entry = |id: &'static str| id;
        let races = self.races.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let factions = self.factions.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let units = self.units.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let levels = self.levels.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let modules = self.modules.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let planets = self.planets.iter().map(move |x| (entry(x.id.id()), x.source.as_str()));
        let techs = self.techs.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let events = self.events.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let galaxies = self.galaxies.iter().map(|x| (x.id.as_str(), x.source.as_str()));
        let rest = techs.chain(events).chain(galaxies).chain([("prices", self.prices.source.as_str())]);
        races.chain(factions).chain(units).chain(levels).chain(modules).chain(planets).chain(rest)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheets {
    faction: Vec<FactionData>,
    race: Vec<RaceData>,
    prices: Prices,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    unit: Vec<UnitData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Buildings {
    level: Vec<LevelData>,
    module: Vec<ModuleData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planets {
    planet: Vec<PlanetData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combat {
    card: Vec<CombatCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombatCard {
    id: String,
    pictured: UnitSet,
    major: (u8, u8),
    minor: (u8, u8),
    #[serde(default)]
    effect: Vec<Effect>,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Technologies {
    technology: Vec<Technology>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Technology {
    id: String,
    name: String,
    race: Race,
    kind: Kind,
    #[serde(default)]
    m: u8,
    #[serde(default)]
    g: u8,
    copies: u8,
    #[serde(default)]
    specialty: bool,
    pictured: UnitSet,
    #[serde(default)]
    faces: Vec<(u8, u8)>,
    #[serde(default)]
    minor: (u8, u8),
    #[serde(default)]
    effect: Vec<Effect>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Events {
    event: Vec<EventData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Galaxies {
    galaxy: Vec<GalaxyData>,
}
