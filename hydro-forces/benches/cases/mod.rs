//! The case of the benches: half-wet spheres that move through rough water.

#[path = "../../tests/laws/meshes.rs"]
#[allow(dead_code, reason = "the laws use all of it")]
mod meshes;
mod scalar;

use glam::{DQuat, DVec2, DVec3};
use hydro_forces::{
    Coefficients, Cut, Exchanges, ForceModel, ForceOptions, Forces, GriddedSurface, Hull, Motion, Plane,
    SurfaceGrid, Water,
};

const COEFFICIENTS: Coefficients = Coefficients { drag: 0.5, lift: 0.2, alpha: 0.8 };
const CELLS: usize = 175;

/// Positions and forces of the reaction.
pub(crate) type Kept = Vec<(DVec2, DVec2)>;

pub(crate) struct Case {
    pub(crate) hull: Hull,
    triangles: Vec<[DVec3; 3]>,
    model: ForceModel,
    motion: Motion,
    level: Vec<f32>,
    current: Vec<f32>,
}

impl Case {
    /// 8 `n`² triangles.
    pub(crate) fn new(n: u32) -> Self {
        let mesh = meshes::fine_sphere(n);
        let corner = |i: u32| mesh.vertices[i as usize].as_dvec3();
        Self {
            hull: mesh.hull(),
            triangles: mesh.triangles.iter().map(|t| t.map(corner)).collect(),
            model: ForceModel::new(Water::default(), COEFFICIENTS).expect("valid coefficients"),
            motion: Motion {
                linvel_m_s: DVec3::new(3.0, 1.0, -0.5),
                angvel_rad_s: DVec3::new(0.1, 0.2, 0.3),
                ..Motion::at_rest(DQuat::from_rotation_x(0.3), DVec3::ZERO)
            },
            level: (0..CELLS * CELLS).map(|k| 0.05 * (k as f32 * 0.1).sin()).collect(),
            current: vec![0.2; CELLS * CELLS],
        }
    }

    fn surface(&self) -> GriddedSurface<'_> {
        let grid = SurfaceGrid::new(CELLS, CELLS, 0.04, DVec2::splat(-3.5)).expect("a grid");
        GriddedSurface::new(grid, &self.level, &self.current, &self.current)
            .expect("fields of the grid's shape")
    }

    /// Forces in still water, the sums alone.
    #[allow(dead_code, reason = "not every bench uses it")]
    pub(crate) fn flat(&self) -> Forces {
        self.model.forces(&self.hull, &self.motion, &Plane::flat(0.0), ForceOptions::default())
    }

    /// Forces with the reaction, on one thread.
    pub(crate) fn ours(&self, cut: Cut, exchanges: &mut Exchanges) -> DVec3 {
        self.with_reaction(cut, ForceOptions::default().exchanges(exchanges))
    }

    /// Forces with the reaction, on all threads.
    #[allow(dead_code, reason = "not every bench uses it")]
    pub(crate) fn parallel(&self, cut: Cut, exchanges: &mut Exchanges) -> DVec3 {
        self.with_reaction(cut, ForceOptions::default().exchanges(exchanges).parallel())
    }

    fn with_reaction(&self, cut: Cut, options: ForceOptions<'_>) -> DVec3 {
        self.model.cut(cut).forces(&self.hull, &self.motion, &self.surface(), options).force_n
    }

    /// The plain loop.
    pub(crate) fn plain(&self, kept: &mut Kept) -> DVec3 {
        kept.clear();
        let water = Water::default();
        let (force, _) =
            scalar::forces(&self.triangles, &self.motion, &self.surface(), &water, &COEFFICIENTS, kept);
        force
    }

    /// Panics if the plain loop finds another force.
    #[allow(dead_code, reason = "not every bench uses it")]
    pub(crate) fn check(&self) {
        let (ours, plain) =
            (self.ours(Cut::Centroid, &mut Exchanges::default()), self.plain(&mut Vec::new()));
        assert!(ours.distance(plain) < 1e-6 * plain.length(), "both compute the same: {ours} {plain}");
    }
}
