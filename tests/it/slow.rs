//! The rules of deduction once more, slow and obvious: from coordinates, by trying every subset. It shares no code
//! and no table with the engine.

use std::collections::BTreeSet;

use queenshot::board::{Board, Cell, CellSet, State};
use queenshot::solve::Technique;

type At = (usize, usize);

/// A board and a state as plain lists.
#[derive(Clone)]
pub(crate) struct Slow {
    size: usize,
    region: Vec<Vec<usize>>,
    pub(crate) queens: BTreeSet<At>,
    pub(crate) open: BTreeSet<At>,
}

/// What a technique can do in a state, all of it together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Effect {
    pub(crate) place: BTreeSet<At>,
    pub(crate) remove: BTreeSet<At>,
}

impl Effect {
    pub(crate) fn is_empty(&self) -> bool {
        self.place.is_empty() && self.remove.is_empty()
    }
}

/// The state has no solution.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

pub(crate) fn plain(cells: &CellSet) -> BTreeSet<At> {
    cells.iter().map(|cell| (cell.row(), cell.column())).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Row,
    Column,
    Region,
}

impl Slow {
    pub(crate) fn new(board: &Board, state: &State) -> Self {
        let size = board.size();
        let region = (0..size).map(|r| (0..size).map(|c| board.region(Cell::new(r, c)).index()).collect()).collect();
        Self { size, region, queens: plain(&state.queens), open: plain(&state.open) }
    }

    fn number(&self, kind: Kind, at: At) -> usize {
        match kind {
            Kind::Row => at.0,
            Kind::Column => at.1,
            Kind::Region => self.region[at.0][at.1],
        }
    }

    fn attacks(&self, a: At, b: At) -> bool {
        let same_unit =
            [Kind::Row, Kind::Column, Kind::Region].iter().any(|&kind| self.number(kind, a) == self.number(kind, b));
        let touch = a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
        a != b && (same_unit || touch)
    }

    /// The numbers of the units of one kind that have no queen.
    fn without_queen(&self, kind: Kind) -> Vec<usize> {
        (0..self.size).filter(|&i| self.queens.iter().all(|&queen| self.number(kind, queen) != i)).collect()
    }

    fn live(&self, kind: Kind, unit: usize) -> BTreeSet<At> {
        self.open.iter().copied().filter(|&at| self.number(kind, at) == unit).collect()
    }

    fn all_live(&self, kinds: &[Kind]) -> Vec<(Kind, BTreeSet<At>)> {
        let of = |&kind: &Kind| self.without_queen(kind).into_iter().map(move |unit| (kind, unit));
        kinds.iter().flat_map(of).map(|(kind, unit)| (kind, self.live(kind, unit))).collect()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.queens.len() == self.size
    }

    pub(crate) fn check(&self) -> Result<(), Contradiction> {
        let attack = self.queens.iter().any(|&a| self.queens.iter().any(|&b| self.attacks(a, b)));
        let empty = self.all_live(&[Kind::Row, Kind::Column, Kind::Region]).iter().any(|(_, cells)| cells.is_empty());
        if attack || empty { Err(Contradiction) } else { Ok(()) }
    }

    /// Everything that one technique says about the state. Named shapes are not told apart from other regions here.
    pub(crate) fn effect(&self, technique: Technique) -> Result<Effect, Contradiction> {
        self.check()?;
        let mut effect = Effect::default();
        let lines = [Kind::Row, Kind::Column];
        match technique {
            Technique::QueenKill => {
                effect.remove =
                    self.open.iter().copied().filter(|&at| self.queens.iter().any(|&q| self.attacks(q, at))).collect();
            }
            Technique::SingleRegion => self.singles(&[Kind::Region], &mut effect),
            Technique::SingleLine => self.singles(&lines, &mut effect),
            Technique::RegionLine => self.confined(&[Kind::Region], &lines, &mut effect),
            Technique::LineRegion => self.confined(&lines, &[Kind::Region], &mut effect),
            Technique::Shape(_) | Technique::ShadowRegion => self.shadows(&[Kind::Region], &mut effect),
            Technique::ShadowLine => self.shadows(&lines, &mut effect),
            Technique::Pigeonhole => {
                for line in lines {
                    self.subsets(Kind::Region, line, &mut effect)?;
                    self.subsets(line, Kind::Region, &mut effect)?;
                }
            }
            Technique::RowsColumns => {
                self.subsets(Kind::Row, Kind::Column, &mut effect)?;
                self.subsets(Kind::Column, Kind::Row, &mut effect)?;
            }
            Technique::PairShadow => {
                effect.remove = self.open.iter().copied().filter(|&at| self.splits(at)).collect();
            }
            Technique::Probe => {
                let refuted = |&at: &At| {
                    let mut after = self.clone();
                    after.open.remove(&at);
                    after.queens.insert(at);
                    after.close(&CHEAP).is_err()
                };
                effect.remove = self.open.iter().copied().filter(refuted).collect();
            }
        }
        Ok(effect)
    }

    /// Applies techniques until none says anything new.
    pub(crate) fn close(&mut self, techniques: &[Technique]) -> Result<(), Contradiction> {
        loop {
            self.check()?;
            let mut changed = false;
            for &technique in techniques {
                let effect = self.effect(technique)?;
                if !effect.is_empty() {
                    // One queen at a time: of two that attack each other both are wrong to place at once.
                    if let Some(&queen) = effect.place.first() {
                        self.queens.insert(queen);
                        self.open.remove(&queen);
                    }
                    self.open.retain(|at| !effect.remove.contains(at));
                    changed = true;
                    break;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn singles(&self, kinds: &[Kind], effect: &mut Effect) {
        for (_, cells) in self.all_live(kinds) {
            if cells.len() == 1 {
                effect.place.extend(cells);
            }
        }
    }

    fn confined(&self, kinds: &[Kind], within: &[Kind], effect: &mut Effect) {
        for (_, cells) in self.all_live(kinds) {
            for &kind in within {
                let units: BTreeSet<usize> = cells.iter().map(|&at| self.number(kind, at)).collect();
                if units.len() == 1 {
                    let inside = |at: &At| units.contains(&self.number(kind, *at)) && !cells.contains(at);
                    effect.remove.extend(self.open.iter().copied().filter(inside));
                }
            }
        }
    }

    fn shadows(&self, kinds: &[Kind], effect: &mut Effect) {
        for (_, cells) in self.all_live(kinds) {
            let dark = |at: &At| cells.iter().all(|&cell| self.attacks(cell, *at));
            effect.remove.extend(self.open.iter().copied().filter(dark));
        }
    }

    /// Every set of units of one kind whose live cells lie in as many units of the other.
    fn subsets(&self, kind: Kind, within: Kind, effect: &mut Effect) -> Result<(), Contradiction> {
        let units = self.without_queen(kind);
        for subset in 1u32..1 << units.len() {
            let chosen: Vec<usize> = (0..units.len()).filter(|i| subset >> i & 1 == 1).map(|i| units[i]).collect();
            let cells: BTreeSet<At> = chosen.iter().flat_map(|&unit| self.live(kind, unit)).collect();
            let places: BTreeSet<usize> = cells.iter().map(|&at| self.number(within, at)).collect();
            if places.len() < chosen.len() {
                return Err(Contradiction);
            }
            if places.len() == chosen.len() {
                let inside = |at: &At| places.contains(&self.number(within, *at)) && !cells.contains(at);
                effect.remove.extend(self.open.iter().copied().filter(inside));
            }
        }
        Ok(())
    }

    /// Whether a queen on the cell would leave some two units without compatible cells.
    fn splits(&self, queen: At) -> bool {
        let kinds = [Kind::Row, Kind::Column, Kind::Region];
        let kept: Vec<Vec<At>> = self
            .all_live(&kinds)
            .into_iter()
            .map(|(_, cells)| {
                if cells.contains(&queen) {
                    vec![queen]
                } else {
                    cells.into_iter().filter(|&at| !self.attacks(queen, at)).collect()
                }
            })
            .collect();
        (0..kept.len())
            .any(|i| (0..i).any(|j| !kept[i].iter().any(|&a| kept[j].iter().any(|&b| a == b || !self.attacks(a, b)))))
    }
}

/// All techniques but the probe; regions' shadows need no names here.
pub(crate) const CHEAP: [Technique; 10] = [
    Technique::QueenKill,
    Technique::SingleRegion,
    Technique::SingleLine,
    Technique::RegionLine,
    Technique::LineRegion,
    Technique::ShadowRegion,
    Technique::ShadowLine,
    Technique::Pigeonhole,
    Technique::RowsColumns,
    Technique::PairShadow,
];
