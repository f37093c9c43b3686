//! A newcomer's road: home, the lessons one after the other, the first scenario, the review. The first lesson is solved by decisions of the
//! learner's own, by pointer and by keyboard; the others are shown.

use crate::{
    hand::{by_css, by_words, decide, key_it, moved_on, press, press_it},
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{my_turn, settled, turn, type_keys, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

const LESSON: &str = "document.querySelector('#lesson')";
/// How long a newcomer plays before he leaves the rest to others, and how many decisions he makes at most.
const PLAYS: (Duration, usize) = (Duration::from_secs(40), 12);
/// A game or a review that has not gone on for so long stands still.
const STANDS_STILL: Duration = Duration::from_secs(90);

/// What a learner decides in the first lesson of a game, in the words of its choices.
fn first_lesson(game: &str) -> &'static [&'static str] {
    match game {
        "red-alert" => &["play CM-07", "order G2", "order H3", "done-ordering", "move G2 E2"],
        "star-trek" => &["move", "reveal", "heading 900"],
        "federation" => &["resolve", "resolve", "place B", "move flagship SOL FE1 with tray"],
        "starcraft" => &["order build tarsonis", "choose tarsonis"],
        "space-alert" => &["place A-RED 1 movement", "place B-BLUE 2 movement"],
        other => unreachable!("{other} has no first lesson"),
    }
}

/// The lesson that is open is solved by the learner's own decisions: at first by pointer, the last one by keyboard.
async fn by_oneself(browser: &WebDriver, game: &str) -> Result<()> {
    let all = first_lesson(game);
    for (i, words) in all.iter().enumerate() {
        let step = turn(browser).await?.step;
        if i + 1 == all.len() {
            key_it(browser, &by_words(words)).await?;
        } else {
            press_it(browser, &by_words(words)).await?;
        }
        moved_on(browser, step).await.with_context(|| format!("after {words}"))?;
    }
    until(browser, "the lesson is solved", "return !!document.querySelector('#next-lesson')").await
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
        press(browser, if read { "#read-on" } else { "#show-me" }).await?;
        let on = format!("return {LESSON}.querySelector('progress').value > {before}");
        until(browser, "the lesson goes on", &on).await?;
    }
    anyhow::bail!("the lesson does not end")
}

/// Waits until a script is true, however long that takes, as long as what another one counts goes on.
async fn while_it_goes_on(browser: &WebDriver, what: &str, done: &str, counts: &str) -> Result<()> {
    let (mut last, mut since) = (serde_json::Value::Null, Instant::now());
    loop {
        if browser.execute(done, vec![]).await?.json() == true {
            return Ok(());
        }
        let at = browser.execute(counts, vec![]).await?.json().clone();
        if at != last {
            (last, since) = (at, Instant::now());
        }
        if since.elapsed() > STANDS_STILL {
            let page = browser.execute("return document.body.innerText.slice(0, 1500)", vec![]).await?;
            anyhow::bail!("{what}: it stands still at {last}; the page says: {}", page.json());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Plays the game that is open for a while: mostly by the first choice there is, sometimes by the hint. Says how many decisions that were.
async fn plays_a_while(browser: &WebDriver) -> Result<usize> {
    settled(browser).await?;
    let (begun, mut decisions) = (Instant::now(), 0);
    while decisions < PLAYS.1 && begun.elapsed() < PLAYS.0 {
        if my_turn(browser).await?.over {
            break;
        }
        let step = turn(browser).await?.step;
        let hinted = decisions % 5 == 4 || !decide(browser).await?;
        if hinted {
            type_keys(browser, "h").await?;
            until(browser, "a hint is there", "return !!document.querySelector('#do-hint')").await?;
            press(browser, "#do-hint").await?;
            moved_on(browser, step).await?;
        }
        decisions += 1;
    }
    ensure!(decisions >= 3, "only {decisions} decisions were made");
    Ok(decisions)
}

/// The game that is open comes to its end, given up where one can or in the hands of a quick bot, and is looked back upon until
/// everything is said.
async fn ends_and_is_reviewed(browser: &WebDriver, decisions: usize) -> Result<()> {
    if !turn(browser).await?.over {
        let gives_up = browser.query(By::Css("#sure-concede button")).nowait().exists().await?;
        press(browser, if gives_up { "#sure-concede button" } else { "#sure-stand-in button" }).await?;
    }
    let over = "return document.getElementById('turn')?.dataset.over === 'true'";
    let step = "return document.getElementById('turn')?.dataset.step";
    while_it_goes_on(browser, "the game ends", over, step).await?;
    // The ending waits until what happened last has been shown.
    let offered = "return document.querySelector('#ending form.begin button')?.checkVisibility() === true";
    while_it_goes_on(browser, "the ending is there", offered, step).await?;
    press(browser, "#ending form.begin button").await.context("a review can be begun")?;
    let done = "const r = document.getElementById('review'); return !!r && !r.dataset.coming && !!r.querySelector('.summary')";
    let counts = "return document.querySelector('#review progress')?.value ?? null";
    while_it_goes_on(browser, "the review ends", done, counts).await?;
    let found = "const r = document.getElementById('review'); return [r.querySelector('.summary').textContent, r.querySelectorAll('.remark').length]";
    let found = browser.execute(found, vec![]).await?;
    let (said, remarks) = (found.json()[0].as_str().unwrap_or_default(), found.json()[1].as_u64());
    let looked_at = said.split(": ").nth(1).and_then(|said| said.split(' ').next()?.parse::<usize>().ok());
    // A plan that was laid card by card is one decision of a review.
    ensure!(looked_at.is_some_and(|n| n > 0), "of {decisions} decisions it says {said:?}");
    let nothing = said.contains("nothing to find fault with");
    ensure!(nothing || remarks > Some(0), "{said:?} with {remarks:?} remarks");
    if !nothing {
        press(browser, "#review .remark a.moment").await?;
        until(browser, "the moment is shown", "return location.search.includes('step=')").await?;
    }
    Ok(())
}

async fn newcomer(game: &str) -> Result<()> {
    if !browser_or_skip(&format!("a newcomer learns {game}")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 800).await?;
    me.goto(&server.url).await?;
    press(&me, &format!("#game-{game} a[href='/learn/{game}']")).await?;
    me.query(By::Css("#go-on")).first().await.context("the page of lessons")?;
    accessible(&me, "the page of lessons").await?;
    let count = me.find_all(By::Css("ol.lessons .lesson-row")).await?.len();
    ensure!(count >= 8, "{game} has {count} lessons");
    press(&me, "#go-on").await?;
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
        if number == 1 {
            by_oneself(&me, game).await.context("lesson 1 by oneself")?;
        } else {
            to_its_end(&me).await.with_context(|| format!("lesson {number}"))?;
        }
        if number == count / 2 {
            // Whoever goes away finds it again on the first page.
            me.goto(&server.url).await?;
            let text = format!(
                "return document.querySelector('#game-{game}').textContent.includes('Go on: lesson {} of {count}')",
                number + 1
            );
            until(&me, "home goes on", &text).await?;
            press(&me, &format!("#game-{game} .go-on button")).await?;
        } else {
            press(&me, "#next-lesson").await?;
        }
    }
    // After the last one comes the first scenario, without a lesson.
    until(
        &me,
        "a game begins",
        "return !!document.querySelector('#ask') && document.querySelector('#lesson')?.hidden === true",
    )
    .await?;
    if game == "space-alert" {
        // The script's clock takes eight minutes: the first mission is planned without it.
        me.goto(&format!("{}/open/{game}", server.url)).await?;
        let fill = "for (const seat of document.querySelectorAll('select[id^=s-]')) seat.value = seat.id === 's-0' ? 'me' : 'easy'; \
                    document.getElementById('o-clock').value = 'off';";
        me.execute(fill, vec![]).await?;
        me.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    }
    let decisions = plays_a_while(&me).await.context("the first scenario")?;
    ends_and_is_reviewed(&me, decisions).await.context("the first scenario")?;
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

/// On a phone and by keyboard alone: Tab leads to what is decided, a reader is told it as a button with a name, Enter does it.
async fn keyboard(game: &str) -> Result<()> {
    if !browser_or_skip(&format!("a lesson of {game} by keyboard")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(500, 844).await?;
    // Chromium's window is never narrower than 500; the page itself can be.
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
    me.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await?;
    me.goto(&format!("{}/learn/{game}", server.url)).await?;
    within_width(&me, "the page of lessons").await?;
    let name = key_it(&me, &by_css("#go-on")).await?;
    ensure!(name == "Begin", "{name}");
    settled(&me).await?;
    within_width(&me, "a lesson on a phone").await?;
    accessible(&me, "a lesson on a phone").await?;
    let mut names = Vec::new();
    for words in first_lesson(game) {
        let step = turn(&me).await?.step;
        names.push(key_it(&me, &by_words(words)).await?);
        moved_on(&me, step).await.with_context(|| format!("after {words}"))?;
    }
    // Names are for people: none is the decision as logs have it.
    let plain = first_lesson(game).iter().zip(&names).all(|(words, name)| words != name);
    ensure!(plain, "{names:?}");
    until(&me, "the lesson is solved", "return !!document.querySelector('#next-lesson')").await?;
    within_width(&me, "a lesson that is done").await?;
    me.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_red_alert_by_keyboard() -> Result<()> {
    keyboard("red-alert").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_star_trek_by_keyboard() -> Result<()> {
    keyboard("star-trek").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_federation_by_keyboard() -> Result<()> {
    keyboard("federation").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_starcraft_by_keyboard() -> Result<()> {
    keyboard("starcraft").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_space_alert_by_keyboard() -> Result<()> {
    keyboard("space-alert").await
}

/// On a phone the lesson stands in the sheet; a mistake gets its message and changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_on_a_phone() -> Result<()> {
    if !browser_or_skip("a lesson on a phone") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(390, 844).await?;
    me.goto(&format!("{}/learn/red-alert", server.url)).await?;
    within_width(&me, "the page of lessons").await?;
    accessible(&me, "the page of lessons on a phone").await?;
    press(&me, "#go-on").await?;
    settled(&me).await?;
    within_width(&me, "a lesson on a phone").await?;
    accessible(&me, "a lesson on a phone").await?;
    let seen = "const b = document.querySelector('#lesson').getBoundingClientRect(); return b.height > 40 && b.width > 200";
    until(&me, "the lesson is in the sheet", seen).await?;
    press_it(&me, &by_words("play CM-03")).await?;
    until(
        &me,
        "the mistake gets its message",
        "return document.querySelector('#note').textContent.includes('play Attack Left')",
    )
    .await?;
    press_it(&me, &by_words("play CM-07")).await?;
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
