//! How well pictures are read whose truth is known.
//!
//! Two layouts of a folder are understood. In the plain one the truth lies beside each picture, as board text (with a
//! second block for what is drawn on the board):
//!
//! ```text
//! monday.png   monday.board (or monday.txt)      the text NONE stands for: no board, refuse it
//! bad/no-grid-02.png                             must be refused with the code no-grid
//! ```
//!
//! In the other one a table `index.tsv` names the pictures, with the columns `file`, `id` and `tags` (separated by
//! commas) in any order; they lie in `img/FILE`, their truth in `truth/ID.txt`, their marks in `truth/ID.marks.txt`.
//!
//! A truth with more or fewer letters than rows is no board: the picture shows an illegal one, or a hidden one if it is
//! tagged `hidden`, and must be refused. A refusal where a board could be read is a miss; another board than the true one
//! is a false board, which is far worse.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::batch;
use crate::board::{Board, Marks};
use crate::judge;
use crate::picture::Picture;
use crate::read::{self, DEFAULT_MAX_MEGAPIXELS, ReadError, ReadOptions, Stage};
use crate::text::{Puzzle, TextError};

/// What a picture really shows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "one value a picture; nearly all are boards")]
pub enum Truth {
    /// A board, and what is drawn on it.
    Board {
        /// The board.
        board: Board,
        /// Given queens, the player's queens and crosses.
        marks: Marks,
    },
    /// Nothing that can be read.
    Refusal {
        /// The code that must come out, if only one is right.
        code: Option<String>,
    },
}

/// A picture with its truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The picture's path below the folder.
    pub name: String,
    /// Where the picture is.
    pub picture: PathBuf,
    /// What it shows.
    pub truth: Truth,
    /// What kind of picture it is: from the index, or the folder and the words of the file's name.
    pub tags: Vec<String>,
}

/// The pictures of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Samples {
    /// Pictures with a truth, by path or in the order of the index.
    pub samples: Vec<Sample>,
    /// Pictures without one.
    pub unlabelled: Vec<PathBuf>,
}

/// Why a folder cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScoreError {
    /// A file or a folder cannot be read.
    #[error("{} cannot be read: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// The system's words.
        error: io::Error,
    },
    /// No picture with a truth.
    #[error("no picture in {} has its truth beside it: shot.png needs shot.board", path.display())]
    NoTruth {
        /// The folder.
        path: PathBuf,
    },
    /// A truth that is neither a board nor `NONE`.
    #[error("{} is no truth: {error}", path.display())]
    BadTruth {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: TextError,
    },
    /// An index without a column, or with a line that is too short.
    #[error("line {line} of {} has no {column}", path.display())]
    BadIndex {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column that is missing.
        column: &'static str,
    },
}

impl ScoreError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io { .. } => "io",
            Self::NoTruth { .. } => "no-truth",
            Self::BadTruth { .. } => "bad-truth",
            Self::BadIndex { .. } => "bad-index",
        }
    }
}

/// The pictures of a folder with their truths, in either layout.
///
/// # Errors
/// If a file cannot be read, a truth or the index is malformed, or no picture has a truth.
pub fn samples(folder: &Path) -> Result<Samples, ScoreError> {
    let index = folder.join("index.tsv");
    let found = if index.is_file() { indexed(folder, &index)? } else { beside(folder)? };
    match found.samples.is_empty() {
        true => Err(ScoreError::NoTruth { path: folder.to_owned() }),
        false => Ok(found),
    }
}

/// The layout with an index.
fn indexed(folder: &Path, index: &Path) -> Result<Samples, ScoreError> {
    let table = read_text(index)?;
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let bad = |line: usize, column: &'static str| ScoreError::BadIndex { path: index.to_owned(), line, column };
    let place = |column: &'static str| head.iter().position(|name| *name == column).ok_or_else(|| bad(1, column));
    let (file_at, id_at, tags_at) = (place("file")?, place("id")?, place("tags")?);
    let mut found = Samples::default();
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |at: usize, column: &'static str| fields.get(at).copied().ok_or_else(|| bad(number + 2, column));
        let (file, id) = (field(file_at, "file")?, field(id_at, "id")?);
        let tags: Vec<String> = words(field(tags_at, "tags")?, ',');
        let text = folder.join("truth").join(format!("{id}.txt"));
        let marks = folder.join("truth").join(format!("{id}.marks.txt"));
        let mut letters = read_text(&text)?;
        if marks.is_file() {
            letters = format!("{}\n\n{}", letters.trim_end(), read_text(&marks)?);
        }
        let hidden = tags.iter().any(|tag| tag == "hidden");
        let truth = if hidden { Truth::Refusal { code: None } } else { truth(&letters, &text)? };
        let picture = folder.join("img").join(file);
        found.samples.push(Sample { name: file.to_owned(), picture, truth, tags });
    }
    Ok(found)
}

/// The layout with the truth beside each picture.
fn beside(folder: &Path) -> Result<Samples, ScoreError> {
    let batch::Walk { found: files, faults } = batch::walk(folder, Some(&batch::is_named_like_picture));
    if let Some((path, error)) = faults.into_iter().next() {
        return Err(ScoreError::Io { path, error });
    }
    let mut found = Samples::default();
    for batch::Found { path, below } in files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let parent = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let text = ["board", "txt"].map(|extension| path.with_extension(extension)).into_iter().find(|p| p.is_file());
        let mut tags: Vec<String> = Vec::new();
        let truth = match text {
            Some(text) => {
                tags.extend(words(&stem, '-').into_iter().filter(|word| word.parse::<f64>().is_err()));
                truth(&read_text(&text)?, &text)?
            }
            None if parent == "bad" => {
                let code = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-').to_owned();
                tags.push(code.clone());
                Truth::Refusal { code: Some(code) }
            }
            None => {
                found.unlabelled.push(path);
                continue;
            }
        };
        let inside = below.parent().and_then(Path::file_name);
        tags.extend(inside.map(|name| name.to_string_lossy().into_owned()));
        tags.sort();
        tags.dedup();
        found.samples.push(Sample { name: below.to_string_lossy().into_owned(), picture: path, truth, tags });
    }
    Ok(found)
}

fn words(text: &str, separator: char) -> Vec<String> {
    text.split(separator).map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn read_text(path: &Path) -> Result<String, ScoreError> {
    fs::read_to_string(path).map_err(|error| ScoreError::Io { path: path.to_owned(), error })
}

fn truth(text: &str, path: &Path) -> Result<Truth, ScoreError> {
    if text.trim() == "NONE" {
        return Ok(Truth::Refusal { code: None });
    }
    match text.parse::<Puzzle>() {
        Ok(Puzzle { board, marks }) => Ok(Truth::Board { board, marks }),
        Err(error) if matches!(error.code(), "too-few-regions" | "too-many-regions") => {
            Ok(Truth::Refusal { code: None })
        }
        Err(error) => Err(ScoreError::BadTruth { path: path.to_owned(), error }),
    }
}

/// How a reading compares with the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every cell is right, or the picture was refused as it must be.
    Right,
    /// The board was not read, or the picture was refused with another code than the one that is right.
    Missed,
    /// Another board than the true one, or a board where there is none.
    False,
}

impl Verdict {
    /// The verdict in one lower-case word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Missed => "missed",
            Self::False => "false",
        }
    }
}

/// What came of one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The board compared with the truth.
    pub verdict: Verdict,
    /// The code of the refusal, if it was refused.
    pub code: Option<&'static str>,
    /// The marks compared with the truth, where the board is right. A given queen counts like a drawn one.
    pub marks: Option<bool>,
    /// The confidence of the reading, if there is one.
    pub confidence: Option<f64>,
    /// The time from the bytes to the answer.
    pub time: Duration,
}

/// Reads a picture and compares the reading with the truth.
///
/// # Errors
/// If the file cannot be read; everything that is wrong with its content is a refusal.
pub fn score(sample: &Sample, options: &ReadOptions) -> Result<Scored, ScoreError> {
    let bytes = fs::read(&sample.picture).map_err(|error| ScoreError::Io { path: sample.picture.clone(), error })?;
    let start = Instant::now();
    let reading = read::decode(&bytes, DEFAULT_MAX_MEGAPIXELS)
        .and_then(|picture| read::candidates(&picture, options))
        .and_then(|candidates| judge::reading(candidates, options));
    let time = start.elapsed();
    let code = reading.as_ref().err().map(ReadError::code);
    let confidence = reading.as_ref().ok().map(|reading| reading.confidence);
    let (verdict, marks) = match (&sample.truth, &reading) {
        (Truth::Board { board, marks }, Ok(reading)) if *board == reading.board => {
            (Verdict::Right, Some(same_marks(marks, &reading.marks)))
        }
        (Truth::Board { .. }, Err(_)) => (Verdict::Missed, None),
        (Truth::Refusal { code: None }, Err(_)) => (Verdict::Right, None),
        (Truth::Refusal { code: Some(wanted) }, Err(error)) if wanted == error.code() => (Verdict::Right, None),
        (Truth::Refusal { .. }, Err(_)) => (Verdict::Missed, None),
        (_, Ok(_)) => (Verdict::False, None),
    };
    Ok(Scored { verdict, code, marks, confidence, time })
}

fn same_marks(a: &Marks, b: &Marks) -> bool {
    a.given | a.queens == b.given | b.queens && a.crosses == b.crosses
}

/// What each stage saw of a picture that was not read rightly, by the stage's name; stages that were not reached are
/// left out.
///
/// # Errors
/// If the file cannot be read.
pub fn stage_pictures(sample: &Sample, options: &ReadOptions) -> Result<Vec<(&'static str, Picture)>, ScoreError> {
    let bytes = fs::read(&sample.picture).map_err(|error| ScoreError::Io { path: sample.picture.clone(), error })?;
    let Ok(picture) = read::decode(&bytes, DEFAULT_MAX_MEGAPIXELS) else {
        return Ok(Vec::new());
    };
    let stages =
        [("locate", Stage::Locate), ("sample", Stage::Sample), ("cluster", Stage::Cluster), ("marks", Stage::Marks)];
    let seen = stages.into_iter().filter_map(|(name, stage)| Some((name, read::stage(&picture, options, stage).ok()?)));
    Ok(seen.collect())
}

/// The result of one picture as JSON: `file`, `expected` (`board` or `refusal`), `verdict`, `code`, `marks`,
/// `confidence`, `milliseconds`, `tags`; `null` where there is no value.
pub fn to_json(sample: &Sample, scored: &Scored) -> Value {
    let expected = match sample.truth {
        Truth::Board { .. } => "board",
        Truth::Refusal { .. } => "refusal",
    };
    json!({
        "file": sample.name,
        "expected": expected,
        "verdict": scored.verdict.name(),
        "code": scored.code,
        "marks": scored.marks,
        "confidence": scored.confidence,
        "milliseconds": scored.time.as_secs_f64() * 1e3,
        "tags": sample.tags,
    })
}

/// Pictures of one kind, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Rightly read or rightly refused.
    pub right: usize,
    /// Not read, or refused with another code.
    pub missed: usize,
    /// A board that is not there.
    pub wrong: usize,
}

impl Counts {
    /// All of them.
    pub fn total(&self) -> usize {
        self.right + self.missed + self.wrong
    }

    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Missed => self.missed += 1,
            Verdict::False => self.wrong += 1,
        }
    }
}

/// Accuracy over many pictures, in all and by tag. Prints as a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Pictures with a board to be read.
    pub boards: Counts,
    /// Pictures to be refused.
    pub refusals: Counts,
    /// Either kind, by tag.
    pub tags: BTreeMap<String, Counts>,
    /// Of the pictures with marks whose board is right: all, and those whose marks are exactly right.
    pub marked: (usize, usize),
    /// Of the pictures without marks whose board is right: all, and those on which marks were found.
    pub unmarked: (usize, usize),
    /// By tenths of the confidence that a reading claims: all readings, and the right ones. The last tenth holds 1 too.
    pub claims: [(usize, usize); 10],
    times: Vec<Duration>,
}

impl Summary {
    /// Counts one more picture.
    pub fn add(&mut self, sample: &Sample, scored: &Scored) {
        match &sample.truth {
            Truth::Board { .. } => self.boards.add(scored.verdict),
            Truth::Refusal { .. } => self.refusals.add(scored.verdict),
        }
        for tag in &sample.tags {
            self.tags.entry(tag.clone()).or_default().add(scored.verdict);
        }
        if let (Truth::Board { marks, .. }, Some(exact)) = (&sample.truth, scored.marks) {
            if marks.is_empty() {
                self.unmarked.0 += 1;
                self.unmarked.1 += usize::from(!exact);
            } else {
                self.marked.0 += 1;
                self.marked.1 += usize::from(exact);
            }
        }
        if let Some(confidence) = scored.confidence {
            let (all, right) = &mut self.claims[((confidence * 10.0) as usize).min(9)];
            *all += 1;
            *right += usize::from(scored.verdict == Verdict::Right);
        }
        let at = self.times.partition_point(|&time| time <= scored.time);
        self.times.insert(at, scored.time);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [("boards to be read", &self.boards), ("pictures to be refused", &self.refusals)];
        let width = self.tags.keys().map(|tag| tag.chars().count()).max().unwrap_or(0).max(22);
        writeln!(f, "{:width$} {:>8} {:>6} {:>7} {:>6}", "", "pictures", "right", "missed", "false")?;
        let mut line = |name: &str, counts: &Counts| {
            let (total, right, missed, wrong) = (counts.total(), counts.right, counts.missed, counts.wrong);
            writeln!(f, "{name:width$} {total:>8} {right:>6} {missed:>7} {wrong:>6}")
        };
        for (name, counts) in named {
            line(name, counts)?;
        }
        for (tag, counts) in &self.tags {
            line(tag, counts)?;
        }
        let (marked, exact) = self.marked;
        let (unmarked, found) = self.unmarked;
        writeln!(f)?;
        writeln!(
            f,
            "marks: exactly right on {exact} of {marked} marked boards, found on {found} of {unmarked} others"
        )?;
        writeln!(f, "readings that claimed a confidence of")?;
        for (tenth, &(all, right)) in self.claims.iter().enumerate().filter(|(_, claim)| claim.0 > 0) {
            let (from, to) = (tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0);
            writeln!(f, "  {from:.1} to {to:.1}: {right} of {all} right, {:.0} %", 100.0 * right as f64 / all as f64)?;
        }
        if let (Some(last), sum) = (self.times.last(), self.times.iter().sum::<Duration>()) {
            let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
            writeln!(
                f,
                "time: {:.1} ms in the middle, {:.1} ms at most, {:.1} s in all",
                milliseconds(self.times[self.times.len() / 2]),
                milliseconds(*last),
                sum.as_secs_f64()
            )?;
        }
        Ok(())
    }
}
