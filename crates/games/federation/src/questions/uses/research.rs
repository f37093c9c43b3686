//! Research (SF-9.18 to SF-9.22): Initiate, Conduct, Focused Research, and how projects move.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    Short,
    data::{Pays, data},
    event::Event,
    nouns::{PieceAt, Resource},
    situation::spell,
    state::{ALLIES, CARDS, CardAt, GATE, Purpose, Table, Task},
    turn::Play,
    words::{ids, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Initiate (SF-9.18): look at two cards, or at the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Initiate {
    pub a: u8,
    pub b: u8,
}

impl Deed for Initiate {
    fn listed(self) -> Listed {
        Listed {
            name: "Initiate Research",
            resource: Resource::Research,
            pays: Pays::Spend,
            rule: rule!("SF-9.18"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        let boxed: Short<u8, CARDS> = o.t.boxed().collect();
        if let [only] = *boxed {
            o.put(Initiate { a: only, b: only });
        }
        for (i, &a) in boxed.iter().enumerate() {
            for &b in &boxed[i + 1..] {
                o.put(Initiate { a, b });
            }
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        let boxed = t.boxed().count();
        let there = |card: u8| t.boxed().any(|c| c == card);
        if boxed == 0 {
            return no(rule!("SF-9.18"), "the Un-researched Technology box is empty");
        }
        if !there(self.a) || !there(self.b) {
            let text = "only technologies in the Un-researched Technology box can be looked at";
            return no(rule!("SF-9.18"), text);
        }
        match (boxed, self.a.cmp(&self.b)) {
            (1, _) | (_, Ordering::Less) => Ok(()),
            (_, Ordering::Equal) => no(rule!("SF-9.18"), "look at two different technologies"),
            (_, Ordering::Greater) => no(rule!("SF-9.18"), "name the lower card first"),
        }
    }

    /// SF-9.18: look at two cards of the box; the player remembers them.
    fn take(self, play: &mut Play<'_>) {
        let Initiate { a, b } = self;
        let mut techs = Short::default();
        for card in if a == b { vec![a] } else { vec![a, b] } {
            let tech = play.sealed.cards[usize::from(card)];
            play.t.cards[usize::from(card)].tech = Some(tech);
            techs.push(tech);
        }
        play.tell.reveal(Event::Looked { techs });
        play.push(Task::StudyPick { a, b });
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let Initiate { a, b } = self;
        if a == b {
            return (format!("Initiate research: take {}", phrase::card(t, a)), vec![ids::card(a)]);
        }
        let text = format!("Initiate research: look at {} and {}", phrase::card(t, a), phrase::card(t, b));
        (text, vec![ids::card(a), ids::card(b)])
    }

    fn words(self) -> String {
        format!("initiate {} {}", self.a, self.b)
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Initiate>, String> {
        if verb != "initiate" {
            return Ok(None);
        }
        let a = spell::card(r)?;
        let b = if r.peek().is_some_and(|w| w != "with") { spell::card(r)? } else { a };
        Ok(Some(Initiate { a, b }))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        // What is under way is rolled for first, where one token moves several.
        match (t.projects().count(), t.conducted().count()) {
            (0..3, 0..2) => 900,
            (0..3, _) => 200,
            (_, _) => 20,
        }
    }

    fn reason(self, _: &Table) -> String {
        "every Conduct moves all projects at once, so more of them pay".into()
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        for a in 0..CARDS as u8 {
            out.extend((0..CARDS as u8).map(|b| What::from(Initiate { a, b })));
        }
    }
}

/// Conduct (SF-9.19): a die for every project.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conduct {}

impl Deed for Conduct {
    fn listed(self) -> Listed {
        Listed {
            name: "Conduct Research",
            resource: Resource::Research,
            pays: Pays::Spend,
            rule: rule!("SF-9.19"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        if o.t.conducted().next().is_some() {
            o.put(Conduct {});
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.conducted().next().is_some() {
            return Ok(());
        }
        let text = match t.projects().next() {
            None => "there is no project on the Research Progress Track",
            // SF-9.22: the Warp Research token needs its Base.
            Some(_) => "the Warp Research Base is not on the map, and there is no other project",
        };
        no(rule!("SF-9.19"), text)
    }

    fn take(self, play: &mut Play<'_>) {
        play.push(Task::Roll(Purpose::Conduct));
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let text = match t.conducted().count() {
            1 => "Conduct research on 1 project".into(),
            n => format!("Conduct research on {n} projects"),
        };
        (text, vec!["research".into()])
    }

    fn words(self) -> String {
        "conduct".into()
    }

    fn read(verb: &str, _: &mut Reader<'_>) -> Result<Option<Conduct>, String> {
        Ok((verb == "conduct").then_some(Conduct {}))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        1_500 * t.conducted().count() as u32
    }

    fn reason(self, t: &Table) -> String {
        match t.conducted().count() {
            1 => "the project moves on with four dice of six or more".into(),
            n => format!("{n} projects are rolled for with one token"),
        }
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.push(Conduct {}.into());
    }
}

/// Focused Research (SF-9.21) on a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Focus {
    pub card: u8,
}

impl Deed for Focus {
    fn listed(self) -> Listed {
        Listed {
            name: "Focused Research",
            resource: Resource::Research,
            pays: Pays::Sacrifice,
            rule: rule!("SF-9.21"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        for (card, _) in o.t.projects() {
            o.put(Focus { card });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.projects().any(|(card, _)| card == self.card) {
            return Ok(());
        }
        no(rule!("SF-9.21"), "only a project on the Research Progress Track can be focused on")
    }

    fn take(self, play: &mut Play<'_>) {
        play.move_card(self.card, 1);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        (format!("Focused Research on {}", phrase::card(t, self.card)), vec![ids::card(self.card)])
    }

    fn words(self) -> String {
        format!("focus {}", self.card)
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Focus>, String> {
        if verb == "focus" { Ok(Some(Focus { card: spell::card(r)? })) } else { Ok(None) }
    }

    fn lean(self, _: &Table, _: Option<Spot>) -> u32 {
        20
    }

    fn reason(self, _: &Table) -> String {
        "this technology is nearest to being useful".into()
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend((0..CARDS as u8).map(|card| What::from(Focus { card })));
    }
}

impl Play<'_> {
    /// SF-9.19: every die by the chart of its project's column.
    pub fn conduct_result(&mut self) {
        let projects: Short<(u8, u8), CARDS> = self.t.conducted().collect();
        let dice = self.t.roll.dice;
        for (&(card, column), &face) in projects.iter().zip(dice.iter()) {
            self.move_card(card, data().research[usize::from(face - 1)][usize::from(column)]);
        }
    }

    /// SF-9.20: never below 0 or above 100 %; at 100 % it works from now on.
    pub fn move_card(&mut self, card: u8, by: i8) {
        let CardAt::Column(from) = self.t.cards[usize::from(card)].at else {
            panic!("a project on the track")
        };
        let tech = self.sealed.cards[usize::from(card)];
        let to = (from as i8 + by).clamp(0, 4) as u8;
        self.tell.all(Event::ResearchMoved { tech, from, to });
        if to < 4 {
            self.t.cards[usize::from(card)].at = CardAt::Column(to);
            return;
        }
        self.t.cards[usize::from(card)].at = CardAt::Done;
        self.tell.all(Event::Completed { tech });
        if card == GATE {
            self.open_warp();
        }
    }

    /// SF-14.6, SF-14.10: once and for all, Warp tokens to their pool, Ally Ships to Unbuilt Assets, Warp technologies to their pile.
    fn open_warp(&mut self) {
        self.t.pools.add(Resource::Warp, data().resources[Resource::Warp as usize].total);
        for i in ALLIES {
            self.t.pieces[i].at = PieceAt::Unbuilt;
        }
        for card in self.t.cards.iter_mut().filter(|c| c.at == CardAt::Aside) {
            card.at = CardAt::Pile;
        }
        self.tell.all(Event::WarpOpened);
    }
}
