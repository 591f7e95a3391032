//! Stage 4: from colours to regions.

use kmeans_colors::get_kmeans;
use kodama::Method;
use palette::{FromColor, Lab, Srgb, white_point::D65};

use super::sample::Samples;

/// A way to group the cells by colour.
#[derive(Debug, Clone)]
pub(crate) struct Clustering {
    /// The group of each cell, row by row.
    pub(crate) labels: Vec<usize>,
    /// For each cell the nearest other group and how clearly the cell belongs to its own: 0 to 1.
    pub(crate) margins: Vec<(usize, f32)>,
    /// Sum of squared Lab distances to the groups' colours.
    pub(crate) inertia: f32,
    /// The smallest distance between two groups' colours.
    pub(crate) separation: f32,
}

pub(crate) fn labs(samples: &Samples) -> Vec<Lab<D65, f32>> {
    samples
        .cells
        .iter()
        .map(|s| Lab::from_color(Srgb::new(s.colour[0] / 255.0, s.colour[1] / 255.0, s.colour[2] / 255.0)))
        .collect()
}

pub(crate) fn distance(a: &Lab<D65, f32>, b: &Lab<D65, f32>) -> f32 {
    ((a.l - b.l).powi(2) + (a.a - b.a).powi(2) + (a.b - b.b).powi(2)).sqrt()
}

/// k-means from several fixed seeds, the run with the least inertia; the first that leaves next to none will do. The
/// library's own score only tells how far the last step moved.
pub(crate) fn kmeans(colours: &[Lab<D65, f32>], k: usize) -> Clustering {
    let run = |seed| {
        let indices = get_kmeans(k, 30, 0.1, false, colours, seed).indices;
        evaluate(colours, indices.into_iter().map(usize::from).collect(), k)
    };
    let mut best = run(0);
    for seed in 1..RUNS {
        if best.inertia < PURE * colours.len() as f32 && best.separation > 0.0 {
            break;
        }
        let next = run(seed);
        if next.inertia < best.inertia {
            best = next;
        }
    }
    best
}

/// How often k-means is tried.
const RUNS: u64 = 8;
/// Inertia per cell, a squared Lab distance, that no other grouping can be much below.
const PURE: f32 = 1.0;

/// Merges the two groups whose farthest members are nearest, until `k` are left.
pub(crate) fn agglomerate(colours: &[Lab<D65, f32>], k: usize) -> Clustering {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    // Equal colours first, so that the quadratic part sees few groups.
    for (i, colour) in colours.iter().enumerate() {
        match groups.iter_mut().find(|g| distance(&colours[g[0]], colour) < 1.0) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    let farthest = |a: &[usize], b: &[usize]| {
        let pairs = a.iter().flat_map(|&i| b.iter().map(move |&j| (i, j)));
        pairs.map(|(i, j)| distance(&colours[i], &colours[j])).fold(0.0, f32::max)
    };
    let mut apart: Vec<f32> = (0..groups.len())
        .flat_map(|i| (i + 1..groups.len()).map(move |j| (i, j)))
        .map(|(i, j)| farthest(&groups[i], &groups[j]))
        .collect();
    let steps = kodama::linkage(&mut apart, groups.len(), Method::Complete);
    // Each step makes a new group of two; the last ones would leave fewer than `k`.
    let merged = groups.len().saturating_sub(k);
    let mut labels = vec![0; colours.len()];
    let mut groups: Vec<Option<Vec<usize>>> = groups.into_iter().map(Some).collect();
    for step in &steps.steps()[..merged] {
        let both = [step.cluster1, step.cluster2].map(|group| groups[group].take().unwrap_or_default());
        groups.push(Some(both.concat()));
    }
    for (label, group) in groups.into_iter().flatten().enumerate() {
        for i in group {
            labels[i] = label;
        }
    }
    evaluate(colours, labels, k)
}

/// How many clearly different colours there are.
pub(crate) fn count(colours: &[Lab<D65, f32>]) -> usize {
    let mut seen: Vec<Lab<D65, f32>> = Vec::new();
    for colour in colours {
        if seen.iter().all(|known| distance(known, colour) > 9.0) {
            seen.push(*colour);
        }
    }
    seen.len()
}

/// Measures a grouping.
pub(crate) fn evaluate(colours: &[Lab<D65, f32>], labels: Vec<usize>, k: usize) -> Clustering {
    let mut sums = vec![(0.0f32, 0.0f32, 0.0f32, 0.0f32); k];
    for (colour, &label) in colours.iter().zip(&labels) {
        let s = &mut sums[label];
        *s = (s.0 + colour.l, s.1 + colour.a, s.2 + colour.b, s.3 + 1.0);
    }
    let centres: Vec<Lab<D65, f32>> =
        sums.iter().map(|s| Lab::new(s.0 / s.3.max(1.0), s.1 / s.3.max(1.0), s.2 / s.3.max(1.0))).collect();
    let filled: Vec<usize> = (0..k).filter(|&g| sums[g].3 > 0.0).collect();
    let mut inertia = 0.0;
    let margins = colours
        .iter()
        .zip(&labels)
        .map(|(colour, &label)| {
            let own = distance(colour, &centres[label]);
            inertia += own * own;
            let (other, far) = filled
                .iter()
                .filter(|&&g| g != label)
                .map(|&g| (g, distance(colour, &centres[g])))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap_or((label, 0.0));
            (other, ((far - own) / (far + own).max(1e-6)).max(0.0))
        })
        .collect();
    let mut separation = if filled.len() < k { 0.0 } else { f32::MAX };
    for (i, &a) in filled.iter().enumerate() {
        for &b in &filled[i + 1..] {
            separation = separation.min(distance(&centres[a], &centres[b]));
        }
    }
    Clustering { labels, margins, inertia, separation }
}
