//! What several servers on one database need of it.

use super::{Lines, Postgres};
use crate::notices::{Heard, Notices, Wire, Wires};
use crate::request::{Request, SetMeta, check_size, number, signed, unsigned};
use crate::shared::{GONE_AFTER, Head, Shared};
use crate::{Answer, StoreError, TableState};
use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, PgConnection, PgPool, Row};
use std::sync::Arc;
use tokio::sync::mpsc;

const CHANNEL: &str = "klaxon";

/// Servers that are gone and have tables: found by going from one server to the next in the index, however many tables each has.
const GONE: &str = "with recursive homes as (\
      (select home from klaxon.tables where home is not null order by home limit 1) union all \
      select (select t.home from klaxon.tables t where t.home > h.home order by t.home limit 1) from homes h where h.home is not null) \
    select home from homes where home not in (select node from klaxon.nodes where seen > now() - make_interval(secs => $1))";

/// The part of their tables that is a server's to see to.
const LEFT_BEHIND: &str = "with living as (select node, row_number() over (order by node) - 1 as place, count(*) over () as servers \
      from klaxon.nodes where seen > now() - make_interval(secs => $3)) \
    select t.id from klaxon.tables t join living l on l.node = $1 and t.key % l.servers = l.place \
    where t.home = any($4) order by t.updated_at desc limit $2";

/// Seconds after which a server is gone, for the database.
fn gone_after() -> f64 {
    GONE_AFTER.as_secs_f64()
}

/// What is left of those who went without a word.
async fn tidy(pool: &PgPool) -> Result<(), StoreError> {
    for old in [
        "delete from klaxon.presence where node not in (select node from klaxon.nodes where seen > now() - interval '1 hour')",
        "delete from klaxon.nodes where seen < now() - interval '1 hour'",
    ] {
        sqlx::query(old).execute(pool).await?;
    }
    Ok(())
}

impl Postgres {
    /// The same as [`Shared::arrive`] with a number that another database has given.
    pub(crate) async fn arrive_as(&self, node: u64, name: String) -> Result<(), StoreError> {
        let name = name.as_str();
        self.lines
            .ask(|pool| async move {
                tidy(&pool).await?;
                sqlx::query(
                    "insert into klaxon.nodes (node, name, seen) overriding system value values ($1, $2, now()) \
                     on conflict (node) do update set seen = now()",
                )
                .bind(signed(node))
                .bind(name)
                .execute(&pool)
                .await?;
                self.may_stay(&pool, signed(node)).await
            })
            .await
    }

    /// A newer program may have changed the tables since this one looked, so that it cannot go on: while a server is here nobody
    /// does that, and before it came somebody may have.
    async fn may_stay(&self, pool: &PgPool, node: i64) -> Result<(), StoreError> {
        let mut conn = pool.acquire().await?;
        let judged = super::judge(&mut conn, &self.lines.options).await;
        if judged.is_err() {
            sqlx::query("delete from klaxon.nodes where node = $1").bind(node).execute(&mut *conn).await?;
        }
        judged.map(drop)
    }
}

impl Shared for Postgres {
    fn arrive(&self, name: String) -> Answer<'_, u64> {
        Box::pin(async move {
            let name = name.as_str();
            self.lines
                .ask(|pool| async move {
                    tidy(&pool).await?;
                    let node: i64 = sqlx::query_scalar(
                        "insert into klaxon.nodes (name, seen) values ($1, now()) returning node",
                    )
                    .bind(name)
                    .fetch_one(&pool)
                    .await?;
                    self.may_stay(&pool, node).await?;
                    unsigned(node)
                })
                .await
        })
    }

    fn beat(&self, node: u64) -> Answer<'_, Option<Vec<u64>>> {
        Box::pin(async move {
            self.lines
                .ask(|pool| async move {
                    let alive = sqlx::query(
                        "update klaxon.nodes set seen = now() where node = $1 and seen > now() - make_interval(secs => $2)",
                    )
                    .bind(signed(node))
                    .bind(gone_after())
                    .execute(&pool)
                    .await?;
                    if alive.rows_affected() == 0 {
                        return Ok(None);
                    }
                    living(&pool).await.map(Some)
                })
                .await
        })
    }

    fn leave(&self, node: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            self.lines
                .ask(|pool| async move {
                    for statement in [
                        "delete from klaxon.nodes where node = $1",
                        "delete from klaxon.presence where node = $1",
                    ] {
                        sqlx::query(statement).bind(signed(node)).execute(&pool).await?;
                    }
                    Ok(())
                })
                .await
        })
    }

    fn heads(&self, tables: Vec<String>) -> Answer<'_, Vec<Head>> {
        Box::pin(async move {
            let ids = &tables;
            self.lines
                .ask(|pool| async move {
                    let ids: Vec<&[u8]> = ids.iter().map(String::as_bytes).collect();
                    let rows = sqlx::query("select id, n, rev, said from klaxon.tables where id = any($1)")
                        .bind(ids)
                        .fetch_all(&pool)
                        .await?;
                    rows.iter()
                        .map(|row| {
                            Ok(Head {
                                table: super::read::text(row.try_get(0)?, || "the id of a table".into())?,
                                n: number(row.try_get(1)?)?,
                                rev: unsigned(row.try_get(2)?)?,
                                said: unsigned(row.try_get(3)?)?,
                            })
                        })
                        .collect()
                })
                .await
        })
    }

    fn set_meta_if(
        &self,
        table: String,
        rev: u64,
        meta: String,
        state: TableState,
        listed: bool,
        members: Option<Vec<String>>,
    ) -> Answer<'_, ()> {
        Box::pin(async move {
            let people: usize = members.iter().flatten().map(String::len).sum();
            check_size(meta.len().max(people))?;
            self.request(SetMeta { table, meta, state, listed, rev: Some(rev), members }, Request::SetMeta)
                .await
        })
    }

    fn take_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let ids = &tables;
            self.lines
                .ask(|pool| async move {
                    let ids: Vec<&[u8]> = ids.iter().map(String::as_bytes).collect();
                    // Whoever is gone himself takes nothing.
                    let rows: Vec<Vec<u8>> = sqlx::query_scalar(
                        "with living as (select node from klaxon.nodes where seen > now() - make_interval(secs => $3)), \
                         taken as (update klaxon.tables t set home = $2 where t.id = any($1) \
                         and (t.home is null or t.home not in (select node from living)) \
                         and $2 in (select node from living) returning t.id) \
                         select id from taken union all select id from klaxon.tables where id = any($1) and home = $2",
                    )
                    .bind(ids)
                    .bind(signed(node))
                    .bind(gone_after())
                    .fetch_all(&pool)
                    .await?;
                    rows.into_iter()
                        .map(|id| super::read::text(id, || "the id of a table".into()))
                        .collect()
                })
                .await
        })
    }

    fn left_behind(&self, node: u64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            self.lines
                .ask(|pool| async move {
                    let gone: Vec<i64> = sqlx::query_scalar(GONE).bind(gone_after()).fetch_all(&pool).await?;
                    if gone.is_empty() {
                        return Ok(Vec::new());
                    }
                    let rows: Vec<Vec<u8>> = sqlx::query_scalar(LEFT_BEHIND)
                        .bind(signed(node))
                        .bind(i64::from(limit))
                        .bind(gone_after())
                        .bind(gone)
                        .fetch_all(&pool)
                        .await?;
                    rows.into_iter().map(|id| super::read::text(id, || "the id of a table".into())).collect()
                })
                .await
        })
    }

    fn let_go(&self, tables: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            let ids = &tables;
            self.lines
                .ask(|pool| async move {
                    let ids: Vec<&[u8]> = ids.iter().map(String::as_bytes).collect();
                    sqlx::query(
                        "update klaxon.tables set home = null where id = any($1) and home not in \
                         (select node from klaxon.nodes where seen > now() - make_interval(secs => $2))",
                    )
                    .bind(ids)
                    .bind(gone_after())
                    .execute(&pool)
                    .await?;
                    Ok(())
                })
                .await
        })
    }

    fn give_up_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            let ids = &tables;
            self.lines
                .ask(|pool| async move {
                    let ids: Vec<&[u8]> = ids.iter().map(String::as_bytes).collect();
                    sqlx::query("update klaxon.tables set home = null where id = any($1) and home = $2")
                        .bind(ids)
                        .bind(signed(node))
                        .execute(&pool)
                        .await?;
                    Ok(())
                })
                .await
        })
    }

    fn set_presence(&self, table: String, node: u64, body: Option<Vec<u8>>) -> Answer<'_, ()> {
        Box::pin(async move {
            let (id, words) = (table.as_bytes(), &body);
            self.lines
                .ask(|pool| async move {
                    let statement = match words {
                        Some(_) => {
                            "insert into klaxon.presence (table_key, node, body) \
                             select key, $2, $3 from klaxon.tables where id = $1 \
                             on conflict (table_key, node) do update set body = excluded.body"
                        }
                        None => {
                            "delete from klaxon.presence where node = $2 and $3::bytea is null \
                             and table_key = (select key from klaxon.tables where id = $1)"
                        }
                    };
                    sqlx::query(statement).bind(id).bind(signed(node)).bind(words).execute(&pool).await?;
                    Ok(())
                })
                .await?;
            self.notices.tell_presence(table);
            Ok(())
        })
    }

    fn presence(&self, table: String) -> Answer<'_, Vec<(u64, Vec<u8>)>> {
        Box::pin(async move {
            let id = table.as_bytes();
            self.lines
                .ask(|pool| async move {
                    let rows = sqlx::query(
                        "select p.node, p.body from klaxon.presence p join klaxon.tables t on t.key = p.table_key \
                         join klaxon.nodes o on o.node = p.node \
                         where t.id = $1 and o.seen > now() - make_interval(secs => $2) order by p.node",
                    )
                    .bind(id)
                    .bind(gone_after())
                    .fetch_all(&pool)
                    .await?;
                    rows.iter().map(|row| Ok((unsigned(row.try_get(0)?)?, row.try_get(1)?))).collect()
                })
                .await
        })
    }

    fn listen(&self) -> mpsc::Receiver<Heard> {
        self.notices.listen(self.wires.clone())
    }
}

async fn living(pool: &PgPool) -> Result<Vec<u64>, StoreError> {
    let nodes: Vec<i64> = sqlx::query_scalar(
        "select node from klaxon.nodes where seen > now() - make_interval(secs => $1) order by node",
    )
    .bind(gone_after())
    .fetch_all(pool)
    .await?;
    nodes.into_iter().map(unsigned).collect()
}

/// Notices by PostgreSQL itself.
pub(super) struct Notify(pub Lines);

impl Wires for Notify {
    fn to_speak(&self) -> Answer<'_, Box<dyn Wire>> {
        Box::pin(async move {
            // A notice is worth no wait for the disk.
            let options = self.0.options.clone().options([("synchronous_commit", "off")]);
            Ok(Box::new(Speaking(options.connect().await?)) as Box<dyn Wire>)
        })
    }

    fn to_listen(&self) -> Answer<'_, Box<dyn Wire>> {
        Box::pin(async move {
            let pool = PgPoolOptions::new()
                .max_connections(1)
                .max_lifetime(None)
                .idle_timeout(None)
                .connect_with(self.0.options.clone())
                .await?;
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.listen(CHANNEL).await?;
            Ok(Box::new(Listening { listener, _pool: pool }) as Box<dyn Wire>)
        })
    }
}

struct Speaking(PgConnection);

impl Wire for Speaking {
    fn say(&mut self, text: String) -> Answer<'_, ()> {
        Box::pin(async move {
            sqlx::query("select pg_notify($1, $2)").bind(CHANNEL).bind(text).execute(&mut self.0).await?;
            Ok(())
        })
    }

    fn hear(&mut self) -> Answer<'_, Option<String>> {
        Box::pin(std::future::pending())
    }
}

struct Listening {
    listener: PgListener,
    _pool: PgPool,
}

impl Wire for Listening {
    fn say(&mut self, _: String) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn hear(&mut self) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            // Nothing in place of a notice: the connection was lost and made again.
            Ok(self.listener.try_recv().await?.map(|notice| notice.payload().to_owned()))
        })
    }
}

/// Speaks for the store as long as it is there.
pub(super) fn speak(notices: &Arc<Notices>, wires: Arc<dyn Wires>) {
    tokio::spawn(Notices::speak(Arc::downgrade(notices), wires));
}
