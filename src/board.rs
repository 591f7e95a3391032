//! The puzzle as a value: cells, sets of cells, units, boards, marks, states and solutions.
//!
//! Rows and columns count from 0 inside the program and from 1 wherever a person reads them: the cell
//! `Cell::new(2, 4)` prints as `r3c5`. Nothing here knows a pixel, a colour or a rule of deduction.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

/// The smallest board that can have a solution: on 2 x 2 and 3 x 3 queens always touch.
pub const MIN_SIZE: usize = 4;
/// The largest board this library handles; regions are named by the letters `A` to `Z`.
pub const MAX_SIZE: usize = 26;

/// One cell of a board, by row and column, both counted from 0.
///
/// Prints as `r3c5`, counted from 1, and parses from the same form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// The cell in the given row and column, counted from 0.
    ///
    /// # Panics
    /// If either is [`MAX_SIZE`] or more.
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < MAX_SIZE && column < MAX_SIZE, "a cell lies outside every board");
        Self { row: row as u8, column: column as u8 }
    }

    /// The row, counted from 0.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, counted from 0.
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// Whether the two cells are different and share an edge or a corner (a king's move apart).
    pub const fn touches(self, other: Self) -> bool {
        let down = self.row.abs_diff(other.row);
        let across = self.column.abs_diff(other.column);
        down <= 1 && across <= 1 && down + across > 0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let bad = || BoardError::BadCell { text: text.chars().take(20).collect() };
        let rest = text.strip_prefix(['r', 'R']).ok_or_else(bad)?;
        let (row, column) = rest.split_once(['c', 'C']).ok_or_else(bad)?;
        let number = |part: &str| match part.parse::<usize>() {
            Ok(n) if (1..=MAX_SIZE).contains(&n) && part.bytes().all(|b| b.is_ascii_digit()) => Ok(n - 1),
            _ => Err(bad()),
        };
        Ok(Self::new(number(row)?, number(column)?))
    }
}

/// A set of cells of any board: one 32-bit mask a row, bit `c` for column `c`.
///
/// The layout does not depend on the board's size, so sets of one board combine by plain bit operations. `Not` gives
/// the complement within 26 x 26; intersect it with [`Board::all`] where that matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet {
    rows: [u32; MAX_SIZE],
}

impl CellSet {
    /// The set without cells.
    pub const EMPTY: Self = Self { rows: [0; MAX_SIZE] };

    /// The set with the given row masks, bit `c` for column `c`; bits beyond column 25 must be clear.
    pub(crate) const fn from_rows(rows: [u32; MAX_SIZE]) -> Self {
        Self { rows }
    }

    /// All cells of the `size` x `size` board.
    pub const fn square(size: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut row = 0;
        while row < size {
            set.rows[row] = (1 << size) - 1;
            row += 1;
        }
        set
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.rows[cell.row as usize] >> cell.column & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.rows[cell.row as usize] |= 1 << cell.column;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.rows[cell.row as usize] &= !(1 << cell.column);
    }

    /// Whether the set has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The first cell in reading order.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The only cell, if there is exactly one.
    pub fn single(&self) -> Option<Cell> {
        let mut cells = self.iter();
        let first = cells.next()?;
        cells.next().is_none().then_some(first)
    }

    /// The columns used in one row, bit `c` for column `c`.
    #[inline]
    pub const fn row_mask(&self, row: usize) -> u32 {
        self.rows[row]
    }

    /// Whether every cell of `self` is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Whether the sets share a cell.
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..MAX_SIZE).flat_map(move |row| {
            let mut mask = rows[row];
            std::iter::from_fn(move || {
                if mask == 0 {
                    return None;
                }
                let column = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                Some(Cell::new(row, column))
            })
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row &= other;
        }
        self
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row |= other;
        }
        self
    }
}

impl Sub for CellSet {
    type Output = Self;
    #[inline]
    fn sub(mut self, other: Self) -> Self {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            *row &= !other;
        }
        self
    }
}

impl Not for CellSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::square(MAX_SIZE) - self
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for CellSet {
    /// The cells in reading order, separated by commas: `r1c2, r3c5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// A region of a board, numbered from 0 in order of first appearance in reading order. Prints as a letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(u8);

impl Region {
    /// The region with the given number, counted from 0.
    ///
    /// # Panics
    /// If the number is [`MAX_SIZE`] or more.
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SIZE, "a region's number lies outside every board");
        Self(index as u8)
    }

    /// The number, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter, `A` for the first region.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "region {}", self.letter())
    }
}

/// A row, a column or a region: each holds exactly one queen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Unit {
    /// A row, counted from 0.
    Row(usize),
    /// A column, counted from 0.
    Column(usize),
    /// A region.
    Region(Region),
}

impl fmt::Display for Unit {
    /// `row 3`, `column 5` (counted from 1), `region B`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
            Self::Region(region) => write!(f, "region {region}"),
        }
    }
}

/// Why a board, a set of marks or a solution is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The number of rows is outside [`MIN_SIZE`] to [`MAX_SIZE`].
    #[error("a board has 4 to 26 rows, this one has {size}")]
    SizeOutOfRange {
        /// The number of rows found.
        size: usize,
    },
    /// The number of labels is not the square of the size.
    #[error("a board of {size} rows has {} cells, {cells} were given", size * size)]
    WrongCellCount {
        /// The number of rows.
        size: usize,
        /// The number of labels given.
        cells: usize,
    },
    /// Fewer regions than rows.
    #[error("{size} rows need {size} regions, only {regions} were given")]
    TooFewRegions {
        /// The number of rows.
        size: usize,
        /// The number of regions found.
        regions: usize,
    },
    /// More regions than rows.
    #[error("{size} rows need {size} regions, {regions} were given; {cell} is in one too many")]
    TooManyRegions {
        /// The number of rows.
        size: usize,
        /// The number of regions found.
        regions: usize,
        /// The first cell of the first surplus region.
        cell: Cell,
    },
    /// A cell outside the board.
    #[error("{cell} lies outside the {size} x {size} board")]
    OutsideBoard {
        /// The cell.
        cell: Cell,
        /// The number of rows.
        size: usize,
    },
    /// Two queens that attack each other.
    #[error("the queens at {first} and {second} attack each other")]
    Attack {
        /// One queen.
        first: Cell,
        /// The other queen.
        second: Cell,
    },
    /// A cell that is marked as both queen and cross.
    #[error("{cell} is marked as a queen and as ruled out")]
    ConflictingMarks {
        /// The cell.
        cell: Cell,
    },
    /// Text that names no cell.
    #[error("`{text}` is no cell; write row and column counted from 1, as in r3c5")]
    BadCell {
        /// The text, cut to 20 characters.
        text: String,
    },
}

impl BoardError {
    /// The stable short code of the error, as JSON and fixtures use it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SizeOutOfRange { .. } => "size-out-of-range",
            Self::WrongCellCount { .. } => "ragged-rows",
            Self::TooFewRegions { .. } => "too-few-regions",
            Self::TooManyRegions { .. } => "too-many-regions",
            Self::OutsideBoard { .. } => "outside-board",
            Self::Attack { .. } => "queens-attack",
            Self::ConflictingMarks { .. } => "conflicting-marks",
            Self::BadCell { .. } => "bad-cell",
        }
    }
}

/// A Queens board: `size` x `size` cells in exactly `size` non-empty regions, numbered in order of first appearance.
///
/// Immutable. Regions need not hang together: two regions of the official puzzle 336 do not.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: u8,
    /// Row-major, `size * size` long.
    regions: Vec<Region>,
    cells: Vec<CellSet>,
}

impl Board {
    /// Builds a board from one label a cell, in reading order; equal labels make a region.
    ///
    /// # Errors
    /// If `size` is outside 4 to 26, if there are not `size * size` labels, or not exactly `size` different ones.
    pub fn from_labels<T: PartialEq>(size: usize, labels: &[T]) -> Result<Self, BoardError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(BoardError::SizeOutOfRange { size });
        }
        if labels.len() != size * size {
            return Err(BoardError::WrongCellCount { size, cells: labels.len() });
        }
        let mut seen: Vec<&T> = Vec::with_capacity(size);
        let mut surplus = None;
        let mut numbers = Vec::with_capacity(labels.len());
        for (i, label) in labels.iter().enumerate() {
            let number = seen.iter().position(|known| *known == label).unwrap_or_else(|| {
                seen.push(label);
                if seen.len() > size && surplus.is_none() {
                    surplus = Some(Cell::new(i / size, i % size));
                }
                seen.len() - 1
            });
            numbers.push(number);
        }
        let regions = seen.len();
        if let Some(cell) = surplus {
            return Err(BoardError::TooManyRegions { size, regions, cell });
        }
        if regions < size {
            return Err(BoardError::TooFewRegions { size, regions });
        }
        let mut cells = vec![CellSet::EMPTY; size];
        for (i, &number) in numbers.iter().enumerate() {
            cells[number].insert(Cell::new(i / size, i % size));
        }
        Ok(Self { size: size as u8, regions: numbers.into_iter().map(Region::new).collect(), cells })
    }

    /// The number of rows, of columns and of regions.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The region of a cell.
    ///
    /// # Panics
    /// If the cell lies outside the board.
    pub fn region(&self, cell: Cell) -> Region {
        assert!(cell.column() < self.size(), "{cell} lies outside the board");
        self.regions[cell.row() * self.size() + cell.column()]
    }

    /// The region of every cell, in reading order.
    pub fn labels(&self) -> &[Region] {
        &self.regions
    }

    /// All cells of the board.
    pub fn all(&self) -> CellSet {
        CellSet::square(self.size())
    }

    /// The cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size * size).map(move |i| Cell::new(i / size, i % size))
    }

    /// The regions in order of first appearance.
    pub fn regions(&self) -> impl Iterator<Item = Region> + use<> {
        (0..self.size()).map(Region::new)
    }

    /// Every unit: regions in order of first appearance, then rows, then columns.
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        let size = self.size();
        self.regions().map(Unit::Region).chain((0..size).map(Unit::Row)).chain((0..size).map(Unit::Column))
    }

    /// Whether every cell of a region can be reached from every other through cells of the region that share an edge.
    /// Nearly all published boards have such regions only.
    #[must_use]
    pub fn is_connected(&self, region: Region) -> bool {
        self.pieces(region).len() == 1
    }

    /// The pieces of a region, of cells that can be reached from one another through cells of the region that share an edge.
    #[must_use]
    pub fn pieces(&self, region: Region) -> Vec<CellSet> {
        let near = |a: Cell, b: Cell| a.row().abs_diff(b.row()) + a.column().abs_diff(b.column()) == 1;
        let mut rest = self.unit_cells(Unit::Region(region));
        let mut pieces = Vec::new();
        while let Some(first) = rest.first() {
            let mut piece: CellSet = [first].into_iter().collect();
            loop {
                rest -= piece;
                let more: CellSet = rest.iter().filter(|&cell| piece.iter().any(|other| near(cell, other))).collect();
                if more.is_empty() {
                    break;
                }
                piece |= more;
            }
            pieces.push(piece);
        }
        pieces
    }

    /// The cells of a unit.
    pub fn unit_cells(&self, unit: Unit) -> CellSet {
        let size = self.size();
        match unit {
            Unit::Row(row) => (0..size).map(|column| Cell::new(row, column)).collect(),
            Unit::Column(column) => (0..size).map(|row| Cell::new(row, column)).collect(),
            Unit::Region(region) => self.cells[region.index()],
        }
    }

    /// The cells of each region, in order of first appearance.
    pub(crate) fn region_cells(&self) -> &[CellSet] {
        &self.cells
    }

    /// The three units that hold a cell: region, row, column.
    pub fn units_of(&self, cell: Cell) -> [Unit; 3] {
        [Unit::Region(self.region(cell)), Unit::Row(cell.row()), Unit::Column(cell.column())]
    }

    /// Whether queens on the two different cells would break a rule: same row, column or region, or touching.
    pub fn attacks(&self, a: Cell, b: Cell) -> bool {
        a != b && (a.row() == b.row() || a.column() == b.column() || a.touches(b) || self.region(a) == self.region(b))
    }

    /// All cells that a queen on `cell` attacks.
    pub fn attacked(&self, cell: Cell) -> CellSet {
        self.cells().filter(|&other| self.attacks(cell, other)).collect()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    /// Rows of letters, separated by line feeds, without one at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.regions.chunks(self.size()).enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            for region in row {
                write!(f, "{region}")?;
            }
        }
        Ok(())
    }
}

/// What stands on a board beside its regions: queens that the puzzle gives, and what the player has drawn.
///
/// The player may be wrong. Marks take part in a solve only through [`State::with_marks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    /// Queens that the puzzle itself gives and that are always right.
    pub given: CellSet,
    /// Queens that the player has placed.
    pub queens: CellSet,
    /// Cells that the player has ruled out.
    pub crosses: CellSet,
}

impl Marks {
    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.queens.is_empty() && self.crosses.is_empty()
    }

    /// The given queens alone.
    pub fn given_only(&self) -> Self {
        Self { given: self.given, ..Self::default() }
    }
}

/// How far a solve has come: the queens placed and the cells that are still open. All other cells are dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// Queens placed so far.
    pub queens: CellSet,
    /// Cells that may still hold a queen; a placed queen's own cell is not among them.
    pub open: CellSet,
}

impl State {
    /// The start: no queen, every cell open.
    pub fn new(board: &Board) -> Self {
        Self { queens: CellSet::EMPTY, open: board.all() }
    }

    /// The state that the marks describe: given and drawn queens placed, crossed cells dead.
    ///
    /// The cells that the queens attack stay open until a deduction removes them.
    ///
    /// # Errors
    /// If a mark lies outside the board, a cell is both queen and cross, or two queens attack each other.
    pub fn with_marks(board: &Board, marks: &Marks) -> Result<Self, BoardError> {
        let queens = marks.given | marks.queens;
        if let Some(cell) = ((queens | marks.crosses) - board.all()).first() {
            return Err(BoardError::OutsideBoard { cell, size: board.size() });
        }
        if let Some(cell) = (queens & marks.crosses).first() {
            return Err(BoardError::ConflictingMarks { cell });
        }
        for first in queens.iter() {
            if let Some(second) = queens.iter().find(|&second| first < second && board.attacks(first, second)) {
                return Err(BoardError::Attack { first, second });
            }
        }
        Ok(Self { queens, open: board.all() - queens - marks.crosses })
    }

    /// The cells of a unit that are still open.
    pub fn live(&self, board: &Board, unit: Unit) -> CellSet {
        board.unit_cells(unit) & self.open
    }

    /// Whether a queen stands in the unit.
    pub fn has_queen(&self, board: &Board, unit: Unit) -> bool {
        board.unit_cells(unit).intersects(&self.queens)
    }
}

/// One queen a row: the column of each row's queen, counted from 0. Not checked against any board.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    columns: Vec<u8>,
}

impl Solution {
    /// The solution with the given column for each row, counted from 0.
    ///
    /// # Errors
    /// If there are more than 26 rows or a column is 26 or more.
    pub fn new(columns: &[usize]) -> Result<Self, BoardError> {
        let size = columns.len();
        if size > MAX_SIZE {
            return Err(BoardError::SizeOutOfRange { size });
        }
        if let Some(row) = columns.iter().position(|&column| column >= MAX_SIZE) {
            return Err(BoardError::BadCell { text: format!("r{}c{}", row + 1, columns[row] + 1) });
        }
        Ok(Self { columns: columns.iter().map(|&column| column as u8).collect() })
    }

    /// The column of each row's queen, counted from 0.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.columns.iter().map(|&column| column as usize)
    }

    /// The cells of the queens, top to bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.columns().enumerate().map(|(row, column)| Cell::new(row, column))
    }

    /// The queens as a set.
    pub fn queens(&self) -> CellSet {
        self.cells().collect()
    }

    /// The solution whose queens are these cells, if they are exactly one a row from the first row on.
    pub fn from_queens(queens: &CellSet) -> Option<Self> {
        let size = queens.rows.iter().position(|&row| row == 0).unwrap_or(MAX_SIZE);
        let (rows, beyond) = queens.rows.split_at(size);
        let one_a_row = rows.iter().all(|row| row.is_power_of_two()) && beyond.iter().all(|&row| row == 0);
        one_a_row.then(|| Self { columns: rows.iter().map(|row| row.trailing_zeros() as u8).collect() })
    }
}

impl fmt::Display for Solution {
    /// The columns counted from 0, separated by blanks: `6 4 1 3 5 2 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, column) in self.columns.iter().enumerate() {
            write!(f, "{}{column}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}
