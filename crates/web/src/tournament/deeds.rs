//! What people do about tournaments: make one, come, leave, ask others, let it begin; who may see it and who may do what.

use super::{
    Method,
    plan::{NEVER, Plan, Whole},
    run::{self, change},
};
use crate::{
    accounts::challenges,
    clubs,
    error::Fault,
    keys::{hex, random},
    person::{Person, is_trick},
    state::AppState,
    table::{clock::Agreed, paired, root},
};
use klaxon_core::Millis;
use klaxon_store::{Entrant, Held, Taking, Tournament, TournamentList};
use std::collections::BTreeMap;

/// The most who may play in a tournament.
pub const MOST_PLAYERS: u32 = 128;
/// Tournaments that one person may have going at a time.
const MOST_OWN: usize = 10;
/// The longest title and the longest word about it, in characters.
const LONGEST_TITLE: usize = 60;
const LONGEST_ABOUT: usize = 600;
/// The shortest and the longest round, in seconds.
const ROUND: (u32, u32) = (60, 60 * 86_400);
/// How far ahead a tournament may begin, or a ladder end.
const AHEAD: Millis = 400 * 86_400_000;

/// What a new tournament is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct New {
    /// The title.
    pub title: String,
    /// What is said of it.
    pub about: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id; the first one's if empty.
    pub scenario: String,
    /// By which method people are paired.
    pub method: Method,
    /// What is agreed about time.
    pub clock: Option<Agreed>,
    /// Do the games count for ratings?
    pub rated: bool,
    /// Only those who are asked may play.
    pub invited: bool,
    /// The club whose members alone may play.
    pub club: Option<String>,
    /// Rounds of a Swiss tournament; 0 for the usual number.
    pub rounds: u32,
    /// The most who may play.
    pub most: u32,
    /// When it begins by itself.
    pub starts_at: Option<Millis>,
    /// Seconds for a round.
    pub round_seconds: u32,
    /// When a ladder ends.
    pub ends_at: Option<Millis>,
}

/// Text without control characters and tricks, no longer than this.
pub fn tidy(text: &str, longest: usize) -> String {
    let kept = text.trim().chars().filter(|c| !c.is_control() && !is_trick(*c));
    kept.take(longest).collect::<String>().trim().to_owned()
}

fn member(person: &Person) -> Result<(), Fault> {
    if person.standing.is_guest() {
        return Err(Fault::forbidden("tournaments are for accounts: sign in first"));
    }
    Ok(())
}

/// Makes a tournament. Returns its id.
pub async fn make(state: &AppState, person: &Person, new: New) -> Result<String, Fault> {
    member(person)?;
    let at = state.config.wall.now();
    let title = tidy(&new.title, LONGEST_TITLE);
    if title.chars().count() < 3 {
        return Err(Fault::malformed("a title has at least three letters"));
    }
    let about = tidy(&new.about, LONGEST_ABOUT);
    crate::moderation::check_account_speech(state, person, &format!("{title} {about}")).await?;
    let scenario_name = paired::check(&new.game, &new.scenario, new.clock)?;
    if !(2..=MOST_PLAYERS).contains(&new.most) {
        return Err(Fault::malformed(format!("2 to {MOST_PLAYERS} can play")));
    }
    if !(ROUND.0..=ROUND.1).contains(&new.round_seconds) {
        return Err(Fault::malformed(format!("a round takes {} to {} seconds", ROUND.0, ROUND.1)));
    }
    if new.rounds > MOST_PLAYERS / 2 {
        return Err(Fault::malformed(format!("a tournament has at most {} rounds", MOST_PLAYERS / 2)));
    }
    for time in [new.starts_at, new.ends_at].into_iter().flatten() {
        if time > at + AHEAD || time + 60_000 < at {
            return Err(Fault::malformed("this time has passed, or is too far ahead"));
        }
    }
    let is_ladder = new.method == Method::Ladder;
    if is_ladder && new.ends_at.is_none() {
        return Err(Fault::malformed("a ladder ends at some time: say when"));
    }
    let mut public = !new.invited;
    if let Some(club) = &new.club {
        let (club, role) = clubs::see(state, Some(&person.id), club).await?;
        if !clubs::belongs(role) {
            return Err(Fault::forbidden("join the club first"));
        }
        public &= club.open;
    }
    let own = state.store.tournaments().tournaments(TournamentList::Of(person.id.clone()), 500).await?;
    let mine = |one: &&Tournament| {
        one.owner.as_deref() == Some(person.id.as_str()) && matches!(one.state, Held::Open | Held::Running)
    };
    if own.iter().filter(mine).count() >= MOST_OWN {
        let text = format!("nobody has more than {MOST_OWN} tournaments going: let one end first");
        return Err(Fault::conflict("too-many", text));
    }
    let kept = Tournament {
        id: hex(&random::<8>()),
        owner: Some(person.id.clone()),
        club: new.club,
        title,
        game: new.game,
        // A ladder stands as soon as somebody comes.
        state: if is_ladder { Held::Running } else { Held::Open },
        public,
        created_at: at,
        due: NEVER,
        rev: 1,
        body: String::new(),
    };
    let plan = Plan {
        method: new.method,
        scenario: new.scenario,
        scenario_name,
        clock: new.clock,
        rated: new.rated,
        invited: new.invited,
        rounds: if new.method == Method::Swiss { new.rounds } else { 0 },
        most: new.most,
        starts_at: new.starts_at.filter(|_| !is_ladder),
        round_seconds: new.round_seconds,
        ends_at: new.ends_at.filter(|_| is_ladder),
        about,
        mark: String::new(),
        round: 0,
        late: BTreeMap::new(),
        started_at: is_ladder.then_some(at),
        ended_at: None,
    };
    let mut whole = Whole { kept, plan, entrants: Vec::new(), pairings: Vec::new() };
    match whole.keep(state, None).await? {
        true => Ok(whole.kept.id),
        false => Err(Fault::busy("try again")),
    }
}

/// A tournament, for whoever may see it.
pub async fn see(state: &AppState, person: Option<&str>, id: &str) -> Result<Whole, Fault> {
    let missing = || Fault::missing("there is no such tournament");
    if id.len() > 64 {
        return Err(missing());
    }
    let whole = Whole::load(state, id).await?;
    if whole.kept.public || is_owner(&whole, person) || person.is_some_and(|id| whole.entrant(id).is_some()) {
        return Ok(whole);
    }
    // What is a club's is seen by its members; what is for those alone who were asked, by nobody else.
    if let (Some(club), false) = (&whole.kept.club, whole.plan.invited)
        && clubs::belongs(clubs::role(state, club, person).await?)
    {
        return Ok(whole);
    }
    Err(missing())
}

/// Did this person make it?
pub fn is_owner(whole: &Whole, person: Option<&str>) -> bool {
    person.is_some() && whole.kept.owner.as_deref() == person
}

async fn own(state: &AppState, person: &Person, id: &str) -> Result<Whole, Fault> {
    let whole = see(state, Some(&person.id), id).await?;
    if is_owner(&whole, Some(&person.id)) {
        Ok(whole)
    } else {
        Err(Fault::forbidden("only whoever made the tournament may do that"))
    }
}

fn shut(text: &str) -> Fault {
    Fault::conflict("shut", text.to_owned())
}

/// Somebody comes.
pub async fn enter(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    member(person)?;
    let seen = see(state, Some(&person.id), id).await?;
    if let Some(club) = &seen.kept.club
        && !clubs::belongs(clubs::role(state, club, Some(&person.id)).await?)
    {
        return Err(Fault::forbidden("this tournament is for the members of its club: join it first"));
    }
    let answers = root(state, &person.id).await?;
    let mut roots = BTreeMap::new();
    if seen.plan.rated {
        // Asked once: who answers for an account does not change.
        for entrant in &seen.entrants {
            roots.insert(entrant.person.clone(), root(state, &entrant.person).await?);
        }
    }
    let at = state.config.wall.now();
    let come = |whole: &mut Whole| {
        let there = whole.entrant(&person.id).map(|entrant| entrant.state);
        if there == Some(Taking::In) {
            return Ok(());
        }
        let is_ladder = whole.plan.method == Method::Ladder;
        match whole.kept.state {
            Held::Open => {}
            Held::Running if is_ladder => {}
            Held::Running => return Err(shut("it has begun: nobody can come in any more")),
            Held::Over | Held::Off => return Err(shut("it is over")),
        }
        if whole.plan.invited && there.is_none() {
            return Err(Fault::forbidden("this tournament is for those who are asked"));
        }
        if whole.is_full() {
            return Err(Fault::conflict("full", "all places are taken"));
        }
        let own = |other: &Entrant| {
            other.state == Taking::In && roots.get(&other.person).is_some_and(|other| *other == answers)
        };
        if whole.plan.rated && whole.entrants.iter().any(own) {
            let text = "nobody plays a rated game against himself or his own bot, and one of yours is in it";
            return Err(Fault::conflict(crate::table::RATED, text));
        }
        if is_ladder {
            whole.stand_below(&person.id, at);
            return Ok(());
        }
        whole.entrants.retain(|entrant| entrant.person != person.id);
        let (person, state) = (person.id.clone(), Taking::In);
        whole.entrants.push(Entrant { person, number: 0, state, at, name: None });
        Ok(())
    };
    let whole = change(state, id, come).await?;
    if whole.begins(at) {
        state.tournaments.tell(id);
    }
    Ok(())
}

/// Somebody leaves, or does not want to come. Once it has begun his game is lost.
pub async fn withdraw(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    see(state, Some(&person.id), id).await?;
    let leave = |whole: &mut Whole| {
        let Some(entrant) = whole.entrants.iter_mut().find(|entrant| entrant.person == person.id) else {
            return Err(Fault::conflict("not-in", "you are not in it"));
        };
        match whole.kept.state {
            Held::Running if entrant.number > 0 => entrant.state = Taking::Out,
            Held::Open | Held::Running => whole.entrants.retain(|entrant| entrant.person != person.id),
            Held::Over | Held::Off => return Err(shut("it is over")),
        }
        Ok(())
    };
    change(state, id, leave).await?;
    state.tournaments.tell(id);
    Ok(())
}

/// Its owner asks somebody to come.
pub async fn invite(state: &AppState, by: &Person, id: &str, name: &str) -> Result<(), Fault> {
    own(state, by, id).await?;
    let asked = challenges::player(state, name).await?.person;
    if state.store.results().apart(by.id.clone(), asked.clone()).await? {
        return Err(Fault::conflict("apart", "you do not play with each other"));
    }
    let at = state.config.wall.now();
    let ask = |whole: &mut Whole| {
        let is_ladder = whole.plan.method == Method::Ladder;
        match whole.kept.state {
            Held::Open => {}
            Held::Running if is_ladder => {}
            Held::Running | Held::Over | Held::Off => return Err(shut("nobody can come in any more")),
        }
        if whole.entrants.len() >= 2 * MOST_PLAYERS as usize {
            return Err(Fault::conflict("too-many", "that is enough people to ask"));
        }
        if whole.entrant(&asked).is_none() {
            let (person, state) = (asked.clone(), Taking::Invited);
            whole.entrants.push(Entrant { person, number: 0, state, at, name: None });
        }
        Ok(())
    };
    change(state, id, ask).await.map(drop)
}

/// Its owner lets it begin.
pub async fn start(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    let whole = own(state, person, id).await?;
    if whole.kept.state != Held::Open {
        return Err(shut("it has begun already, or is over"));
    }
    if whole.count() < 2 {
        return Err(Fault::conflict("too-few", "two must have come before it can begin"));
    }
    run::begin(state, &whole).await?;
    state.tournaments.tell(id);
    Ok(())
}

/// Its owner calls it off before it has begun, or ends a ladder.
pub async fn end(state: &AppState, person: &Person, id: &str) -> Result<(), Fault> {
    own(state, person, id).await?;
    let at = state.config.wall.now();
    let stop = |whole: &mut Whole| {
        match (whole.kept.state, whole.plan.method) {
            (Held::Open, _) => whole.call_off(at),
            (Held::Running, Method::Ladder) => {
                whole.plan.ends_at = Some(at);
                whole.plan.late.values_mut().for_each(|late| *late = at);
                whole.go_on(at);
            }
            (Held::Running, Method::RoundRobin | Method::Swiss | Method::KnockOut) => {
                return Err(shut("those who play finish what has begun"));
            }
            (Held::Over | Held::Off, _) => return Err(shut("it is over")),
        }
        Ok(())
    };
    change(state, id, stop).await?;
    state.tournaments.tell(id);
    Ok(())
}

/// Somebody on a ladder challenges another. Returns the table at which they play.
pub async fn challenge(state: &AppState, by: &Person, id: &str, name: &str) -> Result<String, Fault> {
    member(by)?;
    see(state, Some(&by.id), id).await?;
    let whom = challenges::player(state, name).await?.person;
    let at = state.config.wall.now();
    let dare = |whole: &mut Whole| {
        if whole.plan.method != Method::Ladder {
            return Err(Fault::conflict("no-ladder", "only on a ladder one chooses whom one meets"));
        }
        if whole.kept.state != Held::Running || whole.plan.ends_at.is_some_and(|end| end <= at) {
            return Err(shut("it is over"));
        }
        let number = |person: &str| {
            let entrant = whole.entrant(person).filter(|entrant| entrant.state == Taking::In);
            entrant.map(|entrant| entrant.number)
        };
        let (Some(one), Some(two)) = (number(&by.id), number(&whom)) else {
            return Err(Fault::conflict("not-in", "both must stand on the ladder"));
        };
        whole.challenge(one, two, at).map_err(|why| Fault::conflict("not-now", why))
    };
    let whole = change(state, id, dare).await?;
    let table = whole.game_of(&by.id).and_then(|pairing| pairing.table.clone());
    // Opened at once, so that whoever challenged finds it.
    run::look(state, id).await?;
    table.ok_or_else(|| Fault::ours("a challenge without a table"))
}

/// Tournaments that a person has made, plays in or is asked to, and those that everybody may see.
pub async fn lists(
    state: &AppState,
    person: Option<&str>,
    limit: u32,
) -> Result<(Vec<Tournament>, Vec<Tournament>), Fault> {
    let all = state.store.tournaments();
    let mine = match person {
        Some(person) => all.tournaments(TournamentList::Of(person.into()), limit).await?,
        None => Vec::new(),
    };
    let mut others = all.tournaments(TournamentList::Public, limit).await?;
    others.retain(|one| !mine.iter().any(|own| own.id == one.id));
    Ok((mine, others))
}

/// Whoever goes leaves his games, under another word.
pub async fn forget(state: &AppState, person: &str, alias: &str) -> Result<(), Fault> {
    let all = state.store.tournaments();
    let own = all.tournaments(TournamentList::Of(person.into()), 10_000).await?;
    let forget = klaxon_store::TournamentChange::Forget { person: person.into(), alias: alias.into() };
    all.write(forget).await?;
    for one in own.iter().filter(|one| one.state == Held::Running) {
        state.tournaments.tell(&one.id);
    }
    Ok(())
}

/// What is kept of somebody in tournaments.
pub async fn export(state: &AppState, person: &str) -> Result<Vec<serde_json::Value>, Fault> {
    let mut all = Vec::new();
    for one in state.store.tournaments().tournaments(TournamentList::Of(person.into()), 10_000).await? {
        let entrants = state.store.tournaments().entrants(one.id.clone()).await?;
        let own = entrants.iter().find(|entrant| entrant.person == person);
        all.push(serde_json::json!({
            "id": one.id, "title": one.title, "game": one.game, "made": one.owner.as_deref() == Some(person),
            "takes_part": own.map(|own| own.state.word()), "number": own.map(|own| own.number), "since": own.map(|own| own.at),
        }));
    }
    Ok(all)
}
