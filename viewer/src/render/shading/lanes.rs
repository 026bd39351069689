//! Vectors of four samples side by side: each operation on four numbers is one instruction, with the same bits as four single
//! ones.

use std::ops::{Add, Mul, Sub};

use glam::{Mat4, Vec3, Vec4};

/// Three components, four samples each.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct Lanes3 {
    pub(in crate::render) x: Vec4,
    pub(in crate::render) y: Vec4,
    pub(in crate::render) z: Vec4,
}

impl Lanes3 {
    /// The same vector in each lane.
    pub(super) fn splat(v: Vec3) -> Self {
        Self { x: Vec4::splat(v.x), y: Vec4::splat(v.y), z: Vec4::splat(v.z) }
    }

    /// The vectors of four samples and the number beside each, as `[x, y, z, number]`.
    pub(in crate::render) fn with_numbers([a, b, c, d]: [Vec4; 4]) -> (Self, Vec4) {
        let Mat4 { x_axis: x, y_axis: y, z_axis: z, w_axis: number } =
            Mat4::from_cols(a, b, c, d).transpose();
        (Self { x, y, z }, number)
    }

    /// Lane by lane.
    pub(in crate::render) fn to_array(self) -> [Vec3; 4] {
        let [x, y, z] = [self.x, self.y, self.z].map(|lanes| lanes.to_array());
        std::array::from_fn(|k| Vec3::new(x[k], y[k], z[k]))
    }

    pub(super) fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Vectors of length 1.
    pub(super) fn normalize(self) -> Self {
        self * (1.0 / sqrt(self.dot(self)))
    }

    /// Vectors of length 1; the vertical where there is no direction.
    pub(in crate::render) fn normalize_or_up(self) -> Self {
        let scale = 1.0 / sqrt(self.dot(self));
        let known = scale.is_finite_mask() & scale.cmpgt(Vec4::ZERO);
        let unit = self * scale;
        Self {
            x: Vec4::select(known, unit.x, Vec4::ZERO),
            y: Vec4::select(known, unit.y, Vec4::ZERO),
            z: Vec4::select(known, unit.z, Vec4::ONE),
        }
    }

    /// `self` at 0, `other` at 1.
    pub(super) fn lerp(self, other: Self, t: Vec4) -> Self {
        self * (1.0 - t) + other * t
    }
}

impl Add for Lanes3 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Lanes3 {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<Vec4> for Lanes3 {
    type Output = Self;

    fn mul(self, factor: Vec4) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

/// Square roots, lane by lane.
pub(super) fn sqrt(x: Vec4) -> Vec4 {
    Vec4::from_array(x.to_array().map(f32::sqrt))
}
