//! Boards as addresses of puzz.link and of the editors that understand them.
//!
//! `starbattle/COLUMNS/ROWS/STARS/BORDERS`: the borders between neighbours in a row, row by row, then those between
//! neighbours in a column, row by row; a bit each, five to a base-32 digit, the first worth 16. Both parts begin with a digit
//! of their own. Regions are what the borders separate, so a region that does not hang together cannot be written.

use super::{Entry, FormatError, Puzzle, TextError, TextErrorKind};
use crate::board::{Board, Cell, MAX_SIZE, MIN_SIZE};

/// What gives an address away.
pub(super) const KEY: &str = "starbattle/";

const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";

/// Reads the boards of a text of addresses, one a line.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(line, text)| Entry { name: None, line, puzzle: board(line, text).map(Puzzle::new) }).collect()
}

fn board(line: usize, text: &str) -> Result<Board, TextError> {
    let key = text.find(KEY).unwrap_or(text.len());
    let column = text[..key].chars().count() + 1;
    let bad = |detail: String| TextError::new(line, column, TextErrorKind::BadLink { detail });
    let Some(rest) = text.get(key + KEY.len()..) else {
        return Err(bad("no address of a star battle puzzle".into()));
    };
    // Flags for the solving page, such as `v:`, may stand before the numbers.
    let mut parts = rest.trim().split('/').filter(|part| !part.ends_with(':'));
    let mut number = |what: &str| {
        let part = parts.next().unwrap_or_default();
        part.parse::<usize>().map_err(|_| bad(format!("the number of {what} is missing")))
    };
    let (columns, rows, stars) = (number("columns")?, number("rows")?, number("stars")?);
    let borders = parts.next().unwrap_or_default();
    if stars != 1 {
        return Err(bad(format!("a puzzle with {stars} stars a row; a Queens board has one queen")));
    }
    if columns != rows {
        return Err(bad(format!("{columns} columns and {rows} rows; a Queens board is square")));
    }
    if !(MIN_SIZE..=MAX_SIZE).contains(&rows) {
        return Err(TextError::new(line, column, crate::board::BoardError::SizeOutOfRange { size: rows }));
    }
    let size = rows;
    let inner = size * (size - 1);
    let digits = inner.div_ceil(5);
    let value = |digit: u8| DIGITS.iter().position(|&known| known == digit.to_ascii_lowercase());
    let values: Option<Vec<usize>> = borders.bytes().map(value).collect();
    let values =
        values.ok_or_else(|| bad("the borders hold a sign that is no digit; digits are 0-9 and a-v".into()))?;
    if values.len() != 2 * digits {
        return Err(bad(format!("{} digits of borders, where {} are needed", values.len(), 2 * digits)));
    }
    let bits: Vec<bool> =
        values.chunks(digits).flat_map(|part| (0..inner).map(move |i| part[i / 5] >> (4 - i % 5) & 1 == 1)).collect();
    let right = |cell: Cell| bits[cell.row() * (size - 1) + cell.column()];
    let below = |cell: Cell| bits[inner + cell.row() * size + cell.column()];
    let mut labels: Vec<Option<usize>> = vec![None; size * size];
    let at = |cell: Cell| cell.row() * size + cell.column();
    let mut count = 0;
    for start in (0..size * size).map(|i| Cell::new(i / size, i % size)) {
        if labels[at(start)].is_some() {
            continue;
        }
        let mut edge = vec![start];
        while let Some(cell) = edge.pop() {
            if labels[at(cell)].replace(count).is_some() {
                continue;
            }
            let (row, column) = (cell.row(), cell.column());
            let left = (column > 0).then(|| Cell::new(row, column - 1)).filter(|&cell| !right(cell));
            let above = (row > 0).then(|| Cell::new(row - 1, column)).filter(|&cell| !below(cell));
            let next = (column + 1 < size && !right(cell)).then(|| Cell::new(row, column + 1));
            let under = (row + 1 < size && !below(cell)).then(|| Cell::new(row + 1, column));
            edge.extend([left, above, next, under].into_iter().flatten().filter(|&cell| labels[at(cell)].is_none()));
        }
        count += 1;
    }
    Board::from_labels(size, &labels).map_err(|error| TextError::new(line, column, error))
}

/// The part of an address that describes the board.
pub(super) fn encode(board: &Board) -> Result<String, FormatError> {
    let size = board.size();
    if let Some(region) = board.regions().find(|&region| !board.is_connected(region)) {
        return Err(FormatError::Disconnected { region });
    }
    let differ = |a: Cell, b: Cell| board.region(a) != board.region(b);
    let upright = (0..size).flat_map(|row| (1..size).map(move |column| (row, column)));
    let upright = upright.map(|(row, column)| differ(Cell::new(row, column - 1), Cell::new(row, column)));
    let flat = (1..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let flat = flat.map(|(row, column)| differ(Cell::new(row - 1, column), Cell::new(row, column)));
    let digits = |bits: Vec<bool>| -> String {
        let value = |five: &[bool]| five.iter().enumerate().fold(0, |sum, (i, &bit)| sum | usize::from(bit) << (4 - i));
        bits.chunks(5).map(|five| DIGITS[value(five)] as char).collect()
    };
    Ok(format!("{KEY}{size}/{size}/1/{}{}", digits(upright.collect()), digits(flat.collect())))
}
