use std::path::PathBuf;

use glam::DVec3;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Repeat, Slip, Wall};

mod drive;
mod hull;
mod hull_forces;
mod joint;
mod joint_drive;
mod kind;
mod propeller;
mod radiation;
mod schedule;
mod tow;

pub use drive::{Drive, DrivePoint};
pub use hull::{Fittings, Hull};
pub use hull_forces::{Part, SkinFriction, Slamming};
pub use joint::{Acts, Joint, JointKind, Mooring};
pub use joint_drive::{JointDrive, JointPosition};
pub use kind::{Afloat, Kind};
pub use propeller::{Propeller, Thrust};
pub use radiation::{Estimate, Radiation};
pub use tow::{Freedom, Tow};

/// A rigid body that floats, is towed, is held in place, or moves as prescribed.
///
/// Its mesh is in the mesh's own frame: x ahead, y to port, z up.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// A hull made from a few numbers; either this or `mesh`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hull: Option<Hull>,
    /// A file of triangles (STL, OBJ, glTF), relative to the scenario file, else to the working folder. Wins over
    /// `hull`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mesh: Option<PathBuf>,
    /// Meters per unit of the mesh file: 0.001 for millimeters.
    #[serde(default = "one")]
    pub mesh_scale: f64,
    /// Shape that touches other bodies and the ground. When left out it is `parts` for a mesh file that fills less than 0.8 of the volume of
    /// its convex hull, such as a dock with a slot for a boat, and else `hull`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collider: Option<Touch>,
    /// Mass without loads. A body that is fixed or driven, which no force moves, needs none where its height is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass_kg: Option<f64>,
    /// Center of that mass in the mesh's frame; the centroid of the mesh's volume when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center_of_mass_m: Option<[f64; 3]>,
    /// Radii of gyration about the center of mass along x, y, z; those of the mesh filled evenly when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gyration_m: Option<[f64; 3]>,
    /// Weights put on it, such as a crew: they move its center of mass and add to its mass and inertia.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub load: Vec<PointMass>,
    /// Position of the center of mass at the start, or where it enters. Without a height the body starts in its equilibrium pose, on the water that starts at its place.
    pub position_m: Position,
    /// Direction of its x axis: 0 is the domain's +x, counter-clockwise seen from above.
    #[serde(default)]
    pub heading_deg: f64,
    /// Velocity of the center of mass at the start.
    #[serde(default)]
    pub velocity_m_s: [f64; 3],
    /// Drag coefficient `C_d` of Lazo et al. Eq. 4.
    #[serde(default = "one")]
    pub drag: f64,
    /// Lift coefficient `C_l` of Lazo et al. Eq. 5; none unless given. In mode `paper` as printed, with the full lift on
    /// a face that moves along its normal, in whichever direction the least disturbance gives; else with the sine of the
    /// angle between them, which brings it smoothly to nothing there.
    #[serde(default)]
    pub lift: f64,
    /// Weight of a face's inclination in its effective area, `α` of Lazo et al. Eq. 6, 0 to 1. That of drag; of lift in mode `paper` alone, else lift is of
    /// the area projected along the flow, so that it comes to nothing along a face too.
    #[serde(default = "one")]
    pub alpha: f64,
    /// Parts of its surface with other coefficients, such as a rough keel; of parts that overlap the later one wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub part: Vec<Part>,
    /// Friction along its surface on top of drag and lift; none when left out, `{}` for that of fresh water.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skin_friction: Option<SkinFriction>,
    /// Drag coefficient `C` to the wind (`wind`) of what it has above the water, of one afloat, without a unit, 0 to 10; 0.8 when left out, 0 for none. On each unit of area that faces the wind acts `½ ρ C |w| w`, of that area as the wind sees
    /// it, with the air's ρ = 1.225 kg/m³ and the velocity `w` of the air past it at its height. Ships have 0.55 to 0.9 along and 0.7 to 0.95 across in even wind (Isherwood 1972; Blendermann 1996), boxes and plates about 1.2. Parts
    /// in the lee of others count as if they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wind_drag_coefficient: Option<f64>,
    /// Blows on faces that dive into the water; none when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slamming: Option<Slamming>,
    /// Added mass and radiation damping; none when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radiation: Option<Radiation>,
    /// Held in place: a solid to the water. What is above the water of the start (its level with columns, not what tides and waves bring later) has no
    /// effect on it; what stands on the bed with its top under the water at all times is a part of the bed, and has no force of its own; all else is a
    /// wall from the bed to the surface over all of its plan, its gap to the bed included. No water is under a wall: the vertical force has what touches it alone, no buoyancy. Waves by formula (`wave`) pass
    /// through it without a force; those of a side (`sides.SIDE.wave`) push it.
    #[serde(default)]
    pub fixed: bool,
    /// Prescribed motion, whatever the body meets: a solid that drives the water, a wall from the bed to the surface. One that is above the water of the start along its
    /// way, such as a crane or a swing bridge, has no effect on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Drive>,
    /// Kind of wall of a body that is fixed or driven.
    #[serde(default = "no_slip")]
    pub wall: Wall,
    /// Red, green and blue in pictures, 0 to 1; a color that no other body has, as far as they go, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<[f32; 3]>,
    /// Fittings that pictures of the water draw on its deck, invented: no force acts on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fittings: Option<Fittings>,
    /// A file of triangles (STL, OBJ, glTF) in the frame of its mesh that pictures of the water draw in its place, such as a ship in all detail
    /// over a plain hull: only looked at, with holes and sheets as they are. Wins over `fittings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_mesh: Option<PathBuf>,
    /// Meters per unit of that file.
    #[serde(default = "one")]
    pub look_mesh_scale: f64,
    /// Many such bodies in place of the one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// Carriage that tows it, afloat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tow: Option<Tow>,
    /// Propeller that pushes and steers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propeller: Option<Propeller>,
    /// Lines to anchors on the bed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mooring: Vec<Mooring>,
    /// Time at which it is let down on to the water, of one that floats free, without fixed, motion, tow, mooring and joint: its lowest point
    /// touches the water, and it falls in. It is there from the start when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters_at_s: Option<f64>,
    /// Time at which it is taken out of the world, with its joints, as a gate is lifted: the water takes its place, which a wall leaves dry: what is beside it falls in. It stays when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_at_s: Option<f64>,
}

/// Shape of a body that touches others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Touch {
    /// The convex hull of its mesh, over slots and hollows.
    Hull,
    /// Up to 64 convex parts, into which its mesh is divided along its axes and faces: slots, hollows and holes are open, exactly where their
    /// faces are few. A mesh that is no few such parts is refused.
    Parts,
}

/// A point mass on a body.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointMass {
    /// Mass of the point.
    pub mass_kg: f64,
    /// Position of the point in the mesh's frame.
    pub position_m: [f64; 3],
}

impl Body {
    /// Time at which it comes into the world, s: 0 of one that is there from the start.
    pub fn from_s(&self) -> f64 {
        self.enters_at_s.unwrap_or_default()
    }

    /// Mass with all loads; of a solid that has none that of its loads.
    pub fn total_mass_kg(&self) -> f64 {
        self.mass_kg.unwrap_or_default() + self.load.iter().map(|load| load.mass_kg).sum::<f64>()
    }

    /// Center of mass with all loads in the mesh's frame; `centroid_m` is that of the mesh's volume.
    pub fn total_center_m(&self, centroid_m: DVec3) -> DVec3 {
        let own_m = self.center_of_mass_m.map_or(centroid_m, DVec3::from_array);
        let Some(own_kg) = self.mass_kg else { return own_m };
        let bare = own_m * own_kg;
        let loads = self.load.iter().map(|load| load.mass_kg * DVec3::from_array(load.position_m));
        loads.fold(bare, |sum, moment| sum + moment) / self.total_mass_kg()
    }
}

/// A position in the domain, `[x, y]` or `[x, y, z]` in a file.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
#[schemars(with = "Vec<f64>", extend("minItems" = 2, "maxItems" = 3))]
pub struct Position {
    /// Along the grid's first axis.
    pub x_m: f64,
    /// Along the grid's second axis.
    pub y_m: f64,
    /// Height above the datum `z = 0`, where given.
    pub z_m: Option<f64>,
}

impl TryFrom<Vec<f64>> for Position {
    type Error = String;

    fn try_from(values: Vec<f64>) -> Result<Self, String> {
        match values[..] {
            [x_m, y_m] => Ok(Self { x_m, y_m, z_m: None }),
            [x_m, y_m, z_m] => Ok(Self { x_m, y_m, z_m: Some(z_m) }),
            _ => Err(format!("{} numbers; it must be [x, y] or [x, y, z]", values.len())),
        }
    }
}

impl From<Position> for Vec<f64> {
    fn from(position: Position) -> Self {
        [Some(position.x_m), Some(position.y_m), position.z_m].into_iter().flatten().collect()
    }
}

fn one() -> f64 {
    1.0
}

fn no_slip() -> Wall {
    Wall { slip: Slip::NoSlip, ..Wall::default() }
}
