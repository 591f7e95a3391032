//! Weighs candidate readings, sets the confidence, and refuses what is not sure enough.

use crate::board::{Board, Marks};
use crate::colour::Palette;
use crate::grid::Grid;
use crate::read::{Doubt, Warning};

/// A picture, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The board.
    pub board: Board,
    /// What is drawn on it.
    pub marks: Marks,
    /// Where it lies in the picture.
    pub grid: Grid,
    /// The colour of each region as it looks in the picture.
    pub palette: Palette,
    /// How often readings like this one are right: 0 to 1.
    pub confidence: f64,
    /// The number of solutions of the board with its given queens: 0, 1, or 2 for two or more.
    pub solutions: usize,
    /// Cells that are nearly as close to another region's colour, most doubtful first.
    pub doubts: Vec<Doubt>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
}
