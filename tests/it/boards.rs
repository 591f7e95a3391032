//! Boards from text, and the archives of real boards.

use std::path::PathBuf;

use queenshot::board::{Board, Solution};

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
