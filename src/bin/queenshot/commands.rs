//! What the program can do, one command a file.

mod animate;
mod check;
mod convert;
mod hint;
mod model;
#[cfg(feature = "linear")]
mod nqueens;
mod overlay;
mod read;
mod score;
mod shell;
mod solve;
mod survey;
mod techniques;
#[cfg(feature = "watch")]
mod watch;

#[cfg(feature = "linear")]
pub(crate) use check::Agreement;
use clap::Parser;
use queenshot::batch::Status;
use serde_json::json;

use crate::args::{Cli, Command, Format, TableFormat};
use crate::fault::Fault;
use crate::run::{complain, print};

/// Runs the command of the command line.
pub(crate) fn dispatch() -> Status {
    #[cfg(feature = "clipboard")]
    if std::env::args_os().nth(1).is_some_and(|word| word == crate::clipboard::HOLD) {
        return crate::clipboard::hold();
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and the version come this way too, and are answers. Where nobody listens, there is nobody to tell.
            let _ = error.print();
            if !error.use_stderr() {
                return Status::Answered;
            }
            if asks_for_json() {
                let words = error.render().to_string();
                let message = words.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
                print_refusal(&Fault::usage(message));
            }
            return Status::Failed;
        }
    };
    let command = cli.command.unwrap_or(Command::Solve(cli.solve));
    let is_json = command.is_json();
    let outcome = match command {
        Command::Solve(args) => solve::run(&args),
        Command::Read(args) => read::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Animate(args) => animate::run(&args),
        Command::Overlay(args) => overlay::run(&args),
        Command::Model(args) => model::run(&args),
        #[cfg(feature = "linear")]
        Command::Nqueens(args) => nqueens::run(&args),
        Command::Survey(args) => survey::run(&args),
        Command::Score(args) => score::run(&args),
        #[cfg(feature = "watch")]
        Command::Watch(args) => watch::run(&args),
        Command::Techniques(args) => Ok(techniques::run(&args)),
        Command::Completions { shell } => Ok(shell::completions(shell)),
        Command::Man { output } => shell::man(output.as_deref()),
    };
    outcome.unwrap_or_else(|fault: Fault| {
        complain(&format!("error: {fault}"));
        if is_json {
            print_refusal(&fault);
        }
        Status::Failed
    })
}

impl Command {
    /// Whether the answers are to be JSON.
    fn is_json(&self) -> bool {
        let format = match self {
            Self::Solve(args) => args.format,
            #[cfg(feature = "watch")]
            Self::Watch(args) => args.solve.format,
            Self::Read(args) => args.format,
            Self::Hint(args) => args.format,
            Self::Check(args) => args.format,
            Self::Score(args) => args.format,
            Self::Techniques(args) => args.format,
            Self::Survey(args) => return args.format == TableFormat::Json,
            _ => Format::Text,
        };
        format == Format::Json
    }
}

/// Whether a command line that cannot be understood asks for JSON all the same.
fn asks_for_json() -> bool {
    let words: Vec<_> = std::env::args_os().collect();
    words.iter().any(|word| word == "--format=json")
        || words.windows(2).any(|two| two[0] == "--format" && two[1] == "json")
}

/// Prints the refusal of a whole command as JSON; it is about no file.
fn print_refusal(fault: &Fault) {
    let error = json!({"code": fault.code, "message": fault.message});
    print(&format!("{}\n", json!({"file": null, "ok": false, "error": error})));
}
