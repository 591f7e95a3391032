//! Draws boards in many styles, seeded: lines, gaps, frames, palettes, marks, and a page round the board.

use image::RgbImage;
use palette::{IntoColor, Lab, Srgb};
use queenshot::board::{Board, Cell, Marks};
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::support::{Rng, random_board};

/// A colour as three bytes.
pub(crate) type Colour = [u8; 3];

/// What separates the cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lines {
    /// Lines of one colour, thin inside regions and thick between them (in pixels).
    Drawn { ink: Colour, thin: f64, thick: f64 },
    /// Rounded tiles with gaps of a share of the cell, through which the page shows.
    Gaps(f64),
}

/// How a queen looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum QueenStyle {
    Crown,
    GoldenCrown,
    Cat,
    Disc,
    Letter,
}

/// All styles of queens.
pub(crate) const QUEEN_STYLES: [QueenStyle; 5] =
    [QueenStyle::Crown, QueenStyle::GoldenCrown, QueenStyle::Cat, QueenStyle::Disc, QueenStyle::Letter];

/// How a ruled out cell looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum CrossStyle {
    /// Two strokes in a dark shade of the cell's own colour.
    Shade,
    /// Two grey strokes.
    Grey,
    /// A small dot.
    Dot,
}

/// What lies round the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Around {
    /// The picture ends where the board ends.
    Nothing,
    /// An empty margin.
    Margin,
    /// A bar above, buttons and text below.
    Phone,
    /// The same with panels at the sides.
    Desktop,
}

/// How a board is drawn.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// Cell width and height in pixels.
    pub(crate) cell: (f64, f64),
    /// Cell edges on whole pixels, as browsers draw them.
    pub(crate) snapped: bool,
    pub(crate) colours: Vec<Colour>,
    pub(crate) lines: Lines,
    /// Width of the frame in pixels, 0 for none, and the radius of its corners.
    pub(crate) frame: (f64, f64),
    pub(crate) page: Colour,
    pub(crate) around: Around,
    pub(crate) queen: QueenStyle,
    pub(crate) cross: CrossStyle,
}

/// A picture whose truth is known.
#[derive(Debug, Clone)]
pub(crate) struct Painted {
    pub(crate) image: RgbImage,
    pub(crate) board: Board,
    pub(crate) marks: Marks,
    /// The outer edge of the cells in pixels: left, top, right, bottom.
    pub(crate) area: [f64; 4],
    /// The smaller side of a cell in pixels.
    pub(crate) cell: f64,
}

impl Style {
    /// A random style for a board of the given size. Every picture in it can be read by a person.
    pub(crate) fn random(size: usize, rng: &mut Rng) -> Self {
        let dark_page = rng.chance(0.35);
        let page: Colour = match (dark_page, rng.chance(0.3)) {
            (false, false) => [249, 250, 251],
            (false, true) => *rng.pick(&[[255, 255, 255], [240, 236, 226], [222, 227, 233]]),
            (true, false) => [27, 31, 35],
            (true, true) => *rng.pick(&[[0, 0, 0], [44, 40, 52], [58, 62, 66]]),
        };
        // Large boards have small cells: a picture is seldom wider than a screen.
        let widest = (1000.0 / size as f64).min(84.0);
        let width = rng.range(26.0, widest.max(30.0));
        let aspect = if rng.chance(0.08) { rng.range(0.85, 1.18) } else { 1.0 };
        let snapped = rng.chance(0.75);
        let whole = |x: f64| if snapped { x.round() } else { x };
        let cell = (width, width * aspect);
        let thin = whole(rng.range(0.012, 0.03) * width).max(1.0);
        let thick = whole((thin * rng.range(1.8, 3.5)).min(0.1 * width)).max(thin + 1.0);
        let drawn = |ink: Colour, thin: f64, thick: f64| Lines::Drawn { ink, thin, thick };
        let lines = match rng.below(100) {
            0..=54 => drawn([0, 0, 0], thin, thick),
            55..=62 => drawn([0, 0, 0], thin, thin),
            63..=69 => drawn([110, 110, 114], thin, thick),
            70..=77 => drawn([255, 255, 255], thin.max(2.0), thin.max(2.0)),
            78..=80 => drawn([200, 20, 30], thin, thick),
            81..=83 => drawn([0, 0, 0], 0.0, thick),
            84 => drawn([0, 0, 0], 0.0, 0.0),
            _ => Lines::Gaps(rng.range(0.06, 0.16)),
        };
        let framed = matches!(lines, Lines::Drawn { thick, .. } if thick > 0.0) && rng.chance(0.7);
        let frame = if framed { whole(thick * rng.range(1.1, 1.8)) } else { 0.0 };
        let radius = if rng.chance(0.6) { frame * rng.range(0.8, 2.0) } else { 0.0 };
        let around = match rng.below(10) {
            0..=1 => Around::Nothing,
            2..=3 => Around::Margin,
            4..=7 => Around::Phone,
            _ => Around::Desktop,
        };
        Self {
            cell,
            snapped,
            colours: random_palette(size, page, rng),
            lines,
            frame: (frame, radius),
            page,
            around,
            queen: *rng.pick(&QUEEN_STYLES),
            cross: *rng.pick(&[CrossStyle::Shade, CrossStyle::Shade, CrossStyle::Grey, CrossStyle::Dot]),
        }
    }
}

/// How far two colours are apart in CIE L*a*b*.
pub(crate) fn lab_distance(a: Colour, b: Colour) -> f64 {
    let lab = |c: Colour| -> Lab { Srgb::from(c).into_format::<f32>().into_color() };
    let (a, b) = (lab(a), lab(b));
    f64::from((a.l - b.l).powi(2) + (a.a - b.a).powi(2) + (a.b - b.b).powi(2)).sqrt()
}

/// The least distance between two regions' colours in real palettes is about this.
const NEAREST: f64 = 18.0;

/// One colour a region, light, dark, saturated or close to one another, no two nearer than [`NEAREST`]; also away from
/// the page and from black, which the lines have.
fn random_palette(size: usize, page: Colour, rng: &mut Rng) -> Vec<Colour> {
    let mut kind = rng.below(10);
    let mut wanted: f64 = if kind == 9 { 22.0 } else { 34.0 };
    let mut colours: Vec<Colour> = Vec::with_capacity(size);
    let mut failures = 0;
    while colours.len() < size {
        let (lightness, chroma) = match kind {
            0..=5 | 9 => (rng.range(66.0, 92.0), rng.range(0.0, 62.0)),
            6 => (rng.range(28.0, 60.0), rng.range(0.0, 60.0)),
            _ => (rng.range(35.0, 92.0), rng.range(20.0, 95.0)),
        };
        let hue = rng.range(0.0, std::f64::consts::TAU);
        let lab = Lab::new(lightness as f32, (chroma * hue.cos()) as f32, (chroma * hue.sin()) as f32);
        let rgb: Srgb = lab.into_color();
        let inside = [rgb.red, rgb.green, rgb.blue].iter().all(|c| (0.0..=1.0).contains(c));
        let colour: Colour = rgb.into_format::<u8>().into();
        // A close palette brings each new colour near to one that is there.
        let crowded = kind == 9 && !colours.is_empty() && rng.chance(0.7);
        let close_enough = !crowded || colours.iter().any(|&other| lab_distance(colour, other) < wanted + 6.0);
        let apart = colours.iter().all(|&other| lab_distance(colour, other) >= wanted.max(NEAREST));
        if inside && apart && close_enough && lab_distance(colour, page) >= 12.0 {
            colours.push(colour);
            failures = 0;
        } else {
            failures += 1;
            if failures > 300 {
                wanted -= 2.0;
                failures = 0;
                if wanted < NEAREST {
                    // Not so many colours of this kind keep their distance: start again with a roomier one.
                    colours.clear();
                    kind = 7;
                    wanted = NEAREST;
                }
            }
        }
    }
    colours
}

/// A random board of the given size in a random style, in some of the pictures with marks.
pub(crate) fn random_painting(size: usize, rng: &mut Rng) -> Painted {
    let (board, queens) = random_board(size, rng);
    let marks = if rng.chance(0.3) { random_marks(&board, &queens, rng) } else { Marks::default() };
    let style = Style::random(size, rng);
    paint(&board, &marks, &style, rng)
}

/// Some of the right queens and the crosses that a player would draw beside them.
pub(crate) fn random_marks(board: &Board, queens: &[usize], rng: &mut Rng) -> Marks {
    let mut marks = Marks::default();
    let placed = rng.range(0.1, 0.9);
    for (row, &column) in queens.iter().enumerate() {
        if rng.chance(placed) {
            marks.queens.insert(Cell::new(row, column));
        }
    }
    let strays = rng.range(0.0, 0.2);
    for cell in board.cells().filter(|&cell| queens[cell.row()] != cell.column()) {
        if marks.queens.iter().any(|queen| board.attacks(queen, cell)) || rng.chance(strays) {
            marks.crosses.insert(cell);
        }
    }
    marks
}

/// Draws a board.
pub(crate) fn paint(board: &Board, marks: &Marks, style: &Style, rng: &mut Rng) -> Painted {
    let size = board.size();
    let (frame, radius) = style.frame;
    let (across, down) = (style.cell.0 * size as f64, style.cell.1 * size as f64);
    let unit = (across / 10.0).clamp(24.0, 70.0);
    let (left, top, right, bottom) = match style.around {
        Around::Nothing => (0.0, 0.0, 0.0, 0.0),
        Around::Margin => {
            let mut side = || rng.range(4.0, unit);
            (side(), side(), side(), side())
        }
        Around::Phone => (rng.range(4.0, unit), unit * 3.0, rng.range(4.0, unit), unit * rng.range(4.0, 9.0)),
        Around::Desktop => {
            let mut side = || unit * rng.range(4.0, 9.0);
            (side(), unit * 2.0, side(), unit * rng.range(1.0, 4.0))
        }
    };
    let x0 = (left + frame).round();
    let y0 = (top + frame).round();
    let canvas_width = (x0 + across + frame + right).round() as u32;
    let canvas_height = (y0 + down + frame + bottom).round() as u32;
    let mut canvas = Canvas::new(canvas_width, canvas_height, style.page);
    if matches!(style.around, Around::Phone | Around::Desktop) {
        let inner = [x0 - frame, y0 - frame, x0 + across + frame, y0 + down + frame];
        page_round_the_board(&mut canvas, style, inner, unit, rng);
    }

    let snap = |x: f64| if style.snapped { x.round() } else { x };
    let column = |i: usize| snap(x0 + style.cell.0 * i as f64);
    let row = |i: usize| snap(y0 + style.cell.1 * i as f64);
    let colour_of = |cell: Cell| style.colours[board.region(cell).index()];
    match style.lines {
        Lines::Gaps(share) => {
            let gap = snap(share * style.cell.0).max(1.0);
            for cell in board.cells() {
                let (r, c) = (cell.row(), cell.column());
                let (w, h) = (column(c + 1) - column(c) - gap, row(r + 1) - row(r) - gap);
                canvas.rounded(column(c) + gap / 2.0, row(r) + gap / 2.0, w, h, gap * 0.9, colour_of(cell));
            }
        }
        Lines::Drawn { ink, thin, thick } => {
            for cell in board.cells() {
                let (r, c) = (cell.row(), cell.column());
                canvas.rect(column(c), row(r), column(c + 1) - column(c), row(r + 1) - row(r), colour_of(cell));
            }
            // Thin lines first: a thick one must not be nibbled at its ends.
            for pass in [thin, thick] {
                for cell in board.cells() {
                    let (r, c) = (cell.row(), cell.column());
                    let width = |other: Cell| if board.region(other) == board.region(cell) { thin } else { thick };
                    let start = snap(pass / 2.0);
                    if c > 0 && width(Cell::new(r, c - 1)) == pass && pass > 0.0 {
                        let length = row(r + 1) - row(r) + pass;
                        canvas.rect(column(c) - start, row(r) - start, pass, length, ink);
                    }
                    if r > 0 && width(Cell::new(r - 1, c)) == pass && pass > 0.0 {
                        let length = column(c + 1) - column(c) + pass;
                        canvas.rect(column(c) - start, row(r) - start, length, pass, ink);
                    }
                }
            }
            if frame > 0.0 {
                let (w, h) = (column(size) - column(0), row(size) - row(0));
                canvas.frame([column(0), row(0), w, h], frame, radius, ink);
            }
        }
    }
    for cell in marks.crosses.iter() {
        let centre = middle(column, row, cell);
        draw_cross(&mut canvas, centre, style.cell.0.min(style.cell.1), style.cross, colour_of(cell));
    }
    for cell in (marks.queens | marks.given).iter() {
        let side = style.cell.0.min(style.cell.1);
        draw_queen(&mut canvas, middle(column, row, cell), side * 0.62, style.queen);
    }
    Painted {
        image: canvas.into_image(),
        board: board.clone(),
        marks: *marks,
        area: [column(0), row(0), column(size), row(size)],
        cell: style.cell.0.min(style.cell.1),
    }
}

fn middle(column: impl Fn(usize) -> f64, row: impl Fn(usize) -> f64, cell: Cell) -> (f64, f64) {
    let (r, c) = (cell.row(), cell.column());
    ((column(c) + column(c + 1)) / 2.0, (row(r) + row(r + 1)) / 2.0)
}

fn draw_cross(canvas: &mut Canvas, (x, y): (f64, f64), cell: f64, style: CrossStyle, ground: Colour) {
    let arm = cell * 0.085;
    let ink = match style {
        CrossStyle::Shade => ground.map(|c| c / 4),
        CrossStyle::Grey => [96, 96, 96],
        CrossStyle::Dot => return canvas.disc(x, y, cell * 0.07, ground.map(|c| c / 4)),
    };
    let weight = (cell * 0.03).max(1.0);
    canvas.line((x - arm, y - arm), (x + arm, y + arm), weight, ink);
    canvas.line((x - arm, y + arm), (x + arm, y - arm), weight, ink);
}

/// Draws a queen `width` pixels wide.
pub(crate) fn draw_queen(canvas: &mut Canvas, (x, y): (f64, f64), width: f64, style: QueenStyle) {
    let scale = width / 20.0;
    let at = |px: f64, py: f64| (x + px * scale, y + py * scale);
    let points = [(-8.5, 5.5), (-9.5, -4.5), (-4.5, 0.0), (0.0, -7.5), (4.5, 0.0), (9.5, -4.5), (8.5, 5.5)];
    let crown = points.map(|(px, py)| at(px, py));
    let mut draw_crown = |metal: Colour, rim: Colour| {
        canvas.polygon(&crown, metal);
        for i in 0..crown.len() {
            canvas.line(crown[i], crown[(i + 1) % crown.len()], scale, rim);
        }
        canvas.line(at(-8.0, 7.5), at(8.0, 7.5), 1.6 * scale, rim);
        for tip in [(-9.5, -5.5), (0.0, -8.5), (9.5, -5.5)] {
            let (tx, ty) = at(tip.0, tip.1);
            canvas.disc(tx, ty, 1.4 * scale, rim);
        }
    };
    match style {
        QueenStyle::Crown => draw_crown([20, 20, 20], [20, 20, 20]),
        QueenStyle::GoldenCrown => draw_crown([228, 166, 26], [143, 92, 0]),
        QueenStyle::Cat => {
            for side in [-1.0, 1.0] {
                canvas.polygon(&[at(side * 8.5, -9.5), at(side * 1.5, -5.0), at(side * 8.5, 0.0)], [28, 28, 30]);
            }
            canvas.disc(x, y + scale, 8.5 * scale, [28, 28, 30]);
            for side in [-1.0, 1.0] {
                let (ex, ey) = at(side * 3.4, -0.5);
                canvas.disc(ex, ey, 2.0 * scale, [250, 250, 250]);
                canvas.disc(ex, ey, 1.0 * scale, [28, 28, 30]);
            }
            let (mx, my) = at(0.0, 5.0);
            canvas.disc(mx, my, 2.4 * scale, [250, 250, 250]);
        }
        QueenStyle::Disc => canvas.disc(x, y, 7.0 * scale, [32, 32, 36]),
        QueenStyle::Letter => {
            canvas.ring(x, y, 6.5 * scale, 2.4 * scale, [15, 15, 15]);
            canvas.line(at(2.0, 2.5), at(7.5, 8.5), 2.4 * scale, [15, 15, 15]);
        }
    }
}

/// A bar with a title above the board, buttons and text below, panels at the sides where there is room.
fn page_round_the_board(canvas: &mut Canvas, style: &Style, inner: [f64; 4], unit: f64, rng: &mut Rng) {
    let dark = style.page.iter().map(|&c| u32::from(c)).sum::<u32>() < 300;
    let shift = |by: i32| style.page.map(|c| (i32::from(c) + if dark { by } else { -by }).clamp(0, 255) as u8);
    let (soft, ink) = (shift(18), if dark { [225, 228, 230] } else { [40, 42, 46] });
    let grey = shift(110);
    let width = f64::from(canvas.width());
    let height = f64::from(canvas.height());
    let [x0, y0, x1, y1] = inner;
    canvas.rect(0.0, 0.0, width, unit, shift(8));
    canvas.text(unit * 0.6, unit * 0.3, unit * 4.0, unit * 0.35, ink, rng);
    for i in 1..=3 {
        canvas.ring(width - unit * 0.8 * f64::from(i), unit * 0.5, unit * 0.22, unit * 0.06, grey);
    }
    canvas.text(x0, y0 - unit * 0.75, unit * 1.5, unit * 0.3, grey, rng);
    canvas.rounded(x1 - unit * 2.0, y0 - unit * 0.85, unit * 2.0, unit * 0.6, unit * 0.3, soft);
    let half = (x1 - x0) / 2.0;
    for side in [0.0, half + 4.0] {
        canvas.rounded(x0 + side, y1 + unit * 0.3, half - 4.0, unit * 0.8, unit * 0.4, soft);
        canvas.text(x0 + side + half * 0.35, y1 + unit * 0.55, half * 0.3, unit * 0.3, grey, rng);
    }
    let mut y = y1 + unit * 1.8;
    while y + unit * 0.4 < height {
        canvas.text(x0 + unit * 0.2, y, (x1 - x0) * rng.range(0.5, 0.95), unit * 0.28, grey, rng);
        y += unit * 0.55;
    }
    for (from, to) in [(0.0, x0), (x1, width)] {
        if to - from < unit * 3.0 {
            continue;
        }
        let mut y = unit * 1.6;
        while y + unit < height {
            if rng.chance(0.4) {
                let tile = [rng.below(256) as u8, rng.below(256) as u8, rng.below(256) as u8];
                canvas.rounded(from + unit * 0.4, y, unit * 0.6, unit * 0.6, unit * 0.1, tile);
            }
            canvas.text(from + unit * 1.3, y + unit * 0.15, to - from - unit * 2.0, unit * 0.28, grey, rng);
            y += unit * rng.range(0.7, 1.2);
        }
    }
}

/// A canvas to draw on with antialiasing, in pixels from the top left corner.
#[derive(Debug)]
pub(crate) struct Canvas(Pixmap);

impl Canvas {
    /// An empty canvas of one colour.
    pub(crate) fn new(width: u32, height: u32, [r, g, b]: Colour) -> Self {
        let mut pixmap = Pixmap::new(width.max(1), height.max(1)).expect("a canvas of sensible size");
        pixmap.fill(Color::from_rgba8(r, g, b, 255));
        Self(pixmap)
    }

    /// A canvas with a picture on it.
    pub(crate) fn from_image(image: &RgbImage) -> Self {
        let mut canvas = Self::new(image.width(), image.height(), [0; 3]);
        for (to, from) in canvas.0.data_mut().chunks_exact_mut(4).zip(image.pixels()) {
            to[..3].copy_from_slice(&from.0);
        }
        canvas
    }

    pub(crate) fn into_image(self) -> RgbImage {
        let (width, height) = (self.0.width(), self.0.height());
        let bytes = self.0.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        RgbImage::from_raw(width, height, bytes).expect("as many bytes as pixels")
    }

    pub(crate) fn width(&self) -> u32 {
        self.0.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.0.height()
    }

    /// Fills a path with a colour of the given opacity, 0 to 1.
    fn fill(&mut self, path: &Path, [r, g, b]: Colour, opacity: f64) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(r, g, b, (opacity * 255.0).round() as u8);
        self.0.fill_path(path, &paint, FillRule::EvenOdd, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, [r, g, b]: Colour, width: f64) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(r, g, b, 255);
        let stroke = Stroke { width: width as f32, ..Stroke::default() };
        self.0.stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, colour: Colour) {
        self.veil(x, y, w, h, colour, 1.0);
    }

    /// A rectangle through which what lies below shines.
    pub(crate) fn veil(&mut self, x: f64, y: f64, w: f64, h: f64, colour: Colour, opacity: f64) {
        if let Some(rect) = Rect::from_xywh(x as f32, y as f32, w as f32, h as f32) {
            self.fill(&PathBuilder::from_rect(rect), colour, opacity);
        }
    }

    pub(crate) fn rounded(&mut self, x: f64, y: f64, w: f64, h: f64, radius: f64, colour: Colour) {
        let mut builder = PathBuilder::new();
        add_rounded(&mut builder, x, y, w, h, radius);
        if let Some(path) = builder.finish() {
            self.fill(&path, colour, 1.0);
        }
    }

    /// A frame of the given width outside a rectangle; its outer corners are rounded.
    fn frame(&mut self, [x, y, w, h]: [f64; 4], width: f64, radius: f64, ink: Colour) {
        let mut builder = PathBuilder::new();
        add_rounded(&mut builder, x - width, y - width, w + 2.0 * width, h + 2.0 * width, radius);
        add_rounded(&mut builder, x, y, w, h, 0.0);
        if let Some(path) = builder.finish() {
            self.fill(&path, ink, 1.0);
        }
    }

    pub(crate) fn disc(&mut self, x: f64, y: f64, radius: f64, colour: Colour) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.fill(&path, colour, 1.0);
        }
    }

    fn ring(&mut self, x: f64, y: f64, radius: f64, width: f64, colour: Colour) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.stroke(&path, colour, width);
        }
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Colour) {
        let mut builder = PathBuilder::new();
        builder.move_to(from.0 as f32, from.1 as f32);
        builder.line_to(to.0 as f32, to.1 as f32);
        if let Some(path) = builder.finish() {
            self.stroke(&path, colour, width);
        }
    }

    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], colour: Colour) {
        let mut builder = PathBuilder::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            if i == 0 {
                builder.move_to(x as f32, y as f32);
            } else {
                builder.line_to(x as f32, y as f32);
            }
        }
        builder.close();
        if let Some(path) = builder.finish() {
            self.fill(&path, colour, 1.0);
        }
    }

    /// What looks like a line of text from afar: words of short upright and level strokes.
    pub(crate) fn text(&mut self, x: f64, y: f64, width: f64, height: f64, ink: Colour, rng: &mut Rng) {
        let stroke = (height / 7.0).max(1.0);
        let letter = height * 0.55;
        let mut at = x;
        while at + letter < x + width {
            for _ in 0..rng.between(2, 7) {
                if at + letter > x + width {
                    break;
                }
                let low = y + height * 0.3;
                self.rect(at, if rng.chance(0.3) { y } else { low }, stroke, y + height - low, ink);
                if rng.chance(0.6) {
                    self.rect(at, *rng.pick(&[low, y + height * 0.6, y + height - stroke]), letter * 0.8, stroke, ink);
                }
                if rng.chance(0.6) {
                    self.rect(at + letter * 0.8 - stroke, low, stroke, y + height - low, ink);
                }
                at += letter;
            }
            at += letter;
        }
    }
}

fn add_rounded(builder: &mut PathBuilder, x: f64, y: f64, w: f64, h: f64, radius: f64) {
    let (x, y, w, h) = (x as f32, y as f32, w as f32, h as f32);
    let r = (radius as f32).min(w / 2.0).min(h / 2.0).max(0.0);
    builder.move_to(x + r, y);
    builder.line_to(x + w - r, y);
    builder.quad_to(x + w, y, x + w, y + r);
    builder.line_to(x + w, y + h - r);
    builder.quad_to(x + w, y + h, x + w - r, y + h);
    builder.line_to(x + r, y + h);
    builder.quad_to(x, y + h, x, y + h - r);
    builder.line_to(x, y + r);
    builder.quad_to(x, y, x + r, y);
    builder.close();
}

#[test]
fn colours_of_a_palette_keep_their_distance() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let size = rng.between(4, 26);
        let colours = random_palette(size, [249, 250, 251], &mut rng);
        assert_eq!(colours.len(), size);
        for (i, &a) in colours.iter().enumerate() {
            for &b in &colours[..i] {
                // Rounding to bytes after the choice may take a little.
                assert!(lab_distance(a, b) > NEAREST - 0.5, "seed {seed}: {a:?} and {b:?}");
            }
        }
    }
}

#[test]
fn every_cell_shows_its_region_and_the_area_is_where_the_cells_are() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let size = rng.between(4, 14);
        let (board, _) = random_board(size, &mut rng);
        let style = Style::random(size, &mut rng);
        let painted = paint(&board, &Marks::default(), &style, &mut rng);
        let [x0, y0, x1, y1] = painted.area;
        for cell in board.cells() {
            let x = x0 + (x1 - x0) * (cell.column() as f64 + 0.5) / size as f64;
            let y = y0 + (y1 - y0) * (cell.row() as f64 + 0.5) / size as f64;
            let seen = painted.image.get_pixel(x as u32, y as u32).0;
            assert_eq!(seen, style.colours[board.region(cell).index()], "seed {seed}, {cell}");
        }
    }
}
