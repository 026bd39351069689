use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A part of a body's surface of another material: the triangles whose centroid lies in a box.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// One corner of the box, in the mesh's frame.
    pub from_m: [f64; 3],
    /// The opposite corner; `inf` reaches beyond everything.
    pub to_m: [f64; 3],
    /// Drag coefficient of the part, in place of the body's.
    pub drag: f64,
    /// Lift coefficient of the part.
    #[serde(default)]
    pub lift: f64,
    /// Share of a face's inclination in its effective area, 0 to 1.
    #[serde(default = "super::body::one")]
    pub alpha: f64,
}

impl Part {
    /// Whether a point of the mesh's frame lies in the box, its faces included.
    pub fn contains(&self, point_m: DVec3) -> bool {
        let [from, to] = [self.from_m, self.to_m].map(DVec3::from_array);
        point_m.cmpge(from.min(to)).all() && point_m.cmple(from.max(to)).all()
    }
}
