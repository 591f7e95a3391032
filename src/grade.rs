//! How hard a board is: a level and a score, both from the table of techniques.

use crate::solve::{Level, Trace};

/// How hard a board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grade {
    /// The level of the hardest technique that was needed.
    ///
    /// The techniques up to each level are monotone together, and a harder one is tried only when all easier ones are
    /// at their end. So the level does not change when the board is turned, mirrored or its regions renamed.
    pub level: Level,
    /// The sum of the scores of all techniques used, a queen each for the queen kill.
    ///
    /// The number of steps that lead to the same answer depends a little on the order of regions, rows and columns,
    /// and so does the score.
    pub score: u32,
}

/// Grades a solve. One that stalls is graded by what it used up to there.
pub fn grade(trace: &Trace) -> Grade {
    let level = trace.steps.iter().map(|step| step.technique.info().level).max().unwrap_or(Level::Easy);
    let score = trace.counters().iter().map(|(info, count)| info.score * count as u32).sum();
    Grade { level, score }
}
