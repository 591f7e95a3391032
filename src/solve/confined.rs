//! A unit confined to another: the queen of the one is the queen of the other, so the rest of the other dies.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Technique};
use crate::board::{Region, Unit};

impl<S: Set> Position<'_, S> {
    /// All live cells of a region lie in one row or column.
    pub(super) fn region_line(&self) -> Option<Deduction> {
        self.pending_regions().find_map(|unit| {
            let first = self.live(unit).first();
            self.confined(Technique::RegionLine, unit, Unit::Row(first / S::STRIDE))
                .or_else(|| self.confined(Technique::RegionLine, unit, Unit::Column(first % S::STRIDE)))
        })
    }

    /// All live cells of a row or column lie in one region.
    pub(super) fn line_region(&self) -> Option<Deduction> {
        self.pending_lines().find_map(|unit| {
            let region = self.layout.region_of(self.live(unit).first());
            self.confined(Technique::LineRegion, unit, Unit::Region(Region::new(region)))
        })
    }

    fn confined(&self, technique: Technique, unit: Unit, within: Unit) -> Option<Deduction> {
        let cells = self.live(unit);
        let other = self.layout.unit(within);
        if !cells.within(other) {
            return None;
        }
        self.removal(technique, other - cells, || Evidence::Confined { unit, within, cells: cells.cells() })
    }
}
