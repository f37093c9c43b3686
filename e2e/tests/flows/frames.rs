//! How smoothly beats are shown: on a page whose processor is four times slower, what the page has to do for a frame leaves room
//! for sixty of them a second.
//!
//! How many really come depends on what else the machine does, so that is printed and not judged:
//! `KLAXON_FRAMES=5 cargo test -p klaxon-e2e --test flows frames -- --nocapture` looks at five battles of each game.

use crate::{
    beats::{Battle, motion, steps_of},
    harness::{Driver, Server, browser_or_skip},
    table::until,
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// A sixtieth of a second.
const FRAME_MS: f64 = 1000.0 / 60.0;
/// From the first beat to the end of the show: milliseconds between frames, and those that the page worked for each, which end
/// when style, layout and painting are done and a message gets its turn.
const KEEP: &str = r"
    const kept = window.kept = { frames: [], work: [], shown: false };
    const channel = new MessageChannel();
    let on = false, last = 0, begun = 0;
    channel.port1.onmessage = () => { if (on) kept.work.push(performance.now() - begun); };
    const tick = (now) => {
      if (!on) return;
      if (last) kept.frames.push(now - last);
      last = now;
      begun = performance.now();
      channel.port2.postMessage(0);
      requestAnimationFrame(tick);
    };
    document.addEventListener('klaxon:beat', () => { if (!on) { on = true; requestAnimationFrame(tick); } });
    document.addEventListener('klaxon:shown', () => { on = false; kept.shown = true; });
    document.querySelector('.controls a[data-go=ArrowRight]').click();";

/// What so many of a hundred do not go beyond.
fn percentile(sorted: &[f64], of_100: usize) -> f64 {
    sorted[(sorted.len() - 1) * of_100 / 100]
}

/// What else the machine does adds to the time of a frame; so there are some tries, and the best one counts.
const TRIES: usize = 4;

async fn is_smooth(battle: Battle) -> Result<()> {
    if !browser_or_skip(&format!("frames of {}", battle.game)) {
        return Ok(());
    }
    let battles = std::env::var("KLAXON_FRAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (server, mut driver) = (Server::start()?, Driver::start_alone().await?);
    let page = driver.browser(1280, 800).await?;
    let (path, steps) = steps_of(&page, &server.url, &battle, battles).await?;
    motion(&page, "no-preference").await?;
    let slow = async |times: u32| -> Result<()> {
        page.cdp().send_raw("Emulation.setCPUThrottlingRate", json!({ "rate": times })).await?;
        Ok(())
    };
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let (mut frames, mut work) = (Vec::new(), Vec::new());
        for step in &steps {
            page.goto(format!("{}{path}/replay?step={}", server.url, step - 1)).await?;
            until(&page, "the replay is there", "return document.body.dataset.pace !== undefined").await?;
            slow(4).await?;
            page.execute(KEEP, vec![]).await?;
            until(&page, "the show ends", "return window.kept.shown").await?;
            slow(1).await?;
            let kept = page.execute("return window.kept", vec![]).await?.json().clone();
            let numbers = |name: &str| -> Result<Vec<f64>> {
                Ok(kept[name].as_array().context("a list")?.iter().filter_map(Value::as_f64).collect())
            };
            frames.extend(numbers("frames")?);
            work.extend(numbers("work")?);
        }
        ensure!(frames.len() >= 10 && work.len() >= 10, "{}: {} frames came", battle.game, frames.len());
        frames.sort_by(f64::total_cmp);
        work.sort_by(f64::total_cmp);
        println!(
            "{}: {} frames; median {:.0} a second, slowest of 20 {:.0}; work for a frame {:.1} ms, slowest of 20 {:.1} ms",
            battle.game,
            frames.len(),
            1000.0 / percentile(&frames, 50),
            1000.0 / percentile(&frames, 95),
            percentile(&work, 50),
            percentile(&work, 95),
        );
        least = least.min(percentile(&work, 50));
        if least < FRAME_MS {
            break;
        }
    }
    page.quit().await?;
    ensure!(least < FRAME_MS, "{}: a frame takes {least:.1} ms of work", battle.game);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_of_red_alert_leave_room_for_sixty_frames() -> Result<()> {
    is_smooth(Battle::red_alert()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_of_star_trek_leave_room_for_sixty_frames() -> Result<()> {
    is_smooth(Battle::star_trek()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_of_federation_leave_room_for_sixty_frames() -> Result<()> {
    is_smooth(Battle::federation()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_of_starcraft_leave_room_for_sixty_frames() -> Result<()> {
    is_smooth(Battle::starcraft()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_of_space_alert_leave_room_for_sixty_frames() -> Result<()> {
    is_smooth(Battle::space_alert()).await
}
