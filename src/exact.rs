//! Exact search: all solutions of a board up to a limit, by trying.
//!
//! The rules of the puzzle are stated here afresh, from coordinates, and share no table with [`crate::solve`], so
//! that each can be held against the other. The search always branches on the row, column or region with the fewest
//! open cells; where that leads nowhere for long, it counts whether there is room for the queens that are left.

use std::ops::{BitAnd, BitOr, Not};

use crate::board::{Board, Cell, CellSet, MAX_SIZE, Solution};

/// The first `limit` solutions that have all the queens in `given`, in lexicographic order of their columns from the
/// first row down.
pub fn solutions(board: &Board, given: &CellSet, limit: usize) -> Vec<Solution> {
    if board.size() <= SMALL { list::<Small>(board, given, limit) } else { list::<Large>(board, given, limit) }
}

/// The number of solutions that have all the queens in `given`, at most `limit`.
pub fn count(board: &Board, given: &CellSet, limit: usize) -> usize {
    if board.size() <= SMALL { total::<Small>(board, given, limit) } else { total::<Large>(board, given, limit) }
}

/// The same, unless it takes more than `steps` queens tried: then `None`. Boards of chance, such as misread ones, can take
/// very long.
pub fn count_within(board: &Board, given: &CellSet, limit: usize, steps: usize) -> Option<usize> {
    if board.size() <= SMALL {
        total_within::<Small>(board, given, limit, steps)
    } else {
        total_within::<Large>(board, given, limit, steps)
    }
}

fn total_within<C: Cells>(board: &Board, given: &CellSet, limit: usize, steps: usize) -> Option<usize> {
    let search = Search::<C>::new(board);
    let mut tally = Tally { found: 0, limit, steps };
    if let Some(node) = search.start(given).filter(|_| limit > 0) {
        search.search(node, &mut tally);
    }
    (tally.steps > 0 || tally.found == limit).then_some(tally.found)
}

fn total<C: Cells>(board: &Board, given: &CellSet, limit: usize) -> usize {
    let search = Search::<C>::new(board);
    search.start(given).map_or(0, |node| search.count(node, limit))
}

/// Up to `limit` solutions in no particular order, sooner than [`solutions`] where there are more.
pub(crate) fn some(board: &Board, limit: usize) -> Vec<Solution> {
    if board.size() <= SMALL { unordered::<Small>(board, limit) } else { unordered::<Large>(board, limit) }
}

fn unordered<C: Cells>(board: &Board, limit: usize) -> Vec<Solution> {
    let search = Search::<C>::new(board);
    search.start(&CellSet::EMPTY).map_or_else(Vec::new, |node| search.collect(node, limit))
}

fn list<C: Cells>(board: &Board, given: &CellSet, limit: usize) -> Vec<Solution> {
    let search = Search::<C>::new(board);
    let Some(node) = search.start(given) else { return Vec::new() };
    let mut found = search.collect(node, limit.saturating_add(1));
    if found.len() <= limit {
        found.sort_unstable();
    } else {
        found.clear();
        search.walk(node, limit, &mut found);
    }
    found
}

/// After so many queens in vain it is worth asking whether there is room for the rest at all.
const PATIENCE: usize = 1000;

/// What a search tells as it goes; it ends at the first `false`.
trait Watch<C> {
    /// A queen is tried.
    fn step(&mut self) -> bool {
        true
    }

    /// The queens of a solution.
    fn solution(&mut self, queens: C) -> bool;
}

impl<C, F: FnMut(C) -> bool> Watch<C> for F {
    fn solution(&mut self, queens: C) -> bool {
        self(queens)
    }
}

/// Counts solutions up to a limit and steps down to none.
struct Tally {
    found: usize,
    limit: usize,
    steps: usize,
}

impl<C> Watch<C> for Tally {
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    fn solution(&mut self, _: C) -> bool {
        self.found += 1;
        self.found < self.limit
    }
}

/// The regions of a board as sets of cells.
struct Search<C> {
    size: usize,
    regions: [C; MAX_SIZE],
    region_at: [[u8; MAX_SIZE]; MAX_SIZE],
}

/// A point of the search: the queens, the cells that they do not attack, and the units without a queen, one bit each.
#[derive(Clone, Copy)]
struct Node<C> {
    queens: C,
    open: C,
    regions: u32,
    rows: u32,
    columns: u32,
}

impl<C: Cells> Search<C> {
    fn new(board: &Board) -> Self {
        let size = board.size();
        let mut search = Self { size, regions: [C::NONE; MAX_SIZE], region_at: [[0; MAX_SIZE]; MAX_SIZE] };
        for (row, labels) in board.labels().chunks(size).enumerate() {
            for (column, region) in labels.iter().enumerate() {
                search.region_at[row][column] = region.index() as u8;
                let cells = &mut search.regions[region.index()];
                *cells = *cells | C::one(row, column);
            }
        }
        search
    }

    /// The root, with the given queens placed; `None` if they attack each other or lie outside.
    fn start(&self, given: &CellSet) -> Option<Node<C>> {
        let full = (1 << self.size) - 1;
        let everything = self.regions[..self.size].iter().fold(C::NONE, |all, &region| all | region);
        let mut node = Node { queens: C::NONE, open: everything, regions: full, rows: full, columns: full };
        for queen in given.iter() {
            let (row, column) = (queen.row(), queen.column());
            if (node.open & C::one(row, column)).is_empty() {
                return None;
            }
            node = self.place(node, row, column);
        }
        Some(node)
    }

    fn place(&self, node: Node<C>, row: usize, column: usize) -> Node<C> {
        let region = self.region_at[row][column] as usize;
        Node {
            queens: node.queens | C::one(row, column),
            open: node.open & !(self.regions[region] | C::row(row) | C::column(column) | C::touching(row, column)),
            regions: node.regions & !(1 << region),
            rows: node.rows & !(1 << row),
            columns: node.columns & !(1 << column),
        }
    }

    /// The open cells of a unit without a queen that has the fewest.
    fn narrowest(&self, node: &Node<C>) -> C {
        let regions = bits(node.regions).map(|region| self.regions[region]);
        let rows = bits(node.rows).map(C::row);
        let columns = bits(node.columns).map(C::column);
        C::smallest(regions.chain(rows).chain(columns).map(|unit| node.open & unit))
    }

    fn count(&self, node: Node<C>, limit: usize) -> usize {
        let mut found = 0;
        if limit > 0 {
            self.search(node, &mut |_: C| {
                found += 1;
                found < limit
            });
        }
        found
    }

    fn collect(&self, node: Node<C>, limit: usize) -> Vec<Solution> {
        let mut found = Vec::new();
        if limit > 0 {
            self.search(node, &mut |queens: C| {
                found.extend(Solution::from_queens(&queens.to_set()));
                found.len() < limit
            });
        }
        found
    }

    /// Shows the queens of every solution below a node, until it is told to stop; whether it was not.
    fn search(&self, node: Node<C>, watch: &mut impl Watch<C>) -> bool {
        self.descend(node, watch, &mut 0)
    }

    /// The same; `fruitless` are the queens tried since the last solution.
    fn descend(&self, mut node: Node<C>, watch: &mut impl Watch<C>, fruitless: &mut usize) -> bool {
        while node.rows != 0 {
            if !watch.step() {
                return false;
            }
            *fruitless += 1;
            if *fruitless > PATIENCE && self.is_crowded(&node) {
                return true;
            }
            let cells = self.narrowest(&node);
            if cells.is_empty() {
                return true;
            }
            let (row, column) = cells.first();
            let next = self.place(node, row, column);
            if cells.without_first().is_empty() {
                node = next;
                continue;
            }
            if !self.descend(next, watch, fruitless) {
                return false;
            }
            // The other case: no queen on that cell.
            node.open = node.open & !C::one(row, column);
        }
        *fruitless = 0;
        watch.solution(node.queens)
    }

    /// Whether some regions have all their open cells in fewer rows or columns than they are, or some rows in fewer
    /// columns. Trying alone would find that out only after all arrangements of the rest.
    fn is_crowded(&self, node: &Node<C>) -> bool {
        let meets = |cells: C, line: C| !(node.open & cells & line).is_empty();
        let region = |i: usize| self.regions[i];
        !can_pair(node.regions, |i| bits(node.rows).filter(move |&row| meets(region(i), C::row(row))))
            || !can_pair(node.regions, |i| {
                bits(node.columns).filter(move |&column| meets(region(i), C::column(column)))
            })
            || !can_pair(node.rows, |i| bits(node.columns).filter(move |&column| meets(C::row(i), C::column(column))))
    }

    /// Lists the solutions below a node row by row, and asks before each step whether there is one at all.
    fn walk(&self, node: Node<C>, limit: usize, found: &mut Vec<Solution>) {
        if node.rows == 0 {
            found.extend(Solution::from_queens(&node.queens.to_set()));
            return;
        }
        let row = node.rows.trailing_zeros() as usize;
        let mut cells = node.open & C::row(row);
        while !cells.is_empty() && found.len() < limit {
            let (_, column) = cells.first();
            cells = cells.without_first();
            let next = self.place(node, row, column);
            if self.count(next, 1) == 1 {
                self.walk(next, limit, found);
            }
        }
    }
}

/// Whether each of the units can have one of its partners for itself: augmenting paths, one unit after another.
fn can_pair<I: Iterator<Item = usize>>(units: u32, partners: impl Fn(usize) -> I) -> bool {
    fn find<I: Iterator<Item = usize>>(
        unit: usize,
        partners: &impl Fn(usize) -> I,
        owner: &mut [Option<usize>; MAX_SIZE],
        asked: &mut u32,
    ) -> bool {
        for partner in partners(unit) {
            if *asked >> partner & 1 == 0 {
                *asked |= 1 << partner;
                if owner[partner].is_none_or(|other| find(other, partners, owner, asked)) {
                    owner[partner] = Some(unit);
                    return true;
                }
            }
        }
        false
    }
    let mut owner = [None; MAX_SIZE];
    bits(units).all(|unit| find(unit, &partners, &mut owner, &mut 0))
}

/// The numbers of the bits that are set.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

/// A set of cells, by row and column.
trait Cells: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    const NONE: Self;
    fn one(row: usize, column: usize) -> Self;
    fn row(row: usize) -> Self;
    fn column(column: usize) -> Self;
    /// All cells at most one row and one column away.
    fn touching(row: usize, column: usize) -> Self;
    fn is_empty(self) -> bool;
    /// The smallest of the sets; one with no cell or a single one ends the look.
    fn smallest(sets: impl Iterator<Item = Self> + Clone) -> Self;
    fn first(self) -> (usize, usize);
    fn without_first(self) -> Self;

    fn to_set(self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        let mut rest = self;
        while !rest.is_empty() {
            let (row, column) = rest.first();
            cells.insert(Cell::new(row, column));
            rest = rest.without_first();
        }
        cells
    }
}

/// The largest board that fits [`Small`].
const SMALL: usize = 11;

/// Bit `11 * row + column`.
#[derive(Clone, Copy)]
struct Small(u128);

/// Column 0 of every row.
const LEFT_EDGE: u128 = {
    let mut edge = 0;
    let mut row = 0;
    while row < SMALL {
        edge |= 1 << (SMALL * row);
        row += 1;
    }
    edge
};

/// The columns at most one away from a column, as a mask of one row of `size` columns.
const fn beside(column: usize, size: usize) -> u32 {
    ((0b111 << column) >> 1) & ((1 << size) - 1)
}

static SMALL_TOUCHING: [[u128; SMALL]; SMALL] = {
    let mut table = [[0; SMALL]; SMALL];
    let mut row = 0;
    while row < SMALL {
        let mut column = 0;
        while column < SMALL {
            let mut near = 0;
            while near < SMALL {
                if near.abs_diff(row) <= 1 {
                    table[row][column] |= (beside(column, SMALL) as u128) << (SMALL * near);
                }
                near += 1;
            }
            column += 1;
        }
        row += 1;
    }
    table
};

impl BitAnd for Small {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Small {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Small {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Cells for Small {
    const NONE: Self = Self(0);

    fn one(row: usize, column: usize) -> Self {
        Self(1 << (SMALL * row + column))
    }

    fn row(row: usize) -> Self {
        Self(((1 << SMALL) - 1) << (SMALL * row))
    }

    fn column(column: usize) -> Self {
        Self(LEFT_EDGE << column)
    }

    fn touching(row: usize, column: usize) -> Self {
        Self(SMALL_TOUCHING[row][column])
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn smallest(sets: impl Iterator<Item = Self> + Clone) -> Self {
        // One or two cells are seen sooner than counted, and mostly there is a set with no more.
        let mut pair = Self::NONE;
        for cells in sets.clone() {
            let others = cells.without_first();
            if others.is_empty() {
                return cells;
            }
            if others.without_first().is_empty() {
                pair = cells;
            }
        }
        if pair.is_empty() { sets.min_by_key(|cells| cells.0.count_ones()).unwrap_or(Self::NONE) } else { pair }
    }

    fn first(self) -> (usize, usize) {
        let bit = self.0.trailing_zeros() as usize;
        (bit / SMALL, bit % SMALL)
    }

    fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }
}

/// One mask a row, bit `column`.
#[derive(Clone, Copy)]
struct Large([u32; MAX_SIZE]);

impl Large {
    /// The number of cells, or `limit` if there are as many or more.
    fn up_to(self, limit: u32) -> u32 {
        let mut number = 0;
        for row in self.0 {
            number += row.count_ones();
            if number >= limit {
                return limit;
            }
        }
        number
    }
}

impl BitAnd for Large {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl BitOr for Large {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }
}

impl Not for Large {
    type Output = Self;
    fn not(self) -> Self {
        Self(std::array::from_fn(|row| !self.0[row]))
    }
}

impl Cells for Large {
    const NONE: Self = Self([0; MAX_SIZE]);

    fn one(row: usize, column: usize) -> Self {
        let mut rows = [0; MAX_SIZE];
        rows[row] = 1 << column;
        Self(rows)
    }

    fn row(row: usize) -> Self {
        let mut rows = [0; MAX_SIZE];
        rows[row] = (1 << MAX_SIZE) - 1;
        Self(rows)
    }

    fn column(column: usize) -> Self {
        Self([1 << column; MAX_SIZE])
    }

    fn touching(row: usize, column: usize) -> Self {
        let near = |other: usize| if other.abs_diff(row) <= 1 { beside(column, MAX_SIZE) } else { 0 };
        Self(std::array::from_fn(near))
    }

    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    fn smallest(sets: impl Iterator<Item = Self> + Clone) -> Self {
        let mut best = Self::NONE;
        let mut fewest = u32::MAX;
        for cells in sets {
            let number = cells.up_to(fewest);
            if number < fewest {
                (best, fewest) = (cells, number);
                if number <= 1 {
                    break;
                }
            }
        }
        best
    }

    fn first(self) -> (usize, usize) {
        let row = self.0.iter().position(|&row| row != 0).unwrap_or(0);
        (row, self.0[row].trailing_zeros() as usize)
    }

    fn without_first(mut self) -> Self {
        let (row, _) = self.first();
        self.0[row] &= self.0[row].wrapping_sub(1);
        self
    }
}
