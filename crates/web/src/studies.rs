//! Studies on this server: whose they are, who may read and change them, and how many one may keep.

use crate::{
    error::Fault,
    keys::{hex, random},
    moderation,
    person::Person,
    state::{AppState, now},
    table::Live,
};
use klaxon_catalog::study::{Edit, Place, Study};
use klaxon_core::{SeatSet, Seed};
use klaxon_store::{Study as Kept, StudyChange, StudyList};
use std::sync::Arc;

/// Studies that one person may keep.
pub const MOST: u32 = 100;

/// A study as it is kept, with its text read.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is kept of it.
    pub kept: Kept,
    /// What stands in it.
    pub study: Study,
}

impl Found {
    /// Is it this person's?
    pub fn is_of(&self, person: Option<&str>) -> bool {
        person == Some(self.kept.person.as_str())
    }
}

/// What a new study is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A finished game, by whoever holds these seats at it.
    Table(String, Option<String>, SeatSet),
    /// A situation.
    Situation(String),
    /// A file.
    File(String),
}

/// A study by its id. Whoever has its link reads it.
pub async fn find(state: &AppState, id: &str) -> Result<Found, Fault> {
    let kept = state.store.studies().study(id.into()).await?;
    let kept = kept.ok_or_else(|| Fault::missing("there is no such study"))?;
    let study = Study::parse(&kept.body).map_err(Fault::ours)?;
    Ok(Found { kept, study })
}

/// A new study, public to nobody but those who get its link. Returns its id.
pub async fn make(state: &AppState, person: &Person, title: &str, source: Source) -> Result<String, Fault> {
    let of_file = matches!(source, Source::File(_));
    let study = match source {
        Source::Table(table, reader, held) => of_table(state, &table, reader.as_deref(), held, title).await?,
        Source::Situation(text) => {
            let title = if title.trim().is_empty() { "A situation" } else { title }.to_owned();
            let make = move || Study::of_situation(&title, &text, Seed(random()));
            long(state, make).await?.map_err(Fault::malformed)?
        }
        Source::File(text) => {
            let read = move || Study::parse(&text).and_then(|study| study.check().map(|_| study));
            long(state, read).await?.map_err(Fault::malformed)?
        }
    };
    let mut study = study;
    if of_file && !title.trim().is_empty() {
        let about = study.about.clone();
        study.edit(Edit::Head { title: title.into(), about }).map_err(Fault::malformed)?;
    }
    keep_new(state, person, &study).await
}

async fn of_table(
    state: &AppState,
    id: &str,
    reader: Option<&str>,
    held: SeatSet,
    title: &str,
) -> Result<Study, Fault> {
    let live: Arc<Live> = state.tables.get(state, id)?;
    let sitting = live.sit(state).await?;
    sitting.meta.may_look(reader, sitting.meta.seats_of(reader).or(held))?;
    sitting.is_open_book()?;
    let (header, good) = (sitting.table.public_header(), sitting.table.n());
    let name = sitting.meta.title.clone();
    drop(sitting);
    let mut entries = state.store.entries(id, 0).await?;
    entries.truncate(good as usize);
    let title = if title.trim().is_empty() { name.as_str() } else { title };
    let mut study = Study::of_log("?", header, entries);
    let short: String = title.chars().take(klaxon_catalog::study::LONGEST_TITLE).collect();
    study.edit(Edit::Head { title: short, about: String::new() }).map_err(Fault::malformed)?;
    Ok(study)
}

async fn keep_new(state: &AppState, person: &Person, study: &Study) -> Result<String, Fault> {
    let own = state.store.studies().studies(StudyList::Of(person.id.clone()), MOST).await?;
    if own.len() >= MOST as usize {
        let text = format!("{MOST} studies are the most that one may keep: delete one first");
        return Err(Fault::conflict("too-many", text));
    }
    let id = hex(&random::<8>());
    let game = study.game().ok_or_else(|| Fault::malformed("this study is of no game that is here"))?;
    let kept = Kept {
        id: id.clone(),
        person: person.id.clone(),
        game: game.into(),
        title: study.title.clone(),
        public: false,
        created_at: now(),
        changed_at: now(),
        rev: 1,
        body: study.print(),
    };
    put(state, kept).await?;
    Ok(id)
}

/// A copy of a study, for whoever wants to go on with it.
pub async fn copy(state: &AppState, person: &Person, id: &str) -> Result<String, Fault> {
    let found = find(state, id).await?;
    keep_new(state, person, &found.study).await
}

/// Changes a study. Only its owner may, and only who has seen the text that is changed.
pub async fn edit(
    state: &AppState,
    person: Option<&str>,
    id: &str,
    rev: u64,
    edit: Edit,
) -> Result<(Place, u64), Fault> {
    let Found { kept, mut study } = own(state, person, id, rev).await?;
    let edited = long(state, move || study.edit(edit).map(|at| (at, study))).await?;
    let (at, study) =
        edited.map_err(|why| Fault::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, "illegal", why))?;
    if kept.public {
        moderation::check_speech(state, person, &study.print())?;
    }
    let rev = kept.rev + 1;
    put(state, Kept { title: study.title.clone(), body: study.print(), changed_at: now(), rev, ..kept })
        .await?;
    Ok((at, rev))
}

/// Shows a study to strangers, or to those alone who have its link.
pub async fn publish(
    state: &AppState,
    person: Option<&str>,
    id: &str,
    rev: u64,
    public: bool,
) -> Result<u64, Fault> {
    let kept = own(state, person, id, rev).await?.kept;
    if public {
        moderation::check_speech(state, person, &kept.body)?;
    }
    let rev = kept.rev + 1;
    put(state, Kept { public, changed_at: now(), rev, ..kept }).await?;
    Ok(rev)
}

/// Deletes a study.
pub async fn delete(state: &AppState, person: Option<&str>, id: &str) -> Result<(), Fault> {
    let person = person.ok_or_else(not_yours)?.to_owned();
    let gone = state.store.studies().change_study(StudyChange::Delete { id: id.into(), person }).await?;
    if gone { Ok(()) } else { Err(find(state, id).await.err().unwrap_or_else(not_yours)) }
}

async fn own(state: &AppState, person: Option<&str>, id: &str, rev: u64) -> Result<Found, Fault> {
    let found = find(state, id).await?;
    if !found.is_of(person) {
        return Err(not_yours());
    }
    if found.kept.rev != rev {
        return Err(changed());
    }
    Ok(found)
}

async fn put(state: &AppState, kept: Kept) -> Result<(), Fault> {
    if kept.body.len() > klaxon_catalog::study::LARGEST {
        return Err(Fault::malformed("this study is too long to be kept"));
    }
    let done = state.store.studies().change_study(StudyChange::Put(kept)).await?;
    if done { Ok(()) } else { Err(changed()) }
}

fn not_yours() -> Fault {
    Fault::forbidden("this study is somebody else's: copy it to change it")
}

fn changed() -> Fault {
    Fault::conflict("stale", "the study has been changed since: look at it again")
}

/// Work of the rules, away from the threads that serve pages.
pub async fn long<T: Send + 'static>(
    state: &AppState,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    state
        .shares
        .long(work)
        .await?
        .ok_or_else(|| Fault::ours("the rules could not carry out a step of a study"))
}
