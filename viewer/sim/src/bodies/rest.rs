//! Bodies at rest in water at rest keep the forces computed last.

use glam::DVec2;
use hydro_forces::{Hull, Motion};
use rigid_sim::Sleeping;

use crate::codec::coded;
use crate::water::{Fields, Fluid};

/// The water, and the tolerances within which a body and the water under it count as at rest.
#[derive(Debug)]
pub(super) struct RestCheck<'a> {
    pub(super) fluid: &'a Fluid,
    pub(super) tolerance: Tolerance,
}

/// Changes and speeds below which forces are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tolerance {
    /// Change of the place of a point of the body, and of the level of the water under it, m.
    level_m: f64,
    /// Speed of both, m/s.
    speed_m_s: f64,
}

/// Part of the change of acceleration that wakes a sleeper by which kept forces may be off.
const PART: f64 = 0.1;

/// Part of the tolerance within which what is afloat counts as at rest.
const STILL: f64 = 1e-3;

impl Tolerance {
    /// That of a body which the water does not move: its forces do nothing, and are off by the tolerance as a head, that of its level and that of its speed
    /// ([`Coupling::rest_tolerance_m`](crate::scenario::Coupling::rest_tolerance_m)).
    pub(super) fn held(tolerance_m: f64, gravity_m_s2: f64) -> Self {
        Self { level_m: tolerance_m, speed_m_s: (2.0 * gravity_m_s2 * tolerance_m).sqrt() }
    }

    /// That of a body afloat.
    ///
    /// Kept forces lag behind the motion. Those of a place at a distance `x` from it do `½ k x²` more work on the way, whichever way it goes, than the
    /// restoring force `k x` of the water would: they feed each motion that is larger than the way on which they are kept. So they are kept on a small part `δ` of
    /// the tolerance, and at speeds at which the body would not leave it within a natural period. No float with upright sides heaves slower than at
    /// `ω = √(g / 2 r)`, as deep as the sphere of radius `r` around it, thus `v = ω δ / 2 π`. What they feed stays within about `δ`: a swing that is larger is
    /// too fast in its middle.
    pub(super) fn afloat(tolerance_m: f64, hull: &Hull, gravity_m_s2: f64) -> Self {
        let (_, radius_m) = hull.bounding_sphere();
        let level_m = STILL * tolerance_m;
        let per_s = (gravity_m_s2 / (2.0 * radius_m)).sqrt() / std::f64::consts::TAU;
        Self { level_m, speed_m_s: per_s * level_m }
    }

    /// The same, or that of a sleeper: levels that change its buoyancy over its mass by a tenth of what wakes it, of a hull that draws at least its
    /// volume over the circle around it, and water at the speed up to which it sleeps.
    pub(super) fn of_sleeper(
        self,
        sleeping: &Sleeping,
        hull: &Hull,
        volume_m3: f64,
        gravity_m_s2: f64,
    ) -> Self {
        let (_, radius_m) = hull.bounding_sphere();
        let draft_m = volume_m3 / (std::f64::consts::PI * radius_m * radius_m);
        let level_m = PART * sleeping.wake_m_s2 / gravity_m_s2 * draft_m;
        Self { level_m: self.level_m.max(level_m), speed_m_s: self.speed_m_s.max(sleeping.speed_m_s) }
    }
}

/// Motion and water from which a body's forces were computed last.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct LastForces {
    motion: Option<Motion>,
    /// First and last column and row under the hull.
    columns: [usize; 2],
    rows: [usize; 2],
    /// Elevation and velocity of these cells, row by row; empty while the body moves.
    water: Vec<[f32; 3]>,
}

coded!(LastForces { motion, columns, rows, water });

impl LastForces {
    /// Whether the cells are on the grid, each with its water.
    pub(super) fn fits(&self, fluid: &Fluid) -> bool {
        let layout = fluid.lattice.layout();
        let within = |[first, last]: [usize; 2], n: usize| first <= last && last < n;
        let all = within(self.columns, layout.nx()) && within(self.rows, layout.ny());
        let count = |[first, last]: [usize; 2]| last - first + 1;
        all && (self.water.is_empty() || self.water.len() == count(self.columns) * count(self.rows))
    }

    /// The motion and the water from which forces were computed, where they are stored: those of a body that is, or may be, at
    /// rest. The fields are those of `fluid` with this water in place of theirs.
    pub(super) fn stored(&self, fluid: &Fluid) -> Option<(Motion, Fields)> {
        let motion = self.motion.filter(|_| !self.water.is_empty())?;
        let mut fields = fluid.fields.clone();
        let [first, last] = self.columns;
        for (row, water) in (self.rows[0]..).zip(self.water.chunks(last - first + 1)) {
            let from = row * fluid.lattice.layout().nx() + first;
            for (cell, [eta, u, v]) in (from..).zip(water) {
                (fields.eta_m[cell], fields.u_m_s[cell], fields.v_m_s[cell]) = (*eta, *u, *v);
            }
        }
        Some((motion, fields))
    }

    /// Whether the forces computed last still hold; if not, stores `motion` and the water for the next call.
    ///
    /// With a tolerance of 0 they hold where motion and water are equal to those stored, and equal those that would be
    /// computed. No triangle depends on other cells: each lies in the hull's bounding sphere, and its water is interpolated
    /// between the four cells around it.
    pub(super) fn hold(&mut self, hull: &Hull, motion: &Motion, rest: &RestCheck<'_>) -> bool {
        let near = self.motion.is_some_and(|last| rest.agree(hull, &last, motion));
        if near && !self.water.is_empty() && self.is_same_water(rest) {
            return true;
        }
        self.water.clear();
        if near {
            self.store_water(hull, motion, rest);
        }
        self.motion = Some(*motion);
        false
    }

    fn store_water(&mut self, hull: &Hull, motion: &Motion, rest: &RestCheck<'_>) {
        let (center, radius) = hull.bounding_sphere();
        let plan = (motion.translation_m + motion.rotation * center).truncate();
        let reach = DVec2::splat(radius + rest.fluid.lattice.units().cell_size_m());
        let nx = rest.fluid.lattice.layout().nx();
        let [(first, _), ..] = rest.fluid.grid.weights(plan - reach);
        let [.., (last, _)] = rest.fluid.grid.weights(plan + reach);
        (self.columns, self.rows) = ([first % nx, last % nx], [first / nx, last / nx]);
        for row in self.rows[0]..=self.rows[1] {
            self.water.extend(rest.cells(self.columns, row));
        }
    }

    fn is_same_water(&self, rest: &RestCheck<'_>) -> bool {
        let width = self.columns[1] - self.columns[0] + 1;
        let mut rows = (self.rows[0]..).zip(self.water.chunks(width));
        rows.all(|(row, water)| {
            let mut pairs = rest.cells(self.columns, row).zip(water);
            pairs.all(|(now, last)| now == *last || rest.agree_in_cell(now, *last))
        })
    }
}

impl RestCheck<'_> {
    fn cells(&self, [first, last]: [usize; 2], row: usize) -> impl Iterator<Item = [f32; 3]> {
        let row = row * self.fluid.lattice.layout().nx();
        let cells = row + first..row + last + 1;
        let Fields { eta_m, u_m_s, v_m_s } = &self.fluid.fields;
        let velocities = u_m_s[cells.clone()].iter().zip(&v_m_s[cells.clone()]);
        eta_m[cells].iter().zip(velocities).map(|(eta, (u, v))| [*eta, *u, *v])
    }

    /// Whether no point of a hull has moved further than the tolerance, and none was or is faster than it.
    fn agree(&self, hull: &Hull, a: &Motion, b: &Motion) -> bool {
        a == b || self.tolerates(hull.farthest_move_m(a, b), [a, b].map(|motion| hull.fastest_m_s(motion)))
    }

    /// The same of the water in a cell.
    fn agree_in_cell(&self, a: [f32; 3], b: [f32; 3]) -> bool {
        let speed_m_s = |[_, u, v]: [f32; 3]| f64::from(u).hypot(f64::from(v));
        self.tolerates(f64::from((a[0] - b[0]).abs()), [speed_m_s(a), speed_m_s(b)])
    }

    /// Whether a change of place or level, and speeds, are below the tolerance; NaN is not.
    fn tolerates(&self, change_m: f64, speeds_m_s: [f64; 2]) -> bool {
        let Tolerance { level_m, speed_m_s } = self.tolerance;
        change_m < level_m && speeds_m_s.iter().all(|speed| *speed < speed_m_s)
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3, Vec3};

    use super::*;
    use crate::scenario::{Hull as Shape, Origin, Scenario};
    use crate::water::Solids;

    const POOL: &str = "title = \"pool\"\nduration_s = 1\ngrid = { cells = [40, 30], cell_size_m = 0.5 }\n\
                        water.level_m = 2";

    fn still() -> Fluid {
        let scenario = Scenario::parse(POOL, Origin { name: "pool".into(), folder: None }, &[]).unwrap();
        let grid = mask_raster::Grid { nx: 40, ny: 30, cell_size_m: 0.5, origin_m: glam::Vec2::ZERO };
        let mut mask = mask_raster::CellMask::new();
        mask_raster::Rasterizer::new(grid).unwrap().rasterize(&[], &mut mask).unwrap();
        let mut solids = Solids::new(&scenario, grid, |_| false).unwrap();
        solids.update(&[], || &mask, [].into_iter());
        Fluid::new(&scenario, &solids).unwrap()
    }

    fn hull() -> Hull {
        let mesh = Shape::Box { length_m: 4.0, beam_m: 2.0, depth_m: 1.0 }.mesh();
        Hull::new(&mesh.vertices, &mesh.triangles).unwrap()
    }

    fn holds(tolerance_m: f64, change: impl Fn(&mut Fluid, &mut Motion)) -> bool {
        holds_within(Tolerance::held(tolerance_m, 9.81), change)
    }

    /// Whether forces hold at the third check, if `change` happens before it.
    fn holds_within(tolerance: Tolerance, change: impl Fn(&mut Fluid, &mut Motion)) -> bool {
        let (mut fluid, hull, mut last) = (still(), hull(), LastForces::default());
        let mut motion = Motion::at_rest(DQuat::IDENTITY, DVec3::new(10.0, 7.0, -0.5));
        let mut look =
            |fluid: &Fluid, motion: &Motion| last.hold(&hull, motion, &RestCheck { fluid, tolerance });
        assert!(!look(&fluid, &motion), "nothing was computed yet");
        assert!(!look(&fluid, &motion), "the water is stored now");
        assert!(look(&fluid, &motion));
        change(&mut fluid, &mut motion);
        look(&fluid, &motion)
    }

    #[test]
    fn forces_hold_until_motion_or_water_change() {
        assert!(holds(0.0, |_, _| {}));
        assert!(!holds(0.0, |_, motion| motion.translation_m.z += 1e-12));
        assert!(!holds(0.0, |_, motion| motion.linvel_m_s.x = 1e-300));
        assert!(!holds(0.0, |_, motion| motion.angvel_rad_s.z = f64::NAN));
        // Cells 14 to 25 and 9 to 18 are those that the hull may see; one further away it does not.
        for cell in [9 * 40 + 14, 13 * 40 + 20, 18 * 40 + 25] {
            assert!(!holds(0.0, |fluid, _| fluid.fields.eta_m[cell] = 1e-30), "{cell}");
            assert!(!holds(0.0, |fluid, _| fluid.fields.u_m_s[cell] = -1e-30), "{cell}");
            assert!(!holds(0.0, |fluid, _| fluid.fields.v_m_s[cell] = f32::NAN), "{cell}");
        }
        for cell in [0, 2 * 40 + 20, 13 * 40 + 35] {
            assert!(holds(0.0, |fluid, _| fluid.fields.eta_m[cell] = 1.0), "{cell}");
        }
    }

    #[test]
    fn a_tolerance_bounds_every_way_to_change() {
        let at = 13 * 40 + 20;
        for (fraction, want) in [(0.9, true), (1.1, false)] {
            let change = fraction * 1e-3;
            let speed = f64::sqrt(2.0 * 9.81 * change);
            assert_eq!(holds(1e-3, |_, motion| motion.translation_m.y += change), want);
            // The center lies 0.5 m above the axis, the corners 1/2 √(4² + 2² + 1²) m from the center.
            let angle = change / (0.5 + 0.5 * 21f64.sqrt());
            assert_eq!(holds(1e-3, |_, motion| motion.rotation = DQuat::from_rotation_x(angle)), want);
            assert_eq!(holds(1e-3, |_, motion| motion.linvel_m_s.z = speed), want);
            assert_eq!(holds(1e-3, |fluid, _| fluid.fields.eta_m[at] = change as f32), want);
            assert_eq!(holds(1e-3, |fluid, _| fluid.fields.v_m_s[at] = speed as f32), want);
        }
        assert!(!holds(1e-3, |_, motion| motion.translation_m.x = f64::NAN));
    }

    /// What is afloat keeps its forces on a thousandth of the tolerance, at speeds at which it does not leave that within the longest period at which it heaves.
    #[test]
    fn afloat_forces_are_kept_while_next_to_nothing_moves() {
        let tolerance = Tolerance::afloat(0.05, &hull(), 9.81);
        let period_s = std::f64::consts::TAU * (21f64.sqrt() / 9.81).sqrt();
        let at = 13 * 40 + 20;
        for (fraction, want) in [(0.9, true), (1.1, false)] {
            let (change, speed) = (fraction * 5e-5, fraction * 5e-5 / period_s);
            assert_eq!(holds_within(tolerance, |_, motion| motion.translation_m.z += change), want);
            assert_eq!(holds_within(tolerance, |_, motion| motion.linvel_m_s.x = speed), want);
            assert_eq!(holds_within(tolerance, |fluid, _| fluid.fields.eta_m[at] = change as f32), want);
            assert_eq!(holds_within(tolerance, |fluid, _| fluid.fields.u_m_s[at] = speed as f32), want);
        }
    }

    /// A box of 4 × 2 m that draws 0.5 m: its forces are kept while the buoyancy is off by less than a tenth of what wakes it, and in no
    /// faster water than it sleeps at.
    #[test]
    fn a_sleeper_keeps_forces_that_could_not_wake_it() {
        let sleeping = Sleeping { speed_m_s: 0.02, after_s: 0.5, wake_m_s2: 0.05 };
        let tolerance = Tolerance::held(0.0, 9.81).of_sleeper(&sleeping, &hull(), 4.0, 9.81);
        // A change of level by `d` under a box that draws `T` is an acceleration `g d/T`.
        assert!(9.81 * tolerance.level_m / 0.5 <= 0.1 * sleeping.wake_m_s2, "{tolerance:?}");
        let at = 13 * 40 + 20;
        for (fraction, want) in [(0.9, true), (1.1, false)] {
            let (level_m, speed_m_s) = (fraction * tolerance.level_m, fraction * sleeping.speed_m_s);
            assert_eq!(holds_within(tolerance, |fluid, _| fluid.fields.eta_m[at] = level_m as f32), want);
            assert_eq!(holds_within(tolerance, |fluid, _| fluid.fields.u_m_s[at] = speed_m_s as f32), want);
        }
    }

    /// Many small steps in one direction are one large one.
    #[test]
    fn a_body_cannot_creep_away_from_its_forces() {
        let (fluid, hull, mut last) = (still(), hull(), LastForces::default());
        let rest = RestCheck { fluid: &fluid, tolerance: Tolerance::held(1e-3, 9.81) };
        let kept = (0..100).filter(|n| {
            let at = DVec3::new(10.0, 7.0, -0.5 + 1e-4 * f64::from(*n));
            last.hold(&hull, &Motion::at_rest(DQuat::IDENTITY, at), &rest)
        });
        // Ten steps to each millimeter: two are computed, the second with a copy of the water, and 9 or 10 kept.
        let kept = kept.count();
        assert!((79..=84).contains(&kept), "{kept}");
    }

    #[test]
    fn the_hull_of_the_tests_reaches_as_far_as_they_say() {
        let (center, radius) = hull().bounding_sphere();
        assert_eq!(center.as_vec3(), Vec3::Z * 0.5);
        assert!((radius - 0.5 * 21f64.sqrt()).abs() < 1e-12);
    }
}
