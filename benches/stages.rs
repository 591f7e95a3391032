//! The way from a picture's bytes to the bytes of the picture with the answer: each stage, the whole, and the floor below it.
//!
//! `cargo bench --bench stages` times each of them. `cargo bench --bench stages -- --share` takes turns between the whole and the
//! floor, counts the processor's time alone, which other work on the machine disturbs less, and prints their ratio: the figure
//! that counts. The floor is what `image` alone takes to decode the picture and to encode it again with the settings that we
//! use. `docs/performance.md` tells what came of it.
#![allow(clippy::print_stdout)]

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
    if std::env::args().any(|word| word == "--share") {
        return share();
    }
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

/// How often the whole and the floor take turns.
const ROUNDS: usize = 200;

/// Prints the processor's time of each stage, of the whole and of the floor in milliseconds, each the least of all rounds.
fn share() {
    println!(
        "{:<24}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
        "ms", "decode", "read", "judge", "solve", "draw", "encode", "whole", "floor", "ratio"
    );
    for picture in PICTURES {
        // Six stages, the whole, the floor.
        let mut least = [f64::MAX; 8];
        for _ in 0..ROUNDS {
            let mut now = spent();
            let begin = now;
            let mut lap = |stage: usize| {
                let then = std::mem::replace(&mut now, spent());
                least[stage] = least[stage].min(now - then);
                now
            };
            let mut pixels = decoded(picture);
            lap(0);
            let candidates = candidates(&pixels);
            lap(1);
            let reading = judged(candidates);
            lap(2);
            let trace = solved(&reading);
            lap(3);
            draw(&mut pixels, &reading, &trace);
            lap(4);
            let bytes = encode(&pixels);
            let end = lap(5);
            least[6] = least[6].min(end - begin);
            drop(black_box((pixels, bytes)));
            let begin = spent();
            black_box(floor(picture));
            least[7] = least[7].min(spent() - begin);
        }
        let columns: String = least.iter().map(|time| format!("{time:>8.3}")).collect();
        println!("{picture:<24}{columns}{:>8.3}", least[6] / least[7]);
    }
}

/// The time that the processor has spent on this thread, in milliseconds.
#[cfg(unix)]
fn spent() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// The time that has passed, where the processor's cannot be asked for.
#[cfg(not(unix))]
fn spent() -> f64 {
    static START: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1e3
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
