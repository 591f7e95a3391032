//! Cells whose colour is that of their region seen through something: a hovering pointer, a dark veil, glare, a wash.
//!
//! A veil mixes every colour with its own, so a veiled colour lies on the straight line from the region's colour to the
//! veil's, black or white. Where a board shows more colours than it has rows, groups of cells that a neighbouring group
//! explains in this way are given to it, the best explained first, until the numbers agree.

use palette::{Lab, white_point::D65};

use super::cluster::distance;
use super::sample::{Samples, neighbours};

/// Colours within this Lab distance of one another are one group to begin with.
const SAME: f32 = 5.0;
/// How far, in steps of a channel, a veiled colour may lie from the line.
const STRAY: f32 = 9.0;
/// No veil hides more than this share of a colour.
const OPAQUE: f32 = 0.85;
/// More surplus groups than this are no veil.
const MAX_SURPLUS: usize = 24;

/// A grouping into as many groups as rows, or `None` if the surplus colours cannot be explained.
pub(crate) fn unveil(samples: &Samples, colours: &[Lab<D65, f32>]) -> Option<Vec<usize>> {
    let size = samples.size;
    let mut labels = vec![usize::MAX; size * size];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in 0..size * size {
        let group = groups
            .iter()
            .position(|group| group.iter().all(|&j| distance(&colours[i], &colours[j]) < SAME))
            .unwrap_or_else(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
        groups[group].push(i);
        labels[i] = group;
    }
    if groups.len() <= size || groups.len() > size + MAX_SURPLUS {
        return None;
    }
    let mean = |group: &[usize]| -> [f32; 3] {
        std::array::from_fn(|c| group.iter().map(|&i| samples.cells[i].colour[c]).sum::<f32>() / group.len() as f32)
    };
    let means: Vec<[f32; 3]> = groups.iter().map(|group| mean(group)).collect();
    // Which group could be which neighbour's, and at what cost.
    let mut offers: Vec<(f32, usize, usize)> = Vec::new();
    for (a, b) in neighbours(size) {
        for (veiled, base) in [(labels[a], labels[b]), (labels[b], labels[a])] {
            if veiled == base || groups[veiled].len() > groups[base].len() {
                continue;
            }
            for veil in [0.0, 255.0] {
                if let Some(cost) = cost(means[veiled], means[base], veil) {
                    offers.push((cost, veiled, base));
                }
            }
        }
    }
    offers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut owner: Vec<usize> = (0..groups.len()).collect();
    let mut left = groups.len();
    for (_, veiled, base) in offers {
        if left == size {
            break;
        }
        let root = root(&owner, base);
        if owner[veiled] == veiled && root != veiled {
            owner[veiled] = root;
            left -= 1;
        }
    }
    if left != size {
        return None;
    }
    let mut names: Vec<usize> = (0..groups.len()).filter(|&g| owner[g] == g).collect();
    names.sort_unstable();
    Some(labels.iter().map(|&label| names.iter().position(|&n| n == root(&owner, label)).unwrap_or(0)).collect())
}

fn root(owner: &[usize], mut group: usize) -> usize {
    while owner[group] != group {
        group = owner[group];
    }
    group
}

/// How little a mix of `base` with the veil explains `seen`, or `None` if it does not.
fn cost(seen: [f32; 3], base: [f32; 3], veil: f32) -> Option<f32> {
    let towards: [f32; 3] = std::array::from_fn(|c| veil - base[c]);
    let length: f32 = towards.iter().map(|t| t * t).sum();
    let share = (0..3).map(|c| (seen[c] - base[c]) * towards[c]).sum::<f32>() / length.max(1.0);
    if !(0.0..=OPAQUE).contains(&share) {
        return None;
    }
    let stray = (0..3).map(|c| (seen[c] - base[c] - share * towards[c]).powi(2)).sum::<f32>().sqrt();
    (stray < STRAY).then_some(stray + 6.0 * share)
}
