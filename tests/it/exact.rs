//! The exact search, held against a plainer statement of the rules.

use queenshot::board::{Board, Cell, CellSet, Solution};
use queenshot::exact::{count, count_within, solutions};
use queenshot::generate::{self, Random};

use crate::agree::turned_board;
use crate::boards::{archive, board};

/// All solutions by trying every column in every row and checking every pair of queens.
fn by_trial(board: &Board) -> Vec<Solution> {
    fn go(board: &Board, columns: &mut Vec<usize>, found: &mut Vec<Solution>) {
        let row = columns.len();
        if row == board.size() {
            found.push(Solution::new(columns).unwrap());
            return;
        }
        for column in 0..board.size() {
            let fits = columns.iter().enumerate().all(|(other, &at)| {
                let same_region = board.region(Cell::new(other, at)) == board.region(Cell::new(row, column));
                let touch = row - other == 1 && column.abs_diff(at) == 1;
                at != column && !same_region && !touch
            });
            if fits {
                columns.push(column);
                go(board, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = Vec::new();
    go(board, &mut Vec::new(), &mut found);
    found
}

/// Every row a region of its own.
fn stripes(size: usize) -> Board {
    let labels: Vec<usize> = (0..size * size).map(|i| i / size).collect();
    Board::from_labels(size, &labels).unwrap()
}

#[test]
fn stripes_have_as_many_solutions_as_known() {
    // Permutations without neighbours that differ by one: 2, 14, 90, 646, 5242 for n = 4 to 8 (OEIS A002464).
    for (size, known) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        assert_eq!(count(&stripes(size), &CellSet::EMPTY, usize::MAX), known);
        assert_eq!(solutions(&stripes(size), &CellSet::EMPTY, usize::MAX), by_trial(&stripes(size)));
    }
    for size in [12, 26] {
        let board = stripes(size);
        assert_eq!(count(&board, &CellSet::EMPTY, 1000), 1000);
        let first = solutions(&board, &CellSet::EMPTY, 20);
        assert_eq!(first.len(), 20);
        assert!(first.is_sorted_by(|a, b| a < b));
    }
}

/// On both sides of the size at which sets of cells become wider.
#[test]
fn large_boards_have_the_solutions_that_trial_finds() {
    let mut several = 0;
    for size in [10, 11, 12, 13, 14] {
        for seed in 0..6 {
            let board = if seed < 3 { generate::unique(size, seed) } else { generate::connected(size, seed) };
            let all = by_trial(&board);
            several += usize::from(all.len() > 1);
            assert_eq!(solutions(&board, &CellSet::EMPTY, usize::MAX), all, "{board}");
            assert_eq!(count(&board, &CellSet::EMPTY, usize::MAX), all.len(), "{board}");
        }
    }
    assert!(several > 0, "no board has several solutions");
}

/// 14 regions on the upper 13 of 26 rows: to try all their arrangements would take for ever.
#[test]
fn boards_without_room_are_given_up_soon() {
    let mut random = Random::new(3);
    let [mut upper, mut lower] = [(0..14), (14..26)].map(|regions| regions.cycle().take(13 * 26).collect::<Vec<_>>());
    random.shuffle(&mut upper);
    random.shuffle(&mut lower);
    let board = Board::from_labels(26, &[upper, lower].concat()).unwrap();
    for symmetry in [0, 1, 4] {
        assert_eq!(count_within(&turned_board(&board, symmetry), &CellSet::EMPTY, 2, 20_000), Some(0));
    }
    // The given queen leaves 12 rows the cells in 11 columns.
    let label = |row: usize, column: usize, random: &mut Random| match (row, column) {
        (25, 25) | (0..12, 11..) => 0,
        _ => 1 + random.below(25),
    };
    let labels: Vec<usize> = (0..26 * 26).map(|i| label(i / 26, i % 26, &mut random)).collect();
    let board = Board::from_labels(26, &labels).unwrap();
    let given = CellSet::from_iter([Cell::new(25, 25)]);
    assert_eq!(count_within(&board, &given, 2, 20_000), Some(0));
}

/// Boards on which a thousand queens are tried in vain before the first solution, if there is one.
#[test]
fn long_searches_find_what_trial_finds() {
    let mut with = 0;
    for (size, seed) in [(12, 400), (12, 855), (13, 406)] {
        let board = generate::connected(size, seed);
        assert_eq!(count_within(&board, &CellSet::EMPTY, 1, 1000), None, "the search is short on\n{board}");
        let all = by_trial(&board);
        with += usize::from(!all.is_empty());
        assert_eq!(solutions(&board, &CellSet::EMPTY, usize::MAX), all, "{board}");
        assert_eq!(count(&board, &CellSet::EMPTY, usize::MAX), all.len(), "{board}");
    }
    assert!((1..3).contains(&with), "{with} of 3 boards have a solution");
}

#[test]
fn limits_and_given_queens() {
    let board = stripes(6);
    let all = by_trial(&board);
    for limit in [0, 1, 2, 89, 90, 91] {
        assert_eq!(count(&board, &CellSet::EMPTY, limit), limit.min(90));
        assert_eq!(solutions(&board, &CellSet::EMPTY, limit), all[..limit.min(90)]);
    }
    for cell in board.cells() {
        let given = CellSet::from_iter([cell]);
        let with: Vec<_> = all.iter().filter(|solution| solution.queens().contains(cell)).cloned().collect();
        assert_eq!(solutions(&board, &given, usize::MAX), with);
        assert_eq!(count(&board, &given, usize::MAX), with.len());
    }
    let attack = CellSet::from_iter([Cell::new(0, 0), Cell::new(1, 1)]);
    assert_eq!(count(&board, &attack, 9), 0);
    let outside = CellSet::from_iter([Cell::new(0, 6)]);
    assert_eq!(count(&board, &outside, 9), 0);
}

#[test]
fn the_only_solution_of_the_article_board() {
    let board = board("AAAAAAA BBBBCAA BDDECAA BBEEEAA BBFEGGA BBFBBBA BBBBBBA");
    let found = solutions(&board, &CellSet::EMPTY, 9);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["6 4 1 3 5 2 0"]);
}

#[test]
fn the_archive_has_the_solutions_that_are_known() {
    for folder in ["linkedin", "other"] {
        let Some(boards) = archive(folder) else { return };
        for it in boards {
            assert_eq!(count(&it.board, &CellSet::EMPTY, 2), it.solutions, "{}", it.id);
            assert_eq!(solutions(&it.board, &CellSet::EMPTY, 1), [it.first], "{}", it.id);
        }
    }
}
