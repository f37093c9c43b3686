//! The end of the Federation, or its survival: one plays alone against five races.

use super::{Moment, Sheet, Tale, Throws, heading};
use klaxon_core::{Known, counted};
use klaxon_federation::{
    End, Event, Federation, Purpose,
    chronicle::{Chronicle, Turning},
    data::data,
    nouns::Base,
};

pub fn tale(known: &Known<'_, Federation>) -> Tale {
    let t = &known.view.table;
    let heard = || known.heard.iter().copied();
    let past = Chronicle::of(heard());
    let together = match t.end {
        Some(End::Settled) => "The Federation stands",
        Some(End::SolFell) => "Sol fell",
        Some(End::Unstable) => "The Federation broke apart",
        Some(End::Outclassed) => "The Federation was outclassed",
        None => "It is not over yet",
    };
    let moments = past.moments.iter().map(|m| Moment {
        step: m.step,
        when: format!("Turn {}", m.turn),
        title: heading(&m.what.text()),
        text: String::new(),
        gains: rises(m.what).then_some(0),
        weight: 0,
    });
    let turns = heard().filter_map(|(step, event)| match event {
        Event::TurnBegan { turn, .. } => Some((step, format!("turn {turn}"))),
        _ => None,
    });
    let end = t.end.map(|end| crate::error::sentence(&end.sentence(t.turn))).unwrap_or_default();
    Tale {
        together: Some(together),
        names: vec!["Federation".into()],
        cause: format!("{end} {}", past.verdict()),
        scores: vec![format!("{} of {}", t.settled(), Base::ALL.len())],
        unit: "worlds settled",
        moments: moments.collect(),
        turns: turns.collect(),
        luck: luck(heard().map(|(_, event)| event)),
        sheet: Sheet {
            title: "The war",
            head: Vec::new(),
            rows: [
                ("difficulty", t.difficulty.word().to_owned()),
                ("turns", t.turn.to_string()),
                ("stability left", t.stability.to_string()),
                ("battles", format!("{} won, {} lost", past.won, past.lost)),
                ("fleets destroyed", past.destroyed.to_string()),
                ("activation tokens", past.tokens.to_string()),
            ]
            .into_iter()
            .map(|(name, value)| (name.into(), vec![value], false))
            .collect(),
            note: String::new(),
        },
    }
}

fn rises(what: Turning) -> bool {
    match what {
        Turning::Settled(..) | Turning::StabilityRose(_) => true,
        Turning::BaseLost(..) | Turning::StabilityFell(..) | Turning::AtSol(_) => false,
    }
}

/// Combat dice that hit by themselves, before technology makes more of them (SF-13.9).
fn luck<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<Throws> {
    let hit_at = data().combat.hit_at;
    let (mut dice, mut hits) = (0u32, 0u32);
    for event in events {
        if let Event::Rolled { purpose: Purpose::Combat, dice: thrown, .. } = event {
            dice += thrown.len() as u32;
            hits += thrown.iter().filter(|face| **face >= hit_at).count() as u32;
        }
    }
    if dice == 0 {
        return Vec::new();
    }
    let expected = u64::from(dice) * u64::from(7 - hit_at.min(6)) * 1000 / 6;
    vec![Throws { side: 0, hits, expected, thrown: counted(dice, "combat die", "combat dice") }]
}
