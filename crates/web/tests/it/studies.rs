//! Studies: made of finished games and of situations, changed by their owners alone, carried as files.

use crate::{Client, accounts::member, endings::taken_in};
use serde_json::{Value, json};

/// A form's value, as browsers send it.
fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// A study of a finished game; its id.
async fn study(client: &mut Client) -> String {
    let table = taken_in(client, "red-alert", "finished-normal-bots").await;
    let made = client.form("/study/new", &format!("table={table}&step=12")).await;
    assert_eq!(made.status, 303, "{}", made.body);
    let to = made.header("location").to_owned();
    to.strip_prefix("/study/").unwrap().split('?').next().unwrap().to_owned()
}

/// The value of the first choice that a page offers for a variation.
fn first_choice(page: &str) -> String {
    let select = page.split("name=\"decision\"").nth(1).expect("decisions are offered");
    select.split("option value=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_grows_in_its_owners_hands_and_is_read_by_whoever_has_the_link() {
    let mut owner = Client::new().await;
    let id = study(&mut owner).await;
    let path = format!("/study/{id}");
    let page = owner.get(&format!("{path}?step=12")).await.ok().body;
    assert!(page.contains("Keep the note") && page.contains("12 / "), "the owner has forms");
    let note = "rev=1&what=note&step=12&pane=notes&text=".to_owned()
        + &encode("**Look** <script>alert(1)</script> RA-7.4");
    assert_eq!(owner.form(&path, &note).await.status, 303);
    // A page that is behind changes nothing.
    let late = owner.form(&path, &note).await;
    assert_eq!(late.status, 409);
    let moved = format!("rev=2&what=move&step=12&decision={}", encode(&first_choice(&page)));
    let moved = owner.form(&path, &moved).await;
    assert!(moved.header("location").contains("line=1&step=13"), "{} {}", moved.status, moved.body);
    let mark = "rev=3&what=mark&line=1&step=13&from=I5&to=".to_owned() + &encode("\"><script>");
    assert_eq!(owner.form(&path, &mark).await.status, 303);
    // A stranger reads it, and finds no form and no script.
    let mut stranger = owner.stranger();
    let read = stranger.get(&format!("{path}?line=1&step=13")).await.ok().body;
    assert!(read.contains("<strong>Look</strong>") && read.contains("data-rule=\"RA-7.4\""), "{read}");
    assert!(!read.contains("<script>alert") && !read.contains("\"><script>"), "what was written stays text");
    assert!(!read.contains("Keep the note") && !read.contains("Delete it"));
    for what in ["note&text=x", "head&title=x", "public", "remove&line=1", "shorten&line=1"] {
        let answer = stranger.form(&path, &format!("rev=4&what={what}&step=12")).await;
        assert_eq!(answer.status, 403, "{what}");
    }
    assert_eq!(stranger.form(&format!("{path}/delete"), "").await.status, 403);
    // Nobody finds it before it is made public.
    assert!(!stranger.get("/studies").await.ok().body.contains(&id));
    assert!(owner.get("/studies").await.ok().body.contains(&id));
    assert_eq!(owner.form(&path, "rev=4&what=public&step=12").await.status, 303);
    assert!(stranger.get("/studies").await.ok().body.contains(&id));
    // A copy is the stranger's own.
    let copied = stranger.form(&format!("{path}/copy"), "").await;
    let copy = copied.header("location").split('?').next().unwrap().to_owned();
    assert!(stranger.get(&copy).await.ok().body.contains("Keep the note"));
    // It travels as a file, and a forged one does not come in.
    let file = stranger.get(&format!("{path}/file")).await.ok().body;
    assert_eq!(file, stranger.get(&format!("{copy}/file")).await.ok().body);
    let taken = stranger.form("/study/import", &format!("text={}", encode(&file))).await;
    assert_eq!(taken.status, 303, "{}", taken.body);
    let forged = file.replace("\"step\":13,", "\"step\":99999,");
    assert_eq!(stranger.form("/study/import", &format!("text={}", encode(&forged))).await.status, 400);
    assert_eq!(stranger.form("/study/import", "text=nonsense").await.status, 400);
    assert_eq!(owner.form(&format!("{path}/delete"), "").await.status, 303);
    assert_eq!(owner.get(&path).await.status, 404);
    assert_eq!(owner.get(&format!("{path}?line=99")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_still_runs_is_not_studied_and_tried_only_as_its_seat_knows_it() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    assert_eq!(client.form("/study/new", &format!("table={id}")).await.status, 409);
    // Whoever sits there tries what he knows; others, and the other seat, are hidden from him.
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    let link =
        page.split("href=\"").find(|part| part.starts_with(&format!("/t/{id}/try?seat="))).expect("a link");
    let link = link.split('"').next().unwrap().to_owned();
    let to = client.get(&link).await;
    assert_eq!(to.status, 303, "{}", to.body);
    let tried = client.get(to.header("location")).await.ok().body;
    assert!(tried.contains("knows it: what is hidden from that seat was dealt anew"), "{tried}");
    let other = if link.ends_with('0') { "1" } else { "0" };
    assert_eq!(client.get(&format!("/t/{id}/try?seat={other}")).await.status, 409);
    assert_eq!(client.stranger().get(&format!("/t/{id}/try")).await.status, 409);
    assert!(!client.get(&format!("/t/{id}/replay")).await.ok().body.contains("/study/new"));
    // The game of the day is over for its player and not for the others.
    let daily = client.form("/daily/federation", "").await;
    let id = daily.header("location").strip_prefix("/t/").unwrap().split('?').next().unwrap().to_owned();
    assert_eq!(client.form("/study/new", &format!("table={id}")).await.status, 409);
    assert_eq!(client.stranger().form("/study/new", &format!("table={id}")).await.status, 403);
    assert_eq!(client.form("/study/new", "").await.status, 400);
    assert_eq!(client.form("/study/new", "table=nothing").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_of_a_finished_game_travels_by_link() {
    let mut client = Client::new().await;
    for (game, name) in [
        ("red-alert", "finished-normal-bots"),
        ("star-trek", "finished-normal-bots"),
        ("federation", "finished-normal-bot"),
    ] {
        let id = taken_in(&client, game, name).await;
        let page = client.get(&format!("/t/{id}/replay?step=20")).await.ok().body;
        assert!(page.contains(&format!("/t/{id}/try?step=20")), "{game}");
        let to = client.get(&format!("/t/{id}/try?step=20")).await;
        assert_eq!(to.status, 303, "{game}: {}", to.body);
        let link = to.header("location").to_owned();
        let tried = client.get(&link).await.ok().body;
        assert!(tried.contains(&format!("game {game}\n")) && tried.contains("Copy a link to this situation"));
        assert!(tried.contains(&link), "{game}: the link leads to itself");
        // The position is one that the rules take.
        let text = tried.split("<textarea").nth(1).unwrap().split_once('>').unwrap().1;
        let text = text
            .split("</textarea>")
            .next()
            .unwrap()
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        let ran = client.form("/try", &format!("script={}", encode(&text))).await.ok().body;
        assert!(ran.contains("Everything came out as written"), "{game}: {text}");
        let made = client.form("/study/new", &format!("script={}", encode(&text))).await;
        assert_eq!(made.status, 303, "{game}: {}", made.body);
        client.get(made.header("location")).await.ok();
    }
    let broken = client.get("/try?s=AAAA").await;
    assert_eq!(broken.status, 400);
    assert!(broken.body.contains("broken"), "{}", broken.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_make_and_change_studies_with_an_accounts_token() {
    let mut client = Client::new().await;
    let (_, token) = member(&client, "Ada", "play").await;
    let (_, other) = member(&client, "Bob", "play").await;
    let (_, reader) = member(&client, "Cleo", "read").await;
    let table = taken_in(&client, "red-alert", "finished-normal-bots").await;
    let wish = json!({ "table": table, "title": "By a program" });
    assert_eq!(client.api_post("/studies", "", wish.clone()).await.status, 403);
    assert_eq!(client.api_post("/studies", &reader, wish.clone()).await.status, 403);
    let made = client.api_post("/studies", &token, wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let path = format!("/studies/{}", made["id"].as_str().unwrap());
    let note = json!({ "rev": 1, "what": "note", "step": 3, "text": "Here." });
    assert_eq!(client.api_post(&path, &other, note.clone()).await.status, 403);
    assert_eq!(client.api_post(&path, &token, note.clone()).await.ok().json()["rev"], 2);
    assert_eq!(client.api_post(&path, &token, note).await.refusal(), (409, "stale".into()));
    let foul = json!({ "rev": 2, "what": "move", "step": 3, "decision": "0 win" });
    assert_eq!(client.api_post(&path, &token, foul).await.status, 422);
    let odd = json!({ "rev": 2, "what": "dance" });
    assert_eq!(client.api_post(&path, &token, odd).await.status, 400);
    let long = json!({ "rev": 2, "what": "note", "step": 3, "text": "x".repeat(4001) });
    assert_eq!(client.api_post(&path, &token, long).await.status, 422);
    let file = client.api_get(&path, "").await.ok().body;
    assert!(file.lines().last().unwrap().contains("Here."));
    let again = client.api_post("/studies", &token, json!({ "file": file })).await;
    assert_eq!(again.json()["title"], "By a program", "{}", again.body);
    let list = client.api_get("/studies", &token).await.ok().json();
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert_eq!(client.api_get("/studies", &other).await.ok().json(), Value::Array(Vec::new()));
    let delete = axum::http::Method::DELETE;
    assert_eq!(client.api(delete.clone(), &path, &other, None).await.status, 403);
    assert_eq!(client.api(delete.clone(), &path, &token, None).await.status, 204);
    assert_eq!(client.api(delete, &path, &token, None).await.status, 404);
}
