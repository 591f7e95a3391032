//! Boards as lines of signs, with marks and headers.

use std::iter::Peekable;

use super::{Entry, Puzzle, TextError, TextErrorKind};
use crate::board::{Board, BoardError, Cell, MAX_SIZE, MIN_SIZE, Marks};

/// A line of the text with its number, counted from 1.
pub(super) type Line<'t> = (usize, &'t str);

/// Reads all boards of a text: one without a header, or one under each header.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let mut lines = (1..).zip(text.lines()).peekable();
    let mut entries = Vec::new();
    let mut body = section(&mut lines);
    if !body.is_empty() || lines.peek().is_none() {
        entries.push(entry(None, 1, &body));
    }
    while let Some((number, line)) = lines.next() {
        body = section(&mut lines);
        entries.push(entry(header(line).map(str::to_owned), number, &body));
    }
    entries
}

/// The name in a header line, `=== name ===`.
fn header(line: &str) -> Option<&str> {
    // Nearly no line is one, and there may be millions of them.
    if !line.contains('=') {
        return None;
    }
    let name = line.trim().strip_prefix("=== ")?.strip_suffix(" ===")?.trim();
    (!name.is_empty()).then_some(name)
}

/// The lines up to the next header, without blank ones at either end. Of a text that is far too long for a board, only
/// as many as it takes to say so.
fn section<'t>(lines: &mut Peekable<impl Iterator<Item = Line<'t>>>) -> Vec<Line<'t>> {
    const ENOUGH: usize = 4 * MAX_SIZE;
    let mut body = Vec::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| header(line).is_none()) {
        if body.len() < ENOUGH && !(body.is_empty() && line.trim().is_empty()) {
            body.push((number, line));
        }
    }
    while body.last().is_some_and(|(_, line)| line.trim().is_empty()) {
        body.pop();
    }
    body
}

fn entry(name: Option<String>, line: usize, body: &[Line<'_>]) -> Entry {
    let line = body.first().map_or(line, |&(number, _)| number);
    Entry { name, line, puzzle: puzzle(line, body) }
}

/// A board and its marks from two blocks of lines.
fn puzzle(first_line: usize, body: &[Line<'_>]) -> Result<Puzzle, TextError> {
    if body.is_empty() {
        return Err(TextError::new(first_line, 1, TextErrorKind::NotABoard { seen: "there are only blanks".into() }));
    }
    let mut blocks = body.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty());
    let rows = blocks.next().unwrap_or_default();
    let board = board(rows)?;
    if let Some(marks) = blank_marks(board.size(), body.get(rows.len() + 1..).unwrap_or_default()) {
        return Ok(Puzzle { board, marks });
    }
    let marks = blocks.next().map(|block| marks(board.size(), block)).transpose()?;
    if let Some(&[(line, _), ..]) = blocks.next() {
        let seen = "a third block; write a header, === name ===, above each of several boards";
        return Err(TextError::new(line, 1, TextErrorKind::NotABoard { seen: seen.into() }));
    }
    Ok(Puzzle { board, marks: marks.unwrap_or_default() })
}

/// The signs of a line with their columns, counted from 1. The variation selector behind an emoji is no sign.
fn signs(line: &str) -> impl Iterator<Item = (usize, char)> {
    (1..).zip(line.chars()).filter(|&(_, sign)| !sign.is_whitespace() && sign != '\u{FE0F}')
}

/// A board from its rows.
pub(super) fn board(rows: &[Line<'_>]) -> Result<Board, TextError> {
    square(rows)?;
    let labels: Vec<char> = rows.iter().flat_map(|(_, line)| signs(line)).map(|(_, sign)| sign).collect();
    Board::from_labels(rows.len(), &labels).map_err(|error| {
        let cell = match error {
            BoardError::TooManyRegions { cell, .. } => cell,
            _ => Cell::new(0, 0),
        };
        let (line, text) = rows[cell.row()];
        TextError::new(line, signs(text).nth(cell.column()).map_or(1, |(column, _)| column), error)
    })
}

/// Marks from their rows.
pub(super) fn marks(size: usize, rows: &[Line<'_>]) -> Result<Marks, TextError> {
    if rows.len() != size {
        let detail = format!("{} rows of marks on a board of {size} rows", rows.len());
        let (line, _) = rows[rows.len().min(size + 1) - 1];
        return Err(TextError::new(line, 1, TextErrorKind::RaggedRows { detail }));
    }
    let mut marks = Marks::default();
    for (row, &(line, text)) in rows.iter().enumerate() {
        let found = signs(text).take(MAX_SIZE + 1).count();
        if found != size {
            let detail = format!("a row of {} marks on a board of {size} rows", at_most(found));
            return Err(TextError::new(line, column_of(text, found.min(size)), TextErrorKind::RaggedRows { detail }));
        }
        for (column, (at, sign)) in signs(text).enumerate() {
            let cell = Cell::new(row, column);
            match sign {
                'Q' | 'q' | '♛' => marks.queens.insert(cell),
                'G' | 'g' => marks.given.insert(cell),
                'x' | 'X' | '×' | '⨯' => marks.crosses.insert(cell),
                '.' | '-' | '_' => {}
                _ => return Err(TextError::new(line, at, TextErrorKind::BadMark { sign })),
            }
        }
    }
    Ok(marks)
}

/// Marks as qsolve writes them: `Q`, `x` and blanks, each in its own column. `None` if the rows have another form.
fn blank_marks(size: usize, rows: &[Line<'_>]) -> Option<Marks> {
    let full = rows.iter().all(|(_, line)| signs(line).count() == size);
    let alike = |line: &str| {
        line.trim_end().chars().count() <= size && line.chars().all(|sign| matches!(sign, 'Q' | 'x' | ' '))
    };
    // Rows at the end that are all blank may have been cut off with other blank lines.
    if full || rows.is_empty() || rows.len() > size || !rows.iter().all(|(_, line)| alike(line)) {
        return None;
    }
    let mut marks = Marks::default();
    for (row, (_, line)) in rows.iter().enumerate() {
        for (column, sign) in line.trim_end().chars().enumerate() {
            match sign {
                'Q' => marks.queens.insert(Cell::new(row, column)),
                'x' => marks.crosses.insert(Cell::new(row, column)),
                _ => {}
            }
        }
    }
    Some(marks)
}

/// Checks that the rows make a square of an allowed size before anything is built from them.
fn square(rows: &[Line<'_>]) -> Result<(), TextError> {
    let count = rows.len();
    let widths: Vec<usize> = rows.iter().map(|(_, line)| signs(line).take(MAX_SIZE + 1).count()).collect();
    if (MIN_SIZE..=MAX_SIZE).contains(&count) && widths.iter().all(|&width| width == count) {
        return Ok(());
    }
    if let Some(&(line, _)) = rows.iter().find(|(_, line)| is_prose(line)) {
        let seen = "words, where rows of one letter a cell were expected";
        return Err(TextError::new(line, 1, TextErrorKind::NotABoard { seen: seen.into() }));
    }
    let too_many = count > MAX_SIZE;
    if too_many || count < MIN_SIZE {
        let (line, _) = rows[count.min(MAX_SIZE + 1) - 1];
        let detail = match count {
            1 => "only 1 row".into(),
            _ if too_many => "more than 26 rows".into(),
            _ => format!("only {count} rows"),
        };
        return Err(TextError::new(line, 1, TextErrorKind::SizeOutOfRange { detail }));
    }
    if widths.iter().all(|&width| width > MAX_SIZE) {
        let (line, text) = rows[0];
        let kind = TextErrorKind::SizeOutOfRange { detail: "more than 26 signs in a row".into() };
        return Err(TextError::new(line, column_of(text, MAX_SIZE), kind));
    }
    // Blame the odd row out: where most rows agree on a width, that width is the one meant.
    let votes = |width: usize| widths.iter().filter(|&&other| other == width).count();
    let meant = widths.iter().copied().max_by_key(|&width| (votes(width), width == count)).unwrap_or(count);
    let (at, found) = match widths.iter().position(|&width| width != meant) {
        Some(row) => (row, widths[row]),
        None => {
            let (line, _) = rows[count - 1];
            let detail = format!("{count} rows of {} signs", at_most(meant));
            return Err(TextError::new(line, 1, TextErrorKind::RaggedRows { detail }));
        }
    };
    let (line, text) = rows[at];
    let detail = format!("row {} has {} signs and most others have {}", at + 1, at_most(found), at_most(meant));
    Err(TextError::new(line, column_of(text, found.min(meant)), TextErrorKind::RaggedRows { detail }))
}

/// Whether the line holds words: signs of a board stand either all together or each by itself.
fn is_prose(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().nth(1).is_some() && words.any(|word| word.chars().nth(1).is_some_and(|second| second != '\u{FE0F}'))
}

/// The column of the sign with the given number, or the one behind the last sign.
fn column_of(line: &str, number: usize) -> usize {
    match signs(line).nth(number) {
        Some((column, _)) => column,
        None => line.trim_end().chars().count() + 1,
    }
}

/// A count of signs that was cut off behind 26.
fn at_most(count: usize) -> String {
    if count > MAX_SIZE { "more than 26".into() } else { count.to_string() }
}
