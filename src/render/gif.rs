//! Animations as GIF: one palette for all frames, so that flat colours neither band nor flicker, and only what changes
//! from frame to frame.

use super::RenderError;
use super::animation::Animation;
use super::reduced::{Counts, Reduced};

/// The palette's last entry stands for a pixel that does not change.
const UNCHANGED: u8 = 255;

/// Encodes an animation that repeats for ever. `progress` is told after each frame how many of how many passes over a
/// frame are done; each frame is drawn twice, first for its colours and then for its pixels.
///
/// # Errors
/// [`RenderError::BadSize`] for an animation without frames or with a side over 65,535 pixels, [`RenderError::Encode`] if the
/// encoder fails.
pub fn encode(animation: &Animation<'_>, mut progress: impl FnMut(usize, usize)) -> Result<Vec<u8>, RenderError> {
    let passes = 2 * animation.len();
    let mut counts = Counts::default();
    for index in 0..animation.len() {
        counts.add(&animation.frame(index)?);
        progress(index + 1, passes);
    }
    let mut palette = Reduced::new(&counts);

    let first = animation.frame(0)?;
    let bad = || RenderError::BadSize { width: first.width(), height: first.height() };
    let width = u16::try_from(first.width()).map_err(|_| bad())?;
    let height = u16::try_from(first.height()).map_err(|_| bad())?;
    let failed = |error: gif::EncodingError| RenderError::Encode { format: "GIF", detail: error.to_string() };
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
    let mut shown: Vec<u8> = Vec::new();
    for index in 0..animation.len() {
        let frame = animation.frame(index)?;
        let pixels: Vec<u8> = frame.pixels().chunks_exact(3).map(|p| palette.index([p[0], p[1], p[2]])).collect();
        let mut gif_frame = changes(&shown, &pixels, width, height);
        gif_frame.delay = (animation.delay(index).as_millis() / 10).min(u128::from(u16::MAX)) as u16;
        encoder.write_frame(&gif_frame).map_err(failed)?;
        shown = pixels;
        progress(animation.len() + index + 1, passes);
    }
    drop(encoder);
    Ok(bytes)
}

/// The smallest box that holds all changes, with unchanged pixels in it transparent.
fn changes(before: &[u8], after: &[u8], width: u16, height: u16) -> gif::Frame<'static> {
    let (w, h) = (usize::from(width), usize::from(height));
    let changed = |x: usize, y: usize| before.get(y * w + x) != Some(&after[y * w + x]);
    let (mut left, mut right, mut top, mut bottom) = (w, 0, h, 0);
    for y in 0..h {
        if let Some(first) = (0..w).find(|&x| changed(x, y)) {
            let last = (0..w).rfind(|&x| changed(x, y)).unwrap_or(first);
            (left, right) = (left.min(first), right.max(last + 1));
            (top, bottom) = (top.min(y), y + 1);
        }
    }
    if top == h {
        // Nothing changes: one transparent pixel carries the delay.
        (left, right, top, bottom) = (0, 1, 0, 1);
    }
    let pixel = |x: usize, y: usize| if changed(x, y) { after[y * w + x] } else { UNCHANGED };
    let buffer: Vec<u8> =
        (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: buffer.into(),
        transparent: Some(UNCHANGED),
        dispose: gif::DisposalMethod::Keep,
        ..gif::Frame::default()
    }
}
