//! Energy of the room that moving solids take in the water.

use glam::DVec3;
use mask_raster::CellBox;
use rigid_sim::RigidBody;

use crate::bodies::{Bodies, Body};
use crate::scenario::Side;
use crate::water::Water;

/// Power that goes into the room of moving solids, W: their work against the pressure of still water, `½ ρ g Σ h² n·v Δx` over the faces between their cells and
/// water, of its depth `h` at rest there: the mean of both cells. `boxes` are around the cells of bodies.
///
/// Where a solid stands, the column from the bed to the still level is missing, whose energy is `−½ ρ g h²` by its area; elsewhere that of the water's elevation is all that
/// changes. The room of a solid that is driven up a slope gets shallower: the water that fills where it was lies deeper than it had stood. Over a level bed nothing changes.
pub(in crate::world) fn room_w(bodies: &Bodies, water: &Water, boxes: &[CellBox]) -> f64 {
    let is_moving = |rigid: &RigidBody| [rigid.linvel_m_s(), rigid.angvel_rad_s()] != [DVec3::ZERO; 2];
    let all = bodies.iter().filter(|(body, rigid)| body.is_solid() && is_moving(rigid));
    all.map(|(body, _)| room_of_w((bodies, body), water, boxes)).sum()
}

fn room_of_w((bodies, body): (&Bodies, &Body), water: &Water, boxes: &[CellBox]) -> f64 {
    let (fluid, cells) = (&water.fluid, water.fluid.cells());
    let Some(around) = boxes.iter().find(|of| of.label == body.label) else { return 0.0 };
    let is_inner =
        around.x.start > 0 && around.x.end < cells.nx && around.y.start > 0 && around.y.end < cells.ny;
    if fluid.heights.is_none() && is_inner {
        return 0.0;
    }
    let rigid = &bodies.rigid[body.handle];
    let [west, _, south, _] = fluid.sides.named();
    let is_periodic = [west, south].map(|(_, side)| matches!(side, Side::Periodic {}));
    let beside = |at: usize, step: isize, n: usize, is_periodic: bool| {
        let there = at as isize + step;
        let wrapped = there.rem_euclid(n as isize);
        (is_periodic || wrapped == there).then_some(wrapped as usize)
    };
    let mut sum_m4_s = 0.0;
    for j in around.y.clone() {
        for i in around.x.clone() {
            if water.solids.labels[j * cells.nx + i] != body.label {
                continue;
            }
            for (axis, step) in [(0, -1), (0, 1), (1, -1), (1, 1)] {
                let there = match axis {
                    0 => beside(i, step, cells.nx, is_periodic[0]).map(|i| [i, j]),
                    _ => beside(j, step, cells.ny, is_periodic[1]).map(|j| [i, j]),
                };
                let Some([x, y]) = there else { continue };
                let cell = y * cells.nx + x;
                let bed_m = [cell, j * cells.nx + i].map(|cell| f64::from(fluid.bed_m(cell)));
                if fluid.solid[cell] || fluid.still_level_m <= bed_m[0] {
                    continue;
                }
                let depth_m = fluid.still_level_m - 0.5 * (bed_m[0] + bed_m[1]);
                let mut at_m = cells.center_at_m([i, j]);
                at_m[axis] += 0.5 * step as f64 * cells.cell_size_m;
                let velocity_m_s = rigid.velocity_at_point(at_m.extend(rigid.center_of_mass_m().z));
                sum_m4_s += 0.5 * depth_m * depth_m * step as f64 * velocity_m_s[axis] * cells.cell_size_m;
            }
        }
    }
    water.density_kg_m3 * bodies.rigid.gravity_m_s2.length() * sum_m4_s
}
