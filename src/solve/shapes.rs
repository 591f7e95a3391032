//! The catalogue of named shapes: the free polyominoes of two to six cells that a player knows by name.
//!
//! The shadow is found first, by the general rule, and named afterwards; the catalogue holds no rule of its own.

use std::fmt;

use super::set::Set;

/// A free polyomino of the catalogue of named shapes, by its place in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(u8);

/// Name, and the cells row by row. By size; the straight shapes that have no shadow beside their line last.
const CATALOGUE: [(&str, &str); Shape::COUNT] = [
    ("domino", "##"),
    ("I-tromino", "###"),
    ("L-tromino", "##/.#"),
    ("L-tetromino", "###/#.."),
    ("T-tetromino", "###/.#."),
    ("S-tetromino", "##./.##"),
    ("I-tetromino", "####"),
    ("L-pentomino", "####/#..."),
    ("U-pentomino", "###/#.#"),
    ("V-pentomino", "###/#../#.."),
    ("T-pentomino", "###/.#./.#."),
    ("N-pentomino", "###./..##"),
    ("F-pentomino", "##./.##/.#."),
    ("W-pentomino", "##./.##/..#"),
    ("I-pentomino", "#####"),
    ("L-hexomino", "#####/#...."),
    ("N-hexomino", "####./...##"),
    ("Z-with-tab hexomino", "###./#.##"),
    ("C-hexomino", "###/#.#/#.."),
    ("T-hexomino", "###/.#./.#./.#."),
    ("long-N hexomino", "###../..###"),
    ("F-ext-A hexomino", "###./..##/..#."),
    ("N-ext-A hexomino", "###./..##/...#"),
    ("T-ext hexomino", "##../.###/.#.."),
    ("W-ext hexomino", "##../.###/..#."),
    ("S-block hexomino", "##./.##/##."),
    ("I-hexomino", "######"),
];

/// What to compare live cells with: one key a shape, the same for all turns and mirror images.
const KEYS: [u64; Shape::COUNT] = {
    let mut keys = [0; Shape::COUNT];
    let mut i = 0;
    while i < keys.len() {
        let rows = CATALOGUE[i].1.as_bytes();
        let mut cells = [(0, 0); 6];
        let (mut len, mut at, mut row, mut column) = (0, 0, 0, 0);
        while at < rows.len() {
            if rows[at] == b'#' {
                cells[len] = (row, column);
                len += 1;
            }
            (row, column) = if rows[at] == b'/' { (row + 1, 0) } else { (row, column + 1) };
            at += 1;
        }
        keys[i] = key(&cells, len);
        i += 1;
    }
    keys
};

/// The smallest of the eight pictures of the first `len` cells, each moved to the top left of an 8 x 8 square.
const fn key(cells: &[(i32, i32); 6], len: usize) -> u64 {
    let mut best = u64::MAX;
    let mut turn = 0;
    while turn < 8 {
        let mut turned = *cells;
        let (mut top, mut left) = (i32::MAX, i32::MAX);
        let mut i = 0;
        while i < len {
            let (mut row, mut column) = cells[i];
            if turn & 1 != 0 {
                row = -row;
            }
            if turn & 2 != 0 {
                column = -column;
            }
            if turn & 4 != 0 {
                (row, column) = (column, row);
            }
            turned[i] = (row, column);
            top = if row < top { row } else { top };
            left = if column < left { column } else { left };
            i += 1;
        }
        let mut picture = 0;
        i = 0;
        while i < len {
            let (row, column) = (turned[i].0 - top, turned[i].1 - left);
            if row > 7 || column > 7 {
                return u64::MAX;
            }
            picture |= 1 << (8 * row + column);
            i += 1;
        }
        if picture < best {
            best = picture;
        }
        turn += 1;
    }
    best
}

impl Shape {
    /// The number of shapes in the catalogue.
    pub const COUNT: usize = 27;

    /// The shape's place in the catalogue.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The shape's name, as in `L-tromino`.
    pub const fn name(self) -> &'static str {
        CATALOGUE[self.index()].0
    }

    /// The shape's cells, `#`, row by row, rows separated by `/`.
    pub const fn rows(self) -> &'static str {
        CATALOGUE[self.index()].1
    }

    /// All shapes, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The shape with the given place; for the table of techniques.
    pub(super) const fn at(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Whether the shape is a straight line of four or more, whose shadow is that line alone.
    pub const fn is_idle(self) -> bool {
        matches!(self.0, 6 | 14 | 26)
    }

    /// The shape that the cells form, if the catalogue has it.
    pub(super) fn of<S: Set>(cells: S) -> Option<Self> {
        let mut places = [(0, 0); 6];
        let mut len = 0;
        for index in cells.indices() {
            *places.get_mut(len)? = ((index / S::STRIDE) as i32, (index % S::STRIDE) as i32);
            len += 1;
        }
        let key = key(&places, len);
        KEYS.iter().position(|&known| known == key).map(Self::at)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
