//! Private notes of an account about a game or a person. Nobody but their writer sees them: they are on no page, in no answer and in no
//! feed of anybody else.

use crate::{
    error::Fault,
    person::{Person, is_trick},
    state::{AppState, now},
};
use klaxon_store::{ModerationChange, Note, NoteOn};

/// The longest note, in characters, and how many one may keep.
pub const LONGEST: usize = 2000;
const MOST: usize = 2000;

/// What an account has noted; nothing for whoever has none.
pub async fn of(state: &AppState, person: Option<&Person>, on: NoteOn, about: &str) -> Result<String, Fault> {
    let Some(person) = person.filter(|person| !person.standing.is_guest()) else { return Ok(String::new()) };
    let note = state.store.moderation().note(person.id.clone(), on, about.into()).await?;
    Ok(note.map(|note| note.text).unwrap_or_default())
}

/// Keeps a note, in place of the one before; an empty one goes.
pub async fn keep(
    state: &AppState,
    person: &Person,
    on: NoteOn,
    about: &str,
    text: &str,
) -> Result<(), Fault> {
    if person.standing.is_guest() {
        return Err(Fault::forbidden("notes are kept with an account: sign in first"));
    }
    let good = |c: &char| (!c.is_control() || *c == '\n') && !is_trick(*c);
    let text: String = text.trim().replace("\r\n", "\n").chars().filter(good).collect();
    if text.chars().count() > LONGEST {
        return Err(Fault::malformed(format!("a note has {LONGEST} characters at most")));
    }
    let kept = state.store.moderation();
    if !text.is_empty() {
        let all = kept.notes(person.id.clone()).await?;
        if all.len() >= MOST && !all.iter().any(|note| note.on == on && note.about == about) {
            return Err(Fault::conflict("too-many", format!("you have {MOST} notes; empty one first")));
        }
    }
    let note = Note { person: person.id.clone(), on, about: about.into(), text, changed_at: now() };
    kept.moderate(ModerationChange::Note(note)).await?;
    Ok(())
}
