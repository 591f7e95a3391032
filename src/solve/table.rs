//! The table of techniques: the one source of their order, names, levels, scores and descriptions.

use std::fmt;
use std::str::FromStr;

use super::{Shape, Technique};

/// How hard a board is: by the hardest technique that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Baseline techniques only.
    Easy,
    /// Shadows.
    Medium,
    /// Counting several units together.
    Hard,
    /// Assuming a queen and looking where it leads.
    Expert,
}

impl Level {
    /// `easy`, `medium`, `hard` or `expert`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One line of the table of techniques.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TechniqueInfo {
    /// The technique.
    pub technique: Technique,
    /// The name on the command line; all named shapes share one.
    pub name: &'static str,
    /// The group that the command line knows it by, besides its own name.
    pub group: Option<&'static str>,
    /// The name in reports.
    pub counter: &'static str,
    /// The level of a board that needs the technique.
    pub level: Level,
    /// What one use adds to the score of a board.
    pub score: u32,
    /// What the technique says, in one line.
    pub summary: &'static str,
}

const BASELINE: Option<&str> = Some("baseline");
const SHADOW: Option<&str> = Some("shadow");

/// One line of the table for a named shape: place in the catalogue, counter, score.
const fn shape(index: usize, counter: &'static str, score: u32) -> TechniqueInfo {
    let shape = Shape::at(index);
    TechniqueInfo {
        technique: Technique::Shape(shape),
        name: "shapes",
        group: SHADOW,
        counter,
        level: Level::Medium,
        score,
        summary: if shape.is_idle() {
            "never fires: all that it rules out is the rest of its line, which Region-confined-to-line does"
        } else {
            "a region's live cells form this shape: what all of them attack dies"
        },
    }
}

/// Every technique in the order of trial and of reports, easiest first.
pub const TECHNIQUES: &[TechniqueInfo] = &[
    TechniqueInfo {
        technique: Technique::QueenKill,
        name: "queen-kill",
        group: BASELINE,
        counter: "Queen-adjacent kill",
        level: Level::Easy,
        score: 1,
        summary: "a queen stands: every cell in its row, column and region and every cell that touches it dies",
    },
    TechniqueInfo {
        technique: Technique::SingleRegion,
        name: "single-region",
        group: BASELINE,
        counter: "Single-cell region",
        level: Level::Easy,
        score: 1,
        summary: "a region has one live cell: its queen stands there",
    },
    TechniqueInfo {
        technique: Technique::SingleLine,
        name: "single-line",
        group: BASELINE,
        counter: "Single-cell row / column",
        level: Level::Easy,
        score: 2,
        summary: "a row or column has one live cell: its queen stands there",
    },
    TechniqueInfo {
        technique: Technique::RegionLine,
        name: "region-line",
        group: BASELINE,
        counter: "Region-confined-to-line",
        level: Level::Easy,
        score: 3,
        summary: "all live cells of a region lie in one row or column: the rest of that line dies",
    },
    TechniqueInfo {
        technique: Technique::LineRegion,
        name: "line-region",
        group: BASELINE,
        counter: "Line-confined-to-region",
        level: Level::Easy,
        score: 4,
        summary: "all live cells of a row or column lie in one region: the rest of that region dies",
    },
    shape(0, "Polyomino: domino", 5),
    shape(1, "Polyomino: I-tromino", 6),
    shape(2, "Polyomino: L-tromino", 6),
    shape(3, "Polyomino: L-tetromino", 8),
    shape(4, "Polyomino: T-tetromino", 8),
    shape(5, "Polyomino: S-tetromino", 8),
    shape(6, "Polyomino: I-tetromino", 8),
    shape(7, "Polyomino: L-pentomino", 10),
    shape(8, "Polyomino: U-pentomino", 10),
    shape(9, "Polyomino: V-pentomino", 10),
    shape(10, "Polyomino: T-pentomino", 10),
    shape(11, "Polyomino: N-pentomino", 10),
    shape(12, "Polyomino: F-pentomino", 10),
    shape(13, "Polyomino: W-pentomino", 10),
    shape(14, "Polyomino: I-pentomino", 10),
    shape(15, "Polyomino: L-hexomino", 12),
    shape(16, "Polyomino: N-hexomino", 12),
    shape(17, "Polyomino: Z-with-tab hexomino", 12),
    shape(18, "Polyomino: C-hexomino", 12),
    shape(19, "Polyomino: T-hexomino", 12),
    shape(20, "Polyomino: long-N hexomino", 12),
    shape(21, "Polyomino: F-ext-A hexomino", 12),
    shape(22, "Polyomino: N-ext-A hexomino", 12),
    shape(23, "Polyomino: T-ext hexomino", 12),
    shape(24, "Polyomino: W-ext hexomino", 12),
    shape(25, "Polyomino: S-block hexomino", 12),
    shape(26, "Polyomino: I-hexomino", 12),
    TechniqueInfo {
        technique: Technique::ShadowRegion,
        name: "shadow-region",
        group: SHADOW,
        counter: "Shadow: region",
        level: Level::Medium,
        score: 12,
        summary: "a cell attacked from every live cell of a region dies, whatever their shape",
    },
    TechniqueInfo {
        technique: Technique::ShadowLine,
        name: "shadow-line",
        group: SHADOW,
        counter: "Shadow: row / column",
        level: Level::Medium,
        score: 12,
        summary: "a cell attacked from every live cell of a row or column dies",
    },
    TechniqueInfo {
        technique: Technique::Pigeonhole,
        name: "pigeonhole",
        group: None,
        counter: "N-regions-in-N-lines",
        level: Level::Hard,
        score: 20,
        summary: "k regions have all their live cells in k rows or columns, or k lines in k regions: the rest of those dies",
    },
    TechniqueInfo {
        technique: Technique::RowsColumns,
        name: "rows-columns",
        group: None,
        counter: "N-rows-in-N-columns",
        level: Level::Hard,
        score: 25,
        summary: "k rows have all their live cells in k columns, or k columns in k rows: the rest of those dies",
    },
    TechniqueInfo {
        technique: Technique::PairShadow,
        name: "pair-shadow",
        group: None,
        counter: "Pair shadow",
        level: Level::Expert,
        score: 40,
        summary: "a queen on the cell would leave two units no two cells that go together: the cell dies",
    },
    TechniqueInfo {
        technique: Technique::Probe,
        name: "probe",
        group: None,
        counter: "Placement-forces-contradiction",
        level: Level::Expert,
        score: 80,
        summary: "a queen on the cell leads to a contradiction by the techniques above: the cell dies",
    },
];

/// A set of techniques by their names on the command line; everything by default.
///
/// Parses from names and groups separated by commas: `baseline,shadow,pigeonhole`. `all` is everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TechniqueSet {
    /// One bit a technique, by its place in the table.
    bits: u64,
}

impl TechniqueSet {
    /// Every technique.
    pub const ALL: Self = Self { bits: (1 << TECHNIQUES.len()) - 1 };
    /// No technique.
    pub const NONE: Self = Self { bits: 0 };

    const SHAPES: u64 = ((1 << Shape::COUNT) - 1) << 5;

    /// Whether the technique is in the set.
    pub fn contains(self, technique: Technique) -> bool {
        self.bits >> technique.index() & 1 == 1
    }

    /// The set with one technique more.
    pub fn with(self, technique: Technique) -> Self {
        Self { bits: self.bits | 1 << technique.index() }
    }

    /// The set with one technique less.
    pub fn without(self, technique: Technique) -> Self {
        Self { bits: self.bits & !(1 << technique.index()) }
    }

    /// The techniques in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = &'static TechniqueInfo> {
        TECHNIQUES.iter().filter(move |info| self.contains(info.technique))
    }

    /// Whether any named shape is in the set.
    pub(super) fn has_shapes(self) -> bool {
        self.bits & Self::SHAPES != 0
    }
}

impl Default for TechniqueSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for TechniqueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|info| info.counter)).finish()
    }
}

impl FromStr for TechniqueSet {
    type Err = TechniqueError;

    fn from_str(text: &str) -> Result<Self, TechniqueError> {
        let mut set = Self::NONE;
        for name in text.split(',').map(str::trim) {
            let known = |info: &&TechniqueInfo| name == "all" || info.name == name || info.group == Some(name);
            let more = TECHNIQUES.iter().filter(known).fold(Self::NONE, |set, info| set.with(info.technique));
            if more == Self::NONE {
                return Err(TechniqueError { name: name.chars().take(40).collect() });
            }
            set.bits |= more.bits;
        }
        Ok(set)
    }
}

/// A name that is no technique.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no technique; known are {known}", known = known())]
pub struct TechniqueError {
    name: String,
}

impl TechniqueError {
    /// The stable short code of the error.
    pub fn code(&self) -> &'static str {
        "unknown-technique"
    }
}

/// The names and groups that a [`TechniqueSet`] parses from.
fn known() -> String {
    let mut names: Vec<&str> = TECHNIQUES.iter().map(|info| info.name).collect();
    names.dedup();
    let mut groups: Vec<&str> = TECHNIQUES.iter().filter_map(|info| info.group).collect();
    groups.dedup();
    format!("{} and the groups {}, all", names.join(", "), groups.join(", "))
}
