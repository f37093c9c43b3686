//! Positions of the Action Round: a script, how far it has run, who holds what.

use super::{number, place, same};
use crate::{
    Half, Kind, Placed, Setup, ThreatId,
    script::time,
    state::{Clock, Planning, SpaceAlert, Stage},
};
use klaxon_core::{Chance, Game, Tell};

/// Sets the Action Round up. Cards are dealt as luck number 1 would have it; `hand` puts others into a hand.
pub(crate) fn given(setup: &Setup, clauses: &[&str]) -> Result<SpaceAlert, String> {
    let mut setup = setup.clone();
    let until = clauses.iter().find_map(|c| c.trim().strip_prefix("time "));
    setup.clock |= until.is_some();
    let mut tell = Tell::muted();
    let mut game = SpaceAlert::start(&setup, &mut Chance::quick(1), &mut tell).map_err(|r| r.to_string())?;
    if let Some(until) = until {
        let until = time(until)?;
        if let Stage::Planning(plan) = &mut game.stage {
            plan.clock = Clock::Starting;
        }
        game.time_comes(0, &mut tell);
        game.time_comes(setup.pace.table_ms(until), &mut tell);
    }
    for clause in clauses {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let Stage::Planning(plan) = &mut game.stage else { return Err("that script is over by then".into()) };
        read(plan, &words).map_err(|why| format!("`{clause}`: {why}"))?;
    }
    game.audit()?;
    Ok(game)
}

fn read(plan: &mut Planning, words: &[&str]) -> Result<(), String> {
    match words {
        ["hand", seat, cards @ ..] => {
            let seat = place(seat)?;
            if seat >= plan.desks.len() {
                return Err("there is no such seat".into());
            }
            let wanted = cards
                .iter()
                .map(|w| Kind::parse(w).ok_or_else(|| format!("no card is called `{w}`")))
                .collect::<Result<Vec<Kind>, _>>()?;
            // The hand goes back under the deck; then the cards wanted are fetched from wherever they are.
            let old = std::mem::take(&mut plan.desks[seat].hand);
            for card in old {
                if card.is_heroic() { plan.aside.push(card) } else { plan.deck.insert(0, card) }
            }
            for card in wanted {
                fetch(plan, card)?;
                plan.desks[seat].put(card);
            }
            plan.aside.sort_unstable();
        }
        ["phase", seat, n] => {
            let desk = plan.desks.get_mut(place(seat)?).ok_or("there is no such seat")?;
            let n: u8 = number(n)?;
            while desk.phase < n {
                desk.pick_up();
            }
        }
        ["board", member, turn, card, half] => {
            let card = Kind::parse(card).ok_or("which card?")?;
            let half = Half::ALL.into_iter().find(|h| h.word() == *half).ok_or("action or movement?")?;
            let (member, turn) = (place(member)?, place(turn)?);
            fetch(plan, card)?;
            let board = plan.boards.get_mut(member).ok_or("there is no such crew member")?;
            *board.get_mut(turn).ok_or("twelve turns")? = Some(Placed { card, half });
        }
        ["announced", card, turn, track] => {
            let threat = super::waiting(card, turn, track)?;
            for deck in &mut plan.decks {
                deck.retain(|c| *c != threat.card);
            }
            plan.threats.push((threat.card, threat.turn, threat.place));
        }
        ["deck", "empty"] => {
            // All cards left lie in packets that nobody will pick up: a third packet of the first seat.
            let cards = std::mem::take(&mut plan.deck);
            plan.desks[0].packets.push(cards);
        }
        ["planning" | "crew" | "levels" | "officers" | "options" | "time", ..] => {}
        _ => return Err("this is no clause of the Action Round".into()),
    }
    Ok(())
}

/// Takes a card from the deck, the cards aside, a packet or somebody's hand; a packet or hand gets another one.
fn fetch(plan: &mut Planning, card: Kind) -> Result<(), String> {
    if let Some(i) = plan.deck.iter().position(|&k| k == card) {
        plan.deck.remove(i);
        return Ok(());
    }
    if let Some(i) = plan.aside.iter().position(|&k| k == card) {
        plan.aside.remove(i);
        return Ok(());
    }
    let spare = if card.is_heroic() { plan.aside.pop() } else { plan.deck.pop() };
    let packets = plan.desks.iter_mut().flat_map(|d| d.packets.iter_mut().flatten());
    if let Some(found) = packets.into_iter().find(|k| **k == card) {
        *found = spare.ok_or("no card is left to fill the gap")?;
        return Ok(());
    }
    for desk in &mut plan.desks {
        if let Some(i) = desk.hand.iter().position(|&k| k == card) {
            desk.hand.remove(i);
            desk.put(spare.ok_or("no card is left to fill the gap")?);
            return Ok(());
        }
    }
    Err(format!("all cards {card} lie on boards"))
}

/// Does a clause hold?
pub(crate) fn holds(game: &SpaceAlert, plan: &Planning, words: &[&str]) -> Result<(), String> {
    let desk = |seat: &str| plan.desks.get(place(seat)?).ok_or_else(|| "there is no such seat".to_string());
    let on_off = |on: bool| if on { "yes" } else { "no" };
    match words {
        ["hand", seat, "size", n] => same(n, &desk(seat)?.hand.len().to_string()),
        ["hand", seat, cards @ ..] => {
            let mut wanted = cards
                .iter()
                .map(|w| Kind::parse(w).ok_or_else(|| format!("no card is called `{w}`")))
                .collect::<Result<Vec<Kind>, _>>()?;
            wanted.sort_unstable();
            let print = |hand: &[Kind]| hand.iter().map(|k| k.id()).collect::<Vec<_>>().join(" ");
            same(&print(&wanted), &print(&desk(seat)?.hand))
        }
        ["phase", seat, n] => same(n, &desk(seat)?.phase.to_string()),
        ["draws", seat, n] => same(n, &desk(seat)?.draws.to_string()),
        ["gives", seat, n] => same(n, &desk(seat)?.gives.to_string()),
        ["deck", "empty"] => same("0", &plan.deck.len().to_string()),
        ["deck", n] => same(n, &plan.deck.len().to_string()),
        ["announced", n] => same(n, &plan.threats.len().to_string()),
        ["announced", card, turn, track] => {
            let wanted = super::waiting(card, turn, track)?;
            let there = |&(id, turn, place): &(ThreatId, u8, _)| {
                id == wanted.card && turn == wanted.turn && place == wanted.place
            };
            if plan.threats.iter().any(there) {
                Ok(())
            } else {
                Err(format!("announced are {:?}", plan.threats))
            }
        }
        ["silent", yes] => same(yes, on_off(plan.silent)),
        ["phases-over", n] => same(n, &plan.phases_over.to_string()),
        ["board", member, turn, rest @ ..] => {
            let (member, turn) = (place(member)?, place(turn)?);
            let board = plan.boards.get(member).ok_or("there is no such crew member")?;
            let there = match board.get(turn).ok_or("twelve turns")? {
                Some(p) => format!("{} {}", p.card, p.half.word()),
                None => "-".into(),
            };
            same(&rest.join(" "), &there)
        }
        ["figure", member, at] => {
            let there = match plan.figures.get(place(member)?).ok_or("there is no such crew member")? {
                crate::Spot::Station(station) => station.word(),
                crate::Spot::Space => "space",
            };
            same(at, there)
        }
        ["mark", seat, at] => {
            let there = plan.marks.get(place(seat)?).ok_or("there is no such seat")?;
            same(at, &there.map_or("none".into(), |at| at.id()))
        }
        ["heroic", member, card] => {
            let there = plan.heroics.get(place(member)?).copied().flatten();
            same(card, there.map_or("-", |k| k.id()))
        }
        ["mission", n] => same(n, &game.campaign.mission.to_string()),
        _ => Err(format!("`{}` says nothing of the Action Round", words.join(" "))),
    }
}
