//! The lobby: two browsers meet by quick match, play a rated game to its end, and their ratings move.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{settled, until},
};
use anyhow::{Result, ensure};
use thirtyfour::prelude::*;

async fn click(browser: &WebDriver, css: &str) -> Result<()> {
    browser.query(By::Css(css)).first().await?.click().await?;
    Ok(())
}

/// Makes an account with a password.
pub async fn sign_up(browser: &WebDriver, url: &str, name: &str) -> Result<()> {
    browser.goto(format!("{url}/account")).await?;
    let script = "const form = document.querySelector('form[action=\"/account/new\"]'); \
                  form.elements.namedItem('name').value = arguments[0]; \
                  form.elements.namedItem('password').value = 'nine horses by the shore'; form.submit();";
    browser.execute(script, vec![name.into()]).await?;
    until(browser, "an account is made", "return !!document.querySelector('#once li')").await
}

/// Asks for a live rated game of Red Alert.
async fn quick(browser: &WebDriver, url: &str) -> Result<()> {
    browser.goto(format!("{url}/lobby")).await?;
    let script = "document.querySelector('#q-game').value = 'red-alert'; document.querySelector('[name=rated]').checked = true;";
    browser.execute(script, vec![]).await?;
    click(browser, "form[action=\"/lobby/quick\"] button").await?;
    until(
        browser,
        "the table is there",
        "return location.pathname.startsWith('/t/') && !!document.querySelector('#who')",
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_meet_by_quick_match_and_their_ratings_move() -> Result<()> {
    if !browser_or_skip("lobby") {
        return Ok(());
    }
    let server = Server::start()?;
    let mut driver = Driver::start().await?;
    let (ada, bob) = (driver.browser(1280, 800).await?, driver.browser(390, 844).await?);
    sign_up(&ada, &server.url, "Ada").await?;
    sign_up(&bob, &server.url, "Bob").await?;
    for (browser, what) in [(&ada, "the lobby"), (&bob, "the lobby on a phone")] {
        browser.goto(format!("{}/lobby", server.url)).await?;
        accessible(browser, what).await?;
        within_width(browser, what).await?;
    }
    quick(&ada, &server.url).await?;
    settled(&ada).await?;
    // Whoever looks sees that somebody waits.
    bob.goto(format!("{}/lobby", server.url)).await?;
    until(&bob, "a table waits", "return document.querySelector('#waiting')?.textContent.includes('@Ada')")
        .await?;
    quick(&bob, &server.url).await?;
    ensure!(ada.current_url().await?.path() == bob.current_url().await?.path(), "both are at one table");
    until(&ada, "Bob is there", "return document.querySelector('#who').textContent.includes('@Bob')").await?;
    until(&ada, "it is rated", "return document.querySelector('#who').textContent.includes('rated')").await?;
    // Giving up asks once more.
    until(&ada, "one can give up", "return !!document.querySelector('#sure-concede')").await?;
    ada.execute("document.querySelector('#sure-concede').open = true; document.querySelector('#sure-concede button').click()", vec![])
        .await?;
    until(&bob, "it is over", "return document.body.textContent.includes('gives up')").await?;
    for (name, figure) in [("Ada", "1337?"), ("Bob", "1662?")] {
        bob.goto(format!("{}/p/{name}", server.url)).await?;
        let script = format!("return document.querySelector('#ratings')?.textContent.includes('{figure}')");
        until(&bob, "the profile has the rating", &script).await?;
        accessible(&bob, "a profile").await?;
        within_width(&bob, "a profile").await?;
    }
    ada.goto(format!("{}/ranking/red-alert", server.url)).await?;
    accessible(&ada, "a ranking").await?;
    for browser in [ada, bob] {
        browser.quit().await?;
    }
    Ok(())
}
