//! Does a clause hold?

use super::{
    Reader, ask_word,
    position::{self, base, bundle, card_at, fleet_at, marker, place, races, relation},
};
use crate::{
    Federation,
    data::data,
    nouns::{AlienTech, Chit, FedTech, Fleet, Pair, Piece, PieceAt, Race, Resource, Space, Token, Unit},
    state::{ALLIES, CardAt, End, FLAGSHIPS, FleetAt, MINES, Pace, Table},
};
use std::fmt::Debug;

fn same<T: PartialEq + Debug>(wanted: T, there: T) -> Result<(), String> {
    if wanted == there { Ok(()) } else { Err(format!("it is {there:?}")) }
}

pub fn holds(game: &Federation, clause: &str) -> Result<(), String> {
    let mut reader = Reader::new(clause);
    let verdict = check(game, &mut reader)?;
    reader.end()?;
    verdict
}

/// All pieces in order where the clause names all; else those on the map, in any order.
fn pieces(table: &Table, range: std::ops::Range<usize>, wanted: Vec<Piece>) -> Result<(), String> {
    let there = &table.pieces[range];
    if wanted.len() == there.len() {
        return same(wanted.as_slice(), there);
    }
    let on_map = |list: &[Piece]| {
        let mut spaces: Vec<(Space, bool)> = (list.iter())
            .filter_map(|p| match p.at {
                PieceAt::Map(at) => Some((at, p.upgraded)),
                PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => None,
            })
            .collect();
        spaces.sort();
        spaces
    };
    same(on_map(&wanted), on_map(there))
}

fn tokens(r: &mut Reader<'_>) -> Result<Vec<Token>, String> {
    let mut list = r.rest("Activation token", Token::from_id)?;
    list.sort();
    Ok(list)
}

/// The outer error is a clause that cannot be read, the inner one that it does not hold.
fn check(game: &Federation, r: &mut Reader<'_>) -> Result<Result<(), String>, String> {
    let t = &game.table;
    Ok(match r.word("a clause")? {
        "edition" => match (position::edition(r)?, *game.edition) {
            (wanted, there) if wanted == there => Ok(()),
            (_, there) => Err(format!("it is {there}")),
        },
        "difficulty" => same(position::difficulty(r)?, t.difficulty),
        "pace" => same(r.id("pace", Pace::from_word)?, t.pace),
        "moment" => {
            let word = r.word("a moment")?;
            same(word, ask_word(t))
        }
        "turn" => same(r.number("turn", 9999)?, t.turn),
        "queue" => same(r.rest("Activation token", Token::from_id)?.as_slice(), &*t.queue),
        "pool" => same(tokens(r)?, t.pool.iter().collect()),
        "holding" => same(tokens(r)?, t.holding.iter().collect()),
        "war" => {
            let race = r.id("race", Race::from_id)?;
            same(r.number("War Effort", 4)? as u8, t.war[race.index()])
        }
        "level" => {
            let race = r.id("race", Race::from_id)?;
            same(r.id("level", |w| w.parse::<i8>().ok())?, t.level(race))
        }
        "relation" => {
            let pair = r.id("pair", Pair::from_id)?;
            same(r.id("relationship", relation)?, t.relations[pair.index()])
        }
        word @ ("expansion" | "losses" | "stability") => {
            let marker = marker(word).expect("a marker's word");
            same(r.number("marker", 9)? as u8, t.marker(marker))
        }
        "fleet" => {
            let fleet = r.id("fleet", Fleet::from_id)?;
            let (wanted, there) = (fleet_at(r)?, t.fleets[fleet.index()]);
            // Where it came from is compared only if it was said.
            if let (FleetAt::Map { at, from: None }, FleetAt::Map { at: there, .. }) = (wanted, there) {
                same(at, there)
            } else {
                same(wanted, there)
            }
        }
        "spawn-order" => {
            let race = r.id("race", Race::from_id)?;
            let wanted: Vec<Option<Fleet>> =
                r.rest("fleet", |w| if w == "-" { Some(None) } else { Fleet::from_id(w).map(Some) })?;
            let slot =
                |s| Fleet::all().find(|f| f.race() == race && t.fleets[f.index()] == FleetAt::Spawn(s));
            same(wanted, (0..3).map(slot).collect())
        }
        "on-map" => {
            r.word("fleets")?;
            let n = r.number("fleets", 16)?;
            same(n, Fleet::all().filter(|&f| t.fleet_space(f).is_some()).count() as u16)
        }
        "tech" => {
            let race = r.id("race", Race::from_id)?;
            same(r.rest("alien technology", AlienTech::from_id)?.as_slice(), &*t.techs[race.index()])
        }
        "flagships" => pieces(t, FLAGSHIPS, r.rest("place", place)?),
        "allies" => pieces(t, ALLIES, r.rest("place", place)?),
        "mines" => pieces(t, MINES, r.rest("place", place)?),
        "sol-defense" => {
            let piece = t.sol_defense();
            let there = match (piece.at, piece.upgraded) {
                (PieceAt::Map(_), true) => "upgraded",
                (PieceAt::Map(_), false) => "basic",
                (PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt, _) => "unbuilt",
            };
            same(r.word("side")?, there)
        }
        "base" => {
            let base = r.id("Base", base)?;
            same(r.id("place", place)?, t.base(base))
        }
        "unbuilt" => {
            let word = r.word("unit")?;
            let range = match word {
                "ally" => ALLIES,
                "flagship" => FLAGSHIPS,
                "mine" => MINES,
                other => return Err(format!("`{other}` is none of flagship, ally, mine")),
            };
            let n = t.pieces[range].iter().filter(|p| p.at == PieceAt::Unbuilt).count() as u16;
            same(r.number(Unit::Mine.name(), 9)?, n)
        }
        "card" => {
            let card = usize::from(r.number("card", 9)?);
            let tech = r.id("technology", FedTech::from_id)?;
            let at = r.id("place of a card", card_at)?;
            let seen = r.takes("seen");
            if seen && t.cards[card].tech.is_none() {
                return Ok(Err("the player has not seen it".into()));
            }
            same((tech, at), (game.sealed.cards[card], t.cards[card].at))
        }
        "advantage" => same(r.id("technology", FedTech::from_id).map(|tech| t.is_done(tech))?, true),
        "project" => {
            let tech = r.id("technology", FedTech::from_id)?;
            let at = r.id("column", card_at)?;
            let places: Vec<CardAt> = t.cards.iter().filter(|c| c.tech == Some(tech)).map(|c| c.at).collect();
            if places.contains(&at) { Ok(()) } else { Err(format!("it is {places:?}")) }
        }
        "known" => same(t.cards[usize::from(r.number("card", 9)?)].tech.is_some(), true),
        "unknown" => same(t.cards[usize::from(r.number("card", 9)?)].tech.is_some(), false),
        "stored" => same(bundle(r)?, t.stored),
        "sacrificed" => same(bundle(r)?, t.sacrificed),
        "pools" => {
            let what = r.id("resource", Resource::from_id)?;
            same(r.number("tokens", 9)? as u8, t.pools.of(what))
        }
        "track" => {
            let (row, column) = (r.number("row", 6)?, r.number("column", 2)?);
            same(bundle(r)?, t.track[usize::from(row)][usize::from(column)])
        }
        "columns" => same(r.number("columns", 2)? as u8, t.columns),
        "spies" => same(races(r)?, t.spies),
        "attaches" => same(races(r)?, t.attaches),
        "embassies" => same(races(r)?, t.embassies),
        "chits" => {
            let mut wanted = r.rest("Event chit", Chit::from_id)?;
            wanted.sort();
            same(wanted, Chit::all().filter(|c| t.chits_used >> c.0 & 1 == 1).collect())
        }
        "free-moves" => same(r.number("free moves", 9)? as u8, t.free_moves),
        "calmed" => same(true, t.calmed),
        "asks" => same(r.word("what is asked")?, ask_word(t)),
        "dice" => same(r.number("dice", 9)? as u8, t.battle.dice),
        "shows" => {
            let wanted = r.rest("die", |w| w.parse::<u8>().ok())?;
            same(wanted.as_slice(), &*t.roll.dice)
        }
        "over" => {
            let end = r.id("end", |w| match w {
                "won" => Some(End::Settled),
                "sol" => Some(End::SolFell),
                "unstable" => Some(End::Unstable),
                "outclassed" => Some(End::Outclassed),
                _ => None,
            })?;
            same(Some(end), t.end)
        }
        "resource-dice" => same(r.number("dice", 9)? as u8, t.resource_dice()),
        "tech-space" => {
            let race = r.id("race", Race::from_id)?;
            let wanted = r.number("number", 6)? as u8;
            same(Some(wanted), data().races[race.index()].spaces.get(t.techs[race.index()].len()).copied())
        }
        other => return Err(format!("`{other}` begins no clause of this game")),
    })
}
