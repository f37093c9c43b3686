//! A newcomer's road: home, the lessons one after the other, the first scenario to its end, the review.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{settled, type_keys, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

const LESSON: &str = "document.querySelector('#lesson')";

async fn click(browser: &WebDriver, css: &str) -> Result<()> {
    // A form behind a sheet or under the fold is pressed all the same: what is tried here is where it leads.
    let script = "const it = document.querySelector(arguments[0]); it?.click(); return !!it";
    let there = browser.execute(script, vec![json!(css)]).await?;
    ensure!(there.json() == true, "there is no {css}");
    Ok(())
}

/// Goes through the lesson that is open by *Show me* and *Next*, to its end.
async fn to_its_end(browser: &WebDriver) -> Result<()> {
    for _ in 0..14 {
        settled(browser).await?;
        let before =
            browser.execute(&format!("return {LESSON}.querySelector('progress').value"), vec![]).await?;
        let before = before.json().as_f64().context("the steps done")?;
        let done = browser.query(By::Css("#next-lesson")).nowait().exists().await?;
        if done {
            return Ok(());
        }
        let read = browser.query(By::Css("#read-on")).nowait().exists().await?;
        click(browser, if read { "#read-on" } else { "#show-me" }).await?;
        let on = format!("return {LESSON}.querySelector('progress').value > {before}");
        until(browser, "the lesson goes on", &on).await?;
    }
    anyhow::bail!("the lesson does not end")
}

/// The game that is open comes to its end, given up where one can or in the hands of a quick bot, and is looked back upon.
async fn ends_and_is_reviewed(browser: &WebDriver) -> Result<()> {
    settled(browser).await?;
    let gives_up = browser.query(By::Css("#sure-concede button")).nowait().exists().await?;
    click(browser, if gives_up { "#sure-concede button" } else { "#sure-stand-in button" }).await?;
    let over = "return document.getElementById('turn')?.dataset.over === 'true'";
    let end = Instant::now() + Duration::from_secs(300);
    while browser.execute(over, vec![]).await?.json().as_bool() != Some(true) {
        ensure!(Instant::now() < end, "the game does not end");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let address = browser.current_url().await?;
    browser
        .goto(&format!(
            "{}/replay?pane=review",
            address.as_str().split(['?', '#']).next().unwrap_or_default()
        ))
        .await?;
    browser
        .query(By::Css("#review .begin button"))
        .first()
        .await
        .context("a review can be begun")?
        .click()
        .await?;
    let begun = "const review = document.getElementById('review'); return !!review && !review.querySelector('.begin')";
    until(browser, "the review is under way or done", begun).await
}

async fn newcomer(game: &str) -> Result<()> {
    if !browser_or_skip(&format!("a newcomer learns {game}")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 800).await?;
    me.goto(&server.url).await?;
    click(&me, &format!("#game-{game} a[href='/learn/{game}']")).await?;
    me.query(By::Css("#go-on")).first().await.context("the page of lessons")?;
    accessible(&me, "the page of lessons").await?;
    let count = me.find_all(By::Css("ol.lessons .lesson-row")).await?.len();
    ensure!(count >= 8, "{game} has {count} lessons");
    click(&me, "#go-on").await?;
    for number in 1..=count {
        me.query(By::Css("#lesson .where"))
            .first()
            .await
            .with_context(|| format!("lesson {number} is open"))?;
        let here = format!("return {LESSON}.textContent.includes('Lesson {number} ')");
        until(&me, &format!("lesson {number} follows"), &here).await?;
        if number == 1 {
            accessible(&me, "a lesson").await?;
        }
        to_its_end(&me).await.with_context(|| format!("lesson {number}"))?;
        if number == count / 2 {
            // Whoever goes away finds it again on the first page.
            me.goto(&server.url).await?;
            let text = format!(
                "return document.querySelector('#game-{game}').textContent.includes('Go on: lesson {} of {count}')",
                number + 1
            );
            until(&me, "home goes on", &text).await?;
            click(&me, &format!("#game-{game} .go-on button")).await?;
        } else {
            click(&me, "#next-lesson").await?;
        }
    }
    // After the last one comes the first scenario, without a lesson.
    until(
        &me,
        "a game begins",
        "return !!document.querySelector('#ask') && document.querySelector('#lesson')?.hidden === true",
    )
    .await?;
    if game != "space-alert" {
        ends_and_is_reviewed(&me).await.context("the first scenario")?;
    } else {
        // The script's clock takes eight minutes: the first mission is planned without it.
        me.goto(&format!("{}/open/{game}", server.url)).await?;
        let fill = "for (const seat of document.querySelectorAll('select[id^=s-]')) seat.value = seat.id === 's-0' ? 'me' : 'easy'; \
                    document.getElementById('o-clock').value = 'off';";
        me.execute(fill, vec![]).await?;
        me.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
        ends_and_is_reviewed(&me).await.context("the first mission")?;
    }
    me.goto(&format!("{}/learn/{game}", server.url)).await?;
    let all = format!("return document.body.textContent.includes('{count} of {count} lessons done')");
    until(&me, "all are done", &all).await?;
    me.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_learns_red_alert() -> Result<()> {
    newcomer("red-alert").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_learns_star_trek() -> Result<()> {
    newcomer("star-trek").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_learns_federation() -> Result<()> {
    newcomer("federation").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_learns_starcraft() -> Result<()> {
    newcomer("starcraft").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_learns_space_alert() -> Result<()> {
    newcomer("space-alert").await
}

/// On a phone the lesson stands in the sheet; a mistake gets its message and changes nothing; the keyboard solves it.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_on_a_phone_and_by_keyboard() -> Result<()> {
    if !browser_or_skip("a lesson on a phone") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(390, 844).await?;
    me.goto(&format!("{}/learn/red-alert", server.url)).await?;
    within_width(&me, "the page of lessons").await?;
    accessible(&me, "the page of lessons on a phone").await?;
    click(&me, "#go-on").await?;
    settled(&me).await?;
    within_width(&me, "a lesson on a phone").await?;
    accessible(&me, "a lesson on a phone").await?;
    let seen = "const b = document.querySelector('#lesson').getBoundingClientRect(); return b.height > 40 && b.width > 200";
    until(&me, "the lesson is in the sheet", seen).await?;
    let pick = |words: &str| {
        format!("[...document.querySelectorAll('.pick')].find((b) => b.dataset.do.includes('{words}'))")
    };
    me.execute(&format!("{}.click()", pick("play CM-03")), vec![]).await?;
    until(
        &me,
        "the mistake gets its message",
        "return document.querySelector('#note').textContent.includes('play Attack Left')",
    )
    .await?;
    me.execute(&format!("{}.focus()", pick("play CM-07")), vec![]).await?;
    type_keys(&me, Key::Enter).await?;
    until(
        &me,
        "the next step",
        "return document.querySelector('#lesson').textContent.includes('step 2 of 3')",
    )
    .await?;
    me.quit().await?;
    Ok(())
}

/// On a phone and by keyboard alone: a puzzle is begun, a wrong try is refuted and changes nothing, the right one solves it.
#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_on_a_phone_and_by_keyboard() -> Result<()> {
    if !browser_or_skip("a puzzle on a phone") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(390, 844).await?;
    me.goto(&format!("{}/puzzles", server.url)).await?;
    accessible(&me, "the games with puzzles").await?;
    me.goto(&format!("{}/puzzles/red-alert", server.url)).await?;
    within_width(&me, "the page of puzzles").await?;
    accessible(&me, "the page of puzzles on a phone").await?;
    me.execute("document.querySelector('.puzzles button').focus()", vec![]).await?;
    type_keys(&me, Key::Enter).await?;
    settled(&me).await?;
    let asked =
        "return document.querySelector('#lesson')?.textContent.includes('find the best decision') ?? false";
    until(&me, "the puzzle is in the sheet", asked).await?;
    within_width(&me, "a puzzle on a phone").await?;
    accessible(&me, "a puzzle on a phone").await?;
    // The choice that the rail offers last is tried; a wrong one says why, and all that was asked is asked still.
    let picks = "return document.querySelectorAll('.pick').length";
    let before = me.execute(picks, vec![]).await?.json().as_u64().context("choices")?;
    me.execute("[...document.querySelectorAll('.pick')].at(-1).focus()", vec![]).await?;
    type_keys(&me, Key::Enter).await?;
    let judged = "return document.querySelector('#lesson').textContent.includes('Not this: ')";
    until(&me, "the wrong try is refuted", judged).await?;
    let after = me.execute(picks, vec![]).await?.json().as_u64().context("choices")?;
    ensure!(after == before, "a wrong try changes nothing: {before} choices, then {after}");
    me.execute("document.querySelector('#show-me').focus()", vec![]).await?;
    type_keys(&me, Key::Enter).await?;
    until(&me, "the solution is shown", "return !!document.querySelector('#next-puzzle')").await?;
    let said = "const t = document.querySelector('#lesson').textContent; return t.includes('This was the solution') && t.includes('Your rating is')";
    until(&me, "it counts once", said).await?;
    accessible(&me, "a puzzle that is over").await?;
    me.quit().await?;
    Ok(())
}
