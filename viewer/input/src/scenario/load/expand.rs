//! What a file leaves short: copies of bodies and gauges, and colors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::scenario::repeat::{self, Place, Repeat};
use crate::scenario::{Body, Gauge, Joint, Position, Scenario};

/// Colors of bodies that have none of their own, in the order in which they come into the world: apart from each other and from the water, for
/// color-blind eyes too.
const PALETTE: [[f32; 3]; 8] = [
    [0.85, 0.2, 0.15],
    [0.94, 0.89, 0.26],
    [0.8, 0.47, 0.65],
    [0.0, 0.62, 0.45],
    [0.93, 0.93, 0.9],
    [0.9, 0.62, 0.0],
    [0.25, 0.25, 0.28],
    [0.55, 0.4, 0.3],
];

/// Gives bodies their colors and puts the copies of bodies and gauges in the place of those that are repeated; an error is the
/// key at fault and what would be right.
pub(super) fn expand(scenario: &mut Scenario) -> Result<(), (String, String)> {
    let mut bodies: Vec<&mut Body> = scenario.body.values_mut().collect();
    // Those that enter later take no color from the others.
    bodies.sort_by(|a, b| a.from_s().total_cmp(&b.from_s()));
    for (body, color) in bodies.into_iter().zip(PALETTE.iter().cycle()) {
        body.color.get_or_insert(*color);
    }
    let folder = scenario.origin.clone();
    let resolve = |file: &Path| folder.resolve(file);
    let mut copied_as = BTreeMap::new();
    for (name, body) in std::mem::take(&mut scenario.body) {
        let Position { x_m, y_m, .. } = body.position_m;
        let key = format!("body.{name}");
        let copies = copies(&name, &key, body.repeat.as_ref(), [x_m, y_m], &resolve)?;
        if body.repeat.is_some() {
            copied_as.insert(name.clone(), copies.iter().map(|(copy, _)| copy.clone()).collect());
        }
        for (copy, place) in copies {
            let [x_m, y_m] = place.position_m;
            let position_m = Position { x_m, y_m, ..body.position_m };
            let heading_deg = body.heading_deg + place.heading_deg;
            let copied = Body { position_m, heading_deg, repeat: None, ..body.clone() };
            if body.repeat.is_some() {
                scenario.copies.insert(copy.clone(), name.clone());
            }
            if scenario.body.insert(copy.clone(), copied).is_some() {
                return Err((
                    format!("{key}.repeat"),
                    format!("makes a second body `{copy}`; choose another name"),
                ));
            }
        }
    }
    let joints = std::mem::take(&mut scenario.joint);
    scenario.joint = joints.into_iter().flat_map(|joint| joints_of_copies(joint, &copied_as)).collect();
    for (index, gauge) in std::mem::take(&mut scenario.gauge).into_iter().enumerate() {
        let key = format!("gauge.{index}");
        for (name, place) in copies(&gauge.name, &key, gauge.repeat.as_ref(), gauge.position_m, &resolve)? {
            scenario.gauge.push(Gauge { name, position_m: place.position_m, repeat: None });
        }
    }
    Ok(())
}

/// The joints of the copies of a body, by the names of the copies; the one itself where it is not repeated. Joined to itself, each copy
/// is joined to the next.
fn joints_of_copies(joint: Joint, copied_as: &BTreeMap<String, Vec<String>>) -> Vec<Joint> {
    let Some(copies) = copied_as.get(&joint.body) else { return vec![joint] };
    let is_chain = joint.to.as_ref() == Some(&joint.body);
    let count = if is_chain { copies.len() - 1 } else { copies.len() };
    let of_copy = |index: usize| Joint {
        name: repeat::copy_name(&joint.name, index, count),
        body: copies[index].clone(),
        to: if is_chain { Some(copies[index + 1].clone()) } else { joint.to.clone() },
        ..joint.clone()
    };
    (0..count).map(of_copy).collect()
}

/// Names and places of the copies; the one itself where it is not repeated.
fn copies(
    name: &str,
    key: &str,
    repeat: Option<&Repeat>,
    position_m: [f64; 2],
    resolve: &impl Fn(&Path) -> PathBuf,
) -> Result<Vec<(String, Place)>, (String, String)> {
    let Some(repeat) = repeat else {
        return Ok(vec![(name.into(), Place { position_m, heading_deg: 0.0 })]);
    };
    let places = repeat.places(position_m, resolve);
    let places = places.map_err(|(leaf, message)| (format!("{key}.repeat.{leaf}"), message))?;
    let count = places.len();
    let named = |(index, place)| (repeat::copy_name(name, index, count), place);
    Ok(places.into_iter().enumerate().map(named).collect())
}
