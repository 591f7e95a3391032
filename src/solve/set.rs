//! Sets of cells for the inner loops: one word up to 8 x 8, two up to 11 x 11, a `CellSet` beyond.
//!
//! A cell is an index, `row * STRIDE + column`, with a stride that does not depend on the board's size. So the masks
//! of rows, columns and what a queen reaches along them are the same for every board, and are made by the compiler.

use std::ops::{BitAnd, BitOr, Not, Sub};

use crate::board::{Cell, CellSet, MAX_SIZE};

/// A set of units as bits: the regions first, then the rows, then the columns.
///
/// As regions come first, the lowest bit of a cell's units is its region.
pub(super) trait Units: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    const NONE: Self;
    fn one(unit: usize) -> Self;
    /// The units of the mask, numbered from one on.
    fn of(mask: u32, from: usize) -> Self;
    fn is_empty(self) -> bool;
    /// The lowest bit's number; there must be one.
    fn first(self) -> usize;
    /// The set without its lowest bit.
    fn rest(self) -> Self;
    /// The bits from one on, as far as they go into 32.
    fn since(self, bit: usize) -> u32;
}

macro_rules! units {
    ($bits:ty) => {
        impl Units for $bits {
            const NONE: Self = 0;

            #[inline]
            fn one(unit: usize) -> Self {
                1 << unit
            }

            #[inline]
            fn of(mask: u32, from: usize) -> Self {
                <$bits>::from(mask) << from
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn since(self, bit: usize) -> u32 {
                (self >> bit) as u32
            }
        }
    };
}

units!(u64);
units!(u128);

/// Calls a function that is generic over the kind of set with the smallest that has room for a board.
macro_rules! by_size {
    ($board:expr, $function:ident($($argument:expr),*)) => {
        match $board.size() {
            ..=8 => $function::<crate::solve::packed::Small>($($argument),*),
            9..=11 => $function::<crate::solve::packed::Medium>($($argument),*),
            _ => $function::<crate::board::CellSet>($($argument),*),
        }
    };
}
pub(super) use by_size;

/// What the engine needs of a set of cells.
pub(super) trait Set:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self> + 'static
{
    /// The distance between the indices of two cells, one below the other.
    const STRIDE: usize;
    /// No cell.
    const EMPTY: Self;
    /// As many units as the largest board has.
    type Units: Units;
    /// A set of cells for each unit.
    type OfUnits: Copy + AsRef<[Self]> + AsMut<[Self]>;
    /// A set of units for each cell.
    type OfCells: Copy + AsRef<[Self::Units]> + AsMut<[Self::Units]>;
    /// The cells of rows and columns; none for regions. Lines reach beyond boards smaller than the stride.
    const LINES: Self::OfUnits;
    /// The row and the column of every cell.
    const CROSSINGS: Self::OfCells;
    type Indices: Iterator<Item = usize>;

    fn bit(index: usize) -> Self;
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
    #[inline]
    fn is_single(self) -> bool {
        !self.is_empty() && self.rest().is_empty()
    }

    #[inline]
    fn within(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// The indices in reading order.
    fn indices(self) -> Self::Indices;

    #[inline]
    fn cell(index: usize) -> Cell {
        Cell::new(index / Self::STRIDE, index % Self::STRIDE)
    }

    fn index(cell: Cell) -> usize {
        cell.row() * Self::STRIDE + cell.column()
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
    type Units = u128;
    type OfUnits = [Self; 3 * MAX_SIZE];
    type OfCells = [u128; MAX_SIZE * MAX_SIZE];
    const LINES: Self::OfUnits = {
        let mut lines = [Self::EMPTY; 3 * MAX_SIZE];
        let mut line = 0;
        while line < MAX_SIZE {
            let mut rows = [0; MAX_SIZE];
            rows[line] = (1 << MAX_SIZE) - 1;
            lines[MAX_SIZE + line] = Self::from_rows(rows);
            lines[2 * MAX_SIZE + line] = Self::from_rows([1 << line; MAX_SIZE]);
            line += 1;
        }
        lines
    };
    const CROSSINGS: Self::OfCells = {
        let mut crossings = [0; MAX_SIZE * MAX_SIZE];
        let mut index = 0;
        while index < crossings.len() {
            crossings[index] = 1 << (MAX_SIZE + index / MAX_SIZE) | 1 << (2 * MAX_SIZE + index % MAX_SIZE);
            index += 1;
        }
        crossings
    };
    type Indices = WideIndices;

    #[inline]
    fn bit(index: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(Self::cell(index));
        set
    }

    #[inline]
    fn reach(index: usize) -> Self {
        WIDE_REACH[index]
    }

    #[inline]
    fn is_empty(self) -> bool {
        CellSet::is_empty(&self)
    }

    #[inline]
    fn first(self) -> usize {
        let row = (0..MAX_SIZE).find(|&row| CellSet::row_mask(&self, row) != 0).unwrap_or(0);
        row * MAX_SIZE + CellSet::row_mask(&self, row).trailing_zeros() as usize
    }

    #[inline]
    fn last(self) -> usize {
        let row = (0..MAX_SIZE).rfind(|&row| CellSet::row_mask(&self, row) != 0).unwrap_or(0);
        row * MAX_SIZE + CellSet::row_mask(&self, row).checked_ilog2().unwrap_or(0) as usize
    }

    #[inline]
    fn rest(mut self) -> Self {
        self.remove(Self::cell(Set::first(self)));
        self
    }

    #[inline]
    fn row_mask(self, row: usize) -> u32 {
        CellSet::row_mask(&self, row)
    }

    #[inline]
    fn indices(self) -> WideIndices {
        WideIndices { rest: self, row: 0, mask: CellSet::row_mask(&self, 0) }
    }

    #[inline]
    fn from_cells(cells: &CellSet) -> Self {
        *cells
    }

    #[inline]
    fn cells(self) -> CellSet {
        self
    }
}

/// The indices of a wide set, row by row.
pub(super) struct WideIndices {
    rest: CellSet,
    row: usize,
    /// What is left of the row.
    mask: u32,
}

impl Iterator for WideIndices {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.mask == 0 {
            if self.row + 1 == MAX_SIZE {
                return None;
            }
            self.row += 1;
            self.mask = self.rest.row_mask(self.row);
        }
        let column = self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        Some(self.row * MAX_SIZE + column)
    }
}
