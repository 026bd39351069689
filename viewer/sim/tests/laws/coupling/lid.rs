//! Hulls as rigid lids on the water.

use viewer_sim::World;

use crate::setup::world;

/// A box afloat in the middle of its text: `[name, x, y, length, beam, height, draft, raised]`, m.
fn barge(name: &str, depth_m: f64, [x, y]: [f64; 2], [length, beam, draft]: [f64; 3], more: &str) -> String {
    let (height, mass) = (draft + 0.6, 1000.0 * length * beam * draft);
    let center = 0.4 * height;
    format!(
        "[body.{name}]\nhull = {{ kind = \"box\", length_m = {length}, beam_m = {beam}, depth_m = {height} }}\n\
         mass_kg = {mass}\ncenter_of_mass_m = [0.0, 0.0, {center}]\ndrag = 0.1\n{more}\n\
         position_m = [{x}, {y}, {}]\n",
        depth_m - draft + center
    )
}

fn basin([nx, ny]: [usize; 2], depth_m: f64, bodies: &[String]) -> World {
    world(&format!(
        "title = \"basin\"\nduration_s = 9.0\ngrid = {{ cells = [{nx}, {ny}], cell_size_m = 0.25 }}\n\
         water = {{ level_m = {depth_m:?} }}\ncoupling = {{ hull = \"lid\" }}\n{}",
        bodies.concat()
    ))
}

/// Steps on; panics where the run stops or a body is faster than anything in it has a reason to be.
fn go_on(world: &mut World, steps: usize, case: &str) {
    for _ in 0..steps {
        assert_eq!(world.step(), Default::default(), "{case}: step {}", world.steps());
        for body in world.bodies() {
            let (speed, turn) = (body.linvel_m_s.length(), body.angvel_rad_s.length());
            assert!(speed < 6.0 && turn < 6.0, "{case}: {speed} m/s, {turn} rad/s, step {}", world.steps());
        }
    }
    let (mass, momentum) = (world.mass().residual_relative(), world.momentum().residual_relative());
    assert!(mass.abs() < 1e-8 && momentum < 1e-8, "{case}: volume {mass:e}, momentum {momentum:e}");
}

/// A disc let go in water 6 m deep, by the radial solver that `cargo xtask verify` holds finer ones against: the level is
/// crossed after 0.658 and 1.990 s, the first trough is 0.0561 m deep.
#[test]
fn a_disc_let_go_moves_with_the_inertia_of_the_water_under_it() {
    let (depth, radius, draft, raised) = (6.0, 2.5, 1.2, 0.08);
    let turn = std::f64::consts::TAU / 48.0;
    let corner = radius * (turn / turn.sin()).sqrt();
    let outline: Vec<[f64; 2]> =
        (0..48).map(|k| f64::from(k) * turn).map(|a| [corner * a.cos(), corner * a.sin()]).collect();
    let mass = 1000.0 * std::f64::consts::PI * radius * radius * draft;
    let rest = depth - 0.5 * draft;
    let mut world = world(&format!(
        "title = \"disc\"\nduration_s = 2.2\ngrid = {{ cells = [64, 64], cell_size_m = 0.3125 }}\n\
         water = {{ level_m = {depth:?} }}\nsolver = {{ tau = 0.51 }}\n\
         coupling = {{ samples_per_side = 5, hull = \"lid\" }}\n[body.disc]\n\
         hull = {{ kind = \"prism\", outline_m = {outline:?}, height_m = 2.4 }}\nmass_kg = {mass}\n\
         center_of_mass_m = [0.0, 0.0, 0.6]\ngyration_m = [2.0, 2.0, 2.0]\nposition_m = [10.0, 10.0, {}]\ndrag = 0.0\n",
        rest + raised
    ));
    let (mut crossings, mut lowest, mut before) = (Vec::new(), 0.0f64, raised);
    while world.time_s() < 2.2 {
        assert_eq!(world.step(), Default::default());
        let height = world.bodies().next().unwrap().position_m.z - rest;
        if height * before < 0.0 {
            let part = height / (height - before);
            crossings.push(world.time_s() - part * world.time_step_s());
        }
        (lowest, before) = (lowest.min(height), height);
    }
    for (got, wanted) in crossings.iter().zip([0.658, 1.990]) {
        assert!((got / wanted - 1.0).abs() < 0.025, "{crossings:?}");
    }
    assert!(crossings.len() == 2 && (lowest / -0.0561 - 1.0).abs() < 0.04, "{crossings:?}, {lowest}");
}

#[test]
fn hulls_at_rest_stay_at_rest() {
    let two = [
        barge("a", 2.0, [5.03, 5.0], [4.0, 2.0, 1.0], ""),
        barge("b", 2.0, [9.07, 5.1], [4.0, 2.0, 0.25], ""),
    ];
    let mut world = basin([60, 40], 2.0, &two);
    go_on(&mut world, 1500, "at rest");
    let fastest = world.bodies().map(|body| body.linvel_m_s.length()).fold(0.0, f64::max);
    assert!(fastest < 1e-4, "{fastest} m/s");
}

/// Two hulls 20 m from each other move as each would alone, bit for bit, until waves come from the one to the other: 44 steps at a cell a step.
#[test]
fn hulls_far_from_each_other_do_not_know_of_each_other() {
    let hull =
        |name: &str, x: f64| barge(name, 2.0, [x, 5.1], [4.0, 2.0, 1.0], "velocity_m_s = [0.3, 0.1, -0.4]");
    let path = |bodies: &[String]| {
        let mut world = basin([140, 40], 2.0, bodies);
        let step = |_| {
            go_on(&mut world, 1, "alone");
            let body = world.bodies().next().unwrap();
            [body.position_m.to_array(), body.linvel_m_s.to_array()].map(|of| of.map(f64::to_bits))
        };
        (0..30).map(step).collect::<Vec<_>>()
    };
    let alone = path(&[hull("a", 5.03)]);
    assert!(alone == path(&[hull("a", 5.03), hull("b", 29.4)]));
    let beside = path(&[hull("a", 5.03), hull("b", 9.4)]);
    assert!(alone != beside, "half a meter away it feels the other one");
}

/// The water under the two hulls of a catamaran, which touch no common cell, answers to the motions of one body: let go above its level it heaves as two hulls do that are let go together.
#[test]
fn a_catamaran_heaves_as_its_two_hulls() {
    let heave = |bodies: &str| {
        let mut world = basin([80, 100], 2.0, &[bodies.to_owned()]);
        let step = |_| {
            assert_eq!(world.step(), Default::default());
            world.bodies().next().unwrap().position_m.z
        };
        (0..150).map(step).collect::<Vec<_>>()
    };
    let half = [3.0, 1.0, 0.8];
    let corners = |y: f64| {
        let corner = move |k: usize| {
            let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
            format!("v {} {} {}\n", sign(0) * half[0], y + sign(1) * half[1], half[2] + sign(2) * half[2])
        };
        (0..8).map(corner).collect::<String>()
    };
    let faces = |first: usize| {
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let face = |quad: [usize; 4]| {
            let [a, b, c, d] = quad.map(|k| k + first);
            format!("f {a} {b} {c} {d}\n")
        };
        quads.map(face).concat()
    };
    let folder = tempfile::tempdir().unwrap();
    let mesh = folder.path().join("hulls.obj");
    std::fs::write(&mesh, [corners(-6.0), corners(6.0), faces(1), faces(9)].concat()).unwrap();
    let body = |name: &str, mesh: &str, y: f64, mass: f64| {
        format!(
            "[body.{name}]\n{mesh}\nmass_kg = {mass}\ncenter_of_mass_m = [0.0, 0.0, 0.8]\ngyration_m = [2.0, 2.0, 2.0]\n\
             position_m = [10.0, {y}, 2.1]\ndrag = 0.0\ntow = {{ speed_m_s = 0.0, free = [\"heave\"] }}\n"
        )
    };
    let mass = 1000.0 * 6.0 * 2.0 * 0.8;
    let own = "hull = { kind = \"prism\", outline_m = [[-3.0, -1.0], [3.0, -1.0], [3.0, 1.0], [-3.0, 1.0]], height_m = 1.6 }";
    let two = heave(&(body("a", own, 6.5, mass) + &body("b", own, 18.5, mass)));
    let one = heave(&body("a", &format!("mesh = {:?}", mesh.display().to_string()), 12.5, 2.0 * mass));
    let lowest = two.iter().fold(f64::INFINITY, |lowest, z| lowest.min(*z));
    assert!(lowest < 2.0 && two.iter().position(|z| *z == lowest) < Some(140), "{lowest}");
    for (n, (two, one)) in two.into_iter().zip(one).enumerate() {
        // With the inertia of one hull it is 5e-5 m off in the first step.
        let bound = if n < 5 { 5e-6 } else { 1e-3 };
        assert!((two - one).abs() < bound, "step {n}: {one} for {two}");
    }
}

/// From hulls that hardly disturb the water to one that leaves a twentieth of it.
#[test]
fn hulls_of_any_draft_go_on() {
    for part in [0.1, 0.3, 0.5, 0.7, 0.9, 0.95] {
        let more = "velocity_m_s = [1.0, 0.2, 0.3]";
        let mut world = basin([60, 40], 2.0, &[barge("a", 2.0, [5.0, 5.0], [4.0, 2.0, 2.0 * part], more)]);
        go_on(&mut world, 300, &format!("b/H = {part}"));
    }
}

#[test]
fn hulls_that_ground_touch_each_other_or_a_wall_go_on() {
    let down = barge("a", 2.0, [5.0, 5.0], [4.0, 2.0, 1.6], "velocity_m_s = [0.5, 0.0, -2.0]");
    go_on(&mut basin([60, 40], 2.0, &[down]), 400, "grounding");
    let pair = [
        barge("a", 2.0, [5.0, 5.0], [4.0, 2.0, 1.0], "velocity_m_s = [1.0, 0.0, 0.0]"),
        barge("b", 2.0, [9.01, 5.5], [4.0, 2.0, 0.5], "velocity_m_s = [-1.0, 0.0, 0.5]"),
    ];
    go_on(&mut basin([60, 40], 2.0, &pair), 400, "touching");
    let corner = barge("a", 2.0, [2.1, 1.1], [4.0, 2.0, 1.0], "velocity_m_s = [-1.0, -1.0, 0.5]");
    go_on(&mut basin([60, 40], 2.0, &[corner]), 400, "in a corner");
    let pier = [
        barge("a", 2.0, [5.0, 5.0], [4.0, 2.0, 1.0], "velocity_m_s = [1.0, 0.0, 0.5]"),
        barge("pier", 2.0, [9.0, 5.0], [2.0, 4.0, 2.0], "fixed = true"),
    ];
    go_on(&mut basin([60, 40], 2.0, &pier), 400, "at a pier");
    // Its center of mass floats 0.48 m above its bottom.
    let dropped = barge("a", 2.0, [5.0, 5.0], [4.0, 2.0, 0.6], "").replace("1.88]", "3.5]");
    assert!(dropped.contains("3.5]"), "{dropped}");
    go_on(&mut basin([60, 40], 2.0, &[dropped]), 400, "dropped");
}

/// Steps on; at no time more energy was gained than this part of what the raised hulls had.
fn gains_nothing(world: &mut World, steps: usize, raised_j: f64, case: &str) {
    for _ in 0..steps {
        assert_eq!(world.step(), Default::default(), "{case}: step {}", world.steps());
        let gained_j = -world.energy().dissipated_j();
        assert!(gained_j < 0.02 * raised_j, "{case}: {gained_j} J of {raised_j} J, step {}", world.steps());
    }
}

/// `λ` under a hull presses on the wall that it lies at and on its side there: it is not drawn to the wall, nor hulls to each other.
#[test]
fn a_hull_beside_a_wall_or_another_one_gains_no_energy() {
    let (size, raised_j) = ([4.0, 4.0, 0.5], 0.5 * 9810.0 * 16.0 * 0.1 * 0.1);
    let raised = |name: &str, at: [f64; 2]| {
        let hull = barge(name, 2.0, at, size, "").replace("1.94]", "2.04]");
        assert!(hull.contains("2.04]"), "{hull}");
        hull
    };
    for at in [[2.0, 5.0], [2.125, 5.0], [2.25, 5.0], [2.4, 5.0], [2.0, 2.0], [2.1, 2.1]] {
        let mut world = basin([60, 40], 2.0, &[raised("a", at)]);
        gains_nothing(&mut world, 800, raised_j, &format!("{at:?}"));
    }
    let pair = [raised("a", [5.0, 5.0]), raised("b", [9.1, 5.3])];
    gains_nothing(&mut basin([60, 40], 2.0, &pair), 800, 2.0 * raised_j, "side by side");
    let pier = barge("pier", 2.0, [8.1, 5.0], [2.0, 8.0, 2.0], "fixed = true");
    let moored = [raised("a", [5.0, 5.0]), pier];
    gains_nothing(&mut basin([60, 40], 2.0, &moored), 800, raised_j, "at a pier");
}

/// A hull as large as its basin, which would have to press the water together.
#[test]
fn a_hull_that_closes_water_in_stops_the_run_with_body_cell_and_remedy() {
    let hull = barge("cork", 2.0, [2.0, 1.0], [4.0, 2.0, 1.0], "velocity_m_s = [0.0, 0.0, -1.0]");
    let mut world = basin([16, 8], 2.0, &[hull]);
    let why = world.step().stopped.unwrap();
    for word in ["body.cork", "does not converge", "cell [", "coupling.hull = \"soft\""] {
        assert!(why.contains(word), "{why}");
    }
}

const BOX: &str = "{ kind = \"box\", length_m = 2.0, beam_m = 0.75, depth_m = 0.8 }";
const PARABOLIC: &str = "{ kind = \"parabolic\", length_m = 2.0, beam_m = 0.75, depth_m = 0.8 }";

/// A hull held along the grid in low waves: how much the velocity across them bends from cell to cell after 15 s, m/s, and the warnings.
fn roughness(hull: &str, mass_kg: f64, solver: &str) -> (f32, Vec<String>) {
    let end = |more: &str| format!("{{ kind = \"characteristic\", level_m = 1.0{more} }}");
    let wall = "{ kind = \"wall\", slip = \"free-slip\" }";
    let mut world = world(&format!(
        "title = \"waves\"\nduration_s = 15.0\ngrid = {{ cells = [96, 48], cell_size_m = 0.125 }}\nwater = {{ level_m = 1.0 }}\n\
         solver = {{ {solver} }}\ncoupling = {{ hull = \"lid\" }}\n\
         sides = {{ west = {}, east = {}, south = {wall}, north = {wall} }}\n[body.held]\nhull = {hull}\n\
         mass_kg = {mass_kg}\nposition_m = [6.0, 3.0]\ndrag = 0.0\ntow = {{ speed_m_s = 0.0, free = [] }}\n",
        end(", wave = { kind = \"sine\", height_m = 0.01, period_s = 6.0 }"),
        end("")
    ));
    let warnings = world.warnings().to_vec();
    while world.time_s() < 15.0 && world.step().trouble.is_none() {}
    let fields = world.fields();
    let bends = fields.v_m_s.chunks_exact(96).flat_map(|row| row.windows(3));
    let most = bends.map(|v| (v[2] - 2.0 * v[1] + v[0]).abs()).fold(0.0, f32::max);
    (most, warnings)
}

/// Beside a box, whose sides a spline spreads, they did not grow so far at the same viscosity; the warning is of all lids.
#[test]
fn a_lid_where_little_viscosity_lets_velocities_alternate_is_warned_of() {
    let central = "tau = 0.51, collision = \"central-moments\"";
    let (little, more) = ("tau = 0.51", "tau = 0.53");
    for (hull, mass_kg, solver, is_warned, grows) in [
        (PARABOLIC, 300.0, little, true, true),
        (PARABOLIC, 300.0, more, false, false),
        (PARABOLIC, 300.0, central, false, false),
        (BOX, 750.0, little, true, false),
    ] {
        let (most, warnings) = roughness(hull, mass_kg, solver);
        println!("{hull}, {solver}: {most} m/s");
        let warns = warnings.iter().any(|text| text.contains("body.held, which is a rigid lid"));
        assert!(warns == is_warned && (most > 0.01) == grows, "{hull}, {solver}: {most} m/s, {warnings:?}");
        assert!(grows || most < 0.002, "{hull}, {solver}: {most} m/s");
    }
}

/// A box whose sides are upright, towed at 2 m/s: by how much the force along the tow swings while the hull goes on by a cell, N, mean of 4 s to 7 s.
fn swing_n(heading_deg: f64, cell_size_m: f64) -> f64 {
    let [nx, ny] = [48.0, 32.0].map(|length_m| length_m / cell_size_m);
    let mut world = world(&format!(
        "title = \"tow\"\nduration_s = 7.0\ngrid = {{ cells = [{nx}, {ny}], cell_size_m = {cell_size_m:?} }}\n\
         water = {{ level_m = 4.0 }}\ncoupling = {{ hull = \"lid\" }}\n[body.barge]\n\
         hull = {{ kind = \"box\", length_m = 8.0, beam_m = 4.0, depth_m = 1.5 }}\nmass_kg = 20000.0\n\
         center_of_mass_m = [0.0, 0.0, 0.5]\nposition_m = [10.0, 10.0]\nheading_deg = {heading_deg:?}\ndrag = 0.0\n\
         tow = {{ speed_m_s = 2.0 }}\n"
    ));
    let mut ahead_n = Vec::new();
    while world.time_s() < 7.0 {
        assert_eq!(world.step(), Default::default());
        let barge = world.bodies().next().unwrap();
        ahead_n.push(barge.force_n.truncate().dot(barge.linvel_m_s.truncate().normalize()));
    }
    let steps = (cell_size_m / 2.0 / world.time_step_s()).round() as usize;
    let of_crossings = ahead_n[(4.0 / world.time_step_s()) as usize..].chunks_exact(steps);
    let swings_n = of_crossings.map(|of_crossing| {
        let most = of_crossing.iter().fold(f64::MIN, |most, force| most.max(*force));
        most - of_crossing.iter().fold(f64::MAX, |least, force| least.min(*force))
    });
    let count = swings_n.len() as f64;
    swings_n.sum::<f64>() / count
}

/// What such a side takes up passes from cell to cell, and the water's flow with it. `½ ρ V²` on the front is 5000 N.
#[test]
fn a_side_that_goes_from_cell_to_cell_pushes_its_lid_evenly() {
    for (heading_deg, cell_size_m, bound_n) in [(0.0, 0.5, 200.0), (0.0, 0.25, 200.0), (45.0, 0.5, 80.0)] {
        let swing_n = swing_n(heading_deg, cell_size_m);
        assert!(swing_n < bound_n, "{heading_deg}°, cells of {cell_size_m} m: {swing_n} N");
    }
}
