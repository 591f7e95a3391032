//! A solve told in pictures: one overlay and one caption a step.

use super::overlay::{Highlight, Overlay, Role};
use crate::board::{Board, CellSet, State, Unit};
use crate::colour::Palette;
use crate::explain::{explain, explain_conflict, in_brief};
use crate::hint::{self, Detail, Focus, conflict_units};
use crate::solve::{Deduction, Evidence, Outcome, Trace};

/// One picture of a story.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// A few words: the technique, or what the picture shows.
    pub title: String,
    /// What follows from what, in full sentences; empty for the first picture.
    pub text: String,
    /// What is drawn.
    pub overlay: Overlay,
}

impl Step {
    /// Title and text for a caption: without the inner steps of a probe, which would not fit.
    pub fn caption(&self) -> String {
        let text = in_brief(&self.text);
        if text.is_empty() { format!("{}.", self.title) } else { format!("{}. {text}", self.title) }
    }
}

/// The story of a solve: the start, each deduction with the state that it was found in, and the end.
///
/// In each picture the queens that stand have crowns and the cells that are dead small crosses; the step's own effect is set off
/// from them.
pub fn story(board: &Board, palette: Option<&Palette>, trace: &Trace) -> Vec<Step> {
    let plain = |state: &State| Overlay {
        queens: state.queens,
        crosses: board.all() - state.open - state.queens,
        ..Overlay::default()
    };
    let mut story = vec![Step { title: "The start".to_owned(), text: String::new(), overlay: plain(&trace.start) }];
    let count = trace.steps.len();
    for (i, (deduction, state)) in trace.steps.iter().zip(trace.states()).enumerate() {
        let mut overlay = plain(&state);
        overlay.queens.extend(deduction.place);
        overlay.highlights = highlights(board, deduction, Detail::Everything);
        story.push(Step {
            title: format!("{} of {count}: {}", i + 1, deduction.technique.info().counter),
            text: explain(board, palette, deduction),
            overlay,
        });
    }
    let (title, text) = match &trace.outcome {
        Outcome::Solved => ("Solved", String::new()),
        Outcome::Stuck => ("No technique leads further", String::new()),
        Outcome::Contradiction(conflict) => ("No solution", explain_conflict(board, palette, conflict)),
    };
    story.push(Step { title: title.to_owned(), text, overlay: plain(&trace.end()) });
    story
}

/// What to point at for a deduction, as much of it as wanted. The queen that a deduction places is not among the highlights but a ring
/// where it goes is.
pub fn highlights(board: &Board, deduction: &Deduction, detail: Detail) -> Vec<Highlight> {
    let mut highlights = Vec::new();
    let mut point_at = |cells: CellSet, role: Role| {
        if !cells.is_empty() {
            highlights.push(Highlight { cells, role });
        }
    };
    let outline = |units: &[Unit]| units.iter().map(|&unit| board.unit_cells(unit)).collect::<Vec<_>>();
    match hint::focus(board, deduction) {
        Focus::Units(units) => outline(&units).into_iter().for_each(|cells| point_at(cells, Role::Unit)),
        Focus::Queen(queen) => point_at(CellSet::from_iter([queen]), Role::Unit),
    }
    if detail == Detail::Where {
        return highlights;
    }
    match &deduction.evidence {
        Evidence::Queen { .. } | Evidence::Single { .. } => {}
        Evidence::Confined { cells, .. } | Evidence::Shadow { cells, .. } | Evidence::Pigeonhole { cells, .. } => {
            point_at(*cells, Role::Evidence);
        }
        Evidence::PairShadow { assumed, first, first_cells, second, second_cells } => {
            outline(&[*first, *second]).into_iter().for_each(|cells| point_at(cells, Role::Unit));
            point_at(*first_cells, Role::Evidence);
            point_at(*second_cells, Role::Counterpart);
            point_at(CellSet::from_iter([*assumed]), Role::Assumed);
        }
        Evidence::Probe { assumed, conflict, .. } => {
            outline(conflict_units(conflict)).into_iter().for_each(|cells| point_at(cells, Role::Unit));
            point_at(CellSet::from_iter([*assumed]), Role::Assumed);
        }
    }
    if detail == Detail::Everything {
        let assumed = match &deduction.evidence {
            Evidence::PairShadow { assumed, .. } | Evidence::Probe { assumed, .. } => CellSet::from_iter([*assumed]),
            _ => CellSet::EMPTY,
        };
        // An assumed cell has its question mark; a cross on top would hide it.
        point_at(deduction.remove - assumed, Role::Removed);
        point_at(deduction.place.into_iter().collect(), Role::Placed);
    }
    highlights
}
