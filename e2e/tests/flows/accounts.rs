//! Accounts, in browsers with an authenticator of Chromium's own: a guest makes one and goes on elsewhere, somebody has lost
//! everything but a code, and somebody takes a password because he has no passkeys.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::{play_now, settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// The server by a name: passkeys belong to names.
fn named(server: &Server) -> String {
    server.url.replace("127.0.0.1", "localhost")
}

/// Gives a browser an authenticator that always says yes, perhaps with keys that it has from elsewhere.
async fn authenticator(browser: &WebDriver, keys: &[Value]) -> Result<String> {
    let cdp = browser.cdp();
    cdp.send_raw("WebAuthn.enable", json!({})).await?;
    let options = json!({ "options": { "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
        "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true } });
    let made = cdp.send_raw("WebAuthn.addVirtualAuthenticator", options).await?;
    let id = made["authenticatorId"].as_str().context("an authenticator has an id")?.to_owned();
    for key in keys {
        cdp.send_raw("WebAuthn.addCredential", json!({ "authenticatorId": id, "credential": key })).await?;
    }
    Ok(id)
}

/// The keys that an authenticator holds, to be carried elsewhere as a keychain would.
async fn keys(browser: &WebDriver, authenticator: &str) -> Result<Vec<Value>> {
    let held = browser
        .cdp()
        .send_raw("WebAuthn.getCredentials", json!({ "authenticatorId": authenticator }))
        .await?;
    Ok(held["credentials"].as_array().cloned().unwrap_or_default())
}

async fn click(browser: &WebDriver, css: &str) -> Result<()> {
    browser.query(By::Css(css)).first().await?.click().await?;
    Ok(())
}

/// What a page shows once.
async fn once(browser: &WebDriver) -> Result<Vec<String>> {
    until(browser, "something is shown once", "return !!document.querySelector('#once li')").await?;
    let script = "return [...document.querySelectorAll('#once li')].map((li) => li.textContent.trim())";
    Ok(serde_json::from_value(browser.execute(script, vec![]).await?.json().clone())?)
}

const MINE: &str = "return !!document.querySelector('#who .mine')";

/// A guest plays, makes an account with a passkey, and goes on from another browser; what was lost comes back by a code.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_makes_an_account_with_a_passkey_and_goes_on_elsewhere() -> Result<()> {
    if !browser_or_skip("accounts") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let url = named(&server);
    let ada = driver.browser(1280, 900).await?;
    play_now(&ada, &url).await?;
    let table = ada.current_url().await?.to_string();
    ada.goto(format!("{url}/account")).await?;
    accessible(&ada, "the door of accounts").await?;
    let phone_of_ada = authenticator(&ada, &[]).await?;
    ada.query(By::Css("#new-name")).first().await?.send_keys("Ada").await?;
    click(&ada, "#passkey-new").await?;
    let codes = once(&ada).await?;
    ensure!(codes.len() == 10, "{codes:?}");
    accessible(&ada, "recovery codes").await?;
    within_width(&ada, "recovery codes").await?;
    ada.goto(table.as_str()).await?;
    until(&ada, "the seat is hers as before", MINE).await?;

    // Another browser, to which her keychain brings the key.
    let held = keys(&ada, &phone_of_ada).await?;
    ensure!(held.len() == 1, "one key was made: {held:?}");
    let other = driver.browser(390, 844).await?;
    other.goto(format!("{url}/account")).await?;
    within_width(&other, "the door of accounts on a phone").await?;
    authenticator(&other, &held).await?;
    click(&other, "#passkey-in").await?;
    until(&other, "signed in", "return location.pathname === '/' && !!document.querySelector('a.name')")
        .await?;
    ensure!(other.query(By::Css("a.name")).first().await?.text().await? == "@Ada");
    other.goto(table.as_str()).await?;
    until(&other, "the table goes on there", MINE).await?;
    settled(&other).await?;

    // A third has neither key nor cookie, but a code.
    let third = driver.browser(1024, 700).await?;
    third.goto(format!("{url}/account")).await?;
    let open = "document.getElementById('code').closest('details').open = true";
    third.execute(open, vec![]).await?;
    third.query(By::Css("#code")).first().await?.send_keys(codes[0].to_uppercase() + Key::Enter).await?;
    until(&third, "her account", "return !!document.querySelector('#devices')").await?;
    accessible(&third, "the account").await?;
    ensure!(third.source().await?.contains("9 recovery codes"), "one is spent");
    let lost = driver.browser(1024, 700).await?;
    lost.goto(format!("{url}/account")).await?;
    lost.execute(open, vec![]).await?;
    lost.query(By::Css("#code")).first().await?.send_keys(codes[0].clone() + Key::Enter).await?;
    until(&lost, "refused", "return !!document.querySelector('[role=alert]:not([hidden])')").await?;

    // She signs all others out: the table that is open there is hers no more, without a word from that browser.
    click(&third, "#devices form[action='/account/devices/end'] button").await?;
    until(&other, "signed out at once", &MINE.replace("!!", "!")).await?;
    ada.goto(format!("{url}/account")).await?;
    until(&ada, "the first browser is out as well", "return !document.querySelector('#devices')").await?;
    // The lost device's key goes; another is added where she is now.
    third.goto(format!("{url}/account")).await?;
    authenticator(&third, &[]).await?;
    click(&third, "#passkey-new").await?;
    until(&third, "two keys", "return document.querySelectorAll('#ways .rows li').length === 2").await?;
    click(&third, "#ways .rows li:first-child button").await?;
    until(&third, "one key", "return document.querySelectorAll('#ways .rows li').length === 1").await?;
    click(&ada, "#passkey-in").await?;
    until(
        &ada,
        "the old key opens nothing",
        "return !!document.querySelector('#passkey-in-note:not([hidden])')",
    )
    .await?;
    for browser in [ada, other, third, lost] {
        let wrong = browser.execute("return window.wrong", vec![]).await?;
        ensure!(wrong.json().as_array().is_none_or(Vec::is_empty), "{}", wrong.json());
        browser.quit().await?;
    }
    Ok(())
}

/// Where there are no passkeys a password does, and its owner makes a bot that can be challenged from its profile.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_does_where_there_are_no_passkeys_and_a_bot_is_challenged() -> Result<()> {
    if !browser_or_skip("accounts by password") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 800).await?;
    // By numbers: a browser gives no passkeys there, and the page says so.
    ada.goto(format!("{}/account", server.url)).await?;
    ensure!(ada.find_all(By::Css("#passkey-new")).await?.is_empty());
    ensure!(ada.source().await?.contains("http://localhost"), "the way to passkeys is shown");
    ada.query(By::Css("#new-name")).first().await?.send_keys("Ada").await?;
    let password = "seven horses by the sea";
    ada.query(By::Css("#new-password")).first().await?.send_keys(password.to_owned() + Key::Enter).await?;
    ensure!(once(&ada).await?.len() == 10);
    ada.goto(format!("{}/account", server.url)).await?;
    ada.execute("document.getElementById('bot-name').closest('details').open = true", vec![]).await?;
    ada.query(By::Css("#bot-name")).first().await?.send_keys("Marvin".to_owned() + Key::Enter).await?;
    let token = once(&ada).await?;
    ensure!(token.len() == 1 && token[0].starts_with("klx_"), "{token:?}");

    let bob = driver.browser(390, 844).await?;
    bob.goto(format!("{}/p/Marvin", server.url)).await?;
    accessible(&bob, "a profile").await?;
    within_width(&bob, "a profile").await?;
    click(&bob, "#challenge button").await?;
    until(&bob, "the game has begun", MINE).await?;
    ensure!(bob.query(By::Css("#who")).first().await?.text().await?.contains("@Marvin"));
    for (browser, what) in [(ada, "the account"), (bob, "the table")] {
        let wrong = browser.execute("return window.wrong", vec![]).await?;
        ensure!(wrong.json().as_array().is_none_or(Vec::is_empty), "{what}: {}", wrong.json());
        browser.quit().await?;
    }
    Ok(())
}
