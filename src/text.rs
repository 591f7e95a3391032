//! Boards as text, in and out: letters, letters with marks, board JSON.
//!
//! A board is N lines of N signs; blanks between the signs are ignored, and any printable sign may name a region. A
//! second block after a blank line holds marks:
//!
//! ```text
//! === monday ===          an optional header; several boards may follow one another, each under its own
//! AAAAAAA
//! BBBBCAA
//! BDDECAA
//! BBEEEAA
//! BBFEGGA
//! BBFBBBA
//! BBBBBBA
//!
//! ......Q                 Q the player's queen, G a queen that the puzzle gives,
//! xxxxxx.                 x ruled out, . nothing
//! …
//! ```
//!
//! Text that begins with `{` or `[` is JSON: an object with the key `board` (rows of letters) and perhaps `marks` (rows of
//! marks) and `given` (pairs of row and column counted from 0), or several such objects, as lines or in an array.
//!
//! Other programs' forms are read too, told by what the text looks like, and written by [`write()`]; see [`Format`].

mod csv;
mod format;
mod json;
mod letters;
mod link;
mod numbers;

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, BoardError, Cell, MAX_SIZE, Marks};

pub use format::{Format, FormatError};

/// A board with what is marked on it, as text holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The board.
    pub board: Board,
    /// Given queens and what the player has drawn.
    pub marks: Marks,
}

impl Puzzle {
    /// A board on which nothing is marked.
    pub fn new(board: Board) -> Self {
        Self { board, marks: Marks::default() }
    }

    /// The board as board JSON: `{"size", "board", "marks", "given"}`.
    pub fn to_json(&self) -> serde_json::Value {
        let mut object = serde_json::Map::new();
        object.insert("size".into(), self.board.size().into());
        object.insert("board".into(), rows(&self.board).into());
        object.insert("marks".into(), mark_rows(&self.board, &self.marks).into());
        object.insert("given".into(), cell_pairs(self.marks.given.iter()));
        object.into()
    }
}

impl fmt::Display for Puzzle {
    /// The letters, line by line, and the marks as a second block if there are any. Ends without a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        if !self.marks.is_empty() {
            write!(f, "\n\n{}", mark_block(&self.board, &self.marks))?;
        }
        Ok(())
    }
}

impl FromStr for Puzzle {
    type Err = TextError;

    /// Reads text that holds exactly one board.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut entries = parse(text.as_bytes());
        match entries.get(1) {
            Some(second) => Err(TextError::new(second.line, 1, TextErrorKind::SecondBoard)),
            None => entries.remove(0).puzzle,
        }
    }
}

/// One board of a text, or why it is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name in the header above the board, or the `file` of board JSON.
    pub name: Option<String>,
    /// The line that the board begins on, counted from 1.
    pub line: usize,
    /// The board.
    pub puzzle: Result<Puzzle, TextError>,
}

/// Why a text is no board, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// No bytes at all.
    #[error("the text is empty")]
    Empty,
    /// Something that is no board in any form known here.
    #[error("this is no board: {seen}")]
    NotABoard {
        /// What was seen instead.
        seen: String,
    },
    /// Rows that do not make a square.
    #[error("{detail}; a board has as many rows as every row has signs")]
    RaggedRows {
        /// Which row, and how long it is.
        detail: String,
    },
    /// More than 26 rows or signs a row, or fewer than 4.
    #[error("{detail}; a board has 4 to 26 rows")]
    SizeOutOfRange {
        /// What was counted.
        detail: String,
    },
    /// A mark that is none of `Q`, `G`, `x` and `.`.
    #[error("`{sign}` is no mark; marks are Q (queen), G (given queen), x (ruled out) and . (nothing)")]
    BadMark {
        /// The sign.
        sign: char,
    },
    /// A second board where one was wanted.
    #[error("a second board begins here, where one was expected")]
    SecondBoard,
    /// JSON that is not well formed, or has something else where a board is expected.
    #[error("{detail}")]
    BadJson {
        /// What is wrong.
        detail: String,
    },
    /// An address that describes no Queens board.
    #[error("this link holds {detail}")]
    BadLink {
        /// What it holds instead.
        detail: String,
    },
    /// The regions or the marks break a rule of boards.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl TextError {
    pub(crate) fn new(line: usize, column: usize, kind: impl Into<TextErrorKind>) -> Self {
        Self { line, column, kind: kind.into() }
    }

    /// The stable short code of the error, as JSON and fixtures use it.
    pub fn code(&self) -> &'static str {
        match &self.kind {
            TextErrorKind::Empty => "empty-file",
            TextErrorKind::NotABoard { .. } => "not-a-board",
            TextErrorKind::RaggedRows { .. } => "ragged-rows",
            TextErrorKind::SizeOutOfRange { .. } => "size-out-of-range",
            TextErrorKind::BadMark { .. } => "bad-mark",
            TextErrorKind::SecondBoard => "second-board",
            TextErrorKind::BadJson { .. } => "bad-json",
            TextErrorKind::BadLink { .. } => "bad-link",
            TextErrorKind::Board(error) => error.code(),
        }
    }
}

/// Reads every board of a text. The result is never empty: a text without a board gives one entry with the reason.
///
/// A board that cannot be read does not keep the others of the same text from being read, except in JSON that is not
/// well formed, where nothing behind the fault can be made out.
pub fn parse(bytes: &[u8]) -> Vec<Entry> {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err(error) => return vec![Entry { name: None, line: error.line, puzzle: Err(error) }],
    };
    match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => json::parse(text),
        _ if text.contains(json::SCRIPT_KEY) => json::parse_script(text),
        _ if text.contains(link::KEY) => link::parse(text),
        _ if csv::looks_like(text) => csv::parse(text),
        _ if numbers::looks_like(text) => numbers::parse(text),
        _ => letters::parse(text),
    }
}

/// The text behind the bytes: UTF-8, perhaps with a byte order mark, without control characters.
fn decode(bytes: &[u8]) -> Result<&str, TextError> {
    let no_text = |at: usize, seen: &str| {
        let (line, column) = position(bytes, at);
        TextError::new(line, column, TextErrorKind::NotABoard { seen: seen.into() })
    };
    if bytes.is_empty() {
        return Err(TextError::new(1, 1, TextErrorKind::Empty));
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(no_text(0, "the text is in UTF-16; save it as UTF-8"));
    }
    let bad_byte = bytes.iter().position(|&b| (b < b' ' && !matches!(b, b'\n' | b'\r' | b'\t')) || b == 0x7F);
    let text = match std::str::from_utf8(bytes) {
        Err(error) if bad_byte.is_none_or(|at| error.valid_up_to() < at) => {
            return Err(no_text(error.valid_up_to(), "the bytes are not UTF-8 text"));
        }
        other => other.ok(),
    };
    match (bad_byte, text) {
        (None, Some(text)) => Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        (at, _) => {
            let at = at.unwrap_or_default();
            Err(no_text(at, &format!("the byte {:#04x} does not belong in text", bytes[at])))
        }
    }
}

/// Line and column, counted from 1, of a byte; what is not UTF-8 before it counts byte by byte.
fn position(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at.min(bytes.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let column = before[start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
    (line, column)
}

/// A board in the given form, as lines that end with a line feed. A name is kept by the forms that have a place for one.
///
/// # Errors
/// If the form cannot hold the board.
pub fn write(puzzle: &Puzzle, name: Option<&str>, format: Format) -> Result<String, FormatError> {
    format::write(puzzle, name, format)
}

/// The rows of a board as letters.
pub fn rows(board: &Board) -> Vec<String> {
    (0..board.size())
        .map(|row| (0..board.size()).map(|column| board.region(Cell::new(row, column)).letter()).collect())
        .collect()
}

/// The rows of the marks: `Q` a drawn queen, `x` a cross, `.` nothing. Given queens are not among them.
pub fn mark_rows(board: &Board, marks: &Marks) -> Vec<String> {
    sign_rows(board.size(), |cell| match () {
        () if marks.queens.contains(cell) => 'Q',
        () if marks.crosses.contains(cell) => 'x',
        () => '.',
    })
}

/// The marks as the second block of a text: as [`mark_rows`], with `G` for a given queen. Ends without a line feed.
pub fn mark_block(board: &Board, marks: &Marks) -> String {
    sign_rows(board.size(), |cell| match () {
        () if marks.given.contains(cell) => 'G',
        () if marks.queens.contains(cell) => 'Q',
        () if marks.crosses.contains(cell) => 'x',
        () => '.',
    })
    .join("\n")
}

/// Cells as JSON: an array of pairs of row and column, counted from 0.
pub(crate) fn cell_pairs(cells: impl Iterator<Item = Cell>) -> serde_json::Value {
    cells.map(|cell| serde_json::json!([cell.row(), cell.column()])).collect()
}

fn sign_rows(size: usize, sign: impl Fn(Cell) -> char) -> Vec<String> {
    debug_assert!(size <= MAX_SIZE);
    (0..size).map(|row| (0..size).map(|column| sign(Cell::new(row, column))).collect()).collect()
}
