//! A study from the replay of a finished game: a note, a variation and an arrow, by buttons and lists alone; and marks by hand.

use crate::{
    harness::{Driver, Server, browser_or_skip, corpus},
    pages::{accessible, within_width},
    table::until,
};
use anyhow::{Result, ensure};
use serde_json::json;
use thirtyfour::prelude::*;

/// Where two things of the board are on the screen that lie apart, with their ids.
const TWO_THINGS: &str = "
    const seen = [...document.querySelectorAll('#board [data-id]')].map((thing) => {
        const r = thing.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
        const top = document.elementFromPoint(x, y)?.closest('#board [data-id]');
        return { id: thing.dataset.id, x, y, top: top?.dataset.id };
    }).filter((thing) => thing.id && thing.id === thing.top);
    const far = (a) => seen.find((b) => Math.hypot(a.x - b.x, a.y - b.y) > 60);
    const a = seen.find(far), b = far(a);
    return [a, b].map((thing) => [thing.id, thing.x, thing.y]);";

/// Marks by hand: a ring by a tap and an arrow by a stroke, of the mouse at a desk and of a finger on a phone; the same once more takes it
/// away.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_drawn_on_the_board_by_mouse_and_by_finger() -> Result<()> {
    if !browser_or_skip("marks") {
        return Ok(());
    }
    let (server, tables) = Server::start_with_logs(&[corpus("red-alert", "finished-normal-bots")])?;
    let mut driver = Driver::start().await?;
    for (width, height, finger) in [(1280, 800, false), (390, 844, true)] {
        let me = driver.browser(width, height).await?;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": finger });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        me.goto(format!("{}/t/{}/replay?step=30", server.url, tables[0])).await?;
        me.execute("document.querySelector('form[action=\"/study/new\"]').submit()", vec![]).await?;
        until(&me, "a study is open", "return document.querySelector('#mark-form') !== null").await?;
        let things = me.execute(TWO_THINGS, vec![]).await?.json().clone();
        let [(from, ax, ay), (to, bx, by)] = serde_json::from_value::<[(String, f64, f64); 2]>(things)?;
        me.query(By::Css("#marking")).first().await?.click().await?;
        let point = async |kind: &str, x: f64, y: f64| -> Result<()> {
            let (name, with) = match (finger, kind) {
                (true, "up") => {
                    ("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }))
                }
                (true, _) => {
                    let what = if kind == "down" { "touchStart" } else { "touchMove" };
                    ("Input.dispatchTouchEvent", json!({ "type": what, "touchPoints": [{ "x": x, "y": y }] }))
                }
                (false, _) => {
                    let what = match kind {
                        "down" => "mousePressed",
                        "up" => "mouseReleased",
                        _ => "mouseMoved",
                    };
                    let with = json!({ "type": what, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
                    ("Input.dispatchMouseEvent", with)
                }
            };
            me.cdp().send_raw(name, with).await?;
            Ok(())
        };
        let stroke = async |x: f64, y: f64| -> Result<()> {
            point("down", ax, ay).await?;
            for part in [0.3, 0.7, 1.0] {
                point("move", ax + (x - ax) * part, ay + (y - ay) * part).await?;
            }
            point("up", x, y).await
        };
        let heads = |n: usize| {
            format!("return document.querySelectorAll('#board .study-overlay[data-of] .head').length === {n}")
        };
        stroke(bx, by).await?;
        until(&me, "an arrow is drawn", &heads(1)).await?;
        let told = me.execute("return document.querySelector('.study-marks').textContent", vec![]).await?;
        ensure!(told.json().as_str().is_some_and(|t| t.contains(&format!("{from} → {to}"))), "{told:?}");
        point("down", ax, ay).await?;
        point("up", ax, ay).await?;
        let rings = "return document.querySelectorAll('#board .study-overlay[data-of] circle').length === 1";
        until(&me, "a ring is drawn", rings).await?;
        stroke(bx, by).await?;
        until(&me, "the arrow is gone", &heads(0)).await?;
        accessible(&me, &format!("marking at {width}")).await?;
        me.quit().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_becomes_a_study() -> Result<()> {
    if !browser_or_skip("a study") {
        return Ok(());
    }
    let (server, tables) = Server::start_with_logs(&[corpus("red-alert", "finished-normal-bots")])?;
    let mut driver = Driver::start().await?;
    let me = driver.browser(1280, 800).await?;
    me.goto(format!("{}/t/{}/replay?step=30", server.url, tables[0])).await?;
    me.query(By::XPath("//button[text()='Make a study of this game']")).first().await?.click().await?;
    me.query(By::Css("#note")).first().await?.send_keys("**Here** it turns (RA-7.4).").await?;
    me.query(By::XPath("//button[text()='Keep the note']")).first().await?.click().await?;
    until(
        &me,
        "the note is shown",
        "return document.querySelector('#ask .study-note strong')?.textContent === 'Here'",
    )
    .await?;
    // An arrow between two things that the list names.
    let ids = me
        .execute(
            "return [...document.querySelectorAll('#board-ids option')].slice(0, 2).map((o) => o.value)",
            vec![],
        )
        .await?;
    let ids: Vec<String> = serde_json::from_value(ids.json().clone())?;
    me.query(By::Css("#mark-from")).first().await?.send_keys(&ids[0]).await?;
    me.query(By::Css("#mark-to")).first().await?.send_keys(&ids[1]).await?;
    me.query(By::XPath("//button[text()='Mark it']")).first().await?.click().await?;
    until(
        &me,
        "an arrow is drawn",
        "return document.querySelectorAll('#board .study-overlay .head').length === 1",
    )
    .await?;
    me.query(By::Css("#tab-lines")).first().await?.click().await?;
    me.query(By::XPath("//button[text()='Play it']")).first().await?.click().await?;
    until(&me, "a variation is open", "return location.search.includes('line=1&step=31')").await?;
    until(&me, "it has no arrow", "return document.querySelector('#board .study-overlay') === null").await?;
    for (width, height) in [(1280, 800), (390, 844)] {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        me.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        within_width(&me, "a study").await?;
        for theme in ["dark", "light"] {
            me.execute("document.documentElement.dataset.theme = arguments[0]", vec![json!(theme)]).await?;
            for tab in ["notes", "lines", "study"] {
                me.execute("document.getElementById('tab-' + arguments[0]).click()", vec![json!(tab)])
                    .await?;
                accessible(&me, &format!("a study's {tab} at {width} ({theme})")).await?;
            }
        }
    }
    // Whoever has the link reads it, and finds nothing to change.
    let address = me.current_url().await?;
    let other = driver.browser(1280, 800).await?;
    other.goto(address.as_str()).await?;
    ensure!(!other.query(By::Css("#decision")).nowait().exists().await?, "nobody else adds to it");
    me.goto(format!("{}/studies", server.url)).await?;
    accessible(&me, "the page of studies").await?;
    other.quit().await?;
    me.quit().await?;
    Ok(())
}
