//! What is asked of a database about channels: written once, filled in by each engine as in `accounts_sql.rs`.

/// Makes the functions of an engine: `change` within a transaction, and everything that only reads.
macro_rules! channels_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path
    ) => {
        use crate::channels::{Call, Channel, ChannelChange, Ring};
        use crate::request::{number, signed, unsigned};
        use crate::{Millis, StoreError};
        use sqlx::Row;

        const DONE: &str = "done";

        /// Carries a change out.
        pub(super) async fn change(conn: &mut $conn, change: &ChannelChange) -> Result<Option<String>, StoreError> {
            match change {
                ChannelChange::Put(channel) => {
                    sqlx::query(concat!(
                        "insert into ", $at, "channels (id, person, kind, body, created_at, told_at, failures, trouble, lease) \
                         values ($1, $2, $3, $4, $5, $6, $7, $8, 0) on conflict (id) do update set body = excluded.body, \
                         failures = excluded.failures, trouble = excluded.trouble where channels.person = excluded.person"
                    ))
                    .bind($put(&channel.id))
                    .bind($put(&channel.person))
                    .bind($put(&channel.kind))
                    .bind($put(&channel.body))
                    .bind(signed(channel.created_at))
                    .bind(signed(channel.told_at))
                    .bind(i64::from(channel.failures))
                    .bind($put(&channel.trouble))
                    .execute(&mut *conn)
                    .await?;
                }
                ChannelChange::Remove { person, id } => {
                    for statement in [
                        concat!("delete from ", $at, "rings where channel = $1 and person = $2"),
                        concat!("delete from ", $at, "channels where id = $1 and person = $2"),
                    ] {
                        sqlx::query(statement).bind($put(id)).bind($put(person)).execute(&mut *conn).await?;
                    }
                }
                ChannelChange::Mute { person, table, muted } => {
                    let statement = if *muted {
                        concat!("insert into ", $at, "mutes (person, table_id) values ($1, $2) on conflict do nothing")
                    } else {
                        concat!("delete from ", $at, "mutes where person = $1 and table_id = $2")
                    };
                    sqlx::query(statement).bind($put(person)).bind($put(table)).execute(&mut *conn).await?;
                }
                ChannelChange::Asked { table, n, asked, fresh, due } => {
                    ask(conn, table, *n, asked, fresh, *due).await?;
                }
                ChannelChange::Remind { table, people, due } => {
                    for person in people {
                        sqlx::query(concat!(
                            "update ", $at, "calls set rung = 0, due = $3 where table_id = $1 and person = $2 and rung = 1"
                        ))
                        .bind($put(table))
                        .bind($put(person))
                        .bind(signed(*due))
                        .execute(&mut *conn)
                        .await?;
                    }
                }
                ChannelChange::TakeCall { call, until } => {
                    let taken = sqlx::query(concat!(
                        "update ", $at, "calls set due = $5 where table_id = $1 and person = $2 and turn = $3 and due = $4 and rung = 0"
                    ))
                    .bind($put(&call.table))
                    .bind($put(&call.person))
                    .bind(i64::from(call.turn))
                    .bind(signed(call.due))
                    .bind(signed(*until))
                    .execute(&mut *conn)
                    .await?;
                    return Ok((taken.rows_affected() > 0).then(|| DONE.into()));
                }
                ChannelChange::Rung { call, rings } => {
                    let rung = sqlx::query(concat!(
                        "update ", $at, "calls set rung = 1 where table_id = $1 and person = $2 and turn = $3 and rung = 0"
                    ))
                    .bind($put(&call.table))
                    .bind($put(&call.person))
                    .bind(i64::from(call.turn))
                    .execute(&mut *conn)
                    .await?;
                    if rung.rows_affected() == 0 {
                        return Ok(None);
                    }
                    for ring in rings {
                        add_ring(conn, ring).await?;
                    }
                    return Ok(Some(DONE.into()));
                }
                ChannelChange::Take { channel, now, until } => {
                    let taken = sqlx::query(concat!("update ", $at, "channels set lease = $3 where id = $1 and lease < $2"))
                        .bind($put(channel))
                        .bind(signed(*now))
                        .bind(signed(*until))
                        .execute(&mut *conn)
                        .await?;
                    return Ok((taken.rows_affected() > 0).then(|| DONE.into()));
                }
                ChannelChange::Told { channel, at, rings } => {
                    drop_rings(conn, channel, rings).await?;
                    sqlx::query(concat!(
                        "update ", $at, "channels set told_at = $2, failures = 0, trouble = $3, lease = 0 where id = $1"
                    ))
                    .bind($put(channel))
                    .bind(signed(*at))
                    .bind($put(""))
                    .execute(&mut *conn)
                    .await?;
                }
                ChannelChange::Drop { channel, rings } => {
                    drop_rings(conn, channel, rings).await?;
                    release(conn, channel).await?;
                }
                ChannelChange::Failed { channel, trouble, again, rings } => {
                    sqlx::query(concat!("update ", $at, "channels set failures = failures + 1, trouble = $2 where id = $1"))
                        .bind($put(channel))
                        .bind($put(trouble))
                        .execute(&mut *conn)
                        .await?;
                    for ring in rings {
                        sqlx::query(concat!(
                            "update ", $at, "rings set due = $3, tries = tries + 1 where channel = $1 and table_id = $2"
                        ))
                        .bind($put(channel))
                        .bind($put(&ring.table))
                        .bind(signed(*again))
                        .execute(&mut *conn)
                        .await?;
                    }
                    release(conn, channel).await?;
                }
                ChannelChange::Move { from, to } => {
                    for statement in [
                        concat!("update ", $at, "channels set person = $2 where person = $1"),
                        concat!("update ", $at, "rings set person = $2 where person = $1"),
                        concat!("insert into ", $at, "mutes (person, table_id) select $2, table_id from ", $at, "mutes where person = $1 on conflict do nothing"),
                        concat!("delete from ", $at, "mutes where person = $1 and $2 = $2"),
                        concat!("delete from ", $at, "calls where person = $1 and $2 = $2"),
                    ] {
                        sqlx::query(statement).bind($put(from)).bind($put(to)).execute(&mut *conn).await?;
                    }
                }
            }
            Ok(None)
        }

        async fn drop_rings(conn: &mut $conn, channel: &str, rings: &[Ring]) -> Result<(), StoreError> {
            for ring in rings {
                sqlx::query(concat!("delete from ", $at, "rings where channel = $1 and table_id = $2 and turn = $3"))
                    .bind($put(channel))
                    .bind($put(&ring.table))
                    .bind(i64::from(ring.turn))
                    .execute(&mut *conn)
                    .await?;
            }
            Ok(())
        }

        async fn release(conn: &mut $conn, channel: &str) -> Result<(), StoreError> {
            sqlx::query(concat!("update ", $at, "channels set lease = 0 where id = $1"))
                .bind($put(channel))
                .execute(conn)
                .await?;
            Ok(())
        }

        async fn ask(
            conn: &mut $conn,
            table: &str,
            n: u32,
            asked: &[String],
            fresh: &[String],
            due: Millis,
        ) -> Result<(), StoreError> {
            let rows = sqlx::query(concat!("select person from ", $at, "calls where table_id = $1 and turn <= $2"))
                .bind($put(table))
                .bind(i64::from(n))
                .fetch_all(&mut *conn)
                .await?;
            for row in rows {
                let person: String = $get(&row, 0)?;
                let newly = fresh.contains(&person);
                if asked.contains(&person) && !newly {
                    continue;
                }
                // What began with this very entry stays as it is when it is told again.
                for statement in [
                    concat!("delete from ", $at, "rings where table_id = $1 and person = $2 and (turn < $3 or turn = $3 and $4 = 0)"),
                    concat!("delete from ", $at, "calls where table_id = $1 and person = $2 and (turn < $3 or turn = $3 and $4 = 0)"),
                ] {
                    sqlx::query(statement)
                        .bind($put(table))
                        .bind($put(&person))
                        .bind(i64::from(n))
                        .bind(i64::from(newly))
                        .execute(&mut *conn)
                        .await?;
                }
            }
            for person in asked {
                sqlx::query(concat!(
                    "insert into ", $at, "calls (table_id, person, turn, due, rung) values ($1, $2, $3, $4, 0) on conflict do nothing"
                ))
                .bind($put(table))
                .bind($put(person))
                .bind(i64::from(n))
                .bind(signed(due))
                .execute(&mut *conn)
                .await?;
            }
            Ok(())
        }

        async fn add_ring(conn: &mut $conn, ring: &Ring) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "rings (channel, table_id, person, turn, due, tries) values ($1, $2, $3, $4, $5, $6) \
                 on conflict (channel, table_id) do update set turn = excluded.turn, due = excluded.due, tries = 0"
            ))
            .bind($put(&ring.channel))
            .bind($put(&ring.table))
            .bind($put(&ring.person))
            .bind(i64::from(ring.turn))
            .bind(signed(ring.due))
            .bind(i64::from(ring.tries))
            .execute(conn)
            .await?;
            Ok(())
        }

        const CHANNEL: &str = "id, person, kind, body, created_at, told_at, failures, trouble";
        const RING: &str = "channel, table_id, person, turn, due, tries";

        pub(super) async fn channel(pool: &$pool, id: &str) -> Result<Option<Channel>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "channels where id = $1"), CHANNEL);
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(id)).fetch_optional(pool).await?;
            row.as_ref().map(channel_of).transpose()
        }

        pub(super) async fn of(pool: &$pool, person: &str) -> Result<Vec<Channel>, StoreError> {
            let statement =
                format!(concat!("select {} from ", $at, "channels where person = $1 order by created_at, id"), CHANNEL);
            let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(person)).fetch_all(pool).await?;
            rows.iter().map(channel_of).collect()
        }

        pub(super) async fn people(pool: &$pool, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
            let rows = sqlx::query(concat!(
                "select person from (select person from ", $at, "channels union select person from ", $at, "mutes) everybody \
                 where person > $1 order by person limit $2"
            ))
            .bind($put(after))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            rows.iter().map(|row| $get(row, 0)).collect()
        }

        pub(super) async fn mutes(pool: &$pool, person: &str) -> Result<Vec<String>, StoreError> {
            let rows = sqlx::query(concat!("select table_id from ", $at, "mutes where person = $1 order by table_id"))
                .bind($put(person))
                .fetch_all(pool)
                .await?;
            rows.iter().map(|row| $get(row, 0)).collect()
        }

        pub(super) async fn calls(pool: &$pool, now: Millis, limit: u32) -> Result<Vec<Call>, StoreError> {
            let rows = sqlx::query(concat!(
                "select table_id, person, turn, due from ", $at, "calls where rung = 0 and due <= $1 order by due limit $2"
            ))
            .bind(signed(now))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
            let call = |row: &$row| {
                Ok(Call {
                    table: $get(row, 0)?,
                    person: $get(row, 1)?,
                    turn: number(row.try_get(2)?)?,
                    due: unsigned(row.try_get(3)?)?,
                })
            };
            rows.iter().map(call).collect()
        }

        pub(super) async fn rings(pool: &$pool, now: Millis, limit: u32) -> Result<Vec<Ring>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "rings where due <= $1 order by due limit $2"), RING);
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(signed(now)).bind(i64::from(limit));
            query.fetch_all(pool).await?.iter().map(ring_of).collect()
        }

        pub(super) async fn waiting(pool: &$pool, channel: &str) -> Result<Vec<Ring>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "rings where channel = $1 order by due, table_id"), RING);
            let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(channel)).fetch_all(pool).await?;
            rows.iter().map(ring_of).collect()
        }

        fn ring_of(row: &$row) -> Result<Ring, StoreError> {
            Ok(Ring {
                channel: $get(row, 0)?,
                table: $get(row, 1)?,
                person: $get(row, 2)?,
                turn: number(row.try_get(3)?)?,
                due: unsigned(row.try_get(4)?)?,
                tries: number(row.try_get(5)?)?,
            })
        }

        fn channel_of(row: &$row) -> Result<Channel, StoreError> {
            Ok(Channel {
                id: $get(row, 0)?,
                person: $get(row, 1)?,
                kind: $get(row, 2)?,
                body: $get(row, 3)?,
                created_at: unsigned(row.try_get(4)?)?,
                told_at: unsigned(row.try_get(5)?)?,
                failures: number(row.try_get(6)?)?,
                trouble: $get(row, 7)?,
            })
        }
    };
}

pub(crate) use channels_sql;
