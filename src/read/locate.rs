//! Stage 2: where in the picture a board may lie.

mod edges;
mod lattice;

use edges::{Chaining, Sensitivity};
use lattice::{Block, Comb, Rigour, View};

use crate::grid::Grid;
use crate::picture::Picture;

/// A place where a board may lie.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The lines.
    pub(crate) grid: Grid,
    /// How far lines reach into a cell, as a share of the cell.
    pub(crate) inset: f64,
    /// The share of cell sides that are drawn.
    pub(crate) drawn: f64,
    /// The share of cell sides on the outline that are drawn.
    pub(crate) outline: f64,
    pub(crate) score: f64,
}

/// What was found, square or not.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Square lattices, best first.
    pub(crate) square: Vec<Place>,
    /// Columns and rows of the best lattice that is not square.
    pub(crate) oblong: Option<(usize, usize)>,
}

/// Finds lattices whose lines are parallel to the edges of the picture.
pub(crate) fn locate(picture: &Picture) -> Places {
    let shorter = picture.width().min(picture.height()) as usize;
    let step = (shorter / 180).clamp(1, 8);
    let sensitivity = Sensitivity { flat: 3, change: 9 };
    let rows = edges::scan_rows(picture, step, sensitivity);
    let columns = edges::scan_columns(picture, step, sensitivity);
    let how = Chaining { reach: 1.1, gap: 3, least: 4, leaning: false };
    let upright = edges::chain(&rows, how);
    let level = edges::chain(&columns, how);
    let view = View { rows, upright, columns, level };
    let mut found = Places::default();
    for rigour in [Rigour::Ruled, Rigour::Bare] {
        let across = lattice::combs(&view.rows, &view.upright, rigour);
        let down = lattice::combs(&view.columns, &view.level, rigour);
        let mut pairs: Vec<(&Comb, &Comb, f64)> = Vec::new();
        for a in across.iter().take(24) {
            for d in down.iter().take(24) {
                let ratio = a.pitch / d.pitch;
                if !(0.7..1.43).contains(&ratio) {
                    continue;
                }
                // Lines of one direction must run all along the comb of the other.
                let along_y = covered((d.start, d.end()), (f64::from(a.from), f64::from(a.to)));
                let along_x = covered((a.start, a.end()), (f64::from(d.from), f64::from(d.to)));
                if along_x.min(along_y) > 0.4 {
                    let lines = a.lines.min(d.lines) as f64;
                    pairs.push((a, d, (a.weight + d.weight) as f64 * along_x * along_y * lines));
                }
            }
        }
        pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
        for (a, d, _) in pairs.into_iter().take(12) {
            for block in lattice::blocks(&view, a, d, rigour) {
                keep(&mut found, block);
            }
        }
        if !found.square.is_empty() {
            break;
        }
    }
    found.square.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

fn keep(found: &mut Places, block: Block) {
    let (n, m) = (block.columns.len() - 1, block.rows.len() - 1);
    if n != m {
        found.oblong.get_or_insert((n, m));
        return;
    }
    let Some(grid) = Grid::axis_aligned(block.columns, block.rows) else { return };
    let place = Place { grid, inset: block.inset, drawn: block.drawn, outline: block.outline, score: block.score };
    let same = |other: &Place| {
        let (a, b) = (other.grid.corners(), place.grid.corners());
        let near = 0.25 * (b[2].x - b[0].x) / place.grid.size() as f64;
        other.grid.size() == place.grid.size()
            && a.iter().zip(&b).all(|(p, q)| (p.x - q.x).abs() < near && (p.y - q.y).abs() < near)
    };
    if !found.square.iter().any(same) {
        found.square.push(place);
    }
}

/// The share of a stretch that another stretch covers.
fn covered(stretch: (f64, f64), by: (f64, f64)) -> f64 {
    (stretch.1.min(by.1) - stretch.0.max(by.0)).max(0.0) / (stretch.1 - stretch.0).max(1e-9)
}
