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

impl<S: Set> Kept<S> {
    const NONE: Self = Self { unit: Unit::Row(0), cells: S::EMPTY, shadow: S::EMPTY };
}

/// Two rows or two columns.
fn alike(a: Unit, b: Unit) -> bool {
    matches!((a, b), (Unit::Row(_), Unit::Row(_)) | (Unit::Column(_), Unit::Column(_)))
}

/// Two units among those chosen without a pair of compatible cells: every cell of the second is attacked from every
/// cell of the first and none serves both, so the second lies within the shadow of the first.
fn split<S: Set>(kept: &[Kept<S>], chosen: impl Fn(Unit, Unit) -> bool) -> Option<(Kept<S>, Kept<S>)> {
    let dark = kept.iter().filter(|first| first.cells.is_empty() || !first.shadow.is_empty());
    dark.flat_map(|first| kept.iter().map(move |second| (first, second)))
        .find(|(first, second)| {
            first.unit != second.unit
                && chosen(first.unit, second.unit)
                && (first.cells.is_empty() || second.cells.within(first.shadow))
        })
        .map(|(first, second)| (*first, *second))
}

impl<S: Set> Position<'_, S> {
    /// First rows with rows and columns with columns, then any two units.
    pub(super) fn pair_shadow(&self) -> Option<Deduction> {
        let mut unlike = None;
        for assumed in self.open.indices() {
            let mut kept = [Kept::NONE; 3 * MAX_SIZE];
            let mut len = 0;
            for unit in self.pending_lines().chain(self.pending_regions()) {
                let cells = self.kept(unit, assumed);
                kept[len] = Kept { unit, cells, shadow: self.layout.shadow(cells) };
                len += 1;
            }
            let kept = &kept[..len];
            if let Some(pair) = split(kept, alike) {
                return self.dead(assumed, pair);
            }
            if unlike.is_none() {
                unlike = split(kept, |_, _| true).map(|pair| (assumed, pair));
            }
        }
        let (assumed, pair) = unlike?;
        self.dead(assumed, pair)
    }

    fn dead(&self, assumed: usize, (first, second): (Kept<S>, Kept<S>)) -> Option<Deduction> {
        self.removal(Technique::PairShadow, S::bit(assumed), || Evidence::PairShadow {
            assumed: S::cell(assumed),
            first: first.unit,
            first_cells: first.cells.cells(),
            second: second.unit,
            second_cells: second.cells.cells(),
        })
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
