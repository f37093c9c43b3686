//! Reading and writing positions.

use super::Reader;
use crate::{
    Setup,
    data::data,
    nouns::{
        AlienTech, Base, Bundle, Chit, FedTech, Fleet, Marker, Pair, Piece, PieceAt, Race, RaceSet, Relation,
        Resource, Space, Token,
    },
    setup::{CARDS_IN_ORDER, fresh_table},
    state::{
        ALLIES, BASES, Bag, CARDS, CardAt, Difficulty, FLAGSHIPS, Federation, FleetAt, GATE, MINES, Pace,
        SOL_DEFENSE, Table, Task,
    },
};
use klaxon_core::{Edition, Game, Later};

/// What the clauses left open and the piece counts must fill.
#[derive(Default)]
struct Open {
    pool: Option<Vec<Token>>,
    holding: Vec<Token>,
    flagships: usize,
    allies: usize,
    cards: [bool; CARDS],
}

pub fn given(clauses: &[&str]) -> Result<Federation, String> {
    let setup = Setup { pace: Pace::Stepwise, ..Setup::default() };
    let edition = Later(setup.edition);
    let mut game = Federation { table: fresh_table(&setup), sealed: CARDS_IN_ORDER, edition };
    let mut open = Open::default();
    game.table.tasks.push(Task::Pause);
    for clause in clauses {
        let mut reader = Reader::new(clause);
        set(&mut game, &mut open, &mut reader)?;
        reader.end()?;
    }
    complete(&mut game, &open)?;
    game.audit()?;
    Ok(game)
}

fn set(game: &mut Federation, open: &mut Open, r: &mut Reader<'_>) -> Result<(), String> {
    let t = &mut game.table;
    match r.word("a clause")? {
        "edition" => game.revise(edition(r)?).map_err(|refusal| refusal.text)?,
        "difficulty" => t.difficulty = difficulty(r)?,
        "pace" => t.pace = r.id("pace", Pace::from_word)?,
        "moment" => {
            let task = r.id("moment", |w| match w {
                "next" => Some(Task::Pause),
                "actions" => Some(Task::Actions),
                "take" => Some(Task::TakeTokens),
                _ => None,
            })?;
            t.tasks.clear();
            t.tasks.push(task);
        }
        "turn" => t.turn = r.number("turn", 9999)?,
        "queue" => {
            let tokens = r.rest("Activation token", Token::from_id)?;
            if tokens.len() > 5 {
                return Err("the queue has five spaces".into());
            }
            t.queue = tokens.into_iter().collect();
        }
        "pool" => open.pool = Some(r.rest("Activation token", Token::from_id)?),
        "holding" => open.holding = r.rest("Activation token", Token::from_id)?,
        "war" => {
            let race = r.id("race", Race::from_id)?;
            t.war[race.index()] = r.number("War Effort", 4)? as u8;
        }
        "relation" => {
            let pair = r.id("pair", Pair::from_id)?;
            t.relations[pair.index()] = r.id("relationship", relation)?;
        }
        "expansion" => t.expansion = r.number("Expansion Desire", 1)? as u8,
        "losses" => t.losses = r.number("Military Losses", 2)? as u8,
        "stability" => t.stability = r.number("Stability", 5)? as u8,
        "fleet" => {
            let fleet = r.id("fleet", Fleet::from_id)?;
            t.fleets[fleet.index()] = fleet_at(r)?;
        }
        "tech" => {
            let race = r.id("race", Race::from_id)?;
            let techs = r.rest("alien technology", AlienTech::from_id)?;
            if techs.len() > data().races[race.index()].spaces.len() {
                return Err(format!("the technology track of {} is shorter", race.id()));
            }
            t.techs[race.index()] = techs.into_iter().collect();
        }
        "flagships" => {
            let places = r.rest("place", place)?;
            open.flagships = places.len();
            put(t, FLAGSHIPS, &places)?;
        }
        "allies" => {
            let places = r.rest("place", place)?;
            open.allies = places.len();
            put(t, ALLIES, &places)?;
        }
        "mines" => {
            let places = r.rest("place", place)?;
            put(t, MINES, &places)?;
        }
        "sol-defense" => {
            t.pieces[SOL_DEFENSE] = r.id("side of the Sol Defense", |w| match w {
                "unbuilt" => Some(Piece { at: PieceAt::Unbuilt, upgraded: false }),
                "basic" => Some(Piece { at: PieceAt::Map(Space::SOL), upgraded: false }),
                "upgraded" => Some(Piece { at: PieceAt::Map(Space::SOL), upgraded: true }),
                _ => None,
            })?;
        }
        "base" => {
            let base = r.id("Base", base)?;
            t.pieces[BASES + base as usize] = r.id("place", place)?;
        }
        "card" => {
            let card = r.number("card", 9)?;
            let tech = r.id("technology", FedTech::from_id)?;
            let at = r.id("place of a card", card_at)?;
            let seen = r.takes("seen");
            let card = usize::from(card);
            open.cards[card] = true;
            game.sealed.cards[card] = tech;
            t.cards[card].at = at;
            t.cards[card].tech = seen.then_some(tech);
        }
        "advantage" => {
            let tech = r.id("technology", FedTech::from_id)?;
            short_card(game, open, tech, CardAt::Done)?;
        }
        "project" => {
            let tech = r.id("technology", FedTech::from_id)?;
            let at = r.id("column", card_at)?;
            short_card(game, open, tech, at)?;
        }
        "stored" => t.stored = bundle(r)?,
        "sacrificed" => t.sacrificed = bundle(r)?,
        "track" => {
            let (row, column) = (r.number("row", 6)?, r.number("column", 2)?);
            t.track[usize::from(row)][usize::from(column)] = bundle(r)?;
        }
        "columns" => t.columns = r.number("columns", 2)? as u8,
        "spies" => t.spies = races(r)?,
        "attaches" => t.attaches = races(r)?,
        "embassies" => t.embassies = races(r)?,
        "chits" => {
            t.chits_used =
                r.rest("Event chit", Chit::from_id)?.into_iter().fold(0, |bits, c| bits | 1 << c.0);
        }
        "free-moves" => t.free_moves = r.number("free moves", 9)? as u8,
        "calmed" => t.calmed = true,
        other => return Err(format!("`{other}` begins no clause of this game")),
    }
    Ok(())
}

/// Fills in what the clauses left open.
fn complete(game: &mut Federation, open: &Open) -> Result<(), String> {
    let t = &mut game.table;
    for base in Base::ALL {
        if t.base(base).at == PieceAt::Locked {
            continue;
        }
        // SF-9.7: a Base on the map or in Unbuilt Assets was settled once, so its things are unlocked.
        t.unlocked |= 1 << base as u8;
        let flagship = 1 + base as usize;
        if data().bases[base as usize].flagships > 0 {
            if open.flagships <= flagship {
                t.pieces[flagship].at = PieceAt::Unbuilt;
            }
            if !open.cards[base as usize] {
                t.cards[base as usize].at = CardAt::Box;
            }
        }
        if base == Base::WarpResearch && !open.cards[usize::from(GATE)] {
            t.cards[usize::from(GATE)].at = CardAt::Column(0);
        }
    }
    if t.warp_is_open() {
        for i in ALLIES.skip(open.allies) {
            t.pieces[i].at = PieceAt::Unbuilt;
        }
        for i in 6..CARDS {
            if !open.cards[i] {
                t.cards[i].at = CardAt::Pile;
            }
        }
    }
    // The pools hold what is nowhere else.
    let mut used = t.deployed();
    used.pour(t.locked());
    for bundle in t.track.iter().flatten().chain([&t.stored, &t.sacrificed]) {
        used.pour(*bundle);
    }
    t.pools = Bundle::default();
    for what in Resource::ALL {
        let total = data().resources[what as usize].total;
        let left = total.checked_sub(used.of(what));
        t.pools.add(what, left.ok_or_else(|| format!("there are only {total} tokens of {}", what.name()))?);
    }
    let mut rest = data().mix(t.difficulty);
    let mut deal = |tokens: &[Token]| -> Result<Bag, String> {
        let mut bag = Bag::default();
        for &token in tokens {
            if rest.of(token) == 0 {
                return Err(format!("there are not so many tokens {}", token.id()));
            }
            rest.take(token);
            bag.put(token, 1);
        }
        Ok(bag)
    };
    deal(&t.queue)?;
    let holding = deal(&open.holding)?;
    match &open.pool {
        Some(pool) => {
            if !open.holding.is_empty() {
                return Err("`pool` and `holding` exclude each other".into());
            }
            t.pool = deal(pool)?;
            t.holding = rest;
        }
        None => (t.pool, t.holding) = (rest, holding),
    }
    if !t.queue.iter().copied().chain(t.pool.iter()).any(|token| token.is_federation()) {
        return Err(
            "a Federation token lies in the queue or the pool, or the queue would run dry (SF-4.6)".into()
        );
    }
    if t.top() == Some(Task::Actions) && !t.queue.first().is_some_and(|token| token.is_federation()) {
        return Err(
            "in `moment actions` the rightmost token is a Federation token: say so with `queue`".into()
        );
    }
    if t.top() == Some(Task::Pause) && t.pace == Pace::Flowing {
        return Err("a flowing game never waits before a token".into());
    }
    Ok(())
}

fn short_card(game: &mut Federation, open: &mut Open, tech: FedTech, at: CardAt) -> Result<(), String> {
    let card = (0..CARDS).find(|&i| game.sealed.cards[i] == tech && !open.cards[i]);
    let card = card.ok_or_else(|| format!("there is no other card {}", tech.id()))?;
    open.cards[card] = true;
    game.table.cards[card] = crate::state::Card { at, tech: Some(tech) };
    Ok(())
}

fn put(t: &mut Table, range: std::ops::Range<usize>, places: &[Piece]) -> Result<(), String> {
    if places.len() > range.len() {
        return Err(format!("there are only {} such pieces", range.len()));
    }
    for (i, &place) in range.zip(places) {
        t.pieces[i] = place;
    }
    Ok(())
}

pub(super) fn edition(r: &mut Reader<'_>) -> Result<Edition, String> {
    r.id("edition", |w| w.parse().ok())
}

pub(super) fn difficulty(r: &mut Reader<'_>) -> Result<Difficulty, String> {
    r.id("difficulty", |w| {
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].into_iter().find(|d| d.word() == w)
    })
}

pub(super) fn relation(word: &str) -> Option<Relation> {
    [Relation::War, Relation::Neutral, Relation::Alliance]
        .into_iter()
        .find(|r| r.name().to_lowercase() == word)
}

pub(super) fn base(word: &str) -> Option<Base> {
    Base::ALL.into_iter().find(|b| b.word() == word)
}

pub(super) fn marker(word: &str) -> Option<Marker> {
    Marker::ALL.into_iter().find(|m| m.word() == word)
}

pub(super) fn place(word: &str) -> Option<Piece> {
    let (word, upgraded) = match word.strip_suffix('+') {
        Some(bare) => (bare, true),
        None => (word, false),
    };
    let at = match word {
        "unbuilt" => PieceAt::Unbuilt,
        "locked" => PieceAt::Locked,
        "aside" => PieceAt::Aside,
        id => PieceAt::Map(Space::from_id(id)?),
    };
    Some(Piece { at, upgraded })
}

pub(super) fn card_at(word: &str) -> Option<CardAt> {
    Some(match word {
        "locked" => CardAt::Locked,
        "aside" => CardAt::Aside,
        "pile" => CardAt::Pile,
        "box" => CardAt::Box,
        "0" => CardAt::Column(0),
        "25" => CardAt::Column(1),
        "50" => CardAt::Column(2),
        "75" => CardAt::Column(3),
        "done" => CardAt::Done,
        _ => return None,
    })
}

pub(super) fn fleet_at(r: &mut Reader<'_>) -> Result<FleetAt, String> {
    if r.takes("slot") {
        return Ok(FleetAt::Spawn(r.number("space of the Spawn Order Track", 2)? as u8));
    }
    if r.takes("pile") {
        return Ok(FleetAt::Pile);
    }
    let at = r.id("space", Space::from_id)?;
    let from = if r.takes("from") { Some(r.id("space", Space::from_id)?) } else { None };
    Ok(FleetAt::Map { at, from })
}

pub(super) fn bundle(r: &mut Reader<'_>) -> Result<Bundle, String> {
    let mut bundle = Bundle::default();
    for what in r.rest("resource", Resource::from_id)? {
        let total = data().resources[what as usize].total;
        if bundle.of(what) >= total {
            return Err(format!("there are only {total} tokens of {}", what.name()));
        }
        bundle.add(what, 1);
    }
    Ok(bundle)
}

pub(super) fn races(r: &mut Reader<'_>) -> Result<RaceSet, String> {
    Ok(r.rest("race", Race::from_id)?.into())
}

fn letters(bundle: Bundle) -> String {
    crate::words::letters(bundle)
}

fn race_words(set: RaceSet) -> String {
    set.iter().map(Race::id).collect::<Vec<_>>().join(" ")
}

fn piece_word(piece: Piece) -> String {
    let up = if piece.upgraded { "+" } else { "" };
    match piece.at {
        PieceAt::Locked => "locked".into(),
        PieceAt::Aside => "aside".into(),
        PieceAt::Unbuilt => "unbuilt".into(),
        PieceAt::Map(at) => format!("{}{up}", at.id()),
    }
}

pub(super) fn card_word(at: CardAt) -> String {
    match at {
        CardAt::Locked => "locked".into(),
        CardAt::Aside => "aside".into(),
        CardAt::Pile => "pile".into(),
        CardAt::Box => "box".into(),
        CardAt::Column(n) => (u16::from(n) * 25).to_string(),
        CardAt::Done => "done".into(),
    }
}

/// The position in clauses, at a quiet moment: before a token, in Phase 3, or while the first tokens are chosen.
pub fn clauses(game: &Federation) -> Option<Vec<String>> {
    let t = &game.table;
    let moment = match *t.tasks {
        [Task::Pause] => "next",
        [Task::Actions] => "actions",
        [Task::TakeTokens] => "take",
        _ => return None,
    };
    if t.end.is_some() || !t.engaged.is_empty() || t.results != [0; 7] || t.roll != Default::default() {
        return None;
    }
    if t.battle != Default::default() || !t.moved.is_empty() || !t.halted.is_empty() || t.owed != [0; 5] {
        return None;
    }
    let mut out = vec![
        format!("difficulty {}", t.difficulty.word()),
        format!("pace {}", t.pace.word()),
        format!("moment {moment}"),
        format!("turn {}", t.turn),
    ];
    let tokens = |list: &mut dyn Iterator<Item = Token>| list.map(Token::id).collect::<Vec<_>>().join(" ");
    if !t.queue.is_empty() {
        out.push(format!("queue {}", tokens(&mut t.queue.iter().copied())));
    }
    if t.holding.total() > 0 {
        out.push(format!("holding {}", tokens(&mut t.holding.iter())));
    }
    for race in Race::ALL {
        out.push(format!("war {} {}", race.id(), t.war[race.index()]));
    }
    for pair in Pair::all() {
        out.push(format!("relation {} {}", pair.id(), t.relations[pair.index()].name().to_lowercase()));
    }
    for marker in Marker::ALL {
        out.push(format!("{} {}", marker.word(), t.marker(marker)));
    }
    for fleet in Fleet::all() {
        let place = match t.fleets[fleet.index()] {
            FleetAt::Spawn(slot) => format!("slot {slot}"),
            FleetAt::Map { at, from: Some(from) } => format!("{} from {}", at.id(), from.id()),
            FleetAt::Map { at, from: None } => at.id().into(),
            FleetAt::Pile => "pile".into(),
            FleetAt::Wreck => return None,
        };
        out.push(format!("fleet {} {place}", fleet.id()));
    }
    for race in Race::ALL.into_iter().filter(|r| !t.techs[r.index()].is_empty()) {
        let techs: Vec<&str> = t.techs[race.index()].iter().map(|t| t.id()).collect();
        out.push(format!("tech {} {}", race.id(), techs.join(" ")));
    }
    for (word, range) in [("flagships", FLAGSHIPS), ("allies", ALLIES), ("mines", MINES)] {
        let places: Vec<String> = t.pieces[range].iter().map(|&p| piece_word(p)).collect();
        out.push(format!("{word} {}", places.join(" ")));
    }
    let defense = t.sol_defense();
    let side = match (defense.at, defense.upgraded) {
        (PieceAt::Map(_), true) => "upgraded",
        (PieceAt::Map(_), false) => "basic",
        (PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt, _) => "unbuilt",
    };
    out.push(format!("sol-defense {side}"));
    for base in Base::ALL {
        out.push(format!("base {} {}", base.word(), piece_word(t.base(base))));
    }
    for (i, card) in t.cards.iter().enumerate() {
        let seen = if card.tech.is_some() { " seen" } else { "" };
        out.push(format!("card {i} {} {}{seen}", game.sealed.cards[i].id(), card_word(card.at)));
    }
    for (word, bundle) in [("stored", t.stored), ("sacrificed", t.sacrificed)] {
        if !bundle.is_empty() {
            out.push(format!("{word} {}", letters(bundle)));
        }
    }
    for (row, cells) in t.track.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate().filter(|(_, c)| !c.is_empty()) {
            out.push(format!("track {row} {column} {}", letters(*cell)));
        }
    }
    out.push(format!("columns {}", t.columns));
    for (word, set) in [("spies", t.spies), ("attaches", t.attaches), ("embassies", t.embassies)] {
        if !set.is_empty() {
            out.push(format!("{word} {}", race_words(set)));
        }
    }
    if t.chits_used > 0 {
        let used: Vec<&str> = Chit::all().filter(|c| t.chits_used >> c.0 & 1 == 1).map(Chit::id).collect();
        out.push(format!("chits {}", used.join(" ")));
    }
    if t.free_moves > 0 {
        out.push(format!("free-moves {}", t.free_moves));
    }
    if t.calmed {
        out.push("calmed".into());
    }
    if *game.edition < Federation::newest() {
        out.push(format!("edition {}", game.edition()));
    }
    Some(out)
}
