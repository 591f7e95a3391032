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

use crate::args::{Cli, Command};
use crate::fault::Fault;
use crate::run::complain;

/// Runs the command of the command line.
pub(crate) fn dispatch() -> Status {
    let cli = Cli::parse();
    let outcome = match cli.command.unwrap_or(Command::Solve(cli.solve)) {
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
        Status::Failed
    })
}
