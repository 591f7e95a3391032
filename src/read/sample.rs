//! Stage 3: one colour a cell, taken where nothing is drawn.

use super::locate::Place;
use crate::board::Cell;
use crate::grid::Point;
use crate::picture::Picture;

/// What one cell looks like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    /// The colour of its flat part.
    pub(crate) colour: [f32; 3],
    /// The share of the looked-at points that have this colour.
    pub(crate) purity: f32,
    /// The same share among points near the cell's border, where marks rarely reach.
    pub(crate) rim: f32,
    /// Root mean square deviation from the colour among those points, in steps of a channel.
    pub(crate) spread: f32,
}

/// The samples of a place, row by row.
#[derive(Debug, Clone)]
pub(crate) struct Samples {
    pub(crate) size: usize,
    pub(crate) cells: Vec<Sample>,
}

const POINTS: usize = 11;

/// Samples every cell of a place. `noise` is the standard deviation of the picture's pixel noise.
pub(crate) fn sample(picture: &Picture, place: &Place, noise: f64) -> Samples {
    let size = place.grid.size();
    let cells = (0..size * size).map(|i| one(picture, place, Cell::new(i / size, i % size), noise)).collect();
    Samples { size, cells }
}

/// The mean [`Sample::rim`] of the cells on the diagonals, which tells at a fraction of the cost where there is nothing flat.
pub(crate) fn glance(picture: &Picture, place: &Place, noise: f64) -> f64 {
    let size = place.grid.size();
    let cells = (0..size).flat_map(|k| [Cell::new(k, k), Cell::new(k, size - 1 - k)]);
    cells.map(|cell| f64::from(one(picture, place, cell, noise).rim)).sum::<f64>() / (2 * size) as f64
}

fn one(picture: &Picture, place: &Place, cell: Cell, noise: f64) -> Sample {
    mode(&points(picture, place, cell, POINTS), POINTS, tolerance(noise), true)
}

/// All pairs of cells that share an edge, by their numbers in reading order.
pub(crate) fn neighbours(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size * size).flat_map(move |i| {
        let right = (i % size + 1 < size).then_some((i, i + 1));
        let below = (i / size + 1 < size).then_some((i, i + size));
        right.into_iter().chain(below)
    })
}

/// The colour of the lines, or of the gaps, where they cross: the median of each channel.
pub(crate) fn line_colour(picture: &Picture, place: &Place) -> [f32; 3] {
    let size = place.grid.size();
    let crossings = (1..size).flat_map(|row| (1..size).map(move |column| Cell::new(row, column)));
    let seen: Vec<[u8; 3]> = crossings.map(|cell| pixel(picture, place, cell, 0.0, 0.0)).collect();
    std::array::from_fn(|c| {
        let mut values: Vec<u8> = seen.iter().map(|p| p[c]).collect();
        values.sort_unstable();
        f32::from(values[values.len() / 2])
    })
}

/// Whether a point lies in the picture.
pub(crate) fn has(picture: &Picture, p: Point) -> bool {
    p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(picture.width()) && p.y < f64::from(picture.height())
}

/// Whether two colours are the same but for the unevenness of a picture.
pub(crate) fn alike(a: [f32; 3], b: [f32; 3]) -> bool {
    (0..3).all(|c| (a[c] - b[c]).abs() < 9.0)
}

/// Samples the cell that lies `way.0` cells to the right and `way.1` below, which need not be on the board.
pub(crate) fn beside(picture: &Picture, place: &Place, cell: Cell, way: (f64, f64), noise: f64) -> Sample {
    mode(&points_beside(picture, place, cell, POINTS, way), POINTS, tolerance(noise), false)
}

/// Whether a colour is white, black or between.
pub(crate) fn is_grey(colour: [f32; 3]) -> bool {
    const TINT: f32 = 12.0;
    colour.iter().fold(f32::MIN, |most, &c| most.max(c)) - colour.iter().fold(f32::MAX, |least, &c| least.min(c))
        <= TINT
}

/// How far, in steps of a channel, a point may be from a cell's colour and still belong to it.
fn tolerance(noise: f64) -> i32 {
    16 + (2.5 * noise) as i32
}

/// A square grid of points inside a cell, clear of the lines.
pub(crate) fn points(picture: &Picture, place: &Place, cell: Cell, count: usize) -> Vec<[u8; 3]> {
    points_beside(picture, place, cell, count, (0.0, 0.0))
}

/// The same of the cell that lies `beside.0` cells to the right and `beside.1` below, which need not be on the board.
fn points_beside(picture: &Picture, place: &Place, cell: Cell, count: usize, beside: (f64, f64)) -> Vec<[u8; 3]> {
    let inset = margin(place, cell);
    let along = |k: usize| inset + (1.0 - 2.0 * inset) * k as f64 / (count - 1) as f64;
    let mut out = Vec::with_capacity(count * count);
    for row in 0..count {
        for column in 0..count {
            out.push(pixel(picture, place, cell, along(column) + beside.0, along(row) + beside.1));
        }
    }
    out
}

/// How far from its border a cell is looked at, as a share of the cell.
pub(crate) fn margin(place: &Place, cell: Cell) -> f64 {
    let (width, height) = place.grid.cell_size(cell);
    (place.inset + (0.6 / width.min(height)).max(0.025)).min(0.4)
}

/// The pixel at a point of a cell, given as shares of its width and height; the nearest one where that lies outside the
/// picture.
pub(crate) fn pixel(picture: &Picture, place: &Place, cell: Cell, u: f64, v: f64) -> [u8; 3] {
    let p = place.grid.point(cell, u, v);
    let x = (p.x.max(0.0) as u32).min(picture.width() - 1);
    let y = (p.y.max(0.0) as u32).min(picture.height() - 1);
    picture.rgb(x, y)
}

/// The colour that most points near the border have; `ringed` looks further in where those do not agree.
fn mode(points: &[[u8; 3]], count: usize, tolerance: i32, ringed: bool) -> Sample {
    // Most cells of most screenshots are of one colour throughout, which leaves nothing to weigh.
    if points.iter().all(|p| *p == points[0]) {
        return Sample { colour: points[0].map(f32::from), purity: 1.0, rim: 1.0, spread: 0.0 };
    }
    let near =
        |a: [u8; 3], b: [u8; 3]| a.iter().zip(&b).all(|(&p, &q)| (i32::from(p) - i32::from(q)).abs() <= tolerance);
    let depth = |i: usize| {
        let (row, column) = (i / count, i % count);
        row.min(column).min(count - 1 - row).min(count - 1 - column)
    };
    let rim: Vec<usize> = (0..points.len()).filter(|&i| depth(i) <= 1).collect();
    let median: [u8; 3] = std::array::from_fn(|c| {
        let mut values: Vec<u8> = rim.iter().map(|&i| points[i][c]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    });
    let support = |centre: [u8; 3]| rim.iter().filter(|&&i| near(points[i], centre)).count();
    let mut centre = median;
    if support(median) * 10 < rim.len() * 7 {
        // Something is drawn near the border too: take the colour that most points agree on.
        centre = rim.iter().map(|&i| points[i]).max_by_key(|&p| support(p)).unwrap_or(median);
    }
    if ringed && support(centre) * 10 < rim.len() * 6 {
        // A ring round the cell, such as that of the focus: look further in.
        let inner: Vec<[u8; 3]> =
            (0..points.len()).filter(|&i| (1..=3).contains(&depth(i))).map(|i| points[i]).collect();
        let support = |centre: [u8; 3]| inner.iter().filter(|&&p| near(p, centre)).count();
        centre = inner.iter().copied().max_by_key(|&p| support(p)).unwrap_or(centre);
    }
    let own: Vec<[u8; 3]> = points.iter().copied().filter(|&p| near(p, centre)).collect();
    let n = own.len().max(1) as f32;
    let colour: [f32; 3] = std::array::from_fn(|c| own.iter().map(|p| f32::from(p[c])).sum::<f32>() / n);
    let variance: f32 =
        own.iter().map(|p| (0..3).map(|c| (f32::from(p[c]) - colour[c]).powi(2)).sum::<f32>() / 3.0).sum::<f32>() / n;
    Sample {
        colour,
        purity: own.len() as f32 / points.len() as f32,
        rim: support(centre) as f32 / rim.len() as f32,
        spread: variance.sqrt(),
    }
}
