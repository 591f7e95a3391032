//! What `convert --to qsolve` writes, read by qsolve itself: the same regions, the same marks, the same answer; and what
//! qsolve writes, read by us.
//!
//! `cd benches/peers && cargo run --release --bin formats`. The boards are those of `QUEENSHOT_SHARED` where it is set, else
//! generated; each once bare and once with marks, the right queens of a few rows and a few wrong crosses among them.

use std::path::Path;

use qsolve::board::Board as QBoard;
use qsolve::file::QueensFile;
use qsolve::heuristic::all_heuristics;
use qsolve::solveiter::solve_iter;
use qsolve::solvestate::{SolveState, SolveStrategy, SquareVal};
use queenshot::board::{Board, Cell, CellSet, Marks};
use queenshot::generate;
use queenshot::solve::solution;
use queenshot::text::{self, Format, Puzzle};

fn main() {
    let boards = boards();
    let mut checked = 0;
    for (number, board) in boards.iter().enumerate() {
        let answer = solution(board).expect("the archive's boards have one solution").queens();
        let pick = |one_in: usize, from: CellSet| -> CellSet {
            from.iter().filter(|cell| (cell.row() * 7 + cell.column() * 3 + number) % one_in == 0).collect()
        };
        let queens = pick(3, answer);
        let marks = Marks { queens, crosses: pick(4, board.all() - answer), ..Marks::default() };
        for marks in [Marks::default(), marks] {
            let puzzle = Puzzle { board: board.clone(), marks };
            let text = text::write(&puzzle, None, Format::Qsolve).expect("sixteen regions at most");
            let file: QueensFile = text.parse().unwrap_or_else(|error| panic!("qsolve refuses\n{text}\n{error:?}"));
            same_regions(board, &file.board, &text);
            same_marks(&puzzle, &file, &text);
            let start = SolveState::from(&file.board);
            let heuristics = all_heuristics(&file.board);
            let end = solve_iter(start, SolveStrategy::Fast, &heuristics).last().expect("a step");
            let theirs = cells(board, &|cell| end.solve_state.square(&coord(cell)) == Some(SquareVal::Queen));
            assert_eq!(theirs, answer, "another answer to\n{text}");
            // And back: the squares as qsolve prints them, below the rows that it was given.
            if let Some(squares) = &file.squares {
                let rows: String = text.lines().take(board.size()).map(|row| format!("{row}\n")).collect();
                let back: Puzzle = format!("{rows}\n{squares}\n").parse().expect("what qsolve prints is a board");
                assert_eq!(back, puzzle, "{squares}");
            }
            checked += 1;
        }
    }
    println!("qsolve reads and answers all {checked} texts as we do");
}

fn coord(cell: Cell) -> (usize, usize) {
    (cell.row(), cell.column())
}

fn cells(board: &Board, wanted: &dyn Fn(Cell) -> bool) -> CellSet {
    board.cells().filter(|&cell| wanted(cell)).collect()
}

/// Two cells are of one region for us where they are of one colour for them.
fn same_regions(ours: &Board, theirs: &QBoard, text: &str) {
    assert_eq!(ours.size(), theirs.size(), "{text}");
    for a in ours.cells() {
        for b in ours.cells() {
            let same = theirs.color(&coord(a)) == theirs.color(&coord(b));
            assert_eq!(ours.region(a) == ours.region(b), same, "{a} and {b} of\n{text}");
        }
    }
}

fn same_marks(puzzle: &Puzzle, file: &QueensFile, text: &str) {
    let size = puzzle.board.size();
    let square = |cell: Cell| file.squares.as_ref().and_then(|squares| squares.0[cell.row() * size + cell.column()]);
    assert_eq!(file.squares.is_some(), !puzzle.marks.is_empty(), "{text}");
    assert_eq!(cells(&puzzle.board, &|cell| square(cell) == Some(SquareVal::Queen)), puzzle.marks.queens, "{text}");
    assert_eq!(cells(&puzzle.board, &|cell| square(cell) == Some(SquareVal::X)), puzzle.marks.crosses, "{text}");
}

fn boards() -> Vec<Board> {
    let Some(shared) = std::env::var_os("QUEENSHOT_SHARED") else {
        return (0..300).map(|seed| generate::unique(5 + (seed % 7) as usize, seed)).collect();
    };
    let folder = Path::new(&shared).join("boards/linkedin");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("the archive").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let board = |path| std::fs::read_to_string(path).expect("a readable board").parse::<Puzzle>().expect("a board").board;
    paths.iter().map(board).collect()
}
