//! Closed hulls made from a few numbers, and the triangle mesh they are.

mod cuboid;
mod mesh;
mod parabolic;
mod prism;
mod refine;
mod sections;
mod speedboat;
mod sphere;

pub use cuboid::cuboid;
pub use mesh::Mesh;
pub use parabolic::{Parabolic, parabolic};
pub use prism::{is_star_shaped, prism, propeller};
pub use refine::refine;
pub use sections::loft;
pub use speedboat::speedboat;
pub use sphere::sphere;

use glam::Vec2;

use super::scenario::Hull;

/// Points of the outline of a propeller's blade.
const BLADE_POINTS: u32 = 24;

/// An outline of a scenario in single precision.
pub(in crate::sim) fn outline(outline_m: &[[f64; 2]]) -> Vec<Vec2> {
    outline_m.iter().map(|&[x, y]| Vec2::new(x as f32, y as f32)).collect()
}

/// The mesh of a scenario's hull: metres, x ahead, y to port, lowest point at `z = 0`, middle at `x = y = 0`.
pub fn generate(hull: &Hull) -> Mesh {
    match *hull {
        Hull::Speedboat { length_m, beam_m, depth_m } => {
            speedboat(length_m as f32, beam_m as f32, depth_m as f32)
        }
        Hull::Box { length_m, beam_m, depth_m } => cuboid(length_m as f32, beam_m as f32, depth_m as f32),
        Hull::Parabolic { length_m, beam_m, depth_m, fullness, sections, points } => parabolic(&Parabolic {
            length_m: length_m as f32,
            beam_m: beam_m as f32,
            depth_m: depth_m as f32,
            fullness: fullness as f32,
            sections,
            points,
        }),
        Hull::Prism { ref outline_m, height_m } => prism(&outline(outline_m), height_m as f32),
        Hull::Propeller { radius_m, hub_radius_m, blades, skew, height_m } => {
            let points = BLADE_POINTS;
            prism(
                &propeller(radius_m as f32, hub_radius_m as f32, blades, skew as f32, points),
                height_m as f32,
            )
        }
        Hull::Sphere { radius_m, subdivisions } => sphere(radius_m as f32, subdivisions),
    }
}
