//! Closed triangle meshes, and hulls given by a few dimensions.

mod loft;
mod mesh;
mod parabolic;
mod prism;
mod refine;
mod speedboat;
mod sphere;

pub use loft::loft;
pub use mesh::Mesh;
pub use parabolic::{Parabolic, parabolic};
pub use prism::{cuboid, is_star_shaped, prism, propeller};
pub use refine::{least_refined, refine};
pub use speedboat::speedboat;
pub use sphere::sphere;
