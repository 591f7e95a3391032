//! Sets of cells for the inner loops: 128 bits up to 11 x 11, a `CellSet` beyond.
//!
//! A cell is an index, `row * STRIDE + column`, with a stride that does not depend on the board's size. So the masks
//! of rows, columns and what a queen reaches along them are the same for every board, and are made by the compiler.

use std::ops::{BitAnd, BitOr, Sub};

use crate::board::{Cell, CellSet, MAX_SIZE};

/// The largest board whose cells fit 128 bits.
pub(super) const NARROW: usize = 11;

/// What the engine needs of a set of cells.
pub(super) trait Set:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self> + 'static
{
    /// The distance between the indices of two cells, one below the other.
    const STRIDE: usize;
    /// No cell.
    const EMPTY: Self;
    /// One byte a cell.
    type Bytes: Copy + AsRef<[u8]> + AsMut<[u8]>;
    /// Zero for every cell.
    const ZEROS: Self::Bytes;

    fn bit(index: usize) -> Self;
    fn row(row: usize) -> Self;
    fn column(column: usize) -> Self;
    /// The cells in the row, in the column and a king's move from a cell, without the cell itself.
    fn reach(index: usize) -> Self;
    fn is_empty(self) -> bool;
    /// The index of the first cell in reading order; the set must not be empty.
    fn first(self) -> usize;
    /// The index of the last cell in reading order; the set must not be empty.
    fn last(self) -> usize;
    /// The set without its first cell.
    fn rest(self) -> Self;
    /// One row as a mask, bit `c` for column `c`.
    fn row_mask(self, row: usize) -> u32;
    fn from_cells(cells: &CellSet) -> Self;
    fn cells(self) -> CellSet;

    /// Whether there is exactly one cell.
    fn is_single(self) -> bool {
        !self.is_empty() && self.rest().is_empty()
    }

    fn within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The indices in reading order.
    fn indices(self) -> Indices<Self> {
        Indices(self)
    }

    fn cell(index: usize) -> Cell {
        Cell::new(index / Self::STRIDE, index % Self::STRIDE)
    }

    fn index(cell: Cell) -> usize {
        cell.row() * Self::STRIDE + cell.column()
    }
}

/// The indices of a set, in reading order.
pub(super) struct Indices<S>(S);

impl<S: Set> Iterator for Indices<S> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.first();
        self.0 = self.0.rest();
        Some(index)
    }
}

/// Up to 11 x 11 cells in 121 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Narrow(pub(super) u128);

impl BitAnd for Narrow {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Narrow {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Narrow {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

const NARROW_ROW: u128 = (1 << NARROW) - 1;

const NARROW_COLUMN: u128 = {
    let mut mask = 0;
    let mut row = 0;
    while row < NARROW {
        mask |= 1 << (row * NARROW);
        row += 1;
    }
    mask
};

static NARROW_REACH: [u128; NARROW * NARROW] = {
    let mut table = [0; NARROW * NARROW];
    let mut index = 0;
    while index < table.len() {
        let (row, column) = (index / NARROW, index % NARROW);
        let mut other = 0;
        while other < table.len() {
            let (down, across) = (row.abs_diff(other / NARROW), column.abs_diff(other % NARROW));
            if other != index && (down == 0 || across == 0 || (down == 1 && across == 1)) {
                table[index] |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    table
};

impl Set for Narrow {
    const STRIDE: usize = NARROW;
    const EMPTY: Self = Self(0);
    type Bytes = [u8; NARROW * NARROW];
    const ZEROS: Self::Bytes = [0; NARROW * NARROW];

    fn bit(index: usize) -> Self {
        Self(1 << index)
    }

    fn row(row: usize) -> Self {
        Self(NARROW_ROW << (row * NARROW))
    }

    fn column(column: usize) -> Self {
        Self(NARROW_COLUMN << column)
    }

    fn reach(index: usize) -> Self {
        Self(NARROW_REACH[index])
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    fn last(self) -> usize {
        127 - self.0.leading_zeros() as usize
    }

    fn rest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    fn row_mask(self, row: usize) -> u32 {
        (self.0 >> (row * NARROW) & NARROW_ROW) as u32
    }

    fn from_cells(cells: &CellSet) -> Self {
        Self((0..NARROW).fold(0, |bits, row| bits | u128::from(cells.row_mask(row)) << (row * NARROW)))
    }

    fn cells(self) -> CellSet {
        let mut rows = [0; MAX_SIZE];
        for (row, mask) in rows.iter_mut().enumerate().take(NARROW) {
            *mask = self.row_mask(row);
        }
        CellSet::from_rows(rows)
    }
}

static WIDE_REACH: [CellSet; MAX_SIZE * MAX_SIZE] = {
    let mut table = [CellSet::EMPTY; MAX_SIZE * MAX_SIZE];
    let mut index = 0;
    while index < table.len() {
        let (row, column) = (index / MAX_SIZE, index % MAX_SIZE);
        let mut rows = [1 << column; MAX_SIZE];
        let beside = (0b111 << column >> 1) & ((1 << MAX_SIZE) - 1);
        if row > 0 {
            rows[row - 1] = beside;
        }
        if row + 1 < MAX_SIZE {
            rows[row + 1] = beside;
        }
        rows[row] = ((1 << MAX_SIZE) - 1) & !(1 << column);
        table[index] = CellSet::from_rows(rows);
        index += 1;
    }
    table
};

impl Set for CellSet {
    const STRIDE: usize = MAX_SIZE;
    const EMPTY: Self = Self::EMPTY;
    type Bytes = [u8; MAX_SIZE * MAX_SIZE];
    const ZEROS: Self::Bytes = [0; MAX_SIZE * MAX_SIZE];

    fn bit(index: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(Self::cell(index));
        set
    }

    fn row(row: usize) -> Self {
        let mut rows = [0; MAX_SIZE];
        rows[row] = (1 << MAX_SIZE) - 1;
        Self::from_rows(rows)
    }

    fn column(column: usize) -> Self {
        Self::from_rows([1 << column; MAX_SIZE])
    }

    fn reach(index: usize) -> Self {
        WIDE_REACH[index]
    }

    fn is_empty(self) -> bool {
        CellSet::is_empty(&self)
    }

    fn first(self) -> usize {
        let row = (0..MAX_SIZE).find(|&row| CellSet::row_mask(&self, row) != 0).unwrap_or(0);
        row * MAX_SIZE + CellSet::row_mask(&self, row).trailing_zeros() as usize
    }

    fn last(self) -> usize {
        let row = (0..MAX_SIZE).rfind(|&row| CellSet::row_mask(&self, row) != 0).unwrap_or(0);
        row * MAX_SIZE + CellSet::row_mask(&self, row).checked_ilog2().unwrap_or(0) as usize
    }

    fn rest(mut self) -> Self {
        self.remove(Self::cell(Set::first(self)));
        self
    }

    fn row_mask(self, row: usize) -> u32 {
        CellSet::row_mask(&self, row)
    }

    fn from_cells(cells: &CellSet) -> Self {
        *cells
    }

    fn cells(self) -> CellSet {
        self
    }
}
