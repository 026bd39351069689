//! Residual of the water's volume, cell by cell.

use glam::Vec2;
use rayon::prelude::*;

use crate::scene::WaterSheet;
use crate::sim::World;
use crate::sim::scenario::{Side, Sides};

/// Rate at which the level rises in each cell beyond what the flow brings, over the last step of a world: the residual of the equation of
/// continuity, `∂m/∂t + ∇·(m u)`. The column `m` is what bodies leave of the water between bed and surface.
///
/// With central differences in space and the mean of the states before and after the step it is of second order for what the lattice
/// Boltzmann method solves. What is more than that is water that something else than the flow brought or took: a sponge, a
/// splash, a moving wall, or an error of the coupling.
#[derive(Debug, Default)]
pub struct Residual {
    /// Steps of the world at the present state; none at the start.
    steps: Option<u64>,
    now: Columns,
    before: Columns,
    /// mm/s; empty where the state before the last step is not known.
    rate_mm_s: Vec<f32>,
}

#[derive(Debug, Default)]
struct Columns {
    /// Elevation of the surface less what bodies displace, which is the column but for what does not change, m.
    eta_m: Vec<f32>,
    /// Discharge per width, `m u`, m²/s.
    discharge_m2_s: Vec<Vec2>,
}

impl Columns {
    fn read(&mut self, world: &World) {
        let fields = world.fields();
        self.eta_m.clone_from(&fields.eta_m);
        for wet in world.wet_section() {
            self.eta_m[wet.index as usize] -= wet.thickness_m;
        }
        let (still_m, bed_m) = (world.still_level_m() as f32, world.bed_m());
        let solid = world.solid();
        let discharge = |cell: usize| {
            if solid[cell] {
                return Vec2::ZERO;
            }
            let column_m = still_m + self.eta_m[cell] - bed_m.map_or(0.0, |bed_m| bed_m[cell]);
            column_m * Vec2::new(fields.u_m_s[cell], fields.v_m_s[cell])
        };
        (0..self.eta_m.len()).into_par_iter().map(discharge).collect_into_vec(&mut self.discharge_m2_s);
    }
}

impl Residual {
    /// Compares the present state of `world` with that at the last call. To be called after every step while the residual is asked for.
    pub fn watch(&mut self, world: &World) {
        let steps = world.steps();
        if self.steps == Some(steps) {
            return;
        }
        let follows = self.steps.is_some_and(|before| before + 1 == steps);
        self.steps = Some(steps);
        std::mem::swap(&mut self.now, &mut self.before);
        self.now.read(world);
        self.rate_mm_s.clear();
        if follows {
            self.compare(world);
        }
    }

    fn compare(&mut self, world: &World) {
        let [nx, ny] = world.cells();
        let solid = world.solid();
        let Sides { west, east, south, north } = world.sides();
        let Self { now, before, rate_mm_s, .. } = self;
        // Through the face towards a neighbor, which is beyond a side where there is none: of both cells' mean.
        let through = |cell: usize, neighbor: Option<usize>, side: &Side, axis: usize| {
            let of = |cell: usize| 0.5 * (now.discharge_m2_s[cell] + before.discharge_m2_s[cell])[axis];
            match (neighbor, side) {
                (Some(neighbor), _) if solid[neighbor] => 0.0,
                (Some(neighbor), _) => 0.5 * (of(cell) + of(neighbor)),
                (None, Side::Wall(_)) => 0.0,
                (None, _) => of(cell),
            }
        };
        let periodic = |side: &Side| matches!(side, Side::Periodic {});
        let (around_x, around_y) = (periodic(west), periodic(south));
        let (per_m, per_s) = (1.0 / world.cell_size_m() as f32, 1.0 / world.time_step_s() as f32);
        let rate = |cell: usize| {
            if solid[cell] {
                return f32::NAN;
            }
            let (i, j) = (cell % nx, cell / nx);
            let to_west = if i > 0 { Some(cell - 1) } else { around_x.then_some(cell + nx - 1) };
            let to_east = if i + 1 < nx { Some(cell + 1) } else { around_x.then_some(cell + 1 - nx) };
            let to_south = if j > 0 { Some(cell - nx) } else { around_y.then_some(cell + nx * (ny - 1)) };
            let to_north = if j + 1 < ny { Some(cell + nx) } else { around_y.then_some(i) };
            let along_x = through(cell, to_east, east, 0) - through(cell, to_west, west, 0);
            let along_y = through(cell, to_north, north, 1) - through(cell, to_south, south, 1);
            1e3 * ((now.eta_m[cell] - before.eta_m[cell]) * per_s + (along_x + along_y) * per_m)
        };
        (0..nx * ny).into_par_iter().map(rate).collect_into_vec(rate_mm_s);
    }

    /// Puts the residual on a sheet of the same world, where it is known.
    pub fn write(&self, world: &World, water: &mut WaterSheet) {
        let is_of_now = self.steps == Some(world.steps());
        water.residual_mm_s.clear();
        water.residual_mm_s.extend_from_slice(if is_of_now { &self.rate_mm_s } else { &[] });
    }
}
