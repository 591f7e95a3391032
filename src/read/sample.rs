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

/// Samples every cell of a place. `noise` is the standard deviation of the picture's pixel noise.
pub(crate) fn sample(picture: &Picture, place: &Place, noise: f64) -> Samples {
    let size = place.grid.size();
    let tolerance = tolerance(noise);
    let cells = (0..size * size)
        .map(|i| {
            let points = points(picture, place, Cell::new(i / size, i % size), POINTS);
            mode(&points, POINTS, tolerance)
        })
        .collect();
    Samples { size, cells }
}

/// All pairs of cells that share an edge, by their numbers in reading order.
pub(crate) fn neighbours(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size * size).flat_map(move |i| {
        let right = (i % size + 1 < size).then_some((i, i + 1));
        let below = (i / size + 1 < size).then_some((i, i + size));
        right.into_iter().chain(below)
    })
}

/// Whether the board seems to go on beyond the place: cells just outside it, where there is picture, have the colours
/// of its regions on two sides, or on one side with the regions running on across the border.
pub(crate) fn goes_on(picture: &Picture, place: &Place, samples: &Samples, colours: &[[f32; 3]], noise: f64) -> bool {
    let size = samples.size;
    let mut sides = 0;
    let mut across = 0.0f64;
    let alike = |a: [f32; 3], b: [f32; 3]| (0..3).all(|c| (a[c] - b[c]).abs() < 9.0);
    for side in 0..4 {
        let (mut looked, mut same) = (0, 0);
        let mut seen: Vec<usize> = Vec::new();
        let mut hits = 0;
        for k in 0..size {
            let (cell, u, v) = match side {
                0 => (Cell::new(0, k), 0.0, -1.0),
                1 => (Cell::new(size - 1, k), 0.0, 1.0),
                2 => (Cell::new(k, 0), -1.0, 0.0),
                _ => (Cell::new(k, size - 1), 1.0, 0.0),
            };
            let centre = place.grid.point(cell, 0.5 + u, 0.5 + v);
            if centre.x < 0.0
                || centre.y < 0.0
                || centre.x >= f64::from(picture.width())
                || centre.y >= f64::from(picture.height())
            {
                continue;
            }
            looked += 1;
            let points = points_beside(picture, place, cell, POINTS, (u, v));
            let found = mode(&points, POINTS, tolerance(noise));
            if found.rim < 0.4 {
                continue;
            }
            same += i32::from(alike(samples.cells[cell.row() * size + cell.column()].colour, found.colour));
            if let Some(region) = colours.iter().position(|&c| alike(c, found.colour)) {
                hits += 1;
                if !seen.contains(&region) {
                    seen.push(region);
                }
            }
        }
        if looked as usize * 2 >= size && hits * 5 >= looked * 3 && seen.len() >= 2 {
            sides += 1;
            across = across.max(f64::from(same) / f64::from(looked));
        }
    }
    sides >= 2 || (sides == 1 && across > 0.4)
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
    let (width, height) = place.grid.cell_size(cell);
    let pixel = 1.0 / width.min(height);
    let inset = (place.inset + (0.6 * pixel).max(0.025)).min(0.4);
    let along = |k: usize| inset + (1.0 - 2.0 * inset) * k as f64 / (count - 1) as f64;
    let mut out = Vec::with_capacity(count * count);
    for row in 0..count {
        for column in 0..count {
            let p = place.grid.point(cell, along(column) + beside.0, along(row) + beside.1);
            let x = (p.x.max(0.0) as u32).min(picture.width() - 1);
            let y = (p.y.max(0.0) as u32).min(picture.height() - 1);
            out.push(picture.rgb(x, y));
        }
    }
    out
}

fn mode(points: &[[u8; 3]], count: usize, tolerance: i32) -> Sample {
    let near =
        |a: [u8; 3], b: [u8; 3]| a.iter().zip(&b).all(|(&p, &q)| (i32::from(p) - i32::from(q)).abs() <= tolerance);
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
