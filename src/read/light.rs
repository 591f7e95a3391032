//! Uneven light: a lamp, a shadow or the lens makes a photographed board brighter here than there.
//!
//! Such light changes smoothly and multiplies all channels alike. Neighbouring cells of nearly one colour are mostly of one
//! region, so that how they differ is the slope of the light between them; a surface of second degree through the slopes is
//! the light, but for a factor.

use palette::{Lab, white_point::D65};

use super::cluster::{self, distance};
use super::sample::{Samples, neighbours};

/// Neighbours within this Lab distance may be of one region.
const SAME: f32 = 8.0;
/// The fewest such neighbours that tell the light.
const LEAST: usize = 16;
/// Light that differs by less than this factor over the board is even.
const EVEN: f64 = 1.03;
/// Differences between neighbours that stray by less than this factor are of the light.
const STRAY: f64 = 0.004;
/// How often outliers are weighed anew.
const ROUNDS: usize = 8;

/// The logarithm of the light as a polynomial without constant term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Light([f64; TERMS]);

const TERMS: usize = 5;

/// A difference of the terms, and of the logarithm of the brightness.
type Row = ([f64; TERMS], f64);

/// The terms of the polynomial at a point of the board, from -0.5 to 0.5 both ways.
fn terms(x: f64, y: f64) -> [f64; TERMS] {
    [x, y, x * x, x * y, y * y]
}

/// The terms in the middle of a cell.
fn terms_of(cell: usize, size: usize) -> [f64; TERMS] {
    let at = |k: usize| (k as f64 + 0.5) / size as f64 - 0.5;
    terms(at(cell % size), at(cell / size))
}

impl Light {
    /// What the light on a board may be: from neighbouring cells, and from all cells that those make out to be of one
    /// colour; nothing where it is even or cannot be told.
    pub(crate) fn of(samples: &Samples, colours: &[Lab<D65, f32>]) -> impl Iterator<Item = Self> {
        let near = Self::between_neighbours(samples, colours);
        let wide = near.and_then(|light| {
            let labels = cluster::kmeans(&cluster::labs(&light.even(samples)), samples.size).labels;
            Self::fit(&within(&labels, samples))
        });
        let size = samples.size;
        near.into_iter().chain(wide).filter(move |light| light.is_uneven(size))
    }

    /// The light that makes neighbours of nearly one colour differ as they do.
    fn between_neighbours(samples: &Samples, colours: &[Lab<D65, f32>]) -> Option<Self> {
        let slopes: Vec<Row> = neighbours(samples.size)
            .filter(|&(a, b)| distance(&colours[a], &colours[b]) < SAME)
            .map(|(a, b)| {
                let (from, to) = (terms_of(a, samples.size), terms_of(b, samples.size));
                (std::array::from_fn(|k| to[k] - from[k]), brightness(samples, b) - brightness(samples, a))
            })
            .collect();
        (slopes.len() >= LEAST).then(|| Self::fit(&slopes))?
    }

    fn is_uneven(&self, size: usize) -> bool {
        let logs = (0..size * size).map(|i| self.log(&terms_of(i, size)));
        let (low, high) = logs.fold((f64::MAX, f64::MIN), |(low, high), log| (low.min(log), high.max(log)));
        (high - low).exp() > EVEN
    }

    /// The polynomial that most rows agree with: changes of the terms and of the logarithm of the brightness.
    fn fit(rows: &[Row]) -> Option<Self> {
        let mut light = Self([0.0; TERMS]);
        let mut weights = vec![1.0; rows.len()];
        for _ in 0..ROUNDS {
            light = Self(least_squares(rows, &weights)?);
            for (weight, (step, change)) in weights.iter_mut().zip(rows) {
                *weight = (1.0 + ((change - light.log(step)) / STRAY).powi(2)).recip();
            }
        }
        Some(light)
    }

    fn log(&self, terms: &[f64; TERMS]) -> f64 {
        self.0.iter().zip(terms).map(|(factor, term)| factor * term).sum()
    }

    /// The cells as they would look in even light.
    pub(crate) fn even(&self, samples: &Samples) -> Samples {
        let mut even = samples.clone();
        for (i, sample) in even.cells.iter_mut().enumerate() {
            sample.colour = self.relit(sample.colour, &terms_of(i, samples.size));
        }
        even
    }

    /// A colour seen so far across and down the board, from 0 to 1, as it would look in even light.
    pub(crate) fn colour(&self, colour: [f32; 3], x: f64, y: f64) -> [f32; 3] {
        self.relit(colour, &terms(x - 0.5, y - 0.5))
    }

    fn relit(&self, colour: [f32; 3], terms: &[f64; TERMS]) -> [f32; 3] {
        let by = (-self.log(terms)).exp() as f32;
        colour.map(|c| (c * by).min(255.0))
    }
}

/// The logarithm of a cell's brightness.
fn brightness(samples: &Samples, cell: usize) -> f64 {
    samples.cells[cell].colour.iter().map(|&c| f64::from(c)).sum::<f64>().max(1.0).ln()
}

/// How the cells of each group differ from its mean.
fn within(labels: &[usize], samples: &Samples) -> Vec<Row> {
    let mut sums = vec![([0.0; TERMS], 0.0, 0.0); samples.size];
    let seen: Vec<Row> = (0..labels.len()).map(|i| (terms_of(i, samples.size), brightness(samples, i))).collect();
    for (&label, (terms, bright)) in labels.iter().zip(&seen) {
        let sum = &mut sums[label];
        sum.0.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        sum.1 += bright;
        sum.2 += 1.0;
    }
    let differences = labels.iter().zip(&seen).map(|(&label, (terms, bright))| {
        let (mean, light, count) = &sums[label];
        (std::array::from_fn(|k| terms[k] - mean[k] / count), bright - light / count)
    });
    differences.collect()
}

/// Solves the normal equations by elimination.
fn least_squares(rows: &[Row], weights: &[f64]) -> Option<[f64; TERMS]> {
    // The last column is the right side. A touch of ridge keeps what the rows do not tell at zero.
    let mut table = [[0.0; TERMS + 1]; TERMS];
    for ((terms, value), weight) in rows.iter().zip(weights) {
        for i in 0..TERMS {
            for j in 0..TERMS {
                table[i][j] += weight * terms[i] * terms[j];
            }
            table[i][TERMS] += weight * terms[i] * value;
        }
    }
    for i in 0..TERMS {
        table[i][i] += 1e-6;
        let pivot = table[i];
        for j in (0..TERMS).filter(|&j| j != i) {
            let factor = table[j][i] / pivot[i];
            for (value, above) in table[j].iter_mut().zip(pivot) {
                *value -= factor * above;
            }
        }
    }
    let solution: [f64; TERMS] = std::array::from_fn(|i| table[i][TERMS] / table[i][i]);
    solution.iter().all(|value| value.is_finite()).then_some(solution)
}
