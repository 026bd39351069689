use glam::DVec3;
use pulp::Simd;

use super::input::HullInWater;
use super::integrals::{RiseIntegrals, WetIntegrals};
use crate::hull::CenterIntegrals;
use crate::simd::{Lanes, Reals, Vectors, cross, dot, three};
use crate::{Forces, Motion};

/// Sums over the triangles of a hull; body axes, moments about the body's origin.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sums {
    wet_area: f64,
    /// ∫ p n dA and ∫ p x × n dA: force and moment of the pressure over −ρ g.
    pressure: DVec3,
    pressure_moment: DVec3,
    dynamic: DVec3,
    dynamic_moment: DVec3,
    /// −∫ d nz dA.
    volume: f64,
    /// −∫ x d nz dA and −∫ d²/2 nz dA: ∫ x dV over the submerged volume is the first, raised by the second.
    columns: DVec3,
    columns_height: f64,
    pub(super) skipped: usize,
}

/// The numbers of [`Sums`], lane by lane.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct LaneSums {
    wet_area: Lanes,
    pressure: [Lanes; 3],
    pressure_moment: [Lanes; 3],
    /// Part of the pressure that [`add_rise`](Self::add_rise) sums.
    rise: [Lanes; 3],
    rise_moment: [Lanes; 3],
    dynamic: [Lanes; 3],
    dynamic_moment: [Lanes; 3],
    volume: Lanes,
    columns: [Lanes; 3],
    columns_height: Lanes,
}

impl LaneSums {
    /// Adds the pressure on triangles of the areas `area` and area vectors `a`.
    ///
    /// The submerged volume is that of the water columns between surface and hull: the divergence
    /// theorem with the field `(z − level) ẑ`, which vanishes on the surface, gives ∫ dV = −∫ d nz dA;
    /// with x, y and (z + level) / 2 as further factors it gives the first moments.
    #[inline(always)]
    pub(super) fn add_pressure<S: Simd>(
        &mut self,
        wet: &WetIntegrals<S>,
        up: Vectors<S>,
        (a, area): (Vectors<S>, Reals<S>),
        part: usize,
    ) {
        let nz = dot(up, a);
        area.add_product_to(wet.area, &mut self.wet_area, part);
        for axis in 0..3 {
            a[axis].add_product_to(wet.head, &mut self.pressure[axis], part);
            nz.add_product_to(wet.depth_moment[axis], &mut self.columns[axis], part);
        }
        nz.add_product_to(wet.depth, &mut self.volume, part);
        nz.add_product_to(wet.depth_squared * 0.5, &mut self.columns_height, part);
        add_cross(wet.head_moment, a, &mut self.pressure_moment, part);
    }

    /// Adds for submerged triangles what a surface `rise` above the hull's center adds to the integrals below the height of
    /// that center, which lies `center_depth` above their centroids; `nz` is the vertical component of their area vectors `a`.
    ///
    /// With d = rise + d₀: ∫ d n dA = rise A n + ∫ d₀ n dA, and so on for all integrals.
    #[inline(always)]
    pub(super) fn add_rise<S: Simd>(
        &mut self,
        (rise, center_depth): (Reals<S>, Reals<S>),
        centroid: Vectors<S>,
        (a, nz): (Vectors<S>, Reals<S>),
        part: usize,
    ) {
        let (arm, column) = (cross(centroid, a), nz * rise);
        for axis in 0..3 {
            a[axis].add_product_to(rise, &mut self.rise[axis], part);
            arm[axis].add_product_to(rise, &mut self.rise_moment[axis], part);
            column.add_product_to(centroid[axis], &mut self.columns[axis], part);
        }
        column.add_product_to(rise * 0.5 + center_depth, &mut self.columns_height, part);
    }

    /// As [`add_rise`](Self::add_rise) with a rise that varies between the corners, above a center at `center_height` along `up`.
    ///
    /// With d₀ = center height − up · x: ∫ (d² − d₀²) / 2 dA = ∫ r d₀ dA + ∫ r² / 2 dA.
    #[inline(always)]
    pub(super) fn add_uneven_rise<S: Simd>(
        &mut self,
        rise: &RiseIntegrals<S>,
        (center_height, up): (Reals<S>, Vectors<S>),
        (a, nz): (Vectors<S>, Reals<S>),
        part: usize,
    ) {
        for axis in 0..3 {
            a[axis].add_product_to(rise.mean, &mut self.rise[axis], part);
            nz.add_product_to(rise.moment[axis], &mut self.columns[axis], part);
        }
        add_cross(rise.moment, a, &mut self.rise_moment, part);
        let height = rise.mean.mul_add(center_height, rise.squared * 0.5) - dot(up, rise.moment);
        nz.add_product_to(height, &mut self.columns_height, part);
    }

    /// Adds `force`, which acts at `at`.
    #[inline(always)]
    pub(super) fn add_dynamic<S: Simd>(&mut self, at: Vectors<S>, force: Vectors<S>, part: usize) {
        for axis in 0..3 {
            force[axis].add_to(&mut self.dynamic[axis], part);
        }
        add_cross(at, force, &mut self.dynamic_moment, part);
    }
}

/// Adds `a × b` to `sum`.
#[inline(always)]
fn add_cross<S: Simd>(a: Vectors<S>, b: Vectors<S>, sum: &mut [Lanes; 3], part: usize) {
    let product = cross(a, b);
    for axis in 0..3 {
        product[axis].add_to(&mut sum[axis], part);
    }
}

impl Sums {
    /// Adds the lane sums, lanes in order.
    pub(super) fn add_lanes(&mut self, lanes: &LaneSums, up: DVec3) {
        let sum = |lanes: &Lanes| lanes.iter().sum::<f64>();
        let vector = |lanes: &[Lanes; 3]| DVec3::from_array(three!(axis => sum(&lanes[axis])));
        let (rise, rise_moment) = (vector(&lanes.rise), vector(&lanes.rise_moment));
        self.add(&Self {
            wet_area: sum(&lanes.wet_area),
            pressure: vector(&lanes.pressure) + rise,
            pressure_moment: vector(&lanes.pressure_moment) + rise_moment,
            dynamic: vector(&lanes.dynamic),
            dynamic_moment: vector(&lanes.dynamic_moment),
            volume: -sum(&lanes.volume) - up.dot(rise),
            columns: -vector(&lanes.columns),
            columns_height: -sum(&lanes.columns_height),
            skipped: 0,
        });
    }

    /// Adds the integrals over submerged triangles below the height of the hull's center.
    pub(super) fn add_integrals(&mut self, under: &CenterIntegrals, up: DVec3) {
        self.wet_area += under.area;
        self.pressure += under.pressure;
        self.pressure_moment += under.pressure_moment;
        self.volume -= up.dot(under.pressure);
        self.columns -= under.columns;
        self.columns_height -= under.columns_height;
    }

    /// Adds the sums over other triangles.
    pub(crate) fn add(&mut self, other: &Self) {
        self.wet_area += other.wet_area;
        self.pressure += other.pressure;
        self.pressure_moment += other.pressure_moment;
        self.dynamic += other.dynamic;
        self.dynamic_moment += other.dynamic_moment;
        self.volume += other.volume;
        self.columns += other.columns;
        self.columns_height += other.columns_height;
        self.skipped += other.skipped;
    }

    /// The forces that these sums make up; world axes, torques about [`Motion::reference_m`].
    pub(crate) fn total(&self, input: &HullInWater<'_>, motion: &Motion) -> Forces {
        let (frame, water) = (&input.frame, &input.model.water);
        let weight = water.density_kg_m3 * water.gravity_m_s2;
        let arm = frame.origin_m - motion.reference_m;
        let force_n = frame.to_world(self.dynamic - self.pressure * weight);
        let torque = frame.to_world(self.dynamic_moment - self.pressure_moment * weight);
        let dynamic_n = frame.to_world(self.dynamic);
        let submerged_volume_m3 = self.volume;
        let volume_moment = frame.to_world(self.columns) + DVec3::Z * self.columns_height;
        Forces {
            force_n,
            torque_n_m: torque + arm.cross(force_n),
            dynamic_n,
            dynamic_torque_n_m: frame.to_world(self.dynamic_moment) + arm.cross(dynamic_n),
            wet_area_m2: self.wet_area,
            submerged_volume_m3,
            center_of_buoyancy_m: (submerged_volume_m3 > 0.0)
                .then(|| frame.origin_m + volume_moment / submerged_volume_m3),
            skipped_triangles: self.skipped,
        }
    }
}
