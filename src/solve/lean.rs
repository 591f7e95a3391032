//! The same deductions without their evidence: only what they remove, many at a time, units that changed first.
//!
//! As every technique but the probe is monotone, the order does not matter: the end is that of the loop with evidence.
//! Nothing here allocates or hashes.

use super::pigeonhole::Links;
use super::position::{Layout, Pending, Position, bits};
use super::set::{Set, Units, by_size};
use crate::board::{Board, MAX_SIZE, Solution, State};

/// The position has no solution.
pub(super) struct NoSolution;

pub(super) fn solution(board: &Board) -> Option<Solution> {
    by_size!(board, solution_in(board))
}

fn solution_in<S: Set>(board: &Board) -> Option<Solution> {
    let layout = Layout::<S>::new(board);
    let mut lean = Lean::new(&Position::new(&layout, &State::new(board)));
    lean.solve().ok()?;
    Solution::from_queens(&lean.queens.cells()).filter(|_| lean.is_solved())
}

/// A position under way.
pub(super) struct Lean<'a, S: Set> {
    layout: &'a Layout<S>,
    queens: S,
    open: S,
    /// Units without a queen.
    pending: S::Units,
    /// Units that lost cells since they were last looked at for a single cell.
    changed: S::Units,
    /// Units that lost cells since their shadow was last removed.
    unshadowed: S::Units,
}

impl<S: Set> Clone for Lean<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Set> Copy for Lean<'_, S> {}

impl<'a, S: Set> Lean<'a, S> {
    /// The position, and what its queens attack dead. The queens must not attack one another.
    pub(super) fn new(position: &Position<'a, S>) -> Self {
        let Position { layout, queens, open, .. } = *position;
        let Pending { regions, rows, columns } = position.pending;
        let pending = S::Units::of(regions, 0) | S::Units::of(rows, S::STRIDE) | S::Units::of(columns, 2 * S::STRIDE);
        let mut lean = Self { layout, queens, open, pending, changed: pending, unshadowed: pending };
        for queen in queens.indices() {
            lean.remove(layout.attacked(queen));
        }
        lean
    }

    fn is_solved(&self) -> bool {
        self.pending.is_empty()
    }

    /// What follows from a queen on the cell by all techniques but the probe, and without the pair shadow unless
    /// `pairs`.
    pub(super) fn with_queen(mut self, cell: usize, pairs: bool) -> Result<Self, NoSolution> {
        self.place(cell);
        self.settle(pairs)?;
        Ok(self)
    }

    /// What follows after more cells have died in `base`, the position that this one follows from.
    ///
    /// A queen of this position among them need not be looked for: whatever killed its cell there leaves some unit
    /// without a cell here.
    pub(super) fn after_losses_in(mut self, base: &Self) -> Result<Self, NoSolution> {
        let possible = base.open | base.queens;
        if !self.open.within(possible) {
            self.remove(self.open - possible);
            self.settle(true)?;
        }
        Ok(self)
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
            if self.with_queen(cell, pairs).is_err() {
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
    fn settle(&mut self, pairs: bool) -> Result<(), NoSolution> {
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
        self.pending = self.pending & !self.layout.units(cell);
        self.remove(self.layout.attacked(cell));
    }

    fn remove(&mut self, cells: S) {
        let dead = cells & self.open;
        self.open = self.open - dead;
        let touched = dead.indices().fold(S::Units::NONE, |touched, cell| touched | self.layout.units(cell));
        self.changed = self.changed | touched;
        self.unshadowed = self.unshadowed | touched;
    }

    fn live(&self, unit: usize) -> S {
        self.layout.numbered(unit) & self.open
    }

    /// Looks at all units that changed: places queens on single cells.
    fn singles(&mut self) -> Result<(), NoSolution> {
        loop {
            let mut units = self.changed & self.pending;
            if units.is_empty() {
                return Ok(());
            }
            self.changed = S::Units::NONE;
            while !units.is_empty() {
                let live = self.live(units.first());
                units = units.rest();
                if live.rest().is_empty() {
                    if live.is_empty() {
                        return Err(NoSolution);
                    }
                    self.place(live.first());
                    units = units & self.pending;
                }
            }
        }
    }

    /// Removes the shadow of the next unit that has one; whether there was one.
    fn shadow(&mut self) -> bool {
        while let Some(unit) = take(&mut self.unshadowed, self.pending) {
            let shadow = self.layout.shadow(self.live(unit), self.open);
            if !shadow.is_empty() {
                self.remove(shadow);
                return true;
            }
        }
        false
    }

    /// Removes all cells of no perfect matching between two kinds of units; whether there were any.
    fn pigeonhole(&mut self) -> Result<bool, NoSolution> {
        let Pending { regions, rows, columns } = self.pending();
        debug_assert_eq!(rows.count_ones(), columns.count_ones());
        let links = |firsts| Links { firsts, links: [0; MAX_SIZE] };
        let (mut region_rows, mut region_columns, mut row_columns) = (links(regions), links(regions), links(rows));
        for region in bits(regions) {
            let units = self.live(region).indices().fold(S::Units::NONE, |all, cell| all | self.layout.units(cell));
            region_rows.links[region] = units.since(S::STRIDE) & rows;
            region_columns.links[region] = units.since(2 * S::STRIDE);
        }
        for row in bits(rows) {
            row_columns.links[row] = self.open.row_mask(row);
        }
        for (links, first, second) in
            [(region_rows, 0, S::STRIDE), (region_columns, 0, 2 * S::STRIDE), (row_columns, S::STRIDE, 2 * S::STRIDE)]
        {
            let dead = links.unmatchable().ok_or(NoSolution)?;
            let mut cells = S::EMPTY;
            for unit in bits(links.firsts) {
                for other in bits(dead[unit]) {
                    cells = cells | (self.live(first + unit) & self.layout.numbered(second + other));
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
        let doomed = self.position().all_pair_shadows();
        self.remove(doomed);
        !doomed.is_empty()
    }

    fn pending(&self) -> Pending {
        let full = (1 << self.layout.size) - 1;
        let from = |unit| self.pending.since(unit) & full;
        Pending { regions: from(0), rows: from(S::STRIDE), columns: from(2 * S::STRIDE) }
    }

    fn position(&self) -> Position<'a, S> {
        Position { layout: self.layout, queens: self.queens, open: self.open, pending: self.pending() }
    }
}

/// Takes the first unit that both sets have out of the first.
fn take<U: Units>(units: &mut U, among: U) -> Option<usize> {
    let both = *units & among;
    if both.is_empty() {
        return None;
    }
    *units = both.rest();
    Some(both.first())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::board::{Cell, CellSet};
    use crate::solve::packed::{Medium, Small};
    use crate::solve::{Outcome, Probe, SolveOptions, Technique, TechniqueSet};

    /// Numbers below a bound that look random.
    fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        }
    }

    /// Scattered regions, and many cells dead; sometimes a queen, sometimes a few rows confined to as many columns.
    fn position(size: usize, seed: u64) -> (Board, State) {
        let mut below = numbers(seed);
        let mut labels: Vec<usize> = (0..size * size).map(|i| if i < size { i } else { below(size) }).collect();
        for i in (1..labels.len()).rev() {
            labels.swap(i, below(i + 1));
        }
        let board = Board::from_labels(size, &labels).unwrap();
        let mut state = State::new(&board);
        for _ in 0..below(size * size * 2 / 3) {
            state.open.remove(Cell::new(below(size), below(size)));
        }
        if below(4) == 0 {
            let queen = Cell::new(below(size), below(size));
            state.open.remove(queen);
            state.queens.insert(queen);
        }
        if below(2) == 0 {
            let mut columns: Vec<usize> = (0..size).collect();
            columns.rotate_left(below(size));
            let few = 3 + below(size / 3);
            for row in (0..size).step_by(2).take(few) {
                columns[few..].iter().for_each(|&column| state.open.remove(Cell::new(row, column)));
            }
        }
        (board, state)
    }

    type Reach<S> = fn(&mut Lean<'_, S>) -> Result<(), NoSolution>;

    /// Whether the position is worth something to the test: something followed, and no contradiction.
    fn same_end<S: Set>(size: usize, seed: u64) -> bool {
        let (board, state) = position(size, seed);
        let layout = Layout::<S>::new(&board);
        let mut told = false;
        let all = TechniqueSet::ALL;
        for (techniques, probe, reach) in [
            (all.without(Technique::PairShadow), Probe::Off, (|lean| lean.settle(false)) as Reach<S>),
            (all, Probe::Off, |lean| lean.settle(true)),
            (all, Probe::Full, |lean| lean.solve()),
        ] {
            // With evidence probes take their time.
            if probe == Probe::Full && (size > 9 || !seed.is_multiple_of(4)) {
                continue;
            }
            let mut end = Position::new(&layout, &state);
            let (steps, outcome) = end.run(&SolveOptions { techniques, probe });
            let mut lean = Lean::new(&Position::new(&layout, &state));
            let lean = reach(&mut lean).map(|()| lean);
            let contradiction = matches!(outcome, Outcome::Contradiction(_));
            assert_eq!(lean.is_err(), contradiction, "{outcome:?} from {state:?} of\n{board}");
            if let Ok(lean) = lean {
                let ends = [lean.queens, lean.open].map(S::cells);
                assert_eq!(ends, [end.queens, end.open].map(S::cells), "from {state:?} of\n{board}");
                told |= !steps.is_empty();
            }
        }
        told
    }

    /// A column that is forgotten here is made up for by its shadow, later and more slowly.
    #[test]
    fn single_cells_of_every_kind_of_unit_are_seen_as_such() {
        let labels: Vec<usize> = (0..25).map(|i| [0, 0, 1, 2, 3, 4][(i / 5 + i % 5) % 6]).collect();
        let board = Board::from_labels(5, &labels).unwrap();
        let layout = Layout::<Small>::new(&board);
        for unit in board.units() {
            let mut lean = Lean::new(&Position::new(&layout, &State::new(&board)));
            assert!(lean.singles().is_ok() && lean.queens.is_empty());
            let last = layout.unit(unit) & lean.open;
            lean.remove(last.rest());
            // Whether the rest of the board allows it is another matter.
            let _ = lean.singles();
            assert!(!(lean.queens & Small::bit(last.first())).is_empty(), "{unit}");
        }
    }

    #[test]
    fn the_end_is_that_of_the_loop_with_evidence() {
        for (size, same_end) in [
            (5, same_end::<Small> as fn(usize, u64) -> bool),
            (8, same_end::<Small>),
            (9, same_end::<Medium>),
            (11, same_end::<Medium>),
            (12, same_end::<CellSet>),
            (14, same_end::<CellSet>),
        ] {
            let told = (0..400).filter(|&seed| same_end(size, seed)).count();
            assert!(told > 20, "{told} positions of {size} rows tell something");
        }
    }
}
