//! The small part of markdown that the ledgers use, made safe by maud's escaping: bold, emphasis, code, rule ids as
//! links, tables, lists, code and paragraphs.

use klaxon_catalog::shelf;
use maud::{Markup, html};

/// One line of inline markdown.
pub fn inline(text: &str) -> Markup {
    let pieces = split(text);
    html! { @for piece in &pieces { (piece.draw()) } }
}

/// The words of a rule for whoever plays: where they come from stands in the ledger and is left out here; what is a
/// ruling of ours says so.
pub fn rule_text(text: &str) -> Markup {
    inline(&without_sources(text))
}

fn without_sources(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = ["[public", "[ruling"].iter().filter_map(|tag| rest.find(tag)).min() {
        let Some(end) = rest[at..].find(']').map(|n| at + n) else { break };
        let (mut before, tag, mut after) = (&rest[..at], &rest[at + 1..end], &rest[end + 1..]);
        for mark in ["**", "`"] {
            if let (Some(b), Some(a)) = (before.strip_suffix(mark), after.strip_prefix(mark)) {
                (before, after) = (b, a);
            }
        }
        let ours: Vec<&str> =
            tag.split(';').map(str::trim).filter(|part| !part.starts_with("public")).collect();
        out.push_str(before.trim_end());
        if !ours.is_empty() {
            let ours = ours.join("; ");
            let ours = ours.split_once("/public").map_or(ours.as_str(), |(ruling, _)| ruling);
            out.push_str(&format!(" *({ours})*"));
        }
        rest = after;
        // A bracket at the very beginning leaves no gap.
        if out.is_empty() {
            rest = rest.trim_start();
        }
    }
    out.push_str(rest);
    out
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece<'a> {
    Plain(&'a str),
    Bold(&'a str),
    Emphasis(&'a str),
    Code(&'a str),
}

impl Piece<'_> {
    fn draw(&self) -> Markup {
        match self {
            Piece::Plain(text) => linked(text),
            Piece::Bold(text) => html! { strong { (linked(text)) } },
            Piece::Emphasis(text) => html! { em { (linked(text)) } },
            Piece::Code(text) => html! { code { (text) } },
        }
    }
}

fn split(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut plain_from = 0;
    let mut at = 0;
    while at < rest.len() {
        let tail = &rest[at..];
        let emphasis = |inner: &&str| !inner.starts_with([' ', '*']) && !inner.ends_with(' ');
        let found = closed(tail, "`")
            .map(|inner| (Piece::Code(inner), inner.len() + 2))
            .or_else(|| closed(tail, "**").map(|inner| (Piece::Bold(inner), inner.len() + 4)))
            .or_else(|| {
                closed(tail, "*").filter(emphasis).map(|inner| (Piece::Emphasis(inner), inner.len() + 2))
            });
        match found {
            Some((piece, length)) => {
                if at > plain_from {
                    pieces.push(Piece::Plain(&rest[plain_from..at]));
                }
                pieces.push(piece);
                rest = &rest[at + length..];
                (at, plain_from) = (0, 0);
            }
            None => at += tail.chars().next().map_or(1, char::len_utf8),
        }
    }
    if plain_from < rest.len() {
        pieces.push(Piece::Plain(&rest[plain_from..]));
    }
    pieces
}

/// What stands between a mark at the beginning and its next occurrence.
fn closed<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let inner = text.strip_prefix(mark)?;
    let end = inner.find(mark)?;
    (end > 0).then(|| &inner[..end])
}

/// Text in which rule ids are links.
fn linked(text: &str) -> Markup {
    let mut parts: Vec<(bool, &str)> = Vec::new();
    let mut rest = text;
    while let Some((before, id, after)) = next_id(rest) {
        parts.push((false, before));
        parts.push((true, id));
        rest = after;
    }
    parts.push((false, rest));
    html! {
        @for (is_id, part) in parts {
            @if is_id { (rule_link(part)) } @else { (part) }
        }
    }
}

fn next_id(text: &str) -> Option<(&str, &str, &str)> {
    let bytes = text.as_bytes();
    for i in 0..bytes.len().saturating_sub(5) {
        let begins =
            bytes[i].is_ascii_uppercase() && bytes[i + 1].is_ascii_uppercase() && bytes[i + 2] == b'-';
        if !begins || (i > 0 && bytes[i - 1].is_ascii_alphanumeric()) {
            continue;
        }
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let chapter = digits(i + 3);
        let dot = i + 3 + chapter;
        if chapter == 0 || bytes.get(dot) != Some(&b'.') {
            continue;
        }
        let number = digits(dot + 1);
        let end = dot + 1 + number;
        if number > 0 && shelf::game_of_rule(&text[i..end]).is_some() {
            return Some((&text[..i], &text[i..end], &text[end..]));
        }
    }
    None
}

/// A rule id as a link; on a table's page it opens a drawer.
pub fn rule_link(id: &str) -> Markup {
    html! { a.rule href={ "/rules/" (id) } data-rule=(id) { (id) } }
}

/// The same without where they come from.
pub fn sourceless(lines: &[&str]) -> Markup {
    let lines: Vec<String> = lines.iter().map(|line| without_sources(line)).collect();
    blocks(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Lines of text between rules: tables, lists, code and paragraphs.
pub fn blocks(lines: &[&str]) -> Markup {
    let mut at = 0;
    let mut out: Vec<Markup> = Vec::new();
    while at < lines.len() {
        let line = lines[at].trim();
        if line.starts_with('|') {
            let rows: Vec<&str> =
                lines[at..].iter().take_while(|l| l.trim().starts_with('|')).copied().collect();
            at += rows.len();
            out.push(table(&rows));
        } else if line.starts_with("- ") {
            let items: Vec<&str> =
                lines[at..].iter().take_while(|l| l.trim_start().starts_with("- ")).copied().collect();
            at += items.len();
            out.push(html! { ul { @for item in items { li { (inline(item.trim_start().trim_start_matches("- "))) } } } });
        } else if line.starts_with("```") {
            let inner: Vec<&str> =
                lines[at + 1..].iter().take_while(|l| !l.trim().starts_with("```")).copied().collect();
            at += inner.len() + 2;
            out.push(html! { pre tabindex="0" { (inner.join("\n")) } });
        } else if let Some(title) = line.strip_prefix("#### ") {
            at += 1;
            out.push(html! { h4 { (inline(title)) } });
        } else if let Some(title) = line.strip_prefix("## ") {
            at += 1;
            out.push(html! { h3 { (inline(title)) } });
        } else {
            let begins = |l: &&&str| {
                let l = l.trim();
                !l.is_empty() && !["|", "- ", "```", "#"].iter().any(|mark| l.starts_with(mark))
            };
            let text: Vec<&str> = lines[at..].iter().take_while(begins).map(|l| l.trim()).collect();
            at += text.len().max(1);
            if !text.is_empty() {
                out.push(html! { p { (inline(&text.join(" "))) } });
            }
        }
    }
    html! { @for block in out { (block) } }
}

fn table(rows: &[&str]) -> Markup {
    let cells = |row: &str| -> Vec<String> {
        row.trim().trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect()
    };
    let is_rule = |row: &&&str| row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let has_head = rows.get(1).as_ref().is_some_and(is_rule);
    let body = rows.iter().skip(if has_head { 2 } else { 0 });
    html! {
        div.wide tabindex="0" role="group" aria-label="Table" {
            table {
                @if has_head { thead { tr { @for cell in cells(rows[0]) { th scope="col" { (inline(&cell)) } } } } }
                tbody { @for row in body { tr { @for cell in cells(row) { td { (inline(&cell)) } } } } }
            }
        }
    }
}

/// The same text without marks, for searching and for short descriptions.
pub fn plain(text: &str) -> String {
    split(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Plain(t) | Piece::Bold(t) | Piece::Emphasis(t) | Piece::Code(t) => t,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_rule_comes_from_is_no_business_of_the_page() {
        for (text, shown) in [
            ("It ends. [public]", "It ends."),
            ("It ends **[public: CCnet, Phase 1]** here.", "It ends here."),
            ("`[ruling]` any value.", " *(ruling)* any value."),
            ("So it is. [public; last part ruling]", "So it is. *(last part ruling)*"),
            ("A set is legal **[ruling/public: tests]** Ex.", "A set is legal *(ruling)* Ex."),
            ("Any number [1] of [units", "Any number [1] of [units"),
        ] {
            assert_eq!(without_sources(text), shown);
        }
    }

    #[test]
    fn marks_become_elements_and_nothing_else_does() {
        let text = "A *sly* **[ruling: see RA-7.4]** `<b>` & <script> 2 * 3 * 4";
        let html = inline(text).into_string();
        assert_eq!(
            html,
            "A <em>sly</em> <strong>[ruling: see <a class=\"rule\" href=\"/rules/RA-7.4\" data-rule=\"RA-7.4\">\
             RA-7.4</a>]</strong> <code>&lt;b&gt;</code> &amp; &lt;script&gt; 2 * 3 * 4"
        );
        assert_eq!(plain(text), "A sly [ruling: see RA-7.4] <b> & <script> 2 * 3 * 4");
    }

    #[test]
    fn unclosed_marks_stay_text() {
        assert_eq!(inline("a ** b * c ` d é*").into_string(), "a ** b * c ` d é*");
        assert_eq!(inline("XRA-7.4 ZZ-1.1 RA-7").into_string(), "XRA-7.4 ZZ-1.1 RA-7");
    }

    #[test]
    fn tables_and_lists_are_drawn() {
        let html = blocks(&["| a | b |", "|---|---|", "| 1 | 2 |", "- one", "- two", "end"]).into_string();
        assert!(html.contains("<th scope=\"col\">a</th>"), "{html}");
        assert!(html.contains("<td>2</td>"), "{html}");
        assert!(html.contains("<ul><li>one</li><li>two</li></ul><p>end</p>"), "{html}");
    }
}
