//! The appends of a batch, in three statements whatever their number.

use crate::request::{Ask, Tally, now, number};
use crate::{Append, AppendError, StoreError, TableState};
use sqlx::{Row, SqliteConnection};
use std::collections::{BTreeMap, BTreeSet};

/// How far a table's log is, as the appends go on.
struct Head {
    key: i64,
    n: u32,
    state: Option<TableState>,
    moved: bool,
}

/// Judges each append by the last number of its table, then inserts those that fit. The transaction holds the
/// write lock, so what it has read stays true until it commits, whoever else has the file open.
pub(super) async fn append(
    conn: &mut SqliteConnection,
    asks: &mut [&mut Ask<Append, (), AppendError>],
    tally: &mut Tally,
) -> Result<(), StoreError> {
    let mut heads = heads(conn, asks).await?;
    let mut judged = Vec::with_capacity(asks.len());
    let mut entries = Vec::with_capacity(asks.len());
    for ask in asks.iter() {
        let append = &ask.what;
        let Some(head) = heads.get_mut(append.table.as_str()) else {
            judged.push(Err(StoreError::unknown(&append.table).into()));
            continue;
        };
        let last = u32::try_from(append.lines.len()).ok().and_then(|len| head.n.checked_add(len));
        let (Some(last), true) = (last, head.n.checked_add(1) == Some(append.n)) else {
            tally.conflicts += 1;
            judged.push(Err(AppendError::Conflict { have: head.n }));
            continue;
        };
        entries.extend((append.n..=last).zip(&append.lines).map(|(n, line)| (head.key, n, line.as_str())));
        tally.entries += append.lines.len() as u64;
        head.n = last;
        head.state = append.state.or(head.state);
        head.moved = true;
        judged.push(Ok(()));
    }
    insert(conn, &entries).await?;
    advance(conn, heads.values().filter(|head| head.moved)).await?;
    for (ask, result) in asks.iter_mut().zip(judged) {
        ask.decide(result);
    }
    Ok(())
}

async fn heads(
    conn: &mut SqliteConnection,
    asks: &[&mut Ask<Append, (), AppendError>],
) -> Result<BTreeMap<String, Head>, StoreError> {
    let tables: BTreeSet<&str> = asks.iter().map(|ask| ask.what.table.as_str()).collect();
    let rows =
        sqlx::query("select t.id, t.key, t.n from json_each($1) j cross join tables t on t.id = j.value")
            .bind(json(&tables))
            .fetch_all(conn)
            .await?;
    rows.iter()
        .map(|row| {
            let n = number(row.try_get(2)?)?;
            Ok((row.try_get(0)?, Head { key: row.try_get(1)?, n, state: None, moved: false }))
        })
        .collect()
}

async fn insert(conn: &mut SqliteConnection, entries: &[(i64, u32, &str)]) -> Result<(), StoreError> {
    if !entries.is_empty() {
        sqlx::query(
            "insert into entries (table_key, n, body) select value ->> 0, value ->> 1, value ->> 2 from json_each($1)",
        )
        .bind(json(entries))
        .execute(conn)
        .await?;
    }
    Ok(())
}

async fn advance(conn: &mut SqliteConnection, heads: impl Iterator<Item = &Head>) -> Result<(), StoreError> {
    let heads: Vec<_> = heads.map(|head| (head.key, head.n, head.state.map(TableState::as_str))).collect();
    if !heads.is_empty() {
        sqlx::query(
            "update tables set n = j.value ->> 1, state = coalesce(j.value ->> 2, state), rev = rev + (j.value ->> 2 is not null), \
             updated_at = max(updated_at, $2) from json_each($1) j where tables.key = j.value ->> 0",
        )
        .bind(json(&heads))
        .bind(now())
        .execute(conn)
        .await?;
    }
    Ok(())
}

pub(super) fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("numbers and texts serialise")
}
