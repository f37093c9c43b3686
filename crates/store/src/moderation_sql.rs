//! What is asked of a database about moderation and notes; see `accounts_sql.rs` for why it stands here once for both engines.

/// Makes the functions of an engine: `change` within a transaction, and what only reads.
macro_rules! moderation_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path, get_option: $get_option:path
    ) => {
        use crate::moderation::{Deed, Measure, ModerationChange, Note, NoteOn, Report, Reports, Sanction};
        use crate::request::{signed, unsigned};
        use crate::{Millis, StoreError};
        use sqlx::Row;

        const REPORT: &str = "number, at, reporter, person, table_id, about, body, closed_at, closed_by";

        /// Carries a change out.
        pub(super) async fn change(
            conn: &mut $conn,
            change: &ModerationChange,
        ) -> Result<Option<String>, StoreError> {
            match change {
                ModerationChange::Report { report, most, forget } => {
                    return add_report(conn, report, *most, *forget).await;
                }
                ModerationChange::PutReport(report) => {
                    reach(conn, "reports", report.number).await?;
                    sqlx::query(concat!("delete from ", $at, "reports where number = $1"))
                        .bind(signed(report.number))
                        .execute(&mut *conn)
                        .await?;
                    insert_report(conn, report, signed(report.number)).await?;
                }
                ModerationChange::DropReport { number } => {
                    sqlx::query(concat!("delete from ", $at, "reports where number = $1"))
                        .bind(signed(*number))
                        .execute(&mut *conn)
                        .await?;
                }
                ModerationChange::Close { number, deed } => {
                    let done = sqlx::query(concat!(
                        "update ", $at, "reports set closed_at = $2, closed_by = $3 where number = $1 and closed_at is null"
                    ))
                    .bind(signed(*number))
                    .bind(signed(deed.at))
                    .bind($put(&deed.name))
                    .execute(&mut *conn)
                    .await?;
                    if done.rows_affected() == 0 {
                        return Ok(None);
                    }
                    tell(conn, deed).await?;
                    return Ok(Some(number.to_string()));
                }
                ModerationChange::Appoint { person, deed } => {
                    if !appoint(conn, person, deed.at).await? {
                        return Err(StoreError::UnknownAccount);
                    }
                    tell(conn, deed).await?;
                }
                ModerationChange::PutModerator { person, since } => drop(appoint(conn, person, *since).await?),
                ModerationChange::Dismiss { person, deed } => {
                    sqlx::query(concat!("delete from ", $at, "moderators where person = $1"))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                    tell(conn, deed).await?;
                }
                ModerationChange::Impose { sanction, deed } => {
                    impose(conn, sanction).await?;
                    tell(conn, deed).await?;
                }
                ModerationChange::PutSanction(sanction) => impose(conn, sanction).await?,
                ModerationChange::Lift { person, measure, deed } => {
                    let done = sqlx::query(concat!("delete from ", $at, "sanctions where person = $1 and measure = $2"))
                        .bind($put(person))
                        .bind($put(measure.word()))
                        .execute(&mut *conn)
                        .await?;
                    if done.rows_affected() == 0 {
                        return Ok(None);
                    }
                    tell(conn, deed).await?;
                    return Ok(Some(person.clone()));
                }
                ModerationChange::PutDeed(deed) => {
                    reach(conn, "deeds", deed.number).await?;
                    insert_deed(conn, deed, signed(deed.number)).await?;
                }
                ModerationChange::Note(note) if note.text.is_empty() => {
                    sqlx::query(concat!("delete from ", $at, "notes where person = $1 and kind = $2 and about = $3"))
                        .bind($put(&note.person))
                        .bind($put(note.on.word()))
                        .bind($put(&note.about))
                        .execute(&mut *conn)
                        .await?;
                }
                ModerationChange::Note(note) => {
                    sqlx::query(concat!(
                        "insert into ", $at, "notes (person, kind, about, body, changed_at) values ($1, $2, $3, $4, $5) \
                         on conflict (person, kind, about) do update set body = excluded.body, changed_at = excluded.changed_at"
                    ))
                    .bind($put(&note.person))
                    .bind($put(note.on.word()))
                    .bind($put(&note.about))
                    .bind($put(&note.text))
                    .bind(signed(note.changed_at))
                    .execute(&mut *conn)
                    .await?;
                }
                ModerationChange::Forget { person, called } => forget(conn, person, called).await?,
            }
            Ok(None)
        }

        /// False where there is no such account.
        async fn appoint(conn: &mut $conn, person: &str, since: Millis) -> Result<bool, StoreError> {
            let there: i64 = sqlx::query_scalar(concat!("select count(*) from ", $at, "accounts where person = $1"))
                .bind($put(person))
                .fetch_one(&mut *conn)
                .await?;
            if there > 0 {
                sqlx::query(concat!("insert into ", $at, "moderators (person, since) values ($1, $2) on conflict do nothing"))
                    .bind($put(person))
                    .bind(signed(since))
                    .execute(&mut *conn)
                    .await?;
            }
            Ok(there > 0)
        }

        async fn impose(conn: &mut $conn, sanction: &Sanction) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "sanctions (person, measure, until, reason, at) values ($1, $2, $3, $4, $5) \
                 on conflict (person, measure) do update set until = excluded.until, reason = excluded.reason, at = excluded.at"
            ))
            .bind($put(&sanction.person))
            .bind($put(sanction.measure.word()))
            .bind(signed(sanction.until))
            .bind($put(&sanction.reason))
            .bind(signed(sanction.at))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn add_report(
            conn: &mut $conn,
            report: &Report,
            most: u32,
            forget: Millis,
        ) -> Result<Option<String>, StoreError> {
            // One at a time, so that nobody has more than he may.
            let number: i64 = sqlx::query_scalar(concat!(
                "insert into ", $at, "counters (name, n) values ($1, 1) on conflict (name) do update set n = ", $at, "counters.n + 1 returning n"
            ))
            .bind($put("reports"))
            .fetch_one(&mut *conn)
            .await?;
            sqlx::query(concat!("delete from ", $at, "reports where closed_at < $1"))
                .bind(signed(forget))
                .execute(&mut *conn)
                .await?;
            let same: Option<i64> = sqlx::query_scalar(concat!(
                "select number from ", $at, "reports where reporter = $1 and table_id = $2 and about = $3"
            ))
            .bind($put(&report.reporter))
            .bind($put(&report.table))
            .bind($put(&report.about))
            .fetch_optional(&mut *conn)
            .await?;
            if let Some(same) = same {
                return Ok(Some(same.to_string()));
            }
            let waiting: i64 = sqlx::query_scalar(concat!(
                "select count(*) from ", $at, "reports where reporter = $1 and closed_at is null"
            ))
            .bind($put(&report.reporter))
            .fetch_one(&mut *conn)
            .await?;
            if waiting >= i64::from(most) {
                return Ok(None);
            }
            insert_report(conn, report, number).await?;
            Ok(Some(number.to_string()))
        }

        async fn insert_report(conn: &mut $conn, report: &Report, number: i64) -> Result<(), StoreError> {
            let (closed_at, closed_by) = match &report.closed {
                Some((at, by)) => (Some(signed(*at)), by.as_str()),
                None => (None, ""),
            };
            sqlx::query(concat!(
                "insert into ", $at, "reports (number, at, reporter, person, table_id, about, body, closed_at, closed_by) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
            ))
            .bind(number)
            .bind(signed(report.at))
            .bind($put(&report.reporter))
            .bind(report.person.as_deref().map($put))
            .bind($put(&report.table))
            .bind($put(&report.about))
            .bind($put(&report.body))
            .bind(closed_at)
            .bind($put(closed_by))
            .execute(conn)
            .await?;
            Ok(())
        }

        /// Numbers go on after one that was given from outside.
        async fn reach(conn: &mut $conn, name: &str, number: u64) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "counters (name, n) values ($1, $2) on conflict (name) do update set n = excluded.n \
                 where ", $at, "counters.n < excluded.n"
            ))
            .bind($put(name))
            .bind(signed(number))
            .execute(conn)
            .await?;
            Ok(())
        }

        /// A deed is written down, once: an attempt whose end was not heard may come again.
        async fn tell(conn: &mut $conn, deed: &Deed) -> Result<(), StoreError> {
            let number: i64 = sqlx::query_scalar(concat!(
                "insert into ", $at, "counters (name, n) values ($1, 1) on conflict (name) do update set n = ", $at, "counters.n + 1 returning n"
            ))
            .bind($put("deeds"))
            .fetch_one(&mut *conn)
            .await?;
            let same: i64 = sqlx::query_scalar(concat!(
                "select count(*) from ", $at, "deeds where number = $1 - 1 and at = $2 and moderator = $3 and deed = $4 and person = $5 and words = $6"
            ))
            .bind(number)
            .bind(signed(deed.at))
            .bind($put(&deed.moderator))
            .bind($put(&deed.deed))
            .bind($put(&deed.person))
            .bind($put(&deed.words))
            .fetch_one(&mut *conn)
            .await?;
            if same > 0 { Ok(()) } else { insert_deed(conn, deed, number).await }
        }

        async fn insert_deed(conn: &mut $conn, deed: &Deed, number: i64) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "deeds (number, at, moderator, name, deed, person, whom, words) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing"
            ))
            .bind(number)
            .bind(signed(deed.at))
            .bind($put(&deed.moderator))
            .bind($put(&deed.name))
            .bind($put(&deed.deed))
            .bind($put(&deed.person))
            .bind($put(&deed.whom))
            .bind($put(&deed.words))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn forget(conn: &mut $conn, person: &str, called: &str) -> Result<(), StoreError> {
            for statement in [
                concat!("delete from ", $at, "moderators where person = $1"),
                concat!("delete from ", $at, "sanctions where person = $1"),
                concat!("delete from ", $at, "reports where person = $1"),
                concat!("delete from ", $at, "notes where person = $1 or kind = 'person' and about = $1"),
            ] {
                sqlx::query(statement).bind($put(person)).execute(&mut *conn).await?;
            }
            sqlx::query(concat!("update ", $at, "reports set reporter = $2 where reporter = $1"))
                .bind($put(person))
                .bind($put(""))
                .execute(&mut *conn)
                .await?;
            for statement in [
                concat!("update ", $at, "deeds set person = $3, whom = $2 where person = $1"),
                concat!("update ", $at, "deeds set moderator = $3, name = $2 where moderator = $1"),
            ] {
                sqlx::query(statement)
                    .bind($put(person))
                    .bind($put(called))
                    .bind($put("gone"))
                    .execute(&mut *conn)
                    .await?;
            }
            Ok(())
        }

        pub(super) async fn moderators(pool: &$pool) -> Result<Vec<(String, Millis)>, StoreError> {
            let rows = sqlx::query(concat!("select person, since from ", $at, "moderators order by person"))
                .fetch_all(pool)
                .await?;
            rows.iter().map(|row| Ok(($get(row, 0)?, unsigned(row.try_get(1)?)?))).collect()
        }

        pub(super) async fn sanctions(pool: &$pool, now: Millis) -> Result<Vec<Sanction>, StoreError> {
            let rows = sqlx::query(concat!(
                "select person, measure, until, reason, at from ", $at, "sanctions where until > $1 order by person, measure"
            ))
            .bind(signed(now))
            .fetch_all(pool)
            .await?;
            rows.iter().map(sanction_of).collect()
        }

        pub(super) async fn sanctions_of(pool: &$pool, person: &str) -> Result<Vec<Sanction>, StoreError> {
            let rows = sqlx::query(concat!(
                "select person, measure, until, reason, at from ", $at, "sanctions where person = $1 order by measure"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            rows.iter().map(sanction_of).collect()
        }

        fn sanction_of(row: &$row) -> Result<Sanction, StoreError> {
            let word: String = $get(row, 1)?;
            let unknown = || StoreError::Unreadable { what: format!("the measure {word}") };
            Ok(Sanction {
                person: $get(row, 0)?,
                measure: Measure::parse(&word).ok_or_else(unknown)?,
                until: unsigned(row.try_get(2)?)?,
                reason: $get(row, 3)?,
                at: unsigned(row.try_get(4)?)?,
            })
        }

        pub(super) async fn reports(pool: &$pool, which: &Reports, limit: u32) -> Result<Vec<Report>, StoreError> {
            let (rest, text, number) = match which {
                Reports::Open => ("closed_at is null and $1 = $1 and number > $2 order by number", "", 0),
                Reports::Closed(before) => {
                    ("closed_at is not null and $1 = $1 and number < $2 order by number desc", "", signed(*before))
                }
                Reports::By(person) => ("reporter = $1 and number > $2 order by number", person.as_str(), 0),
                Reports::After(number) => ("$1 = $1 and number > $2 order by number", "", signed(*number)),
            };
            let statement = format!(concat!("select {} from ", $at, "reports where {} limit $3"), REPORT, rest);
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(text)).bind(number).bind(i64::from(limit));
            query.fetch_all(pool).await?.iter().map(report_of).collect()
        }

        fn report_of(row: &$row) -> Result<Report, StoreError> {
            let closed: Option<i64> = row.try_get(7)?;
            let closed = match closed {
                Some(at) => Some((unsigned(at)?, $get(row, 8)?)),
                None => None,
            };
            Ok(Report {
                number: unsigned(row.try_get(0)?)?,
                at: unsigned(row.try_get(1)?)?,
                reporter: $get(row, 2)?,
                person: $get_option(row, 3)?,
                table: $get(row, 4)?,
                about: $get(row, 5)?,
                body: $get(row, 6)?,
                closed,
            })
        }

        pub(super) async fn waiting(pool: &$pool) -> Result<u64, StoreError> {
            let n: i64 = sqlx::query_scalar(concat!("select count(*) from ", $at, "reports where closed_at is null"))
                .fetch_one(pool)
                .await?;
            unsigned(n)
        }

        pub(super) async fn deeds(pool: &$pool, before: u64, limit: u32) -> Result<Vec<Deed>, StoreError> {
            let rows = sqlx::query(concat!(
                "select number, at, moderator, name, deed, person, whom, words from ", $at, "deeds where number < $1 order by number desc limit $2"
            ))
            .bind(signed(before))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            let deed = |row: &$row| {
                Ok(Deed {
                    number: unsigned(row.try_get(0)?)?,
                    at: unsigned(row.try_get(1)?)?,
                    moderator: $get(row, 2)?,
                    name: $get(row, 3)?,
                    deed: $get(row, 4)?,
                    person: $get(row, 5)?,
                    whom: $get(row, 6)?,
                    words: $get(row, 7)?,
                })
            };
            rows.iter().map(deed).collect()
        }

        pub(super) async fn note(pool: &$pool, person: &str, on: NoteOn, about: &str) -> Result<Option<Note>, StoreError> {
            let row = sqlx::query(concat!(
                "select person, kind, about, body, changed_at from ", $at, "notes where person = $1 and kind = $2 and about = $3"
            ))
            .bind($put(person))
            .bind($put(on.word()))
            .bind($put(about))
            .fetch_optional(pool)
            .await?;
            row.as_ref().map(note_of).transpose()
        }

        pub(super) async fn notes(pool: &$pool, person: &str) -> Result<Vec<Note>, StoreError> {
            let rows = sqlx::query(concat!(
                "select person, kind, about, body, changed_at from ", $at, "notes where person = $1 order by kind, about"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            rows.iter().map(note_of).collect()
        }

        fn note_of(row: &$row) -> Result<Note, StoreError> {
            let word: String = $get(row, 1)?;
            Ok(Note {
                person: $get(row, 0)?,
                on: if word == NoteOn::Game.word() { NoteOn::Game } else { NoteOn::Person },
                about: $get(row, 2)?,
                text: $get(row, 3)?,
                changed_at: unsigned(row.try_get(4)?)?,
            })
        }

        pub(super) async fn writers(pool: &$pool, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
            let rows = sqlx::query(concat!("select distinct person from ", $at, "notes where person > $1 order by person limit $2"))
                .bind($put(after))
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await?;
            rows.iter().map(|row| $get(row, 0)).collect()
        }
    };
}

pub(crate) use moderation_sql;
