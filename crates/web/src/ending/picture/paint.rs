//! A drawing becomes a picture of dots, by the server itself: with its own letters, without a file or an address from outside.

use crate::assets;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};

/// As wide and high as chats want it.
pub const SIZE: (u32, u32) = (1200, 630);

static LETTERS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut letters = usvg::fontdb::Database::new();
    for name in ["Regular", "Bold"] {
        letters.load_font_data(assets::bytes(&format!("vendor/inter-4/Inter-{name}.ttf")).to_vec());
    }
    for set in [
        usvg::fontdb::Database::set_sans_serif_family,
        usvg::fontdb::Database::set_serif_family,
        usvg::fontdb::Database::set_monospace_family,
    ] {
        set(&mut letters, "Inter");
    }
    Arc::new(letters)
});

/// Paints a drawing as a PNG.
pub fn paint(svg: &str) -> Result<Vec<u8>, String> {
    paint_sized(svg, SIZE, |_| tiny_skia::Transform::identity())
}

/// Paints a square drawing so many dots wide.
pub fn paint_square(svg: &str, size: u32) -> Result<Vec<u8>, String> {
    paint_sized(svg, (size, size), |tree| {
        let scale = size as f32 / tree.size().width();
        tiny_skia::Transform::from_scale(scale, scale)
    })
}

fn paint_sized(
    svg: &str,
    size: (u32, u32),
    scale: impl FnOnce(&usvg::Tree) -> tiny_skia::Transform,
) -> Result<Vec<u8>, String> {
    let mut options =
        usvg::Options { fontdb: LETTERS.clone(), font_family: "Inter".into(), ..usvg::Options::default() };
    // Nothing is fetched, whatever a drawing says.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options.image_href_resolver.resolve_data = Box::new(|_, _, _| None);
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let mut dots = tiny_skia::Pixmap::new(size.0, size.1).ok_or("no picture of this size")?;
    resvg::render(&tree, scale(&tree), &mut dots.as_mut());
    dots.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_painted_without_letters_of_the_machine() {
        let words = |text: &str| {
            paint(&format!("<svg xmlns='http://www.w3.org/2000/svg' width='1200' height='630'><text x='10' y='60' font-size='40' font-weight='700' font-family='system-ui, sans-serif'>{text}</text></svg>")).unwrap()
        };
        let empty = words("");
        assert_eq!(&empty[..8], b"\x89PNG\r\n\x1a\n");
        assert_ne!(empty, words("Sol fell"));
        assert_ne!(words("Sol fell"), words("Солнце"));
    }

    #[test]
    fn nothing_is_fetched() {
        let image = "<svg xmlns='http://www.w3.org/2000/svg' width='1200' height='630'><image href='/etc/hostname' width='9' height='9'/></svg>";
        let none = "<svg xmlns='http://www.w3.org/2000/svg' width='1200' height='630'/>";
        assert_eq!(paint(image).unwrap(), paint(none).unwrap());
        assert!(paint("<svg").is_err());
    }
}
