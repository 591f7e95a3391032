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
            let cells = self.dark(unit)?;
            let shape = Shape::of(cells).filter(|shape| !shape.is_idle())?;
            techniques.contains(Technique::Shape(shape)).then_some((shape, unit, cells))
        };
        let (shape, unit, cells) = self.pending_regions().filter_map(named).min_by_key(|(shape, ..)| *shape)?;
        self.shadow(Technique::Shape(shape), unit, cells, Some(shape))
    }

    /// The shadow of any region.
    pub(super) fn region_shadow(&self) -> Option<Deduction> {
        let (unit, cells) = self.pending_regions().find_map(|unit| Some((unit, self.dark(unit)?)))?;
        self.shadow(Technique::ShadowRegion, unit, cells, Shape::of(cells))
    }

    pub(super) fn line_shadow(&self) -> Option<Deduction> {
        let (unit, cells) = self.pending_lines().find_map(|unit| Some((unit, self.dark(unit)?)))?;
        self.shadow(Technique::ShadowLine, unit, cells, None)
    }

    /// The live cells of a unit, if their shadow falls on an open cell.
    fn dark(&self, unit: Unit) -> Option<S> {
        let cells = self.live(unit);
        let falls = !self.layout.shadow(cells, self.open).is_empty();
        falls.then_some(cells)
    }

    fn shadow(&self, technique: Technique, unit: Unit, cells: S, shape: Option<Shape>) -> Option<Deduction> {
        let evidence = || Evidence::Shadow { unit, cells: cells.cells(), shape };
        self.removal(technique, self.layout.shadow(cells, self.open), evidence)
    }
}
