//! The n-queens problem on a board of any size.

use std::time::Duration;

use queenshot::batch::Status;
use queenshot::linear::solve::{Outcome, SolveOptions, solve};
use queenshot::linear::{Model, Place};
use queenshot::nqueens;
use queenshot::render::chessboard;
use queenshot::report::QUEEN;

use crate::args::NqueensArgs;
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
    let options = SolveOptions { time_limit: args.time_limit.map(Duration::from_secs), ..SolveOptions::default() };
    #[cfg(feature = "highs")]
    let options = SolveOptions {
        solver: if args.highs { queenshot::linear::solve::Solver::Highs } else { options.solver },
        ..options
    };
    let (queens, status) = match solve(&model, &options)? {
        Outcome::Optimal(queens) => (queens, Status::Answered),
        Outcome::TimedOut(Some(queens)) => {
            complain("time ran out; there may be room for more queens");
            (queens, Status::Open)
        }
        Outcome::TimedOut(None) => {
            complain("time ran out before any queens were placed");
            return Ok(Status::Open);
        }
        // An empty board meets every constraint, and no board has room for endless queens.
        outcome @ (Outcome::Infeasible | Outcome::Unbounded) => {
            return Err(Fault::new("solver", format!("the solver takes n-queens to be {outcome:?}")));
        }
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
