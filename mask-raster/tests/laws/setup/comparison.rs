//! Differences between two masks.

use mask_raster::CellMask;

/// Largest difference of a height that counts as equal, m; the actual difference is 0.
const DEPTH_M: f32 = 1e-5;

/// Number of cells whose labels differ, and the largest difference of a height; masks on different grids differ in all cells.
pub(crate) fn difference(a: &CellMask, b: &CellMask) -> (usize, f32) {
    if a.grid() != b.grid() {
        return (a.grid().cells().max(b.grid().cells()), f32::INFINITY);
    }
    let labels = a.labels().iter().zip(b.labels()).filter(|(a, b)| a != b).count();
    (labels, largest(a.top_m(), b.top_m()).max(largest(a.bottom_m(), b.bottom_m())))
}

/// Largest difference of two heights at the same index; infinite where only one is NaN, which `f32::max` would ignore.
pub(crate) fn largest(a: &[f32], b: &[f32]) -> f32 {
    if a.len() != b.len() {
        return f32::INFINITY;
    }
    let difference = |(&a, &b): (&f32, &f32)| match (a == b || (a.is_nan() && b.is_nan()), (a - b).abs()) {
        (true, _) => 0.0,
        (false, apart) if apart.is_nan() => f32::INFINITY,
        (false, apart) => apart,
    };
    a.iter().zip(b).map(difference).fold(0.0, f32::max)
}

pub(crate) fn is_equal(a: &CellMask, b: &CellMask) -> bool {
    let (labels, depth_m) = difference(a, b);
    labels == 0 && depth_m <= DEPTH_M
}
