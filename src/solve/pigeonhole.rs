//! Pigeonhole: where k units have all their live cells within k units of another kind, the two groups hold each
//! other's queens, and nothing else in them can have one.
//!
//! Such tight (Hall) sets are not looked for among all subsets. One maximum matching between the two kinds gives a
//! graph on one of them, an arrow from each unit to those it could take a partner from; the tight sets are the sets
//! that no arrow leaves, and the smallest of them grow from single units (Dulmage and Mendelsohn's decomposition of
//! the bipartite graph).

use super::position::{Position, bits};
use super::set::Set;
use super::{Conflict, Deduction, Evidence, Technique};
use crate::board::{MAX_SIZE, Unit};

/// Which units have live cells in common: bit `j` of `links[i]` for unit `i` of the one kind and `j` of the other.
pub(super) struct Links {
    pub(super) len: usize,
    pub(super) links: [u32; MAX_SIZE],
}

/// A partner of its own for every unit.
pub(super) struct Matching {
    /// The partner of each unit of the first kind.
    pub(super) partner: [u8; MAX_SIZE],
}

/// A set of units of the first kind, and fewer of the second that hold all their live cells.
struct Crowd {
    units: u32,
    within: u32,
}

/// A tight set; `turned` if `units` are of the second kind and `within` of the first.
struct Tight {
    units: u32,
    within: u32,
    turned: bool,
}

impl Links {
    /// A perfect matching by augmenting paths, or a set of units too crowded to have one.
    fn matching(&self) -> Result<Matching, Crowd> {
        const FREE: u8 = u8::MAX;
        let mut taken_by = [FREE; MAX_SIZE];
        let mut lonely = 0;
        for unit in 0..self.len {
            if !self.augment(unit, &mut taken_by, &mut 0) {
                lonely |= 1 << unit;
            }
        }
        // What a lonely unit reaches along alternating paths competes with it for too few partners.
        let crowd = bits(lonely).map(|unit| {
            let (mut units, mut within) = (1 << unit, 0);
            loop {
                let wanted = bits(units).fold(0, |all, unit| all | self.links[unit]);
                if wanted == within {
                    break Crowd { units, within };
                }
                within = wanted;
                units |= bits(wanted).fold(0, |all, partner| all | 1 << taken_by[partner]);
            }
        });
        if let Some(crowd) = crowd.min_by_key(|crowd| crowd.units.count_ones()) {
            return Err(crowd);
        }
        let mut partner = [0; MAX_SIZE];
        for (other, &unit) in taken_by[..self.len].iter().enumerate() {
            partner[unit as usize] = other as u8;
        }
        Ok(Matching { partner })
    }

    fn augment(&self, unit: usize, taken_by: &mut [u8; MAX_SIZE], tried: &mut u32) -> bool {
        loop {
            let left = self.links[unit] & !*tried;
            if left == 0 {
                return false;
            }
            let other = left.trailing_zeros() as usize;
            *tried |= 1 << other;
            let holder = taken_by[other] as usize;
            if holder >= self.len || self.augment(holder, taken_by, tried) {
                taken_by[other] = unit as u8;
                return true;
            }
        }
    }

    /// For every unit of the first kind those that it depends on: itself, the unit whose partner it has a link to,
    /// and so on.
    pub(super) fn closure(&self, matching: &Matching) -> [u32; MAX_SIZE] {
        let mut holder = [0u8; MAX_SIZE];
        for unit in 0..self.len {
            holder[matching.partner[unit] as usize] = unit as u8;
        }
        let mut reach = [0; MAX_SIZE];
        for (reach, &links) in reach.iter_mut().zip(&self.links[..self.len]) {
            *reach = bits(links).fold(0, |all, other| all | 1 << holder[other]);
        }
        for middle in 0..self.len {
            for unit in 0..self.len {
                if reach[unit] >> middle & 1 == 1 {
                    reach[unit] |= reach[middle];
                }
            }
        }
        reach
    }

    /// The smallest tight set that is good for something: a unit outside has a link into it. The first if several are
    /// as small, sets of the first kind before sets of the second.
    fn tight(&self) -> Result<Option<Tight>, Crowd> {
        let matching = self.matching()?;
        let reach = self.closure(&matching);
        let everybody: u32 = (1 << self.len) - 1;
        let partners = |units| bits(units).fold(0, |all, unit| all | 1 << matching.partner[unit]);
        let depends_on =
            |unit: usize| (0..self.len).filter(|&i| reach[i] >> unit & 1 == 1).fold(0, |all, i| all | 1 << i);
        let forward =
            (0..self.len).map(|unit| reach[unit]).map(|units| Tight { units, within: partners(units), turned: false });
        // Seen from the other kind: the partners of units on which nothing outside depends.
        let backward =
            (0..self.len).map(depends_on).map(|within| Tight { units: partners(within), within, turned: true });
        let useful = |tight: &Tight| {
            let (inside, partners) =
                if tight.turned { (tight.within, tight.units) } else { (tight.units, tight.within) };
            if tight.turned {
                bits(inside).any(|unit| self.links[unit] & !partners != 0)
            } else {
                bits(everybody & !inside).any(|unit| self.links[unit] & partners != 0)
            }
        };
        Ok(forward.chain(backward).filter(useful).min_by_key(|tight| tight.units.count_ones()))
    }
}

impl<S: Set> Position<'_, S> {
    /// Regions with rows and with columns, either way round.
    pub(super) fn pigeonhole(&self) -> Result<Option<Deduction>, Conflict> {
        let rows = self.tight(Technique::Pigeonhole, self.pending_regions(), self.pending_rows())?;
        let columns = self.tight(Technique::Pigeonhole, self.pending_regions(), self.pending_columns())?;
        Ok([rows, columns].into_iter().flatten().min_by_key(|(size, _)| *size).map(|(_, found)| found))
    }

    /// Rows with columns, either way round.
    pub(super) fn rows_columns(&self) -> Result<Option<Deduction>, Conflict> {
        Ok(self.tight(Technique::RowsColumns, self.pending_rows(), self.pending_columns())?.map(|(_, found)| found))
    }

    /// The deduction from the smallest tight set between two kinds of units, and the size of that set.
    fn tight(
        &self,
        technique: Technique,
        first: impl Iterator<Item = Unit> + Clone,
        second: impl Iterator<Item = Unit> + Clone,
    ) -> Result<Option<(usize, Deduction)>, Conflict> {
        let mut links = Links { len: 0, links: [0; MAX_SIZE] };
        for unit in first.clone() {
            let cells = self.live(unit);
            for (j, other) in second.clone().enumerate() {
                if !(cells & self.layout.unit(other)).is_empty() {
                    links.links[links.len] |= 1 << j;
                }
            }
            links.len += 1;
        }
        if second.clone().count() != links.len {
            // Only where queens attack each other, which is reported before.
            return Ok(None);
        }
        let firsts = |mask: u32| -> Vec<Unit> { pick(first.clone(), mask) };
        let seconds = |mask: u32| -> Vec<Unit> { pick(second.clone(), mask) };
        match links.tight() {
            Err(crowd) => Err(Conflict::Crowded { units: firsts(crowd.units), within: seconds(crowd.within) }),
            Ok(None) => Ok(None),
            Ok(Some(tight)) => {
                let (units, within) = if tight.turned {
                    (seconds(tight.units), firsts(tight.within))
                } else {
                    (firsts(tight.units), seconds(tight.within))
                };
                let cells = self.union(&units);
                let remove = self.union(&within) - cells;
                let size = units.len();
                let evidence = || Evidence::Pigeonhole { units, within, cells: cells.cells() };
                Ok(self.removal(technique, remove, evidence).map(|found| (size, found)))
            }
        }
    }

    fn union(&self, units: &[Unit]) -> S {
        units.iter().fold(S::EMPTY, |all, &unit| all | self.live(unit))
    }
}

fn pick(units: impl Iterator<Item = Unit>, mask: u32) -> Vec<Unit> {
    units.enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, unit)| unit).collect()
}
