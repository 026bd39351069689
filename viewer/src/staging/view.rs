use glam::Vec3;

use crate::scene::{Field, Invented, Look, Station, View, ViewKind};
use crate::sim::scenario::{self, Invention, Scenario};

/// Default position of a camera that follows a body, relative to the body, in half lengths of the water.
const CHASE: Vec3 = Vec3::new(-0.40, -0.48, 0.28);

/// The view of a scenario's `[view]` table. Without a camera it is an overview of the water, or, with `follow`, a camera
/// beside the body.
pub fn view(scenario: &Scenario) -> View {
    let given = &scenario.view;
    let range = |range: [f64; 2], datum: f64| {
        let [low, high] = range.map(|value| (value - datum) as f32);
        (low, high)
    };
    let look = look(given.look);
    let field = field(given.field);
    let of_level = given.field_range.filter(|_| field == Field::Level).map(|ends| range(ends, 0.0));
    View {
        kind: kind(scenario, look),
        size: given.size,
        look,
        field,
        color_range_m: of_level
            .or_else(|| given.color_range_m.map(|ends| range(ends, scenario.water.level_m))),
        field_range: given.field_range.map(|ends| range(ends, 0.0)),
        vertical_scale: given.vertical_scale as f32,
        letters: 1.0,
        invented: {
            let draws = |part| !given.without.contains(&part);
            Invented {
                fittings: draws(Invention::Fittings),
                clouds: draws(Invention::Clouds),
                haze: draws(Invention::Haze),
                sand: draws(Invention::Sand),
                foam: draws(Invention::Foam),
            }
        },
        hide_water: given.hide_water,
        dark: given.dark,
        half_smoke: given.half_smoke,
        streamlines: given.streamlines,
        forces: given.forces,
        loads: given.loads,
        track_s: given.track_s as f32,
    }
}

fn kind(scenario: &Scenario, look: Look) -> ViewKind {
    let given = &scenario.view;
    let vector = |[x, y, z]: [f64; 3]| Vec3::new(x as f32, y as f32, z as f32);
    let [nx, ny] = scenario.grid.cells.map(|n| 0.5 * n as f64 * scenario.grid.cell_size_m);
    let middle_m = if given.follow.is_some() { Vec3::ZERO } else { vector([nx, ny, scenario.water.level_m]) };
    let following = |from| match followed(scenario) {
        Some(body) => ViewKind::Follow { body, from },
        None => ViewKind::Overview,
    };
    match (given.kind, given.eye_m.map(vector), &given.follow) {
        (scenario::ViewKind::Top, ..) => ViewKind::Top,
        (scenario::ViewKind::Follow, ..) => following(Station::Astern),
        (scenario::ViewKind::Side, ..) => following(Station::Abeam),
        (scenario::ViewKind::Above, ..) => following(Station::Above),
        // Colors without light are for maps.
        (scenario::ViewKind::Overview | scenario::ViewKind::Perspective, ..) if look == Look::Science => {
            ViewKind::Top
        }
        (scenario::ViewKind::Overview, ..) | (scenario::ViewKind::Perspective, None, None) => {
            ViewKind::Overview
        }
        (scenario::ViewKind::Perspective, eye_m, follow) => ViewKind::Perspective {
            eye_m: eye_m.unwrap_or(CHASE * nx.max(ny) as f32),
            target_m: given.target_m.map_or(middle_m, vector),
            fov_deg: given.fov_deg as f32,
            follow: follow.clone(),
        },
    }
}

/// The body to follow: the one that is named, or else the first with a propeller, afloat, or at all.
fn followed(scenario: &Scenario) -> Option<String> {
    let bodies = || scenario.body.iter();
    let named = scenario.view.follow.clone();
    named.or_else(|| {
        let propelled = bodies().find(|(_, body)| body.propeller.is_some());
        let afloat = || bodies().find(|(_, body)| body.is_afloat());
        propelled.or_else(afloat).or_else(|| bodies().next()).map(|(name, _)| name.clone())
    })
}

fn look(given: scenario::Look) -> Look {
    match given {
        scenario::Look::Water => Look::Water,
        scenario::Look::Ripples => Look::Ripples,
        scenario::Look::Slab => Look::Slab,
        scenario::Look::Science => Look::Science,
    }
}

fn field(given: scenario::Field) -> Field {
    match given {
        scenario::Field::Level => Field::Level,
        scenario::Field::Depth => Field::Depth,
        scenario::Field::Speed => Field::Speed,
        scenario::Field::Vorticity => Field::Vorticity,
        scenario::Field::Froude => Field::Froude,
        scenario::Field::Courant => Field::Courant,
        scenario::Field::Thickness => Field::Thickness,
        scenario::Field::Mask => Field::Mask,
        scenario::Field::Residual => Field::Residual,
    }
}
