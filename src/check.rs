//! Checks what others propose: a solution against the rules, a player's marks against the solution, and solutions against
//! each other.

use std::fmt;

use crate::board::{Board, Cell, CellSet, Marks, Solution, Unit};

/// A rule that proposed queens break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Violation {
    /// A queen stands outside the board.
    Outside(Cell),
    /// A row, column or region has no queen.
    Empty(Unit),
    /// A row, column or region has this many queens instead of one.
    Crowded(Unit, usize),
    /// Two queens touch.
    Touch(Cell, Cell),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(cell) => write!(f, "{cell} lies outside the board"),
            Self::Empty(unit) => write!(f, "{unit} has no queen"),
            Self::Crowded(unit, queens) => write!(f, "{unit} has {queens} queens"),
            Self::Touch(first, second) => write!(f, "the queens at {first} and {second} touch"),
        }
    }
}

/// Every rule that the queens break as a complete answer, in the order of the variants; none if they are a solution.
pub fn violations(board: &Board, queens: &CellSet) -> Vec<Violation> {
    let inside = *queens & board.all();
    let count = |unit: Unit| (board.unit_cells(unit) & inside).len();
    let touching = inside.iter().flat_map(|first| {
        let later = inside.iter().filter(move |&second| first < second && first.touches(second));
        later.map(move |second| Violation::Touch(first, second))
    });
    let outside = (*queens - board.all()).iter().map(Violation::Outside).collect::<Vec<_>>();
    let empty = board.units().filter(|&unit| count(unit) == 0).map(Violation::Empty);
    let crowded = board.units().filter(|&unit| count(unit) > 1).map(|unit| Violation::Crowded(unit, count(unit)));
    outside.into_iter().chain(empty).chain(crowded).chain(touching).collect()
}

/// A player's marks, judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Judged {
    /// Queens drawn that some solution has.
    pub right: CellSet,
    /// Queens drawn that no solution has.
    pub wrong: CellSet,
    /// Crosses on cells where every solution has a queen.
    pub wrong_crosses: CellSet,
}

/// Judges a player's queens and crosses by the board's solutions; given queens are not the player's. Without any solution nothing is right and
/// no cross wrong.
pub fn judge(marks: &Marks, solutions: &[Solution]) -> Judged {
    let Common { forced, differing } = compare(solutions);
    Judged {
        right: marks.queens & (forced | differing),
        wrong: marks.queens - forced - differing,
        wrong_crosses: marks.crosses & forced,
    }
}

/// What several solutions have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Common {
    /// Queens that all of them have.
    pub forced: CellSet,
    /// Queens that some of them have, and some not.
    pub differing: CellSet,
}

/// Compares solutions of one board.
pub fn compare(solutions: &[Solution]) -> Common {
    let mut queens = solutions.iter().map(Solution::queens);
    let Some(first) = queens.next() else { return Common::default() };
    let (all, any) = queens.fold((first, first), |(all, any), queens| (all & queens, any | queens));
    Common { forced: all, differing: any - all }
}
