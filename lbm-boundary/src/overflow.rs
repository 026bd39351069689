//! Water that a moving solid shuts in.

/// How deep water may stand beside a moving solid, in depths at rest: what is above goes over the solid.
///
/// A solid that closes a dock, or a blade that closes on a wall, leaves the water before it no way out but up, without bound:
/// a propeller that drifted towards a wall at a tenth of a metre a second had 2.5 m in the last cell of one metre deep water,
/// which then broke through its tips faster than any lattice carries. Water at twice its depth is a shock that the scheme just
/// bears, and that no solid pushes before it which it bears.
pub(crate) const HIGHEST: f32 = 2.0;

/// Takes what stands above [`HIGHEST`] in a cell of the depth `h` out of its population at rest: no momentum goes with it.
/// Returns what the water gained, which is less than nothing.
#[cold]
pub(crate) fn spill(at_rest: &mut f32, h: f32, rest_depth: f32) -> f64 {
    let before = *at_rest;
    *at_rest -= h - HIGHEST * rest_depth;
    f64::from(*at_rest) - f64::from(before)
}
