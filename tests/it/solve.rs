//! The engine over whole archives of boards.

use std::time::{Duration, Instant};

use queenshot::board::{Board, State};
use queenshot::generate::{self, Random};
use queenshot::solve::{Outcome, Probe, SolveOptions, TECHNIQUES, Technique, TechniqueSet, solution, solve};

use crate::boards::{Archived, archive, board};
use crate::support::fixtures;

/// The board of the article, No. 307.
const ARTICLE: &str = "AAAAAAA BBBBCAA BDDECAA BBEEEAA BBFEGGA BBFBBBA BBBBBBA";

/// A board that only the full probe solves.
const ONLY_PROBE: &str = "BBBCAAD BBBCAAD BBBCAAD EGBCADD EGBBBDD EGBBDDF EGGDDFF";

fn using(names: &str, probe: Probe) -> SolveOptions {
    SolveOptions { techniques: names.parse().unwrap(), probe }
}

fn solved(boards: &[Archived], options: &SolveOptions) -> usize {
    boards.iter().filter(|it| solve(&it.board, State::new(&it.board), options).outcome == Outcome::Solved).count()
}

#[test]
fn the_article_board_is_solved() {
    let board = board(ARTICLE);
    let trace = solve(&board, State::new(&board), &SolveOptions::default());
    assert_eq!(trace.solution().unwrap().to_string(), "6 4 1 3 5 2 0");
    // C lies in column 5, which leaves G one cell; its queen leaves F one, that one D, and so on to the end.
    let counters = trace.counters();
    let used: Vec<_> =
        counters.iter().filter(|&(_, count)| count > 0).map(|(info, count)| (info.technique, count)).collect();
    let expected = [(Technique::QueenKill, 7), (Technique::SingleRegion, 7), (Technique::RegionLine, 1)];
    assert_eq!(used, expected);
    assert_eq!(trace.states().count(), trace.steps.len() + 1);
    assert_eq!(trace.states().last().unwrap(), trace.end());
}

#[test]
fn a_board_that_stalls_everything_but_the_full_probe() {
    let board = board(ONLY_PROBE);
    let run = |probe| solve(&board, State::new(&board), &using("all", probe));
    assert_eq!(run(Probe::Off).outcome, Outcome::Stuck);
    assert_eq!(run(Probe::Short).outcome, Outcome::Stuck);
    let full = run(Probe::Full);
    assert_eq!(full.outcome, Outcome::Solved);
    assert!(full.counters().get(Technique::Probe) > 0);
    assert_eq!(solution(&board), full.solution());
}

/// Nothing can be deduced on a large board of scattered regions, and the probe has to look at every cell to say so.
/// On a blurred one it finds dozens of cells, and looks again after each.
#[test]
fn large_boards_that_stall_are_given_up_soon() {
    let text = std::fs::read_to_string(fixtures().join("boards/26-4.txt")).unwrap();
    let mut labels: Vec<char> = text.chars().filter(|sign| sign.is_alphabetic()).collect();
    let mut random = Random::new(7);
    let mut changes = 0;
    while changes < 800 {
        let at = 27 + random.below(labels.len() - 54);
        let (old, new) = (labels[at], labels[[at - 26, at - 1, at + 1, at + 26][random.below(4)]]);
        if old == new {
            continue;
        }
        labels[at] = new;
        if labels.contains(&old) {
            changes += 1;
        } else {
            labels[at] = old;
        }
    }
    for (board, found) in [(generate::scattered(16, 1), 0), (Board::from_labels(26, &labels).unwrap(), 50)] {
        let start = Instant::now();
        let trace = solve(&board, State::new(&board), &SolveOptions::default());
        assert_eq!(trace.outcome, Outcome::Stuck, "{board}");
        assert!(trace.counters().get(Technique::Probe) >= found, "the probe finds little on\n{board}");
        assert_eq!(solution(&board), None);
        // A second, or ten without optimisation; without memory of earlier looks many times as long.
        let limit = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
        assert!(start.elapsed() < limit, "{:?} for\n{board}", start.elapsed());
    }
}

#[test]
fn the_table_is_in_the_order_of_trial() {
    for (i, info) in TECHNIQUES.iter().enumerate() {
        assert_eq!(info.technique.index(), i);
        assert!(info.counter.chars().count() <= 32);
    }
    assert!(TECHNIQUES.is_sorted_by_key(|info| info.technique));
    assert!(TECHNIQUES.is_sorted_by_key(|info| info.level));
}

#[test]
fn technique_sets_parse() {
    let set: TechniqueSet = "baseline, probe".parse().unwrap();
    let names: Vec<_> = set.iter().map(|info| info.name).collect();
    assert_eq!(names, ["queen-kill", "single-region", "single-line", "region-line", "line-region", "probe"]);
    assert_eq!("all".parse::<TechniqueSet>().unwrap(), TechniqueSet::ALL);
    let shadow: TechniqueSet = "shadow".parse().unwrap();
    assert_eq!(shadow, "shapes,shadow-region,shadow-line".parse().unwrap());
    assert_eq!(shadow.iter().count(), 29);
    for bad in ["", "shapes,", "Domino", "baselin"] {
        let error = bad.parse::<TechniqueSet>().unwrap_err();
        assert_eq!(error.code(), "unknown-technique");
        // Every name that it offers is one.
        let said = error.to_string();
        let (_, names) = said.split_once("known are ").unwrap();
        let (names, groups) = names.split_once(" and the groups ").unwrap();
        assert_eq!((names.split(", ").count(), groups), (12, "baseline, shadow, all"), "{said}");
        assert!(names.split(", ").all(|name| name.parse::<TechniqueSet>().is_ok()), "{said}");
    }
}

#[test]
fn every_official_board_is_solved_by_deduction() {
    let Some(boards) = archive("linkedin") else { return };
    assert_eq!(boards.len(), 855);
    for probe in [Probe::Off, Probe::Short, Probe::Full] {
        for it in &boards {
            let trace = solve(&it.board, State::new(&it.board), &using("all", probe));
            assert_eq!(trace.solution().as_ref(), Some(&it.first), "{} with {probe:?}", it.id);
        }
    }
    for it in &boards {
        assert_eq!(solution(&it.board).as_ref(), Some(&it.first), "{}", it.id);
    }
}

#[test]
fn the_reach_of_groups_of_techniques() {
    let Some(boards) = archive("linkedin") else { return };
    assert_eq!(solved(&boards, &using("baseline", Probe::Off)), 244);
    assert_eq!(solved(&boards, &using("baseline,pigeonhole", Probe::Off)), 377);
    assert_eq!(solved(&boards, &using("baseline,shadow", Probe::Off)), 578);
    assert_eq!(solved(&boards, &using("baseline,shadow-region,shadow-line", Probe::Off)), 578);
    assert_eq!(solved(&boards, &using("baseline,shadow,pigeonhole", Probe::Off)), 855);
    let shapes = solved(&boards, &using("baseline,shapes", Probe::Off));
    assert!((452..=465).contains(&shapes), "{shapes}");
    let shapes = solved(&boards, &using("baseline,shapes,pigeonhole", Probe::Off));
    assert!((714..=729).contains(&shapes), "{shapes}");
}

#[test]
fn other_boards_are_solved_if_and_only_if_they_have_one_solution() {
    let Some(boards) = archive("other") else { return };
    assert_eq!(boards.iter().filter(|it| it.solutions == 1).count(), 1536);
    for it in &boards {
        let trace = solve(&it.board, State::new(&it.board), &SolveOptions::default());
        if it.solutions == 1 {
            assert_eq!(trace.solution().as_ref(), Some(&it.first), "{}", it.id);
        } else {
            assert_eq!(trace.outcome, Outcome::Stuck, "{}", it.id);
        }
        assert_eq!(solution(&it.board), trace.solution(), "{}", it.id);
    }
}
