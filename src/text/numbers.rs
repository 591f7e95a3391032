//! Boards as numbers: rows of numbers separated by blanks or commas, or all numbers of a board in one line.

use super::letters::Line;
use super::{Entry, Puzzle, TextError, TextErrorKind};
use crate::board::{Board, BoardError, Cell, MAX_SIZE, Marks};

/// The most numbers a board has.
const MOST: usize = MAX_SIZE * MAX_SIZE;

/// Whether the text is made of numbers, some of them with more than one digit, a suffix or commas between them. Numbers of one digit
/// between blanks are signs like any others.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next() else { return false };
    let longer = |line| items(line).any(|(_, item)| item.len() > 1);
    let telling = first.contains(',') || longer(first) || lines.take(MAX_SIZE).any(longer);
    telling && items(first).take(MOST).all(|(_, item)| value(item).is_some()) && items(first).nth(1).is_some()
}

/// The items of a line with their columns, counted from 1.
fn items(line: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut column = 1;
    line.split([' ', '\t', ',', ';']).filter_map(move |item| {
        let at = column;
        column += item.chars().count() + 1;
        (!item.is_empty()).then_some((at, item))
    })
}

/// A number and the mark behind it.
fn value(item: &str) -> Option<(u32, Option<char>)> {
    let digits = item.trim_end_matches(['s', 'x', 'S', 'X']);
    let mark = &item[digits.len()..];
    let number = digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok()).flatten()?;
    (mark.len() <= 1).then(|| (number, mark.chars().next().map(|mark| mark.to_ascii_lowercase())))
}

/// Reads the board of a text of numbers.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let rows: Vec<Line<'_>> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).take(MAX_SIZE + 1).collect();
    let line = rows.first().map_or(1, |row| row.0);
    vec![Entry { name: None, line, puzzle: puzzle(&rows) }]
}

fn puzzle(rows: &[Line<'_>]) -> Result<Puzzle, TextError> {
    let mut found = Vec::new();
    for &(line, text) in rows {
        for (column, item) in items(text) {
            let Some(value) = value(item) else {
                let seen = format!("`{}` among numbers", item.chars().take(20).collect::<String>());
                return Err(TextError::new(line, column, TextErrorKind::NotABoard { seen }));
            };
            if found.len() == MOST {
                let detail = format!("more than {MOST} numbers");
                return Err(TextError::new(line, column, TextErrorKind::SizeOutOfRange { detail }));
            }
            found.push((line, column, value));
        }
    }
    let size = if rows.len() == 1 { found.len().isqrt() } else { rows.len() };
    if let Some(&(line, text)) = rows.iter().find(|(_, text)| rows.len() > 1 && items(text).count() != size) {
        let detail = format!("a row of {} numbers among {size} rows", items(text).count());
        return Err(TextError::new(line, 1, TextErrorKind::RaggedRows { detail }));
    }
    let (first_line, _) = rows.first().copied().unwrap_or((1, ""));
    if found.len() != size * size {
        let detail = format!("{} numbers, which make no square", found.len());
        return Err(TextError::new(first_line, 1, TextErrorKind::RaggedRows { detail }));
    }
    let labels: Vec<u32> = found.iter().map(|(_, _, (number, _))| *number).collect();
    let board = Board::from_labels(size, &labels).map_err(|error| {
        let cell = match error {
            BoardError::TooManyRegions { cell, .. } => cell,
            _ => Cell::new(0, 0),
        };
        let (line, column, _) = found[cell.row() * size + cell.column()];
        TextError::new(line, column, error)
    })?;
    let mut marks = Marks::default();
    for (cell, (_, _, (_, mark))) in board.cells().zip(&found) {
        match mark {
            Some('s') => marks.queens.insert(cell),
            Some(_) => marks.crosses.insert(cell),
            None => {}
        }
    }
    Ok(Puzzle { board, marks })
}
