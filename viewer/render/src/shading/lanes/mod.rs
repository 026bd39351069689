//! Vectors of samples side by side, as many as the machine's registers hold: each operation on them is one instruction.

pub(super) mod lanes3;

use std::ops::{Add, Div, Mul, Neg, Sub};

use pulp::{Simd, bytemuck};

/// Most samples side by side.
pub(crate) const MOST: usize = 16;

/// A number for each sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes<S: Simd> {
    simd: S,
    all: S::f32s,
}

macro_rules! operator {
    ($($trait:ident $name:ident $function:ident),*) => { $(
        impl<S: Simd> $trait for Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.of(self.simd.$function(self.all, other.all))
            }
        }

        impl<S: Simd> $trait<f32> for Lanes<S> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: f32) -> Self {
                self.$name(self.like(other))
            }
        }

        impl<S: Simd> $trait<Lanes<S>> for f32 {
            type Output = Lanes<S>;

            #[inline(always)]
            fn $name(self, other: Lanes<S>) -> Lanes<S> {
                other.like(self).$name(other)
            }
        }
    )* };
}

operator!(Add add add_f32s, Sub sub sub_f32s, Mul mul mul_f32s, Div div div_f32s);

impl<S: Simd> Neg for Lanes<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.of(self.simd.neg_f32s(self.all))
    }
}

impl<S: Simd> Lanes<S> {
    /// Samples side by side.
    pub(crate) const COUNT: usize = S::F32_LANES;

    /// The same number in each lane.
    #[inline(always)]
    pub(crate) fn splat(simd: S, x: f32) -> Self {
        Self { simd, all: simd.splat_f32s(x) }
    }

    /// Lane by lane; there are [`Self::COUNT`].
    #[inline(always)]
    pub(crate) fn from_fn(simd: S, mut of: impl FnMut(usize) -> f32) -> Self {
        let mut lanes = Self::splat(simd, 0.0);
        let all: &mut [f32] = bytemuck::cast_slice_mut(std::slice::from_mut(&mut lanes.all));
        for (k, lane) in all.iter_mut().enumerate() {
            *lane = of(k);
        }
        lanes
    }

    /// The first [`Self::COUNT`] of some numbers.
    #[inline(always)]
    pub(crate) fn load(simd: S, all: &[f32; MOST]) -> Self {
        let (vectors, _) = S::as_simd_f32s(all);
        Self { simd, all: vectors[0] }
    }

    /// The bytes with a number, 0 the lowest, of the first [`Self::COUNT`] of some words.
    #[inline(always)]
    pub(super) fn byte(simd: S, words: &[u32; MOST], number: u32) -> Self {
        let (vectors, _) = S::as_simd_u32s(words);
        let shifted = simd.wrapping_dyn_shr_u32s(vectors[0], simd.splat_u32s(8 * number));
        // The bits of 2²³ and of a whole number are those of their sum.
        let sum = simd.or_u32s(simd.and_u32s(shifted, simd.splat_u32s(0xff)), simd.splat_u32s(0x4b00_0000));
        Self { simd, all: simd.transmute_f32s_u32s(sum) } - 8_388_608.0
    }

    /// The first of some numbers, of which there must be [`Self::COUNT`].
    #[inline(always)]
    pub(crate) fn first(simd: S, all: &[f32]) -> Self {
        let (vectors, _) = S::as_simd_f32s(all);
        Self { simd, all: vectors[0] }
    }

    /// Puts the number of each lane into the first [`Self::COUNT`] of some numbers.
    #[inline(always)]
    pub(crate) fn store(self, all: &mut [f32; MOST]) {
        all[..Self::COUNT].copy_from_slice(self.as_slice());
    }

    /// Puts the whole number of each lane, 0 to 2²², into the first [`Self::COUNT`] of some words, with other bits above 22.
    #[inline(always)]
    pub(super) fn store_whole(self, all: &mut [u32; MOST]) {
        let (vectors, _) = S::as_mut_simd_u32s(all);
        vectors[0] = (self + 8_388_608.0).bits();
    }

    /// The number of each lane.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[f32] {
        bytemuck::cast_slice(std::slice::from_ref(&self.all))
    }

    /// The instructions that it is computed with.
    #[inline(always)]
    pub(super) fn simd(self) -> S {
        self.simd
    }

    #[inline(always)]
    fn of(self, all: S::f32s) -> Self {
        Self { simd: self.simd, all }
    }

    /// Another number in as many lanes.
    #[inline(always)]
    pub(super) fn like(self, x: f32) -> Self {
        Self::splat(self.simd, x)
    }

    /// Bits of the numbers.
    #[inline(always)]
    pub(crate) fn bits(self) -> S::u32s {
        self.simd.transmute_u32s_f32s(self.all)
    }

    #[inline(always)]
    pub(crate) fn max(self, low: f32) -> Self {
        self.of(self.simd.max_f32s(self.all, self.simd.splat_f32s(low)))
    }

    #[inline(always)]
    pub(crate) fn min(self, high: f32) -> Self {
        self.of(self.simd.min_f32s(self.all, self.simd.splat_f32s(high)))
    }

    /// The greater of two numbers.
    #[inline(always)]
    pub(super) fn greater(self, other: Self) -> Self {
        self.of(self.simd.max_f32s(self.all, other.all))
    }

    /// The lesser of two numbers.
    #[inline(always)]
    pub(crate) fn lesser(self, other: Self) -> Self {
        self.of(self.simd.min_f32s(self.all, other.all))
    }

    #[inline(always)]
    pub(super) fn clamp01(self) -> Self {
        self.max(0.0).min(1.0)
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        self.of(self.simd.abs_f32s(self.all))
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        self.of(self.simd.sqrt_f32s(self.all))
    }

    /// The greatest whole number that is not above, of numbers below 2²² in size.
    #[inline(always)]
    pub(super) fn floor(self) -> Self {
        let nearest = (self + ROUND) - ROUND;
        self.simd_select(nearest, nearest - 1.0, self)
    }

    /// `low` where `nearest` is above `x`, `nearest` elsewhere.
    #[inline(always)]
    fn simd_select(self, nearest: Self, low: Self, x: Self) -> Self {
        let is_above = self.simd.less_than_f32s(x.all, nearest.all);
        self.of(self.simd.select_f32s(is_above, low.all, nearest.all))
    }

    /// Rounds numbers below 2²² in size down, whole ones possibly to the one before: the bits of the result, of which the lowest are those of an
    /// integer, and the result.
    #[inline(always)]
    pub(super) fn whole_below(self) -> (S::u32s, Self) {
        let sum = (self - 0.5) + ROUND;
        (sum.bits(), sum - ROUND)
    }

    /// The part after the point, also of negative numbers at least 0.
    #[inline(always)]
    pub(super) fn fract(self) -> Self {
        self - self.floor()
    }

    /// `then` where `self` is above `threshold`, `other` elsewhere.
    #[inline(always)]
    pub(crate) fn above(self, threshold: f32, then: Self, other: Self) -> Self {
        let is_above = self.simd.less_than_f32s(self.simd.splat_f32s(threshold), self.all);
        self.of(self.simd.select_f32s(is_above, then.all, other.all))
    }

    /// The least and the greatest of the lanes.
    #[inline(always)]
    pub(super) fn ends(self) -> [f32; 2] {
        [self.simd.reduce_min_f32s(self.all), self.simd.reduce_max_f32s(self.all)]
    }

    #[inline(always)]
    pub(crate) fn any_above(self, threshold: f32) -> bool {
        self.simd.reduce_max_f32s(self.all) > threshold
    }

    #[inline(always)]
    pub(super) fn any_below(self, threshold: f32) -> bool {
        self.simd.reduce_min_f32s(self.all) < threshold
    }

    #[inline(always)]
    pub(crate) fn any_at_most(self, threshold: f32) -> bool {
        self.simd.reduce_min_f32s(self.all) <= threshold
    }

    /// e to the power of `self`, to 2 parts in a million; 0 below −87.
    #[inline(always)]
    pub(crate) fn exp(self) -> Self {
        let simd = self.simd;
        let x = (self * std::f32::consts::LOG2_E).max(-126.0).min(126.0);
        let rounded = x + ROUND;
        let t = x - (rounded - ROUND);
        // The series of 2^t, on −½..½.
        let p = t.times_plus(t.like(1.540_353e-4), t.like(1.333_355_8e-3));
        let p = p.times_plus(t, t.like(9.618_129e-3));
        let p = p.times_plus(t, t.like(5.550_411e-2));
        let p = p.times_plus(t, t.like(2.402_265e-1));
        let p = p.times_plus(t, t.like(6.931_472e-1));
        let p = p.times_plus(t, t.like(1.0));
        // The last bits of the rounded number are those of the power.
        let power = simd.wrapping_dyn_shl_u32s(simd.transmute_u32s_f32s(rounded.all), simd.splat_u32s(23));
        self.of(simd.transmute_f32s_u32s(simd.add_u32s(simd.transmute_u32s_f32s(p.all), power)))
    }

    /// Smooth step from 0 at `low` to 1 at `high`.
    #[inline(always)]
    pub(super) fn smoothstep(self, low: f32, high: f32) -> Self {
        hermite((self - low) * (1.0 / (high - low)))
    }

    /// Smooth step between ends that differ from lane to lane.
    #[inline(always)]
    pub(super) fn smoothstep_between(self, low: Self, high: Self) -> Self {
        hermite((self - low) / (high - low))
    }

    /// `self` at 0, `other` at 1.
    #[inline(always)]
    pub(super) fn lerp(self, other: Self, t: Self) -> Self {
        (other - self).times_plus(t, self)
    }

    /// Times a number, plus another: rounded once where there is an instruction for it.
    #[inline(always)]
    pub(super) fn times_plus(self, factor: Self, more: Self) -> Self {
        self.of(self.simd.mul_add_e_f32s(self.all, factor.all, more.all))
    }

    #[inline(always)]
    pub(super) fn square(self) -> Self {
        self * self
    }
}

#[inline(always)]
fn hermite<S: Simd>(t: Lanes<S>) -> Lanes<S> {
    let t = t.clamp01();
    t * t * t.times_plus(t.like(-2.0), t.like(3.0))
}

/// Numbers added to this have no digits after the point, and their last bits are those of the integer.
pub(crate) const ROUND: f32 = 12_582_912.0;

/// A whole number from 0 to 2²² as an index; of all else some index.
#[inline(always)]
pub(super) fn index(number: f32) -> usize {
    whole((number + 8_388_608.0).to_bits())
}

/// A word of [`Lanes::store_whole`] as an index.
#[inline(always)]
pub(super) fn whole(word: u32) -> usize {
    (word & 0x003f_ffff) as usize
}

#[cfg(test)]
mod tests {
    use super::super::sets::{Work, dispatch};
    use super::*;

    /// Checks a function of a number with the instructions of this machine and with none.
    struct Check<F>(F);

    trait Rule {
        fn holds<S: Simd>(&self, simd: S);
    }

    impl<F: Rule> Work for Check<F> {
        type Output = ();

        fn run<S: Simd>(self, simd: S) {
            self.0.holds(simd);
        }
    }

    /// With no instructions of vectors and with each set that this machine has.
    fn check(rule: impl Rule + Copy) {
        rule.holds(pulp::Scalar);
        dispatch(Check(rule));
        #[cfg(target_arch = "x86_64")]
        {
            let _ = pulp::x86::V2::try_new().map(|sse| rule.holds(sse));
            let _ = pulp::x86::V4::try_new().map(|avx512| rule.holds(avx512));
        }
    }

    #[derive(Clone, Copy)]
    struct Exp;

    impl Rule for Exp {
        fn holds<S: Simd>(&self, simd: S) {
            for k in -8600..=2000 {
                let x = k as f32 * 0.01;
                let (got, expected) = (Lanes::splat(simd, x).exp().as_slice()[0], x.exp());
                assert!((got / expected - 1.0).abs() < 3e-6 + 1.2e-7 * x.abs(), "{x}: {got} for {expected}");
            }
            assert!(Lanes::splat(simd, -1e30).exp().as_slice()[0] < 1e-37);
        }
    }

    #[derive(Clone, Copy)]
    struct Fract;

    impl Rule for Fract {
        fn holds<S: Simd>(&self, simd: S) {
            let cases = [-0.25, 0.25, -3.0, 7.5, -1.5, 0.0, 2.0, -0.5, 1e6, -123_456.75];
            for x in cases {
                let lanes = Lanes::splat(simd, x);
                assert_eq!(lanes.fract().as_slice()[0], x - x.floor(), "{x}");
                assert_eq!(lanes.floor().as_slice()[Lanes::<S>::COUNT - 1], x.floor(), "{x}");
            }
        }
    }

    #[test]
    fn exp_is_exp() {
        check(Exp);
    }

    #[test]
    fn fractions_are_never_negative() {
        check(Fract);
    }

    #[test]
    fn whole_numbers_are_indices() {
        assert_eq!([0.0, 1.0, 255.0, 16_383.0].map(index), [0, 1, 255, 16_383]);
        assert!(index(f32::NAN) < 1 << 22);
    }

    #[test]
    fn no_machine_has_more_lanes_than_there_is_room_for() {
        #[derive(Clone, Copy)]
        struct Count;
        impl Rule for Count {
            fn holds<S: Simd>(&self, simd: S) {
                let lanes = Lanes::from_fn(simd, |k| k as f32);
                assert!(lanes.as_slice().len() == Lanes::<S>::COUNT && Lanes::<S>::COUNT <= MOST);
                assert_eq!(lanes.as_slice()[Lanes::<S>::COUNT - 1], (Lanes::<S>::COUNT - 1) as f32);
            }
        }
        check(Count);
    }
}
