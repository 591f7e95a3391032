//! Which techniques carry an archive of boards.

use queenshot::batch::Status;
use queenshot::solve::solve;
use queenshot::survey::{Finding, Survey, chart};

use crate::args::{SurveyArgs, TableFormat};
use crate::draw::{Form, drawn};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::Plan;
use crate::run::{Answer, complain, over_keeping, print};
use crate::subject::content;

/// Solves all inputs and prints what carried them.
pub(crate) fn run(args: &SurveyArgs) -> Result<Status, Fault> {
    let form = args.chart.as_deref().map(Form::of).transpose()?;
    let inputs = gather(&args.inputs)?;
    let plan = Plan::without_places(&inputs, args.overwrite);
    let options = args.engine.options();
    let mut survey = Survey::default();
    let findings = |_: usize, input: &Input| {
        let mut answer = Answer::default();
        let boards = content(input, &args.reading).map_or_else(|fault| vec![Err(fault)], |content| content.boards);
        let mut findings = Vec::with_capacity(boards.len());
        for subject in boards {
            let finding = subject.and_then(|subject| {
                let board = &subject.record.board;
                let trace = solve(board, subject.start(false)?, &options);
                Ok(Finding::new(&subject.title(input, true), board, &trace))
            });
            match finding {
                Ok(finding) => findings.push(finding),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        (answer, findings)
    };
    let add = |findings: Vec<Finding>| findings.into_iter().for_each(|finding| survey.add(finding));
    let mut status = over_keeping(&inputs, &args.inputs, findings, add);
    if survey.solved() < survey.boards() {
        status = status.max(Status::Open);
    }
    status = status.max(print(&match args.format {
        TableFormat::Text => survey.text(args.hardest),
        TableFormat::Csv => survey.csv(),
        TableFormat::Json => format!("{}\n", survey.json(args.hardest)),
    }));
    if let (Some(place), Some(form)) = (&args.chart, form) {
        let scene = chart(&survey)?;
        let bytes = drawn(&scene, form)?;
        plan.write(place, &bytes)?;
        complain(&format!("chart written to {}", shown(place)));
    }
    Ok(status)
}
