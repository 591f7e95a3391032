//! The forms that boards are written in.

use serde_json::{Value, json};

use super::{Puzzle, csv, link, mark_block};
use crate::board::{Cell, Marks, Region, Unit};

/// A form of boards as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Rows of letters, and of marks if there are any.
    Letters,
    /// One line of board JSON.
    Json,
    /// A line of a table; [`Format::head`] is its first line.
    Csv,
    /// The rows that qsolve reads: sixteen letters for colours, marks with blanks for nothing.
    Qsolve,
    /// Rows of region numbers, from 0, with `s` behind a queen's and `x` behind a ruled-out cell's.
    Numbers,
    /// All region numbers, from 1, in one line with commas between them.
    Task,
    /// `{"regions", "states"}`, both rows of numbers; state 1 is a queen, 2 is ruled out.
    States,
    /// `[{"id", "size", "regions": [{"id", "color", "cells"}], "queens"}]`.
    Cells,
    /// `{"size", "colorRegions", "regionColors"}` with letters.
    Colours,
    /// `[{"id", "date", "grid", "regions"}]`, the regions as rows of numbers.
    Grid,
    /// An address of puzz.link.
    Link,
    /// An address of penpa-edit that loads the one of puzz.link.
    Penpa,
    /// Rows of coloured squares, for boards of at most nine rows.
    Emoji,
}

/// Letters for the regions in qsolve's order.
const QSOLVE: &[u8; 16] = b"krgybmcwKRGYBMCW";
/// Squares that look different, and light ones first.
const SQUARES: [char; 9] = ['🟪', '🟧', '🟦', '🟩', '⬜', '🟥', '🟨', '🟫', '⬛'];

impl Format {
    /// Every form.
    pub const ALL: [Self; 13] = [
        Self::Letters,
        Self::Json,
        Self::Csv,
        Self::Qsolve,
        Self::Numbers,
        Self::Task,
        Self::States,
        Self::Cells,
        Self::Colours,
        Self::Grid,
        Self::Link,
        Self::Penpa,
        Self::Emoji,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Qsolve => "qsolve",
            Self::Numbers => "numbers",
            Self::Task => "task",
            Self::States => "states",
            Self::Cells => "cells",
            Self::Colours => "colours",
            Self::Grid => "grid",
            Self::Link => "link",
            Self::Penpa => "penpa",
            Self::Emoji => "emoji",
        }
    }

    /// What stands above the first board, if anything does.
    pub const fn head(self) -> Option<&'static str> {
        match self {
            Self::Csv => Some(csv::HEAD),
            _ => None,
        }
    }

    /// Whether each board is a line, so that boards need no headers between them.
    pub const fn is_lines(self) -> bool {
        !matches!(self, Self::Letters | Self::Qsolve | Self::Numbers | Self::Emoji)
    }
}

/// Why a form cannot hold a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The form tells fewer regions apart.
    #[error("{format} tells at most {most} regions apart, and the board has {size}")]
    TooManyRegions {
        /// The form's name.
        format: &'static str,
        /// The most regions.
        most: usize,
        /// The board's regions.
        size: usize,
    },
    /// The form describes regions by their borders, and one is in pieces.
    #[error("region {region} does not hang together, and puzz.link describes regions by their borders alone")]
    Disconnected {
        /// The region.
        region: Region,
    },
}

impl FormatError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooManyRegions { .. } => "too-many-regions",
            Self::Disconnected { .. } => "disconnected-region",
        }
    }
}

pub(super) fn write(puzzle: &Puzzle, name: Option<&str>, format: Format) -> Result<String, FormatError> {
    let Puzzle { board, marks } = puzzle;
    let size = board.size();
    let queens = marks.queens | marks.given;
    let most = |most: usize| match size > most {
        true => Err(FormatError::TooManyRegions { format: format.name(), most, size }),
        false => Ok(()),
    };
    let rows = |sign: &dyn Fn(Cell) -> String, between: &str| -> String {
        let row = |row| (0..size).map(|column| sign(Cell::new(row, column))).collect::<Vec<_>>().join(between);
        (0..size).map(row).collect::<Vec<_>>().join("\n")
    };
    let numbers = |sign: &dyn Fn(Cell) -> usize| -> Value {
        (0..size).map(|row| (0..size).map(|column| sign(Cell::new(row, column))).collect::<Value>()).collect()
    };
    let index = |cell: Cell| board.region(cell).index();
    let text = match format {
        Format::Letters => puzzle.to_string(),
        Format::Json => {
            let mut json = puzzle.to_json();
            if let (Some(object), Some(name)) = (json.as_object_mut(), name) {
                object.shift_insert(0, "name".into(), name.into());
            }
            json.to_string()
        }
        Format::Csv => csv::line(name.unwrap_or_default(), puzzle),
        Format::Qsolve => {
            most(QSOLVE.len())?;
            let board_rows = rows(&|cell| (QSOLVE[index(cell)] as char).to_string(), "");
            if marks.is_empty() {
                board_rows
            } else {
                let drawn = Marks { queens, crosses: marks.crosses, ..Marks::default() };
                format!("{board_rows}\n\n{}", mark_block(board, &drawn).replace('.', " "))
            }
        }
        Format::Numbers => {
            let suffix = |cell: Cell| match () {
                () if queens.contains(cell) => "s",
                () if marks.crosses.contains(cell) => "x",
                () => "",
            };
            rows(&|cell| format!("{}{}", index(cell), suffix(cell)), " ")
        }
        Format::Task => rows(&|cell| (index(cell) + 1).to_string(), ",").replace('\n', ","),
        Format::States => {
            let state =
                |cell: Cell| if queens.contains(cell) { 1 } else { 2 * usize::from(marks.crosses.contains(cell)) };
            json!({"regions": numbers(&index), "states": numbers(&state)}).to_string()
        }
        Format::Cells => {
            let region = |region: Region| {
                let cells = super::cell_pairs(board.unit_cells(Unit::Region(region)).iter());
                json!({"id": region.index(), "color": region.letter().to_string(), "cells": cells})
            };
            let regions: Value = board.regions().map(region).collect();
            json!([{"id": name.unwrap_or("1"), "size": size, "regions": regions, "queens": super::cell_pairs(queens.iter())}])
                .to_string()
        }
        Format::Colours => {
            let letter = |cell: Cell| board.region(cell).letter().to_string();
            let labels: Value = (0..size)
                .map(|row| (0..size).map(|column| letter(Cell::new(row, column))).collect::<Value>())
                .collect();
            let colours: serde_json::Map<String, Value> =
                board.regions().map(|region| (region.letter().to_string(), css_colour(region, size).into())).collect();
            json!({"size": size, "colorRegions": labels, "regionColors": colours}).to_string()
        }
        Format::Grid => {
            json!([{"id": name.unwrap_or("1"), "date": Value::Null, "grid": size, "regions": numbers(&index)}])
                .to_string()
        }
        Format::Link => format!("https://puzz.link/p?{}", link::encode(board)?),
        Format::Penpa => {
            format!("https://swaroopg92.github.io/penpa-edit/?p=https://puzz.link/p?{}", link::encode(board)?)
        }
        Format::Emoji => {
            most(SQUARES.len())?;
            rows(&|cell| SQUARES[index(cell)].to_string(), "")
        }
    };
    Ok(text + "\n")
}

/// A colour of its own for each region, as HTML writes colours: hues evenly round the circle, every other one paler.
fn css_colour(region: Region, size: usize) -> String {
    let hue = 360 * region.index() / size;
    let light = if region.index().is_multiple_of(2) { 70 } else { 82 };
    format!("hsl({hue}, 70%, {light}%)")
}
