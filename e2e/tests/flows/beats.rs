//! What is shown of a battle: the beats in order, at their pace, skipped, and still where motion is not wanted; and the
//! line it ends in. Bots play, and the replay shows one of their battles step by step.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    table::until,
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// How a battle of a game is found and looks.
struct Battle {
    game: &'static str,
    /// Who sits where, as the form says it.
    seats: &'static str,
    /// A sentence of the step that is looked at.
    says: &'static str,
    /// Kinds of beats that come in this order, others between them.
    order: &'static [&'static str],
}

/// Milliseconds of a beat at normal pace.
fn length(beat: &str) -> std::ops::RangeInclusive<u64> {
    match beat {
        "banner" => 900..=900,
        "throw" => 700..=700,
        "hit" | "flip" => 260..=260,
        "loss" => 520..=520,
        "score" => 480..=480,
        "shot" => 320..=320,
        "card" => 360..=360,
        "reveal" => 420..=420,
        "move" => 160..=900,
        _ => 90..=720,
    }
}

async fn json(page: &WebDriver, script: &str) -> Result<Value> {
    Ok(page.execute(script, vec![]).await?.json().clone())
}

/// Keeps what the performer tells from now on.
async fn record(page: &WebDriver) -> Result<()> {
    let script = "window.told = []; window.ended = [];
        document.addEventListener('klaxon:beat', (e) => window.told.push(e.detail));
        document.addEventListener('klaxon:chapter', (e) => window.ended.push(e.detail));";
    page.execute(script, vec![]).await?;
    Ok(())
}

/// Does the person want things to move? The browsers of these flows do not, by themselves.
async fn motion(page: &WebDriver, wish: &str) -> Result<()> {
    let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": wish }] });
    page.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
    Ok(())
}

/// The step of a bots' game in which something was said that fits, once it has been.
async fn step_of(page: &WebDriver, url: &str, battle: &Battle) -> Result<(String, u64)> {
    // Bots play on as long as somebody looks.
    let form = json!([format!("{url}/open/{}", battle.game), battle.seats]);
    page.goto(url).await?;
    let open = "const [address, seats] = arguments[0]; const done = arguments[1];
        fetch(address, { method: 'POST', body: new URLSearchParams(seats) }).then((a) => done(new URL(a.url).pathname));";
    let path = page.execute_async(open, vec![form]).await?.json().as_str().context("a table")?.to_owned();
    page.goto(format!("{url}{path}")).await?;
    let find = format!(
        "window.found = Number([...document.querySelectorAll('#log li')].find((li) => /{}/.test(li.textContent))?.dataset.step ?? 0);
         return window.found > 0",
        battle.says
    );
    for _ in 0..6 {
        if until(page, battle.says, &find).await.is_ok() {
            break;
        }
    }
    let step =
        json(page, "return window.found").await?.as_u64().filter(|n| *n > 0).context("a battle came")?;
    Ok((path, step))
}

/// Goes to the step before a battle, and then one on.
async fn look(page: &WebDriver, url: &str, path: &str, step: u64) -> Result<()> {
    page.goto(format!("{url}{path}/replay?step={}", step - 1)).await?;
    until(page, "the replay is there", "return document.body.dataset.pace !== undefined").await?;
    record(page).await?;
    page.execute("document.querySelector('.controls a[data-go=ArrowRight]').click()", vec![]).await?;
    until(page, "something is shown", "return window.told.length > 0").await
}

async fn shown(page: &WebDriver) -> Result<Vec<Value>> {
    until(page, "the chapter ends", "return window.ended.length > 0").await?;
    Ok(json(page, "return window.told").await?.as_array().cloned().unwrap_or_default())
}

async fn battle_is_shown(battle: Battle) -> Result<()> {
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let page = driver.browser(1280, 800).await?;
    let (path, step) = step_of(&page, &server.url, &battle).await?;

    // In order, each at its pace.
    motion(&page, "no-preference").await?;
    look(&page, &server.url, &path, step).await?;
    let told = shown(&page).await?;
    let kinds: Vec<&str> = told.iter().filter_map(|b| b["b"].as_str()).collect();
    let mut rest = kinds.iter();
    for kind in battle.order {
        ensure!(rest.any(|k| k == kind), "{}: {kind} comes in its turn: {kinds:?}", battle.game);
    }
    let whole: u64 = told.iter().filter_map(|b| b["ms"].as_u64()).sum();
    for beat in told.iter().filter(|_| whole < 8000) {
        let (kind, ms) = (beat["b"].as_str().unwrap_or_default(), beat["ms"].as_u64().unwrap_or(0));
        ensure!(length(kind).contains(&ms), "{}: {kind} takes {ms} ms", battle.game);
    }
    let ended = json(&page, "return window.ended[0]").await?;
    let line = ended["line"].as_str().unwrap_or_default();
    ensure!(!line.is_empty(), "{}: the chapter ends in a line: {ended}", battle.game);

    // Fast is half of it; the space bar ends the chapter.
    page.execute("localStorage.setItem('klaxon-pace', 'fast')", vec![]).await?;
    look(&page, &server.url, &path, step).await?;
    let quick = shown(&page).await?;
    // A long chapter is hurried at any pace.
    ensure!(
        whole >= 8000 || quick[0]["ms"].as_u64() <= told[0]["ms"].as_u64().map(|ms| ms / 2 + 1),
        "{}: fast is half",
        battle.game
    );
    page.execute("localStorage.setItem('klaxon-pace', 'slow')", vec![]).await?;
    look(&page, &server.url, &path, step).await?;
    page.execute("document.body.focus(); document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))", vec![]).await?;
    shown(&page).await?;
    ensure!(json(&page, "return window.ended[0].skipped").await? == json!(true), "{}: skipped", battle.game);
    ensure!(
        json(&page, "return document.querySelectorAll('.beats > *').length").await? == json!(0),
        "nothing is left over"
    );

    // Still, with the same banners; and not at all.
    page.execute("localStorage.setItem('klaxon-pace', 'normal')", vec![]).await?;
    motion(&page, "reduce").await?;
    look(&page, &server.url, &path, step).await?;
    let calm = shown(&page).await?;
    ensure!(calm.iter().all(|b| b["still"] == json!(true)), "{}: nothing moves", battle.game);
    let banners = |told: &[Value]| {
        told.iter().filter(|b| b["b"] == "banner").map(|b| b["text"].clone()).collect::<Vec<_>>()
    };
    ensure!(banners(&calm) == banners(&told), "{}: the same banners", battle.game);
    page.execute("localStorage.setItem('klaxon-pace', 'off')", vec![]).await?;
    page.goto(format!("{}{path}/replay?step={}", server.url, step - 1)).await?;
    record(&page).await?;
    page.execute("document.querySelector('.controls a[data-go=ArrowRight]').click()", vec![]).await?;
    let there = format!(
        "return document.querySelector('.controls input[type=range]').getAttribute('value') === '{step}'"
    );
    until(&page, "the step is there", &there).await?;
    ensure!(json(&page, "return window.told.length").await? == json!(0), "{}: off is off", battle.game);
    page.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_red_alert_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Red Alert") {
        return Ok(());
    }
    let order = &["throw"];
    battle_is_shown(Battle { game: "red-alert", seats: "s-0=easy&s-1=easy", says: " rolls? ", order }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_star_trek_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Star Trek") {
        return Ok(());
    }
    let order = &["throw"];
    battle_is_shown(Battle { game: "star-trek", seats: "s-0=easy&s-1=easy", says: "fires at", order }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_federation_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Federation") {
        return Ok(());
    }
    let order = &["banner", "throw"];
    battle_is_shown(Battle { game: "federation", seats: "s-0=easy", says: "^Combat at", order }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_starcraft_is_shown() -> Result<()> {
    if !browser_or_skip("beats of StarCraft") {
        return Ok(());
    }
    let order = &["banner", "reveal"];
    battle_is_shown(Battle {
        game: "starcraft",
        seats: "s-0=easy&s-1=easy",
        says: "sufficient strength",
        order,
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_space_alert_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Space Alert") {
        return Ok(());
    }
    let seats = "s-0=easy&s-1=easy&s-2=easy&s-3=easy&o-clock=off&o-trips=off";
    battle_is_shown(Battle { game: "space-alert", seats, says: "shoots at", order: &["shot", "hit"] }).await
}
