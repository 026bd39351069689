//! The thickness of a hull below the water's own surface.

use mask_raster::{Thickness, WetCell};

use super::Projection;
use super::spread::Window;
use crate::water::Water;

/// Largest difference between the volume below the water's own surface that the section at the mean level gives and that under the triangles,
/// as a fraction of the latter, up to which the section counts.
const NEAR: f64 = 0.02;

/// Finds the thickness `s` of a hull below the water's own surface in each cell; keeps its memory from step to step.
///
/// From its thickness `b` below the mean level and the fraction `a` of the cell that the waterplane takes, both by areas, where the water is
/// `η` higher than that, spread where the section of the hull is ([`super::spread`]):
///
/// ```text
/// s ≈ b + a η, at least 0
/// ```
///
/// This is exact of a hull with upright sides between both levels, under which the water may also leave a flat bottom. Sides that lean give an
/// error of the second order in `η`; a deck under water, or a crest that reaches what overhangs, one of the first. So the volume is held against
/// the one that the forces on the triangles have found below the water's surface, and where it is another the thickness is found by samples.
///
/// Of a hull that rides on waves `s` is what it draws, and the force on it that on the water beside it: waves take it along as they do the water. With `b` in its place, as in
/// the inertia of the column, `½ u² + g η` would be kept along the hull, but `b` is less on crests and more in troughs than what the hull draws: a free box that draws 0.05 m was
/// driven by waves of 0.3 m at 0.22 m/s after 64 s, where it goes at 0.01 m/s.
#[derive(Debug, Default)]
pub(super) struct OwnThickness {
    cells: Vec<(u32, f32)>,
    sampled: Thickness,
    window: Window<1>,
}

impl OwnThickness {
    /// Finds the cells, ascending, and the thickness there, m, above 0, of the body of a number among those placed. `submerged_m3` of it are
    /// below the water's surface by the triangles.
    pub(super) fn find(
        &mut self,
        number: usize,
        submerged_m3: f64,
        (projection, water): (&Projection, &Water),
    ) -> &[(u32, f32)] {
        let Self { cells, sampled, window } = self;
        cells.clear();
        let (mut sum_m, mean_eta_m) = (0.0, projection.mean_eta_m(number) as f32);
        for &WetCell { index, thickness_m, waterplane, .. } in projection.wet_of(number) {
            let eta_m = water.fluid.fields.eta_m[index as usize] - mean_eta_m;
            let thickness_m = (thickness_m + waterplane * eta_m).max(0.0);
            if thickness_m > 0.0 {
                cells.push((index, thickness_m));
                sum_m += f64::from(thickness_m);
            }
        }
        let volume_m3 = sum_m * water.fluid.lattice.units().cell_area_m2();
        if (volume_m3 - submerged_m3).abs() <= NEAR * submerged_m3 {
            return cells;
        }
        projection.sample_thickness(number, water, (sampled, window), cells);
        cells
    }

    /// The same of a rigid lid, which the water touches, or hangs on by `λ`: what its section has.
    pub(super) fn of_lid(&mut self, section: &[WetCell]) -> &[(u32, f32)] {
        self.cells.clear();
        self.cells.extend(section.iter().map(|wet| (wet.index, wet.thickness_m)));
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::bodies::Bodies;
    use crate::scenario::{CouplingMode, Origin, Scenario};
    use crate::water::{Cells, Solids};

    /// A hull with its center of mass at a height over water of 2 m depth, whose surface is `eta_m` above the still level at the columns of cells: the thickness found, and that
    /// by samples.
    fn found(hull: &str, z_m: f64, eta_m: impl Fn(f64) -> f64) -> [Vec<(u32, f32)>; 2] {
        let text = format!(
            "title = \"pool\"\nduration_s = 1\ngrid = {{ cells = [40, 30], cell_size_m = 0.2 }}\nwater.level_m = 2\n\
             coupling.samples_per_side = 15\n[body.hull]\nhull = {hull}\nmass_kg = 500\nposition_m = [4.03, 2.97, {z_m}]"
        );
        let scenario = Scenario::parse(&text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let mut bodies = Bodies::new(&scenario, &mut Vec::new()).unwrap();
        let mut projection = Projection::new(&scenario).unwrap();
        projection.place(&bodies);
        let mut solids = Solids::new(&scenario, *projection.grid(), |_| false).unwrap();
        solids.update(&bodies.outlines(), || projection.mask(), bodies.solid_motions());
        let mut water = Water::new(&scenario, solids).unwrap();
        projection.find_wet_section(CouplingMode::Conservative, &bodies, &water.levels());
        let Cells { nx, .. } = water.fluid.cells();
        for (cell, eta) in water.fluid.fields.eta_m.iter_mut().enumerate() {
            *eta = eta_m((cell % nx) as f64 - 20.0) as f32;
        }
        bodies.compute_forces(&water);
        let submerged_m3 = bodies.present(0).0.hull.forces.submerged_volume_m3;
        let (mut own, mut sampled) = (OwnThickness::default(), Vec::new());
        let own = own.find(0, submerged_m3, (&projection, &water)).to_vec();
        let memory = (&mut Thickness::default(), &mut Window::default());
        projection.sample_thickness(0, &water, memory, &mut sampled);
        [own, sampled]
    }

    const BALL: &str = "{ kind = \"sphere\", radius_m = 0.6, subdivisions = 3 }";
    const BOX: &str = "{ kind = \"box\", length_m = 1.8, beam_m = 1.2, depth_m = 0.5 }";

    #[test]
    fn the_thickness_below_a_slope_is_that_by_samples() {
        for (hull, z_m) in [(BALL, 2.0), (BALL, 1.8), (BOX, 1.95)] {
            for slope in [-0.004, 0.0, 0.004] {
                let [own, sampled] = found(hull, z_m, |i| 0.03 + slope * i);
                assert_ne!(own, sampled, "{hull}: not by samples");
                let sampled_m = |cell| sampled.iter().find(|(at, _)| *at == cell).map_or(0.0, |(_, s)| *s);
                for (cell, thickness_m) in &own {
                    let off_m = thickness_m - sampled_m(*cell);
                    assert!(off_m.abs() < 0.02, "{hull} at {z_m}, slope {slope}, cell {cell}: {off_m}");
                }
                assert!(sampled.iter().all(|(cell, s)| *s < 0.02 || own.iter().any(|(at, _)| at == cell)));
            }
        }
    }

    /// A deck under water, and a box in the air that a crest reaches.
    #[test]
    fn where_sides_end_between_the_levels_the_thickness_is_found_by_samples() {
        for (z_m, eta_m) in [(1.85, 0.3), (2.35, 0.3)] {
            let [own, sampled] = found(BOX, z_m, |_| eta_m);
            assert!(own == sampled && own.len() > 40, "{z_m} {eta_m}: {own:?}");
        }
    }
}
