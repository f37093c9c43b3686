//! Endings of the five games on a wide screen and on a phone.

use crate::{
    harness::{Driver, Server, browser_or_skip, corpus},
    pages::accessible,
    table::{settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

const GAMES: [(&str, &str); 5] = [
    ("red-alert", "finished-normal-bots"),
    ("star-trek", "finished-normal-bots"),
    ("federation", "finished-normal-bot"),
    ("starcraft", "finished-normal-bots"),
    ("space-alert", "finished-normal-bots"),
];

/// Is each of these in the window, and is it what a finger there would meet?
const IN_SIGHT: &str = r"
    const wrong = [];
    for (const css of arguments[0]) {
      const e = document.querySelector(css);
      if (!e) { wrong.push(`${css} is not there`); continue; }
      const r = e.getBoundingClientRect();
      if (r.width < 1 || r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) { wrong.push(`${css} at ${JSON.stringify(r)}`); continue; }
      const hit = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      if (!e.contains(hit) && !hit?.contains(e)) wrong.push(`${css} lies under ${hit?.outerHTML.slice(0, 80)}`);
    }
    return wrong;";

async fn in_sight(browser: &WebDriver, what: &str, places: &[&str]) -> Result<()> {
    let wrong = browser.execute(IN_SIGHT, vec![json!(places)]).await?;
    ensure!(wrong.json().as_array().is_some_and(Vec::is_empty), "{what}: {}", wrong.json());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn endings_fit_a_screen_and_a_phone_and_can_be_put_aside() -> Result<()> {
    if !browser_or_skip("endings") {
        return Ok(());
    }
    let logs: Vec<_> = GAMES.iter().map(|(game, name)| corpus(game, name)).collect();
    let (server, tables) = Server::start_with_logs(&logs)?;
    ensure!(tables.len() == GAMES.len(), "{tables:?}");
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 900).await?;
    for ((game, _), table) in GAMES.iter().zip(&tables) {
        for (width, height) in [(1280, 800), (390, 844)] {
            let size =
                json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
            me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
            me.goto(format!("{}/t/{table}", server.url)).await?;
            settled(&me).await?;
            let what = format!("{game} at {width} × {height}");
            in_sight(
                &me,
                &what,
                &[
                    "#ending",
                    "#verdict",
                    "#ending .cause",
                    "#ending .look",
                    "#ending .acts a.button",
                    "#picture",
                ],
            )
            .await?;
            let within = "const e = document.getElementById('ending'); return e.scrollWidth <= innerWidth && e.clientWidth <= innerWidth";
            ensure!(
                me.execute(within, vec![]).await?.json() == &json!(true),
                "{what} is wider than the screen"
            );
            for theme in ["dark", "light"] {
                me.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)])
                    .await?;
                accessible(&me, &format!("{what} ({theme})")).await?;
            }
            let points =
                me.execute("return document.querySelectorAll('#ending .turns a').length", vec![]).await?;
            let points = points.json().as_u64().context("a number")?;
            ensure!((3..=8).contains(&points), "{what}: {points} turning points");
            // The table of points is as wide as its place.
            let wide = "const t = document.querySelector('#ending .sheet'); return t.scrollWidth <= t.parentElement.clientWidth";
            ensure!(me.execute(wide, vec![]).await?.json() == &json!(true), "{what}: the table is too wide");
            // The board can be looked at, by keys as well.
            me.execute("document.querySelector('#ending .look').click()", vec![]).await?;
            until(
                &me,
                "the ending is put aside",
                "return !document.getElementById('ending').checkVisibility()",
            )
            .await?;
            in_sight(&me, &what, &["#ask [data-ending='open']"]).await?;
            until(
                &me,
                "the focus is on the way back",
                "return document.activeElement?.dataset.ending === 'open'",
            )
            .await?;
            me.execute("document.activeElement.click()", vec![]).await?;
            until(&me, "the ending is back", "return document.getElementById('ending').checkVisibility() && document.activeElement.id === 'verdict'").await?;
        }
        picture(&me, &server.url, table).await?;
        // A turning point leads into the replay.
        let link = me
            .execute("return document.querySelector('#ending .turns a').getAttribute('href')", vec![])
            .await?;
        let link = link.json().as_str().context("a link")?.to_owned();
        me.goto(format!("{}{link}", server.url)).await?;
        me.query(By::Css("nav.controls")).first().await?;
    }
    me.quit().await?;
    Ok(())
}

/// The picture is one that browsers draw, as a drawing and painted, and not an empty one.
async fn picture(me: &WebDriver, url: &str, table: &str) -> Result<()> {
    let draw = r"
        const done = arguments[arguments.length - 1], image = new Image();
        image.onerror = () => done({ error: 'it is no picture' });
        image.onload = () => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 63 });
          const to = canvas.getContext('2d');
          to.drawImage(image, 0, 0, 120, 63);
          const { data } = to.getImageData(0, 0, 120, 63);
          const colours = new Set();
          for (let i = 0; i < data.length; i += 4) colours.add(`${data[i] >> 4},${data[i + 1] >> 4},${data[i + 2] >> 4}`);
          done({ width: image.naturalWidth, height: image.naturalHeight, colours: colours.size });
        };
        image.src = arguments[0];";
    for kind in ["svg", "png"] {
        let drawn = me.execute_async(draw, vec![json!(format!("{url}/t/{table}/picture.{kind}"))]).await?;
        let drawn: &Value = drawn.json();
        ensure!(drawn["width"] == 1200 && drawn["height"] == 630, "{kind}: {drawn}");
        ensure!(drawn["colours"].as_u64() > Some(12), "{kind} is nearly empty: {drawn}");
    }
    Ok(())
}

/// A phone hands the picture to whoever should get it; one that shares no files saves it, and so does a desk.
#[tokio::test(flavor = "multi_thread")]
async fn endings_hand_the_picture_to_a_phone_s_own_sharing() -> Result<()> {
    if !browser_or_skip("sharing a picture") {
        return Ok(());
    }
    let (server, tables) = Server::start_with_logs(&[corpus("star-trek", "finished-normal-bots")])?;
    let table = tables.first().context("a table")?;
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 900).await?;
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
    me.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await?;
    me.cdp().send_raw("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
    let share = r"
        navigator.canShare = () => !location.hash.includes('none');
        navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].type, files[0].size > 20000]; };
        HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };";
    me.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": share })).await?;
    for (hash, told) in [("", "window.shared"), ("#none", "window.saved")] {
        me.goto("about:blank").await?;
        me.goto(format!("{}/t/{table}{hash}", server.url)).await?;
        settled(&me).await?;
        me.execute("document.getElementById('picture').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))", vec![]).await?;
        until(&me, "the picture is handed on", &format!("return {told} !== undefined")).await?;
        let got = me.execute(format!("return {told}"), vec![]).await?;
        let name = format!("klaxon-{table}.png");
        let meant = if hash.is_empty() { json!([name, "image/png", true]) } else { json!(name) };
        ensure!(got.json() == &meant, "{}", got.json());
    }
    me.quit().await?;
    Ok(())
}
