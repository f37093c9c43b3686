//! The rules of the house: what the owner of a table says about those who watch and speak there.

use super::{Holder, Sitting, absence};
use crate::{
    error::Fault,
    moderation,
    person::{Person, is_trick},
};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// The longest thing said, in characters.
const LONGEST_SAYING: usize = 400;

/// What the owner of a table may change about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HouseChange {
    /// Whether anybody with the address may watch. A table that is closed to watchers is not public either.
    Watchers {
        /// Anybody with the address, or only those who play.
        allowed: bool,
    },
    /// How many seconds the table waits for whoever is away.
    Patience {
        /// The seconds.
        seconds: u32,
    },
    /// Whoever said a line, or holds a seat, may not speak here any more.
    Mute {
        /// The number of a line …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        /// … or a seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Whoever was muted may speak again.
    Unmute {
        /// The name under which he was muted.
        name: String,
    },
    /// A line is taken out of the chat.
    Remove {
        /// Its number.
        line: u64,
    },
}

/// Somebody who speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker<'a> {
    /// A person, perhaps on a seat.
    Person(&'a Person, Option<Seat>),
    /// A program on a seat.
    Program(Seat),
}

impl Speaker<'_> {
    /// How a muted one is kept.
    fn key(self) -> String {
        match self {
            Speaker::Person(person, _) => person.id.clone(),
            Speaker::Program(seat) => format!("seat-{seat}"),
        }
    }

    fn seat(self) -> Option<Seat> {
        match self {
            Speaker::Person(_, seat) => seat,
            Speaker::Program(seat) => Some(seat),
        }
    }
}

impl Sitting {
    /// The owner changes the rules of the house.
    pub async fn change_house(&mut self, change: HouseChange) -> Result<(), Fault> {
        match change {
            HouseChange::Watchers { allowed } => {
                if self.meta.daily.is_some() {
                    return Err(Fault::conflict("daily", "a game of the day is shown when its day is over"));
                }
                if self.meta.rated && !allowed {
                    return Err(Fault::conflict(super::RATED, "a rated game can be watched"));
                }
                self.change_meta(|meta| {
                    meta.players_only = !allowed;
                    meta.public &= allowed;
                })
                .await
            }
            HouseChange::Patience { seconds } => {
                absence::check(seconds)?;
                self.change_meta(|meta| meta.patience = Some(seconds)).await
            }
            HouseChange::Mute { line, seat } => {
                let (key, name) = match (line, seat) {
                    (Some(line), None) => self.who_said(line)?,
                    (None, Some(seat)) => self.who_sits(seat)?,
                    (Some(_), Some(_)) | (None, None) => {
                        return Err(Fault::malformed("either `line` or `seat` says who is muted"));
                    }
                };
                if self.meta.is_owner(Some(&key)) {
                    return Err(Fault::conflict("owner", "you would not hear yourself any more"));
                }
                self.change_meta(|meta| drop(meta.muted.insert(key, name))).await
            }
            HouseChange::Unmute { name } => {
                self.change_meta(|meta| meta.muted.retain(|_, muted| *muted != name)).await
            }
            HouseChange::Remove { line } => {
                if !self.chat.iter().any(|said| said.id == line) {
                    return Err(Fault::missing("there is no such line"));
                }
                self.change_meta(|meta| {
                    meta.removed.insert(line);
                })
                .await
            }
        }
    }

    fn who_said(&self, line: u64) -> Result<(String, String), Fault> {
        let said = self.chat.iter().find(|said| said.id == line);
        let known = said.and_then(|said| Some((said.by.clone()?, said.from.clone())));
        known.ok_or_else(|| Fault::missing("it is not known any more who said that; mute by the seat"))
    }

    fn who_sits(&self, number: u8) -> Result<(String, String), Fault> {
        let seat = self.seat(number)?;
        match &self.meta.chairs[seat.index()].holder {
            Holder::Person { ids, name, .. } if !ids.is_empty() => Ok((ids[0].clone(), name.clone())),
            Holder::Program { name } => Ok((Speaker::Program(seat).key(), name.clone())),
            Holder::Open | Holder::Bot { .. } | Holder::Person { .. } => {
                Err(Fault::conflict("free", "nobody sits there who could speak"))
            }
        }
    }

    /// Somebody says something to all, or to his team.
    pub async fn say(&mut self, speaker: Speaker<'_>, text: &str, to_team: bool) -> Result<(), Fault> {
        let text: String =
            text.trim().chars().filter(|c| !c.is_control() && !is_trick(*c)).take(LONGEST_SAYING).collect();
        if text.is_empty() {
            return Err(Fault::malformed("there is nothing to say"));
        }
        self.check_talk()?;
        if self.is_muted(speaker) {
            return Err(Fault::forbidden("whoever opened this table has asked you not to speak here"));
        }
        moderation::check_speech(&self.state, self.speaks(speaker).iter().map(String::as_str), &text)?;
        let place = speaker.seat().map(|seat| self.table.seat_name(seat));
        let name = match speaker {
            Speaker::Person(person, _) => person.name.clone(),
            Speaker::Program(seat) => self.meta.chairs[seat.index()].holder.name(),
        };
        let audience = match speaker.seat().filter(|_| to_team) {
            Some(seat) => format!("team-{seat}"),
            None if to_team => return Err(Fault::forbidden("you have no team")),
            None => "all".into(),
        };
        let from = place.map_or_else(|| name.clone(), |place| format!("{name} · {place}"));
        if let Speaker::Person(person, _) = speaker {
            moderation::check_guest(&self.state, person)?;
        }
        self.chat_by(from, audience, text, Some(speaker.key())).await.map(drop)
    }

    /// SA-3.26: nobody speaks in a communications breakdown, whatever he speaks with.
    pub(super) fn check_talk(&mut self) -> Result<(), Fault> {
        let Some(line) = self.careful(|loaded| loaded.table.hushed())? else { return Ok(()) };
        let rule = line.rule.map(|rule| rule.as_str());
        Err(Fault { rule, ..Fault::conflict("hushed", line.text.trim_end_matches('.').to_owned()) })
    }

    /// All who speak when he does: the speaker, and whoever holds the seat that he speaks from.
    pub(super) fn speaks(&self, speaker: Speaker<'_>) -> Vec<String> {
        let holder = speaker.seat().map(|seat| &self.meta.chairs[seat.index()].holder);
        let mut all = vec![speaker.key()];
        if let Some(Holder::Person { ids, .. }) = holder {
            all.extend(ids.iter().cloned());
        }
        all
    }

    /// Is the speaker muted, or whoever holds the seat that he speaks from?
    pub(super) fn is_muted(&self, speaker: Speaker<'_>) -> bool {
        self.speaks(speaker).iter().any(|id| self.meta.muted.contains_key(id))
    }
}

impl super::Loaded {
    /// Is it known who said a line, so that he can be muted?
    pub fn knows_who_said(&self, line: u64) -> bool {
        let said = self.chat.iter().find(|said| said.id == line);
        said.and_then(|said| said.by.as_deref()).is_some_and(|by| !self.meta.is_owner(Some(by)))
    }
}
