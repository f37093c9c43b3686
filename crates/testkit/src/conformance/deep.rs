//! The costly looks at one position.

use klaxon_core::{
    Audience, Beat, Chance, Chapter, Game, Instinct, Seat, Situation, Tell, Told, Viewer, Words,
    judgement::Features, log::StateHash,
};
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::BTreeSet, fmt::Debug};

fn seats<G: Game>(game: &G) -> impl Iterator<Item = Seat> + use<G> {
    (0..game.seats() as u8).map(Seat)
}

/// State and actions survive being written and read.
pub(super) fn round_trips<G: Game>(game: &G) {
    let from_json: G = reread(game);
    assert!(from_json == *game, "the state changes through JSON");
    let bytes = postcard::to_stdvec(game).expect("a state serialises");
    let from_bytes: G =
        postcard::from_bytes(&bytes).unwrap_or_else(|e| panic!("the state does not read back: {e}"));
    assert!(from_bytes == *game, "the state changes through postcard");
    assert_eq!(StateHash::of(&from_json), StateHash::of(game), "the hash changes through JSON");
    for action in seats(game).flat_map(|seat| game.choices(seat)) {
        let again: G::Action = reread(&action);
        assert_eq!(again, action, "an action changes through JSON");
    }
}

fn reread<T: Serialize + DeserializeOwned + Debug>(thing: &T) -> T {
    let json = serde_json::to_string(thing).unwrap_or_else(|e| panic!("{thing:?} does not become JSON: {e}"));
    serde_json::from_str(&json).unwrap_or_else(|e| panic!("JSON does not read back: {e}\n{json}"))
}

/// Instincts keep to their scales.
pub(super) fn feels<G: Instinct>(game: &G) {
    for seat in seats(game) {
        let appraisal = game.appraise(seat);
        assert!((0..=1000).contains(&appraisal), "seat {seat}: appraise says {appraisal}");
        let mut features = Features::with_names();
        if let Some(learned) = G::learned().filter(|net| !net.is_blank())
            && game.features(seat, &mut features)
        {
            assert!(
                learned.fits(features.names()),
                "seat {seat}: the weights were learned from other features"
            );
        }
        let choices = game.choices(seat);
        let mut leans = Vec::new();
        game.leans(seat, &choices, &mut leans);
        let one_by_one: Vec<u32> = choices.iter().map(|action| game.lean(seat, action)).collect();
        assert_eq!(leans, one_by_one, "seat {seat}: leans otherwise to all than to each");
        for (action, lean) in choices.iter().zip(leans) {
            // What does nothing is leant to not at all.
            let idle = game.idle(seat, action);
            assert!(idle.is_none() || lean == 0, "seat {seat}: leans to {action:?}, though {idle:?}");
        }
    }
}

/// A seat cannot tell a redeal from the truth, and nor can watchers or its team: not by what it sees, and not by trying
/// what is not open to it (`tries`) and reading why it is refused. Says whether the redeal differs.
pub(super) fn hides<G: Words + Instinct>(
    game: &G,
    seat: Seat,
    tries: &[G::Action],
    luck: &mut Chance,
) -> bool {
    let mut viewers = vec![Viewer::Watcher];
    viewers.extend(game.team(seat).iter().map(Viewer::Seat));
    assert!(viewers.contains(&Viewer::Seat(seat)), "seat {seat} belongs to its own team");
    let choices = game.choices(seat);
    let truths: Vec<G::View> = viewers.iter().map(|viewer| game.view(*viewer)).collect();
    let written: Vec<String> = truths.iter().map(bytes).collect();
    let told = |view: &G::View| -> Vec<_> {
        choices.iter().map(|a| (bytes(&G::label(view, a)), G::odds(view, a))).collect()
    };
    let own = viewers.iter().position(|v| *v == Viewer::Seat(seat)).expect("just asserted");
    let truly_told = told(&truths[own]);
    let judged = |game: &G| -> Vec<_> { tries.iter().map(|a| game.check(seat, a)).collect() };
    let idle = |game: &G| -> Vec<_> { choices.iter().map(|a| game.idle(seat, a)).collect() };
    let verdicts = judged(game);
    let features = |game: &G| {
        let mut features = Features::new();
        game.features(seat, &mut features).then(|| features.values().to_vec())
    };
    let known = features(game);
    let mut differs = false;
    for _ in 0..2 {
        let other = game.redeal(seat, &mut Chance::quick(u64::from(luck.below(u32::MAX))));
        other.audit().unwrap_or_else(|why| panic!("a redeal for seat {seat} breaks the position: {why}"));
        assert_eq!(other.seats(), game.seats(), "redeal for seat {seat}: seats");
        assert_eq!(other.to_act(), game.to_act(), "redeal for seat {seat}: everybody sees who is asked");
        assert_eq!(other.outcome(), game.outcome(), "redeal for seat {seat}: everybody sees the end");
        assert_eq!(other.alarm(), game.alarm(), "redeal for seat {seat}: everybody sees the clock");
        assert!(other.choices(seat) == choices, "redeal for seat {seat}: its choices betray what is hidden");
        assert_eq!(
            idle(&other),
            idle(game),
            "redeal for seat {seat}: what does nothing betrays what is hidden"
        );
        assert_eq!(
            features(&other),
            known,
            "redeal for seat {seat}: a judgement would betray what is hidden"
        );
        for (action, (here, there)) in tries.iter().zip(verdicts.iter().zip(judged(&other))) {
            assert_eq!(
                *here, there,
                "redeal for seat {seat}: the answer to {action:?} betrays what is hidden"
            );
        }
        for ((&viewer, truth), written) in viewers.iter().zip(&truths).zip(&written) {
            let seen = other.view(viewer);
            same(&bytes(&seen), written, || {
                format!("redeal for seat {seat}: the view of {viewer:?} betrays what is hidden")
            });
            assert!(
                seen == *truth,
                "redeal for seat {seat}: the view of {viewer:?} differs in what it does not write"
            );
            assert_eq!(G::prompt(&seen, viewer), G::prompt(truth, viewer), "redeal for seat {seat}: prompt");
            if viewer == Viewer::Seat(seat) {
                for (action, (seen, truth)) in choices.iter().zip(told(&seen).iter().zip(&truly_told)) {
                    same(&seen.0, &truth.0, || format!("redeal for seat {seat}: label of {action:?}"));
                    assert_eq!(seen.1, truth.1, "redeal for seat {seat}: odds of {action:?}");
                }
            }
        }
        for viewer in &viewers {
            plays_alike(game, &other, *viewer, luck);
        }
        differs |= other != *game;
    }
    differs
}

/// The same decision in two positions that the viewer cannot tell apart: where the sentences are the same, so are the beats
/// and what it came to. What a beat needs besides its sentence is nothing hidden.
fn plays_alike<G: Words>(game: &G, other: &G, viewer: Viewer, luck: &mut Chance) {
    let Some(&seat) = luck.pick(&game.to_act().iter().collect::<Vec<_>>()) else { return };
    let there = other.choices(seat);
    let both: Vec<G::Action> =
        game.choices(seat).into_iter().filter(|action| there.contains(action)).collect();
    let Some(action) = luck.pick(&both).cloned() else { return };
    let fate = u64::from(luck.below(u32::MAX));
    let play = |game: &G| {
        let (mut game, mut tell) = (game.clone(), Tell::aloud());
        game.apply(seat, &action, &mut Chance::quick(fate), &mut tell);
        let told = tell.take();
        let heard: Vec<&G::Event> = told.iter().filter(|t| t.to.reaches(viewer)).map(|t| &t.event).collect();
        let said: Vec<String> = heard.iter().map(|event| bytes(&G::line(event))).collect();
        (said, bytes(&chapter::<G>(&heard)))
    };
    let (one, two) = (play(game), play(other));
    if one.0 == two.0 {
        same(&one.1, &two.1, || format!("{viewer:?} sees more of {action:?} than it is told"));
    }
}

fn chapter<G: Words>(heard: &[&G::Event]) -> Chapter {
    Chapter::new(1, heard.iter().flat_map(|event| G::beats(event)), G::outcome_line(heard))
}

/// Whoever hears the half of something sees it take as long as those who hear all of it: a hidden card takes as long as a
/// known one.
pub(super) fn takes_as_long<G: Words>(told: &[Told<G::Event>]) {
    let shape = |event: &G::Event| -> Vec<(String, usize)> {
        let one = |beat: &Beat| {
            let kind = serde_json::to_value(beat).expect("a beat serialises")["b"].to_string();
            let n = match beat {
                Beat::Move { path, .. } => path.len(),
                Beat::Spread { over, .. } => over.len(),
                Beat::Throw(luck) => luck.dice.len(),
                Beat::Shot { .. }
                | Beat::Hit { .. }
                | Beat::Loss { .. }
                | Beat::Card { .. }
                | Beat::Reveal { .. }
                | Beat::Flip { .. }
                | Beat::Score { .. }
                | Beat::Banner { .. } => 1,
            };
            (kind, n)
        };
        G::beats(event).iter().map(one).collect()
    };
    for pair in told.windows(2) {
        if let (Audience::Seats(knows), Audience::Others(not)) = (pair[0].to, pair[1].to)
            && knows == not
        {
            let (full, half) = (&pair[0].event, &pair[1].event);
            assert_eq!(shape(full), shape(half), "{full:?} and {half:?} take different times");
        }
    }
}

/// Equal byte for byte; else the place where they part is shown.
fn same(one: &str, other: &str, what: impl Fn() -> String) {
    if one == other {
        return;
    }
    let parts = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.chars().skip(parts.saturating_sub(80)).take(160).collect::<String>();
    panic!("{}\n  one …{}…\n  two …{}…", what(), around(one), around(other));
}

fn bytes(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).unwrap_or_else(|e| panic!("what is shown does not become JSON: {e}"))
}

/// An event has its sentence.
pub(super) fn sentence<G: Words>(event: &G::Event) {
    let line = G::line(event);
    assert!(!line.text.trim().is_empty(), "{event:?} has no sentence");
    if let Some(luck) = G::luck(event) {
        assert!(
            !luck.dice.is_empty() && luck.dice.iter().all(|d| !d.is_empty()),
            "{event:?} shows no dice: {luck:?}"
        );
    }
    bytes(event);
}

/// Every viewer is told what is asked; every choice has a button of its own.
pub(super) fn speaks<G: Words>(game: &G) {
    let mut viewers = vec![Viewer::Watcher, Viewer::Everything];
    viewers.extend(seats(game).map(Viewer::Seat));
    for viewer in viewers {
        let view = game.view(viewer);
        assert!(!G::prompt(&view, viewer).text.trim().is_empty(), "{viewer:?} has no prompt");
        let names: BTreeSet<String> = seats(game).map(|s| G::seat_name(&view, s)).collect();
        assert!(
            names.len() == game.seats() && !names.contains(""),
            "every seat has a name of its own: {names:?}"
        );
        let Viewer::Seat(seat) = viewer else { continue };
        let mut buttons = BTreeSet::new();
        for action in game.choices(seat) {
            let label = G::label(&view, &action);
            assert!(!label.text.trim().is_empty(), "{action:?} has no label");
            let button = (label.group.clone(), label.text.clone());
            assert!(buttons.insert(button), "two buttons of seat {seat} read the same: {label:?}");
            assert!(label.clicks.iter().all(|c| !c.is_empty()), "an empty click: {label:?}");
            for n in 1..=label.clicks.len() {
                let _ = G::intend(&view, seat, &label.clicks[..n]);
            }
            if let Some(odds) = G::odds(&view, &action) {
                assert!(!odds.title.is_empty() && !odds.rows.is_empty(), "odds without words: {odds:?}");
                assert!(
                    odds.rows.iter().all(|(_, s)| s.whole > 0 && s.part <= s.whole),
                    "no chance: {odds:?}"
                );
            }
        }
    }
}

/// Positions and decisions read back from their own words.
pub(super) fn writes<G: Situation>(game: &G, lossless: bool, luck: &mut Chance) {
    if let Some(clauses) = game.clauses() {
        let list: Vec<&str> = clauses.iter().map(String::as_str).collect();
        assert!(clauses.iter().all(|c| !c.contains([';', '#', '\n'])), "a clause is one clause: {clauses:?}");
        let again =
            G::given(&list).unwrap_or_else(|e| panic!("the position does not read back: {e}\n{clauses:#?}"));
        again.audit().unwrap_or_else(|why| panic!("the position reads back broken: {why}\n{clauses:#?}"));
        assert_eq!(again.clauses().as_ref(), Some(&clauses), "the position reads back as another");
        if lossless {
            assert_eq!(StateHash::of(&again), StateHash::of(game), "clauses lose something: {clauses:#?}");
        }
        for clause in (0..8).filter_map(|_| luck.pick(&clauses)) {
            game.holds(clause)
                .unwrap_or_else(|e| panic!("`{clause}` is written down but does not hold: {e}"));
        }
    }
    for seat in seats(game) {
        let name = G::seat_word(seat);
        assert_eq!(G::seat(&name), Some(seat), "seat {name}");
        for action in game.choices(seat) {
            let words = G::words(&action);
            assert!(
                !words.is_empty() && !words.contains([';', '#', '\n']),
                "the words of {action:?}: `{words}`"
            );
            let read = game.action(seat, &words);
            assert_eq!(read.as_ref(), Ok(&action), "`{words}` reads back as another decision");
        }
    }
}
