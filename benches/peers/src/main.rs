//! Our engine beside qsolve and a SAT solver on the same boards, one after the other in the same minute.
//!
//! `cd benches/peers && cargo run --release`. The boards are those of `QUEENSHOT_SHARED` where it is set, else generated.
//! Every round is one pass over all boards, none repeated; the best round counts.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use qsolve::board::Board as QBoard;
use qsolve::heuristic::{Heuristic, all_heuristics};
use qsolve::solveiter::solve_iter;
use qsolve::solvestate::{SolveState, SolveStrategy};
use qsolve::squarecolor::ALL_SQUARE_COLORS;
use queenshot::board::{Board, CellSet, State};
use queenshot::solve::{Outcome, SolveOptions, solution, solve};
use queenshot::{exact, generate};

const ROUNDS: usize = 7;

fn main() {
    let boards = boards();
    let theirs: Vec<QBoard> = boards.iter().map(qsolve_board).collect();
    let heuristics: Vec<Vec<Box<dyn Heuristic>>> = theirs.iter().map(all_heuristics).collect();
    let options = SolveOptions::default();
    let all: Vec<usize> = (0..boards.len()).collect();

    let mut lines = vec![
        line("queenshot, solution only", &all, |i| solution(&boards[i]).is_some()),
        line("queenshot, exact count", &all, |i| exact::count(&boards[i], &CellSet::EMPTY, 2) == 1),
        line("queenshot, full trace", &all, |i| solve(&boards[i], State::new(&boards[i]), &options).outcome == Outcome::Solved),
        line("qsolve, fast, heuristics prebuilt", &all, |i| qsolve_solves(&theirs[i], &heuristics[i])),
        line("qsolve, fast, with its set-up", &all, |i| qsolve_solves(&theirs[i], &all_heuristics(&theirs[i]))),
        line("batsat", &all, |i| sat_solves(&boards[i])),
    ];
    let ours = lines[0].1;
    println!("{} boards", boards.len());
    lines.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (name, micros, solved) in lines {
        println!("{name:<36} {micros:>9.2} us a board  {:>7.1} times  {solved} solved", micros / ours);
    }
}

/// The name, the time of a board in microseconds and the number of boards solved.
fn line(name: &'static str, boards: &[usize], solves: impl Fn(usize) -> bool) -> (&'static str, f64, usize) {
    let mut best = Duration::MAX;
    let mut solved = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        solved = boards.iter().filter(|&&i| black_box(solves(black_box(i)))).count();
        best = best.min(start.elapsed());
    }
    (name, best.as_secs_f64() * 1e6 / boards.len() as f64, solved)
}

fn boards() -> Vec<Board> {
    let Some(shared) = std::env::var_os("QUEENSHOT_SHARED") else {
        return (0..300).map(|seed| generate::unique(7 + (seed % 4) as usize, seed)).collect();
    };
    let folder = Path::new(&shared).join("boards/linkedin");
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("the archive").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let board = |path| {
        let text = std::fs::read_to_string(path).expect("a readable board");
        let labels: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
        Board::from_labels(labels.len().isqrt(), &labels).expect("a board")
    };
    paths.iter().map(board).collect()
}

fn qsolve_board(board: &Board) -> QBoard {
    let colours = board.labels().iter().map(|region| ALL_SQUARE_COLORS[region.index()]).collect();
    QBoard::new(board.size(), colours)
}

fn qsolve_solves(board: &QBoard, heuristics: &[Box<dyn Heuristic>]) -> bool {
    let start = SolveState::from(board);
    solve_iter(start, SolveStrategy::Fast, heuristics).last().is_some_and(|end| end.solve_state.complete())
}

/// One variable a cell; a queen in every row, column and region, and no two that attack each other.
fn sat_solves(board: &Board) -> bool {
    let mut solver = BasicSolver::default();
    let cells: Vec<_> = board.cells().collect();
    let variables: Vec<Var> = cells.iter().map(|_| solver.new_var_default()).collect();
    for unit in board.units() {
        let inside = board.unit_cells(unit);
        let chosen = cells.iter().zip(&variables).filter(|(cell, _)| inside.contains(**cell));
        let mut clause: Vec<Lit> = chosen.map(|(_, &variable)| Lit::new(variable, true)).collect();
        solver.add_clause_reuse(&mut clause);
    }
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells.iter().enumerate().take(i) {
            if board.attacks(a, b) {
                solver.add_clause_reuse(&mut vec![Lit::new(variables[i], false), Lit::new(variables[j], false)]);
            }
        }
    }
    solver.solve_limited(&[]) == lbool::TRUE
}
