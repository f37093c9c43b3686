//! The tables of a store, step by step, and which programs may use them.
//!
//! What has been released is never changed: the sum of each step is kept in every store. Most steps only add something, a table,
//! an index or a column that may be left out, and programs that know nothing of it go on as before. Such a step says which is the
//! oldest step whose programs do (`beside`), and the store keeps that from the moment of the step on. So a program that finds steps
//! that it does not know can tell whether it may go on; a step that says nothing is for those who know it alone. docs/adr/0026
//! says why.

use sqlx::AssertSqlSafe;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// A change of the tables.
pub(crate) struct Step {
    pub version: i64,
    pub name: &'static str,
    pub sql: &'static str,
    /// Programs that know this step go on beside the change.
    pub beside: Option<i64>,
}

/// What a program finds in a store that it may use.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// Steps that it knows, and perhaps not all of them. `breaks` says whether those that are missing leave programs behind that
    /// the store serves now.
    Known { breaks: bool },
    /// Steps of a newer program, which go on with this one. Nothing is to be changed.
    Newer,
}

/// Steps of a newer program, which do not.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct TooNew {
    /// The newest step.
    pub found: i64,
    /// What a program must know.
    pub needs: i64,
}

/// What carries out the steps. `table` is where it is kept who goes on beside a step.
pub(crate) fn migrator(steps: &[Step], table: &str) -> Migrator {
    let migration = |step: &Step| {
        let sql = match step.beside {
            None => step.sql.into_sql_str(),
            Some(oldest) => AssertSqlSafe(format!(
                "{}\ninsert into {table} (step, oldest) values ({}, {oldest});\n",
                step.sql, step.version
            ))
            .into_sql_str(),
        };
        Migration::new(step.version, step.name.into(), MigrationType::Simple, sql, false)
    };
    let mut migrator = Migrator::with_migrations(steps.iter().map(migration).collect());
    // Steps that this program does not know have been judged before it carries out any.
    migrator.set_ignore_missing(true);
    migrator
}

/// The newest step that a program knows.
pub(crate) fn known(steps: &[Step]) -> i64 {
    steps.iter().map(|step| step.version).max().unwrap_or(0)
}

/// May a program that knows these steps use a store that has taken those, each with the oldest step whose programs go on?
pub(crate) fn judge(steps: &[Step], taken: &[(i64, Option<i64>)]) -> Result<Found, TooNew> {
    let found = taken.iter().map(|(version, _)| *version).max().unwrap_or(0);
    let missing: Vec<&Step> =
        steps.iter().filter(|step| taken.iter().all(|(version, _)| *version != step.version)).collect();
    let strange = taken.iter().filter(|(version, _)| steps.iter().all(|step| step.version != *version));
    match strange.map(|(version, oldest)| oldest.unwrap_or(*version)).max() {
        None => Ok(Found::Known { breaks: missing.iter().any(|step| step.beside.is_none_or(|b| b > found)) }),
        Some(needs) if needs <= known(steps) && missing.is_empty() => Ok(Found::Newer),
        Some(needs) => Err(TooNew { found, needs }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(version: i64, beside: Option<i64>) -> Step {
        Step { version, name: "a step", sql: "select 1", beside }
    }

    #[test]
    fn a_program_goes_on_with_steps_that_say_so() {
        let steps = [step(1, None), step(2, None), step(4, Some(2))];
        let taken = |more: &[(i64, Option<i64>)]| [&[(1, None), (2, None), (4, Some(2))], more].concat();
        assert_eq!(judge(&steps, &taken(&[])), Ok(Found::Known { breaks: false }));
        assert_eq!(judge(&steps, &taken(&[(5, Some(4)), (6, Some(2))])), Ok(Found::Newer));
        assert_eq!(judge(&steps, &taken(&[(5, Some(5))])), Err(TooNew { found: 5, needs: 5 }));
        assert_eq!(judge(&steps, &taken(&[(5, None), (6, Some(4))])), Err(TooNew { found: 6, needs: 5 }));
        // Somebody else's step in place of one of ours.
        let other = [(1, None), (2, None), (5, Some(4))];
        assert_eq!(judge(&steps, &other), Err(TooNew { found: 5, needs: 4 }));
    }

    #[test]
    fn a_step_that_leaves_programs_behind_is_known_before_it_is_taken() {
        let (adds, breaks) =
            ([step(1, None), step(2, None), step(3, Some(2))], [step(1, None), step(2, None)]);
        assert_eq!(judge(&adds, &[(1, None), (2, None)]), Ok(Found::Known { breaks: false }));
        assert_eq!(judge(&adds, &[(1, None)]), Ok(Found::Known { breaks: true }));
        assert_eq!(judge(&breaks, &[(1, None)]), Ok(Found::Known { breaks: true }));
        assert_eq!(
            judge(&breaks, &[]),
            Ok(Found::Known { breaks: true }),
            "and in a store that is just made"
        );
    }
}
