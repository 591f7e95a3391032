//! Pictures in few colours: as they are where they are flat, the nearest where they are blended.

use std::collections::HashMap;

use crate::picture::Picture;

/// Colours that are kept as they are, the most frequent ones.
const EXACT: usize = 191;
/// Colours that stand for all others.
const BLENDED: usize = 64;

/// How often each colour occurs.
#[derive(Default)]
pub(super) struct Counts(HashMap<[u8; 3], u64>);

impl Counts {
    /// Counts a picture's pixels.
    pub(super) fn add(&mut self, picture: &Picture) {
        let mut last = ([0; 3], 0);
        let mut flush = |(colour, run): ([u8; 3], u64)| {
            if run > 0 {
                *self.0.entry(colour).or_default() += run;
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
}

/// At most 255 colours, and the nearest of them to any other.
pub(super) struct Reduced {
    colours: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Reduced {
    pub(super) fn new(counts: &Counts) -> Self {
        let mut ranked: Vec<([u8; 3], u64)> = counts.0.iter().map(|(&colour, &count)| (colour, count)).collect();
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

    /// The colours as 256 triples, the last of them unused.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The number of the colour nearest to this one.
    pub(super) fn index(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance =
                |other: &[u8; 3]| -> u32 { (0..3).map(|k| u32::from(colour[k].abs_diff(other[k])).pow(2)).sum() };
            let best = colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}
