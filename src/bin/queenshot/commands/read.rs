//! Pictures to board text.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::read::{self, Stage};
use queenshot::render::png;
use queenshot::report::{error_json, record_json};
use queenshot::text::Puzzle;

use crate::args::{Format, ReadArgs, StageName};
use crate::draw::Form;
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, signed, text_name};
use crate::run::{Answer, over};
use crate::subject::{Subject, content};

/// Reads all inputs and prints their boards, or writes what a stage saw of them.
pub(crate) fn run(args: &ReadArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    let template = match (args.stage, args.format) {
        (Some(StageName::Locate), _) => "{stem}.locate.png",
        (Some(StageName::Sample), _) => "{stem}.sample.png",
        (Some(StageName::Cluster), _) => "{stem}.cluster.png",
        (Some(StageName::Marks), _) => "{stem}.marks.png",
        (None, Format::Text) => "{stem}.txt",
        (None, Format::Json) => "{stem}.json",
    };
    let check = match args.stage {
        Some(_) => |place: &Path| match Form::of(place)? {
            Form::Png => Ok(()),
            _ => Err(Fault::usage("--stage writes .png")),
        },
        None => text_name,
    };
    let kind = Kind { template, beside: false, pictures_only: args.stage.is_some(), check };
    let plan = Plan::new(&inputs, &args.work.output, kind)?;
    let job = Job { args, plan: &plan, several: inputs.len() > 1 };
    Ok(over(&inputs, &args.work.inputs, |number, input| match (plan.existing(number), args.stage) {
        (Some(place), _) => skipped(input, place),
        (None, Some(stage)) => job.stage(number, input, stage),
        (None, None) => job.read(number, input),
    }))
}

/// The answer for an input whose result is there already.
pub(crate) fn skipped(input: &Input, place: &Path) -> Answer {
    let mut answer = Answer::default();
    answer.note(&input.name, format_args!("left out, {} is there already", shown(place)));
    answer
}

struct Job<'a> {
    args: &'a ReadArgs,
    plan: &'a Plan,
    several: bool,
}

impl Job<'_> {
    fn read(&self, number: usize, input: &Input) -> Answer {
        let mut answer = Answer::default();
        let content = content(input, &self.args.work.reading);
        let boards = match content {
            Ok(content) => {
                if self.args.work.reading.timings {
                    answer.note(&input.name, content.timings);
                }
                content.boards
            }
            Err(fault) => vec![Err(fault)],
        };
        // A file of its own needs no header to tell whose board it holds.
        let headed = self.several && self.plan.place(number).is_none() || boards.len() > 1;
        for (index, board) in boards.iter().enumerate() {
            match board {
                Ok(subject) => self.print(&mut answer, input, subject, headed),
                Err(fault) => refuse(&mut answer, input, fault, self.args.format, (boards.len() > 1).then_some(index)),
            }
        }
        if let Some(place) = self.plan.place(number).filter(|_| !answer.out.is_empty()) {
            match self.plan.write(place, std::mem::take(&mut answer.out).as_bytes()) {
                Ok(()) => answer.note(&input.name, format_args!("written to {}", shown(place))),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        answer
    }

    fn print(&self, answer: &mut Answer, input: &Input, subject: &Subject, headed: bool) {
        let title = subject.title(input, self.several);
        for warning in &subject.record.warnings {
            answer.note(&title, format_args!("{} [{}]", warning.message, warning.code));
        }
        match self.args.format {
            Format::Text => {
                let puzzle = Puzzle { board: subject.record.board.clone(), marks: subject.record.marks };
                let text = format!("{puzzle}\n");
                push_text(&mut answer.out, &text, headed.then_some(title.as_str()));
            }
            Format::Json => {
                let record = record_json(&subject.origin(input), &subject.record);
                answer.out += &format!("{}\n", serde_json::Value::from(record));
            }
        }
    }

    fn stage(&self, number: usize, input: &Input, stage: StageName) -> Answer {
        let mut answer = Answer::default();
        let max_megapixels = self.args.work.reading.max_megapixels;
        let written = input.load(max_megapixels).and_then(|bytes| {
            let picture = read::decode(&bytes, max_megapixels)?;
            let seen = read::stage(&picture, &self.args.work.reading.options(), stage.into())?;
            let place = self.plan.place(number).ok_or_else(|| Fault::usage("--stage needs -o"))?;
            self.plan.write(place, &signed(png::encode(&seen, png::Compression::default())?))?;
            Ok(place)
        });
        match written {
            Ok(place) => answer.note(&input.name, format_args!("written to {}", shown(place))),
            Err(fault) => answer.fail(&input.name, &fault),
        }
        answer
    }
}

/// Reports an input, or one board of it, that cannot be read: a line on standard error, and in JSON a record.
pub(crate) fn refuse(answer: &mut Answer, input: &Input, fault: &Fault, format: Format, board_index: Option<usize>) {
    answer.fail(&input.name, fault);
    if format == Format::Json {
        let origin = queenshot::report::Origin { file: &input.file, board_index, name: None };
        answer.out += &format!("{}\n", error_json(&origin, fault.code, &fault.message));
    }
}

/// Appends an answer, under a header where several answers follow one another.
pub(crate) fn push_text(out: &mut String, text: &str, header: Option<&str>) {
    if !out.is_empty() {
        out.push('\n');
    }
    if let Some(header) = header {
        *out += &format!("=== {header} ===\n");
    }
    *out += text;
}

impl From<StageName> for Stage {
    fn from(name: StageName) -> Self {
        match name {
            StageName::Locate => Self::Locate,
            StageName::Sample => Self::Sample,
            StageName::Cluster => Self::Cluster,
            StageName::Marks => Self::Marks,
        }
    }
}
