//! The n-queens problem without a linear program: a known placement, and by search how many queens a board takes and in how
//! many ways.
//!
//! Chess queens attack along rows, columns and diagonals of any length. The search goes row by row and shares nothing
//! with [`crate::linear`], so that each can be held against the other.

/// Solutions are counted on boards of up to this many rows.
pub const MAX_COUNTED: usize = 16;

/// Queens on a board of any size of which none attacks another, as many as there are rows or columns, whichever are fewer: the
/// row and the column of each, counted from 0. None where neither side is longer than 3; on 2 x 2 and 3 x 3 there are none.
///
/// Pauls' pattern (1874), in which neighbouring rows are a knight's move apart: first the even columns, then the odd ones, with
/// a few exchanged where diagonals would meet. Of a board that is not square it takes as many rows as it needs.
pub fn placement(rows: usize, columns: usize) -> Option<Vec<(usize, usize)>> {
    let (short, long) = (rows.min(columns), rows.max(columns));
    if long < 4 {
        return None;
    }
    let mut even: Vec<usize> = (2..=long).step_by(2).collect();
    let mut odd: Vec<usize> = (1..=long).step_by(2).collect();
    match long % 6 {
        2 => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        3 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    let pairs = even.into_iter().chain(odd).take(short).enumerate();
    Some(pairs.map(|(i, number)| if rows <= columns { (i, number - 1) } else { (number - 1, i) }).collect())
}

/// The number of ways to place `size` queens on a `size` x `size` board.
///
/// # Panics
/// If `size` is greater than [`MAX_COUNTED`].
pub fn count(size: usize) -> u64 {
    let mut number = 0;
    walk(size, &mut |_| number += 1);
    number
}

/// The same, counting solutions that turn or mirror into one another once.
///
/// # Panics
/// If `size` is greater than [`MAX_COUNTED`].
pub fn distinct(size: usize) -> u64 {
    let mut number = 0;
    // Of all images of a solution, the first in lexicographic order stands for them.
    walk(size, &mut |columns| number += u64::from(images(columns).iter().all(|image| columns <= &image[..])));
    number
}

/// The eight images of a solution under the symmetries of the square.
fn images(columns: &[usize]) -> [Vec<usize>; 8] {
    let mirrored = |columns: &[usize]| columns.iter().map(|column| columns.len() - 1 - column).collect::<Vec<_>>();
    // Rows become columns.
    let transposed = |columns: &[usize]| {
        let mut image = vec![0; columns.len()];
        for (row, &column) in columns.iter().enumerate() {
            image[column] = row;
        }
        image
    };
    let mut image = columns.to_vec();
    std::array::from_fn(|i| {
        image = if i % 2 == 0 { mirrored(&image) } else { transposed(&image) };
        image.clone()
    })
}

/// Hands over each solution as one column a row.
fn walk(size: usize, found: &mut impl FnMut(&[usize])) {
    fn go(size: usize, columns: &mut Vec<usize>, taken: Lines, found: &mut impl FnMut(&[usize])) {
        let row = columns.len();
        if row == size {
            found(columns);
            return;
        }
        for column in (0..size).filter(|&column| taken.is_free(row, column)) {
            columns.push(column);
            go(size, columns, taken.with(row, column), found);
            columns.pop();
        }
    }
    assert!(size <= MAX_COUNTED, "solutions are counted up to {MAX_COUNTED} rows, not for {size}");
    go(size, &mut Vec::new(), Lines::default(), found);
}

/// The greatest number of queens on a board that do not attack one another.
///
/// # Panics
/// If a side is greater than [`MAX_COUNTED`].
pub fn maximum(rows: usize, columns: usize) -> usize {
    /// Whether `wanted` more queens fit below `row`.
    fn fit(rows: usize, columns: usize, row: usize, wanted: usize, taken: Lines) -> bool {
        wanted == 0
            || rows - row >= wanted
                && ((0..columns)
                    .filter(|&column| taken.is_free(row, column))
                    .any(|column| fit(rows, columns, row + 1, wanted - 1, taken.with(row, column)))
                    || fit(rows, columns, row + 1, wanted, taken))
    }
    assert!(
        rows.max(columns) <= MAX_COUNTED,
        "boards of up to {MAX_COUNTED} rows are searched, not {rows} x {columns}"
    );
    let most = rows.min(columns);
    (0..=most).rev().find(|&wanted| fit(rows, columns, 0, wanted, Lines::default())).unwrap_or(0)
}

/// The columns and diagonals that have a queen, one bit each.
#[derive(Clone, Copy, Default)]
struct Lines {
    columns: u64,
    falling: u64,
    rising: u64,
}

impl Lines {
    fn bits(row: usize, column: usize) -> Self {
        Self { columns: 1 << column, falling: 1 << (MAX_COUNTED + column - row), rising: 1 << (row + column) }
    }

    fn is_free(self, row: usize, column: usize) -> bool {
        let bits = Self::bits(row, column);
        self.columns & bits.columns | self.falling & bits.falling | self.rising & bits.rising == 0
    }

    fn with(self, row: usize, column: usize) -> Self {
        let bits = Self::bits(row, column);
        Self {
            columns: self.columns | bits.columns,
            falling: self.falling | bits.falling,
            rising: self.rising | bits.rising,
        }
    }
}
