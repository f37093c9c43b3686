//! Clubs: who may see, join and leave one, what is said there, and its own tables.

use crate::{
    accounts::{challenges, names},
    boards::has_own_clock,
    error::Fault,
    keys::{hex, random},
    lobby, moderation,
    person::{Person, is_trick},
    ratings::Pace,
    state::AppState,
    table::{ChairOrder, Holder, Meta, NewTableOrder, clock::Agreed},
    tournament::deeds::tidy,
};
use axum::http::StatusCode;
use klaxon_core::{Millis, Seat, TableOrder};
use klaxon_store::{Club, ClubChange, ClubLine, ClubList, Member, Role, Study, StudyList, TableState, Tie};
use serde_json::{Value, json};

/// The shortest and the longest name, in characters.
const NAME: std::ops::RangeInclusive<usize> = 3..=40;
/// The longest word about itself, and the longest thing said, in characters.
const LONGEST_ABOUT: usize = 600;
const LONGEST_LINE: usize = 400;
/// Clubs that one may have, and be in; people in a club.
const MOST_OWN: usize = 5;
const MOST_IN: usize = 50;
const MOST_MEMBERS: usize = 500;
/// Lines that are kept, and shown.
const KEPT: u32 = 500;
pub const SHOWN: u32 = 100;
/// Lines that one may say within a minute.
const IN_A_MINUTE: usize = 10;
/// Tables of a club that are shown.
const TABLES: u32 = 60;
/// Studies that a club is shown.
const MOST_STUDIES: u32 = 60;
/// The time of a live table of a club.
const CLOCK: Agreed = Agreed::Decision { seconds: 120 };

/// Does somebody belong to it?
pub fn belongs(role: Option<Role>) -> bool {
    matches!(role, Some(Role::Owner | Role::Member))
}

/// What somebody is in a club.
pub async fn role(state: &AppState, club: &str, person: Option<&str>) -> Result<Option<Role>, Fault> {
    let Some(person) = person else { return Ok(None) };
    let members = state.store.clubs().members(club.into()).await?;
    Ok(members.into_iter().find(|member| member.person == person).map(|member| member.role))
}

/// A club and what somebody is there, for whoever may see it. One that is not open is seen by its members and those who are asked.
pub async fn see(state: &AppState, person: Option<&str>, id: &str) -> Result<(Club, Option<Role>), Fault> {
    let missing = || Fault::missing("there is no such club");
    let club = match id.len() {
        ..=64 => state.store.clubs().club(id.into()).await?,
        _ => None,
    };
    let club = club.ok_or_else(missing)?;
    let role = role(state, id, person).await?;
    if club.open || role.is_some() { Ok((club, role)) } else { Err(missing()) }
}

/// The same for a member.
async fn seen_by_member(state: &AppState, person: &Person, id: &str) -> Result<(Club, Role), Fault> {
    let (club, role) = see(state, Some(&person.id), id).await?;
    match role {
        Some(role @ (Role::Owner | Role::Member)) => Ok((club, role)),
        Some(Role::Invited) | None => Err(Fault::forbidden("join the club first")),
    }
}

/// The same for its owner.
async fn seen_by_owner(state: &AppState, person: &Person, id: &str) -> Result<Club, Fault> {
    match seen_by_member(state, person, id).await? {
        (club, Role::Owner) => Ok(club),
        (_, Role::Member | Role::Invited) => Err(Fault::forbidden("only the club's owner may do that")),
    }
}

fn member(person: &Person) -> Result<(), Fault> {
    if person.standing.is_guest() {
        return Err(Fault::forbidden("clubs are for accounts: sign in first"));
    }
    Ok(())
}

/// Makes a club. Returns its id.
pub async fn make(
    state: &AppState,
    person: &Person,
    name: &str,
    about: &str,
    open: bool,
) -> Result<String, Fault> {
    member(person)?;
    let name = tidy(&name.split_whitespace().collect::<Vec<_>>().join(" "), *NAME.end());
    if !NAME.contains(&name.chars().count()) || !name.chars().any(char::is_alphanumeric) {
        let (least, most) = (NAME.start(), NAME.end());
        return Err(Fault::malformed(format!("a club's name has {least} to {most} letters")));
    }
    if name.starts_with(names::is_sign) {
        return Err(Fault::malformed("the sign @ is for accounts"));
    }
    let about = tidy(about, LONGEST_ABOUT);
    moderation::check_account_speech(state, person, &format!("{name} {about}")).await?;
    let mine = state.store.clubs().clubs(ClubList::Of(person.id.clone()), MOST_IN as u32 + 1).await?;
    let mut own = 0;
    for club in &mine {
        own += usize::from(role(state, &club.id, Some(&person.id)).await? == Some(Role::Owner));
    }
    if own >= MOST_OWN || mine.len() > MOST_IN {
        return Err(Fault::conflict("too-many", format!("nobody has more than {MOST_OWN} clubs")));
    }
    let club = Club {
        id: hex(&random::<8>()),
        folded: names::fold(&name),
        name,
        about,
        open,
        created_at: state.config.wall.now(),
    };
    let made = state.store.clubs().write(ClubChange::Make { club, owner: person.id.clone() }).await?;
    made.ok_or_else(|| Fault::conflict("taken", "there is a club of this name, or one that looks like it"))
}

/// Its owner says something else of it, and who may find it.
pub async fn set(state: &AppState, person: &Person, id: &str, about: &str, open: bool) -> Result<(), Fault> {
    seen_by_owner(state, person, id).await?;
    let about = tidy(about, LONGEST_ABOUT);
    moderation::check_account_speech(state, person, &about).await?;
    let set = ClubChange::Set { club: id.into(), about, open };
    state.store.clubs().write(set).await?;
    Ok(())
}

/// Somebody joins: whoever wants to an open club, and whoever is asked any.
pub async fn join(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    member(person)?;
    let (_, role) = see(state, Some(&person.id), id).await?;
    if belongs(role) {
        return Ok(());
    }
    if state.store.clubs().clubs(ClubList::Of(person.id.clone()), MOST_IN as u32).await?.len() >= MOST_IN {
        return Err(Fault::conflict("too-many", format!("nobody is in more than {MOST_IN} clubs")));
    }
    add(state, id, &person.id, Role::Member).await
}

async fn add(state: &AppState, id: &str, person: &str, role: Role) -> Result<(), Fault> {
    if state.store.clubs().members(id.into()).await?.len() >= MOST_MEMBERS {
        return Err(Fault::conflict("full", format!("a club has at most {MOST_MEMBERS} people")));
    }
    let at = state.config.wall.now();
    let member = Member { person: person.into(), role, at, name: None };
    let added = state.store.clubs().write(ClubChange::Add { club: id.into(), member }).await?;
    added.map(drop).ok_or_else(|| Fault::missing("there is no such club"))
}

/// Somebody leaves, or does not want to come. What he said and the studies that he showed there go along.
pub async fn leave(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    see(state, Some(&person.id), id).await?;
    let part = ClubChange::Part { club: id.into(), person: person.id.clone() };
    state.store.clubs().write(part).await?;
    Ok(())
}

/// A member asks somebody to join; of an open club every member may, of another its owner.
pub async fn invite(state: &AppState, by: &Person, id: &str, name: &str) -> Result<(), Fault> {
    let (club, _) = seen_by_member(state, by, id).await?;
    if !club.open {
        seen_by_owner(state, by, id).await?;
    }
    let asked = challenges::player(state, name).await?.person;
    if state.store.results().apart(by.id.clone(), asked.clone()).await? {
        return Err(Fault::conflict("apart", "you do not meet each other"));
    }
    add(state, id, &asked, Role::Invited).await
}

/// Its owner sends somebody away.
pub async fn remove(state: &AppState, by: &Person, id: &str, name: &str) -> Result<(), Fault> {
    seen_by_owner(state, by, id).await?;
    let person = challenges::player(state, name).await?.person;
    if person == by.id {
        return Err(Fault::conflict("itself", "that is you: leave instead"));
    }
    let gone = state.store.clubs().write(ClubChange::Part { club: id.into(), person }).await?;
    gone.map(drop).ok_or_else(|| Fault::missing("they are not in this club"))
}

/// A member says something.
pub async fn say(state: &AppState, person: &Person, id: &str, text: &str) -> Result<u64, Fault> {
    seen_by_member(state, person, id).await?;
    let kept = text.trim().chars().filter(|c| !c.is_control() && !is_trick(*c));
    let text: String = kept.take(LONGEST_LINE).collect();
    if text.trim().is_empty() {
        return Err(Fault::malformed("there is nothing to say"));
    }
    moderation::check_account_speech(state, person, &text).await?;
    let at = state.config.wall.now();
    let lately = state.store.clubs().lines(id.into(), SHOWN).await?;
    let own = |line: &&ClubLine| line.person == person.id && line.at + 60_000 > at;
    if lately.iter().filter(own).count() >= IN_A_MINUTE {
        let text = "you have said much in the last minute; let others speak";
        return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", text));
    }
    let line = ClubLine { id: 0, person: person.id.clone(), at, text, name: None };
    let said = state.store.clubs().write(ClubChange::Say { club: id.into(), line, keep: KEPT }).await?;
    let number = said.and_then(|number| number.parse().ok());
    number.ok_or_else(|| Fault::forbidden("join the club first"))
}

/// Takes a line out: one's own, or any for the owner.
pub async fn unsay(state: &AppState, person: &Person, id: &str, line: u64) -> Result<(), Fault> {
    let (_, role) = seen_by_member(state, person, id).await?;
    let missing = || Fault::missing("there is no such line");
    let lines = state.store.clubs().lines(id.into(), KEPT + 1).await?;
    let said = lines.iter().find(|said| said.id == line).ok_or_else(missing)?;
    if said.person != person.id && role != Role::Owner {
        return Err(Fault::forbidden("this line is somebody else's"));
    }
    let gone = state.store.clubs().write(ClubChange::Unsay { club: id.into(), line }).await?;
    gone.map(drop).ok_or_else(missing)
}

/// What was said last, oldest first, for a member. Whom he has blocked he does not hear.
pub async fn heard(state: &AppState, person: &Person, id: &str) -> Result<Vec<ClubLine>, Fault> {
    seen_by_member(state, person, id).await?;
    let blocked = state.store.results().ties(person.id.clone(), Tie::Block).await?;
    let mut lines = state.store.clubs().lines(id.into(), SHOWN).await?;
    lines.retain(|line| !blocked.iter().any(|(other, _)| *other == line.person));
    lines.reverse();
    Ok(lines)
}

/// A table of a club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClubTable {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// Who sits there; nothing for a free seat.
    pub players: Vec<Option<String>>,
    /// Is one of its seats this person's?
    pub mine: bool,
    /// The clock, in words.
    pub clock: Option<String>,
    /// When it was opened.
    pub opened: Millis,
}

impl ClubTable {
    /// Does it wait for players?
    pub fn waits(&self) -> bool {
        self.players.iter().any(Option::is_none)
    }
}

/// The club's own lobby: its tables that wait or are played, newest first.
pub async fn tables(state: &AppState, person: &Person, id: &str) -> Result<Vec<ClubTable>, Fault> {
    seen_by_member(state, person, id).await?;
    let mut all = Vec::new();
    for (table, opened) in state.store.clubs().tables(id.into(), TABLES).await? {
        let Some(stored) = state.store.table(&table).await? else { continue };
        if !matches!(stored.state, TableState::Open | TableState::Playing) {
            continue;
        }
        let Ok(meta) = serde_json::from_str::<Meta>(&stored.meta) else { continue };
        let chairs = meta.chairs.iter();
        all.push(ClubTable {
            id: table,
            game: stored.game,
            title: meta.title.clone(),
            players: chairs.map(|c| (c.holder != Holder::Open).then(|| meta.player(c))).collect(),
            mine: !meta.seats_of(Some(&person.id)).is_empty(),
            clock: meta.clock.map(Agreed::briefly),
            opened,
        });
    }
    Ok(all)
}

/// A member opens a table for the others of the club. Returns its id.
pub async fn open_table(
    state: &AppState,
    person: &Person,
    id: &str,
    game: &str,
    pace: Pace,
) -> Result<String, Fault> {
    seen_by_member(state, person, id).await?;
    if !lobby::games().iter().any(|cover| cover.id == game) {
        return Err(Fault::malformed("this game is not played by two: open a table and send its link"));
    }
    let order = TableOrder { seats: 2, ..TableOrder::default() };
    let mut chairs = vec![ChairOrder::Me, ChairOrder::Link];
    chairs.rotate_left(usize::from(random::<1>()[0] % 2));
    let clock = (pace == Pace::Live && !has_own_clock(game)).then_some(CLOCK);
    let order = NewTableOrder { clock, ..NewTableOrder::new(game.into(), order, chairs) };
    let table = crate::table::open(state, Some(person), order).await?;
    let at = state.config.wall.now();
    let kept = ClubChange::Table { club: id.into(), table: table.clone(), at };
    state.store.clubs().write(kept).await?;
    Ok(table)
}

/// A member sits down at a table of the club.
pub async fn sit(state: &AppState, person: &Person, id: &str, table: &str) -> Result<(), Fault> {
    seen_by_member(state, person, id).await?;
    let own = state.store.clubs().tables(id.into(), TABLES).await?;
    if !own.iter().any(|(known, _)| known == table) {
        return Err(Fault::missing("this is no table of the club"));
    }
    let live = state.tables.get(state, table)?;
    let mut sitting = live.sit_now(state).await?;
    if !sitting.meta.seats_of(Some(&person.id)).is_empty() {
        return Ok(());
    }
    for chair in &sitting.meta.chairs {
        let Holder::Person { ids, .. } = &chair.holder else { continue };
        for other in ids {
            if state.store.results().apart(person.id.clone(), other.clone()).await? {
                return Err(Fault::conflict("apart", "you do not play with somebody who sits there"));
            }
        }
    }
    let free = sitting.meta.chairs.iter().position(|chair| chair.holder == Holder::Open);
    let free = free.ok_or_else(|| Fault::conflict("taken", "no seat is free there any more"))?;
    // Whoever belongs to the club has been given its seats, as if by their links.
    sitting.claim(Seat(free as u8), person, true).await
}

/// A study that a member shows to his club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClubStudy {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Its name.
    pub title: String,
    /// By whom; nothing where that cannot be said any more.
    pub by: Option<String>,
    /// May this person take it out?
    pub may_take_out: bool,
    /// Is it this person's?
    pub mine: bool,
    /// Since when.
    pub at: Millis,
}

/// Studies that are shown to the club, newest first, for a member. Those of whom he has blocked he does not see.
pub async fn studies(state: &AppState, person: &Person, id: &str) -> Result<Vec<ClubStudy>, Fault> {
    let (_, role) = seen_by_member(state, person, id).await?;
    let blocked = state.store.results().ties(person.id.clone(), Tie::Block).await?;
    let members = state.store.clubs().members(id.into()).await?;
    let name = |who: &str| members.iter().find(|member| member.person == who)?.name.clone();
    let all = state.store.clubs().studies(id.into()).await?.into_iter();
    let seen = all.filter(|(study, _)| !blocked.iter().any(|(other, _)| *other == study.person));
    let shown = |(study, at): (Study, Millis)| ClubStudy {
        by: name(&study.person),
        mine: study.person == person.id,
        may_take_out: study.person == person.id || role == Role::Owner,
        id: study.id,
        game: study.game,
        title: study.title,
        at,
    };
    Ok(seen.map(shown).collect())
}

/// Studies of a person's own that the club is not shown yet, by id and name.
pub async fn own_studies(
    state: &AppState,
    person: &Person,
    shown: &[ClubStudy],
) -> Result<Vec<(String, String)>, Fault> {
    let own = state.store.studies().studies(StudyList::Of(person.id.clone()), crate::studies::MOST).await?;
    let fresh = own.into_iter().filter(|study| shown.iter().all(|known| known.id != study.id));
    Ok(fresh.map(|study| (study.id, study.title)).collect())
}

/// A member shows a study of his own to the club: its link stands there for members, and strangers find it no more easily than before.
pub async fn share(state: &AppState, person: &Person, id: &str, study: &str) -> Result<(), Fault> {
    seen_by_member(state, person, id).await?;
    let found = crate::studies::find(state, study).await?;
    if !found.is_of(Some(&person.id)) {
        return Err(Fault::forbidden("this study is somebody else's: copy it to share it"));
    }
    // Others read it by the club, as if it were said there.
    moderation::check_account_speech(state, person, &found.kept.body).await?;
    let share = ClubChange::Share {
        club: id.into(),
        study: study.into(),
        person: person.id.clone(),
        at: state.config.wall.now(),
        most: MOST_STUDIES,
    };
    let shared = state.store.clubs().write(share).await?;
    shared.map(drop).ok_or_else(|| {
        Fault::conflict("full", format!("a club is shown at most {MOST_STUDIES} studies: take one out first"))
    })
}

/// Takes a study out of the club: one's own, or any for the club's owner. The study itself stays.
pub async fn unshare(state: &AppState, person: &Person, id: &str, study: &str) -> Result<(), Fault> {
    let missing = || Fault::missing("the club is not shown this study");
    let (_, role) = seen_by_member(state, person, id).await?;
    let all = state.store.clubs().studies(id.into()).await?;
    let (kept, _) = all.iter().find(|(kept, _)| kept.id == study).ok_or_else(missing)?;
    if kept.person != person.id && role != Role::Owner {
        return Err(Fault::forbidden("this study is somebody else's"));
    }
    let gone = ClubChange::Unshare { club: id.into(), study: study.into() };
    state.store.clubs().write(gone).await?.map(drop).ok_or_else(missing)
}

/// Clubs of a person or to which he is asked, and those that everybody may see.
pub async fn lists(
    state: &AppState,
    person: Option<&str>,
    limit: u32,
) -> Result<(Vec<(Club, Option<Role>)>, Vec<Club>), Fault> {
    let mut mine = Vec::new();
    if let Some(person) = person {
        for club in state.store.clubs().clubs(ClubList::Of(person.into()), limit).await? {
            let role = role(state, &club.id, Some(person)).await?;
            mine.push((club, role));
        }
    }
    let mut open = state.store.clubs().clubs(ClubList::Open, limit).await?;
    open.retain(|club| !mine.iter().any(|(own, _)| own.id == club.id));
    Ok((mine, open))
}

/// Whoever goes leaves all clubs.
pub async fn forget(state: &AppState, person: &str) -> Result<(), Fault> {
    for club in state.store.clubs().clubs(ClubList::Of(person.into()), 10_000).await? {
        let part = ClubChange::Part { club: club.id, person: person.into() };
        state.store.clubs().write(part).await?;
    }
    Ok(())
}

/// What is kept of somebody in clubs.
pub async fn export(state: &AppState, person: &str) -> Result<Vec<Value>, Fault> {
    let said = state.store.clubs().said_by(person.into()).await?;
    let mut all = Vec::new();
    for club in state.store.clubs().clubs(ClubList::Of(person.into()), 10_000).await? {
        let members = state.store.clubs().members(club.id.clone()).await?;
        let own = members.iter().find(|member| member.person == person);
        let lines = said.iter().filter(|(of, _)| *of == club.id);
        let lines: Vec<Value> = lines.map(|(_, line)| json!({ "at": line.at, "text": line.text })).collect();
        let shown = state.store.clubs().studies(club.id.clone()).await?;
        let shown = shown.iter().filter(|(study, _)| study.person == person);
        let shown: Vec<Value> = shown.map(|(study, at)| json!({ "study": study.id, "at": at })).collect();
        all.push(json!({ "id": club.id, "name": club.name, "role": own.map(|own| own.role.word()),
            "since": own.map(|own| own.at), "said": lines, "studies": shown }));
    }
    Ok(all)
}
