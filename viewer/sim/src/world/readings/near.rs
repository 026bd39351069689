//! Where the fields of the water are read: near bodies and in the races of their propellers, at gauges and transects.

use lbm_core::Region;

use crate::bodies::Bodies;
use crate::water::{Fluid, Read};

/// Cells beyond a hull's bounding sphere that are read: those around a point of it or of a cell that it touches, and one more for the difference
/// of a motion within the tolerance of bodies at rest.
const MARGIN: f64 = 3.0;

/// The cells whose fields a step reads; keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Near {
    regions: Vec<Region>,
    /// Cells at gauges and transects.
    cells: Vec<usize>,
}

impl Near {
    /// Finds the cells near bodies, and takes the regions and cells `read` besides. `None` where they are more than half of all.
    pub(super) fn find(
        &mut self,
        bodies: &Bodies,
        read: (impl Iterator<Item = Region>, impl Iterator<Item = usize>),
        fluid: &Fluid,
    ) -> Option<Read<'_>> {
        let Self { regions, cells } = self;
        regions.clear();
        cells.clear();
        regions.extend(read.0);
        cells.extend(read.1);
        let (grid, margin_m) = (fluid.cells(), MARGIN * fluid.cells().cell_size_m);
        let cells_of = |region: &Region| region.columns().len() * region.rows().len();
        let mut count = cells.len() + regions.iter().map(cells_of).sum::<usize>();
        for (body, rigid) in bodies.iter() {
            if !body.feels_water() {
                // Its draft is read.
                let around = fluid.grid.weights(rigid.center_of_mass_m().truncate());
                cells.extend(around.map(|(cell, _)| cell));
                continue;
            }
            let (center, radius_m) = body.hull.hull.bounding_sphere();
            let middle_m = (rigid.origin_m() + rigid.rotation() * center).truncate();
            let (reach_m, mass_m) = (radius_m + margin_m, rigid.center_of_mass_m().truncate());
            let [mut from_m, mut to_m] = [mass_m.min(middle_m - reach_m), mass_m.max(middle_m + reach_m)];
            if let Some((at_m, radius_m)) = body.race(rigid) {
                (from_m, to_m) =
                    (from_m.min(at_m - radius_m - margin_m), to_m.max(at_m + radius_m + margin_m));
            }
            let [(first, _), ..] = fluid.grid.weights(from_m);
            let [.., (last, _)] = fluid.grid.weights(to_m);
            let ([i0, j0], [i1, j1]) = (grid.place(first), grid.place(last));
            let region = Region::new(i0..i1 + 1, j0..j1 + 1);
            count += cells_of(&region);
            if 2 * count > fluid.solid.len() {
                return None;
            }
            regions.push(region);
        }
        Some((regions, cells))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use glam::DVec2;

    use crate::World;
    use crate::scenario::{Origin, Scenario};

    /// A basin with a hull that pitches, one that enters, one at rest, a driven pile, a gauge, and transects along a row and across.
    const POOL: &str = r#"
        title = "pool"
        duration_s = 9
        grid = { cells = [120, 90], cell_size_m = 0.25 }
        water.level_m = 2
        coupling.rest_tolerance_m = 1e-4
        sides.west = { kind = "outflow" }
        gauge = [{ name = "one", position_m = [21.3, 4.1] }]
        transect = [{ name = "along", from_m = [2.0, 3.0], to_m = [9.0, 3.0] }, { name = "across", from_m = [22.1, 9.0], to_m = [25.4, 16.2] }]
        [body.boat]
        hull = { kind = "box", length_m = 3.0, beam_m = 1.0, depth_m = 1.0 }
        mass_kg = 900
        center_of_mass_m = [0.9, 0.0, 0.4]
        position_m = [6.1, 8.2, 2.1]
        velocity_m_s = [1.0, 0.3, 0.0]
        [body.late]
        hull = { kind = "sphere", radius_m = 0.6, subdivisions = 2 }
        mass_kg = 300
        position_m = [14.0, 16.0, 2.4]
        enters_at_s = 1.0
        [body.pile]
        hull = { kind = "box", length_m = 0.8, beam_m = 0.8, depth_m = 4.0 }
        mass_kg = 1
        motion = { turn_deg_s = 4.0 }
        position_m = [20.0, 12.0, 2.0]
        [body.still]
        hull = { kind = "box", length_m = 1.0, beam_m = 1.0, depth_m = 1.0 }
        mass_kg = 500
        position_m = [26.0, 19.0]
    "#;

    /// Places all over the water, under hulls, inside the pile and at the sides: what is read there.
    fn probed(world: &World) -> String {
        let [nx, ny] = [60, 45].map(|n| (0..=n).map(move |k| 0.5 * f64::from(k) + 0.03));
        let places = ny.flat_map(|y| nx.clone().map(move |x| DVec2::new(x, y)));
        format!("{:?}", places.map(|at_m| world.probe("", at_m)).collect::<Vec<_>>())
    }

    fn run(text: &str, overrides: &[String], refreshes_all: bool) -> (World, bool) {
        let origin = Origin { name: "pool".into(), folder: None };
        let scenario = Scenario::parse(text, origin, overrides).unwrap();
        let (mut world, mut lacked) = (World::new(&scenario).unwrap(), false);
        for step in 0..150 {
            let report = world.step();
            assert!(report.trouble.is_none() && report.stopped.is_none(), "{report:?}");
            lacked |= !world.water.fluid.has_all_fields;
            if step % 40 == 0 {
                assert!(world.fields().eta_m.iter().all(|eta_m| eta_m.is_finite()));
            }
            if refreshes_all {
                world.refresh_fields();
            }
        }
        (world, lacked)
    }

    /// Cells that are not brought up to date are not numbers in programs that check themselves, as tests are.
    #[test]
    fn a_step_reads_nothing_but_what_it_brings_up_to_date() {
        for more in ["", "coupling.mode=none", "coupling.hull=\"lid\"", "coupling.mode=paper"] {
            let overrides: Vec<String> = (!more.is_empty()).then(|| more.to_owned()).into_iter().collect();
            let [(one, lacked), (all, _)] = [false, true].map(|refreshes| run(POOL, &overrides, refreshes));
            assert_eq!(lacked, !more.contains("lid") && !more.contains("paper"), "{more}");
            let bits = |world: &World| {
                let mut bytes = Vec::new();
                world.save(&mut bytes).unwrap();
                let probed = probed(world);
                let fields = world.fields();
                let cells = [&fields.eta_m, &fields.u_m_s, &fields.v_m_s]
                    .map(|field| field.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
                let read = format!(
                    "{:?} {:?} {:?}",
                    world.bodies().collect::<Vec<_>>(),
                    world.gauges().collect::<Vec<_>>(),
                    world.transects().collect::<Vec<_>>()
                );
                assert!(!read.contains("NaN"), "{more}: {read}");
                assert!(!probed.contains("NaN"), "{more}: a point of the water is not a number");
                (read, cells, bytes, probed)
            };
            let [one, all] = [bits(&one), bits(&all)];
            assert!(one == all, "{more}: {}\n{}", one.0, all.0);
        }
    }
}
