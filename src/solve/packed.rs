//! Sets of cells in one word or two, all cells one after the other.

use std::ops::{BitAnd, BitOr, Sub};

use super::set::Set;
use crate::board::{CellSet, MAX_SIZE};

/// A set of the cells of boards of up to `$side` rows in the bits of `$bits`.
macro_rules! packed {
    ($(#[$doc:meta])* $name:ident, $(#[$indices_doc:meta])* $indices:ident, $bits:ty, $side:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(super) struct $name($bits);

        $(#[$indices_doc])*
        pub(super) struct $indices($bits);

        impl Iterator for $indices {
            type Item = usize;

            #[inline]
            fn next(&mut self) -> Option<usize> {
                if self.0 == 0 {
                    return None;
                }
                let bit = self.0.trailing_zeros() as usize;
                self.0 &= self.0 - 1;
                Some(bit)
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl $name {
            const ROW: $bits = (1 << $side) - 1;

            const REACH: [Self; $side * $side] = {
                let mut table = [Self(0); $side * $side];
                let mut index = 0;
                while index < table.len() {
                    let (row, column): (usize, usize) = (index / $side, index % $side);
                    let mut other = 0;
                    while other < table.len() {
                        let (down, across) = (row.abs_diff(other / $side), column.abs_diff(other % $side));
                        if other != index && (down == 0 || across == 0 || (down == 1 && across == 1)) {
                            table[index].0 |= 1 << other;
                        }
                        other += 1;
                    }
                    index += 1;
                }
                table
            };
        }

        impl Set for $name {
            const STRIDE: usize = $side;
            const EMPTY: Self = Self(0);
            type Units = u64;
            type OfUnits = [Self; 3 * $side];
            type OfCells = [u64; $side * $side];
            const LINES: Self::OfUnits = {
                let mut lines = [Self(0); 3 * $side];
                let mut cell = 0;
                while cell < $side * $side {
                    lines[$side + cell / $side].0 |= 1 << cell;
                    lines[2 * $side + cell % $side].0 |= 1 << cell;
                    cell += 1;
                }
                lines
            };
            const CROSSINGS: Self::OfCells = {
                let mut crossings = [0; $side * $side];
                let mut cell = 0;
                while cell < crossings.len() {
                    crossings[cell] = 1 << ($side + cell / $side) | 1 << (2 * $side + cell % $side);
                    cell += 1;
                }
                crossings
            };
            type Indices = $indices;

            #[inline]
            fn bit(index: usize) -> Self {
                Self(1 << index)
            }

            #[inline]
            fn reach(index: usize) -> Self {
                static REACH: [$name; $side * $side] = $name::REACH;
                REACH[index]
            }

            #[inline]
            fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[inline]
            fn first(self) -> usize {
                self.0.trailing_zeros() as usize
            }

            #[inline]
            fn last(self) -> usize {
                self.0.ilog2() as usize
            }

            #[inline]
            fn rest(self) -> Self {
                Self(self.0 & self.0.wrapping_sub(1))
            }

            #[inline]
            fn row_mask(self, row: usize) -> u32 {
                (self.0 >> (row * $side) & Self::ROW) as u32
            }

            #[inline]
            fn indices(self) -> $indices {
                $indices(self.0)
            }

            #[inline]
            fn from_cells(cells: &CellSet) -> Self {
                Self((0..$side).fold(0, |bits, row| bits | <$bits>::from(cells.row_mask(row)) << (row * $side)))
            }

            #[inline]
            fn cells(self) -> CellSet {
                let mut rows = [0; MAX_SIZE];
                for (row, mask) in rows.iter_mut().enumerate().take($side) {
                    *mask = self.row_mask(row);
                }
                CellSet::from_rows(rows)
            }
        }
    };
}

packed!(
    /// Up to 8 x 8 cells, in one word.
    Small,
    /// The numbers of the bits of a word.
    SmallIndices,
    u64,
    8
);
packed!(
    /// Up to 11 x 11 cells, in two words.
    Medium,
    /// The numbers of the bits of two words.
    MediumIndices,
    u128,
    11
);
