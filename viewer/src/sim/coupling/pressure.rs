//! The pressure of the water under hulls: horizontal forces on water and bodies, equal and opposite cell by cell.
//!
//! The pressure is `ρ g (η − z)` below the level `η` of the head and zero above it, where the water has left the hull: a transom
//! that runs dry is not sucked back. Its horizontal force is [`hydro_forces::Water::slope_force_n`] with the thickness `s` of the
//! hull below that level: up to the level also where it stands above the still level, and nothing where it lies below the
//! underside. The water gains what the hull loses: the free surface of the lattice pushes it by `−g h ∇η`, and `−g (h − s) ∇η` is
//! left for the column between bed and underside, or for all of it where the hull is dry.
//!
//! In the inertia of the column ([`lbm_core::CoveredCell`]) the thickness `b` below the still level remains: it is what displaces
//! volume, and a column other than `h − b` there would make the forces depend on the current in which a hull moves.
//!
//! Under rigid lids all this is [`lbm_core::Lid`]'s, on links; of waves by formula, which act on the bodies alone, it is here.
//!
//! `η` and `s` are those before the body moves; with those after it a hull would be dragged by its own displacement.

use glam::{DVec2, Vec2};
use mask_raster::WetCell;
use rayon::prelude::*;

use super::impulses::Impulses;
use super::lid::Lids;
use crate::sim::bodies::{Bodies, Body};
use crate::sim::water::Water;

/// Force of a wave by formula on a cell beyond which it counts as not finite, N.
const LARGEST_N: f64 = 1e100;

/// Fewest wet cells of a task.
const WET_CELLS_PER_TASK: usize = 256;

/// Impulses of the pressure in a step, N s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pressed {
    /// Sum of the magnitudes of those between water and bodies, cell by cell: what bow and stern exchange does not cancel.
    pub(crate) exchanged_n_s: f64,
    /// Impulse of waves by formula, which act on the bodies alone.
    pub(crate) external_n_s: DVec2,
    /// Their moment about the vertical through the middle of the domain, N m s.
    pub(crate) external_n_m_s: f64,
}

/// Force of the pressure on a body in one of its wet cells, and of waves by formula there.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CellForce {
    force_n: DVec2,
    wave_n: DVec2,
    /// Moment of both about the vertical through the body's center of mass, N m.
    torque_n_m: f64,
    /// Moment of the waves about the vertical through the middle of the domain, N m.
    wave_moment_n_m: f64,
}

/// Adds the force of the pressure to the bodies under which water stands, and its opposite over a time step to `impulses`; but under `lids`.
/// `forces` is working memory.
pub(crate) fn press(
    wet: &[WetCell],
    bodies: &mut Bodies,
    (water, lids): (&Water, Option<&Lids>),
    (impulses, forces): (&mut Impulses, &mut Vec<CellForce>),
    time_step_s: f64,
) -> Pressed {
    let places: Vec<Option<DVec2>> = bodies.all.iter().map(|body| place_m(body, bodies)).collect();
    let solid = water.solids.exist().then_some(&water.fluid.solid[..]);
    let of_cell = |wet: &WetCell| match places[usize::from(wet.label) - 1] {
        Some(place_m) => force_in_cell(wet, place_m, (water, solid), lids),
        None => CellForce::default(),
    };
    wet.par_iter().with_min_len(WET_CELLS_PER_TASK).map(of_cell).collect_into_vec(forces);
    let mut pressed = Pressed::default();
    let mut loads = vec![(DVec2::ZERO, 0.0, DVec2::ZERO); bodies.all.len()];
    for (wet, CellForce { force_n, wave_n, torque_n_m, wave_moment_n_m }) in wet.iter().zip(&*forces) {
        impulses.put(wet.index as usize, -*force_n * time_step_s);
        pressed.exchanged_n_s += force_n.length() * time_step_s;
        let (force, torque, external) = &mut loads[usize::from(wet.label) - 1];
        *force += *force_n;
        *torque += torque_n_m;
        *external += *wave_n;
        pressed.external_n_m_s += wave_moment_n_m * time_step_s;
    }
    for (body, (force_n, torque_n_m, wave_n)) in bodies.all.iter().zip(loads) {
        let rigid = &mut bodies.rigid[body.handle];
        rigid.add_force((force_n + wave_n).extend(0.0));
        rigid.add_torque(glam::DVec3::Z * torque_n_m);
        pressed.external_n_s += wave_n * time_step_s;
    }
    pressed
}

/// Horizontal force of the pressure on each body, and of waves by formula, N.
pub(crate) fn pushes_n(
    wet: &[WetCell],
    bodies: &Bodies,
    (water, lids): (&Water, Option<&Lids>),
) -> Vec<DVec2> {
    let solid = water.solids.exist().then_some(&water.fluid.solid[..]);
    let mut pushes_n = vec![DVec2::ZERO; bodies.all.len()];
    for wet in wet {
        let CellForce { force_n, wave_n, .. } = force_in_cell(wet, DVec2::ZERO, (water, solid), lids);
        pushes_n[usize::from(wet.label) - 1] += force_n + wave_n;
    }
    pushes_n
}

/// Where the center of mass of a body is that the pressure acts on: not of one that is no longer in the domain.
fn place_m(body: &Body, bodies: &Bodies) -> Option<DVec2> {
    let afloat = body.afloat()?;
    (!afloat.is_outside).then(|| bodies.rigid[body.handle].center_of_mass_m().truncate())
}

/// The force on a body whose center of mass is at `place_m` in one of its wet cells. `solid` cells are none where there are no solids.
fn force_in_cell(
    wet: &WetCell,
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
    let cell = wet.index as usize;
    let here = eta_m(cell);
    let depth_m = fluid.still_level_m as f32 + here - fluid.bed_m(cell);
    let thickness_m = f64::from(wet.thickness_m.min(depth_m));
    let force_of = |slope| properties.slope_force_n(slope, thickness_m, units.cell_area_m2());
    let force_n = if lids.is_some_and(|lids| lids.covers(wet.index)) {
        DVec2::ZERO
    } else {
        let is_solid = |at: usize| solid.is_some_and(|solid| solid[at]);
        let eta_beside = |at: usize| if is_solid(at) { here } else { eta_m(at) };
        force_of(Vec2::from_array(cells.gradient(wet.index, here, eta_beside)).as_dvec2())
    };
    let at_m = cells.center_m(wet.index);
    let arm_m = at_m - place_m;
    if water.sea.waves.is_empty() {
        return CellForce { force_n, torque_n_m: arm_m.perp_dot(force_n), ..CellForce::default() };
    }
    let wave_n = force_of(water.sea_slope(at_m));
    // Waves beyond all bounds do not act, as in the forces on triangles.
    let acts = wave_n.is_finite() && wave_n.length() < LARGEST_N;
    let wave_n = if acts { wave_n } else { DVec2::ZERO };
    let torque_n_m = arm_m.perp_dot(force_n + wave_n);
    CellForce { force_n, wave_n, torque_n_m, wave_moment_n_m: cells.moment(wet.index, wave_n) }
}
