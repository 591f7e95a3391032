//! Boards to answers: printed, and drawn on the pictures that they came from.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::grade::grade;
use queenshot::picture::Picture;
use queenshot::render::{overlay, png};
use queenshot::report::{add_answer, record_json, solve_text, steps_json};
use queenshot::solve::{Outcome, SolveOptions};

use super::read::{push_text, refuse, skipped};
use crate::args::{EngineArgs, Format, SolveArgs};
use crate::draw::{Form, clean};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::output::{Kind, Plan, numbered, signed};
use crate::run::{Answer, over};
use crate::solved::Solved;
use crate::subject::{Content, content};

/// How answers are named.
const KIND: Kind = Kind { template: "{stem}.solved.png", beside: true, pictures_only: false };

/// Solves all inputs, prints the answers and draws them.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.inputs)?;
    let plan = Plan::new(&inputs, &args.output, KIND)?;
    let job = Job { args, plan: &plan, several: inputs.len() > 1, options: args.engine.options() };
    Ok(over(&inputs, &args.inputs, |number, input| match plan.existing(number) {
        Some(place) => skipped(input, place),
        None => job.solve(number, input),
    }))
}

/// Solves one input of a stream of them.
#[cfg(feature = "watch")]
pub(super) fn one(args: &SolveArgs, input: Input) -> Answer {
    let inputs = [input];
    match Plan::new(&inputs, &args.output, KIND) {
        Ok(plan) => Job { args, plan: &plan, several: true, options: args.engine.options() }.solve(0, &inputs[0]),
        Err(fault) => {
            let mut answer = Answer::default();
            refuse(&mut answer, &inputs[0], &fault, args.format, None);
            answer
        }
    }
}

impl EngineArgs {
    /// The options of the engine.
    pub(crate) fn options(&self) -> SolveOptions {
        SolveOptions { techniques: self.techniques, probe: self.probe.into() }
    }
}

struct Job<'a> {
    args: &'a SolveArgs,
    plan: &'a Plan,
    several: bool,
    options: SolveOptions,
}

impl Job<'_> {
    fn solve(&self, number: usize, input: &Input) -> Answer {
        let mut answer = Answer::default();
        let content = match content(input, &self.args.reading) {
            Ok(content) => content,
            Err(fault) => {
                refuse(&mut answer, input, &fault, self.args.format, None);
                return answer;
            }
        };
        let Content { picture, boards, mut timings } = content;
        let count = boards.len();
        let mut solved = Vec::with_capacity(count);
        for (index, board) in boards.into_iter().enumerate() {
            let solve = |subject| Solved::new(subject, self.args.trust_marks, &self.options);
            match timings.time("solve", || board.and_then(solve)) {
                Ok(board) => {
                    self.tell(&mut answer, input, &board, self.several || count > 1);
                    solved.push(board);
                }
                Err(fault) => refuse(&mut answer, input, &fault, self.args.format, (count > 1).then_some(index)),
            }
        }
        if let Some(place) = self.plan.place(number).filter(|_| !solved.is_empty()) {
            match timings.time("draw, encode and write", || self.draw(picture, &solved, place)) {
                Ok(()) => answer.note(&input.name, format_args!("written to {}", place.display())),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        if self.args.reading.timings {
            answer.note(&input.name, timings);
        }
        answer
    }

    /// The answer in text or JSON, and what is to be said about it.
    fn tell(&self, answer: &mut Answer, input: &Input, board: &Solved, headed: bool) {
        let Solved { subject, trace, .. } = board;
        let title = subject.title(input, self.several);
        match self.args.format {
            Format::Text => {
                let mut text = solve_text(&subject.record.board, trace);
                if self.args.steps {
                    text.push('\n');
                    for (number, sentence) in (1..).zip(board.story()) {
                        text += &format!("{number:3}. {sentence}\n");
                    }
                }
                push_text(&mut answer.out, &text, headed.then_some(title.as_str()));
            }
            Format::Json => {
                let mut object = record_json(&subject.origin(input), &subject.record);
                add_answer(&mut object, trace, &grade(trace));
                if self.args.steps {
                    object.insert("steps".into(), steps_json(trace, board.story()));
                }
                answer.out += &format!("{}\n", serde_json::Value::from(object));
            }
        }
        for warning in &subject.record.warnings {
            answer.note(&title, format_args!("{} [{}]", warning.message, warning.code));
        }
        answer.note(&title, board.verdict());
        if let Some(mistakes) = board.mistakes() {
            answer.note(&title, mistakes);
        }
        if trace.outcome != Outcome::Solved || subject.record.solutions != 1 {
            answer.worsen(Status::Open);
        }
    }

    /// Draws all boards of an input: on the picture that they came from, or each on a clean one of its own.
    fn draw(&self, picture: Option<Picture>, boards: &[Solved], place: &Path) -> Result<(), Fault> {
        let form = Form::of(place)?;
        if let (Some(mut picture), Form::Png) = (picture, form) {
            for board in boards {
                if let Some(reading) = &board.subject.reading {
                    overlay::draw(&mut picture, &reading.grid, &reading.board, &board.overlay())?;
                }
            }
            return self.plan.write(place, &signed(png::encode(&picture, png::Compression::default())?));
        }
        for (number, board) in boards.iter().enumerate() {
            let drawn = clean(&board.subject, &board.overlay_for_clean_board(), form)?;
            self.plan.write(&numbered(place, number), &drawn)?;
        }
        Ok(())
    }
}
