//! Where a board lies in a picture: line positions and a projective map.
//!
//! Picture coordinates are in pixels of the upright picture, x to the right and y down, with (0, 0) at the outer corner
//! of the first pixel, so that the centre of pixel (0, 0) is (0.5, 0.5).

use crate::board::Cell;

/// A point in a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A projective map of the plane as a row-major 3 x 3 matrix, acting on column vectors (x, y, 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homography(pub [[f64; 3]; 3]);

impl Homography {
    /// The map that leaves every point where it is.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// The image of a point.
    pub fn apply(&self, p: Point) -> Point {
        let m = &self.0;
        let w = m[2][0] * p.x + m[2][1] * p.y + m[2][2];
        Point::new((m[0][0] * p.x + m[0][1] * p.y + m[0][2]) / w, (m[1][0] * p.x + m[1][1] * p.y + m[1][2]) / w)
    }

    /// A shift by `dx` and `dy`.
    pub const fn shift(dx: f64, dy: f64) -> Self {
        Self([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]])
    }

    /// A stretch by `by` in both directions.
    pub const fn scale(by: f64) -> Self {
        Self([[by, 0.0, 0.0], [0.0, by, 0.0], [0.0, 0.0, 1.0]])
    }

    /// The map that applies this one after `first`.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self(std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|k| self.0[r][k] * first.0[k][c]).sum())))
    }

    /// The map that undoes this one, or `None` if it flattens the plane.
    pub fn inverse(&self) -> Option<Self> {
        let m = &self.0;
        // Adjugate over determinant; the scale of a homography is free, so the determinant only has to be non-zero.
        let cofactor = |r: usize, c: usize| {
            let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
            m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
        };
        let determinant: f64 = (0..3).map(|c| m[0][c] * cofactor(0, c)).sum();
        if !determinant.is_finite() || determinant.abs() < 1e-12 {
            return None;
        }
        Some(Self(std::array::from_fn(|r| std::array::from_fn(|c| cofactor(c, r) / determinant))))
    }
}

/// Where a board lies in a picture.
///
/// The lines are straight and parallel to the axes in a plane of their own, at `columns` (x) and `rows` (y); the
/// homography carries that plane into the picture. Both lists hold one number more than the board has cells a side and
/// grow strictly. Cells need not be square, nor equal. Where cells are separated by gaps, a line runs down the middle of
/// each gap.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    columns: Vec<f64>,
    rows: Vec<f64>,
    plane: Homography,
    inverse: Homography,
}

impl Grid {
    /// A grid whose lines are parallel to the picture's edges, at the given x (`columns`) and y (`rows`) in pixels.
    ///
    /// `None` unless both lists have the same length of at least 2 and grow strictly.
    pub fn axis_aligned(columns: Vec<f64>, rows: Vec<f64>) -> Option<Self> {
        Self::projective(columns, rows, Homography::IDENTITY)
    }

    /// A grid seen through a homography that carries the plane of `columns` and `rows` into the picture.
    ///
    /// `None` unless both lists have the same length of at least 2 and grow strictly, and the map can be undone.
    pub fn projective(columns: Vec<f64>, rows: Vec<f64>, plane: Homography) -> Option<Self> {
        let grows = |lines: &[f64]| lines.windows(2).all(|pair| pair[0] < pair[1]);
        if columns.len() != rows.len() || columns.len() < 2 || !grows(&columns) || !grows(&rows) {
            return None;
        }
        let inverse = plane.inverse()?;
        Some(Self { columns, rows, plane, inverse })
    }

    /// The same grid in a picture that `map` carries this one into.
    ///
    /// # Panics
    /// If the map flattens the plane.
    #[must_use]
    pub fn mapped(&self, map: &Homography) -> Self {
        let [[a, b, dx], [c, d, dy], [p, q, w]] = map.0;
        if self.is_axis_aligned() && b == 0.0 && c == 0.0 && p == 0.0 && q == 0.0 && a / w > 0.0 && d / w > 0.0 {
            let moved = |lines: &[f64], by: f64, to: f64| lines.iter().map(|line| line * by / w + to / w).collect();
            return Self { columns: moved(&self.columns, a, dx), rows: moved(&self.rows, d, dy), ..self.clone() };
        }
        let plane = map.after(&self.plane);
        let inverse = plane.inverse().expect("a map between pictures can be undone");
        Self { plane, inverse, ..self.clone() }
    }

    /// The number of cells a side.
    pub fn size(&self) -> usize {
        self.columns.len() - 1
    }

    /// The x of each line between columns, in the grid's own plane.
    pub fn columns(&self) -> &[f64] {
        &self.columns
    }

    /// The y of each line between rows, in the grid's own plane.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// The map from the grid's own plane into the picture.
    pub fn plane(&self) -> &Homography {
        &self.plane
    }

    /// Whether the lines are parallel to the picture's edges.
    pub fn is_axis_aligned(&self) -> bool {
        self.plane == Homography::IDENTITY
    }

    /// How far the widest or narrowest cell is from the mean width or height, as a share of it.
    pub fn unevenness(&self) -> f64 {
        let uneven = |lines: &[f64]| {
            let mean = (lines[lines.len() - 1] - lines[0]) / (lines.len() - 1) as f64;
            lines.windows(2).map(|pair| ((pair[1] - pair[0]) / mean - 1.0).abs()).fold(0.0, f64::max)
        };
        uneven(&self.columns).max(uneven(&self.rows))
    }

    /// A point of a cell, `u` to the right and `v` down, both 0 to 1 across the cell, as a point of the picture.
    pub fn point(&self, cell: Cell, u: f64, v: f64) -> Point {
        let along = |lines: &[f64], i: usize, t: f64| lines[i] + t * (lines[i + 1] - lines[i]);
        self.plane.apply(Point::new(along(&self.columns, cell.column(), u), along(&self.rows, cell.row(), v)))
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.point(cell, 0.5, 0.5)
    }

    /// The corners of a cell, clockwise from top left.
    pub fn cell_corners(&self, cell: Cell) -> [Point; 4] {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| self.point(cell, u, v))
    }

    /// Width of a cell in pixels along the upper edge, on average.
    pub fn pitch(&self) -> f64 {
        let [a, b, ..] = self.corners();
        (b.x - a.x).hypot(b.y - a.y) / self.size() as f64
    }

    /// Whether another grid has the same cells, to a quarter of a cell.
    pub fn coincides(&self, other: &Self) -> bool {
        let (own, others) = (self.corners(), other.corners());
        let near = 0.25 * self.pitch();
        let same = |(a, b): (&Point, &Point)| (a.x - b.x).abs() < near && (a.y - b.y).abs() < near;
        self.size() == other.size() && own.iter().zip(&others).all(same)
    }

    /// The corners of the board, clockwise from top left.
    pub fn corners(&self) -> [Point; 4] {
        let (x0, x1) = (self.columns[0], self.columns[self.size()]);
        let (y0, y1) = (self.rows[0], self.rows[self.size()]);
        [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| self.plane.apply(Point::new(x, y)))
    }

    /// The cell that a point of the picture lies in.
    pub fn cell_at(&self, point: Point) -> Option<Cell> {
        let p = self.inverse.apply(point);
        let index = |lines: &[f64], t: f64| {
            (t >= lines[0] && t < lines[lines.len() - 1]).then(|| lines.partition_point(|&line| line <= t) - 1)
        };
        Some(Cell::new(index(&self.rows, p.y)?, index(&self.columns, p.x)?))
    }

    /// Width and height of a cell in pixels of the picture, measured through its centre.
    pub fn cell_size(&self, cell: Cell) -> (f64, f64) {
        let distance = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
        (
            distance(self.point(cell, 0.0, 0.5), self.point(cell, 1.0, 0.5)),
            distance(self.point(cell, 0.5, 0.0), self.point(cell, 0.5, 1.0)),
        )
    }
}
