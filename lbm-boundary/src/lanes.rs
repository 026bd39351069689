//! Sums taken side by side, which vector instructions add at once.

use std::ops::{Add, Mul, Sub};

use pulp::Simd;
use pulp::bytemuck::cast;

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
pub(crate) fn sum<T: Copy + Add<Output = T>>(&[a, b, c, d, e, f, g, h]: &[T; LANES]) -> T {
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// [`LANES`] numbers.
#[derive(Clone, Copy)]
pub(crate) struct Vector<S: Simd> {
    pub(crate) simd: S,
    numbers: S::f32s,
}

impl<S: Simd> Vector<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S, numbers: [f32; LANES]) -> Self {
        Self { simd, numbers: cast(numbers) }
    }

    #[inline(always)]
    pub(crate) fn splat(simd: S, number: f32) -> Self {
        Self { simd, numbers: simd.splat_f32s(number) }
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; LANES] {
        cast(self.numbers)
    }
}

macro_rules! operation {
    ($Trait:ident, $method:ident, $simd_method:ident) => {
        impl<S: Simd> $Trait for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { numbers: self.simd.$simd_method(self.numbers, other.numbers), ..self }
            }
        }
    };
}
operation!(Add, add, add_f32s);
operation!(Sub, sub, sub_f32s);
operation!(Mul, mul, mul_f32s);
