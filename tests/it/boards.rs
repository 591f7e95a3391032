//! Boards from text, and the archives of real boards.

use std::path::PathBuf;

use queenshot::board::{Board, Cell, CellSet, Region, Solution};

/// The folder with real boards and pictures, from `QUEENSHOT_SHARED`. Says so where the variable is not set.
///
/// # Panics
/// If the variable names no folder.
pub(crate) fn shared() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("QUEENSHOT_SHARED") else {
        eprintln!("skipped: QUEENSHOT_SHARED is not set");
        return None;
    };
    let folder = PathBuf::from(folder);
    assert!(folder.is_dir(), "QUEENSHOT_SHARED names no folder: {}", folder.display());
    Some(folder)
}

/// A board from rows of letters, separated by line feeds, blanks or slashes.
pub(crate) fn board(rows: &str) -> Board {
    let rows: Vec<&str> = rows.split(['\n', '/', ' ']).filter(|row| !row.is_empty()).collect();
    let labels: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    Board::from_labels(rows.len(), &labels).unwrap()
}

/// A board of the archive with what is known of it.
pub(crate) struct Archived {
    pub(crate) id: String,
    pub(crate) board: Board,
    /// 0, 1, or 2 for two or more.
    pub(crate) solutions: usize,
    /// The first solution.
    pub(crate) first: Solution,
}

/// The boards of one folder of the archive, `linkedin` or `other`.
pub(crate) fn archive(folder: &str) -> Option<Vec<Archived>> {
    let boards = shared()?.join("boards");
    let list = std::fs::read_to_string(boards.join("solutions.tsv")).unwrap();
    let mine = list.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let archived = mine.filter(|fields| fields[0].starts_with(folder)).map(|fields| {
        let text = std::fs::read_to_string(boards.join(format!("{}.txt", fields[0]))).unwrap();
        let columns: Vec<usize> = fields[3].split(',').map(|column| column.parse().unwrap()).collect();
        Archived {
            id: fields[0].to_owned(),
            board: board(&text),
            solutions: fields[2].parse().unwrap(),
            first: Solution::new(&columns).unwrap(),
        }
    });
    Some(archived.collect())
}

#[test]
fn the_pieces_of_a_region_hang_together() {
    let board = board("ABBA ACCA DDDD AACA");
    let cells = |all: &[(usize, usize)]| all.iter().map(|&(r, c)| Cell::new(r, c)).collect::<CellSet>();
    let expected = [&[(0, 0), (1, 0)][..], &[(0, 3), (1, 3)], &[(3, 0), (3, 1)], &[(3, 3)]].map(cells);
    assert_eq!(board.pieces(Region::new(0)), expected);
    assert_eq!(board.pieces(Region::new(3)), [cells(&[(2, 0), (2, 1), (2, 2), (2, 3)])]);
    let connected: Vec<bool> = board.regions().map(|region| board.is_connected(region)).collect();
    assert_eq!(connected, [false, true, false, true]);
}
