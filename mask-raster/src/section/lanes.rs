//! Vectors of `f64`, as wide as the machine has them.

use pulp::{Simd, WithSimd};
use std::ops::{Add, Div, Mul, Sub};

/// Numbers side by side in memory: a whole number of vectors on every machine.
pub(super) const EIGHT: usize = 8;

/// Runs `op` with the widest vectors of the machine: else with arrays of four, which the compiler vectorizes.
#[inline]
pub(super) fn with_widest<Op: WithSimd>(op: Op) -> Op::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V4::try_new() {
        return Simd::vectorize(simd, op);
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return Simd::vectorize(simd, op);
    }
    op.with_simd(pulp::Scalar256b)
}

/// A vector of `f64`. Every operation is rounded separately; none is fused: the bits are the same on all machines.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd> {
    simd: S,
    numbers: S::f64s,
}

/// A boolean for each lane.
#[derive(Clone, Copy)]
pub(super) struct LaneMask<S: Simd> {
    simd: S,
    bits: S::m64s,
}

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    pub(super) fn splat(simd: S, number: f64) -> Self {
        Self { simd, numbers: simd.splat_f64s(number) }
    }

    /// The `part`-th vector of eight numbers.
    #[inline(always)]
    pub(super) fn load(simd: S, eight: &[f64; EIGHT], part: usize) -> Self {
        Self { simd, numbers: S::as_simd_f64s(eight).0[part] }
    }

    /// The same of numbers of half the width.
    #[inline(always)]
    pub(super) fn widened(simd: S, eight: &[f32; EIGHT], part: usize) -> Self {
        let narrow = &eight[part * S::F64_LANES..][..S::F64_LANES];
        let mut wide = [0.0; EIGHT];
        // Without `zip`, which is a call.
        for lane in 0..S::F64_LANES {
            wide[lane] = f64::from(narrow[lane]);
        }
        Self::load(simd, &wide, 0)
    }

    /// Its numbers, then zeros.
    #[inline(always)]
    pub(super) fn to_eight(self) -> [f64; EIGHT] {
        let mut eight = [0.0; EIGHT];
        S::as_mut_simd_f64s(&mut eight).0[0] = self.numbers;
        eight
    }

    /// The greatest number.
    #[inline(always)]
    pub(super) fn most(self) -> f64 {
        self.simd.reduce_max_f64s(self.numbers)
    }

    /// The least number.
    #[inline(always)]
    pub(super) fn least(self) -> f64 {
        self.simd.reduce_min_f64s(self.numbers)
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        let all_but_sign = self.simd.splat_f64s(f64::from_bits(u64::MAX >> 1));
        Self { numbers: self.simd.and_f64s(self.numbers, all_but_sign), ..self }
    }

    /// The largest whole number up to one from 0 to 2⁵¹: rounded to the nearest by a number in which a step is 1, and less 1 where that is above.
    #[inline(always)]
    pub(super) fn floor(self) -> Self {
        let one = Self::splat(self.simd, 1.0);
        let whole = Self::splat(self.simd, WHOLE);
        let nearest = self + whole - whole;
        self.less_than(nearest).select(nearest - one, nearest)
    }

    #[inline(always)]
    pub(super) fn less_than(self, other: Self) -> LaneMask<S> {
        LaneMask { simd: self.simd, bits: self.simd.less_than_f64s(self.numbers, other.numbers) }
    }

    /// The lesser of both; `self` where one is not a number.
    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        other.less_than(self).select(other, self)
    }

    /// The greater of both; `self` where one is not a number.
    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        self.less_than(other).select(other, self)
    }

    #[inline(always)]
    pub(super) fn equals(self, other: Self) -> LaneMask<S> {
        LaneMask { simd: self.simd, bits: self.simd.equal_f64s(self.numbers, other.numbers) }
    }

    #[inline(always)]
    pub(super) fn at_most(self, other: Self) -> LaneMask<S> {
        LaneMask { simd: self.simd, bits: self.simd.less_than_or_equal_f64s(self.numbers, other.numbers) }
    }
}

/// 2⁵²: `f64` from there on are whole numbers, of which the lowest bits are those below it.
pub(super) const WHOLE: f64 = (1_u64 << 52) as f64;

impl<S: Simd> LaneMask<S> {
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self { bits: self.simd.and_m64s(self.bits, other.bits), ..self }
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self { bits: self.simd.or_m64s(self.bits, other.bits), ..self }
    }

    #[inline(always)]
    pub(super) fn select(self, yes: Lanes<S>, no: Lanes<S>) -> Lanes<S> {
        Lanes { numbers: self.simd.select_f64s(self.bits, yes.numbers, no.numbers), ..yes }
    }

    /// Where both are true, or both false.
    #[inline(always)]
    pub(super) fn is(self, other: Self) -> Self {
        Self { bits: self.simd.not_m64s(self.simd.xor_m64s(self.bits, other.bits)), ..self }
    }

    /// Whether it is true in all lanes.
    #[inline(always)]
    pub(super) fn all(self) -> bool {
        self.simd.first_true_m64s(self.not().bits) == S::F64_LANES
    }

    /// Whether it is true in some lane.
    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.simd.first_true_m64s(self.bits) < S::F64_LANES
    }

    #[inline(always)]
    pub(super) fn not(self) -> Self {
        Self { bits: self.simd.not_m64s(self.bits), ..self }
    }
}

impl<S: Simd> Add for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { numbers: self.simd.add_f64s(self.numbers, other.numbers), ..self }
    }
}

impl<S: Simd> Sub for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { numbers: self.simd.sub_f64s(self.numbers, other.numbers), ..self }
    }
}

impl<S: Simd> Mul for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self { numbers: self.simd.mul_f64s(self.numbers, other.numbers), ..self }
    }
}

impl<S: Simd> Div for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self { numbers: self.simd.div_f64s(self.numbers, other.numbers), ..self }
    }
}
