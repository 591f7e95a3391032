//! Boards from one form into another.

use queenshot::batch::Status;
use queenshot::text::{self, Format, Puzzle};

use super::read::{push_text, refuse, skipped};
use crate::args::{self, ConvertArgs};
use crate::fault::Fault;
use crate::input::gather;
use crate::names::shown;
use crate::output::{Kind, Plan, text_name};
use crate::run::{Answer, over, print};
use crate::subject::content;

/// Writes the boards of all inputs in the form asked for.
pub(crate) fn run(args: &ConvertArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    let plan = Plan::new(
        &inputs,
        &args.work.output,
        Kind { template: "{stem}.txt", beside: false, pictures_only: false, check: text_name },
    )?;
    let format = args.to.0;
    let several = inputs.len() > 1;
    let head = format.head().map(|head| format!("{head}\n")).unwrap_or_default();
    // One table for all that goes to standard output, one for each file.
    let mut status = Status::Answered;
    if args.work.output.output.is_none() && !head.is_empty() {
        status = print(&head);
    }
    let convert = |number: usize, input: &crate::input::Input| {
        if let Some(place) = plan.existing(number) {
            return skipped(input, place);
        }
        let mut answer = Answer::default();
        let boards = content(input, &args.work.reading).map_or_else(|fault| vec![Err(fault)], |content| content.boards);
        let count = boards.len();
        let place = plan.place(number);
        let headed = (several && place.is_none() || count > 1) && !format.is_lines();
        for (index, board) in boards.into_iter().enumerate() {
            let written = board.and_then(|subject| {
                let title = subject.title(input, several);
                let puzzle = Puzzle { board: subject.record.board, marks: subject.record.marks };
                let text = text::write(&puzzle, Some(&title), format)
                    .map_err(|error| Fault::new(error.code(), error.to_string()))?;
                Ok((title, text))
            });
            match written {
                Ok((_, text)) if format.is_lines() => answer.out += &text,
                Ok((title, text)) => push_text(&mut answer.out, &text, headed.then_some(title.as_str())),
                Err(fault) => refuse(&mut answer, input, &fault, args::Format::Text, (count > 1).then_some(index)),
            }
        }
        if let Some(place) = place.filter(|_| !answer.out.is_empty()) {
            let text = format!("{head}{}", std::mem::take(&mut answer.out));
            match plan.write(place, text.as_bytes()) {
                Ok(()) => answer.note(&input.name, format_args!("written to {}", shown(place))),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        answer
    };
    Ok(status.max(over(&inputs, &args.work.inputs, convert)))
}

impl std::str::FromStr for args::To {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Format::ALL.into_iter().find(|format| format.name() == name).map(Self).ok_or_else(|| {
            let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
            format!("known forms are {}", names.join(", "))
        })
    }
}
