//! Servers behind a pooler that gives each transaction another session (`deploy/pgbouncer.ini`), with notices by NATS: the pooler,
//! a server and the database die while clients play, and it is as without one.

use super::*;
use klaxon_testdb::{Nats, Pooler};

#[test]
fn nothing_is_lost_behind_a_pooler() {
    let _machine = beside_others();
    let Some(cluster) = Cluster::or_skip() else { return };
    let (Some(mut pooler), Some(nats)) = (Pooler::or_skip(&cluster), Nats::or_skip()) else { return };
    let own = cluster.database();
    let url = cluster.url_at(pooler.port(), name(&own));
    let notices = nats.url();
    let share = || Server::share_with(&url, &["--notices", &notices]);
    let mut servers = [Some(share()), Some(share())];
    let addrs = Mutex::new(servers.iter().flatten().map(|server| server.addr.clone()).collect::<Vec<_>>());
    let at = |i: usize| addrs.lock().unwrap()[i].clone();
    let mut games: Vec<Game> = (0..5).map(|i| open(&at(i % 2), ["api", "api"])).collect();
    games.extend((0..3).map(|i| open(&at(i % 2), ["api", "easy"])));
    games.extend((0..2).map(|i| open_timed(&at(i % 2))));
    let games = play_while(&addrs, games, || {
        thread::sleep(Duration::from_secs(3));
        pooler.crash(Duration::from_millis(700)).unwrap();
        thread::sleep(Duration::from_secs(3));
        drop(servers[0].take());
        thread::sleep(Duration::from_secs(4));
        let again = share();
        addrs.lock().unwrap()[0] = again.addr.clone();
        servers[0] = Some(again);
        cluster.crash(Duration::from_millis(700)).unwrap();
        thread::sleep(Duration::from_secs(3));
    });
    // Whoever reads needs no pooler, and may go by it.
    for url in [&own, &url] {
        let (ok, told) = klaxon(&["check", url]);
        assert!(ok, "{told}");
    }
    let addrs = addrs.lock().unwrap().clone();
    prove(&games, &addrs, &own);
    // Whatever a reader wished for itself has not come to others in the pool.
    assert_eq!(open(&addrs[0], ["api", "api"]).acknowledged.len(), 0);
}
