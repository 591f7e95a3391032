//! Which techniques carry an archive of boards: how many boards are solved, which techniques fired, which boards are
//! hardest.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::board::Board;
use crate::exact;
use crate::grade::grade;
use crate::solve::{Level, Outcome, TECHNIQUES, Technique, Trace};

/// What one board adds to a survey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    name: String,
    size: usize,
    verdict: Verdict,
    level: Level,
    score: u32,
    /// How often each technique fired, in the order of the table.
    counts: Vec<usize>,
}

/// What became of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Solved,
    /// One solution, which the deductions do not reach.
    Stalled,
    /// Two or more solutions: no sound deduction can choose.
    Several,
    NoSolution,
}

impl Finding {
    /// What the solve of a board from its start shows. Where it did not end in an answer, the exact search tells why.
    pub fn new(name: &str, board: &Board, trace: &Trace) -> Self {
        let grade = grade(trace);
        let verdict = match trace.outcome {
            Outcome::Solved => Verdict::Solved,
            _ => match exact::count(board, &trace.start.queens, 2) {
                0 => Verdict::NoSolution,
                1 => Verdict::Stalled,
                _ => Verdict::Several,
            },
        };
        let counts = trace.counters().iter().map(|(_, count)| count).collect();
        Self { name: name.to_owned(), size: board.size(), verdict, level: grade.level, score: grade.score, counts }
    }
}

/// The figures of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    findings: Vec<Finding>,
}

/// How often a technique was used in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The technique.
    pub technique: Technique,
    /// The boards on which it fired.
    pub boards: usize,
    /// The times that it fired.
    pub times: usize,
}

/// How many boards of one size there are, and how many of them were solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// All boards.
    pub boards: usize,
    /// The boards solved.
    pub solved: usize,
}

impl Survey {
    /// Adds a board.
    pub fn add(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// The number of boards.
    pub fn boards(&self) -> usize {
        self.findings.len()
    }

    /// The number of boards solved.
    pub fn solved(&self) -> usize {
        self.count(Verdict::Solved)
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }

    /// Boards and solved boards by size.
    pub fn sizes(&self) -> BTreeMap<usize, Share> {
        let mut sizes: BTreeMap<usize, Share> = BTreeMap::new();
        for finding in &self.findings {
            let share = sizes.entry(finding.size).or_default();
            share.boards += 1;
            share.solved += usize::from(finding.verdict == Verdict::Solved);
        }
        sizes
    }

    /// Solved boards by level, easiest first.
    pub fn levels(&self) -> BTreeMap<Level, usize> {
        let mut levels: BTreeMap<Level, usize> =
            [Level::Easy, Level::Medium, Level::Hard, Level::Expert].map(|level| (level, 0)).into();
        for finding in self.findings.iter().filter(|finding| finding.verdict == Verdict::Solved) {
            *levels.entry(finding.level).or_default() += 1;
        }
        levels
    }

    /// The use of every technique, in the order of the table.
    pub fn usage(&self) -> Vec<Usage> {
        let used = |(i, info): (usize, &crate::solve::TechniqueInfo)| Usage {
            technique: info.technique,
            boards: self.findings.iter().filter(|finding| finding.counts[i] > 0).count(),
            times: self.findings.iter().map(|finding| finding.counts[i]).sum(),
        };
        TECHNIQUES.iter().enumerate().map(used).collect()
    }

    /// The use of the techniques that fired, those that fired on most boards first.
    pub fn most_used(&self) -> Vec<Usage> {
        let mut usage: Vec<Usage> = self.usage().into_iter().filter(|usage| usage.boards > 0).collect();
        usage.sort_by_key(|usage| std::cmp::Reverse((usage.boards, usage.times)));
        usage
    }

    /// The solved boards with the highest scores, highest first: at most `limit`.
    fn hardest(&self, limit: usize) -> Vec<&Finding> {
        let mut solved: Vec<&Finding> =
            self.findings.iter().filter(|finding| finding.verdict == Verdict::Solved).collect();
        solved.sort_by_key(|finding| std::cmp::Reverse((finding.level, finding.score)));
        solved.truncate(limit);
        solved
    }

    /// The number of boards that were solved with the help of the probe.
    pub fn needed_probe(&self) -> usize {
        let probe = Technique::Probe.index();
        self.findings.iter().filter(|finding| finding.verdict == Verdict::Solved && finding.counts[probe] > 0).count()
    }

    /// The figures as tables for people, with the `hardest` hardest boards.
    pub fn text(&self, hardest: usize) -> String {
        let mut text = format!(
            "{} of {} boards solved; {} with several solutions, {} without, {} stalled; the probe was needed on {}\n",
            self.solved(),
            self.boards(),
            self.count(Verdict::Several),
            self.count(Verdict::NoSolution),
            self.count(Verdict::Stalled),
            self.needed_probe(),
        );
        text += &format!("\n{:32} {:>7} {:>7}\n", "SIZE", "BOARDS", "SOLVED");
        for (size, share) in self.sizes() {
            text += &format!("{:32} {:7} {:7}\n", format!("{size} x {size}"), share.boards, share.solved);
        }
        text += &format!("\n{:32} {:>7}\n", "LEVEL", "SOLVED");
        for (level, boards) in self.levels() {
            text += &format!("{:32} {boards:7}\n", level.name());
        }
        text += &format!("\n{:32} {:>7} {:>7}\n", "TECHNIQUE", "BOARDS", "TIMES");
        for usage in self.usage() {
            text += &format!("{:32} {:7} {:7}\n", usage.technique.info().counter, usage.boards, usage.times);
        }
        if hardest > 0 && self.solved() > 0 {
            let hardest = self.hardest(hardest);
            let width = hardest.iter().map(|board| board.name.chars().count()).fold(32, usize::max);
            text += &format!("\n{:width$} {:>7} {:>7} {:>7}\n", "HARDEST", "SIZE", "LEVEL", "SCORE");
            for board in hardest {
                text +=
                    &format!("{:width$} {:7} {:>7} {:7}\n", board.name, board.size, board.level.name(), board.score);
            }
        }
        text
    }

    /// The use of every technique as CSV, in the order of the table.
    pub fn csv(&self) -> String {
        let mut csv = String::from("technique,counter,boards,times\n");
        for usage in self.usage() {
            let info = usage.technique.info();
            csv += &format!("{},\"{}\",{},{}\n", info.name, info.counter, usage.boards, usage.times);
        }
        csv
    }

    /// All figures as one JSON object, with the `hardest` hardest boards.
    pub fn json(&self, hardest: usize) -> Value {
        let sizes = self.sizes().into_iter();
        let usage = |usage: Usage| {
            let info = usage.technique.info();
            json!({"name": info.name, "counter": info.counter, "boards": usage.boards, "times": usage.times})
        };
        let hard = |board: &Finding| json!({"name": board.name, "size": board.size, "level": board.level.name(), "score": board.score});
        json!({
            "boards": self.boards(),
            "solved": self.solved(),
            "several": self.count(Verdict::Several),
            "none": self.count(Verdict::NoSolution),
            "stalled": self.count(Verdict::Stalled),
            "probe": self.needed_probe(),
            "sizes": sizes.map(|(size, share)| json!({"size": size, "boards": share.boards, "solved": share.solved})).collect::<Value>(),
            "levels": self.levels().into_iter().map(|(level, boards)| (level.name().to_owned(), boards.into())).collect::<serde_json::Map<_, _>>(),
            "techniques": self.usage().into_iter().map(usage).collect::<Value>(),
            "hardest": self.hardest(hardest).into_iter().map(hard).collect::<Value>(),
        })
    }
}

/// The use of the techniques as a chart, longest bar first.
///
/// # Errors
/// If no technique fired, so that there is nothing to draw.
#[cfg(feature = "chart")]
pub fn chart(survey: &Survey) -> Result<crate::render::scene::Scene, crate::render::RenderError> {
    use crate::render::chart::{Bar, bars};
    let bar = |usage: Usage| Bar { label: usage.technique.info().counter.to_owned(), value: usage.boards };
    let boards = survey.boards();
    let plural = if boards == 1 { "" } else { "s" };
    let title = format!("Techniques on {boards} board{plural}, {} solved", survey.solved());
    bars(&title, "boards on which the technique fired", &survey.most_used().into_iter().map(bar).collect::<Vec<_>>())
}
