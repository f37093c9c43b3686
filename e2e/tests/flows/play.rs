//! Games played in browsers.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    table::{dom, hand, my_turn, next, open, play_now, press, settled, turn, type_keys, until},
};
use anyhow::{Context, Result, ensure};
use thirtyfour::prelude::*;

/// A newcomer presses *Play now* and finishes the battle against the bot, by buttons alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_uneasy_truce_to_its_end() -> Result<()> {
    if !browser_or_skip("a newcomer plays") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 5;
    let mut decisions = 0;
    while !my_turn(&me).await?.over {
        press(&me, next(&mut salt)).await?;
        decisions += 1;
        ensure!(decisions < 3000, "the battle does not end");
    }
    until(&me, "the ending is there", "return document.querySelector('.play').dataset.ending === 'open'")
        .await?;
    let end = me.query(By::Css("#ask.ended #prompt")).first().await?.text().await?;
    let verdicts = ["Victory. ", "Defeat. ", "A draw. "];
    ensure!(verdicts.iter().any(|v| end.starts_with(v)), "the page says how it ended: {end}");
    // The end offers a replay with every seat's eyes, and the log with its seed.
    me.query(By::Css("#ending .acts a[href$='/replay']")).first().await?.click().await?;
    me.query(By::XPath("//nav[@aria-label='Seen as']//a[text()='everything']")).first().await?;
    me.query(By::XPath("//a[@aria-label='One step on']")).first().await?.click().await?;
    me.query(By::XPath("//button[text()='Play on from here']")).first().await?.click().await?;
    settled(&me).await?;
    ensure!(!turn(&me).await?.over, "the branch goes on");
    me.quit().await?;
    Ok(())
}

/// Two people at two machines play each other by a seat link; a third watches. Nobody's page holds another's hand.
#[tokio::test(flavor = "multi_thread")]
async fn two_play_by_seat_link_and_a_third_sees_no_hidden_card() -> Result<()> {
    if !browser_or_skip("two play by seat link") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    open(&ada, &server.url, "me", "link").await?;
    let link = seat_link(&ada).await?;
    let bob = driver.browser(1280, 900).await?;
    sit_down(&bob, &format!("{}{link}", server.url)).await?;
    // He came without a name and tells it at the table.
    bob.query(By::Css("#own-name")).first().await?.send_keys("Bob" + Key::Enter).await?;
    let named = "return document.querySelector('#who').textContent.includes('Bob')";
    until(&ada, "Ada reads Bob's name", named).await?;
    until(&bob, "Bob is no longer asked", "return document.querySelector('#seating #naming') === null")
        .await?;
    settled(&bob).await?;
    let eve = driver.browser(1280, 900).await?;
    eve.goto(ada.current_url().await?.as_str()).await?;
    settled(&eve).await?;

    let mut salt = 11;
    for _ in 0..60 {
        for player in [&ada, &bob] {
            if turn(player).await?.mine {
                press(player, next(&mut salt)).await?;
            }
        }
        let (adas, bobs) = (hand(&ada).await?, hand(&bob).await?);
        let (page_a, page_b, page_e) = (dom(&ada).await?, dom(&bob).await?, dom(&eve).await?);
        // Copies of one card are common: only cards that the looker neither holds nor may see elsewhere count.
        for card in bobs.iter().filter(|c| !adas.contains(c)) {
            ensure!(!page_a.contains(&format!("data-id=\"{card}\"")), "Bob's {card} is in Ada's page");
        }
        for card in adas.iter().filter(|c| !bobs.contains(c)) {
            ensure!(!page_b.contains(&format!("data-id=\"{card}\"")), "Ada's {card} is in Bob's page");
        }
        ensure!(!page_e.contains("data-id=\"card:"), "a spectator's page holds a card of a hand");
    }
    ensure!(turn(&eve).await?.step > 20, "the spectator saw the game go on");

    // Words reach everybody at the table.
    ada.query(By::Css("#tab-chat")).first().await?.click().await?;
    until(&ada, "the chat is open", "return document.getElementById('say-text').checkVisibility()").await?;
    ada.query(By::Css("#say-text")).first().await?.send_keys("well met\n").await?;
    let said = "return document.getElementById('chat').textContent.includes('well met')";
    until(&bob, "Bob reads it", said).await?;
    for browser in [ada, bob, eve] {
        browser.quit().await?;
    }
    Ok(())
}

/// The link of the free seat, as the owner's page gives it.
pub async fn seat_link(owner: &WebDriver) -> Result<String> {
    let button = owner.query(By::Css("#seating [data-copy]")).first().await?;
    button.attr("data-copy").await?.context("the owner has the link of the free seat")
}

/// Opens a seat link and waits until the seat is taken and the secret has left the address.
pub async fn sit_down(browser: &WebDriver, link: &str) -> Result<()> {
    browser.goto(link).await?;
    until(browser, "the guest sits at the table", "return document.querySelector('#who .mine') !== null")
        .await?;
    settled(browser).await?;
    ensure!(!browser.current_url().await?.as_str().contains("seat="), "the secret leaves the address");
    Ok(())
}

/// The server is killed in the middle of a turn and comes back: the page reconnects and nothing is lost.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_survives_a_killed_server() -> Result<()> {
    if !browser_or_skip("the page survives a killed server") {
        return Ok(());
    }
    let (mut server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 3;
    for _ in 0..8 {
        my_turn(&me).await?;
        press(&me, next(&mut salt)).await?;
    }
    let before = my_turn(&me).await?;
    server.restart()?;
    settled(&me).await?;
    let after = my_turn(&me).await?;
    ensure!(after.step >= before.step, "{before:?} became {after:?}");
    press(&me, next(&mut salt)).await?;
    me.quit().await?;
    Ok(())
}

/// A turn without a mouse: number keys, Tab and Enter, Escape, undo.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_by_keyboard_alone() -> Result<()> {
    if !browser_or_skip("a turn by keyboard") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    for _ in 0..12 {
        let before = my_turn(&me).await?;
        if before.over {
            break;
        }
        type_keys(&me, "1").await?;
        let moved = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
        until(&me, "a number key decides", &moved).await?;
        // The button that was pressed has the focus, and its words are those of the new question like all others.
        my_turn(&me).await?;
        until(&me, "the buttons say what the page would say anew", &as_drawn_anew()).await?;
    }
    my_turn(&me).await?;
    type_keys(&me, "?").await?;
    until(&me, "the list of keys opens", "return document.getElementById('help').open").await?;
    type_keys(&me, Key::Escape).await?;
    until(&me, "and closes", "return !document.getElementById('help').open").await?;
    type_keys(&me, "h").await?;
    until(&me, "a bot gives a hint", "return document.querySelector('.pick.hinted') !== null").await?;
    me.quit().await?;
    Ok(())
}

/// Do the answers read as on the same page loaded again?
fn as_drawn_anew() -> String {
    "const again = new XMLHttpRequest();
     again.open('GET', location.pathname, false);
     again.send();
     const words = (page) => [...page.querySelectorAll('#ask .pick')].map((b) => b.textContent).join('|');
     return words(document) === words(new DOMParser().parseFromString(again.responseText, 'text/html'));"
        .into()
}

/// Two people pass one device: a curtain stands between their secret hands.
#[tokio::test(flavor = "multi_thread")]
async fn a_curtain_covers_secret_hands_on_one_device() -> Result<()> {
    if !browser_or_skip("a curtain") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let both = driver.browser(1280, 900).await?;
    open(&both, &server.url, "me", "me").await?;
    let mut lifted = 0;
    let mut salt = 2;
    for _ in 0..30 {
        let shown = "return !document.getElementById('curtain').hidden || document.getElementById('turn').dataset.mine === 'true'";
        until(&both, "somebody is asked", shown).await?;
        let covered = both.execute("return !document.getElementById('curtain').hidden", vec![]).await?;
        if covered.json().as_bool() == Some(true) {
            ensure!(
                !dom(&both).await?.contains("data-id=\"card:"),
                "the curtain hides a page that shows a hand"
            );
            both.query(By::Css("#lift")).first().await?.click().await?;
            until(&both, "the curtain lifts", "return document.getElementById('curtain').hidden").await?;
            lifted += 1;
        }
        press(&both, next(&mut salt)).await?;
    }
    ensure!(lifted >= 2, "the device went from hand to hand");
    both.quit().await?;
    Ok(())
}
