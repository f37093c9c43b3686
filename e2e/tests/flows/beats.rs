//! What is shown of a battle: the beats in order, at their pace, skipped, and still where motion is not wanted; and the
//! line it ends in. Bots play, and the replay shows one of their battles step by step.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    table::{my_turn, next, play_now, press, until},
};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// How a battle of a game is found and looks.
pub struct Battle {
    pub game: &'static str,
    /// Who sits where, as the form says it.
    seats: &'static str,
    /// What the log says of the step that is looked at, as a pattern of the page's scripts.
    says: &'static str,
    /// Kinds of beats that come in this order, others between them.
    order: &'static [&'static str],
    /// What the line says that the show ends in.
    line: &'static str,
}

impl Battle {
    /// A hit that is not stopped costs a figure.
    pub fn red_alert() -> Battle {
        Battle {
            game: "red-alert",
            seats: "s-0=easy&s-1=easy",
            says: r" at \w+ rolls? [^:]*: [1-9]\d* hit[^]*down to",
            order: &["throw", "hit", "loss"],
            line: r"^\d+ hits?: [a-z ]+ at [A-K]\d+ down to \d of \d",
        }
    }

    pub fn star_trek() -> Battle {
        Battle {
            game: "star-trek",
            seats: "s-0=easy&s-1=easy",
            says: r"fires at[^]*loses \d+ of its shields",
            order: &["banner", "shot", "throw", "hit"],
            line: r"^\d of \d hit \w+: \w+ loses \d shields?\.",
        }
    }

    /// The line is about the last throw, which the battle itself need not be.
    pub fn federation() -> Battle {
        Battle {
            game: "federation",
            seats: "s-0=easy",
            says: r"Combat at[^]*Dice are thrown for combat[^]*[1-9] hits? at",
            order: &["banner", "spread", "throw", "hit"],
            line: r"thrown for .+: \d|^[A-Z][\w ]+: .*[A-Z]\w+|\d hits? at",
        }
    }

    pub fn starcraft() -> Battle {
        Battle {
            game: "starcraft",
            seats: "s-0=easy&s-1=easy",
            says: r"is resolved[^]*has sufficient strength[^]*is destroyed",
            order: &["banner", "reveal", "reveal", "loss"],
            line: r"[A-Z]\w+ of [A-Z][\w ]+ destroyed\.",
        }
    }

    pub fn space_alert() -> Battle {
        Battle {
            game: "space-alert",
            seats: "s-0=easy&s-1=easy&s-2=easy&s-3=easy&o-clock=off&o-trips=off",
            says: r"shoots at[^]*takes [1-9]\d* damage[^]*is destroyed",
            order: &["shot", "hit", "loss"],
            line: r"^Turn \d+: .*takes \d+\..*destroyed\.",
        }
    }
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
pub async fn motion(page: &WebDriver, wish: &str) -> Result<()> {
    let features = json!({ "features": [{ "name": "prefers-reduced-motion", "value": wish }] });
    page.cdp().send_raw("Emulation.setEmulatedMedia", features).await?;
    Ok(())
}

/// A bots' game, and so many of its steps of which the log says what fits, once there is one at least.
pub async fn steps_of(
    page: &WebDriver,
    url: &str,
    battle: &Battle,
    most: usize,
) -> Result<(String, Vec<u64>)> {
    let open = "const [address, seats] = arguments[0]; const done = arguments[1];
        fetch(address, { method: 'POST', body: new URLSearchParams(seats) }).then((a) => done(new URL(a.url).pathname));";
    // The sentences of each step; of the last one more may still come.
    let find = format!(
        r"const steps = new Map(), last = Number(document.getElementById('turn').dataset.step);
          for (const li of document.querySelectorAll('#log li')) {{
            const step = Number(li.dataset.step);
            if (step < last) steps.set(step, `${{steps.get(step) ?? ''}} ${{li.textContent}}`);
          }}
          window.found = [...steps].filter(([, text]) => /{}/.test(text)).map(([step]) => step);
          return window.found.length >= {most} || (window.found.length > 0 && document.getElementById('turn').dataset.over === 'true')",
        battle.says
    );
    // Bots play on as long as somebody looks. A game in which nothing of the kind happens is followed by another one.
    for _ in 0..6 {
        page.goto(url).await?;
        let form = json!([format!("{url}/open/{}", battle.game), battle.seats]);
        let path = page.execute_async(open, vec![form]).await?.json().as_str().context("a table")?.to_owned();
        page.goto(format!("{url}{path}")).await?;
        let _ = until(page, battle.says, &find).await;
        let found = json(page, "return window.found").await?;
        let steps: Vec<u64> = found.as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        if !steps.is_empty() {
            return Ok((path, steps.into_iter().take(most).collect()));
        }
    }
    bail!("{}: no battle came", battle.game)
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
    let (path, steps) = steps_of(&page, &server.url, &battle, 1).await?;
    let step = *steps.first().context("a battle came")?;

    // In order, each at its pace.
    motion(&page, "no-preference").await?;
    look(&page, &server.url, &path, step).await?;
    let told = shown(&page).await?;
    let kinds: Vec<&str> = told.iter().filter_map(|b| b["b"].as_str()).collect();
    let mut rest = kinds.iter();
    for kind in battle.order {
        ensure!(rest.any(|k| k == kind), "{}: {kind} comes in its turn: {kinds:?}", battle.game);
    }
    let takes = |beat: &Value| beat["ms"].as_u64().context("each beat has its time");
    let mut whole = 0;
    for beat in &told {
        whole += takes(beat)?;
    }
    for beat in told.iter().filter(|_| whole < 8000) {
        let kind = beat["b"].as_str().context("each beat is of a kind")?;
        let ms = takes(beat)?;
        ensure!(length(kind).contains(&ms), "{}: {kind} takes {ms} ms", battle.game);
    }
    let says = format!(
        "const line = window.ended[0].line, log = [...document.querySelectorAll('#log li')].map((e) => e.textContent);
         return [/{}/.test(line), log.some((text) => text.includes(line)), line, log.slice(-3)]",
        battle.line
    );
    let said = json(&page, &says).await?;
    ensure!(said[0] == true, "{}: the show ends in what came of it: {said}", battle.game);
    ensure!(said[1] == true, "{}: and the log has it: {said}", battle.game);

    // Fast is half of it; the space bar ends the chapter.
    page.execute("localStorage.setItem('klaxon-pace', 'fast')", vec![]).await?;
    look(&page, &server.url, &path, step).await?;
    let quick = shown(&page).await?;
    // A long chapter is hurried at any pace.
    let (fast, normal) = (takes(quick.first().context("a beat")?)?, takes(told.first().context("a beat")?)?);
    ensure!(whole >= 8000 || fast <= normal / 2 + 1, "{}: fast is half: {fast} of {normal}", battle.game);
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
    ensure!(!calm.is_empty(), "{}: it is shown all the same", battle.game);
    ensure!(calm.iter().all(|b| b["still"] == json!(true)), "{}: nothing moves", battle.game);
    let banners = |told: &[Value]| {
        told.iter().filter(|b| b["b"] == "banner").map(|b| b["text"].clone()).collect::<Vec<_>>()
    };
    ensure!(banners(&told).iter().all(|text| text.is_string()), "{}: banners have words", battle.game);
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
    battle_is_shown(Battle::red_alert()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_star_trek_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Star Trek") {
        return Ok(());
    }
    battle_is_shown(Battle::star_trek()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_federation_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Federation") {
        return Ok(());
    }
    battle_is_shown(Battle::federation()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_starcraft_is_shown() -> Result<()> {
    if !browser_or_skip("beats of StarCraft") {
        return Ok(());
    }
    battle_is_shown(Battle::starcraft()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_space_alert_is_shown() -> Result<()> {
    if !browser_or_skip("beats of Space Alert") {
        return Ok(());
    }
    battle_is_shown(Battle::space_alert()).await
}

/// At a table, not in a replay: what a person decides is shown, and whoever answers what is asked next need not wait for its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_shown_until_the_next_question_is_answered() -> Result<()> {
    if !browser_or_skip("beats of one's own decision") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let page = driver.browser(1280, 800).await?;
    motion(&page, "no-preference").await?;
    play_now(&page, &server.url).await?;
    page.execute("localStorage.setItem('klaxon-pace', 'slow')", vec![]).await?;
    record(&page).await?;
    let showing = "return document.querySelector('.board').classList.contains('showing')";
    let mut salt = 5;
    for _ in 0..60 {
        if my_turn(&page).await?.over {
            break;
        }
        let quiet = format!("{} === false", showing.trim_start_matches("return "));
        until(&page, "the show before ends", &format!("return {quiet}")).await?;
        page.execute("window.told = []; window.ended = []", vec![]).await?;
        press(&page, next(&mut salt)).await?;
        let asked = "return document.getElementById('turn').dataset.mine === 'true'";
        let live = json(&page, asked).await? == json!(true) && json(&page, showing).await? == json!(true);
        let long = "const all = window.told.map((b) => b.ms); return Math.max(0, ...all) >= 400 && window.ended.length === 0";
        if !live || json(&page, long).await? != json!(true) {
            continue;
        }
        // Something is being shown and something is asked: the answer cuts the show short.
        press(&page, next(&mut salt)).await?;
        until(&page, "the show has ended", "return window.ended.length > 0").await?;
        let first = json(&page, "return window.ended[0]").await?;
        ensure!(first["skipped"] == json!(true), "the answer ends what was shown: {first}");
        let told = json(&page, "return window.told.map((b) => b.b)").await?;
        ensure!(told.as_array().is_some_and(|all| !all.is_empty()), "beats of a decision were shown");
        page.quit().await?;
        return Ok(());
    }
    bail!("no decision was shown while the next question stood")
}
