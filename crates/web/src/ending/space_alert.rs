//! The end of a mission: the ship came home, or it did not.

use super::{Moment, Sheet, Tale, heading};
use klaxon_core::{Known, count};
use klaxon_space_alert::{Event, FlightView, Happening, SpaceAlert, StageView};

pub fn tale(known: &Known<'_, SpaceAlert>) -> Tale {
    let view = &known.view;
    let StageView::Over { flight, score } = &view.stage else { return Tale::default() };
    let lost = flight.loss.is_some();
    let campaign = view.campaign && view.log.len() > 1;
    let cause = match flight.loss {
        Some(loss) => {
            let threat = &loss.threat.card().name;
            let how =
                loss.zone.map_or("ended the mission".into(), |zone| format!("destroyed the {zone} zone"));
            format!("In turn {} {threat} (T+{}) {how}.", loss.turn, loss.number)
        }
        None => home(flight, *score, campaign.then_some(view.log.len())),
    };
    let mut turns: Vec<(u32, String)> = Vec::new();
    let mut moments = Vec::new();
    let mut turn = 0;
    for (step, event) in known.heard.iter().copied() {
        let Event::Ship(happening) = event else { continue };
        if let Happening::TurnBegins { turn: now } = happening {
            turn = *now;
            if turns.last().is_none_or(|(last, _)| *last != step) {
                turns.push((step, format!("turn {turn}")));
            }
        }
        if let Some((gain, weight)) = weight(happening) {
            moments.push(Moment {
                step,
                when: format!("Turn {turn}"),
                title: heading(&happening.line().text),
                text: String::new(),
                gains: gain.then_some(0),
                weight,
            });
        }
    }
    Tale {
        together: Some(if lost { "The ship is lost" } else { "The ship came home" }),
        names: vec!["The crew".into()],
        cause,
        scores: score.filter(|_| !lost).map(|score| score.to_string()).into_iter().collect(),
        unit: if *score == Some(1) { "point" } else { "points" },
        moments,
        turns,
        luck: Vec::new(),
        sheet: sheet(flight, *score, lost),
    }
}

fn home(flight: &FlightView, score: Option<i32>, missions: Option<usize>) -> String {
    let s = &flight.score;
    let destroyed =
        flight.threats.iter().filter(|t| t.status == klaxon_space_alert::Status::Destroyed).count();
    let tiles = match s.tiles {
        0 => "no damage".into(),
        n => count(n, "damage tile"),
    };
    let all = flight.threats.len();
    let points = count(score.unwrap_or_else(|| s.total()), "point");
    match missions {
        Some(n) => format!(
            "{points} in a campaign of {n} missions; the last one with {destroyed} of {all} threats destroyed and {tiles}."
        ),
        None => format!("{destroyed} of {all} threats destroyed, {tiles}: {points}."),
    }
}

/// How much a happening weighs and whether it helped. The plan decides the whole resolution beforehand, so the estimate
/// stands still while it is told: this is what each thing costs or brings by the score sheet.
fn weight(happening: &Happening) -> Option<(bool, i32)> {
    Some(match happening {
        Happening::Destroyed { foe, .. } => (true, 20 + 15 * i32::from(foe.card.card().destroyed)),
        Happening::VisualConfirmation { points, .. } if *points > 1 => (true, 10 * i32::from(*points)),
        Happening::DealsDamage { points, .. } if *points > 0 => (false, 25 * i32::from(*points)),
        Happening::Attacks { strength, bonus, stopped, .. } if strength + bonus > *stopped => {
            (false, 25 * i32::from(strength + bonus - stopped))
        }
        Happening::KnockedOut { .. } => (false, 60),
        Happening::SquadDisabled { .. } | Happening::StoredSquadDisabled { .. } => (false, 25),
        Happening::ComputerCheck { served: false, .. } => (false, 50),
        Happening::Delayed { lost: Some(_), .. } => (false, 30),
        Happening::Lost { .. } => (false, 1000),
        _ => return None,
    })
}

fn sheet(flight: &FlightView, score: Option<i32>, lost: bool) -> Sheet {
    let s = &flight.score;
    let signed = |n: i32| match n {
        0 => "0".to_owned(),
        n if n > 0 => format!("+{n}"),
        n => format!("−{}", -n),
    };
    if lost {
        // SA-11.1: a lost mission has no points.
        let rows = flight.threats.iter().map(|threat| {
            let word = match threat.status {
                klaxon_space_alert::Status::Destroyed => "destroyed",
                klaxon_space_alert::Status::Survived => "survived",
                klaxon_space_alert::Status::OnTrack => "still there",
                klaxon_space_alert::Status::Waiting => "never appeared",
            };
            (format!("{} T+{}", threat.face().name, threat.turn), vec![word.to_owned()], false)
        });
        return Sheet { title: "Threats", rows: rows.collect(), ..Sheet::default() };
    }
    let rows = [
        ("threats destroyed", s.destroyed),
        ("threats survived", s.survived),
        ("visual confirmation", s.visual),
        ("damage tiles", -s.tiles),
        ("tiles of the worst zone", -s.worst_zone),
        ("knocked out, 2 each", -2 * s.knocked_out),
        ("disabled squads", -s.disabled_squads),
    ];
    let mut rows: Vec<_> =
        rows.into_iter().map(|(name, n)| (name.to_owned(), vec![signed(n)], false)).collect();
    rows.push(("this mission".into(), vec![s.total().to_string()], true));
    if let Some(all) = score.filter(|all| *all != s.total()) {
        rows.push(("in all".into(), vec![all.to_string()], true));
    }
    Sheet { title: "Score sheet", rows, ..Sheet::default() }
}
