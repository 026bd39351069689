use lbm_core::d2q9::C;

/// Unit vector of `q`.
pub(super) fn unit(q: usize) -> [f32; 2] {
    let [x, y] = C[q].map(|c| c as f32);
    [x, y].map(|c| c / x.hypot(y))
}

/// The direction of `q` along x or y.
pub(super) fn along(q: usize, along_x: bool) -> usize {
    let e = if along_x { [C[q][0], 0] } else { [0, C[q][1]] };
    C.iter().position(|c| *c == e).unwrap_or_default()
}
