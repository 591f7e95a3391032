//! Reads spoilt pictures of random boards and prints how many come out right, by kind and strength of the damage.
//!
//! `cargo run --release --example degrade -- --seeds 20 --kind rotation --csv table.csv --svg chart.svg --failures DIR`
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/it/damage.rs"]
mod damage;
#[path = "../tests/it/degrade.rs"]
mod degrade;
#[path = "../tests/it/paint.rs"]
mod paint;
#[path = "../tests/it/support.rs"]
#[allow(dead_code)] // The walk over the fixtures is for the tests.
mod support;

use std::path::PathBuf;
use std::{fs, io};

use clap::Parser;
use clap::builder::PossibleValuesParser;
use rayon::prelude::*;

use damage::KINDS;
use degrade::{Line, Verdict};

/// Reads spoilt pictures of random boards and prints how many come out right.
#[derive(Debug, Parser)]
struct Args {
    /// Pictures of each kind and strength.
    #[arg(long, default_value_t = 20)]
    seeds: u64,
    /// The number of the first picture.
    #[arg(long, default_value_t = 0)]
    first_seed: u64,
    /// Only these kinds of damage.
    #[arg(long, value_delimiter = ',', value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name)))]
    kind: Vec<String>,
    /// Only the strengths that the reader must master.
    #[arg(long)]
    required: bool,
    /// Write the table as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the table as a chart.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Save each picture that is refused or misread, with its truth.
    #[arg(long, value_name = "DIR")]
    failures: Option<PathBuf>,
    /// Save every picture with its truth.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
}

fn main() -> io::Result<()> {
    let args = Args::parse();
    let mut lines = Vec::new();
    for kind in KINDS.iter().filter(|kind| args.kind.is_empty() || args.kind.iter().any(|name| name == kind.name)) {
        for (i, &strength) in kind.strengths.iter().enumerate() {
            let required = i < kind.required;
            if args.required && !required {
                continue;
            }
            let verdicts = (args.first_seed..args.first_seed + args.seeds)
                .into_par_iter()
                .map(|seed| -> io::Result<Verdict> {
                    let spoilt = kind.picture(strength, seed);
                    let verdict = degrade::verdict(&spoilt, &degrade::read);
                    let name = format!("{}-{strength}-{seed}", kind.name);
                    if let Some(folder) = &args.save {
                        degrade::save(folder, &name, &spoilt)?;
                    }
                    if let (Some(folder), false) = (&args.failures, matches!(verdict, Verdict::Right { .. })) {
                        let what = if verdict == Verdict::False { "false" } else { "refused" };
                        degrade::save(folder, &format!("{what}-{name}"), &spoilt)?;
                    }
                    Ok(verdict)
                })
                .collect::<io::Result<Vec<Verdict>>>()?;
            lines.push(Line { kind, strength, required, verdicts });
        }
    }
    print!("{}", degrade::text(&lines));
    if let Some(path) = &args.csv {
        fs::write(path, degrade::csv(&lines))?;
    }
    if let Some(path) = &args.svg {
        fs::write(path, degrade::svg(&lines))?;
    }
    Ok(())
}
