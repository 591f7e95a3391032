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
/// Where the veil's share is below this there is none, only unevenness of the picture.
const UNVEILED: f32 = 0.1;
/// Shares that differ by less are the same.
const ALIKE: f32 = 0.07;
/// A second explanation that strays less than this times as far as the first, and this more, is as good.
const TORN: (f32, f32) = (1.3, 1.0);
/// More surplus groups than this are no veil.
const MAX_SURPLUS: usize = 24;

/// Cells of one colour each.
pub(crate) struct Groups {
    /// The group of each cell, row by row.
    pub(crate) labels: Vec<usize>,
    /// How many cells each group has.
    pub(crate) sizes: Vec<usize>,
    /// The colour of each group.
    pub(crate) means: Vec<[f32; 3]>,
}

impl Groups {
    /// The groups of a board that shows a few colours more than it has rows.
    pub(crate) fn of(samples: &Samples, colours: &[Lab<D65, f32>]) -> Option<Self> {
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
        let mean = |group: &Vec<usize>| -> [f32; 3] {
            std::array::from_fn(|c| group.iter().map(|&i| samples.cells[i].colour[c]).sum::<f32>() / group.len() as f32)
        };
        let means = groups.iter().map(mean).collect();
        Some(Self { labels, sizes: groups.iter().map(Vec::len).collect(), means })
    }

    /// The cells' regions, numbered from nought, where each group belongs to `owner`.
    pub(crate) fn named(&self, owner: &[usize]) -> Vec<usize> {
        let mut names = owner.to_vec();
        names.sort_unstable();
        names.dedup();
        self.labels.iter().map(|&label| names.iter().position(|&name| name == owner[label]).unwrap_or(0)).collect()
    }
}

/// A grouping into as many groups as rows, or `None` if the surplus colours cannot be explained.
pub(crate) fn unveil(groups: &Groups, size: usize) -> Option<Vec<usize>> {
    let Groups { labels, sizes, means } = groups;
    // Which small group could be which neighbour's.
    let mut offers: Vec<Offer> = Vec::new();
    for (a, b) in neighbours(size) {
        for (few, many) in [(labels[a], labels[b]), (labels[b], labels[a])] {
            if few == many || sizes[few] > sizes[many] {
                continue;
            }
            // A hint veils most of the board and leaves a few cells as they are, so the smaller group may be the bare one.
            let mixes = [
                mix(means[few], means[many], WHITE),
                mix(means[few], means[many], BLACK),
                mix(means[many], means[few], BLACK),
            ];
            offers.extend(mixes.into_iter().flatten().map(|mix| Offer { few, many, mix }));
        }
    }
    offers.sort_by(|a, b| a.mix.cost.total_cmp(&b.mix.cost));
    // A wash is thicker here than there; a shadow or a hint veils all its cells alike.
    let washed = |offer: &Offer| offer.mix.veil == WHITE || offer.mix.share < UNVEILED;
    let shares = offers.iter().filter(|offer| !washed(offer)).map(|offer| offer.mix.share);
    let shadowed = shares.map(|share| {
        merge(means.len(), size, &offers, |offer: &Offer| {
            offer.mix.share < UNVEILED || (offer.mix.veil == BLACK && (offer.mix.share - share).abs() < ALIKE)
        })
    });
    let best =
        shadowed.chain([merge(means.len(), size, &offers, washed)]).flatten().min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(groups.named(&best.0))
}

/// That a small group of cells could be of a neighbouring group's region.
struct Offer {
    few: usize,
    many: usize,
    mix: Mix,
}

/// Gives groups to others, the best explained first, until `wanted` are left: the group that each now belongs to, and the
/// worst cost; `None` if the allowed offers do not suffice.
fn merge(
    groups: usize,
    wanted: usize,
    offers: &[Offer],
    allowed: impl Fn(&Offer) -> bool,
) -> Option<(Vec<usize>, f32)> {
    let mut owner: Vec<usize> = (0..groups).collect();
    let mut strays: Vec<f32> = vec![0.0; groups];
    let (mut left, mut worst) = (groups, 0.0f32);
    for offer in offers.iter().filter(|offer| allowed(offer)) {
        if left == wanted {
            break;
        }
        let root = root(&owner, offer.many);
        if owner[offer.few] == offer.few && root != offer.few {
            owner[offer.few] = root;
            left -= 1;
            strays[offer.few] = offer.mix.stray;
            worst = worst.max(offer.mix.cost);
        }
    }
    // What could as well be another region's leaves the board in doubt.
    let torn = offers.iter().any(|offer| {
        owner[offer.few] != offer.few
            && root(&owner, offer.few) != root(&owner, offer.many)
            && offer.mix.stray < TORN.0 * strays[offer.few] + TORN.1
    });
    (left == wanted && !torn).then(|| ((0..groups).map(|group| root(&owner, group)).collect(), worst))
}

fn root(owner: &[usize], mut group: usize) -> usize {
    while owner[group] != group {
        group = owner[group];
    }
    group
}

const BLACK: f32 = 0.0;
const WHITE: f32 = 255.0;

/// How one colour looks like another seen through a veil.
#[derive(Debug, Clone, Copy)]
struct Mix {
    /// Black or white.
    veil: f32,
    /// The veil's share of the colour.
    share: f32,
    /// How far the colour lies from the veil's line, in steps of a channel.
    stray: f32,
    /// How little this explains the colour.
    cost: f32,
}

/// How little `seen` is explained as `base` seen through a black or a white veil, or `None` if neither explains it.
pub(crate) fn least_cost(seen: [f32; 3], base: [f32; 3]) -> Option<f32> {
    [BLACK, WHITE].into_iter().filter_map(|veil| mix(seen, base, veil)).map(|mix| mix.cost).min_by(f32::total_cmp)
}

/// `seen` as a mix of `base` with the veil, or `None` if it is none.
fn mix(seen: [f32; 3], base: [f32; 3], veil: f32) -> Option<Mix> {
    let towards: [f32; 3] = std::array::from_fn(|c| veil - base[c]);
    let length: f32 = towards.iter().map(|t| t * t).sum();
    let share = (0..3).map(|c| (seen[c] - base[c]) * towards[c]).sum::<f32>() / length.max(1.0);
    if !(0.0..=OPAQUE).contains(&share) {
        return None;
    }
    let stray = (0..3).map(|c| (seen[c] - base[c] - share * towards[c]).powi(2)).sum::<f32>().sqrt();
    (stray < STRAY).then_some(Mix { veil, share, stray, cost: stray + 6.0 * share })
}
