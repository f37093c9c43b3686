//! What Parley says to people, and the text in which its positions are written down.

use super::*;

impl Words for Parley {
    fn menu() -> Menu {
        let scenario = |id: &str, rounds: u8| ScenarioItem {
            id: id.into(),
            name: format!("{rounds} rounds"),
            blurb: "Hidden bids and objections.".into(),
            seats: NAMES[..2].iter().map(ToString::to_string).collect(),
            sizes: vec![2, 3],
        };
        let clock = OptionItem {
            id: "clock",
            label: "Time for a bid",
            values: vec![("off", "as long as it takes"), ("on", "a minute a round")],
        };
        Menu {
            id: Parley::ID,
            name: "Parley",
            blurb: "A small game of hidden bids, for tests.",
            scenarios: vec![scenario("brief", 2), scenario("long", 3)],
            options: vec![clock],
        }
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        let rounds = match order.scenario.as_str() {
            "" | "brief" => 2,
            "long" => 3,
            other => return Err(Refusal::malformed(format!("there is no scenario `{other}`"))),
        };
        let clock = match order.options.get("clock").map(String::as_str) {
            None | Some("off") => None,
            Some("on") => Some(60_000),
            Some(other) => return Err(Refusal::malformed(format!("the clock is on or off, not `{other}`"))),
        };
        let seats = if order.seats == 0 { 2 } else { order.seats };
        match u8::try_from(seats) {
            Ok(seats @ 2..=3) => {
                let edition = order.edition.unwrap_or_else(Parley::newest);
                Ok(Setup { seats, rounds, clock, faulty: false, edition })
            }
            Ok(_) | Err(_) => Err(Refusal::illegal(rule!("PY-1.1"), "two or three seats play")),
        }
    }

    fn seat_name(_view: &View, seat: Seat) -> String {
        NAMES[seat.index()].into()
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        if let Some(end) = &view.end {
            return Line::plain(format!("The game is over: {end}."));
        }
        match viewer {
            Viewer::Seat(me) if view.to_act.has(me) => match (view.leader, view.bids[me.index()]) {
                (Some(leader), _) => {
                    Line::new(format!("Object to {}'s bid?", NAMES[leader.index()]), rule!("PY-3.1"))
                }
                (None, Some(_)) => Line::new("Seal your bid.", rule!("PY-2.2")),
                (None, None) => Line::new("Pick a card to bid.", rule!("PY-2.1")),
            },
            Viewer::Seat(_) | Viewer::Watcher | Viewer::Everything => {
                let names: Vec<&str> = view.to_act.iter().map(|s| NAMES[s.index()]).collect();
                Line::plain(format!("Waiting for {}.", names.join(" and ")))
            }
        }
    }

    fn label(_view: &View, action: &Action) -> Label {
        let (text, rule) = match action {
            Action::Pick(card) => (format!("Pick the {card}"), rule!("PY-2.1")),
            Action::Seal => ("Seal the bid".into(), rule!("PY-2.2")),
            Action::Peek => ("Peek at the deck".into(), rule!("PY-2.3")),
            Action::Object => ("Object".into(), rule!("PY-3.1")),
            Action::Pass => ("Pass".into(), rule!("PY-3.1")),
            Action::Faint => ("Faint".into(), rule!("PY-1.1")),
        };
        let clicks = if let Action::Pick(card) = action { vec![format!("card-{card}")] } else { Vec::new() };
        Label { text, group: "Parley".into(), clicks, mark: "", rule: Some(rule) }
    }

    fn line(event: &Event) -> Line {
        let name = |seat: &Seat| NAMES[seat.index()];
        match event {
            Event::Drew { who, card: Some(card) } => Line::plain(format!("{} draws a {card}.", name(who))),
            Event::Drew { who, card: None } => Line::plain(format!("{} draws a card.", name(who))),
            Event::Picked { who, card } => {
                Line::new(format!("{} picks the {card}.", name(who)), rule!("PY-2.1"))
            }
            Event::Sealed { who } => Line::new(format!("{} seals a bid.", name(who)), rule!("PY-2.2")),
            Event::Peeked { who, card: Some(card) } => {
                Line::new(format!("{} sees a {card} on the deck.", name(who)), rule!("PY-2.3"))
            }
            Event::Peeked { who, card: None } => {
                Line::new(format!("{} peeks at the deck.", name(who)), rule!("PY-2.3"))
            }
            Event::TimeIsUp => Line::new("Time is up.", rule!("PY-2.4")),
            Event::Shown { bids, leader } => {
                Line::new(format!("The bids are {bids:?}; {} leads.", name(leader)), rule!("PY-2.2"))
            }
            Event::Objected { who, against, struck, .. } => {
                let end = if *struck { "strikes the bid" } else { "is overruled" };
                Line::new(format!("{} objects to {} and {end}.", name(who), name(against)), rule!("PY-3.2"))
            }
            Event::Passed { who } => Line::new(format!("{} passes.", name(who)), rule!("PY-3.1")),
            Event::Scored { who, points } => {
                Line::new(format!("{} scores {points}.", name(who)), rule!("PY-3.3"))
            }
        }
    }

    fn luck(event: &Event) -> Option<Luck> {
        match event {
            Event::Objected { face, .. } => Some(Luck::new("Objection", [(face + 1).to_string()])),
            Event::Drew { .. }
            | Event::Picked { .. }
            | Event::Sealed { .. }
            | Event::Peeked { .. }
            | Event::TimeIsUp
            | Event::Shown { .. }
            | Event::Passed { .. }
            | Event::Scored { .. } => None,
        }
    }

    fn intend(_view: &View, _seat: Seat, clicks: &[String]) -> Option<Action> {
        clicks.first()?.strip_prefix("card-")?.parse().ok().map(Action::Pick)
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        let share = |part| Share { part, whole: 6 };
        let strikes = u64::from(6 - view.strikes);
        (*action == Action::Object).then(|| Odds {
            title: "Objection".into(),
            because: vec![Line::new(format!("{strikes} faces of 6 strike the bid."), rule!("PY-3.2"))],
            rows: vec![("struck".into(), share(strikes)), ("overruled".into(), share(6 - strikes))],
        })
    }
}

impl Situation for Parley {
    fn given(clauses: &[&str]) -> Result<Parley, String> {
        let seats = clauses
            .iter()
            .find_map(|c| c.strip_prefix("seats "))
            .map_or(Ok(2), |n| number(n).map(usize::from))?;
        if !(2..=3).contains(&seats) {
            return Err("`seats` is 2 or 3".into());
        }
        let place = Place {
            hand: Vec::new(),
            bid: Bid::None,
            score: 0,
            may_object: true,
            peeked: false,
            knows_top: false,
        };
        let mut game = Parley {
            places: vec![place; seats],
            deck: Vec::new(),
            spent: Vec::new(),
            round: 1,
            rounds: 2,
            leader: None,
            pending: Vec::new(),
            deadline: None,
            faulty: false,
            edition: Later(Parley::newest()),
        };
        let mut deck = None;
        for clause in clauses {
            let (word, rest) = clause.split_once(' ').unwrap_or((clause, ""));
            match word {
                "seats" => {}
                "edition" => game.edition = Later(rest.parse()?),
                "round" => {
                    let (round, rounds) = rest.split_once(" of ").ok_or("write `round 1 of 2`")?;
                    (game.round, game.rounds) = (number(round)?, number(rounds)?);
                }
                "deck" => deck = Some(cards(rest)?),
                "spent" => game.spent = cards(rest)?,
                "leader" => game.leader = Some(seat_at(&game, rest)?),
                "pending" => {
                    game.pending = rest.split(' ').map(|w| seat_at(&game, w)).collect::<Result<_, _>>()?;
                }
                "deadline" => game.deadline = Some(rest.parse().map_err(|_| "write `deadline 60000`")?),
                "faulty" => game.faulty = true,
                name => {
                    let seat = seat_at(&game, name)?;
                    let place = &mut game.places[seat.index()];
                    let (what, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                    match what {
                        "hand" => place.hand = cards(rest)?,
                        "holds" => place.bid = Bid::Held(number(rest)?),
                        "sealed" => place.bid = Bid::Sealed(number(rest)?),
                        "shown" => place.bid = Bid::Shown(number(rest)?),
                        "score" => place.score = number(rest)?,
                        "spoke" => place.may_object = false,
                        "peeked" => place.peeked = true,
                        "knows" => place.knows_top = true,
                        other => return Err(format!("a seat has no `{other}`")),
                    }
                    place.hand.sort_unstable();
                }
            }
        }
        // Cards that no clause names lie in the deck.
        let bare = |p: &Place| match p.bid {
            Bid::None => None,
            Bid::Held(card) | Bid::Sealed(card) | Bid::Shown(card) => Some(card),
        };
        let named: Vec<u8> = game
            .places
            .iter()
            .flat_map(|p| p.hand.iter().copied().chain(bare(p)))
            .chain(game.spent.clone())
            .collect();
        game.deck = deck.unwrap_or_else(|| {
            let mut rest: Vec<u8> = (1..=5).flat_map(|value| [value; 4]).collect();
            for card in &named {
                if let Some(i) = rest.iter().position(|c| c == card) {
                    rest.remove(i);
                }
            }
            rest
        });
        game.audit()?;
        Ok(game)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        let list = |cards: &[u8]| cards.iter().map(|c| format!(" {c}")).collect::<String>();
        let mut clauses =
            vec![format!("seats {}", self.seats()), format!("round {} of {}", self.round, self.rounds)];
        for seat in self.all_seats() {
            let (name, place) = (Parley::seat_word(seat), self.place(seat));
            clauses.push(format!("{name} hand{}", list(&place.hand)));
            clauses.push(format!("{name} score {}", place.score));
            match place.bid {
                Bid::None => {}
                Bid::Held(card) => clauses.push(format!("{name} holds {card}")),
                Bid::Sealed(card) => clauses.push(format!("{name} sealed {card}")),
                Bid::Shown(card) => clauses.push(format!("{name} shown {card}")),
            }
            let marks =
                [(!place.may_object, "spoke"), (place.peeked, "peeked"), (place.knows_top, "knows top")];
            clauses.extend(marks.iter().filter(|(on, _)| *on).map(|(_, mark)| format!("{name} {mark}")));
        }
        clauses.push(format!("deck{}", list(&self.deck)));
        clauses.push(format!("spent{}", list(&self.spent)));
        clauses.extend(self.leader.map(|seat| format!("leader {}", Parley::seat_word(seat))));
        if !self.pending.is_empty() {
            let names: Vec<String> = self.pending.iter().map(|&s| Parley::seat_word(s)).collect();
            clauses.push(format!("pending {}", names.join(" ")));
        }
        clauses.extend(self.deadline.map(|at| format!("deadline {at}")));
        clauses.extend(self.faulty.then(|| "faulty".into()));
        let older = self.edition() < Parley::newest();
        clauses.extend(older.then(|| format!("edition {}", self.edition())));
        Some(clauses)
    }

    fn seat(name: &str) -> Option<Seat> {
        NAMES.iter().position(|n| n.eq_ignore_ascii_case(name)).map(|i| Seat(i as u8))
    }

    fn seat_word(seat: Seat) -> String {
        NAMES[seat.index()].to_lowercase()
    }

    fn face(word: &str) -> Option<u32> {
        word.parse::<u32>().ok().filter(|n| (1..=6).contains(n)).map(|n| n - 1)
    }

    fn action(&self, _seat: Seat, words: &str) -> Result<Action, String> {
        match words.split_once(' ').unwrap_or((words, "")) {
            ("pick", card) => number(card).map(Action::Pick),
            ("seal", "") => Ok(Action::Seal),
            ("peek", "") => Ok(Action::Peek),
            ("object", "") => Ok(Action::Object),
            ("pass", "") => Ok(Action::Pass),
            ("faint", "") => Ok(Action::Faint),
            _ => Err(format!("`{words}` is not one of pick N, seal, peek, object, pass")),
        }
    }

    fn words(action: &Action) -> String {
        match action {
            Action::Pick(card) => format!("pick {card}"),
            Action::Seal => "seal".into(),
            Action::Peek => "peek".into(),
            Action::Object => "object".into(),
            Action::Pass => "pass".into(),
            Action::Faint => "faint".into(),
        }
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        let clauses = self.clauses().expect("every position of Parley can be written down");
        if clauses.iter().any(|c| c == clause) {
            Ok(())
        } else {
            Err(format!("there is: {}", clauses.join("; ")))
        }
    }
}

fn number(word: &str) -> Result<u8, String> {
    word.trim().parse().map_err(|_| format!("`{word}` is no number"))
}

fn cards(words: &str) -> Result<Vec<u8>, String> {
    words.split_whitespace().map(number).collect()
}

fn seat_at(game: &Parley, name: &str) -> Result<Seat, String> {
    Parley::seat(name)
        .filter(|s| s.index() < game.seats())
        .ok_or_else(|| format!("there is no seat `{name}` here"))
}
