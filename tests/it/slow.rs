//! The rules of deduction once more, slow and obvious: from coordinates, by trying every subset. It shares no code
//! and no table with the engine.

use std::collections::BTreeSet;

use queenshot::board::{Board, Cell, CellSet, State, Unit};
use queenshot::solve::{Conflict, Deduction, Evidence, Shape, Technique};

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

    /// The kind and the number of a unit.
    fn kind(unit: Unit) -> (Kind, usize) {
        match unit {
            Unit::Row(row) => (Kind::Row, row),
            Unit::Column(column) => (Kind::Column, column),
            Unit::Region(region) => (Kind::Region, region.index()),
        }
    }

    /// The open cells of a unit, if it has no queen.
    fn live_of(&self, unit: Unit) -> Option<BTreeSet<At>> {
        let (kind, number) = Self::kind(unit);
        self.without_queen(kind).contains(&number).then(|| self.live(kind, number))
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

    /// Whether the evidence of a step is true of this state and enough for all that the step does.
    pub(crate) fn believes(&self, step: &Deduction) -> bool {
        let place = step.place.map(at);
        let remove = plain(&step.remove);
        let open = |which: &dyn Fn(At) -> bool| self.open.iter().copied().filter(|&cell| which(cell)).collect();
        let (expected_place, expected_remove): (Option<At>, BTreeSet<At>) = match &step.evidence {
            Evidence::Queen { queen } => {
                let queen = at(*queen);
                if step.technique != Technique::QueenKill || !self.queens.contains(&queen) {
                    return false;
                }
                (None, open(&|cell| self.attacks(queen, cell)))
            }
            Evidence::Single { unit, cell } => {
                let technique =
                    if matches!(unit, Unit::Region(_)) { Technique::SingleRegion } else { Technique::SingleLine };
                if step.technique != technique || self.live_of(*unit) != Some([at(*cell)].into()) {
                    return false;
                }
                (Some(at(*cell)), BTreeSet::new())
            }
            Evidence::Confined { unit, within, cells } => {
                let technique = match (unit, within) {
                    (Unit::Region(_), Unit::Row(_) | Unit::Column(_)) => Technique::RegionLine,
                    (Unit::Row(_) | Unit::Column(_), Unit::Region(_)) => Technique::LineRegion,
                    _ => return false,
                };
                let (kind, number) = Self::kind(*within);
                let cells = plain(cells);
                let inside = cells.iter().all(|&cell| self.number(kind, cell) == number);
                if step.technique != technique || self.live_of(*unit).as_ref() != Some(&cells) || !inside {
                    return false;
                }
                (None, open(&|cell| self.number(kind, cell) == number && !cells.contains(&cell)))
            }
            Evidence::Shadow { unit, cells, shape } => {
                let technique = match (unit, shape) {
                    (Unit::Region(_), Some(shape)) if !shape.is_idle() => Technique::Shape(*shape),
                    (Unit::Region(_), _) => Technique::ShadowRegion,
                    (_, None) => Technique::ShadowLine,
                    _ => return false,
                };
                let cells = plain(cells);
                let named = shape.is_none_or(|shape| congruent(shape, &cells));
                if step.technique != technique || self.live_of(*unit).as_ref() != Some(&cells) || !named {
                    return false;
                }
                (None, open(&|cell| cells.iter().all(|&other| self.attacks(other, cell))))
            }
            Evidence::Pigeonhole { units, within, cells } => {
                let sizes = [units.len(), within.len()];
                if sizes != [self.smallest_tight_set(step.technique); 2] {
                    return false;
                }
                let live: Option<BTreeSet<At>> =
                    units.iter().map(|&unit| self.live_of(unit)).try_fold(BTreeSet::new(), |mut all, cells| {
                        all.extend(cells?);
                        Some(all)
                    });
                let inside = |cell: At| {
                    within.iter().map(|&unit| Self::kind(unit)).any(|(kind, number)| self.number(kind, cell) == number)
                };
                let cells = plain(cells);
                if live.as_ref() != Some(&cells) || !cells.iter().all(|&cell| inside(cell)) {
                    return false;
                }
                (None, open(&|cell| inside(cell) && !cells.contains(&cell)))
            }
            Evidence::PairShadow { assumed, first, first_cells, second, second_cells } => {
                let queen = at(*assumed);
                let kept = |unit: Unit| {
                    let live = self.live_of(unit)?;
                    let alone = live.contains(&queen);
                    let stays = |&cell: &At| if alone { cell == queen } else { !self.attacks(queen, cell) };
                    Some(live.into_iter().filter(stays).collect::<BTreeSet<At>>())
                };
                let (one, other) = (plain(first_cells), plain(second_cells));
                let together = one.iter().any(|&a| other.iter().any(|&b| a == b || !self.attacks(a, b)));
                let right = kept(*first).as_ref() == Some(&one) && kept(*second).as_ref() == Some(&other);
                if step.technique != Technique::PairShadow || first == second || !right || together {
                    return false;
                }
                (None, [queen].into())
            }
            Evidence::Probe { assumed, steps, conflict } => {
                let queen = at(*assumed);
                let mut after = self.clone();
                if step.technique != Technique::Probe || !after.open.remove(&queen) {
                    return false;
                }
                after.queens.insert(queen);
                for inner in steps {
                    if inner.technique == Technique::Probe || !after.believes(inner) {
                        return false;
                    }
                    after.open.retain(|&cell| !inner.remove.contains(Cell::new(cell.0, cell.1)));
                    if let Some(queen) = inner.place.map(at) {
                        after.open.remove(&queen);
                        after.queens.insert(queen);
                    }
                }
                if !after.has(conflict) {
                    return false;
                }
                (None, [queen].into())
            }
            _ => return false,
        };
        place == expected_place && remove == expected_remove
    }

    /// Whether the state has this conflict.
    pub(crate) fn has(&self, conflict: &Conflict) -> bool {
        match conflict {
            Conflict::EmptyUnit(unit) => self.live_of(*unit).is_some_and(|cells| cells.is_empty()),
            Conflict::Attack(a, b) => {
                let (a, b) = (at(*a), at(*b));
                self.queens.contains(&a) && self.queens.contains(&b) && self.attacks(a, b)
            }
            Conflict::Crowded { units, within } => {
                let inside = |cell: At| {
                    within.iter().map(|&unit| Self::kind(unit)).any(|(kind, number)| self.number(kind, cell) == number)
                };
                let crowded =
                    |unit: &Unit| self.live_of(*unit).is_some_and(|cells| cells.iter().all(|&cell| inside(cell)));
                within.len() < units.len() && units.iter().all(crowded)
            }
            _ => false,
        }
    }

    /// The fewest units that hold as many units' live cells and something else; 0 if there are no such units.
    fn smallest_tight_set(&self, technique: Technique) -> usize {
        let kinds: &[(Kind, Kind)] = match technique {
            Technique::Pigeonhole => &[
                (Kind::Region, Kind::Row),
                (Kind::Row, Kind::Region),
                (Kind::Region, Kind::Column),
                (Kind::Column, Kind::Region),
            ],
            Technique::RowsColumns => &[(Kind::Row, Kind::Column), (Kind::Column, Kind::Row)],
            _ => &[],
        };
        let sizes = kinds.iter().flat_map(|&(kind, within)| {
            let units = self.without_queen(kind);
            (1u32..1 << units.len()).filter_map(move |subset| {
                let chosen: Vec<usize> = (0..units.len()).filter(|i| subset >> i & 1 == 1).map(|i| units[i]).collect();
                let cells: BTreeSet<At> = chosen.iter().flat_map(|&unit| self.live(kind, unit)).collect();
                let places: BTreeSet<usize> = cells.iter().map(|&at| self.number(within, at)).collect();
                let more = |at: &At| places.contains(&self.number(within, *at)) && !cells.contains(at);
                (places.len() == chosen.len() && self.open.iter().any(more)).then_some(chosen.len())
            })
        });
        sizes.min().unwrap_or(0)
    }

    /// Whether a queen on the cell leads to a contradiction by so many passes of the techniques, each of which is used
    /// until it says nothing new.
    pub(crate) fn refutes(&self, queen: At, techniques: &[Technique], passes: usize) -> bool {
        let mut after = self.clone();
        after.open.remove(&queen);
        after.queens.insert(queen);
        (0..passes).any(|_| techniques.iter().any(|&technique| after.close(&[technique]).is_err()))
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

fn at(cell: Cell) -> At {
    (cell.row(), cell.column())
}

/// Whether the cells form the shape, turned or mirrored in some way.
fn congruent(shape: Shape, cells: &BTreeSet<At>) -> bool {
    let rows: Vec<&str> = shape.rows().split('/').collect();
    let drawn: Vec<At> = rows
        .iter()
        .enumerate()
        .flat_map(|(r, row)| row.char_indices().filter(|&(_, sign)| sign == '#').map(move |(c, _)| (r, c)))
        .collect();
    let home = |cells: Vec<At>| -> BTreeSet<At> {
        let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        cells.into_iter().map(|(r, c)| (r - top, c - left)).collect()
    };
    let cells = home(cells.iter().copied().collect());
    (0..8).any(|turn| {
        let turned = drawn.iter().map(|&(r, c)| {
            let (r, c) = (if turn & 1 == 0 { r } else { 9 - r }, if turn & 2 == 0 { c } else { 9 - c });
            if turn & 4 == 0 { (r, c) } else { (c, r) }
        });
        home(turned.collect()) == cells
    })
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
