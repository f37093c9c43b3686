//! Webhooks: what is said, in the words of whoever hears it, and a signature that shows that it was said here.

use super::{Form, Notice, Trouble, outgoing};
use klaxon_core::Millis;
use ring::hmac;
use serde_json::{Value, json};

/// The signature of a body that was sent at a time: whoever checks it knows that it is ours and not an old one.
pub fn sign(secret: &str, seconds: u64, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mut context = hmac::Context::with_key(&key);
    context.update(format!("{seconds}.").as_bytes());
    context.update(body);
    format!("v1={}", crate::keys::hex(context.sign().as_ref()))
}

/// What is sent.
fn words(form: Form, notice: &Notice) -> Value {
    let lines = |escape: fn(&str) -> String| {
        let mut lines = vec![escape(&notice.headline())];
        let many = notice.turns.len() > 1;
        for turn in &notice.turns {
            let name = if many { format!("{}, {}: ", turn.game, turn.title) } else { String::new() };
            let hurry = turn.hurry().map(|hurry| format!(" ({hurry})")).unwrap_or_default();
            lines.push(format!("{}{}{hurry}", escape(&name), turn.link));
        }
        lines.join("\n")
    };
    match form {
        Form::Json => json!({
            "event": match &notice.turns[..] {
                [] => "test",
                turns if turns.iter().any(|turn| turn.until.is_some()) => "time-is-short",
                _ => "your-turn",
            },
            "id": notice.id, "text": notice.headline(), "turns": notice.turns,
        }),
        // Nobody is called by a name that happens to stand in a title.
        Form::Discord => json!({ "content": lines(str::to_owned), "allowed_mentions": { "parse": [] } }),
        Form::Slack => json!({ "text": lines(slack) }),
    }
}

fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Sends it.
pub async fn send(
    url: &str,
    form: Form,
    secret: &str,
    notice: &Notice,
    now: Millis,
    private: bool,
) -> Result<(), Trouble> {
    let target = outgoing::Target::parse(url).map_err(Trouble::new)?;
    let body = words(form, notice).to_string().into_bytes();
    let seconds = now / 1000;
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("klaxon-delivery", notice.id.clone()),
        ("klaxon-timestamp", seconds.to_string()),
        ("klaxon-signature", sign(secret, seconds, &body)),
    ];
    let came = outgoing::post(&target, &headers, body, private).await?;
    // A webhook that is gone today may be back tomorrow: only its owner removes it.
    came.taken(&target).map_err(|trouble| Trouble { gone: false, ..trouble })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ringing::Turn;

    fn notice(titles: &[&str]) -> Notice {
        let turn = |title: &&str| Turn {
            table: "abc".into(),
            game: "Red Alert".into(),
            title: (*title).into(),
            seats: vec!["Sol".into()],
            turn: 7,
            link: "https://k.example/t/abc#ask".into(),
            until: None,
        };
        Notice { id: "d1".into(), turns: titles.iter().map(turn).collect(), manage: "m".into() }
    }

    /// Computed with another program: `printf '1700000000.{}' | openssl dgst -sha256 -hmac s3cret`.
    #[test]
    fn a_signature_is_what_others_compute() {
        let ours = sign("s3cret", 1_700_000_000, b"{}");
        assert_eq!(ours, "v1=97926816e98fbb41ccb1673225ff29a2f35369099990e1b1561651e7bd097ebf");
        assert_ne!(ours, sign("s3cret", 1_700_000_001, b"{}"));
        assert_ne!(ours, sign("other", 1_700_000_000, b"{}"));
    }

    #[test]
    fn each_form_is_what_its_reader_wants() {
        let one = notice(&["<!channel> & @everyone"]);
        let plain = words(Form::Json, &one);
        assert_eq!(
            (plain["event"].as_str(), plain["turns"][0]["turn"].as_u64()),
            (Some("your-turn"), Some(7))
        );
        let discord = words(Form::Discord, &one);
        assert_eq!(discord["allowed_mentions"]["parse"].as_array().unwrap().len(), 0);
        assert!(discord["content"].as_str().unwrap().ends_with("https://k.example/t/abc#ask"));
        let slack = words(Form::Slack, &one);
        assert!(slack["text"].as_str().unwrap().contains("&lt;!channel&gt; &amp; @everyone"), "{slack}");
        assert_eq!(words(Form::Json, &notice(&[]))["event"], "test");
        let two = words(Form::Slack, &notice(&["A", "B"]));
        assert_eq!(two["text"].as_str().unwrap().lines().count(), 3, "{two}");
    }
}
