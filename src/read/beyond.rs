//! What lies around a place: the page, or more of the board.

use super::light::Light;
use super::locate::Place;
use super::sample::{self, Samples, alike, has};
use crate::board::Cell;
use crate::grid::Point;
use crate::picture::Picture;

/// How far beyond a side its surroundings are looked at, in cells, if the picture reaches as far.
const DEPTHS: [f64; 5] = [0.5, 0.4, 0.3, 0.2, 0.15];
/// Frames are thinner than this share of a cell.
const FRAME: f64 = 0.1;
/// The share of lines that must go on, and of cells that make a page even.
const MOST: f64 = 0.75;
/// Where a line is looked for: this share of a cell to either side of where it should be.
const NEAR: f64 = 0.08;
/// Where the colours beside it are taken.
const BESIDE: f64 = 0.25;

/// Whether at least half of the picture around a place has the given colour, looked at one cell outside it on all sides, or only beside
/// the row and the column that a corner cell lies in.
pub(crate) fn is_surrounded_by(
    picture: &Picture,
    place: &Place,
    colour: [f32; 3],
    noise: f64,
    corner: Option<Cell>,
) -> bool {
    let size = place.grid.size();
    let (mut looked, mut same) = (0, 0);
    for (cell, beside) in outside(size) {
        let near = |corner: Cell| {
            (cell.row() == corner.row() && beside.1 != 0.0) || (cell.column() == corner.column() && beside.0 != 0.0)
        };
        if !corner.is_none_or(near) {
            continue;
        }
        if !has(picture, place.grid.point(cell, 0.5 + beside.0, 0.5 + beside.1)) {
            continue;
        }
        looked += 1;
        let found = sample::beside(picture, place, cell, beside, noise);
        same += usize::from(alike(found.colour, colour));
    }
    looked >= size / 2 && same * 2 >= looked
}

/// Whether the board seems to go on beyond the place, by what is seen of the next row or column on some side. Where the light is
/// known to be uneven, colours are compared as they would look in even light.
pub(crate) fn goes_on(picture: &Picture, place: &Place, samples: &Samples, noise: f64, light: Option<Light>) -> bool {
    colours_go_on(picture, place, samples, noise, light) || (0..4).any(|side| lines_go_on(picture, place, side, noise))
}

/// Whether cells just outside the place, where there is picture, have the colours of cells inside on two sides, or on one side
/// with the regions running on across the border.
fn colours_go_on(picture: &Picture, place: &Place, samples: &Samples, noise: f64, light: Option<Light>) -> bool {
    let size = samples.size;
    let even = light.map(|light| light.even(samples));
    let samples = even.as_ref().unwrap_or(samples);
    let mut colours: Vec<[f32; 3]> = Vec::new();
    for sample in &samples.cells {
        if !colours.iter().any(|&known| alike(known, sample.colour)) {
            colours.push(sample.colour);
        }
    }
    // Sides with several colours beyond them, and sides that a region runs across as a whole.
    let (mut sides, mut running) = (0, 0);
    let mut across = 0.0f64;
    for side in 0..4 {
        let (mut looked, mut same, mut hits) = (0, 0, 0);
        let mut seen: Vec<usize> = Vec::new();
        for (cell, beside) in outside(size).skip(side).step_by(4) {
            if !has(picture, place.grid.point(cell, 0.5 + beside.0, 0.5 + beside.1)) {
                continue;
            }
            looked += 1;
            let mut found = sample::beside(picture, place, cell, beside, noise);
            if found.rim < 0.4 {
                continue;
            }
            if let Some(light) = light {
                let at = |cell: usize, beside: f64| (cell as f64 + 0.5 + beside) / size as f64;
                found.colour = light.colour(found.colour, at(cell.column(), beside.0), at(cell.row(), beside.1));
            }
            same += i32::from(alike(samples.cells[cell.row() * size + cell.column()].colour, found.colour));
            if let Some(region) = colours.iter().position(|&c| alike(c, found.colour)) {
                hits += 1;
                if !seen.contains(&region) {
                    seen.push(region);
                }
            }
        }
        if looked * 2 < size {
            continue;
        }
        if hits * 5 >= looked * 3 && seen.len() >= 2 {
            sides += 1;
            across = across.max(f64::from(same) / looked as f64);
        } else if same * 5 >= looked as i32 * 3 {
            running += 1;
        }
    }
    sides + running >= 2 || (sides == 1 && across > 0.4)
}

/// Whether the lines between the cells along a side are drawn beyond it too, without a gap, so that the next cells are cut off
/// by the picture's edge or hold a region of their own. The even grey of a spreadsheet's page is no more of the board.
fn lines_go_on(picture: &Picture, place: &Place, side: usize, noise: f64) -> bool {
    let size = place.grid.size();
    let at = |along: f64, depth: f64| -> Point {
        let k = (along.floor().max(0.0) as usize).min(size - 1);
        let rest = along - k as f64;
        let (cell, u, v) = match side {
            0 => (Cell::new(0, k), rest, -depth),
            1 => (Cell::new(size - 1, k), rest, 1.0 + depth),
            2 => (Cell::new(k, 0), -depth, rest),
            _ => (Cell::new(k, size - 1), 1.0 + depth, rest),
        };
        place.grid.point(cell, u, v)
    };
    let ends = [0.5, size as f64 - 0.5];
    let Some(deep) = DEPTHS.into_iter().find(|&depth| ends.iter().all(|&along| has(picture, at(along, depth)))) else {
        return false;
    };
    let look = |along: f64, depth: f64| -> [f32; 3] {
        let p = at(along, depth);
        let (x, y) = (p.x.max(0.0) as u32, p.y.max(0.0) as u32);
        picture.rgb(x.min(picture.width() - 1), y.min(picture.height() - 1)).map(f32::from)
    };
    let depths: Vec<f64> = [FRAME, 0.4 * deep, 0.7 * deep].into_iter().filter(|&depth| depth >= FRAME).collect();
    let cells: Vec<[f32; 3]> = (0..size).map(|k| look(k as f64 + 0.3, 0.7 * deep)).collect();
    let even = |page: [f32; 3]| cells.iter().filter(|&&cell| alike(cell, page)).count() as f64 >= MOST * size as f64;
    if cells.iter().any(|&cell| sample::is_grey(cell) && even(cell)) {
        return false;
    }
    let least = 24.0 + 4.0 * noise as f32;
    let differ = |a: [f32; 3], b: [f32; 3]| (0..3).any(|c| (a[c] - b[c]).abs() > least);
    let (width, height) = place.grid.cell_size(Cell::new(0, 0));
    let steps = (NEAR * if side < 2 { width } else { height }).ceil().max(2.0) as i32;
    let pixel = NEAR / f64::from(steps);
    let drawn = |k: usize, depth: f64| {
        let line = k as f64;
        let (before, after) = (look(line - BESIDE, depth), look(line + BESIDE, depth));
        let ink = |i: i32| look(line + f64::from(i) * pixel, depth);
        differ(before, after) || (-steps..=steps).map(ink).any(|p| differ(p, before) && differ(p, after))
    };
    let lines = (1..size).filter(|&k| depths.iter().all(|&depth| drawn(k, depth))).count();
    lines as f64 >= MOST * (size - 1) as f64
}

/// The cells along the border of a board, each with the way to its neighbour outside.
fn outside(size: usize) -> impl Iterator<Item = (Cell, (f64, f64))> {
    (0..size).flat_map(move |k| {
        [
            (Cell::new(0, k), (0.0, -1.0)),
            (Cell::new(size - 1, k), (0.0, 1.0)),
            (Cell::new(k, 0), (-1.0, 0.0)),
            (Cell::new(k, size - 1), (1.0, 0.0)),
        ]
    })
}
