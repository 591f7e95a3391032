//! What stands on a board, drawn on the user's own picture: only the marks' pixels change.

#[cfg(feature = "image")]
use super::RenderError;
use super::item::{Item, Path};
use super::letters::{self, Align, Letters};
#[cfg(feature = "image")]
use super::raster;
use super::shapes;
use crate::board::{Board, Cell, CellSet};
use crate::colour::Rgb;
use crate::grid::{Grid, Point};
#[cfg(feature = "image")]
use crate::picture::Picture;

/// How the queens of the answer are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// A crown.
    #[default]
    Crowns,
    /// A ring that leaves the cell's middle free.
    Rings,
    /// A disc.
    Dots,
    /// Crowns, and a veil over every cell without one.
    Dim,
}

/// The share of the smaller cell side that a queen's sign takes.
pub const DEFAULT_SCALE: f64 = 0.68;
/// The usual colour of queens: the gold that the game itself turns them to after a win.
pub const GOLD: Rgb = Rgb([255, 199, 44]);

/// What to draw on a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    /// Cells that get a queen.
    pub queens: CellSet,
    /// Queens that stand in the picture already and are right: kept, and ticked.
    pub right: CellSet,
    /// Queens that stand in the picture already and are wrong: kept, and ringed.
    pub wrong: CellSet,
    /// Cells that get a small cross: ruled out.
    pub crosses: CellSet,
    /// How queens are drawn.
    pub style: Style,
    /// The colour of the queens. Their rim is black, or white on dark cells, whatever their colour.
    pub colour: Rgb,
    /// The share of the smaller cell side that a queen takes; held between 0.2 and 0.95.
    pub scale: f64,
    /// What to point at, drawn below the queens.
    pub highlights: Vec<Highlight>,
    /// Whether each cell shows the letter of its region.
    pub labels: bool,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            queens: CellSet::EMPTY,
            right: CellSet::EMPTY,
            wrong: CellSet::EMPTY,
            crosses: CellSet::EMPTY,
            style: Style::default(),
            colour: GOLD,
            scale: DEFAULT_SCALE,
            highlights: Vec::new(),
            labels: false,
        }
    }
}

/// Cells to point at, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// The cells.
    pub cells: CellSet,
    /// Why they matter.
    pub role: Role,
}

/// What highlighted cells are to the deduction, or to the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The units to look at: outlined.
    Unit,
    /// The cells that the deduction rests on: a small open circle each.
    Evidence,
    /// A second group of such cells: a small open square each.
    Counterpart,
    /// A cell on which a queen is assumed, to be refuted: a question mark.
    Assumed,
    /// Cells that die: a bold cross each.
    Removed,
    /// The cell that the deduction gives a queen: a ring round it.
    Placed,
    /// Cells in which several solutions differ: a dashed ring each.
    Differing,
    /// Crosses of the player that are wrong: ringed, as wrong queens are.
    Mistaken,
}

/// Signs and rims on light cells: black and white are each half the scale of CIE L away from the cells that get them.
const DARK: Rgb = Rgb([0, 0, 0]);
/// Signs and rims on dark cells.
const LIGHT: Rgb = Rgb([255, 255, 255]);

const ACCENT: Rgb = Rgb([10, 88, 202]);
const RIGHT: Rgb = Rgb([18, 120, 58]);
const WRONG: Rgb = Rgb([200, 16, 32]);

/// Draws on the picture in place.
///
/// # Errors
/// [`RenderError::GridMismatch`] if the grid has another size than the board; the picture is untouched then.
#[cfg(feature = "image")]
pub fn draw(picture: &mut Picture, grid: &Grid, board: &Board, overlay: &Overlay) -> Result<(), RenderError> {
    if grid.size() != board.size() {
        return Err(RenderError::GridMismatch { grid: grid.size(), board: board.size() });
    }
    let items = items(grid, board, overlay, &|cell| ground(picture, grid, cell));
    raster::paint(picture, &items);
    Ok(())
}

/// The colour of a cell's ground: the median, channel by channel, of points on a ring between the lines and the signs.
#[cfg(feature = "image")]
fn ground(picture: &Picture, grid: &Grid, cell: Cell) -> Rgb {
    const STEPS: usize = 12;
    const INSET: f64 = 0.14;
    let mut channels: [Vec<u8>; 3] = Default::default();
    for i in 0..STEPS {
        let along = INSET + (1.0 - 2.0 * INSET) * i as f64 / STEPS as f64;
        let far = 1.0 - INSET;
        for (u, v) in [(along, INSET), (far, along), (1.0 - along, far), (INSET, 1.0 - along)] {
            let p = grid.point(cell, u, v);
            let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < picture.width().into() && p.y < picture.height().into();
            if inside {
                let rgb = picture.rgb(p.x as u32, p.y as u32);
                (0..3).for_each(|k| channels[k].push(rgb[k]));
            }
        }
    }
    if channels[0].is_empty() {
        return LIGHT;
    }
    Rgb(channels.map(|mut values| {
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    }))
}

/// Whether a colour is light enough to carry dark signs.
pub(super) fn is_light(colour: Rgb) -> bool {
    lightness(colour) >= 50.0
}

/// CIE L of an sRGB colour, 0 to 100.
pub fn lightness(colour: Rgb) -> f64 {
    let linear = |byte: u8| {
        let c = f64::from(byte) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = colour.0.map(linear);
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if y > 216.0 / 24389.0 { 116.0 * y.cbrt() - 16.0 } else { y * 24389.0 / 27.0 }
}

/// Everything the overlay shows as shapes, from the bottom up. `ground` gives the colour of a cell.
pub(super) fn items(grid: &Grid, board: &Board, overlay: &Overlay, ground: &dyn Fn(Cell) -> Rgb) -> Vec<Item> {
    let mut pen = Pen { grid, ground, side: even_side(grid), items: Vec::new() };
    let all = board.all();
    let queens = overlay.queens & all;
    let (right, wrong) = (overlay.right & all, overlay.wrong & all);
    if overlay.style == Style::Dim {
        pen.veil(all - queens - right - wrong);
    }
    if overlay.labels {
        let letters = Letters::new();
        for cell in board.cells() {
            pen.label(cell, &letters, board.region(cell).letter());
        }
    }
    for highlight in &overlay.highlights {
        pen.highlight(highlight.cells & all, highlight.role);
    }
    for cell in (overlay.crosses & all).iter() {
        pen.small_cross(cell);
    }
    let scale = overlay.scale.clamp(0.2, 0.95);
    for cell in queens.iter() {
        match overlay.style {
            Style::Crowns | Style::Dim => pen.crown(cell, scale, overlay.colour),
            Style::Rings => pen.ring(cell, scale, overlay.colour),
            Style::Dots => pen.dot(cell, scale, overlay.colour),
        }
    }
    for cell in right.iter() {
        pen.tick(cell);
    }
    for cell in wrong.iter() {
        pen.ring_wrong(cell);
    }
    pen.items
}

/// The side that all cells of an upright, even grid may be taken to have, so that the same sign looks alike in each of them to
/// the pixel, and needs to be worked out only once. Not where cells are so small that half a pixel can be seen.
fn even_side(grid: &Grid) -> Option<f64> {
    const SMALL: f64 = 40.0;
    const UNEVEN: f64 = 0.02;
    let (width, height) = grid.cell_size(Cell::new(0, 0));
    let side = width.min(height).floor();
    (grid.is_axis_aligned() && grid.unevenness() < UNEVEN && side >= SMALL).then_some(side)
}

/// Places shapes in cells.
struct Pen<'a> {
    grid: &'a Grid,
    ground: &'a dyn Fn(Cell) -> Rgb,
    side: Option<f64>,
    items: Vec<Item>,
}

impl Pen<'_> {
    /// The smaller side of a cell in pixels.
    fn side(&self, cell: Cell) -> f64 {
        let (width, height) = self.grid.cell_size(cell);
        self.side.unwrap_or(width.min(height))
    }

    /// A shape in a cell: the shape's unit becomes `size` smaller sides, its origin the cell's centre moved by `offset` smaller
    /// sides. Keeps its proportions where cells are not square.
    fn place(&self, cell: Cell, shape: &Path, offset: Point, size: f64) -> Path {
        if let Some(side) = self.side {
            let centre = self.grid.centre(cell);
            let (x, y) = (centre.x.round(), centre.y.round());
            return shape.map(|p| Point::new(x + side * (offset.x + size * p.x), y + side * (offset.y + size * p.y)));
        }
        let (width, height) = self.grid.cell_size(cell);
        let side = width.min(height);
        let (across, down) = (side / width, side / height);
        shape.map(|p| {
            self.grid.point(cell, 0.5 + across * (offset.x + size * p.x), 0.5 + down * (offset.y + size * p.y))
        })
    }

    /// The colour that stands out from a cell.
    fn contrast(&self, cell: Cell) -> Rgb {
        if is_light((self.ground)(cell)) { DARK } else { LIGHT }
    }

    fn crown(&mut self, cell: Cell, scale: f64, body: Rgb) {
        let width = scale - 2.0 * self.rim(cell);
        self.rimmed(cell, &shapes::crown(), width, body);
    }

    fn ring(&mut self, cell: Cell, scale: f64, body: Rgb) {
        const LINE: f64 = 0.06;
        let (line, side) = (LINE + 2.0 * self.rim(cell), self.side(cell));
        let path = self.place(cell, &shapes::disc(), Point::default(), scale - line);
        self.items.push(Item::stroke(path.clone(), line * side, self.contrast(cell)));
        self.items.push(Item::stroke(path, LINE * side, body));
    }

    fn dot(&mut self, cell: Cell, scale: f64, body: Rgb) {
        let width = scale - 2.0 * self.rim(cell);
        self.rimmed(cell, &shapes::disc(), width, body);
    }

    /// The width of a sign's rim in smaller sides of the cell: a share of the cell, but never under two pixels, so that small
    /// signs keep theirs.
    fn rim(&self, cell: Cell) -> f64 {
        (2.0 / self.side(cell)).clamp(0.035, 0.1)
    }

    /// A filled sign with a rim outside its edge.
    fn rimmed(&mut self, cell: Cell, shape: &Path, size: f64, body: Rgb) {
        let path = self.place(cell, shape, Point::default(), size);
        self.items.push(Item::stroke(path.clone(), 2.0 * self.rim(cell) * self.side(cell), self.contrast(cell)));
        self.items.push(Item::fill(path, body));
    }

    /// The game's own kind of cross: small, in the cell's colour at a quarter of its brightness.
    fn small_cross(&mut self, cell: Cell) {
        let ground = (self.ground)(cell);
        let colour =
            if is_light(ground) { Rgb(ground.0.map(|c| c / 4)) } else { Rgb(ground.0.map(|c| 255 - (255 - c) / 4)) };
        let path = self.place(cell, &shapes::cross(), Point::default(), 0.18);
        self.items.push(Item::stroke(path, 0.04 * self.side(cell), colour));
    }

    /// A dark line on a wider white one, which together stand out from light and dark cells alike.
    fn two_tone(&mut self, cell: Cell, shape: &Path, offset: Point, size: f64, line: f64, colour: Rgb) {
        let path = self.place(cell, shape, offset, size);
        let side = self.side(cell);
        self.items.push(Item::stroke(path.clone(), 1.9 * line * side, LIGHT));
        self.items.push(Item::stroke(path, line * side, colour));
    }

    /// A ring round what the player drew wrongly.
    fn ring_wrong(&mut self, cell: Cell) {
        self.two_tone(cell, &shapes::disc(), Point::default(), 0.86, 0.05, WRONG);
    }

    /// A badge at the middle of the lower edge: below most crowns, clear of the line, and where a sign stays as even as it was, so
    /// that it is still read as a queen.
    fn tick(&mut self, cell: Cell) {
        let side = self.side(cell);
        let below = Point::new(0.0, 0.30);
        let disc = self.place(cell, &shapes::disc(), below, 0.25);
        self.items.push(Item::stroke(disc.clone(), 0.04 * side, LIGHT));
        self.items.push(Item::fill(disc, RIGHT));
        let tick = self.place(cell, &shapes::tick(), below, 0.145);
        self.items.push(Item::stroke(tick, 0.042 * side, LIGHT));
    }

    /// A region's letter in the upper left corner, clear of queens and crosses.
    fn label(&mut self, cell: Cell, letters: &Letters, letter: char) {
        const SIZE: f64 = 0.24;
        let glyph = letters.line(letter.encode_utf8(&mut [0; 4]), Align::Middle);
        let path = self.place(cell, &glyph, Point::new(-0.33, -0.32), SIZE);
        self.items.extend(letters::thickened(path, SIZE * self.side(cell), self.contrast(cell)));
    }

    fn veil(&mut self, cells: CellSet) {
        let mut path = Path::new();
        for cell in cells.iter() {
            path.polygon(&self.grid.cell_corners(cell));
        }
        self.items.push(Item::fill(path, DARK).with_alpha(150));
    }

    fn highlight(&mut self, cells: CellSet, role: Role) {
        if role == Role::Unit {
            self.outline(cells);
            return;
        }
        for cell in cells.iter() {
            let centre = Point::default();
            match role {
                Role::Unit => {}
                Role::Evidence => self.two_tone(cell, &shapes::disc(), centre, 0.34, 0.05, ACCENT),
                Role::Counterpart => self.two_tone(cell, &shapes::square(), centre, 0.32, 0.05, ACCENT),
                Role::Assumed => self.two_tone(cell, &shapes::question(), centre, 0.6, 0.07, ACCENT),
                Role::Removed => self.two_tone(cell, &shapes::cross(), centre, 0.34, 0.075, WRONG),
                Role::Placed => self.two_tone(cell, &shapes::disc(), centre, 0.86, 0.05, RIGHT),
                Role::Differing => self.two_tone(cell, &shapes::dashes(), centre, 0.7, 0.07, ACCENT),
                Role::Mistaken => self.ring_wrong(cell),
            }
        }
    }

    /// The border of the set, a little inside its cells.
    fn outline(&mut self, cells: CellSet) {
        let Some(first) = cells.first() else { return };
        let side = self.side(first);
        let path = shapes::border(&cells, 0.07, |cell, u, v| self.grid.point(cell, u, v));
        self.items.push(Item::stroke(path.clone(), 0.11 * side, LIGHT));
        self.items.push(Item::stroke(path, 0.065 * side, ACCENT));
    }
}
