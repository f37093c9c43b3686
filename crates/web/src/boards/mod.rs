//! Boards: what a viewer may know of a game, drawn. Each game has a module that draws its `View`; any other gets
//! [`plain`]. A board could not leak if it tried: the view is all it is given.

#[cfg(test)]
mod bench;
pub mod federation;
pub mod plain;
pub mod red_alert;
pub mod space_alert;
pub mod star_trek;
pub mod starcraft;

use crate::ui::Reach;
use klaxon_catalog::Table;
use klaxon_core::{Game, Seat, SeatSet, Viewer};
use klaxon_federation::Federation;
use klaxon_red_alert::RedAlert;
use klaxon_space_alert::SpaceAlert;
use klaxon_star_trek::StarTrek;
use klaxon_starcraft::StarCraft;
use maud::{Markup, html};

/// A drawn board.
#[derive(Debug, Default)]
pub struct Board {
    /// The size of the drawing, as in SVG's `viewBox`; empty when there is no drawing.
    pub view_box: String,
    /// What the drawing shows, for those who cannot see it.
    pub label: String,
    /// Shapes that the layers use, drawn once.
    pub defs: Option<Markup>,
    /// Groups of the drawing, back to front, each with an id.
    pub layers: Vec<(String, Markup)>,
    /// Sections beside the drawing, such as a hand of cards, each with an id.
    pub panels: Vec<(String, Markup)>,
}

impl Board {
    /// The drawing, where there is one.
    pub fn frame(&self) -> Markup {
        html! {
            @if !self.view_box.is_empty() {
                div.frame tabindex="0" role="region" aria-label="Board" {
                    svg #board viewBox=(self.view_box) role="group" aria-label=(self.label) {
                        @if let Some(defs) = &self.defs { (defs) }
                        @for (_, layer) in &self.layers { (layer) }
                    }
                }
            }
        }
    }

    /// The panels of one place on the stage.
    pub fn at(&self, at: Place) -> Markup {
        html! { @for (_, panel) in self.panels.iter().filter(|(id, _)| place(id) == at) { (panel) } }
    }
}

/// What of the board a viewer can touch now.
#[derive(Clone, Debug)]
pub struct Touch<'a> {
    /// What the clicks so far leave open.
    pub reach: &'a Reach,
    /// Ids clicked so far.
    pub clicks: &'a [String],
    /// Ids that a hint speaks of.
    pub hinted: &'a [String],
}

impl Touch<'_> {
    /// Can the thing be clicked to some effect?
    pub fn can(&self, id: &str) -> bool {
        self.reach.next.contains_key(id) || self.reach.ends.contains_key(id)
    }

    /// The mark of the way that a click on it would be done.
    pub fn mark(&self, id: &str) -> &'static str {
        self.reach.next.get(id).copied().unwrap_or("")
    }

    /// Is it among what was clicked?
    pub fn picked(&self, id: &str) -> bool {
        self.clicks.iter().any(|c| c == id)
    }

    /// Class names for a thing on the board.
    pub fn class(&self, id: &str) -> String {
        let mut class = String::new();
        if self.can(id) {
            class.push_str(" can");
            let mark = self.mark(id);
            if !mark.is_empty() {
                class.push_str(" by-");
                class.push_str(mark);
            }
        }
        if self.picked(id) {
            class.push_str(" picked");
        }
        if self.hinted.iter().any(|h| h == id) {
            class.push_str(" hinted");
        }
        class
    }
}

/// Draws a table for a viewer; its id is for links.
pub fn board(id: &str, table: &Table, viewer: Viewer, touch: &Touch<'_>) -> Board {
    match table {
        Table::RedAlert(session) => red_alert::of_table(id, session, viewer, touch),
        Table::StarTrek(session) => star_trek::of_table(id, session, viewer, touch),
        Table::Federation(session) => federation::of_table(id, session, viewer, touch),
        Table::StarCraft(session) => starcraft::of_table(id, session, viewer, touch),
        Table::SpaceAlert(session) => space_alert::of_table(id, session, viewer, touch),
    }
}

/// Who gives a hint.
pub fn adviser(game: &str) -> &'static str {
    if game == Federation::ID { "The admiral" } else { "A bot" }
}

/// Does the game's board show its clock itself? Then nothing else says when time next matters: in Space Alert that is a
/// secret of the script.
pub fn has_own_clock(game: &str) -> bool {
    game == SpaceAlert::ID
}

/// Where a panel stands on the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the bar: turn and phase.
    Bar,
    /// Beside the board on both sides.
    Sides,
    /// Left of the board.
    Left,
    /// Right of the board.
    Right,
    /// Over the board: what is being set up, fought out or has ended.
    Over,
    /// Above the question.
    Asked,
    /// Along the board's foot: what the viewer holds.
    Dock,
    /// Behind the game's own tab.
    Tab,
}

/// Where a panel stands.
pub fn place(panel: &str) -> Place {
    match panel.split_once('-').map_or("", |(game, _)| game) {
        "ra" => red_alert::place(panel),
        "st" => star_trek::place(panel),
        "sf" => federation::place(panel),
        "sc" => starcraft::place(panel),
        "sa" => space_alert::place(panel),
        _ => Place::Tab,
    }
}

/// What the dock is called where it is a tab: what the viewer holds.
pub fn dock(game: &str) -> &'static str {
    match game {
        StarTrek::ID => "Ship",
        Federation::ID => "Resources",
        _ => "Hand",
    }
}

/// The title of the tab behind which a game's other panels lie.
pub fn tab(game: &str) -> &'static str {
    match game {
        RedAlert::ID => "Fleets",
        StarTrek::ID => "Ships",
        Federation::ID => "Techs",
        StarCraft::ID => "Sheets",
        SpaceAlert::ID => "Crew",
        _ => "Game",
    }
}

/// A click in words, for the list of clicks so far; a card is already marked in the hand.
pub fn click_words(game: &str, id: &str) -> String {
    if game == RedAlert::ID
        && let Some(kind) = id.split_once(':').and_then(|(_, code)| klaxon_red_alert::Kind::parse(code))
    {
        return kind.words().into();
    }
    if game == Federation::ID {
        return klaxon_federation::words::ids::spoken(id);
    }
    if game == StarCraft::ID {
        let (_, name) = id.split_once(':').unwrap_or(("", id));
        let mut chars = name.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        return first.chain(chars).collect::<String>().replace([':', '.'], " ");
    }
    if id.starts_with("card:") || id.starts_with("hand-") {
        return "a card".into();
    }
    if let Some((_, turn)) = id.strip_prefix("slot-").and_then(|rest| rest.split_once('-')) {
        return format!("turn {turn}");
    }
    match id.split_once(':') {
        Some((_, name)) => name.replace(':', " "),
        None => id.into(),
    }
}

/// A die face of a game.
pub fn die(game: &str, face: &str) -> Markup {
    match game {
        RedAlert::ID => red_alert::die(face),
        Federation::ID => federation::die(face),
        StarTrek::ID => star_trek::die(face),
        _ => html! { span.die.word { (face) } },
    }
}

/// The class that colours a seat: team-mates share a colour, unless their pieces have colours of their own.
pub fn seat_class(table: &Table, seat: Seat) -> String {
    if let Table::StarCraft(session) = table
        && let Some(class) = starcraft::seat_class(session, seat)
    {
        return class;
    }
    let mut teams: Vec<SeatSet> = Vec::new();
    for i in 0..table.seats() {
        let team = table.team(Seat(i as u8));
        if !teams.contains(&team) {
            teams.push(team);
        }
    }
    let place = teams.iter().position(|team| team.has(seat)).unwrap_or(0);
    format!("seat-{place}")
}

/// Draws a whole state, for the owner of a situation.
pub fn of_state(game: &str, state: &serde_json::Value) -> Option<Board> {
    fn see<G: Game>(state: &serde_json::Value) -> Option<G::View> {
        Some(serde_json::from_value::<G>(state.clone()).ok()?.view(Viewer::Everything))
    }
    let touch = Touch { reach: &Reach::default(), clicks: &[], hinted: &[] };
    Some(match game {
        RedAlert::ID => red_alert::board(&see::<RedAlert>(state)?, &touch),
        StarTrek::ID => star_trek::board(&see::<StarTrek>(state)?, &touch),
        Federation::ID => federation::board(&see::<Federation>(state)?, &touch),
        StarCraft::ID => starcraft::board(&see::<StarCraft>(state)?, &touch),
        SpaceAlert::ID => space_alert::board(&see::<SpaceAlert>(state)?, &touch),
        _ => return None,
    })
}
