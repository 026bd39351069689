//! What to look at when the flow leaves the range of the method.

use lbm_core::{Collision, Trouble};
use mask_raster::WetCell;

use super::World;
use crate::scenario::{CouplingMode, Scenario};

impl World {
    /// The keys of its scenario that are the most likely reason of trouble.
    pub fn remedy(&self, scenario: &Scenario, trouble: &Trouble) -> String {
        let beside = self.solid_near(trouble.cell);
        let mut keys = Vec::from_iter(self.hull_near(trouble.cell));
        let solver = &scenario.solver;
        keys.extend(beside.map(|body| {
            format!(
                "body.{body}.motion: it moves right beside, and what it closes on (a side, another solid, itself as it turns) may \
                 leave the water no way out, which then rises without bound"
            )
        }));
        // As they are now: a running world takes others.
        let lattice = &self.water.fluid.lattice;
        let tau = lattice.collision().tau();
        if tau < 0.55 {
            keys.push(format!("solver.tau = {tau} leaves little viscosity (0.6 is usual)"));
        }
        if scenario.gravity_number() > 0.2 {
            let number = scenario.gravity_number();
            keys.push(format!("solver.gravity_number is {number:.3} (0.15 allows the fastest flow)"));
        }
        if scenario.afloat().any(|(_, body)| body.propeller.is_some()) {
            let key = match self.coupling.mode {
                CouplingMode::Conservative => {
                    "a propeller's thrust_n may be too strong for its race_radius_m"
                }
                CouplingMode::Paper | CouplingMode::None => {
                    "a propeller's thrust_n may make its body too fast"
                }
            };
            keys.push(key.into());
        }
        if !matches!(lattice.collision(), Collision::CentralMoments { .. }) {
            keys.push("solver.collision = \"central-moments\" bears faster flow".into());
        }
        if lattice.smagorinsky().unwrap_or(solver.smagorinsky) == 0.0 {
            keys.push("solver.smagorinsky = 0.2 adds viscosity where the flow is sheared".into());
        }
        if keys.is_empty() {
            keys.push(
                "the fastest flow: slower or shallower steps of the water at its start, its sides and its bodies"
                    .into(),
            );
        }
        format!("look at: {}", keys.join("; "))
    }

    /// Trouble in a cell under a hull with the depth and velocity of the water that is left there, in place of those of the head.
    pub(super) fn under_hull(&self, mut trouble: Trouble) -> Trouble {
        let [i, j] = trouble.cell;
        let thickness_m = self.coupling.thickness_m()[j * self.cells()[0] + i];
        if thickness_m == 0.0 {
            return trouble;
        }
        let lattice = &self.water.fluid.lattice;
        let units = lattice.units();
        let head = (trouble.depth_m / units.cell_size_m()) as f32;
        let thickness = (f64::from(thickness_m) / units.cell_size_m()) as f32;
        let momentum = trouble.velocity_m_s.map(|c| head * (c / units.lattice_speed_m_s()) as f32);
        let site = lattice.layout().site(i as isize, j as isize);
        let column = lattice.covered_column(site, thickness, head, momentum);
        trouble.depth_m -= f64::from(thickness_m);
        trouble.velocity_m_s = trouble.velocity_m_s.map(|c| c * f64::from(head / column));
        if trouble.depth_m <= 0.0 {
            trouble.cause =
                "no water is left under the hull; take deeper water, or a hull that draws less or is slower";
        }
        trouble
    }

    /// Warns of a cell under a hull whose water is beyond the bounds of [`lbm_core::Lattice::covered_column`].
    pub(super) fn bounded_column(&self, [i, j]: [usize; 2]) -> String {
        let cell = j * self.cells()[0] + i;
        let wet = self.projection.wet().iter().find(|wet| wet.index as usize == cell);
        let label = wet.map(|wet| wet.label);
        let body = self.bodies.iter().find(|(body, _)| Some(body.label) == label);
        let fluid = &self.water.fluid;
        let [u, v] = [fluid.fields.u_m_s[cell], fluid.fields.v_m_s[cell]];
        let left_m = (fluid.depth_m(cell) - self.coupling.thickness_m()[cell]).max(0.0);
        let fastest_m_s = fluid.lattice.units().lattice_speed_m_s() / 4.0;
        format!(
            "body.{}: from t = {:.3} s on the water under it is thinner than a twentieth of the depth or faster than {fastest_m_s:.3} m/s, a \
             quarter of a cell a step, first in cell [{i}, {j}]: {left_m:.3} m, [{u:.3}, {v:.3}] m/s; its inertia is bounded there, so that \
             forces on the hull are rough: take deeper water, a body that draws less or is slower, or a smaller solver.gravity_number",
            body.map_or("", |(body, _)| &body.name),
            self.time_s(),
        )
    }

    /// What the hull does to the water that is nearest to a cell, if any is within its length.
    fn hull_near(&self, [i, j]: [usize; 2]) -> Option<String> {
        if self.coupling.mode != CouplingMode::Conservative {
            return None;
        }
        let cells = self.water.fluid.cells();
        let at_m = cells.center_m((j * cells.nx + i) as u32);
        let distance_m = |wet: &WetCell| cells.center_m(wet.index).distance(at_m);
        let wet = self.projection.wet().iter().map(|wet| (distance_m(wet), wet.label));
        let (off_m, label) = wet.reduce(|a, b| if b.0 < a.0 { b } else { a })?;
        let (body, rigid) = self.bodies.iter().find(|(body, _)| body.label == label)?;
        if off_m > 2.0 * body.hull.hull.bounding_sphere().1 {
            return None;
        }
        let under = self.projection.clearance((body, rigid), &self.water)?;
        let place = if off_m == 0.0 { "over it".to_owned() } else { format!("{off_m:.3} m from it") };
        let speed_m_s = rigid.linvel_m_s().truncate().length();
        let lattice = &self.water.fluid.lattice;
        let stable_m_s = lattice.stable_froude(under.depth_m) * lattice.units().wave_speed_m_s(under.depth_m);
        let too_fast = if speed_m_s > stable_m_s {
            format!(
                ", and moves at {speed_m_s:.3} m/s where cells of {} m and this time step carry {stable_m_s:.3} m/s: slow it down, or take a \
                 smaller solver.gravity_number",
                cells.cell_size_m
            )
        } else {
            String::new()
        };
        Some(format!(
            "body.{}, {place}, leaves {:.3} m of {:.3} m of water under it {}{too_fast}; docs/STABILITY.md says how much hulls may draw: take deeper \
             water (water.level_m), a body that draws less, or a greater solver.tau",
            body.name,
            under.left_m.max(0.0),
            under.depth_m,
            under.place(cells),
        ))
    }
}
