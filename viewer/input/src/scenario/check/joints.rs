//! Checks of joints and mooring lines, as far as they do not need the poses of bodies.

use super::names;
use super::ranges::{
    self, LENGTHS_M, MASSES_KG, POSITIVE, TIMES_S, Wrong, count, finite, inside, length, magnitude,
    not_negative, place, within, wrong,
};
use crate::bounded;
use crate::scenario::{Acts, Body, Joint, JointDrive, JointKind, Mooring, Scenario};

/// Greatest number of joints, and of mooring lines of a body.
const MAX_JOINTS: usize = 100_000;
const MAX_LINES: usize = 1000;

/// Letters of a name that are shown.
const LETTERS: usize = 100;

/// Checks all joints.
pub(super) fn joints(scenario: &Scenario) -> Result<(), Wrong> {
    count("joint", scenario.joint.len(), MAX_JOINTS)?;
    names::own("joint", scenario.joint.iter().map(|joint| &*joint.name))?;
    scenario
        .joint
        .iter()
        .enumerate()
        .try_for_each(|(i, joint)| self::joint(&format!("joint.{i}"), joint, scenario))
}

fn joint(key: &str, joint: &Joint, scenario: &Scenario) -> Result<(), Wrong> {
    let key = |leaf: &str| format!("{key}.{leaf}");
    for (leaf, kinds) in joint.keys_of_kinds() {
        if !kinds.contains(&joint.kind) {
            let kinds: Vec<String> = kinds.iter().map(word).collect();
            let message =
                format!("given for a {}; only a {} has it: remove it", word(&joint.kind), kinds.join(" or "));
            return wrong(key(leaf), message);
        }
    }
    let held = body(&key("body"), &joint.body, scenario)?;
    let other = joint.to.as_ref().map(|to| body(&key("to"), to, scenario)).transpose()?;
    if joint.to.as_ref() == Some(&joint.body) {
        let message =
            format!("`{}` is the body itself; name another, or leave it out for the ground", joint.body);
        return wrong(key("to"), message);
    }
    if !held.is_afloat() && !other.is_some_and(Body::is_afloat) {
        let message = format!(
            "`{}` is fixed or driven, and so is what it is joined to: nothing that a joint could move",
            joint.body
        );
        return wrong(key("body"), message);
    }
    for (leaf, name, body) in [("body", Some(&joint.body), Some(held)), ("to", joint.to.as_ref(), other)] {
        if let (Some(name), Some(body)) = (name, body) {
            free(&key(leaf), name, body)?;
        }
    }
    place(&key("at_m"), &joint.at_m)?;
    place(&key("to_at_m"), joint.to_at_m.as_ref().map_or(&[], |point| &point[..]))?;
    if joint.kind.is_line() && joint.to.is_none() && joint.to_at_m.is_none() {
        let message =
            format!("missing; a {} to the ground needs the place, such as [10, 5, 0]", word(&joint.kind));
        return wrong(key("to_at_m"), message);
    }
    match (joint.kind, joint.axis) {
        (JointKind::Hinge | JointKind::Slider, None) => {
            return wrong(
                key("axis"),
                format!("missing; a {} needs it, such as [0, 0, 1]", word(&joint.kind)),
            );
        }
        (_, Some(axis)) => {
            place(&key("axis"), &axis)?;
            let size = axis.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            if size < 1e-6 {
                return wrong(
                    key("axis"),
                    format!("{axis:?} has no direction; it must be such as [0, 0, 1]"),
                );
            }
        }
        _ => {}
    }
    stops(&key, joint)?;
    joint.released_at_s.map_or(Ok(()), |at_s| within(&key("released_at_s"), at_s, TIMES_S))?;
    if let Some(drive) = &joint.drive {
        driven(&key("drive"), joint, drive)?;
    }
    if joint.kind == JointKind::Spring && joint.stiffness_n_m.is_none() {
        return wrong(key("stiffness_n_m"), "missing; a spring needs it".into());
    }
    let Joint { length_m, stiffness_n_m, damping_n_s_m, pretension_n, acts, .. } = *joint;
    elastic(&key, Elastic { length_m, stiffness_n_m, damping_n_s_m, pretension_n })?;
    match (pretension_n, acts) {
        (Some(tension_n), Some(Acts::Pull)) if tension_n < 0.0 => wrong(
            key("pretension_n"),
            format!("{tension_n} for a spring that only pulls; it must be 0 or above"),
        ),
        (Some(tension_n), Some(Acts::Push)) if tension_n > 0.0 => wrong(
            key("pretension_n"),
            format!("{tension_n} for a spring that only pushes; it must be 0 or below"),
        ),
        _ => Ok(()),
    }
}

/// Farthest stops of a hinge, degrees.
const FARTHEST_DEG: f64 = 170.0;

/// Checks the stops of a hinge or slider.
fn stops(key: &impl Fn(&str) -> String, joint: &Joint) -> Result<(), Wrong> {
    let (leaf, limits, farthest) = match (joint.limits_deg, joint.limits_m) {
        (Some(limits_deg), _) => (key("limits_deg"), limits_deg, FARTHEST_DEG),
        (_, Some(limits_m)) => (key("limits_m"), limits_m, LENGTHS_M[1]),
        _ => return Ok(()),
    };
    magnitude(&leaf, &limits, farthest)?;
    let [lowest, highest] = limits;
    if lowest <= 0.0 && highest >= 0.0 && lowest < highest {
        return Ok(());
    }
    let message = format!(
        "[{lowest}, {highest}]; the first must be below the second, and 0, where the joint is at the start, between them or one of them, such as [-35, 35]"
    );
    wrong(leaf, message)
}

/// Checks the drive of a hinge or slider.
fn driven(key: &str, joint: &Joint, drive: &JointDrive) -> Result<(), Wrong> {
    let is_hinge = joint.kind == JointKind::Hinge;
    let kind = word(&joint.kind);
    let JointDrive { schedule, max_torque_n_m, max_force_n, frequency_hz, damping_ratio } = drive;
    for (leaf, value, has_it) in
        [("max_torque_n_m", max_torque_n_m, is_hinge), ("max_force_n", max_force_n, !is_hinge)]
    {
        let Some(value) = *value else { continue };
        if !has_it {
            let right = if is_hinge { "max_torque_n_m" } else { "max_force_n" };
            return wrong(format!("{key}.{leaf}"), format!("given for a {kind}; it must be {right}"));
        }
        not_negative(&format!("{key}.{leaf}"), value, POSITIVE)?;
    }
    within(&format!("{key}.frequency_hz"), *frequency_hz, FREQUENCIES_HZ)?;
    not_negative(&format!("{key}.damping_ratio"), *damping_ratio, POSITIVE)?;
    ranges::schedule(key, schedule.iter().map(|point| point.time_s))?;
    for (i, point) in schedule.iter().enumerate() {
        let leaf = |leaf: &str| format!("{key}.schedule.{i}.{leaf}");
        let mut given = [("angle_deg", point.angle_deg), ("offset_m", point.offset_m)];
        let mut limits = [("limits_deg", joint.limits_deg), ("limits_m", joint.limits_m)];
        if !is_hinge {
            given.reverse();
            limits.reverse();
        }
        let ([(right, value), (other, none)], [(limits_key, limits), _]) = (given, limits);
        if none.is_some() {
            return wrong(leaf(other), format!("given for a {kind}; it must be {right}"));
        }
        let Some(value) = value else { return wrong(leaf(right), format!("missing; a {kind} needs it")) };
        finite(&leaf(right), &[value])?;
        if let Some([lowest, highest]) = limits.filter(|limits| !(limits[0]..=limits[1]).contains(&value)) {
            let message = format!(
                "{value}; it must be within {limits_key}, from {lowest} to {highest}: move one of the two"
            );
            return wrong(leaf(right), message);
        }
    }
    Ok(())
}

/// Frequencies of drives, Hz.
const FREQUENCIES_HZ: [f64; 2] = [1e-6, 1e6];

/// Greatest pretension over weight.
const MAX_G: f64 = 1e3;

/// Checks the mooring lines of a body.
pub(super) fn moorings(name: &str, body: &Body, scenario: &Scenario) -> Result<(), Wrong> {
    count(&format!("body.{name}.mooring"), body.mooring.len(), MAX_LINES)?;
    for (i, line) in body.mooring.iter().enumerate() {
        let key = |leaf: &str| format!("body.{name}.mooring.{i}.{leaf}");
        if body.kind().afloat().is_none() {
            let message = "given for a body that is fixed or driven, which no line holds; remove it";
            return wrong(format!("body.{name}.mooring"), message.into());
        }
        free(&format!("body.{name}.mooring"), name, body)?;
        let Mooring {
            at_m,
            anchor_m: [x, y],
            length_m,
            stiffness_n_m,
            damping_n_s_m,
            pretension_n,
            released_at_s,
        } = *line;
        released_at_s.map_or(Ok(()), |at_s| within(&key("released_at_s"), at_s, TIMES_S))?;
        place(&key("at_m"), &at_m)?;
        place(&key("anchor_m"), &[x, y])?;
        inside(&key("anchor_m"), [body.position_m.x_m + x, body.position_m.y_m + y], scenario)?;
        elastic(&key, Elastic { length_m, stiffness_n_m, damping_n_s_m, pretension_n })?;
        for (leaf, value) in [("damping_n_s_m", damping_n_s_m), ("pretension_n", pretension_n)] {
            if value.is_some() && stiffness_n_m.is_none() {
                let message = "given for a line that does not stretch; give it a stiffness_n_m, or remove it";
                return wrong(key(leaf), message.into());
            }
        }
        if let Some(tension_n) = pretension_n.filter(|tension_n| *tension_n < 0.0) {
            return wrong(
                key("pretension_n"),
                format!("{tension_n}; a line only pulls: it must be 0 or above"),
            );
        }
        let most_n = MAX_G * scenario.water.gravity_m_s2 * body.total_mass_kg();
        if let Some(tension_n) = pretension_n.filter(|tension_n| *tension_n > most_n) {
            let message = format!(
                "{tension_n:e}; it must be at most {most_n:.4e}, {MAX_G:e} times the weight of the body"
            );
            return wrong(key("pretension_n"), message);
        }
    }
    Ok(())
}

/// What makes a line or spring elastic.
struct Elastic {
    length_m: Option<f64>,
    stiffness_n_m: Option<f64>,
    damping_n_s_m: Option<f64>,
    pretension_n: Option<f64>,
}

fn elastic(key: &impl Fn(&str) -> String, given: Elastic) -> Result<(), Wrong> {
    let [_, most_n] = MASSES_KG;
    let given_length = given.length_m.is_some();
    given.length_m.map_or(Ok(()), |value| length(&key("length_m"), value))?;
    given.stiffness_n_m.map_or(Ok(()), |value| within(&key("stiffness_n_m"), value, POSITIVE))?;
    if let Some(value) = given.damping_n_s_m.filter(|value| *value != 0.0) {
        within(&key("damping_n_s_m"), value, POSITIVE)?;
    }
    magnitude(&key("pretension_n"), given.pretension_n.as_slice(), most_n)?;
    if given.pretension_n.is_some() && given_length {
        let message =
            "given beside length_m, and each says how long it is without force; remove one of the two";
        return wrong(key("pretension_n"), message.into());
    }
    Ok(())
}

/// The body of a name.
fn body<'a>(key: &str, name: &str, scenario: &'a Scenario) -> Result<&'a Body, Wrong> {
    match scenario.body.get(name) {
        Some(body) => Ok(body),
        None => wrong(key, scenario.no_body(name)),
    }
}

/// Refuses a body whose motions another equation prescribes.
fn free(key: &str, name: &str, body: &Body) -> Result<(), Wrong> {
    if body.radiation.is_none() {
        return Ok(());
    }
    let shown = bounded::shown(name, LETTERS);
    let message = format!(
        "`{shown}` has radiation, which is solved for bodies that are free in all their motions; remove one of the two"
    );
    wrong(key, message)
}

/// A kind of joint as the file has it.
fn word(kind: &JointKind) -> String {
    serde_json::to_value(kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
