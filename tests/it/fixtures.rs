//! The pictures of `fixtures/`: what they promise, and what the reader makes of them.

use crate::support::{Rng, fixtures, random_board, shots, solutions};

#[test]
fn every_board_in_shots_has_exactly_one_solution() {
    for shot in shots(&fixtures().join("shots")) {
        assert_eq!(solutions(&shot.board, 2).len(), 1, "{}", shot.name);
    }
}

#[test]
fn no_board_in_open_has_exactly_one_solution() {
    let counts: Vec<usize> =
        shots(&fixtures().join("shots/open")).iter().map(|shot| solutions(&shot.board, 2).len()).collect();
    assert!(counts.iter().all(|&count| count != 1), "{counts:?}");
    assert!(counts.contains(&0) && counts.contains(&2), "both kinds are needed: {counts:?}");
}

#[test]
fn the_search_knows_the_solution_of_no_307() {
    let shots = shots(&fixtures().join("shots"));
    let shot = shots.iter().find(|shot| shot.name == "crop-307").unwrap();
    let columns: Vec<usize> = solutions(&shot.board, 2)[0].iter().map(|&(_, column)| column).collect();
    assert_eq!(columns, [6, 4, 1, 3, 5, 2, 0]);
}

#[test]
fn a_random_board_has_one_solution_and_is_the_same_again() {
    for size in 4..=12 {
        let (board, queens) = random_board(size, &mut Rng::new(size as u64));
        assert_eq!(random_board(size, &mut Rng::new(size as u64)).0, board, "the seed decides");
        let expected: Vec<(usize, usize)> = queens.into_iter().enumerate().collect();
        assert_eq!(solutions(&board, 2), [expected]);
    }
}
