//! Energy that hulls take across the sides of the domain.

use glam::DVec2;

use crate::bodies::Bodies;
use crate::coupling::Projection;
use crate::water::Water;

/// Power that leaves the domain with the hulls that pass its sides, W: `ρ g ∮ η b v · n ds`, of the head's elevation `η` over the thickness `b` that they
/// displace. It is what the pressure on the hull beyond the side would have as its work, `∂b/∂t = −∇·(b v)` being made up for by the pressure
/// of the water within alone.
pub(in crate::world) fn leaving_w(bodies: &Bodies, projection: &Projection, water: &Water) -> f64 {
    let (fluid, cells) = (&water.fluid, water.fluid.cells());
    let size_m = cells.size_m();
    let weight_n_m3 = water.density_kg_m3 * bodies.rigid.gravity_m_s2.length();
    let mut sum_w = 0.0;
    for (number, (body, rigid)) in bodies.iter().enumerate().filter(|(_, (body, _))| !body.is_solid()) {
        let at_m = rigid.center_of_mass_m().truncate();
        let radius_m = 2.0 * body.hull.hull.bounding_sphere().1;
        if (at_m - radius_m).cmpgt(DVec2::ZERO).all() && (at_m + radius_m).cmplt(size_m).all() {
            continue;
        }
        for wet in projection.wet_of(number) {
            let cell = wet.index as usize;
            let [i, j] = cells.place(cell);
            let outward = DVec2::new(
                f64::from(u8::from(i + 1 == cells.nx)) - f64::from(u8::from(i == 0)),
                f64::from(u8::from(j + 1 == cells.ny)) - f64::from(u8::from(j == 0)),
            );
            if outward == DVec2::ZERO || fluid.solid[cell] {
                continue;
            }
            let eta_m = fluid.lattice.cell_m(i, j).eta_m;
            let velocity_m_s =
                rigid.velocity_at_point(cells.center_m(wet.index).extend(rigid.center_of_mass_m().z));
            let across_m2_s = velocity_m_s.truncate().dot(outward) * f64::from(wet.thickness_m);
            sum_w += weight_n_m3 * eta_m * across_m2_s * cells.cell_size_m;
        }
    }
    sum_w
}
