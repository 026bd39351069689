//! What the samples of each pixel have in common.

use std::ops::Range;

use pulp::Simd;

use super::seen::Seen;
use crate::camera::Camera;
use crate::shading::{Work, dispatch};

/// What the samples of each pixel of a row have in common.
#[derive(Default)]
pub(super) struct Together {
    /// Bits that are set in the numbers of all their facets, and in any.
    pub(super) all: Vec<u32>,
    pub(super) any: Vec<u32>,
    /// Sum of their distances along the camera's direction, m.
    pub(super) distances_m: Vec<f32>,
}

impl Together {
    /// Finds it for the pixels whose samples these are, whole rows of them.
    pub(super) fn reduce(&mut self, seen: &Seen, samples: Range<usize>, per_side: usize, camera: &Camera) {
        dispatch(Reduce { together: self, seen, samples, per_side, camera });
    }

    #[inline(always)]
    fn reduce_by<const N: usize>(&mut self, seen: &Seen, samples: Range<usize>, camera: &Camera) {
        let width = samples.len() / (N * N);
        for all in [&mut self.all, &mut self.any] {
            all.resize(width, 0);
        }
        self.all.fill(u32::MAX);
        self.any.fill(0);
        self.distances_m.clear();
        self.distances_m.resize(width, 0.0);
        let lines = seen.facets[samples.clone()].chunks_exact(width * N);
        let lines = lines.zip(seen.depths[samples].chunks_exact(width * N));
        for (facets, depths) in lines {
            let places = facets.as_chunks::<N>().0.iter().zip(depths.as_chunks::<N>().0);
            for (((all, any), distance_m), (facets, depths)) in
                self.all.iter_mut().zip(&mut self.any).zip(&mut self.distances_m).zip(places)
            {
                for k in 0..N {
                    *all &= facets[k];
                    *any |= facets[k];
                    *distance_m += camera.distance_m(depths[k]);
                }
            }
        }
    }
}

struct Reduce<'a> {
    together: &'a mut Together,
    seen: &'a Seen,
    samples: Range<usize>,
    per_side: usize,
    camera: &'a Camera,
}

impl Work for Reduce<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let Self { together, seen, samples, per_side, camera } = self;
        match per_side {
            1 => together.reduce_by::<1>(seen, samples, camera),
            2 => together.reduce_by::<2>(seen, samples, camera),
            3 => together.reduce_by::<3>(seen, samples, camera),
            _ => together.reduce_by::<4>(seen, samples, camera),
        }
    }
}
