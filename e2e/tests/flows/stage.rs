//! The stage: one screen for every game. The page never scrolls, and whatever one plays with is in sight and can be touched,
//! on wide screens, small ones and phones both ways up, from the first question on.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    table::{my_turn, next, press, settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, path::Path};
use thirtyfour::prelude::*;

/// Looks at the page as it stands.
const LOOK: &str = include_str!("stage.js");
/// Width, height, and the least share of the board, which with the dock is what one plays with.
const SCREENS: [(u32, u32, f64); 4] =
    [(1280, 800, 0.62), (1024, 700, 0.58), (390, 844, 0.38), (844, 390, 0.55)];
/// Bytes of a page with all that belongs to it, compressed as it is sent.
const HEAVIEST: u64 = 200_000;
/// How a game is played through: what it is opened with, and what must have been asked on the way, each as a step of the turn
/// with the rule of its question, as far as it matters here.
struct Journey {
    game: &'static str,
    /// The form that opens the table; empty for *Play now*.
    form: &'static str,
    phases: &'static [&'static str],
    seed: u64,
}
/// Decisions until all of them must have been asked. A game that ends earlier is begun again.
const DECISIONS: usize = 700;
/// Which step the turn is in, and by which rule something is asked.
const ASKED: &str = "const step = document.querySelector('.bar [aria-current]')?.textContent ?? ''; \
    return `${step} ${document.querySelector('#prompt')?.textContent.match(/[A-Z]{2}-[\\d.]+/)?.[0] ?? ''}`.trim()";

async fn size(browser: &WebDriver, width: u32, height: u32) -> Result<()> {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", metrics).await?;
    let there = format!("return innerWidth === {width} && innerHeight === {height}");
    until(browser, "the window has its size", &there).await
}

/// What is wrong with the page at every size; on phones with what one holds, too.
pub async fn faults(browser: &WebDriver, what: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for (width, height, share) in SCREENS {
        size(browser, width, height).await?;
        let phone = width < 900;
        for tab in ["act", "hold"].into_iter().filter(|tab| phone || *tab == "act") {
            if phone {
                let open = "const t = document.getElementById(`tab-${arguments[0]}`); if (t.getAttribute('aria-selected') !== 'true') t.click()";
                browser.execute(open, vec![json!(tab)]).await?;
            }
            let seen = browser.execute(LOOK, vec![]).await?.json().clone();
            // For eyes, too.
            if let Some(folder) = env::var_os("KLAXON_LOOK") {
                let name: String = what.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
                browser
                    .screenshot(&Path::new(&folder).join(format!("{name}-{width}x{height}-{tab}.png")))
                    .await?;
            }
            let list = seen["faults"].as_array().context("a list of faults")?;
            found.extend(
                list.iter()
                    .filter_map(Value::as_str)
                    .map(|f| format!("{what}, {width}×{height}, {tab}: {f}")),
            );
            let board = seen["board"].as_f64().unwrap_or_default();
            // On an upright phone a lesson has a taller sheet.
            let share = if seen["lesson"] == true && height > width { share - 0.07 } else { share };
            if board < share {
                found
                    .push(format!("{what}, {width}×{height}, {tab}: the board has {board:.2} of the screen"));
            }
        }
    }
    size(browser, 1280, 800).await?;
    let wrong = browser.execute("return window.wrong ?? ['nobody listens']", vec![]).await?.json().clone();
    let wrong = wrong.as_array().context("a list")?.iter().filter_map(Value::as_str);
    found.extend(wrong.map(|fault| format!("{what}: a script failed: {fault}")));
    Ok(found)
}

async fn sit_down(browser: &WebDriver, server: &Server, journey: &Journey) -> Result<()> {
    let Journey { game, form, .. } = journey;
    browser.goto(&server.url).await?;
    if form.is_empty() {
        browser.query(By::Css(format!("form[action='/play/{game}'] button"))).first().await?.click().await?;
    } else {
        let open = "const [address, form] = arguments[0], done = arguments[1];
            fetch(address, { method: 'POST', body: new URLSearchParams(form) }).then((a) => done(a.url));";
        let form = json!([format!("{}/open/{game}", server.url), form]);
        let table = browser.execute_async(open, vec![form]).await?.json().clone();
        browser.goto(table.as_str().context("a table")?).await?;
    }
    settled(browser).await
}

/// Plays until every phase was asked about, and looks at the page whenever something is asked that was not asked before.
async fn stands(journey: Journey) -> Result<()> {
    let game = journey.game;
    if !browser_or_skip(&format!("the stage of {game}")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    sit_down(&browser, &server, &journey).await?;
    let weigh = "return performance.getEntries().reduce((sum, e) => sum + (e.encodedBodySize || 0), 0)";
    let weight = browser.execute(weigh, vec![]).await?.json().as_u64().context("bytes")?;
    ensure!((50_000..HEAVIEST).contains(&weight), "{game}: the page has {weight} bytes, compressed");
    let mut found = faults(&browser, &format!("{game}, at the start")).await?;
    let (mut salt, mut asked) = (journey.seed, BTreeSet::new());
    let all = |asked: &BTreeSet<String>| {
        journey.phases.iter().all(|phase| asked.iter().any(|key| key.starts_with(phase)))
    };
    for _ in 0..DECISIONS {
        if my_turn(&browser).await?.over {
            sit_down(&browser, &server, &journey).await?;
            continue;
        }
        browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
        let key = browser.execute(ASKED, vec![]).await?.json().as_str().context("a question")?.to_owned();
        if asked.insert(key.clone()) {
            found.extend(faults(&browser, &format!("{game}, {key}")).await?);
            if all(&asked) {
                break;
            }
        }
        press(&browser, next(&mut salt)).await?;
    }
    ensure!(all(&asked), "{game}: every phase was played: {:?} of {asked:?}", journey.phases);
    browser.goto(format!("{}/replay?step=5", browser.current_url().await?)).await?;
    found.extend(faults(&browser, &format!("{game}, replayed")).await?);
    browser.quit().await?;
    found.sort();
    found.dedup();
    ensure!(found.is_empty(), "{} faults: {found:#?}", found.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn red_alert_stands_on_one_screen() -> Result<()> {
    let phases = &["Initiative", "Command", "Orders", "Movement", "Combat", "End"];
    stands(Journey { game: "red-alert", form: "", phases, seed: 3 }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn star_trek_stands_on_one_screen() -> Result<()> {
    let phases = &["Deployment", "Reveal", "Orders", "Phase 1", "Phase 2", "Phase 3"];
    stands(Journey { game: "star-trek", form: "", phases, seed: 5 }).await
}

/// The throw of the set-up, the Resource Roll, the queue, an event, the own turn, what is stored, and what an action brings.
/// Battles and politics have lessons, at whose positions they are looked at below.
#[tokio::test(flavor = "multi_thread")]
async fn federation_stands_on_one_screen() -> Result<()> {
    let phases = &["SF-1.15", "SF-8.6", "SF-4.2", "SF-8.15", "SF-6.2", "SF-8.19"];
    stands(Journey { game: "federation", form: "", phases, seed: 7 }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn starcraft_stands_on_one_screen() -> Result<()> {
    let phases = &[
        "Planning 1",
        "Planning 4",
        "Execution SC-4.3",
        "Execution SC-6.1",
        "Execution SC-7.1",
        // Whose front line it is and who has cards for it is luck: the lesson of a battle goes through both.
        "Execution: battle",
        // An event card.
        "Regrouping SC-13.2",
    ];
    stands(Journey { game: "starcraft", form: "", phases, seed: 11 }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn space_alert_stands_on_one_screen() -> Result<()> {
    // Before the clock runs, and while it does.
    stands(Journey { game: "space-alert", form: "", phases: &["SA-3.31", "SA-3.2"], seed: 13 }).await
}

/// Without a clock the crew goes on when it is ready: both phases, and the resolution step by step.
#[tokio::test(flavor = "multi_thread")]
async fn space_alert_stands_until_the_mission_is_resolved() -> Result<()> {
    if !browser_or_skip("the stage of a mission") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    let form = "s-0=me&s-1=easy&s-2=easy&s-3=easy&o-clock=off&o-trips=off";
    let journey = Journey { game: "space-alert", form, phases: &[], seed: 0 };
    sit_down(&browser, &server, &journey).await?;
    browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
    let mut found = faults(&browser, "phase 1").await?;
    let phase = "document.querySelector('#sa-own .sa-phase.now .turn')?.textContent";
    until(&browser, "the phase can be ended", "return !!document.getElementById('sa-next-phase')").await?;
    browser.execute("document.getElementById('sa-next-phase').click()", vec![]).await?;
    until(&browser, "phase 2 begins", &format!("return {phase} !== '1'")).await?;
    found.extend(faults(&browser, "phase 2").await?);
    // Bots agree in their own time.
    let end = "document.getElementById('sa-end-round')?.click(); return !!document.getElementById('sa-step')";
    until(&browser, "the resolution begins", end).await?;
    found.extend(faults(&browser, "the resolution").await?);
    for i in 1..=12 {
        let before = my_turn(&browser).await?;
        if before.over {
            break;
        }
        browser.execute("document.getElementById('sa-step')?.click()", vec![]).await?;
        let on = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
        until(&browser, "the step is resolved", &on).await?;
        if i % 4 == 0 {
            found.extend(faults(&browser, &format!("step {i} of the resolution")).await?);
        }
    }
    browser.quit().await?;
    found.sort();
    found.dedup();
    ensure!(found.is_empty(), "{} faults: {found:#?}", found.len());
    Ok(())
}

/// Lessons open tables at positions, to which random play comes seldom or never. Each is gone through by *Show me* and *Next*,
/// and looked at whenever something else is asked.
async fn lessons_stand(game: &str, lessons: &[&str]) -> Result<()> {
    if !browser_or_skip(&format!("the stage of lessons of {game}")) {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    let mut found = Vec::new();
    for lesson in lessons {
        browser.goto(&server.url).await?;
        let open = "const [address, done] = arguments;
            fetch(address, { method: 'POST', body: new URLSearchParams() }).then((a) => done(a.url));";
        let address = format!("{}/learn/{game}/{lesson}", server.url);
        let table = browser.execute_async(open, vec![json!(address)]).await?.json().clone();
        browser.goto(table.as_str().context("a table")?).await?;
        let (mut looked, mut ended) = (BTreeSet::new(), false);
        for _ in 0..16 {
            settled(&browser).await?;
            browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
            let key = browser.execute(ASKED, vec![]).await?.json().as_str().context("a question")?.to_owned();
            let at = browser
                .execute("return document.querySelector('#lesson progress')?.value ?? -1", vec![])
                .await?;
            let at = at.json().as_f64().context("the steps done")?;
            ended = browser.query(By::Css("#next-lesson")).nowait().exists().await?;
            if looked.insert((key.clone(), ended)) {
                found.extend(faults(&browser, &format!("{lesson}, step {at}, {key}")).await?);
            }
            if ended {
                break;
            }
            let go = "(document.getElementById('read-on') ?? document.getElementById('show-me'))?.click()";
            browser.execute(go, vec![]).await?;
            let on = format!("return document.querySelector('#lesson progress')?.value > {at}");
            until(&browser, "the lesson goes on", &on).await?;
        }
        ensure!(ended, "{game}: {lesson} came to its end: {looked:?}");
    }
    browser.quit().await?;
    found.sort();
    found.dedup();
    ensure!(found.is_empty(), "{} faults: {found:#?}", found.len());
    Ok(())
}

/// A battle with its losses, and a contest of Embassies with its politics.
#[tokio::test(flavor = "multi_thread")]
async fn federation_stands_in_battles_and_politics() -> Result<()> {
    lessons_stand("federation", &["a-battle", "diplomacy"]).await
}

/// Paying, a battle, event cards.
#[tokio::test(flavor = "multi_thread")]
async fn starcraft_stands_in_payments_battles_and_events() -> Result<()> {
    lessons_stand("starcraft", &["workers-and-payment", "a-battle", "events"]).await
}

/// The resolution, and the computer and the battlebots of longer missions.
#[tokio::test(flavor = "multi_thread")]
async fn space_alert_stands_in_longer_missions() -> Result<()> {
    lessons_stand("space-alert", &["what-comes-of-it", "the-computer", "battlebots"]).await
}

/// Keys are spoken of where there are keys, and nowhere else.
#[tokio::test(flavor = "multi_thread")]
async fn no_word_of_keys_without_a_keyboard() -> Result<()> {
    if !browser_or_skip("the words of keys") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    let journey = Journey { game: "federation", form: "s-0=me", phases: &[], seed: 0 };
    sit_down(&browser, &server, &journey).await?;
    // The sentence of the first question, and whether a key is shown anywhere.
    let words = async || -> Result<(String, bool)> {
        let said = "const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
            return [document.querySelector('#ask .tip').innerText, [...document.querySelectorAll('.play :is(kbd, #keys)')].some(seen)]";
        let said = browser.execute(said, vec![]).await?.json().clone();
        let text = said[0].as_str().context("a tip")?.to_owned();
        Ok((text, said[1].as_bool().context("keys or none")?))
    };
    let tip = "Press a button, or click what glows on the board.";
    ensure!(words().await? == (format!("{tip} Press ? for the keys."), true), "{:?}", words().await?);
    for (width, height) in [(390, 844), (844, 390)] {
        size(&browser, width, height).await?;
        ensure!(words().await? == (tip.to_owned(), false), "{width}×{height}: {:?}", words().await?);
    }
    // A tablet is as large as a screen; a finger is all that it has.
    size(&browser, 1024, 768).await?;
    ensure!(words().await?.1, "a window of that size has keys");
    browser.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
    let finger = "return matchMedia('(hover: none) and (pointer: coarse)').matches";
    until(&browser, "a finger points", finger).await?;
    ensure!(words().await? == (tip.to_owned(), false), "a tablet: {:?}", words().await?);
    browser.quit().await?;
    Ok(())
}

/// A finger goes from one point of the window to another.
async fn drag(browser: &WebDriver, from: (f64, f64), to: (f64, f64)) -> Result<()> {
    let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
    let cdp = browser.cdp();
    cdp.send_raw("Input.dispatchTouchEvent", touch("touchStart", json!([{ "x": from.0, "y": from.1 }])))
        .await?;
    for i in 1..=4 {
        let part = f64::from(i) / 4.0;
        let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        cdp.send_raw("Input.dispatchTouchEvent", touch("touchMove", json!([{ "x": x, "y": y }]))).await?;
    }
    cdp.send_raw("Input.dispatchTouchEvent", touch("touchEnd", json!([]))).await?;
    Ok(())
}

/// The middle of something on the page.
async fn middle(browser: &WebDriver, css: &str) -> Result<(f64, f64)> {
    let find = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]";
    let at = browser.execute(find, vec![json!(css)]).await?.json().clone();
    Ok((at[0].as_f64().context("x")?, at[1].as_f64().context("y")?))
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_the_sheet_has_three_heights_and_a_swipe_leads_to_the_next_tab() -> Result<()> {
    if !browser_or_skip("the sheet") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(390, 844).await?;
    size(&browser, 390, 844).await?;
    browser.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
    browser.goto(&server.url).await?;
    let play = "document.querySelector(`form[action='/play/red-alert'] button`).click()";
    browser.execute(play, vec![]).await?;
    settled(&browser).await?;
    browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
    until(&browser, "the tip is gone", "return !document.getElementById('got-it')").await?;

    let tall = async || -> Result<f64> {
        let height = "return document.querySelector('.asked').getBoundingClientRect().height";
        browser.execute(height, vec![]).await?.json().as_f64().context("a height")
    };
    let half = tall().await?;
    let grip = middle(&browser, "#grip").await?;
    drag(&browser, grip, (grip.0, 160.0)).await?;
    until(&browser, "the sheet is full", "return document.querySelector('.play').dataset.sheet === 'full'")
        .await?;
    ensure!(tall().await? > half + 100.0, "a full sheet is larger than {half}");
    let grip = middle(&browser, "#grip").await?;
    drag(&browser, grip, (grip.0, 740.0)).await?;
    until(&browser, "the sheet is low", "return document.querySelector('.play').dataset.sheet === 'low'")
        .await?;
    ensure!(tall().await? < half, "a low sheet is smaller than {half}");
    let (_, y) = middle(&browser, "#prompt").await?;
    ensure!(y < 780.0, "the question is in sight over the tabs: {y}");
    // A press goes on to the next height, and so do keys.
    browser.execute("document.getElementById('grip').click()", vec![]).await?;
    until(&browser, "half again", "return document.querySelector('.play').dataset.sheet === 'half'").await?;
    ensure!((tall().await? - half).abs() < 2.0, "as it was");

    let (x, y) = middle(&browser, "#prompt").await?;
    drag(&browser, (x + 120.0, y), (x - 120.0, y + 6.0)).await?;
    until(&browser, "the hand", "return document.querySelector('.play').dataset.tab === 'hold'").await?;
    browser.execute("document.getElementById('tab-log').click()", vec![]).await?;
    let (x, y) = middle(&browser, "#pane-log").await?;
    drag(&browser, (x + 120.0, y), (x - 120.0, y)).await?;
    until(&browser, "the next tab", "return document.querySelector('.play').dataset.tab === 'chat'").await?;
    let (x, y) = middle(&browser, "#pane-chat").await?;
    drag(&browser, (x, y + 60.0), (x + 20.0, y - 60.0)).await?;
    let still = browser.execute("return document.querySelector('.play').dataset.tab", vec![]).await?;
    ensure!(still.json() == "chat", "scrolling is no swipe");
    ensure!(
        browser.execute("return scrollY", vec![]).await?.json() == &json!(0),
        "the page has not scrolled"
    );
    browser.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hint_is_done_where_it_is_given() -> Result<()> {
    if !browser_or_skip("the hint") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 800).await?;
    browser.goto(&server.url).await?;
    browser.query(By::Css("form[action='/play/red-alert'] button")).first().await?.click().await?;
    settled(&browser).await?;
    browser.execute("document.getElementById('hint').click()", vec![]).await?;
    until(&browser, "the hint can be done", "return !!document.getElementById('do-hint')").await?;
    let found = faults(&browser, "with a hint").await?;
    ensure!(found.is_empty(), "{found:#?}");
    let before = "return document.querySelector('#log li:last-child')?.textContent ?? ''";
    let before = browser.execute(before, vec![]).await?.json().clone();
    browser.execute("document.getElementById('do-hint').click(); document.getElementById('odds')?.querySelector('[data-focus]')?.click()", vec![]).await?;
    let done =
        format!("return (document.querySelector('#log li:last-child')?.textContent ?? '') !== {before}");
    until(&browser, "the hint was done", &done).await?;
    until(&browser, "the hint is gone", "return !document.getElementById('do-hint')").await?;
    browser.quit().await?;
    Ok(())
}
