//! Arithmetic on SIMD registers of `f64`.
//!
//! A closure is not compiled for the instruction set of the function around it, so code that computes with these types is in
//! functions that are always inlined, and in [`three!`].

use std::ops::{Add, Div, Mul, Neg, Sub};

use pulp::{Simd, WithSimd};

/// Values side by side in memory: a whole number of registers on every machine.
pub(crate) const LANES: usize = 8;

pub(crate) type Lanes = [f64; LANES];

/// Runs an operation that is inlined late, when the code for an instruction set is made. The compiler would inline a call that it can
/// resolve before that, into all its callers: the forces took four times as long to compile, and were no faster.
#[inline(always)]
pub(crate) fn inlined_late<S: Simd, Op: WithSimd>(simd: S, op: Op) -> Op::Output {
    op.with_simd(simd)
}

/// A register of `f64` numbers of the instruction set `S`.
///
/// Every operation rounds once, [`mul_add`](Self::mul_add) too, and the compiler fuses none: the bits are the same on all
/// machines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reals<S: Simd> {
    simd: S,
    values: S::f64s,
}

/// One boolean for each number of a register.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mask<S: Simd> {
    simd: S,
    values: S::m64s,
}

impl<S: Simd> Reals<S> {
    #[inline(always)]
    pub(crate) fn splat(simd: S, value: f64) -> Self {
        Self { simd, values: simd.splat_f64s(value) }
    }

    /// The `part`-th register of `lanes`.
    #[inline(always)]
    pub(crate) fn load(simd: S, lanes: &Lanes, part: usize) -> Self {
        let (registers, _) = S::as_simd_f64s(lanes);
        Self { simd, values: registers[part] }
    }

    #[inline(always)]
    pub(crate) fn store(self, lanes: &mut Lanes, part: usize) {
        let (registers, _) = S::as_mut_simd_f64s(lanes);
        registers[part] = self.values;
    }

    /// `self` as the `part`-th register of lanes that are 0 otherwise.
    #[inline(always)]
    pub(crate) fn to_lanes(self, part: usize) -> Lanes {
        let mut lanes = [0.0; LANES];
        self.store(&mut lanes, part);
        lanes
    }

    /// Adds `self` to the `part`-th register of `lanes`.
    #[inline(always)]
    pub(crate) fn add_to(self, lanes: &mut Lanes, part: usize) {
        (Self::load(self.simd, lanes, part) + self).store(lanes, part);
    }

    /// Adds `self * factor` to the `part`-th register of `lanes`.
    #[inline(always)]
    pub(crate) fn add_product_to(self, factor: Self, lanes: &mut Lanes, part: usize) {
        self.mul_add(factor, Self::load(self.simd, lanes, part)).store(lanes, part);
    }

    /// `self * factor + summand`, rounded once.
    #[inline(always)]
    pub(crate) fn mul_add(self, factor: Self, summand: Self) -> Self {
        Self { values: self.simd.mul_add_f64s(self.values, factor.values, summand.values), ..self }
    }

    /// `minuend - self * factor`, rounded once.
    #[inline(always)]
    pub(crate) fn mul_sub_from(self, factor: Self, minuend: Self) -> Self {
        Self { values: self.simd.negate_mul_add_f64s(self.values, factor.values, minuend.values), ..self }
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

    /// Where `self` is above `other`; false for NaN.
    #[inline(always)]
    pub(crate) fn above(self, other: Self) -> Mask<S> {
        Mask { simd: self.simd, values: self.simd.greater_than_f64s(self.values, other.values) }
    }
}

impl<S: Simd> Mask<S> {
    /// `yes` where the mask is true, else `no`.
    #[inline(always)]
    pub(crate) fn select(self, yes: Reals<S>, no: Reals<S>) -> Reals<S> {
        Reals { simd: self.simd, values: self.simd.select_f64s(self.values, yes.values, no.values) }
    }

    /// `yes` where the mask is true, else 0.
    #[inline(always)]
    pub(crate) fn or_zero(self, yes: Reals<S>) -> Reals<S> {
        self.select(yes, Reals::splat(self.simd, 0.0))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { values: self.simd.and_m64s(self.values, other.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self { values: self.simd.or_m64s(self.values, other.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn not(self) -> Self {
        Self { values: self.simd.not_m64s(self.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn differs(self, other: Self) -> Self {
        Self { values: self.simd.xor_m64s(self.values, other.values), ..self }
    }

    #[inline(always)]
    pub(crate) fn all(self) -> bool {
        !self.not().any()
    }

    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        self.simd.first_true_m64s(self.values) < S::F64_LANES
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

/// `[value(0), value(1), value(2)]`, unrolled.
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

/// A register of three-dimensional vectors.
pub(crate) type Vectors<S> = [Reals<S>; 3];

/// The same vector in all lanes.
#[inline(always)]
pub(crate) fn splat<S: Simd>(simd: S, v: glam::DVec3) -> Vectors<S> {
    [Reals::splat(simd, v.x), Reals::splat(simd, v.y), Reals::splat(simd, v.z)]
}

#[inline(always)]
pub(crate) fn dot<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> Reals<S> {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

#[inline(always)]
pub(crate) fn cross<S: Simd>(a: Vectors<S>, b: Vectors<S>) -> Vectors<S> {
    three!(k => a[(k + 2) % 3].mul_sub_from(b[(k + 1) % 3], a[(k + 1) % 3] * b[(k + 2) % 3]))
}
