//! The pictures of `fixtures/`: what they promise, and what the reader makes of them.

use std::fs;
use std::path::Path;

use queenshot::judge::{self, Reading};
use queenshot::read::{self, DEFAULT_MAX_MEGAPIXELS, ReadError, ReadOptions};

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

fn read(picture: &Path) -> Result<Reading, ReadError> {
    let options = ReadOptions::default();
    let picture = read::decode(&fs::read(picture).unwrap(), DEFAULT_MAX_MEGAPIXELS)?;
    judge::reading(read::candidates(&picture, &options)?, &options)
}

#[test]
fn every_picture_is_read_as_its_truth_says() {
    for folder in ["shots", "shots/open"] {
        for shot in shots(&fixtures().join(folder)) {
            match read(&shot.picture) {
                Ok(reading) => {
                    assert_eq!(reading.board, shot.board, "{}", shot.name);
                    assert_eq!(reading.marks, shot.marks, "{}", shot.name);
                    assert_eq!(reading.solutions, solutions(&shot.board, 2).len(), "{}", shot.name);
                }
                Err(error) => panic!("{}: {error}", shot.name),
            }
        }
    }
}

#[test]
fn every_bad_picture_gives_the_code_in_its_name() {
    let mut seen = 0;
    for entry in fs::read_dir(fixtures().join("shots/bad")).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let (code, _) = stem.rsplit_once('-').unwrap();
        seen += 1;
        assert_eq!(read(&path).map(|reading| reading.board).map_err(|error| error.code()), Err(code), "{stem}");
    }
    assert!(seen >= 10, "{seen} pictures in the folder");
}
