//! Stage 1: bytes to an upright picture.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader};

use super::ReadError;
use crate::picture::{Channels, Picture, SourceFormat};

/// The default limit on the number of pixels, in megapixels (10^6 pixels).
pub const DEFAULT_MAX_MEGAPIXELS: u32 = 100;

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
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| corrupt(&e))?;
    let format = match reader.format() {
        Some(ImageFormat::Png) => SourceFormat::Png,
        Some(ImageFormat::Jpeg) => SourceFormat::Jpeg,
        Some(ImageFormat::WebP) => SourceFormat::WebP,
        Some(ImageFormat::Gif) => SourceFormat::Gif,
        Some(ImageFormat::Bmp) => SourceFormat::Bmp,
        Some(other) => {
            return Err(ReadError::UnsupportedFormat { seen: format!("this looks like {other:?}") });
        }
        None => return Err(ReadError::UnsupportedFormat { seen: describe(bytes).to_string() }),
    };
    let mut decoder = reader.into_decoder().map_err(|e| failure(&e))?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > u64::from(max_megapixels) * 1_000_000 {
        return Err(ReadError::TooLarge { width, height, limit: max_megapixels });
    }
    if pixels == 0 {
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

/// What content that is no picture looks like, in a few words.
fn describe(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(512)];
    if head.starts_with(b"%PDF") {
        "this is a PDF; take a screenshot of the page"
    } else if head.len() > 11 && &head[4..8] == b"ftyp" {
        "this is a HEIC, AVIF or video file; save it as PNG or JPEG"
    } else if head.starts_with(b"<svg") || head.starts_with(b"<?xml") {
        "this is an SVG or XML file"
    } else if std::str::from_utf8(head).is_ok_and(|text| !text.contains('\0')) {
        "this is text, not a picture"
    } else {
        "this is no picture"
    }
}
