//! Advice that can be acted on, requests that bots follow, and decisions in hindsight.

use crate::{
    harness::{Driver, Server, browser_or_skip, corpus},
    pages::{accessible, within_width},
    table::{my_turn, next, play_now, press, settled, turn, type_keys, until},
};
use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::prelude::*;

/// A hint by key: it says what it would do and why, rings it, and does it when it is told to.
#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_read_and_done() -> Result<()> {
    if !browser_or_skip("a hint is done") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 3;
    for _ in 0..6 {
        my_turn(&me).await?;
        type_keys(&me, "h").await?;
        until(&me, "the hint is there", "return document.getElementById('do-hint') !== null").await?;
        let text = me.query(By::Css("p.hint")).first().await?.text().await?;
        ensure!(text.contains(" would choose ") && !text.contains("50.0 %"), "{text}");
        // The choice is in sight, in a group that is open.
        let marked =
            "const p = document.querySelector('.pick.hinted'); return p !== null && p.checkVisibility()";
        until(&me, "the choice is marked", marked).await?;
        let before = turn(&me).await?.step;
        me.query(By::Css("#do-hint")).first().await?.click().await?;
        let gone = format!("return Number(document.getElementById('turn').dataset.step) > {before}");
        until(&me, "it is done", &gone).await?;
        my_turn(&me).await?;
        press(&me, next(&mut salt)).await?;
    }
    accessible(&me, "a table with a hint").await?;
    me.quit().await?;
    Ok(())
}

/// One press asks the crew; a bot answers in the chat, lays the card and tells its plan.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_serves_the_computer_when_asked() -> Result<()> {
    if !browser_or_skip("a request") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    me.goto(format!("{}/open/space-alert?scenario=S2-1&seats=5", server.url)).await?;
    let fill = "for (const [id, value] of [['s-0', 'me'], ['s-1', 'easy'], ['s-2', 'easy'], ['s-3', 'easy'], ['s-4', 'easy'], ['o-clock', 'off'], ['name', 'Ada']]) \
                document.getElementById(id).value = value;";
    me.execute(fill, vec![]).await?;
    me.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(&me).await?;
    me.query(By::Css("#tab-chat")).first().await?.click().await?;
    until(&me, "requests are open", "return document.querySelector('[data-request=\"serve 3\"]') !== null")
        .await?;
    me.query(By::Css("#asks-computer summary")).first().await?.click().await?;
    accessible(&me, "requests").await?;
    me.query(By::Css("[data-request='serve 3']")).first().await?.click().await?;
    let said =
        "return document.getElementById('chat').textContent.includes('Serve the computer in phase 3!')";
    until(&me, "the crew hears it", said).await?;
    // Without a clock bots go through their phases by themselves: one that is not there yet keeps it in mind.
    let yes = "const t = document.getElementById('chat').textContent; return t.includes('Yes. ') || t.includes('on my board already') || t.includes('I keep it in mind')";
    until(&me, "a bot answers", yes).await?;
    // Whoever said yes has laid the card, and the crew is told in which turn.
    let laid = "const said = document.getElementById('chat').textContent; \
                return !said.includes('Yes. ') || /serve the computer on [0-9]+/.test(document.getElementById('log').textContent)";
    until(&me, "a bot serves the computer", laid).await?;
    me.quit().await?;
    Ok(())
}

/// A game that was given up: the review says so, on the list, the curve and the timeline, and it can be tried again.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_the_blunder_and_it_is_tried_again() -> Result<()> {
    if !browser_or_skip("a review") {
        return Ok(());
    }
    let (server, tables) =
        Server::start_with_logs(&[corpus("red-alert", "finished-conceded-while-deploying")])?;
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 800).await?;
    me.goto(format!("{}/t/{}/replay?as=0&pane=review", server.url, tables[0])).await?;
    me.query(By::Css("#review .begin button")).first().await?.click().await?;
    until(&me, "the review is done", "return document.querySelector('.remark.blunder') !== null").await?;
    for (width, height) in [(1280, 800), (1024, 700), (390, 844)] {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        if width < 500 {
            me.query(By::Css("#tab-review")).first().await?.click().await?;
        }
        within_width(&me, "the review").await?;
        for theme in ["dark", "light"] {
            me.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
            accessible(&me, &format!("the review at {width} ({theme})")).await?;
        }
    }
    let marks = "return [document.querySelectorAll('.signs a').length, document.querySelectorAll('.ticks path').length]";
    let marks = me.execute(marks, vec![]).await?;
    ensure!(marks.json()[0].as_u64() > Some(0) && marks.json()[1].as_u64() > Some(0), "{}", marks.json());
    // The link leads to the position before it, and the review stays open.
    me.query(By::Css(".remark.blunder a.moment")).first().await?.click().await?;
    until(
        &me,
        "the moment is shown",
        "return document.querySelector('.controls output').textContent.startsWith('12 ')",
    )
    .await?;
    me.query(By::XPath("//button[text()='Try again from here']")).first().await?.click().await?;
    settled(&me).await?;
    ensure!(!turn(&me).await?.over, "it goes on");
    me.quit().await?;
    Ok(())
}
