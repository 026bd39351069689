use hydro_forces::Coefficients;

use super::ranges::{
    LENGTHS_M, MASSES_KG, POSITIVE, TIMES_S, Wrong, count, duration, finite, inside, length, magnitude,
    place, schedule, wall, with_field, within, wrong,
};
use crate::hulls;
use crate::scenario::convert::outline;
use crate::scenario::{
    Afloat, Body, Freedom, Hull, Joint, Kind, Part, Propeller, Radiation, Scenario, SkinFriction, Tow,
};

/// Greatest thrust over weight.
const MAX_THRUST_G: f64 = 1e3;

/// Greatest number of triangles of a hull given by numbers of sections and points.
const MAX_TRIANGLES: u32 = 200_000;

/// Greatest number of corners of an outline.
const MAX_CORNERS: usize = 10_000;

/// Greatest number of loads, and of parts of a surface.
const MAX_LOADS: usize = 10_000;
const MAX_PARTS: usize = 1000;

/// Greatest drag coefficient to the wind.
const MOST_WIND_DRAG: f64 = 10.0;

/// Greatest element of a matrix of added mass or damping, in SI units: more than the largest ships have.
const MAX_ELEMENT: f64 = 1e20;

/// Checks one body.
pub(super) fn body(name: &str, body: &Body, scenario: &Scenario) -> Result<(), Wrong> {
    let key = |leaf: &str| format!("body.{name}.{leaf}");
    match (&body.hull, &body.mesh) {
        (None, None) => {
            let message = "missing; a body needs a hull, such as { kind = \"box\", length_m = 4.0, beam_m = 2.0, \
                           depth_m = 1.0 }, or a mesh, such as \"boat.stl\"";
            return wrong(key("hull"), message.into());
        }
        (Some(hull), None) => self::hull(&key("hull"), hull)?,
        (_, Some(_)) => {}
    }
    within(&key("mesh_scale"), body.mesh_scale, POSITIVE)?;
    if body.mesh.is_none() && body.mesh_scale != 1.0 {
        let message = format!(
            "{}, but the body has no mesh; give one, such as \"boat.stl\", or remove it",
            body.mesh_scale
        );
        return wrong(key("mesh_scale"), message);
    }
    within(&key("look_mesh_scale"), body.look_mesh_scale, POSITIVE)?;
    if body.look_mesh.is_none() && body.look_mesh_scale != 1.0 {
        let message = format!(
            "{}, but the body has no look_mesh; give one, such as \"ship.glb\", or remove it",
            body.look_mesh_scale
        );
        return wrong(key("look_mesh_scale"), message);
    }
    match body.mass_kg {
        Some(mass_kg) => within(&key("mass_kg"), mass_kg, MASSES_KG)?,
        None if body.is_afloat() => {
            return wrong(key("mass_kg"), "missing; a body that floats needs it".into());
        }
        None if body.position_m.z_m.is_none() => {
            let message =
                "missing, and so is a height in position_m, to which it would float; give one of the two";
            return wrong(key("mass_kg"), message.into());
        }
        None => {}
    }
    if let Some(at_s) = body.removed_at_s {
        within(&key("removed_at_s"), at_s, TIMES_S)?;
    }
    if let Some(at_s) = body.enters_at_s {
        entry(&key("enters_at_s"), at_s, (name, body), scenario)?;
    }
    count(&key("load"), body.load.len(), MAX_LOADS)?;
    for (i, load) in body.load.iter().enumerate() {
        within(&key(&format!("load.{i}.mass_kg")), load.mass_kg, MASSES_KG)?;
        place(&key(&format!("load.{i}.position_m")), &load.position_m)?;
    }
    place(&key("center_of_mass_m"), body.center_of_mass_m.as_ref().map_or(&[], |center| &center[..]))?;
    for radius in body.gyration_m.into_iter().flatten() {
        length(&key("gyration_m"), radius)?;
    }
    inside(&key("position_m"), [body.position_m.x_m, body.position_m.y_m], scenario)?;
    place(&key("position_m"), body.position_m.z_m.as_slice())?;
    finite(&key("heading_deg"), &[body.heading_deg])?;
    finite(&key("velocity_m_s"), &body.velocity_m_s)?;
    let (speed, most) =
        (body.velocity_m_s.map(|c| c * c).iter().sum::<f64>().sqrt(), scenario.lattice_speed_m_s());
    if speed > most {
        let message = format!("{speed:.3} m/s; at most the lattice speed, {most:.3} m/s, can be followed");
        return wrong(key("velocity_m_s"), message);
    }
    if let Some(drive) = &body.motion {
        super::motion::motion(key, drive, body)?;
    }
    if let Some(tow) = &body.tow {
        self::tow(&key("tow"), tow, body, scenario)?;
    }
    super::joints::moorings(name, body, scenario)?;
    wall(&key("wall"), &body.wall)?;
    if body.fixed && body.velocity_m_s != [0.0; 3] {
        let message = format!("{:?} for a body that is fixed; remove one of the two", body.velocity_m_s);
        return wrong(key("velocity_m_s"), message);
    }
    with_field(&format!("body.{name}"), Coefficients::from(body).check())?;
    if !(0.0..=MOST_WIND_DRAG).contains(&body.wind_drag()) {
        let message = format!("{}; it must be 0 to {MOST_WIND_DRAG}", body.wind_drag());
        return wrong(key("wind_drag_coefficient"), message);
    }
    count(&key("part"), body.part.len(), MAX_PARTS)?;
    for (i, part) in body.part.iter().enumerate() {
        self::part(&key(&format!("part.{i}")), part)?;
    }
    if let Some(friction) = body.skin_friction {
        let SkinFriction { length_m, viscosity_m2_s } = friction;
        for (leaf, value, range) in
            [("length_m", length_m, LENGTHS_M), ("viscosity_m2_s", viscosity_m2_s, POSITIVE)]
        {
            value.map_or(Ok(()), |value| within(&key(&format!("skin_friction.{leaf}")), value, range))?;
        }
        // Any length where that of the mesh is taken, which is read later.
        with_field(&key("skin_friction"), friction.on(1.0))?;
    }
    let follows = |leaf: &str| {
        let message = "given for a body that is fixed or driven, which does not follow the water; remove it";
        if body.is_afloat() { Ok(()) } else { wrong(key(leaf), message.into()) }
    };
    if let Some(slamming) = body.slamming {
        if body.total_mass_kg() == 0.0 {
            follows("slamming")?;
        }
        within(&key("slamming.bound_m_s2"), slamming.bound_m_s2, POSITIVE)?;
        within(&key("slamming.power"), slamming.power, POSITIVE)?;
        with_field(&key("slamming"), slamming.on(body.total_mass_kg()))?;
    }
    if let Some(radiation) = &body.radiation {
        self::radiation(&key("radiation"), radiation)?;
        follows("radiation")?;
    }
    if let Some(color) = body.color.filter(|color| color.iter().any(|part| !(0.0..=1.0).contains(part))) {
        return wrong(key("color"), format!("{color:?}; each of red, green, blue must be 0 to 1"));
    }
    let Some(propeller) = &body.propeller else { return Ok(()) };
    self::propeller(&key("propeller"), propeller)?;
    follows("propeller")?;
    let (acceleration, most) =
        (propeller.thrust_n.abs() / body.total_mass_kg(), MAX_THRUST_G * scenario.water.gravity_m_s2);
    if acceleration > most {
        let message = format!(
            "{} N on {} kg; at most {MAX_THRUST_G} times its weight, {:.3} N",
            propeller.thrust_n,
            body.total_mass_kg(),
            most * body.total_mass_kg()
        );
        return wrong(key("propeller.thrust_n"), message);
    }
    Ok(())
}

/// Checks the time at which a body enters, and that it floats free.
fn entry(key: &str, at_s: f64, (name, body): (&str, &Body), scenario: &Scenario) -> Result<(), Wrong> {
    within(key, at_s, TIMES_S)?;
    if let Some(gone_s) = body.removed_at_s.filter(|gone_s| *gone_s <= at_s) {
        return wrong(
            key,
            format!("{at_s}; it must be before removed_at_s = {gone_s}, at which it is taken out again"),
        );
    }
    let is_joined = |joint: &Joint| joint.body == name || joint.to.as_deref() == Some(name);
    let holds = match body.kind() {
        Kind::Fixed(_) => Some("fixed"),
        Kind::Driven(..) => Some("motion"),
        Kind::Afloat(Afloat { tow: Some(_), .. }) => Some("tow"),
        Kind::Afloat(_) if !body.mooring.is_empty() => Some("mooring"),
        Kind::Afloat(_) if scenario.joint.iter().any(is_joined) => Some("joint"),
        Kind::Afloat(_) => None,
    };
    holds.map_or(Ok(()), |of| {
        let message = format!(
            "given beside `{of}`: only a body that floats free can be let down on to the water, one without fixed, motion, tow, mooring and \
             joint; remove `{of}` or enters_at_s"
        );
        wrong(key, message)
    })
}

/// Checks the carriage of a body, and that nothing else moves it.
fn tow(key: &str, tow: &Tow, body: &Body, scenario: &Scenario) -> Result<(), Wrong> {
    let Tow { speed_m_s, ramp_s, .. } = *tow;
    if !(speed_m_s.is_finite() && speed_m_s >= 0.0) {
        let message = format!("{speed_m_s}; it must be 0 or above; heading_deg turns the way it is towed");
        return wrong(format!("{key}.speed_m_s"), message);
    }
    let lattice_m_s = scenario.lattice_speed_m_s();
    if speed_m_s > lattice_m_s {
        let cell_size_m = scenario.grid.cell_size_m;
        let [i, j] = [body.position_m.x_m, body.position_m.y_m].map(|x_m| (x_m / cell_size_m).floor());
        let message = format!(
            "{speed_m_s} m/s is {:.2} times the lattice speed of {lattice_m_s:.3} m/s, and more than a cell of {cell_size_m} m in a step \
             cannot be followed, from its start in cell [{i}, {j}] on: tow it slower, or take a smaller solver.gravity_number or \
             solver.time_step_s",
            speed_m_s / lattice_m_s,
        );
        return wrong(format!("{key}.speed_m_s"), message);
    }
    duration(&format!("{key}.ramp_s"), ramp_s)?;
    let is_rail = tow.frees(Freedom::Surge);
    if is_rail && speed_m_s != 0.0 {
        let message = format!(
            "{speed_m_s}, where {key}.free has surge, along which the body goes by its propeller; set it to 0, or remove surge"
        );
        return wrong(format!("{key}.speed_m_s"), message);
    }
    let others = [
        ("is fixed", body.fixed),
        ("has a motion", body.motion.is_some()),
        ("has a propeller, where tow.free has no surge", body.propeller.is_some() && !is_rail),
        ("has a velocity_m_s of its own", body.velocity_m_s != [0.0; 3]),
        (
            "has radiation, which is solved for bodies that are free in all their motions",
            body.radiation.is_some(),
        ),
    ];
    match others.iter().find(|(_, given)| *given) {
        Some((what, _)) => wrong(key, format!("given for a body that {what}; remove one of the two")),
        None => Ok(()),
    }
}

fn part(key: &str, part: &Part) -> Result<(), Wrong> {
    for (leaf, corner) in [("from_m", part.from_m), ("to_m", part.to_m)] {
        if corner.iter().any(|c| c.is_nan()) {
            return wrong(format!("{key}.{leaf}"), format!("{corner:?}; each must be a number"));
        }
    }
    with_field(key, Coefficients::from(part).check())
}

fn radiation(key: &str, radiation: &Radiation) -> Result<(), Wrong> {
    let Radiation { estimate, added_mass, damping, coefficients, memory_s } = radiation;
    match (estimate, added_mass, damping, coefficients) {
        (None, None, None, None) => {
            let message = "is empty; it needs estimate = \"ellipsoid\", added_mass or damping (6 rows of 6 numbers), \
                           or coefficients = \"file.csv\"";
            return wrong(key, message.into());
        }
        (Some(_), Some(_), ..) => {
            let message = "given beside added_mass; remove one of the two";
            return wrong(format!("{key}.estimate"), message.into());
        }
        _ => {}
    }
    for (leaf, matrix) in [("added_mass", added_mass), ("damping", damping)] {
        if let Some(matrix) = matrix {
            magnitude(&format!("{key}.{leaf}"), matrix.as_flattened(), MAX_ELEMENT)?;
        }
    }
    within(&format!("{key}.memory_s"), *memory_s, TIMES_S)
}

fn hull(key: &str, hull: &Hull) -> Result<(), Wrong> {
    match *hull {
        Hull::Speedboat { length_m, beam_m, depth_m } | Hull::Box { length_m, beam_m, depth_m } => {
            dimensions(key, [length_m, beam_m, depth_m])
        }
        Hull::Parabolic { length_m, beam_m, depth_m, fullness, sections, points } => {
            dimensions(key, [length_m, beam_m, depth_m])?;
            within(&format!("{key}.fullness"), fullness, [1e-3, 1e3])?;
            for (leaf, count) in [("sections", sections), ("points", points)] {
                if !(2..=1000).contains(&count) {
                    return wrong(format!("{key}.{leaf}"), format!("{count}; it must be 2 to 1000"));
                }
            }
            let triangles = 2 * sections * (2 * points + 1) + 4 * points;
            if triangles > MAX_TRIANGLES {
                let message = format!(
                    "{sections}, with {points} points, make {triangles} triangles; at most {MAX_TRIANGLES} can be made"
                );
                return wrong(format!("{key}.sections"), message);
            }
            Ok(())
        }
        Hull::Prism { ref outline_m, height_m } => {
            length(&format!("{key}.height_m"), height_m)?;
            count(&format!("{key}.outline_m"), outline_m.len(), MAX_CORNERS)?;
            place(&format!("{key}.outline_m"), outline_m.as_flattened())?;
            if !hulls::is_star_shaped(&outline(outline_m)) {
                let message =
                    "must be at least 3 corners, counter-clockwise, all visible from their mean point";
                return wrong(format!("{key}.outline_m"), message.into());
            }
            Ok(())
        }
        Hull::Propeller { radius_m, hub_radius_m, blades, skew, height_m } => {
            for (leaf, size) in
                [("radius_m", radius_m), ("hub_radius_m", hub_radius_m), ("height_m", height_m)]
            {
                length(&format!("{key}.{leaf}"), size)?;
            }
            if hub_radius_m >= radius_m {
                let message = format!("{hub_radius_m}; it must be below the radius of {radius_m} m");
                return wrong(format!("{key}.hub_radius_m"), message);
            }
            if !(1..=32).contains(&blades) {
                return wrong(format!("{key}.blades"), format!("{blades}; it must be 1 to 32"));
            }
            match skew {
                -0.4..=0.4 => Ok(()),
                _ => wrong(format!("{key}.skew"), format!("{skew}; it must be -0.4 to 0.4")),
            }
        }
        Hull::Sphere { radius_m, subdivisions } => {
            length(&format!("{key}.radius_m"), radius_m)?;
            match subdivisions {
                0..=6 => Ok(()),
                _ => wrong(format!("{key}.subdivisions"), format!("{subdivisions}; it must be 0 to 6")),
            }
        }
    }
}

fn dimensions(key: &str, [length_m, beam_m, depth_m]: [f64; 3]) -> Result<(), Wrong> {
    for (leaf, size) in [("length_m", length_m), ("beam_m", beam_m), ("depth_m", depth_m)] {
        length(&format!("{key}.{leaf}"), size)?;
    }
    Ok(())
}

fn propeller(key: &str, propeller: &Propeller) -> Result<(), Wrong> {
    place(&format!("{key}.position_m"), &propeller.position_m)?;
    finite(&format!("{key}.thrust_n"), &[propeller.thrust_n])?;
    propeller.race_radius_m.map_or(Ok(()), |radius| length(&format!("{key}.race_radius_m"), radius))?;
    schedule(key, propeller.schedule.iter().map(|point| point.time_s))?;
    for (i, point) in propeller.schedule.iter().enumerate() {
        let key = |leaf: &str| format!("{key}.schedule.{i}.{leaf}");
        if !(-1.0..=1.0).contains(&point.thrust) {
            return wrong(key("thrust"), format!("{}; it must be -1 (astern) to 1 (ahead)", point.thrust));
        }
        finite(&key("angle_deg"), &[point.angle_deg])?;
    }
    Ok(())
}
