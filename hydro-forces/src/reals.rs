//! Arithmetic on a vector register of `f64`.

use std::ops::{Add, Div, Mul, Neg, Sub};

use pulp::Simd;

/// `f64` numbers side by side, as many as the instruction set `S` has.
///
/// Every operation rounds once and nothing is contracted into fused multiply-adds: the bits are the
/// same on all machines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reals<S: Simd> {
    simd: S,
    values: S::f64s,
}

impl<S: Simd> Reals<S> {
    #[inline(always)]
    pub(crate) fn splat(simd: S, value: f64) -> Self {
        Self { simd, values: simd.splat_f64s(value) }
    }

    /// The `part`-th register of `lanes`, whose length is a multiple of a register's.
    #[inline(always)]
    pub(crate) fn load(simd: S, lanes: &[f64], part: usize) -> Self {
        let (registers, _) = S::as_simd_f64s(lanes);
        Self { simd, values: registers[part] }
    }

    #[inline(always)]
    pub(crate) fn store(self, lanes: &mut [f64], part: usize) {
        let (registers, _) = S::as_mut_simd_f64s(lanes);
        registers[part] = self.values;
    }

    /// Adds to what is in `lanes`.
    #[inline(always)]
    pub(crate) fn add_to(self, lanes: &mut [f64], part: usize) {
        (Self::load(self.simd, lanes, part) + self).store(lanes, part);
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self { values: self.simd.sqrt_f64s(self.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self { values: self.simd.min_f64s(self.values, other.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self { values: self.simd.max_f64s(self.values, other.values), ..self }
    }

    /// The numbers of `self` where those of `large` are above those of `small`, elsewhere 0.
    #[inline(always)]
    pub(crate) fn where_above(self, large: Self, small: Self) -> Self {
        let above = self.simd.greater_than_f64s(large.values, small.values);
        let zero = self.simd.splat_f64s(0.0);
        Self { values: self.simd.select_f64s(above, self.values, zero), ..self }
    }
}

macro_rules! operation {
    ($Trait:ident, $method:ident, $simd_method:ident) => {
        impl<S: Simd> $Trait for Reals<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { values: self.simd.$simd_method(self.values, other.values), ..self }
            }
        }
    };
}
operation!(Add, add, add_f64s);
operation!(Sub, sub, sub_f64s);
operation!(Mul, mul, mul_f64s);
operation!(Div, div, div_f64s);

impl<S: Simd> Mul<f64> for Reals<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        self * Self::splat(self.simd, factor)
    }
}

impl<S: Simd> Neg for Reals<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self { values: self.simd.neg_f64s(self.values), ..self }
    }
}

/// `[value of 0, value of 1, value of 2]`, written out: a closure would not be compiled for the
/// instruction set around it.
macro_rules! three {
    ($k:ident => $value:expr) => {
        [
            {
                let $k = 0usize;
                $value
            },
            {
                let $k = 1usize;
                $value
            },
            {
                let $k = 2usize;
                $value
            },
        ]
    };
}
pub(crate) use three;

#[inline(always)]
pub(crate) fn dot<S: Simd>(a: [Reals<S>; 3], b: [Reals<S>; 3]) -> Reals<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross<S: Simd>(a: [Reals<S>; 3], b: [Reals<S>; 3]) -> [Reals<S>; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
