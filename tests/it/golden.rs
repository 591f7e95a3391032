//! Comparison with pictures and texts that were looked at and found good, in `fixtures/golden/`.
//!
//! With the environment variable `QUEENSHOT_REGENERATE` set the files are written anew; look at them before committing. Where a
//! picture differs, both and their difference are left in `target/tmp/`.

use std::fs;
use std::path::PathBuf;

use queenshot::picture::{Channels, Picture};
use queenshot::render::png::{self, Compression};

fn regenerate() -> bool {
    std::env::var_os("QUEENSHOT_REGENERATE").is_some()
}

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/golden").join(name)
}

fn left_over(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A PNG file as RGB.
pub(crate) fn decode(bytes: &[u8]) -> Picture {
    let image = image::load_from_memory(bytes).unwrap().to_rgb8();
    Picture::new(image.width(), image.height(), Channels::Rgb, image.into_raw()).unwrap()
}

/// Asserts that two pictures look the same: of one size, and at most one pixel in a thousand more than 40 off in some channel.
pub(crate) fn assert_alike(name: &str, found: &Picture, expected: &Picture) {
    let size = |p: &Picture| (p.width(), p.height());
    assert_eq!(size(found), size(expected), "{name}: another size");
    let mut off = 0;
    let mut difference = Vec::new();
    for y in 0..found.height() {
        for x in 0..found.width() {
            let (a, b) = (found.rgb(x, y), expected.rgb(x, y));
            let pixel: [u8; 3] = std::array::from_fn(|k| a[k].abs_diff(b[k]));
            off += usize::from(pixel.iter().any(|&d| d > 40));
            difference.extend(pixel);
        }
    }
    let pixels = (found.width() * found.height()) as usize;
    if off * 1000 > pixels {
        let difference = Picture::new(found.width(), found.height(), Channels::Rgb, difference).unwrap();
        for (suffix, picture) in [("found", found), ("expected", expected), ("difference", &difference)] {
            fs::write(left_over(&format!("{name}.{suffix}.png")), png::encode(picture, Compression::Fast).unwrap())
                .unwrap();
        }
        panic!(
            "{name}: {off} of {pixels} pixels differ; see {}",
            left_over(&format!("{name}.difference.png")).display()
        );
    }
}

/// Asserts that a picture looks like `fixtures/golden/NAME.png`.
pub(crate) fn check_picture(name: &str, found: &Picture) {
    let path = golden(&format!("{name}.png"));
    if regenerate() {
        fs::write(path, png::encode(found, Compression::Small).unwrap()).unwrap();
        return;
    }
    assert_alike(name, found, &decode(&fs::read(path).unwrap()));
}

/// Asserts that a text equals `fixtures/golden/NAME`.
pub(crate) fn check_text(name: &str, found: &str) {
    let path = golden(name);
    if regenerate() {
        fs::write(path, found).unwrap();
        return;
    }
    assert_eq!(found, fs::read_to_string(path).unwrap(), "{name}");
}

/// An SVG document as the renderer of the crate `resvg` shows it.
pub(crate) fn rendered(document: &str) -> Picture {
    let tree = resvg::usvg::Tree::from_str(document, &resvg::usvg::Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    decode(&pixmap.encode_png().unwrap())
}
