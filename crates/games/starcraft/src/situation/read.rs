//! Reads a position.

use super::{read_area, read_card, read_cell, read_event, read_planet, read_seat, read_units, small};
use crate::{
    data::data,
    edition::{EventOrder, Terms},
    ids::{Building, Card, EventSet, Faction, Order, Slot, Unit, cards},
    state::{Depletion, Frame, Pick, Placed, Rules, SEATS, StarCraft, Task, Tile, Turn, Way},
    turn::Cx,
};
use klaxon_core::{Chance, Game as _, Seat, SeatSet, Short, Tell};

/// Who plays what unless it is said otherwise.
const FACTIONS: [Faction; SEATS] = [
    Faction::Raynor,
    Faction::Overmind,
    Faction::Tassadar,
    Faction::Mengsk,
    Faction::Aldaris,
    Faction::QueenOfBlades,
];

/// Cards named in the zones of one player.
#[derive(Default)]
struct Zones {
    deck: Vec<Card>,
    hand: u64,
    discard: u64,
    play: u64,
    dropping: u64,
    /// Where combat cards go that are named nowhere.
    rest: Rest,
}

#[derive(Default, PartialEq)]
enum Rest {
    #[default]
    Deck,
    Hand,
    Discard,
}

/// Where event cards go that are named nowhere.
#[derive(Clone, Copy, PartialEq)]
enum EventRest {
    Deck,
    Gone,
    Removed,
}

pub(super) fn read(clauses: &[&str]) -> Result<StarCraft, String> {
    let clauses: Vec<Vec<&str>> = clauses.iter().map(|c| c.split_whitespace().collect()).collect();
    let mut game = head(&clauses)?;
    let explicit = clauses.iter().any(|c| c.first() == Some(&"route"));
    let mut reader = Reader {
        zones: Default::default(),
        event_rest: None,
        deck_given: false,
        explicit,
        phase: Vec::new(),
        battle: Vec::new(),
        named: [false; 70],
    };
    // Planets first, routes after them, everything else on top.
    for pass in 0..3 {
        for words in clauses.iter().filter(|w| !w.is_empty()) {
            let turn = match words[0] {
                "planet" | "galaxy" => 0,
                "z" | "route" => 1,
                _ => 2,
            };
            if turn == pass {
                reader.clause(&mut game, words).map_err(|why| format!("`{}`: {why}", words.join(" ")))?;
            }
        }
    }
    reader.finish(&mut game)?;
    game.audit_all()?;
    if game.asked().iter().any(|seat| game.choices(seat).is_empty()) {
        return Err("nobody could decide anything in this position".into());
    }
    Ok(game)
}

/// A seat that plays at this table.
fn playing(game: &StarCraft, word: &str) -> Result<Seat, String> {
    let seat = read_seat(word)?;
    if seat.0 < game.n { Ok(seat) } else { Err("that seat does not play".into()) }
}

/// Players, variants and factions come before everything else.
fn head(clauses: &[Vec<&str>]) -> Result<StarCraft, String> {
    let (mut n, mut rules) = (2u8, Rules::default());
    let said = clauses.iter().find_map(|c| if let ["edition", n] = c[..] { Some(n) } else { None });
    let mut terms = Terms::usual(said.map_or(Ok(StarCraft::newest()), str::parse)?);
    for once in ["players", "phase", "battle"] {
        if clauses.iter().filter(|c| c.first() == Some(&once)).count() > 1 {
            return Err(format!("`{once}` is said twice"));
        }
    }
    if let Some(words) = clauses.iter().find(|c| c.first() == Some(&"players")) {
        n = words
            .get(1)
            .and_then(|n| n.parse().ok())
            .filter(|n| (2..=6).contains(n))
            .ok_or("2 to 6 players")?;
        let mut rest = words[2..].iter();
        while let Some(word) = rest.next() {
            match *word {
                "teams" if matches!(n, 4 | 6) => rules.teams = true,
                "galactic" => rules.galactic = true,
                "ready" => rules.ready = true,
                "at-once" => terms.events = EventOrder::AtOnce,
                "limit" => rules.round_limit = rounds(rest.next().ok_or("how many rounds?")?)?,
                other => return Err(format!("`{other}` is not a variant of this table")),
            }
        }
    }
    terms.judge().map_err(|refusal| refusal.to_string())?;
    let mut game = StarCraft::bare(n, rules, terms);
    game.round = 1;
    for seat in game.all_seats() {
        game.player_mut(seat).faction = Some(FACTIONS[seat.index()]);
    }
    for words in clauses {
        if let [seat, "faction", faction] = words[..] {
            let seat = playing(&game, seat)?;
            game.player_mut(seat).faction = match faction {
                "none" => None,
                id => Some(Faction::parse(id).ok_or_else(|| format!("there is no faction `{id}`"))?),
            };
        }
    }
    // While factions are chosen, nobody has taken his sheet yet.
    let drafting = clauses.iter().any(|c| matches!(c[..], ["phase", "draft", _]));
    if !drafting && game.all_seats().any(|s| game.player(s).faction.is_none()) {
        return Err("a player has no faction: that is only so in `phase draft`".into());
    }
    for seat in game.all_seats() {
        if drafting || game.player(seat).faction.is_none() {
            continue;
        }
        game.take_sheet(seat);
        let player = game.player_mut(seat);
        (player.to_place, player.transport_to_place) = ([0; 9], false);
        player.deck.clear();
    }
    Ok(game)
}

struct Reader {
    zones: [Zones; SEATS],
    event_rest: Option<EventRest>,
    /// The event deck is given whole, unless it says `rest`.
    deck_given: bool,
    explicit: bool,
    phase: Vec<String>,
    battle: Vec<String>,
    named: [bool; 70],
}

impl Reader {
    fn clause(&mut self, game: &mut StarCraft, words: &[&str]) -> Result<(), String> {
        match *words {
            ["players", ..] | ["edition", _] | [_, "faction", _] => Ok(()),
            ["first", seat] => {
                game.first = playing(game, seat)?;
                Ok(())
            }
            ["round", n] => {
                game.round = rounds(n)?;
                Ok(())
            }
            ["ends", n] => {
                game.ends = small(n)?;
                Ok(())
            }
            ["planet", planet, cell, "turn", turn] => self.planet(game, planet, cell, turn),
            ["planet", planet, cell] => self.planet(game, planet, cell, "0"),
            ["galaxy", id] => galaxy(game, id),
            ["z", major, minor] => {
                let ends: [Slot; 2] = [major.parse()?, minor.parse()?];
                for end in ends {
                    game.judge_z_end(end, None).map_err(|no| no.text)?;
                }
                room(game)?;
                game.routes.push(Way { ends, z: true, transports: SeatSet::NONE });
                Ok(())
            }
            ["route", a, b, ref rest @ ..] => {
                let ends: [Slot; 2] = [a.parse()?, b.parse()?];
                let (z, seats) = match rest {
                    ["z", seats @ ..] => (true, seats),
                    seats => (false, seats),
                };
                let transports = seats.iter().map(|s| playing(game, s)).collect::<Result<SeatSet, _>>()?;
                room(game)?;
                game.routes.push(Way { ends, z, transports });
                Ok(())
            }
            ["order", seat, order, planet] => {
                let order = Order::parse(order).ok_or_else(|| format!("there is no order `{order}`"))?;
                let seat = playing(game, seat)?;
                if game.orders.iter().filter(|o| o.seat == seat).count() == 4 {
                    return Err("everybody has four orders at most".into());
                }
                game.orders.push(Placed { seat, order, planet: read_planet(planet)? });
                Ok(())
            }
            ["events", ref list @ ..] => {
                let mut deck = Vec::new();
                self.deck_given = true;
                for word in list {
                    match *word {
                        "rest" => self.event_rest = Some(EventRest::Deck),
                        id => deck.push(self.event(id)?),
                    }
                }
                deck.into_iter().rev().for_each(|c| game.events.push(c));
                Ok(())
            }
            ["gone", ref list @ ..] => self.events(list, &mut game.event_discard, EventRest::Gone),
            ["removed", ref list @ ..] => self.events(list, &mut game.event_removed, EventRest::Removed),
            ["phase", ref rest @ ..] => {
                self.phase = rest.iter().map(ToString::to_string).collect();
                Ok(())
            }
            ["battle", ref rest @ ..] => {
                if rest.len() < 3 {
                    return Err("a battle has an area, the attacker and his units".into());
                }
                self.battle = rest.iter().map(ToString::to_string).collect();
                Ok(())
            }
            [area, state @ ("partial" | "full")] => {
                let area = read_area(area)?;
                let depletion = if state == "full" { Depletion::Full } else { Depletion::Partial };
                game.ground_mut(area).depletion = depletion;
                Ok(())
            }
            [seat, verb, ref rest @ ..] if read_seat(seat).is_ok() => {
                let seat = playing(game, seat)?;
                self.of_player(game, seat, verb, rest)
            }
            _ => Err("that is no clause of this language".into()),
        }
    }

    fn planet(&self, game: &mut StarCraft, planet: &str, cell: &str, turn: &str) -> Result<(), String> {
        let planet = read_planet(planet)?;
        let (x, y) = read_cell(cell)?;
        let tile = Tile { x, y, turn: quarters(turn)? };
        if game.planet_at(tile.x, tile.y).is_some() || game.tile(planet).is_some() {
            return Err("the cell or the planet is taken".into());
        }
        if self.explicit {
            game.tiles[planet.index()] = Some(tile);
        } else {
            game.lay_tile(planet, tile);
        }
        Ok(())
    }

    fn event(&mut self, word: &str) -> Result<u8, String> {
        let card = read_event(word)?;
        if std::mem::replace(&mut self.named[usize::from(card)], true) {
            return Err(format!("{word} is in two places"));
        }
        Ok(card)
    }

    fn events(&mut self, list: &[&str], set: &mut EventSet, rest: EventRest) -> Result<(), String> {
        for word in list {
            match *word {
                "rest" => self.event_rest = Some(rest),
                id => set.insert(self.event(id)?),
            }
        }
        Ok(())
    }

    fn of_player(
        &mut self,
        game: &mut StarCraft,
        seat: Seat,
        verb: &str,
        rest: &[&str],
    ) -> Result<(), String> {
        let race =
            game.player(seat).faction.map(|f| data().faction(f).race).ok_or("that seat has no faction")?;
        let numbers = || rest.iter().map(|n| small(n)).collect::<Result<Vec<u8>, _>>();
        match (verb, rest) {
            ("at", [area, pieces @ ..]) => {
                let area = read_area(area)?;
                if !game.exists(area) {
                    return Err("that area is not in this galaxy".into());
                }
                let units: Vec<&str> = pieces.iter().copied().filter(|w| *w != "base").collect();
                if units.len() < pieces.len() {
                    game.ground_mut(area).base = Some(seat);
                }
                for unit in read_units(&units)? {
                    self.put(game, seat, unit, race)?;
                    if game.ground(area).owner.is_some_and(|o| o != seat) || game.room(seat, area) == 0 {
                        return Err("the area is full, or holds units of another player".into());
                    }
                    game.build_unit(seat, area, unit);
                }
            }
            ("card", [area]) => game.ground_mut(read_area(area)?).card = Some(seat),
            ("card", [area, "workers", n]) => {
                let ground = game.ground_mut(read_area(area)?);
                (ground.card, ground.workers) = (Some(seat), small(n)?);
            }
            ("transport", [route]) => {
                let route = game.read_route(route)?;
                game.put_transport(seat, route);
            }
            ("workers", [_, _, _, _]) => {
                let n = numbers()?;
                let player = game.player_mut(seat);
                (player.pool, player.away, player.permanent) = (n[0], n[1], [n[2], n[3]]);
            }
            ("workers", [pool]) => game.player_mut(seat).pool = small(pool)?,
            ("cp", [n]) => game.player_mut(seat).cp = small(n)?,
            ("out", []) => game.player_mut(seat).out = true,
            ("buildings", [_, _, _]) => {
                let n = numbers()?;
                for (building, level) in race.buildings().iter().zip(&n) {
                    let highest = (1..=3).filter(|l| data().level(*building, *l).is_some()).count() as u8;
                    if *level > highest {
                        return Err(format!("{building} has only {highest} levels"));
                    }
                }
                game.player_mut(seat).levels = [n[0], n[1], n[2]];
            }
            ("building", [building, level]) => {
                let building = Building::parse(building).filter(|b| b.race() == race);
                let building = building.ok_or("that is no building of this race")?;
                game.player_mut(seat).levels[building.slot()] = small(level)?;
            }
            ("modules", [_, _, _]) => {
                let n = numbers()?;
                game.player_mut(seat).modules = [n[0], n[1], n[2]];
            }
            ("specials", [n]) => game.player_mut(seat).specials = small(n)?,
            ("shown", orders) => {
                for order in orders {
                    let order = Order::parse(order).ok_or_else(|| format!("there is no order `{order}`"))?;
                    let shown = &mut game.player_mut(seat).shown[order.index()];
                    *shown = shown.saturating_add(1);
                }
            }
            ("planets", planets) if planets.len() > game.player(seat).planets.len() => {
                return Err("everybody draws two planets".into());
            }
            ("planets", planets) => {
                for (place, planet) in game.player_mut(seat).planets.iter_mut().zip(planets) {
                    *place = Some(read_planet(planet)?);
                }
            }
            ("home", [planet]) => game.player_mut(seat).home = Some(read_planet(planet)?),
            ("start", forces) => {
                let units: Vec<&str> = forces.iter().copied().filter(|w| *w != "transport").collect();
                game.player_mut(seat).transport_to_place = units.len() < forces.len();
                for unit in read_units(&units)? {
                    let waiting = &mut game.player_mut(seat).to_place[unit.slot()];
                    *waiting = waiting.saturating_add(1);
                }
            }
            ("drawn", list) => {
                for word in list {
                    match *word {
                        "looked" => game.player_mut(seat).looked = true,
                        id => {
                            let card = self.event(id)?;
                            game.player_mut(seat).drawn.insert(card);
                        }
                    }
                }
            }
            ("picks", _) if game.later.events == EventOrder::Clockwise => {
                return Err("event cards are chosen in turn here: say `at-once` in `players`".into());
            }
            ("picks", ["nothing"]) => game.player_mut(seat).pick = Pick::Nothing,
            ("picks", [id]) => game.player_mut(seat).pick = Pick::Card(read_event(id)?),
            ("held", list) => {
                for id in list {
                    let card = self.event(id)?;
                    game.player_mut(seat).held.insert(card);
                }
            }
            ("saw", [other, list @ ..]) => {
                let other = playing(game, other)?;
                let race = game.race(other);
                for word in list {
                    game.player_mut(seat).seen[other.index()] |= read_card(race, word)?.bit();
                }
            }
            ("deck" | "hand" | "discard" | "play" | "dropping", list) => {
                let zones = &mut self.zones[seat.index()];
                for word in list {
                    if *word == "rest" {
                        zones.rest = match verb {
                            "hand" => Rest::Hand,
                            "discard" => Rest::Discard,
                            _ => Rest::Deck,
                        };
                        continue;
                    }
                    let card = read_card(race, word)?;
                    match verb {
                        "deck" if zones.deck.contains(&card) => {
                            return Err(format!("{word} is in two places"));
                        }
                        "deck" => zones.deck.push(card),
                        "hand" => zones.hand |= card.bit(),
                        "discard" => zones.discard |= card.bit(),
                        "play" => zones.play |= card.bit(),
                        _ => zones.dropping |= card.bit(),
                    }
                }
            }
            _ => return Err("that is no clause of this language".into()),
        }
        Ok(())
    }

    fn put(&self, game: &StarCraft, seat: Seat, unit: Unit, race: crate::ids::Race) -> Result<(), String> {
        if unit.race() != race {
            return Err(format!("{unit} is a unit of another race"));
        }
        if game.player(seat).supply[unit.slot()] == 0 {
            return Err(format!("no {unit} figure is left"));
        }
        Ok(())
    }

    fn finish(&mut self, game: &mut StarCraft) -> Result<(), String> {
        for seat in game.all_seats() {
            let Some(faction) = game.player(seat).faction else {
                continue;
            };
            if self.phase.first().is_some_and(|p| p == "draft") {
                continue;
            }
            let race = data().faction(faction).race;
            let (zones, deck) = (&self.zones[seat.index()], data().deck(race));
            let listed =
                zones.deck.iter().fold(zones.hand | zones.discard | zones.play, |set, c| set | c.bit());
            let player = game.player_mut(seat);
            player.hand = zones.hand;
            player.discard = zones.discard;
            player.play = zones.play;
            player.dropping = zones.dropping;
            player.tech_deck = deck.technology & !listed;
            let left = deck.combat & !listed;
            let under = if zones.rest == Rest::Deck { left } else { 0 };
            player.deck = cards(under).collect::<Vec<_>>().into_iter().rev().collect::<Short<Card, 40>>();
            zones.deck.iter().rev().for_each(|c| player.deck.push(*c));
            match zones.rest {
                Rest::Deck => {}
                Rest::Hand => player.hand |= left,
                Rest::Discard => player.discard |= left,
            }
        }
        let left = (0..data().event_count()).filter(|c| !self.named[usize::from(*c)]);
        // End cards that are on the table are none of the others.
        let mut on_table = game.ends;
        let mut rest: Vec<u8> = Vec::new();
        for card in left {
            if crate::setup::is_end_card(card) && on_table > 0 {
                on_table -= 1;
            } else {
                rest.push(card);
            }
        }
        // What a given deck leaves out was taken out, but for set-up, where there is no deck yet.
        let given = self.deck_given && game.round > 0;
        // SC-2.1: the deck is made when the factions are known.
        let drafting = self.phase.first().is_some_and(|p| p == "draft");
        let made = !drafting && (!self.deck_given || given);
        if made {
            match self.event_rest.unwrap_or(if given { EventRest::Removed } else { EventRest::Deck }) {
                EventRest::Deck => {
                    let named: Vec<u8> = game.events.iter().copied().collect();
                    game.events.clear();
                    rest.into_iter().rev().chain(named).for_each(|c| game.events.push(c));
                }
                EventRest::Gone => rest.into_iter().for_each(|c| game.event_discard.insert(c)),
                EventRest::Removed => rest.into_iter().for_each(|c| game.event_removed.insert(c)),
            }
        }
        self.enter_phase(game)
    }

    fn enter_phase(&self, game: &mut StarCraft) -> Result<(), String> {
        let phase: Vec<&str> = self.phase.iter().map(String::as_str).collect();
        let nth = |n: &str| -> Result<u8, String> {
            small(n)?.checked_sub(1).ok_or_else(|| "decisions are counted from 1".to_string())
        };
        let within = |n: u8, limit: u8| {
            if n < limit { Ok(n) } else { Err("there is no such decision".to_string()) }
        };
        let homes = game.all_seats().all(|s| game.player(s).home.is_some());
        if matches!(phase.first(), Some(&"z" | &"forces")) && !homes {
            return Err("every player needs a home by then".into());
        }
        let place = |game: &StarCraft, seat: Seat| (seat.0 + game.n - game.first.0) % game.n;
        let after = |game: &StarCraft, seat: Seat| Seat((seat.0 + 1) % game.n);
        match phase[..] {
            ["draft", _] if game.round > 0 => {
                return Err("factions are chosen before the first round: leave `round` out".into());
            }
            ["draft", _] if !game.events.is_empty() => {
                return Err("the event deck is made when the factions are known: leave its cards out".into());
            }
            ["draft", n] => game.push(Frame::Draft(within(nth(n)?, game.n)?)),
            ["place", n] => game.push(Frame::PlacePlanet(within(nth(n)?, 2 * game.n)?)),
            ["base", n, planet] => {
                game.push(Frame::StartBase(within(nth(n)?, 2 * game.n)?, read_planet(planet)?));
            }
            ["z", n] => game.push(Frame::ZMajor(within(nth(n)?, game.n)?)),
            ["forces"] => game.push(Frame::Forces),
            ["planning", cycle, seat] => {
                let i = place(game, playing(game, seat)?);
                let first = game.turn_order().next().ok_or("nobody is left")?;
                game.push(Task::Regroup);
                game.push(Task::Execution(first));
                game.push(Frame::Plan { cycle: within(nth(cycle)?, 4)?, i });
            }
            ["turn", seat] => {
                let seat = playing(game, seat)?;
                game.push(Task::Regroup);
                game.push(Task::Execution(after(game, seat)));
                game.push(Frame::Turn(seat));
            }
            [word @ ("revealed" | "end"), seat, order, planet] => {
                let order = Order::parse(order).ok_or_else(|| format!("there is no order `{order}`"))?;
                let turn = Turn { seat: playing(game, seat)?, planet: read_planet(planet)?, order };
                game.turn = Some(turn);
                game.push(Task::Regroup);
                game.push(Task::Execution(after(game, turn.seat)));
                game.push(if word == "end" { Frame::EndTurn } else { Frame::Revealed });
            }
            ["events"] => {
                game.push(Task::PassToken);
                game.push(Frame::Discard);
                game.push(Task::EventsOver);
                game.push(Task::Events(0));
                game.push(Frame::ChooseEvents);
            }
            ["discard"] => {
                game.push(Task::PassToken);
                game.push(Frame::Discard);
            }
            ["regroup"] => game.push(Task::Regroup),
            [] => {
                let seat = self.battle.get(1).map_or(Ok(game.first), |s| playing(game, s))?;
                game.push(Task::Regroup);
                if self.battle.is_empty() && game.tops(seat).next().is_none() {
                    game.push(Task::Execution(seat));
                    game.push(Frame::Plan { cycle: 0, i: place(game, seat) });
                } else {
                    game.push(Task::Execution(after(game, seat)));
                    game.push(if self.battle.is_empty() { Frame::Turn(seat) } else { Frame::EndTurn });
                }
            }
            _ => return Err(format!("`phase {}` is no phase", phase.join(" "))),
        }
        let (mut chance, mut tell) = (Chance::quick(1), Tell::muted());
        let mut cx = Cx { chance: &mut chance, tell: &mut tell };
        let battle: Vec<&str> = self.battle.iter().map(String::as_str).collect();
        if let [area, seat, rest @ ..] = &battle[..] {
            let (area, seat) = (read_area(area)?, playing(game, seat)?);
            let (special, units) = match rest {
                ["special", units @ ..] => (true, units),
                units => (false, units),
            };
            let order = if special { Order::SpecialMobilize } else { Order::Mobilize };
            game.turn = Some(Turn { seat, planet: area.planet(), order });
            let units = read_units(units)?;
            if units.len() > usize::from(game.limit(area)) + 2 {
                return Err("attackers may exceed the unit limit by two (SC-7.9)".into());
            }
            for unit in &units {
                self.put(game, seat, *unit, game.race(seat))?;
                game.player_mut(seat).supply[unit.slot()] -= 1;
            }
            if game.ground(area).owner.is_none_or(|o| o == seat) || units.is_empty() {
                return Err("a battle needs units of both sides".into());
            }
            game.begin_battle(area, &units, special, &mut cx);
        }
        game.settle(&mut cx);
        Ok(())
    }
}

/// A number of rounds.
fn rounds(word: &str) -> Result<u16, String> {
    word.parse()
        .ok()
        .filter(|n| *n < 10_000)
        .ok_or_else(|| format!("`{word}` is not a number of rounds up to 9999"))
}

/// A tile is turned by quarters.
fn quarters(word: &str) -> Result<u8, String> {
    small(word)
        .ok()
        .filter(|turn| *turn < 4)
        .ok_or_else(|| "a tile is turned by 0, 1, 2 or 3 quarters".into())
}

/// Is there room for one more route?
fn room(game: &StarCraft) -> Result<(), String> {
    if game.routes.len() < 32 { Ok(()) } else { Err("that is one route too many".into()) }
}

/// The ledger's worked layout, or a ready-made galaxy.
fn galaxy(game: &mut StarCraft, id: &str) -> Result<(), String> {
    if game.planets().next().is_some() {
        return Err("a galaxy is laid on an empty table: say `galaxy` once and without `planet`".into());
    }
    if id == "worked" {
        use crate::ids::Planet::{Abaddon, Braken, Chau, Pridewater, Tarsonis};
        for (planet, x, y, turn) in [
            (Tarsonis, 0, 0, 1),
            (Abaddon, -1, 0, 0),
            (Pridewater, 0, 1, 0),
            (Chau, 1, 1, 0),
            (Braken, 1, 0, 0),
        ] {
            game.lay_tile(planet, Tile { x, y, turn });
        }
        return Ok(());
    }
    let found = data().galaxy(id).ok_or_else(|| format!("there is no galaxy `{id}`"))?;
    for spot in &found.planets {
        game.lay_tile(spot.planet, Tile { x: spot.x, y: spot.y, turn: spot.turn });
    }
    for (major, minor) in &found.z {
        game.routes.push(Way { ends: [*major, *minor], z: true, transports: SeatSet::NONE });
    }
    Ok(())
}
