//! One step for a player who is stuck.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::board::{Marks, State};
use queenshot::check::Judged;
use queenshot::hint::{Detail, words};
use queenshot::picture::Picture;
use queenshot::render::overlay::{self, Highlight, Overlay, Role};
use queenshot::render::png::Compression;
use queenshot::render::steps;
use queenshot::report::record_json;
use queenshot::solve::{Deduction, SolveOptions, Technique, next};
use serde_json::{Value, json};

use super::read::{push_text, refuse, skipped};
use crate::args::{Format, HintArgs};
use crate::draw::{Form, clean, encoded};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, numbered};
use crate::run::{Answer, over};
use crate::solved::Solved;
use crate::subject::content;

/// Prints a hint for each input, and draws it where that is asked for.
pub(crate) fn run(args: &HintArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    let kind = Kind {
        template: "{stem}.hint.png",
        beside: false,
        pictures_only: false,
        check: |place| Form::of(place).map(drop),
    };
    let plan = Plan::new(&inputs, &args.work.output, kind)?;
    let job = Job { args, plan: &plan, several: inputs.len() > 1, options: args.engine.options() };
    Ok(over(&inputs, &args.work.inputs, |number, input| match plan.existing(number) {
        Some(place) => skipped(input, place),
        None => job.hint(number, input),
    }))
}

struct Job<'a> {
    args: &'a HintArgs,
    plan: &'a Plan,
    several: bool,
    options: SolveOptions,
}

/// What the player is told.
#[derive(Debug)]
enum Hint {
    /// Something drawn is wrong.
    Mistakes(String),
    /// Something follows.
    Next(Box<Deduction>),
    /// All queens stand.
    Done,
    /// No technique applies, or the board has no solution.
    Nothing(String),
}

impl Hint {
    /// The next step from what the player has drawn, if that is right. What merely follows from a queen that stands is
    /// taken as seen: most players do not cross out every cell that a queen attacks.
    fn new(board: &Solved, options: &SolveOptions) -> Result<Self, Fault> {
        if let Some(mistakes) = board.mistakes() {
            return Ok(Self::Mistakes(mistakes));
        }
        let record = &board.subject.record;
        let unjudged = board.solutions.is_empty();
        let marks: Marks = if unjudged { record.marks.given_only() } else { record.marks };
        let mut state = State::with_marks(&record.board, &marks)?;
        while let Some(step) = next(&record.board, &state, options) {
            if step.technique != Technique::QueenKill {
                return Ok(Self::Next(step.into()));
            }
            step.apply(&mut state);
        }
        Ok(match state.queens.len() == record.board.size() {
            true => Self::Done,
            false => Self::Nothing(board.count()),
        })
    }

    fn status(&self) -> Status {
        match self {
            Self::Nothing(_) => Status::Open,
            _ => Status::Answered,
        }
    }
}

impl Job<'_> {
    fn hint(&self, number: usize, input: &Input) -> Answer {
        let mut answer = Answer::default();
        let (mut picture, boards) = match content(input, &self.args.work.reading) {
            Ok(content) => (content.picture, content.boards),
            Err(fault) => (None, vec![Err(fault)]),
        };
        let count = boards.len();
        let mut told = Vec::with_capacity(count);
        for (index, board) in boards.into_iter().enumerate() {
            let hinted = board.and_then(|subject| {
                let board = Solved::new(subject, false, &self.options)?;
                let hint = Hint::new(&board, &self.options)?;
                Ok((board, hint))
            });
            match hinted {
                Ok((board, hint)) => {
                    self.tell(&mut answer, input, &board, &hint, self.several || count > 1);
                    told.push((board, hint));
                }
                Err(fault) => refuse(&mut answer, input, &fault, self.args.format, (count > 1).then_some(index)),
            }
        }
        if let Some(place) = self.plan.place(number).filter(|_| !told.is_empty()) {
            match self.draw(picture.as_mut(), &told, place) {
                Ok(()) => {
                    answer.note(&input.name, format_args!("written to {}", shown(place)));
                    self.args.look.view.open(&mut answer, &input.name, place);
                }
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        let drawn = picture.filter(|_| self.plan.place(number).is_some());
        for (board, hint) in &told {
            let record = &board.subject.record;
            let scene = self.args.look.draw.scene(board.palette());
            let shown = self.args.look.view.show(
                &record.board,
                &self.overlay_for_clean_board(board, hint),
                &scene,
                drawn.as_ref(),
            );
            if let Err(fault) = shown {
                answer.fail(&input.name, &fault);
            }
        }
        answer
    }

    fn detail(&self) -> Detail {
        match self.args.level {
            1 => Detail::Where,
            2 => Detail::How,
            _ => Detail::Everything,
        }
    }

    fn tell(&self, answer: &mut Answer, input: &Input, board: &Solved, hint: &Hint, headed: bool) {
        let title = board.subject.title(input, self.several);
        let sentence = match hint {
            Hint::Mistakes(mistakes) => {
                let mut letters = mistakes.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
                format!("{first}{}.", letters.as_str())
            }
            Hint::Next(step) => words(&board.subject.record.board, board.palette(), step, self.detail()),
            Hint::Done => "All queens stand, and all are right.".into(),
            Hint::Nothing(why) => format!("No technique leads further: {why}."),
        };
        for warning in &board.subject.record.warnings {
            answer.note(&title, format_args!("{} [{}]", warning.message, warning.code));
        }
        answer.worsen(hint.status());
        match self.args.format {
            Format::Text => push_text(&mut answer.out, &format!("{sentence}\n"), headed.then_some(title.as_str())),
            Format::Json => {
                let mut object = record_json(&board.subject.origin(input), &board.subject.record);
                let technique = match hint {
                    Hint::Next(step) if self.detail() != Detail::Where => json!(step.technique.info().name),
                    _ => Value::Null,
                };
                object.insert("hint".into(), sentence.into());
                object.insert("technique".into(), technique);
                answer.out += &format!("{}\n", Value::from(object));
            }
        }
    }

    fn draw(&self, picture: Option<&mut Picture>, told: &[(Solved, Hint)], place: &Path) -> Result<(), Fault> {
        let form = Form::of(place)?;
        if let Some(picture) = picture.filter(|_| form != Form::Svg) {
            for (board, hint) in told {
                if let Some(reading) = &board.subject.reading {
                    overlay::draw(picture, &reading.grid, &reading.board, &self.overlay(board, hint))?;
                }
            }
            if let Some(bytes) = encoded(picture, form, Compression::default())? {
                return self.plan.write(place, &bytes);
            }
        }
        for (number, (board, hint)) in told.iter().enumerate() {
            let overlay = self.overlay_for_clean_board(board, hint);
            let drawn = clean(&board.subject, &overlay, &self.args.look.draw, form)?;
            self.plan.write(&numbered(place, number), &drawn)?;
        }
        Ok(())
    }

    /// The step's highlights, or the wrong crowns and crosses; never more of the answer.
    fn overlay(&self, board: &Solved, hint: &Hint) -> Overlay {
        self.args.look.draw.look(match hint {
            Hint::Mistakes(_) => {
                let Judged { wrong, wrong_crosses, .. } = board.judged();
                let highlights = vec![Highlight { cells: wrong_crosses, role: Role::Mistaken }];
                Overlay { wrong, highlights, ..Overlay::default() }
            }
            Hint::Next(step) => {
                let highlights = steps::highlights(&board.subject.record.board, step, self.detail());
                let queens = step.place.filter(|_| self.detail() == Detail::Everything).into_iter().collect();
                Overlay { queens, highlights, ..Overlay::default() }
            }
            Hint::Done | Hint::Nothing(_) => Overlay::default(),
        })
    }

    /// The same on a board drawn afresh, which shows none of the marks by itself.
    fn overlay_for_clean_board(&self, board: &Solved, hint: &Hint) -> Overlay {
        let marks = &board.subject.record.marks;
        let overlay = self.overlay(board, hint);
        let queens = overlay.queens | ((marks.queens | marks.given) - overlay.wrong);
        Overlay { queens, crosses: marks.crosses, ..overlay }
    }
}
