//! What is asked of a database about accounts. The statements are the same for both engines but for where the tables are and
//! how a text is kept, so they stand here once and each engine fills in the rest.

/// Makes the functions of an engine: `change` within a transaction, and everything that only reads.
macro_rules! accounts_sql {
    (
        tables: $at:literal, connection: $conn:ty, pool: $pool:ty, row: $row:ty,
        put: $put:path, get: $get:path, get_option: $get_option:path, forget_phrase: $forget_phrase:literal
    ) => {
        use crate::accounts::{Account, AccountChange, Belongings, Code, Device, Passkey, Token};
        use crate::request::{signed, unsigned};
        use crate::{Millis, StoreError};
        use sqlx::Row;

        const ACCOUNT: &str = "a.person, a.name, a.folded, a.created_at, a.password, a.owner, a.settings";

        /// Carries a change out. In doubt the attempt before may have been committed.
        pub(super) async fn change(
            conn: &mut $conn,
            change: &AccountChange,
            doubt: bool,
        ) -> Result<Option<String>, StoreError> {
            match change {
                AccountChange::Make(all) => {
                    let made = insert_account(conn, &all.account).await?;
                    if !made {
                        let same = doubt && find(conn, &all.account.person).await?.as_ref() == Some(&all.account);
                        return if same { Ok(None) } else { Err(taken(conn, &all.account).await?) };
                    }
                    for passkey in &all.passkeys {
                        add_passkey(conn, passkey).await?;
                    }
                    for code in &all.codes {
                        add_code(conn, &all.account.person, code).await?;
                    }
                    for device in &all.devices {
                        add_device(conn, device).await?;
                    }
                    for token in &all.tokens {
                        add_token(conn, token).await?;
                    }
                }
                AccountChange::Rename { person, name, folded } => {
                    let done = sqlx::query(concat!(
                        "update ", $at, "accounts set name = $2, folded = $3 where person = $1 and not exists \
                         (select 1 from ", $at, "accounts other where other.folded = $3 and other.person <> $1)"
                    ))
                    .bind($put(person))
                    .bind($put(name))
                    .bind($put(folded))
                    .execute(&mut *conn)
                    .await?;
                    if done.rows_affected() == 0 {
                        known(conn, person).await?;
                        return Err(StoreError::NameTaken { name: name.clone() });
                    }
                }
                AccountChange::Password { person, password } => {
                    known(conn, person).await?;
                    sqlx::query(concat!("update ", $at, "accounts set password = $2 where person = $1"))
                        .bind($put(person))
                        .bind(password.as_deref().map($put))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::AddPasskey(passkey) => {
                    known(conn, &passkey.person).await?;
                    add_passkey(conn, passkey).await?;
                }
                AccountChange::UsedPasskey { id, body, at } => {
                    sqlx::query(concat!("update ", $at, "passkeys set body = $2, used_at = $3 where id = $1"))
                        .bind($put(id))
                        .bind($put(body))
                        .bind(signed(*at))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::RemovePasskey { person, id } => {
                    sqlx::query(concat!("delete from ", $at, "passkeys where id = $1 and person = $2"))
                        .bind($put(id))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::Codes { person, marks } => {
                    known(conn, person).await?;
                    sqlx::query(concat!("delete from ", $at, "recovery_codes where person = $1"))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                    for mark in marks {
                        add_code(conn, person, &Code { mark: mark.clone(), spent: None }).await?;
                    }
                }
                AccountChange::SpendCode { mark, by } => {
                    let row = sqlx::query(concat!(
                        "update ", $at, "recovery_codes set spent = $2 \
                         where mark = $1 and (spent is null or spent = $2) returning person"
                    ))
                    .bind($put(mark))
                    .bind($put(by))
                    .fetch_optional(&mut *conn)
                    .await?;
                    return row.map(|row| $get(&row, 0)).transpose();
                }
                AccountChange::AddDevice(device) => {
                    known(conn, &device.person).await?;
                    add_device(conn, device).await?;
                }
                AccountChange::SeenDevice { mark, at } => {
                    sqlx::query(concat!("update ", $at, "devices set seen_at = $2 where mark = $1 and seen_at < $2"))
                        .bind($put(mark))
                        .bind(signed(*at))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::EndDevice { person, mark } => {
                    sqlx::query(concat!("delete from ", $at, "devices where mark = $1 and person = $2"))
                        .bind($put(mark))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::EndDevices { person, but } => {
                    // No mark is empty.
                    sqlx::query(concat!("delete from ", $at, "devices where person = $1 and mark <> $2"))
                        .bind($put(person))
                        .bind($put(but.as_deref().unwrap_or_default()))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::AddToken(token) => {
                    known(conn, &token.person).await?;
                    add_token(conn, token).await?;
                }
                AccountChange::UsedToken { mark, at } => {
                    sqlx::query(concat!("update ", $at, "api_tokens set used_at = $2 where mark = $1 and used_at < $2"))
                        .bind($put(mark))
                        .bind(signed(*at))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::RemoveToken { person, mark } => {
                    sqlx::query(concat!("delete from ", $at, "api_tokens where mark = $1 and person = $2"))
                        .bind($put(mark))
                        .bind($put(person))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::Delete { person } => {
                    for statement in [
                        concat!("delete from ", $at, "club_studies where study in (select id from ", $at, "studies where person = $1 or person in (select person from ", $at, "accounts where owner = $1))"),
                        concat!("delete from ", $at, "studies where person = $1 or person in (select person from ", $at, "accounts where owner = $1)"),
                        concat!("delete from ", $at, "api_tokens where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "devices where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "recovery_codes where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "passkeys where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "rings where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "calls where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "mutes where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "channels where person in (select person from ", $at, "accounts where person = $1 or owner = $1)"),
                        concat!("delete from ", $at, "accounts where owner = $1"),
                        concat!("delete from ", $at, "accounts where person = $1"),
                        concat!("delete from ", $at, "people where id = $1"),
                    ] {
                        sqlx::query(statement).bind($put(person)).execute(&mut *conn).await?;
                    }
                    sqlx::query($forget_phrase).bind(person.as_bytes()).execute(&mut *conn).await?;
                    // What he has learned and solved.
                    for what in ["lesson", "puzzle"] {
                        let begins = format!("{what} {person} ");
                        sqlx::query(concat!("delete from ", $at, "settings where substr(key, 1, $2) = $1"))
                            .bind($put(&begins))
                            .bind(begins.len() as i32)
                            .execute(&mut *conn)
                            .await?;
                    }
                }
                AccountChange::Resay { person, from, to } => {
                    let statement = match to {
                        Some(_) => concat!(
                            "update ", $at, "messages set sender = $4 || substr(sender, length($2) + 1) \
                             where table_key in (select table_key from ", $at, "members where person = $1) \
                             and (sender = $2 or substr(sender, 1, length($3)) = $3)"
                        ),
                        None => concat!(
                            "delete from ", $at, "messages \
                             where person = $1 or table_key in (select table_key from ", $at, "members where person = $1) \
                             and (sender = $2 or substr(sender, 1, length($3)) = $3) and $4 = $4"
                        ),
                    };
                    let placed = format!("{from} · ");
                    sqlx::query(statement)
                        .bind($put(person))
                        .bind($put(from))
                        .bind($put(&placed))
                        .bind($put(to.as_deref().unwrap_or_default()))
                        .execute(&mut *conn)
                        .await?;
                }
                AccountChange::Issue { ticket, now } => {
                    sqlx::query(concat!("delete from ", $at, "tickets where until < $1"))
                        .bind(signed(*now))
                        .execute(&mut *conn)
                        .await?;
                    sqlx::query(concat!(
                        "insert into ", $at, "tickets (mark, body, until) values ($1, $2, $3) on conflict (mark) do nothing"
                    ))
                    .bind($put(&ticket.mark))
                    .bind($put(&ticket.body))
                    .bind(signed(ticket.until))
                    .execute(&mut *conn)
                    .await?;
                }
                AccountChange::Take { mark, by, now } => {
                    let row = sqlx::query(concat!(
                        "update ", $at, "tickets set taken = $2 \
                         where mark = $1 and until >= $3 and (taken is null or taken = $2) returning body"
                    ))
                    .bind($put(mark))
                    .bind($put(by))
                    .bind(signed(*now))
                    .fetch_optional(&mut *conn)
                    .await?;
                    return row.map(|row| $get(&row, 0)).transpose();
                }
            }
            Ok(None)
        }

        /// True unless the name or the person is taken.
        async fn insert_account(conn: &mut $conn, account: &Account) -> Result<bool, StoreError> {
            let done = sqlx::query(concat!(
                "insert into ", $at, "accounts (person, name, folded, created_at, password, owner, settings) \
                 values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing"
            ))
            .bind($put(&account.person))
            .bind($put(&account.name))
            .bind($put(&account.folded))
            .bind(signed(account.created_at))
            .bind(account.password.as_deref().map($put))
            .bind(account.owner.as_deref().map($put))
            .bind($put(&account.settings))
            .execute(conn)
            .await?;
            Ok(done.rows_affected() > 0)
        }

        async fn find(conn: &mut $conn, person: &str) -> Result<Option<Account>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "accounts a where a.person = $1"), ACCOUNT);
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(person)).fetch_optional(conn).await?;
            row.map(|row| account_of(&row, 0)).transpose()
        }

        async fn known(conn: &mut $conn, person: &str) -> Result<(), StoreError> {
            match find(conn, person).await? {
                Some(_) => Ok(()),
                None => Err(StoreError::UnknownAccount),
            }
        }

        /// Why an account could not be made.
        async fn taken(conn: &mut $conn, account: &Account) -> Result<StoreError, StoreError> {
            Ok(match find(conn, &account.person).await? {
                Some(_) => StoreError::AccountExists,
                None => StoreError::NameTaken { name: account.name.clone() },
            })
        }

        async fn add_passkey(conn: &mut $conn, passkey: &Passkey) -> Result<(), StoreError> {
            let done = sqlx::query(concat!(
                "insert into ", $at, "passkeys (id, person, label, body, created_at, used_at) \
                 values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing"
            ))
            .bind($put(&passkey.id))
            .bind($put(&passkey.person))
            .bind($put(&passkey.label))
            .bind($put(&passkey.body))
            .bind(signed(passkey.created_at))
            .bind(signed(passkey.used_at))
            .execute(&mut *conn)
            .await?;
            if done.rows_affected() > 0 {
                return Ok(());
            }
            // The very same is there already: an attempt whose end was not heard.
            let same: Option<i64> = sqlx::query_scalar(concat!(
                "select created_at from ", $at, "passkeys where id = $1 and person = $2 and body = $3 and created_at = $4"
            ))
            .bind($put(&passkey.id))
            .bind($put(&passkey.person))
            .bind($put(&passkey.body))
            .bind(signed(passkey.created_at))
            .fetch_optional(conn)
            .await?;
            if same.is_some() { Ok(()) } else { Err(StoreError::AccountExists) }
        }

        async fn add_code(conn: &mut $conn, person: &str, code: &Code) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "recovery_codes (mark, person, spent) values ($1, $2, $3) on conflict (mark) do nothing"
            ))
            .bind($put(&code.mark))
            .bind($put(person))
            .bind(code.spent.as_deref().map($put))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn add_device(conn: &mut $conn, device: &Device) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "devices (mark, person, label, created_at, seen_at) \
                 values ($1, $2, $3, $4, $5) on conflict (mark) do nothing"
            ))
            .bind($put(&device.mark))
            .bind($put(&device.person))
            .bind($put(&device.label))
            .bind(signed(device.created_at))
            .bind(signed(device.seen_at))
            .execute(conn)
            .await?;
            Ok(())
        }

        async fn add_token(conn: &mut $conn, token: &Token) -> Result<(), StoreError> {
            sqlx::query(concat!(
                "insert into ", $at, "api_tokens (mark, person, label, scopes, created_at, used_at) \
                 values ($1, $2, $3, $4, $5, $6) on conflict (mark) do nothing"
            ))
            .bind($put(&token.mark))
            .bind($put(&token.person))
            .bind($put(&token.label))
            .bind($put(&token.scopes))
            .bind(signed(token.created_at))
            .bind(signed(token.used_at))
            .execute(conn)
            .await?;
            Ok(())
        }

        /// Accounts of which something holds, in some order.
        async fn some(pool: &$pool, rest: &str, value: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
            let statement = format!(concat!("select {} from ", $at, "accounts a {} limit $2"), ACCOUNT, rest);
            let query = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(value)).bind(i64::from(limit));
            query.fetch_all(pool).await?.iter().map(|row| account_of(row, 0)).collect()
        }

        pub(super) async fn account(pool: &$pool, person: &str) -> Result<Option<Account>, StoreError> {
            Ok(some(pool, "where a.person = $1", person, 1).await?.pop())
        }

        pub(super) async fn named(pool: &$pool, folded: &str) -> Result<Option<Account>, StoreError> {
            Ok(some(pool, "where a.folded = $1", folded, 1).await?.pop())
        }

        pub(super) async fn accounts(pool: &$pool, after: &str, limit: u32) -> Result<Vec<Account>, StoreError> {
            some(pool, "where a.person > $1 order by a.person", after, limit).await
        }

        pub(super) async fn bots(pool: &$pool, owner: &str) -> Result<Vec<Account>, StoreError> {
            some(pool, "where a.owner = $1 order by a.folded", owner, 1000).await
        }

        pub(super) async fn belongings(pool: &$pool, person: &str) -> Result<Option<Belongings>, StoreError> {
            let Some(account) = account(pool, person).await? else { return Ok(None) };
            let mut all = Belongings::of(account);
            let rows = sqlx::query(concat!(
                "select id, person, label, body, created_at, used_at from ", $at, "passkeys where person = $1 order by created_at, id"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            all.passkeys = rows.iter().map(passkey_of).collect::<Result<_, _>>()?;
            let rows = sqlx::query(concat!(
                "select mark, spent from ", $at, "recovery_codes where person = $1 order by mark"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            let code = |row: &$row| Ok(Code { mark: $get(row, 0)?, spent: $get_option(row, 1)? });
            all.codes = rows.iter().map(code).collect::<Result<_, StoreError>>()?;
            let rows = sqlx::query(concat!(
                "select mark, person, label, created_at, seen_at from ", $at, "devices where person = $1 order by created_at, mark"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            all.devices = rows.iter().map(|row| device_of(row)).collect::<Result<_, _>>()?;
            let rows = sqlx::query(concat!(
                "select mark, person, label, scopes, created_at, used_at from ", $at, "api_tokens where person = $1 order by created_at, mark"
            ))
            .bind($put(person))
            .fetch_all(pool)
            .await?;
            all.tokens = rows.iter().map(|row| token_of(row)).collect::<Result<_, _>>()?;
            Ok(Some(all))
        }

        pub(super) async fn passkey(pool: &$pool, id: &str) -> Result<Option<Passkey>, StoreError> {
            let row = sqlx::query(concat!(
                "select id, person, label, body, created_at, used_at from ", $at, "passkeys where id = $1"
            ))
            .bind($put(id))
            .fetch_optional(pool)
            .await?;
            row.as_ref().map(passkey_of).transpose()
        }

        pub(super) async fn device(pool: &$pool, mark: &str) -> Result<Option<(Device, Account)>, StoreError> {
            let statement = format!(
                concat!(
                    "select d.mark, d.person, d.label, d.created_at, d.seen_at, {} from ", $at, "devices d \
                     join ", $at, "accounts a on a.person = d.person where d.mark = $1"
                ),
                ACCOUNT
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(mark)).fetch_optional(pool).await?;
            row.map(|row| Ok((device_of(&row)?, account_of(&row, 5)?))).transpose()
        }

        pub(super) async fn token(pool: &$pool, mark: &str) -> Result<Option<(Token, Account)>, StoreError> {
            let statement = format!(
                concat!(
                    "select t.mark, t.person, t.label, t.scopes, t.created_at, t.used_at, {} from ", $at, "api_tokens t \
                     join ", $at, "accounts a on a.person = t.person where t.mark = $1"
                ),
                ACCOUNT
            );
            let row = sqlx::query(sqlx::AssertSqlSafe(statement)).bind($put(mark)).fetch_optional(pool).await?;
            row.map(|row| Ok((token_of(&row)?, account_of(&row, 6)?))).transpose()
        }

        pub(super) async fn ticket(pool: &$pool, mark: &str, now: Millis) -> Result<Option<String>, StoreError> {
            let row = sqlx::query(concat!(
                "select body from ", $at, "tickets where mark = $1 and until >= $2 and taken is null"
            ))
            .bind($put(mark))
            .bind(signed(now))
            .fetch_optional(pool)
            .await?;
            row.map(|row| $get(&row, 0)).transpose()
        }

        fn account_of(row: &$row, first: usize) -> Result<Account, StoreError> {
            Ok(Account {
                person: $get(row, first)?,
                name: $get(row, first + 1)?,
                folded: $get(row, first + 2)?,
                created_at: unsigned(row.try_get(first + 3)?)?,
                password: $get_option(row, first + 4)?,
                owner: $get_option(row, first + 5)?,
                settings: $get(row, first + 6)?,
            })
        }

        fn passkey_of(row: &$row) -> Result<Passkey, StoreError> {
            Ok(Passkey {
                id: $get(row, 0)?,
                person: $get(row, 1)?,
                label: $get(row, 2)?,
                body: $get(row, 3)?,
                created_at: unsigned(row.try_get(4)?)?,
                used_at: unsigned(row.try_get(5)?)?,
            })
        }

        fn device_of(row: &$row) -> Result<Device, StoreError> {
            Ok(Device {
                mark: $get(row, 0)?,
                person: $get(row, 1)?,
                label: $get(row, 2)?,
                created_at: unsigned(row.try_get(3)?)?,
                seen_at: unsigned(row.try_get(4)?)?,
            })
        }

        fn token_of(row: &$row) -> Result<Token, StoreError> {
            Ok(Token {
                mark: $get(row, 0)?,
                person: $get(row, 1)?,
                label: $get(row, 2)?,
                scopes: $get(row, 3)?,
                created_at: unsigned(row.try_get(4)?)?,
                used_at: unsigned(row.try_get(5)?)?,
            })
        }
    };
}

pub(crate) use accounts_sql;
