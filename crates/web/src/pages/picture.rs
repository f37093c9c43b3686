//! `/t/{table}/picture.svg` and `.png`: a table as a picture of 1200 × 630, as spectators see it, with the verdict once it is over.

use crate::{
    ending::{
        look_back,
        picture::{self, Painted, Sight},
    },
    error::{Fault, PageFault},
    person::Who,
    state::AppState,
};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use klaxon_core::SeatSet;
use std::time::Instant;

/// `GET /t/{table}/picture.svg`
pub async fn svg(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let seen = look(&state, &id, &who, |_| false).await?;
    let drawing = seen.drawing.map(picture::Drawing::plain).transpose().map_err(Fault::ours)?;
    Ok(answer(&seen.sight, &seen.sight.tag, "image/svg+xml; charset=utf-8", &headers, || {
        drawing.unwrap_or_default().into_bytes()
    }))
}

/// `GET /t/{table}/picture.png`
pub async fn png(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    who: Who,
) -> Result<Response, PageFault> {
    let kept = |sight: &Sight| state.gallery.find(&id, &sight.tag, sight.over).is_some();
    let seen = look(&state, &id, &who, kept).await?;
    let (tag, over) = (seen.sight.tag.clone(), seen.sight.over);
    let painted = match (state.gallery.find(&id, &tag, over), seen.drawing) {
        (Some(painted), _) => painted,
        (None, Some(drawing)) => {
            let (shared, table) = (state.clone(), id.clone());
            let work = move || {
                // Somebody else may have asked for the same meanwhile.
                if let Some(painted) = shared.gallery.find(&table, &tag, over) {
                    return Ok(painted);
                }
                let begun = Instant::now();
                let png = drawing.plain().and_then(|svg| picture::paint(&svg))?;
                shared.metrics.picture_times.note(begun.elapsed());
                Ok::<_, String>(shared.gallery.hang(&table, Painted { tag, png }))
            };
            let done = state.shares.long(work).await?;
            done.ok_or_else(|| Fault::ours("painting a picture panicked"))?.map_err(Fault::ours)?
        }
        (None, None) => return Err(Fault::busy("the picture is being painted; try again in a moment").into()),
    };
    Ok(answer(&seen.sight, &painted.tag, "image/png", &headers, || painted.png.clone()))
}

/// A table looked at: what is seen, and the drawing unless nobody needs it.
struct Seen {
    sight: Sight,
    drawing: Option<picture::Drawing>,
}

async fn look(
    state: &AppState,
    id: &str,
    who: &Who,
    kept: impl Fn(&Sight) -> bool,
) -> Result<Seen, PageFault> {
    let live = state.tables.get(state, id)?;
    {
        let sitting = live.sit(state).await?;
        sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    }
    look_back(state, &live).await?;
    let mut sitting = live.sit(state).await?;
    let over = sitting.table.outcome().is_some();
    let after = live.ended.of(sitting.table.n()).flatten().filter(|_| over);
    let story = after.as_ref().map(|after| &after.story);
    let open = sitting.meta.may_look(None, SeatSet::NONE).is_ok();
    let title = sitting.meta.title.clone();
    let tag = picture::tag(id, sitting.table.n(), &title, story);
    let sight = Sight { tag, over, open };
    let drawing = if kept(&sight) {
        None
    } else {
        Some(sitting.careful(|loaded| picture::draw(&loaded.table, &title, story))?)
    };
    Ok(Seen { sight, drawing })
}

/// The picture, or that it is still the same. What everybody may see may be kept by everybody for a while.
fn answer(
    sight: &Sight,
    tag: &str,
    kind: &'static str,
    asked: &HeaderMap,
    body: impl FnOnce() -> Vec<u8>,
) -> Response {
    let tag = format!("\"{tag}\"");
    let known = asked.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let same =
        known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut response = if same { StatusCode::NOT_MODIFIED.into_response() } else { body().into_response() };
    let keep = match (sight.open, sight.over) {
        (true, true) => "public, max-age=3600",
        (true, false) => "public, max-age=20",
        (false, _) => "private, no-cache",
    };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(picture::POLICY));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}
