//! Damaged files and pictures of any size: a reading or a refusal, never a panic.

use std::fs;

use image::{ImageFormat, RgbImage};
use queenshot::judge;
use queenshot::picture::{Channels, Picture};
use queenshot::read::{self, ReadOptions};

use crate::damage::KINDS;
use crate::support::{Rng, fixtures};

/// Small pictures of every format that can be read.
fn originals(rng: &mut Rng) -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = Vec::new();
    for name in ["crop-307", "crop-marks-6", "crop-no-frame-8", "no-lines-7", "open/several-marks-5", "white-lines-9"] {
        files.push(fs::read(fixtures().join(format!("shots/{name}.png"))).unwrap());
    }
    for kind in KINDS.iter().filter(|kind| ["jpeg", "webp"].contains(&kind.name)) {
        files.extend(kind.picture(kind.strengths[2], rng.next()).file.map(|(bytes, _)| bytes));
    }
    let small = image::load_from_memory(&files[1]).unwrap().to_rgb8();
    for format in [ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Jpeg] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        small.write_to(&mut bytes, format).unwrap();
        files.push(bytes.into_inner());
    }
    files
}

/// Flips bits, overwrites, cuts, doubles or drops parts; sometimes several of these.
fn mutated(original: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..rng.between(1, 3) {
        if bytes.is_empty() {
            break;
        }
        // Headers are short and matter most.
        let at = if rng.chance(0.4) { rng.below(bytes.len().min(64)) } else { rng.below(bytes.len()) };
        match rng.below(6) {
            0 | 1 => bytes[at] ^= 1 << rng.below(8),
            2 => bytes[at] = *rng.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            3 => bytes.truncate(at),
            4 => {
                let end = (at + rng.between(1, 400)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let part = bytes[at..(at + rng.between(1, 400)).min(bytes.len())].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    bytes
}

/// A picture of any size with anything on it: noise, stripes, a piece of a board, one colour.
fn any_picture(rng: &mut Rng, board: &RgbImage) -> Picture {
    let side = |rng: &mut Rng| match rng.below(4) {
        0 => rng.between(1, 4) as u32,
        1 => rng.between(1, 40) as u32,
        _ => rng.between(1, 400) as u32,
    };
    let (width, height) = (side(rng), side(rng));
    let channels = if rng.chance(0.3) { Channels::Rgba } else { Channels::Rgb };
    let (left, top) = (rng.below(400) as u32, rng.below(400) as u32);
    let (stripes, style) = (rng.between(1, 30) as u32, rng.below(5));
    let flat = [rng.below(256) as u8, rng.below(256) as u8, rng.below(256) as u8];
    let mut pixels = Vec::with_capacity((width * height) as usize * channels.count());
    for y in 0..height {
        for x in 0..width {
            let colour = match style {
                0 => flat,
                1 => [rng.below(256) as u8; 3],
                2 if x % stripes == 0 || y % stripes == 0 => [0; 3],
                2 | 3 => [(x / stripes * 37) as u8, (y / stripes * 59) as u8, flat[2]],
                _ => board.get_pixel((x + left) % board.width(), (y + top) % board.height()).0,
            };
            pixels.extend(colour);
            if channels == Channels::Rgba {
                pixels.push(if rng.chance(0.9) { 255 } else { rng.below(256) as u8 });
            }
        }
    }
    Picture::new(width, height, channels, pixels).unwrap()
}

/// Reads whatever it is and checks that what comes out can be used.
fn read_any(picture: &Picture) {
    let options = ReadOptions::default();
    let Ok(reading) = read::candidates(picture, &options).and_then(|found| judge::reading(found, &options)) else {
        return;
    };
    assert_eq!(reading.grid.size(), reading.board.size());
    assert_eq!(reading.palette.len(), reading.board.size());
    assert!((0.0..=1.0).contains(&reading.confidence), "confidence {}", reading.confidence);
    let marked = reading.marks.given | reading.marks.queens | reading.marks.crosses;
    assert!(marked.is_subset(&reading.board.all()));
}

fn run(files: usize, pictures: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let originals = originals(&mut rng);
    let board = image::load_from_memory(&originals[0]).unwrap().to_rgb8();
    let mut decoded = 0;
    for _ in 0..files {
        let original = &originals[rng.below(originals.len())];
        let bytes = mutated(original, &mut rng);
        // Two megapixels are more than the originals have: a header that claims more is refused, not allocated.
        match read::decode(&bytes, 2) {
            Ok(picture) => {
                decoded += 1;
                read_any(&picture);
            }
            Err(error) => assert!(!error.code().is_empty()),
        }
    }
    assert!(decoded * 10 >= files, "only {decoded} of {files} damaged files can be decoded: the damage is too coarse");
    for _ in 0..pictures {
        read_any(&any_picture(&mut rng, &board));
    }
}

#[test]
fn damaged_files_and_odd_pictures_do_not_panic() {
    run(150, 100, 1);
}

/// Ten thousand of them; takes minutes.
#[test]
#[ignore = "takes minutes; run with --ignored"]
fn ten_thousand_damaged_files_and_odd_pictures_do_not_panic() {
    run(7000, 3000, 2);
}
