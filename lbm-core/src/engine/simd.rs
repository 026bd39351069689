//! Arithmetic on one number or on a SIMD register of them, so that a formula is written once.

use std::ops::{Add, Div, Mul, Sub};

use pulp::Simd;

/// Asks for the cache line of a value that is read later, to the second cache.
#[inline(always)]
pub(crate) fn prefetch_far<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t1(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks for the cache line of a value that is read soon, where the machine can be asked for it.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// One or several `f32` numbers.
///
/// Every operation rounds once, as in IEEE 754, and nothing is contracted into fused multiply-adds: the bits are the same
/// for one number and for sixteen, with SSE2 and with AVX-512.
pub(crate) trait Float:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Add<f32, Output = Self>
    + Sub<f32, Output = Self>
    + Mul<f32, Output = Self>
{
    /// `value` in every lane.
    fn splat(self, value: f32) -> Self;

    fn sqrt(self) -> Self;

    /// Without its sign.
    fn abs(self) -> Self;

    /// The smaller of both; `other` if one of them is not a number.
    fn min(self, other: Self) -> Self;

    /// The larger of both; `other` if one of them is not a number.
    fn max(self, other: Self) -> Self;

    /// `self + x` where `a` is smaller than `b`, else `self`.
    fn plus_where_less(self, x: Self, a: Self, b: Self) -> Self;

    /// `self − x` where `a` is smaller than `b`, else `self`.
    fn minus_where_less(self, x: Self, a: Self, b: Self) -> Self;

    /// 0 where `a` is smaller than `b` without their signs, else this number.
    fn unless_smaller(self, a: Self, b: Self) -> Self;

    /// Whether one of the numbers is above 0.
    fn is_some_positive(self) -> bool;

    /// `factor · self + other` for a factor that is a power of two: the product is exact, so the sum is rounded once,
    /// fused with it or not.
    fn scaled_plus(self, factor: f32, other: Self) -> Self;

    /// `self − other`, rounded once, given `unit` = 1: a fused multiply-add where `unit` is a number that the compiler does not know.
    fn minus(self, other: Self, unit: Self) -> Self;

    /// `self^(−⅓)` of a positive number, to a few units in the last place.
    fn inverse_cbrt(self) -> Self;
}

/// First estimate from the exponent, to 4 %, then Newton's iteration `y ← y (4 − x y³) / 3`.
#[inline(always)]
fn inverse_cbrt(x: f32) -> f32 {
    // A negative number gives some number: cells without water are reported elsewhere.
    let mut y = f32::from_bits(0x54a2_1d2a_u32.wrapping_sub(x.to_bits() / 3));
    for _ in 0..3 {
        y = y * (4.0 - x * ((y * y) * y)) * (1.0 / 3.0);
    }
    y
}

impl Float for f32 {
    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn plus_where_less(self, x: Self, a: Self, b: Self) -> Self {
        if a < b { self + x } else { self }
    }

    #[inline(always)]
    fn minus_where_less(self, x: Self, a: Self, b: Self) -> Self {
        if a < b { self - x } else { self }
    }

    #[inline(always)]
    fn unless_smaller(self, a: Self, b: Self) -> Self {
        if a.abs() < b.abs() { 0.0 } else { self }
    }

    #[inline(always)]
    fn is_some_positive(self) -> bool {
        self > 0.0
    }

    #[inline(always)]
    fn scaled_plus(self, factor: f32, other: Self) -> Self {
        self * factor + other
    }

    #[inline(always)]
    fn minus(self, other: Self, _: Self) -> Self {
        self - other
    }

    #[inline(always)]
    fn inverse_cbrt(self) -> Self {
        inverse_cbrt(self)
    }
}

/// A SIMD register of `f32` lanes on the instruction set `S`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vector<S: Simd> {
    pub(crate) simd: S,
    pub(crate) values: S::f32s,
}

impl<S: Simd> Vector<S> {
    /// Vectors of eight and more come with fused multiply-add; others would take a call for each number.
    const HAS_FUSED: bool = S::F32_LANES >= 8;

    #[inline(always)]
    pub(crate) fn new(simd: S, values: S::f32s) -> Self {
        Self { simd, values }
    }

    /// The numbers of `line` from `start` on.
    #[inline(always)]
    pub(crate) fn load(simd: S, line: &[f32], start: usize) -> Self {
        Self::new(simd, S::as_simd_f32s(&line[start..]).0[0])
    }

    /// As [`Self::load`], from a line that may end before the register is full: zeros follow.
    #[inline(always)]
    pub(crate) fn load_part(simd: S, line: &[f32], start: usize) -> Self {
        match S::as_simd_f32s(&line[start..]).0.first() {
            Some(&values) => Self::new(simd, values),
            None => Self::new(simd, simd.partial_load_f32s(&line[start..])),
        }
    }

    /// Writes the numbers to `line` from `start` on.
    #[inline(always)]
    pub(crate) fn store(self, line: &mut [f32], start: usize) {
        S::as_mut_simd_f32s(&mut line[start..start + S::F32_LANES]).0[0] = self.values;
    }

    #[inline(always)]
    pub(crate) fn less_than(self, other: Self) -> S::m32s {
        self.simd.less_than_f32s(self.values, other.values)
    }

    /// The numbers that a mask selects, 0 in place of the others.
    #[inline(always)]
    pub(crate) fn masked(self, mask: S::m32s) -> Self {
        let Self { simd, values } = self;
        // Masks as wide as the numbers are all or none of their bits: one instruction in place of the two that a selection takes.
        let kept = if size_of::<S::m32s>() == size_of::<S::f32s>() {
            simd.and_f32s(pulp::bytemuck::cast(mask), values)
        } else {
            simd.select_f32s(mask, values, simd.splat_f32s(0.0))
        };
        Self::new(simd, kept)
    }
}

impl<S: Simd> Float for Vector<S> {
    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        Self::new(self.simd, self.simd.splat_f32s(value))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::new(self.simd, self.simd.sqrt_f32s(self.values))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        // `abs_f32s` would take a call.
        let digits = self.simd.splat_f32s(f32::from_bits(!(1 << 31)));
        Self::new(self.simd, self.simd.and_f32s(self.values, digits))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let less = self.simd.less_than_f32s(self.values, other.values);
        Self::new(self.simd, self.simd.select_f32s(less, self.values, other.values))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        let greater = self.simd.greater_than_f32s(self.values, other.values);
        Self::new(self.simd, self.simd.select_f32s(greater, self.values, other.values))
    }

    #[inline(always)]
    fn plus_where_less(self, x: Self, a: Self, b: Self) -> Self {
        let less = self.simd.less_than_f32s(a.values, b.values);
        Self::new(self.simd, self.simd.select_f32s(less, (self + x).values, self.values))
    }

    #[inline(always)]
    fn minus_where_less(self, x: Self, a: Self, b: Self) -> Self {
        let less = self.simd.less_than_f32s(a.values, b.values);
        Self::new(self.simd, self.simd.select_f32s(less, (self - x).values, self.values))
    }

    #[inline(always)]
    fn unless_smaller(self, a: Self, b: Self) -> Self {
        self.masked(self.simd.not_m32s(self.simd.less_than_f32s(a.abs().values, b.abs().values)))
    }

    #[inline(always)]
    fn is_some_positive(self) -> bool {
        let positive = self.simd.greater_than_f32s(self.values, self.simd.splat_f32s(0.0));
        self.simd.first_true_m32s(positive) < S::F32_LANES
    }

    #[inline(always)]
    fn scaled_plus(self, factor: f32, other: Self) -> Self {
        if !Self::HAS_FUSED {
            return self * factor + other;
        }
        let factor = self.splat(factor);
        Self::new(self.simd, self.simd.mul_add_e_f32s(self.values, factor.values, other.values))
    }

    #[inline(always)]
    fn minus(self, other: Self, unit: Self) -> Self {
        if !Self::HAS_FUSED {
            return self - other;
        }
        let minus = self.simd.neg_f32s(other.values);
        Self::new(self.simd, self.simd.mul_add_e_f32s(minus, unit.values, self.values))
    }

    #[inline(always)]
    fn inverse_cbrt(mut self) -> Self {
        let numbers = std::slice::from_mut(&mut self.values);
        for x in pulp::bytemuck::cast_slice_mut::<S::f32s, f32>(numbers) {
            *x = inverse_cbrt(*x);
        }
        self
    }
}

macro_rules! operation {
    ($Trait:ident, $method:ident, $simd_method:ident) => {
        impl<S: Simd> $Trait for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::new(self.simd, self.simd.$simd_method(self.values, other.values))
            }
        }
    };
}
operation!(Add, add, add_f32s);
operation!(Sub, sub, sub_f32s);
operation!(Mul, mul, mul_f32s);
operation!(Div, div, div_f32s);

macro_rules! operation_with_constant {
    ($Trait:ident, $method:ident) => {
        impl<S: Simd> $Trait<f32> for Vector<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, constant: f32) -> Self {
                $Trait::$method(self, self.splat(constant))
            }
        }
    };
}
operation_with_constant!(Add, add);
operation_with_constant!(Sub, sub);
operation_with_constant!(Mul, mul);

/// `[value of 0, value of 1, …]`, written out: closures would not be compiled for the surrounding instruction set, and
/// loops over arrays of registers may remain loops over memory.
macro_rules! unrolled {
    ($k:ident in [$($number:literal)*] => $value:expr) => {
        [$({
            let $k: usize = $number;
            $value
        }),*]
    };
}
pub(crate) use unrolled;

#[cfg(test)]
mod tests {
    use super::inverse_cbrt;

    #[test]
    fn inverse_cubic_roots_cubed_are_inverses() {
        for k in -120..120 {
            let x = 1.17f32.powi(k);
            let exact = f64::from(x).cbrt().recip();
            assert!((f64::from(inverse_cbrt(x)) / exact - 1.0).abs() < 4e-7, "{x}");
        }
    }
}
