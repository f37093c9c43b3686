//! Ringing: the worker is there, a push becomes a notification, its link opens the table at the question, and without a network somebody is
//! told so kindly. What a click on the notification does is tried in `crates/web/tests/it/ringing.rs`: no driver can click one.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{my_turn, play_now, settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// What a script gives to its callback.
async fn later(browser: &WebDriver, script: &str) -> Result<Value> {
    let script = format!("const done = arguments[arguments.length - 1]; {script}");
    Ok(browser.execute_async(script, vec![]).await?.json().clone())
}

/// The question is on the screen.
async fn asked(browser: &WebDriver) -> Result<()> {
    until(
        browser,
        "the question is on the screen",
        "const at = document.querySelector('#ask')?.getBoundingClientRect(); return !!at && at.top >= 0 && at.top < innerHeight",
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_is_shown_and_leads_to_the_question_and_offline_is_said_kindly() -> Result<()> {
    if !browser_or_skip("ringing") {
        return Ok(());
    }
    let (mut server, mut driver) = (Server::start()?, Driver::start().await?);
    let me = driver.browser(500, 844).await?;
    let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
    me.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await?;
    play_now(&me, &server.url).await?;
    my_turn(&me).await?;
    let table = me.current_url().await?;
    until(&me, "the worker looks after the page", "return !!navigator.serviceWorker.controller").await?;
    let grant = json!({ "origin": server.url, "permissions": ["notifications"] });
    me.cdp().send_raw("Browser.grantPermissions", grant).await?;
    // What the server sends to a browser's push service, as it comes out of it.
    me.cdp().send_raw("ServiceWorker.enable", json!({})).await?;
    let said = json!({ "title": "Your turn", "body": "Red Alert: Orders", "tag": table.path(), "link": format!("{table}#ask") });
    let push = json!({ "origin": server.url, "registrationId": "0", "data": said.to_string() });
    for _ in 0..2 {
        me.cdp().send_raw("ServiceWorker.deliverPushMessage", push.clone()).await?;
    }
    let shown = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => \
                 done(all.map((one) => [one.title, one.body, one.data.link])))";
    let mut notes = json!([]);
    for _ in 0..100 {
        notes = later(&me, shown).await?;
        if notes != json!([]) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    // The second took the place of the first.
    ensure!(notes == json!([["Your turn", "Red Alert: Orders", format!("{table}#ask")]]), "{notes}");
    // Its link opens the table at the question, for the eye and for the keyboard.
    me.goto("about:blank").await?;
    me.goto(notes[0][2].as_str().context("a link")?).await?;
    settled(&me).await?;
    asked(&me).await?;
    me.action_chain().send_keys(Key::Tab).perform().await?;
    until(&me, "the keyboard is at the question", "return !!document.activeElement.closest('#ask')").await?;
    // A page that is open already is led there by the worker's word, and by no other.
    me.goto(table.as_str()).await?;
    settled(&me).await?;
    let hear = |to: &str| {
        format!(
            "navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {{ data: {{ go: '{to}' }} }})); return location.hash"
        )
    };
    ensure!(me.execute(hear("#elsewhere"), vec![]).await?.json() == "");
    ensure!(me.execute(hear("#ask"), vec![]).await?.json() == "#ask");
    asked(&me).await?;
    // Nobody answers: the driver's own way to cut the line does not reach the worker.
    server.stop()?;
    for address in [format!("{}/lobby", server.url), table.to_string()] {
        me.goto(&address).await?;
        until(
            &me,
            "it is said kindly",
            "return document.querySelector('h1')?.textContent === 'You are offline'",
        )
        .await?;
        accessible(&me, "the page without a network").await?;
        within_width(&me, "the page without a network").await?;
    }
    me.quit().await?;
    Ok(())
}
