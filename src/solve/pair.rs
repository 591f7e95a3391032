//! Pair shadow: a queen on a cell would leave two units that cannot both have a queen.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Technique};
use crate::board::{MAX_SIZE, Region, Unit};

/// What a unit keeps under the assumption, and what all of those cells attack.
#[derive(Clone, Copy)]
struct Kept<S> {
    unit: Unit,
    cells: S,
    shadow: S,
}

impl<S: Set> Position<'_, S> {
    /// First rows with rows and columns with columns, then any two units.
    pub(super) fn pair_shadow(&self) -> Option<Deduction> {
        let alike =
            |a: Unit, b: Unit| matches!((a, b), (Unit::Row(_), Unit::Row(_)) | (Unit::Column(_), Unit::Column(_)));
        self.open
            .indices()
            .find_map(|cell| self.split_by(cell, alike))
            .or_else(|| self.open.indices().find_map(|cell| self.split_by(cell, |_, _| true)))
    }

    /// Two units among those chosen that a queen on the cell would leave without a pair of compatible cells. Every
    /// cell of the second is attacked from every cell of the first and none serves both: the second lies within the
    /// shadow of the first.
    fn split_by(&self, assumed: usize, chosen: impl Fn(Unit, Unit) -> bool) -> Option<Deduction> {
        let empty = Kept { unit: Unit::Row(0), cells: S::EMPTY, shadow: S::EMPTY };
        let mut kept = [empty; 3 * MAX_SIZE];
        let mut len = 0;
        for unit in self.pending_lines().chain(self.pending_regions()) {
            let cells = self.kept(unit, assumed);
            kept[len] = Kept { unit, cells, shadow: self.layout.shadow(cells) };
            len += 1;
        }
        for (i, first) in kept[..len].iter().enumerate() {
            if first.shadow.is_empty() && !first.cells.is_empty() {
                continue;
            }
            for second in &kept[..len] {
                if second.unit != first.unit
                    && chosen(first.unit, second.unit)
                    && (first.cells.is_empty() || second.cells.within(first.shadow))
                {
                    let (first, second) = (kept[i], second);
                    return self.removal(Technique::PairShadow, S::bit(assumed), || Evidence::PairShadow {
                        assumed: S::cell(assumed),
                        first: first.unit,
                        first_cells: first.cells.cells(),
                        second: second.unit,
                        second_cells: second.cells.cells(),
                    });
                }
            }
        }
        None
    }

    /// The live cells that a unit keeps if a queen stands on the cell.
    fn kept(&self, unit: Unit, queen: usize) -> S {
        let holds = match unit {
            Unit::Row(row) => row == queen / S::STRIDE,
            Unit::Column(column) => column == queen % S::STRIDE,
            Unit::Region(region) => region == Region::new(self.layout.region_of(queen)),
        };
        if holds { S::bit(queen) } else { self.live(unit) - self.layout.attacked(queen) }
    }
}
