use super::*;

const H: Millis = 3_600_000;
const D: Millis = 24 * H;

fn days(turn: u32, reserve: u32) -> Bank {
    Agreed::Days(Days { turn, reserve, end: End::Bot }).bank().unwrap()
}

fn live(total: u32, increment: u32) -> Bank {
    Agreed::Live(Live { total, increment, end: End::Bot }).bank().unwrap()
}

fn moment(now: Millis) -> Moment {
    Moment { asked: true, new: true, runs: true, moved: now, now, vacation: None }
}

/// Asked from one moment to another.
fn turn(purse: Purse, bank: Bank, from: Millis, to: Millis) -> Purse {
    purse.at(bank, &moment(from)).at(bank, &Moment { asked: false, ..moment(to) })
}

#[test]
fn what_is_not_used_of_a_turn_is_saved_up_to_a_cap() {
    let bank = days(DAY, 3 * DAY);
    let purse = Purse::new(bank).at(bank, &moment(5));
    assert_eq!(purse.due(None), Some(5 + D), "nothing is saved before the first turn");
    let purse = turn(Purse::new(bank), bank, 0, 2 * H);
    assert_eq!((purse.left, purse.since), (22 * H, None));
    let purse = purse.at(bank, &moment(10 * H));
    assert_eq!(purse.due(None), Some(10 * H + 46 * H));
    let mut purse = Purse::new(bank);
    for i in 0..9 {
        purse = turn(purse, bank, i * D, i * D + 1);
    }
    assert_eq!(purse.at(bank, &moment(10 * D)).left, 4 * D, "a turn and what can be saved");
    let bare = days(DAY, 0);
    assert_eq!(turn(Purse::new(bare), bare, 0, 1).at(bare, &moment(9)).left, D);
}

#[test]
fn a_live_clock_brings_more_with_each_turn_and_never_more_than_its_total() {
    let bank = live(600, 10);
    let purse = Purse::new(bank).at(bank, &moment(0));
    assert_eq!(purse.due(None), Some(600_000));
    let purse = turn(Purse::new(bank), bank, 0, 100_000);
    assert_eq!(purse.left, 500_000);
    assert_eq!(purse.at(bank, &moment(300_000)).left, 510_000);
    assert_eq!(turn(Purse::new(bank), bank, 0, 3).at(bank, &moment(4)).left, 600_000);
    // Who has used everything up has what a turn brings.
    let purse = turn(Purse::new(bank), bank, 0, 9_000_000);
    assert_eq!((purse.left, purse.at(bank, &moment(9_000_001)).left), (0, 10_000));
}

#[test]
fn several_decisions_in_a_row_are_one_turn() {
    let bank = live(60, 5);
    let purse = Purse::new(bank).at(bank, &moment(0)).at(bank, &moment(20_000)).at(bank, &moment(30_000));
    assert_eq!(purse.due(None), Some(60_000));
}

#[test]
fn an_undo_brings_no_time() {
    let bank = live(60, 5);
    let again = |now| Moment { new: false, ..moment(now) };
    let purse = turn(Purse::new(bank), bank, 0, 30_000);
    let purse = purse.at(bank, &again(40_000));
    assert_eq!(purse.due(None), Some(70_000), "what was left and no more");
    let purse = purse.at(bank, &Moment { asked: false, ..again(41_000) }).at(bank, &again(50_000));
    assert_eq!(purse.left, 29_000);
}

#[test]
fn a_turn_that_ended_while_nobody_kept_time_ended_when_it_was_decided() {
    let bank = days(DAY, 0);
    let purse = Purse::new(bank).at(bank, &moment(0));
    // The server died between the decision and its note of it.
    let purse = purse.at(bank, &Moment { asked: false, moved: 2 * H, ..moment(20 * H) });
    assert_eq!(purse.left, 22 * H);
    // The last decision was before this seat was asked: nothing was used.
    let purse = Purse::new(bank).at(bank, &moment(9 * H));
    let purse = purse.at(bank, &Moment { asked: false, moved: H, ..moment(9 * H) });
    assert_eq!(purse.left, D);
}

#[test]
fn another_server_finds_the_same_times() {
    let bank = days(DAY, DAY);
    let purse = Purse::new(bank).at(bank, &moment(7 * H));
    let written = serde_json::to_string(&purse).unwrap();
    let read: Purse = serde_json::from_str(&written).unwrap();
    assert_eq!(read.at(bank, &moment(20 * H)), purse, "looking changes nothing");
    assert_eq!(read.due(None), purse.due(None));
}

#[test]
fn a_clock_that_is_set_back_takes_nothing_and_one_set_forward_never_goes_below_nought() {
    let bank = live(60, 0);
    let purse = Purse::new(bank).at(bank, &moment(1_000_000));
    assert_eq!(purse.left_at(5, None), 60_000);
    let back = purse.at(bank, &Moment { asked: false, ..moment(5) });
    assert_eq!(back.left, 60_000);
    assert_eq!(purse.left_at(Millis::MAX, None), 0);
    assert_eq!(Purse { left: Millis::MAX, ..purse }.due(None), Some(Millis::MAX));
}

#[test]
fn time_that_waits_for_people_is_taken_up_where_it_was() {
    let bank = live(60, 0);
    let gone = |now| Moment { runs: false, ..moment(now) };
    let purse = Purse::new(bank).at(bank, &moment(0)).at(bank, &gone(10_000));
    assert_eq!((purse.due(None), purse.left), (None, 50_000));
    assert_eq!(purse.at(bank, &gone(90_000)).at(bank, &moment(100_000)).due(None), Some(150_000));
    let unseen = Purse::new(bank).at(bank, &gone(0));
    assert_eq!(unseen.due(None), None, "nobody was there yet");
}

#[test]
fn on_vacation_time_stands_still() {
    let bank = days(DAY, 0);
    let vacation = |from, until| Some(Vacation { from, until, before: 0 });
    let purse = Purse::new(bank).at(bank, &moment(0));
    assert_eq!(purse.due(vacation(2 * H, 2 * H + 3 * D)), Some(4 * D));
    assert_eq!(purse.left_at(2 * D, vacation(2 * H, 2 * H + 3 * D)), 22 * H);
    assert_eq!(purse.left_at(3 * D + 3 * H, vacation(2 * H, 2 * H + 3 * D)), 21 * H);
    // Asked while away: the time begins when he is back.
    assert_eq!(Purse::new(bank).at(bank, &moment(D)).due(vacation(0, 5 * D)), Some(6 * D));
    // One that is over, and one that began when time was out.
    assert_eq!(Purse::new(bank).at(bank, &moment(D)).due(vacation(0, H)), Some(2 * D));
    assert_eq!(purse.due(vacation(D, 9 * D)), Some(D));
    let decided = Moment { asked: false, vacation: vacation(2 * H, 4 * D), ..moment(3 * D) };
    assert_eq!(purse.at(bank, &decided).left, 22 * H);
    let short = Vacation { from: 2, until: 4, before: 0 };
    assert!(short.covers(2) && !short.covers(4));
}

#[test]
fn time_is_short_at_a_quarter_and_over_days_an_hour_before() {
    let purse = |bank| Purse::new(bank).at(bank, &moment(0));
    let long = days(7 * DAY, 0);
    assert_eq!(purse(long).short(long, None), Some(7 * D - 7 * D / 4));
    let quick = live(600, 0);
    assert_eq!(purse(quick).next(quick, None), Some(450_000));
    assert_eq!(Purse { told: true, ..purse(quick) }.next(quick, None), Some(600_000));
    let little = Purse { left: 2 * H, turn: Some(2 * H), since: Some(0), ..Purse::new(long) };
    assert_eq!(little.short(long, None), Some(H));
    let less = Purse { left: H / 2, turn: Some(H / 2), since: Some(9), ..Purse::new(long) };
    assert_eq!(less.short(long, None), Some(9), "at once, and not before it was asked");
    assert_eq!(Purse::new(long).short(long, None), None);
    // The next turn is told of again.
    let told = Purse { told: true, ..purse(quick) };
    assert!(!told.at(quick, &Moment { asked: false, ..moment(1) }).told);
}

#[test]
fn whoever_sits_down_later_has_a_little_time_at_least() {
    let bank = days(DAY, 0);
    let used_up = Purse { left: 0, newcomer: true, ..Purse::new(bank) };
    let again = Moment { new: false, ..moment(0) };
    assert_eq!(used_up.at(bank, &again).left, H);
    assert_eq!(Purse { newcomer: false, ..used_up }.at(bank, &again).left, 0);
}

#[test]
fn what_was_stored_before_reads_as_it_did_and_is_written_as_it_was() {
    let read = |text: &str| serde_json::from_str::<Agreed>(text);
    assert_eq!(read("60").unwrap(), Agreed::Decision { seconds: 60 });
    assert_eq!(serde_json::to_string(&Agreed::Decision { seconds: 60 }).unwrap(), "60");
    let days = Agreed::Days(Days { turn: DAY, reserve: 0, end: End::Seat });
    let written = r#"{"days":{"turn":86400,"reserve":0,"end":"seat"}}"#;
    assert_eq!(serde_json::to_string(&days).unwrap(), written);
    assert_eq!(read(written).unwrap(), days);
    let live = Agreed::Live(Live { total: 600, increment: 0, end: End::Bot });
    assert_eq!(read(r#"{"live":{"total":600}}"#).unwrap(), live);
    for bad in [
        "-1",
        "4294967296",
        "1.5",
        r#""60""#,
        r#"{"days":{"turn":-86400}}"#,
        r#"{"days":{"turn":86400,"more":1}}"#,
        r#"{"live":{}}"#,
        r#"{"live":{"total":60,"end":"nobody"}}"#,
        r#"{"weeks":{"turn":1}}"#,
        "{}",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn times_that_make_no_sense_are_refused() {
    let live = |total, increment| Agreed::Live(Live { total, increment, end: End::Bot }).check();
    let days = |turn, reserve| Agreed::Days(Days { turn, reserve, end: End::Bot }).check();
    let decision = |seconds| Agreed::Decision { seconds }.check();
    assert!(live(600, 10).is_ok() && live(1, 1).is_ok() && live(DAY, 0).is_ok());
    assert!(live(0, 0).is_err() && live(DAY + 1, 0).is_err() && live(10, 11).is_err());
    assert!(days(12 * HOUR, 0).is_ok() && days(7 * DAY, 60 * DAY).is_ok());
    assert!(days(12 * HOUR - 1, 0).is_err() && days(u32::MAX, 0).is_err() && days(DAY, u32::MAX).is_err());
    assert!(decision(1).is_ok() && decision(3600).is_ok() && decision(0).is_err() && decision(3601).is_err());
}

#[test]
fn times_are_told_in_words() {
    let agreed = Agreed::Live(Live { total: 600, increment: 10, end: End::Seat });
    assert_eq!(agreed.words(), "10 minutes for the game, and 10 seconds more with each turn");
    assert_eq!(agreed.end_words(), "the seat is lost");
    let agreed = Agreed::Days(Days { turn: DAY, reserve: 3 * DAY, end: End::Bot });
    assert_eq!(agreed.words(), "a day for a turn; what is not used is saved, up to 3 days");
    assert_eq!(Agreed::Decision { seconds: 60 }.words(), "a minute for a decision");
    for (left, text) in [
        (2 * D + 4 * H, "2 d 4 h"),
        (D, "1 d 0 h"),
        (3 * H + 300_000, "3 h 5 min"),
        (581_000, "9:41"),
        (580_001, "9:41"),
        (0, "0:00"),
    ] {
        assert_eq!(left_words(left), text);
    }
}
