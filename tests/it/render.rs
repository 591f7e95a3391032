//! Marks drawn on pictures: where they lie, how clear they are, and that nothing else changes.

use queenshot::board::{Board, Cell, CellSet};
use queenshot::colour::Rgb;
use queenshot::grid::{Grid, Homography, Point};
use queenshot::picture::{Channels, Picture, SourceFormat};
use queenshot::render::overlay::{self, Overlay, Style, lightness};
use queenshot::render::png::{self, Compression};

/// The colours of the real game, a dark clone site's, and a grey in the middle.
const COLOURS: [[u8; 3]; 14] = [
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
    [33, 60, 100],
    [90, 70, 40],
    [122, 122, 122],
];

/// Board No. 307 of the game.
const BOARD: &str = "AAAAAAABBBBCAABDDECAABBEEEAABBFEGGABBFBBBABBBBBBA";
const SOLUTION: [usize; 7] = [6, 4, 1, 3, 5, 2, 0];

fn board() -> Board {
    let labels: Vec<char> = BOARD.chars().collect();
    Board::from_labels(7, &labels).unwrap()
}

fn queens() -> CellSet {
    SOLUTION.iter().enumerate().map(|(row, &column)| Cell::new(row, column)).collect()
}

/// A picture in which every pixel of a cell has one colour: `colour(cell)`, black outside the grid.
fn painted(width: u32, height: u32, channels: Channels, grid: &Grid, colour: impl Fn(Cell) -> [u8; 3]) -> Picture {
    let mut pixels = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let cell = grid.cell_at(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            pixels.extend(cell.map_or([0; 3], &colour));
            if channels == Channels::Rgba {
                pixels.push(if cell.is_some() { 200 } else { 90 });
            }
        }
    }
    Picture::new(width, height, channels, pixels).unwrap()
}

fn by_row(cell: Cell) -> [u8; 3] {
    COLOURS[(cell.row() * 2 + cell.column()) % COLOURS.len()]
}

/// Grids of seven cells a side: square, with unequal oblong cells, and seen at an angle.
fn grids() -> Vec<(&'static str, u32, u32, Grid)> {
    let even = |from: f64, side: f64| (0..=7).map(|i| from + side * f64::from(i)).collect::<Vec<f64>>();
    let oblong = vec![12.0, 70.0, 131.0, 190.0, 249.0, 310.0, 369.0, 428.0];
    let tilted = Homography([[0.9, 0.15, 40.0], [-0.05, 0.95, 60.0], [0.0001, 0.0003, 1.0]]);
    vec![
        ("square", 460, 460, Grid::axis_aligned(even(8.0, 63.0), even(10.0, 63.0)).unwrap()),
        ("small", 210, 210, Grid::axis_aligned(even(3.0, 29.0), even(4.0, 29.0)).unwrap()),
        ("oblong", 440, 640, Grid::axis_aligned(oblong, even(5.0, 88.0)).unwrap()),
        ("tilted", 560, 520, Grid::projective(even(0.0, 64.0), even(0.0, 64.0), tilted).unwrap()),
    ]
}

/// The pixels that differ between two pictures of one size.
fn changed(before: &Picture, after: &Picture) -> Vec<(u32, u32)> {
    let n = before.channels().count();
    let pairs = before.pixels().chunks(n).zip(after.pixels().chunks(n));
    let at = |i: usize| (i as u32 % before.width(), i as u32 / before.width());
    pairs.enumerate().filter(|(_, (a, b))| a != b).map(|(i, _)| at(i)).collect()
}

fn in_cell(grid: &Grid, cell: Cell, pixels: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let centre = |&(x, y): &(u32, u32)| Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
    pixels.iter().copied().filter(|pixel| grid.cell_at(centre(pixel)) == Some(cell)).collect()
}

/// Centre and size of the box around the pixels.
fn extent(pixels: &[(u32, u32)]) -> (Point, f64, f64) {
    let range = |values: Vec<u32>| (*values.iter().min().unwrap(), *values.iter().max().unwrap() + 1);
    let (left, right) = range(pixels.iter().map(|p| p.0).collect());
    let (top, bottom) = range(pixels.iter().map(|p| p.1).collect());
    let middle = |a: u32, b: u32| f64::from(a + b) / 2.0;
    (Point::new(middle(left, right), middle(top, bottom)), f64::from(right - left), f64::from(bottom - top))
}

#[test]
fn queens_sit_centred_in_their_cells_at_the_right_size() {
    for (name, width, height, grid) in grids() {
        for style in [Style::Crowns, Style::Rings, Style::Dots] {
            let before = painted(width, height, Channels::Rgb, &grid, by_row);
            let mut after = before.clone();
            let overlay = Overlay { queens: queens(), style, ..Overlay::default() };
            overlay::draw(&mut after, &grid, &board(), &overlay).unwrap();
            let all = changed(&before, &after);
            let mut inside = 0;
            for cell in queens().iter() {
                let pixels = in_cell(&grid, cell, &all);
                inside += pixels.len();
                let (centre, wide, high) = extent(&pixels);
                let (cell_width, cell_height) = grid.cell_size(cell);
                let side = cell_width.min(cell_height);
                let aim = grid.centre(cell);
                let off = (centre.x - aim.x).hypot(centre.y - aim.y) / side;
                assert!(off < 0.05, "{name} {style:?} {cell}: {off:.3} of a cell from the centre");
                for size in [wide / side, high / side] {
                    assert!((0.54..=0.75).contains(&size), "{name} {style:?} {cell}: {size:.3} of the cell");
                }
            }
            assert_eq!(inside, all.len(), "{name} {style:?}: pixels changed outside the cells with queens");
        }
    }
}

/// Signs that stand on many cells are worked out once; each must look as if it stood alone, on whole cells and on those that
/// the picture's edge cuts.
#[test]
fn signs_look_the_same_alone_and_among_others() {
    let even = |from: f64, side: f64| (0..=7).map(|i| from + side * f64::from(i)).collect::<Vec<f64>>();
    let mut cases = grids();
    cases.push(("cut", 300, 310, Grid::axis_aligned(even(-20.0, 63.4), even(-31.5, 63.3)).unwrap()));
    for (name, width, height, grid) in cases {
        for style in [Style::Crowns, Style::Rings, Style::Dots] {
            let before = painted(width, height, Channels::Rgba, &grid, by_row);
            let (mut together, mut alone) = (before.clone(), before);
            let look = |queens, crosses| Overlay { queens, crosses, style, ..Overlay::default() };
            let crosses = board().all() - queens();
            overlay::draw(&mut together, &grid, &board(), &look(queens(), crosses)).unwrap();
            for cell in board().cells() {
                let one: CellSet = [cell].into_iter().collect();
                overlay::draw(&mut alone, &grid, &board(), &look(one & queens(), one & crosses)).unwrap();
            }
            assert!(together == alone, "{name} {style:?}");
        }
    }
}

#[test]
fn the_rim_stands_out_from_every_colour() {
    let board = board();
    for (name, width, height, grid) in grids() {
        for colour in COLOURS {
            for style in [Style::Crowns, Style::Rings, Style::Dots] {
                let before = painted(width, height, Channels::Rgb, &grid, |_| colour);
                let mut after = before.clone();
                overlay::draw(&mut after, &grid, &board, &Overlay { queens: queens(), style, ..Overlay::default() })
                    .unwrap();
                let all = changed(&before, &after);
                for cell in queens().iter() {
                    let contrast = rim_contrast(&after, &in_cell(&grid, cell, &all), colour);
                    assert!(contrast >= 40.0, "{name} {style:?} {cell} on {colour:?}: L differs by {contrast:.1}");
                }
            }
        }
    }
}

/// The difference in CIE L between a ground and the rim of a sign, given the pixels that the sign changed: of the rows of the
/// sign, the one with the weakest rim among the clearest 90 %, without the outermost rows, which antialiasing covers in
/// part. The rim of a row is the pixel that differs most among the first three from the left.
fn rim_contrast(picture: &Picture, pixels: &[(u32, u32)], ground: [u8; 3]) -> f64 {
    let ground = lightness(Rgb(ground));
    let top = pixels.iter().map(|p| p.1).min().unwrap();
    let bottom = pixels.iter().map(|p| p.1).max().unwrap();
    let mut rows: Vec<f64> = (top + 1..bottom)
        .filter_map(|y| {
            let left = pixels.iter().filter(|p| p.1 == y).map(|p| p.0).min()?;
            let differences = (left..left + 3).map(|x| (lightness(Rgb(picture.rgb(x, y))) - ground).abs());
            differences.max_by(f64::total_cmp)
        })
        .collect();
    rows.sort_by(f64::total_cmp);
    rows[rows.len() / 10]
}

#[test]
fn lightness_agrees_with_the_published_values_of_the_primaries() {
    for (rgb, expected) in [
        ([0, 0, 0], 0.0),
        ([255, 255, 255], 100.0),
        ([255, 0, 0], 53.24),
        ([0, 255, 0], 87.73),
        ([0, 0, 255], 32.30),
        ([119, 119, 119], 50.03),
    ] {
        let found = lightness(Rgb(rgb));
        assert!((found - expected).abs() < 0.02, "{rgb:?}: {found}");
    }
}

#[test]
fn marks_of_the_player_are_kept_and_judged() {
    let (_, width, height, grid) = grids().remove(0);
    let before = painted(width, height, Channels::Rgb, &grid, by_row);
    let (right, wrong) = (Cell::new(0, 6), Cell::new(1, 1));
    let mut after = before.clone();
    let overlay =
        Overlay { right: CellSet::from_iter([right]), wrong: CellSet::from_iter([wrong]), ..Overlay::default() };
    overlay::draw(&mut after, &grid, &board(), &overlay).unwrap();
    let all = changed(&before, &after);
    let (ticked, ringed) = (in_cell(&grid, right, &all), in_cell(&grid, wrong, &all));
    assert_eq!(ticked.len() + ringed.len(), all.len());
    for (cell, pixels) in [(right, &ticked), (wrong, &ringed)] {
        assert!(!pixels.is_empty());
        let centre = grid.centre(cell);
        let near = |p: &&(u32, u32)| (f64::from(p.0) - centre.x).hypot(f64::from(p.1) - centre.y) < 0.15 * 63.0;
        assert_eq!(pixels.iter().filter(near).count(), 0, "the middle of {cell} is drawn over");
    }
    let reds = |pixels: &[(u32, u32)]| {
        let red = |p: &&(u32, u32)| after.rgb(p.0, p.1)[0] > 150 && after.rgb(p.0, p.1)[1] < 60;
        pixels.iter().filter(red).count()
    };
    assert!(reds(&ringed) > ringed.len() / 3, "the ring round a wrong queen is red");
    assert_eq!(reds(&ticked), 0, "the tick of a right queen is not red");
}

#[test]
fn the_veil_spares_the_answer() {
    let (_, width, height, grid) = grids().remove(0);
    let before = painted(width, height, Channels::Rgb, &grid, by_row);
    let mut after = before.clone();
    let overlay = Overlay { queens: queens(), style: Style::Dim, ..Overlay::default() };
    overlay::draw(&mut after, &grid, &board(), &overlay).unwrap();
    for cell in board().cells() {
        let p = grid.point(cell, 0.1, 0.1);
        let (x, y) = (p.x as u32, p.y as u32);
        let (was, is) = (lightness(Rgb(before.rgb(x, y))), lightness(Rgb(after.rgb(x, y))));
        if queens().contains(cell) {
            assert_eq!(was, is, "{cell}");
        } else {
            assert!(is < 0.7 * was, "{cell} is not veiled");
        }
    }
    assert_eq!(after.rgb(0, 0), before.rgb(0, 0), "the veil keeps to the board");
}

#[test]
fn transparency_outside_the_marks_is_kept() {
    let (_, width, height, grid) = grids().remove(0);
    let before = painted(width, height, Channels::Rgba, &grid, by_row);
    let mut after = before.clone();
    overlay::draw(&mut after, &grid, &board(), &Overlay { queens: queens(), ..Overlay::default() }).unwrap();
    let alpha = |picture: &Picture, x: u32, y: u32| picture.row(y)[x as usize * 4 + 3];
    let all = changed(&before, &after);
    for y in 0..height {
        for x in 0..width {
            if all.binary_search_by_key(&(y, x), |p| (p.1, p.0)).is_err() {
                assert_eq!(alpha(&before, x, y), alpha(&after, x, y));
            }
        }
    }
    let centre = grid.centre(Cell::new(0, 6));
    assert_eq!(alpha(&after, centre.x as u32, centre.y as u32), 255, "a crown is opaque");
}

#[test]
fn a_grid_of_another_size_is_refused_and_nothing_is_drawn() {
    let grid = Grid::axis_aligned((0..=8).map(f64::from).collect(), (0..=8).map(f64::from).collect()).unwrap();
    let before = painted(20, 20, Channels::Rgb, &grid, by_row);
    let mut after = before.clone();
    let error = overlay::draw(&mut after, &grid, &board(), &Overlay { queens: queens(), ..Overlay::default() });
    assert_eq!(error.unwrap_err().code(), "grid-mismatch");
    assert!(before == after);
}

#[test]
fn a_board_partly_outside_the_picture_is_drawn_as_far_as_it_goes() {
    let lines = |from: f64| (0..=7).map(|i| from + 40.0 * f64::from(i)).collect::<Vec<f64>>();
    let grid = Grid::axis_aligned(lines(-25.0), lines(-1000.0)).unwrap();
    let beyond_horizon = Homography([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.01, 0.0, -1.0]]);
    let broken = Grid::projective(lines(0.0), lines(0.0), beyond_horizon).unwrap();
    for grid in [grid, broken] {
        let mut picture = Picture::new(50, 50, Channels::Rgb, vec![200; 7500]).unwrap();
        let overlay = Overlay { queens: queens(), crosses: board().all(), style: Style::Dim, ..Overlay::default() };
        overlay::draw(&mut picture, &grid, &board(), &overlay).unwrap();
    }
}

#[test]
fn png_keeps_pixels_channels_and_an_rgb_profile() {
    let mut profile = vec![7; 200];
    profile[16..20].copy_from_slice(b"RGB ");
    let mut grey = profile.clone();
    grey[16..20].copy_from_slice(b"GRAY");
    for channels in [Channels::Rgb, Channels::Rgba] {
        let (_, width, height, grid) = grids().remove(1);
        let plain = painted(width, height, channels, &grid, by_row);
        for (icc, kept) in [(Some(&profile), true), (Some(&grey), false), (None, false)] {
            let picture = plain.clone().with_source(icc.cloned(), SourceFormat::Png);
            for compression in [Compression::Fast, Compression::Balanced, Compression::Small] {
                let bytes = png::encode(&picture, compression).unwrap();
                let mut decoder = image::ImageReader::new(std::io::Cursor::new(&bytes))
                    .with_guessed_format()
                    .unwrap()
                    .into_decoder()
                    .unwrap();
                let found = image::ImageDecoder::icc_profile(&mut decoder).unwrap();
                assert_eq!(found.as_ref(), icc.filter(|_| kept));
                let decoded = image::DynamicImage::from_decoder(decoder).unwrap();
                assert_eq!(decoded.color().channel_count() as usize, channels.count());
                assert_eq!(decoded.as_bytes(), plain.pixels());
            }
        }
    }
}
