//! The feed of somebody's tables (Atom), at an address that is its own key.

use super::home::is_my_turn;
use crate::{
    accounts,
    error::{Fault, PageFault},
    ringing::{Means, Setup},
    state::AppState,
    table::{Meta, daily::Day},
};
use axum::{
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use klaxon_catalog::shelf;
use klaxon_core::Millis;
use klaxon_store::{Filter, TableState};
use std::fmt::Write;

/// Tables in a feed.
const TABLES: u32 = 30;

/// `GET /feed/{secret}`
pub async fn feed(State(state): State<AppState>, Path(secret): Path<String>) -> Result<Response, PageFault> {
    let missing = || Fault::missing("there is no such feed; its owner may have removed it");
    let channel = state.store.channels().channel(accounts::mark(&secret)).await?.ok_or_else(missing)?;
    let setup = Setup::of(&channel).filter(|setup| setup.means == Means::Feed).ok_or_else(missing)?;
    let (base, mut entries, mut newest) = (text(&setup.base), String::new(), channel.created_at);
    let mine = Filter { person: Some(channel.person.clone()), limit: TABLES, ..Filter::default() };
    for table in state.store.list(mine).await? {
        let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
        let runs = matches!(table.state, TableState::Open | TableState::Playing);
        let turn = runs && is_my_turn(&state, &table.id, Some(&channel.person)).await;
        let game = shelf::game(&table.game).map_or(table.game.as_str(), |cover| cover.name);
        let status = match table.state {
            TableState::Open | TableState::Playing if turn => "Your turn: ",
            TableState::Open | TableState::Playing => "",
            TableState::Over => "Over: ",
            TableState::Frozen => "Stopped: ",
        };
        newest = newest.max(table.updated_at);
        let (id, title) = (text(&table.id), text(&format!("{status}{game}, {}", meta.title)));
        // Another turn is another entry, so that readers show it anew.
        let mark = if turn { format!("#{}", table.n) } else { String::new() };
        let at = if turn { "#ask" } else { "" };
        let _ = write!(
            entries,
            "<entry><id>{base}/t/{id}{mark}</id><title>{title}</title><updated>{}</updated>\
             <link href=\"{base}/t/{id}{at}\"/><author><name>Klaxon</name></author></entry>",
            date_time(table.updated_at)
        );
    }
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\
         <id>urn:klaxon:{}</id><title>My tables at Klaxon</title><updated>{}</updated><link href=\"{base}/\"/>{entries}</feed>\n",
        channel.id,
        date_time(newest)
    );
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], body).into_response())
}

/// A moment as feeds write it.
fn date_time(at: Millis) -> String {
    let (day, second) = (Day::of(at), at / 1000 % 86_400);
    format!("{}T{:02}:{:02}:{:02}Z", day.date(), second / 3600, second / 60 % 60, second % 60)
}

/// A text in XML, without signs that XML cannot have.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_title_stays_a_title() {
        assert_eq!(super::text("</title><script>\"\u{0}&"), "&lt;/title&gt;&lt;script&gt;&quot; &amp;");
    }
}
