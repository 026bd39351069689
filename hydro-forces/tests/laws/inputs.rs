//! Random meshes, motions and waters.

use glam::{DQuat, DVec2, DVec3, Vec3};
use hydro_forces::{Coefficients, ForceModel, GriddedSurface, Motion, SurfaceGrid, Water};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::meshes::{Mesh, cuboid, sphere, torus};

/// Lumps, rings and boxes, stretched by up to 3 along each axis and off their origin.
pub(crate) fn mesh() -> impl Strategy<Value = Mesh> {
    let lump = vec(0.5f32..1.5, 66).prop_map(|radii| {
        let mut mesh = sphere(2);
        for (v, r) in mesh.vertices.iter_mut().zip(radii) {
            *v *= r;
        }
        mesh
    });
    let ring = (3u32..9, 3u32..9, 0.2f32..0.9).prop_map(|(n, m, tube)| torus(n, m, 1.0, tube));
    let shape = prop_oneof![3 => lump, 1 => ring, 1 => Just(cuboid(Vec3::ONE * 2.0))];
    let stretch = [0.5f32..3.0, 0.5f32..3.0, 0.5f32..3.0];
    let offset = [-2.0f32..2.0, -2.0f32..2.0, -2.0f32..2.0];
    (shape, stretch, offset)
        .prop_map(|(mesh, s, o)| mesh.map(|v| v * Vec3::from_array(s) + Vec3::from_array(o)))
}

pub(crate) fn vector(range: f64) -> impl Strategy<Value = DVec3> {
    [-range..range, -range..range, -range..range].prop_map(DVec3::from_array)
}

pub(crate) fn plan(range: f64) -> impl Strategy<Value = DVec2> {
    [-range..range, -range..range].prop_map(DVec2::from_array)
}

pub(crate) fn rotation() -> impl Strategy<Value = DQuat> {
    [-1.0..1.0f64, -1.0..1.0, -1.0..1.0, -1.0..1.0]
        .prop_map(DQuat::from_array)
        .prop_filter("a direction", |q| q.length() > 0.1)
        .prop_map(DQuat::normalize)
}

/// Bodies within 3 m of z = 0 and 50 m of the origin in plan, mostly half wet at level 0.
pub(crate) fn motion() -> impl Strategy<Value = Motion> {
    (rotation(), plan(50.0), -3.0..3.0, vector(5.0), vector(2.0), vector(2.0)).prop_map(
        |(rotation, plan, z, linvel_m_s, angvel_rad_s, arm)| {
            let translation_m = plan.extend(z);
            Motion { rotation, translation_m, linvel_m_s, angvel_rad_s, reference_m: translation_m + arm }
        },
    )
}

pub(crate) fn coefficients() -> impl Strategy<Value = Coefficients> {
    (0.0..2.0, 0.0..2.0, 0.0..=1.0).prop_map(|(drag, lift, alpha)| Coefficients { drag, lift, alpha })
}

pub(crate) fn sea_water() -> Water {
    Water { density_kg_m3: 1025.0, gravity_m_s2: 9.81 }
}

pub(crate) fn hydrostatics() -> ForceModel {
    ForceModel::new(sea_water(), Coefficients::NONE).unwrap()
}

/// Rough water about level 0, in cells of 3 m that cover 120 × 90 m about the origin.
#[derive(Debug, Clone)]
pub(crate) struct RoughWater {
    fields: [Vec<f32>; 3],
}

impl RoughWater {
    /// Level, and velocity along x and y.
    pub(crate) fn fields(&self) -> [&[f32]; 3] {
        [&self.fields[0], &self.fields[1], &self.fields[2]]
    }

    pub(crate) fn surface(&self) -> GriddedSurface<'_> {
        let grid = SurfaceGrid::new(40, 30, 3.0, DVec2::new(-60.0, -45.0)).unwrap();
        GriddedSurface::new(grid, &self.fields[0], &self.fields[1], &self.fields[2]).unwrap()
    }
}

pub(crate) fn rough_water() -> impl Strategy<Value = RoughWater> {
    let field = || vec(-1.0f32..1.0, 40 * 30);
    [field(), field(), field()].prop_map(|fields| RoughWater { fields })
}
