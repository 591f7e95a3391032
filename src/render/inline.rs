//! Pictures inside a terminal, by the escape sequences of terminals that can show them, or of half blocks.
//!
//! Which of them a terminal knows is the caller's to find out. For terminals without colours there is the text of
//! [`term`](super::term).
//!
//! No crate would do: those that know all protocols ask the terminal and wait for its answer without end, or write to the standard
//! output alone, where results are, or bring a copyleft licence or a whole framework of user interfaces along; encoders of
//! sixels blend the flat colours of boards.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::RenderError;
use super::png::{self, Compression};
use super::reduced::{Counts, Reduced};
use crate::picture::{Channels, Picture};

/// How a terminal takes pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// The graphics protocol of kitty; also Ghostty, Konsole.
    Kitty,
    /// The inline images of iTerm2; also WezTerm.
    ITerm2,
    /// Sixels; foot, mlterm, Windows Terminal.
    Sixel,
    /// Two pixels a character: the sign `▀` in the colour of the upper one on a ground in the colour of the lower one. For every
    /// terminal that has 24-bit colours, or at least the palette of 256.
    HalfBlocks {
        /// Whether the terminal has 24-bit colours.
        true_colour: bool,
    },
}

/// The text that shows the picture, `rows` lines of the terminal high, with a line feed at the end.
///
/// # Errors
/// [`RenderError::Encode`] if an encoder fails.
pub fn encode(picture: &Picture, protocol: Protocol, rows: u32) -> Result<String, RenderError> {
    match protocol {
        Protocol::Kitty => {
            let data = STANDARD.encode(png::encode(picture, Compression::Balanced)?);
            // The protocol takes at most 4096 bytes at a time; every part but the last says that more follows.
            let parts: Vec<&[u8]> = data.as_bytes().chunks(4096).collect();
            let mut text = String::new();
            for (i, part) in parts.iter().enumerate() {
                let head = if i == 0 { format!("a=T,f=100,q=2,r={rows},") } else { String::new() };
                let more = u8::from(i + 1 < parts.len());
                text.push_str(&format!("\x1b_G{head}m={more};{}\x1b\\", String::from_utf8_lossy(part)));
            }
            Ok(text + "\n")
        }
        Protocol::ITerm2 => {
            let bytes = png::encode(picture, Compression::Balanced)?;
            let (size, data) = (bytes.len(), STANDARD.encode(&bytes));
            Ok(format!("\x1b]1337;File=inline=1;size={size};height={rows}:{data}\x07\n"))
        }
        Protocol::Sixel => sixel(picture, rows),
        Protocol::HalfBlocks { true_colour } => {
            let code: fn([u8; 3]) -> String = if true_colour { of_true_colours } else { of_256 };
            Ok(half_blocks(&smaller(picture, rows.saturating_mul(2))?, code))
        }
    }
}

/// Two rows of pixels a line, each pixel a character wide. `code` is a colour as it stands in escape sequences.
fn half_blocks(picture: &Picture, code: fn([u8; 3]) -> String) -> String {
    let mut text = String::new();
    for y in (0..picture.height()).step_by(2) {
        let mut last = (String::new(), String::new());
        for x in 0..picture.width() {
            let upper = format!("\x1b[38;{}m", code(picture.rgb(x, y)));
            // Below the last of an odd number of rows is the terminal's own ground.
            let lower = if y + 1 < picture.height() {
                format!("\x1b[48;{}m", code(picture.rgb(x, y + 1)))
            } else {
                String::new()
            };
            if upper != last.0 {
                text.push_str(&upper);
            }
            if lower != last.1 {
                text.push_str(&lower);
            }
            last = (upper, lower);
            text.push('▀');
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// A colour among 24 bits.
fn of_true_colours([r, g, b]: [u8; 3]) -> String {
    format!("2;{r};{g};{b}")
}

/// The nearest of the palette of 256: from 16 a cube of six steps a channel, from 232 a row of greys. The sixteen before them
/// look different everywhere.
fn of_256(colour: [u8; 3]) -> String {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(value)).unwrap_or(0);
    let cube = colour.map(step);
    let mean = colour.iter().map(|&c| u32::from(c)).sum::<u32>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let distance = |other: [u8; 3]| -> u32 { (0..3).map(|k| u32::from(colour[k].abs_diff(other[k])).pow(2)).sum() };
    let number = if distance([8 + 10 * grey; 3]) < distance(cube.map(|i| STEPS[i])) {
        232 + usize::from(grey)
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    };
    format!("5;{number}")
}

/// Sixels: six rows of pixels at a time, colour by colour, each column a character whose low six bits are the rows. They are
/// pixels, so the picture is brought to the height of `rows` lines of a usual terminal first.
fn sixel(picture: &Picture, rows: u32) -> Result<String, RenderError> {
    const LINE: u32 = 18;
    let small = smaller(picture, rows.saturating_mul(LINE))?;
    let (width, height) = (small.width(), small.height());
    let mut counts = Counts::default();
    counts.add(&small);
    let mut colours = Reduced::new(&counts);
    let indices: Vec<u8> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| colours.index(small.rgb(x, y)))
        .collect();
    let mut text = format!("\x1bPq\"1;1;{width};{height}");
    for (index, colour) in colours.bytes().chunks_exact(3).enumerate().take(255) {
        // Shares of a hundred.
        let share = |byte: u8| (u32::from(byte) * 100 + 127) / 255;
        text.push_str(&format!("#{index};2;{};{};{}", share(colour[0]), share(colour[1]), share(colour[2])));
    }
    for band in indices.chunks(6 * width as usize) {
        let mut used: Vec<u8> = band.to_vec();
        used.sort_unstable();
        used.dedup();
        for colour in used {
            text.push_str(&format!("#{colour}"));
            let column = |x: usize| -> u8 {
                let rows = band.chunks(width as usize).enumerate();
                rows.fold(0, |bits, (row, pixels)| bits | u8::from(pixels[x] == colour) << row)
            };
            let mut x = 0;
            while x < width as usize {
                let bits = column(x);
                let run = (x..width as usize).take_while(|&x| column(x) == bits).count();
                let sign = char::from(63 + bits);
                match run {
                    1..=3 => (0..run).for_each(|_| text.push(sign)),
                    _ => text.push_str(&format!("!{run}{sign}")),
                }
                x += run;
            }
            text.push('$');
        }
        text.push('-');
    }
    Ok(text + "\x1b\\\n")
}

/// The picture with at most this height, in proportion.
fn smaller(picture: &Picture, most: u32) -> Result<Picture, RenderError> {
    let (width, height) = (picture.width(), picture.height());
    let pixels = (0..height).flat_map(|y| (0..width).flat_map(move |x| picture.rgb(x, y))).collect();
    let bad = || RenderError::BadSize { width, height };
    let mut image = image::RgbImage::from_raw(width, height, pixels).ok_or_else(bad)?;
    if height > most.max(1) {
        let narrow = (u64::from(width) * u64::from(most) / u64::from(height)).max(1) as u32;
        image = image::imageops::resize(&image, narrow, most.max(1), image::imageops::FilterType::CatmullRom);
    }
    Picture::new(image.width(), image.height(), Channels::Rgb, image.into_raw()).ok_or_else(bad)
}
