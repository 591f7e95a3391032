//! Second evidence beside colour: lines between regions are often drawn thicker than lines inside one.
//!
//! Where the lines of a board come in two clearly different weights, the heavy ones are walls, and the cells that no
//! wall separates are one region. This holds under a veil, a wash or a hovering pointer, which change colours only.

use palette::{Lab, white_point::D65};

use super::cluster::distance;
use super::locate::Place;
use super::sample::{self, Sample, Samples, neighbours, pixel};
use super::veil;
use crate::board::Cell;
use crate::picture::Picture;

/// How thick the line on each inner side of the board is.
#[derive(Debug)]
pub(crate) struct Walls {
    size: usize,
    /// Which cells are so near to the lines in colour that something in their colour may lie on them.
    hidden: Vec<bool>,
    /// Two neighbouring cells and the thickness of the line between them in pixels, where it can be told.
    sides: Vec<(usize, usize, Option<f32>)>,
}

/// A cell nearer to the lines in colour than this share of what the others are may be hidden. Through a veil as dark as that of
/// a hint a cell still has two fifths.
const HIDDEN: f32 = 0.25;
/// Cells further apart than this Lab distance are of different colours, where nothing else tells.
const CHANGED: f32 = 4.0;
/// Cells further apart than this differ plainly.
const PLAIN: f32 = 10.0;
/// More pieces than rows by at most this many: regions that do not hang together.
const MAX_SURPLUS: usize = 6;

impl Walls {
    /// Measures all inner sides in two ways: against the colour of the lines nearby, which tells thin lines of a reduced
    /// picture, and each line against its own colour and clear of what crosses it here and there, for a wash that changes
    /// within a cell and for hatching.
    pub(crate) fn measure(picture: &Picture, place: &Place, samples: &Samples) -> [Self; 2] {
        let size = samples.size;
        let crossings: Vec<Crossing> =
            neighbours(size).map(|pair| Crossing::new(picture, place, samples, pair)).collect();
        let strongest = crossings.iter().max_by(|a, b| a.contrast.total_cmp(&b.contrast));
        let from_line = |cell: &Sample| strongest.map_or(0.0, |line| apart(cell.colour, line.peak));
        let most = samples.cells.iter().map(from_line).fold(0.0, f32::max);
        let hidden: Vec<bool> = samples.cells.iter().map(|cell| from_line(cell) < HIDDEN * most).collect();
        let walls = |thickness: &dyn Fn(&Crossing) -> Option<f32>| {
            let seen = |c: &Crossing| !hidden[c.cells.0] && !hidden[c.cells.1];
            let side = |c: &Crossing| (c.cells.0, c.cells.1, seen(c).then(|| thickness(c)).flatten());
            let sides = crossings.iter().map(side).collect();
            Self { size, hidden: hidden.clone(), sides }
        };
        [walls(&|c| c.thickness(samples, line_colour(&crossings, c, size))), walls(&|c| c.thickness_in_itself(samples))]
    }

    /// The regions that the walls enclose, if the lines come in two clearly different weights, if there is one region a
    /// row, and if colours change mostly at the walls. Pieces that look alike and touch nowhere are one region.
    pub(crate) fn regions(&self, samples: &Samples, colours: &[Lab<D65, f32>]) -> Option<Vec<usize>> {
        let (thin, thick) = self.weights()?;
        let changed = |a: usize, b: usize| distance(&colours[a], &colours[b]) > CHANGED;
        let is_wall = |&(a, b, thickness): &(usize, usize, Option<f32>)| {
            let Some(thickness) = thickness else { return changed(a, b) };
            let share = (thickness - thin) / (thick - thin);
            // A wash fades the walls too; where the colours differ plainly, a hint of one will do.
            share > 0.5 || (share > 0.2 && distance(&colours[a], &colours[b]) > PLAIN)
        };
        let share = |walls: bool| {
            let mut sides = self.sides.iter().filter(|side| is_wall(side) == walls).peekable();
            sides.peek()?;
            let all: Vec<bool> = sides.map(|side| changed(side.0, side.1) == walls).collect();
            Some(all.iter().filter(|&&hit| hit).count() as f32 / all.len() as f32)
        };
        if share(true)? < 0.8 || share(false)? < 0.4 {
            return None;
        }
        let mut labels: Vec<usize> = (0..self.size * self.size).collect();
        let unite = |labels: &mut Vec<usize>, a: usize, b: usize| {
            let (from, to) = (labels[a].max(labels[b]), labels[a].min(labels[b]));
            labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
        };
        for side in self.sides.iter().filter(|side| !is_wall(side)) {
            unite(&mut labels, side.0, side.1);
        }
        let names = |labels: &[usize]| {
            let mut names = labels.to_vec();
            names.sort_unstable();
            names.dedup();
            names
        };
        let pieces = names(&labels);
        if !(self.size..=self.size + MAX_SURPLUS).contains(&pieces.len()) {
            return None;
        }
        // Without a veil over the board, which shows inside the pieces, what differs plainly is not of one region.
        let strays = |(i, &first): (usize, &usize)| changed(i, first);
        let veiled = labels.iter().enumerate().any(strays);
        for _ in self.size..pieces.len() {
            let (a, b) = self.most_alike(samples, &labels, &names(&labels), veiled)?;
            unite(&mut labels, a, b);
        }
        let names = names(&labels);
        Some(labels.iter().map(|label| names.iter().position(|name| name == label).unwrap_or(0)).collect())
    }

    /// One cell of each of the two pieces that most look like one colour, through a veil if there is one, and that touch
    /// nowhere; `None` if a piece may be hidden.
    fn most_alike(&self, samples: &Samples, labels: &[usize], names: &[usize], veiled: bool) -> Option<(usize, usize)> {
        let mean = |name: usize| -> [f32; 3] {
            let own = || labels.iter().zip(&samples.cells).filter(|(label, _)| **label == name);
            let count = own().count() as f32;
            std::array::from_fn(|c| own().map(|(_, sample)| sample.colour[c]).sum::<f32>() / count)
        };
        if names.iter().any(|name| labels.iter().zip(&self.hidden).all(|(label, &hidden)| label != name || hidden)) {
            return None;
        }
        let means: Vec<[f32; 3]> = names.iter().map(|&name| mean(name)).collect();
        let touch =
            |a: usize, b: usize| self.sides.iter().any(|s| [(a, b), (b, a)].contains(&(labels[s.0], labels[s.1])));
        let pairs = (0..names.len()).flat_map(|i| (0..names.len()).map(move |j| (i, j))).filter(|(i, j)| i != j);
        pairs
            .filter(|&(i, j)| !touch(names[i], names[j]) && (veiled || sample::alike(means[i], means[j])))
            .filter_map(|(i, j)| Some((veil::least_cost(means[i], means[j])?, (names[i], names[j]))))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, pair)| pair)
    }

    /// The mean thickness of thin and of thick lines (told apart by Otsu's method), if the two kinds are far apart.
    pub(crate) fn weights(&self) -> Option<(f32, f32)> {
        let mut weights: Vec<f32> = self.sides.iter().filter_map(|s| s.2).collect();
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
        apart.then_some((low.1, high.1))
    }
}

/// The colour of the lines about a side: a wash changes it from place to place, and thin lines are seen mixed with what is
/// beside them, so the line nearby that stands out most tells.
fn line_colour(crossings: &[Crossing], about: &Crossing, size: usize) -> [f32; 3] {
    let distance = |a: usize, b: usize| (a / size).abs_diff(b / size).max((a % size).abs_diff(b % size));
    let near = crossings.iter().filter(|other| distance(other.cells.0, about.cells.0) <= NEARBY);
    near.max_by(|a, b| a.contrast.total_cmp(&b.contrast)).map_or(about.peak, |other| other.peak)
}

/// What is seen across the line between two neighbouring cells, at several places along it.
struct Crossing {
    /// The two cells.
    cells: (usize, usize),
    /// One row of points a place, each from one cell to the other, one pixel apart.
    profiles: [Vec<[f32; 3]>; PROFILES],
    /// The point that differs most from both cells, taken channel by channel as the median over the places.
    peak: [f32; 3],
    /// By how much it differs.
    contrast: f32,
}

/// Places along a side at which the line is looked at.
const PROFILES: usize = 6;
/// Lines this many cells apart lie under the same wash.
const NEARBY: usize = 1;
/// A line whose colour differs less than this from a cell's cannot be measured there.
const LEAST_CONTRAST: f32 = 20.0;

impl Crossing {
    fn new(picture: &Picture, place: &Place, samples: &Samples, (first, second): (usize, usize)) -> Self {
        let size = samples.size;
        let cell = Cell::new(first / size, first % size);
        let (width, height) = place.grid.cell_size(cell);
        let level = second == first + 1;
        let pixels = if level { width } else { height };
        let reach = (place.inset * pixels + 2.0).min(0.4 * pixels).ceil() as i32;
        let profiles: [Vec<[f32; 3]>; PROFILES] = std::array::from_fn(|i| {
            let along = 0.2 + 0.12 * i as f64;
            let point = |k: i32| {
                let across = 1.0 + f64::from(k) / pixels;
                let (u, v) = if level { (across, along) } else { (along, across) };
                pixel(picture, place, cell, u, v).map(f32::from)
            };
            (-reach..=reach).map(point).collect()
        });
        let beside = [first, second].map(|cell| samples.cells[cell].colour);
        let peaks = profiles.each_ref().map(|profile| {
            profile.iter().copied().max_by(|&p, &q| stray(p, beside).total_cmp(&stray(q, beside))).unwrap_or(beside[0])
        });
        let peak = std::array::from_fn(|c| median(peaks.map(|p| p[c])));
        Self { cells: (first, second), profiles, peak, contrast: stray(peak, beside) }
    }

    /// How thick the line is in pixels, if its colour is told from those of the cells.
    fn thickness(&self, samples: &Samples, line: [f32; 3]) -> Option<f32> {
        let beside = self.beside(samples);
        let clear = stray(line, beside) >= LEAST_CONTRAST;
        clear.then(|| median(self.profiles.each_ref().map(|profile| thickness(profile, beside, line))))
    }

    /// The same, where the line has the colour that it mostly has here.
    fn thickness_in_itself(&self, samples: &Samples) -> Option<f32> {
        let beside = self.beside(samples);
        let middle = |k: usize| std::array::from_fn(|c| median(self.profiles.each_ref().map(|profile| profile[k][c])));
        let profile: Vec<[f32; 3]> = (0..self.profiles[0].len()).map(middle).collect();
        let line = profile.iter().copied().max_by(|&p, &q| stray(p, beside).total_cmp(&stray(q, beside)))?;
        (stray(line, beside) >= LEAST_CONTRAST).then(|| thickness(&profile, beside, line))
    }

    /// The colours of the two cells.
    fn beside(&self, samples: &Samples) -> [[f32; 3]; 2] {
        [self.cells.0, self.cells.1].map(|cell| samples.cells[cell].colour)
    }
}

/// How thick a line is in pixels that lies between cells of two colours: each point counts by how far it has gone from the
/// nearer cell's colour to the line's.
fn thickness(profile: &[[f32; 3]], beside: [[f32; 3]; 2], line: [f32; 3]) -> f32 {
    let share = |p: [f32; 3], cell: [f32; 3]| {
        let way: [f32; 3] = std::array::from_fn(|c| line[c] - cell[c]);
        let gone: f32 = (0..3).map(|c| (p[c] - cell[c]) * way[c]).sum();
        (gone / way.iter().map(|w| w * w).sum::<f32>()).clamp(0.0, 1.0)
    };
    profile.iter().map(|&p| share(p, beside[0]).min(share(p, beside[1]))).sum()
}

/// How far a colour is from the nearer of two others.
fn stray(colour: [f32; 3], beside: [[f32; 3]; 2]) -> f32 {
    apart(colour, beside[0]).min(apart(colour, beside[1]))
}

/// The largest difference of two colours in any channel.
fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max)
}

fn median<const COUNT: usize>(mut values: [f32; COUNT]) -> f32 {
    values.sort_by(f32::total_cmp);
    (values[(COUNT - 1) / 2] + values[COUNT / 2]) / 2.0
}
