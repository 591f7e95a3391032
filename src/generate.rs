//! Random boards from a seed: the same seed gives the same board on every machine.

use crate::board::{Board, MAX_SIZE, MIN_SIZE, Solution};
use crate::exact;

/// A small random generator (SplitMix64), good enough for boards and not for secrets.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed alone.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 to `n` - 1; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Brings the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A number from 0 up to, but not including, 1.
    fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A board of connected regions that grew from random cells. It may have any number of solutions.
///
/// # Panics
/// If `size` is outside 4 to 26.
pub fn connected(size: usize, seed: u64) -> Board {
    check(size);
    let mut random = Random::new(seed);
    let mut cells: Vec<usize> = (0..size * size).collect();
    random.shuffle(&mut cells);
    board(size, &grow(size, &cells[..size], &mut random))
}

/// A board whose regions are scattered cells. It may have any number of solutions.
///
/// # Panics
/// If `size` is outside 4 to 26.
pub fn scattered(size: usize, seed: u64) -> Board {
    check(size);
    let mut random = Random::new(seed);
    let mut regions: Vec<usize> = (0..size * size).map(|i| if i < size { i } else { random.below(size) }).collect();
    random.shuffle(&mut regions);
    board(size, &regions)
}

/// A board of connected regions with exactly one solution.
///
/// Regions grow from the queens of a solution; then cells of unwanted solutions move to a neighbouring region until
/// none is left.
///
/// # Panics
/// If `size` is outside 4 to 26.
pub fn unique(size: usize, seed: u64) -> Board {
    check(size);
    let mut random = Random::new(seed);
    loop {
        let queens = queens(size, &mut random);
        let mut regions = grow(size, &queens, &mut random);
        if let Some(board) = repair(size, &queens, &mut regions, &mut random) {
            return board;
        }
    }
}

fn check(size: usize) {
    assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "a board has 4 to 26 rows, {size} were asked for");
}

/// A board from the region of every cell; all of them must occur.
fn board(size: usize, regions: &[usize]) -> Board {
    Board::from_labels(size, regions).unwrap_or_else(|error| unreachable!("every region has its first cell: {error}"))
}

/// A random cell in every row, no two in one column or touching.
fn queens(size: usize, random: &mut Random) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..size).collect();
    loop {
        random.shuffle(&mut columns);
        // Swap each column that touches the one before with a later one; start again where none fits.
        let fits = (1..size).all(|row| {
            let last = columns[row - 1];
            let next = (row..size).find(|&i| columns[i].abs_diff(last) > 1);
            next.map(|i| columns.swap(row, i)).is_some()
        });
        if fits {
            return columns.iter().enumerate().map(|(row, column)| row * size + column).collect();
        }
    }
}

/// The cells that share an edge with a cell.
fn neighbours(size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / size, cell % size);
    let up = (row > 0).then(|| cell - size);
    let down = (row + 1 < size).then(|| cell + size);
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < size).then(|| cell + 1);
    [up, down, left, right].into_iter().flatten()
}

/// Connected regions from one cell each, a few large and many small ones, as in real puzzles. On large boards most
/// must be small, or there would be too many solutions.
fn grow(size: usize, starts: &[usize], random: &mut Random) -> Vec<usize> {
    const FREE: usize = usize::MAX;
    let contrast = 0.5 * (size as f64 / 8.0).powf(1.7);
    let appetite: Vec<f64> = starts.iter().map(|_| random.fraction().powf(contrast) + 0.002).collect();
    let mut regions = vec![FREE; size * size];
    // Each pair of a taken cell and a free neighbour wants to spread, at a time that is soon for large appetites.
    let mut waiting: Vec<(f64, usize, usize)> = Vec::new();
    let mut taken: Vec<(f64, usize, usize)> =
        starts.iter().enumerate().map(|(region, &cell)| (0.0, cell, region)).collect();
    while let Some((now, cell, region)) = taken.pop() {
        if regions[cell] == FREE {
            regions[cell] = region;
            for next in neighbours(size, cell) {
                let delay = -(1.0 - random.fraction()).ln() / appetite[region];
                waiting.push((now + delay, next, region));
            }
        }
        if taken.is_empty() {
            let soonest = waiting.iter().enumerate().min_by(|a, b| a.1.0.total_cmp(&b.1.0));
            if let Some((i, _)) = soonest {
                taken.push(waiting.swap_remove(i));
            }
        }
    }
    regions
}

/// Moves cells of unwanted solutions to neighbouring regions until only the wanted one is left; gives up after a while.
fn repair(size: usize, queens: &[usize], regions: &mut [usize], random: &mut Random) -> Option<Board> {
    for _ in 0..60 * size {
        let board = board(size, regions);
        let found = exact::some(&board, 2);
        let cells = |solution: &Solution| -> Vec<usize> {
            solution.columns().enumerate().map(|(row, column)| row * size + column).collect()
        };
        let Some(unwanted) = found.iter().map(cells).find(|cells| cells != queens) else {
            return Some(board);
        };
        let mut moves: Vec<(usize, usize)> = unwanted
            .iter()
            .filter(|cell| !queens.contains(cell))
            .flat_map(|&cell| neighbours(size, cell).map(move |next| (cell, next)))
            .map(|(cell, next)| (cell, regions[next]))
            .filter(|&(cell, region)| regions[cell] != region)
            .collect();
        random.shuffle(&mut moves);
        let &(cell, region) = moves.iter().find(|&&(cell, _)| holds_without(size, regions, cell))?;
        regions[cell] = region;
    }
    None
}

/// Whether the region of a cell is connected, and not empty, without it.
fn holds_without(size: usize, regions: &[usize], cell: usize) -> bool {
    let own: Vec<usize> = (0..regions.len()).filter(|&i| i != cell && regions[i] == regions[cell]).collect();
    let mut reached: Vec<usize> = own.first().copied().into_iter().collect();
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        let more = neighbours(size, at).filter(|i| own.contains(i) && !reached.contains(i));
        let more: Vec<usize> = more.collect();
        reached.extend(more);
        next += 1;
    }
    !own.is_empty() && reached.len() == own.len()
}
