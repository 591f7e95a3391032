//! `fixtures/techniques.txt`: what each technique must do in a position, and where it must stay silent.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use queenshot::board::{Board, Cell, CellSet, State, Unit};
use queenshot::solve::{Evidence, Probe, Shape, SolveOptions, TECHNIQUES, Technique, TechniqueSet, next, solve};

use crate::agree::{turned, turned_board, turned_set};
use crate::support::fixtures;

struct Line {
    text: String,
    name: String,
    board: Board,
    state: State,
    place: CellSet,
    remove: CellSet,
    /// Whether more may happen than is listed.
    more: bool,
    /// What the first step must rest on, where the line says so: `row 1, row 2 in region A, region B`.
    evidence: Option<String>,
}

fn lines() -> Vec<Line> {
    let text = fs::read_to_string(fixtures().join("techniques.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| parse(line).unwrap_or_else(|| panic!("not understood: {line}"))).collect()
}

fn parse(line: &str) -> Option<Line> {
    let mut fields = line.split(" | ");
    let (name, position, effect) = (fields.next()?, fields.next()?, fields.next()?);
    let evidence = fields.next().map(str::to_owned);
    if fields.next().is_some() {
        return None;
    }
    let rows: Vec<&str> = position.split('/').collect();
    let (mut labels, mut queens, mut open) = (Vec::new(), CellSet::EMPTY, CellSet::EMPTY);
    for (row, letters) in rows.iter().enumerate() {
        let mut column = 0;
        for letter in letters.chars() {
            if letter == '!' {
                let queen = Cell::new(row, column - 1);
                queens.insert(queen);
                open.remove(queen);
                continue;
            }
            labels.push(letter.to_ascii_uppercase());
            if letter.is_ascii_uppercase() {
                open.insert(Cell::new(row, column));
            }
            column += 1;
        }
    }
    let (mut place, mut remove, mut more) = (CellSet::EMPTY, CellSet::EMPTY, false);
    for word in effect.split(' ').filter(|&word| word != "silent") {
        match word.split_at(1) {
            ("+", cell) => place.insert(cell.parse().ok()?),
            ("-", cell) => remove.insert(cell.parse().ok()?),
            _ if word == "..." => more = true,
            _ => return None,
        }
    }
    let board = Board::from_labels(rows.len(), &labels).ok()?;
    let state = State { queens, open };
    Some(Line { text: line.to_owned(), name: name.to_owned(), board, state, place, remove, more, evidence })
}

/// The technique alone; the probe with the baseline that it follows.
fn technique(name: &str) -> (Technique, TechniqueSet) {
    let shape = Shape::all().find(|shape| shape.name() == name).map(Technique::Shape);
    let technique = shape.unwrap_or_else(|| {
        TECHNIQUES.iter().find(|info| info.name == name).unwrap_or_else(|| panic!("no technique: {name}")).technique
    });
    let baseline = if technique == Technique::Probe { "baseline".parse().unwrap() } else { TechniqueSet::NONE };
    (technique, baseline.with(technique))
}

/// Everything that the technique places and removes from a state on.
fn effect(board: &Board, state: State, technique: Technique, techniques: TechniqueSet, probe: Probe) -> [CellSet; 2] {
    let trace = solve(board, state, &SolveOptions { techniques, probe });
    let steps = trace.steps.iter().filter(|step| step.technique == technique);
    steps.fold([CellSet::EMPTY; 2], |[place, remove], step| {
        [place | step.place.into_iter().collect(), remove | step.remove]
    })
}

#[test]
fn every_line_in_all_symmetries() {
    for line in lines() {
        let (technique, techniques) = technique(&line.name);
        let size = line.board.size();
        for symmetry in 0..8 {
            let turn = |cells: &CellSet| turned_set(size, symmetry, cells);
            let board = turned_board(&line.board, symmetry);
            let state = State { queens: turn(&line.state.queens), open: turn(&line.state.open) };
            for probe in [Probe::Short, Probe::Full] {
                let [placed, removed] = effect(&board, state, technique, techniques, probe);
                let (place, remove) = (turn(&line.place), turn(&line.remove));
                if line.more {
                    assert!(place.is_subset(&placed) && remove.is_subset(&removed), "{}: -{removed}", line.text);
                } else {
                    assert_eq!((placed, removed), (place, remove), "symmetry {symmetry} of {}", line.text);
                }
            }
        }
    }
    assert_eq!(turned(5, 4, Cell::new(1, 3)), Cell::new(3, 1));
}

/// Either way round a count of units kills the same cells; which way was seen, only the evidence tells.
#[test]
fn the_first_step_rests_on_what_the_line_says() {
    let list = |units: &[Unit]| units.iter().map(Unit::to_string).collect::<Vec<_>>().join(", ");
    let mut kinds = BTreeSet::new();
    for (line, evidence) in
        lines().into_iter().filter_map(|line| line.evidence.clone().map(|evidence| (line, evidence)))
    {
        let (technique, techniques) = technique(&line.name);
        let step = next(&line.board, &line.state, &SolveOptions { techniques, probe: Probe::Full }).unwrap();
        assert_eq!(step.technique, technique);
        let Evidence::Pigeonhole { units, within, .. } = &step.evidence else { panic!("{:?}", step.evidence) };
        assert_eq!(format!("{} in {}", list(units), list(within)), evidence, "{}", line.text);
        kinds.insert([&units[0], &within[0]].map(|unit| unit.to_string().split(' ').next().unwrap().to_owned()));
    }
    // Rows, columns and regions, each in each other.
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

#[test]
fn every_technique_has_lines_where_it_fires_and_where_it_does_not() {
    let mut fires: BTreeMap<Technique, BTreeSet<bool>> = BTreeMap::new();
    for line in lines() {
        let silent = line.place.is_empty() && line.remove.is_empty();
        fires.entry(technique(&line.name).0).or_default().insert(!silent);
    }
    for info in TECHNIQUES {
        let idle = matches!(info.technique, Technique::Shape(shape) if shape.is_idle());
        let known: BTreeSet<bool> = if idle { [false].into() } else { [false, true].into() };
        assert_eq!(fires.get(&info.technique), Some(&known), "{}", info.counter);
    }
}

/// All free polyominoes of a size, each as its smallest picture among the eight.
fn polyominoes(size: usize) -> BTreeSet<Vec<(i32, i32)>> {
    let normal = |cells: &BTreeSet<(i32, i32)>| {
        let pictures = (0..8).map(|turn| {
            let turned = cells.iter().map(|&(r, c)| {
                let (r, c) = (if turn & 1 == 0 { r } else { -r }, if turn & 2 == 0 { c } else { -c });
                if turn & 4 == 0 { (r, c) } else { (c, r) }
            });
            let turned: Vec<_> = turned.collect();
            let (top, left) =
                (turned.iter().map(|at| at.0).min().unwrap(), turned.iter().map(|at| at.1).min().unwrap());
            let mut picture: Vec<_> = turned.iter().map(|&(r, c)| (r - top, c - left)).collect();
            picture.sort_unstable();
            picture
        });
        pictures.min().unwrap()
    };
    let mut all = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let grown = all.iter().flat_map(|cells| {
            let cells: BTreeSet<_> = cells.iter().copied().collect();
            let around = cells.iter().flat_map(|&(r, c)| [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]);
            let more: Vec<_> = around.filter(|at| !cells.contains(at)).collect();
            more.into_iter()
                .map(move |at| cells.iter().copied().chain([at]).collect::<BTreeSet<_>>())
                .collect::<Vec<_>>()
        });
        all = grown.map(|cells| normal(&cells)).collect();
    }
    all
}

/// The catalogue is exactly the polyominoes with a shadow beside their line, found by trying all.
#[test]
fn the_catalogue_is_every_shape_with_a_shadow() {
    let mut expected = BTreeSet::new();
    let mut counts = Vec::new();
    for size in 2..=6 {
        for cells in polyominoes(size) {
            let one_line = cells.iter().all(|at| at.0 == cells[0].0) || cells.iter().all(|at| at.1 == cells[0].1);
            let attacks = |a: (i32, i32), b: (i32, i32)| {
                a.0 == b.0 || a.1 == b.1 || ((a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1)
            };
            let around = (-3..10).flat_map(|r| (-3..10).map(move |c| (r, c))).filter(|at| !cells.contains(at));
            let common = |at: (i32, i32)| {
                one_line && (cells.iter().all(|cell| cell.0 == at.0) || cells.iter().all(|cell| cell.1 == at.1))
            };
            if around.filter(|&at| !common(at)).any(|at| cells.iter().all(|&cell| attacks(cell, at))) {
                expected.insert(cells);
            }
        }
        counts.push(expected.len());
    }
    assert_eq!(counts, [1, 3, 6, 13, 24]);
    let listed = Shape::all().filter(|shape| !shape.is_idle()).map(|shape| {
        let rows = shape.rows().split('/').enumerate();
        let cells: Vec<(i32, i32)> = rows
            .flat_map(|(r, row)| {
                row.char_indices().filter(|&(_, sign)| sign == '#').map(move |(c, _)| (r as i32, c as i32))
            })
            .collect();
        let size = cells.len();
        let same = |candidate: &&Vec<(i32, i32)>| {
            (0..8).any(|turn| {
                let mut turned: Vec<_> = cells
                    .iter()
                    .map(|&(r, c)| {
                        let (r, c) = (if turn & 1 == 0 { r } else { 9 - r }, if turn & 2 == 0 { c } else { 9 - c });
                        if turn & 4 == 0 { (r, c) } else { (c, r) }
                    })
                    .collect();
                let (top, left) =
                    (turned.iter().map(|at| at.0).min().unwrap(), turned.iter().map(|at| at.1).min().unwrap());
                turned.iter_mut().for_each(|at| *at = (at.0 - top, at.1 - left));
                turned.sort_unstable();
                turned == **candidate
            })
        };
        polyominoes(size).iter().find(same).cloned().unwrap_or_else(|| panic!("{shape} is no polyomino"))
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), expected);
}
