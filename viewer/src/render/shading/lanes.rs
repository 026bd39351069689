//! Vectors of eight samples side by side: where the machine has the instructions, each operation on eight numbers is one.

use std::ops::{Add, Div, Mul, Neg, Sub};

use glam::Vec3;

/// Samples side by side.
pub(in crate::render) const LANES: usize = 8;

/// A number for each of eight samples.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub(in crate::render) struct Lanes(pub(in crate::render) [f32; LANES]);

/// A number for each lane, by a loop: the closures of `array::map` are not compiled for the instructions of the function that
/// calls it.
macro_rules! each {
    ($k:ident => $value:expr) => {{
        let mut all = [0.0; LANES];
        for $k in 0..LANES {
            all[$k] = $value;
        }
        Lanes(all)
    }};
}

macro_rules! operator {
    ($($trait:ident $name:ident $operator:tt),*) => { $(
        impl $trait for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                each!(k => self.0[k] $operator other.0[k])
            }
        }

        impl $trait<f32> for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: f32) -> Self {
                each!(k => self.0[k] $operator other)
            }
        }

        impl $trait<Lanes> for f32 {
            type Output = Lanes;

            #[inline(always)]
            fn $name(self, other: Lanes) -> Lanes {
                each!(k => self $operator other.0[k])
            }
        }
    )* };
}

operator!(Add add +, Sub sub -, Mul mul *, Div div /);

impl Neg for Lanes {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        each!(k => -self.0[k])
    }
}

impl Lanes {
    pub(in crate::render) const ZERO: Self = Self([0.0; LANES]);

    /// The same number in each lane.
    #[inline(always)]
    pub(in crate::render) fn splat(x: f32) -> Self {
        Self([x; LANES])
    }

    #[inline(always)]
    pub(super) fn max(self, low: f32) -> Self {
        each!(k => self.0[k].max(low))
    }

    #[inline(always)]
    pub(super) fn min(self, high: f32) -> Self {
        each!(k => self.0[k].min(high))
    }

    #[inline(always)]
    pub(super) fn clamp01(self) -> Self {
        self.max(0.0).min(1.0)
    }

    #[inline(always)]
    pub(super) fn abs(self) -> Self {
        each!(k => self.0[k].abs())
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        each!(k => self.0[k].sqrt())
    }

    /// The part after the point, also of negative numbers at least 0.
    #[inline(always)]
    pub(super) fn fract(self) -> Self {
        each!(k => self.0[k] - self.0[k].floor())
    }

    /// `if` where `self` is above `threshold`, `other` elsewhere.
    #[inline(always)]
    pub(super) fn above(self, threshold: f32, then: Self, other: Self) -> Self {
        each!(k => if self.0[k] > threshold { then.0[k] } else { other.0[k] })
    }

    #[inline(always)]
    pub(super) fn any_above(self, threshold: f32) -> bool {
        let mut greatest = self.0[0];
        for k in 1..LANES {
            greatest = if self.0[k] > greatest { self.0[k] } else { greatest };
        }
        greatest > threshold
    }

    #[inline(always)]
    pub(super) fn any_below(self, threshold: f32) -> bool {
        (-self).any_above(-threshold)
    }

    /// e to the power of `self`, to 2 parts in a million; 0 below −87.
    #[inline(always)]
    pub(in crate::render) fn exp(self) -> Self {
        each!(k => exp(self.0[k]))
    }

    /// Smooth step from 0 at `low` to 1 at `high`.
    #[inline(always)]
    pub(super) fn smoothstep(self, low: impl Into<Self>, high: impl Into<Self>) -> Self {
        let low = low.into();
        let t = ((self - low) / (high.into() - low)).clamp01();
        t * t * (3.0 - 2.0 * t)
    }

    /// `self` at 0, `other` at 1.
    #[inline(always)]
    pub(super) fn lerp(self, other: Self, t: Self) -> Self {
        self + (other - self) * t
    }

    #[inline(always)]
    pub(super) fn square(self) -> Self {
        self * self
    }
}

impl From<f32> for Lanes {
    #[inline(always)]
    fn from(x: f32) -> Self {
        Self::splat(x)
    }
}

/// Without a conversion to an integer, which checks for what does not fit, one number after the other.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Numbers added to this have no digits after the point, and their last bits are those of the integer.
    const ROUND: f32 = 12_582_912.0;
    let x = (x * std::f32::consts::LOG2_E).max(-126.0);
    let x = x.min(126.0);
    let rounded = x + ROUND;
    let t = x - (rounded - ROUND);
    // The series of 2^t, on −½..½.
    let p = 1.540_353e-4;
    let p = p * t + 1.333_355_8e-3;
    let p = p * t + 9.618_129e-3;
    let p = p * t + 5.550_411e-2;
    let p = p * t + 2.402_265e-1;
    let p = p * t + 6.931_472e-1;
    let p = p * t + 1.0;
    f32::from_bits(p.to_bits().wrapping_add(rounded.to_bits() << 23))
}

/// A whole number from 0 to 2²² as an index; of all else some index.
#[inline(always)]
pub(super) fn index(whole: f32) -> usize {
    ((whole + 8_388_608.0).to_bits() & 0x003f_ffff) as usize
}

/// A vector or a color for each of eight samples.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct Lanes3 {
    pub(in crate::render) x: Lanes,
    pub(in crate::render) y: Lanes,
    pub(in crate::render) z: Lanes,
}

impl Lanes3 {
    #[inline(always)]
    pub(super) fn new(x: Lanes, y: Lanes, z: Lanes) -> Self {
        Self { x, y, z }
    }

    /// The same vector in each lane.
    #[inline(always)]
    pub(super) fn splat(v: Vec3) -> Self {
        Self { x: Lanes::splat(v.x), y: Lanes::splat(v.y), z: Lanes::splat(v.z) }
    }

    /// The vectors of eight samples.
    #[inline(always)]
    pub(in crate::render) fn from_array(all: [Vec3; LANES]) -> Self {
        Self { x: each!(k => all[k].x), y: each!(k => all[k].y), z: each!(k => all[k].z) }
    }

    /// Lane by lane.
    #[inline(always)]
    pub(in crate::render) fn to_array(self) -> [Vec3; LANES] {
        let mut all = [Vec3::ZERO; LANES];
        for k in 0..LANES {
            all[k] = Vec3::new(self.x.0[k], self.y.0[k], self.z.0[k]);
        }
        all
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> Lanes {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub(super) fn dot_vec(self, other: Vec3) -> Lanes {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Vectors of length 1.
    #[inline(always)]
    pub(super) fn normalize(self) -> Self {
        self * (1.0 / self.dot(self).sqrt())
    }

    /// `self` at 0, `other` at 1.
    #[inline(always)]
    pub(super) fn lerp(self, other: Self, t: Lanes) -> Self {
        self + (other - self) * t
    }
}

impl Add for Lanes3 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Lanes3 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

/// Component by component.
impl Mul for Lanes3 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self { x: self.x * other.x, y: self.y * other.y, z: self.z * other.z }
    }
}

impl Mul<Lanes> for Lanes3 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: Lanes) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

impl Mul<f32> for Lanes3 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_exp() {
        for k in -8600..=2000 {
            let x = k as f32 * 0.01;
            let (got, expected) = (Lanes::splat(x).exp().0[3], x.exp());
            assert!((got / expected - 1.0).abs() < 3e-6 + 1.2e-7 * x.abs(), "{x}: {got} for {expected}");
        }
        assert!(Lanes::splat(-1e30).exp().0[0] < 1e-37);
    }

    #[test]
    fn whole_numbers_are_indices() {
        assert_eq!([0.0, 1.0, 255.0, 16_383.0].map(index), [0, 1, 255, 16_383]);
        assert!(index(f32::NAN) < 1 << 22);
    }

    #[test]
    fn fractions_are_never_negative() {
        assert_eq!(
            Lanes([-0.25, 0.25, -3.0, 7.5, -1.5, 0.0, 2.0, -0.5]).fract().0,
            [0.75, 0.25, 0.0, 0.5, 0.5, 0.0, 0.0, 0.5]
        );
    }
}
