//! The numbers of the game: TOML under `data/`, read once, checked, and put into tables that the rules can index.
//! Every entry says where it comes from. A mistake in a file is a panic with the file's name at first use; the tests
//! of this module read them all.

use crate::nouns::{
    AlienTech, Base, Bundle, CHITS, FLEETS, FedTech, Keyword, Marker, PAIRS, Pair, Race, Resource, SPACES,
    Space, TOKENS, Token,
};
use klaxon_core::RuleId;
use serde::Deserialize;
use std::sync::LazyLock;

mod info;
mod raw;

pub use info::*;

static DATA: LazyLock<Data> = LazyLock::new(|| Data::read().unwrap_or_else(|why| panic!("{why}")));

/// The numbers of the game.
pub fn data() -> &'static Data {
    &DATA
}

/// Everything in `data/`, checked.
#[derive(Debug)]
pub struct Data {
    /// The spaces; Sol first.
    pub spaces: Vec<SpaceInfo>,
    /// For each space, the bits of those that touch it.
    pub adjacent: [u32; SPACES],
    /// Moves between any two spaces on the printed map.
    pub moves: [[u8; SPACES]; SPACES],
    /// The bits of the six named spaces.
    pub named: u32,
    /// Each race's track: number 1 first, the spawn space last.
    pub tracks: [Vec<Space>; 5],
    /// Each race's territory as bits.
    pub territories: [u32; 5],
    /// The fleets.
    pub fleets: Vec<FleetInfo>,
    /// The four kinds of unit: Flagship, Ally Ship, Mine Field, Sol Defense.
    pub units: Vec<UnitInfo>,
    /// The Bases.
    pub bases: Vec<BaseInfo>,
    /// Sol's resource icons.
    pub sol_icons: u8,
    /// Federation and Warp technologies.
    pub federation: Vec<FedTechInfo>,
    /// Alien technologies.
    pub alien: Vec<AlienTechInfo>,
    /// The strength of one copy of the technologies that count copies.
    pub per_copy: PerCopy,
    /// What each race's technology pile and track hold.
    pub races: Vec<RaceInfo>,
    /// Activation tokens.
    pub tokens: Vec<TokenInfo>,
    /// Event chits.
    pub chits: Vec<ChitInfo>,
    /// Resources.
    pub resources: Vec<ResourceInfo>,
    /// Uses of the resources.
    pub uses: Vec<UseInfo>,
    /// War Effort levels: Distracted first.
    pub levels: Vec<LevelInfo>,
    /// Start of each race's War Effort.
    pub war_start: [u8; 5],
    /// The Federation's markers.
    pub markers: Vec<MarkerInfo>,
    /// Sizes of boxes and throws.
    pub sizes: Sizes,
    /// Pairs of neighbours.
    pub pairs: Vec<PairInfo>,
    /// Combat numbers.
    pub combat: CombatInfo,
    /// The lowest die with which a contested token stays.
    pub contest_stays: u8,
    /// The lowest die with which the contested effect is stopped.
    pub contest_stops: u8,
    /// Research chart: face, column.
    pub research: [[i8; 4]; 6],
    /// Galactic Conflict chart: `None` is War.
    pub conflict: [Option<Keyword>; 6],
    /// Pair die.
    pub pair_die: [Pair; 6],
    /// FACTION die: `None` is the player's choice.
    pub faction_die: [Option<Race>; 6],
}

type Checked<T> = Result<T, String>;

impl Data {
    fn read() -> Checked<Data> {
        let board: raw::Board = parse("board.toml", include_str!("../data/board.toml"))?;
        let fleets: raw::Fleets = parse("fleets.toml", include_str!("../data/fleets.toml"))?;
        let assets: raw::Assets = parse("assets.toml", include_str!("../data/assets.toml"))?;
        let techs: raw::Technologies = parse("technologies.toml", include_str!("../data/technologies.toml"))?;
        let activation: raw::Activation = parse("activation.toml", include_str!("../data/activation.toml"))?;
        let events: raw::Events = parse("events.toml", include_str!("../data/events.toml"))?;
        let resources: raw::Resources = parse("resources.toml", include_str!("../data/resources.toml"))?;
        let tracks: raw::Tracks = parse("tracks.toml", include_str!("../data/tracks.toml"))?;

        let sources = (board.space.iter().map(|x| (&x.id, &x.source)))
            .chain(fleets.fleet.iter().map(|x| (&x.id, &x.source)))
            .chain(assets.unit.iter().map(|x| (&x.id, &x.source)))
            .chain(assets.base.iter().map(|x| (&x.id, &x.source)))
            .chain(techs.federation.iter().map(|x| (&x.id, &x.source)))
            .chain(techs.alien.iter().map(|x| (&x.id, &x.source)))
            .chain(techs.race.iter().map(|x| (&x.name, &x.source)))
            .chain(activation.token.iter().map(|x| (&x.id, &x.source)))
            .chain(events.chit.iter().map(|x| (&x.id, &x.source)))
            .chain(resources.resource.iter().map(|x| (&x.name, &x.source)))
            .chain(resources.uses.iter().map(|x| (&x.name, &x.source)))
            .chain(tracks.level.iter().map(|x| (&x.name, &x.source)))
            .chain(tracks.marker.iter().map(|x| (&x.name, &x.source)))
            .chain(tracks.pair.iter().map(|x| (&x.id, &x.source)));
        let tables = [
            &board.adjacency.source,
            &assets.sol.source,
            &tracks.war_effort_start.source,
            &tracks.sizes.source,
            &tracks.combat.source,
            &tracks.contest.source,
            &tracks.research.source,
            &tracks.galactic_conflict.source,
            &tracks.pair_die.source,
            &tracks.faction_die.source,
        ];
        let named = "a table".to_string();
        for (id, source) in sources.chain(tables.into_iter().map(|s| (&named, s))) {
            let known = ["rulebook", "derived", "public", "designed"];
            ensure(known.iter().any(|k| source.contains(k)), || format!("{id}: `{source}` names no source"))?;
        }

        let (spaces, adjacent) = spaces(&board)?;
        let bits = |keep: &dyn Fn(&SpaceInfo) -> bool| {
            spaces.iter().enumerate().filter(|(_, s)| keep(s)).fold(0u32, |bits, (i, _)| bits | 1 << i)
        };
        let named = bits(&|s| s.distance > 0);
        let territories = Race::ALL.map(|r| bits(&|s| s.race == Some(r)));
        let tracks_of = Race::ALL.map(|r| {
            let mut track: Vec<Space> = (0..SPACES as u8)
                .map(Space)
                .filter(|s| spaces[s.index()].race == Some(r) && spaces[s.index()].number > 0)
                .collect();
            track.sort_by_key(|s| spaces[s.index()].number);
            track
        });
        for (race, track) in Race::ALL.iter().zip(&tracks_of) {
            let numbers: Vec<u8> = track.iter().map(|s| spaces[s.index()].number).collect();
            let want: Vec<u8> = (1..=track.len() as u8).collect();
            ensure(numbers == want && track.len() >= 2, || format!("board.toml: track of {}", race.id()))?;
        }

        ensure(fleets.fleet.len() == FLEETS, || "fleets.toml: 16 fleets".into())?;
        for (i, f) in fleets.fleet.iter().enumerate() {
            let fleet = crate::nouns::Fleet(i as u8);
            let ok = fleet.race() == f.race && fleet.kind() == f.kind && f.slot.is_none() == (i == 15);
            ensure(ok, || format!("fleets.toml: {} is out of order", f.id))?;
        }

        let units: Vec<(&str, u8)> = assets.unit.iter().map(|u| (u.id.as_str(), u.copies)).collect();
        ensure(units == [("flagship", 5), ("ally", 2), ("mine", 3), ("sol-defense", 1)], || {
            "assets.toml: units are flagship 5, ally 2, mine 3, sol-defense 1".into()
        })?;
        let ids: Vec<&str> = assets.base.iter().map(|b| b.id.as_str()).collect();
        ensure(ids == Base::ALL.map(Base::word), || "assets.toml: bases out of order".into())?;

        let federation = techs
            .federation
            .iter()
            .zip(FedTech::ALL)
            .map(|(t, tech)| {
                ensure(t.id == tech.id(), || format!("technologies.toml: {} is out of order", t.id))?;
                let rule = rule(&t.rule);
                let (name, effect) = (t.name.clone(), t.effect.clone());
                Ok(FedTechInfo { name, copies: t.copies, pile: t.pile, effect, rule })
            })
            .collect::<Checked<Vec<_>>>()?;
        let copies = |pile| federation.iter().filter(|t| t.pile == pile).map(|t| t.copies).sum::<u8>();
        let piles = [TechPile::Federation, TechPile::WarpResearch, TechPile::Warp].map(copies);
        ensure(piles == [5, 1, 4] && federation.len() == 9, || {
            "technologies.toml: 5, 1 and 4 tokens".into()
        })?;
        let alien = techs
            .alien
            .iter()
            .zip(AlienTech::ALL)
            .map(|(t, tech)| {
                ensure(t.id == tech.id(), || format!("technologies.toml: {} is out of order", t.id))?;
                Ok(AlienTechInfo { name: t.name.clone(), effect: t.effect, rule: rule(&t.rule) })
            })
            .collect::<Checked<Vec<_>>>()?;
        ensure(alien.len() == 14, || "technologies.toml: 14 alien technologies".into())?;
        for (r, race) in techs.race.iter().zip(Race::ALL) {
            ensure(r.id == race, || format!("technologies.toml: {} is out of order", r.name))?;
            ensure((1..=4).contains(&r.spaces.len()), || format!("technologies.toml: track of {}", r.name))?;
            let falling = r.spaces.windows(2).all(|w| w[0] == w[1] + 1) && r.spaces[0] == 6;
            ensure(falling, || format!("technologies.toml: spaces of {} go down from 6", r.name))?;
        }
        ensure(techs.race.len() == 5, || "technologies.toml: five races".into())?;

        ensure(activation.token.len() == TOKENS, || format!("activation.toml: {TOKENS} kinds of token"))?;
        for t in &activation.token {
            let most = t.easy.max(t.medium).max(t.hard);
            ensure(most <= t.copies, || format!("activation.toml: {} has too few copies", t.id))?;
        }
        ensure(events.chit.len() == CHITS, || "events.toml: six chits".into())?;

        let ids: Vec<Resource> = resources.resource.iter().map(|r| r.id).collect();
        ensure(ids == Resource::ALL, || "resources.toml: resources out of order".into())?;
        let bases: Vec<BaseInfo> = (assets.base.into_iter())
            .map(|b| {
                let mut unlocks = Bundle::default();
                for (&what, &n) in &b.unlocks_resources {
                    unlocks.add(what, n);
                }
                BaseInfo {
                    name: b.name,
                    basic: b.basic,
                    upgraded: b.upgraded,
                    flagships: b.unlocks_flagships,
                    resources: unlocks,
                    technology: b.unlocks_technology,
                }
            })
            .collect();
        for r in &resources.resource {
            let locked: u8 = bases.iter().map(|b| b.resources.of(r.id)).sum();
            let aside = if r.id == Resource::Warp { r.total } else { 0 };
            ensure(r.pool + locked + aside == r.total, || format!("resources.toml: tokens of {}", r.name))?;
        }

        ensure(tracks.level.len() == 6, || "tracks.toml: six levels".into())?;
        let markers: Vec<Marker> = tracks.marker.iter().map(|m| m.id).collect();
        ensure(markers == Marker::ALL, || "tracks.toml: markers out of order".into())?;
        ensure(tracks.pair.len() == PAIRS, || "tracks.toml: four pairs".into())?;
        let mut pairs = tracks.pair;
        for pair in &mut pairs {
            pair.races.sort();
        }
        let s = &tracks.sizes;
        ensure((s.queue, s.rows, s.columns) == (5, 6, 3), || {
            "tracks.toml: queue 5, rows 6, columns 3".into()
        })?;
        let pair_named = |id: &String| {
            let n =
                pairs.iter().position(|p| p.id == *id).ok_or_else(|| format!("tracks.toml: no pair {id}"))?;
            Ok(Pair(n as u8))
        };
        let pair_die = tracks.pair_die.faces.iter().map(pair_named).collect::<Checked<Vec<_>>>()?;
        let faction = |id: &String| match (id.as_str(), Race::from_id(id)) {
            ("choice", _) => Ok(None),
            (_, Some(race)) => Ok(Some(race)),
            (_, None) => Err(format!("tracks.toml: no race {id}")),
        };
        let faction_die = tracks.faction_die.faces.iter().map(faction).collect::<Checked<Vec<_>>>()?;
        let w = &tracks.war_effort_start;

        Ok(Data {
            spaces,
            moves: shortest_ways(&adjacent),
            adjacent,
            named,
            tracks: tracks_of,
            territories,
            fleets: fleets.fleet,
            units: assets.unit,
            bases,
            sol_icons: assets.sol.resource_icons,
            federation,
            per_copy: PerCopy::read(&alien)?,
            alien,
            races: techs.race,
            tokens: activation.token,
            chits: events.chit,
            resources: resources.resource,
            uses: (resources.uses.into_iter())
                .map(|u| {
                    let rule = rule(&u.rule);
                    UseInfo {
                        name: u.name,
                        resource: u.resource,
                        pays: u.pays,
                        rule,
                        text: u.text,
                        closed: u.closed,
                    }
                })
                .collect(),
            levels: tracks.level,
            war_start: [w.FE, w.CT, w.ME, w.MU, w.CY],
            markers: tracks.marker,
            sizes: tracks.sizes,
            pairs,
            combat: tracks.combat,
            contest_stays: tracks.contest.stays,
            contest_stops: tracks.contest.returns,
            research: tracks.research.chart,
            conflict: tracks.galactic_conflict.faces.map(|face| match face {
                raw::ConflictFace::War => None,
                raw::ConflictFace::Alliance(keyword) => Some(keyword),
            }),
            pair_die: pair_die.try_into().expect("six faces"),
            faction_die: faction_die.try_into().expect("six faces"),
        })
    }

    /// How many tokens of each kind a difficulty uses (SF-1.5).
    pub fn mix(&self, difficulty: crate::Difficulty) -> crate::Bag {
        let mut bag = crate::Bag::default();
        for (i, t) in self.tokens.iter().enumerate() {
            let n = match difficulty {
                crate::Difficulty::Easy => t.easy,
                crate::Difficulty::Medium => t.medium,
                crate::Difficulty::Hard => t.hard,
            };
            bag.put(Token(i as u8), n);
        }
        bag
    }

    /// The space where a race's fleets appear.
    pub fn spawn_space(&self, race: Race) -> Space {
        *self.tracks[race.index()].last().expect("a track has spaces")
    }
}

impl PerCopy {
    fn read(alien: &[AlienTechInfo]) -> Checked<PerCopy> {
        let fx = |tech: AlienTech| alien[tech as usize].effect;
        let (
            TechFx::CombatDice(defense @ ..=0),
            TechFx::DestroyThreshold(durability),
            TechFx::SabotageDie(spies @ ..=0),
            TechFx::AdvanceSteps(fast_advance),
        ) = (
            fx(AlienTech::DefensiveSystems),
            fx(AlienTech::Durability),
            fx(AlienTech::AntiEspionage),
            fx(AlienTech::FastAdvance),
        )
        else {
            return Err("technologies.toml: an effect stands with the wrong technology".into());
        };
        Ok(PerCopy {
            defense: defense.unsigned_abs(),
            durability,
            anti_espionage: spies.unsigned_abs(),
            fast_advance,
        })
    }
}

/// The spaces with their neighbours, checked against the construction rule of the map.
fn spaces(board: &raw::Board) -> Checked<(Vec<SpaceInfo>, [u32; SPACES])> {
    ensure(board.space.len() == SPACES && board.space[0].id == "SOL", || {
        "board.toml: 31 spaces, Sol first".into()
    })?;
    let find = |id: &str| {
        let n = board
            .space
            .iter()
            .position(|s| s.id == id)
            .ok_or_else(|| format!("board.toml: no space {id}"))?;
        Ok::<Space, String>(Space(n as u8))
    };
    let mut adjacent = [0u32; SPACES];
    ensure(board.adjacency.edges.len() == 42, || "board.toml: 42 edges".into())?;
    for edge in &board.adjacency.edges {
        let (a, b) = edge.split_once('-').ok_or_else(|| format!("board.toml: edge {edge}"))?;
        let (a, b) = (find(a)?, find(b)?);
        adjacent[a.index()] |= b.bit();
        adjacent[b.index()] |= a.bit();
    }
    // SF-0.11: distances are moves from Sol, so the printed ones must be the shortest ways.
    let moves = shortest_ways(&adjacent)[0];
    let mut list = Vec::new();
    for (i, s) in board.space.iter().enumerate() {
        let touches = |other: Space| adjacent[i] & other.bit() != 0;
        let (exit, outward) = match (s.race, s.number, &s.exit) {
            (None, None, None) => (Space::SOL, None),
            (Some(race), Some(n), None) => {
                let exit = if n == 1 { Space::SOL } else { find(&format!("{}{}", race.id(), n - 1))? };
                (exit, find(&format!("{}{}", race.id(), n + 1)).ok())
            }
            // From a named space the way out leads to the numbered neighbour furthest from Sol (SF-13.17).
            (Some(_), None, Some(exit)) => {
                let far = Space::of_bits(adjacent[i]).max_by_key(|n| board.space[n.index()].number);
                (find(exit)?, far)
            }
            (_, _, _) => return Err(format!("board.toml: {} is neither Sol, numbered nor named", s.id)),
        };
        ensure(i == 0 || touches(exit), || format!("board.toml: {} does not touch its exit", s.id))?;
        let distance = s.distance.unwrap_or(0);
        ensure(s.distance.is_none_or(|d| d == moves[i]), || format!("board.toml: distance of {}", s.id))?;
        list.push(SpaceInfo {
            id: s.id.clone(),
            name: s.name.clone(),
            race: s.race,
            number: s.number.unwrap_or(0),
            distance,
            exit,
            outward,
            x: s.x,
            y: s.y,
        });
    }
    Ok((list, adjacent))
}

/// Moves from every space to every other.
fn shortest_ways(adjacent: &[u32; SPACES]) -> [[u8; SPACES]; SPACES] {
    let mut ways = [[u8::MAX; SPACES]; SPACES];
    for (from, moves) in ways.iter_mut().enumerate() {
        moves[from] = 0;
        for _ in 0..SPACES {
            for (i, &near) in adjacent.iter().enumerate() {
                for to in Space::of_bits(near) {
                    moves[to.index()] = moves[to.index()].min(moves[i].saturating_add(1));
                }
            }
        }
    }
    ways
}

fn parse<'a, T: Deserialize<'a>>(file: &str, text: &'a str) -> Checked<T> {
    toml::from_str(text).map_err(|e| format!("{file}: {e}"))
}

fn ensure(ok: bool, why: impl FnOnce() -> String) -> Checked<()> {
    if ok { Ok(()) } else { Err(why()) }
}

/// Rule ids of the files live as long as the program.
fn rule(id: &str) -> RuleId {
    RuleId::new(Box::leak(id.to_string().into_boxed_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_sound() {
        Data::read().unwrap();
    }

    #[test]
    fn a_misspelt_field_is_refused_with_its_file() {
        let text = "[[fleet]]\nid = \"FE-S\"\nrace = \"FE\"\nkind = \"scout\"\ncombat-worth = 1\nsource = \"designed\"\n";
        let why = parse::<raw::Fleets>("fleets.toml", text).err().unwrap();
        assert!(why.starts_with("fleets.toml") && why.contains("combat-worth"), "{why}");
    }
}
