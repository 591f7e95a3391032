//! The engine against slow and obvious oracles, on random boards.

use std::collections::{BTreeMap, BTreeSet};

use queenshot::board::{Board, Cell, CellSet, Solution, State, Unit};
use queenshot::exact;
use queenshot::generate::{self, Random};
use queenshot::grade::grade;
use queenshot::solve::{
    Evidence, Outcome, Probe, SolveOptions, TECHNIQUES, Technique, TechniqueSet, Trace, next, solution, solve,
};

use crate::slow::{CHEAP, Slow, plain};

/// Uniquely solvable, connected with any number of solutions, and scattered boards in turn; scattered ones only small,
/// as nothing can be deduced on the larger. On those of 8 rows probes make way for more probes.
fn random_board(size: usize, seed: u64) -> Board {
    match seed % 3 {
        0 => generate::unique(size, seed),
        1 => generate::connected(size, seed),
        _ => generate::scattered(size.min(8), seed),
    }
}

/// Sizes 4 to 12, the larger the rarer.
fn boards(number: u64, first_seed: u64) -> impl Iterator<Item = Board> {
    const SIZES: [usize; 24] = [4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 10, 4, 5, 6, 7, 11, 9, 4, 5, 6, 7, 8, 12];
    (first_seed..first_seed + number).map(|seed| random_board(SIZES[(seed / 3) as usize % SIZES.len()], seed))
}

/// Enough solutions to catch a wrong step on boards with many.
const SOLUTIONS: usize = 60;

/// No step may contradict a solution; a solved trace ends in the only one; a contradiction means that there is none.
fn check_sound(board: &Board, start: State, options: &SolveOptions, solutions: &[Solution]) -> Trace {
    let trace = solve(board, start, options);
    let used = solutions.iter().fold(CellSet::EMPTY, |used, solution| used | solution.queens());
    let mut state = start;
    for step in &trace.steps {
        assert!(!step.remove.intersects(&used), "{step:?} removes a cell of a solution of\n{board}");
        assert!(step.remove.is_subset(&state.open), "{step:?} removes what is not open in\n{board}");
        if let Some(cell) = step.place {
            let all = solutions.iter().all(|solution| solution.queens().contains(cell));
            assert!(all, "{step:?} places a queen that some solution has not, in\n{board}");
        }
        let before = state;
        step.apply(&mut state);
        assert_ne!(before, state, "{step:?} changes nothing in\n{board}");
    }
    match &trace.outcome {
        Outcome::Solved => assert_eq!(solutions, [trace.solution().unwrap()], "{board}"),
        Outcome::Contradiction(conflict) => assert!(solutions.is_empty(), "{conflict:?} in\n{board}"),
        Outcome::Stuck => assert_eq!(next(board, &trace.end(), options), None, "{board}"),
    }
    trace
}

fn sound_on(boards: impl Iterator<Item = Board>) -> [usize; 3] {
    let mut outcomes = [0; 3];
    for board in boards {
        let solutions = exact::solutions(&board, &CellSet::EMPTY, SOLUTIONS);
        for probe in [Probe::Full, Probe::Short] {
            let options = SolveOptions { probe, ..SolveOptions::default() };
            let trace = check_sound(&board, State::new(&board), &options, &solutions);
            if probe == Probe::Full {
                assert_eq!(solution(&board), trace.solution(), "the lean path differs on\n{board}");
                assert!(solutions.len() != 1 || trace.outcome == Outcome::Solved, "not solved:\n{board}");
                outcomes[match trace.outcome {
                    Outcome::Solved => 0,
                    Outcome::Stuck => 1,
                    Outcome::Contradiction(_) => 2,
                }] += 1;
            }
        }
    }
    outcomes
}

#[test]
fn steps_keep_every_solution() {
    let outcomes = sound_on(boards(400, 1));
    assert!(outcomes.iter().all(|&number| number > 20), "one kind of board is missing: {outcomes:?}");
}

#[test]
#[ignore = "takes minutes; run once for a release"]
fn steps_keep_every_solution_of_100_000_boards() {
    println!("solved, stuck, contradiction: {:?}", sound_on(boards(100_000, 1_000_000)));
}

/// From every state of a solve, each technique alone finds something exactly if the slow rules do, and removes no more.
#[test]
fn each_technique_does_what_the_slow_rules_say() {
    let mut fired = [0; CHEAP.len()];
    for seed in 0..60 {
        let board = random_board(4 + (seed / 3 % 4) as usize, 7_000 + seed);
        let trace = solve(&board, State::new(&board), &SolveOptions::default());
        for state in trace.states() {
            let slow = Slow::new(&board, &state);
            // With attacked cells still open the engine may see a contradiction where the slow rules see a step.
            let killed = slow.effect(Technique::QueenKill).is_ok_and(|effect| effect.is_empty());
            for (technique, fired) in CHEAP.into_iter().zip(&mut fired) {
                if technique != Technique::QueenKill && !killed {
                    continue;
                }
                let options = SolveOptions { techniques: TechniqueSet::NONE.with(technique), probe: Probe::Off };
                let found = next(&board, &state, &options);
                match (slow.effect(technique), found) {
                    (Err(_), None) => (),
                    (Ok(effect), None) => {
                        assert!(effect.is_empty(), "{technique:?} misses {effect:?} in {state:?} of\n{board}")
                    }
                    (Ok(effect), Some(found)) => {
                        *fired += 1;
                        assert_eq!(found.technique, technique);
                        let place = found.place.map(|cell| (cell.row(), cell.column()));
                        assert!(place.iter().all(|cell| effect.place.contains(cell)), "{found:?} of\n{board}");
                        assert!(plain(&found.remove).is_subset(&effect.remove), "{found:?} of\n{board}");
                    }
                    (Err(_), Some(found)) => panic!("{found:?} from a contradiction in {state:?} of\n{board}"),
                }
            }
        }
    }
    assert!(fired.iter().all(|&times| times > 10), "some technique was hardly tried: {fired:?}");
}

/// What a step shows is true and enough for what it does, and of tight sets it shows a smallest.
#[test]
fn the_evidence_of_every_step_is_true_and_enough() {
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..240 {
        let board = random_board(4 + (seed / 3 % 5) as usize, 9_000 + seed);
        // Without the easier techniques the harder ones have more to show.
        let sets =
            ["all", "queen-kill,single-region,pigeonhole,rows-columns,pair-shadow", "queen-kill,rows-columns,probe"];
        for (names, probe) in sets.into_iter().zip([Probe::Full, Probe::Full, Probe::Short]) {
            let trace = solve(&board, State::new(&board), &SolveOptions { techniques: names.parse().unwrap(), probe });
            for (state, step) in trace.states().zip(&trace.steps) {
                assert!(Slow::new(&board, &state).believes(step), "{step:?} in {state:?} of\n{board}");
                let mirror = match &step.evidence {
                    Evidence::Pigeonhole { units, .. } if step.technique == Technique::Pigeonhole => {
                        !matches!(units[0], Unit::Region(_))
                    }
                    _ => false,
                };
                *shown.entry(if mirror { "mirror" } else { step.technique.info().name }).or_default() += 1;
            }
            if let Outcome::Contradiction(conflict) = &trace.outcome {
                assert!(Slow::new(&board, &trace.end()).has(conflict), "{conflict:?} of\n{board}");
            }
        }
    }
    let names: BTreeSet<&str> = TECHNIQUES.iter().map(|info| info.name).chain(["mirror"]).collect();
    assert!(names.iter().all(|name| shown.get(name).is_some_and(|&times| times > 10)), "{shown:?}");
}

/// The state at the fixed point is the slow rules' own, for several sets of techniques, with and without the probe.
#[test]
fn the_end_is_the_slow_rules_end() {
    for seed in 0..90 {
        let board = random_board(4 + (seed / 3 % 4) as usize, 8_000 + seed);
        let all: Vec<Technique> = CHEAP.into_iter().chain([Technique::Probe]).collect();
        for techniques in [&CHEAP[..5], &CHEAP[..7], &CHEAP[..9], &CHEAP, &all] {
            let mut set = techniques.iter().fold(TechniqueSet::NONE, |set, &technique| set.with(technique));
            if set.contains(Technique::ShadowRegion) {
                set = "shapes".parse::<TechniqueSet>().unwrap().iter().fold(set, |set, info| set.with(info.technique));
            }
            let trace = solve(&board, State::new(&board), &SolveOptions { techniques: set, probe: Probe::Full });
            let mut slow = Slow::new(&board, &State::new(&board));
            let end = trace.end();
            match slow.close(techniques) {
                Err(_) => {
                    assert!(matches!(trace.outcome, Outcome::Contradiction(_)), "{:?} in\n{board}", trace.outcome)
                }
                Ok(()) => {
                    assert_eq!(trace.outcome == Outcome::Solved, slow.is_solved(), "{board}");
                    assert_eq!((plain(&end.queens), plain(&end.open)), (slow.queens, slow.open), "{set:?} in\n{board}");
                }
            }
        }
    }
}

/// The short probe finds a cell where two passes of the baseline by the slow rules refute one, and only there.
#[test]
fn the_short_probe_is_two_passes() {
    let baseline = &CHEAP[..5];
    let set = baseline.iter().fold(TechniqueSet::NONE.with(Technique::Probe), |set, &technique| set.with(technique));
    let options = SolveOptions { techniques: set, probe: Probe::Short };
    let mut passes = [0; 3];
    for seed in 0..300 {
        let board = random_board(5 + (seed / 3 % 4) as usize, 50_000 + seed);
        let trace = solve(&board, State::new(&board), &options);
        for (i, state) in trace.states().enumerate() {
            let slow = Slow::new(&board, &state);
            if baseline.iter().any(|&technique| slow.effect(technique).is_ok_and(|effect| !effect.is_empty())) {
                continue;
            }
            let by = |passes| slow.open.iter().find(|&&cell| slow.refutes(cell, baseline, passes));
            match trace.steps.get(i).map(|step| &step.evidence) {
                Some(Evidence::Probe { assumed, .. }) => {
                    let cell = (assumed.row(), assumed.column());
                    assert!(slow.refutes(cell, baseline, 2), "{assumed} in {state:?} of\n{board}");
                    passes[usize::from(!slow.refutes(cell, baseline, 1))] += 1;
                }
                Some(other) => panic!("{other:?} in {state:?} of\n{board}"),
                None if trace.outcome == Outcome::Stuck => {
                    assert_eq!(by(2), None, "{state:?} of\n{board}");
                    passes[2] += usize::from(by(3).is_some());
                }
                None => {}
            }
        }
    }
    assert!(passes.iter().all(|&times| times > 5), "one, two and three passes make little difference: {passes:?}");
}

/// Of all cells that a probe could rule out, a person is shown the one that takes the fewest steps to refute, the first
/// of several.
#[test]
fn the_probe_shows_the_shortest_contradiction() {
    let options = SolveOptions::default();
    let cheaper = SolveOptions { techniques: TechniqueSet::ALL.without(Technique::Probe), probe: Probe::Off };
    let (mut later, mut ties) = (0, 0);
    for seed in 0..40 {
        let board = generate::scattered(6 + (seed % 3) as usize, 60_000 + seed);
        let trace = solve(&board, State::new(&board), &options);
        for (state, step) in trace.states().zip(&trace.steps) {
            let Evidence::Probe { assumed, steps, .. } = &step.evidence else { continue };
            let refuted: Vec<(usize, Cell)> = state
                .open
                .iter()
                .filter_map(|cell| {
                    let mut start = state;
                    start.open.remove(cell);
                    start.queens.insert(cell);
                    let trace = solve(&board, start, &cheaper);
                    matches!(trace.outcome, Outcome::Contradiction(_)).then_some((trace.steps.len(), cell))
                })
                .collect();
            assert_eq!(refuted.iter().min(), Some(&(steps.len(), *assumed)), "{state:?} of\n{board}");
            later += usize::from(refuted[0].1 != *assumed);
            ties += usize::from(refuted.iter().any(|&(length, cell)| length == steps.len() && cell != *assumed));
        }
    }
    assert!(later > 10 && ties > 10, "{later} cells are not the first, {ties} not the only");
}

/// Their end once more, on boards on both sides of the sizes at which sets of cells become wider, and with a region of nearly all
/// cells. Without the subsets, which take too long there.
#[test]
fn large_boards_end_where_the_slow_rules_end() {
    let techniques = [&CHEAP[..7], &CHEAP[9..]].concat();
    let alone = [Technique::PairShadow];
    for size in [8, 9, 11, 12, 13] {
        let giant = |seed| {
            let mut random = Random::new(seed);
            let mut labels: Vec<usize> = (0..size * size).map(|i| if i < size { i } else { 0 }).collect();
            random.shuffle(&mut labels);
            Board::from_labels(size, &labels).unwrap()
        };
        for seed in 0..4 {
            let boards = [generate::connected, generate::scattered, generate::unique].map(|make| make(size, seed));
            for board in boards.into_iter().chain([giant(seed)]) {
                for techniques in [&techniques[..], &alone] {
                    let mut set = techniques.iter().fold(TechniqueSet::NONE, |set, &technique| set.with(technique));
                    if set.contains(Technique::ShadowRegion) {
                        set = "shapes"
                            .parse::<TechniqueSet>()
                            .unwrap()
                            .iter()
                            .fold(set, |set, it| set.with(it.technique));
                    }
                    let options = SolveOptions { techniques: set, probe: Probe::Off };
                    let trace = solve(&board, State::new(&board), &options);
                    let mut slow = Slow::new(&board, &State::new(&board));
                    let conflict = matches!(trace.outcome, Outcome::Contradiction(_));
                    assert_eq!(slow.close(techniques).is_err(), conflict, "{set:?} in\n{board}");
                    if !conflict {
                        let end = trace.end();
                        assert_eq!(
                            (plain(&end.queens), plain(&end.open)),
                            (slow.queens, slow.open),
                            "{set:?} in\n{board}"
                        );
                    }
                }
            }
        }
    }
}

/// A queen at r9c9 attacks all 34 cells of A but r1c1, and of B leaves r1c5, which attacks that one.
#[test]
fn a_pair_shadow_of_a_region_with_many_cells() {
    let size = 20;
    let label = |row: usize, column: usize| match (row, column) {
        (8, 8) | (3, 14) | (14, 3) | (12, 12) | (2, 2) => 19,
        (0, 0) | (8, 0..=17) | (0..=17, 8) => 0,
        (0, 4) | (7, 7) => 1,
        _ => 2 + (4 * row + 7 * column) % 17,
    };
    let labels: Vec<usize> = (0..size * size).map(|i| label(i / size, i % size)).collect();
    let board = Board::from_labels(size, &labels).unwrap();
    assert_eq!(board.unit_cells(Unit::Region(board.region(Cell::new(0, 0)))).len(), 35);
    let state = State::new(&board);
    let options = SolveOptions { techniques: TechniqueSet::NONE.with(Technique::PairShadow), probe: Probe::Off };
    let expected = Slow::new(&board, &state).effect(Technique::PairShadow).unwrap();
    assert!(expected.remove.contains(&(8, 8)));
    let trace = solve(&board, state, &options);
    let removed = trace.steps.iter().fold(CellSet::EMPTY, |all, step| all | step.remove);
    assert!(expected.remove.is_subset(&plain(&removed)), "{removed} of {expected:?}");
}

/// The cell under one of the eight symmetries.
pub(crate) fn turned(size: usize, symmetry: usize, cell: Cell) -> Cell {
    let (mut row, mut column) = (cell.row(), cell.column());
    if symmetry & 1 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = size - 1 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    Cell::new(row, column)
}

pub(crate) fn turned_set(size: usize, symmetry: usize, cells: &CellSet) -> CellSet {
    cells.iter().map(|cell| turned(size, symmetry, cell)).collect()
}

/// The board under one of the eight symmetries. Turning also renumbers the regions in order of first appearance.
pub(crate) fn turned_board(board: &Board, symmetry: usize) -> Board {
    let size = board.size();
    let mut labels = vec![0; size * size];
    for cell in board.cells() {
        let to = turned(size, symmetry, cell);
        labels[to.row() * size + to.column()] = board.region(cell).index();
    }
    Board::from_labels(size, &labels).unwrap()
}

#[test]
fn turning_and_mirroring_changes_nothing() {
    let sets = ["baseline", "baseline,shadow", "baseline,shadow,pigeonhole", "all"];
    for board in boards(90, 20_000) {
        for names in sets {
            let options = SolveOptions { techniques: names.parse().unwrap(), probe: Probe::Full };
            let trace = solve(&board, State::new(&board), &options);
            for symmetry in 1..8 {
                let image = turned_board(&board, symmetry);
                let other = solve(&image, State::new(&image), &options);
                assert_eq!(grade(&other).level, grade(&trace).level, "{board}");
                let verdict = std::mem::discriminant(&trace.outcome);
                assert_eq!(std::mem::discriminant(&other.outcome), verdict, "{board}");
                if !matches!(trace.outcome, Outcome::Contradiction(_)) {
                    let turn = |cells: CellSet| turned_set(board.size(), symmetry, &cells);
                    assert_eq!(turn(trace.end().queens), other.end().queens, "{names} on\n{board}");
                    assert_eq!(turn(trace.end().open), other.end().open, "{names} on\n{board}");
                }
            }
        }
        let all = exact::count(&board, &CellSet::EMPTY, 1000);
        assert!((1..8).all(|symmetry| exact::count(&turned_board(&board, symmetry), &CellSet::EMPTY, 1000) == all));
    }
}

/// Regions are numbered in order of appearance, so other letters give an equal board; another order of regions comes
/// from turning, above.
#[test]
fn other_letters_change_nothing() {
    let mut random = Random::new(5);
    for board in boards(30, 30_000) {
        let size = board.size();
        for _ in 0..20 {
            let mut letters: Vec<usize> = (0..size).collect();
            random.shuffle(&mut letters);
            let labels: Vec<usize> = board.labels().iter().map(|region| letters[region.index()]).collect();
            assert_eq!(Board::from_labels(size, &labels).unwrap(), board);
        }
    }
}

/// A queen or a cross taken from the solution, known from the start: the solve still ends, and just as well.
#[test]
fn a_true_mark_never_hurts() {
    let mut random = Random::new(9);
    let sets = ["baseline", "baseline,shadow", "baseline,shadow,pigeonhole", "baseline,pigeonhole", "all"];
    for seed in 0..150 {
        let size = 4 + (seed % 9) as usize;
        let board = generate::unique(size, 40_000 + seed);
        let solution = exact::solutions(&board, &CellSet::EMPTY, 1).remove(0);
        for names in sets {
            let options = SolveOptions { techniques: names.parse().unwrap(), probe: Probe::Full };
            let plain = solve(&board, State::new(&board), &options);
            let cell = Cell::new(random.below(size), random.below(size));
            let mut start = State::new(&board);
            start.open.remove(cell);
            if solution.queens().contains(cell) {
                start.queens.insert(cell);
            }
            let helped = check_sound(&board, start, &options, std::slice::from_ref(&solution));
            let (plain, helped) = (plain.end(), helped.end());
            assert!(plain.queens.is_subset(&helped.queens), "{names} with {cell} on\n{board}");
            assert!(
                (helped.open | helped.queens).is_subset(&(plain.open | plain.queens)),
                "{names} with {cell} on\n{board}"
            );
        }
    }
}
