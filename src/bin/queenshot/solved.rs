//! A board with its solve and its solutions, and what is to be said and drawn of them.

use queenshot::board::{CellSet, Solution};
use queenshot::check::{self, Common, Judged};
use queenshot::colour::Palette;
use queenshot::exact;
use queenshot::explain::{explain, explain_conflict};
use queenshot::render::overlay::{Highlight, Overlay, Role};
use queenshot::solve::{Outcome, SolveOptions, Trace, solve};

#[cfg(feature = "linear")]
use crate::args::EngineName;
use crate::fault::Fault;
use crate::subject::Subject;

/// Solutions are listed up to this many.
const MANY: usize = 1000;

/// A board, its solve, and all its solutions up to [`MANY`].
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) subject: Subject,
    pub(crate) trace: Trace,
    pub(crate) solutions: Vec<Solution>,
    /// What the trace comes from.
    #[cfg(feature = "linear")]
    pub(crate) engine: EngineName,
}

impl Solved {
    /// Solves a board from its given queens, and from the player's marks too if they are to be trusted.
    pub(crate) fn new(subject: Subject, trust_marks: bool, options: &SolveOptions) -> Result<Self, Fault> {
        let board = &subject.record.board;
        let trace = solve(board, subject.start(trust_marks)?, options);
        let solutions = match trace.solution() {
            Some(solution) if subject.record.solutions == 1 => vec![solution],
            _ => exact::solutions(board, &subject.record.marks.given, MANY),
        };
        Ok(Self {
            subject,
            trace,
            solutions,
            #[cfg(feature = "linear")]
            engine: EngineName::Human,
        })
    }

    /// Whether the trace is made of deductions, and not the bare answer of another engine.
    pub(crate) fn is_deduced(&self) -> bool {
        #[cfg(feature = "linear")]
        {
            matches!(self.engine, EngineName::Human | EngineName::All)
        }
        #[cfg(not(feature = "linear"))]
        {
            true
        }
    }

    /// The regions' colours, if the board comes from a picture.
    pub(crate) fn palette(&self) -> Option<&Palette> {
        self.subject.palette()
    }

    /// One sentence a step.
    pub(crate) fn story(&self) -> impl Iterator<Item = String> + '_ {
        self.trace.steps.iter().map(|step| explain(&self.subject.record.board, self.palette(), step))
    }

    /// What the solutions have in common.
    fn common(&self) -> Common {
        check::compare(&self.solutions)
    }

    /// The player's marks, judged; nothing where there are too many solutions to know them all, or none.
    pub(crate) fn judged(&self) -> Judged {
        match self.solutions.len() {
            0 | MANY.. => Judged::default(),
            _ => check::judge(&self.subject.record.marks, &self.solutions),
        }
    }

    /// How many solutions there are, and in which cells they differ.
    pub(crate) fn count(&self) -> String {
        match self.solutions.len() {
            MANY.. => format!("{MANY} solutions or more"),
            1 => "exactly one solution".into(),
            0 => match &self.trace.outcome {
                Outcome::Contradiction(conflict) => {
                    let why = explain_conflict(&self.subject.record.board, self.palette(), conflict);
                    // A whole sentence becomes the end of one.
                    let mut letters = why.trim_end_matches('.').chars();
                    let first = letters.next().unwrap_or_default().to_lowercase();
                    format!("no solution: {first}{}", letters.as_str())
                }
                _ => "no solution".into(),
            },
            count => format!("{count} solutions; they differ in {}", some_cells(&self.common().differing)),
        }
    }

    /// How many solutions there are, and why the solve ended as it did.
    pub(crate) fn verdict(&self) -> String {
        let count = self.count();
        if !self.is_deduced() {
            return count;
        }
        match (&self.trace.outcome, self.solutions.len()) {
            (Outcome::Solved, 1) | (Outcome::Contradiction(_), 0) | (Outcome::Stuck, 2..) => count,
            (Outcome::Solved, _) => format!("{count}; this one follows from the marks"),
            (Outcome::Stuck, 0) => format!("{count}, though the deductions do not show it"),
            (Outcome::Stuck, _) => format!("{count}, but the deductions that are switched on do not reach it"),
            (Outcome::Contradiction(_), _) => format!("{count}, but none that agrees with the marks"),
        }
    }

    /// The player's mistakes in one sentence, if there are any.
    pub(crate) fn mistakes(&self) -> Option<String> {
        let Judged { wrong, wrong_crosses, .. } = self.judged();
        let say = |cells: CellSet, what: &str| match cells.len() {
            0 => None,
            1 => Some(format!("your {what} at {cells} is wrong")),
            _ => Some(format!(
                "your {what}{} at {} are wrong",
                if what == "cross" { "es" } else { "s" },
                all_cells(&cells)
            )),
        };
        match (say(wrong, "crown"), say(wrong_crosses, "cross")) {
            (Some(crowns), Some(crosses)) => Some(format!("{crowns}; {crosses}")),
            (one, other) => one.or(other),
        }
    }

    /// What to draw on the user's picture: the queens that are forced, and what is wrong with the drawn ones.
    pub(crate) fn overlay(&self) -> Overlay {
        let marks = &self.subject.record.marks;
        let queens = self.trace.end().queens;
        let differing = self.common().differing;
        let highlights = if differing.is_empty() || self.trace.outcome == Outcome::Solved {
            Vec::new()
        } else {
            vec![Highlight { cells: differing, role: Role::Differing }]
        };
        Overlay {
            queens: queens - marks.queens - marks.given,
            right: marks.queens & queens,
            wrong: self.judged().wrong,
            highlights,
            ..Overlay::default()
        }
    }

    /// The same on a board drawn afresh, which shows none of the marks by itself.
    pub(crate) fn overlay_for_clean_board(&self) -> Overlay {
        let overlay = self.overlay();
        Overlay { queens: self.trace.end().queens, right: CellSet::EMPTY, wrong: CellSet::EMPTY, ..overlay }
    }
}

/// The cells in a sentence: "r1c2, r3c5 and r4c1".
pub(crate) fn all_cells(cells: &CellSet) -> String {
    let names: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        Some((only, _)) => only.clone(),
        None => String::new(),
    }
}

/// The first of the cells, and how many there are beside them.
fn some_cells(cells: &CellSet) -> String {
    const SHOWN: usize = 12;
    if cells.len() <= SHOWN {
        return all_cells(cells);
    }
    let names: Vec<String> = cells.iter().take(SHOWN).map(|cell| cell.to_string()).collect();
    format!("{} and {} more cells", names.join(", "), cells.len() - SHOWN)
}
