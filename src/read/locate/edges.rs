//! Edges along sparse scan lines, and their chains across scan lines.
//!
//! A scan line runs along the picture at full resolution and reports every place where the colour changes for good: a
//! run of small steps in one direction counts as one edge, at its centre of gravity. Edges at the same place on
//! neighbouring scan lines are a straight line of the picture. Only one row or column in `step` is looked at, which is
//! what makes a clean screenshot cheap.

use crate::picture::{Channels, Picture};

/// What counts as an edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sensitivity {
    /// Steps of at most this much between neighbouring pixels count as flat.
    pub(super) flat: i32,
    /// A ramp must change some channel by at least this much in all.
    pub(super) change: i32,
}

/// The edges of evenly spaced parallel scan lines.
#[derive(Debug)]
pub(super) struct Scan {
    /// For each scan line in order where along it the colour changes, in pixels; a whole number is the border between
    /// two pixels.
    pub(super) bands: Vec<Vec<f32>>,
    /// The distance between scan lines in pixels.
    pub(super) step: usize,
    /// The length of a scan line in pixels.
    pub(super) length: usize,
}

impl Scan {
    /// Where scan line `band` lies across, in pixels: the middle of its pixels.
    pub(super) fn position(&self, band: usize) -> f32 {
        (self.step / 2 + band * self.step) as f32 + 0.5
    }

    /// The scan lines that lie between two positions across.
    pub(super) fn bands_between(&self, from: f32, to: f32) -> std::ops::Range<usize> {
        let index = |at: f32| {
            let exact = (at - 0.5 - (self.step / 2) as f32) / self.step as f32;
            exact.ceil().clamp(0.0, self.bands.len() as f32) as usize
        };
        let from = index(from);
        from..index(to).max(from)
    }

    /// Whether the band has an edge within `reach` of `at`.
    pub(super) fn has_edge(&self, band: usize, at: f32, reach: f32) -> bool {
        let edges = &self.bands[band];
        let first = edges.partition_point(|&edge| edge < at - reach);
        edges.get(first).is_some_and(|&edge| edge <= at + reach)
    }
}

/// A ramp being followed.
#[derive(Clone, Copy, Default)]
struct Ramp {
    net: [i32; 3],
    weight: i32,
    moment: i64,
}

impl Ramp {
    #[inline]
    fn close(&mut self, sensitivity: Sensitivity, out: &mut Vec<f32>) {
        if self.weight > 0 {
            let strength = self.net.iter().map(|c| c.abs()).max().unwrap_or(0);
            if strength >= sensitivity.change {
                out.push((self.moment as f64 / f64::from(self.weight)) as f32);
            }
            *self = Self::default();
        }
    }

    /// Takes the step between the pixels before and after position `at`.
    fn push(&mut self, at: usize, step: [i32; 3], sensitivity: Sensitivity, out: &mut Vec<f32>) {
        let size = step[0].abs().max(step[1].abs()).max(step[2].abs());
        if size <= sensitivity.flat {
            self.close(sensitivity, out);
            return;
        }
        let along: i32 = (0..3).map(|c| self.net[c] * step[c]).sum();
        if along < 0 {
            self.close(sensitivity, out);
        }
        for (total, change) in self.net.iter_mut().zip(step) {
            *total += change;
        }
        self.weight += size;
        self.moment += i64::from(size) * at as i64;
    }
}

/// Scans rows: the edges found are points of upright lines.
pub(super) fn scan_rows(picture: &Picture, step: usize, sensitivity: Sensitivity) -> Scan {
    let scan = match picture.channels() {
        Channels::Rgb => row_edges::<3>,
        Channels::Rgba => row_edges::<4>,
    };
    let rows = (step / 2..picture.height() as usize).step_by(step);
    let bands = rows.map(|y| scan(picture, y as u32, sensitivity)).collect();
    Scan { bands, step, length: picture.width() as usize }
}

/// The edges along one row of a picture whose pixels have `N` bytes.
fn row_edges<const N: usize>(picture: &Picture, y: u32, sensitivity: Sensitivity) -> Vec<f32> {
    /// Most of a screenshot is flat, so many pixels are compared at once.
    const MANY: usize = 16;
    let row = picture.row(y);
    let (pixels, _) = row.as_chunks::<N>();
    let mut edges = Vec::new();
    let mut ramp = Ramp::default();
    let mut x = 1;
    while x < pixels.len() {
        if pixels[x] == pixels[x - 1] {
            ramp.close(sensitivity, &mut edges);
            x += 1;
            while x + MANY <= pixels.len() && row[(x - 1) * N..][..MANY * N] == row[x * N..][..MANY * N] {
                x += MANY;
            }
        } else {
            ramp.push(x, change(picture, &pixels[x - 1], &pixels[x]), sensitivity, &mut edges);
            x += 1;
        }
    }
    ramp.close(sensitivity, &mut edges);
    edges
}

/// Scans columns: the edges found are points of level lines.
pub(super) fn scan_columns(picture: &Picture, step: usize, sensitivity: Sensitivity) -> Scan {
    let scan = match picture.channels() {
        Channels::Rgb => column_edges::<3>,
        Channels::Rgba => column_edges::<4>,
    };
    let xs: Vec<usize> = (step / 2..picture.width() as usize).step_by(step).collect();
    Scan { bands: scan(picture, &xs, sensitivity), step, length: picture.height() as usize }
}

/// The edges along some columns of a picture whose pixels have `N` bytes: all at once from the top, since memory runs along
/// rows.
fn column_edges<const N: usize>(picture: &Picture, xs: &[usize], sensitivity: Sensitivity) -> Vec<Vec<f32>> {
    let pixels = |y: u32| picture.row(y).as_chunks::<N>().0;
    let mut bands: Vec<Vec<f32>> = vec![Vec::new(); xs.len()];
    let mut ramps = vec![Ramp::default(); xs.len()];
    let mut before: Vec<[u8; N]> = xs.iter().map(|&x| pixels(0)[x]).collect();
    for y in 1..picture.height() {
        let row = pixels(y);
        for (((&x, before), ramp), band) in xs.iter().zip(&mut before).zip(&mut ramps).zip(&mut bands) {
            let here = row[x];
            if here == *before {
                ramp.close(sensitivity, band);
            } else {
                ramp.push(y as usize, change(picture, before, &here), sensitivity, band);
                *before = here;
            }
        }
    }
    for (ramp, band) in ramps.iter_mut().zip(&mut bands) {
        ramp.close(sensitivity, band);
    }
    bands
}

/// The difference between the colours of two pixels, given as the picture's bytes.
fn change(picture: &Picture, from: &[u8], to: &[u8]) -> [i32; 3] {
    let [from, to] = [from, to].map(|pixel| picture.channels().rgb(pixel, 0));
    std::array::from_fn(|c| i32::from(to[c]) - i32::from(from[c]))
}

/// A straight line of the picture across many scan lines: `at = offset + slope * across`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Position along the scan line at the middle of the line.
    pub(super) at: f32,
    /// Change of that position per pixel across.
    pub(super) slope: f32,
    /// The first scan line.
    pub(super) first: usize,
    /// The last scan line.
    pub(super) last: usize,
    /// How many scan lines have a point of it.
    pub(super) points: usize,
}

/// How edges are joined into lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chaining {
    /// How far an edge may lie from where its line should be, in pixels.
    pub(super) reach: f32,
    /// How many scan lines in a row may miss.
    pub(super) gap: usize,
    /// The fewest points of a line.
    pub(super) least: usize,
    /// Whether lines may lean.
    pub(super) leaning: bool,
}

struct Chain {
    points: Vec<(usize, f32)>,
    slope: f32,
}

impl Chain {
    fn last(&self) -> (usize, f32) {
        self.points[self.points.len() - 1]
    }

    fn predict(&self, band: usize) -> f32 {
        let (last, at) = self.last();
        at + self.slope * (band - last) as f32
    }

    fn push(&mut self, band: usize, at: f32, leaning: bool) {
        self.points.push((band, at));
        if leaning && self.points.len() >= 3 {
            let (b0, a0) = self.points[self.points.len().saturating_sub(12)];
            self.slope = (at - a0) / (band - b0) as f32;
        }
    }

    /// Least squares through the points.
    fn line(&self, step: usize) -> Line {
        let n = self.points.len() as f64;
        let mean_band = self.points.iter().map(|p| p.0 as f64).sum::<f64>() / n;
        let mean_at = self.points.iter().map(|p| f64::from(p.1)).sum::<f64>() / n;
        let (mut sxy, mut sxx) = (0.0, 0.0);
        for &(band, at) in &self.points {
            let d = band as f64 - mean_band;
            sxy += d * (f64::from(at) - mean_at);
            sxx += d * d;
        }
        let slope = if sxx > 0.0 { sxy / sxx } else { 0.0 };
        let (first, last) = (self.points[0].0, self.last().0);
        let middle = (first + last) as f64 / 2.0;
        Line {
            at: (mean_at + slope * (middle - mean_band)) as f32,
            slope: (slope / step as f64) as f32,
            first,
            last,
            points: self.points.len(),
        }
    }
}

/// Joins the edges of neighbouring scan lines into straight lines.
pub(super) fn chain(scan: &Scan, how: Chaining) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut active: Vec<Chain> = Vec::new();
    for (band, edges) in scan.bands.iter().enumerate() {
        let mut predicted: Vec<(f32, usize)> =
            active.iter().enumerate().map(|(i, chain)| (chain.predict(band), i)).collect();
        predicted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut taken = vec![false; active.len()];
        let mut fresh = Vec::new();
        for &edge in edges {
            let from = predicted.partition_point(|p| p.0 < edge - how.reach);
            let nearest = predicted[from..]
                .iter()
                .take_while(|p| p.0 <= edge + how.reach)
                .filter(|p| !taken[p.1])
                .min_by(|a, b| (a.0 - edge).abs().total_cmp(&(b.0 - edge).abs()));
            match nearest {
                Some(&(_, i)) => {
                    taken[i] = true;
                    active[i].push(band, edge, how.leaning);
                }
                None => fresh.push(Chain { points: vec![(band, edge)], slope: 0.0 }),
            }
        }
        active.retain(|chain| {
            let alive = band - chain.last().0 <= how.gap;
            if !alive && chain.points.len() >= how.least {
                lines.push(chain.line(scan.step));
            }
            alive
        });
        active.extend(fresh);
    }
    lines.extend(active.iter().filter(|chain| chain.points.len() >= how.least).map(|chain| chain.line(scan.step)));
    lines
}
