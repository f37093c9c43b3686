//! Every page: accessible, within its width, in both themes.

use crate::{
    harness::{Driver, Server, browser_or_skip, program},
    lobby::sign_up,
    table::{my_turn, next, play_now, press, settled, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::process::Command;
use thirtyfour::prelude::*;

const AXE: &str = include_str!("../../vendor/axe-core-4.14.0/axe.min.js");

/// Runs axe on the page and fails with what it found.
pub async fn accessible(browser: &WebDriver, what: &str) -> Result<()> {
    // The page's policy forbids foreign scripts; the driver's own are exempt.
    browser.execute(AXE, vec![]).await?;
    let run = r"
        const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ['violations'] }).then(
            (r) => done(r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)),
            (e) => done([String(e)]));";
    let found = browser.execute_async(run, vec![]).await?;
    let found: Vec<&Value> = found.json().as_array().map(|a| a.iter().collect()).unwrap_or_default();
    ensure!(found.is_empty(), "axe on {what}: {found:#?}");
    Ok(())
}

/// The page itself never scrolls sideways.
pub async fn within_width(browser: &WebDriver, what: &str) -> Result<()> {
    let script = "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]";
    let widths = browser.execute(script, vec![]).await?;
    let widths = widths.json().clone();
    ensure!(widths[0].as_u64() <= widths[1].as_u64(), "{what} is wider than the screen: {widths}");
    Ok(())
}

/// A table in the middle of a game, and the addresses of every kind of page. Whoever looks has an account and is a moderator, and
/// somebody has reported something.
async fn addresses(browser: &WebDriver, server: &Server) -> Result<Vec<String>> {
    let url = server.url.as_str();
    sign_up(browser, url, "Bob").await?;
    browser.delete_all_cookies().await?;
    sign_up(browser, url, "Ada").await?;
    let data = server.data.path().to_str().context("a folder of plain letters")?;
    let named =
        Command::new(program()?).args(["admin", "--data", data, "moderator", "add", "Ada"]).output()?;
    ensure!(named.status.success(), "{}", String::from_utf8_lossy(&named.stderr));
    play_now(browser, url).await?;
    let mut salt = 9;
    for _ in 0..10 {
        my_turn(browser).await?;
        press(browser, next(&mut salt)).await?;
    }
    my_turn(browser).await?;
    let table = browser.current_url().await?.to_string();
    // At another table somebody sits of whom something can be reported.
    browser.goto(format!("{url}/open/red-alert?with=Bob")).await?;
    browser.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(browser).await?;
    let with_bob = browser.current_url().await?.to_string();
    browser.goto(format!("{with_bob}/report?seat=1")).await?;
    browser.query(By::Css("#why")).first().await?.send_keys("They never speak.").await?;
    browser.query(By::Css("form[action$='/report'] button[type=submit]")).first().await?.click().await?;
    until(browser, "it is reported", "return !document.querySelector('#why')").await?;
    let paths = [
        "/",
        "/me",
        "/account",
        "/account/privacy",
        "/me/notices",
        "/moderation",
        "/lobby",
        "/p/Ada",
        // With the form for notes about somebody, and with whom to invite.
        "/p/Bob",
        "/open/starcraft?seats=3&with=Bob",
        "/ranking/red-alert",
        "/ranking/federation",
        "/ranking/space-alert",
        "/open/red-alert",
        "/learn",
        "/learn/red-alert",
        "/rules",
        "/rules/red-alert",
        "/rules?q=retire",
        "/try",
        "/api",
        "/nowhere",
    ];
    let mut all: Vec<String> = paths.iter().map(|p| format!("{url}{p}")).collect();
    all.extend([
        table.clone(),
        format!("{table}/replay"),
        format!("{table}/replay?step=3"),
        format!("{table}/proof"),
        format!("{table}/report"),
        format!("{with_bob}/report"),
        format!("{with_bob}/report?seat=1"),
        format!("{with_bob}/note"),
    ]);
    Ok(all)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_accessible_in_dark_and_light() -> Result<()> {
    if !browser_or_skip("every page is accessible") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 900).await?;
    for address in addresses(&browser, &server).await? {
        for theme in ["dark", "light"] {
            browser.goto(&address).await?;
            let set = "document.documentElement.dataset.theme = arguments[0]";
            browser.execute(set, vec![json!(theme)]).await?;
            accessible(&browser, &format!("{address} ({theme})")).await?;
        }
    }
    browser.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits_a_phone() -> Result<()> {
    if !browser_or_skip("every page fits a phone") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(500, 800).await?;
    // Chromium's window is never narrower than 500; the page itself can be.
    let phone = json!({ "width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": true });
    browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", phone).await?;
    for address in addresses(&browser, &server).await? {
        browser.goto(&address).await?;
        within_width(&browser, &address).await?;
    }
    browser.quit().await?;
    Ok(())
}
