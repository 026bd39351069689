//! What is nearest behind samples.

use mask_raster::raster::Span;

/// The nearest points behind samples.
#[derive(Default)]
pub(super) struct Seen {
    /// Depths, 0 where there is nothing.
    pub(super) depths: Vec<f32>,
    /// Numbers of the facets, from 1, with [`WATER`] where these are water; 0 where there is nothing.
    pub(super) facets: Vec<u32>,
    /// Weights of the facet's second and third corner on the screen, where it is solid.
    pub(super) weights: Vec<[f32; 2]>,
    /// Spans of one triangle.
    pub(super) spans: Vec<Span>,
}

impl Seen {
    /// Nothing behind so many samples.
    pub(super) fn clear(&mut self, count: usize) {
        self.depths.clear();
        self.depths.resize(count, 0.0);
        self.facets.clear();
        self.facets.resize(count, 0);
        // Each is written before it is read.
        self.weights.resize(count, [0.0; 2]);
    }
}

/// The bit of a facet's number that says that it is water.
pub(super) const WATER: u32 = 1 << 31;
