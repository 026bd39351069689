//! The loop that one would write first: one triangle after the other in world axes, no structure of
//! arrays, no vectors, the level by bilinear interpolation at the centroid.

use glam::{DMat3, DVec2, DVec3};
use hydro_forces::{Coefficients, GriddedSurface, Motion, Water, WaterSurface, clip_triangle};

/// Force and torque about the reference; `exchanges` takes the horizontal drag and lift of each wet triangle, and where they go
/// back to.
pub(crate) fn forces(
    triangles: &[[DVec3; 3]],
    motion: &Motion,
    surface: &GriddedSurface<'_>,
    water: &Water,
    c: &Coefficients,
    exchanges: &mut Vec<(DVec2, DVec2)>,
) -> (DVec3, DVec3) {
    let weight = water.density_kg_m3 * water.gravity_m_s2;
    let rotation = DMat3::from_quat(motion.rotation);
    let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
    for body in triangles {
        let place = |p: DVec3| motion.translation_m + rotation * p;
        let world = [place(body[0]), place(body[1]), place(body[2])];
        let at = ((world[0] + world[1] + world[2]) / 3.0).truncate();
        let water_here = surface.sample(at);
        let under = |level: f64| [level - world[0].z, level - world[1].z, level - world[2].z];
        let area_vector = (world[1] - world[0]).cross(world[2] - world[0]) / 2.0;
        let area = area_vector.length();
        let mut wet = 0.0;
        let mut centroid = DVec3::ZERO;
        clip_triangle(world, under(water_here.level_m), |part| {
            let ([p, q, r], [a, b, d]) = (part.corners_m, part.depths_m);
            let middle = (p + q + r) / 3.0;
            let load = area_vector * (-weight * part.fraction * (a + b + d) / 3.0);
            let moment = (p + q + r) * (a + b + d) + p * a + q * b + r * d;
            let moment =
                moment * (part.fraction / 12.0) - motion.reference_m * part.fraction * (a + b + d) / 3.0;
            force += load;
            torque -= moment.cross(area_vector) * weight;
            wet += part.fraction;
            centroid += middle * part.fraction;
        });
        if wet > 0.0 {
            centroid /= wet;
            let velocity = motion.velocity_at(centroid) - water_here.velocity_m_s.extend(0.0);
            let normal = area_vector / area;
            let speed = velocity.length();
            if speed > 0.0 && normal.dot(velocity) > 0.0 {
                let effective = (normal.dot(velocity) / speed * c.alpha + (1.0 - c.alpha)) * area * wet;
                let lift =
                    velocity.cross(normal.cross(velocity)) * (normal.dot(velocity) / speed * area * wet);
                let dynamic =
                    (velocity * (c.drag * effective * speed) + lift * c.lift) * (-0.5 * water.density_kg_m3);
                force += dynamic;
                torque += (centroid - motion.reference_m).cross(dynamic);
                exchanges.push((at, dynamic.truncate()));
            }
        }
    }
    (force, torque)
}
