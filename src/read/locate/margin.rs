//! Lattices that are larger than the board on them: the cells of a spreadsheet go on all around it.

use super::lattice::Frame;
use crate::board::MIN_SIZE;

/// A line of cells is of one colour if this share of them is: a few may have something written on them.
const UNIFORM: f64 = 0.8;
/// The rows and columns that must be left out, all sides together. A single one is more likely part of a board that is cut off,
/// but for one with the names of rows or columns.
const LEAST: usize = 2;
/// The share of cells with something written on them among names, and the largest one among the other cells.
const NAMES: (f64, f64) = (0.9, 0.5);
/// Ink differs from the cell by at least this much in some channel.
const INK: u8 = 60;
/// Cells of the page and headers of rows and columns.
const COLOURS: usize = 2;

/// The square rest of a block of lattice cells without the rows and columns along its sides that show the page: all of one
/// grey (white and black among them) that no cell of the rest has. `None` if there are none such, or the rest is not square.
///
/// `cells` are the colours of the block's cells, row by row; `written` tells whether there is something on the cell of a column
/// and a row.
pub(crate) fn without(cells: &[Vec<[u8; 3]>], written: &dyn Fn(usize, usize) -> bool) -> Option<Frame> {
    let (width, height) = (cells.first()?.len(), cells.len());
    let whole = Frame { left: 0, right: width, top: 0, bottom: height };
    let mut rest = whole;
    let mut page: Vec<[u8; 3]> = Vec::new();
    let mut is_page = |line: Vec<[u8; 3]>| {
        let Some(colour) = grey(&line) else { return false };
        if page.iter().any(|&known| alike(known, colour)) {
            return true;
        }
        let fresh = page.len() < COLOURS;
        page.extend(fresh.then_some(colour));
        fresh
    };
    while rest.right - rest.left > MIN_SIZE && rest.bottom - rest.top > MIN_SIZE {
        let row = |j: usize| cells[j][rest.left..rest.right].to_vec();
        let column = |i: usize| cells[rest.top..rest.bottom].iter().map(|row| row[i]).collect::<Vec<_>>();
        if is_page(row(rest.top)) {
            rest.top += 1;
        } else if is_page(row(rest.bottom - 1)) {
            rest.bottom -= 1;
        } else if is_page(column(rest.left)) {
            rest.left += 1;
        } else if is_page(column(rest.right - 1)) {
            rest.right -= 1;
        } else {
            break;
        }
    }
    let (across, down) = (rest.right - rest.left, rest.bottom - rest.top);
    let inside = || cells[rest.top..rest.bottom].iter().flat_map(|row| &row[rest.left..rest.right]);
    let apart = !inside().any(|&cell| page.iter().any(|&p| alike(p, cell)));
    let left_out = width + height - across - down;
    let enough = left_out >= LEAST || (left_out > 0 && names(&whole, &rest, written));
    (across == down && apart && enough).then_some(rest)
}

/// Whether all cells of a block are of one grey.
pub(crate) fn is_page(cells: &[Vec<[u8; 3]>]) -> bool {
    let colour = cells.first().and_then(|row| grey(row));
    colour.is_some_and(|colour| cells.iter().flatten().all(|&cell| alike(cell, colour)))
}

/// Whether something is written on nearly all cells that are left out, and on few others.
fn names(whole: &Frame, rest: &Frame, written: &dyn Fn(usize, usize) -> bool) -> bool {
    let (mut inside, mut outside) = ((0, 0), (0, 0));
    for row in whole.top..whole.bottom {
        for column in whole.left..whole.right {
            let is_in = (rest.left..rest.right).contains(&column) && (rest.top..rest.bottom).contains(&row);
            let (all, seen) = if is_in { &mut inside } else { &mut outside };
            *all += 1;
            *seen += usize::from(written(column, row));
        }
    }
    let share = |(all, seen): (usize, usize)| seen as f64 / all.max(1) as f64;
    share(outside) >= NAMES.0 && share(inside) <= NAMES.1
}

/// Whether some points of a cell have another colour than most of them.
pub(crate) fn is_written(points: &[[u8; 3]]) -> bool {
    let colour = median(points);
    points.iter().any(|p| (0..3).any(|c| p[c].abs_diff(colour[c]) > INK))
}

/// The colour of a line of cells, if it is of one grey.
fn grey(line: &[[u8; 3]]) -> Option<[u8; 3]> {
    const TINT: u8 = 12;
    let colour = median(line);
    let same = line.iter().filter(|&&cell| alike(cell, colour)).count();
    let tint = colour.iter().max()? - colour.iter().min()?;
    (same as f64 >= UNIFORM * line.len() as f64 && tint <= TINT).then_some(colour)
}

fn alike(a: [u8; 3], b: [u8; 3]) -> bool {
    (0..3).all(|c| a[c].abs_diff(b[c]) < 5)
}

/// The median of each channel.
pub(crate) fn median(colours: &[[u8; 3]]) -> [u8; 3] {
    std::array::from_fn(|c| {
        let mut values: Vec<u8> = colours.iter().map(|colour| colour[c]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    })
}
