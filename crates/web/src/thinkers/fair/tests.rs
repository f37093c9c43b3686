use super::*;

const EASY: Duration = Duration::from_millis(2);
const NORMAL: Duration = Duration::from_millis(200);
const HARD: Duration = Duration::from_millis(1500);

/// What a thread does, and when it is done.
type Busy = (Ticket<&'static str>, Duration);

/// Threads and a clock that tests turn by hand.
struct Room {
    fair: Fair<&'static str>,
    threads: Vec<(Thread, Option<Busy>)>,
    now: Duration,
    /// Who was answered when.
    answered: Vec<(String, Duration)>,
}

fn allowance() -> Allowance {
    Allowance { waiting: 500, waiting_in_all: 4096, seconds_a_minute: 30 }
}

fn account(peer: &str, person: &str, table: &str) -> Account {
    Account { peer: peer.into(), person: person.into(), table: table.into(), limited: true }
}

impl Room {
    fn new(threads: usize) -> Room {
        let mut all: Vec<_> = (0..threads).map(|_| (Thread::Any, None)).collect();
        all.push((Thread::Reserve, None));
        Room { fair: Fair::new(allowance()), threads: all, now: Duration::ZERO, answered: Vec::new() }
    }

    fn ask(&mut self, peer: &str, table: &str, class: Class, think: Duration) {
        self.fair.push(&account(peer, "", table), class, think, "").unwrap();
        self.begin();
    }

    fn begin(&mut self) {
        for (thread, busy) in &mut self.threads {
            if busy.is_none()
                && let Some(ticket) = self.fair.pop(*thread, self.now)
            {
                let end = self.now + ticket.guess;
                *busy = Some((ticket, end));
            }
        }
    }

    /// Time goes on until a moment; whoever `again` says asks anew at once.
    fn until(&mut self, end: Duration, again: impl Fn(&str) -> Option<Duration>) {
        loop {
            let next = self.threads.iter().filter_map(|(_, busy)| Some(busy.as_ref()?.1)).min();
            let Some(next) = next.filter(|next| *next <= end) else { break };
            self.now = next;
            for i in 0..self.threads.len() {
                if self.threads[i].1.as_ref().is_some_and(|(_, end)| *end == next) {
                    let (ticket, _) = self.threads[i].1.take().unwrap();
                    self.fair.done(&ticket, ticket.guess, next);
                    let Account { peer, table, .. } = ticket.account.clone();
                    self.answered.push((format!("{peer}/{table}"), next));
                    if let Some(think) = again(&peer) {
                        self.fair.push(&account(&peer, "", &table), ticket.class, think, "").unwrap();
                    }
                }
            }
            self.begin();
        }
        self.now = end;
    }

    fn answer_of(&self, who: &str) -> Duration {
        self.answered.iter().find(|(name, _)| name == who).expect("it was answered").1
    }
}

#[test]
fn one_peer_with_150_tables_of_hard_bots_holds_nobody_up() {
    for threads in [1, 3] {
        let mut room = Room::new(threads);
        for i in 0..150 {
            room.ask("evil", &format!("t{i:03}"), Class::Show, HARD);
        }
        let again = |peer: &str| (peer == "evil").then_some(HARD);
        room.until(Duration::from_secs(10), again);
        for (who, think) in [("ada", EASY), ("bob", NORMAL)] {
            let begun = room.now;
            room.ask(who, "x", Class::Opponent, think);
            room.until(begun + HARD * 3, again);
            let took = room.answer_of(&format!("{who}/x")) - begun;
            assert!(took <= think * 2, "{who} waited {took:?} with {threads} threads");
        }
    }
}

#[test]
fn everybody_gets_the_same_share_whatever_he_asks_for() {
    let mut room = Room::new(1);
    for i in 0..40 {
        room.ask("many", &format!("t{i}"), Class::Opponent, NORMAL);
    }
    for i in 0..2 {
        room.ask("few", &format!("t{i}"), Class::Opponent, NORMAL);
    }
    room.until(Duration::from_secs(60), |_| Some(NORMAL));
    let of = |peer: &str| room.answered.iter().filter(|(name, _)| name.starts_with(peer)).count() as f64;
    let share = of("few") / (of("few") + of("many"));
    assert!((0.4..=0.6).contains(&share), "{share}");
    // And each table of a peer its part of that.
    let firsts: std::collections::BTreeSet<_> =
        room.answered.iter().filter(|(name, _)| name.starts_with("many")).take(40).collect();
    assert!(firsts.iter().map(|(name, _)| name).collect::<std::collections::BTreeSet<_>>().len() >= 39);
}

#[test]
fn people_of_one_peer_share_among_themselves() {
    let mut fair = Fair::new(allowance());
    for i in 0..10 {
        fair.push(&account("school", "ada", &format!("a{i}")), Class::Opponent, NORMAL, "ada").unwrap();
    }
    fair.push(&account("school", "bob", "b"), Class::Opponent, NORMAL, "bob").unwrap();
    let order: Vec<_> = (0..4)
        .map(|_| {
            let ticket = fair.pop(Thread::Any, Duration::ZERO).unwrap();
            fair.done(&ticket, NORMAL, Duration::ZERO);
            ticket.job
        })
        .collect();
    assert!(order[..2].contains(&"bob"), "{order:?}");
}

#[test]
fn tables_at_which_somebody_waits_come_first() {
    let mut fair = Fair::new(allowance());
    for (class, job) in [(Class::Away, "away"), (Class::Show, "show"), (Class::Opponent, "opponent")] {
        fair.push(&account("p", "ada", job), class, NORMAL, job).unwrap();
    }
    let order: Vec<_> = (0..3).map(|_| fair.pop(Thread::Any, Duration::ZERO).unwrap().job).collect();
    assert_eq!(order, ["opponent", "show", "away"]);
}

#[test]
fn the_reserve_is_for_whoever_has_nothing_running_and_for_what_is_quick() {
    let mut fair = Fair::new(allowance());
    for i in 0..3 {
        fair.push(&account("p", "", &format!("t{i}")), Class::Opponent, HARD, "hard").unwrap();
    }
    let running = fair.pop(Thread::Any, Duration::ZERO).unwrap();
    assert!(fair.pop(Thread::Reserve, Duration::ZERO).is_none(), "the peer has a bot thinking already");
    fair.push(&account("p", "", "q"), Class::Opponent, EASY, "quick").unwrap();
    assert_eq!(fair.pop(Thread::Reserve, Duration::ZERO).unwrap().job, "quick");
    fair.push(&account("other", "", "t"), Class::Opponent, HARD, "other").unwrap();
    assert_eq!(fair.pop(Thread::Reserve, Duration::ZERO).unwrap().job, "other");
    fair.done(&running, HARD, HARD);
}

#[test]
fn who_has_used_up_his_budget_has_one_bot_thinking_at_a_time() {
    let mut fair = Fair::new(Allowance { seconds_a_minute: 6, ..allowance() });
    let ask = |fair: &mut Fair<&'static str>, table: &str, limited: bool| {
        let account = Account { limited, ..account("p", "", table) };
        fair.push(&account, Class::Opponent, HARD, "").unwrap();
    };
    // Twelve seconds are saved up.
    let mut now = Duration::ZERO;
    for i in 0..9 {
        ask(&mut fair, "t", true);
        let ticket = fair.pop(Thread::Any, now).unwrap();
        now += HARD;
        fair.done(&ticket, HARD, now);
        assert!(i > 0 || fair.waiting() == 0);
    }
    ask(&mut fair, "a", true);
    ask(&mut fair, "b", true);
    let first = fair.pop(Thread::Any, now).unwrap();
    assert!(fair.pop(Thread::Any, now).is_none(), "only one at a time");
    fair.done(&first, HARD, now);
    // With time it comes back.
    let later = now + Duration::from_secs(120);
    let again = fair.pop(Thread::Any, later).unwrap();
    ask(&mut fair, "c", true);
    assert!(fair.pop(Thread::Any, later).is_some());
    fair.done(&again, HARD, later);
}

#[test]
fn one_peer_cannot_fill_the_queue() {
    let mut fair = Fair::new(Allowance { waiting: 3, waiting_in_all: 10, ..allowance() });
    let put = |fair: &mut Fair<u32>, peer: &str, n: u32| {
        (0..n)
            .filter(|&i| fair.push(&account(peer, "", &format!("t{i}")), Class::Show, HARD, i).is_ok())
            .count()
    };
    assert_eq!(put(&mut fair, "evil", 50), 3);
    assert_eq!(put(&mut fair, "ada", 2), 2);
    assert_eq!(fair.waiting(), 5);
}

#[test]
fn those_who_owe_nothing_are_forgotten() {
    let mut fair = Fair::new(allowance());
    for round in 0..50 {
        fair.push(&account(&format!("p{round}"), "", "t"), Class::Opponent, EASY, "").unwrap();
        let ticket = fair.pop(Thread::Any, Duration::ZERO).unwrap();
        fair.done(&ticket, Duration::ZERO, Duration::ZERO);
    }
    assert!(fair.peers.parts.len() <= 1, "{} are kept", fair.peers.parts.len());
}
