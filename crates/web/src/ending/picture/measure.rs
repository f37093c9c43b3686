//! Lengths of a drawing: what is meant by those of its styles, and how much larger things become on their way to the picture.

use super::{css::split, plain::Above};
use resvg::usvg::roxmltree::Node;
use std::collections::BTreeMap;

/// `700 12px/1.2 family`: weight and size; the family is the picture's.
pub fn shorthand(font: &str, looks: &mut BTreeMap<String, String>) {
    for word in font.split_whitespace() {
        if word == "italic" {
            looks.insert("font-style".into(), word.into());
        } else if word == "bold" || word.parse::<u16>().is_ok() {
            looks.insert("font-weight".into(), word.into());
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            looks.insert("font-size".into(), word.split('/').next().unwrap_or(word).into());
            return;
        }
    }
}

/// Lengths in units of the drawing. A line that keeps its width however large it is drawn gets the width that is right here.
pub fn measures(looks: &mut BTreeMap<String, String>, here: &mut Above, keeps_width: bool) {
    let font_size = here.font_size;
    if let Some(size) = looks.get("font-size").and_then(|size| length(size, font_size)) {
        here.font_size = size;
        looks.insert("font-size".into(), number(size));
    }
    // There are two weights of letters, and the painter knows whole hundreds only.
    if let Some(weight) = looks.get("font-weight").and_then(|weight| weight.parse::<u16>().ok()) {
        looks.insert("font-weight".into(), if weight < 550 { "400" } else { "700" }.into());
    }
    if let Some(width) = looks.get("stroke-width").and_then(|width| length(width, here.font_size)) {
        here.stroke_width = width;
        looks.insert("stroke-width".into(), number(width));
    }
    if let Some(spacing) = looks.get("letter-spacing").and_then(|spacing| length(spacing, here.font_size)) {
        looks.insert("letter-spacing".into(), number(spacing));
    }
    if let Some(dashes) = looks.get("stroke-dasharray") {
        here.dashes = (dashes != "none").then(|| dashes.clone());
    }
    if keeps_width && here.scale > 0.0 {
        looks.insert("stroke-width".into(), number(here.stroke_width / here.scale));
        if let Some(dashes) = &here.dashes {
            let scaled = dashes
                .split([' ', ','])
                .filter_map(|n| length(n, here.font_size))
                .map(|n| number(n / here.scale));
            looks.insert("stroke-dasharray".into(), scaled.collect::<Vec<_>>().join(" "));
        }
    }
    if let Some(transform) = looks.remove("transform") {
        let text = transform.replace("deg", "").replace("px", "").replace("translateX(", "translate(");
        let text = text.replace("translateY(", "translate(0 ");
        if text != "none" {
            looks.insert("transform".into(), text);
        }
    }
}

fn length(text: &str, font_size: f64) -> Option<f64> {
    let text = text.trim();
    if let Some(em) = text.strip_suffix("rem") {
        return em.parse::<f64>().ok().map(|n| n * 16.0);
    }
    if let Some(em) = text.strip_suffix("em") {
        return em.parse::<f64>().ok().map(|n| n * font_size);
    }
    text.strip_suffix("px").unwrap_or(text).parse().ok()
}

fn number(n: f64) -> String {
    let text = format!("{n:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How much larger things become by a list of transformations.
pub fn growth(transform: &str) -> f64 {
    let mut grown = 1.0;
    for one in split(transform, ')').iter().flat_map(|part| part.split(')')) {
        let Some((name, args)) = one.split_once('(') else { continue };
        let args: Vec<f64> = args.split([' ', ',']).filter_map(|n| n.trim().parse().ok()).collect();
        grown *= match (name.trim().trim_start_matches(','), args.as_slice()) {
            ("scale", [both]) => both.abs(),
            ("scale", [x, y]) => (x * y).abs().sqrt(),
            ("matrix", [a, b, c, d, ..]) => (a * d - b * c).abs().sqrt(),
            _ => 1.0,
        };
    }
    grown
}

/// How much larger things become in a drawing inside the drawing.
pub fn fitted(node: Node<'_, '_>) -> Option<f64> {
    let side = |name| node.attribute(name)?.parse::<f64>().ok();
    let of: Vec<f64> = node.attribute("viewBox")?.split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
    let [_, _, w, h] = of.as_slice() else { return None };
    Some((side("width")? / w).min(side("height")? / h))
}
