//! A coach for the first missions: each idea in two or three sentences, where it first matters. What has been read
//! already is the table's business.

use crate::{ClockView, FlightView, Place, PlanView, Space, Step, View};
use klaxon_core::{Tip, tips};

tips! {
    CREW "crew" "One crew, one ship" "SA-1.1"
        "You all win or lose together. First you plan against the clock, for some minutes; then the plan is carried out exactly as it lies and the ship comes home or not. Look around in peace: the clock starts only when everybody is ready."
    PROGRAM "program" "Plan a turn with a card" "SA-3.3"
        "Click the upper or the lower half of a card in your hand, then a space of your action board. The upper half is an action, the lower half a movement; only the half you chose counts. You may change the spaces of your current phase at will."
    STATIONS "stations" "Where you stand matters" "SA-5.30"
        "A fires the weapon of the station you are in, B moves energy, C works its special device. You start on the bridge: walk with the red and blue arrows, change decks with the lift. The row under your board shows where your cards would take you."
    THREAT "threat" "A threat was announced" "SA-3.20"
        "T+3 means that it appears in turn 3 on the far end of that zone's trajectory and moves down by its speed every turn. On X, Y and Z it does what its card says, so destroy it before: its shield is taken off the sum of all shots of one turn."
    ENERGY "energy" "Energy" "SA-5.30"
        "Heavy lasers and the pulse cannon take a block from a reactor each time; light lasers do not. Shields are filled from the reactor below them (B upstairs), the side reactors from the middle one (B downstairs), the middle one from a fuel capsule."
    COMPUTER "computer" "Serve the computer" "SA-10.1"
        "Somebody must play C on the bridge in the first or second turn of each phase: turns 1–2, 4–5 and 8–9. If nobody does, everybody's next card slips one turn."
    INTERNAL "internal" "Something is on board" "SA-3.21"
        "Intruders are fought with battlebots: fetch a squad with C at upper blue or lower red, go where the intruder is and play the squad symbol. A malfunction covers a button: press that very button at its station to repair it."
    DATA "data" "Incoming data" "SA-3.23"
        "You may draw one card. The right to it stays with you until the end of the round."
    TRANSFER "transfer" "Data transfer" "SA-3.24"
        "For fifteen seconds you may give one card to somebody who needs it more: click its action half, then a crew member. Heroic cards stay with you."
    SILENCE "silence" "Communication is down" "SA-3.26"
        "Nobody can talk, point or move figures until it is restored. You can still plan."
    EARLY "early" "Your next phase" "SA-3.8"
        "When your turns 1–3 are planned you may pick up the next cards at once: go on to the next phase. It cannot be undone, and what you planned is locked from then on."
    ANDROIDS "androids" "Androids" "SA-14.5"
        "Any of you may put a card on an android's board, face up. It stays there, so agree first."
    FLIGHT "flight" "Now it is carried out" "SA-4.2"
        "Each turn: threats appear, the crew acts in order, weapons fire together, threats move. Go step by step, let it play, or run to the end. A card that does nothing says why."
    TRIP "trip" "Tripped?" "SA-5.3"
        "If the card is not what you meant, say so now: you do the other half, or the opposite arrow, but your next card slips one turn."
    SCORE "score" "Points" "SA-11.2"
        "Destroyed threats bring more than survived ones. Every damage tile costs a point, those of the worst zone count twice, and so do knocked-out friends."
}

/// What to explain in the Resolution Round.
pub(crate) fn flying(flight: &FlightView) -> Vec<&'static Tip> {
    let mut list: Vec<&'static Tip> = vec![&FLIGHT];
    if flight.turn > 2 && matches!(flight.step, Step::Damage | Step::Threats) {
        list.push(&SCORE);
    }
    list
}

/// What to explain while one plans, the most pressing first.
pub(crate) fn planning(view: &View, plan: &PlanView) -> Vec<&'static Tip> {
    let mut list: Vec<&'static Tip> = Vec::new();
    if matches!(plan.clock, ClockView::Gathering { .. }) {
        return list;
    }
    if plan.silent {
        list.push(&SILENCE);
    }
    if plan.gives > 0 {
        list.push(&TRANSFER);
    }
    list.extend([&PROGRAM, &STATIONS]);
    if plan.draws > 0 {
        list.push(&DATA);
    }
    if !plan.threats.is_empty() {
        list.push(&THREAT);
    }
    if plan.threats.iter().any(|(_, _, place)| *place == Place::Internal) {
        list.push(&INTERNAL);
    }
    if plan.lesson.maintenance() {
        list.push(&COMPUTER);
    }
    if view.crew.iter().any(|c| c.figure.android) && !view.solo {
        list.push(&ANDROIDS);
    }
    let own = view.own();
    let planned = own.is_some_and(|me| {
        let turns = crate::turns_of(usize::from(me.phase.max(1)) - 1);
        me.phase > 0 && turns.clone().all(|t| me.board.get(usize::from(t) - 1) != Some(&Space::Empty))
    });
    if planned && own.is_some_and(|me| usize::from(me.phase) < plan.lesson.phases()) {
        list.push(&EARLY);
    }
    list.push(&ENERGY);
    list
}
