//! What the gate for matches finds, and what it leaves alone.

use xtask::matches::{Enums, faults};

const ENUMS: &str = "
    pub enum Kind { FL, Big, #[doc = \"No\"] Small(u8), Odd { n: u8 } }
    enum Many { A, B, C, D, E, F, G, H, I }
    questions! {
        /// One decision.
        #[derive(Clone)]
        pub enum Action for Game { #[serde(untagged)] Buy(Buy), Sell(Sell) }
    }
    names! {
        /// The three races.
        Race { Terran = \"terran\", Zerg = \"zerg\", }
    }
    macro_rules! uses {
        ($($name:ident)+) => { pub enum What { $($name($name)),+ } }
    }
";

/// The lines of what is wrong in a function's body.
fn lines(body: &str) -> Vec<usize> {
    let mut enums = Enums::default();
    enums.gather(ENUMS).unwrap();
    let found = faults(&format!("impl Kind {{ fn f(self) {{\n{body}\n}} }}"), &enums).unwrap();
    found.into_iter().map(|fault| fault.line - 1).collect()
}

#[test]
fn what_takes_any_variant_of_ours_is_found() {
    for body in [
        "match k { Kind::Big => 1, _ => 0 }",
        "match k { Kind::Small(n) => n, other => other.n() }",
        "match k { Self::Big => 1, _ => 0 }",
        "match k { Kind::FL => 1, _ => 0 }",
        "match k { crate::state::Kind::Odd { .. } => 1, _ => 0 }",
        "match k { Kind::Big => 1, Kind::Small(1) | _ => 0 }",
        "match k { whole @ Kind::Big => f(whole), rest @ _ => g(rest) }",
        "match &k { &Kind::Big => 1, &_ => 0 }",
        "match k { Some(Kind::Big) => 1, _ => 0 }",
        "match k { Some(Kind::Big) => 1, Some(_) | None => 0 }",
        "match k { None => 2, Some(Kind::Big | Kind::Odd { .. }) => 1, Some(kind) => kind.n() }",
        "match k { Ok(Kind::Small(0)) => 1, Ok(_) => 0, Err(_) => 2 }",
        "match (k, n) { (Kind::Big, 1) => 1, (_, _) => 0 }",
        "match (k, n) { (1, Kind::Big) => 1, (a, b) => a + b.n() }",
        "match k { Kind::Big if n > 1 => 1, _ => 0 }",
        "match r { Roll { kind: Kind::Big, .. } => 1, _ => 0 }",
        "match a { Action::Buy(_) => 1, _ => 0 }",
        "match r { Race::Zerg => 1, _ => 0 }",
        "match w { What::Settle(_) => 1, _ => 0 }",
        "vec![match k { Kind::Big => 1, _ => 0 }];",
        "format!(\"{}\", match k { Kind::Big => 1, _ => 0 });",
        "match n { 0 => match k { Kind::Big => 1, _ => 0 }, _ => 2 }",
    ] {
        assert_eq!(lines(body), [1], "{body}");
    }
    assert_eq!(lines("match k {\nKind::Big => 1,\n_ => 0,\n}"), [3], "the line is that of the arm");
}

#[test]
fn what_must_take_anything_may() {
    for body in [
        "match n { 0 => 1, _ => 0 }",
        "match n { 0 => 1, n => n }",
        "match word { \"big\" => Kind::Big, _ => Kind::Small(1) }",
        "match c { 'a'..='z' => 1, _ => 0 }",
        "match o { Some(1) => 1, Some(_) | None => 0 }",
        "match o { Some(n) => n, _ => 0 }",
        "match o { Ordering::Less => 1, _ => 0 }",
        "match n { Kind::LIMIT => 1, _ => 0 }",
        "match k { Kind::Big => 1, Kind::Small(_) | Kind::Odd { .. } => 0 }",
        "match k { Kind::Big => 1, other if odd(other) => 2, Kind::Small(_) | Kind::Odd { .. } => 0 }",
        "match (k, n) { (Kind::Big, 1) => 1, (Kind::Big, _) => 2, (Kind::Small(_) | Kind::Odd { .. }, _) => 3 }",
        "match *list { [Kind::Big] => 1, _ => 0 }",
        "if let Kind::Big = k { 1 } else { 0 }",
        "matches!(k, Kind::Big)",
    ] {
        assert_eq!(lines(body), [0; 0], "{body}");
    }
    let tests = "#[cfg(test)] mod tests { fn f() { match k { Kind::Big => 1, _ => 0 } } }";
    let mut enums = Enums::default();
    enums.gather(ENUMS).unwrap();
    assert!(faults(tests, &enums).unwrap().is_empty());
}

#[test]
fn a_list_of_all_the_others_is_found() {
    let list = "Many::A | Many::B | Many::C | Many::D | Many::E | Many::F | Many::G | Many::H";
    for nothing in [
        "0",
        "false",
        "None",
        "\"\"",
        "()",
        "{}",
        "Ok(())",
        "Ok(None)",
        "Vec::new()",
        "vec![]",
        "return",
        "return None",
        "{ return; }",
        "continue",
    ] {
        let body = format!("match m {{ Many::I => f(),\n{list} => {nothing},\n}}");
        assert_eq!(lines(&body), [2], "{body}");
    }
    // Cut in two it is the same list.
    let halves = list.replacen("| Many::E", "=> 0,\nMany::E", 1);
    assert_eq!(lines(&format!("match m {{ Many::I => f(),\n{halves} => 0 }}")), [2]);
    for said in ["f()", "{ n += 1; }", "Kind::Big", "HELPS", "Some(1)"] {
        let body = format!("match m {{ Many::I => 7, {list} => {said}, }}");
        assert_eq!(lines(&body), [0; 0], "{body}");
    }
    let seven = list.strip_suffix("| Many::H").unwrap();
    assert_eq!(lines(&format!("match m {{ {seven} => 0, Many::H | Many::I => f() }}")), [0; 0]);
    assert_eq!(lines("match n { 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 => true, _ => false }"), [0; 0]);
}
