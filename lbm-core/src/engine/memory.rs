//! The memory of a lattice's rows.

use std::ops::Range;

use rayon::prelude::*;

use super::aligned::Aligned;
#[cfg(feature = "half")]
use super::half::HalfMemory;

/// Storage of a lattice's populations between traversals of its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Storage {
    /// 32 bits a population.
    #[default]
    Single,
    /// 16 bits a population, as FluidX3D's FP16S (Lehmann et al. 2022): IEEE half precision of the deviation from rest, times
    /// a power of two that makes twice the rest depth the largest number; larger ones are clamped to it. With the feature
    /// `half` alone.
    ///
    /// Halves memory and traffic; arithmetic stays in 32 bits. The conversion costs time: measure before choosing it for
    /// speed. Each traversal rounds every population once, by at most 2⁻¹¹ of itself or 2⁻⁴¹ of the largest number: mass
    /// and momentum are conserved to that only, not to the rounding of 32 bits. Several steps a traversal
    /// ([`crate::Lattice::steps_with`]) round less often.
    #[cfg(feature = "half")]
    Half,
}

/// The rows in memory, and copies of those beside each band.
#[derive(Debug)]
pub(crate) enum Memory {
    Single {
        rows: Aligned<f32>,
        halo: Vec<f32>,
    },
    #[cfg(feature = "half")]
    Half(HalfMemory),
}

impl Memory {
    pub(crate) fn single(len: usize) -> Self {
        Self::Single { rows: Aligned::zeros(len), halo: Vec::new() }
    }

    /// Whether each traversal rounds.
    pub(crate) fn rounds(&self) -> bool {
        match self {
            Self::Single { .. } => false,
            #[cfg(feature = "half")]
            Self::Half(_) => true,
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> Option<&[f32]> {
        match self {
            Self::Single { rows, .. } => Some(rows.as_slice()),
            #[cfg(feature = "half")]
            Self::Half(_) => None,
        }
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> Option<&mut [f32]> {
        match self {
            Self::Single { rows, .. } => Some(rows.as_mut_slice()),
            #[cfg(feature = "half")]
            Self::Half(_) => None,
        }
    }

    /// The values `step` apart from `start` on.
    #[inline]
    pub(crate) fn gather<const N: usize>(&self, start: usize, step: usize) -> [f32; N] {
        match self {
            Self::Single { rows, .. } => {
                let rows = &rows.as_slice()[start..];
                std::array::from_fn(|k| rows[k * step])
            }
            #[cfg(feature = "half")]
            Self::Half(half) => std::array::from_fn(|k| half.get(start + k * step)),
        }
    }

    /// Sets the values `step` apart from `start` on.
    #[inline]
    pub(crate) fn scatter<const N: usize>(&mut self, start: usize, step: usize, values: [f32; N]) {
        match self {
            Self::Single { rows, .. } => {
                let rows = &mut rows.as_mut_slice()[start..];
                (0..N).for_each(|k| rows[k * step] = values[k]);
            }
            #[cfg(feature = "half")]
            Self::Half(half) => (0..N).for_each(|k| half.set(start + k * step, values[k])),
        }
    }

    /// Calls `read` with the values of a range.
    pub(crate) fn read<T>(&self, range: Range<usize>, read: impl FnOnce(&[f32]) -> T) -> T {
        match self {
            Self::Single { rows, .. } => read(&rows.as_slice()[range]),
            #[cfg(feature = "half")]
            Self::Half(half) => read(&half.read(range)),
        }
    }

    /// Calls `change(k, row, beside)` for the `k`-th of the rows of `len` values in a range, each with what is `beside` it, in
    /// parallel, and collects the results in order.
    pub(crate) fn map_rows<T: Send, B: IndexedParallelIterator>(
        &mut self,
        (range, len): (Range<usize>, usize),
        rows_per_task: usize,
        beside: B,
        change: impl Fn(usize, &mut [f32], B::Item) -> T + Sync,
    ) -> Vec<T> {
        match self {
            Self::Single { rows, .. } => {
                changed(&mut rows.as_mut_slice()[range], (len, rows_per_task), beside, &change).collect()
            }
            #[cfg(feature = "half")]
            Self::Half(half) => half.map_rows((range, len), rows_per_task, beside, change),
        }
    }

    /// As [`Self::map_rows`], but folds the results, in order, into one: `and` of two of them, beginning with `none`.
    pub(crate) fn fold_rows<T: Send, B: IndexedParallelIterator>(
        &mut self,
        (range, len): (Range<usize>, usize),
        rows_per_task: usize,
        beside: B,
        change: impl Fn(usize, &mut [f32], B::Item) -> T + Sync,
        (none, and): (impl Fn() -> T + Sync + Send, impl Fn(T, T) -> T + Sync + Send),
    ) -> T {
        match self {
            Self::Single { rows, .. } => {
                changed(&mut rows.as_mut_slice()[range], (len, rows_per_task), beside, &change)
                    .reduce(none, and)
            }
            #[cfg(feature = "half")]
            Self::Half(half) => {
                half.map_rows((range, len), rows_per_task, beside, change).into_iter().fold(none(), and)
            }
        }
    }
}

/// What `change` makes of each of the rows of `len` values, with what is `beside` it.
fn changed<'a, T: Send + 'a, B: IndexedParallelIterator + 'a>(
    values: &'a mut [f32],
    (len, rows_per_task): (usize, usize),
    beside: B,
    change: &'a (impl Fn(usize, &mut [f32], B::Item) -> T + Sync),
) -> impl IndexedParallelIterator<Item = T> + 'a {
    let rows = values.par_chunks_mut(len).with_min_len(rows_per_task).with_max_len(rows_per_task);
    rows.zip(beside).enumerate().map(|(k, (row, beside))| change(k, row, beside))
}
