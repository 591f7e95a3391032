//! Boards to answers: printed, and drawn on the pictures that they came from.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::board::CellSet;
use queenshot::grade::grade;
use queenshot::picture::Picture;
use queenshot::render::animation::Animation;
use queenshot::render::overlay::{self, Overlay};
#[cfg(feature = "clipboard")]
use queenshot::render::scene::Scene;
use queenshot::render::steps::story;
use queenshot::render::{html, png};
use queenshot::report::{add_answer, record_json, solution_text, solve_text, steps_json};
use queenshot::solve::{Outcome, SolveOptions};

use super::read::{push_text, refuse, skipped};
#[cfg(feature = "clipboard")]
use crate::args::Copied;
#[cfg(feature = "linear")]
use crate::args::EngineName;
use crate::args::{EngineArgs, Format, SolveArgs};
#[cfg(feature = "clipboard")]
use crate::clipboard;
use crate::draw::{Form, clean, encoded};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan, check_folder, numbered, signed, text_name};
use crate::run::{Answer, over};
use crate::solved::Solved;
use crate::subject::{Content, Subject, content};

/// How answers are named.
const KIND: Kind = Kind {
    template: "{stem}.solved.png",
    beside: true,
    pictures_only: false,
    check: |place| Form::of(place).map(drop),
};

/// Refuses options that another engine than the deductions has no use for.
#[cfg(feature = "linear")]
fn check_engine(args: &SolveArgs) -> Result<(), Fault> {
    let tried = matches!(args.by, EngineName::Exact | EngineName::Linear);
    let limited = args.engine.options() != SolveOptions::default();
    let message = if args.trust_marks && args.by != EngineName::Human {
        "--trust-marks is for the deductions alone; leave out --engine"
    } else if tried && (args.steps || args.steps_dir.is_some() || args.html.is_some()) {
        "only deductions have steps to show; leave out --engine"
    } else if tried && limited {
        "--techniques and --probe are for the deductions; leave out --engine"
    } else {
        return Ok(());
    };
    Err(Fault::usage(message))
}

/// Solves all inputs, prints the answers and draws them.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Fault> {
    #[cfg(feature = "linear")]
    check_engine(args)?;
    let inputs = gather(&args.work.inputs)?;
    let plan = Plan::new(&inputs, &args.work.output, KIND)?;
    if inputs.len() > 1 && (args.steps_dir.is_some() || args.html.is_some()) {
        return Err(Fault::usage("--steps-dir and --html take one input"));
    }
    #[cfg(feature = "clipboard")]
    if inputs.len() > 1 && args.copy.is_some() {
        return Err(Fault::usage("--copy takes one input; the clipboard holds one answer"));
    }
    args.steps_dir.as_deref().map(check_folder).transpose()?;
    args.html.as_deref().map(text_name).transpose()?;
    let job = Job { args, plan: &plan, several: inputs.len() > 1, options: args.engine.options() };
    Ok(over(&inputs, &args.work.inputs, |number, input| match plan.existing(number) {
        Some(place) => skipped(input, place),
        None => job.solve(number, input),
    }))
}

/// Solves one input of a stream of them.
#[cfg(feature = "watch")]
pub(super) fn one(args: &SolveArgs, input: Input) -> Answer {
    let inputs = [input];
    match Plan::new(&inputs, &args.work.output, KIND) {
        Ok(plan) => Job { args, plan: &plan, several: true, options: args.engine.options() }.solve(0, &inputs[0]),
        Err(fault) => {
            let mut answer = Answer::default();
            refuse(&mut answer, &inputs[0], &fault, args.format, None);
            answer
        }
    }
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

impl Job<'_> {
    fn solve(&self, number: usize, input: &Input) -> Answer {
        let mut answer = Answer::default();
        let content = match content(input, &self.args.work.reading) {
            Ok(content) => content,
            Err(fault) => {
                refuse(&mut answer, input, &fault, self.args.format, None);
                return answer;
            }
        };
        let Content { mut picture, boards, mut timings } = content;
        let count = boards.len();
        let mut solved = Vec::with_capacity(count);
        for (index, board) in boards.into_iter().enumerate() {
            match timings.time("solve", || board.and_then(|subject| self.solved(subject))) {
                Ok(board) => {
                    self.tell(&mut answer, input, &board, self.several || count > 1);
                    solved.push(board);
                }
                Err(fault) => refuse(&mut answer, input, &fault, self.args.format, (count > 1).then_some(index)),
            }
        }
        let place = self.plan.place(number).filter(|_| !solved.is_empty());
        let wanted = place.is_some() || self.copies_picture() && !solved.is_empty();
        if let Some(picture) = picture.as_mut().filter(|_| wanted)
            && let Err(fault) = timings.time("draw", || self.draw(picture, &solved))
        {
            answer.fail(&input.name, &fault);
        }
        if let Some(place) = place {
            match timings.time("encode and write", || self.write(picture.as_ref(), &solved, place)) {
                Ok(()) => {
                    answer.note(&input.name, format_args!("written to {}", shown(place)));
                    self.args.look.view.open(&mut answer, &input.name, place);
                }
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        #[cfg(feature = "clipboard")]
        if let Some(what) = self.args.copy.filter(|_| !solved.is_empty()) {
            match self.copied(what, picture.as_ref(), &solved, &answer.out).and_then(clipboard::copy) {
                Ok(()) => answer.note(&input.name, "copied to the clipboard"),
                Err(fault) => answer.fail(&input.name, &fault),
            }
        }
        if self.args.work.reading.timings {
            answer.note(&input.name, timings);
        }
        let drawn = picture.filter(|_| wanted);
        for (index, board) in solved.iter().enumerate() {
            if let Err(fault) = self.tell_in_pictures(board, index, drawn.as_ref(), input, &mut answer) {
                answer.fail(&input.name, &fault);
            }
        }
        answer
    }

    fn solved(&self, subject: Subject) -> Result<Solved, Fault> {
        let solved = Solved::new(subject, self.args.trust_marks, &self.options)?;
        #[cfg(feature = "linear")]
        let solved = solved.by(self.args.by)?;
        Ok(solved)
    }

    /// The answer in text or JSON, and what is to be said about it.
    fn tell(&self, answer: &mut Answer, input: &Input, board: &Solved, headed: bool) {
        let Solved { subject, trace, .. } = board;
        let title = subject.title(input, self.several);
        match self.args.format {
            Format::Text => {
                let mut text = match trace.solution() {
                    Some(solution) if !board.is_deduced() => solution_text(&subject.record.board, &solution),
                    _ => solve_text(&subject.record.board, trace),
                };
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
                if !board.is_deduced() {
                    // Only deductions are graded and counted.
                    for key in ["level", "score", "counters"] {
                        object.insert(key.into(), serde_json::Value::Null);
                    }
                }
                if self.args.steps {
                    object.insert("steps".into(), steps_json(trace, board.story()));
                }
                answer.out += &format!("{}\n", serde_json::Value::from(object));
            }
        }
        for warning in &subject.record.warnings {
            answer.note(&title, format_args!("{} [{}]", warning.message, warning.code));
        }
        answer.note(&title, board.verdict());
        if let Some(mistakes) = board.mistakes() {
            answer.note(&title, mistakes);
        }
        if trace.outcome != Outcome::Solved || subject.record.solutions != 1 {
            answer.worsen(Status::Open);
        }
    }

    fn compression(&self) -> png::Compression {
        if self.args.compress { png::Compression::Small } else { png::Compression::default() }
    }

    /// Whether the picture is wanted in the clipboard.
    fn copies_picture(&self) -> bool {
        #[cfg(feature = "clipboard")]
        return self.args.copy == Some(Copied::Picture);
        #[cfg(not(feature = "clipboard"))]
        return false;
    }

    /// What goes into the clipboard. `picture` has been drawn on.
    #[cfg(feature = "clipboard")]
    fn copied(
        &self,
        what: Copied,
        picture: Option<&Picture>,
        boards: &[Solved],
        printed: &str,
    ) -> Result<clipboard::Content, Fault> {
        match (what, picture, boards) {
            (Copied::Text, ..) => Ok(clipboard::Content::Text(printed.to_owned())),
            (Copied::Picture, Some(picture), _) => Ok(picture.into()),
            (Copied::Picture, None, [board]) => {
                let overlay = self.look(board, board.overlay_for_clean_board());
                let scene = self.args.look.draw.scene(board.palette());
                Ok((&png::draw(&Scene::board(&board.subject.record.board, &overlay, &scene))?).into())
            }
            _ => Err(Fault::usage("--copy takes one board; this input holds several")),
        }
    }

    /// Draws all boards of an input on the picture that they came from.
    fn draw(&self, picture: &mut Picture, boards: &[Solved]) -> Result<(), Fault> {
        for board in boards {
            if let Some(reading) = &board.subject.reading {
                let overlay = self.look(board, board.overlay());
                overlay::draw(picture, &reading.grid, &reading.board, &overlay)?;
            }
        }
        Ok(())
    }

    /// Writes the picture that was drawn on, or each board on a clean one of its own.
    fn write(&self, picture: Option<&Picture>, boards: &[Solved], place: &Path) -> Result<(), Fault> {
        let form = Form::of(place)?;
        if let Some(picture) = picture
            && let Some(bytes) = encoded(picture, form, self.compression())?
        {
            return self.plan.write(place, &bytes);
        }
        for (number, board) in boards.iter().enumerate() {
            let overlay = self.look(board, board.overlay_for_clean_board());
            let drawn = clean(&board.subject, &overlay, &self.args.look.draw, form)?;
            self.plan.write(&numbered(place, number), &drawn)?;
        }
        Ok(())
    }

    /// The overlay in the wanted look, with crosses on what the solve ruled out if that is wanted.
    fn look(&self, board: &Solved, overlay: Overlay) -> Overlay {
        let end = board.trace.end();
        let record = &board.subject.record;
        let dead = record.board.all() - end.open - end.queens - record.marks.crosses - record.marks.queens;
        let crosses = if self.args.crosses { dead } else { CellSet::EMPTY };
        self.args.look.draw.look(Overlay { crosses, ..overlay })
    }

    /// The board in the terminal, the step pictures and the page, as far as they are wanted. `picture` has been drawn on.
    fn tell_in_pictures(
        &self,
        solved: &Solved,
        index: usize,
        picture: Option<&Picture>,
        input: &Input,
        answer: &mut Answer,
    ) -> Result<(), Fault> {
        let board = &solved.subject.record.board;
        let scene = self.args.look.draw.scene(solved.palette());
        let overlay = self.look(solved, solved.overlay_for_clean_board());
        self.args.look.view.show(board, &overlay, &scene, picture)?;
        if self.args.steps_dir.is_none() && self.args.html.is_none() {
            return Ok(());
        }
        let mut steps = story(board, solved.palette(), &solved.trace);
        for step in &mut steps {
            step.overlay = self.args.look.draw.look(std::mem::take(&mut step.overlay));
        }
        if let Some(folder) = &self.args.steps_dir {
            let animation = Animation::fresh(board, &steps, &scene);
            let place = |step: usize| numbered(&folder.join(format!("step-{step:03}.png")), index);
            for step in 0..animation.len() {
                let bytes = png::encode(&animation.frame(step)?, png::Compression::default())?;
                self.plan.write(&place(step), &signed(bytes))?;
            }
            answer.note(&input.name, format_args!("{} step pictures written to {}", animation.len(), shown(folder)));
            let next = place(animation.len());
            if next.exists() {
                answer.note(&input.name, format_args!("{} and what follows are of another solve", shown(&next)));
            }
        }
        if let Some(place) = &self.args.html {
            let place = numbered(place, index);
            let title = solved.subject.title(input, false);
            let name = Path::new(&title).file_name().map_or(title.as_str().into(), |name| name.to_string_lossy());
            let page = html::encode(board, &steps, &scene, &format!("How {name} is solved"));
            self.plan.write(&place, page.as_bytes())?;
            answer.note(&input.name, format_args!("page written to {}", shown(&place)));
        }
        Ok(())
    }
}
