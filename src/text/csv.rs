//! Boards as a table: a line of column names, then a line a board, its rows in one field with slashes between them.

use super::letters::{self, Line};
use super::{Entry, Puzzle, TextError, TextErrorKind};
use crate::board::{MAX_SIZE, Marks};

/// The names of the columns.
pub(super) const HEAD: &str = "name,size,board,marks";

/// Whether the text begins with a line of column names, one of them `board`.
pub(super) fn looks_like(text: &str) -> bool {
    let head = text.trim_start().lines().next().unwrap_or_default();
    head.contains(',') && head.contains("board") && fields(head).iter().any(|field| field == "board")
}

/// The fields of a line. A field in quotation marks may hold commas, and doubled quotation marks stand for one.
fn fields(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            _ => field.push(letter),
        }
    }
    fields.push(field);
    fields
}

/// Reads all boards of a table.
pub(super) fn parse(text: &str) -> Vec<Entry> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let head = lines.next().map(|(_, line)| fields(line)).unwrap_or_default();
    let column = |name: &str| head.iter().position(|field| field.trim() == name);
    let (name, board, marks) = (column("name").or_else(|| column("file")), column("board"), column("marks"));
    let mut entries: Vec<Entry> = lines
        .map(|(line, text)| {
            let fields = fields(text);
            let field = |at: Option<usize>| at.and_then(|at| fields.get(at)).map(|field| field.trim());
            let named = field(name).filter(|name| !name.is_empty()).map(str::to_owned);
            let puzzle = puzzle(field(board).unwrap_or_default(), field(marks).unwrap_or_default());
            Entry { name: named, line, puzzle: puzzle.map_err(|error| TextError::new(line, 1, error.kind)) }
        })
        .collect();
    if entries.is_empty() {
        let kind = TextErrorKind::NotABoard { seen: "a table without boards".into() };
        entries.push(Entry { name: None, line: 1, puzzle: Err(TextError::new(1, 1, kind)) });
    }
    entries
}

fn puzzle(board: &str, marks: &str) -> Result<Puzzle, TextError> {
    let rows = |text| -> Vec<Line<'_>> { str::split(text, '/').take(MAX_SIZE + 1).enumerate().collect() };
    let board = letters::board(&rows(board))?;
    let marks = if marks.is_empty() { Marks::default() } else { letters::marks(board.size(), &rows(marks))? };
    Ok(Puzzle { board, marks })
}

/// The line of a board, without a line feed.
pub(super) fn line(name: &str, puzzle: &Puzzle) -> String {
    let name = if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    };
    let board = super::rows(&puzzle.board).join("/");
    let marks = if puzzle.marks.is_empty() {
        String::new()
    } else {
        super::mark_block(&puzzle.board, &puzzle.marks).replace('\n', "/")
    };
    format!("{name},{},{board},{marks}", puzzle.board.size())
}
