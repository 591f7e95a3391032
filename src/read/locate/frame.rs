//! Boards of which little more than the borders of the regions is drawn.
//!
//! Where lines are missing inside the regions there may be too few for a comb. The outline remains: four edges that run
//! along a whole rectangle, nearly square. Every long edge inside it is a border between regions and lies on a line of
//! the lattice, which only a few numbers of rows allow; which of them it is, the number of colours tells.

use super::edges::{Line, Scan};
use super::lattice::{Block, MIN_PITCH, Track, View, fit, tracks, whole};
use crate::board::{MAX_SIZE, MIN_SIZE};

/// How many of the longest lines of each direction may be sides of the board.
const MAX_SIDES: usize = 40;
/// Width by height of a board: of nearly all, and of those that programs write to a terminal.
const ASPECTS: [std::ops::Range<f64>; 2] = [0.8..1.25, 0.45..2.3];
/// A side must be seen along this share of its length.
const SEEN: f64 = 0.85;
/// Edges shorter than this share of a cell may belong to a mark.
const SHORTEST: f64 = 0.7;
/// How far from its line of the lattice an edge may lie: in pixels, and as a share of a cell.
const STRAY: (f64, f64) = (1.2, 0.07);
/// The share of the edges inside that must lie on the lattice.
const EXPLAINED: f64 = 0.92;
/// The fewest lines of the lattice inside the board, of both directions, that must be seen.
const LEAST_LINES: usize = 4;
/// How many of the largest rectangles are worth a look.
const MAX_BOXES: usize = 60;
/// How many lattices are worth a look.
const MAX_BLOCKS: usize = 6;

/// The blocks that outlines and the edges inside them suggest, best first; those that are far from square only where there is
/// no other.
pub(super) fn blocks(view: &View) -> Vec<Block> {
    let across = Axis::new(&view.rows, &view.upright);
    let down = Axis::new(&view.columns, &view.level);
    let found = ASPECTS.into_iter().map(|aspects| within(view, &across, &down, &aspects));
    found.into_iter().find(|blocks| !blocks.is_empty()).unwrap_or_default()
}

/// The blocks whose width by height lies in a range.
fn within(view: &View, across: &Axis<'_>, down: &Axis<'_>, aspects: &std::ops::Range<f64>) -> Vec<Block> {
    let mut found: Vec<(f64, usize, [Lattice; 2])> = Vec::new();
    for (x, y) in boxes(across, down, aspects) {
        let (upright, level) = (across.inside(x, y), down.inside(y, x));
        for size in MIN_SIZE..=MAX_SIZE {
            if x.length().min(y.length()) < MIN_PITCH * size as f64 {
                break;
            }
            let (Some(columns), Some(rows)) = (lattice(&upright, x, size), lattice(&level, y, size)) else { continue };
            if columns.seen + rows.seen < LEAST_LINES {
                continue;
            }
            let (total, explained) = (columns.total + rows.total, columns.explained + rows.explained);
            if explained < EXPLAINED * total {
                continue;
            }
            let stray = (columns.stray + rows.stray) / explained;
            found.push((explained / total - stray, size, [columns, rows]));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut out: Vec<(usize, Block)> = Vec::new();
    for (score, size, [columns, rows]) in found {
        let known = out.iter().any(|(other, block)| {
            let near = 0.5 * columns.pitch;
            *other == size
                && (block.columns[0] - columns.start).abs() < near
                && (block.rows[0] - rows.start).abs() < near
        });
        if known {
            continue;
        }
        let inset = (columns.thickness / columns.pitch).max(rows.thickness / rows.pitch) / 2.0;
        out.extend(whole(view, columns.lines(size), rows.lines(size), inset, score).map(|block| (size, block)));
        if out.len() == MAX_BLOCKS {
            break;
        }
    }
    out.into_iter().map(|(_, block)| block).collect()
}

/// A stretch along one axis, in pixels.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: f64,
    to: f64,
}

impl Stretch {
    fn length(&self) -> f64 {
        self.to - self.from
    }
}

/// The lines of one direction.
struct Axis<'a> {
    scan: &'a Scan,
    lines: &'a [Line],
    /// The longest lines, by position.
    sides: Vec<Side>,
}

/// A line that may be a side of the board.
struct Side {
    track: Track,
    /// On how many scan lines before each it is seen.
    seen: Vec<u32>,
}

/// Evenly spaced lines between two sides, and how well the edges between these lie on them.
struct Lattice {
    start: f64,
    pitch: f64,
    thickness: f64,
    /// The length of all edges inside, and of those on lines.
    total: f64,
    explained: f64,
    /// The length of the edges on lines, each times its distance from its line as a share of the pitch.
    stray: f64,
    /// How many lines inside are seen.
    seen: usize,
}

impl Lattice {
    fn lines(&self, size: usize) -> Vec<f64> {
        (0..=size).map(|k| self.start + k as f64 * self.pitch).collect()
    }
}

impl<'a> Axis<'a> {
    fn new(scan: &'a Scan, lines: &'a [Line]) -> Self {
        let mut sides = tracks(scan, lines);
        sides.sort_by_key(|track| std::cmp::Reverse(track.bands.count()));
        sides.truncate(MAX_SIDES);
        sides.sort_by(|a, b| a.at.total_cmp(&b.at));
        let side = |track: Track| {
            let seen = (0..=scan.bands.len()).scan(0, |sum, band| {
                let before = *sum;
                *sum += u32::from(band < scan.bands.len() && track.bands.has(band));
                Some(before)
            });
            Side { seen: seen.collect(), track }
        };
        Self { scan, lines, sides: sides.into_iter().map(side).collect() }
    }

    /// Pairs of lines that run side by side for at least this many times as long as they are apart.
    fn pairs(&self, long: f64) -> Vec<(&Side, &Side, Stretch)> {
        let step = self.scan.step as f64;
        let pairs = self.sides.iter().enumerate().flat_map(|(i, a)| self.sides[i + 1..].iter().map(move |b| (a, b)));
        pairs
            .map(|(a, b)| (a, b, Stretch { from: f64::from(a.track.at), to: f64::from(b.track.at) }))
            .filter(|(a, b, apart)| {
                apart.length() >= MIN_PITCH * MIN_SIZE as f64
                    && a.track.bands.count_common(&b.track.bands) as f64 * step > long * apart.length()
            })
            .collect()
    }

    /// The share of a stretch along which a line is seen.
    fn seen(&self, side: &Side, along: Stretch) -> f64 {
        let bands = self.scan.bands_between(along.from as f32, along.to as f32);
        f64::from(side.seen[bands.end] - side.seen[bands.start]) / bands.len().max(1) as f64
    }

    /// Position and length of the edges between two sides.
    fn inside(&self, between: Stretch, along: Stretch) -> Vec<(f64, f64)> {
        let half = self.scan.step as f64 / 2.0;
        let lines = self.lines.iter().map(|line| {
            let from = (f64::from(self.scan.position(line.first)) - half).max(along.from);
            let to = (f64::from(self.scan.position(line.last)) + half).min(along.to);
            (f64::from(line.at), to - from)
        });
        lines.filter(|&(at, length)| between.from < at && at < between.to && length > SHORTEST * MIN_PITCH).collect()
    }
}

/// Divides the stretch between two sides evenly and puts the lines where the edges inside have them.
fn lattice(inside: &[(f64, f64)], between: Stretch, size: usize) -> Option<Lattice> {
    let rough = between.length() / size as f64;
    let slack = STRAY.0.max(STRAY.1 * rough);
    let mut total = 0.0;
    // The least and the greatest position of edges on each line.
    let mut lines: Vec<Option<(f64, f64)>> = vec![None; size + 1];
    let mut near: Vec<(f64, f64)> = Vec::new();
    for &(at, length) in inside {
        if at <= between.from + 0.3 * rough || at >= between.to - 0.3 * rough || length < SHORTEST * rough {
            continue;
        }
        total += length;
        let k = ((at - between.from) / rough).round();
        if (at - between.from - k * rough).abs() > 2.0 * slack {
            continue;
        }
        near.push((at, length));
        let known = lines[k as usize].get_or_insert((at, at));
        *known = (known.0.min(at), known.1.max(at));
    }
    if near.iter().map(|(_, length)| length).sum::<f64>() < 0.8 * EXPLAINED * total {
        return None;
    }
    let middles = lines.iter().enumerate().filter_map(|(k, line)| line.map(|(a, b)| (k as f64, (a + b) / 2.0, b - a)));
    let seen = middles.clone().count();
    let (first, last) = (middles.clone().next(), middles.clone().next_back());
    let wide = matches!((first, last), (Some(a), Some(b)) if b.0 - a.0 >= size as f64 / 3.0);
    let inner = middles.clone().map(|m| (m.0, m.1));
    let (start, pitch) = if wide {
        fit(inner)
    } else {
        // The sides may be the outer edges of a frame, but few lines inside tell less.
        fit(inner.chain([(0.0, between.from), (size as f64, between.to)]))
    };
    let outside = (start - between.from).abs().max((start + pitch * size as f64 - between.to).abs());
    if outside > 0.2 * pitch {
        return None;
    }
    let thickness = middles.map(|m| m.2).fold(0.0, f64::max);
    let stray = |at: f64| {
        let k = (at - start) / pitch;
        ((k - k.round()).abs() * pitch - thickness / 2.0).max(0.0)
    };
    let on_lines = || near.iter().filter(|(at, _)| stray(*at) <= slack);
    let explained = on_lines().map(|(_, length)| length).sum();
    let stray = on_lines().map(|(at, length)| length * stray(*at) / pitch).sum();
    Some(Lattice { start, pitch, thickness, total, explained, stray, seen })
}

/// Rectangles with four sides.
fn boxes(across: &Axis<'_>, down: &Axis<'_>, aspects: &std::ops::Range<f64>) -> Vec<(Stretch, Stretch)> {
    let upright = across.pairs(SEEN / aspects.end);
    let level = down.pairs(SEEN * aspects.start);
    let mut out = Vec::new();
    for &(left, right, x) in &upright {
        for &(top, bottom, y) in &level {
            let fits = aspects.contains(&(x.length() / y.length()));
            if fits
                && across.seen(left, y).min(across.seen(right, y)) > SEEN
                && down.seen(top, x).min(down.seen(bottom, x)) > SEEN
            {
                out.push((x, y));
            }
        }
    }
    out.sort_by(|a, b| (b.0.length() * b.1.length()).total_cmp(&(a.0.length() * a.1.length())));
    out.truncate(MAX_BOXES);
    out
}
