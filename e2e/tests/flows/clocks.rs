//! A table over days, from *Open a table* to a vacation, wide and on a phone.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::until,
};
use anyhow::{Result, ensure};
use thirtyfour::prelude::*;

/// The text of the first element that fits.
async fn text(browser: &WebDriver, css: &str) -> Result<String> {
    Ok(browser.query(By::Css(css)).first().await?.text().await?)
}

/// What belongs to a clock is asked for where one is chosen; the table says how much time there is and what comes then; on
/// vacation it stands still.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_over_days_says_how_much_time_there_is() -> Result<()> {
    if !browser_or_skip("clocks") {
        return Ok(());
    }
    let server = Server::start()?;
    let mut driver = Driver::start().await?;
    for (width, height) in [(1280, 800), (390, 844)] {
        let browser = driver.browser(width, height).await?;
        browser.goto(format!("{}/open/red-alert", server.url)).await?;
        let shown = "const seen = (css) => document.querySelector(css).checkVisibility(); return [seen('.timed'), seen('.over-days')].join()";
        ensure!(
            browser.execute(shown, vec![]).await?.json() == "false,false",
            "no clock, and nothing about it"
        );
        let choose = |value: &str| {
            format!(
                "const c = document.querySelector('#clock'); c.value = '{value}'; c.dispatchEvent(new Event('change', {{ bubbles: true }}))"
            )
        };
        for (value, wanted) in
            [("60", "false,false"), ("live-600-10", "true,false"), ("days-172800", "true,true")]
        {
            browser.execute(choose(value), vec![]).await?;
            ensure!(browser.execute(shown, vec![]).await?.json() == wanted, "with {value}");
        }
        accessible(&browser, "a form with a clock over days").await?;
        within_width(&browser, "a form with a clock over days").await?;
        browser.execute("document.querySelector('#s-1').value = 'me'", vec![]).await?;
        browser.query(By::Css("input[name=end][value=seat]")).first().await?.click().await?;
        browser.query(By::Css("button.primary")).first().await?.click().await?;
        until(
            &browser,
            "time is shown",
            "return document.querySelector('#who .time')?.textContent === '1 d 23 h'",
        )
        .await?;
        // One device for both seats: the curtain lies over the question.
        browser.query(By::Css("#lift")).first().await?.click().await?;
        until(&browser, "the question is shown", "return !!document.querySelector('#ask .pace .time')")
            .await?;
        let pace = text(&browser, "#ask .pace").await?;
        ensure!(pace == "Your turn: 1 d 23 h left; then the seat is lost", "{pace}");
        let agreed = "return document.querySelector('#agreed').textContent";
        let agreed = browser.execute(agreed, vec![]).await?.json().to_string();
        ensure!(agreed.contains("2 days for a turn; what is not used is saved, up to 3 days. When time is out, the seat is lost."), "{agreed}");
        accessible(&browser, "a table over days").await?;
        within_width(&browser, "a table over days").await?;
        let table = browser.current_url().await?;
        browser.goto(format!("{}/me", server.url)).await?;
        accessible(&browser, "you, with vacation").await?;
        browser.query(By::Css("#vacation button")).first().await?.click().await?;
        until(
            &browser,
            "he is on vacation",
            "return document.querySelector('#vacation')?.textContent.includes('I am back')",
        )
        .await?;
        within_width(&browser, "you, on vacation").await?;
        browser.goto(table.as_str()).await?;
        until(
            &browser,
            "others see it",
            "return document.querySelector('#who')?.textContent.includes('on vacation until')",
        )
        .await?;
        until(
            &browser,
            "it stands still",
            "return document.querySelector('#who .time')?.textContent === '8 d 23 h'",
        )
        .await?;
        accessible(&browser, "a table with somebody on vacation").await?;
        within_width(&browser, "a table with somebody on vacation").await?;
        browser.quit().await?;
    }
    Ok(())
}
