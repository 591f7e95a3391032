//! Upright views of boards that were photographed or turned.
//!
//! The lines of a flat board form two pencils: all upright ones meet in one vanishing point, all level ones in another.
//! Within a pencil the slope of a line is a linear function of where it crosses the middle of the picture, so two robust
//! line fits find both vanishing points. Carrying them to infinity (Hartley and Zisserman, Multiple View Geometry,
//! section 2.7) makes the board a rectangle with sides along the axes.

use image::{Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, warp_into_with};

use super::edges::{Chaining, Line, Scan, Sensitivity, chain, scan_columns, scan_rows};
use crate::grid::{Homography, Point};
use crate::picture::{Channels, Picture};

/// How the slope of a pencil's lines depends on where they cross the middle of the picture.
#[derive(Debug, Clone, Copy)]
struct Pencil {
    /// The slope of a line through the centre.
    slope: f64,
    /// Change of slope per pixel.
    turn: f64,
}

/// A slope further than this from its pencil's is not of it.
const SLACK: f64 = 0.012;
/// A view that differs by less than this much of slope from the picture is not worth the work.
const UPRIGHT: f64 = 0.0015;
/// No view may have more pixels than this many times the picture.
const MAX_GROWTH: f64 = 3.0;

/// The picture as seen squarely, and the map from that view back into the picture; `None` where the picture's lines are
/// upright and level already, or no two pencils are seen.
pub(super) fn rectify(picture: &Picture, sensitivity: Sensitivity) -> Option<(Picture, Homography)> {
    let first = upright_map(picture, sensitivity)?;
    let (view, back) = warp(picture, &first)?;
    // The first view shows the pencils more clearly; what is left is put right in one warp from the original.
    let Some(second) = upright_map(&view, sensitivity) else { return Some((view, back)) };
    let forward = second.after(&back.inverse()?);
    warp(picture, &forward).or(Some((view, back)))
}

/// The map from the picture into a plane where both pencils run along the axes.
fn upright_map(picture: &Picture, sensitivity: Sensitivity) -> Option<Homography> {
    let step = 2;
    let rows = scan_rows(picture, step, sensitivity);
    let columns = scan_columns(picture, step, sensitivity);
    let least = (picture.width().min(picture.height()) as usize / step / 16).max(8);
    let how = Chaining { reach: 1.7, gap: 3, least, leaning: true };
    let (x0, y0) = (f64::from(picture.width()) / 2.0, f64::from(picture.height()) / 2.0);
    let upright = pencil(&rows, &chain(&rows, how), x0, y0)?;
    let level = pencil(&columns, &chain(&columns, how), y0, x0)?;
    let most = |p: &Pencil, half: f64| p.slope.abs() + p.turn.abs() * half;
    if most(&upright, x0).max(most(&level, y0)) < UPRIGHT {
        return None;
    }
    // The vanishing line 1 + p x + q y = 0 runs through both vanishing points.
    let determinant = upright.slope * level.slope - 1.0;
    let p = (upright.turn * level.slope - level.turn) / determinant;
    let q = (upright.slope * level.turn - upright.turn) / determinant;
    let centred = Homography([[1.0, -upright.slope, 0.0], [-level.slope, 1.0, 0.0], [p, q, 1.0]]);
    Some(centred.after(&Homography::shift(-x0, -y0)))
}

/// Robust fit of a pencil: the pair of lines that most others agree with, weighted by length, then least squares.
fn pencil(scan: &Scan, lines: &[Line], along: f64, across: f64) -> Option<Pencil> {
    // Crossing point of the middle of the picture, slope, length.
    let mut all: Vec<(f64, f64, f64)> = lines
        .iter()
        .map(|line| {
            let middle = f64::from(scan.position(line.first) + scan.position(line.last)) / 2.0;
            let slope = f64::from(line.slope);
            (f64::from(line.at) + slope * (across - middle) - along, slope, line.points as f64)
        })
        .collect();
    all.sort_by(|a, b| b.2.total_cmp(&a.2));
    all.truncate(80);
    if all.len() < 4 {
        return None;
    }
    let support =
        |p: &Pencil| -> f64 { all.iter().filter(|l| (l.1 - p.slope - p.turn * l.0).abs() < SLACK).map(|l| l.2).sum() };
    let mut best: Option<(f64, Pencil)> = None;
    let mut consider = |p: Pencil| {
        let weight = support(&p);
        if best.is_none_or(|(known, _)| weight > known) {
            best = Some((weight, p));
        }
    };
    for (i, a) in all.iter().enumerate() {
        consider(Pencil { slope: a.1, turn: 0.0 });
        for b in &all[i + 1..] {
            let apart = b.0 - a.0;
            if apart.abs() > 0.1 * along {
                let turn = (b.1 - a.1) / apart;
                consider(Pencil { slope: a.1 - turn * a.0, turn });
            }
        }
    }
    let (_, rough) = best?;
    let members: Vec<_> = all.iter().filter(|l| (l.1 - rough.slope - rough.turn * l.0).abs() < SLACK).collect();
    let total: f64 = members.iter().map(|l| l.2).sum();
    let mean_at = members.iter().map(|l| l.2 * l.0).sum::<f64>() / total;
    let mean_slope = members.iter().map(|l| l.2 * l.1).sum::<f64>() / total;
    let sxx: f64 = members.iter().map(|l| l.2 * (l.0 - mean_at).powi(2)).sum();
    let sxy: f64 = members.iter().map(|l| l.2 * (l.0 - mean_at) * (l.1 - mean_slope)).sum();
    let turn = if sxx > 0.0 { sxy / sxx } else { 0.0 };
    Some(Pencil { slope: mean_slope - turn * mean_at, turn })
}

/// Draws the picture through a map; returns the view and the map from the view back into the picture.
fn warp(picture: &Picture, forward: &Homography) -> Option<(Picture, Homography)> {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let m = &forward.0;
    if corners.iter().any(|&(x, y)| m[2][0] * x + m[2][1] * y + m[2][2] < 0.2) {
        return None;
    }
    let mapped = corners.map(|(x, y)| forward.apply(Point::new(x, y)));
    let low = |f: fn(&Point) -> f64| mapped.iter().map(f).fold(f64::MAX, f64::min);
    let high = |f: fn(&Point) -> f64| mapped.iter().map(f).fold(f64::MIN, f64::max);
    let (left, top) = (low(|p| p.x), low(|p| p.y));
    let (wide, tall) = ((high(|p| p.x) - left).ceil(), (high(|p| p.y) - top).ceil());
    if !(wide >= 1.0 && tall >= 1.0 && wide * tall <= MAX_GROWTH * width * height) {
        return None;
    }
    let full = Homography::shift(-left, -top).after(forward);
    let source = RgbImage::from_fn(picture.width(), picture.height(), |x, y| Rgb(picture.rgb(x, y)));
    let mut out = RgbImage::new(wide as u32, tall as u32);
    let back = full.inverse()?;
    // imageproc counts from the centre of the first pixel, we from its corner. Near the vanishing line points lie as far away
    // as numbers reach; with the border drawn out, one just outside the picture looks the same.
    let point_of = |x: f32, y: f32| {
        let p = back.apply(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
        let near = |at: f64, size: f64| (at - 0.5).clamp(-2.0, size + 2.0) as f32;
        (near(p.x, width), near(p.y, height))
    };
    warp_into_with(&source, point_of, Interpolation::Bilinear, Border::Replicate, &mut out);
    let view = Picture::new(out.width(), out.height(), Channels::Rgb, out.into_raw())?;
    Some((view, back))
}
