//! The water of a world: lattice, sides, and its fields in SI.

use glam::DVec2;
use hydro_forces::{GriddedSurface, SurfaceGrid};
use lbm_boundary::{Boundary, Mask, Motion, Refill, Side, SideKind, Slip, Wall, WallDistance};
use lbm_core::{Lattice, Policy, Region, Stability, Trouble, Units};

use super::Error;
use super::scenario::{self, Scenario, Scheme};

/// Surface and velocity of all cells, `[ny][nx]`, x fastest.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    /// Surface above the still level, m.
    pub elevation_m: Vec<f32>,
    /// Velocity along x, m/s.
    pub u_m_s: Vec<f32>,
    /// Velocity along y, m/s.
    pub v_m_s: Vec<f32>,
}

/// The lattice with its boundaries and fields.
#[derive(Debug)]
pub(super) struct Fluid {
    pub(super) lattice: Lattice,
    pub(super) boundary: Boundary,
    pub(super) fields: Fields,
    /// Whether a cell is inside a body that is fixed or driven.
    pub(super) solid: Vec<bool>,
    pub(super) grid: SurfaceGrid,
    pub(super) still_level_m: f64,
}

impl Fluid {
    /// The water of a scenario at its start, with solids where `labels` are not 0 and as they move at first; `distance` says
    /// where interpolated walls stand.
    pub(super) fn new(
        scenario: &Scenario,
        (labels, motions): (&[u16], &[(u16, Motion)]),
        distance: Option<WallDistance<'_>>,
        grid: SurfaceGrid,
    ) -> Result<Self, Error> {
        let [nx, ny] = scenario.grid.cells;
        let dx = scenario.grid.cell_size_m;
        let units = Units::new(dx, scenario.time_step_s(), scenario.water.gravity_m_s2)?;
        let policy = match scenario.solver.policy {
            scenario::Policy::Warn => Policy::Warn,
            scenario::Policy::AdaptViscosity => Policy::AdaptViscosity,
            scenario::Policy::Stop => Policy::Stop,
        };
        let still_level_m = scenario.water.depth_m;
        let builder = Lattice::builder(nx, ny, units).rest_depth_m(still_level_m);
        let mut builder = builder.collision(scenario.solver.operator()).policy(policy);
        if scenario.solver.smagorinsky > 0.0 {
            builder = builder.smagorinsky(scenario.solver.smagorinsky);
        }
        let mut lattice = builder.build()?;
        for j in 0..ny {
            for i in 0..nx {
                let [x, y] = [i, j].map(|k| (k as f64 + 0.5) * dx);
                if let Some(column) = scenario.water.column.iter().rfind(|column| column.contains(x, y)) {
                    lattice.set_cell_m(i, j, column.depth_m, column.velocity_m_s);
                }
            }
        }
        let refill = match scenario.coupling.refill {
            scenario::Refill::Equilibrium => Refill::Equilibrium,
            scenario::Refill::NonEquilibrium => Refill::NonEquilibrium,
        };
        let mut builder = Boundary::builder().solids(labels).motions(motions).refill(refill);
        for (label, body) in (1..).zip(scenario.body.values()).filter(|(_, body)| body.is_solid()) {
            builder = builder.wall_of(label, wall(body.wall));
        }
        if let Some(distance) = distance {
            builder = builder.distance(distance);
        }
        let sides = &scenario.sides;
        for (side, kind) in [
            (Side::West, &sides.west),
            (Side::East, &sides.east),
            (Side::South, &sides.south),
            (Side::North, &sides.north),
        ] {
            builder = builder.side(side, side_kind(kind));
        }
        let names = scenario.body.keys().map(String::as_str);
        let boundary = builder.build(&lattice).map_err(|error| Error::of_boundary(error, names))?;
        let zeros = || vec![0.0; nx * ny];
        let fields = Fields { elevation_m: zeros(), u_m_s: zeros(), v_m_s: zeros() };
        let solid = labels.iter().map(|&label| label != 0).collect();
        let mut fluid = Self { lattice, boundary, fields, solid, grid, still_level_m };
        fluid.refresh_fields();
        Ok(fluid)
    }

    /// Puts the solids where `mask` says and lets them move as `motions` says.
    pub(super) fn move_solids(
        &mut self,
        mask: &Mask<'_>,
        motions: &[(u16, Motion)],
    ) -> Result<(), lbm_boundary::Error> {
        let moved = self.boundary.move_solids(&mut self.lattice, mask, motions)?;
        if moved.covered + moved.uncovered > 0 {
            for (solid, label) in self.solid.iter_mut().zip(mask.labels) {
                *solid = *label != 0;
            }
        }
        Ok(())
    }

    /// Lets the solids stand where they are.
    pub(super) fn stop_solids(&mut self) {
        let labels = self.boundary.labels().to_vec();
        let stopped = self.boundary.move_solids(&mut self.lattice, &Mask::new(&labels), &[]);
        debug_assert!(stopped.is_ok(), "solids that stand still where they are have no reason to be refused");
    }

    /// Brings the fields up to date with the lattice.
    pub(super) fn refresh_fields(&mut self) {
        let layout = self.lattice.layout();
        let everything = Region { i0: 0, i1: layout.nx(), j0: 0, j1: layout.ny() };
        let Fields { elevation_m, u_m_s, v_m_s } = &mut self.fields;
        self.lattice.write_fields(everything, elevation_m, u_m_s, v_m_s);
    }

    /// The surface above the still level, and the water's velocity.
    pub(super) fn surface(&self) -> GriddedSurface<'_> {
        let Fields { elevation_m, u_m_s, v_m_s } = &self.fields;
        GriddedSurface::new(self.grid, elevation_m, u_m_s, v_m_s).expect("fields have one value a cell")
    }

    /// Volume under the surface, the bodies' part included, m³.
    pub(super) fn head_m3(&self) -> f64 {
        let mass = self.lattice.totals(|cell| !self.solid[cell]).mass;
        mass * self.lattice.units().cell_size_m().powi(3)
    }

    /// Water that moving solids have taken and are about to give back, m³.
    pub(super) fn owed_m3(&self) -> f64 {
        self.boundary.owed_mass() * self.lattice.units().cell_size_m().powi(3)
    }

    /// Momentum of the water per unit density, m⁴/s.
    pub(super) fn momentum_m4_s(&self) -> DVec2 {
        let momentum = self.lattice.totals(|cell| !self.solid[cell]).momentum;
        DVec2::from_array(momentum.map(|c| self.lattice.units().to_momentum_m4_s(c)))
    }

    /// Largest Froude number of the water.
    pub(super) fn max_froude(&self) -> f64 {
        self.lattice.max_froude(|cell| !self.solid[cell])
    }

    /// How the flow lies in the range in which the scheme is stable, or the cell at which the run has to end.
    pub(super) fn check(&self) -> Result<Stability, Trouble> {
        self.lattice.check(|cell| !self.solid[cell])
    }

    /// The cell of the water at which the flow has left the range of the method, if it has.
    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.lattice.trouble(|cell| !self.solid[cell])
    }
}

fn wall(wall: scenario::Wall) -> Wall {
    let slip = match wall.slip {
        scenario::Slip::NoSlip => Slip::NoSlip,
        scenario::Slip::FreeSlip => Slip::FreeSlip,
    };
    match wall.scheme {
        Scheme::HalfWay => Wall::HalfWay(slip),
        Scheme::OnGrid => Wall::OnGrid(slip),
        Scheme::Modified => Wall::Modified,
        Scheme::Interpolated => Wall::Interpolated,
        Scheme::Extrapolated => Wall::Extrapolated,
        Scheme::AsPrinted => Wall::AsPrinted,
    }
}

fn side_kind(side: &scenario::Side) -> SideKind {
    match *side {
        scenario::Side::Wall(of) => SideKind::Wall(wall(of)),
        scenario::Side::Periodic {} => SideKind::Periodic,
        scenario::Side::Inflow { velocity_m_s, depth_m } => SideKind::Inflow { velocity_m_s, depth_m },
        scenario::Side::Outflow {} => SideKind::Outflow,
        scenario::Side::Discharge { discharge_m3_s, ramp_s } => {
            SideKind::Discharge { discharge_m3_s, ramp_s }
        }
        scenario::Side::Depth { depth_m } => SideKind::Depth { depth_m },
        scenario::Side::Characteristic { depth_m, velocity_m_s } => {
            SideKind::Characteristic { depth_m, velocity_m_s }
        }
        scenario::Side::Sponge { width_m } => SideKind::Sponge { width_m },
    }
}
