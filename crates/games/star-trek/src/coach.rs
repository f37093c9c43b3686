//! A coach for the first battle: each idea of the rule sheet in two or three sentences, at the question where it first
//! matters. What has been read already is the table's business.

use crate::kinds::Order;
use crate::questions::Action;
use crate::state::Face;
use crate::view::{OrderView, View};
use klaxon_core::{Seat, Tip, tips};

tips! {
    SPLIT "split" "Points of a team" "ST-1.20"
        "The points belong to the whole team, and you share them out. An even split is a good start; one strong flagship and two escorts is another."
    FLEET "fleet" "A fleet of your own" "ST-1.11"
        "Buy at least one ship, then crew and tech for it, up to its capacity. A ready-made fleet is quickest. Nobody sees what you buy, and points left over are simply lost."
    OBSTACLES "obstacles" "Mines and rocks" "ST-3.9"
        "These pieces go down openly before any ship. Ships fly over them unharmed: only whoever ends a movement on one is hit, so put them where movements end."
    DEPLOY "deploy" "Where you start" "ST-3.3"
        "Click a place in your zone, choose heading and speed, and press the button. Everybody does so in secret. A medium speed keeps you free to speed up or to brake."
    REVEAL "reveal" "Revealed or concealed" "ST-5.1"
        "Only a revealed disk works: crew lend command and orders, tech its bonus. But a bridge critical kills revealed Bridge Crew and an engineering critical wrecks revealed tech."
    ORDERS "orders" "Three orders" "ST-6.1"
        "Each ship gets three orders, face down, one for each Orders phase. Guess where both ships will be by then: turn or change speed first, attack when you expect to be close."
    COURSE "course" "The whole turn" "ST-8.14"
        "A ship flies its speed in each of the three phases, so speed 4 is twelve hops. The circles show where that leads; red is off the table, and lost. Lay a change of heading or speed before it."
    INITIATIVE "initiative" "Act or defer" "ST-7.5"
        "The ship with most command has the first option. Deferring lets others move first, and whoever shoots last knows all distances; but a ship that acts first may strike before it is hit."
    ACTIVATION "activation" "Order and movement" "ST-8.1"
        "A ship reveals its order and moves its whole speed, in either sequence. Ghosts show every hop. An order need not be carried out, the movement must be."
    EDGE "edge" "The edge of the table" "ST-8.14"
        "This course leads off the table, and the ship would be lost. Turn or slow down before it moves."
    EVADE "evade" "Evasive action" "ST-9.10"
        "The movement would end on top of something. Evasive action turns the ship half-way, but then its speed is 0 and its remaining orders are gone. A collision is rarer than it looks: 5 in 32."
    HEADING "heading" "Any heading" "ST-8.8"
        "Turn to any heading at all: click one of the arrows, drag on the board, or type degrees. 0 is east, and the numbers grow counter-clockwise."
    SPEED "speed" "Change Speed" "ST-8.7"
        "Up or down by 1 or 2. Before moving it counts at once, after moving from the next phase on. At speed 0 a ship may turn freely in its own activation."
    SHIELDS "shields" "Raise Shields" "ST-8.10"
        "One order brings all shields back, whatever was lost. The same order may lower them: transporters need both shields at 0."
    ATTACK "attack" "Beams and torpedoes" "ST-8.11"
        "One Attack order is one beam, one torpedo or one transport. Beams reach everything within the ring, in any direction; each counter hits with one chance in two."
    TORPEDO "torpedo" "Torpedoes" "ST-12.3"
        "A torpedo drops five counters against whatever ship it touches, yours too. It flies at once and then at the end of three phases, so aim at where the enemy will be."
    STEER "steer" "Steering" "ST-12.4"
        "Choose one heading for the whole move; the ghosts show its hops. The number on the torpedo is how many moves it has left."
    ACTIVATE "activate" "Crew and tech" "ST-15.5"
        "One Activate order flips one disk: a crew for one row of its orders, or a disk for its ability. Flipped disks come back at the end of the turn."
    CRITICALS "criticals" "Criticals" "ST-14.2"
        "After any hit five counters fall. On shields exactly one must show its critical, on hull one or two; more of them mean nothing happens. The second of a kind destroys the ship."
    REACT "react" "A disk in reply" "ST-15.12"
        "A disk that you have revealed may answer this very moment, and is then flipped until the end of the turn. Passing costs nothing."
    COLLIDED "collided" "After a collision" "ST-9.3"
        "The ship that was struck decides where the other one ends up beside it, and which way it faces. Astern and outward is unpleasant."
    CLOAK "cloak" "Cloaks" "ST-16.1"
        "A cloaked ship neither fires nor is fired upon, and its shields are down. It can still be struck by torpedoes and collisions. Drop the cloak at the beginning of the phase in which you want to attack."
    BOARDING "boarding" "Boarding" "ST-17.3"
        "Ready crew of both sides drop counters for their combat, up to three times; the loser removes one crew each time, and on a tie both do."
    LOSE "lose" "A crew is lost" "ST-17.4"
        "Choose who goes. A flipped crew may be chosen too; whoever has most command decides who controls the ship afterwards."
    KEEP "keep" "Constant" "ST-19.2"
        "Disks with Constant may stay flipped, which keeps their effect going. For a cloak that means: stay hidden, or come out with shields down."
}

/// The ideas that matter at the viewer's question, the most pressing first; none while nothing is asked of him.
pub fn tips(view: &View) -> Vec<&'static Tip> {
    let asks = view.seat.is_some_and(|seat| view.to_act.has(Seat(seat)));
    if !asks {
        return Vec::new();
    }
    Action::tips(view)
}

/// What matters to a ship that acts.
pub(crate) fn of_activation(view: &View) -> Vec<&'static Tip> {
    let Some(acting) = view.acting else { return Vec::new() };
    let Some(ship) = view.ship(acting.ship) else { return Vec::new() };
    let has = |order: Order| acting.orders[order as usize] > 0;
    let [width, height] = view.table;
    let off =
        |at: klaxon_geometry::plane::Point| !(0..=width).contains(&at.x) || !(0..=height).contains(&at.y);
    let ready = ship.disks.iter().any(|d| d.face == Face::Ready);
    // Nobody is told to do what he has no means for.
    let mends = has(Order::ChangeHeading)
        || has(Order::ChangeSpeed)
        || acting.evades
        || acting.turns_moving
        || !acting.revealed
            && of_this_phase(view, ship)
                .is_some_and(|order| matches!(order, Order::ChangeHeading | Order::ChangeSpeed));
    let all = [
        (!acting.moved && mends && ship.straight.is_some_and(off), &EDGE),
        (true, &ACTIVATION),
        (acting.evades, &EVADE),
        (has(Order::ChangeHeading), &HEADING),
        (has(Order::ChangeSpeed), &SPEED),
        (has(Order::RaiseShields), &SHIELDS),
        (has(Order::Attack), &ATTACK),
        (has(Order::Attack), &CRITICALS),
        (has(Order::Activate) && ready, &ACTIVATE),
    ];
    all.into_iter().filter_map(|(matters, tip)| matters.then_some(tip)).collect()
}

/// The order that lies under this phase, as far as the viewer knows.
fn of_this_phase(view: &View, ship: &crate::view::ShipView) -> Option<Order> {
    match ship.orders.get(usize::from(view.phase.checked_sub(1)?))? {
        OrderView::Known(order) | OrderView::Revealed(order) => Some(*order),
        OrderView::Empty | OrderView::Hidden | OrderView::Removed => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, StarTrek};
    use klaxon_core::{Chance, Game, Tell, Viewer};
    use std::collections::BTreeSet;

    #[test]
    fn tips_are_short_and_cite_rules_that_exist() {
        let ledger = include_str!("../../../../docs/rules/star-trek.md");
        let ids: BTreeSet<&str> = ALL.iter().map(|tip| tip.id).collect();
        assert_eq!(ids.len(), ALL.len(), "no two tips share a name");
        for tip in ALL {
            assert!(ledger.contains(&format!("**{}**", tip.rule)), "{}: {}", tip.id, tip.rule);
            assert!(tip.text.len() < 260 && tip.text.ends_with('.'), "{}: {}", tip.id, tip.text.len());
        }
    }

    #[test]
    fn st_8_14_nobody_is_told_to_turn_who_cannot() {
        let told = |orders: &str| {
            let ship = format!("ship 1 ROM-S01 of p1 at 34000,12000 heading 0 speed 3 orders {orders}");
            let clauses = ["phase 1", &ship, "ship 2 FED-S01 of p2 at 6000,4000 heading 1800", "acting 1"];
            let game = <StarTrek as klaxon_core::Situation>::given(&clauses).unwrap();
            let ids: Vec<&str> = tips(&game.view(Viewer::Seat(Seat(0)))).iter().map(|tip| tip.id).collect();
            ids.contains(&"edge")
        };
        assert!(told("CH,AT,AT") && told("CS,AT,AT"), "it can still turn or slow down");
        assert!(!told("AT,CH,CH"), "it has no means left");
    }

    #[test]
    fn a_first_battle_meets_every_idea_of_a_duel() {
        let setup = Setup::quick("balance-of-terror", 2).unwrap();
        let mut found = BTreeSet::new();
        for seed in 0..12 {
            let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
            let mut game = StarTrek::start(&setup, &mut luck, &mut tell).unwrap();
            while let Some(seat) = game.to_act().iter().next() {
                found.extend(tips(&game.view(Viewer::Seat(seat))).iter().map(|tip| tip.id));
                assert_eq!(tips(&game.view(Viewer::Watcher)), Vec::<&Tip>::new(), "watchers are not coached");
                let action = *luck.pick(&game.choices(seat)).unwrap();
                game.apply(seat, &action, &mut luck, &mut tell);
            }
        }
        let duel = [
            "deploy",
            "reveal",
            "orders",
            "initiative",
            "activation",
            "edge",
            "heading",
            "speed",
            "shields",
            "attack",
            "torpedo",
            "steer",
            "activate",
            "criticals",
        ];
        for id in duel {
            assert!(found.contains(id), "{id} is not met: {found:?}");
        }
    }
}
