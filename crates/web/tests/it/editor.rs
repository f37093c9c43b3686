//! Scenarios of the players' own, through the router: drawn, checked, tested, and kept in the log.

use super::Client;
use klaxon_star_trek::data::data;

/// A form's field.
fn field(name: &str, value: &str) -> String {
    let encoded: String = value.bytes().map(|b| format!("%{b:02x}")).collect();
    format!("{name}={encoded}")
}

#[tokio::test]
async fn every_scenario_of_star_trek_can_be_opened_and_edited() {
    let mut client = Client::new().await;
    for (scenario, _) in &data().scenarios {
        for seats in scenario.sizes() {
            let page = client
                .get(&format!("/open/star-trek?scenario={}&seats={seats}", scenario.id))
                .await
                .ok()
                .body;
            assert_eq!(page.matches("id=\"s-").count(), seats, "{}", scenario.id);
            assert_eq!(page.matches("id=\"o-faction-").count(), seats, "{}", scenario.id);
        }
        let page = client.get(&format!("/edit/star-trek?from={}", scenario.id)).await.ok().body;
        assert!(page.contains("It can be played") && page.contains("class=\"st-map\""), "{}", scenario.id);
    }
    let page = client.get("/open/star-trek").await.ok().body;
    assert!(
        page.contains("href=\"/edit/star-trek?from=balance-of-terror\""),
        "the open page leads to the editor"
    );
    assert_eq!(client.get("/edit/red-alert").await.status, 404);
}

#[tokio::test]
async fn a_scenario_is_checked_and_its_test_table_keeps_it() {
    let mut client = Client::new().await;
    let (_, text) = data().scenario("balance-of-terror").unwrap();
    let own =
        text.replace("name = \"Balance of Terror\"", "name = \"Wolf 359\"").replace("w = 36000", "w = 40000");
    assert_ne!(&own, text);
    let part = client.form("/edit/star-trek", &format!("{}&part=1", field("text", &own))).await.ok().body;
    assert!(part.starts_with("<section id=\"edit-result\"") && part.contains("It can be played"), "{part}");
    let bad = own.replace("w = 40000", "w = 4000");
    let part = client.form("/edit/star-trek", &format!("{}&part=1", field("text", &bad))).await.ok().body;
    assert!(part.contains("24000 to 96000 mils"), "{part}");
    let refused = client.form("/edit/star-trek/test", &field("text", &bad)).await;
    // What cannot be opened comes back with the mistake and with all that was written.
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(refused.body.contains("24000 to 96000") && refused.body.contains("Wolf 359"), "{}", refused.body);
    let button = |page: &str| {
        let at = page.find("id=\"edit-test\"").expect("the button is there");
        page[at..].split('>').next().unwrap_or_default().contains("disabled")
    };
    assert!(button(&refused.body), "{}", refused.body);
    assert!(!button(&client.get("/edit/star-trek").await.ok().body));

    // Line ends of another system make no difference.
    let sent = own.replace('\n', "\r\n");
    let opened = client.form("/edit/star-trek/test", &field("text", &sent)).await;
    assert_eq!(opened.status, 303, "{}", opened.body);
    let table = opened.header("location").to_owned();
    let page = client.get(&table).await.ok().body;
    assert!(page.contains("Wolf 359") && page.contains("a table of 40 by 24 inches"), "{page}");
    // The log carries the whole text, and so does whatever is replayed from it.
    let log = client.get(&format!("{table}/log")).await.ok().body;
    assert!(log.lines().next().is_some_and(|header| header.contains("Wolf 359")), "{log}");
    let replay = client.get(&format!("{table}/replay")).await.ok().body;
    assert!(replay.contains("a table of 40 by 24 inches"));
}

#[tokio::test]
async fn a_table_without_height_or_width_is_refused_and_not_drawn() {
    let mut client = Client::new().await;
    let (_, text) = data().scenario("balance-of-terror").unwrap();
    for (side, size) in [("w", "36000"), ("h", "24000")] {
        for wrong in ["0", "-24000", "1"] {
            let bad = text.replace(&format!("{side} = {size}"), &format!("{side} = {wrong}"));
            assert_ne!(&bad, text, "{side}");
            for fields in [field("text", &bad), format!("{}&part=1", field("text", &bad))] {
                let page = client.form("/edit/star-trek", &fields).await.ok().body;
                assert!(page.contains("24000 to 96000 mils"), "{side} {wrong}: {page}");
            }
            let refused = client.form("/edit/star-trek/test", &field("text", &bad)).await;
            assert_eq!(refused.status, 422, "{side} {wrong}");
        }
    }
}
