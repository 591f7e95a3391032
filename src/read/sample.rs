//! Stage 3: one colour a cell, taken where nothing is drawn.

use super::locate::Place;
use crate::board::Cell;
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
/// How far, in steps of a channel, a point may be from a cell's colour and still belong to it.
const TOLERANCE: i32 = 16;

/// Samples every cell of a place.
pub(crate) fn sample(picture: &Picture, place: &Place) -> Samples {
    let size = place.grid.size();
    let cells = (0..size * size)
        .map(|i| {
            let points = points(picture, place, Cell::new(i / size, i % size), POINTS);
            mode(&points, POINTS)
        })
        .collect();
    Samples { size, cells }
}

/// A square grid of points inside a cell, clear of the lines.
pub(crate) fn points(picture: &Picture, place: &Place, cell: Cell, count: usize) -> Vec<[u8; 3]> {
    let (width, height) = place.grid.cell_size(cell);
    let pixel = 1.0 / width.min(height);
    let inset = (place.inset + (0.6 * pixel).max(0.025)).min(0.4);
    let along = |k: usize| inset + (1.0 - 2.0 * inset) * k as f64 / (count - 1) as f64;
    let mut out = Vec::with_capacity(count * count);
    for row in 0..count {
        for column in 0..count {
            let p = place.grid.point(cell, along(column), along(row));
            let x = (p.x.max(0.0) as u32).min(picture.width() - 1);
            let y = (p.y.max(0.0) as u32).min(picture.height() - 1);
            out.push(picture.rgb(x, y));
        }
    }
    out
}

fn near(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(&b).all(|(&p, &q)| (i32::from(p) - i32::from(q)).abs() <= TOLERANCE)
}

fn mode(points: &[[u8; 3]], count: usize) -> Sample {
    let rim: Vec<usize> = (0..points.len())
        .filter(|i| {
            let (row, column) = (i / count, i % count);
            row.min(column).min(count - 1 - row).min(count - 1 - column) <= 1
        })
        .collect();
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
