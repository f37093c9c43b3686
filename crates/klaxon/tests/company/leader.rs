//! The host's own file for HAProxy, `deploy/haproxy-postgres.cfg`, leads servers to the database that leads, before a failover and
//! after it. Who leads is said as Patroni says it.

use super::*;

const SETTINGS: &str = include_str!("../../../../deploy/haproxy-postgres.cfg");

struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

/// Answers 200 as long as this database leads, and 503 else; at which port.
fn says_whether_it_leads(database: Arc<Cluster>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut asked = [0; 1024];
            let n = stream.read(&mut asked).unwrap_or(0);
            let leads =
                database.psql("postgres", "select not pg_is_in_recovery()").is_ok_and(|said| said == "t");
            let primary = asked[..n].starts_with(b"OPTIONS /primary ");
            let status = if leads && primary { "200 OK" } else { "503 Service Unavailable" };
            let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        }
    });
    port
}

#[test]
fn the_hosts_own_balancer_leads_to_the_database_that_leads() {
    let _machine = beside_others();
    let Some(first) = Cluster::or_skip().map(Arc::new) else { return };
    let Some(haproxy) = klaxon_testdb::program("haproxy") else {
        assert!(std::env::var("KLAXON_POSTGRES").as_deref() != Ok("required"), "HAProxy is required");
        return eprintln!("SKIPPED, without HAProxy (`cargo xtask test` installs it)");
    };
    let database = first.database();
    let standby = Arc::new(first.standby().expect("a standby follows"));
    let door = klaxon_testdb::free_port().unwrap();
    let mut settings = SETTINGS.replace("127.0.0.1:5000", &format!("127.0.0.1:{door}"));
    for (place, cluster) in [("db1.example:5432", &first), ("db2.example:5432", &standby)] {
        assert!(settings.contains(place), "{place} is a place to be filled in");
        let port = says_whether_it_leads(cluster.clone());
        settings = settings.replace(place, &format!("127.0.0.1:{} port {port}", cluster.port()));
    }
    let folder = Scratch::new("leader");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("haproxy.cfg");
    std::fs::write(&file, settings).unwrap();
    let _balancer =
        Running(Command::new(haproxy).arg("-db").arg("-f").arg(&file).stderr(Stdio::null()).spawn().unwrap());
    let url = first.url_at(door, name(&database));
    let servers = [Server::share(&url), Server::share(&url)];
    let addrs = Mutex::new(servers.iter().map(|server| server.addr.clone()).collect::<Vec<_>>());
    let games: Vec<Game> = (0..4).map(|i| open(&servers[i % 2].addr, ["api", "api"])).collect();
    let count = |database: &Cluster| -> u64 {
        database.psql(name(&url), "select count(*) from klaxon.entries").unwrap().parse().unwrap()
    };
    let games = play_while(&addrs, games, || {
        thread::sleep(Duration::from_secs(3));
        let died = Instant::now();
        first.kill().unwrap();
        let before = count(&standby);
        assert!(before > 30, "{before} entries prove nothing");
        standby.promote().unwrap();
        soon("the games go on", Duration::from_secs(20), || count(&standby) > before + 10);
        println!("the games went on at the standby after {:?}", died.elapsed());
        thread::sleep(Duration::from_secs(2));
    });
    prove(&games, &addrs.lock().unwrap().clone(), &url);
}
