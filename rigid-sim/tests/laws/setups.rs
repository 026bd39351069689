//! Shapes and strategies that several tests draw on.

use glam::{DQuat, DVec3, Vec3};
use proptest::prelude::*;
use rigid_sim::{Collider, MassProperties, RigidBodyBuilder};

pub(crate) fn vector(range: f64) -> impl Strategy<Value = DVec3> + Clone {
    prop::array::uniform3(-range..range).prop_map(DVec3::from)
}

pub(crate) fn unit_quaternion() -> impl Strategy<Value = DQuat> + Clone {
    prop::array::uniform3(-2.0..2.0f64).prop_map(|v| DQuat::from_scaled_axis(DVec3::from(v)))
}

/// Points whose convex hull is a fat solid about the origin: the corners of a box, and some more.
pub(crate) fn hull_points() -> impl Strategy<Value = Vec<Vec3>> + Clone {
    (prop::array::uniform3(0.3..0.8f32), prop::collection::vec(prop::array::uniform3(-0.9..0.9f32), 0..12))
        .prop_map(|(half, more)| {
            let corners = (0..8u8).map(|i| {
                let sign = |bit: u8| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
                Vec3::from(half) * Vec3::new(sign(0), sign(1), sign(2))
            });
            corners.chain(more.into_iter().map(Vec3::from)).collect()
        })
}

/// A ball with its mass and collider.
pub(crate) fn ball(radius_m: f64, mass_kg: f64) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .mass_properties(MassProperties::from_sphere(radius_m, mass_kg).unwrap())
        .collider(Collider::ball(radius_m).unwrap())
}

/// A box with its mass and collider.
pub(crate) fn cuboid(half_extents_m: DVec3, mass_kg: f64) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic()
        .mass_properties(MassProperties::from_box(half_extents_m, mass_kg).unwrap())
        .collider(Collider::cuboid(half_extents_m).unwrap())
}

/// A closed box of twelve triangles, counter-clockwise seen from outside.
pub(crate) fn box_mesh(low: Vec3, high: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let vertices = (0..8u8)
        .map(|i| {
            let pick = |bit: u8, l: f32, h: f32| if i >> bit & 1 == 0 { l } else { h };
            Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
        })
        .collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (vertices, triangles)
}
