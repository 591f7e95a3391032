//! The n-queens problem on a board of any size.

use std::time::Duration;

use queenshot::batch::Status;
use queenshot::linear::solve::{Outcome, SolveOptions, Solver, solve};
use queenshot::linear::{Model, Place};
use queenshot::nqueens;
use queenshot::render::chessboard;
use queenshot::report::QUEEN;

use crate::args::{NqueensArgs, Placer};
use crate::draw::{Form, drawn};
use crate::fault::Fault;
use crate::names::shown;
use crate::output::Plan;
use crate::run::{complain, print};

/// Solutions are counted on boards of up to this many rows; 13 take a second already.
const MOST_COUNTED: usize = 12;

/// Prints a board with as many queens as possible, the number of solutions, or the program.
pub(crate) fn run(args: &NqueensArgs) -> Result<Status, Fault> {
    let (rows, columns) = (args.rows, args.columns);
    let model = Model::nqueens(rows, columns)?;
    if let Some(form) = args.model {
        return Ok(print(&form.write(&model)));
    }
    if args.count || args.distinct {
        if rows != columns || rows > MOST_COUNTED {
            let message = format!("solutions are counted on square boards of up to {MOST_COUNTED} rows");
            return Err(Fault::usage(message));
        }
        let number = if args.distinct { nqueens::distinct(rows) } else { nqueens::count(rows) };
        return Ok(print(&format!("{number}\n")));
    }
    let form = args.output.as_deref().map(Form::of).transpose()?;
    let (queens, status) = match known(&model).filter(|_| args.solver == Placer::Known) {
        Some(queens) => {
            let line = if rows <= columns { "row" } else { "column" };
            complain(&format!("every {line} has its queen, so there cannot be more"));
            (queens, Status::Answered)
        }
        None => match by_program(&model, args)? {
            Some(found) => found,
            None => return Ok(Status::Open),
        },
    };
    if let (Some(place), Some(form)) = (&args.output, form) {
        let scene = chessboard::draw(rows, columns, |row, column| queens.contains(&Place::new(row, column)))?;
        let plan = Plan::without_places(&[], args.overwrite);
        plan.write(place, &drawn(&scene, form)?)?;
        complain(&format!("written to {}", shown(place)));
    }
    let sign = |row, column| if queens.contains(&Place::new(row, column)) { QUEEN } else { '.' };
    let line = |row| (0..columns).map(|column| sign(row, column)).chain(['\n']).collect::<String>();
    let board: String = (0..rows).map(line).collect();
    let plural = if queens.len() == 1 { "" } else { "s" };
    Ok(status.max(print(&format!("{board}\n{} queen{plural}\n", queens.len()))))
}

/// A known placement, if it is an optimum of the program.
fn known(model: &Model) -> Option<Vec<Place>> {
    let mut queens: Vec<Place> = nqueens::placement(model.rows(), model.columns())?
        .into_iter()
        .map(|(row, column)| Place::new(row, column))
        .collect();
    queens.sort_unstable();
    (queens.len() == model.upper_bound() && model.broken(&queens).is_none()).then_some(queens)
}

/// The queens that a solver finds, if it finds any in time.
fn by_program(model: &Model, args: &NqueensArgs) -> Result<Option<(Vec<Place>, Status)>, Fault> {
    let solver = match args.solver {
        Placer::Known | Placer::Microlp => Solver::Microlp,
        #[cfg(feature = "highs")]
        Placer::Highs => Solver::Highs,
    };
    let limit = Duration::from_secs(args.time_limit);
    let out_of_time = |what: &str| {
        complain(&format!("after {} s {what}; without --solver there is an answer at once", args.time_limit));
    };
    match solve(model, &SolveOptions { solver, time_limit: Some(limit) })? {
        Outcome::Optimal(queens) => Ok(Some((queens, Status::Answered))),
        Outcome::TimedOut(Some(queens)) => {
            out_of_time("it is not known whether there is room for more queens");
            Ok(Some((queens, Status::Open)))
        }
        Outcome::TimedOut(None) => {
            out_of_time("no queens have been placed");
            Ok(None)
        }
        // An empty board meets every constraint, and no board has room for endless queens.
        outcome @ (Outcome::Infeasible | Outcome::Unbounded) => {
            Err(Fault::new("solver", format!("the solver takes n-queens to be {outcome:?}")))
        }
    }
}
