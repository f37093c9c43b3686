//! What only a look inside can show: plans of queries, and a commit whose end was not heard.

use super::*;
use crate::Store;
use sqlx::{AssertSqlSafe, Row};

fn table(id: &str) -> NewTable {
    NewTable {
        id: id.into(),
        game: "red-alert".into(),
        created_at: 1,
        header: format!("header of {id}"),
        meta: "{}".into(),
        state: TableState::Playing,
        owner: None,
        listed: true,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_spoils_its_transaction_harms_no_other() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let engine = Postgres::open(&cluster.database(), 2).await.unwrap();
    sqlx::raw_sql(
        "create function poison() returns trigger language plpgsql as \
         $$ begin if new.body = 'poison'::bytea then raise exception 'ugh'; end if; return new; end $$; \
         create trigger poison before insert on klaxon.entries for each row execute function poison()",
    )
    .execute(&engine.lines.pool())
    .await
    .unwrap();
    let store = Store::over(engine);
    for id in ["good", "bad"] {
        store.create(table(id)).await.unwrap();
    }
    let (one, bad, two, talk) = tokio::join!(
        biased;
        store.append("good", 1, "one"),
        store.append("bad", 1, "poison"),
        store.append("good", 2, "two"),
        store.set_setting_once("key", [1]),
    );
    one.unwrap();
    assert!(matches!(bad, Err(AppendError::Store(StoreError::Database(_)))), "{bad:?}");
    two.unwrap();
    talk.unwrap();
    assert_eq!(store.entries("good", 0).await.unwrap(), ["one", "two"]);
    assert_eq!(store.table("bad").await.unwrap().unwrap().n, 0);
    store.append("bad", 1, "cured").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_committed_without_a_word_is_not_done_twice() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let engine = Postgres::open(&cluster.database(), 2).await.unwrap();
    let (lines, counters) = (engine.lines.clone(), Arc::new(Counters::default()));
    let store = Store::over(engine);
    let (_, inbox) = mpsc::channel(1);
    let conn = lines.connect().await.unwrap();
    let mut writer = Writer::new(lines, conn, inbox, counters, Arc::default());
    let said = || NewMessage { at: 7, from: "a".into(), audience: "all".into(), text: "hm".into(), by: None };
    for doubt in [false, true] {
        let (created, was_created) = oneshot::channel();
        let (appended, was_appended) = oneshot::channel();
        let (spoken, was_spoken) = oneshot::channel();
        let append = Append { table: "t".into(), n: 1, lines: vec!["a".into(), "b".into()], state: None };
        let mut batch = vec![
            Request::Create(Ask::new(Create { table: table("t"), number: None }, created)),
            Request::Append(Ask::new(append, appended)),
            Request::Say(Ask::new(("t".into(), said()), spoken)),
        ];
        // The second time as after a commit whose answer was lost.
        let outcome = writer.attempt(&mut batch, doubt).await.map_err(|failed| failed.error);
        batch.into_iter().for_each(|request| request.answer(&outcome));
        was_created.await.unwrap().unwrap();
        was_appended.await.unwrap().unwrap();
        was_spoken.await.unwrap().unwrap();
    }
    assert_eq!(store.entries("t", 0).await.unwrap(), ["a", "b"]);
    assert_eq!(store.messages("t", 0, 9).await.unwrap().len(), 1);
    // Another's entry of the same number is a conflict all the same.
    let (appended, was_appended) = oneshot::channel();
    let append = Append { table: "t".into(), n: 2, lines: vec!["other".into()], state: None };
    let mut batch = vec![Request::Append(Ask::new(append, appended))];
    let outcome = writer.attempt(&mut batch, true).await.map_err(|failed| failed.error);
    batch.into_iter().for_each(|request| request.answer(&outcome));
    assert!(matches!(was_appended.await.unwrap(), Err(AppendError::Conflict { have: 2 })));
}

/// Moves alone go as one statement. It is judged as a transaction of several is: whatever others hold, and when its end was not
/// heard.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_at_once_is_judged_by_what_others_left() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let engine = Postgres::open(&cluster.database(), 2).await.unwrap();
    let lines = engine.lines.clone();
    let counters = engine.counters.clone();
    let store = Store::over(engine);
    for id in ["held", "next", "free", "over"] {
        store.create(table(id)).await.unwrap();
    }
    let append = |table: &str, n, lines: &[&str], state| Append {
        table: table.into(),
        n,
        lines: lines.iter().map(ToString::to_string).collect(),
        state,
    };
    let ask = |append| {
        let (reply, answer) = oneshot::channel();
        (Request::Append(Ask::new(append, reply)), answer)
    };
    // Somebody else holds a row and writes to it before he lets go.
    let mut other = lines.connect().await.unwrap();
    sqlx::raw_sql(
        "begin; update klaxon.tables set n = 2, rev = rev + 5 where id in ('held', 'next'); \
         insert into klaxon.entries select key, i, 'theirs' from klaxon.tables, generate_series(1, 2) i \
         where id in ('held', 'next')",
    )
    .execute(&mut other)
    .await
    .unwrap();
    let (_, inbox) = mpsc::channel(1);
    let conn = lines.connect().await.unwrap();
    let mut writer = Writer::new(lines.clone(), conn, inbox, counters.clone(), Arc::default());
    let over = Some(TableState::Over);
    let (requests, answers): (Vec<_>, Vec<_>) = [
        append("held", 1, &["ours"], None),
        append("next", 3, &["ours"], Some(TableState::Playing)),
        append("free", 1, &["a", "b"], None),
        append("over", 1, &["end"], over),
        append("nowhere", 1, &["x"], None),
    ]
    .into_iter()
    .map(ask)
    .unzip();
    let (mut batch, mut at_once) = (requests, Vec::new());
    assert!(append::go_at_once(&batch));
    let let_go = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        sqlx::raw_sql("commit").execute(&mut other).await.unwrap();
    };
    let (outcome, ()) = tokio::join!(writer.attempt(&mut batch, false), let_go);
    let outcome = outcome.map_err(|failed| failed.error);
    batch.into_iter().for_each(|request| request.answer(&outcome));
    for answer in answers {
        at_once.push(answer.await.unwrap());
    }
    assert!(
        matches!(
            at_once.as_slice(),
            [
                Err(AppendError::Conflict { have: 2 }),
                Ok(()),
                Ok(()),
                Ok(()),
                Err(AppendError::Store(StoreError::UnknownTable { .. }))
            ]
        ),
        "{at_once:?}"
    );
    assert_eq!(store.entries("held", 0).await.unwrap(), ["theirs", "theirs"]);
    assert_eq!(store.entries("next", 0).await.unwrap(), ["theirs", "theirs", "ours"]);
    assert_eq!(store.entries("free", 0).await.unwrap(), ["a", "b"]);
    assert_eq!(store.table("over").await.unwrap().unwrap().state, TableState::Over);
    assert_eq!((counters.read(0).appends, counters.read(0).conflicts), (4, 1));
    let heads = vec!["over".into(), "held".into(), "next".into()];
    let heads = store.shared().unwrap().heads(heads).await.unwrap();
    let rev = |id: &str| heads.iter().find(|head| head.table == id).map(|head| (head.n, head.rev));
    assert_eq!([rev("over"), rev("held"), rev("next")], [Some((1, 1)), Some((2, 5)), Some((3, 6))]);
    // Its end was not heard: it is found, and not done twice. Others' entries are a conflict all the same.
    let (requests, answers): (Vec<_>, Vec<_>) =
        [append("free", 1, &["a", "b"], None), append("held", 2, &["ours"], None)]
            .into_iter()
            .map(ask)
            .unzip();
    let mut batch = requests;
    let outcome = writer.attempt(&mut batch, true).await.map_err(|failed| failed.error);
    batch.into_iter().for_each(|request| request.answer(&outcome));
    let mut again = Vec::new();
    for answer in answers {
        again.push(answer.await.unwrap());
    }
    assert!(matches!(again.as_slice(), [Ok(()), Err(AppendError::Conflict { have: 2 })]), "{again:?}");
    assert_eq!(store.entries("free", 0).await.unwrap(), ["a", "b"]);
    // What is more than moves, or twice to one table, or too much, goes as a transaction of several statements.
    for more in [
        vec![ask(append("free", 3, &["c"], None)).0, ask(append("free", 4, &["d"], None)).0],
        vec![Request::DeleteSnapshot(Ask::new("free".into(), oneshot::channel().0))],
        vec![ask(append("free", u32::MAX, &["c", "d"], None)).0],
    ] {
        assert!(!append::go_at_once(&more));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_use_their_indexes_and_never_sort() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let engine = Postgres::open(&cluster.database(), 1).await.unwrap();
    let pool = engine.lines.pool();
    let person = || Some("ada".to_string());
    for (filter, index) in [
        (Filter::default(), "tables_pkey"),
        (Filter { state: Some(TableState::Open), ..Filter::default() }, "tables_by_state"),
        (Filter { game: Some("red-alert".into()), ..Filter::default() }, "tables_by_game"),
        (Filter { person: person(), ..Filter::default() }, "members_pkey"),
    ] {
        // A plan is asked for without its values, and small tables would be read whole.
        let sql = read::listing(&filter).sql().as_str().to_owned();
        let sql = ["$1", "$2", "$3"].iter().fold(sql, |sql, place| sql.replace(place, "null"));
        let sql = sql.replace("limit null", "limit 50").replace("= null", "= 'x'");
        sqlx::raw_sql("set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set enable_sort = off")
            .execute(&pool)
            .await
            .unwrap();
        let rows = sqlx::query(AssertSqlSafe(format!("explain {sql}"))).fetch_all(&pool).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(index) && !plan.contains("Sort"), "{filter:?}:\n{plan}");
    }
}
