//! The linear programs, held against searches and against other solvers.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use queenshot::board::{Board, Cell, CellSet, Solution};
use queenshot::linear::solve::{Outcome, SolveOptions, solutions, solve};
use queenshot::linear::{LinearError, Model, Place, RegionMap, Relation, write};
use queenshot::{exact, generate, nqueens};

use crate::boards::{archive, board};
use crate::support::{Rng, brute_force};

/// The board of Queens No. 307, as the article states it, and its solution.
const ARTICLE: &str = "AAAAAAA/BBBBCAA/BDDECAA/BBEEEAA/BBFEGGA/BBFBBBA/BBBBBBA";
const ARTICLE_SOLVED: &str = "6 4 1 3 5 2 0";

fn letters(board: &Board) -> RegionMap {
    RegionMap::of_board(board, |region| region.to_string())
}

fn optimum(model: &Model) -> Vec<Place> {
    match solve(model, &SolveOptions::default()) {
        Ok(Outcome::Optimal(queens)) => queens,
        other => panic!("{}: {other:?}", model.name()),
    }
}

fn columns(queens: &[Place]) -> String {
    queens.iter().map(|queen| queen.column.to_string()).collect::<Vec<_>>().join(" ")
}

/// An outside solver: its program and how it is told what to read and where to write.
struct Outside {
    program: &'static str,
    arguments: fn(file: &str, answer: &str) -> Vec<String>,
}

const OUTSIDE: [Outside; 2] = [
    Outside {
        program: "glpsol",
        arguments: |file, answer| {
            let form = if file.ends_with(".lp") { "--lp" } else { "--freemps" };
            [form, file, "-o", answer].map(String::from).to_vec()
        },
    },
    Outside {
        program: "cbc",
        arguments: |file, answer| [file, "solve", "solution", answer].map(String::from).to_vec(),
    },
];

impl Outside {
    /// Whether the program is there; says so where it is not.
    fn is_there(&self) -> bool {
        let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
            .any(|folder| folder.join(self.program).is_file());
        if !found {
            eprintln!("skipped: {} is not installed", self.program);
        }
        found
    }

    /// The queens of an optimum, in reading order; nothing where the program finds that there is none.
    fn solve(&self, file: &Path) -> Option<Vec<Place>> {
        let answer = file.with_extension("answer");
        let arguments = (self.arguments)(file.to_str().unwrap(), answer.to_str().unwrap());
        let output = Command::new(self.program).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let report = fs::read_to_string(&answer).unwrap_or_else(|error| panic!("{}: {error}\n{said}", self.program));
        // Either program's own words for the ends that matter.
        if ["Infeasible", "Integer infeasible", "INTEGER EMPTY", "INTEGER UNDEFINED"]
            .iter()
            .any(|words| report.contains(words))
        {
            assert!(!report.contains("INTEGER UNDEFINED") || said.contains("NO PRIMAL FEASIBLE SOLUTION"), "{said}");
            return None;
        }
        let optimal = report.contains("INTEGER OPTIMAL") || report.starts_with("Optimal");
        assert!(optimal, "{}\n{said}\n{report}", self.program);
        let mut queens = Vec::new();
        for line in report.lines() {
            let words: Vec<&str> = line.split_whitespace().filter(|word| *word != "*").collect();
            let &[_, name, value, ..] = words.as_slice() else { continue };
            let Some(rest) = name.strip_prefix("x_") else { continue };
            let (row, column) = rest.split_once('_').unwrap();
            match value {
                "1" => queens.push(Place::new(row.parse::<usize>().unwrap() - 1, column.parse::<usize>().unwrap() - 1)),
                value => assert_eq!(value, "0", "{line}"),
            }
        }
        queens.sort_unstable();
        Some(queens)
    }

    /// The queens that the program finds for a model, from each of the formats.
    fn answers(&self, model: &Model) -> [Option<Vec<Place>>; 2] {
        let folder = tempfile::tempdir().unwrap();
        [("lp", write::lp(model)), ("mps", write::mps(model))].map(|(form, text)| {
            let file = folder.path().join(format!("model.{form}"));
            fs::write(&file, text).unwrap();
            self.solve(&file)
        })
    }
}

#[test]
fn the_article_board_is_solved_alike_by_all() {
    let model = Model::queens(&letters(&board(ARTICLE)));
    assert_eq!(columns(&optimum(&model)), ARTICLE_SOLVED);
    for outside in OUTSIDE.iter().filter(|outside| outside.is_there()) {
        for answer in outside.answers(&model) {
            assert_eq!(columns(&answer.unwrap()), ARTICLE_SOLVED, "{}", outside.program);
        }
    }
}

/// The program of the article, stated once more from its own words: the constraints as sets of variables.
#[test]
fn the_program_is_the_one_of_the_article() {
    let board = board(ARTICLE);
    let model = Model::queens(&letters(&board));
    let by_name = |name: &str| {
        let found: Vec<_> = model.constraints().iter().filter(|constraint| constraint.name == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        let variables: Vec<String> = found[0].places.iter().map(|&place| Model::variable(place)).collect();
        (variables.join(" + "), found[0].relation, found[0].bound)
    };
    let row = "x_3_1 + x_3_2 + x_3_3 + x_3_4 + x_3_5 + x_3_6 + x_3_7";
    assert_eq!(by_name("row_3"), (row.into(), Relation::Exactly, 1));
    let column = "x_1_5 + x_2_5 + x_3_5 + x_4_5 + x_5_5 + x_6_5 + x_7_5";
    assert_eq!(by_name("column_5"), (column.into(), Relation::Exactly, 1));
    assert_eq!(by_name("region_C"), ("x_2_5 + x_3_5".into(), Relation::Exactly, 1));
    assert_eq!(by_name("diagonal_3_5_4_6"), ("x_3_5 + x_4_6".into(), Relation::AtMost, 1));
    assert_eq!(by_name("diagonal_3_5_4_4"), ("x_3_5 + x_4_4".into(), Relation::AtMost, 1));
    // 7 rows, 7 columns, 7 regions, and 2 diagonals in each of the 6 x 6 blocks of four cells.
    assert_eq!(model.constraints().len(), 7 + 7 + 7 + 2 * 6 * 6);
    assert_eq!(write::lp(&model), write::lp(&Model::queens(&letters(&board))));
}

#[test]
fn other_programs_read_both_formats_alike() {
    let mut models = Vec::new();
    let mut rng = Rng::new(6);
    for seed in 0..20 {
        let size = rng.between(4, 9);
        let board = if seed < 10 { generate::unique(size.max(5), seed) } else { generate::connected(size, seed) };
        models.push((Model::queens(&letters(&board)), Some(board)));
    }
    for _ in 0..6 {
        models.push((Model::nqueens(rng.between(1, 7), rng.between(1, 7)).unwrap(), None));
    }
    assert_eq!(models.len(), 20 + 6);
    let mut infeasible = 0;
    for outside in OUTSIDE.iter().filter(|outside| outside.is_there()) {
        for (model, board) in &models {
            for answer in outside.answers(model) {
                let Some(board) = board else {
                    let queens = answer.unwrap();
                    assert!(model.broken(&queens).is_none());
                    assert_eq!(queens.len(), nqueens::maximum(model.rows(), model.columns()), "{}", model.name());
                    continue;
                };
                let regions: Vec<usize> = board.labels().iter().map(|region| region.index()).collect();
                let all: Vec<Vec<Place>> = brute_force(board.size(), &regions, usize::MAX)
                    .iter()
                    .map(|cells| cells.iter().map(|&(row, column)| Place::new(row, column)).collect())
                    .collect();
                match answer {
                    Some(queens) => assert!(all.contains(&queens), "{}: {queens:?}\n{board}", outside.program),
                    None => {
                        infeasible += 1;
                        assert!(all.is_empty(), "{}\n{board}", outside.program);
                    }
                }
            }
        }
        assert!(infeasible > 0, "some of the boards have no solution");
    }
}

#[test]
fn solutions_are_found_one_after_another() {
    // Every row a region: 14 solutions on 5 x 5 (OEIS A002464).
    let stripes = board("AAAAA/BBBBB/CCCCC/DDDDD/EEEEE");
    let mut found = solutions(&stripes, &CellSet::EMPTY, 20, &SolveOptions::default()).unwrap();
    found.sort();
    assert_eq!(found, exact::solutions(&stripes, &CellSet::EMPTY, 20));
    assert_eq!(found.len(), 14);
    let three = solutions(&stripes, &CellSet::EMPTY, 3, &SolveOptions::default()).unwrap();
    assert_eq!(three.len(), 3);
    for cell in stripes.cells() {
        let given = CellSet::from_iter([cell]);
        let mut with = solutions(&stripes, &given, 20, &SolveOptions::default()).unwrap();
        with.sort();
        assert_eq!(with, exact::solutions(&stripes, &given, 20), "{cell}");
    }
    let outside = CellSet::from_iter([Cell::new(0, 9)]);
    assert_eq!(solutions(&stripes, &outside, 2, &SolveOptions::default()), Ok(vec![]));
}

/// Up to two solutions by the linear program, compared with those of the exact search.
fn agrees(board: &Board) -> bool {
    let exact = exact::solutions(board, &CellSet::EMPTY, usize::MAX);
    let linear = solutions(board, &CellSet::EMPTY, 2, &SolveOptions::default()).unwrap();
    linear.len() == exact.len().min(2) && linear.iter().all(|solution| exact.contains(solution))
}

#[test]
fn the_linear_program_agrees_with_the_search_on_random_boards() {
    for seed in 0..30 {
        let size = 4 + (seed % 5) as usize;
        for board in [generate::connected(size, seed), generate::scattered(size, seed)] {
            assert!(agrees(&board), "{board}");
        }
    }
    for seed in 0..20 {
        let board = generate::unique(6 + (seed % 5) as usize, seed);
        assert!(agrees(&board), "{board}");
    }
}

fn three_engines_agree(board: &Board, known: &Solution, id: &str) {
    let linear = solutions(board, &CellSet::EMPTY, 2, &SolveOptions::default()).unwrap();
    let exact = exact::solutions(board, &CellSet::EMPTY, 2);
    let start = queenshot::board::State::new(board);
    let human = queenshot::solve::solve(board, start, &Default::default()).solution();
    for engine in [linear, exact, human.into_iter().collect()] {
        assert_eq!(engine, std::slice::from_ref(known), "{id}");
    }
}

#[test]
fn the_engines_agree_on_real_boards() {
    let Some(boards) = archive("linkedin") else { return };
    for archived in boards.iter().step_by(boards.len() / 50) {
        three_engines_agree(&archived.board, &archived.first, &archived.id);
    }
}

#[test]
#[ignore = "855 boards take a while; run it after changes to an engine"]
fn the_engines_agree_on_all_official_boards() {
    let Some(boards) = archive("linkedin") else { return };
    assert_eq!(boards.len(), 855);
    for archived in &boards {
        three_engines_agree(&archived.board, &archived.first, &archived.id);
    }
}

/// Whether no two of the queens share a row, a column or a diagonal.
fn at_peace(queens: &[Place]) -> bool {
    queens.iter().enumerate().all(|(i, a)| {
        queens[..i].iter().all(|b| {
            let (down, across) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
            down != 0 && across != 0 && down != across
        })
    })
}

#[test]
fn nqueens_places_as_many_as_the_search() {
    for rows in 1..=10 {
        for columns in 1..=10 {
            let queens = optimum(&Model::nqueens(rows, columns).unwrap());
            assert!(at_peace(&queens), "{rows} x {columns}: {queens:?}");
            assert!(queens.iter().all(|queen| queen.row < rows && queen.column < columns));
            assert_eq!(queens.len(), nqueens::maximum(rows, columns), "{rows} x {columns}");
        }
    }
}

/// Every size has a known placement that no other can outdo, but for those that are too small.
#[test]
fn known_placements_are_best() {
    for rows in 1..=100 {
        for columns in 1..=100 {
            let Some(queens) = nqueens::placement(rows, columns) else {
                assert!(rows < 4 && columns < 4, "{rows} x {columns}");
                continue;
            };
            let queens: Vec<Place> = queens.into_iter().map(|(row, column)| Place::new(row, column)).collect();
            assert!(at_peace(&queens), "{rows} x {columns}: {queens:?}");
            assert!(queens.iter().all(|queen| queen.row < rows && queen.column < columns), "{rows} x {columns}");
            assert_eq!(queens.len(), rows.min(columns), "{rows} x {columns}");
        }
    }
    for (rows, columns) in [(4, 4), (8, 8), (5, 9), (14, 14), (15, 15), (20, 3), (100, 99)] {
        let model = Model::nqueens(rows, columns).unwrap();
        assert_eq!(model.upper_bound(), rows.min(columns));
        let places = |pairs: Vec<(usize, usize)>| pairs.into_iter().map(|(r, c)| Place::new(r, c)).collect::<Vec<_>>();
        let mut queens = places(nqueens::placement(rows, columns).unwrap());
        assert_eq!(model.broken(&queens), None, "{rows} x {columns}");
        // Moved by one column, a queen stands in another's way, or beside the board.
        queens[1].column += 1;
        assert!(!at_peace(&queens) || queens[1].column == columns, "{rows} x {columns}");
    }
}

#[test]
fn twenty_queens_are_placed_within_a_minute() {
    let options = SolveOptions { time_limit: Some(Duration::from_secs(60)), ..SolveOptions::default() };
    match solve(&Model::nqueens(20, 20).unwrap(), &options) {
        Ok(Outcome::Optimal(queens)) => assert!(queens.len() == 20 && at_peace(&queens), "{queens:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn maximum_is_that_of_all_subsets_on_small_boards() {
    for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (1, 9), (2, 7), (5, 3)] {
        let cells = rows * columns;
        let places = |subset: u32| -> Vec<Place> {
            (0..cells).filter(|i| subset >> i & 1 == 1).map(|i| Place::new(i / columns, i % columns)).collect()
        };
        let best = (0..1u32 << cells).filter(|&subset| at_peace(&places(subset))).map(u32::count_ones).max();
        assert_eq!(nqueens::maximum(rows, columns), best.unwrap() as usize, "{rows} x {columns}");
    }
}

#[test]
fn nqueens_solutions_are_counted() {
    // OEIS A000170 and A002562, sizes 1 to 12.
    let all = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];
    let distinct = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787];
    for size in 1..=12 {
        assert_eq!(nqueens::count(size), all[size - 1], "{size}");
        assert_eq!(nqueens::distinct(size), distinct[size - 1], "{size}");
    }
}

#[test]
fn diagonals_have_their_full_length() {
    for (rows, columns) in [(8, 8), (3, 7), (7, 3), (1, 5), (1, 1)] {
        let model = Model::nqueens(rows, columns).unwrap();
        let places: Vec<Place> = model.places().collect();
        // Two cells that attack each other share a constraint, and no others do.
        for a in &places {
            for b in places.iter().filter(|b| a < b) {
                let shared =
                    model.constraints().iter().filter(|c| c.places.contains(a) && c.places.contains(b)).count();
                assert_eq!(shared, usize::from(!at_peace(&[*a, *b])), "{rows} x {columns}: {a} {b}");
            }
        }
    }
}

#[test]
fn time_runs_out() {
    let options = SolveOptions { time_limit: Some(Duration::from_millis(1)), ..SolveOptions::default() };
    let outcome = solve(&Model::nqueens(30, 30).unwrap(), &options).unwrap();
    assert!(matches!(outcome, Outcome::TimedOut(_)), "{outcome:?}");
}

#[test]
fn maps_of_regions_are_read() {
    let json =
        r#"{"rows": 2, "columns": 3, "regions": {"dark blue": [[1,1],[2,1]], "red": [[1,2],[1,3],[2,2],[2,3]]}}"#;
    let map = RegionMap::from_json(json).unwrap();
    assert_eq!((map.rows(), map.columns()), (2, 3));
    assert!(!map.counts_agree());
    let model = Model::queens(&map);
    assert!(model.constraints().iter().any(|constraint| constraint.name == "region_dark_blue"));
    assert_eq!(solve(&model, &SolveOptions::default()), Ok(Outcome::Infeasible));
    let one = RegionMap::from_json(r#"{"rows": 1, "columns": 1, "regions": {"red": [[1,1]]}}"#).unwrap();
    assert!(one.counts_agree());
    assert_eq!(optimum(&Model::queens(&one)), [Place::new(0, 0)]);
}

#[test]
fn cells_outside_the_board_are_refused_or_need_no_excluding() {
    let model = Model::nqueens(5, 4).unwrap();
    for (row, column) in [(5, 0), (0, 4), (25, 25)] {
        let mut other = model.clone();
        let error = other.demand(&[Cell::new(0, 0), Cell::new(row, column)].into_iter().collect()).unwrap_err();
        assert_eq!(
            (error.code(), error.to_string()),
            ("cell-outside", format!("{} lies outside the board", Place::new(row, column)))
        );
        other.exclude(&[Place::new(0, 0), Place::new(row, column)]);
        assert_eq!(other, model);
    }
    let mut other = model.clone();
    other.demand(&[Cell::new(0, 0)].into_iter().collect()).unwrap();
    other.exclude(&[Place::new(0, 0)]);
    assert_eq!(solve(&other, &SolveOptions::default()), Ok(Outcome::Infeasible));
}

#[test]
fn the_map_of_a_board_is_the_same_as_from_json() {
    let board = board(ARTICLE);
    let map = letters(&board);
    let regions: Vec<String> = map
        .regions()
        .iter()
        .map(|(name, places)| {
            let places: Vec<_> =
                places.iter().map(|place| format!("[{},{}]", place.row + 1, place.column + 1)).collect();
            format!("\"{name}\": [{}]", places.join(","))
        })
        .collect();
    let json = format!("{{\"rows\": 7, \"columns\": 7, \"regions\": {{{}}}}}", regions.join(","));
    assert_eq!(RegionMap::from_json(&json), Ok(map));
    // Names that look alike in files give way to letters.
    let alike =
        RegionMap::of_board(&board, |region| if region.index() < 2 { "dark blue".into() } else { region.to_string() });
    assert_eq!(alike, letters(&board));
}

#[test]
fn wrong_maps_are_refused() {
    let code = |json: &str| RegionMap::from_json(json).map(|_| ()).map_err(|error| error.code());
    for (json, expected) in [
        (r#"{"rows": 0, "columns": 1, "regions": {}}"#, "size-out-of-range"),
        (r#"{"rows": 1, "columns": 101, "regions": {}}"#, "size-out-of-range"),
        (r#"{"rows": 1, "columns": 18446744073709551615, "regions": {}}"#, "size-out-of-range"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1]]}}"#, "cell-missing"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1],[1,2],[1,1]]}}"#, "cell-twice"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1],[1,2]], "b": [[1,2]]}}"#, "cell-twice"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1],[1,3]]}}"#, "cell-outside"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[0,1],[1,2]]}}"#, "cell-outside"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1],[1,2]], "b": []}}"#, "empty-region"),
        (r#"{"rows": 1, "columns": 2, "regions": {"a b": [[1,1]], "a-b": [[1,2]]}}"#, "name-clash"),
        (r#"{"rows": 1, "columns": 1, "regions": {"a": [[1]]}}"#, "bad-json"),
        (r#"{"rows": 1, "columns": 1, "regions": {"a": [[1,-1]]}}"#, "bad-json"),
        (r#"{"rows": 1, "columns": 1, "regions": {"a": 5}}"#, "bad-json"),
        (r#"{"rows": 1.5, "columns": 1, "regions": {"a": [[1,1]]}}"#, "bad-json"),
        (r#"{"rows": 1, "columns": 1, "regions": [[1,1]]}"#, "bad-json"),
        (r#"{"rows": 1, "columns": 1}"#, "bad-json"),
        (r#"{"rows": 1, "#, "bad-json"),
        ("[]", "bad-json"),
    ] {
        assert_eq!(code(json), Err(expected), "{json}");
    }
    for (rows, columns) in [(0, 5), (5, 0), (101, 5), (5, 101)] {
        let refused = LinearError::SizeOutOfRange { rows: rows as u64, columns: columns as u64 };
        assert_eq!(Model::nqueens(rows, columns), Err(refused));
    }
}

/// The same by the larger solver.
#[cfg(feature = "highs")]
mod highs {
    use queenshot::linear::solve::Solver;

    use super::*;

    fn options(limit: u64) -> SolveOptions {
        SolveOptions { solver: Solver::Highs, time_limit: Some(Duration::from_secs(limit)) }
    }

    #[test]
    fn boards_are_solved_alike() {
        let mut boards: Vec<Board> = (0..20).map(|seed| generate::unique(6 + (seed % 5) as usize, seed)).collect();
        boards.extend((0..20).map(|seed| generate::connected(4 + (seed % 5) as usize, seed)));
        boards.push(board(ARTICLE));
        for board in &boards {
            let exact = exact::solutions(board, &CellSet::EMPTY, usize::MAX);
            let linear = solutions(board, &CellSet::EMPTY, 2, &options(60)).unwrap();
            assert_eq!(linear.len(), exact.len().min(2), "{board}");
            assert!(linear.iter().all(|solution| exact.contains(solution)), "{board}");
        }
    }

    #[test]
    fn queens_are_placed_on_small_boards_and_large() {
        let sizes =
            (1..=7).flat_map(|rows| (1..=7).map(move |columns| (rows, columns, nqueens::maximum(rows, columns))));
        for (rows, columns, most) in sizes.chain([(20, 20, 20), (50, 50, 50), (100, 100, 100), (40, 100, 40)]) {
            match solve(&Model::nqueens(rows, columns).unwrap(), &options(120)) {
                Ok(Outcome::Optimal(queens)) => {
                    assert!(queens.len() == most && at_peace(&queens), "{rows} x {columns}: {queens:?}");
                }
                other => panic!("{rows} x {columns}: {other:?}"),
            }
        }
    }

    #[test]
    fn ends_without_an_answer_are_told_apart() {
        let none = board("ABBB/CCCD/CCCD/CCCD");
        assert_eq!(solve(&Model::queens(&letters(&none)), &options(60)), Ok(Outcome::Infeasible));
        let outcome = solve(&Model::nqueens(100, 100).unwrap(), &options(0));
        assert!(matches!(outcome, Ok(Outcome::TimedOut(_))), "{outcome:?}");
    }
}

/// The file in the documentation is what the writer makes, with lines left out.
#[test]
fn the_documented_file_is_the_one_that_is_written() {
    let page = include_str!("../../docs/linear.md");
    let (_, rest) = page.split_once("```lp\n").unwrap();
    let (documented, _) = rest.split_once("```").unwrap();
    let written = write::lp(&Model::queens(&letters(&board(ARTICLE))));
    let mut lines = written.lines();
    for line in documented.lines() {
        assert!(lines.any(|other| other == line), "{line}");
    }
    assert_eq!(Model::queens(&letters(&board(ARTICLE))).constraints().len(), 93);
}

/// The program as its users meet it.
mod program {
    use std::process::{Output, Stdio};

    use assert_cmd::Command;
    use assert_cmd::cargo::cargo_bin;
    use serde_json::Value;

    use super::*;

    const TEXT: &str = "AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA\n";
    const SOLVED: &str = "......♛\n....♛..\n.♛.....\n...♛...\n.....♛.\n..♛....\n♛......\n";
    /// Two solutions, mirror images of one another.
    const TWO: &str = "AAAA\nBBBB\nCCCC\nDDDD\n";
    const NONE: &str = "ABBB\nCCCD\nCCCD\nCCCD\n";

    fn run(input: &str, arguments: &[&str]) -> Output {
        let mut command = std::process::Command::new(cargo_bin!("queenshot"));
        command.args(arguments).stdin(Stdio::null());
        Command::from(command).write_stdin(input).output().unwrap()
    }

    fn out(output: &Output) -> String {
        String::from_utf8(output.stdout.clone()).unwrap()
    }

    fn err(output: &Output) -> String {
        String::from_utf8(output.stderr.clone()).unwrap()
    }

    fn status(output: &Output) -> i32 {
        output.status.code().unwrap()
    }

    #[test]
    fn every_engine_gives_the_answer() {
        for engine in ["exact", "linear"] {
            let output = run(TEXT, &["solve", "-", "--engine", engine]);
            assert_eq!((out(&output).as_str(), status(&output)), (SOLVED, 0), "{engine}: {}", err(&output));
            for (board, says) in [(TWO, "2 solutions"), (NONE, "no solution")] {
                let output = run(board, &["solve", "-", "--engine", engine]);
                assert_eq!(status(&output), 1, "{engine}");
                assert!(!out(&output).contains('♛') && err(&output).contains(says), "{engine}: {}", err(&output));
            }
            let output = run(TEXT, &["solve", "-", "--engine", engine, "--format", "json"]);
            let value: Value = serde_json::from_str(&out(&output)).unwrap();
            assert_eq!(value["solution"], serde_json::json!([6, 4, 1, 3, 5, 2, 0]));
            assert_eq!((&value["score"], &value["counters"]), (&Value::Null, &Value::Null));
        }
        for board in [TEXT, TWO, NONE] {
            let (human, all) = (run(board, &["solve", "-"]), run(board, &["solve", "-", "--engine", "all"]));
            assert_eq!((out(&human), status(&human)), (out(&all), status(&all)), "{}", err(&all));
        }
        assert_eq!(status(&run(TEXT, &["solve", "-", "--engine", "all", "--trust-marks"])), 2);
        for engine in ["exact", "linear"] {
            let unfit: [&[&str]; 5] = [
                &["--steps"],
                &["--html", "page.html"],
                &["--steps-dir", "steps"],
                &["--techniques", "baseline"],
                &["--probe", "off"],
            ];
            for option in unfit {
                let output = run(TEXT, &[&["solve", "-", "--engine", engine], option].concat());
                assert_eq!((status(&output), out(&output).as_str()), (2, ""), "{engine} {option:?}");
                assert!(err(&output).trim_end().ends_with("[usage]"), "{}", err(&output));
            }
        }
    }

    #[test]
    fn given_queens_bind_every_engine() {
        // Of the two mirrored solutions, the one with a queen in the third column of the first row.
        let board = format!("{TWO}\n..G.\n....\n....\n....\n");
        for engine in ["human", "exact", "linear", "all"] {
            let output = run(&board, &["solve", "-", "--engine", engine]);
            assert_eq!(status(&output), 0, "{engine}: {}", err(&output));
            assert!(out(&output).starts_with("..♛.\n♛...\n...♛\n.♛..\n"), "{engine}: {}", out(&output));
        }
    }

    #[test]
    fn check_counts_and_draws_two_solutions() {
        let folder = tempfile::tempdir().unwrap();
        let drawing = folder.path().join("two.svg");
        let output = run(TWO, &["check", "-", "--count", "-o", drawing.to_str().unwrap()]);
        assert_eq!(status(&output), 1);
        assert!(out(&output).contains("counted: 2\n"), "{}", out(&output));
        let svg = fs::read_to_string(&drawing).unwrap();
        assert!(svg.contains("queens on r1c2, r2c4, r3c1, r4c3. "), "{svg}");
        assert!(svg.contains("queens on r1c3, r2c1, r3c4, r4c2<"), "{svg}");
        // 14 solutions on 5 x 5 (OEIS A002464).
        let stripes = "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n";
        assert!(out(&run(stripes, &["check", "-", "--count"])).contains("counted: 14\n"));
        assert!(out(&run(stripes, &["check", "-", "--count", "--limit", "5"])).contains("counted: 5 or more\n"));
        assert_eq!(status(&run(stripes, &["check", "-", "--count", "--limit", "0"])), 2);
    }

    #[test]
    fn model_writes_programs() {
        let map = RegionMap::of_board(&board(ARTICLE), |region| region.to_string());
        let output = run(TEXT, &["model", "-", "--format", "lp"]);
        assert_eq!((out(&output), status(&output)), (write::lp(&Model::queens(&map)), 0));
        let output = run(TEXT, &["model", "-", "--format", "mps"]);
        assert_eq!((out(&output), status(&output)), (write::mps(&Model::queens(&map)), 0));
        let picture = crate::support::fixtures().join("shots/crop-307.png");
        let output = run("", &["model", picture.to_str().unwrap()]);
        assert!(out(&output).contains("region_purple: x_1_1 + "), "{}", out(&output));
        let output = run(r#"{"rows": 1, "columns": 2, "regions": {"red": [[1,1],[1,2]]}}"#, &["model", "-"]);
        assert!(out(&output).contains(" region_red: x_1_1 + x_1_2 = 1\n") && status(&output) == 0);
        assert!(err(&output).contains("no solution exists"), "{}", err(&output));
    }

    #[test]
    fn nqueens_prints_draws_and_counts() {
        let folder = tempfile::tempdir().unwrap();
        let drawing = folder.path().join("board.png");
        let output = run("", &["nqueens", "5", "8", "-o", drawing.to_str().unwrap()]);
        assert_eq!(status(&output), 0, "{}", err(&output));
        let text = out(&output);
        let rows: Vec<&str> = text.lines().take(5).collect();
        assert!(rows.iter().all(|row| row.chars().count() == 8 && row.matches('♛').count() == 1), "{text}");
        assert!(text.ends_with("\n\n5 queens\n"), "{text}");
        let picture = image::open(&drawing).unwrap();
        assert_eq!((picture.width(), picture.height()), (8 * 64, 5 * 64));
        for (option, number) in [("--count", "92\n"), ("--distinct", "12\n")] {
            assert_eq!(out(&run("", &["nqueens", "8", "8", option])), number);
        }
        let program = run("", &["nqueens", "3", "4", "--model", "lp"]);
        assert_eq!(out(&program), write::lp(&Model::nqueens(3, 4).unwrap()));
        for solver in ["known", "microlp"] {
            for (rows, columns, most) in [("1", "1", 1), ("2", "2", 1), ("3", "3", 2), ("2", "3", 2), ("7", "4", 4)] {
                let output = run("", &["nqueens", rows, columns, "--solver", solver]);
                assert_eq!(
                    (out(&output).matches('♛').count(), status(&output)),
                    (most, 0),
                    "{solver} {rows} {columns}"
                );
            }
        }
    }

    #[test]
    fn large_nqueens_are_answered_or_given_up_in_time() {
        let start = std::time::Instant::now();
        for (rows, columns) in [("100", "100"), ("100", "1"), ("98", "100"), ("99", "100"), ("93", "92")] {
            let output = run("", &["nqueens", rows, columns]);
            let most: usize = rows.parse::<usize>().unwrap().min(columns.parse().unwrap());
            assert_eq!((out(&output).matches('♛').count(), status(&output)), (most, 0), "{}", err(&output));
            assert!(err(&output).contains("there cannot be more"), "{}", err(&output));
        }
        let output = run("", &["nqueens", "8", "8", "--solver", "microlp", "--time-limit", "18446744073709551615"]);
        assert_eq!((out(&output).matches('♛').count(), status(&output)), (8, 0), "{}", err(&output));
        let output = run("", &["nqueens", "100", "100", "--solver", "microlp", "--time-limit", "1"]);
        assert_eq!(status(&output), 1, "{}", out(&output));
        assert!(err(&output).contains("after 1 s"), "{}", err(&output));
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    }

    #[test]
    fn wrong_input_is_one_line_and_status_2() {
        let cases: [(&str, &[&str], &str); 11] = [
            ("", &["nqueens", "0", "8"], "size-out-of-range"),
            ("", &["nqueens", "8", "101"], "size-out-of-range"),
            ("", &["nqueens", "13", "13", "--count"], "usage"),
            ("", &["nqueens", "8", "7", "--distinct"], "usage"),
            ("", &["nqueens", "0", "0", "--model", "lp"], "size-out-of-range"),
            (r#"{"rows": 1, "columns": 101, "regions": {"a": [[1,1]]}}"#, &["model", "-"], "size-out-of-range"),
            (r#"{"rows": 0, "columns": 2, "regions": {}}"#, &["model", "-"], "size-out-of-range"),
            (r#"{"rows": 1, "columns": 2, "regions": {"a": [[1,1]]}}"#, &["model", "-"], "cell-missing"),
            (r#"{"rows": 1, "columns": 1, "regions": {"a": [[1,1],[1,1]]}}"#, &["model", "-"], "cell-twice"),
            (r#"{"rows": 1, "columns": 1, "regions": 7}"#, &["model", "-"], "bad-json"),
            (r#"{"rows": 1, "columns": 1, "#, &["model", "-"], "bad-json"),
        ];
        for (input, arguments, code) in cases {
            let output = run(input, arguments);
            assert_eq!((status(&output), out(&output).as_str()), (2, ""), "{arguments:?} {input}");
            let said = err(&output);
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(said.trim_end().ends_with(&format!("[{code}]")), "{said}");
        }
    }
}
