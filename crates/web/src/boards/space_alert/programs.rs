//! Action boards and cards: the viewer's own board with his hand, and everybody else's as they show.

use super::{Grip, Table, icons, pressable, ship::phase};
use crate::{markdown::rule_link, wish::Wish};
use klaxon_space_alert::{
    Act, Ahead, CrewView, Forecast, Half, Kind, Space, Spot, StageView, forecast, turns_of,
};
use maud::{Markup, html};

/// The viewer's own board with his hand; alone, the open deck.
pub fn own(table: &Table<'_>) -> Markup {
    let hidden = || html! { section #sa-own .panel.sa-panel hidden {} };
    let Some(plan) = table.planning() else { return hidden() };
    let me = table.own();
    if me.is_none() && !(table.view.solo && table.view.seat.is_some()) {
        return hidden();
    }
    let ahead = forecast(table.view);
    let mut cards: Vec<(Kind, usize)> =
        if table.view.solo { plan.open_deck.clone() } else { stacked(&plan.hand) };
    // Alone, a card that lies on a board may be turned around there even if it is the last of its kind.
    let held: Vec<Kind> =
        cards.iter().map(|(kind, _)| *kind).chain(table.view.crew.iter().filter_map(|c| c.heroic)).collect();
    let reach =
        |kind: &Kind| Half::ALL.iter().any(|half| table.touch.can(&format!("hand-{kind}-{}", half.word())));
    let lying = Kind::actions().chain(Kind::heroics()).filter(|kind| !held.contains(kind) && reach(kind));
    cards.extend(lying.map(|kind| (kind, 0)));
    html! {
        section #sa-own .panel.sa-panel.solo[table.view.solo] aria-label="Your plan" {
            @if let Some(me) = me { (board(table, me, ahead.as_ref(), true)) }
            @if table.view.solo { div.sa-androids { @for crew in &table.view.crew { (board(table, crew, ahead.as_ref(), true)) } } }
            div.sa-tools {
                (pressable(table, false, ["flip", "sa-flip", "primary"], "Turn it around"))
                (pressable(table, false, ["hand", "sa-back", "primary"], "Take it back"))
                (pressable(table, false, ["say", "sa-say", "small"], "Tell my plan"))
                (pressable(table, false, ["ping", "sa-point", "small"], "Point"))
                @if plan.may_mark() {
                    button #sa-mark .small type="button" aria-pressed="false" { "Mark" }
                    @if table.view.seat.is_some_and(|s| plan.marks.get(s.index()).is_some_and(|at| at.is_some())) {
                        button #sa-unmark .small type="button" data-do=(Wish::any("mark none")) { "Unmark" }
                    }
                }
            }
            div.sa-hand {
                h2.hidden { @if table.view.solo { "Open deck" } @else { "Your hand" } }
                @if cards.is_empty() { p.soft { @if plan.announced.is_empty() { "Cards come with the alert." } @else { "No cards in hand." } } }
                @else {
                    div #sa-strip .sa-strip tabindex="0" role="region" aria-label=(if table.view.solo { "Open deck" } else { "Your hand" }) {
                        @for (kind, n) in &cards { (card(table, *kind, *n)) }
                    }
                }
            }
        }
    }
}

/// Equal cards lie on one pile.
fn stacked(hand: &[Kind]) -> Vec<(Kind, usize)> {
    let mut piles: Vec<(Kind, usize)> = Vec::new();
    for &kind in hand {
        match piles.last_mut() {
            Some((top, n)) if *top == kind => *n += 1,
            Some(_) | None => piles.push((kind, 1)),
        }
    }
    piles
}

/// The boards of the others: open ones of androids, backs of players, faces as they are revealed.
pub fn others(table: &Table<'_>) -> Markup {
    let planning = table.planning().is_some();
    let ahead = if planning { forecast(table.view) } else { None };
    let own = table.own().map(|c| c.figure);
    let shown = |crew: &&CrewView| {
        !crew.board.is_empty()
            && !(planning && (Some(crew.figure) == own || table.view.solo && table.view.seat.is_some()))
    };
    let crews: Vec<&CrewView> = table.view.crew.iter().filter(shown).collect();
    html! {
        section #sa-crew .panel.sa-panel hidden[crews.is_empty()] aria-label="Action boards" {
            h2 { @if planning { "The others" } @else { "Action boards" } }
            @for crew in crews { (board(table, crew, ahead.as_ref(), false)) }
        }
    }
}

/// One action board.
fn board(table: &Table<'_>, crew: &CrewView, ahead: Option<&Forecast>, large: bool) -> Markup {
    let i = usize::from(crew.figure.place);
    let last = crew.board.len() as u8;
    let mut grip = Grip::of(table.touch, crew.figure.id());
    // The name takes a card that is given; to be moved, the figure on the ship is clicked.
    if !table.touch.clicks.first().is_some_and(|id| id.starts_with("hand-")) {
        grip = Grip { id: grip.id, class: String::new(), can: false };
    }
    let planning = table.planning();
    let wasted: Vec<_> =
        table.past.wasted.iter().filter(|(place, _, _)| *place == crew.figure.place).collect();
    html! {
        div id={ "sa-board-" (i) } class={ "sa-board sa-c" (i) (if large { " large" } else { "" }) } {
            div.sa-top { div id={ "sa-head-" (i) } class={ "sa-who" (grip.class) } data-id=(grip.id) data-click=[grip.click()] role=[grip.can.then_some("button")] tabindex=[grip.tab()] {
                span.sa-chip { (i + 1) }
                strong { (crew.figure) }
                @if table.view.seat == Some(crew.seat) && !crew.figure.android { span.soft.you { " you" } }
                @if let Some(plan) = planning {
                    @if !crew.figure.android {
                        span.soft { " phase " (crew.phase) " · " (crew.hand) (if crew.hand == 1 { " card" } else { " cards" }) }
                        @if crew.waiting { span.sa-tag { "waits" } }
                        @if crew.agreed { span.sa-tag { @if plan.announced.is_empty() && plan.clock != klaxon_space_alert::ClockView::Off { "ready" } @else { "done" } } }
                    }
                }
            }
                @if let Some(kind) = crew.heroic { div.sa-spare { span.soft { "heroic" } (card(table, kind, 1)) } }
            }
            div.sa-spaces {
                @for p in 0..3usize {
                    @let turns: Vec<u8> = turns_of(p).filter(|t| *t <= last).collect();
                    @if !turns.is_empty() {
                        div.sa-phase.locked[locked(table, crew, p)].now[planning.is_some() && usize::from(crew.phase) == p + 1] {
                            @for turn in turns { (slot(table, crew, turn, ahead)) }
                        }
                    }
                }
            }
            @if !wasted.is_empty() {
                ul.sa-whys aria-label={ "Cards of " (crew.figure) " that did nothing" } {
                    @for (_, turn, why) in &wasted { li { strong { "Turn " (turn) } " did nothing: " (why.text()) " " (rule_link(why.rule().as_str())) } }
                }
            }
        }
    }
}

/// Is the phase closed for this board (SA-3.7, SA-14.7, SA-14.13)?
fn locked(table: &Table<'_>, crew: &CrewView, phase: usize) -> bool {
    match table.planning() {
        None => false,
        Some(plan) if crew.figure.android => phase < usize::from(plan.phases_over),
        Some(_) => phase + 1 < usize::from(crew.phase),
    }
}

fn slot(table: &Table<'_>, crew: &CrewView, turn: u8, ahead: Option<&Forecast>) -> Markup {
    let i = usize::from(crew.figure.place);
    let space = crew.board[usize::from(turn) - 1];
    let grip = Grip::of(table.touch, format!("slot-{}-{turn}", i + 1));
    let locked = locked(table, crew, phase(turn) - 1);
    let then: Option<&Ahead> =
        ahead.and_then(|a| a.turns.get(usize::from(turn) - 1)).filter(|_| table.planning().is_some());
    let spot = then.and_then(|a| a.at.get(i).copied().flatten());
    let doubt =
        then.and_then(|a| a.wasted.iter().find(|(who, _)| usize::from(who.place) == i)).map(|(_, why)| *why);
    let flown = match &table.view.stage {
        StageView::Flight(flight) => flight.turn == turn,
        StageView::Planning(_)
        | StageView::Levels { .. }
        | StageView::OnlySquad { .. }
        | StageView::GoOn { .. }
        | StageView::Repairs { .. }
        | StageView::Over { .. } => false,
    };
    let wasted = table.past.wasted.iter().find(|(place, t, _)| usize::from(*place) == i && *t == turn);
    // What its owner told the crew (SA-3.36): shown as said, not as seen.
    let told = crew.told.get(usize::from(turn) - 1).copied().filter(|act| *act != Act::Empty);
    let (what, words) = match space {
        Space::Empty => ("empty", "empty".to_owned()),
        Space::Back { half, heroic } => (
            "back",
            format!(
                "a {}card with its {} half up{}",
                if heroic { "heroic " } else { "" },
                icons::half_words(half),
                told.map_or(String::new(), |act| format!(", told to be {}", icons::act_long(act)))
            ),
        ),
        Space::Face { up, under } => {
            ("face", format!("{}; {} below", icons::act_long(up), icons::act_long(under)))
        }
    };
    let mut label = format!("{}, turn {turn}: {words}", crew.figure);
    if locked {
        label.push_str(", locked");
    }
    if let Some((_, _, why)) = wasted {
        label.push_str(&format!(", did nothing: {}", why.text()));
    }
    if let Some(why) = doubt {
        label.push_str(&format!(", as it stands it would do nothing: {}", why.text()));
    }
    html! {
        div id={ "sa-slot-" (i) "-" (turn) } class={ "sa-slot " (what) (grip.class) } data-id=(grip.id) role=[grip.shown()]
            aria-label=[grip.shown().map(|_| label.as_str())] title=[wasted.map(|(_, _, why)| why.text()).or(doubt.map(|w| w.text()))] data-locked=[locked.then_some("1")] data-now=[flown.then_some("1")] data-wasted=[wasted.map(|_| "1")] {
            span.turn aria-hidden="true" { (turn) }
            @match space {
                Space::Empty => { span.none { } }
                Space::Back { half, heroic } => { @match told { Some(act) => { span.up.told { (icons::act(act)) } } None => { (icons::back(half, heroic)) } } }
                Space::Face { up, under } => { span.up { (icons::act(up)) } span.under { (icons::act(under)) } }
            }
            @if let Some(spot) = spot { span.then.doubt[doubt.is_some()] aria-hidden="true" { (spot_word(spot)) @if doubt.is_some() { "?" } } }
            @if wasted.is_some() { span.cross aria-hidden="true" { "✗" } }
            (grip.hit(&format!("sa-slot-{i}-{turn}"), &label))
        }
    }
}

/// A station or space in two letters.
pub fn spot_word(spot: Spot) -> &'static str {
    match spot {
        Spot::Station(station) => station.word(),
        Spot::Space => "out",
    }
}

/// A card in hand with both halves, each of which can be picked.
fn card(table: &Table<'_>, kind: Kind, n: usize) -> Markup {
    html! {
        div id={ "sa-card-" (kind) } class={ "sa-card" (if kind.is_heroic() { " heroic" } else { "" }) } {
            @for half in Half::ALL {
                @let grip = Grip::of(table.touch, format!("hand-{kind}-{}", half.word()));
                @let act = kind.act(half);
                @let label = format!("{} half of {kind}: {}", icons::half_words(half), icons::act_long(act));
                div id={ "sa-half-" (kind) "-" (half.word()) } class={ "sa-half " (half.word()) (grip.class) } data-id=(grip.id) role=[grip.shown()]
                    aria-label=[grip.shown().map(|_| label.as_str())] {
                    (icons::act(act)) span aria-hidden="true" { (icons::act_words(act)) }
                    (grip.hit(&format!("sa-half-{kind}-{}", half.word()), &label))
                }
            }
            @if n > 1 { span.sa-n { "×" (n) } }
            @if n == 0 { span.sa-n { "laid" } }
        }
    }
}
