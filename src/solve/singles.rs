//! A queen kills what it attacks; a unit with one live cell has its queen there.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Technique};
use crate::board::{CellSet, Unit};

impl<S: Set> Position<'_, S> {
    pub(super) fn queen_kill(&self) -> Option<Deduction> {
        self.queens.indices().find_map(|queen| {
            self.removal(Technique::QueenKill, self.layout.attacked(queen), || Evidence::Queen {
                queen: S::cell(queen),
            })
        })
    }

    pub(super) fn single_region(&self) -> Option<Deduction> {
        self.single(Technique::SingleRegion, self.pending_regions())
    }

    pub(super) fn single_line(&self) -> Option<Deduction> {
        self.single(Technique::SingleLine, self.pending_lines())
    }

    fn single(&self, technique: Technique, mut units: impl Iterator<Item = Unit>) -> Option<Deduction> {
        let unit = units.find(|&unit| self.live(unit).is_single())?;
        let cell = S::cell(self.live(unit).first());
        let evidence = Evidence::Single { unit, cell };
        Some(Deduction { technique, evidence, place: Some(cell), remove: CellSet::EMPTY })
    }
}
