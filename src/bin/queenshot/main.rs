//! The queenshot program.

mod args;
#[cfg(feature = "clipboard")]
mod clipboard;
mod commands;
mod draw;
mod drawing;
#[cfg(feature = "linear")]
mod engines;
mod fault;
mod input;
mod names;
#[cfg(feature = "watch")]
mod notice;
mod output;
mod run;
mod solved;
mod subject;
mod timings;

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(commands::dispatch().code())
}
