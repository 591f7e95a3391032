//! Solving the way a strong human does: named deductions, never a guess, never a step back.
//!
//! A solve is a [`Trace`] of [`Deduction`]s. After every deduction the loop starts again at the easiest technique, in
//! the order of [`TECHNIQUES`]. Every technique but the probe is monotone: with fewer open cells it never loses a
//! deduction. So what the techniques reach together does not depend on the order of regions or on the way the board
//! is turned, and neither does the probe that runs them to their end.
//!
//! [`solve`] keeps the evidence of every step; [`solution`] only looks for the answer and is several times as fast.

mod confined;
mod lean;
mod packed;
mod pair;
mod pigeonhole;
mod position;
mod probe;
mod set;
mod shadow;
mod shapes;
mod singles;
mod table;

use std::iter::{Sum, successors};
use std::ops::{Add, AddAssign};

use crate::board::{Board, Cell, CellSet, Solution, State, Unit};
use position::{Layout, Position};
use probe::Memory;
use set::{Set, by_size};
pub use shapes::Shape;
pub use table::{Level, TECHNIQUES, TechniqueError, TechniqueInfo, TechniqueSet};

/// A kind of deduction. The order of the variants is the order of trial, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A queen stands: every cell it attacks dies.
    QueenKill,
    /// A region has one live cell and no queen.
    SingleRegion,
    /// A row or column has one live cell and no queen.
    SingleLine,
    /// All live cells of a region lie in one line: the rest of the line dies.
    RegionLine,
    /// All live cells of a line lie in one region: the rest of the region dies.
    LineRegion,
    /// The shadow of a region whose live cells form a named polyomino.
    Shape(Shape),
    /// The shadow of any other region: cells attacked from every live cell of the region.
    ShadowRegion,
    /// The shadow of a row or column.
    ShadowLine,
    /// Regions confined to as many lines as there are regions, or lines confined to as many regions.
    Pigeonhole,
    /// Rows whose live cells lie in as many columns, or the reverse.
    RowsColumns,
    /// A queen on the cell would leave two units without a pair of compatible cells.
    PairShadow,
    /// A queen on the cell leads to a contradiction by the cheaper techniques.
    Probe,
}

impl Technique {
    /// The technique's line in [`TECHNIQUES`].
    pub fn info(self) -> &'static TechniqueInfo {
        &TECHNIQUES[self.index()]
    }

    /// The technique's place in [`TECHNIQUES`].
    pub fn index(self) -> usize {
        const SHAPES: usize = Shape::COUNT;
        match self {
            Self::QueenKill => 0,
            Self::SingleRegion => 1,
            Self::SingleLine => 2,
            Self::RegionLine => 3,
            Self::LineRegion => 4,
            Self::Shape(shape) => 5 + shape.index(),
            Self::ShadowRegion => 5 + SHAPES,
            Self::ShadowLine => 6 + SHAPES,
            Self::Pigeonhole => 7 + SHAPES,
            Self::RowsColumns => 8 + SHAPES,
            Self::PairShadow => 9 + SHAPES,
            Self::Probe => 10 + SHAPES,
        }
    }
}

/// How far the probe looks before it gives a cell up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Probe {
    /// No probe.
    Off,
    /// Two passes of the baseline techniques. What it finds depends on the order of the regions and on the way the
    /// board is turned.
    Short,
    /// All cheaper techniques, until none applies.
    #[default]
    Full,
}

/// Which techniques a solve may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SolveOptions {
    /// The techniques; all by default.
    pub techniques: TechniqueSet,
    /// How far the probe looks, where `techniques` has it.
    pub probe: Probe,
}

/// One step: what was seen, and what follows. Always changes the state it was found in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deduction {
    /// The kind of deduction.
    pub technique: Technique,
    /// What a person has to look at to believe the step; enough to explain and to draw it.
    pub evidence: Evidence,
    /// The cell on which a queen is placed, if the step places one.
    pub place: Option<Cell>,
    /// The open cells that die.
    pub remove: CellSet,
}

/// What a deduction rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// A queen that stands and attacks the removed cells.
    Queen {
        /// Where it stands.
        queen: Cell,
    },
    /// A unit with a single live cell.
    Single {
        /// The unit.
        unit: Unit,
        /// Its live cell.
        cell: Cell,
    },
    /// A unit all of whose live cells lie in another unit.
    Confined {
        /// The unit whose queen is confined.
        unit: Unit,
        /// The unit it is confined to; the rest of this one dies.
        within: Unit,
        /// The live cells of `unit`.
        cells: CellSet,
    },
    /// A unit from each of whose live cells the removed cells are attacked.
    Shadow {
        /// The unit.
        unit: Unit,
        /// Its live cells.
        cells: CellSet,
        /// The name of their shape, where the catalogue has one.
        shape: Option<Shape>,
    },
    /// As many units of one kind as there are units of another kind that hold all their live cells.
    Pigeonhole {
        /// The units whose queens are confined.
        units: Vec<Unit>,
        /// The units, as many, that they are confined to; everything else in these dies.
        within: Vec<Unit>,
        /// The live cells of `units`.
        cells: CellSet,
    },
    /// Two units that a queen on the assumed cell would leave without a pair of compatible cells.
    PairShadow {
        /// The assumed cell, which dies.
        assumed: Cell,
        /// One unit.
        first: Unit,
        /// What it would keep.
        first_cells: CellSet,
        /// The other unit.
        second: Unit,
        /// What it would keep.
        second_cells: CellSet,
    },
    /// The consequences of a queen on the assumed cell, ending in a contradiction.
    Probe {
        /// The assumed cell, which dies.
        assumed: Cell,
        /// The steps that follow from the assumption.
        steps: Vec<Deduction>,
        /// Where they end.
        conflict: Conflict,
    },
}

/// Why a state has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conflict {
    /// A unit has neither a queen nor an open cell.
    EmptyUnit(Unit),
    /// Two queens attack each other.
    Attack(Cell, Cell),
    /// More units than units of another kind to hold them.
    Crowded {
        /// The units whose live cells all lie in `within`.
        units: Vec<Unit>,
        /// The units that hold them, fewer than `units`.
        within: Vec<Unit>,
    },
}

impl Deduction {
    /// Carries the step out.
    pub fn apply(&self, state: &mut State) {
        if let Some(cell) = self.place {
            state.queens.insert(cell);
            state.open.remove(cell);
        }
        state.open -= self.remove;
    }
}

/// A solve as data: it can be replayed, explained, drawn, graded and counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The state the solve began with.
    pub start: State,
    /// The steps in order.
    pub steps: Vec<Deduction>,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a solve ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A queen in every unit.
    Solved,
    /// No technique applies any more.
    Stuck,
    /// The start has no solution.
    Contradiction(Conflict),
}

impl Trace {
    /// The state after the last step.
    pub fn end(&self) -> State {
        let mut state = self.start;
        for step in &self.steps {
            step.apply(&mut state);
        }
        state
    }

    /// The start and the state after each step, one more than there are steps.
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        successors(Some((0, self.start)), |&(i, mut state)| {
            self.steps.get(i)?.apply(&mut state);
            Some((i + 1, state))
        })
        .map(|(_, state)| state)
    }

    /// The solution, if the solve ended in one.
    pub fn solution(&self) -> Option<Solution> {
        if self.outcome == Outcome::Solved { Solution::from_queens(&self.end().queens) } else { None }
    }

    /// How often each technique was used: for the queen kill the queens that stand at the end, for every other
    /// technique its steps.
    pub fn counters(&self) -> Counters {
        let mut counters = Counters::default();
        for step in self.steps.iter().filter(|step| step.technique != Technique::QueenKill) {
            counters.0[step.technique.index()] += 1;
        }
        counters.0[Technique::QueenKill.index()] = self.end().queens.len();
        counters
    }
}

/// How often each technique was used, in the order of [`TECHNIQUES`]. Counters add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counters([usize; TECHNIQUES.len()]);

impl Counters {
    /// Every technique with its count, zeros included, in the order of [`TECHNIQUES`].
    pub fn iter(&self) -> impl Iterator<Item = (&'static TechniqueInfo, usize)> + '_ {
        TECHNIQUES.iter().zip(self.0)
    }

    /// The count of one technique.
    pub fn get(&self, technique: Technique) -> usize {
        self.0[technique.index()]
    }
}

impl Default for Counters {
    fn default() -> Self {
        Self([0; TECHNIQUES.len()])
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl Add for Counters {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Counters {
    fn sum<I: Iterator<Item = Self>>(counters: I) -> Self {
        counters.fold(Self::default(), Add::add)
    }
}

/// Solves a board from a state as far as the techniques reach, and keeps every step with its evidence.
///
/// Sound whatever the state: a step removes only cells that no solution from it uses and places only queens that all
/// of them have. A board with several solutions ends [`Outcome::Stuck`].
pub fn solve(board: &Board, start: State, options: &SolveOptions) -> Trace {
    by_size!(board, solve_in(board, start, options))
}

fn solve_in<S: Set>(board: &Board, start: State, options: &SolveOptions) -> Trace {
    let layout = Layout::<S>::new(board);
    let mut position = Position::new(&layout, &start);
    let (steps, outcome) = position.run(options);
    Trace { start, steps, outcome }
}

/// The next deduction from a state: the first that [`solve`] would make. `None` if the board is solved, if no
/// technique applies, or if the state has no solution.
pub fn next(board: &Board, state: &State, options: &SolveOptions) -> Option<Deduction> {
    by_size!(board, next_in(board, state, options))
}

fn next_in<S: Set>(board: &Board, state: &State, options: &SolveOptions) -> Option<Deduction> {
    Position::new(&Layout::<S>::new(board), state).step(options, &mut Memory::new()).ok().flatten()
}

/// The solution of a board, if all techniques together reach it; the answer of [`solve`] with default options, without
/// the evidence.
pub fn solution(board: &Board) -> Option<Solution> {
    lean::solution(board)
}
