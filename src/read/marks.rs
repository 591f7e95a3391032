//! Stage 5: what is drawn on the cells: crosses and queens.
//!
//! Ink is whatever differs from the cell's own colour. A cross keeps to the two diagonals of its bounding box; anything
//! else that is compact, centred and large enough (a crown, a cat, a disc, a star, the letter Q) is a queen; a small
//! pencilled dot counts as a cross, as it rules a cell out. What is uneven or narrow (a check mark, the digit 1) is a queen if
//! it is drawn more than once: a pointer is not. Hatching under a sign is told from it by its colour, or by its thin strokes.

use super::locate::Place;
use super::sample::{Sample, Samples, margin, pixel, points};
use crate::board::{Board, Cell, CellSet, Marks, Unit};
use crate::picture::Picture;

/// Points a side that each cell is looked at with.
const POINTS: usize = 25;
/// All points.
const WHOLE: [usize; 4] = [0, POINTS - 1, 0, POINTS - 1];
/// How many points a side a block of ink has that no stroke of hatching is as wide as.
const SOLID: usize = 6;
/// A sign smaller than this share of the cell is looked at more closely.
const SMALL: f64 = 0.4;
/// The same where it stands on hatching.
const SMALL_ON_DRAWING: f64 = 0.25;
/// A queen is at least this large, as a share of the cell.
const QUEEN: f64 = 0.24;
/// How large the longer side is at least of a narrow sign such as the digit 1, or of what shows of a crown on hatching.
const TALL: f64 = 0.3;
/// Signs that have more than this share of their ink in common are drawn alike.
const TWINS: f64 = 0.7;
/// What has more than this share of its ink in common with the crosses, and their size, is one drawn unclearly.
const CROSSLIKE: f64 = 0.55;
/// The same for what has no more ink and is no larger than the crosses, to within this factor.
const CROSSLIKE_IN_SIZE: f64 = 0.35;
const SAME_SIZE: f64 = 1.35;
/// A disc smaller than this share of the cell is a pencilled dot.
const LARGE_DOT: f64 = 0.29;
/// How far, as a share of its size, a cross is free in the middle of each side.
const BAY: f64 = 0.12;
/// How many points a side a corner of a cell has, where only what covers the whole cell reaches.
const CORNER: usize = 5;
/// How many points deep the border of a line may reach into a cell.
const LINE_DEPTH: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Cross,
    Queen,
}

/// What is drawn on one cell.
#[derive(Debug, Clone, Copy)]
struct Sign {
    mark: Mark,
    /// The smaller side of the ink's box, as a share of the cell.
    reach: f64,
    /// How many of the points looked at are ink.
    ink: usize,
    /// Whether it could be a pointer or another thing that no player draws, as it is uneven, narrow or far from the middle.
    doubtful: bool,
    /// What it looks like within its box, row by row.
    shape: Shape,
}

/// Rows of ink, one bit a point.
type Shape = [u32; POINTS];

/// The share of the ink of two shapes that they have in common.
fn likeness(a: &Shape, b: &Shape) -> f64 {
    let count = |join: fn(u32, u32) -> u32| a.iter().zip(b).map(|(&a, &b)| join(a, b).count_ones()).sum::<u32>();
    f64::from(count(|a, b| a & b)) / f64::from(count(|a, b| a | b).max(1))
}

/// The points that most of some shapes have.
fn common(shapes: &[Shape]) -> Shape {
    std::array::from_fn(|row| {
        (0..POINTS)
            .filter(|&bit| 2 * shapes.iter().filter(|shape| shape[row] >> bit & 1 == 1).count() > shapes.len())
            .fold(0, |line, bit| line | 1 << bit)
    })
}

/// The marks of a board.
pub(crate) fn marks(picture: &Picture, place: &Place, samples: &Samples, board: &Board) -> Marks {
    let size = samples.size;
    let signs: Vec<(Cell, Sign)> = board
        .cells()
        .filter(|&cell| !is_clean(picture, place, cell, &samples.cells[cell.row() * size + cell.column()]))
        .filter_map(|cell| {
            let sample = &samples.cells[cell.row() * size + cell.column()];
            sign(picture, place, cell, sample).map(|sign| (cell, sign))
        })
        .collect();
    let signs = players(signs, board);
    let of = |mark: Mark| -> CellSet { signs.iter().filter(|s| s.1.mark == mark).map(|s| s.0).collect() };
    let (mut queens, mut crosses) = (of(Mark::Queen), of(Mark::Cross));
    // Some programs print the queens of a solution as X: one in each row, column and region, and nothing else.
    if one_in_each_unit(board, &(queens | crosses)) {
        queens |= crosses;
        crosses = CellSet::EMPTY;
    }
    Marks { given: CellSet::EMPTY, queens, crosses }
}

/// The signs that a player may have drawn: without those of a drawing over the whole board, which fill the cells of much of
/// it or are the same on nearly every cell. Queens that stand on such a drawing remain: they are much larger or heavier than it.
fn players(signs: Vec<(Cell, Sign)>, board: &Board) -> Vec<(Cell, Sign)> {
    let size = board.size();
    let cells = size * size;
    let queens = |signs: &[(Cell, Sign)]| signs.iter().filter(|sign| sign.1.mark == Mark::Queen).count();
    // A player's queens and the answer's, all of them different, are the most that can be.
    let most = 2 * size;
    let full = signs.len() * 10 > cells * 9;
    let mut signs = repeated(signs);
    take_after_crosses(&mut signs, false);
    if queens(&signs) > most {
        signs.retain(|(_, sign)| !sign.doubtful);
    }
    if queens(&signs) > most {
        // So many small ones are dots.
        for (_, sign) in signs.iter_mut().filter(|(_, sign)| sign.reach < LARGE_DOT) {
            sign.mark = Mark::Cross;
        }
    }
    let count = queens(&signs);
    let fills = signs.iter().filter(|sign| sign.1.reach > 0.85).count() * 4 > cells;
    // A player who has crossed nearly everything out has placed queens too.
    let alike = is_hopeless(&signs, board) || (full && (count * 10 > cells * 9 || is_crowded(&signs, board)));
    if fills || alike || count > most {
        let mut reaches: Vec<f64> = signs.iter().map(|sign| sign.1.reach).collect();
        let mut inks: Vec<usize> = signs.iter().map(|sign| sign.1.ink).collect();
        let middle = signs.len() / 2;
        let reach = *reaches.select_nth_unstable_by(middle, f64::total_cmp).1;
        let ink = *inks.select_nth_unstable(middle).1;
        signs.retain(|(_, sign)| sign.mark == Mark::Queen && (sign.reach > 1.4 * reach || sign.ink > 2 * ink));
    }
    if queens(&signs) > most {
        signs.clear();
    }
    // Only what is no drawing shows what the player's crosses look like.
    take_after_crosses(&mut signs, true);
    signs
}

/// The signs without those that are doubtful and appear once only, such as a pointer.
fn repeated(signs: Vec<(Cell, Sign)>) -> Vec<(Cell, Sign)> {
    let twin = |a: &Sign, b: &Sign| a.mark == b.mark && b.doubtful && likeness(&a.shape, &b.shape) > TWINS;
    let has_twin = |(cell, sign): &(Cell, Sign)| signs.iter().any(|(other, b)| other != cell && twin(sign, b));
    signs.iter().filter(|entry| !entry.1.doubtful || has_twin(entry)).copied().collect()
}

/// Whether most rows, most columns or most regions have neither a queen nor a cell left for one.
fn is_hopeless(signs: &[(Cell, Sign)], board: &Board) -> bool {
    let crossed: CellSet = signs.iter().filter(|sign| sign.1.mark == Mark::Cross).map(|sign| sign.0).collect();
    let lost = |is_kind: fn(&Unit) -> bool| {
        board.units().filter(is_kind).filter(|&unit| board.unit_cells(unit).is_subset(&crossed)).count() * 2
            > board.size()
    };
    lost(|unit| matches!(unit, Unit::Row(_)))
        || lost(|unit| matches!(unit, Unit::Column(_)))
        || lost(|unit| matches!(unit, Unit::Region(_)))
}

/// Whether a region has more queens than a player's mistakes explain: its letter or number is taken for one.
fn is_crowded(signs: &[(Cell, Sign)], board: &Board) -> bool {
    let queens: CellSet = signs.iter().filter(|sign| sign.1.mark == Mark::Queen).map(|sign| sign.0).collect();
    board.regions().any(|region| (board.unit_cells(Unit::Region(region)) & queens).len() > 3)
}

/// Makes crosses of the queens that are but crosses drawn unclearly: they have the size and much of the shape of the others;
/// `by_size` makes do with less of the shape of small ones that have as
/// little ink.
fn take_after_crosses(signs: &mut [(Cell, Sign)], by_size: bool) {
    let crosses: Vec<Sign> = signs.iter().map(|sign| sign.1).filter(|sign| sign.mark == Mark::Cross).collect();
    if crosses.len() < 3 {
        return;
    }
    let typical = common(&crosses.iter().map(|cross| cross.shape).collect::<Vec<_>>());
    let reach = crosses.iter().map(|cross| cross.reach).sum::<f64>() / crosses.len() as f64;
    let ink = crosses.iter().map(|cross| cross.ink).sum::<usize>() as f64 / crosses.len() as f64;
    let queens: Vec<Sign> = signs.iter().map(|sign| sign.1).filter(|sign| sign.mark == Mark::Queen).collect();
    // Queens look like one another, and crosses drawn unclearly each have something else.
    let is_alone = |sign: &Sign| queens.iter().filter(|queen| likeness(&queen.shape, &sign.shape) > TWINS).count() < 3;
    for (_, sign) in signs.iter_mut().filter(|(_, sign)| sign.mark == Mark::Queen && sign.reach < 1.5 * reach) {
        let as_large = by_size
            && sign.reach < (SAME_SIZE * reach).min(SMALL)
            && (sign.ink as f64) < SAME_SIZE * ink
            && is_alone(sign);
        if likeness(&sign.shape, &typical) > if as_large { CROSSLIKE_IN_SIZE } else { CROSSLIKE } {
            sign.mark = Mark::Cross;
        }
    }
}

/// Whether a cell shows one colour at every point looked at before, and all along three lines through its middle, which
/// no sign avoids, however thin it is drawn.
fn is_clean(picture: &Picture, place: &Place, cell: Cell, sample: &Sample) -> bool {
    let (width, _) = place.grid.cell_size(cell);
    let count = (0.6 * width).ceil() as usize;
    let line = |v: f64| {
        (0..count).all(|i| {
            let p = pixel(picture, place, cell, 0.2 + 0.6 * (i as f64 + 0.5) / count as f64, v);
            !is_ink(p, sample)
        })
    };
    sample.purity >= 0.999 && [0.38, 0.5, 0.62].into_iter().all(line)
}

/// What counts as ink on a cell: whatever differs from its own colour and, where a drawing such as hatching covers it,
/// from that as well.
#[derive(Debug, Clone, Copy)]
struct Ink {
    ground: [f32; 3],
    threshold: f32,
    drawing: Option<[f32; 3]>,
}

impl Ink {
    fn on(sample: &Sample) -> Self {
        Self { ground: sample.colour, threshold: (4.0 * sample.spread).max(18.0), drawing: None }
    }

    fn has(&self, point: [u8; 3]) -> bool {
        let point = point.map(f32::from);
        if !differs(point, self.ground, self.threshold) {
            return false;
        }
        let Some(drawing) = self.drawing else { return true };
        // The edges of a drawing are mixed from its colour and the cell's.
        let along: [f32; 3] = std::array::from_fn(|c| drawing[c] - self.ground[c]);
        let dot = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).map(|(p, q)| p * q).sum::<f32>();
        let from = std::array::from_fn(|c| point[c] - self.ground[c]);
        let share = (dot(from, along) / dot(along, along)).clamp(0.0, 1.0);
        differs(from, along.map(|step| share * step), self.threshold)
    }
}

fn differs(a: [f32; 3], b: [f32; 3], threshold: f32) -> bool {
    (0..3).any(|c| (a[c] - b[c]).abs() > threshold)
}

/// Whether a point differs from the cell's own colour.
fn is_ink(point: [u8; 3], sample: &Sample) -> bool {
    Ink::on(sample).has(point)
}

fn one_in_each_unit(board: &Board, cells: &CellSet) -> bool {
    cells.len() == board.size() && board.units().all(|unit| (board.unit_cells(unit) & *cells).len() == 1)
}

/// The ink on a cell as points, without lines, specks and what is drawn over the whole cell, and what counts as ink there.
fn ink_on(picture: &Picture, place: &Place, cell: Cell, sample: &Sample) -> (Vec<bool>, Ink) {
    // Hairlines would slip between single points, so each stands for four.
    let fine = points(picture, place, cell, 2 * POINTS);
    let fours = |i: usize| {
        let (row, column) = (2 * (i / POINTS), 2 * (i % POINTS));
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(dy, dx)| fine[(row + dy) * 2 * POINTS + column + dx])
    };
    let look = |colour: Ink, least: usize| -> Vec<bool> {
        let inked = |i: usize| fours(i).into_iter().filter(|&point| colour.has(point)).count() >= least;
        let mut ink: Vec<bool> = (0..POINTS * POINTS).map(inked).collect();
        wipe_lines(&mut ink);
        ink
    };
    let mut colour = Ink::on(sample);
    let mut ink = look(colour, 1);
    if is_drawn_over(&ink) && !frame(&ink, 1).is_some_and(|frame| is_cross(&ink, frame)) {
        colour.drawing = drawing(&ink, &fours, colour.ground);
    }
    if colour.drawing.is_some() {
        let whole = ink;
        // Thin remains are left of the edges of the drawing.
        ink = look(colour, 2);
        wipe_specks(&mut ink);
        if ink_in(&ink, WHOLE) < SOLID * SOLID {
            let body = solid(&whole);
            if body.contains(&true) {
                ink = body;
            }
        }
    }
    wipe_specks(&mut ink);
    (ink, colour)
}

fn sign(picture: &Picture, place: &Place, cell: Cell, sample: &Sample) -> Option<Sign> {
    let (ink, colour) = ink_on(picture, place, cell, sample);
    let frame = frame(&ink, 1)?;
    let [top, bottom, left, right] = frame;
    let total = ink_in(&ink, frame);
    let (width, height) = ((right - left + 1) as f64, (bottom - top + 1) as f64);
    let middle = (POINTS - 1) as f64 / 2.0;
    let off_centre = ((left + right) as f64 / 2.0 - middle).abs().max(((top + bottom) as f64 / 2.0 - middle).abs());
    let off_centre = off_centre / POINTS as f64;
    // Lines drawn across the board run through cells.
    let across = (left <= 1 && right >= POINTS - 2) || (top <= 1 && bottom >= POINTS - 2);
    let slim = width.max(height) / width.min(height);
    if total < 5 || slim > 4.0 || off_centre > 0.32 {
        return None;
    }
    let share = (1.0 - 2.0 * place.inset) / POINTS as f64;
    let reach = share * width.min(height);
    let fills = width.min(height) >= (POINTS - 3) as f64;
    // A small sign is looked at again, as it is too coarse to tell its kind; what is left of hatching would blur it.
    let near = closer(picture, place, cell, colour, frame);
    let shape = shape(&near);
    let small = if colour.drawing.is_some() { SMALL_ON_DRAWING } else { SMALL };
    let near = if reach < small { near } else { ink };
    let frame = self::frame(&near, 0)?;
    let even = evenness(&near, frame).max(outline_evenness(&near, frame));
    // A pointer lies anywhere and leans to one side; a sign is even, and more so the farther it is from the centre, where
    // only large or quite even ones stray. A picture that fills the cell is uneven.
    let far = off_centre > 0.16;
    let doubtful =
        slim > 2.0 || even < if far { 0.55 } else { 0.5 } || (far && reach > QUEEN && reach < 0.4 && even < 0.9);
    let mark = if (fills && even < 0.7) || (doubtful && across) {
        return None;
    } else if is_cross(&near, frame) {
        Mark::Cross
    } else if is_open(&near, frame) {
        // Brackets at the corners of a cell, dots on the crossings of the grid.
        return None;
    } else if reach >= if is_disc(&near, frame) { LARGE_DOT } else { QUEEN }
        || ((doubtful || colour.drawing.is_some()) && share * width.max(height) >= TALL)
    {
        Mark::Queen
    } else if reach >= 0.08 && !doubtful {
        Mark::Cross
    } else {
        return None;
    };
    Some(Sign { mark, reach, ink: total, doubtful, shape })
}

fn shape(ink: &[bool]) -> Shape {
    std::array::from_fn(|row| (0..POINTS).fold(0, |line, bit| line | u32::from(ink[row * POINTS + bit]) << bit))
}

/// The smallest box that holds all ink but that within `edge` points of the border, which may still touch a line.
fn frame(ink: &[bool], edge: usize) -> Option<[usize; 4]> {
    let inner = edge..POINTS - edge;
    let rows = inner.clone().filter(|row| inner.clone().any(|column| ink[row * POINTS + column]));
    let columns = inner.clone().filter(|column| inner.clone().any(|row| ink[row * POINTS + column]));
    Some([rows.clone().min()?, rows.max()?, columns.clone().min()?, columns.max()?])
}

fn ink_in(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> usize {
    (top..=bottom).flat_map(|row| (left..=right).map(move |column| row * POINTS + column)).filter(|&i| ink[i]).count()
}

/// Whether something in many strokes is drawn all round the cell: hatching, stripes, dots.
fn is_drawn_over(ink: &[bool]) -> bool {
    let ends = [0..CORNER, POINTS - CORNER..POINTS];
    let corners = ends.iter().flat_map(|rows| ends.iter().map(move |columns| (rows.clone(), columns.clone())));
    let drawn = corners
        .filter(|(rows, columns)| rows.clone().any(|row| columns.clone().any(|column| ink[row * POINTS + column])))
        .count();
    let (first, last) = (3, POINTS - 4);
    let round = (first..last)
        .map(|k| first * POINTS + k)
        .chain((first..last).map(|k| k * POINTS + last))
        .chain((first..last).map(|k| last * POINTS + POINTS - 1 - k))
        .chain((first..last).map(|k| (POINTS - 1 - k) * POINTS + first));
    let round: Vec<bool> = round.map(|i| ink[i]).collect();
    let strokes = (0..round.len()).filter(|&i| round[i] && !round[(i + 1) % round.len()]).count();
    let pieces: Vec<Vec<usize>> = pieces(ink).into_iter().filter(|piece| piece.len() > 1).collect();
    let is_stripe = |piece: &&Vec<usize>| {
        let runs =
            |at: fn(usize) -> usize| piece.iter().any(|&i| at(i) <= 1) && piece.iter().any(|&i| at(i) >= POINTS - 2);
        runs(|i| i / POINTS) || runs(|i| i % POINTS)
    };
    // A large ring crosses it eight times at most, in one piece and free in the middle.
    let is_ring = !has_centre(ink, WHOLE) && pieces.len() < 3;
    (drawn >= 2 && strokes >= 9)
        || (drawn >= 3 && strokes >= 6 && !is_ring)
        || pieces.iter().filter(is_stripe).count() >= 2
}

/// The colour of what is drawn over a cell, from near its border, which signs leave free: the mean of the points that
/// differ most from the cell's own, without the few that do so most of all. `None` if nothing is drawn there.
fn drawing(ink: &[bool], fours: &impl Fn(usize) -> [[u8; 3]; 4], ground: [f32; 3]) -> Option<[f32; 3]> {
    let apart = |p: [f32; 3]| (0..3).map(|c| (p[c] - ground[c]).powi(2)).sum::<f32>();
    let mut seen: Vec<[f32; 3]> = (0..POINTS * POINTS)
        .filter(|&i| ink[i] && (2..=4).contains(&depth(i)))
        .filter_map(|i| fours(i).map(|p| p.map(f32::from)).into_iter().max_by(|a, b| apart(*a).total_cmp(&apart(*b))))
        .collect();
    seen.sort_by(|a, b| apart(*a).total_cmp(&apart(*b)));
    let first = seen.len() * 6 / 10;
    let chosen = seen.get(first..(seen.len() * 9 / 10).max(first + 1))?;
    Some(std::array::from_fn(|c| chosen.iter().map(|p| p[c]).sum::<f32>() / chosen.len() as f32))
}

/// The ink that lies in blocks too wide for a stroke of hatching: the body of a crown in the hatching's own colour.
fn solid(ink: &[bool]) -> Vec<bool> {
    let mut out = vec![false; ink.len()];
    let places = 0..=POINTS - SOLID;
    for (row, column) in places.clone().flat_map(|row| places.clone().map(move |column| (row, column))) {
        let block = (row..row + SOLID).flat_map(|r| (column..column + SOLID).map(move |c| r * POINTS + c));
        if block.clone().all(|i| ink[i]) {
            block.for_each(|i| out[i] = true);
        }
    }
    out
}

/// How many points a point is away from the border.
fn depth(i: usize) -> usize {
    let (row, column) = (i / POINTS, i % POINTS);
    row.min(column).min(POINTS - 1 - row).min(POINTS - 1 - column)
}

/// Takes away what hangs together with the edge of the looked-at points and stays near it: the border of a thick line.
fn wipe_lines(ink: &mut [bool]) {
    let mut seen = vec![false; ink.len()];
    for start in 0..ink.len() {
        if depth(start) > 0 || !ink[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            let (row, column) = (at / POINTS, at % POINTS);
            let beside = [
                (row > 0).then(|| at - POINTS),
                (row + 1 < POINTS).then(|| at + POINTS),
                (column > 0).then(|| at - 1),
                (column + 1 < POINTS).then(|| at + 1),
            ];
            for i in beside.into_iter().flatten() {
                if ink[i] && !seen[i] {
                    seen[i] = true;
                    piece.push(i);
                }
            }
        }
        if piece.iter().all(|&i| depth(i) < LINE_DEPTH) {
            piece.into_iter().for_each(|i| ink[i] = false);
        }
    }
}

/// The ink in pieces, each of points that hang together, if only by their corners.
fn pieces(ink: &[bool]) -> Vec<Vec<usize>> {
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(POINTS);
    let mut seen = vec![false; ink.len()];
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for start in 0..ink.len() {
        if !ink[start] || std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            for i in near(at / POINTS).flat_map(|row| near(at % POINTS).map(move |column| row * POINTS + column)) {
                if ink[i] && !std::mem::replace(&mut seen[i], true) {
                    piece.push(i);
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// Takes away single points and pieces that are far smaller than the largest: compression leaves them here and there.
fn wipe_specks(ink: &mut [bool]) {
    let pieces = pieces(ink);
    let largest = pieces.iter().map(Vec::len).max().unwrap_or(0);
    for piece in pieces.into_iter().filter(|piece| piece.len() == 1 || piece.len() * 8 < largest) {
        piece.into_iter().for_each(|i| ink[i] = false);
    }
}

/// The ink in a box of points, looked at again with as many points as the whole cell was before: a small sign is too coarse
/// to tell its kind.
fn closer(picture: &Picture, place: &Place, cell: Cell, ink: Ink, frame: [usize; 4]) -> Vec<bool> {
    let [top, bottom, left, right] = frame.map(|point| point as f64);
    let margin = margin(place, cell);
    let share = |point: f64| margin + (1.0 - 2.0 * margin) * (point + 0.25) / (POINTS as f64 - 0.5);
    let at =
        |first: f64, last: f64, k: usize| share(first - 0.5 + (last - first + 1.0) * k as f64 / (POINTS - 1) as f64);
    let mut near: Vec<bool> = (0..POINTS * POINTS)
        .map(|i| ink.has(pixel(picture, place, cell, at(left, right, i % POINTS), at(top, bottom, i / POINTS))))
        .collect();
    wipe_specks(&mut near);
    near
}

/// How much of the ink stays ink when mirrored left to right within its box.
fn evenness(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> f64 {
    let (mut both, mut any) = (0, 0);
    for row in top..=bottom {
        for column in left..=right {
            if ink[row * POINTS + column] {
                any += 1;
                both += i32::from(ink[row * POINTS + left + right - column]);
            }
        }
    }
    f64::from(both) / f64::from(any.max(1))
}

/// The same of what the outline of the ink encloses, where the ink itself is but a line.
fn outline_evenness(ink: &[bool], frame: [usize; 4]) -> f64 {
    let [top, bottom, left, right] = frame;
    let total = ink_in(ink, frame);
    let largest = pieces(ink).iter().map(Vec::len).max().unwrap_or(0);
    if total * 10 > 4 * (bottom - top + 1) * (right - left + 1) || largest * 10 < total * 9 {
        return 0.0;
    }
    let mut filled = vec![false; ink.len()];
    for row in top..=bottom {
        let inked = |column: &usize| ink[row * POINTS + column];
        let ends = (left..=right).find(inked).zip((left..=right).rfind(inked));
        if let Some((first, last)) = ends {
            filled[row * POINTS + first..=row * POINTS + last].fill(true);
        }
    }
    evenness(&filled, frame)
}

/// Whether the ink is a disc: it fills the box but for the corners.
fn is_disc(ink: &[bool], frame: [usize; 4]) -> bool {
    let [top, bottom, left, right] = frame;
    ink_in(ink, frame) * 100 > 68 * (bottom - top + 1) * (right - left + 1)
}

/// Whether neither the middle of the box nor the middles of its sides have ink.
fn is_open(ink: &[bool], frame: [usize; 4]) -> bool {
    !has_centre(ink, frame) && side_ink(ink, frame) < 0.1
}

/// Whether there is ink in the middle ninth of the box.
fn has_centre(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> bool {
    let (height, width) = (bottom - top, right - left);
    (top + height / 3..=bottom - height / 3)
        .any(|row| (left + width / 3..=right - width / 3).any(|column| ink[row * POINTS + column]))
}

/// Whether the ink has an arm to each corner of its box, joined in the middle, and a bay on each side between them.
fn is_cross(ink: &[bool], frame: [usize; 4]) -> bool {
    let [top, bottom, left, right] = frame;
    let (width, height) = (right - left + 1, bottom - top + 1);
    if width.min(height) < 3 || !has_centre(ink, frame) {
        return false;
    }
    let (third_w, third_h) = (width.div_ceil(3), height.div_ceil(3));
    let total = ink_in(ink, frame);
    let corners = [
        (top, left),
        (top, right + 1 - third_w),
        (bottom + 1 - third_h, left),
        (bottom + 1 - third_h, right + 1 - third_w),
    ];
    let arms = corners.map(|(row, column)| ink_in(ink, [row, row + third_h - 1, column, column + third_w - 1]));
    let (shortest, longest) = arms.iter().fold((usize::MAX, 0), |(low, high), &arm| (low.min(arm), high.max(arm)));
    // How far the middle of each side is free inwards, as shares of the box, on the worst, the middle and the best of three
    // lines. A star has a point there, a crown its band.
    let at = |row: usize, column: usize| ink[row * POINTS + column];
    let bay = |free: &dyn Fn(usize, usize) -> bool, middle: usize, length: usize| {
        let mut depths =
            [middle - 1, middle, middle + 1].map(|line| (0..length).take_while(|&k| free(line, k)).count());
        depths.sort_unstable();
        depths.map(|depth| depth as f64 / length as f64)
    };
    let (mid_row, mid_column) = ((top + bottom) / 2, (left + right) / 2);
    let bays = [
        bay(&|column, k| !at(top + k, column), mid_column, height),
        bay(&|column, k| !at(bottom - k, column), mid_column, height),
        bay(&|row, k| !at(row, left + k), mid_row, width),
        bay(&|row, k| !at(row, right - k), mid_row, width),
    ];
    if bays.iter().any(|bay| bay[2] < BAY) {
        return false;
    }
    if shortest * 3 >= longest && shortest * 20 >= total && bays.iter().all(|bay| bay[1] >= BAY) {
        return true;
    }
    // One that is drawn thickly has small bays; what it has instead is four arms alike, along the diagonals.
    let near =
        (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column))).filter(|&(row, column)| {
            let a = 2.0 * (column - left) as f64 / (width - 1) as f64 - 1.0;
            let b = 2.0 * (row - top) as f64 / (height - 1) as f64 - 1.0;
            at(row, column) && (a - b).abs().min((a + b).abs()) <= 0.5
        });
    shortest * 2 >= longest && near.count() * 10 >= total * 8 && evenness(ink, frame) > 0.9
}

/// The share of ink at the middles of the four sides of the box, where a cross has none.
fn side_ink(ink: &[bool], [top, bottom, left, right]: [usize; 4]) -> f64 {
    let (mid_row, mid_column) = ((top + bottom) / 2, (left + right) / 2);
    let depth_w = ((right - left) / 5).max(1);
    let depth_h = ((bottom - top) / 5).max(1);
    let mut seen = 0;
    let mut total = 0;
    let mut look = |row: usize, column: usize| {
        total += 1;
        seen += usize::from(ink[row * POINTS + column]);
    };
    for k in 0..depth_w {
        look(mid_row, left + k);
        look(mid_row, right - k);
    }
    for k in 0..depth_h {
        look(top + k, mid_column);
        look(bottom - k, mid_column);
    }
    seen as f64 / f64::from(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `players` leaves of a board with queens in the first `queens` cells and signs of a drawing in all others.
    fn left(size: usize, queens: usize, queen: Sign, drawing: impl Fn(usize) -> Sign) -> usize {
        let labels: Vec<usize> = (0..size * size).map(|i| i % size).collect();
        let board = Board::from_labels(size, &labels).unwrap();
        let signs = (0..size * size)
            .map(|i| (Cell::new(i / size, i % size), if i < queens { queen } else { drawing(i) }))
            .collect();
        let found = players(signs, &board);
        assert!(found.iter().all(|(cell, _)| cell.row() * size + cell.column() < queens), "nothing of the drawing");
        found.len()
    }

    #[test]
    fn queens_on_a_drawing_are_larger_or_heavier_than_it() {
        let sign = |mark, reach, ink, shape| Sign { mark, reach, ink, doubtful: false, shape };
        let crown = sign(Mark::Queen, 0.6, 210, [0b1_1111; POINTS]);
        // Dots so large that the next pixel makes a queen of one.
        let dot = |i: usize| sign(if i.is_multiple_of(2) { Mark::Queen } else { Mark::Cross }, 0.25, 32, [1; POINTS]);
        // Two hairlines from corner to corner, under the crowns too.
        let cross = |_| sign(Mark::Cross, 0.95, 55, [1; POINTS]);
        let crown_on_cross = sign(Mark::Queen, 0.95, 310, crown.shape);
        for queens in [0, 3, 8] {
            assert_eq!(left(8, queens, crown, dot), queens);
            assert_eq!(left(8, queens, crown_on_cross, cross), queens);
        }
        // No more than the drawing itself, or more than a player and the answer can have.
        assert_eq!(left(8, 8, sign(Mark::Queen, 0.95, 80, crown.shape), cross), 0);
        assert_eq!(left(8, 17, crown, dot), 0);
    }

    #[test]
    fn a_queen_like_the_crosses_is_a_cross_and_a_doubtful_sign_counts_where_there_are_two() {
        let board = Board::from_labels(6, &(0..36).map(|i| i % 6).collect::<Vec<_>>()).unwrap();
        let cross: Shape =
            std::array::from_fn(|row| 0b11 << row.min(POINTS - 2) | 0b11 << (POINTS - 2).saturating_sub(row));
        let check: Shape = std::array::from_fn(|row| 0b111 << (row / 2));
        let sign = |mark, shape, doubtful| Sign { mark, reach: 0.3, ink: 60, doubtful, shape };
        let mut signs: Vec<(Cell, Sign)> =
            (0..4).map(|column| (Cell::new(0, column), sign(Mark::Cross, cross, false))).collect();
        // Half of one arm is lost.
        let blurred = std::array::from_fn(|row| if row < 6 { cross[row] & 0b1_1111_1111 } else { cross[row] });
        signs.push((Cell::new(1, 0), sign(Mark::Queen, blurred, false)));
        signs.push((Cell::new(2, 1), sign(Mark::Queen, [0b1_1111_1111_1111; POINTS], false)));
        signs.push((Cell::new(3, 3), sign(Mark::Queen, check, true)));
        let marked = |signs: &[(Cell, Sign)], mark: Mark| -> Vec<Cell> {
            players(signs.to_vec(), &board).iter().filter(|sign| sign.1.mark == mark).map(|sign| sign.0).collect()
        };
        assert_eq!(marked(&signs, Mark::Queen), [Cell::new(2, 1)]);
        assert_eq!(marked(&signs, Mark::Cross).len(), 5);
        signs.push((Cell::new(5, 5), sign(Mark::Queen, check, true)));
        assert_eq!(marked(&signs, Mark::Queen), [Cell::new(2, 1), Cell::new(3, 3), Cell::new(5, 5)]);
    }

    #[test]
    fn a_queen_as_small_as_the_crosses_is_one_unless_others_look_like_it() {
        let board = Board::from_labels(6, &(0..36).map(|i| i % 6).collect::<Vec<_>>()).unwrap();
        let cross: Shape =
            std::array::from_fn(|row| 0b1111 << row.min(POINTS - 4) | 0b1111 << (POINTS - 4).saturating_sub(row));
        let smeared: Shape =
            std::array::from_fn(|row| if row < 14 { cross[row] << 3 | cross[row] >> 3 } else { cross[row] });
        let like = likeness(&cross, &smeared);
        assert!((CROSSLIKE_IN_SIZE..CROSSLIKE).contains(&like), "{like}");
        let sign = |mark, shape| Sign { mark, reach: 0.27, ink: 60, doubtful: false, shape };
        for (count, queens) in [(1, 0), (2, 0), (3, 3), (5, 5)] {
            let mut signs: Vec<(Cell, Sign)> = (0..6).map(|k| (Cell::new(0, k), sign(Mark::Cross, cross))).collect();
            signs.extend((0..count).map(|k| (Cell::new(2, k), sign(Mark::Queen, smeared))));
            let found = players(signs, &board);
            assert_eq!(found.iter().filter(|sign| sign.1.mark == Mark::Queen).count(), queens, "{count} alike");
        }
    }

    /// Two lines beside the border are not drawn over the cell, though each runs across it.
    #[test]
    fn what_is_drawn_at_the_border_alone_has_no_colour() {
        let ink: Vec<bool> = (0..POINTS * POINTS).map(|i| [1, POINTS - 2].contains(&(i / POINTS))).collect();
        assert!(is_drawn_over(&ink));
        assert_eq!(drawing(&ink, &|_| [[9; 3]; 4], [200.0; 3]), None);
        let lower: Vec<bool> = (0..POINTS * POINTS).map(|i| [4, POINTS - 5].contains(&(i / POINTS))).collect();
        assert_eq!(drawing(&lower, &|_| [[9; 3]; 4], [200.0; 3]), Some([9.0; 3]));
    }
}
