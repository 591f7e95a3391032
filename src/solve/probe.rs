//! The probe: assume a queen on a cell; if that ends in a contradiction, the cell is dead.

use super::lean::Lean;
use super::position::Position;
use super::set::Set;
use super::{Conflict, Deduction, Evidence, Probe, SolveOptions, Technique, TechniqueSet};

/// The passes of the short probe.
const SHORT_PASSES: usize = 2;

/// What an assumption leads to.
type Consequence = (Vec<Deduction>, Conflict);

/// What is known of a queen on a cell from earlier probes. Cells only die, so a contradiction stays one, and what
/// followed from a queen still follows.
#[derive(Clone, Copy)]
enum Known<'a, S: Set> {
    Nothing,
    /// It leads to no contradiction, but to this position.
    Stands(Lean<'a, S>),
    /// It leads to a contradiction by the cheaper techniques together.
    Falls,
}

/// What is known of each cell, by its index; empty before the first probe.
pub(super) struct Memory<'a, S: Set>(Vec<Known<'a, S>>);

impl<S: Set> Memory<'_, S> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }
}

impl<'a, S: Set> Memory<'a, S> {
    /// Whether a queen on the cell leads to a contradiction from `base`, where all attacked cells are dead.
    fn falls(&mut self, base: &Lean<'a, S>, cell: usize) -> bool {
        self.0.resize(S::STRIDE * S::STRIDE, Known::Nothing);
        let end = match self.0[cell] {
            Known::Nothing => base.with_queen(cell, true),
            Known::Stands(end) => end.after_losses_in(base),
            Known::Falls => return true,
        };
        self.0[cell] = end.map_or(Known::Falls, Known::Stands);
        matches!(self.0[cell], Known::Falls)
    }
}

impl<'a, S: Set> Position<'a, S> {
    /// The cheaper techniques, run to their end.
    pub(super) fn full_probe(&self, techniques: TechniqueSet, memory: &mut Memory<'a, S>) -> Option<Deduction> {
        let options = SolveOptions { techniques, probe: Probe::Off };
        let base = Lean::new(self);
        self.probe(|cell, position, most| {
            // Most cells lead to no contradiction, whatever the techniques, and without evidence that is soon seen.
            if !memory.falls(&base, cell) {
                return None;
            }
            let mut steps = Vec::new();
            loop {
                match position.step(&options, &mut Memory::new()) {
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
        self.probe(|_, position, most| {
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
    fn probe(&self, mut follow: impl FnMut(usize, &mut Self, usize) -> Option<Consequence>) -> Option<Deduction> {
        let mut best: Option<(usize, Consequence)> = None;
        for cell in self.open.indices() {
            let most = match &best {
                Some((_, (steps, _))) if steps.is_empty() => break,
                Some((_, (steps, _))) => steps.len() - 1,
                None => usize::MAX,
            };
            let mut position = *self;
            position.place(cell);
            if let Some(found) = follow(cell, &mut position, most) {
                best = Some((cell, found));
            }
        }
        let (cell, (steps, conflict)) = best?;
        self.removal(Technique::Probe, S::bit(cell), || Evidence::Probe { assumed: S::cell(cell), steps, conflict })
    }
}
