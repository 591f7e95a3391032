//! Boards to answers: printed, and drawn on the pictures that they came from.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::board::{CellSet, Solution};
use queenshot::explain::{explain, explain_conflict};
use queenshot::grade::grade;
use queenshot::picture::Picture;
use queenshot::render::overlay::{self, Highlight, Overlay, Role};
use queenshot::render::png;
use queenshot::report::{add_answer, record_json, solve_text};
use queenshot::solve::{Outcome, SolveOptions, Trace, solve};
use queenshot::{exact, report};

use super::read::{push_text, refuse, skipped};
use crate::args::{EngineArgs, Format, SolveArgs};
use crate::draw::{Form, clean};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::output::{Kind, Plan, numbered, signed};
use crate::run::{Answer, over};
use crate::subject::{Content, Subject, content};

/// Solutions are listed up to this many to say in which cells they differ.
const MANY: usize = 1000;

/// Solves all inputs, prints the answers and draws them.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Fault> {
    let inputs = gather(&args.inputs)?;
    let kind = Kind { template: "{stem}.solved.png", beside: true, pictures_only: false };
    let plan = Plan::new(&inputs, &args.output, kind)?;
    let job = Job { args, plan: &plan, several: inputs.len() > 1, options: args.engine.options() };
    Ok(over(&inputs, &args.inputs, |number, input| match plan.existing(number) {
        Some(place) => skipped(input, place),
        None => job.solve(number, input),
    }))
}

impl EngineArgs {
    /// The options of the engine.
    pub(crate) fn options(&self) -> SolveOptions {
        SolveOptions { techniques: self.techniques, probe: self.probe.into() }
    }
}

struct Job<'a> {
    args: &'a SolveArgs,
    plan: &'a Plan,
    several: bool,
    options: SolveOptions,
}

/// A board, its solve, and all its solutions up to [`MANY`].
struct Solved {
    subject: Subject,
    trace: Trace,
    solutions: Vec<Solution>,
}

impl Job<'_> {
    fn solve(&self, number: usize, input: &Input) -> Answer {
        let mut answer = Answer::default();
        let content = match content(input, &self.args.reading) {
            Ok(content) => content,
            Err(fault) => {
                refuse(&mut answer, input, &fault, self.args.format, None);
                return answer;
            }
        };
        let Content { picture, boards } = content;
        let count = boards.len();
        let mut solved = Vec::with_capacity(count);
        for (index, board) in boards.into_iter().enumerate() {
            match board.and_then(|subject| self.solved(subject)) {
                Ok(board) => {
                    self.tell(&mut answer, input, &board, self.several || count > 1);
                    solved.push(board);
                }
                Err(fault) => refuse(&mut answer, input, &fault, self.args.format, (count > 1).then_some(index)),
            }
        }
        if let Some(place) = self.plan.place(number).filter(|_| !solved.is_empty()) {
            match self.draw(picture, &solved, place) {
                Ok(()) => answer.note(&input.name, format_args!("written to {}", place.display())),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        answer
    }

    fn solved(&self, subject: Subject) -> Result<Solved, Fault> {
        let board = &subject.record.board;
        let trace = solve(board, subject.start(self.args.trust_marks)?, &self.options);
        let given = &subject.record.marks.given;
        let solutions = match trace.solution() {
            Some(solution) if subject.record.solutions == 1 => vec![solution],
            _ => exact::solutions(board, given, MANY),
        };
        Ok(Solved { subject, trace, solutions })
    }

    /// The answer in text or JSON, and what is to be said about it.
    fn tell(&self, answer: &mut Answer, input: &Input, board: &Solved, headed: bool) {
        let Solved { subject, trace, .. } = board;
        let title = subject.title(input, self.several);
        match self.args.format {
            Format::Text => {
                let mut text = solve_text(&subject.record.board, trace);
                if self.args.steps {
                    text.push('\n');
                    for (number, sentence) in (1..).zip(board.story()) {
                        text += &format!("{number:3}. {sentence}\n");
                    }
                }
                push_text(&mut answer.out, &text, headed.then_some(title.as_str()));
            }
            Format::Json => {
                let mut object = record_json(&subject.origin(input), &subject.record);
                add_answer(&mut object, trace, &grade(trace));
                if self.args.steps {
                    object.insert("steps".into(), report::steps_json(trace, board.story()));
                }
                answer.out += &format!("{}\n", serde_json::Value::from(object));
            }
        }
        for warning in &subject.record.warnings {
            answer.note(&title, format_args!("{} [{}]", warning.message, warning.code));
        }
        answer.note(&title, board.verdict());
        for cell in board.wrong().iter() {
            answer.note(&title, format_args!("your crown at {cell} is wrong"));
        }
        if trace.outcome != Outcome::Solved || subject.record.solutions != 1 {
            answer.worsen(Status::Open);
        }
    }

    /// Draws all boards of an input: on the picture that they came from, or each on a clean one of its own.
    fn draw(&self, picture: Option<Picture>, boards: &[Solved], place: &Path) -> Result<(), Fault> {
        let form = Form::of(place)?;
        if let (Some(mut picture), Form::Png) = (picture, form) {
            for board in boards {
                if let Some(reading) = &board.subject.reading {
                    overlay::draw(&mut picture, &reading.grid, &reading.board, &board.overlay())?;
                }
            }
            return self.plan.write(place, &signed(png::encode(&picture, png::Compression::default())?));
        }
        for (number, board) in boards.iter().enumerate() {
            let drawn = clean(&board.subject, &board.overlay_for_clean_board(), form)?;
            self.plan.write(&numbered(place, number), &drawn)?;
        }
        Ok(())
    }
}

impl Solved {
    /// One sentence a step.
    fn story(&self) -> impl Iterator<Item = String> + '_ {
        let palette = self.subject.reading.as_ref().map(|reading| &reading.palette);
        self.trace.steps.iter().map(move |step| explain(&self.subject.record.board, palette, step))
    }

    /// Cells that hold a queen in some solutions and not in others.
    fn differing(&self) -> CellSet {
        let queens = || self.solutions.iter().map(Solution::queens);
        let any = queens().fold(CellSet::EMPTY, |all, some| all | some);
        any - queens().fold(any, |all, some| all & some)
    }

    /// The player's queens that no solution has.
    fn wrong(&self) -> CellSet {
        if self.solutions.len() >= MANY {
            return CellSet::EMPTY;
        }
        let right = self.solutions.iter().map(Solution::queens).fold(CellSet::EMPTY, |all, some| all | some);
        self.subject.record.marks.queens - right
    }

    /// How many solutions there are, and why the solve ended as it did.
    fn verdict(&self) -> String {
        let count = match self.solutions.len() {
            MANY.. => format!("{MANY} solutions or more"),
            1 => "exactly one solution".into(),
            0 => match &self.trace.outcome {
                Outcome::Contradiction(conflict) => {
                    let palette = self.subject.reading.as_ref().map(|reading| &reading.palette);
                    format!("no solution: {}", explain_conflict(&self.subject.record.board, palette, conflict))
                }
                _ => "no solution".into(),
            },
            count => format!("{count} solutions; they differ in {}", some_cells(&self.differing())),
        };
        match (&self.trace.outcome, self.solutions.len()) {
            (Outcome::Solved, 1) | (Outcome::Contradiction(_), 0) | (Outcome::Stuck, 2..) => count,
            (Outcome::Solved, _) => format!("{count}; this one follows from the marks"),
            (Outcome::Stuck, 0) => format!("{count}, though the deductions do not show it"),
            (Outcome::Stuck, _) => format!("{count}, but the deductions that are switched on do not reach it"),
            (Outcome::Contradiction(_), _) => format!("{count}, but none that agrees with the marks"),
        }
    }

    /// The same on a board drawn afresh, which shows none of the marks by itself.
    fn overlay_for_clean_board(&self) -> Overlay {
        let overlay = self.overlay();
        Overlay { queens: self.trace.end().queens, right: CellSet::EMPTY, wrong: CellSet::EMPTY, ..overlay }
    }

    /// What to draw: the queens that are forced, and what the player should know about the drawn ones.
    fn overlay(&self) -> Overlay {
        let marks = &self.subject.record.marks;
        let queens = self.trace.end().queens;
        let differing = self.differing();
        let highlights = if differing.is_empty() || self.trace.outcome == Outcome::Solved {
            Vec::new()
        } else {
            vec![Highlight { cells: differing, role: Role::Differing }]
        };
        Overlay {
            queens: queens - marks.queens - marks.given,
            right: marks.queens & queens,
            wrong: self.wrong(),
            highlights,
            ..Overlay::default()
        }
    }
}

/// The first of the cells, and how many there are beside them.
fn some_cells(cells: &CellSet) -> String {
    const SHOWN: usize = 12;
    let names: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    match names.as_slice() {
        [.., last] if names.len() <= SHOWN => match &names[..names.len() - 1] {
            [] => last.clone(),
            others => format!("{} and {last}", others.join(", ")),
        },
        _ => format!(
            "{} and {} more cells",
            names[..SHOWN.min(names.len())].join(", "),
            names.len() - SHOWN.min(names.len())
        ),
    }
}
