//! Readings, answers and solves as text and as JSON.
//!
//! JSON objects have the same keys for every input, in the same order; `null` stands where an input has no such value:
//!
//! ```text
//! {"file", "ok": true, "size", "board": ["AAB…", …], "marks": ["..Qx…", …], "given": [[row, column], …],
//!  "solutions": 0, 1 or 2 (two or more), "confidence", "grid": {"corners": [[x, y] × 4]},
//!  "warnings": [{"code", "message", "cells": [[row, column], …]}, …]}
//! ```
//!
//! and of an answer also `"solved", "solution"` (the column of each row's queen, or null), `"level", "score", "counters"`.
//! Rows and columns count from 0. An input that cannot be read gives `{"file", "ok": false, "error": {"code", "message"}}`.
//! `"board_index"`, from 0, and `"name"` follow `"file"` where one input holds several boards. Where a command as a
//! whole was refused, `"file"` is null. Where the input's path is not UTF-8, `"file"` writes the odd bytes as `\xFF` and
//! `"file_bytes"` follows it with all bytes as numbers.

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::board::{Board, Cell, Marks, Solution, State};
use crate::grade::Grade;
use crate::grid::Grid;
use crate::judge::Reading;
use crate::read::Warning;
use crate::solve::{Outcome, Trace};
use crate::text;

/// The sign of a queen in an answer.
pub const QUEEN: char = '♛';
/// The sign of a dead cell in a board that is not fully solved.
pub const DEAD: char = '⨯';

/// A state as rows of signs: `♛` a queen, `⨯` a dead cell, `.` an open one. Ends with a line feed.
pub fn state_text(board: &Board, state: &State) -> String {
    cell_text(board, |cell| match () {
        () if state.queens.contains(cell) => QUEEN,
        () if state.open.contains(cell) => '.',
        () => DEAD,
    })
}

/// A solution as rows of signs: `♛` a queen, `.` any other cell. Ends with a line feed.
pub fn solution_text(board: &Board, solution: &Solution) -> String {
    let queens = solution.queens();
    cell_text(board, |cell| if queens.contains(cell) { QUEEN } else { '.' })
}

fn cell_text(board: &Board, sign: impl Fn(Cell) -> char) -> String {
    let row = |row| (0..board.size()).map(|column| sign(Cell::new(row, column))).chain(['\n']).collect::<String>();
    (0..board.size()).map(row).collect()
}

/// The report of a solve: the solution, a blank line and all counters; or, where the deductions stalled, the partial
/// state alone.
pub fn solve_text(board: &Board, trace: &Trace) -> String {
    match trace.solution() {
        Some(solution) => format!("{}\n{}", solution_text(board, &solution), counters_text(trace)),
        None => state_text(board, &trace.end()),
    }
}

/// Every counter, zeros included, one a line: the name padded to 32 columns, ` : ` and the number.
pub fn counters_text(trace: &Trace) -> String {
    trace.counters().iter().map(|(info, count)| format!("{:32} : {count}\n", info.counter)).collect()
}

/// Which board of which input a record is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The input as it was named.
    pub file: &'a Path,
    /// Which board of the input, from 0, where the input may hold several.
    pub board_index: Option<usize>,
    /// The name that the input gives the board.
    pub name: Option<&'a str>,
}

impl Origin<'_> {
    fn object(&self, ok: bool) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("file".into(), path_text(self.file).into());
        if self.file.to_str().is_none() {
            object.insert("file_bytes".into(), self.file.as_os_str().as_encoded_bytes().into());
        }
        if let Some(index) = self.board_index {
            object.insert("board_index".into(), index.into());
        }
        if let Some(name) = self.name {
            object.insert("name".into(), name.into());
        }
        object.insert("ok".into(), ok.into());
        object
    }
}

/// A path as text that tells any two paths apart unless one of them is made to look like the other: what is not UTF-8
/// stands as `\xFF`, byte by byte.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02X}");
        }
    }
    text
}

/// The record of an input that could not be read.
pub fn error_json(origin: &Origin<'_>, code: &str, message: &str) -> Value {
    let mut object = origin.object(false);
    object.insert("error".into(), json!({"code": code, "message": message}));
    object.into()
}

/// What is known of a board that was read, from a picture or from text.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The board.
    pub board: Board,
    /// Given queens and what the player has drawn.
    pub marks: Marks,
    /// The number of solutions with the given queens: 0, 1, or 2 for two or more.
    pub solutions: usize,
    /// How sure the reading is, if it comes from a picture.
    pub confidence: Option<f64>,
    /// Where the board lies in the picture it comes from.
    pub grid: Option<Grid>,
    /// What the user should know.
    pub warnings: Vec<Warning>,
}

impl From<&Reading> for Record {
    fn from(reading: &Reading) -> Self {
        Self {
            board: reading.board.clone(),
            marks: reading.marks,
            solutions: reading.solutions,
            confidence: Some(reading.confidence),
            grid: Some(reading.grid.clone()),
            warnings: reading.warnings.clone(),
        }
    }
}

/// The record of a board that was read.
pub fn record_json(origin: &Origin<'_>, record: &Record) -> Map<String, Value> {
    let mut object = origin.object(true);
    let mut put = |key: &str, value: Value| object.insert(key.into(), value);
    put("size", record.board.size().into());
    put("board", text::rows(&record.board).into());
    put("marks", text::mark_rows(&record.board, &record.marks).into());
    put("given", text::cell_pairs(record.marks.given.iter()));
    put("solutions", record.solutions.min(2).into());
    put("confidence", record.confidence.map(|confidence| (confidence * 1e4).round() / 1e4).into());
    put("grid", record.grid.as_ref().map_or(Value::Null, grid_json));
    put("warnings", record.warnings.iter().map(warning_json).collect());
    object
}

/// The corners, clockwise from top left, in pixels to a hundredth.
fn grid_json(grid: &Grid) -> Value {
    let round = |t: f64| (t * 100.0).round() / 100.0;
    json!({"corners": grid.corners().map(|corner| [round(corner.x), round(corner.y)])})
}

fn warning_json(warning: &Warning) -> Value {
    let cells = text::cell_pairs(warning.cells.iter().copied());
    json!({"code": warning.code, "message": warning.message, "cells": cells})
}

/// Adds what a solve found to the record of a board.
pub fn add_answer(object: &mut Map<String, Value>, trace: &Trace, grade: &Grade) {
    let solved = trace.outcome == Outcome::Solved;
    let solution = trace.solution().map(|solution| solution.columns().collect::<Vec<_>>());
    let counters: Map<String, Value> =
        trace.counters().iter().map(|(info, count)| (info.counter.to_owned(), count.into())).collect();
    let mut put = |key: &str, value: Value| object.insert(key.into(), value);
    put("solved", solved.into());
    put("solution", solution.into());
    put("level", if solved { grade.level.name().into() } else { Value::Null });
    put("score", if solved { grade.score.into() } else { Value::Null });
    put("counters", counters.into());
}

/// The steps of a solve with a sentence each, as JSON.
pub fn steps_json(trace: &Trace, sentences: impl Iterator<Item = String>) -> Value {
    let step = |(step, text): (&crate::solve::Deduction, String)| {
        json!({
            "technique": step.technique.info().name,
            "counter": step.technique.info().counter,
            "text": text,
            "place": step.place.map(|cell| [cell.row(), cell.column()]),
            "remove": text::cell_pairs(step.remove.iter()),
        })
    };
    trace.steps.iter().zip(sentences).map(step).collect()
}
