//! The stages in order: locate, sample, cluster, marks.

use palette::{Lab, white_point::D65};

use super::cluster::{self, Clustering};
use super::cover::Look;
use super::light::Light;
use super::locate::{self, Lattice, Place, Search, Way, margin};
use super::sample::{self, Samples, neighbours};
use super::{Candidate, Doubt, ReadError, ReadOptions, SMALL, Warning, beyond, marks, tint, veil, walls};
use crate::board::{Board, Cell, CellSet, MIN_SIZE, Region, Unit};
use crate::colour::{Palette, Rgb};
use crate::grid::{Grid, Homography};
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
            // Whoever says where the board is may cut to the line.
            candidate.at_edge = false;
        }
        return Ok(found);
    }
    let noise = locate::noise(picture);
    let mut reader = Reader::new(picture, noise, SPOTLESS);
    'searches: for search in locate::SEARCHES {
        let Some(sight) = locate::look(picture, search, noise) else { continue };
        for &way in search.ways() {
            reader.read(&sight.places(way), way, options);
            if reader.clear {
                break 'searches;
            }
        }
        if search == Search::Sparse {
            // A few scan lines show a spotless board or nothing that can be relied on.
            reader = Reader::new(picture, noise, CLEAR);
        }
    }
    let Reader { mut found, lattices, torn, reason, .. } = reader;
    let right_size = |size: usize| options.size.is_none_or(|wanted| wanted == size);
    // A lattice that was found later may show that something was only a piece of it, or lies a row beside it.
    found.retain(|Found { candidate: Candidate { board, grid, .. }, score, drawn }| {
        right_size(board.size())
            && !torn.iter().any(|l| l.holds(grid) && l.columns == board.size() + 1)
            && !lattices.iter().any(|l| l.holds(grid) || l.displaces(grid, *score) || l.belies(grid, *drawn))
    });
    found.sort_by(|a, b| b.candidate.fit.total_cmp(&a.candidate.fit));
    // A lattice that is not square may be a piece of the board, seen askew, if that is drawn on all sides.
    let whole = |Found { candidate, score, .. }: &Found| {
        let cells = candidate.board.size().pow(2) as f64;
        *score > DRAWN * cells && lattices.iter().all(|lattice| lattice.lies_in(&candidate.grid))
    };
    let beside = matches!(reason, Some(ReadError::NotSquare { .. })) && !found.first().is_some_and(whole);
    let poor = found.first().is_none_or(|best| best.candidate.fit < if beside { CLEAR } else { POOR });
    let mut out: Vec<Candidate> = Vec::new();
    for Found { candidate, .. } in found {
        // Each search finds what the others have found.
        if !out.iter().any(|known| known.board == candidate.board && known.grid.coincides(&candidate.grid)) {
            out.push(candidate);
        }
    }
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
/// The share of cell sides that are drawn on a board with lines.
const DRAWN: f64 = 0.95;
/// The share of cell sides that are drawn where all cells but those of the board have lines.
const RULED: f64 = 0.85;
/// Cells of one region differ by less than this in each channel, but for noise.
const EVEN: f32 = 6.0;
/// The share of points near the border that have the colour of a cell that is surely seen.
const OWN: f32 = 0.75;
/// Boards with more rows than this are rare.
const LARGE: usize = 11;
/// Where the borders of cells have less of their cells' colours than this, they are none.
const UNEVEN: f64 = 0.6;
/// Only a spotless lattice with clear colours fits better than this.
const SPOTLESS: f64 = 0.95;
/// Where no candidate fits better than this, a plain reason to refuse goes first; against a clear lattice that is not
/// square it takes a clear one.
const POOR: f64 = 0.5;
/// The cells of a small board are at least this flat.
const FLAT: f64 = 0.85;
/// The best fit of a board without lines.
const BARE: f64 = 0.74;
/// The narrowest cells in pixels that are seldom texture.
const FINE: f64 = 12.0;

/// A candidate and how well the lattice is drawn that it was read from.
struct Found {
    candidate: Candidate,
    score: f64,
    /// The share of cell sides that are drawn.
    drawn: f64,
}

/// What has been made of a picture so far.
struct Reader<'a> {
    picture: &'a Picture,
    noise: f64,
    /// Clear lattices that a smaller place may be only a piece of.
    lattices: Vec<Lattice>,
    /// Places that may reach one row and one column beyond the board, which nothing tells.
    torn: Vec<Lattice>,
    /// The well-drawn places that were looked into.
    drawn: Vec<Place>,
    found: Vec<Found>,
    /// What fits better than this is clear.
    enough: f64,
    /// Whether something is clear, so that there is no need to look further.
    clear: bool,
    /// The first plain reason to refuse.
    reason: Option<ReadError>,
}

impl<'a> Reader<'a> {
    fn new(picture: &'a Picture, noise: f64, enough: f64) -> Self {
        let (lattices, torn, drawn, found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { picture, noise, lattices, torn, drawn, found, enough, clear: false, reason: None }
    }

    /// Takes up what one search has found.
    fn read(&mut self, places: &locate::Places, way: Way, options: &ReadOptions) {
        if let Some(oblong) = places.oblong.filter(|oblong| oblong.pitch() > self.fine()) {
            let (columns, rows) = (oblong.columns, oblong.rows);
            let lost = if columns > rows { "the top or the bottom" } else { "the left or the right" };
            let advice = format!("is the board cut off at {lost}?");
            self.reason.get_or_insert(ReadError::NotSquare { columns, rows, advice });
            self.lattices.push(oblong);
        }
        for place in places.square.iter().take(PLACES) {
            if options.size.is_some_and(|size| size != place.grid.size()) {
                self.note(place, &Evidence::of(place, &sample::sample(self.picture, place, self.noise)));
                continue;
            }
            // A few rows of a larger board are seen askew more easily than a small board with a side missing, or with cells
            // that are far from square.
            if place.grid.size() < SMALL && (place.outline < DRAWN || !place.is_squarish()) {
                continue;
            }
            self.revise(place);
            // A square piece of a larger lattice is not the board, however well it reads, nor is what lies on a clear board.
            if self.clear_boards().any(|grid| grid.cell_at(place.centre()).is_some())
                || self.lattices.iter().any(|lattice| lattice.holds(&place.grid))
            {
                continue;
            }
            // Little is gained from an outline where the lines have been seen.
            if way == Way::Outline && self.drawn.iter().any(|known| known.grid.coincides(&place.grid)) {
                continue;
            }
            if place.drawn > DRAWN && !place.murky {
                self.drawn.push(place.clone());
            }
            // Large lattices in photographs and paintings cost the most, and nothing comes of them.
            if place.grid.size() > LARGE && sample::glance(self.picture, place, self.noise) < UNEVEN {
                continue;
            }
            self.interpret(place, false);
        }
    }

    /// Forgets lattices that a place shows to be none, and what they were a reason for.
    fn revise(&mut self, place: &Place) {
        let refuted = |lattice: &Lattice| lattice.is_refuted_by(place);
        if let Some(ReadError::NotSquare { columns, rows, .. }) = self.reason
            && self.lattices.iter().any(|l| (l.columns, l.rows) == (columns, rows) && refuted(l))
        {
            self.reason = None;
        }
        self.lattices.retain(|lattice| !refuted(lattice));
    }

    /// Lattices of cells narrower than this many pixels are as likely texture, and say nothing about larger ones.
    fn fine(&self) -> f64 {
        FINE.max(f64::from(self.picture.width().min(self.picture.height())) / 80.0)
    }

    fn clear_boards(&self) -> impl Iterator<Item = &Grid> {
        self.found.iter().map(|found| &found.candidate).filter(|board| board.fit > CLEAR).map(|board| &board.grid)
    }

    /// Keeps a clear lattice in mind, whatever its colours.
    fn note(&mut self, place: &Place, evidence: &Evidence) {
        if evidence.flat > 0.9 && place.drawn > DRAWN && !place.murky && place.pitch() > self.fine() {
            self.lattices.push(Lattice::of(place));
        }
    }

    /// Adds the boards that one place may hold, or notes why it holds none, if it looks like a board at all. `trimmed` says
    /// that a margin has been taken off already.
    fn interpret(&mut self, place: &Place, trimmed: bool) {
        let samples = sample::sample(self.picture, place, self.noise);
        let evidence = Evidence::of(place, &samples);
        let colours = cluster::labs(&samples);
        self.note(place, &evidence);
        // Without lines the page's cells may pass for regions of the board.
        if !trimmed
            && place.drawn < 0.8
            && let Some(inner) = Self::without_page(place, &samples)
            && inner.grid.size() + 2 <= samples.size
        {
            return self.interpret(&inner, true);
        }
        // Only such a place says anything about the board when it cannot be read.
        let plain = place.drawn >= 0.85 && !place.murky && evidence.flat >= 0.8;
        let readings = readings(self.picture, place, &samples, &colours, &evidence);
        let goes_on = !readings.is_empty() && beyond::goes_on(self.picture, place, &samples, self.noise, None);
        let mut boards: Vec<Candidate> = Vec::new();
        for Proposal { clustering, fit, warnings, light } in readings {
            let Ok(board) = Board::from_labels(samples.size, &clustering.labels) else { continue };
            let look = Look::new(self.picture, place, &samples, &board);
            let unseen = if warnings.is_empty() { None } else { look.unseen() };
            if let Some(known) = boards.iter_mut().find(|known| known.board == board) {
                known.fit = if unseen.is_some() { known.fit } else { known.fit.max(fit) };
                continue;
            }
            match self.margin(place, &samples, &board) {
                Margin::Certain(inner) if !trimmed && inner.grid.size() >= MIN_SIZE => {
                    // The board is a piece of what looked like a lattice of its own.
                    self.lattices.retain(|lattice| !lattice.holds(&inner.grid));
                    return self.interpret(&inner, true);
                }
                Margin::None => {}
                // Nothing tells the board from a piece of it.
                Margin::Either => {
                    self.torn.push(Lattice::of(place));
                    continue;
                }
                // What has been trimmed and still shows the page is no board.
                _ => continue,
            }
            if self.holds_page(place, &samples, warnings.is_empty()) {
                continue;
            }
            if let Some(cells) = unseen.or_else(|| look.hidden(self.picture, place, self.noise)) {
                let seen =
                    format!("something seems to lie on the {} cells about {}", cells.len(), cells[cells.len() / 2]);
                if plain {
                    self.reason.get_or_insert(ReadError::PartlyHidden { seen });
                }
                continue;
            }
            // Published boards with a region in pieces are rare: it takes walls or clear colours to believe one, and small
            // boards of that kind, or with many such regions, are pieces of others.
            let clear = match warnings.first() {
                Some(warning) => warning.code == BY_WALLS,
                None => clustering.margins.iter().all(|m| m.1 > 0.7) && self.pieces_agree(&samples, &board),
            };
            let guess = place.drawn < 0.8;
            let split = board.regions().filter(|&region| !board.is_connected(region)).count();
            if split > 0 && (!clear || guess || board.size() < SMALL || 3 * split > board.size()) {
                continue;
            }
            let palette = palette_of(&samples, &board);
            // Seen in uneven light, the page beside the board may look like a region of it.
            let goes_on = goes_on
                && light.is_none_or(|light| beyond::goes_on(self.picture, place, &samples, self.noise, Some(light)));
            if goes_on {
                continue;
            }
            // What is not drawn all over may be a piece of a board that another search sees whole.
            self.clear |= fit > self.enough && place.drawn.min(place.outline) > DRAWN;
            // Without lines, or with edges everywhere, a lattice is a guess, which only a unique solution bears out.
            let guess = guess || (place.murky && place.drawn.min(place.outline) < DRAWN);
            let fit = if guess { fit.min(BARE) } else { fit };
            let marks = marks::marks(self.picture, place, &samples, &board);
            let doubts = doubts_of(&clustering, &board);
            let grid = place.grid.clone();
            let at_edge = self.is_at_edge(&grid);
            boards.push(Candidate { board, marks, grid, palette, fit, doubts, warnings, at_edge });
        }
        if boards.is_empty()
            && !trimmed
            && place.drawn > RULED
            && let Some(inner) = Self::without_page(place, &samples)
        {
            self.lattices.retain(|lattice| !lattice.holds(&inner.grid));
            return self.interpret(&inner, true);
        }
        if boards.is_empty() && plain {
            self.reason.get_or_insert_with(|| refusal(samples.size, cluster::count(&colours), goes_on));
        }
        let (score, drawn) = (place.score, place.drawn);
        self.found.extend(boards.into_iter().map(|candidate| Found { candidate, score, drawn }));
    }

    /// Whether the first or last row and column of a place are no cells of the board: they are of one colour, and that is
    /// the page's around the board, or they hold the names of rows and columns.
    fn margin(&self, place: &Place, samples: &Samples, board: &Board) -> Margin {
        let size = board.size();
        let corners = [(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)];
        let Some((row, column)) = corners.into_iter().find(|&(r, c)| {
            let own = |cell: Cell| board.region(cell) == board.region(Cell::new(r, c));
            (0..size).all(|k| own(Cell::new(r, k)) && own(Cell::new(k, c)))
        }) else {
            return Margin::None;
        };
        let colour = samples.cells[row * size + column].colour;
        // Without lines the other two sides may lie beside the headers of a spreadsheet.
        let corner = Cell::new(row, column);
        let page = beyond::is_surrounded_by(self.picture, place, colour, self.noise, None)
            || (place.drawn < 0.8 && beyond::is_surrounded_by(self.picture, place, colour, self.noise, Some(corner)));
        let region = board.region(corner);
        if board.unit_cells(Unit::Region(region)).len() != 2 * size - 1 {
            // Without lines, who can tell the page from a region in its colour?
            return if page && place.drawn < 0.8 { Margin::Doubtful } else { Margin::None };
        }
        let in_margin = |i: usize| i / size == row || i % size == column;
        let written = |margin: bool| {
            let cells = || (0..size * size).filter(|&i| in_margin(i) == margin);
            cells().filter(|&i| samples.cells[i].purity < WRITTEN).count() as f64 / cells().count() as f64
        };
        let grey = sample::is_grey(colour);
        let (most, few) = if grey { (0.7, 0.5) } else { (0.8, 0.1) };
        let names = written(true) >= most && written(false) <= few;
        if !page && !names {
            // Only thick lines tell a grey region from blank cells of a sheet, if something is seen beside it; without lines nothing
            // tells a region from what lies beside the board.
            let walls = || walls::Walls::measure(self.picture, place, samples)[0].weights().is_some();
            return match (grey, place.drawn < 0.8) {
                (true, guess) if guess || self.ends_beside(place, corner) || !walls() => Margin::Doubtful,
                (false, true) => Margin::Either,
                _ => Margin::None,
            };
        }
        place
            .part(usize::from(row == 0), usize::from(column == 0), size - 1)
            .map_or(Margin::Doubtful, |inner| Margin::Certain(Box::new(inner)))
    }

    /// Whether all pieces of each region have the same colour, and show it all over: one that is lighter or darker, as under the
    /// pointer, may be of another region, and a cell that is none of them may lie under something.
    fn pieces_agree(&self, samples: &Samples, board: &Board) -> bool {
        let most = EVEN + 2.5 * self.noise as f32;
        board.regions().filter(|&region| !board.is_connected(region)).all(|region| {
            let seen = |cell: Cell| samples.cells[cell.row() * samples.size + cell.column()].rim > OWN;
            if board.pieces(region).iter().any(|piece| !piece.iter().any(seen)) {
                return false;
            }
            let colours: Vec<[f32; 3]> =
                board.pieces(region).into_iter().map(|piece| mean_colour(samples, piece)).collect();
            let apart = |a: &[f32; 3], b: &[f32; 3]| (0..3).map(|c| (a[c] - b[c]).abs()).fold(0.0, f32::max);
            colours.iter().all(|colour| apart(colour, &colours[0]) < most)
        })
    }

    /// Whether the picture ends at some side of a board, with little room beyond a frame.
    fn is_at_edge(&self, grid: &Grid) -> bool {
        let room = ROOM * (grid.corners()[1].x - grid.corners()[0].x) / grid.size() as f64;
        let (right, bottom) = (f64::from(self.picture.width()) - room, f64::from(self.picture.height()) - room);
        grid.corners().iter().any(|p| p.x < room || p.y < room || p.x > right || p.y > bottom)
    }

    /// Whether the picture ends beside the outermost row and column that a corner cell of a place lies in.
    fn ends_beside(&self, place: &Place, corner: Cell) -> bool {
        let (u, v) = (if corner.column() == 0 { -0.5 } else { 1.5 }, if corner.row() == 0 { -0.5 } else { 1.5 });
        ![(u, 0.5), (0.5, v)].into_iter().any(|(u, v)| sample::has(self.picture, place.grid.point(corner, u, v)))
    }

    /// The board on a lattice that goes on around it in the page's colour.
    fn without_page(place: &Place, samples: &Samples) -> Option<Place> {
        let colours: Vec<[u8; 3]> = samples.cells.iter().map(|sample| sample.colour.map(|c| c.round() as u8)).collect();
        // A square rest of a square leaves out two lines at least, so that names make no difference.
        let colours: Vec<Vec<[u8; 3]>> = colours.chunks(samples.size).map(<[_]>::to_vec).collect();
        let rest = margin::without(&colours, &|_, _| false)?;
        place.part(rest.top, rest.left, rest.right - rest.left)
    }

    /// Whether all cells along one edge of a place look like the page around it; `bare` asks that no lines run between them either.
    fn holds_page(&self, place: &Place, samples: &Samples, bare: bool) -> bool {
        let last = samples.size - 1;
        let lines: [fn(usize, usize) -> usize; 4] =
            [|k, _| k, |k, last| last * (last + 1) + k, |k, last| k * (last + 1), |k, last| k * (last + 1) + last];
        lines.into_iter().any(|at| {
            let colour = samples.cells[at(0, last)].colour;
            let drawn = neighbours(samples.size)
                .zip(&place.seams)
                .filter(|((a, b), _)| (0..last).any(|k| (at(k, last), at(k + 1, last)) == (*a, *b)));
            (0..=last).all(|k| sample::alike(samples.cells[at(k, last)].colour, colour))
                && (!bare || drawn.map(|(_, &drawn)| drawn).sum::<f32>() < BARE_LINE * last as f32)
                && beyond::is_surrounded_by(self.picture, place, colour, self.noise, None)
        })
    }
}

/// A line of cells with a smaller share of its sides drawn than this has none.
const BARE_LINE: f32 = 0.3;
/// Around a whole board there is room for this share of a cell, or the picture is cut to it.
const ROOM: f64 = 0.2;
/// A cell where a smaller share of the points has the cell's own colour has something written on it.
const WRITTEN: f32 = 0.97;

/// Whether a place reaches one row and one column beyond the board.
enum Margin {
    None,
    /// It may.
    Doubtful,
    /// It may, and what lies within looks like a board as well.
    Either,
    /// It does; this is the board.
    Certain(Box<Place>),
}

/// The code of the warning that thick lines decided where colours did not.
const BY_WALLS: &str = "by-walls";

/// A way to read the colours of a place.
struct Proposal {
    clustering: Clustering,
    fit: f64,
    warnings: Vec<Warning>,
    /// The light that was made even first.
    light: Option<Light>,
}

/// How much a place looks like a board, whatever its colours.
struct Evidence {
    /// The share of points near the borders of the cells that have the cells' own colours.
    flat: f64,
    /// From 0, no lattice, to 1, a perfect one.
    lattice: f64,
}

impl Evidence {
    fn of(place: &Place, samples: &Samples) -> Self {
        let flat = samples.cells.iter().map(|s| f64::from(s.rim)).sum::<f64>() / samples.cells.len() as f64;
        let lattice = ((flat - 0.5) / 0.35).clamp(0.0, 1.0) * ((place.outline - 0.5) / 0.4).clamp(0.0, 1.0);
        // Of two lattices that fit alike the more regular one is right.
        Self { flat, lattice: lattice * (1.0 - 0.5 * place.grid.unevenness().min(0.2)) }
    }
}

/// The ways to group the cells of a place into regions that are worth a thought.
fn readings(
    picture: &Picture,
    place: &Place,
    samples: &Samples,
    colours: &[Lab<D65, f32>],
    evidence: &Evidence,
) -> Vec<Proposal> {
    let size = samples.size;
    let lattice = evidence.lattice;
    let mut out = Vec::new();
    // The cells of a small board are large, and show it when they are none.
    let guess = place.drawn < 0.8;
    let spoilt = size < SMALL && evidence.flat < FLAT;
    // No reading fits better than its lattice.
    if lattice < POOR || (guess && spoilt) {
        return out;
    }
    if by_colours(&mut out, place, colours, evidence, None) {
        return out;
    }
    // Where the lattice itself is a guess, so is every second thought about its colours.
    if guess || spoilt {
        return out;
    }
    // Light spreads the colours of a board, but not over so many; what shows more is a texture. Where the lattice may be wrong,
    // the colours of cells and of the page beside them may come out clear as well.
    let few = !place.murky && cluster::count(colours) <= 2 * size;
    for light in few.then(|| Light::of(samples, colours)).into_iter().flatten() {
        if by_colours(&mut out, place, &cluster::labs(&light.even(samples)), evidence, Some(light)) {
            return out;
        }
    }
    let warning = |code, message: &str| vec![Warning { code, message: message.to_string(), cells: Vec::new() }];
    let [walls, in_themselves] = walls::Walls::measure(picture, place, samples);
    // Hatching and a wash show as surplus colours, and blur the weights of the lines.
    let blurred = cluster::count(colours) > size && walls.weights().is_none();
    let walls = if blurred { in_themselves } else { walls };
    if let Some(labels) = walls.regions(samples, colours) {
        let message = "the colours leave doubts (a pointer, a veil or a wash?); the thick lines decided";
        let clustering = cluster::evaluate(colours, labels, size);
        // Colours alone do not bear this reading out, so it takes a unique solution to be sure.
        out.push(Proposal { clustering, fit: 0.65 * lattice, warnings: warning(BY_WALLS, message), light: None });
    }
    let groups = veil::Groups::of(samples, colours);
    if let Some(labels) = groups.as_ref().and_then(|groups| tint::untint(groups, size)) {
        let message = "some cells are tinted; they were given to the neighbouring region that the same tint explains";
        let clustering = cluster::evaluate(colours, labels, size);
        out.push(Proposal { clustering, fit: 0.65 * lattice, warnings: warning("tinted", message), light: None });
    }
    if let Some(labels) = groups.as_ref().and_then(|groups| veil::unveil(groups, size)) {
        let message = "some cells are lighter or darker than their region (a pointer, a veil or glare?)";
        let clustering = cluster::evaluate(colours, labels, size);
        out.push(Proposal { clustering, fit: 0.6 * lattice, warnings: warning("veiled", message), light: None });
    }
    out
}

/// Adds the groupings by colour that are worth a thought; whether one of them is clear.
fn by_colours(
    out: &mut Vec<Proposal>,
    place: &Place,
    colours: &[Lab<D65, f32>],
    evidence: &Evidence,
    light: Option<Light>,
) -> bool {
    let Evidence { flat, lattice } = *evidence;
    for cluster in [cluster::kmeans, cluster::agglomerate] {
        let clustering = cluster(colours, place.grid.size());
        let margin = f64::from(clustering.margins.iter().map(|m| m.1).fold(1.0, f32::min));
        if margin < 0.35 || clustering.separation < 1.5 {
            continue;
        }
        let spotless = margin > 0.8 && flat > 0.97 && place.drawn > 0.97;
        let mut fit = lattice * ((margin - 0.3) / 0.4).clamp(0.0, 1.0);
        if !spotless {
            // Real palettes keep their colours apart, and without drawn lines colours are all there is.
            let apart = f64::from(clustering.separation) / if place.drawn < 0.8 { 10.0 } else { 6.0 };
            fit = (fit * apart.min(1.0)).min(SPOTLESS);
        }
        out.push(Proposal { clustering, fit, warnings: Vec::new(), light });
        if margin > 0.7 {
            return true;
        }
    }
    false
}

/// Why a well-drawn lattice is no board.
fn refusal(size: usize, colours: usize, piece: bool) -> ReadError {
    if piece {
        ReadError::NoGrid { seen: format!("{size} x {size} cells that are a piece of something larger") }
    } else if colours <= 1 {
        ReadError::NoColours { size }
    } else if colours < size {
        ReadError::TooFewColours { size, colours }
    } else if colours == size {
        ReadError::LowConfidence { detail: format!("{size} rows and {colours} colours, but regions in doubt") }
    } else {
        ReadError::ColoursMismatch { size, colours, advice: "is part of the board cut off or covered?".to_string() }
    }
}

fn palette_of(samples: &Samples, board: &Board) -> Palette {
    let colour = |region: Region| mean_colour(samples, board.unit_cells(Unit::Region(region)));
    Palette::new(board.regions().map(|region| Rgb(colour(region).map(|c| c.round() as u8))).collect())
}

fn mean_colour(samples: &Samples, cells: CellSet) -> [f32; 3] {
    let mut sum = [0.0f32; 3];
    for cell in cells.iter() {
        let sample = &samples.cells[cell.row() * samples.size + cell.column()];
        for (total, channel) in sum.iter_mut().zip(sample.colour) {
            *total += channel;
        }
    }
    sum.map(|total| total / cells.len() as f32)
}

/// Cells whose colour is not clearly that of their region, most doubtful first.
fn doubts_of(clustering: &Clustering, board: &Board) -> Vec<Doubt> {
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
