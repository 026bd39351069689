//! What level water mirrors: the bodies above it, drawn from below.

use glam::Vec2;

/// Pixels of a picture along the side of a texel.
pub(in crate::render) const COARSE: usize = 1;

/// A picture of the mirrored bodies.
#[derive(Clone, Debug, Default)]
pub(in crate::render) struct Mirror {
    /// Texels across and down; none where nothing is mirrored.
    pub(in crate::render) size: [usize; 2],
    /// Light, weighted by what the bodies cover, and that fraction.
    pub(in crate::render) texels: Vec<[f32; 4]>,
}

impl Mirror {
    /// Texels across and down for a picture of some pixels.
    pub(in crate::render) fn size_for(pixels: [usize; 2]) -> [usize; 2] {
        pixels.map(|n| n.div_ceil(COARSE))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texels.is_empty()
    }

    /// Light and cover at a place in pixels, bilinear; `None` where nothing is mirrored.
    #[inline]
    pub(super) fn at(&self, pixel: Vec2) -> Option<[f32; 4]> {
        let at = pixel / COARSE as f32 - 0.5;
        let low = at.floor();
        let t = at - low;
        let texel = |i: f32, j: f32| {
            let inside = i >= 0.0 && j >= 0.0 && i < self.size[0] as f32 && j < self.size[1] as f32;
            if inside { self.texels[j as usize * self.size[0] + i as usize] } else { [0.0; 4] }
        };
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let [a, b, c, d] = corners.map(|(i, j)| texel(low.x + i, low.y + j));
        if [a, b, c, d].iter().all(|texel| texel[3] == 0.0) {
            return None;
        }
        Some(std::array::from_fn(|n| {
            let (south, north) = (a[n] + (b[n] - a[n]) * t.x, c[n] + (d[n] - c[n]) * t.x);
            south + (north - south) * t.y
        }))
    }
}
