//! Endings of all five games: what is told, what is picked, what a link shows.

use crate::{
    Client,
    line::{connect, next, say, start},
};
use serde_json::json;
use std::{fs, path::PathBuf};

/// Logs of finished games that a game's corpus holds, by their names.
fn logs(game: &str) -> Vec<(String, String)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{game}/tests/logs"));
    let mut all: Vec<(String, String)> = fs::read_dir(dir)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("finished-"))
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    all.sort();
    all
}

pub async fn taken_in(client: &Client, game: &str, name: &str) -> String {
    let (_, log) = logs(game).into_iter().find(|(log, _)| log == name).unwrap_or_else(|| panic!("no {name}"));
    klaxon_web::import(&client.state.store, &log).await.unwrap()
}

/// The part of a page between two texts.
pub fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    page.split_once(from).map_or("", |(_, rest)| rest.split(to).next().unwrap_or_default())
}

fn ending(page: &str) -> &str {
    between(page, " id=\"ending\"", " id=\"curtain\"")
}

fn verdict(page: &str) -> &str {
    between(ending(page), "id=\"verdict\"", "</h2>").split_once('>').map_or("", |(_, text)| text)
}

fn cause(page: &str) -> &str {
    between(ending(page), "<p class=\"cause\">", "</p>")
}

fn turning_points(page: &str) -> usize {
    between(ending(page), "<ol class=\"turns\">", "</ol>").matches("<li>").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_finished_game_has_three_to_eight_turning_points_and_a_cause() {
    let mut client = Client::new().await;
    for game in ["red-alert", "star-trek", "federation", "starcraft", "space-alert"] {
        for (name, log) in logs(game) {
            let id = klaxon_web::import(&client.state.store, &log).await.unwrap();
            let page = client.get(&format!("/t/{id}")).await.ok().body;
            let (verdict, cause, n) = (verdict(&page), cause(&page), turning_points(&page));
            eprintln!("{game} {name}: {verdict} | {cause} | {n}");
            assert!(!verdict.is_empty() && cause.ends_with('.'), "{game} {name}: {verdict}: {cause}");
            assert!(n <= 8, "{game} {name}: {n} turning points");
            // Games that were given up or agreed upon early have little to tell.
            let short = name.contains("conceded") || name.contains("draw") || name.contains("quiet");
            assert!(short || n >= 3, "{game} {name}: {n} turning points");
            // Nobody is beaten where all play together.
            assert!(
                !["federation", "space-alert"].contains(&game) || !["Victory", "Defeat"].contains(&verdict)
            );
            let links = between(ending(&page), "<ol class=\"turns\">", "</ol>");
            for link in links.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(link.starts_with(&format!("/t/{id}/replay?step=")), "{link}");
            }
            assert!(ending(&page).contains("polyline") && ending(&page).contains("Replay"), "{game} {name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_says_what_decided_it() {
    let mut client = Client::new().await;
    let cases = [
        ("red-alert", "finished-points-uneasy-truce", "points for the"),
        ("red-alert", "finished-conceded", "gives up"),
        (
            "star-trek",
            "finished-opposing-fleet-is-destroyed-balance-of-terror",
            "the opposing fleet is destroyed",
        ),
        ("star-trek", "finished-more-hull-left-last-ship-standing", "more hull left: "),
        ("star-trek", "finished-on-points-border-incident", "wins on points: "),
        ("federation", "finished-sol-fell-easy", "drove the fleets out of Sol"),
        ("starcraft", "finished-points", "conquest points"),
        ("space-alert", "finished-lost", "In turn "),
        ("space-alert", "finished-survived", "threats destroyed"),
    ];
    for (game, name, words) in cases {
        let id = taken_in(&client, game, name).await;
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert!(cause(&page).contains(words), "{game} {name}: {}", cause(&page));
    }
    for (game, name, words) in [
        ("federation", "finished-sol-fell-easy", "Sol fell"),
        ("federation", "finished-settled-easy", "The Federation stands"),
        ("space-alert", "finished-survived", "The ship came home"),
        ("space-alert", "finished-lost", "The ship is lost"),
        ("star-trek", "finished-defeat-best-of-both-worlds-easy-1", "The mission failed"),
        ("red-alert", "finished-draw-agreed", "A draw"),
    ] {
        let id = taken_in(&client, game, name).await;
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert_eq!(verdict(&page), words, "{game} {name}");
        assert!(ending(&page).contains("<table class=\"sheet\">"), "{game} {name} has a table");
    }
    // Dice are held against their average where there are dice.
    for (game, name) in [
        ("red-alert", "finished-normal-bots"),
        ("star-trek", "finished-normal-bots"),
        ("federation", "finished-settled-easy"),
    ] {
        let id = taken_in(&client, game, name).await;
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert!(
            ending(&page).contains("<table class=\"luck\">") && ending(&page).contains(" expected"),
            "{game}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_played_sees_his_own_end_and_what_could_come_next() {
    let mut ada = Client::new().await;
    for _ in 0..2 {
        let id = ada.form("/open/red-alert", "name=Ada&scenario=uneasy-truce&seats=2&s-0=me&s-1=me").await;
        let id = id.header("location").strip_prefix("/t/").unwrap().to_owned();
        let page = ada.get(&format!("/t/{id}")).await.ok().body;
        assert!(ending(&page).starts_with(" hidden"), "{}", ending(&page));
    }
    // A program beats an easy bot, or not; either way a person who only looks on is told who won.
    let id = taken_in(&ada, "red-alert", "finished-points-uneasy-truce").await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    assert!(["Commonwealth won", "Confederation won"].contains(&verdict(&page)), "{}", verdict(&page));
    assert!(!ending(&page).contains("Play again"), "a stranger has nothing to repeat");
    assert!(ending(&page).contains("What next") || ending(&page).contains("Another game"));
    // The next scenario of the menu comes with the wished bots.
    let open = ada.get("/open/red-alert?scenario=uneasy-truce&seats=2&bots=hard").await.ok().body;
    assert!(open.contains("<option value=\"hard\" selected>"), "bots are chosen");
    let open = ada.get("/open/red-alert?scenario=uneasy-truce&seats=2").await.ok().body;
    assert!(open.contains("<option value=\"link\" selected>"), "as before");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ending_comes_to_a_page_that_is_open() {
    let mut ada = Client::new().await;
    let id = ada.play_now().await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    next(&mut line, |t| t.contains("Yes: Give up")).await;
    say(&mut line, json!({ "t": "any", "words": "concede" })).await;
    let told = next(&mut line, |t| t.contains("id=\"verdict\"")).await;
    assert!(told.contains(">Defeat</h2>") && told.contains("gives up"), "{told}");
    assert!(told.contains("Play again with the easy bot") && told.contains(">Next: "), "{told}");
    // Whoever loads the page anew finds the same.
    assert_eq!(verdict(&ada.get(&format!("/t/{id}")).await.ok().body), "Defeat");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// Whoever has played meets bots that suit him, by *Play now* and where a duel is opened; the coach is there for the first games; and an ending
/// names the lesson that comes next.
#[tokio::test(flavor = "multi_thread")]
async fn play_now_grows_with_whoever_plays() {
    let mut ada = Client::new().await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let chosen = "<option value=\"normal\" selected";
    assert!(!ada.get("/open/red-alert").await.ok().body.contains(chosen), "nobody knows her yet");
    for game in 0..3 {
        let id = match game {
            // The first game is the one that everybody begins with.
            0 => ada.play_now().await,
            _ => {
                let order = "name=Ada&scenario=uneasy-truce&seats=2&s-0=me&s-1=hard";
                let opened = ada.form("/open/red-alert", order).await;
                opened.header("location").strip_prefix("/t/").unwrap().to_owned()
            }
        };
        let page = ada.get(&format!("/t/{id}")).await.ok().body;
        let coached = between(&page, "id=\"coached\"", ">").contains("aria-checked=\"true\"");
        assert_eq!((coached, page.contains(", easy bot")), (game == 0, game == 0), "game {game}");
        let mut line = connect(&server, &id, ada.cookie()).await;
        next(&mut line, |t| t.contains("Yes: Give up")).await;
        say(&mut line, json!({ "t": "any", "words": "concede" })).await;
        let told = next(&mut line, |t| t.contains("id=\"verdict\"")).await;
        assert!(told.contains(">Lesson 1: Sectors and orders</a>"), "the next lesson by its name: {told}");
    }
    // Two defeats against hard bots: normal ones suit her.
    let id = ada.play_now().await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains(", normal bot") && !page.contains(", easy bot"), "a bot that suits");
    assert!(between(&page, "id=\"coached\"", ">").contains("aria-checked=\"false\""), "and no coach");
    assert!(ada.get("/open/red-alert").await.ok().body.contains(chosen), "in a duel as well");
    // Whoever comes from an ending finds his game chosen in the lobby.
    let lobby = ada.get("/lobby?game=starcraft").await.ok().body;
    let quick = between(&lobby, "id=\"q-game\"", "</select>");
    assert!(quick.contains("<option value=\"starcraft\" selected>"), "{quick}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_shows_what_a_spectator_may_see_and_a_link_shows_it() {
    let mut client = Client::new().await;
    for (game, name) in [
        ("red-alert", "finished-normal-bots"),
        ("star-trek", "finished-normal-bots"),
        ("federation", "finished-normal-bot"),
        ("starcraft", "finished-normal-bots"),
        ("space-alert", "finished-normal-bots"),
    ] {
        let id = taken_in(&client, game, name).await;
        let answer = client.stranger().get(&format!("/t/{id}/picture.svg")).await.ok();
        assert_eq!(answer.header("content-type"), "image/svg+xml; charset=utf-8");
        assert!(answer.header("content-security-policy").contains("sandbox"));
        well_formed(&answer.body);
        let svg = &answer.body;
        assert!(svg.contains("viewBox=\"0 0 1200 630\"") && svg.matches('<').count() > 80, "a board");
        // It needs no styles and nothing from elsewhere.
        for never in
            ["<script", "foreignObject", "<style", "class=", "var(", "<use", "<image", "http://k", "NaN"]
        {
            assert!(!svg.contains(never), "{game}: {never}");
        }
        let page = client.get(&format!("/t/{id}")).await.ok().body;
        assert!(page.contains(&format!(
            "<meta property=\"og:image\" content=\"http://klaxon.test/t/{id}/picture.png\">"
        )));
        assert!(page.contains("og:image:type\" content=\"image/png") && page.contains("og:image:alt"));
        let title = between(&page, "<meta property=\"og:title\" content=\"", "\"");
        assert!(title.starts_with(verdict(&page)), "{title}");
        assert!(svg.contains(&format!(">{}</text>", verdict(&page))), "{game}: who won");
        for word in cause(&page).split_whitespace().take(3) {
            assert!(svg.contains(word), "{game}: {word}");
        }
        let replay = client.get(&format!("/t/{id}/replay?step=3")).await.ok().body;
        assert!(replay.contains("og:image"));
    }
    // While a game runs, the board is drawn as spectators see it, without a verdict.
    let id = client.play_now().await;
    let svg = client.stranger().get(&format!("/t/{id}/picture.svg")).await.ok().body;
    well_formed(&svg);
    assert!(!svg.contains(" won<") && !svg.contains("points<"), "no verdict");
    let page = client.stranger().get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("og:image") && !page.contains("og:description\" content=\"Five"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_shows_nothing() {
    let mut ada = Client::new().await;
    let answer =
        ada.form("/open/red-alert", "name=Ada&scenario=uneasy-truce&s-0=me&s-1=hard&public=closed").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut stranger = ada.stranger();
    for kind in ["svg", "png"] {
        assert_eq!(stranger.get(&format!("/t/{id}/picture.{kind}")).await.status, 403);
    }
    let door = stranger.get(&format!("/t/{id}")).await;
    assert!(!door.body.contains("og:image") && !door.body.contains("Uneasy Truce"), "the door says nothing");
    // Not even the player's own page names it in what a chat would show.
    let own = ada.get(&format!("/t/{id}")).await.ok().body;
    let head = between(&own, "<head>", "</head>");
    assert!(!head.contains("og:image") && !head.contains("Uneasy Truce"), "{head}");
    for kind in ["svg", "png"] {
        let own = ada.get(&format!("/t/{id}/picture.{kind}")).await;
        assert_eq!(own.status, 200, "whoever plays may have it");
        assert_eq!(own.header("cache-control"), "private, no-cache", "and nobody else keeps it");
        // Not even after it was painted for him.
        assert_eq!(stranger.get(&format!("/t/{id}/picture.{kind}")).await.status, 403);
    }
    // Nor does a game of the day before its day is over.
    let daily = ada.form("/daily/federation", "").await;
    let daily = daily.header("location").strip_prefix("/t/").unwrap().to_owned();
    for kind in ["svg", "png"] {
        assert_eq!(stranger.get(&format!("/t/{daily}/picture.{kind}")).await.status, 403);
    }
    assert!(!ada.get(&format!("/t/{daily}")).await.ok().body.contains("og:image"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_noted_for_those_who_played() {
    let mut ada = Client::new().await;
    let table = ada.api_table().await;
    ada.play_on(&table.0, &table.1, 5_000).await;
    let meta: serde_json::Value =
        serde_json::from_str(&ada.state.store.table(&table.0).await.unwrap().unwrap().meta).unwrap();
    assert!(meta["finish"]["scores"].as_array().is_some_and(|s| s.len() == 2), "{}", meta["finish"]);
}

#[tokio::test]
async fn the_page_of_all_parts_is_there_and_nothing_leads_to_it() {
    let mut client = Client::new().await;
    let page = client.get("/design").await.ok().body;
    assert!(page.contains("What one holds") && page.contains("design.css"));
    for address in ["/", "/rules", "/me", "/open/red-alert"] {
        assert!(!client.get(address).await.ok().body.contains("/design"), "{address}");
    }
}

/// Every element that is opened is closed again, in order, and every attribute has a value: as an image is read.
#[track_caller]
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some((_, from)) = rest.split_once('<') {
        if let Some(data) = from.strip_prefix("![CDATA[") {
            rest = data.split_once("]]>").expect("the style ends").1;
            continue;
        }
        let (tag, after) = from.split_once('>').expect("a tag ends");
        rest = after;
        if tag.starts_with('?') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closes in order");
            continue;
        }
        let mut quoted = false;
        let plain: String = tag
            .chars()
            .filter(|c| {
                if *c == '"' {
                    quoted = !quoted
                }
                !quoted && *c != '"'
            })
            .collect();
        assert!(!quoted, "a text with a bracket in {tag}");
        let mut known: Vec<&str> = Vec::new();
        for attribute in plain.split_whitespace().skip(1).filter(|a| *a != "/") {
            assert!(attribute.contains('=') && !known.contains(&attribute), "{attribute} in <{tag}>");
            known.push(attribute);
        }
        if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
