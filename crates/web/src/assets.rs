//! Style, scripts and pictures, inside the binary; addressed by their content, so that browsers may keep them forever.

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::RustEmbed;
use std::{collections::BTreeMap, io::Write, sync::LazyLock};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// A file as served.
struct Asset {
    bytes: Vec<u8>,
    /// The same compressed: done once, as well as it goes.
    packed: Vec<u8>,
    tag: String,
    mime: String,
}

static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    Files::iter()
        .filter_map(|path| {
            let file = Files::get(&path)?;
            let tag = crate::keys::hex(&file.metadata.sha256_hash()[..8]);
            let mime = match path.rsplit('.').next() {
                Some("js") => "text/javascript; charset=utf-8".into(),
                Some("css") => "text/css; charset=utf-8".into(),
                _ => file.metadata.mimetype().to_owned(),
            };
            let bytes = if path.ends_with(".js") && !path.starts_with("vendor/") {
                lean(&String::from_utf8_lossy(&file.data)).into_bytes()
            } else {
                file.data.into_owned()
            };
            let packed = pack(&bytes);
            Some((path.into_owned(), Asset { bytes, packed, tag, mime }))
        })
        .collect()
});

fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("memory takes every byte")
}

/// A script as it is sent: comments that have lines of their own stay here, and with them the types they tell. The other
/// lines keep their numbers.
fn lean(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut within = false;
    for line in script.lines() {
        let text = line.trim();
        within |= text.starts_with("/**") && (!text.contains("*/") || text.ends_with("*/"));
        if !within && !text.starts_with("//") {
            out.push_str(line);
        }
        within &= !text.ends_with("*/");
        out.push('\n');
    }
    out
}

/// One name for all files together: open pages reload themselves when it changes.
pub static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    for (path, asset) in ASSETS.iter() {
        hasher.update(path.as_bytes()).update(asset.tag.as_bytes());
    }
    crate::keys::hex(&hasher.finalize().as_bytes()[..6])
});

/// The address of a file. All scripts share one folder name, so that they can import each other.
pub fn at(path: &str) -> String {
    debug_assert!(ASSETS.contains_key(path), "there is no asset {path}");
    format!("/assets/{}/{path}", *BUILD)
}

/// A file as text; empty where there is none.
pub fn text(path: &str) -> String {
    ASSETS.get(path).map_or_else(String::new, |asset| String::from_utf8_lossy(&asset.bytes).into_owned())
}

/// A file as it is; empty where there is none.
pub fn bytes(path: &str) -> &'static [u8] {
    ASSETS.get(path).map_or(&[], |asset| &asset.bytes)
}

/// The script of a game's board, where it has one.
pub fn of_board(game: &str) -> Option<String> {
    existing(format!("boards/{game}.js"))
}

/// The style of a game's board, where it has one.
pub fn style_of_board(game: &str) -> Option<String> {
    existing(format!("boards/{game}.css"))
}

fn existing(path: String) -> Option<String> {
    ASSETS.contains_key(&path).then_some(path)
}

/// Whether a browser says that it reads gzip; one that weighs it with nothing does not.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let refused = parts.any(|weight| weight.replace(' ', "").trim_end_matches(['0', '.']) == "q=");
        name.eq_ignore_ascii_case("gzip") && !refused
    })
}

/// Serves a file.
pub async fn serve(Path((build, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.get(&path) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = format!("\"{}\"", asset.tag);
    let cache = if build == *BUILD { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let mut response = if known.is_some_and(|known| known.split(',').any(|k| k.trim() == tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let packed = takes_gzip(&headers);
        let body = if packed { &asset.packed } else { &asset.bytes };
        let mut response = Body::from(body.as_slice()).into_response();
        if packed {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    };
    let out = response.headers_mut();
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let value = |text: &str| HeaderValue::from_str(text).expect("asset headers are plain");
    out.insert(header::CONTENT_TYPE, value(&asset.mime));
    out.insert(header::ETAG, value(&tag));
    out.insert(header::CACHE_CONTROL, value(cache));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_reads_gzip_gets_it() {
        let takes = |value: &str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.parse().unwrap())]))
        };
        for value in ["gzip", "br, GZIP", "deflate, gzip;q=0.5", "gzip ; q=0.001"] {
            assert!(takes(value), "{value}");
        }
        for value in ["", "br", "gzip;q=0", "gzip; q=0.000", "identity, x-gzipped"] {
            assert!(!takes(value), "{value}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn comments_of_whole_lines_are_not_sent() {
        let script = "// Why.\nlet a = 1; // one\n/// What.\n/** @param {string} b */\n/**\n * @returns {void}\n */\nf(b);\n  /** @type {any} */ (c).d();\n";
        assert_eq!(lean(script), "\nlet a = 1; // one\n\n\n\n\n\nf(b);\n  /** @type {any} */ (c).d();\n");
    }

    /// A text over several lines could have one that looks like a comment.
    #[test]
    fn no_script_has_a_text_of_several_lines() {
        for path in Files::iter().filter(|p| p.ends_with(".js") && !p.starts_with("vendor/")) {
            let file = Files::get(&path).unwrap();
            for (n, line) in String::from_utf8_lossy(&file.data).lines().enumerate() {
                assert!(
                    line.matches('`').count().is_multiple_of(2) || line.trim().starts_with("//"),
                    "{path}, line {}",
                    n + 1
                );
            }
            let sent = text(&path);
            assert_eq!(sent.lines().count(), String::from_utf8_lossy(&file.data).lines().count(), "{path}");
            assert!(!sent.contains("@param"), "{path}");
        }
    }

    #[test]
    fn vendored_files_are_what_they_claim() {
        let files = [
            (
                "idiomorph-0.8.0",
                "idiomorph.esm.js",
                "e1e2c7dbd606233d302bac48074fd1307c15609b77ea485c18f1b13d6be67c14",
            ),
            (
                "inter-4",
                "Inter-Regular.ttf",
                "d82e7234615d3fe79aa9aedab066d1266bd2619d0296984cdd0036d9f1f76b67",
            ),
            ("inter-4", "Inter-Bold.ttf", "311b276e8ab0df669db1ae291cd820dae8a2e374292ff69017c8c8fa9f65af18"),
        ];
        for (folder, name, known) in files {
            let file = Files::get(&format!("vendor/{folder}/{name}")).unwrap();
            let sum = crate::keys::hex(&file.metadata.sha256_hash());
            assert_eq!(sum, known, "{name}");
            let note = Files::get(&format!("vendor/{folder}/README.md")).unwrap();
            assert!(String::from_utf8_lossy(&note.data).contains(&sum), "{name}");
            assert!(Files::get(&format!("vendor/{folder}/LICENSE")).is_some(), "{name}");
        }
    }
}
