//! Sums taken side by side, which vector instructions add at once.

/// Number of sums that are taken side by side.
pub(crate) const LANES: usize = 8;

/// Runs `op` with vectors of [`LANES`] `f32`: those of AVX2 where the machine has it, else arrays, which the compiler vectorizes.
pub(crate) fn with_lanes<Op: pulp::WithSimd>(op: Op) -> Op::Output {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return pulp::Simd::vectorize(simd, op);
    }
    op.with_simd(pulp::Scalar256b)
}

/// Sum of sums that were taken side by side.
#[inline(always)]
pub(crate) fn sum(&[a, b, c, d, e, f, g, h]: &[f64; LANES]) -> f64 {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}
