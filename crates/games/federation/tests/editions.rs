//! The editions of the rules: a table keeps its own, may go over to another, and older logs read as they always did.

use klaxon_core::{
    Chance, Edition, Game, Instinct, Seat, Seed, Session, Situation, TableOrder, Tell, Viewer,
    ledger::Ledger,
    log::{Arranged, Log},
};
use klaxon_federation::{Difficulty, Federation, Setup};

const SEAT: Seat = Seat(0);

fn started(edition: Edition) -> Federation {
    let setup = Setup { edition, ..Setup::default() };
    Federation::start(&setup, &mut Chance::quick(3), &mut Tell::muted()).unwrap()
}

#[test]
fn the_ledger_has_the_words_of_both_editions() {
    let ledger = Ledger::parse(include_str!("../../../../docs/rules/federation.md"));
    let rule = ledger.rule("SF-6.7").unwrap();
    assert!(rule.words(Edition::FIRST).starts_with("*Fast Raiders*: the same"));
    assert!(rule.words(Edition::SECOND).contains("however many copies"));
}

/// Logs of release 0.1.0 know nothing of editions; that they replay with the same hashes is the corpus's business.
#[test]
fn a_set_up_that_names_no_edition_is_of_the_first() {
    let log = Log::<Federation>::parse(include_str!("logs/hard-suggested-flowing.jsonl")).unwrap();
    let Arranged::Setup(old) = log.header.table else { panic!("format 1 has set-ups") };
    assert_eq!((old.difficulty, old.edition), (Difficulty::Hard, Edition::FIRST));
    // Whoever sets a table up today plays by the newest; nobody by one that is still to come.
    assert_eq!(started(Setup::default().edition).edition(), Federation::newest());
    let third = Setup { edition: Edition::new(3).unwrap(), ..Setup::default() };
    let refusal = Federation::start(&third, &mut Chance::quick(3), &mut Tell::muted()).unwrap_err();
    assert_eq!(refusal.text, "there is no edition 3 of these rules; the newest is 2");
}

#[test]
fn a_table_goes_over_to_another_edition_at_any_moment_and_back() {
    let mut game = started(Edition::FIRST);
    let (mut luck, mut tell) = (Chance::quick(5), Tell::muted());
    while game.outcome().is_none() {
        let mut other = game.clone();
        other.revise(Edition::SECOND).unwrap();
        assert_eq!(
            (other.edition(), other.table()),
            (Edition::SECOND, game.table()),
            "the position is the same"
        );
        assert_eq!(other.choices(SEAT), game.choices(SEAT), "so are the choices");
        other.revise(Edition::FIRST).unwrap();
        assert_eq!(other, game);
        assert!(other.revise(Edition::new(3).unwrap()).is_err());
        assert_eq!(other, game, "a refusal changes nothing");
        let any = *luck.pick(&game.choices(SEAT)).unwrap();
        game.apply(SEAT, &any, &mut luck, &mut tell);
    }
}

#[test]
fn a_log_tells_when_its_table_went_over() {
    let order = TableOrder { edition: Some(Edition::FIRST), ..TableOrder::default() };
    let mut session = Session::<Federation>::open(&order, Seed::small(4), String::new()).unwrap();
    let mut log = Log::<Federation> { header: session.sealed_header().clone(), entries: Vec::new() };
    for n in 0..20 {
        if n == 8 {
            log.entries.push(session.revise(Edition::SECOND, 0).unwrap());
        }
        let action = session.game().choices(SEAT)[0];
        log.entries.push(session.act(SEAT, None, action, 0).unwrap());
    }
    let text = log.print();
    assert!(text.lines().nth(9).unwrap().contains(r#""edition":2"#), "{text}");
    let again = Session::resume(&Log::<Federation>::parse(&text).unwrap()).unwrap();
    assert_eq!((again.game(), again.game().edition()), (session.game(), Edition::SECOND));
    assert_eq!(Session::as_of(&log, 8).unwrap().game().edition(), Edition::FIRST);
}

/// What bots think with is played by the edition of the table.
#[test]
fn views_and_redeals_keep_the_edition() {
    for edition in [Edition::FIRST, Edition::SECOND] {
        let game = started(edition);
        assert_eq!(game.redeal(SEAT, &mut Chance::quick(1)).edition(), edition);
        for viewer in [Viewer::Seat(SEAT), Viewer::Watcher, Viewer::Everything] {
            assert_eq!(game.view(viewer).edition, edition);
        }
        assert!(game.choices(SEAT).iter().all(|a| game.lean(SEAT, a) > 0));
    }
}

#[test]
fn a_situation_names_its_edition_unless_it_is_the_newest() {
    let named = |edition| started(edition).clauses().unwrap().into_iter().find(|c| c.starts_with("edition"));
    assert_eq!(named(Edition::FIRST).as_deref(), Some("edition 1"));
    assert_eq!(named(Edition::SECOND), None);
    assert_eq!(Federation::given(&["edition 1"]).unwrap().edition(), Edition::FIRST);
    assert_eq!(Federation::given(&[]).unwrap().edition(), Federation::newest());
    let wrong = |clause: &str| Federation::given(&[clause]).unwrap_err();
    assert_eq!(wrong("edition 3"), "there is no edition 3 of these rules; the newest is 2");
    assert_eq!(wrong("edition two"), "`two` in `edition two` is no edition");
    assert_eq!(Federation::given(&["edition 1"]).unwrap().holds("edition 2"), Err("it is 1".into()));
}
