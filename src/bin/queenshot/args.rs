//! The command line.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use queenshot::board::Cell;
use queenshot::solve::{Probe, TechniqueSet};

use crate::drawing::{DrawArgs, ViewArgs};
use crate::output::Template;

const EXAMPLES: &str = "\
Examples:
  queenshot screenshot.png              writes screenshot.solved.png, prints the answer
  queenshot *.png -o answers            many pictures, the answers into a folder
  queenshot read screenshot.png         the board as text
  queenshot solve board.txt             a board given as text; - reads standard input
  queenshot solve shot.png --format json

Exit status: 0 everything answered; 1 some board has no solution, several, or the
deductions stalled; 2 some input could not be read, some output could not be written, or
the command was wrong.";

/// The version and what this program was built from and for.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let features = [
        ("parallel", cfg!(feature = "parallel")),
        ("linear", cfg!(feature = "linear")),
        ("highs", cfg!(feature = "highs")),
        ("watch", cfg!(feature = "watch")),
        ("clipboard", cfg!(feature = "clipboard")),
    ];
    let on: Vec<&str> = features.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect();
    format!(
        "{} ({} {}, {}, {})",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if cfg!(debug_assertions) { "unoptimised" } else { "optimised" },
        if on.is_empty() { "no optional features".into() } else { format!("with {}", on.join(", ")) },
    )
});

/// Draws the answer onto a screenshot of a Queens puzzle.
///
/// Give it pictures (PNG, JPEG, WebP, GIF, BMP) or boards as text. What an input is, is told by its content. Each
/// picture's answer is written beside it as NAME.solved.png and printed; nothing leaves this machine.
#[derive(Debug, Parser)]
#[command(name = "queenshot", version, long_version = BUILD.as_str(), after_help = EXAMPLES, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve boards and draw the answers (what happens without a command)
    Solve(SolveArgs),
    /// Read boards from pictures and print them as text
    Read(ReadArgs),
    /// Tell the next step only, from where the player stands
    Hint(HintArgs),
    /// Count the solutions and hold the deductions, or the player's marks, against them
    Check(CheckArgs),
    /// Draw a whole solve as an animation
    Animate(AnimateArgs),
    /// Draw a given solution on a picture
    Overlay(OverlayArgs),
    /// Find out which techniques carry an archive of boards
    Survey(SurveyArgs),
    /// Write boards in another form, for other programs
    Convert(ConvertArgs),
    /// Write boards as binary linear programs, for other solvers
    Model(ModelArgs),
    /// Place as many chess queens as possible on a board of any size
    #[cfg(feature = "linear")]
    Nqueens(NqueensArgs),
    /// Read pictures whose boards are known and count how many come out right
    Score(ScoreArgs),
    /// Answer each new picture in a folder as it arrives
    #[cfg(feature = "watch")]
    #[command(after_help = "\
Examples:
  queenshot watch ~/Pictures/Screenshots
  queenshot watch inbox -o answers --format json

Takes every option of solve. A file is answered when it is complete. Ends with Ctrl-C, or
with status 2 when the folder is deleted or renamed.")]
    Watch(WatchArgs),
    /// Print the table of techniques, easiest first
    Techniques(TechniquesArgs),
    /// Print a script that completes this program's commands in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man {
        /// Write the page of each command into this folder instead
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Put a small cross into every cell that is ruled out
    #[arg(long, help_heading = "Drawing")]
    pub(crate) crosses: bool,
    /// What finds the answer
    #[cfg(feature = "linear")]
    #[arg(long = "engine", value_enum, value_name = "NAME", default_value_t, help_heading = "Solving")]
    pub(crate) by: EngineName,
    /// Write small files, which takes up to twenty times as long
    #[arg(long, help_heading = "Output")]
    pub(crate) compress: bool,
    /// Copy the picture with the answer to the clipboard, or what is printed
    #[cfg(feature = "clipboard")]
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "picture", help_heading = "Output")]
    pub(crate) copy: Option<Copied>,
    /// Also print the solve step by step, in words
    #[arg(long, help_heading = "Output")]
    pub(crate) steps: bool,
    /// Write one picture a step into this folder
    #[arg(long, value_name = "DIR", value_parser = result_path(), help_heading = "Output")]
    pub(crate) steps_dir: Option<PathBuf>,
    /// Write the solve as one page that is paged through step by step
    #[arg(long, value_name = "OUT.html", value_parser = result_path(), help_heading = "Output")]
    pub(crate) html: Option<PathBuf>,
    /// Start from the crowns and crosses that the player has drawn, right or wrong
    #[arg(long, help_heading = "Solving")]
    pub(crate) trust_marks: bool,
    /// How the answer is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: Format,
}

/// What is put into the clipboard.
#[cfg(feature = "clipboard")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Copied {
    /// The picture with the answer on it
    Picture,
    /// What is printed
    Text,
}

#[cfg(feature = "watch")]
#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// Show a notice on the desktop for each answer
    #[arg(long, help_heading = "Output")]
    pub(crate) notify: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot read shot.png > board.txt
  queenshot read screenshots --format json > boards.jsonl
  queenshot read shot.png --stage cluster -o cluster.png     what the reader saw")]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// How boards are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: Format,
    /// Write what this stage of the reading saw as a picture, instead of the board; needs -o
    #[arg(long, value_enum, value_name = "NAME", requires = "output", help_heading = "Output")]
    pub(crate) stage: Option<StageName>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot hint shot.png                   the next deduction in words
  queenshot hint shot.png --level 1         only where to look
  queenshot hint shot.png -o hint.png       the same on the picture")]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// How much to tell: 1 where to look, 2 the technique too, 3 the whole step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) level: u8,
    /// How the hint is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot check shot.png               is there exactly one solution?
  queenshot check shot.png --marks       are my crowns and crosses right so far?
  queenshot check shot.png -o two.png    two of several solutions, where they differ

The deductions, the exact search and the linear program are held against one another.

Exit status: 0 exactly one solution (and no wrong mark); 1 none, several, out of reach of
the deductions, or a wrong mark; 2 some input could not be read.")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Count all solutions, up to the limit
    #[arg(long)]
    pub(crate) count: bool,
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value = "1000000", requires = "count")]
    pub(crate) limit: NonZeroUsize,
    /// Judge the player's crowns and crosses instead; only mistakes are named, never a queen that is not drawn
    #[arg(long)]
    pub(crate) marks: bool,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot animate shot.png -o solve.gif
  queenshot animate shot.png -o solve.png --on-picture     an animated PNG on the picture itself")]
pub(crate) struct AnimateArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Animate on the picture that was given, not on a board drawn afresh
    #[arg(long, help_heading = "Drawing")]
    pub(crate) on_picture: bool,
    /// The width of the animation in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, help_heading = "Drawing")]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=2000))]
    pub(crate) width: u32,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot overlay shot.png --solution '6 4 1 3 5 2 0'
  queenshot overlay shot.png --solution answer.txt -o drawn.png

A solution that breaks a rule is not drawn; each broken rule is named, and the exit status is 1.")]
pub(crate) struct OverlayArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// The queens: cells (r1c7 r2c5 …), one column a row counted from 0 (6 4 …), rows with ♛ or Q, or a file with one of these
    #[arg(long, value_name = "TEXT|FILE")]
    pub(crate) solution: String,
    /// Put a small cross into every other cell
    #[arg(long, help_heading = "Drawing")]
    pub(crate) crosses: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot survey boards --chart usage.svg
  queenshot survey screenshots --probe off --format csv > usage.csv

Exit status: 0 every board solved; 1 some board was not; 2 some input could not be read.")]
pub(crate) struct SurveyArgs {
    #[command(flatten)]
    pub(crate) inputs: InputArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// How the figures are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: TableFormat,
    /// Draw the use of the techniques as a chart, .svg or .png
    #[arg(long, value_name = "OUT", value_parser = result_path(), help_heading = "Output")]
    pub(crate) chart: Option<PathBuf>,
    /// How many of the hardest boards to name
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Output")]
    pub(crate) hardest: usize,
    /// Replace a chart that was there before
    #[arg(long, help_heading = "Output")]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Forms:
  letters, json, csv   rows of letters, a JSON object a line, a table
  qsolve               rows of the letters krgybmcwKRGYBMCW, marks as Q, x and blanks
  numbers, task        rows of region numbers; all numbers in one line with commas
  states, cells, colours, grid     JSON of other programs
  link, penpa          an address of puzz.link, or of penpa-edit that loads it
  emoji                coloured squares, up to 9 rows

Every form that can be written can be read: give it to any command as it is.

Examples:
  queenshot convert shot.png --to link
  queenshot convert boards --to csv > boards.csv")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// The form to write
    #[arg(long, value_name = "FORM")]
    pub(crate) to: To,
}

/// A form of boards, by its name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct To(pub(crate) queenshot::text::Format);

#[derive(Debug, Args)]
#[command(after_help = "\
Besides pictures and boards it takes maps of regions on boards that need not be square:
  {\"rows\": 1, \"columns\": 2, \"regions\": {\"red\": [[1,1]], \"blue\": [[1,2]]}}
Rows and columns count from 1.

Examples:
  queenshot model shot.png > shot.lp && glpsol --lp shot.lp -o answer.txt
  queenshot model boards --format mps -o programs")]
pub(crate) struct ModelArgs {
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    /// The form of the program
    #[arg(long, value_enum, value_name = "FORM", default_value_t, help_heading = "Output")]
    pub(crate) format: ProgramForm,
}

#[cfg(feature = "linear")]
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenshot nqueens 8 8 -o board.svg
  queenshot nqueens 8 8 --count          92
  queenshot nqueens 20 20 --model lp > twenty.lp

Exit status: 0 solved; 1 time ran out; 2 wrong usage.")]
pub(crate) struct NqueensArgs {
    /// The number of rows, 1 to 100
    pub(crate) rows: usize,
    /// The number of columns, 1 to 100
    pub(crate) columns: usize,
    /// Draw the board, .png, .jpg or .svg
    #[arg(short, long, value_name = "OUT", value_parser = result_path(), conflicts_with_all = ["model", "count", "distinct"])]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file that was there before
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    /// Print the number of solutions on a square board of up to 12 rows
    #[arg(long)]
    pub(crate) count: bool,
    /// The same, counting solutions that turn or mirror into one another once
    #[arg(long, conflicts_with = "count")]
    pub(crate) distinct: bool,
    /// Print the linear program instead of solving it
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["count", "distinct"])]
    pub(crate) model: Option<ProgramForm>,
    /// Where the queens come from
    #[arg(long, value_enum, value_name = "NAME", default_value_t, conflicts_with_all = ["model", "count", "distinct"])]
    pub(crate) solver: Placer,
    /// Give the linear program up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time_limit: u64,
}

/// What places queens.
#[cfg(feature = "linear")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Placer {
    /// A placement that is known to be best, at once; where there is none, the program
    #[default]
    Known,
    /// The linear program from nothing, by microlp: seconds for 50 x 50, too long for 70 x 70
    Microlp,
    /// The linear program from nothing, by HiGHS
    #[cfg(feature = "highs")]
    Highs,
}

/// A form of linear programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ProgramForm {
    /// CPLEX LP
    #[default]
    Lp,
    /// Free MPS
    Mps,
}

/// What finds an answer.
#[cfg(feature = "linear")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum EngineName {
    /// Deductions, as a person makes them
    #[default]
    Human,
    /// Exhaustive search
    Exact,
    /// A binary linear program
    Linear,
    /// Deductions, held against the other two; a difference is an error
    All,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The truth lies beside each picture: shot.png and shot.board (or shot.txt), rows of letters, and
a second block with Q, x and . for what is drawn; NONE where the picture must be refused.
Pictures in a folder called bad must be refused with the code that begins their name. Or the
folder has an index.tsv with the columns file, id and tags, and folders img and truth.

Examples:
  queenshot score fixtures/shots
  queenshot score my-screenshots --failures what-went-wrong

Exit status: 0 everything right; 1 something missed or false; 2 a file could not be read.")]
pub(crate) struct ScoreArgs {
    /// The folder
    #[arg(value_name = "DIR", help_heading = "Arguments")]
    pub(crate) folder: PathBuf,
    /// How many pictures to read at a time [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Count readings that are not sure enough as well, to see whether what they claim is true
    #[arg(long)]
    pub(crate) force: bool,
    /// Write what the stages saw of each picture that came out wrong into this folder
    #[arg(long, value_name = "DIR", value_parser = result_path())]
    pub(crate) failures: Option<PathBuf>,
    /// Replace files that were in that folder before
    #[arg(long, requires = "failures")]
    pub(crate) overwrite: bool,
    /// A table, or one JSON object a picture
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// How the table is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Output")]
    pub(crate) format: Format,
}

/// What every command on boards takes.
#[derive(Debug, Args, Default)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) inputs: InputArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What every command that draws takes.
#[derive(Debug, Args)]
pub(crate) struct LookArgs {
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
    #[command(flatten)]
    pub(crate) view: ViewArgs,
}

/// What to work on, and how many at a time.
#[derive(Debug, Args, Default)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Pictures, board texts, folders of them, or - for standard input
    #[arg(value_name = "IN", help_heading = "Arguments")]
    #[cfg_attr(not(feature = "clipboard"), arg(required_unless_present = "files_from"))]
    #[cfg_attr(feature = "clipboard", arg(required_unless_present_any = ["files_from", "clipboard"]))]
    pub(crate) inputs: Vec<PathBuf>,
    /// Take the picture, the board text or the file that was copied last
    #[cfg(feature = "clipboard")]
    #[arg(long, conflicts_with_all = ["inputs", "files_from"])]
    pub(crate) clipboard: bool,
    /// Take more inputs from this file, one a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,
    /// The inputs in --files-from end with NUL instead of a line end
    #[arg(short = '0', long, requires = "files_from")]
    pub(crate) null: bool,
    /// In folders, take the files whose path below the folder matches this pattern, such as '**/*.png'
    #[arg(long, value_name = "PATTERN")]
    pub(crate) glob: Option<String>,
    /// How many inputs to work on at a time [default: the number of processors]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop at the first input that cannot be read
    #[arg(long, overrides_with = "keep_going")]
    pub(crate) fail_fast: bool,
    /// Go on behind inputs that fail (the default)
    #[arg(long)]
    pub(crate) keep_going: bool,
}

/// Help for pictures that are hard to read.
#[derive(Debug, Args, Default, Clone)]
#[command(next_help_heading = "Reading pictures")]
pub(crate) struct ReadingArgs {
    /// Look for a board of this many rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(4..=26))]
    pub(crate) size: Option<u8>,
    /// Look for the board in this part of the picture, in pixels
    #[arg(long = "box", value_name = "X,Y,W,H")]
    pub(crate) region: Option<Area>,
    /// Put a cell into another region, such as r5c3=B; may be repeated
    #[arg(long, value_name = "CELL=LETTER")]
    pub(crate) set: Vec<Correction>,
    /// Read every board in the picture, not only the largest
    #[arg(long)]
    pub(crate) all: bool,
    /// Accept readings that are too doubtful otherwise
    #[arg(long)]
    pub(crate) force: bool,
    /// Refuse pictures with more megapixels than this
    #[arg(long, value_name = "N", default_value_t = queenshot::read::DEFAULT_MAX_MEGAPIXELS)]
    pub(crate) max_megapixels: u32,
    /// Say how long each stage took
    #[arg(long)]
    pub(crate) timings: bool,
}

/// Where the results go.
#[derive(Debug, Args, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The file to write; with several inputs, the folder
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Name the files in this way; {stem}, {name}, {parent} and {index} stand for parts of the input's path
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) name_template: Option<Template>,
    /// Replace files that were there before, but never an input
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Leave out inputs whose result is there already
    #[arg(long, conflicts_with = "overwrite")]
    pub(crate) skip_existing: bool,
}

/// Where a result goes: anything but `-`, which a user means for standard output.
fn result_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let named = path != Path::new("-");
        named.then_some(path).ok_or("standard output carries the answer; name a place for this")
    })
}

/// What the solver may use.
#[derive(Debug, Args, Default, Clone)]
#[command(next_help_heading = "Solving")]
pub(crate) struct EngineArgs {
    /// How far to look when assuming a queen
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub(crate) probe: ProbeName,
    /// Use only these techniques or groups, separated by commas (see `queenshot techniques`)
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub(crate) techniques: TechniqueSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// Rows of signs
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum TableFormat {
    /// Tables for people
    #[default]
    Text,
    /// The table of techniques
    Csv,
    /// Everything as one JSON object
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ProbeName {
    /// Never assume a queen
    Off,
    /// Two rounds of the baseline techniques; what they find depends on how the board is turned
    Short,
    /// All cheaper techniques, until none applies
    #[default]
    Full,
}

impl From<ProbeName> for Probe {
    fn from(name: ProbeName) -> Self {
        match name {
            ProbeName::Off => Self::Off,
            ProbeName::Short => Self::Short,
            ProbeName::Full => Self::Full,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageName {
    /// Where the grid lies
    Locate,
    /// Which pixels were sampled
    Sample,
    /// Which region each cell was put in, and how surely
    Cluster,
    /// What is drawn on the cells
    Marks,
}

/// A part of a picture in pixels: left, top, width, height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area(pub(crate) [u32; 4]);

impl FromStr for Area {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split(',').map(|number| number.trim().parse::<u32>()).collect::<Result<Vec<_>, _>>();
        match numbers.as_deref() {
            Ok(&[x, y, w, h]) if w > 0 && h > 0 => Ok(Self([x, y, w, h])),
            _ => Err("write left, top, width and height in pixels, as in 40,300,900,900".into()),
        }
    }
}

/// A cell that belongs to another region than the reader thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Correction {
    pub(crate) cell: Cell,
    pub(crate) letter: char,
}

impl FromStr for Correction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cell, letter) =
            text.split_once('=').ok_or("write a cell and a region's letter, as in r5c3=B".to_owned())?;
        let (cell, letter) = (cell.trim(), letter.trim());
        let cell = cell.parse().map_err(|_| {
            format!(
                "{cell} is no cell; write row and column, counted from 1 at the top left and up to 26, as in r5c3=B"
            )
        })?;
        match letter.to_ascii_uppercase().as_bytes() {
            &[letter @ b'A'..=b'Z'] => Ok(Self { cell, letter: letter.into() }),
            _ => Err(format!("{letter} is no region's letter; those are A to Z, as `queenshot read` prints them")),
        }
    }
}
