//! The guard: who comes too often, who comes from a strange page, and what every answer carries.

use crate::{
    Config,
    address::{check_origin, forwarded_for},
    error::{Fault, PageFault},
    keys::{hex, random},
    shares::Asker,
    state::AppState,
};
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    num::NonZeroU32,
    sync::Arc,
    time::{Duration, Instant},
};
use tower_governor::governor::GovernorConfigBuilder;
use tracing::Instrument;

/// Says whether a peer has come too often, or asked for too much.
pub type Limit = Arc<dyn Fn(IpAddr, Work) -> bool + Send + Sync>;

/// How much work a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A file, a decision, the beginning of a stream.
    Little,
    /// A page or a view is drawn.
    Draw,
    /// A table is opened and kept for ever.
    Open,
    /// A game, a mission or a situation is played through.
    Long,
}

impl Work {
    fn of(method: &Method, path: &str) -> Work {
        let posts = *method == Method::POST;
        let last = path.rsplit('/').next().unwrap_or_default();
        match path.strip_prefix("/api/v1").unwrap_or(path) {
            "/try" | "/resolve" if posts => Work::Long,
            "/try" => Work::Draw,
            // The game is played through, also to see what a step more would do.
            path if is_study(path) => Work::Long,
            "/tables" if posts => Work::Open,
            "/studies" if posts => Work::Long,
            // Each of these keeps something, or takes a while.
            path if posts && (path.starts_with("/account/") || last == "challenge") => Work::Open,
            path if last == "export" && path.starts_with("/account/") => Work::Long,
            "/healthz" | "/metrics" => Work::Little,
            path if path.starts_with("/assets/") => Work::Little,
            // The editor asks again with every change that is drawn.
            path if path.starts_with("/edit/") => {
                if posts && last == "test" {
                    Work::Open
                } else {
                    Work::Draw
                }
            }
            path if path.starts_with("/play/")
                || path.starts_with("/open/")
                || path.starts_with("/daily/") =>
            {
                if posts {
                    Work::Open
                } else {
                    Work::Draw
                }
            }
            _ => match last {
                // A picture is painted dot by dot.
                "replay" | "branch" | "try" | "picture.png" => Work::Long,
                "ws" | "stream" => Work::Little,
                _ if posts => Work::Little,
                _ => Work::Draw,
            },
        }
    }

    /// What it takes of the budget for more than playing.
    fn cost(self) -> u32 {
        match self {
            Work::Little => 0,
            Work::Draw => 2,
            Work::Open => 10,
            Work::Long => 20,
        }
    }
}

/// A study itself; the list of them is a page like others.
fn is_study(path: &str) -> bool {
    path.starts_with("/study/") || path.starts_with("/studies/")
}

/// What may run and load in our pages: our own files and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The limit that the configuration asks for: so many requests, and so much work. They are counted apart, so that whoever
/// has asked for too many replays still plays.
pub fn limit(state: &AppState) -> Limit {
    let per_second = state.config.requests_per_second.max(1);
    let burst = state.config.request_burst.max(1);
    let limiter = || {
        let config = GovernorConfigBuilder::default()
            .period(Duration::from_secs(1) / per_second)
            .burst_size(burst)
            .finish()
            .expect("a period and a burst above zero are a quota");
        config.limiter().clone()
    };
    let (requests, work) = (limiter(), limiter());
    let tidy = [requests.clone(), work.clone()];
    let closing = state.closing.clone();
    tokio::spawn(async move {
        while !closing.is_cancelled() {
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(60)) => tidy.iter().for_each(|limiter| limiter.retain_recent()),
                () = closing.cancelled() => {}
            }
        }
    });
    Arc::new(move |peer, kind| {
        // What costs more than all that can be saved up is to be had for all of it.
        let too_much = NonZeroU32::new(kind.cost().min(burst))
            .is_some_and(|cost| !matches!(work.check_key_n(&peer, cost), Ok(Ok(()))));
        too_much || requests.check_key(&peer).is_err()
    })
}

/// The middleware around everything.
pub async fn guard(
    State((state, limit)): State<(AppState, Limit)>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let peer = peer_of(&state, &request);
    request.extensions_mut().insert(Peer(peer));
    let is_api = request.uri().path().starts_with("/api/");
    let id = hex(&random::<6>());
    let limited = is_limited(&state, peer);
    let work = Work::of(request.method(), request.uri().path());
    let mut response = if limited && limit(peer, work) {
        let fault = Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", "too many requests; wait a moment");
        let mut response = say(fault, is_api);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        response
    } else if let Err(text) =
        from_here(&state.config, request.method(), request.headers(), is_api || is_link(request.uri().path()))
    {
        // A script of a page wants to read why.
        let page = request.headers().get(header::ACCEPT).and_then(|v| v.to_str().ok());
        say(Fault::forbidden(text), is_api || !page.is_some_and(|accept| accept.contains("text/html")))
    } else {
        let span =
            tracing::info_span!("request", id, method = %request.method(), path = request.uri().path());
        let asker = state.shares.asker(peer, limited);
        let answer = async {
            // Long work waits elsewhere, and what is little need not.
            let _turn = if work == Work::Draw { state.shares.turn().await } else { None };
            next.run(request).await
        };
        asker.on_behalf(answer).instrument(span).await
    };
    let took = begun.elapsed();
    state.metrics.answered(response.status().as_u16(), took);
    tracing::debug!(id, status = response.status().as_u16(), us = took.as_micros() as u64, "answered");
    dress(response.headers_mut(), &id);
    response
}

/// A mail program follows the link that stops its mails by itself, and says nothing of a page. What the link carries is enough.
fn is_link(path: &str) -> bool {
    path.starts_with("/notices/stop/")
}

fn say(fault: Fault, is_api: bool) -> Response {
    if is_api { fault.into_response() } else { PageFault(fault).into_response() }
}

/// What every answer carries.
fn dress(headers: &mut HeaderMap, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    // A picture that is opened by itself brings the policy that it needs.
    let own = headers.get(header::CONTENT_SECURITY_POLICY).cloned();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(own) = own {
        headers.insert(header::CONTENT_SECURITY_POLICY, own);
    }
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    );
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

/// Whoever is at the other end of the line.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

fn peer_of(state: &AppState, request: &Request) -> IpAddr {
    if let Some(peer) = forwarded_for(&state.config, request.headers()) {
        return network(peer);
    }
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    network(info.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(address)| address.ip()))
}

/// A home on IPv6 has a network of addresses: they count as one peer.
pub fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        other => other,
    }
}

/// Is the peer counted? Whoever is on this machine need not be.
pub fn is_limited(state: &AppState, peer: IpAddr) -> bool {
    !(state.config.loopback_unlimited && peer.is_loopback())
}

/// A mark of the peer for whom this task works, to share out bots' time by: kept with the tables that it opens, and worth
/// nothing without this host's key. None for whoever is not counted.
pub fn mark(state: &AppState) -> Option<String> {
    Asker::current().map(|asker| state.keys.peer_mark(asker.address))
}

/// A request that changes something must come from our own pages, or from a program. The API takes no cookies, so a
/// program needs to say nothing of where it comes from. The error says what is wrong.
fn from_here(config: &Config, method: &Method, headers: &HeaderMap, is_api: bool) -> Result<(), String> {
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    let get = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    match get("sec-fetch-site") {
        Some("same-origin" | "none") => Ok(()),
        Some(_) => Err("this request comes from another site".into()),
        None if get("origin").is_some() => check_origin(config, headers).map_err(|strange| {
            tracing::warn!(
                origin = strange.origin,
                here = strange.here,
                "a request of another site was refused"
            );
            strange.text()
        }),
        None if is_api => Ok(()),
        None => Err("this request does not say which page it comes from".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(k, v)| (HeaderName::from_static(k), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn strange_pages_are_turned_away() {
        let from_here = |method: &Method, headers: &HeaderMap, is_api: bool| {
            from_here(&Config::default(), method, headers, is_api).is_ok()
        };
        let here = [("host", "k.example"), ("origin", "https://k.example")];
        let there = [("host", "k.example"), ("origin", "https://evil.example")];
        assert!(from_here(&Method::POST, &headers(&here), false));
        assert!(!from_here(&Method::POST, &headers(&there), false));
        assert!(!from_here(&Method::POST, &headers(&there), true));
        assert!(from_here(&Method::GET, &headers(&there), false));
        assert!(!from_here(&Method::POST, &headers(&[]), false));
        assert!(from_here(&Method::POST, &headers(&[]), true));
        assert!(!from_here(&Method::POST, &headers(&[("sec-fetch-site", "cross-site")]), true));
        assert!(!from_here(&Method::POST, &headers(&[("sec-fetch-site", "same-site")]), false));
        assert!(from_here(&Method::POST, &headers(&[("sec-fetch-site", "same-origin")]), false));
        assert!(!from_here(&Method::POST, &headers(&[("host", "a"), ("origin", "null")]), true));
    }

    #[test]
    fn requests_cost_what_they_are() {
        for (method, path, work) in [
            (Method::GET, "/assets/b/page.js", Work::Little),
            (Method::POST, "/api/v1/tables/abc/act", Work::Little),
            (Method::GET, "/api/v1/tables/abc/stream", Work::Little),
            (Method::GET, "/t/abc/ws", Work::Little),
            (Method::POST, "/t/abc/claim", Work::Little),
            (Method::GET, "/t/abc", Work::Draw),
            (Method::GET, "/api/v1/tables/abc/choices", Work::Draw),
            (Method::GET, "/api/v1/tables", Work::Draw),
            (Method::GET, "/try", Work::Draw),
            (Method::POST, "/api/v1/tables", Work::Open),
            (Method::POST, "/play/red-alert", Work::Open),
            (Method::POST, "/try", Work::Long),
            (Method::POST, "/api/v1/resolve", Work::Long),
            (Method::GET, "/t/abc/replay", Work::Long),
            (Method::POST, "/account/in", Work::Open),
            (Method::POST, "/account/passkey/ask", Work::Open),
            (Method::GET, "/account", Work::Draw),
            (Method::GET, "/api/v1/account/export", Work::Long),
            (Method::POST, "/p/ada/challenge", Work::Open),
            (Method::POST, "/edit/star-trek", Work::Draw),
            (Method::POST, "/edit/star-trek/test", Work::Open),
        ] {
            assert_eq!(Work::of(&method, path), work, "{method} {path}");
        }
    }

    #[test]
    fn a_home_on_ipv6_is_one_peer() {
        let a: IpAddr = "2001:db8:1:2:3::4".parse().unwrap();
        let b: IpAddr = "2001:db8:1:2:ffff::1".parse().unwrap();
        assert_eq!(network(a), network(b));
        assert!(network("::1".parse().unwrap()).is_loopback());
        assert_eq!(network("::ffff:10.0.0.1".parse().unwrap()), "10.0.0.1".parse::<IpAddr>().unwrap());
    }
}
