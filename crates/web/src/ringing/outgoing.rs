//! Requests that this server makes to addresses that people have given it. Nobody may use it to reach what only it can reach: a name
//! is resolved once, every address that it has is judged, and the connection goes to the very address that was judged. Answers
//! are short, redirects are not followed.

use super::Trouble;
use axum::{
    body::Body,
    http::{Request, StatusCode, Uri, header},
};
use hyper_util::rt::TokioIo;
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, LazyLock},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, pki_types::ServerName},
};

/// The longest address of a request.
pub const LONGEST_URL: usize = 1000;
/// How long somebody may take to be reached, and to answer.
const TO_CONNECT: Duration = Duration::from_secs(5);
const TO_ANSWER: Duration = Duration::from_secs(10);

static TLS: LazyLock<TlsConnector> = LazyLock::new(|| {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider has the usual versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
});

/// Is the address one that everybody on the internet could reach as well?
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let private = ip.is_private() || ip.is_loopback() || ip.is_link_local() || ip.is_unspecified();
    // "This network", shared by providers, for protocols, for documentation, for benchmarks, for groups and for later.
    let special = a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && (c == 0 || c == 2))
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19 || (b == 51 && c == 100)))
        || (a == 203 && b == 0 && c == 113)
        || a >= 224;
    !private && !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    // Only what is given out for the world, and there nothing that wraps an address of the old kind or is for documentation.
    let global = (0x2000..0x4000).contains(&s[0]);
    let wraps = s[0] == 0x2002 || (s[0] == 0x2001 && s[1] < 0x0200);
    let documents = (s[0] == 0x2001 && s[1] == 0x0db8) || (s[0] == 0x3fff && s[1] < 0x1000);
    // 64:ff9b::/96 is another way to write an address of the old kind.
    let translated = s[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
    if translated {
        let [a, b] = s[6].to_be_bytes();
        let [c, d] = s[7].to_be_bytes();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    global && !wraps && !documents
}

/// An address that was read and makes sense; where it leads is judged when it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    uri: Uri,
    https: bool,
    host: String,
    port: u16,
}

impl Target {
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Target, String> {
        let wrong = || "an address looks like `https://example.org/path`".to_owned();
        if text.len() > LONGEST_URL {
            return Err(format!("an address has at most {LONGEST_URL} characters"));
        }
        if !text.is_ascii() || text.bytes().any(|b| b.is_ascii_control() || b == b' ') {
            return Err(wrong());
        }
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(wrong()),
        };
        let authority = uri.authority().ok_or_else(wrong)?;
        if authority.as_str().contains('@') {
            return Err("an address with a name and a password in it is not taken".into());
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() {
            return Err(wrong());
        }
        let port = match authority.port() {
            Some(port) => port.as_u16(),
            // Something stands behind the host that is no port.
            None if authority.as_str() != authority.host() => return Err(wrong()),
            None if https => 443,
            None => 80,
        };
        Ok(Target { https, host, port, uri })
    }

    /// Is it encrypted?
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// Its name, for the screen and for counting.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Scheme, name and port, as browsers write an origin.
    pub fn origin(&self) -> String {
        let scheme = if self.https { "https" } else { "http" };
        format!("{scheme}://{}", self.uri.authority().map_or("", |a| a.as_str()))
    }

    /// The addresses of its name, all of which may be used.
    pub async fn resolve(&self, private: bool) -> Result<Vec<SocketAddr>, Trouble> {
        let unknown = || Trouble::new(format!("the name {} leads nowhere", self.host));
        let found = timeout(TO_CONNECT, tokio::net::lookup_host((self.host.as_str(), self.port)));
        let found: Vec<SocketAddr> =
            found.await.map_err(|_| unknown())?.map_err(|_| unknown())?.take(8).collect();
        if found.is_empty() {
            return Err(unknown());
        }
        // One address of its own among public ones is enough to be led astray.
        if !private && found.iter().any(|at| !is_public(at.ip())) {
            return Err(Trouble::new(format!(
                "{} is in a private network, where this server rings nobody",
                self.host
            )));
        }
        Ok(found)
    }
}

/// What came back.
#[derive(Debug)]
pub struct Came {
    status: StatusCode,
}

/// Posts something.
pub async fn post(
    target: &Target,
    headers: &[(&str, String)],
    body: Vec<u8>,
    private: bool,
) -> Result<Came, Trouble> {
    let addresses = target.resolve(private).await?;
    let mut last = Trouble::new(format!("{} cannot be reached", target.host));
    for address in addresses {
        match timeout(TO_CONNECT, TcpStream::connect(address)).await {
            Ok(Ok(line)) => {
                let request = request(target, headers, body)?;
                return match timeout(TO_ANSWER, over(target, line, request)).await {
                    Ok(came) => came,
                    Err(_) => Err(Trouble::new(format!("{} did not answer in time", target.host))),
                };
            }
            Ok(Err(error)) => {
                last = Trouble::new(format!("{} cannot be reached: {}", target.host, error.kind()))
            }
            Err(_) => {}
        }
    }
    Err(last)
}

fn request(target: &Target, headers: &[(&str, String)], body: Vec<u8>) -> Result<Request<Body>, Trouble> {
    let path = target.uri.path_and_query().map_or("/", |path| path.as_str());
    let authority = target.uri.authority().map_or("", |a| a.as_str());
    let mut request = Request::post(path)
        .header(header::HOST, authority)
        .header(header::USER_AGENT, concat!("Klaxon/", env!("CARGO_PKG_VERSION")))
        .header(header::CONTENT_LENGTH, body.len());
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    request.body(Body::from(body)).map_err(|_| Trouble::new("the request cannot be written"))
}

async fn over(target: &Target, line: TcpStream, request: Request<Body>) -> Result<Came, Trouble> {
    if !target.https {
        return talk(target, line, request).await;
    }
    let name = ServerName::try_from(target.host.clone())
        .map_err(|_| Trouble::new(format!("{} is no name for a certificate", target.host)))?;
    let line = TLS.connect(name, line).await.map_err(|error| {
        Trouble::new(format!("{} has no certificate that can be trusted: {error}", target.host))
    })?;
    talk(target, line, request).await
}

async fn talk(
    target: &Target,
    line: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    request: Request<Body>,
) -> Result<Came, Trouble> {
    let broke = |error: hyper::Error| Trouble::new(format!("the line to {} broke: {error}", target.host));
    let (mut send, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(line)).await.map_err(broke)?;
    let pump = tokio::spawn(connection);
    let answer = send.send_request(request).await.map_err(broke);
    let came = match answer {
        Ok(answer) => {
            let status = answer.status();
            // What more is said is of no use, and may be long.
            Ok(Came { status })
        }
        Err(trouble) => Err(trouble),
    };
    pump.abort();
    came
}

impl Came {
    /// Was it taken? A redirect is none: it could lead anywhere.
    pub fn taken(self, target: &Target) -> Result<(), Trouble> {
        if self.status.is_success() {
            return Ok(());
        }
        let gone = matches!(self.status.as_u16(), 404 | 410);
        let host = &target.host;
        let text = if self.status.is_redirection() {
            format!(
                "{host} answered {}: redirects are not followed, give the last address",
                self.status.as_u16()
            )
        } else {
            format!("{host} answered {}", self.status.as_u16())
        };
        Err(Trouble { text, gone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_ones_own_are_not_public() {
        for private in [
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.170",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "fec0::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "100::1",
            "fd00:ec2::254",
            "3fff::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "2606:4700::1111",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn addresses_are_read_strictly() {
        for bad in [
            "",
            "example.org",
            "ftp://example.org/",
            "file:///etc/passwd",
            "http://",
            "https://a b/",
            "http://u:p@h/",
            "https://example.org/\r\nHost: evil",
            "gopher://x/",
            "https://exämple.org/",
            "http://h:99999/",
            "http://h:/",
        ] {
            assert!(Target::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Target::parse(&format!("https://h/{}", "x".repeat(1000))).is_err());
        let good = Target::parse("https://Hooks.Example/a?b=c").unwrap();
        assert_eq!((good.host(), good.port, good.is_https()), ("hooks.example", 443, true));
        assert_eq!(Target::parse("http://[::1]:8080/x").unwrap().host(), "::1");
    }

    /// Whatever a name or a number looks like, what it leads to is judged.
    #[tokio::test]
    async fn no_way_of_writing_it_leads_home() {
        for home in [
            "http://127.0.0.1/",
            "http://localhost/",
            "http://LOCALHOST:80/",
            "http://[::1]/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://0/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://169.254.169.254/latest/meta-data",
            "http://10.1.2.3/",
        ] {
            let target = Target::parse(home).unwrap();
            assert!(target.resolve(false).await.is_err(), "{home}");
        }
        let here = Target::parse("http://127.0.0.1:9/").unwrap();
        assert_eq!(here.resolve(true).await.unwrap(), ["127.0.0.1:9".parse().unwrap()]);
    }
}
