//! What a stage saw, as a picture: how a misreading is reported and understood.

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut, draw_hollow_rect_mut, draw_line_segment_mut};
use imageproc::rect::Rect;

use super::{Candidate, ReadError, ReadOptions, candidates, locate, sample};
use crate::board::Cell;
use crate::grid::{Grid, Point};
use crate::picture::{Channels, Picture};

/// A stage of the reading pipeline whose result can be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The lattices found, drawn on the picture: the best one in red, others in blue.
    Locate,
    /// One flat square a cell in the colour that was sampled; a frame where little of the cell had it.
    Sample,
    /// The regions, each in its mean colour, with their borders; doubtful cells carry a disc in the other colour.
    Cluster,
    /// The regions with the crosses and queens that were seen.
    Marks,
}

const CELL: u32 = 48;
const BLACK: Rgb<u8> = Rgb([0, 0, 0]);
const WHITE: Rgb<u8> = Rgb([255, 255, 255]);
const RED: Rgb<u8> = Rgb([230, 0, 40]);
const BLUE: Rgb<u8> = Rgb([0, 90, 255]);

/// Draws what a stage saw.
///
/// # Errors
/// If the stages before it find nothing to show.
pub fn stage(picture: &Picture, options: &ReadOptions, stage: Stage) -> Result<Picture, ReadError> {
    let image = match stage {
        Stage::Locate => draw_locate(picture, options)?,
        Stage::Sample => draw_sample(picture, options)?,
        Stage::Cluster | Stage::Marks => {
            let found = candidates(picture, options)?;
            draw_board(&found[0], stage)
        }
    };
    let (width, height) = image.dimensions();
    Picture::new(width, height, Channels::Rgb, image.into_raw())
        .ok_or_else(|| ReadError::NoGrid { seen: "nothing to draw".to_string() })
}

fn places(picture: &Picture, options: &ReadOptions) -> Result<Vec<locate::Place>, ReadError> {
    let noise = locate::noise(picture);
    for search in locate::SEARCHES {
        let Some(sight) = locate::look(picture, search, noise) else { continue };
        for &way in search.ways() {
            let mut places = sight.places(way).square;
            places.retain(|place| options.size.is_none_or(|size| size == place.grid.size()));
            if !places.is_empty() {
                return Ok(places);
            }
        }
    }
    // The same reason as a reading of this picture would give.
    candidates(picture, options).map(|_| Vec::new())
}

fn draw_locate(picture: &Picture, options: &ReadOptions) -> Result<RgbImage, ReadError> {
    let places = places(picture, options)?;
    let mut image =
        RgbImage::from_fn(picture.width(), picture.height(), |x, y| Rgb(picture.rgb(x, y).map(|c| c / 2 + 127)));
    for (i, place) in places.iter().enumerate().rev() {
        draw_grid(&mut image, &place.grid, if i == 0 { RED } else { BLUE });
    }
    Ok(image)
}

fn draw_grid(image: &mut RgbImage, grid: &Grid, colour: Rgb<u8>) {
    let size = grid.size();
    let mut line = |a: Point, b: Point| {
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
            let shift = |p: Point| ((p.x + dx - 0.5) as f32, (p.y + dy - 0.5) as f32);
            draw_line_segment_mut(image, shift(a), shift(b), colour);
        }
    };
    for k in 0..size {
        line(grid.point(Cell::new(k, 0), 0.0, 0.0), grid.point(Cell::new(k, size - 1), 1.0, 0.0));
        line(grid.point(Cell::new(0, k), 0.0, 0.0), grid.point(Cell::new(size - 1, k), 0.0, 1.0));
    }
    line(grid.point(Cell::new(size - 1, 0), 0.0, 1.0), grid.point(Cell::new(size - 1, size - 1), 1.0, 1.0));
    line(grid.point(Cell::new(0, size - 1), 1.0, 0.0), grid.point(Cell::new(size - 1, size - 1), 1.0, 1.0));
}

fn square(cell: Cell) -> Rect {
    Rect::at((cell.column() as u32 * CELL) as i32, (cell.row() as u32 * CELL) as i32).of_size(CELL, CELL)
}

fn draw_sample(picture: &Picture, options: &ReadOptions) -> Result<RgbImage, ReadError> {
    let places = places(picture, options)?;
    let Some(place) = places.first() else { return Ok(RgbImage::new(1, 1)) };
    let samples = sample::sample(picture, place, locate::noise(picture));
    let side = samples.size as u32 * CELL;
    let mut image = RgbImage::new(side, side);
    for (i, sample) in samples.cells.iter().enumerate() {
        let rect = square(Cell::new(i / samples.size, i % samples.size));
        draw_filled_rect_mut(&mut image, rect, Rgb(sample.colour.map(|c| c.round() as u8)));
        if sample.rim < 0.7 {
            draw_hollow_rect_mut(&mut image, rect, RED);
        }
    }
    Ok(image)
}

fn draw_board(candidate: &Candidate, stage: Stage) -> RgbImage {
    let board = &candidate.board;
    let side = board.size() as u32 * CELL + 1;
    let mut image = RgbImage::from_pixel(side, side, WHITE);
    let colour = |region| candidate.palette.colour(region).map_or(WHITE, |c| Rgb(c.0));
    for cell in board.cells() {
        draw_filled_rect_mut(&mut image, square(cell), colour(board.region(cell)));
    }
    let centre = |cell: Cell| {
        let at = |k: usize| (k as u32 * CELL + CELL / 2) as i32;
        (at(cell.column()), at(cell.row()))
    };
    for cell in board.cells() {
        let (x, y) = (cell.column() as u32 * CELL, cell.row() as u32 * CELL);
        let differs = |other: Cell| board.region(other) != board.region(cell);
        if cell.column() > 0 && differs(Cell::new(cell.row(), cell.column() - 1)) {
            draw_filled_rect_mut(&mut image, Rect::at(x as i32 - 1, y as i32).of_size(3, CELL), BLACK);
        }
        if cell.row() > 0 && differs(Cell::new(cell.row() - 1, cell.column())) {
            draw_filled_rect_mut(&mut image, Rect::at(x as i32, y as i32 - 1).of_size(CELL, 3), BLACK);
        }
    }
    match stage {
        Stage::Marks => {
            for cell in (candidate.marks.queens | candidate.marks.given).iter() {
                draw_filled_circle_mut(&mut image, centre(cell), CELL as i32 / 3, BLACK);
            }
            for cell in candidate.marks.crosses.iter() {
                let (x, y) = centre(cell);
                let arm = CELL as f32 / 5.0;
                let (x, y) = (x as f32, y as f32);
                draw_line_segment_mut(&mut image, (x - arm, y - arm), (x + arm, y + arm), BLACK);
                draw_line_segment_mut(&mut image, (x - arm, y + arm), (x + arm, y - arm), BLACK);
            }
        }
        _ => {
            for doubt in &candidate.doubts {
                // A ring in black keeps the disc visible where the two colours are alike.
                draw_filled_circle_mut(&mut image, centre(doubt.cell), CELL as i32 / 3, BLACK);
                draw_filled_circle_mut(&mut image, centre(doubt.cell), CELL as i32 / 3 - 2, colour(doubt.other));
            }
        }
    }
    image
}
