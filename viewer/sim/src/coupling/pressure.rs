//! The pressure of the water under hulls: horizontal forces on water and bodies, equal and opposite cell by cell.
//!
//! The pressure is `ρ g (η − z)` below the level `η` of the head and zero above it, where the water has left the hull: a transom
//! that runs dry is not sucked back. Its horizontal force is [`hydro_forces::Water::slope_force_n`] with the thickness `s` of the
//! hull below that level: up to the level also where it stands above the mean level, and nothing where it lies below the
//! underside. The water gains what the hull loses: the free surface of the lattice pushes it by `−g h ∇η`, and `−g (h − s) ∇η` is
//! left for the column between bed and underside, or for all of it where the hull is dry.
//!
//! In the inertia of the column ([`lbm_core::CoveredCell`]) the thickness `b` below the mean level remains: it is what displaces
//! volume, and a column other than `h − b` there would make the forces depend on the current in which a hull moves.
//!
//! Under rigid lids all this is [`lbm_core::Lid`]'s, on links; of waves by formula, which act on the bodies alone, it is here: with the
//! slope of their head, which is the surface's or, of pressures that decay with the depth, its mean from the surface down to the underside.
//! That is at `s / a` where the hull has the part `a` of the cell's waterplane; a hull that is all under water counts as if it reached up to
//! the surface.
//!
//! `η` and `s` are those before the body moves; with those after it a hull would be dragged by its own displacement.

use glam::{DVec2, DVec3, Vec2};
use hydro_forces::CellForces;
use lbm_core::d2q9::gradient;
use rayon::prelude::*;
use rigid_sim::RigidBody;

use super::Projection;
use super::lid::Lids;
use super::lift::{bears_lift, lift_beside};
use super::thickness::OwnThickness;
use crate::bodies::{Bodies, Body};
use crate::water::Water;

/// Force of a wave by formula on a cell beyond which it counts as not finite, N.
const LARGEST_N: f64 = 1e100;

/// Most cells of a run whose forces are found together: hulls of a few cells took 1.4 times as long with memory for 32, which is cleared for each run.
const RUN: usize = 8;

/// Bodies of a task.
const BODIES_PER_TASK: usize = 4;

/// Impulses of the pressure in a step, N s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pressed {
    /// Sum of the magnitudes of those between water and bodies, cell by cell: what bow and stern exchange does not cancel.
    pub(crate) exchanged_n_s: f64,
    /// Impulse of waves by formula, which act on the bodies alone.
    pub(crate) external_n_s: DVec2,
    /// Their moment about the vertical through the middle of the domain, N m s.
    pub(crate) external_n_m_s: f64,
    /// Moment about it of what the bodies took from the water, N m s.
    pub(crate) exchanged_n_m_s: f64,
}

/// Force of the pressure on a body in one of its wet cells, and of waves by formula there.
#[derive(Debug, Clone, Copy, Default)]
struct CellForce {
    force_n: DVec2,
    wave_n: DVec2,
    /// Moment of both about the vertical through the body's center of mass, N m.
    torque_n_m: f64,
    /// Force upwards, N, and its moments about x and y through the center of mass, N m.
    lift_n: f64,
    tilt_n_m: DVec2,
    /// Moment of the waves about the vertical through the middle of the domain, N m.
    wave_moment_n_m: f64,
}

/// Force of the pressure on a body, by cell and in all; keeps its memory from step to step.
#[derive(Debug, Default)]
pub(crate) struct BodyForce {
    thickness: OwnThickness,
    /// Forces on the body in cells.
    cells: CellForces,
    sum: CellForce,
    /// Sum of the magnitudes, N.
    exchanged_n: f64,
}

/// What the pressure acts with: what is drawn of the bodies, the water, and lids, if hulls are some.
pub(super) type Acting<'a> = (&'a Projection, &'a Water, Option<&'a Lids>);

/// A body on which the pressure acts.
struct OfBody {
    /// The center of mass, m.
    place_m: Option<DVec2>,
    /// Volume of its triangles below the water's own surface, m³.
    submerged_m3: f64,
    /// Whether it [`bears_lift`].
    lifts: bool,
    is_lid: bool,
}

impl OfBody {
    fn new(body: &Body, place_m: Option<DVec2>) -> Self {
        let submerged_m3 = body.hull.forces.submerged_volume_m3;
        Self { place_m, submerged_m3, lifts: bears_lift(body), is_lid: body.is_lid() }
    }
}

impl BodyForce {
    /// The forces on the body in cells.
    pub(super) fn cells(&self) -> &CellForces {
        &self.cells
    }

    /// Finds the force on the body of a number among those that were not removed; none on a body without a place.
    fn find(
        &mut self,
        number: usize,
        OfBody { place_m, submerged_m3, lifts, is_lid }: OfBody,
        (projection, water, lids): Acting<'_>,
    ) {
        let Self { thickness, cells, sum, exchanged_n } = self;
        cells.clear();
        (*sum, *exchanged_n) = (CellForce::default(), 0.0);
        let Some(place_m) = place_m else { return };
        // Under a rigid lid the water touches the hull, or hangs on it by `λ`.
        let wet = match is_lid {
            true => thickness.of_lid(projection.wet_of(number)),
            false => thickness.find(number, submerged_m3, (projection, water)),
        };
        let solid = water.solids.exist().then_some(&water.fluid.solid[..]);
        let grid = water.fluid.cells();
        let section = projection.wet_of(number);
        if lifts {
            let sections = (projection.found_of(number), section);
            let place = (place_m, projection.mean_eta_m(number));
            (sum.lift_n, sum.tilt_n_m) = lift_beside(sections, place, (water, solid), (lids, is_lid));
        }
        let waterplane = |cell: usize| match section.binary_search_by_key(&(cell as u32), |wet| wet.index) {
            Ok(found) if !water.sea.waves.is_empty() => section[found].waterplane,
            _ => 0.0,
        };
        let is_plain = lids.is_none() && water.sea.waves.is_empty();
        let mut left = wet;
        while let Some(&(first, _)) = left.first() {
            let (at, [i, j]) = (first as usize, grid.place(first as usize));
            let beside = left.iter().take(grid.nx - i).zip(first..);
            let (run, others) = left.split_at(beside.take_while(|((cell, _), at)| cell == at).count());
            left = others;
            cells.start_row(at);
            let is_inner = i > 0 && i + run.len() < grid.nx && j > 0 && j + 1 < grid.ny;
            let has_solids = |solid: &[bool]| {
                let mut rows = [at - grid.nx, at, at + grid.nx].into_iter();
                rows.any(|first| solid[first - 1..=first + run.len()].contains(&true))
            };
            if is_plain && is_inner && !solid.is_some_and(has_solids) {
                for (k, run) in run.chunks(RUN).enumerate() {
                    let k = k * RUN;
                    let forces_n = &forces_in_run((at + k, run), water)[..run.len()];
                    cells.extend_from_slice(forces_n);
                    for (i, force_n) in (i + k..).zip(forces_n) {
                        *exchanged_n += force_n.length();
                        sum.force_n += *force_n;
                        sum.torque_n_m += (grid.center_at_m([i, j]) - place_m).perp_dot(*force_n);
                    }
                }
                continue;
            }
            for (k, &(_, thickness_m)) in run.iter().enumerate() {
                let cell =
                    OneCell { at: at + k, place: [i + k, j], thickness_m, waterplane: waterplane(at + k) };
                let of_cell = force_in_cell(cell, place_m, (water, solid), lids);
                cells.push(of_cell.force_n);
                *exchanged_n += of_cell.force_n.length();
                sum.force_n += of_cell.force_n;
                sum.wave_n += of_cell.wave_n;
                sum.torque_n_m += of_cell.torque_n_m;
                sum.wave_moment_n_m += of_cell.wave_moment_n_m;
            }
        }
    }
}

/// Forces on a body in cells side by side from `first` on, at most [`RUN`], as [`force_in_cell`] has them without waves, lids, solids, and the
/// grid's border beside them.
fn forces_in_run((first, run): (usize, &[(u32, f32)]), water: &Water) -> [DVec2; RUN] {
    let (fluid, grid) = (&water.fluid, water.fluid.cells());
    let units = fluid.lattice.units();
    let properties =
        hydro_forces::Water { density_kg_m3: water.density_kg_m3, gravity_m_s2: units.gravity_m_s2() };
    let (area_m2, still_m) = (units.cell_area_m2(), fluid.still_level_m as f32);
    let mut thickness_m = [0.0; RUN];
    for (to, (_, thickness_m)) in thickness_m.iter_mut().zip(run) {
        *to = *thickness_m;
    }
    let count = run.len();
    let eta_m = |row: usize| &fluid.fields.eta_m[first + row * grid.nx - grid.nx - 1..][..count + 2];
    let [south, here, north] = [eta_m(0), eta_m(1), eta_m(2)];
    let mut depth_m = [0.0; RUN];
    for (to, eta_m) in depth_m.iter_mut().zip(&here[1..=count]) {
        *to = still_m + *eta_m;
    }
    if let Some(heights) = &fluid.heights {
        for (to, bed_m) in depth_m.iter_mut().zip(&heights.bed_m[first..first + count]) {
            *to -= *bed_m;
        }
    }
    let mut forces_n = [DVec2::ZERO; RUN];
    for k in 0..count {
        let around = [
            here[k + 2],
            north[k + 2],
            north[k + 1],
            north[k],
            here[k],
            south[k],
            south[k + 1],
            south[k + 2],
        ];
        let slope = Vec2::from_array(gradient(around, grid.cell_size_m)).as_dvec2();
        forces_n[k] = properties.slope_force_n(slope, f64::from(thickness_m[k].min(depth_m[k])), area_m2);
    }
    forces_n
}

/// Adds the force of the pressure to the bodies under which water stands; `forces` are to be those, by their number, and the opposite over a
/// time step is to act on the water.
pub(super) fn press(
    bodies: &mut Bodies,
    acting: Acting<'_>,
    forces: &mut Vec<BodyForce>,
    time_step_s: f64,
) -> Pressed {
    forces.resize_with(bodies.iter().len(), BodyForce::default);
    let all = &*bodies;
    let tasks = forces.par_iter_mut().with_min_len(BODIES_PER_TASK).with_max_len(BODIES_PER_TASK);
    tasks.enumerate().for_each(|(number, force)| {
        let (body, rigid) = all.present(number);
        force.find(number, OfBody::new(body, place_m(body, rigid)), acting);
    });
    let mut pressed = Pressed::default();
    for (number, BodyForce { sum, exchanged_n, .. }) in forces.iter().enumerate() {
        let CellForce { force_n, wave_n, torque_n_m, lift_n, tilt_n_m, wave_moment_n_m } = *sum;
        let handle = bodies.present(number).0.handle;
        let rigid = &mut bodies.rigid[handle];
        rigid.add_force((force_n + wave_n).extend(lift_n));
        rigid.add_torque(tilt_n_m.extend(torque_n_m));
        pressed.exchanged_n_s += exchanged_n * time_step_s;
        pressed.external_n_s += wave_n * time_step_s;
        pressed.external_n_m_s += wave_moment_n_m * time_step_s;
        let arm_m = rigid.center_of_mass_m().truncate() - acting.1.fluid.cells().middle_m();
        let moment_n_m = arm_m.perp_dot(force_n + wave_n) + torque_n_m;
        pressed.exchanged_n_m_s += (moment_n_m - wave_moment_n_m) * time_step_s;
    }
    pressed
}

/// Adds the pushes of waves by formula among `forces` to their loads on the bodies, about the centers of mass.
pub(super) fn add_pushes_of_waves(bodies: &mut Bodies, water: &Water, forces: &[BodyForce]) {
    for (number, BodyForce { sum, .. }) in forces.iter().enumerate() {
        let label = bodies.present(number).0.label;
        let body = &mut bodies.all[usize::from(label) - 1];
        let arm_m = bodies.rigid[body.handle].center_of_mass_m().truncate() - water.fluid.cells().middle_m();
        if let Some(afloat) = body.afloat_mut() {
            afloat.waves.force_n += sum.wave_n.extend(0.0);
            afloat.waves.torque_n_m.z += sum.wave_moment_n_m - arm_m.perp_dot(sum.wave_n);
        }
    }
}

/// Force of the pressure on each body by its label beyond the vertical one on its triangles, and the horizontal one of waves by formula, N.
pub(super) fn pushes_n(bodies: &Bodies, acting: Acting<'_>) -> Vec<DVec3> {
    let (mut pushes_n, mut force) = (vec![DVec3::ZERO; bodies.all.len()], BodyForce::default());
    for (number, (body, _)) in bodies.iter().enumerate() {
        let at_m = body.afloat().map(|_| DVec2::ZERO);
        force.find(number, OfBody::new(body, at_m), acting);
        let CellForce { force_n, wave_n, lift_n, .. } = force.sum;
        pushes_n[usize::from(body.label) - 1] = (force_n + wave_n).extend(lift_n);
    }
    pushes_n
}

/// Where the center of mass of a body is that the pressure acts on: not of one that is no longer in the domain.
fn place_m(body: &Body, rigid: &RigidBody) -> Option<DVec2> {
    let afloat = body.afloat()?;
    (!afloat.is_outside).then(|| rigid.center_of_mass_m().truncate())
}

/// A wet cell of a body.
#[derive(Debug, Clone, Copy)]
struct OneCell {
    at: usize,
    /// Column and row.
    place: [usize; 2],
    thickness_m: f32,
    /// Part of the cell that the waterplane takes; 0 where it is not known.
    waterplane: f32,
}

/// The force on a body whose center of mass is at `place_m` in one of its wet cells. `solid` cells are none where there are no solids.
fn force_in_cell(
    OneCell { at: cell, place, thickness_m, waterplane }: OneCell,
    place_m: DVec2,
    (water, solid): (&Water, Option<&[bool]>),
    lids: Option<&Lids>,
) -> CellForce {
    let fluid = &water.fluid;
    let (cells, all_eta_m, units) = (fluid.cells(), &fluid.fields.eta_m, fluid.lattice.units());
    // Without the `λ` of lids, which is not in the lattice.
    let eta_m = |cell: usize| all_eta_m[cell] - lids.map_or(0.0, |lids| lids.lambda_m()[cell]);
    let properties =
        hydro_forces::Water { density_kg_m3: water.density_kg_m3, gravity_m_s2: units.gravity_m_s2() };
    let here = eta_m(cell);
    let depth_m = fluid.still_level_m as f32 + here - fluid.bed_m(cell);
    let thickness_m = f64::from(thickness_m.min(depth_m));
    let force_of = |slope| properties.slope_force_n(slope, thickness_m, units.cell_area_m2());
    let force_n = if lids.is_some_and(|lids| lids.covers(cell as u32)) {
        DVec2::ZERO
    } else {
        force_of(Vec2::from_array(cells.gradient(place, here, solid, eta_m)).as_dvec2())
    };
    let at_m = cells.center_at_m(place);
    let arm_m = at_m - place_m;
    if water.sea.waves.is_empty() {
        return CellForce { force_n, torque_n_m: arm_m.perp_dot(force_n), ..CellForce::default() };
    }
    let depth_m = f64::from(depth_m);
    let down_m = match f64::from(waterplane) {
        part if part > 0.0 => (thickness_m / part).min(depth_m),
        _ => thickness_m,
    };
    let wave_n = force_of(water.sea_slope(at_m, down_m));
    // Waves beyond all bounds do not act, as in the forces on triangles.
    let acts = wave_n.is_finite() && wave_n.length() < LARGEST_N;
    let wave_n = if acts { wave_n } else { DVec2::ZERO };
    let torque_n_m = arm_m.perp_dot(force_n + wave_n);
    let wave_moment_n_m = cells.moment(cell as u32, wave_n);
    CellForce { force_n, wave_n, torque_n_m, wave_moment_n_m, ..CellForce::default() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::scenario::{CouplingMode, Origin, Scenario};
    use crate::water::Solids;

    /// Hulls on even water, over a slope, at the grid's border and beside a pile.
    #[test]
    fn runs_of_cells_have_the_forces_of_single_cells() {
        let pile = "[body.pile]\nfixed = true\nhull = { kind = \"box\", length_m = 0.6, beam_m = 0.6, depth_m = 4 }\n\
                    position_m = [5.3, 3, 2]\n";
        for (x_m, more) in [(4.03, ""), (1.03, ""), (4.03, pile)] {
            let text = format!(
                "title = \"pool\"\nduration_s = 1\ngrid = {{ cells = [80, 30], cell_size_m = 0.2 }}\nwater.level_m = 2\n\
                 {more}[body.hull]\nhull = {{ kind = \"sphere\", radius_m = 1, subdivisions = 3 }}\n\
                 mass_kg = 1500\nposition_m = [{x_m}, 2.97, 2]"
            );
            let scenario = Scenario::parse(&text, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
            let mut bodies = Bodies::new(&scenario, &mut Vec::new()).unwrap();
            let mut projection = Projection::new(&scenario).unwrap();
            projection.place(&bodies);
            let is_solid = |label| more.contains("pile") && label == 2;
            let mut solids = Solids::new(&scenario, *projection.grid(), is_solid).unwrap();
            solids.update(&bodies.outlines(), || projection.mask(), bodies.solid_motions());
            let mut water = Water::new(&scenario, solids).unwrap();
            projection.find_wet_section(CouplingMode::Conservative, &bodies, &water.levels());
            for (cell, eta_m) in water.fluid.fields.eta_m.iter_mut().enumerate() {
                *eta_m = 0.01 * (cell as f32 * 0.7).sin();
            }
            bodies.compute_forces(&water);
            let number = (0..).find(|number| bodies.present(*number).0.name == "hull").unwrap();
            let submerged_m3 = bodies.present(number).0.hull.forces.submerged_volume_m3;
            let (at_m, mut force) = (DVec2::new(4.0, 3.1), BodyForce::default());
            let of_body = OfBody { place_m: Some(at_m), submerged_m3, lifts: false, is_lid: false };
            force.find(number, of_body, (&projection, &water, None));
            let mut own = OwnThickness::default();
            let solid = water.solids.exist().then_some(&water.fluid.solid[..]);
            let mut wanted = CellForce::default();
            let (mut cells, mut by_cell) = (0, Vec::new());
            for &(cell, thickness_m) in own.find(number, submerged_m3, (&projection, &water)) {
                let place = water.fluid.cells().place(cell as usize);
                let one = OneCell { at: cell as usize, place, thickness_m, waterplane: 0.0 };
                let of_cell = force_in_cell(one, at_m, (&water, solid), None);
                wanted.force_n += of_cell.force_n;
                wanted.torque_n_m += of_cell.torque_n_m;
                by_cell.extend((of_cell.force_n != DVec2::ZERO).then_some((cell as usize, of_cell.force_n)));
                cells += 1;
            }
            assert!(cells > 50, "{cells}");
            assert_eq!(force.cells().iter().collect::<Vec<_>>(), by_cell);
            assert_eq!((force.sum.force_n, force.sum.torque_n_m), (wanted.force_n, wanted.torque_n_m));
        }
    }
}
