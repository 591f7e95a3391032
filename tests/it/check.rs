//! Proposed solutions, players' marks and several solutions, checked.

use queenshot::board::{Board, Cell, CellSet, Marks, Region, Solution, Unit};
use queenshot::check::{Violation, compare, judge, violations};

use crate::support::{self, Rng};

/// Board No. 307 of the game.
fn board() -> Board {
    let labels: Vec<char> = "AAAAAAABBBBCAABDDECAABBEEEAABBFEGGABBFBBBABBBBBBA".chars().collect();
    Board::from_labels(7, &labels).unwrap()
}

fn solution() -> Solution {
    Solution::new(&[6, 4, 1, 3, 5, 2, 0]).unwrap()
}

fn cells(of: &[(usize, usize)]) -> CellSet {
    of.iter().map(|&(row, column)| Cell::new(row, column)).collect()
}

#[test]
fn the_solution_breaks_no_rule() {
    assert_eq!(violations(&board(), &solution().queens()), []);
}

#[test]
fn each_broken_rule_is_named() {
    // The queen of the last row moves to the neighbour of the queen above it, which stands in the red region F, and one lies outside.
    let mut queens = solution().queens();
    queens.remove(Cell::new(6, 0));
    queens.insert(Cell::new(6, 1));
    queens.insert(Cell::new(3, 9));
    let found: Vec<String> = violations(&board(), &queens).iter().map(Violation::to_string).collect();
    assert_eq!(
        found,
        [
            "r4c10 lies outside the board",
            "column 1 has no queen",
            "column 2 has 2 queens",
            "the queens at r6c3 and r7c2 touch",
        ]
    );
    let two = cells(&[(0, 0), (0, 6)]);
    let broken = violations(&board(), &two);
    assert!(broken.contains(&Violation::Crowded(Unit::Region(Region::new(0)), 2)));
    assert!(broken.contains(&Violation::Crowded(Unit::Row(0), 2)));
    assert!(broken.contains(&Violation::Empty(Unit::Region(Region::new(1)))));
    assert_eq!(broken.iter().filter(|v| matches!(v, Violation::Empty(_))).count(), 6 + 6 + 5);
}

#[test]
fn queens_break_no_rule_exactly_when_a_slow_search_finds_them() {
    let mut rng = Rng::new(11);
    for size in [5, 6] {
        let (board, _) = support::random_board(size, &mut rng);
        let solutions: Vec<CellSet> =
            support::solutions(&board, usize::MAX).iter().map(|queens| cells(queens)).collect();
        assert!(!solutions.is_empty());
        let mut columns: Vec<usize> = (0..size).collect();
        for _ in 0..300 {
            rng.shuffle(&mut columns);
            let queens = Solution::new(&columns).unwrap().queens();
            assert_eq!(violations(&board, &queens).is_empty(), solutions.contains(&queens), "{board}\n{queens}");
        }
        for queens in &solutions {
            assert_eq!(violations(&board, queens), []);
        }
    }
}

#[test]
fn marks_are_judged_by_all_solutions() {
    let other = Solution::new(&[6, 4, 1, 3, 5, 0, 2]).unwrap();
    let both = [solution(), other];
    assert_eq!(compare(&both).forced, cells(&[(0, 6), (1, 4), (2, 1), (3, 3), (4, 5)]));
    assert_eq!(compare(&both).differing, cells(&[(5, 2), (5, 0), (6, 0), (6, 2)]));
    let marks = Marks {
        given: CellSet::EMPTY,
        queens: cells(&[(0, 6), (5, 0), (1, 1)]),
        crosses: cells(&[(0, 0), (2, 1), (6, 0)]),
    };
    let judged = judge(&marks, &both);
    assert_eq!(judged.right, cells(&[(0, 6), (5, 0)]));
    assert_eq!(judged.wrong, cells(&[(1, 1)]));
    assert_eq!(judged.wrong_crosses, cells(&[(2, 1)]), "a cell in which solutions differ may be crossed out");
    let one = judge(&marks, &both[..1]);
    assert_eq!(one.wrong, cells(&[(1, 1), (5, 0)]));
    assert_eq!(one.wrong_crosses, cells(&[(2, 1), (6, 0)]));
    assert_eq!(judge(&marks, &[]).wrong, marks.queens);
}
