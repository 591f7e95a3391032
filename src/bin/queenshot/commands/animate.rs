//! Whole solves as moving pictures.

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use queenshot::batch::Status;
use queenshot::render::animation::Animation;
use queenshot::render::steps::story;
use queenshot::render::{apng, gif};
use queenshot::solve::{Outcome, solve};

use crate::args::AnimateArgs;
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, signed};
use crate::run::{Answer, over};
use crate::subject::{Content, content};

/// Animates the solve of each input.
pub(crate) fn run(args: &AnimateArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    if args.work.output.output.is_none() {
        return Err(Fault::usage("animate needs -o OUT.gif or -o OUT.png; with several inputs, a folder"));
    }
    let plan = Plan::new(
        &inputs,
        &args.work.output,
        Kind {
            template: "{stem}.gif",
            beside: false,
            pictures_only: false,
            check: |place| Moving::of(place).map(drop),
        },
    )?;
    let bar = if inputs.len() == 1 { ProgressBar::new(0) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}%") {
        bar.set_style(style);
    }
    let status = over(&inputs, &args.work.inputs, |number, input| {
        let mut answer = Answer::default();
        let drawn = plan.place(number).map(|place| animate(args, input, place, &plan, &bar, &mut answer));
        if let Some(Err(fault)) = drawn {
            answer.fail(&input.name, &fault);
        }
        bar.finish_and_clear();
        answer
    });
    Ok(status)
}

fn animate(
    args: &AnimateArgs,
    input: &Input,
    place: &Path,
    plan: &Plan,
    bar: &ProgressBar,
    answer: &mut Answer,
) -> Result<(), Fault> {
    let encode = Moving::of(place)?;
    let Content { picture, boards, .. } = content(input, &args.work.reading)?;
    let subject = boards.into_iter().next().ok_or_else(|| Fault::new("not-a-board", "there is no board"))??;
    let board = &subject.record.board;
    let trace = solve(board, subject.start(false)?, &args.engine.options());
    if trace.outcome != Outcome::Solved {
        answer.worsen(Status::Open);
        answer.note(&input.name, "the deductions do not reach an answer; the animation ends where they do");
    }
    let mut steps = story(board, subject.palette(), &trace);
    for step in &mut steps {
        step.overlay = args.look.draw.look(std::mem::take(&mut step.overlay));
    }
    let animation = match (&picture, &subject.reading) {
        (Some(picture), Some(reading)) if args.on_picture => {
            Animation::on_picture(board, &steps, picture, &reading.grid, args.width)?
        }
        _ if args.on_picture => return Err(Fault::usage("--on-picture needs a picture as input")),
        _ => {
            let scene = args.look.draw.scene(subject.palette());
            Animation::fresh(board, &steps, &scene.with_width(board.size(), args.width))
        }
    };
    let progress = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let bytes = match encode {
        Moving::Gif => gif::encode(&animation, progress)?,
        Moving::Apng => signed(apng::encode(&animation, progress)?),
    };
    plan.write(place, &bytes)?;
    let count = animation.len();
    answer.note(&input.name, format_args!("{count} pictures written to {}", shown(place)));
    args.look.view.open(answer, &input.name, place);
    Ok(())
}

/// The form of an animation, by the extension of its name.
enum Moving {
    Gif,
    Apng,
}

impl Moving {
    fn of(place: &Path) -> Result<Self, Fault> {
        match place.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase()).as_deref() {
            None | Some("gif") => Ok(Self::Gif),
            Some("png" | "apng") => Ok(Self::Apng),
            Some(other) => Err(Fault::usage(format!("animations are written as .gif or .png, not as .{other}"))),
        }
    }
}
