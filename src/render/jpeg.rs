//! Pictures as JPEG, for those who ask for it: larger or blurrier than PNG for boards, and slower to write.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder};

use super::RenderError;
use super::png::rgb_profile;
use crate::picture::Picture;

/// Edges of crowns and lines stay clean from about here.
const QUALITY: u8 = 92;

/// Encodes a picture as JPEG: transparent pixels on white, and the source's colour profile goes along.
///
/// # Errors
/// [`RenderError::Encode`] if a side is over 65,535 pixels or the encoder fails.
pub fn encode(picture: &Picture) -> Result<Vec<u8>, RenderError> {
    let failed = |detail: String| RenderError::Encode { format: "JPEG", detail };
    let (width, height) = (picture.width(), picture.height());
    let pixels: Vec<u8> = (0..height).flat_map(|y| (0..width).flat_map(move |x| picture.rgb(x, y))).collect();
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    if let Some(icc) = rgb_profile(picture) {
        encoder.set_icc_profile(icc.to_vec()).map_err(|error| failed(error.to_string()))?;
    }
    encoder.write_image(&pixels, width, height, ExtendedColorType::Rgb8).map_err(|error| failed(error.to_string()))?;
    Ok(bytes)
}
