//! Second evidence beside colour: lines between regions are often drawn thicker than lines inside one.
//!
//! Where the lines of a board come in two clearly different weights, the heavy ones are walls, and the cells that no
//! wall separates are one region. This holds under a veil, a wash or a hovering pointer, which change colours only.

use palette::{Lab, white_point::D65};

use super::cluster::distance;
use super::locate::Place;
use super::sample::{Samples, neighbours};
use crate::board::Cell;
use crate::picture::Picture;

/// How heavy each inner side of the board is drawn: the colour it adds, summed across the line.
#[derive(Debug)]
pub(crate) struct Walls {
    size: usize,
    /// Two neighbouring cells and the weight of the line between them.
    sides: Vec<(usize, usize, f32)>,
}

impl Walls {
    /// Measures all inner sides.
    pub(crate) fn measure(picture: &Picture, place: &Place, samples: &Samples) -> Self {
        let size = samples.size;
        let sides = neighbours(size).map(|(a, b)| (a, b, weight(picture, place, samples, a, b))).collect();
        Self { size, sides }
    }

    /// The regions that the walls enclose, if the lines come in two clearly different weights, if there is one region a
    /// row, and if colours change mostly at the walls.
    pub(crate) fn regions(&self, colours: &[Lab<D65, f32>]) -> Option<Vec<usize>> {
        let threshold = self.threshold()?;
        let mut labels: Vec<usize> = (0..self.size * self.size).collect();
        for &(a, b, weight) in &self.sides {
            if weight <= threshold {
                let (from, to) = (labels[a].max(labels[b]), labels[a].min(labels[b]));
                labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
            }
        }
        let mut names = labels.clone();
        names.sort_unstable();
        names.dedup();
        if names.len() != self.size {
            return None;
        }
        let share = |walls: bool, changed: bool| {
            let mut sides = self.sides.iter().filter(|s| (s.2 > threshold) == walls).peekable();
            sides.peek()?;
            let all: Vec<bool> = sides.map(|s| (distance(&colours[s.0], &colours[s.1]) > 4.0) == changed).collect();
            Some(all.iter().filter(|&&hit| hit).count() as f32 / all.len() as f32)
        };
        if share(true, true)? < 0.8 || share(false, false)? < 0.7 {
            return None;
        }
        Some(labels.iter().map(|label| names.iter().position(|name| name == label).unwrap_or(0)).collect())
    }

    /// The weight that parts light lines from heavy ones (Otsu's method), if the two kinds are far apart.
    fn threshold(&self) -> Option<f32> {
        let mut weights: Vec<f32> = self.sides.iter().map(|s| s.2).collect();
        weights.sort_by(f32::total_cmp);
        let moments = |part: &[f32]| {
            let n = part.len() as f32;
            let mean = part.iter().sum::<f32>() / n;
            (n, mean, (part.iter().map(|w| (w - mean).powi(2)).sum::<f32>() / n).sqrt())
        };
        let (at, _) = (1..weights.len())
            .map(|at| {
                let (low, high) = (moments(&weights[..at]), moments(&weights[at..]));
                (at, low.0 * high.0 * (high.1 - low.1).powi(2))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (low, high) = (moments(&weights[..at]), moments(&weights[at..]));
        let apart = high.1 > 1.5 * low.1 && high.1 - low.1 > 2.2 * (high.2 + low.2);
        apart.then(|| (weights[at - 1] + weights[at]) / 2.0)
    }
}

/// The colour that the line between two neighbouring cells adds to theirs, in steps of a channel times pixels.
fn weight(picture: &Picture, place: &Place, samples: &Samples, first: usize, second: usize) -> f32 {
    let size = samples.size;
    let cell = Cell::new(first / size, first % size);
    let (width, height) = place.grid.cell_size(cell);
    let beside = second == first + 1;
    let pixels = if beside { width } else { height };
    let reach = (place.inset * pixels + 2.0).min(0.4 * pixels).ceil() as i32;
    let (a, b) = (samples.cells[first].colour, samples.cells[second].colour);
    let mut sums: Vec<f32> = [0.2, 0.32, 0.44, 0.56, 0.68, 0.8]
        .into_iter()
        .map(|along| {
            (-reach..=reach)
                .map(|k| {
                    let across = 1.0 + f64::from(k) / pixels;
                    let p = if beside {
                        place.grid.point(cell, across, along)
                    } else {
                        place.grid.point(cell, along, across)
                    };
                    let x = (p.x.max(0.0) as u32).min(picture.width() - 1);
                    let y = (p.y.max(0.0) as u32).min(picture.height() - 1);
                    let here = picture.rgb(x, y);
                    (0..3)
                        .map(|c| {
                            let v = f32::from(here[c]);
                            (v - a[c]).abs().min((v - b[c]).abs())
                        })
                        .fold(0.0, f32::max)
                })
                .sum()
        })
        .collect();
    sums.sort_by(f32::total_cmp);
    (sums[2] + sums[3]) / 2.0
}
