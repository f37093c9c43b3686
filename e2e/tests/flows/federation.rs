//! Federation in a browser: a guided first turn, ten turns by keyboard, a phone, the game of the day.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{my_turn, next, press, settled, turn, type_keys, until},
};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

async fn play_now(browser: &WebDriver, url: &str) -> Result<()> {
    browser.goto(url).await?;
    browser.query(By::Css("form[action='/play/federation'] button")).first().await?.click().await?;
    settled(browser).await
}

async fn ask(browser: &WebDriver, script: &str) -> Result<Value> {
    Ok(browser.execute(script, vec![]).await?.json().clone())
}

async fn text(browser: &WebDriver, css: &str) -> Result<String> {
    let script = format!("return document.querySelector(\"{css}\")?.textContent ?? ''");
    ask(browser, &script).await?.as_str().map(String::from).context("text")
}

/// Waits until the table has moved on from a step.
async fn moved(browser: &WebDriver, from: u64) -> Result<()> {
    let script = format!("return Number(document.getElementById('turn').dataset.step) > {from}");
    until(browser, "the table moves on", &script).await
}

/// The Federation turn that the page shows; 0 during the set-up.
async fn federation_turn(browser: &WebDriver) -> Result<u64> {
    let shown = text(browser, "#sf-state .sf-turn").await?;
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    Ok(digits.parse().unwrap_or(0))
}

/// Presses the button with these words by keyboard alone: its number key, or Tab and Enter.
async fn press_by_keys(browser: &WebDriver, words: &str) -> Result<()> {
    let before = turn(browser).await?;
    let script = format!(
        "return [...document.querySelectorAll('#ask .pick')].find((b) => b.textContent.includes('{words}'))?.dataset.key ?? ''"
    );
    let key = ask(browser, &script).await?.as_str().unwrap_or_default().to_owned();
    if !key.is_empty() {
        type_keys(browser, key).await?;
        return moved(browser, before.step).await;
    }
    let focused = format!(
        "return document.activeElement?.matches('#ask .pick') && document.activeElement.textContent.includes('{words}')"
    );
    for _ in 0..600 {
        if ask(browser, &focused).await?.as_bool() == Some(true) {
            type_keys(browser, Key::Enter).await?;
            return moved(browser, before.step).await;
        }
        type_keys(browser, Key::Tab).await?;
    }
    bail!("`{words}` cannot be reached by Tab");
}

/// A newcomer is guided through the first turn, then plays ten turns with the keyboard alone; what was done without
/// luck can be undone, and the game survives a killed server.
#[tokio::test(flavor = "multi_thread")]
async fn a_guided_first_turn_then_ten_turns_by_keyboard() -> Result<()> {
    if !browser_or_skip("Federation by keyboard") {
        return Ok(());
    }
    let (mut server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    my_turn(&me).await?;

    // The coach speaks of the goal, then of the conveyor, then of the turn.
    ensure!(text(&me, "#coach h2").await? == "Six worlds", "the first tip is the goal");
    type_keys(&me, "g").await?;
    until(
        &me,
        "the next tip comes",
        "return document.querySelector('#coach h2')?.textContent === 'The conveyor'",
    )
    .await?;
    while federation_turn(&me).await? == 0 {
        let before = my_turn(&me).await?;
        type_keys(&me, "1").await?;
        moved(&me, before.step).await?;
        my_turn(&me).await?;
    }
    let mut seen = Vec::new();
    for _ in 0..60 {
        let now = my_turn(&me).await?;
        ensure!(!now.over, "nobody loses in the first turn");
        let title = text(&me, "#coach h2").await?;
        if !title.is_empty() {
            seen.push(title.clone());
            type_keys(&me, "g").await?;
            let gone =
                format!("return document.querySelector('#coach h2')?.textContent !== {}", json!(title));
            until(&me, "the tip is read", &gone).await?;
        } else if text(&me, "#prompt").await?.starts_with("Federation turn") {
            break;
        } else {
            type_keys(&me, "1").await?;
            moved(&me, now.step).await?;
        }
    }
    for title in ["Your turn", "What is coming"] {
        ensure!(seen.iter().any(|t| t == title), "the coach spoke of `{title}`: {seen:?}");
    }

    // Ten turns. Two actions in each, whatever comes first, then the end of the turn.
    let (mut turns, mut last, mut acted, mut undone) = (0, 0, 0, false);
    for _ in 0..900 {
        let now = my_turn(&me).await?;
        if now.over {
            // A careless admiral may lose before his tenth turn; the next game goes on counting.
            play_now(&me, &server.url).await?;
            (last, acted) = (0, 0);
            continue;
        }
        let turn = federation_turn(&me).await?;
        if turn > last {
            (last, acted) = (turn, 0);
            turns += 1;
            if turns > 10 {
                break;
            }
            if turns == 5 {
                server.restart()?;
                settled(&me).await?;
                ensure!(federation_turn(&me).await? == turn, "the game goes on where it was");
            }
        }
        if !text(&me, "#prompt").await?.starts_with("Federation turn") {
            type_keys(&me, "1").await?;
            moved(&me, now.step).await?;
        } else if acted < 2 && !undone && ask(&me, "return [...document.querySelectorAll('#ask .pick')].some((b) => b.textContent.includes('Store a'))").await?.as_bool() == Some(true) {
            // Storing a token needs no luck: it can be taken back.
            let before = text(&me, "#sf-store").await?;
            press_by_keys(&me, "Store a").await?;
            type_keys(&me, "u").await?;
            let back = format!("return document.getElementById('sf-store').textContent === {}", json!(before));
            until(&me, "the token is back in row 0", &back).await?;
            undone = true;
        } else if acted < 2 && ask(&me, "return document.querySelector('#ask [data-key=\"1\"]') !== null").await?.as_bool() == Some(true) {
            acted += 1;
            type_keys(&me, "1").await?;
            moved(&me, now.step).await?;
        } else {
            press_by_keys(&me, "End the turn").await?;
        }
    }
    ensure!(turns > 10, "ten turns were played: {turns}");
    me.quit().await?;
    Ok(())
}

/// The table, the game of the day and the statistics are accessible, and fit a phone.
#[tokio::test(flavor = "multi_thread")]
async fn federation_pages_are_accessible_and_fit_a_phone() -> Result<()> {
    if !browser_or_skip("Federation pages") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 4;
    for _ in 0..40 {
        if my_turn(&me).await?.over {
            break;
        }
        press(&me, next(&mut salt)).await?;
    }
    let table = me.current_url().await?.to_string();
    let all = [
        table.clone(),
        format!("{table}/replay?step=20"),
        format!("{}/daily/federation", server.url),
        format!("{}/statistics/federation", server.url),
        format!("{}/open/federation", server.url),
    ];
    for address in &all {
        for theme in ["dark", "light"] {
            me.goto(address).await?;
            me.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
            accessible(&me, &format!("{address} ({theme})")).await?;
        }
    }
    for width in [360, 390, 768] {
        let size = json!({ "width": width, "height": 780, "deviceScaleFactor": 1, "mobile": true });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        for address in &all {
            me.goto(address).await?;
            within_width(&me, &format!("{address} at {width}")).await?;
        }
    }
    me.quit().await?;
    Ok(())
}

/// Two people play the game of the day: the same dice for the same steps, one table each, no seed in the log.
#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_the_same_game_of_the_day() -> Result<()> {
    if !browser_or_skip("the game of the day") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let mut told = Vec::new();
    for _ in 0..2 {
        let me = driver.browser(1280, 900).await?;
        let page = format!("{}/daily/federation", server.url);
        me.goto(&page).await?;
        me.query(By::Css("form[action='/daily/federation'] button")).first().await?.click().await?;
        settled(&me).await?;
        let table = me.current_url().await?.to_string();
        for _ in 0..5 {
            let now = my_turn(&me).await?;
            type_keys(&me, "1").await?;
            moved(&me, now.step).await?;
        }
        my_turn(&me).await?;
        told.push((text(&me, "#log").await?, text(&me, "#sf-queue").await?));
        // Coming back leads to the same table.
        me.goto(&page).await?;
        me.query(By::XPath("//a[text()='Go on with my game']")).first().await?.click().await?;
        settled(&me).await?;
        ensure!(me.current_url().await?.as_str() == table, "one try for each player");
        me.quit().await?;
    }
    ensure!(told[0] == told[1] && told[0].0.contains("set-up"), "the same luck: {told:#?}");
    Ok(())
}
