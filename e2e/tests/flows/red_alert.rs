//! What only Red Alert's page has: the coach, quiet windows, deployment by dragging, team play.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    play::sit_down,
    table::{dom, my_turn, next, open_scenario, play_now, press, settled, turn, until},
};
use anyhow::{Context, Result, ensure};
use thirtyfour::prelude::*;

async fn has(browser: &WebDriver, css: &str) -> Result<bool> {
    Ok(browser.query(By::Css(css)).nowait().exists().await?)
}

/// The first battle explains itself: a tip goes when it was read, and all of them when they are not wanted.
#[tokio::test(flavor = "multi_thread")]
async fn a_coach_explains_the_first_battle_and_leaves_when_told_to() -> Result<()> {
    if !browser_or_skip("a coach explains") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut read: Vec<String> = Vec::new();
    let mut salt = 4;
    for _ in 0..40 {
        if my_turn(&me).await?.over || read.len() == 5 {
            break;
        }
        if has(&me, "#coach h2").await? {
            let title = me.query(By::Css("#coach h2")).first().await?.text().await?;
            ensure!(!read.contains(&title), "a tip comes once: {title}");
            me.query(By::Css("#got-it")).first().await?.click().await?;
            let gone =
                format!("return (document.querySelector('#coach h2')?.textContent ?? '') !== '{title}'");
            until(&me, "the tip goes when it was read", &gone).await?;
            read.push(title);
        } else {
            press(&me, next(&mut salt)).await?;
        }
    }
    ensure!(read.len() == 5, "the first turns bring ideas: {read:?}");
    while !has(&me, "#no-tips").await? {
        press(&me, next(&mut salt)).await?;
        my_turn(&me).await?;
    }
    me.query(By::Css("#no-tips")).first().await?.click().await?;
    until(&me, "the coach leaves", "return document.querySelector('#coach').children.length === 0").await?;
    me.quit().await?;
    Ok(())
}

/// A window in which one never plays a card can be silenced, and be asked for again.
#[tokio::test(flavor = "multi_thread")]
async fn a_window_can_be_silenced_and_asked_for_again() -> Result<()> {
    if !browser_or_skip("quiet windows") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 8;
    while !has(&me, "#quiet").await? {
        ensure!(!my_turn(&me).await?.over, "a battle has windows that can be declined");
        press(&me, next(&mut salt)).await?;
        my_turn(&me).await?;
    }
    let before = turn(&me).await?;
    // The foot with Undo and Hint stays in sight and may lie over it: scroll it free, as a person would.
    me.execute("document.getElementById('quiet').scrollIntoView({ block: 'center' })", vec![]).await?;
    me.query(By::Css("#quiet")).first().await?.click().await?;
    let declined = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
    until(&me, "the question is declined at once", &declined).await?;
    until(&me, "the list says so", "return document.querySelector('#quiet-list li') !== null").await?;
    me.query(By::Css("#tab-table")).first().await?.click().await?;
    me.query(By::Css("#quiet-list button")).first().await?.click().await?;
    until(&me, "it is asked again", "return document.querySelector('#quiet-list') === null").await?;
    me.quit().await?;
    Ok(())
}

/// A click on an ordered unit takes away what was clicked before the pointer's rest on it is told: nothing unreadable is sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_quick_click_on_a_unit_sends_nothing_unreadable() -> Result<()> {
    if !browser_or_skip("quick clicks") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 800).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 4;
    for _ in 0..24 {
        if my_turn(&me).await?.over {
            break;
        }
        // The pointer comes, clicks at once and stays, as a hand does.
        let things = me.query(By::Css("#board [data-click]")).nowait().all_from_selector().await?;
        if things.is_empty() {
            press(&me, next(&mut salt)).await?;
            continue;
        }
        let thing = &things[next(&mut salt) as usize % things.len()];
        me.action_chain().move_to_element_center(thing).click().perform().await.ok();
        tokio::time::sleep(std::time::Duration::from_millis(220)).await;
        turn(&me).await?;
        press(&me, next(&mut salt)).await?;
    }
    me.quit().await?;
    Ok(())
}

/// Units are dragged from the muster to the hexes under which they hide.
#[tokio::test(flavor = "multi_thread")]
async fn a_fleet_is_deployed_by_dragging() -> Result<()> {
    if !browser_or_skip("deployment by dragging") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 1400).await?;
    open_scenario(&me, &server.url, "twin-sisters", "me", "easy").await?;
    let deploying = "return /under each of your deployment hexes/.test(document.getElementById('prompt')?.textContent ?? '')";
    let mut salt = 1;
    for _ in 0..60 {
        my_turn(&me).await?;
        if me.execute(deploying, vec![]).await?.json().as_bool() == Some(true) {
            break;
        }
        press(&me, next(&mut salt)).await?;
    }
    until(&me, "the fleet is deployed next", deploying).await?;
    let before = turn(&me).await?;
    let unit = me.query(By::Css("#ra-muster [data-click]")).first().await?;
    let id = unit.attr("data-id").await?.context("a unit has an id")?;
    // A marked hex of one's own side is a place to hide under.
    let hex = me.query(By::Css("#ra-features .ra-berth.cw")).first().await?;
    me.action_chain().drag_and_drop_element(&unit, &hex).perform().await?;
    let placed = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
    until(&me, &format!("{id} goes under a hex"), &placed).await?;
    me.quit().await?;
    Ok(())
}

/// Two a side: what is said to the team stays in the team, and team-mates hold different posts.
#[tokio::test(flavor = "multi_thread")]
async fn a_team_talks_among_itself() -> Result<()> {
    if !browser_or_skip("a team talks") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    ada.goto(format!("{}/open/red-alert?scenario=uneasy-truce&seats=4", server.url)).await?;
    for (seat, who) in ["me", "link", "link", "easy"].into_iter().enumerate() {
        ada.query(By::Css(format!("#s-{seat} option[value='{who}']"))).first().await?.click().await?;
    }
    ada.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(&ada).await?;
    let mut links = Vec::new();
    for button in ada.query(By::Css("#seating [data-copy]")).all_from_selector().await? {
        links.push(button.attr("data-copy").await?.context("a free seat has a link")?);
    }
    ensure!(links.len() == 2, "two seats are free: {links:?}");
    let (foe, mate) = (driver.browser(1280, 900).await?, driver.browser(1280, 900).await?);
    sit_down(&foe, &format!("{}{}", server.url, links[0])).await?;
    sit_down(&mate, &format!("{}{}", server.url, links[1])).await?;
    for (words, team) in [("strike on the left", true), ("good luck to all", false)] {
        let open = "document.getElementById('tab-chat').click(); const t = document.querySelector('#say [name=team]'); t.checked = arguments[0]";
        ada.execute(open, vec![team.into()]).await?;
        ada.query(By::Css("#say-text")).first().await?.send_keys(format!("{words}\n")).await?;
        let said = format!("return document.getElementById('chat').textContent.includes('{words}')");
        until(&mate, "the team-mate reads it", &said).await?;
    }
    let said = "return document.getElementById('chat').textContent.includes('good luck to all')";
    until(&foe, "the other side reads what is for all", said).await?;
    ensure!(
        !dom(&foe).await?.contains("strike on the left"),
        "the other side's page holds words of the team"
    );
    for browser in [ada, foe, mate] {
        browser.quit().await?;
    }
    Ok(())
}
