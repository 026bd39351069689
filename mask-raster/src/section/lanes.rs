//! Vectors of four `f64`, as many as the vectors of [`with_lanes`](crate::raster::with_lanes) hold.

use glam::DVec3;
use pulp::{Simd, bytemuck};
use std::ops::{Add, Div, Mul, Sub};

/// Lanes of a vector.
pub(super) const LANES: usize = 4;

/// Four `f64`. Every operation is rounded separately; none is fused.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd> {
    simd: S,
    numbers: S::f64s,
}

/// A boolean for each of four lanes.
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

    #[inline(always)]
    pub(super) fn new(simd: S, numbers: [f64; LANES]) -> Self {
        Self { simd, numbers: bytemuck::cast(numbers) }
    }

    /// x, y and z of four places.
    // By name: closures in `map` would not be compiled for the vectors of the caller.
    #[inline(always)]
    pub(super) fn of_places(simd: S, [a, b, c, d]: [DVec3; LANES]) -> [Self; 3] {
        [
            Self::new(simd, [a.x, b.x, c.x, d.x]),
            Self::new(simd, [a.y, b.y, c.y, d.y]),
            Self::new(simd, [a.z, b.z, c.z, d.z]),
        ]
    }

    /// The first numbers of four vectors, the second ones, and so on.
    #[inline(always)]
    pub(super) fn transposed(simd: S, [a, b, c, d]: [Self; LANES]) -> [Self; LANES] {
        let [a, b, c, d] = [a.to_array(), b.to_array(), c.to_array(), d.to_array()];
        [
            Self::new(simd, [a[0], b[0], c[0], d[0]]),
            Self::new(simd, [a[1], b[1], c[1], d[1]]),
            Self::new(simd, [a[2], b[2], c[2], d[2]]),
            Self::new(simd, [a[3], b[3], c[3], d[3]]),
        ]
    }

    #[inline(always)]
    pub(super) fn to_array(self) -> [f64; LANES] {
        bytemuck::cast(self.numbers)
    }

    /// The lowest bits of each lane, those below [`WHOLE`].
    #[inline(always)]
    pub(super) fn lowest_bits(self) -> Self {
        let below = self.simd.splat_f64s(f64::from_bits(WHOLE as u64 - 1));
        Self { numbers: self.simd.and_f64s(self.numbers, below), ..self }
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
        self.simd.first_true_m64s(self.not().bits) == LANES
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
