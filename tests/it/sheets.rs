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

/// More colours that are not grey.
const TABLE: [[u8; 3]; 11] = [
    [216, 91, 163],
    [61, 90, 254],
    [229, 83, 75],
    [48, 213, 200],
    [244, 162, 60],
    [247, 223, 82],
    [77, 160, 255],
    [120, 190, 70],
    [130, 80, 30],
    [180, 150, 240],
    [20, 110, 90],
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

/// A table with the names of its rows in a column as wide as the others, and those of its columns in a low row.
#[test]
fn names_beside_the_rows_alone_are_no_column() {
    for (k, size) in (6..12).enumerate() {
        let (board, _) = random_board(size, &mut Rng::new(70 + k as u64));
        let (n, cell, top) = (size as u32, 40, 24);
        let grey = Rgb([246, 246, 246]);
        let mut image = RgbImage::from_pixel((n + 1) * cell + 60, n * cell + top + 80, Rgb([255, 255, 255]));
        for (row, column) in (0..n).flat_map(|row| (0..=n).map(move |column| (row, column))) {
            let at = |c: u32| Cell::new(row as usize, c as usize);
            let colour = column.checked_sub(1).map_or(grey, |c| Rgb(TABLE[board.region(at(c)).index()]));
            for (x, y) in (0..cell).flat_map(|y| (0..cell).map(move |x| (x, y))) {
                let line = x == cell - 1 || y == cell - 1;
                // A figure, here a bar, names each row.
                let figure = column == 0 && (18..21).contains(&x) && (12..28).contains(&y);
                let ink = if figure { Rgb([20, 20, 20]) } else { colour };
                image.put_pixel(
                    10 + column * cell + x,
                    20 + top + row * cell + y,
                    if line { Rgb([192, 192, 192]) } else { ink },
                );
            }
        }
        for (x, y) in (0..(n + 1) * cell).flat_map(|x| (0..top).map(move |y| (x, y))) {
            let line = x % cell == cell - 1 || y == top - 1;
            image.put_pixel(10 + x, 20 + y, if line { Rgb([192, 192, 192]) } else { grey });
        }
        assert_eq!(read(&image).map(|reading| reading.board).as_ref(), Ok(&board), "{size} rows");
    }
}

/// The board lies in the middle of the sheet, with neither lines of its own nor the sheet's between its cells.
#[test]
fn fills_that_cover_the_lines_of_a_sheet_are_a_board() {
    for (k, size) in (6..11).enumerate() {
        let (board, _) = random_board(size, &mut Rng::new(20 + k as u64));
        let n = size as u32;
        let ((wide, tall), before) = ([(40, 40), (52, 30)][k % 2], (1 + k as u32 % 2, 1 + k as u32 % 3));
        let (columns, rows) = (before.0 + n + 3, before.1 + n + 4);
        let image = RgbImage::from_fn(columns * wide, rows * tall, |x, y| {
            let (column, row) = (x / wide, y / tall);
            let cell = column.checked_sub(before.0).zip(row.checked_sub(before.1)).filter(|&(c, r)| c < n && r < n);
            match cell {
                Some((c, r)) => Rgb(TABLE[board.region(Cell::new(r as usize, c as usize)).index()]),
                None if (x + 1) % wide == 0 || (y + 1) % tall == 0 => Rgb([218, 220, 224]),
                None if column == 0 || row == 0 => Rgb([238, 238, 238]),
                None => Rgb([255, 255, 255]),
            }
        });
        let found = read(&image).map(|reading| reading.board);
        assert_eq!(found.as_ref(), Ok(&board), "{size} rows, cells of {wide} x {tall}");
    }
}
