//! The shadow of a unit: its queen will stand on one of its live cells, so a cell attacked from every one of them
//! cannot hold a queen.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Shape, Technique, TechniqueSet};
use crate::board::Unit;

impl<S: Set> Position<'_, S> {
    /// The shadow of a region whose live cells form a named shape; the shape that comes first in the catalogue.
    pub(super) fn named_shadow(&self, techniques: TechniqueSet) -> Option<Deduction> {
        let named = |unit| {
            let shape = Shape::of(self.live(unit))
                .filter(|&shape| !shape.is_idle() && techniques.contains(Technique::Shape(shape)))?;
            self.shadow(Technique::Shape(shape), unit, Some(shape))
        };
        self.pending_regions().filter_map(named).min_by_key(|step| step.technique)
    }

    /// The shadow of any region.
    pub(super) fn region_shadow(&self) -> Option<Deduction> {
        self.pending_regions().find_map(|unit| self.shadow(Technique::ShadowRegion, unit, Shape::of(self.live(unit))))
    }

    pub(super) fn line_shadow(&self) -> Option<Deduction> {
        self.pending_lines().find_map(|unit| self.shadow(Technique::ShadowLine, unit, None))
    }

    fn shadow(&self, technique: Technique, unit: Unit, shape: Option<Shape>) -> Option<Deduction> {
        let cells = self.live(unit);
        let shadow = self.layout.shadow(cells);
        self.removal(technique, shadow, || Evidence::Shadow { unit, cells: cells.cells(), shape })
    }
}
