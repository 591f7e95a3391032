//! Whether what looks like a lattice is one.
//!
//! Scan lines follow lines that lean a little, each where it crosses the middle of its stretch, and such positions may look
//! like evenly spaced lines that are none. And where a screen's own pixels or the grain of paper show, there are edges
//! everywhere, those of any lattice among them.

use super::edges::{Line, Scan};
use super::lattice::View;

/// A line that leans by more than this share of a cell from one side of the board to the other lies in wrong cells.
const LEANING: f64 = 0.2;
/// Only lines of at least this many cells are surely lines of the board.
const LONG: f64 = 0.9;
/// A line further than this share of a cell from the lattice is something else.
const NEAR: f64 = 0.15;
/// The shares of lines that are most of them, and half of them.
const MOST: f64 = 0.75;
const HALF: f64 = 0.5;
/// Lines are straight to within this many pixels.
const RAGGED: f64 = 3.0;
/// What strays by less than this many pixels from end to end does not lean: compression moves edges as far.
const STRAIGHT: f64 = 1.5;
/// Where in a cell there should be nothing: clear of the lines, and of most of what is drawn in the middle.
const BLANK: [f64; 2] = [0.25, 0.75];
/// The share of blanks with an edge from which on edges say nothing.
const MURKY: f64 = 0.4;
/// Cells narrower than this many pixels have no blanks: blurred lines reach across them.
const NARROW: f64 = 16.0;

/// Whether the lines of a view within a lattice lean too much for cells that are upright and level. `inset` is how far lines
/// reach into a cell, as a share of the cell.
pub(super) fn leans(view: &View, columns: &[f64], rows: &[f64], inset: f64, drawn: f64) -> bool {
    let (x, y) = (Stretch::of(columns), Stretch::of(rows));
    // From one border of a drawn line to the other nothing leans.
    let [wide, tall] = [x, y].map(|stretch| (2.0 * inset * stretch.cell).max(STRAIGHT));
    // Where few of the lattice's lines are drawn, what else is drawn has a greater share.
    let most = if drawn > 0.85 { MOST } else { HALF };
    let upright = lean(&view.rows, &view.upright, columns, y, wide, most) * y.length();
    let level = lean(&view.columns, &view.level, rows, x, tall, most) * x.length();
    upright > (LEANING * x.cell).max(RAGGED) || level > (LEANING * y.cell).max(RAGGED)
}

/// Whether edges are seen within the cells of a lattice about as often as along their sides.
pub(super) fn is_murky(view: &View, columns: &[f64], rows: &[f64]) -> bool {
    if Stretch::of(columns).cell.min(Stretch::of(rows).cell) < NARROW {
        return false;
    }
    (blanks(&view.rows, columns, rows) + blanks(&view.columns, rows, columns)) / 2.0 > MURKY
}

/// From the first of several lines to the last.
#[derive(Clone, Copy)]
struct Stretch {
    from: f64,
    to: f64,
    /// The distance between neighbouring lines, on average.
    cell: f64,
}

impl Stretch {
    fn of(lines: &[f64]) -> Self {
        let (from, to) = (lines[0], lines[lines.len() - 1]);
        Self { from, to, cell: (to - from) / (lines.len() - 1) as f64 }
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }

    fn has(&self, at: f32) -> bool {
        (self.from..=self.to).contains(&f64::from(at))
    }
}

/// How much the lines of one direction lean that lie on those of a lattice: so large a share of them, weighted by the square
/// of their lengths, no more than this; those that stray less than `slack` pixels from end to end do not lean. In perspective those in the middle are upright, and short ones are not straight to the pixel.
fn lean(scan: &Scan, lines: &[Line], lattice: &[f64], along: Stretch, slack: f64, most: f64) -> f64 {
    let across = Stretch::of(lattice);
    let own = lines.iter().filter(|line| {
        let middle = (scan.position(line.first) + scan.position(line.last)) / 2.0;
        let length = ((line.last - line.first) * scan.step) as f64;
        let near = |at: &f64| (f64::from(line.at) - at).abs() < NEAR * across.cell;
        lattice.iter().any(near) && along.has(middle) && length >= LONG * along.cell
    });
    let slope = |line: &Line| {
        let slope = f64::from(line.slope).abs();
        if slope * ((line.last - line.first) * scan.step) as f64 > slack { slope } else { 0.0 }
    };
    let mut slopes: Vec<(f64, usize)> = own.map(|line| (slope(line), line.points.pow(2))).collect();
    slopes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: usize = slopes.iter().map(|line| line.1).sum();
    let mut below = 0;
    let line = slopes.iter().find(|line| {
        below += line.1;
        below as f64 >= most * total as f64
    });
    line.map_or(0.0, |line| line.0)
}

/// The share of scan lines that show an edge in the blanks of the cells.
fn blanks(scan: &Scan, lines: &[f64], stretches: &[f64]) -> f64 {
    let (mut looked, mut seen) = (0, 0);
    for cell in lines.windows(2) {
        let wide = cell[1] - cell[0];
        let reach = (0.08 * wide).max(1.5) as f32;
        for stretch in stretches.windows(2) {
            let margin = 0.2 * (stretch[1] - stretch[0]);
            for band in scan.bands_between((stretch[0] + margin) as f32, (stretch[1] - margin) as f32) {
                looked += BLANK.len();
                let has = |blank: &&f64| scan.has_edge(band, (cell[0] + **blank * wide) as f32, reach);
                seen += BLANK.iter().filter(has).count();
            }
        }
    }
    seen as f64 / looked.max(1) as f64
}
