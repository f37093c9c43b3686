//! Card text, generated from the effects, so that words and behaviour cannot drift apart.

use crate::{
    data::{EventCard, Face, Hits, Move, Tag, Tech},
    effect::{Count, Effect, Goods, Kind, Role, Vs},
    ids::UnitSet,
    words::{and_list, unit_name},
};

/// What a combat card says.
pub fn face_text(face: Face) -> String {
    let print = face.data();
    let mut parts = Vec::new();
    if print.kind == Kind::Standard {
        parts.push(format!(
            "{} use {}/{}, others {}/{}",
            set(print.pictured),
            print.major.0,
            print.major.1,
            print.minor.0,
            print.minor.1
        ));
    } else if print.kind == Kind::Reinforcement {
        let support = if print.specialty { " in the skirmish" } else { " at the front" };
        parts.push(format!("with {}{support}", set(print.pictured)));
    }
    parts.extend(print.effect.iter().map(effect_text));
    parts.join("; ")
}

/// What a technology says.
pub fn tech_text(tech: Tech) -> String {
    let print = tech.data();
    let kind = match print.kind {
        Kind::Standard => "standard card",
        Kind::Reinforcement => "reinforcement card",
        Kind::Play => "stays in your play area",
    };
    let copies = if print.copies > 1 { format!("{} copies, ", print.copies) } else { String::new() };
    let faces: Vec<String> = match print.kind {
        Kind::Play => vec![print.effect.iter().map(effect_text).collect::<Vec<_>>().join("; ")],
        Kind::Standard | Kind::Reinforcement => print.faces.iter().map(|f| face_text(*f)).collect(),
    };
    format!("{copies}{kind}: {}", faces.join(" / "))
}

/// What an event card says.
pub fn event_text(event: EventCard) -> String {
    event.data().effect.iter().map(effect_text).collect::<Vec<_>>().join("; ")
}

fn set(units: UnitSet) -> String {
    let names: Vec<String> = units.iter().map(|u| unit_name(u).to_string()).collect();
    and_list(&names)
}

fn values(a: u8, h: u8) -> String {
    match (a, h) {
        (a, 0) => format!("+{a} attack"),
        (0, h) => format!("+{h} health"),
        (a, h) => format!("+{a} attack and +{h} health"),
    }
}

fn versus(vs: Vs) -> &'static str {
    match vs {
        Vs::Any => "",
        Vs::Ground => " against a ground unit",
        Vs::Flying => " against a flying unit",
        Vs::Mech => " against a mechanical unit",
        Vs::Bio => " against a biological unit",
    }
}

fn acting(role: Option<Role>) -> &'static str {
    match role {
        None => "",
        Some(Role::Attacker) => " when you attack",
        Some(Role::Defender) => " when you defend",
    }
}

fn led_by(flu: UnitSet) -> String {
    if flu == UnitSet::ALL { String::new() } else { format!("{}: ", set(flu)) }
}

fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::Infantry => "infantry",
        Tag::Bio => "biological",
        Tag::Mech => "mechanical",
        Tag::Ranged => "ranged",
    }
}

fn move_name(r#move: Move) -> &'static str {
    match r#move {
        Move::Ground => "ground",
        Move::Flying => "flying",
    }
}

fn hits_name(hits: Hits) -> &'static str {
    match hits {
        Hits::Nothing => "no",
        Hits::Ground => "ground",
        Hits::Flying => "flying",
        Hits::Both => "ground or flying",
    }
}

fn goods(what: Goods) -> &'static str {
    match what {
        Goods::Module => "one module",
        Goods::Building => "one building level",
        Goods::ModuleOrBuilding => "one module or building level",
        Goods::Base => "a base",
        Goods::Technology => "one technology",
    }
}

/// One effect in words.
pub fn effect_text(effect: &Effect) -> String {
    match *effect {
        Effect::Gain { a, h, flu, vs, role, own_base_here } => {
            let base = if own_base_here { " beside your base" } else { "" };
            format!("{}{}{}{}{base}", led_by(flu), values(a, h), versus(vs), acting(role))
        }
        Effect::PassiveGain { a, h, needs_own } => {
            format!("{} in each skirmish with one of your {}s", values(a, h), set(needs_own))
        }
        Effect::GainIfSufficient { h, flu, vs, role } => {
            format!("{}+{h} health{}, if it is strong enough{}", led_by(flu), acting(Some(role)), versus(vs))
        }
        Effect::Splash { hits, only, tag, flu, vs, unless_enemy_detector } => {
            let what = match (only == UnitSet::ALL, tag) {
                (false, _) => format!("a {}", set(only).replace(" and ", " or ")),
                (true, Some(tag)) => format!("a {} unit", tag_name(tag)),
                (true, None) => format!("a {} unit", hits_name(hits)),
            };
            let mines = if unless_enemy_detector { " unless the enemy has a Detector" } else { "" };
            format!("{}splash on {what}{}{mines}", led_by(flu), versus(vs))
        }
        Effect::CloakFlu => "your front-line unit has Cloaking".into(),
        Effect::CloakUnits(units) => format!("your {}s here have Cloaking", set(units)),
        Effect::CloakAllBut { units, needs_own } => {
            format!(
                "with one of your {}s in a skirmish your units there except {}s have Cloaking",
                set(needs_own),
                set(units)
            )
        }
        Effect::DetectorHere => "your side has Detector".into(),
        Effect::DetectorUnits(units) => format!("your {}s have Detector", set(units)),
        Effect::Cancel(kind) => match kind {
            Kind::Standard => "cancels the opponent's standard card".into(),
            Kind::Reinforcement => "cancels the opponent's reinforcement card".into(),
            Kind::Play => "cancels nothing".into(),
        },
        Effect::ForceMinor { vs } => format!("the opponent uses minor values and no ability{}", versus(vs)),
        Effect::EnemySupportZero => "enemy support counts 0".into(),
        Effect::LoseTargeting { tag, r#move } => {
            format!("enemy {} units cannot target {} units", tag_name(tag), move_name(r#move))
        }
        Effect::SetAttackBoth(n) => format!("the attack of both sides is {n}"),
        Effect::AutoSufficient => "your side has sufficient strength".into(),
        Effect::EndStepEnemyDestroys { count, tag, r#move, only_if_flu_alive } => {
            let what = match (tag, r#move) {
                (Some(tag), Some(m)) => format!("{} {} units", tag_name(tag), move_name(m)),
                (Some(tag), None) => format!("{} units", tag_name(tag)),
                (None, Some(m)) => format!("{} units", move_name(m)),
                (None, None) => "units".into(),
            };
            let n = match count {
                Count::One => format!("one of his {what}"),
                Count::All => format!("all his {what}"),
            };
            let alive = if only_if_flu_alive { " if your front-line unit was not destroyed" } else { "" };
            format!("at the end the opponent destroys {n} of the skirmish{alive}")
        }
        Effect::EndStepSelfDestruct => {
            "at the end the Scourge, if still there, is destroyed with a flying opponent".into()
        }
        Effect::ReturnToTech => "returns to your technology deck".into(),
        Effect::StartEnemyDestroys { r#move, max_cost, needs_own, role } => {
            let cost = max_cost.map_or(String::new(), |n| format!(" with a total cost of {n} or less"));
            let with = format!(" with one of your {}s", set(needs_own));
            format!(
                "start of battle{}{with}: the opponent destroys one of his {} units{cost}",
                acting(role),
                move_name(r#move)
            )
        }
        Effect::StartDraw { n, sacrifice, needs_own } => {
            let price =
                if sacrifice { "destroy one of your units there or a worker of your pool; " } else { "" };
            format!("start of battle with one of your {}s: {price}draw {n} cards", set(needs_own))
        }
        Effect::StartExtraDraw(n) => format!("{n} more cards in step 3"),
        Effect::StartPeek { needs_own } => {
            format!("start of battle with one of your {}s: look at the opponent's hand", set(needs_own))
        }
        Effect::StartOpponentPlacesFaceUp => "start of battle: the opponent places first and face up".into(),
        Effect::StartCancelBattle { role } => {
            format!(
                "start of battle{}: call it off and leave for another area of the planet",
                acting(Some(role))
            )
        }
        Effect::StartGainAll { a, h, role } => {
            format!("start of battle{}: {} in each skirmish", acting(Some(role)), values(a, h))
        }
        Effect::AutoSplash { hits } => {
            format!("start of battle: the opponent suffers one splash on a {} unit", hits_name(hits))
        }
        Effect::Unlocks(unit) => format!("allows {}s", unit_name(unit)),
        Effect::AllowBuild { unit, consume, n } => {
            format!("allows {}s, each made of {n} {}", unit_name(unit), unit_name(consume))
        }
        Effect::BuildLimit(n) => format!("{n} unit more per Build order"),
        Effect::SpecialOrders(n) => format!("{n} special order each round"),
        Effect::BaseDetector => "your units beside your base have Detector".into(),
        Effect::BaseAntiAir(n) => format!("+{n} attack against flyers beside your base"),
        Effect::OrbitalDefense => "nobody lands from another planet beside your base".into(),
        Effect::MobilizeRecall { to } => {
            format!("once per Mobilize one unit comes from anywhere to an area with your {}", unit_name(to))
        }
        Effect::HandLimit(n) => format!("your hand limit is +{n} for the rest of the game"),
        Effect::ExtraSpecialOrder(n) => format!("place {n} special order more in one round"),
        Effect::LiftOff => "a Mobilize order may also move your base on its planet".into(),
        Effect::Shields { h } => format!("a standard card may serve as reinforcement: +{h} health"),
        Effect::Creep => "your base may be founded in any friendly or empty area of the planet".into(),
        Effect::Regeneration(n) => {
            format!("draw {n} card after a battle that a unit of yours survived")
        }
        Effect::GainCp(n) => format!("gain {n} conquest point{}", if n == 1 { "" } else { "s" }),
        Effect::GainWorkers(n) => format!("put {n} unused workers into your pool"),
        Effect::DrawCombat(n) => format!("draw {n} combat cards"),
        Effect::FreeTransports(n) => format!("place up to {n} transports on routes at your bases"),
        Effect::Deploy { units, cost } => {
            format!(
                "deploy up to {units} unit{} with a total cost of {cost} or less",
                if units == 1 { "" } else { "s" }
            )
        }
        Effect::Discount { n, what } => format!("buy {} at a discount of {n}", goods(what)),
        Effect::TakeTechnology => "take one technology free of charge".into(),
        Effect::MoveZEnds { n, up_to } => {
            let some = if up_to { "up to " } else { "" };
            format!("move {some}{n} z-axis end{} to another planet", if n == 1 { "" } else { "s" })
        }
        Effect::PeekAndDiscard => "look at another player's hand and discard one card of it".into(),
        Effect::Bombard => {
            "on a planet where you control an area another player destroys a unit of his".into()
        }
        Effect::DepleteArea => "a mineral or gas area is depleted one step".into(),
        Effect::EndCard => {
            "must be played: gain 1 conquest point or draw 3 combat cards; at two the game ends".into()
        }
    }
}
