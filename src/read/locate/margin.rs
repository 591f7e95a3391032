//! Lattices that are larger than the board on them: the cells of a spreadsheet go on all around it.

use super::lattice::Frame;
use crate::board::MIN_SIZE;

/// A line of cells is of one colour if this share of them is: a few may have something written on them.
const UNIFORM: f64 = 0.8;
/// The rows and columns that must be left out, all sides together. A single one is more likely part of a board that is cut off.
const LEAST: usize = 2;
/// Cells of the page and headers of rows and columns.
const COLOURS: usize = 2;

/// The square rest of a block of lattice cells without the rows and columns along its sides that show the page: all of one
/// grey (white and black among them) that no cell of the rest has. `None` if there are none such, or the rest is not square.
///
/// `cells` are the colours of the block's cells, row by row.
pub(crate) fn without(cells: &[Vec<[u8; 3]>]) -> Option<Frame> {
    let (width, height) = (cells.first()?.len(), cells.len());
    let mut rest = Frame { left: 0, right: width, top: 0, bottom: height };
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
    (across == down && width + height >= across + down + LEAST && apart).then_some(rest)
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
