//! Boards in spreadsheets: coloured cells among many others, whose lines go on all around the board.

use image::{Rgb, RgbImage, imageops};
use queenshot::board::{Board, Cell};
use queenshot::judge::{self, Reading};
use queenshot::picture::{Channels, Picture};
use queenshot::read::{ReadError, ReadOptions, candidates};

use crate::support::{Rng, random_board};

const COLOURS: [[u8; 3]; 10] = [
    [255, 0, 0],
    [255, 153, 0],
    [255, 255, 0],
    [0, 255, 0],
    [0, 255, 255],
    [74, 134, 232],
    [153, 0, 255],
    [255, 0, 255],
    [183, 183, 183],
    [180, 95, 6],
];

/// Which lines the author has drawn between the cells of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// None: those of the sheet are seen.
    Sheet,
    /// Between all cells.
    All,
    /// Between regions.
    Regions,
}

struct Sheet {
    board: Board,
    /// Width and height of a cell in pixels.
    cell: (u32, u32),
    /// Columns to the left and rows above the board, headers among them.
    before: (u32, u32),
    image: RgbImage,
}

impl Sheet {
    fn new(size: usize, cell: (u32, u32), lines: Lines, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (board, _) = random_board(size, &mut rng);
        let n = size as u32;
        let before = (1 + rng.below(4) as u32, 1 + rng.below(4) as u32);
        let (columns, rows) = (before.0 + n + 2, before.1 + n + 3);
        let region = |column: u32, row: u32| {
            let (c, r) = (column.checked_sub(before.0)?, row.checked_sub(before.1)?);
            (c < n && r < n).then(|| board.region(Cell::new(r as usize, c as usize)))
        };
        let image = RgbImage::from_fn(columns * cell.0, rows * cell.1, |x, y| {
            let (column, row) = (x / cell.0, y / cell.1);
            let here = region(column, row);
            // The line of a cell lies at its right and at its lower edge.
            let right = ((x + 1) % cell.0 == 0).then(|| region(column + 1, row));
            let below = ((y + 1) % cell.1 == 0).then(|| region(column, row + 1));
            let drawn = |other: Option<_>| match lines {
                Lines::Sheet => false,
                Lines::All => here.is_some() || other.is_some(),
                Lines::Regions => here != other,
            };
            if [right, below].into_iter().flatten().any(drawn) {
                Rgb([0, 0, 0])
            } else if right.is_some() || below.is_some() {
                Rgb([218, 220, 224])
            } else if column == 0 || row == 0 {
                Rgb([238, 238, 238])
            } else {
                Rgb(here.map_or([255, 255, 255], |region| COLOURS[region.index()]))
            }
        });
        Self { board, cell, before, image }
    }

    fn some() -> impl Iterator<Item = Self> {
        let cells = [(64, 20), (100, 21), (30, 40), (36, 36)];
        let lines = [Lines::Sheet, Lines::All, Lines::Regions];
        (0..12).map(move |k| Self::new(6 + k % 5, cells[k % 4], lines[k % 3], 40 + k as u64))
    }
}

fn read(image: &RgbImage) -> Result<Reading, ReadError> {
    let (width, height) = image.dimensions();
    let picture = Picture::new(width, height, Channels::Rgb, image.as_raw().clone()).unwrap();
    let options = ReadOptions::default();
    judge::reading(candidates(&picture, &options)?, &options)
}

#[test]
fn boards_are_found_among_the_cells_of_a_sheet() {
    for sheet in Sheet::some() {
        let found = read(&sheet.image).map(|reading| reading.board);
        assert_eq!(found.as_ref(), Ok(&sheet.board), "cells of {:?}", sheet.cell);
    }
}

/// With a row and a column of the sheet beside the board and nothing else, these look like one more region.
#[test]
fn one_more_row_and_column_are_no_region() {
    for sheet in Sheet::some() {
        let (n, (wide, tall)) = (sheet.board.size() as u32, sheet.cell);
        let (x, y) = (sheet.before.0 * wide, sheet.before.1 * tall);
        let cut = imageops::crop_imm(&sheet.image, x, y, (n + 1) * wide, (n + 1) * tall).to_image();
        let found = read(&cut);
        assert!(found.as_ref().is_ok_and(|found| found.board == sheet.board) || found.is_err(), "{found:?}");
    }
}
