//! A club, and a tournament in it: two browsers meet, play and see who has won; by mouse, by keyboard, and on a phone.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    lobby::sign_up,
    pages::{accessible, within_width},
    table::until,
};
use anyhow::Result;
use serde_json::json;
use thirtyfour::prelude::*;

/// Fills a form in and sends it.
async fn send(browser: &WebDriver, action: &str, fields: &[(&str, &str)]) -> Result<()> {
    let form = format!("form[action$=\"{action}\"]");
    for (name, value) in fields {
        let set = "const field = document.querySelector(arguments[0]).elements.namedItem(arguments[1]); field.value = arguments[2];";
        browser.execute(set, vec![json!(form), json!(name), json!(value)]).await?;
    }
    browser.query(By::Css(format!("{form} button[type=submit]"))).first().await?.click().await?;
    Ok(())
}

/// The same by keyboard: the button has the focus and Enter is pressed.
async fn press(browser: &WebDriver, action: &str) -> Result<()> {
    let button =
        browser.query(By::Css(format!("form[action$=\"{action}\"] button[type=submit]"))).first().await?;
    button.focus().await?;
    button.send_keys(Key::Enter).await?;
    Ok(())
}

async fn looks_right(browser: &WebDriver, what: &str) -> Result<()> {
    for theme in ["dark", "light"] {
        browser.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
        accessible(browser, &format!("{what} ({theme})")).await?;
    }
    within_width(browser, what).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_a_club_play_a_tournament_to_its_end() -> Result<()> {
    if !browser_or_skip("tournaments") {
        return Ok(());
    }
    let server = Server::start()?;
    let mut driver = Driver::start().await?;
    let (ada, bob) = (driver.browser(1280, 800).await?, driver.browser(390, 844).await?);
    sign_up(&ada, &server.url, "Ada").await?;
    sign_up(&bob, &server.url, "Bob").await?;
    // A club, found from the lobby.
    ada.goto(format!("{}/lobby", server.url)).await?;
    ada.query(By::Css("main a[href=\"/clubs\"]")).first().await?.click().await?;
    until(
        &ada,
        "the clubs are there",
        "return location.pathname === '/clubs' && !!document.querySelector('#club-name')",
    )
    .await?;
    looks_right(&ada, "the list of clubs").await?;
    send(&ada, "/clubs", &[("name", "Anchors"), ("about", "We meet on Thursdays.")]).await?;
    until(&ada, "the club is there", "return !!document.querySelector('#say')").await?;
    let club = ada.current_url().await?.to_string();
    bob.goto(&club).await?;
    press(&bob, "/join").await?;
    until(&bob, "Bob has joined", "return !!document.querySelector('#say')").await?;
    bob.query(By::Css("#say")).first().await?.send_keys("Hello all").await?;
    press(&bob, "/say").await?;
    until(
        &ada,
        "Ada hears it without doing anything",
        "return document.querySelector('#chat').textContent.includes('Hello all')",
    )
    .await?;
    for (browser, what) in [(&ada, "a club"), (&bob, "a club on a phone")] {
        looks_right(browser, what).await?;
    }
    // A tournament of the club.
    ada.query(By::Css("a[href^=\"/tournaments/new\"]")).first().await?.click().await?;
    until(&ada, "the form is there", "return !!document.querySelector('#round_seconds')").await?;
    looks_right(&ada, "making a tournament").await?;
    ada.execute("document.querySelector('[name=method][value=round-robin]').checked = true", vec![]).await?;
    send(&ada, "/tournaments", &[("title", "Thursday cup"), ("clock", "300")]).await?;
    until(&ada, "the tournament is there", "return !!document.querySelector('form[action$=\"/enter\"]')")
        .await?;
    let cup = ada.current_url().await?.to_string();
    send(&ada, "/enter", &[]).await?;
    until(&ada, "Ada is in", "return !!document.querySelector('form[action$=\"/withdraw\"]')").await?;
    bob.goto(&cup).await?;
    press(&bob, "/enter").await?;
    until(&bob, "Bob is in", "return !!document.querySelector('form[action$=\"/withdraw\"]')").await?;
    looks_right(&bob, "a tournament that takes players, on a phone").await?;
    send(&ada, "/start", &[]).await?;
    // The table is there by itself.
    let table = "return !!document.querySelector('.deeds a[href^=\"/t/\"]')";
    until(&bob, "Bob's table is there", table).await?;
    bob.query(By::Css(".deeds a[href^=\"/t/\"]")).first().await?.click().await?;
    until(&bob, "one can give up", "return !!document.querySelector('#sure-concede')").await?;
    until(
        &bob,
        "the table says what it is for",
        "return !!document.querySelector('#who a[href^=\"/tournaments/\"]')",
    )
    .await?;
    bob.execute("document.querySelector('#sure-concede').open = true; document.querySelector('#sure-concede button').click()", vec![])
        .await?;
    until(
        &ada,
        "Ada has won",
        "return document.querySelector('.standing')?.textContent.includes('@Ada has won')",
    )
    .await?;
    for (browser, what) in [(&ada, "a tournament that is over"), (&bob, "the same on a phone")] {
        browser.goto(&cup).await?;
        looks_right(browser, what).await?;
        browser.goto(format!("{}/tournaments", server.url)).await?;
        looks_right(browser, "the list of tournaments").await?;
    }
    for browser in [ada, bob] {
        browser.quit().await?;
    }
    Ok(())
}
