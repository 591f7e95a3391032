//! Queens and n-queens as binary linear programs: built, written for other solvers, and solved.
//!
//! ```text
//!  RegionMap ──► Model ──► write::lp, write::mps     text for any solver
//!  rows, columns ─┘   └──► solve::solve              queens, found in process
//! ```
//!
//! A program has one binary variable a cell, 1 where a queen stands. `docs/linear.md` states both programs. Rows and columns
//! count from 0 in values and from 1 in names and files.

use std::fmt;

pub mod model;
#[cfg(feature = "linear")]
pub mod solve;
pub mod write;

pub use model::{Constraint, Model, Objective, RegionMap, Relation};

/// Boards have up to this many rows, and as many columns.
pub const MAX_SIDE: usize = 100;

/// A cell of a board that need not be square: row and column, counted from 0. Prints as `r3c5`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The row, counted from 0.
    pub row: usize,
    /// The column, counted from 0.
    pub column: usize,
}

impl Place {
    /// The cell in the given row and column, counted from 0.
    pub const fn new(row: usize, column: usize) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

/// Why something is no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinearError {
    /// The number of rows or of columns is outside 1 to [`MAX_SIDE`].
    #[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows} x {columns}")]
    SizeOutOfRange {
        /// The number of rows asked for.
        rows: u64,
        /// The number of columns asked for.
        columns: u64,
    },
    /// A map of regions in JSON that is not well formed, or has other keys and values than expected.
    #[error(
        "a map of regions looks like {{\"rows\": 1, \"columns\": 2, \"regions\": {{\"red\": [[1,1],[1,2]]}}}}: {detail}"
    )]
    BadJson {
        /// What is wrong.
        detail: String,
    },
    /// A region has a cell beyond the last row or column.
    #[error("row {row}, column {column} of region {region} lies outside the board")]
    CellOutside {
        /// The region's name.
        region: String,
        /// The row as given, counted from 1.
        row: u64,
        /// The column as given, counted from 1.
        column: u64,
    },
    /// A cell that is to have a queen lies beyond the last row or column.
    #[error("{place} lies outside the board")]
    PlaceOutside {
        /// The cell.
        place: Place,
    },
    /// A cell is listed twice, in one region or in two.
    #[error("{place} is listed in region {first} and again in region {second}")]
    CellTwice {
        /// The cell.
        place: Place,
        /// The region that lists it first.
        first: String,
        /// The region that lists it again.
        second: String,
    },
    /// A cell is in no region.
    #[error("{place} is in no region")]
    CellMissing {
        /// The cell.
        place: Place,
    },
    /// A region has no cell.
    #[error("region {region} has no cell")]
    EmptyRegion {
        /// The region's name.
        region: String,
    },
    /// Two regions have names that cannot be told apart in files, where only ASCII letters and digits are kept.
    #[error("the regions {first} and {second} would both be called {name}")]
    NameClash {
        /// The region that has the name first.
        first: String,
        /// The region that has it again.
        second: String,
        /// The name in files.
        name: String,
    },
}

impl LinearError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SizeOutOfRange { .. } => "size-out-of-range",
            Self::BadJson { .. } => "bad-json",
            Self::CellOutside { .. } | Self::PlaceOutside { .. } => "cell-outside",
            Self::CellTwice { .. } => "cell-twice",
            Self::CellMissing { .. } => "cell-missing",
            Self::EmptyRegion { .. } => "empty-region",
            Self::NameClash { .. } => "name-clash",
        }
    }
}
