//! Stage 2: where in the picture a board may lie.

mod edges;
mod frame;
mod lattice;
pub(crate) mod margin;
mod rectify;
mod trust;

use edges::Sensitivity;
use lattice::{Block, Comb, Rigour, View};

use super::sample::neighbours;
use crate::board::MAX_SIZE;
use crate::grid::{Grid, Homography, Point};
use crate::picture::{Channels, Picture};

/// A place where a board may lie.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The lines.
    pub(crate) grid: Grid,
    /// How far lines reach into a cell, as a share of the cell.
    pub(crate) inset: f64,
    /// The share of cell sides that are drawn.
    pub(crate) drawn: f64,
    /// The share of cell sides on the outline that are drawn.
    pub(crate) outline: f64,
    /// How far each inner side is drawn, in the order of `sample::neighbours`.
    pub(crate) seams: Vec<f32>,
    /// Whether edges are seen within the cells as well, so that drawn sides say little.
    pub(crate) murky: bool,
    pub(crate) score: f64,
}

/// What was found, square or not.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Square lattices, best first.
    pub(crate) square: Vec<Place>,
    /// The best lattice that is not square, if no square one is as good.
    pub(crate) oblong: Option<Lattice>,
}

/// A well-drawn lattice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lattice {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The share of cell sides that are drawn.
    drawn: f64,
    score: f64,
    /// The corners in the picture, clockwise from top left.
    corners: [Point; 4],
}

impl Place {
    /// Width of a cell in pixels, on average.
    pub(crate) fn pitch(&self) -> f64 {
        self.grid.pitch()
    }

    /// Whether the cells are about as wide as high, on average.
    pub(crate) fn is_squarish(&self) -> bool {
        let corners = self.grid.corners();
        let side = |a: usize, b: usize| (corners[b].x - corners[a].x).hypot(corners[b].y - corners[a].y);
        SQUARISH.contains(&(side(0, 1) / side(1, 2)))
    }

    /// The middle of the place, but for a little perspective.
    pub(crate) fn centre(&self) -> Point {
        let corners = self.grid.corners();
        let mean = |of: fn(&Point) -> f64| corners.iter().map(of).sum::<f64>() / 4.0;
        Point::new(mean(|p| p.x), mean(|p| p.y))
    }

    /// The square piece of `size` rows and columns whose first cell lies in row `top` and column `left`.
    pub(crate) fn part(&self, top: usize, left: usize, size: usize) -> Option<Self> {
        let lines = |all: &[f64], first: usize| Some(all.get(first..=first + size)?.to_vec());
        let (columns, rows) = (lines(self.grid.columns(), left)?, lines(self.grid.rows(), top)?);
        let grid = Grid::projective(columns, rows, *self.grid.plane())?;
        let whole = self.grid.size();
        let inside = |i: usize| (top..top + size).contains(&(i / whole)) && (left..left + size).contains(&(i % whole));
        let seams = neighbours(whole).zip(&self.seams).filter(|((a, b), _)| inside(*a) && inside(*b));
        Some(Self { grid, seams: seams.map(|(_, &drawn)| drawn).collect(), ..self.clone() })
    }
}

impl Lattice {
    /// The lattice of a place, square as it is.
    pub(crate) fn of(place: &Place) -> Self {
        let size = place.grid.size();
        Self { columns: size, rows: size, drawn: place.drawn, score: place.score, corners: place.grid.corners() }
    }

    /// Width of a cell in pixels, on average.
    pub(crate) fn pitch(&self) -> f64 {
        (self.corners[1].x - self.corners[0].x).hypot(self.corners[1].y - self.corners[0].y) / self.columns as f64
    }

    /// Whether a grid lies on this lattice and is not the whole of it.
    pub(crate) fn holds(&self, grid: &Grid) -> bool {
        let same = self.columns == grid.size() && self.rows == grid.size();
        !same && within(&grid.corners(), &self.corners, 0.5 * side(&grid.corners()) / grid.size() as f64)
    }

    /// Whether a grid of as many cells lies aside of this lattice, and is drawn worse.
    pub(crate) fn displaces(&self, grid: &Grid, score: f64) -> bool {
        let corners = grid.corners();
        let (wide, cell) = (side(&corners), side(&corners) / grid.size() as f64);
        let aside = |a: &Point, b: &Point| (a.x - b.x).abs().max((a.y - b.y).abs());
        let shift = self.corners.iter().zip(&corners).map(|(a, b)| aside(a, b)).fold(0.0, f64::max);
        let square = self.columns == grid.size() && self.rows == grid.size();
        square && score < self.score && (0.5 * cell..0.5 * wide).contains(&shift)
    }

    /// Whether a grid that is not drawn throughout lies mostly on this lattice with lines in other places.
    pub(crate) fn belies(&self, grid: &Grid, drawn: f64) -> bool {
        let corners = grid.corners();
        let ratio = (grid.pitch() / self.pitch()).max(self.pitch() / grid.pitch());
        let common = |of: fn(&Point) -> f64| {
            let (own, other) = (range(&corners, of), range(&self.corners, of));
            covered(own, other)
        };
        drawn < DRAWN && (ratio - ratio.round()).abs() > 0.05 && common(|p| p.x) * common(|p| p.y) > 0.5
    }

    /// Whether a place shows that this lattice is none: the place is spotless, and the lattice goes on beyond it where much
    /// less is drawn, or lies on it upright and level though the place is seen askew.
    pub(crate) fn is_refuted_by(&self, place: &Place) -> bool {
        if place.drawn.min(place.outline) < SPOTLESS || place.murky {
            return false;
        }
        let grid = &place.grid;
        let corners = grid.corners();
        let alike = (self.pitch() / place.pitch() - 1.0).abs() < 0.1;
        if alike && self.holds(grid) {
            let sides = |columns: usize, rows: usize| (columns * (rows + 1) + rows * (columns + 1)) as f64;
            let (all, own) = (sides(self.columns, self.rows), sides(grid.size(), grid.size()));
            return (1.0 - self.drawn) * all - (1.0 - place.drawn) * own > BEYOND * (all - own);
        }
        let [a, b, _, d] = corners;
        let askew = (a.y - b.y).abs().max((a.x - d.x).abs()) > 0.25 * place.pitch();
        let level = self.corners[0].y == self.corners[1].y && self.corners[0].x == self.corners[3].x;
        askew && level && self.lies_in(grid)
    }

    /// Whether this lattice is a piece of a grid.
    pub(crate) fn lies_in(&self, grid: &Grid) -> bool {
        self.columns.max(self.rows) <= grid.size()
            && within(&self.corners, &grid.corners(), 0.5 * side(&grid.corners()) / grid.size() as f64)
    }
}

/// The share of cell sides that are drawn where the lines are seen.
const DRAWN: f64 = 0.9;
/// The share of cell sides that are drawn on a spotless lattice.
const SPOTLESS: f64 = 0.99;
/// The share of cell sides that may be missing where a lattice goes on.
const BEYOND: f64 = 0.1;

/// The width of the box round some points.
fn side(points: &[Point; 4]) -> f64 {
    let (left, right) = range(points, |p| p.x);
    right - left
}

/// The least and the greatest coordinate of some points.
fn range(points: &[Point; 4], of: fn(&Point) -> f64) -> (f64, f64) {
    let all = points.iter().map(of);
    (all.clone().fold(f64::MAX, f64::min), all.fold(f64::MIN, f64::max))
}

/// Whether the box round some points lies in that round others, but for a little.
fn within(points: &[Point; 4], others: &[Point; 4], slack: f64) -> bool {
    [(|p| p.x) as fn(&Point) -> f64, |p| p.y].into_iter().all(|of| {
        let (inner, outer) = (range(points, of), range(others, of));
        inner.0 > outer.0 - slack && inner.1 < outer.1 + slack
    })
}

/// Width by height of the cells of nearly all boards.
const SQUARISH: std::ops::Range<f64> = 0.62..1.6;

/// Width by height of a cell. Where lines are to be guessed, only cells that are nearly square are worth a thought; the cells of
/// a spreadsheet are up to five times as wide as high.
fn aspects(rigour: Rigour) -> std::ops::Range<f64> {
    match rigour {
        Rigour::Ruled => 0.5..5.2,
        Rigour::Bare => 0.82..1.22,
    }
}

/// How a picture is searched. Clean screenshots show their board to the first; each further one costs more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// A few scan lines at full resolution, enough for a board that fills a good part of the picture.
    Sparse,
    /// Sparse scan lines at full resolution.
    Plain,
    /// The same for strong edges only, which leaves out the ripples that strong compression makes beside them.
    Strong,
    /// Every pixel counts: scan lines are averages over strips, for noise and for faint lines.
    Strips,
    /// The picture reduced until its shorter side has about this many pixels, for blur and for large pictures.
    Reduced(u32),
    /// The same, seen squarely: for turned pictures and photographs.
    Rectified(u32),
}

/// The searches in order of cost.
pub(crate) const SEARCHES: [Search; 9] = [
    Search::Sparse,
    Search::Plain,
    Search::Strong,
    Search::Strips,
    Search::Reduced(600),
    Search::Rectified(600),
    Search::Reduced(300),
    Search::Rectified(300),
    Search::Reduced(150),
];

/// How lattices are looked for in what a search sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By evenly spaced lines of both directions.
    Combs(Rigour),
    /// By four sides and the edges inside them: nothing but the outline is sure.
    Outline,
}

impl Search {
    /// How to look for lattices in what this search sees. Where few or only strong edges are seen, what is missing says nothing.
    pub(crate) fn ways(self) -> &'static [Way] {
        match self {
            Self::Sparse | Self::Strong => &[Way::Combs(Rigour::Ruled)],
            _ => &[Way::Combs(Rigour::Ruled), Way::Combs(Rigour::Bare), Way::Outline],
        }
    }
}

/// What one search sees, before lattices are looked for in it.
pub(crate) struct Sight<'a> {
    picture: &'a Picture,
    view: View,
    /// From the view into the picture, where they differ.
    back: Option<Homography>,
}

/// Looks at a picture with pixel noise of the given standard deviation in one way; `None` where that way shows nothing that
/// another does not.
pub(crate) fn look(picture: &Picture, search: Search, noise: f64) -> Option<Sight<'_>> {
    let shorter = picture.width().min(picture.height());
    let (view, back) = match search {
        Search::Sparse | Search::Plain | Search::Strong => {
            let step = match search {
                Search::Sparse => (shorter as usize / 45).min(32),
                _ => (shorter as usize / 180).clamp(1, 8),
            };
            // Small pictures are searched thoroughly in no time.
            if search == Search::Sparse && step < 13 {
                return None;
            }
            let sensitivity = match search {
                Search::Strong => Sensitivity { flat: 8, change: 36 },
                _ => Sensitivity { flat: 3, change: 9 },
            };
            // Where single pixels differ by chance, edges between them mean nothing.
            if 1.5 * noise > f64::from(sensitivity.flat) {
                return None;
            }
            let rows = edges::scan_rows(picture, step, sensitivity);
            let columns = edges::scan_columns(picture, step, sensitivity);
            (View::new(rows, columns, 1.1), None)
        }
        Search::Strips => (strips(picture, noise), None),
        Search::Reduced(side) | Search::Rectified(side) => {
            let by = (f64::from(shorter) / f64::from(side)).round().max(1.0) as u32;
            // At its own size the picture has been searched already; only a reduction or another view is news.
            if by == 1 && matches!(search, Search::Reduced(_)) {
                return None;
            }
            let reduced = reduce(picture, by, by);
            let noise = self::noise(&reduced);
            let larger = Homography::scale(f64::from(by));
            if let Search::Rectified(_) = search {
                let (view, back) = rectify::rectify(&reduced, sensitivity(noise, 1))?;
                let noise = self::noise(&view);
                (strips(&view, noise), Some(larger.after(&back)))
            } else {
                (strips(&reduced, noise), Some(larger))
            }
        }
    };
    Some(Sight { picture, view, back })
}

impl Sight<'_> {
    /// What the view shows at a point.
    fn colour(&self, x: f64, y: f64) -> [u8; 3] {
        let p = self.back.map_or(Point::new(x, y), |back| back.apply(Point::new(x, y)));
        let pixel = |at: f64, count: u32| (at.max(0.0) as u32).min(count - 1);
        self.picture.rgb(pixel(p.x, self.picture.width()), pixel(p.y, self.picture.height()))
    }

    /// Finds lattices, best first.
    pub(crate) fn places(&self, way: Way) -> Places {
        let mut found = match way {
            Way::Combs(rigour) => lattices(&self.view, rigour, &|x, y| self.colour(x, y)),
            Way::Outline => outlined(&self.view),
        };
        if let Some(back) = &self.back {
            for place in &mut found.square {
                place.grid = place.grid.mapped(back);
            }
            found.square.retain(|place| inside(self.picture, &place.grid));
            if let Some(oblong) = &mut found.oblong {
                oblong.corners = oblong.corners.map(|p| back.apply(p));
            }
        }
        found
    }
}

/// Whether all cells lie within the picture, but for a sliver.
fn inside(picture: &Picture, grid: &Grid) -> bool {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let slack = 0.02 * width.max(height);
    grid.corners().iter().all(|p| p.x > -slack && p.y > -slack && p.x < width + slack && p.y < height + slack)
}

/// Searches with scan lines that are averages over strips: noise averages away, and lines need less contrast.
fn strips(picture: &Picture, noise: f64) -> View {
    let shorter = picture.width().min(picture.height());
    let step = (shorter / 150).clamp(1, 8);
    let sensitivity = sensitivity(noise, step);
    let mut rows = edges::scan_rows(&reduce(picture, 1, step), 1, sensitivity);
    let mut columns = edges::scan_columns(&reduce(picture, step, 1), 1, sensitivity);
    rows.step = step as usize;
    columns.step = step as usize;
    View::new(rows, columns, 1.5)
}

/// What counts as an edge where `averaged` pixels with this noise make up one.
fn sensitivity(noise: f64, averaged: u32) -> Sensitivity {
    let left = noise / f64::from(averaged).sqrt();
    Sensitivity { flat: (3.5 * left).max(1.0) as i32, change: (7.0 * left).max(5.0) as i32 }
}

/// Standard deviation of the pixel noise, from the median difference between neighbours, where half of all pixels at
/// least are flat.
pub(crate) fn noise(picture: &Picture) -> f64 {
    let mut counts = [0u32; 256];
    let mut total = 0u32;
    for y in (0..picture.height()).step_by((picture.height() as usize / 40).max(1)) {
        for x in (1..picture.width()).step_by(3) {
            counts[usize::from(picture.rgb(x, y)[1].abs_diff(picture.rgb(x - 1, y)[1]))] += 1;
            total += 1;
        }
    }
    let mut below = 0;
    let median = counts.iter().position(|&count| {
        below += count;
        2 * below > total
    });
    // The difference of two pixels spreads by the root of two; the median of its size is 0.6745 of that.
    median.map_or(0.0, |median| median as f64 / 0.954)
}

/// Averages blocks of `across` by `down` pixels; what is left over at the right and the bottom is dropped.
fn reduce(picture: &Picture, across: u32, down: u32) -> Picture {
    let (width, height) = ((picture.width() / across).max(1), (picture.height() / down).max(1));
    let (across, down) = (across.min(picture.width()), down.min(picture.height()));
    let count = across * down;
    let mut pixels = Vec::with_capacity((width * height * 3) as usize);
    for y in 0..height {
        for x in 0..width {
            let mut sums = [0u32; 3];
            for dy in 0..down {
                for dx in 0..across {
                    let p = picture.rgb(x * across + dx, y * down + dy);
                    for c in 0..3 {
                        sums[c] += u32::from(p[c]);
                    }
                }
            }
            pixels.extend(sums.map(|sum| ((sum + count / 2) / count) as u8));
        }
    }
    Picture::new(width, height, Channels::Rgb, pixels).unwrap_or_else(|| picture.clone())
}

/// Finds lattices whose lines are parallel to the edges of the view. `colour` tells what the view shows at a point.
fn lattices(view: &View, rigour: Rigour, colour: &dyn Fn(f64, f64) -> [u8; 3]) -> Places {
    let mut found = Places::default();
    let across = lattice::combs(&view.rows, &view.upright, rigour);
    let down = lattice::combs(&view.columns, &view.level, rigour);
    let mut pairs: Vec<(&Comb, &Comb, f64)> = Vec::new();
    for a in across.iter().take(24) {
        for d in down.iter().take(24) {
            if !aspects(rigour).contains(&(a.pitch / d.pitch)) {
                continue;
            }
            // Lines of one direction must run all along the comb of the other.
            let along_y = covered((d.start, d.end()), (f64::from(a.from), f64::from(a.to)));
            let along_x = covered((a.start, a.end()), (f64::from(d.from), f64::from(d.to)));
            if along_x.min(along_y) > 0.4 {
                let lines = a.lines.min(d.lines) as f64;
                pairs.push((a, d, (a.weight + d.weight) as f64 * along_x * along_y * lines));
            }
        }
    }
    pairs.sort_by(|a, b| b.2.total_cmp(&a.2));
    for (a, d, _) in pairs.into_iter().take(12) {
        for block in lattice::blocks(view, a, d, rigour, colour) {
            keep(view, &mut found, block);
        }
    }
    found.square.sort_by(|a, b| b.score.total_cmp(&a.score));
    let best = found.square.first().map_or(0.0, |place| place.score);
    found.oblong = found.oblong.filter(|oblong| rigour == Rigour::Ruled && oblong.score > best);
    found
}

/// Finds lattices in rectangles with four sides, best first.
fn outlined(view: &View) -> Places {
    let mut found = Places::default();
    for block in frame::blocks(view) {
        keep(view, &mut found, block);
    }
    found
}

fn keep(view: &View, found: &mut Places, block: Block) {
    let (n, m) = (block.columns.len() - 1, block.rows.len() - 1);
    if n.max(m) > MAX_SIZE || trust::leans(view, &block.columns, &block.rows, block.inset, block.drawn) {
        return;
    }
    let murky = block.drawn > 0.85 && trust::is_murky(view, &block.columns, &block.rows);
    if n != m {
        let better = found.oblong.is_none_or(|known| block.score > known.score);
        let (x0, x1, y0, y1) = (block.columns[0], block.columns[n], block.rows[0], block.rows[m]);
        // Every other line of a lattice makes one with oblong cells.
        let aspect = (x1 - x0) / n as f64 * m as f64 / (y1 - y0);
        let plain = block.drawn > 0.97 && block.outline > 0.97 && SQUARISH.contains(&aspect);
        if n.min(m) >= 4 && plain && better && !murky {
            let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y));
            found.oblong = Some(Lattice { columns: n, rows: m, drawn: block.drawn, score: block.score, corners });
        }
        return;
    }
    let Some(grid) = Grid::axis_aligned(block.columns, block.rows) else { return };
    let Block { inset, drawn, outline, seams, score, .. } = block;
    let place = Place { grid, inset, drawn, outline, seams, murky, score };
    if !found.square.iter().any(|known| known.grid.coincides(&place.grid)) {
        found.square.push(place);
    }
}

/// The share of a stretch that another stretch covers.
fn covered(stretch: (f64, f64), by: (f64, f64)) -> f64 {
    (stretch.1.min(by.1) - stretch.0.max(by.0)).max(0.0) / (stretch.1 - stretch.0).max(1e-9)
}
