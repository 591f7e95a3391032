//! Boards as JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::letters;
use super::{Entry, Puzzle, TextError, TextErrorKind, position};
use crate::board::{Board, Cell, CellSet, MAX_SIZE};

/// An object whose values are still text, and so still know where they stand.
type Object<'t> = BTreeMap<String, &'t RawValue>;

/// Reads all boards of a JSON text: objects one behind the other, or arrays of them.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let source = Source { text };
    let mut entries = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match value {
            Ok(value) => match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                Ok(items) => entries.extend(items.iter().map(|item| source.entry(item.get()))),
                Err(_) => entries.push(source.entry(value.get())),
            },
            Err(error) => {
                // serde_json says the position a second time at the end of its message.
                let detail = error.to_string().split(" at line ").next().unwrap_or_default().to_owned();
                let kind = TextErrorKind::BadJson { detail };
                let error = TextError::new(error.line(), error.column().max(1), kind);
                entries.push(Entry { name: None, line: error.line, puzzle: Err(error) });
                break;
            }
        }
    }
    if entries.is_empty() {
        let error = source.bad(text.trim_start(), "an empty array holds no board");
        entries.push(Entry { name: None, line: error.line, puzzle: Err(error) });
    }
    entries
}

/// The whole text, to find out where a piece of it stands.
struct Source<'t> {
    text: &'t str,
}

impl<'t> Source<'t> {
    /// Line and column of a piece of the text.
    fn position(&self, piece: &str) -> (usize, usize) {
        let at = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        position(self.text.as_bytes(), at)
    }

    fn error(&self, piece: &str, kind: TextErrorKind) -> TextError {
        let (line, column) = self.position(piece);
        TextError::new(line, column, kind)
    }

    fn bad(&self, piece: &str, detail: impl Into<String>) -> TextError {
        self.error(piece, TextErrorKind::BadJson { detail: detail.into() })
    }

    fn entry(&self, piece: &'t str) -> Entry {
        let object = serde_json::from_str::<Object<'_>>(piece).ok();
        let text = |key| object.as_ref()?.get(key).and_then(|value| serde_json::from_str::<String>(value.get()).ok());
        let name = text("name").or_else(|| text("file"));
        let puzzle = match &object {
            Some(object) => self.puzzle(piece, object),
            None => Err(self.bad(piece, "an object with the key \"board\" was expected here")),
        };
        Entry { name, line: self.position(piece).0, puzzle }
    }

    fn puzzle(&self, piece: &str, object: &Object<'t>) -> Result<Puzzle, TextError> {
        // A key that is null says the same as one that is missing.
        let value = |key| object.get(key).map(|value| value.get()).filter(|&value| value != "null");
        if value("ok") == Some("false") {
            let seen = "a report of an input that could not be read".into();
            return Err(self.error(piece, TextErrorKind::NotABoard { seen }));
        }
        let Some(board) = value("board") else {
            return Err(self.bad(piece, "an object with the key \"board\" was expected here"));
        };
        let board = self.rows("board", board, letters::board)?;
        let size = board.size();
        if let Some(claimed) = value("size").filter(|&claimed| claimed != size.to_string()) {
            return Err(self.bad(claimed, format!("\"size\" does not fit a board of {size} rows")));
        }
        let mut puzzle = Puzzle::new(board);
        if let Some(marks) = value("marks") {
            puzzle.marks = self.rows("marks", marks, |rows| letters::marks(size, rows))?;
        }
        if let Some(given) = value("given") {
            puzzle.marks.given |= self.cells(&puzzle.board, given)?;
        }
        Ok(puzzle)
    }

    /// Hands an array of strings to the reader of letters, and finds the places of its errors in this text.
    fn rows<T>(
        &self,
        key: &str,
        value: &'t str,
        read: impl FnOnce(&[letters::Line<'_>]) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        let no_rows =
            || self.bad(value, format!("\"{key}\" is not an array of rows, each a string of one sign a cell"));
        let pieces = serde_json::from_str::<Vec<&RawValue>>(value).map_err(|_| no_rows())?;
        // One row more than any board has is enough to say that there are too many.
        let pieces = &pieces[..pieces.len().min(MAX_SIZE + 1)];
        let rows = pieces.iter().map(|piece| serde_json::from_str::<String>(piece.get()));
        let rows: Vec<String> = rows.collect::<Result<_, _>>().map_err(|_| no_rows())?;
        if rows.is_empty() {
            return Err(no_rows());
        }
        let lines: Vec<letters::Line<'_>> = rows.iter().map(String::as_str).enumerate().collect();
        read(&lines).map_err(|error| {
            // The reader counts lines as they were given, from 0; its columns begin behind the quotation mark.
            let (line, column) = self.position(pieces[error.line].get());
            TextError::new(line, column + error.column, error.kind)
        })
    }

    /// Pairs of row and column, counted from 0.
    fn cells(&self, board: &Board, value: &str) -> Result<CellSet, TextError> {
        let pairs: Vec<[usize; 2]> = serde_json::from_str(value)
            .map_err(|_| self.bad(value, "\"given\" is not an array of pairs of row and column, counted from 0"))?;
        let size = board.size();
        if let Some([row, column]) = pairs.iter().find(|[row, column]| *row >= size || *column >= size) {
            return Err(self.bad(value, format!("[{row}, {column}] lies outside the board of {size} rows")));
        }
        Ok(pairs.into_iter().map(|[row, column]| Cell::new(row, column)).collect())
    }
}
