//! Answers drawn on pictures: measured against the true boxes of real pictures, and read back by our own reader.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use queenshot::board::{Board, Cell, CellSet};
use queenshot::colour::Rgb;
use queenshot::exact;
use queenshot::judge::{self, Reading};
use queenshot::picture::Picture;
use queenshot::read::{self, ReadOptions};
use queenshot::render::overlay::{self, Overlay, lightness};

use crate::support;

/// Real pictures over all styles: phone and desktop, light and dark, crops with and without frame, PNG, JPEG and WebP, cells
/// that are not square, gaps instead of lines, clone sites, drawn by programs, marks of players, small and large.
const PICTURES: [&str; 20] = [
    "aadamhaq-queens-board-124",
    "adam-zaidi-testqueensboard",
    "an21p-2025-04-20",
    "an21p-0-output",
    "an21p-1-in",
    "an21p-1-in-sq",
    "an21p-queens",
    "ehan03-logging",
    "eysidisi-queens-11x11",
    "eysidisi-queens-9x9",
    "himan99-image",
    "himan99-queens-linkedin-original",
    "memsranga-gray-grid",
    "kuyajimbo-queen1",
    "melihonat-reference-pic",
    "memsranga-5",
    "ryanzhao-255",
    "ryanzhao-256",
    "parks-screenshot-20180926-221403",
    "sidhant947-2",
];

fn shared() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("QUEENSHOT_SHARED") else {
        println!("QUEENSHOT_SHARED is not set: no real pictures to draw on");
        return None;
    };
    let corpus = Path::new(&folder).join("corpus");
    assert!(corpus.join("index.tsv").is_file(), "no corpus in {}", corpus.display());
    Some(corpus)
}

/// A real picture with its truth.
struct Real {
    id: String,
    picture: PathBuf,
    board: Board,
    /// The board's outer edge: left, top, right, bottom.
    edge: [f64; 4],
}

fn corpus(folder: &Path) -> Vec<Real> {
    let index = fs::read_to_string(folder.join("index.tsv")).unwrap();
    let mut lines = index.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut found = Vec::new();
    for line in lines {
        let fields: HashMap<&str, &str> = names.iter().copied().zip(line.split('\t')).collect();
        let id = fields["id"].to_owned();
        let truth = fs::read_to_string(folder.join("truth").join(format!("{id}.txt"))).unwrap();
        let labels: Vec<char> = truth.chars().filter(|c| !c.is_whitespace()).collect();
        let hidden = fields["tags"].split(',').any(|tag| tag == "hidden");
        let Some(board) = Board::from_labels(truth.lines().count(), &labels).ok().filter(|_| !hidden) else { continue };
        let edge = ["x0", "y0", "x1", "y1"].map(|name| fields[name].parse().unwrap());
        found.push(Real { id, picture: folder.join("img").join(fields["file"]), board, edge });
    }
    found
}

fn reading(picture: &Picture) -> Option<Reading> {
    let options = ReadOptions::default();
    judge::reading(read::candidates(picture, &options).ok()?, &options).ok()
}

fn decoded(path: &Path) -> Picture {
    read::decode(&fs::read(path).unwrap(), 100).unwrap()
}

/// The queens to draw: those of the first solution that the player has not drawn.
fn missing(reading: &Reading) -> Option<CellSet> {
    let solution = exact::solutions(&reading.board, &reading.marks.given, 1).pop()?;
    Some(solution.queens() - reading.marks.queens - reading.marks.given)
}

/// How a drawn queen lies in its true cell; none where nothing is drawn there.
#[derive(Debug)]
struct Measure {
    /// From the true centre, in cells, less the half pixel to which the cell's edges are known.
    off: f64,
    /// Width and height in smaller cell sides.
    size: [f64; 2],
    /// The least difference in CIE L between the rim and the cell.
    contrast: f64,
}

/// Left, top, right and bottom of a cell's own colour: the piece of the true box that an even division gives, then from its
/// middle outwards to where the colour ends. The box alone would not do, for it goes round the frame, which is as wide as
/// a tenth of a cell.
fn true_cell(real: &Real, picture: &Picture, cell: Cell) -> [f64; 4] {
    let size = real.board.size() as f64;
    let [x0, y0, x1, y1] = real.edge;
    let (wide, high) = ((x1 - x0) / size, (y1 - y0) / size);
    let (left, top) = (x0 + wide * cell.column() as f64, y0 + high * cell.row() as f64);
    let nominal = [left, top, left + wide, top + high];
    // The place `along` an axis on a line at `across`, both in shares of the nominal cell; `turned` swaps the axes.
    let colour = |along: f64, across: f64, turned: bool| {
        let (u, v) = if turned { (across, along) } else { (along, across) };
        let (x, y) = (left + u * wide, top + v * high);
        let inside = x >= 0.0 && y >= 0.0 && x < picture.width().into() && y < picture.height().into();
        inside.then(|| picture.rgb(x as u32, y as u32))
    };
    let far = |a: [u8; 3], b: [u8; 3]| (0..3).any(|k| a[k].abs_diff(b[k]) > 24);
    let end = |turned: bool, sign: f64| {
        let step = 0.5 / if turned { high } else { wide };
        let starts: Vec<(f64, [u8; 3])> = [0.16, 0.2, 0.24, 0.76, 0.8, 0.84]
            .into_iter()
            .filter_map(|across| Some((across, colour(0.5, across, turned)?)))
            .collect();
        // A pointer may lie on one of them: what most agree on is the cell.
        let agreed = |own: [u8; 3]| starts.iter().filter(|start| !far(start.1, own)).count() * 2 > starts.len();
        let mut ends: Vec<f64> = starts
            .iter()
            .filter(|start| agreed(start.1))
            .filter_map(|&(across, own)| {
                let ends = (1..).map(|i| 0.5 + sign * step * f64::from(i)).take_while(|end| (-0.2..=1.2).contains(end));
                ends.into_iter().find(|&end| colour(end, across, turned).is_none_or(|seen| far(own, seen)))
            })
            .collect();
        ends.sort_by(f64::total_cmp);
        // Without a line between two cells of one colour there is nothing to see.
        let middle = ends.get(ends.len() / 2).copied().filter(|_| ends.len() >= 4);
        middle.unwrap_or(0.5 + 0.5 * sign)
    };
    [
        nominal[0] + end(false, -1.0) * wide,
        nominal[1] + end(true, -1.0) * high,
        nominal[0] + end(false, 1.0) * wide,
        nominal[1] + end(true, 1.0) * high,
    ]
}

fn measure(real: &Real, before: &Picture, after: &Picture, cell: Cell) -> Option<Measure> {
    let [left, top, right, bottom] = true_cell(real, before, cell);
    let (wide, high) = (right - left, bottom - top);
    // The drawn pixels in and round the true cell: other queens are at least a cell away.
    let hold = |v: f64, most: u32| v.clamp(0.0, f64::from(most)) as u32;
    let columns = hold(left - 0.3 * wide, before.width())..hold(right + 0.3 * wide, before.width());
    let rows = hold(top - 0.3 * high, before.height())..hold(bottom + 0.3 * high, before.height());
    let drawn: Vec<(u32, u32)> = rows
        .flat_map(|y| columns.clone().map(move |x| (x, y)))
        .filter(|&(x, y)| before.rgb(x, y) != after.rgb(x, y))
        .collect();
    let range = |values: Vec<u32>| Some((f64::from(*values.iter().min()?), f64::from(*values.iter().max()? + 1)));
    let (l, r) = range(drawn.iter().map(|p| p.0).collect())?;
    let (t, b) = range(drawn.iter().map(|p| p.1).collect())?;
    let off = (((l + r) / 2.0 - left) / wide - 0.5).hypot(((t + b) / 2.0 - top) / high - 0.5);
    // A cell's size is the distance of its lines, which the box gives well enough.
    let [x0, y0, x1, y1] = real.edge;
    let side = (x1 - x0).min(y1 - y0) / real.board.size() as f64;
    let ground = before.rgb((left + 0.2 * wide) as u32, (top + 0.2 * high) as u32);
    let off = off - 0.5 / side;
    Some(Measure { off, size: [(r - l) / side, (b - t) / side], contrast: contrast(after, ground, &drawn) })
}

/// The rim of a queen: of each row of its pixels, without the half-covered ends, the one among the first three from the
/// left that differs most from the cell; of these the clearest 90 %.
fn contrast(picture: &Picture, ground: [u8; 3], drawn: &[(u32, u32)]) -> f64 {
    let ground = lightness(Rgb(ground));
    let (top, bottom) = (drawn.iter().map(|p| p.1).min().unwrap(), drawn.iter().map(|p| p.1).max().unwrap());
    let mut rows: Vec<f64> = (top + 1..bottom)
        .filter_map(|y| {
            let left = drawn.iter().filter(|p| p.1 == y).map(|p| p.0).min()?;
            let tones = (left..(left + 3).min(picture.width())).map(|x| lightness(Rgb(picture.rgb(x, y))));
            tones.map(|tone| (tone - ground).abs()).max_by(f64::total_cmp)
        })
        .collect();
    rows.sort_by(f64::total_cmp);
    rows.get(rows.len() / 10).copied().unwrap_or(0.0)
}

#[test]
fn crowns_on_real_pictures_sit_in_their_true_cells() {
    let Some(folder) = shared() else { return };
    let (mut pictures, mut crowns, mut chosen) = (0, 0, 0);
    let mut failures = Vec::new();
    let corpus = corpus(&folder);
    for real in &corpus {
        let before = decoded(&real.picture);
        let Some(reading) = reading(&before) else { continue };
        let Some(queens) = missing(&reading).filter(|queens| !queens.is_empty()) else { continue };
        let mut after = before.clone();
        overlay::draw(&mut after, &reading.grid, &reading.board, &Overlay { queens, ..Overlay::default() }).unwrap();
        pictures += 1;
        crowns += queens.len();
        chosen += usize::from(PICTURES.contains(&real.id.as_str()));
        for cell in queens.iter() {
            let found = measure(real, &before, &after, cell);
            let fits = found.as_ref().is_some_and(|found| {
                let sized = found.size.iter().all(|size| (0.55..=0.75).contains(size));
                found.off <= 0.05 && sized && found.contrast >= 40.0
            });
            if !fits {
                failures.push((real.id.as_str(), format!("{} {cell}: {found:.3?}", real.id)));
            }
        }
    }
    let lines: Vec<&str> = failures.iter().map(|(_, line)| line.as_str()).collect();
    println!("{pictures} pictures, {crowns} crowns, {} out of bounds:\n{}", failures.len(), lines.join("\n"));
    let strict: Vec<&str> =
        failures.iter().filter(|(id, _)| PICTURES.contains(id)).map(|(_, line)| line.as_str()).collect();
    assert!(strict.is_empty(), "{}", strict.join("\n"));
    assert_eq!(chosen, PICTURES.len(), "each of the chosen pictures is read and has a crown to draw");
    // Of the others, some have no lines to measure by, or a second board that the reader prefers to the true box.
    assert!(failures.len() * 100 <= 3 * crowns, "97 % of all crowns fit");
}

/// Draws the answer as the program does, with what the player drew ticked or ringed, and reads the picture back; what is
/// wrong with what comes out.
fn round_trip(name: &str, before: &Picture) -> Result<bool, String> {
    let Some(first) = reading(before) else { return Ok(false) };
    let Some(solution) = exact::solutions(&first.board, &first.marks.given, 1).pop() else { return Ok(false) };
    let (answer, drawn) = (solution.queens(), first.marks.queens);
    let queens = answer - drawn - first.marks.given;
    let overlay = Overlay { queens, right: drawn & answer, wrong: drawn - answer, ..Overlay::default() };
    let mut after = before.clone();
    overlay::draw(&mut after, &first.grid, &first.board, &overlay).unwrap();
    let second = reading(&after).ok_or_else(|| format!("{name}: the annotated picture is not read"))?;
    if second.board != first.board {
        return Err(format!("{name}: another board"));
    }
    let all = |reading: &Reading| reading.marks.queens | reading.marks.given;
    let wanted = all(&first) | queens;
    if all(&second) != wanted {
        let (lost, new) = (wanted - all(&second), all(&second) - wanted);
        return Err(format!("{name}: lost {lost}; new {new}"));
    }
    Ok(true)
}

#[test]
fn our_reader_finds_every_crown_that_we_drew_on_the_fixtures() {
    let mut done = 0;
    let mut failures = Vec::new();
    for shot in support::shots(&support::fixtures().join("shots")) {
        match round_trip(&shot.name, &decoded(&shot.picture)) {
            Ok(drawn) => done += usize::from(drawn),
            Err(failure) => failures.push(failure),
        }
    }
    println!("{done} pictures read back");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(done >= 20, "only {done} pictures");
}

#[test]
fn our_reader_finds_every_crown_that_we_drew_on_real_pictures() {
    let Some(folder) = shared() else { return };
    let mut done = 0;
    let mut failures = Vec::new();
    for real in corpus(&folder) {
        match round_trip(&real.id, &decoded(&real.picture)) {
            Ok(drawn) => done += usize::from(drawn),
            Err(failure) => failures.push(failure),
        }
    }
    println!("{done} pictures read back, {} not:\n{}", failures.len(), failures.join("\n"));
    // Not read back: a board with the player's queens pasted off the middle, whose rings and ticks make them uneven.
    let boards = failures.iter().filter(|failure| !failure.contains("lost")).count();
    assert_eq!(boards, 0, "the board itself is read back");
    assert!(failures.len() * 200 <= done + failures.len(), "every crown is found on 99.5 % of the pictures");
}
