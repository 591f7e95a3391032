//! Decoding, geometry and judgement, on pictures painted here; the folders of pictures have tests of their own.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{
    DynamicImage, ExtendedColorType, Frame, GrayImage, ImageBuffer, ImageEncoder, ImageFormat, Luma, Rgb, RgbImage,
    Rgba, RgbaImage,
};
use queenshot::board::{Board, Cell, Marks};
use queenshot::grid::{Grid, Homography, Point};
use queenshot::judge::{Reading, reading, readings};
use queenshot::picture::{Picture, SourceFormat};
use queenshot::read::{ReadError, ReadOptions, Stage, candidates, decode, stage};

use crate::paint::{Style, paint};
use crate::support::Rng;

const NO_307: &str = "AAAAAAABBBBCAABDDECAABBEEEAABBFEGGABBFBBBABBBBBBA";

fn no_307() -> Board {
    Board::from_labels(7, NO_307.as_bytes()).unwrap()
}

/// The article's board with thin black lines and a frame, `cell` pixels a cell, and where its outer lines run.
fn ruled(board: &Board, cell: u32, margin: u32) -> RgbImage {
    const COLOURS: [[u8; 3]; 9] = [
        [187, 163, 225],
        [255, 199, 148],
        [148, 190, 255],
        [179, 223, 158],
        [224, 224, 224],
        [255, 123, 97],
        [230, 243, 136],
        [223, 160, 191],
        [163, 210, 216],
    ];
    let n = board.size() as u32;
    let side = n * cell + 2 * margin;
    RgbImage::from_fn(side, side, |x, y| {
        let (Some(x), Some(y)) = (x.checked_sub(margin), y.checked_sub(margin)) else { return Rgb([249, 250, 251]) };
        if x > n * cell || y > n * cell {
            return Rgb([249, 250, 251]);
        }
        if x % cell < 2 || y % cell < 2 || x + 2 > n * cell || y + 2 > n * cell {
            return Rgb([0, 0, 0]);
        }
        Rgb(COLOURS[board.region(Cell::new((y / cell) as usize, (x / cell) as usize)).index()])
    })
}

fn bytes(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn read(picture: &Picture, options: &ReadOptions) -> Result<Reading, ReadError> {
    reading(candidates(picture, options)?, options)
}

fn picture(image: &RgbImage) -> Picture {
    decode(&bytes(&image.clone().into(), ImageFormat::Png), 100).unwrap()
}

#[test]
fn every_format_is_told_by_its_content() {
    let image: DynamicImage = ruled(&no_307(), 30, 12).into();
    for (format, source) in [
        (ImageFormat::Png, SourceFormat::Png),
        (ImageFormat::Jpeg, SourceFormat::Jpeg),
        (ImageFormat::WebP, SourceFormat::WebP),
        (ImageFormat::Gif, SourceFormat::Gif),
        (ImageFormat::Bmp, SourceFormat::Bmp),
    ] {
        let decoded = decode(&bytes(&image, format), 100).unwrap();
        assert_eq!(decoded.format(), Some(source));
        assert_eq!(read(&decoded, &ReadOptions::default()).unwrap().board, no_307(), "{format:?}");
    }
}

#[test]
fn grey_sixteen_bit_and_transparent_pixels_become_eight_bit_colours() {
    let grey = GrayImage::from_fn(5, 4, |x, y| Luma([(x * 40 + y) as u8]));
    let decoded = decode(&bytes(&grey.into(), ImageFormat::Png), 100).unwrap();
    assert_eq!(decoded.rgb(3, 2), [122, 122, 122]);

    let deep: ImageBuffer<Rgb<u16>, Vec<u16>> =
        ImageBuffer::from_fn(3, 3, |x, _| Rgb([x as u16 * 0x7fff, 0xffff, 0x8080]));
    let decoded = decode(&bytes(&deep.into(), ImageFormat::Png), 100).unwrap();
    assert_eq!(decoded.rgb(2, 1), [255, 255, 128]);

    let clear = RgbaImage::from_fn(2, 1, |x, _| Rgba([0, 100, 200, if x == 0 { 0 } else { 128 }]));
    let decoded = decode(&bytes(&clear.into(), ImageFormat::Png), 100).unwrap();
    assert_eq!(decoded.rgb(0, 0), [255, 255, 255], "transparent means paper");
    // 128 / 255 of the colour over white.
    assert_eq!(decoded.rgb(1, 0), [127, 177, 227]);
    assert_eq!(decoded.pixels()[4..8], [0, 100, 200, 128], "the pixels themselves keep their alpha");
}

#[test]
fn the_first_frame_of_an_animation_counts() {
    let mut out = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut out);
        for image in [ruled(&no_307(), 30, 12), RgbImage::new(234, 234)] {
            encoder.encode_frame(Frame::new(DynamicImage::from(image).into_rgba8())).unwrap();
        }
    }
    assert_eq!(read(&decode(&out, 100).unwrap(), &ReadOptions::default()).unwrap().board, no_307());
}

#[test]
fn a_turned_photograph_is_read_upright() {
    let lying = image::imageops::rotate270(&ruled(&no_307(), 30, 12));
    // A little-endian TIFF header and one entry: tag 0x0112, orientation 6, the camera turned to the left.
    let exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    let mut out = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut out, 95);
    encoder.set_exif_metadata(exif).unwrap();
    encoder.encode_image(&lying).unwrap();
    let decoded = decode(&out, 100).unwrap();
    assert_eq!(read(&decoded, &ReadOptions::default()).unwrap().board, no_307());
}

#[test]
fn what_is_no_picture_is_refused_by_code() {
    let png = bytes(&ruled(&no_307(), 30, 12).into(), ImageFormat::Png);
    let code = |bytes: &[u8], limit: u32| decode(bytes, limit).unwrap_err().code();
    assert_eq!(code(b"", 100), "empty-file");
    assert_eq!(code(b"AAAB\nAABB\n", 100), "unsupported-format");
    assert_eq!(code(b"%PDF-1.7", 100), "unsupported-format");
    assert_eq!(code(&png[..png.len() / 2], 100), "corrupt-file");
    assert_eq!(code(&png, 0), "too-large");
    for short in 2..8 {
        assert_eq!(code(&png[..short], 100), "corrupt-file", "{short} bytes");
    }
    // The width and the height in the header.
    let mut huge = png;
    huge[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    assert_eq!(code(&huge, 100), "too-large");
}

#[test]
fn a_profile_that_unpacks_to_very_much_is_left_out() {
    let image = ruled(&no_307(), 30, 12);
    for (size, kept) in [(1 << 16, true), (65 << 20, false)] {
        let mut out = Vec::new();
        let mut encoder = PngEncoder::new(&mut out);
        encoder.set_icc_profile(vec![0; size]).unwrap();
        encoder.write_image(image.as_raw(), image.width(), image.height(), ExtendedColorType::Rgb8).unwrap();
        let decoded = decode(&out, 100).unwrap();
        assert_eq!(decoded.icc().is_some(), kept, "{size} bytes");
        assert_eq!(read(&decoded, &ReadOptions::default()).unwrap().board, no_307());
    }
}

#[test]
fn force_shows_what_is_least_sure() {
    let page = picture(&ruled(&no_307(), 30, 12));
    let mut options = ReadOptions::default();
    for fit in [0.0, 0.1, 0.3] {
        let mut found = candidates(&page, &options).unwrap();
        found.iter_mut().for_each(|candidate| candidate.fit = fit);
        options.force = false;
        assert_eq!(reading(found.clone(), &options).unwrap_err().code(), "low-confidence", "{fit}");
        options.force = true;
        let shown = reading(found, &options).unwrap();
        assert_eq!(shown.board, no_307());
        assert!((0.0..0.5).contains(&shown.confidence), "{fit}: {}", shown.confidence);
    }
}

#[test]
fn the_grid_lies_on_the_lines() {
    for (cell, margin) in [(20, 9), (31, 17), (64, 40)] {
        let found = read(&picture(&ruled(&no_307(), cell, margin)), &ReadOptions::default()).unwrap();
        assert_eq!(found.board, no_307());
        assert_eq!(found.solutions, 1);
        for cell_index in 0..7 {
            let centre = found.grid.centre(Cell::new(cell_index, cell_index));
            let truth = f64::from(margin) + (cell_index as f64 + 0.5) * f64::from(cell) + 1.0;
            let off = (centre.x - truth).abs().max((centre.y - truth).abs());
            assert!(off < 0.05 * f64::from(cell), "centre {cell_index} is off by {off} at {cell} pixels a cell");
        }
    }
}

#[test]
fn a_box_and_a_size_help() {
    let image = ruled(&no_307(), 30, 12);
    let mut page = RgbImage::from_pixel(700, 300, Rgb([255, 255, 255]));
    image::imageops::replace(&mut page, &image, 20, 30);
    image::imageops::replace(&mut page, &image, 400, 30);
    let page = picture(&page);
    let mut options = ReadOptions::default();
    options.within = Some([390, 10, 300, 280]);
    let found = read(&page, &options).unwrap();
    assert_eq!(found.board, no_307());
    assert!((found.grid.corners()[0].x - 413.0).abs() < 2.0, "coordinates are those of the whole picture");
    options.within = Some([600, 10, 300, 280]);
    assert_eq!(read(&page, &options).unwrap_err().code(), "no-grid");
    options.within = None;
    options.size = Some(9);
    assert!(read(&page, &options).is_err());
}

#[test]
fn several_boards_are_all_found_and_said() {
    let (left, right) = (ruled(&no_307(), 30, 12), ruled(&no_307(), 22, 12));
    let mut page = RgbImage::from_pixel(600, 300, Rgb([255, 255, 255]));
    image::imageops::replace(&mut page, &right, 20, 30);
    image::imageops::replace(&mut page, &left, 300, 30);
    let page = picture(&page);
    let options = ReadOptions::default();
    let all = readings(candidates(&page, &options).unwrap(), &options).unwrap();
    assert_eq!(all.len(), 2);
    assert!(all[0].grid.corners()[0].x > 290.0, "the larger one comes first");
    let first = read(&page, &options).unwrap();
    assert!(first.warnings.iter().any(|warning| warning.code == "other-boards"));
}

#[test]
fn a_piece_of_a_larger_board_is_no_board() {
    let whole = ruled(&no_307(), 30, 0);
    let mut faded = whole.clone();
    // The last two lines each way are gone: the lattice ends before the colours do.
    for k in 0..whole.width() {
        for at in [150, 151, 180, 181] {
            let (column, row) = (*whole.get_pixel(k, 145), *whole.get_pixel(145, k));
            faded.put_pixel(k, at, column);
            faded.put_pixel(at, k, row);
        }
    }
    // The colours show where the lost lines were; what must not come out is the piece that still has lines.
    assert!(read(&picture(&faded), &ReadOptions::default()).is_ok_and(|found| found.board == no_307()));
    // Cut through the colours, nothing tells how the board goes on.
    let cut = image::imageops::crop_imm(&whole, 0, 0, 5 * 30 + 15, 5 * 30 + 15).to_image();
    assert!(read(&picture(&cut), &ReadOptions::default()).is_err());
}

#[test]
fn a_board_without_a_unique_solution_is_doubted() {
    let several = Board::from_labels(5, b"AABBBAABBBCCCBBCDDEECDDEE").unwrap();
    let found = read(&picture(&ruled(&several, 40, 20)), &ReadOptions::default()).unwrap();
    assert_eq!(found.board, several);
    assert_eq!(found.solutions.min(2), queenshot::exact::count(&several, &Default::default(), 2));
    assert_ne!(found.solutions, 1);
    assert!(found.confidence < 1.0);
    assert!(found.warnings.iter().any(|w| w.code == "several-solutions" || w.code == "no-solution"));
}

#[test]
fn stages_can_be_looked_at() {
    let page = picture(&ruled(&no_307(), 30, 12));
    let options = ReadOptions::default();
    let located = stage(&page, &options, Stage::Locate).unwrap();
    assert_eq!((located.width(), located.height()), (page.width(), page.height()));
    assert_eq!(located.rgb(13, 100), [230, 0, 40], "the best lattice is drawn in red");
    let sampled = stage(&page, &options, Stage::Sample).unwrap();
    assert_eq!(sampled.rgb(10, 10), [187, 163, 225]);
    let clustered = stage(&page, &options, Stage::Cluster).unwrap();
    assert_eq!(clustered.rgb(10, 10), [187, 163, 225]);
    assert_eq!(stage(&picture(&RgbImage::new(64, 64)), &options, Stage::Cluster).unwrap_err().code(), "no-grid");
}

#[test]
fn a_turned_board_is_seen_squarely_and_centres_stay_true() {
    let mut rng = Rng::new(7);
    let board = no_307();
    let mut style = Style::random(7, &mut rng);
    style.cell = (48.0, 48.0);
    let painted = paint(&board, &Marks::default(), &style, &mut rng);
    let turn = imageproc::geometric_transformations::rotate_about_center(
        &painted.image,
        0.09,
        imageproc::geometric_transformations::Interpolation::Bilinear,
        imageproc::geometric_transformations::Border::Replicate,
    );
    let found = read(&picture(&turn), &ReadOptions::default()).unwrap();
    assert_eq!(found.board, board);
    assert!(!found.grid.is_axis_aligned());
    let [left, top, right, bottom] = painted.area;
    let (cx, cy) = (f64::from(painted.image.width()) / 2.0, f64::from(painted.image.height()) / 2.0);
    for cell in board.cells() {
        let x = left + (right - left) * (cell.column() as f64 + 0.5) / 7.0 - cx;
        let y = top + (bottom - top) * (cell.row() as f64 + 0.5) / 7.0 - cy;
        let (sin, cos) = 0.09f64.sin_cos();
        let truth = Point::new(cx + x * cos - y * sin, cy + x * sin + y * cos);
        let centre = found.grid.centre(cell);
        let off = (centre.x - truth.x).hypot(centre.y - truth.y);
        assert!(off < 0.06 * 48.0, "{cell} is off by {off:.1} pixels");
    }
}

#[test]
fn grids_map_points_to_cells_and_back() {
    let lines: Vec<f64> = (0..=7).map(|k| f64::from(k) * 10.0).collect();
    let lean = Homography([[1.0, 0.2, 30.0], [-0.1, 0.9, 40.0], [0.0004, 0.0002, 1.0]]);
    let grid = Grid::projective(lines.clone(), lines, lean).unwrap();
    for row in 0..7 {
        for column in 0..7 {
            let cell = Cell::new(row, column);
            assert_eq!(grid.cell_at(grid.centre(cell)), Some(cell));
            let moved = grid.mapped(&Homography::shift(5.0, -3.0));
            let (a, b) = (grid.centre(cell), moved.centre(cell));
            assert!((b.x - a.x - 5.0).abs() < 1e-9 && (b.y - a.y + 3.0).abs() < 1e-9);
        }
    }
    assert_eq!(grid.cell_at(Point::new(-50.0, -50.0)), None);
    assert!(Grid::axis_aligned(vec![0.0, 1.0], vec![0.0, 0.0]).is_none(), "lines must grow");
}
