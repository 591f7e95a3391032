//! Stage 1: bytes to an upright picture.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::ReadError;
use crate::picture::{Channels, Picture, SourceFormat};

/// The default limit on the number of pixels, in megapixels (10^6 pixels).
pub const DEFAULT_MAX_MEGAPIXELS: u32 = 100;

/// How the files start that nothing else starts like.
const STARTS: [&[u8]; 2] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"];
/// The most bytes that are unpacked from a PNG besides its pixels.
const MAX_EXTRAS: u64 = 64 << 20;

/// Decodes a picture of any supported format, told by its content.
///
/// The EXIF orientation is applied, grey and palette pictures become RGB, 16-bit channels 8-bit, and transparency is
/// kept. Of a GIF or animated WebP the first frame counts. `max_megapixels` limits the size before any pixel is decoded.
///
/// # Errors
/// `EmptyFile`, `UnsupportedFormat`, `TooLarge` or `CorruptFile`.
pub fn decode(bytes: &[u8], max_megapixels: u32) -> Result<Picture, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::EmptyFile);
    }
    if STARTS.iter().any(|start| bytes.len() > 1 && bytes.len() < start.len() && start.starts_with(bytes)) {
        return Err(ReadError::CorruptFile { detail: format!("it ends after {} bytes", bytes.len()) });
    }
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| corrupt(&e))?;
    let format = match reader.format() {
        Some(ImageFormat::Png) => SourceFormat::Png,
        Some(ImageFormat::Jpeg) => SourceFormat::Jpeg,
        Some(ImageFormat::WebP) => SourceFormat::WebP,
        Some(ImageFormat::Gif) => SourceFormat::Gif,
        Some(ImageFormat::Bmp) => SourceFormat::Bmp,
        _ => return Err(ReadError::UnsupportedFormat { seen: format!("this is {}", describe(bytes)) }),
    };
    if format == SourceFormat::Png {
        // A small file may hold a profile or a text that unpacks to gigabytes; pixels do not count towards this.
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_EXTRAS);
        reader.limits(limits);
    }
    let fits = |width: u32, height: u32| {
        let pixels = u64::from(width) * u64::from(height);
        let too_large = ReadError::TooLarge { width, height, limit: max_megapixels };
        (pixels <= u64::from(max_megapixels) * 1_000_000).then_some(()).ok_or(too_large)
    };
    if format == SourceFormat::Png
        && let Some((width, height)) = png_size(bytes)
    {
        // Of a very large one the decoder would only say that it takes too much memory.
        fits(width, height)?;
    }
    let mut decoder = reader.into_decoder().map_err(|e| failure(&e))?;
    let (width, height) = decoder.dimensions();
    fits(width, height)?;
    if width == 0 || height == 0 {
        return Err(ReadError::CorruptFile { detail: "it has no pixels".to_string() });
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let icc = decoder.icc_profile().ok().flatten();
    let alpha = decoder.color_type().has_alpha();
    let plain = matches!(decoder.color_type(), ColorType::Rgb8 | ColorType::Rgba8);
    let mut image = DynamicImage::from_decoder(decoder).map_err(|e| failure(&e))?;
    if !plain {
        image = if alpha { image.into_rgba8().into() } else { image.into_rgb8().into() };
    }
    image.apply_orientation(orientation);
    let (width, height) = (image.width(), image.height());
    let (channels, data) = match image {
        DynamicImage::ImageRgba8(buffer) => (Channels::Rgba, buffer.into_raw()),
        other => (Channels::Rgb, other.into_rgb8().into_raw()),
    };
    Picture::new(width, height, channels, data)
        .map(|picture| picture.with_source(icc, format))
        .ok_or_else(|| ReadError::CorruptFile { detail: "its pixels do not fit its size".to_string() })
}

/// The width and the height that the header of a PNG gives.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let (width, rest) = bytes.get(12..)?.strip_prefix(b"IHDR")?.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

fn corrupt(error: &dyn std::fmt::Display) -> ReadError {
    let detail: String = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    ReadError::CorruptFile { detail }
}

fn failure(error: &ImageError) -> ReadError {
    match error {
        ImageError::Unsupported(what) => {
            ReadError::UnsupportedFormat { seen: format!("a picture of a rare kind ({what})") }
        }
        other => corrupt(other),
    }
}

/// What content that cannot be decoded is, in a few words that go on from "this is".
fn describe(bytes: &[u8]) -> String {
    foreign(bytes).unwrap_or_else(|| match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => "text, not a picture".into(),
        _ => "no picture".into(),
    })
}

/// What the content is, if it is of a kind that is known but not read: a picture in another format, a page, a video.
///
/// Rows of a board are none of these, whatever their letters: what is plain text is told apart by the marks of its language
/// alone. The words go on from "this is", as in "a TIFF picture".
pub fn foreign(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(1024)];
    if head.starts_with(b"%PDF-") {
        return Some("a PDF (take a screenshot of its page)".into());
    }
    let odd = |byte: &u8| *byte < b' ' && !matches!(byte, b'\n' | b'\r' | b'\t');
    // The head may end within a letter.
    let is_text =
        !head.iter().any(odd) && String::from_utf8_lossy(head).trim_end_matches('\u{fffd}').find('\u{fffd}').is_none();
    if is_text {
        let text = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
        return match () {
            () if !text.starts_with('<') => None,
            () if text.contains("<svg") => Some("an SVG drawing".into()),
            () if text.starts_with("<!doctype html") || text.starts_with("<html") => {
                Some("an HTML page (take a screenshot of it)".into())
            }
            () if text.starts_with("<?xml") => Some("an XML file".into()),
            () => None,
        };
    }
    let kind = infer::get(bytes)?;
    let name = match kind.extension() {
        "tif" => "TIFF".into(),
        "heif" => "HEIC".into(),
        "jxl" => "JPEG XL".into(),
        "jp2" => "JPEG 2000".into(),
        other => other.to_ascii_uppercase(),
    };
    Some(match kind.matcher_type() {
        infer::MatcherType::Image => format!("a picture in the format {name}"),
        infer::MatcherType::Video => format!("a video, {name} (take a screenshot of it)"),
        infer::MatcherType::Audio => format!("a sound, {name}"),
        infer::MatcherType::Archive => format!("an archive, {name} (unpack it first)"),
        _ => format!("a file of the kind {name}"),
    })
}
