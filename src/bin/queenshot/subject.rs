//! From an input's bytes to the boards in it, whatever form they have.

use queenshot::board::{Board, State};
use queenshot::colour::Palette;
use queenshot::judge::{self, Reading};
use queenshot::picture::Picture;
use queenshot::read::{ReadError, ReadOptions};
use queenshot::report::{Origin, Record};
use queenshot::text::{self, Puzzle};
use queenshot::{batch, exact, read};

use crate::args::{Correction, ReadingArgs};
use crate::fault::Fault;
use crate::input::Input;
use crate::names::plain;
use crate::timings::Timings;

/// A board from an input.
#[derive(Debug)]
pub(crate) struct Subject {
    /// Which board of the input, from 0, where the input may hold several.
    pub(crate) index: Option<usize>,
    /// The name that the input gives it.
    pub(crate) name: Option<String>,
    pub(crate) record: Record,
    /// Where it was seen, if it was.
    pub(crate) reading: Option<Reading>,
}

impl Subject {
    pub(crate) fn origin<'a>(&'a self, input: &'a Input) -> Origin<'a> {
        Origin { file: &input.file, board_index: self.index, name: self.name.as_deref() }
    }

    /// How messages and headers name it, where several inputs are worked on or only this one.
    pub(crate) fn title(&self, input: &Input, several: bool) -> String {
        match (self.name.as_deref().map(plain), self.index) {
            (Some(name), _) if several => format!("{}: {name}", input.name),
            (Some(name), _) => name,
            (None, Some(index)) if index > 0 => format!("{} #{}", input.name, index + 1),
            _ => input.name.clone(),
        }
    }

    /// The regions' colours, if it was seen in a picture.
    pub(crate) fn palette(&self) -> Option<&Palette> {
        self.reading.as_ref().map(|reading| &reading.palette)
    }

    /// The start of a solve: the given queens, and what the player has drawn if that is to be trusted.
    pub(crate) fn start(&self, trust_marks: bool) -> Result<State, Fault> {
        let marks = if trust_marks { self.record.marks } else { self.record.marks.given_only() };
        Ok(State::with_marks(&self.record.board, &marks)?)
    }
}

/// All that an input holds.
#[derive(Debug)]
pub(crate) struct Content {
    /// The picture, if it is one.
    pub(crate) picture: Option<Picture>,
    /// The boards; one that cannot be read does not keep the others from being read.
    pub(crate) boards: Vec<Result<Subject, Fault>>,
    /// How long that took.
    pub(crate) timings: Timings,
}

impl ReadingArgs {
    /// The options of the reader.
    pub(crate) fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::default();
        options.size = self.size.map(usize::from);
        options.within = self.region.map(|area| area.0);
        options.force = self.force;
        options
    }
}

/// Reads an input: a picture or text, told by its bytes.
pub(crate) fn content(input: &Input, args: &ReadingArgs) -> Result<Content, Fault> {
    let mut timings = Timings::default();
    let bytes = timings.time("load", || input.load(args.max_megapixels))?;
    content_of(&bytes, input, args, timings)
}

/// The same from the input's bytes.
pub(crate) fn content_of(
    bytes: &[u8],
    input: &Input,
    args: &ReadingArgs,
    mut timings: Timings,
) -> Result<Content, Fault> {
    if batch::is_picture(bytes) {
        return from_picture(bytes, args, timings);
    }
    if let Some(kind) = read::foreign(bytes) {
        return Err(ReadError::UnsupportedFormat { seen: format!("this is {kind}") }.into());
    }
    let boards = timings.time("read", || from_text(bytes, args));
    let mut content = Content { picture: None, boards, timings };
    // Where a file calls itself a picture, its being no board text is not what its owner wants to hear about.
    if let [Err(fault)] = content.boards.as_slice()
        && input.path().is_some_and(batch::is_named_like_picture)
    {
        content.boards =
            vec![Err(read::decode(bytes, args.max_megapixels).err().map_or_else(|| fault.clone(), Fault::from))];
    }
    Ok(content)
}

fn from_picture(bytes: &[u8], args: &ReadingArgs, mut timings: Timings) -> Result<Content, Fault> {
    let picture = timings.time("decode", || read::decode(bytes, args.max_megapixels))?;
    let options = args.options();
    let candidates = timings
        .time("read", || read::candidates(&picture, &options))
        .map_err(|error| advised(&picture, &options, error))?;
    let boards = if args.all {
        let readings = timings.time("judge", || judge::readings(candidates, &options))?;
        readings.into_iter().enumerate().map(|(index, reading)| from_reading(reading, &args.set, Some(index))).collect()
    } else {
        let reading = timings.time("judge", || judge::reading(candidates, &options))?;
        vec![from_reading(reading, &args.set, None)]
    };
    Ok(Content { picture: Some(picture), boards, timings })
}

/// A refusal with what the user can do about it.
fn advised(picture: &Picture, options: &ReadOptions, error: ReadError) -> Fault {
    if let Some(wanted) = options.size {
        // Is there a board all the same, only not of the size that was asked for?
        let mut any = options.clone();
        any.size = None;
        let seen = read::candidates(picture, &any).and_then(|candidates| judge::reading(candidates, &any));
        if let Ok(Reading { board, .. }) = seen
            && board.size() != wanted
        {
            let size = board.size();
            let message = format!("no board of {wanted} rows found, but one of {size} x {size}; is --size right?");
            return Fault::new("no-grid", message);
        }
    }
    let (code, message) = (error.code(), error.to_string());
    let advice = match (code, options.within) {
        ("no-grid" | "not-square" | "too-few-colours" | "colours-mismatch", None) => {
            "if a board is there, crop the picture to it or say where it is with --box X,Y,W,H"
        }
        ("no-grid" | "not-square" | "too-few-colours" | "colours-mismatch", Some(_)) => {
            "does the --box hold the whole board and a little of what is around it?"
        }
        _ => return Fault::new(code, message),
    };
    let between = if message.ends_with('?') { " " } else { "; " };
    Fault::new(code, format!("{message}{between}{advice}"))
}

fn from_reading(mut reading: Reading, set: &[Correction], index: Option<usize>) -> Result<Subject, Fault> {
    if !set.is_empty() {
        reading.board = corrected(&reading.board, set)?;
        reading.solutions = exact::count(&reading.board, &reading.marks.given, 2);
    }
    Ok(Subject { index, name: None, record: Record::from(&reading), reading: Some(reading) })
}

fn from_text(bytes: &[u8], args: &ReadingArgs) -> Vec<Result<Subject, Fault>> {
    let entries = text::parse(bytes);
    let several = entries.len() > 1;
    let board = |(index, entry): (usize, text::Entry)| {
        let Puzzle { board, marks } = entry.puzzle?;
        let board = corrected(&board, &args.set)?;
        let solutions = exact::count(&board, &marks.given, 2);
        let record = Record { board, marks, solutions, confidence: None, grid: None, warnings: Vec::new() };
        Ok(Subject { index: several.then_some(index), name: entry.name, record, reading: None })
    };
    entries.into_iter().enumerate().map(board).collect()
}

/// The board with some cells put into other regions. All corrections speak of the letters of the board as it was read.
fn corrected(board: &Board, set: &[Correction]) -> Result<Board, Fault> {
    let mut labels: Vec<char> = board.cells().map(|cell| board.region(cell).letter()).collect();
    let size = board.size();
    for &Correction { cell, letter } in set {
        if cell.row() >= size || cell.column() >= size {
            return Err(Fault::usage(format!("--set {cell}: the board has {size} rows and columns")));
        }
        let last = board.regions().map(|region| region.letter()).max().unwrap_or('A');
        if letter > last {
            let message = format!("--set {cell}={letter}: the regions of this board are A to {last}");
            return Err(Fault::new("too-many-regions", message));
        }
        labels[cell.row() * size + cell.column()] = letter;
    }
    let emptied = board.regions().map(|region| region.letter()).find(|letter| !labels.contains(letter));
    if let Some(letter) = emptied {
        let message = format!("--set takes the last cell from region {letter}; a board has as many regions as rows");
        return Err(Fault::new("too-few-regions", message));
    }
    Ok(Board::from_labels(size, &labels)?)
}
