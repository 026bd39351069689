//! What all bodies have in common.

use glam::{DVec2, DVec3, Vec3};
use lbm_boundary::Motion;
use rigid_sim::{BodyHandle, RigidBody};

use super::afloat::Afloat;
use super::body_surface::{BodySurface, SharedMesh};
use super::hull::WetHull;
use crate::name::Name;
use crate::scenario::{Drive, Fittings};

/// A body of the world.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) name: Name,
    pub(crate) label: u16,
    /// Its rigid body.
    pub(crate) handle: BodyHandle,
    pub(crate) mesh: SharedMesh,
    pub(crate) color: [f32; 3],
    /// Height of the water above the origin of the mesh where it floats upright, m.
    pub(crate) waterline_m: Option<f32>,
    pub(crate) fittings: Option<Fittings>,
    /// What pictures draw in place of the mesh.
    pub(crate) look: Option<SharedMesh>,
    pub(crate) hull: WetHull,
    pub(crate) kind: Kind,
    /// What it is to the water, if it is a solid.
    pub(crate) standing: Standing,
    /// Whether it was taken out of the world.
    pub(crate) is_removed: bool,
    /// Time at which it is taken out of the world, s.
    pub(crate) removed_at_s: Option<f64>,
    /// Time at which it was taken out because its motion was lost, s.
    pub(crate) lost_at_s: Option<f64>,
    /// Force of the last step on its center of mass, gravity left out, N.
    pub(crate) force_n: DVec3,
    /// Torque of the last step about its center of mass, N m.
    pub(crate) torque_n_m: DVec3,
}

/// Height at which the mask has what is a part of the bed, m.
const FAR_ABOVE_M: f32 = 1e6;

/// How a body moves.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Moves by the forces on it.
    Afloat(Box<Afloat>),
    /// Is a solid to the water.
    Solid(Solid),
}

/// What a solid is to the water.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A wall from the bed to the surface in all cells that it is over.
    #[default]
    Wall,
    /// A part of the bed, whose top is under the water.
    Bed,
    /// Nothing: all of it is above the water of the start, and it does not sink.
    Above,
}

/// How a solid moves.
#[derive(Debug)]
pub(crate) enum Solid {
    /// Does not move.
    Fixed,
    /// Moves as prescribed.
    Driven(Driven),
}

/// What only a driven body has.
#[derive(Debug)]
pub(crate) struct Driven {
    pub(crate) drive: Drive,
    /// Whether it has left the domain.
    pub(crate) has_left: bool,
    /// Whether it was stopped for good, because the water could not follow it.
    pub(crate) is_stopped: bool,
}

impl Driven {
    /// Velocity of the center of mass, m/s, and angular velocity, rad/s, at a time.
    pub(crate) fn velocities(&self, time_s: f64) -> (DVec3, DVec3) {
        in_space(&self.drive.motion(time_s))
    }

    /// The greatest of its velocities, as [`Self::velocities`].
    pub(super) fn greatest_velocities(&self) -> (DVec3, DVec3) {
        let greatest = |a: Motion, b: Motion| if b.fastest_m_s(1.0) > a.fastest_m_s(1.0) { b } else { a };
        in_space(&self.drive.extremes(f64::INFINITY).reduce(greatest).unwrap_or_default())
    }
}

fn in_space(motion: &Motion) -> (DVec3, DVec3) {
    (DVec2::from_array(motion.linvel_m_s).extend(0.0), DVec3::Z * motion.angvel_rad_s)
}

impl Body {
    /// What only a body afloat has.
    pub(crate) fn afloat(&self) -> Option<&Afloat> {
        match &self.kind {
            Kind::Afloat(afloat) => Some(afloat),
            Kind::Solid(_) => None,
        }
    }

    /// As [`Self::afloat`], to be changed.
    pub(crate) fn afloat_mut(&mut self) -> Option<&mut Afloat> {
        match &mut self.kind {
            Kind::Afloat(afloat) => Some(afloat),
            Kind::Solid(_) => None,
        }
    }

    /// Whether it is a solid to the water.
    pub(crate) fn is_solid(&self) -> bool {
        matches!(self.kind, Kind::Solid(_))
    }

    /// Whether it is a solid that stands in the water as a wall.
    pub(crate) fn is_wall(&self) -> bool {
        self.is_solid() && self.standing == Standing::Wall
    }

    /// Elevation above the still level of the level below which it displaces water, m.
    pub(crate) fn mean_eta_m(&self) -> f64 {
        self.afloat().map_or(0.0, |afloat| afloat.mean_level.eta_m())
    }

    /// Middle of its hull in plan and the distance from there within which it all is, m.
    pub(crate) fn around_m(&self, rigid: &RigidBody) -> (DVec2, f64) {
        let (center_m, radius_m) = self.hull.hull.bounding_sphere();
        ((rigid.origin_m() + rigid.rotation() * center_m).truncate(), radius_m)
    }

    /// Whether each step finds what the water does to its surface: of a solid, whose load comes from its walls, only where the view shows it.
    pub(crate) fn feels_water(&self) -> bool {
        !self.is_solid() || !self.hull.detail.is_empty()
    }

    /// Whether it lies on the water as a rigid lid.
    pub(crate) fn is_lid(&self) -> bool {
        self.afloat().is_some_and(|afloat| afloat.is_lid)
    }

    /// Middle and radius of the race of its propeller in plan, m, if it has one.
    pub(crate) fn race(&self, rigid: &RigidBody) -> Option<(DVec2, f64)> {
        let afloat = self.afloat()?;
        let propeller = afloat.propeller.as_ref()?;
        let at_m = rigid.point_to_world(DVec3::from_array(propeller.position_m));
        Some((at_m.truncate(), afloat.race_radius_m))
    }

    /// The corners of the box around it, m.
    pub(crate) fn extent_m(&self, rigid: &RigidBody) -> [DVec3; 2] {
        let places = self.mesh.vertices.iter().map(|v| rigid.origin_m() + rigid.rotation() * v.as_dvec3());
        let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        places.fold(empty, |[low, high], at_m| [low.min(at_m), high.max(at_m)])
    }

    /// The surface of the body as pictures show it.
    pub(crate) fn surface(&self, rigid: &RigidBody) -> BodySurface<'_> {
        let detail = &self.hull.detail;
        let pressure_pa = detail.pressure_pa.as_deref();
        let mesh = if pressure_pa.is_some() { &self.hull.mesh } else { &self.mesh };
        BodySurface {
            name: &self.name,
            label: self.label,
            vertices: &mesh.vertices,
            triangles: &mesh.triangles,
            rotation: rigid.rotation(),
            origin_m: rigid.origin_m(),
            linvel_m_s: rigid.linvel_m_s(),
            angvel_rad_s: rigid.angvel_rad_s(),
            center_of_mass_m: rigid.center_of_mass_m(),
            race: self.afloat().and_then(|afloat| afloat.race(rigid)),
            color: self.color,
            waterline_m: self.waterline_m,
            fittings: self.fittings,
            look: self.look.as_ref().map(|look| (&look.vertices, &look.triangles)),
            pressure_pa,
            forces: detail.forces.as_deref(),
        }
    }

    /// The body as the mask rasterizes it: as it displaces water. One that is a part of the bed is far above all others, which it must not hide: of those over
    /// a cell the mask has the lowest.
    pub(crate) fn outline(&self, rigid: &RigidBody) -> mask_raster::Body<'_> {
        let rest_pose = self.afloat().and_then(|afloat| afloat.rest_pose);
        let (rotation, origin_m) =
            rest_pose.map_or_else(|| (rigid.rotation(), rigid.origin_m()), |rest_pose| rest_pose.pose(rigid));
        mask_raster::Body {
            vertices: &self.mesh.vertices,
            triangles: &self.mesh.triangles,
            rotation: rotation.as_quat(),
            translation_m: match self.standing {
                Standing::Bed => origin_m.as_vec3() + FAR_ABOVE_M * Vec3::Z,
                Standing::Wall | Standing::Above => origin_m.as_vec3(),
            },
            label: self.label,
        }
    }
}
