//! The way from a picture's bytes to the bytes of the picture with the answer: each stage, the whole, and the floor below it.
//!
//! `cargo bench --bench stages`. The floor is what `image` alone takes to decode the picture and to encode it again with the
//! settings that we use; the whole divided by the floor, both by their fastest run, is the figure that counts.
//! `docs/performance.md` tells what came of it.

use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::{FilterType as Resampling, resize};
use image::{DynamicImage, ImageEncoder};
use queenshot::board::State;
use queenshot::judge::{self, Reading};
use queenshot::picture::Picture;
use queenshot::read::{self, Candidate, DEFAULT_MAX_MEGAPIXELS, ReadOptions};
use queenshot::render::overlay::{self, Overlay};
use queenshot::render::png::{self, Compression};
use queenshot::solve::{SolveOptions, Trace, solve};

fn main() {
    divan::main();
}

const PICTURES: [&str; 4] =
    ["phone PNG 1170x2532", "desktop PNG 2880x1800", "phone JPEG 1290x2796", "crop PNG 480x480"];

/// The files of [`PICTURES`].
static FILES: LazyLock<[Vec<u8>; 4]> = LazyLock::new(|| {
    let shots = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shots");
    let shot = |name: &str| std::fs::read(shots.join(name)).expect("a fixture");
    let phone = shot("phone-light-307.png");
    let pixels = image::load_from_memory(&phone).expect("a picture").into_rgb8();
    let larger = resize(&pixels, 1290, 2796, Resampling::CatmullRom);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, 80).encode_image(&larger).expect("a JPEG");
    [phone, shot("desktop-8.png"), jpeg, shot("crop-307.png")]
});

fn file(picture: &str) -> &'static [u8] {
    let number = PICTURES.iter().position(|name| *name == picture).expect("one of the pictures");
    &FILES[number]
}

fn decoded(picture: &str) -> Picture {
    read::decode(file(picture), DEFAULT_MAX_MEGAPIXELS).expect("a picture")
}

fn candidates(picture: &Picture) -> Vec<Candidate> {
    read::candidates(picture, &ReadOptions::default()).expect("a board")
}

fn judged(candidates: Vec<Candidate>) -> Reading {
    judge::reading(candidates, &ReadOptions::default()).expect("a board")
}

fn solved(reading: &Reading) -> Trace {
    let start = State::with_marks(&reading.board, &reading.marks.given_only()).expect("queens that do not attack");
    solve(&reading.board, start, &SolveOptions::default())
}

fn draw(picture: &mut Picture, reading: &Reading, trace: &Trace) {
    let overlay = Overlay { queens: trace.end().queens, ..Overlay::default() };
    overlay::draw(picture, &reading.grid, &reading.board, &overlay).expect("a grid of the board's size");
}

fn encode(picture: &Picture) -> Vec<u8> {
    png::encode(picture, Compression::default()).expect("a PNG")
}

#[divan::bench_group]
mod stage {
    use super::*;

    #[divan::bench(args = PICTURES)]
    fn a_decode(picture: &str) -> Picture {
        decoded(picture)
    }

    #[divan::bench(args = PICTURES)]
    fn b_read(bencher: Bencher, picture: &str) {
        let picture = decoded(picture);
        bencher.bench(|| candidates(black_box(&picture)));
    }

    #[divan::bench(args = PICTURES)]
    fn c_judge(bencher: Bencher, picture: &str) {
        let candidates = candidates(&decoded(picture));
        bencher.with_inputs(|| candidates.clone()).bench_values(judged);
    }

    #[divan::bench(args = PICTURES)]
    fn d_solve(bencher: Bencher, picture: &str) {
        let reading = judged(candidates(&decoded(picture)));
        bencher.bench(|| solved(black_box(&reading)));
    }

    #[divan::bench(args = PICTURES)]
    fn e_draw(bencher: Bencher, picture: &str) {
        let mut picture = decoded(picture);
        let reading = judged(candidates(&picture));
        let trace = solved(&reading);
        // Drawing once more on what is drawn already takes as long.
        bencher.bench_local(|| draw(black_box(&mut picture), &reading, &trace));
    }

    #[divan::bench(args = PICTURES)]
    fn f_encode(bencher: Bencher, picture: &str) {
        let picture = decoded(picture);
        bencher.bench(|| encode(black_box(&picture)));
    }
}

/// From the file's bytes to the answer's.
#[divan::bench(args = PICTURES)]
fn whole(picture: &str) -> Vec<u8> {
    let mut picture = decoded(picture);
    let reading = judged(candidates(&picture));
    let trace = solved(&reading);
    draw(&mut picture, &reading, &trace);
    encode(&picture)
}

/// Decoding and encoding, by `image` alone.
#[divan::bench(args = PICTURES)]
fn floor(picture: &str) -> Vec<u8> {
    let reader = image::ImageReader::new(Cursor::new(file(picture))).with_guessed_format().expect("bytes");
    let pixels: DynamicImage = reader.decode().expect("a picture");
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Level(2), FilterType::Up);
    encoder.write_image(pixels.as_bytes(), pixels.width(), pixels.height(), pixels.color().into()).expect("a PNG");
    bytes
}
