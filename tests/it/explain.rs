//! Whole solves in words, compared with texts that were read and approved.
//!
//! `QUEENSHOT_REGENERATE=1 cargo test` writes the texts anew; read the difference before committing it.

use std::fs;

use queenshot::board::{Board, Cell, CellSet, State};
use queenshot::colour::{Palette, Rgb};
use queenshot::explain::{explain, explain_conflict};
use queenshot::grade::grade;
use queenshot::solve::{Conflict, Outcome, Probe, SolveOptions, solve};

use crate::boards::board;
use crate::support::fixtures;

/// The colours of the article's board, in the order of its regions.
fn article_palette() -> Palette {
    let colours = [0xbba3e1, 0xffc794, 0x94beff, 0xb3df9e, 0xe0e0e0, 0xff7b61, 0xe6f388_u32];
    Palette::new(colours.map(|hex| Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])).to_vec())
}

fn story(board: &Board, palette: Option<&Palette>, options: &SolveOptions) -> String {
    let trace = solve(board, State::new(board), options);
    let grade = grade(&trace);
    let mut text = format!("{board}\n\n{}, score {}\n\n", grade.level, grade.score);
    for step in &trace.steps {
        text += &explain(board, palette, step);
        text.push('\n');
    }
    text += &match trace.outcome {
        Outcome::Solved => "Solved.\n".to_owned(),
        Outcome::Stuck => "Stuck.\n".to_owned(),
        Outcome::Contradiction(conflict) => explain_conflict(board, palette, &conflict) + "\n",
    };
    text
}

fn check(name: &str, text: &str) {
    let path = fixtures().join("golden/explain").join(format!("{name}.txt"));
    if std::env::var_os("QUEENSHOT_REGENERATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(text, known, "{name} reads otherwise than approved");
}

#[test]
fn the_article_board_by_colour_and_by_letter() {
    let board = board("AAAAAAA BBBBCAA BDDECAA BBEEEAA BBFEGGA BBFBBBA BBBBBBA");
    check("article-colours", &story(&board, Some(&article_palette()), &SolveOptions::default()));
    check("article-letters", &story(&board, None, &SolveOptions::default()));
    let short = Palette::new(article_palette().colours()[..6].to_vec());
    assert_eq!(story(&board, Some(&short), &SolveOptions::default()), story(&board, None, &SolveOptions::default()));
}

#[test]
fn a_board_that_needs_the_probe() {
    let board = board("BBBCAAD BBBCAAD BBBCAAD EGBCADD EGBBBDD EGBBDDF EGGDDFF");
    check("probe", &story(&board, None, &SolveOptions::default()));
    let options = SolveOptions { techniques: "baseline,probe".parse().unwrap(), probe: Probe::Full };
    check("probe-baseline", &story(&board, None, &options));
}

#[test]
fn states_without_a_solution() {
    let board = board("AAAAAAA BBBBCAA BDDECAA BBEEEAA BBFEGGA BBFBBBA BBBBBBA");
    let say = |conflict: Conflict| explain_conflict(&board, Some(&article_palette()), &conflict);
    let with = |queens: &[Cell], dead: CellSet| {
        let queens: CellSet = queens.iter().copied().collect();
        let start = State { queens, open: board.all() - queens - dead };
        match solve(&board, start, &SolveOptions::default()).outcome {
            Outcome::Contradiction(conflict) => say(conflict),
            outcome => panic!("{outcome:?}"),
        }
    };
    assert_eq!(
        with(&[Cell::new(0, 0), Cell::new(1, 1)], CellSet::EMPTY),
        "The queens at r1c1 and r2c2 attack each other."
    );
    let green = board.unit_cells(queenshot::board::Unit::Region(board.region(Cell::new(2, 1))));
    assert_eq!(with(&[], green), "The green region has neither a queen nor an open cell.");
    // Blue without r2c5 and green without r3c2 have one cell each, both in row 3.
    let dead = CellSet::from_iter([Cell::new(1, 4), Cell::new(2, 1)]);
    let start = State { queens: CellSet::EMPTY, open: board.all() - dead };
    let options = SolveOptions { techniques: "pigeonhole".parse().unwrap(), probe: Probe::Off };
    let Outcome::Contradiction(conflict) = solve(&board, start, &options).outcome else { panic!() };
    let said = say(conflict);
    assert_eq!(
        said,
        "The blue and green regions have all their open cells in row 3: two queens, but room for only one."
    );
}
