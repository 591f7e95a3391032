//! Deductions in words that a player understands.
//!
//! Regions go by their colour where the board came from a picture (`the light blue region`) and by their letter
//! otherwise (`region D`); cells are written `r3c5`, rows and columns counted from 1.

use crate::board::{Board, Cell, CellSet, Region, Unit};
use crate::colour::Palette;
use crate::solve::{Conflict, Deduction, Evidence};

/// More cells than this are counted instead of listed.
const MOST_LISTED: usize = 6;

/// One deduction in one or two sentences; a probe as its verdict and the numbered steps that lead to it.
///
/// A palette with fewer colours than the board has regions counts as none.
pub fn explain(board: &Board, palette: Option<&Palette>, deduction: &Deduction) -> String {
    Speaker::new(board, palette).deduction(deduction)
}

/// Where the verdict of a probe ends and its inner steps begin.
const INNER_STEPS: &str = " Step by step:";

/// What [`explain`] says, without the inner steps of a probe: one or two sentences.
pub fn in_brief(explanation: &str) -> &str {
    explanation.split(INNER_STEPS).next().unwrap_or_default()
}

/// Why a state has no solution, in one sentence.
pub fn explain_conflict(board: &Board, palette: Option<&Palette>, conflict: &Conflict) -> String {
    let speaker = Speaker::new(board, palette);
    capitalised(match conflict {
        Conflict::EmptyUnit(unit) => format!("{} has neither a queen nor an open cell.", speaker.unit(*unit)),
        Conflict::Attack(first, second) => format!("the queens at {first} and {second} attack each other."),
        Conflict::Crowded { units, within } => format!(
            "{} {} all {} open cells in {}: {} queens, but room for only {}.",
            speaker.units(units),
            has(units.len()),
            its(units.len()),
            speaker.units(within),
            number(units.len()),
            number(within.len())
        ),
    })
}

/// Units of one kind by their names: `rows 2 and 3`, `the red region`, `regions A, C and D`.
pub fn name_units(board: &Board, palette: Option<&Palette>, units: &[Unit]) -> String {
    Speaker::new(board, palette).units(units)
}

struct Speaker<'a> {
    board: &'a Board,
    colours: Vec<String>,
}

impl<'a> Speaker<'a> {
    fn new(board: &'a Board, palette: Option<&Palette>) -> Self {
        let colours = palette.map(Palette::names).unwrap_or_default();
        Self { board, colours: if colours.len() < board.size() { Vec::new() } else { colours } }
    }

    fn deduction(&self, deduction: &Deduction) -> String {
        let out = format!("{} out", are(&deduction.remove));
        capitalised(match &deduction.evidence {
            Evidence::Queen { queen } => format!(
                "the queen at {queen} attacks its row, its column, {} and every cell it touches, so {out}.",
                self.unit(Unit::Region(self.board.region(*queen)))
            ),
            Evidence::Single { unit, cell } => {
                format!("{} has one open cell left, {cell}, so its queen stands there.", self.unit(*unit))
            }
            Evidence::Confined { unit, within, .. } => {
                let (unit, within) = (self.unit(*unit), self.unit(*within));
                format!(
                    "every open cell of {unit} lies in {within}, so the rest of {within} is out: {}.",
                    listed(&deduction.remove)
                )
            }
            Evidence::Shadow { unit, cells, shape } => {
                let unit = self.unit(*unit);
                let from = match shape {
                    Some(shape) => {
                        let cells = listed(cells);
                        format!(
                            "the open cells of {unit} form {} {shape}, {cells}; from each of them",
                            article(shape.name())
                        )
                    }
                    None if cells.len() > MOST_LISTED => {
                        format!("from each of the {} open cells of {unit}", cells.len())
                    }
                    None => format!("from each open cell of {unit}, {},", listed(cells)),
                };
                let that = if deduction.remove.len() == 1 { "that cell is" } else { "those cells are" };
                format!("{from} a queen attacks {}, so {that} out.", listed(&deduction.remove))
            }
            Evidence::Pigeonhole { units, within, .. } => self.pigeonhole(units, within, &deduction.remove),
            Evidence::PairShadow { assumed, first, first_cells, second, second_cells } => format!(
                "a queen at {assumed} would leave {} {} and {} {}; no cell of the one goes with a cell of the other, so {out}.",
                self.unit(*first),
                only(first_cells),
                self.unit(*second),
                only(second_cells)
            ),
            Evidence::Probe { assumed, steps, conflict } => self.probe(*assumed, steps, conflict),
        })
    }

    fn pigeonhole(&self, units: &[Unit], within: &[Unit], remove: &CellSet) -> String {
        let (who, place) = (self.units(units), self.units(within));
        let take = match units.len() {
            1 => "its queen is there".to_owned(),
            2 => "their two queens take both".to_owned(),
            k => format!("their {} queens take all {}", number(k), number(k)),
        };
        let (has, its) = (has(units.len()), its(units.len()));
        format!(
            "{who} {has} all {its} open cells in {place}; {take}, so nothing else there can hold a queen: {} out.",
            are(remove)
        )
    }

    fn probe(&self, assumed: Cell, steps: &[Deduction], conflict: &Conflict) -> String {
        let end = match conflict {
            Conflict::EmptyUnit(unit) => format!("would leave {} no cell for its queen", self.unit(*unit)),
            Conflict::Attack(first, second) => {
                format!("would force queens at {first} and {second}, which attack each other")
            }
            Conflict::Crowded { units, within } => format!(
                "would leave {} only {}, too little room for {} queens",
                self.units(units),
                self.units(within),
                number(units.len())
            ),
        };
        let mut text = format!("a queen at {assumed} {end}, so {assumed} is out.");
        if !steps.is_empty() {
            text += INNER_STEPS;
            for (i, step) in steps.iter().enumerate() {
                text += &format!(" ({}) {}", i + 1, self.deduction(step));
            }
        }
        text
    }

    /// `row 4`, `the light blue region`, `region D`.
    fn unit(&self, unit: Unit) -> String {
        match unit {
            Unit::Region(region) => match self.colours.get(region.index()) {
                Some(colour) => format!("the {colour} region"),
                None => format!("region {region}"),
            },
            line => line.to_string(),
        }
    }

    /// `rows 2 and 3`, `the red and blue regions`, `regions A, C and D`; all of one kind.
    fn units(&self, units: &[Unit]) -> String {
        let &[first, _, ..] = units else {
            return units.first().map_or_else(String::new, |&unit| self.unit(unit));
        };
        let region = |unit: &Unit| match unit {
            Unit::Region(region) => Some(*region),
            _ => None,
        };
        let names =
            |name: &dyn Fn(Region) -> String| and(&units.iter().filter_map(region).map(name).collect::<Vec<_>>());
        let numbers = || {
            let number = |unit: &Unit| match unit {
                Unit::Row(line) | Unit::Column(line) => (line + 1).to_string(),
                Unit::Region(region) => region.to_string(),
            };
            and(&units.iter().map(number).collect::<Vec<_>>())
        };
        match first {
            Unit::Row(_) => format!("rows {}", numbers()),
            Unit::Column(_) => format!("columns {}", numbers()),
            Unit::Region(_) if self.colours.is_empty() => format!("regions {}", numbers()),
            Unit::Region(_) => format!("the {} regions", names(&|region| self.colours[region.index()].clone())),
        }
    }
}

fn capitalised(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a, b and c`.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `r1c2, r1c3 and r2c2`, or `12 cells`.
fn listed(cells: &CellSet) -> String {
    if cells.len() > MOST_LISTED {
        return format!("{} cells", cells.len());
    }
    and(&cells.iter().map(|cell| cell.to_string()).collect::<Vec<_>>())
}

/// `r1c2 is`, `r1c2 and r1c3 are`.
fn are(cells: &CellSet) -> String {
    format!("{} {}", listed(cells), if cells.len() == 1 { "is" } else { "are" })
}

fn only(cells: &CellSet) -> String {
    if cells.is_empty() { "no open cell".to_owned() } else { format!("only {}", listed(cells)) }
}

fn has(units: usize) -> &'static str {
    if units == 1 { "has" } else { "have" }
}

fn its(units: usize) -> &'static str {
    if units == 1 { "its" } else { "their" }
}

fn article(noun: &str) -> &'static str {
    // The letters I, L, F, N and S are spoken with a vowel first, U is not.
    if noun.starts_with(['I', 'L', 'F', 'N', 'S']) { "an" } else { "a" }
}

fn number(n: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
