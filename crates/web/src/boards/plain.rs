//! A board for any game: the view as readable nested lists.

use super::Board;
use maud::{Markup, html};
use serde_json::Value;

/// Deeper things are left out.
const DEEPEST: usize = 8;

/// The game's own picture in letters, if it has one, and the view as lists.
pub fn board(picture: &str, view: &Value) -> Board {
    let panel = html! {
        section #panel-view .panel.plain {
            h2 { "Position" }
            @if !picture.is_empty() { pre tabindex="0" { (picture) } }
            (value(view, 0))
        }
    };
    Board { panels: vec![("panel-view".into(), panel)], ..Board::default() }
}

/// Any value.
pub fn value(value: &Value, depth: usize) -> Markup {
    match value {
        Value::Null => html! { span.soft { "–" } },
        Value::Bool(yes) => html! { (if *yes { "yes" } else { "no" }) },
        Value::Number(n) => html! { (n) },
        Value::String(text) => html! { (text) },
        _ if depth >= DEEPEST => html! { "…" },
        Value::Array(items) if items.is_empty() => html! { span.soft { "none" } },
        Value::Array(items) if items.iter().all(is_small) => {
            html! { @for (i, item) in items.iter().enumerate() { @if i > 0 { ", " } (self::value(item, depth + 1)) } }
        }
        Value::Array(items) => html! { ol { @for item in items { li { (self::value(item, depth + 1)) } } } },
        Value::Object(fields) => html! {
            dl { @for (name, field) in fields {
                div { dt { (words(name)) } dd { (self::value(field, depth + 1)) } }
            } }
        },
    }
}

fn is_small(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// `victory_points` becomes "victory points".
fn words(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_view_becomes_lists() {
        let html =
            value(&json!({ "star_pool": 3, "hand": ["a", "<b>"], "units": [{ "at": "F6" }], "none": [] }), 0);
        let html = html.into_string();
        assert!(html.contains("<dt>star pool</dt><dd>3</dd>"), "{html}");
        assert!(html.contains("a, &lt;b&gt;"), "{html}");
        assert!(html.contains("<li><dl><div><dt>at</dt><dd>F6</dd></div></dl></li>"), "{html}");
    }
}
