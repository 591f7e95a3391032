//! Stage 5: what is drawn on the cells: crosses and queens.
//!
//! Ink is whatever differs from the cell's own colour. A cross keeps to the two diagonals of its bounding box; anything
//! else that is compact, centred and large enough (a crown, a cat, a disc, a star, the letter Q) is a queen; a small
//! pencilled dot counts as a cross, as it rules a cell out.

use super::locate::Place;
use super::sample::{Sample, Samples, margin, pixel, points};
use crate::board::{Board, Cell, CellSet, Marks};
use crate::picture::Picture;

/// Points a side that each cell is looked at with.
const POINTS: usize = 25;
/// All points.
const WHOLE: [usize; 4] = [0, POINTS - 1, 0, POINTS - 1];
/// A sign smaller than this share of the cell is looked at more closely.
const SMALL: f64 = 0.4;
/// How many points deep the border of a line may reach into a cell.
const LINE_DEPTH: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Cross,
    Queen,
    /// Hatching, or another drawing that fills the cell.
    Pattern,
}

/// What is drawn on one cell.
#[derive(Debug, Clone, Copy)]
struct Sign {
    mark: Mark,
    /// The smaller side of the ink's box, as a share of the cell.
    reach: f64,
    /// How many of the points looked at are ink.
    ink: usize,
}

/// The marks of a board.
pub(crate) fn marks(picture: &Picture, place: &Place, samples: &Samples, board: &Board) -> Marks {
    let size = samples.size;
    let signs: Vec<(Cell, Sign)> = board
        .cells()
        .filter(|&cell| !is_clean(picture, place, cell, &samples.cells[cell.row() * size + cell.column()]))
        .filter_map(|cell| {
            let sample = &samples.cells[cell.row() * size + cell.column()];
            sign(picture, place, cell, sample).map(|sign| (cell, sign))
        })
        .collect();
    let signs = players(signs, size);
    let of = |mark: Mark| -> CellSet { signs.iter().filter(|s| s.1.mark == mark).map(|s| s.0).collect() };
    let (mut queens, mut crosses) = (of(Mark::Queen), of(Mark::Cross));
    // Some programs print the queens of a solution as X: one in each row, column and region, and nothing else.
    if one_in_each_unit(board, &(queens | crosses)) {
        queens |= crosses;
        crosses = CellSet::EMPTY;
    }
    Marks { given: CellSet::EMPTY, queens, crosses }
}

/// The signs that a player may have drawn: without those of a drawing over the whole board, which fill the cells of much of
/// it or are the same on nearly every cell. Queens that stand on such a drawing remain: they are much larger or heavier than it.
fn players(mut signs: Vec<(Cell, Sign)>, size: usize) -> Vec<(Cell, Sign)> {
    let cells = size * size;
    let queens = |signs: &[(Cell, Sign)]| signs.iter().filter(|sign| sign.1.mark == Mark::Queen).count();
    // A player's queens and the answer's, all of them different, are the most that can be.
    let most = 2 * size;
    let count = queens(&signs);
    let fills = signs.iter().filter(|sign| sign.1.reach > 0.85).count() * 4 > cells;
    // A player who has crossed nearly everything out has placed queens too.
    let alike = signs.len() * 10 > cells * 9 && (count == 0 || count * 10 > cells * 9);
    if fills || alike || count > most {
        let mut reaches: Vec<f64> = signs.iter().map(|sign| sign.1.reach).collect();
        let mut inks: Vec<usize> = signs.iter().map(|sign| sign.1.ink).collect();
        let middle = signs.len() / 2;
        let reach = *reaches.select_nth_unstable_by(middle, f64::total_cmp).1;
        let ink = *inks.select_nth_unstable(middle).1;
        signs.retain(|(_, sign)| sign.mark == Mark::Queen && (sign.reach > 1.4 * reach || sign.ink > 2 * ink));
    }
    if queens(&signs) > most {
        signs.clear();
    }
    signs
}

/// Whether a cell shows one colour at every point looked at before, and all along three lines through its middle, which
/// no sign avoids, however thin it is drawn.
fn is_clean(picture: &Picture, place: &Place, cell: Cell, sample: &Sample) -> bool {
    let (width, _) = place.grid.cell_size(cell);
    let count = (0.6 * width).ceil() as usize;
    let line = |v: f64| {
        (0..count).all(|i| {
            let p = pixel(picture, place, cell, 0.2 + 0.6 * (i as f64 + 0.5) / count as f64, v);
            !is_ink(p, sample)
        })
    };
    sample.purity >= 0.999 && [0.38, 0.5, 0.62].into_iter().all(line)
}

/// Whether a point differs from the cell's own colour.
fn is_ink(point: [u8; 3], sample: &Sample) -> bool {
    let threshold = (4.0 * sample.spread).max(18.0);
    (0..3).any(|c| (f32::from(point[c]) - sample.colour[c]).abs() > threshold)
}

fn one_in_each_unit(board: &Board, cells: &CellSet) -> bool {
    cells.len() == board.size() && board.units().all(|unit| (board.unit_cells(unit) & *cells).len() == 1)
}

fn sign(picture: &Picture, place: &Place, cell: Cell, sample: &Sample) -> Option<Sign> {
    // Hairlines would slip between single points, so each stands for four.
    let fine = points(picture, place, cell, 2 * POINTS);
    let fine_ink = |row: usize, column: usize| is_ink(fine[row * 2 * POINTS + column], sample);
    let mut ink: Vec<bool> = (0..POINTS * POINTS)
        .map(|i| {
            let (row, column) = (2 * (i / POINTS), 2 * (i % POINTS));
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().any(|(dy, dx)| fine_ink(row + dy, column + dx))
        })
        .collect();
    wipe_lines(&mut ink);
    wipe_specks(&mut ink);
    let (mut top, mut bottom, mut left, mut right) = (POINTS, 0, POINTS, 0);
    let mut total = 0;
    // The outermost points may still touch a line.
    for row in 1..POINTS - 1 {
        for column in 1..POINTS - 1 {
            if ink[row * POINTS + column] {
                total += 1;
                top = top.min(row);
                bottom = bottom.max(row);
                left = left.min(column);
                right = right.max(column);
            }
        }
    }
    if total < 5 {
        return None;
    }
    let frame = [top, bottom, left, right];
    let (width, height) = ((right - left + 1) as f64, (bottom - top + 1) as f64);
    let middle = (POINTS - 1) as f64 / 2.0;
    let off_centre = ((left + right) as f64 / 2.0 - middle).abs().max(((top + bottom) as f64 / 2.0 - middle).abs());
    let off_centre = off_centre / POINTS as f64;
    if width.max(height) > 2.0 * width.min(height) || off_centre > 0.32 {
        return None;
    }
    let reach = width.min(height) / POINTS as f64 * (1.0 - 2.0 * place.inset);
    // A pointer lies anywhere and leans to one side; a sign is even, and more so the farther it is from the centre, where
    // only large or quite even ones stray. Hatching fills the cell and is uneven.
    let far = off_centre > 0.16;
    let fills = width.min(height) >= (POINTS - 3) as f64;
    let even = evenness(&ink, frame);
    if even < if far { 0.55 } else { 0.5 } || (far && reach > 0.24 && reach < 0.4 && even < 0.9) {
        return None;
    }
    let mark = if fills && even < 0.7 {
        Mark::Pattern
    } else if is_cross(&ink, frame) || (reach < SMALL && is_cross(&closer(picture, place, cell, sample, frame), WHOLE))
    {
        Mark::Cross
    } else if is_open(&ink, frame) {
        // Brackets at the corners of a cell, dots on the crossings of the grid.
        return None;
    } else if reach >= 0.24 {
        Mark::Queen
    } else if reach >= 0.08 {
        Mark::Cross
    } else {
        return None;
    };
    Some(Sign { mark, reach, ink: total })
}

/// Takes away what hangs together with the edge of the looked-at points and stays near it: the border of a thick line.
fn wipe_lines(ink: &mut [bool]) {
    let depth = |i: usize| {
        let (row, column) = (i / POINTS, i % POINTS);
        row.min(column).min(POINTS - 1 - row).min(POINTS - 1 - column)
    };
    let mut seen = vec![false; ink.len()];
    for start in 0..ink.len() {
        if depth(start) > 0 || !ink[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            let (row, column) = (at / POINTS, at % POINTS);
            let beside = [
                (row > 0).then(|| at - POINTS),
                (row + 1 < POINTS).then(|| at + POINTS),
                (column > 0).then(|| at - 1),
                (column + 1 < POINTS).then(|| at + 1),
            ];
            for i in beside.into_iter().flatten() {
                if ink[i] && !seen[i] {
                    seen[i] = true;
                    piece.push(i);
                }
            }
        }
        if piece.iter().all(|&i| depth(i) < LINE_DEPTH) {
            piece.into_iter().for_each(|i| ink[i] = false);
        }
    }
}

/// Takes away single points, which compression leaves here and there.
fn wipe_specks(ink: &mut [bool]) {
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(POINTS);
    let before = ink.to_vec();
    for i in (0..ink.len()).filter(|&i| before[i]) {
        let (row, column) = (i / POINTS, i % POINTS);
        let count = near(row).map(|r| near(column).filter(|c| before[r * POINTS + c]).count()).sum::<usize>();
        ink[i] = count > 1;
    }
}

/// The ink in a box of points, looked at again with as many points as the whole cell was before: a small sign is too coarse
/// to tell its kind.
fn closer(picture: &Picture, place: &Place, cell: Cell, sample: &Sample, frame: [usize; 4]) -> Vec<bool> {
    let [top, bottom, left, right] = frame.map(|point| point as f64);
    let margin = margin(place, cell);
    let share = |point: f64| margin + (1.0 - 2.0 * margin) * (point + 0.25) / (POINTS as f64 - 0.5);
    let at =
        |first: f64, last: f64, k: usize| share(first - 0.5 + (last - first + 1.0) * k as f64 / (POINTS - 1) as f64);
    (0..POINTS * POINTS)
        .map(|i| is_ink(pixel(picture, place, cell, at(left, right, i % POINTS), at(top, bottom, i / POINTS)), sample))
        .collect()
}

/// How much of the ink stays ink when mirrored left to right within its box.
fn evenness(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> f64 {
    let (mut both, mut any) = (0, 0);
    for row in top..=bottom {
        for column in left..=right {
            if ink[row * POINTS + column] {
                any += 1;
                both += i32::from(ink[row * POINTS + left + right - column]);
            }
        }
    }
    f64::from(both) / f64::from(any.max(1))
}

/// Whether neither the middle of the box nor the middles of its sides have ink.
fn is_open(ink: &[bool], frame: [usize; 4]) -> bool {
    !has_centre(ink, frame) && side_ink(ink, frame) < 0.1
}

/// Whether there is ink in the middle ninth of the box.
fn has_centre(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> bool {
    let (height, width) = (bottom - top, right - left);
    (top + height / 3..=bottom - height / 3)
        .any(|row| (left + width / 3..=right - width / 3).any(|column| ink[row * POINTS + column]))
}

/// Whether nearly all ink lies along both diagonals of its box, with some in each arm.
fn is_cross(ink: &[bool], frame: [usize; 4]) -> bool {
    let [top, bottom, left, right] = frame;
    let (half_w, half_h) = ((right - left) as f64 / 2.0, (bottom - top) as f64 / 2.0);
    if half_w < 0.9 || half_h < 0.9 || !has_centre(ink, [top, bottom, left, right]) {
        return false;
    }
    let (mut total, mut near) = (0, 0);
    let mut arms = [0usize; 4];
    for row in top..=bottom {
        for column in left..=right {
            if !ink[row * POINTS + column] {
                continue;
            }
            total += 1;
            let a = (column as f64 - left as f64) / half_w - 1.0;
            let b = (row as f64 - top as f64) / half_h - 1.0;
            if (a - b).abs().min((a + b).abs()) <= 0.5 {
                near += 1;
            }
            if a.abs().min(b.abs()) > 0.3 {
                arms[usize::from(a > 0.0) * 2 + usize::from(b > 0.0)] += 1;
            }
        }
    }
    // The ends of a crown's points lie on diagonals too, but a crown is solid between its lower corners.
    let sides = side_ink(ink, [top, bottom, left, right]);
    let thin = near * 100 >= total * 86 && arms.iter().all(|&arm| arm * 20 >= total.min(60)) && sides <= 0.2;
    // A fat cross strays further from the diagonals; what it has instead is four arms alike.
    let (shortest, longest) = arms.iter().fold((usize::MAX, 0), |(low, high), &arm| (low.min(arm), high.max(arm)));
    thin || (near * 100 >= total * 80 && sides <= 0.4 && shortest * 2 >= longest && evenness(ink, frame) > 0.9)
}

/// The share of ink at the middles of the four sides of the box, where a cross has none.
fn side_ink(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> f64 {
    let (mid_row, mid_column) = ((top + bottom) / 2, (left + right) / 2);
    let depth_w = ((right - left) / 5).max(1);
    let depth_h = ((bottom - top) / 5).max(1);
    let mut seen = 0;
    let mut total = 0;
    let mut look = |row: usize, column: usize| {
        total += 1;
        seen += usize::from(ink[row * POINTS + column]);
    };
    for k in 0..depth_w {
        look(mid_row, left + k);
        look(mid_row, right - k);
    }
    for k in 0..depth_h {
        look(top + k, mid_column);
        look(bottom - k, mid_column);
    }
    seen as f64 / f64::from(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `players` leaves of a board with queens in the first `queens` cells and signs of a drawing in all others.
    fn left(size: usize, queens: usize, queen: Sign, drawing: impl Fn(usize) -> Sign) -> usize {
        let signs = (0..size * size)
            .map(|i| (Cell::new(i / size, i % size), if i < queens { queen } else { drawing(i) }))
            .collect();
        let found = players(signs, size);
        assert!(found.iter().all(|(cell, _)| cell.row() * size + cell.column() < queens), "nothing of the drawing");
        found.len()
    }

    #[test]
    fn queens_on_a_drawing_are_larger_or_heavier_than_it() {
        let crown = Sign { mark: Mark::Queen, reach: 0.6, ink: 210 };
        // Dots so large that the next pixel makes a queen of one.
        let dot =
            |i: usize| Sign { mark: if i.is_multiple_of(2) { Mark::Queen } else { Mark::Cross }, reach: 0.25, ink: 32 };
        // Two hairlines from corner to corner, under the crowns too.
        let cross = |_| Sign { mark: Mark::Cross, reach: 0.95, ink: 55 };
        let crown_on_cross = Sign { reach: 0.95, ink: 310, ..crown };
        for queens in [0, 3, 8] {
            assert_eq!(left(8, queens, crown, dot), queens);
            assert_eq!(left(8, queens, crown_on_cross, cross), queens);
        }
        // No more than the drawing itself, or more than a player and the answer can have.
        assert_eq!(left(8, 8, Sign { ink: 80, ..crown_on_cross }, cross), 0);
        assert_eq!(left(8, 17, crown, dot), 0);
    }
}
