//! The three engines, one instead of another or against one another.

use std::time::Duration;

use queenshot::board::{Marks, Solution, State};
use queenshot::linear::solve::{self as linear, SolveError, SolveOptions};
use queenshot::solve::{Outcome, Trace};

use crate::args::EngineName;
use crate::commands::Agreement;
use crate::fault::Fault;
use crate::solved::Solved;

/// The linear program is given up after this time on one board; it needs milliseconds.
const LIMIT: Duration = Duration::from_secs(60);

/// Up to two solutions by the linear program.
fn by_linear_program(board: &Solved) -> Result<Vec<Solution>, SolveError> {
    let record = &board.subject.record;
    let options = SolveOptions { time_limit: Some(LIMIT), ..SolveOptions::default() };
    linear::solutions(&record.board, &record.marks.given, 2, &options)
}

impl Solved {
    /// Puts another engine's answer in the place of the deductions, or fails where the engines differ.
    pub(crate) fn by(mut self, engine: EngineName) -> Result<Self, Fault> {
        match engine {
            EngineName::Human => {}
            EngineName::Exact => self.trace = self.answer(&self.solutions)?,
            EngineName::Linear => self.trace = self.answer(&by_linear_program(&self)?)?,
            EngineName::All => {
                if let Some(difference) = self.difference()? {
                    return Err(Fault::new("engines-differ", difference));
                }
            }
        }
        self.engine = engine;
        Ok(self)
    }

    /// A solve without steps: solved where there is one solution, the given queens alone where there are others.
    fn answer(&self, solutions: &[Solution]) -> Result<Trace, Fault> {
        let record = &self.subject.record;
        let given = Marks { given: record.marks.given, ..Marks::default() };
        let mut start = State::with_marks(&record.board, &given)?;
        let outcome = if let [only] = solutions {
            start.queens = only.queens();
            start.open = Default::default();
            Outcome::Solved
        } else {
            Outcome::Stuck
        };
        Ok(Trace { start, steps: Vec::new(), outcome })
    }

    /// In what the deductions, the exact search and the linear program contradict one another, if they do.
    pub(crate) fn difference(&self) -> Result<Option<String>, Fault> {
        let deductions = Agreement::of(self) == Agreement::Contradiction;
        let linear = by_linear_program(self)?;
        Ok(if deductions {
            Some("the deductions and the exact search differ".into())
        } else if linear.len() != self.solutions.len().min(2)
            || !linear.iter().all(|solution| self.is_solution(solution))
        {
            Some("the linear program and the exact search differ".into())
        } else {
            None
        })
    }

    /// Whether the rules and the given queens allow it; the list of solutions may be cut short.
    fn is_solution(&self, solution: &Solution) -> bool {
        let record = &self.subject.record;
        let queens = solution.queens();
        record.marks.given.is_subset(&queens) && queenshot::check::violations(&record.board, &queens).is_empty()
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}
