//! What several tests share: a seeded random generator, a slow and obvious search, random boards, and the fixtures.

use std::fs;
use std::path::{Path, PathBuf};

use queenshot::board::{Board, Cell, CellSet, Marks};

/// A small seeded random generator (SplitMix64): the same seed gives the same numbers on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        // Neighbouring seeds must not give neighbouring streams.
        let mut rng = Self(seed ^ 0x51ee_7a11_c0ff_ee00);
        rng.next();
        Self(rng.next())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n` - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// A number from 0 up to but not including 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from `low` up to `high`.
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// True with the given probability.
    pub(crate) fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A normally distributed number (Box and Muller), mean 0 and deviation 1.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// All solutions of a board up to a limit, by a search that knows only the rules: each row, each column and each region
/// holds one queen, and queens do not touch. `regions` numbers the cells in reading order.
pub(crate) fn brute_force(size: usize, regions: &[usize], limit: usize) -> Vec<Vec<(usize, usize)>> {
    fn search(
        size: usize,
        regions: &[usize],
        open: &[(usize, usize)],
        placed: &mut Vec<(usize, usize)>,
        found: &mut Vec<Vec<(usize, usize)>>,
        limit: usize,
    ) {
        if placed.len() == size {
            found.push(placed.clone());
            return;
        }
        // Of all rows, columns and regions without a queen, go on with one that has the fewest open cells.
        let mut counts = vec![[0usize; 3]; size];
        for &(r, c) in open {
            counts[r][0] += 1;
            counts[c][1] += 1;
            counts[regions[r * size + c]][2] += 1;
        }
        let mut filled = vec![[false; 3]; size];
        for &(r, c) in placed.iter() {
            filled[r][0] = true;
            filled[c][1] = true;
            filled[regions[r * size + c]][2] = true;
        }
        let units = (0..size).flat_map(|i| (0..3).map(move |kind| (i, kind)));
        let (index, kind) = units
            .filter(|&(i, kind)| !filled[i][kind])
            .min_by_key(|&(i, kind)| counts[i][kind])
            .expect("a row without a queen is left");
        for &(r, c) in open {
            if [r, c, regions[r * size + c]][kind] != index {
                continue;
            }
            let rest: Vec<_> = open
                .iter()
                .copied()
                .filter(|&(r2, c2)| {
                    let touching = r.abs_diff(r2) <= 1 && c.abs_diff(c2) <= 1;
                    r != r2 && c != c2 && regions[r * size + c] != regions[r2 * size + c2] && !touching
                })
                .collect();
            placed.push((r, c));
            search(size, regions, &rest, placed, found, limit);
            placed.pop();
            if found.len() >= limit {
                return;
            }
        }
    }
    let open: Vec<_> = (0..size * size).map(|i| (i / size, i % size)).collect();
    let mut found = Vec::new();
    search(size, regions, &open, &mut Vec::new(), &mut found, limit);
    for solution in &mut found {
        solution.sort_unstable();
    }
    found
}

/// The solutions of a board, up to a limit, by [`brute_force`].
pub(crate) fn solutions(board: &Board, limit: usize) -> Vec<Vec<(usize, usize)>> {
    let regions: Vec<usize> = board.cells().map(|cell| board.region(cell).index()).collect();
    brute_force(board.size(), &regions, limit)
}

/// A random board with exactly one solution, and that solution as one column a row. Every region hangs together.
pub(crate) fn random_board(size: usize, rng: &mut Rng) -> (Board, Vec<usize>) {
    loop {
        let queens = random_queens(size, rng);
        let mut regions = grow_regions(size, &queens, rng);
        if make_unique(size, &queens, &mut regions, rng) {
            let board = Board::from_labels(size, &regions).expect("as many regions as rows");
            return (board, queens);
        }
    }
}

/// A random queen a row, no two in one column or touching.
fn random_queens(size: usize, rng: &mut Rng) -> Vec<usize> {
    loop {
        let mut free: Vec<usize> = (0..size).collect();
        let mut queens: Vec<usize> = Vec::with_capacity(size);
        while queens.len() < size {
            let open: Vec<usize> =
                free.iter().copied().filter(|&c| queens.last().is_none_or(|&last| c.abs_diff(last) > 1)).collect();
            if open.is_empty() {
                break;
            }
            let column = *rng.pick(&open);
            free.retain(|&c| c != column);
            queens.push(column);
        }
        if queens.len() == size {
            return queens;
        }
    }
}

/// The cells that share an edge with cell `at`.
fn neighbours(size: usize, at: usize) -> impl Iterator<Item = usize> {
    let (r, c) = (at / size, at % size);
    let around = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
    around.into_iter().filter(move |&(r, c)| r < size && c < size).map(move |(r, c)| r * size + c)
}

/// Regions grown from the queens, some greedy and some modest, as in real puzzles.
fn grow_regions(size: usize, queens: &[usize], rng: &mut Rng) -> Vec<usize> {
    let mut regions = vec![usize::MAX; size * size];
    for (row, &column) in queens.iter().enumerate() {
        regions[row * size + column] = row;
    }
    // The larger the board, the fewer regions may be large: else it has far too many solutions.
    let appetite: Vec<f64> = (0..size).map(|_| rng.unit().powf(0.3 + (size as f64 / 11.0).powi(2)) + 1e-3).collect();
    loop {
        let frontier: Vec<(usize, usize)> = (0..size * size)
            .filter(|&at| regions[at] == usize::MAX)
            .flat_map(|at| neighbours(size, at).map(move |next| (at, next)))
            .filter(|&(_, next)| regions[next] != usize::MAX)
            .map(|(at, next)| (at, regions[next]))
            .collect();
        if frontier.is_empty() {
            return regions;
        }
        let total: f64 = frontier.iter().map(|&(_, region)| appetite[region]).sum();
        let mut left = rng.unit() * total;
        let chosen = frontier.iter().find(|&&(_, region)| {
            left -= appetite[region];
            left <= 0.0
        });
        let &(at, region) = chosen.unwrap_or(&frontier[frontier.len() - 1]);
        regions[at] = region;
    }
}

/// Moves cells of unwanted solutions to neighbouring regions until only the wanted solution is left; false if it does
/// not come to an end.
fn make_unique(size: usize, queens: &[usize], regions: &mut [usize], rng: &mut Rng) -> bool {
    let wanted: Vec<(usize, usize)> = queens.iter().copied().enumerate().collect();
    for _ in 0..40 * size {
        let found = brute_force(size, regions, 2);
        let Some(unwanted) = found.iter().find(|solution| **solution != wanted) else {
            return true;
        };
        let mut moves: Vec<(usize, usize)> = unwanted
            .iter()
            .filter(|cell| !wanted.contains(cell))
            .map(|&(r, c)| r * size + c)
            .flat_map(|at| neighbours(size, at).map(move |next| (at, next)))
            .map(|(at, next)| (at, regions[next]))
            .filter(|&(at, region)| regions[at] != region)
            .collect();
        rng.shuffle(&mut moves);
        let Some(&(at, region)) = moves.iter().find(|&&(at, _)| stays_connected(size, regions, at)) else {
            return false;
        };
        regions[at] = region;
    }
    false
}

/// Whether the region of cell `at` hangs together without it.
fn stays_connected(size: usize, regions: &[usize], at: usize) -> bool {
    let own: Vec<usize> = (0..regions.len()).filter(|&i| i != at && regions[i] == regions[at]).collect();
    let Some(&first) = own.first() else {
        return false;
    };
    let mut reached = vec![first];
    let mut next = 0;
    while next < reached.len() {
        for step in neighbours(size, reached[next]) {
            if step != at && regions[step] == regions[at] && !reached.contains(&step) {
                reached.push(step);
            }
        }
        next += 1;
    }
    reached.len() == own.len()
}

/// A picture with its truth beside it.
#[derive(Debug)]
pub(crate) struct Shot {
    pub(crate) name: String,
    pub(crate) picture: PathBuf,
    pub(crate) board: Board,
    pub(crate) marks: Marks,
}

/// The folder of fixtures.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// Every picture directly in a folder, by name, each with the board text that must lie beside it.
pub(crate) fn shots(folder: &Path) -> Vec<Shot> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let picture = entry.unwrap().path();
        if picture.extension().is_none_or(|extension| extension != "png") {
            continue;
        }
        let text = fs::read_to_string(picture.with_extension("board"))
            .unwrap_or_else(|error| panic!("{} has no truth beside it: {error}", picture.display()));
        let (board, marks) = parse_truth(&text);
        let name = picture.file_stem().unwrap().to_string_lossy().into_owned();
        found.push(Shot { name, picture, board, marks });
    }
    assert!(!found.is_empty(), "no pictures in {}", folder.display());
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Letters and marks as the truth files hold them.
fn parse_truth(text: &str) -> (Board, Marks) {
    let (letters, drawn) = text.split_once("\n\n").unwrap_or((text, ""));
    let labels: Vec<char> = letters.lines().flat_map(str::chars).collect();
    let size = letters.lines().count();
    let board = Board::from_labels(size, &labels).expect("the truth is a board");
    let cells = |wanted: char| -> CellSet {
        let rows = drawn.lines().enumerate();
        rows.flat_map(|(r, row)| row.chars().enumerate().map(move |(c, mark)| (r, c, mark)))
            .filter(|&(_, _, mark)| mark == wanted)
            .map(|(r, c, _)| Cell::new(r, c))
            .collect()
    };
    (board, Marks { given: cells('G'), queens: cells('Q'), crosses: cells('x') })
}
