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
use crate::board::{MAX_SIZE, Region, Unit};

/// Which units have live cells in common: bit `j` of `links[i]` for unit `i` of the first kind and `j` of the second.
pub(super) struct Links {
    /// The units of the first kind that take part, one bit each.
    pub(super) firsts: u32,
    pub(super) links: [u32; MAX_SIZE],
}

/// A partner of its own, of the second kind, for every unit of the first kind, as one bit.
type Matching = [u32; MAX_SIZE];

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

const FREE: u8 = u8::MAX;

impl Links {
    /// The holders of a largest matching by augmenting paths, and the units left without a partner.
    fn largest_matching(&self) -> ([u8; MAX_SIZE], u32) {
        let mut holder = [FREE; MAX_SIZE];
        let (mut lonely, mut taken) = (0, 0);
        for unit in bits(self.firsts) {
            let free = self.links[unit] & !taken;
            if free != 0 {
                taken |= free & free.wrapping_neg();
                holder[free.trailing_zeros() as usize] = unit as u8;
            } else {
                lonely |= 1 << unit;
            }
        }
        for unit in bits(lonely) {
            if self.augment(unit, &mut holder, &mut 0) {
                lonely &= !(1 << unit);
            }
        }
        (holder, lonely)
    }

    fn augment(&self, unit: usize, holder: &mut [u8; MAX_SIZE], tried: &mut u32) -> bool {
        loop {
            let left = self.links[unit] & !*tried;
            if left == 0 {
                return false;
            }
            let other = left.trailing_zeros() as usize;
            *tried |= 1 << other;
            if holder[other] == FREE || self.augment(holder[other] as usize, holder, tried) {
                holder[other] = unit as u8;
                return true;
            }
        }
    }

    fn matching(&self) -> Option<Matching> {
        let (holder, lonely) = self.largest_matching();
        let mut partner = [0; MAX_SIZE];
        for (other, &unit) in holder.iter().enumerate() {
            if unit != FREE {
                partner[unit as usize] = 1 << other;
            }
        }
        (lonely == 0).then_some(partner)
    }

    /// The smallest set of units that a lonely one competes with for too few partners: all it reaches along
    /// alternating paths.
    fn crowd(&self) -> Option<Crowd> {
        let (holder, lonely) = self.largest_matching();
        let reached = bits(lonely).map(|unit| {
            let (mut units, mut within) = (1 << unit, 0);
            loop {
                let wanted = bits(units).fold(0, |all, unit| all | self.links[unit]);
                if wanted == within {
                    return Crowd { units, within };
                }
                within = wanted;
                units |= bits(wanted).fold(0, |all, other| all | 1 << holder[other]);
            }
        });
        reached.min_by_key(|crowd| crowd.units.count_ones())
    }

    /// For every unit of the first kind all that the units it depends on can have: a unit depends on itself, on the
    /// units whose partners it has a link to, and so on. These are as many units as there are of the second kind here.
    fn held(&self, partner: &Matching) -> [u32; MAX_SIZE] {
        let mut held = self.links;
        for middle in bits(self.firsts) {
            let more = held[middle];
            for held in &mut held[..self.end()] {
                // Without a branch, as it is anyone's guess.
                *held |= more & all_if(*held & partner[middle] != 0);
            }
        }
        held
    }

    /// One more than the number of the last unit of the first kind.
    fn end(&self) -> usize {
        (u32::BITS - self.firsts.leading_zeros()) as usize
    }

    /// For every unit of the first kind the links that no perfect matching uses: those to units that are held by
    /// others. `None` without a perfect matching.
    pub(super) fn unmatchable(&self) -> Option<[u32; MAX_SIZE]> {
        let partner = self.matching()?;
        let held = self.held(&partner);
        let mut dead = [0; MAX_SIZE];
        for group in bits(self.firsts) {
            let held = held[group];
            for unit in 0..self.end() {
                dead[unit] |= self.links[unit] & held & all_if(held & partner[unit] == 0);
            }
        }
        Some(dead)
    }

    /// The smallest tight set that is good for something: a unit outside has a link into it. The first if several are
    /// as small, sets of the first kind before sets of the second.
    fn tight(&self) -> Result<Option<Tight>, Crowd> {
        let Some(partner) = self.matching() else { return self.crowd().map_or(Ok(None), Err) };
        let held = self.held(&partner);
        let forward = bits(self.firsts).map(|group| {
            let within = held[group];
            let units = bits(self.firsts).filter(|&unit| within & partner[unit] != 0).fold(0, |all, i| all | 1 << i);
            (Tight { units, within, turned: false }, self.firsts & !units, within)
        });
        // Seen from the other kind: the partners of units on which nothing outside depends.
        let backward = bits(self.firsts).map(|unit| {
            let depending = bits(self.firsts).filter(|&i| held[i] & partner[unit] != 0);
            let (within, units) = depending.fold((0, 0), |(all, partners), i| (all | 1 << i, partners | partner[i]));
            (Tight { units, within, turned: true }, within, !units)
        });
        let useful =
            forward.chain(backward).filter(|&(_, losing, lost)| bits(losing).any(|unit| self.links[unit] & lost != 0));
        Ok(useful.map(|(tight, ..)| tight).min_by_key(|tight| tight.units.count_ones()))
    }
}

/// All bits or none.
fn all_if(condition: bool) -> u32 {
    u32::from(condition).wrapping_neg()
}

impl<S: Set> Position<'_, S> {
    /// Regions with rows and with columns, either way round.
    pub(super) fn pigeonhole(&self) -> Result<Option<Deduction>, Conflict> {
        let (regions, rows, columns) = (self.pending.regions, self.pending.rows, self.pending.columns);
        let region = |i| Unit::Region(Region::new(i));
        let by_rows = self.tight(Technique::Pigeonhole, (regions, region), (rows, Unit::Row))?;
        let by_columns = self.tight(Technique::Pigeonhole, (regions, region), (columns, Unit::Column))?;
        Ok([by_rows, by_columns].into_iter().flatten().min_by_key(|(size, _)| *size).map(|(_, found)| found))
    }

    /// Rows with columns, either way round.
    pub(super) fn rows_columns(&self) -> Result<Option<Deduction>, Conflict> {
        let (rows, columns) = (self.pending.rows, self.pending.columns);
        let found = self.tight(Technique::RowsColumns, (rows, Unit::Row), (columns, Unit::Column))?;
        Ok(found.map(|(_, found)| found))
    }

    /// The deduction from the smallest tight set between two kinds of units, and the size of that set.
    fn tight(
        &self,
        technique: Technique,
        (firsts, first): (u32, fn(usize) -> Unit),
        (seconds, second): (u32, fn(usize) -> Unit),
    ) -> Result<Option<(usize, Deduction)>, Conflict> {
        let mut links = Links { firsts, links: [0; MAX_SIZE] };
        for unit in bits(firsts) {
            let cells = self.live(first(unit));
            let shared = bits(seconds).filter(|&other| !(cells & self.layout.unit(second(other))).is_empty());
            links.links[unit] = shared.fold(0, |all, other| all | 1 << other);
        }
        let pick = |mask: u32, unit: fn(usize) -> Unit| -> Vec<Unit> { bits(mask).map(unit).collect() };
        match links.tight() {
            Err(crowd) => {
                Err(Conflict::Crowded { units: pick(crowd.units, first), within: pick(crowd.within, second) })
            }
            Ok(None) => Ok(None),
            Ok(Some(tight)) => {
                let (first, second) = if tight.turned { (second, first) } else { (first, second) };
                let (units, within) = (pick(tight.units, first), pick(tight.within, second));
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
