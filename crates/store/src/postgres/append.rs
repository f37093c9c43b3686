//! The appends of a batch, in one statement whatever their number.

use super::write::Work;
use crate::request::{Ask, Request, STATEMENT_BYTES, Tally, now, number, unsigned};
use crate::{Append, AppendError, Head, StoreError, TableState};
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, BTreeSet};

/// Locks the rows of all tables, in one order for all servers, and writes what comes right after the last entry of its table. A
/// row that somebody else held is read as he left it, so of two servers that append the same number one finds it taken.
const AT_ONCE: &str = "with asked as (\
      select * from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::text[]) with ordinality as a(id, first, last, state, i)), \
    locked as (select id, key, n, rev, said from klaxon.tables where id = any($1) order by key for update), \
    fit as (select l.key, a.last, a.state, a.i from locked l join asked a on a.id = l.id where l.n + 1 = a.first), \
    moved as (update klaxon.tables t set n = f.last, state = coalesce(f.state, t.state), \
      rev = t.rev + (f.state is not null)::int, updated_at = greatest(t.updated_at, $8) from fit f where t.key = f.key), \
    written as (insert into klaxon.entries (table_key, n, body) select f.key, e.n, e.body \
      from unnest($5::bigint[], $6::bigint[], $7::bytea[]) as e(i, n, body) join fit f on f.i = e.i) \
    select id, n, rev, said from locked";

/// May these requests go as one statement, which is a transaction by itself? Appends alone, each to another table: almost all
/// that is written while people play.
pub(super) fn go_at_once(batch: &[Request]) -> bool {
    let (mut tables, mut bytes) = (BTreeSet::new(), 0);
    batch.iter().all(|request| {
        let Request::Append(Ask { what, .. }) = request else { return false };
        bytes += what.lines.iter().map(String::len).sum::<usize>();
        bytes <= STATEMENT_BYTES && last(what).is_some() && tables.insert(what.table.as_str())
    })
}

/// The number of the last line.
fn last(append: &Append) -> Option<u32> {
    append.n.checked_sub(1)?.checked_add(u32::try_from(append.lines.len()).ok()?)
}

/// Carries out requests that [may go at once](go_at_once): one way to the database and back, where begin, lock, write and commit
/// are four. Returns what others must hear of.
pub(super) async fn at_once(
    conn: &mut PgConnection,
    batch: &mut [Request],
    tally: &mut Tally,
) -> Result<Vec<Head>, StoreError> {
    let (mut ids, mut firsts, mut lasts, mut states) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut places, mut numbers, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let asks = || {
        batch.iter().filter_map(|request| if let Request::Append(ask) = request { Some(ask) } else { None })
    };
    for (i, append) in (1_i64..).zip(asks().map(|ask| &ask.what)) {
        let end = last(append).unwrap_or(append.n);
        ids.push(append.table.as_bytes());
        firsts.push(i64::from(append.n));
        lasts.push(i64::from(end));
        states.push(append.state.map(TableState::as_str));
        for (n, line) in (append.n..=end).zip(&append.lines) {
            places.push(i);
            numbers.push(i64::from(n));
            bodies.push(line.as_bytes());
        }
    }
    // All of the answer is read, its end included: with that the database says that it is committed.
    let rows = sqlx::query(AT_ONCE)
        .bind(ids)
        .bind(firsts)
        .bind(lasts)
        .bind(states)
        .bind(places)
        .bind(numbers)
        .bind(bodies)
        .bind(now())
        .fetch_all(conn)
        .await?;
    let mut heads = BTreeMap::new();
    for row in rows {
        let id = super::read::text(row.try_get(0)?, || "the id of a table".into())?;
        let (n, rev, said) =
            (number(row.try_get(1)?)?, unsigned(row.try_get(2)?)?, unsigned(row.try_get(3)?)?);
        heads.insert(id.clone(), Head { table: id, n, rev, said });
    }
    let mut changed = Vec::new();
    for request in batch {
        let Request::Append(ask) = request else { continue };
        let append = &ask.what;
        let judged = match (heads.remove(&append.table), last(append)) {
            (None, _) => Err(StoreError::unknown(&append.table).into()),
            (Some(head), Some(last)) if head.n.checked_add(1) == Some(append.n) => {
                tally.entries += append.lines.len() as u64;
                changed.push(Head { n: last, rev: head.rev + u64::from(append.state.is_some()), ..head });
                Ok(())
            }
            (Some(head), _) => {
                tally.conflicts += 1;
                Err(AppendError::Conflict { have: head.n })
            }
        };
        ask.decide(judged);
    }
    Ok(changed)
}

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
