//! The probe: assume a queen on a cell; if that ends in a contradiction, the cell is dead.

use super::position::Position;
use super::set::Set;
use super::{Conflict, Deduction, Evidence, Outcome, Probe, SolveOptions, Technique, TechniqueSet};

/// The passes of the short probe.
const SHORT_PASSES: usize = 2;

impl<S: Set> Position<'_, S> {
    /// The first cell from which the cheaper techniques, run to their end, lead to a contradiction.
    pub(super) fn full_probe(&self, techniques: TechniqueSet) -> Option<Deduction> {
        let options = SolveOptions { techniques, probe: Probe::Off };
        self.probe(|position| match position.run(&options) {
            (steps, Outcome::Contradiction(conflict)) => Some((steps, conflict)),
            _ => None,
        })
    }

    /// The first cell from which a few passes of the baseline techniques lead to a contradiction.
    pub(super) fn short_probe(&self) -> Option<Deduction> {
        self.probe(|position| {
            let mut steps = Vec::new();
            for _ in 0..SHORT_PASSES {
                for find in [
                    Self::queen_kill as fn(&Self) -> Option<Deduction>,
                    Self::single_region,
                    Self::single_line,
                    Self::region_line,
                    Self::line_region,
                ] {
                    loop {
                        if let Some(conflict) = position.conflict() {
                            return Some((steps, conflict));
                        }
                        let Some(step) = find(position) else { break };
                        position.apply(&step);
                        steps.push(step);
                    }
                }
            }
            None
        })
    }

    fn probe(&self, follow: impl Fn(&mut Self) -> Option<(Vec<Deduction>, Conflict)>) -> Option<Deduction> {
        self.open.indices().find_map(|cell| {
            let mut position = *self;
            position.place(cell);
            let (steps, conflict) = follow(&mut position)?;
            let assumed = S::cell(cell);
            self.removal(Technique::Probe, S::bit(cell), || Evidence::Probe { assumed, steps, conflict })
        })
    }
}
