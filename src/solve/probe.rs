//! The probe: assume a queen on a cell; if that ends in a contradiction, the cell is dead.

use super::lean::Lean;
use super::position::Position;
use super::set::Set;
use super::{Conflict, Deduction, Evidence, Probe, SolveOptions, Technique, TechniqueSet};

/// The passes of the short probe.
const SHORT_PASSES: usize = 2;

/// What an assumption leads to.
type Consequence = (Vec<Deduction>, Conflict);

impl<S: Set> Position<'_, S> {
    /// The cheaper techniques, run to their end.
    pub(super) fn full_probe(&self, techniques: TechniqueSet) -> Option<Deduction> {
        let options = SolveOptions { techniques, probe: Probe::Off };
        self.probe(|position, most| {
            // Most cells lead to no contradiction, whatever the techniques, and without evidence that is soon seen.
            if Lean::new(position).is_ok_and(|mut lean| lean.settle(true).is_ok()) {
                return None;
            }
            let mut steps = Vec::new();
            loop {
                match position.step(&options) {
                    Err(conflict) => return Some((steps, conflict)),
                    Ok(Some(step)) if steps.len() < most => {
                        position.apply(&step);
                        steps.push(step);
                    }
                    Ok(_) => return None,
                }
            }
        })
    }

    /// A few passes of the baseline techniques.
    pub(super) fn short_probe(&self) -> Option<Deduction> {
        self.probe(|position, most| {
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
                        if steps.len() == most {
                            return None;
                        }
                        position.apply(&step);
                        steps.push(step);
                    }
                }
            }
            None
        })
    }

    /// The cell whose contradiction takes the fewest steps, the first in reading order of several. `follow` gives up
    /// after so many steps.
    fn probe(&self, follow: impl Fn(&mut Self, usize) -> Option<Consequence>) -> Option<Deduction> {
        let mut best: Option<(usize, Consequence)> = None;
        for cell in self.open.indices() {
            let most = match &best {
                Some((_, (steps, _))) if steps.is_empty() => break,
                Some((_, (steps, _))) => steps.len() - 1,
                None => usize::MAX,
            };
            let mut position = *self;
            position.place(cell);
            if let Some(found) = follow(&mut position, most) {
                best = Some((cell, found));
            }
        }
        let (cell, (steps, conflict)) = best?;
        self.removal(Technique::Probe, S::bit(cell), || Evidence::Probe { assumed: S::cell(cell), steps, conflict })
    }
}
