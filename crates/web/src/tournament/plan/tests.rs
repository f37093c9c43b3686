use super::*;

fn whole(method: Method, people: usize) -> Whole {
    let plan = Plan {
        method,
        scenario: String::new(),
        scenario_name: String::new(),
        clock: None,
        rated: false,
        invited: false,
        rounds: 0,
        most: 64,
        starts_at: Some(100),
        round_seconds: 60,
        ends_at: None,
        about: String::new(),
        mark: String::new(),
        round: 0,
        late: BTreeMap::new(),
        started_at: None,
        ended_at: None,
    };
    let kept = Tournament {
        id: "t".into(),
        owner: None,
        club: None,
        title: "T".into(),
        game: "red-alert".into(),
        state: Held::Open,
        public: true,
        created_at: 1,
        due: 0,
        rev: 1,
        body: String::new(),
    };
    let entrant = |i: usize| Entrant {
        person: format!("p{i:02}"),
        number: 0,
        state: Taking::In,
        at: i as u64,
        name: None,
    };
    Whole { kept, plan, entrants: (1..=people).map(entrant).collect(), pairings: Vec::new() }
}

/// Plays a round: the stronger wins.
fn play(whole: &mut Whole, now: Millis) {
    let games: Vec<Pairing> = whole.running().cloned().collect();
    assert!(!games.is_empty() && games.iter().all(|game| game.table.is_some()));
    for game in games {
        let end = if Some(game.one) < game.two { End::One } else { End::Two };
        whole.decide(game.round, game.board, end, now);
    }
    whole.go_on(now);
}

#[test]
fn whoever_is_stronger_is_numbered_first_and_whoever_did_not_answer_does_not_play() {
    let mut all = whole(Method::Swiss, 5);
    all.entrants[4].state = Taking::Invited;
    assert!(!all.begins(99) && all.begins(100) && all.due(5) == 100);
    let strengths = BTreeMap::from([("p03".to_owned(), 1700), ("p04".to_owned(), 1600)]);
    all.begin(&strengths, 100);
    let order: Vec<&str> = all.entrants.iter().map(|entrant| entrant.person.as_str()).collect();
    assert_eq!(order, ["p03", "p04", "p01", "p02"]);
    assert_eq!((all.plan.round, all.plan.rounds, all.kept.state), (1, 2, Held::Running));
    assert_eq!(all.due(100), 100 + LOOK);
    assert!(!all.is_late(1, 60_099) && all.is_late(1, 60_100));
    assert_eq!(all.due(50_000), 60_100, "the end of the round comes sooner");
}

#[test]
fn every_method_goes_to_its_end() {
    for (method, people, games) in
        [(Method::RoundRobin, 5, 10), (Method::Swiss, 8, 12), (Method::KnockOut, 6, 5), (Method::Swiss, 2, 1)]
    {
        let mut all = whole(method, people);
        all.begin(&BTreeMap::new(), 100);
        let mut now = 1000;
        while all.kept.state == Held::Running {
            play(&mut all, now);
            now += 1000;
        }
        assert_eq!(all.kept.state, Held::Over);
        let played = all.pairings.iter().filter(|pairing| pairing.two.is_some()).count();
        assert_eq!(played, games, "{method}");
        assert_eq!(all.standings()[0].player, 1, "{method}");
        assert!(all.plan.late.is_empty() && all.due(now) == NEVER);
    }
}

#[test]
fn a_tournament_that_nobody_came_to_is_called_off() {
    for people in [0, 1] {
        let mut all = whole(Method::KnockOut, people);
        all.begin(&BTreeMap::new(), 100);
        assert_eq!(all.kept.state, Held::Off);
    }
    let mut full = whole(Method::Swiss, 4);
    (full.plan.most, full.plan.starts_at) = (4, None);
    assert!(full.begins(0), "it begins when it is full");
}

#[test]
fn whoever_leaves_loses_what_he_would_have_played() {
    let mut all = whole(Method::RoundRobin, 4);
    all.begin(&BTreeMap::new(), 100);
    play(&mut all, 1000);
    all.entrants[3].state = Taking::Out;
    play(&mut all, 2000);
    // The game of the second round was there before he left; that of the third is decided at once.
    let last = all.pairings.iter().find(|p| p.round == 3 && game(p).has(4)).unwrap();
    assert_eq!((last.ended.as_deref(), last.table.is_none()), (Some("one-alone"), true));
    play(&mut all, 3000);
    assert_eq!(all.kept.state, Held::Over);
    // All have left but one: nobody is left to be paired.
    let mut swiss = whole(Method::Swiss, 8);
    swiss.begin(&BTreeMap::new(), 100);
    swiss.entrants.iter_mut().skip(1).for_each(|entrant| entrant.state = Taking::Out);
    play(&mut swiss, 1000);
    assert_eq!(swiss.kept.state, Held::Over);
}

#[test]
fn what_is_decided_stays_decided() {
    let mut all = whole(Method::RoundRobin, 4);
    all.begin(&BTreeMap::new(), 100);
    all.decide(1, 1, End::One, 5);
    all.decide(1, 1, End::Two, 6);
    assert_eq!(all.pairings[0].ended.as_deref(), Some("one"));
    all.decide(7, 7, End::Two, 6);
    assert!(all.plan.late.contains_key(&1), "another game of the round runs");
}

#[test]
fn a_ladder_goes_on_by_challenges_until_its_end() {
    let mut all = whole(Method::Ladder, 5);
    all.plan.ends_at = Some(100_000);
    all.begin(&BTreeMap::new(), 100);
    assert_eq!((all.kept.state, all.pairings.len()), (Held::Running, 0));
    assert!(all.challenge(5, 1, 200).unwrap_err().contains("up to 3"));
    assert!(all.challenge(1, 5, 200).is_err());
    all.challenge(5, 2, 200).unwrap();
    for (by, whom) in [(5, 4), (3, 2), (4, 2)] {
        assert!(all.challenge(by, whom, 300).unwrap_err().contains("finish"), "{by} {whom}");
    }
    all.challenge(4, 3, 50_000).unwrap();
    assert_eq!(all.plan.late, BTreeMap::from([(1, 60_200), (2, 100_000)]), "no longer than the ladder");
    let won = all.pairings[0].one == 5;
    all.decide(1, 1, if won { End::One } else { End::Two }, 60_000);
    assert_eq!(all.ladder(), [1, 5, 2, 3, 4]);
    all.stand_below("new", 61_000);
    assert_eq!(all.ladder(), [1, 5, 2, 3, 4, 6]);
    all.entrants.iter_mut().find(|e| e.person == "p01").unwrap().state = Taking::Out;
    assert_eq!(all.ladder(), [5, 2, 3, 4, 6]);
    all.go_on(100_000);
    assert_eq!(all.kept.state, Held::Running, "a game is to be decided");
    all.decide(2, 1, End::Drawn, 100_000);
    all.go_on(100_000);
    assert_eq!(all.kept.state, Held::Over);
}
