//! The table of techniques.

use queenshot::batch::Status;
use queenshot::solve::TECHNIQUES;
use serde_json::json;

use crate::args::{Format, TechniquesArgs};
use crate::run::print;

/// Prints the table, easiest technique first.
pub(crate) fn run(args: &TechniquesArgs) -> Status {
    let text: String = match args.format {
        Format::Text => {
            let head =
                format!("{:14} {:9} {:32} {:7} {:>5}  {}\n", "NAME", "GROUP", "COUNTER", "LEVEL", "SCORE", "RULE");
            let lines = TECHNIQUES.iter().map(|info| {
                let group = info.group.unwrap_or("-");
                let level = info.level.name();
                format!("{:14} {group:9} {:32} {level:7} {:5}  {}\n", info.name, info.counter, info.score, info.summary)
            });
            std::iter::once(head).chain(lines).collect()
        }
        Format::Json => TECHNIQUES
            .iter()
            .map(|info| {
                let line = json!({
                    "name": info.name, "group": info.group, "counter": info.counter,
                    "level": info.level.name(), "score": info.score, "rule": info.summary,
                });
                format!("{line}\n")
            })
            .collect(),
    };
    print(&text)
}
