//! The Federation board: the star map as SVG, and around it the queue, the Resource Board, politics, technology and
//! the Federation's own tracks as panels. Everything is drawn from one viewer's [`View`] and from what he has touched.
//!
//! A thing carries `data-id`, the id that a click on it sends (`klaxon_federation::words::ids` lists them); one that
//! can be clicked to some effect is also a button with `data-click`. Pieces keep their ids and their order, so that
//! they glide. The colours are in `assets/boards/federation.css`.

mod around;
mod glyphs;
mod map;
mod now;
mod politics;
mod queue;
mod research;
mod resources;
mod technology;
#[cfg(test)]
mod tests;
mod uses;
mod yard;

use super::{Board, Drawn, Place, Tally, Touch, around::Around, covers};
use crate::{
    ending::{self, Side, Tale},
    markdown::rule_link,
};
use klaxon_core::{Known, Line, Outcome};
use klaxon_federation::{Federation, View, nouns::Base};
use maud::{Markup, html};

/// A view with what was touched of it: what all drawing functions are given.
#[derive(Clone, Copy)]
struct Desk<'a> {
    view: &'a View,
    touch: &'a Touch<'a>,
    t: &'a klaxon_federation::Table,
}

/// Something that can be pointed at.
struct Grip {
    id: String,
    class: String,
    can: bool,
}

impl Drawn for Federation {
    const DOCK: &'static str = "Resources";
    const TAB: &'static str = "Techs";
    const ADVISER: &'static str = "The admiral";
    const AROUND: Around = around::AROUND;

    fn board(known: &Known<'_, Federation>, touch: &Touch<'_>) -> Board {
        board(&known.view, touch)
    }

    fn place(panel: &str) -> Place {
        match panel {
            "sf-state" => Place::Bar,
            "sf-alarm" => Place::Asked,
            "sf-queue" => Place::Left,
            "sf-politics" => Place::Right,
            "sf-resources" => Place::Dock,
            "sf-now" => Place::Over,
            _ => Place::Tab,
        }
    }

    fn click_words(id: &str) -> String {
        klaxon_federation::words::ids::spoken(id)
    }

    fn die(face: &str) -> Markup {
        glyphs::die(face)
    }

    fn cover() -> Markup {
        covers::federation()
    }

    fn tally(view: &View, _outcome: &Outcome, _seats: usize) -> Tally {
        let t = &view.table;
        Tally { turns: u32::from(t.turn), settled: u32::from(t.settled()), scores: Vec::new() }
    }

    fn tale(known: &Known<'_, Federation>, _sides: &[Side], _outcome: &Outcome) -> Tale {
        ending::federation::tale(known)
    }
}

/// Draws what a viewer may know.
pub fn board(view: &View, touch: &Touch<'_>) -> Board {
    let desk = Desk { view, touch, t: &view.table };
    let named = |id: &str, markup: Markup| (id.to_owned(), markup);
    // All of them are always there, hidden where they have nothing to say, so that their order stays.
    let panels = vec![
        named("sf-state", now::state(desk)),
        named("sf-alarm", now::alarm(desk)),
        named("sf-now", now::panel(desk)),
        named("sf-queue", queue::panel(desk)),
        named("sf-resources", resources::panel(desk)),
        named("sf-uses", uses::panel(desk)),
        named("sf-politics", politics::panel(desk)),
        named("sf-research", research::panel(desk)),
        named("sf-yard", yard::panel(desk)),
        named("sf-tech", technology::panel(desk)),
    ];
    Board {
        view_box: map::VIEW_BOX.into(),
        label: label(view),
        defs: Some(glyphs::defs()),
        layers: map::layers(desk),
        panels,
    }
}

/// The board in a sentence, for those who cannot see it.
fn label(view: &View) -> String {
    let t = &view.table;
    let fleets = klaxon_federation::nouns::Fleet::all().filter(|f| t.fleet_space(*f).is_some()).count();
    format!(
        "Star map: Sol in the middle, five alien tracks leading to it. {} of {} named spaces are settled; {fleets} alien \
         fleets are in play",
        t.settled(),
        Base::ALL.len()
    )
}

impl Desk<'_> {
    fn grip(&self, id: impl Into<String>) -> Grip {
        let id = id.into();
        Grip { class: self.touch.class(&id), can: self.touch.can(&id), id }
    }

    /// A chip of HTML that can be pointed at, with its own text as its name.
    fn chip(&self, dom: &str, id: impl Into<String>, class: &str, words: &str, inner: &Markup) -> Markup {
        let grip = self.grip(id);
        html! {
            span id=(dom) class={ (class) (grip.class) } data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)]
                role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")]
                title=(words) {
                // A button is named by its words; its figures would only be read a second time.
                @if grip.can { span.hidden { (words) } }
                span.sf-inner aria-hidden=[grip.can.then_some("true")] { (inner) }
            }
        }
    }
}

/// Lines with their rules.
fn lines(list: &[Line]) -> Markup {
    html! { ul.sf-lines { @for line in list {
        li { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } }
    } } }
}
