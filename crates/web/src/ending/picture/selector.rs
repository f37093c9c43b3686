//! Which things of a drawing a rule is about. What depends on a pointer, a focus or a page is about nothing here.

use super::css::{closing, split};
use resvg::usvg::roxmltree::Node;

/// Compounds from right to left, each with how it stands to the one right of it.
#[derive(Debug)]
pub struct Complex(Vec<(Beside, Vec<Simple>)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beside {
    /// The thing itself.
    Itself,
    /// Somewhere around it.
    Around,
    /// Its parent.
    Parent,
    /// Right before it.
    Before,
    /// Somewhere before it.
    Earlier,
}

#[derive(Debug)]
enum Simple {
    Any,
    Tag(String),
    Id(String),
    Class(String),
    Has(String, Option<String>),
    Root,
    First,
    Last,
    Nth(usize),
    NthOfType(usize),
    Not(Vec<Complex>),
    Is(Vec<Complex>),
}

impl Complex {
    pub fn read(text: &str) -> Option<Complex> {
        let mut parts: Vec<(Beside, Vec<Simple>)> = Vec::new();
        let mut rest = text;
        let mut beside = Beside::Itself;
        while !rest.is_empty() {
            let end = compound_end(rest);
            let simple = compound(&rest[..end])?;
            parts.push((beside, simple));
            let after = rest[end..].trim_start();
            (beside, rest) = match after.chars().next() {
                Some('>') => (Beside::Parent, after[1..].trim_start()),
                Some('+') => (Beside::Before, after[1..].trim_start()),
                Some('~') => (Beside::Earlier, after[1..].trim_start()),
                Some(_) => (Beside::Around, after),
                None => (Beside::Itself, after),
            };
        }
        // What stands between two compounds is kept with the left one.
        let besides: Vec<Beside> = parts.iter().skip(1).map(|(b, _)| *b).chain([Beside::Itself]).collect();
        let mut parts: Vec<_> = besides.into_iter().zip(parts.into_iter().map(|(_, s)| s)).collect();
        parts.reverse();
        (!parts.is_empty()).then_some(Complex(parts))
    }

    /// What a thing must have to be meant, in a word; empty where it could be anything.
    pub fn about(&self) -> String {
        let word = |simple: &Simple| match simple {
            Simple::Class(class) => Some(format!(".{class}")),
            Simple::Id(id) => Some(format!("#{id}")),
            Simple::Tag(tag) => Some(tag.clone()),
            Simple::Any
            | Simple::Has(..)
            | Simple::Root
            | Simple::First
            | Simple::Last
            | Simple::Nth(_)
            | Simple::NthOfType(_)
            | Simple::Not(_)
            | Simple::Is(_) => None,
        };
        self.0.first().and_then(|(_, simple)| simple.iter().find_map(word)).unwrap_or_default()
    }

    pub fn weight(&self) -> [u16; 3] {
        let mut sum = [0; 3];
        for simple in self.0.iter().flat_map(|(_, simple)| simple) {
            let more = simple.weight();
            sum = [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]];
        }
        sum
    }

    pub fn matches(&self, node: Node<'_, '_>) -> bool {
        self.from(0, node)
    }

    /// Do the compounds from this one on match, beginning at this thing?
    fn from(&self, at: usize, node: Node<'_, '_>) -> bool {
        let Some((_, simple)) = self.0.get(at) else { return true };
        if !simple.iter().all(|simple| simple.matches(node)) {
            return false;
        }
        let Some((beside, _)) = self.0.get(at + 1) else { return true };
        let next = |node: Node<'_, '_>| self.from(at + 1, node);
        match beside {
            Beside::Itself => true,
            Beside::Parent => node.parent_element().is_some_and(next),
            Beside::Around => node.ancestors().skip(1).filter(Node::is_element).any(next),
            Beside::Before => node.prev_sibling_element().is_some_and(next),
            Beside::Earlier => node.prev_siblings().skip(1).filter(Node::is_element).any(next),
        }
    }
}

impl Simple {
    fn weight(&self) -> [u16; 3] {
        match self {
            Simple::Any => [0, 0, 0],
            Simple::Tag(_) => [0, 0, 1],
            Simple::Id(_) => [1, 0, 0],
            Simple::Class(_)
            | Simple::Has(..)
            | Simple::Root
            | Simple::First
            | Simple::Last
            | Simple::Nth(_)
            | Simple::NthOfType(_) => [0, 1, 0],
            Simple::Not(any) | Simple::Is(any) => any.iter().map(Complex::weight).max().unwrap_or_default(),
        }
    }

    fn matches(&self, node: Node<'_, '_>) -> bool {
        let before = || node.prev_siblings().skip(1).filter(Node::is_element);
        match self {
            Simple::Any => true,
            Simple::Tag(tag) => node.tag_name().name() == tag,
            Simple::Id(id) => node.attribute("id") == Some(id),
            Simple::Class(class) => {
                node.attribute("class").is_some_and(|all| all.split_whitespace().any(|one| one == class))
            }
            Simple::Has(name, None) => node.has_attribute(name.as_str()),
            Simple::Has(name, Some(value)) => node.attribute(name.as_str()) == Some(value),
            Simple::Root => node.parent_element().is_none(),
            Simple::First => before().next().is_none(),
            Simple::Last => node.next_sibling_element().is_none(),
            Simple::Nth(n) => before().count() + 1 == *n,
            Simple::NthOfType(n) => {
                before().filter(|one| one.tag_name() == node.tag_name()).count() + 1 == *n
            }
            Simple::Not(any) => !any.iter().any(|one| one.matches(node)),
            Simple::Is(any) => any.iter().any(|one| one.matches(node)),
        }
    }
}

/// Where a compound ends: at a space or a sign outside of brackets.
fn compound_end(text: &str) -> usize {
    let mut deep = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' => deep += 1,
            ')' | ']' => deep = deep.saturating_sub(1),
            ' ' | '\n' | '\t' | '>' | '+' | '~' if deep == 0 => return i,
            _ => {}
        }
    }
    text.len()
}

/// `g.unit:not(.lost)` and the like; none where something in it is not understood.
fn compound(text: &str) -> Option<Vec<Simple>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let named = |from: &str| {
            from.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').unwrap_or(from.len())
        };
        match sign {
            '*' => {
                out.push(Simple::Any);
                rest = &rest[1..];
            }
            '.' | '#' => {
                let end = 1 + named(&rest[1..]);
                let name = rest[1..end].to_owned();
                out.push(if sign == '.' { Simple::Class(name) } else { Simple::Id(name) });
                rest = &rest[end..];
            }
            '[' => {
                let end = rest.find(']')?;
                out.push(match rest[1..end].split_once('=') {
                    // Only whole values are compared.
                    Some((name, _)) if name.ends_with(['*', '^', '$', '~', '|']) => return None,
                    Some((name, value)) => Simple::Has(name.into(), Some(value.trim_matches('"').into())),
                    None => Simple::Has(rest[1..end].into(), None),
                });
                rest = &rest[end + 1..];
            }
            ':' => {
                let end = 1 + named(&rest[1..]);
                let name = &rest[1..end];
                let (inside, after) = match rest[end..].strip_prefix('(') {
                    Some(inside) => {
                        let close = closing(inside)?;
                        (Some(&inside[..close]), &inside[close + 1..])
                    }
                    None => (None, &rest[end..]),
                };
                let any = || {
                    inside.map(|list| {
                        split(list, ',').iter().filter_map(|one| Complex::read(one.trim())).collect()
                    })
                };
                out.push(match name {
                    "root" => Simple::Root,
                    "first-child" => Simple::First,
                    "last-child" => Simple::Last,
                    "nth-child" => Simple::Nth(inside?.trim().parse().ok()?),
                    "nth-of-type" => Simple::NthOfType(inside?.trim().parse().ok()?),
                    "not" => Simple::Not(any()?),
                    "is" | "where" => Simple::Is(any()?),
                    // A pointer, a focus, a part of a page: nothing of a picture.
                    _ => return None,
                });
                rest = after;
            }
            _ => {
                let end = named(rest);
                if end == 0 {
                    return None;
                }
                out.push(Simple::Tag(rest[..end].into()));
                rest = &rest[end..];
            }
        }
    }
    (!out.is_empty()).then_some(out)
}
