//! Solving the way a strong human does: named deductions, never a guess, never a step back.

use crate::board::{Cell, CellSet, State, Unit};

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

/// A free polyomino of the catalogue of named shapes, by its place in the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(pub(crate) u8);

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
