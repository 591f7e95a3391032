//! Scenes as pictures, and pictures as PNG.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

use super::RenderError;
use super::raster;
use super::scene::Scene;
use crate::picture::{Channels, Picture};

/// How hard the encoder tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compression {
    /// The least time; files nearly twice as large.
    Fast,
    /// Little time, and files about as large as the screenshots that phones and desktops write.
    #[default]
    Balanced,
    /// Small files, up to twenty times the time: two ways to pack the picture are tried, and the smaller result is kept.
    Small,
}

/// Encodes a picture as PNG: RGB stays RGB, RGBA stays RGBA, and the source's colour profile goes along.
///
/// # Errors
/// [`RenderError::Encode`] if the encoder fails.
pub fn encode(picture: &Picture, compression: Compression) -> Result<Vec<u8>, RenderError> {
    match compression {
        Compression::Fast => packed(picture, CompressionType::Fast, FilterType::Adaptive),
        Compression::Balanced => packed(picture, CompressionType::Level(2), FilterType::Up),
        Compression::Small => {
            // Flat screenshots pack best as they are, everything else filtered.
            let flat = packed(picture, CompressionType::Level(9), FilterType::NoFilter)?;
            let filtered = packed(picture, CompressionType::Level(7), FilterType::Adaptive)?;
            Ok(if flat.len() < filtered.len() { flat } else { filtered })
        }
    }
}

fn packed(picture: &Picture, compression: CompressionType, filter: FilterType) -> Result<Vec<u8>, RenderError> {
    let failed = |error: image::ImageError| RenderError::Encode { format: "PNG", detail: error.to_string() };
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new_with_quality(&mut bytes, compression, filter);
    if let Some(icc) = rgb_profile(picture) {
        encoder
            .set_icc_profile(icc.to_vec())
            .map_err(|error| RenderError::Encode { format: "PNG", detail: error.to_string() })?;
    }
    let colour = match picture.channels() {
        Channels::Rgb => ExtendedColorType::Rgb8,
        Channels::Rgba => ExtendedColorType::Rgba8,
    };
    encoder.write_image(picture.pixels(), picture.width(), picture.height(), colour).map_err(failed)?;
    Ok(bytes)
}

/// A scene as a picture: RGB, antialiased.
///
/// # Errors
/// [`RenderError::BadSize`] if the scene has no pixels.
pub fn draw(scene: &Scene) -> Result<Picture, RenderError> {
    let (width, height) = (scene.width, scene.height);
    let pixels = scene.paper.0.repeat(width as usize * height as usize);
    let mut picture =
        Picture::new(width, height, Channels::Rgb, pixels).ok_or(RenderError::BadSize { width, height })?;
    raster::paint(&mut picture, &scene.items);
    Ok(picture)
}

/// The picture's colour profile, if it speaks of RGB: the pixels are RGB even where the source was grey or CMYK, and
/// a profile for other channels would be wrong for them. Bytes 16 to 19 of a profile name its colour space.
pub(super) fn rgb_profile(picture: &Picture) -> Option<&[u8]> {
    picture.icc().filter(|icc| icc.get(16..20) == Some(b"RGB "))
}
