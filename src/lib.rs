//! Drop in a screenshot of a Queens puzzle, get the answer drawn on it.

pub mod batch;
pub mod board;
pub mod check;
pub mod colour;
pub mod exact;
pub mod explain;
pub mod grade;
pub mod grid;
pub mod hint;
pub mod judge;
pub mod picture;
pub mod read;
pub mod render;
pub mod report;
pub mod solve;
pub mod survey;
pub mod text;
