//! A board and a state as the engine sees them, and the loop that tries the techniques in order.

use super::probe::Memory;
use super::set::{Set, Units};
use super::{Conflict, Deduction, Evidence, Outcome, Probe, SolveOptions, Technique, TechniqueSet};
use crate::board::{Board, CellSet, Region, State, Unit};

/// A board as sets: the cells of every unit, and the units of every cell.
pub(super) struct Layout<S: Set> {
    pub(super) size: usize,
    cells: S::OfUnits,
    units: S::OfCells,
}

impl<S: Set> Layout<S> {
    pub(super) fn new(board: &Board) -> Self {
        let size = board.size();
        let mut layout = Self { size, cells: S::LINES, units: S::CROSSINGS };
        for (cells, region) in layout.cells.as_mut().iter_mut().zip(board.region_cells()) {
            *cells = S::from_cells(region);
        }
        let rows = layout.units.as_mut().chunks_exact_mut(S::STRIDE);
        for (units, labels) in rows.zip(board.labels().chunks_exact(size)) {
            for (units, region) in units.iter_mut().zip(labels) {
                *units = *units | S::Units::one(region.index());
            }
        }
        layout
    }

    /// The units of a cell.
    pub(super) fn units(&self, index: usize) -> S::Units {
        self.units.as_ref()[index]
    }

    /// The region of a cell.
    pub(super) fn region_of(&self, index: usize) -> usize {
        self.units(index).first()
    }

    /// The cells of a unit by its number: regions, rows, columns. Lines reach beyond boards smaller than the stride;
    /// intersect them with open cells.
    pub(super) fn numbered(&self, unit: usize) -> S {
        self.cells.as_ref()[unit]
    }

    /// The cells of a unit; as for [`numbered`](Self::numbered).
    pub(super) fn unit(&self, unit: Unit) -> S {
        self.numbered(match unit {
            Unit::Region(region) => region.index(),
            Unit::Row(row) => S::STRIDE + row,
            Unit::Column(column) => 2 * S::STRIDE + column,
        })
    }

    /// The cells that a queen attacks, and its own.
    pub(super) fn attacked(&self, index: usize) -> S {
        S::reach(index) | self.numbered(self.region_of(index))
    }

    /// Those of the cells in `among` that are attacked from every one of `cells`. None if there are no cells.
    pub(super) fn shadow(&self, cells: S, among: S) -> S {
        if cells.is_empty() {
            return S::EMPTY;
        }
        // The first and the last cell lie far apart and have little in common.
        let mut shadow = (among - cells) & self.attacked(cells.first()) & self.attacked(cells.last());
        for index in cells.rest().indices() {
            if shadow.is_empty() {
                break;
            }
            shadow = shadow & self.attacked(index);
        }
        shadow
    }
}

/// Units without a queen, one mask a kind.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    pub(super) regions: u32,
    pub(super) rows: u32,
    pub(super) columns: u32,
}

/// A state on a board, as sets.
pub(super) struct Position<'a, S: Set> {
    pub(super) layout: &'a Layout<S>,
    pub(super) queens: S,
    pub(super) open: S,
    pub(super) pending: Pending,
}

impl<S: Set> Clone for Position<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Set> Copy for Position<'_, S> {}

/// The numbers of the bits that are set.
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(bit)
    })
}

impl<'a, S: Set> Position<'a, S> {
    pub(super) fn new(layout: &'a Layout<S>, state: &State) -> Self {
        let full = (1 << layout.size) - 1;
        let board = CellSet::square(layout.size);
        let mut position = Self {
            layout,
            queens: S::EMPTY,
            open: S::from_cells(&(state.open & board)),
            pending: Pending { regions: full, rows: full, columns: full },
        };
        for queen in S::from_cells(&(state.queens & board)).indices() {
            position.place(queen);
        }
        position
    }

    /// Puts a queen on a cell.
    pub(super) fn place(&mut self, index: usize) {
        self.queens = self.queens | S::bit(index);
        self.open = self.open - S::bit(index);
        self.pending.regions &= !(1 << self.layout.region_of(index));
        self.pending.rows &= !(1 << (index / S::STRIDE));
        self.pending.columns &= !(1 << (index % S::STRIDE));
    }

    pub(super) fn apply(&mut self, step: &Deduction) {
        if let Some(cell) = step.place {
            self.place(S::index(cell));
        }
        self.open = self.open - S::from_cells(&step.remove);
    }

    pub(super) fn is_solved(&self) -> bool {
        self.pending.rows | self.pending.columns | self.pending.regions == 0
    }

    pub(super) fn live(&self, unit: Unit) -> S {
        self.layout.unit(unit) & self.open
    }

    pub(super) fn pending_regions(&self) -> impl Iterator<Item = Unit> + Clone + use<S> {
        bits(self.pending.regions).map(|region| Unit::Region(Region::new(region)))
    }

    pub(super) fn pending_rows(&self) -> impl Iterator<Item = Unit> + Clone + use<S> {
        bits(self.pending.rows).map(Unit::Row)
    }

    pub(super) fn pending_columns(&self) -> impl Iterator<Item = Unit> + Clone + use<S> {
        bits(self.pending.columns).map(Unit::Column)
    }

    /// Rows, then columns, without a queen.
    pub(super) fn pending_lines(&self) -> impl Iterator<Item = Unit> + Clone + use<S> {
        self.pending_rows().chain(self.pending_columns())
    }

    /// Two queens that attack each other, or a unit with neither a queen nor an open cell.
    pub(super) fn conflict(&self) -> Option<Conflict> {
        for queen in self.queens.indices() {
            let others = (self.layout.attacked(queen) & self.queens) - S::bit(queen);
            if !others.is_empty() {
                return Some(Conflict::Attack(S::cell(queen), S::cell(others.first())));
            }
        }
        self.pending_regions()
            .chain(self.pending_lines())
            .find(|&unit| self.live(unit).is_empty())
            .map(Conflict::EmptyUnit)
    }

    /// A deduction that removes the cells, if any of them is open.
    pub(super) fn removal(
        &self,
        technique: Technique,
        remove: S,
        evidence: impl FnOnce() -> Evidence,
    ) -> Option<Deduction> {
        let remove = remove & self.open;
        (!remove.is_empty()).then(|| Deduction { technique, evidence: evidence(), place: None, remove: remove.cells() })
    }

    /// The first deduction in the order of the techniques.
    pub(super) fn step(
        &self,
        options: &SolveOptions,
        memory: &mut Memory<'a, S>,
    ) -> Result<Option<Deduction>, Conflict> {
        if let Some(conflict) = self.conflict() {
            return Err(conflict);
        }
        if let Some(found) = self.cheap_step(options.techniques)? {
            return Ok(Some(found));
        }
        if !options.techniques.contains(Technique::Probe) {
            return Ok(None);
        }
        Ok(match options.probe {
            Probe::Off => None,
            Probe::Short => self.short_probe(),
            Probe::Full => self.full_probe(options.techniques, memory),
        })
    }

    /// The first deduction by any technique but the probe.
    fn cheap_step(&self, techniques: TechniqueSet) -> Result<Option<Deduction>, Conflict> {
        let on = |technique| techniques.contains(technique);
        let by = |technique, find: fn(&Self) -> Option<Deduction>| if on(technique) { find(self) } else { None };
        let found = by(Technique::QueenKill, Self::queen_kill)
            .or_else(|| by(Technique::SingleRegion, Self::single_region))
            .or_else(|| by(Technique::SingleLine, Self::single_line))
            .or_else(|| by(Technique::RegionLine, Self::region_line))
            .or_else(|| by(Technique::LineRegion, Self::line_region))
            .or_else(|| if techniques.has_shapes() { self.named_shadow(techniques) } else { None })
            .or_else(|| by(Technique::ShadowRegion, Self::region_shadow))
            .or_else(|| by(Technique::ShadowLine, Self::line_shadow));
        if found.is_some() {
            return Ok(found);
        }
        if on(Technique::Pigeonhole)
            && let Some(found) = self.pigeonhole()?
        {
            return Ok(Some(found));
        }
        if on(Technique::RowsColumns)
            && let Some(found) = self.rows_columns()?
        {
            return Ok(Some(found));
        }
        Ok(by(Technique::PairShadow, Self::pair_shadow))
    }

    /// Applies deductions until none is left.
    pub(super) fn run(&mut self, options: &SolveOptions) -> (Vec<Deduction>, Outcome) {
        // Most solves take three to five steps a queen.
        let mut steps = Vec::with_capacity(5 * self.layout.size);
        let mut memory = Memory::new();
        let outcome = loop {
            match self.step(options, &mut memory) {
                Ok(Some(step)) => {
                    self.apply(&step);
                    steps.push(step);
                }
                Ok(None) if self.is_solved() => break Outcome::Solved,
                Ok(None) => break Outcome::Stuck,
                Err(conflict) => break Outcome::Contradiction(conflict),
            }
        };
        (steps, outcome)
    }
}
