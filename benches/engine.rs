//! The engine and the exact search: over an archive in one pass, and by size of board.
//!
//! `cargo bench --bench engine`. The archive is that of `QUEENSHOT_SHARED` where it is set, else generated boards in
//! the same mix of sizes. Each call of an `archive` bench solves all boards once, none repeated: divide by their number.

use std::hint::black_box;
use std::path::Path;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use queenshot::board::{Board, CellSet, State};
use queenshot::solve::{SolveOptions, solution, solve};
use queenshot::{exact, generate};

fn main() {
    divan::main();
}

static ARCHIVE: LazyLock<Vec<Board>> = LazyLock::new(|| match std::env::var_os("QUEENSHOT_SHARED") {
    Some(shared) => folder(&Path::new(&shared).join("boards/linkedin"), ""),
    None => {
        let mix = [(7, 35), (8, 70), (9, 70), (10, 17), (11, 8)];
        mix.into_iter().flat_map(|(size, number)| (0..number).map(move |seed| generate::unique(size, seed))).collect()
    }
});

/// Boards of one size, the large ones from `fixtures/boards` as they take long to make.
fn sized(size: usize) -> Vec<Board> {
    if size < 16 {
        return (0..60).map(|seed| generate::unique(size, seed)).collect();
    }
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boards"), &format!("{size}-"))
}

/// The boards in the text files of a folder whose names begin as given.
fn folder(path: &Path, start: &str) -> Vec<Board> {
    let entries = std::fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start)));
    paths.sort();
    let board = |path| {
        let text = std::fs::read_to_string(path).expect("a readable board");
        let labels: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        Board::from_labels(labels.len().isqrt(), &labels).expect("a board")
    };
    paths.iter().map(board).collect()
}

fn run<T>(bencher: Bencher<'_, '_>, boards: &[Board], work: impl Fn(&Board) -> T + Sync) {
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for board in boards {
            black_box(work(black_box(board)));
        }
    });
}

#[divan::bench_group]
mod archive {
    use super::*;

    #[divan::bench]
    fn solution_only(bencher: Bencher) {
        run(bencher, &ARCHIVE, solution);
    }

    #[divan::bench]
    fn full_trace(bencher: Bencher) {
        run(bencher, &ARCHIVE, |board| solve(board, State::new(board), &SolveOptions::default()));
    }

    #[divan::bench]
    fn exact_count(bencher: Bencher) {
        run(bencher, &ARCHIVE, |board| exact::count(board, &CellSet::EMPTY, 2));
    }
}

#[divan::bench_group]
mod by_size {
    use super::*;

    const SIZES: [usize; 5] = [8, 11, 16, 20, 26];

    #[divan::bench(args = SIZES)]
    fn solution_only(bencher: Bencher, size: usize) {
        run(bencher, &sized(size), solution);
    }

    #[divan::bench(args = SIZES)]
    fn full_trace(bencher: Bencher, size: usize) {
        run(bencher, &sized(size), |board| solve(board, State::new(board), &SolveOptions::default()));
    }

    #[divan::bench(args = SIZES)]
    fn exact_count(bencher: Bencher, size: usize) {
        run(bencher, &sized(size), |board| exact::count(board, &CellSet::EMPTY, 2));
    }
}
