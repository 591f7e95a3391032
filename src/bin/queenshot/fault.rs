//! Why an input got no answer: a stable code and one line in plain words.

use std::fmt;
use std::io;
use std::path::Path;

use queenshot::board::BoardError;
use queenshot::read::ReadError;
use queenshot::render::RenderError;
use queenshot::score::ScoreError;
use queenshot::text::TextError;

use crate::names::shown;

/// A failure that is reported and counted, but does not end the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A wrong use of the command line that clap cannot see.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new("usage", message)
    }

    /// A file operation that failed; `what` reads "be read", "be written".
    pub(crate) fn io(path: &Path, what: &str, error: &io::Error) -> Self {
        Self::new("io", format!("{} {}", shown(path), cannot(what, error)))
    }
}

/// "cannot be read: no such file or directory".
pub(crate) fn cannot(what: &str, error: &io::Error) -> String {
    // The operating system's words, without the "(os error 2)" that says the same once more.
    let words = error.to_string();
    format!("cannot {what}: {}", words.split(" (os error").next().unwrap_or_default().to_lowercase())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Messages of other libraries may span lines; a fault is one line.
        let message = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(f, "{message} [{}]", self.code)
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<BoardError> for Fault {
    fn from(error: BoardError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<RenderError> for Fault {
    fn from(error: RenderError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<ScoreError> for Fault {
    fn from(error: ScoreError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
