//! The stage: one screen for every game. The page never scrolls, and whatever one plays with is in sight and can be touched,
//! on wide screens, small ones and phones both ways up, from the first question on.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    table::{my_turn, next, press, settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Looks at the page as it stands.
const LOOK: &str = include_str!("stage.js");
/// Width, height, and the least share of the board, which with the dock is what one plays with.
const SCREENS: [(u32, u32, f64); 4] =
    [(1280, 800, 0.62), (1024, 700, 0.58), (390, 844, 0.38), (844, 390, 0.55)];
/// Decisions played at each table, and after how many of them it is looked at.
const DECISIONS: usize = 36;
const EVERY: usize = 6;

async fn size(browser: &WebDriver, width: u32, height: u32) -> Result<()> {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
    let there = format!("return innerWidth === {width} && innerHeight === {height}");
    until(browser, "the window has its size", &there).await
}

/// What is wrong with the page at every size; on phones with what one holds, too.
async fn faults(browser: &WebDriver, what: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (width, height, share) in SCREENS {
        size(browser, width, height).await?;
        let phone = width < 900;
        for tab in ["act", "hold"].into_iter().filter(|tab| phone || *tab == "act") {
            if phone {
                let open = "const t = document.getElementById(`tab-${arguments[0]}`); if (t.getAttribute('aria-selected') !== 'true') t.click()";
                browser.execute(open, vec![json!(tab)]).await?;
            }
            let seen = browser.execute(LOOK, vec![]).await?.json().clone();
            let list = seen["faults"].as_array().context("a list of faults")?;
            found.extend(
                list.iter()
                    .filter_map(Value::as_str)
                    .map(|f| format!("{what}, {width}×{height}, {tab}: {f}")),
            );
            let board = seen["board"].as_f64().unwrap_or_default();
            if board < share {
                found
                    .push(format!("{what}, {width}×{height}, {tab}: the board has {board:.2} of the screen"));
            }
        }
    }
    size(browser, 1280, 800).await?;
    Ok(found)
}

async fn stands(game: &str, seed: u64) -> Result<()> {
    if !browser_or_skip(&format!("the stage of {game}")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    browser.goto(&server.url).await?;
    browser.query(By::Css(format!("form[action='/play/{game}'] button"))).first().await?.click().await?;
    settled(&browser).await?;
    let mut found = faults(&browser, &format!("{game}, at the start")).await?;
    let mut salt = seed;
    for i in 1..=DECISIONS {
        if my_turn(&browser).await?.over {
            break;
        }
        browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
        press(&browser, next(&mut salt)).await?;
        if i % EVERY == 0 {
            found.extend(faults(&browser, &format!("{game}, after {i} decisions")).await?);
        }
    }
    browser.goto(format!("{}/replay?step=5", browser.current_url().await?)).await?;
    found.extend(faults(&browser, &format!("{game}, replayed")).await?);
    browser.quit().await?;
    found.sort();
    found.dedup();
    ensure!(found.is_empty(), "{} faults: {found:#?}", found.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn red_alert_stands_on_one_screen() -> Result<()> {
    stands("red-alert", 3).await
}

#[tokio::test(flavor = "multi_thread")]
async fn star_trek_stands_on_one_screen() -> Result<()> {
    stands("star-trek", 5).await
}

#[tokio::test(flavor = "multi_thread")]
async fn federation_stands_on_one_screen() -> Result<()> {
    stands("federation", 7).await
}

#[tokio::test(flavor = "multi_thread")]
async fn starcraft_stands_on_one_screen() -> Result<()> {
    stands("starcraft", 11).await
}

#[tokio::test(flavor = "multi_thread")]
async fn space_alert_stands_on_one_screen() -> Result<()> {
    stands("space-alert", 13).await
}
