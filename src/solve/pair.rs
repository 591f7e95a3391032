//! Pair shadow: a queen on a cell would leave two units that cannot both have a queen.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Technique};
use crate::board::Unit;

impl<S: Set> Position<'_, S> {
    /// First rows with rows and columns with columns, then any two units.
    pub(super) fn pair_shadow(&self) -> Option<Deduction> {
        let among = |units: Vec<Unit>| {
            let later = units.iter().enumerate();
            let pairs = later.flat_map(|(i, &second)| units[..i].iter().map(move |&first| (first, second)));
            pairs
                .map(|(first, second)| (first, second, self.pair_doomed(first, second)))
                .find(|pair| !pair.2.is_empty())
        };
        let (first, second, doomed) = among(self.pending_rows().collect())
            .or_else(|| among(self.pending_columns().collect()))
            .or_else(|| among(self.pending_lines().chain(self.pending_regions()).collect()))?;
        let assumed = doomed.first();
        self.removal(Technique::PairShadow, S::bit(assumed), || Evidence::PairShadow {
            assumed: S::cell(assumed),
            first,
            first_cells: self.kept(first, assumed).cells(),
            second,
            second_cells: self.kept(second, assumed).cells(),
        })
    }

    /// The open cells from which a queen would leave the two units without a pair of compatible cells.
    ///
    /// A cell does so if it attacks one of each two cells, one in each unit, that are the same or do not attack each
    /// other. A cell in one of the units attacks all others there, so it needs no rule of its own.
    pub(super) fn pair_doomed(&self, first: Unit, second: Unit) -> S {
        let (first, second) = (self.live(first), self.live(second));
        let mut doomed = self.open;
        for one in first.indices() {
            let attacked = self.layout.attacked(one) - S::bit(one);
            let compatible = second - attacked;
            if compatible.is_empty() {
                continue;
            }
            let mut both = doomed - attacked;
            for other in compatible.indices() {
                if both.is_empty() {
                    break;
                }
                both = both & (self.layout.attacked(other) - S::bit(other));
            }
            doomed = (doomed & attacked) | both;
            if doomed.is_empty() {
                break;
            }
        }
        doomed
    }

    /// The live cells that a unit keeps if a queen stands on the cell.
    fn kept(&self, unit: Unit, queen: usize) -> S {
        let live = self.live(unit);
        if (live & S::bit(queen)).is_empty() { live - self.layout.attacked(queen) } else { S::bit(queen) }
    }
}
