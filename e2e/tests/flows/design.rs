//! How it looks and how it reads, compared with what was looked at: pictures of `/design` at three widths in two themes, and
//! the accessibility trees of the five tables. `UPDATE_GOLDEN=1 cargo test -p klaxon-e2e design` records them anew.
//!
//! A picture is kept as the mean colours of blocks, so that another machine's way to smooth letters is no difference.

use crate::{
    harness::{Driver, Server, browser_or_skip, corpus},
    pages::{accessible, within_width},
    table::{settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, fs, path::PathBuf};
use thirtyfour::prelude::*;

/// A block is so many pixels wide and high.
const BLOCK: u32 = 20;
/// Colours are kept in sixteen steps; one that is so many steps away is another colour.
const AWAY: i64 = 2;
/// So many blocks of a thousand may have another colour.
const MAY_DIFFER: usize = 12;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name)
}

/// Compares with what was recorded, or records it.
fn compare(name: &str, now: &str, differ: impl Fn(&str, &str) -> Option<String>) -> Result<()> {
    let path = golden(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(&path, now)?;
        return Ok(());
    }
    let known =
        fs::read_to_string(&path).with_context(|| format!("{} is missing: record it", path.display()))?;
    if let Some(difference) = differ(&known, now) {
        let seen = env::temp_dir().join(name);
        fs::write(&seen, now)?;
        anyhow::bail!(
            "{name}: {difference}\nwhat was seen is in {}; `UPDATE_GOLDEN=1` records it",
            seen.display()
        );
    }
    Ok(())
}

/// One part of the page, looked at as it stands: what is higher than the window is scrolled through, for a window that were made
/// higher would be another screen, on which parts have other heights.
async fn blocks(browser: &WebDriver, part: usize) -> Result<String> {
    let mut rows = String::new();
    let mut from = 0;
    loop {
        let clip = browser.execute_async(SCROLL, vec![json!(part), json!(from), json!(BLOCK)]).await?;
        let clip = clip.json().clone();
        if clip.is_null() {
            return Ok(rows);
        }
        let shot = json!({ "format": "png", "optimizeForSpeed": true, "clip": clip });
        let shot = browser.cdp().send_raw("Page.captureScreenshot", shot).await?;
        let data = shot["data"].as_str().context("a picture")?;
        let mean = browser.execute_async(MEANS, vec![json!(data), json!(BLOCK)]).await?;
        rows.push_str(mean.json().as_str().context("rows of colours")?);
        from += clip["height"].as_u64().context("a height")?;
    }
}

/// Brings the next piece of a part into the window, waits until it is painted, and says where it is; null behind the last one.
const SCROLL: &str = r"
    const [nth, from, block, done] = arguments, part = document.querySelectorAll('.gallery > section')[nth];
    const at = () => part.getBoundingClientRect();
    scrollTo({ top: Math.round(at().top + scrollY) + from, behavior: 'instant' });
    const left = Math.floor(at().height) - from;
    if (left < block) { done(null); return; }
    const height = Math.min(Math.floor(left / block), Math.floor(innerHeight / block) - 1) * block;
    requestAnimationFrame(() => requestAnimationFrame(() =>
      done({ x: Math.round(at().left + scrollX), y: Math.round(at().top + scrollY) + from, width: Math.floor(at().width), height, scale: 1 })));";

/// The mean colours of blocks as rows, a hexadecimal digit for red, green and blue of each.
const MEANS: &str = r"
    const [png, block, done] = arguments, image = new Image();
    image.onload = () => {
      const w = Math.floor(image.width / block), h = Math.floor(image.height / block);
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      const to = canvas.getContext('2d', { willReadFrequently: true });
      to.drawImage(image, 0, 0);
      const { data } = to.getImageData(0, 0, w * block, h * block), sums = new Float64Array(w * h * 3);
      for (let y = 0, i = 0; y < h * block; y += 1) for (let x = 0; x < w * block; x += 1, i += 4) {
        const at = (Math.floor(y / block) * w + Math.floor(x / block)) * 3;
        for (let c = 0; c < 3; c += 1) sums[at + c] += data[i + c];
      }
      let rows = '';
      for (let at = 0; at < sums.length; at += 1) rows += Math.floor(sums[at] / (block * block) / 16).toString(16) + ((at + 1) % (w * 3) ? '' : '\n');
      done(rows);
    };
    image.src = `data:image/png;base64,${png}`;";

/// How two pictures differ, part by part, if they differ by more than letters do.
fn other_picture(known: &str, now: &str) -> Option<String> {
    let parts = |text: &str| -> Vec<(String, Vec<String>)> {
        let part = |part: &str| {
            let mut lines = part.lines().map(String::from);
            (lines.next().unwrap_or_default(), lines.collect())
        };
        text.split("== ").skip(1).map(part).collect()
    };
    let (known, now) = (parts(known), parts(now));
    let names = |all: &[(String, Vec<String>)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(&known) != names(&now) {
        return Some(format!("its parts were {:?} and are {:?}", names(&known), names(&now)));
    }
    for ((name, a), (_, b)) in known.iter().zip(&now) {
        if a.len().abs_diff(b.len()) > 1 + a.len() / 30 {
            return Some(format!("{name} was {} blocks high and is {}", a.len(), b.len()));
        }
        let step = |c: char| i64::from(c.to_digit(16).unwrap_or(0));
        let (mut all, mut off) = (0, Vec::new());
        for (y, (a, b)) in a.iter().zip(b).enumerate() {
            for (x, (a, b)) in a.as_bytes().chunks(3).zip(b.as_bytes().chunks(3)).enumerate() {
                all += 1;
                if a.iter().zip(b).any(|(a, b)| (step(char::from(*a)) - step(char::from(*b))).abs() > AWAY) {
                    off.push((x * BLOCK as usize, y * BLOCK as usize));
                }
            }
        }
        if off.len() * 1000 > all * MAY_DIFFER {
            let n = off.len();
            return Some(format!(
                "{n} of {all} blocks of {name} have another colour, the first at {:?}",
                off[0]
            ));
        }
    }
    None
}

/// The titles of the parts; the last one is drawn in the theme that is chosen, all others in both.
const TITLES: &str =
    "return [...document.querySelectorAll('.gallery > section > h2')].map((h) => h.textContent)";

/// Sets the theme, and holds still what would lie over parts while the page is scrolled.
const DRESS: &str = r"
    const [theme, done] = arguments;
    document.documentElement.dataset.theme = theme;
    for (const part of document.querySelectorAll('body > *')) if (['sticky', 'fixed'].includes(getComputedStyle(part).position)) part.style.position = 'static';
    document.fonts.ready.then(() => requestAnimationFrame(() => done(null)));";

#[tokio::test(flavor = "multi_thread")]
async fn design_looks_as_it_was_looked_at() -> Result<()> {
    if !browser_or_skip("the design page") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 900).await?;
    for (width, height) in [(1280, 800), (1024, 768), (390, 844)] {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        browser.goto(format!("{}/design", server.url)).await?;
        within_width(&browser, "/design").await?;
        for theme in ["dark", "light"] {
            browser.execute_async(DRESS, vec![json!(theme)]).await?;
            if width == 1280 && theme == "dark" {
                accessible(&browser, "/design").await?;
            }
            let titles: Vec<String> = browser.execute(TITLES, vec![]).await?.convert()?;
            ensure!(titles.len() == 9, "{titles:?}");
            let chosen = if theme == "dark" { 0 } else { titles.len() - 1 };
            // On a busy machine a piece may be caught before it is painted: then all is looked at again.
            for last in [false, true] {
                let mut picture = String::new();
                for (i, title) in titles.iter().enumerate().skip(chosen) {
                    picture.push_str(&format!("== {title}\n{}\n", blocks(&browser, i).await?));
                }
                match compare(&format!("design-{width}-{theme}.txt"), &picture, other_picture) {
                    Err(error) if last => return Err(error),
                    Err(_) => tokio::time::sleep(std::time::Duration::from_secs(1)).await,
                    Ok(()) => break,
                }
            }
        }
    }
    browser.quit().await?;
    Ok(())
}

/// Running games of the corpus, none of which time moves on.
const GAMES: [(&str, &str); 5] = [
    ("red-alert", "running-normal-bots"),
    ("star-trek", "running-normal-bots"),
    ("federation", "running-normal-bot-every-throw"),
    ("starcraft", "running-normal-bots"),
    ("space-alert", "long-random-clock-off"),
];

#[tokio::test(flavor = "multi_thread")]
async fn design_of_tables_reads_as_it_was_read() -> Result<()> {
    if !browser_or_skip("the tables' accessibility trees") {
        return Ok(());
    }
    let logs: Vec<_> = GAMES.iter().map(|(game, name)| corpus(game, name)).collect();
    let (server, tables) = Server::start_with_logs(&logs)?;
    ensure!(tables.len() == GAMES.len(), "{tables:?}");
    let mut driver = Driver::start().await?;
    for ((game, _), table) in GAMES.iter().zip(&tables) {
        // Another person at each table.
        let me = driver.browser(1280, 900).await?;
        let size = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        me.goto(format!("{}/t/{table}", server.url)).await?;
        settled(&me).await?;
        let sit = r"
            const acts = [...document.querySelectorAll('#who .seat')].findIndex((seat) => seat.classList.contains('acts'));
            const b = document.querySelector(`#seating [data-claim='${acts}']`) ?? document.querySelector('#seating [data-claim]');
            b?.click();
            return b !== null";
        ensure!(me.execute(sit, vec![]).await?.json() == &json!(true), "{game}: a free seat");
        until(&me, "somebody sits down", "return document.querySelector('#who .mine') !== null").await?;
        settled(&me).await?;
        me.cdp().send_raw("Accessibility.enable", json!({})).await?;
        let tree = me.cdp().send_raw("Accessibility.getFullAXTree", json!({})).await?;
        compare(&format!("reads-{game}.txt"), &read(&tree), other_lines)?;
        me.quit().await?;
    }
    Ok(())
}

/// A tree as a reader goes through it: a role and a name in each line.
fn read(tree: &Value) -> String {
    let nodes: Vec<&Value> = tree["nodes"].as_array().map(|nodes| nodes.iter().collect()).unwrap_or_default();
    let by_id: BTreeMap<&str, &Value> =
        nodes.iter().filter_map(|n| Some((n["nodeId"].as_str()?, *n))).collect();
    let mut out = String::new();
    if let Some(root) = nodes.first() {
        put(root, &by_id, 0, &mut out);
    }
    out
}

fn put(node: &Value, by_id: &BTreeMap<&str, &Value>, depth: usize, out: &mut String) {
    let role = node["role"]["value"].as_str().unwrap_or_default();
    let name = node["name"]["value"].as_str().unwrap_or_default();
    let silent = ["none", "generic", "InlineTextBox", "LineBreak", "StaticText", "ListMarker", "SvgRoot"]
        .contains(&role)
        && (name.is_empty() || role != "SvgRoot");
    let shown = node["ignored"] != json!(true) && !silent;
    if shown {
        let short: String = name.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(140).collect();
        out.push_str(&format!("{}{role} {short:?}\n", "  ".repeat(depth)));
    }
    for child in node["childIds"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if let Some(child) = by_id.get(child) {
            put(child, by_id, depth + usize::from(shown), out);
        }
    }
}

/// The first line that reads otherwise.
fn other_lines(known: &str, now: &str) -> Option<String> {
    if known == now {
        return None;
    }
    let at = known
        .lines()
        .zip(now.lines())
        .position(|(a, b)| a != b)
        .unwrap_or(known.lines().count().min(now.lines().count()));
    let line = |text: &str| text.lines().nth(at).unwrap_or("nothing more").trim().to_owned();
    Some(format!("line {} was {} and is {}", at + 1, line(known), line(now)))
}

#[test]
fn pictures_that_differ_by_letters_are_the_same() {
    let known = "== A\nfff000\n000fff\n";
    assert_eq!(other_picture(known, "== A\need011\n010fff\n"), None);
    assert!(other_picture(known, "== A\nfff000\n000a00\n").is_some());
    assert!(other_picture(known, "== B\nfff000\n000fff\n").is_some());
}
