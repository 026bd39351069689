//! Whether two masks are the same.

use mask_raster::CellMask;

/// Largest difference of a depth, m. What is found is 0.
const DEPTH_M: f32 = 1e-5;

/// Cells whose labels differ, and the largest difference of a depth.
pub(crate) fn difference(a: &CellMask, b: &CellMask) -> (usize, f32) {
    let labels = a.labels().iter().zip(b.labels()).filter(|(a, b)| a != b).count();
    let depths = |a: &[f32], b: &[f32]| {
        a.iter().zip(b).filter(|(a, b)| a != b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    };
    (labels, depths(a.top_m(), b.top_m()).max(depths(a.bottom_m(), b.bottom_m())))
}

pub(crate) fn is_equal(a: &CellMask, b: &CellMask) -> bool {
    let (labels, depth_m) = difference(a, b);
    labels == 0 && depth_m <= DEPTH_M
}
