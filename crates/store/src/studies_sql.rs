//! What is asked of a database about studies; see `accounts_sql.rs` for why it stands here once for both engines.

/// Makes the functions of an engine: `change` within a transaction, and what only reads.
macro_rules! studies_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path
    ) => {
        use crate::StoreError;
        use crate::request::{signed, unsigned};
        use crate::studies::{Study, StudyChange, StudyList};
        use sqlx::Row;

        /// Carries a change out. What was done before by an attempt whose end was not heard is done.
        pub(super) async fn change(conn: &mut $conn, change: &StudyChange) -> Result<bool, StoreError> {
            let study = match change {
                StudyChange::Put(study) => study,
                StudyChange::Delete { id, person } => {
                    // Clubs that it is shown to lose it first.
                    sqlx::query(concat!(
                        "delete from ",
                        $at,
                        "club_studies where study in (select id from ",
                        $at,
                        "studies where id = $1 and person = $2)"
                    ))
                    .bind($put(id))
                    .bind($put(person))
                    .execute(&mut *conn)
                    .await?;
                    let done =
                        sqlx::query(concat!("delete from ", $at, "studies where id = $1 and person = $2"))
                            .bind($put(id))
                            .bind($put(person))
                            .execute(conn)
                            .await?;
                    return Ok(done.rows_affected() > 0);
                }
            };
            let statement = if study.rev == 1 {
                concat!(
                    "insert into ",
                    $at,
                    "studies (id, person, game, title, public, created_at, changed_at, rev, body) \
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing"
                )
            } else {
                concat!(
                    "update ",
                    $at,
                    "studies set game = $3, title = $4, public = $5, created_at = $6, changed_at = $7, \
                     rev = $8, body = $9 where id = $1 and person = $2 and rev = $8 - 1"
                )
            };
            let done = sqlx::query(statement)
                .bind($put(&study.id))
                .bind($put(&study.person))
                .bind($put(&study.game))
                .bind($put(&study.title))
                .bind(i64::from(study.public))
                .bind(signed(study.created_at))
                .bind(signed(study.changed_at))
                .bind(signed(study.rev))
                .bind($put(&study.body))
                .execute(&mut *conn)
                .await?;
            if done.rows_affected() > 0 {
                return Ok(true);
            }
            let same: Option<i64> = sqlx::query_scalar(concat!(
                "select rev from ",
                $at,
                "studies where id = $1 and person = $2 and rev = $3 and changed_at = $4 and body = $5"
            ))
            .bind($put(&study.id))
            .bind($put(&study.person))
            .bind(signed(study.rev))
            .bind(signed(study.changed_at))
            .bind($put(&study.body))
            .fetch_optional(conn)
            .await?;
            Ok(same.is_some())
        }

        pub(super) async fn study(pool: &$pool, id: &str) -> Result<Option<Study>, StoreError> {
            let row = sqlx::query(concat!(
                "select id, person, game, title, public, created_at, changed_at, rev, body from ",
                $at,
                "studies where id = $1"
            ))
            .bind($put(id))
            .fetch_optional(pool)
            .await?;
            row.map(|row| Ok(Study { body: $get(&row, 8)?, ..study_of(&row)? })).transpose()
        }

        pub(super) async fn studies(
            pool: &$pool,
            list: &StudyList,
            limit: u32,
        ) -> Result<Vec<Study>, StoreError> {
            let (rest, value) = match list {
                StudyList::Of(person) => ("where person = $1 order by changed_at desc, id", person.as_str()),
                StudyList::Public => ("where public = 1 and $1 = $1 order by changed_at desc, id", ""),
                StudyList::After(id) => ("where id > $1 order by id", id.as_str()),
            };
            let statement = format!(
                concat!(
                    "select id, person, game, title, public, created_at, changed_at, rev from ",
                    $at,
                    "studies {} limit $2"
                ),
                rest
            );
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(value)).bind(i64::from(limit));
            query.fetch_all(pool).await?.iter().map(study_of).collect()
        }

        fn study_of(row: &$row) -> Result<Study, StoreError> {
            Ok(Study {
                id: $get(row, 0)?,
                person: $get(row, 1)?,
                game: $get(row, 2)?,
                title: $get(row, 3)?,
                public: row.try_get::<i64, _>(4)? != 0,
                created_at: unsigned(row.try_get(5)?)?,
                changed_at: unsigned(row.try_get(6)?)?,
                rev: unsigned(row.try_get(7)?)?,
                body: String::new(),
            })
        }
    };
}

pub(crate) use studies_sql;
