//! Boards as linear programs for other solvers.

use queenshot::batch::{Status, is_picture};
use queenshot::linear::{LinearError, Model, RegionMap, write};
use serde_json::Value;

use super::read::{push_text, refuse, skipped};
use crate::args::{Format, ModelArgs, ProgramForm};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, text_name};
use crate::run::{Answer, over};
use crate::subject::{Subject, content_of};
use crate::timings::Timings;

/// Writes the programs of all inputs.
pub(crate) fn run(args: &ModelArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.work.inputs)?;
    let template = match args.format {
        ProgramForm::Lp => "{stem}.lp",
        ProgramForm::Mps => "{stem}.mps",
    };
    let plan = Plan::new(
        &inputs,
        &args.work.output,
        Kind { template, beside: false, pictures_only: false, check: text_name },
    )?;
    Ok(over(&inputs, &args.work.inputs, |number, input| {
        if let Some(place) = plan.existing(number) {
            return skipped(input, place);
        }
        let mut answer = Answer::default();
        match models(input, args, &mut answer) {
            Ok(models) => {
                let headed = inputs.len() > 1 || models.len() > 1;
                for (index, model) in models.iter().enumerate() {
                    let text = args.format.write(model);
                    let Some(place) = plan.place(number) else {
                        push_text(&mut answer.out, &text, headed.then_some(input.name.as_str()));
                        continue;
                    };
                    let place = crate::output::numbered(place, index);
                    match plan.write(&place, text.as_bytes()) {
                        Ok(()) => answer.note(&input.name, format_args!("written to {}", shown(&place))),
                        Err(fault) => answer.fail(&input.name, &fault),
                    }
                }
            }
            Err(fault) => refuse(&mut answer, input, &fault, Format::Text, None),
        }
        answer
    }))
}

impl ProgramForm {
    /// The program as text.
    pub(super) fn write(self, model: &Model) -> String {
        match self {
            Self::Lp => write::lp(model),
            Self::Mps => write::mps(model),
        }
    }
}

/// The programs of the boards in an input.
fn models(input: &Input, args: &ModelArgs, answer: &mut Answer) -> Result<Vec<Model>, Fault> {
    let bytes = input.load(args.work.reading.max_megapixels)?;
    if let Some(text) = region_map(&bytes) {
        let map = RegionMap::from_json(text)?;
        if !map.counts_agree() {
            let [rows, columns, regions] =
                [(map.rows(), "row"), (map.columns(), "column"), (map.regions().len(), "region")]
                    .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }));
            answer.note(
                &input.name,
                format_args!(
                    "{rows}, {columns} and {regions}: no solution exists, since each of them takes exactly one queen"
                ),
            );
        }
        return Ok(vec![Model::queens(&map)]);
    }
    let boards = content_of(&bytes, input, &args.work.reading, Timings::default())?.boards;
    boards.into_iter().map(|subject| subject.and_then(|subject| of_board(&subject))).collect()
}

/// The text, if it is a map of regions and not a board in another form of JSON.
fn region_map(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| !is_picture(bytes))?;
    let value: Value = serde_json::from_str(text).ok()?;
    (value.get("rows").is_some() && value.get("columns").is_some()).then_some(text)
}

/// The program of a board; regions that were seen go by the names of their colours.
fn of_board(subject: &Subject) -> Result<Model, Fault> {
    let board = &subject.record.board;
    let names = subject.reading.as_ref().map(|reading| reading.palette.names()).unwrap_or_default();
    let map = RegionMap::of_board(board, |region| names.get(region.index()).cloned().unwrap_or(region.to_string()));
    let mut model = Model::queens(&map);
    model.demand(&subject.record.marks.given)?;
    Ok(model)
}

impl From<LinearError> for Fault {
    fn from(error: LinearError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
