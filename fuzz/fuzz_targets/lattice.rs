//! Reads lattices of coloured cells drawn from any bytes: damaged files seldom get past the decoder.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queenshot::judge;
use queenshot::picture::{Channels, Picture};
use queenshot::read::{self, ReadOptions};

const PALETTE: [[u8; 3]; 16] = [
    [187, 163, 225],
    [255, 199, 148],
    [148, 190, 255],
    [179, 223, 158],
    [224, 224, 224],
    [255, 123, 97],
    [230, 243, 136],
    [184, 174, 152],
    [222, 159, 189],
    [161, 209, 214],
    [0, 0, 0],
    [255, 255, 255],
    [27, 31, 35],
    [128, 128, 128],
    [127, 124, 128],
    [200, 20, 30],
];

fuzz_target!(|bytes: &[u8]| {
    let [columns, cell, line, ink, margin, cells @ ..] = bytes else { return };
    let columns = usize::from(columns % 28) + 1;
    let rows = (cells.len() / columns).min(28);
    let (cell, line, margin) = (usize::from(cell % 30) + 1, usize::from(line % 5), usize::from(margin % 16));
    let colour = |byte: u8| PALETTE[usize::from(byte % 16)];
    let (width, height) = (columns * cell + 2 * margin, rows * cell + 2 * margin);
    let mut pixels = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            let inside = x >= margin && y >= margin && x < width - margin && y < height - margin;
            let (u, v) = (x.wrapping_sub(margin), y.wrapping_sub(margin));
            pixels.extend(match inside {
                false => colour(ink / 16),
                true if u % cell < line || v % cell < line => colour(*ink),
                true => colour(cells[v / cell * columns + u / cell]),
            });
        }
    }
    let Some(picture) = Picture::new(width as u32, height as u32, Channels::Rgb, pixels) else { return };
    let options = ReadOptions::default();
    let _ = read::candidates(&picture, &options).and_then(|found| judge::reading(found, &options));
});
