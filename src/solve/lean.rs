//! The same deductions without their evidence: only what they remove, many at a time, units that changed first.
//!
//! As every technique but the probe is monotone, the order does not matter: the end is that of the loop with evidence.
//! Nothing here allocates or hashes.

use super::pigeonhole::Links;
use super::position::{Layout, Position};
use super::set::{NARROW, Narrow, Set};
use crate::board::{Board, CellSet, MAX_SIZE, Solution, State};

/// The kinds of units by number, to keep one mask for each.
const REGION: usize = 0;
const ROW: usize = 1;
const COLUMN: usize = 2;

/// The position has no solution.
pub(super) struct NoSolution;

pub(super) fn solution(board: &Board) -> Option<Solution> {
    if board.size() <= NARROW { solution_in::<Narrow>(board) } else { solution_in::<CellSet>(board) }
}

fn solution_in<S: Set>(board: &Board) -> Option<Solution> {
    let layout = Layout::<S>::new(board);
    let mut lean = Lean::new(&Position::new(&layout, &State::new(board))).ok()?;
    lean.solve().ok()?;
    Solution::from_queens(&lean.queens.cells()).filter(|_| lean.is_solved())
}

/// A position under way.
pub(super) struct Lean<'a, S: Set> {
    layout: &'a Layout<S>,
    queens: S,
    open: S,
    /// Units without a queen, one mask a kind.
    pending: [u32; 3],
    /// Units that lost cells since they were last looked at for a single cell.
    changed: [u32; 3],
    /// Units that lost cells since their shadow was last removed.
    unshadowed: [u32; 3],
}

impl<S: Set> Clone for Lean<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Set> Copy for Lean<'_, S> {}

impl<'a, S: Set> Lean<'a, S> {
    pub(super) fn new(position: &Position<'a, S>) -> Result<Self, NoSolution> {
        let pending = [position.pending.regions, position.pending.rows, position.pending.columns];
        let Position { layout, queens, open, .. } = *position;
        let mut lean = Self { layout, queens, open, pending, changed: pending, unshadowed: pending };
        for queen in queens.indices() {
            let attacked = layout.attacked(queen) - S::bit(queen);
            if !(attacked & queens).is_empty() {
                return Err(NoSolution);
            }
            lean.remove(attacked);
        }
        Ok(lean)
    }

    fn is_solved(&self) -> bool {
        self.pending[ROW] == 0
    }

    /// All techniques, the probe included, to their end or to the solution.
    fn solve(&mut self) -> Result<(), NoSolution> {
        self.settle(false)?;
        while !self.is_solved() {
            self.settle(true)?;
            // First a probe that looks less far: it mostly does.
            if self.is_solved() || !(self.probe(false)? || self.probe(true)?) {
                break;
            }
        }
        Ok(())
    }

    /// Removes every open cell that cannot hold a queen; whether there was one. Stops at the solution.
    fn probe(&mut self, pairs: bool) -> Result<bool, NoSolution> {
        let mut found = false;
        for cell in self.open.indices() {
            if (self.open & S::bit(cell)).is_empty() {
                continue;
            }
            let mut assumed = *self;
            assumed.place(cell);
            if assumed.settle(pairs).is_err() {
                found = true;
                self.remove(S::bit(cell));
                self.settle(pairs)?;
                if self.is_solved() {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// All techniques but the probe to their end, the pair shadow only if `pairs`.
    pub(super) fn settle(&mut self, pairs: bool) -> Result<(), NoSolution> {
        loop {
            self.singles()?;
            if self.is_solved() {
                return Ok(());
            }
            if !(self.shadow() || self.pigeonhole()? || (pairs && self.pairs())) {
                return Ok(());
            }
        }
    }

    fn place(&mut self, cell: usize) {
        self.queens = self.queens | S::bit(cell);
        self.pending[REGION] &= !(1 << self.layout.region_of(cell));
        self.pending[ROW] &= !(1 << (cell / S::STRIDE));
        self.pending[COLUMN] &= !(1 << (cell % S::STRIDE));
        self.remove(self.layout.attacked(cell));
    }

    fn remove(&mut self, cells: S) {
        let dead = cells & self.open;
        self.open = self.open - dead;
        for cell in dead.indices() {
            self.changed[REGION] |= 1 << self.layout.region_of(cell);
            self.changed[ROW] |= 1 << (cell / S::STRIDE);
            self.changed[COLUMN] |= 1 << (cell % S::STRIDE);
        }
    }

    fn live(&self, kind: usize, unit: usize) -> S {
        let cells = match kind {
            REGION => self.layout.region(unit),
            ROW => S::row(unit),
            _ => S::column(unit),
        };
        cells & self.open
    }

    /// Looks at all units that changed: places queens on single cells.
    fn singles(&mut self) -> Result<(), NoSolution> {
        loop {
            for kind in [REGION, ROW, COLUMN] {
                while let Some(unit) = take(&mut self.changed[kind], self.pending[kind]) {
                    let live = self.live(kind, unit);
                    if live.is_empty() {
                        return Err(NoSolution);
                    }
                    if live.rest().is_empty() {
                        self.place(live.first());
                    } else {
                        self.unshadowed[kind] |= 1 << unit;
                    }
                }
            }
            if (0..3).all(|kind| self.changed[kind] & self.pending[kind] == 0) {
                return Ok(());
            }
        }
    }

    /// Removes the shadow of the next unit that has one; whether there was one.
    fn shadow(&mut self) -> bool {
        for kind in [REGION, ROW, COLUMN] {
            while let Some(unit) = take(&mut self.unshadowed[kind], self.pending[kind]) {
                let shadow = self.layout.shadow(self.live(kind, unit)) & self.open;
                if !shadow.is_empty() {
                    self.remove(shadow);
                    return true;
                }
            }
        }
        false
    }

    /// Removes all cells of no perfect matching between two kinds of units; whether there were any.
    fn pigeonhole(&mut self) -> Result<bool, NoSolution> {
        let [regions, rows, columns] = self.pending;
        let links = |firsts| Links { firsts, links: [0; MAX_SIZE] };
        let (mut region_rows, mut region_columns, mut row_columns) = (links(regions), links(regions), links(rows));
        for cell in self.open.indices() {
            let (region, row, column) = (self.layout.region_of(cell), cell / S::STRIDE, cell % S::STRIDE);
            region_rows.links[region] |= 1 << row;
            region_columns.links[region] |= 1 << column;
            row_columns.links[row] |= 1 << column;
        }
        debug_assert_eq!(rows.count_ones(), columns.count_ones());
        for (links, first, second) in
            [(region_rows, REGION, ROW), (region_columns, REGION, COLUMN), (row_columns, ROW, COLUMN)]
        {
            let dead = links.unmatchable().ok_or(NoSolution)?;
            let mut cells = S::EMPTY;
            let mut firsts = links.firsts;
            while let Some(unit) = take(&mut firsts, u32::MAX) {
                let mut seconds = dead[unit];
                while let Some(other) = take(&mut seconds, u32::MAX) {
                    cells = cells | (self.live(first, unit) & self.live(second, other));
                }
            }
            if !cells.is_empty() {
                self.remove(cells);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Removes every cell with a pair shadow; whether there was one.
    fn pairs(&mut self) -> bool {
        let position = self.position();
        let units = || position.pending_lines().chain(position.pending_regions());
        let mut doomed = S::EMPTY;
        for (i, first) in units().enumerate() {
            for second in units().take(i) {
                doomed = doomed | position.pair_doomed(first, second);
            }
        }
        self.remove(doomed);
        !doomed.is_empty()
    }

    fn position(&self) -> Position<'a, S> {
        let [regions, rows, columns] = self.pending;
        let pending = super::position::Pending { regions, rows, columns };
        Position { layout: self.layout, queens: self.queens, open: self.open, pending }
    }
}

/// Takes the first bit that both masks have out of the first.
fn take(mask: &mut u32, among: u32) -> Option<usize> {
    let both = *mask & among;
    if both == 0 {
        return None;
    }
    *mask = both & (both - 1);
    Some(both.trailing_zeros() as usize)
}
