//! A table's page in a browser, as a person uses it.

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// What a page shows of its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Something is asked of this page's person.
    pub mine: bool,
    /// The game is over.
    pub over: bool,
    /// Steps so far.
    pub step: u64,
}

/// Presses *Play now* on the home page.
pub async fn play_now(browser: &WebDriver, url: &str) -> Result<()> {
    browser.goto(url).await?;
    browser.query(By::Css("form[action='/play/red-alert'] button")).first().await?.click().await?;
    settled(browser).await
}

/// Opens a table by its form: who sits on the first and the second chair.
pub async fn open(browser: &WebDriver, url: &str, first: &str, second: &str) -> Result<()> {
    open_scenario(browser, url, "uneasy-truce", first, second).await
}

/// The same for any scenario.
pub async fn open_scenario(
    browser: &WebDriver,
    url: &str,
    scenario: &str,
    first: &str,
    second: &str,
) -> Result<()> {
    browser.goto(format!("{url}/open/red-alert?scenario={scenario}")).await?;
    for (seat, who) in [first, second].into_iter().enumerate() {
        let option = format!("#s-{seat} option[value='{who}']");
        browser.query(By::Css(option)).first().await?.click().await?;
    }
    let name = browser.query(By::Css("#name")).first().await?;
    name.clear().await?;
    name.send_keys("Ada").await?;
    browser.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(browser).await
}

/// Waits until the page has its line to the server.
pub async fn settled(browser: &WebDriver) -> Result<()> {
    until(
        browser,
        "the page is connected",
        "return document.getElementById('line')?.dataset.state === 'live'",
    )
    .await
}

/// Waits until a script is true.
pub async fn until(browser: &WebDriver, what: &str, script: &str) -> Result<()> {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        if browser.execute(script, vec![]).await?.json().as_bool() == Some(true) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let page = browser.execute("return document.body.innerText.slice(0, 1500)", vec![]).await?;
    bail!("it did not happen that {what}; the page says: {}", page.json());
}

/// What the page shows of its table.
pub async fn turn(browser: &WebDriver) -> Result<Turn> {
    let script = "const d = document.getElementById('turn').dataset; return [d.mine === 'true', d.over === 'true', Number(d.step), document.getElementById('note')?.textContent ?? '']";
    let shown = browser.execute(script, vec![]).await?;
    let shown = shown.json();
    // Whatever a flow does, its page sends nothing that the server cannot read.
    let note = shown[3].as_str().unwrap_or_default();
    ensure!(!note.contains("unreadable"), "the page sent something unreadable");
    let flag = |i: usize| shown[i].as_bool().context("the page says whose turn it is");
    Ok(Turn { mine: flag(0)?, over: flag(1)?, step: shown[2].as_u64().context("the page knows its step")? })
}

/// Waits until it is this page's turn or the game is over.
pub async fn my_turn(browser: &WebDriver) -> Result<Turn> {
    let script =
        "const d = document.getElementById('turn').dataset; return d.mine === 'true' || d.over === 'true'";
    until(browser, "it is my turn", script).await?;
    turn(browser).await
}

/// Presses one of the offered buttons, by a number that need not be small, and waits until the table has moved on.
pub async fn press(browser: &WebDriver, salt: u64) -> Result<()> {
    let before = turn(browser).await?;
    let script = r"
        const all = [...document.querySelectorAll('#ask .pick')];
        // Forward: nothing that only takes back what was just done.
        const on = all.filter((b) => !/take back|return|take .* back/i.test(b.textContent));
        const picks = on.length ? on : all;
        if (!picks.length) return false;
        picks[arguments[0] % picks.length].click();
        return true;";
    let pressed = browser.execute(script, vec![json!(salt)]).await?.json().as_bool();
    if pressed == Some(true) {
        let moved = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
        until(browser, "the table moves on after a button", &moved).await?;
        // A browser takes the focus from what is no longer drawn a frame later.
        let script = "const done = arguments[0]; setTimeout(() => done([document.activeElement === document.body, document.getElementById('prompt')?.textContent ?? '']), 60)";
        let kept = browser.execute_async(script, vec![]).await?.json().clone();
        ensure!(kept[0] == false, "the focus stays in the game, also at {}", kept[1]);
    }
    Ok(())
}

/// The whole document as text, for looking for what must not be there.
pub async fn dom(browser: &WebDriver) -> Result<String> {
    Ok(browser.source().await?)
}

/// Types on the keyboard, into whatever has the focus.
pub async fn type_keys(browser: &WebDriver, keys: impl Into<TypingData>) -> Result<()> {
    Ok(browser.action_chain().send_keys(keys).perform().await?)
}

/// The names of the cards in the hand that the page shows, by their board ids.
pub async fn hand(browser: &WebDriver) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('[data-id^=\"card:\"]')].map(e => e.dataset.id)";
    let shown = browser.execute(script, vec![]).await?;
    let ids = shown.json().as_array().context("a list")?;
    Ok(ids.iter().filter_map(|id| id.as_str().map(String::from)).collect())
}

/// A small reproducible number.
pub fn next(salt: &mut u64) -> u64 {
    *salt = salt.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *salt >> 33
}
