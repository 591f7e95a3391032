//! Boards as JSON.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::letters;
use super::{Entry, Puzzle, TextError, TextErrorKind, position};
use crate::board::{Board, BoardError, Cell, CellSet, MAX_SIZE, MIN_SIZE, Marks};

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

/// Reads the board of a TypeScript or JavaScript level: the array of rows behind the key `colorRegions`.
pub(super) fn parse_script(text: &str) -> Vec<Entry> {
    let source = Source { text };
    let key = text.find(SCRIPT_KEY).unwrap_or_default();
    let open = text[key..].find('[').map(|at| key + at);
    let close = open.and_then(|open| end_of_array(&text[open..]).map(|at| open + at));
    let puzzle = match (open, close) {
        (Some(open), Some(close)) => {
            let array = &text[open..close];
            // What scripts allow and JSON does not: other quotation marks, and a comma behind the last item.
            let mut json = array.replace(['\'', '`'], "\"");
            json.retain(|sign| !sign.is_whitespace());
            let json = json.replace(",]", "]");
            serde_json::from_str::<Vec<Vec<String>>>(&json)
                .map_err(|_| source.bad(array, "\"colorRegions\" is not an array of rows of labels"))
                .and_then(|rows| source.square(array, &rows))
                .map(Puzzle::new)
        }
        _ => Err(source.bad(&text[key..], "\"colorRegions\" is not an array of rows of labels")),
    };
    let line = source.position(&text[key..]).0;
    vec![Entry { name: None, line, puzzle }]
}

/// The key that gives a level's board away.
pub(super) const SCRIPT_KEY: &str = "colorRegions";

/// The place behind the array that the text begins with.
fn end_of_array(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
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
            return match (value("colorRegions"), value("regions")) {
                (Some(labels), _) => self.colour_regions(labels),
                (None, Some(regions)) => self.regions(regions, object),
                (None, None) => Err(self.bad(piece, "an object with the key \"board\" was expected here")),
            };
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

    /// Rows of labels, as `colorRegions` of other programs.
    fn colour_regions(&self, value: &'t str) -> Result<Puzzle, TextError> {
        let rows = serde_json::from_str::<Vec<Vec<String>>>(value)
            .map_err(|_| self.bad(value, "\"colorRegions\" is not an array of rows of labels"))?;
        Ok(Puzzle::new(self.square(value, &rows)?))
    }

    /// `regions` of other programs: rows of numbers, perhaps with `states` beside them, or objects with `cells`, perhaps
    /// with `queens` beside them.
    fn regions(&self, value: &'t str, object: &Object<'t>) -> Result<Puzzle, TextError> {
        if let Ok(rows) = serde_json::from_str::<Vec<Vec<i64>>>(value) {
            let mut puzzle = Puzzle::new(self.square(value, &rows)?);
            if let Some(states) = object.get("states").map(|states| states.get()).filter(|&states| states != "null") {
                puzzle.marks = self.states(states, puzzle.board.size())?;
            }
            return Ok(puzzle);
        }
        let regions = serde_json::from_str::<Vec<Object<'_>>>(value).ok().and_then(|regions| {
            let cells = |region: &Object<'_>| serde_json::from_str::<Vec<[usize; 2]>>(region.get("cells")?.get()).ok();
            regions.iter().map(cells).collect::<Option<Vec<_>>>()
        });
        let Some(regions) = regions else {
            return Err(self.bad(value, "\"regions\" holds neither rows of numbers nor objects with \"cells\""));
        };
        let size = regions.len();
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(self.error(value, BoardError::SizeOutOfRange { size }.into()));
        }
        let mut labels = vec![None; size * size];
        for (number, cells) in regions.iter().enumerate() {
            for &[row, column] in cells {
                if row >= size || column >= size {
                    return Err(self.bad(value, format!("[{row}, {column}] lies outside the board of {size} rows")));
                }
                if labels[row * size + column].replace(number).is_some() {
                    return Err(self.bad(value, format!("[{row}, {column}] is in two regions")));
                }
            }
        }
        if let Some(hole) = labels.iter().position(Option::is_none) {
            return Err(self.bad(value, format!("[{}, {}] is in no region", hole / size, hole % size)));
        }
        let board = Board::from_labels(size, &labels).map_err(|error| self.error(value, error.into()))?;
        let mut puzzle = Puzzle::new(board);
        if let Some(queens) = object.get("queens").map(|queens| queens.get()).filter(|&queens| queens != "null") {
            puzzle.marks.queens = self.cells(&puzzle.board, queens)?;
        }
        Ok(puzzle)
    }

    /// Rows of 0 (nothing), 1 (queen) and 2 (ruled out).
    fn states(&self, value: &str, size: usize) -> Result<Marks, TextError> {
        let rows = serde_json::from_str::<Vec<Vec<u8>>>(value).ok();
        let Some(rows) = rows.filter(|rows| rows.len() == size && rows.iter().all(|row| row.len() == size)) else {
            return Err(self.bad(value, format!("\"states\" is not {size} rows of {size} numbers")));
        };
        let mut marks = Marks::default();
        for (row, states) in rows.iter().enumerate() {
            for (column, state) in states.iter().enumerate() {
                match state {
                    0 => {}
                    1 => marks.queens.insert(Cell::new(row, column)),
                    2 => marks.crosses.insert(Cell::new(row, column)),
                    _ => return Err(self.bad(value, format!("{state} is no state; states are 0, 1 and 2"))),
                }
            }
        }
        Ok(marks)
    }

    /// A board from rows of labels.
    fn square<T: PartialEq>(&self, value: &str, rows: &[Vec<T>]) -> Result<Board, TextError> {
        let size = rows.len();
        if let Some((number, row)) = (1..).zip(rows).find(|(_, row)| row.len() != size) {
            let detail = format!("row {number} has {} cells, and there are {size} rows", row.len());
            return Err(self.error(value, TextErrorKind::RaggedRows { detail }));
        }
        let labels: Vec<&T> = rows.iter().flatten().collect();
        Board::from_labels(size, &labels).map_err(|error| self.error(value, error.into()))
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
            .map_err(|_| self.bad(value, "this is not an array of pairs of row and column, counted from 0"))?;
        let size = board.size();
        if let Some([row, column]) = pairs.iter().find(|[row, column]| *row >= size || *column >= size) {
            return Err(self.bad(value, format!("[{row}, {column}] lies outside the board of {size} rows")));
        }
        Ok(pairs.into_iter().map(|[row, column]| Cell::new(row, column)).collect())
    }
}
