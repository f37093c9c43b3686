//! What is asked of a database about clubs: as in `accounts_sql.rs`, once for both engines.

/// Makes the functions of an engine: `change` within a transaction, and everything that only reads.
macro_rules! clubs_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path, get_option: $get_option:path
    ) => {
        use crate::clubs::{Club, ClubChange, ClubLine, ClubList, Member, Role};
        use crate::request::{signed, unsigned};
        use crate::{Millis, StoreError, Study};
        use sqlx::Row;

        const CLUB: &str = "c.id, c.name, c.folded, c.about, c.open, c.created_at";

        /// Carries a change out. What was done before by an attempt whose end was not heard is done.
        pub(super) async fn change(conn: &mut $conn, change: &ClubChange) -> Result<Option<String>, StoreError> {
            match change {
                ClubChange::Make { club, owner } => make(conn, club, owner).await,
                ClubChange::Set { club, about, open } => {
                    sqlx::query(concat!("update ", $at, "clubs set about = $2, open = $3 where id = $1"))
                        .bind($put(club))
                        .bind($put(about))
                        .bind(i64::from(*open))
                        .execute(conn)
                        .await?;
                    Ok(Some(club.clone()))
                }
                ClubChange::Add { club, member } => add(conn, club, member).await,
                ClubChange::Part { club, person } => part(conn, club, person).await,
                ClubChange::Say { club, line, keep } => say(conn, club, line, *keep).await,
                ClubChange::Unsay { club, line } => {
                    let done = sqlx::query(concat!("delete from ", $at, "club_lines where club = $1 and id = $2"))
                        .bind($put(club))
                        .bind(signed(*line))
                        .execute(conn)
                        .await?;
                    Ok((done.rows_affected() > 0).then(|| line.to_string()))
                }
                ClubChange::Table { club, table, at } => {
                    let done = sqlx::query(concat!(
                        "insert into ", $at, "club_tables (club, table_id, at) select c.id, $2, $3 from ", $at,
                        "clubs c where c.id = $1 on conflict (club, table_id) do nothing"
                    ))
                    .bind($put(club))
                    .bind($put(table))
                    .bind(signed(*at))
                    .execute(conn)
                    .await?;
                    Ok((done.rows_affected() > 0).then(|| table.clone()))
                }
                ClubChange::Share { club, study, person, at, most } => share(conn, club, study, person, *at, *most).await,
                ClubChange::Unshare { club, study } => {
                    let done = sqlx::query(concat!("delete from ", $at, "club_studies where club = $1 and study = $2"))
                        .bind($put(club))
                        .bind($put(study))
                        .execute(conn)
                        .await?;
                    Ok((done.rows_affected() > 0).then(|| study.clone()))
                }
                ClubChange::Delete { club } => {
                    delete(conn, club).await?;
                    Ok(Some(club.clone()))
                }
            }
        }

        async fn make(conn: &mut $conn, club: &Club, owner: &str) -> Result<Option<String>, StoreError> {
            let done = sqlx::query(concat!(
                "insert into ", $at, "clubs (id, name, folded, about, open, created_at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing"
            ))
            .bind($put(&club.id))
            .bind($put(&club.name))
            .bind($put(&club.folded))
            .bind($put(&club.about))
            .bind(i64::from(club.open))
            .bind(signed(club.created_at))
            .execute(&mut *conn)
            .await?;
            if done.rows_affected() == 0 {
                return Ok(role(conn, &club.id, owner).await?.filter(|role| *role == Role::Owner).map(|_| club.id.clone()));
            }
            put_member(conn, &club.id, owner, Role::Owner, club.created_at).await?;
            Ok(Some(club.id.clone()))
        }

        async fn add(conn: &mut $conn, club: &str, member: &Member) -> Result<Option<String>, StoreError> {
            let there: Option<i64> = sqlx::query_scalar(concat!("select created_at from ", $at, "clubs where id = $1"))
                .bind($put(club))
                .fetch_optional(&mut *conn)
                .await?;
            if there.is_none() {
                return Ok(None);
            }
            match role(conn, club, &member.person).await? {
                Some(Role::Owner | Role::Member) => {}
                Some(Role::Invited) | None => put_member(conn, club, &member.person, member.role, member.at).await?,
            }
            Ok(Some(club.to_owned()))
        }

        async fn put_member(conn: &mut $conn, club: &str, person: &str, role: Role, at: Millis) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "club_members (club, person, role, at) values ($1, $2, $3, $4) \
                 on conflict (club, person) do update set role = excluded.role, at = excluded.at"
            ))
            .bind($put(club))
            .bind($put(person))
            .bind($put(role.word()))
            .bind(signed(at))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn role(conn: &mut $conn, club: &str, person: &str) -> Result<Option<Role>, StoreError> {
            let row = sqlx::query(concat!("select role from ", $at, "club_members where club = $1 and person = $2"))
                .bind($put(club))
                .bind($put(person))
                .fetch_optional(conn)
                .await?;
            row.map(|row| role_of(&$get(&row, 0)?)).transpose()
        }

        async fn part(conn: &mut $conn, club: &str, person: &str) -> Result<Option<String>, StoreError> {
            let Some(was) = role(conn, club, person).await? else { return Ok(None) };
            for statement in [
                concat!("delete from ", $at, "club_members where club = $1 and person = $2"),
                concat!("delete from ", $at, "club_lines where club = $1 and person = $2"),
                concat!(
                    "delete from ", $at, "club_studies where club = $1 and study in (select id from ", $at, "studies where person = $2)"
                ),
            ] {
                sqlx::query(statement).bind($put(club)).bind($put(person)).execute(&mut *conn).await?;
            }
            if was == Role::Owner {
                let heir = sqlx::query(concat!(
                    "select person from ", $at, "club_members where club = $1 and role = $2 order by at, person limit 1"
                ))
                .bind($put(club))
                .bind($put(Role::Member.word()))
                .fetch_optional(&mut *conn)
                .await?;
                match heir {
                    Some(row) => {
                        sqlx::query(concat!("update ", $at, "club_members set role = $3 where club = $1 and person = $2"))
                            .bind($put(club))
                            .bind($put(&$get(&row, 0)?))
                            .bind($put(Role::Owner.word()))
                            .execute(conn)
                            .await?;
                    }
                    None => delete(conn, club).await?,
                }
            }
            Ok(Some(club.to_owned()))
        }

        async fn say(conn: &mut $conn, club: &str, line: &ClubLine, keep: u32) -> Result<Option<String>, StoreError> {
            match role(conn, club, &line.person).await? {
                Some(Role::Owner | Role::Member) => {}
                Some(Role::Invited) | None => return Ok(None),
            }
            let before: Option<i64> = sqlx::query_scalar(concat!(
                "select id from ", $at, "club_lines where club = $1 and person = $2 and at = $3 and body = $4 order by id desc limit 1"
            ))
            .bind($put(club))
            .bind($put(&line.person))
            .bind(signed(line.at))
            .bind($put(&line.text))
            .fetch_optional(&mut *conn)
            .await?;
            if let Some(id) = before {
                return Ok(Some(id.to_string()));
            }
            let id: i64 = sqlx::query_scalar(concat!(
                "insert into ", $at, "club_lines (club, person, at, body) values ($1, $2, $3, $4) returning id"
            ))
            .bind($put(club))
            .bind($put(&line.person))
            .bind(signed(line.at))
            .bind($put(&line.text))
            .fetch_one(&mut *conn)
            .await?;
            sqlx::query(concat!(
                "delete from ", $at, "club_lines where club = $1 and id <= (select id from ", $at,
                "club_lines where club = $1 order by id desc limit 1 offset $2)"
            ))
            .bind($put(club))
            .bind(i64::from(keep))
            .execute(conn)
            .await?;
            Ok(Some(id.to_string()))
        }

        async fn share(
            conn: &mut $conn,
            club: &str,
            study: &str,
            person: &str,
            at: Millis,
            most: u32,
        ) -> Result<Option<String>, StoreError> {
            match role(conn, club, person).await? {
                Some(Role::Owner | Role::Member) => {}
                Some(Role::Invited) | None => return Ok(None),
            }
            sqlx::query(concat!(
                "insert into ", $at, "club_studies (club, study, at) select $1, s.id, $4 from ", $at, "studies s \
                 where s.id = $2 and s.person = $3 and (select count(*) from ", $at, "club_studies where club = $1) < $5 \
                 on conflict (club, study) do nothing"
            ))
            .bind($put(club))
            .bind($put(study))
            .bind($put(person))
            .bind(signed(at))
            .bind(i64::from(most))
            .execute(&mut *conn)
            .await?;
            let there: Option<i64> =
                sqlx::query_scalar(concat!("select at from ", $at, "club_studies where club = $1 and study = $2"))
                    .bind($put(club))
                    .bind($put(study))
                    .fetch_optional(conn)
                    .await?;
            Ok(there.map(|_| study.to_owned()))
        }

        async fn delete(conn: &mut $conn, club: &str) -> Result<(), StoreError> {
            for statement in [
                concat!("delete from ", $at, "club_tables where club = $1"),
                concat!("delete from ", $at, "club_studies where club = $1"),
                concat!("delete from ", $at, "club_lines where club = $1"),
                concat!("delete from ", $at, "club_members where club = $1"),
                concat!("delete from ", $at, "clubs where id = $1"),
            ] {
                sqlx::query(statement).bind($put(club)).execute(&mut *conn).await?;
            }
            Ok(())
        }

        pub(super) async fn club(pool: &$pool, id: &str) -> Result<Option<Club>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "clubs c where c.id = $1"), CLUB);
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(id)).fetch_optional(pool).await?;
            row.as_ref().map(club_of).transpose()
        }

        pub(super) async fn clubs(pool: &$pool, list: &ClubList, limit: u32) -> Result<Vec<Club>, StoreError> {
            let (rest, word) = match list {
                ClubList::Open => ("where c.open = 1 and $1 = $1 order by c.created_at desc, c.id", ""),
                ClubList::Of(person) => (
                    concat!("where c.id in (select club from ", $at, "club_members where person = $1) order by c.folded"),
                    person.as_str(),
                ),
                ClubList::After(id) => ("where c.id > $1 order by c.id", id.as_str()),
            };
            let statement = format!(concat!("select {} from ", $at, "clubs c {} limit $2"), CLUB, rest);
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(word)).bind(i64::from(limit));
            query.fetch_all(pool).await?.iter().map(club_of).collect()
        }

        pub(super) async fn members(pool: &$pool, club: &str) -> Result<Vec<Member>, StoreError> {
            let rows = sqlx::query(concat!(
                "select m.person, m.role, m.at, a.name from ", $at, "club_members m left join ", $at,
                "accounts a on a.person = m.person where m.club = $1 order by m.at, m.person"
            ))
            .bind($put(club))
            .fetch_all(pool)
            .await?;
            let member = |row: &$row| {
                Ok(Member {
                    person: $get(row, 0)?,
                    role: role_of(&$get(row, 1)?)?,
                    at: unsigned(row.try_get(2)?)?,
                    name: $get_option(row, 3)?,
                })
            };
            rows.iter().map(member).collect()
        }

        pub(super) async fn lines(pool: &$pool, club: &str, limit: u32) -> Result<Vec<ClubLine>, StoreError> {
            let rows = sqlx::query(concat!(
                "select l.id, l.person, l.at, l.body, a.name from ", $at, "club_lines l left join ", $at,
                "accounts a on a.person = l.person where l.club = $1 order by l.id desc limit $2"
            ))
            .bind($put(club))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            rows.iter().map(line_of).collect()
        }

        pub(super) async fn said_by(pool: &$pool, person: &str) -> Result<Vec<(String, ClubLine)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select l.id, l.person, l.at, l.body, a.name, l.club from ", $at, "club_lines l left join ", $at,
                "accounts a on a.person = l.person where l.person = $1 order by l.id desc"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            rows.iter().map(|row| Ok(($get(row, 5)?, line_of(row)?))).collect()
        }

        pub(super) async fn tables(pool: &$pool, club: &str, limit: u32) -> Result<Vec<(String, Millis)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select table_id, at from ", $at, "club_tables where club = $1 order by at desc, table_id limit $2"
            ))
            .bind($put(club))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            rows.iter().map(|row| Ok(($get(row, 0)?, unsigned(row.try_get(1)?)?))).collect()
        }

        pub(super) async fn studies(pool: &$pool, club: &str) -> Result<Vec<(Study, Millis)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select s.id, s.person, s.game, s.title, s.public, s.created_at, s.changed_at, s.rev, c.at from ", $at,
                "club_studies c join ", $at, "studies s on s.id = c.study where c.club = $1 order by c.at desc, s.id"
            ))
            .bind($put(club))
            .fetch_all(pool)
            .await?;
            let shown = |row: &$row| {
                let study = Study {
                    id: $get(row, 0)?,
                    person: $get(row, 1)?,
                    game: $get(row, 2)?,
                    title: $get(row, 3)?,
                    public: row.try_get::<i64, _>(4)? != 0,
                    created_at: unsigned(row.try_get(5)?)?,
                    changed_at: unsigned(row.try_get(6)?)?,
                    rev: unsigned(row.try_get(7)?)?,
                    body: String::new(),
                };
                Ok((study, unsigned(row.try_get(8)?)?))
            };
            rows.iter().map(shown).collect()
        }

        fn club_of(row: &$row) -> Result<Club, StoreError> {
            Ok(Club {
                id: $get(row, 0)?,
                name: $get(row, 1)?,
                folded: $get(row, 2)?,
                about: $get(row, 3)?,
                open: row.try_get::<i64, _>(4)? != 0,
                created_at: unsigned(row.try_get(5)?)?,
            })
        }

        fn line_of(row: &$row) -> Result<ClubLine, StoreError> {
            Ok(ClubLine {
                id: unsigned(row.try_get(0)?)?,
                person: $get(row, 1)?,
                at: unsigned(row.try_get(2)?)?,
                text: $get(row, 3)?,
                name: $get_option(row, 4)?,
            })
        }

        fn role_of(word: &str) -> Result<Role, StoreError> {
            let role = Role::ALL.into_iter().find(|role| role.word() == word);
            role.ok_or_else(|| StoreError::Unreadable { what: format!("the role {word}") })
        }
    };
}

pub(crate) use clubs_sql;
