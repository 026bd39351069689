//! Keys of a scenario that do nothing.

use crate::scenario::{Body, Coupling, CouplingMode, Joint, Look, Scenario, Slip, View, ViewKind, Wall};

/// Warnings of them, each with the key and why it does nothing.
pub(super) fn warnings(scenario: &Scenario) -> Vec<String> {
    let end_s = scenario.duration_s;
    let mut all: Vec<String> = Vec::new();
    let mut idle = |key: String, why: &str| {
        let warning = format!("{key}: {why}, so it does nothing; leave it out");
        // Of copies the first.
        if !all.contains(&warning) {
            all.push(warning);
        }
    };
    for (name, body) in &scenario.body {
        let name = scenario.copies.get(name).unwrap_or(name);
        for (leaf, why) in of_body(body, &scenario.view) {
            idle(format!("body.{name}.{leaf}"), why);
        }
        for leaf in idle_alphas(body, scenario.coupling.mode) {
            idle(
                format!("body.{name}.{leaf}"),
                "without drag it is that of lift in mode \"paper\" alone (coupling.mode)",
            );
        }
        if body.wind_drag_coefficient.is_some() && body.is_afloat() && scenario.wind.is_none() {
            idle(format!("body.{name}.wind_drag_coefficient"), "there is no wind (wind)");
        }
        if let Some((leaf, why)) = of_motion(body, end_s) {
            idle(format!("body.{name}.motion.{leaf}"), &why);
        }
        if let Some(at_s) = body.removed_at_s.filter(|at_s| *at_s >= end_s) {
            idle(
                format!("body.{name}.removed_at_s"),
                &format!("{at_s} s, but the run ends at {end_s} s (duration_s)"),
            );
        }
    }
    for (key, why) in released(scenario) {
        idle(key, &why);
    }
    let (Coupling { mode, k_push, k_pull, .. }, usual) = (&scenario.coupling, Coupling::default());
    for (key, is_given) in [("k_push", *k_push != usual.k_push), ("k_pull", *k_pull != usual.k_pull)] {
        if is_given && *mode != CouplingMode::Paper {
            idle(format!("coupling.{key}"), "rims push the water in mode \"paper\" alone (coupling.mode)");
        }
    }
    for (leaf, why) in of_view(scenario) {
        idle(format!("view.{leaf}"), why);
    }
    all.extend(scenario.records.every_s.filter(|every_s| *every_s > end_s).map(|every_s| {
        format!("records.every_s: {every_s} s, but the run ends at {end_s} s (duration_s): its start alone has rows; take a shorter one")
    }));
    all
}

/// Times at which joints and mooring lines are released that come too late, and points of drives after a release.
fn released(scenario: &Scenario) -> Vec<(String, String)> {
    let end_s = scenario.duration_s;
    let late = |key: String, at_s: Option<f64>, bodies: [Option<&str>; 2]| {
        let at_s = at_s?;
        let leaves = |name: &str| Some((scenario.body.get(name)?.removed_at_s?, name.to_owned()));
        let first = bodies.into_iter().flatten().filter_map(leaves).min_by(|a, b| a.0.total_cmp(&b.0));
        let why = match first.filter(|(gone_s, _)| *gone_s < end_s) {
            Some((gone_s, name)) if at_s >= gone_s => {
                format!("{at_s} s, but it is gone at {gone_s} s with body.{name} (removed_at_s)")
            }
            _ if at_s >= end_s => format!("{at_s} s, but the run ends at {end_s} s (duration_s)"),
            _ => return None,
        };
        Some((format!("{key}.released_at_s"), why))
    };
    let mut all = Vec::new();
    for (i, joint) in scenario.joint.iter().enumerate() {
        let (key, at_s) = (format!("joint.{i}"), joint.released_at_s);
        let of_same = |before: &Joint| {
            let Joint { name, body, to, .. } = before.clone();
            Joint { name, body, to, ..joint.clone() } == *before
        };
        // Of the joints of copies the first.
        if i > 0 && of_same(&scenario.joint[i - 1]) {
            continue;
        }
        all.extend(late(key.clone(), at_s, [Some(&joint.body), joint.to.as_deref()]));
        let schedule = joint.drive.iter().flat_map(|drive| drive.schedule.windows(2)).enumerate();
        let mut beyond = schedule.filter(|(_, points)| at_s.is_some_and(|at_s| points[0].time_s >= at_s));
        all.extend(beyond.next().zip(at_s).map(|((n, points), at_s)| {
            let why = format!(
                "{} s, but `{}` is released at {at_s} s (released_at_s)",
                points[1].time_s, joint.name
            );
            (format!("{key}.drive.schedule.{}", n + 1), why)
        }));
    }
    for (name, body) in &scenario.body {
        let of = scenario.copies.get(name).unwrap_or(name);
        let lines = body.mooring.iter().enumerate();
        all.extend(lines.filter_map(|(n, line)| {
            late(format!("body.{of}.mooring.{n}"), line.released_at_s, [Some(name), None])
        }));
    }
    all
}

/// The first key of a motion that would change it after the body is gone, or begin it after the end of the run.
fn of_motion(body: &Body, end_s: f64) -> Option<(String, String)> {
    let drive = body.motion.as_ref()?;
    let gone_s = body.removed_at_s.filter(|gone_s| *gone_s < end_s);
    let until = match gone_s {
        Some(gone_s) => format!("it is taken out at {gone_s} s (removed_at_s)"),
        None => format!("the run ends at {end_s} s (duration_s)"),
    };
    let mut changes = drive.schedule.windows(2).enumerate();
    let beyond = changes.find(|(_, points)| gone_s.is_some_and(|gone_s| points[0].time_s >= gone_s));
    let starts = (String::from("starts_at_s"), drive.starts_at_s);
    let begins_late = starts.1 >= gone_s.unwrap_or(end_s);
    let point = beyond.map(|(n, points)| (format!("schedule.{}", n + 1), points[1].time_s));
    let (leaf, at_s) = point.or_else(|| begins_late.then_some(starts))?;
    Some((leaf, format!("{at_s} s, but {until}")))
}

/// The keys of effective areas of a body afloat that no force has.
fn idle_alphas(body: &Body, mode: CouplingMode) -> Vec<String> {
    let is_idle = |[drag, lift, alpha]: [f64; 3]| {
        alpha != 1.0 && drag == 0.0 && (lift == 0.0 || mode != CouplingMode::Paper)
    };
    let parts = body.part.iter().enumerate();
    let of_parts = parts.map(|(n, part)| (format!("part.{n}.alpha"), [part.drag, part.lift, part.alpha]));
    let all = [("alpha".into(), [body.drag, body.lift, body.alpha])].into_iter().chain(of_parts);
    all.filter(|(_, of)| body.is_afloat() && is_idle(*of)).map(|(leaf, _)| leaf).collect()
}

/// Keys of a body that do nothing.
fn of_body(body: &Body, view: &View) -> Vec<(&'static str, &'static str)> {
    if body.is_afloat() {
        let why = "it floats, and only what is fixed or driven is a wall to the water";
        return if body.wall == (Wall { slip: Slip::NoSlip, ..Wall::default() }) {
            Vec::new()
        } else {
            vec![("wall", why)]
        };
    }
    // Pictures may show them.
    let acts = "a body that is fixed or driven is pushed by nothing, and the water meets it as a wall";
    let of_forces = [
        ("drag", body.drag != 1.0),
        ("lift", body.lift != 0.0),
        ("alpha", body.alpha != 1.0),
        ("part", !body.part.is_empty()),
        ("skin_friction", body.skin_friction.is_some()),
        ("slamming", body.slamming.is_some()),
        ("wind_drag_coefficient", body.wind_drag_coefficient.is_some()),
    ];
    let of_forces = of_forces.into_iter().filter(|(_, is_given)| *is_given && !view.forces);
    let mut idle: Vec<_> = of_forces.map(|(leaf, _)| (leaf, acts)).collect();
    if !body.load.is_empty() && body.mass_kg.is_none() {
        idle.push((
            "load",
            "a body that is fixed or driven needs no mass, and without mass_kg loads do not shift its center",
        ));
    }
    idle
}

/// Keys of the view that do nothing in its look, or from its place.
fn of_view(scenario: &Scenario) -> Vec<(&'static str, &'static str)> {
    let (view, usual) = (&scenario.view, View::default());
    let is_water = matches!(view.look, Look::Water | Look::Ripples);
    let is_free = view.kind == ViewKind::Perspective && view.look != Look::Science;
    let follows = is_free || matches!(view.kind, ViewKind::Follow | ViewKind::Side | ViewKind::Above);
    let of_look = "view.look has none: they are drawn in the looks \"slab\" and \"science\"";
    let of_place = "view.kind and view.look set the place of the camera, which is free with kind = \"perspective\" alone, and not in the look \"science\"";
    let all = [
        (
            "vertical_scale",
            view.vertical_scale != usual.vertical_scale && view.look != Look::Slab,
            "heights are true in all looks but \"slab\" (view.look)",
        ),
        ("streamlines", view.streamlines && is_water, of_look),
        (
            "dark",
            view.dark && view.look != Look::Science,
            "only the look \"science\" can be light on dark (view.look)",
        ),
        (
            "without",
            !view.without.is_empty() && !is_water,
            "nothing is invented in the looks \"slab\" and \"science\" (view.look)",
        ),
        ("half_smoke", view.half_smoke && scenario.air.is_none(), "there is no smoke without air"),
        (
            "follow",
            view.follow.is_some() && !follows,
            "view.kind and view.look show all of the water, and follow no body",
        ),
        ("eye_m", view.eye_m.is_some() && !is_free, of_place),
        ("target_m", view.target_m.is_some() && !is_free, of_place),
        (
            "target_m",
            view.target_m.is_some() && is_free && view.eye_m.is_none() && view.follow.is_none(),
            "without view.eye_m or view.follow all of the water is shown",
        ),
    ];
    all.into_iter().filter(|(_, is_idle, _)| *is_idle).map(|(leaf, _, why)| (leaf, why)).collect()
}
