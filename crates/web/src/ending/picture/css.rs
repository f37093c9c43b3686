//! As much of CSS as the boards' own styles use, so that a picture can be drawn where there is no browser: rules with their
//! weights, variables, and the colours that are made of others. What depends on a pointer, a screen or a print is left out.

use super::selector::Complex;
use resvg::usvg::roxmltree::Node;
use std::collections::BTreeMap;

/// Variables, by name with both dashes.
pub type Vars = BTreeMap<String, String>;
/// Variables may name others, so deep at most: one that names itself has no value.
const DEEPEST: usize = 12;

/// A style sheet.
#[derive(Debug, Default)]
pub struct Sheet {
    rules: Vec<Rule>,
    /// Which rules may be about things of a class, an id or a tag.
    about: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Rule {
    selector: Complex,
    weight: [u16; 3],
    /// Where its declarations stand.
    declared: std::sync::Arc<[Declared]>,
}

/// A property and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    pub name: String,
    pub value: String,
    important: bool,
}

impl Sheet {
    /// Reads a style sheet. Rules for some screens or motions only, and what is not understood, have no effect.
    pub fn read(text: &str) -> Sheet {
        let text = without_comments(text);
        let mut rules = Vec::new();
        let mut rest = text.as_str();
        while let Some(open) = rest.find('{') {
            let head = rest[..open].trim();
            let (body, after) = block(&rest[open + 1..]);
            rest = after;
            if head.starts_with('@') {
                continue;
            }
            let declared: std::sync::Arc<[Declared]> = declarations(body).into();
            for part in split(head, ',') {
                if let Some(selector) = Complex::read(part.trim()) {
                    rules.push(Rule { weight: selector.weight(), selector, declared: declared.clone() });
                }
            }
        }
        let mut about: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, rule) in rules.iter().enumerate() {
            about.entry(rule.selector.about()).or_default().push(i);
        }
        Sheet { rules, about }
    }

    /// What holds for a thing, the strongest last.
    pub fn of(&self, node: Node<'_, '_>) -> Vec<&Declared> {
        let mut found: Vec<(bool, [u16; 3], usize, &Declared)> = Vec::new();
        let classes =
            node.attribute("class").unwrap_or_default().split_whitespace().map(|one| format!(".{one}"));
        let id = node.attribute("id").map(|id| format!("#{id}"));
        let keys = classes.chain(id).chain([node.tag_name().name().to_owned(), String::new()]);
        for i in keys.filter_map(|key| self.about.get(&key)).flatten() {
            let rule = &self.rules[*i];
            if rule.selector.matches(node) {
                found.extend(rule.declared.iter().map(|d| (d.important, rule.weight, *i, d)));
            }
        }
        found.sort_by_key(|(important, weight, i, _)| (*important, *weight, *i));
        found.into_iter().map(|(.., declared)| declared).collect()
    }
}

/// The declarations between two braces, or of a `style` attribute.
pub fn declarations(text: &str) -> Vec<Declared> {
    split(text, ';')
        .into_iter()
        .filter_map(|one| {
            let (name, value) = one.split_once(':')?;
            let (value, important) = match value.trim().strip_suffix("!important") {
                Some(value) => (value.trim(), true),
                None => (value.trim(), false),
            };
            Some(Declared { name: name.trim().to_owned(), value: value.to_owned(), important })
        })
        .collect()
}

/// A value without variables and made colours, in the dark theme; none where a variable has no value.
pub fn value(text: &str, vars: &Vars) -> Option<String> {
    settle(text, vars, 0)
}

fn settle(text: &str, vars: &Vars, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let made = ["var(", "light-dark(", "color-mix("];
    let Some((at, name)) = made.iter().filter_map(|name| Some((text.find(name)?, *name))).min() else {
        return Some(text.to_owned());
    };
    let inside = &text[at + name.len()..];
    let close = closing(inside)?;
    let (args, after) = (split(&inside[..close], ','), &inside[close + 1..]);
    let now = match name {
        "var(" => {
            let known = vars.get(args.first()?.trim()).and_then(|known| settle(known, vars, depth + 1));
            match known {
                Some(known) => known,
                None if args.len() > 1 => settle(inside[args[0].len() + 1..close].trim(), vars, depth + 1)?,
                None => return None,
            }
        }
        "light-dark(" => settle(args.get(1)?.trim(), vars, depth + 1)?,
        _ => mix(args.get(1)?, args.get(2)?, vars, depth)?,
    };
    Some(format!("{}{now}{}", &text[..at], settle(after, vars, depth)?))
}

/// `color-mix(in srgb, one 30%, other)`
fn mix(one: &str, other: &str, vars: &Vars, depth: usize) -> Option<String> {
    let share = |text: &str| -> (String, Option<f64>) {
        let text = text.trim();
        match text.rsplit_once(' ') {
            Some((colour, share)) if share.ends_with('%') => {
                (colour.to_owned(), share.trim_end_matches('%').parse::<f64>().ok().map(|n| n / 100.0))
            }
            _ => (text.to_owned(), None),
        }
    };
    let ((one, a), (other, b)) = (share(one), share(other));
    let a = a.or(b.map(|b| 1.0 - b)).unwrap_or(0.5).clamp(0.0, 1.0);
    let one = rgba(&settle(&one, vars, depth + 1)?)?;
    let other = rgba(&settle(&other, vars, depth + 1)?)?;
    // Colours count by how much of them there is to see.
    let alpha = one[3] * a + other[3] * (1.0 - a);
    let byte = |n: f64| format!("{:02x}", n.round().clamp(0.0, 255.0) as u8);
    let mut out = String::from("#");
    for i in 0..3 {
        let sum = one[i] * one[3] * a + other[i] * other[3] * (1.0 - a);
        out.push_str(&byte(if alpha > 0.0 { sum / alpha } else { 0.0 }));
    }
    out.push_str(&byte(alpha * 255.0));
    Some(out)
}

/// Red, green and blue up to 255, and how opaque.
fn rgba(text: &str) -> Option<[f64; 4]> {
    let hex = match text.trim() {
        "transparent" => return Some([0.0; 4]),
        "white" => "ffffff",
        "black" => "000000",
        other => other.strip_prefix('#')?,
    };
    let digits: Vec<f64> = hex.chars().map(|c| c.to_digit(16).map(f64::from)).collect::<Option<_>>()?;
    let parts: Vec<f64> = match digits.len() {
        3 | 4 => digits.iter().map(|d| d * 17.0).collect(),
        6 | 8 => digits.chunks(2).map(|two| two[0] * 16.0 + two[1]).collect(),
        _ => return None,
    };
    Some([parts[0], parts[1], parts[2], parts.get(3).map_or(1.0, |a| a / 255.0)])
}

/// Where the bracket closes that was opened before this text.
pub fn closing(text: &str) -> Option<usize> {
    let mut deep = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' => deep += 1,
            ')' if deep == 0 => return Some(i),
            ')' => deep -= 1,
            _ => {}
        }
    }
    None
}

/// The parts between signs that stand outside of brackets.
pub fn split(text: &str, at: char) -> Vec<&str> {
    let (mut out, mut from, mut deep) = (Vec::new(), 0, 0usize);
    for (i, c) in text.char_indices() {
        match c {
            '(' => deep += 1,
            ')' => deep = deep.saturating_sub(1),
            c if c == at && deep == 0 => {
                out.push(&text[from..i]);
                from = i + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(&text[from..]);
    out
}

/// What stands up to the brace that closes, and what comes after it.
fn block(text: &str) -> (&str, &str) {
    let mut deep = 0;
    for (i, c) in text.char_indices() {
        match c {
            '{' => deep += 1,
            '}' if deep == 0 => return (&text[..i], &text[i + 1..]),
            '}' => deep -= 1,
            _ => {}
        }
    }
    (text, "")
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg::roxmltree::Document;

    fn of(css: &str, id: &str, name: &str) -> Option<String> {
        let xml = r#"<svg data-theme="dark"><g class="a b"><path id="one" class="hull"/><path id="two" class="hull lost"/><text id="three"/></g></svg>"#;
        let doc = Document::parse(xml).unwrap();
        let node = doc.descendants().find(|n| n.attribute("id") == Some(id)).unwrap();
        let sheet = Sheet::read(css);
        sheet.of(node).iter().rev().find(|d| d.name == name).map(|d| d.value.clone())
    }

    #[test]
    fn the_stronger_rule_wins() {
        let css = "#one { fill: red } .hull { fill: blue } .a .hull { fill: green; stroke: white !important } .b > .hull.lost { stroke: black }";
        assert_eq!(of(css, "one", "fill").as_deref(), Some("red"));
        assert_eq!(of(css, "two", "fill").as_deref(), Some("green"));
        assert_eq!(of(css, "two", "stroke").as_deref(), Some("white"));
        assert_eq!(of(css, "three", "fill"), None);
    }

    #[test]
    fn places_and_lists_are_understood_and_pointers_are_not() {
        let css = "g > :nth-child(2) { fill: a } :is(.x, .b) text { fill: b } path:not(.lost) { stroke: c } path + text { stroke: d } .hull:hover { fill: no } @media (min-width: 1px) { .hull { fill: no } }";
        assert_eq!(of(css, "two", "fill").as_deref(), Some("a"));
        assert_eq!(of(css, "three", "fill").as_deref(), Some("b"));
        assert_eq!(of(css, "one", "stroke").as_deref(), Some("c"));
        assert_eq!(of(css, "three", "stroke").as_deref(), Some("d"));
        assert_eq!(of(css, "one", "fill"), None);
    }

    #[test]
    fn variables_and_made_colours_have_values() {
        let vars: Vars = [("--a", "#ff0000"), ("--b", "var(--a)"), ("--loop", "var(--loop)")]
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .into();
        let value = |text: &str| value(text, &vars);
        assert_eq!(value("var(--b)").as_deref(), Some("#ff0000"));
        assert_eq!(value("var(--none, var(--b))").as_deref(), Some("#ff0000"));
        assert_eq!(value("var(--none)"), None);
        assert_eq!(value("var(--loop)"), None);
        assert_eq!(value("light-dark(#111, #222)").as_deref(), Some("#222"));
        assert_eq!(value("color-mix(in srgb, var(--a) 50%, #0000ff)").as_deref(), Some("#800080ff"));
        assert_eq!(value("color-mix(in srgb, var(--a) 25%, transparent)").as_deref(), Some("#ff000040"));
    }
}
