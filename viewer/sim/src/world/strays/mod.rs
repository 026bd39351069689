//! Warnings of bodies that leave the domain or the water, or are towed over ground; those whose motion is lost, or that break the water, are taken out.

mod broken_water;
mod decks;

use rigid_sim::JointKind;

use super::report::StepReport;
use super::{World, foresee};
use crate::bodies::{Bodies, Kind, Solid};
use crate::coupling::Clearance;
use crate::scenario::{Side, Sides};

/// Greatest leap of a body, over the sum of its size and of the depth, beyond the height that its start takes it to.
const HIGHEST_LEAP: f64 = 10.0;

/// The same of a body that falls from higher than that sum: to more than its start gave it the water does not throw it.
const HIGHEST_REBOUND: f64 = 1.0;

/// The remedy for a body that leaves.
const BACK: &str = "in the window the slider of time and the keys , and PageUp lead back to before, R to the start; a greater domain \
                    (grid.cells) or less way keeps it in";

/// Added of one that crosses a periodic side.
const NO_RETURN: &str = "; periodic sides join the water alone, and it does not come in at the other side";

/// Whether a place outside the domain is beyond a periodic side.
fn is_periodic(sides: &Sides, at_m: [f64; 2], size_m: [f64; 2]) -> bool {
    let pairs = [&sides.west, &sides.south].into_iter().enumerate();
    pairs
        .into_iter()
        .any(|(axis, side)| matches!(side, Side::Periodic {}) && !(0.0..=size_m[axis]).contains(&at_m[axis]))
}

/// What becomes of a body whose motion is lost, and what to change.
pub(super) const TAKEN_OUT: &str = "it was quarantined: taken out of the world with its joints, while the others go on; look at its mass, \
                                    center_of_mass_m, gyration_m, radiation, thrust and joints, or take a shorter solver.time_step_s";

impl World {
    /// Takes the bodies of a report whose motion was lost out of the world, as [`World::remove`] does between two steps.
    pub(super) fn quarantine(&mut self, report: &StepReport) {
        let time_s = self.time_s();
        for name in &report.quarantined {
            if let Some(body) = self.bodies.all.iter_mut().find(|body| body.name == **name) {
                body.lost_at_s.get_or_insert(time_s);
            }
            self.remove(name);
        }
    }

    /// Names of the bodies whose motion was lost, and the times at which they were taken out of the world, s.
    pub fn quarantined(&self) -> impl Iterator<Item = (&str, f64)> {
        self.bodies.all.iter().filter_map(|body| Some((&*body.name, body.lost_at_s?)))
    }

    /// Warns once of each body that has left the domain, was thrown out of the water, or has triangles that are skipped; reports
    /// those that were thrown higher than water throws a body, or out of the domain.
    pub(super) fn find_strays(&mut self, report: &mut StepReport) {
        let Self { clock, water, bodies, findings, .. } = self;
        let size_m = water.fluid.cells().size_m();
        let (still_level_m, time_s) = (water.fluid.still_level_m, clock.time_s());
        for body in bodies.all.iter_mut().filter(|body| !body.is_removed) {
            let at_m = bodies.rigid[body.handle].center_of_mass_m();
            let hull = &body.hull.hull;
            let diameter_m = 2.0 * hull.bounding_sphere().1;
            let afloat = match &mut body.kind {
                Kind::Afloat(afloat) => afloat,
                Kind::Solid(Solid::Fixed) => continue,
                Kind::Solid(Solid::Driven(driven)) if driven.is_stopped => continue,
                Kind::Solid(Solid::Driven(driven)) => {
                    let gone = at_m.x < -diameter_m
                        || at_m.y < -diameter_m
                        || at_m.x > size_m.x + diameter_m
                        || at_m.y > size_m.y + diameter_m;
                    if gone && !driven.has_left {
                        driven.has_left = true;
                        let name = &body.name;
                        findings.warn(format!("body.{name}: left the domain at t = {time_s:.3} s; {BACK}"));
                    }
                    continue;
                }
            };
            let outside = at_m.x < 0.0 || at_m.y < 0.0 || at_m.x > size_m.x || at_m.y > size_m.y;
            if outside && !afloat.is_outside {
                findings.warn(format!(
                    "body.{}: left the domain at t = {time_s:.3} s; from then on it has no effect on the water, and \
                     meets the water at the side{}; {BACK}",
                    body.name,
                    if is_periodic(&water.fluid.sides, [at_m.x, at_m.y], size_m.to_array()) { NO_RETURN } else { "" }
                ));
            }
            afloat.is_outside = outside;
            let skipped = body.hull.forces.skipped_triangles;
            if skipped > 0 && !afloat.warned.skipped {
                afloat.warned.skipped = true;
                findings.warn(format!(
                    "body.{}: the water does not act on {skipped} of its {} triangles at t = {time_s:.3} s, where the motion of \
                     the body or the water is not finite or beyond all bounds",
                    body.name,
                    hull.triangle_count()
                ));
            }
            let height_m = at_m.z - still_level_m;
            // What a start does not give, no water gives: a body leaps by a few times its size, or of the depth that it comes from.
            let is_held = || {
                let joints = bodies.joints.iter().filter(|joint| joint.holds_in_place(body.handle));
                joints.into_iter().any(|joint| joint.acts(&bodies.rigid))
            };
            let own_m = match height_m - afloat.reach_m {
                own_m if own_m > diameter_m && is_held() => 0.0,
                own_m => own_m,
            };
            let scale_m = diameter_m + water.fluid.depth_at_m(at_m.truncate(), 0.0);
            let highest = if afloat.reach_m > scale_m { HIGHEST_REBOUND } else { HIGHEST_LEAP };
            let lost = if own_m > highest * scale_m {
                Some("higher than any water throws it")
            } else if outside && own_m > 2.0 * diameter_m {
                Some("out of the domain")
            } else {
                None
            };
            let under_m = water.fluid.bed_at_m(at_m.truncate()) - at_m.z;
            if under_m > diameter_m {
                findings.warn(format!(
                    "body.{}: driven {under_m:.3} m under the bed at t = {time_s:.3} s; {TAKEN_OUT}",
                    body.name
                ));
                report.quarantined.push(body.name.to_string());
            } else if under_m > 0.0 {
                findings.warn_once(&format!("body.{}: its center of mass is under the bed, ", body.name), || {
                    format!("by {under_m:.3} m at t = {time_s:.3} s: look at the joints and contacts that press it through the ground")
                });
            }
            if let Some(lost) = lost {
                findings.warn(format!(
                    "body.{}: thrown {height_m:.3} m above the water at t = {time_s:.3} s, {lost}; {TAKEN_OUT}",
                    body.name
                ));
                report.quarantined.push(body.name.to_string());
            }
            if own_m > 2.0 * diameter_m && !afloat.warned.thrown {
                afloat.warned.thrown = true;
                findings.warn(format!(
                    "body.{}: thrown {:.3} m above the water at t = {time_s:.3} s; look at its mass, center of mass and \
                     thrust",
                    body.name,
                    height_m
                ));
            }
        }
    }

    /// Warns once of each joint whose ends are farther from where it holds them than the solver lets them give.
    pub(super) fn find_stretched(&mut self) {
        let Self { clock, bodies, findings, .. } = self;
        for joint in bodies.joints.iter().filter(|joint| joint.acts(&bodies.rigid)) {
            let (handle, time_s) = (joint.handle, clock.step_end_s());
            let Some(misfit) = foresee::misfit(&bodies.rigid, joint) else { continue };
            let length_m = match joint.joint.kind {
                JointKind::Rod { length_m } | JointKind::Rope { length_m } => Some(length_m),
                _ => None,
            };
            let lead = format!("{}: `{}`", joint.key, joint.name);
            match length_m.zip(bodies.rigid.joint_ends_m(handle)) {
                Some((length_m, [from_m, to_m])) => {
                    findings.warn_once(&format!("{lead}, {length_m:.3} m long, is "), || {
                        format!(
                            "at {:.3} m at t = {time_s:.3} s, more than joints give under load: something takes its ends where it cannot hold them, such as a \
                             driven body or a spring too strong; give it more length_m, take a spring, or drive the body less far",
                            from_m.distance(to_m)
                        )
                    });
                }
                None => findings.warn_once(&format!("{lead} has come apart: "), || {
                    format!(
                        "{} at t = {time_s:.3} s, more than joints give under load: something takes its ends where it cannot hold them, such as a driven body, \
                         another joint or a thrust too strong; {}",
                        foresee::in_words(&misfit),
                        foresee::REMEDY
                    )
                }),
            }
        }
    }

    /// Warns once of each towed body that leaves less of the depth over the ground than the flow is computed with.
    pub(super) fn find_grounded(&mut self) {
        let Self { clock, water, bodies, projection, coupling, findings, .. } = self;
        let (cells, least) = (water.fluid.cells(), coupling.mode.least_fraction());
        let Bodies { all, rigid, .. } = bodies;
        for body in all.iter_mut().filter(|body| !body.is_removed) {
            let is_watched = matches!(&body.kind, Kind::Afloat(afloat) if afloat.towing.is_some() && !afloat.warned.over_ground);
            if !is_watched {
                continue;
            }
            let under = projection.clearance((body, &rigid[body.handle]), water);
            let Some(under) = under.filter(|under| under.part() < least.max(f64::MIN_POSITIVE)) else {
                continue;
            };
            if let Kind::Afloat(afloat) = &mut body.kind {
                afloat.warned.over_ground = true;
            }
            let Clearance { left_m, depth_m, .. } = under;
            findings.warn(format!(
                "body.{}.tow: at t = {:.3} s only {:.3} m of the {depth_m:.3} m of water are left under the hull {}; where there is less \
                 the flow is computed as if {:.3} m were left, and where there is none the carriage drags it over the ground; {}",
                body.name,
                clock.step_end_s(),
                left_m.max(0.0),
                under.place(cells),
                least * depth_m,
                foresee::DEEPER
            ));
        }
    }
}
