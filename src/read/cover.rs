//! Whether something lies on the board: what is under it is not known, whatever colours and lines are seen there.

use super::beyond;
use super::locate::Place;
use super::sample::{self, Samples, alike, neighbours};
use crate::board::{Board, Cell, Region, Unit};
use crate::picture::Picture;

/// A side that is drawn along less than this share of it is bare.
const BARE: f64 = 0.3;
/// Where lines are missing for a reason, at least this share of those like them is missing.
const LIKEWISE: f64 = 0.5;
/// So many bare sides of one cell are no accident.
const BARE_SIDES: usize = 2;
/// In the colours of lines, what differs by less than this from them hides them.
const CONTRAST: f32 = 24.0;
/// The sides of a cell that is not seen itself are drawn along at least this share of them.
const SEEN: f64 = 0.7;
/// Of a cell that is seen itself, at least this share of the points near the border have its colour.
const OWN: f32 = 0.6;
/// Black lines have less than this of each channel.
const BLACK: f32 = 64.0;
/// The share of points near the border that have the cell's own colour where nothing is in the way.
const EVENLY: f32 = 0.9;
/// A cell as near to the lines in colour as this share of what the others are is as good as of their colour.
const IN_LINES: f32 = 0.1;

/// A board as it lies in the picture.
pub(crate) struct Look<'a> {
    samples: &'a Samples,
    board: &'a Board,
    /// Two neighbouring cells, and the share of the side between them that is drawn.
    sides: Vec<Side>,
    /// The colour of the lines, or of the gaps.
    lines: [f32; 3],
}

#[derive(Clone, Copy)]
struct Side {
    cells: (usize, usize),
    drawn: f64,
}

impl Side {
    fn of(&self, cell: usize) -> bool {
        self.cells.0 == cell || self.cells.1 == cell
    }

    fn is_bare(&self) -> bool {
        self.drawn < BARE
    }
}

impl<'a> Look<'a> {
    pub(crate) fn new(picture: &Picture, place: &Place, samples: &'a Samples, board: &'a Board) -> Self {
        let pairs = neighbours(samples.size).zip(&place.seams);
        let sides = pairs.map(|(cells, &drawn)| Side { cells, drawn: f64::from(drawn) }).collect();
        Self { samples, board, sides, lines: sample::line_colour(picture, place) }
    }

    /// Cells that are hidden, by whatever sign: a region without lines on a board where all others have them, a black one that is
    /// not black all over, or a patch of any cells without lines. `noise` is the standard deviation of the picture's pixel noise.
    pub(crate) fn hidden(&self, picture: &Picture, place: &Place, noise: f64) -> Option<Vec<Cell>> {
        self.region(picture, place, noise).or_else(|| self.patch())
    }

    /// Cells that neither colours nor lines tell the region of: their own colour is hardly seen and their sides are not all seen
    /// either, or a side is bare.
    pub(crate) fn unseen(&self) -> Option<Vec<Cell>> {
        let bare = self.bare();
        let unseen = |&i: &usize| {
            bare.iter().any(|side| side.of(i))
                || (self.samples.cells[i].rim < OWN && self.sides.iter().any(|side| side.of(i) && side.drawn < SEEN))
        };
        let cells: Vec<Cell> = (0..self.samples.cells.len()).filter(unseen).map(|i| self.cell(i)).collect();
        (!cells.is_empty()).then_some(cells)
    }

    /// A whole region that something shows to be none.
    fn region(&self, picture: &Picture, place: &Place, noise: f64) -> Option<Vec<Cell>> {
        let most = self.samples.cells.iter().map(|sample| self.apart(sample.colour)).fold(0.0, f32::max);
        // On a light page nothing but lines and what lies on the board is black.
        let black = |colour| {
            self.lines.iter().all(|&c| c < BLACK)
                && self.apart(colour) < IN_LINES * most
                && !beyond::is_surrounded_by(picture, place, self.lines, noise, None)
        };
        self.board.regions().find_map(|region| {
            let is_own = |side: &Side| [side.cells.0, side.cells.1].iter().all(|&i| self.region_of(i) == region);
            let mean = |own: bool| {
                let drawn: Vec<f64> =
                    self.sides.iter().filter(|side| is_own(side) == own).map(|side| side.drawn).collect();
                (drawn.iter().sum::<f64>() / drawn.len().max(1) as f64, drawn.len())
            };
            let ((here, count), (elsewhere, _)) = (mean(true), mean(false));
            let cells: Vec<Cell> = self.board.unit_cells(Unit::Region(region)).iter().collect();
            let sample = |cell: Cell| self.samples.cells[cell.row() * self.samples.size + cell.column()];
            // A black region is black to the border of its cells.
            let uneven = cells.iter().any(|&cell| sample(cell).rim < EVENLY);
            let colour = sample(cells[0]).colour;
            // White cells with white gaps between them show no lines either.
            let bare = count >= 3 && here <= 0.4 && !alike(colour, self.lines);
            (elsewhere >= 0.9 && (bare || (uneven && black(colour)))).then_some(cells)
        })
    }

    /// Cells without lines between them that lines like those run through elsewhere.
    fn patch(&self) -> Option<Vec<Cell>> {
        let bare = self.bare();
        let sides = |i: usize| bare.iter().filter(|side| side.of(i)).count();
        let middle = (0..self.samples.cells.len()).max_by_key(|&i| sides(i))?;
        if sides(middle) < BARE_SIDES {
            return None;
        }
        let patch = bare.iter().filter(|side| side.of(middle)).flat_map(|side| [side.cells.0, side.cells.1]);
        let mut cells: Vec<usize> = patch.collect();
        cells.sort_unstable();
        cells.dedup();
        Some(cells.into_iter().map(|i| self.cell(i)).collect())
    }

    /// The sides that are bare for no reason but that something hides them.
    fn bare(&self) -> Vec<Side> {
        self.sides.iter().filter(|side| side.is_bare() && !self.is_excused(side)).copied().collect()
    }

    /// Whether a side may well be bare with nothing in the way: thin lines drop out of a reduced picture from one end to the other,
    /// and between cells of some colours no lines are seen.
    fn is_excused(&self, side: &Side) -> bool {
        let size = self.samples.size;
        let line = |side: &Side| {
            let (a, b) = side.cells;
            if b == a + 1 { (true, b % size) } else { (false, b / size) }
        };
        let likewise = |like: &dyn Fn(&Side) -> bool, none: bool| {
            let (mut count, mut bare) = (0, 0);
            for other in self.sides.iter().filter(|other| other.cells != side.cells && like(other)) {
                count += 1;
                bare += usize::from(other.is_bare());
            }
            if count == 0 { none } else { bare as f64 >= LIKEWISE * count as f64 }
        };
        let inside = |other: &Side| self.region_of(other.cells.0) == self.region_of(other.cells.1);
        let colour = |i: usize| self.samples.cells[i].colour;
        let same_colours = |other: &Side| {
            alike(colour(other.cells.0), colour(side.cells.0)) && alike(colour(other.cells.1), colour(side.cells.1))
        };
        self.apart(colour(side.cells.0)) < CONTRAST
            || likewise(&|other| inside(other) && line(other) == line(side), true)
            || likewise(&same_colours, false)
    }

    fn region_of(&self, i: usize) -> Region {
        self.board.region(self.cell(i))
    }

    fn cell(&self, i: usize) -> Cell {
        Cell::new(i / self.samples.size, i % self.samples.size)
    }

    /// By how much a colour differs from that of the lines in some channel.
    fn apart(&self, colour: [f32; 3]) -> f32 {
        (0..3).map(|c| (colour[c] - self.lines[c]).abs()).fold(0.0, f32::max)
    }
}
