//! From straight lines to a square lattice.
//!
//! On each axis the lines of a board form a comb: evenly spaced, side by side over the same stretch. Two combs of about
//! the same pitch that cross each other span a lattice; which of its cells belong to the board is decided by looking
//! which cell sides are really drawn.

use super::edges::{Chaining, Line, Scan, chain};
use super::margin;

/// Lines of one axis that lie at the same position, whatever stretch each covers.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub(super) at: f32,
    pub(super) bands: Bits,
}

/// A set of scan lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn full(len: usize) -> Self {
        let mut bits = Self::new(len);
        bits.fill(0, len - 1);
        bits
    }

    fn fill(&mut self, first: usize, last: usize) {
        for band in first..=last {
            self.0[band / 64] |= 1 << (band % 64);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub(super) fn count_common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub(super) fn has(&self, band: usize) -> bool {
        self.0[band / 64] >> (band % 64) & 1 == 1
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn merge(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    fn first(&self) -> Option<usize> {
        self.0.iter().position(|&w| w != 0).map(|i| i * 64 + self.0[i].trailing_zeros() as usize)
    }

    fn last(&self) -> Option<usize> {
        self.0.iter().rposition(|&w| w != 0).map(|i| i * 64 + 63 - self.0[i].leading_zeros() as usize)
    }
}

/// Evenly spaced lines of one axis.
#[derive(Debug, Clone)]
pub(super) struct Comb {
    /// Position of the first line.
    pub(super) start: f64,
    /// Distance between neighbouring lines.
    pub(super) pitch: f64,
    /// Number of lines, missing ones included.
    pub(super) lines: usize,
    /// Where the lines begin and end across, in pixels.
    pub(super) from: f32,
    pub(super) to: f32,
    /// Sum of the supporting scan lines.
    pub(super) weight: usize,
    /// How wide a drawn line is, in pixels; between tiles, the gap.
    pub(super) thickness: f64,
}

/// How demanding the search for combs is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rigour {
    /// Every line of the board is drawn over its whole length.
    Ruled,
    /// Lines exist only where two regions meet.
    Bare,
}

/// Busy pictures have more; the longest are enough.
const MAX_TRACKS: usize = 140;
/// The smallest distance of lines in pixels.
pub(super) const MIN_PITCH: f64 = 7.0;

pub(super) fn tracks(scan: &Scan, lines: &[Line]) -> Vec<Track> {
    let bands = scan.bands.len();
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut out: Vec<(Track, f32)> = Vec::new();
    for line in sorted {
        let weight = line.points as f32;
        let mut own = Bits::new(bands);
        own.fill(line.first, line.last);
        match out.last_mut() {
            Some((track, total)) if line.at - track.at <= 1.0 => {
                track.at = (track.at * *total + line.at * weight) / (*total + weight);
                *total += weight;
                track.bands.merge(&own);
            }
            _ => out.push((Track { at: line.at, bands: own }, weight)),
        }
    }
    let mut tracks: Vec<Track> = out.into_iter().map(|(track, _)| track).collect();
    if tracks.len() > MAX_TRACKS {
        tracks.sort_by_key(|track| std::cmp::Reverse(track.bands.count()));
        tracks.truncate(MAX_TRACKS);
    }
    // The picture's own edges serve a board that is cropped to its frame.
    for at in [0.0, scan.length as f32] {
        tracks.retain(|track| (track.at - at).abs() > 1.5);
        tracks.push(Track { at, bands: Bits::full(bands) });
    }
    tracks.sort_by(|a, b| a.at.total_cmp(&b.at));
    tracks
}

/// All combs of one axis, heaviest first.
pub(super) fn combs(scan: &Scan, lines: &[Line], rigour: Rigour) -> Vec<Comb> {
    if scan.bands.len() < 4 {
        return Vec::new();
    }
    let tracks = tracks(scan, lines);
    let mut found: Vec<Comb> = Vec::new();
    let mut used = vec![false; tracks.len() * tracks.len()];
    let step = scan.step as f32;
    for i in 0..tracks.len() {
        for j in i + 1..tracks.len() {
            let pitch = tracks[j].at - tracks[i].at;
            if f64::from(pitch) < MIN_PITCH || used[i * tracks.len() + j] {
                continue;
            }
            if pitch > scan.length as f32 / 2.9 {
                break;
            }
            let span = match rigour {
                Rigour::Ruled => {
                    if (tracks[i].bands.count_common(&tracks[j].bands) as f32) * step < 1.9 * pitch {
                        continue;
                    }
                    tracks[i].bands.and(&tracks[j].bands)
                }
                Rigour::Bare => {
                    let least = 0.7 * pitch / step;
                    if (tracks[i].bands.count() as f32) < least || (tracks[j].bands.count() as f32) < least {
                        continue;
                    }
                    let mut hull = Bits::new(scan.bands.len());
                    let ends = [&tracks[i].bands, &tracks[j].bands];
                    let first = ends.iter().filter_map(|b| b.first()).min();
                    let last = ends.iter().filter_map(|b| b.last()).max();
                    if let (Some(first), Some(last)) = (first, last) {
                        hull.fill(first, last);
                    }
                    hull
                }
            };
            if let Some((comb, members)) = walk(scan, &tracks, i, j, &span, rigour) {
                for pair in members.windows(2) {
                    used[pair[0] * tracks.len() + pair[1]] = true;
                }
                found.push(comb);
            }
        }
    }
    found.sort_by_key(|comb| std::cmp::Reverse(comb.weight * comb.lines));
    // Neighbouring tracks start the same walk many times.
    let mut distinct: Vec<Comb> = Vec::new();
    for comb in found {
        if !distinct.iter().any(|known| known.repeats(&comb)) {
            distinct.push(comb);
        }
    }
    distinct
}

impl Comb {
    /// Position of the last line.
    pub(super) fn end(&self) -> f64 {
        self.start + (self.lines - 1) as f64 * self.pitch
    }

    /// Whether the other comb is this one, or a part of it over the same stretch.
    fn repeats(&self, other: &Self) -> bool {
        let phase = ((other.start - self.start) / self.pitch).rem_euclid(1.0);
        (self.pitch - other.pitch).abs() * (self.lines.max(other.lines) as f64) < 0.25 * self.pitch
            && phase.min(1.0 - phase) < 0.12
            && other.start > self.start - 0.5 * self.pitch
            && other.end() < self.end() + 0.5 * self.pitch
            && other.from > self.from - 0.5 * self.pitch as f32
            && other.to < self.to + 0.5 * self.pitch as f32
    }
}

/// Follows a comb in both directions from two neighbouring lines.
fn walk(scan: &Scan, tracks: &[Track], i: usize, j: usize, span: &Bits, rigour: Rigour) -> Option<(Comb, Vec<usize>)> {
    let pitch = tracks[j].at - tracks[i].at;
    let needed = match rigour {
        Rigour::Ruled => (0.55 * span.count() as f32).max(2.0),
        Rigour::Bare => (0.7 * pitch / scan.step as f32).max(2.0),
    };
    let find = |at: f32, pitch: f32| {
        let reach = (0.07 * pitch).max(1.6);
        let from = tracks.partition_point(|track| track.at < at - reach);
        tracks[from..]
            .iter()
            .enumerate()
            .take_while(|(_, track)| track.at <= at + reach)
            .filter(|(_, track)| track.bands.count_common(span) as f32 >= needed)
            .min_by(|a, b| (a.1.at - at).abs().total_cmp(&(b.1.at - at).abs()))
            .map(|(k, _)| from + k)
    };
    let mut members = vec![(0i32, i), (1, j)];
    for direction in [1i32, -1] {
        loop {
            let low = members.iter().min_by_key(|m| m.0).copied()?;
            let high = members.iter().max_by_key(|m| m.0).copied()?;
            let pitch = (tracks[high.1].at - tracks[low.1].at) / (high.0 - low.0) as f32;
            let (edge, at) = if direction > 0 { (high.0, tracks[high.1].at) } else { (low.0, tracks[low.1].at) };
            let next = [1, 2].into_iter().find_map(|skip| {
                find(at + (direction * skip) as f32 * pitch, pitch).map(|k| (edge + direction * skip, k))
            });
            match next {
                Some(member) if members.len() < 40 => members.push(member),
                _ => break,
            }
        }
    }
    members.sort_unstable();
    let lines = (members[members.len() - 1].0 - members[0].0 + 1) as usize;
    let enough = match rigour {
        Rigour::Ruled => members.len() * 4 >= lines * 3,
        Rigour::Bare => members.len() * 2 >= lines,
    };
    if members.len() < 4 || !enough {
        return None;
    }
    let first = members[0].0;
    let rough = fit(members.iter().map(|&(k, t)| (f64::from(k - first), f64::from(tracks[t].at))));
    let (start, pitch, thickness) = centre(scan, tracks, span, rough, lines);
    let union = members.iter().fold(Bits::new(scan.bands.len()), |mut all, &(_, t)| {
        all.merge(&tracks[t].bands.and(span));
        all
    });
    let weight = members.iter().map(|&(_, t)| tracks[t].bands.count_common(span)).sum();
    let half = scan.step as f32 / 2.0;
    let comb = Comb {
        start,
        pitch,
        lines,
        from: scan.position(union.first()?) - half,
        to: scan.position(union.last()?) + half,
        weight,
        thickness,
    };
    Some((comb, members.into_iter().map(|m| m.1).collect()))
}

/// A drawn line has two borders, each a track of its own: moves a comb that may follow either to the middle between
/// them. Returns start, pitch and thickness.
fn centre(scan: &Scan, tracks: &[Track], span: &Bits, rough: (f64, f64), lines: usize) -> (f64, f64, f64) {
    let (mut start, mut pitch) = rough;
    let mut thickness = 1.0;
    let length = scan.length as f64;
    for _ in 0..2 {
        let mut middles = Vec::new();
        let mut widths = Vec::new();
        for k in 0..lines {
            let at = start + k as f64 * pitch;
            let near = || {
                let from = tracks.partition_point(|track| f64::from(track.at) < at - 0.24 * pitch);
                tracks[from..]
                    .iter()
                    .take_while(move |track| f64::from(track.at) <= at + 0.24 * pitch)
                    .filter(|track| track.at > 0.0 && f64::from(track.at) < length)
                    .map(|track| (f64::from(track.at), track.bands.count_common(span)))
            };
            let top = near().map(|t| t.1).max().unwrap_or(0);
            let mut strong = near().filter(|t| t.1 * 5 >= top * 2 && t.1 > 0).map(|t| t.0);
            let Some(low) = strong.next() else { continue };
            let high = strong.last().unwrap_or(low);
            // The frame is thicker than the lines and would pull the comb outwards.
            if (k > 0 && k + 1 < lines) || lines < 4 {
                middles.push((k as f64, (low + high) / 2.0));
                widths.push(high - low);
            }
        }
        if middles.len() < 2 {
            break;
        }
        (start, pitch) = fit(middles.iter().copied());
        widths.sort_by(f64::total_cmp);
        thickness = widths[(widths.len() - 1) * 9 / 10].max(1.0);
    }
    (start, pitch, thickness)
}

/// Least squares of `y = start + slope * x`.
pub(super) fn fit(points: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let n = points.clone().count() as f64;
    let mx = points.clone().map(|p| p.0).sum::<f64>() / n;
    let my = points.clone().map(|p| p.1).sum::<f64>() / n;
    let sxy: f64 = points.clone().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    let sxx: f64 = points.map(|p| (p.0 - mx).powi(2)).sum();
    let slope = if sxx > 0.0 { sxy / sxx } else { 0.0 };
    (my - slope * mx, slope)
}

/// A block of lattice cells that looks like a board.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The x of the lines between columns.
    pub(super) columns: Vec<f64>,
    /// The y of the lines between rows.
    pub(super) rows: Vec<f64>,
    /// How far a line reaches into a cell, as a share of the cell.
    pub(super) inset: f64,
    /// The share of cell sides that are drawn.
    pub(super) drawn: f64,
    /// The share of cell sides on the outline that are drawn.
    pub(super) outline: f64,
    /// How far each inner side is drawn, in the order of `sample::neighbours`.
    pub(super) seams: Vec<f32>,
    /// What the search maximised.
    pub(super) score: f64,
}

/// Where lines of a lattice are expected along one axis: index 0 is `start`, and a little more on both sides.
struct Ruler {
    at: Vec<f64>,
    reach: f64,
}

impl Ruler {
    /// Extends a comb by two lines on both sides, within the picture. A line that falls near the picture's edge is that
    /// edge: a crop often cuts the frame.
    fn new(comb: &Comb, length: usize) -> Self {
        let length = length as f64;
        let near = 0.2 * comb.pitch;
        let mut at: Vec<f64> = (-2..comb.lines as i32 + 2)
            .map(|k| comb.start + f64::from(k) * comb.pitch)
            .filter(|at| (-near..=length + near).contains(at))
            .map(|at| {
                if at < near {
                    0.0
                } else if at > length - near {
                    length
                } else {
                    at
                }
            })
            .collect();
        at.dedup();
        Self { at, reach: (comb.thickness / 2.0 + 1.5).max(0.08 * comb.pitch) }
    }
}

/// The scan lines of both directions and what was chained from them.
pub(super) struct View {
    /// Scans along rows; their lines are upright.
    pub(super) rows: Scan,
    pub(super) upright: Vec<Line>,
    /// Scans along columns; their lines are level.
    pub(super) columns: Scan,
    pub(super) level: Vec<Line>,
}

impl View {
    /// Chains the scans into lines; an edge may stray by `reach` pixels.
    pub(super) fn new(rows: Scan, columns: Scan, reach: f32) -> Self {
        let how = Chaining { reach, gap: 3, least: 4, leaning: false };
        let (upright, level) = (chain(&rows, how), chain(&columns, how));
        Self { rows, upright, columns, level }
    }
}

/// The largest share of a cell that a line may take up to either side.
const MAX_INSET: f64 = 0.3;

/// The blocks that two crossing combs suggest. `colour` tells what the view shows at a point.
pub(super) fn blocks(
    view: &View,
    across: &Comb,
    down: &Comb,
    rigour: Rigour,
    colour: &dyn Fn(f64, f64) -> [u8; 3],
) -> Vec<Block> {
    let (x_thick, y_thick) = (across.thickness, down.thickness);
    let inset = (x_thick / across.pitch).max(y_thick / down.pitch) / 2.0;
    if inset > MAX_INSET {
        return Vec::new();
    }
    let xs = Ruler::new(across, view.rows.length);
    let ys = Ruler::new(down, view.columns.length);
    if xs.at.len() < 4 || ys.at.len() < 4 {
        return Vec::new();
    }
    let sides = Sides { upright: sides(&view.rows, &xs, &ys), level: sides(&view.columns, &ys, &xs) };
    let frames = match rigour {
        Rigour::Ruled => sides.patches(),
        Rigour::Bare => sides.best_rectangles(),
    };
    frames
        .into_iter()
        .filter_map(|frame| {
            // What speaks for the lattice speaks for the board on it.
            let (drawn, outline) = sides.shares(&frame);
            let cells = ((frame.right - frame.left) * (frame.bottom - frame.top)) as f64;
            let score = drawn * outline * cells;
            let frame = match without_page(&frame, &xs.at, &ys.at, colour) {
                Some(Rest::Nothing) => return None,
                Some(Rest::Board(rest)) => rest,
                None => frame,
            };
            let mut columns = xs.at[frame.left..=frame.right].to_vec();
            let mut rows = ys.at[frame.top..=frame.bottom].to_vec();
            refine(&view.rows, &mut columns, &rows, x_thick);
            refine(&view.columns, &mut rows, &columns, y_thick);
            let (drawn, outline) = sides.shares(&frame);
            let seams = sides.seams(&frame);
            Some(Block { columns, rows, inset, drawn, outline, seams, score })
        })
        .collect()
}

/// What is left of an oblong block without the page.
enum Rest {
    /// It is all page, such as the rows of a spreadsheet below the board.
    Nothing,
    /// A square.
    Board(Frame),
}

/// What an oblong block of a lattice holds that goes on around the board; `None` if that is not to be told.
fn without_page(frame: &Frame, xs: &[f64], ys: &[f64], colour: &dyn Fn(f64, f64) -> [u8; 3]) -> Option<Rest> {
    if frame.right - frame.left == frame.bottom - frame.top {
        return None;
    }
    let at = |lines: &[f64], i: usize, t: f64| lines[i] + t * (lines[i + 1] - lines[i]);
    let points = |column: usize, row: usize, along: &[f64]| -> Vec<[u8; 3]> {
        let points = along.iter().flat_map(|&v| along.iter().map(move |&u| (u, v)));
        points.map(|(u, v)| colour(at(xs, column, u), at(ys, row, v))).collect()
    };
    let cell = |column: usize, row: usize| margin::median(&points(column, row, &[0.2, 0.5, 0.8]));
    let row = |j: usize| (frame.left..frame.right).map(|i| cell(i, j)).collect();
    let cells: Vec<Vec<[u8; 3]>> = (frame.top..frame.bottom).map(row).collect();
    if margin::is_page(&cells) {
        return Some(Rest::Nothing);
    }
    let written = |i: usize, j: usize| {
        const ALONG: [f64; 9] = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];
        margin::is_written(&points(frame.left + i, frame.top + j, &ALONG))
    };
    let rest = margin::without(&cells, &written)?;
    Some(Rest::Board(Frame {
        left: frame.left + rest.left,
        right: frame.left + rest.right,
        top: frame.top + rest.top,
        bottom: frame.top + rest.bottom,
    }))
}

/// The block of all cells between the given lines; `None` where the lines are too thick.
pub(super) fn whole(view: &View, columns: Vec<f64>, rows: Vec<f64>, inset: f64, score: f64) -> Option<Block> {
    if inset > MAX_INSET {
        return None;
    }
    let ruler = |lines: &[f64]| {
        let pitch = lines[1] - lines[0];
        Ruler { at: lines.to_vec(), reach: (inset * pitch + 1.5).max(0.08 * pitch) }
    };
    let (xs, ys) = (ruler(&columns), ruler(&rows));
    let sides = Sides { upright: sides(&view.rows, &xs, &ys), level: sides(&view.columns, &ys, &xs) };
    let frame = Frame { left: 0, right: columns.len() - 1, top: 0, bottom: rows.len() - 1 };
    let (drawn, outline) = sides.shares(&frame);
    let seams = sides.seams(&frame);
    Some(Block { columns, rows, inset, drawn, outline, seams, score })
}

/// A rectangle of lattice cells, by the numbers of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) top: usize,
    pub(crate) bottom: usize,
}

/// How far each side of each lattice cell is drawn, 0 to 1; `None` along the edge of the picture, which may be a side.
struct Sides {
    /// By upright line, then by row.
    upright: Vec<Vec<Option<f64>>>,
    /// By level line, then by column.
    level: Vec<Vec<Option<f64>>>,
}

impl Sides {
    /// Connected patches of cells that are fenced in.
    fn patches(&self) -> Vec<Frame> {
        let (width, height) = (self.upright.len() - 1, self.level.len() - 1);
        let fenced = |i: usize, j: usize| {
            let sides = [self.upright[i][j], self.upright[i + 1][j], self.level[j][i], self.level[j + 1][i]];
            sides.iter().flatten().all(|&share| share > 0.55)
        };
        let mut seen = vec![false; width * height];
        let mut frames = Vec::new();
        for start in 0..width * height {
            if seen[start] || !fenced(start % width, start / width) {
                continue;
            }
            let mut frame = Frame { left: width, right: 0, top: height, bottom: 0 };
            let mut members = vec![0usize; width * height];
            let mut queue = vec![start];
            seen[start] = true;
            while let Some(at) = queue.pop() {
                let (i, j) = (at % width, at / width);
                members[at] = 1;
                frame.left = frame.left.min(i);
                frame.right = frame.right.max(i + 1);
                frame.top = frame.top.min(j);
                frame.bottom = frame.bottom.max(j + 1);
                let next = [
                    (i > 0).then(|| at - 1),
                    (i + 1 < width).then(|| at + 1),
                    (j > 0).then(|| at - width),
                    (j + 1 < height).then(|| at + width),
                ];
                for k in next.into_iter().flatten() {
                    if !seen[k] && fenced(k % width, k / width) {
                        seen[k] = true;
                        queue.push(k);
                    }
                }
            }
            // Something beside the board may look fenced in; rows and columns that are mostly open are not board.
            let row = |f: &Frame, j: usize| (f.left..f.right).map(|i| members[j * width + i]).sum::<usize>();
            let column = |f: &Frame, i: usize| (f.top..f.bottom).map(|j| members[j * width + i]).sum::<usize>();
            loop {
                let (across, down) = (frame.right - frame.left, frame.bottom - frame.top);
                if across < 3 || down < 3 {
                    break;
                }
                if row(&frame, frame.top) * 3 < across * 2 {
                    frame.top += 1;
                } else if row(&frame, frame.bottom - 1) * 3 < across * 2 {
                    frame.bottom -= 1;
                } else if column(&frame, frame.left) * 3 < down * 2 {
                    frame.left += 1;
                } else if column(&frame, frame.right - 1) * 3 < down * 2 {
                    frame.right -= 1;
                } else {
                    break;
                }
            }
            let (across, down) = (frame.right - frame.left, frame.bottom - frame.top);
            if across >= 3 && down >= 3 {
                frames.push(frame);
            }
        }
        frames
    }

    /// Squares with a drawn outline and as many drawn sides inside as can be had.
    fn best_rectangles(&self) -> Vec<Frame> {
        let (width, height) = (self.upright.len() - 1, self.level.len() - 1);
        let upright = Sums::new(&self.upright);
        let level = Sums::new(&self.level);
        let mut found: Vec<(f64, Frame)> = Vec::new();
        for left in 0..width {
            for right in left + 4..=width.min(left + 26) {
                for top in 0..height {
                    let bottom = top + right - left;
                    if bottom > height {
                        break;
                    }
                    let n = (right - left) as f64;
                    let drawn = upright.over(left, right + 1, top, bottom) + level.over(top, bottom + 1, left, right);
                    let outline = upright.over(left, left + 1, top, bottom)
                        + upright.over(right, right + 1, top, bottom)
                        + level.over(top, top + 1, left, right)
                        + level.over(bottom, bottom + 1, left, right);
                    if outline < 0.8 * 4.0 * n {
                        continue;
                    }
                    // Reward drawn sides, charge missing ones: regions meet at a good third of the inner sides.
                    let score = (drawn - outline) - 0.15 * (2.0 * n * (n - 1.0));
                    if score > 0.0 {
                        found.push((score, Frame { left, right, top, bottom }));
                    }
                }
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(4).map(|f| f.1).collect()
    }

    /// The share of all sides, and of those on the outline, that are drawn.
    fn shares(&self, f: &Frame) -> (f64, f64) {
        let (mut drawn, mut total, mut outline, mut outer) = (0.0, 0.0, 0.0, 0.0);
        let mut add = |share: Option<f64>, edge: bool| {
            let share = share.unwrap_or(1.0);
            drawn += share;
            total += 1.0;
            if edge {
                outline += share;
                outer += 1.0;
            }
        };
        for i in f.left..=f.right {
            for j in f.top..f.bottom {
                add(self.upright[i][j], i == f.left || i == f.right);
            }
        }
        for j in f.top..=f.bottom {
            for i in f.left..f.right {
                add(self.level[j][i], j == f.top || j == f.bottom);
            }
        }
        (drawn / total, outline / outer)
    }
}

impl Sides {
    /// How far each side between two cells of the frame is drawn: cell by cell in reading order, its right side before its
    /// lower one.
    fn seams(&self, f: &Frame) -> Vec<f32> {
        let mut out = Vec::new();
        for j in f.top..f.bottom {
            for i in f.left..f.right {
                if i + 1 < f.right {
                    out.push(self.upright[i + 1][j].unwrap_or(1.0) as f32);
                }
                if j + 1 < f.bottom {
                    out.push(self.level[j + 1][i].unwrap_or(1.0) as f32);
                }
            }
        }
        out
    }
}

/// Two-dimensional prefix sums.
struct Sums {
    width: usize,
    sums: Vec<f64>,
}

impl Sums {
    fn new(values: &[Vec<Option<f64>>]) -> Self {
        let width = values.first().map_or(0, Vec::len) + 1;
        let mut sums = vec![0.0; width * (values.len() + 1)];
        for (i, row) in values.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                sums[(i + 1) * width + j + 1] =
                    value.unwrap_or(1.0) + sums[i * width + j + 1] + sums[(i + 1) * width + j] - sums[i * width + j];
            }
        }
        Self { width, sums }
    }

    fn over(&self, i0: usize, i1: usize, j0: usize, j1: usize) -> f64 {
        let at = |i: usize, j: usize| self.sums[i * self.width + j];
        at(i1, j1) - at(i0, j1) - at(i1, j0) + at(i0, j0)
    }
}

/// For each line of `lines` and each stretch between lines of `stretches`: the share of scan lines that show it.
fn sides(scan: &Scan, lines: &Ruler, stretches: &Ruler) -> Vec<Vec<Option<f64>>> {
    lines
        .at
        .iter()
        .map(|&at| {
            let border = at <= 1.5 || at >= scan.length as f64 - 1.5;
            stretches
                .at
                .windows(2)
                .map(|pair| {
                    if border {
                        return None;
                    }
                    let margin = 0.2 * (pair[1] - pair[0]);
                    let bands = scan.bands_between((pair[0] + margin) as f32, (pair[1] - margin) as f32);
                    let total = bands.len();
                    if total == 0 {
                        return Some(0.0);
                    }
                    let seen = bands.filter(|&band| scan.has_edge(band, at as f32, lines.reach as f32)).count();
                    Some(seen as f64 / total as f64)
                })
                .collect()
        })
        .collect()
}

/// Moves each line to the middle of the edges that are really there.
fn refine(scan: &Scan, lines: &mut [f64], stretch: &[f64], thickness: f64) {
    let count = lines.len();
    let pitch = (lines[count - 1] - lines[0]) / (count - 1) as f64;
    let reach = (thickness * 0.75 + 1.0).min(0.3 * pitch);
    let bands = scan.bands_between(stretch[0] as f32, stretch[stretch.len() - 1] as f32);
    let total = bands.len().max(1);
    let mut moved: Vec<(usize, f64)> = Vec::new();
    for (i, &at) in lines.iter().enumerate() {
        let mut edges: Vec<f32> = Vec::new();
        for band in bands.clone() {
            let list = &scan.bands[band];
            let from = list.partition_point(|&edge| f64::from(edge) < at - reach);
            edges.extend(list[from..].iter().take_while(|&&edge| f64::from(edge) <= at + reach));
        }
        if edges.len() * 4 < total {
            continue;
        }
        // Both borders of a line are there, so the middle of the bulk is the middle of the line.
        let (first, last) = (edges.len() / 10, edges.len() - 1 - edges.len() / 10);
        let low = *edges.select_nth_unstable_by(first, f32::total_cmp).1;
        let high = *edges.select_nth_unstable_by(last, f32::total_cmp).1;
        moved.push((i, f64::from(low + high) / 2.0));
    }
    let inner: Vec<(usize, f64)> = moved.iter().copied().filter(|m| m.0 != 0 && m.0 != count - 1).collect();
    if inner.len() < 2 {
        return;
    }
    let (start, slope) = fit(inner.iter().map(|m| (m.0 as f64, m.1)));
    let worst = inner.iter().map(|m| (m.1 - start - slope * m.0 as f64).abs()).fold(0.0, f64::max);
    for (i, line) in lines.iter_mut().enumerate() {
        let even = start + slope * i as f64;
        let measured = moved.iter().find(|m| m.0 == i).map(|m| m.1);
        // Even spacing averages the errors away; where cells really differ, each line counts for itself.
        *line = match measured {
            Some(at) if worst > 0.03 * pitch && (at - even).abs() < 0.2 * pitch => at,
            _ => even,
        };
    }
    let length = scan.length as f64;
    lines[0] = lines[0].max(0.0);
    lines[count - 1] = lines[count - 1].min(length);
}
