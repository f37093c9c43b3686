//! Star Trek: Red Alert! in browsers: fleets built in secret, a duel by hand, six seats to the end.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{dom, settled, turn, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// Opens a table by its form: a scenario with its seats and options.
async fn open(browser: &WebDriver, url: &str, address: &str, choices: &[(&str, &str)]) -> Result<()> {
    browser.goto(format!("{url}/open/star-trek{address}")).await?;
    for (field, value) in choices {
        let option = format!("#{field} option[value='{value}']");
        browser.query(By::Css(option)).first().await?.click().await?;
    }
    browser.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(browser).await
}

/// Runs a script that says what came of it.
async fn run(browser: &WebDriver, script: &str, args: Vec<Value>) -> Result<Value> {
    Ok(browser.execute(script, args).await?.json().clone())
}

/// Waits for the page's turn or the end; says which question is asked.
async fn asked(browser: &WebDriver) -> Result<String> {
    let script =
        "const d = document.getElementById('turn').dataset; return d.mine === 'true' || d.over === 'true'";
    until(browser, "something is asked", script).await?;
    let prompt = run(browser, "return document.getElementById('prompt').innerText", vec![]).await?;
    Ok(prompt.as_str().context("the page asks something")?.to_owned())
}

/// Presses the first offered button whose words match; false where there is none.
async fn press(browser: &WebDriver, words: &str) -> Result<bool> {
    let before = turn(browser).await?.step;
    let script = r"
        const fits = new RegExp(arguments[0], 'i');
        const pick = [...document.querySelectorAll('#ask .pick')].find((b) => fits.test(b.lastElementChild.textContent));
        pick?.click();
        return Boolean(pick);";
    let pressed = run(browser, script, vec![json!(words)]).await?.as_bool() == Some(true);
    if pressed {
        let moved = format!("return Number(document.getElementById('turn').dataset.step) > {before}");
        until(browser, "the table moves on", &moved).await?;
    }
    Ok(pressed)
}

/// Clicks something of the page and waits until the table has moved on.
async fn click(browser: &WebDriver, css: &str) -> Result<()> {
    let before = turn(browser).await?.step;
    browser.query(By::Css(css)).first().await?.scroll_into_view().await?;
    let clicked = run(browser, "const e = document.querySelector(arguments[0]); e?.dispatchEvent(new MouseEvent('click', { bubbles: true })); return Boolean(e)", vec![json!(css)]).await?;
    ensure!(clicked.as_bool() == Some(true), "{css} is not there");
    let moved = format!("return Number(document.getElementById('turn').dataset.step) > {before}");
    until(browser, "the table moves on after a click", &moved).await
}

/// Presses a form's button, free of the foot that stays in sight below it.
async fn submit(browser: &WebDriver, css: &str) -> Result<()> {
    run(
        browser,
        "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })",
        vec![json!(css)],
    )
    .await?;
    browser.query(By::Css(css)).first().await?.click().await?;
    Ok(())
}

/// What a duel by hand has to see.
#[derive(Default)]
struct Seen {
    torpedo: bool,
    raised: bool,
    turned: bool,
}

/// One decision of a sensible hand: attack, raise shields, turn to a heading of its own.
async fn decide(browser: &WebDriver, seen: &mut Seen) -> Result<()> {
    let prompt = asked(browser).await?;
    if turn(browser).await?.over {
        return Ok(());
    }
    if prompt.contains("three orders") {
        // The pad under each place: Change Heading, Attack, Raise Shields.
        for (place, order) in [(1, "CH"), (2, "AT"), (3, "RS")] {
            let slot = format!(".st-orders.planning li:nth-child({place}) [data-token='{order}']");
            if run(browser, "return Boolean(document.querySelector(arguments[0]))", vec![json!(slot)])
                .await?
                .as_bool()
                == Some(true)
            {
                click(browser, &slot).await?;
            }
        }
        ensure!(press(browser, "^done").await?, "orders are given");
    } else if prompt.contains("acts:") {
        if press(browser, "^reveal the order").await? {
            return Ok(());
        }
        if press(browser, "^shields [1-9]").await? {
            seen.raised = true;
            return Ok(());
        }
        let heading = "return Boolean(document.querySelector(\"[data-helm] [name='heading']\"))";
        let may_turn = run(browser, heading, vec![]).await?.as_bool() == Some(true);
        if may_turn && !seen.turned {
            turn_by_number(browser).await?;
            seen.turned = true;
        } else if !press(browser, r"\(towards").await? && !press(browser, "^move straight on").await? {
            // A ship that stands still has nothing to move.
            press(browser, "^end the activation").await?;
        }
    } else if prompt.contains("has moved") {
        // Torpedoes leave after the ship has moved: it would fly into its own.
        if !seen.torpedo && dom(browser).await?.contains("st-launch-plan") {
            fly_a_course(browser).await?;
            seen.torpedo = true;
        } else if press(browser, "^launch a torpedo").await? {
            seen.torpedo = true;
        } else if press(browser, "^shields [1-9]").await? {
            seen.raised = true;
        } else {
            press(browser, "^end the activation").await?;
        }
    } else if prompt.contains("option") {
        press(browser, "^act$").await?;
    } else if press(browser, "reveal all").await? {
        press(browser, "^done").await?;
    } else if !press(browser, "^(done|pass)$").await? && !press(browser, "straight on").await? {
        press(browser, ".").await?;
    }
    Ok(())
}

/// Turns to a heading that no button offers, by its number.
async fn turn_by_number(browser: &WebDriver) -> Result<()> {
    let number = browser.query(By::Css("[data-helm] [name='heading']")).first().await?;
    let now =
        run(browser, "return document.querySelector(\"[data-helm] [name='heading']\").value", vec![]).await?;
    number.clear().await?;
    number.send_keys(if now.as_str() == Some("0.0") { "3.7" } else { "183.7" }).await?;
    let ghosts =
        run(browser, "return document.querySelectorAll('#st-live .st-ghost').length", vec![]).await?;
    ensure!(ghosts.as_u64() > Some(0), "the ghost of the heading is drawn");
    let before = turn(browser).await?.step;
    submit(browser, "[data-helm] button[type='submit']").await?;
    let moved = format!("return Number(document.getElementById('turn').dataset.step) > {before}");
    until(browser, "the ship turns", &moved).await?;
    ensure!(dom(browser).await?.contains("3.7°"), "the log tells the heading");
    Ok(())
}

/// Plans the whole launch move of a torpedo before it is launched, and flies it with one button.
async fn fly_a_course(browser: &WebDriver) -> Result<()> {
    run(browser, "document.getElementById('st-launch-plan').open = true", vec![]).await?;
    let rings = "return document.querySelectorAll('#st-path [data-joint]').length > 1";
    until(browser, "the course is drawn", rings).await?;
    accessible(browser, "the course of a torpedo").await?;
    // One hop by its number, another by the keys on its ring.
    let heading = "return Number(document.querySelector(\"[data-course] [name='now-0']\").value)";
    let straight = run(browser, heading, vec![]).await?.as_f64().context("a heading")?;
    let field = browser.query(By::Css("[data-course] [name='now-0']")).first().await?;
    field.clear().await?;
    field.send_keys(format!("{:.1}", (straight + 20.0) % 360.0)).await?;
    let turned = run(
        browser,
        "return Number(document.querySelector(\"[data-joint='0']\").getAttribute('aria-valuenow'))",
        vec![],
    )
    .await?;
    ensure!(
        turned.as_f64().is_some_and(|h| (h - (straight + 20.0) % 360.0).abs() < 0.05),
        "the ring follows the number: {straight} {turned}"
    );
    run(browser, "document.querySelector(\"[data-joint='1']\").focus()", vec![]).await?;
    browser.action_chain().send_keys(Key::Right).perform().await?;
    let second =
        run(browser, "return Number(document.querySelector(\"[data-course] [name='now-1']\").value)", vec![])
            .await?;
    ensure!(
        second.as_f64().is_some_and(|h| (h - (straight + 15.0) % 360.0).abs() < 0.05),
        "a key turns a ring by five degrees: {straight} {second}"
    );
    let before = turn(browser).await?.step;
    submit(browser, "[data-course] button[type='submit']").await?;
    let flown = format!(
        "return Number(document.getElementById('turn').dataset.step) > {before} && !/choose the heading of hop/.test(document.getElementById('prompt').innerText)"
    );
    until(browser, "the torpedo has flown its course", &flown).await?;
    let log = run(browser, "return document.getElementById('log').innerText", vec![]).await?;
    ensure!(log.as_str().is_some_and(|l| l.contains("launches torpedo")), "the log tells of it: {log}");
    Ok(())
}

/// Two people build fleets in secret, deploy, and play three turns of Balance of Terror.
#[tokio::test(flavor = "multi_thread")]
async fn two_build_fleets_and_fight_balance_of_terror() -> Result<()> {
    if !browser_or_skip("two build fleets") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    open(
        &ada,
        &server.url,
        "?scenario=balance-of-terror",
        &[("s-0", "me"), ("s-1", "link"), ("o-fleets", "build")],
    )
    .await?;
    let link =
        run(&ada, "return document.querySelector('[data-copy*=\"#seat=\"]').dataset.copy", vec![]).await?;
    let bob = driver.browser(1280, 900).await?;
    bob.goto(format!("{}{}", server.url, link.as_str().context("a seat link")?)).await?;
    settled(&bob).await?;
    until(&bob, "Bob has sat down", "return document.querySelector('.seat.mine') !== null").await?;

    // Ada buys by hand, and cannot buy what is too dear; the page says why.
    click(&ada, "[data-click='buy-ship:ROM-S01']").await?;
    ensure!(dom(&ada).await?.contains("it costs"), "what is too dear is explained");
    click(&ada, "[data-click='buy:ROM-T04:1:0']").await?;
    // Her fleet is saved in the browser, given back, and loaded again.
    run(&ada, "document.getElementById('st-saved-name').value = 'one ship'; document.querySelector('[data-fleet-do=save]').click()", vec![]).await?;
    click(&ada, "[data-click='sell-ship:1']").await?;
    run(&ada, "document.querySelector('[data-fleet-do=load]').click()", vec![]).await?;
    until(
        &ada,
        "the saved fleet is back",
        "return JSON.parse(document.querySelector('[data-fleet]').dataset.fleet).disks.length === 1",
    )
    .await?;
    accessible(&ada, "the fleet builder").await?;
    // Bob takes a ready-made fleet. Neither page tells of the other's purchases.
    click(&bob, "[data-click='fleet:FED-30']").await?;
    ensure!(!dom(&bob).await?.contains("deret"), "Ada's ship is in Bob's page");
    ensure!(!dom(&ada).await?.contains("Yamato"), "Bob's ship is in Ada's page");
    ensure!(press(&ada, "^done").await? && press(&bob, "^done").await?, "both fleets are ready");

    // Deployment: Ada by the form, Bob by a click on the board and one on a speed.
    asked(&ada).await?;
    accessible(&ada, "deployment").await?;
    for (name, value) in [("x", "3.0"), ("y", "12.0"), ("heading", "0")] {
        let field = ada.query(By::Css(format!("[data-helm] [name='{name}']"))).first().await?;
        field.clear().await?;
        field.send_keys(value).await?;
    }
    submit(&ada, "[data-helm] button[type='submit']").await?;
    until(&ada, "her ship stands", "return document.getElementById('ship-1') !== null").await?;
    ensure!(
        run(&bob, "return document.getElementById('ship-1') === null", vec![]).await?.as_bool() == Some(true),
        "Bob sees no ship of Ada's"
    );
    // A click on the board puts the ghost there, and the button beside it puts the ship where the ghost is.
    run(&bob, "document.querySelector('#st-handles .st-spot').dispatchEvent(new MouseEvent('click', { bubbles: true }))", vec![]).await?;
    let clicked =
        run(&bob, "return document.querySelector('#st-handles .st-spot').dataset.id.slice(5)", vec![])
            .await?;
    run(&bob, "const s = document.querySelector('[data-helm] [name=speed]'); s.value = '3'; s.dispatchEvent(new Event('input', { bubbles: true }))", vec![]).await?;
    run(&bob, "document.getElementById('st-here').click()", vec![]).await?;
    let stands = "const t = document.querySelector('.st-ship.mine')?.getAttribute('transform'); if (!t) return null; const [x, y] = t.match(/[-\\d.]+/g).map(Number); return `${x},${Number(document.querySelector('.st-edge').getAttribute('height')) - y}`";
    until(&bob, "his ship stands", "return document.querySelector('.st-ship.mine') !== null").await?;
    ensure!(run(&bob, stands, vec![]).await? == clicked, "it stands where he clicked: {clicked}");
    for player in [&ada, &bob] {
        if turn(player).await?.mine {
            press(player, "^done").await?;
        }
    }

    // Zooming survives what the server sends.
    run(&ada, "document.querySelector('[data-zoom=in]').click()", vec![]).await?;
    let zoomed = run(&ada, "return document.getElementById('board').getAttribute('viewBox')", vec![]).await?;

    let (mut seen, mut seen_by_bob) = (Seen::default(), Seen::default());
    let now = "return /Turn (\\d+)/.exec(document.querySelector('.st-when').textContent)?.[1]";
    for _ in 0..400 {
        let played = run(&ada, now, vec![]).await?;
        let third = played.as_str().and_then(|n| n.parse::<u32>().ok()).unwrap_or(0) > 3;
        if third || turn(&ada).await?.over {
            break;
        }
        if turn(&ada).await?.mine {
            decide(&ada, &mut seen).await?;
        } else if turn(&bob).await?.mine {
            decide(&bob, &mut seen_by_bob).await?;
        }
    }
    for theme in ["dark", "light"] {
        run(&ada, "document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
        accessible(&ada, &format!("the table in battle ({theme})")).await?;
    }
    within_width(&ada, "the table in battle").await?;
    ensure!(seen.torpedo || seen_by_bob.torpedo, "a torpedo was launched");
    let log = run(&ada, "return document.getElementById('log').innerText", vec![]).await?;
    ensure!(seen.raised || seen_by_bob.raised, "shields were raised: {log}");
    ensure!(seen.turned || seen_by_bob.turned, "a heading was given by number");
    let after = run(&ada, "return document.getElementById('board').getAttribute('viewBox')", vec![]).await?;
    ensure!(zoomed == after, "the board is where it was: {zoomed} and {after}");
    ada.quit().await?;
    bob.quit().await?;
    Ok(())
}

/// Three against three: two people on one device, bots in the other four seats, to the end.
#[tokio::test(flavor = "multi_thread")]
async fn three_against_three_runs_to_its_end() -> Result<()> {
    if !browser_or_skip("three against three") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    let seats: Vec<(&str, &str)> = vec![
        ("s-0", "me"),
        ("s-1", "easy"),
        ("s-2", "me"),
        ("s-3", "easy"),
        ("s-4", "easy"),
        ("s-5", "easy"),
        ("o-turn-limit", "5"),
    ];
    open(&me, &server.url, "?scenario=border-incident&seats=6", &seats).await?;
    let names = run(&me, "return document.querySelectorAll('.who .seat').length", vec![]).await?;
    ensure!(names.as_u64() == Some(6), "six seats are at the table");
    // The two own seats answer by the first button; what is asked again and again is declined.
    let answer = r"
        const d = document.getElementById('turn').dataset;
        if (d.over === 'true') return 'over';
        const lift = document.getElementById('lift');
        if (lift) { lift.click(); return 'lift'; }
        if (d.mine !== 'true') return 'wait';
        const picks = [...document.querySelectorAll('#ask .pick')].filter((b) => !/take .* back|draw|off the table/.test(b.textContent));
        const best = picks.find((b) => /^\S?(done|end the activation|fire at|move straight on|act)/.test(b.lastElementChild.textContent)) ?? picks[0];
        best?.click();
        return 'answered';";
    let end = Instant::now() + Duration::from_secs(300);
    loop {
        let state = run(&me, answer, vec![]).await?;
        if state.as_str() == Some("over") {
            break;
        }
        ensure!(Instant::now() < end, "the game does not end");
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    let prompt = run(&me, "return document.getElementById('prompt').innerText", vec![]).await?;
    ensure!(
        prompt.as_str().is_some_and(|p| p.contains("win") || p.contains("draw")),
        "the page says how it ended: {prompt}"
    );
    me.quit().await?;
    Ok(())
}

/// A scenario is written, checked and tested.
#[tokio::test(flavor = "multi_thread")]
async fn a_scenario_of_ones_own_is_written_and_tested() -> Result<()> {
    if !browser_or_skip("a scenario of one's own") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    me.goto(format!("{}/edit/star-trek", server.url)).await?;
    let press = "[...document.querySelectorAll('#edit-fields button')].find((b) => b.textContent === arguments[0]).click()";
    run(&me, press, vec![json!("Add terrain")]).await?;
    until(
        &me,
        "the planet is drawn",
        "return document.querySelector('#map [data-piece=\"terrain/0\"]') !== null",
    )
    .await?;
    for theme in ["dark", "light"] {
        run(&me, "document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
        accessible(&me, &format!("the scenario editor ({theme})")).await?;
    }
    within_width(&me, "the scenario editor").await?;
    // A new obstacle lies beside it; one on top of it is refused, with the reason, and cannot be tested.
    run(&me, press, vec![json!("Add an obstacle")]).await?;
    until(
        &me,
        "the asteroid is drawn in a free place",
        "return document.querySelector('#map [data-piece=\"obstacles/0\"]') !== null && /can be played/.test(document.getElementById('edit-verdict').textContent)",
    )
    .await?;
    run(
        &me,
        "const of = (list, name) => [...document.querySelectorAll(`#edit-${list} label`)].find((l) => l.textContent.startsWith(name)).querySelector('input'); \
         for (const name of ['x,', 'y,']) { const to = of('obstacles', name); to.value = of('terrain', name).value; to.dispatchEvent(new Event('change')); }",
        vec![],
    )
    .await?;
    until(
        &me,
        "the clash is told",
        "return /overlaps Planet/.test(document.getElementById('edit-verdict').textContent) && document.getElementById('edit-test').disabled",
    )
    .await?;
    // What was written is there again after the page was left.
    me.refresh().await?;
    until(
        &me,
        "the draft is back",
        "return !document.getElementById('edit-kept').hidden && /overlaps Planet/.test(document.getElementById('edit-verdict').textContent)",
    )
    .await?;
    run(&me, "document.querySelector('#edit-obstacles [aria-label^=Remove]').click()", vec![]).await?;
    until(
        &me,
        "it can be played",
        "return /can be played/.test(document.getElementById('edit-verdict').textContent)",
    )
    .await?;
    me.query(By::XPath("//button[text()='Open a table with it']")).first().await?.click().await?;
    settled(&me).await?;
    ensure!(dom(&me).await?.contains("terrain-1"), "the planet is on the table");
    me.quit().await?;
    Ok(())
}

/// Where a ship will look is chosen by dragging the nose of its ghost, and that is where it looks when it stands.
#[tokio::test(flavor = "multi_thread")]
async fn the_nose_of_a_ghost_is_dragged_to_a_heading() -> Result<()> {
    if !browser_or_skip("the nose of a ghost") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(1280, 900).await?;
    open(&me, &server.url, "?scenario=balance-of-terror", &[("s-0", "me"), ("s-1", "easy")]).await?;
    asked(&me).await?;
    // The ghost first goes where there is room around it.
    let put = "const e = document.querySelector('[data-helm]').elements; e.x.value = '3.0'; e.y.value = '12.0'; e.y.dispatchEvent(new Event('input', { bubbles: true }))";
    run(&me, put, vec![]).await?;
    until(&me, "the ghost has a nose", "return document.querySelector('.st-nose-grip .st-nose') !== null")
        .await?;
    let middle = |css: &str| {
        format!(
            "const b = document.querySelector('{css}').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2].map(Math.round)"
        )
    };
    let spot = |seen: &Value| -> Result<(i64, i64)> {
        Ok((seen[0].as_i64().context("across")?, seen[1].as_i64().context("down")?))
    };
    let (x, y) = spot(&run(&me, &middle(".st-ghost.here > circle"), vec![]).await?)?;
    let before =
        run(&me, "return document.querySelector(\"[data-helm] [name='heading']\").value", vec![]).await?;
    // Up on the screen is north: 90 degrees; then on to the south-east.
    for (to, degrees) in [((x, y - 90), 90.0), ((x + 70, y + 70), 315.0)] {
        let grip = spot(&run(&me, &middle(".st-nose-grip .st-nose"), vec![]).await?)?;
        me.action_chain()
            .move_to(grip.0, grip.1)
            .click_and_hold()
            .move_to((grip.0 + to.0) / 2, (grip.1 + to.1) / 2)
            .move_to(to.0, to.1)
            .release()
            .perform()
            .await?;
        let now =
            run(&me, "return Number(document.querySelector(\"[data-helm] [name='heading']\").value)", vec![])
                .await?;
        ensure!(
            now.as_f64().is_some_and(|h| (h - degrees).abs() < 4.0),
            "the nose came from {before} and looks to {now}, not {degrees}"
        );
    }
    let place = "const e = document.querySelector('[data-helm]').elements; return [e.x.value, e.y.value]";
    ensure!(
        run(&me, &middle(".st-ghost.here > circle"), vec![]).await? == json!([x, y]),
        "the ghost stays where it is: {}",
        run(&me, place, vec![]).await?
    );
    let heading =
        run(&me, "return document.querySelector(\"[data-helm] [name='heading']\").value", vec![]).await?;
    submit(&me, "#st-here").await?;
    until(&me, "the ship stands", "return document.querySelector('.st-ship.mine') !== null").await?;
    let stands = run(
        &me,
        "return document.querySelector('.st-ship.mine [transform^=rotate]').getAttribute('transform')",
        vec![],
    )
    .await?;
    let stands: f64 = stands
        .as_str()
        .and_then(|t| t.strip_prefix("rotate(")?.strip_suffix(')')?.parse().ok())
        .context("a heading")?;
    let chosen: f64 = heading.as_str().context("a number")?.parse()?;
    ensure!(
        (stands + chosen).rem_euclid(360.0).min(360.0 - (stands + chosen).rem_euclid(360.0)) < 0.15,
        "it was to look to {chosen} and is turned by {stands}"
    );
    me.quit().await?;
    Ok(())
}
