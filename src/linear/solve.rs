//! Programs solved in process, through `good_lp`.

use std::time::Duration;

use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution as _, SolverModel, constraint, variable};

use super::Place;
use super::model::{Model, Objective, RegionMap, Relation};
use crate::board::{Board, CellSet, Solution};

/// The program that does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solver {
    /// microlp: pure Rust, always there.
    #[default]
    Microlp,
    /// HiGHS: C++, for large boards.
    #[cfg(feature = "highs")]
    Highs,
}

/// As good as no limit; solvers add the limit to the time of day, where the longest durations do not fit.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SolveOptions {
    /// The program that does the work.
    pub solver: Solver,
    /// Give up after this time; without it, never.
    pub time_limit: Option<Duration>,
}

/// How solving ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The queens of an optimum, in reading order.
    Optimal(Vec<Place>),
    /// No assignment meets the constraints.
    Infeasible,
    /// The objective has no bound. No program of this library comes to that, but a solver may claim it.
    Unbounded,
    /// Time ran out; with the best queens found until then, if any were.
    TimedOut(Option<Vec<Place>>),
}

/// Why a solver's answer cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A variable is neither 0 nor 1, beyond the errors of floating point.
    #[error("the solver gave {variable} the value {value}, which is neither 0 nor 1")]
    NotIntegral {
        /// The variable's name.
        variable: String,
        /// Its value.
        value: f64,
    },
    /// The rounded answer breaks a constraint.
    #[error("the solver's answer breaks the constraint {constraint}")]
    Broken {
        /// The constraint's name.
        constraint: String,
    },
    /// The solver failed by itself.
    #[error("the solver failed: {detail}")]
    Solver {
        /// The solver's words.
        detail: String,
    },
    /// The solver did not come to an end in time where an end is needed.
    #[error("the solver did not end within the time limit")]
    TimedOut,
}

impl SolveError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotIntegral { .. } => "not-integral",
            Self::Broken { .. } => "broken-constraint",
            Self::Solver { .. } => "solver",
            Self::TimedOut => "timed-out",
        }
    }
}

/// Solves a program. Every value is checked to be 0 or 1 to within 1e-6, and the queens to meet every constraint exactly.
///
/// # Errors
/// If the solver fails or its answer does not stand these checks.
pub fn solve(model: &Model, options: &SolveOptions) -> Result<Outcome, SolveError> {
    match options.solver {
        Solver::Microlp => run(model, options, good_lp::microlp),
        #[cfg(feature = "highs")]
        Solver::Highs => run(model, options, good_lp::highs),
    }
}

fn run<S>(model: &Model, options: &SolveOptions, solver: S) -> Result<Outcome, SolveError>
where
    S: good_lp::Solver,
    S::Model: WithTimeLimit + SolverModel<Error = ResolutionError>,
{
    let mut problem = ProblemVariables::new();
    let variables: Vec<good_lp::Variable> = model.places().map(|_| problem.add(variable().binary())).collect();
    let at = |place: &Place| variables[place.row * model.columns() + place.column];
    let sum = |places: &[Place]| places.iter().map(at).sum::<Expression>();
    let problem = match model.objective() {
        Objective::Any => problem.minimise(Expression::default()),
        Objective::MostQueens => problem.maximise(variables.iter().copied().sum::<Expression>()),
    };
    let mut problem = problem.using(solver);
    for line in model.constraints() {
        let (sum, bound) = (sum(&line.places), line.bound as f64);
        problem.add_constraint(match line.relation {
            Relation::Exactly => constraint!(sum == bound),
            Relation::AtMost => constraint!(sum <= bound),
        });
    }
    if let Some(limit) = options.time_limit {
        problem = problem.with_time_limit(limit.min(LONGEST).as_secs_f64());
    }
    let solution = match problem.solve() {
        Ok(solution) => solution,
        Err(error) => return without_answer(error),
    };
    let queens = checked(model, model.places().map(|place| (place, solution.value(at(&place)))))?;
    Ok(match solution.status() {
        SolutionStatus::TimeLimit => Outcome::TimedOut(Some(queens)),
        _ => Outcome::Optimal(queens),
    })
}

/// What an end without an answer means.
fn without_answer(error: ResolutionError) -> Result<Outcome, SolveError> {
    match error {
        ResolutionError::Infeasible => Ok(Outcome::Infeasible),
        ResolutionError::Unbounded => Ok(Outcome::Unbounded),
        // good_lp has no variant for it: these are the words for microlp and for HiGHS.
        ResolutionError::Other(words)
            if words.to_ascii_lowercase().contains("time limit") || words == "NoSolutionFound" =>
        {
            Ok(Outcome::TimedOut(None))
        }
        other => Err(SolveError::Solver { detail: other.to_string() }),
    }
}

/// The queens behind a solver's values.
fn checked(model: &Model, values: impl Iterator<Item = (Place, f64)>) -> Result<Vec<Place>, SolveError> {
    const TOLERANCE: f64 = 1e-6;
    let mut queens = Vec::new();
    for (place, value) in values {
        if (value - 1.0).abs() <= TOLERANCE {
            queens.push(place);
        } else if value.is_nan() || value.abs() > TOLERANCE {
            return Err(SolveError::NotIntegral { variable: Model::variable(place), value });
        }
    }
    match model.broken(&queens) {
        Some(constraint) => Err(SolveError::Broken { constraint: constraint.name.clone() }),
        None => Ok(queens),
    }
}

/// Up to `limit` solutions of a board that have all the queens in `given`, each found with the earlier ones excluded.
///
/// # Errors
/// If the solver fails or runs out of time.
pub fn solutions(
    board: &Board,
    given: &CellSet,
    limit: usize,
    options: &SolveOptions,
) -> Result<Vec<Solution>, SolveError> {
    let mut model = Model::queens(&RegionMap::of_board(board, |region| region.to_string()));
    // No solution has a queen outside the board.
    if model.demand(given).is_err() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    while found.len() < limit {
        match solve(&model, options)? {
            Outcome::Optimal(queens) | Outcome::TimedOut(Some(queens)) => {
                model.exclude(&queens);
                let columns: Vec<usize> = queens.iter().map(|queen| queen.column).collect();
                let solution = Solution::new(&columns);
                found.push(solution.map_err(|error| SolveError::Solver { detail: error.to_string() })?);
            }
            Outcome::Infeasible => break,
            Outcome::Unbounded => return Err(SolveError::Solver { detail: "a constant without bound".into() }),
            Outcome::TimedOut(None) => return Err(SolveError::TimedOut),
        }
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn values(model: &Model, queens: &[(usize, usize)], height: f64) -> Vec<(Place, f64)> {
        let is_queen = |place: &Place| queens.contains(&(place.row, place.column));
        model.places().map(|place| (place, if is_queen(&place) { height } else { 0.0 })).collect()
    }

    #[test]
    fn answers_are_checked_and_not_only_rounded() {
        let model = Model::nqueens(4, 4).unwrap();
        let right = [(0, 1), (1, 3), (2, 0), (3, 2)];
        let queens = checked(&model, values(&model, &right, 1.0 - 1e-9).into_iter()).unwrap();
        assert_eq!(queens.len(), 4);
        for height in [0.5, 0.999, 1.001, 2.0, -1.0, f64::NAN] {
            let error = checked(&model, values(&model, &right, height).into_iter()).unwrap_err();
            assert_eq!(error.code(), "not-integral", "{height}");
        }
        let error = checked(&model, values(&model, &[(0, 1), (2, 3)], 1.0).into_iter()).unwrap_err();
        assert_eq!(error, SolveError::Broken { constraint: "diagonal_1_2".into() });
    }

    #[test]
    fn ends_without_an_answer_are_told_apart() {
        assert_eq!(without_answer(ResolutionError::Infeasible), Ok(Outcome::Infeasible));
        assert_eq!(without_answer(ResolutionError::Unbounded), Ok(Outcome::Unbounded));
        assert_eq!(without_answer(ResolutionError::Other("NoSolutionFound")), Ok(Outcome::TimedOut(None)));
        assert_eq!(without_answer(ResolutionError::Str("lost".into())).unwrap_err().code(), "solver");
        let hard = Model::nqueens(12, 12).unwrap();
        let options = SolveOptions { time_limit: Some(Duration::ZERO), ..SolveOptions::default() };
        assert_eq!(solve(&hard, &options), Ok(Outcome::TimedOut(None)));
        let options = SolveOptions { time_limit: Some(Duration::MAX), ..SolveOptions::default() };
        assert!(matches!(solve(&hard, &options), Ok(Outcome::Optimal(queens)) if queens.len() == 12));
    }
}
