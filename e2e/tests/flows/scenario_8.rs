//! Red Alert's scenario 8, *Twin Sisters*, which has everything that is secret: task forces are chosen, vessels bought
//! and fleets deployed unseen, hands held, words said to one's own side. Once between two browsers, once against a
//! program that plays by the API.

use crate::{
    harness::{Driver, Server, browser_or_skip},
    play::{seat_link, sit_down},
    table::{dom, hand, next, open_scenario, press, settled, turn, until},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::prelude::*;

/// What each side buys, deploys, draws, holds and says to its own stays out of the other's page, and out of what the
/// other's browser can fetch, until it is shown.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_keep_their_secrets_in_scenario_8() -> Result<()> {
    if !browser_or_skip("scenario 8 in two browsers") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    // Two a side, the officers being bots: so there is a team to say something to.
    ada.goto(format!("{}/open/red-alert?scenario=twin-sisters&seats=4", server.url)).await?;
    for (seat, who) in ["me", "link", "easy", "easy"].into_iter().enumerate() {
        ada.query(By::Css(format!("#s-{seat} option[value='{who}']"))).first().await?.click().await?;
    }
    ada.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(&ada).await?;
    let bob = driver.browser(1280, 900).await?;
    sit_down(&bob, &format!("{}{}", server.url, seat_link(&ada).await?)).await?;
    let said = [(&ada, "we strike at the left planet"), (&bob, "they will come over the left")];
    for (player, words) in said {
        say_to_team(player, words).await?;
    }

    let mut salt = 21;
    let mut seen = Seen::default();
    for _ in 0..900 {
        for (player, other, side) in [(&ada, &bob, 0), (&bob, &ada, 1)] {
            if turn(player).await?.mine {
                press(player, next(&mut salt)).await?;
            }
            let (own, theirs) = (secrets(player).await?, dom(other).await?);
            for secret in &own {
                ensure!(!theirs.contains(secret), "the other page says: {secret}");
                seen.note(secret);
            }
            let (held, others) = (hand(player).await?, hand(other).await?);
            for card in held.iter().filter(|c| !others.contains(c)) {
                ensure!(
                    !theirs.contains(&format!("data-id=\"{card}\"")),
                    "{card} of a hand is in the other page"
                );
                seen.cards += 1;
            }
            ensure!(!theirs.contains(said[side].1), "the other page says: {}", said[side].1);
            // Whatever the other's browser fetches of the table knows no more than a spectator.
            let fetched = fetch(other, None).await?;
            hidden_in(&fetched["view"], side)?;
            let text = fetched.to_string();
            ensure!(own.iter().all(|s| !text.contains(s.as_str())), "the API tells a secret: {text}");
            ensure!(
                said.iter().all(|(_, words)| !text.contains(words)),
                "the API tells words of a team: {text}"
            );
        }
        if turns_played(&ada).await? > 6 || turn(&ada).await?.over {
            break;
        }
    }
    ensure!(turns_played(&ada).await? > 6, "each side played three turns");
    seen.all()?;
    ada.quit().await?;
    bob.quit().await?;
    Ok(())
}

/// The same against a program: every answer of the API to its seat, and every page of the person, keeps what is the
/// other's.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_a_program_keep_their_secrets_in_scenario_8() -> Result<()> {
    if !browser_or_skip("scenario 8 against a program") {
        return Ok(());
    }
    let (server, mut driver) = (Server::start()?, Driver::start().await?);
    let ada = driver.browser(1280, 900).await?;
    open_scenario(&ada, &server.url, "twin-sisters", "me", "link").await?;
    let link = seat_link(&ada).await?;
    let token = link.split("seat=").nth(1).context("a link holds the seat's token")?.to_owned();
    let table = link.split('#').next().context("a link begins with the table's page")?.to_owned();
    // The program's browser is only a way to send requests; it never opens the table's page as a player.
    let program = driver.browser(800, 600).await?;
    program.goto(format!("{}{table}", server.url)).await?;
    let sat = ask(&program, "POST", "claim", Some(&token), Some(json!({ "name": "probe" }))).await?;
    let token = sat["token"].as_str().context("the seat has a token")?.to_owned();

    let (mut salt, mut seen, mut told) = (5, Seen::default(), 0);
    for _ in 0..500 {
        let asked = ask(&program, "GET", "choices", Some(&token), None).await?;
        let mut answers = vec![asked.clone()];
        if let Some(one) = asked["asks"].get(0) {
            let choices = one["choices"].as_array().context("a list of choices")?;
            // Forward: nothing that only takes back what was just done.
            let forward = |c: &&Value| {
                let text = c["text"].as_str().unwrap_or_default();
                !["Take", "Give", "Return"].iter().any(|word| text.starts_with(word))
            };
            let on: Vec<&Value> = choices.iter().filter(forward).collect();
            let from = if on.is_empty() { choices.iter().collect() } else { on };
            let pick = from[next(&mut salt) as usize % from.len()];
            let body = json!({ "question": one["question"], "choice": pick["choice"] });
            answers.push(ask(&program, "POST", "act", Some(&token), Some(body)).await?);
        }
        answers.push(fetch(&program, Some(&token)).await?);
        hidden_in(&answers[answers.len() - 1]["view"], 0)?;
        let (page, own) = (dom(&ada).await?, secrets(&ada).await?);
        for answer in &answers {
            let text = answer.to_string();
            ensure!(own.iter().all(|s| !text.contains(s.as_str())), "the API tells the program: {text}");
            // What only the program is told, such as what it buys and draws.
            for event in answer["events"].as_array().into_iter().flatten() {
                let text = event["text"].as_str().unwrap_or_default();
                if is_private(text) {
                    ensure!(!page.contains(text), "the page of the other side says: {text}");
                    told += 1;
                }
            }
        }
        own.iter().for_each(|secret| seen.note(secret));
        if turn(&ada).await?.mine {
            press(&ada, next(&mut salt)).await?;
        }
        if turns_played(&ada).await? > 4 || turn(&ada).await?.over {
            break;
        }
    }
    ensure!(turns_played(&ada).await? > 4, "both have played turns");
    seen.cards += 1;
    seen.all()?;
    ensure!(told > 10, "the program had secrets: {told}");
    ada.quit().await?;
    program.quit().await?;
    Ok(())
}

/// What there was to hide, so that the flow proves something.
#[derive(Default, Debug)]
struct Seen {
    bought: usize,
    deployed: usize,
    drawn: usize,
    cards: usize,
}

impl Seen {
    fn note(&mut self, secret: &str) {
        self.bought += usize::from(secret.contains(" buys "));
        self.deployed += usize::from(secret.contains(" under "));
        self.drawn += usize::from(secret.contains(" draws "));
    }

    fn all(&self) -> Result<()> {
        let each = [self.bought, self.deployed, self.drawn, self.cards];
        ensure!(each.iter().all(|n| *n > 0), "something of every kind was hidden: {self:?}");
        Ok(())
    }
}

/// Is this a sentence that only one side reads?
fn is_private(text: &str) -> bool {
    let draws = text.split(" draws ").nth(1).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    text.contains(" buys ") || text.contains(" go under ") || text.contains(" goes under ") || draws
}

/// The sentences of a page's log that belong to its side alone.
async fn secrets(browser: &WebDriver) -> Result<Vec<String>> {
    let script = r"
        const log = document.getElementById('log').textContent;
        const own = /The \w+ buys [a-z ]+ for \d+ points\.|[A-Z][a-z ]+ (?:go|goes) under [A-Z]\d+\.|The \w+ draws [A-Z][^.]*\./g;
        return [...new Set(log.match(own) ?? [])];";
    let shown = browser.execute(script, vec![]).await?;
    let list = shown.json().as_array().context("a list")?;
    Ok(list.iter().filter_map(|s| s.as_str().map(String::from)).collect())
}

/// A request to the API of the table whose page this browser shows.
async fn ask(
    browser: &WebDriver,
    how: &str,
    what: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> Result<Value> {
    let script = r"
        const [how, what, token, body, done] = arguments;
        const headers = { 'content-type': 'application/json' };
        if (token) headers.authorization = `Bearer ${token}`;
        const table = location.pathname.split('/')[2];
        fetch(`/api/v1/tables/${table}/${what}`, { method: how, headers, body: body ? JSON.stringify(body) : undefined })
            .then((answer) => answer.json()).then(done);";
    let arguments = vec![json!(how), json!(what), json!(token), json!(body)];
    Ok(browser.execute_async(script, arguments).await?.json().clone())
}

/// Everything that can be read about the table with a token or without.
async fn fetch(browser: &WebDriver, token: Option<&str>) -> Result<Value> {
    let mut all = json!({});
    for what in ["view", "chat"] {
        all[what] = ask(browser, "GET", what, token, None).await?;
    }
    Ok(all)
}

/// A view that is not this side's shows neither its hand nor, while the fleets are made, what it has bought and where
/// it has gone.
fn hidden_in(answer: &Value, side: usize) -> Result<()> {
    let view = &answer["view"];
    let (word, of) = (["cw", "cf"][side], &view["sides"][side]);
    ensure!(of["side"] == word, "the view has both sides: {answer}");
    for secret in ["combat-hand", "command-hand", "sealed-card"] {
        ensure!(of["cards"][secret].is_null(), "{secret} of the other side: {of}");
    }
    if ["buy", "deploy"].iter().any(|stage| view["stage"] == *stage) {
        let units = view["units"].as_array().context("a list of units")?;
        let shown = units.iter().any(|unit| unit["side"] == word);
        ensure!(of["muster"].is_null() && !shown, "the other side's fleet: {answer}");
    }
    Ok(())
}

async fn say_to_team(browser: &WebDriver, words: &str) -> Result<()> {
    let open = "document.getElementById('tab-chat').click(); document.querySelector('#say [name=team]').checked = true";
    browser.execute(open, vec![]).await?;
    browser.query(By::Css("#say-text")).first().await?.send_keys(format!("{words}\n")).await?;
    let said = format!("return document.getElementById('chat').textContent.includes('{words}')");
    until(browser, "the words are said", &said).await
}

/// The number of the turn that the page shows; 0 while the fleets are made.
async fn turns_played(browser: &WebDriver) -> Result<u64> {
    let script =
        "return Number(/Turn (\\d+)/.exec(document.getElementById('ra-turn')?.textContent ?? '')?.[1] ?? 0)";
    browser.execute(script, vec![]).await?.json().as_u64().context("a number")
}
