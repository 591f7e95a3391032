//! The next step for a player who is stuck, told as vaguely as wanted.

use crate::board::{Board, Cell, Unit};
use crate::colour::Palette;
use crate::explain::{explain, in_brief, name_units};
use crate::solve::{Conflict, Deduction, Evidence};

/// How much a hint gives away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Detail {
    /// Where to look.
    Where,
    /// Where to look, the cells that matter there, and the technique.
    How,
    /// The whole step.
    #[default]
    Everything,
}

/// Where a deduction makes one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focus {
    /// Units of one kind.
    Units(Vec<Unit>),
    /// A queen that stands.
    Queen(Cell),
}

/// Where one has to look to find the deduction oneself: the units whose cells are counted, or the queen that attacks. A step that assumes
/// a queen gives away the region it is assumed in.
pub fn focus(board: &Board, deduction: &Deduction) -> Focus {
    Focus::Units(match &deduction.evidence {
        Evidence::Queen { queen } => return Focus::Queen(*queen),
        Evidence::Single { unit, .. } | Evidence::Confined { unit, .. } | Evidence::Shadow { unit, .. } => vec![*unit],
        Evidence::Pigeonhole { units, .. } => units.clone(),
        Evidence::PairShadow { assumed, .. } | Evidence::Probe { assumed, .. } => {
            vec![Unit::Region(board.region(*assumed))]
        }
    })
}

/// The units in which a contradiction shows.
pub fn conflict_units(conflict: &Conflict) -> &[Unit] {
    match conflict {
        Conflict::EmptyUnit(unit) => std::slice::from_ref(unit),
        Conflict::Attack(..) => &[],
        Conflict::Crowded { units, .. } => units,
    }
}

/// The hint in one or two sentences: a probe without its inner steps.
pub fn words(board: &Board, palette: Option<&Palette>, deduction: &Deduction, detail: Detail) -> String {
    let place = match focus(board, deduction) {
        Focus::Units(units) => name_units(board, palette, &units),
        Focus::Queen(queen) => format!("the queen at {queen}"),
    };
    match detail {
        Detail::Where => format!("Look at {place}."),
        Detail::How => format!("Look at {place}. The rule: {}.", deduction.technique.info().summary),
        Detail::Everything => in_brief(&explain(board, palette, deduction)).to_owned(),
    }
}
