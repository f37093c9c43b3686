//! Pressing as a person does: with a pointer at what is in sight, and with Tab and Enter alone.

use crate::table::{turn, type_keys};
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// How long something that moves or is being drawn anew is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Tabs at most until something has the focus: a page with more stops on the way is not used by keyboard.
const MOST_TABS: usize = 250;

/// Finds what a script means, and says what must be pressed before it is in sight: a fold, or a tab. Null where it is not there.
const NEXT_PRESS: &str = r"
    const it = find();
    if (!it) return null;
    const chain = [];
    for (let e = it; e; e = e.parentElement) chain.unshift(e);
    for (const e of chain) {
        if (e.hidden && e.id.startsWith('pane-')) return document.getElementById(e.id.replace('pane-', 'tab-'));
        const fold = e.matches('details:not([open])') ? e.querySelector(':scope > summary') : null;
        if (fold && !fold.contains(it)) return fold;
    }
    return it;";

/// The script that finds something by its selector.
pub fn by_css(css: &str) -> String {
    format!("document.querySelector({})", json!(css))
}

/// The script that finds the button of a choice by its words.
pub fn by_words(words: &str) -> String {
    format!(
        "[...document.querySelectorAll('.pick')].find((b) => JSON.parse(b.dataset.do).w === {})",
        json!(words)
    )
}

/// Presses what a script finds, with the pointer. What hides it is opened first, as a person would; what lies over it is an error, for the
/// driver presses the point of the screen and says who else is there.
pub async fn press_it(browser: &WebDriver, find: &str) -> Result<()> {
    let script = format!("const find = () => {find}; {NEXT_PRESS}");
    let is_it = format!("return arguments[0] === {find}");
    let end = Instant::now() + PATIENCE;
    let (mut last, mut tried) = ("it is not there".to_owned(), 0);
    while Instant::now() < end {
        let found = browser.execute(&script, vec![]).await?;
        if !found.json().is_null() {
            let element = found.element()?;
            let target = browser.execute(&is_it, vec![element.to_json()?]).await;
            // Whoever finds it under something scrolls a little further.
            let block = ["center", "start", "end"][tried % 3];
            tried += 1;
            let scroll = format!("arguments[0].scrollIntoView({{ block: '{block}', inline: 'nearest' }})");
            drop(browser.execute(scroll, vec![element.to_json()?]).await);
            match (element.click().await, target) {
                (Ok(()), Ok(target)) if target.json() == true => return Ok(()),
                (Ok(()), _) => {}
                // It was drawn anew meanwhile, or something still moves over it.
                (Err(e), _) => last = e.to_string(),
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bail!("{find} cannot be pressed: {last}")
}

/// The same by a selector.
pub async fn press(browser: &WebDriver, css: &str) -> Result<()> {
    press_it(browser, &by_css(css)).await
}

/// Goes on by Tab until what a script finds has the focus, opening what hides it on the way, and says by what name and role a reader
/// announces it.
pub async fn tab_to(browser: &WebDriver, find: &str) -> Result<(String, String)> {
    let script = format!(
        "const find = () => {find}; const next = (() => {{ {NEXT_PRESS} }})();
         const has = next && document.activeElement === next;
         return [!!next, !!has, next === find()];"
    );
    let mut tabs = 0;
    while tabs < MOST_TABS {
        let at = browser.execute(&script, vec![]).await?;
        match (at.json()[0] == true, at.json()[1] == true, at.json()[2] == true) {
            (true, true, true) => return announced(browser).await,
            (true, true, false) => type_keys(browser, Key::Enter).await?,
            (..) => {
                type_keys(browser, Key::Tab).await?;
                tabs += 1;
            }
        }
    }
    bail!("{find} is not reached in {MOST_TABS} tabs")
}

/// Presses what a script finds by keyboard alone. It must be a button with a name.
pub async fn key_it(browser: &WebDriver, find: &str) -> Result<String> {
    let (role, name) = tab_to(browser, find).await?;
    ensure!(role == "button" && !name.trim().is_empty(), "{find} is announced as {role} {name:?}");
    type_keys(browser, Key::Enter).await?;
    Ok(name)
}

/// Role and name of what has the focus, as the browser tells them to readers.
async fn announced(browser: &WebDriver) -> Result<(String, String)> {
    let cdp = browser.cdp();
    let focus = json!({ "expression": "document.activeElement" });
    let focus = cdp.send_raw("Runtime.evaluate", focus).await?;
    let id = focus["result"]["objectId"].as_str().context("something has the focus")?;
    let asked = json!({ "objectId": id, "fetchRelatives": false });
    let tree = cdp.send_raw("Accessibility.getPartialAXTree", asked).await?;
    let node = &tree["nodes"][0];
    let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
    Ok((text("role"), text("name")))
}

/// Makes one decision of one's own, the first that is offered, and waits until the table has moved on. False where nothing is offered as
/// a button.
pub async fn decide(browser: &WebDriver) -> Result<bool> {
    let before = turn(browser).await?.step;
    // Forward: nothing that only takes back what was just done.
    let first = "[...document.querySelectorAll('#ask .pick')].find((b) => !/take back|return|take .* back/i.test(b.textContent))";
    let there = browser.execute(format!("return !!{first}"), vec![]).await?;
    if there.json() != true {
        return Ok(false);
    }
    press_it(browser, first).await?;
    moved_on(browser, before).await?;
    Ok(true)
}

/// Waits until the table has gone beyond a step.
pub async fn moved_on(browser: &WebDriver, step: u64) -> Result<()> {
    let end = Instant::now() + PATIENCE;
    while turn(browser).await?.step <= step {
        ensure!(Instant::now() < end, "the table stays at step {step}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Ok(())
}
