//! The signs that are drawn in cells, as shapes round the origin: x to the right, y down.

use super::item::Path;
use crate::board::{Cell, CellSet, MAX_SIZE};
use crate::grid::Point;

/// A crown of three points on a band, centred on its box of 1 x 0.84.
pub(super) fn crown() -> Path {
    let p = |x: f64, y: f64| Point::new(x, y);
    let mut path = Path::new();
    path.circle(-0.41, -0.18, 0.09).circle(0.0, -0.33, 0.09).circle(0.41, -0.18, 0.09);
    path.move_to(-0.30, 0.25)
        .line_to(-0.445, -0.17)
        .line_to(-0.375, -0.185)
        .curve_to(p(-0.34, -0.02), p(-0.17, 0.02), p(-0.155, -0.06))
        .line_to(-0.045, -0.31)
        .line_to(0.045, -0.31)
        .line_to(0.155, -0.06)
        .curve_to(p(0.17, 0.02), p(0.34, -0.02), p(0.375, -0.185))
        .line_to(0.445, -0.17)
        .line_to(0.30, 0.25)
        .close();
    path.rounded_rectangle(-0.30, 0.30, 0.30, 0.42, 0.04);
    path
}

/// Two diagonals of the box of side 1.
pub(super) fn cross() -> Path {
    let mut path = Path::new();
    path.move_to(-0.5, -0.5).line_to(0.5, 0.5).move_to(-0.5, 0.5).line_to(0.5, -0.5);
    path
}

/// A tick within the box of side 1.
pub(super) fn tick() -> Path {
    let mut path = Path::new();
    path.move_to(-0.45, 0.05).line_to(-0.12, 0.38).line_to(0.45, -0.33);
    path
}

/// A circle of diameter 1.
pub(super) fn disc() -> Path {
    let mut path = Path::new();
    path.circle(0.0, 0.0, 0.5);
    path
}

/// A square of side 1.
pub(super) fn square() -> Path {
    let mut path = Path::new();
    path.rectangle(-0.5, -0.5, 0.5, 0.5);
    path
}

/// A question mark within the box of side 1, to be stroked.
pub(super) fn question() -> Path {
    let p = Point::new;
    let mut path = Path::new();
    path.move_to(-0.25, -0.25)
        .curve_to(p(-0.25, -0.58), p(0.27, -0.58), p(0.27, -0.22))
        .curve_to(p(0.27, 0.0), p(0.0, 0.0), p(0.0, 0.2))
        .move_to(0.0, 0.46)
        .line_to(0.0, 0.461);
    path
}

/// A circle of diameter 1 in eight arcs with gaps as long as they are.
pub(super) fn dashes() -> Path {
    let mut path = Path::new();
    let at = |angle: f64| Point::new(0.5 * angle.cos(), 0.5 * angle.sin());
    let turn = std::f64::consts::TAU / 16.0;
    // A tangent of 4/3 tan(angle / 4) radii gives the curve that follows an arc of that angle.
    let reach = 4.0 / 3.0 * (turn / 4.0).tan();
    for i in 0..8 {
        let (a, b) = (at(f64::from(2 * i) * turn), at(f64::from(2 * i + 1) * turn));
        path.move_to(a.x, a.y).curve_to(
            Point::new(a.x - reach * a.y, a.y + reach * a.x),
            Point::new(b.x + reach * b.y, b.y - reach * b.x),
            b,
        );
    }
    path
}

/// The border of a set of cells, drawn `inset` (in cell sides) inside them. `point` gives a place in a cell, by shares of its width and height.
///
/// Each cell contributes, where its neighbour is not in the set, a straight piece along that side; at a corner where the set turns
/// inwards the piece goes on to the corner of the neighbour's own inset line.
pub(super) fn border(cells: &CellSet, inset: f64, point: impl Fn(Cell, f64, f64) -> Point) -> Path {
    let mut path = Path::new();
    let has = |cell: Cell, down: isize, right: isize| {
        let row = cell.row().checked_add_signed(down).filter(|&row| row < MAX_SIZE);
        let column = cell.column().checked_add_signed(right).filter(|&column| column < MAX_SIZE);
        matches!((row, column), (Some(row), Some(column)) if cells.contains(Cell::new(row, column)))
    };
    for cell in cells.iter() {
        // Each side in turn, seen as the upper one: `(x, y)` turned by quarter turns round the cell's middle.
        for quarter in 0..4 {
            let turn = |down: isize, right: isize| match quarter {
                0 => (down, right),
                1 => (right, -down),
                2 => (-down, -right),
                _ => (-right, down),
            };
            let neighbour = |down: isize, right: isize| {
                let (down, right) = turn(down, right);
                has(cell, down, right)
            };
            if neighbour(-1, 0) {
                continue;
            }
            // From left to right along the upper side. Where the set goes on beyond a corner, the line goes to the side of the cell, or past it by the
            // inset where the set turns towards us.
            let end = |side: isize| {
                if !neighbour(0, side) {
                    inset
                } else if neighbour(-1, side) {
                    -inset
                } else {
                    0.0
                }
            };
            let place = |x: f64, y: f64| {
                let (x, y) = match quarter {
                    0 => (x, y),
                    1 => (1.0 - y, x),
                    2 => (1.0 - x, 1.0 - y),
                    _ => (y, 1.0 - x),
                };
                point(cell, x, y)
            };
            let (a, b) = (place(end(-1), inset), place(1.0 - end(1), inset));
            path.move_to(a.x, a.y).line_to(b.x, b.y);
        }
    }
    path
}
