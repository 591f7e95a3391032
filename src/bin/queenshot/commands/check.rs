//! Boards and marks held against the exact search.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::check::Judged;
use queenshot::exact;
use queenshot::grade::grade;
use queenshot::report::record_json;
use queenshot::solve::Outcome;
use queenshot::text::Puzzle;
use serde_json::Value;

use super::read::{refuse, skipped};
use crate::args::{CheckArgs, Format};
use crate::draw::{Form, pair};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, numbered};
use crate::run::{Answer, over};
use crate::solved::Solved;
use crate::subject::content;

/// How drawings of two solutions are named.
const KIND: Kind = Kind {
    template: "{stem}.check.png",
    beside: false,
    pictures_only: false,
    check: |place| Form::of(place).map(drop),
};

/// Checks all inputs, one line a board.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    let several = inputs.len() > 1;
    let plan = Plan::new(&inputs, &args.work.output, KIND)?;
    Ok(over(&inputs, &args.work.inputs, |number, input| {
        if let Some(place) = plan.existing(number) {
            return skipped(input, place);
        }
        let mut answer = Answer::default();
        let boards = content(input, &args.work.reading).map_or_else(|fault| vec![Err(fault)], |content| content.boards);
        let count = boards.len();
        for (index, board) in boards.into_iter().enumerate() {
            match board.and_then(|subject| Solved::new(subject, false, &args.engine.options())) {
                Ok(board) => {
                    tell(&mut answer, args, input, &board, several);
                    if let Some(place) = plan.place(number) {
                        draw(&mut answer, input, &board, &plan, &numbered(place, index));
                    }
                }
                Err(fault) => refuse(&mut answer, input, &fault, args.format, (count > 1).then_some(index)),
            }
        }
        answer
    }))
}

/// Draws two of several solutions.
fn draw(answer: &mut Answer, input: &Input, board: &Solved, plan: &Plan, place: &Path) {
    let [first, second, ..] = board.solutions.as_slice() else {
        return answer.note(&input.name, "there are no two solutions to draw");
    };
    let drawn = Form::of(place).and_then(|form| pair(&board.subject, [first, second], form));
    match drawn.and_then(|bytes| plan.write(place, &bytes)) {
        Ok(()) => answer.note(&input.name, format_args!("written to {}", shown(place))),
        Err(fault) => answer.fail(&input.name, &fault),
    }
}

/// The difference between the engines, or why it cannot be told.
#[cfg(feature = "linear")]
fn difference(board: &Solved) -> Option<Fault> {
    match board.difference() {
        Ok(difference) => difference.map(|words| Fault::new("engines-differ", words)),
        Err(fault) => Some(fault),
    }
}

#[cfg(not(feature = "linear"))]
fn difference(_: &Solved) -> Option<Fault> {
    None
}

fn tell(answer: &mut Answer, args: &CheckArgs, input: &Input, board: &Solved, several: bool) {
    let title = board.subject.title(input, several);
    let agreement = Agreement::of(board);
    let total = args.count.then(|| {
        let record = &board.subject.record;
        exact::count(&record.board, &record.marks.given, args.limit.get())
    });
    let mut sentence =
        if args.marks { board.judgement() } else { format!("{}; {}", board.count(), agreement.sentence(board)) };
    if let Some(total) = total {
        sentence += &format!("; counted: {total}{}", if total == args.limit.get() { " or more" } else { "" });
    }
    // A contradiction of the deductions is told already.
    if agreement != Agreement::Contradiction
        && let Some(fault) = difference(board)
    {
        answer.fail(&title, &fault);
    }
    answer.worsen(match agreement {
        // Deductions are sound or they are worth nothing: this is a fault of this program.
        Agreement::Contradiction => Status::Failed,
        _ if args.marks && board.mistakes().is_some() => Status::Open,
        _ if board.solutions.len() != 1 => Status::Open,
        Agreement::Stalled if !args.marks => Status::Open,
        _ => Status::Answered,
    });
    match args.format {
        Format::Text if several || board.subject.index.is_some() => answer.out += &format!("{title}: {sentence}\n"),
        Format::Text => answer.out += &format!("{sentence}\n"),
        Format::Json => {
            let mut object = record_json(&board.subject.origin(input), &board.subject.record);
            let Judged { right, wrong, wrong_crosses } = board.judged();
            let cells = |cells: queenshot::board::CellSet| -> Value {
                cells.iter().map(|cell| serde_json::json!([cell.row(), cell.column()])).collect()
            };
            object.insert("count".into(), total.unwrap_or(board.solutions.len()).into());
            object.insert("deductions".into(), agreement.name().into());
            object.insert("right_queens".into(), cells(right));
            object.insert("wrong_queens".into(), cells(wrong));
            object.insert("wrong_crosses".into(), cells(wrong_crosses));
            answer.out += &format!("{}\n", Value::from(object));
        }
    }
}

/// How the solve by deductions and the exact search go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The deductions reach the one solution.
    Reached,
    /// The deductions end before the answer.
    Stalled,
    /// The deductions show that there is no solution, and there is none.
    Refuted,
    /// The two contradict each other.
    Contradiction,
}

impl Agreement {
    pub(crate) fn of(board: &Solved) -> Self {
        match (&board.trace.outcome, board.solutions.as_slice()) {
            (Outcome::Solved, [only]) if board.trace.solution().as_ref() == Some(only) => Self::Reached,
            (Outcome::Contradiction(_), []) => Self::Refuted,
            (Outcome::Stuck, solutions) => {
                let end = board.trace.end();
                let sound = solutions.iter().all(|solution| {
                    let queens = solution.queens();
                    end.queens.is_subset(&queens) && queens.is_subset(&(end.queens | end.open))
                });
                if sound { Self::Stalled } else { Self::Contradiction }
            }
            _ => Self::Contradiction,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Reached => "solved",
            Self::Stalled => "stalled",
            Self::Refuted => "refuted",
            Self::Contradiction => "contradiction",
        }
    }

    fn sentence(self, board: &Solved) -> String {
        match self {
            Self::Reached => {
                let grade = grade(&board.trace);
                format!("the deductions reach it ({}, score {})", grade.level, grade.score)
            }
            Self::Stalled => "the deductions stall".into(),
            Self::Refuted => "the deductions show it".into(),
            Self::Contradiction => format!(
                "the deductions contradict it, which is a fault of queenshot; please report this board:\n{}",
                Puzzle::new(board.subject.record.board.clone())
            ),
        }
    }
}

impl Solved {
    /// What is to be said about the player's marks: mistakes are named, and nothing that was not drawn.
    fn judgement(&self) -> String {
        let marks = &self.subject.record.marks;
        match self.solutions.len() {
            0 => return "no solution, so nothing drawn can be right".into(),
            1000.. => return "too many solutions to judge what is drawn".into(),
            _ => {}
        }
        if let Some(mistakes) = self.mistakes() {
            return mistakes;
        }
        let crowns = match marks.queens.len() {
            0 => "no crowns".into(),
            1 => "1 crown".into(),
            n => format!("{n} crowns"),
        };
        let crosses = match marks.crosses.len() {
            0 => "no crosses".into(),
            1 => "1 cross".into(),
            n => format!("{n} crosses"),
        };
        if marks.queens.is_empty() && marks.crosses.is_empty() {
            return "nothing is drawn on the board yet".into();
        }
        format!("{crowns} and {crosses}, all right so far")
    }
}
