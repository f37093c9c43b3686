//! A study from the replay of a finished game: a note, a variation and an arrow, by buttons and lists alone.

use crate::{
    harness::{Driver, Server, browser_or_skip, corpus},
    pages::{accessible, within_width},
    table::until,
};
use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::prelude::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_becomes_a_study() -> Result<()> {
    if !browser_or_skip("a study") {
        return Ok(());
    }
    let (server, tables) = Server::start_with_logs(&[corpus("red-alert", "finished-normal-bots")])?;
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 800).await?;
    me.goto(format!("{}/t/{}/replay?step=30", server.url, tables[0])).await?;
    me.query(By::XPath("//button[text()='Make a study of this game']")).first().await?.click().await?;
    me.query(By::Css("#note")).first().await?.send_keys("**Here** it turns (RA-7.4).").await?;
    me.query(By::XPath("//button[text()='Keep the note']")).first().await?.click().await?;
    until(
        &me,
        "the note is shown",
        "return document.querySelector('#ask .study-note strong')?.textContent === 'Here'",
    )
    .await?;
    // An arrow between two things that the list names.
    let ids = me
        .execute(
            "return [...document.querySelectorAll('#board-ids option')].slice(0, 2).map((o) => o.value)",
            vec![],
        )
        .await?;
    let ids: Vec<String> = serde_json::from_value(ids.json().clone())?;
    me.query(By::Css("#mark-from")).first().await?.send_keys(&ids[0]).await?;
    me.query(By::Css("#mark-to")).first().await?.send_keys(&ids[1]).await?;
    me.query(By::XPath("//button[text()='Mark it']")).first().await?.click().await?;
    until(
        &me,
        "an arrow is drawn",
        "return document.querySelectorAll('#board .study-overlay .head').length === 1",
    )
    .await?;
    me.query(By::Css("#tab-lines")).first().await?.click().await?;
    me.query(By::XPath("//button[text()='Play it']")).first().await?.click().await?;
    until(&me, "a variation is open", "return location.search.includes('line=1&step=31')").await?;
    until(&me, "it has no arrow", "return document.querySelector('#board .study-overlay') === null").await?;
    for (width, height) in [(1280, 800), (390, 844)] {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        within_width(&me, "a study").await?;
        for theme in ["dark", "light"] {
            me.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
            for tab in ["notes", "lines", "study"] {
                me.execute("document.getElementById('tab-' + arguments[0]).click()", vec![json!(tab)])
                    .await?;
                accessible(&me, &format!("a study's {tab} at {width} ({theme})")).await?;
            }
        }
    }
    // Whoever has the link reads it, and finds nothing to change.
    let address = me.current_url().await?;
    let other = driver.browser(1280, 800).await?;
    other.goto(address.as_str()).await?;
    ensure!(!other.query(By::Css("#decision")).nowait().exists().await?, "nobody else adds to it");
    me.goto(format!("{}/studies", server.url)).await?;
    accessible(&me, "the page of studies").await?;
    other.quit().await?;
    me.quit().await?;
    Ok(())
}
