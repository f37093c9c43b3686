//! What is asked of a database about tournaments: as in `accounts_sql.rs`, once for both engines.

/// Makes the functions of an engine: `change` within a transaction, and everything that only reads.
macro_rules! tournaments_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path, get_option: $get_option:path
    ) => {
        use crate::request::{number, signed, unsigned};
        use crate::tournaments::{Entrant, Held, Pairing, Taking, Tournament, TournamentChange, TournamentList};
        use crate::{Millis, StoreError};
        use sqlx::Row;

        const TOURNAMENT: &str = "t.id, t.owner, t.club, t.title, t.game, t.state, t.public, t.created_at, t.due, t.rev, t.body";

        /// Carries a change out. What was done before by an attempt whose end was not heard is done.
        pub(super) async fn change(conn: &mut $conn, change: &TournamentChange) -> Result<bool, StoreError> {
            match change {
                TournamentChange::Put { tournament, entrants, gone, pairings } => {
                    if !put_one(conn, tournament).await? {
                        return is_there(conn, tournament).await;
                    }
                    for person in gone {
                        sqlx::query(concat!("delete from ", $at, "entrants where tournament = $1 and person = $2"))
                            .bind($put(&tournament.id))
                            .bind($put(person))
                            .execute(&mut *conn)
                            .await?;
                    }
                    for entrant in entrants {
                        put_entrant(conn, &tournament.id, entrant).await?;
                    }
                    for pairing in pairings {
                        put_pairing(conn, &tournament.id, pairing).await?;
                    }
                    Ok(true)
                }
                TournamentChange::Take { id, due, until } => take(conn, id, *due, *until).await,
                TournamentChange::Forget { person, alias } => {
                    for statement in [
                        // Whoever changes one of these at the same moment looks again.
                        concat!(
                            "update ", $at, "tournaments set rev = rev + 1 where $2 = $2 and id in (select tournament from ", $at,
                            "entrants where person = $1)"
                        ),
                        // Whoever had not begun to play leaves nothing behind.
                        concat!("delete from ", $at, "entrants where person = $1 and number = 0 and $2 = $2"),
                        concat!("update ", $at, "entrants set person = $2, state = $3 where person = $1"),
                        concat!("update ", $at, "tournaments set owner = null where owner = $1 and $2 = $2"),
                    ] {
                        let mut query = sqlx::query(statement).bind($put(person)).bind($put(alias));
                        if statement.contains("$3") {
                            query = query.bind($put(Taking::Out.word()));
                        }
                        query.execute(&mut *conn).await?;
                    }
                    Ok(true)
                }
            }
        }

        async fn put_one(conn: &mut $conn, tournament: &Tournament) -> Result<bool, StoreError> {
            let statement = if tournament.rev == 1 {
                concat!(
                    "insert into ", $at, "tournaments (id, owner, club, title, game, state, public, created_at, due, rev, body) \
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing"
                )
            } else {
                concat!(
                    "update ", $at, "tournaments set owner = $2, club = $3, title = $4, game = $5, state = $6, public = $7, \
                     created_at = $8, due = $9, rev = $10, body = $11 where id = $1 and rev = $10 - 1"
                )
            };
            let done = sqlx::query(statement)
                .bind($put(&tournament.id))
                .bind(tournament.owner.as_deref().map($put))
                .bind(tournament.club.as_deref().map($put))
                .bind($put(&tournament.title))
                .bind($put(&tournament.game))
                .bind($put(tournament.state.word()))
                .bind(i64::from(tournament.public))
                .bind(signed(tournament.created_at))
                .bind(signed(tournament.due))
                .bind(signed(tournament.rev))
                .bind($put(&tournament.body))
                .execute(conn)
                .await?;
            Ok(done.rows_affected() > 0)
        }

        /// Has this very change been made by an attempt whose end was not heard?
        async fn is_there(conn: &mut $conn, tournament: &Tournament) -> Result<bool, StoreError> {
            let there: Option<i64> = sqlx::query_scalar(concat!(
                "select rev from ", $at, "tournaments where id = $1 and rev = $2 and title = $3 and body = $4"
            ))
            .bind($put(&tournament.id))
            .bind(signed(tournament.rev))
            .bind($put(&tournament.title))
            .bind($put(&tournament.body))
            .fetch_optional(conn)
            .await?;
            Ok(there.is_some())
        }

        async fn take(conn: &mut $conn, id: &str, due: Millis, until: Millis) -> Result<bool, StoreError> {
            let done = sqlx::query(concat!("update ", $at, "tournaments set due = $3 where id = $1 and due = $2"))
                .bind($put(id))
                .bind(signed(due))
                .bind(signed(until))
                .execute(conn)
                .await?;
            Ok(done.rows_affected() > 0)
        }

        async fn put_entrant(conn: &mut $conn, id: &str, entrant: &Entrant) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "entrants (tournament, person, number, state, at) values ($1, $2, $3, $4, $5) \
                 on conflict (tournament, person) do update set number = excluded.number, state = excluded.state, at = excluded.at"
            ))
            .bind($put(id))
            .bind($put(&entrant.person))
            .bind(i64::from(entrant.number))
            .bind($put(entrant.state.word()))
            .bind(signed(entrant.at))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn put_pairing(conn: &mut $conn, id: &str, pairing: &Pairing) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "pairings (tournament, round, board, one, two, table_id, ended, decided_at) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tournament, round, board) do update set one = excluded.one, \
                 two = excluded.two, table_id = excluded.table_id, ended = excluded.ended, decided_at = excluded.decided_at"
            ))
            .bind($put(id))
            .bind(i64::from(pairing.round))
            .bind(i64::from(pairing.board))
            .bind(i64::from(pairing.one))
            .bind(pairing.two.map(i64::from))
            .bind(pairing.table.as_deref().map($put))
            .bind(pairing.ended.as_deref().map($put))
            .bind(signed(pairing.decided_at))
            .execute(conn)
            .await?;
            Ok(())
        }

        pub(super) async fn tournament(pool: &$pool, id: &str) -> Result<Option<Tournament>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "tournaments t where t.id = $1"), TOURNAMENT);
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(id)).fetch_optional(pool).await?;
            row.as_ref().map(tournament_of).transpose()
        }

        pub(super) async fn tournaments(
            pool: &$pool,
            list: &TournamentList,
            limit: u32,
        ) -> Result<Vec<Tournament>, StoreError> {
            let newest = "order by t.created_at desc, t.id limit $2";
            let rest = match list {
                TournamentList::Public => format!("where t.public = 1 and $1 = $1 {newest}"),
                TournamentList::Of(_) => format!(
                    concat!(
                        "where t.id in (select id from ", $at, "tournaments where owner = $1 union select tournament from ", $at,
                        "entrants where person = $1) {}"
                    ),
                    newest
                ),
                TournamentList::Club(_) => format!("where t.club = $1 {newest}"),
                TournamentList::Due(_) => "where t.state in ('open', 'running') and t.due <= $1 order by t.due, t.id limit $2".to_owned(),
                TournamentList::After(_) => "where t.id > $1 order by t.id limit $2".to_owned(),
            };
            let statement = format!(concat!("select {} from ", $at, "tournaments t {}"), TOURNAMENT, rest);
            let query = sqlx::query(sqlx::AssertSqlSafe(statement));
            let query = match list {
                TournamentList::Public => query.bind($put("")).bind(i64::from(limit)),
                TournamentList::Of(word) | TournamentList::Club(word) | TournamentList::After(word) => {
                    query.bind($put(word)).bind(i64::from(limit))
                }
                TournamentList::Due(now) => query.bind(signed(*now)).bind(i64::from(limit)),
            };
            query.fetch_all(pool).await?.iter().map(tournament_of).collect()
        }

        pub(super) async fn entrants(pool: &$pool, id: &str) -> Result<Vec<Entrant>, StoreError> {
            let rows = sqlx::query(concat!(
                "select e.person, e.number, e.state, e.at, a.name from ", $at, "entrants e left join ", $at,
                "accounts a on a.person = e.person where e.tournament = $1 order by e.number, e.at, e.person"
            ))
            .bind($put(id))
            .fetch_all(pool)
            .await?;
            rows.iter().map(entrant_of).collect()
        }

        pub(super) async fn pairings(pool: &$pool, id: &str) -> Result<Vec<Pairing>, StoreError> {
            let rows = sqlx::query(concat!(
                "select round, board, one, two, table_id, ended, decided_at from ", $at,
                "pairings where tournament = $1 order by round, board"
            ))
            .bind($put(id))
            .fetch_all(pool)
            .await?;
            rows.iter().map(pairing_of).collect()
        }

        fn tournament_of(row: &$row) -> Result<Tournament, StoreError> {
            let word = $get(row, 5)?;
            let state = Held::ALL.into_iter().find(|state| state.word() == word);
            Ok(Tournament {
                id: $get(row, 0)?,
                owner: $get_option(row, 1)?,
                club: $get_option(row, 2)?,
                title: $get(row, 3)?,
                game: $get(row, 4)?,
                state: state.ok_or_else(|| StoreError::Unreadable { what: format!("the state {word}") })?,
                public: row.try_get::<i64, _>(6)? != 0,
                created_at: unsigned(row.try_get(7)?)?,
                due: unsigned(row.try_get(8)?)?,
                rev: unsigned(row.try_get(9)?)?,
                body: $get(row, 10)?,
            })
        }

        fn entrant_of(row: &$row) -> Result<Entrant, StoreError> {
            let word = $get(row, 2)?;
            let state = Taking::ALL.into_iter().find(|state| state.word() == word);
            Ok(Entrant {
                person: $get(row, 0)?,
                number: number(row.try_get(1)?)?,
                state: state.ok_or_else(|| StoreError::Unreadable { what: format!("the state {word}") })?,
                at: unsigned(row.try_get(3)?)?,
                name: $get_option(row, 4)?,
            })
        }

        fn pairing_of(row: &$row) -> Result<Pairing, StoreError> {
            let two: Option<i64> = row.try_get(3)?;
            Ok(Pairing {
                round: number(row.try_get(0)?)?,
                board: number(row.try_get(1)?)?,
                one: number(row.try_get(2)?)?,
                two: two.map(number).transpose()?,
                table: $get_option(row, 4)?,
                ended: $get_option(row, 5)?,
                decided_at: unsigned(row.try_get(6)?)?,
            })
        }
    };
}

pub(crate) use tournaments_sql;
