//! What shells and manuals want to know about the command line.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use queenshot::batch::Status;

use crate::args::Cli;
use crate::fault::Fault;
use crate::output::Plan;
use crate::run::print;

/// The date of the release, for the manual.
const RELEASED: &str = "2026-11-29";

/// Prints a completion script.
pub(crate) fn completions(shell: Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "queenshot", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page, or writes the page of each command into a folder.
pub(crate) fn man(folder: Option<&Path>) -> Result<Status, Fault> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = folder else {
        return Ok(print(&page(command, "queenshot")?));
    };
    let plan = Plan::without_places(&[], true);
    plan.write(&folder.join("queenshot.1"), page(command.clone(), "queenshot")?.as_bytes())?;
    for sub in command.get_subcommands() {
        let name = format!("queenshot-{}", sub.get_name());
        plan.write(&folder.join(format!("{name}.1")), page(sub.clone(), &name)?.as_bytes())?;
    }
    Ok(Status::Answered)
}

fn page(command: clap::Command, name: &str) -> Result<String, Fault> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .title(name.to_uppercase())
        .date(RELEASED)
        .source(concat!("queenshot ", env!("CARGO_PKG_VERSION")))
        .manual("queenshot")
        .render(&mut page)
        .map_err(|error| Fault::new("io", format!("the manual page cannot be made: {error}")))?;
    // A blank line between two breaks is one break too many for strict readers of manual pages.
    Ok(String::from_utf8_lossy(&page).replace(".br\n\n.br\n", ".sp\n"))
}
