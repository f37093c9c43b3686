//! A drawing that leaned on style sheets, written out so that it needs none: every shape has its colours and widths as plain
//! attributes, and what was used from elsewhere stands where it is seen. Any program can show it then.

use super::{
    css::{Sheet, Vars, declarations, value},
    measure::{fitted, growth, measures, shorthand},
};
use resvg::usvg::roxmltree::{Document, Node};
use std::{borrow::Cow, collections::BTreeMap, fmt::Write as _, rc::Rc};

/// Letters are of this family where they can be, else of whatever there is.
pub const FAMILY: &str = "Inter, ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
/// Shapes that use shapes, so deep at most.
const DEEPEST: usize = 8;
/// The longest drawing; the largest boards take a fifth of it.
const LONGEST: usize = 2 << 20;

/// What is drawn; anything else is left out.
const SHAPES: [&str; 12] =
    ["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "use"];
/// What shapes refer to.
const MEANS: [&str; 7] =
    ["linearGradient", "radialGradient", "stop", "clipPath", "mask", "marker", "pattern"];
/// Properties that are attributes as well.
const LOOKS: [&str; 33] = [
    "clip-path",
    "clip-rule",
    "color",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "opacity",
    "paint-order",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "transform",
    "visibility",
];
/// Attributes that say where and what a thing is.
const PLACES: [&str; 39] = [
    "clipPathUnits",
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "lengthAdjust",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskUnits",
    "offset",
    "orient",
    "pathLength",
    "patternTransform",
    "patternUnits",
    "points",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "rotate",
    "rx",
    "ry",
    "spreadMethod",
    "textLength",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Writes the drawing out.
pub fn plain(svg: &str, sheet: &Sheet) -> Result<String, String> {
    let doc = Document::parse(svg).map_err(|error| error.to_string())?;
    let ids = doc.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut writer = Writer { sheet, ids, out: String::with_capacity(svg.len()) };
    writer.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    writer.put(doc.root_element(), &Above::default())?;
    Ok(writer.out)
}

struct Writer<'a, 'i> {
    sheet: &'a Sheet,
    ids: BTreeMap<&'a str, Node<'a, 'i>>,
    out: String,
}

/// What a thing has from those around it.
#[derive(Clone, Debug)]
pub struct Above {
    vars: Rc<Vars>,
    /// How many pixels of the picture a unit of length is.
    pub scale: f64,
    pub font_size: f64,
    pub stroke_width: f64,
    pub dashes: Option<String>,
    capitals: bool,
    /// How many uses deep.
    used: usize,
}

impl Default for Above {
    fn default() -> Above {
        let vars = Rc::new(Vars::new());
        Above { vars, scale: 1.0, font_size: 16.0, stroke_width: 1.0, dashes: None, capitals: false, used: 0 }
    }
}

impl<'a, 'i> Writer<'a, 'i> {
    fn put(&mut self, node: Node<'a, 'i>, above: &Above) -> Result<(), String> {
        let tag = node.tag_name().name();
        let is_means = MEANS.contains(&tag);
        if tag == "defs" {
            return self.put_all(node, above);
        }
        if !is_means && !SHAPES.contains(&tag) {
            return Ok(());
        }
        // Shapes that wait to be used are written where they are used.
        if !is_means
            && node.parent_element().is_some_and(|p| p.tag_name().name() == "defs")
            && above.used == 0
        {
            return Ok(());
        }
        self.write(node, tag, above, &[])
    }

    fn put_all(&mut self, node: Node<'a, 'i>, above: &Above) -> Result<(), String> {
        for child in node.children() {
            if child.is_element() {
                self.put(child, above)?;
            } else if let Some(text) =
                child.text().filter(|_| ["text", "tspan"].contains(&node.tag_name().name()))
            {
                let text = if above.capitals { Cow::from(text.to_uppercase()) } else { text.into() };
                // The one sign of the boards that our letters lack.
                escape(&text.replace('▸', "▶"), &mut self.out);
            }
        }
        if self.out.len() > LONGEST {
            return Err("the drawing is too long".into());
        }
        Ok(())
    }

    /// Writes one thing with all in it, under another name where it is used.
    fn write(
        &mut self,
        node: Node<'a, 'i>,
        tag: &str,
        above: &Above,
        more: &[(&str, String)],
    ) -> Result<(), String> {
        let mut here = above.clone();
        let mut looks = self.looks(node, &mut here);
        if looks.get("display").is_some_and(|display| display == "none") {
            return Ok(());
        }
        looks.remove("display");
        if let Some(transform) = looks.get("transform") {
            here.scale *= growth(transform);
        }
        if tag == "svg" {
            here.scale *= fitted(node).unwrap_or(1.0);
        }
        let used = (tag == "use").then(|| self.used(node)).flatten();
        let name = if tag == "use" {
            "g"
        } else if tag == "symbol" {
            "svg"
        } else {
            tag
        };
        let _ = write!(self.out, "<{name}");
        if node.parent_element().is_none() {
            let _ = write!(self.out, " xmlns=\"http://www.w3.org/2000/svg\" font-family=\"{FAMILY}\"");
        }
        // What is used twice has its name where it was drawn, not where it is seen.
        if let Some(id) = node.attribute("id").filter(|_| MEANS.contains(&tag) && above.used == 0) {
            self.attribute("id", id);
        }
        if tag == "use" {
            let at = |name| node.attribute(name).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
            let symbol = used.is_some_and(|one| one.tag_name().name() == "symbol");
            if (at("x"), at("y")) != (0.0, 0.0) && !symbol {
                let first = looks.remove("transform").unwrap_or_default();
                let moved = format!("{first} translate({} {})", at("x"), at("y"));
                looks.insert("transform".into(), moved.trim().to_owned());
            }
        }
        for attribute in node.attributes().filter(|a| tag != "use" && PLACES.contains(&a.name())) {
            if !more.iter().any(|(name, _)| *name == attribute.name()) {
                self.attribute(attribute.name(), attribute.value());
            }
        }
        if let Some(href) = node.attribute("href").filter(|_| MEANS.contains(&tag)) {
            self.attribute("href", href);
        }
        for (name, value) in more {
            self.attribute(name, value);
        }
        for (name, value) in &looks {
            self.attribute(name, value);
        }
        self.out.push('>');
        match used {
            Some(target) if here.used < DEEPEST => {
                here.used += 1;
                let size = ["x", "y", "width", "height"];
                let place: Vec<(&str, String)> =
                    size.iter().filter_map(|name| Some((*name, node.attribute(*name)?.to_owned()))).collect();
                let kind = target.tag_name().name();
                let place = if ["symbol", "svg"].contains(&kind) { place.as_slice() } else { &[] };
                self.write(target, kind, &here, place)?;
            }
            Some(_) | None => self.put_all(node, &here)?,
        }
        let _ = write!(self.out, "</{name}>");
        Ok(())
    }

    fn used(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        let href = node.attributes().find(|a| a.name() == "href")?.value();
        let target = self.ids.get(href.strip_prefix('#')?).copied()?;
        let kind = target.tag_name().name();
        (SHAPES.contains(&kind) || kind == "symbol").then_some(target)
    }

    /// How a thing looks: its attributes, over them the rules, over them its own style.
    fn looks(&self, node: Node<'a, 'i>, here: &mut Above) -> BTreeMap<String, String> {
        let own = node.attribute("style").map(declarations).unwrap_or_default();
        let rules = self.sheet.of(node);
        let declared = rules.into_iter().chain(&own);
        let mut raw: BTreeMap<&str, &str> = BTreeMap::new();
        for attribute in node.attributes().filter(|a| LOOKS.contains(&a.name())) {
            raw.insert(attribute.name(), attribute.value());
        }
        let mut vars: Vec<(&str, &str)> = Vec::new();
        let mut font = None;
        let mut effect = node.attribute("vector-effect");
        for one in declared {
            match one.name.as_str() {
                name if name.starts_with("--") => vars.push((name, &one.value)),
                "font" => font = Some(one.value.as_str()),
                "vector-effect" => effect = Some(&one.value),
                "text-transform" => here.capitals = one.value == "uppercase",
                name if LOOKS.contains(&name) => {
                    raw.insert(name, &one.value);
                }
                _ => {}
            }
        }
        if !vars.is_empty() {
            let mut all = (*here.vars).clone();
            all.extend(vars.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
            let settled: Vec<_> =
                vars.iter().map(|(name, raw)| ((*name).to_owned(), value(raw, &all))).collect();
            for (name, value) in settled {
                match value {
                    Some(value) => all.insert(name, value),
                    None => all.remove(&name),
                };
            }
            here.vars = Rc::new(all);
        }
        let mut looks = BTreeMap::new();
        if let Some(font) = font.and_then(|font| value(font, &here.vars)) {
            shorthand(&font, &mut looks);
        }
        for (name, raw) in raw {
            if let Some(value) = value(raw, &here.vars) {
                looks.insert(name.to_owned(), value);
            }
        }
        measures(&mut looks, here, effect == Some("non-scaling-stroke"));
        looks
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.out, " {name}=\"");
        escape(value, &mut self.out);
        self.out.push('"');
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Nothing that a file of this kind may not hold.
            c if c.is_control() && !c.is_whitespace() => {}
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(css: &str, body: &str) -> String {
        let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">{body}</svg>"#);
        let out = plain(&svg, &Sheet::read(css)).unwrap();
        out.split_once("height=\"100\">").unwrap().1.to_owned()
    }

    #[test]
    fn what_is_used_has_the_colours_of_where_it_is_seen() {
        let css = ".hull { fill: var(--side, grey) } .cw { --side: #00f } .cf { --side: var(--red) } svg { --red: #f00 }";
        let body = r##"<defs><g id="ship"><path class="hull" d="M0,0"/></g></defs><use class="cw" href="#ship"/><g class="cf"><use href="#ship" x="5"/></g>"##;
        assert_eq!(
            drawn(css, body),
            r##"<g><g><path d="M0,0" fill="#00f"></path></g></g><g><g transform="translate(5 0)"><g><path d="M0,0" fill="#f00"></path></g></g></g></svg>"##
        );
    }

    #[test]
    fn lines_that_keep_their_width_have_it_in_units_of_the_drawing() {
        let css = ".edge { stroke-width: 2px; stroke-dasharray: 4 2; vector-effect: non-scaling-stroke }";
        let body = r#"<svg viewBox="0 0 2000 1000" width="200" height="100"><g transform="scale(2)"><path class="edge" d="M0,0"/></g></svg>"#;
        assert!(
            drawn(css, body).contains(r#"stroke-dasharray="20 10" stroke-width="10""#),
            "{}",
            drawn(css, body)
        );
    }

    #[test]
    fn words_keep_what_they_say_and_nothing_else_gets_through() {
        let css = ".up { text-transform: uppercase; font: 650 2em/1 serif; stroke-width: 0.5em } .gone { display: none }";
        let body = r#"<title>no</title><text class="up" onclick="no" data-id="no">a &lt; b<tspan> c</tspan></text><g class="gone"><path/></g><foreignObject><p>no</p></foreignObject><image href="no"/><script>no</script>"#;
        assert_eq!(
            drawn(css, body),
            r#"<text font-size="32" font-weight="700" stroke-width="16">A &lt; B<tspan> C</tspan></text></svg>"#
        );
        assert!(plain("<svg><g></svg>", &Sheet::default()).is_err());
    }

    #[test]
    fn what_uses_itself_ends() {
        let body = r##"<defs><g id="a"><use href="#a"/><use href="#a"/></g></defs><use href="#a"/>"##;
        assert!(drawn("", body).len() < 20_000);
    }
}
