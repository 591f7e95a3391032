//! Cells under a tint: a program has washed the queens' cells with gold, or a clone the cells that break a rule with red.
//!
//! A tint mixes each colour with its own in the same proportion, so that one and the same affine map takes the colour of a
//! region to that of its tinted cells. Two cells and the regions they may be of make a map; the map that explains all surplus
//! colours, each by a neighbouring region, is the tint.

use super::sample::neighbours;
use super::veil::Groups;

/// How much of a region's colour is left under a tint.
const LEFT: std::ops::Range<f32> = 0.15..0.92;
/// How far, in steps of a channel, a tinted colour may lie from where the map puts it.
const STRAY: f32 = 6.0;
/// Another region that explains a colour within this many times as far, and this much more, leaves the board in doubt.
const TORN: (f32, f32) = (2.0, 3.0);
/// Fewer tinted colours than this do not make a map that could be wrong.
const LEAST: usize = 3;
/// Tinted groups are small, or smaller than the region beside them.
const LARGEST: usize = 2;
/// A tint is a colour, but for rounding.
const CHANNEL: std::ops::RangeInclusive<f32> = -12.0..=267.0;

/// A grouping into as many groups as rows, or `None` if no tint explains the surplus colours.
pub(crate) fn untint(groups: &Groups, size: usize) -> Option<Vec<usize>> {
    let surplus = groups.means.len() - size;
    if surplus < LEAST {
        return None;
    }
    let mut offers: Vec<Offer> = Vec::new();
    for (a, b) in neighbours(size) {
        let (a, b) = (groups.labels[a], groups.labels[b]);
        for (tinted, base) in [(a, b), (b, a)] {
            let known = offers.iter().any(|offer| (offer.tinted, offer.base) == (tinted, base));
            if a != b && !known && groups.sizes[tinted] <= groups.sizes[base].max(LARGEST) {
                offers.push(Offer { tinted, base });
            }
        }
    }
    let mut best: Option<(Vec<usize>, f32)> = None;
    for (i, first) in offers.iter().enumerate() {
        for second in &offers[i + 1..] {
            if first.tinted == second.tinted || first.base == second.base {
                continue;
            }
            let found = Tint::between(groups, *first, *second).and_then(|tint| tint.explain(groups, &offers, surplus));
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.1 < best.1)
            {
                best = Some(found);
            }
        }
    }
    let (owner, _) = best?;
    Some(groups.named(&owner))
}

/// That a group of cells could be of a neighbouring group's region.
#[derive(Clone, Copy)]
struct Offer {
    tinted: usize,
    base: usize,
}

/// The map from a colour to what it looks like under the tint.
struct Tint {
    left: f32,
    added: [f32; 3],
}

impl Tint {
    /// The map that takes two bases to their tinted colours, by least squares.
    fn between(groups: &Groups, first: Offer, second: Offer) -> Option<Self> {
        let [t, u] = [first, second].map(|offer| groups.means[offer.tinted]);
        let [b, d] = [first, second].map(|offer| groups.means[offer.base]);
        let apart: f32 = (0..3).map(|c| (b[c] - d[c]).powi(2)).sum();
        let left = (0..3).map(|c| (t[c] - u[c]) * (b[c] - d[c])).sum::<f32>() / apart.max(1.0);
        if !LEFT.contains(&left) {
            return None;
        }
        let added: [f32; 3] = std::array::from_fn(|c| (t[c] + u[c] - left * (b[c] + d[c])) / 2.0);
        let tint = Self { left, added };
        let is_colour = added.iter().all(|a| CHANNEL.contains(&(a / (1.0 - left))));
        (is_colour && tint.stray(groups, first) < STRAY && tint.stray(groups, second) < STRAY).then_some(tint)
    }

    /// How far a group's colour lies from where the map puts its base's.
    fn stray(&self, groups: &Groups, offer: Offer) -> f32 {
        let (seen, base) = (groups.means[offer.tinted], groups.means[offer.base]);
        (0..3).map(|c| (seen[c] - self.left * base[c] - self.added[c]).powi(2)).sum::<f32>().sqrt()
    }

    /// The group that each belongs to, and how far the worst one strays, if just the surplus groups are explained, none of them
    /// by one that is tinted itself and each by one only.
    fn explain(&self, groups: &Groups, offers: &[Offer], surplus: usize) -> Option<(Vec<usize>, f32)> {
        let mut best: Vec<Option<(usize, f32)>> = vec![None; groups.means.len()];
        for &offer in offers {
            let stray = self.stray(groups, offer);
            let known = &mut best[offer.tinted];
            if stray < STRAY && known.is_none_or(|known| stray < known.1) {
                *known = Some((offer.base, stray));
            }
        }
        if best.iter().flatten().count() != surplus {
            return None;
        }
        let torn = |offer: &Offer| {
            best[offer.tinted]
                .is_some_and(|(base, stray)| base != offer.base && self.stray(groups, *offer) < TORN.0 * stray + TORN.1)
        };
        if best.iter().flatten().any(|&(base, _)| best[base].is_some()) || offers.iter().any(torn) {
            return None;
        }
        let worst = best.iter().flatten().map(|own| own.1).fold(0.0, f32::max);
        Some((best.iter().enumerate().map(|(group, own)| own.map_or(group, |own| own.0)).collect(), worst))
    }
}
