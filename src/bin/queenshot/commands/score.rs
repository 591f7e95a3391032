//! How many pictures with a known board come out right.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::read::ReadOptions;
use queenshot::render::png;
use queenshot::score::{Sample, Scored, Summary, Verdict, samples, score, stage_pictures, to_json};

use crate::args::{Format, InputArgs, ScoreArgs};
use crate::fault::Fault;
use crate::input::Input;
use crate::names::shown;
use crate::output::{Plan, signed};
use crate::run::{Answer, complain, over_keeping, print};

/// Reads all pictures of the folder and prints the table, or a line of JSON a picture.
pub(crate) fn run(args: &ScoreArgs) -> Result<Status, Fault> {
    let found = samples(&args.folder)?;
    for picture in &found.unlabelled {
        complain(&format!("{}: left out, there is no truth beside it", shown(picture)));
    }
    let inputs: Vec<Input> = found.samples.iter().map(|sample| Input::file(sample.picture.clone())).collect();
    let plan = Plan::without_places(&inputs, args.overwrite);
    let work = |number: usize, _: &Input| {
        let sample = &found.samples[number];
        let mut answer = Answer::default();
        let outcome = one(sample, args, &plan, &mut answer);
        if let Err(fault) = &outcome {
            answer.fail(&sample.name, fault);
        }
        (answer, outcome.ok().map(|scored| (number, scored)))
    };
    let mut summary = Summary::default();
    let keep = |scored: Option<(usize, Scored)>| {
        if let Some((number, scored)) = scored {
            summary.add(&found.samples[number], &scored);
        }
    };
    let status = over_keeping(&inputs, &InputArgs { jobs: args.jobs, ..InputArgs::default() }, work, keep);
    Ok(match args.format {
        Format::Text => status.max(print(&summary.to_string())),
        Format::Json => status,
    })
}

/// Scores one picture and says what is wrong with it, if anything is.
fn one(sample: &Sample, args: &ScoreArgs, plan: &Plan, answer: &mut Answer) -> Result<Scored, Fault> {
    let mut options = ReadOptions::default();
    options.force = args.force;
    let scored = score(sample, &options)?;
    if args.format == Format::Json {
        answer.out = format!("{}\n", to_json(sample, &scored));
    }
    if scored.verdict == Verdict::Right {
        return Ok(scored);
    }
    answer.worsen(Status::Open);
    match scored.code {
        Some(code) => answer.note(&sample.name, format_args!("{} [{code}]", scored.verdict.name())),
        None => answer.note(&sample.name, format_args!("{} board", scored.verdict.name())),
    }
    if let Some(folder) = &args.failures {
        let name = sample.name.replace(['/', '\\'], "-");
        let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (stage, picture) in stage_pictures(sample, &options)? {
            let bytes = signed(png::encode(&picture, png::Compression::default())?);
            plan.write(&folder.join(format!("{stem}.{stage}.png")), &bytes)?;
        }
    }
    Ok(scored)
}
