//! An upgrade one server after the other, behind the host's own balancer (`deploy/haproxy.cfg`), while clients play and pages are
//! open. The first that is replaced finds the tables changed by a newer program, as they are once the first newer server has started.

use super::*;

const SETTINGS: &str = include_str!("../../../../deploy/haproxy.cfg");
/// How long a client may be without an answer, and a page without its line.
const MOST: Duration = Duration::from_secs(10);
/// What a newer program does to the tables that older ones go on with.
const STEP: &str = "create table klaxon.from_the_future (name text); alter table klaxon.tables add column later text; \
    insert into klaxon.beside (step, oldest) select 999, max(version) from klaxon._sqlx_migrations; \
    insert into klaxon._sqlx_migrations (version, description, success, checksum, execution_time) \
    values (999, 'from the future', true, '', 0)";

struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

/// An open page's line, opened again whenever it breaks, as the page does it: the longest time without one, and how often it broke.
fn watch(door: &str, table: &str, stop: &AtomicBool) -> (Duration, u32) {
    let (mut longest, mut broken, mut lost) = (Duration::ZERO, 0, Instant::now());
    while !stop.load(Relaxed) {
        let Some(mut line) = line(door, table) else {
            thread::sleep(Duration::from_millis(250));
            continue;
        };
        let (mut heard, mut buffer, mut greeted) = (Vec::new(), [0; 4096], false);
        while !stop.load(Relaxed) {
            match line.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) if !greeted => {
                    heard.extend_from_slice(&buffer[..n]);
                    greeted = heard.windows(11).any(|part| part == b"\"t\":\"hello\"");
                    if greeted {
                        longest = longest.max(lost.elapsed());
                    }
                }
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
        if !stop.load(Relaxed) {
            if greeted {
                (broken, lost) = (broken + 1, Instant::now());
            }
            thread::sleep(Duration::from_millis(250));
        }
    }
    (longest, broken)
}

fn line(door: &str, table: &str) -> Option<TcpStream> {
    let mut line = TcpStream::connect(door).ok()?;
    line.set_read_timeout(Some(Duration::from_millis(200))).ok()?;
    let ask = format!(
        "GET /t/{table}/ws HTTP/1.1\r\nhost: k\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    line.write_all(ask.as_bytes()).ok()?;
    Some(line)
}

#[test]
fn servers_are_replaced_one_after_the_other_and_nobody_loses_a_move() {
    let _machine = beside_others();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let Some(haproxy) = klaxon_testdb::program("haproxy") else {
        assert!(std::env::var("KLAXON_POSTGRES").as_deref() != Ok("required"), "HAProxy is required");
        return eprintln!("SKIPPED, without HAProxy (`cargo xtask test` installs it)");
    };
    let url = cluster.database();
    let [door, one, two] =
        [(); 3].map(|()| format!("127.0.0.1:{}", klaxon_testdb::free_port().expect("a free port")));
    let start = |addr: &str| Server::share_at(addr, &url, &["--behind-proxy"]);
    let mut servers = [Some(start(&one)), Some(start(&two))];
    let folder = Scratch::new("rolling");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("haproxy.cfg");
    let (before, _) = SETTINGS.split_once("  server one").expect("its servers come last");
    let settings = before.replace("bind :7777", &format!("bind {door}"));
    std::fs::write(&file, format!("{settings}  server one {one}\n  server two {two}\n")).unwrap();
    let _balancer =
        Running(Command::new(haproxy).arg("-db").arg("-f").arg(&file).stderr(Stdio::null()).spawn().unwrap());
    soon("the balancer is there", Duration::from_secs(10), || {
        request(&door, "GET", "/api/v1/games", "", "").is_some_and(|(status, _)| status == 200)
    });
    let mut games: Vec<Game> = (0..6).map(|_| open(&door, ["api", "api"])).collect();
    games.extend((0..2).map(|_| open(&door, ["api", "easy"])));
    let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
    let addrs = Mutex::new(vec![door.clone()]);
    let stop = AtomicBool::new(false);
    let (games, lines) = thread::scope(|scope| {
        let watching: Vec<_> = ids.iter().map(|id| scope.spawn(|| watch(&door, id, &stop))).collect();
        let watched = Stop(&stop);
        let games = play_while(&addrs, games, || {
            for (server, addr) in servers.iter_mut().zip([&one, &two]) {
                thread::sleep(Duration::from_secs(3));
                let took = server.take().expect("it runs").end();
                println!("a server ended after {took:?}");
                if cluster
                    .psql(name(&url), "select to_regclass('klaxon.from_the_future')")
                    .unwrap()
                    .is_empty()
                {
                    cluster.psql(name(&url), STEP).unwrap();
                }
                *server = Some(start(addr));
                // The balancer lets it in again before the other one goes.
                thread::sleep(Duration::from_secs(3));
            }
        });
        drop(watched);
        (games, watching.into_iter().map(|page| page.join().unwrap()).collect::<Vec<_>>())
    });
    let longest = games.iter().map(|game| game.longest).max().unwrap();
    let lost: u32 = games.iter().map(|game| game.lost).sum();
    let (dark, broken) = lines
        .iter()
        .fold((Duration::ZERO, 0), |(dark, n), (longest, broken)| (dark.max(*longest), n + broken));
    println!(
        "{lost} requests without an answer, at most {longest:?} without a move; {broken} lines broke, at most {dark:?} without one"
    );
    assert!(longest < MOST, "{longest:?} without a move");
    assert!(dark < MOST, "{dark:?} without a line");
    assert!(broken >= ids.len() as u32, "each page was at one of the servers: {broken} lines broke");
    prove(&games, &[one, two], &url);
}
