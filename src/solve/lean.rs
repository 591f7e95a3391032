//! The answer without the evidence.

use super::{SolveOptions, solve};
use crate::board::{Board, Solution, State};

pub(super) fn solution(board: &Board) -> Option<Solution> {
    solve(board, State::new(board), &SolveOptions::default()).solution()
}
