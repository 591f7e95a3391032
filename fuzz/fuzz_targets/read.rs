//! Decodes and reads any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queenshot::judge;
use queenshot::read::{self, ReadOptions};

fuzz_target!(|bytes: &[u8]| {
    let options = ReadOptions::default();
    // A small limit: time should go into reading, not into decoding large flat pictures.
    if let Ok(picture) = read::decode(bytes, 1) {
        let _ = read::candidates(&picture, &options).and_then(|found| judge::reading(found, &options));
    }
});
