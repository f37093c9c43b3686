//! The numbers of a skirmish in words, each with its rule.

use crate::{
    tally::{Part, Reason},
    words::{label::face_name, unit_name},
};
use klaxon_core::{RuleId, rule};

/// What a part comes from, and its rule.
pub fn reason(part: &Part) -> (String, RuleId) {
    match part.why {
        Reason::Major(face) => (format!("{}, which shows the unit", face_name(face)), rule!("SC-9.22")),
        Reason::Minor(face) => (format!("{}, minor values", face_name(face)), rule!("SC-9.22")),
        Reason::Blank => ("no standard card left".into(), rule!("SC-9.57")),
        Reason::Ability(face) => (format!("ability of {}", face_name(face)), rule!("SC-10.6")),
        Reason::Reinforcement(face) => (face_name(face), rule!("SC-9.19")),
        Reason::Shields => ("Shields".into(), rule!("SC-11.10")),
        Reason::Play(tech) => (format!("{} in play", tech.name()), rule!("SC-10.11")),
        Reason::Start => ("used at the start of the battle".into(), rule!("SC-9.4")),
        Reason::Support(unit) => (format!("supporting {}", unit_name(unit)), rule!("SC-9.24")),
        Reason::Special => ("special Mobilize".into(), rule!("SC-7.13")),
        Reason::AntiAir => ("Anti-aircraft".into(), rule!("SC-11.7")),
        Reason::Fixed(face) => (format!("{} fixes the attack", face_name(face)), rule!("SC-9.56")),
        Reason::Boost => ("strong enough: more health".into(), rule!("SC-9.56")),
        Reason::Sufficient(face) => {
            (format!("{}: sufficient strength in any case", face_name(face)), rule!("SC-10.15"))
        }
    }
}

/// "6/4 T02 …, +1/0 supporting Marine".
pub(crate) fn sum_words(parts: &[Part]) -> String {
    let one = |(i, part): (usize, &Part)| {
        let (text, _) = reason(part);
        if matches!(part.why, Reason::Fixed(_) | Reason::Sufficient(_)) {
            text
        } else if i == 0 {
            format!("{}/{} {text}", part.a, part.h)
        } else {
            format!("+{}/{} {text}", part.a, part.h)
        }
    };
    parts.iter().enumerate().map(one).collect::<Vec<_>>().join("; ")
}
