//! Kinds of pictures that once were misread or refused, each drawn here for several boards.

use image::{Rgb, RgbImage, imageops};
use queenshot::board::{Board, Cell, CellSet, Marks, Unit};
use queenshot::judge::{self, Reading};
use queenshot::picture::{Channels, Picture};
use queenshot::read::{ReadError, ReadOptions, candidates};

use crate::support::{Rng, random_board};

/// The look of the game: thin lines inside a region, thick ones between regions, a thicker frame.
const PAGE: [u8; 3] = [249, 250, 251];
const COLOURS: [[u8; 3]; 11] = [
    [187, 163, 226],
    [255, 201, 146],
    [150, 190, 255],
    [179, 223, 160],
    [223, 223, 223],
    [255, 123, 96],
    [230, 243, 136],
    [185, 178, 158],
    [223, 160, 191],
    [163, 210, 216],
    [98, 239, 234],
];
const MARGIN: u32 = 40;

/// A board as the game draws it.
struct Game {
    board: Board,
    solution: Vec<usize>,
    /// Width and height of a cell in pixels.
    cell: (u32, u32),
    image: RgbImage,
}

impl Game {
    fn new(size: usize, cell: (u32, u32), seed: u64) -> Self {
        let (board, solution) = random_board(size, &mut Rng::new(seed));
        let n = size as u32;
        let (wide, tall) = (n * cell.0, n * cell.1);
        let (thin, thick) = (1, 3);
        let image = RgbImage::from_fn(wide + 2 * MARGIN, tall + 2 * MARGIN, |x, y| {
            let (x, y) = (i64::from(x) - i64::from(MARGIN), i64::from(y) - i64::from(MARGIN));
            let (right, below) = (i64::from(wide), i64::from(tall));
            if x < -4 || y < -4 || x >= right + 4 || y >= below + 4 {
                return Rgb(PAGE);
            }
            if x < 0 || y < 0 || x >= right || y >= below {
                return Rgb([0, 0, 0]);
            }
            let (x, y) = (x as u32, y as u32);
            let region = |x: u32, y: u32| board.region(Cell::new((y / cell.1) as usize, (x / cell.0) as usize));
            // A line belongs half to the cell before it and half to the one after.
            let near = |at: u32, pitch: u32, last: u32, by: u32| {
                let into = at % pitch;
                (into < by && at >= pitch) || (into + by >= pitch && at / pitch < last)
            };
            let beside = |by: u32| {
                let across = near(x, cell.0, n - 1, by).then(|| {
                    let line = (x + by) / cell.0 * cell.0;
                    region(line - 1, y) != region(line, y)
                });
                let down = near(y, cell.1, n - 1, by).then(|| {
                    let line = (y + by) / cell.1 * cell.1;
                    region(x, line - 1) != region(x, line)
                });
                [across, down].into_iter().flatten().any(|wall| wall || by == thin)
            };
            if beside(thin) || beside(thick) { Rgb([0, 0, 0]) } else { Rgb(COLOURS[region(x, y).index()]) }
        });
        Self { board, solution, cell, image }
    }

    /// Several boards of different sizes.
    fn some() -> impl Iterator<Item = Self> {
        (0..6).map(|seed| Self::new(6 + seed as usize % 5, (44 + 5 * seed as u32, 44 + 5 * seed as u32), 100 + seed))
    }

    /// Changes each pixel of the cells, by its place within them.
    fn change(&mut self, change: impl Fn(Cell, u32, u32, [u8; 3]) -> [u8; 3]) {
        let n = self.board.size() as u32;
        for y in 0..n * self.cell.1 {
            for x in 0..n * self.cell.0 {
                let cell = Cell::new((y / self.cell.1) as usize, (x / self.cell.0) as usize);
                let pixel = self.image.get_pixel_mut(x + MARGIN, y + MARGIN);
                *pixel = Rgb(change(cell, x % self.cell.0, y % self.cell.1, pixel.0));
            }
        }
    }

    fn read(&self) -> Result<Reading, ReadError> {
        read(&self.image)
    }
}

fn read(image: &RgbImage) -> Result<Reading, ReadError> {
    let (width, height) = image.dimensions();
    let picture = Picture::new(width, height, Channels::Rgb, image.as_raw().clone()).unwrap();
    let options = ReadOptions::default();
    judge::reading(candidates(&picture, &options)?, &options)
}

fn mix(colour: [u8; 3], with: [u8; 3], share: f64) -> [u8; 3] {
    std::array::from_fn(|c| (f64::from(colour[c]) * (1.0 - share) + f64::from(with[c]) * share).round() as u8)
}

#[track_caller]
fn assert_read(game: &Game, what: &str) -> Reading {
    let found = game.read().unwrap_or_else(|error| panic!("{what}, {} rows: {error}", game.board.size()));
    assert_eq!(found.board, game.board, "{what}");
    found
}

#[test]
fn plain_games_are_read() {
    for game in Game::some() {
        let found = assert_read(&game, "plain");
        assert_eq!(found.marks, Marks::default());
    }
}

#[test]
fn a_hint_veils_all_but_one_region_and_hatches_cells() {
    for (k, mut game) in Game::some().enumerate() {
        let board = game.board.clone();
        let lit = board.regions().nth(k % board.size()).unwrap();
        let hatched: CellSet = [Cell::new(0, 0), Cell::new(2, 3), Cell::new(4, 1)].into_iter().collect();
        game.change(|cell, x, y, colour| {
            let stripe = (x + y) % 10 < 4 && colour != [0, 0, 0];
            if board.region(cell) == lit {
                colour
            } else if hatched.contains(cell) {
                if stripe { mix(colour, [255, 255, 255], 0.7) } else { colour }
            } else {
                mix(colour, [0, 0, 0], 0.6)
            }
        });
        let found = assert_read(&game, "hint");
        assert_eq!(found.marks, Marks::default(), "hatching is no mark");
    }
}

#[test]
fn a_wash_whitens_cells_and_lines_more_here_than_there() {
    for mut game in Game::some() {
        let (n, cell) = (game.board.size() as f64, game.cell);
        game.change(|at, x, y, colour| {
            let u = (at.column() as f64 + f64::from(x) / f64::from(cell.0)) / n;
            let v = (at.row() as f64 + f64::from(y) / f64::from(cell.1)) / n;
            mix(colour, [255, 255, 255], (0.5 - 0.5 * (u + v - 0.9).abs()).max(0.0))
        });
        assert_read(&game, "wash");
    }
}

/// In a narrow band the lines fade within a cell, so that the lines nearby do not tell how dark a line would be.
#[test]
fn a_narrow_band_of_a_wash_fades_thin_and_thick_lines_alike() {
    let mut read = 0;
    for mut game in Game::some() {
        let (n, cell) = (game.board.size() as f64, game.cell);
        game.change(|at, x, y, colour| {
            let u = (at.column() as f64 + f64::from(x) / f64::from(cell.0)) / n;
            let v = (at.row() as f64 + f64::from(y) / f64::from(cell.1)) / n;
            mix(colour, [255, 255, 255], 0.85 * (1.0 - 5.0 * (u + 0.35 * v - 0.6).abs()).max(0.0))
        });
        let found = game.read();
        assert!(found.as_ref().is_ok_and(|found| found.board == game.board) || found.is_err(), "{found:?}");
        read += usize::from(found.is_ok());
    }
    // Weights that the first measure takes for clear, and that are not, keep some from being read.
    assert!(read >= 3, "{read} of 6");
}

/// The solution drawn by a program that tints the queens' cells and draws a border round them, over the lines.
fn tint(game: &mut Game, with: [u8; 3], share: f64) {
    let (wide, tall) = game.cell;
    for (row, &column) in game.solution.iter().enumerate() {
        let (left, top) = (MARGIN + column as u32 * wide, MARGIN + row as u32 * tall);
        for (x, y) in (0..wide + 4).flat_map(|x| (0..tall + 4).map(move |y| (x, y))) {
            let border = x.min(y).min(wide + 3 - x).min(tall + 3 - y) < 5;
            let pixel = game.image.get_pixel_mut(left + x - 2, top + y - 2);
            *pixel = Rgb(if border { with } else { mix(pixel.0, with, share) });
        }
    }
}

#[test]
fn tinted_cells_are_of_the_region_that_the_tint_explains() {
    // Red over orange would look like the game's red.
    let tints = [([255, 200, 0], 0.55), ([40, 160, 70], 0.6), ([255, 0, 0], 0.5), ([0, 120, 255], 0.45)];
    for (k, mut game) in Game::some().enumerate() {
        let (with, share) = tints[k % tints.len()];
        tint(&mut game, with, share);
        let reading = assert_read(&game, "tint");
        assert_eq!(reading.warnings[0].code, "tinted");
    }
}

/// Cells in colours that no one tint explains may be anything.
#[test]
fn cells_in_colours_of_their_own_are_not_given_to_a_neighbour() {
    for (k, mut game) in Game::some().enumerate() {
        let mut rng = Rng::new(900 + k as u64);
        let (wide, tall) = game.cell;
        let (solution, size) = (game.solution.clone(), game.board.size());
        let colours: Vec<[u8; 3]> = (0..size).map(|_| [0; 3].map(|_: u8| rng.below(256) as u8)).collect();
        game.change(|cell, x, y, colour| {
            let inside = (4..wide - 4).contains(&x) && (4..tall - 4).contains(&y);
            let queen = solution[cell.row()] == cell.column();
            // Where the lines are painted over as well, nothing is left but the colours.
            if queen && inside {
                colours[cell.row()]
            } else if queen {
                [255, 0, 0]
            } else {
                colour
            }
        });
        let found = game.read();
        assert!(found.as_ref().is_ok_and(|found| found.board == game.board) || found.is_err(), "{found:?}");
    }
}

/// The notch of a phone, in the colour of the lines, over the upper part of two cells of the first row.
#[test]
fn what_lies_under_something_black_is_not_guessed() {
    for (k, mut game) in Game::some().enumerate() {
        let (from, tall) = (1 + k % (game.board.size() - 2), game.cell.1);
        game.change(|cell, _, y, colour| {
            let notch = cell.row() == 0 && (from..from + 2).contains(&cell.column()) && y < tall * 4 / 5;
            if notch { [17, 17, 17] } else { colour }
        });
        let found = game.read();
        assert!(found.as_ref().is_ok_and(|found| found.board == game.board) || found.is_err(), "{found:?}");
    }
}

/// A pointer over a cell gives it nearly the colour of a region elsewhere.
#[test]
fn a_cell_nearly_in_the_colour_of_another_region_is_not_given_to_it() {
    for mut game in Game::some() {
        let board = game.board.clone();
        let far = |cell: Cell, region| {
            let near = |other: Cell| cell.row().abs_diff(other.row()) + cell.column().abs_diff(other.column()) <= 1;
            !board.unit_cells(Unit::Region(region)).iter().any(near)
        };
        let at = board.cells().find_map(|cell| Some((cell, board.regions().find(|&region| far(cell, region))?)));
        let (at, region) = at.unwrap();
        let darker = COLOURS[region.index()].map(|c| c.saturating_sub(14));
        game.change(|cell, _, _, colour| if cell == at && colour != [0, 0, 0] { darker } else { colour });
        let found = game.read();
        assert!(found.as_ref().is_ok_and(|found| found.board == board) || found.is_err(), "{found:?}");
    }
}

#[test]
fn a_ring_of_focus_lies_round_one_cell() {
    for (k, mut game) in Game::some().enumerate() {
        let (focus, (wide, tall)) = (Cell::new(1 + k % 3, 2), game.cell);
        game.change(|cell, x, y, colour| match x.min(y).min(wide - 1 - x).min(tall - 1 - y) {
            _ if cell != focus => colour,
            0..=3 => [255, 255, 255],
            4..=5 => [0, 0, 0],
            _ => mix(colour, [0, 0, 0], 0.1),
        });
        assert_read(&game, "focus");
    }
}

#[test]
fn cells_need_not_be_square() {
    for (k, cell) in [(56, 38), (40, 56), (64, 42), (36, 54)].into_iter().enumerate() {
        assert_read(&Game::new(7 + k % 3, cell, 300 + k as u64), "cells that are not square");
    }
}

#[test]
fn names_of_rows_and_columns_are_no_cells() {
    for game in Game::some() {
        let (n, cell) = (game.board.size() as u32, game.cell.0);
        let (side, shift) = (n * cell, i64::from(cell));
        // Grey boxes with something written in them, in line with the cells, to the left and above.
        let mut page = RgbImage::from_pixel(side + cell + 80, side + cell + 80, Rgb(PAGE));
        let mut boxed = |x: u32, y: u32| {
            for dy in 0..cell {
                for dx in 0..cell {
                    let edge = dx.min(dy).min(cell - 1 - dx).min(cell - 1 - dy) < 1;
                    let written = dx.abs_diff(cell / 2) < cell / 8 && dy.abs_diff(cell / 2) < cell / 6;
                    let ink = if edge {
                        60
                    } else if written {
                        30
                    } else {
                        214
                    };
                    page.put_pixel(MARGIN + x + dx, MARGIN + y + dy, Rgb([ink; 3]));
                }
            }
        };
        boxed(0, 0);
        for k in 1..=n {
            boxed(k * cell, 0);
            boxed(0, k * cell);
        }
        let only = imageops::crop_imm(&game.image, MARGIN, MARGIN, side, side).to_image();
        imageops::replace(&mut page, &only, i64::from(MARGIN) + shift, i64::from(MARGIN) + shift);
        match read(&page) {
            Ok(found) => assert_eq!(found.board, game.board),
            Err(error) => panic!("{} rows with names: {error}", game.board.size()),
        }
    }
}

#[test]
fn one_region_too_many_is_not_made_part_of_another() {
    for mut game in Game::some() {
        let board = game.board.clone();
        let beside = |cell: Cell| {
            [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(down, right)| {
                let at = |k: usize, by: isize| k.checked_add_signed(by).filter(|&k| k < board.size());
                let other = Cell::new(at(cell.row(), down)?, at(cell.column(), right)?);
                (board.region(other) == board.region(cell)).then_some(other)
            })
        };
        // The end of a region in a colour of its own, behind a thick line.
        let end = board.cells().find(|&cell| {
            let joined = beside(cell).into_iter().flatten().count();
            joined == 1 && board.unit_cells(Unit::Region(board.region(cell))).len() > 3
        });
        let Some(end) = end else { continue };
        let [left, right, above, below] = beside(end).map(|other| other.is_some());
        let (wide, tall) = game.cell;
        game.change(|cell, x, y, colour| {
            let wall = (left && x < 3) || (right && x + 3 >= wide) || (above && y < 3) || (below && y + 3 >= tall);
            match cell == end {
                true if wall => [0, 0, 0],
                true if colour != [0, 0, 0] => COLOURS[10],
                _ => colour,
            }
        });
        assert!(game.read().is_err(), "{} rows and one colour more", board.size());
    }
}

#[test]
fn a_mosaic_holds_no_small_board() {
    for seed in 0..60 {
        let mut rng = Rng::new(500 + seed);
        let (size, colours, cell) = (5 + seed as u32 % 4, 5 + seed as usize % 4, 26);
        let cells: Vec<usize> = (0..size * size).map(|_| rng.below(colours)).collect();
        let image = RgbImage::from_fn(size * cell + 2 * MARGIN, size * cell + 2 * MARGIN, |x, y| {
            let at = |k: u32| k.checked_sub(MARGIN).map(|k| k / cell).filter(|&k| k < size);
            let colour = at(x).zip(at(y)).map(|(column, row)| COLOURS[cells[(row * size + column) as usize]]);
            Rgb(colour.unwrap_or(PAGE))
        });
        let found = read(&image);
        assert!(found.is_err(), "seed {seed}: {found:?}");
    }
}

#[test]
fn a_cover_in_a_colour_of_its_own_is_no_region() {
    for game in Game::some() {
        let (board, cell) = (&game.board, game.cell.0);
        let n = board.size();
        // A note that hides one region and whatever else lies in its way.
        for region in board.regions() {
            let cells: Vec<Cell> = board.unit_cells(Unit::Region(region)).iter().collect();
            let (top, left) =
                (cells.iter().map(|c| c.row()).min().unwrap(), cells.iter().map(|c| c.column()).min().unwrap());
            let (tall, wide) = (3.min(n - top) as u32, 3.min(n - left) as u32);
            if tall * wide < 6 {
                continue;
            }
            let mut covered = game.image.clone();
            for y in 3..tall * cell - 3 {
                for x in 3..wide * cell - 3 {
                    covered.put_pixel(
                        MARGIN + left as u32 * cell + x,
                        MARGIN + top as u32 * cell + y,
                        Rgb([30, 34, 40]),
                    );
                }
            }
            let found = read(&covered);
            assert!(found.as_ref().is_ok_and(|found| found.board == *board) || found.is_err(), "{found:?}");
        }
    }
}

#[test]
fn a_coarser_lattice_inside_a_clear_one_is_no_board() {
    for game in Game::some() {
        // Two regions in one colour: no smaller board may come of it.
        let mut image = game.image.clone();
        for pixel in image.pixels_mut() {
            if pixel.0 == COLOURS[0] {
                *pixel = Rgb(COLOURS[1]);
            }
        }
        // The walls may still tell them apart.
        let found = read(&image);
        assert!(found.as_ref().is_ok_and(|found| found.board == game.board) || found.is_err(), "{found:?}");
    }
}

#[test]
fn a_turned_board_is_read_whole_or_not_at_all() {
    for game in Game::some() {
        for degrees in [2.0f64, 3.0, 4.0, 5.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (w, h) = (f64::from(game.image.width()), f64::from(game.image.height()));
            let turned = RgbImage::from_fn(game.image.width(), game.image.height(), |x, y| {
                let (u, v) = (f64::from(x) - w / 2.0, f64::from(y) - h / 2.0);
                let (p, q) = (cos * u + sin * v + w / 2.0, cos * v - sin * u + h / 2.0);
                let inside = p >= 0.0 && q >= 0.0 && p < w && q < h;
                if inside { *game.image.get_pixel(p as u32, q as u32) } else { Rgb(PAGE) }
            });
            let found = read(&turned);
            assert!(found.as_ref().is_ok_and(|found| found.board == game.board) || found.is_err(), "{found:?}");
        }
    }
}

#[test]
fn crosses_on_every_free_cell_are_marks() {
    for mut game in Game::some() {
        let (solution, (wide, tall)) = (game.solution.clone(), game.cell);
        game.change(|cell, x, y, colour| {
            let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
            let queen = solution[cell.row()] == cell.column();
            let inked =
                if queen { u.hypot(v) < 0.3 } else { u.abs().max(v.abs()) < 0.16 && (u.abs() - v.abs()).abs() < 0.04 };
            if inked { [30, 30, 30] } else { colour }
        });
        let found = assert_read(&game, "all crossed out");
        let queens: CellSet = solution.iter().enumerate().map(|(row, &column)| Cell::new(row, column)).collect();
        let crosses: CellSet = game.board.cells().filter(|cell| !queens.contains(*cell)).collect();
        assert_eq!((found.marks.queens, found.marks.crosses), (queens, crosses));
    }
}

#[test]
fn rings_drawn_with_a_hairline_are_queens() {
    for mut game in Game::some() {
        let (solution, (wide, tall)) = (game.solution.clone(), game.cell);
        game.change(|cell, x, y, colour| {
            let (u, v) = (f64::from(x) + 0.5 - f64::from(wide) / 2.0, f64::from(y) + 0.5 - f64::from(tall) / 2.0);
            let on_ring = (u.hypot(v) - 0.3 * f64::from(wide)).abs() < 0.7;
            if solution[cell.row()] == cell.column() && on_ring { [0, 0, 0] } else { colour }
        });
        let found = assert_read(&game, "rings");
        let queens: CellSet = solution.iter().enumerate().map(|(row, &column)| Cell::new(row, column)).collect();
        assert_eq!((found.marks.queens, found.marks.crosses), (queens, CellSet::EMPTY));
    }
}

/// The board with lines between regions only, of the given width.
fn without_thin_lines(game: &Game) -> RgbImage {
    let size = game.board.size() as u32;
    let (wide, tall) = game.cell;
    let mut image = game.image.clone();
    let region = |x: u32, y: u32| game.board.region(Cell::new(y as usize, x as usize));
    for (c, r) in (0..size).flat_map(|r| (0..size).map(move |c| (c, r))) {
        let colour = Rgb(COLOURS[region(c, r).index()]);
        let (x, y) = (MARGIN + c * wide, MARGIN + r * tall);
        // Lines cross at the corners of cells, where four regions may meet; what is left of a line there is no line.
        if c + 1 < size && region(c, r) == region(c + 1, r) {
            (5..tall - 5)
                .for_each(|k| (wide - 4..wide + 4).for_each(|across| image.put_pixel(x + across, y + k, colour)));
        }
        if r + 1 < size && region(c, r) == region(c, r + 1) {
            (5..wide - 5).for_each(|k| (tall - 4..tall + 4).for_each(|down| image.put_pixel(x + k, y + down, colour)));
        }
    }
    image
}

#[test]
fn lines_between_regions_are_enough() {
    // Small boards have few borders.
    let small =
        (0..12).map(|seed| Game::new(4 + seed as usize % 4, (40 + 3 * seed as u32, 40 + 3 * seed as u32), seed));
    for game in small.chain(Game::some()) {
        let reading = read(&without_thin_lines(&game));
        assert_eq!(reading.map(|reading| reading.board).as_ref(), Ok(&game.board));
    }
}

/// A board written to a terminal: no lines, and cells far from square.
#[test]
fn boards_without_lines_need_not_be_square() {
    for (k, game) in Game::some().enumerate() {
        let n = game.board.size() as u32;
        let (wide, tall) = [(54, 34), (40, 40), (24, 44)][k % 3];
        let image = RgbImage::from_fn(n * wide + 240, n * tall + 200, |x, y| {
            let at = |k: u32, from: u32, pitch: u32| k.checked_sub(from).map(|k| k / pitch).filter(|&k| k < n);
            let cell = at(x, 20, wide).zip(at(y, 60, tall)).map(|(c, r)| Cell::new(r as usize, c as usize));
            Rgb(cell.map_or([40, 44, 52], |cell| COLOURS[game.board.region(cell).index()]))
        });
        let found = read(&image).map(|reading| reading.board);
        assert_eq!(found.as_ref(), Ok(&game.board), "cells of {wide} x {tall}");
    }
}

#[test]
fn ripples_of_compression_do_not_move_the_lines() {
    for game in Game::some() {
        for quality in [30, 50, 70] {
            let mut bytes = Vec::new();
            let jpeg = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality);
            game.image.write_with_encoder(jpeg).unwrap();
            let seen = image::load_from_memory(&bytes).unwrap().to_rgb8();
            assert_eq!(read(&seen).unwrap().board, game.board, "quality {quality}");
        }
    }
}

/// Where the cell's colour under glare is just what another region beside it would show in a shadow, nobody can tell whose
/// cell it is.
#[test]
fn what_could_be_of_two_regions_is_not_guessed() {
    let mut tried = 0;
    for mut game in Game::some() {
        let board = game.board.clone();
        let size = board.size();
        let alone = |cell: Cell| board.unit_cells(Unit::Region(board.region(cell))).len() > 3;
        let Some((cell, other)) =
            board.cells().filter(|&cell| alone(cell) && cell.column() + 1 < size).find_map(|cell| {
                let other = board.region(Cell::new(cell.row(), cell.column() + 1));
                (other != board.region(cell)).then_some((cell, other))
            })
        else {
            continue;
        };
        tried += 1;
        let own = COLOURS[board.region(cell).index()];
        let glaring = mix(own, [255, 255, 255], 0.6);
        let shadowed = mix(glaring, [0, 0, 0], 0.22);
        let (wide, tall) = game.cell;
        game.change(|at, x, y, pixel| {
            // Thick lines would tell.
            let inside = (1..wide - 1).contains(&x) && (1..tall - 1).contains(&y);
            match board.region(at) {
                _ if !inside => pixel,
                _ if at == cell => glaring,
                region if region == other => shadowed,
                region => COLOURS[region.index()],
            }
        });
        assert!(game.read().map_or(true, |reading| reading.board == board), "guessed the region of {cell}");
    }
    assert!(tried > 3);
}

#[test]
fn queens_are_told_from_dots_on_every_cell() {
    for mut game in Game::some() {
        let (wide, tall) = game.cell;
        let size = game.board.size();
        let queens: CellSet = (0..size / 2).map(|row| Cell::new(row, game.solution[row])).collect();
        game.change(|at, x, y, pixel| {
            let (dx, dy) = (f64::from(x) - f64::from(wide) / 2.0, f64::from(y) - f64::from(tall) / 2.0);
            let radius = f64::from(wide.min(tall)) * if queens.contains(at) { 0.3 } else { 0.15 };
            if dx.hypot(dy) < radius { [30, 30, 30] } else { pixel }
        });
        let found = assert_read(&game, "dots");
        assert_eq!((found.marks.queens, found.marks.crosses), (queens, CellSet::EMPTY));
    }
}

#[test]
fn a_wrong_queen_in_every_row_may_stand_beside_the_right_one() {
    for mut game in Game::some() {
        let ((wide, tall), size) = (game.cell, game.board.size());
        let queens: CellSet = (0..size)
            .flat_map(|row| [0, size / 2].map(|by| Cell::new(row, (game.solution[row] + by) % size)))
            .collect();
        assert_eq!(queens.len(), 2 * size);
        game.change(|at, x, y, pixel| {
            let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
            if queens.contains(at) && u.hypot(v) < 0.3 { [30, 30, 30] } else { pixel }
        });
        let found = assert_read(&game, "two queens a row");
        assert_eq!((found.marks.queens, found.marks.crosses), (queens, CellSet::EMPTY));
    }
}

/// A letter with a badge below it; a pointer of the same size, which leans to one side, is none of the player's.
#[test]
fn a_small_sign_off_the_middle_is_a_queen_if_it_is_even() {
    for mut game in Game::some() {
        let (wide, tall) = game.cell;
        let queens: CellSet = (0..3).map(|row| Cell::new(row, game.solution[row])).collect();
        let pointed = Cell::new(4, game.solution[4]);
        game.change(|at, x, y, pixel| {
            let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.7);
            let even = queens.contains(at) && (u / 0.17).hypot(v / 0.25) < 1.0;
            let leaning = at == pointed && u.abs() < 0.17 && v.abs() < 0.25 && u + 0.17 < 0.68 * (v + 0.25);
            if even || leaning { [30, 30, 30] } else { pixel }
        });
        let found = assert_read(&game, "signs near the lower edge");
        assert_eq!((found.marks.queens, found.marks.crosses), (queens, CellSet::EMPTY));
    }
}

/// The board with hairlines between all cells, far smaller than the page.
fn on_a_page(game: &Game) -> RgbImage {
    let size = game.board.size() as u32;
    let (wide, tall) = game.cell;
    let (left, top) = (5 * wide, 6 * tall);
    RgbImage::from_fn((size + 11) * wide, (size + 12) * tall, |x, y| {
        let (x, y) = (x.wrapping_sub(left), y.wrapping_sub(top));
        if x > size * wide || y > size * tall {
            return Rgb(PAGE);
        }
        if x % wide == 0 || y % tall == 0 {
            return Rgb([40, 40, 40]);
        }
        Rgb(COLOURS[game.board.region(Cell::new((y / tall) as usize, (x / wide) as usize)).index()])
    })
}

/// Turned about its middle, with smooth edges.
fn turned(image: &RgbImage, degrees: f64) -> RgbImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (wide, tall) = image.dimensions();
    let middle = (f64::from(wide) / 2.0, f64::from(tall) / 2.0);
    RgbImage::from_fn(wide, tall, |x, y| {
        let (u, v) = (f64::from(x) + 0.5 - middle.0, f64::from(y) + 0.5 - middle.1);
        let (p, q) = (cos * u + sin * v + middle.0 - 0.5, cos * v - sin * u + middle.1 - 0.5);
        imageops::interpolate_bilinear(image, p as f32, q as f32).unwrap_or(Rgb(PAGE))
    })
}

#[test]
fn a_piece_of_a_turned_board_is_no_board() {
    let mut right = 0;
    for seed in 0..24 {
        let cell = 40 + seed as u32;
        let game = Game::new(6 + seed as usize % 4, (cell, cell), 500 + seed);
        let degrees = [-4.5, -3.7, -3.1, 2.6, 3.4, 4.1][seed as usize % 6];
        let found = read(&turned(&on_a_page(&game), degrees));
        assert!(found.as_ref().map_or(true, |found| found.board == game.board), "{degrees} degrees, {seed}: {found:?}");
        right += usize::from(found.is_ok());
    }
    assert!(right >= 22, "only {right} read");
}

/// A board on a screen, photographed askew: the screen's own pixels show as a pattern of waves.
fn photographed(image: &RgbImage, lean: f64, waves: f64) -> RgbImage {
    let (wide, tall) = image.dimensions();
    let (w, h) = (f64::from(wide), f64::from(tall));
    RgbImage::from_fn(wide, tall, |x, y| {
        // The upper side of the page is further away, and the page is turned a little.
        let (u, v) = (f64::from(x) / w - 0.5, f64::from(y) / h - 0.5);
        let far = 1.0 - lean * v;
        let (p, q) = ((u + 0.4 * lean * v) / far * 1.1 + 0.5, (v - 0.3 * lean * u) / far * 1.1 + 0.5);
        let seen = imageops::interpolate_bilinear(image, (p * w) as f32, (q * h) as f32).unwrap_or(Rgb([60, 58, 55]));
        let wave = |a: f64, b: f64| (f64::from(x) * a + f64::from(y) * b).sin();
        let wave = waves * (wave(1.1, 0.25) + wave(-0.2, 0.9)) / 2.0;
        Rgb(seen.0.map(|c| (f64::from(c) + wave).clamp(0.0, 255.0).round() as u8))
    })
}

#[test]
fn waves_over_a_photographed_screen_are_no_lattice() {
    let (mut right, mut all) = (0, 0);
    for game in Game::some() {
        for (lean, waves) in [(0.1, 8.0), (0.15, 12.0), (0.2, 16.0), (-0.15, 20.0)] {
            let found = read(&photographed(&on_a_page(&game), lean, waves));
            assert!(found.as_ref().map_or(true, |found| found.board == game.board), "{lean}, {waves}: {found:?}");
            right += usize::from(found.is_ok());
            all += 1;
        }
    }
    assert!(10 * right >= 9 * all, "only {right} of {all} read");
}

/// Without thick lines between the regions, only colours tell; a lamp to one side makes one region's cells differ more than
/// two regions do.
#[test]
fn light_from_one_side_makes_no_regions() {
    let (mut right, mut all) = (0, 0);
    for game in Game::some() {
        for (across, down) in [(0.35, 0.1), (-0.3, 0.2), (0.2, -0.35), (-0.25, -0.25)] {
            let mut image = on_a_page(&game);
            let (wide, tall) = (f64::from(image.width()), f64::from(image.height()));
            for (x, y, pixel) in image.enumerate_pixels_mut() {
                let (u, v) = (f64::from(x) / wide - 0.5, f64::from(y) / tall - 0.5);
                let light = 0.85 + across * u + down * v - 0.3 * (u * u + v * v);
                pixel.0 = pixel.0.map(|c| (f64::from(c) * light).clamp(0.0, 255.0).round() as u8);
            }
            let found = read(&image);
            assert!(found.as_ref().map_or(true, |found| found.board == game.board), "{across}, {down}: {found:?}");
            right += usize::from(found.is_ok());
            all += 1;
        }
    }
    assert!(10 * right >= 9 * all, "only {right} of {all} read");
}

/// A board that is cut at two sides may hold a smaller square with as many colours as rows.
#[test]
fn what_is_left_of_a_board_is_not_read_as_one() {
    for game in Game::some() {
        let (n, cell) = (game.board.size() as u32, game.cell.0);
        let (width, height) = game.image.dimensions();
        for (k, lost) in [0.5, 0.7, 1.4, 1.6, 2.5].into_iter().enumerate() {
            let cut = MARGIN + (lost * f64::from(cell)) as u32;
            let (left, top, right, bottom) = match k % 4 {
                0 => (cut, cut, 0, 0),
                1 => (cut, 0, 0, cut),
                2 => (0, cut, cut, 0),
                _ => (0, 0, cut, cut),
            };
            let part = imageops::crop_imm(&game.image, left, top, width - left - right, height - top - bottom);
            let found = read(&part.to_image());
            assert!(found.is_err(), "{n} rows, {lost} cells lost: {found:?}");
        }
    }
}

/// Cut along its lines, a picture without a solution is more likely a piece than a board; with a page around it, it is one.
#[test]
fn a_board_without_a_solution_needs_room_around_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/shots/open/none-6.png");
    let image = image::open(path).unwrap().to_rgb8();
    let whole = read(&image).unwrap();
    assert_eq!(whole.solutions, 0);
    let [a, _, b, _] = whole.grid.corners();
    let (x, y) = (a.x.round() as u32, a.y.round() as u32);
    let side = ((b.x - a.x).round() as u32, (b.y - a.y).round() as u32);
    let cut = imageops::crop_imm(&image, x, y, side.0, side.1).to_image();
    assert_eq!(read(&cut).unwrap_err().code(), "low-confidence");
    // Whoever says where the board is may cut to the line.
    let picture = Picture::new(image.width(), image.height(), Channels::Rgb, image.into_raw()).unwrap();
    let mut options = ReadOptions::default();
    options.within = Some([x, y, side.0, side.1]);
    let found = judge::reading(candidates(&picture, &options).unwrap(), &options).unwrap();
    assert_eq!(found.board, whole.board);
}
/// The game's answer to a mistake: the cells of a row hatched, and the crowns on it in the hatching's red or near it.
#[test]
fn crowns_and_crosses_are_told_from_the_hatching_under_them() {
    for crown in [[200, 20, 10], [198, 58, 48]] {
        for (k, mut game) in Game::some().enumerate() {
            let (wide, tall) = game.cell;
            let step = 8 + k as u32 % 4;
            let queens: CellSet =
                [0, 2].map(|by| Cell::new(3, (game.solution[3] + by) % game.board.size())).into_iter().collect();
            let cross = Cell::new(3, (game.solution[3] + 1) % game.board.size());
            game.change(|at, x, y, pixel| {
                if pixel == [0, 0, 0] || at.row() != 3 {
                    return pixel;
                }
                let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
                let body = u.abs() < 0.24 && (-0.02..0.2).contains(&v);
                let points = [-0.2, 0.0, 0.2].iter().any(|at| v < 0.0 && v > -0.2 && (u - at).abs() < 0.2 * (v + 0.2));
                if queens.contains(at) && (body || points) {
                    crown
                } else if at == cross && u.abs().max(v.abs()) < 0.13 && (u.abs() - v.abs()).abs() < 0.035 {
                    [20, 20, 20]
                } else if (x + y) % step < 2 {
                    mix(pixel, [198, 58, 48], 0.8)
                } else {
                    pixel
                }
            });
            let found = assert_read(&game, "hatched");
            assert_eq!((found.marks.queens, found.marks.crosses), (queens, CellSet::from_iter([cross])), "{crown:?}");
        }
    }
}

#[test]
fn stripes_are_no_marks() {
    for mut game in Game::some() {
        let (wide, tall) = game.cell;
        let queens: CellSet = (0..3).map(|row| Cell::new(row, game.solution[row])).collect();
        game.change(|at, x, y, pixel| {
            let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
            if pixel == [0, 0, 0] {
                pixel
            } else if queens.contains(at) && u.hypot(v) < 0.2 {
                [30, 30, 30]
            } else if at.row() < 2 && y % 6 < 2 {
                mix(pixel, [255, 255, 255], 0.4)
            } else {
                pixel
            }
        });
        let found = assert_read(&game, "striped");
        // A sign that the stripes run into may be lost where a cell has few of them.
        assert!(found.marks.queens.is_subset(&queens), "{:?}", found.marks.queens);
        assert!(found.marks.queens.len() >= 2 && found.marks.queens.contains(Cell::new(2, game.solution[2])));
        assert_eq!(found.marks.crosses, CellSet::EMPTY);
    }
}

/// A check mark leans to one side as a pointer does; what tells it is that there are several.
#[test]
fn check_marks_are_queens_where_there_are_several() {
    for count in [1, 2, 5] {
        for mut game in Game::some() {
            let (wide, tall) = game.cell;
            let queens: CellSet =
                (0..game.board.size()).take(count).map(|row| Cell::new(row, game.solution[row])).collect();
            game.change(|at, x, y, pixel| {
                let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
                // A short stroke down to the right and a long one up from its end.
                let short = (-0.22..-0.06).contains(&u) && (v - (u + 0.24)).abs() < 0.07;
                let long = (-0.12..0.26).contains(&u) && (v - (0.1 - 1.1 * (u + 0.08))).abs() < 0.07;
                if queens.contains(at) && (short || long) { [10, 10, 10] } else { pixel }
            });
            let found = assert_read(&game, "check marks");
            let expected = if count > 1 { queens } else { CellSet::EMPTY };
            assert_eq!((found.marks.queens, found.marks.crosses), (expected, CellSet::EMPTY));
        }
    }
}

/// The letter X with serifs is a cross, a star of five points is none.
#[test]
fn serifs_do_not_hide_a_cross_nor_points_make_one() {
    for mut game in Game::some() {
        let (wide, tall) = game.cell;
        let star = Cell::new(0, game.solution[0]);
        let letters: CellSet = (1..4).map(|row| Cell::new(row, (game.solution[row] + 1) % game.board.size())).collect();
        game.change(|at, x, y, pixel| {
            let (u, v) = ((f64::from(x) + 0.5) / f64::from(wide) - 0.5, (f64::from(y) + 0.5) / f64::from(tall) - 0.5);
            let strokes = v.abs() < 0.27 && (u.abs() - 0.75 * v.abs()).abs() < 0.05;
            let serifs = (0.24..0.27).contains(&v.abs()) && (0.1..0.29).contains(&u.abs());
            // How far a star reaches depends on the angle from its nearest point.
            let fifth = std::f64::consts::TAU / 5.0;
            let angle = (u.atan2(-v).rem_euclid(fifth) - fifth / 2.0).abs() / (fifth / 2.0);
            let in_star = u.hypot(v) < 0.12 + 0.18 * angle * angle;
            let inked = (letters.contains(at) && (strokes || serifs)) || (at == star && in_star);
            if inked { [20, 20, 20] } else { pixel }
        });
        let found = assert_read(&game, "letters and a star");
        assert_eq!((found.marks.queens, found.marks.crosses), (CellSet::from_iter([star]), letters));
    }
}

/// Letters that name the regions, one on every cell, some of them as large as a queen and some as small as a cross.
#[test]
fn names_of_regions_are_no_marks() {
    for mut game in Game::some() {
        let (wide, tall) = game.cell;
        let board = game.board.clone();
        game.change(|at, x, y, pixel| {
            let (u, v) = (f64::from(x) / f64::from(wide) - 0.5, f64::from(y) / f64::from(tall) - 0.5);
            let region = board.region(at).index();
            let size = 0.11 + 0.01 * (region % 2) as f64;
            let inked = match region % 3 {
                0 => u.abs() < size && v.abs() < size && u.abs().max(v.abs()) > 0.7 * size,
                1 => u.abs().max(v.abs()) < size && u.abs().min(v.abs()) < 0.3 * size,
                _ => u.abs() < size && v.abs() < size && (u.abs() < 0.3 * size || v < -0.6 * size),
            };
            if inked { [20, 20, 20] } else { pixel }
        });
        let found = assert_read(&game, "names of regions");
        assert_eq!((found.marks.queens, found.marks.crosses), (CellSet::EMPTY, CellSet::EMPTY));
    }
}

#[track_caller]
fn assert_not_misread(image: &RgbImage, board: &Board, what: &str) -> bool {
    match read(image) {
        Ok(found) => {
            assert_eq!(found.board, *board, "{what}: confidence {}", found.confidence);
            true
        }
        Err(_) => false,
    }
}

/// A lens shows what is under it twice as large: cells in the board's own colours, but in the wrong places.
#[test]
fn what_a_lens_shows_is_not_taken_for_the_board() {
    for (k, game) in Game::some().chain(Game::some()).enumerate() {
        let (n, (wide, tall)) = (game.board.size() as u32, game.cell);
        let (x0, y0) = (MARGIN + k as u32 * 5 % (n - 2) * wide, MARGIN + k as u32 * 7 % (n - 2) * tall);
        let (shift, radius) = (k as u32 * wide / 12, f64::from(wide) * 1.3);
        let mut image = game.image.clone();
        for (x, y) in (0..3 * wide).flat_map(|x| (0..3 * tall).map(move |y| (x, y))) {
            let from_middle = (f64::from(x) - 1.5 * f64::from(wide)).hypot(f64::from(y) - 1.5 * f64::from(tall));
            if from_middle < radius {
                let shown = *game.image.get_pixel(x0 + shift / 2 + x / 2, y0 + shift / 3 + y / 2);
                image.put_pixel(x0 + x, y0 + y, if from_middle > radius - 3.0 { Rgb([90, 90, 90]) } else { shown });
            }
        }
        assert_not_misread(&image, &game.board, "under a lens");
    }
}

/// A round button in various colours, a little smaller or larger than the cell that it lies on.
#[test]
fn what_lies_under_a_button_is_not_guessed() {
    for (k, game) in Game::some().chain(Game::some()).enumerate() {
        let (n, (wide, tall)) = (game.board.size() as u32, game.cell);
        for colour in [[255, 255, 255], [120, 120, 125], [0, 122, 255], [255, 59, 48]] {
            let (x0, y0) = (MARGIN + k as u32 * 5 % n * wide + wide / 2, MARGIN + k as u32 * 7 % n * tall + tall / 2);
            let radius = f64::from(wide) * (0.8 + 0.05 * (k % 5) as f64);
            let mut image = game.image.clone();
            for (x, y, pixel) in image.enumerate_pixels_mut() {
                if (f64::from(x) - f64::from(x0)).hypot(f64::from(y) - f64::from(y0)) < radius {
                    *pixel = Rgb(colour);
                }
            }
            assert_not_misread(&image, &game.board, "under a button");
        }
    }
}

/// A band in one colour over a whole row or column at the side of a board of tiles.
#[test]
fn a_band_over_a_side_is_no_region() {
    for (k, game) in Game::some().enumerate() {
        let (n, (wide, tall), gap) = (game.board.size() as u32, game.cell, 3);
        for band in [PAGE, [255, 255, 255], [0, 0, 0]] {
            let image = RgbImage::from_fn(n * wide + 2 * MARGIN, n * tall + 2 * MARGIN, |x, y| {
                let at = |k: u32, pitch: u32| k.checked_sub(MARGIN).map(|k| (k / pitch, k % pitch)).filter(|k| k.0 < n);
                let Some(((column, u), (row, v))) = at(x, wide).zip(at(y, tall)) else { return Rgb(PAGE) };
                let covered = [row == 0, row + 1 == n, column == 0, column + 1 == n][k % 4];
                let inside = (gap..wide - gap).contains(&u) && (gap..tall - gap).contains(&v);
                let region = game.board.region(Cell::new(row as usize, column as usize));
                Rgb(if covered {
                    band
                } else if inside {
                    COLOURS[region.index()]
                } else {
                    PAGE
                })
            });
            assert_not_misread(&image, &game.board, "under a band");
        }
    }
}

/// As many colours as rows on a lattice make no board: blocks of a Sudoku, and marked squares of a chess board.
#[test]
fn blocks_and_chess_boards_are_no_boards() {
    let draw = |n: u32, colour: &dyn Fn(u32, u32) -> usize| {
        RgbImage::from_fn(n * 40 + 2 * MARGIN, n * 40 + 2 * MARGIN, |x, y| {
            let at = |k: u32| k.checked_sub(MARGIN).filter(|&k| k <= n * 40);
            let Some((x, y)) = at(x).zip(at(y)) else { return Rgb(PAGE) };
            let line = x % 40 == 0 || y % 40 == 0;
            Rgb(if line { [0, 0, 0] } else { COLOURS[colour(x / 40, y / 40)] })
        })
    };
    for (wide, tall) in [(3, 3), (3, 2), (2, 3), (4, 2)] {
        let n = wide * tall;
        let found = read(&draw(n, &|x, y| (y / tall * tall + x / wide) as usize));
        assert!(found.is_err(), "blocks of {wide} x {tall}: {found:?}");
    }
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let marked: Vec<u32> = (0..6).map(|_| rng.below(64) as u32).collect();
        let colour = |x: u32, y: u32| {
            marked.iter().position(|&at| at == y * 8 + x).map_or((x + y) as usize % 2, |mark| 2 + mark)
        };
        let found = read(&draw(8, &colour));
        assert!(found.is_err(), "marked squares {marked:?}: {found:?}");
    }
}
