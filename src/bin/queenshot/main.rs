//! The queenshot program.

mod args;
mod commands;
mod draw;
mod drawing;
#[cfg(feature = "linear")]
mod engines;
mod fault;
mod input;
mod names;
mod output;
mod run;
mod solved;
mod subject;
mod timings;

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(commands::dispatch().code())
}
