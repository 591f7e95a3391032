//! Animations as PNG: all colours, and only the box that changes from frame to frame.

use super::RenderError;
use super::animation::Animation;
use crate::picture::Picture;

/// Encodes an animation that repeats for ever. `progress` is told after each frame how many of how many are done.
///
/// # Errors
/// [`RenderError::BadSize`] for an animation without frames, [`RenderError::Encode`] if the encoder fails.
pub fn encode(animation: &Animation<'_>, mut progress: impl FnMut(usize, usize)) -> Result<Vec<u8>, RenderError> {
    let failed = |error: png::EncodingError| RenderError::Encode { format: "APNG", detail: error.to_string() };
    let count = animation.len();
    let mut shown = animation.frame(0)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, shown.width(), shown.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_animated(count as u32, 0).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    for index in 0..count {
        let frame = animation.frame(index)?;
        let (left, top, right, bottom) =
            if index == 0 { (0, 0, frame.width(), frame.height()) } else { changed(&shown, &frame) };
        let delay = animation.delay(index).as_millis().min(u128::from(u16::MAX)) as u16;
        // The place is reset first: a box is only valid together with where it lies.
        writer.set_frame_position(0, 0).map_err(failed)?;
        writer.set_frame_dimension(right - left, bottom - top).map_err(failed)?;
        writer.set_frame_position(left, top).map_err(failed)?;
        writer.set_frame_delay(delay, 1000).map_err(failed)?;
        let columns = left as usize * 3..right as usize * 3;
        let data: Vec<u8> = (top..bottom).flat_map(|y| &frame.row(y)[columns.clone()]).copied().collect();
        writer.write_image_data(&data).map_err(failed)?;
        shown = frame;
        progress(index + 1, count);
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// The smallest box that holds all differences: left, top, right and bottom. One pixel where there is none.
fn changed(before: &Picture, after: &Picture) -> (u32, u32, u32, u32) {
    let mut bounds: Option<(u32, u32, u32, u32)> = None;
    for y in 0..after.height() {
        let differs = |x: &u32| before.rgb(*x, y) != after.rgb(*x, y);
        if let Some(first) = (0..after.width()).find(differs) {
            let last = (0..after.width()).rfind(differs).unwrap_or(first);
            let (left, top, right, _) = bounds.unwrap_or((first, y, last + 1, y));
            bounds = Some((left.min(first), top, right.max(last + 1), y + 1));
        }
    }
    bounds.unwrap_or((0, 0, 1, 1))
}
