//! What the rule tests share: positions, and questions to them.

use klaxon_core::{Chance, Game, Tell, Viewer, Words};
use klaxon_red_alert::{Hex, HexSet, Kind, RedAlert, Side, UnitView, View};
use klaxon_testkit::Given;

pub type Case = Given<RedAlert>;

/// A position.
#[track_caller]
pub fn given(clauses: &str) -> Case {
    klaxon_testkit::given(clauses).offering(|a: &klaxon_red_alert::Action| a.is_anytime())
}

/// A position with one more unit of each side in far corners, so that the loss of another one does not end the
/// battle (RA-21.5).
#[track_caller]
pub fn battle(clauses: &str) -> Case {
    given(&format!("{clauses}; cw K13 SF; cf A1 SF"))
}

/// The Commonwealth's phase 3.
#[track_caller]
pub fn movement(clauses: &str) -> Case {
    battle(&format!("{clauses}; phase movement cw"))
}

/// The Commonwealth's phase 4.
#[track_caller]
pub fn combat(clauses: &str) -> Case {
    battle(&format!("{clauses}; phase combat cw"))
}

/// The last decision before the Commonwealth's turn; `cf: two-stars` begins it.
#[track_caller]
pub fn eve(clauses: &str) -> Case {
    battle(&format!("{clauses}; hand cw CM-05 CM-08; phase end-choice cf"))
}

/// A table set up from the menu. Cards lie as the fixed source of scripted luck shuffles them.
#[track_caller]
pub fn start(scenario: &str) -> Case {
    start_with(scenario, &[])
}

/// The same with dice laid ready.
#[track_caller]
pub fn start_with(scenario: &str, dice: &[u32]) -> Case {
    let order = klaxon_core::TableOrder { scenario: scenario.into(), ..Default::default() };
    let setup = RedAlert::setup(&order).expect("it is on the menu");
    let mut chance = Chance::scripted(dice);
    let game = RedAlert::start(&setup, &mut chance, &mut Tell::muted()).expect("it can be set up");
    assert_eq!(chance.left(), 0, "all dice laid ready fell");
    game.audit().expect("nothing is missing");
    Given::of(game)
}

/// Plays the given words of each asked seat's choices as long as some are there.
#[track_caller]
pub fn play_on(mut case: Case, wanted: &[&str]) -> Case {
    loop {
        let seats: Vec<String> =
            case.game().to_act().iter().map(<RedAlert as klaxon_core::Situation>::seat_word).collect();
        let next = seats.iter().find_map(|seat| {
            let choices = case.choices_of(seat);
            let find = |w: &&str| choices.iter().find(|c| c.split(' ').next() == Some(*w));
            wanted.iter().find_map(find).map(|c| format!("{seat}: {c}"))
        });
        match next {
            Some(decision) => case = case.play(&decision),
            None => return case,
        }
    }
}

/// Passes in the windows for combat cards until this one is open.
#[track_caller]
pub fn until(mut case: Case, window: &str) -> Case {
    use klaxon_core::Situation;
    while case.game().holds("question card").is_ok()
        && case.game().holds(&format!("window {window}")).is_err()
    {
        let seat = case.game().to_act().iter().next().map(RedAlert::seat_word).expect("somebody is asked");
        case = case.play(&format!("{seat}: pass"));
    }
    case.then(&format!("window {window}"))
}

/// Deploys everything in the first way offered, down to the choice of initiative cards or the first turn.
#[track_caller]
pub fn deploy_all(case: Case) -> Case {
    play_on(case, &["done-deploying", "deploy", "place"])
}

/// What a watcher sees.
pub fn watched(case: &Case) -> View {
    case.game().view(Viewer::Watcher)
}

/// The unit on a hex.
#[track_caller]
pub fn unit(case: &Case, at: &str) -> UnitView {
    let hex = hex(at);
    let found = watched(case).units.into_iter().find(|u| u.hex == hex);
    found.unwrap_or_else(|| panic!("there is no unit on {at}"))
}

/// The figures on a hex, none where no unit is.
pub fn figures(case: &Case, at: &str) -> u8 {
    let hex = hex(at);
    watched(case).units.iter().find(|u| u.hex == hex).map_or(0, |u| u.figures)
}

/// The units of a side as `I3 SD, I5 SC`, in hex order.
pub fn fleet(case: &Case, side: Side) -> String {
    let units = watched(case).units.into_iter().filter(|u| u.side == side);
    units.map(|u| format!("{} {}", u.hex, u.kind.code())).collect::<Vec<_>>().join(", ")
}

#[track_caller]
pub fn hex(name: &str) -> Hex {
    name.parse().unwrap_or_else(|why| panic!("{why}"))
}

/// Hexes by name, parted by spaces.
pub fn hexes(names: &str) -> HexSet {
    names.split_whitespace().map(hex).collect()
}

pub fn names(hexes: impl IntoIterator<Item = Hex>) -> String {
    hexes.into_iter().map(|h| h.to_string()).collect::<Vec<_>>().join(" ")
}

pub fn kind(code: &str) -> Kind {
    Kind::parse(code).unwrap_or_else(|| panic!("{code} is no unit"))
}

/// The choices that begin with a word, as the rest of their words.
pub fn choices(case: &Case, seat: &str, word: &str) -> Vec<String> {
    let all = case.choices_of(seat);
    all.iter().filter_map(|c| c.strip_prefix(word)).map(|c| c.trim().to_string()).collect()
}

/// The hexes that the unit on a hex may move to at sub-light.
pub fn reach(case: &Case, seat: &str, from: &str) -> HexSet {
    let moves = choices(case, seat, &format!("move {from} "));
    moves.iter().filter(|m| !m.contains(' ')).map(|m| hex(m)).collect()
}

/// So many different hexes at random.
pub fn some_hexes(luck: &mut Chance, n: usize) -> Vec<Hex> {
    let mut all: Vec<Hex> = Hex::all().collect();
    luck.shuffle(&mut all);
    all.truncate(n);
    all
}
