//! Shapes of bodies and obstacles.

mod collider;
mod mesh_integrals;
mod parts;
mod pose;
mod statics;
mod surface;
mod terrain;

pub use collider::Collider;
pub(crate) use collider::unit;
pub(crate) use mesh_integrals::{convex_hull, integrate, outer};
pub(crate) use pose::Pose;
pub(crate) use statics::Geometry;
pub use statics::Static;
pub(crate) use terrain::Terrain;
