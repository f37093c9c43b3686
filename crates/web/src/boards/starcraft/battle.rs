//! The battle table: skirmishes with front line and support, cards, attack and health with the reason for each number,
//! and what came of them. After the battle its report stays until the next.

use super::{
    Table, also,
    chronicle::{Chronicle, Fought, FoughtSide, Report},
    figures::{self, faction_class},
};
use crate::markdown::rule_link;
use klaxon_starcraft::{
    BattleView, CardView, Fate, FighterView,
    data::{Face, data},
    ids::{Faction, Unit},
    tally::{self, Part, Tally},
    words::{area_name, face_name, name, reason, unit_name},
};
use maud::{Markup, html};

const ROLES: [&str; 2] = ["attacks", "defends"];

impl Table<'_> {
    pub(super) fn battle_panel(&self, chronicle: &Chronicle) -> Markup {
        let told = chronicle.battle.as_ref();
        html! {
            section #sc-battle .panel.sc-panel.live[self.view.battle.is_some()] aria-label="Battle" hidden[self.view.battle.is_none() && told.is_none()] {
                @if let Some(battle) = &self.view.battle { (self.live(battle, told.filter(|r| r.end.is_none()))) }
                @else if let Some(report) = told { (self.looked_back(report)) }
            }
        }
    }

    fn live(&self, battle: &BattleView, told: Option<&Report>) -> Markup {
        let who = battle.seats.map(|s| self.seat_name(s));
        html! {
            h2.sc-battle-title {
                strong { "Battle in " (area_name(battle.area)) } ": " (self.emblem(battle.seats[0])) " " (who[0]) " attacks " (self.emblem(battle.seats[1])) " " (who[1])
                @if battle.special { span.sc-first title="+1 attack in every skirmish (SC-7.13)" { "special Mobilize" } }
            }
            @for side in [0, 1] { (self.reserve(battle, side)) }
            div.sc-skirmishes {
                @for (i, skirmish) in battle.skirmishes.iter().enumerate() {
                    @let id = format!("skirmish:{i}");
                    @let can = self.touch.can(&id);
                    @let fought = told.and_then(|r| r.skirmishes.get(i)).filter(|f| f.done);
                    @let now = battle.clash.is_some_and(|(s, ..)| usize::from(s) == i) && !skirmish.done;
                    @let tallies = tally::tally(self.view, i as u8);
                    div id={ "sc-skirmish-" (i) } class={ "sc-skirmish" (self.touch.class(&id)) (also("done", skirmish.done)) (also("now", now)) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                        h3 { "Skirmish " (i + 1) @if skirmish.done { span.soft { " resolved" } } }
                        @for side in [0, 1] {
                            (self.live_side(battle, i as u8, side, fought.map(|f| &f.sides[side]), tallies.as_ref().map(|t| &t[side])))
                        }
                    }
                }
            }
            @if let Some(report) = told { @for note in &report.notes { p.soft { (note) } } }
        }
    }

    /// Units that have no place in a skirmish yet.
    fn reserve(&self, battle: &BattleView, side: usize) -> Markup {
        let free: Vec<&FighterView> = battle.fighters[side].iter().filter(|f| f.skirmish.is_none()).collect();
        html! {
            @if !free.is_empty() {
                div.sc-reserve {
                    span.soft { (self.seat_name(battle.seats[side])) ": " }
                    @for f in free { (self.fighter_token(battle, side, f)) }
                }
            }
        }
    }

    fn fighter_token(&self, battle: &BattleView, side: usize, fighter: &FighterView) -> Markup {
        let id = format!("fighter:{side}:{}", fighter.unit);
        let can = self.touch.can(&id) && matches!(fighter.fate, Fate::In | Fate::Doomed);
        let fate = match fighter.fate {
            Fate::In => "",
            Fate::Doomed => "falls",
            Fate::Dead => "destroyed",
            Fate::Gone => "left",
        };
        let print = data().unit(fighter.unit);
        let mut words = unit_name(fighter.unit).to_owned();
        for (holds, word) in
            [(print.assist, "assist"), (print.detector, "detector"), (fighter.cloaked, "cloaked")]
        {
            if holds {
                words.push_str(&format!(", {word}"));
            }
        }
        html! {
            span class={ "sc-fighter" (self.touch.class(&id)) (also("gone", fighter.fate != Fate::In)) (also("front", fighter.front)) (also("cloaked", fighter.cloaked)) }
                data-id=[can.then_some(&id)] data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] title=(words) {
                (figures::portrait(fighter.unit, self.faction(battle.seats[side])))
                span { (unit_name(fighter.unit)) }
                @if print.assist { span.soft { "assist" } }
                @if fighter.cloaked { span.soft { "cloaked" } }
                @if !fate.is_empty() { strong.bad { (fate) } }
            }
        }
    }

    fn live_side(
        &self,
        battle: &BattleView,
        skirmish: u8,
        side: usize,
        fought: Option<&FoughtSide>,
        tally: Option<&Tally>,
    ) -> Markup {
        let here = || battle.fighters[side].iter().filter(|f| f.skirmish == Some(skirmish));
        let class = self.faction(battle.seats[side]).map_or(String::new(), faction_class);
        let cards = &battle.skirmishes[usize::from(skirmish)];
        html! {
            div class={ "sc-side " (class) } {
                p.sc-side-name { (self.emblem(battle.seats[side])) " " (self.seat_name(battle.seats[side])) " " (ROLES[side]) }
                @for f in here().filter(|f| f.front) { (self.fighter_token(battle, side, f)) }
                @if here().any(|f| !f.front) { div.sc-support { span.soft { "supported by " } @for f in here().filter(|f| !f.front) { (self.fighter_token(battle, side, f)) } } }
                @if let Some(fought) = fought { (strength(fought)) }
                @else {
                    p.sc-laid { (laid(cards.standard[side])) @if cards.reinforcement[side] != CardView::None { " with " (laid(cards.reinforcement[side])) } }
                    @if let Some(tally) = tally { (running(tally)) }
                }
            }
        }
    }

    /// Whoever fought sees at once how it went; the others open it if they like.
    fn looked_back(&self, report: &Report) -> Markup {
        let took_part = self.view.me.and_then(|me| self.faction(me)).is_some_and(|f| report.who.contains(&f));
        html! {
            details.sc-more #sc-last-battle open[took_part] {
                summary { h2 {
                    "Last battle: " (name(report.who[0])) " attacked " (name(report.who[1])) " in " (area_name(report.area)) ". "
                    @if let Some(end) = &report.end { strong { (end) } }
                } }
                div.sc-reserve { @for (side, faction) in report.who.iter().enumerate() {
                    @if side == 1 { span.soft { "against" } }
                    @for unit in &report.units[side] { span title=(unit_name(*unit)) { (figures::portrait(*unit, Some(*faction))) span.hidden { (unit_name(*unit)) } } }
                } }
                div.sc-skirmishes { @for (i, fought) in report.skirmishes.iter().enumerate() { (told_skirmish(i, fought, report.who)) } }
                @for note in &report.notes { p.soft { (note) } }
                p { button.small type="button" data-fold { "Continue" } }
            }
        }
    }
}

fn told_skirmish(i: usize, fought: &Fought, who: [Faction; 2]) -> Markup {
    html! {
        div.sc-skirmish {
            h3 { "Skirmish " (i + 1) }
            @for (side, faction) in who.iter().enumerate() {
                @let fought = &fought.sides[side];
                div class={ "sc-side " (faction_class(*faction)) } {
                    p.sc-side-name { (figures::emblem(*faction)) " " (name(*faction)) " " (ROLES[side]) }
                    @if let Some(unit) = fought.unit { (told_unit(unit, *faction, true)) }
                    @if !fought.support.is_empty() { div.sc-support { span.soft { "supported by " } @for unit in &fought.support { (told_unit(*unit, *faction, false)) } } }
                    (strength(fought))
                }
            }
        }
    }
}

fn told_unit(unit: Unit, faction: Faction, front: bool) -> Markup {
    html! { span class={ "sc-fighter" (also("front", front)) } { (figures::portrait(unit, Some(faction))) span { (unit_name(unit)) } } }
}

/// A card that lies in a skirmish.
fn laid(card: CardView) -> Markup {
    html! {
        @match card {
            CardView::None => span.soft { "no card yet" },
            CardView::Back { deck: true } => span.sc-back { "deck top, unseen" },
            CardView::Back { deck: false } => span.sc-back { "a card face down" },
            CardView::Face(face) => span.sc-open-card title=(face_text(face)) { (face_name(face)) },
        }
    }
}

fn face_text(face: Face) -> String {
    klaxon_starcraft::words::text::face_text(face)
}

/// Attack and health as they were, and what came of it.
fn strength(side: &FoughtSide) -> Markup {
    html! {
        p.sc-laid {
            @if let Some(face) = side.standard { span.sc-open-card title=(face_text(face)) { (face_name(face)) } }
            @if side.shields { " with Shields" } @else if let Some(face) = side.reinforcement { " with " span.sc-open-card title=(face_text(face)) { (face_name(face)) } }
        }
        @if let Some((attack, health, sum)) = &side.strength { (values(&attack.to_string(), &health.to_string())) (parts(sum)) }
        @if let Some(enough) = side.enough { p class=(if enough { "good" } else { "soft" }) { (if enough { "strong enough to destroy" } else { "not strong enough" }) } }
        @for fate in &side.fates { p.sc-fate { (fate) } }
    }
}

/// Attack and health as far as the viewer knows them.
fn running(tally: &Tally) -> Markup {
    let open = |n: u8| match (tally.whole, n) {
        (true, n) => n.to_string(),
        (false, 0) => "?".into(),
        (false, n) => format!("? + {n}"),
    };
    html! {
        (values(&open(tally.attack), &open(tally.health)))
        (parts(&tally.parts))
        @if tally.detector { p.soft { "Detector: enemy Cloaking does not work " (rule_link("SC-10.3")) } }
        @let cloaked: Vec<&str> = tally.cloaked.iter().map(unit_name).collect();
        @if !cloaked.is_empty() { p.soft { "Cloaked: " (cloaked.join(", ")) " " (rule_link("SC-10.1")) } }
    }
}

fn values(attack: &str, health: &str) -> Markup {
    html! { p.sc-values { span title="Attack" { "attack " strong { (attack) } } span title="Health" { "health " strong { (health) } } } }
}

fn parts(all: &[Part]) -> Markup {
    html! {
        ul.sc-parts { @for part in all {
            @let (text, rule) = reason(part);
            li { strong { (part.a) "/" (part.h) } " " (text) " " (rule_link(rule.as_str())) }
        } }
    }
}
