//! Working on all inputs and saying what came of them: answers on standard output, everything about them on standard
//! error, in the order of the inputs.

use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use queenshot::batch::{self, Status};

use crate::args::InputArgs;
use crate::fault::Fault;
use crate::input::{Input, WAITING};
use crate::names::plain;

/// What came of one input.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// For standard output.
    pub(crate) out: String,
    /// For standard error, one line each.
    pub(crate) notes: Vec<String>,
    pub(crate) status: Status,
}

impl Answer {
    /// Adds a line for standard error.
    pub(crate) fn note(&mut self, name: &str, message: impl std::fmt::Display) {
        self.notes.push(format!("{name}: {message}"));
    }

    /// Adds a failure.
    pub(crate) fn fail(&mut self, name: &str, fault: &Fault) {
        self.note(name, format_args!("error: {fault}"));
        self.status = Status::Failed;
    }

    /// Records a status that may be worse than the one so far.
    pub(crate) fn worsen(&mut self, status: Status) {
        self.status = self.status.max(status);
    }
}

/// Set by the first interrupt: nothing more is begun, what is under way is finished.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets what is under way be finished when the program is interrupted.
pub(crate) fn catch_interrupts() {
    // Without a handler an interrupt ends the program at once, which is no worse than what others do.
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::SeqCst);
        if again || WAITING.load(Ordering::SeqCst) {
            std::process::exit(Status::Failed.code().into());
        }
    });
}

/// Whether the program has been interrupted.
pub(crate) fn stopped() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// How the run over many inputs has gone so far.
#[derive(Debug, Default)]
struct Tally {
    done: usize,
    counts: [usize; 3],
    worst: Status,
    /// Whether anything has been printed yet.
    printed: bool,
}

/// Works on all inputs. The answers come out in the order of the inputs; the worst status counts.
pub(crate) fn over(inputs: &[Input], args: &InputArgs, work: impl Fn(usize, &Input) -> Answer + Sync) -> Status {
    over_keeping(inputs, args, |number, input| (work(number, input), ()), |()| {})
}

/// Works on all inputs as [`over`] does, and hands over what else came of each, in their order.
pub(crate) fn over_keeping<T: Send>(
    inputs: &[Input],
    args: &InputArgs,
    work: impl Fn(usize, &Input) -> (Answer, T) + Sync,
    mut keep: impl FnMut(T),
) -> Status {
    catch_interrupts();
    let jobs = args.jobs.map(usize::from).or_else(|| std::thread::available_parallelism().ok().map(Into::into));
    let bar = progress(inputs.len());
    let mut tally = Tally::default();
    batch::ordered(
        inputs,
        jobs.unwrap_or(1),
        |number, input| (!stopped()).then(|| work(number, input)),
        |_, answer| {
            let Some((answer, more)) = answer else { return ControlFlow::Break(()) };
            keep(more);
            tally.done += 1;
            tally.counts[usize::from(answer.status.code())] += 1;
            tally.worst = tally.worst.max(answer.status);
            let said = bar.suspend(|| say(&answer, tally.printed));
            tally.printed |= !answer.out.is_empty();
            bar.inc(1);
            match said {
                Ok(()) if args.fail_fast && answer.status == Status::Failed => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
                // Whoever reads our output has seen enough.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => ControlFlow::Break(()),
                Err(error) => {
                    tally.worst = Status::Failed;
                    complain(&format!("error: standard output cannot be written: {error} [io]"));
                    ControlFlow::Break(())
                }
            }
        },
    );
    bar.finish_and_clear();
    if stopped() {
        tally.worst = Status::Failed;
        complain(&format!("interrupted: {} of {} inputs were finished", tally.done, inputs.len()));
    } else if inputs.len() > 1 {
        let [answered, open, failed] = tally.counts;
        complain(&format!("{answered} answered, {open} not fully answered, {failed} failed"));
    }
    tally.worst
}

/// A bar with rate and time left where there is something to wait for and somebody to watch.
fn progress(inputs: usize) -> ProgressBar {
    if inputs < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(inputs as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {per_sec}  {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Prints an answer; a blank line goes before it where others came earlier and it stands under a header.
pub(crate) fn say(answer: &Answer, later: bool) -> io::Result<()> {
    for note in &answer.notes {
        complain(note);
    }
    if answer.out.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    if later && answer.out.starts_with("=== ") {
        out.write_all(b"\n")?;
    }
    out.write_all(answer.out.as_bytes())?;
    out.flush()
}

/// Prints a whole answer that belongs to no input.
pub(crate) fn print(text: &str) -> Status {
    match say(&Answer { out: text.to_owned(), ..Answer::default() }, false) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("error: standard output cannot be written: {error} [io]"));
            Status::Failed
        }
        _ => Status::Answered,
    }
}

/// Says something on standard error, on one line. Where nobody listens, nothing is lost that an exit status does not say.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr(), "queenshot: {}", plain(line));
}
