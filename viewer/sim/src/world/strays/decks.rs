//! Warnings of water that reaches solids which are above it at the start, and have no effect on it.

use crate::bodies::Standing;
use crate::world::World;

/// Steps between two looks at the water under them.
const STEPS_PER_LOOK: u64 = 16;

impl World {
    /// Warns once of each solid above the water whose underside that reaches.
    pub(in crate::world) fn find_reached(&mut self) {
        let Self { clock, water, bodies, projection, findings, coupling, .. } = self;
        if !clock.steps.is_multiple_of(STEPS_PER_LOOK) {
            return;
        }
        let (lattice, cells) = (&water.fluid.lattice, water.fluid.cells());
        let (still_m, thickness_m) = (water.fluid.still_level_m as f32, coupling.thickness_m());
        // Under a hull there is no surface that could rise to it.
        let level_m = |cell: usize| match water.fluid.solid[cell] || thickness_m[cell] > 0.0 {
            true => f32::NEG_INFINITY,
            false => {
                let eta_m = lattice.cell_m(cell % cells.nx, cell / cells.nx).eta_m as f32;
                let wave_m = water.waves_m(cells.center_m(cell as u32)).unwrap_or_default();
                still_m + eta_m + wave_m as f32
            }
        };
        let above = bodies.iter().filter(|(body, _)| body.is_solid() && body.standing == Standing::Above);
        for (body, _) in above {
            let begin = format!("body.{}: the water reaches its underside", body.name);
            if findings.warnings.iter().any(|text| text.starts_with(&begin)) {
                continue;
            }
            let Some((cell, low_m)) = bodies.reached(body, projection.mask(), level_m) else { continue };
            let at_m = cells.center_m(cell as u32);
            findings.warn(format!(
                "{begin} of {:.3} m at t = {:.3} s, at [{:.3}, {:.3}] m; it was above the water at the start, so it has no effect on it: put it \
                 higher, or so low that it is in the water from the start, and a wall down to the bed",
                low_m,
                clock.time_s(),
                at_m.x,
                at_m.y
            ));
        }
    }
}
