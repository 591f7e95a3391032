//! Animations as GIF: one palette for all frames, so that flat colours neither band nor flicker, and only what changes
//! from frame to frame.

use std::collections::HashMap;

use super::RenderError;
use super::animation::Animation;
use crate::picture::Picture;

/// The palette's last entry stands for a pixel that does not change.
const UNCHANGED: u8 = 255;
/// Colours that are kept as they are, the most frequent ones.
const EXACT: usize = 191;
/// Colours that stand for all others.
const BLENDED: usize = 64;

/// Encodes an animation that repeats for ever. `progress` is told after each frame how many of how many passes over a
/// frame are done; each frame is drawn twice, first for its colours and then for its pixels.
///
/// # Errors
/// [`RenderError::BadSize`] for an animation without frames or with a side over 65,535 pixels, [`RenderError::Encode`] if the
/// encoder fails.
pub fn encode(animation: &Animation<'_>, mut progress: impl FnMut(usize, usize)) -> Result<Vec<u8>, RenderError> {
    let passes = 2 * animation.len();
    let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
    for index in 0..animation.len() {
        count(&animation.frame(index)?, &mut counts);
        progress(index + 1, passes);
    }
    let mut palette = Palette256::new(&counts);

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

fn count(picture: &Picture, counts: &mut HashMap<[u8; 3], u64>) {
    let mut last = ([0; 3], 0);
    let mut flush = |(colour, run): ([u8; 3], u64)| {
        if run > 0 {
            *counts.entry(colour).or_default() += run;
        }
    };
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            let colour = picture.rgb(x, y);
            if colour != last.0 {
                flush(last);
                last = (colour, 0);
            }
            last.1 += 1;
        }
    }
    flush(last);
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

/// At most 255 colours, and the nearest of them to any other.
struct Palette256 {
    colours: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette256 {
    fn new(counts: &HashMap<[u8; 3], u64>) -> Self {
        let mut ranked: Vec<([u8; 3], u64)> = counts.iter().map(|(&colour, &count)| (colour, count)).collect();
        ranked.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut colours: Vec<[u8; 3]> = ranked.iter().map(|&(colour, _)| colour).collect();
        if colours.len() > EXACT + BLENDED {
            // Edges of shapes, letters and noise: a small net of colours spread over them.
            let rest: Vec<u8> = colours[EXACT..].iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
            let net = color_quant::NeuQuant::new(1, BLENDED, &rest);
            colours.truncate(EXACT);
            colours.extend(net.color_map_rgb().chunks_exact(3).map(|c| [c[0], c[1], c[2]]));
        }
        Self { colours, nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }

    fn index(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance =
                |other: &[u8; 3]| -> u32 { (0..3).map(|k| u32::from(colour[k].abs_diff(other[k])).pow(2)).sum() };
            let best = colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}
