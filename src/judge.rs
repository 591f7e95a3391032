//! Weighs candidate readings, sets the confidence, and refuses what is not sure enough.

use crate::board::{Board, Cell, Marks, Unit};
use crate::colour::Palette;
use crate::exact;
use crate::grid::Grid;
use crate::read::{Candidate, Doubt, ReadError, ReadOptions, SMALL, Warning};

/// A picture, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The board.
    pub board: Board,
    /// What is drawn on it.
    pub marks: Marks,
    /// Where it lies in the picture.
    pub grid: Grid,
    /// The colour of each region as it looks in the picture.
    pub palette: Palette,
    /// How often readings like this one are right: 0 to 1.
    pub confidence: f64,
    /// The number of solutions of the board with its given queens: 0, 1, or 2 for two or more.
    pub solutions: usize,
    /// Cells that are nearly as close to another region's colour, most doubtful first.
    pub doubts: Vec<Doubt>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
}

/// Readings with less confidence than this are refused.
pub const THRESHOLD: f64 = 0.5;

/// Confidences that differ by less than this are the same.
const ALIKE: f64 = 0.02;

/// The steps after which the search for solutions gives up. Real boards take a few dozen, hard ones of 26 rows thousands.
const STEPS: usize = 200_000;

/// The most probable board of a picture: the largest one, or the first of several alike.
///
/// # Errors
/// `LowConfidence` if no candidate is sure enough and `options.force` is not set.
pub fn reading(candidates: Vec<Candidate>, options: &ReadOptions) -> Result<Reading, ReadError> {
    let mut boards = readings(candidates, options)?;
    let others = boards.len() - 1;
    let mut first = boards.swap_remove(0);
    if others > 0 {
        first.warnings.push(Warning {
            code: "other-boards",
            message: format!(
                "the picture holds {others} more board{}; --all reads each",
                if others == 1 { "" } else { "s" }
            ),
            cells: Vec::new(),
        });
    }
    Ok(first)
}

/// All boards of a picture, the largest first; boards of about the same size in reading order.
///
/// # Errors
/// `LowConfidence` if no candidate is sure enough and `options.force` is not set.
pub fn readings(candidates: Vec<Candidate>, options: &ReadOptions) -> Result<Vec<Reading>, ReadError> {
    let mut places: Vec<Reading> = Vec::new();
    for candidate in candidates.into_iter().take(16) {
        let reading = judge(candidate);
        match places.iter_mut().find(|known| overlaps(&known.grid, &reading.grid)) {
            // Of two that are as sure the smaller one is a piece of the larger.
            Some(known) if (reading.confidence - known.confidence).abs() < ALIKE => {
                if extent(&reading.grid).2 > extent(&known.grid).2 + 0.5 * cell(&reading.grid) {
                    *known = reading;
                }
            }
            Some(known) if reading.confidence > known.confidence => *known = reading,
            Some(_) => {}
            None => places.push(reading),
        }
    }
    let best = places.iter().map(|reading| reading.confidence).fold(0.0, f64::max);
    if options.force {
        places.retain(|reading| reading.confidence >= best);
    } else {
        places.retain(|reading| reading.confidence >= THRESHOLD);
    }
    if places.is_empty() {
        return Err(ReadError::LowConfidence {
            detail: format!("confidence {best:.2} of at least {THRESHOLD:.2}; --force shows it all the same"),
        });
    }
    places.sort_by(|a, b| {
        let (one, two) = (extent(&a.grid), extent(&b.grid));
        if (one.2 / two.2 - 1.0).abs() > 0.1 {
            return two.2.total_cmp(&one.2);
        }
        let same_row = (one.1 - two.1).abs() < 0.3 * one.2;
        if same_row { one.0.total_cmp(&two.0) } else { one.1.total_cmp(&two.1) }
    });
    Ok(places)
}

/// Left, top and side of the board's bounding box.
fn extent(grid: &Grid) -> (f64, f64, f64) {
    let corners = grid.corners();
    let xs = corners.map(|p| p.x);
    let ys = corners.map(|p| p.y);
    let low = |v: [f64; 4]| v.into_iter().fold(f64::MAX, f64::min);
    let high = |v: [f64; 4]| v.into_iter().fold(f64::MIN, f64::max);
    (low(xs), low(ys), (high(xs) - low(xs)).max(high(ys) - low(ys)))
}

/// The side of a cell, on average.
fn cell(grid: &Grid) -> f64 {
    extent(grid).2 / grid.size() as f64
}

fn overlaps(a: &Grid, b: &Grid) -> bool {
    let (a, b) = (extent(a), extent(b));
    a.0 < b.0 + 0.9 * b.2 && b.0 < a.0 + 0.9 * a.2 && a.1 < b.1 + 0.9 * b.2 && b.1 < a.1 + 0.9 * a.2
}

/// Whether a board looks made for something else: a region lies in pieces, or all are rectangles of one shape, as in a Sudoku.
fn is_pattern(board: &Board) -> bool {
    let cells = |region| board.unit_cells(Unit::Region(region));
    let spans = |region, of: fn(Cell) -> usize| {
        let (least, most) = cells(region).iter().map(of).fold((usize::MAX, 0), |(a, b), k| (a.min(k), b.max(k)));
        most - least + 1
    };
    let shape = |region| (spans(region, |cell| cell.row()), spans(region, |cell| cell.column()));
    let first = board.regions().next().map(shape);
    board.regions().any(|region| !board.is_connected(region))
        || board.regions().all(|region| {
            let (rows, columns) = shape(region);
            first == Some((rows, columns)) && rows * columns == cells(region).len()
        })
}

fn judge(candidate: Candidate) -> Reading {
    let Candidate { board, marks, grid, palette, fit, doubts, mut warnings, at_edge } = candidate;
    // A board that takes longer than any real one is not borne out by the search.
    let solutions = exact::count_within(&board, &marks.given, 2, STEPS).unwrap_or(2);
    let confidence = match solutions {
        // Chance or a misreading seldom leaves exactly one solution.
        1 => (1.0 - 2.0 * (1.0 - fit).powi(2)).max(0.0),
        // What else has as many colours as rows: patterns and pieces of boards.
        _ if is_pattern(&board) => 0.4 * fit.powi(2),
        // Published boards have a solution; one that has none is far more often misread, or a piece of another.
        0 if board.size() < SMALL || at_edge => 0.4 * fit.powi(8),
        0 => 0.55 * fit.powi(8),
        _ => 0.9 * fit.powi(2),
    };
    if solutions != 1 {
        let cells: Vec<_> = doubts.iter().take(5).map(|doubt| doubt.cell).collect();
        let what = if solutions == 0 { "no solution" } else { "several solutions" };
        let look = if cells.is_empty() { "" } else { "; the cells named are the closest to another colour" };
        warnings.push(Warning {
            code: if solutions == 0 { "no-solution" } else { "several-solutions" },
            message: format!("the board as read has {what}{look}"),
            cells,
        });
    }
    Reading { board, marks, grid, palette, confidence, solutions, doubts, warnings }
}
