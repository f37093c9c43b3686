//! StarCraft in a browser: three rounds against a bot by clicks on the map, what stays secret, and a phone.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::accessible,
    table::{dom, my_turn, next, settled, turn, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use thirtyfour::prelude::*;

/// Presses *Play now* of StarCraft.
async fn play_now(browser: &WebDriver, url: &str) -> Result<()> {
    browser.goto(url).await?;
    browser.query(By::Css("form[action='/play/starcraft'] button")).first().await?.click().await?;
    settled(browser).await
}

/// The round that the page shows.
async fn round(browser: &WebDriver) -> Result<u64> {
    let script = "return Number(document.querySelector('#sc-turn [data-round]').dataset.round)";
    browser.execute(script, vec![]).await?.json().as_u64().context("the page knows its round")
}

/// Goes on: orders by clicks on the map where they are asked, everything else by buttons. The first order is a Build at
/// home.
async fn go_on(browser: &WebDriver, salt: u64) -> Result<()> {
    let before = turn(browser).await?;
    let script = r"
        const things = [...document.querySelectorAll('#sc-planets .sc-planet.can')];
        if (!things.length) return false;
        const own = [...document.querySelector('#sc-sheet-0').classList].find((c) => c.startsWith('sc-of-'));
        const home = things.find((p) => p.querySelector('.sc-piece.base.' + own));
        const placed = document.querySelector('#sc-planets .sc-order.' + own);
        const planet = home && !placed ? home : things[arguments[0] % things.length];
        planet.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        return true;";
    let planning = browser.execute(script, vec![json!(salt)]).await?.json().as_bool() == Some(true);
    if !planning {
        // Nobody who wants to play on destroys pieces of his own, and the Build at home is carried out.
        let script = r"
            const all = [...document.querySelectorAll('#ask .pick')];
            const build = /^Execute your Build/.test(document.getElementById('prompt').textContent);
            const on = all.filter((b) => (build ? /Execute it/ : /^(?!.*Destroy a piece)/).test(b.textContent));
            const picks = on.length ? on : all;
            picks[arguments[0] % picks.length].click();";
        browser.execute(script, vec![json!(salt)]).await?;
    } else {
        // The orders come up over the planet.
        let offered = "return document.querySelector('#sc-over .sc-chip.can') !== null";
        until(browser, "orders are offered over the planet", offered).await?;
        let script = r"
            const all = [...document.querySelectorAll('#sc-over .sc-chip.can')];
            const good = all.filter((c) => !c.classList.contains('by-warning'));
            const picks = good.length ? good : all;
            const placed = document.querySelector('#sc-planets .sc-order-sign');
            const build = picks.find((c) => c.dataset.id === 'order:build');
            const chip = build && !placed ? build : picks[arguments[0] % picks.length];
            chip.dispatchEvent(new MouseEvent('click', { bubbles: true }));";
        browser.execute(script, vec![json!(salt / 7)]).await?;
    }
    let moved = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
    until(browser, "the table moves on", &moved).await
}

/// A person plays three rounds against the bot of *Play now*. No face of the bot's orders and no card of its hand is
/// ever in the page, and neither are event cards before their time.
#[tokio::test(flavor = "multi_thread")]
async fn three_rounds_of_starcraft_against_a_bot() -> Result<()> {
    if !browser_or_skip("three rounds of StarCraft") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 3;
    let (mut decisions, mut hidden, mut slowest, mut undone) = (0, 0, 0, false);
    while round(&me).await? < 4 {
        let asked = std::time::Instant::now();
        if my_turn(&me).await?.over {
            // A person who decides at random may lose early: another game.
            play_now(&me, &server.url).await?;
            continue;
        }
        slowest = slowest.max(asked.elapsed().as_millis());
        if !undone && prompt(&me).await?.starts_with("Build on") {
            undone = take_back_a_purchase(&me).await?;
        }
        go_on(&me, next(&mut salt)).await?;
        decisions += 1;
        ensure!(decisions < 2000, "three rounds do not end");
        hidden += look_for_secrets(&me).await?;
    }
    ensure!(round(&me).await? >= 4, "three rounds were played");
    ensure!(undone, "a purchase was taken back inside its order");
    ensure!(hidden > 4, "orders of the bot lay face down: {hidden}");
    // The bot of this level answers at once; a whole series of its turns stays under a few seconds.
    ensure!(slowest < 8_000, "the bot took {slowest} ms");
    let page = dom(&me).await?;
    for panel in ["sc-turn", "sc-hand", "sc-shop", "sc-sheets", "sc-regrouping"] {
        ensure!(page.contains(&format!("id=\"{panel}\"")), "{panel} is there");
    }
    me.quit().await?;
    Ok(())
}

/// What the page asks.
async fn prompt(browser: &WebDriver) -> Result<String> {
    let text = browser.execute("return document.getElementById('prompt').textContent", vec![]).await?;
    Ok(text.json().as_str().unwrap_or_default().to_owned())
}

/// Buys a worker and takes it back: the same question stands there again. False if a worker cannot be bought.
async fn take_back_a_purchase(browser: &WebDriver) -> Result<bool> {
    let before = prompt(browser).await?;
    let script = r"
        const worker = [...document.querySelectorAll('#ask .pick')].find((b) => /Worker \(/.test(b.textContent));
        worker?.click();
        return worker !== undefined;";
    if browser.execute(script, vec![]).await?.json().as_bool() != Some(true) {
        return Ok(false);
    }
    let other =
        |sign: &str| format!("return document.getElementById('prompt').textContent {sign} {}", json!(before));
    until(browser, "the purchase is made or paid for", &other("!==")).await?;
    browser.execute("document.getElementById('undo').click()", vec![]).await?;
    until(browser, "the purchase is taken back", &other("===")).await?;
    Ok(true)
}

/// Orders of the other side that lie face down; each is looked at.
async fn look_for_secrets(browser: &WebDriver) -> Result<u64> {
    let script = r"
        const own = [...document.querySelector('#sc-sheet-0').classList].find((c) => c.startsWith('sc-of-'));
        const down = [...document.querySelectorAll('#sc-planets .sc-order')].filter((o) => !o.classList.contains(own));
        const faces = down.filter((o) => o.querySelector('.sc-order-sign')).length;
        const words = [...document.querySelectorAll('#sc-planets .sc-stack')]
            .filter((s) => /(Build|Mobilize|Research) of/.test(s.getAttribute('aria-label')) && !s.querySelector('.' + own)).length;
        const hands = document.querySelectorAll('#sc-hand [id^=\'sc-card-\']').length;
        const shown = Number(/(\d+) of \d+ in hand/.exec(document.querySelector('#sc-sheet-0').textContent)?.[1] ?? 0);
        const events = document.querySelectorAll('#sc-hand [id^=\'sc-event-\']').length;
        const phase = document.querySelector('#sc-turn .sc-steps [aria-current]')?.textContent ?? '';
        return [down.length, faces, words, hands, shown, events, phase];";
    let seen = browser.execute(script, vec![]).await?;
    let seen = seen.json();
    let n = |i: usize| seen[i].as_u64().context("a number");
    ensure!(n(1)? == 0, "a face of the bot's order is in the page");
    ensure!(n(2)? == 0, "the bot's orders are named in the page");
    ensure!(n(3)? == n(4)?, "the hand shows {} cards and I hold {}", n(3)?, n(4)?);
    let early = seen[6].as_str().is_some_and(|phase| phase.starts_with("Planning") || phase == "Execution");
    ensure!(!early || n(5)? == 0, "event cards show before the regrouping");
    n(0)
}

/// Planning with the orders over a planet, building, paying, moving and a battle pass axe in both themes. The player
/// builds and attacks wherever he can, so that all of it comes soon.
#[tokio::test(flavor = "multi_thread")]
async fn starcraft_is_accessible_while_planning_paying_and_fighting() -> Result<()> {
    if !browser_or_skip("StarCraft is accessible") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    play_now(&me, &server.url).await?;
    let mut stages = vec!["Place order", "Build on", "Buy ", "Move units", "Skirmish"];
    let mut salt = 21;
    for _ in 0..1500 {
        if stages.is_empty() {
            break;
        }
        if my_turn(&me).await?.over {
            play_now(&me, &server.url).await?;
            continue;
        }
        let asked = prompt(&me).await?;
        if let Some(at) = stages.iter().position(|stage| asked.starts_with(stage)) {
            let stage = stages.remove(at);
            for theme in ["dark", "light"] {
                let set = "document.documentElement.dataset.theme = arguments[0]";
                me.execute(set, vec![json!(theme)]).await?;
                accessible(&me, &format!("{stage} ({theme})")).await?;
            }
            if stage == "Place order" {
                let planet = "document.querySelector('#sc-planets .sc-planet.can').dispatchEvent(new MouseEvent('click', { bubbles: true }))";
                me.execute(planet, vec![]).await?;
                let offered = "return document.querySelector('#sc-over .sc-chip.can') !== null";
                until(&me, "orders are offered over the planet", offered).await?;
                accessible(&me, "orders over a planet").await?;
                me.execute("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))", vec![])
                    .await?;
                let gone = "return document.querySelector('#sc-over .sc-chip') === null";
                until(&me, "the orders are gone", gone).await?;
            }
        }
        go_for_it(&me, next(&mut salt)).await?;
    }
    ensure!(stages.is_empty(), "never came to {stages:?}");
    // The report of the battle stays until it is put aside.
    let stays = "return document.querySelector('#sc-last-battle[open] [data-fold]') !== null";
    for _ in 0..200 {
        if my_turn(&me).await?.over || me.execute(stays, vec![]).await?.json() == &json!(true) {
            break;
        }
        go_for_it(&me, next(&mut salt)).await?;
    }
    until(&me, "the battle is reported", stays).await?;
    me.execute("document.querySelector('#sc-last-battle [data-fold]').click()", vec![]).await?;
    let aside = "const r = document.getElementById('sc-last-battle'); return r !== null && !r.open && document.activeElement === r.querySelector('summary')";
    until(&me, "it is put aside", aside).await?;
    me.quit().await?;
    Ok(())
}

/// Decides like somebody who wants to build and fight: attacks and purchases before anything else.
async fn go_for_it(browser: &WebDriver, salt: u64) -> Result<()> {
    let before = turn(browser).await?;
    let script = r"
        const all = [...document.querySelectorAll('#ask .pick')];
        const orders = all.filter((b) => /^(?!.*no effect)/.test(b.textContent));
        const wanted = [/attacking/, /Make the moves and fight/, /Execute it/, / (in|to) .*\(\d/, /^(?!.*(Destroy a piece|Finish|Take an event))/];
        const picks = wanted.map((w) => orders.filter((b) => w.test(b.textContent))).find((p) => p.length) ?? all;
        picks[arguments[0] % picks.length].click();";
    browser.execute(script, vec![json!(salt)]).await?;
    let moved = format!("return Number(document.getElementById('turn').dataset.step) > {}", before.step);
    until(browser, "the table moves on", &moved).await
}

/// On a phone the map pans inside its frame; the page itself never scrolls sideways.
#[tokio::test(flavor = "multi_thread")]
async fn starcraft_on_a_phone() -> Result<()> {
    if !browser_or_skip("StarCraft on a phone") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(500, 844).await?;
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    me.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await?;
    play_now(&me, &server.url).await?;
    let mut salt = 8;
    for _ in 0..30 {
        if my_turn(&me).await?.over {
            break;
        }
        go_on(&me, next(&mut salt)).await?;
        let wide = me.execute("return document.documentElement.scrollWidth", vec![]).await?;
        ensure!(wide.json().as_u64() <= Some(390), "the page is {} wide", wide.json());
    }
    let zoom = "const width = () => Number(document.getElementById('board').getAttribute('viewBox').split(' ')[2]), before = width();
        document.querySelector('[data-zoom=in]').click();
        return width() < before && document.documentElement.scrollWidth <= 390";
    ensure!(
        me.execute(zoom, vec![]).await?.json().as_bool() == Some(true),
        "a larger map stays in its frame"
    );
    me.quit().await?;
    Ok(())
}
