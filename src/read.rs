//! From a picture to ranked candidate boards, in five stages: decode, locate, sample, cluster, marks.

#[cfg(feature = "image")]
mod beyond;
#[cfg(feature = "image")]
mod cluster;
#[cfg(feature = "image")]
mod cover;
#[cfg(feature = "image")]
mod decode;
#[cfg(feature = "image")]
mod light;
#[cfg(feature = "image")]
mod locate;
#[cfg(feature = "image")]
mod marks;
#[cfg(feature = "image")]
mod pipeline;
#[cfg(feature = "image")]
mod sample;
#[cfg(feature = "image")]
mod stage;
#[cfg(feature = "image")]
mod tint;
#[cfg(feature = "image")]
mod veil;
#[cfg(feature = "image")]
mod walls;

#[cfg(feature = "image")]
pub use decode::{DEFAULT_MAX_MEGAPIXELS, decode, foreign};
#[cfg(feature = "image")]
pub use pipeline::candidates;
#[cfg(feature = "image")]
pub use stage::{Stage, stage};

use crate::board::{Board, Cell, Marks, Region};
use crate::colour::Palette;
use crate::grid::Grid;

/// Few published boards have fewer rows.
pub(crate) const SMALL: usize = 6;

/// A cell whose region is in doubt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Doubt {
    /// The cell.
    pub cell: Cell,
    /// The region whose colour is second nearest.
    pub other: Region,
    /// How clearly the cell belongs to its own region: 0 no difference, 1 no doubt.
    pub margin: f64,
}

/// Something the user should know about a reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A stable short code.
    pub code: &'static str,
    /// One line in plain words.
    pub message: String,
    /// The cells it is about, if any.
    pub cells: Vec<Cell>,
}

/// One way to read a picture, not yet judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The board.
    pub board: Board,
    /// What is drawn on it.
    pub marks: Marks,
    /// Where it lies in the picture.
    pub grid: Grid,
    /// The colour of each region as it looks in the picture.
    pub palette: Palette,
    /// How well lattice, colours and walls agree with this reading: 0 to 1.
    pub fit: f64,
    /// Cells that are nearly as close to another region's colour, most doubtful first.
    pub doubts: Vec<Doubt>,
    /// What the stages noticed.
    pub warnings: Vec<Warning>,
    /// Whether the picture ends right at a side of the board, so that more of it may be cut off.
    pub at_edge: bool,
}

/// Why a picture was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input has no bytes.
    #[error("the file is empty")]
    EmptyFile,
    /// Not a picture in a format that can be read.
    #[error("{seen}; PNG, JPEG, WebP, GIF and BMP pictures can be read")]
    UnsupportedFormat {
        /// What the content looks like.
        seen: String,
    },
    /// A picture that is damaged or cut off.
    #[error("the picture is damaged: {detail}")]
    CorruptFile {
        /// The decoder's words.
        detail: String,
    },
    /// More pixels than the limit.
    #[error(
        "the picture has {width} x {height} pixels, more than the limit of {limit} megapixels; raise it with --max-megapixels"
    )]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// The limit in megapixels.
        limit: u32,
    },
    /// No lattice of flat cells.
    #[error("no board found: {seen}")]
    NoGrid {
        /// What was seen instead.
        seen: String,
    },
    /// A lattice with different numbers of rows and columns.
    #[error("{columns} columns and {rows} rows: {advice}")]
    NotSquare {
        /// Columns seen.
        columns: usize,
        /// Rows seen.
        rows: usize,
        /// What to do about it.
        advice: String,
    },
    /// Cells are too few pixels wide.
    #[error("the cells are only {pixels} pixels wide; a larger picture is needed")]
    TooSmall {
        /// Cell size in pixels.
        pixels: u32,
    },
    /// A lattice without coloured regions.
    #[error(
        "a grid of {size} x {size} cells without coloured regions; only boards with one colour a region can be read"
    )]
    NoColours {
        /// Rows seen.
        size: usize,
    },
    /// Fewer colours than rows.
    #[error("{size} rows but only {colours} colours")]
    TooFewColours {
        /// Rows seen.
        size: usize,
        /// Colours seen.
        colours: usize,
    },
    /// Colours do not make up one region a row.
    #[error("{size} rows but {colours} colours: {advice}")]
    ColoursMismatch {
        /// Rows seen.
        size: usize,
        /// Colours seen.
        colours: usize,
        /// What may be the cause.
        advice: String,
    },
    /// Something covers part of the board.
    #[error("part of the board is hidden: {seen}")]
    PartlyHidden {
        /// What covers it.
        seen: String,
    },
    /// A board was read, but not surely enough to show it.
    #[error("not sure enough about this board: {detail}")]
    LowConfidence {
        /// What is doubtful, and what to do.
        detail: String,
    },
}

impl ReadError {
    /// The stable short code of the error, as JSON and fixtures use it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::EmptyFile => "empty-file",
            Self::UnsupportedFormat { .. } => "unsupported-format",
            Self::CorruptFile { .. } => "corrupt-file",
            Self::TooLarge { .. } => "too-large",
            Self::NoGrid { .. } => "no-grid",
            Self::NotSquare { .. } => "not-square",
            Self::TooSmall { .. } => "too-small",
            Self::NoColours { .. } => "no-colours",
            Self::TooFewColours { .. } => "too-few-colours",
            Self::ColoursMismatch { .. } => "colours-mismatch",
            Self::PartlyHidden { .. } => "partly-hidden",
            Self::LowConfidence { .. } => "low-confidence",
        }
    }
}

/// What the user knows about a picture, and how bold the reading may be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The number of rows, where the user says so.
    pub size: Option<usize>,
    /// Where to look: x, y, width and height in pixels.
    pub within: Option<[u32; 4]>,
    /// Gives readings that would otherwise be refused as not sure enough.
    pub force: bool,
}
