//! Seats that survive, in browsers: giving up by keys, playing again, and a phrase that brings the seats elsewhere.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    play::{seat_link, sit_down},
    table::{open, play_now, settled, turn, type_keys, until},
};
use anyhow::{Result, ensure};
use thirtyfour::prelude::*;

/// Puts the focus on something and presses Enter.
async fn enter(browser: &WebDriver, css: &str) -> Result<()> {
    until(
        browser,
        css,
        &format!("const e = document.querySelector(`{css}`); return !!e && e.checkVisibility()"),
    )
    .await?;
    browser.execute(format!("document.querySelector(`{css}`).focus()"), vec![]).await?;
    type_keys(browser, Key::Enter + "").await
}

/// By keys alone: *Give up* asks once more in its place, and *Play again* is one press.
#[tokio::test(flavor = "multi_thread")]
async fn giving_up_asks_once_more_and_the_next_game_is_one_press_away() -> Result<()> {
    if !browser_or_skip("giving up and playing again") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let old = me.current_url().await?;
    enter(&me, "#tab-table").await?;
    enter(&me, "#more-fold > summary").await?;
    enter(&me, "#sure-concede > summary").await?;
    ensure!(!turn(&me).await?.over, "one press is not enough");
    enter(&me, "#sure-concede button").await?;
    until(&me, "the game is over", "return document.getElementById('turn').dataset.over === 'true'").await?;
    enter(&me, "#again button").await?;
    until(
        &me,
        "another table is open",
        &format!("return location.href !== '{old}' && !!document.querySelector('#who .mine')"),
    )
    .await?;
    settled(&me).await?;
    ensure!(!turn(&me).await?.over, "the next game runs");
    me.quit().await?;
    Ok(())
}

/// Whoever plays with others finds his phrase at the table; another browser gets the seat by it, and the owner's renewed link
/// takes it from both.
#[tokio::test(flavor = "multi_thread")]
async fn a_phrase_brings_the_seat_to_another_browser() -> Result<()> {
    if !browser_or_skip("a recovery phrase") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    open(&ada, &server.url, "me", "link").await?;
    let bob = driver.browser(390, 844).await?;
    sit_down(&bob, &format!("{}{}", server.url, seat_link(&ada).await?)).await?;
    let table = bob.current_url().await?;
    enter(&bob, "#keep-seat > summary").await?;
    let words = bob.query(By::Css("#keep-seat .phrase")).first().await?.text().await?;
    enter(&bob, "#keep-seat button").await?;
    until(&bob, "it is not shown again", "return !document.getElementById('keep-seat')").await?;

    let phone = driver.browser(390, 844).await?;
    phone.goto(format!("{}/me", server.url)).await?;
    phone.query(By::Css("#phrase")).first().await?.send_keys(words.to_uppercase() + Key::Enter).await?;
    until(&phone, "the first page", "return location.pathname === '/'").await?;
    phone.goto(table.as_str()).await?;
    until(&phone, "the seat is there", "return !!document.querySelector('#who .mine')").await?;

    // The owner renews the link: both lose the seat, and the new link gives it.
    enter(&ada, "#tab-table").await?;
    enter(&ada, "#seats-fold > summary").await?;
    enter(&ada, "#seat-1 > summary").await?;
    ada.query(By::XPath("//details[@id='seat-1']//button[text()='Renew the link']"))
        .first()
        .await?
        .click()
        .await?;
    for browser in [&bob, &phone] {
        until(browser, "the seat is lost", "return !document.querySelector('#who .mine')").await?;
    }
    sit_down(&bob, &format!("{}{}", server.url, seat_link(&ada).await?)).await?;
    for browser in [ada, bob, phone] {
        browser.quit().await?;
    }
    Ok(())
}
