//! What a host and a doubter look at: the dice proof in the browser, and a line that is refused.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    pages::{accessible, within_width},
    table::until,
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// Opens a table over the API, from a page of the server itself.
async fn order(browser: &WebDriver, order: Value) -> Result<String> {
    let script = r"
        const done = arguments[arguments.length - 1];
        fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: arguments[0] })
            .then((answer) => answer.json()).then((table) => done(table.id), (error) => done(String(error)));";
    let id = browser.execute_async(script, vec![json!(order.to_string())]).await?;
    Ok(id.json().as_str().context("the table has an id")?.to_owned())
}

async fn text_of(browser: &WebDriver, css: &str) -> Result<String> {
    Ok(browser.query(By::Css(css)).first().await?.text().await?)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_proves_the_dice_of_a_finished_game() -> Result<()> {
    if !browser_or_skip("the dice proof") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 900).await?;
    browser.goto(&server.url).await?;
    let id = order(&browser, json!({ "game": "starcraft", "seats": ["random", "random"], "public": true }))
        .await?;
    let table = format!("{}/t/{id}", server.url);
    browser.goto(&table).await?;
    let promised = "return document.getElementById('luck').dataset.commitment";
    let promised = browser.execute(promised, vec![]).await?.json().as_str().unwrap_or_default().to_owned();
    ensure!(promised.len() == 64, "no commitment on the table's page: {promised:?}");
    until(
        &browser,
        "some moves are made",
        "return Number(document.getElementById('turn').dataset.step) > 10",
    )
    .await?;
    // A doubter keeps the seals while the game runs. Bots are quick: they may be done already.
    let keep = r"
        const done = arguments[arguments.length - 1];
        fetch(`/t/${arguments[0]}/log`).then((answer) => answer.text()).then((log) => { sessionStorage.kept = log; done(log.includes('sealed')); });";
    let sealed = browser.execute_async(keep, vec![json!(id)]).await?.json() == &Value::Bool(true);
    until(&browser, "the game is over", "return document.getElementById('turn').dataset.over === 'true'")
        .await?;
    browser.goto(format!("{table}/proof")).await?;
    until(
        &browser,
        "the proof is done",
        "return document.querySelector('.dice-proof').dataset.proven !== undefined",
    )
    .await?;
    let verdict = text_of(&browser, "#verdict").await?;
    ensure!(verdict.matches('✓').count() == 3 && !verdict.contains('✗'), "{verdict}");
    ensure!(
        text_of(&browser, "#noted").await?.contains("the same commitment"),
        "the browser remembers the promise"
    );
    ensure!(text_of(&browser, "#draws").await?.contains("✓ the same"), "throws are listed");
    accessible(&browser, "the dice proof").await?;
    within_width(&browser, "the dice proof").await?;
    if sealed {
        let compare = r"
            const kept = new DataTransfer();
            kept.items.add(new File([arguments[0] ? sessionStorage.kept.replace(/(.sealed.:.)./, '$1x') : sessionStorage.kept], 'kept.jsonl'));
            const input = document.getElementById('kept');
            input.files = kept.files;
            delete document.getElementById('check-seals').dataset.ok;
            input.dispatchEvent(new Event('change'));";
        for (forged, ok) in [(false, "true"), (true, "false")] {
            browser.execute(compare, vec![json!(forged)]).await?;
            let script = format!("return document.getElementById('check-seals').dataset.ok === '{ok}'");
            until(&browser, "the seals are compared", &script).await?;
        }
    }
    // A log that was changed does not pass: one decision, one draw, one seed.
    let lie = r"
        const done = arguments[arguments.length - 1], id = arguments[0];
        (async () => {
            const { check } = await import(document.querySelector('script[src$=\'proof.js\']').src.replace('proof.js', 'luck.js'));
            const [log, told] = await Promise.all(['log', 'proof.json'].map((what) => fetch(`/t/${id}/${what}`).then((a) => a.text())));
            const read = () => {
                const [header, ...entries] = log.split('\n').filter(Boolean).map((line) => JSON.parse(line));
                return [header, entries, JSON.parse(told).facts];
            };
            const lies = [
                ([header]) => { header.luck[0].seed = header.luck[0].seed.replace(/^./, (c) => (c === '0' ? '1' : '0')); },
                ([, entries]) => { entries.find((entry) => entry.do).do += ' '; },
                ([, , facts]) => { const first = facts[0].drawn[0]; first[0] = (first[0] + 1) % first[1]; },
                ([, , facts]) => { facts.at(-1).over.winners ^= 3; },
                ([, entries]) => { entries.splice(4, 1); },
            ];
            const wrong = (tell) => { const log = read(); tell(log); return check(...log).wrong.length; };
            done([wrong(() => {}), ...lies.map(wrong)]);
        })().catch((error) => done(String(error)));";
    let wrong = browser.execute_async(lie, vec![json!(id)]).await?;
    let wrong: Vec<u64> =
        wrong.json().as_array().context("a list")?.iter().filter_map(Value::as_u64).collect();
    ensure!(wrong.len() == 6 && wrong[0] == 0 && wrong[1..].iter().all(|n| *n > 0), "{wrong:?}");
    let phone = driver.browser(390, 844).await?;
    phone.goto(format!("{table}/proof")).await?;
    within_width(&phone, "the dice proof on a phone").await?;
    phone.quit().await?;
    browser.quit().await?;
    Ok(())
}

/// BLAKE3 and the draws, computed by the page's own scripts and by the program's own crates.
#[tokio::test(flavor = "multi_thread")]
async fn hashes_and_draws_in_the_browser_are_those_of_the_program() -> Result<()> {
    if !browser_or_skip("hashes in the browser") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let browser = driver.browser(1280, 900).await?;
    browser.goto(&server.url).await?;
    let key = *b"whats the Elvish word for friend";
    let context = "BLAKE3 2019-12-27 16:29:52 test vectors context";
    let lengths = [0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 3073, 5000, 8192, 8193, 31744];
    let script = r"
        const done = arguments[arguments.length - 1], [lengths, key, context] = arguments;
        const at = document.querySelector('script[src$=\'page.js\']').src;
        Promise.all([import(at.replace('page.js', 'blake3.js')), import(at.replace('page.js', 'luck.js'))]).then(([b, l]) => {
            const input = (n) => Uint8Array.from({ length: n }, (_, i) => i % 251);
            const secret = new TextEncoder().encode(key);
            const hashes = lengths.map((n) => [b.hash(input(n)), b.keyedHash(secret, input(n)), b.deriveKey(context, input(n))].map(b.hex));
            const seed = new Uint8Array(32).fill(7);
            const draws = l.draws(seed, 0, [10, 9, 8, 7, 6, 5, 4, 3, 2, ...Array(10).fill(6)]).slice(9).map((face) => face + 1);
            done({ hashes, draws, commitment: l.commitment(seed) });
        }, (error) => done(String(error)));";
    let got = browser
        .execute_async(script, vec![json!(lengths), json!(String::from_utf8(key.to_vec())?), json!(context)])
        .await?;
    let got = got.json().clone();
    for (i, n) in lengths.into_iter().enumerate() {
        let input: Vec<u8> = (0..n).map(|i| (i % 251) as u8).collect();
        let derived = blake3::Hash::from_bytes(blake3::derive_key(context, &input));
        let want = [blake3::hash(&input), blake3::keyed_hash(&key, &input), derived]
            .map(|hash| hash.to_hex().to_string());
        ensure!(got["hashes"][i] == json!(want), "{n} bytes: {} instead of {want:?}", got["hashes"][i]);
    }
    // The same figures are pinned in `crates/core/src/chance.rs`.
    ensure!(got["draws"] == json!([5, 4, 1, 3, 4, 3, 4, 4, 4, 6]), "{}", got["draws"]);
    let mut hasher = blake3::Hasher::new();
    let commitment = hasher.update(b"klaxon commitment 1").update(&[7; 32]).finalize().to_hex().to_string();
    ensure!(got["commitment"] == json!(commitment), "{}", got["commitment"]);
    browser.quit().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_line_is_refused_says_what_the_host_should_set() -> Result<()> {
    if !browser_or_skip("a refused line") {
        return Ok(());
    }
    let server = Server::start_with(&["--public-url", "https://klaxon.example"])?;
    let mut driver = Driver::start().await?;
    let browser = driver.browser(1280, 900).await?;
    browser.goto(&server.url).await?;
    let id =
        order(&browser, json!({ "game": "red-alert", "seats": ["link", "link"], "public": true })).await?;
    // By its number the machine is itself; by another name than the public one it is a stranger's page.
    browser.goto(format!("{}/t/{id}", server.url)).await?;
    until(
        &browser,
        "the page is connected",
        "return document.getElementById('line').dataset.state === 'live'",
    )
    .await?;
    browser.goto(format!("{}/t/{id}", server.url.replace("127.0.0.1", "klaxon.localhost"))).await?;
    until(&browser, "the page says why", "return document.getElementById('line').dataset.state === 'fault'")
        .await?;
    let said = text_of(&browser, "#line").await?;
    ensure!(
        said.contains("knows itself as https://klaxon.example")
            && said.contains("--public-url http://klaxon.localhost"),
        "{said}"
    );
    accessible(&browser, "a refused line").await?;
    browser.quit().await?;
    Ok(())
}
