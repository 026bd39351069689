//! Closed hulls made from a few numbers, and the triangle mesh they are.

mod cuboid;
mod mesh;
mod parabolic;
mod refine;
mod sections;
mod speedboat;
mod sphere;

pub use cuboid::cuboid;
pub use mesh::Mesh;
pub use parabolic::{Parabolic, parabolic};
pub use refine::refine;
pub use sections::loft;
pub use speedboat::speedboat;
pub use sphere::sphere;

use super::scenario::Hull;

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
        Hull::Sphere { radius_m, subdivisions } => sphere(radius_m as f32, subdivisions),
    }
}
