//! Odds, forecasts, uses and refusals are as exact as the rules they speak of.

use klaxon_core::{Chance, Edition, Game, Instinct, Refusal, Seat, Share, Situation, Tell, Viewer, Words};
use klaxon_federation::{
    Action, AutoAccept, Event, Federation, Pace, Purpose, Setup, Stop, View,
    nouns::{Resource, Space},
    questions::{Judge, Next, Oppose, Throw},
};
use klaxon_testkit::given;

const SEAT: Seat = Seat(0);

/// A choice by its weight, which leads deeper into the game than chance.
fn lean(game: &Federation, choices: &[Action], pick: &mut Chance) -> Action {
    let weights: Vec<u32> = choices.iter().map(|a| game.lean(SEAT, a)).collect();
    let mut left = pick.below(weights.iter().sum());
    for (action, weight) in choices.iter().zip(weights) {
        match left.checked_sub(weight) {
            Some(rest) => left = rest,
            None => return *action,
        }
    }
    unreachable!("the weights sum up to more than the draw")
}

fn view(clauses: &str) -> View {
    given::<Federation>(clauses).game().view(Viewer::Seat(SEAT))
}

fn act(clauses: &str, words: &str) -> (View, Action) {
    let g = given::<Federation>(clauses);
    (g.game().view(Viewer::Seat(SEAT)), g.game().action(SEAT, words).unwrap())
}

#[test]
fn combat_odds_are_what_all_throws_come_to() {
    // Three dice against a Raider and a Scout: every one of the 216 throws is made for real.
    let position = "queue FE-ADV; war FE 3; fleet FE-R FE2; fleet FE-S FE2; flagships FE1; sol-defense upgraded; stored M";
    let start = given::<Federation>(position).play("fed: resolve").then("asks out-maneuver; dice 3");
    let odds = Federation::odds(&start.game().view(Viewer::Seat(SEAT)), &Throw::Throw.into()).unwrap();
    let mut seen = std::collections::BTreeMap::<u8, u64>::new();
    for n in 0..216u32 {
        let mut game = start.game().clone();
        let mut tell = Tell::aloud();
        let mut chance = Chance::scripted(&[n / 36, n / 6 % 6, n % 6]);
        game.apply(SEAT, &Throw::Throw.into(), &mut chance, &mut tell);
        let hits = tell.take().iter().find_map(|t| match t.event {
            Event::BattleWon { hits, .. } => Some(hits),
            _ => None,
        });
        *seen.entry(hits.unwrap_or(0)).or_default() += 1;
    }
    assert_eq!(odds.rows.len(), seen.len());
    for ((hits, n), (text, share)) in seen.into_iter().zip(&odds.rows) {
        assert_eq!(*share, Share { part: n, whole: 216 }, "{text}");
        assert!(text.starts_with(if hits == 0 { "no hit" } else { "" }), "{text}");
    }
    assert!(odds.rows[3].0.contains("Flesh Eaters Scout destroyed"), "{:?}", odds.rows);
    // One more die by Out Maneuver.
    let spot = klaxon_federation::Spot::Stored;
    let more =
        Federation::odds(&start.game().view(Viewer::Seat(SEAT)), &Throw::OutManeuver(spot).into()).unwrap();
    assert_eq!(more.rows[0].1, Share { part: 256, whole: 1296 });
    assert!(more.because.iter().any(|l| l.text.contains("Out Maneuver")));
}

#[test]
fn odds_before_a_move_speak_of_the_fight_it_leads_to() {
    let (view, action) = act("moment actions; queue FED1; stored M; fleet FE-S FE1", "move flagship SOL FE1");
    let odds = Federation::odds(&view, &action).unwrap();
    assert_eq!(odds.title, "Combat at Flesh Eaters 1 with 5 dice");
    assert_eq!(odds.rows[0].1, Share { part: 1024, whole: 7776 });
    let (view, action) = act("moment actions; queue FED1; stored M", "move flagship SOL FE1");
    assert_eq!(Federation::odds(&view, &action), None);
}

#[test]
fn odds_of_contests_sabotage_research_and_bypass() {
    let (v, a) = act("moment actions; queue FED1; flagships CUA; embassies FE; stored B", "settle CUA build");
    let odds = Federation::odds(&v, &a).unwrap();
    assert!(odds.rows.iter().all(|(_, s)| s.per_mille() == 333), "{odds:?}");
    let g = given::<Federation>("queue FE-TEC; war FE 1; spies FE; advantage F_RTT").play("fed: resolve");
    let odds = Federation::odds(&g.game().view(Viewer::Seat(SEAT)), &Oppose(true).into()).unwrap();
    assert_eq!(odds.rows.iter().map(|(_, s)| s.part).collect::<Vec<_>>(), [20, 12, 4]);
    let (v, a) = act("moment actions; queue FED1; tech CT A_FSC A_ADS; stored E", "sabotage CT");
    let odds = Federation::odds(&v, &a).unwrap();
    assert_eq!(odds.rows[0], ("nothing is found".into(), Share { part: 4, whole: 6 }));
    let (v, a) = act("moment actions; queue FED1; project F_ETS 75; stored R", "conduct");
    let odds = Federation::odds(&v, &a).unwrap();
    assert!(
        odds.rows.contains(&("Enhanced Targeting System is completed".into(), Share { part: 3, whole: 6 }))
    );
    let (v, a) = act("moment actions; queue FED1 RND; stored M; pool FED1 FED2 RND EXP EXP", "bypass 1");
    let odds = Federation::odds(&v, &a).unwrap();
    assert_eq!(odds.rows[1].1, Share { part: 6, whole: 60 });
}

#[test]
fn odds_where_a_re_roll_is_asked() {
    let g = given::<Federation>("moment actions; queue FED1; tech CT A_FSC; stored E E")
        .dice("1")
        .play("fed: sabotage CT");
    let view = g.game().view(Viewer::Seat(SEAT));
    let reroll = g.game().action(SEAT, "reroll").unwrap();
    assert_eq!(
        Federation::odds(&view, &reroll).unwrap().rows[1],
        ("Fast Scouts is removed".into(), Share { part: 1, whole: 6 })
    );
    assert_eq!(Federation::odds(&view, &Judge::Accept.into()), None);
    assert!(
        view.accepts(AutoAccept::Always)
            && view.accepts(AutoAccept::UnlessItHurts)
            && !view.accepts(AutoAccept::Never)
    );
    // A lost battle hurts.
    let g = given::<Federation>("queue ME-ADV; fleet ME-R ME1; stored E").dice("1 1 1").play("fed: resolve");
    let view = g.game().view(Viewer::Seat(SEAT));
    assert!(!view.accepts(AutoAccept::UnlessItHurts) && view.accepts(AutoAccept::Always));
}

#[test]
fn exact_odds_add_up() {
    let mut looked = 0;
    for seed in 0..40 {
        let (mut luck, mut pick, mut tell) = (Chance::quick(seed), Chance::quick(seed + 99), Tell::muted());
        let mut game = Federation::start(&Setup::default(), &mut luck, &mut tell).unwrap();
        while game.outcome().is_none() {
            let choices = game.choices(SEAT);
            let seen = game.view(Viewer::Seat(SEAT));
            for action in
                choices.iter().filter(|a| matches!(a, Action::Throw(_) | Action::Contest(Oppose(true))))
            {
                let odds = Federation::odds(&seen, action).expect("a throw has odds");
                let whole = odds.rows[0].1.whole;
                assert_eq!(odds.rows.iter().map(|(_, s)| s.part).sum::<u64>(), whole, "{odds:?}");
                looked += 1;
            }
            let action = lean(&game, &choices, &mut pick);
            game.apply(SEAT, &action, &mut luck, &mut tell);
        }
    }
    assert!(looked > 50, "{looked}");
}

#[test]
fn a_forecast_is_what_happens() {
    let (mut certain, mut tokens) = (0, 0);
    for seed in 0..60 {
        let edition = if seed % 2 == 0 { Federation::newest() } else { Edition::FIRST };
        let setup = Setup { pace: Pace::Stepwise, edition, ..Setup::default() };
        let (mut luck, mut pick) = (Chance::quick(seed), Chance::quick(seed + 7));
        let mut tell = Tell::aloud();
        let mut game = Federation::start(&setup, &mut luck, &mut tell).unwrap();
        while game.outcome().is_none() {
            let choices = game.choices(SEAT);
            let view = game.view(Viewer::Seat(SEAT));
            for slot in 0..view.table.queue.len() {
                assert!(!view.forecast(slot).unwrap().lines.is_empty());
            }
            let foreseen = view.resolved(0).filter(|_| choices == [Action::Next(Next::Resolve)]);
            let action = *pick.pick(&choices).unwrap();
            tell.take();
            game.apply(SEAT, &action, &mut luck, &mut tell);
            if let Some(foreseen) = foreseen {
                let told: Vec<Event> = tell.take().into_iter().map(|t| t.event).collect();
                assert!(told.starts_with(&foreseen.events), "foreseen {:?}\ntold {told:?}", foreseen.events);
                tokens += 1;
                certain += usize::from(foreseen.stop == Stop::Done);
            }
        }
    }
    assert!(tokens > 1000 && certain > 300, "{tokens} {certain}");
}

#[test]
fn a_forecast_in_words() {
    let view = view(
        "queue FED1M FE-ADV MU-PRS CT-TEC; war FE 3; fleet FE-B FE2; mines FE1; war CT 1; base build CUA",
    );
    let text = |slot| {
        view.forecast(slot).unwrap().lines.iter().map(|l| l.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(0), "Your turn: a Resource Roll with 2 dice, −1 on each.");
    assert!(
        text(1).contains("Combat at Flesh Eaters 1 against the Flesh Eaters Battle Fleet: 1 die."),
        "{}",
        text(1)
    );
    assert_eq!(view.forecast(1).unwrap().odds.unwrap().rows[0].1, Share { part: 4, whole: 6 });
    assert!(text(2).contains("The Mutants Scout spawns at Mutants 5."), "{}", text(2));
    assert!(text(3).contains("Doom Fleet"), "{}", text(3));
    assert!(view.forecast(4).is_none());
}

#[test]
fn a_forecast_goes_by_the_edition_of_the_table() {
    let raider = "queue FED1 FRA; tech CY A_FRA A_ENH; war CY 3; fleet CY-R CY6";
    let lines = |edition: u8| {
        let forecast = view(&format!("edition {edition}; {raider}")).forecast(1).unwrap();
        forecast.lines.into_iter().map(|l| l.text).collect::<Vec<_>>()
    };
    let [first, second] = ["Cybers 6 to Cybers 5", "Cybers 5 to Cybers 4"]
        .map(|way| format!("The Cybers Raider moves from {way}."));
    assert_eq!(lines(1), [first.clone(), second]);
    assert_eq!(lines(2), [first]);
}

#[test]
fn clicks_are_understood_and_refusals_say_why() {
    let g = given::<Federation>("moment actions; queue FED1 RND; stored B M; track 0 0 B");
    let view = g.game().view(Viewer::Seat(SEAT));
    let why = |clicks: &[&str]| -> Result<Action, Refusal> {
        let clicks: Vec<String> = clicks.iter().map(ToString::to_string).collect();
        let action =
            Federation::intend(&view, SEAT, &clicks).unwrap_or_else(|| panic!("{clicks:?} mean nothing"));
        g.game().check(SEAT, &action).map(|()| action)
    };
    assert_eq!(
        why(&["stored-M", "space-SOL", "space-FE1"]),
        Ok(g.game().action(SEAT, "move flagship SOL FE1").unwrap())
    );
    // A ship and a space are enough.
    assert_eq!(why(&["space-SOL", "space-FE1"]), why(&["stored-M", "space-SOL", "space-FE1"]));
    for (clicks, rule) in [
        (vec!["stored-M", "space-SOL", "space-FE3"], "SF-9.12"),
        (vec!["tray-B", "base-build", "space-CUA"], "SF-9.3"),
        (vec!["tray-B", "unbuilt-flagship", "space-SOL"], "SF-9.1"),
        (vec!["stored-M", "queue-0"], "SF-9.17"),
        (vec!["tray-R", "research"], "SF-9.19"),
        (vec!["stored-E", "tech-FE"], "SF-9.23"),
        (vec!["stored-O", "losses"], "SF-9.31"),
    ] {
        assert_eq!(why(&clicks).unwrap_err().rule.map(|r| r.as_str()), Some(rule), "{clicks:?}");
    }
    assert_eq!(Federation::intend(&view, SEAT, &["nonsense".to_string()]), None);
    // Every label's clicks mean that action, or one that shares all of them.
    for action in g.game().choices(SEAT) {
        let label = Federation::label(&view, &action);
        let meant = Federation::intend(&view, SEAT, &label.clicks).unwrap();
        assert_eq!(Federation::label(&view, &meant).clicks, label.clicks, "{action:?} {meant:?}");
    }
}

#[test]
fn nothing_face_down_is_in_a_view() {
    let g = given::<Federation>("card 4 F_DDT box; card 2 F_MSO locked");
    for viewer in [Viewer::Seat(SEAT), Viewer::Watcher] {
        assert_eq!(g.game().view(viewer).sealed, None);
        assert_eq!(g.game().view(viewer).table.cards[4].tech, None);
    }
    assert!(g.game().view(Viewer::Everything).sealed.is_some());
}

#[test]
fn the_picture_shows_what_matters() {
    let text =
        Federation::picture(&view("queue FED1 RND; fleet FE-S FE3; stored B M; track 3 0 R R; mines SOL+"));
    for part in
        ["Sol: Flagship, Mine Field+", "3[FE-S]", "stored: B M", "row 3: R R", "Random Event → Federation"]
    {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

#[test]
fn a_bundle_of_uses_names_every_use_once() {
    let view = view("moment actions; queue FED1; stored B");
    let names: Vec<&str> = view.uses(Resource::Build).iter().map(|u| u.name).collect();
    assert_eq!(names, ["Construction", "Settle a Base", "Upgrade", "Forward Deploy", "Arms Dealing"]);
    assert_eq!(Space::all().count(), 31);
}

#[test]
fn a_closed_use_says_what_is_missing_and_not_where_one_could_not_look() {
    let of = |clauses: &str, resource: Resource, name: &str| {
        let uses = view(&format!("moment actions; queue FED1; {clauses}")).uses(resource);
        uses.into_iter().find(|u| u.name == name).unwrap().refusal.unwrap().text
    };
    let settle = of("stored B", Resource::Build, "Settle a Base");
    assert_eq!(settle, "no Flagship of yours stands in a free named space without aliens");
    assert_eq!(of("stored E", Resource::Espionage, "Sabotage"), "no race has a technology yet");
    assert_eq!(of("stored R", Resource::Research, "Disarmament"), "no two races are at war with each other");
    // A war is spoken of, not the pairs that keep the peace.
    let needs = of("relation FE-CT war; stored R", Resource::Research, "Disarmament");
    assert_eq!(needs, "you need an Embassy with one of the two");
}

/// With `every-throw`, whatever luck decides with dice could be looked at before: the decision that leads to a throw
/// has its odds, and there is only one throw for each decision.
#[test]
fn every_throw_can_be_foreseen() {
    let setup = Setup { pace: Pace::EveryThrow, ..Setup::default() };
    let (mut thrown, mut waited) = (0, 0);
    for seed in 0..40 {
        let (mut luck, mut pick) = (Chance::quick(seed), Chance::quick(seed + 7));
        let mut tell = Tell::aloud();
        let mut game = Federation::start(&setup, &mut luck, &mut tell).unwrap();
        assert!(!tell.take().iter().any(|t| matches!(t.event, Event::Rolled { .. })));
        while game.outcome().is_none() {
            let choices = game.choices(SEAT);
            let action = *pick.pick(&choices).unwrap();
            let odds = Federation::odds(&game.view(Viewer::Seat(SEAT)), &action);
            waited += usize::from(choices == [Action::Throw(Throw::Throw)]);
            game.apply(SEAT, &action, &mut luck, &mut tell);
            let told = tell.take();
            let rolls = told.iter().filter(|t| matches!(t.event, Event::Rolled { .. })).count();
            assert!(rolls <= 1, "{rolls} throws after {action:?}");
            // In the set-up every row is as likely as the others: there is nothing to say.
            let even = |t: &klaxon_core::Told<Event>| {
                matches!(t.event, Event::Rolled { purpose: Purpose::Setup, .. })
            };
            if told.iter().any(even) {
                assert!(odds.is_none(), "six equal bars");
            } else if rolls == 1 {
                assert!(odds.is_some(), "{action:?} leads to a throw and says nothing of its odds");
                thrown += 1;
            }
        }
    }
    assert!(thrown > 1000 && waited > 100, "{thrown} {waited}");
}

/// The pace changes when one is asked, never what happens.
#[test]
fn the_pace_changes_nothing_else() {
    let play = |pace: Pace| {
        let setup = Setup { pace, ..Setup::default() };
        let (mut luck, mut tell) = (Chance::quick(11), Tell::aloud());
        let mut game = Federation::start(&setup, &mut luck, &mut tell).unwrap();
        while game.outcome().is_none() {
            let choices = game.choices(SEAT);
            game.apply(SEAT, choices.last().unwrap(), &mut luck, &mut tell);
        }
        tell.take().into_iter().map(|t| t.event).collect::<Vec<_>>()
    };
    let told = play(Pace::Flowing);
    assert_eq!(told, play(Pace::Stepwise));
    assert_eq!(told, play(Pace::EveryThrow));
}
