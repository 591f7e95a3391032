//! Text as shapes, so that pictures, animations and SVG need no font where they are made or shown.
//!
//! The font is Ubuntu Light, as the crate `epaint_default_fonts` carries it; a fine stroke in the text's colour brings
//! it to the weight of a regular face.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::item::{Item, Path};
use crate::colour::Rgb;
use crate::grid::Point;

/// Where a line of text stands relative to its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// The text starts at the anchor.
    Start,
    /// The text is centred on the anchor.
    Middle,
}

/// The font, ready to give outlines. Without a usable font every text is empty; a test shows that it is usable.
pub(super) struct Letters {
    face: Option<Face<'static>>,
}

/// Height of capital letters, as a share of the text size.
const CAPITAL: f64 = 0.69;
/// The stroke that thickens the letters, as a share of the text size.
const WEIGHT: f64 = 0.035;

impl Letters {
    pub(super) fn new() -> Self {
        Self { face: Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).ok() }
    }

    /// The width of a line at size 1.
    pub(super) fn width(&self, line: &str) -> f64 {
        let Some(face) = &self.face else { return 0.0 };
        line.chars().map(|letter| advance(face, glyph(face, letter))).sum()
    }

    /// A line at size 1: the anchor at the origin, half the height of a capital letter above and below it.
    pub(super) fn line(&self, line: &str, align: Align) -> Path {
        let mut path = Path::new();
        let Some(face) = &self.face else { return path };
        let mut x = match align {
            Align::Start => 0.0,
            Align::Middle => -self.width(line) / 2.0,
        };
        let scale = 1.0 / f64::from(face.units_per_em());
        for letter in line.chars() {
            let id = glyph(face, letter);
            let mut pen = GlyphPen { path: &mut path, last: Point::default(), x, scale };
            face.outline_glyph(id, &mut pen);
            x += advance(face, id);
        }
        path
    }

    /// A line of text in the scene, of the given size in pixels.
    pub(super) fn items(&self, line: &str, anchor: Point, align: Align, size: f64, colour: Rgb) -> Vec<Item> {
        let path = self.line(line, align).map(|p| Point::new(anchor.x + size * p.x, anchor.y + size * p.y));
        thickened(path, size, colour)
    }

    /// Breaks text into lines no wider than `width` at size 1; a longer word has a line to itself.
    pub(super) fn wrap(&self, text: &str, width: f64) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if !line.is_empty() && self.width(&longer) > width {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                } else {
                    line = longer;
                }
            }
            lines.push(line);
        }
        lines
    }
}

/// Letters in a colour, at the weight of a regular face.
pub(super) fn thickened(path: Path, size: f64, colour: Rgb) -> Vec<Item> {
    if path.segments().is_empty() {
        return Vec::new();
    }
    vec![Item::stroke(path.clone(), WEIGHT * size, colour), Item::fill(path, colour)]
}

fn glyph(face: &Face<'_>, letter: char) -> GlyphId {
    face.glyph_index(letter).unwrap_or_default()
}

fn advance(face: &Face<'_>, id: GlyphId) -> f64 {
    f64::from(face.glyph_hor_advance(id).unwrap_or(0)) / f64::from(face.units_per_em())
}

/// Takes a glyph's outline in font units, y up, and adds it at its place, y down.
struct GlyphPen<'a> {
    path: &'a mut Path,
    last: Point,
    x: f64,
    scale: f64,
}

impl GlyphPen<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(self.x + self.scale * f64::from(x), CAPITAL / 2.0 - self.scale * f64::from(y))
    }
}

impl OutlineBuilder for GlyphPen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.point(x, y);
        self.path.move_to(self.last.x, self.last.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = self.point(x, y);
        self.path.line_to(self.last.x, self.last.y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        // The same curve as a cubic: its control points lie two thirds of the way to the quadratic one's.
        let (control, end) = (self.point(x1, y1), self.point(x, y));
        let towards = |p: Point| Point::new(p.x + (control.x - p.x) / 1.5, p.y + (control.y - p.y) / 1.5);
        self.path.curve_to(towards(self.last), towards(end), end);
        self.last = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, end) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.curve_to(a, b, end);
        self.last = end;
    }

    fn close(&mut self) {
        self.path.close();
    }
}
