//! Drawing: crowns on the user's own picture, and boards as pictures, SVG, animations, pages and terminal text.
//!
//! Everything that is drawn is first a list of [`Item`]s, each a shape in one colour. What stands on a board (an
//! [`Overlay`](overlay::Overlay)) becomes items through a [`Grid`](crate::grid::Grid), so the same marks follow a
//! photograph's perspective or lie on a clean board. The back ends only know items.

#[cfg(feature = "image")]
pub mod animation;
#[cfg(feature = "image")]
pub mod apng;
#[cfg(feature = "chart")]
pub mod chart;
pub mod chessboard;
#[cfg(feature = "image")]
pub mod gif;
pub mod html;
#[cfg(feature = "image")]
pub mod inline;
pub mod item;
#[cfg(feature = "image")]
pub mod jpeg;
mod letters;
pub mod overlay;
#[cfg(feature = "image")]
pub mod png;
#[cfg(feature = "image")]
mod raster;
#[cfg(feature = "image")]
mod reduced;
pub mod scene;
mod shapes;
pub mod steps;
pub mod svg;
pub mod term;

pub use item::{Item, Paint, Path, Rgba, Segment};

/// Why something could not be drawn or encoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The grid and the board have different sizes.
    #[error("a grid of {grid} x {grid} cells does not fit a board of {board} x {board}")]
    GridMismatch {
        /// Cells a side of the grid.
        grid: usize,
        /// Cells a side of the board.
        board: usize,
    },
    /// The picture would have no pixels.
    #[error("a picture of {width} x {height} pixels cannot be made")]
    BadSize {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// An encoder failed.
    #[error("the picture could not be encoded as {format}: {detail}")]
    Encode {
        /// The format's name.
        format: &'static str,
        /// The encoder's words.
        detail: String,
    },
}

impl RenderError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::GridMismatch { .. } => "grid-mismatch",
            Self::BadSize { .. } => "bad-size",
            Self::Encode { .. } => "encode",
        }
    }
}
