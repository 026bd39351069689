//! Scenes between two instants of a run, for pictures that come faster than steps.

use glam::{Quat, Vec2, Vec3};

use crate::scene::{BodyModel, Line, Load, Scene, Smoke, WaterSheet};

/// Whether scenes can lie between two: of the same bodies in water on the same grid.
pub(crate) fn can_be_between([from, to]: [&Scene; 2]) -> bool {
    let is_same = |(a, b): (&BodyModel, &BodyModel)| a.name == b.name;
    [from.water.nx, from.water.ny] == [to.water.nx, to.water.ny]
        && from.bodies.len() == to.bodies.len()
        && from.bodies.iter().zip(&to.bodies).all(is_same)
}

/// Fills in the scene that lies the part `t`, 0 to 1, of the way from one scene to a later one: levels, velocities, foam, smoke, places and
/// forces on whole bodies are linear between both, bodies turn about one axis, and the rest is as it is later.
///
/// Both are scenes of states that were simulated, or such scenes between them.
pub(crate) fn between([from, to]: [&Scene; 2], t: f32, into: &mut Scene) {
    let Scene { time_s, title, water, smoke, specks, bodies, lines, arrows, loads, tracks } = into;
    *time_s = from.time_s + f64::from(t) * (to.time_s - from.time_s);
    title.clone_from(&to.title);
    sheet([&from.water, &to.water], t, water);
    clouds([&from.smoke, &to.smoke], t, smoke);
    specks.clone_from(&to.specks);
    bodies.clone_from(&to.bodies);
    for (a, b) in from.bodies.iter().zip(bodies) {
        b.translation_m = a.translation_m.lerp(b.translation_m, t);
        b.rotation = Quat::slerp(a.rotation, b.rotation, t);
        b.velocity_m_s = a.velocity_m_s.lerp(b.velocity_m_s, t);
        b.turn_rad_s = linear(a.turn_rad_s, b.turn_rad_s, t);
    }
    let line =
        |a: &Line, b: &Line| Line { ends_m: [0, 1].map(|k| Vec3::lerp(a.ends_m[k], b.ends_m[k], t)), ..*b };
    fill([&from.lines, &to.lines], lines, line);
    arrows.clone_from(&to.arrows);
    let load = |a: &Load, b: &Load| match a.kind == b.kind {
        true => Load { at_m: a.at_m.lerp(b.at_m, t), force_n: a.force_n.lerp(b.force_n, t), ..*b },
        false => *b,
    };
    fill([&from.loads, &to.loads], loads, load);
    tracks.clone_from(&to.tracks);
}

fn sheet([from, to]: [&WaterSheet; 2], t: f32, into: &mut WaterSheet) {
    // All by name: one that is added is not forgotten here.
    let WaterSheet {
        nx,
        ny,
        cell_size_m,
        origin_m,
        level_m,
        still_level_m,
        sea_level_m,
        solid,
        solids_are_bodies,
        velocity_m_s,
        bed_m,
        thickness_m,
        residual_mm_s,
        gravity_m_s2,
        time_step_s,
        edges,
        foam,
        beyond,
    } = into;
    [*nx, *ny] = [to.nx, to.ny];
    [*cell_size_m, *still_level_m] = [to.cell_size_m, to.still_level_m];
    *origin_m = to.origin_m;
    fill([&from.level_m, &to.level_m], level_m, |a, b| linear(*a, *b, t));
    *sea_level_m = match (from.sea_level_m, to.sea_level_m) {
        (Some(a), Some(b)) => Some(linear(a, b, t)),
        (_, later) => later,
    };
    solid.clone_from(&to.solid);
    *solids_are_bodies = to.solids_are_bodies;
    fill([&from.velocity_m_s, &to.velocity_m_s], velocity_m_s, |a, b| Vec2::lerp(*a, *b, t));
    bed_m.clone_from(&to.bed_m);
    fill([&from.thickness_m, &to.thickness_m], thickness_m, |a, b| linear(*a, *b, t));
    residual_mm_s.clone_from(&to.residual_mm_s);
    [*gravity_m_s2, *time_step_s] = [to.gravity_m_s2, to.time_step_s];
    *edges = to.edges;
    beyond.cells = to.beyond.cells;
    fill([&from.beyond.level_m, &to.beyond.level_m], &mut beyond.level_m, |a, b| linear(*a, *b, t));
    foam.per_cell = to.foam.per_cell;
    fill([&from.foam.density, &to.foam.density], &mut foam.density, |a, b| linear(*a, *b, t));
}

fn clouds([from, to]: [&Smoke; 2], t: f32, into: &mut Smoke) {
    let Smoke { cells, cell_size_m, corner_m, concentration, extinction_1_m, albedo } = into;
    (*cells, *corner_m) = (to.cells, to.corner_m);
    [*cell_size_m, *extinction_1_m, *albedo] = [to.cell_size_m, to.extinction_1_m, to.albedo];
    fill([&from.concentration, &to.concentration], concentration, |a, b| linear(*a, *b, t));
}

/// Numbers between two; one that the earlier instant does not have is that of the later one.
fn linear(a: f32, b: f32, t: f32) -> f32 {
    if a.is_nan() { b } else { a + t * (b - a) }
}

/// Fills in what is between the values of two lists, or those of the later one where they are not as long.
fn fill<T: Clone>([from, to]: [&Vec<T>; 2], into: &mut Vec<T>, between: impl Fn(&T, &T) -> T) {
    if from.len() == to.len() {
        into.clear();
        into.extend(from.iter().zip(to).map(|(a, b)| between(a, b)));
    } else {
        into.clone_from(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::World;
    use crate::sim::scenario::Scenario;
    use crate::staging;

    /// A scenario after some steps, and one step later.
    fn instants(name: &str, steps: u64) -> [Scene; 2] {
        let mut world = World::new(&Scenario::load(name, &[]).unwrap()).unwrap();
        (0..steps).for_each(|_| drop(world.step()));
        let mut scenes = [Scene::default(), Scene::default()];
        staging::scene(&world, &mut scenes[0]);
        assert!(world.step().stopped.is_none());
        staging::scene(&world, &mut scenes[1]);
        scenes
    }

    #[test]
    fn what_is_between_two_states_is_one_of_them_at_its_ends_and_beyond_neither() {
        for name in ["bridge", "boat-smoke"] {
            let [from, mut to] = instants(name, 20);
            // Further than in a step.
            to.bodies.iter_mut().for_each(|body| body.rotation = Quat::from_rotation_z(0.8) * body.rotation);
            assert!(can_be_between([&from, &to]), "{name}");
            for t in [0.0, 0.3, 1.0] {
                let mut scene = Scene::default();
                between([&from, &to], t, &mut scene);
                assert!(
                    (scene.time_s - (from.time_s + f64::from(t) * (to.time_s - from.time_s))).abs() < 1e-12
                );
                let way = |a: f32, b: f32| a + t * (b - a);
                let levels = [&from, &to].map(|scene| &scene.water.level_m);
                for (k, level_m) in scene.water.level_m.iter().enumerate() {
                    assert!(
                        (level_m - way(levels[0][k], levels[1][k])).abs() <= 1e-6 * level_m.abs(),
                        "{name}"
                    );
                }
                for ((body, a), b) in scene.bodies.iter().zip(&from.bodies).zip(&to.bodies) {
                    let (moved, all) =
                        (body.translation_m - a.translation_m, b.translation_m - a.translation_m);
                    assert!((moved - t * all).length() < 1e-5, "{name}: {moved}, {all}");
                    let turned = body.rotation.angle_between(a.rotation);
                    assert!((turned - t * b.rotation.angle_between(a.rotation)).abs() < 1e-3, "{name}");
                }
                let smoke =
                    |scene: &Scene| scene.smoke.concentration.iter().map(|c| f64::from(*c)).sum::<f64>();
                let expected = smoke(&from) + f64::from(t) * (smoke(&to) - smoke(&from));
                assert!((smoke(&scene) - expected).abs() <= 1e-5 * expected, "{name}");
            }
        }
    }

    #[test]
    fn a_body_more_or_other_water_has_nothing_between() {
        let [from, to] = instants("bridge", 1);
        let mut other = to.clone();
        other.bodies.pop();
        assert!(!can_be_between([&from, &other]));
        assert!(!can_be_between([&Scene::default(), &to]));
    }
}
