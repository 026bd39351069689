//! Vectors and colors of samples side by side.

use std::ops::{Add, Mul, Sub};

use glam::{Mat4, Vec3, Vec4};
use pulp::Simd;

use super::{Lanes, MOST};

/// A vector or a color for each sample.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes3<S: Simd> {
    pub(crate) x: Lanes<S>,
    pub(crate) y: Lanes<S>,
    pub(crate) z: Lanes<S>,
}

impl<S: Simd> Lanes3<S> {
    #[inline(always)]
    pub(in crate::shading) fn new(x: Lanes<S>, y: Lanes<S>, z: Lanes<S>) -> Self {
        Self { x, y, z }
    }

    /// The same vector in each lane.
    #[inline(always)]
    pub(crate) fn splat(simd: S, v: Vec3) -> Self {
        Self { x: Lanes::splat(simd, v.x), y: Lanes::splat(simd, v.y), z: Lanes::splat(simd, v.z) }
    }

    /// Lane by lane; there are [`Lanes::COUNT`].
    #[inline(always)]
    pub(crate) fn from_fn(simd: S, mut of: impl FnMut(usize) -> Vec3) -> Self {
        let mut all = [[0.0; MOST]; 3];
        for k in 0..Lanes::<S>::COUNT {
            let v = of(k);
            (all[0][k], all[1][k], all[2][k]) = (v.x, v.y, v.z);
        }
        Self { x: Lanes::load(simd, &all[0]), y: Lanes::load(simd, &all[1]), z: Lanes::load(simd, &all[2]) }
    }

    /// The vectors of all lanes, and 0; there are [`Lanes::COUNT`].
    #[inline(always)]
    pub(crate) fn all(&self) -> [Vec4; MOST] {
        let (x, y, z) = (self.x.as_slice(), self.y.as_slice(), self.z.as_slice());
        let mut all = [Vec4::ZERO; MOST];
        // Written out: what the compiler does not inline is compiled for the least of machines.
        let mut first = 0;
        while first + 4 <= Lanes::<S>::COUNT {
            let four =
                |lanes: &[f32]| Vec4::new(lanes[first], lanes[first + 1], lanes[first + 2], lanes[first + 3]);
            let columns = Mat4::from_cols(four(x), four(y), four(z), Vec4::ZERO).transpose();
            (all[first], all[first + 1]) = (columns.x_axis, columns.y_axis);
            (all[first + 2], all[first + 3]) = (columns.z_axis, columns.w_axis);
            first += 4;
        }
        while first < Lanes::<S>::COUNT {
            all[first] = Vec4::new(x[first], y[first], z[first], 0.0);
            first += 1;
        }
        all
    }

    /// The vector of a lane.
    #[inline(always)]
    pub(crate) fn lane(&self, k: usize) -> Vec3 {
        Vec3::new(self.x.as_slice()[k], self.y.as_slice()[k], self.z.as_slice()[k])
    }

    #[inline(always)]
    pub(in crate::shading) fn dot(self, other: Self) -> Lanes<S> {
        self.x.times_plus(other.x, self.y.times_plus(other.y, self.z * other.z))
    }

    #[inline(always)]
    pub(in crate::shading) fn dot_vec(self, other: Vec3) -> Lanes<S> {
        self.dot(Self::splat(self.x.simd(), other))
    }

    /// Vectors of length 1.
    #[inline(always)]
    pub(in crate::shading) fn normalize(self) -> Self {
        self * (1.0 / self.dot(self).sqrt())
    }

    /// `self` at 0, `other` at 1.
    #[inline(always)]
    pub(in crate::shading) fn lerp(self, other: Self, t: Lanes<S>) -> Self {
        Self { x: self.x.lerp(other.x, t), y: self.y.lerp(other.y, t), z: self.z.lerp(other.z, t) }
    }

    /// `self` at 0, one vector at 1.
    #[inline(always)]
    pub(in crate::shading) fn lerp_vec(self, other: Vec3, t: Lanes<S>) -> Self {
        self.lerp(Self::splat(t.simd(), other), t)
    }

    /// Each component at least 0 and at most 1.
    #[inline(always)]
    pub(crate) fn clamp01(self) -> Self {
        Self { x: self.x.clamp01(), y: self.y.clamp01(), z: self.z.clamp01() }
    }
}

/// One vector times a number for each lane.
#[inline(always)]
pub(crate) fn times<S: Simd>(v: Vec3, factor: Lanes<S>) -> Lanes3<S> {
    Lanes3 { x: factor * v.x, y: factor * v.y, z: factor * v.z }
}

/// Component by component.
macro_rules! operator3 {
    ($($trait:ident $name:ident),*) => { $(
        impl<S: Simd> $trait for Lanes3<S> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self { x: self.x.$name(other.x), y: self.y.$name(other.y), z: self.z.$name(other.z) }
            }
        }

        impl<S: Simd> $trait<Vec3> for Lanes3<S> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Vec3) -> Self {
                Self { x: self.x.$name(other.x), y: self.y.$name(other.y), z: self.z.$name(other.z) }
            }
        }
    )* };
}

operator3!(Add add, Sub sub, Mul mul);

impl<S: Simd> Mul<Lanes<S>> for Lanes3<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: Lanes<S>) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

impl<S: Simd> Mul<f32> for Lanes3<S> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: f32) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}
