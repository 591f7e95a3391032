//! The stages in order: locate, sample, cluster, marks.

use super::{Candidate, Doubt, ReadError, ReadOptions, Warning, cluster, locate, marks, sample, veil, walls};
use crate::board::{Board, Cell, Region, Unit};
use crate::colour::{Palette, Rgb};
use crate::grid::Homography;
use crate::picture::Picture;

/// The ways to read a picture, best first. Those of one place in the picture follow one another.
///
/// # Errors
/// Why nothing in the picture can be read as a board; the reason is that of the most promising place.
pub fn candidates(picture: &Picture, options: &ReadOptions) -> Result<Vec<Candidate>, ReadError> {
    if let Some([x, y, width, height]) = options.within {
        let part = picture.part(x, y, width, height).ok_or_else(|| ReadError::NoGrid {
            seen: format!("the box {x},{y},{width},{height} lies outside the picture"),
        })?;
        let rest = ReadOptions { within: None, ..options.clone() };
        let mut found = candidates(&part, &rest)?;
        for candidate in &mut found {
            candidate.grid = candidate.grid.mapped(&Homography::shift(f64::from(x), f64::from(y)));
        }
        return Ok(found);
    }
    let mut out: Vec<Candidate> = Vec::new();
    let mut reason: Option<ReadError> = None;
    let noise = locate::noise(picture);
    let mut oblongs: Vec<locate::Oblong> = Vec::new();
    for search in locate::SEARCHES {
        let places = locate::locate(picture, search);
        if let Some(oblong) = places.oblong {
            let (columns, rows) = (oblong.columns, oblong.rows);
            let lost = if columns > rows { "the top or the bottom" } else { "the left or the right" };
            reason.get_or_insert(ReadError::NotSquare {
                columns,
                rows,
                advice: format!("is the board cut off at {lost}?"),
            });
            oblongs.push(oblong);
        }
        for place in places.square.iter().take(PLACES) {
            if options.size.is_some_and(|size| size != place.grid.size()) {
                continue;
            }
            // A square piece of a longer lattice is not the board, however well it reads.
            if oblongs.iter().any(|oblong| oblong.holds(&place.grid)) {
                continue;
            }
            match interpret(picture, place, noise) {
                Ok(found) => out.extend(found),
                Err(error) => {
                    reason = reason.or(error);
                }
            }
        }
        if out.iter().any(|candidate| candidate.fit > CLEAR) {
            break;
        }
    }
    out.sort_by(|a, b| b.fit.total_cmp(&a.fit));
    let needed = if matches!(reason, Some(ReadError::NotSquare { .. })) { CLEAR } else { POOR };
    let poor = out.first().is_none_or(|best| best.fit < needed);
    if !poor || (options.force && !out.is_empty()) {
        return Ok(out);
    }
    // What is plainly seen tells more than how unsure a poor reading is.
    match reason {
        Some(reason) => Err(reason),
        None if out.is_empty() => Err(ReadError::NoGrid { seen: "no square lattice of flat cells".to_string() }),
        None => Ok(out),
    }
}

/// How many places of one search are looked into.
const PLACES: usize = 5;
/// A candidate that fits better than this ends the search for others.
const CLEAR: f64 = 0.9;
/// Where no candidate fits better than this, a plain reason to refuse goes first; against a clear lattice that is not
/// square it takes a clear one.
const POOR: f64 = 0.5;

/// The boards that one place may hold, or why it holds none; no reason where it hardly looks like a board.
fn interpret(picture: &Picture, place: &locate::Place, noise: f64) -> Result<Vec<Candidate>, Option<ReadError>> {
    let samples = sample::sample(picture, place, noise);
    let size = samples.size;
    let colours = cluster::labs(&samples);
    let flat = samples.cells.iter().map(|s| f64::from(s.rim)).sum::<f64>() / samples.cells.len() as f64;
    // How much the place looks like a board at all, whatever its colours.
    let lattice = ((flat - 0.5) / 0.35).clamp(0.0, 1.0) * ((place.outline - 0.5) / 0.4).clamp(0.0, 1.0);
    // Of two lattices that fit alike the more regular one is right.
    let lattice = lattice * (1.0 - 0.5 * place.grid.unevenness().min(0.2));
    let mut out: Vec<Candidate> = Vec::new();
    let mut piece = false;
    let mut add = |clustering: &cluster::Clustering, fit: f64, warnings: Vec<Warning>| {
        let Ok(board) = Board::from_labels(size, &clustering.labels) else { return };
        if out.iter().any(|known| known.board == board) {
            return;
        }
        let marks = marks::marks(picture, place, &samples, &board);
        let palette = palette_of(&samples, &board);
        let shades: Vec<[f32; 3]> = palette.colours().iter().map(|c| c.0.map(f32::from)).collect();
        if sample::goes_on(picture, place, &samples, &shades, noise) {
            piece = true;
            return;
        }
        let doubts = doubts_of(clustering, &board);
        out.push(Candidate { board, marks, grid: place.grid.clone(), palette, fit, doubts, warnings });
    };
    let mut clear = false;
    for clustering in [cluster::kmeans(&colours, size), cluster::agglomerate(&colours, size)] {
        let margin = f64::from(clustering.margins.iter().map(|m| m.1).fold(1.0, f32::min));
        if margin >= 0.35 && clustering.separation >= 1.5 {
            clear |= margin > 0.7;
            let spotless = margin > 0.8 && flat > 0.97 && place.drawn > 0.97;
            let mut fit = lattice * ((margin - 0.3) / 0.4).clamp(0.0, 1.0);
            if !spotless {
                // Real palettes keep their colours apart, and without drawn lines colours are all there is.
                let apart = f64::from(clustering.separation) / if place.drawn < 0.8 { 10.0 } else { 6.0 };
                fit *= apart.min(1.0);
            }
            add(&clustering, if spotless { fit } else { fit.min(0.95) }, Vec::new());
        }
    }
    if !clear {
        let walls = walls::Walls::measure(picture, place, &samples);
        if let Some(labels) = walls.regions(&colours) {
            let clustering = cluster::evaluate(&colours, labels, size);
            let warning = Warning {
                code: "by-walls",
                message: "the colours leave doubts (a pointer, a veil or a wash?); the thick lines decided".to_string(),
                cells: Vec::new(),
            };
            // Colours alone do not bear this reading out, so it takes a unique solution to be sure.
            add(&clustering, 0.65 * lattice, vec![warning]);
        }
        if let Some(labels) = veil::unveil(&samples, &colours) {
            let clustering = cluster::evaluate(&colours, labels, size);
            let warning = Warning {
                code: "veiled",
                message: "some cells are lighter or darker than their region (a pointer, a veil or glare?)".to_string(),
                cells: Vec::new(),
            };
            add(&clustering, 0.6 * lattice, vec![warning]);
        }
    }
    if !out.is_empty() {
        return Ok(out);
    }
    if place.drawn < 0.85 || flat < 0.8 {
        return Err(None);
    }
    if piece {
        let seen = format!("{size} x {size} cells that are a piece of something larger");
        return Err(Some(ReadError::NoGrid { seen }));
    }
    let seen = cluster::count(&colours);
    Err(Some(if seen <= 1 {
        ReadError::NoColours { size }
    } else if seen < size {
        ReadError::TooFewColours { size, colours: seen }
    } else {
        ReadError::ColoursMismatch {
            size,
            colours: seen,
            advice: "is part of the board cut off or covered?".to_string(),
        }
    }))
}

fn palette_of(samples: &sample::Samples, board: &Board) -> Palette {
    let colour = |region: Region| {
        let cells = board.unit_cells(Unit::Region(region));
        let mut sum = [0.0f32; 3];
        for cell in cells.iter() {
            let sample = &samples.cells[cell.row() * samples.size + cell.column()];
            for (total, channel) in sum.iter_mut().zip(sample.colour) {
                *total += channel;
            }
        }
        Rgb(sum.map(|total| (total / cells.len() as f32).round() as u8))
    };
    Palette::new(board.regions().map(colour).collect())
}

/// Cells whose colour is not clearly that of their region, most doubtful first.
fn doubts_of(clustering: &cluster::Clustering, board: &Board) -> Vec<Doubt> {
    let mut doubts: Vec<Doubt> = board
        .cells()
        .zip(&clustering.margins)
        .filter(|(_, margin)| margin.1 < 0.7)
        .filter_map(|(cell, &(label, margin))| {
            let at = clustering.labels.iter().position(|&l| l == label)?;
            let other = board.region(Cell::new(at / board.size(), at % board.size()));
            Some(Doubt { cell, other, margin: f64::from(margin) })
        })
        .collect();
    doubts.sort_by(|a, b| a.margin.total_cmp(&b.margin));
    doubts
}
