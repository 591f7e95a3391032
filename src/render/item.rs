//! What back ends draw: shapes, each filled or stroked in one colour.

use crate::colour::Rgb;
use crate::grid::Point;

/// A colour with opacity, not premultiplied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgba {
    /// The colour.
    pub rgb: Rgb,
    /// Opacity, 255 for opaque.
    pub alpha: u8,
}

impl Rgba {
    /// The colour, opaque.
    pub const fn opaque(rgb: Rgb) -> Self {
        Self { rgb, alpha: 255 }
    }
}

/// A piece of an outline, from where the last one ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Starts a new outline at the point.
    Move(Point),
    /// A straight line to the point.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Back to the start of the outline.
    Close,
}

/// A shape: one or more outlines. The inside is told by the non-zero winding rule.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    segments: Vec<Segment>,
}

/// Control points at this distance, in radii, make a Bézier curve that is a quarter circle to within 0.03 %.
const QUARTER_CIRCLE: f64 = 0.552_284_75;

impl Path {
    /// The empty shape.
    pub const fn new() -> Self {
        Self { segments: Vec::new() }
    }

    /// The pieces in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Starts a new outline.
    pub fn move_to(&mut self, x: f64, y: f64) -> &mut Self {
        self.segments.push(Segment::Move(Point::new(x, y)));
        self
    }

    /// Adds a straight line.
    pub fn line_to(&mut self, x: f64, y: f64) -> &mut Self {
        self.segments.push(Segment::Line(Point::new(x, y)));
        self
    }

    /// Adds a cubic Bézier curve.
    pub fn curve_to(&mut self, a: Point, b: Point, end: Point) -> &mut Self {
        self.segments.push(Segment::Curve(a, b, end));
        self
    }

    /// Closes the outline.
    pub fn close(&mut self) -> &mut Self {
        self.segments.push(Segment::Close);
        self
    }

    /// Adds a closed polygon.
    pub fn polygon(&mut self, corners: &[Point]) -> &mut Self {
        for (i, &corner) in corners.iter().enumerate() {
            self.segments.push(if i == 0 { Segment::Move(corner) } else { Segment::Line(corner) });
        }
        self.close()
    }

    /// Adds an upright rectangle, clockwise.
    pub fn rectangle(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) -> &mut Self {
        self.polygon(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)))
    }

    /// Adds an upright rectangle with rounded corners, clockwise.
    pub fn rounded_rectangle(&mut self, x0: f64, y0: f64, x1: f64, y1: f64, radius: f64) -> &mut Self {
        let r = radius;
        let k = r * (1.0 - QUARTER_CIRCLE);
        let p = Point::new;
        self.move_to(x0 + r, y0).line_to(x1 - r, y0).curve_to(p(x1 - k, y0), p(x1, y0 + k), p(x1, y0 + r));
        self.line_to(x1, y1 - r).curve_to(p(x1, y1 - k), p(x1 - k, y1), p(x1 - r, y1));
        self.line_to(x0 + r, y1).curve_to(p(x0 + k, y1), p(x0, y1 - k), p(x0, y1 - r));
        self.line_to(x0, y0 + r).curve_to(p(x0, y0 + k), p(x0 + k, y0), p(x0 + r, y0)).close()
    }

    /// Adds a circle, clockwise.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64) -> &mut Self {
        self.rounded_rectangle(x - radius, y - radius, x + radius, y + radius, radius)
    }

    /// Adds another shape.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        self.segments.extend_from_slice(&other.segments);
        self
    }

    /// The shape with every point moved. Exact where the map is affine, else good over distances on which it nearly is.
    #[must_use]
    pub fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        let segments = self.segments.iter().map(|segment| match *segment {
            Segment::Move(p) => Segment::Move(to(p)),
            Segment::Line(p) => Segment::Line(to(p)),
            Segment::Curve(a, b, p) => Segment::Curve(to(a), to(b), to(p)),
            Segment::Close => Segment::Close,
        });
        Self { segments: segments.collect() }
    }

    /// The smallest upright box around all points, control points included: its corners of least and of greatest x and y. `None` if there are none or one is
    /// not finite.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        let mut bounds: Option<(Point, Point)> = None;
        let mut points = Vec::with_capacity(3);
        for segment in &self.segments {
            points.clear();
            match *segment {
                Segment::Move(p) | Segment::Line(p) => points.push(p),
                Segment::Curve(a, b, p) => points.extend([a, b, p]),
                Segment::Close => {}
            }
            for p in &points {
                if !(p.x.is_finite() && p.y.is_finite()) {
                    return None;
                }
                let (low, high) = bounds.get_or_insert((*p, *p));
                *low = Point::new(low.x.min(p.x), low.y.min(p.y));
                *high = Point::new(high.x.max(p.x), high.y.max(p.y));
            }
        }
        bounds
    }
}

/// How a shape is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// The inside.
    Fill,
    /// A line of this width in pixels along the outline, with round joins and ends.
    Stroke(f64),
}

/// A shape in one colour, in pixels of the picture or scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The shape.
    pub path: Path,
    /// Whether it is filled or stroked.
    pub paint: Paint,
    /// The colour.
    pub colour: Rgba,
}

impl Item {
    /// A filled shape in an opaque colour.
    pub fn fill(path: Path, colour: Rgb) -> Self {
        Self { path, paint: Paint::Fill, colour: Rgba::opaque(colour) }
    }

    /// A stroked shape in an opaque colour.
    pub fn stroke(path: Path, width: f64, colour: Rgb) -> Self {
        Self { path, paint: Paint::Stroke(width), colour: Rgba::opaque(colour) }
    }

    /// The same item with the given opacity.
    #[must_use]
    pub fn with_alpha(mut self, alpha: u8) -> Self {
        self.colour.alpha = alpha;
        self
    }
}
