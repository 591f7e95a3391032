//! A board drawn afresh, as one list of shapes for every back end.
//!
//! ```text
//!      1 2 3 4      coordinates, if wanted
//!    1 ┌─────┬─┐
//!    2 ├──┐  │ │    the board: colours, thin lines, walls between regions, frame, then the marks
//!    3 │  └──┼─┤
//!    4 └─────┴─┘
//!      caption      if wanted
//! ```

use super::item::{Item, Path};
use super::letters::{Align, Letters};
use super::overlay::{self, Overlay};
use crate::board::{Board, Cell, Unit};
use crate::colour::{Palette, Rgb};
use crate::grid::{Grid, Point};

/// What a scene is drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// White paper, dark letters.
    #[default]
    Light,
    /// Dark paper, light letters.
    Dark,
}

impl Theme {
    /// The colour of the paper.
    pub const fn paper(self) -> Rgb {
        match self {
            Self::Light => Rgb([255, 255, 255]),
            Self::Dark => Rgb([27, 31, 35]),
        }
    }

    /// The colour of letters on the paper.
    pub const fn ink(self) -> Rgb {
        match self {
            Self::Light => Rgb([32, 33, 36]),
            Self::Dark => Rgb([232, 234, 237]),
        }
    }
}

/// How a board is drawn afresh.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneOptions {
    /// The side of a cell in pixels; held between 12 and 400.
    pub cell: u32,
    /// The regions' colours; [`Palette::standard`] where it has none for a region.
    pub palette: Palette,
    /// What it is drawn on.
    pub theme: Theme,
    /// Whether rows and columns are numbered from 1 along the left and upper edges.
    pub coordinates: bool,
    /// Text below the board, broken into lines.
    pub caption: String,
    /// Lines kept free for the caption even if it needs fewer, so that several pictures have one size.
    pub caption_lines: usize,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            cell: 64,
            palette: Palette::default(),
            theme: Theme::Light,
            coordinates: false,
            caption: String::new(),
            caption_lines: 0,
        }
    }
}

impl SceneOptions {
    /// The same with cells as large as fit into a drawing of this width in pixels, for a board of `size` cells a side.
    #[must_use]
    pub fn with_width(self, size: usize, width: u32) -> Self {
        let edges = if self.coordinates { COORDINATES + MARGIN } else { 2.0 * MARGIN };
        Self { cell: (f64::from(width) / (size as f64 + edges)) as u32, ..self }
    }
}

/// The free edge around a board, in cells.
const MARGIN: f64 = 0.2;
/// The edge that holds coordinates, in cells.
const COORDINATES: f64 = 0.5;

/// One drawing: its size in pixels, its shapes from the bottom up, and what it shows in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The paper's colour, below everything.
    pub paper: Rgb,
    /// The shapes, from the bottom up.
    pub items: Vec<Item>,
    /// What the drawing shows, for people who cannot see it.
    pub title: String,
    /// Where the board lies in the drawing.
    pub grid: Grid,
}

/// Text in lines below a board.
pub(super) mod caption {
    use super::super::item::Item;
    use super::super::letters::{Align, Letters};
    use crate::colour::Rgb;
    use crate::grid::Point;

    /// The distance between lines, in letter sizes.
    pub(in super::super) const LINE_HEIGHT: f64 = 1.35;

    /// The size of letters below a board of this width, in pixels.
    pub(in super::super) fn text_size(board: f64) -> f64 {
        (0.034 * board).clamp(11.0, 22.0)
    }

    /// Breaks text into lines no wider than `width` letter sizes.
    pub(in super::super) fn wrap(text: &str, width: f64) -> Vec<String> {
        Letters::new().wrap(text, width)
    }

    /// Lines from the upper left corner down.
    pub(in super::super) fn items(lines: &[String], corner: Point, size: f64, ink: Rgb) -> Vec<Item> {
        let letters = Letters::new();
        let line = |(i, line): (usize, &String)| {
            let y = corner.y + (i as f64 + 0.5) * LINE_HEIGHT * size;
            letters.items(line, Point::new(corner.x, y), Align::Start, size, ink)
        };
        lines.iter().enumerate().flat_map(line).collect()
    }
}

impl Scene {
    /// A board with marks on it. The overlay's right and wrong queens are drawn too, then ticked and ringed.
    pub fn board(board: &Board, overlay: &Overlay, options: &SceneOptions) -> Self {
        let size = board.size();
        let layout = Layout::new(size, options);
        let lines = layout.wrap(&options.caption);
        let text = layout.text_size();
        let caption_lines = lines.len().max(options.caption_lines);
        let below = if caption_lines == 0 { 0.0 } else { (caption_lines as f64 * caption::LINE_HEIGHT + 0.6) * text };

        let grid = layout.grid(size);
        let mut items = Vec::new();
        let standard = Palette::standard(size);
        let colour = |cell: Cell| {
            let region = board.region(cell);
            options.palette.colour(region).or_else(|| standard.colour(region)).unwrap_or(options.theme.paper())
        };
        fill_regions(board, &grid, &colour, &mut items);
        rule(board, &grid, layout.cell, &mut items);
        if options.coordinates {
            number(&grid, size, &layout, options.theme.ink(), &mut items);
        }
        // On a board drawn afresh no queen stands yet.
        let queens = overlay.queens | overlay.right | overlay.wrong;
        items.extend(overlay::items(&grid, board, &Overlay { queens, ..overlay.clone() }, &colour));
        items.extend(caption::items(&lines, Point::new(layout.left, layout.bottom(size)), text, options.theme.ink()));
        Self {
            width: layout.width(size) as u32,
            height: (layout.bottom(size) + below).ceil() as u32,
            paper: options.theme.paper(),
            items,
            title: describe(board, overlay),
            grid,
        }
    }

    /// This scene and another to the right of it, on this one's paper.
    #[must_use]
    pub fn beside(mut self, other: &Self) -> Self {
        let shift = f64::from(self.width);
        let moved = |item: &Item| Item { path: item.path.map(|p| Point::new(p.x + shift, p.y)), ..item.clone() };
        self.items.extend(other.items.iter().map(moved));
        self.width += other.width;
        self.height = self.height.max(other.height);
        self.title = format!("{}. {}", self.title, other.title);
        self
    }

    /// The number of lines that a caption takes below a board of `size` cells a side.
    pub fn caption_lines(size: usize, caption: &str, options: &SceneOptions) -> usize {
        Self::caption_text(size, caption, options).len()
    }

    /// A caption as it is broken into lines below a board of `size` cells a side.
    pub(super) fn caption_text(size: usize, caption: &str, options: &SceneOptions) -> Vec<String> {
        Layout::new(size, options).wrap(caption)
    }
}

/// Distances in pixels.
struct Layout {
    cell: f64,
    board: f64,
    left: f64,
    top: f64,
    margin: f64,
}

impl Layout {
    fn new(size: usize, options: &SceneOptions) -> Self {
        let cell = f64::from(options.cell.clamp(12, 400));
        let margin = (MARGIN * cell).round();
        let edge = if options.coordinates { (COORDINATES * cell).round() } else { margin };
        Self { cell, board: cell * size as f64, left: edge, top: edge, margin }
    }

    fn grid(&self, size: usize) -> Grid {
        let lines = |from: f64| (0..=size).map(|i| from + self.cell * i as f64).collect();
        Grid::axis_aligned(lines(self.left), lines(self.top)).expect("a cell's side is positive")
    }

    fn width(&self, size: usize) -> f64 {
        self.left + self.cell * size as f64 + self.margin
    }

    /// Where the board's own part of the drawing ends.
    fn bottom(&self, size: usize) -> f64 {
        self.top + self.cell * size as f64 + self.margin
    }

    fn text_size(&self) -> f64 {
        caption::text_size(self.board)
    }

    fn wrap(&self, text: &str) -> Vec<String> {
        if text.is_empty() { Vec::new() } else { caption::wrap(text, self.board / self.text_size()) }
    }
}

/// One shape a region: neighbouring cells of one colour must not show a seam.
fn fill_regions(board: &Board, grid: &Grid, colour: &dyn Fn(Cell) -> Rgb, items: &mut Vec<Item>) {
    for region in board.regions() {
        let cells = board.unit_cells(Unit::Region(region));
        let Some(first) = cells.first() else { continue };
        let mut path = Path::new();
        for row in 0..board.size() {
            // Runs of neighbours as one rectangle.
            let mut column = 0;
            while column < board.size() {
                let end = (column..board.size()).find(|&c| !cells.contains(Cell::new(row, c))).unwrap_or(board.size());
                if end > column {
                    let (a, b) =
                        (grid.point(Cell::new(row, column), 0.0, 0.0), grid.point(Cell::new(row, end - 1), 1.0, 1.0));
                    path.rectangle(a.x, a.y, b.x, b.y);
                }
                column = end.max(column + 1);
            }
        }
        items.push(Item::fill(path, colour(first)));
    }
}

/// Thin lines between cells, walls between regions, and the frame.
fn rule(board: &Board, grid: &Grid, cell: f64, items: &mut Vec<Item>) {
    const INK: Rgb = Rgb([0, 0, 0]);
    // Even widths on whole pixels stay sharp.
    let even = |share: f64| 2.0 * (share * cell / 2.0).round().max(1.0);
    let [upper_left, _, lower_right, _] = grid.corners();
    let (mut thin, mut walls) = (Path::new(), Path::new());
    for cell in board.cells() {
        let [_, b, c, d] = grid.cell_corners(cell);
        let mut side = |neighbour: Cell, from: Point, to: Point| {
            let wall = board.region(neighbour) != board.region(cell);
            let path = if wall { &mut walls } else { &mut thin };
            path.move_to(from.x, from.y).line_to(to.x, to.y);
        };
        if cell.column() + 1 < board.size() {
            side(Cell::new(cell.row(), cell.column() + 1), b, c);
        }
        if cell.row() + 1 < board.size() {
            side(Cell::new(cell.row() + 1, cell.column()), d, c);
        }
    }
    let mut frame = Path::new();
    frame.rounded_rectangle(upper_left.x, upper_left.y, lower_right.x, lower_right.y, 0.1 * cell);
    let stroke = |path, width: f64, alpha| Item::stroke(path, width, INK).with_alpha(alpha);
    items.push(stroke(thin, even(0.02), 90));
    items.push(stroke(walls, even(0.07), 255));
    items.push(stroke(frame, even(0.09), 255));
}

fn number(grid: &Grid, size: usize, layout: &Layout, ink: Rgb, items: &mut Vec<Item>) {
    let letters = Letters::new();
    let text = 0.26 * layout.cell;
    for i in 0..size {
        let label = (i + 1).to_string();
        let column = Point::new(grid.centre(Cell::new(0, i)).x, 0.48 * layout.top);
        let row = Point::new(0.48 * layout.left, grid.centre(Cell::new(i, 0)).y);
        for place in [column, row] {
            items.extend(letters.items(&label, place, Align::Middle, text, ink));
        }
    }
}

/// The drawing in words: the board's size and where queens stand.
fn describe(board: &Board, overlay: &Overlay) -> String {
    let size = board.size();
    let queens = (overlay.queens | overlay.right) & board.all();
    let mut words = format!("Queens board, {size} by {size}");
    if !queens.is_empty() {
        words.push_str(&format!("; queens on {queens}"));
    }
    words
}
