//! Advice that can be acted on, requests that bots follow, and decisions in hindsight.

use crate::{
    harness::{Driver, Scratch, Server, browser_or_skip, game_from},
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
    hinted(&me, "red-alert").await?;
    accessible(&me, "a table with a hint").await?;
    for game in ["federation", "starcraft"] {
        me.goto(&server.url).await?;
        let play = format!("form[action='/play/{game}'] button");
        me.query(By::Css(play)).first().await?.click().await?;
        settled(&me).await?;
        hinted(&me, game).await?;
    }
    me.quit().await?;
    Ok(())
}

/// Six hints are asked for and done; whatever one of them speaks of is ringed on the board.
async fn hinted(me: &WebDriver, game: &str) -> Result<()> {
    let (mut salt, mut rings) = (3, 0);
    for _ in 0..6 {
        my_turn(me).await?;
        type_keys(me, "h").await?;
        until(me, "the hint is there", "return document.getElementById('do-hint') !== null").await?;
        let text = me.query(By::Css("p.hint")).first().await?.text().await?;
        ensure!(text.contains(" would choose ") && !text.contains("50.0 %"), "{text}");
        // The choice is in sight, in a group that is open.
        let marked =
            "const p = document.querySelector('.pick.hinted'); return p !== null && p.checkVisibility()";
        until(me, "the choice is marked", marked).await?;
        // What it is done with: a hex of Red Alert has a ring of its own, all else carries the mark itself.
        let about = me.query(By::Css(".pick.hinted")).first().await?.attr("data-about").await?;
        if about.is_some_and(|about| !about.is_empty()) {
            // What lies behind a tab that is not open cannot be ringed.
            let ringed = "const about = document.querySelector('.pick.hinted').dataset.about.split(' '); \
                          const drawn = [...document.querySelectorAll('.board *, .dock *')].filter((e) => \
                            e.checkVisibility() && !e.closest('.pick') && Object.values(e.dataset).some((id) => about.includes(id))); \
                          const rings = [...document.querySelectorAll('.ra-hinted')].some((e) => e.checkVisibility()) || \
                            drawn.some((e) => e.classList.contains('hinted')); \
                          window.rung = rings; return rings || drawn.length === 0";
            until(me, &format!("{text} ({game}) is ringed on the board"), ringed).await?;
            rings += usize::from(me.execute("return window.rung", vec![]).await?.json() == true);
        }
        let before = turn(me).await?.step;
        me.query(By::Css("#do-hint")).first().await?.click().await?;
        let gone = format!("return Number(document.getElementById('turn').dataset.step) > {before}");
        until(me, "it is done", &gone).await?;
        my_turn(me).await?;
        press(me, next(&mut salt)).await?;
    }
    ensure!(rings > 0, "none of the hints of {game} spoke of anything on the board");
    Ok(())
}

/// One press asks the crew; a bot answers in the chat, lays the card and tells its plan.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_serves_the_computer_when_asked() -> Result<()> {
    if !browser_or_skip("a request") {
        return Ok(());
    }
    // The second of two is in its last phase and holds two cards with a C, whatever luck deals to others.
    let crew = "crew 1 2 a1 a2; planning S2-1; phase 2 3; hand 2 C-LIFT C-RED A-RED B-BLUE";
    let folder = Scratch::new("crew")?;
    let log = game_from(&folder, "space-alert", crew, &[])?;
    let ((server, tables), mut driver) = (Server::start_with_logs(&[log])?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    me.goto(format!("{}/t/{}/replay?step=0&as=0", server.url, tables[0])).await?;
    me.query(By::Css("#branch-others option[value='easy']")).first().await?.click().await?;
    me.query(By::XPath("//button[text()='Play on from here']")).first().await?.click().await?;
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
    // It says in which turn, unless it has planned to do it before it was asked.
    let yes = "const said = document.getElementById('chat').textContent; \
               return /Yes\\. .*serve the computer on (8|9)/.test(said) || said.includes('That is on my board already')";
    until(&me, "a bot answers", yes).await?;
    // Either way the card lies on its board in one of the turns before the computer is looked after, the crew is told so, and
    // that is still so when it has nothing more to plan.
    let served = "const told = document.getElementById('log').textContent; \
                  return /serve the computer on (8|9)/.test(told) && /agrees to end the round[^“]*$/.test(told) && \
                    !document.body.textContent.includes('serves the computer in phase 3')";
    until(&me, "a bot serves the computer", served).await?;
    me.quit().await?;
    Ok(())
}

/// A win that lay at hand was passed by: the review says so, on the list, the curve and the timeline, and it can be tried again.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_the_blunder_and_it_is_tried_again() -> Result<()> {
    if !browser_or_skip("a review") {
        return Ok(());
    }
    // Both are a point short of the target. The fighters could leave the map for it, and stay; later the others give up.
    let close = "cw A6 SF ordered; cw I6 SC; cf C2 SC; cf C9 SC; hand cw CM-08 CM-05; hand cf CM-08 CM-05; \
                 objectives cw breakthrough; points cw 20 cf 20; target 21; phase movement cw";
    let folder = Scratch::new("battle")?;
    let log = game_from(&folder, "red-alert", close, &[(0, "end-movement"), (1, "concede")])?;
    let (server, tables) = Server::start_with_logs(&[log])?;
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 800).await?;
    me.goto(format!("{}/t/{}/replay?as=0&pane=review", server.url, tables[0])).await?;
    me.query(By::Css("#review .begin button")).first().await?.click().await?;
    until(&me, "the review is done", "return document.querySelector('.remark.blunder') !== null").await?;
    // The sign, what was done, what was better, and why.
    let remark = me.query(By::Css(".remark.blunder")).first().await?.text().await?;
    for part in ["??", "End movement", "Better: ", "over the baseline", "breaks through"] {
        ensure!(remark.contains(part), "no `{part}`: {remark}");
    }
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
        "return document.querySelector('.controls output').textContent.startsWith('0 ')",
    )
    .await?;
    me.query(By::XPath("//button[text()='Try again from here']")).first().await?.click().await?;
    settled(&me).await?;
    ensure!(!turn(&me).await?.over, "it goes on");
    me.quit().await?;
    Ok(())
}
