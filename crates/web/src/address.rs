//! Where this server is reached: which way a request came, which pages are ours, and which links lead here from
//! elsewhere. What a proxy says is believed only when the host has said that there is one.

use crate::Config;
use axum::http::{HeaderMap, Uri};
use std::{
    fmt,
    net::{IpAddr, SocketAddr, UdpSocket},
    str::FromStr,
};

/// The longest origin that is repeated to anybody.
const LONGEST_ORIGIN: usize = 120;

/// The address by which people come, such as `https://klaxon.example`: a scheme, a name, perhaps a port, and no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    https: bool,
    authority: String,
}

impl PublicUrl {
    /// Is it an address of the encrypted web?
    pub fn is_https(&self) -> bool {
        self.https
    }
}

/// As a browser writes the origin of its pages: no slash at the end.
impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.https { "https" } else { "http" }, self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = String;
    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let example = "a public address looks like `https://klaxon.example`";
        let uri: Uri = text.trim().parse().map_err(|_| example.to_owned())?;
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(example.into()),
        };
        let authority = uri.authority().ok_or(example)?.as_str().to_ascii_lowercase();
        if authority.contains('@') {
            return Err(example.into());
        }
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
            return Err(format!("{example}: Klaxon has a name of its own and no path below another site"));
        }
        // Browsers leave the usual port out.
        let usual = if https { ":443" } else { ":80" };
        let authority = authority.strip_suffix(usual).unwrap_or(&authority).to_owned();
        Ok(PublicUrl { https, authority })
    }
}

/// What the outermost of our own proxies wrote into a header. Each proxy adds at the end, so counting from there finds it;
/// what stands further left was sent by whoever asked, and may be a lie.
fn forwarded<'a>(config: &Config, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    if !config.behind_proxy {
        return None;
    }
    let lines = headers.get_all(name);
    let all: Vec<&str> = lines.iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(',')).collect();
    // A proxy that writes such a header anew instead of adding to it leaves fewer than there are proxies.
    let at = all.len().checked_sub(config.proxies.clamp(1, all.len().max(1)))?;
    all.get(at).map(|value| value.trim()).filter(|value| !value.is_empty())
}

/// The address of whoever asks, as our proxy saw it.
pub fn forwarded_for(config: &Config, headers: &HeaderMap) -> Option<IpAddr> {
    let text = forwarded(config, headers, "x-forwarded-for")?;
    let bare = text.trim_start_matches('[').split(']').next().unwrap_or(text);
    // Some proxies write the port behind it.
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The name by which the server was asked.
fn host<'a>(config: &Config, headers: &'a HeaderMap) -> Option<&'a str> {
    let own = || headers.get("host").and_then(|v| v.to_str().ok());
    forwarded(config, headers, "x-forwarded-host").or_else(own)
}

/// Did the request come over the encrypted web?
pub fn is_https(config: &Config, headers: &HeaderMap) -> bool {
    config.tls.is_some()
        || config.public_url.as_ref().is_some_and(|url| url.https && !is_here(config, headers))
        || forwarded(config, headers, "x-forwarded-proto").is_some_and(|v| v.eq_ignore_ascii_case("https"))
}

/// The machine's own name for itself: somebody sits at the very machine.
fn is_here(config: &Config, headers: &HeaderMap) -> bool {
    let Some(host) = host(config, headers) else { return false };
    bare(host) == "localhost" || bare(host).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// A host without its port.
fn bare(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or(v6),
        None => host.split(':').next().unwrap_or(host),
    }
}

/// A page that is not one of ours, and what ours are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strange {
    /// Where it was opened.
    pub origin: String,
    /// Where ours are opened, as far as this server knows.
    pub here: String,
}

impl Strange {
    /// For people: what is wrong, and what the host could set if nothing is.
    pub fn text(&self) -> String {
        let Strange { origin, here } = self;
        format!(
            "this page was opened at {origin}, but the server knows itself as {here}; if {origin} is its right address, \
             its host should start it with `--public-url {origin}`, or let the proxy in front pass the `Host` header on"
        )
    }
}

/// Is the page that a request comes from one of ours? `Ok` also when the request does not say.
pub fn check_origin(config: &Config, headers: &HeaderMap) -> Result<(), Strange> {
    let Some(origin) = headers.get("origin") else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("?").to_ascii_lowercase();
    let asked = host(config, headers).unwrap_or_default().to_ascii_lowercase();
    let from = origin.split_once("://").map_or("", |(_, host)| host);
    let same = !asked.is_empty() && from == asked;
    let ours = match &config.public_url {
        // A name that somebody else made point here is not ours; an address in numbers, as at home, can be nobody else's.
        Some(url) => {
            let numbers = bare(&asked) == "localhost" || bare(&asked).parse::<IpAddr>().is_ok();
            origin == url.to_string() || same && numbers
        }
        None => same,
    };
    if ours {
        return Ok(());
    }
    let here = match &config.public_url {
        Some(url) => url.to_string(),
        None if asked.is_empty() => "nothing".into(),
        None => format!("{}://{asked}", if is_https(config, headers) { "https" } else { "http" }),
    };
    Err(Strange { origin: short(&origin), here: short(&here) })
}

fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST_ORIGIN).collect()
}

/// Where links that are copied here should lead; `None` for where the page itself was opened.
pub fn base(config: &Config, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &config.public_url {
        return Some(url.to_string());
    }
    match reach(config, headers) {
        Reach::Network { url, .. } => Some(url),
        Reach::Anywhere | Reach::HereOnly { .. } => None,
    }
}

/// The origin of this page's address, for what must be whole: the public one, or the one it was asked by.
pub fn origin(config: &Config, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &config.public_url {
        return Some(url.to_string());
    }
    let scheme = if is_https(config, headers) { "https" } else { "http" };
    host(config, headers).map(|host| format!("{scheme}://{host}"))
}

/// The origin at which a page was opened, as far as the request says: the public one, unless somebody is at the machine itself or
/// came by numbers.
pub fn opened_at(config: &Config, headers: &HeaderMap) -> Option<String> {
    let host = host(config, headers);
    let numbers = host.is_some_and(|host| bare(host) == "localhost" || bare(host).parse::<IpAddr>().is_ok());
    match &config.public_url {
        Some(url) if !numbers => Some(url.to_string()),
        Some(_) | None => {
            let scheme = if is_https(config, headers) { "https" } else { "http" };
            host.map(|host| format!("{scheme}://{host}").to_ascii_lowercase())
        }
    }
}

/// Who can reach this server, as far as it can know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Whoever can reach the address of the page.
    Anywhere,
    /// Nobody but this machine.
    HereOnly {
        /// The port it listens on.
        port: u16,
    },
    /// The page was opened at the machine itself, and others in the network reach it by another address.
    Network {
        /// That address.
        url: String,
    },
}

/// Who can reach this server by the address that a page was opened at?
pub fn reach(config: &Config, headers: &HeaderMap) -> Reach {
    let Some(listening) = config.listening else { return Reach::Anywhere };
    if config.public_url.is_some() || config.behind_proxy || !is_here(config, headers) {
        return Reach::Anywhere;
    }
    if listening.ip().is_loopback() {
        return Reach::HereOnly { port: listening.port() };
    }
    let ip = if listening.ip().is_unspecified() { network_address() } else { Some(listening.ip()) };
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    match ip {
        Some(ip) => Reach::Network { url: format!("{scheme}://{}", SocketAddr::new(ip, listening.port())) },
        None => Reach::Anywhere,
    }
}

/// This machine's address in its network: the one that it would send from. Nothing is sent for it.
pub fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address set aside for documents: nobody has it, but the way to it leads out.
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in pairs {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        map
    }

    fn public(url: &str) -> Config {
        Config { public_url: Some(url.parse().unwrap()), ..Config::default() }
    }

    #[test]
    fn a_public_address_is_a_name_without_a_path() {
        for (text, shown) in [
            ("https://klaxon.example", "https://klaxon.example"),
            ("https://Klaxon.Example/", "https://klaxon.example"),
            ("https://klaxon.example:443", "https://klaxon.example"),
            ("http://10.0.0.7:7777", "http://10.0.0.7:7777"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), shown);
        }
        for bad in [
            "",
            "klaxon.example",
            "ftp://k.example",
            "https://k.example/klaxon",
            "https://u@k.example",
            "https://",
        ] {
            assert!(bad.parse::<PublicUrl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn of_forwarded_addresses_the_one_is_believed_that_our_own_proxy_saw() {
        let one = Config { behind_proxy: true, ..Config::default() };
        let two = Config { proxies: 2, ..one.clone() };
        let lie = [("x-forwarded-for", "127.0.0.1"), ("x-forwarded-for", "198.51.100.7, 203.0.113.9")];
        let seen = |config: &Config| forwarded_for(config, &headers(&lie)).map(|ip| ip.to_string());
        assert_eq!(seen(&one).as_deref(), Some("203.0.113.9"));
        assert_eq!(seen(&two).as_deref(), Some("198.51.100.7"));
        assert_eq!(seen(&Config::default()), None);
        for (text, ip) in [
            ("203.0.113.9:4711", "203.0.113.9"),
            ("[2001:db8::1]:80", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
        ] {
            let map: HeaderMap =
                [(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(text))]
                    .into_iter()
                    .collect();
            assert_eq!(forwarded_for(&two, &map), Some(ip.parse().unwrap()), "{text}");
        }
        assert_eq!(forwarded_for(&one, &headers(&[("x-forwarded-for", "unknown")])), None);
    }

    #[test]
    fn pages_of_the_public_address_are_ours_whatever_host_a_proxy_sends() {
        let config = public("https://klaxon.example");
        let check =
            |origin, host| check_origin(&config, &headers(&[("origin", origin), ("host", host)])).is_ok();
        assert!(check("https://klaxon.example", "127.0.0.1:7777"));
        assert!(check("https://klaxon.example", "klaxon.example"));
        assert!(check("http://127.0.0.1:7777", "127.0.0.1:7777"), "the host at his own machine");
        assert!(check("http://192.168.1.5:7777", "192.168.1.5:7777"), "a friend at home");
        assert!(!check("https://evil.example", "evil.example"), "a name that somebody made point here");
        assert!(!check("http://klaxon.example", "klaxon.example"), "not encrypted");
        assert!(!check("null", "klaxon.example"));
    }

    #[test]
    fn a_strange_page_is_told_what_the_host_could_set() {
        let request = headers(&[("origin", "https://klaxon.example"), ("host", "127.0.0.1:7777")]);
        let strange = check_origin(&Config::default(), &request).unwrap_err();
        assert_eq!(strange.here, "http://127.0.0.1:7777");
        assert!(strange.text().contains("--public-url https://klaxon.example"), "{}", strange.text());
        let forwarded = headers(&[
            ("origin", "https://klaxon.example"),
            ("host", "127.0.0.1:7777"),
            ("x-forwarded-host", "klaxon.example"),
        ]);
        assert!(check_origin(&Config { behind_proxy: true, ..Config::default() }, &forwarded).is_ok());
        assert!(check_origin(&Config::default(), &forwarded).is_err(), "without a proxy nobody may say so");
    }

    #[test]
    fn it_knows_who_can_reach_it() {
        let at =
            |listening: &str| Config { listening: Some(listening.parse().unwrap()), ..Config::default() };
        let here = headers(&[("host", "localhost:7777")]);
        assert_eq!(reach(&at("127.0.0.1:7777"), &here), Reach::HereOnly { port: 7777 });
        assert_eq!(reach(&at("127.0.0.1:7777"), &headers(&[("host", "k.example")])), Reach::Anywhere);
        assert_eq!(reach(&Config { behind_proxy: true, ..at("127.0.0.1:7777") }, &here), Reach::Anywhere);
        let url = "http://192.168.1.5:7777".to_owned();
        assert_eq!(reach(&at("192.168.1.5:7777"), &here), Reach::Network { url: url.clone() });
        assert_eq!(base(&at("192.168.1.5:7777"), &here), Some(url));
        assert_eq!(base(&at("0.0.0.0:7777"), &headers(&[("host", "192.168.1.5:7777")])), None);
        assert_eq!(base(&public("https://k.example"), &here).as_deref(), Some("https://k.example"));
    }
}
