//! The appends of a batch, in one statement whatever their number.

use super::write::Work;
use crate::request::{Ask, Tally, now, number};
use crate::{Append, AppendError, StoreError, TableState};
use sqlx::Row;
use std::collections::BTreeMap;

/// Judges each append by the last number of its table, then inserts those that fit. The transaction holds the lock on
/// the rows of its tables, so what it has read stays true until it commits, whoever else has the database open.
pub(super) async fn append(
    work: &mut Work<'_>,
    asks: &mut [&mut Ask<Append, (), AppendError>],
    tally: &mut Tally,
) -> Result<(), StoreError> {
    let mut judged = Vec::with_capacity(asks.len());
    let (mut keys, mut numbers, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let mut moved: BTreeMap<i64, (u32, Option<TableState>, i64)> = BTreeMap::new();
    for ask in asks.iter() {
        let append = &ask.what;
        if work.doubt && kept(work, append).await? {
            judged.push(Ok(()));
            continue;
        }
        let Some(head) = work.heads.get_mut(append.table.as_str()) else {
            judged.push(Err(StoreError::unknown(&append.table).into()));
            continue;
        };
        let last = u32::try_from(append.lines.len()).ok().and_then(|len| head.n.checked_add(len));
        let (Some(last), true) = (last, head.n.checked_add(1) == Some(append.n)) else {
            tally.conflicts += 1;
            judged.push(Err(AppendError::Conflict { have: head.n }));
            continue;
        };
        for (n, line) in (append.n..=last).zip(&append.lines) {
            keys.push(head.key);
            numbers.push(i64::from(n));
            bodies.push(line.as_bytes());
        }
        tally.entries += append.lines.len() as u64;
        head.n = last;
        let turned = i64::from(append.state.is_some());
        head.rev += turned;
        head.changed = true;
        let entry = moved.entry(head.key).or_default();
        *entry = (last, append.state.or(entry.1), entry.2 + turned);
        judged.push(Ok(()));
    }
    if !keys.is_empty() || !moved.is_empty() {
        let heads: Vec<i64> = moved.keys().copied().collect();
        let (ends, states, turns): (Vec<i64>, Vec<Option<&str>>, Vec<i64>) = (
            moved.values().map(|m| i64::from(m.0)).collect(),
            moved.values().map(|m| m.1.map(TableState::as_str)).collect(),
            moved.values().map(|m| m.2).collect(),
        );
        sqlx::query(
            "with moved as (update klaxon.tables t set n = a.n, state = coalesce(a.state, t.state), \
             rev = t.rev + a.turns, updated_at = greatest(t.updated_at, $8) \
             from unnest($4::bigint[], $5::bigint[], $6::text[], $7::bigint[]) as a(key, n, state, turns) \
             where t.key = a.key) \
             insert into klaxon.entries (table_key, n, body) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])",
        )
        .bind(keys)
        .bind(numbers)
        .bind(bodies)
        .bind(heads)
        .bind(ends)
        .bind(states)
        .bind(turns)
        .bind(now())
        .execute(&mut *work.conn)
        .await?;
    }
    for (ask, result) in asks.iter_mut().zip(judged) {
        ask.decide(result);
    }
    Ok(())
}

/// Was this very append kept by the attempt before, whose end was not heard?
async fn kept(work: &mut Work<'_>, append: &Append) -> Result<bool, StoreError> {
    let Some(head) = work.heads.get(append.table.as_str()) else { return Ok(false) };
    let end = u64::from(append.n) + append.lines.len() as u64;
    if append.n == 0 || append.lines.is_empty() || u64::from(head.n) + 1 < end {
        return Ok(false);
    }
    let rows = sqlx::query(
        "select n, body from klaxon.entries where table_key = $1 and n >= $2 and n < $3 order by n",
    )
    .bind(head.key)
    .bind(i64::from(append.n))
    .bind(i64::try_from(end).unwrap_or(i64::MAX))
    .fetch_all(&mut *work.conn)
    .await?;
    let mut same = rows.len() == append.lines.len();
    for ((row, line), n) in rows.iter().zip(&append.lines).zip(append.n..) {
        same &= number(row.try_get(0)?)? == n && row.try_get::<&[u8], _>(1)? == line.as_bytes();
    }
    Ok(same)
}
