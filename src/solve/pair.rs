//! Pair shadow: a queen on a cell would leave two units that cannot both have a queen.

use super::position::Position;
use super::set::Set;
use super::{Deduction, Evidence, Technique};
use crate::board::{MAX_SIZE, Unit};

/// Binary digits that the number of cells of any unit has room in.
const DIGITS: usize = (MAX_SIZE * MAX_SIZE).ilog2() as usize + 1;

/// A unit with the cells that may have to do with a pair shadow of it.
#[derive(Clone, Copy)]
struct Suspect<S: Set> {
    unit: Unit,
    live: S,
    /// The open cells from which a queen would attack so many live cells of the unit that one more queen could attack
    /// the others. Nothing else can leave a cell elsewhere that goes with none of the unit's.
    halving: S,
    /// The open cells from which a queen would attack all live cells of the unit.
    shadow: S,
}

impl<S: Set> Position<'_, S> {
    /// First rows with rows and columns with columns, then any two units.
    pub(super) fn pair_shadow(&self) -> Option<Deduction> {
        let units = self.pending_lines().chain(self.pending_regions());
        let suspects: Vec<_> = units.map(|unit| self.suspect(unit)).collect();
        let (rows, others) = suspects.split_at(self.pending.rows.count_ones() as usize);
        let (columns, _) = others.split_at(self.pending.columns.count_ones() as usize);
        let among = |suspects: &[Suspect<S>]| {
            for (i, second) in suspects.iter().enumerate() {
                for first in &suspects[..i] {
                    let doomed = self.pair_doomed(first, second);
                    if !doomed.is_empty() {
                        return Some((first.unit, second.unit, doomed));
                    }
                }
            }
            None
        };
        let (first, second, doomed) = among(rows).or_else(|| among(columns)).or_else(|| among(&suspects))?;
        let assumed = doomed.first();
        self.removal(Technique::PairShadow, S::bit(assumed), || Evidence::PairShadow {
            assumed: S::cell(assumed),
            first,
            first_cells: self.kept(first, assumed).cells(),
            second,
            second_cells: self.kept(second, assumed).cells(),
        })
    }

    /// All cells with a pair shadow.
    pub(super) fn all_pair_shadows(&self) -> S {
        let nobody = Suspect { unit: Unit::Row(0), live: S::EMPTY, halving: S::EMPTY, shadow: S::EMPTY };
        let mut suspects = [nobody; 3 * MAX_SIZE];
        let mut number = 0;
        let mut doomed = S::EMPTY;
        for unit in self.pending_lines().chain(self.pending_regions()) {
            let second = self.suspect(unit);
            for first in &suspects[..number] {
                doomed = doomed | self.pair_doomed(first, &second);
            }
            if !(second.halving | second.shadow).is_empty() {
                suspects[number] = second;
                number += 1;
            }
        }
        doomed
    }

    fn suspect(&self, unit: Unit) -> Suspect<S> {
        let live = self.live(unit);
        Suspect { unit, live, halving: self.halving(live), shadow: self.layout.shadow(live, self.open) }
    }

    /// The open cells outside from which a queen attacks at least as many of the cells as the one that attacks most
    /// of them leaves over.
    fn halving(&self, cells: S) -> S {
        // For every cell the number of those that it attacks, in binary: the cells whose number has a 1 in each place.
        let mut digits = [S::EMPTY; DIGITS];
        let outside = self.open - cells;
        let mut number = 0;
        for cell in cells.indices() {
            let mut carry = self.layout.attacked(cell) & outside;
            for digit in &mut digits {
                let both = *digit & carry;
                *digit = (*digit | carry) - both;
                carry = both;
                if carry.is_empty() {
                    break;
                }
            }
            number += 1;
        }
        let mut most = 0;
        let mut best = outside;
        for (place, &digit) in digits.iter().enumerate().rev() {
            if !(best & digit).is_empty() {
                best = best & digit;
                most += 1 << place;
            }
        }
        let enough = number - most;
        let mut halving = outside;
        for (place, &digit) in digits.iter().enumerate() {
            halving = if enough >> place & 1 == 1 { halving & digit } else { halving | digit };
        }
        halving & outside
    }

    /// The open cells from which a queen would leave the two units without a pair of compatible cells.
    ///
    /// A cell does so if it attacks one of each two cells, one in each unit, that are the same or do not attack each
    /// other. A cell in one of the units attacks all others there, so it needs no rule of its own.
    fn pair_doomed(&self, first: &Suspect<S>, second: &Suspect<S>) -> S {
        let mut doomed = (first.halving & second.halving) | first.shadow | second.shadow;
        if doomed.is_empty() {
            return doomed;
        }
        for one in first.live.indices() {
            let attacked = self.layout.attacked(one) - S::bit(one);
            let compatible = second.live - attacked;
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
