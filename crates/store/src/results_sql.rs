//! What is asked of a database about results, ratings and opponents: as in `accounts_sql.rs`, once for both engines.

/// Makes the functions of an engine: `change` within a transaction, and everything that only reads.
macro_rules! results_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path, get_option: $get_option:path
    ) => {
        use crate::request::{signed, unsigned};
        use crate::results::{Fared, GameResult, Played, Point, Pool, Rating, ResultChange, Tie, Which};
        use crate::{Millis, StoreError};
        use sqlx::Row;

        /// A result with its players, one row for each of them.
        const RESULT: &str = "r.number, r.table_id, r.game, r.pool, r.scenario, r.rated, r.ended_at, r.shown_from, r.linked, r.score, \
                              r.body, p.seat, p.person, p.label, p.side, p.outcome, p.rating, p.deviation, a.name";
        const WITH_PLAYERS: &str = concat!(
            "left join ", $at, "result_players p on p.number = r.number left join ", $at, "accounts a on a.person = p.person"
        );
        const RATING: &str = "t.person, t.game, t.pool, t.rating, t.deviation, t.volatility, t.games, t.settled";

        /// Carries a change out.
        pub(super) async fn change(conn: &mut $conn, change: &ResultChange) -> Result<Option<String>, StoreError> {
            match change {
                ResultChange::Keep(result) => return keep(conn, result).await.map(|number| Some(number.to_string())),
                ResultChange::Rate { number, after, pool, ratings } => {
                    return rate(conn, *number, *after, pool, ratings).await;
                }
                ResultChange::Unrate { pool } => {
                    for statement in [
                        concat!("delete from ", $at, "ratings where game = $1 and pool = $2"),
                        concat!("delete from ", $at, "rating_pools where game = $1 and pool = $2"),
                        concat!("update ", $at, "result_players set rating = null, deviation = null where rating is not null and number in \
                                 (select number from ", $at, "results where rated = 1 and game = $1 and pool = $2)"),
                    ] {
                        sqlx::query(statement).bind($put(&pool.game)).bind($put(&pool.name)).execute(&mut *conn).await?;
                    }
                }
                ResultChange::Forget { person, alias } => {
                    for statement in [
                        concat!("update ", $at, "result_players set person = $2 where person = $1"),
                        concat!("update ", $at, "ratings set person = $2 where person = $1"),
                        concat!("delete from ", $at, "ties where (person = $1 or other = $1) and $2 = $2"),
                        concat!("delete from ", $at, "seeks where person = $1 and $2 = $2"),
                    ] {
                        sqlx::query(statement).bind($put(person)).bind($put(alias)).execute(&mut *conn).await?;
                    }
                }
                ResultChange::Tie { person, tie, other, at } => {
                    let both: i64 = sqlx::query_scalar(concat!("select count(*) from ", $at, "accounts where person = $1 or person = $2"))
                        .bind($put(person))
                        .bind($put(other))
                        .fetch_one(&mut *conn)
                        .await?;
                    if both != 2 {
                        return Err(StoreError::UnknownAccount);
                    }
                    sqlx::query(concat!(
                        "insert into ", $at, "ties (person, kind, other, at) values ($1, $2, $3, $4) on conflict do nothing"
                    ))
                    .bind($put(person))
                    .bind($put(tie.word()))
                    .bind($put(other))
                    .bind(signed(*at))
                    .execute(&mut *conn)
                    .await?;
                }
                ResultChange::Untie { person, tie, other } => {
                    sqlx::query(concat!("delete from ", $at, "ties where person = $1 and kind = $2 and other = $3"))
                        .bind($put(person))
                        .bind($put(tie.word()))
                        .bind($put(other))
                        .execute(&mut *conn)
                        .await?;
                }
                ResultChange::Meet { person, what, table, at, since } => {
                    return meet(conn, person, what, table.as_deref(), *at, *since).await;
                }
                ResultChange::Leave { person } => {
                    sqlx::query(concat!("delete from ", $at, "seeks where person = $1"))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                }
            }
            Ok(None)
        }

        /// Counts on. Whoever counts holds the counter until the transaction is over, so numbers are seen in their order, and what must not
        /// happen twice at a time waits here, also for other servers.
        async fn count(conn: &mut $conn, name: &str) -> Result<i64, StoreError> {
            let n = sqlx::query_scalar(concat!(
                "insert into ", $at, "counters (name, n) values ($1, 1) on conflict (name) do update set n = ", $at, "counters.n + 1 returning n"
            ))
            .bind($put(name))
            .fetch_one(conn)
            .await?;
            Ok(n)
        }

        async fn keep(conn: &mut $conn, result: &GameResult) -> Result<i64, StoreError> {
            let number = count(conn, "results").await?;
            let there = sqlx::query(concat!("select number, rated from ", $at, "results where table_id = $1"))
                .bind($put(&result.table))
                .fetch_optional(&mut *conn)
                .await?;
            let number = match there {
                None => {
                    insert(conn, number, result).await?;
                    number
                }
                Some(row) => {
                    let (old, rated): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
                    if rated == 1 || result.rated {
                        return Ok(old);
                    }
                    for statement in [
                        concat!("delete from ", $at, "result_players where number = $1"),
                        concat!("delete from ", $at, "results where number = $1"),
                    ] {
                        sqlx::query(statement).bind(old).execute(&mut *conn).await?;
                    }
                    insert(conn, old, result).await?;
                    old
                }
            };
            Ok(number)
        }

        async fn insert(conn: &mut $conn, number: i64, result: &GameResult) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "results (number, table_id, game, pool, scenario, rated, ended_at, shown_from, linked, score, body) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
            ))
            .bind(number)
            .bind($put(&result.table))
            .bind($put(&result.pool.game))
            .bind($put(&result.pool.name))
            .bind($put(&result.scenario))
            .bind(i64::from(result.rated))
            .bind(signed(result.ended_at))
            .bind(signed(result.shown_from))
            .bind(i64::from(result.linked))
            .bind(result.score)
            .bind($put(&result.body))
            .execute(&mut *conn)
            .await?;
            for player in &result.players {
                sqlx::query(concat!(
                    "insert into ", $at, "result_players (number, seat, person, label, side, outcome) values ($1, $2, $3, $4, $5, $6)"
                ))
                .bind(number)
                .bind(i64::from(player.seat))
                .bind(player.person.as_deref().map($put))
                .bind($put(&player.label))
                .bind($put(&player.side))
                .bind(i64::from(player.outcome))
                .execute(&mut *conn)
                .await?;
            }
            Ok(())
        }

        async fn rate(
            conn: &mut $conn,
            number: u64,
            after: u64,
            pool: &Pool,
            ratings: &[(u8, Rating)],
        ) -> Result<Option<String>, StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "rating_pools (game, pool, through) values ($1, $2, 0) on conflict do nothing"
            ))
            .bind($put(&pool.game))
            .bind($put(&pool.name))
            .execute(&mut *conn)
            .await?;
            let done = sqlx::query(concat!(
                "update ", $at, "rating_pools set through = $3 where game = $1 and pool = $2 and through = $4 and through < $3"
            ))
            .bind($put(&pool.game))
            .bind($put(&pool.name))
            .bind(signed(number))
            .bind(signed(after))
            .execute(&mut *conn)
            .await?;
            if done.rows_affected() == 0 {
                return Ok(None);
            }
            for (seat, rating) in ratings {
                sqlx::query(concat!(
                    "insert into ", $at, "ratings (person, game, pool, rating, deviation, volatility, games, settled) \
                     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (person, game, pool) do update set rating = excluded.rating, \
                     deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, settled = excluded.settled"
                ))
                .bind($put(&rating.person))
                .bind($put(&pool.game))
                .bind($put(&pool.name))
                .bind(rating.rating)
                .bind(rating.deviation)
                .bind(rating.volatility)
                .bind(signed(rating.games))
                .bind(i64::from(rating.settled))
                .execute(&mut *conn)
                .await?;
                sqlx::query(concat!(
                    "update ", $at, "result_players set rating = $3, deviation = $4 where number = $1 and seat = $2"
                ))
                .bind(signed(number))
                .bind(i64::from(*seat))
                .bind(rating.rating)
                .bind(rating.deviation)
                .execute(&mut *conn)
                .await?;
            }
            Ok(Some(number.to_string()))
        }

        async fn meet(
            conn: &mut $conn,
            person: &str,
            what: &str,
            table: Option<&str>,
            at: Millis,
            since: Millis,
        ) -> Result<Option<String>, StoreError> {
            // Of two who come at once the second finds the first.
            count(conn, "meet").await?;
            let found = sqlx::query(concat!(
                "select s.person, s.table_id from ", $at, "seeks s where s.what = $1 and s.at >= $3 and s.person <> $2 and not exists \
                 (select 1 from ", $at, "ties t where t.kind = $4 and (t.person = $2 and t.other = s.person or t.person = s.person and t.other = $2)) \
                 order by s.at, s.person limit 1"
            ))
            .bind($put(what))
            .bind($put(person))
            .bind(signed(since))
            .bind($put(Tie::Block.word()))
            .fetch_optional(&mut *conn)
            .await?;
            if let Some(row) = found {
                let (other, table) = ($get(&row, 0)?, $get(&row, 1)?);
                for gone in [other.as_str(), person] {
                    sqlx::query(concat!("delete from ", $at, "seeks where person = $1")).bind($put(gone)).execute(&mut *conn).await?;
                }
                return Ok(Some(table));
            }
            if let Some(table) = table {
                sqlx::query(concat!(
                    "insert into ", $at, "seeks (person, what, table_id, at) values ($1, $2, $3, $4) on conflict (person) do update set \
                     what = excluded.what, table_id = excluded.table_id, at = excluded.at"
                ))
                .bind($put(person))
                .bind($put(what))
                .bind($put(table))
                .bind(signed(at))
                .execute(&mut *conn)
                .await?;
            }
            Ok(None)
        }

        /// Rows of results with their players, put together.
        fn together(rows: &[$row]) -> Result<Vec<GameResult>, StoreError> {
            let mut all: Vec<GameResult> = Vec::new();
            for row in rows {
                let number = unsigned(row.try_get(0)?)?;
                if all.last().is_none_or(|last| last.number != number) {
                    let (rated, linked): (i64, i64) = (row.try_get(5)?, row.try_get(8)?);
                    all.push(GameResult {
                        number,
                        table: $get(row, 1)?,
                        pool: Pool { game: $get(row, 2)?, name: $get(row, 3)? },
                        scenario: $get(row, 4)?,
                        rated: rated == 1,
                        ended_at: unsigned(row.try_get(6)?)?,
                        shown_from: unsigned(row.try_get(7)?)?,
                        linked: linked == 1,
                        score: row.try_get(9)?,
                        body: $get(row, 10)?,
                        players: Vec::new(),
                    });
                }
                let seat: Option<i64> = row.try_get(11)?;
                let (Some(seat), Some(last)) = (seat, all.last_mut()) else { continue };
                let (outcome, rating, deviation): (i64, Option<i64>, Option<i64>) =
                    (row.try_get(15)?, row.try_get(16)?, row.try_get(17)?);
                last.players.push(Played {
                    seat: seat as u8,
                    person: $get_option(row, 12)?,
                    label: $get(row, 13)?,
                    side: $get(row, 14)?,
                    outcome: outcome as i8,
                    rating: rating.zip(deviation),
                    name: $get_option(row, 18)?,
                });
            }
            Ok(all)
        }

        pub(super) async fn result(pool: &$pool, table: &str) -> Result<Option<GameResult>, StoreError> {
            let statement =
                format!(concat!("select {} from ", $at, "results r {} where r.table_id = $1 order by r.number, p.seat"), RESULT, WITH_PLAYERS);
            let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(table)).fetch_all(pool).await?;
            Ok(together(&rows)?.pop())
        }

        pub(super) async fn without(pool: &$pool, tables: &[String]) -> Result<Vec<String>, StoreError> {
            let mut missing = Vec::new();
            for table in tables {
                let there: Option<i64> = sqlx::query_scalar(concat!("select number from ", $at, "results where table_id = $1"))
                    .bind($put(table))
                    .fetch_optional(pool)
                    .await?;
                if there.is_none() {
                    missing.push(table.clone());
                }
            }
            Ok(missing)
        }

        pub(super) async fn after(pool: &$pool, number: u64, limit: u32) -> Result<Vec<GameResult>, StoreError> {
            let statement = format!(
                concat!(
                    "select {} from (select * from ", $at, "results where number > $1 order by number limit $2) r {} order by r.number, p.seat"
                ),
                RESULT, WITH_PLAYERS
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(signed(number)).bind(i64::from(limit));
            together(&query.fetch_all(pool).await?)
        }

        pub(super) async fn rated(db: &$pool, pool: &Pool, after: u64, limit: u32) -> Result<Vec<GameResult>, StoreError> {
            let statement = format!(
                concat!(
                    "select {} from (select * from ", $at, "results where rated = 1 and game = $1 and pool = $2 and number > $3 \
                     order by number limit $4) r {} order by r.number, p.seat"
                ),
                RESULT, WITH_PLAYERS
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind($put(&pool.game))
                .bind($put(&pool.name))
                .bind(signed(after))
                .bind(i64::from(limit));
            together(&query.fetch_all(db).await?)
        }

        pub(super) async fn results(pool: &$pool, which: &Which) -> Result<Vec<GameResult>, StoreError> {
            let statement = format!(
                concat!(
                    "select {} from (select distinct m.number as n from ", $at, "result_players m join ", $at, "results f on f.number = m.number \
                     where m.person = $1 and m.number < $2 and f.shown_from <= $3 order by m.number desc limit $4) k \
                     join ", $at, "results r on r.number = k.n {} order by r.number desc, p.seat"
                ),
                RESULT, WITH_PLAYERS
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind($put(&which.person))
                .bind(signed(which.before.unwrap_or(u64::MAX)))
                .bind(signed(which.shown_at.unwrap_or(u64::MAX)))
                .bind(i64::from(which.limit));
            together(&query.fetch_all(pool).await?)
        }

        pub(super) async fn scores(
            pool: &$pool,
            game: &str,
            scenario: &str,
            now: Millis,
            limit: u32,
        ) -> Result<Vec<GameResult>, StoreError> {
            let statement = format!(
                concat!(
                    "select {} from (select * from ", $at, "results where score is not null and game = $1 and scenario = $2 \
                     and shown_from <= $3 order by score desc, number limit $4) r {} order by r.score desc, r.number, p.seat"
                ),
                RESULT, WITH_PLAYERS
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind($put(game))
                .bind($put(scenario))
                .bind(signed(now))
                .bind(i64::from(limit));
            together(&query.fetch_all(pool).await?)
        }

        pub(super) async fn usual(
            pool: &$pool,
            game: &str,
            scenario: &str,
            now: Millis,
        ) -> Result<Option<(u64, i64)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select score from ", $at, "results where score is not null and game = $1 and scenario = $2 \
                 and shown_from <= $3 order by number desc limit $4"
            ))
            .bind($put(game))
            .bind($put(scenario))
            .bind(signed(now))
            .bind(1000_i64)
            .fetch_all(pool)
            .await?;
            let mut scores = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<i64>, _>>()?;
            scores.sort_unstable();
            Ok(scores.get(scores.len() / 2).map(|middle| (scores.len() as u64, *middle)))
        }

        pub(super) async fn fared(pool: &$pool, person: &str, shown_at: Option<Millis>) -> Result<Vec<Fared>, StoreError> {
            let rows = sqlx::query(concat!(
                "select r.game, r.scenario, m.side, m.outcome, count(*) from ", $at, "result_players m \
                 join ", $at, "results r on r.number = m.number where m.person = $1 and r.shown_from <= $2 \
                 group by r.game, r.scenario, m.side, m.outcome order by r.game, r.scenario, m.side"
            ))
            .bind($put(person))
            .bind(signed(shown_at.unwrap_or(u64::MAX)))
            .fetch_all(pool)
            .await?;
            let mut all: Vec<Fared> = Vec::new();
            for row in &rows {
                let (game, scenario, side) = ($get(row, 0)?, $get(row, 1)?, $get(row, 2)?);
                let (outcome, n): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
                let same = |last: &Fared| (&last.game, &last.scenario, &last.side) == (&game, &scenario, &side);
                if !all.last().is_some_and(same) {
                    all.push(Fared { game, scenario, side, won: 0, drawn: 0, lost: 0 });
                }
                let Some(last) = all.last_mut() else { continue };
                let which = match outcome {
                    1 => &mut last.won,
                    0 => &mut last.drawn,
                    _ => &mut last.lost,
                };
                *which += unsigned(n)?;
            }
            Ok(all)
        }

        pub(super) async fn met(
            pool: &$pool,
            person: &str,
            shown_at: Option<Millis>,
            limit: u32,
        ) -> Result<Vec<(String, u64)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select a.name, count(distinct o.number) from ", $at, "result_players m \
                 join ", $at, "results r on r.number = m.number join ", $at, "result_players o on o.number = m.number \
                 join ", $at, "accounts a on a.person = o.person \
                 where m.person = $1 and o.person <> $1 and r.shown_from <= $2 \
                 group by a.name order by count(distinct o.number) desc, a.name limit $3"
            ))
            .bind($put(person))
            .bind(signed(shown_at.unwrap_or(u64::MAX)))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            rows.iter().map(|row| Ok(($get(row, 0)?, unsigned(row.try_get(1)?)?))).collect()
        }

        pub(super) async fn upset(pool: &$pool, person: &str, shown_at: Option<Millis>) -> Result<bool, StoreError> {
            let found: Option<i64> = sqlx::query_scalar(concat!(
                "select m.number from ", $at, "result_players m join ", $at, "results r on r.number = m.number \
                 join ", $at, "result_players o on o.number = m.number \
                 where m.person = $1 and m.outcome = 1 and m.rating is not null and o.outcome = -1 and o.rating > m.rating \
                 and r.shown_from <= $2 limit 1"
            ))
            .bind($put(person))
            .bind(signed(shown_at.unwrap_or(u64::MAX)))
            .fetch_optional(pool)
            .await?;
            Ok(found.is_some())
        }

        pub(super) async fn through(db: &$pool, pool: &Pool) -> Result<u64, StoreError> {
            let through: Option<i64> =
                sqlx::query_scalar(concat!("select through from ", $at, "rating_pools where game = $1 and pool = $2"))
                    .bind($put(&pool.game))
                    .bind($put(&pool.name))
                    .fetch_optional(db)
                    .await?;
            unsigned(through.unwrap_or(0))
        }

        fn rating_of(row: &$row, first: usize) -> Result<Rating, StoreError> {
            let settled: i64 = row.try_get(first + 7)?;
            Ok(Rating {
                person: $get(row, first)?,
                pool: Pool { game: $get(row, first + 1)?, name: $get(row, first + 2)? },
                rating: row.try_get(first + 3)?,
                deviation: row.try_get(first + 4)?,
                volatility: row.try_get(first + 5)?,
                games: unsigned(row.try_get(first + 6)?)?,
                settled: settled == 1,
            })
        }

        pub(super) async fn ratings(pool: &$pool, person: &str) -> Result<Vec<Rating>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "ratings t where t.person = $1 order by t.game, t.pool"), RATING);
            let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(person)).fetch_all(pool).await?;
            rows.iter().map(|row| rating_of(row, 0)).collect()
        }

        pub(super) async fn ratings_of(pool: &$pool, people: &[String]) -> Result<Vec<Rating>, StoreError> {
            let mut all = Vec::new();
            // A statement has room for so many.
            for some in people.chunks(200) {
                let places: Vec<String> = (1..=some.len()).map(|i| format!("${i}")).collect();
                let statement = format!(
                    concat!("select {} from ", $at, "ratings t where t.person in ({})"),
                    RATING,
                    places.join(", ")
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(statement));
                for person in some {
                    query = query.bind($put(person));
                }
                for row in query.fetch_all(pool).await? {
                    all.push(rating_of(&row, 0)?);
                }
            }
            Ok(all)
        }

        pub(super) async fn ratings_in(db: &$pool, pool: &Pool, after: &str, limit: u32) -> Result<Vec<Rating>, StoreError> {
            let statement = format!(
                concat!("select {} from ", $at, "ratings t where t.game = $1 and t.pool = $2 and t.person > $3 order by t.person limit $4"),
                RATING
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind($put(&pool.game))
                .bind($put(&pool.name))
                .bind($put(after))
                .bind(i64::from(limit));
            query.fetch_all(db).await?.iter().map(|row| rating_of(row, 0)).collect()
        }

        pub(super) async fn ranking(db: &$pool, pool: &Pool, limit: u32) -> Result<Vec<(String, Rating)>, StoreError> {
            let statement = format!(
                concat!(
                    "select a.name, {} from ", $at, "ratings t join ", $at, "accounts a on a.person = t.person \
                     where t.game = $1 and t.pool = $2 and t.settled = 1 order by t.rating desc, t.person limit $3"
                ),
                RATING
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement))
                .bind($put(&pool.game))
                .bind($put(&pool.name))
                .bind(i64::from(limit));
            query.fetch_all(db).await?.iter().map(|row| Ok(($get(row, 0)?, rating_of(row, 1)?))).collect()
        }

        pub(super) async fn curve(db: &$pool, person: &str, pool: &Pool, limit: u32) -> Result<Vec<Point>, StoreError> {
            let rows = sqlx::query(concat!(
                "select m.number, r.ended_at, m.rating, m.deviation from ", $at, "result_players m \
                 join ", $at, "results r on r.number = m.number \
                 where m.person = $1 and m.rating is not null and r.game = $2 and r.pool = $3 order by m.number desc limit $4"
            ))
            .bind($put(person))
            .bind($put(&pool.game))
            .bind($put(&pool.name))
            .bind(i64::from(limit))
            .fetch_all(db)
            .await?;
            let point = |row: &$row| {
                Ok(Point {
                    number: unsigned(row.try_get(0)?)?,
                    at: unsigned(row.try_get(1)?)?,
                    rating: row.try_get(2)?,
                    deviation: row.try_get(3)?,
                })
            };
            rows.iter().rev().map(point).collect()
        }

        pub(super) async fn curves(pool: &$pool, person: &str, limit: u32) -> Result<Vec<(Pool, Point)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select m.number, r.ended_at, m.rating, m.deviation, r.game, r.pool from ", $at, "result_players m \
                 join ", $at, "results r on r.number = m.number \
                 where m.person = $1 and m.rating is not null order by m.number desc limit $2"
            ))
            .bind($put(person))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            let point = |row: &$row| {
                let at = Point {
                    number: unsigned(row.try_get(0)?)?,
                    at: unsigned(row.try_get(1)?)?,
                    rating: row.try_get(2)?,
                    deviation: row.try_get(3)?,
                };
                Ok((Pool { game: $get(row, 4)?, name: $get(row, 5)? }, at))
            };
            rows.iter().rev().map(point).collect()
        }

        pub(super) async fn ties(pool: &$pool, person: &str, tie: Tie) -> Result<Vec<(String, String)>, StoreError> {
            let rows = sqlx::query(concat!(
                "select a.person, a.name from ", $at, "ties t join ", $at, "accounts a on a.person = t.other \
                 where t.person = $1 and t.kind = $2 order by a.folded limit 1000"
            ))
            .bind($put(person))
            .bind($put(tie.word()))
            .fetch_all(pool)
            .await?;
            rows.iter().map(|row| Ok(($get(row, 0)?, $get(row, 1)?))).collect()
        }

        pub(super) async fn apart(pool: &$pool, one: &str, other: &str) -> Result<bool, StoreError> {
            let n: i64 = sqlx::query_scalar(concat!(
                "select count(*) from ", $at, "ties where kind = $3 and (person = $1 and other = $2 or person = $2 and other = $1)"
            ))
            .bind($put(one))
            .bind($put(other))
            .bind($put(Tie::Block.word()))
            .fetch_one(pool)
            .await?;
            Ok(n > 0)
        }

        pub(super) async fn blocked_by(pool: &$pool, person: &str) -> Result<Vec<String>, StoreError> {
            let rows = sqlx::query(concat!("select person from ", $at, "ties where other = $1 and kind = $2 order by person"))
                .bind($put(person))
                .bind($put(Tie::Block.word()))
                .fetch_all(pool)
                .await?;
            rows.iter().map(|row| $get(row, 0)).collect()
        }

        pub(super) async fn waits(pool: &$pool, person: &str) -> Result<Option<(String, String)>, StoreError> {
            let row = sqlx::query(concat!("select table_id, what from ", $at, "seeks where person = $1"))
                .bind($put(person))
                .fetch_optional(pool)
                .await?;
            row.map(|row| Ok(($get(&row, 0)?, $get(&row, 1)?))).transpose()
        }
    };
}

pub(crate) use results_sql;
