//! Words made from data: what stands on a disk, and how a scenario is won. Nothing of it is typed twice.

use crate::data::data;
use crate::data::scenario::{EndCond, Goal, GoalEffect, GoalTeam, GoalWord, Scenario, Side, Victory, Zone};
use crate::effect::{
    ANY_RANGE, Ability, Bulk, Condition, Effect, Foe, Goods, Readied, Scope, Shelter, Tag, When, Window,
};
use klaxon_core::count;

impl Ability {
    /// The ability in a sentence.
    pub fn text(&self) -> String {
        let parts: Vec<String> = self.effect.iter().map(|e| effect_text(e, self)).collect();
        let what = parts.join(if self.choose { ", or " } else { ", and " });
        let conditions: Vec<String> = self.conditions.iter().map(condition_text).collect();
        let when = match self.when {
            When::Start => "Start: ".to_string(),
            When::Continuous | When::OnOrder(_) => String::new(),
            When::Activate if self.sacrifice => "Activate, sacrifice: ".into(),
            When::Activate => "Activate: ".into(),
            When::Flip(window) if self.sacrifice => format!("{}, sacrifice: ", window_text(window)),
            When::Flip(window) => format!("{}, flip: ", window_text(window)),
            When::OncePerTurn(window) => format!("Once per turn, {}: ", lower(window_text(window))),
            When::Boarding => "Boarding: ".into(),
            When::BoardingAt(window) if self.sacrifice => format!("{}, sacrifice: ", window_text(window)),
            When::BoardingAt(window) => format!("{}: ", window_text(window)),
            When::CritInflict => "Crit: ".into(),
        };
        let scope = match self.scope {
            Scope::Ship => "",
            Scope::Fleet => "for every ship of your fleet, ",
            Scope::FleetOthers => "for every other ship of your fleet, ",
            Scope::Armada => "for every ship of your team, ",
            Scope::Personal => "wherever they are, ",
        };
        let condition =
            if conditions.is_empty() { String::new() } else { format!("{}, ", conditions.join(" and ")) };
        let uses = if self.uses > 0 { format!(" ({} times in a game)", self.uses) } else { String::new() };
        let sentence = format!("{when}{condition}{scope}{what}{uses}.");
        let mut letters = sentence.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => sentence,
        }
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn window_text(window: Window) -> &'static str {
    match window {
        Window::OrdersPhaseStart => "At the start of an Orders phase",
        Window::OwnActivation => "In this ship's activation",
        Window::OrderRevealed => "When a target ship reveals an order",
        Window::BeamDeclared => "When a beam is declared",
        Window::BeamDropped => "After a beam drop by this ship",
        Window::TorpedoLaunched => "When launching a torpedo",
        Window::HitsIncoming => "When this ship would take hits",
        Window::CritSuffered => "When this ship is about to suffer a critical",
        Window::BoardingStart => "At the start of Boarding",
        Window::BoardingSegment => "Before a segment of crew combat",
        Window::BoardingDropped => "After the drop of each segment",
        Window::CrewLoss => "When a crew is lost in crew combat here",
    }
}

fn condition_text(condition: &Condition) -> String {
    match condition {
        Condition::Speed(n) => format!("while the current speed is {n} or more"),
        Condition::Hits(n) => format!("if the drop scores {n} or more hits"),
        Condition::TargetShieldsDown => "against a target whose shields are 0".into(),
        Condition::RevealedDisk(id) => format!("while {} is revealed in the same place", disk_name(id)),
        Condition::RevealedKeyword(k) => format!("while your {} is revealed in the same place", k.name()),
        Condition::DroppedCloakThisPhase => "in a phase in which this ship dropped its cloak".into(),
        Condition::FirstBeam => "with its first beam".into(),
        Condition::Segment(n) => format!("in segment {n}"),
        Condition::Vs(Foe::Borg) => "Vs Borg".into(),
        Condition::Vs(Foe::Faction(f)) => format!("Vs {}", f.name()),
    }
}

fn disk_name(id: &str) -> String {
    data().disk(id).map_or_else(|| id.to_string(), |d| d.of().name.clone())
}

fn who_text(who: &crate::effect::Who) -> String {
    let all: Vec<String> = who.iter().map(|tags| tags_text(tags)).collect();
    all.join(" and ")
}

fn tags_text(tags: &[Tag]) -> String {
    let mut noun = "crew".to_string();
    let mut after = Vec::new();
    let mut before = "";
    for tag in tags {
        match tag {
            Tag::Itself => return "this crew".into(),
            Tag::HomeCrew => after.push("whose home is this ship"),
            Tag::AboardHere => after.push("aboard this ship"),
            Tag::SamePlace => after.push("in the same place"),
            Tag::Own => before = "your ",
            Tag::OtherOwn => before = "your other ",
            Tag::OwnTeam => after.push("of your team"),
            Tag::Keyword(k) => noun = format!("{} crew", k.name()),
            Tag::Disk(id) => noun = disk_name(id),
        }
    }
    let mut text = format!("{before}{noun}");
    for part in after {
        text.push(' ');
        text.push_str(part);
    }
    text
}

fn signed(n: i8) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { format!("+{n}") }
}

fn at_range(range: u8) -> String {
    if range == ANY_RANGE { "at any range".into() } else { format!("at range: {range}") }
}

fn effect_text(effect: &Effect, ability: &Ability) -> String {
    match effect {
        Effect::MaxShields(n) => format!("maximum shields {}", signed(*n)),
        Effect::MaxHull(n) => format!("maximum hull {}", signed(*n)),
        Effect::MaxSpeed(n) => format!("maximum speed {}", signed(*n)),
        Effect::Capacity(n) => format!("capacity {}", signed(*n)),
        Effect::Beam(n) => format!("beam {}", signed(*n)),
        Effect::BeamRange(n) => format!("beam range {}", signed(*n)),
        Effect::TransportRange(n) => format!("transporter range {}", signed(*n)),
        Effect::Torp { damage, movement, life } => {
            let mut parts = Vec::new();
            if *damage != 0 {
                parts.push(format!("{} damage", signed(*damage)));
            }
            if *movement != 0 {
                parts.push(format!("{} hop each move", signed(*movement)));
            }
            if *life != 0 {
                parts.push(format!("{} Orders phase of flight", signed(*life)));
            }
            format!("torpedoes this ship launches have {}", parts.join(" and "))
        }
        Effect::Torps(n) => format!("{n} more torpedoes"),
        Effect::Initiative(n) => format!("initiative {}", signed(*n)),
        Effect::Command { who, plus } => format!("{}: command {}", who_text(who), signed(*plus)),
        Effect::Combat { who, plus } => format!("{}: combat {}", who_text(who), signed(*plus)),
        Effect::FreePoints { of, points } => {
            let goods = match of {
                Goods::AwayTeamCrew => "Away Team crew",
                Goods::Tech => "tech",
                Goods::Any => "crew or tech",
            };
            format!("{} of {goods}", count(*points, "free point"))
        }
        Effect::SpeedStep(n) => format!("Change Speed may change the speed by up to {n}"),
        Effect::EvasiveAnyPhase => "evasive action is allowed in the third Orders phase too".into(),
        Effect::EvasiveKeepsOrders => "evasive action does not remove this ship's orders".into(),
        Effect::IgnoreCollision(kinds) => {
            let names: Vec<&str> = kinds
                .iter()
                .map(|k| match k {
                    Bulk::Terrain => "terrain",
                    Bulk::Obstruction => "obstructions",
                })
                .collect();
            format!("never collides with {}", names.join(" or "))
        }
        Effect::HeadingAnytime => "Change Heading may be executed once at any point during movement".into(),
        Effect::ReplaceOwnOrder => "replace this ship's face-down order of the phase by any other".into(),
        Effect::PeekOrders { all, range } => {
            let what = if *all { "all face-down orders" } else { "the order of this phase" };
            format!("look at {what} of a target ship {}", at_range(*range))
        }
        Effect::SwapEnemyOrders { range } => {
            format!("exchange two face-down orders of a target ship {} without looking", at_range(*range))
        }
        Effect::CancelEnemyOrder { range, order } => {
            let what = order.map_or("that order".to_string(), |o| format!("an {} order", o.name()));
            format!("{what} of a target ship {} is not executed", at_range(*range))
        }
        Effect::PeekConcealed { range } => {
            format!("look at all concealed disks of a target ship {}", at_range(*range))
        }
        Effect::RevealConcealed { n, range } => {
            format!(
                "{n} concealed disk, chosen at random, on a target ship {} becomes revealed",
                at_range(*range)
            )
        }
        Effect::IntelImmune => {
            "enemy disks cannot look at, reveal or change the orders and concealed disks".into()
        }
        Effect::FlipEnemy { keyword, range } => {
            let what = keyword.map_or("crew", |k| k.name());
            format!("flip one ready {what} on a target ship {}", at_range(*range))
        }
        Effect::FlipEnemyHere => "flip one ready enemy crew there".into(),
        Effect::Ready(Readied::Tech) => "ready one tech on this ship".into(),
        Effect::Ready(Readied::Crew) => "ready one crew on this ship".into(),
        Effect::RestoreShields(n) => format!("shields +{n}, not above maximum"),
        Effect::RestoreHull(n) => format!("hull +{n}, not above maximum"),
        Effect::DrainShields { n, range } => format!("a target ship {} loses {n} shields", at_range(*range)),
        Effect::ReduceSpeed { n, range } => format!("a target ship {} loses {n} speed", at_range(*range)),
        Effect::ShieldsIgnored(n) => {
            format!("the first {n} hits of this ship's next beam this phase go past shields")
        }
        Effect::NextBeam(n) => format!("this ship's beam is {}", signed(*n)),
        Effect::AttackerBeam(n) => format!("a beam against this ship is {}", signed(*n)),
        Effect::RerollMisses(n) => format!("drop up to {n} of the misses again"),
        Effect::RerollAllMisses => "drop all the misses again".into(),
        Effect::FireAgain => "fire the beam again at once".into(),
        Effect::LaunchAgain => "launch a second torpedo with the same order".into(),
        Effect::PreventHits { n, of } => {
            let names: Vec<&str> = of
                .iter()
                .map(|s| match s {
                    Shelter::Beam => "beam",
                    Shelter::Hull => "hull",
                    Shelter::Obstruction => "obstruction",
                    Shelter::Terrain => "terrain",
                })
                .collect();
            let by_itself = ability.when == When::Continuous;
            let how = if by_itself { "are prevented" } else { "is prevented" };
            format!("up to {n} {} hit{} {how}", names.join(" or "), if *n == 1 { "" } else { "s" })
        }
        Effect::RamDamage(n) => format!("a ship that this one collides with takes {n} hull hits as well"),
        Effect::ChangeCrit(crit) => {
            format!(
                "change a critical this ship inflicts to a {} crit, if the target has none yet",
                crit.name()
            )
        }
        Effect::CancelCrit => "cancel it".into(),
        Effect::RemoveCrit => "remove one critical marker from this ship".into(),
        Effect::TransportThroughOwnShields => "this ship may transport while its own shields are up".into(),
        Effect::KidnapCrew => {
            "a transport to a ship may also bring back one flipped enemy crew from there".into()
        }
        Effect::StealTech { cost, range } => format!(
            "move one revealed tech of cost {cost} or less from a target ship {} whose shields are 0 to this ship",
            at_range(*range)
        ),
        Effect::ConvertCrew(cost) => {
            format!("take one revealed enemy crew of cost {cost} or less there that is not Unique")
        }
        Effect::SaveCrew => "that crew stays, flipped".into(),
        Effect::ChooseLoss => "if your side won the segment, you choose the crew the losers remove".into(),
        Effect::PlaceObstacle(kind) => format!("place a {} touching this ship's stern", kind.name()),
        Effect::Cloak(kind) => format!("raise this Type {} cloak: {}", roman(*kind), cloak_text(*kind)),
        Effect::CloakAs(kind) => format!("a Type I cloak on this ship works as Type {}", roman(*kind)),
    }
}

/// What a cloak does (ST-16.1 to ST-16.6).
fn cloak_text(kind: u8) -> String {
    let up = match kind {
        1 => "",
        _ => {
            "; it may also be raised without an order at the start of an Orders phase, but not dropped in the same one"
        }
    };
    let down = match kind {
        3 => "shields then go to maximum",
        _ => "shields stay 0 until raised by an order",
    };
    format!(
        "the ship cannot fire or be fired upon and its shields fall to 0{up}; dropped at the start of an Orders phase, {down}"
    )
}

fn roman(n: u8) -> &'static str {
    match n {
        1 => "I",
        2 => "II",
        _ => "III",
    }
}

impl Scenario {
    /// How the scenario is won, a sentence each.
    pub fn victory_text(&self) -> Vec<String> {
        self.victory.iter().map(|v| self.condition_text(v)).collect()
    }

    fn condition_text(&self, victory: &Victory) -> String {
        match victory {
            Victory::DestroyFleet => "Destroy the opposing fleet.".into(),
            Victory::PointsForShips => "Points for each enemy ship destroyed, equal to its cost.".into(),
            Victory::EndWhen { cond: EndCond::NoScenarioShips, .. } => {
                "The game ends when no scenario ship is left.".into()
            }
            Victory::EndWhen { cond: EndCond::TeamHasGoals, count } => {
                format!("The game ends when a team has reached {count} goals.")
            }
            Victory::Goal { team, goal, effect } => {
                let who = match team {
                    GoalTeam::Team(n) if self.ffa => format!("Team {}", u16::from(*n) + 1),
                    // What is only drafted may name a team that is not there yet.
                    GoalTeam::Team(n) => self
                        .teams
                        .get(usize::from(*n))
                        .map_or_else(|| format!("Team {n}"), |team| team.name.clone()),
                    GoalTeam::Word(GoalWord::Any) => "A team".into(),
                    GoalTeam::Word(GoalWord::DestroyerOfVip) => "Whoever destroys the VIP".into(),
                };
                let gets = match effect {
                    GoalEffect::Win => "wins".to_string(),
                    GoalEffect::Lose => "loses".into(),
                    GoalEffect::ScoreEach(n) => format!("scores {} each", count(n, "point")),
                    GoalEffect::ScoreOnce(n) => format!("scores {}", count(n, "point")),
                };
                format!("{who} {gets}: {}.", self.goal_text(goal))
            }
        }
    }

    /// The goal of a condition, without who and what for; nothing where it has none.
    pub(crate) fn goal_words(&self, condition: usize) -> String {
        if let Some(Victory::Goal { goal, .. }) = self.victory.get(condition) {
            return self.goal_text(goal);
        }
        String::new()
    }

    fn goal_text(&self, goal: &Goal) -> String {
        let place = |id: &str| self.terrain_ix(id).map_or(id, |i| self.terrain[i].name.as_str()).to_string();
        let ships = |ids: &[String]| {
            let name = |id: &String| data().ship(id).map_or(id.clone(), |s| s.of().name.clone());
            ids.iter().map(name).collect::<Vec<_>>().join(" and ")
        };
        let turns = |n: u8, row: bool| match (n, row) {
            (1, _) => String::new(),
            (n, true) => format!(" for {n} turns in a row"),
            (n, false) => format!(" for {n} turns"),
        };
        match goal {
            Goal::HoldTerrain { of, turns: n, consecutive } => {
                format!("alone with revealed crew on {}{}", place(of), turns(*n, *consecutive))
            }
            Goal::CrewInZone { crew, count, zone } => {
                format!("{count} × {} aboard its ships, {}", disk_name(crew), self.zone_text(zone))
            }
            Goal::CrewDead { crew, count } => format!("{count} × {} removed from play", disk_name(crew)),
            Goal::VipHeld { crew, turns: n, consecutive } => {
                format!("{} aboard one of its ships{}", disk_name(crew), turns(*n, *consecutive))
            }
            Goal::ShipExits { ships: s, end } => {
                format!("{} leaves over the {} side", ships(s), side_text(*end))
            }
            Goal::ShipLost { ships: s } => format!("{} destroyed or captured", ships(s)),
            Goal::ShipInZoneAtEnd { zone } => format!("own ship {} when the game ends", self.zone_text(zone)),
            Goal::ControlShip { ship, turns: n, consecutive } => {
                format!("in control of {}{}", ships(std::slice::from_ref(ship)), turns(*n, *consecutive))
            }
            Goal::ThreatDestroyed => "the threat is destroyed".into(),
            Goal::ThreatReaches { of } => format!("the threat reaches {}", place(of)),
            Goal::TurnLimit => "the turn limit is reached and nobody has won".into(),
        }
    }

    fn zone_text(&self, zone: &Zone) -> String {
        match zone {
            Zone::End { end, range } => format!("within range {range} of the {} side", side_text(*end)),
            Zone::Point { x, y, range } => format!("within range {range} of {x},{y}"),
            Zone::Terrain { of, range } => format!("within range {range} of {of}"),
            Zone::Rect { x0, y0, x1, y1 } => format!("between {x0},{y0} and {x1},{y1}"),
        }
    }
}

fn side_text(side: Side) -> &'static str {
    match side {
        Side::W => "west",
        Side::E => "east",
        Side::S => "south",
        Side::N => "north",
    }
}
